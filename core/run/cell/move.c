// Values of variables whose struct was defined anew: a member that stays, by name and type, keeps
// its value; the others have that of the initialiser, and what is lost thereby is said.
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

// The member of the earlier struct that `field` was; of unnamed ones, the one at the same place.
static const struct hd_field *find_member(const struct hd_record *record,
                                          const struct hd_field *field, int at) {
    if (!field->name) {
        if (at >= record->nfields) return NULL;
        const struct hd_field *same = &record->fields[at];
        return same->name || same->is_bits ? NULL : same;
    }
    for (int i = 0; i < record->nfields; i++)
        if (record->fields[i].name == field->name) return &record->fields[i];
    return NULL;
}

static bool is_kept(const struct hd_field *to, const struct hd_field *from) {
    if (!to->is_bits && !from->is_bits) return true; // move_value looks at the types
    return to->is_bits && from->is_bits && to->bit_width == from->bit_width &&
           hd_type_same_shape(to->type, from->type);
}

static bool move_value(struct move *m, const struct hd_type *to, char *to_at,
                       const struct hd_type *from, const char *from_at);

static void move_members(struct move *m, const struct hd_record *to, char *to_at,
                         const struct hd_record *from, const char *from_at) {
    for (int i = 0; i < to->nfields; i++) {
        const struct hd_field *field = &to->fields[i], *old = find_member(from, field, i);
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
        if (from->fields[i].name && !find_member(to, &from->fields[i], i))
            note_lost(m, from->fields[i].name);
}

// false: nothing of it can be kept.
static bool move_value(struct move *m, const struct hd_type *to, char *to_at,
                       const struct hd_type *from, const char *from_at) {
    if (hd_type_same_shape(to, from)) {
        memcpy(to_at, from_at, to->size);
        return true;
    }
    if (to->kind != from->kind) return false;
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

void hd_var_move(struct hd_sym *sym, const struct hd_sym *before) {
    struct move m = {0};
    hd_transfer_host((const void *)before->addr, before->type->size, false);
    move_value(&m, sym->type, (char *)sym->addr, before->type, (const char *)before->addr);
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
