// What the compile side of gpu/ shares between its files. Not for other folders.
#ifndef HD_GPU_COMPILE_H
#define HD_GPU_COMPILE_H

#include "gpu/gpu.h"

// ---- lower.c: what neither back end takes -------------------------------------------------------
void hd_gpu_lower(struct hd_module *module);

// ---- toolkit.c: where things are ----------------------------------------------------------------
const char *hd_gpu_libdevice(size_t *len);      // libdevice's bitcode, or NULL
void hd_gpu_toolkit_nvvm(int major, int minor); // libNVVM said so

// ---- libnvvm.c ----------------------------------------------------------------------------------
bool hd_libnvvm_ready(const struct hd_gpu_options *options,
                      const char **why); // *why: one line, when it cannot be used
bool hd_libnvvm_short_pointers(
    void); // it takes a layout in which those to shared memory have 32 bits
const char *hd_libnvvm_version(void); // part of the cache's key
// PTX (heap), or NULL with *log (heap).
char *hd_libnvvm_compile(const char *text, size_t len, const struct hd_gpu_options *options,
                         bool libdevice, char **log);

// ---- nvptx.c ------------------------------------------------------------------------------------
char *hd_nvptx_compile(struct hd_module *module, const struct hd_gpu_options *options,
                       bool libdevice, char **log);

// ---- cache.c ------------------------------------------------------------------------------------
char *hd_ptx_get(struct hd_cache_key key, size_t *len); // heap, or NULL
void hd_ptx_put(struct hd_cache_key key, const char *ptx, size_t len);

#endif
