// parallel: what Thrust and CUB (front/headers) do with plain memory of numbers: sorting, folds,
// scans, filling, counting, histograms, on the session's workers.
//
// Elements have a *kind* (what __kind in thrust/detail/parallel.h says), folds an *operation*. Work
// is cut into parts by the number of elements alone, so that sums of floats do not depend on the
// machine. Memory may be any that the host can reach; what it cannot is said, and ends the call.
// Every function waits for its stream first, has ended when it returns, and gives a cudaError_t.
#ifndef HD_LIBRARY_PARALLEL_H
#define HD_LIBRARY_PARALLEL_H

#include "run/library/library.h"

enum parallel_kind {
    KIND_I8 = 1,
    KIND_U8,
    KIND_I16,
    KIND_U16,
    KIND_I32,
    KIND_U32,
    KIND_I64,
    KIND_U64,
    KIND_F32,
    KIND_F64,
};
enum parallel_op { OP_PLUS = 1, OP_MIN, OP_MAX, OP_MULTIPLIES };

// X(kind, name, type)
#define PARALLEL_KINDS(X)      \
    X(KIND_I8, i8, int8_t)     \
    X(KIND_U8, u8, uint8_t)    \
    X(KIND_I16, i16, int16_t)  \
    X(KIND_U16, u16, uint16_t) \
    X(KIND_I32, i32, int32_t)  \
    X(KIND_U32, u32, uint32_t) \
    X(KIND_I64, i64, int64_t)  \
    X(KIND_U64, u64, uint64_t) X(KIND_F32, f32, float) X(KIND_F64, f64, double)

size_t parallel_size(int kind); // bytes of an element

typedef void parallel_fn(void *arg, size_t part, size_t from, size_t to);
// fn for each of `parts` stretches of n elements, by the session's workers.
void parallel_parts(size_t n, size_t parts, parallel_fn *fn, void *arg);
// The same for what needs the sum of all before: for each stretch `sum`, then `link`, which is
// called for one after the other, then `emit`, while the stretch is still in a cache. parts > 1:
// any number.
struct parallel_chain {
    parallel_fn *sum, *emit;
    void (*link)(void *arg, size_t part);
    void *arg;
};
void parallel_in_order(size_t n, size_t parts, const struct parallel_chain *chain);
// How many parts n elements of `size` bytes are cut into.
size_t parallel_count(size_t n, size_t size);
// Before anything else: the stream exists and is waited for, and the host can reach both arrays.
int parallel_enter(const char *what, void *stream, const void *a, const void *b);
// Memory for the time of a call; NULL: there is none, which was said.
void *parallel_memory(const char *what, size_t bytes);
void parallel_free(void *p, size_t bytes); // as many as were asked for

#endif
