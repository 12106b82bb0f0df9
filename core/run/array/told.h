// %fused: what became of the array expressions of a statement. Loops are told of as they run.
#ifndef HD_RUN_ARRAY_TOLD_H
#define HD_RUN_ARRAY_TOLD_H

#include "run/array/array.h"

// cuda.c: prints a loop, or a fold of `count` elements that are axis[k] apart in array k, as a
// kernel and its launch. false: it printed why not.
bool cuda_loop(const struct hd_fused *f, const struct hd_loop *loop, int number);
bool cuda_fold(const struct hd_fused *f, const struct hd_loop *loop, const int64_t *axis,
               int64_t count, int number);
// scan(f, a): f's operands are what came before and the element.
bool cuda_scan(const struct hd_fused *f, const struct hd_array *a, int axis, int number);

#endif
