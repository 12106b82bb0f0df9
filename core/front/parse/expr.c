// Expressions. Binary operators climb by precedence; what chains without nesting (`a + b + ...`, `x
// ? a : y ? b : ...`, postfix operators) is parsed in loops, and parse_done bounds the height of
// the tree that results.
//
// In CU a name before `(`, `{`, `<` or `::` is classified: a type makes a functional cast (AST_CAST
// with op TK_IDENT), a template may be followed by its arguments. Inside template arguments `>`
// ends the expression (state->no_gt); every bracket lifts that again.
//
// Example: `k<float, 16><<<grid, block>>>(x, T(2) + 1)` is an AST_LAUNCH of AST_NAME k with two
// template arguments.
#include "front/parse/parse.h"

#include <string.h>

static struct hd_ast *cast_expr(struct parser *p);
static int precedence(const struct parser *p);

// What was open before a bracket; restored behind it.
static bool lift_gt(struct parser *p) {
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

void parse_args(struct parser *p, ast_vec *args, int close, const struct hd_token *open) {
    bool no_gt = lift_gt(p);
    while (!parse_is(p, close) && !parse_is(p, TK_EOF)) {
        struct hd_ast *arg = parse_bracket_list(p) ? parse_bracketed(p)
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
    bool no_gt = lift_gt(p);
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

static struct hd_ast *name_expr(struct parser *p) {
    struct parse_path path;
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
            parse_is(p, TK_OPERATOR) ? parse_operator_name(p, NULL) : parse_dtor_name(p);
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
static struct hd_ast *broken(struct hd_ast *n) {
    n->kind = AST_BOOL;
    n->op = 0;
    return n;
}

static struct hd_ast *generic(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_GENERIC, 0);
    ast_vec kids = {0};
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, "after `_Generic`")) return broken(n);
    bool no_gt = lift_gt(p);
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
    if (!parse_expect(p, TK_LPAREN, hd_printf(p->arena, "after `%s`", word))) return broken(n);
    bool no_gt = lift_gt(p);
    for (const char *s = shape; *s; s++) {
        if (s > shape) parse_expect(p, TK_COMMA, hd_printf(p->arena, "in `%s`", word));
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
    if (!parse_expect(p, TK_LPAREN, "after `offsetof`")) return broken(n);
    bool no_gt = lift_gt(p), dot = true;
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
    if (!parse_expect(p, TK_LT, hd_printf(p->arena, "after `%s`", word))) return broken(n);
    struct hd_ast *type = parse_type_name(p);
    if (!parse_close_angle(p)) return broken(n);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, hd_printf(p->arena, "after `%s<...>`", word))) return broken(n);
    bool no_gt = lift_gt(p);
    struct hd_ast *value = parse_expr(p);
    p->state->no_gt = no_gt;
    parse_close(p, TK_RPAREN, open);
    return parse_kids_of(p, n, 2, type, value);
}

static bool fold_operator(const struct parser *p, int kind) {
    return (kind >= TK_ASSIGN && kind <= TK_PIPE_ASSIGN) || kind == TK_COMMA || precedence(p) > 0;
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
        right = cast_expr(p);
    }
    return parse_kids_of(p, n, 2, left, right);
}

static struct hd_ast *parenthesized(struct parser *p) {
    const struct hd_token *open = parse_tok(p);
    struct hd_ast *n;
    bool no_gt = lift_gt(p);
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
            const char *name = parse_operator_name(p, NULL);
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

// ---- postfix ------------------------------------------------------------------------------------

static struct hd_ast *launch(struct parser *p, struct hd_ast *kernel) {
    struct hd_ast *n = parse_node_at(p, AST_LAUNCH, 0, kernel->range.from);
    const struct hd_token *angle = parse_tok(p);
    ast_vec config = {0}, kids = {0};
    bool no_gt = lift_gt(p);
    parse_advance(p);
    while (!parse_is(p, TK_LAUNCH_CLOSE) && !parse_is(p, TK_EOF)) {
        HD_PUSH(p->arena, &config, parse_initializer(p));
        if (!parse_accept(p, TK_COMMA)) break;
    }
    p->state->no_gt = no_gt;
    const struct hd_ast *last = config.n ? config.v[config.n - 1] : NULL;
    int found = parse_tok(p)->kind;
    if (config.n < 4 && (found == TK_NUMBER || found == TK_IDENT) && !p->state->panic) {
        struct hd_diag *diag =
            parse_fail(p, parse_after(p), "expected `,` or `>>>`, found %s", parse_found(p));
        parse_help(p, diag, "a launch reads `kernel<<<blocks, threads per block>>>(arguments)`");
    }
    bool shifts = last && last->kind == AST_BINARY && last->op == TK_SHR && !last->parenthesized;
    if (shifts && !parse_is(p, TK_LAUNCH_CLOSE) && !p->state->panic) { // `k<<<1, 32>>(a)`
        struct hd_diag *diag = parse_fail(p, (struct hd_range){last->loc, last->loc + 2},
                                          "expected `>>>`, found `>>`");
        parse_note(p, diag, parse_tok_range(angle), "to close this `<<<`");
    }
    parse_close(p, TK_LAUNCH_CLOSE, angle);
    if ((config.n < 2 || config.n > 4) && !p->state->panic) {
        struct hd_diag *diag = parse_report(p, parse_from(p, angle->loc),
                                            "a launch takes 2 to 4 values between `<<<`"
                                            " and `>>>`, not %d",
                                            config.n);
        parse_help(
            p, diag,
            "<<<blocks, threads per block, bytes of shared memory, stream>>>; the last two may be"
            " left out");
        config.n = config.n > 4 ? 4 : config.n;
    }
    HD_PUSH(p->arena, &kids, kernel);
    for (int i = 0; i < 4; i++) HD_PUSH(p->arena, &kids, i < config.n ? config.v[i] : NULL);
    const struct hd_token *open = parse_tok(p);
    if (!parse_accept(p, TK_LPAREN)) {
        struct hd_diag *diag =
            parse_fail(p, parse_after(p),
                       "expected `(` and the kernel's arguments after `>>>`, found"
                       " %s",
                       parse_found(p));
        parse_help(p, diag,
                   kernel->kind == AST_CALL
                       ? "the arguments stand behind it: `kernel<<<blocks, threads>>>(arguments)`"
                       : "a kernel without parameters is launched with `()`");
    }
    parse_args(p, &kids, TK_RPAREN, open);
    return parse_kids(p, n, &kids);
}

// `a.f<int>(x)`, not `a.n < m`.
static bool member_template_at(struct parser *p, int i) {
    int close = parse_angle(p, i);
    return close >= 0 && parse_kind_at(p, parse_next(p, close)) == TK_LPAREN;
}

// Behind the member's name; `word`: `template` stands before it.
static struct hd_ast *member_arguments(struct parser *p, struct hd_ast *n, struct hd_ast *left,
                                       bool word) {
    ast_vec kids = {0};
    HD_PUSH(p->arena, &kids, left);
    if (parse_cu(p) && parse_is(p, TK_LT) && (word || member_template_at(p, p->at))) {
        n->targs = true;
        parse_template_args(p, &kids);
    }
    return parse_kids(p, n, &kids);
}

static struct hd_ast *member(struct parser *p, struct hd_ast *left) {
    struct hd_ast *n = parse_node_at(p, AST_MEMBER, parse_tok(p)->kind, left->range.from);
    parse_advance(p);
    bool word = parse_cu(p) && parse_accept(p, TK_TEMPLATE);
    const struct hd_token *t = parse_tok(p);
    n->loc = t->loc;
    if (t->kind == TK_OPERATOR && parse_cu(p)) {
        struct hd_ast *conversion = NULL;
        const char *name = parse_operator_name(p, &conversion);
        n->name = name ? name : "operator";
        return member_arguments(p, n, left, word);
    }
    struct parse_path path;
    if (parse_cu(p) && parse_is(p, TK_TILDE)) {
        const char *name = parse_dtor_name(p);
        n->name = name ? name : "~";
        return parse_kids_of(p, n, 1, left);
    }
    if (parse_may_be_qualified(p) && parse_peek(p) != TK_LT && parse_path_at(p, p->at, &path) &&
        (path.parts || path.rooted)) { // `p->Base::f()`
        n->qual = parse_qual(p, &path);
        t = parse_tok(p);
        n->loc = t->loc;
        if (path.special) {
            const char *name =
                parse_is(p, TK_OPERATOR) ? parse_operator_name(p, NULL) : parse_dtor_name(p);
            n->name = name ? name : "operator";
            return parse_kids_of(p, n, 1, left);
        }
    }
    if (t->kind == TK_IDENT || (t->kind > TK_LAUNCH_CLOSE && t->text && !parse_cu(p)))
        n->name = t->text;
    if (t->kind != TK_IDENT)
        parse_fail(p, parse_after(p), "expected the name of a member, found %s", parse_found(p));
    parse_advance(p);
    return member_arguments(p, n, left, word);
}

// One index: an expression, `start:stop:step` with any part left out, or `...`. `::` is two colons
// here unless a name of a namespace or type stands before it.
static struct hd_ast *index_item(struct parser *p) {
    struct hd_ast *parts[3] = {NULL, NULL, NULL};
    int colons = 0;
    if (parse_is(p, TK_LBRACE)) return parse_init_list(p); // `m[{1, 2}]` of a class's operator
    if (parse_bracket_list(p)) return parse_bracketed(p);
    struct hd_ast *n = parse_node(p, AST_SECTION, 0);
    if (parse_is(p, TK_ELLIPSIS)) {
        n->op = TK_ELLIPSIS;
        parse_advance(p);
        return parse_done(p, n);
    }
    bool outer = p->state->in_index;
    p->state->in_index = true;
    if (parse_is(p, TK_SCOPE)) n->op = TK_SCOPE; // of a pointer `::n` is a name
    for (;;) {
        int kind = parse_tok(p)->kind;
        if (kind == TK_COLON || kind == TK_SCOPE) {
            colons += kind == TK_SCOPE ? 2 : 1;
            parse_advance(p);
            if (colons > 2) break;
            continue;
        }
        if (kind == TK_COMMA || kind == TK_RBRACKET || parts[colons]) break;
        parts[colons] = parse_assign(p);
        if (!colons && !parse_is(p, TK_COLON) && !parse_is(p, TK_SCOPE)) break;
        if (p->state->panic) break;
    }
    p->state->in_index = outer;
    if (!colons && parts[0]) return parts[0];
    if (!colons) return parse_assign(p); // which says that something is missing
    return parse_kids_of(p, n, 3, parts[0], parts[1], parts[2]);
}

// a[i], of arrays also a[i, j], a[1:-1, ::2].
static struct hd_ast *index_expr(struct parser *p, struct hd_ast *left) {
    const struct hd_token *open = parse_tok(p);
    struct hd_ast *n = parse_node_at(p, AST_INDEX, 0, left->range.from);
    ast_vec kids = {0};
    bool no_gt = lift_gt(p);
    parse_advance(p);
    HD_PUSH(p->arena, &kids, left);
    if (parse_cu(p)) {
        do HD_PUSH(p->arena, &kids, index_item(p));
        while (parse_accept(p, TK_COMMA));
    } else {
        HD_PUSH(p->arena, &kids, parse_expr(p));
    }
    p->state->no_gt = no_gt;
    parse_close(p, TK_RBRACKET, open);
    return parse_kids(p, n, &kids);
}

static struct hd_ast *postfix(struct parser *p, struct hd_ast *left) {
    for (;;) {
        const struct hd_token *t = parse_tok(p);
        struct hd_ast *n;
        switch (t->kind) {
        case TK_LBRACKET: left = index_expr(p, left); break;
        case TK_LPAREN: {
            ast_vec kids = {0};
            n = parse_node_at(p, AST_CALL, 0, left->range.from);
            HD_PUSH(p->arena, &kids, left);
            parse_advance(p);
            parse_args(p, &kids, TK_RPAREN, t);
            left = parse_kids(p, n, &kids);
            break;
        }
        case TK_LAUNCH_OPEN: left = launch(p, left); break;
        case TK_DOT:
        case TK_ARROW: left = member(p, left); break;
        case TK_INC:
        case TK_DEC:
            n = parse_node_at(p, AST_POST, t->kind, left->range.from);
            parse_advance(p);
            left = parse_kids_of(p, n, 1, left);
            break;
        default: return left;
        }
    }
}

// ---- prefix -------------------------------------------------------------------------------------

static struct hd_ast *unary(struct parser *p, enum hd_ast_kind kind) {
    struct hd_ast *n = parse_node(p, kind, parse_tok(p)->kind);
    parse_advance(p);
    struct hd_ast *operand = parse_enter(p) ? cast_expr(p) : parse_nothing(p);
    parse_leave(p);
    return parse_kids_of(p, n, 1, operand);
}

// `(type)` is at hand: a compound literal or the operand's type. NULL literal: no `{` follows,
// *type is set.
static struct hd_ast *type_in_parens(struct parser *p, struct hd_ast **type) {
    const struct hd_token *open = parse_tok(p);
    struct hd_ast *n = parse_node(p, AST_COMPOUND_LITERAL, 0);
    bool no_gt = lift_gt(p);
    parse_advance(p);
    *type = parse_type_name(p);
    parse_close(p, TK_RPAREN, open);
    p->state->no_gt = no_gt;
    if (!parse_is(p, TK_LBRACE)) return NULL;
    struct hd_ast *list = parse_init_list(p);
    return postfix(p, parse_kids_of(p, n, 2, *type, list));
}

// `(flaot)x`, `(Point *)p`: a cast to a type that is not known.
static bool unknown_cast(struct parser *p) {
    int name = parse_next(p, p->at);
    if (parse_kind_at(p, name) != TK_IDENT) return false;
    int i = parse_next(p, name), stars = 0;
    for (; parse_kind_at(p, i) == TK_STAR; i = parse_next(p, i)) stars++;
    if (parse_kind_at(p, i) != TK_RPAREN) return false;
    int after = parse_kind_at(p, parse_next(p, i));
    if (!stars && after != TK_IDENT && after != TK_NUMBER && after != TK_STRING) return false;
    return parse_classify(p, p->toks[name].text) == NAME_UNKNOWN;
}

// `sizeof...(name)`
static struct hd_ast *sizeof_pack(struct parser *p, struct hd_ast *n) {
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    n->op = TK_ELLIPSIS;
    if (!parse_expect(p, TK_LPAREN, "after `sizeof...`")) return broken(n);
    if (!parse_is(p, TK_IDENT))
        parse_fail(p, parse_here(p), "expected the name of a parameter pack, found %s",
                   parse_found(p));
    n->name = parse_tok(p)->text;
    n->loc = parse_tok(p)->loc;
    parse_advance(p);
    parse_close(p, TK_RPAREN, open);
    return parse_done(p, n);
}

static struct hd_ast *noexcept_expr(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_NOEXCEPT, 0);
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, "after `noexcept`")) return broken(n);
    bool no_gt = lift_gt(p);
    struct hd_ast *e = parse_expr(p);
    p->state->no_gt = no_gt;
    parse_close(p, TK_RPAREN, open);
    return parse_kids_of(p, n, 1, e);
}

static struct hd_ast *sizeof_expr(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_SIZEOF, parse_tok(p)->kind), *operand, *type;
    parse_advance(p);
    if (parse_cu(p) && parse_is(p, TK_ELLIPSIS)) return sizeof_pack(p, n);
    if (!parse_enter(p)) {
        operand = parse_nothing(p);
    } else if (parse_is(p, TK_LPAREN) &&
               (parse_type_at(p, parse_next(p, p->at)) || unknown_cast(p))) {
        operand = type_in_parens(p, &type);
        if (!operand) operand = type;
    } else if (parse_type_at(p, p->at) && !parse_is(p, TK_EOF)) {
        struct hd_diag *diag = parse_fail(p, parse_here(p), "`sizeof` of a type needs parentheses");
        parse_help(p, diag, "write `sizeof(%s)`",
                   p->toks[p->at].text ? p->toks[p->at].text : "type");
        operand = parse_nothing(p);
    } else {
        operand = cast_expr(p);
    }
    parse_leave(p);
    return parse_kids_of(p, n, 1, operand);
}

// `typeid(int)`, `typeid(x)`: an AST_SIZEOF with that operator
static struct hd_ast *typeid_expr(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_SIZEOF, TK_TYPEID), *operand;
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, "after `typeid`")) return broken(n);
    bool no_gt = lift_gt(p);
    operand = parse_type_at(p, p->at) ? parse_type_name(p) : parse_expr(p);
    p->state->no_gt = no_gt;
    parse_close(p, TK_RPAREN, open);
    return postfix(p, parse_kids_of(p, n, 1, operand));
}

static struct hd_ast *label_address(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_LABEL_ADDR, 0);
    parse_advance(p);
    n->name = parse_tok(p)->text;
    if (!parse_is(p, TK_IDENT))
        parse_fail(p, parse_after(p), "expected a label after `&&`, found %s", parse_found(p));
    parse_advance(p);
    return parse_done(p, n);
}

static struct hd_ast *cast(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_CAST, TK_LPAREN), *type;
    struct hd_ast *literal = type_in_parens(p, &type);
    if (literal) return literal;
    struct hd_ast *operand = parse_enter(p) ? cast_expr(p) : parse_nothing(p);
    parse_leave(p);
    return parse_kids_of(p, n, 2, type, operand);
}

static struct hd_ast *new_expr(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_NEW, 0), *type, *count = NULL;
    ast_vec kids = {0};
    bool no_gt = lift_gt(p);
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    int inner = parse_next(p, p->at);
    struct parse_path path;
    if (parse_is(p, TK_LPAREN) && parse_path_at(p, inner, &path) &&
        parse_word(&p->toks[path.name], "nothrow")) {
        n->nothrow = true;
        parse_advance(p);
        parse_qual(p, &path);
        parse_advance(p);
        parse_close(p, TK_RPAREN, open);
        open = parse_tok(p);
    }
    inner = parse_next(p, p->at);
    if (parse_is(p, TK_LPAREN) && inner < p->n && !parse_type_at(p, inner)) {
        ast_vec args = {0};
        struct hd_ast *place = parse_node(p, AST_CALL, 0);
        parse_advance(p);
        parse_args(p, &args, TK_RPAREN, open);
        n->placement = parse_kids(p, place, &args);
        open = parse_tok(p);
    }
    if (parse_accept(p, TK_LPAREN)) {
        type = parse_type_name(p);
        parse_close(p, TK_RPAREN, open);
    } else {
        type = parse_new_type(p, &count, &n->counts_list);
    }
    HD_PUSH(p->arena, &kids, type);
    HD_PUSH(p->arena, &kids, count);
    open = parse_tok(p);
    if (!p->state->panic && (parse_is(p, TK_LPAREN) || parse_is(p, TK_LBRACE)))
        n->op = (uint16_t)open->kind;
    if (n->op == TK_LPAREN) {
        parse_advance(p);
        parse_args(p, &kids, TK_RPAREN, open);
    } else if (n->op == TK_LBRACE) {
        HD_PUSH(p->arena, &kids, parse_init_list(p));
    }
    p->state->no_gt = no_gt;
    return parse_kids(p, n, &kids);
}

static struct hd_ast *delete_expr(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_DELETE, 0);
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    if (parse_accept(p, TK_LBRACKET)) {
        n->op = TK_LBRACKET;
        parse_close(p, TK_RBRACKET, open);
    }
    struct hd_ast *operand = parse_enter(p) ? cast_expr(p) : parse_nothing(p);
    parse_leave(p);
    return parse_kids_of(p, n, 1, operand);
}

static struct hd_ast *cast_expr(struct parser *p) {
    switch (parse_tok(p)->kind) {
    case TK_LPAREN:
        if (parse_type_at(p, parse_next(p, p->at)) || unknown_cast(p)) return cast(p);
        break;
    case TK_INC:
    case TK_DEC: return unary(p, AST_PRE);
    case TK_PLUS:
    case TK_MINUS:
    case TK_TILDE:
    case TK_NOT:
    case TK_STAR:
    case TK_AMP:
    case TK_REAL:
    case TK_IMAG: return unary(p, AST_UNARY);
    case TK_SIZEOF:
    case TK_ALIGNOF: return sizeof_expr(p);
    case TK_TYPEID: return typeid_expr(p);
    case TK_NOEXCEPT:
        if (!parse_cu(p)) break;
        return noexcept_expr(p);
    case TK_NEW: return new_expr(p);
    case TK_DELETE: return delete_expr(p);
    case TK_SCOPE: // `::new`: classes have no operators of their own here
        if (!parse_cu(p)) break;
        if (parse_peek(p) == TK_NEW || parse_peek(p) == TK_DELETE) {
            parse_advance(p);
            return parse_tok(p)->kind == TK_NEW ? new_expr(p) : delete_expr(p);
        }
        break;
    case TK_AND_AND: return label_address(p);
    case TK_EXTENSION: {
        parse_advance(p);
        struct hd_ast *operand = parse_enter(p) ? cast_expr(p) : parse_nothing(p);
        parse_leave(p);
        return operand;
    }
    default: break;
    }
    return postfix(p, parse_primary(p));
}

// ---- binary operators ---------------------------------------------------------------------------

static int precedence(const struct parser *p) {
    switch (parse_tok(p)->kind) {
    case TK_DOT_STAR:
    case TK_ARROW_STAR: return 12;
    case TK_STAR:
    case TK_SLASH:
    case TK_PERCENT: return 11;
    case TK_PLUS:
    case TK_MINUS: return 10;
    case TK_SHL: return 9;
    case TK_SHR: return p->state->no_gt ? 0 : 9;
    case TK_SPACESHIP: return 8;
    case TK_LT:
    case TK_LE:
    case TK_GE: return 7;
    case TK_GT: return p->state->no_gt ? 0 : 7;
    case TK_EQ:
    case TK_NE: return 6;
    case TK_AMP: return 5;
    case TK_CARET: return 4;
    case TK_PIPE: return 3;
    case TK_AND_AND: return 2;
    case TK_OR_OR: return 1;
    default: return 0;
    }
}

static struct hd_ast *binary(struct parser *p, int min) {
    struct hd_ast *left = cast_expr(p);
    for (int prec; (prec = precedence(p)) >= min;) {
        if (parse_cu(p) && parse_peek(p) == TK_ELLIPSIS) break; // of a fold expression
        struct hd_ast *n = parse_node_at(p, AST_BINARY, parse_tok(p)->kind, left->range.from);
        parse_advance(p);
        struct hd_ast *right = binary(p, prec + 1);
        left = parse_kids_of(p, n, 2, left, right);
    }
    return left;
}

static bool assignment_op(int kind) { return kind >= TK_ASSIGN && kind <= TK_PIPE_ASSIGN; }

static struct hd_ast *assignment(struct parser *p, struct hd_ast *left) {
    struct hd_ast *n = parse_node_at(p, AST_ASSIGN, parse_tok(p)->kind, left->range.from);
    parse_advance(p);
    struct hd_ast *right = parse_bracket_list(p) ? parse_bracketed(p) // `axis=[0, 1]`
                           : parse_cu(p)         ? parse_initializer(p)
                                                 : parse_assign(p);
    return parse_kids_of(p, n, 2, left, right);
}

// `a ? b : c ? d : e`: each condition's last kid is the next one. Finished from the inside out.
static struct hd_ast *throw_expr(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_THROW, 0);
    parse_advance(p);
    switch (parse_tok(p)->kind) {
    case TK_SEMI:
    case TK_RPAREN:
    case TK_RBRACE:
    case TK_RBRACKET:
    case TK_COLON:
    case TK_COMMA:
    case TK_EOF: return parse_done(p, n);
    default: return parse_kids_of(p, n, 1, parse_assign(p));
    }
}

struct hd_ast *parse_conditional(struct parser *p) {
    struct hd_ast *left = binary(p, 1);
    ast_vec chain = {0};
    while (parse_is(p, TK_QUESTION)) {
        const struct hd_token *question = parse_tok(p);
        struct hd_ast *n = parse_node_at(p, AST_COND, 0, left->range.from), *middle = NULL;
        bool no_gt = lift_gt(p);
        parse_advance(p);
        if (!parse_is(p, TK_COLON)) middle = parse_expr(p);
        p->state->no_gt = no_gt;
        if (!parse_is(p, TK_COLON)) {
            struct hd_diag *diag =
                parse_fail(p, parse_after(p), "expected `:`, found %s", parse_found(p));
            parse_note(p, diag, parse_tok_range(question), "for this `?`");
        }
        parse_advance(p);
        n->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 3);
        n->nkids = 3;
        n->kids[0] = left;
        n->kids[1] = middle;
        HD_PUSH(p->arena, &chain, n);
        if (parse_cu(p) && parse_is(p, TK_THROW)) {
            left = throw_expr(p);
            break;
        }
        left = binary(p, 1);
        if (parse_cu(p) && assignment_op(parse_tok(p)->kind)) left = assignment(p, left);
    }
    for (int i = chain.n; i-- > 0;) {
        chain.v[i]->kids[2] = left;
        left = parse_done(p, chain.v[i]);
    }
    return left;
}

struct hd_ast *parse_assign(struct parser *p) {
    struct hd_ast *left;
    if (p->diags) hd_diags_poll(p->diags);
    if (!parse_enter(p)) {
        left = parse_nothing(p);
    } else if (parse_cu(p) && parse_is(p, TK_THROW)) {
        left = throw_expr(p);
    } else {
        left = parse_conditional(p);
        if (assignment_op(parse_tok(p)->kind) && !(parse_cu(p) && parse_peek(p) == TK_ELLIPSIS))
            left = assignment(p, left);
    }
    parse_leave(p);
    return left;
}

struct hd_ast *parse_expr(struct parser *p) {
    struct hd_ast *left = parse_assign(p);
    while (parse_is(p, TK_COMMA) && !(parse_cu(p) && parse_peek(p) == TK_ELLIPSIS)) {
        struct hd_ast *n = parse_node_at(p, AST_COMMA, 0, left->range.from);
        parse_advance(p);
        struct hd_ast *right = parse_assign(p);
        left = parse_kids_of(p, n, 2, left, right);
    }
    return left;
}
