// What the files of array/ share: the functions that compiled code calls (array.def), and small
// helpers.
#ifndef HD_ARRAY_INTERNAL_H
#define HD_ARRAY_INTERNAL_H

#include "array/array.h"

#define HD_ARRAY_CALL(ret, name, params) ret ha_##name params;
#include "array/array.def"

// How many of n bytes are not 0.
int64_t hd_array_count_mask(const char *mask, int64_t n);
// The first n of the elements, of `bytes` each, where the mask is true (it is that often), one
// after the other.
void hd_array_pack(char *restrict to, const char *restrict from, const char *restrict mask,
                   int64_t n, size_t bytes);

// quick.c: the keys that come at places `at` and at + 1 (if there is one). Their order is lost.
void hd_quick_select_32(uint32_t *v, int64_t n, int64_t at, uint32_t *spare, uint32_t out[2]);
void hd_quick_select_64(uint64_t *v, int64_t n, int64_t at, uint64_t *spare, uint64_t out[2]);

#endif
