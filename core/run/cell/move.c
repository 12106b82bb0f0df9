// Values of variables whose struct was defined anew: a member that stays, by name and type, keeps
// its value; the others have that of the initialiser, and what is lost thereby is said. Which
// variables move, and what becomes of others that refer to the type, says front/names/renewed.c.
//
// A variable that moves leaves pointers behind. Once the cell is committed, those in variables of
// the session and in blocks of the heap are set to where what they pointed to is now:
//
//     P few[3]; float *y = &few[2].y;      struct P gets another member: y is &few[2].y still
#include "run/gpu/gpu.h"

#include <string.h>

#define NAMED 4 // lost members that are named; the rest is counted

struct move {
    const char *lost[NAMED];
    int nlost;
};

static void note_lost(struct move *m, const char *name) {
    if (!name) name = "?";
    for (int i = 0; i < m->nlost && i < NAMED; i++)
        if (m->lost[i] == name) return;
    if (m->nlost < NAMED) m->lost[m->nlost] = name;
    m->nlost++;
}

// A bit-field's storage unit has up to 16 bytes.
static hd_uint128 read_unit(const char *at, size_t size) {
    hd_uint128 unit = 0;
    memcpy(&unit, at, size);
    return unit;
}

static void move_bits(const struct hd_field *to, char *to_at, const struct hd_field *from,
                      const char *from_at) {
    hd_uint128 mask = ~(hd_uint128)0 >> (128 - to->bit_width);
    hd_uint128 value = read_unit(from_at, from->type->size) >> from->bit_offset & mask;
    hd_uint128 unit = read_unit(to_at, to->type->size);
    unit = (unit & ~(mask << to->bit_offset)) | value << to->bit_offset;
    memcpy(to_at, &unit, to->type->size);
}

static bool is_kept(const struct hd_field *to, const struct hd_field *from) {
    if (!to->is_bits && !from->is_bits) return true; // move_value looks at the types
    return to->is_bits && from->is_bits && to->bit_width == from->bit_width &&
           hd_type_same_shape(to->type, from->type);
}

// Where the part of `from` that begins at an offset, and is of that type (NULL: not known), is in
// `to`. Several parts may begin there: the type says which. false: it is no more.
static bool follow(const struct hd_type *to, const struct hd_type *from, int64_t offset,
                   const struct hd_type *part, int64_t *out) {
    *out = offset;
    if (hd_type_same_shape(to, from)) return true;
    if (!hd_type_same_names(to, from) && to->kind != HD_TY_ARRAY) return false;
    if (to->kind == HD_TY_ARRAY && from->kind == HD_TY_ARRAY) {
        int64_t size = (int64_t)from->base->size, i = offset / size, rest;
        if (i > to->len || !follow(to->base, from->base, offset - i * size, part, &rest))
            return false;
        *out = i * (int64_t)to->base->size + rest;
        return true;
    }
    if (to->kind != HD_TY_RECORD) return false;
    if (offset == 0 && (!part || part->kind == HD_TY_VOID || hd_type_same_names(part, from)))
        return true;
    for (int i = 0; i < to->record->nfields; i++) {
        const struct hd_field *field = &to->record->fields[i];
        const struct hd_field *old = hd_renewed_field(from->record, field, i);
        if (!old || old->is_bits || field->is_bits || offset < (int64_t)old->offset ||
            offset >= (int64_t)(old->offset + old->type->size))
            continue;
        int64_t rest;
        if (!follow(field->type, old->type, offset - (int64_t)old->offset, part, &rest))
            return false;
        *out = (int64_t)field->offset + rest;
        return true;
    }
    return false;
}

static bool move_value(struct move *m, const struct hd_type *to, char *to_at,
                       const struct hd_type *from, const char *from_at);

static void move_members(struct move *m, const struct hd_record *to, char *to_at,
                         const struct hd_record *from, const char *from_at) {
    for (int i = 0; i < to->nfields; i++) {
        const struct hd_field *field = &to->fields[i], *old = hd_renewed_field(from, field, i);
        if (!old || (field->is_bits && !field->name)) continue;
        bool kept = is_kept(field, old);
        if (kept && field->is_bits)
            move_bits(field, to_at + field->offset, old, from_at + old->offset);
        else if (kept)
            kept =
                move_value(m, field->type, to_at + field->offset, old->type, from_at + old->offset);
        if (!kept) note_lost(m, field->name);
    }
    for (int i = 0; i < from->nfields; i++)
        if (from->fields[i].name && !hd_renewed_field(to, &from->fields[i], i))
            note_lost(m, from->fields[i].name);
}

// Pointers to members are offsets, null is -1.
static bool move_member_pointer(const struct hd_type *to, char *to_at, const struct hd_type *from,
                                const char *from_at) {
    int64_t offset, new_offset = -1;
    memcpy(&offset, from_at, sizeof offset);
    bool is_function = to->base->kind == HD_TY_FUNC;
    bool kept = hd_type_same_names(to, from);
    if (is_function)
        new_offset = offset;
    else if (kept && offset >= 0)
        kept = follow(to->of, from->of, offset, from->base, &new_offset);
    memcpy(to_at, &new_offset, sizeof new_offset);
    return kept;
}

// false: nothing of it can be kept.
static bool move_value(struct move *m, const struct hd_type *to, char *to_at,
                       const struct hd_type *from, const char *from_at) {
    if (hd_type_same_shape(to, from)) {
        memcpy(to_at, from_at, to->size);
        return true;
    }
    if (to->kind != from->kind) return false;
    if (to->kind == HD_TY_MEMBER) return move_member_pointer(to, to_at, from, from_at);
    if (to->kind == HD_TY_ARRAY) {
        int64_t n = to->len < from->len ? to->len : from->len;
        struct move rest = {0}; // the first element tells for all what is lost
        for (int64_t i = 0; i < n; i++)
            if (!move_value(i == 0 ? m : &rest, to->base, to_at + (size_t)i * to->base->size,
                            from->base, from_at + (size_t)i * from->base->size))
                return false;
        return true;
    }
    if (to->kind != HD_TY_RECORD || to->record->is_union || from->record->is_union) return false;
    move_members(m, to->record, to_at, from->record, from_at);
    return true;
}

// ---- pointers to variables that moved -----------------------------------------------------------

struct left { // a variable of the running cell that has moved
    uint64_t from, to;
    const struct hd_type *from_type, *to_type;
    const char *name;
};
static HD_VEC(struct left) left;

void hd_var_move(struct hd_sym *sym, const struct hd_sym *before) {
    struct move m = {0};
    hd_transfer_host((const void *)before->addr, before->type->size, false);
    move_value(&m, sym->type, (char *)sym->addr, before->type, (const char *)before->addr);
    HD_XPUSH(&left, ((struct left){before->addr, sym->addr, before->type, sym->type, sym->name}));
    if (!m.nlost) return;
    struct hd_buf names = {0};
    int named = m.nlost < NAMED ? m.nlost : NAMED;
    for (int i = 0; i < named; i++)
        hd_buf_printf(&names, "%s`%s`", i == 0 ? "" : i + 1 == m.nlost ? " and " : ", ", m.lost[i]);
    if (m.nlost > named) hd_buf_printf(&names, " and %d more", m.nlost - named);
    hd_notice(
        "`%s` keeps its values, but not those of %s: no such member any more, or of another type",
        sym->name, hd_buf_str(&names));
    hd_buf_finish(&names);
}

// true: the pointer leads to a variable that has moved, and is set. *name: whose part is no more.
static bool set_pointer(char *at, const struct hd_type *part, const char **name) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    for (int i = 0; i < left.n; i++) {
        const struct left *l = &left.v[i];
        uint64_t offset = value - l->from;
        struct hd_placed next;
        if (offset > l->from_type->size) continue;
        if (offset == l->from_type->size && hd_var_at(value, &next) && next.addr == value) continue;
        int64_t to = (int64_t)l->to_type->size;
        if (offset < l->from_type->size &&
            !follow(l->to_type, l->from_type, (int64_t)offset, part, &to)) {
            *name = l->name;
            value = 0;
        } else {
            value = l->to + (uint64_t)to;
        }
        memcpy(at, &value, sizeof value);
        return true;
    }
    return false;
}

static void set_pointers(const struct hd_type *type, char *at, const char **name) {
    if (!hd_type_has_pointers(type)) return;
    if (type->kind == HD_TY_ARRAY) {
        for (int64_t i = 0; i < type->len; i++)
            set_pointers(type->base, at + (size_t)i * type->base->size, name);
    } else if (type->kind == HD_TY_RECORD) {
        for (int i = 0; i < type->record->nfields; i++) {
            const struct hd_field *field = &type->record->fields[i];
            if (!field->is_bits) set_pointers(field->type, at + field->offset, name);
        }
    } else {
        set_pointer(at, type->base, name);
    }
}

// What types lie in a block is not known: any of its words that is the address of a part that
// moved is a pointer to it.
static void set_in_block(void *user, uint64_t at, uint64_t size) {
    enum { LARGEST = 64 << 20 }; // larger ones are arrays of numbers
    (void)user;
    if (size > LARGEST) return;
    const char *name = NULL;
    char *block = (char *)(HD_HEAP_LOW + at);
    for (uint64_t i = 0; i + 8 <= size; i += 8) set_pointer(block + i, NULL, &name);
}

static void set_all_pointers(void) {
    int n;
    struct hd_def **defs = hd_all_defs(&n);
    for (int i = 0; i < n; i++) {
        const struct hd_sym *sym = defs[i]->sym;
        if (defs[i]->kind != DEF_VAR || !sym || !sym->addr || !hd_type_has_pointers(sym->type))
            continue;
        size_t size = sym->type->kind == HD_TY_REF ? 8 : sym->type->size;
        hd_transfer_host((const void *)sym->addr, size, true);
        const char *name = NULL;
        set_pointers(sym->type, (char *)sym->addr, &name);
        if (name)
            hd_notice("`%s` is null now: what it pointed to in `%s` is no more", sym->name, name);
    }
    hd_heap_each(set_in_block, NULL);
}

// Whether a variable is there that is laid out as the session knows it: not one whose initial
// value, say, does not compile any more.
static bool variable_moved(uint64_t at) {
    struct hd_placed variable;
    if (!hd_var_at(at, &variable)) return false;
    const struct hd_def *def = variable.name ? hd_def_find(hd_engine.front, variable.name) : NULL;
    return !def || !def->stale || !def->sym || def->sym->addr != variable.addr;
}

// Whether a pointer leads to memory that the program asked for, and that holds structs as they
// were.
static bool leads_to_earlier(const struct hd_type *to, const struct hd_type *from, uint64_t at,
                             int depth) {
    enum { DEEPEST = 8, MOST = 1000 }; // of a list's nodes, of a block's elements
    if (depth > DEEPEST || to == from || to->kind != from->kind) return false;
    if (to->kind == HD_TY_ARRAY) {
        for (int64_t i = 0; i < to->len && i < from->len && i < MOST; i++)
            if (leads_to_earlier(to->base, from->base, at + (uint64_t)i * to->base->size, depth))
                return true;
        return false;
    }
    if (to->kind == HD_TY_RECORD && !to->record->is_union && to->record != from->record) {
        for (int i = 0; i < to->record->nfields; i++) {
            const struct hd_field *field = &to->record->fields[i];
            const struct hd_field *old = hd_renewed_field(from->record, field, i);
            if (old && leads_to_earlier(field->type, old->type, at + field->offset, depth))
                return true;
        }
        return false;
    }
    if (to->kind != HD_TY_PTR && to->kind != HD_TY_REF) return false;
    uint64_t value, base;
    size_t size;
    memcpy(&value, (const char *)at, sizeof value);
    if (!value || variable_moved(value) || to->base == from->base) return false;
    if (!hd_type_same_shape(to->base, from->base)) return true;
    if (!to->base->size || !hd_heap_find(value, &base, &size)) return false;
    for (int i = 0; i < MOST && value + to->base->size <= base + size; i++, value += to->base->size)
        if (leads_to_earlier(to->base, from->base, value, depth + 1)) return true;
    return false;
}

void hd_vars_moved(const struct hd_cell *cell) {
    if (left.n) set_all_pointers();
    left.n = 0;
    for (int i = 0; i < cell->moved.n && !hd_engine.restoring; i++) {
        struct hd_sym *sym = cell->moved.v[i];
        const struct hd_type *from = sym->renewed_from;
        sym->renewed_from = NULL;
        if (!from || !sym->renewed || !sym->def || sym->def->sym != sym || !sym->addr ||
            sym->is_hidden)
            continue;
        if (sym->is_anew)
            hd_notice("`%s` is made anew: what it had was laid out for the earlier `%s`", sym->name,
                      sym->renewed);
        else if (leads_to_earlier(sym->type, from, sym->addr, 0))
            hd_notice("`%s` still leads to memory that was laid out for the earlier `%s`",
                      sym->name, sym->renewed);
    }
}

void hd_vars_moved_back(void) { left.n = 0; }
