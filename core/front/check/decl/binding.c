// Structured bindings: `auto [a, b] = value;`, `for (auto &[k, v] : map)`.
//
// The value gets a variable of its own, whose name is "[a, b]" (no program can say it), declared as
// any `auto` variable is. Each name is a reference to a part of that: an element of an array, what
// `get<i>` gives where std::tuple_size knows the type, else a member (C++ [dcl.struct.bind]).
// decltype of such a name is the part's type (hd_sym.bound).
#include <string.h>

#include "front/check/array/array.h"
#include "front/check/decl/decl.h"

static struct hd_ast *make(struct check *c, const struct hd_ast *at, enum hd_ast_kind kind) {
    struct hd_ast *ast = HD_NEW(c->arena, struct hd_ast);
    ast->kind = (uint16_t)kind;
    ast->range = at->range;
    ast->loc = at->range.from;
    ast->tok = at->tok;
    return ast;
}

static struct hd_ast *with_kids(struct check *c, struct hd_ast *ast, struct hd_ast *a,
                                struct hd_ast *b) {
    ast->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 2);
    ast->kids[0] = a;
    ast->kids[1] = b;
    ast->nkids = b ? 2 : 1;
    return ast;
}

static struct hd_ast *number(struct check *c, const struct hd_ast *at, int64_t value) {
    struct hd_token *tok = HD_NEW(c->arena, struct hd_token);
    tok->kind = TK_NUMBER;
    tok->text = hd_intern_str(hd_printf(c->arena, "%lldul", (long long)value));
    tok->loc = tok->spelled = at->range.from;
    tok->len = (uint32_t)strlen(tok->text);
    struct hd_ast *ast = make(c, at, AST_NUMBER);
    ast->tok = tok;
    return ast;
}

// Whether it may be evaluated more than once: `a`, `s.a`, `p->a`, `a[i]`.
static bool is_path(const struct hd_ast *ast) {
    switch (ast->kind) {
    case AST_NAME:
    case AST_NUMBER: return true;
    case AST_MEMBER: return is_path(ast->kids[0]);
    case AST_INDEX: return is_path(ast->kids[0]) && is_path(ast->kids[1]);
    case AST_UNARY: return ast->op == TK_STAR && is_path(ast->kids[0]);
    default: return false;
    }
}

enum { MOST_COPIED = 65536 };

static struct hd_ast *elements(struct check *c, const struct hd_type *type, struct hd_ast *from) {
    if (type->kind != HD_TY_ARRAY) return from;
    struct hd_ast *list = make(c, from, AST_INIT_LIST);
    list->nkids = (int)type->len;
    list->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, list->nkids + 1);
    for (int i = 0; i < list->nkids; i++)
        list->kids[i] = elements(c, type->base,
                                 with_kids(c, make(c, from, AST_INDEX), from, number(c, from, i)));
    return list;
}

struct hd_ast *binding_copy_array(struct check *c, const struct hd_type *type,
                                  struct hd_ast *from) {
    if (is_path(from) && hd_type_is_complete(type) && !hd_type_is_vla(type) &&
        type->size <= MOST_COPIED)
        return elements(c, type, from);
    struct hd_diag *d = hd_error(c->diags, from->range, "this array cannot be copied here");
    hd_help(c->diags, d, "refer to its elements: `auto &[...] = ...`");
    return NULL;
}

// ---- what has std::tuple_size -------------------------------------------------------------------

// The type of the object, without const, as a template's argument.
static struct hd_ast *type_of(struct check *c, struct hd_ast *object) {
    struct hd_ast *inner = make(c, object, AST_TYPE_NAME), *outer = make(c, object, AST_TYPE_NAME);
    for (int i = 0; i < 2; i++) {
        struct hd_ast *ast = i ? outer : inner;
        ast->declr = HD_NEW(c->arena, struct hd_declr);
        ast->spec = HD_NEW(c->arena, struct hd_spec);
        ast->spec->base = BASE_TYPEOF;
        ast->spec->range = ast->spec->name_range = object->range;
        ast->spec->is_decltype = !i;
        ast->spec->type_expr = i ? inner : object;
        ast->spec->transform = i ? TRAIT_REMOVE_CVREF : TRAIT_NONE;
    }
    return outer;
}

// std::tuple_size<T>::value. false: there is no such thing.
static bool tuple_size(struct check *c, struct hd_ast *object, int64_t *n) {
    const char *key = hd_intern_str("std::tuple_size");
    global_need(c->front, key);
    struct hd_sym *sym = global_find_quietly(c->front, key);
    if (!sym || sym->kind != SYM_STRUCT_TEMPLATE) return false;
    struct hd_ast *args[1] = {type_of(c, object)};
    bool muted = c->diags->muted;
    int errors = c->diags->errors;
    c->diags->muted = true;
    struct hd_type *type = struct_template_type(c, sym, args, 1, object->range);
    bool has = is_record(type) && hd_type_is_complete(type) && c->diags->errors == errors;
    if (has) {
        struct hd_qual *q = HD_NEW(c->arena, struct hd_qual);
        struct hd_name_part parts[] = {{.name = hd_intern_str("std"), .range = object->range},
                                       {.name = hd_intern_str("tuple_size"),
                                        .targs = args,
                                        .ntargs = 1,
                                        .range = object->range}};
        *q = (struct hd_qual){.rooted = true, .nparts = 2, .parts = parts, .range = object->range};
        struct hd_ast *value = make(c, object, AST_NAME);
        value->name = hd_intern_str("value");
        value->qual = q;
        struct hd_const v;
        has = hd_const_eval(check_rvalue(c, value), &v) && v.kind == CONST_INT;
        if (has) *n = (int64_t)v.i;
    }
    c->diags->muted = muted;
    c->diags->errors = errors;
    return has;
}

// `e.get<i>()` where the class has such a member, else `get<i>(e)`, found beside the class.
static struct hd_expr *get(struct check *c, struct hd_ast *object, const struct hd_record *r,
                           bool moves, int i) {
    const char *name = hd_intern_str("get");
    struct hd_sym **list;
    struct hd_ast *callee, *args[2] = {NULL, NULL};
    struct hd_ast *from = object;
    if (moves) { // the object's own parts: an xvalue
        struct hd_ast *type = type_of(c, object);
        struct hd_deriv *ref = HD_NEW(c->arena, struct hd_deriv);
        ref->kind = DERIV_RVALUE_REF;
        ref->range = object->range;
        type->declr->derivs = ref;
        struct hd_expr *whole = check_expr(c, object);
        type->spec->quals = whole->type->quals & (Q_CONST | Q_VOLATILE);
        from = make(c, object, AST_CAST);
        from->op = TK_STATIC_CAST;
        with_kids(c, from, type, object);
    }
    struct hd_ast *index = number(c, object, i);
    if (generics_named(c, r, name, 0, &list) > 0) {
        callee = make(c, object, AST_MEMBER);
        callee->op = TK_DOT;
        with_kids(c, callee, from, index);
        callee->targs = true;
    } else {
        callee = make(c, object, AST_NAME);
        with_kids(c, callee, index, NULL);
        callee->targs = callee->associated = true;
        args[0] = from;
    }
    callee->name = name;
    return check_expr(c, with_kids(c, make(c, object, AST_CALL), callee, args[0]));
}

// ---- members ------------------------------------------------------------------------------------

// The class, of those that the object is made of, whose members the names mean.
static const struct hd_record *class_with_members(const struct hd_record *r, uint64_t *offset) {
    for (;;) {
        const struct hd_field *base = NULL;
        int own = 0;
        for (int i = 0; i < r->nfields; i++) {
            const struct hd_field *f = &r->fields[i];
            own += !f->is_base && !f->is_vptr;
            if (f->is_base && !f->type->record->is_empty) base = f;
        }
        if (own || !base) return r;
        *offset += base->offset;
        r = base->type->record;
    }
}

static bool members(struct check *c, const struct hd_declr *declr, struct hd_expr *object,
                    struct bound_part *parts) {
    uint64_t offset = 0;
    const struct hd_record *r = class_with_members(object->type->record, &offset);
    bool refers = declr->derivs != NULL;
    int n = 0;
    if (r != object->type->record) {
        if (!access_base(c, object->type->record, r, declr->name_range)) return false;
        object = class_base(c, object, r);
    }
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        if (f->is_base || f->is_vptr || (f->is_bits && !f->name)) continue;
        if (n < declr->nbindings) {
            struct bound_part *part = &parts[n];
            if (!access_field(c, r, f, declr->bindings[n].range)) return false;
            part->e = expr_field(c, object, f);
            part->type = f->type->kind == HD_TY_REF ? f->type
                         : f->declared              ? hd_type_qual(f->declared, object->type->quals)
                                                    : part->e->type;
            part->by_value = f->is_bits;
            if (f->is_bits && refers) {
                struct hd_diag *d = hd_error(c->diags, declr->bindings[n].range,
                                             "`%s` would refer to the bit-field `%s`",
                                             declr->bindings[n].name, f->name);
                hd_help(c->diags, d,
                        "nothing can refer to a bit-field: copy the object, `auto "
                        "[...] = ...`");
                return false;
            }
        }
        n++;
    }
    if (n == declr->nbindings) return true;
    struct hd_diag *d =
        hd_error(c->diags, declr->name_range, "`%s` has %d member%s, and here %s %d name%s",
                 ty(c, object->type), n, n == 1 ? "" : "s", declr->nbindings == 1 ? "is" : "are",
                 declr->nbindings, declr->nbindings == 1 ? "" : "s");
    note_on(c, d, (struct hd_range){r->loc, r->loc}, "`%s` is defined here", ty(c, object->type));
    return false;
}

static bool count_fits(struct check *c, const struct hd_declr *declr, struct hd_expr *object,
                       int64_t n) {
    if (n == declr->nbindings) return true;
    hd_error(c->diags, declr->name_range, "`%s` has %lld element%s, and here %s %d name%s",
             ty(c, object->type), (long long)n, n == 1 ? "" : "s",
             declr->nbindings == 1 ? "is" : "are", declr->nbindings,
             declr->nbindings == 1 ? "" : "s");
    return false;
}

// `auto [x, y] = meshgrid(...)`: each row is a view. How many there are is seen when it runs.
static bool rows(struct check *c, const struct hd_declr *declr, struct hd_expr *object,
                 struct bound_part *parts) {
    struct hd_range range = declr->name_range;
    struct hd_ast at = {.range = range};
    for (int i = 0; i < declr->nbindings; i++) {
        struct hd_expr *values[] = {array_loc(c, range.from), rvalue(c, object),
                                    array_int(c, declr->nbindings, range)};
        struct hd_ast *whole = make(c, &at, AST_CHECKED);
        whole->checked = array_rt(c, "rows", values, 3, unqual(object->type), range);
        struct hd_ast *index = with_kids(c, make(c, &at, AST_INDEX), whole, number(c, &at, i));
        parts[i].e = check_expr(c, index);
        if (is_error(parts[i].e)) return false;
        parts[i].type = parts[i].e->type;
        parts[i].by_value = true;
    }
    return true;
}

bool binding_parts(struct check *c, const struct hd_declr *declr, struct bound_part *parts) {
    struct hd_ast at = {.range = declr->name_range};
    struct hd_ast *name = make(c, &at, AST_NAME);
    name->name = declr->name;
    struct hd_expr *object = check_expr(c, name);
    int64_t n;
    if (is_error(object)) return false;
    if (object->type->kind == HD_TY_ARRAY) {
        if (!count_fits(c, declr, object, object->type->len)) return false;
        for (int i = 0; i < declr->nbindings; i++) {
            struct hd_ast *index = make(c, &at, AST_INDEX);
            parts[i].e = check_expr(c, with_kids(c, index, name, number(c, &at, i)));
            parts[i].type = parts[i].e->type;
        }
        return true;
    }
    if (is_array(object) && object->type->len > 1) return rows(c, declr, object, parts);
    if (!is_record(object->type)) {
        struct hd_diag *d =
            hd_error(c->diags, declr->name_range, "`%s` has no parts that names could be given to",
                     ty(c, object->type));
        hd_help(c->diags, d, "arrays, structs, and what has std::tuple_size do");
        return false;
    }
    if (!tuple_size(c, name, &n)) return members(c, declr, object, parts);
    if (!count_fits(c, declr, object, n)) return false;
    const struct hd_deriv *ref = declr->derivs;
    for (int i = 0; i < declr->nbindings; i++) {
        bool moves =
            !ref || (ref->kind == DERIV_RVALUE_REF && decltype_of(c, name, object)->rvalue_ref);
        struct hd_expr *e = get(c, name, object->type->record, moves, i);
        if (is_error(e)) return false;
        parts[i].e = e;
        parts[i].type = moves && e->is_lvalue && !e->is_xvalue
                            ? hd_type_ref(c->arena, e->type, false)
                            : e->type;
    }
    return true;
}
