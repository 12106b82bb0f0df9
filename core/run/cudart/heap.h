// Device memory on the CPU device, as the files share that allocate it (memory.c), place it
// (heap.c) and tell of it (address.c). All of it is called under hd_cudart_lock.
#ifndef HD_CUDART_HEAP_H
#define HD_CUDART_HEAP_H

#include "run/cudart/cudart.h"

struct allocation {
    uint64_t base; // what the program was given
    size_t size;
    uint64_t from, to; // pages, without the gap; 0 when it lies in a chunk
    uint8_t kind;      // enum memory_kind
    uint8_t gpu;       // the GPU's number + 1; 0: memory of the CPU as a device
    bool freed;
    unsigned flags;
    hd_loc at, freed_at;
    uint32_t entry;
};

// ---- heap.c -------------------------------------------------------------------------------------

struct allocation *heap_find(uint64_t addr); // that addr is in, or just one past the end of
// The one that an access at `addr`, which is in none, was meant for. false: addr is not ours.
bool heap_near(uint64_t addr, struct allocation *out);
bool heap_reaches(uint64_t addr);        // into the range of addresses of this heap
bool heap_place(struct allocation *a);   // gives it addresses and an entry. false: there is no room
void heap_add_gpu(struct allocation *a); // that a driver has given
void heap_fill(const struct allocation *a); // margins, and what nobody has set
void heap_release(struct allocation *a, hd_loc at);
void heap_reset(void);
const struct allocation *heap_next(int *at); // every one, freed ones too; NULL: no more
void heap_describe(const struct allocation *a, struct memory *out);
bool heap_visit_margins(const struct allocation *a, hd_margin_visit *visit);

// ---- memory.c -----------------------------------------------------------------------------------

const struct allocation *memory_registered(uint64_t addr); // by cudaHostRegister; or NULL

// ---- address.c ----------------------------------------------------------------------------------

void memory_place_text(hd_loc loc, char *out, size_t n); // " at FILE:LINE"
const char *memory_allocator(int kind);                  // "cudaMalloc"

#endif
