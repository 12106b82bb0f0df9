// The same with cuLaunchKernel itself, for tools/gpu-check. It needs no header of CUDA's and no library to link: a C
// compiler takes it, and so does `heddle launch_driver.c`. HEDDLE_CUDA_DRIVER names another driver than libcuda.so.1.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char ptx[] = ".version 7.0\n.target sm_75\n.address_size 64\n"
                          ".visible .entry nothing(\n.param .u64 p,\n.param .u32 n\n)\n{\nret;\n}\n";

static int (*init)(unsigned);
static int (*device_get)(int *, int);
static int (*retain)(void **, int);
static int (*set_current)(void *);
static int (*load)(void **, const void *, unsigned, int *, void **);
static int (*get_function)(void **, void *, const char *);
static int (*allocate)(unsigned long long *, size_t);
static int (*synchronise)(void);
static int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);

static int open_driver(void) {
    const char *named = getenv("HEDDLE_CUDA_DRIVER");
    void *driver = dlopen(named ? named : "libcuda.so.1", RTLD_NOW);
    if (!driver) return printf("%s\n", dlerror()), 0;
    *(void **)&init = dlsym(driver, "cuInit");
    *(void **)&device_get = dlsym(driver, "cuDeviceGet");
    *(void **)&retain = dlsym(driver, "cuDevicePrimaryCtxRetain");
    *(void **)&set_current = dlsym(driver, "cuCtxSetCurrent");
    *(void **)&load = dlsym(driver, "cuModuleLoadDataEx");
    *(void **)&get_function = dlsym(driver, "cuModuleGetFunction");
    *(void **)&allocate = dlsym(driver, "cuMemAlloc_v2");
    *(void **)&synchronise = dlsym(driver, "cuCtxSynchronize");
    *(void **)&launch = dlsym(driver, "cuLaunchKernel");
    return init && device_get && retain && set_current && load && get_function && allocate && synchronise && launch;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

int main(int argc, char **argv) {
    int device, n = 0;
    void *context, *module, *function;
    unsigned long long p = 0;
    if (!open_driver()) return 1;
    if (init(0) || device_get(&device, 0) || retain(&context, device) || set_current(context) || load(&module, ptx, 0, NULL, NULL) ||
        get_function(&function, module, "nothing") || allocate(&p, 4096))
        return 2;
    void *params[] = {&p, &n};
    double best = 1e30;
    for (int round = 0; round < (argc > 1 ? 2 : 40); round++) {
        synchronise();
        double start = now();
        for (n = 0; n < 500; n++) launch(function, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL);
        double each = (now() - start) / 500;
        if (each < best) best = each;
    }
    printf("launch %.3f\n", best);
    return synchronise();
}
