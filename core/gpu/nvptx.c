// LLVM's own back end for NVIDIA's GPUs: for machines without libNVVM, and for drivers older than
// libNVVM's PTX.
//
// It knows architectures up to sm_90; for newer GPUs PTX for sm_90 is made, which their drivers
// take. Mathematical functions need libdevice: without it they stay calls of `__nv_...`, which can
// be looked at but not loaded.
#include "gpu/compile.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Error.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEWEST_ARCH 90
#define NEWEST_PTX 85

static LLVMTargetMachineRef create_machine(const struct hd_gpu_options *options, char **log) {
    static bool ready;
    if (!ready) {
        LLVMInitializeNVPTXTargetInfo();
        LLVMInitializeNVPTXTarget();
        LLVMInitializeNVPTXTargetMC();
        LLVMInitializeNVPTXAsmPrinter();
        ready = true;
    }
    LLVMTargetRef target;
    char *message = NULL, cpu[16], features[16];
    if (LLVMGetTargetFromTriple("nvptx64-nvidia-cuda", &target, &message)) {
        *log = hd_xstrdup(message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    int arch = options->arch > NEWEST_ARCH ? NEWEST_ARCH : options->arch;
    int ptx = arch >= 90 ? 80 : arch >= 86 ? 74 : 70;
    if (options->max_ptx > ptx) ptx = options->max_ptx < NEWEST_PTX ? options->max_ptx : NEWEST_PTX;
    snprintf(cpu, sizeof cpu, "sm_%d", arch);
    snprintf(features, sizeof features, "+ptx%d", ptx);
    return LLVMCreateTargetMachine(target, "nvptx64-nvidia-cuda", cpu, features,
                                   LLVMCodeGenLevelAggressive, LLVMRelocDefault,
                                   LLVMCodeModelDefault);
}

static bool link_libdevice(struct hd_module *module) {
    size_t len;
    const char *bitcode = hd_gpu_libdevice(&len);
    if (!bitcode) return false;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(bitcode, len, "libdevice", false);
    LLVMModuleRef device;
    if (LLVMParseBitcodeInContext2(module->context, buffer, &device)) return false;
    LLVMDisposeMemoryBuffer(buffer);
    LLVMSetTarget(device, LLVMGetTarget(module->module));
    LLVMSetDataLayout(device, LLVMGetDataLayoutStr(module->module));
    LLVMLinkModules2(module->module, device);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module->module); fn; fn = LLVMGetNextFunction(fn))
        if (LLVMCountBasicBlocks(fn) && !strncmp(LLVMGetValueName(fn), "__nv_", 5))
            LLVMSetLinkage(fn, LLVMInternalLinkage);
    return true;
}

static void set_reflection(struct hd_module *module, const struct hd_gpu_options *options) {
    static const char name[] = "nvvm-reflect-ftz";
    LLVMTypeRef i32 = LLVMInt32TypeInContext(module->context);
    LLVMValueRef ftz = LLVMConstInt(i32, options->ftz || options->fast_math, false);
    LLVMAddModuleFlag(module->module, LLVMModuleFlagBehaviorOverride, name, sizeof name - 1,
                      LLVMValueAsMetadata(ftz));
}

static void function_attributes(struct hd_module *module, const struct hd_gpu_options *options) {
    bool ftz = options->ftz || options->fast_math;
    for (LLVMValueRef fn = LLVMGetFirstFunction(module->module); fn; fn = LLVMGetNextFunction(fn)) {
        if (!LLVMCountBasicBlocks(fn)) continue;
        if (ftz) LLVMAddTargetDependentFunctionAttr(fn, "denormal-fp-math-f32", "preserve-sign");
        if (options->fast_math) LLVMAddTargetDependentFunctionAttr(fn, "unsafe-fp-math", "true");
    }
}

// LLVM takes llvm.nvvm.f2i.rz for fptosi, which is undefined for what does not fit, where the
// machine (and CUDA) saturates; so it gets the instruction itself.
static void keep_conversions(struct hd_module *module) {
    static const struct {
        const char *name, *text, *constraints;
    } table[] = {
        {"llvm.nvvm.f2i.rz", "cvt.rzi.s32.f32 $0, $1;", "=r,f"},
        {"llvm.nvvm.f2ui.rz", "cvt.rzi.u32.f32 $0, $1;", "=r,f"},
        {"llvm.nvvm.f2ll.rz", "cvt.rzi.s64.f32 $0, $1;", "=l,f"},
        {"llvm.nvvm.f2ull.rz", "cvt.rzi.u64.f32 $0, $1;", "=l,f"},
        {"llvm.nvvm.d2i.rz", "cvt.rzi.s32.f64 $0, $1;", "=r,d"},
        {"llvm.nvvm.d2ui.rz", "cvt.rzi.u32.f64 $0, $1;", "=r,d"},
        {"llvm.nvvm.d2ll.rz", "cvt.rzi.s64.f64 $0, $1;", "=l,d"},
        {"llvm.nvvm.d2ull.rz", "cvt.rzi.u64.f64 $0, $1;", "=l,d"},
    };
    LLVMBuilderRef b = LLVMCreateBuilderInContext(module->context);
    for (int i = 0; i < HD_COUNT(table); i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(module->module, table[i].name);
        for (LLVMUseRef use = fn ? LLVMGetFirstUse(fn) : NULL, next; use; use = next) {
            LLVMValueRef call = LLVMGetUser(use), value = LLVMGetOperand(call, 0);
            next = LLVMGetNextUse(use);
            LLVMTypeRef type = LLVMGlobalGetValueType(fn);
            LLVMValueRef text = LLVMGetInlineAsm(type, table[i].text, strlen(table[i].text),
                                                 table[i].constraints, strlen(table[i].constraints),
                                                 false, false, LLVMInlineAsmDialectATT, false);
            LLVMPositionBuilderBefore(b, call);
            LLVMReplaceAllUsesWith(call, LLVMBuildCall2(b, type, text, &value, 1, ""));
            LLVMInstructionEraseFromParent(call);
        }
    }
    LLVMDisposeBuilder(b);
}

static bool optimise(struct hd_module *module, LLVMTargetMachineRef machine, char **log) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopVectorization(options, false);
    LLVMPassBuilderOptionsSetLoopInterleaving(options, false);
    LLVMPassBuilderOptionsSetSLPVectorization(options, true); // wide loads and stores
    LLVMPassBuilderOptionsSetLoopUnrolling(options, true);
    LLVMErrorRef error = LLVMRunPasses(module->module, "default<O2>", machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error) return true;
    char *message = LLVMGetErrorMessage(error);
    *log = hd_xstrdup(message);
    LLVMDisposeErrorMessage(message);
    return false;
}

// LLVM ends the process when its code generator meets what it cannot do. We leave it there and
// then: what it held is lost, and the module with it.
static _Thread_local jmp_buf *way_out;
static _Thread_local char last_words[256];

static void fatal(const char *reason) {
    if (!way_out) return;
    snprintf(last_words, sizeof last_words, "%s", reason);
    longjmp(*way_out, 1);
}

static char *compile(struct hd_module *module, const struct hd_gpu_options *options, bool libdevice,
                     char **log);

char *hd_nvptx_compile(struct hd_module *module, const struct hd_gpu_options *options,
                       bool libdevice, char **log) {
    static bool installed;
    jmp_buf here;
    if (!installed) LLVMInstallFatalErrorHandler(fatal);
    installed = true;
    *log = NULL;
    way_out = &here;
    char *ptx = NULL;
    if (!setjmp(here)) {
        ptx = compile(module, options, libdevice, log);
    } else {
        *module = (struct hd_module){NULL, NULL, false};
        *log = hd_xstrdup(last_words);
    }
    way_out = NULL;
    return ptx;
}

static char *compile(struct hd_module *module, const struct hd_gpu_options *options, bool libdevice,
                     char **log) {
    LLVMTargetMachineRef machine = create_machine(options, log);
    if (!machine) return NULL;
    char *ptx = NULL, *message = NULL;
    LLVMMemoryBufferRef text = NULL;
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
    char *layout_text = LLVMCopyStringRepOfTargetData(layout);
    LLVMSetDataLayout(module->module, layout_text);
    LLVMDisposeMessage(layout_text);
    LLVMDisposeTargetData(layout);
    set_reflection(module, options);
    if (libdevice) link_libdevice(module);
    function_attributes(module, options);
    keep_conversions(module);
    if (optimise(module, machine, log)) {
        if (LLVMTargetMachineEmitToMemoryBuffer(machine, module->module, LLVMAssemblyFile, &message,
                                                &text)) {
            *log = hd_xstrdup(message ? message : "LLVM cannot make code of it");
            LLVMDisposeMessage(message);
        } else {
            size_t len = LLVMGetBufferSize(text);
            ptx = hd_xcalloc(1, len + 1);
            memcpy(ptx, LLVMGetBufferStart(text), len);
            LLVMDisposeMemoryBuffer(text);
        }
    }
    LLVMDisposeTargetMachine(machine);
    return ptx;
}
