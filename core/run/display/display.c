// display and its kin as compiled code calls them: hd_rt_show checks the arguments, has the data
// made and sends a `display`, `update_display` or `clear_output` event (session/protocol.md).
//
// What is shown has a number, unique in the session: display_id "heddle-<number>". Numbers grow
// with the cells' count, so that an engine that replaces another does not give one again.
//
// Example: `display(p)` with `struct point p` sends
//     {"event": "display", "data": {"text/plain": "{.x = 1, .y = 2}", "text/html": "<table>..."},
//     "metadata": {},
//      "transient": {"display_id": "heddle-49153"}}
#include "run/display/display.h"
#include "run/cudart/cudart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IDS_PER_CELL = 1 << 14 };
static const size_t largest = (size_t)4 << 30;

// ---- errors and memory --------------------------------------------------------------------------

bool hd_display_fail(struct display *d, const char *fmt, ...) {
    int n = snprintf(d->error, sizeof d->error, "`%s`: ", d->shown->call);
    va_list args;
    va_start(args, fmt);
    vsnprintf(d->error + n, sizeof d->error - (size_t)n, fmt, args);
    va_end(args);
    return false;
}

// How many bytes from address on belong to what the address lies in, as far as that is known; else
// SIZE_MAX.
static size_t room_at(uint64_t address, struct memory *m) {
    hd_cudart_find(address, m);
    if (m->nowhere || m->freed) return 0;
    if (!m->size || address < m->base) return SIZE_MAX;
    return address >= m->base + m->size ? 0 : (size_t)(m->base + m->size - address);
}

static bool ends_early(struct display *d, const struct memory *m, const void *address,
                       const char *name, size_t room, size_t count, size_t size, const char *what) {
    char place[300] = "";
    if (m->name)
        snprintf(place, sizeof place, ": `%s` has %zu bytes", m->name, m->size);
    else if (m->freed || m->nowhere || m->size) {
        char text[256];
        if (hd_cudart_describe((uint64_t)address, text, sizeof text))
            snprintf(place, sizeof place, ": it points %s", text);
    }
    if (!room) return hd_display_fail(d, "`%s` (%p) cannot be read%s", name, address, place);
    return hd_display_fail(d, "`%s` ends after %zu elements, and %s is %zu%s", name, room / size,
                           what, count, place);
}

bool hd_display_fetch(struct display *d, int slot, const void *address, const char *name,
                      size_t count, size_t size, const char *what) {
    size_t bytes;
    if (!address) return hd_display_fail(d, "`%s` is a null pointer", name);
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > largest)
        return hd_display_fail(d, "%s is %zu: that is too much to show at once", what, count);
    struct memory m;
    size_t room = room_at((uint64_t)address, &m);
    if (room < bytes) return ends_early(d, &m, address, name, room, count, size, what);
    d->copies[slot] = malloc(bytes + 1);
    if (!d->copies[slot])
        return hd_display_fail(d, "there is not enough memory for a copy of `%s` (%zu bytes)", name,
                               bytes);
    if (hd_gpu_has(address)) { // waits for the kernels that may still be writing
        int error = hd_gpu_copy(d->shown->call, d->copies[slot], address, bytes, NULL, false);
        return !error || hd_display_fail(d, "`%s` cannot be copied from the GPU: %s", name,
                                         hd_cudaGetErrorString(error));
    }
    uint64_t bad;
    if (hd_guard_copy(d->copies[slot], address, bytes, &bad)) return true;
    return ends_early(d, &m, address, name,
                      bad > (uint64_t)address ? (size_t)(bad - (uint64_t)address) : 0, count, size,
                      what);
}

double hd_display_number(const void *p, const struct hd_type *type) {
    union {
        int8_t i8;
        uint8_t u8;
        int16_t i16;
        uint16_t u16;
        int32_t i32;
        uint32_t u32;
        int64_t i64;
        uint64_t u64;
        hd_int128 i128;
        hd_uint128 u128;
        float f;
        double d;
        long double ld;
    } v;
    memcpy(&v, p, type->size > sizeof v ? sizeof v : type->size);
    switch (type->kind) {
    case HD_TY_FLOAT: return v.f;
    case HD_TY_DOUBLE: return v.d;
    case HD_TY_LDOUBLE: return (double)v.ld;
    case HD_TY_HALF: return hd_value_half(v.u16, false);
    case HD_TY_BF16: return hd_value_half(v.u16, true);
    default: break;
    }
    bool is_signed = hd_type_is_signed(type);
    switch (type->size) {
    case 1: return is_signed ? v.i8 : v.u8;
    case 2: return is_signed ? v.i16 : v.u16;
    case 4: return is_signed ? (double)v.i32 : (double)v.u32;
    case 8: return is_signed ? (double)v.i64 : (double)v.u64;
    default: return is_signed ? (double)v.i128 : (double)v.u128;
    }
}

void hd_display_text(struct display *d, const char *mime, const char *text, size_t len) {
    json_object_set_new(d->data, mime, hd_json_text(text, len));
}

void hd_display_alternative(struct display *d, const char *mime, const char *text, size_t len) {
    hd_display_text(d, "text/plain", text, len);
    json_object_set_new(d->metadata, mime, json_pack("{s:o}", "alt", hd_json_text(text, len)));
}

// ---- values and HTML ----------------------------------------------------------------------------

// The type with lengths that are known now; bytes[i] is the size of dimension i's object.
static struct hd_type *measured(struct hd_arena *arena, struct hd_type *type, const long *bytes,
                                int n) {
    if (!n || type->kind != HD_TY_ARRAY) return type;
    struct hd_type *base = measured(arena, type->base, bytes + 1, n - 1);
    long item = n > 1 ? bytes[1] : (long)base->size;
    return hd_type_array(arena, base, item > 0 ? bytes[0] / item : 0);
}

static bool make_value(struct display *d) {
    struct hd_arena *arena = hd_arena_create();
    struct hd_type *type = measured(arena, d->shown->types[0], d->n, d->shown->ndims);
    json_t *data = hd_value_data(type, d->first);
    json_object_update(d->data, data);
    json_decref(data);
    hd_arena_destroy(arena);
    return true;
}

char *hd_display_fetch_text(struct display *d, int slot, const void *from, const char *name) {
    const char *address = from;
    struct hd_buf text = {0};
    struct memory m;
    size_t room = room_at((uint64_t)address, &m);
    if (!address) {
        hd_display_fail(d, "`%s` is a null pointer", name);
        return NULL;
    }
    for (size_t at = 0; at < largest && at < room;) { // by pieces that lie in one page
        char piece[256];
        size_t n = sizeof piece - (((uint64_t)address + at) & (sizeof piece - 1));
        if (n > room - at) n = room - at;
        if (!hd_guard_read(address + at, piece, n)) break;
        char *end = memchr(piece, 0, n);
        hd_buf_add(&text, piece, end ? (size_t)(end - piece) : n);
        if (end) {
            d->copies[slot] = text.s ? text.s : hd_xcalloc(1, 1);
            return d->copies[slot];
        }
        at += n;
    }
    hd_buf_finish(&text);
    hd_display_fail(d, "the text at `%s` (%p) cannot be read: it has no end", name,
                    (const void *)address);
    return NULL;
}

static bool is_tag(const char *tag, const char *name) {
    size_t n = strlen(name);
    if (*tag == '/') tag++;
    return strncasecmp(tag, name, n) == 0 &&
           (strchr(" >/\n\t", tag[n]) ||
            (name[0] == 'h' && n == 1 && tag[1] >= '1' && tag[1] <= '6'));
}

// What a terminal shows of HTML: the text, with line breaks where blocks end.
static void add_plain(struct hd_buf *out, const char *html) {
    static const struct {
        const char *entity, *text;
    } entities[] = {{"&lt;", "<"},   {"&gt;", ">"},  {"&quot;", "\""},
                    {"&nbsp;", " "}, {"&#39;", "'"}, {"&amp;", "&"}};
    static const char *const blocks[] = {"br",    "p",  "div", "tr",  "li",
                                         "table", "ul", "ol",  "pre", "h"};
    for (const char *p = html; *p;) {
        size_t n = 1;
        if (*p == '<' && (p[1] == '/' || p[1] == '!' || (p[1] | 32) >= 'a') && strchr(p, '>')) {
            n = strcspn(p, ">") + 1;
            bool block = is_tag(p + 1, "br");
            for (int i = 0; i < HD_COUNT(blocks); i++)
                block = block || (p[1] == '/' && is_tag(p + 1, blocks[i]));
            if (block && out->len && out->s[out->len - 1] != '\n') hd_buf_putc(out, '\n');
            if (p[1] == '/' && (is_tag(p + 1, "td") || is_tag(p + 1, "th"))) hd_buf_puts(out, "  ");
        } else {
            const char *text = NULL;
            for (int i = 0; i < HD_COUNT(entities) && !text; i++)
                if (strncmp(p, entities[i].entity, strlen(entities[i].entity)) == 0) {
                    text = entities[i].text;
                    n = strlen(entities[i].entity);
                }
            if (text)
                hd_buf_puts(out, text);
            else
                hd_buf_putc(out, *p);
        }
        p += n;
    }
    while (out->len && (out->s[out->len - 1] == '\n' || out->s[out->len - 1] == ' '))
        out->s[--out->len] = 0;
}

static bool fetch_text(struct display *d) {
    return hd_display_fetch_text(d, 0, d->first, d->shown->names[0]) &&
           (!d->second || hd_display_fetch_text(d, 1, d->second, "the type"));
}

static bool make_html(struct display *d) {
    struct hd_buf plain = {0};
    hd_display_text(d, "text/html", d->copies[0], strlen(d->copies[0]));
    add_plain(&plain, d->copies[0]);
    hd_display_text(d, "text/plain", hd_buf_str(&plain), plain.len);
    hd_buf_finish(&plain);
    return true;
}

static const struct {
    const char *call, *mime;
} texts[] = {
    {"display_html", "text/html"},        {"display_markdown", "text/markdown"},
    {"display_latex", "text/latex"},      {"display_svg", "image/svg+xml"},
    {"display_json", "application/json"},
};

static const char *text_type(const struct display *d) {
    for (int i = 0; i < HD_COUNT(texts); i++)
        if (!strcmp(texts[i].call, d->shown->call)) return texts[i].mime;
    return d->copies[1];
}

static bool is_mime(const char *s) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.+-_";
    size_t kind = strspn(s, plain), name = s[kind] == '/' ? strspn(s + kind + 1, plain) : 0;
    return kind && name && !s[kind + 1 + name];
}

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n >= m && !strcmp(s + n - m, end);
}

// Types of JSON go as what the text says, all others as the text.
static bool make_text(struct display *d) {
    const char *text = d->copies[0], *mime = text_type(d);
    if (!is_mime(mime))
        return hd_display_fail(d, "\"%s\" is no MIME type; one is \"text/csv\"", mime);
    if (!strcmp(mime, "text/html")) return make_html(d);
    hd_display_text(d, "text/plain", text, strlen(text));
    if (strcmp(mime, "application/json") && !ends_with(mime, "+json")) {
        hd_display_text(d, mime, text, strlen(text));
        return true;
    }
    json_error_t error;
    json_t *value = json_loads(text, JSON_DECODE_ANY, &error);
    if (!value)
        return hd_display_fail(d, "`%s` is no JSON: line %d, column %d: %s", d->shown->names[0],
                               error.line, error.column, error.text);
    json_object_set_new(d->data, mime, value);
    return true;
}

// ---- the call -----------------------------------------------------------------------------------

static int new_id(void) {
    static int last;
    if (last < hd_engine.count * IDS_PER_CELL) last = hd_engine.count * IDS_PER_CELL;
    return ++last;
}

// The object is shown where it lies, by reads that fail softly; here it is told whether it is there
// at all.
static bool check_value(struct display *d) {
    const char *at = d->first;
    uint64_t size = d->shown->ndims ? (uint64_t)d->n[0] : d->shown->types[0]->size;
    char byte;
    if (size == 0 || (hd_guard_read(at, &byte, 1) && hd_guard_read(at + size - 1, &byte, 1)))
        return true;
    return hd_display_fail(d, "`%s` cannot be read: there is no memory at 0x%llx",
                           d->shown->names[0], (unsigned long long)at);
}

// Each kind of call: how the program's memory is read (on the user's stack, where a fault is the
// program's), and how what was read becomes data.
static const struct {
    bool (*fetch)(struct display *d), (*make)(struct display *d);
} kinds[] = {
    [SHOW_VALUE] = {check_value, make_value},
    [SHOW_TEXT] = {fetch_text, make_text},
    [SHOW_PNG] = {hd_picture_fetch, hd_picture_make},
    [SHOW_PNG_FILE] = {hd_picture_fetch, hd_picture_make},
    [SHOW_IMAGE] = {hd_picture_fetch, hd_picture_make},
    [SHOW_CHART] = {hd_chart_fetch, hd_chart_make},
};

static _Noreturn void refuse(struct display *d) {
    struct hd_fault fault = {.kind = "display", .loc = d->shown->loc};
    snprintf(fault.message, sizeof fault.message, "%s", d->error);
    hd_guard_raise(&fault);
}

// The data of one call, made under the front end's lock. false: d->error says why.
static bool prepare(struct display *d) {
    bool ok = kinds[d->shown->kind].fetch(d);
    if (ok) {
        d->data = json_object();
        d->metadata = json_object();
        hd_front_lock();
        ok = kinds[d->shown->kind].make(d);
        hd_front_unlock();
    }
    for (int i = 0; i < HD_COUNT(d->copies); i++) free(d->copies[i]);
    hd_chart_free(d->chart);
    if (ok) return true;
    json_decref(d->data);
    json_decref(d->metadata);
    json_decref(d->pixels);
    return false;
}

// Called by compiled code: see front/check/cuda/display.c for the arguments. Gives the number of
// what is shown.
int hd_rt_show(const struct hd_shown *shown, int update, const void *first, const void *second,
               long a, long b, long c, double low, double high, ...) {
    struct display d = {
        .shown = shown, .first = first, .second = second, .n = {a, b, c}, .low = low, .high = high};
    hd_rt_poll();
    fflush(stdout);
    fflush(stderr);
    if (shown->kind == SHOW_CLEAR) {
        if (hd_debug_is_quiet()) return 0;
        hd_event("clear_output", json_pack("{s:b}", "wait", a != 0));
        hd_sync();
        return 0;
    }
    if (update < 0) {
        hd_display_fail(&d, "there is no display %d to update: give the number that `display` gave",
                        update);
        refuse(&d);
    }
    va_start(d.more, high);
    bool ok = prepare(&d);
    va_end(d.more);
    if (!ok) refuse(&d);
    int id = update ? update : (int)hd_again_value(new_id());
    json_t *event = json_pack("{s:o, s:o, s:{s:o}}", "data", d.data, "metadata", d.metadata,
                              "transient", "display_id", json_sprintf("heddle-%d", id));
    if (d.pixels) json_object_set_new(event, "pixels", d.pixels);
    if (hd_debug_is_quiet())
        json_decref(event);
    else
        hd_event(update ? "update_display" : "display", event);
    hd_sync();
    hd_rt_poll();
    return id;
}
