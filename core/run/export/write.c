// The program's text: headers, helpers that are needed, definitions in an order that compiles, and
// `main` with the statements in the order in which they ran.
//
// Definitions and variables stand at file scope, where functions and kernels see them. An
// initialiser that is no constant becomes an assignment in main, at its place. Arrays that kernels
// get are __managed__, so that both sides reach them as they do in a session. Each launch is
// followed by a check, which waits for the kernel unless what follows does.
#include "run/export/export.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct writer {
    struct ex_plan *plan;
    struct ex_versions versions;
    struct ex_show show;
    struct hd_buf top, body;      // file scope; main
    struct hd_buf notes;          // comments that wait for what they stand before
    const struct hd_space *space; // the namespace that is open in `top`, or NULL
    HD_VEC(struct written {
        int item;
        const struct ex_version *version;
    })
    written;
};

// ---- text with its edits ------------------------------------------------------------------------

struct renames {
    struct writer *w;
    struct ex_item *item;
    HD_VEC(struct ex_edit) edits;
};

static bool is_member(const struct ex_item *item, const char *name) {
    for (int i = 0; i < item->members.n; i++)
        if (item->members.v[i] == name) return true;
    return false;
}

static bool uses(const struct ex_item *item, const char *name) {
    for (int i = 0; i < item->uses.n; i++)
        if (item->uses.v[i] == name) return true;
    for (int i = 0; i < item->defines.n; i++)
        if (item->defines.v[i] == name) return true;
    return item->name == name;
}

// `memset(p, 0, n)`, where a kernel has that name as well: no launch is the library's function.
static bool means_library(const struct hd_source *source, const struct ex_version *version,
                          struct hd_range at) {
    if (!version->items.v[0]->kernel || !hd_header_of(version->name)) return false;
    const char *p = source->text + (at.to - source->base), *end = source->text + source->len;
    while (p < end && isspace((unsigned char)*p)) p++;
    return p < end && *p == '(' && at.from > version->items.v[0]->range.to;
}

static void rename_one(void *user, const char *name, struct hd_range at, bool standard) {
    struct renames *r = user;
    struct ex_plan *plan = r->w->plan;
    if (standard || is_member(r->item, name)) return;
    const char *result = ex_result_named(plan, r->item, name, &at);
    if (result) name = result;
    const ex_names *keys = hd_map_get(&plan->inner, name);
    const char *key = uses(r->item, name) && ex_version_now(&r->w->versions, name) ? name : NULL;
    for (int i = 0; keys && !key && i < keys->n; i++)
        if (uses(r->item, keys->v[i])) key = keys->v[i];
    struct ex_version *version = key ? ex_version_now(&r->w->versions, key) : NULL;
    if (!version || version->written == name || means_library(r->item->source, version, at)) return;
    HD_PUSH(plan->arena, &r->edits, ((struct ex_edit){at.from, at.to, version->written}));
}

static int by_place(const void *a, const void *b) {
    const struct ex_edit *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

// A part of an item's text, with names as they are written and the item's edits.
static const char *text_of(struct writer *w, struct ex_item *item, struct hd_range range) {
    if (range.to <= range.from) return "";
    const struct hd_source *source = item->source;
    struct renames r = {.w = w, .item = item};
    ex_each_name(w->plan, source, range, rename_one, &r);
    for (int i = 0; i < item->edits.n; i++) HD_PUSH(w->plan->arena, &r.edits, item->edits.v[i]);
    if (r.edits.n) // (places differ, so that it need not be stable)
        qsort(r.edits.v, (size_t)r.edits.n, sizeof *r.edits.v, by_place);
    struct hd_buf out = {0};
    hd_loc at = range.from;
    for (int i = 0; i < r.edits.n; i++) {
        const struct ex_edit *e = &r.edits.v[i];
        if (e->at < at || e->to > range.to) continue;
        hd_buf_add(&out, source->text + (at - source->base), e->at - at);
        hd_buf_puts(&out, e->text);
        at = e->to;
    }
    hd_buf_add(&out, source->text + (at - source->base), range.to - at);
    const char *text = hd_strdup(w->plan->arena, hd_buf_str(&out));
    hd_buf_finish(&out);
    return text;
}

static void add_indented(struct hd_buf *out, const char *text, const char *indent) {
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\n");
        if (n) hd_buf_printf(out, "%s%.*s", indent, (int)n, p);
        hd_buf_putc(out, '\n');
        p += n + (p[n] == '\n');
    }
}

static void add_comment(struct hd_buf *out, const char *text, const char *indent) {
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\n"), len = n;
        while (len && isspace((unsigned char)p[len - 1])) len--;
        // A backslash at the end would go on in the next line.
        hd_buf_printf(out, "%s//%s%.*s%s\n", indent, len ? " " : "", (int)len, p,
                      len && p[len - 1] == '\\' ? " ." : "");
        p += n + (p[n] == '\n');
    }
}

// The comments that have waited go before what is written to `out` now.
static void flush_notes(struct writer *w, struct hd_buf *out, const char *indent) {
    if (!w->notes.len) return;
    bool apart = out->len < 2 || memcmp(out->s + out->len - 2, "\n\n", 2) == 0;
    if (!apart) hd_buf_putc(out, '\n');
    add_comment(out, hd_buf_str(&w->notes), indent);
    hd_buf_clear(&w->notes);
}

static void add_lead(struct writer *w, struct hd_buf *out, const struct ex_item *item,
                     const char *indent) {
    flush_notes(w, out, indent);
    if (item->lead) add_indented(out, item->lead, indent);
}

// ---- definitions --------------------------------------------------------------------------------

static const char *written_name(struct writer *w, const char *name) {
    struct ex_version *version = ex_version_now(&w->versions, name);
    return version ? version->written : name;
}

static const char *declared(struct writer *w, struct hd_type *type, const char *name) {
    const char *text = ex_type_text(&w->versions, type, name);
    return strncmp(text, "const ", 6) == 0 && (type->kind != HD_TY_PTR) ? text + 6 : text;
}

static bool is_constant_array(const struct hd_type *type) {
    while (type->kind == HD_TY_ARRAY) type = type->base;
    return type->quals & Q_CONST;
}

static bool is_managed(const struct writer *w, const struct ex_item *item) {
    return item->reached && w->plan->launches && !item->qualified;
}

// An array of constants that kernels read as well: for nvcc it must be in device code too.
static bool is_for_both(const struct writer *w, const struct ex_item *item) {
    const struct ex_plan *plan = w->plan;
    if (item->type->kind != HD_TY_ARRAY || !item->constant || !is_constant_array(item->type))
        return false;
    for (int i = 0; i < plan->items.n; i++) {
        const struct ex_item *other = plan->items.v[i];
        for (int k = 0; other->device && k < other->uses.n; k++)
            if (other->uses.v[k] == item->name) return true;
    }
    return false;
}

static const char *initialiser(struct writer *w, struct ex_item *item) {
    const char *text = text_of(w, item, item->init);
    if (!*text) return "";
    if (item->init_op == TK_LPAREN) return hd_printf(w->plan->arena, "(%s)", text);
    return item->init_op == TK_ASSIGN ? hd_printf(w->plan->arena, " = %s", text) : text;
}

static void write_variable(struct writer *w, struct ex_item *item, struct hd_buf *out) {
    bool managed = is_managed(w, item);
    bool is_const = (item->type->quals & Q_CONST) ||
                    (item->type->kind == HD_TY_ARRAY && item->type->base->quals & Q_CONST);
    const char *name = written_name(w, item->name);
    hd_buf_puts(out, managed ? "__managed__ " : is_for_both(w, item) ? "ON_BOTH_SIDES " : "");
    bool as_written = item->constant || item->constructed || item->type->kind == HD_TY_REF;
    if (item->deduced && item->closure)
        hd_buf_printf(out, "auto %s%s", name, initialiser(w, item));
    else if (item->deduced && item->type->kind == HD_TY_RECORD && item->init.to > item->init.from)
        hd_buf_printf(out, "decltype(%s) %s", text_of(w, item, item->init), name);
    else if (as_written && !item->deduced && !item->apart && !(managed && is_const))
        hd_buf_printf(out, "%s %s%s", text_of(w, item, item->spec), text_of(w, item, item->declr),
                      initialiser(w, item));
    else
        hd_buf_printf(out, "%s%s", declared(w, item->type, name),
                      as_written ? initialiser(w, item) : "");
    hd_buf_printf(out, ";%s%s\n", item->trail ? "  " : "", item->trail ? item->trail : "");
}

// Closes the namespace that is open at file scope, and opens another.
static void enter_space(struct writer *w, const struct hd_space *space) {
    if (w->space == space) return;
    for (const struct hd_space *s = w->space; s && s->kind == SPACE_NAMESPACE; s = s->outer)
        hd_buf_puts(&w->top, s->outer && s->outer->kind == SPACE_NAMESPACE ? "} " : "}\n");
    const struct hd_space *path[64];
    int n = 0;
    for (const struct hd_space *s = space; s && s->kind == SPACE_NAMESPACE && n < 64; s = s->outer)
        path[n++] = s;
    while (n-- > 0)
        hd_buf_printf(&w->top, "%snamespace %s%s{%s", path[n]->is_inline ? "inline " : "",
                      path[n]->is_unnamed ? "" : path[n]->name, path[n]->is_unnamed ? "" : " ",
                      n ? " " : "\n");
    w->space = space;
}

static void write_definition(struct writer *w, struct ex_item *item) {
    if (item->local) return;
    enter_space(w, item->space);
    add_lead(w, &w->top, item, "");
    switch (item->kind) {
    case ITEM_VARIABLE: write_variable(w, item, &w->top); return;
    case ITEM_MACRO: hd_buf_printf(&w->top, "%s\n", text_of(w, item, item->range)); return;
    case ITEM_SHOWN: // its value is used later
        hd_buf_printf(&w->top, "%s;\n",
                      declared(w, hd_type_unqual(item->type), written_name(w, item->name)));
        return;
    default: break;
    }
    const char *text = text_of(w, item, item->range);
    bool lines = strchr(text, '\n') != NULL;
    hd_buf_printf(&w->top, "%s%s%s%s\n", text, item->trail && *item->trail != ';' ? "  " : "",
                  item->trail ? item->trail : "", lines ? "\n" : "");
}

static bool is_written(struct writer *w, const struct ex_item *item,
                       const struct ex_version *version) {
    for (int i = 0; i < w->written.n; i++) {
        const struct written *x = &w->written.v[i];
        if (x->item != item->index) continue;
        if (item->kind == ITEM_VARIABLE || x->version == version ||
            (x->version->closure.n == version->closure.n &&
             memcmp(x->version->closure.v, version->closure.v,
                    sizeof(int) * (size_t)version->closure.n) == 0))
            return true;
    }
    return false;
}

// Functions that call each other: the one that is still to come is declared.
static void write_prototypes(struct writer *w, const struct ex_version *version) {
    for (int i = 0; i < version->items.n; i++) {
        struct ex_item *item = version->items.v[i];
        if (!item->body) continue;
        enter_space(w, item->space);
        const char *text = text_of(w, item, (struct hd_range){item->range.from, item->body});
        size_t len = strlen(text);
        while (len && isspace((unsigned char)text[len - 1])) len--;
        hd_buf_printf(&w->top, "%.*s;\n", (int)len, text);
    }
}

static void write_version(struct writer *w, struct ex_version *version) {
    if (!version || version->emitted || version->dropped) return;
    if (version->emitting) {
        write_prototypes(w, version);
        return;
    }
    version->emitting = true;
    for (int i = 0; i < version->items.n; i++) {
        struct ex_item *item = version->items.v[i];
        for (int k = 0; k < item->uses.n; k++) {
            struct ex_version *need = ex_version_now(&w->versions, item->uses.v[k]);
            if (need != version) write_version(w, need);
        }
    }
    for (int i = 0; i < version->items.n; i++) {
        struct ex_item *item = version->items.v[i];
        if (is_written(w, item, version)) continue;
        HD_PUSH(w->plan->arena, &w->written, ((struct written){item->index, version}));
        write_definition(w, item);
    }
    version->emitting = false;
    version->emitted = true;
}

// ---- main ---------------------------------------------------------------------------------------

static void add_to_main(struct writer *w, struct ex_item *item, const char *text) {
    add_lead(w, &w->body, item, "    ");
    if (item->failed) {
        add_comment(&w->body, hd_printf(w->plan->arena, "This ended with an error:\n%s", text),
                    "    ");
        return;
    }
    if (item->trail && *item->trail == '/')
        text = hd_printf(w->plan->arena, "%s  %s", text, item->trail);
    add_indented(&w->body, text, "    ");
}

// A variable gets its first value: when that is no constant, or when it is entered again.
static void write_assignment(struct writer *w, struct ex_item *item) {
    if (item->local) {
        struct hd_buf out = {0};
        write_variable(w, item, &out);
        if (out.len) out.s[--out.len] = 0; // its newline
        item->trail = NULL;
        add_to_main(w, item, hd_buf_str(&out));
        hd_buf_finish(&out);
        return;
    }
    const char *name = written_name(w, item->name), *text;
    const char *init = text_of(w, item, item->init);
    struct hd_type *type = hd_type_unqual(item->type);
    struct hd_arena *arena = w->plan->arena;
    if (type->kind == HD_TY_ARRAY && *init)
        text = hd_printf(arena, "{\n    %s = %s;\n    memcpy(%s, value, sizeof value);\n}",
                         declared(w, item->type, "value"), init, name);
    else if (type->kind == HD_TY_ARRAY)
        text = hd_printf(arena, "memset(%s, 0, sizeof %s);", name, name);
    else if (!*init)
        text = hd_printf(arena,
                         type->kind == HD_TY_RECORD ? "%s = %s();" // NOLINT: constants
                         : type->kind == HD_TY_PTR  ? "%s = NULL;"
                                                    : "%s = 0;",
                         name, declared(w, type, NULL));
    else if (type->kind == HD_TY_RECORD && (item->init_op == TK_LPAREN || *init == '{'))
        text =
            hd_printf(arena, item->init_op == TK_LPAREN ? "%s = %s(%s);" : "%s = %s%s;", // NOLINT
                      name, declared(w, type, NULL), init);
    else
        text = hd_printf(arena, "%s = %s;", name, init);
    add_to_main(w, item, text);
    if (strstr(text, "memcpy(") || strstr(text, "memset("))
        HD_PUSH(arena, &w->plan->headers, "string.h");
}

// `text` was made before the item's own `_` held.
static void write_shown(struct writer *w, struct ex_item *item, const char *text) {
    struct ex_version *value = ex_version_now(&w->versions, item->name);
    struct hd_buf out = {0};
    if (value && value->used && value->items.v[0] == item) {
        write_version(w, value);
        hd_buf_printf(&out, "%s = %s;\n", value->written, text);
        text = value->written;
    }
    if (!ex_show_value(&w->show, &out, item->type, text)) hd_buf_printf(&out, "(void)(%s);", text);
    if (item->type->kind == HD_TY_ARRAY && item->type->len < 0) hd_buf_clear(&out);
    add_to_main(w, item, hd_buf_str(&out));
    hd_buf_finish(&out);
}

static void write_statement(struct writer *w, struct ex_item *item) {
    const char *text = text_of(w, item, item->range);
    size_t len = strlen(text);
    bool open = item->range.to > item->range.from && len && !strchr(";}", text[len - 1]);
    if (open) text = hd_printf(w->plan->arena, "%s;", text);
    bool apart = false; // from a variable of the session that is called so
    for (int i = 0; i < item->loops.n; i++)
        apart |= hd_map_get(&w->plan->known, item->loops.v[i]) != NULL;
    add_to_main(w, item, apart ? hd_printf(w->plan->arena, "{\n%s\n}", text) : text);
}

static bool runs_in_main(const struct ex_item *item) {
    return item->kind == ITEM_STATEMENT || item->kind == ITEM_SHOWN || item->kind == ITEM_AGAIN ||
           (item->kind == ITEM_VARIABLE && (item->local || (!item->constant && !item->constructed &&
                                                            item->type->kind != HD_TY_REF)));
}

static bool is_definition(const struct ex_item *item) {
    return item->kind == ITEM_DEFINITION || item->kind == ITEM_VARIABLE || item->kind == ITEM_MACRO;
}

// ---- which versions there are, and their names --------------------------------------------------

static void mark_used(struct writer *w, const char *name) {
    struct ex_version *version = ex_version_now(&w->versions, name);
    if (!version || version->used) return;
    version->used = true;
    for (int i = 0; i < version->items.n; i++)
        for (int k = 0; k < version->items.v[i]->uses.n; k++)
            mark_used(w, version->items.v[i]->uses.v[k]);
}

static void find_versions(struct writer *w) {
    struct ex_plan *plan = w->plan;
    ex_versions_restart(&w->versions);
    for (int i = 0; i < plan->items.n; i++) {
        struct ex_item *item = plan->items.v[i];
        bool late = item->kind == ITEM_VARIABLE; // its name is known from its own initialiser on
        if (late) ex_versions_step(&w->versions, item);
        if (runs_in_main(item) || late) {
            for (int k = 0; k < item->uses.n; k++) mark_used(w, item->uses.v[k]);
            if (item->name) mark_used(w, item->name);
        }
        if (!late) ex_versions_step(&w->versions, item);
    }
    const char *name;
    void *now;
    for (int i = 0; (i = hd_map_next(&w->versions.current, i, &name, &now)) > 0;)
        if (strncmp(name, "Out[", 4) != 0 && strcmp(name, "main") != 0) mark_used(w, name);
}

// A name that the headers of the program have as well cannot stay at file scope.
static bool is_taken(const char *name) {
    if (strncmp(name, "Out[", 4) == 0) return true; // no name at all
    static const char *const ours[] = {"main", "launched", "finished", "managed_memory"};
    static const char theirs[] = " "
#include "run/export/taken.def"
        ;
    for (int i = 0; i < HD_COUNT(ours); i++)
        if (strcmp(ours[i], name) == 0) return true;
    char word[64];
    bool fits = snprintf(word, sizeof word, " %s ", name) < (int)sizeof word;
    const struct hd_builtin *row = hd_builtin_find(name);
    if (row && row->lower == LOWER_ARRAY) row = NULL; // what arrays add is Heddle's alone
    bool library = hd_header_of(name) && !hd_is_array_word(name); // square is Heddle's
    return library || row || (fits && strstr(theirs, word));
}

static const char *free_name(struct writer *w, const char *word, int n) {
    const char *base = strncmp(word, "Out[", 4) == 0 ? "result" : word;
    for (;; n++) {
        const char *other = hd_intern_str(hd_printf(w->plan->arena, "%s_%d", base, n));
        if (hd_map_get(&w->plan->known, other) || is_taken(other)) continue;
        hd_map_set(&w->plan->known, other, w);
        return other;
    }
}

static void name_versions(struct writer *w) {
    const char *name;
    void *value;
    for (int i = 0; (i = hd_map_next(&w->versions.by_name, i, &name, &value)) > 0;) {
        struct ex_version_list *list = value;
        struct ex_version *last = NULL;
        for (int k = 0; k < list->v.n; k++)
            if (list->v.v[k]->used && (!last || list->v.v[k]->order > last->order))
                last = list->v.v[k];
        for (int k = 0, n = 1; k < list->v.n; k++) {
            struct ex_version *version = list->v.v[k];
            // A variable is the same one however what its declaration needs was defined anew.
            bool same = last && version->items.v[0]->kind == ITEM_VARIABLE &&
                        version->items.v[0] == last->items.v[0];
            if (!version->used || ((version == last || same) && !is_taken(name))) continue;
            if (same && version != last) continue; // named with the last
            if (hd_map_get(&w->plan->fixed, name)) {
                version->dropped = version != last;
                continue;
            }
            version->written = free_name(w, version->written, n++);
            for (int m = 0; m < list->v.n; m++)
                if (list->v.v[m]->items.v[0]->kind == ITEM_VARIABLE &&
                    list->v.v[m]->items.v[0] == version->items.v[0])
                    list->v.v[m]->written = version->written;
        }
    }
}

// ---- the whole ----------------------------------------------------------------------------------

static const char check_text[] =
    "static void check(cudaError_t error, const char *kernel, int line) {\n"
    "    if (error == cudaSuccess) return;\n"
    "    fprintf(stderr, \"%s:%d: %s: %s\\n\", __FILE__, line, kernel, cudaGetErrorString(error));\n"
    "    exit(EXIT_FAILURE);\n"
    "}\n\n";
static const char launched_text[] =
    "// The kernel was started.\n"
    "static void launched(const char *kernel, int line) { check(cudaGetLastError(), kernel, line); }\n\n";
static const char finished_text[] =
    "// The kernel was started and has ended: the host may look at what it wrote.\n"
    "static void finished(const char *kernel, int line) {\n"
    "    check(cudaGetLastError(), kernel, line);\n"
    "    check(cudaDeviceSynchronize(), kernel, line);\n"
    "}\n\n";
static const char both_text[] = "// Of a constant that kernels read as well.\n"
                                "#ifdef __CUDA_ARCH__\n"
                                "#define ON_BOTH_SIDES __device__\n"
                                "#else\n"
                                "#define ON_BOTH_SIDES\n"
                                "#endif\n\n";
static const char managed_text[] = "// Zeroed memory that host and kernels reach.\n"
                                   "static void *managed_memory(size_t size) {\n"
                                   "    void *p = NULL;\n"
                                   "    if (cudaMallocManaged(&p, size) != cudaSuccess) {\n"
                                   "        fprintf(stderr, \"no managed memory\\n\");\n"
                                   "        exit(EXIT_FAILURE);\n"
                                   "    }\n"
                                   "    return memset(p, 0, size);\n"
                                   "}\n\n";

static void write_needs(struct writer *w, struct ex_item *item) {
    for (int k = 0; k < item->uses.n && !item->failed; k++)
        write_version(w, ex_version_now(&w->versions, item->uses.v[k]));
    if (item->name) write_version(w, ex_version_now(&w->versions, item->name));
}

// What `%config digits 4` says; -1: the item is something else.
static int digits_of(const struct ex_item *item) {
    int digits = -1;
    if (item->kind == ITEM_NOTE && !item->failed) sscanf(item->text, "%%config digits %d", &digits);
    return digits;
}

// An operator or a member that is defined again later: the program has the later one from its
// beginning.
static void note_replaced(struct writer *w, const struct ex_item *item) {
    const struct ex_plan *plan = w->plan;
    for (int k = 0; k < item->defines.n; k++) {
        const char *name = item->defines.v[k];
        if (!hd_map_get(&plan->fixed, name) || hd_map_get(&plan->known, name) == item) continue;
        hd_buf_printf(&w->notes,
                      "`%s` was another one until it was defined again: only that one is here.\n",
                      name);
    }
}

static void write_items(struct writer *w) {
    struct ex_plan *plan = w->plan;
    ex_versions_restart(&w->versions);
    for (int i = 0; i < plan->items.n; i++) {
        struct ex_item *item = plan->items.v[i];
        if (item->kind == ITEM_NOTE) {
            if (w->notes.len) hd_buf_putc(&w->notes, '\n');
            hd_buf_printf(&w->notes, "%s\n", item->text);
            if (digits_of(item) >= 0) {
                flush_notes(w, &w->body, "    ");
                hd_buf_printf(&w->body, "    show_digits = %d;\n", digits_of(item));
            }
            continue;
        }
        if (item->kind == ITEM_INCLUDE) enter_space(w, NULL);
        if (item->kind == ITEM_INCLUDE) hd_buf_printf(&w->top, "%s\n", item->text);
        const char *shown = NULL;
        if (item->kind == ITEM_SHOWN) {
            write_needs(w, item);
            shown = text_of(w, item, item->range);
        }
        ex_versions_step(&w->versions, item);
        if (is_definition(item))
            for (int k = 0; k < item->defines.n; k++) {
                struct ex_version *version = ex_version_now(&w->versions, item->defines.v[k]);
                if (version && version->used) write_version(w, version);
            }
        note_replaced(w, item);
        if (item->kind == ITEM_DEFINITION && !item->defines.n) write_definition(w, item);
        if (!runs_in_main(item)) continue;
        if (!shown) write_needs(w, item);
        if (item->kind == ITEM_STATEMENT)
            write_statement(w, item);
        else if (item->kind == ITEM_SHOWN)
            write_shown(w, item, shown);
        else
            write_assignment(w, item);
    }
    for (int i = 0; i < plan->items.n; i++) { // the newest of what no statement used
        struct ex_item *item = plan->items.v[i];
        for (int k = 0; is_definition(item) && k < item->defines.n; k++) {
            struct ex_version *version = ex_version_now(&w->versions, item->defines.v[k]);
            if (version && version->used) write_version(w, version);
        }
    }
    enter_space(w, NULL);
    flush_notes(w, &w->body, "    ");
}

// `#include <stdio.h>` and the like, without those that the cells have.
static void write_headers(struct writer *w, struct hd_buf *out) {
    static const char *const always[] = {"stdio.h", "stdlib.h"};
    HD_VEC(const char *) list = {0};
    bool needs = w->plan->launches || w->show.functions.len > 0;
    for (int i = 0; i < HD_COUNT(always) && needs; i++) HD_XPUSH(&list, always[i]);
    for (int i = 0; i < w->plan->headers.n; i++) HD_XPUSH(&list, w->plan->headers.v[i]);
    if (strstr(hd_buf_str(&w->body), "printf(")) HD_XPUSH(&list, "stdio.h");
    if (strstr(hd_buf_str(&w->show.functions), "str") ||
        hd_map_get(&w->plan->shows, hd_intern_str("managed_memory")))
        HD_XPUSH(&list, "string.h");
    for (int i = 0; i < list.n; i++) {
        const char *line = hd_printf(w->plan->arena, "#include <%s>\n", list.v[i]);
        bool known = strstr(hd_buf_str(out), line) || strstr(hd_buf_str(&w->top), line);
        if (!known) hd_buf_puts(out, line);
    }
    HD_FREE_VEC(&list);
    hd_buf_putc(out, '\n');
}

static void write_helpers(struct writer *w, struct hd_buf *out) {
    const char *text = hd_printf(w->plan->arena, "%s%s", hd_buf_str(&w->top), hd_buf_str(&w->body));
    bool starts = strstr(text, "launched(\"") != NULL, ends = strstr(text, "finished(\"") != NULL;
    if (starts || ends) hd_buf_puts(out, check_text);
    if (starts) hd_buf_puts(out, launched_text);
    if (ends) hd_buf_puts(out, finished_text);
    if (strstr(text, "ON_BOTH_SIDES ")) hd_buf_puts(out, both_text);
    if (hd_map_get(&w->plan->shows, hd_intern_str("managed_memory")))
        hd_buf_puts(out, managed_text);
    bool any = false;
    const char *name;
    void *value;
    for (int i = 0; (i = hd_map_next(&w->plan->shows, i, &name, &value)) > 0;) {
        if (strcmp(name, "managed_memory") == 0) continue;
        if (!any)
            hd_buf_puts(
                out,
                "#ifndef __HEDDLE__ // pictures and bars are Heddle's: elsewhere there are none\n");
        any = true;
        hd_buf_printf(out, "template <class... T> static int %s(T &&...) { return 0; }\n", name);
    }
    if (any) hd_buf_puts(out, "#endif\n\n");
}

void ex_export(struct hd_buf *out, const struct ex_source *source, int *problems) {
    struct ex_plan plan = {.arena = hd_arena_create(), .from = source};
    struct writer w = {.plan = &plan, .show = {.plan = &plan}};
    ex_read(&plan);
    ex_versions_make(&w.versions, &plan);
    w.show.versions = &w.versions;
    find_versions(&w);
    name_versions(&w);
    for (int i = 0; i < plan.items.n; i++) w.show.digits |= digits_of(plan.items.v[i]) >= 0;
    write_items(&w);

    hd_buf_printf(out, "// %s, written by Heddle %s.\n//     nvcc -o %.*s %s\n\n", source->title,
                  HD_VERSION, (int)strcspn(source->file, "."), source->file, source->file);
    write_headers(&w, out);
    write_helpers(&w, out);
    hd_buf_puts(out, hd_buf_str(&w.top));
    if (w.show.digits) hd_buf_puts(out, "\nstatic int show_digits;\n");
    if (w.show.functions.len) hd_buf_printf(out, "\n%s", hd_buf_str(&w.show.functions));
    hd_buf_printf(out, "%sint main() {\n%s    return 0;\n}\n", w.show.functions.len ? "" : "\n",
                  hd_buf_str(&w.body));
    *problems = plan.problems;
    hd_buf_finish(&w.top);
    hd_buf_finish(&w.body);
    hd_buf_finish(&w.notes);
    hd_buf_finish(&w.show.functions);
    hd_map_finish(&w.show.made);
    hd_map_finish(&w.versions.by_name);
    hd_map_finish(&w.versions.current);
    hd_map_finish(&plan.known);
    hd_map_finish(&plan.inner);
    hd_map_finish(&plan.words);
    hd_map_finish(&plan.fixed);
    hd_map_finish(&plan.shows);
    hd_front_destroy(plan.front);
    hd_arena_destroy(plan.arena);
}
