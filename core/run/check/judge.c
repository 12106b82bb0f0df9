// %%judge: cells that judge exercises.
//
// The cell runs checked, with small launches traced. It says itself what is wrong with a result
// (`not_yet`, which ends it); findings of the check, more traffic than the options allow and one
// thread that does all the work fail it too, so that whoever runs notebooks (nbconvert, nbgrader)
// sees what is unsolved. A picture shows what the threads of the first small launch have touched.
#include "run/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SECTORS 2.0 // times what is needed
#define FEWEST_LANES 4   // of a warp, at once
#define IDLE_LIMIT 8     // launches of fewer threads, or accesses, may be one thread's

struct limits {
    double reads, writes; // of global memory, per thread; < 0: any number
    bool shared;          // shared memory has to be used
    bool coalesced;       // warps ask for few sectors
    bool picture;
};

void hd_rt_not_yet(const char *format, ...) {
    struct hd_fault fault = {.kind = "not yet"};
    char text[sizeof fault.message - 16];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(fault.message, sizeof fault.message, "not yet: %s", text);
    fflush(stdout);
    hd_guard_raise(&fault);
}

static bool read_limits(struct limits *l, const char *line, struct hd_diags *diags) {
    char **args;
    int n = hd_magic_args(line, &args);
    *l = (struct limits){.reads = -1, .writes = -1, .picture = true};
    for (int i = 0; i < n; i++) {
        double *number = !strcmp(args[i], "--reads")    ? &l->reads
                         : !strcmp(args[i], "--writes") ? &l->writes
                                                        : NULL;
        char *end = NULL;
        if (number && i + 1 < n) *number = strtod(args[++i], &end);
        if (number && end && !*end) continue;
        if (!number && !strcmp(args[i], "--shared")) {
            l->shared = true;
        } else if (!number && !strcmp(args[i], "--coalesced")) {
            l->coalesced = true;
        } else if (!number && !strcmp(args[i], "--no-picture")) {
            l->picture = false;
        } else {
            hd_error(diags, (struct hd_range){0}, "%%%%judge does not know `%s`", args[i]);
            return false;
        }
    }
    return true;
}

static const char *launch_text(const struct hd_check_counted *c) {
    return hd_printf(hd_engine.arena, "`%s` with grid (%u,%u,%u) and block (%u,%u,%u)", c->kernel,
                     c->grid[0], c->grid[1], c->grid[2], c->block[0], c->block[1], c->block[2]);
}

// Number of threads that have touched anything.
static int busy_threads(const struct hd_check_counted *c, const struct hd_check_touch *touches) {
    unsigned char *seen = hd_xcalloc(1, c->threads + 1);
    uint32_t each = c->block[0] * c->block[1] * c->block[2];
    int n = 0;
    for (int i = c->first_touch; i < c->first_touch + c->touches; i++) {
        uint64_t thread = (uint64_t)touches[i].block * each + touches[i].thread;
        if (thread < c->threads && !seen[thread]) n += seen[thread] = 1;
    }
    free(seen);
    return n;
}

static const char *too_much(const struct hd_check_counted *c, const char *what, uint64_t count,
                            double limit) {
    double each = (double)count / (double)c->threads;
    if (limit < 0 || each <= limit + 1e-9) return NULL;
    return hd_printf(hd_engine.arena,
                     "%s %s %.3g elements of global memory per thread, and %.3g are enough",
                     launch_text(c), what, each, limit);
}

// What of the launches is not as it should be; NULL: nothing.
static const char *complaint(const struct limits *l) {
    const struct hd_check_counted *launches;
    const struct hd_check_touch *touches;
    int n = hd_check_launches(&launches, &touches);
    bool shared = false;
    const char *text = NULL;
    if (!n) return "no kernel was launched";
    for (int i = 0; i < n && !text; i++) {
        const struct hd_check_counted *c = &launches[i];
        shared = shared || c->shared[0] + c->shared[1] + c->shared[2] > 0;
        if (c->traced && c->threads >= IDLE_LIMIT && c->touches > IDLE_LIMIT &&
            busy_threads(c, touches) == 1)
            return hd_printf(hd_engine.arena, "one thread of %s does all the work", launch_text(c));
        text = too_much(c, "reads", c->global[0] + c->global[2], l->reads);
        if (!text) text = too_much(c, "writes", c->global[1] + c->global[2], l->writes);
    }
    for (int i = 0; i < n && !text && l->coalesced; i++)
        if (launches[i].block[0] >= 32 && launches[i].lanes < FEWEST_LANES * launches[i].requests)
            text = hd_printf(hd_engine.arena,
                             "in %s only %.2g threads of a warp use global memory at a time",
                             launch_text(&launches[i]),
                             (double)launches[i].lanes / (double)launches[i].requests);
    for (int i = 0; i < n && !text && l->coalesced; i++)
        if ((double)launches[i].sectors > MOST_SECTORS * (double)launches[i].needed)
            text = hd_printf(hd_engine.arena,
                             "%s asks global memory for %.3g times the bytes that it uses: let "
                             "neighbouring threads use neighbouring elements",
                             launch_text(&launches[i]),
                             (double)launches[i].sectors / (double)launches[i].needed);
    if (!text && l->shared && !shared) text = "shared memory is not used";
    return text;
}

bool hd_judged(struct hd_run *run, const char *line, const char *body) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct limits limits;
    if (!body) hd_error(&diags, (struct hd_range){0}, "%%%%judge is for a whole cell");
    if (!body || !read_limits(&limits, line, &diags)) {
        hd_report_diags(&diags);
        run->status = HD_STATUS_ERROR;
        return false;
    }
    struct hd_run inner = *run;
    inner.code = body;
    inner.len = strlen(body);
    inner.line_offset = 1;
    hd_check_tracing = true;
    hd_check_once(run, &inner);
    hd_check_tracing = false;
    if (limits.picture) hd_touched_show();
    if (run->status != HD_STATUS_OK) return false;
    const char *text = complaint(&limits);
    if (run->findings)
        hd_error(&diags, (struct hd_range){0}, "not yet: the check has found what is told above");
    else if (text)
        hd_error(&diags, (struct hd_range){0}, "not yet: %s", text);
    if (!diags.errors) {
        hd_print("correct\n");
        return true;
    }
    hd_report_verdict(&diags);
    run->status = HD_STATUS_ERROR;
    return false;
}
