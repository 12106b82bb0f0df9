// Initialisers: C11 6.7.9 with GNU's ranges, and C++'s T{...}, T x(...), references and default
// member values.
//
// A braced list is walked with a path: frames from the object of the braces down to the current
// subobject. Each item without a designator moves the path to the next subobject, leaving
// aggregates that are full; a designator rebuilds the path from the braces' object. An item that is
// no list and does not fit the subobject as a whole enters it (brace elision); the path then goes
// on from there, which is exactly how C lets a designator's neighbours be initialised by the items
// that follow.
//
// Example: `struct { int a[2]; struct { int x, y; } p[2]; } s = {1, 2, .p[1].x = 3, 4}`: 1 and 2
// enter a; the designator makes the path s, p, p[1]; 4 moves it to p[1].y.
#include "front/check/decl/init.h"
#include "front/check/expr/expr.h"

#include <string.h>

enum { MOST_NESTED = 200 }; // lists in lists

enum { MAX_FRAMES = 64 };

struct frame { // an aggregate being filled; `index` is its current subobject
    struct hd_type *type;
    uint64_t offset;
    int64_t index;
};

struct path {
    struct frame frames[MAX_FRAMES];
    int n;
};

struct place { // a subobject
    struct hd_type *type;
    uint64_t offset;
    const struct hd_field *field; // when it is a member
};

struct ranges { // GNU [a ... b] designators of one item, outermost first
    struct {
        int64_t count;
        uint64_t stride;
    } v[8];
    int n;
};

static void init_braced(struct build *b, const struct place *at, struct hd_ast *list);

// ---- values -------------------------------------------------------------------------------------

static void init_value(struct build *b, const struct place *at, struct hd_expr *e) {
    struct hd_expr *v = convert_assign(b->c, e, hd_type_unqual(at->type), "an initialiser");
    item_add(b, at->offset, at->field && at->field->is_bits ? at->field : NULL, v);
}

static void init_reference(struct build *b, const struct place *at, struct hd_ast *ast) {
    struct hd_expr *e = check_expr(b->c, ast);
    if (!is_error(e))
        item_add(b, at->offset, NULL, bind_ref(b->c, at->type, e, "an initialiser"));
    else
        b->failed = true;
}

static struct hd_init *array_literal(struct check *c, struct hd_type *type, struct hd_ast *ast,
                                     struct hd_expr **out) {
    struct hd_expr *e = check_expr(c, ast);
    *out = e;
    bool ok = e->kind == EX_COMPOUND_LITERAL && e->type->kind == HD_TY_ARRAY &&
              hd_type_compatible(hd_type_unqual(e->type->base), hd_type_unqual(type->base)) &&
              (type->len < 0 || type->len >= e->type->len);
    return ok ? e->init : NULL;
}

// An array from something that is not a list: a string, or (GNU) an array compound literal.
static void init_array_from(struct build *b, const struct place *at, struct hd_ast *ast) {
    struct check *c = b->c;
    if (init_is_string(ast, at->type)) {
        items_string(b, at->type, at->offset, ast);
        return;
    }
    struct hd_expr *e;
    struct hd_init *init = array_literal(c, at->type, ast, &e);
    if (init) {
        items_inline(b, at->offset, init);
        if (init->type->len > b->root_len) b->root_len = init->type->len;
        return;
    }
    bool copies = ast->kind == AST_CALL && ast->kids[0]->kind == AST_NAME &&
                  strcmp(ast->kids[0]->name, "__heddle_omp_copy") == 0;
    if (copies && !is_error(e) && hd_type_same_unqual(e->type, at->type)) { // firstprivate
        struct hd_expr *value = expr_new(c, EX_LOAD, hd_type_unqual(e->type), ast->range);
        value->a = e;
        item_add(b, at->offset, NULL, value);
        return;
    }
    b->failed = true;
    if (is_error(e)) return;
    struct hd_diag *d =
        hd_error(c->diags, ast->range, "an array cannot be initialised with one value of type `%s`",
                 ty(c, e->type));
    if (e->type->kind == HD_TY_ARRAY)
        hd_help(c->diags, d,
                "arrays are not copied by `=`: use memcpy, or put the array in a struct");
    else if (is_ptr(e->type))
        hd_help(c->diags, d, "memory is held by a pointer: `%s *name = ...`", ty(c, e->type->base));
    else
        hd_help(c->diags, d, "write its elements in braces: {1, 2, 3}");
}

// ---- the path -----------------------------------------------------------------------------------

static bool is_unnamed_bits(const struct hd_field *f) { return !f->name && f->is_bits; }

static int64_t frame_count(const struct hd_type *t) {
    if (t->kind == HD_TY_RECORD) return t->record->nfields;
    return t->len < 0 ? INT64_MAX : t->len;
}

static void skip_unnamed(struct frame *f) {
    if (f->type->kind == HD_TY_RECORD) {
        while (f->index < f->type->record->nfields &&
               is_unnamed_bits(&f->type->record->fields[f->index]))
            f->index++;
    }
}

// Whether values can be listed for the members of a class without constructors. false: reported.
static bool takes_list(struct build *b, const struct hd_type *t, bool parens,
                       struct hd_range range) {
    struct check *c = b->c;
    bool plain = c->lang != HD_LANG_CU || c->system || t->kind != HD_TY_RECORD;
    if (plain || (class_is_aggregate(t->record) && !(parens && t->record->ctor_declared)))
        return true;
    const struct hd_record *r = t->record;
    struct hd_diag *d = hd_error(c->diags, range, "`%s` does not take its members' values here",
                                 ty(c, (struct hd_type *)t));
    b->failed = true;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        if (f->access == ACCESS_PUBLIC || f->is_vptr) continue;
        note_on(c, d, f->range, "`%s` is %s, and nobody else sets that",
                f->name      ? f->name
                : f->is_base ? ty(c, f->type)
                             : "this",
                f->access == ACCESS_PRIVATE ? "private" : "protected");
        break;
    }
    hd_help(c->diags, d, "write a constructor that takes these values");
    return false;
}

static bool push(struct build *b, struct path *p, struct hd_type *type, uint64_t offset) {
    if (p->n == MAX_FRAMES) {
        hd_error(b->c->diags, (struct hd_range){0, 0}, "this initialiser is nested too deeply");
        b->failed = true;
        return false;
    }
    p->frames[p->n] = (struct frame){type, offset, 0};
    skip_unnamed(&p->frames[p->n++]);
    return true;
}

static bool exhausted(const struct frame *f) { return f->index >= frame_count(f->type); }

static void step(struct frame *f) {
    if (f->type->kind == HD_TY_RECORD && f->type->record->is_union)
        f->index = f->type->record->nfields; // one member is all that a union takes
    else
        f->index++;
    skip_unnamed(f);
}

// Leaves aggregates that are full. false: the object of the braces is full.
static bool settle(struct path *p) {
    while (exhausted(&p->frames[p->n - 1])) {
        if (p->n == 1) return false;
        p->n--;
        step(&p->frames[p->n - 1]);
    }
    return true;
}

static struct place current(struct build *b, const struct path *p) {
    const struct frame *f = &p->frames[p->n - 1];
    if (f->type->kind == HD_TY_RECORD) {
        const struct hd_field *field = &f->type->record->fields[f->index];
        return (struct place){field->type, f->offset + field->offset, field};
    }
    struct place at = {f->type->base, f->offset + (uint64_t)f->index * f->type->base->size, NULL};
    if (f->type->kind == HD_TY_ARRAY && f->type->len < 0) {
        if (p->n == 1 && f->type == b->root && f->index >= b->root_len)
            b->root_len = f->index + 1;
        else if (f->type != b->root && at.offset + at.type->size > b->flex_end)
            b->flex_end = at.offset + at.type->size;
    }
    return at;
}

// ---- designators --------------------------------------------------------------------------------

static void choose_union_member(struct build *b, const struct frame *f) {
    if (f->type->kind != HD_TY_RECORD || !f->type->record->is_union) return;
    for (int i = b->unions.n - 1; i >= 0; i--) {
        struct union_choice *u = &b->unions.v[i];
        if (u->type != f->type || u->offset != f->offset) continue;
        if (u->member != f->index) items_kill(b, f->offset, f->type->size, NULL, NULL);
        u->member = f->index;
        return;
    }
    struct union_choice u = {f->type, f->offset, f->index};
    HD_PUSH(b->c->arena, &b->unions, u);
}

static bool find_member(struct build *b, struct path *p, const char *name) {
    struct frame *f = &p->frames[p->n - 1];
    const struct hd_record *r = f->type->record;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *field = &r->fields[i];
        uint64_t offset;
        if (field->name == name) {
            f->index = i;
            choose_union_member(b, f);
            return true;
        }
        if (field->name || field->is_bits || field->type->kind != HD_TY_RECORD ||
            !hd_record_field(field->type->record, name, &offset))
            continue;
        f->index = i;
        choose_union_member(b, f);
        return push(b, p, field->type, f->offset + field->offset) && find_member(b, p, name);
    }
    return false;
}

static bool designate_member(struct build *b, struct path *p, struct hd_ast *d) {
    struct check *c = b->c;
    struct hd_type *t = p->frames[p->n - 1].type;
    if (t->kind != HD_TY_RECORD) {
        hd_error(c->diags, d->range, "`.%s` does not fit: `%s` has no members", d->name, ty(c, t));
        return false;
    }
    if (find_member(b, p, d->name)) return true;
    struct hd_diag *diag =
        hd_error(c->diags, d->range, "`%s` has no member `%s`", ty(c, t), d->name);
    for (int i = 0; i < t->record->nfields; i++) {
        const char *name = t->record->fields[i].name;
        if (name && hd_edit_distance(name, d->name, 2) <= 2) {
            hd_help(c->diags, diag, "did you mean `%s`?", name);
            break;
        }
    }
    return false;
}

static bool designate_index(struct build *b, struct path *p, struct hd_ast *d, bool last,
                            struct ranges *ranges) {
    struct check *c = b->c;
    struct frame *f = &p->frames[p->n - 1];
    int64_t from, to;
    if (f->type->kind != HD_TY_ARRAY && f->type->kind != HD_TY_VECTOR) {
        hd_error(c->diags, d->range, "an index does not fit: `%s` is not an array", ty(c, f->type));
        return false;
    }
    if (!check_const_int(c, d->kids[0], "an index in an initialiser", &from)) return false;
    to = from;
    if (d->nkids > 1 && d->kids[1] &&
        !check_const_int(c, d->kids[1], "an index in an initialiser", &to))
        return false;
    bool fits =
        from >= 0 && to >= from && (f->type->len < 0 ? to < (int64_t)1 << 40 : to < f->type->len);
    if (!fits) {
        if (to < from)
            hd_error(c->diags, d->range, "the range %lld ... %lld is empty", (long long)from,
                     (long long)to);
        else
            hd_error(c->diags, d->range, "index %lld is outside of `%s`",
                     (long long)(from < 0 ? from : to), ty(c, f->type));
        return false;
    }
    if (to > from) {
        if (ranges->n == HD_COUNT(ranges->v)) {
            hd_error(c->diags, d->range, "too many ranges");
            return false;
        }
        ranges->v[ranges->n].count = to - from + 1;
        ranges->v[ranges->n++].stride = f->type->base->size;
    }
    f->index = to;
    current(b, p); // the array is at least this long
    f->index = from;
    if (to > from && last) // whatever these elements were given before
        items_kill(b, f->offset + (uint64_t)from * f->type->base->size,
                   (uint64_t)(to - from + 1) * f->type->base->size, NULL, NULL);
    return true;
}

static bool designate(struct build *b, struct path *p, struct hd_ast *item, struct ranges *ranges) {
    p->n = 1;
    b->disordered = true;
    for (int i = 0; i < item->nkids - 1; i++) {
        struct hd_ast *d = item->kids[i];
        if (i > 0) {
            struct place at = current(b, p);
            if (at.type->kind != HD_TY_RECORD && at.type->kind != HD_TY_ARRAY &&
                at.type->kind != HD_TY_VECTOR) {
                hd_error(b->c->diags, d->range,
                         "this designator goes into `%s`, which has no parts", ty(b->c, at.type));
                return false;
            }
            if (!push(b, p, at.type, at.offset)) return false;
        }
        bool last = i == item->nkids - 2;
        if (d->kind == AST_INDEX_DESIGNATOR ? !designate_index(b, p, d, last, ranges)
                                            : !designate_member(b, p, d))
            return false;
    }
    return true;
}

// ---- lists --------------------------------------------------------------------------------------

static bool enters(const struct hd_type *t) {
    return t->kind == HD_TY_RECORD || t->kind == HD_TY_VECTOR;
}

// Whether an expression initialises a record or vector as a whole.
static bool fits_whole(struct check *c, const struct hd_type *t, const struct hd_expr *e) {
    if (hd_type_same_unqual(t, e->type)) return true;
    if (t->kind == HD_TY_RECORD && t->record->has_ctors)
        return true; // through a constructor, or not at all
    return c->lang == HD_LANG_CU && t->kind == HD_TY_RECORD && t->record->from_scalar &&
           hd_type_is_arith(e->type);
}

static void excess(struct build *b, struct hd_ast *ast, const struct hd_type *type) {
    struct check *c = b->c;
    if (c->lang == HD_LANG_CU)
        hd_error(c->diags, ast->range, "more values than `%s` has room for", ty(c, type));
    else
        warn(c, ast->range, "excess-initializers", "more values than `%s` has room for",
             ty(c, type));
}

// Puts one item without designators at the path's subobject, entering aggregates as C's brace
// elision says. pending: the item, when it has been checked already.
static void place_item(struct build *b, struct path *p, struct hd_ast *ast,
                       struct hd_expr *pending) {
    struct check *c = b->c;
    for (;;) {
        struct place at = current(b, p);
        if (at.type->kind == HD_TY_ERROR) {
            b->failed = true;
            return;
        }
        if (ast->kind == AST_INIT_LIST) {
            init_braced(b, &at, ast);
            return;
        }
        if (at.type->kind == HD_TY_REF) {
            init_reference(b, &at, ast);
            return;
        }
        bool array = at.type->kind == HD_TY_ARRAY;
        if (array && !pending && init_is_string(ast, at.type)) {
            items_string(b, at.type, at.offset, ast);
            return;
        }
        bool made = at.type->kind == HD_TY_RECORD && at.type->record->has_ctors;
        bool string_inside =
            ast->kind == AST_STRING && enters(at.type) && !made; // for a char array within
        if (!array && !string_inside) {
            if (!pending) pending = check_rvalue(c, ast);
            if (is_error(pending)) {
                b->failed = true;
                return;
            }
            if (!enters(at.type) || fits_whole(c, at.type, pending)) {
                init_value(b, &at, pending);
                return;
            }
        }
        if (!push(b, p, at.type, at.offset)) return;
        if (exhausted(&p->frames[p->n - 1])) { // an empty struct or array takes nothing
            p->n--;
            excess(b, ast, at.type);
            return;
        }
    }
}

// What is not listed is made from `{}` at this place (C++17 [dcl.init.aggr]p8), by constructors
// that may be called here.
static void rest_ok(struct build *b, const struct path *p, bool fresh, struct hd_range range) {
    struct check *c = b->c;
    for (int k = 0; k < p->n && c->lang == HD_LANG_CU; k++) {
        const struct hd_type *t = p->frames[k].type;
        int64_t from = p->frames[k].index + (fresh && k == p->n - 1 ? 0 : 1);
        if (t->kind == HD_TY_ARRAY && t->len > from) class_default_ok(c, t->base, NULL, range);
        bool members = t->kind == HD_TY_RECORD && !(t->record->is_union && (k || !fresh || from));
        for (int64_t i = from; members && i < t->record->nfields; i++) {
            const struct hd_field *f = &t->record->fields[i];
            if (!f->init && !class_default_ok(c, f->type, f->name, range)) b->failed = true;
            if (t->record->is_union) break;
        }
    }
}

static void fill_list(struct build *b, struct hd_type *type, uint64_t offset, struct hd_ast *list,
                      struct hd_expr *pending) {
    struct path p = {.n = 0};
    bool designated = false;
    if (!push(b, &p, type, offset)) return;
    bool fresh = true; // the path points to a subobject that was not initialised yet
    for (int i = 0; i < list->nkids; i++) {
        struct hd_ast *item = list->kids[i], *value = item;
        struct ranges ranges = {.n = 0};
        if (item->kind == AST_DESIGNATED) {
            designated = true;
            value = item->kids[item->nkids - 1];
            if (!designate(b, &p, item, &ranges)) {
                b->failed = true;
                p.n = 1;
                continue;
            }
        } else {
            if (!fresh) step(&p.frames[p.n - 1]);
            if (!settle(&p)) {
                excess(b, item, type);
                return;
            }
        }
        fresh = false;
        int level = p.n;
        struct item_mark mark = {b->items.n, b->marks};
        b->marks = &mark;
        place_item(b, &p, value, i == 0 ? pending : NULL);
        b->marks = mark.outer;
        for (int k = ranges.n - 1; k >= 0; k--)
            items_repeat(b, mark.from, ranges.v[k].count, ranges.v[k].stride);
        if (ranges.n && p.n == level && p.frames[p.n - 1].type->kind == HD_TY_ARRAY)
            p.frames[p.n - 1].index += ranges.v[ranges.n - 1].count - 1;
    }
    if (!designated) rest_ok(b, &p, fresh, list->range);
}

static void init_scalar_list(struct build *b, const struct place *at, struct hd_ast *list) {
    struct check *c = b->c;
    if (list->nkids == 0) return;
    struct hd_ast *first = list->kids[0];
    if (first->kind == AST_DESIGNATED) {
        hd_error(c->diags, first->range, "`%s` has no parts to name", ty(c, at->type));
        b->failed = true;
    } else if (first->kind == AST_INIT_LIST) {
        warn(c, first->range, "excess-braces", "too many braces around this value");
        init_scalar_list(b, at, first);
    } else {
        struct hd_expr *e = check_rvalue(c, first);
        if (is_error(e))
            b->failed = true;
        else
            init_value(b, at, e);
    }
    if (list->nkids > 1) excess(b, list->kids[1], at->type);
}

// T{a, b} where T has constructors.
static void init_constructed(struct build *b, const struct place *at, struct hd_ast **args, int n,
                             struct hd_range range) {
    struct check *c = b->c;
    struct hd_type *type = hd_type_unqual(at->type);
    struct hd_expr *only =
                       n == 1 && args[0]->kind != AST_INIT_LIST && args[0]->kind != AST_DESIGNATED
                           ? check_expr(c, args[0])
                           : NULL,
                   *value;
    if (only && !is_error(only) && hd_type_same_unqual(type, only->type)) {
        value = class_value(c, rvalue(c, only)); // a copy
    } else if (only) {
        struct call_args given = {.asts = args, .v = &only, .n = 1, .failed = is_error(only)};
        value = class_construct(c, type, &given, range, false);
    } else {
        value = class_from_asts(c, type, args, n, range);
    }
    item_add(b, at->offset, NULL, value);
    bool listed = c->lang == HD_LANG_CU && !c->system && (b->depth > 1 || (b->depth && !b->direct));
    const struct hd_sym *ctor =
        listed && value->kind == EX_CALL && value->constructs && value->a->kind == EX_FUNC
            ? value->a->sym
            : NULL;
    if (!ctor || !ctor->method || !ctor->method->is_explicit) return;
    struct hd_diag *d = hd_error(c->diags, range,
                                 "a list does not call the constructor of `%s` by itself: it is"
                                 " `explicit`",
                                 ty(c, type));
    hd_help(c->diags, d, "say so: `%s{...}`", ty(c, type));
    note_on(c, d, ctor->range, "it is declared here");
}

// An object of the class, or of one that derives from it, is copied (C++17 [dcl.init]p17).
static bool is_object_of(const struct hd_expr *e, const struct hd_type *type) {
    return hd_type_same_unqual(type, e->type) || class_derives(e->type, type, NULL);
}

static void init_braced_record(struct build *b, const struct place *at, struct hd_ast *list) {
    struct check *c = b->c;
    if (at->type->record->has_ctors) {
        struct hd_expr *made = list->nkids || list_element(at->type)
                                   ? class_from_list(c, hd_type_unqual(at->type), list)
                                   : NULL;
        if (made)
            item_add(b, at->offset, NULL, made);
        else
            init_constructed(b, at, list->kids, list->nkids, list->range);
        return;
    }
    struct hd_expr *pending = NULL;
    bool one = list->nkids == 1 && list->kids[0]->kind != AST_DESIGNATED &&
               list->kids[0]->kind != AST_INIT_LIST && list->kids[0]->kind != AST_STRING;
    if (one && c->lang == HD_LANG_CU &&
        !(at->type->record->nfields && at->type->record->fields[0].type->kind == HD_TY_REF)) {
        pending = check_rvalue(c, list->kids[0]);
        if (is_error(pending)) {
            b->failed = true;
            return;
        }
        if (is_object_of(pending, at->type)) { // T{other}: a copy
            init_value(b, at, pending);
            return;
        }
    }
    if (c->lang == HD_LANG_CU && !class_is_aggregate(at->type->record) && !c->system) {
        if (list->nkids && !takes_list(b, at->type, false, list->range)) return;
        if (!class_default_ok(c, at->type, NULL, list->range)) b->failed = true;
        items_default(b, at->type, at->offset);
        return;
    }
    items_default(b, at->type, at->offset);
    fill_list(b, at->type, at->offset, list, pending);
}

// Whether each element of an array of objects has its own item: those are made by constructors, so
// that none takes several items, and none needs a constructor without parameters.
static bool gives_all(const struct hd_type *array, const struct hd_ast *list) {
    const struct hd_type *t = array->base;
    if (array->kind != HD_TY_ARRAY || t->kind != HD_TY_RECORD || !t->record->has_ctors)
        return false;
    for (int i = 0; i < list->nkids; i++)
        if (list->kids[i]->kind == AST_DESIGNATED) return false;
    return list->nkids == array->len;
}

static void init_braced(struct build *b, const struct place *at, struct hd_ast *list) {
    list = list_expand(b->c, list);
    if (++b->depth > MOST_NESTED) {
        hd_error(b->c->diags, list->range, "this initialiser is nested too deeply");
        b->failed = true;
    } else if (at->type->kind == HD_TY_ERROR) {
        b->failed = true;
    } else {
        items_kill(b, at->offset, at->type->size,
                   at->field && at->field->is_bits ? at->field : NULL, at->type);
        struct hd_ast *first = list->nkids == 1 ? list->kids[0] : NULL;
        if (at->type->kind == HD_TY_ARRAY && first && init_is_string(first, at->type))
            items_string(b, at->type, at->offset, first);
        else if (at->type->kind == HD_TY_RECORD)
            init_braced_record(b, at, list);
        else if (at->type->kind == HD_TY_ARRAY || at->type->kind == HD_TY_VECTOR) {
            if (!gives_all(at->type, list)) items_default(b, at->type, at->offset);
            fill_list(b, at->type, at->offset, list, NULL);
        } else if (at->type->kind == HD_TY_REF) {
            if (list->nkids == 1) init_reference(b, at, list->kids[0]);
        } else {
            init_scalar_list(b, at, list);
        }
    }
    b->depth--;
}

// ---- what the rest of the checker calls ---------------------------------------------------------

// Whether a reference is bound to the one item of a list, `const T &r = {x}`: else a temporary is
// made of the list (C++17 [dcl.init.list]p3).
static bool names_object(struct check *c, const struct hd_type *type, const struct hd_ast *list) {
    struct hd_ast *item = list->nkids == 1 ? list->kids[0] : NULL;
    if (!item || item->kind == AST_INIT_LIST || item->kind == AST_DESIGNATED) return false;
    if (type->kind != HD_TY_RECORD && type->kind != HD_TY_ARRAY) return true;
    c->unevaluated++;
    struct hd_expr *e = check_expr(c, item);
    c->unevaluated--;
    return is_error(e) || is_object_of(e, type);
}

static struct hd_init *check_init_ref(struct check *c, struct hd_type *ref, struct hd_ast *ast,
                                      struct hd_range where) {
    struct build b = {.c = c, .root = ref};
    struct place at = {ref, 0, NULL};
    if (ast->kind == AST_INIT_LIST && names_object(c, ref->base, ast)) ast = ast->kids[0];
    if (ast->kind == AST_INIT_LIST) {
        struct hd_type *type = unqual(ref->base);
        struct hd_expr *value = expr_init(c, check_init(c, type, ast, where), ast->range);
        if (is_error(value))
            b.failed = true;
        else
            item_add(&b, 0, NULL, bind_ref(c, ref, value, "an initialiser"));
    } else {
        init_reference(&b, &at, ast);
    }
    return items_finish(&b);
}

static struct hd_init *init_by(struct check *c, struct hd_type *type, struct hd_ast *ast,
                               bool direct, struct hd_range where) {
    struct build b = {.c = c, .root = type, .direct = direct};
    struct place at = {type, 0, NULL};
    hd_type_is_complete(type);
    ast = list_expand(c, ast);
    if (type->kind == HD_TY_REF) return check_init_ref(c, type, ast, where);
    if (type->kind == HD_TY_ERROR) {
        if (ast->kind != AST_INIT_LIST) check_rvalue(c, ast);
        b.failed = true;
    } else if (hd_type_is_vla(type)) {
        struct hd_diag *d = hd_error(
            c->diags, ast->range, "an array whose length is not a constant cannot be initialised");
        hd_help(c->diags, d, "assign its elements in a loop, or use memset");
        b.failed = true;
    } else if (ast->kind == AST_INIT_LIST) {
        init_braced(&b, &at, ast);
    } else if (type->kind == HD_TY_ARRAY) {
        init_array_from(&b, &at, ast);
    } else {
        struct hd_expr *e = check_rvalue(c, ast);
        if (is_error(e))
            b.failed = true;
        else
            init_value(&b, &at, e);
    }
    return items_finish(&b);
}

struct hd_init *check_init(struct check *c, struct hd_type *type, struct hd_ast *ast,
                           struct hd_range where) {
    return init_by(c, type, ast, false, where);
}

struct hd_init *check_init_direct(struct check *c, struct hd_type *type, struct hd_ast *list,
                                  struct hd_range where) {
    bool is_enum = c->lang == HD_LANG_CU && type->kind == HD_TY_ENUM && type->enumeration->fixed;
    if (!is_enum || list->kind != AST_INIT_LIST || list->nkids != 1 ||
        list->kids[0]->kind == AST_INIT_LIST)
        return init_by(c, type, list, true, where);
    struct build b = {.c = c, .root = type};
    struct place at = {type, 0, NULL};
    struct hd_expr *e = check_rvalue(c, list->kids[0]);
    if (!is_error(e) && hd_type_is_integer(e->type) && e->type->kind != HD_TY_ENUM)
        e = convert(c, e, hd_type_unqual(type));
    if (is_error(e))
        b.failed = true;
    else
        init_value(&b, &at, e);
    return items_finish(&b);
}

// A member's value from an expression in parentheses (C++20 [dcl.init.general]p16.6.2.2): no braces
// are left out there.
static bool place_member(struct build *b, struct hd_type *type, int i, struct hd_ast *ast,
                         struct hd_expr *e) {
    struct check *c = b->c;
    const struct hd_field *f = &type->record->fields[i];
    struct path p = {.n = 1, .frames = {{type, 0, i}}};
    if (c->lang == HD_LANG_CU && is_record(f->type) && ast->kind != AST_INIT_LIST) {
        if (!e) e = check_rvalue(c, ast);
        if (!is_error(e) && !hd_type_same_unqual(f->type, e->type))
            e = convert_assign(c, e, hd_type_unqual(f->type), f->name ? f->name : "the base");
        b->failed = b->failed || is_error(e);
        if (is_error(e)) return false;
    }
    place_item(b, &p, ast, e);
    return true;
}

static void init_members(struct build *b, struct hd_type *type, struct hd_ast **args, int n,
                         struct hd_range where) {
    struct check *c = b->c;
    const struct hd_record *r = type->record;
    if (n && !takes_list(b, type, true, where)) return;
    items_default(b, type, 0);
    int used = 0;
    for (int i = 0; i < r->nfields && used < n; i++) {
        const struct hd_field *f = &r->fields[i];
        if (is_unnamed_bits(f)) continue;
        if (!place_member(b, type, i, args[used++], NULL)) return;
        if (r->is_union) break;
    }
    if (used < n) {
        struct hd_diag *d =
            hd_error(c->diags, where, "`%s` has %d member%s, but %d values are given", ty(c, type),
                     used, used == 1 ? "" : "s", n);
        note_on(c, d, (struct hd_range){r->loc, r->loc}, "it was defined here");
    }
}

struct hd_init *check_init_args(struct check *c, struct hd_type *type, struct hd_ast **args, int n,
                                struct hd_range where) {
    struct build b = {.c = c, .root = type};
    struct place at = {type, 0, NULL};
    hd_type_is_complete(type);
    asts_expand(c, &args, &n);
    if (type->kind == HD_TY_REF && n == 1) return check_init_ref(c, type, args[0], where);
    if (type->kind == HD_TY_RECORD && type->record->has_ctors) {
        init_constructed(&b, &at, args, n, where);
        return items_finish(&b);
    }
    if (n == 1 && args[0]->kind != AST_INIT_LIST && type->kind != HD_TY_ARRAY) {
        struct hd_expr *e = check_rvalue(c, args[0]);
        if (is_error(e) || type->kind == HD_TY_ERROR) {
            b.failed = true;
        } else if (type->kind == HD_TY_RECORD && !is_object_of(e, type)) {
            struct hd_expr *by =
                is_record(e->type) ? class_convert_by(c, e, unqual(type), true) : NULL;
            if (by) {
                init_value(&b, &at, by);
                return items_finish(&b);
            }
            items_default(&b, type, 0);
            if (takes_list(&b, type, true, where) && type->record->nfields)
                place_member(&b, type, 0, args[0], e);
        } else {
            init_value(&b, &at, e);
        }
    } else if (type->kind == HD_TY_RECORD) {
        init_members(&b, type, args, n, where);
    } else if (type->kind == HD_TY_ARRAY) {
        struct hd_diag *d =
            hd_error(c->diags, where, "an array is not initialised with parentheses");
        hd_help(c->diags, d, "use braces: {1, 2, 3}");
        b.failed = true;
    } else if (n == 1) {
        init_braced(&b, &at, args[0]);
    } else if (n > 1 && type->kind != HD_TY_ERROR) {
        hd_error(c->diags, where, "`%s` takes one value, not %d", ty(c, type), n);
        b.failed = true;
    }
    return items_finish(&b);
}

struct hd_init *init_of_expr(struct check *c, struct hd_type *type, struct hd_expr *value) {
    struct build b = {.c = c, .root = type};
    item_add(&b, 0, NULL, value);
    return items_finish(&b);
}

struct hd_init *init_default(struct check *c, struct hd_type *type) {
    if (!init_has_default(type, 0)) return NULL;
    struct build b = {.c = c, .root = type};
    items_default(&b, type, 0);
    return items_finish(&b);
}
