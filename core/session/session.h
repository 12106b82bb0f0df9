// session: the client's side. Starts the engine, sends it requests, passes on its output and
// events, keeps the journal and the variable store, and replaces an engine that died or does not
// answer. Front-ends include this header alone from core/ (and Jansson).
//
// Protocol: length-prefixed JSON (base/frame) on a socket pair. A request is {"id": n, "op": name,
// ...}; every event that answers it carries its id. Requests, with their members (protocol.md
// beside this file is the reference):
//   execute   code, [store_history true], [silent false], [color false], [mode
//   "cell"|"file"|"program", path, argv] is_complete code                 -> reply {status:
//   complete | incomplete | invalid, indent} complete  code, cursor (bytes)   -> reply {matches:
//   [{text, kind, signature}], start, end} inspect   code, cursor, detail   -> reply {found, text,
//   html?} interrupt, status, shutdown, restore {cells: [...], stubs: [...]}, input {text} | {eof}
//   (hd_session_tell)
// Events: started {count}, diagnostic {severity, text, plain, place...}, result {count, text, data
// {mime: ...}},
//   display and update_display {data, metadata, transient}, clear_output {wait}, notice {text},
//   error {kind, message, traceback: [text]}, exit {status}, reply {...}, journal {op: "cell" |
//   "drop" | "var" | "stub" ...}, done {status: ok | error | interrupted, count, lost: [...]}
#ifndef HD_SESSION_H
#define HD_SESSION_H

#include "base/base.h" // strings, memory, time: for front-ends too
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct hd_session;

struct hd_session_hooks { // called from hd_session_execute and hd_session_pump, on the caller's
                          // thread
    void *user;
    // Bytes that user code wrote; stream 1 or 2.
    void (*output)(void *user, int stream, const char *data, size_t len);
    // Any event but output, reply, journal and done. Borrowed reference.
    void (*event)(void *user, const char *name, json_t *event);
};

struct hd_session_options {
    const char *engine; // path of heddle-engine; NULL: beside this program, then libexec, then PATH
    const char *dump;   // --dump stages or NULL
    bool color;
    int stdin_fd;      // what the engine reads as standard input; -1: /dev/null
    bool merge_output; // both streams through one pipe, in the exact order of writing; all is
                       // stream 1 then
    bool line_output;  // somebody watches: lines are shown when they are complete, both streams in
                       // order
    bool asks_for_input; // user code that reads standard input causes events `input_request`,
                         // answered by `input`
    struct hd_session_hooks hooks;
};

// Starts the engine without waiting for it. NULL: *error (heap) says why.
struct hd_session *hd_session_create(const struct hd_session_options *options, char **error);
// The last request: destroys the objects of the session, as its end does; output goes to the hooks.
// Nothing where no request has run, one is running in another thread, or the engine is gone.
void hd_session_finish(struct hd_session *session);
void hd_session_destroy(struct hd_session *session); // ends the engine; NULL is fine

enum hd_session_status {
    HD_SESSION_OK,
    HD_SESSION_ERROR,
    HD_SESSION_INTERRUPTED,
    HD_SESSION_EXITED,
    HD_SESSION_LOST
};

// Runs one request to its end: output and events go to the hooks as they come, all of the output
// before it returns. `request`: members of the request without id (reference is stolen). *reply:
// the done event (new reference) or NULL. HD_SESSION_LOST: no engine could be started any more.
enum hd_session_status hd_session_execute(struct hd_session *session, json_t *request,
                                          json_t **reply);
// The same for requests that are answered at once (is_complete, complete, inspect, status), also
// from another thread while a cell runs. New reference, or NULL when the engine did not answer
// within timeout_ms.
json_t *hd_session_ask(struct hd_session *session, json_t *request, int timeout_ms);
// Sends a request that has no answer (input); from any thread. Reference is stolen.
void hd_session_tell(struct hd_session *session, json_t *request);
// Interrupts the running request; safe in a signal handler and from other threads. The engine gets
// 1 s to obey (from when it has loaded), then it is replaced. While nothing runs it is kept for the
// next request.
void hd_session_interrupt(struct hd_session *session);
// Drops interrupts that no request has taken. To be called where an interrupt can only be meant for
// what came before: when an input is taken, not when it starts to run, or a Ctrl-C between the two
// would be lost.
void hd_session_forget_interrupts(struct hd_session *session);
// The session is to end: kills the engine and lets a running request return HD_SESSION_LOST; what
// comes later returns that at once. Safe in a signal handler and from other threads.
void hd_session_abandon(struct hd_session *session);
// Sets `code` of a request (and `bytes`, when the text is not UTF-8; protocol.md says how).
void hd_session_set_code(json_t *request, const char *code, size_t len);
// Replaces the engine, keeping the session (restore true) or starting afresh. Not while a request
// runs.
bool hd_session_restart(struct hd_session *session, bool restore);
// After HD_SESSION_LOST: waits, and tries once more to have an engine, without a report. false:
// still none.
bool hd_session_revive(struct hd_session *session, int wait_ms);
// What a magic has set for the session (%check on: "check"); 0: nothing.
int hd_session_option(const struct hd_session *session, const char *name);
// The store's file, in which arrays lie (the request `array` says where). Borrowed; a restart
// afresh makes another.
int hd_session_store(const struct hd_session *session);
// Of a cell that defines `main` and does not call it: a sentence that says how to, or NULL.
const char *hd_session_main_remark(const char *code);
// For event loops: a descriptor that becomes readable when hd_session_pump has something to do
// between requests.
int hd_session_fd(struct hd_session *session);
// False: there is no engine any more and none can be started, which it has just reported.
bool hd_session_pump(struct hd_session *session);

#endif
