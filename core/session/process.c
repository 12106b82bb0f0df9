// One engine process: starting it, the thread that reads its socket, and its end.
//
// The reader thread owns the reading side of the socket. An event `reply` whose id somebody waits
// for goes to that waiter; all others are queued, in order, and `wake` becomes readable. The pipes
// are not read here: the thread that takes events empties them first, so that output comes before
// the events that followed it.
//
// The engine's life is bound to ours: it ends on end-of-file on its socket, and the kernel kills it
// when the thread that started it ends (PR_SET_PDEATHSIG), so that thread must live as long as the
// session.
//
//   struct process *p = process_start(&options, &why);
//   process_send(p, request);
//   json_t *event = process_take(p, &ended);
#include "session/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SOCKET_FD = 3, STORE_FD = 4, PIPE_SIZE = 1 << 20 };

struct ask {
    json_int_t id;
    json_t *reply;
    bool failed;
    struct ask *next;
};

// ---- the reader thread --------------------------------------------------------------------------

static void wake_up(struct process *p) {
    uint64_t one = 1;
    while (write(p->wake, &one, sizeof one) < 0 && errno == EINTR) continue;
}

static struct ask *find_ask(struct process *p, const json_t *event) {
    const char *name = json_string_value(json_object_get(event, "event"));
    if (!name || strcmp(name, "reply") != 0) return NULL;
    json_int_t id = json_integer_value(json_object_get(event, "id"));
    for (struct ask *ask = p->asks; ask; ask = ask->next)
        if (ask->id == id) return ask;
    return NULL;
}

static void *read_events(void *arg) {
    struct process *p = arg;
    json_t *event;
    while ((event = hd_frame_read(p->sock))) {
        pthread_mutex_lock(&p->lock);
        struct ask *ask = find_ask(p, event);
        if (ask) {
            json_decref(ask->reply);
            ask->reply = event;
            pthread_cond_broadcast(&p->answered);
        } else {
            HD_XPUSH(&p->queue, event);
        }
        pthread_mutex_unlock(&p->lock);
        if (!ask) wake_up(p);
    }
    pthread_mutex_lock(&p->lock);
    p->ended = true;
    for (struct ask *ask = p->asks; ask; ask = ask->next) ask->failed = true;
    pthread_cond_broadcast(&p->answered);
    pthread_mutex_unlock(&p->lock);
    wake_up(p);
    return NULL;
}

json_t *process_take(struct process *p, bool *ended) {
    pthread_mutex_lock(&p->lock);
    json_t *event = NULL;
    if (p->taken < p->queue.n) {
        event = p->queue.v[p->taken++];
    } else {
        p->queue.n = p->taken = 0;
        uint64_t count;
        if (!p->ended && read(p->wake, &count, sizeof count) < 0) count = 0;
    }
    *ended = !event && p->ended;
    pthread_mutex_unlock(&p->lock);
    return event;
}

bool process_send(struct process *p, const json_t *request) {
    pthread_mutex_lock(&p->write_lock);
    bool ok = hd_frame_write(p->sock, request);
    pthread_mutex_unlock(&p->write_lock);
    return ok;
}

json_t *process_ask(struct process *p, const json_t *request, json_int_t id, int timeout_ms) {
    struct ask ask = {.id = id};
    pthread_mutex_lock(&p->lock);
    ask.failed = p->ended;
    ask.next = p->asks;
    p->asks = &ask;
    pthread_mutex_unlock(&p->lock);
    bool sent = process_send(p, request);
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += timeout_ms / 1000;
    until.tv_nsec += timeout_ms % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000L) until.tv_sec++, until.tv_nsec -= 1000000000L;
    pthread_mutex_lock(&p->lock);
    while (sent && !ask.reply && !ask.failed)
        if (pthread_cond_timedwait(&p->answered, &p->lock, &until) == ETIMEDOUT) break;
    struct ask **at = &p->asks;
    while (*at != &ask) at = &(*at)->next;
    *at = ask.next;
    pthread_mutex_unlock(&p->lock);
    return ask.reply;
}

// ---- start --------------------------------------------------------------------------------------

struct descriptors { // of the child; -1 is closed already or never was
    int sock[2], out[2], err[2], null;
};

static void close_fd(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static bool open_descriptors(struct descriptors *d, bool merge, struct hd_buf *why) {
    *d = (struct descriptors){{-1, -1}, {-1, -1}, {-1, -1}, -1};
    const char *what = "a socket pair";
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, d->sock) != 0) goto failed;
    what = "a pipe";
    if (pipe2(d->out, O_CLOEXEC) != 0) goto failed;
    if (!merge && pipe2(d->err, O_CLOEXEC) != 0) goto failed;
    what = "/dev/null";
    if ((d->null = open("/dev/null", O_RDWR | O_CLOEXEC)) < 0) goto failed;
    return true;
failed:
    hd_buf_printf(why, "cannot open %s: %s", what, strerror(errno));
    return false;
}

// In the child, between fork and exec: only what is safe in a copy of a process with threads.
static _Noreturn void become_engine(const struct process_options *options, struct descriptors *d,
                                    pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    // Numbers above the ones wanted first, so that none is overwritten before it was copied.
    int from[5] = {options->stdin_fd >= 0 ? options->stdin_fd : d->null, d->out[1],
                   d->err[1] >= 0 ? d->err[1] : d->out[1], d->sock[1], options->store_fd};
    for (int i = 0; i < 5; i++)
        if ((from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, 16)) < 0) _exit(126);
    for (int i = 0; i < 5; i++)
        if (dup2(from[i], i) < 0) _exit(126);
    // Ctrl-C in the terminal goes to every process there; the engine is interrupted through the
    // socket.
    signal(SIGINT, SIG_IGN);
    signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    char dump[512] = "--dump=";
    char *argv[] = {(char *)options->path, NULL, NULL, NULL, NULL};
    int n = 1;
    if (options->asks_for_input) argv[n++] = "--ask-input";
    if (options->line_output) argv[n++] = "--line-output";
    if (options->dump) {
        strncat(dump, options->dump, sizeof dump - strlen(dump) - 1);
        argv[n] = dump;
    }
    execv(options->path, argv);
    static const char message[] = "heddle-engine cannot be executed\n";
    if (write(2, message, sizeof message - 1) < 0) _exit(126);
    _exit(127);
}

static void init_locks(struct process *p) {
    pthread_mutex_init(&p->lock, NULL);
    pthread_mutex_init(&p->write_lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&p->answered, &attributes);
    pthread_condattr_destroy(&attributes);
}

// The reader takes no signals: they belong to the front-end's threads.
static int start_reader(struct process *p) {
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int error = pthread_create(&p->reader, NULL, read_events, p);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return error;
}

static void non_blocking(int fd) {
    if (fd < 0) return;
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    fcntl(fd, F_SETPIPE_SZ,
          PIPE_SIZE); // larger is faster; the default will do where that is refused
}

struct process *process_start(const struct process_options *options, struct hd_buf *why) {
    struct descriptors d;
    struct process *p = hd_xcalloc(1, sizeof *p);
    p->refs = 1;
    p->wake = -1;
    if (!open_descriptors(&d, options->merge_output, why)) goto failed;
    if ((p->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) < 0) {
        hd_buf_printf(why, "cannot open an event descriptor: %s", strerror(errno));
        goto failed;
    }
    pid_t parent = getpid();
    p->pid = fork();
    if (p->pid == 0) become_engine(options, &d, parent);
    if (p->pid < 0) {
        hd_buf_printf(why, "cannot start a process: %s%s", strerror(errno),
                      errno == EAGAIN ? "; `ulimit -u` says how many you may have" : "");
        goto failed;
    }
    close_fd(&d.sock[1]);
    close_fd(&d.out[1]);
    close_fd(&d.err[1]);
    close_fd(&d.null);
    p->sock = d.sock[0];
    p->out[0] = d.out[0];
    p->out[1] = d.err[0];
    non_blocking(p->out[0]);
    non_blocking(p->out[1]);
    init_locks(p);
    int error = start_reader(p);
    if (error) {
        hd_buf_printf(why, "cannot start a thread: %s", strerror(error));
        kill(p->pid, SIGKILL);
        waitpid(p->pid, NULL, 0);
        goto failed;
    }
    return p;
failed:
    for (int i = 0; i < 2; i++) {
        close_fd(&d.sock[i]);
        close_fd(&d.out[i]);
        close_fd(&d.err[i]);
    }
    close_fd(&d.null);
    close_fd(&p->wake);
    free(p);
    return NULL;
}

// ---- end ----------------------------------------------------------------------------------------

bool process_is_dead(struct process *p) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == p->pid;
}

int process_finish(struct process *p, int grace_ms, bool *killed) {
    *killed = false;
    int64_t until = hd_now_ns() + (int64_t)grace_ms * 1000000;
    for (long pause = 50000; !process_is_dead(p); pause = pause < 4000000 ? pause * 2 : pause) {
        if (hd_now_ns() >= until) {
            kill(p->pid, SIGKILL);
            *killed = true;
            break;
        }
        nanosleep(&(struct timespec){0, pause}, NULL);
    }
    int status = 0;
    while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR) continue;
    *killed = *killed && WIFSIGNALED(status) &&
              WTERMSIG(status) == SIGKILL; // or it was ending by itself, slowly
    // A child of the engine may hold its end of the socket open; what was sent is still read.
    shutdown(p->sock, SHUT_RDWR);
    pthread_join(p->reader, NULL);
    return status;
}

void process_ref(struct process *p) {
    pthread_mutex_lock(&p->lock);
    p->refs++;
    pthread_mutex_unlock(&p->lock);
}

void process_unref(struct process *p) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    bool last = --p->refs == 0;
    pthread_mutex_unlock(&p->lock);
    if (!last) return;
    close_fd(&p->sock);
    close_fd(&p->out[0]);
    close_fd(&p->out[1]);
    close_fd(&p->wake);
    for (int i = p->taken; i < p->queue.n; i++) json_decref(p->queue.v[i]);
    HD_FREE_VEC(&p->queue);
    pthread_mutex_destroy(&p->lock);
    pthread_mutex_destroy(&p->write_lock);
    pthread_cond_destroy(&p->answered);
    free(p);
}
