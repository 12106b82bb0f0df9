// Indices and sections, assignment to elements, members.
//
// `a[i, j]` with as many integers as dimensions is an element: an lvalue in memory. Anything less
// is a view, made by the run time from a list of numbers; an array of indices or a mask makes a
// copy (core/array/pick.c), or is assigned to.
#include "front/check/array/array.h"

#include <string.h>

enum { SECTION_INDEX, SECTION_RANGE, SECTION_NEW, SECTION_REST };

// ---- what stands in brackets --------------------------------------------------------------------

struct hd_expr *plain_index(struct check *c, struct hd_ast *ast) {
    struct hd_ast *item = ast->kids[1];
    struct hd_diag *d;
    // p[::n]: the global name
    if (item->kind == AST_SECTION && item->op == TK_SCOPE && !item->kids[0] && !item->kids[1] &&
        item->kids[2]) {
        struct hd_ast *leaf = item->kids[2];
        while (leaf->nkids && (leaf->kind == AST_BINARY || leaf->kind == AST_INDEX ||
                               leaf->kind == AST_MEMBER || leaf->kind == AST_CALL))
            leaf = leaf->kids[0];
        if (leaf->kind == AST_NAME && !leaf->qual) {
            leaf->qual = HD_NEW(c->arena, struct hd_qual);
            leaf->qual->rooted = true;
            leaf->qual->range = leaf->range;
            return check_rvalue(c, item->kids[2]);
        }
    }
    if (item->kind == AST_SECTION) {
        d = hd_error(c->diags, item->range,
                     "a pointer has no sections: how long it is is not known");
        hd_help(
            c->diags, d,
            "some languages mean [start:stop] by this and others [start:length]; `view(p, n)` and `view(p, n, m)` "
            "make an array of it, whose sections are [start:stop:step]");
        return expr_error(c, item->range);
    }
    if (item->kind == AST_COMMA && !item->parenthesized) { // C
        d = warn(c, item->range, "comma-index", "only the last of these indices counts");
        help_on(c, d, "write `a[i][j]`");
    }
    struct hd_expr *e = check_rvalue(c, item);
    for (int i = 2; i < ast->nkids; i++) {
        if (ast->kids[i]->kind == AST_SECTION)
            return plain_index(c, &(struct hd_ast){.kids = ast->kids + i - 1});
        if (i == 2) {
            d = warn(c, (struct hd_range){item->range.from, ast->kids[ast->nkids - 1]->range.to},
                     "comma-index", "only the last of these indices counts");
            help_on(c, d, "write `a[i][j]`");
        }
        struct hd_expr *b = check_rvalue(c, ast->kids[i]);
        if (is_error(e) || is_error(b)) return expr_error(c, ast->range);
        struct hd_expr *comma = expr_new(c, EX_COMMA, b->type, b->range);
        comma->a = convert(c, e, hd_ty.void_);
        comma->b = b;
        e = comma;
    }
    return e;
}

struct section {
    HD_VEC(struct hd_expr *) numbers; // what the run time is told
    int items, rank, used;            // rank: of the view; used: axes of the array
    bool only_indices;
    struct hd_expr *index;               // an array of indices or a mask
    int axis;                            // of the view that it stands for
    struct hd_expr *more[HD_FUSED_DIMS]; // further arrays of indices, of the axes behind that
    int nmore;
};

static bool is_newaxis(struct check *c, const struct hd_ast *item) {
    if (item->kind != AST_NAME || item->qual) return false;
    if (strcmp(item->name, "newaxis") != 0 && strcmp(item->name, "None") != 0) return false;
    struct hd_found found;
    name_look(c, item, &found);
    return !found.sym || found.sym->kind == SYM_BUILTIN;
}

static void put(struct check *c, struct section *s, int64_t value, struct hd_range range) {
    HD_PUSH(c->arena, &s->numbers, array_int(c, value, range));
}

struct hd_expr *array_long(struct check *c, struct hd_expr *e, const char *what) {
    e = rvalue(c, e);
    if (is_error(e)) return NULL;
    if (hd_type_is_integer(e->type) && !is_scoped_enum(e->type)) return convert(c, e, hd_ty.long_);
    struct hd_diag *d =
        hd_error(c->diags, e->range, "%s must be an integer, not `%s`", what, ty(c, e->type));
    if (hd_type_is_float(e->type))
        hd_help(c->diags, d, "write `(int)` before it to cut off the fraction");
    return NULL;
}

static bool add_range(struct check *c, struct section *s, struct hd_ast *item) {
    struct hd_expr *parts[3] = {NULL, NULL, NULL};
    int given = 0;
    for (int i = 0; i < 3; i++) {
        if (!item->kids[i]) continue;
        given |= 1 << i;
        parts[i] = array_long(c, check_expr(c, item->kids[i]), "a part of a section");
        if (!parts[i]) return false;
    }
    put(c, s, SECTION_RANGE, item->range);
    put(c, s, given, item->range);
    for (int i = 0; i < 3; i++)
        HD_PUSH(c->arena, &s->numbers, parts[i] ? parts[i] : array_int(c, 0, item->range));
    return true;
}

// `a[{0, 2}]`, `a[[0, 2]]`: an array of these indices.
static struct hd_expr *listed(struct check *c, struct hd_ast *item) {
    struct hd_ast *call = HD_NEW(c->arena, struct hd_ast), *name = HD_NEW(c->arena, struct hd_ast);
    name->kind = AST_NAME;
    name->name = hd_intern_str("array");
    name->range = item->range;
    name->loc = item->range.from;
    call->kind = AST_CALL;
    call->range = item->range;
    call->loc = item->range.from;
    call->nkids = 2;
    call->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 2);
    call->kids[0] = name;
    call->kids[1] = item;
    if (!item->op) item->op = TK_LBRACKET; // in either way of writing it
    return check_expr(c, call);
}

static bool add_item(struct check *c, struct section *s, const struct hd_expr *a,
                     struct hd_ast *item) {
    s->items++;
    if (item->kind == AST_SECTION && item->op == TK_ELLIPSIS) {
        put(c, s, SECTION_REST, item->range);
        s->only_indices = false;
        return true;
    }
    if (item->kind == AST_SECTION) {
        s->only_indices = false;
        s->used++;
        s->rank++;
        return add_range(c, s, item);
    }
    if (is_newaxis(c, item)) {
        s->only_indices = false;
        s->rank++;
        put(c, s, SECTION_NEW, item->range);
        return true;
    }
    struct hd_expr *e = item->kind == AST_INIT_LIST ? listed(c, item) : check_expr(c, item);
    if (is_error(e)) return false;
    if (!is_array(e)) {
        e = array_long(c, e, "an index");
        if (!e) return false;
        s->used++;
        put(c, s, SECTION_INDEX, item->range);
        HD_PUSH(c->arena, &s->numbers, e);
        return true;
    }
    struct hd_type *elem = element_type(e);
    if (!hd_type_is_integer(elem)) {
        hd_error(c->diags, item->range,
                 "an array of indices has integers and a mask has `bool`s, not `%s`", ty(c, elem));
        return false;
    }
    bool mask = elem->kind == HD_TY_BOOL;
    if (s->index &&
        (mask || element_type(s->index)->kind == HD_TY_BOOL || s->rank != s->axis + 1 + s->nmore)) {
        struct hd_diag *d = hd_error(c->diags, item->range,
                                     mask ? "a mask stands alone among the indices"
                                          : "arrays of indices stand side by side");
        hd_help(c->diags, d, "write them one after the other: `a[i][:, j]`");
        return false;
    }
    if (s->index) {
        s->more[s->nmore++] = e;
        put(c, s, SECTION_RANGE, item->range);
        for (int k = 0; k < 4; k++) put(c, s, 0, item->range);
        s->used++;
        s->rank++;
        return true;
    }
    s->index = e;
    s->only_indices = false;
    int axes = mask ? (int)e->type->len : 1;
    s->axis = s->rank;
    for (int i = 0; i < axes; i++) {
        put(c, s, SECTION_RANGE, item->range);
        for (int k = 0; k < 4; k++) put(c, s, 0, item->range);
        s->used++;
        s->rank++;
    }
    s->items += axes - 1;
    (void)a;
    return true;
}

static struct hd_expr *too_many(struct check *c, const struct hd_expr *a, const struct section *s,
                                struct hd_range range) {
    hd_error(c->diags, range, "%s has %lld dimension%s, and %d indices are given", expr_text(c, a),
             (long long)a->type->len, a->type->len == 1 ? "" : "s", s->used);
    return expr_error(c, range);
}

// A call with the array and a list of numbers.
static struct hd_expr *list_call(struct check *c, const char *name, struct hd_expr *a, int n,
                                 struct hd_expr **numbers, int nnumbers, struct hd_type *type,
                                 struct hd_range range) {
    struct hd_expr **values = HD_NEW_ARRAY(c->arena, struct hd_expr *, nnumbers + 3);
    values[0] = array_loc(c, range.from);
    values[1] = a;
    values[2] = expr_int(c, hd_ty.int_, n, range);
    for (int i = 0; i < nnumbers; i++) values[3 + i] = numbers[i];
    return array_rt(c, name, values, nnumbers + 3, type, range);
}

static struct hd_expr *element(struct check *c, struct hd_expr *a, struct section *s,
                               struct hd_ast *ast) {
    HD_VEC(struct hd_expr *) indices = {0};
    for (int i = 1; i < s->numbers.n; i += 2) HD_PUSH(c->arena, &indices, s->numbers.v[i]);
    struct hd_type *at = hd_type_ptr(hd_type_qual(a->type->base, a->type->quals & 0));
    struct hd_expr *p = list_call(c, "at", a, s->used, indices.v, indices.n, at, ast->range);
    if (is_error(p)) return p;
    struct hd_expr *out = expr_deref(c, p, ast->range);
    out->loc = ast->loc;
    return out;
}

// a[i, j] with arrays: the view whose axes are one, and the index that stands for both.
static struct hd_expr *merged(struct check *c, struct hd_expr *view, struct section *s,
                              struct hd_range range) {
    int n = 1 + s->nmore, rank = (int)s->index->type->len;
    struct hd_expr *first = expr_pin(c, view);
    struct hd_expr *values[4 + HD_FUSED_DIMS] = {array_loc(c, range.from), first,
                                                 expr_int(c, hd_ty.int_, s->axis, range),
                                                 expr_int(c, hd_ty.int_, n, range), s->index};
    struct hd_type *type = array_of(c, view->type->base, (int)view->type->len - s->nmore);
    for (int i = 0; i < s->nmore; i++) {
        values[5 + i] = s->more[i];
        if (s->more[i]->type->len > rank) rank = (int)s->more[i]->type->len;
    }
    struct hd_expr *out = array_rt(c, "merge_axes", values, 4, type, range);
    values[1] = pinned(c, first);
    s->index = array_rt(c, "merge_indices", values, 4 + n, array_of(c, hd_ty.long_, rank), range);
    return is_error(s->index) ? s->index : out;
}

struct hd_expr *array_index(struct check *c, struct hd_expr *a, struct hd_ast *ast) {
    struct section s = {.only_indices = true};
    a = array_value(c, rvalue(c, a));
    for (int i = 1; i < ast->nkids; i++)
        if (!add_item(c, &s, a, ast->kids[i])) return expr_error(c, ast->range);
    int rank = (int)a->type->len;
    if (s.used > rank) return too_many(c, a, &s, ast->range);
    if (s.only_indices && s.used == rank) return element(c, a, &s, ast);
    int view_rank = s.rank + rank - s.used;
    if (view_rank > HD_FUSED_DIMS) {
        hd_error(c->diags, ast->range, "this has %d dimensions, and an array has at most %d",
                 view_rank, HD_FUSED_DIMS);
        return expr_error(c, ast->range);
    }
    struct hd_expr *view = a;
    if (s.index && s.nmore && view_rank - s.nmore - 1 + (int)s.index->type->len > HD_FUSED_DIMS)
        return too_many(c, a, &s, ast->range);
    bool mask = s.index && element_type(s.index)->kind == HD_TY_BOOL;
    if (!s.index || s.items > (mask ? (int)s.index->type->len : 1))
        view = list_call(c, "section", a, s.items, s.numbers.v, s.numbers.n,
                         array_of(c, a->type->base, view_rank), ast->range);
    if (!s.index || is_error(view)) return view;
    if (s.nmore) view = merged(c, view, &s, ast->range);
    if (is_error(view)) return view;
    view_rank -= s.nmore;
    if (mask) {
        if (s.axis != 0) {
            hd_error(c->diags, s.index->range, "a mask covers the first dimensions of an array");
            return expr_error(c, ast->range);
        }
        struct hd_expr *values[] = {array_loc(c, ast->range.from), view, s.index};
        return array_rt(c, "select", values, 3,
                        array_of(c, a->type->base, view_rank - (int)s.index->type->len + 1),
                        ast->range);
    }
    struct hd_expr *values[] = {array_loc(c, ast->range.from), view,
                                expr_int(c, hd_ty.int_, s.axis, ast->range), s.index};
    return array_rt(c, "pick", values, 4,
                    array_of(c, a->type->base, view_rank - 1 + (int)s.index->type->len),
                    ast->range);
}

// ---- assignment ---------------------------------------------------------------------------------

// The call of the run time that this is, or NULL.
static struct hd_expr *call_of(struct hd_expr *e, const char *name) {
    if (e->kind != EX_CAST || e->a->kind != EX_CALL || e->a->a->kind != EX_FUNC) return NULL;
    return strcmp(e->a->a->sym->name + strlen("__heddle_array_"), name) ? NULL : e->a;
}

static struct hd_expr *rebind(struct check *c, struct hd_expr *a, struct hd_ast *ast) {
    struct hd_expr *b = check_expr(c, ast->kids[1]);
    if (is_error(b)) return b;
    if (a->type->quals & Q_CONST) {
        hd_error(c->diags, ast->range, "cannot assign to %s: it is `const`", expr_text(c, a));
        return expr_error(c, ast->range);
    }
    b = convert_assign(c, b, a->type, "this assignment");
    if (is_error(b)) return b;
    if (a->kind == EX_VAR) a->sym->assigned = true;
    struct hd_expr *at = expr_cast(c, expr_address(c, a, ast->range),
                                   hd_type_ptr(hd_type_ptr(hd_ty.void_)), CAST_NOOP);
    struct hd_expr *values[] = {at, b};
    int before = c->arrays;
    struct hd_expr *e = array_rt(c, "set", values, 2, unqual(a->type), ast->range);
    if (before) c->arrays = before; // it is no temporary
    return e;
}

// What is written on the right.
static struct hd_expr *assigned(struct check *c, struct hd_ast *ast) {
    struct hd_ast *written = ast->kids[1];
    if (written->kind == AST_INIT_LIST) {
        hd_error(c->diags, written->range, "a braced list cannot be assigned to elements");
        return expr_error(c, ast->range);
    }
    return check_expr(c, written);
}

// The values that go to elements: b, converted to their type.
static struct hd_expr *assigned_value(struct check *c, struct lifted *l, struct hd_expr *target,
                                      struct hd_expr *b, struct hd_ast *ast, int op) {
    struct hd_type *elem = element_type(target);
    struct hd_ast *written = ast->kids[1];
    if (op != TK_SHL && op != TK_SHR) b = lift_literal(c, written, b, elem);
    b = lift_operand(c, l, b);
    if (is_error(b)) return b;
    if (op) {
        struct hd_expr *a = lift_operand(c, l, target);
        if (is_error(a)) return a;
        struct hd_expr *called = binary_operator(c, op, a, b, ast);
        b = called ? called : expr_binary(c, op, a, b, ast->range, ast->loc);
        if (is_error(b)) return b;
        return hd_type_is_arith(b->type) ? convert(c, b, elem)
                                         : convert_assign(c, b, elem, "this assignment");
    }
    return convert_assign(c, b, elem, "this assignment");
}

// mask: where elements are assigned to, of the target's shape; NULL: all are.
static struct hd_expr *store(struct check *c, struct hd_expr *a, struct hd_expr *mask,
                             struct hd_expr *b, struct hd_ast *ast, int op) {
    struct hd_sym *view = sym_hidden(c, unqual(a->type), a->range);
    view->has_initializer = true;
    view->name = NULL;
    struct hd_expr *set = expr_assign(c, expr_var(c, view, a->range), array_value(c, rvalue(c, a)));
    struct hd_expr *target = rvalue(c, expr_var(c, view, a->range));
    target->range = a->range;
    struct lifted l;
    lift_begin(c, &l, ast->range, ast->loc);
    l.fused->stores_mask = mask != NULL;
    if (mask) lift_operand(c, &l, mask);
    struct hd_expr *value = assigned_value(c, &l, target, b, ast, op);
    struct hd_expr *all = array_wrap(c, &l, value);
    if (is_error(all)) return all;
    struct hd_expr *call = fused_call(c, "fused_into", all->fused, &target, 1, unqual(a->type));
    if (is_error(call)) return call;
    struct hd_expr *e = expr_new(c, EX_COMMA, call->type, ast->range);
    e->a = expr_cast(c, set, hd_ty.void_, CAST_VOID);
    e->b = call;
    return e;
}

// An array that a call of the run time gets.
static struct hd_expr *array_argument(struct hd_expr *e) {
    while (!is_array(e)) e = e->a;
    return e;
}

// Assignment to elements that a mask or an array of indices names.
static struct hd_expr *scatter(struct check *c, struct hd_expr *a, struct hd_expr *call,
                               const char *name, struct hd_expr *b, struct hd_ast *ast, int op) {
    struct lifted l;
    lift_begin(c, &l, ast->range, ast->loc);
    struct hd_expr *value = assigned_value(c, &l, a, b, ast, op);
    struct hd_expr *all = array_wrap(c, &l, value);
    if (is_error(all)) return all;
    all->fused->put_after = true;
    struct hd_expr *values[5], *from = array_argument(call->args[1]); // what is selected from
    for (int i = 0; i < call->nargs; i++) values[i] = call->args[i];
    values[call->nargs] = array_value(c, all);
    struct hd_expr *done =
        array_rt(c, name, values, call->nargs + 1, unqual(from->type), ast->range);
    struct hd_expr *one_axis = call_of(from, "merge_axes"); // of what the value is
    if (!one_axis || is_error(done)) return done;
    const struct hd_expr *whole = array_argument(one_axis->args[1]);
    struct hd_expr *e = expr_new(c, EX_COMMA, unqual(whole->type), ast->range);
    e->a = expr_cast(c, done, hd_ty.void_, CAST_VOID);
    e->b = list_call(c, "section", pinned(c, whole), 0, NULL, 0, unqual(whole->type), ast->range);
    return e;
}

struct hd_expr *array_assign_to(struct check *c, struct hd_expr *a, struct hd_ast *ast, int op) {
    if (!is_array(a)) return NULL;
    if (!op && a->is_lvalue) return rebind(c, a, ast);
    if (a->kind == EX_ARRAY) {
        struct hd_diag *d =
            hd_error(c->diags, ast->range, "cannot assign to %s: it is a value", expr_text(c, a));
        hd_help(c->diags, d, "`a[...] = ...` assigns to elements, `a = ...` to the variable");
        return expr_error(c, ast->range);
    }
    struct hd_expr *b = assigned(c, ast), *call;
    if (is_error(b)) return b;
    if ((call = call_of(a, "pick"))) return scatter(c, a, call, "pick_into", b, ast, op);
    if (!(call = call_of(a, "select"))) return store(c, a, NULL, b, ast, op);
    struct hd_expr *from = array_argument(call->args[1]), *mask = array_argument(call->args[2]);
    return !is_array(b) && from->type->len == mask->type->len // one value: in one loop
               ? store(c, from, mask, b, ast, op)
               : scatter(c, a, call, "select_into", b, ast, op);
}

// ---- members ------------------------------------------------------------------------------------

static struct hd_expr *header_field(struct check *c, struct hd_expr *a, const char *name,
                                    struct hd_type *type, struct hd_range range) {
    struct hd_expr *values[] = {array_loc(c, range.from), a};
    struct hd_expr *p = array_rt(c, name, values, 2, hd_type_ptr(type), range);
    return is_error(p) ? p : expr_deref(c, p, range);
}

struct hd_expr *array_member(struct check *c, struct hd_expr *a, struct hd_ast *ast) {
    const char *name = ast->name;
    int rank = (int)a->type->len;
    struct hd_type *longs =
        hd_type_array(c->arena, hd_type_qual(hd_ty.long_, Q_CONST), rank ? rank : 1);
    a = array_value(c, a);
    struct hd_expr *values[] = {array_loc(c, ast->range.from), a, NULL};
    if (!name) return expr_error(c, ast->range);
    if (!strcmp(name, "shape")) return header_field(c, a, "shape_of", longs, ast->range);
    if (!strcmp(name, "strides")) return header_field(c, a, "strides_of", longs, ast->range);
    if (!strcmp(name, "ndim")) return expr_int(c, hd_ty.int_, rank, ast->range);
    if (!strcmp(name, "size")) return array_rt(c, "size", values, 2, NULL, ast->range);
    if (!strcmp(name, "itemsize")) return array_int(c, (int64_t)a->type->base->size, ast->range);
    if (!strcmp(name, "nbytes"))
        return expr_binary(c, TK_STAR, array_rt(c, "size", values, 2, NULL, ast->range),
                           array_int(c, (int64_t)a->type->base->size, ast->range), ast->range,
                           ast->loc);
    if (!strcmp(name, "data"))
        return array_rt(c, "data", values, 2, hd_type_ptr(a->type->base), ast->range);
    if (!strcmp(name, "T")) {
        values[2] = expr_int(c, hd_ty.int_, 0, ast->range);
        return array_rt(c, "axes", values, 3, unqual(a->type), ast->range);
    }
    if (!strcmp(name, "dtype")) {
        struct hd_string *s = HD_NEW(c->arena, struct hd_string);
        s->data = ty(c, a->type->base);
        s->len = strlen(s->data);
        s->type = hd_type_array(c->arena, hd_type_qual(hd_ty.char_, Q_CONST), (int64_t)s->len + 1);
        return rvalue(c, expr_string(c, s, ast->range));
    }
    bool part = !strcmp(name, "real") || !strcmp(name, "imag");
    struct hd_expr *e = expr_new(c, EX_FUNC, hd_ty.auto_, ast->range); // it is called
    static struct hd_sym method = {.kind = SYM_FUNC};
    e->sym = HD_NEW(c->arena, struct hd_sym);
    *e->sym = method;
    e->sym->name = name;
    e->sym->type = hd_ty.auto_;
    e->sym->method = HD_NEW(c->arena, struct hd_method);
    e->sym->method->name = name;
    e->sym->method->sym = e->sym;
    e->sym->range = ast->range;
    e->a = a;
    e->loc = ast->loc;
    if (!strcmp(name, "real") && hd_type_is_arith(element_type(a)) &&
        element_type(a)->kind != HD_TY_COMPLEX)
        return a;
    if (!part || element_type(a)->kind != HD_TY_COMPLEX) return e;
    struct hd_ast *call = HD_NEW(c->arena, struct hd_ast); // they are no functions in Python
    *call = *ast;
    call->kind = AST_CALL;
    call->nkids = 1;
    call->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 1);
    call->kids[0] = ast;
    return array_member_call(c, e, call);
}
