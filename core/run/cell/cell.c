// One cell through all layers. hd_run_cell is the program's table of contents:
//
//     check -> place variables -> compile and link the entry -> commit -> run -> report or show
//
// The cell is a transaction until it has compiled; what it does when it runs is not undone.
#include "cpu/guard/exception.h"
#include "run/array/array.h"
#include "run/gpu/gpu.h"
#include "run/library/library.h"
#include "run/program/program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct hd_engine hd_engine = {.socket = -1};

static void dump_text(const char *stage, const char *text) {
    if (!hd_engine.dump) return;
    size_t n = strlen(stage);
    for (const char *p = hd_engine.dump; (p = strstr(p, stage)); p += n) {
        if ((p != hd_engine.dump && p[-1] != ',') || (p[n] && p[n] != ',')) continue;
        fprintf(stderr, "--- %s\n%s", stage, text);
        return;
    }
}

void hd_dump_module(const struct hd_module *module, const char *stage) {
    if (!hd_engine.dump) return;
    char *text = LLVMPrintModuleToString(module->module);
    dump_text(stage, text);
    LLVMDisposeMessage(text);
}

void hd_dump_assembly(const struct hd_module *module, int opt) {
    if (!hd_engine.dump || !strstr(hd_engine.dump, "asm")) return;
    struct hd_buf out = {0};
    struct hd_module copy = {module->context, LLVMCloneModule(module->module), false};
    hd_jit_assembly(hd_engine.jit, &copy, opt, &out);
    dump_text("asm", hd_buf_str(&out));
    LLVMDisposeModule(copy.module);
    hd_buf_finish(&out);
}

static void dump_cell(const struct hd_cell *cell) {
    if (!hd_engine.dump) return;
    struct hd_buf out = {0};
    for (int i = 0; i < cell->tokens.n; i++)
        hd_buf_printf(&out, "%s%s", cell->tokens.v[i].flags & TF_BOL ? "\n" : " ",
                      cell->tokens.v[i].text);
    hd_buf_putc(&out, '\n');
    dump_text("tokens", hd_buf_str(&out));
    hd_buf_clear(&out);
    for (int i = 0; i < cell->defs.n; i++) {
        struct hd_sym *sym = cell->defs.v[i]->inst ? NULL : cell->defs.v[i]->sym;
        if (sym && sym->kind == SYM_FUNC && sym->func && sym->func->body)
            hd_func_print(&out, sym->func);
    }
    if (cell->entry) hd_func_print(&out, cell->entry);
    dump_text("types", hd_buf_str(&out));
    hd_buf_finish(&out);
}

// ---- running ------------------------------------------------------------------------------------

struct call {
    struct hd_run *run;
    void (*entry)(void);
    int (*main_fn)(int, char **, char **);
    int argc;
    char **argv;
    int result;
    bool too_late; // interrupted before it ran
};

static void call_entry(void *arg) {
    struct call *call = arg;
    call->too_late = hd_engine.interrupt_asked;
    if (call->too_late) return;
    if (call->run->several) hd_program_begin();
    if (call->run->driver)
        call->run->driver(call->run, call->entry);
    else if (call->entry)
        call->entry();
    if (!call->main_fn) {
        hd_cpu_finish(NULL, false, true);
        hd_gpu_wait_all();
        return;
    }
    extern char **environ;
    void (*quit)(int) = (void (*)(int))(uintptr_t)hd_cpu_replacement("exit");
    errno = 0; // whatever was compiled before
    call->result = call->main_fn(call->argc, call->argv, environ);
    hd_gpu_wait_all();
    quit(call->result);
}

static enum hd_status run_guarded(struct hd_run *run, struct call *call) {
    bool checks = hd_check_cell_begins();
    hd_debug_cell_begins();
    hd_front_unlock();
    hd_engine.user_code_ran = true;
    enum hd_outcome outcome;
    do { // a debugger that goes back runs it again
        hd_exceptions_begin();
        hd_margins_begin();
        hd_exceptions_abort = run->mode == HD_MODE_PROGRAM;
        outcome = hd_guard_run(call_entry, call, &run->fault);
        if (outcome != HD_POISONED) hd_cpu_drop();
    } while (outcome == HD_FAULT && hd_debug_cell_again(&run->fault));
    if (outcome != HD_POISONED) hd_gpu_cell_ends(outcome != HD_RAN);
    fflush(stdout);
    fflush(stderr);
    if (!hd_debug_holds_front()) hd_front_lock();
    hd_debug_cell_ends(outcome == HD_RAN ? NULL : &run->fault);
    if (checks) hd_check_cell_ends(run, outcome == HD_FAULT ? &run->fault : NULL);
    hd_debug_input_ended(outcome != HD_RAN);
    struct hd_fault over;
    bool hit = outcome != HD_POISONED && hd_margins_end(outcome != HD_RAN, &over);
    if (hit && outcome == HD_RAN && run->mode != HD_MODE_PROGRAM) {
        run->fault = over;
        return HD_STATUS_ERROR;
    }
    if (hit && (outcome == HD_RAN || outcome == HD_EXITED)) hd_report_over(&over);
    switch (outcome) {
    case HD_RAN: return call->too_late ? HD_STATUS_INTERRUPTED : HD_STATUS_OK;
    case HD_INTERRUPTED: return HD_STATUS_INTERRUPTED;
    case HD_EXITED: run->exit_status = run->fault.status; return HD_STATUS_EXITED;
    case HD_POISONED:
        hd_report_dying(&run->fault);
        _exit(70); // the client starts a new engine and restores the session
    case HD_FAULT: break;
    }
    return HD_STATUS_ERROR;
}

bool hd_cell_place(struct hd_cell *cell, struct hd_diags *diags) {
    for (int i = 0; i < cell->moved.n; i++) {
        struct hd_sym *sym = cell->moved.v[i];
        if (sym->def && sym->def->sym == sym && !hd_var_place(sym)) {
            hd_var_no_room(diags, sym->range, sym);
            return false;
        }
    }
    for (int i = 0; i < cell->defs.n; i++) {
        struct hd_sym *sym = cell->defs.v[i]->sym;
        if (cell->defs.v[i]->dead || !sym || sym->kind != SYM_VAR) continue;
        if (sym->storage == ST_LOCAL || sym->storage == ST_EXTERN || sym->storage == ST_THREAD)
            continue;
        if (sym->storage == ST_SHARED || sym->storage == ST_DYN_SHARED) continue;
        if (hd_diags_stop(diags)) return false;
        if (hd_var_place(sym)) continue;
        hd_var_no_room(diags, sym->range, sym);
        return false;
    }
    return true;
}

static void journal_cell(const struct hd_run *run, const struct hd_cell *cell) {
    if (hd_engine.socket < 0) return;
    json_t *entry = json_pack("{s:s, s:i, s:s?, s:s, s:s, s:s?, s:b, s:i, s:o}", "op", "cell",
                              "serial", cell->serial, "above", run->above, "name", run->name,
                              "lang", run->lang == HD_LANG_C ? "c" : "cu", "path", run->path,
                              "program", run->mode == HD_MODE_PROGRAM, "count", hd_engine.count,
                              "vars", hd_vars_journal(cell->serial));
    hd_set_code(entry, run->code, run->len);
    hd_event("journal", entry);
}

static void collect_sometimes(struct hd_cell *cell) {
    if (++hd_engine.cells_since_collect < 64) return;
    hd_engine.cells_since_collect = 0;
    hd_collect(cell->arena);
}

static void say_interrupted(struct hd_run *run) {
    run->status = HD_STATUS_INTERRUPTED;
    run->fault.kind = "interrupted";
    snprintf(run->fault.message, sizeof run->fault.message, "interrupted");
}

// Says why; a compilation that was interrupted has nothing else to say.
static enum hd_status not_compiled(struct hd_run *run, struct hd_diags *diags) {
    hd_working_end();
    run->status = HD_STATUS_ERROR;
    if (diags->stopped) {
        run->fault = (struct hd_fault){0};
        say_interrupted(run);
        hd_report_fault(&run->fault);
    } else if (run->mode != HD_MODE_RESTORE) {
        hd_report_diags(diags);
    }
    return run->status;
}

static enum hd_status compile_failed(struct hd_run *run, struct hd_cell *cell,
                                     struct hd_diags *diags) {
    hd_front_rollback(hd_engine.front, cell);
    hd_vars_moved_back();
    return not_compiled(run, diags);
}

static struct hd_source *make_source(const struct hd_run *run) {
    struct hd_source *source =
        hd_source_add(hd_intern_str(run->name), run->path, run->code, run->len);
    source->lang = run->lang;
    source->first_line = 1 + run->line_offset;
    source->above = run->above;
    return source;
}

// An input that is a comment and nothing else says something of the next one's first definition:
// at a prompt and in `heddle -` each line of them is an input of its own. Where there are very
// many, the first are forgotten: each input has what is above it with it.
static void keep_comment(const struct hd_run *run, const struct hd_cell *cell) {
    size_t len = run->len;
    while (len > 0 && strchr(" \t\r\n", run->code[len - 1])) len--;
    if (cell->tokens.n > 0 || len == 0) return;
    enum { MOST_ABOVE = 4096 };
    const char *before = run->above && strlen(run->above) < MOST_ABOVE ? run->above : "";
    hd_engine.above =
        hd_intern_str(hd_printf(hd_engine.arena, "%s%.*s\n", before, (int)len, run->code));
}

static void warn_misspelt_main(const struct hd_cell *cell, struct hd_diags *diags) {
    const struct hd_def *def = hd_misspelt_main(cell);
    if (!def || hd_def_find(hd_engine.front, "main")) return;
    struct hd_diag *d =
        hd_warning(diags, def->sym->range, "no-main",
                   "`%s` is defined, and there is no `main`: is it this?", def->sym->name);
    hd_help(diags, d, "a program in a file starts with `main`; in a session a call runs it");
}

enum hd_status hd_run_cell(struct hd_run *run) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    if (run->mode != HD_MODE_RESTORE) diags.stop = &hd_engine.interrupt_asked;
    struct hd_cell *cell = HD_NEW(hd_engine.arena, struct hd_cell);
    hd_engine.cell = cell;
    hd_engine.diags = &diags;
    int64_t start = hd_now_ns();
    hd_engine.compile_ns = 0;
    if (run->mode == HD_MODE_CELL) run->above = hd_engine.above;
    hd_engine.above = NULL;
    hd_working_begin("compiling %s", run->name);
    hd_front_set_arch(hd_engine.front, hd_device_arch());
    hd_front_set_input(hd_engine.front,
                       run->mode == HD_MODE_PROGRAM || (run->silent && run->mode != HD_MODE_RESTORE)
                           ? 0
                           : hd_engine.count);

    if (!hd_front_cell(hd_engine.front, make_source(run), run->mode == HD_MODE_PROGRAM, cell,
                       &diags))
        return not_compiled(run, &diags);
    run->serial = cell->serial;
    dump_cell(cell);
    bool journaled = hd_front_changed(hd_engine.front);
    if (run->mode == HD_MODE_CELL && !journaled) keep_comment(run, cell);
    // A variable whose struct is defined anew later has its bytes as they were in the end.
    if (run->mode != HD_MODE_RESTORE && !hd_cell_place(cell, &diags))
        return compile_failed(run, cell, &diags);
    if (run->several && !hd_program_link(&diags)) return compile_failed(run, cell, &diags);
    struct call call = {.run = run, .argc = hd_engine.program_argc, .argv = hd_engine.program_argv};
    if (run->mode != HD_MODE_RESTORE) {
        bool checked = hd_check_wanted();
        // A main without loops runs once, from its beginning to its end.
        struct hd_def *main_def = hd_def_find(hd_engine.front, "main");
        struct hd_func *main_func =
            run->mode == HD_MODE_PROGRAM && cell->has_main ? main_def->sym->func : NULL;
        void *twin = cell->entry ? hd_debug_entry(cell->entry, &diags) : NULL;
        if (cell->entry && !twin && diags.errors == 0)
            twin = checked ? hd_code_checked_host(cell->entry, NULL, &diags)
                           : hd_code_entry(cell->entry, run->optimise, &diags);
        call.entry = (void (*)(void))(uintptr_t)twin;
        if (cell->entry && !twin) return compile_failed(run, cell, &diags);
        void *main_twin = main_func ? hd_debug_entry(main_func, &diags) : NULL;
        if (run->mode == HD_MODE_PROGRAM && cell->has_main && !main_twin && diags.errors == 0)
            main_twin = checked ? hd_code_checked_host(NULL, main_def->sym, &diags)
                                : hd_code_for(main_def->sym, false, &diags);
        call.main_fn = (int (*)(int, char **, char **))(uintptr_t)main_twin;
        if (run->mode == HD_MODE_PROGRAM && cell->has_main && !main_twin)
            return compile_failed(run, cell, &diags);
    }
    hd_front_commit(hd_engine.front, cell);
    hd_vars_moved(cell);
    hd_names_changed();
    if (journaled && run->mode != HD_MODE_RESTORE) journal_cell(run, cell);
    if (run->mode == HD_MODE_CELL && !run->path) warn_misspelt_main(cell, &diags);
    if (diags.first && run->mode != HD_MODE_RESTORE) hd_report_diags(&diags); // warnings
    hd_engine.compile_ns += hd_now_ns() - start;
    hd_working_end();

    run->status = HD_STATUS_OK;
    if (call.entry || call.main_fn) run->status = run_guarded(run, &call);
    bool is_cell = run->mode != HD_MODE_PROGRAM;
    if (run->status == HD_STATUS_EXITED && is_cell) {
        run->fault.kind = "exit";
        snprintf(run->fault.message, sizeof run->fault.message,
                 "%s called exit(%d); the session goes on",
                 run->fault.by_thread ? "a thread of the program" : "the code", run->exit_status);
        run->status = HD_STATUS_ERROR;
    }
    if (run->status == HD_STATUS_INTERRUPTED) say_interrupted(run);
    bool told = hd_debug_was_left(); // by `quit`, which needs no report
    if ((run->status == HD_STATUS_ERROR || run->status == HD_STATUS_INTERRUPTED) && !told)
        hd_report_fault(&run->fault);
    if (run->status == HD_STATUS_ERROR && !is_cell && run->fault.status) {
        run->status = HD_STATUS_EXITED; // as a program that a signal ends
        run->exit_status = run->fault.status;
    }
    if (run->status != HD_STATUS_OK) hd_front_drop_result(hd_engine.front, cell);
    hd_code_drop_late();
    hd_results_trim(); // destructors may print: before the value
    if (run->status == HD_STATUS_OK && cell->result && (!run->silent || run->wants_value))
        hd_show_result(cell->result, hd_engine.count);
    hd_transfer_settle();
    hd_code_sweep();
    if (hd_guard_user_threads() == 0) {
        hd_array_sweep();
        hd_beside_sweep();
    }
    collect_sometimes(cell);
    return run->status;
}

void hd_run_driver(struct hd_run *run) {
    struct call call = {.run = run};
    run->status = run_guarded(run, &call);
}

void hd_run_entry(struct hd_run *run, void (*entry)(void)) {
    struct call call = {.run = run, .entry = entry};
    run->status = run_guarded(run, &call);
}

enum hd_status hd_run_input(struct hd_run *run) {
    if (hd_magic(run))
        hd_engine.above = NULL;
    else
        hd_run_cell(run);
    hd_debug_finding(run);
    return run->status;
}

// ---- start --------------------------------------------------------------------------------------

static void dump_item(void *user, const struct hd_ast *item) {
    if (!hd_engine.dump) return;
    struct hd_buf out = {0};
    hd_ast_print(&out, item);
    hd_buf_putc(&out, '\n');
    dump_text("ast", hd_buf_str(&out));
    hd_buf_finish(&out);
}

static void cell_dead(void *user, int cell) {
    hd_vars_forget(cell);
    if (hd_engine.socket < 0) return;
    hd_event("journal", json_pack("{s:s, s:i}", "op", "drop", "serial", cell));
    hd_forget_cell(cell);
}

static void forked(void) {
    hd_store_forked();
    hd_hot_forked();
}

bool hd_engine_start(int store_fd, struct hd_buf *error) {
    hd_engine.options = (struct hd_options){.fmad = 1};
    // What the command line says (-fmad=false, -use_fast_math), also to an engine started later.
    const char *fmad = getenv("HEDDLE_FMAD"), *fast = getenv("HEDDLE_FAST_MATH");
    if (fmad) hd_engine.options.fmad = atoi(fmad) != 0;
    if (fast) hd_engine.options.fastmath = atoi(fast) != 0;
    const char *lanes = getenv("HEDDLE_LANES"); // tests: this width from the first launch on
    if (lanes) hd_engine.options.lanes = atoi(lanes);
    hd_engine.always_full = lanes != NULL;
    const char *threads = getenv("HEDDLE_THREADS");
    if (threads) hd_cpu_set_threads(hd_engine.options.threads = atoi(threads));
    const char *cache = getenv("HEDDLE_CACHE");
    hd_engine.keeps_objects = !cache || strcmp(cache, "0") != 0;
    hd_engine.keeps_all_objects = cache && strcmp(cache, "all") == 0;
    hd_engine.arena = hd_arena_create();
    hd_engine.front = hd_front_create(
        &(struct hd_front_hooks){.on_item = dump_item, .on_macro_gone = hd_before_keep_macro});
    hd_front_on_stale(hd_engine.front, hd_code_stale, NULL);
    hd_front_on_cell_dead(hd_engine.front, cell_dead, NULL);
    hd_stub_resolver = hd_code_resolve_stub;
    hd_guard_explain = hd_cudart_explain;
    hd_guard_dying = hd_report_collapse;
    hd_guard_on_fork = forked;
    hd_guard_on_interrupt = hd_debug_terminal_interrupt;
    hd_guard_page_fault = hd_transfer_fault;
    hd_check_start();
    hd_array_product = hd_library_product;
    hd_array_sort = hd_library_sort;
    hd_array_leaves = hd_transfer_array_leaves;
    hd_guard_prepare = hd_transfer_prepare;
    if (!hd_store_open(store_fd, error) || !hd_guard_init(error)) return false;
    hd_device_start();
    hd_engine.jit = hd_jit_create(error);
    return hd_engine.jit != NULL;
}
