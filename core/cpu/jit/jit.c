// Modules to code: one target machine per level, objects linked by ORC into memory of ours.
//
//   module --target machine--> ELF object --RTDyld--> sections in memory.c's range --> struct
//   hd_code
//
// Each object gets a JITDylib of its own, so the same symbol may be defined by many live objects
// (an old version that still runs, an inlined copy, another level). Nothing is looked up across
// objects: what an object wants is resolved by the caller, and defined as absolute symbols in its
// dylib before linking. Dylibs cannot be destroyed through the C API, so a released one is cleared
// and used again.
//
// Locks: `lock` guards ORC, memory and the table of pages; each machine has one more, so that two
// levels may compile at the same time. hd_jit_place may be called by any thread outside of signal
// handlers.
#include "cpu/internal.h"
#include "math/math.h"

#include <dlfcn.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/OrcEE.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hd_jit {
    LLVMTargetMachineRef machines[3], printer; // printer: Intel syntax
    pthread_mutex_t machine_locks[4];
    LLVMOrcLLJITRef orc;
    LLVMOrcExecutionSessionRef session;
    LLVMOrcObjectLayerRef layer;
    HD_VEC(LLVMOrcJITDylibRef) free_dylibs;
    int ndylibs, releases;
    struct hd_code *linking; // whose sections are being loaded
    struct hd_buf errors;    // what ORC reported
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct hd_code *owners[HD_CODE_PAGES]; // by page of code
static char *cpu_name;

static bool fail(struct hd_buf *error, LLVMErrorRef e, const char *what) {
    if (!e) return false;
    char *text = LLVMGetErrorMessage(e);
    hd_buf_printf(error, "%s: %s", what, text);
    LLVMDisposeErrorMessage(text);
    return true;
}

// HEDDLE_CPU names one of the psABI's levels instead of the machine's own processor.
static const struct level {
    const char *name;
    int vector_bits;
} levels[] = {
    {"x86-64-v4", 512},
    {"x86-64-v3", 256},
    {"x86-64-v2", 128},
    {"x86-64", 128},
};

static bool supported(const char *level) {
    __builtin_cpu_init();
    if (!strcmp(level, "x86-64-v4")) return __builtin_cpu_supports("x86-64-v4");
    if (!strcmp(level, "x86-64-v3")) return __builtin_cpu_supports("x86-64-v3");
    return strcmp(level, "x86-64-v2") || __builtin_cpu_supports("x86-64-v2");
}

static const struct level *wanted_level(void) {
    const char *name = getenv("HEDDLE_CPU");
    for (int i = 0; name && i < HD_COUNT(levels); i++)
        if (!strcmp(levels[i].name, name) && supported(name)) return &levels[i];
    return NULL;
}

const char *hd_cpu_name(void) {
    const struct level *level = wanted_level();
    if (level) return level->name;
    if (!cpu_name) cpu_name = LLVMGetHostCPUName();
    return cpu_name;
}

int hd_cpu_vector_bits(void) {
    const struct level *level = wanted_level();
    for (int i = 0; !level; i++)
        if (supported(levels[i].name)) level = &levels[i];
    return level->vector_bits;
}

bool hd_cpu_has_fma(void) { return hd_cpu_vector_bits() >= 256 && __builtin_cpu_supports("fma"); }

// ---- the memory manager -------------------------------------------------------------------------

// One context per object: the struct hd_code itself. Its destruction comes when the dylib is
// cleared.
static void *create_context(void *jit) { return ((struct hd_jit *)jit)->linking; }

static void terminating(void *jit) {}

static uint8_t *add_section(struct hd_code *code, uint8_t *addr, size_t size, size_t align,
                            const char *name, bool is_code) {
    if (!addr) return NULL;
    struct hd_section section = {hd_intern_str(name), addr, size, align, is_code};
    HD_XPUSH(&code->sections, section);
    return addr;
}

static uint8_t *alloc_code(void *context, uintptr_t size, unsigned align, unsigned id,
                           const char *name) {
    return add_section(context, hd_mem_code(size), size, align, name, true);
}

static uint8_t *alloc_data(void *context, uintptr_t size, unsigned align, unsigned id,
                           const char *name, LLVMBool read_only) {
    return add_section(context, hd_mem_data(size, align), size, align, name, false);
}

static LLVMBool finalize(void *context, char **error) {
    struct hd_code *code = context;
    for (int i = 0; i < code->sections.n; i++) {
        struct hd_section *s = &code->sections.v[i];
        if (!s->code || hd_mem_seal(s->addr, s->size)) continue;
        *error = LLVMCreateMessage("cannot make code executable");
        return 1;
    }
    return 0;
}

static void destroy_context(void *context) {
    struct hd_code *code = context;
    for (int i = 0; i < code->sections.n; i++) {
        struct hd_section *s = &code->sections.v[i];
        if (s->code)
            hd_mem_free_code(s->addr, s->size);
        else
            hd_mem_free_data(s->addr, s->size, s->align);
    }
    code->sections.n = 0;
}

static LLVMOrcObjectLayerRef make_layer(void *jit, LLVMOrcExecutionSessionRef session,
                                        const char *triple) {
    return LLVMOrcCreateRTDyldObjectLinkingLayerWithMCJITMemoryManagerLikeCallbacks(
        session, jit, create_context, terminating, alloc_code, alloc_data, finalize,
        destroy_context);
}

// ---- creation -----------------------------------------------------------------------------------

static LLVMTargetMachineRef make_machine(LLVMCodeGenOptLevel level, struct hd_buf *error) {
    char *triple = LLVMGetDefaultTargetTriple(), *message = NULL;
    char *features = wanted_level() ? LLVMCreateMessage("")
                                    : LLVMGetHostCPUFeatures(); // a level's name says all
    LLVMTargetRef target;
    LLVMTargetMachineRef machine = NULL;
    if (LLVMGetTargetFromTriple(triple, &target, &message)) {
        hd_buf_printf(error, "no code generator for %s: %s", triple, message);
        LLVMDisposeMessage(message);
    } else {
        machine = LLVMCreateTargetMachine(target, triple, hd_cpu_name(), features, level,
                                          LLVMRelocPIC, LLVMCodeModelSmall);
        if (!machine)
            hd_buf_printf(error, "no code generator for %s", triple);
        else if (level == LLVMCodeGenLevelNone)
            LLVMSetTargetMachineFastISel(machine, true);
    }
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(features);
    return machine;
}

static void on_error(void *context, LLVMErrorRef e) {
    struct hd_jit *jit = context;
    char *text = LLVMGetErrorMessage(e);
    hd_buf_printf(&jit->errors, "%s%s", jit->errors.len ? "; " : "", text);
    LLVMDisposeErrorMessage(text);
}

static void jit_destroy(struct hd_jit *jit) {
    if (!jit) return;
    if (jit->orc) LLVMConsumeError(LLVMOrcDisposeLLJIT(jit->orc));
    for (int i = 0; i < 3; i++)
        if (jit->machines[i]) LLVMDisposeTargetMachine(jit->machines[i]);
    if (jit->printer) LLVMDisposeTargetMachine(jit->printer);
    for (int i = 0; i < 4; i++) pthread_mutex_destroy(&jit->machine_locks[i]);
    HD_FREE_VEC(&jit->free_dylibs);
    hd_buf_finish(&jit->errors);
    free(jit);
}

struct hd_jit *hd_jit_create(struct hd_buf *error) {
    if (!hd_mem_init()) {
        hd_buf_puts(error, "no addresses left for compiled code");
        return NULL;
    }
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMInitializeNativeAsmParser();
    // Of the square of a function's length with AVX-512 (80 % of the time for 2,000 statements),
    // and nothing that was measured got faster by it.
    const char *const args[] = {"heddle", "-disable-x86-domain-reassignment"};
    LLVMParseCommandLineOptions(2, args, NULL);
    struct hd_jit *jit = hd_xcalloc(1, sizeof *jit);
    for (int i = 0; i < 4; i++) pthread_mutex_init(&jit->machine_locks[i], NULL);
    jit->machines[0] = make_machine(LLVMCodeGenLevelNone, error);
    jit->machines[1] = jit->machines[0] ? make_machine(LLVMCodeGenLevelAggressive, error) : NULL;
    jit->machines[2] = jit->machines[1] ? make_machine(LLVMCodeGenLevelNone, error) : NULL;
    LLVMTargetMachineRef model =
        jit->machines[2] ? make_machine(LLVMCodeGenLevelNone, error) : NULL;
    if (!model) goto failed;
    LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
    LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
        builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(model));
    LLVMOrcLLJITBuilderSetObjectLinkingLayerCreator(builder, make_layer, jit);
    if (fail(error, LLVMOrcCreateLLJIT(&jit->orc, builder), "cannot create the linker"))
        goto failed;
    jit->session = LLVMOrcLLJITGetExecutionSession(jit->orc);
    jit->layer = LLVMOrcLLJITGetObjLinkingLayer(jit->orc);
    LLVMOrcExecutionSessionSetErrorReporter(jit->session, on_error, jit);
    return jit;
failed:
    jit_destroy(jit);
    return NULL;
}

LLVMTargetMachineRef hd_jit_machine(struct hd_jit *jit, int opt) { return jit->machines[opt]; }

// ---- linking ------------------------------------------------------------------------------------

static void dispose_module(struct hd_module *module) {
    if (module->module) LLVMDisposeModule(module->module);
    if (module->context) LLVMContextDispose(module->context);
    *module = (struct hd_module){0};
}

static void set_target(LLVMModuleRef module, LLVMTargetMachineRef machine) {
    if (!*LLVMGetTarget(module)) {
        char *triple = LLVMGetTargetMachineTriple(machine);
        LLVMSetTarget(module, triple);
        LLVMDisposeMessage(triple);
    }
    if (!*LLVMGetDataLayoutStr(module)) {
        LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
        LLVMSetModuleDataLayout(module, layout);
        LLVMDisposeTargetData(layout);
    }
}

// Without a handler an error in inline assembly would end the process.
static void note_problem(LLVMDiagnosticInfoRef info, void *error) {
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
    char *text = LLVMGetDiagInfoDescription(info);
    if (((struct hd_buf *)error)->len == 0) hd_buf_puts(error, text);
    LLVMDisposeMessage(text);
}

static LLVMMemoryBufferRef compile(LLVMTargetMachineRef machine, pthread_mutex_t *machine_lock,
                                   struct hd_module *module, LLVMCodeGenFileType type,
                                   struct hd_buf *error) {
    char *message = NULL;
    LLVMMemoryBufferRef object = NULL;
    struct hd_buf problem = {0};
    pthread_mutex_lock(machine_lock);
    set_target(module->module, machine);
    LLVMContextSetDiagnosticHandler(module->context, note_problem, &problem);
    if (LLVMTargetMachineEmitToMemoryBuffer(machine, module->module, type, &message, &object)) {
        hd_buf_printf(error, "code generation: %s", message);
        LLVMDisposeMessage(message);
        object = NULL;
    }
    LLVMContextSetDiagnosticHandler(module->context, NULL, NULL);
    pthread_mutex_unlock(machine_lock);
    if (problem.len) {
        hd_buf_printf(error, "the assembler says: %s", problem.s);
        if (object) LLVMDisposeMemoryBuffer(object);
        object = NULL;
    }
    hd_buf_finish(&problem);
    return object;
}

// Rounding to bfloat16, which libgcc has from GCC 13 on: to nearest, ties to even. The result is in
// the low half of where a float would be.
static float truncsfbf2(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = x != x ? bits >> 16 | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// By a float that is rounded to odd: what was lost shows in its last bit, so that it is rounded
// once.
static float truncdfbf2(double x) {
    float near = (float)x;
    uint32_t bits;
    memcpy(&bits, &near, sizeof bits);
    if (near == x || x != x || (bits & 1)) return truncsfbf2(near);
    bool away = ((double)near > x) == (x > 0); // further from zero than x
    bits += away ? -1 : 1;
    memcpy(&near, &bits, sizeof near);
    return truncsfbf2(near);
}

void *hd_compiler_support(const char *name) {
    static void *library;
    if (strcmp(name, "__truncsfbf2") == 0) return (void *)(uintptr_t)truncsfbf2;
    if (strcmp(name, "__truncdfbf2") == 0) return (void *)(uintptr_t)truncdfbf2;
    if (strncmp(name, "__", 2) != 0) return NULL;
    if (!library) library = dlopen("libgcc_s.so.1", RTLD_LAZY | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

// What compiled code may want without having asked for it: the arithmetic that LLVM calls by name.
static uint64_t resolve_helper(const char *name) {
    void *address = hd_cpu_runtime(name);
    if (!address) address = hd_math_symbol(name);
    if (!address) address = hd_cpu_replacement(name);
    if (!address) address = dlsym(RTLD_DEFAULT, name);
    if (!address) address = hd_compiler_support(name);
    return (uint64_t)(uintptr_t)address;
}

static bool resolve_all(struct hd_code *code, hd_resolve_fn *resolve, void *user,
                        struct hd_buf *error) {
    bool ok = true;
    for (int i = 0; i < code->symbols.n; i++) {
        struct hd_symbol *s = &code->symbols.v[i];
        if (s->section != 0) continue;
        s->addr = resolve ? resolve(user, s->name) : 0;
        if (!s->addr) s->addr = resolve_helper(s->name);
        if (s->addr || strcmp(s->name, "_GLOBAL_OFFSET_TABLE_") == 0) continue;
        hd_buf_printf(error, "%s`%s` is not defined", ok ? "" : ", ", s->name);
        ok = false;
    }
    return ok;
}

static LLVMOrcJITDylibRef take_dylib(struct hd_jit *jit) {
    if (jit->free_dylibs.n) return jit->free_dylibs.v[--jit->free_dylibs.n];
    char name[32];
    snprintf(name, sizeof name, "object.%d", jit->ndylibs++);
    return LLVMOrcExecutionSessionCreateBareJITDylib(jit->session, name);
}

static bool define_externals(struct hd_jit *jit, struct hd_code *code, struct hd_buf *error) {
    LLVMOrcCSymbolMapPair *pairs = hd_xcalloc((size_t)code->symbols.n + 1, sizeof *pairs);
    size_t n = 0;
    for (int i = 0; i < code->symbols.n; i++) {
        const struct hd_symbol *s = &code->symbols.v[i];
        if (s->section != 0 || !s->addr) continue;
        pairs[n].Name = LLVMOrcExecutionSessionIntern(jit->session, s->name);
        pairs[n].Sym.Address = s->addr;
        pairs[n++].Sym.Flags.GenericFlags = LLVMJITSymbolGenericFlagsExported;
    }
    bool ok = true;
    if (n) {
        LLVMOrcMaterializationUnitRef unit = LLVMOrcAbsoluteSymbols(pairs, n);
        LLVMErrorRef e = LLVMOrcJITDylibDefine(code->dylib, unit);
        if (e) LLVMOrcDisposeMaterializationUnit(unit);
        ok = !fail(error, e, "cannot define symbols");
    }
    free(pairs);
    return ok;
}

struct lookup {
    bool done;
    struct hd_buf *error;
    uint64_t address; // of the symbol asked for
};

static void looked_up(LLVMErrorRef e, LLVMOrcCSymbolMapPairs pairs, size_t n, void *context) {
    struct lookup *lookup = context;
    if (fail(lookup->error, e, "linking")) return;
    lookup->done = true;
    if (n) lookup->address = pairs[0].Sym.Address;
}

// Asking for one symbol links the whole object.
static bool link_object(struct hd_jit *jit, struct hd_code *code, struct hd_buf *error) {
    const struct hd_symbol *any = NULL;
    for (int i = 0; i < code->symbols.n && !any; i++)
        if (code->symbols.v[i].section > 0 && code->symbols.v[i].global) any = &code->symbols.v[i];
    if (!any) {
        hd_buf_puts(error, "the module defines nothing");
        return false;
    }
    struct lookup lookup = {.error = error};
    LLVMOrcCJITDylibSearchOrderElement order = {code->dylib,
                                                LLVMOrcJITDylibLookupFlagsMatchAllSymbols};
    LLVMOrcCLookupSetElement wanted = {LLVMOrcExecutionSessionIntern(jit->session, any->name),
                                       LLVMOrcSymbolLookupFlagsRequiredSymbol};
    hd_unwinding++; // the frames of its functions are registered
    LLVMOrcExecutionSessionLookup(jit->session, LLVMOrcLookupKindStatic, &order, 1, &wanted, 1,
                                  looked_up, &lookup);
    hd_unwinding--;
    if (!lookup.done && jit->errors.len) hd_buf_printf(error, ": %s", jit->errors.s);
    return lookup.done;
}

static void own_pages(struct hd_code *code, struct hd_code *owner) {
    for (int i = 0; i < code->sections.n; i++) {
        const struct hd_section *s = &code->sections.v[i];
        if (!s->code) continue;
        size_t first = hd_mem_page((uint64_t)(uintptr_t)s->addr);
        for (size_t k = 0; k <= (s->size ? s->size - 1 : 0) / 4096; k++) owners[first + k] = owner;
    }
}

static void free_code(struct hd_code *code) {
    HD_FREE_VEC(&code->sections);
    HD_FREE_VEC(&code->symbols);
    HD_FREE_VEC(&code->relocs);
    HD_FREE_VEC(&code->rows);
    free(code->section_names);
    free(code->names);
    free(code->lines);
    free(code->line_strings);
    free(code);
}

// With the lock held: gives the dylib and all memory of the code back.
static void drop(struct hd_code *code) {
    struct hd_jit *jit = code->jit;
    own_pages(code, NULL);
    hd_unwinding++;
    LLVMErrorRef e = LLVMOrcJITDylibClear(code->dylib);
    hd_unwinding--;
    if (e)
        LLVMConsumeError(e); // the dylib is in an unknown state: not used again
    else
        HD_XPUSH(&jit->free_dylibs, code->dylib);
    if (++jit->releases % 256 == 0)
        LLVMOrcSymbolStringPoolClearDeadEntries(
            LLVMOrcExecutionSessionGetSymbolStringPool(jit->session));
    free_code(code);
}

static struct hd_code *load(struct hd_jit *jit, LLVMMemoryBufferRef object, hd_resolve_fn *resolve,
                            void *user, struct hd_buf *error) {
    struct hd_code *code = hd_xcalloc(1, sizeof *code);
    code->jit = jit;
    if (!hd_object_read(code, (const uint8_t *)LLVMGetBufferStart(object),
                        LLVMGetBufferSize(object))) {
        hd_buf_puts(error, "the object is malformed");
        goto unread;
    }
    if (!resolve_all(code, resolve, user, error)) goto unread;
    pthread_mutex_lock(&lock);
    hd_buf_clear(&jit->errors);
    code->dylib = take_dylib(jit);
    jit->linking = code;
    bool ok = define_externals(jit, code, error);
    if (ok)
        ok = !fail(error, LLVMOrcObjectLayerAddObjectFile(jit->layer, code->dylib, object),
                   "cannot add object");
    else
        LLVMDisposeMemoryBuffer(object);
    ok = ok && link_object(jit, code, error);
    jit->linking = NULL;
    if (ok) {
        hd_object_place(code);
        own_pages(code, code);
    } else {
        drop(code);
        code = NULL;
    }
    pthread_mutex_unlock(&lock);
    return code;
unread:
    LLVMDisposeMemoryBuffer(object);
    free_code(code);
    return NULL;
}

LLVMTargetMachineRef hd_jit_new_machine(int opt, struct hd_buf *error) {
    return make_machine(opt == 1 ? LLVMCodeGenLevelAggressive : LLVMCodeGenLevelNone, error);
}

LLVMMemoryBufferRef hd_jit_object(LLVMTargetMachineRef machine, struct hd_module *module,
                                  struct hd_buf *error) {
    pthread_mutex_t unshared = PTHREAD_MUTEX_INITIALIZER;
    LLVMMemoryBufferRef object = compile(machine, &unshared, module, LLVMObjectFile, error);
    dispose_module(module);
    return object;
}

struct hd_code *hd_jit_load(struct hd_jit *jit, LLVMMemoryBufferRef object, hd_resolve_fn *resolve,
                            void *user, struct hd_buf *error) {
    return load(jit, object, resolve, user, error);
}

LLVMMemoryBufferRef hd_jit_compile(struct hd_jit *jit, struct hd_module *module, int opt,
                                   struct hd_buf *error) {
    LLVMMemoryBufferRef object =
        compile(hd_jit_machine(jit, opt), &jit->machine_locks[opt], module, LLVMObjectFile, error);
    dispose_module(module);
    return object;
}

// ---- compiling aside ----------------------------------------------------------------------------
// LLVM's passes over a function with 100,000 instructions take many seconds and cannot be stopped.
// So the work on a long module is done by a thread of its own, with a machine of its own, and
// whoever waits for it may leave: then the thread throws away what it made when it is done.

enum { LONG_MODULE = 8000 }; // instructions; a tenth of a second, or a third where it is optimised

struct aside {
    struct hd_module module;
    int opt;
    LLVMMemoryBufferRef object;
    struct hd_buf error;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool done, left;
};

bool hd_jit_is_long(const struct hd_module *module) {
    int n = 0;
    for (LLVMValueRef fn = LLVMGetFirstFunction(module->module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst;
                 inst = LLVMGetNextInstruction(inst))
                if (++n > LONG_MODULE) return true;
    return false;
}

static void aside_destroy(struct aside *a) {
    if (a->object) LLVMDisposeMemoryBuffer(a->object);
    dispose_module(&a->module);
    hd_buf_finish(&a->error);
    pthread_mutex_destroy(&a->lock);
    pthread_cond_destroy(&a->ended);
    free(a);
}

static void make_object(struct aside *a) {
    struct hd_diags diags = {.arena = hd_arena_create()};
    LLVMTargetMachineRef machine = hd_jit_new_machine(a->opt, &a->error);
    if (machine && hd_gen_optimise(&a->module, machine, a->opt, &diags)) {
        pthread_mutex_t unshared = PTHREAD_MUTEX_INITIALIZER;
        a->object = compile(machine, &unshared, &a->module, LLVMObjectFile, &a->error);
    }
    if (diags.first) hd_buf_puts(&a->error, diags.first->message);
    if (machine) LLVMDisposeTargetMachine(machine);
    hd_arena_destroy(diags.arena);
}

static void *work_aside(void *arg) {
    struct aside *a = arg;
    make_object(a);
    pthread_mutex_lock(&a->lock);
    a->done = true;
    bool left = a->left;
    pthread_cond_signal(&a->ended);
    pthread_mutex_unlock(&a->lock);
    if (left) aside_destroy(a);
    return NULL;
}

bool hd_jit_thread(void *(*work)(void *), void *arg) {
    enum { STACK = 64 << 20 }; // some passes are recursive
    pthread_attr_t attr;
    pthread_t thread;
    sigset_t all, before;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, STACK);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&thread, &attr, work, arg) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
    return ok;
}

LLVMMemoryBufferRef hd_jit_compile_aside(struct hd_module *module, int opt, struct hd_diags *diags,
                                         struct hd_buf *error) {
    enum { LOOK_NS = 5000000 };
    struct aside *a = hd_xcalloc(1, sizeof *a);
    a->module = *module;
    a->opt = opt;
    *module = (struct hd_module){0};
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->ended, NULL);
    if (!hd_jit_thread(work_aside, a)) {
        make_object(a);
        a->done = true;
    }
    pthread_mutex_lock(&a->lock);
    while (!a->done && !a->left) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_NS;
        if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
        pthread_cond_timedwait(&a->ended, &a->lock, &until);
        a->left = !a->done && hd_diags_stop(diags);
    }
    bool left = a->left;
    pthread_mutex_unlock(&a->lock);
    if (left) return NULL;
    hd_buf_add(error, hd_buf_str(&a->error), a->error.len);
    LLVMMemoryBufferRef object = a->object;
    a->object = NULL;
    aside_destroy(a);
    return object;
}

bool hd_mem_pages(size_t size, uint8_t **code, uint8_t **data) {
    pthread_mutex_lock(&lock);
    *code = hd_mem_code(size);
    *data = *code ? hd_mem_data(size, 4096) : NULL;
    if (*code && !*data) hd_mem_free_code(*code, size);
    pthread_mutex_unlock(&lock);
    return *data != NULL;
}

void *hd_code_symbol(struct hd_code *code, const char *symbol) {
    for (int i = 0; i < code->symbols.n; i++) {
        const struct hd_symbol *s = &code->symbols.v[i];
        if (s->section > 0 && strcmp(s->name, symbol) == 0) return (void *)(uintptr_t)s->addr;
    }
    return NULL;
}

void hd_code_release(struct hd_code *code) {
    if (!code) return;
    pthread_mutex_lock(&lock);
    drop(code);
    pthread_mutex_unlock(&lock);
}

// ---- questions about a program counter ----------------------------------------------------------

bool hd_jit_place(uint64_t pc, hd_loc *loc, const char **function) {
    *loc = 0;
    *function = NULL;
    if (!hd_jit_contains(pc)) return false;
    bool found = false;
    pthread_mutex_lock(&lock);
    struct hd_code *code = owners[hd_mem_page(pc)];
    if (code) {
        found = hd_object_line(code, pc, loc);
        for (int i = 0; i < code->symbols.n; i++) {
            const struct hd_symbol *s = &code->symbols.v[i];
            if (s->section > 0 && s->function && pc >= s->addr &&
                pc < s->addr + (s->size ? s->size : 1))
                *function = hd_intern_str(s->name);
        }
    }
    pthread_mutex_unlock(&lock);
    return found;
}

const char *hd_jit_extern(uint64_t pc, uint64_t target) {
    if (!hd_jit_contains(pc) || !target) return NULL;
    const char *name = NULL;
    pthread_mutex_lock(&lock);
    struct hd_code *code = owners[hd_mem_page(pc)];
    for (int i = 0; code && i < code->symbols.n; i++)
        if (code->symbols.v[i].section == 0 && code->symbols.v[i].addr == target)
            name = hd_intern_str(code->symbols.v[i].name);
    pthread_mutex_unlock(&lock);
    return name;
}

// The machine that prints in Intel syntax. The syntax is a process-wide option of LLVM that is read
// when a machine is made; the others exist already.
static LLVMTargetMachineRef printer_machine(struct hd_jit *jit, int opt, struct hd_buf *error) {
    static bool chosen;
    if (!chosen) {
        const char *const args[] = {"heddle", "-x86-asm-syntax=intel"};
        LLVMParseCommandLineOptions(2, args, NULL);
        chosen = true;
    }
    if (jit->printer) LLVMDisposeTargetMachine(jit->printer);
    jit->printer = make_machine(opt ? LLVMCodeGenLevelAggressive : LLVMCodeGenLevelNone, error);
    return jit->printer;
}

void hd_asm_tidy(const char *text, size_t len, struct hd_buf *out);

bool hd_jit_assembly(struct hd_jit *jit, struct hd_module *module, int opt, struct hd_buf *out) {
    pthread_mutex_lock(&lock);
    LLVMTargetMachineRef machine = printer_machine(jit, opt, out);
    LLVMMemoryBufferRef text = NULL;
    if (machine) text = compile(machine, &jit->machine_locks[3], module, LLVMAssemblyFile, out);
    pthread_mutex_unlock(&lock);
    if (!text) return false;
    hd_asm_tidy(LLVMGetBufferStart(text), LLVMGetBufferSize(text), out);
    LLVMDisposeMemoryBuffer(text);
    return true;
}
