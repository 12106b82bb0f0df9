// Telling of work that takes time: `progress(i, n)` in user code, and what the engine itself is at
// ("compiling").
//
// progress(i, n) says that i of n steps are done. It is called in tight loops, so an event leaves
// at most every 50 ms for a bar; what is left over goes out when the bar is full, and when the cell
// ends. A bar is told apart from others by its number of steps and its label; steps that go down
// begin it anew. A loop that says `progress(i, n)` with its index ends at n - 1: a cell that ended
// well gives the bar its last step.
//
// The engine's own work is announced by hd_working_begin and hd_working_end, which cost two system
// calls: a timer that the control thread waits for (serve.c). Work of less than a second is never
// told of.
//
// Invariant: events leave under `lock`, so that one that says "over" is the last of its bar or
// work.
#include "run/run.h"

#include <math.h>
#include <pthread.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { BARS = 8, LABEL = 80, DEEPEST = 8 };
#define SPACING 50000000ll // ns between two events of a bar
#define PATIENCE 1000000000ll

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// ---- bars ---------------------------------------------------------------------------------------

struct bar {
    int number; // 0: not in use
    long long total, done;
    char label[LABEL];
    int64_t start, sent; // when it began, when the last event left
    long long at_start, at_sent;
    double rate;  // steps a second, of late; 0: not known
    bool waiting; // done has changed since the last event
};

static struct bar bars[BARS];
static int newest_bar;
static bool in_child; // that user code forked: it tells nothing

static void note_child(void) { in_child = true; }

// A user's text, which may lead anywhere; cut at the end of a line.
static void read_label(char out[LABEL], const char *label) {
    size_t n = 0;
    while (label && n < LABEL - 1 && hd_guard_read(label + n, out + n, 1) &&
           (unsigned char)out[n] >= 32)
        n++;
    out[n] = 0;
    while (n > 0 && !hd_utf8_valid(out, n)) out[--n] = 0;
}

static void send(struct bar *bar, int64_t now, bool over) {
    double elapsed = (double)(now - bar->start) * 1e-9, since = (double)(now - bar->sent) * 1e-9;
    if (elapsed > 0 && bar->done > bar->at_start) {
        // Of late counts more: a rate of five seconds' memory.
        double overall = (double)(bar->done - bar->at_start) / elapsed, share = 1 - exp(-since / 5);
        if (bar->rate <= 0)
            bar->rate = overall;
        else if (since > 0)
            bar->rate += share * ((double)(bar->done - bar->at_sent) / since - bar->rate);
        if (over) bar->rate = overall;
    }
    json_t *e =
        json_pack("{s:i, s:I, s:I, s:f, s:b}", "bar", bar->number, "done", (json_int_t)bar->done,
                  "total", (json_int_t)bar->total, "elapsed_ms", elapsed * 1e3, "end", over);
    if (bar->label[0]) json_object_set_new(e, "label", json_string(bar->label));
    if (bar->rate > 0) {
        json_object_set_new(e, "rate", json_real(bar->rate));
        json_object_set_new(e, "left_ms",
                            json_real((double)(bar->total - bar->done) / bar->rate * 1e3));
    }
    hd_event("progress", e);
    bar->sent = now;
    bar->at_sent = bar->done;
    bar->waiting = false;
    if (over) bar->number = 0;
}

// The bar with this total and label, else a new one. The one that was silent for longest makes
// room.
static struct bar *find_bar(long long total, const char *label, int64_t now) {
    struct bar *oldest = &bars[0];
    for (int i = 0; i < BARS; i++) {
        struct bar *bar = &bars[i];
        if (bar->number && bar->total == total && strcmp(bar->label, label) == 0) return bar;
        if (oldest->number && (!bar->number || bar->sent < oldest->sent)) oldest = bar;
    }
    if (oldest->number) send(oldest, now, true);
    *oldest = (struct bar){.total = total, .done = -1};
    memcpy(oldest->label, label, LABEL);
    return oldest;
}

// `progress` of user code (front/prelude.cu).
void hd_progress(long long done, long long total, const char *label) {
    if (hd_engine.socket < 0 || total <= 0 || in_child) return;
    char text[LABEL] = "";
    if (label) read_label(text, label);
    if (done < 0) done = 0;
    if (done > total) done = total;
    pthread_mutex_lock(&lock);
    int64_t now = hd_now_ns();
    struct bar *bar = find_bar(total, text, now);
    bool fresh = !bar->number;
    if (fresh || done < bar->done) {
        int number = bar->number ? bar->number : ++newest_bar;
        *bar = (struct bar){.number = number, .total = total, .start = now, .at_start = done};
        memcpy(bar->label, text, LABEL);
        fresh = true;
    }
    bar->waiting |= done != bar->done;
    bar->done = done;
    bool placed = fresh || done == total;
    if (placed || now - bar->sent >= SPACING) {
        fflush(stdout); // what was printed before stands above the bar
        send(bar, now, done == total);
    }
    pthread_mutex_unlock(&lock);
    if (placed) hd_sync(); // what is printed from now on stands below it
}

// While user code runs, now and then: steps that came too soon after the last event and were not
// followed by others.
void hd_progress_tick(void) {
    pthread_mutex_lock(&lock);
    int64_t now = hd_now_ns();
    for (int i = 0; i < BARS; i++)
        if (bars[i].number && bars[i].waiting && now - bars[i].sent >= SPACING)
            send(&bars[i], now, false);
    pthread_mutex_unlock(&lock);
}

// The request has ended: bars that are not full stay as they are.
void hd_progress_end(bool ok) {
    pthread_mutex_lock(&lock);
    int64_t now = hd_now_ns();
    for (int i = 0; i < BARS; i++) {
        if (!bars[i].number) continue;
        if (ok && bars[i].done == bars[i].total - 1) bars[i].done = bars[i].total;
        send(&bars[i], now, true);
    }
    pthread_mutex_unlock(&lock);
}

// ---- what the engine is at ----------------------------------------------------------------------

static struct {
    struct {
        char text[160];
        int64_t start;
    } at[DEEPEST]; // innermost last
    int depth;     // may exceed DEEPEST
    int timer;     // descriptor + 1
    bool told;
} work;

static void set_timer(int64_t first, int64_t then) {
    struct itimerspec when = {{then / 1000000000, then % 1000000000},
                              {first / 1000000000, first % 1000000000}};
    timerfd_settime(work.timer - 1, 0, &when, NULL);
}

// Made before the control thread starts.
int hd_working_start(void) {
    pthread_atfork(NULL, NULL, note_child);
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    work.timer = fd + 1;
    if (fd >= 0) hd_guard_own_fd(fd);
    return fd;
}

void hd_working_begin(const char *fmt, ...) {
    if (!work.timer) return;
    pthread_mutex_lock(&lock);
    if (work.depth < DEEPEST) {
        va_list args;
        va_start(args, fmt);
        vsnprintf(work.at[work.depth].text, sizeof work.at[0].text, fmt, args);
        va_end(args);
        work.at[work.depth].start = hd_now_ns();
    }
    if (work.depth++ == 0) set_timer(PATIENCE, PATIENCE / 2);
    pthread_mutex_unlock(&lock);
}

static void over(void) {
    set_timer(0, 0);
    if (work.told) hd_event("working", json_object());
    work.told = false;
    work.depth = 0;
}

void hd_working_end(void) {
    if (!work.timer) return;
    pthread_mutex_lock(&lock);
    if (work.depth == 1)
        over();
    else if (work.depth > 0)
        work.depth--;
    pthread_mutex_unlock(&lock);
}

// Whatever was begun is over: a fault or an interrupt may have skipped its end.
void hd_working_reset(void) {
    if (!work.timer) return;
    pthread_mutex_lock(&lock);
    if (work.depth) over();
    pthread_mutex_unlock(&lock);
}

// The timer has run out (control thread).
void hd_working_tell(void) {
    uint64_t times;
    if (read(work.timer - 1, &times, sizeof times) < 0) return; // it was stopped meanwhile
    pthread_mutex_lock(&lock);
    if (work.depth) {
        int innermost = (work.depth < DEEPEST ? work.depth : DEEPEST) - 1;
        double elapsed = (double)(hd_now_ns() - work.at[0].start) * 1e-6;
        json_t *text = json_string(work.at[innermost].text);
        hd_event("working", json_pack("{s:o, s:f}", "text", text ? text : json_string("working"),
                                      "elapsed_ms", elapsed));
        work.told = true;
    }
    pthread_mutex_unlock(&lock);
}
