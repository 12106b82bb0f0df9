// Twins: their making, their sites, and their launches.
//
// A kernel has a twin when the debugger may have to stop in it: something is being stepped, or a
// breakpoint lies in it or in what it calls. Sites are numbered for good; those of code that is
// gone have no function any more.
#include "run/debug/debug.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dbg_site *dbg_sites;
uint32_t dbg_nsites;
static uint8_t marks[DBG_SITES];
static uint32_t room;
static struct hd_kernel_twin *kernels;
static struct { // of the entry of the cell that runs
    struct hd_unit *unit;
    struct hd_twin_func *funcs;
    HD_VEC(struct hd_twin_pointee) pointees;
} entries[2]; // the cell's own, and main
static int nentries;

static int math_settings(void) { return hd_engine.options.fastmath | hd_engine.options.fmad << 1; }

static void twin_job(struct hd_gen_twin *twin) {
    *twin = (struct hd_gen_twin){.marks = marks,
                                 .count = &dbg.count,
                                 .limit = &dbg.limit,
                                 .pause = &dbg.pauses,
                                 .locals = &dbg.locals_told,
                                 .first = dbg_nsites,
                                 .room = DBG_SITES - dbg_nsites};
}

static void dbg_take_sites(const struct hd_gen_twin *twin, struct hd_twin_func *funcs) {
    uint32_t n = twin->first + twin->nsites;
    if (n > room) {
        room = n * 2 + 1024;
        dbg_sites = hd_xrealloc(dbg_sites, room * sizeof *dbg_sites);
    }
    memset(dbg_sites + twin->first, 0, twin->nsites * sizeof *dbg_sites);
    dbg_nsites = n;
    for (struct hd_twin_func *f = funcs; f; f = f->next)
        for (int i = 0; i < f->sites.n; i++) {
            struct hd_twin_site *s = &f->sites.v[i];
            struct hd_place place;
            bool known = hd_source_place(s->loc, &place);
            dbg_sites[s->number] =
                (struct dbg_site){f, known ? place.source : NULL, s->loc, known ? place.line : 0};
        }
    dbg_points_apply();
}

static void free_funcs(struct hd_twin_func *funcs) {
    while (funcs) {
        struct hd_twin_func *next = funcs->next;
        HD_FREE_VEC(&funcs->sites);
        HD_FREE_VEC(&funcs->locals);
        free(funcs);
        funcs = next;
    }
}

static void dbg_drop_funcs(struct hd_twin_func *funcs) {
    for (struct hd_twin_func *f = funcs; f; f = f->next)
        for (int i = 0; i < f->sites.n; i++) {
            dbg_sites[f->sites.v[i].number].func = NULL;
            marks[f->sites.v[i].number] = 0;
        }
    free_funcs(funcs);
}

void dbg_mark(uint32_t site, bool on) { marks[site] = on; }

// ---- kernels ------------------------------------------------------------------------------------

void hd_kernel_twin_destroy(struct hd_kernel_twin *twin) {
    if (!twin) return;
    struct hd_kernel_twin **at = &kernels;
    while (*at && *at != twin) at = &(*at)->next;
    if (*at) *at = twin->next;
    if (twin->unit) hd_unit_release(twin->unit);
    dbg_drop_funcs(twin->funcs);
    HD_FREE_VEC(&twin->shared);
    HD_FREE_VEC(&twin->pointees);
    free(twin);
}

static bool points_in(struct hd_sym *sym, bool device) {
    struct hd_func *func = sym && sym->kind == SYM_FUNC ? sym->func : NULL;
    if (!func || func->is_kernel) return false;
    if (device) func = hd_device_func(func);
    return func->is_device >= device && (func->has_breakpoint || dbg_points_concern(func));
}

// Whether one could stop in some function, in code that calls through pointers.
static bool pointed_concern(bool device) {
    for (int i = 0; i < hd_store_stub_count(); i++)
        if (points_in(hd_stub_sym(hd_store_stub_address(i)), device)) return true;
    int n;
    struct hd_def **defs = hd_all_defs(&n);
    for (int i = 0; i < n; i++) {
        struct hd_sym *sym = defs[i]->dead || defs[i]->system ? NULL : defs[i]->sym;
        for (; sym; sym = sym->next)
            if (points_in(sym, device)) return true;
    }
    return false;
}

static bool concerns(struct hd_func *func, struct hd_map *seen) {
    if (!func || hd_map_get(seen, (const char *)func)) return false;
    hd_map_set(seen, (const char *)func, func);
    if (func->has_breakpoint || dbg_points_concern(func)) return true;
    if (func->has_indirect_call && pointed_concern(true)) return true;
    for (int i = 0; i < func->ncalls; i++)
        if (func->calls[i]->kind == SYM_FUNC &&
            concerns(hd_device_func(hd_sym_current(func->calls[i])->func), seen))
            return true;
    return false;
}

bool dbg_kernel_concerned(struct hd_func *kernel) {
    struct hd_map seen = {0};
    bool concerned = concerns(hd_device_func(kernel), &seen);
    hd_map_finish(&seen);
    return concerned;
}

static bool wants_twin(struct hd_func *kernel) {
    return dbg.asked || dbg.mode != DBG_GO || dbg.pause || dbg.watches.n ||
           (dbg.attached && dbg.faults && !hd_check_on) || dbg_kernel_concerned(kernel);
}

bool hd_debug_wants(struct hd_func *kernel) {
    if (!dbg.on || !kernel || hd_events_beside) return false; // the debugger's is the cell
    dbg.nlaunches++;
    bool looks = dbg_looks_for_points() && (dbg.watches.n || dbg_kernel_concerned(kernel));
    return dbg_host_twin(wants_twin(kernel), looks);
}

struct hd_kernel_twin *hd_kernel_twin(struct hd_kernel_twin **slot, struct hd_func *func,
                                      struct hd_diags *diags) {
    if (*slot && (*slot)->math == math_settings() &&
        (!(*slot)->info.indirect ||
         ((*slot)->input == hd_engine.count && (*slot)->nstubs == hd_store_stub_count())))
        return *slot;
    hd_kernel_twin_destroy(*slot);
    *slot = NULL;
    struct hd_gen_twin job;
    twin_job(&job);
    struct hd_kernel_info info;
    void *runner = NULL;
    int64_t start = hd_now_ns();
    int nstubs = hd_store_stub_count();
    hd_working_begin("compiling the kernel `%s` for the debugger", func->sym->name);
    struct hd_unit *unit = hd_code_twin_kernel(func, &job, &info, &runner, diags);
    hd_engine.compile_ns += hd_now_ns() - start;
    hd_working_end();
    dbg_take_sites(&job, job.funcs);
    if (!unit) {
        dbg_drop_funcs(job.funcs);
        return NULL;
    }
    struct hd_kernel_twin *twin = hd_xcalloc(1, sizeof *twin);
    twin->unit = unit;
    twin->runner = (hd_block_fn *)(uintptr_t)runner;
    twin->info = info;
    twin->funcs = job.funcs;
    twin->math = math_settings();
    for (int i = 0; i < job.shared.n; i++) HD_XPUSH(&twin->shared, job.shared.v[i]);
    for (int i = 0; i < job.pointees.n; i++) HD_XPUSH(&twin->pointees, job.pointees.v[i]);
    HD_FREE_VEC(&job.pointees);
    twin->input = hd_engine.count;
    twin->nstubs = nstubs;
    twin->next = kernels;
    kernels = twin;
    *slot = twin;
    // Linking has placed tables of virtual functions: those have twins now too.
    bool more = info.indirect && hd_store_stub_count() > nstubs;
    return more ? hd_kernel_twin(slot, func, diags) : twin;
}

#define COMMAND_STACK \
    (1u << 20) // commands, and the compiler that they need, run on a thread's stack

void hd_debug_launch(struct hd_kernel_twin *twin, struct hd_sym *kernel,
                     struct hd_cpu_launch *launch, hd_loc loc) {
    launch->fn = twin->runner;
    launch->info = twin->info;
    launch->info.local_stack += COMMAND_STACK;
    dbg_kernel_begins(twin, launch, loc);
    dbg_skip_begin(kernel);
}

// Whether a function launches a kernel that is to be stopped in: its frame is shown then.
static bool launches_one(const struct hd_func *func) {
    struct hd_map seen = {0};
    bool found = false;
    for (int i = 0; i < func->ncalls && !found; i++) {
        struct hd_func *callee = hd_linked_func(func->calls[i]);
        found = callee && callee->is_kernel && concerns(hd_device_func(callee), &seen);
    }
    hd_map_finish(&seen);
    return found;
}

static bool is_users(const struct hd_func *func) {
    return func->source && !func->source->system && func->source->cell > 0;
}

static bool stops_in(const struct hd_func *func) {
    return func->has_breakpoint || dbg_points_concern(func) || launches_one(func) ||
           (func->has_indirect_call && is_users(func) && pointed_concern(false));
}

// ---- host code ----------------------------------------------------------------------------------

void *hd_debug_entry(struct hd_func *entry, struct hd_diags *diags) {
    dbg.on = dbg_can_ask();
    if (!dbg.on || nentries == HD_COUNT(entries)) return NULL;
    bool all = dbg.asked || dbg.stop_on_entry || (dbg.attached && dbg.faults && !hd_check_wanted());
    if (!all && !dbg.attached && !dbg_points.n && !entry->has_breakpoint && !entry->ncalls)
        return NULL;
    if (nentries == 0) dbg_host_end();
    if (nentries == 0) dbg.goes_back = false;
    struct hd_func **funcs;
    int n = hd_code_reached(entry, &funcs, diags);
    bool wants = all || stops_in(entry);
    for (int i = 0; i < n && !wants; i++) wants = stops_in(funcs[i]);
    dbg.goes_back = wants || dbg.goes_back;
    wants = wants || dbg.attached; // host code, so that `pause` stops it
    if (!wants || diags->errors > 0) return NULL;
    dbg_host_reaches(&entry, 1);
    dbg_host_reaches(funcs, n);
    bool indirect = entry->has_indirect_call;
    for (int i = 0; i < n; i++) indirect = indirect || funcs[i]->has_indirect_call;
    struct hd_gen_twin job;
    struct hd_unit *unit;
    void *address;
    for (int nstubs;;) {
        nstubs = hd_store_stub_count();
        twin_job(&job);
        address = NULL;
        unit = hd_code_twin_entry(entry, &job, &address, diags);
        bool more = unit && indirect && hd_store_stub_count() > nstubs; // as for kernels
        if (!more) break;
        hd_unit_release(unit);
        HD_FREE_VEC(&job.pointees);
        free_funcs(job.funcs);
    }
    dbg_take_sites(&job, job.funcs);
    if (!unit) {
        dbg_drop_funcs(job.funcs);
        return NULL;
    }
    for (int i = 0; i < job.pointees.n; i++)
        HD_XPUSH(&entries[nentries].pointees, job.pointees.v[i]);
    HD_FREE_VEC(&job.pointees);
    entries[nentries].unit = unit;
    entries[nentries++].funcs = job.funcs;
    return address;
}

bool dbg_twin_runs(void) { return dbg.twin || nentries > 0; }

void dbg_entries_end(void) {
    for (; nentries > 0; nentries--) {
        hd_unit_release(entries[nentries - 1].unit);
        dbg_drop_funcs(entries[nentries - 1].funcs);
        HD_FREE_VEC(&entries[nentries - 1].pointees);
    }
}

// ---- function pointers --------------------------------------------------------------------------

void *hd_twin_callee(void *pointer) {
    uint64_t stub = (uint64_t)(uintptr_t)pointer;
    if (!dbg.on || !pthread_equal(dbg.owner, pthread_self())) return pointer;
    for (int i = 0; dbg.twin && i < dbg.twin->pointees.n; i++)
        if (dbg.twin->pointees.v[i].stub == stub) return dbg.twin->pointees.v[i].address;
    for (int k = 0; k < nentries; k++)
        for (int i = 0; i < entries[k].pointees.n; i++)
            if (entries[k].pointees.v[i].stub == stub) return entries[k].pointees.v[i].address;
    return pointer;
}
