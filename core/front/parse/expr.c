// Expressions: operators behind, before and between operands. Binary operators climb by precedence;
// what chains without nesting (`a + b + ...`, `x ? a : y ? b : ...`, postfix operators) is parsed
// in loops, and parse_done bounds the height of the tree that results.
//
// Example: `k<float, 16><<<grid, block>>>(x, T(2) + 1)` is an AST_LAUNCH of AST_NAME k with two
// template arguments.
#include "front/parse/parse.h"

#include <string.h>

// ---- postfix ------------------------------------------------------------------------------------

static struct hd_ast *launch(struct parser *p, struct hd_ast *kernel) {
    struct hd_ast *n = parse_node_at(p, AST_LAUNCH, 0, kernel->range.from);
    const struct hd_token *angle = parse_tok(p);
    ast_vec config = {0}, kids = {0};
    bool no_gt = parse_lift_gt(p);
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

// `a.Base<int>::f()`, not `a.n < m`.
static bool template_base_at(struct parser *p, int i) {
    int close = parse_angle(p, i);
    return close >= 0 && parse_kind_at(p, parse_next(p, close)) == TK_SCOPE;
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
        const char *name = parse_operator_name(p, &n->conversion);
        n->name = name ? name : "operator";
        return member_arguments(p, n, left, word);
    }
    struct parse_path path;
    if (parse_cu(p) && parse_is(p, TK_TILDE)) {
        const char *name = parse_dtor_name(p);
        n->name = name ? name : "~";
        return parse_kids_of(p, n, 1, left);
    }
    bool less = parse_peek(p) == TK_LT && !template_base_at(p, parse_next(p, p->at));
    if (parse_may_be_qualified(p) && !less && parse_path_at(p, p->at, &path) &&
        (path.parts || path.rooted)) { // `p->Base::f()`
        n->qual = parse_qual(p, &path);
        t = parse_tok(p);
        n->loc = t->loc;
        if (path.special) {
            const char *name = parse_is(p, TK_OPERATOR) ? parse_operator_name(p, &n->conversion)
                                                        : parse_dtor_name(p);
            n->name = name ? name : "operator";
            return parse_kids_of(p, n, 1, left);
        }
    }
    bool named = t->kind == TK_IDENT || (t->kind > TK_LAUNCH_CLOSE && t->text && !parse_cu(p));
    n->name = named ? t->text : hd_intern_str(""); // reported below; what is around may be checked
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
    bool no_gt = parse_lift_gt(p);
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

// Python's ways to name the type of an array's elements: `f(..., dtype=T)` is `f<T>(...)`, and
// `a.astype(T)` is `a.astype<T>()`.
static void elements_type(struct parser *p, struct hd_ast *called, ast_vec *kids) {
    bool member = called->kind == AST_MEMBER;
    if (!parse_cu(p) || called->targs || (!member && called->kind != AST_NAME)) return;
    bool astype = called->name && !strcmp(called->name, "astype");
    for (int i = 1; i < kids->n; i++) {
        struct hd_ast *type = kids->v[i];
        if (type->kind == AST_ASSIGN)
            type = type->kids[1];
        else if (!astype)
            continue;
        if (type->kind != AST_TYPE_NAME) continue;
        ast_vec with = {0};
        if (member) HD_PUSH(p->arena, &with, called->kids[0]);
        HD_PUSH(p->arena, &with, type);
        called->kids = with.v;
        called->nkids = with.n;
        called->targs = true;
        for (kids->n--; i < kids->n; i++) kids->v[i] = kids->v[i + 1];
        return;
    }
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
            elements_type(p, left, &kids);
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
    struct hd_ast *operand = parse_enter(p) ? parse_cast(p) : parse_nothing(p);
    parse_leave(p);
    return parse_kids_of(p, n, 1, operand);
}

// `(type)` is at hand: a compound literal or the operand's type. NULL literal: no `{` follows,
// *type is set.
static struct hd_ast *type_in_parens(struct parser *p, struct hd_ast **type) {
    const struct hd_token *open = parse_tok(p);
    struct hd_ast *n = parse_node(p, AST_COMPOUND_LITERAL, 0);
    bool no_gt = parse_lift_gt(p);
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
    if (!parse_expect(p, TK_LPAREN, "after `sizeof...`")) return parse_broken(n);
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
    if (!parse_expect(p, TK_LPAREN, "after `noexcept`")) return parse_broken(n);
    bool no_gt = parse_lift_gt(p);
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
        operand = parse_cast(p);
    }
    parse_leave(p);
    return parse_kids_of(p, n, 1, operand);
}

// `typeid(int)`, `typeid(x)`: an AST_SIZEOF with that operator
static struct hd_ast *typeid_expr(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_SIZEOF, TK_TYPEID), *operand;
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, "after `typeid`")) return parse_broken(n);
    bool no_gt = parse_lift_gt(p);
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
    struct hd_ast *operand = parse_enter(p) ? parse_cast(p) : parse_nothing(p);
    parse_leave(p);
    return parse_kids_of(p, n, 2, type, operand);
}

static struct hd_ast *new_expr(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_NEW, 0), *type, *count = NULL;
    ast_vec kids = {0};
    bool no_gt = parse_lift_gt(p);
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
    struct hd_ast *operand = parse_enter(p) ? parse_cast(p) : parse_nothing(p);
    parse_leave(p);
    return parse_kids_of(p, n, 1, operand);
}

struct hd_ast *parse_cast(struct parser *p) {
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
        struct hd_ast *operand = parse_enter(p) ? parse_cast(p) : parse_nothing(p);
        parse_leave(p);
        return operand;
    }
    default: break;
    }
    return postfix(p, parse_primary(p));
}

// ---- binary operators ---------------------------------------------------------------------------

int parse_precedence(const struct parser *p) {
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
    struct hd_ast *left = parse_cast(p);
    for (int prec; (prec = parse_precedence(p)) >= min;) {
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
        bool no_gt = parse_lift_gt(p);
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
