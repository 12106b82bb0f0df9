// The whole front end as a session uses it: cells that are committed or rolled back, names defined
// anew, definitions refreshed, memory collected, and the questions that a prompt asks.
#include "fuzz.h"

#include "front/check/check.h"

#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv) { return 0; }

static void on_stale(void *user, struct hd_def *def) { *(int *)user += def->stale; }

static void on_dead(void *user, int cell) { *(int *)user += cell; }

static void ask(struct hd_front *front, const struct fuzz_cell *text) {
    int indent;
    hd_is_complete(front, text->text, text->len, &indent);
    struct hd_arena *arena = hd_arena_create();
    struct hd_diags diags = {.arena = arena};
    char *copy = hd_strndup(arena, text->text, text->len);
    hd_type_of_text(front, copy, &diags);
    hd_arena_destroy(arena);
}

static void print_functions(struct hd_front *front, struct hd_cell *cell, struct hd_diags *diags,
                            struct hd_buf *out) {
    for (int i = 0; i < cell->defs.n; i++) {
        struct hd_sym *sym = cell->defs.v[i]->sym;
        if (!sym || sym->kind != SYM_FUNC || !sym->func) continue;
        if (!sym->func->body && sym->func->ast && i % 16 == 0)
            hd_func_body(front, sym->func, diags);
        if (sym->func->body && !cell->defs.v[i]->source->system) hd_func_print(out, sym->func);
    }
    if (cell->entry) hd_func_print(out, cell->entry);
}

// What an engine does with stale definitions that compiled code still needs. Those that come with
// that are left: a member's instance whose struct nobody asked for is stale as soon as it is made.
static void refresh_all(struct hd_front *front, struct hd_diags *diags) {
    for (int i = 0, n = front->defs.n; i < n; i++) {
        struct hd_def *def = front->defs.v[i];
        if (def->stale && !def->dead && def->kind == DEF_FUNC) hd_def_refresh(front, def, diags);
    }
}

static void one_cell(struct hd_front *front, const struct fuzz_cell *text, int flags, int i) {
    if (flags & FUZZ_ASK) ask(front, text);
    struct hd_arena *arena = hd_arena_create();
    struct hd_diags diags = {.arena = arena};
    struct hd_source *source = hd_source_add("In", NULL, text->text, text->len);
    source->lang = flags & FUZZ_C ? HD_LANG_C : HD_LANG_CU;
    struct hd_cell cell;
    struct hd_buf shown = {0};
    if (hd_front_cell(front, source, flags & FUZZ_PROGRAM, &cell, &diags)) {
        print_functions(front, &cell, &diags, &shown);
        if (flags & FUZZ_ROLLBACK && i % 2)
            hd_front_rollback(front, &cell);
        else
            hd_front_commit(front, &cell);
    }
    for (struct hd_diag *d = diags.first; d; d = d->next) hd_diag_render(&shown, d, i % 2, 0);
    diags.errors = 0;
    if (flags & FUZZ_ASK) refresh_all(front, &diags);
    if (flags & FUZZ_COLLECT) hd_front_collect(front, NULL, 0);
    hd_buf_finish(&shown);
    hd_arena_destroy(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_cell cells[FUZZ_MAX_CELLS];
    int flags, n = fuzz_cells(data, size, &flags, cells), events = 0;
    struct hd_front *front = fuzz_front_create();
    hd_front_on_stale(front, on_stale, &events);
    hd_front_on_cell_dead(front, on_dead, &events);
    for (int i = 0; i < n; i++) one_cell(front, &cells[i], flags, i);
    fuzz_front_destroy(front);
    return 0;
}
