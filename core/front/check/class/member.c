// Members: a.b and a->b, through anonymous structs and unions, on values as well as variables.
//
// Example: `threadIdx.x` is EX_MEMBER over the EX_BUILTIN rvalue; `p->x.y` is MEMBER(MEMBER(DEREF
// p, x), y).
#include "front/check/array/array.h"

#include <string.h>

// The names of a record's members, for the message about one that it has not.
static void list_members(struct check *c, struct hd_diag *d, const struct hd_record *record,
                         const char *name) {
    const char *best = NULL;
    int best_distance = 3, named = 0;
    struct hd_buf all = {0};
    for (int i = 0; i < record->nfields; i++) {
        const char *field = record->fields[i].name;
        if (!field || !strncmp(field, "__", 2)) continue; // a header's own
        int distance = hd_edit_distance(name, field, 2);
        if (distance < best_distance && distance < (int)strlen(field)) {
            best = field;
            best_distance = distance;
        }
        hd_buf_printf(&all, "%s`%s`", named++ ? ", " : "", field);
    }
    for (int i = 0; i < record->nmethods; i++) {
        const char *method = record->methods[i].name;
        int distance = record->methods[i].is_ctor ? 99 : hd_edit_distance(name, method, 2);
        if (distance >= best_distance || distance >= (int)strlen(method)) continue;
        best = method;
        best_distance = distance;
    }
    if (best && strlen(name) > 1)
        hd_help(c->diags, d, "did you mean `%s`?", best);
    else if (named && named <= 8)
        hd_help(c->diags, d, "it has %s", hd_buf_str(&all));
    hd_buf_finish(&all);
}

static struct hd_expr *no_member(struct check *c, const struct hd_ast *ast,
                                 const struct hd_type *type) {
    const struct hd_record *record = type->record;
    struct hd_diag *d;
    if (record->failed || !*ast->name) return expr_error(c, ast->range); // the parser said so
    if (!record->complete) {
        d = hd_error(c->diags, ast->range,
                     "`%s` is declared but not defined: its members are not known",
                     ty(c, unqual((struct hd_type *)type)));
        note_on(c, d, (struct hd_range){record->loc, record->loc}, "it is declared here");
        return expr_error(c, ast->range);
    }
    d = hd_error(c->diags, ast->range, "`%s` has no member `%s`",
                 ty(c, unqual((struct hd_type *)type)), ast->name);
    d->caret = ast->loc;
    list_members(c, d, record, ast->name);
    if (record->loc && (!record->def || !record->def->system))
        note_on(c, d, (struct hd_range){record->loc, record->loc}, "it is defined here");
    return expr_error(c, ast->range);
}

// The object whose member is meant. Mistaken `.` and `->` are reported and taken as the other one.
static struct hd_expr *object_of(struct check *c, const struct hd_ast *ast) {
    struct hd_expr *e = check_expr(c, ast->kids[0]);
    if (is_error(e)) return e;
    bool arrow = ast->op == TK_ARROW;
    struct hd_diag *d;
    if (!arrow && (is_record(e->type) || is_array(e))) return e;
    if (arrow && is_record(e->type) &&
        c->lang == HD_LANG_CU) { // what operator-> gives is a pointer
        struct hd_expr *v[1] = {e};
        struct hd_ast *asts[1] = {ast->kids[0]};
        struct call_args args = {.asts = asts, .v = v, .n = 1};
        struct hd_expr *to =
            operator_call(c, "operator->", &args, true, ast->kids[0]->range, ast->loc);
        if (to && (is_error(to) || (is_ptr(to->type) && is_record(to->type->base))))
            return is_error(to) ? to : expr_deref(c, rvalue(c, to), ast->kids[0]->range);
    }
    if (arrow && is_record(e->type)) {
        d = hd_error(c->diags, ast->range, "`->` needs a pointer, and %s is `%s`", expr_text(c, e),
                     ty(c, e->type));
        d->caret = ast->loc;
        hd_help(c->diags, d, "write `.%s`", ast->name);
        return e;
    }
    struct hd_expr *p = rvalue(c, e);
    if (is_ptr(p->type) && is_record(p->type->base)) {
        struct hd_expr *object = expr_deref(c, p, ast->kids[0]->range);
        if (arrow) return object;
        d = hd_error(c->diags, ast->range, "%s is a pointer, and `.` needs a struct",
                     expr_text(c, e));
        d->caret = ast->loc;
        hd_help(c->diags, d, "write `->%s`", ast->name);
        return object;
    }
    d = hd_error(c->diags, ast->range, "%s is `%s`, which has no members", expr_text(c, e),
                 ty(c, e->type));
    d->caret = ast->loc;
    if (e->type->kind == HD_TY_ARRAY)
        hd_help(c->diags, d, "an array `a` has `sizeof a / sizeof a[0]` elements");
    else if (is_ptr(e->type))
        hd_help(c->diags, d,
                "a pointer does not know how many elements it leads to: keep their "
                "number in a variable");
    return expr_error(c, ast->range);
}

// What qualifies a member's name is looked up in the object's class first
// ([basic.lookup.classref]).
static bool check_member_qual(struct check *c, const struct hd_record *r,
                              const struct hd_qual *qual, struct inner *out) {
    const struct hd_name_part *first = qual->rooted ? NULL : &qual->parts[0];
    unsigned what = LOOK_NAMES | LOOK_TAGS | LOOK_SPACES | LOOK_QUALIFIED | LOOK_DECLARED;
    struct hd_space *scope = c->scope;
    struct hd_found found;
    if (first && first->name && !first->ntargs && !first->of && r->space &&
        space_find(c->front, r->space, first->name, what, &found))
        c->scope = r->space;
    bool known = check_qual(c, qual, out);
    c->scope = scope;
    if (known && out->enumeration) // `object.Kind::N` is a member of the class that has Kind
        out->record = space_record(c->front, out->enumeration->enumeration->home);
    return known;
}

// `object.N`: a constant that its class declares ([expr.ref]p6). NULL: it has none of that name.
static struct hd_expr *member_constant(struct check *c, struct hd_expr *object,
                                       const struct hd_type *of, struct hd_ast *ast) {
    struct hd_record *r = object->type->record;
    struct hd_found found;
    if (!r->space ||
        !space_find(c->front, r->space, ast->name,
                    LOOK_NAMES | LOOK_TAGS | LOOK_MEMBERS | LOOK_QUALIFIED, &found) ||
        found.member_of || !found.sym || found.sym->kind != SYM_ENUM_CONST ||
        (of && found.sym->type != of))
        return NULL;
    if (access_ambiguous(c, r, ast->name, true, ast->range) ||
        !access_name(c, r, found.space, ast->name, ast->range, found.sym->range))
        return expr_error(c, ast->range);
    return expr_beside(c, object, expr_sym(c, found.sym, ast));
}

struct hd_expr *check_member(struct check *c, struct hd_ast *ast) {
    struct hd_expr *object = object_of(c, ast);
    if (is_error(object)) return object;
    if (is_array(object)) return array_member(c, object, ast);
    ast = check_settled(c, ast);
    struct inner in = {0};
    const struct hd_record *whole = object->type->record;
    if (ast->qual) { // `object.Base::member`
        if (!check_member_qual(c, object->type->record, ast->qual, &in))
            return expr_error(c, ast->range);
        bool fits = in.record && (in.record == object->type->record ||
                                  class_derives(object->type, in.record->type, NULL));
        if (!fits) {
            hd_error(c->diags, ast->range, "`%s` is no base of `%s`", qual_text(c, ast->qual),
                     ty(c, unqual(object->type)));
            return expr_error(c, ast->range);
        }
        object = class_base(c, object, in.record);
    }
    struct hd_record *record = object->type->record;
    struct hd_sym **list, *variable = static_member(c, record, ast->name);
    if (variable && (access_ambiguous(c, record, ast->name, true, ast->range) ||
                     !access_static(c, record, variable, ast)))
        return expr_error(c, ast->range);
    if (variable) return expr_beside(c, object, expr_sym(c, variable, ast));
    int n = methods_named(c, record, ast->name, &list);
    struct hd_expr *constant = n ? NULL : member_constant(c, object, in.enumeration, ast);
    if (constant) return constant;
    bool shared = all_static(list, n);
    if (access_ambiguous(c, record, ast->name, shared, ast->range) ||
        (!shared && ast->qual && base_is_ambiguous(c, whole, in.record, ast->range)))
        return expr_error(c, ast->range);
    if (n) {
        struct hd_expr *e = expr_new(c, EX_FUNC, hd_ty.auto_, ast->range);
        e->sym = list[0];
        e->a = object;
        e->loc = ast->loc;
        return e;
    }
    return member_of(c, object, ast);
}

struct hd_expr *member_of(struct check *c, struct hd_expr *object, struct hd_ast *ast) {
    uint64_t offset = 0;
    const struct hd_record *record = object->type->record;
    const struct hd_field *field = hd_record_is_complete(record) || record->forming
                                       ? hd_record_field(record, ast->name, &offset)
                                       : NULL;
    if (!field) return no_member(c, ast, object->type);
    if (field->type->kind == HD_TY_ERROR) return expr_error(c, ast->range);
    const struct hd_expr *whole = expr_whole(object);
    const struct hd_type *named = whole->kind == EX_DEREF && whole->compute_type
                                      ? whole->compute_type
                                      : whole->type; // class_virtual_base
    if (!access_field(c, named->record, field, ast->range)) return expr_error(c, ast->range);
    const struct hd_field *via = hd_field_virtual(record, ast->name);
    if (via) {
        if (!object->is_lvalue) object = expr_temp(c, object);
        return member_of(c, expr_field(c, object, via), ast);
    }
    if (!object->is_lvalue &&
        (field->type->kind == HD_TY_ARRAY || field->is_bits || object->type->record->is_union))
        object = expr_temp(c, object); // these are reached in memory only
    else if (!object->is_lvalue && (class_is_nontrivial(object->type, SPECIAL_DTOR) ||
                                    (object->kind != EX_BUILTIN && object->kind != EX_CALL &&
                                     object->kind != EX_MEMBER && object->kind != EX_LOAD)))
        object = expr_temp(c, object);
    bool ref = field->type->kind == HD_TY_REF;
    struct hd_type *type = ref               ? hd_type_ptr(field->type->base)
                           : field->declared ? field->declared
                                             : field->type;
    if (object->is_lvalue && !ref)
        type = hd_type_qual(type, object->type->quals &
                                      (field->is_mutable ? Q_VOLATILE : Q_CONST | Q_VOLATILE));
    struct hd_expr *e = expr_new(c, EX_MEMBER,
                                 object->is_lvalue           ? type
                                 : type->kind == HD_TY_ARRAY ? type
                                                             : unqual(type),
                                 ast->range);
    e->a = object;
    e->field = field;
    e->offset = offset;
    e->is_lvalue = object->is_lvalue;
    e->is_xvalue = object->is_xvalue && !ref;
    e->is_bitfield = field->is_bits;
    e->loc = ast->loc;
    return ref ? expr_deref(c, rvalue(c, e), ast->range) : e;
}
