// Primary expressions and lists of arguments.
//
// In CU a name before `(`, `{`, `<` or `::` is classified: a type makes a functional cast (AST_CAST
// with op TK_IDENT), a template may be followed by its arguments. Inside template arguments `>`
// ends the expression (state->no_gt); every bracket lifts that again.
#include "front/parse/parse.h"

#include <string.h>

// What was open before a bracket; restored behind it.
bool parse_lift_gt(struct parser *p) {
    bool no_gt = p->state->no_gt;
    p->state->no_gt = false;
    return no_gt;
}

// ---- arguments ----------------------------------------------------------------------------------

// `pattern...`
struct hd_ast *parse_expansion(struct parser *p, struct hd_ast *pattern) {
    if (!parse_cu(p) || !parse_is(p, TK_ELLIPSIS)) return pattern;
    struct hd_ast *n = parse_node_at(p, AST_EXPAND, 0, pattern->range.from);
    parse_advance(p);
    return parse_kids_of(p, n, 1, pattern);
}

// Whether a type and nothing else stands at token `at`, an argument: `int`, `float _Complex`.
static bool type_alone(struct parser *p, int at) {
    if (!parse_type_at(p, at)) return false;
    while (parse_type_at(p, at)) at = parse_next(p, at);
    return parse_kind_at(p, at) == TK_RPAREN || parse_kind_at(p, at) == TK_COMMA;
}

// `dtype=T`, or the type in `a.astype(T)`; NULL: another argument.
static struct hd_ast *parse_elements_type(struct parser *p, const struct hd_token *open) {
    if (!parse_cu(p) || !parse_is(p, TK_IDENT)) {
        const struct hd_token *called = open > p->toks ? open - 1 : open;
        bool astype = parse_cu(p) && called->kind == TK_IDENT && !strcmp(called->text, "astype");
        return astype && type_alone(p, p->at) ? parse_type_name(p) : NULL;
    }
    int assign = parse_next(p, p->at), type = parse_next(p, assign);
    if (strcmp(parse_tok(p)->text, "dtype") != 0 || parse_kind_at(p, assign) != TK_ASSIGN ||
        !type_alone(p, type))
        return NULL;
    struct hd_ast *n = parse_node(p, AST_ASSIGN, TK_ASSIGN);
    struct hd_ast *name = parse_node(p, AST_NAME, 0);
    name->name = parse_tok(p)->text;
    parse_advance(p);
    parse_done(p, name);
    parse_advance(p);
    return parse_kids_of(p, n, 2, name, parse_type_name(p));
}

void parse_args(struct parser *p, ast_vec *args, int close, const struct hd_token *open) {
    bool no_gt = parse_lift_gt(p);
    while (!parse_is(p, close) && !parse_is(p, TK_EOF)) {
        struct hd_ast *arg = parse_elements_type(p, open);
        if (!arg)
            arg = parse_bracket_list(p) ? parse_bracketed(p)
                  : parse_cu(p)         ? parse_initializer(p)
                                        : parse_assign(p);
        arg = parse_expansion(p, arg);
        HD_PUSH(p->arena, args, arg);
        if (!parse_accept(p, TK_COMMA)) break;
        if (parse_is(p, close))
            parse_fail(p, parse_here(p), "expected an argument after the `,`, found %s",
                       parse_found(p));
    }
    p->state->no_gt = no_gt;
    if (!parse_is(p, close) && !parse_is(p, TK_EOF)) {
        bool string = parse_is(p, TK_STRING);
        struct hd_diag *diag =
            parse_fail(p, parse_after(p), "expected `,` or `)` in the list of arguments, found %s",
                       parse_found(p));
        const struct hd_token *last = p->state->last >= 0 ? &p->toks[p->state->last] : NULL;
        if (diag && string && last && parse_word(last, "f")) // print(f"{x}")
            parse_help(p, diag, "values go into a text with `printf(\"%%d\\n\", x)`");
        parse_note(p, diag, parse_tok_range(open), "the list begins here");
    }
    parse_close(p, close, open);
}

void parse_template_args(struct parser *p, ast_vec *args) {
    bool no_gt = p->state->no_gt;
    p->state->no_gt = true;
    if (parse_enter(p)) parse_advance(p);
    while (!parse_is(p, TK_GT) && !parse_is(p, TK_SHR) && !parse_is(p, TK_LAUNCH_CLOSE) &&
           !parse_is(p, TK_EOF)) { // `A<B<>>`
        struct hd_ast *arg =
            parse_type_arg_at(p, p->at) ? parse_type_name(p) : parse_conditional(p);
        arg = parse_expansion(p, arg);
        HD_PUSH(p->arena, args, arg);
        if (!parse_accept(p, TK_COMMA)) break;
    }
    parse_leave(p);
    p->state->no_gt = no_gt;
    parse_close_angle(p);
}

// ---- primary expressions ------------------------------------------------------------------------

struct hd_ast *parse_string(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_STRING, 0);
    while (parse_is(p, TK_STRING) && p->at == (int)(n->tok - p->toks) + n->ntoks) {
        n->ntoks++;
        parse_advance(p);
    }
    return parse_done(p, n);
}

const char *parse_joined_string(struct parser *p) {
    struct hd_buf buf = {0};
    if (!parse_is(p, TK_STRING))
        parse_fail(p, parse_after(p), "expected a string, found %s", parse_found(p));
    while (parse_is(p, TK_STRING)) {
        hd_buf_add(&buf, parse_tok(p)->text, parse_tok(p)->text_len);
        parse_advance(p);
    }
    const char *text = hd_intern_str(hd_buf_str(&buf));
    hd_buf_finish(&buf);
    return text;
}

// A type of one word as AST_TYPE_NAME, for T(x) and T{x}.
static struct hd_ast *one_word_type(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_TYPE_NAME, 0);
    n->spec = parse_spec(p, SPEC_TYPE_NAME);
    n->declr = HD_NEW(p->arena, struct hd_declr);
    n->declr->range = parse_after(p);
    return parse_done(p, n);
}

static struct hd_ast *functional_cast(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_CAST, TK_IDENT);
    ast_vec kids = {0};
    HD_PUSH(p->arena, &kids, one_word_type(p));
    const struct hd_token *open = parse_tok(p);
    if (parse_is(p, TK_LBRACE)) {
        HD_PUSH(p->arena, &kids, parse_init_list(p));
    } else if (parse_expect(p, TK_LPAREN, "after the type")) {
        parse_args(p, &kids, TK_RPAREN, open);
    }
    return parse_kids(p, n, &kids);
}

static void type_not_expression(struct parser *p) {
    struct hd_diag *diag =
        parse_fail(p, parse_here(p), "expected an expression, found the type %s", parse_found(p));
    const struct hd_token *last = p->state->last >= 0 ? &p->toks[p->state->last] : NULL;
    bool argument = last && (last->kind == TK_LPAREN || last->kind == TK_COMMA);
    int next = parse_next(p, p->at);
    if (parse_kind_at(p, next) == TK_STAR) next = parse_next(p, next);
    const struct hd_token *key =
        last && last->kind == TK_ASSIGN && p->state->last > 0 ? &p->toks[p->state->last - 1] : NULL;
    if (key && key->kind == TK_IDENT && !strcmp(key->text, "dtype"))
        parse_help(p, diag,
                   "the type of an array's elements goes before the arguments: `zeros<%s>(n)`",
                   p->toks[p->at].text);
    else if (parse_cu(p) && argument && last->kind == TK_COMMA && type_alone(p, p->at))
        parse_help(p, diag,
                   "the type of an array's elements is written `dtype=%s`, or before the "
                   "arguments: `zeros<%s>(n)`",
                   p->toks[p->at].text, p->toks[p->at].text);
    else if (parse_cu(p) && argument && parse_kind_at(p, next) == TK_IDENT)
        parse_help(p, diag,
                   "a variable is declared before the call, which has its name alone: `%s`",
                   p->toks[next].text);
    else if (parse_cu(p) && parse_simple_type_at(p, p->at))
        parse_help(p, diag, "a conversion is written `%s(value)`", p->toks[p->at].text);
}

// Whether `<` after the name opens template arguments. A name that is not known does so when it is
// called: `f<int>(x)` where the template `f` had an error is no second one.
static bool names_template(struct parser *p, const struct parse_path *path) {
    const char *name = p->toks[path->name].text;
    enum name_class cls = path->cls;
    if (path->template_word) return true;
    if (cls == NAME_TEMPLATE || cls == NAME_TYPE) return true;
    if (cls == NAME_OTHER && !(path->parts && !path->in.space && !path->in.spec) &&
        !check_is_poisoned(p->front, name))
        return false;
    int close = parse_angle(p, path->bare);
    int after = close < 0 ? TK_EOF : parse_kind_at(p, parse_next(p, close));
    return after == TK_LPAREN || after == TK_LAUNCH_OPEN;
}

// `__is_same(T, U)`
static struct hd_ast *trait(struct parser *p, enum hd_trait id) {
    struct hd_ast *n = parse_node(p, AST_TRAIT, id);
    ast_vec kids = {0};
    bool no_gt = parse_lift_gt(p);
    n->name = parse_tok(p)->text;
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    parse_advance(p);
    while (!parse_is(p, TK_RPAREN) && !parse_is(p, TK_EOF)) {
        struct hd_ast *arg = id == TRAIT_INTEGER_PACK || (id == TRAIT_ARRAY_EXTENT && kids.n)
                                 ? parse_conditional(p)
                                 : parse_type_name(p);
        arg = parse_expansion(p, arg);
        HD_PUSH(p->arena, &kids, arg);
        if (!parse_accept(p, TK_COMMA)) break;
    }
    p->state->no_gt = no_gt;
    parse_close(p, TK_RPAREN, open);
    return parse_kids(p, n, &kids);
}

// A template of C++'s library that ours has not, told by the `<` behind it.
static void missing_template(struct parser *p, const struct parse_path *path) {
    static const struct {
        const char *name, *instead;
    } near[] = {
        {"expected", "variant"},
        {"flat_map", "map"},
        {"flat_set", "set"},
        {"mdspan", "span"},
    };
    const struct hd_token *name = &p->toks[path->name];
    struct hd_range range = {name->loc, name->loc + name->text_len};
    struct hd_diag *d =
        parse_fail(p, range, "`std::%s` is not in the library that Heddle has", name->text);
    for (int i = 0; i < HD_COUNT(near); i++)
        if (strcmp(near[i].name, name->text) == 0)
            parse_help(p, d, "there is `std::%s`", near[i].instead);
    const char *other = hd_std_near(name->text);
    if (other) parse_help(p, d, "did you mean `std::%s`?", other);
}

// C++20's coroutines have words that are names everywhere else.
static bool is_coroutine(struct parser *p) {
    static const char *const words[] = {"co_await", "co_return", "co_yield"};
    const struct hd_token *t = parse_tok(p);
    bool any = false;
    for (int i = 0; i < HD_COUNT(words); i++) any = any || strcmp(t->text, words[i]) == 0;
    if (!any || t->kind != TK_IDENT || parse_classify(p, t->text) != NAME_UNKNOWN) return false;
    struct hd_diag *d = parse_fail(p, (struct hd_range){t->loc, t->loc + t->text_len},
                                   "`%s`: there are no coroutines", t->text);
    parse_help(p, d,
               "std::async and std::future run something meanwhile; a class with a member "
               "function `next()` keeps where it was");
    return true;
}

static struct hd_ast *name_expr(struct parser *p) {
    struct parse_path path;
    if (parse_cu(p) && p->toks[p->at].kind == TK_IDENT && !p->trial &&
        !strncmp(parse_tok(p)->text, "co_", 3) && is_coroutine(p))
        return parse_nothing(p);
    bool is_type = false;
    enum hd_trait id = parse_trait_at(p, p->at, &is_type);
    if (id && !is_type && parse_tok(p)->kind == TK_IDENT) return trait(p, id);
    if (id && parse_tok(p)->kind == TK_IDENT) return functional_cast(p);
    if (!parse_path_at(p, p->at, &path)) {
        parse_advance(p);
        parse_fail(p, parse_after(p), "expected a name after `::`, found %s", parse_found(p));
        return parse_nothing(p);
    }
    int next = parse_kind_at(p, path.cls == NAME_TYPE ? path.after : path.bare);
    if (parse_cu(p)) {
        if ((next == TK_LPAREN || next == TK_LBRACE) && path.cls == NAME_TYPE && !path.special)
            return functional_cast(p);
        if (next == TK_LBRACE && path.cls == NAME_UNKNOWN && path.parts && !path.special)
            return functional_cast(p); // `S<3>::type{1}`: behind a name nothing else has a brace
        if (next == TK_LT && path.cls == NAME_UNKNOWN && path.in.space && path.in.space->is_std)
            missing_template(p, &path);
    }
    struct hd_ast *n = parse_node(p, AST_NAME, 0);
    ast_vec args = {0};
    n->qual = parse_qual(p, &path);
    n->loc = parse_tok(p)->loc;
    if (path.special) {
        const char *name =
            parse_is(p, TK_OPERATOR) ? parse_operator_name(p, &n->conversion) : parse_dtor_name(p);
        n->name = name ? name : "operator";
        return parse_done(p, n);
    }
    n->name = parse_tok(p)->text;
    bool tmpl = parse_cu(p) && parse_peek(p) == TK_LT && names_template(p, &path);
    parse_advance(p);
    if (tmpl) {
        n->targs = true;
        parse_template_args(p, &args);
    }
    return parse_kids(p, n, &args);
}

// What stands in for an expression with a syntax error: the checker may see it all the same.
struct hd_ast *parse_broken(struct hd_ast *n) {
    n->kind = AST_BOOL;
    n->op = 0;
    return n;
}

static struct hd_ast *generic(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_GENERIC, 0);
    ast_vec kids = {0};
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, "after `_Generic`")) return parse_broken(n);
    bool no_gt = parse_lift_gt(p);
    HD_PUSH(p->arena, &kids, parse_assign(p));
    if (!parse_is(p, TK_COMMA))
        parse_expect(p, TK_COMMA, "after the controlling expression of `_Generic`");
    while (parse_accept(p, TK_COMMA)) {
        struct hd_ast *type = NULL;
        if (!parse_accept(p, TK_DEFAULT)) type = parse_type_name(p);
        parse_expect(p, TK_COLON, "after the type in `_Generic`");
        HD_PUSH(p->arena, &kids, type);
        HD_PUSH(p->arena, &kids, parse_assign(p));
    }
    p->state->no_gt = no_gt;
    parse_close(p, TK_RPAREN, open);
    return parse_kids(p, n, &kids);
}

// __builtin_va_arg and kin: a keyword, `(`, kids as `shape` says (e expression, t type), `)`.
static struct hd_ast *keyword_call(struct parser *p, enum hd_ast_kind kind, const char *shape) {
    struct hd_ast *n = parse_node(p, kind, 0);
    ast_vec kids = {0};
    const char *word = parse_tok(p)->text;
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, hd_printf(p->scratch, "after `%s`", word)))
        return parse_broken(n);
    bool no_gt = parse_lift_gt(p);
    for (const char *s = shape; *s; s++) {
        if (s > shape) parse_expect(p, TK_COMMA, hd_printf(p->scratch, "in `%s`", word));
        HD_PUSH(p->arena, &kids, *s == 't' ? parse_type_name(p) : parse_assign(p));
    }
    p->state->no_gt = no_gt;
    parse_close(p, TK_RPAREN, open);
    return parse_kids(p, n, &kids);
}

static struct hd_ast *offsetof_expr(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_OFFSETOF, 0);
    ast_vec kids = {0};
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, "after `offsetof`")) return parse_broken(n);
    bool no_gt = parse_lift_gt(p), dot = true;
    HD_PUSH(p->arena, &kids, parse_type_name(p));
    parse_expect(p, TK_COMMA, "after the type in `offsetof`");
    while (dot || parse_is(p, TK_LBRACKET)) {
        struct hd_ast *k;
        if (dot) {
            k = parse_node(p, AST_NAME, 0);
            k->name = parse_tok(p)->text;
            if (!parse_is(p, TK_IDENT))
                parse_fail(p, parse_after(p), "expected the name of a member, found %s",
                           parse_found(p));
            parse_advance(p);
            parse_done(p, k);
        } else {
            const struct hd_token *bracket = parse_tok(p);
            k = parse_node(p, AST_INDEX_DESIGNATOR, 0);
            parse_advance(p);
            struct hd_ast *index = parse_expr(p);
            parse_close(p, TK_RBRACKET, bracket);
            parse_kids_of(p, k, 1, index);
        }
        HD_PUSH(p->arena, &kids, k);
        dot = parse_accept(p, TK_DOT);
    }
    p->state->no_gt = no_gt;
    parse_close(p, TK_RPAREN, open);
    return parse_kids(p, n, &kids);
}

// static_cast<T>(x)
static struct hd_ast *cpp_cast(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_CAST, parse_tok(p)->kind);
    const char *word = parse_tok(p)->text;
    parse_advance(p);
    if (!parse_expect(p, TK_LT, hd_printf(p->scratch, "after `%s`", word))) return parse_broken(n);
    struct hd_ast *type = parse_type_name(p);
    if (!parse_close_angle(p)) return parse_broken(n);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, hd_printf(p->scratch, "after `%s<...>`", word)))
        return parse_broken(n);
    bool no_gt = parse_lift_gt(p);
    struct hd_ast *value = parse_expr(p);
    p->state->no_gt = no_gt;
    parse_close(p, TK_RPAREN, open);
    return parse_kids_of(p, n, 2, type, value);
}

static bool fold_operator(const struct parser *p, int kind) {
    return (kind >= TK_ASSIGN && kind <= TK_PIPE_ASSIGN) || kind == TK_COMMA ||
           parse_precedence(p) > 0;
}

// `(left op ... op right)` without its parentheses; left NULL: `...` is at hand.
static struct hd_ast *fold(struct parser *p, struct hd_ast *left) {
    struct hd_ast *n = parse_node_at(p, AST_FOLD, 0, left ? left->range.from : parse_tok(p)->loc);
    struct hd_ast *right = NULL;
    if (left) {
        n->op = parse_tok(p)->kind;
        parse_advance(p);
    }
    parse_advance(p);
    if (!left || !parse_is(p, TK_RPAREN)) {
        int op = parse_tok(p)->kind;
        if (!fold_operator(p, op) || (left && op != n->op))
            parse_fail(p, parse_here(p), "expected %s after `...`, found %s",
                       left ? "the same operator" : "an operator", parse_found(p));
        n->op = (uint16_t)op;
        parse_advance(p);
        right = parse_cast(p);
    }
    return parse_kids_of(p, n, 2, left, right);
}

static struct hd_ast *parenthesized(struct parser *p) {
    const struct hd_token *open = parse_tok(p);
    struct hd_ast *n;
    bool no_gt = parse_lift_gt(p);
    if (parse_peek(p) == TK_LBRACE) {
        n = parse_node(p, AST_STMT_EXPR, 0);
        parse_advance(p);
        struct hd_ast *block = parse_enter(p) ? parse_block(p) : parse_nothing(p);
        parse_leave(p);
        parse_close(p, TK_RPAREN, open);
        parse_kids_of(p, n, 1, block);
    } else {
        parse_advance(p);
        n = parse_cu(p) && parse_is(p, TK_ELLIPSIS) ? fold(p, NULL) : parse_expr(p);
        if (parse_cu(p) && fold_operator(p, parse_tok(p)->kind) && parse_peek(p) == TK_ELLIPSIS)
            n = fold(p, n);
        parse_close(p, TK_RPAREN, open);
        n->parenthesized = true;
        n->range = parse_from(p, open->loc);
    }
    p->state->no_gt = no_gt;
    return n;
}

static void no_expression(struct parser *p) {
    const struct hd_token *t = parse_tok(p);
    struct hd_range here = parse_here(p);
    struct hd_diag *diag;
    switch (t->kind) {
    case TK_ELSE:
        diag = parse_fail(p, here, "`else` without an `if` before it");
        if (p->cell && p->at == 0)
            parse_help(
                p, diag,
                "the `if` ended with its input: write both in one, with `} else` on the line "
                "of the brace");
        else
            parse_help(p, diag, "does a `;` or a second statement end the `if` too early?");
        return;
    case TK_OTHER: parse_fail(p, here, "%s in the program", parse_found(p)); return;
    case TK_EOF:
        parse_fail(p, parse_after(p), "expected an expression, but the input ends here");
        return;
    case TK_LAUNCH_OPEN:
        diag = parse_fail(p, here, "`<<<` without a kernel before it");
        parse_help(p, diag, "a launch reads `kernel<<<blocks, threads per block>>>(arguments)`");
        return;
    default: break;
    }
    bool shifted = t->kind == TK_RPAREN && p->at > 1 && p->toks[p->at - 1].kind == TK_LPAREN &&
                   p->toks[p->at - 2].kind == TK_SHR;
    diag = parse_fail(p, here, "expected an expression, found %s", parse_found(p));
    const struct hd_token *before = p->at > 0 ? &p->toks[p->at - 1] : NULL;
    if (t->kind == TK_ASSIGN && before && before->kind == TK_EQ &&
        before->loc + before->len == t->loc)
        parse_help(p, diag, "write `==` to compare");
    if (t->kind == TK_ASSIGN && before && before->kind == TK_COLON &&
        before->loc + before->len == t->loc)
        parse_help(p, diag, "write `=` to assign, and `auto x = ...` for a new variable");
    if (shifted && parse_cu(p))
        parse_help(
            p, diag,
            "a kernel is launched with three of each: `kernel<<<blocks, threads per block>>>(arguments)`");
}

static struct hd_ast *token_expr(struct parser *p, enum hd_ast_kind kind, int op) {
    struct hd_ast *n = parse_node(p, kind, op);
    parse_advance(p);
    return parse_done(p, n);
}

// `requires {`, `requires (T x) {`; C++17 has functions of that name: `requires(3)`.
static bool requires_expr_at(const struct parser *p) {
    if (!parse_cu(p) || !parse_word(parse_tok(p), "requires")) return false;
    int next = parse_next(p, p->at);
    if (parse_kind_at(p, next) != TK_LPAREN) return parse_kind_at(p, next) == TK_LBRACE;
    int after = parse_kind_at(p, parse_next(p, parse_match(p, next)));
    return after == TK_LBRACE || after == TK_EOF;
}

struct hd_ast *parse_primary(struct parser *p) {
    switch (parse_tok(p)->kind) {
    case TK_SCOPE:
        if (!parse_cu(p)) break;
        // fall through
    case TK_IDENT:
        if (requires_expr_at(p)) return parse_requires_expr(p);
        return name_expr(p);
    case TK_DECLTYPE: {
        if (parse_decltype_scope_at(p, p->at) >= 0) return name_expr(p);
        int after = parse_next(p, parse_match(p, parse_next(p, p->at)));
        int kind = parse_kind_at(p, after);
        if (parse_cu(p) && (kind == TK_LPAREN || kind == TK_LBRACE)) return functional_cast(p);
        break;
    }
    case TK_NUMBER: return parse_number(p);
    case TK_CHARACTER: return parse_suffixed(p, token_expr(p, AST_CHARACTER, 0));
    case TK_STRING: return parse_suffixed(p, parse_string(p));
    case TK_TRUE: return token_expr(p, AST_BOOL, 1);
    case TK_FALSE: return token_expr(p, AST_BOOL, 0);
    case TK_NULLPTR: return token_expr(p, AST_NULLPTR, 0);
    case TK_LPAREN: return parenthesized(p);
    case TK_LBRACKET:
        if (!parse_cu(p) && !(parse_tok(p)->flags & TF_OMP)) break;
        return parse_lambda(p);
    case TK_GENERIC: return generic(p);
    case TK_VA_ARG: return keyword_call(p, AST_VA_ARG, "et");
    case TK_OFFSETOF: return offsetof_expr(p);
    case TK_TYPES_COMPATIBLE: return keyword_call(p, AST_TYPES_COMPATIBLE, "tt");
    case TK_CHOOSE_EXPR: return keyword_call(p, AST_CHOOSE_EXPR, "eee");
    case TK_STATIC_CAST:
    case TK_REINTERPRET_CAST:
    case TK_CONST_CAST:
    case TK_DYNAMIC_CAST: return cpp_cast(p);
    case TK_THIS: {
        struct hd_ast *n = parse_node(p, AST_NAME, 0);
        n->name = hd_intern_str("this");
        parse_advance(p);
        return parse_done(p, n);
    }
    case TK_OPERATOR:
        if (parse_cu(p)) {
            struct hd_ast *n = parse_node(p, AST_NAME, 0);
            const char *name = parse_operator_name(p, &n->conversion);
            n->name = name ? name : "operator";
            return parse_done(p, n);
        }
        break;
    case TK_TYPENAME:
        if (parse_cu(p)) return functional_cast(p);
        break;
    default: break;
    }
    if (!p->state->panic && parse_cu(p) && parse_simple_type_at(p, p->at) &&
        (parse_peek(p) == TK_LPAREN || parse_peek(p) == TK_LBRACE))
        return functional_cast(p);
    if (!p->state->panic && !parse_is(p, TK_EOF) && parse_decl_at(p, p->at))
        type_not_expression(p);
    else
        no_expression(p);
    return parse_nothing(p);
}
