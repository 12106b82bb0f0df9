// Expressions and statements at a stop.
//
// They are cells that are checked inside of the stopped function: each name that its code can see
// there is a reference, whose pointer lies in a slot of the compiled code. So what was compiled
// once, the condition of a breakpoint say, runs for any thread: the slots get the addresses of its
// variables. In a kernel the cell is device code, and runs as that thread. Nothing that it declares
// stays.
#include "run/debug/debug.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct slot { // where the variable is that a name of the text means
    void *pointer;
    enum { SLOT_LOCAL, SLOT_SHARED, SLOT_FIXED } kind;
    int local; // number in the frame
    bool by_pointer;
    struct hd_sym *shared;
};

struct dbg_code {
    struct hd_unit *unit;
    void *address;
    bool device;
    struct slot *slots; // its address is part of the code
    int nslots;
    int holds;            // of a condition
    struct hd_type *type; // of the value; NULL: none
    void *value;
};

// ---- names --------------------------------------------------------------------------------------

static struct hd_sym *name_sym(const char *name, struct hd_type *type, void **slot, bool device) {
    static uint32_t made;
    struct hd_arena *arena = hd_engine.arena;
    struct hd_sym *sym = HD_NEW(arena, struct hd_sym);
    sym->kind = SYM_VAR;
    sym->name = name;
    sym->type = hd_type_ref(arena, type, false);
    sym->storage = device ? ST_DEVICE : ST_GLOBAL;
    sym->defined = sym->used = true;
    sym->address_taken = sym->assigned = true;
    sym->link_name = hd_printf(arena, "%s.frame%u", name, ++made);
    sym->addr = (uint64_t)(uintptr_t)slot;
    return sym;
}

static void add_name(struct dbg_code *code, struct hd_front_frame *names, const char *name,
                     struct hd_type *type, struct slot slot, bool device) {
    struct slot *s = &code->slots[code->nslots++];
    *s = slot;
    names->names[names->n++] = name_sym(name, type, &s->pointer, device);
}

struct site { // where an expression is meant
    const struct hd_twin_func *twin;
    hd_loc at;
    const struct hd_frame *frame; // NULL: nobody is there
};

// A local of the function that is not visible where it is stopped.
static const char *declared_elsewhere(void *user, const char *name) {
    const struct site *site = user;
    hd_loc at = site->at;
    const struct hd_twin_local *ahead = NULL, *behind = NULL;
    for (int i = 0; i < site->twin->locals.n; i++) {
        const struct hd_twin_local *l = &site->twin->locals.v[i];
        if (strcmp(l->sym->name, name) != 0) continue;
        if (at < l->from && !ahead) ahead = l;
        if (at >= l->to) behind = l;
    }
    struct hd_place place;
    const struct hd_twin_local *l = ahead ? ahead : behind;
    if (!l || !hd_source_place(l->sym->range.from, &place)) return NULL;
    const char *format = !ahead        ? "it is declared in line %d, in a block that has ended"
                         : site->frame ? "it is declared in line %d, which has not run yet: `next` "
                                         "runs it"
                                       : "it is declared in line %d, which has not run there yet";
    return hd_printf(hd_engine.arena, format, place.line);
}

// Shared and static variables of a function that nobody is in.
static void add_lasting(struct dbg_code *code, struct hd_front_frame *names,
                        const struct site *site) {
    const struct hd_func *func = site->twin->func;
    for (int i = 0; i < func->nshared; i++)
        if (func->shared[i]->name)
            add_name(code, names, func->shared[i]->name, func->shared[i]->type,
                     (struct slot){.kind = SLOT_FIXED}, site->twin->device);
    for (int i = 0; func->body && i < func->nglobals; i++) {
        const struct hd_sym *sym = func->globals[i];
        if (sym->storage != ST_STATIC || !sym->name || sym->range.from < func->body->range.from ||
            sym->range.from >= site->at)
            continue;
        struct hd_type *type = sym->type->kind == HD_TY_REF ? sym->type->base : sym->type;
        add_name(code, names, sym->name, type, (struct slot){.kind = SLOT_FIXED},
                 site->twin->device);
    }
}

static void gather(struct dbg_code *code, struct site *site, bool condition,
                   struct hd_front_frame *names) {
    const struct hd_twin_func *twin = site->twin;
    const struct hd_func *func = twin->func;
    bool device = twin->device;
    int most = twin->locals.n + func->nshared + func->nglobals + 1;
    code->slots = hd_xcalloc((size_t)most, sizeof *code->slots);
    *names =
        (struct hd_front_frame){.device = device,
                                .space = func->space,
                                .elsewhere = declared_elsewhere,
                                .user = site,
                                .record = func->sym->method ? func->sym->method->record : NULL};
    int ntargs = 0;
    while (func->targs && func->targs[ntargs]) ntargs++;
    names->names = HD_NEW_ARRAY(hd_engine.arena, struct hd_sym *, most + ntargs);
    while (names->n < ntargs) names->names[names->n] = func->targs[names->n], names->n++;
    hd_loc at = site->at;
    dbg_vars vars = {0};
    if (site->frame)
        dbg_frame_vars(site->frame, &vars);
    else
        add_lasting(code, names, site);
    for (int i = 0; i < vars.n; i++) {
        struct dbg_var *v = &vars.v[i];
        if (v->kind == DBG_SHARED)
            add_name(code, names, v->name, v->type,
                     (struct slot){.kind = SLOT_SHARED, .shared = v->sym}, device);
        if (v->kind == DBG_STATIC)
            add_name(code, names, v->name, v->type,
                     (struct slot){.kind = SLOT_FIXED, .pointer = v->addr}, device);
    }
    for (int i = 0; i < twin->locals.n; i++) {
        const struct hd_twin_local *l = &twin->locals.v[i];
        if (at < l->from || at >= l->to) continue;
        struct hd_type *type = l->sym->type;
        bool vla = type->kind == HD_TY_ARRAY && l->by_pointer;
        if (vla)
            type = hd_type_ptr(type->base);
        else if (l->by_pointer)
            type = type->base;
        add_name(code, names, l->sym->name, type,
                 (struct slot){.local = i, .by_pointer = l->by_pointer && !vla}, device);
    }
    if (!condition) return;
    code->slots[code->nslots].pointer = &code->holds;
    add_name(code, names, hd_intern_str("__heddle_holds"), hd_ty.int_,
             (struct slot){.kind = SLOT_FIXED, .pointer = &code->holds}, device);
}

// ---- compiling ----------------------------------------------------------------------------------

static bool link_entry(struct dbg_code *code, struct hd_cell *cell, struct hd_diags *diags) {
    struct hd_func *entry = cell->entry;
    if (!entry) return true;
    if (entry->has_barrier || entry->has_warp_op) {
        hd_error(diags, entry->sym->range,
                 "threads meet in this expression, and only one of them is here");
        return false;
    }
    if (code->device) {
        code->unit = hd_code_device_entry(entry, &code->address, diags);
        return code->unit != NULL;
    }
    code->address = hd_code_entry(entry, false, diags); // it goes when the cell has ended
    return code->address != NULL;
}

static bool says_something(const struct hd_source *source) {
    const char *p = source->text;
    p += strspn(p, " \t\r\n;{}");
    return *p && strncmp(p, "//", 2) != 0 && strncmp(p, "/*", 2) != 0;
}

// What would change the code that is stopped, or should stay when it goes on, is refused.
static bool defines(const struct hd_cell *cell, struct hd_diags *diags) {
    const struct hd_def *def = NULL;
    for (int i = 0; i < cell->defs.n && !def; i++) {
        const struct hd_def *d = cell->defs.v[i];
        bool own = !d->system && !d->instance_of && d->name;
        if (own && d->kind != DEF_SPACE && d->kind != DEF_VAR) def = d;
    }
    if (def) {
        struct hd_range none = {cell->source->base, cell->source->base};
        struct hd_diag *d = hd_error(diags, def->sym ? def->sym->range : none,
                                     "`%s` cannot be defined while a thread is stopped", def->name);
        hd_help(diags, d,
                "`quit`, or let it run to its end, then define it: later launches use that");
        return true;
    }
    const struct hd_stmt *body = cell->entry ? cell->entry->body : NULL;
    const struct hd_sym *sym = NULL;
    for (int i = 0; body && i < body->nlist; i++) {
        if (body->list[i]->kind != STM_VAR) return false;
        sym = body->list[i]->sym;
    }
    if (!sym && !cell->result && (!body || !body->nlist) && says_something(cell->source)) {
        struct hd_range all = {cell->source->base,
                               cell->source->base + (hd_loc)strcspn(cell->source->text, "\n")};
        struct hd_diag *d =
            hd_error(diags, all, "what this declares would be gone at the end of this line");
        hd_help(
            diags, d,
            "use it there: `struct P { int a; }; P p = {i}; p.a`; what is to stay is entered at "
            "the prompt, when the debugger has ended");
        return true;
    }
    if (!sym || !sym->name || cell->result) return false;
    struct hd_diag *d =
        hd_error(diags, sym->range, "`%s` would be gone at the end of this line", sym->name);
    hd_help(diags, d, "use it there: `int t = 2 * i; t + 1`");
    return true;
}

static bool is_include(const char *text) {
    text += strspn(text, " \t");
    if (*text != '#') return false;
    text += 1 + strspn(text + 1, " \t");
    return !strncmp(text, "include", strlen("include"));
}

// Checks a text where it is meant. NULL: it is wrong, in diags; else it is to be rolled back.
static struct hd_cell *check(struct dbg_code *code, struct site *site, const char *text,
                             bool condition, struct hd_front *front, struct hd_diags *diags) {
    if (is_include(text)) { // its functions would be local to this one
        struct hd_range all = {0};
        hd_error(diags, all, "headers are included at the prompt, when the debugger has ended");
        return NULL;
    }
    struct hd_front_frame names;
    gather(code, site, condition, &names);
    code->device = names.device;
    const struct hd_func *func = site->twin->func;
    const char *before = "__heddle_holds = (", *after = ") ? 1 : 0;";
    if (condition) text = hd_printf(hd_engine.arena, "%s%s%s", before, text, after);
    struct hd_source *source = hd_source_add(hd_intern_str("<debugger>"), NULL, text, strlen(text));
    source->lang = func->source ? func->source->lang : HD_LANG_CU;
    struct hd_cell *cell = HD_NEW(hd_engine.arena, struct hd_cell);
    hd_front_set_frame(front, &names);
    bool ok = hd_front_cell(front, source, false, cell, diags);
    hd_front_set_frame(front, NULL);
    if (!ok) return NULL;
    if (!defines(cell, diags)) return cell;
    hd_front_rollback(front, cell);
    return NULL;
}

static struct hd_front *front_of(const struct hd_func *func) {
    return func->front ? func->front : hd_engine.front;
}

struct dbg_code *dbg_compile(struct hd_frame *frame, const char *text, bool condition,
                             struct hd_diags *diags) {
    struct dbg_code *code = hd_xcalloc(1, sizeof *code);
    struct hd_front *front = front_of(frame->func->func);
    struct site site = {frame->func, dbg_loc(frame), frame};
    struct hd_cell *cell = check(code, &site, text, condition, front, diags);
    if (!cell) {
        dbg_code_free(code);
        return NULL;
    }
    if (cell->result) {
        code->type = cell->result->type;
        if (!cell->result->addr) {
            code->value = hd_xcalloc(1, code->type->size + 64);
            cell->result->addr = HD_ROUND_UP((uint64_t)(uintptr_t)code->value, 64);
        }
    }
    bool ok = link_entry(code, cell, diags);
    // What it declares goes now; its code does not need it.
    if (cell->result && code->value) cell->result->addr = 0;
    hd_front_rollback(front, cell);
    if (ok) return code;
    dbg_code_free(code);
    return NULL;
}

bool dbg_condition_is_right(const struct hd_twin_func *twin, hd_loc at, const char *text,
                            struct hd_diags *diags) {
    struct dbg_code *code = hd_xcalloc(1, sizeof *code);
    struct hd_front *front = front_of(twin->func);
    struct site site = {twin, at, NULL};
    struct hd_cell *cell = check(code, &site, text, true, front, diags);
    if (cell) hd_front_rollback(front, cell);
    dbg_code_free(code);
    return cell && !diags->errors;
}

void dbg_code_free(struct dbg_code *code) {
    if (!code) return;
    if (code->unit) hd_unit_release(code->unit);
    free(code->value);
    free(code->slots);
    free(code);
}

// ---- running ------------------------------------------------------------------------------------

static void fill(struct dbg_code *code, struct hd_frame *frame) {
    struct hd_thread *t = frame->thread;
    for (int i = 0; i < code->nslots; i++) {
        struct slot *s = &code->slots[i];
        if (s->kind == SLOT_LOCAL) {
            s->pointer = frame->locals[s->local];
            if (s->by_pointer) s->pointer = *(void **)s->pointer;
        } else if (s->kind == SLOT_SHARED && t) {
            s->pointer = t->block->dyn_shared;
            for (int k = 0; dbg.twin && k < dbg.twin->shared.n; k++)
                if (dbg.twin->shared.v[k].sym == s->shared)
                    s->pointer = t->block->shared + dbg.twin->shared.v[k].offset;
        }
    }
}

struct call {
    struct dbg_code *code;
    struct hd_thread *thread;
};

static void call(void *arg) {
    struct call *c = arg;
    if (c->code->device)
        ((void (*)(struct hd_thread *))(uintptr_t)c->code->address)(c->thread);
    else
        ((void (*)(void))(uintptr_t)c->code->address)();
}

bool dbg_code_run(struct dbg_code *code, struct hd_frame *frame, struct hd_fault *fault) {
    *fault = (struct hd_fault){0};
    if (!code->address) return true;
    fill(code, frame);
    struct call c = {code, frame->thread};
    bool outer = dbg.inside;
    dbg.inside = true;
    hd_again_pause(true);
    enum hd_outcome outcome = hd_guard_inside(call, &c, fault);
    hd_again_pause(false);
    dbg.inside = outer;
    if (outcome == HD_INTERRUPTED || outcome == HD_EXITED || outcome == HD_POISONED) {
        if (!fault->message[0])
            snprintf(fault->message, sizeof fault->message, "the expression was left");
    }
    return outcome == HD_RAN;
}

bool dbg_code_holds(const struct dbg_code *code) { return code->holds; }

const struct hd_type *dbg_code_type(const struct dbg_code *code) { return code->type; }

void *dbg_code_value(const struct dbg_code *code) {
    return (void *)(uintptr_t)HD_ROUND_UP((uint64_t)(uintptr_t)code->value, 64);
}

// ---- printing -----------------------------------------------------------------------------------

void dbg_print_value(struct hd_buf *out, const struct hd_type *type, const void *addr) {
    struct hd_value_options options = {.digits = hd_engine.options.digits,
                                       .width = hd_engine.options.width ? hd_engine.options.width
                                                                        : hd_engine.options.columns,
                                       .items = hd_engine.options.items};
    hd_value_print(out, type, addr, &options);
}

static void add_diags(struct hd_buf *out, const struct hd_diags *diags) {
    for (const struct hd_diag *d = diags->first; d; d = d->next)
        if (d->severity == HD_ERROR || !diags->errors)
            hd_diag_render(out, d, hd_engine.options.color, hd_engine.options.columns);
}

struct dbg_code *dbg_evaluate(struct hd_buf *out, struct hd_frame *frame, const char *text) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct dbg_code *code = dbg_compile(frame, text, false, &diags);
    if (!code) {
        add_diags(out, &diags);
        return NULL;
    }
    struct hd_fault fault;
    hd_launch_flush();
    fflush(stdout);
    hd_front_unlock();
    bool ok = dbg_code_run(code, frame, &fault);
    hd_launch_flush();
    fflush(stdout);
    hd_front_lock();
    if (!ok) {
        hd_buf_printf(out, "error: %s\n", fault.message);
        dbg_code_free(code);
        return NULL;
    }
    if (code->type) {
        dbg_print_value(out, code->type, dbg_code_value(code));
        hd_buf_putc(out, '\n');
    }
    return code;
}

bool dbg_print(struct hd_buf *out, struct hd_frame *frame, const char *text) {
    struct dbg_code *code = dbg_evaluate(out, frame, text);
    dbg_code_free(code);
    return code != NULL;
}
