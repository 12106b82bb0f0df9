// Objects that earlier sessions made, on disk (base/cache.c): a program that is run again starts at
// once.
//
// The key is the module as it was before the optimiser saw it (its bitcode: code, places in the
// source, names of what it needs from outside), the executable that made it, the machine that it is
// for, and what else the caller says decides the code. Everything from outside is linked by name,
// so an object is good in any session.
#include "cpu/cpu.h"

#include <llvm-c/BitWriter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct hd_cache hd_object_cache = {.name = "objects", .most_bytes = 256ll << 20};

// The executable: other passes may be in another one.
static void add_ourselves(struct hd_buf *out) {
    struct stat st;
    if (stat("/proc/self/exe", &st) == 0)
        hd_buf_printf(out, "%lld %lld.%09ld ", (long long)st.st_size, (long long)st.st_mtim.tv_sec,
                      st.st_mtim.tv_nsec);
    unsigned major, minor, patch;
    LLVMGetVersion(&major, &minor, &patch); // a shared library may be another one next time
    hd_buf_printf(out, "%u.%u.%u ", major, minor, patch);
}

struct hd_cache_key hd_kept_key(const struct hd_module *module, LLVMTargetMachineRef machine,
                                const char *options) {
    struct hd_buf all = {0};
    add_ourselves(&all);
    char *cpu = LLVMGetTargetMachineCPU(machine),
         *features = LLVMGetTargetMachineFeatureString(machine);
    hd_buf_printf(&all, "%s %s %s", cpu, features, options);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(module->module);
    struct hd_cache_key key =
        hd_cache_key(LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode), hd_buf_str(&all));
    LLVMDisposeMemoryBuffer(bitcode);
    hd_buf_finish(&all);
    return key;
}

LLVMMemoryBufferRef hd_kept_object(struct hd_cache_key key, void *extra, size_t extra_size) {
    size_t len;
    char *data = hd_cache_read(&hd_object_cache, key, &len);
    LLVMMemoryBufferRef object = NULL;
    if (data && len > extra_size) {
        memcpy(extra, data, extra_size);
        object =
            LLVMCreateMemoryBufferWithMemoryRangeCopy(data + extra_size, len - extra_size, "kept");
    }
    free(data);
    return object;
}

void hd_keep_object(struct hd_cache_key key, LLVMMemoryBufferRef object, const void *extra,
                    size_t extra_size) {
    struct hd_buf data = {0};
    hd_buf_add(&data, extra, extra_size);
    hd_buf_add(&data, LLVMGetBufferStart(object), LLVMGetBufferSize(object));
    hd_cache_write(&hd_object_cache, key, data.s, data.len);
    hd_buf_finish(&data);
}
