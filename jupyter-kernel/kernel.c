// The kernel's life: start, run, end.
//
// The engine is started first and comes up while the sockets are opened; kernel_info is answered
// before it is ready. The end comes by a shutdown_request, by SIGTERM, or because the process that
// started us is gone. Then the session is abandoned (a running cell too), replies that wait are
// sent, and nothing is left behind: no process, socket file or memfd.
#include "kernel.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <zmq.h>

enum { MOST_SECONDS_TO_END = 10 };

static struct kernel *the_kernel; // of the signal handlers

static void write_one(int fd) {
    uint64_t one = 1;
    while (write(fd, &one, sizeof one) < 0 && errno == EINTR) continue;
}

void kernel_stop(struct kernel *kernel) {
    if (atomic_exchange(&kernel->stopping, true)) return;
    alarm(MOST_SECONDS_TO_END); // whatever happens
    hd_session_abandon(kernel->session);
    write_one(kernel->executor.wake);
}

static void on_signal(int sig) {
    int kept = errno;
    if (sig == SIGINT)
        hd_session_interrupt(the_kernel->session);
    else
        kernel_stop(the_kernel);
    errno = kept;
}

static void handle_signals(struct kernel *kernel) {
    the_kernel = kernel;
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

// JPY_PARENT_PID is the process that is to tell us to end. Not PR_SET_PDEATHSIG: that goes by the
// thread that started us.
static bool find_parent(struct kernel *kernel) {
    const char *text = getenv("JPY_PARENT_PID");
    int pid = text ? atoi(text) : 0;
    kernel->parent = -1;
    if (pid <= 1) return true;
    kernel->parent = (int)syscall(SYS_pidfd_open, pid, 0);
    if (kernel->parent >= 0) return true;
    if (errno == ESRCH) return getppid() != 1; // gone already, or in another namespace
    kernel->parent_pid = pid;
    return true;
}

static bool start_session(struct kernel *kernel, const char *engine, struct hd_buf *why) {
    char *error;
    struct hd_session_options options = {.engine = engine,
                                         .color = true,
                                         .stdin_fd = -1,
                                         .asks_for_input = true,
                                         .line_output = true,
                                         .hooks = execute_hooks(kernel)};
    kernel->session = hd_session_create(&options, &error);
    if (kernel->session) return true;
    hd_buf_puts(why, error);
    free(error);
    return false;
}

static bool start(struct kernel *kernel, const char *file, const char *engine, struct hd_buf *why) {
    struct connection *connection = &kernel->connection;
    if (!start_session(kernel, engine, why)) return false;
    handle_signals(kernel);
    if (!connection_read(connection, file, why)) return false;
    kernel->wire = wire_create(connection->key, connection->scheme);
    if (!kernel->wire) {
        hd_buf_printf(why, "unknown signature scheme `%s`; the usual one is `hmac-sha256`",
                      connection->scheme);
        return false;
    }
    kernel->context = zmq_ctx_new();
    for (int i = 0; i < CHANNELS; i++)
        if (!channel_open(&kernel->channels[i], kernel, i, why)) return false;
    if (!connection_write(connection, why)) return false;
    publish_status(kernel, NULL, "starting");
    if (!worker_start(&kernel->desk, kernel, desk_work) ||
        !worker_start(&kernel->history_thread, kernel, history_work)) {
        hd_buf_puts(why, "cannot start a thread");
        return false;
    }
    for (int i = 0; i < CHANNELS; i++)
        if (!channel_start(&kernel->channels[i], why)) return false;
    return true;
}

// What the code of cells has started and left running goes too, as it does when the kernel is
// killed: Jupyter gives each kernel a process group of its own.
static void end_group(void) {
    if (getpgrp() != getpid()) return;
    signal(SIGTERM, SIG_IGN);
    kill(0, SIGTERM);
}

static void finish(struct kernel *kernel) {
    subshells_finish(&kernel->subshells);
    worker_finish(&kernel->desk);
    worker_finish(&kernel->history_thread);
    if (kernel->session) hd_session_finish(kernel->session);
    for (int i = 0; i < CHANNELS; i++) channel_close(&kernel->channels[i]);
    hd_session_destroy(kernel->session);
    if (kernel->context) zmq_ctx_term(kernel->context);
    history_close(kernel->history);
    executor_finish(kernel);
    output_finish(&kernel->output);
    comms_finish(&kernel->comms);
    widgets_finish(&kernel->widgets);
    json_decref(kernel->interactive);
    free(kernel->input.waiting);
    pthread_mutex_destroy(&kernel->input.lock);
    wire_destroy(kernel->wire);
    connection_finish(&kernel->connection);
    if (kernel->parent >= 0) close(kernel->parent);
}

int kernel_run(const char *connection_file, const char *engine) {
    static struct kernel kernel;
    struct hd_buf why = {0};
    pthread_mutex_init(&kernel.executor.lock, NULL);
    pthread_mutex_init(&kernel.input.lock, NULL);
    kernel.executor.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    output_init(&kernel.output);
    pthread_cond_init(&kernel.executor.settled, NULL);
    subshells_init(&kernel.subshells);
    comms_init(&kernel.comms);
    widgets_init(&kernel.widgets);
    bool parent_lives = find_parent(&kernel);
    bool ok = parent_lives && start(&kernel, connection_file, engine, &why);
    if (ok) {
        kept_open(&kernel.kept, connection_file);
        execute_loop(&kernel);
        kept_close(&kernel.kept, kernel.told_to_end);
    } else if (why.len)
        fprintf(stderr, "heddle-kernel: %s\n", why.s);
    finish(&kernel);
    hd_buf_finish(&why);
    end_group();
    return ok ? 0 : 1;
}
