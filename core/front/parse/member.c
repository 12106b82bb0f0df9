// Member functions, constructors and operators: their syntax.
//
// The body of a member function may use members that are declared after it, so bodies are left
// where they are until the struct's `}` is reached, and then parsed with the names of all members
// declared. A function with a body is an item of its own, which parse_item gives after the struct's
// (`hoisted`): its text can be checked again by itself. When that happens (`replay`), the text of a
// member is parsed as if inside of its struct (parse_member_text), and the struct's own text gives
// no such items.
//
// Example: `struct V { float len() const { return sqrtf(dot(*this)); } float dot(V o) const { ... }
// };` gives the struct, whose members are two AST_FUNCTIONs without a body, then these two with
// their bodies.
#include "front/parse/parse.h"

#include <string.h>

// ---- operators ----------------------------------------------------------------------------------

static bool can_be_overloaded(int kind) {
    switch (kind) {
    case TK_PLUS:
    case TK_MINUS:
    case TK_STAR:
    case TK_SLASH:
    case TK_PERCENT:
    case TK_CARET:
    case TK_AMP:
    case TK_PIPE:
    case TK_TILDE:
    case TK_NOT:
    case TK_ASSIGN:
    case TK_LT:
    case TK_GT:
    case TK_PLUS_ASSIGN:
    case TK_MINUS_ASSIGN:
    case TK_STAR_ASSIGN:
    case TK_SLASH_ASSIGN:
    case TK_PERCENT_ASSIGN:
    case TK_CARET_ASSIGN:
    case TK_AMP_ASSIGN:
    case TK_PIPE_ASSIGN:
    case TK_SHL:
    case TK_SHR:
    case TK_SHL_ASSIGN:
    case TK_SHR_ASSIGN:
    case TK_EQ:
    case TK_NE:
    case TK_LE:
    case TK_SPACESHIP:
    case TK_GE:
    case TK_AND_AND:
    case TK_OR_OR:
    case TK_INC:
    case TK_DEC:
    case TK_ARROW:
    case TK_ARROW_STAR: return true;
    default: return false;
    }
}

const char *parse_operator_name(struct parser *p, struct hd_ast **conversion) {
    parse_advance(p);
    const struct hd_token *t = parse_tok(p);
    if (can_be_overloaded(t->kind)) {
        const char *name =
            hd_intern_str(hd_printf(p->arena, "operator%s", parse_spelling(t->kind)));
        parse_advance(p);
        return name;
    }
    if (t->kind == TK_STRING && t->text_len == 0) return parse_literal_operator(p);
    if ((t->kind == TK_LPAREN && parse_peek(p) == TK_RPAREN) ||
        (t->kind == TK_LBRACKET && parse_peek(p) == TK_RBRACKET)) {
        bool call = t->kind == TK_LPAREN;
        parse_advance(p);
        parse_advance(p);
        return hd_intern_str(call ? "operator()" : "operator[]");
    }
    if (t->kind == TK_NEW || t->kind == TK_DELETE) {
        parse_advance(p);
        bool array = parse_is(p, TK_LBRACKET) && parse_peek(p) == TK_RBRACKET;
        if (array) parse_advance(p);
        if (array) parse_advance(p);
        return hd_intern_str(hd_printf(p->arena, "operator %s%s", t->text, array ? "[]" : ""));
    }
    if (conversion && t->kind != TK_EOF &&
        (parse_simple_type_at(p, p->at) || parse_type_at(p, p->at))) {
        struct hd_ast *count;
        bool counts_list;
        int from = p->at;
        *conversion = parse_new_type(p, &count, &counts_list);
        struct hd_buf name = {0};
        hd_buf_puts(&name, "operator");
        for (int i = from; i <= p->state->last && i < p->n; i = parse_next(p, i))
            hd_buf_printf(&name, " %s", p->toks[i].text ? p->toks[i].text : "");
        const char *text = hd_intern(name.s, name.len);
        hd_buf_finish(&name);
        return text;
    }
    parse_fail(p, parse_after(p),
               "expected an operator that can be overloaded after `operator`, found %s",
               parse_found(p));
    return NULL;
}

// `~T`, as a name.
const char *parse_dtor_name(struct parser *p) {
    parse_advance(p);
    const char *name = parse_is(p, TK_IDENT)
                           ? hd_intern_str(hd_printf(p->arena, "~%s", parse_tok(p)->text))
                           : NULL;
    if (!name)
        parse_fail(p, parse_after(p), "expected the name of a struct after `~`, found %s",
                   parse_found(p));
    parse_advance(p);
    return name;
}

// ---- what may stand in a struct -----------------------------------------------------------------

bool parse_is_ctor_at(const struct parser *p, int i) {
    if (!p->state->record || parse_kind_at(p, i) != TK_IDENT || p->toks[i].text != p->state->record)
        return false;
    int open = parse_next(p, i), inner = parse_kind_at(p, parse_next(p, open));
    return parse_kind_at(p, open) == TK_LPAREN && inner != TK_STAR && inner != TK_AMP;
}

enum hd_access parse_access(const struct hd_token *t) {
    return t->kind == TK_PUBLIC    ? ACCESS_PUBLIC
           : t->kind == TK_PRIVATE ? ACCESS_PRIVATE
                                   : ACCESS_PROTECTED;
}

bool parse_member_special(struct parser *p, struct members *m) {
    const struct hd_token *t = parse_tok(p);
    struct hd_diag *diag;
    bool access = t->kind == TK_PUBLIC || t->kind == TK_PRIVATE || parse_word(t, "protected");
    if (access && parse_peek(p) == TK_COLON) {
        m->access = parse_access(t);
        parse_advance(p);
        parse_advance(p);
        return true;
    }
    switch (t->kind) {
    case TK_TEMPLATE: parse_member_template(p, m); return true;
    case TK_USING: {
        struct hd_ast *n = parse_using(p);
        if (n->kind == AST_USING && !p->state->panic) {
            HD_PUSH(p->arena, &m->list, n);
        } else if (!p->state->panic) {
            diag = parse_report(p, n->range, "only types can be named by `using` in a struct here");
            parse_help(p, diag, "write `using name = type;`");
        }
        return true;
    }
    default: return false;
    }
}

// ---- declarations -------------------------------------------------------------------------------

static void parse_hoist(struct parser *p, struct hd_ast *item, int from) {
    struct parse_state *st = p->state;
    item->tok_from = from;
    item->tok_to = st->last + 1;
    bool is_friend = item->spec && (item->spec->flags & SPEC_FRIEND);
    item->space = item->member & MEMBER_INSIDE ? st->record_space : p->space;
    if (p->replay || p->trial || st->generic || (item->is_template && !is_friend)) return;
    if (is_friend && st->record_space)
        item->space = hd_space_of_friends(p->front, st->record_space);
    if (st->blocks) return; // of a local class: check/class/local.c
    if (st->nhoisted == st->hoisted_cap) {
        st->hoisted_cap = st->hoisted_cap ? st->hoisted_cap * 2 : 8;
        struct hd_ast **grown = HD_NEW_ARRAY(p->scratch, struct hd_ast *, st->hoisted_cap);
        if (st->nhoisted) memcpy(grown, st->hoisted, sizeof *grown * (size_t)st->nhoisted);
        st->hoisted = grown;
    }
    st->hoisted[st->nhoisted++] = item;
}

// `operator new` and its kin are static without the word (C++ [class.free]).
static bool is_allocation(const char *name) {
    return name && (!strncmp(name, "operator new", 12) || !strncmp(name, "operator delete", 15));
}

// Makes the declaration so far an AST_FUNCTION that belongs to the struct `record` (NULL: a
// friend).
static void become_function(struct parser *p, struct hd_ast *n, struct hd_declr *declr,
                            const char *record) {
    n->kind = AST_FUNCTION;
    n->declr = declr;
    n->name = declr->name;
    n->loc = declr->name_range.from;
    n->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    n->nkids = 1;
    if (parse_has_auto_param(parse_function_deriv(declr))) n->is_template = true;
    if (!record) return;
    n->member |= MEMBER_INSIDE;
    if (is_allocation(declr->name)) {
        n->spec->flags |= SPEC_STATIC;
    } else if (declr->is_operator && (n->spec->flags & SPEC_STATIC)) {
        parse_report(p, declr->name_range, "an operator cannot be `static`: it is of an object");
        n->spec->flags &= ~(unsigned)SPEC_STATIC;
    }
    if (declr->name == record && n->spec->base == BASE_NONE) n->member |= MEMBER_CTOR;
    parse_special_member(n, declr);
}

void parse_special_member(struct hd_ast *n, const struct hd_declr *declr) {
    if (declr->name && declr->name[0] == '~') n->member |= MEMBER_DTOR;
    if (declr->conversion) n->member |= MEMBER_CONVERSION;
}

// `override`, `final`, in any order.
static void virtual_words(struct parser *p, struct hd_ast *n) {
    for (;; parse_advance(p)) {
        if (parse_word(parse_tok(p), "override"))
            n->member |= MEMBER_OVERRIDE;
        else if (parse_word(parse_tok(p), "final"))
            n->member |= MEMBER_FINAL;
        else
            return;
    }
}

static void check_head(struct parser *p, const struct members *m, struct hd_ast *n,
                       const struct hd_declr *declr) {
    struct hd_diag *diag;
    if (declr->qual && !(n->spec->flags & SPEC_FRIEND)) {
        diag = parse_report(p, declr->name_range,
                            "a member is declared by its name alone inside of its struct");
        parse_help(p, diag, "leave out what stands before `%s`", declr->name);
    } else if (n->spec->base == BASE_NONE && declr->name != m->spec->name && !declr->conversion &&
               !(declr->name && declr->name[0] == '~')) {
        diag = parse_report(p, declr->name_range, "`%s` has no return type",
                            declr->name ? declr->name : "this");
        parse_help(p, diag, "write `void %s(...)`, or the type that it returns",
                   declr->name ? declr->name : "f");
        n->spec->base = BASE_ERROR;
    }
}

bool parse_is_comparison(const char *name) {
    static const char *const all[] = {"==", "!=", "<", ">", "<=", ">=", "<=>"};
    for (int i = 0; name && !strncmp(name, "operator", 8) && i < HD_COUNT(all); i++)
        if (strcmp(name + 8, all[i]) == 0) return true;
    return false;
}

// `= default`, `= delete`, `= 0`.
static void after_assign(struct parser *p, struct hd_ast *n) {
    parse_advance(p);
    if (parse_accept(p, TK_DEFAULT)) {
        n->member |= MEMBER_DEFAULT;
    } else if (parse_accept(p, TK_DELETE)) {
        n->member |= MEMBER_DELETED;
    } else if (parse_is(p, TK_NUMBER)) {
        n->member |= MEMBER_PURE;
        parse_advance(p);
    } else {
        parse_fail(p, parse_after(p), "expected `default` or `delete` after `=`, found %s",
                   parse_found(p));
    }
    parse_semi(p, "the member function", n->name);
}

// From `:` up to the `{` of a constructor's body.
static void skip_inits(struct parser *p) {
    parse_advance(p);
    while (parse_is(p, TK_IDENT) || parse_is(p, TK_SCOPE)) {
        while (!parse_is(p, TK_LPAREN) && !parse_is(p, TK_LBRACE) && !parse_is(p, TK_EOF) &&
               !parse_is(p, TK_SEMI)) { // a base's name may have arguments
            int close = parse_is(p, TK_LT) ? parse_angle(p, p->at) : -1;
            while (p->at < close && !parse_is(p, TK_EOF)) parse_advance(p);
            parse_advance(p);
        }
        if (!parse_is(p, TK_LPAREN) && !parse_is(p, TK_LBRACE)) break;
        for (int close = parse_match(p, p->at); p->at < close && !parse_is(p, TK_EOF);)
            parse_advance(p);
        parse_advance(p);
        parse_accept(p, TK_ELLIPSIS);
        if (!parse_accept(p, TK_COMMA)) break;
    }
}

bool parse_member_function(struct parser *p, struct members *m, struct hd_ast *n, struct hd_ast *d,
                           int mark) {
    struct hd_declr *declr = d->declr;
    bool is_friend = n->spec->flags & SPEC_FRIEND;
    int from = n->tok_from;
    parse_move_trailing(p, n, declr);
    parse_attributes(p, &declr->attrs);
    virtual_words(p, n);
    check_head(p, m, n, declr);
    if (is_friend && p->state->generic && n->is_template && parse_is(p, TK_LBRACE)) {
        struct hd_diag *diag =
            parse_report(p, declr->name_range,
                         "a struct template cannot have the bodies of friend templates here");
        parse_help(p, diag, "write it as a function template after the struct");
    }
    if (is_friend && parse_is(p, TK_SEMI)) { // its prototype
        HD_PUSH(p->arena, &m->friends, n);
        n->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
        n->kids[0] = parse_done(p, d);
        n->nkids = 1;
        parse_advance(p);
        parse_tall_done(p, n, mark);
        if (declr->is_operator && !declr->targs) parse_hoist(p, n, from);
        return false;
    }
    become_function(p, n, declr, is_friend ? NULL : m->spec->name);
    int body = p->at;
    bool by_default = false;
    if (parse_is(p, TK_ASSIGN)) {
        after_assign(p, n);
        body = -1;
        by_default = (n->member & MEMBER_DEFAULT) && parse_is_comparison(declr->name);
        if (by_default) parse_default_comparison(p, n);
    } else if (parse_is(p, TK_LBRACE) || parse_is(p, TK_TRY) ||
               (parse_is(p, TK_COLON) && (n->member & MEMBER_CTOR))) {
        bool attempt = parse_accept(p, TK_TRY);
        if (parse_is(p, TK_COLON)) skip_inits(p);
        if (parse_is(p, TK_LBRACE))
            parse_skip_braces(p);
        else
            parse_expect(p, TK_LBRACE, "at the start of the constructor's body");
        while (attempt && parse_accept(p, TK_CATCH)) {
            for (int close = parse_match(p, p->at); p->at < close && !parse_is(p, TK_EOF);)
                parse_advance(p);
            parse_advance(p);
            if (parse_is(p, TK_LBRACE)) parse_skip_braces(p);
        }
    } else {
        parse_semi(p, "the member function", declr->name);
        body = -1;
    }
    parse_tall_done(p, n, mark);
    n->tok_from = from;
    n->tok_to = p->state->last + 1;
    if (p->state->panic) return false;
    if (is_friend) HD_PUSH(p->arena, &m->friends, n);
    bool own_friend =
        is_friend && p->state->generic && (body >= 0 || by_default) && !n->is_template;
    if (own_friend) n->member |= MEMBER_FRIEND;
    if (!is_friend || own_friend) HD_PUSH(p->arena, &m->list, n);
    if (body >= 0) HD_PUSH(p->arena, &m->bodies, ((struct later_body){n, body}));
    if (by_default) parse_hoist(p, n, from);
    return false;
}

// ---- bodies -------------------------------------------------------------------------------------

void parse_member_inits(struct parser *p, ast_vec *kids) {
    parse_advance(p);
    do {
        struct hd_ast *n = parse_node(p, AST_DECLARATOR_INIT, 0);
        ast_vec args = {0};
        if (!parse_is(p, TK_IDENT) && !parse_is(p, TK_SCOPE)) {
            parse_fail(p, parse_after(p), "expected the name of a member, found %s",
                       parse_found(p));
            return;
        }
        n->name = parse_tok(p)->text;
        if (parse_may_be_qualified(p)) // a base by its qualified name
            n->spec = parse_spec(p, SPEC_TYPE_NAME);
        else
            parse_advance(p);
        const struct hd_token *open = parse_tok(p);
        n->op = open->kind;
        if (parse_is(p, TK_LBRACE)) {
            struct hd_ast *list = parse_init_list(p);
            HD_PUSH(p->arena, &args, list);
        } else if (parse_accept(p, TK_LPAREN)) {
            parse_args(p, &args, TK_RPAREN, open);
        } else {
            struct hd_diag *diag =
                parse_fail(p, parse_after(p), "expected `(` and the first value of `%s`, found %s",
                           n->name, parse_found(p));
            parse_help(p, diag, "write `%s(value)`", n->name);
            return;
        }
        parse_kids(p, n, &args);
        if (parse_is(p, TK_ELLIPSIS)) {
            if (!n->spec) {
                n->spec = HD_NEW(p->arena, struct hd_spec);
                n->spec->base = BASE_NAME;
                n->spec->name = n->name;
                n->spec->range = n->spec->name_range = n->range;
            }
            n = parse_expansion(p, n);
        }
        HD_PUSH(p->arena, kids, n);
    } while (!p->state->panic && parse_accept(p, TK_COMMA));
}

// The tokens from `from` up to the end of fn's are its body.
static void body_here(struct parser *p, struct hd_ast *fn) {
    struct parse_state *st = p->state;
    struct parse_scope scope;
    ast_vec kids = {0};
    int mark = parse_tall_begin(p);
    const char *outer = st->function;
    const struct hd_token *outer_open = st->function_open;
    parse_push(p, &scope);
    parse_params_into_scope(p, fn);
    HD_PUSH(p->arena, &kids, NULL);
    struct hd_ast *attempt = parse_function_try(p);
    if (parse_is(p, TK_COLON)) parse_member_inits(p, &kids);
    st->function = fn->name;
    st->function_open = parse_tok(p);
    if (parse_is(p, TK_LBRACE))
        kids.v[0] = parse_function_tried(p, attempt, parse_function_block(p, fn));
    else
        parse_expect(p, TK_LBRACE, "at the start of the function's body");
    st->function = outer;
    st->function_open = outer_open;
    parse_pop(p);
    fn->kids = kids.v;
    fn->nkids = kids.n;
    parse_tall_done(p, fn, mark);
}

static void later_body(struct parser *p, const struct later_body *later) {
    struct parse_state *st = p->state;
    struct hd_ast *fn = later->fn;
    struct parse_state saved = *st;
    bool no_contract = p->no_contract;
    int at = p->at, n = p->n, pack = p->pack, from = fn->tok_from, to = fn->tok_to;
    p->at = later->at;
    p->n = to;
    st->pragmas_done = p->at;
    st->no_gt = st->method = false;
    parse_settle(p);
    body_here(p, fn);
    if (st->panic && !p->trial) st->panic = false;
    p->at = at;
    p->n = n;
    p->pack = pack;
    p->no_contract = no_contract;
    st->no_gt = saved.no_gt;
    st->method = saved.method;
    st->last = to - 1;
    parse_hoist(p, fn, from);
    st->last = saved.last;
    st->last_end = saved.last_end;
    st->pragmas_done = saved.pragmas_done;
    st->contract_at = saved.contract_at;
    st->no_contract_before = saved.no_contract_before;
    st->unroll_at = saved.unroll_at;
    st->npack = saved.npack;
    st->trailing = NULL;
    if (st->panic)
        st->tok = &st->eof;
    else
        parse_settle(p);
}

// Friends come first: members may call those that are defined behind them, and know nothing of them
// by themselves.
void parse_member_bodies(struct parser *p, struct members *m) {
    struct parse_state *st = p->state;
    struct parse_scope scope;
    if (!m->bodies.n || st->panic) return;
    parse_match_all(p);
    parse_push(p, &scope);
    parse_declare_members(p, m->list.v, m->list.n);
    for (int friends = 1; friends >= 0; friends--)
        for (int i = 0; i < m->bodies.n && !st->panic; i++)
            if (friends == !!(m->bodies.v[i].fn->spec->flags & SPEC_FRIEND))
                later_body(p, &m->bodies.v[i]);
    parse_pop(p);
}

struct hd_ast *parse_member_text(struct parser *p) {
    struct parse_state *st = p->state;
    int mark = parse_tall_begin(p);
    struct hd_ast *n = parse_node(p, AST_DECLARATION, 0);
    st->record = p->space->name;
    n->spec = parse_spec(p, SPEC_MEMBER);
    struct hd_declr *declr = parse_declarator(p, DECLR_MEMBER, n->spec);
    parse_move_trailing(p, n, declr);
    parse_attributes(p, &declr->attrs);
    virtual_words(p, n);
    if (!parse_function_deriv(declr) && !st->panic)
        parse_fail(p, declr->range, "expected a member function");
    become_function(p, n, declr, st->record);
    st->record = NULL;
    return parse_function_definition(p, n, declr, mark);
}
