// For the tests of cpu/: modules written as LLVM text, linked and called.
#ifndef CPU_IR_H
#define CPU_IR_H

#include "cpu/cpu.h"

#include <dlfcn.h>
#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <string.h>

static struct hd_jit *jit;

static uint64_t ir_resolve(void *user, const char *name) {
    void *address = hd_cpu_replacement(name);
    if (!address) address = hd_cpu_runtime(name);
    if (!address) address = dlsym(RTLD_DEFAULT, name);
    return (uint64_t)(uintptr_t)address;
}

static inline bool ir_parse(const char *text, struct hd_module *module) {
    module->context = LLVMContextCreate();
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
    char *message = NULL;
    if (!LLVMParseIRInContext(module->context, buffer, &module->module, &message)) return true;
    printf("# %s\n", message);
    return false;
}

// As gen/ makes functions: frame pointers, no unwind tables.
#define IR_ATTRIBUTES \
    "attributes #0 = { nounwind noinline \"frame-pointer\"=\"all\" \"probe-stack\"=\"inline-asm\" }\n"

static inline struct hd_code *ir_link_as(const char *text, int opt, hd_resolve_fn *resolve,
                                         void *user) {
    struct hd_module module;
    struct hd_buf error = {0};
    char *all = malloc(strlen(text) + sizeof IR_ATTRIBUTES);
    strcpy(all, text);
    strcat(all, IR_ATTRIBUTES);
    bool ok = ir_parse(all, &module);
    free(all);
    if (!ok) return NULL;
    LLVMMemoryBufferRef object = hd_jit_compile(jit, &module, opt, &error);
    struct hd_code *code = object ? hd_jit_load(jit, object, resolve, user, &error) : NULL;
    if (!code) printf("# %s\n", hd_buf_str(&error));
    hd_buf_finish(&error);
    return code;
}

static inline struct hd_code *ir_link(const char *text) {
    return ir_link_as(text, 0, ir_resolve, NULL);
}

// Runs function "f" of the module (no parameters) under the guard.
static inline enum hd_outcome ir_run(struct hd_code *code, struct hd_fault *fault) {
    void *f = code ? hd_code_symbol(code, "f") : NULL;
    void (*fn)(void *);
    memcpy(&fn, &f, sizeof fn);
    if (!f) return HD_POISONED;
    return hd_guard_run(fn, NULL, fault);
}

#endif
