// A socket and the one thread that uses it.
//
// The thread waits for messages and for `wake`. What other threads send waits in `out`; the thread
// puts it on the socket in that order. On iopub a new subscription is answered with a welcome
// before anything that waits, so that a client knows from its first message on that it misses
// nothing. The control thread also watches the process that started us, and the iopub thread sends
// printed text whose time has come (output.c).
//
// A client that does not read loses messages after MOST_QUEUED, so that the queue does not grow for
// ever; ZeroMQ's own limit of 1000 would cost clients that are merely busy a reply that they wait
// for. What user code prints is bounded before it comes here. What comes in is bounded too: a
// larger message closes the connection that it comes from before it is held (anybody who reaches
// the port may send one, and it takes a signature to be believed).
#include "kernel.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <zmq.h>

enum { MOST_QUEUED = 100000, LINGER_MS = 1000, MOST_DRAIN_MS = 2000, PARENT_MS = 1000 };
#define MOST_HELD (4 * WIRE_MOST) // of a frame: that much is read, to say that it is too much

static const struct {
    const char *name;
    int type;
} kinds[CHANNELS] = {
    [SHELL] = {"shell", ZMQ_ROUTER},         [CONTROL] = {"control", ZMQ_ROUTER},
    [IOPUB] = {"iopub", ZMQ_XPUB},           [STDIN] = {"stdin", ZMQ_ROUTER},
    [HEARTBEAT] = {"heartbeat", ZMQ_ROUTER},
};

static void set(void *socket, int option, int value) {
    zmq_setsockopt(socket, option, &value, sizeof value);
}

bool channel_open(struct channel *channel, struct kernel *kernel, int name, struct hd_buf *why) {
    *channel = (struct channel){
        .kernel = kernel, .name = name, .wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    pthread_mutex_init(&channel->lock, NULL);
    pthread_cond_init(&channel->drained, NULL);
    channel->socket = zmq_socket(kernel->context, kinds[name].type);
    if (!channel->socket || channel->wake < 0) {
        hd_buf_printf(why, "cannot open the %s socket: %s", kinds[name].name, zmq_strerror(errno));
        return false;
    }
    set(channel->socket, ZMQ_LINGER, LINGER_MS);
    set(channel->socket, ZMQ_SNDHWM, MOST_QUEUED);
    int64_t most = MOST_HELD;
    zmq_setsockopt(channel->socket, ZMQ_MAXMSGSIZE, &most, sizeof most);
    // A client that connects again under its name takes the old connection's place.
    if (kinds[name].type == ZMQ_ROUTER) set(channel->socket, ZMQ_ROUTER_HANDOVER, 1);
    if (kinds[name].type == ZMQ_XPUB) set(channel->socket, ZMQ_XPUB_VERBOSE, 1);
    return connection_bind(&kernel->connection, name, channel->socket, why);
}

void channel_wake(struct channel *channel) {
    uint64_t one = 1;
    while (write(channel->wake, &one, sizeof one) < 0 && errno == EINTR) continue;
}

void channel_send(struct channel *channel, struct packet *packet) {
    pthread_mutex_lock(&channel->lock);
    HD_XPUSH(&channel->out, packet);
    bool first = channel->out.n == 1;
    pthread_mutex_unlock(&channel->lock);
    if (first) channel_wake(channel);
}

// ---- on the channel's thread --------------------------------------------------------------------

static void put(struct channel *channel, struct packet *packet) {
    for (int i = 0; i < packet->n; i++) {
        int flags = i + 1 < packet->n ? ZMQ_SNDMORE : 0;
        while (zmq_send(channel->socket, packet->frames[i].data, packet->frames[i].len, flags) <
                   0 &&
               errno == EINTR)
            continue;
    }
    packet_destroy(packet);
}

static void put_all(struct channel *channel) {
    for (;;) {
        pthread_mutex_lock(&channel->lock);
        __typeof__(channel->out) out = channel->out;
        memset(&channel->out, 0, sizeof channel->out);
        pthread_mutex_unlock(&channel->lock);
        if (out.n == 0) return;
        for (int i = 0; i < out.n; i++) put(channel, out.v[i]);
        HD_FREE_VEC(&out);
    }
}

// One whole message, or false when none waits. One that is too large as a whole has no frames.
static bool take(struct channel *channel, struct frame **frames, int *n) {
    HD_VEC(struct frame) list = {0};
    size_t bytes = 0;
    for (int more = 1; more;) {
        zmq_msg_t message;
        zmq_msg_init(&message);
        int got;
        while ((got = zmq_msg_recv(&message, channel->socket, ZMQ_DONTWAIT)) < 0 && errno == EINTR)
            continue;
        if (got < 0) { // frames of a message come together, so this is its first
            zmq_msg_close(&message);
            frames_destroy(list.v, list.n);
            return false;
        }
        bytes += zmq_msg_size(&message);
        more = zmq_msg_more(&message);
        if (bytes <= MOST_HELD) {
            struct frame frame = {hd_xmalloc(zmq_msg_size(&message) + 1), zmq_msg_size(&message)};
            memcpy(frame.data, zmq_msg_data(&message), frame.len);
            frame.data[frame.len] = 0;
            HD_XPUSH(&list, frame);
        }
        zmq_msg_close(&message);
    }
    if (bytes > MOST_HELD) {
        fprintf(stderr, "heddle-kernel: a message of %zu MiB is ignored; the limit is %lld MiB\n",
                bytes >> 20, (long long)(WIRE_MOST >> 20));
        frames_destroy(list.v, list.n);
        list.v = NULL;
        list.n = 0;
    }
    *frames = list.v;
    *n = list.n;
    return true;
}

static void echo(struct channel *channel, struct frame *frames, int n) {
    struct packet *packet = hd_xmalloc(sizeof *packet);
    *packet = (struct packet){frames, n};
    put(channel, packet);
}

// A subscription is a byte 1 and the topic; 0 ends one.
static void welcome(struct channel *channel, struct frame *frames, int n) {
    if (n == 1 && frames[0].len >= 1 && frames[0].data[0] == 1) {
        const char *topic = frames[0].data + 1;
        json_t *name = json_stringn(topic, frames[0].len - 1);
        json_t *content = json_pack("{s:o}", "subscription", name ? name : json_string(""));
        put(channel,
            wire_encode(channel->kernel->wire, NULL, topic, NULL, "iopub_welcome", content, NULL));
    }
    frames_destroy(frames, n);
}

static int take_all(struct channel *channel) {
    struct frame *frames;
    int n, count = 0;
    for (; take(channel, &frames, &n); count++) {
        if (!n) continue;
        if (channel->name == HEARTBEAT)
            echo(channel, frames, n);
        else if (channel->name == IOPUB)
            welcome(channel, frames, n);
        else
            requests_take(channel->kernel, channel->name, frames, n);
    }
    return count;
}

static int64_t now_ms(void) { return hd_now_ns() / 1000000; }

static void drain(struct channel *channel, int quiet) {
    int64_t until = now_ms() + MOST_DRAIN_MS;
    zmq_pollitem_t item = {.socket = channel->socket, .events = ZMQ_POLLIN};
    while (now_ms() < until && zmq_poll(&item, 1, quiet) != 0)
        if (take_all(channel) == 0 && errno != EINTR) break;
    pthread_mutex_lock(&channel->lock);
    channel->drain = 0;
    pthread_cond_broadcast(&channel->drained);
    pthread_mutex_unlock(&channel->lock);
}

// The process that started us is gone: nobody will ever tell us to end.
static void watch_parent(struct kernel *kernel, bool signalled) {
    bool gone =
        signalled || (kernel->parent_pid && kill(kernel->parent_pid, 0) != 0 && errno == ESRCH);
    if (gone) kernel_stop(kernel);
}

static int time_to_wait(struct channel *channel) {
    if (channel->name == IOPUB) return output_tick(channel->kernel);
    return channel->name == CONTROL && channel->kernel->parent_pid ? PARENT_MS : -1;
}

static void *serve(void *arg) {
    struct channel *channel = arg;
    struct kernel *kernel = channel->kernel;
    for (bool closing = false; !closing;) {
        zmq_pollitem_t items[] = {{channel->socket, 0, ZMQ_POLLIN, 0},
                                  {NULL, channel->wake, ZMQ_POLLIN, 0},
                                  {NULL, kernel->parent, ZMQ_POLLIN, 0}};
        bool watching = channel->name == CONTROL && kernel->parent >= 0 && !kernel->stopping;
        zmq_poll(items, watching ? 3 : 2, time_to_wait(channel));
        uint64_t count;
        if (read(channel->wake, &count, sizeof count) < 0) count = 0;
        take_all(channel);
        if (channel->name == IOPUB) output_tick(kernel);
        put_all(channel);
        if (channel->name == CONTROL) watch_parent(kernel, watching && items[2].revents);
        pthread_mutex_lock(&channel->lock);
        closing = channel->closing && channel->out.n == 0;
        int quiet = channel->drain;
        pthread_mutex_unlock(&channel->lock);
        if (quiet) drain(channel, quiet);
    }
    return NULL;
}

// ---- from other threads -------------------------------------------------------------------------

// Signals are for the main thread.
bool channel_start(struct channel *channel, struct hd_buf *why) {
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int error = pthread_create(&channel->thread, NULL, serve, channel);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    channel->running = !error;
    if (error) hd_buf_printf(why, "cannot start a thread: %s", strerror(error));
    return !error;
}

void channel_drain(struct channel *channel, int quiet) {
    pthread_mutex_lock(&channel->lock);
    channel->drain = quiet > channel->drain ? quiet : channel->drain;
    channel_wake(channel);
    while (channel->drain) pthread_cond_wait(&channel->drained, &channel->lock);
    pthread_mutex_unlock(&channel->lock);
}

void channel_close(struct channel *channel) {
    if (!channel->kernel) return;
    if (channel->running) {
        pthread_mutex_lock(&channel->lock);
        channel->closing = true;
        pthread_mutex_unlock(&channel->lock);
        channel_wake(channel);
        pthread_join(channel->thread, NULL);
    }
    for (int i = 0; i < channel->out.n; i++) packet_destroy(channel->out.v[i]);
    HD_FREE_VEC(&channel->out);
    if (channel->socket) zmq_close(channel->socket);
    connection_unbind(&channel->kernel->connection, channel->name);
    if (channel->wake >= 0) close(channel->wake);
    pthread_mutex_destroy(&channel->lock);
    pthread_cond_destroy(&channel->drained);
    channel->kernel = NULL;
}
