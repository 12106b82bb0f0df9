// Frames of stopped threads, and what their code can name.
//
// A thread's frames are linked on its stack, innermost first; below a kernel's come those of the
// host code that launched it.
#include "run/debug/debug.h"

#include <string.h>

hd_loc dbg_loc(const struct hd_frame *frame) {
    return frame && frame->site < dbg_nsites && dbg_sites[frame->site].func
               ? dbg_sites[frame->site].loc
               : 0;
}

int dbg_line(const struct hd_frame *frame) {
    return frame && frame->site < dbg_nsites ? dbg_sites[frame->site].line : 0;
}

const char *dbg_func_name(const struct hd_frame *frame) {
    const struct hd_sym *sym = frame->func->func->sym;
    return sym->name ? sym->name : "?";
}

// Frames lie on the program's stack, where it may have written over the end of an array.
static bool is_intact(const struct hd_frame *frame) {
    struct hd_frame copy;
    return hd_guard_read(frame, (char *)&copy, sizeof copy) && copy.site < dbg_nsites &&
           copy.func && dbg_sites[copy.site].func == copy.func;
}

struct hd_frame *dbg_caller(const struct hd_frame *frame) {
    struct hd_frame *caller = frame->parent;
    if (!caller && frame->thread) caller = dbg.launched_by;
    return caller && is_intact(caller) ? caller : NULL;
}

int dbg_frames(struct hd_frame *frame, struct hd_frame **out, int most) {
    int n = 0;
    for (; frame && n < most; frame = dbg_caller(frame)) out[n++] = frame;
    return n;
}

static void add(dbg_vars *out, struct dbg_var var) {
    for (int i = 0; i < out->n; i++)
        if (out->v[i].name == var.name) { // hidden by this one
            memmove(&out->v[i], &out->v[i + 1], sizeof *out->v * (size_t)(out->n - 1 - i));
            out->n--;
            break;
        }
    HD_PUSH(hd_engine.arena, out, var);
}

static void add_shared(const struct hd_frame *frame, dbg_vars *out) {
    struct hd_thread *t = frame->thread;
    if (!t || !dbg.twin) return;
    const struct hd_func *func = frame->func->func;
    for (int i = 0; i < func->nshared; i++) {
        struct hd_sym *sym = func->shared[i];
        void *addr = NULL;
        if (sym->storage == ST_DYN_SHARED) addr = t->block->dyn_shared;
        for (int k = 0; k < dbg.twin->shared.n; k++)
            if (dbg.twin->shared.v[k].sym == sym)
                addr = t->block->shared + dbg.twin->shared.v[k].offset;
        if (!addr || !sym->name) continue;
        struct hd_type *type = sym->type;
        if (type->kind == HD_TY_ARRAY && type->len <= 0) { // as long as the launch says
            uint64_t n = type->base->size ? dbg.launch->dyn_shared / type->base->size : 0;
            type = hd_type_array(hd_engine.arena, type->base, (int64_t)n);
        }
        add(out, (struct dbg_var){sym->name, type, addr, DBG_SHARED, sym, sym->range.from});
    }
}

// Static variables of the function that its code has declared by now.
static void add_static(const struct hd_frame *frame, hd_loc at, dbg_vars *out) {
    const struct hd_func *func = frame->func->func;
    for (int i = 0; func->body && i < func->nglobals; i++) {
        struct hd_sym *sym = func->globals[i];
        struct hd_type *type = sym->type;
        void *addr = (void *)(uintptr_t)sym->addr;
        hd_loc from = sym->range.from;
        if (sym->storage != ST_STATIC || !addr || !sym->name) continue;
        if (from < func->body->range.from || from >= at) continue;
        if (type->kind == HD_TY_REF) {
            type = type->base;
            addr = *(void **)addr;
        }
        add(out, (struct dbg_var){sym->name, type, addr, DBG_STATIC, sym, from});
    }
}

// What a lambda has captured are variables to its code.
static void add_captured(const struct hd_record *r, char *object, dbg_vars *out) {
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        struct hd_type *type = f->type;
        void *addr = object + f->offset;
        if (!f->name) continue;
        if (type->kind == HD_TY_REF) {
            type = type->base;
            addr = *(void **)addr;
        }
        add(out, (struct dbg_var){f->name, type, addr, DBG_LOCAL, NULL, r->loc});
    }
}

void dbg_frame_vars(const struct hd_frame *frame, dbg_vars *out) {
    *out = (dbg_vars){0};
    hd_loc at = dbg_loc(frame);
    add_shared(frame, out);
    add_static(frame, at, out);
    for (int i = 0; i < frame->func->locals.n; i++) {
        const struct hd_twin_local *l = &frame->func->locals.v[i];
        if (at < l->from || at >= l->to) continue;
        if (l->sym->name[0] == '#') { // a closure's own name
            add_captured(l->sym->type->base->record, *(char **)frame->locals[i], out);
            continue;
        }
        void *addr = frame->locals[i];
        struct hd_type *type = l->sym->type;
        if (type->kind == HD_TY_ARRAY && l->by_pointer)
            type = hd_type_ptr(type->base); // of a length that is known when it runs
        else if (l->by_pointer) {
            type = type->base;
            addr = *(void **)addr;
        }
        add(out, (struct dbg_var){l->sym->name, type, addr, l->sym->is_param ? DBG_ARG : DBG_LOCAL,
                                  l->sym, l->from});
    }
}
