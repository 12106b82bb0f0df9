// The session client against tests/unit/fake_engine.c: output and its order, replies, interrupts,
// and every way in which an engine can end.
#include "base/base.h"
#include "check.h"
#include "session/session.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
    struct hd_buf out, err, log; // log: output and events in the order in which they came
    char error[4000];            // kind: message
    char trace[4000];
    char result[200];
    size_t bytes;
} got;

static void on_output(void *user, int stream, const char *data, size_t len) {
    got.bytes += len;
    if (got.bytes > 100000) return;
    hd_buf_add(stream == 1 ? &got.out : &got.err, data, len);
    hd_buf_add(&got.log, data, len);
}

static void on_event(void *user, const char *name, json_t *event) {
    if (strcmp(name, "started") != 0) hd_buf_printf(&got.log, "<%s>", name);
    if (!strcmp(name, "result"))
        snprintf(got.result, sizeof got.result, "%s",
                 json_string_value(json_object_get(event, "text")));
    if (!strcmp(name, "error")) {
        snprintf(got.error, sizeof got.error, "%s: %s",
                 json_string_value(json_object_get(event, "kind")),
                 json_string_value(json_object_get(event, "message")));
        json_t *trace = json_array_get(json_object_get(event, "traceback"), 0);
        snprintf(got.trace, sizeof got.trace, "%s", json_string_value(trace));
    }
}

static void forget(void) {
    hd_buf_finish(&got.out);
    hd_buf_finish(&got.err);
    hd_buf_finish(&got.log);
    memset(&got, 0, sizeof got);
}

static char engine_path[4096];

static struct hd_session *open_session(bool merge, const char *dump) {
    struct hd_session_options options = {.engine = engine_path,
                                         .dump = dump,
                                         .stdin_fd = -1,
                                         .merge_output = merge,
                                         .hooks = {NULL, on_output, on_event}};
    char *error;
    struct hd_session *s = hd_session_create(&options, &error);
    if (!s) {
        printf("# %s\n", error);
        free(error);
    }
    forget();
    return s;
}

static enum hd_session_status run(struct hd_session *s, const char *code) {
    forget();
    return hd_session_execute(s, json_pack("{s:s}", "code", code), NULL);
}

static void output_comes_before_done(void) {
    struct hd_session *s = open_session(false, NULL);
    CHECK(run(s, "print hello\n") == HD_SESSION_OK);
    CHECK_TEXT(hd_buf_str(&got.out), "hello\n");
    CHECK(run(s, "err oops") == HD_SESSION_OK);
    CHECK_TEXT(hd_buf_str(&got.err), "oops");
    CHECK(run(s, "flood 50000000") == HD_SESSION_OK);
    CHECK(got.bytes == 50000000);
    CHECK(run(s, "fail") == HD_SESSION_ERROR);
    CHECK(run(s, "quit 7") == HD_SESSION_EXITED);
    CHECK_TEXT(hd_buf_str(&got.log), "<exit>");
    hd_session_destroy(s);
}

static void order_is_kept(void) {
    struct hd_session *s = open_session(true, NULL);
    CHECK(run(s, "both") == HD_SESSION_OK);
    CHECK_TEXT(hd_buf_str(&got.log), "1234");
    CHECK(run(s, "ordered 3") == HD_SESSION_OK);
    CHECK_TEXT(hd_buf_str(&got.log), "a<display>ba<display>ba<display>b");
    CHECK(run(s, "close") == HD_SESSION_OK);
    CHECK(run(s, "result 5") == HD_SESSION_OK);
    CHECK_TEXT(got.result, "5");
    hd_session_destroy(s);
}

static void *ask_status(void *arg) {
    return hd_session_ask(arg, json_pack("{s:s}", "op", "status"), 5000);
}

static void *interrupt_soon(void *arg) {
    usleep(100000);
    hd_session_interrupt(arg);
    return NULL;
}

static void questions_are_answered_while_a_cell_runs(void) {
    struct hd_session *s = open_session(false, NULL);
    json_t *reply =
        hd_session_ask(s, json_pack("{s:s, s:s}", "op", "is_complete", "code", "x"), 5000);
    CHECK_TEXT(json_string_value(json_object_get(reply, "status")), "complete");
    json_decref(reply);
    pthread_t asker, interrupter;
    pthread_create(&interrupter, NULL, interrupt_soon, s);
    pthread_create(&asker, NULL, ask_status, s);
    CHECK(run(s, "obey") == HD_SESSION_INTERRUPTED);
    void *answer;
    pthread_join(asker, &answer);
    pthread_join(interrupter, NULL);
    CHECK(answer != NULL);
    json_decref(answer);
    CHECK(got.error[0] == 0);
    hd_session_destroy(s);
}

static void an_engine_that_hangs_is_replaced(void) {
    struct hd_session *s = open_session(false, NULL);
    run(s, "cell a");
    run(s, "poke 42");
    pthread_t interrupter;
    pthread_create(&interrupter, NULL, interrupt_soon, s);
    int64_t start = hd_now_ns();
    CHECK(run(s, "hang") == HD_SESSION_INTERRUPTED);
    int64_t took = hd_now_ns() - start;
    CHECK(took > 1000000000 && took < 2500000000);
    CHECK(strstr(got.error, "did not answer the interrupt"));
    pthread_join(interrupter, NULL);
    CHECK(run(s, "peek") == HD_SESSION_OK);
    CHECK_TEXT(got.result, "42");
    CHECK(run(s, "cells") == HD_SESSION_OK);
    CHECK_TEXT(got.result, "1");
    hd_session_destroy(s);
}

static void every_end_is_explained(void) {
    static const struct {
        const char *code, *words;
    } ends[] = {
        {"die 11", "SIGSEGV"},
        {"die 9", "lack of memory"},
        {"die 6", "SIGABRT"},
        {"exit 3", "status 3"},
        {"exit 0", "ended the process"},
        {"words the heap was corrupted", "heap was corrupted"},
        {"orphan", "SIGSEGV"},
        {"garbage", "connection"},
        {"die 31", "signal 31"},
    };
    struct hd_session *s = open_session(false, NULL);
    run(s, "poke 7");
    run(s, "cell lose `p` (memory from malloc)");
    for (int i = 0; i < HD_COUNT(ends); i++) {
        CHECK(run(s, ends[i].code) == HD_SESSION_ERROR);
        CHECK(!strncmp(got.error, "engine: ", 8));
        if (!strstr(got.error, ends[i].words)) CHECK_TEXT(got.error, ends[i].words);
        CHECK(strstr(got.trace, "lost: `p` (memory from malloc)"));
        CHECK(run(s, "peek") == HD_SESSION_OK);
        CHECK_TEXT(got.result, "7");
    }
    hd_session_destroy(s);
}

static void the_journal_is_restored(void) {
    struct hd_session *s = open_session(false, NULL);
    char code[20];
    for (int i = 0; i < 2000; i++) {
        snprintf(code, sizeof code, "cell c%d", i);
        run(s, code);
    }
    for (int i = 1; i <= 1000; i++) {
        snprintf(code, sizeof code, "drop %d", i);
        run(s, code);
    }
    int64_t start = hd_now_ns();
    CHECK(run(s, "die 9") == HD_SESSION_ERROR);
    CHECK(hd_now_ns() - start < 1000000000);
    run(s, "cells");
    CHECK_TEXT(got.result, "1000");
    CHECK(hd_session_restart(s, true));
    run(s, "cells");
    CHECK_TEXT(got.result, "1000");
    run(s, "poke 3");
    CHECK(hd_session_restart(s, false));
    run(s, "cells");
    CHECK_TEXT(got.result, "0");
    run(s, "peek");
    CHECK_TEXT(got.result, "0");
    hd_session_destroy(s);
}

static void a_poisoned_journal_loses_its_newest_cells(void) {
    struct hd_session *s = open_session(false, NULL);
    run(s, "cell a");
    run(s, "cell b");
    run(s, "cell poison");
    run(s, "cell d");
    CHECK(run(s, "die 11") == HD_SESSION_ERROR);
    CHECK(strstr(got.trace, "dropped: ") && strstr(got.trace, "In[3]") &&
          strstr(got.trace, "In[4]"));
    CHECK(run(s, "cells") == HD_SESSION_OK);
    CHECK(atoi(got.result) >= 1 && atoi(got.result) <= 2);
    hd_session_destroy(s);
}

static void a_loading_engine_is_not_taken_to_hang(void) {
    struct hd_session *s = open_session(false, "slow");
    pthread_t interrupter;
    pthread_create(&interrupter, NULL, interrupt_soon, s);
    CHECK(run(s, "obey") == HD_SESSION_INTERRUPTED);
    CHECK_TEXT(got.error, "");
    pthread_join(interrupter, NULL);
    hd_session_destroy(s);
}

static void an_interrupt_is_for_the_next_request_unless_forgotten(void) {
    struct hd_session *s = open_session(false, NULL);
    run(s, "cell a");
    hd_session_interrupt(s);
    CHECK(run(s, "obey") == HD_SESSION_INTERRUPTED);
    CHECK_TEXT(got.error, "");
    hd_session_interrupt(s);
    hd_session_forget_interrupts(s);
    pthread_t interrupter;
    pthread_create(&interrupter, NULL, interrupt_soon, s);
    int64_t start = hd_now_ns();
    CHECK(run(s, "obey") == HD_SESSION_INTERRUPTED);
    CHECK(hd_now_ns() - start >= 90000000);
    pthread_join(interrupter, NULL);
    hd_session_interrupt(s);
    CHECK(hd_session_restart(s, true)); // which it does not disturb
    CHECK(run(s, "cells") == HD_SESSION_OK);
    CHECK_TEXT(got.result, "1");
    hd_session_destroy(s);
}

static void a_restore_that_hangs_can_be_interrupted(void) {
    struct hd_session *s = open_session(false, NULL);
    run(s, "cell a");
    run(s, "cell stuck");
    pthread_t interrupter;
    pthread_create(&interrupter, NULL, interrupt_soon, s);
    CHECK(run(s, "die 11") != HD_SESSION_LOST);
    pthread_join(interrupter, NULL);
    CHECK(strstr(got.trace, "dropped: In[2]"));
    CHECK(run(s, "cells") == HD_SESSION_OK);
    CHECK_TEXT(got.result, "1");
    hd_session_destroy(s);
}

static void an_engine_that_cannot_start_says_why(void) {
    struct hd_session *s = open_session(false, "fail");
    CHECK(run(s, "print x") == HD_SESSION_LOST);
    CHECK(strstr(got.error, "cannot load libLLVM"));
    CHECK(run(s, "print x") == HD_SESSION_LOST);
    hd_session_destroy(s);
    struct hd_session_options options = {.engine = "/nonexistent/engine", .stdin_fd = -1};
    char *error;
    CHECK(hd_session_create(&options, &error) == NULL);
    CHECK_TEXT(error, "cannot start the engine `/nonexistent/engine`: No such file or directory");
    free(error);
}

static void an_idle_end_is_noticed(void) {
    struct hd_session *s = open_session(false, NULL);
    run(s, "cell a");
    json_t *request = json_pack("{s:s, s:s}", "op", "execute", "code", "die 11");
    forget();
    json_t *reply =
        hd_session_ask(s, request, 5000); // a cell that nobody waits for ends the engine
    CHECK(reply == NULL);
    struct pollfd ready = {.fd = hd_session_fd(s), .events = POLLIN};
    CHECK(poll(&ready, 1, 5000) == 1);
    hd_session_pump(s);
    CHECK(strstr(got.error, "SIGSEGV"));
    CHECK(run(s, "cells") == HD_SESSION_OK);
    CHECK_TEXT(got.result, "1");
    hd_session_destroy(s);
}

static void any_bytes_are_sent(void) {
    json_t *request = json_object();
    hd_session_set_code(request, "a\xC3\xA4", 3);
    CHECK_TEXT(json_string_value(json_object_get(request, "code")), "a\xC3\xA4");
    CHECK(!json_object_get(request, "bytes"));
    hd_session_set_code(request, "a\xE4", 2);
    CHECK_TEXT(json_string_value(json_object_get(request, "code")), "a\xC3\xA4");
    CHECK(json_is_true(json_object_get(request, "bytes")));
    json_decref(request);
}

int main(void) {
    ssize_t len = readlink("/proc/self/exe", engine_path, sizeof engine_path - 20);
    if (len < 0) return 1;
    engine_path[len] = 0;
    strcpy(strrchr(engine_path, '/') + 1, "fake_engine");
    RUN(output_comes_before_done);
    RUN(order_is_kept);
    RUN(questions_are_answered_while_a_cell_runs);
    RUN(an_engine_that_hangs_is_replaced);
    RUN(every_end_is_explained);
    RUN(the_journal_is_restored);
    RUN(a_poisoned_journal_loses_its_newest_cells);
    RUN(a_loading_engine_is_not_taken_to_hang);
    RUN(an_interrupt_is_for_the_next_request_unless_forgotten);
    RUN(a_restore_that_hangs_can_be_interrupted);
    RUN(an_engine_that_cannot_start_says_why);
    RUN(an_idle_end_is_noticed);
    RUN(any_bytes_are_sent);
    forget();
    return check_status();
}
