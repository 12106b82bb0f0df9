// Checked runs: %check, %%check, %check on, `heddle --check FILE`.
//
// While a check is on, launches on the CPU run the kernel's checked form (gen/instrument/check.c),
// made when it is first needed and kept with its other code. What check/ asks about memory is
// answered from the variables and from the runtime API's table of allocations. When the cell has
// ended the findings are shown (show.c).
#include "array/array.h"
#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hd_checked_kernel {
    struct hd_checked_kernel *next; // another form of the kernel
    uint32_t block[3];              // of launches that it is for, when it runs many threads at once
    int wanted, math;               // settings that it was made with
    bool small_grid, two_warps, scalar; // scalar: one thread at a time, for all shapes
    struct hd_unit *unit;               // NULL: there is none for that shape
    hd_block_fn *runner;
    struct hd_kernel_info info;
    const char *name;
    uint32_t first_site;
    bool fences, warps, accesses, any_grid;
    uint8_t dims;
    bool writes_known;
    uint64_t written; // parameters, as bits
    struct hd_check_shared *shared;
    int nshared;
};

// A launch of so many threads is worth code for many of them at once, which takes longer to make;
// one of so many is worth several workers.
#define LARGE_LAUNCH 2048
#define LONG_LAUNCH 20000
#define WHOLE_WARP 32

static struct {
    bool once, json; // %check STATEMENT
    bool says;       // that nothing was found
    bool whole_json; // heddle --check --json
    uint64_t teams;  // of OpenMP before the cell
    bool looked;     // for what nobody has set of the memory that earlier cells have allocated
} checking;

// ---- memory ------------------------------------------------------------------------------------

static bool find_object(uint64_t addr, struct hd_object *out) {
    *out = (struct hd_object){0};
    if (hd_store_is_literal(addr) || hd_jit_is_data(addr)) {
        out->kind = HD_OBJECT_OTHER;
        out->size = ~0ull;
        return true;
    }
    if (hd_store_contains(addr)) {
        struct hd_placed placed;
        hd_front_lock();
        bool is = hd_var_at(addr, &placed);
        hd_front_unlock();
        if (!is) return false;
        out->kind = HD_OBJECT_VARIABLE;
        out->from = placed.addr;
        out->size = placed.size;
        out->name = placed.name;
        out->type = placed.type;
        return true;
    }
    if (hd_array_memory(addr, &out->from, &out->size)) { // as variables are, for all who use it
        out->kind = HD_OBJECT_ARRAY;
        return true;
    }
    struct memory m;
    hd_cudart_find(addr, &m);
    if (m.kind == MEMORY_HOST || m.nowhere || m.kind == MEMORY_VARIABLE) return false;
    out->kind = m.kind == MEMORY_MANAGED  ? HD_OBJECT_MANAGED
                : m.kind == MEMORY_DEVICE ? HD_OBJECT_DEVICE
                                          : HD_OBJECT_PINNED;
    out->from = m.base;
    out->size = m.size;
    out->freed = m.freed;
    out->at = m.at;
    out->freed_at = m.freed_at;
    return true;
}

void hd_check_start(void) {
    hd_check_find_object = find_object;
    hd_check_error_name = hd_cudaGetErrorName;
}

// ---- kernels -----------------------------------------------------------------------------------

void hd_checked_kernel_destroy(struct hd_checked_kernel *kernel) {
    while (kernel) {
        struct hd_checked_kernel *next = kernel->next;
        if (kernel->unit) hd_unit_release(kernel->unit);
        free(kernel->shared);
        free(kernel);
        kernel = next;
    }
}

static int math_settings(void) { return hd_engine.options.fastmath | hd_engine.options.fmad << 1; }

// Compiles it. lanes NULL: for one thread at a time.
static void make(struct hd_checked_kernel *k, struct hd_func *func, struct hd_lanes *lanes,
                 struct hd_diags *diags) {
    struct hd_gen_check check = {0};
    void *runner = NULL;
    const char *why = NULL;
    int64_t start = hd_now_ns();
    hd_working_begin("compiling the kernel `%s` with checks", func->sym->name);
    k->unit = hd_code_checked_kernel(func, &check, lanes, &why, &k->info, &runner, diags);
    hd_engine.compile_ns += hd_now_ns() - start;
    hd_working_end();
    if (lanes && getenv("HEDDLE_LANES_DEBUG"))
        fprintf(stderr, "[checked lanes: %s: %s, W = %d, %.1f ms]\n", func->sym->name,
                k->unit ? "made"
                : why   ? why
                        : "?",
                k->unit ? k->info.lanes : 1, (double)(hd_now_ns() - start) / 1e6);
    k->runner = (hd_block_fn *)(uintptr_t)runner;
    k->first_site = check.first;
    k->fences = check.fences;
    k->accesses = check.sites.n > 0;
    k->any_grid = check.any_grid;
    k->dims = check.dims;
    k->writes_known =
        lanes && k->unit && check.writes_known && !k->info.indirect && !k->info.launches;
    k->written = check.written;
    k->warps = check.warps || k->info.indirect;
    k->nshared = check.shared.n;
    k->shared = hd_xcalloc((size_t)k->nshared + 1, sizeof *k->shared);
    for (int i = 0; i < k->nshared; i++)
        k->shared[i] = (struct hd_check_shared){.name = check.shared.v[i].sym->name,
                                                .offset = check.shared.v[i].offset,
                                                .type = check.shared.v[i].sym->type};
}

static struct hd_checked_kernel *find_form(struct hd_checked_kernel **list, struct hd_func *func,
                                           const uint32_t *block, bool scalar, bool small_grid,
                                           struct hd_diags *diags) {
    int wanted = hd_check_counting ? WHOLE_WARP : hd_engine.options.lanes, math = math_settings();
    bool two_warps = !wanted && !hd_check_tracing && block[0] % (2 * WHOLE_WARP) == 0;
    for (struct hd_checked_kernel *k = *list; k; k = k->next)
        if (k->scalar == scalar && k->math == math &&
            (scalar || (!memcmp(k->block, block, sizeof k->block) && k->wanted == wanted &&
                        k->small_grid == small_grid && k->two_warps == two_warps)))
            return k;
    struct hd_checked_kernel *k = hd_xcalloc(1, sizeof *k);
    k->name = func->sym->name;
    k->scalar = scalar;
    k->small_grid = small_grid;
    k->two_warps = two_warps;
    k->wanted = wanted;
    k->math = math;
    memcpy(k->block, block, sizeof k->block);
    struct hd_lanes lanes = {.width = wanted, .small_grid = small_grid};
    if (!wanted && block[0] % WHOLE_WARP == 0) { // a call for a warp, or for two
        lanes.width = WHOLE_WARP;
        lanes.two_warps = two_warps;
    }
    memcpy(lanes.block, block, sizeof lanes.block);
    make(k, func, scalar ? NULL : &lanes, diags);
    if (scalar && !k->unit) { // reported
        hd_checked_kernel_destroy(k);
        return NULL;
    }
    k->next = *list;
    return *list = k;
}

static bool is_small(const uint32_t *grid, const uint32_t *block) {
    for (int i = 0; i < 3; i++)
        if ((uint64_t)grid[i] * block[i] > INT32_MAX) return false;
    return true;
}

struct hd_checked_kernel *hd_checked_prepare(struct hd_checked_kernel **list, struct hd_func *func,
                                             const uint32_t *grid, const uint32_t *block,
                                             struct hd_diags *diags) {
    uint64_t a_block = (uint64_t)block[0] * block[1] * block[2];
    uint64_t threads = a_block * grid[0] * grid[1] * grid[2];
    int wanted = hd_engine.options.lanes;
    bool large =
        (threads >= LARGE_LAUNCH || wanted > 1 || hd_check_counting) && !hd_check_traces(threads);
    if (large && wanted != 1 && a_block && a_block <= 1024) {
        struct hd_checked_kernel *k =
            find_form(list, func, block, false, is_small(grid, block), diags);
        if (k->unit || diags->errors > 0) return k->unit ? k : NULL;
    }
    return find_form(list, func, block, true, false, diags);
}

void hd_checked_code(const struct hd_checked_kernel *twin, struct hd_cpu_launch *launch) {
    launch->fn = twin->runner;
    launch->info = twin->info;
}

const struct hd_cpu_watch *hd_checked_begin(const struct hd_checked_kernel *twin,
                                            const struct hd_cpu_launch *launch, void *stream,
                                            hd_loc loc) {
    bool cluster = launch->cluster[0] | launch->cluster[1] | launch->cluster[2];
    struct hd_check_launch l = {.name = twin->name,
                                .grid = launch->grid,
                                .block = launch->block,
                                .loc = loc,
                                .stream = stream,
                                .first_site = twin->first_site,
                                .static_shared = twin->info.static_shared,
                                .indirect = twin->info.indirect,
                                .plain = !twin->fences && !twin->info.indirect && !cluster,
                                .warps = twin->warps,
                                .scalar = twin->scalar,
                                .dims = twin->dims,
                                .waits = twin->info.yields,
                                .accesses = twin->accesses,
                                .any_grid = twin->any_grid || launch->cooperative || cluster ||
                                            twin->info.yields,
                                .dyn_shared = launch->dyn_shared,
                                .shared = twin->shared,
                                .nshared = twin->nshared};
    uint64_t written[64];
    l.writes_known = twin->writes_known;
    l.written = written;
    for (uint64_t rest = twin->written; rest; rest &= rest - 1)
        memcpy(&written[l.nwritten++], launch->args[__builtin_ctzll(rest)], sizeof written[0]);
    static struct hd_cpu_watch watch;
    watch = *hd_check_launch_begin(&l);
    if (l.waits) watch.progress = hd_check_progress, watch.deadlock = hd_check_deadlock;
    watch.backwards = getenv("HEDDLE_CHECK_BACKWARDS"); // tests: the verdict must not depend on it
    uint64_t threads = 1;
    for (int d = 0; d < 3; d++) threads *= (uint64_t)launch->grid[d] * launch->block[d];
    watch.alone = !l.plain || launch->cooperative || twin->info.yields || threads < LONG_LAUNCH ||
                  hd_check_counting;
    hd_check_workers(!watch.alone && hd_cpu_threads() > 1);
    return &watch;
}

// ---- cells -------------------------------------------------------------------------------------

bool hd_check_wanted(void) {
    return (hd_engine.check_all || checking.once) && !hd_check_on; // not inside of one
}

bool hd_check_cell_begins(void) {
    if (!hd_check_wanted()) return false;
    hd_check_begin();
    checking.looked = false;
    hd_transfer_change(); // libraries tell of the arrays that they know
    checking.teams = hd_cpu_teams();
    hd_check_streams |= hd_cudart_has_streams();
    return true;
}

// What the cell has copied and set until now shows in the memory too.
void hd_checked_uses_device(void) {
    if (!hd_check_on || checking.looked) return;
    checking.looked = true;
    hd_cudart_unset(hd_check_unset);
}

// Threads that cannot go on end the launch; to a check that is a finding like others.
static void add_fault(const struct hd_fault *fault) {
    static const struct {
        const char *kind;
        enum hd_finding_kind finding;
    } kinds[] = {{"barrier divergence", HD_FINDING_BARRIER},
                 {"warp mask", HD_FINDING_WARP},
                 {"warp divergence", HD_FINDING_WARP},
                 {"grid barrier", HD_FINDING_BARRIER}};
    hd_loc loc = fault->loc;
    const char *function;
    if (!loc && fault->pc && !hd_jit_place(fault->pc, &loc, &function)) loc = 0;
    for (int i = 0; fault->in_kernel && i < HD_COUNT(kinds); i++)
        if (!strcmp(kinds[i].kind, fault->kind))
            hd_check_add(kinds[i].finding, fault->message, loc, fault->block, fault->thread,
                         fault->other_loc)
                ->silenced = false;
}

void hd_check_cell_ends(struct hd_run *run, const struct hd_fault *fault) {
    size_t shadow = hd_check_memory();
    hd_check_end();
    if (getenv("HEDDLE_CHECK_DEBUG"))
        fprintf(stderr, "[check: %llu accesses, %zu KiB of shadow]\n",
                (unsigned long long)hd_check_accesses(), shadow >> 10);
    if (fault) add_fault(fault);
    const struct hd_finding *all;
    int n = hd_check_findings(&all);
    struct hd_finding *findings = hd_alloc(hd_engine.arena, ((size_t)n + 1) * sizeof *findings);
    n = hd_findings_told(all, n, findings);
    for (int i = 0; i < n; i++) {
        if (findings[i].silenced) continue;
        bool remark = hd_finding_is_remark(&findings[i]);
        run->findings += !remark;
        run->remarks += remark;
    }
    hd_check_show(findings, n, checking.json || checking.whole_json);
    static const char teams[] =
        "not checked: what OpenMP's threads do to each other; a check is of kernels.";
    bool had_teams = !checking.json && !checking.whole_json && hd_cpu_teams() != checking.teams;
    if (checking.says && had_teams) hd_print("%s\n", teams);
    if (!checking.says && had_teams && hd_engine.check_all) hd_notice("%s", teams);
    if (!n && !fault && checking.says && !checking.json)
        hd_print("checked: nothing found in %llu accesses.\n",
                 (unsigned long long)hd_check_accesses());
}

void hd_check_whole(bool on, bool json) {
    hd_engine.check_all = on;
    checking.whole_json = on && json;
}

void hd_check_once(struct hd_run *run, struct hd_run *inner) {
    checking.once = true;
    hd_run_cell(inner);
    checking.once = false;
    run->status = inner->status;
    run->findings = inner->findings;
    run->remarks = inner->remarks;
    run->fault = inner->fault;
}

bool hd_checked(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    if (!body && n == 1 && (!strcmp(args[0], "on") || !strcmp(args[0], "off"))) {
        hd_engine.check_all = args[0][1] == 'n';
        hd_journal_option("check", json_integer(hd_engine.check_all));
        return true;
    }
    if (!body && n == 0) {
        hd_print("Checks are %s. %%check STATEMENT checks one statement.\n",
                 hd_engine.check_all ? "on" : "off");
        return true;
    }
    checking.json = false;
    if (!strncmp(line, "--json", 6) && (!line[6] || isspace((unsigned char)line[6]))) {
        checking.json = true;
        line += 6;
        while (isspace((unsigned char)*line)) line++;
    }
    struct hd_run inner = *run;
    inner.code = body ? body : line;
    inner.len = strlen(inner.code);
    inner.line_offset = body ? 1 : 0;
    checking.says = true;
    hd_check_once(run, &inner);
    checking.says = checking.json = false;
    return inner.status == HD_STATUS_OK;
}
