// Findings as people read them, and as data.
//
//     In[2]:3:36: error: race on `s[5]`: thread (6,0,0) reads it, thread (5,0,0) of the same block
//     writes it, and nothing orders the two
//         3 |     out[i] = s[i] + s[i - 1];
//           |                     ^~~~~~~~
//     In[2]:2:5: note: the other access
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool hd_finding_is_remark(const struct hd_finding *f) {
    return f->remark || (f->kind == HD_FINDING_RACE && f->same && f->same == f->count);
}

static const char *triple(const uint32_t v[3]) {
    return hd_printf(hd_engine.arena, "(%u,%u,%u)", v[0], v[1], v[2]);
}

const char *hd_check_page(const char *name) {
    static const struct {
        const char *name, *text;
    } pages[] = {
#define HD_PAGE(name, text) {name, text},
#include "run/check/pages.def"
    };
    size_t n = strcspn(name, " \t\r\n");
    for (int i = 0; i < HD_COUNT(pages); i++)
        if (strlen(pages[i].name) == n && !strncmp(pages[i].name, name, n)) return pages[i].text;
    return NULL;
}

static bool two_launches(const struct hd_finding *f) {
    return f->a.device && f->b.device && f->a.phase != f->b.phase;
}

static bool same_block(const struct hd_finding *f) {
    return f->a.device && f->b.device && !two_launches(f) &&
           !memcmp(f->a.block, f->b.block, sizeof f->a.block);
}

static const char *who(const struct hd_party *p, bool block) {
    if (p->copy) return p->copy;
    if (!p->device) return "the host";
    if (p->several)
        return block ? hd_printf(hd_engine.arena, "another thread of block %s", triple(p->block))
                     : "another thread";
    if (!block) return hd_printf(hd_engine.arena, "thread %s", triple(p->thread));
    return hd_printf(hd_engine.arena, "thread %s of block %s", triple(p->thread), triple(p->block));
}

// The other party, as seen from the first one.
static const char *who_else(const struct hd_finding *f) {
    const char *other = who(&f->b, !same_block(f));
    if (!two_launches(f) || !f->a.kernel || !f->b.kernel) return other;
    bool same = !strcmp(f->a.kernel, f->b.kernel);
    return same ? hd_printf(hd_engine.arena, "%s of another launch", other)
                : hd_printf(hd_engine.arena, "%s of the kernel `%s`", other, f->b.kernel);
}

// "updates it atomically"
static const char *does(const struct hd_party *p) {
    const char *rest = strchr(p->did, ' ');
    int verb = (int)(rest ? rest - p->did : (long)strlen(p->did));
    return hd_printf(hd_engine.arena, "%.*s it%s", verb, p->did, rest ? rest : "");
}

static const char *memory_of(const struct hd_finding *f) { // what the element's name does not say
    if (!f->object[0]) return "";
    if (f->object[0] != '`') return hd_printf(hd_engine.arena, " (%s)", f->object);
    return strstr(f->object, "in shared memory") ? " in shared memory" : "";
}

static const char *message_of(const struct hd_finding *f) {
    bool remark = hd_finding_is_remark(f);
    const char *element = f->element[0] ? f->element : "memory";
    switch (f->kind) {
    case HD_FINDING_RACE:
        return hd_printf(hd_engine.arena,
                         "race on `%s`%s: %s %s, %s %s, and nothing orders the two%s", element,
                         memory_of(f), who(&f->a, true), does(&f->a), who_else(f), does(&f->b),
                         remark ? " (both write the same value)" : "");
    case HD_FINDING_SCOPE:
        return hd_printf(
            hd_engine.arena,
            "atomics of block scope on `%s` from different blocks: %s and %s do not exclude each other",
            element, who(&f->a, true), who(&f->b, true));
    case HD_FINDING_UNSET:
        if (!f->element[0]) break;
        return hd_printf(hd_engine.arena, "%s uses `%s`%s, which nobody has set", who(&f->a, true),
                         element, memory_of(f));
    default:
        if (f->from_fault || f->kind == HD_FINDING_BARRIER || f->kind == HD_FINDING_WARP ||
            f->kind == HD_FINDING_COVERAGE || f->kind == HD_FINDING_STALE ||
            f->kind == HD_FINDING_SHORT_COPY || f->kind == HD_FINDING_ERROR ||
            f->kind == HD_FINDING_DEADLOCK)
            return f->message;
        break;
    }
    return hd_printf(hd_engine.arena, "%s, by %s", f->message, who(&f->a, true));
}

static struct hd_range range_of(const struct hd_party *p) {
    const struct hd_check_site *site = hd_check_site(p->site);
    if (p->site && site->range.from) return site->range;
    return (struct hd_range){p->loc, p->loc};
}

static bool is_update(const struct hd_party *p) { return strchr(p->did, ' ') != NULL; }

static const char *skip_blanks(const char *p, const char *end) {
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')) p++;
    return p;
}

static bool same_text(const char *p, const char *p_end, const char *q, const char *q_end) {
    for (;; p++, q++) {
        p = skip_blanks(p, p_end), q = skip_blanks(q, q_end);
        if (p == p_end || q == q_end) return p == p_end && q == q_end;
        if (*p != *q) return false;
    }
}

// Whether the two are in one statement, and whether by the same words: `*c = *c + 1` is so, and
// `s[i] = s[i - 1]` is not.
static bool one_statement(const struct hd_finding *f, bool *same_words) {
    struct hd_range x = range_of(&f->a), y = range_of(&f->b);
    struct hd_source *s = hd_source_at(x.from);
    if (!s || s != hd_source_at(y.from) || x.to <= x.from || y.to <= y.from) return false;
    if (x.to - s->base > s->len || y.to - s->base > s->len) return false;
    const char *a = s->text + (x.from - s->base), *b = s->text + (y.from - s->base);
    *same_words = same_text(a, a + (x.to - x.from), b, b + (y.to - y.from));
    struct hd_range first = x.from < y.from ? x : y, last = x.from < y.from ? y : x;
    for (uint32_t i = first.to; i < last.from; i++)
        if (strchr(";{}", s->text[i - s->base])) return false;
    return true;
}

static bool reads_first(const struct hd_finding *f) {
    const struct hd_party *read = f->a.did[0] == 'r' ? &f->a : &f->b,
                          *other = read == &f->a ? &f->b : &f->a;
    return range_of(read).from < range_of(other).from;
}

static uint32_t place_of(const struct hd_party *p) { return hd_check_site(p->site)->same_as; }

// `*c = *c + 1` by several threads: that what it reads is another's, and that it writes what
// another writes, are one mistake with one mend.
static bool is_told_by(const struct hd_finding *f, const struct hd_finding *other) {
    bool words;
    if (f->kind != HD_FINDING_RACE || other->kind != HD_FINDING_RACE || !other->has_b ||
        f->a.did[0] != 'w' || f->b.did[0] != 'w' || place_of(&f->a) != place_of(&f->b) ||
        is_update(&f->a) || is_update(&other->a) || is_update(&other->b) ||
        other->a.did[0] == other->b.did[0] || f->silenced != other->silenced)
        return false;
    const struct hd_party *writes = other->a.did[0] == 'w' ? &other->a : &other->b;
    return f->a.site && place_of(writes) == place_of(&f->a) && one_statement(other, &words) &&
           words && hd_finding_is_remark(other) <= hd_finding_is_remark(f);
}

int hd_findings_told(const struct hd_finding *all, int n, struct hd_finding *told) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        bool known = false;
        for (int k = 0; k < n && !known; k++) known = k != i && is_told_by(&all[i], &all[k]);
        if (!known) told[kept++] = all[i];
    }
    return kept;
}

static const char *race_help(const struct hd_finding *f) {
    if (f->a.copy || f->b.copy)
        return "wait for the copy before the other: cudaStreamSynchronize, or an event and cudaStreamWaitEvent";
    if (!f->a.device || !f->b.device)
        return "let the host wait (cudaDeviceSynchronize) before it uses what a kernel uses";
    if (two_launches(f))
        return "launches on different streams have no order: give both the same stream, or let the second's "
               "wait for an event behind the first (cudaEventRecord, cudaStreamWaitEvent)";
    if (hd_check_site(f->a.site)->looks || hd_check_site(f->b.site)->looks)
        return "a loop that waits for another thread has to read with `volatile`, or by atomicAdd(p, 0): nvcc "
               "reads a plain variable once, before the loop; `__threadfence()` before the write";
    if (is_update(&f->a) != is_update(&f->b))
        return "what may meet an atomic has to be atomic too, or come after a barrier";
    // Where several have read, the place is that of one of them: it does not tell an update.
    bool mixed = f->a.did[0] != f->b.did[0], words = false, several = f->a.several || f->b.several;
    bool here = mixed && one_statement(f, &words);
    if (mixed && (f->a.site == f->b.site || (here && words && !several)))
        return "update it with an atomic, such as atomicAdd, which reads and writes in one step";
    if (f->a.site == f->b.site)
        return "several threads write it here: where they add to it use an atomic, such as atomicAdd; else "
               "let each thread have an element of its own, or one of them write";
    if (here && words)
        return "if they all update it, use an atomic, such as atomicAdd; if each reads another's element, let "
               "it read into a variable, put `__syncthreads()` after that, and write then";
    if (!same_block(f))
        return "blocks of a launch have no order: use an atomic, an element for each thread, or two launches";
    if (here)
        return "let each thread read into a variable, put `__syncthreads()` after that, and write then";
    if (mixed && words && reads_first(f))
        return "if it is one update in two steps, use an atomic, such as atomicAdd; else put `__syncthreads()` "
               "between the two, for all threads of the block";
    const uint32_t *x = f->a.thread, *y = f->b.thread;
    bool row = x[1] == y[1] && x[2] == y[2];
    // Seen more often than a warp has pairs with one thread, it is no matter of one warp.
    if (row && x[1] == 0 && x[2] == 0 && x[0] / 32 == y[0] / 32 && f->count < 32)
        return "put `__syncwarp()` or `__syncthreads()` between the two: lanes of a warp do not run in step";
    return "put `__syncthreads()` between the two, or let each thread have an element of its own";
}

// `if (i + 1 < 100)`: the subscript as it is written, where there is one alone.
static const char *bounds_help(const struct hd_finding *f) {
    struct hd_range r = range_of(&f->a);
    struct hd_source *s = hd_source_at(r.from);
    const struct hd_check_site *site = hd_check_site(f->a.site);
    uint64_t n = site->bytes ? f->size / site->bytes : 0;
    if (!s || r.to <= r.from || r.to - s->base > s->len || !n || !f->a.site) return NULL;
    const char *text = s->text + (r.from - s->base), *end = text + (r.to - r.from);
    const char *open = memchr(text, '[', (size_t)(end - text));
    if (!open || end[-1] != ']' || memchr(open, ']', (size_t)(end - 1 - open))) return NULL;
    if (memchr(open + 1, '[', (size_t)(end - open - 1)) || memchr(open, '\n', (size_t)(end - open)))
        return NULL;
    const char *index = hd_strndup(hd_engine.arena, open + 1, (size_t)(end - 2 - open));
    unsigned long long most = n;
    if (f->wraps)
        return hd_printf(hd_engine.arena,
                         "`%s` has no sign, and what would be below 0 is a large number: let the "
                         "index be an `int`, and put `if (%s >= 0)` before the access",
                         index, index);
    if (f->below)
        return hd_printf(hd_engine.arena,
                         "the index falls below 0: put `if (%s >= 0)` before it, "
                         "with a signed index",
                         index);
    return hd_printf(hd_engine.arena,
                     "it has %llu elements, 0 to %llu: put `if (%s < %llu)` before "
                     "it, or the variable that holds %llu",
                     most, most - 1, index, most, most);
}

static const char *unset_help(const struct hd_finding *f) {
    if (strstr(f->object, "shared memory"))
        return "shared memory begins with no value: let the threads write all of it, then `__syncthreads()`";
    if (strstr(f->object, "device memory") || strstr(f->object, "managed memory"))
        return "cudaMalloc gives no values: cudaMemset or cudaMemcpy all of its bytes before the launch";
    if (!f->object[0]) return "give it a value where it is declared";
    return NULL;
}

static const char *help_of(const struct hd_finding *f) {
    if (f->help[0]) return f->help;
    const char *own = f->kind == HD_FINDING_BOUNDS  ? bounds_help(f)
                      : f->kind == HD_FINDING_UNSET ? unset_help(f)
                                                    : NULL;
    if (own) return own;
    if (hd_finding_is_remark(f) && f->kind == HD_FINDING_RACE)
        return hd_finding_help(HD_FINDING_RACE_SAME);
    if (f->kind == HD_FINDING_RACE) return race_help(f);
    return hd_finding_help(f->kind);
}

static uint64_t times_of(const struct hd_finding *f) {
    return f->times > f->count ? f->times : f->count;
}

static void show_one(struct hd_diags *diags, const struct hd_finding *f) {
    bool remark = hd_finding_is_remark(f);
    struct hd_diag *d = remark ? hd_warning(diags, range_of(&f->a), NULL, "%s", message_of(f))
                               : hd_error(diags, range_of(&f->a), "%s", message_of(f));
    if (f->has_b) {
        struct hd_range other = range_of(&f->b);
        struct hd_range own = range_of(&f->a);
        if (other.from && (other.from != own.from || other.to != own.to))
            hd_note(diags, d, other, "here %s %s", who_else(f),
                    f->kind == HD_FINDING_DEADLOCK ? f->b.did : does(&f->b));
    }
    const char *times = times_of(f) > 1 ? hd_printf(hd_engine.arena, " (seen %llu times)",
                                                    (unsigned long long)times_of(f))
                                        : "";
    hd_help(diags, d, "%s%s; ?%s tells more", help_of(f), times, hd_finding_page(f->kind));
}

static json_t *place_json(const struct hd_party *p) {
    struct hd_place place, end;
    struct hd_range range = range_of(p);
    json_t *out = json_object();
    if (hd_source_place(range.from, &place)) {
        json_object_set_new(out, "file", json_string(place.source->name));
        json_object_set_new(out, "line", json_integer(place.line));
        json_object_set_new(out, "column", json_integer(place.column));
        if (range.to > range.from && hd_source_place(range.to, &end)) {
            json_object_set_new(out, "end_line", json_integer(end.line));
            json_object_set_new(out, "end_column", json_integer(end.column));
            struct hd_source *s = hd_source_at(range.from);
            if (s && range.to - s->base <= s->len)
                json_object_set_new(
                    out, "text",
                    hd_json_text(s->text + (range.from - s->base), range.to - range.from));
        }
    }
    if (p->copy) json_object_set_new(out, "copy", json_string(p->copy));
    if (p->did) json_object_set_new(out, "does", json_string(p->did));
    if (p->device) {
        json_object_set_new(out, "kernel", json_string(p->kernel ? p->kernel : "?"));
        json_object_set_new(out, "block",
                            json_pack("[i,i,i]", p->block[0], p->block[1], p->block[2]));
        json_object_set_new(out, "thread",
                            json_pack("[i,i,i]", p->thread[0], p->thread[1], p->thread[2]));
    }
    return out;
}

static json_t *finding_json(const struct hd_finding *f) {
    bool remark = hd_finding_is_remark(f);
    json_t *out = place_json(&f->a);
    const char *kind = remark && f->kind == HD_FINDING_RACE ? hd_finding_name(HD_FINDING_RACE_SAME)
                                                            : hd_finding_name(f->kind);
    json_object_set_new(out, "kind", json_string(kind));
    json_object_set_new(out, "severity",
                        json_string(f->silenced ? "silenced"
                                    : remark    ? "remark"
                                                : "error"));
    json_object_set_new(out, "message", json_string(message_of(f)));
    if (f->has_b) json_object_set_new(out, "other", place_json(&f->b));
    json_object_set_new(out, "variable", json_string(f->object));
    json_object_set_new(out, "element", json_string(f->element));
    json_object_set_new(out, "count", json_integer((json_int_t)times_of(f)));
    json_object_set_new(out, "suggestion", json_string(help_of(f)));
    json_object_set_new(out, "page", json_string(hd_finding_page(f->kind)));
    return out;
}

void hd_check_show(const struct hd_finding *findings, int n, bool json) {
    int silenced = 0;
    struct hd_diags diags = {.arena = hd_engine.arena, .max_errors = 1000000};
    for (int i = 0; i < n; i++) {
        if (json) {
            json_t *f = finding_json(&findings[i]);
            char *text = json_dumps(f, JSON_COMPACT);
            hd_print("%s\n", text);
            free(text);
            json_decref(f);
        } else if (findings[i].silenced) {
            silenced++;
        } else if (!findings[i].from_fault) {
            if (!hd_finding_is_remark(&findings[i]))
                hd_debug_found(&findings[i], range_of(&findings[i].a).from,
                               message_of(&findings[i]));
            show_one(&diags, &findings[i]);
        }
    }
    if (diags.first) hd_report_findings(&diags);
    if (silenced)
        hd_notice("%d finding%s silenced by `heddle: race-ok`", silenced, silenced == 1 ? "" : "s");
}
