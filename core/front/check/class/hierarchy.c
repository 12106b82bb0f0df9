// Bases and virtual functions.
//
// A base is a field without a name at the front of its struct (hd_field.is_base), so layout,
// initialisation, copies and destruction treat it as a member, and the names of its members are
// found in the struct as those of an anonymous member are. What is declared further out hides it.
//
// A struct with virtual functions has a table, the session variable `S::__vtable`: a part for each
// base with virtual functions (a primary base, at offset 0, shares the struct's own). A part is
// pairs of words: first {its type_info, the distance to the whole object}, then for each slot
// {function, what to add to the address of the base to get the object of the function}. An object's
// `__vptr` points to its part. Slots hold what `&f` gives, so objects that exist follow when a
// function or its struct is defined anew; device code has a table of its own.
//
// Example: `struct D : B { int f() override; };` and `B *b = &d; b->f();` calls
// (*b->__vptr)[2 * (1 + slot)] with b moved by the word behind it.
#include <string.h>

#include "front/check/decl/decl.h"
#include "front/check/decl/init.h"

// ---- from a struct to its bases -----------------------------------------------------------------

static int path_within(const struct hd_record *d, const struct hd_record *b,
                       const struct hd_field **path, int depth) {
    for (int i = 0; i < d->nfields && depth < HD_MOST_LEVELS; i++) {
        const struct hd_field *f = &d->fields[i];
        if (!f->is_base || f->is_virtual) continue;
        path[depth] = f;
        if (f->type->record == b) return depth + 1;
        int n = path_within(f->type->record, b, path, depth + 1);
        if (n) return n;
    }
    return 0;
}

// The field path from `d` to its base `b`, of which only the first step can be virtual. 0: it is
// none; else its length.
static int path_to(const struct hd_record *d, const struct hd_record *b,
                   const struct hd_field **path) {
    int n = path_within(d, b, path, 0);
    for (int i = 0; i < d->nfields && !n && d->nvirtual; i++) {
        path[0] = &d->fields[i];
        if (!path[0]->is_virtual) continue;
        n = path[0]->type->record == b ? 1 : path_within(path[0]->type->record, b, path, 1);
    }
    return n;
}

bool class_derives(const struct hd_type *d, const struct hd_type *b, uint64_t *offset) {
    const struct hd_field *path[HD_MOST_LEVELS];
    if (d->kind != HD_TY_RECORD || b->kind != HD_TY_RECORD || d->record == b->record) return false;
    hd_record_is_complete(d->record);
    int n = path_to(d->record, b->record, path);
    uint64_t at = 0;
    for (int i = 0; i < n; i++) at += path[i]->offset;
    if (offset) *offset = at;
    return n > 0;
}

bool class_derives_virtually(const struct hd_record *d, const struct hd_record *b) {
    const struct hd_field *path[HD_MOST_LEVELS];
    return d->nvirtual && path_to(d, b, path) && path[0]->is_virtual;
}

struct hd_expr *class_base(struct check *c, struct hd_expr *object, const struct hd_record *base) {
    const struct hd_field *path[HD_MOST_LEVELS];
    if (object->type->record == base) return object;
    int n = path_to(object->type->record, base, path);
    if (!object->is_lvalue) object = expr_temp(c, object);
    for (int i = 0; i < n; i++) object = expr_field(c, object, path[i]);
    return object;
}

static struct hd_expr *no_way_down(struct check *c, const struct hd_record *base,
                                   const struct hd_record *derived, struct hd_range range) {
    struct hd_diag *d = hd_error(c->diags, range,
                                 "`%s` is a virtual base of `%s`: where the whole lies is only"
                                 " known at run time",
                                 ty(c, base->type), ty(c, derived->type));
    hd_help(c->diags, d, "dynamic_cast finds it, if the base has a virtual function");
    return expr_error(c, range);
}

struct hd_expr *class_pointer(struct check *c, struct hd_expr *p, struct hd_type *to) {
    uint64_t offset = 0;
    bool down = !class_derives(p->type->base, to->base, &offset);
    if (down && !class_derives(to->base, p->type->base, &offset)) return NULL;
    const struct hd_record *derived = (down ? to : p->type)->base->record,
                           *base = (down ? p->type : to)->base->record;
    if (base_is_ambiguous(c, derived, base, p->range)) return expr_error(c, p->range);
    bool is_virtual = class_derives_virtually(derived, base);
    if (is_virtual && down) return no_way_down(c, base, derived, p->range);
    if (!offset && !is_virtual) return expr_cast(c, p, to, CAST_NOOP);
    struct hd_sym *sym = sym_hidden(c, p->type, p->range);
    struct hd_expr *set = expr_assign(c, expr_var(c, sym, p->range), p);
    struct hd_expr *value = rvalue(c, expr_var(c, sym, p->range)), *at;
    if (is_virtual) {
        at = expr_address(c, class_base(c, expr_deref(c, value, p->range), base), p->range);
    } else {
        int64_t by = down ? -(int64_t)offset : (int64_t)offset;
        at = expr_cast(c, value, hd_type_ptr(hd_ty.char_), CAST_NOOP);
        at = expr_ptr_add(c, at, expr_int(c, hd_ty.long_, by, p->range), p->range);
    }
    at = expr_cast(c, at, to, CAST_NOOP);
    struct hd_expr *e = expr_new(c, EX_COND, to, p->range); // a null pointer stays one
    e->a = convert(c, rvalue(c, expr_var(c, sym, p->range)), hd_ty.bool_);
    e->b = at;
    e->c = expr_null(c, to, p->range);
    return expr_comma(c, set, e);
}

bool class_has_virtual(const struct hd_record *r) {
    bool any = r->nslots > 0;
    for (int i = 0; i < r->nfields && !any; i++)
        any = r->fields[i].is_base && class_has_virtual(r->fields[i].type->record);
    return any;
}

// ---- slots --------------------------------------------------------------------------------------

static bool overrides(const struct hd_method *m, const struct hd_method *slot) {
    if (m->is_dtor || slot->is_dtor) return m->is_dtor && slot->is_dtor;
    if (m->name != slot->name || m->is_static || m->quals != slot->quals ||
        m->ref_qual != slot->ref_qual || m->type->nparams != slot->type->nparams)
        return false;
    for (int i = 0; i < m->type->nparams; i++)
        if (!hd_type_same(m->type->params[i], slot->type->params[i])) return false;
    return true;
}

static struct hd_method *own_override(const struct hd_record *r, const struct hd_method *slot) {
    for (int i = 0; i < r->nmethods + r->nimplicit; i++)
        if (!r->methods[i].is_ctor && overrides(&r->methods[i], slot)) return &r->methods[i];
    return NULL;
}

static const struct hd_method *in_bases(const struct hd_record *r, const struct hd_method *m) {
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_record *b = r->fields[i].is_base ? r->fields[i].type->record : NULL;
        for (int k = 0; b && k < b->nslots; k++)
            if (overrides(m, b->slots[k])) return b->slots[k];
        const struct hd_method *found = b ? in_bases(b, m) : NULL;
        if (found) return found;
    }
    return NULL;
}

static const struct hd_record *primary_base(const struct hd_record *r) {
    for (int i = 0; i < r->nfields; i++)
        if (r->fields[i].is_base && !r->fields[i].is_virtual &&
            r->fields[i].type->record->is_polymorphic)
            return r->fields[i].type->record;
    return NULL;
}

// A virtual function cannot be followed by a static one of its parameters ([class.static.mfct]p2).
static void check_static(struct check *c, const struct hd_record *r, const struct hd_method *m) {
    struct hd_method like = *m;
    like.is_static = false;
    like.quals = 0;
    const struct hd_method *slot = in_bases(r, &like);
    like.quals = Q_CONST;
    if (!slot) slot = in_bases(r, &like);
    if (!slot) return;
    struct hd_diag *d =
        hd_error(c->diags, m->sym->range,
                 "`%s` cannot be static: a base has a virtual function of that name "
                 "and these parameters",
                 m->name);
    note_on(c, d, slot->sym->range, "it is declared here");
}

// m: of a struct that is being defined.
static void check_virtual(struct check *c, const struct hd_record *r, struct hd_method *m) {
    const struct hd_method *slot = in_bases(r, m);
    unsigned words = m->ast ? m->ast->member : 0;
    struct hd_diag *d;
    if (slot) m->is_virtual = true;
    if ((words & MEMBER_OVERRIDE) && !slot) {
        d = hd_error(c->diags, m->sym->range, "`%s` is marked `override`, but overrides nothing",
                     m->name);
        for (int i = 0; i < r->nfields; i++) {
            const struct hd_record *b = r->fields[i].is_base ? r->fields[i].type->record : NULL;
            for (int k = 0; b && k < b->nslots; k++)
                if (b->slots[k]->name == m->name)
                    note_on(c, d, b->slots[k]->sym->range, "this one is declared otherwise");
        }
    }
    if (slot && slot->ast && (slot->ast->member & MEMBER_FINAL)) {
        d = hd_error(c->diags, m->sym->range, "`%s` is `final`: it cannot be overridden", m->name);
        note_on(c, d, slot->sym->range, "it is declared here");
    }
    if (slot && !m->is_dtor && m->type->base->kind != slot->type->base->kind) {
        d = hd_error(c->diags, m->sym->range, "`%s` returns `%s`, and what it overrides `%s`",
                     m->name, ty(c, m->type->base), ty(c, slot->type->base));
        note_on(c, d, slot->sym->range, "it is declared here");
    }
}

static struct hd_method *inherited(const struct hd_record *r, const struct hd_method *slot,
                                   int64_t *at) {
    struct hd_method *m = own_override(r, slot);
    for (int i = 0; i < r->nfields && !m; i++) {
        const struct hd_field *f = &r->fields[i];
        if (!f->is_base || f->is_virtual || !f->type->record->is_polymorphic) continue;
        int64_t inner = *at + (int64_t)f->offset;
        m = inherited(f->type->record, slot, &inner);
        if (m) *at = inner;
    }
    return m;
}

// The function that an object of type d calls for a slot of the base at the end of the path, and
// the offset of the struct that has it; *at: that of d.
static struct hd_method *final_function(const struct hd_record *d, const struct hd_field **path,
                                        int n, const struct hd_method *slot, int64_t *at) {
    for (int i = 0;; i++) {
        struct hd_method *m = own_override(d, slot); // of an implicit destructor: dtor_function
        if (m) return m;
        if (i == n) return inherited(d, slot, at);
        *at += (int64_t)path[i]->offset;
        d = path[i]->type->record;
    }
}

struct overrider { // of a slot of a virtual base
    struct hd_method *m;
    int64_t at; // of the struct that has it
};

struct overriders {
    struct check *c;
    const struct hd_record *whole, *base;
    const struct hd_method *slot;
    HD_VEC(struct overrider) v;
};

// Whether the b at `b_at` is a base of the d at `at`.
static bool lies_in(const struct hd_record *whole, const struct hd_record *d, int64_t at,
                    const struct hd_record *b, int64_t b_at) {
    for (int i = 0; i < d->nfields; i++) {
        const struct hd_field *f = &d->fields[i];
        if (!f->is_base) continue;
        const struct hd_record *base = f->type->record;
        int64_t place =
            f->is_virtual ? (int64_t)hd_virtual_base(whole, base)->offset : at + (int64_t)f->offset;
        if (base == b && place == b_at) return true;
        if (lies_in(whole, base, place, b, b_at)) return true;
    }
    return false;
}

static void look_for_overriders(struct overriders *o, const struct hd_record *r, int64_t at) {
    if (!hd_virtual_base(r, o->base)) return;
    struct hd_method *m = own_override(r, o->slot);
    if (m) HD_PUSH(o->c->arena, &o->v, ((struct overrider){m, at}));
    for (int i = 0; i < r->nfields && !m; i++) {
        const struct hd_field *f = &r->fields[i];
        if (f->is_base && !f->is_virtual)
            look_for_overriders(o, f->type->record, at + (int64_t)f->offset);
    }
}

// The one that no other one overrides ([class.virtual]p2). NULL: none; *several: it is not alone.
static const struct overrider *last_overrider(const struct overriders *o, bool *several) {
    const struct overrider *last = NULL;
    for (int i = 0; i < o->v.n; i++) {
        const struct overrider *x = &o->v.v[i];
        bool overridden = last && last->m == x->m && last->at == x->at;
        for (int k = 0; k < o->v.n && !overridden; k++)
            overridden = lies_in(o->whole, o->v.v[k].m->record, o->v.v[k].at, x->m->record, x->at);
        if (overridden) continue;
        if (last) *several = true;
        last = x;
    }
    return last;
}

// The one function that an implicit destructor comes to. false: it is more than one.
static bool dtor_function(const struct hd_record *r, struct hd_method **m, int64_t *at) {
    for (int i = 0; i < r->nmethods; i++)
        if (r->methods[i].is_dtor) {
            *m = &r->methods[i];
            return true;
        }
    const struct hd_field *only = NULL;
    if (r->nvirtual) return false;
    for (int i = 0; i < r->nfields; i++) {
        if (!class_is_nontrivial(r->fields[i].type, SPECIAL_DTOR)) continue;
        if (only || !r->fields[i].is_base) return false;
        only = &r->fields[i];
    }
    *m = NULL;
    if (!only) return true;
    *at += (int64_t)only->offset;
    return dtor_function(only->type->record, m, at);
}

// ---- the table ----------------------------------------------------------------------------------

// Before its first pair the part of a struct with virtual bases has a word for each: the distance
// to it. Behind the parts of a struct r with virtual bases follow the *blocks* of its bases that
// have some: the parts of such a base, as they are while it is made or ended in an r (it is a whole
// object then, but for where its virtual bases are), and the blocks of its other bases in turn.

struct table {
    struct check *c;
    struct hd_record *r, *whole; // r lies at `start` in a `whole`
    int64_t start;
    struct build b, device;
    int n; // words so far
    bool abstract, on_device;
};

// The place of a virtual base among the words of r's part, counted from its end. The primary base's
// are the first: it shares the part.
static int virtual_index(const struct hd_record *r, const struct hd_record *base) {
    const struct hd_record *primary = primary_base(r);
    if (primary && hd_virtual_base(primary, base)) return virtual_index(primary, base);
    int n = primary ? primary->nvirtual : 0;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        if (!f->is_virtual || (primary && hd_virtual_base(primary, f->type->record))) continue;
        if (f->type->record == base) break;
        n++;
    }
    return n;
}

static int part_words(const struct hd_record *of) { return of->nvirtual + 2 + 2 * of->nslots; }

static void put_word(struct table *t, struct hd_expr *host, struct hd_expr *device) {
    item_add(&t->b, (uint64_t)t->n * 8, NULL, host);
    item_add(&t->device, (uint64_t)t->n * 8, NULL, device);
    t->n++;
}

static struct hd_expr *as_word(struct check *c, int64_t value) {
    return convert(c, expr_int(c, hd_ty.long_, value, (struct hd_range){0, 0}),
                   hd_type_ptr(hd_ty.void_));
}

static struct hd_expr *function_word(struct check *c, struct hd_sym *sym) {
    struct hd_expr *f = expr_new(c, EX_FUNC, sym->type, sym->range),
                   *e = expr_new(c, EX_ADDR, hd_type_ptr(sym->type), sym->range);
    f->sym = sym;
    e->a = f;
    return expr_cast(c, e, hd_type_ptr(hd_ty.void_), CAST_NOOP);
}

// The function that does what an implicit destructor of r does, where that is more than a base's.
static struct hd_sym *dtor_instance(struct check *c, const struct hd_record *r) {
    struct hd_range range = {r->loc, r->loc};
    struct hd_ast at = {.range = range, .loc = r->loc};
    struct hd_expr *v[1] = {expr_null(c, hd_type_ptr(r->type), range)};
    c->unevaluated++;
    struct hd_expr *e = call_new_helper(c, "__end_whole", v, 1, &at);
    c->unevaluated--;
    if (e->kind != EX_CALL || e->a->kind != EX_FUNC) return NULL;
    struct hd_sym *sym = e->a->sym; // which tables lead to
    return sym->def && sym->def->inst ? template_use(c, sym->def->inst, range) : sym;
}

static struct hd_method *function_of_slot(struct table *t, const struct hd_field **path, int n,
                                          const struct hd_method *slot, int64_t *at) {
    *at = t->start;
    if (!n || !path[0]->is_virtual) return final_function(t->r, path, n, slot, at);
    struct overriders o = {
        .c = t->c, .whole = t->whole, .slot = slot, .base = path[0]->type->record};
    bool several = false;
    look_for_overriders(&o, t->r, t->start);
    for (int i = 0; i < t->r->nfields; i++) {
        const struct hd_record *base = t->r->fields[i].type->record;
        if (t->r->fields[i].is_virtual)
            look_for_overriders(&o, base, (int64_t)hd_virtual_base(t->whole, base)->offset);
    }
    const struct overrider *last = last_overrider(&o, &several);
    if (several && t->r == t->whole) {
        struct hd_diag *d = hd_error(t->c->diags, (struct hd_range){t->r->loc, t->r->loc},
                                     "which `%s` of its bases `%s` has is ambiguous", slot->name,
                                     ty(t->c, t->r->type));
        hd_help(t->c->diags, d, "override it here");
    }
    *at = last ? last->at : (int64_t)hd_virtual_base(t->whole, o.base)->offset;
    return last ? last->m : final_function(path[0]->type->record, path + 1, n - 1, slot, at);
}

static void put_part(struct table *t, const struct hd_field **path, int n, int64_t offset) {
    struct check *c = t->c;
    const struct hd_record *of = n ? path[n - 1]->type->record : t->r;
    for (int i = 0; i < of->nfields; i++) {
        const struct hd_record *base = of->fields[i].is_virtual ? of->fields[i].type->record : NULL;
        if (!base) continue;
        int word = t->n + of->nvirtual - 1 - virtual_index(of, base);
        int64_t by = (int64_t)hd_virtual_base(t->whole, base)->offset - offset;
        item_add(&t->b, (uint64_t)word * 8, NULL, as_word(c, by));
        item_add(&t->device, (uint64_t)word * 8, NULL, as_word(c, by));
    }
    t->n += of->nvirtual;
    put_word(t, type_info_address(c, t->r->type, (struct hd_range){t->r->loc, t->r->loc}),
             as_word(c, 0)); // kernels know no types
    put_word(t, as_word(c, t->start - offset), as_word(c, t->start - offset));
    for (int i = 0; i < of->nslots; i++) {
        int64_t at = 0;
        struct hd_method *m = function_of_slot(t, path, n, of->slots[i], &at);
        struct hd_sym *sym = NULL;
        if (m && m->is_dtor && t->r->nvirtual)
            sym = dtor_instance(c, t->r), at = t->start;
        else if (m && m->is_dtor && m->is_implicit && !dtor_function(m->record, &m, &at))
            sym = dtor_instance(c, t->r);
        else if (m && !m->is_pure)
            sym = m->sym;
        if (m && m->is_pure && t->r == t->whole) t->abstract = true;
        bool device = sym && (side_of_func(sym) & SIDE_DEVICE),
             host = sym && (side_of_func(sym) & SIDE_HOST);
        t->on_device = t->on_device || device;
        put_word(t, host ? function_word(c, sym) : as_word(c, 0),
                 device ? function_word(c, sym) : as_word(c, 0));
        put_word(t, as_word(c, at - offset), as_word(c, at - offset));
    }
}

typedef void part_fn(void *user, const struct hd_field **path, int n, int64_t offset);

// Calls fn for the struct itself and each base that is not virtual and has a part of its own.
static void each_part(const struct hd_record *r, const struct hd_field **path, int n,
                      int64_t offset, bool shares, part_fn *fn, void *user) {
    if (!r->is_polymorphic || n >= HD_MOST_LEVELS) return;
    if (!shares) fn(user, path, n, offset);
    const struct hd_record *primary = primary_base(r);
    bool first = true;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        if (!f->is_base || f->is_virtual) continue;
        path[n] = f;
        bool is_primary = first && f->type->record == primary;
        if (is_primary) first = false;
        each_part(f->type->record, path, n + 1, offset + (int64_t)f->offset, is_primary, fn, user);
    }
}

// All parts of an r that lies at `start` in a `whole`.
static void all_parts(const struct hd_record *whole, const struct hd_record *r, int64_t start,
                      part_fn *fn, void *user) {
    const struct hd_field *path[HD_MOST_LEVELS];
    each_part(r, path, 0, start, false, fn, user);
    for (int i = 0; i < r->nfields; i++) {
        path[0] = &r->fields[i];
        if (!path[0]->is_virtual) continue;
        const struct hd_record *base = path[0]->type->record;
        each_part(base, path, 1, (int64_t)hd_virtual_base(whole, base)->offset, false, fn, user);
    }
}

static void table_part(void *user, const struct hd_field **path, int n, int64_t offset) {
    put_part(user, path, n, offset);
}

static void put_blocks(struct table *t, bool virtual_ones) {
    struct hd_record *r = t->r;
    int64_t start = t->start;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        if (!f->is_base || f->is_virtual != virtual_ones || !f->type->record->nvirtual) continue;
        t->r = f->type->record;
        t->start = f->is_virtual ? (int64_t)hd_virtual_base(t->whole, t->r)->offset
                                 : start + (int64_t)f->offset;
        all_parts(t->whole, t->r, t->start, table_part, t);
        put_blocks(t, false);
        t->r = r;
        t->start = start;
    }
}

static void count_words(void *user, const struct hd_field **path, int n, int64_t offset) {
    *(int64_t *)user += n ? part_words(path[n - 1]->type->record) : 0;
}

static const struct hd_field no_block; // word_of_block: of a whole object's table, its end

// Where in r's table, or in its block, the block of its base f begins; NULL: where r's block ends.
static int64_t word_of_block(const struct hd_record *r, const struct hd_field *block) {
    int64_t n = part_words(r);
    all_parts(r, r, 0, count_words, &n);
    for (int virtual_ones = 0; virtual_ones < (block ? 2 : 1); virtual_ones++)
        for (int i = 0; i < r->nfields; i++) {
            const struct hd_field *f = &r->fields[i];
            if (!f->is_base || f->is_virtual != virtual_ones) continue;
            if (f == block) return n;
            if (f->type->record->nvirtual) n += word_of_block(f->type->record, NULL);
        }
    return n;
}

static bool is_local(const struct hd_record *r) { return !r->space || !r->space->session; }

static struct hd_sym *table_sym(struct check *c, const struct hd_record *r, const char *name, int n,
                                bool device) {
    struct hd_type *type = hd_type_array(c->arena, hd_type_ptr(hd_ty.void_), n);
    bool local = is_local(r);
    const char *key = local ? hd_intern_str(hd_printf(c->arena, "%s::%s",
                                                      r->local_key ? r->local_key
                                                      : r->tag     ? r->tag
                                                                   : "struct",
                                                      name))
                            : hd_space_key(c->front, r->space, hd_intern_str(name));
    struct hd_sym *sym = sym_new(c, SYM_VAR, key, type, (struct hd_range){r->loc, r->loc});
    sym->storage = device ? ST_DEVICE : local ? ST_STATIC : ST_GLOBAL;
    sym->defined = sym->has_initializer = sym->is_table = true;
    return sym;
}

static struct hd_sym *table_define(struct check *c, const struct hd_record *r, struct hd_sym *sym,
                                   struct build *b) {
    b->root = sym->type;
    sym->init = items_finish(b);
    return is_local(r) ? sym : global_declare(c, sym, DEF_VAR);
}

void class_virtuals(struct check *c, struct hd_record *r) {
    int own = 0;
    const struct hd_record *primary = primary_base(r);
    for (int i = 0; i < r->nmethods + r->nimplicit; i++) {
        struct hd_method *m = &r->methods[i];
        if (m->is_static) check_static(c, r, m);
        if (m->is_ctor || m->is_static) continue;
        check_virtual(c, r, m);
        own += m->is_virtual;
    }
    if (!r->is_polymorphic) return;
    int n = primary ? primary->nslots : 0;
    r->slots = HD_NEW_ARRAY(c->arena, const struct hd_method *, n + own + 1);
    for (int i = 0; i < n; i++) r->slots[r->nslots++] = primary->slots[i];
    for (int i = 0; i < r->nmethods + r->nimplicit; i++) {
        const struct hd_method *m = &r->methods[i];
        if (!m->is_virtual) continue;
        int at = 0;
        while (at < r->nslots && !overrides(m, r->slots[at])) at++;
        if (at == r->nslots) r->nslots++;
        r->slots[at] = m;
    }
    struct table t = {.c = c, .r = r, .whole = r, .b = {.c = c}, .device = {.c = c}};
    // What ends a whole object, which the table leads to, needs the table itself.
    struct hd_sym *sym = table_sym(c, r, "__vtable", (int)word_of_block(r, &no_block), false);
    if (r->nvirtual && !r->closure) r->vtable = sym;
    all_parts(r, r, 0, table_part, &t);
    put_blocks(&t, false);
    put_blocks(&t, true);
    r->is_abstract = t.abstract;
    if (r->closure) return;
    r->vtable = table_define(c, r, sym, &t.b);
    if (t.on_device)
        r->vtable->twin =
            table_define(c, r, table_sym(c, r, "__vtable_device", t.n, true), &t.device);
}

// ---- objects ------------------------------------------------------------------------------------

struct pointers { // of one object being made
    struct check *c;
    const struct hd_record *r;
    struct base_tables tables;
    struct build *b;
    uint64_t at;
    struct hd_expr *object, *all;
    int word;
};

struct hd_type *class_tables_type(void) { return hd_type_ptr(hd_type_ptr(hd_ty.void_)); }

struct hd_expr *class_tables(struct check *c, struct base_tables t, int64_t word) {
    struct hd_expr *table = rvalue(c, expr_var(c, t.sym, (struct hd_range){0, 0}));
    word += t.word;
    if (word)
        table = expr_ptr_add(c, table, expr_int(c, hd_ty.long_, word, table->range), table->range);
    return convert(c, table, class_tables_type());
}

// The virtual base that a part belongs to; tables: of the struct that object is.
static struct hd_expr *virtual_at(struct check *c, struct hd_expr *object,
                                  const struct hd_record *base, struct hd_expr *distance) {
    struct hd_expr *at =
        convert(c, expr_address(c, object, object->range), hd_type_ptr(hd_ty.char_));
    return expr_ptr_add(c, at, convert(c, rvalue(c, distance), hd_ty.long_), object->range);
}

static void set_pointer(void *user, const struct hd_field **path, int n, int64_t offset) {
    struct pointers *p = user;
    struct check *c = p->c;
    const struct hd_record *of = n ? path[n - 1]->type->record : p->r;
    struct hd_expr *value =
        convert(c, class_tables(c, p->tables, p->word + of->nvirtual), hd_type_ptr(hd_ty.void_));
    p->word += part_words(of);
    if (p->b) {
        p->b->disordered = true;
        item_add(p->b, p->at + (uint64_t)offset, NULL, value);
        return;
    }
    struct hd_type *ptr = hd_type_ptr(hd_ty.void_);
    struct hd_expr *at;
    if (n && path[0]->is_virtual) {
        const struct hd_record *base = path[0]->type->record;
        int word = p->r->nvirtual - 1 - virtual_index(p->r, base);
        at = virtual_at(c, p->object, base,
                        expr_deref(c, class_tables(c, p->tables, word), p->object->range));
        offset -= (int64_t)path[0]->offset;
    } else {
        at = convert(c, expr_address(c, p->object, p->object->range), hd_type_ptr(hd_ty.char_));
    }
    at = expr_ptr_add(c, at, expr_int(c, hd_ty.long_, offset, at->range), at->range);
    struct hd_expr *slot = expr_deref(c, expr_cast(c, at, hd_type_ptr(ptr), CAST_NOOP), at->range);
    p->all = expr_comma(c, p->all, expr_assign(c, slot, value));
}

static void use_table(struct check *c, const struct hd_record *r) {
    note_use(c, r->vtable);
    if (r->vtable->twin) note_use(c, r->vtable->twin);
    for (int i = 0; i < r->nslots && r->instance; i++)
        if (!r->slots[i]->is_pure && !r->slots[i]->is_implicit && r->slots[i]->record == r)
            instance_method(c, (struct hd_method *)r->slots[i]);
}

struct base_tables class_own_tables(struct check *c, const struct hd_record *r) {
    if (!r->vtable) return (struct base_tables){NULL, 0};
    use_table(c, r);
    return (struct base_tables){r->vtable, 0};
}

struct base_tables class_base_tables(const struct hd_record *r, struct base_tables tables,
                                     const struct hd_field *base) {
    if (!base->is_base || !base->type->record->nvirtual || !tables.sym)
        return (struct base_tables){NULL, 0};
    tables.word += word_of_block(r, base);
    return tables;
}

struct hd_expr *class_point(struct check *c, const struct hd_record *r, struct hd_expr *object,
                            struct base_tables tables) {
    struct pointers p = {.c = c, .r = r, .object = object, .tables = tables};
    if (!tables.sym) return NULL;
    all_parts(r, r, 0, set_pointer, &p);
    return p.all;
}

struct hd_sym *class_tables_now(struct check *c, const struct hd_record *r, struct hd_expr *object,
                                struct hd_expr **set) {
    struct hd_type *words = class_tables_type();
    struct hd_sym *sym = sym_hidden(c, words, object->range);
    struct hd_expr *at = convert(c, expr_address(c, object, object->range), hd_type_ptr(words));
    struct hd_expr *first = rvalue(c, expr_deref(c, at, object->range));
    first = expr_ptr_add(c, first, expr_int(c, hd_ty.long_, -r->nvirtual, object->range),
                         object->range);
    *set = expr_assign(c, expr_var(c, sym, object->range), first);
    return sym;
}

void class_set_pointers(struct check *c, const struct hd_record *r, struct hd_expr *object,
                        stmt_vec *out) {
    if (!r->vtable) return;
    struct hd_stmt *s = decl_stmt(c, STM_EXPR, object->range);
    s->a = class_point(c, r, object, class_own_tables(c, r));
    HD_PUSH(c->arena, out, s);
}

void items_pointers(struct build *b, const struct hd_record *r, uint64_t at) {
    struct pointers p = {.c = b->c, .r = r, .b = b, .at = at};
    if (!r->vtable) return;
    p.tables = class_own_tables(b->c, r);
    all_parts(r, r, 0, set_pointer, &p);
}

// ---- calls --------------------------------------------------------------------------------------

static int class_slot(const struct hd_method *m) {
    const struct hd_record *r = m->record;
    for (int i = 0; i < r->nslots; i++)
        if (r->slots[i] == m || overrides(m, r->slots[i])) return i;
    return -1;
}

int class_slot_word(const struct hd_method *m) { return 2 + 2 * class_slot(m); }

// The word of the table that object (an lvalue of m's struct) has: 0 the function, 1 the distance.
static struct hd_expr *table_word(struct check *c, struct hd_expr *object, int64_t word) {
    struct hd_type *words = hd_type_ptr(hd_type_ptr(hd_ty.void_));
    struct hd_expr *at =
        expr_cast(c, expr_address(c, object, object->range), hd_type_ptr(words), CAST_NOOP);
    struct hd_expr *table = rvalue(c, expr_deref(c, at, object->range));
    return rvalue(c,
                  expr_deref(c,
                             expr_ptr_add(c, table, expr_int(c, hd_ty.long_, word, object->range),
                                          object->range),
                             object->range));
}

struct hd_expr *class_virtual_base(struct check *c, struct hd_expr *object,
                                   const struct hd_field *f) {
    struct hd_expr *first, *o = expr_once(c, object, &first);
    const struct hd_record *r = object->type->record, *base = f->type->record;
    int word = -1 - virtual_index(r, base);
    struct hd_expr *at = virtual_at(c, o, base, table_word(c, o, word));
    struct hd_type *type = hd_type_qual(f->type, quals_of(object->type) & (Q_CONST | Q_VOLATILE));
    struct hd_expr *e =
        expr_deref(c, expr_cast(c, at, hd_type_ptr(type), CAST_NOOP), object->range);
    e->is_xvalue = object->is_xvalue;
    e->compute_type = expr_whole(object)->type; // it is part of that
    return expr_comma(c, first, e);
}

struct hd_expr *class_whole(struct check *c, struct hd_expr *object) {
    struct hd_expr *at =
        expr_cast(c, expr_address(c, object, object->range), hd_type_ptr(hd_ty.char_), CAST_NOOP);
    struct hd_expr *by = convert(c, table_word(c, object, 1), hd_ty.long_);
    return expr_cast(c, expr_ptr_add(c, at, by, object->range), hd_type_ptr(hd_ty.void_),
                     CAST_NOOP);
}

struct hd_expr *class_virtual(struct check *c, const struct hd_method *m, struct hd_type *type,
                              struct hd_expr *object, struct hd_expr **self) {
    int slot = class_slot(m);
    struct hd_expr *f = table_word(c, object, 2 + 2 * slot),
                   *by = convert(c, table_word(c, object, 3 + 2 * slot), hd_ty.long_);
    struct hd_expr *at =
        expr_cast(c, expr_address(c, object, object->range), hd_type_ptr(hd_ty.char_), CAST_NOOP);
    *self = expr_cast(c, expr_ptr_add(c, at, by, object->range), type->params[0], CAST_NOOP);
    if (c->func) c->func->has_indirect_call = true;
    return expr_cast(c, f, hd_type_ptr(type), CAST_NOOP);
}
