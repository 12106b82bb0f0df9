// Headers of C++'s library that a program included, and that are read when they are needed.
//
// A program with forty `#include`s uses a tenth of what they declare. So `#include <map>` in its
// own text only notes the header and those that it includes (pp_include.c asks waiting_include);
// the first lookup of a name in namespace std that one of them declares reads those that declare it
// (waiting_find, before the lookup itself, for overloads may stand in several of them). Operators
// and specialisations need no rows of their own: they stand in the header of a type that has to be
// named first.
//
// A header waits from the token on where it was included: what stands before does not see it. It is
// read whole and at once, with all that it includes, as if it stood before the item at hand. A text
// that opens namespace std itself, and an input at the prompt, have all of them read first.
//
// The state is the transaction's: a cell that is rolled back leaves it as it was.
#include "front/check/check.h"
#include "front/lex/embedded.h"

#include <stdlib.h>
#include <string.h>

enum { NOT_INCLUDED = -1, IS_READ = -2 };

struct waiting {
    int n;   // how many wait
    int *at; // by row of hd_embedded: NOT_INCLUDED, IS_READ, or 1 + since which token it waits; 0:
             // an earlier cell's
    bool *whole; // a header that is read at once includes it: it is read before the cell ends
    int *at_before, n_before; // when the transaction began
};

void waiting_create(struct hd_front *front) {
    struct waiting *w = front->waiting = hd_xcalloc(1, sizeof *w);
    size_t n = (size_t)hd_embedded_count;
    w->at = hd_xcalloc(n, sizeof *w->at);
    w->at_before = hd_xcalloc(n, sizeof *w->at_before);
    w->whole = hd_xcalloc(n, sizeof *w->whole);
    for (size_t i = 0; i < n; i++) w->at[i] = NOT_INCLUDED;
}

void waiting_destroy(struct hd_front *front) {
    free(front->waiting->at);
    free(front->waiting->at_before);
    free(front->waiting->whole);
    free(front->waiting);
}

void waiting_begin(struct hd_front *front) {
    struct waiting *w = front->waiting;
    for (int i = 0; w->n > 0 && i < hd_embedded_count; i++)
        if (w->at[i] > 0) w->at[i] = 0; // an earlier cell's tokens are all behind
    memcpy(w->at_before, w->at, sizeof *w->at * (size_t)hd_embedded_count);
    w->n_before = w->n;
}

void waiting_rollback(struct hd_front *front) {
    struct waiting *w = front->waiting;
    memcpy(w->at, w->at_before, sizeof *w->at * (size_t)hd_embedded_count);
    w->n = w->n_before;
}

static void note(struct waiting *w, int row, int token) {
    if (w->at[row] != NOT_INCLUDED) return;
    w->at[row] = token;
    w->n++;
    for (const short *within = hd_embedded_waits[row].within; *within >= 0; within++)
        note(w, *within, token);
}

void waiting_include(struct hd_front *front, int row, int token) {
    note(front->waiting, row, token + 1);
}

bool waiting_whole(struct hd_front *front, int row) {
    struct waiting *w = front->waiting;
    if (w->at[row] < 0) return false;
    w->whole[row] = true;
    return true;
}

void waiting_read(struct hd_front *front, int row) {
    struct waiting *w = front->waiting;
    if (w->at[row] >= 0) w->n--;
    w->at[row] = IS_READ;
    w->whole[row] = false;
}

static void read_now(struct hd_front *front, int row) {
    front_include_text(front, hd_embedded[row].name);
    if (front->waiting->at[row] >= 0) waiting_read(front, row);
}

static bool is_visible(const struct hd_front *front, int row) {
    int at = front->waiting->at[row];
    return at == 0 || (at > 0 && front->cell_parser && at - 1 <= front->cell_parser->at);
}

static const struct hd_waiting_name *row_of(const char *name) {
    int low = 0, high = hd_embedded_names_count - 1;
    while (low <= high) {
        int mid = (low + high) / 2, order = strcmp(name, hd_embedded_names[mid].name);
        if (order == 0) return &hd_embedded_names[mid];
        if (order < 0)
            high = mid - 1;
        else
            low = mid + 1;
    }
    return NULL;
}

const char *waiting_header_of(const char *name) {
    const struct hd_waiting_name *row = row_of(name);
    for (const short *where = row ? row->where : NULL; where && *where >= 0; where++)
        if (!strchr(hd_embedded[*where].name, '/')) return hd_embedded[*where].name;
    return NULL;
}

void waiting_find(struct hd_front *front, const char *name) {
    if (front->waiting->n == 0 || !front->txn || front->auto_including > 0) return;
    const struct hd_waiting_name *row = row_of(name);
    for (const short *where = row ? row->where : NULL; where && *where >= 0; where++)
        if (is_visible(front, *where)) read_now(front, *where);
}

bool waiting_has(struct hd_front *front, const char *name) {
    const struct hd_waiting_name *row = row_of(name);
    for (const short *where = row ? row->where : NULL; where && *where >= 0; where++)
        if (front->waiting->at[*where] != NOT_INCLUDED) return true;
    return false;
}

static void read_all(struct hd_front *front, bool whole) {
    struct waiting *w = front->waiting;
    if (w->n == 0 || !front->txn || front->auto_including > 0) return;
    for (int i = 0; i < hd_embedded_count; i++)
        if (is_visible(front, i) && (!whole || w->whole[i])) read_now(front, i);
}

void waiting_all(struct hd_front *front) { read_all(front, false); }

void waiting_finish(struct hd_front *front) { read_all(front, true); }
