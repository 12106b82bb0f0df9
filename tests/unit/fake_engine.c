// An engine that understands no C, for the tests of the session client. `code` is one line: a
// command and its argument.
//
//   print TEXT, err TEXT     write to a stream         flood N       N bytes to standard output
//   result TEXT              a result event            ordered N     N times output, then a display
//   event with `sync` die SIGNAL, exit N       end the process           orphan        die while a
//   child holds the socket hang                     never answer              obey          wait
//   for an interrupt, and obey it words TEXT               `dying`, then SIGKILL     garbage write
//   what is not a frame cell TEXT                journal a cell            poke N, peek  write and
//   read the variable store cells                    result: cells restored    close         close
//   standard output and error
#include "base/base.h"

#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static json_int_t id;
static int serial, restored;
static const char *status;

static void send_new(json_t *event) {
    if (!json_object_get(event, "id")) json_object_set_new(event, "id", json_integer(id));
    if (!hd_frame_write(3, event)) _exit(0);
    json_decref(event);
}

static void put(int fd, const char *text, size_t len) {
    while (len) {
        ssize_t n = write(fd, text, len);
        if (n < 0) _exit(3);
        text += n;
        len -= (size_t)n;
    }
}

static void answer(const char *text) {
    send_new(json_pack("{s:s, s:i, s:s, s:{s:s}}", "event", "result", "count", 1, "text", text,
                       "data", "text/plain", text));
}

// Reads until the request `op` came; questions are answered meanwhile.
static void wait_for_op(const char *op) {
    for (;;) {
        json_t *request = hd_frame_read(3);
        if (!request) _exit(0);
        const char *name = json_string_value(json_object_get(request, "op"));
        bool found = !strcmp(name, op);
        if (!strcmp(name, "status")) {
            json_t *reply = json_pack("{s:s, s:b}", "event", "reply", "busy", 1);
            json_object_set(reply, "id", json_object_get(request, "id"));
            send_new(reply);
        }
        json_decref(request);
        if (found) return;
    }
}

static void ordered(int n) {
    for (int i = 0; i < n; i++) {
        put(1, "a", 1);
        send_new(json_pack("{s:s, s:i}", "event", "display", "sync", i));
        wait_for_op("ack");
        put(1, "b", 1);
    }
}

static void flood(size_t n) {
    static char block[100000];
    memset(block, 'x', sizeof block);
    for (; n; n -= n < sizeof block ? n : sizeof block)
        put(1, block, n < sizeof block ? n : sizeof block);
}

static void journal_cell(const char *code) {
    serial++;
    char name[16];
    snprintf(name, sizeof name, "In[%d]", serial);
    send_new(json_pack("{s:s, s:s, s:i, s:s, s:s, s:i}", "event", "journal", "op", "cell", "serial",
                       serial, "name", name, "code", code, "count", serial));
}

static void end(const char *command, const char *argument) {
    if (!strcmp(command, "die")) raise(atoi(argument));
    if (!strcmp(command, "exit")) _exit(atoi(argument));
    if (!strcmp(command, "hang"))
        for (;;) pause();
    if (!strcmp(command, "words")) {
        send_new(json_pack("{s:s, s:s}", "event", "dying", "message", argument));
        raise(SIGKILL);
    }
    if (!strcmp(command, "garbage")) {
        put(3, "\x05\0\0\0?????", 9);
        for (;;) pause();
    }
    if (!strcmp(command, "orphan")) {
        if (fork() == 0) {
            alarm(5);
            for (;;) pause();
        }
        raise(SIGSEGV);
    }
}

static void run(const char *command, const char *argument) {
    int *store = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 4, 0);
    char number[16];
    end(command, argument);
    if (!strcmp(command, "print")) put(1, argument, strlen(argument));
    if (!strcmp(command, "err")) put(2, argument, strlen(argument));
    if (!strcmp(command, "both")) put(1, "1", 1), put(2, "2", 1), put(1, "3", 1), put(2, "4", 1);
    if (!strcmp(command, "result")) answer(argument);
    if (!strcmp(command, "flood")) flood((size_t)atol(argument));
    if (!strcmp(command, "ordered")) ordered(atoi(argument));
    if (!strcmp(command, "cell")) journal_cell(argument);
    if (!strcmp(command, "drop"))
        send_new(json_pack("{s:s, s:s, s:i}", "event", "journal", "op", "drop", "serial",
                           atoi(argument)));
    if (!strcmp(command, "poke")) store[0] = atoi(argument);
    if (!strcmp(command, "peek")) snprintf(number, sizeof number, "%d", store[0]), answer(number);
    if (!strcmp(command, "cells")) snprintf(number, sizeof number, "%d", restored), answer(number);
    if (!strcmp(command, "close")) close(1), close(2);
    if (!strcmp(command, "quit"))
        send_new(json_pack("{s:s, s:i}", "event", "exit", "status", atoi(argument)));
    if (!strcmp(command, "obey")) wait_for_op("interrupt"), status = "interrupted";
    if (!strcmp(command, "fail")) status = "error";
    munmap(store, 4096);
}

static void execute(const json_t *request) {
    send_new(json_pack("{s:s, s:i}", "event", "started", "count", 0));
    char code[2000] = "", *argument;
    strncat(code, json_string_value(json_object_get(request, "code")), sizeof code - 1);
    status = "ok";
    argument = strchr(code, ' ');
    if (argument) *argument++ = 0;
    run(code, argument ? argument : "");
    send_new(json_pack("{s:s, s:s, s:i}", "event", "done", "status", status, "count", serial));
}

static void restore(const json_t *request) {
    json_t *cell, *lost = json_array();
    size_t i;
    json_array_foreach(json_object_get(request, "cells"), i, cell) {
        const char *code = json_string_value(json_object_get(cell, "code"));
        if (!strcmp(code, "poison")) raise(SIGSEGV);
        if (!strcmp(code, "stuck"))
            for (;;) pause();
        if (!strncmp(code, "lose ", 5)) json_array_append_new(lost, json_string(code + 5));
        serial = (int)json_integer_value(json_object_get(cell, "serial"));
        restored++;
    }
    send_new(json_pack("{s:s, s:s, s:o}", "event", "done", "status", "ok", "lost", lost));
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "--dump=fail")) {
        put(2, "cannot load libLLVM\n", 20);
        return 127;
    }
    if (argc > 1 && !strcmp(argv[1], "--dump=slow")) usleep(1500000); // to load
    for (int sig = SIGINT + 1; sig < 32; sig++)
        signal(sig, SIG_DFL); // a sanitizer may have its own way to die
    send_new(json_pack("{s:s}", "event", "ready"));
    json_t *request;
    while ((request = hd_frame_read(3))) {
        const char *op = json_string_value(json_object_get(request, "op"));
        id = json_integer_value(json_object_get(request, "id"));
        if (!strcmp(op, "execute")) execute(request);
        if (!strcmp(op, "restore")) restore(request);
        if (!strcmp(op, "is_complete"))
            send_new(json_pack("{s:s, s:s}", "event", "reply", "status", "complete"));
        if (!strcmp(op, "status")) send_new(json_pack("{s:s, s:b}", "event", "reply", "busy", 0));
        if (!strcmp(op, "shutdown")) _exit(0);
        json_decref(request);
    }
    return 0;
}
