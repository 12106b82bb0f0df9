// Going back in host code: the cell is run again from its beginning.
//
// What it can see is as it was then: the values of variables, of heap blocks and of device memory
// are copied when the cell begins (they are parts of one file, of which what was never written
// takes no room). Blocks, times, answers to scanf come the same again (cpu/heap/again.c,
// run/io/input.c, run/cudart/memory.c), rand() goes on from where it was, and what was printed is
// not printed again.
//
// What has effects outside of the session, a file that is removed, a thread, is not done twice:
// code that reaches such a function cannot go back, and is told which.
#include "run/debug/debug.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_KEPT (1ull << 30) // bytes of the session's values that are copied

static struct {
    bool on;
    char why[200]; // not; empty: it can go back
    struct dbg_values values;
    int random[32]; // of rand()
    int random_length;
    unsigned short random48[3];
    HD_VEC(bool) twins; // of the launches so far: whether a twin ran
    int saved[2];       // descriptors 1 and 2, while they lead nowhere; 0: they do not
} kept;

// ---- what cannot be done twice ------------------------------------------------------------------

static const char *const outside[] = {
    "system",  "popen",    "fork",           "vfork",   "execl",   "execv",       "execve",
    "execvp",  "execlp",   "posix_spawn",    "remove",  "rename",  "unlink",      "mkdir",
    "rmdir",   "truncate", "ftruncate",      "mkstemp", "mkdtemp", "tmpfile",     "socket",
    "connect", "send",     "recv",           "accept",  "kill",    "chdir",       "setenv",
    "putenv",  "mmap",     "pthread_create", "dlopen",  "link",    "thrd_create", "symlink"};

// With what a cell reaches, before it is run.
void dbg_host_reaches(struct hd_func *const *funcs, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < funcs[i]->ncalls; k++) {
            const struct hd_sym *callee = funcs[i]->calls[k];
            if (callee->kind != SYM_FUNC || !callee->name || callee->func) continue;
            for (int j = 0; j < HD_COUNT(outside); j++)
                if (!strcmp(callee->name, outside[j]))
                    snprintf(kept.why, sizeof kept.why,
                             "going back runs host code again from its beginning, and `%s` would "
                             "be done twice",
                             callee->name);
        }
}

// ---- rand ---------------------------------------------------------------------------------------
// Its state is an array whose first word says how long it is and, once another array has taken its
// place, where in it the generator stands.

static const int lengths[] = {1, 8, 16, 32, 64}; // words, by type

static void random_state(bool restore) {
    static char other[128];
    int *state = (int *)(void *)initstate(1, other, sizeof other);
    int type = state ? state[0] % 5 : 0;
    int n =
        type >= 0 && lengths[type] < HD_COUNT(kept.random) ? lengths[type] : HD_COUNT(kept.random);
    if (state && restore && kept.random_length == n)
        memcpy(state, kept.random, (size_t)n * sizeof *state);
    if (state && !restore) memcpy(kept.random, state, (size_t)n * sizeof *state);
    kept.random_length = n;
    if (state) setstate((char *)state);
    unsigned short zero[3] = {0}, *old = seed48(restore ? kept.random48 : zero);
    if (restore) return;
    memcpy(kept.random48, old, sizeof kept.random48);
    seed48(kept.random48);
}

// ---- output -------------------------------------------------------------------------------------

void dbg_silence(bool on) {
    if (on == (kept.saved[0] != 0)) return;
    fflush(stdout);
    fflush(stderr);
    if (!on) {
        for (int i = 0; i < 2; i++) {
            dup2(kept.saved[i], i + 1);
            close(kept.saved[i]);
            kept.saved[i] = 0;
        }
        return;
    }
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    for (int i = 0; i < 2; i++) {
        kept.saved[i] = fcntl(i + 1, F_DUPFD_CLOEXEC, 10);
        dup2(nowhere, i + 1);
    }
    close(nowhere);
}

bool hd_debug_is_quiet(void) { return kept.on && dbg.quiet; }

// ---- launches -----------------------------------------------------------------------------------

// The launch that begins; run again, it takes the code that it took before, unless there is
// something to be seen in it now: then its blocks are a part that is shown (skip.c).
bool dbg_host_twin(bool wants, bool looks) {
    int i = dbg.nlaunches - 1;
    if (kept.on && i >= kept.twins.n) HD_XPUSH(&kept.twins, wants);
    bool *twin = kept.on ? &kept.twins.v[i] : &wants;
    if (!*twin && (dbg.goal || dbg.replaying ? looks : wants)) {
        *twin = true;
        dbg_skip_launch(dbg.nlaunches);
    }
    if (dbg_why_on) dbg_why_launches(!*twin);
    return *twin;
}

bool dbg_host_show(int launch) {
    if (!kept.on || launch > kept.twins.n) return false;
    kept.twins.v[launch - 1] = true;
    return true;
}

// ---- cells --------------------------------------------------------------------------------------

void dbg_host_begin(void) {
    kept.twins.n = 0;
    if (kept.why[0]) return;
    if (!dbg_values_keep(&kept.values, MOST_KEPT)) {
        snprintf(kept.why, sizeof kept.why,
                 "going back in host code needs a copy of the session's memory, which is too large "
                 "for that (more than %llu MB)",
                 MOST_KEPT >> 20);
        return;
    }
    kept.on = true;
    random_state(false);
    hd_again_begin();
    hd_cudart_note(true);
    hd_input_note(true);
}

void dbg_host_end(void) {
    kept.why[0] = 0;
    if (!kept.on) return;
    kept.on = false;
    dbg_silence(false);
    dbg_values_drop(&kept.values);
    hd_again_end();
    hd_cudart_note(false);
    hd_input_note(false);
}

const char *dbg_host_refuses(void) {
    if (kept.why[0]) return kept.why;
    if (!kept.on) return "this code was not made for going back: begin it with %debug";
    if (!hd_again_possible())
        return "this code has given back so much memory that it cannot go back any more";
    return NULL;
}

void dbg_host_rewind(void) {
    fflush(stdout);
    fflush(stderr);
    hd_cudart_rewind();
    hd_again_rewind();
    hd_input_rewind();
    dbg_values_restore(&kept.values);
    random_state(true);
    dbg_silence(true);
}
