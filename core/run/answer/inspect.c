// What stands at the cursor, for Shift-Tab and inspect_request, also in a cell that is half
// written:
//
//     p->b           the member: its type, its place in the struct, the comment beside it
//     k<<<1, |       the launch configuration with the part that comes next, then the kernel
//     f(x, |         the function with the parameter that comes next
//     f(x|           x, and which parameter of f it is
//
// The word at the cursor comes first, then the call around it.
#include "run/run.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

struct place { // in the text: the word at the cursor, and where the name that it belongs to begins
    const char *code;
    size_t len, cursor, from, to, qualified;
};

static struct place place_at(const char *code, size_t cursor) {
    struct place p = {.code = code, .len = strlen(code)};
    p.cursor = p.from = p.to = cursor < p.len ? cursor : p.len;
    while (p.from > 0 && is_word(code[p.from - 1])) p.from--;
    while (p.to < p.len && is_word(code[p.to])) p.to++;
    p.qualified = p.from;
    while (p.qualified > 2 && code[p.qualified - 1] == ':' && code[p.qualified - 2] == ':' &&
           is_word(code[p.qualified - 3])) {
        p.qualified -= 2;
        while (p.qualified > 0 && is_word(code[p.qualified - 1])) p.qualified--;
    }
    return p;
}

// The comment above a member or behind it, on its line.
static void add_comment(struct hd_buf *out, struct hd_range name) {
    const struct hd_source *source = name.from ? hd_source_at(name.from) : NULL;
    if (!source || !source->text || name.from < source->base) return;
    const char *text = source->text;
    size_t from = name.from - source->base, to = name.to - source->base;
    if (to > source->len) return;
    while (from > 0 && !strchr(";{}\n", text[from - 1])) from--;
    while (text[from] == ' ' || text[from] == '\t') from++;
    while (to < source->len && text[to] != '\n' &&
           (text[to] != '/' || (text[to + 1] != '/' && text[to + 1] != '*')))
        to++;
    while (text[to - 1] == ' ' || text[to - 1] == '\t') to--;
    struct hd_buf doc = {0};
    if (hd_doc_of(&doc, source, source->base + (hd_loc)from, source->base + (hd_loc)to))
        hd_describe_help(out, hd_buf_str(&doc));
    hd_buf_finish(&doc);
}

// ---- members ------------------------------------------------------------------------------------

static void add_field(struct hd_buf *out, const struct hd_record *record,
                      const struct hd_field *f) {
    const struct hd_type *type = f->declared ? f->declared : f->type;
    hd_buf_printf(out, "%s (member of %s)\nType:      %s%s\n", f->name,
                  hd_type_str(hd_engine.arena, record->type), hd_type_str(hd_engine.arena, type),
                  f->is_bits ? hd_printf(hd_engine.arena, " : %d", f->bit_width) : "");
    hd_buf_printf(out, "Offset:    %llu of %llu bytes\n", (unsigned long long)f->offset,
                  (unsigned long long)record->type->size);
    add_comment(out, f->range);
}

bool hd_describe_member(struct hd_buf *out, const struct hd_record *record, const char *name) {
    size_t before = out->len;
    for (int i = 0; i < record->nfields; i++) {
        const struct hd_field *f = &record->fields[i];
        if (f->name && !strcmp(f->name, name))
            add_field(out, record, f);
        else if (f->is_base && f->type->kind == HD_TY_RECORD)
            hd_describe_member(out, f->type->record, name);
    }
    bool first = out->len == before;
    for (int i = 0; i < record->nmethods; i++) {
        const struct hd_method *m = &record->methods[i];
        if (m->is_ctor || strcmp(m->name, name) != 0) continue;
        if (first)
            hd_buf_printf(out, "%s (member function of %s)\n", name,
                          hd_type_str(hd_engine.arena, record->type));
        first = false;
        hd_buf_puts(out, "Signature: ");
        hd_print_signature(out, m->sym);
        hd_buf_putc(out, '\n');
        add_comment(out, m->sym->range);
    }
    return out->len > before;
}

// ---- names --------------------------------------------------------------------------------------

// A local variable or a parameter of the text itself.
static bool add_local(struct hd_buf *out, const struct place *p, const char *name) {
    struct hd_text_name *names;
    int n = hd_text_names(hd_engine.front, p->code, p->cursor, hd_engine.arena, &names);
    for (int i = n - 1; i >= 0; i--) {
        if (strcmp(names[i].name, name) != 0) continue;
        if (strcmp(names[i].class, "variable") != 0 || !names[i].type || !*names[i].type)
            return false;
        hd_buf_printf(out, "%s (variable of this text)\nType:      %s%s%s\n", name, names[i].type,
                      *names[i].after ? " " : "", names[i].after);
        return true;
    }
    return false;
}

static bool add_word(struct hd_buf *out, const struct place *p, int detail) {
    if (p->from == p->to || isdigit((unsigned char)p->code[p->from])) return false;
    const char *name = hd_strndup(hd_engine.arena, p->code + p->from, p->to - p->from);
    const struct hd_record *record = hd_record_before(p->code, p->from);
    if (record) return hd_describe_member(out, record, name);
    size_t end = p->to; // behind `<float, 4>`
    int open = 0;
    if (p->code[p->to] == '<')
        for (size_t i = p->to; p->code[i] && !strchr(";{}\n", p->code[i]) && end == p->to; i++) {
            open += p->code[i] == '<' ? 1 : p->code[i] == '>' ? -1 : 0;
            if (open == 0) end = i + 1;
        }
    const char *whole = hd_strndup(hd_engine.arena, p->code + p->qualified, p->to - p->qualified);
    return (end != p->to &&
            hd_describe(out,
                        hd_strndup(hd_engine.arena, p->code + p->qualified, end - p->qualified),
                        detail)) ||
           (p->qualified == p->from && add_local(out, p, name)) ||
           hd_describe(out, whole, detail) ||
           (p->qualified != p->from && hd_describe(out, name, detail));
}

// ---- the call around ----------------------------------------------------------------------------

static const char *const ordinals[] = {"first", "second",  "third",  "fourth", "fifth",
                                       "sixth", "seventh", "eighth", "ninth",  "tenth"};

// `call.text` with the active part named below it.
static void add_call(struct hd_buf *out, struct hd_call_text *call, bool whole) {
    bool active = call->from < call->to;
    const char *which = call->index < HD_COUNT(ordinals)
                            ? ordinals[call->index]
                            : hd_printf(hd_engine.arena, "%dth", call->index + 1);
    if (whole) hd_buf_printf(out, "%s\n", hd_buf_str(&call->text));
    if (active)
        hd_buf_printf(out, "Here:      %.*s%s\n", (int)(call->to - call->from),
                      hd_buf_str(&call->text) + call->from,
                      whole ? ""
                            : hd_printf(hd_engine.arena, "  (the %s %s of %s)", which,
                                        call->is_launch ? "part of the launch" : "argument",
                                        call->name));
}

// detail 0: what a tooltip has room for; 1: with the source.
json_t *hd_inspect_reply(const char *code, size_t cursor, int detail) {
    struct place p = place_at(code, cursor);
    int much = detail > 0 ? 1 : -1;
    struct hd_buf out = {0};
    bool found = add_word(&out, &p, much);
    struct hd_call_text call;
    if (hd_call_at(&call, code, p.cursor)) {
        add_call(&out, &call, !found);
        if (!found) hd_describe(&out, call.name, much);
        found = true;
    }
    hd_buf_finish(&call.text);
    json_t *reply = json_pack("{s:b, s:s}", "found", found, "text", hd_buf_str(&out));
    hd_buf_finish(&out);
    return reply ? reply : json_pack("{s:b}", "found", 0);
}
