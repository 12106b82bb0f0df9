// The C library as user code sees it: functions that would end the process, or take over its
// signals, are replaced.
//
// hd_cpu_replacement maps a name to ours; whoever links user code asks it first. A call from inside
// the library itself does not come through here, so functions that call exit() are replaced too;
// for what is left there is an exit handler of the library, and the handler of SIGABRT.
//
// Signals: a user's handler for a fault is remembered and called from our handler, so
// `signal(SIGSEGV, h)` with a longjmp works as it does elsewhere. Handlers for other signals are
// installed for real, behind a trampoline that runs them on the executing thread. All of them are
// dropped when the cell ends.
#include "cpu/internal.h"

#include <err.h>
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// ---- exit ---------------------------------------------------------------------------------------

struct exit_function {
    void (*plain)(void);
    void (*with_status)(int, void *); // on_exit
    void (*with_arg)(void *);         // __cxa_atexit
    void *arg;
    bool quick;
};
static struct {
    pthread_mutex_t lock;
    HD_VEC(struct exit_function) v;
} at_exit = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int add_exit_function(struct exit_function function) {
    pthread_mutex_lock(&at_exit.lock);
    HD_XPUSH(&at_exit.v, function);
    pthread_mutex_unlock(&at_exit.lock);
    return 0;
}

static int user_atexit(void (*fn)(void)) {
    return add_exit_function((struct exit_function){.plain = fn});
}

static int user_on_exit(void (*fn)(int, void *), void *arg) {
    return add_exit_function((struct exit_function){.with_status = fn, .arg = arg});
}

static int user_cxa_atexit(void (*fn)(void *), void *arg, void *dso) {
    return add_exit_function((struct exit_function){.with_arg = fn, .arg = arg});
}

static int user_at_quick_exit(void (*fn)(void)) {
    return add_exit_function((struct exit_function){.plain = fn, .quick = true});
}

static bool take_exit_function(bool quick, struct exit_function *out) {
    bool found = false;
    pthread_mutex_lock(&at_exit.lock);
    for (int i = at_exit.v.n - 1; i >= 0 && !found; i--) {
        if (at_exit.v.v[i].quick != quick) continue;
        *out = at_exit.v.v[i];
        for (int k = i + 1; k < at_exit.v.n; k++) at_exit.v.v[k - 1] = at_exit.v.v[k];
        at_exit.v.n--;
        found = true;
    }
    pthread_mutex_unlock(&at_exit.lock);
    return found;
}

static void run_exit_functions(int status, bool quick) {
    struct exit_function f;
    while (take_exit_function(quick, &f)) {
        if (f.plain)
            f.plain();
        else if (f.with_status)
            f.with_status(status, f.arg);
        else
            f.with_arg(f.arg);
    }
}

_Noreturn void hd_user_end(enum guard_request request, struct hd_fault *fault) {
    struct hd_guard_thread *self = hd_self;
    enum hd_outcome outcome = request == REQUEST_EXIT ? HD_EXITED : HD_FAULT;
    if (!self || !self->unwind) {
        fprintf(stderr, "%s\n", fault->message);
        _exit(request == REQUEST_EXIT ? fault->status : 1);
    }
    if (self->role == ROLE_USER && request == REQUEST_EXIT && !self->apart) {
        hd_guard_ask(request, fault);
        hd_guard_kick();
    }
    hd_guard_raise_as(fault, outcome);
}

static _Noreturn void end_with(int status) {
    struct hd_fault fault = {.status = status & 0xff};
    hd_fault_say(&fault, 0, "exit", "the program ended with status %d", status & 0xff);
    if (hd_guard_forked || !hd_self || !hd_self->unwind) _exit(status);
    fault.by_thread = hd_self->role == ROLE_USER && !hd_self->apart;
    if (fault.by_thread && !hd_self->apart && !hd_guard_running())
        fprintf(stderr, "a thread called exit(%d): it has ended, and the session goes on\n",
                status);
    hd_user_end(REQUEST_EXIT, &fault);
}

_Noreturn void hd_user_exit(int status) {
    run_exit_functions(status, false);
    fflush(NULL);
    end_with(status);
}

static _Noreturn void user_quick_exit(int status) {
    run_exit_functions(status, true);
    end_with(status);
}

// A library function that calls exit() by itself comes here. By then functions that LLVM registered
// later may have run, so the engine is not to be trusted any more.
static void on_library_exit(int status, void *arg) {
    struct hd_guard_thread *self = hd_self;
    if (!self || !self->unwind || hd_guard_forked) return;
    run_exit_functions(status, false);
    fflush(NULL);
    struct hd_fault fault = {.status = status & 0xff};
    hd_fault_say(&fault, 0, "exit", "a library ended the program with status %d", status & 0xff);
    hd_guard_raise_as(&fault, HD_POISONED);
}

// The functions of the C library that do.
static _Noreturn void user_verr(int status, const char *format, va_list args) {
    vwarn(format, args);
    hd_user_exit(status);
}

static _Noreturn void user_verrx(int status, const char *format, va_list args) {
    vwarnx(format, args);
    hd_user_exit(status);
}

static _Noreturn void user_err(int status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    user_verr(status, format, args);
}

static _Noreturn void user_errx(int status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    user_verrx(status, format, args);
}

static void user_error_at_line(int status, int number, const char *file, unsigned line,
                               const char *format, ...) {
    va_list args;
    va_start(args, format);
    fflush(stdout);
    fprintf(stderr, "%s:", program_invocation_name);
    if (file)
        fprintf(stderr, "%s:%u: ", file, line);
    else
        fputc(' ', stderr);
    vfprintf(stderr, format, args);
    va_end(args);
    if (number) fprintf(stderr, ": %s", strerror(number));
    fputc('\n', stderr);
    if (status) hd_user_exit(status);
}

static void user_error(int status, int number, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    user_error_at_line(status, number, NULL, 0, "%s", text);
}

// ---- abort and assert ---------------------------------------------------------------------------

static int user_raise(int sig);

static _Noreturn void user_abort(void) {
    if (hd_guard_forked) abort();
    user_raise(SIGABRT);
    struct hd_fault fault = {0}; // a handler that returns does not save the program
    hd_fault_say(&fault, SIGABRT, "abort", "the program called `abort`");
    hd_user_end(REQUEST_FAULT, &fault);
}

static _Noreturn void failed_assert(const char *what, const char *file, unsigned line,
                                    const char *function) {
    if (hd_guard_forked) {
        fprintf(stderr, "%s:%u: %s: %s\n", file, line, function ? function : "?", what);
        abort();
    }
    struct hd_fault fault = {0};
    hd_fault_say(&fault, SIGABRT, "assertion failed", "%s", what);
    fflush(NULL);
    siginfo_t info = {.si_signo = SIGABRT, .si_code = SI_TKILL};
    hd_user_handler(SIGABRT, &info, NULL, false);
    hd_user_end(REQUEST_FAULT, &fault);
}

static _Noreturn void user_assert_fail(const char *text, const char *file, unsigned line,
                                       const char *function) {
    char what[400];
    snprintf(what, sizeof what, "assertion `%s` failed", text);
    failed_assert(what, file, line, function);
}

static _Noreturn void user_assert(const char *text, const char *file, int line) {
    user_assert_fail(text, file, (unsigned)line, NULL);
}

static _Noreturn void user_assert_perror(int error, const char *file, unsigned line,
                                         const char *function) {
    char what[400];
    snprintf(what, sizeof what, "unexpected error: %s", strerror(error));
    failed_assert(what, file, line, function);
}

// ---- signals ------------------------------------------------------------------------------------

struct user_handler {
    struct sigaction action; // what user code asked for
    bool set;
    bool installed; // for real, with `before` to go back to
    struct sigaction before;
};
static struct user_handler handlers[_NSIG];
static atomic_bool any_handler;

static bool is_fault_signal(int sig) {
    return sig == SIGSEGV || sig == SIGBUS || sig == SIGFPE || sig == SIGILL || sig == SIGTRAP ||
           sig == SIGABRT || sig == SIGSYS;
}

static bool is_ours(int sig) { return sig == hd_interrupt_signal(); }

static bool has_function(const struct user_handler *h) {
    return h->set && h->action.sa_handler != SIG_DFL && h->action.sa_handler != SIG_IGN;
}

static void call_handler(struct user_handler *h, int sig, siginfo_t *info, void *context) {
    struct sigaction action = h->action;
    if (action.sa_flags & SA_RESETHAND) h->set = false;
    if (action.sa_flags & SA_SIGINFO)
        action.sa_sigaction(sig, info, context);
    else
        action.sa_handler(sig);
}

bool hd_user_handler(int sig, siginfo_t *info, void *context, bool nested) {
    struct user_handler *h = &handlers[sig];
    if (nested || !has_function(h)) return false;
    // The handler may leave by longjmp, which does not restore the mask.
    if (context) pthread_sigmask(SIG_SETMASK, &((ucontext_t *)context)->uc_sigmask, NULL);
    call_handler(h, sig, info, context);
    return true;
}

static void on_user_signal(int sig, siginfo_t *info, void *context) {
    int saved_errno = errno;
    struct hd_guard_thread *self = hd_self;
    struct user_handler *h = &handlers[sig];
    pid_t exec = atomic_load(&hd_exec_tid);
    if (hd_guard_forked || (self && self->unwind && !self->stop &&
                            (self->role == ROLE_EXEC || info->si_code == SI_TKILL))) {
        if (has_function(h)) call_handler(h, sig, info, context);
    } else if (exec && !(self && self->role == ROLE_EXEC)) {
        syscall(SYS_tgkill, getpid(), exec, sig);
    }
    errno = saved_errno;
}

// Signals that by default end the process without anybody's fault: an alarm, mostly.
static const int deadly[] = {SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGIO, SIGSTKFLT};

static void on_deadly(int sig, siginfo_t *info, void *context) {
    struct hd_fault fault = {0};
    if (hd_guard_forked || !hd_guard_running()) return;
    hd_fault_say(&fault, sig, "signal", "the program was ended by SIG%s (%s)", sigabbrev_np(sig),
                 sigdescr_np(sig));
    hd_guard_ask(REQUEST_FAULT, &fault);
    hd_guard_kick();
}

// What the call that caused them tells as well: EPIPE, EFBIG. A handler, unlike SIG_IGN, is not
// passed on to programs that are started.
static const int told_by_errno[] = {SIGPIPE, SIGXFSZ};

static void on_nothing(int sig) {}

static int user_sigaction(int sig, const struct sigaction *act, struct sigaction *old) {
    if (sig < 1 || sig >= _NSIG || ((sig == SIGKILL || sig == SIGSTOP) && act)) {
        errno = EINVAL;
        return -1;
    }
    struct user_handler *h = &handlers[sig];
    struct sigaction previous = h->set ? h->action : (struct sigaction){.sa_handler = SIG_DFL};
    if (act && !is_ours(sig)) {
        any_handler = true;
        if (!is_fault_signal(sig)) {
            struct sigaction real = {
                .sa_flags = SA_SIGINFO | (act->sa_flags &
                                          (SA_RESTART | SA_NODEFER | SA_NOCLDSTOP | SA_NOCLDWAIT))};
            real.sa_mask = act->sa_mask;
            sigdelset(&real.sa_mask, hd_interrupt_signal());
            real.sa_sigaction = on_user_signal;
            if (act->sa_handler == SIG_IGN) real = (struct sigaction){.sa_handler = SIG_IGN};
            if (act->sa_handler == SIG_DFL && h->installed) real = h->before;
            if (act->sa_handler != SIG_DFL || h->installed) {
                if (sigaction(sig, &real, h->installed ? NULL : &h->before)) return -1;
                h->installed = true;
            }
        }
        h->action = *act;
        h->set = act->sa_handler != SIG_DFL;
    }
    if (old) *old = previous;
    return 0;
}

static void (*set_handler(int sig, void (*fn)(int), int flags))(int) {
    struct sigaction act = {.sa_handler = fn, .sa_flags = flags}, old;
    sigemptyset(&act.sa_mask);
    return user_sigaction(sig, &act, &old) ? SIG_ERR : old.sa_handler;
}

static void (*user_signal(int sig, void (*fn)(int)))(int) {
    return set_handler(sig, fn, SA_RESTART);
}

static void (*user_sysv_signal(int sig, void (*fn)(int)))(int) {
    return set_handler(sig, fn, (int)SA_RESETHAND | SA_NODEFER);
}

void hd_user_handlers_drop(void) {
    if (!any_handler) return;
    for (int sig = 1; sig < _NSIG; sig++) {
        struct user_handler *h = &handlers[sig];
        if (h->installed) sigaction(sig, &h->before, NULL);
        *h = (struct user_handler){0};
    }
    any_handler = false;
}

static int user_raise(int sig) {
    if (sig < 0 || sig >= _NSIG) {
        errno = EINVAL;
        return -1;
    }
    struct user_handler *h = &handlers[sig];
    if (sig == 0 || is_ours(sig) || (h->set && h->action.sa_handler == SIG_IGN)) return 0;
    if (hd_guard_forked) return raise(sig);
    if (has_function(h)) {
        siginfo_t info = {.si_signo = sig, .si_code = SI_TKILL};
        info.si_pid = getpid();
        call_handler(h, sig, &info, NULL);
        return 0;
    }
    if (sig == SIGCHLD || sig == SIGURG || sig == SIGWINCH || sig == SIGCONT || sig == SIGSTOP ||
        sig == SIGTSTP || sig == SIGTTIN || sig == SIGTTOU)
        return 0;
    struct hd_fault fault = {0};
    if (sig == SIGABRT)
        hd_fault_say(&fault, sig, "abort", "the program was aborted");
    else if (!sigabbrev_np(sig))
        hd_fault_say(&fault, sig, "signal", "the program was ended by signal %d", sig);
    else
        hd_fault_say(&fault, sig, "signal", "the program was ended by SIG%s (%s)",
                     sigabbrev_np(sig), sigdescr_np(sig));
    hd_user_end(REQUEST_FAULT, &fault);
}

static int user_kill(pid_t pid, int sig) {
    if (pid == getpid() || pid == 0 || pid == -getpgrp()) return user_raise(sig);
    if (pid == -1 || pid == getppid()) {
        errno = EPERM;
        return -1;
    }
    return kill(pid, sig);
}

static int user_killpg(int group, int sig) {
    if (group == 0 || group == getpgrp()) return user_raise(sig);
    return killpg(group, sig);
}

static int user_pthread_kill(pthread_t thread, int sig) {
    if (pthread_equal(thread, pthread_self())) return user_raise(sig);
    return is_ours(sig) ? 0 : pthread_kill(thread, sig);
}

// Faults and interrupts must get through.
static const sigset_t *without_ours(const sigset_t *set, sigset_t *copy) {
    if (!set) return NULL;
    *copy = *set;
    for (int sig = 1; sig < _NSIG; sig++)
        if (is_fault_signal(sig) || is_ours(sig)) sigdelset(copy, sig);
    return copy;
}

static int user_pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
    sigset_t copy;
    return pthread_sigmask(how, how == SIG_UNBLOCK ? set : without_ours(set, &copy), old);
}

static int user_sigprocmask(int how, const sigset_t *set, sigset_t *old) {
    int error = user_pthread_sigmask(how, set, old);
    if (error) errno = error;
    return error ? -1 : 0;
}

static int user_sigsuspend(const sigset_t *set) {
    sigset_t copy;
    return sigsuspend(without_ours(set, &copy));
}

// Handlers of ours need theirs; a user's handler runs there anyway.
static int user_sigaltstack(const stack_t *stack, stack_t *old) {
    if (old) *old = (stack_t){.ss_flags = SS_DISABLE};
    return 0;
}

// ---- other functions that would harm the session ------------------------------------------------

static int user_fclose(FILE *file) {
    if (file == stdin) return 0;
    if (file == stdout || file == stderr) return fflush(file);
    return fclose(file);
}

// The executing thread is the engine's: cancelled, it ends the cell.
static int user_pthread_cancel(pthread_t thread) {
    struct hd_guard_thread *self = hd_self;
    if (!pthread_equal(thread, pthread_self()) || !self || self->role != ROLE_EXEC)
        return pthread_cancel(thread);
    struct hd_fault fault = {0};
    hd_fault_say(&fault, 0, "cancelled", "the program's own thread was cancelled");
    hd_user_end(REQUEST_FAULT, &fault);
}

// A jmp_buf that setjmp has not filled, or of code that is gone, would make the processor run
// anything. glibc keeps the program counter in word 7, turned and mixed with a secret of the
// thread.
static _Noreturn void user_longjmp(struct __jmp_buf_tag *env, int value) {
    uint64_t words[8], pc = 0;
    if (hd_guard_read(env, words, sizeof words)) {
        uint64_t secret;
        __asm__("movq %%fs:0x30, %0" : "=r"(secret));
        pc = (words[7] >> 17 | words[7] << 47) ^ secret;
    }
    if (hd_jit_contains(pc) || hd_guard_forked || !hd_self || !hd_self->unwind) longjmp(env, value);
    struct hd_fault fault = {0};
    hd_fault_say(&fault, 0, "bad longjmp",
                 "`longjmp` with a `jmp_buf` that no `setjmp` has filled in this cell");
    hd_user_end(REQUEST_FAULT, &fault);
}

static _Noreturn void user_siglongjmp(struct __jmp_buf_tag *env, int value) {
    if (env->__mask_was_saved)
        pthread_sigmask(SIG_SETMASK, (const sigset_t *)&env->__saved_mask, NULL);
    user_longjmp(env, value);
}

void hd_libc_init(void) {
    on_exit(on_library_exit, NULL);
    for (int i = 0; i < HD_COUNT(deadly); i++) {
        struct sigaction action = {.sa_sigaction = on_deadly, .sa_flags = SA_SIGINFO | SA_ONSTACK},
                         old;
        if (sigaction(deadly[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(deadly[i], &action, NULL);
    }
    for (int i = 0; i < HD_COUNT(told_by_errno); i++) {
        struct sigaction nothing = {.sa_handler = on_nothing}, old;
        if (sigaction(told_by_errno[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(told_by_errno[i], &nothing, NULL);
    }
}

typedef void any_fn(void);

void *hd_cpu_replacement(const char *name) {
    static const struct {
        const char *name;
        any_fn *fn;
    } table[] = {
        {"exit", (any_fn *)hd_user_exit},
        {"_exit", (any_fn *)end_with},
        {"_Exit", (any_fn *)end_with},
        {"quick_exit", (any_fn *)user_quick_exit},
        {"err", (any_fn *)user_err},
        {"errx", (any_fn *)user_errx},
        {"verr", (any_fn *)user_verr},
        {"verrx", (any_fn *)user_verrx},
        {"error", (any_fn *)user_error},
        {"error_at_line", (any_fn *)user_error_at_line},
        {"abort", (any_fn *)user_abort},
        {"atexit", (any_fn *)user_atexit},
        {"on_exit", (any_fn *)user_on_exit},
        {"__cxa_atexit", (any_fn *)user_cxa_atexit},
        {"at_quick_exit", (any_fn *)user_at_quick_exit},
        {"__assert_fail", (any_fn *)user_assert_fail},
        {"__assert", (any_fn *)user_assert},
        {"__assert_perror_fail", (any_fn *)user_assert_perror},
        {"raise", (any_fn *)user_raise},
        {"gsignal", (any_fn *)user_raise},
        {"kill", (any_fn *)user_kill},
        {"killpg", (any_fn *)user_killpg},
        {"pthread_kill", (any_fn *)user_pthread_kill},
        {"signal", (any_fn *)user_signal},
        {"bsd_signal", (any_fn *)user_signal},
        {"ssignal", (any_fn *)user_signal},
        {"sysv_signal", (any_fn *)user_sysv_signal},
        {"__sysv_signal", (any_fn *)user_sysv_signal},
        {"sigaction", (any_fn *)user_sigaction},
        {"sigprocmask", (any_fn *)user_sigprocmask},
        {"pthread_sigmask", (any_fn *)user_pthread_sigmask},
        {"sigsuspend", (any_fn *)user_sigsuspend},
        {"sigaltstack", (any_fn *)user_sigaltstack},
        {"pthread_create", (any_fn *)hd_user_pthread_create},
        {"pthread_exit", (any_fn *)hd_user_pthread_exit},
        {"thrd_create", (any_fn *)hd_user_thrd_create},
        {"thrd_exit", (any_fn *)hd_user_thrd_exit},
        {"fork", (any_fn *)hd_user_fork},
        {"vfork", (any_fn *)hd_user_fork},
        {"execv", (any_fn *)hd_user_execv},
        {"execve", (any_fn *)hd_user_execve},
        {"execvp", (any_fn *)hd_user_execvp},
        {"execvpe", (any_fn *)hd_user_execvpe},
        {"execl", (any_fn *)hd_user_execl},
        {"execlp", (any_fn *)hd_user_execlp},
        {"execle", (any_fn *)hd_user_execle},
        {"fclose", (any_fn *)user_fclose},
        {"pthread_cancel", (any_fn *)user_pthread_cancel},
        {"longjmp", (any_fn *)user_longjmp},
        {"_longjmp", (any_fn *)user_longjmp},
        {"siglongjmp", (any_fn *)user_siglongjmp},
    };
    for (int i = 0; i < HD_COUNT(table); i++)
        if (strcmp(table[i].name, name) == 0) return (void *)(uintptr_t)table[i].fn;
    void *fn = hd_timers_replacement(name);
    if (!fn) fn = hd_heap_replacement(name);
    if (!fn) fn = hd_again_replacement(name);
    return fn ? fn : hd_repair_replacement(name);
}
