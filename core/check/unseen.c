// Errors that nobody looked at: launches that failed, calls whose result was dropped.
//
// Both leave the thread's last error. A program that asks for it (cudaGetLastError,
// cudaPeekAtLastError) has looked, at all that failed before; what is left when the check ends is
// told, at the place of the launch or the call.
#include "check/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct error {
    struct hd_party where;
    char message[400], help[200];
    uint64_t count;
};
static HD_VEC(struct error) errors;

void hd_check_errors_seen(void) { errors.n = 0; }

static struct error *error_at(uint32_t site, hd_loc loc) {
    for (int i = 0; i < errors.n; i++)
        if (errors.v[i].where.site == site && errors.v[i].where.loc == loc) return &errors.v[i];
    struct error fresh = {.where = {.site = site, .loc = loc, .did = "calls"}};
    HD_XPUSH(&errors, fresh);
    return &errors.v[errors.n - 1];
}

void hd_check_launch_failed(hd_loc loc, const char *why, const char *error) {
    if (!hd_check_on) return;
    struct error *e = error_at(0, loc);
    if (e->count++) return;
    e->where.did = "launches";
    snprintf(e->message, sizeof e->message,
             "this launch failed (%s), nothing was run, and nobody looks at the error: %s", error,
             why);
    snprintf(
        e->help, sizeof e->help,
        "after a launch: `cudaError_t e = cudaGetLastError(); if (e != cudaSuccess) printf(\"%%s\\n\", "
        "cudaGetErrorString(e));`");
}

int hd_check_errors(void) { return errors.n; }
void hd_check_errors_returned(int n) { // those from the nth on: by a call
    if (n < errors.n) errors.n = n;
}

// A call of the runtime API has ended with `code`, and its result is dropped.
void *hd_ck_dropped(uint64_t code, uint64_t what) {
    if (!hd_check_on || !code) return NULL;
    const struct hd_check_site *site = hd_check_site(HD_WHAT_SITE(what));
    struct error *e = error_at(HD_WHAT_SITE(what), site->loc);
    if (e->count++) return NULL;
    snprintf(e->message, sizeof e->message, "%s has failed (%s), and nobody looks at its result",
             site->name ? site->name : "a call", hd_check_error_name((int)code));
    return NULL;
}

void unseen_finish(void) {
    static const uint32_t none[3];
    for (int i = 0; i < errors.n; i++) {
        const struct error *e = &errors.v[i];
        struct hd_finding *f =
            hd_check_add(HD_FINDING_ERROR, e->message, e->where.loc, none, none, 0);
        f->from_fault = false;
        f->count = e->count;
        f->a = e->where;
        snprintf(f->help, sizeof f->help, "%s", e->help);
    }
    HD_FREE_VEC(&errors);
}
