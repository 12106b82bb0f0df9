// What definitions were before: for %ptx --diff and %undo.
//
// The text of every definition of the user's own is kept when another takes its place, with the
// cell that did so; older ones below it. A kernel changes when it is defined anew or when anything
// that it uses is: a helper, a struct, a constant, a macro. So the newest of those changes is found
// by walking what the kernel's definition looked up, and hd_before_text gives a program in which
// all that this cell changed is as it was:
//
//     __device__ float weight(float x) { return x; }      // as before the newest change
//     __global__ void k(float *p) { *p = weight(*p); }    // as it is
//
// Checked in a transaction that is then dropped, that is the kernel before; what stands between the
// two (a helper of the helper's callers) is checked again by itself, as in any cell.
#include "run/gpu/gpu.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_OLDER = 100, // definitions of one name: a loop of a tool may make thousands
    MOST_NESTED = 16, // namespaces in one another
};

struct before {
    char *text;
    int cell;       // serial of the cell that it is from
    int changed_in; // serial of the cell that put another in its place
    hd_loc at;      // where it stood: older text first
    struct before *older;
};

static struct hd_map before; // interned name -> struct before * (heap)

static bool going_back; // what %undo puts back is no change

static void drop_oldest(struct before *b) {
    int n = 0;
    while (b->older && ++n < MOST_OLDER) b = b->older;
    if (!b->older) return;
    free(b->older->text);
    free(b->older);
    b->older = NULL;
}

// Whether the text of a definition is there: [from, to) in `source`.
static bool has_text(const struct hd_source *source, hd_loc from, hd_loc to) {
    return source && source->text && from >= source->base && to >= from &&
           to - source->base <= source->len;
}

// That text with the namespaces around it that it stood in; NULL: at top level.
static void add_text(struct hd_buf *out, const struct hd_space *space,
                     const struct hd_source *source, hd_loc from, hd_loc to) {
    const struct hd_space *around[MOST_NESTED];
    int n = 0;
    for (; space && space->kind == SPACE_NAMESPACE && n < MOST_NESTED; space = space->outer)
        around[n++] = space;
    for (int i = n; i-- > 0;)
        hd_buf_printf(out, "%snamespace %s%s{ ", around[i]->is_inline ? "inline " : "",
                      around[i]->is_unnamed ? "" : around[i]->name,
                      around[i]->is_unnamed ? "" : " ");
    hd_buf_add(out, source->text + (from - source->base), to - from);
    if (n && !strchr("};", source->text[to - source->base - 1])) hd_buf_printf(out, ";");
    for (int i = 0; i < n; i++) hd_buf_printf(out, " }");
}

static void keep(const char *name, int cell, const struct hd_space *space,
                 const struct hd_source *source, hd_loc from, hd_loc to) {
    if (going_back || !has_text(source, from, to) || source->system) return;
    struct before *b = hd_map_get(&before, name);
    int serial = hd_front_serial(hd_engine.front);
    if (!b || b->changed_in != serial) {
        struct before *older = b;
        hd_map_set(&before, name, b = hd_xcalloc(1, sizeof *b));
        b->older = older;
        b->cell = cell;
        drop_oldest(b);
    }
    struct hd_buf text = {0};
    if (b->text) hd_buf_printf(&text, "%s\n", b->text); // another overload
    add_text(&text, space, source, from, to);
    free(b->text);
    b->text = hd_xstrdup(hd_buf_str(&text));
    hd_buf_finish(&text);
    b->changed_in = serial;
    b->at = from;
}

void hd_before_keep(const struct hd_def *def) {
    if (def->instance_of || hd_space_is_in_class(def->text_space)) return;
    for (const struct hd_def *o = def; o; o = o->next_overload)
        keep(def->name, def->cell, o->text_space, o->source, o->range.from, o->range.to);
}

const char *hd_before_own(const char *name, int serial, int *cell) {
    const struct before *b = hd_map_get(&before, name);
    if (!b || b->changed_in != serial) return NULL;
    *cell = b->cell;
    return b->text;
}

void hd_before_go_back(bool on) { going_back = on; }

void hd_before_drop(const char *name) {
    struct before *b = hd_map_get(&before, name);
    if (!b) return;
    if (b->older)
        hd_map_set(&before, name, b->older);
    else
        hd_map_remove(&before, name);
    free(b->text);
    free(b);
}

void hd_before_keep_macro(void *user, const struct hd_macro *macro) {
    const struct hd_source *source = hd_source_at(macro->loc);
    if (!source || !source->text || macro->loc < source->base) return;
    const char *s = source->text;
    size_t from = macro->loc - source->base, to = from;
    while (from > 0 && s[from - 1] != '\n') from--;
    while (to < source->len && (s[to] != '\n' || s[to - 1] == '\\')) to++;
    keep(macro->name, macro->cell, NULL, source, source->base + (hd_loc)from,
         source->base + (hd_loc)to);
}

// ---- the newest change --------------------------------------------------------------------------

struct walk {
    struct hd_map seen;
    HD_VEC(struct before *) found;
    int newest; // serial
};

static void visit(struct walk *w, const char *name) {
    if (hd_map_get(&w->seen, name)) return;
    hd_map_set(&w->seen, name, w);
    struct before *b = hd_map_get(&before, name);
    if (b) HD_PUSH(hd_engine.arena, &w->found, b);
    if (b && b->changed_in > w->newest) w->newest = b->changed_in;
    const struct hd_def *def = hd_def_find(hd_engine.front, name);
    if (!def || def->system) return;
    for (int i = 0; i < def->nneeds; i++) visit(w, def->needs[i]);
    for (int i = 0; i < def->nmacro_uses; i++) visit(w, def->macro_uses[i].name);
    const struct hd_template *t =
        def->sym && def->sym->kind == SYM_TEMPLATE ? def->sym->tmpl : NULL;
    for (int at = 0; t && (def = hd_template_instance(hd_engine.front, t, &at));)
        for (int i = 0; i < def->nneeds; i++) visit(w, def->needs[i]);
}

static int by_place(const void *a, const void *b) {
    const struct before *x = *(struct before *const *)a, *y = *(struct before *const *)b;
    return x->at < y->at ? -1 : x->at > y->at;
}

// An instance of a template that nothing has used is made to be looked at: what it needs is known
// while its cell is there.
static void visit_named(struct walk *w, const struct hd_def *def, const char *name) {
    const char *text = hd_naming_text(name);
    struct hd_source *source =
        hd_source_add(hd_intern_str("<inspection>"), NULL, text, strlen(text));
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_cell cell;
    bool made = hd_front_cell(hd_engine.front, source, false, &cell, &diags);
    visit(w, def->name);
    if (made) hd_front_rollback(hd_engine.front, &cell);
}

const char *hd_before_text(const struct hd_def *def, const char *name) {
    struct walk w = {.newest = 0};
    if (strchr(name, '<'))
        visit_named(&w, def, name);
    else
        visit(&w, def->name);
    hd_map_finish(&w.seen);
    if (!w.newest) return NULL;
    qsort(w.found.v, (size_t)w.found.n, sizeof *w.found.v, by_place);
    struct hd_buf text = {0};
    const struct before *own = hd_map_get(&before, def->name);
    for (int i = 0; i < w.found.n; i++)
        if (w.found.v[i]->changed_in == w.newest && w.found.v[i] != own)
            hd_buf_printf(&text, "%s\n", w.found.v[i]->text);
    if (own && own->changed_in == w.newest)
        hd_buf_printf(&text, "%s\n", own->text);
    else if (has_text(def->source, def->range.from, def->range.to))
        add_text(&text, def->text_space, def->source, def->range.from, def->range.to);
    const char *program = hd_strdup(hd_engine.arena, hd_buf_str(&text));
    hd_buf_finish(&text);
    return program;
}
