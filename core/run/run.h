// run: the session inside the engine. One cell's pipeline, compiled code per definition, variables, values,
// display, magics, the CUDA runtime API, and the engine's main loop.
#ifndef HD_RUN_H
#define HD_RUN_H

#include "cpu/cpu.h"
#include <jansson.h>

struct hd_engine;

// ---- store.c: the variable store: a memfd mapped at a fixed address, shared with the client ----------------------
// Layout: [HD_STORE_BASE, +64 MiB) stubs and literals, then variables. See store.c for the map.
#define HD_STORE_BASE 0x200000000000ull
bool hd_store_open(int fd, struct hd_buf *error);             // fd -1: private memory (no client)
uint64_t hd_store_alloc(size_t size, size_t align);           // zeroed; 0: full
void hd_store_free(uint64_t addr, size_t size);
bool hd_store_claim(uint64_t addr, size_t size);              // restore: this range is in use
uint64_t hd_store_string(const void *data, size_t bytes, size_t align); // interned for good
uint64_t hd_store_stub(const char *name, const char *type);   // stable code address; also finds restored ones
void hd_stub_set(uint64_t stub, const void *target);          // NULL: calling it reports "not compiled"
bool hd_store_contains(uint64_t addr);

// ---- engine.c: state and one cell ----------------------------------------------------------------------------------

struct hd_options {         // set by %config, shared by all cells
    int threads, lanes;
    int digits, width, items; // printing
    bool color;
};

struct hd_engine {
    struct hd_front *front;
    struct hd_jit *jit;
    struct hd_options options;
    int count;              // n of In[n]
    const char *dump;       // --dump stages or NULL
    bool color;
    struct hd_diags *diags; // of the running request
    int stop;               // set by %quit
};

#endif
