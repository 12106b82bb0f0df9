// Standard input of sessions that ask for it (a notebook has no terminal). `stdin` is a stream of
// our own: when it runs dry, the client gets an event `input_request` and the reading thread waits
// for the request `input`. read(0, ...) and getpass() go the same way. Programs that cells start
// have /dev/null.
//
//   scanf("%d", &n);   // the front-end asks for a line; an interrupt ends the wait
//
// What a cell has not read of a line is gone when the next one starts: the newline that scanf
// leaves behind must not be the answer to the next cell's question. A front-end that cannot ask
// says so with the execute request; reading is an error then, for an end of file that nobody can
// explain would be worse.
#include "run/run.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 20 };

static struct {
    FILE *stream; // NULL: the session does not ask
    pid_t engine;
    struct stat nothing;  // what descriptor 0 is as long as nobody has put something else there
    bool allowed;         // by the running request
    pthread_mutex_t lock; // all below
    pthread_cond_t came;
    char *text;     // heap
    size_t len, at; // of it, read so far
    bool waiting;
} input = {.lock = PTHREAD_MUTEX_INITIALIZER, .came = PTHREAD_COND_INITIALIZER};

static struct { // what was answered to a cell that may be run again (run/debug/host.c)
    bool on, paused;
    HD_VEC(char *) answers;
    int next;
} again;

static _Noreturn void refuse(void) {
    struct hd_fault fault = {.kind = "no input"};
    snprintf(fault.message, sizeof fault.message,
             hd_events_beside
                 ? "the code reads standard input, which belongs to the cell that runs"
                 : "the code reads standard input, and this front-end cannot be asked for any");
    hd_guard_raise(&fault);
}

// Interrupted, it does not return; nothing is locked then.
static void wait_for_text(void) {
    for (bool done = false; !done;) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_MS * 1000000L;
        if (until.tv_nsec >= 1000000000L) until.tv_sec++, until.tv_nsec -= 1000000000L;
        pthread_mutex_lock(&input.lock);
        if (input.waiting) pthread_cond_timedwait(&input.came, &input.lock, &until);
        done = !input.waiting;
        pthread_mutex_unlock(&input.lock);
        hd_rt_poll();
    }
}

static void put(const char *text, size_t len);

static void ask(bool password) {
    if (again.on && !again.paused && again.next < again.answers.n) { // it was said before
        char *text = again.answers.v[again.next++];
        pthread_mutex_lock(&input.lock);
        put(text, strlen(text));
        pthread_mutex_unlock(&input.lock);
        return;
    }
    fflush(stdout);
    fflush(stderr);
    if (!input.allowed || hd_events_beside) refuse();
    pthread_mutex_lock(&input.lock);
    input.waiting = true;
    pthread_mutex_unlock(&input.lock);
    hd_event("input_request", json_pack("{s:b}", "password", password));
    wait_for_text();
    if (!again.on || again.paused) return;
    HD_XPUSH(&again.answers, hd_xstrdup(input.text));
    again.next++;
}

static ssize_t take(char *out, size_t size) {
    if (getpid() != input.engine || size == 0) return 0; // a child that user code forked
    pthread_mutex_lock(&input.lock);
    bool empty = input.at == input.len;
    pthread_mutex_unlock(&input.lock);
    if (empty) ask(false);
    pthread_mutex_lock(&input.lock);
    size_t n = input.len - input.at < size ? input.len - input.at : size;
    if (n) memcpy(out, input.text + input.at, n);
    input.at += n;
    pthread_mutex_unlock(&input.lock);
    return (ssize_t)n;
}

static ssize_t read_stream(void *cookie, char *out, size_t size) { return take(out, size); }

// ---- what user code calls instead ---------------------------------------------------------------

static bool is_ours(int fd) {
    struct stat now;
    return fd == 0 && fstat(0, &now) == 0 && now.st_dev == input.nothing.st_dev &&
           now.st_ino == input.nothing.st_ino;
}

static ssize_t user_read(int fd, void *out, size_t size) {
    return is_ours(fd) ? take(out, size) : read(fd, out, size);
}

static ssize_t user_readv(int fd, const struct iovec *parts, int n) {
    if (!is_ours(fd)) return readv(fd, parts, n);
    for (int i = 0; i < n; i++)
        if (parts[i].iov_len) return take(parts[i].iov_base, parts[i].iov_len);
    return 0;
}

static char *user_getpass(const char *prompt) {
    static char answer[1024];
    printf("%s", prompt ? prompt : "");
    ask(true);
    pthread_mutex_lock(&input.lock);
    snprintf(answer, sizeof answer, "%.*s", (int)(input.len - input.at),
             input.len ? input.text + input.at : "");
    input.at = input.len;
    pthread_mutex_unlock(&input.lock);
    answer[strcspn(answer, "\n")] = 0;
    return answer;
}

void *hd_input_symbol(const char *name) {
    if (!input.stream) return NULL;
    if (strcmp(name, "read") == 0) return (void *)(uintptr_t)user_read;
    if (strcmp(name, "readv") == 0) return (void *)(uintptr_t)user_readv;
    if (strcmp(name, "getpass") == 0) return (void *)(uintptr_t)user_getpass;
    return NULL;
}

// ---- for the engine -----------------------------------------------------------------------------

bool hd_input_allowed(void) { return input.stream && input.allowed; }

char *hd_input_line(void) {
    pthread_mutex_lock(&input.lock);
    input.at = input.len; // what the cell has left of an earlier answer is not meant
    pthread_mutex_unlock(&input.lock);
    again.paused = true;
    ask(false);
    again.paused = false;
    pthread_mutex_lock(&input.lock);
    size_t left = input.len - input.at, n = 0;
    while (n < left && input.text[input.at + n] != '\n') n++;
    char *line = hd_xcalloc(1, n + 1);
    if (n) memcpy(line, input.text + input.at, n);
    input.at = input.len;
    pthread_mutex_unlock(&input.lock);
    return line;
}

// `stdin` has descriptor 0 in name, so that fileno works and what puts broken streams right leaves
// it alone.
bool hd_input_init(void) {
    FILE *stream = fopencookie(NULL, "r", (cookie_io_functions_t){.read = read_stream});
    if (!stream || fstat(0, &input.nothing) != 0) return false;
    stream->_fileno = 0;
    input.engine = getpid();
    input.stream = stdin = stream;
    return true;
}

static void put(const char *text, size_t len) { // under the lock
    free(input.text);
    input.text = hd_xmalloc(len + 1);
    memcpy(input.text, text, len);
    input.len = len;
    input.at = 0;
    input.waiting = false;
}

void hd_input_note(bool on) {
    again.on = on;
    again.paused = false;
    again.next = 0;
    if (on) return;
    for (int i = 0; i < again.answers.n; i++) free(again.answers.v[i]);
    HD_FREE_VEC(&again.answers);
}

void hd_input_rewind(void) {
    again.next = 0;
    again.paused = false;
    if (!input.stream) return;
    pthread_mutex_lock(&input.lock);
    put("", 0);
    pthread_mutex_unlock(&input.lock);
    if (stdin == input.stream) __fpurge(stdin);
}

void hd_input_begin(bool allowed) {
    if (!input.stream) return;
    input.allowed = allowed;
    pthread_mutex_lock(&input.lock);
    put("", 0);
    pthread_mutex_unlock(&input.lock);
    if (stdin != input.stream) return; // user code's own
    __fpurge(stdin);
    clearerr(stdin);
}

// A request `input`: text, or the end of the file. One that nobody waits for is dropped.
void hd_input_answer(const json_t *request) {
    const json_t *text = json_object_get(request, "text");
    bool end = json_is_true(json_object_get(request, "eof"));
    pthread_mutex_lock(&input.lock);
    if (input.waiting)
        put(end || !text ? "" : json_string_value(text), end ? 0 : json_string_length(text));
    pthread_cond_broadcast(&input.came);
    pthread_mutex_unlock(&input.lock);
}
