// Record layout: the System V x86-64 ABI, with gcc's rules for bit-fields, packed, aligned and
// #pragma pack.
//
// Plain members: each at the next multiple of its alignment. Bit-fields: the next free bit, unless
// the field would then cross more units of its type than it needs; then the next unit. A named
// bit-field aligns the record as its type does; unnamed ones do not; a zero-width one closes the
// unit. `packed` makes every alignment one byte (one bit for bit-fields), #pragma pack bounds
// alignments, an explicit alignment wins over both.
//
// gen/ reads and writes a bit-field through a storage unit of the field's type at `offset`.
// Normally that is the aligned unit that the bits lie in. In packed records bits may straddle such
// units, or the unit may stick out of the record; then the offset moves to whole bytes and, where
// it must, the field gets a narrower or wider integer type of the same signedness (its width, which
// decides promotions, stays what it was).
//
// Example: struct { char c; int a : 4; int b : 30; } has a at bits 8-11 and b at bits 32-61; its
// size is 8.
#include "front/front.h"
#include "front/check/check.h"

static uint64_t round_up(uint64_t n, uint64_t to) { return to ? (n + to - 1) / to * to : n; }

static struct hd_type *unsigned_or_signed(const struct hd_type *like, uint64_t bytes) {
    bool s = hd_type_is_signed(like);
    switch (bytes) {
    case 1: return s ? hd_ty.schar : hd_ty.uchar;
    case 2: return s ? hd_ty.short_ : hd_ty.ushort_;
    case 4: return s ? hd_ty.int_ : hd_ty.uint_;
    case 8: return s ? hd_ty.long_ : hd_ty.ulong_;
    default: return s ? hd_ty.int128 : hd_ty.uint128;
    }
}

// Chooses the storage unit of the bit-field whose first bit is `bit`, in a record of `size` bytes.
static void place_bits(struct hd_field *f, uint64_t bit, uint64_t size) {
    uint64_t unit = f->type->size, width = f->bit_width;
    uint64_t at = bit / (unit * 8) * unit;
    if (bit - at * 8 + width > unit * 8 || at + unit > size) {
        uint64_t first = bit / 8, last = (bit + (width ? width - 1 : 0)) / 8,
                 need = last - first + 1;
        uint64_t bytes = 1;
        while (bytes < need) bytes *= 2;
        if (bytes < unit && unit <= size) bytes = unit;
        at = first;
        if (at + bytes > size) at = size >= bytes ? size - bytes : 0;
        // Moving the unit back may cost bits at its end only when it is wider than needed, so this
        // fits.
        f->declared = f->type;
        if (bytes != unit)
            f->type = hd_type_qual(unsigned_or_signed(f->type, bytes), f->type->quals);
    }
    f->offset = at;
    f->bit_offset = (uint8_t)(bit - at * 8);
}

struct layout {
    uint64_t bits;    // next free bit
    uint64_t largest; // union: bits of the largest member
    uint64_t align;   // of the record, bytes
    bool packed;
    int pack;
};

// gcc: `#pragma pack` of any value lets bit-fields cross the units of their types, and bounds every
// alignment that was asked for; `int : 0` goes to the next unit all the same.
static void add_bitfield(struct layout *lay, struct hd_field *f, uint64_t *at) {
    bool packed = lay->packed || f->packed || lay->pack;
    uint64_t size = f->type->size * 8, align = (uint64_t)f->type->align * 8;
    uint64_t asked = f->align;
    if (f->bit_width == 0) {
        lay->bits = round_up(lay->bits, asked > align / 8 ? asked * 8 : align);
        *at = lay->bits;
        return;
    }
    if (lay->pack && align > (uint64_t)lay->pack * 8) align = (uint64_t)lay->pack * 8;
    if (lay->pack && asked > (uint64_t)lay->pack) asked = (uint64_t)lay->pack;
    if (asked) lay->bits = round_up(lay->bits, asked * 8);
    if (!packed) {
        uint64_t in_unit = lay->bits % align;
        if ((in_unit + f->bit_width + align - 1) / align > size / align)
            lay->bits = round_up(lay->bits, align);
    }
    if (f->name && !lay->packed && !f->packed && align / 8 > lay->align) lay->align = align / 8;
    if (asked > lay->align) lay->align = asked;
    *at = lay->bits;
    lay->bits += f->bit_width;
}

// Whether an empty struct that is (part of) `type` at `offset` would be where another of its type
// is (Itanium ABI 2.4): those have different addresses.
// (Virtual bases lie elsewhere.)
static bool has_empty(const struct hd_type *type, uint64_t at, const struct hd_record *empty,
                      uint64_t where, int depth) {
    if (type->kind == HD_TY_ARRAY) return has_empty(type->base, at, empty, where, depth);
    if (type->kind != HD_TY_RECORD || depth > HD_MOST_LEVELS) return false;
    if (type->record == empty && at == where) return true;
    for (int i = 0; i < type->record->nfields; i++) {
        const struct hd_field *f = &type->record->fields[i];
        if (!f->is_bits && !f->is_virtual &&
            has_empty(f->type, at + f->offset, empty, where, depth + 1))
            return true;
    }
    return false;
}

static bool meets_empty(const struct hd_record *r, int before, const struct hd_type *type,
                        uint64_t at, int depth) {
    if (type->kind == HD_TY_ARRAY) type = type->base;
    if (type->kind != HD_TY_RECORD || depth > HD_MOST_LEVELS) return false;
    for (int i = 0; i < before && type->record->is_empty; i++)
        if (!r->fields[i].is_virtual &&
            has_empty(r->fields[i].type, r->fields[i].offset, type->record, at, 0))
            return true;
    for (int i = 0; i < type->record->nfields; i++) {
        const struct hd_field *f = &type->record->fields[i];
        if (!f->is_bits && !f->is_virtual &&
            meets_empty(r, before, f->type, at + f->offset, depth + 1))
            return true;
    }
    return false;
}

static void add_base(struct layout *lay, struct hd_record *r, int i, uint64_t *at) {
    struct hd_field *f = &r->fields[i];
    const struct hd_record *b = f->type->record;
    uint64_t align = b->nvirtual ? b->own_align : f->type->align,
             here = b->is_empty ? 0 : round_up(lay->bits, align * 8) / 8;
    if (meets_empty(r, i, f->type, here, 0)) here = round_up(lay->bits, align * 8) / 8;
    while (meets_empty(r, i, f->type, here, 0)) here += align;
    f->offset = here;
    *at = here * 8;
    if (align > lay->align) lay->align = align;
    uint64_t end = (here + (b->is_empty ? 0 : b->data_size)) * 8,
             whole = (here + (b->nvirtual ? b->data_size : f->type->size)) * 8;
    if (end > lay->bits) lay->bits = end;
    if (b->is_empty && whole > lay->largest) lay->largest = whole;
}

static void add_member(struct layout *lay, struct hd_field *f, uint64_t *at) {
    uint64_t align = f->type->align ? f->type->align : 1;
    if (lay->packed || f->packed) align = 1;
    if (lay->pack && align > (uint64_t)lay->pack) align = (uint64_t)lay->pack;
    if (f->align > align)
        align = lay->pack && f->align > (uint32_t)lay->pack ? (uint64_t)lay->pack : f->align;
    lay->bits = round_up(lay->bits, align * 8);
    if (align > lay->align) lay->align = align;
    *at = lay->bits;
    f->offset = lay->bits / 8;
    lay->bits += f->type->size * 8;
}

static int levels_in(const struct hd_record *r) {
    int levels = 0;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_type *t = r->fields[i].type;
        while (t->kind == HD_TY_ARRAY) t = t->base;
        if (t->kind == HD_TY_RECORD && t->record->levels > levels) levels = t->record->levels;
    }
    return levels;
}

int hd_field_written(const struct hd_record *r, int i, bool all) {
    int first = 0, end, at;
    if (!r->reordered) return i;
    while (first < r->nfields &&
           (!r->fields[first].is_base || (r->fields[first].is_virtual && !all)))
        first++;
    for (end = first; end < r->nfields && r->fields[end].is_base;) end++;
    if (i < first || i >= end) return i;
    for (at = first; at < end; at++) {
        int before = first;
        for (int k = first; k < end; k++)
            before += r->fields[k].range.from < r->fields[at].range.from ||
                      (r->fields[k].range.from == r->fields[at].range.from && k < at);
        if (before == i) break;
    }
    return at;
}

static void add_virtual(struct layout *lay, struct hd_record *r, const struct hd_record *in,
                        uint64_t *at, uint64_t *done) {
    for (int i = 0; i < in->nfields; i++) { // in the order of the inheritance graph
        const struct hd_field *f = &in->fields[hd_field_written(in, i, true)];
        int own = 0;
        if (!f->is_base || f->is_indirect) continue;
        while (f->is_virtual && r->fields[own].type->record != f->type->record) own++;
        if (f->is_virtual && done[own]) continue;
        if (f->is_virtual) {
            done[own] = 1;
            add_base(lay, r, own, &at[own]);
            if (lay->bits > lay->largest) lay->largest = lay->bits;
        }
        add_virtual(lay, r, f->type->record, at, done);
    }
}

// What a class without others lays out: virtual bases come behind it.
static void end_of_own(struct layout *lay, struct hd_record *r, uint64_t *at) {
    r->data_size = (lay->bits + 7) / 8;
    r->own_align = (uint32_t)lay->align;
    if (r->nvirtual) add_virtual(lay, r, r, at, HD_NEW_ARRAY(r->type->arena, uint64_t, r->nfields));
}

void hd_record_layout(struct hd_record *record, bool packed, uint32_t min_align, int pack) {
    struct layout lay = {.align = 1, .packed = packed, .pack = pack};
    struct hd_type *type = record->type;
    uint64_t few[32], *at = few;
    if (record->nfields > HD_COUNT(few)) at = HD_NEW_ARRAY(type->arena, uint64_t, record->nfields);
    bool has_bases = record->nfields && (record->fields[0].is_base || record->nvirtual);
    for (int i = 0; i < record->nfields; i++) {
        struct hd_field *f = &record->fields[i];
        if (f->is_virtual) continue;
        if (record->is_union) lay.bits = 0;
        if (f->is_base)
            add_base(&lay, record, i, &at[i]);
        else if (f->is_bits)
            add_bitfield(&lay, f, &at[i]);
        else
            add_member(&lay, f, &at[i]);
        if (has_bases && !f->is_base && !f->is_bits)
            while (meets_empty(record, i, f->type, f->offset, 0)) {
                lay.bits = (f->offset + f->type->align) * 8;
                f->offset = lay.bits / 8;
                at[i] = lay.bits;
                lay.bits += f->type->size * 8;
            }
        if (lay.bits > lay.largest) lay.largest = lay.bits;
    }
    if (min_align > lay.align) lay.align = min_align;
    end_of_own(&lay, record, at);
    type->size = round_up((lay.largest + 7) / 8, lay.align);
    type->align = (uint32_t)lay.align;
    for (int i = 0; i < record->nfields; i++) {
        if (record->fields[i].is_bits) place_bits(&record->fields[i], at[i], type->size);
    }
    record->packed = packed;
    record->levels = 1 + levels_in(record);
    record->complete = true;
    if (record->nfields) {
        const struct hd_type *last = record->fields[record->nfields - 1].type;
        record->flexible =
            !record->is_union && ((last->kind == HD_TY_ARRAY && last->len < 0) ||
                                  (last->kind == HD_TY_RECORD && last->record->flexible));
    }
    type_completed(type);
}

const struct hd_field *hd_base_at(const struct hd_record *r, int *i) {
    for (; *i < 2 * r->nfields; ++*i) {
        bool second = *i >= r->nfields; // backwards
        const struct hd_field *f = &r->fields[second ? 2 * r->nfields - 1 - *i : *i];
        if (!f->is_base || f->is_virtual != second) continue;
        ++*i;
        return f;
    }
    return NULL;
}

const struct hd_field *hd_virtual_base(const struct hd_record *whole,
                                       const struct hd_record *base) {
    for (int i = 0; i < whole->nfields; i++)
        if (whole->fields[i].is_virtual && whole->fields[i].type->record == base)
            return &whole->fields[i];
    return NULL;
}

const struct hd_record *hd_record_using(const struct hd_record *r, const char *name) {
    for (int i = 0; i < r->nusings && name; i++)
        if (r->usings[i].name == name) return r->usings[i].base;
    return NULL;
}

const struct hd_field *hd_record_own_field(const struct hd_record *r, const char *name) {
    for (int i = 0; i < r->nfields && name; i++) {
        const struct hd_field *f = &r->fields[i];
        if (f->is_base) continue;
        if (f->name == name) return f;
        if (f->name || f->is_bits || f->type->kind != HD_TY_RECORD) continue;
        if ((f = hd_record_own_field(f->type->record, name))) return f;
    }
    return NULL;
}

bool hd_record_declares(const struct hd_record *r, const char *name) {
    if (!name) return false;
    for (int i = 0; i < r->nmethods; i++)
        if (r->methods[i].name == name && !r->methods[i].is_friend && !r->methods[i].is_ctor)
            return true;
    for (int i = 0; i < r->ngeneric; i++)
        if (r->generic[i].name == name && !r->generic[i].is_ctor) return true;
    for (int i = 0; i < r->nstatics; i++)
        if (r->statics[i].name == name) return true;
    for (int i = 0; i < r->nnamed; i++)
        if (r->named[i].name == name) return true;
    return hd_record_using(r, name) || hd_record_own_field(r, name);
}

// is_part: as a base of something, which has the virtual bases itself.
static const struct hd_record *home_in(const struct hd_record *r, const char *name, bool is_part) {
    const struct hd_field *base;
    const struct hd_record *home = hd_record_declares(r, name) ? r : NULL;
    for (int i = 0; !home && (base = hd_base_at(r, &i)) && !(base->is_virtual && is_part);)
        home = home_in(base->type->record, name, true);
    return home;
}

const struct hd_record *hd_record_home(const struct hd_record *r, const char *name) {
    return home_in(r, name, false);
}

// is_part: as a base of something, in which virtual bases lie elsewhere. in: whose member it is.
static const struct hd_field *field_in(const struct hd_record *record, const char *name,
                                       const struct hd_record *in, uint64_t *offset,
                                       const struct hd_field **via, bool is_part) {
    const struct hd_field *base, *found;
    uint64_t inner;
    *via = NULL;
    for (int i = 0; i < record->nfields && in == record; i++) {
        const struct hd_field *f = &record->fields[i];
        if (f->is_base) continue;
        *offset = f->offset;
        if (f->name == name && name) return f;
        if (f->name || f->is_bits || f->type->kind != HD_TY_RECORD) continue;
        found = field_in(f->type->record, name, f->type->record, &inner, via, true);
        if (!found) continue;
        *offset += inner;
        return found;
    }
    if (in == record) in = hd_record_using(record, name);
    if (in) in = hd_record_home(in, name);
    if (!in) return NULL;
    for (int i = 0; (base = hd_base_at(record, &i));) {
        if (base->is_virtual && is_part) break;
        const struct hd_record *r = base->type->record;
        found = field_in(r, name, in, &inner, via, true);
        if (!found) continue;
        *via = base->is_virtual ? base : NULL;
        *offset = base->offset + inner;
        return found;
    }
    return NULL;
}

const struct hd_field *hd_record_field(const struct hd_record *record, const char *name,
                                       uint64_t *offset) {
    const struct hd_field *via;
    uint64_t at;
    const struct hd_field *found =
        field_in(record, name, hd_record_home(record, name), &at, &via, false);
    if (found) *offset = at;
    return found;
}

const struct hd_field *hd_field_virtual(const struct hd_record *record, const char *name) {
    const struct hd_field *via;
    uint64_t at;
    return record->nvirtual &&
                   field_in(record, name, hd_record_home(record, name), &at, &via, false)
               ? via
               : NULL;
}
