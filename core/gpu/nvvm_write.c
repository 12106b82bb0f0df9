// A module as libNVVM takes it: the text of LLVM 7, with typed pointers.
//
// libNVVM reads LLVM 7's language for GPUs below Blackwell and takes it for those above too, so
// that one form serves all. The order is: layout, globals, functions, declarations of intrinsics
// that were met on the way, metadata. Example: see tests/gpu; `%nvvm K` shows the text of a kernel.
#include "gpu/nvvm.h"
#include "gpu/compile.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#define LAYOUT(shared)                                                              \
    "target datalayout = \"e-p:64:64:64-" shared                                    \
    "i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-" \
    "v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64\"\n"                      \
    "target triple = \"nvptx64-nvidia-cuda\"\n\n"

// Pointers to shared memory have 32 bits, as in nvcc's code, where this libNVVM takes that.
const char *nvvm_header(bool short_pointers) {
    return short_pointers ? LAYOUT("p3:32:32:32-") : LAYOUT("");
}

static bool has(LLVMValueRef fn, unsigned index, const char *name, uint64_t *value) {
    LLVMAttributeRef attr =
        LLVMGetEnumAttributeAtIndex(fn, index, LLVMGetEnumAttributeKindForName(name, strlen(name)));
    if (attr && value) *value = LLVMGetEnumAttributeValue(attr);
    return attr != NULL;
}

static void param_attributes(struct nvvm *n, LLVMValueRef fn, unsigned i) {
    static const char *const plain[] = {"noalias", "readonly", "zeroext", "signext", "nonnull"};
    uint64_t align = 0;
    LLVMAttributeRef byval =
        LLVMGetEnumAttributeAtIndex(fn, i + 1, LLVMGetEnumAttributeKindForName("byval", 5));
    for (int k = 0; k < HD_COUNT(plain); k++)
        if (has(fn, i + 1, plain[k], NULL)) hd_buf_printf(&n->out, " %s", plain[k]);
    if (byval)
        hd_buf_printf(&n->out, " %s",
                      nvvm_byval(n, nvvm_type(n, LLVMGetTypeAttributeValue(byval))));
    if (has(fn, i + 1, "align", &align))
        hd_buf_printf(&n->out, " align %llu", (unsigned long long)align);
}

static void signature(struct nvvm *n, LLVMValueRef fn, bool define) {
    struct hd_buf *o = &n->out;
    bool internal = LLVMGetLinkage(fn) == LLVMInternalLinkage;
    hd_buf_printf(o, "%s %s%s %s(", define ? "define" : "declare",
                  define && internal ? "internal " : "",
                  nvvm_type(n, LLVMGetReturnType(LLVMGlobalGetValueType(fn))), nvvm_global(n, fn));
    unsigned count = LLVMCountParams(fn);
    for (unsigned i = 0; i < count; i++) {
        const char *type = nvvm_param_type(n, fn, i);
        hd_buf_printf(o, "%s%s", i ? ", " : "", type);
        if (!define) continue;
        param_attributes(n, fn, i);
        bool typed = strcmp(type, nvvm_type(n, LLVMTypeOf(LLVMGetParam(fn, i)))) != 0;
        if (typed)
            hd_buf_printf(o, " %%p%u", i);
        else
            hd_buf_printf(o, " %s", nvvm_name(n, LLVMGetParam(fn, i)));
    }
    hd_buf_putc(o, ')');
    static const char *const attributes[] = {"nounwind", "convergent", "noinline", "alwaysinline",
                                             "inlinehint"};
    for (int k = 0; k < HD_COUNT(attributes); k++)
        if (has(fn, (unsigned)LLVMAttributeFunctionIndex, attributes[k], NULL))
            hd_buf_printf(o, " %s", attributes[k]);
}

// passed by value: a typed pointer arrives
static void cast_params(struct nvvm *n, LLVMValueRef fn) {
    unsigned count = LLVMCountParams(fn);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef param = LLVMGetParam(fn, i);
        const char *type = nvvm_param_type(n, fn, i);
        if (strcmp(type, nvvm_type(n, LLVMTypeOf(param))) != 0)
            hd_buf_printf(&n->out, "  %s = bitcast %s %%p%u to i8*\n", nvvm_name(n, param), type,
                          i);
    }
}

static void function(struct nvvm *n, LLVMValueRef fn) {
    n->fn = fn;
    n->counter = 0;
    signature(n, fn, true);
    int subprogram = nvvm_subprogram(n, fn);
    if (subprogram >= 0) hd_buf_printf(&n->out, " !dbg !%d", subprogram);
    hd_buf_puts(&n->out, " {\n");
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        hd_buf_printf(&n->out, "%s:\n", nvvm_block(n, bb));
        if (bb == LLVMGetEntryBasicBlock(fn)) cast_params(n, fn);
        for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst;
             inst = LLVMGetNextInstruction(inst))
            nvvm_instruction(n, inst);
    }
    hd_buf_puts(&n->out, "}\n\n");
}

static void write_module(struct nvvm *n) {
    hd_buf_puts(&n->out, nvvm_header(hd_libnvvm_short_pointers()));
    for (LLVMValueRef var = LLVMGetFirstGlobal(n->mod); var; var = LLVMGetNextGlobal(var))
        nvvm_define_global(n, var);
    hd_buf_putc(&n->out, '\n');
    for (LLVMValueRef fn = LLVMGetFirstFunction(n->mod); fn; fn = LLVMGetNextFunction(fn)) {
        if (LLVMCountBasicBlocks(fn)) {
            function(n, fn);
        } else if (strncmp(LLVMGetValueName(fn), "llvm.", 5) != 0 && LLVMGetFirstUse(fn)) {
            signature(n, fn, false);
            hd_buf_putc(&n->out, '\n');
        }
    }
    hd_buf_puts(&n->out, hd_buf_str(&n->declarations));
    hd_buf_putc(&n->out, '\n');
    nvvm_write_metadata(n);
}

bool nvvm_write(LLVMModuleRef mod, LLVMContextRef ctx, int arch, bool lineinfo,
                struct hd_arena *arena, struct hd_buf *out, const char **problem) {
    struct nvvm n = {
        .mod = mod, .ctx = ctx, .arch = arch, .layout = LLVMGetModuleDataLayout(mod), .cu = -1};
    n.arena = hd_arena_create();
    if (lineinfo) nvvm_find_subprograms(&n);
    write_module(&n);
    *problem = n.problem ? hd_printf(arena, "%s", n.problem) : NULL;
    *out = n.out;
    struct hd_map *maps[] = {&n.declared, &n.names, &n.nodes, &n.owners, &n.files};
    for (int i = 0; i < HD_COUNT(maps); i++) hd_map_finish(maps[i]);
    hd_buf_finish(&n.declarations);
    hd_buf_finish(&n.metadata);
    hd_arena_destroy(n.arena);
    return !*problem;
}
