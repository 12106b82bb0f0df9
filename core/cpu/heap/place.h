// Where a block of the heap lies in the store's file, for those who map that file elsewhere.
#ifndef HD_CPU_HEAP_PLACE_H
#define HD_CPU_HEAP_PLACE_H

#include <stdint.h>

// The offset of `p` in the file, or -1: it is not in the heap.
int64_t hd_heap_place(const void *p);

#endif
