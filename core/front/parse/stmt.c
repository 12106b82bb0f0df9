// Statements and blocks. Chains that people write without nesting (`case 1: case 2: ...`, `else
// if`) are loops here. A statement with an error is skipped (parse_resync) and the block goes on
// with the next one.
//
// `if (int n = f(); n > 0) ...` becomes a block of the declaration and the `if`. Conditions may
// declare a variable. A `#pragma unroll` seen since the last statement began goes to the loop that
// follows it.
//
// Example: the last input of a cell, `x + 1` without `;`, is an AST_EXPR_STMT with op 0: its value
// is shown.
#include "front/parse/parse.h"

#include <string.h>

// Behind a function's `}`: what FP_CONTRACT said before it holds no longer. Pragmas between it and
// the next token have been looked at by then. Gives what was in force at the `}`.
static bool contract_end(struct parser *p, bool outer) {
    struct parse_state *st = p->state;
    bool at_end = p->no_contract;
    if (st->contract_at > st->last) {
        at_end = st->no_contract_before;
        st->no_contract_before = outer;
    } else {
        p->no_contract = outer;
    }
    return at_end;
}

void parse_skip_braces(struct parser *p) {
    const struct hd_token *open = parse_tok(p);
    int close = parse_match(p, p->at);
    bool no_contract = p->no_contract;
    while (!parse_is(p, TK_EOF) && p->at < close) parse_advance(p);
    parse_close(p, TK_RBRACE, open);
    p->state->unroll_at = -1; // what stood inside
    contract_end(p, no_contract);
}

// ---- asm ----------------------------------------------------------------------------------------

typedef HD_VEC(struct hd_asm_operand) operand_vec;

// [name] "constraint" (expr), ...
static void asm_operands(struct parser *p, operand_vec *list, bool output) {
    while (parse_is(p, TK_STRING) || parse_is(p, TK_LBRACKET)) {
        struct hd_asm_operand op = {.output = output};
        if (parse_accept(p, TK_LBRACKET)) {
            if (parse_is(p, TK_IDENT)) op.name = parse_tok(p)->text;
            parse_advance(p);
            parse_expect(p, TK_RBRACKET, "after the operand's name");
        }
        op.constraint = parse_joined_string(p);
        const struct hd_token *open = parse_tok(p);
        if (parse_expect(p, TK_LPAREN, "after the operand's constraint")) {
            op.expr = parse_expr(p);
            parse_close(p, TK_RPAREN, open);
        }
        HD_PUSH(p->arena, list, op);
        if (!parse_accept(p, TK_COMMA)) break;
    }
}

// The parts after the template: `: outputs : inputs : clobbers`, where `::` is one token.
static void asm_parts(struct parser *p, struct hd_ast *n) {
    operand_vec ops = {0};
    HD_VEC(const char *) clobbers = {0};
    int part = 0;
    while (part < 3 && (parse_is(p, TK_COLON) || parse_is(p, TK_SCOPE))) {
        part += parse_is(p, TK_SCOPE) ? 2 : 1;
        parse_advance(p);
        if (part <= 2) {
            asm_operands(p, &ops, part == 1);
        } else {
            while (parse_is(p, TK_STRING)) {
                HD_PUSH(p->arena, &clobbers, parse_joined_string(p));
                if (!parse_accept(p, TK_COMMA)) break;
            }
        }
    }
    n->asm_ops = ops.v;
    n->nasm_ops = ops.n;
    n->asm_clobbers = clobbers.v;
    n->nasm_clobbers = clobbers.n;
}

struct hd_ast *parse_asm(struct parser *p) {
    int mark = parse_tall_begin(p);
    struct hd_ast *n = parse_node(p, AST_ASM, 0);
    parse_advance(p);
    for (;;) {
        if (parse_is(p, TK_GOTO)) {
            struct hd_diag *diag = parse_fail(p, parse_here(p), "`asm goto` is not supported");
            parse_help(p, diag, "let the assembly write a flag, and test that with `if`");
        }
        if (parse_is(p, TK_VOLATILE))
            n->op = TK_VOLATILE;
        else if (!parse_is(p, TK_INLINE) && !parse_is(p, TK_CONST))
            break;
        parse_advance(p);
    }
    const struct hd_token *open = parse_tok(p);
    if (parse_expect(p, TK_LPAREN, "after `asm`")) {
        n->tok = parse_tok(p);
        if (!parse_is(p, TK_STRING))
            parse_fail(p, parse_after(p), "expected the assembly as a string, found %s",
                       parse_found(p));
        while (parse_is(p, TK_STRING)) {
            n->ntoks++;
            parse_advance(p);
        }
        asm_parts(p, n);
        parse_close(p, TK_RPAREN, open);
    }
    parse_tall_done(p, n, mark);
    parse_semi(p, "the `asm`", NULL);
    return n;
}

// ---- conditions and parts -----------------------------------------------------------------------

// `(` after a keyword.
static const struct hd_token *open_paren(struct parser *p, const char *word) {
    const struct hd_token *open = parse_tok(p);
    if (parse_accept(p, TK_LPAREN)) return open;
    bool named = parse_is(p, TK_IDENT);
    struct hd_diag *diag =
        parse_fail(p, parse_after(p), "expected `(` after `%s`, found %s", word, parse_found(p));
    if (named && strcmp(word, "catch") != 0)
        parse_help(p, diag,
                   strcmp(word, "for") ? "the condition stands in parentheses"
                                       : "a loop reads `for (int i = 0; i < n; i++)`");
    return open;
}

static struct hd_ast *condition(struct parser *p) {
    if (!parse_cu(p) || parse_is(p, TK_EOF) || !parse_decl_at(p, p->at)) return parse_expr(p);
    struct hd_ast *n = parse_declaration(p, DECL_CONDITION);
    if (!p->state->panic && (n->nkids == 0 || n->kids[0]->op == 0)) {
        struct hd_diag *diag =
            parse_fail(p, n->range, "a declaration in a condition needs a value");
        parse_help(p, diag, "write `= ...` after the name");
    }
    return n;
}

static struct hd_ast *expr_stmt_part(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_EXPR_STMT, TK_SEMI);
    return parse_kids_of(p, n, 1, parse_expr(p));
}

// The first part of `if (init; cond)` and `for (init; ...)`, without its `;`.
static struct hd_ast *init_part(struct parser *p, enum decl_where where) {
    if (parse_is(p, TK_SEMI)) return NULL;
    return !parse_is(p, TK_EOF) && parse_decl_at(p, p->at) ? parse_declaration(p, where)
                                                           : expr_stmt_part(p);
}

// Is there a `;` between the parentheses at hand? Then `if` has an init part.
static bool has_init_part(const struct parser *p, int i) {
    int close = parse_match(p, i);
    if (parse_kind_at(p, close) != TK_RPAREN) return false;
    for (i++; i < close; i++) {
        int kind = p->toks[i].kind;
        if (kind == TK_SEMI) return true;
        if (kind == TK_LPAREN || kind == TK_LBRACKET || kind == TK_LBRACE)
            i = parse_match(p, i);
        else if (kind == TK_RBRACE)
            return false;
    }
    return false;
}

// The statement that a loop or an `if` governs.
static struct hd_ast *sub_statement(struct parser *p, const char *after) {
    if (parse_is(p, TK_RBRACE)) {
        parse_fail(p, parse_after(p), "expected a statement after %s, found `}`", after);
        return parse_nothing(p);
    }
    if (!parse_is(p, TK_EOF) && !parse_is(p, TK_LBRACE) && parse_decl_at(p, p->at)) {
        struct parse_scope scope;
        parse_push(p, &scope); // its scope ends at once
        struct hd_ast *n = parse_node(p, AST_BLOCK, 0);
        parse_kids_of(p, n, 1, parse_declaration(p, DECL_LOCAL));
        parse_pop(p);
        return n;
    }
    if (parse_is(p, TK_LBRACE)) return parse_stmt(p, false); // its items count
    struct hd_ast *n = parse_enter(p) ? parse_stmt(p, false) : parse_nothing(p);
    parse_leave(p);
    return n;
}

// ---- if, switch, loops --------------------------------------------------------------------------

// `if consteval {}`, `if !consteval {}` (C++23): a question that a built-in answers.
static struct hd_ast *consteval_if(struct parser *p, struct hd_ast *n) {
    struct hd_ast *negated = parse_is(p, TK_NOT) ? parse_node(p, AST_UNARY, TK_NOT) : NULL;
    if (negated) parse_advance(p);
    struct hd_ast *asked = parse_node(p, AST_NAME, 0), *call = parse_node(p, AST_CALL, 0);
    asked->name = hd_intern_str("__builtin_is_constant_evaluated");
    parse_advance(p);
    parse_kids_of(p, call, 1, parse_done(p, asked));
    n->op = TK_CONSTEVAL;
    n->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 3);
    n->nkids = 3;
    n->kids[0] = negated ? parse_kids_of(p, negated, 1, call) : call;
    if (!parse_is(p, TK_LBRACE)) parse_fail(p, parse_here(p), "`{` must follow `if consteval`");
    n->kids[1] = sub_statement(p, "the `if`");
    return n;
}

static bool is_consteval_if(struct parser *p) {
    return parse_is(p, TK_CONSTEVAL) || (parse_is(p, TK_NOT) && parse_peek(p) == TK_CONSTEVAL);
}

// One `if (...) statement` without its else; init: the block around it when it has an init part.
static struct hd_ast *if_part(struct parser *p, struct hd_ast **block) {
    struct hd_ast *n = parse_node(p, AST_IF, 0), *init = NULL;
    hd_loc from = n->range.from;
    parse_advance(p);
    *block = NULL;
    if (is_consteval_if(p)) return consteval_if(p, n);
    if (parse_accept(p, TK_CONSTEXPR)) n->op = TK_CONSTEXPR;
    bool with_init = parse_cu(p) && parse_is(p, TK_LPAREN) && has_init_part(p, p->at);
    const struct hd_token *open = open_paren(p, "if");
    if (with_init) {
        *block = parse_node_at(p, AST_BLOCK, 0, from);
        init = init_part(p, DECL_FOR);
        parse_expect(p, TK_SEMI, "after the first part of the `if`");
    }
    n->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 3);
    n->nkids = 3;
    n->kids[0] = condition(p);
    parse_close(p, TK_RPAREN, open);
    n->kids[1] = sub_statement(p, "the `if`");
    if (*block) {
        ast_vec kids = {0};
        if (init) HD_PUSH(p->arena, &kids, init);
        HD_PUSH(p->arena, &kids, n);
        (*block)->kids = kids.v;
        (*block)->nkids = kids.n;
    }
    return n;
}

// if ... else if ... else: the whole chain in one loop, finished from its end.
static struct hd_ast *if_stmt(struct parser *p) {
    ast_vec chain = {0};
    int scopes = 0;
    for (;;) {
        struct hd_ast *block, *previous = chain.n ? chain.v[chain.n - 1] : NULL;
        parse_push(p, HD_NEW(p->scratch, struct parse_scope)); // of the condition's variable
        scopes++;
        struct hd_ast *n = if_part(p, &block);
        if (previous) previous->kids[2] = block ? block : n;
        if (block) HD_PUSH(p->arena, &chain, block);
        HD_PUSH(p->arena, &chain, n);
        if (!parse_accept(p, TK_ELSE)) break;
        if (n->op == TK_CONSTEVAL && !parse_is(p, TK_LBRACE))
            parse_fail(p, parse_here(p), "`{` must follow the `else` of `if consteval`");
        if (!parse_is(p, TK_IF)) {
            n->kids[2] = sub_statement(p, "the `else`");
            break;
        }
    }
    while (scopes-- > 0) parse_pop(p);
    for (int i = chain.n; i-- > 0;) parse_done(p, chain.v[i]);
    return chain.v[0];
}

static struct hd_ast *while_stmt(struct parser *p) {
    struct parse_scope scope;
    struct hd_ast *n = parse_node(p, AST_WHILE, 0);
    parse_advance(p);
    parse_push(p, &scope);
    const struct hd_token *open = open_paren(p, "while");
    struct hd_ast *cond = condition(p);
    parse_close(p, TK_RPAREN, open);
    struct hd_ast *body = sub_statement(p, "the `while`");
    parse_pop(p);
    return parse_kids_of(p, n, 2, cond, body);
}

static struct hd_ast *do_stmt(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_DO, 0), *cond;
    parse_advance(p);
    struct hd_ast *body = sub_statement(p, "the `do`");
    if (!parse_accept(p, TK_WHILE))
        parse_fail(p, parse_after(p),
                   "expected `while (condition);` after the body of the `do`, found %s",
                   parse_found(p));
    const struct hd_token *open = open_paren(p, "while");
    cond = parse_expr(p);
    parse_close(p, TK_RPAREN, open);
    parse_kids_of(p, n, 2, body, cond);
    parse_semi(p, "the `do` loop", NULL);
    return n;
}

// `T x :` has been read: what it loops over, and the body.
static struct hd_ast *range_for(struct parser *p, struct hd_ast *n, struct hd_ast *variable,
                                const struct hd_token *open) {
    n->kind = AST_RANGE_FOR;
    parse_advance(p);
    struct hd_ast *over = parse_is(p, TK_LBRACE) ? parse_init_list(p) : parse_expr(p);
    parse_close(p, TK_RPAREN, open);
    struct hd_ast *body = sub_statement(p, "the `for`");
    parse_pop(p);
    return parse_kids_of(p, n, 3, variable, over, body);
}

static bool is_range_variable(const struct hd_ast *init) {
    return init && init->kind == AST_DECLARATION && init->nkids == 1 && init->kids[0]->op == 0;
}

// `for (init; T x : values)` (C++20): no second `;` before the `)`, but a `:` outside of `?:`.
static bool range_after_init(const struct parser *p) {
    int questions = 0;
    for (int i = p->at; i < p->n; i = parse_next(p, i)) {
        int kind = parse_kind_at(p, i);
        if (kind == TK_LPAREN || kind == TK_LBRACKET || kind == TK_LBRACE)
            i = parse_match(p, i);
        else if (kind == TK_SEMI || kind == TK_RPAREN)
            return false;
        else if (kind == TK_QUESTION)
            questions++;
        else if (kind == TK_COLON && questions-- == 0)
            return true;
    }
    return false;
}

// { init; for (T x : values) ... }
static struct hd_ast *range_for_with_init(struct parser *p, struct hd_ast *n, struct hd_ast *init,
                                          const struct hd_token *open) {
    struct hd_ast *block = parse_node_at(p, AST_BLOCK, 0, n->range.from);
    struct hd_ast *variable = parse_declaration(p, DECL_FOR);
    if (!parse_is(p, TK_COLON) || !is_range_variable(variable)) {
        parse_fail(p, parse_after(p), "expected `:` and what the `for` loops over, found %s",
                   parse_found(p));
        parse_pop(p);
        return block;
    }
    n = range_for(p, n, variable, open);
    return init ? parse_kids_of(p, block, 2, init, n) : n;
}

// `for (int i = 0, i < n, i++)`: what follows the comma is no declarator.
static void comma_for_semicolon(struct parser *p) {
    int kind = parse_tok(p)->kind, before = p->at > 1 ? p->toks[p->at - 2].kind : TK_EOF;
    bool compares = kind == TK_LT || kind == TK_GT || kind == TK_LE || kind == TK_GE ||
                    kind == TK_NE || kind == TK_EQ;
    if (!compares || before != TK_COMMA || p->state->panic) return;
    struct hd_diag *diag =
        parse_fail(p, parse_here(p), "a comma stands between parts of the `for`");
    parse_help(p, diag, "they are separated by `;`: `for (int i = 0; i < n; i++)`");
}

static struct hd_ast *for_stmt(struct parser *p) {
    struct parse_scope scope;
    struct hd_ast *n = parse_node(p, AST_FOR, 0), *init, *cond = NULL, *step = NULL;
    parse_advance(p);
    parse_push(p, &scope);
    const struct hd_token *open = open_paren(p, "for");
    init = init_part(p, DECL_FOR);
    if (parse_cu(p) && parse_is(p, TK_COLON) && !p->state->panic && is_range_variable(init))
        return range_for(p, n, init, open);
    comma_for_semicolon(p);
    if (parse_word(parse_tok(p), "in") && !p->state->panic) {
        struct hd_diag *diag =
            parse_fail(p, parse_here(p), "`in` is no word of C++: here stands a `:`");
        parse_help(p, diag,
                   "a loop over elements reads `for (int x : a)`, one over numbers "
                   "`for (int i = 0; i < n; i++)`");
    }
    parse_expect(p, TK_SEMI, "after the first part of the `for`");
    if (parse_cu(p) && range_after_init(p)) return range_for_with_init(p, n, init, open);
    if (!parse_is(p, TK_SEMI)) cond = condition(p);
    if (parse_is(p, TK_RPAREN)) {
        struct hd_diag *diag = parse_fail(
            p, parse_after(p), "expected `;` and the third part of the `for`, found `)`");
        parse_help(p, diag, "a `for` has three parts: `for (int i = 0; i < n; i++)`");
    }
    parse_expect(p, TK_SEMI, "after the second part of the `for`");
    if (!parse_is(p, TK_RPAREN)) step = parse_expr(p);
    parse_close(p, TK_RPAREN, open);
    struct hd_ast *body = sub_statement(p, "the `for`");
    parse_pop(p);
    return parse_kids_of(p, n, 4, init, cond, step, body);
}

static struct hd_ast *switch_stmt(struct parser *p) {
    struct parse_scope scope;
    struct hd_ast *n = parse_node(p, AST_SWITCH, 0), *block = NULL, *init = NULL;
    parse_advance(p);
    parse_push(p, &scope);
    bool with_init = parse_cu(p) && parse_is(p, TK_LPAREN) && has_init_part(p, p->at);
    const struct hd_token *open = open_paren(p, "switch");
    if (with_init) {
        block = parse_node_at(p, AST_BLOCK, 0, n->range.from);
        init = init_part(p, DECL_FOR);
        parse_expect(p, TK_SEMI, "after the first part of the `switch`");
    }
    struct hd_ast *value = condition(p);
    parse_close(p, TK_RPAREN, open);
    struct hd_ast *body = sub_statement(p, "the `switch`");
    parse_pop(p);
    parse_kids_of(p, n, 2, value, body);
    return !block ? n : init ? parse_kids_of(p, block, 2, init, n) : parse_kids_of(p, block, 1, n);
}

// ---- jumps, labels ------------------------------------------------------------------------------

static struct hd_ast *goto_stmt(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_GOTO, 0);
    parse_advance(p);
    n->loc = parse_tok(p)->loc;
    if (parse_accept(p, TK_STAR)) {
        struct hd_ast *target = parse_expr(p);
        parse_kids_of(p, n, 1, target);
    } else if (parse_is(p, TK_IDENT)) {
        n->name = parse_tok(p)->text;
        parse_advance(p);
    } else {
        parse_fail(p, parse_after(p), "expected a label after `goto`, found %s", parse_found(p));
    }
    parse_done(p, n);
    parse_semi(p, "`goto`", n->name);
    return n;
}

static struct hd_ast *simple_jump(struct parser *p, enum hd_ast_kind kind, const char *what) {
    struct hd_ast *n = parse_node(p, kind, 0);
    parse_advance(p);
    parse_done(p, n);
    parse_semi(p, what, NULL);
    return n;
}

static struct hd_ast *return_stmt(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_RETURN, 0), *value = NULL;
    parse_advance(p);
    if (!parse_is(p, TK_SEMI) && !parse_is(p, TK_RBRACE))
        value = parse_cu(p) ? parse_initializer(p) : parse_expr(p);
    if (value && parse_is(p, TK_COMMA)) { // parse_initializer stops there
        struct hd_ast *comma = parse_node_at(p, AST_COMMA, 0, value->range.from);
        parse_advance(p);
        struct hd_ast *right = parse_expr(p);
        value = parse_kids_of(p, comma, 2, value, right);
    }
    parse_kids_of(p, n, 1, value);
    parse_semi(p, value ? "the `return`" : "`return`", NULL);
    return n;
}

// One label (`name:`, `case 1:`, `case 1 ... 5:`, `default:`) without its statement, or NULL.
static struct hd_ast *label(struct parser *p) {
    struct hd_ast *n;
    if (parse_is(p, TK_IDENT) && parse_peek(p) == TK_COLON) {
        n = parse_node(p, AST_LABEL, 0);
        n->name = parse_tok(p)->text;
        parse_advance(p);
        parse_advance(p);
        parse_attributes(p, &n->attrs);
    } else if (parse_is(p, TK_CASE)) {
        struct hd_ast *from, *to = NULL;
        n = parse_node(p, AST_CASE, 0);
        parse_advance(p);
        from = parse_conditional(p);
        if (parse_accept(p, TK_ELLIPSIS)) to = parse_conditional(p);
        parse_expect(p, TK_COLON, "after the value of the `case`");
        return parse_kids_of(p, n, 3, from, to, NULL);
    } else if (parse_is(p, TK_DEFAULT)) {
        n = parse_node(p, AST_DEFAULT, 0);
        parse_advance(p);
        parse_expect(p, TK_COLON, "after `default`");
    } else {
        return NULL;
    }
    return parse_kids_of(p, n, 1, NULL);
}

// ---- expression statements, what only C++ has ---------------------------------------------------

// `whlie (x) {`, `fro (i = 0; i < n; i++) ...`: an unknown name, parentheses, and then a statement.
// *near: what was meant.
bool parse_misspelt_at(struct parser *p, int i, const char **near) {
    int open = parse_next(p, i);
    if (parse_kind_at(p, i) != TK_IDENT || parse_kind_at(p, open) != TK_LPAREN || p->trial)
        return false;
    if (parse_classify(p, p->toks[i].text) != NAME_UNKNOWN) return false;
    int after = parse_kind_at(p, parse_next(p, parse_match(p, open)));
    bool is_call =
        after < TK_AUTO && after != TK_LBRACE && (after != TK_IDENT || p->toks[i].text_len < 5);
    if (is_call && !has_init_part(p, open)) return false;
    static const char *const python[] = {"elif", "elsif", "elseif"};
    *near = "else if";
    for (int k = 0; k < HD_COUNT(python); k++)
        if (parse_cu(p) && parse_word(&p->toks[i], python[k])) return true;
    *near = parse_suggest(p, p->toks[i].text, false);
    return *near && (strcmp(*near, "if") == 0 || strcmp(*near, "while") == 0 ||
                     strcmp(*near, "for") == 0 || strcmp(*near, "switch") == 0);
}

// Reports it and goes on as if it were spelled right: with the statement after the parentheses.
static struct hd_ast *misspelt_keyword(struct parser *p) {
    const char *near;
    if (parse_is(p, TK_EOF) || !parse_misspelt_at(p, p->at, &near)) return NULL;
    struct hd_diag *diag = parse_report(p, parse_here(p), "unknown word `%s`", parse_tok(p)->text);
    parse_help(p, diag, "did you mean `%s`?", near);
    int close = parse_match(p, parse_next(p, p->at));
    while (!parse_is(p, TK_EOF) && p->at <= close) parse_advance(p);
    return sub_statement(p, "the parentheses");
}

// Words of other languages that begin a statement; NULL: none.
static const char *foreign_word(const char *word) {
    static const struct {
        const char *word, *help;
    } words[] = {
        {"elif", "write `else if (...)`"},
        {"elseif", "write `else if (...)`"},
        {"__kernel", "in CUDA C++ a kernel begins with `__global__ void`"},
        {"kernel", "in CUDA C++ a kernel begins with `__global__ void`"},
        {"let", "declare a variable with its type, or `auto x = ...`"},
        {"var", "declare a variable with its type, or `auto x = ...`"},
        {"function", "a function begins with the type that it returns: `float f(float x) { ... }`"},
        {"print", "`printf` prints: printf(\"%d\\n\", 5)"},
    };
    for (int i = 0; i < HD_COUNT(words); i++)
        if (!strcmp(words[i].word, word)) return words[i].help;
    return NULL;
}

// `include <stdio.h>`: a directive without its `#`.
static void bare_directive(struct parser *p) {
    static const char *const words[] = {"include", "define", "pragma", "ifdef", "ifndef", "endif"};
    const struct hd_token *t = parse_tok(p);
    if (t->kind != TK_IDENT || !parse_cu(p) || p->trial || p->state->panic) return;
    int after = parse_peek(p);
    bool follows = after == TK_LT || after == TK_STRING || after == TK_IDENT || after == TK_EOF;
    for (int i = 0; i < HD_COUNT(words) && follows; i++)
        if (parse_word(t, words[i]) && parse_classify(p, t->text) == NAME_UNKNOWN)
            parse_help(p, parse_fail(p, parse_here(p), "unknown word `%s`", words[i]),
                       "a directive begins with `#`: `#%s`", words[i]);
}

static struct hd_ast *expr_stmt(struct parser *p, bool top) {
    bare_directive(p);
    struct hd_ast *n = expr_stmt_part(p);
    if (p->state->panic || parse_accept(p, TK_SEMI)) {
        n->range = parse_from(p, n->range.from);
        return n;
    }
    if (top && p->at >= p->n) {
        n->op = 0;
        return n;
    }
    // `retrun 0;`: a word that is not known, and something that cannot follow it
    const char *word = n->nkids && n->kids[0] && n->kids[0]->kind == AST_NAME && !n->kids[0]->nkids
                           ? n->kids[0]->name
                           : NULL;
    bool unknown = word && !p->trial && !(parse_tok(p)->flags & TF_BOL) &&
                   parse_classify(p, word) == NAME_UNKNOWN;
    const char *specifier = unknown && parse_cu(p) ? parse_specifier_meant(word) : NULL;
    bool declares = !parse_is(p, TK_EOF) && (parse_decl_at(p, p->at) || parse_is(p, TK_IDENT));
    if (specifier && declares) {
        struct hd_diag *diag = parse_fail(p, n->kids[0]->range, "unknown word `%s`", word);
        parse_help(p, diag, "did you mean `%s`?", specifier);
        return n;
    }
    const char *near = unknown ? parse_suggest(p, word, false) : NULL;
    if (near && parse_statement_word(near)) {
        struct hd_diag *diag = parse_fail(p, n->kids[0]->range, "unknown word `%s`", word);
        parse_help(p, diag, "did you mean `%s`?", near);
        return n;
    }
    const struct hd_ast *e = n->nkids ? n->kids[0] : NULL;
    const char *called =
        e && e->kind == AST_CALL && e->kids[0]->kind == AST_NAME ? e->kids[0]->name : word;
    const char *instead = called && !p->trial && parse_cu(p) ? foreign_word(called) : NULL;
    bool follows = word && parse_is(p, TK_IDENT); // `var x`, where `var` is a function of arrays
    if (instead && (follows || parse_classify(p, called) == NAME_UNKNOWN)) {
        struct hd_diag *diag = parse_fail(p, e->range, "unknown word `%s`", called);
        parse_help(p, diag, "%s", instead);
        return n;
    }
    parse_semi(p, "the expression", NULL);
    return n;
}

// ---- try ----------------------------------------------------------------------------------------

// `catch (type name) { ... }`
static struct hd_ast *handler(struct parser *p) {
    struct parse_scope scope;
    struct hd_ast *n = parse_node(p, AST_CATCH, 0);
    parse_advance(p);
    parse_push(p, &scope);
    const struct hd_token *open = open_paren(p, "catch");
    if (!parse_accept(p, TK_ELLIPSIS)) {
        n->param = HD_NEW(p->arena, struct hd_param);
        parse_param(p, n->param);
    }
    parse_close(p, TK_RPAREN, open);
    struct hd_ast *body = parse_block(p);
    parse_pop(p);
    return parse_kids_of(p, n, 1, body);
}

static struct hd_ast *with_handlers(struct parser *p, struct hd_ast *n, struct hd_ast *block) {
    ast_vec kids = {0};
    HD_PUSH(p->arena, &kids, block);
    if (!p->state->panic && !parse_is(p, TK_CATCH)) {
        struct hd_diag *diag = parse_fail(
            p, parse_after(p), "expected `catch` after the `try`, found %s", parse_found(p));
        parse_help(p, diag, "write `catch (...) { }` to drop every exception");
    }
    while (!p->state->panic && parse_is(p, TK_CATCH)) {
        struct hd_ast *last = kids.v[kids.n - 1];
        if (kids.n > 1 && !last->param)
            parse_report(p, parse_here(p),
                         "no exception comes here: `catch (...)` before it takes all");
        HD_PUSH(p->arena, &kids, handler(p));
    }
    return parse_kids(p, n, &kids);
}

static struct hd_ast *try_stmt(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_TRY, 0);
    parse_advance(p);
    return with_handlers(p, n, parse_block(p));
}

struct hd_ast *parse_function_try(struct parser *p) {
    if (!parse_cu(p) || !parse_is(p, TK_TRY)) return NULL;
    struct hd_ast *n = parse_node(p, AST_TRY, 0);
    n->op = TK_TRY;
    parse_advance(p);
    return n;
}

// A function's whole body.
struct hd_ast *parse_function_block(struct parser *p, struct hd_ast *fn) {
    bool outer = p->no_contract;
    struct hd_ast *block = parse_block(p);
    fn->no_contract = contract_end(p, outer);
    return block;
}

struct hd_ast *parse_function_tried(struct parser *p, struct hd_ast *attempt,
                                    struct hd_ast *block) {
    if (!attempt) return block;
    struct hd_ast *n = parse_node_at(p, AST_BLOCK, 0, attempt->range.from);
    return parse_kids_of(p, n, 1, with_handlers(p, attempt, block));
}

// True: a word of C++ that is not supported began here, and was reported.
static bool cpp_statement(struct parser *p) {
    const struct hd_token *t = parse_tok(p);
    if (!parse_cu(p)) return false;
    if (t->kind == TK_CATCH) {
        struct hd_diag *diag = parse_fail(p, parse_here(p), "`catch` without a `try` before it");
        parse_help(p, diag, "write `try { ... } catch (type &name) { ... }`");
        return true;
    }
    if (t->kind == TK_TEMPLATE) {
        parse_fail(p, parse_here(p), "`%s` can only stand at the top level", t->text);
        return true;
    }
    return false;
}

static struct hd_ast *unlabelled(struct parser *p, bool top) {
    switch (parse_tok(p)->kind) {
    case TK_LBRACE: return parse_block(p);
    case TK_IF: return if_stmt(p);
    case TK_WHILE: return while_stmt(p);
    case TK_DO: return do_stmt(p);
    case TK_FOR: return for_stmt(p);
    case TK_SWITCH: return switch_stmt(p);
    case TK_BREAK: return simple_jump(p, AST_BREAK, "`break`");
    case TK_CONTINUE: return simple_jump(p, AST_CONTINUE, "`continue`");
    case TK_RETURN: return return_stmt(p);
    case TK_GOTO: return goto_stmt(p);
    case TK_TRY: return try_stmt(p);
    case TK_ASM: return parse_asm(p);
    case TK_STATIC_ASSERT: return parse_static_assert(p);
    case TK_USING: return parse_using(p);
    case TK_NAMESPACE: // an alias
        if (parse_peek(p) == TK_IDENT &&
            parse_kind_at(p, parse_next(p, parse_next(p, p->at))) == TK_ASSIGN)
            return parse_namespace(p);
        parse_fail(p, parse_here(p), "`namespace` can only stand at the top level");
        return parse_nothing(p);
    case TK_SEMI: {
        struct hd_ast *n = parse_node(p, AST_EMPTY, 0);
        parse_advance(p);
        return parse_done(p, n);
    }
    default: break;
    }
    if (cpp_statement(p)) return parse_nothing(p);
    struct hd_ast *n = misspelt_keyword(p);
    return n ? n : expr_stmt(p, top);
}

struct hd_ast *parse_stmt(struct parser *p, bool top) {
    struct parse_state *st = p->state;
    ast_vec labels = {0};
    struct hd_ast *n;
    struct hd_attr *attrs = NULL;
    parse_attributes(p, &attrs);
    for (struct hd_ast *l; !st->panic && (l = label(p));) {
        HD_PUSH(p->arena, &labels, l);
        attrs = NULL; // `[[likely]] case 1:`, which says nothing about the statement
        parse_attributes(p, &attrs);
    }
    int pragma = st->unroll_at;
    st->unroll_at = -1;
    if (labels.n && (parse_is(p, TK_RBRACE) || (!parse_is(p, TK_EOF) && parse_decl_at(p, p->at))))
        n = parse_done(p, parse_node_at(p, AST_EMPTY, 0,
                                        st->last_end)); // the declaration is the block's next item
    else
        n = unlabelled(p, top);
    if (attrs) n->attrs = attrs;
    if (n->kind == AST_FOR || n->kind == AST_RANGE_FOR || n->kind == AST_WHILE || n->kind == AST_DO)
        parse_take_unroll(p, n, pragma);
    for (int i = labels.n; i-- > 0;) {
        struct hd_ast *l = labels.v[i];
        l->kids[l->nkids - 1] = n;
        n = parse_done(p, l);
    }
    return n;
}

// ---- blocks -------------------------------------------------------------------------------------

static void local_labels(struct parser *p, ast_vec *items) {
    parse_advance(p);
    do {
        struct hd_ast *n = parse_node(p, AST_LOCAL_LABEL, 0);
        n->name = parse_tok(p)->text;
        if (!parse_is(p, TK_IDENT))
            parse_fail(p, parse_after(p), "expected a label after `__label__`, found %s",
                       parse_found(p));
        parse_advance(p);
        HD_PUSH(p->arena, items, parse_done(p, n));
    } while (parse_accept(p, TK_COMMA));
    parse_semi(p, "`__label__`", NULL);
}

static void block_item(struct parser *p, ast_vec *items) {
    struct hd_ast *n;
    if (parse_is(p, TK_LABEL)) {
        local_labels(p, items);
        return;
    }
    if (parse_is(p, TK_EXTENSION) && parse_peek(p) == TK_STATIC_ASSERT) parse_advance(p);
    if (!parse_is(p, TK_EOF) && parse_decl_at(p, p->at)) {
        n = parse_declaration(p, DECL_LOCAL);
    } else {
        n = parse_enter(p) ? parse_stmt(p, false) : parse_nothing(p);
        parse_leave(p);
    }
    HD_PUSH(p->arena, items, n);
}

static void parse_block_items(struct parser *p, ast_vec *items) {
    while (!parse_is(p, TK_RBRACE) && !parse_is(p, TK_EOF)) {
        int start = p->at;
        p->unknown_type = false;
        block_item(p, items);
        if (!p->state->panic) continue;
        items->n -= items->n > 0; // the broken one
        if (p->at >= p->n) break;
        parse_resync(p, start, false);
    }
}

struct hd_ast *parse_block(struct parser *p) {
    struct parse_scope scope;
    ast_vec items = {0};
    const struct hd_token *open = parse_tok(p);
    struct hd_ast *n = parse_node(p, AST_BLOCK, 0);
    if (!parse_expect(p, TK_LBRACE, "at the start of a block")) return n;
    parse_push(p, &scope);
    p->state->blocks++;
    parse_block_items(p, &items);
    p->state->blocks--;
    parse_pop(p);
    parse_close(p, TK_RBRACE, open);
    return parse_kids(p, n, &items);
}
