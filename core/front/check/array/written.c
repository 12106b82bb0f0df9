// How calls of words may be written: NumPy's way beside C's.
//
// `zeros((2, 3))`, `sum(a, axis={0, 1})`, `concatenate([x, y], axis=1)`: a tuple and a list in
// brackets are a braced list, and `name=value` is an argument by its name, unless a variable is
// called so. Both are found in the syntax tree, before the arguments are checked: what comes out is
// the call with its arguments in their places (a copy; other calls stay as they are).
#include "front/check/array/words.h"

#include <stdio.h>
#include <string.h>

typedef HD_VEC(struct hd_ast *) list_vec;

// ---- arguments by their names -------------------------------------------------------------------

enum {
    LAST = -1,
    ASIDE = -2,
    BEHIND = 1000
}; // behind all others; not in a place: word_key asks for it

static const struct key {
    const char *name, *words; // of the words that take it, each between blanks
    int place;                // among the arguments as they are written, the array is 0
} keys[] = {
    {"axis",
     " sum prod min max mean var std any all count_nonzero argmin argmax cumsum cumprod sort "
     "argsort median norm flip nonzero ",
     1},
    {"axis", " percentile roll repeat split diff reduce scan ", 2},
    {"axis", " concatenate stack ", LAST},
    {"keepdims", " sum prod min max mean var std any all count_nonzero ", ASIDE},
    {"ddof", " var std ", ASIDE},
    {"endpoint", " linspace ", ASIDE},
    {"num", " linspace ", 2},
    {"n", " diff ", 1},
    {"q", " percentile ", 1},
    {"bins", " histogram ", 1},
    {"range", " histogram ", 2},
    {"minlength", " bincount ", 1},
    {"rtol", " isclose allclose ", 2},
    {"atol", " isclose allclose ", 3},
    {"a_min", " clip ", 1},
    {"a_max", " clip ", 2},
    {"min", " clip ", 1},
    {"max", " clip ", 2},
    {"shift", " roll ", 1},
    {"repeats", " repeat ", 1},
    {"reps", " tile ", 1},
    {"shape", " zeros ones empty full reshape broadcast_to ", 0},
    {"fill_value", " full full_like ", LAST},
    {"axes", " transpose ", 1},
    {"size",
     " random::uniform random::normal random::exponential random::integers "
     "random::choice ",
     LAST},
    {"low", " random::integers ", 0},
    {"high", " random::integers ", 1},
    {"low", " random::uniform ", ASIDE},
    {"high", " random::uniform ", ASIDE},
    {"loc", " random::normal ", ASIDE},
    {"scale", " random::normal ", ASIDE},
    {"dtype",
     " zeros ones empty full zeros_like ones_like empty_like full_like arange linspace "
     "eye astype ",
     ASIDE},
};

static const struct key *find_key(const char *word, const char *name) {
    char wanted[64];
    if (strlen(word) > sizeof wanted - 3) return NULL;
    snprintf(wanted, sizeof wanted, " %s ", word);
    for (int i = 0; i < HD_COUNT(keys); i++)
        if (!strcmp(keys[i].name, name) && strstr(keys[i].words, wanted)) return &keys[i];
    return NULL;
}

// `name=value` whose name no variable has.
static const char *key_of(struct check *c, const struct hd_ast *arg) {
    if (arg->kind != AST_ASSIGN || arg->op != TK_ASSIGN || arg->parenthesized) return NULL;
    const struct hd_ast *name = arg->kids[0];
    if (name->kind != AST_NAME || name->qual || name->targs) return NULL;
    struct hd_found found = {0};
    name_look(c, name, &found);
    bool variable = found.sym && found.sym->kind != SYM_BUILTIN && found.sym->kind != SYM_FUNC &&
                    found.sym->kind != SYM_TEMPLATE;
    return variable || found.member_of ? NULL : name->name;
}

// The parameter of a function of the headers array_*.h that is called so, or -1.
static int place_of(const struct hd_sym *sym, const char *name) {
    for (; sym; sym = sym->next) {
        const struct hd_declr *declr = sym->kind == SYM_TEMPLATE ? sym->tmpl->ast->declr : NULL;
        const struct hd_deriv *d = declr ? function_deriv(declr) : NULL;
        for (int i = 0; d && i < d->nparams; i++)
            if (d->params[i].declr && d->params[i].declr->name &&
                !strcmp(d->params[i].declr->name, name))
                return i;
    }
    return -1;
}

// ---- lists --------------------------------------------------------------------------------------

static void add_items(struct check *c, struct hd_ast *comma, list_vec *out) {
    if (comma->kind != AST_COMMA) {
        HD_PUSH(c->arena, out, comma);
        return;
    }
    for (int i = 0; i < comma->nkids; i++) add_items(c, comma->kids[i], out);
}

// `(2, 3)` and `[2, 3]` as `{2, 3}`; others as they are.
static struct hd_ast *as_list(struct check *c, struct hd_ast *arg) {
    bool tuple = arg->kind == AST_COMMA && arg->parenthesized,
         brackets = arg->kind == AST_INIT_LIST && arg->op == TK_LBRACKET;
    if (!tuple && !brackets) return arg;
    struct hd_ast *list = HD_NEW(c->arena, struct hd_ast);
    list_vec items = {0}, inner = {0};
    *list = *arg;
    if (tuple)
        add_items(c, arg, &items);
    else
        for (int i = 0; i < arg->nkids; i++) HD_PUSH(c->arena, &items, arg->kids[i]);
    for (int i = 0; i < items.n; i++) HD_PUSH(c->arena, &inner, as_list(c, items.v[i]));
    list->kind = AST_INIT_LIST;
    list->op = 0;
    list->parenthesized = false;
    list->kids = inner.v;
    list->nkids = inner.n;
    return list;
}

// ---- array({...}) -------------------------------------------------------------------------------

static void add_leaves(struct check *c, struct hd_ast *list, list_vec *out) {
    for (int i = 0; i < list->nkids; i++) {
        struct hd_ast *item = list->kids[i];
        if (item->kind == AST_INIT_LIST)
            add_leaves(c, item, out);
        else
            HD_PUSH(c->arena, out, item);
    }
}

// What a number is written as decides its type: its last character, and whether there is a point.
static int written_type(const struct hd_ast *leaf) {
    if (leaf->kind == AST_UNARY && leaf->op == TK_MINUS) leaf = leaf->kids[0];
    if (leaf->kind == AST_BOOL) return -1;
    if (leaf->kind != AST_NUMBER) return 0;
    const char *text = leaf->tok->text;
    if (strpbrk(text, "xX")) return 0;
    char last = text[strlen(text) - 1];
    return (strpbrk(text, ".eE") ? 1000 : 1) + (last >= '0' && last <= '9' ? 0 : last);
}

// `0 ? a : b` of all leaves has the type that C gives them in common.
static struct hd_ast *either(struct check *c, struct hd_ast **leaves, int n) {
    if (n == 1) return leaves[0];
    struct hd_ast *cond = HD_NEW(c->arena, struct hd_ast), *no = HD_NEW(c->arena, struct hd_ast);
    *no = (struct hd_ast){.kind = AST_BOOL, .range = leaves[0]->range, .loc = leaves[0]->loc};
    *cond = (struct hd_ast){.kind = AST_COND, .range = leaves[0]->range, .loc = leaves[0]->loc};
    cond->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 3);
    cond->nkids = 3;
    cond->kids[0] = no;
    cond->kids[1] = either(c, leaves, n / 2);
    cond->kids[2] = either(c, leaves + n / 2, n - n / 2);
    return cond;
}

// `array({1, 2.5f})`: the elements' type where it is not that of each of them.
static void name_common_type(struct check *c, struct hd_ast *call) {
    list_vec leaves = {0};
    if (call->nkids != 2 || call->kids[1]->kind != AST_INIT_LIST || call->kids[0]->targs) return;
    add_leaves(c, call->kids[1], &leaves);
    bool same = true;
    for (int i = 1; i < leaves.n && same; i++)
        same = written_type(leaves.v[i]) && written_type(leaves.v[i]) == written_type(leaves.v[0]);
    if (same) return;
    struct hd_ast *name = HD_NEW(c->arena, struct hd_ast);
    *name = *call->kids[0];
    name->targs = true;
    name->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 1);
    name->nkids = 1;
    name->kids[0] = hd_type_of_expr(c->arena, either(c, leaves.v, leaves.n), false);
    call->kids[0] = name;
}

// ---- the call -----------------------------------------------------------------------------------

static bool needs(const struct hd_ast *call) {
    for (int i = 1; i < call->nkids; i++) {
        const struct hd_ast *arg = call->kids[i];
        if ((arg->kind == AST_COMMA && arg->parenthesized) || arg->kind == AST_ASSIGN ||
            (arg->kind == AST_INIT_LIST && arg->op == TK_LBRACKET))
            return true;
    }
    return false;
}

static bool insert(struct check *c, list_vec *kids, int place, struct hd_ast *value,
                   const char *name) {
    if (place == kids->n || place == LAST) {
        HD_PUSH(c->arena, kids, value);
        return true;
    }
    if (place < kids->n)
        hd_error(c->diags, value->range, "`%s` is given twice", name);
    else
        hd_error(c->diags, value->range, "what stands before `%s` is missing: give that, too",
                 name);
    return false;
}

struct hd_ast *array_written(struct check *c, const char *word, const struct hd_sym *sym,
                             bool member, struct hd_ast *call) {
    bool listed = !strcmp(word, "array") && !member;
    if (!needs(call) && !listed) return call;
    struct hd_ast *out = HD_NEW(c->arena, struct hd_ast);
    list_vec kids = {0}, named = {0}, aside = {0};
    HD_PUSH(c->arena, &kids, call->kids[0]);
    for (int i = 1; i < call->nkids; i++) {
        struct hd_ast *arg = call->kids[i];
        HD_PUSH(c->arena, key_of(c, arg) ? &named : &kids, as_list(c, arg));
    }
    *out = *call;
    // In the order of their places, so that `high=2, low=1` are found, too.
    bool done[64] = {false};
    for (int round = 0; round < named.n; round++) {
        int best = -1, best_place = 0;
        for (int i = 0; i < named.n && i < HD_COUNT(done); i++) {
            const char *name = key_of(c, named.v[i]);
            const struct key *k = find_key(word, name);
            int place = k ? k->place : place_of(sym, name);
            if (done[i]) continue;
            if (!k && place < 0) {
                struct hd_diag *d = hd_error(c->diags, named.v[i]->range,
                                             "`%s` has no argument called `%s`", word, name);
                hd_help(c->diags, d, "a variable is declared with its type: `int %s = ...`", name);
                return NULL;
            }
            if (place < 0) place += BEHIND;
            if (best < 0 || place < best_place) best = i, best_place = place;
        }
        done[best] = true;
        const char *name = key_of(c, named.v[best]);
        struct hd_ast *value = as_list(c, named.v[best]->kids[1]);
        if (best_place == ASIDE + BEHIND) {
            HD_PUSH(c->arena, &aside, named.v[best]);
            continue;
        }
        int place = best_place == LAST + BEHIND ? LAST : best_place + !member;
        if (!insert(c, &kids, place, value, name)) return NULL;
    }
    out->nkids = kids.n;
    out->named = aside.n;
    for (int i = 0; i < aside.n; i++) HD_PUSH(c->arena, &kids, aside.v[i]);
    out->kids = kids.v;
    if (listed) name_common_type(c, out);
    return out;
}

// The value of an argument aside: `keepdims`. NULL: it is not given.
struct hd_ast *word_key(struct call *k, const char *name) {
    struct hd_ast **named = k->ast->kids + k->ast->nkids;
    for (int i = 0; i < k->ast->named; i++)
        if (!strcmp(named[i]->kids[0]->name, name)) return named[i]->kids[1];
    return NULL;
}

bool word_flag(struct call *k, const char *name, bool otherwise, bool *out) {
    struct hd_ast *ast = word_key(k, name);
    *out = otherwise;
    if (!ast) return true;
    if (ast->kind == AST_NAME && (!strcmp(ast->name, "True") || !strcmp(ast->name, "False"))) {
        *out = ast->name[0] == 'T';
        return true;
    }
    struct hd_const value;
    struct hd_expr *e = check_rvalue(k->c, ast);
    if (is_error(e)) return false;
    if (!const_eval(e, &value) || value.kind != CONST_INT) {
        word_fail(k, "write `true` or `false`", "`%s` must be known before the call", name);
        return false;
    }
    *out = value.i != 0;
    return true;
}
