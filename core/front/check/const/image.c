// Constant initialisers as bytes, for the variable store.
//
// Example: `struct { int n; const char *s; } x = {3, "hi"}` is 03 00 00 00, padding, and a
// relocation at offset 8.
#include <assert.h>
#include <string.h>

#include "front/check/const/const.h"

static void put_string(const struct hd_expr *value, uint8_t *at, size_t room) {
    const struct hd_string *s = value->string;
    size_t have = (s->len + 1) * s->type->base->size,
           n = value->type->size < have ? value->type->size : have;
    memcpy(at, s->data, n < room ? n : room);
}

static void put_value(const struct hd_init_item *item, uint64_t offset, const struct hd_const *v,
                      uint8_t *image, size_t size, hd_reloc_fn *reloc, void *user) {
    const struct hd_type *type = item->value->type;
    uint64_t bytes =
        item->bits ? (item->bits->bit_offset + item->bits->bit_width + 7u) / 8 : type->size;
    if (offset > size || bytes > size - offset) return;
    if (v->kind == CONST_ADDR && (v->sym || v->string)) {
        if (reloc) reloc(user, offset, v);
        return;
    }
    const_write(image + offset, type, item->bits, v);
}

void hd_init_image(const struct hd_init *init, void *image, size_t size, hd_reloc_fn *reloc,
                   void *user) {
    assert(init->constant);
    uint8_t *bytes = image;
    for (int i = 0; i < init->nitems; i++) {
        const struct hd_init_item *item = &init->items[i];
        bool is_string = item->value->kind == EX_STRING;
        struct hd_const v = {.kind = CONST_NONE};
        if (!is_string && !hd_const_eval(item->value, &v)) continue;
        for (int64_t k = 0; k < (item->repeat > 1 ? item->repeat : 1); k++) {
            uint64_t offset = item->offset + (uint64_t)k * item->stride;
            if (!is_string)
                put_value(item, offset, &v, bytes, size, reloc, user);
            else if (offset < size)
                put_string(item->value, bytes + offset, size - offset);
        }
    }
}
