// What user code prints, as stream messages.
//
// Text is gathered: whole lines go out at once when nothing was sent for INTERVAL, everything else
// when INTERVAL has passed (the iopub thread's tick), so there are about ten messages a second
// however fast a cell prints. An unfinished line waits too, for it may be the prompt of an input.
// Before any other message of the cell, and at its end, all goes out.
//
// Standard output and error keep the order in which they came, until they alternate so fast that
// order would mean thousands of messages.
//
// A cell shows MOST_SHOWN bytes; text that a carriage return lets the next overwrite does not
// count, so a progress bar may run for days. What comes after is dropped but for its end, which is
// shown when the cell ends. No message splits a character, and bytes that are not UTF-8 become
// U+FFFD.
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

enum {
    INTERVAL_MS = 100,
    MOST_SHOWN = 1 << 20,
    MOST_TAIL = 4096,
    MOST_LINE = 4096,
    MOST_SWITCHES = 20, // between the streams, in an interval
};

void output_init(struct output *output) {
    *output = (struct output){0};
    pthread_mutex_init(&output->lock, NULL);
}

void output_finish(struct output *output) {
    for (int i = 0; i < 2; i++) {
        hd_buf_finish(&output->streams[i].pending);
        hd_buf_finish(&output->streams[i].tail);
    }
    hd_buf_finish(&output->line);
    request_unref(output->parent);
    pthread_mutex_destroy(&output->lock);
}

// ---- sending (under the lock) -------------------------------------------------------------------

// The bytes at the end that begin a character which may still be completed.
static size_t unfinished(const char *s, size_t len) {
    for (size_t back = 1; back <= 3 && back <= len; back++) {
        unsigned char c = (unsigned char)s[len - back];
        if ((c & 0xC0) == 0x80) continue;
        size_t needs = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 1;
        return needs > back ? back : 0;
    }
    return 0;
}

static json_t *text_of(const char *s, size_t len) {
    json_t *text = json_stringn(s, len);
    if (text) return text;
    struct hd_buf clean = {0};
    for (size_t i = 0; i < len;) {
        uint32_t c;
        i += (size_t)hd_utf8_decode(s + i, len - i, &c);
        hd_buf_utf8(&clean, c);
    }
    text = json_stringn(hd_buf_str(&clean), clean.len);
    hd_buf_finish(&clean);
    return text;
}

static void send_text(struct kernel *kernel, int stream, const char *s, size_t len) {
    json_t *content =
        json_pack("{s:s, s:o}", "name", stream ? "stderr" : "stdout", "text", text_of(s, len));
    publish(kernel, kernel->output.parent, "stream", content);
    kernel->output.last_sent = hd_now_ns();
}

// The first `len` bytes of what waits; `last`: also an unfinished character.
static void send_pending(struct kernel *kernel, int stream, size_t len, bool last) {
    struct hd_buf *pending = &kernel->output.streams[stream].pending;
    if (!last) len -= unfinished(pending->s, len);
    if (len == 0) return;
    send_text(kernel, stream, pending->s, len);
    memmove(pending->s, pending->s + len, pending->len - len);
    pending->len -= len;
}

static void send_all(struct kernel *kernel, bool last) {
    struct output *output = &kernel->output;
    int newest = output->stream; // the other one came first
    send_pending(kernel, !newest, output->streams[!newest].pending.len, last);
    send_pending(kernel, newest, output->streams[newest].pending.len, last);
    output->more = false;
}

// ---- taking text in (under the lock) ------------------------------------------------------------

// How much of the text may still be shown; counts what a viewer has to keep of it.
static size_t count_shown(struct stream *s, const char *data, size_t len) {
    size_t at = 0;
    while (at < len && s->shown < MOST_SHOWN) {
        const char *cr = memchr(data + at, '\r', len - at);
        size_t end = cr ? (size_t)(cr - data) : len;
        if (end - at > MOST_SHOWN - s->shown) end = at + (MOST_SHOWN - s->shown);
        const char *newline = memrchr(data + at, '\n', end - at);
        s->shown += end - at;
        s->line = newline ? (size_t)(data + end - newline) - 1 : s->line + (end - at);
        at = end;
        if (at == len || data[at] != '\r') continue;
        if (at + 1 < len && data[at + 1] != '\n') { // the line is overwritten
            s->shown -= s->line;
            s->line = 0;
        }
        at++;
    }
    return at;
}

static void keep_tail(struct stream *s, const char *data, size_t len) {
    s->left_out += len;
    if (len > MOST_TAIL) {
        data += len - MOST_TAIL;
        len = MOST_TAIL;
    }
    hd_buf_add(&s->tail, data, len);
    if (s->tail.len < 4 * MOST_TAIL) return;
    memmove(s->tail.s, s->tail.s + s->tail.len - MOST_TAIL, MOST_TAIL);
    s->tail.len = MOST_TAIL;
}

static void keep_line(struct output *output, const char *data, size_t len) {
    const char *newline = memrchr(data, '\n', len);
    if (newline) {
        hd_buf_clear(&output->line);
        len -= (size_t)(newline + 1 - data);
        data = newline + 1;
    }
    if (output->line.len + len <= MOST_LINE)
        hd_buf_add(&output->line, data, len);
    else
        hd_buf_clear(&output->line);
}

// What can go out now: everything, or (an unfinished line waits) the whole lines.
static void send_lines(struct kernel *kernel, int stream) {
    struct hd_buf *pending = &kernel->output.streams[stream].pending;
    const char *newline = pending->len ? memrchr(pending->s, '\n', pending->len) : NULL;
    if (newline) send_pending(kernel, stream, (size_t)(newline + 1 - pending->s), false);
}

static void add_text(struct kernel *kernel, int stream, const char *data, size_t len) {
    struct output *output = &kernel->output;
    struct stream *s = &output->streams[stream];
    size_t shown = count_shown(s, data, len);
    if (output->stream != stream && output->streams[!stream].pending.len &&
        output->switches++ < MOST_SWITCHES)
        send_pending(kernel, !stream, output->streams[!stream].pending.len, false);
    output->stream = stream;
    hd_buf_add(&s->pending, data, shown);
    if (shown == len) return;
    if (!s->left_out) {
        send_all(kernel, true);
        static const char notice[] =
            "\n[The output of this cell is not shown any further: it has reached 1 MB. The cell "
            "goes on; the end of its output will follow.]\n";
        send_text(kernel, 1, notice, sizeof notice - 1);
    }
    keep_tail(s, data + shown, len - shown);
}

// ---- for others ---------------------------------------------------------------------------------

void output_begin(struct kernel *kernel, struct request *parent, bool silent) {
    struct output *output = &kernel->output;
    pthread_mutex_lock(&output->lock);
    send_all(kernel, true); // a thread of an earlier cell has printed
    request_unref(output->parent);
    output->parent = request_ref(parent);
    output->silent = silent;
    for (int i = 0; i < 2; i++) {
        struct stream *s = &output->streams[i];
        s->shown = s->line = s->left_out = 0;
        hd_buf_clear(&s->tail);
    }
    hd_buf_clear(&output->line);
    pthread_mutex_unlock(&output->lock);
}

void output_write(struct kernel *kernel, int stream, const char *data, size_t len) {
    struct output *output = &kernel->output;
    if (!len) return;
    pthread_mutex_lock(&output->lock);
    if (!output->silent && output->parent) {
        bool was_waiting = output->more;
        keep_line(output, data, len);
        add_text(kernel, stream - 1, data, len);
        if (hd_now_ns() - output->last_sent >= INTERVAL_MS * 1000000LL) {
            output->switches = 0;
            send_lines(kernel, stream - 1);
        }
        output->more = output->streams[0].pending.len || output->streams[1].pending.len;
        if (output->more && !was_waiting) {
            output->due = hd_now_ns() + INTERVAL_MS * 1000000LL;
            channel_wake(&kernel->channels[IOPUB]);
        }
    }
    pthread_mutex_unlock(&output->lock);
}

void output_flush(struct kernel *kernel) {
    pthread_mutex_lock(&kernel->output.lock);
    send_all(kernel, false);
    pthread_mutex_unlock(&kernel->output.lock);
}

void output_end(struct kernel *kernel) {
    struct output *output = &kernel->output;
    pthread_mutex_lock(&output->lock);
    send_all(kernel, true);
    for (int i = 0; i < 2; i++) {
        struct stream *s = &output->streams[i];
        if (!s->left_out) continue;
        size_t keep = s->tail.len < MOST_TAIL ? s->tail.len : MOST_TAIL;
        const char *from = s->tail.s + s->tail.len - keep;
        const char *newline = s->left_out > keep ? memchr(from, '\n', keep) : NULL;
        if (newline) from = newline + 1;
        keep = (size_t)(s->tail.s + s->tail.len - from);
        struct hd_buf text = {0};
        hd_buf_printf(&text, "[%.1f MB of output are not shown. Its end:]\n",
                      (double)(s->left_out - keep) / 1e6);
        hd_buf_add(&text, from, keep);
        send_text(kernel, i, text.s, text.len);
        hd_buf_finish(&text);
        hd_buf_clear(&s->tail);
        s->left_out = 0;
    }
    pthread_mutex_unlock(&output->lock);
}

int output_tick(struct kernel *kernel) {
    struct output *output = &kernel->output;
    pthread_mutex_lock(&output->lock);
    int64_t left = output->due - hd_now_ns();
    if (output->more && left <= 0) {
        output->switches = 0;
        send_all(kernel, false);
    }
    int wait = output->more ? (int)(left / 1000000) + 1 : -1;
    pthread_mutex_unlock(&output->lock);
    return wait;
}

char *output_take_line(struct kernel *kernel) {
    struct output *output = &kernel->output;
    pthread_mutex_lock(&output->lock);
    struct hd_buf *pending = &output->streams[output->stream].pending, *line = &output->line;
    char *text = NULL;
    if (line->len && pending->len >= line->len &&
        hd_utf8_valid(line->s, line->len)) { // nobody has seen it yet
        text = hd_xstrdup(line->s);
        pending->len -= line->len;
    }
    hd_buf_clear(line);
    send_all(kernel, false);
    pthread_mutex_unlock(&output->lock);
    return text ? text : hd_xstrdup("");
}
