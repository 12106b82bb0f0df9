// The same with cuLaunchKernel itself, for tools/gpu-check: compiled there with gcc against the toolkit's cuda.h.
#include <cuda.h>
#include <stdio.h>
#include <time.h>

static const char ptx[] = ".version 7.0\n.target sm_75\n.address_size 64\n"
                          ".visible .entry nothing(.param .u64 p, .param .u32 n)\n{\nret;\n}\n";

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

int main(void) {
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction function;
    CUdeviceptr p;
    int n;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) || cuCtxSetCurrent(context) ||
        cuModuleLoadData(&module, ptx) || cuModuleGetFunction(&function, module, "nothing") || cuMemAlloc(&p, 4096))
        return 1;
    void *params[] = {&p, &n};
    double best = 1e30;
    for (int round = 0; round < 40; round++) {
        cuCtxSynchronize();
        double start = now();
        for (n = 0; n < 500; n++) cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL);
        double each = (now() - start) / 500;
        if (each < best) best = each;
    }
    printf("launch %.3f\n", best);
    return 0;
}
