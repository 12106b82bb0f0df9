// Throwing and catching: the tables that LLVM makes of `invoke` and `landingpad`, read here.
//
//   throw E(1)    hd_rt_exception_new, E's constructor there, hd_rt_exception_throw
//   search        frame by frame outwards (_Unwind_Backtrace): who catches it? Nothing has been
//                 touched yet, so if nobody does, the stack is still there to be told of
//   unwind        _Unwind_ForcedUnwind: our personality stops at every frame that has something to
//                 destroy, and for good at the one that was found
//
// The search ends at the *boundary*: the first frame of the engine behind frames of user code (the
// caller of a cell, of a thread's function, of a callback). The engine is C and holds locks, so no
// exception goes through it. It also ends at compiled code without a table: a function that is
// noexcept, or that does not throw as far as the compiler could see.
//
// Compiled code pays nothing for all this until it throws. Frames are found through the .eh_frame
// sections that the linker registers; the essay on who needs one is in gen/unwind.c.
#include "cpu/guard/exception.h"

#include "cpu/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

// Before a call that does not return AddressSanitizer clears what it knows of the stack, and takes
// the user's for its own thread's.
#define UNCHECKED __attribute__((no_sanitize_address))

struct object { // before the thrown object itself
    const struct hd_type_info *type;
    hd_thrown_fn *fn; // NULL: there is nothing to be done for such objects
    long holders;     // flights and std::exception_ptr
    pid_t engine;     // whose types and code these are
    hd_loc thrown;
    bool foreign; // its memory is the engine's, for there was no other left
    max_align_t align[];
};

struct flight {
    struct _Unwind_Exception unwind; // first: compiled code hands its address on
    struct object *object;
    void *pointer;          // what a handler for pointers catches, adjusted
    void *caught;           // the address of what is caught
    uint64_t target;        // CFA of the frame that catches it; 0: nobody
    int selector;           // of the handler there
    struct flight *outer;   // caught before it and not yet let go
    struct hd_fault *fault; // nobody: what is to be said when all is unwound
};

static const _Unwind_Exception_Class our_class = 0x4845444c432b2b00; // "HEDLC++"

static __thread struct flight *caught_now;
static __thread int under_way;
static void (*terminate_handler)(void);
bool hd_exceptions_abort;

void hd_exceptions_begin(void) { // what a fault left behind is lost: its destructors might not end
    caught_now = NULL;
    under_way = 0;
}

// ---- objects ------------------------------------------------------------------------------------

static void *payload(struct object *o) { return o->align; }
static struct object *header(void *payload) {
    return (struct object *)(void *)((char *)payload - offsetof(struct object, align));
}

void *hd_rt_exception_new(uint64_t size) {
    struct object *o = hd_user_malloc(sizeof *o + size);
    bool foreign = !o;
    if (foreign) o = hd_xmalloc(sizeof *o + size);
    *o = (struct object){.engine = getpid(), .foreign = foreign};
    return payload(o);
}

static void object_free(struct object *o) {
    if (o->foreign)
        free(o);
    else
        hd_user_free(o);
}

void hd_rt_exception_free(void *object) { object_free(header(object)); }

static void release(struct object *o) {
    if (o->engine != getpid() || __atomic_sub_fetch(&o->holders, 1, __ATOMIC_ACQ_REL)) return;
    if (o->fn) o->fn(payload(o), HD_THROWN_DESTROY);
    object_free(o);
}

// ---- types --------------------------------------------------------------------------------------

// The offset of base b in a class d. 0: it is none (or no public one); 1: it is one; 2: there are
// more.
static int find_base(const struct hd_type_info *d, const struct hd_type_info *b, bool is_whole,
                     int64_t *offset) {
    int found = 0;
    for (int i = 0; i < d->nbases; i++) {
        const struct hd_base_info *base = &d->bases[i];
        int64_t at = 0;
        if (base->is_virtual && !is_whole) continue; // the whole has it
        int n = base->type == b ? 1 : find_base(base->type, b, false, &at);
        if (n == 1 && !base->is_public) n = 0;
        if (n) *offset = base->offset + at;
        found += n;
    }
    return found > 1 ? 2 : found;
}

static bool same_but_quals(const struct hd_type_info *to, const struct hd_type_info *from) {
    return to->pointee == from->pointee && !(from->quals & ~to->quals);
}

// [except.handle]: whether a handler for `type` takes the exception, and what it gets.
static bool catches(const struct hd_type_info *type, struct flight *f) {
    const struct hd_type_info *thrown = f->object->type;
    void *object = payload(f->object);
    int64_t offset = 0;
    f->caught = object;
    if (!type || type == thrown) return true;
    if (type->kind == HD_INFO_CLASS && thrown->kind == HD_INFO_CLASS) {
        if (find_base(thrown, type, true, &offset) != 1) return false;
        f->caught = (char *)object + offset;
        return true;
    }
    if (type->kind != HD_INFO_POINTER) return false;
    f->caught = &f->pointer;
    f->pointer = NULL;
    if (thrown->kind == HD_INFO_NULLPTR) return true;
    if (thrown->kind != HD_INFO_POINTER) return false;
    memcpy(&f->pointer, object, sizeof f->pointer);
    if (same_but_quals(type, thrown)) return true;
    if (thrown->quals & ~type->quals) return false;
    const struct hd_type_info *to = type->pointee, *from = thrown->pointee;
    if (to->kind == HD_INFO_VOID) return from->name[0] != 'F'; // not of functions
    if (to->kind != HD_INFO_CLASS || from->kind != HD_INFO_CLASS) return false;
    if (find_base(from, to, true, &offset) != 1) return false;
    if (f->pointer) f->pointer = (char *)f->pointer + offset;
    return true;
}

// ---- the tables of a frame ----------------------------------------------------------------------
// The layout is GCC's: a header, call sites (which code leads to which landing pad and action),
// actions (chains of filters: > 0 the number of a type, 0 a cleanup), and types, counted backwards.

enum {
    PE_OMIT = 0xff,
    PE_INDIRECT = 0x80,
    PE_PCREL = 0x10,
    PE_UDATA2 = 2,
    PE_UDATA4 = 3,
    PE_UDATA8 = 4,
    PE_ULEB = 1,
    PE_SLEB = 9,
    PE_SDATA4 = 11
};

// A number in LEB128 (DWARF 5, section 7.6). *bits: how many it was written with.
static uint64_t leb(const uint8_t **p, int *bits) {
    uint64_t value = 0;
    uint8_t byte;
    *bits = 0;
    do {
        byte = *(*p)++;
        if (*bits < 64) value |= (uint64_t)(byte & 0x7f) << *bits;
        *bits += 7;
    } while (byte & 0x80);
    return value;
}

static uint64_t uleb(const uint8_t **p) {
    int bits;
    return leb(p, &bits);
}

static int64_t sleb(const uint8_t **p) {
    int bits;
    uint64_t value = leb(p, &bits);
    if (bits < 64 && value >> (bits - 1) & 1) value |= ~0ull << bits;
    return (int64_t)value;
}

static int encoded_size(uint8_t encoding) {
    int form = encoding & 7;
    return form == PE_UDATA2 ? 2 : form == PE_UDATA4 ? 4 : 8;
}

static uint64_t encoded(const uint8_t **p, uint8_t encoding) {
    const uint8_t *at = *p;
    uint64_t value = 0;
    if ((encoding & 15) == PE_ULEB) return uleb(p);
    if ((encoding & 15) == PE_SLEB) return (uint64_t)sleb(p);
    int size = encoded_size(encoding);
    memcpy(&value, at, (size_t)size);
    if ((encoding & 15) == PE_SDATA4) value = (uint64_t)(int64_t)(int32_t)value;
    *p += size;
    if (value && (encoding & 0x70) == PE_PCREL) value += (uint64_t)(uintptr_t)at;
    if (value && (encoding & PE_INDIRECT)) memcpy(&value, (void *)(uintptr_t)value, 8);
    return value;
}

struct site {              // what a frame does about an exception that comes out of a call
    bool covered;          // else: none comes out, so the function promised
    uint64_t pad;          // 0: nothing
    const uint8_t *action; // NULL: a cleanup
    const uint8_t *types;
    uint8_t encoding;
};

static struct site find_site(const uint8_t *p, uint64_t function, uint64_t ip) {
    struct site site = {0};
    uint8_t start_encoding = *p++;
    uint64_t start = start_encoding == PE_OMIT ? function : encoded(&p, start_encoding);
    site.encoding = *p++;
    if (site.encoding != PE_OMIT) {
        uint64_t offset = uleb(&p);
        site.types = p + offset;
    }
    uint8_t encoding = *p++;
    uint64_t length = uleb(&p);
    const uint8_t *actions = p + length;
    while (p < actions) {
        uint64_t from = encoded(&p, encoding), size = encoded(&p, encoding),
                 pad = encoded(&p, encoding), action = uleb(&p);
        if (ip < function + from || ip >= function + from + size) continue;
        site.covered = true;
        site.pad = pad ? start + pad : 0;
        site.action = action ? actions + action - 1 : NULL;
        break;
    }
    return site;
}

static const struct hd_type_info *type_at(const struct site *site, int64_t filter) {
    const uint8_t *p = site->types - filter * encoded_size(site->encoding);
    return (const struct hd_type_info *)(uintptr_t)encoded(&p, site->encoding);
}

// The selector of the first handler that takes it; 0: none. *cleanup: there is something to
// destroy.
static int find_handler(const struct site *site, struct flight *f, bool *cleanup) {
    *cleanup = site->pad && !site->action;
    for (const uint8_t *p = site->action; site->pad && p;) {
        int64_t filter = sleb(&p);
        const uint8_t *here = p;
        int64_t next = sleb(&p);
        if (filter == 0) *cleanup = true;
        if (filter > 0 && f && catches(type_at(site, filter), f)) return (int)filter;
        p = next ? here + next : NULL;
    }
    return 0;
}

static struct site site_of(struct _Unwind_Context *context) {
    int before = 0;
    uint64_t ip = _Unwind_GetIPInfo(context, &before);
    const uint8_t *tables = _Unwind_GetLanguageSpecificData(context);
    if (!tables) return (struct site){.covered = true};
    return find_site(tables, _Unwind_GetRegionStart(context), before ? ip : ip - 1);
}

// ---- search -------------------------------------------------------------------------------------

struct search {
    struct flight *flight;
    bool in_user;      // frames of user code have been seen
    bool armed;        // an interrupt waits further out
    uint64_t promised; // in the function that lets none out; 0: there is no such
};

static _Unwind_Reason_Code look(struct _Unwind_Context *context, void *arg) {
    struct search *s = arg;
    uint64_t ip = _Unwind_GetIP(context);
    s->promised = 0;
    if (ip == (uint64_t)(uintptr_t)hd_return_trap) {
        s->armed = true;
        return _URC_END_OF_STACK;
    }
    if (!hd_jit_contains(ip)) {
        bool engine = hd_in_engine(ip) && !hd_in_user_heap(ip);
        return engine && s->in_user ? _URC_END_OF_STACK : _URC_NO_REASON;
    }
    s->in_user = true;
    s->promised = ip - 1; // unless the frame has tables: then the walk goes on
    struct site site = site_of(context);
    bool cleanup;
    if (!site.covered) return _URC_END_OF_STACK;
    s->flight->selector = find_handler(&site, s->flight, &cleanup);
    if (!s->flight->selector) return _URC_NO_REASON;
    s->flight->target = _Unwind_GetCFA(context);
    return _URC_END_OF_STACK;
}

static _Unwind_Reason_Code personality(int version, _Unwind_Action actions,
                                       _Unwind_Exception_Class class, struct _Unwind_Exception *e,
                                       struct _Unwind_Context *context) {
    if (!(actions & _UA_CLEANUP_PHASE) || class != our_class) return _URC_CONTINUE_UNWIND;
    struct flight *f = (struct flight *)e;
    struct site site = site_of(context);
    bool cleanup, here = f->target && _Unwind_GetCFA(context) == f->target;
    int selector = find_handler(&site, here ? f : NULL, &cleanup);
    if (!site.pad || (!here && !cleanup)) return _URC_CONTINUE_UNWIND;
    _Unwind_SetGR(context, __builtin_eh_return_data_regno(0), (_Unwind_Ptr)e);
    _Unwind_SetGR(context, __builtin_eh_return_data_regno(1), (_Unwind_Word)selector);
    _Unwind_SetIP(context, site.pad);
    if (here) hd_unwinding--;
    return _URC_INSTALL_CONTEXT;
}

// ---- nobody catches it --------------------------------------------------------------------------

static const char *ask(struct object *o, int what) {
    return o->fn ? o->fn(payload(o), what) : NULL;
}

static void copy_text(const char *s, char *out, size_t size) {
    size_t n = 0;
    while (n + 1 < size && hd_guard_read(s + n, &out[n], 1) && out[n]) n++;
    out[n] = 0;
}

static void quote(const char *s, char *out, size_t size) {
    char text[200];
    copy_text(s, text, sizeof text);
    snprintf(out, size, "\"%s\"", text);
}

// The value of what has no what(), where it is short.
static bool value_of(const struct object *o, char *out, size_t size) {
    const char *name = o->type->name;
    union {
        int i;
        unsigned u;
        long l;
        unsigned long ul;
        double d;
        float f;
        char c;
        const char *s;
    } v;
    memcpy(&v, o->align, sizeof v);
    switch (name[0] && !name[1] ? name[0] : 0) {
    case 'i': snprintf(out, size, "%d", v.i); return true;
    case 'j': snprintf(out, size, "%u", v.u); return true;
    case 'l':
    case 'x': snprintf(out, size, "%ld", v.l); return true;
    case 'm':
    case 'y': snprintf(out, size, "%lu", v.ul); return true;
    case 'd': snprintf(out, size, "%g", v.d); return true;
    case 'f': snprintf(out, size, "%g", (double)v.f); return true;
    case 'b': snprintf(out, size, "%s", v.c ? "true" : "false"); return true;
    case 'c': snprintf(out, size, v.c >= 32 && v.c < 127 ? "'%c'" : "%d", v.c); return true;
    default: break;
    }
    if (strcmp(name, "PKc") != 0 && strcmp(name, "Pc") != 0) return false;
    quote(v.s, out, size);
    return true;
}

// The place is that where user code called the library that threw.
static void place(hd_loc thrown, struct hd_fault *fault) {
    const struct hd_source *source = thrown ? hd_source_at(thrown) : NULL;
    fault->loc = thrown;
    int skip = 0;
    struct hd_walk walk;
    hd_walk_here(&walk);
    hd_walk_frames(hd_self, &walk, fault);
    if (thrown && (!source || !source->system)) return;
    for (hd_loc loc; skip < fault->nframes; skip++) {
        const char *name;
        if (!hd_jit_place(fault->frames[skip], &loc, &name) || !loc) continue;
        source = hd_source_at(loc);
        if (source && !source->system) break;
    }
    if (skip == fault->nframes) return;
    fault->loc = 0;
    fault->nframes -= skip;
    memmove(fault->frames, fault->frames + skip, sizeof *fault->frames * (size_t)fault->nframes);
    fault->pc = fault->frames[0];
}

static void describe(struct object *o, struct hd_fault *fault) {
    char value[256] = "";
    const char *what = ask(o, HD_THROWN_WHAT), *text = what ? NULL : ask(o, HD_THROWN_TEXT);
    if (what)
        copy_text(what, value, sizeof value);
    else if (text)
        quote(text, value, sizeof value);
    else
        value_of(o, value, sizeof value);
    hd_fault_say(fault, 0, "uncaught exception", "uncaught exception of type `%s`%s%s",
                 o->type->shown, value[0] ? ": " : "", value);
    place(o->thrown, fault);
}

// "char const*", as g++'s programs write `const char *`.
static void say_terminate(struct object *o) {
    fflush(stdout);
    if (!o) {
        fputs("terminate called without an active exception\n", stderr);
        return;
    }
    const char *shown = o->type->shown, *what = ask(o, HD_THROWN_WHAT);
    fprintf(stderr, "terminate called after throwing an instance of '%s'\n",
            strcmp(shown, "const char *") == 0 ? "char const*"
            : strcmp(shown, "char *") == 0     ? "char*"
            : strcmp(shown, "std::string") == 0
                ? "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"
                : shown);
    if (what) fprintf(stderr, "  what():  %s\n", what);
}

static const char *const broken_promise = "it cannot leave this function, which is `noexcept`";

static void note_place(struct hd_fault *fault, uint64_t pc, const char *what) {
    hd_loc loc;
    const char *name = NULL;
    if (!pc || !hd_jit_place(pc, &loc, &name)) return;
    snprintf(fault->other_message, sizeof fault->other_message, "%s", what);
    fault->other_loc = loc;
}

UNCHECKED static _Noreturn void end_with(struct hd_fault *fault) {
    fault->status = 128 + SIGABRT;
    hd_guard_raise(fault);
}

// What std::terminate does. o: the exception that it is about, or NULL; why: in the words of a note
// at pc, or without an exception as the message.
UNCHECKED static _Noreturn void terminate(struct object *o, uint64_t pc, const char *why) {
    void (*handler)(void) = terminate_handler;
    struct hd_fault fault = {0};
    terminate_handler = NULL; // should it throw, or get here again
    hd_unwinding = 0;         // nothing is in flight any more
    if (handler) {
        handler();
        hd_fault_say(&fault, 0, "abort", "the handler of std::set_terminate has returned");
        end_with(&fault);
    }
    if (hd_exceptions_abort) say_terminate(o);
    if (o) {
        describe(o, &fault);
        note_place(&fault, pc, why);
    } else {
        hd_fault_say(&fault, 0, "abort", "%s", why);
        place(0, &fault);
    }
    end_with(&fault);
}

static struct flight *keep_caught(struct flight *f) {
    f->outer = caught_now;
    caught_now = f;
    under_way--;
    return f;
}

static _Unwind_Reason_Code at_frame(int version, _Unwind_Action actions,
                                    _Unwind_Exception_Class class, struct _Unwind_Exception *e,
                                    struct _Unwind_Context *context, void *arg) {
    struct flight *f = (struct flight *)e;
    uint64_t ip = _Unwind_GetIP(context);
    bool *in_user = arg;
    if (f->target) return _URC_NO_REASON;
    if (hd_jit_contains(ip)) *in_user = true;
    bool engine = hd_in_engine(ip) && !hd_in_user_heap(ip);
    if ((*in_user && engine) || (actions & _UA_END_OF_STACK)) end_with(f->fault);
    return _URC_NO_REASON;
}

// Everything between here and the boundary is destroyed, and then it is a fault.
UNCHECKED static _Noreturn void unwind_all(struct flight *f, uint64_t promised) {
    static __thread bool in_user;
    static __thread struct hd_fault fault;
    fault = (struct hd_fault){0};
    describe(f->object, &fault);
    note_place(&fault, promised, broken_promise);
    f->fault = &fault;
    in_user = false;
    hd_unwinding++;
    _Unwind_ForcedUnwind(&f->unwind, at_frame, &in_user);
    end_with(&fault);
}

UNCHECKED static _Noreturn void fly(struct flight *f) {
    static bool unused;
    struct search s = {.flight = f};
    under_way++;
    f->unwind.exception_class = our_class;
    hd_unwinding++; // until it is caught: a cleanup goes on into the unwinder by itself
    _Unwind_Backtrace(look, &s);
    if (f->target) {
        _Unwind_ForcedUnwind(&f->unwind, at_frame, &unused);
        abort(); // the frame was there a moment ago
    }
    hd_unwinding--;
    if (s.armed) hd_guard_check();
    bool passes_out = hd_self && (hd_self->role == ROLE_EXEC || hd_self->apart);
    if (terminate_handler || hd_exceptions_abort || !passes_out)
        terminate(keep_caught(f)->object, s.promised, broken_promise);
    unwind_all(f, s.promised);
}

static struct flight *flight_of(struct object *o) {
    struct flight *f = hd_xcalloc(1, sizeof *f);
    f->object = o;
    __atomic_add_fetch(&o->holders, 1, __ATOMIC_RELAXED);
    return f;
}

// ---- what compiled code calls -------------------------------------------------------------------

UNCHECKED void hd_rt_exception_throw(void *object, const void *type, void *fn, uint32_t loc) {
    struct object *o = header(object);
    o->type = type;
    o->fn = (hd_thrown_fn *)(uintptr_t)fn;
    o->thrown = loc;
    fly(flight_of(o));
}

UNCHECKED void hd_rt_exception_rethrow(void) {
    if (!caught_now) terminate(NULL, 0, "`throw;` passes on what is being handled, and nothing is");
    fly(flight_of(caught_now->object));
}

void *hd_rt_exception_catch(void *flight) { return keep_caught(flight)->caught; }

void hd_rt_exception_end(void) {
    struct flight *f = caught_now;
    if (!f) return;
    struct object *o = f->object;
    caught_now = f->outer;
    free(f);
    release(o);
}

// A destructor threw while the stack was unwound, or something left a function that is noexcept.
UNCHECKED void hd_rt_exception_terminate(void *flight, int unwinding) {
    terminate(keep_caught(flight)->object, (uint64_t)(uintptr_t)__builtin_return_address(0) - 1,
              unwinding ? "it left a destructor while the stack was unwound for another exception"
                        : broken_promise);
}

static void *current(void) {
    if (!caught_now) return NULL;
    __atomic_add_fetch(&caught_now->object->holders, 1, __ATOMIC_RELAXED);
    return payload(caught_now->object);
}

static void hold(void *object) {
    struct object *o = header(object);
    if (o->engine == getpid()) __atomic_add_fetch(&o->holders, 1, __ATOMIC_RELAXED);
}

static void let_go(void *object) { release(header(object)); }

UNCHECKED static _Noreturn void throw_again(void *object) {
    struct object *o = header(object);
    if (o->engine != getpid()) {
        struct hd_fault fault = {0};
        hd_fault_say(&fault, 0, "uncaught exception",
                     "this std::exception_ptr is of an engine that has ended: its exception cannot "
                     "be thrown again");
        hd_guard_raise(&fault);
    }
    fly(flight_of(o));
}

static int uncaught(void) { return under_way; }

UNCHECKED static _Noreturn void terminate_now(void) {
    terminate(caught_now ? caught_now->object : NULL, 0, "std::terminate was called");
}

static void *set_terminate(void *handler) {
    void (*old)(void) = terminate_handler;
    terminate_handler = (void (*)(void))(uintptr_t)handler;
    return (void *)(uintptr_t)old;
}

static void *get_terminate(void) { return (void *)(uintptr_t)terminate_handler; }

// ---- dynamic_cast -------------------------------------------------------------------------------

struct parts { // of type `to` in an object
    const struct hd_type_info *whole, *from, *to;
    int64_t at;           // where the part that asks is
    int64_t holding, any; // offsets: of one that has it as a public base; of a public one
    int nholding, nany;   // how many there are
};

// Where a base of a part at `offset` lies in the whole.
static int64_t place_of(const struct parts *p, const struct hd_base_info *base, int64_t offset) {
    for (int i = 0; i < p->whole->nbases && base->is_virtual; i++)
        if (p->whole->bases[i].is_virtual && p->whole->bases[i].type == base->type)
            return p->whole->bases[i].offset;
    return offset + base->offset;
}

static bool has_public_base_at(const struct parts *p, const struct hd_type_info *d,
                               int64_t offset) {
    if (d == p->from) return offset == p->at;
    for (int i = 0; i < d->nbases; i++)
        if (d->bases[i].is_public &&
            has_public_base_at(p, d->bases[i].type, place_of(p, &d->bases[i], offset)))
            return true;
    return false;
}

static void look_at_part(struct parts *p, const struct hd_type_info *d, int64_t offset,
                         bool is_public) {
    if (d == p->to) {
        if (has_public_base_at(p, d, offset)) {
            p->holding = offset;
            p->nholding++;
        }
        if (is_public) p->any = offset;
        p->nany += is_public ? 1 : 2; // one that is not public is never the answer
    }
    for (int i = 0; i < d->nbases; i++)
        if (!d->bases[i].is_virtual || d == p->whole) // each once
            look_at_part(p, d->bases[i].type, place_of(p, &d->bases[i], offset),
                         is_public && d->bases[i].is_public);
}

// [expr.dynamic.cast]p8: see headers/heddle/rtti.h.
static void *dynamic_cast(const struct hd_type_info *type, char *whole, int64_t at,
                          const struct hd_type_info *from, const struct hd_type_info *to) {
    struct parts p = {.whole = type, .from = from, .to = to, .at = at};
    look_at_part(&p, type, 0, true);
    if (p.nholding == 1) return whole + p.holding;
    bool across = p.nany == 1 && has_public_base_at(&p, type, 0);
    return !p.nholding && across ? whole + p.any : NULL;
}

void *hd_exception_symbol(const char *name) {
    typedef void any_fn(void);
    static const struct {
        const char *name;
        any_fn *fn;
    } table[] = {
        {"__gxx_personality_v0", (any_fn *)personality},
        {"_Unwind_Resume", (any_fn *)_Unwind_Resume},
        {"__heddle_exception_current", (any_fn *)current},
        {"__heddle_exception_hold", (any_fn *)hold},
        {"__heddle_exception_release", (any_fn *)let_go},
        {"__heddle_exception_throw_again", (any_fn *)throw_again},
        {"__heddle_exception_uncaught", (any_fn *)uncaught},
        {"__heddle_terminate", (any_fn *)terminate_now},
        {"__heddle_terminate_set", (any_fn *)set_terminate},
        {"__heddle_terminate_get", (any_fn *)get_terminate},
        {"__heddle_dynamic_cast", (any_fn *)dynamic_cast},
    };
    for (int i = 0; i < HD_COUNT(table); i++)
        if (strcmp(table[i].name, name) == 0) return (void *)(uintptr_t)table[i].fn;
    return NULL;
}
