// The C library's functions over memory and text, in constant expressions: what headers' own
// functions are made of.
//
// Example: `std::string_view("ab") == "ab"` asks memcmp.
#include <string.h>

#include "front/check/const/const.h"

struct memory_call {
    struct eval *ev;
    const struct hd_expr *call;
    struct hd_const *v; // the arguments
};

static bool byte_of(struct memory_call *m, int arg, uint64_t i, uint8_t *out) {
    struct hd_const at = m->v[arg];
    at.offset += (int64_t)i;
    return place_byte(m->ev, m->call, &at, out);
}

static bool count_of(struct memory_call *m, int arg, uint64_t *out) {
    if (m->v[arg].kind != CONST_INT) return false;
    *out = (uint64_t)m->v[arg].i;
    return true;
}

// memcmp; strcmp and strncmp end at a zero.
static bool compare(struct memory_call *m, uint64_t n, bool text, struct hd_const *out) {
    *out = (struct hd_const){.kind = CONST_INT};
    for (uint64_t i = 0; i < n; i++) {
        uint8_t a, b;
        if (--m->ev->steps < 0 || !byte_of(m, 0, i, &a) || !byte_of(m, 1, i, &b)) return false;
        if (a != b) {
            out->i = a < b ? -1 : 1;
            return true;
        }
        if (text && !a) return true;
    }
    return true;
}

// memchr; strchr ends at a zero, which it may look for.
static bool find(struct memory_call *m, uint64_t n, bool text, struct hd_const *out) {
    uint64_t wanted;
    if (!count_of(m, 1, &wanted)) return false;
    for (uint64_t i = 0; i < n; i++) {
        uint8_t byte;
        if (--m->ev->steps < 0 || !byte_of(m, 0, i, &byte)) return false;
        if (byte == (uint8_t)wanted) {
            *out = m->v[0];
            out->offset += (int64_t)i;
            return true;
        }
        if (text && !byte) break;
    }
    *out = (struct hd_const){.kind = CONST_ADDR};
    return true;
}

static bool length(struct memory_call *m, struct hd_const *out) {
    uint8_t byte = 1;
    *out = (struct hd_const){.kind = CONST_INT};
    for (;; out->i++) {
        if (--m->ev->steps < 0 || !byte_of(m, 0, (uint64_t)out->i, &byte)) return false;
        if (!byte) return true;
    }
}

static bool fill(struct memory_call *m, struct hd_const *out) {
    uint64_t value, n;
    if (!count_of(m, 1, &value) || !count_of(m, 2, &n) || n > 1u << 24) return false;
    *out = m->v[0];
    if (!(uint8_t)value) return place_zero(m->ev, m->call, &m->v[0], n);
    uint8_t *bytes = hd_alloc(m->ev->arena, n + 1);
    memset(bytes, (int)value, n);
    return place_bytes(m->ev, m->call, &m->v[0], bytes, n);
}

static bool copy(struct memory_call *m, struct hd_const *out) {
    uint64_t n;
    if (!count_of(m, 2, &n)) return false;
    *out = m->v[0];
    return place_move(m->ev, m->call, &m->v[0], &m->v[1], n) &&
           place_untyped(m->ev, m->call, &m->v[0], n);
}

bool const_memory(struct eval *ev, const char *name, const struct hd_expr *call, struct hd_const *v,
                  int n, struct hd_const *out) {
    struct memory_call m = {ev, call, v};
    uint64_t count = UINT64_MAX;
    if (!strncmp(name, "__builtin_", 10)) name += 10;
    if (n == 1 && !strcmp(name, "strlen")) return length(&m, out);
    if (n == 2 && !strcmp(name, "strcmp")) return compare(&m, count, true, out);
    if (n == 2 && !strcmp(name, "strchr")) return find(&m, count, true, out);
    if (n != 3) return false;
    bool effect = is_strict(ev) && ev->frame->func;
    if (effect && (!strcmp(name, "memcpy") || !strcmp(name, "memmove"))) return copy(&m, out);
    if (effect && !strcmp(name, "memset")) return fill(&m, out);
    if (!count_of(&m, 2, &count)) return false;
    if (!strcmp(name, "memcmp")) return compare(&m, count, false, out);
    if (!strcmp(name, "strncmp")) return compare(&m, count, true, out);
    if (!strcmp(name, "memchr")) return find(&m, count, false, out);
    return false;
}
