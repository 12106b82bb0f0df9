// The table of sources, and what a location means to a person.
//
// Each source takes the next len + 1 numbers of one 32-bit space, so a location is one integer, and
// the source that holds it is found by binary search. When the space is used up, what released
// sources have left free is given to new ones.
//
//   struct hd_source *source = hd_source_add("In[3]", NULL, code, len); struct hd_place place; if
//   (hd_source_place(source->base + 12, &place)) printf("%s:%d:%d", place.source->name, place.line,
//   place.column);
//
// One lock guards the table and the line starts, which are made when first asked for.
#include "base/base.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct {
    pthread_mutex_t lock;
    HD_VEC(struct hd_source *) all; // ascending by base
    uint64_t next_base;             // 0 means 1: location 0 is nowhere
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct hd_source *insert(int at, uint64_t base) {
    struct hd_source *source = hd_xcalloc(1, sizeof *source);
    source->base = (hd_loc)base;
    HD_XPUSH(&table.all, source);
    memmove(table.all.v + at + 1, table.all.v + at,
            sizeof *table.all.v * (size_t)(table.all.n - 1 - at));
    table.all.v[at] = source;
    return source;
}

// A new struct in the table for a source of len bytes, with `base` set: fresh numbers, or the first
// gap that is large enough once there are none. NULL: neither exists.
static struct hd_source *claim_locations(size_t len) {
    if (!table.next_base) table.next_base = 1;
    if (len < UINT32_MAX - table.next_base) {
        struct hd_source *source = insert(table.all.n, table.next_base);
        table.next_base += len + 1;
        return source;
    }
    uint64_t from = 1;
    for (int i = 0; i < table.all.n; i++) {
        const struct hd_source *next = table.all.v[i];
        if (next->base - from > len) return insert(i, from);
        from = (uint64_t)next->base + next->len + 1;
    }
    return UINT32_MAX - from > len ? insert(table.all.n, from) : NULL;
}

struct hd_source *hd_source_add(const char *name, const char *path, const char *text, size_t len) {
    name = hd_intern_str(name);
    if (path) path = hd_intern_str(path);
    char *copy = hd_xmalloc(len + 1);
    if (len) memcpy(copy, text, len);
    copy[len] = 0;
    pthread_mutex_lock(&table.lock);
    struct hd_source *source = claim_locations(len);
    if (!source) hd_xmalloc(SIZE_MAX / 2); // 4 GiB of live source text: reports and ends
    source->name = name;
    source->path = path;
    source->text = copy;
    source->len = len;
    source->first_line = 1;
    pthread_mutex_unlock(&table.lock);
    return source;
}

void hd_source_release(struct hd_source *source) {
    if (!source) return;
    pthread_mutex_lock(&table.lock);
    int low = 0, high = table.all.n - 1;
    while (low < high) {
        int mid = low + (high - low) / 2;
        if (table.all.v[mid]->base < source->base)
            low = mid + 1;
        else
            high = mid;
    }
    memmove(table.all.v + low, table.all.v + low + 1,
            sizeof *table.all.v * (size_t)(table.all.n - 1 - low));
    table.all.n--;
    pthread_mutex_unlock(&table.lock);
    free((char *)source->text);
    free(source->lines);
    free(source);
}

static struct hd_source *source_at(hd_loc loc) {
    int low = 0, high = table.all.n - 1;
    while (low <= high) {
        int mid = low + (high - low) / 2;
        struct hd_source *source = table.all.v[mid];
        if (loc < source->base)
            high = mid - 1;
        else if (loc - source->base > source->len)
            low = mid + 1;
        else
            return source;
    }
    return NULL;
}

struct hd_source *hd_source_at(hd_loc loc) {
    if (!loc) return NULL;
    pthread_mutex_lock(&table.lock);
    struct hd_source *source = source_at(loc);
    pthread_mutex_unlock(&table.lock);
    return source;
}

// ---- the order of a text and of what it includes ------------------------------------------------

enum { DEEPEST_INCLUDE = 256 };

// Every place of the text that leads to `loc`: itself, where its source is included, and so on.
static int places_of(hd_loc loc, hd_loc *out, const struct hd_source **sources) {
    int n = 0;
    for (struct hd_source *s; n < DEEPEST_INCLUDE && (s = hd_source_at(loc));
         loc = s->included_at) {
        out[n] = loc;
        sources[n++] = s;
    }
    return n;
}

static const struct hd_source *whole_text(hd_loc loc) {
    hd_loc places[DEEPEST_INCLUDE];
    const struct hd_source *sources[DEEPEST_INCLUDE];
    int n = places_of(loc, places, sources);
    return n ? sources[n - 1] : NULL;
}

void hd_source_include(struct hd_source *source, hd_loc at) {
    if (!source->included_at || whole_text(source->included_at) != whole_text(at))
        source->included_at = at;
}

bool hd_text_follows(hd_loc a, hd_loc b) {
    const struct hd_source *sa = hd_source_at(a);
    if (!sa) return false;
    if (sa == hd_source_at(b)) return a > b;
    hd_loc from[DEEPEST_INCLUDE], to[DEEPEST_INCLUDE];
    const struct hd_source *x[DEEPEST_INCLUDE], *y[DEEPEST_INCLUDE];
    int n = places_of(a, from, x), m = places_of(b, to, y);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            if (x[i] == y[k]) return from[i] > to[k];
    return false;
}

static void find_lines(struct hd_source *source) {
    struct {
        uint32_t *v;
        int n, cap;
    } lines = {0};
    HD_XPUSH(&lines, 0);
    const char *end = source->text + source->len;
    for (const char *p = source->text; (p = memchr(p, '\n', (size_t)(end - p)));) {
        p++;
        HD_XPUSH(&lines, (uint32_t)(p - source->text));
    }
    source->lines = lines.v;
    source->nlines = lines.n;
}

bool hd_source_place(hd_loc loc, struct hd_place *place) {
    *place = (struct hd_place){0};
    if (!loc) return false;
    pthread_mutex_lock(&table.lock);
    struct hd_source *source = source_at(loc);
    if (!source || !source->text) {
        pthread_mutex_unlock(&table.lock);
        return false;
    }
    if (!source->lines) find_lines(source);
    uint32_t offset = loc - source->base;
    int low = 0, high = source->nlines - 1; // the last line that starts at or before offset
    while (low < high) {
        int mid = low + (high - low + 1) / 2;
        if (source->lines[mid] <= offset)
            low = mid;
        else
            high = mid - 1;
    }
    size_t start = source->lines[low];
    size_t end = low + 1 < source->nlines ? source->lines[low + 1] - 1 : source->len;
    if (end > start && source->text[end - 1] == '\r') end--;
    place->source = source;
    place->line = source->first_line + low;
    place->line_text = source->text + start;
    place->line_len = end - start;
    place->line_offset = offset - start;
    if (place->line_offset > place->line_len) place->line_offset = place->line_len;
    place->column = 1 + (int)hd_utf8_count(place->line_text, place->line_offset);
    pthread_mutex_unlock(&table.lock);
    return true;
}
