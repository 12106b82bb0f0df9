// Which class each byte of the text has. Three sources, the better one first: the engine's answer
// for exactly this text; what the engine last said of a name here or elsewhere (its answer for an
// earlier text, moved along with the edits, then a table of names); the quick scan.
//
// So a key shows at once in nearly its final colours, and nothing ever waits for the engine.
#include "repl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const class_names[] = {
#define HD_CLASS(name, text, ...) text,
#include "theme.def"
};

// Variables look as plain text does: so they are that, and nothing is drawn again.
static enum class class_named(const char *name) {
    if (name && !strcmp(name, "variable")) return CLASS_PLAIN;
    for (int i = 0; name && i < CLASS_COUNT;
         i++) if (!strcmp(class_names[i], name)) return (enum class)i;
    return CLASS_PLAIN;
}

static bool is_name_class(enum class class) {
    return class == CLASS_TYPE || class == CLASS_FUNCTION || class == CLASS_KERNEL ||
           class == CLASS_BUILTIN || class == CLASS_MACRO || class == CLASS_KEYWORD;
}

static void learn(struct paint *paint, const char *s, const struct piece *piece) {
    size_t len = piece->to - piece->from;
    if (len == 0 || len > 64) return;
    const char *name = hd_intern(s + piece->from, len);
    if (is_name_class(piece->class))
        hd_map_set(&paint->names, name, (void *)(uintptr_t)(piece->class + 1));
    else if (piece->class == CLASS_UNKNOWN)
        hd_map_remove(&paint->names, name);
}

// One line of the answer, `start end class`; where the next begins.
static const char *read_span(const char *line, struct piece *piece) {
    char *at, name[16];
    piece->from = strtoul(line, &at, 10);
    piece->to = strtoul(at, &at, 10);
    at += *at == ' ';
    size_t n = strcspn(at, "\n");
    snprintf(name, sizeof name, "%.*s", (int)n, at);
    piece->class = class_named(name);
    return at + n + (at[n] == '\n');
}

void paint_told(struct paint *paint, const json_t *reply, const char *s, size_t len,
                unsigned version) {
    const char *spans = json_string_value(json_object_get(reply, "spans"));
    size_t last = 0;
    if (!spans) return;
    paint->told.n = 0;
    paint->told_version = version;
    while (*spans) {
        struct piece piece;
        spans = read_span(spans, &piece);
        if (piece.from < last || piece.to <= piece.from || piece.to > len) continue;
        last = piece.to;
        HD_XPUSH(&paint->told, piece);
        learn(paint, s, &piece);
    }
}

static void move_pieces(struct pieces *pieces, size_t at, size_t removed, size_t added) {
    int n = 0;
    for (int i = 0; i < pieces->n; i++) {
        struct piece p = pieces->v[i];
        if (p.from >= at + removed && !(p.from == at && !removed && p.to == at)) {
            p.from = p.from - removed + added;
            p.to = p.to - removed + added;
        } else if (p.to > at) {
            continue; // it was touched
        }
        pieces->v[n++] = p;
    }
    pieces->n = n;
}

void paint_changed(struct paint *paint, size_t at, size_t removed, size_t added) {
    move_pieces(&paint->told, at, removed, added);
    move_pieces(&paint->errors, at, removed, added);
}

static const struct piece *piece_at(const struct pieces *pieces, size_t from) {
    int low = 0, high = pieces->n - 1;
    while (low <= high) {
        int mid = (low + high) / 2;
        if (pieces->v[mid].from == from) return &pieces->v[mid];
        if (pieces->v[mid].from < from)
            low = mid + 1;
        else
            high = mid - 1;
    }
    return NULL;
}

static enum class best_class(const struct paint *paint, const char *s, const struct piece *piece) {
    const struct piece *told = piece_at(&paint->told, piece->from);
    if (told && told->to == piece->to) return told->class;
    if (piece->class != CLASS_PLAIN) return piece->class;
    size_t len = piece->to - piece->from;
    if (len > 64) return CLASS_PLAIN;
    void *known = hd_map_get(&paint->names, hd_intern(s + piece->from, len));
    return known ? (enum class)((uintptr_t)known - 1) : CLASS_PLAIN;
}

void paint_text(struct paint *paint, const struct text *text, size_t first, size_t end) {
    if (text->len > paint->cap) {
        paint->cap = text->len * 2;
        paint->classes = hd_xrealloc(paint->classes, paint->cap);
    }
    if (end > first) memset(paint->classes + first, CLASS_PLAIN, end - first);
    bool exact = paint->told_version == text->version;
    if (!exact) scan_text(text->s, text->len, &paint->local);
    const struct pieces *from = exact ? &paint->told : &paint->local;
    for (int i = 0; i < from->n; i++) {
        const struct piece *p = &from->v[i];
        if (p->to <= first) continue;
        if (p->from >= end || p->to > text->len) break;
        enum class class = exact ? p->class : best_class(paint, text->s, p);
        // A name that is being typed is not called unknown yet.
        if (class == CLASS_UNKNOWN && text->cursor >= p->from && text->cursor <= p->to)
            class = CLASS_PLAIN;
        memset(paint->classes + p->from, (int)class, p->to - p->from);
    }
}

bool paint_is_error(const struct paint *paint, size_t at) {
    for (int i = 0; i < paint->errors.n; i++)
        if (at >= paint->errors.v[i].from && at < paint->errors.v[i].to) return true;
    return false;
}

void paint_reset(struct paint *paint) {
    paint->told.n = paint->errors.n = 0;
    paint->told_version = 0;
}

void paint_finish(struct paint *paint) {
    HD_FREE_VEC(&paint->local);
    HD_FREE_VEC(&paint->told);
    HD_FREE_VEC(&paint->errors);
    hd_map_finish(&paint->names);
    free(paint->classes);
}

// ---- where cells failed -------------------------------------------------------------------------

void failures_begin(struct failures *failures, const char *code, size_t len) {
    struct failure *f = &failures->list[failures->next];
    free(f->code);
    f->code = hd_xmalloc(len + 1);
    memcpy(f->code, code, len);
    f->len = len;
    f->ranges.n = 0;
    failures->current = f;
}

// The offset of a line and column (code points), both from 1.
static size_t offset_of(const char *s, size_t len, int line, int column) {
    size_t at = 0;
    for (; line > 1 && at < len; line--) {
        const char *newline = memchr(s + at, '\n', len - at);
        at = newline ? (size_t)(newline - s) + 1 : len;
    }
    for (; column > 1 && at < len && s[at] != '\n'; column--) {
        uint32_t code;
        at += (size_t)hd_utf8_decode(s + at, len - at, &code);
    }
    return at;
}

// A diagnostic, or the error that ended a cell. Places in other cells do not count.
void failures_note(struct failures *failures, const char *source, int count, const json_t *event) {
    struct failure *f = failures->current;
    char name[24];
    snprintf(name, sizeof name, "In[%d]", count);
    int line = (int)json_integer_value(json_object_get(event, "line")),
        column = (int)json_integer_value(json_object_get(event, "column"));
    const char *severity = json_string_value(json_object_get(event, "severity"));
    if (!f || !source || strcmp(source, name) || line < 1 ||
        (severity && strcmp(severity, "error")))
        return;
    size_t at = offset_of(f->code, f->len, line, column), to = at;
    size_t wide = (size_t)(json_integer_value(json_object_get(event, "to")) -
                           json_integer_value(json_object_get(event, "from")));
    bool word = wide <= 1;
    while (to < f->len && f->code[to] != '\n' &&
           (word ? to == at || strchr("_0123456789", f->code[to]) ||
                       ((f->code[to] | 32) >= 'a' && (f->code[to] | 32) <= 'z')
                 : to - at < wide))
        to++;
    struct piece piece = {at, to, CLASS_PLAIN};
    if (to > at) HD_XPUSH(&f->ranges, piece);
    if (f->ranges.n == 1) failures->next = (failures->next + 1) % HD_COUNT(failures->list);
}

const struct pieces *failures_find(const struct failures *failures, const char *code, size_t len) {
    for (int i = 1; i <= HD_COUNT(failures->list); i++) { // the newest first
        const struct failure *f =
            &failures->list[(failures->next - i + 2 * HD_COUNT(failures->list)) %
                            HD_COUNT(failures->list)];
        if (f->code && f->len == len && !memcmp(f->code, code, len)) return &f->ranges;
    }
    return NULL;
}

void failures_finish(struct failures *failures) {
    for (int i = 0; i < HD_COUNT(failures->list); i++) {
        free(failures->list[i].code);
        HD_FREE_VEC(&failures->list[i].ranges);
    }
}
