// Parameter packs: which packs a pattern names, and what `pattern...` becomes in a list.
//
// A pack is a symbol (SYM_PACK) that has a symbol for each element. While one element is looked at
// (`at` >= 0) the pack's name means that element, so a pattern is checked as it stands, once for
// each. Lists are expanded before they are checked: `f(g(args)...)` becomes a list of AST_ELEMENT
// nodes, each of which knows the packs and the index, and can be checked at any time.
//
// Example: with `args` of two elements `f(0, args + 1...)` has the arguments 0, (args + 1 for
// element 0), (args + 1 for element 1).
#include "front/check/expr/expr.h"

#include <string.h>

enum {
    MAX_INTEGERS = 1 << 16, // of one __integer_pack
};

struct hd_element {
    struct hd_pack **packs;
    int npacks, at;
};

typedef HD_VEC(struct hd_pack *) pack_vec;

static struct hd_pack *pack_named(struct check *c, const char *name) {
    for (struct hd_space *s = c->scope; s && name; s = s->outer) {
        if (s->session) continue;
        const struct hd_sym *sym = hd_map_get(&s->names, name);
        if (sym) return sym->kind == SYM_PACK ? sym->pack : NULL;
    }
    return NULL;
}

struct hd_sym *pack_element(struct hd_sym *sym) {
    return sym && sym->kind == SYM_PACK && sym->pack->at >= 0 && sym->pack->at < sym->pack->n
               ? sym->pack->v[sym->pack->at]
               : sym;
}

struct hd_sym *pack_new(struct check *c, const char *name, int n, struct hd_range range) {
    struct hd_sym *sym = sym_new(c, SYM_PACK, name, hd_ty.auto_, range);
    sym->pack = HD_NEW(c->arena, struct hd_pack);
    sym->pack->v = HD_NEW_ARRAY(c->arena, struct hd_sym *, n + 1);
    sym->pack->n = n;
    sym->pack->at = -1;
    return sym;
}

// ---- the packs of a pattern ---------------------------------------------------------------------

static void in_ast(struct check *c, const struct hd_ast *ast, pack_vec *out);

static void add_name(struct check *c, const char *name, pack_vec *out) {
    struct hd_pack *pack = pack_named(c, name);
    for (int i = 0; i < out->n; i++)
        if (out->v[i] == pack) return;
    if (pack && pack->at < 0) HD_PUSH(c->arena, out, pack);
}

static void in_list(struct check *c, struct hd_ast *const *list, int n, pack_vec *out) {
    for (int i = 0; i < n; i++)
        if (list[i]) in_ast(c, list[i], out);
}

static void in_qual(struct check *c, const struct hd_qual *qual, pack_vec *out) {
    for (int i = 0; qual && i < qual->nparts; i++) {
        if (i == 0 && !qual->rooted) add_name(c, qual->parts[i].name, out);
        if (qual->parts[i].of) in_ast(c, qual->parts[i].of, out);
        in_list(c, qual->parts[i].targs, qual->parts[i].ntargs, out);
    }
}

static void in_declr(struct check *c, const struct hd_declr *declr, pack_vec *out);

static void in_spec(struct check *c, const struct hd_spec *spec, pack_vec *out) {
    if (!spec) return;
    in_qual(c, spec->qual, out);
    if (spec->base == BASE_NAME && !spec->qual) add_name(c, spec->name, out);
    in_list(c, spec->targs, spec->ntargs, out);
    if (spec->type_expr) in_ast(c, spec->type_expr, out);
}

static void in_declr(struct check *c, const struct hd_declr *declr, pack_vec *out) {
    for (const struct hd_deriv *d = declr ? declr->derivs : NULL; d; d = d->next) {
        if (d->size) in_ast(c, d->size, out);
        if (d->of) in_ast(c, d->of, out);
        for (int i = 0; i < d->nparams; i++) {
            const struct hd_param *p = &d->params[i];
            if (p->declr && p->declr->parameter_pack) continue; // expanded there
            in_spec(c, p->spec, out);
            in_declr(c, p->declr, out);
        }
    }
}

static void in_ast(struct check *c, const struct hd_ast *ast, pack_vec *out) {
    if (!ast || ast->kind == AST_EXPAND || ast->kind == AST_FOLD ||
        (ast->kind == AST_SIZEOF && ast->op == TK_ELLIPSIS))
        return;
    if (ast->kind == AST_NAME && !ast->qual) add_name(c, ast->name, out);
    in_qual(c, ast->qual, out);
    in_spec(c, ast->spec, out);
    in_declr(c, ast->declr, out);
    in_list(c, ast->kids, ast->nkids, out);
    if (ast->kind == AST_LAMBDA) in_ast(c, ast->lambda->fn, out);
}

// How many elements the packs have; -1: none is named, or they differ (reported).
static int length_of(struct check *c, const pack_vec *packs, struct hd_range range) {
    if (packs->n == 0) {
        struct hd_diag *d = hd_error(c->diags, range, "`...` expands nothing: no pack is named");
        hd_help(c->diags, d, "name a parameter pack in what stands before `...`");
        return -1;
    }
    for (int i = 1; i < packs->n; i++) {
        if (packs->v[i]->n == packs->v[0]->n) continue;
        hd_error(c->diags, range, "the packs here have different lengths: %d and %d",
                 packs->v[0]->n, packs->v[i]->n);
        return -1;
    }
    return packs->v[0]->n;
}

// ---- elements -----------------------------------------------------------------------------------

void element_enter(const struct hd_element *e, int *saved) {
    for (int i = 0; i < e->npacks; i++) {
        saved[i] = e->packs[i]->at;
        e->packs[i]->at = e->at;
    }
}

void element_leave(const struct hd_element *e, const int *saved) {
    for (int i = 0; i < e->npacks; i++) e->packs[i]->at = saved[i];
}

int element_packs(const struct hd_element *e) { return e->npacks; }

static struct hd_element *elements_of(struct check *c, const pack_vec *packs, int n) {
    struct hd_element *all = HD_NEW_ARRAY(c->arena, struct hd_element, n + 1);
    for (int i = 0; i < n; i++) all[i] = (struct hd_element){packs->v, packs->n, i};
    return all;
}

struct hd_expr *check_element(struct check *c, struct hd_ast *ast) {
    if (!ast->element) return expr_int(c, hd_ty.ulong_, ast->tok_from, ast->range);
    int *saved = HD_NEW_ARRAY(c->arena, int, ast->element->npacks + 1);
    element_enter(ast->element, saved);
    struct hd_expr *e = check_expr(c, ast->kids[0]);
    element_leave(ast->element, saved);
    return e;
}

static void expand_into(struct check *c, struct hd_ast *expand, struct hd_ast ***out, int *n,
                        int *cap) {
    pack_vec packs = {0};
    struct hd_ast *pattern = expand->kids[0];
    struct hd_element *elements = NULL;
    int count = 0;
    if (pattern->kind == AST_TRAIT && pattern->op == TRAIT_INTEGER_PACK) {
        int64_t length = 0; // `__integer_pack(n)...`: 0, 1, ... n - 1
        if (!pattern->nkids ||
            !check_const_int(c, pattern->kids[0], "a number of elements", &length))
            return;
        if (length < 0 || length > MAX_INTEGERS) {
            hd_error(c->diags, pattern->range, "a pack cannot have %lld elements: at most %d",
                     (long long)length, MAX_INTEGERS);
            return;
        }
        count = (int)length;
    } else {
        in_ast(c, pattern, &packs);
        count = length_of(c, &packs, expand->range);
        if (count < 0) return;
        elements = elements_of(c, &packs, count);
    }
    if (*n + count > *cap) {
        *cap = *n + count + 16;
        struct hd_ast **grown = HD_NEW_ARRAY(c->arena, struct hd_ast *, *cap);
        if (*n) memcpy(grown, *out, sizeof *grown * (size_t)*n);
        *out = grown;
    }
    for (int i = 0; i < count; i++) {
        struct hd_ast *node = HD_NEW(c->arena, struct hd_ast);
        *node = (struct hd_ast){.kind = AST_ELEMENT, .range = pattern->range, .loc = pattern->loc};
        node->nkids = 1;
        node->kids = &expand->kids[0];
        node->element = elements ? &elements[i] : NULL;
        node->tok_from = i;
        (*out)[(*n)++] = node;
    }
}

void asts_expand(struct check *c, struct hd_ast ***asts, int *n) {
    int any = 0, count = 0, cap = *n;
    for (int i = 0; i < *n; i++) any += (*asts)[i] && (*asts)[i]->kind == AST_EXPAND;
    if (!any) return;
    struct hd_ast **out = HD_NEW_ARRAY(c->arena, struct hd_ast *, cap + 1);
    for (int i = 0; i < *n; i++) {
        struct hd_ast *ast = (*asts)[i];
        if (ast && ast->kind == AST_EXPAND) {
            expand_into(c, ast, &out, &count, &cap);
            continue;
        }
        if (count == cap) {
            struct hd_ast **grown = HD_NEW_ARRAY(c->arena, struct hd_ast *, cap * 2 + 4);
            if (count) memcpy(grown, out, sizeof *grown * (size_t)count);
            out = grown;
            cap = cap * 2 + 4;
        }
        out[count++] = ast;
    }
    *asts = out;
    *n = count;
}

struct hd_ast *list_expand(struct check *c, struct hd_ast *list) {
    struct hd_ast **kids = list->kids;
    int n = list->nkids;
    if (list->kind != AST_INIT_LIST) return list;
    asts_expand(c, &kids, &n);
    if (kids == list->kids) return list;
    struct hd_ast *copy = HD_NEW(c->arena, struct hd_ast);
    *copy = *list;
    copy->kids = kids;
    copy->nkids = n;
    return copy;
}

struct hd_element *param_elements(struct check *c, const struct hd_param *p, int *n) {
    pack_vec packs = {0};
    in_spec(c, p->spec, &packs);
    in_declr(c, p->declr, &packs);
    *n = length_of(c, &packs, p->range);
    return *n < 0 ? NULL : elements_of(c, &packs, *n);
}

struct hd_element *element_at(struct hd_element *all, int i) { return &all[i]; }

// ---- sizeof..., folds ---------------------------------------------------------------------------

struct hd_expr *check_pack_size(struct check *c, struct hd_ast *ast) {
    const struct hd_pack *pack = pack_named(c, ast->name);
    if (pack) return expr_int(c, hd_ty.ulong_, pack->n, ast->range);
    struct hd_diag *d = hd_error(c->diags, ast->range, "`%s` is no parameter pack", ast->name);
    hd_help(c->diags, d,
            "`sizeof...` counts the elements of a pack, such as `Ts` of `typename... Ts`");
    return expr_error(c, ast->range);
}

static struct hd_expr *empty_fold(struct check *c, const struct hd_ast *ast) {
    switch (ast->op) {
    case TK_AND_AND: return expr_int(c, hd_ty.bool_, 1, ast->range);
    case TK_OR_OR: return expr_int(c, hd_ty.bool_, 0, ast->range);
    case TK_COMMA: return convert(c, expr_int(c, hd_ty.int_, 0, ast->range), hd_ty.void_);
    default: break;
    }
    hd_error(c->diags, ast->range, "the pack is empty, and `%s` has no value for that",
             tok_text(ast->op));
    return expr_error(c, ast->range);
}

// `(pack op ...)` is a op (b op c), `(... op pack)` is (a op b) op c; with a further operand at the
// other end.
struct hd_expr *check_fold(struct check *c, struct hd_ast *ast) {
    struct hd_ast *left = ast->kids[0], *right = ast->kids[1];
    pack_vec packs = {0};
    if (left) in_ast(c, left, &packs);
    bool from_left =
        packs.n == 0; // the pack is on the right: `(... op pack)`, `(x op ... op pack)`
    if (from_left && right) in_ast(c, right, &packs);
    struct hd_ast *pattern = from_left ? right : left, *end = from_left ? left : right;
    if (length_of(c, &packs, ast->range) < 0) return expr_error(c, ast->range);
    struct hd_ast expand = {.kind = AST_EXPAND, .range = ast->range, .nkids = 1, .kids = &pattern};
    struct hd_ast **kid = HD_NEW(c->arena, struct hd_ast *), **list = NULL;
    *kid = pattern;
    expand.kids = kid;
    int n = 0, cap = 0;
    expand_into(c, &expand, &list, &n, &cap);
    struct hd_ast *sum = end;
    if (n == 0) return end ? check_expr(c, end) : empty_fold(c, ast);
    for (int k = 0; k < n; k++) {
        struct hd_ast *one = list[from_left ? k : n - 1 - k];
        if (!sum) {
            sum = one;
            continue;
        }
        struct hd_ast *node = HD_NEW(c->arena, struct hd_ast);
        node->kind = ast->op == TK_COMMA                                 ? AST_COMMA
                     : ast->op >= TK_ASSIGN && ast->op <= TK_PIPE_ASSIGN ? AST_ASSIGN
                                                                         : AST_BINARY;
        node->op = node->kind == AST_COMMA ? 0 : ast->op;
        node->range = ast->range;
        node->loc = ast->loc;
        node->nkids = 2;
        node->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 2);
        node->kids[0] = from_left ? sum : one;
        node->kids[1] = from_left ? one : sum;
        node->parenthesized = true;
        sum = node;
    }
    return check_expr(c, sum);
}
