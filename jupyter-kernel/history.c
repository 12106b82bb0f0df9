// What was entered, in every session: an SQLite database that all kernels of a user share.
//
//   $XDG_STATE_HOME/heddle/history.sqlite     (~/.local/state/heddle/...)
//
// A session's row is made with its first line. Lines that have gathered are written in one
// transaction, on a thread of their own, so no cell waits for the disk. A database that is damaged
// is put aside and begun anew; where there is no place for one (no home folder, a full disk, a
// network drive without locks) the history lives in memory. Requests are answered by the same
// thread, and so see every line that was recorded before them.
#include "kernel.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUSY_MS = 4000, MOST_OUTPUT = 10000, TAIL = 10, MOST_LINES = 100000 };

struct history {
    sqlite3 *db;
    sqlite3_int64 session; // 0: it has no row yet
    bool in_memory;
};

struct line { // in the queue, beside requests
    bool is_line;
    int number;
    char *code, *output;
};

struct item {
    struct request *request; // or
    struct line line;
};

// ---- the database -------------------------------------------------------------------------------

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, start INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS lines (session INTEGER NOT NULL, line INTEGER NOT NULL, code TEXT NOT NULL, "
    "output TEXT,"
    " PRIMARY KEY (session, line)) WITHOUT ROWID;";

static bool make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        bool ok = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!ok) return false;
    }
    return true;
}

bool history_place(struct hd_buf *path) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/')
        hd_buf_printf(path, "%s/heddle/history.sqlite", state);
    else if (home && *home == '/')
        hd_buf_printf(path, "%s/.local/state/heddle/history.sqlite", home);
    return path->len && make_folders(path->s);
}

static sqlite3 *open_database(const char *path, int *error) {
    sqlite3 *db = NULL;
    *error = sqlite3_open_v2(
        path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (*error == SQLITE_OK) {
        sqlite3_busy_timeout(db, BUSY_MS);
        sqlite3_exec(db, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
        *error = sqlite3_exec(db, schema, NULL, NULL, NULL);
    }
    if (*error == SQLITE_OK) return db;
    sqlite3_close(db);
    return NULL;
}

struct history *history_open(void) {
    struct history *history = hd_xcalloc(1, sizeof *history);
    struct hd_buf path = {0}, aside = {0};
    int error = SQLITE_CANTOPEN;
    if (history_place(&path)) {
        history->db = open_database(path.s, &error);
        if (!history->db && (error == SQLITE_NOTADB || error == SQLITE_CORRUPT)) {
            hd_buf_printf(&aside, "%s.damaged", path.s);
            if (rename(path.s, aside.s) == 0) history->db = open_database(path.s, &error);
        }
        if (history->db) chmod(path.s, 0600);
    }
    if (!history->db) {
        fprintf(stderr, "heddle-kernel: no history is kept (%s): %s\n",
                path.len ? path.s : "no home folder", sqlite3_errstr(error));
        history->db = open_database(":memory:", &error);
        history->in_memory = true;
    }
    hd_buf_finish(&path);
    hd_buf_finish(&aside);
    return history;
}

void history_close(struct history *history) {
    if (!history) return;
    sqlite3_close(history->db);
    free(history);
}

static bool bind_text(sqlite3_stmt *statement, int i, const char *text) {
    return (text ? sqlite3_bind_text(statement, i, text, -1, SQLITE_STATIC)
                 : sqlite3_bind_null(statement, i)) == SQLITE_OK;
}

// ---- writing ------------------------------------------------------------------------------------

static bool begin_session(struct history *history) {
    if (history->session) return true;
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(history->db, "INSERT INTO sessions (start) VALUES (?1)", -1, &statement,
                           NULL))
        return false;
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)time(NULL));
    bool ok = sqlite3_step(statement) == SQLITE_DONE;
    if (ok) history->session = sqlite3_last_insert_rowid(history->db);
    sqlite3_finalize(statement);
    return ok;
}

// Goes on in memory with all that the file has: on a full disk, say, this session's history is
// whole.
static bool leave_disk(struct history *history, int why) {
    if (history->in_memory) return false;
    int error;
    sqlite3 *memory = open_database(":memory:", &error);
    sqlite3_backup *copy = memory ? sqlite3_backup_init(memory, "main", history->db, "main") : NULL;
    if (copy) sqlite3_backup_step(copy, -1);
    if (!copy || sqlite3_backup_finish(copy) != SQLITE_OK) {
        sqlite3_close(memory);
        return false;
    }
    fprintf(stderr, "heddle-kernel: the history is kept in memory only from here on: %s\n",
            sqlite3_errstr(why));
    sqlite3_close(history->db);
    history->db = memory;
    history->in_memory = true;
    return true;
}

static bool write_lines(struct history *history, struct item **items, int n) {
    sqlite3_int64 before = history->session;
    sqlite3_stmt *statement = NULL;
    if (!history->db || sqlite3_exec(history->db, "BEGIN IMMEDIATE", NULL, NULL, NULL))
        return false;
    bool ok =
        begin_session(history) &&
        !sqlite3_prepare_v2(history->db, "INSERT OR REPLACE INTO lines VALUES (?1, ?2, ?3, ?4)", -1,
                            &statement, NULL);
    for (int i = 0; ok && i < n; i++) {
        const struct line *line = &items[i]->line;
        sqlite3_bind_int64(statement, 1, history->session);
        sqlite3_bind_int(statement, 2, line->number);
        bind_text(statement, 3, line->code);
        bind_text(statement, 4, line->output);
        ok = sqlite3_step(statement) == SQLITE_DONE;
        if (i == n - 1 || !ok)
            sqlite3_finalize(statement);
        else
            sqlite3_reset(statement);
    }
    if (ok && !sqlite3_exec(history->db, "COMMIT", NULL, NULL, NULL)) return true;
    int why = sqlite3_errcode(history->db);
    sqlite3_exec(history->db, "ROLLBACK", NULL, NULL, NULL);
    history->session = before;
    return leave_disk(history, why) && write_lines(history, items, n);
}

static char *copy_start(const char *text, size_t most) {
    if (!text) return NULL;
    size_t len = strnlen(text, most);
    while (len && text[len] && ((unsigned char)text[len] & 0xC0) == 0x80) len--; // whole characters
    char *copy = hd_xmalloc(len + 1);
    memcpy(copy, text, len);
    copy[len] = 0;
    return copy;
}

void history_record(struct kernel *kernel, int number, const char *code, const char *output) {
    struct item *item = hd_xcalloc(1, sizeof *item);
    item->line =
        (struct line){true, number, copy_start(code, 1 << 20), copy_start(output, MOST_OUTPUT)};
    worker_add(&kernel->history_thread, item);
}

// ---- reading ------------------------------------------------------------------------------------

static json_int_t integer_of(const struct request *request, const char *key, json_int_t otherwise) {
    json_t *value = json_object_get(request->content, key);
    return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

static bool is_true(const struct request *request, const char *key) {
    return json_is_true(json_object_get(request->content, key));
}

// Rows of a SELECT session, line, code, output; newest first when `reverse`.
static json_t *rows(sqlite3_stmt *statement, bool with_output, bool reverse) {
    json_t *list = json_array();
    for (int n = 0; n < MOST_LINES && sqlite3_step(statement) == SQLITE_ROW; n++) {
        const char *code = (const char *)sqlite3_column_text(statement, 2);
        const char *output = (const char *)sqlite3_column_text(statement, 3);
        json_t *text = json_string(code ? code : "");
        if (!text) continue;
        if (with_output) text = json_pack("[o, s?]", text, output);
        json_t *row = json_pack("[I, I, o]", (json_int_t)sqlite3_column_int64(statement, 0),
                                (json_int_t)sqlite3_column_int64(statement, 1), text);
        if (reverse)
            json_array_insert_new(list, 0, row);
        else
            json_array_append_new(list, row);
    }
    sqlite3_finalize(statement);
    return list;
}

struct query {
    json_int_t n, session, start, stop;
    const char *pattern;
};

static void bind_number(sqlite3_stmt *statement, const char *name, json_int_t value) {
    int i = sqlite3_bind_parameter_index(statement, name);
    if (i) sqlite3_bind_int64(statement, i, value);
}

static json_t *select_lines(struct history *history, const struct request *request, const char *sql,
                            const struct query *query) {
    sqlite3_stmt *statement;
    if (!history->db || sqlite3_prepare_v2(history->db, sql, -1, &statement, NULL))
        return json_array();
    bind_number(statement, ":n", query->n);
    bind_number(statement, ":session", query->session);
    bind_number(statement, ":start", query->start);
    bind_number(statement, ":stop", query->stop);
    int i = sqlite3_bind_parameter_index(statement, ":pattern");
    if (i) bind_text(statement, i, query->pattern);
    return rows(statement, is_true(request, "output"), strstr(sql, "DESC") != NULL);
}

static json_t *tail(struct history *history, const struct request *request) {
    struct query query = {.n = integer_of(request, "n", TAIL)};
    return select_lines(
        history, request,
        "SELECT session, line, code, output FROM lines ORDER BY session DESC, line DESC LIMIT :n",
        &query);
}

// Session 0 is this one, -1 the one before, and so on.
static json_t *range(struct history *history, const struct request *request) {
    struct query query = {.session = integer_of(request, "session", 0),
                          .start = integer_of(request, "start", 0),
                          .stop = integer_of(request, "stop", INT32_MAX)};
    if (query.session <= 0) query.session += history->session;
    return select_lines(
        history, request,
        "SELECT session, line, code, output FROM lines WHERE session = :session AND line >= :start AND "
        "line < :stop ORDER BY line",
        &query);
}

// `unique`: of equal inputs the newest (SQLite takes the other columns from the row that has the
// maximum).
static json_t *search(struct history *history, const struct request *request) {
    struct query query = {.n = integer_of(request, "n", -1),
                          .pattern =
                              json_string_value(json_object_get(request->content, "pattern"))};
    if (!query.pattern) query.pattern = "*";
    const char *all = "SELECT session, line, code, output FROM lines WHERE code GLOB :pattern "
                      "ORDER BY session DESC, line DESC LIMIT :n";
    const char *unique =
        "SELECT session, line, code, output, max(session * 4294967296 + line) AS newest FROM lines "
        "WHERE code GLOB :pattern GROUP BY code ORDER BY newest DESC LIMIT :n";
    return select_lines(history, request, is_true(request, "unique") ? unique : all, &query);
}

static void answer(struct kernel *kernel, struct request *request) {
    const char *kind = json_string_value(json_object_get(request->content, "hist_access_type"));
    json_t *list = !kind                     ? json_array()
                   : !strcmp(kind, "range")  ? range(kernel->history, request)
                   : !strcmp(kind, "search") ? search(kernel->history, request)
                   : !strcmp(kind, "tail")   ? tail(kernel->history, request)
                                             : json_array();
    publish_status(kernel, request, "busy");
    reply(kernel, request, "history_reply",
          json_pack("{s:s, s:o}", "status", "ok", "history", list));
    publish_status(kernel, request, "idle");
    execute_again_busy(kernel);
}

// ---- the thread ---------------------------------------------------------------------------------

void history_request(struct kernel *kernel, struct request *request) {
    struct item *item = hd_xcalloc(1, sizeof *item);
    item->request = request_ref(request);
    worker_add(&kernel->history_thread, item);
}

void history_work(struct kernel *kernel, void **list, int n) {
    struct item **items = (struct item **)list;
    if (!kernel->history) kernel->history = history_open();
    for (int i = 0; i < n; i++) {
        int lines = 0;
        while (i + lines < n && items[i + lines]->line.is_line) lines++;
        if (lines) {
            write_lines(kernel->history, items + i, lines);
            i += lines - 1;
        } else {
            answer(kernel, items[i]->request);
        }
    }
    for (int i = 0; i < n; i++) {
        request_unref(items[i]->request);
        free(items[i]->line.code);
        free(items[i]->line.output);
        free(items[i]);
    }
}
