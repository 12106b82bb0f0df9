// Pointers to members: `T C::*`, `&C::x`, `object.*p`, `pointer->*p`. What is special about those
// to functions is in member_function.c.
//
// A pointer to a data member is the member's offset from the start of its class, and -1 when it is
// null (Itanium ABI 2.3): so nothing that is zero is null by itself, and every object that gets its
// value without being given one gets -1 (items_default). What is done with one is written out here
// with plain arithmetic: `o.*p` is `*(T *)((char *)&o + p)`.
//
// Example: struct S { int a, b; }; `int S::*p = &S::b` is 4, and `s.*p` is s.b.
#include "front/check/expr/expr.h"

struct hd_expr *member_pointer_null(struct check *c, struct hd_type *type, struct hd_range range) {
    return expr_int(c, unqual(type), is_member_function(type) ? 0 : -1, range);
}

static struct hd_expr *offset_of(struct check *c, struct hd_expr *p) {
    if (p->kind == EX_CONST) return expr_int(c, hd_ty.long_, p->value->i, p->range);
    return expr_cast(c, p, hd_ty.long_, CAST_NOOP);
}

// ---- &C::x --------------------------------------------------------------------------------------

// The member of r or of its bases: the class that has it, and where it is in that.
static const struct hd_field *declared(const struct hd_record *r, const char *name,
                                       const struct hd_record **in, uint64_t *offset) {
    const struct hd_field *f = hd_record_field(r, name, offset);
    for (int i = 0; f && i < r->nfields; i++) {
        const struct hd_field *own = &r->fields[i];
        if (own->is_base || (own->type->kind == HD_TY_RECORD && !own->name)) continue;
        if (own == f) {
            *in = r;
            return f;
        }
    }
    for (int i = 0; f && i < r->nfields; i++) {
        const struct hd_field *part = &r->fields[i];
        uint64_t at;
        if (part->type->kind != HD_TY_RECORD || (part->name && !part->is_base)) continue;
        if (hd_record_field(part->type->record, name, &at) != f) continue;
        if (part->is_base) return declared(part->type->record, name, in, offset);
        *in = r; // of an anonymous struct or union
        return f;
    }
    return NULL;
}

static struct hd_expr *refused(struct check *c, struct hd_ast *ast, const char *what,
                               const char *help) {
    struct hd_diag *d = hd_error(c->diags, ast->range, "%s", what);
    hd_help(c->diags, d, "%s", help);
    return expr_error(c, ast->range);
}

struct hd_expr *member_address(struct check *c, struct hd_ast *ast) {
    struct hd_ast *name = ast->kids[0];
    struct inner in;
    struct hd_sym **list;
    if (c->lang != HD_LANG_CU || name->kind != AST_NAME || !name->qual || name->parenthesized)
        return NULL;
    if (!check_qual(c, name->qual, &in)) return expr_error(c, ast->range);
    name = check_settled(c, name);
    if (!in.record || static_member(c, in.record, name->name)) return NULL;
    int n = methods_named(c, in.record, name->name, &list);
    if (access_ambiguous(c, in.record, name->name, all_static(list, n), ast->range))
        return expr_error(c, ast->range);
    if (n) return member_function_address(c, ast, name->name, in.record);
    const struct hd_record *of = NULL;
    uint64_t offset = 0;
    const struct hd_field *f = declared(in.record, name->name, &of, &offset);
    if (!f) return NULL;
    if (!access_field(c, in.record, f, ast->range)) return expr_error(c, ast->range);
    if (f->is_bits)
        return refused(c, ast, "there are no pointers to bit-fields",
                       "a lambda can read it: `[](const auto &object) { return object.member; }`");
    if (f->type->kind == HD_TY_REF)
        return refused(c, ast, "there are no pointers to members that are references",
                       "make the member a pointer");
    struct hd_type *type = hd_type_member(c->arena, of->type, f->type);
    struct hd_expr *e = expr_int(c, type, (hd_int128)offset, ast->range);
    e->loc = ast->loc;
    return e;
}

// ---- object.*p, pointer->*p ---------------------------------------------------------------------

static struct hd_expr *object_of(struct check *c, struct hd_ast *ast, struct hd_expr *e) {
    bool arrow = ast->op == TK_ARROW_STAR;
    if (!arrow && is_record(e->type)) return e;
    if (arrow && is_record(e->type)) e = class_operand(c, e);
    struct hd_expr *p = rvalue(c, e);
    if (is_error(p)) return p;
    if (arrow && is_ptr(p->type) && is_record(p->type->base))
        return expr_deref(c, p, ast->kids[0]->range);
    struct hd_diag *d = hd_error(c->diags, ast->range,
                                 arrow ? "`->*` needs a pointer to an object, and %s is `%s`"
                                       : "`.*` needs an object, and %s is `%s`",
                                 expr_text(c, e), ty(c, e->type));
    d->caret = ast->loc;
    if (!arrow && is_ptr(p->type) && is_record(p->type->base)) hd_help(c->diags, d, "write `->*`");
    if (arrow && is_record(e->type)) hd_help(c->diags, d, "write `.*`");
    return expr_error(c, ast->range);
}

struct hd_expr *check_member_access(struct check *c, struct hd_ast *ast, struct hd_ast **call) {
    struct hd_expr *a = check_expr(c, ast->kids[0]), *p = check_expr(c, ast->kids[1]);
    if (is_error(a) || is_error(p)) return expr_error(c, ast->range);
    struct hd_expr *called =
        ast->op == TK_ARROW_STAR ? binary_operator(c, ast->op, a, p, ast) : NULL;
    if (called) return called;
    p = rvalue(c, class_operand(c, p));
    struct hd_expr *object = object_of(c, ast, a);
    if (is_error(p) || is_error(object)) return expr_error(c, ast->range);
    struct hd_diag *d;
    if (p->type->kind != HD_TY_MEMBER) {
        d = hd_error(c->diags, ast->range, "`%s` needs a pointer to a member, and %s is `%s`",
                     tok_text(ast->op), expr_text(c, p), ty(c, p->type));
        d->caret = ast->loc;
        hd_help(c->diags, d, "`&%s::member` is one; a member by its name follows `%s`",
                ty(c, unqual(object->type)), ast->op == TK_DOT_STAR ? "." : "->");
        return expr_error(c, ast->range);
    }
    struct hd_record *of = p->type->of->record;
    if (object->type->record != of && !class_derives(object->type, p->type->of, NULL)) {
        d = hd_error(c->diags, ast->range, "%s points to a member of `%s`, and %s is `%s`",
                     expr_text(c, p), ty(c, p->type->of), expr_text(c, object),
                     ty(c, unqual(object->type)));
        d->caret = ast->loc;
        return expr_error(c, ast->range);
    }
    if (object->type->record != of && !access_base(c, object->type->record, of, ast->range))
        return expr_error(c, ast->range);
    if (is_member_function(p->type) && !call) {
        d = hd_error(c->diags, ast->range, "what %s points to can only be called", expr_text(c, p));
        d->caret = ast->loc;
        hd_help(c->diags, d, "write `(object%spointer)(...)`, with the parentheses",
                tok_text(ast->op));
        return expr_error(c, ast->range);
    }
    bool xvalue = !object->is_lvalue || object->is_xvalue;
    if (!object->is_lvalue) object = expr_temp(c, object);
    struct hd_type *type =
        hd_type_qual(p->type->base, quals_of(object->type) & (Q_CONST | Q_VOLATILE));
    object = class_base(c, object, of);
    if (is_member_function(p->type)) {
        struct hd_ast *called = *call;
        *call = NULL;
        return member_function_call(c, object, p, xvalue, called);
    }
    struct hd_expr *at =
        expr_cast(c, expr_address(c, object, ast->range), hd_type_ptr(hd_ty.char_), CAST_NOOP);
    at = expr_ptr_add(c, at, offset_of(c, p), ast->range);
    struct hd_expr *e = expr_deref(c, expr_cast(c, at, hd_type_ptr(type), CAST_NOOP), ast->range);
    e->is_xvalue = xvalue;
    e->loc = ast->loc;
    return e;
}

// ---- conversions and comparisons ----------------------------------------------------------------

enum member_fit member_pointer_fit(const struct hd_type *from, const struct hd_type *to) {
    bool same = hd_type_same_unqual(from->of, to->of);
    if (is_member_function(from) != is_member_function(to)) return MEMBER_OTHER;
    if (is_member_function(from) ? !hd_type_serves_as(from->base, to->base)
                                 : !same_but_quals(from->base, to->base))
        return MEMBER_OTHER;
    if (!same && (class_derives_virtually(to->of->record, from->of->record) ||
                  class_derives_virtually(from->of->record, to->of->record)))
        return MEMBER_OTHER; // [conv.mem]p2
    if (!same && !class_derives(to->of, from->of, NULL))
        return class_derives(from->of, to->of, NULL) ? MEMBER_UP : MEMBER_OTHER;
    if (quals_of(from->base) & ~quals_of(to->base)) return MEMBER_DROPS;
    if (!same) return MEMBER_DOWN;
    return hd_type_same(from->base, to->base) ? MEMBER_SAME : MEMBER_ADDS;
}

struct hd_expr *member_pointer_convert(struct check *c, struct hd_expr *e, struct hd_type *to) {
    to = unqual(to);
    if (e->type->kind != HD_TY_MEMBER)
        return is_null_constant(e) ? member_pointer_null(c, to, e->range) : NULL;
    e = member_function_settle(c, e, to);
    if (to->kind != HD_TY_MEMBER || member_pointer_fit(e->type, to) == MEMBER_OTHER) return NULL;
    uint64_t offset = 0;
    bool up = !class_derives(to->of, e->type->of, &offset);
    if (up) class_derives(e->type->of, to->of, &offset);
    int64_t by = up ? -(int64_t)offset : (int64_t)offset;
    if (is_member_function(to)) return member_function_moved(c, e, to, by);
    if (e->kind == EX_CONST)
        return expr_int(c, to, e->value->i == -1 ? -1 : e->value->i + by, e->range);
    if (!by) return expr_cast(c, e, to, CAST_NOOP);
    struct hd_sym *sym = sym_hidden(c, e->type, e->range); // a null pointer stays one
    struct hd_expr *set = expr_assign(c, expr_var(c, sym, e->range), e);
    struct hd_expr *at = offset_of(c, rvalue(c, expr_var(c, sym, e->range)));
    struct hd_expr *sum = expr_binary(c, TK_PLUS, at, expr_int(c, hd_ty.long_, by, e->range),
                                      e->range, e->range.from);
    struct hd_expr *cond = expr_new(c, EX_COND, to, e->range);
    cond->a = convert(c, rvalue(c, expr_var(c, sym, e->range)), hd_ty.bool_);
    cond->b = expr_cast(c, sum, to, CAST_NOOP);
    cond->c = member_pointer_null(c, to, e->range);
    return expr_comma(c, set, cond);
}

struct hd_type *member_pointer_common(const struct hd_expr *a, const struct hd_expr *b) {
    if (a->type->kind != HD_TY_MEMBER) return is_null_constant(a) ? unqual(b->type) : NULL;
    if (b->type->kind != HD_TY_MEMBER) return is_null_constant(b) ? unqual(a->type) : NULL;
    if (member_pointer_fit(a->type, b->type) <= MEMBER_DOWN) return unqual(b->type);
    return member_pointer_fit(b->type, a->type) <= MEMBER_DOWN ? unqual(a->type) : NULL;
}

struct hd_expr *member_pointer_compare(struct check *c, int op, struct hd_expr *a,
                                       struct hd_expr *b, struct hd_range range, hd_loc loc) {
    struct hd_type *t = op == TK_EQ || op == TK_NE ? member_pointer_common(a, b) : NULL;
    if (!t) return bad_operands(c, op, a, b, range, loc);
    return expr_binary(c, op, offset_of(c, convert(c, a, t)), offset_of(c, convert(c, b, t)), range,
                       loc);
}

struct hd_expr *member_pointer_truth(struct check *c, struct hd_expr *e) {
    struct hd_expr *null = member_pointer_null(c, e->type, e->range);
    return member_pointer_compare(c, TK_NE, e, null, e->range, e->range.from);
}
