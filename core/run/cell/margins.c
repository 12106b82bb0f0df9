// What ordinary runs tell of running over the end of an array without a check: the margins around
// variables, device memory and shared arrays (cpu/heap/margin.c) are looked at.
//
// A launch's pointers are looked at when it ends, so that it can be named; but looking at three
// arrays takes as long as an empty launch, so of many launches in a cell only the first ones are,
// and then the 128th, the 256th ... What the others did is seen when the cell ends, when all
// margins are looked at. A cell without launches looks at variables only where there are few.
//
// Example: int a[5]; set<<<1, 8>>>(a) writes the 12 bytes between a's end and that of its page. The
// cell fails: "the kernel `set` has written behind `a` ...".
#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"

#include <stdio.h>
#include <string.h>

#define FIRST_LAUNCHES 64
#define FEW_VARIABLES 1000

static struct {
    uint64_t launches; // of this cell
    const char *kernel;
    hd_loc loc;   // of the last one
    bool several; // kernels, or places
    bool hit;
    struct hd_fault first; // what was seen first
} margins;

void hd_margins_begin(void) {
    hd_shared_generation++;
    margins.launches = 0;
    margins.kernel = NULL;
    margins.several = margins.hit = false;
}

// ---- what was hit -------------------------------------------------------------------------------

struct object {
    uint64_t from, size;
    char text[160]; // "`a` (`int [5]`)"
    uint64_t unit;  // bytes of an element
};

static void who(char *out, size_t n, bool launch) {
    if (launch)
        snprintf(out, n, "the kernel `%s` has", margins.kernel);
    else if (margins.launches && !margins.several)
        snprintf(out, n, "this cell (perhaps its kernel `%s`) has", margins.kernel);
    else
        snprintf(out, n, "this cell has");
}

// Rounded down.
static long long element(long long offset, long long unit) {
    return offset / unit - (offset % unit < 0);
}

static void tell(const struct object *o, const struct hd_margin_hit *hit, bool launch) {
    struct hd_fault *f = &margins.first;
    char by[128];
    if (margins.hit) return;
    margins.hit = true;
    *f = (struct hd_fault){.kind = "out-of-bounds access", .loc = launch ? margins.loc : 0};
    who(by, sizeof by, launch);
    bool behind = hit->from >= o->from + o->size;
    long long first = element((long long)(hit->from - o->from), (long long)o->unit);
    long long last = element((long long)(hit->to - 1 - o->from), (long long)o->unit);
    const char *what = o->unit == 1 ? "byte" : "element";
    char elements[80];
    if (first == last)
        snprintf(elements, sizeof elements, "%s %lld", what, first);
    else
        snprintf(elements, sizeof elements, "%ss %lld to %lld", what, first, last);
    snprintf(f->message, sizeof f->message,
             "%s written %s %s: %s of %llu, at least; `%%check` finds the line and the thread", by,
             behind ? "behind" : "before", o->text, elements,
             (unsigned long long)(o->size / o->unit));
}

static bool look(const struct object *o, uint64_t before, uint64_t after, bool launch) {
    struct hd_margin_hit hit;
    uint64_t end = o->from + o->size;
    bool is_behind = hd_margin_hit(end, after, &hit);
    if (!is_behind && !hd_margin_hit(before, o->from, &hit)) return false;
    tell(o, &hit, launch);
    hd_margin_fill(before, o->from); // said once
    hd_margin_fill(end, after);
    return true;
}

static uint64_t unit_of(const struct hd_type *type) {
    while (type && type->kind == HD_TY_ARRAY) type = type->base;
    return type && type->size ? type->size : 1;
}

static void name_variable(const char *name, const struct hd_type *type, struct object *out) {
    out->unit = unit_of(type);
    if (type)
        snprintf(out->text, sizeof out->text, "`%s` (`%s`)", name ? name : "?",
                 hd_type_str(hd_engine.arena, type));
    else
        snprintf(out->text, sizeof out->text, "`%s`", name ? name : "a variable");
}

static bool look_at_variable(const struct hd_placed *v, bool launch) {
    struct hd_margin_hit hit;
    uint64_t before, after;
    hd_store_margins(v->addr, v->size, &before, &after);
    if (!hd_margin_hit(v->addr + v->size, after, &hit) && !hd_margin_hit(before, v->addr, &hit))
        return false;
    struct object o = {.from = v->addr, .size = v->size};
    name_variable(v->name, v->type, &o);
    return look(&o, before, after, launch);
}

static bool look_at_block(const struct memory *m, uint64_t before, uint64_t after, bool launch,
                          uint64_t unit) {
    struct object o = {.from = m->base, .size = m->size, .unit = unit && m->size ? unit : 1};
    struct hd_place place;
    int n = snprintf(o.text, sizeof o.text, "%zu bytes of %s memory", m->size,
                     m->kind == MEMORY_MANAGED  ? "managed"
                     : m->kind == MEMORY_PINNED ? "pinned"
                                                : "device");
    if (m->at && hd_source_place(m->at, &place))
        snprintf(o.text + n, sizeof o.text - (size_t)n, " (allocated at %s:%d)", place.source->name,
                 place.line);
    return look(&o, before, after, launch);
}

static bool look_at_any_block(const struct memory *m, uint64_t before, uint64_t after) {
    return look_at_block(m, before, after, false, 1);
}

bool hd_margins_freed(const struct memory *m, uint64_t before, uint64_t after) {
    return look_at_block(m, before, after, false, 1);
}

// ---- launches -----------------------------------------------------------------------------------

static struct {
    uint64_t base, unit;
} wanted;

static bool look_at_wanted(const struct memory *m, uint64_t before, uint64_t after) {
    return look_at_block(m, before, after, true, wanted.unit);
}

static void look_at_pointer(uint64_t p, const struct hd_type *to) {
    struct hd_placed var;
    wanted.unit = to->size;
    if (hd_store_contains(p)) {
        hd_front_lock();
        if (hd_var_at(p, &var)) look_at_variable(&var, true);
        hd_front_unlock();
    } else {
        hd_cudart_margins_at(p, look_at_wanted);
    }
}

static void tell_of_shared(struct hd_func *kernel, const struct hd_shared_hit *shared) {
    hd_front_lock();
    const struct hd_sym *sym = hd_gen_shared_before(kernel, shared->end);
    struct object o = {.unit = 1};
    struct hd_margin_hit hit = {shared->from, shared->to};
    if (sym && !(shared->end % 16 == 0 && !sym->type->size)) {
        name_variable(sym->name, sym->type, &o);
        o.size = sym->type->size;
        o.from = shared->end - o.size;
    } else {
        snprintf(o.text, sizeof o.text, "the block's shared memory");
        o.size = shared->end;
    }
    tell(&o, &hit, true);
    hd_front_unlock();
}

void hd_margins_launched(struct hd_func *kernel, void **args, hd_loc loc,
                         const struct hd_shared_hit *shared) {
    const char *name = kernel->sym->name ? kernel->sym->name : "?";
    uint64_t n = ++margins.launches;
    margins.several |= margins.kernel && margins.kernel != name;
    margins.kernel = name;
    margins.loc = loc;
    if (shared->hit) tell_of_shared(kernel, shared);
    if (hd_gpu.expected || (n > FIRST_LAUNCHES && n & (n - 1))) return;
    for (int i = 0; i < kernel->nparams; i++) {
        const struct hd_type *type = kernel->type->params[i];
        if (type->kind != HD_TY_PTR && type->kind != HD_TY_REF) continue;
        if (type->base->quals & Q_CONST) continue; // it is only read
        uint64_t p;
        memcpy(&p, args[i], sizeof p);
        if (p) look_at_pointer(p, type->base);
    }
}

// ---- the end of a cell --------------------------------------------------------------------------

bool hd_margins_end(bool cut_off, struct hd_fault *fault) {
    bool launched = margins.launches || cut_off; // (perhaps by a fault in its first kernel)
    const struct hd_placed *placed;
    int n = hd_vars_placed(&placed);
    if (!hd_gpu.expected && (launched || n <= FEW_VARIABLES))
        for (int i = 0; i < n; i++) look_at_variable(&placed[i], false);
    if (!hd_gpu.expected && launched) hd_cudart_margins(look_at_any_block);
    if (margins.hit) *fault = margins.first;
    return margins.hit;
}
