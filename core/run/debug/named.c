// Which functions a breakpoint's text means. The text is what a person typed, so it is read as
// text: components with `::` between them. What a function is called is not: its definition, its
// class and its template say that, from the inside out.
//
//     area                all functions of that name, wherever they stand
//     geo::area           those in geo; ::area those at top level
//     Pair::total         of all instances of Pair; Pair<int>::total of that one
//     twice, twice<int>   all instances of a function template, or one
#include "run/debug/debug.h"

#include <ctype.h>
#include <string.h>

struct part {
    const char *s;
    size_t len;
};

#define MOST_PARTS 32 // of a text: more spaces in each other than that nobody writes

static const char operator_word[] = "operator";

static bool is_name_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool begins_operator(const char *s) {
    size_t n = sizeof operator_word - 1;
    return !strncmp(s, operator_word, n) && !is_name_char(s[n]);
}

// Components of the text, without what `::` is before the first. 0: it is no name.
static int parts_of(const char *text, struct part *parts, bool *rooted) {
    int n = 0;
    *rooted = !strncmp(text, "::", 2);
    if (*rooted) text += 2;
    for (;;) {
        const char *s = text;
        if (begins_operator(s)) // it is the last: what is behind it belongs to its name
            s += strlen(s);
        for (int open = 0; *s && (open > 0 || strncmp(s, "::", 2) != 0); s++)
            open += *s == '<' || *s == '(' ? 1 : *s == '>' || *s == ')' ? -1 : 0;
        if (s == text || n == MOST_PARTS) return 0;
        parts[n++] = (struct part){text, (size_t)(s - text)};
        if (!*s) return n;
        text = s + 2;
    }
}

// Blanks are left out, but for those between two words (`operator int`, `unsigned char`).
static bool same(const struct part *p, const char *name) {
    const char *s = p->s, *end = s + p->len;
    for (char before = 0;; before = *s++, name++) {
        const char *a = s, *b = name;
        while (s < end && *s == ' ') s++;
        while (*name == ' ') name++;
        bool words = is_name_char(before) && s < end && is_name_char(*s);
        if (words && (s > a) != (name > b)) return false;
        if (s == end || !*name) return s == end && !*name;
        if (*s != *name) return false;
    }
}

// Whether it is the template's own name, without arguments: of one that has that key.
static bool means_key(const struct part *p, const char *template) {
    const struct hd_def *def = template ? hd_def_find(hd_engine.front, template) : NULL;
    return def && same(p, hd_def_called(def));
}

static bool means_template(const struct part *p, const struct hd_template *t) {
    if (t->method) return same(p, t->method->name);
    return t->def && same(p, hd_def_called(t->def));
}

static bool means_record(const struct part *p, const struct hd_record *record) {
    const char *tag = record->space && record->space->name ? record->space->name : record->tag;
    return (tag && same(p, tag)) || (record->instance && means_key(p, record->instance->name));
}

static const struct hd_record *record_of(const struct hd_space *space) {
    const struct hd_def *def =
        space->kind == SPACE_RECORD && space->key ? hd_def_find(hd_engine.front, space->key) : NULL;
    const struct hd_type *type = def && def->kind == DEF_TAG ? def->tag_type : NULL;
    return type && type->kind == HD_TY_RECORD ? type->record : NULL;
}

static bool means_function(const struct part *p, const struct hd_sym *sym) {
    const struct hd_def *def = sym->def;
    const struct hd_method *method = sym->method;
    if (def && (same(p, hd_def_plain(def)) || same(p, hd_def_called(def)))) return true;
    if (method && (same(p, method->name) || (method->is_ctor && means_record(p, method->record))))
        return true;
    const struct hd_spec_inst *inst = def ? def->inst : NULL;
    if (def && means_key(p, def->specialises)) return true;
    if (inst && inst->tmpl && means_template(p, inst->tmpl)) return true;
    // An instance's key has its template's number; its symbol is named as people know it.
    size_t outside = inst && def->space->key ? strlen(def->space->key) + strlen("::") : 0;
    if (inst && strlen(sym->name) > outside && same(p, sym->name + outside)) return true;
    return !def && !method && same(p, sym->name);
}

bool dbg_is_named(const struct hd_sym *sym, const char *text) {
    struct part parts[MOST_PARTS];
    bool rooted;
    int n = sym->name ? parts_of(text, parts, &rooted) : 0;
    if (!n || !means_function(&parts[--n], sym)) return false;
    const struct hd_space *space = sym->def ? sym->def->space : NULL;
    if (!space && sym->method) // of a class inside of a function
        return !rooted && (!n || (n == 1 && means_record(&parts[0], sym->method->record)));
    for (; space && n && space->key; space = space->outer) {
        const struct hd_record *record = record_of(space);
        bool meant = (space->name && same(&parts[n - 1], space->name)) ||
                     (record && means_record(&parts[n - 1], record));
        if (meant)
            n--;
        else if (!space->is_inline && !space->is_unnamed) // whose names are the outer one's too
            return false;
    }
    while (rooted && space && space->key && (space->is_inline || space->is_unnamed))
        space = space->outer;
    return !n && (!rooted || !space || !space->key);
}

// The length of what a breakpoint's text begins with: up to a blank that is not in `<...>` nor in
// the name of a conversion function.
size_t dbg_name_length(const char *text) {
    const char *s = text;
    for (int open = 0; *s && (open > 0 || !isspace((unsigned char)*s)); s++) {
        bool word = s == text || !is_name_char(s[-1]);
        if (word && begins_operator(s)) {
            s += sizeof operator_word - 1;
            size_t sign = strspn(s, "<>=!+-*/%^&|~,()[]");
            if (sign) return (size_t)(s + sign - text) + strcspn(s + sign, " \t\n");
            const char *end = s + strspn(s, " "), *condition = strstr(end, " if");
            while (condition && is_name_char(condition[3]))
                condition = strstr(condition + 3, " if");
            size_t n = condition ? (size_t)(condition - text) : strlen(text);
            while (n && isspace((unsigned char)text[n - 1])) n--;
            return n;
        }
        open += *s == '<' ? 1 : *s == '>' ? -1 : 0;
    }
    return (size_t)(s - text);
}
