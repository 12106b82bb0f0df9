// library: CUDA's libraries by their own names, on the CPU: what programs call is a C function
// here, which checks its arguments as the library does, says on stderr what a status code alone
// does not, and calls a *back end*, a shared library that is loaded when it is first needed.
//
// Sources: NVIDIA's cuBLAS documentation (names, types, status codes, which argument is refused
// how); the BLAS reference for what is computed. All matrices are stored by columns.
//
// Memory: arrays must be the device's (cudaMalloc and its kin, managed, pinned) or variables of the
// session, which move by themselves; memory of malloc and of the stack is an error as on a GPU.
// Calls wait for what is in flight on their stream, and have ended when they return.
#ifndef HD_LIBRARY_H
#define HD_LIBRARY_H

#include <stddef.h>

#include "run/gpu/gpu.h"
#include "run/run.h"

// A function that programs may call, by name. Tables end with a NULL name.
struct library_entry {
    const char *name;
    void *address;
};
#define LIBRARY_ENTRY(name) {#name, (void *)(uintptr_t)hd_##name}

// The address of a library's function, for programs; NULL: none has that name. It goes to NVIDIA's
// own library when its objects were made on a GPU (away.c).
void *hd_library_symbol(const char *name);
void *library_entry_of(const char *name); // ours
// absent.c: of a library's function that is not here, which says so; NULL: it is none by its name.
void *library_stub(const char *name);
// product.c: matmul of arrays (hd_array_product).
bool hd_library_product(int kind, int part, int m, int n, int k, const void *a, const void *b,
                        void *c);
// parallel/radix.c: sort and argsort of arrays (hd_array_sort).
bool hd_library_sort(int type, void *keys, int64_t n, int64_t *places);
// What %doctor says: a line for each library, with its back end and version, or how to get it.
void hd_library_report(struct hd_buf *out);

struct back_end {
    const char *name;    // "OpenBLAS"
    const char *package; // that installs it on Debian and Ubuntu
    const char *const *files;
    void *handle; // of dlopen; NULL: not tried, or missing
    bool missing;
};
extern struct back_end library_openblas, library_fftw;
bool library_open(struct back_end *back); // the same as library_load, without a word
// Loads it. false: it is missing, which was said, with the command that installs it.
bool library_load(struct back_end *back, const char *api);
// One of its functions; NULL: it has none of that name.
void *library_function(struct back_end *back, const char *name);

// A call in progress: a local variable that is declared with LIBRARY_CALL ends it.
struct library_call {
    bool begun;
};
extern HD_NEAR _Atomic bool library_opened; // pages behind arrays, which is rare (library.c)
void library_close_gaps(void);
static inline void library_leave(const struct library_call *call) {
    (void)call;
    if (library_opened) library_close_gaps();
}
#define LIBRARY_CALL \
    __attribute__((cleanup(library_leave), unused)) struct library_call library_call = {true}

// What was found the last time on this thread and cannot have changed since: most calls are like
// the one before. `generation` counts what could change it (memory that is freed, objects that are
// destroyed).
struct library_seen {
    const void *what;
    uint64_t generation;
};
extern HD_NEAR _Atomic uint64_t library_destroyed; // handles and plans
static inline void library_destroys(void) {
    library_destroyed++;
    hd_cpu_change();
}
static inline bool library_saw(const struct library_seen *seen, const void *what) {
    return what && seen->what == what && seen->generation == library_destroyed;
}

// ---- arguments ----------------------------------------------------------------------------------

// What is wrong with `bytes` bytes of an array, as a line on stderr; true: nothing.
bool library_check_unknown(const char *api, const char *what, const void *p, size_t bytes);
// Allocations that were found to be arrays, by the thread.
enum { LIBRARY_RANGES = 8 };
struct library_arrays {
    uint64_t generation;
    unsigned next;
    struct {
        uint64_t from, to;
    } v[LIBRARY_RANGES];
};
extern __thread struct library_arrays library_arrays;
// How many arrays were found right for that one call.
extern __thread unsigned library_passing;
// The ranges hold while nothing was freed, and while the pages behind them are remembered.
extern HD_NEAR _Atomic uint64_t library_forgotten_gaps;
static inline uint64_t library_memory_generation(void) {
    return __atomic_load_n(&hd_transfer_generation, __ATOMIC_RELAXED) + library_forgotten_gaps;
}
static inline bool library_knows_array(const void *p, size_t bytes) {
    uint64_t from = (uint64_t)(uintptr_t)p;
    if (library_arrays.generation == library_memory_generation())
        for (int i = 0; i < LIBRARY_RANGES; i++)
            if (from >= library_arrays.v[i].from && from < library_arrays.v[i].to &&
                bytes <= library_arrays.v[i].to - from)
                return true;
    return false;
}
static inline bool library_check_array(const char *api, const char *what, const void *p,
                                       size_t bytes) {
    return library_knows_array(p, bytes) || library_check_unknown(api, what, p, bytes);
}
// The same for one array after the other, which are often in one allocation: what was found the
// last time is looked at first. Begins as {0}; good for one call.
struct library_range {
    uint64_t from, to;
};
bool library_check_range(const char *api, const char *what, const void *p, size_t bytes,
                         struct library_range *range);
static inline bool library_check_next(const char *api, const char *what, const void *p,
                                      size_t bytes, struct library_range *range) {
    uint64_t from = (uint64_t)(uintptr_t)p;
    return (from >= range->from && from < range->to && bytes <= range->to - from) ||
           library_check_range(api, what, p, bytes, range);
}
// Copies a scalar that a pointer leads to. false: it cannot be read, which was said.
bool library_scalar(const char *api, const char *what, const void *p, void *to, size_t size);
bool library_result(const char *api, void *p, const void *value, size_t size);
// What a program made and gives back to calls: a descriptor has the address of its kind in it, and
// copies of it have, too. The kind is cleared when the object is destroyed.
struct library_kind {
    const char *makers; // "cusparseCreateDnVec or cusparseCreateDnMat"
};
// Whether `object` is one of that kind, whose address it has `place` bytes from its beginning; no
// address of a program's is followed before. false: it is not, which was said.
bool library_known(const char *api, const char *what, const void *object, size_t place,
                   const struct library_kind *kind);
#define LIBRARY_KNOWN(api, what, object, its_kind) \
    library_known(api, what, object, offsetof(__typeof__(*(object)), kind), its_kind)
// Before it is freed: it is none of its kind any more. (Volatile: a compiler leaves out what is
// stored in memory that is about to be freed.)
#define LIBRARY_GONE(object) \
    (*(const struct library_kind *volatile *)(void *)&(object)->kind = NULL)
// Waits for the launches in flight on a stream. false: there is no such stream.
bool library_wait(void *stream);

extern const struct library_entry hd_cublas_handles[], hd_cublas_level1[], hd_cublas_level2[],
    hd_cublas_level3[], hd_cublas_wide[], hd_cublas_extended[], hd_cublas_batched[],
    hd_cublas_mixed[], hd_cublaslt_descriptors[], hd_cublaslt_products[], hd_cufft_entries[],
    hd_parallel_memory[], hd_parallel_sorting[], hd_parallel_segments[], hd_parallel_folds[],
    hd_parallel_histograms[], hd_curand_entries[], hd_cublas_logger[], hd_cusparse_logger[],
    hd_cusolver_logger[];

#endif
