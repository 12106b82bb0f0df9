// fork and exec as user code may call them.
//
// A forked child is a copy of the engine with one thread: it must never answer the client. It is
// marked, so that exit() really ends it, a fault kills it as it would any program, and coming to
// the end of the cell ends it too. vfork would share our memory and becomes fork.
//
// exec without fork would replace the engine. It runs the program in a child instead, waits, and
// then ends the cell as the program ended, which looks the same from outside.
#include "cpu/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void in_child(void) {
    hd_guard_forked = 1;
    if (hd_guard_on_fork) hd_guard_on_fork();
    if (hd_self) hd_self->tid = (pid_t)syscall(SYS_gettid);
}

void hd_process_init(void) { pthread_atfork(NULL, NULL, in_child); }

pid_t hd_user_fork(void) { return fork(); }

static int run_exec(const char *file, char *const argv[], char *const env[], bool search) {
    if (search) return execvpe(file, argv, env);
    return execve(file, argv, env);
}

static int replace(const char *file, char *const argv[], char *const env[], bool search) {
    if (hd_guard_forked || !hd_self || !hd_self->unwind) return run_exec(file, argv, env, search);
    int report[2]; // closed by a successful exec
    if (pipe2(report, O_CLOEXEC)) return -1;
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) {
        close(report[0]);
        close(report[1]);
        return -1;
    }
    if (child == 0) {
        run_exec(file, argv, env, search);
        int error = errno;
        if (write(report[1], &error, sizeof error) < 0) _exit(126);
        _exit(127);
    }
    close(report[1]);
    int error = 0, status = 0;
    ssize_t got;
    do got = read(report[0], &error, sizeof error);
    while (got < 0 && errno == EINTR);
    close(report[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        struct hd_guard_thread *self = hd_self;
        if (hd_guard_wants_out(self)) kill(child, SIGTERM);
        hd_guard_check();
    }
    if (got == (ssize_t)sizeof error) {
        errno = error;
        return -1;
    }
    struct hd_fault fault = {.status =
                                 WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
    hd_fault_say(&fault, 0, "exit",
                 "the program `%s`, which took this one's place, ended with status %d", file,
                 fault.status);
    hd_user_end(REQUEST_EXIT, &fault);
}

int hd_user_execv(const char *path, char *const argv[]) {
    return replace(path, argv, environ, false);
}

int hd_user_execve(const char *path, char *const argv[], char *const env[]) {
    return replace(path, argv, env, false);
}

int hd_user_execvp(const char *file, char *const argv[]) {
    return replace(file, argv, environ, true);
}

int hd_user_execvpe(const char *file, char *const argv[], char *const env[]) {
    return replace(file, argv, env, true);
}

struct words {
    HD_VEC(char *) v;
};

static void collect(struct words *words, const char *first, va_list *args) {
    HD_XPUSH(&words->v, (char *)(uintptr_t)first);
    while (words->v.v[words->v.n - 1]) {
        char *next = va_arg(*args, char *);
        HD_XPUSH(&words->v, next);
    }
}

int hd_user_execl(const char *path, const char *arg, ...) {
    struct words words = {0};
    va_list args;
    va_start(args, arg);
    collect(&words, arg, &args);
    va_end(args);
    int result = replace(path, words.v.v, environ, false);
    HD_FREE_VEC(&words.v);
    return result;
}

int hd_user_execlp(const char *file, const char *arg, ...) {
    struct words words = {0};
    va_list args;
    va_start(args, arg);
    collect(&words, arg, &args);
    va_end(args);
    int result = replace(file, words.v.v, environ, true);
    HD_FREE_VEC(&words.v);
    return result;
}

int hd_user_execle(const char *path, const char *arg, ...) {
    struct words words = {0};
    va_list args;
    va_start(args, arg);
    collect(&words, arg, &args);
    char *const *env = va_arg(args, char *const *);
    va_end(args);
    int result = replace(path, words.v.v, env, false);
    HD_FREE_VEC(&words.v);
    return result;
}
