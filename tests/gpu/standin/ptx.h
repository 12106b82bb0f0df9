// The stand-in driver's interpreter of PTX, and what it asks of the driver.
#ifndef PTX_H
#define PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PTX_DEVICE, PTX_MANAGED, PTX_HOST, PTX_REGISTERED };
struct ptx_range {
    uint64_t base;
    size_t size;
    char *host;
    int kind;
};

// driver.c
extern unsigned ptx_ranges_version;
bool ptx_range(uint64_t at, size_t size,
               struct ptx_range *out); // the allocation around; false: there is none
void *ptx_host(uint64_t at,
               size_t size); // where we can touch this memory; NULL: it is in no allocation
uint64_t ptx_allocate(size_t size);
void ptx_free(uint64_t at);

// ptx.c reads, run.c executes
struct ptx_launch {
    struct ptx_function *f;
    unsigned grid[3], block[3], shared;
    char *params;
    bool cooperative;
};
struct ptx_module *ptx_load(const char *text, char *why, size_t n);
void ptx_unload(struct ptx_module *module);
struct ptx_function *ptx_function(struct ptx_module *module, const char *name);
bool ptx_global(struct ptx_module *module, const char *name, uint64_t *at, size_t *size);
int ptx_static_shared(const struct ptx_function *f);
bool ptx_prints(const struct ptx_function *f); // something in its module does
void ptx_prepare(struct ptx_launch *launch, struct ptx_function *f, const unsigned *grid,
                 const unsigned *block, unsigned shared, void **params, bool cooperative);
void ptx_launch_finish(struct ptx_launch *launch);
int ptx_run(struct ptx_launch *launch); // a CUresult
void ptx_flush(void);                   // prints what kernels have printed
void ptx_set_fifo(size_t bytes);

#endif
