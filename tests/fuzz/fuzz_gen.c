// Code generation: every function of a program that checks is generated, optimised and turned into
// machine code, for the host and, where it has such a flavour, for kernels on the CPU; nothing is
// run. A hash of the input decides whether the optimiser and the back end run as well. A module
// that LLVM's verifier refuses is reported by gen/ as an internal error, which counts as a find. So
// do the prompt's services that need the engine.
#include "fuzz.h"

#include "front/check/check.h"
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    struct hd_buf error = {0};
    if (hd_engine_start(-1, &error)) return 0;
    fprintf(stderr, "%s\n", hd_buf_str(&error));
    abort();
}

static void look_for_internal_errors(struct hd_diags *diags) {
    for (struct hd_diag *d = diags->first; d; d = d->next) {
        if (!strstr(d->message, "internal error")) continue;
        struct hd_buf text = {0};
        hd_diag_render(&text, d, false, 0);
        fprintf(stderr, "fuzz: %s\n", hd_buf_str(&text));
        abort();
    }
}

// Of one input: each is a module of its own here, which takes ten milliseconds.
enum { MOST_FUNCTIONS = 600 };
static int generated;

static unsigned choice; // of the running input: what is done with it beyond what costs little

static void generate(struct hd_func *func, enum hd_flavour flavour, int opt,
                     struct hd_diags *diags) {
    struct hd_module module;
    diags->errors = 0;
    if (hd_code_module(func, flavour, opt, NULL, &module, diags)) {
        struct hd_buf text = {0};
        if (choice & 2) hd_jit_assembly(hd_engine.jit, &module, opt, &text);
        hd_buf_finish(&text);
        hd_module_destroy(&module);
    }
    look_for_internal_errors(diags);
}

static void generate_function(struct hd_func *func, struct hd_diags *diags) {
    if (++generated > MOST_FUNCTIONS) return;
    if (!func->body && !hd_func_body(hd_engine.front, func, diags)) return;
    if (func->is_kernel) {
        generate(func, HD_KERNEL_CPU, choice % 4 == 3, diags);
        return;
    }
    if (func->is_device) generate(func, HD_DEVICE_CODE, choice % 4 == 3, diags);
    if (func->is_host || !func->is_device) generate(func, HD_HOST_CODE, choice % 4 == 3, diags);
}

static void generate_cell(struct hd_cell *cell, struct hd_diags *diags) {
    for (int i = 0; i < cell->defs.n; i++) {
        struct hd_def *def = cell->defs.v[i];
        if (def->dead || def->source->system) continue;
        for (struct hd_sym *sym = def->sym; sym; sym = sym->next) {
            if (sym->kind == SYM_FUNC && sym->func && sym->defined)
                generate_function(sym->func, diags);
        }
    }
    if (cell->entry) generate_function(cell->entry, diags);
}

static void ask(const struct fuzz_cell *text) {
    size_t cursor = text->len ? hd_hash(text->text, text->len) % text->len : 0;
    char *copy = hd_strndup(hd_engine.arena, text->text, text->len);
    if (strlen(copy) != text->len) return;
    json_t *reply = hd_complete_reply(copy, cursor);
    json_decref(reply);
    reply = hd_inspect_reply(copy, cursor, 1);
    json_decref(reply);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_cell cells[FUZZ_MAX_CELLS];
    int flags, n = fuzz_cells(data, size, &flags, cells);
    choice = (unsigned)hd_hash(data, size);
    generated = 0;
    struct hd_front *outer = hd_engine.front;
    struct hd_arena *arena = hd_engine.arena;
    hd_engine.front = fuzz_front_create();
    hd_engine.arena = hd_arena_create();
    for (int i = 0; i < n; i++) {
        struct hd_diags diags = {.arena = hd_engine.arena};
        struct hd_source *source = hd_source_add("In", NULL, cells[i].text, cells[i].len);
        source->lang = flags & FUZZ_C ? HD_LANG_C : HD_LANG_CU;
        struct hd_cell cell;
        if (flags & FUZZ_ASK) ask(&cells[i]);
        if (hd_front_cell(hd_engine.front, source, flags & FUZZ_PROGRAM, &cell, &diags)) {
            generate_cell(&cell, &diags);
            hd_front_commit(hd_engine.front, &cell);
        }
        look_for_internal_errors(&diags);
    }
    fuzz_front_destroy(hd_engine.front);
    hd_arena_destroy(hd_engine.arena);
    hd_engine.front = outer;
    hd_engine.arena = arena;
    return 0;
}
