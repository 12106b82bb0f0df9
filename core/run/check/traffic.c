// %traffic: the lines of what has run, each with what its accesses cost a GPU.
//
//      3      out[y * n + x] = in[x * n + y];
//           | read `in[x * n + y]`: 32 sectors a warp, 4 would do: threads side by side are 4096
//           bytes | apart; let threadIdx.x choose neighbours in memory, or go through a tile in
//           shared memory
//
// It is counted by a check (check/traffic.c), so what is wrong on a line is said there, too.
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LINE 120 // characters of a source line
#define MOST_WRONG 8

static double share(uint64_t n, uint64_t of) { return of ? (double)n / (double)of : 0; }

static bool is_atomic(const struct hd_check_traffic *t) {
    return t->op == HD_CHECK_RMW || t->op == HD_CHECK_ATOMIC_STORE;
}

static const char *verb_of(const struct hd_check_traffic *t) {
    return is_atomic(t) ? "update" : t->op == HD_CHECK_WRITE ? "write" : "read";
}

static const char *text_of(const struct hd_check_site *site) {
    struct hd_source *s = hd_source_at(site->range.from);
    struct hd_range r = site->range;
    if (!s || r.to <= r.from || r.to - s->base > s->len) return site->name ? site->name : "memory";
    return hd_strndup(hd_engine.arena, s->text + (r.from - s->base), r.to - r.from);
}

// What it costs, and whether that is more than it need be.
static const char *cost_of(const struct hd_check_traffic *t, bool *poor) {
    double did = share(t->did, t->requests), needed = share(t->needed, t->requests);
    *poor = t->did > t->needed + t->needed / 4;
    if (is_atomic(t)) {
        double turn = share(t->in_turn, t->requests);
        *poor = turn > 4;
        return hd_printf(hd_engine.arena, "%.4g of %.4g threads of a warp update one address%s",
                         turn, share(t->lanes, t->requests),
                         turn > 1.5 ? ", one after another" : "");
    }
    if (t->op == HD_CHECK_WRITE && !t->step && t->lanes > t->requests && t->did == t->requests &&
        t->one_address)
        return hd_printf(hd_engine.arena, "%.4g threads of a warp write one address",
                         share(t->lanes, t->requests));
    if (t->shared && !*poor) return "no bank conflicts";
    if (t->shared)
        return hd_printf(hd_engine.arena, "%.4g steps a warp where %.4g would do (bank conflicts)",
                         did, needed);
    if (t->did == t->needed)
        return hd_printf(hd_engine.arena, "%.4g sector%s a warp, as few as can be", did,
                         did == 1 ? "" : "s");
    return hd_printf(hd_engine.arena, "%.4g sectors a warp, %.4g would do", did, needed);
}

static const char *change_of(const struct hd_check_traffic *t) {
    if (is_atomic(t) && t->shared)
        return "let each warp add up first (__reduce_add_sync, __shfl_down_sync), then one of its threads update";
    if (is_atomic(t))
        return "add up in the warp (__reduce_add_sync, __shfl_down_sync) or in shared memory first, then update "
               "once for each block";
    if (t->shared)
        return t->step % 128 == 0 && t->step
                   ? "lanes are a multiple of 32 words apart: one more column in the shared array "
                     "([32][33]) puts them in different banks"
                   : "let threads side by side use words side by side";
    if (4 * t->lanes < 3 * t->threads)
        return "few threads of a warp are here: let threads side by side take the same branch";
    if (t->step > t->size)
        return hd_printf(hd_engine.arena,
                         "threads side by side are %llu bytes apart, elements have %u: let "
                         "threadIdx.x choose neighbours in memory, or go through a tile in shared "
                         "memory",
                         (unsigned long long)t->step, t->size);
    return "threads side by side are far apart in memory: let threadIdx.x choose neighbours, or go "
           "through shared memory";
}

static void print_note(const struct hd_check_traffic *t) {
    bool poor;
    const char *cost = cost_of(t, &poor);
    const char *on = poor && hd_engine.options.color ? "\033[33m" : "", *off = *on ? "\033[0m" : "";
    hd_print("      | %s%s `%s`: %s%s", on, verb_of(t), text_of(hd_check_site(t->site)), cost, off);
    if (t->lanes < t->threads)
        hd_print("; %.0f %% of the threads are here", 100 * share(t->lanes, t->threads));
    hd_print(" (%llu request%s)\n", (unsigned long long)t->requests, t->requests == 1 ? "" : "s");
    if (poor) hd_print("      |   = help: %s\n", change_of(t));
}

static void print_json(const struct hd_check_traffic *t) {
    const struct hd_check_site *site = hd_check_site(t->site);
    struct hd_place place;
    bool poor, there = hd_source_place(site->range.from, &place);
    const char *cost = cost_of(t, &poor);
    json_t *out = json_object();
    json_object_set_new(out, "kind", json_string("traffic"));
    json_object_set_new(out, "file", json_string(there ? place.source->name : ""));
    json_object_set_new(out, "line", json_integer(there ? place.line : 0));
    json_object_set_new(out, "column", json_integer(there ? place.column : 0));
    json_object_set_new(out, "text", json_string(text_of(site)));
    json_object_set_new(out, "does", json_string(verb_of(t)));
    json_object_set_new(out, "memory", json_string(t->shared ? "shared" : "global"));
    json_object_set_new(out, "bytes", json_integer(t->size));
    json_object_set_new(out, "requests", json_integer((json_int_t)t->requests));
    json_object_set_new(out, "threads", json_integer((json_int_t)t->lanes));
    json_object_set_new(out, "of_threads", json_integer((json_int_t)t->threads));
    json_object_set_new(out, t->shared ? "steps" : "sectors", json_integer((json_int_t)t->did));
    json_object_set_new(out, "needed", json_integer((json_int_t)t->needed));
    if (is_atomic(t)) json_object_set_new(out, "in_turn", json_integer((json_int_t)t->in_turn));
    json_object_set_new(out, "message", json_string(cost));
    if (poor) json_object_set_new(out, "suggestion", json_string(change_of(t)));
    char *text = json_dumps(out, JSON_COMPACT);
    hd_print("%s\n", text);
    free(text);
    json_decref(out);
}

static int by_place(const void *a, const void *b) {
    const struct hd_check_traffic *x = a, *y = b;
    hd_loc p = hd_check_site(x->site)->range.from, q = hd_check_site(y->site)->range.from;
    if (p != q) return p < q ? -1 : 1;
    return (int)x->op - (int)y->op;
}

void hd_traffic_show(bool json) {
    const struct hd_check_traffic *all;
    bool scalar;
    int n = hd_check_traffic(&all, &scalar);
    struct hd_check_traffic *sorted = hd_alloc(hd_engine.arena, ((size_t)n + 1) * sizeof *sorted);
    if (n) memcpy(sorted, all, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, by_place);
    const struct hd_source *source = NULL;
    int line = 0;
    for (int i = 0; i < n; i++) {
        struct hd_place place;
        if (json) {
            print_json(&sorted[i]);
            continue;
        }
        if (!hd_source_place(hd_check_site(sorted[i].site)->range.from, &place)) continue;
        if (place.source != source || place.line != line) {
            if (source) hd_print_wrong(source, line);
            if (place.source != source) hd_print("%s:\n", place.source->name);
            size_t len = place.line_len;
            while (len && strchr("\r\n", place.line_text[len - 1])) len--;
            hd_print("%4d  %.*s%s\n", place.line, (int)(len > MOST_LINE ? MOST_LINE : len),
                     place.line_text, len > MOST_LINE ? "..." : "");
        }
        source = place.source;
        line = place.line;
        print_note(&sorted[i]);
    }
    if (source) hd_print_wrong(source, line);
    if (!json && scalar)
        hd_print("a kernel ran one thread at a time, which shows no warps: %%shapes says why\n");
    else if (!json && !n)
        hd_print("no kernel of this has accessed memory.\n");
}

void hd_print_wrong(const struct hd_source *source, int line) {
    const struct hd_finding *all;
    const char *told[MOST_WRONG];
    int n = hd_check_findings(&all), ntold = 0;
    bool color = hd_engine.options.color;
    for (int i = 0; i < n && ntold < MOST_WRONG; i++) {
        const struct hd_finding *f = &all[i];
        bool here = false, known = false;
        for (int k = 0; k < (f->has_b ? 2 : 1); k++) {
            const struct hd_party *p = k ? &f->b : &f->a;
            struct hd_place place;
            hd_loc loc = p->site ? hd_check_site(p->site)->range.from : p->loc;
            here |=
                loc && hd_source_place(loc, &place) && place.source == source && place.line == line;
        }
        if (!here || f->silenced || hd_finding_is_remark(f)) continue;
        const char *text =
            hd_printf(hd_engine.arena, "%s%s%s%s", hd_finding_name(f->kind),
                      f->element[0] ? " on `" : "", f->element, f->element[0] ? "`" : "");
        for (int k = 0; k < ntold; k++) known |= !strcmp(told[k], text);
        if (known) continue;
        told[ntold++] = text;
        hd_print("      | %swrong, as the last %%check has found: %s%s\n", color ? "\033[33m" : "",
                 text, color ? "\033[0m" : "");
    }
}
