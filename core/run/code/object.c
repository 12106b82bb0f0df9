// Objects: made of modules, or kept by an earlier session (cache.c).
#include "run/code/code.h"

#include <pthread.h>

// What is told of a kernel's code after it was generated: kept with the object.
struct kept_info {
    int32_t lanes, fibers;
    uint32_t fold;
};

#define WORTH_KEEPING 2000000 // ns that it takes to make

// Looks for the object of a module that the optimiser has not seen.
void code_look_for_kept(struct keeping *k, struct hd_gen_job *job, const struct hd_module *module,
                        LLVMTargetMachineRef machine) {
    *k = (struct keeping){.start = hd_now_ns()};
    if (!hd_engine.keeps_objects || hd_engine.dump || job->check || job->twin) return;
    struct hd_lanes *lanes = job->lanes;
    if (lanes && (lanes->shapes || getenv("HEDDLE_LANES_DEBUG"))) return;
    struct hd_buf options = {0};
    hd_buf_printf(&options, "%d%d%d", job->opt, job->fast_math, job->no_fma);
    if (lanes) lanes->vector_bits = hd_cpu_vector_bits();
    if (lanes)
        hd_buf_printf(&options, " %d %ux%ux%u %d %d %u", lanes->width, lanes->block[0],
                      lanes->block[1], lanes->block[2], lanes->small_grid, lanes->vector_bits,
                      lanes->fold);
    k->wanted = true;
    k->key = hd_kept_key(module, machine, hd_buf_str(&options));
    hd_buf_finish(&options);
    struct kept_info info;
    k->object = hd_kept_object(k->key, &info, sizeof info);
    k->kept = k->object != NULL;
    if (!k->kept) return;
    job->kernel.lanes = info.lanes;
    job->kernel.fibers = info.fibers;
    job->kernel.fold = info.fold;
}

// Quick code of a kernel is the sign that its full code may be there as well. So it is written when
// that is, and a launch that is done soon writes nothing.
static struct {
    pthread_mutex_t lock;
    int next;
    struct waiting {
        uint32_t kernel; // hd_sym.serial; 0: nothing
        struct hd_cache_key key;
        struct kept_info info;
        LLVMMemoryBufferRef object;
    } all[32];
} waiting = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void keep_later(const struct waiting *w) {
    pthread_mutex_lock(&waiting.lock);
    struct waiting *slot = &waiting.all[waiting.next++ % HD_COUNT(waiting.all)];
    if (slot->object) LLVMDisposeMemoryBuffer(slot->object);
    *slot = *w;
    pthread_mutex_unlock(&waiting.lock);
}

static void keep_what_waits(uint32_t kernel) {
    pthread_mutex_lock(&waiting.lock);
    for (int i = 0; i < HD_COUNT(waiting.all); i++) {
        struct waiting *w = &waiting.all[i];
        if (!w->object || w->kernel != kernel) continue;
        hd_keep_object(w->key, w->object, &w->info, sizeof w->info);
        LLVMDisposeMemoryBuffer(w->object);
        *w = (struct waiting){0};
    }
    pthread_mutex_unlock(&waiting.lock);
}

void code_keep(const struct keeping *k, const struct hd_gen_job *job, LLVMMemoryBufferRef object) {
    if (!k->wanted || !object) return;
    int64_t took = hd_now_ns() - k->start;
    bool all = hd_engine.keeps_all_objects;
    struct waiting w = {.kernel = job->serial,
                        .key = k->key,
                        .info = {job->kernel.lanes, job->kernel.fibers, job->kernel.fold}};
    if (job->opt == 2 && !all) {
        w.object = LLVMCreateMemoryBufferWithMemoryRangeCopy(LLVMGetBufferStart(object),
                                                             LLVMGetBufferSize(object), "quick");
        keep_later(&w);
        return;
    }
    if (took < WORTH_KEEPING && !all) return;
    hd_keep_object(k->key, object, &w.info, sizeof w.info);
    if (job->serial) keep_what_waits(job->serial);
}

// The object of a job's module, which it takes over. NULL: reported; or see optimise.
static LLVMMemoryBufferRef make_object(struct hd_gen_job *job, struct hd_module *module,
                                       bool only_kept, struct keeping *k, const char **no_lanes,
                                       struct hd_buf *why) {
    LLVMMemoryBufferRef object = NULL;
    LLVMTargetMachineRef machine = hd_jit_machine(hd_engine.jit, job->opt);
    bool aside = !job->lanes && !hd_engine.dump && hd_jit_is_long(module);
    *k = (struct keeping){0};
    if (job->opt || aside) code_look_for_kept(k, job, module, machine);
    if (k->kept || only_kept) {
        hd_module_destroy(module);
        return k->object;
    }
    if (aside) {
        object = hd_jit_compile_aside(module, job->opt, job->diags, why);
    } else if (code_optimise(job, module, machine, no_lanes)) {
        if (job->opt) hd_dump_module(module, "opt");
        hd_dump_assembly(module, job->opt);
        object = hd_jit_compile(hd_engine.jit, module, job->opt, why);
    } else {
        hd_module_destroy(module);
        return NULL;
    }
    if (!object && !job->diags->stopped)
        hd_error(job->diags, (struct hd_range){0, 0}, "cannot compile: %s", hd_buf_str(why));
    code_keep(k, job, object);
    return object;
}

struct hd_unit *code_link_object(struct hd_gen_job *job, struct hd_module *module, bool only_kept,
                                 struct plan *plan, const char **no_lanes) {
    struct linking l = {.arena = job->arena, .plan = plan};
    struct keeping k;
    struct hd_unit *unit = NULL;
    struct hd_buf why = {0};
    if (!code_resolve_all(&l, job)) {
        hd_module_destroy(module);
        return NULL;
    }
    LLVMMemoryBufferRef object = make_object(job, module, only_kept, &k, no_lanes, &why);
    struct hd_code *code =
        object ? hd_jit_load(hd_engine.jit, object, code_resolve, &l, &why) : NULL;
    if (code) {
        unit = hd_xcalloc(1, sizeof *unit);
        unit->code = code;
        unit->kept = k.kept;
        for (int i = 0; i < l.uses.n; i++) code_unit_use(unit, l.uses.v[i]);
    } else if (object) {
        hd_error(job->diags, (struct hd_range){0, 0}, "cannot link: %s", hd_buf_str(&why));
    }
    hd_buf_finish(&why);
    return unit;
}
