// Values as JSON, for programs that ask for them (`values` of an execute request): numbers, true
// and false, strings, arrays, and objects for structs. What JSON has no form for is text as at the
// prompt: pointers, infinities, integers beyond 64 bits.
//
// Example: `struct P { int n; float x[2]; } p = {1, {2}};` gives {"n": 1, "x": [2.0, 0.0]}.
#include "run/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SCALARS = 1 << 16, MAX_DEPTH = 64 };

struct maker {
    int left; // scalars that may still come
    int depth;
};

static json_t *value(struct maker *m, const struct hd_type *type, const char *data);

static json_t *as_text(const struct hd_type *type, const char *data) {
    struct hd_buf text = {0};
    struct hd_value_options options = {.width = 1000};
    hd_value_print(&text, type, data, &options);
    json_t *string = hd_json_text(hd_buf_str(&text), text.len);
    hd_buf_finish(&text);
    return string;
}

static json_t *integer(const struct hd_type *type, const char *data) {
    int64_t v = 0;
    if (type->size > 8) return as_text(type, data);
    if (!hd_guard_read(data, &v, type->size)) return NULL;
    int shift = 64 - 8 * (int)type->size;
    if (hd_type_is_signed(type))
        v = (int64_t)((uint64_t)v << shift) >> shift;
    else if (v < 0) // beyond what Jansson's integers hold
        return as_text(type, data);
    return json_integer(v);
}

static json_t *real(const struct hd_type *type, const char *data) {
    union {
        float f;
        double d;
        uint16_t h;
    } u;
    double v;
    if (type->kind == HD_TY_LDOUBLE || !hd_guard_read(data, &u, type->size))
        return as_text(type, data);
    if (type->kind == HD_TY_FLOAT)
        v = u.f;
    else if (type->kind == HD_TY_DOUBLE)
        v = u.d;
    else
        v = hd_value_half(u.h, type->kind == HD_TY_BF16);
    return isfinite(v) ? json_real(v) : as_text(type, data);
}

static json_t *array(struct maker *m, const struct hd_type *type, const char *data) {
    if (type->len < 0) return NULL;
    const struct hd_type *base = type->base;
    if (base->kind == HD_TY_CHAR && type->len > 0) { // a string, as far as it goes
        char *text = hd_xmalloc((size_t)type->len + 1);
        bool ok = hd_guard_read(data, text, (size_t)type->len);
        text[type->len] = 0;
        json_t *string = ok ? hd_json_text(text, strlen(text)) : NULL;
        free(text);
        return string;
    }
    json_t *list = json_array();
    for (int64_t i = 0; i < type->len; i++) {
        json_t *item = value(m, base, data + (uint64_t)i * base->size);
        if (!item) {
            json_decref(list);
            return NULL;
        }
        json_array_append_new(list, item);
    }
    return list;
}

static bool members(struct maker *m, json_t *object, const struct hd_record *record,
                    const char *data, bool is_part) {
    for (int i = 0; i < record->nfields; i++) {
        const struct hd_field *f = &record->fields[i];
        if (f->is_virtual && is_part) continue; // the whole has it
        if (!f->name && !f->is_bits && f->type->kind == HD_TY_RECORD) {
            if (!members(m, object, f->type->record, data + f->offset, true)) return false;
            continue;
        }
        if (!f->name) continue;
        json_t *item;
        if (f->is_bits) {
            struct hd_buf text = {0};
            hd_value_member(&text, f, data, 80);
            item = json_loads(hd_buf_str(&text), JSON_DECODE_ANY, NULL);
            if (!item) item = json_string(hd_buf_str(&text));
            hd_buf_finish(&text);
        } else {
            item = value(m, f->type, data + f->offset);
        }
        if (!item) return false;
        json_object_set_new(object, f->name, item);
    }
    return true;
}

static json_t *value(struct maker *m, const struct hd_type *type, const char *data) {
    if (--m->left < 0 || m->depth > MAX_DEPTH) return NULL;
    json_t *result;
    m->depth++;
    switch (type->kind) {
    case HD_TY_BOOL: {
        char c = 0;
        result = hd_guard_read(data, &c, 1) ? json_boolean(c) : NULL;
        break;
    }
    case HD_TY_CHAR: {
        char c = 0;
        result = hd_guard_read(data, &c, 1) ? hd_json_text(&c, 1) : NULL;
        break;
    }
    case HD_TY_HALF:
    case HD_TY_BF16:
    case HD_TY_FLOAT:
    case HD_TY_DOUBLE:
    case HD_TY_LDOUBLE: result = real(type, data); break;
    case HD_TY_ARRAY: result = array(m, type, data); break;
    case HD_TY_RECORD:
        result = json_object();
        if (!members(m, result, type->record, data, false)) {
            json_decref(result);
            result = NULL;
        }
        break;
    case HD_TY_PTR: {
        uint64_t address = 0;
        bool ok = hd_guard_read(data, &address, sizeof address);
        result = ok && address ? as_text(type, data) : json_null();
        break;
    }
    default:
        result = hd_type_is_integer(type) && type->kind != HD_TY_ENUM ? integer(type, data)
                                                                      : as_text(type, data);
    }
    m->depth--;
    return result;
}

json_t *hd_value_json(const struct hd_type *type, const void *data) {
    struct maker m = {.left = MOST_SCALARS};
    return value(&m, type, data);
}
