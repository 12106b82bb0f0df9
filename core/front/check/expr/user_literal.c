// Literals with a literal operator ([lex.ext]): `4_km` calls operator""_km(4ull), and where there
// is none that takes an unsigned long long the one that takes the digits as text, or as template
// arguments; floating numbers are long doubles, strings come with their length.
#include <string.h>

#include "front/check/expr/expr.h"

enum form { FORM_NONE, FORM_VALUE, FORM_TEXT, FORM_PACK };

static struct hd_ast *made(struct check *c, const struct hd_ast *at, int kind, int nkids) {
    struct hd_ast *ast = HD_NEW(c->arena, struct hd_ast);
    ast->kind = kind;
    ast->range = at->range;
    ast->loc = at->range.from;
    ast->nkids = nkids;
    ast->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, nkids + 1);
    return ast;
}

static struct hd_ast *token(struct check *c, const struct hd_ast *at, int kind, int tok,
                            const char *text) {
    struct hd_token *t = HD_NEW(c->arena, struct hd_token);
    *t = *at->tok;
    t->kind = (uint8_t)tok;
    t->prefix = 0;
    t->text = hd_intern_str(text);
    t->text_len = (uint32_t)strlen(text);
    struct hd_ast *ast = made(c, at, kind, 0);
    ast->tok = t;
    ast->ntoks = 1;
    return ast;
}

static enum form form_in(const struct hd_sym *set, enum hd_type_kind number) {
    enum form form = FORM_NONE;
    for (const struct hd_sym *s = set; s; s = s->next) {
        if (s->kind == SYM_TEMPLATE && form == FORM_NONE) form = FORM_PACK;
        if (s->kind != SYM_FUNC || s->type->kind != HD_TY_FUNC || s->type->nparams != 1) continue;
        enum hd_type_kind takes = s->type->params[0]->kind;
        if (takes == number) return FORM_VALUE;
        if (takes == HD_TY_PTR) form = FORM_TEXT;
    }
    return form;
}

// Several namespaces may have functions of that suffix: `using namespace std::literals`.
static enum form form_of(struct check *c, const struct hd_ast *name, enum hd_type_kind number) {
    struct hd_found found;
    name_look(c, name, &found);
    enum form form = form_in(found.sym, number);
    for (int i = 0; i < found.nbeside; i++) {
        enum form other = form_in(found.beside[i], number);
        if (other == FORM_VALUE || form == FORM_NONE) form = other;
    }
    return form;
}

static struct hd_expr *number_literal(struct check *c, struct hd_ast *ast, struct hd_ast *name,
                                      bool is_float) {
    const struct hd_ast *literal = ast->kids[0];
    const char *digits = literal->tok->text;
    struct hd_ast *call = made(c, ast, AST_CALL, 2);
    call->kids[0] = name;
    switch (form_of(c, name, is_float ? HD_TY_LDOUBLE : HD_TY_ULLONG)) {
    case FORM_VALUE:
        call->kids[1] = token(c, literal, AST_NUMBER, TK_NUMBER,
                              hd_printf(c->arena, "%s%s", digits, is_float ? "l" : "ull"));
        return check_expr(c, call);
    case FORM_TEXT:
        call->kids[1] = token(c, literal, AST_STRING, TK_STRING, digits);
        return check_expr(c, call);
    case FORM_PACK: {
        int n = (int)strlen(digits);
        struct hd_ast *with = made(c, name, AST_NAME, n);
        with->name = name->name;
        with->targs = true;
        for (int i = 0; i < n; i++)
            with->kids[i] = token(c, literal, AST_CHARACTER, TK_CHARACTER,
                                  hd_printf(c->arena, "%c", digits[i]));
        call->kids[0] = with;
        call->nkids = 1;
        return check_expr(c, call);
    }
    default: break;
    }
    const char *suffix = name->name + strlen("operator\"\"");
    struct hd_diag *d =
        hd_error(c->diags, ast->range, "`%s%s` is not a number: `%s` is no suffix of %s", digits,
                 suffix, suffix, is_float ? "floating constants" : "integers");
    help_on(c, d,
            *suffix == '_' ? "a function gives it a meaning: `T operator\"\"%s(%s)`"
                           : "`using namespace std::chrono_literals;` makes it one",
            suffix, is_float ? "long double" : "unsigned long long");
    return expr_error(c, ast->range);
}

struct hd_expr *check_user_literal(struct check *c, struct hd_ast *ast) {
    struct hd_ast *literal = ast->kids[0], *name = made(c, ast, AST_NAME, 0);
    name->name = ast->name;
    if (literal->kind == AST_NUMBER) {
        const char *s = literal->tok->text;
        bool hex = s[0] == '0' && (s[1] | 32) == 'x';
        struct hd_found found;
        name_look(c, name, &found);
        // `2.0i` is a complex number of C, too, where C++'s suffix is not there
        if (name->name[strlen("operator\"\"")] == 'i' && !found.sym && !found.nbeside) {
            struct hd_token whole = *literal->tok;
            whole.text = hd_printf(c->arena, "%s%s", s, name->name + strlen("operator\"\""));
            whole.text_len = (uint32_t)strlen(whole.text);
            return check_number(c, &whole);
        }
        return number_literal(c, ast, name, strpbrk(s, hex ? ".pP" : ".eE") != NULL);
    }
    if (!name_lookup(c, name)) {
        const char *suffix = name->name + strlen("operator\"\"");
        struct hd_diag *d = hd_error(c->diags, ast->range, "`%s` is no suffix of %s", suffix,
                                     literal->kind == AST_STRING ? "strings" : "characters");
        help_on(c, d,
                *suffix == '_' ? "a function gives it a meaning: `T operator\"\"%s(...)`"
                               : "`using namespace std::literals;` has those of the library",
                suffix);
        return expr_error(c, ast->range);
    }
    struct hd_ast *call = made(c, ast, AST_CALL, literal->kind == AST_STRING ? 3 : 2);
    call->kids[0] = name;
    call->kids[1] = literal;
    if (literal->kind == AST_STRING) {
        const struct hd_string *text = check_string(c, literal);
        call->kids[2] =
            token(c, literal, AST_NUMBER, TK_NUMBER,
                  hd_printf(c->arena, "%lluul", (unsigned long long)(text ? text->len : 0)));
    }
    return check_expr(c, call);
}
