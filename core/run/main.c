// heddle-engine: started by the session client with a socket (descriptor 3) and the variable store
// (descriptor 4).
//
//     heddle-engine [--dump=STAGES]                     serve the client
//     heddle-engine [--dump=STAGES] --check FILE        check a file and report, for tests
//     heddle-engine [--dump=STAGES] --exec FILE [ARGS]  run a file without a client, for tests
//     heddle-engine --ptx FILE [--arch sm_75,sm_90] [--emit=ptx|llvm|nvvm|verify|resources]
//                                                       compile a file's kernels for GPUs, for
//                                                       tests
#include "run/run.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static int check_file(const char *path) {
    char *text;
    size_t len;
    if (!hd_read_file(path, &text, &len)) {
        perror(path);
        return 2;
    }
    struct hd_front *front = hd_front_create(NULL);
    struct hd_arena *arena = hd_arena_create();
    struct hd_diags diags = {.arena = arena};
    struct hd_source *source = hd_source_add(path, path, text, len);
    size_t n = strlen(path);
    bool is_c = n > 2 && strcmp(path + n - 2, ".c") == 0;
    source->lang = is_c ? HD_LANG_C : HD_LANG_CU;
    struct hd_cell cell;
    bool ok = hd_front_cell(front, source, is_c, &cell, &diags);
    struct hd_buf out = {0};
    for (struct hd_diag *d = diags.first; d; d = d->next) hd_diag_render(&out, d, false, 0);
    if (ok && hd_engine.dump && strstr(hd_engine.dump, "types")) {
        for (int i = 0; i < cell.defs.n; i++) {
            struct hd_sym *sym = cell.defs.v[i]->sym;
            if (sym && sym->kind == SYM_FUNC && sym->func && sym->func->body)
                hd_func_print(&out, sym->func);
        }
        if (cell.entry) hd_func_print(&out, cell.entry);
    }
    fputs(hd_buf_str(&out), stdout);
    hd_buf_finish(&out);
    if (ok) hd_front_rollback(front, &cell);
    hd_front_destroy(front);
    hd_arena_destroy(arena);
    free(text);
    return ok ? 0 : 1;
}

static int exec_file(int argc, char **argv) {
    char *text;
    size_t len;
    if (!hd_read_file(argv[0], &text, &len)) {
        perror(argv[0]);
        return 2;
    }
    size_t n = strlen(argv[0]);
    struct hd_run run = {.code = text, .len = len, .name = argv[0], .path = argv[0]};
    run.lang = n > 2 && strcmp(argv[0] + n - 2, ".c") == 0 ? HD_LANG_C : HD_LANG_CU;
    hd_engine.program_argc = argc;
    hd_engine.program_argv = argv;
    hd_front_lock();
    hd_execute_text(&run, true);
    hd_front_unlock();
    fflush(stdout);
    free(text);
    if (run.status == HD_STATUS_EXITED) return run.exit_status;
    return run.status == HD_STATUS_OK ? 0 : 1;
}

int main(int argc, char **argv) {
    const char *check = NULL, *ptx = NULL, *arch = "sm_75", *what = "ptx";
    int exec_at = 0;
    bool asks_for_input = false, line_output = false;
    for (int i = 1; i < argc && !exec_at; i++) {
        if (strncmp(argv[i], "--dump=", 7) == 0)
            hd_engine.dump = argv[i] + 7;
        else if (strcmp(argv[i], "--ask-input") == 0)
            asks_for_input = true;
        else if (strcmp(argv[i], "--line-output") == 0)
            line_output = true;
        else if (strcmp(argv[i], "--check") == 0 && i + 1 < argc)
            check = argv[++i];
        else if (strcmp(argv[i], "--ptx") == 0 && i + 1 < argc)
            ptx = argv[++i];
        else if (strcmp(argv[i], "--arch") == 0 && i + 1 < argc)
            arch = argv[++i];
        else if (strncmp(argv[i], "--emit=", 7) == 0)
            what = argv[i] + 7;
        else if (strcmp(argv[i], "--exec") == 0 && i + 1 < argc)
            exec_at = i + 1;
    }
    if (check) return check_file(check);
    bool serving = !exec_at && !ptx;
    if (serving && (fcntl(3, F_GETFD) < 0 || fcntl(4, F_GETFD) < 0)) {
        fprintf(stderr, "heddle-engine is started by heddle and heddle-kernel; run one of those\n");
        return 2;
    }
    // Out of the way of user code and its children; Ctrl-C comes through the client.
    int socket = serving ? fcntl(3, F_DUPFD_CLOEXEC, 250) : -1,
        memory = serving ? fcntl(4, F_DUPFD_CLOEXEC, 251) : -1;
    if (serving) {
        close(3);
        close(4);
        hd_guard_own_fd(socket);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        hd_guard_on_terminal();
    }
    if (line_output && !hd_streams_init()) perror("heddle-engine: standard output");
    if (asks_for_input && !hd_input_init()) perror("heddle-engine: standard input");
    struct hd_buf error = {0};
    if (!hd_engine_start(memory, &error)) {
        fprintf(stderr, "heddle-engine: %s\n", hd_buf_str(&error));
        return 3;
    }
    if (ptx) return hd_ptx_file(ptx, arch, what);
    if (exec_at) return exec_file(argc - exec_at, argv + exec_at);
    hd_serve(socket);
    return 0;
}
