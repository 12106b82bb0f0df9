// Finding libraries' functions and back ends, and what all of them check.
#include "run/library/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"
#include "run/library/away.h"
#include "run/library/solver/solver.h"
#include "run/library/sparse/sparse.h"

static const char *const openblas_files[] = {"libopenblas.so.0", "libopenblas.so", NULL};
struct back_end library_openblas = {
    .name = "OpenBLAS", .package = "libopenblas0-pthread", .files = openblas_files};

_Atomic uint64_t library_destroyed = 1;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const struct library {
    const char *prefix;    // of its functions' names
    const char *title;     // NULL: of our own headers
    struct back_end *back; // NULL: our own code
    const struct library_entry *tables[12];
} libraries[] = {
    {"cublas",
     "cuBLAS",
     &library_openblas,
     {hd_cublas_handles, hd_cublas_level1, hd_cublas_level2, hd_cublas_level3, hd_cublas_batched,
      hd_cublas_mixed, hd_cublas_extended, hd_cublas_wide, hd_cublas_logger}},
    {"cublasLt", NULL, &library_openblas, {hd_cublaslt_descriptors, hd_cublaslt_products}},
    {"cusolver",
     "cuSOLVER",
     &library_openblas,
     {hd_cusolver_handles, hd_cusolver_linear, hd_cusolver_eigen, hd_cusolver_wide,
      hd_cusolver_spectrum, hd_cusolver_reductions, hd_cusolver_mixed, hd_cusolver_refined,
      hd_cusolver_sparse, hd_cusolver_logger}},
    {"cufft", "cuFFT", &library_fftw, {hd_cufft_entries}},
    {"__heddle_parallel",
     NULL,
     NULL,
     {hd_parallel_memory, hd_parallel_sorting, hd_parallel_segments, hd_parallel_folds,
      hd_parallel_histograms}},
    {"curand", "cuRAND", NULL, {hd_curand_entries}},
    {"cusparse",
     "cuSPARSE",
     NULL,
     {hd_cusparse_handles, hd_cusparse_products, hd_cusparse_conversions, hd_cusparse_formats,
      hd_cusparse_lines, hd_cusparse_csr, hd_cusparse_small, hd_cusparse_logger}},
};

// ---- names --------------------------------------------------------------------------------------

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct hd_map by_name;

static void index_entries(void) {
    for (int i = 0; i < HD_COUNT(libraries); i++)
        for (int t = 0; libraries[i].tables[t]; t++)
            for (const struct library_entry *e = libraries[i].tables[t]; e->name; e++)
                hd_map_set(&by_name, hd_intern_str(e->name), e->address);
}

void *library_entry_of(const char *name) {
    bool ours = false;
    for (int i = 0; i < HD_COUNT(libraries) && !ours; i++)
        ours = strncmp(name, libraries[i].prefix, strlen(libraries[i].prefix)) == 0;
    if (!ours) return NULL;
    pthread_once(&once, index_entries);
    return hd_map_get(&by_name, hd_intern_str(name));
}

void *hd_library_symbol(const char *name) {
    void *local = library_entry_of(name);
    if (!local) local = library_stub(name);
    void *gate = local ? library_gate(name, local) : NULL;
    return gate ? gate : local;
}

// ---- back ends ----------------------------------------------------------------------------------

bool library_open(struct back_end *back) {
    pthread_mutex_lock(&lock);
    for (int i = 0; !back->handle && !back->missing && back->files[i]; i++)
        back->handle = dlopen(back->files[i], RTLD_NOW | RTLD_LOCAL);
    back->missing = !back->handle; // looked for once an engine
    pthread_mutex_unlock(&lock);
    return back->handle != NULL;
}

bool library_load(struct back_end *back, const char *api) {
    if (back->handle || library_open(back)) return true;
    hd_cudart_notice("%s: on the CPU this runs on %s, which is not installed: sudo apt install %s",
                     api, back->name, back->package);
    back->missing = false; // it may be there the next time
    return false;
}

void *library_function(struct back_end *back, const char *name) {
    return back->handle ? dlsym(back->handle, name) : NULL;
}

// The version of a back end that is loaded, as it says itself; "": it does not.
static void version_of(struct back_end *back, char *out, size_t size) {
    *out = 0;
    const char *(*config)(void) =
        (const char *(*)(void))(uintptr_t)library_function(back, "openblas_get_config");
    const char *text = config ? config() : library_function(back, "fftw_version");
    const char *digits = text ? strpbrk(text, "0123456789") : NULL;
    if (digits) snprintf(out, size, " %.*s", (int)strspn(digits, "0123456789."), digits);
}

void hd_library_report(struct hd_buf *out) {
    char version[64];
    for (int i = 0; i < HD_COUNT(libraries); i++) {
        const struct library *l = &libraries[i];
        if (!l->title) continue;
        if (!l->back) {
            hd_buf_printf(out, "%s: on the CPU by Heddle", l->title);
        } else if (library_open(l->back)) {
            version_of(l->back, version, sizeof version);
            hd_buf_printf(out, "%s: on the CPU by %s%s", l->title, l->back->name, version);
        } else {
            hd_buf_printf(out, "%s: %s is not installed: sudo apt install %s", l->title,
                          l->back->name, l->back->package);
        }
        if (l->back) l->back->missing = false;
        library_report_away(out, l->prefix);
    }
    hd_buf_puts(out, "Thrust and CUB: on the CPU and on GPUs by Heddle\n");
}

// ---- reading past the end -----------------------------------------------------------------------
// Kernels of OpenBLAS (0.3.21: cgemv, zgemv) load whole vectors and so read a few bytes past the
// end of a matrix, which is harmless elsewhere; here every allocation of the device is followed by
// a page without access. Such a page becomes readable when a library, and not compiled code, reads
// it during a call that was given the allocation, until the call ends.

enum { GAPS = 64, PAGE = 4096 };
static _Atomic uint64_t gaps[GAPS],
    opened[GAPS]; // pages; gaps: of the arrays that calls were given
static atomic_uint next_gap;
_Atomic uint64_t library_forgotten_gaps;
_Atomic bool library_opened; // nearly always false, and sooner asked than all of them

// In the handler of the signal, on any thread.
static bool open_gap(uint64_t address) {
    uint64_t page = address & ~(uint64_t)(PAGE - 1);
    for (int i = 0; i < GAPS; i++) {
        if (atomic_load(&gaps[i]) != page) continue;
        if (mprotect((void *)(uintptr_t)page, PAGE, PROT_READ) != 0) return false;
        atomic_store(&opened[i], page);
        atomic_store(&library_opened, true);
        return true;
    }
    return false;
}

static void remember_gap(const struct memory *m) {
    hd_guard_overread = open_gap;
    uint64_t page = HD_ROUND_UP(m->base + m->size, 256);
    if (page % PAGE) return; // shares its last page with others
    for (int i = 0; i < GAPS; i++)
        if (atomic_load(&gaps[i]) == page) return;
    if (!atomic_exchange(&gaps[atomic_fetch_add(&next_gap, 1) % GAPS], page)) return;
    atomic_fetch_add(&library_forgotten_gaps, 1);
    hd_cpu_change();
}

void library_close_gaps(void) {
    if (!atomic_exchange(&library_opened, false)) return;
    for (int i = 0; i < GAPS; i++) {
        uint64_t page = atomic_exchange(&opened[i], 0);
        if (page) mprotect((void *)(uintptr_t)page, PAGE, PROT_NONE);
    }
}

// ---- arguments ----------------------------------------------------------------------------------

__thread struct library_arrays library_arrays;
__thread unsigned library_passing;

static void remember_array(const struct memory *m, uint64_t generation) {
    struct library_arrays *known = &library_arrays;
    if (!m->size || m->kind == MEMORY_VARIABLE || hd_check_on) {
        library_passing++;
        return;
    }
    if (known->generation != generation) *known = (struct library_arrays){.generation = generation};
    unsigned i = known->next++ % LIBRARY_RANGES;
    known->v[i].from = m->base;
    known->v[i].to = m->base + m->size;
}

bool library_check_unknown(const char *api, const char *what, const void *p, size_t bytes) {
    uint64_t generation = library_memory_generation();
    struct memory m;
    if (bytes == 0) return true;
    if (!p) {
        hd_cudart_notice("%s: `%s` is NULL", api, what);
        return false;
    }
    hd_cudart_find((uint64_t)p, &m);
    if (m.freed)
        hd_cudart_notice("%s: the memory of `%s` was freed before", api, what);
    else if (m.kind == MEMORY_HOST)
        hd_cudart_notice("%s: `%s` is host memory: copy it to memory of cudaMalloc", api, what);
    else if (m.nowhere)
        hd_cudart_notice("%s: `%s` (%p) is in no allocation", api, what, p);
    else if (m.gpu && m.kind == MEMORY_DEVICE)
        hd_cudart_notice("%s: `%s` is a GPU's memory, and this runs on the CPU only: %%device cpu",
                         api, what);
    else if (m.size && ((uint64_t)p > m.base + m.size || bytes > m.base + m.size - (uint64_t)p))
        hd_cudart_notice("%s: `%s` needs %zu bytes from there on, and its %s has %zu", api, what,
                         bytes, m.kind == MEMORY_VARIABLE ? "variable" : "allocation",
                         (size_t)(m.base + m.size - (uint64_t)p));
    else {
        if (m.kind != MEMORY_VARIABLE) remember_gap(&m);
        remember_array(&m, generation);
        if (hd_check_on)
            hd_check_filled((void *)(uintptr_t)p,
                            bytes); // the call may write it: nobody else says so
        return true;
    }
    return false;
}

bool library_check_range(const char *api, const char *what, const void *p, size_t bytes,
                         struct library_range *range) {
    struct memory m;
    if (!library_check_array(api, what, p, bytes)) return false;
    if (!bytes) return true;
    hd_cudart_find((uint64_t)p, &m);
    if (m.size && !hd_check_on) *range = (struct library_range){m.base, m.base + m.size};
    return true;
}

bool library_scalar(const char *api, const char *what, const void *p, void *to, size_t size) {
    if (p && hd_guard_copy(to, p, size, NULL)) return true;
    hd_cudart_notice(p ? "%s: `%s` (%p) cannot be read" : "%s: `%s` is NULL", api, what, p);
    return false;
}

bool library_result(const char *api, void *p, const void *value, size_t size) {
    if (p && hd_guard_copy(p, value, size, NULL)) return true;
    hd_cudart_notice(
        p ? "%s: the result cannot be written to %p" : "%s: the result's pointer is NULL", api, p);
    return false;
}

bool library_known(const char *api, const char *what, const void *object, size_t place,
                   const struct library_kind *kind) {
    const struct library_kind *found = NULL;
    if (!object)
        hd_cudart_notice("%s: %s is NULL: %s makes one", api, what, kind->makers);
    else if (!hd_guard_copy(&found, (const char *)object + place, sizeof found, NULL) ||
             found != kind)
        hd_cudart_notice("%s: %s (%p) is none of %s, or was destroyed", api, what, object,
                         kind->makers);
    else
        return true;
    return false;
}

bool library_wait(void *stream) {
    if (!hd_cudart_stream_valid(stream)) return false;
    if (hd_cpu_idle() && !hd_gpu_flights()) return true;
    hd_cudart_finish_cpu(stream);
    void *native;
    struct hd_gpu_device *device = hd_stream_device(stream, &native);
    if (!device || !device->context || !hd_gpu_flights()) return true;
    int error = hd_gpu_finish(native, device, false); // what is done here reads what kernels write
    if (error) hd_gpu_failed(error, device, "waiting for a stream", 0);
    return !error;
}
