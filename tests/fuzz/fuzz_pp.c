// Lexer and preprocessor: cells into one table of macros, and once more as a replay.
#include "fuzz.h"

#include "front/lex/pp.h"

#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv) { return 0; }

static void one_text(struct hd_front *front, const struct fuzz_cell *text, int flags, int serial) {
    struct hd_arena *arena = hd_arena_create();
    struct hd_diags diags = {.arena = arena};
    jmp_buf unwind;
    diags.unwind = &unwind;
    struct hd_source *source = hd_source_add("fuzz", NULL, text->text, text->len);
    source->lang = front->lang = flags & FUZZ_C ? HD_LANG_C : HD_LANG_CU;
    struct hd_cell cell = {.arena = front->arena, .serial = serial, .source = source};
    struct txn txn = {.cell = &cell};
    struct hd_tokens *out = HD_NEW(arena, struct hd_tokens);
    struct hd_def *replay = HD_NEW(arena, struct hd_def);
    replay->source = source;
    replay->arena = arena;
    replay->cell = serial;
    front->diags = &diags;
    front->txn = &txn;
    if (setjmp(unwind) == 0) pp_run(front, source, 0, source->len, NULL, out);
    diags.errors = 0;
    if (flags & FUZZ_ASK && setjmp(unwind) == 0) pp_run(front, source, 0, source->len, replay, out);
    struct hd_buf shown = {0};
    for (struct hd_diag *d = diags.first; d; d = d->next) hd_diag_render(&shown, d, true, 80);
    hd_buf_clear(&shown);
    for (int i = 0; i < out->n && i < 1000; i++) lex_spell(&shown, &out->v[i]);
    hd_buf_finish(&shown);
    HD_FREE_VEC(&txn.undo);
    front->txn = NULL;
    hd_arena_destroy(arena);
    hd_source_release(source);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_cell cells[FUZZ_MAX_CELLS];
    int flags, n = fuzz_cells(data, size, &flags, cells);
    struct hd_front front = {.arena = hd_arena_create()};
    pp_init(&front);
    for (int i = 0; i < n; i++) one_text(&front, &cells[i], flags, i + 1);
    pp_finish(&front);
    hd_map_finish(&front.macros);
    hd_map_finish(&front.sources);
    hd_map_finish(&front.users);
    hd_arena_destroy(front.arena);
    return 0;
}
