// <nvml.h>: devices are those of the CUDA runtime, sensors say that there are none, and misuse is an error.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <nvml.h>
int main() {
    int r;
    unsigned int n = 0, watts = 7;
    printf("%s, ", nvmlErrorString(nvmlDeviceGetCount(&n)));
    printf("%s\n", nvmlErrorString(nvmlInit()));
    int count;
    cudaGetDeviceCount(&count);
    r = nvmlDeviceGetCount(&n);
    printf("%d %d\n", r, (int)n == count);
    nvmlDevice_t d, other;
    r = nvmlDeviceGetHandleByIndex(0, &d);
    printf("%d %d\n", r, nvmlDeviceGetHandleByIndex(n, &other));
    char name[NVML_DEVICE_NAME_V2_BUFFER_SIZE], id[32], uuid[NVML_DEVICE_UUID_BUFFER_SIZE];
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    r = nvmlDeviceGetName(d, name, sizeof name);
    printf("%d %d %d\n", r, strcmp(name, p.name), nvmlDeviceGetName(d, name, 2));
    nvmlMemory_t m;
    r = nvmlDeviceGetMemoryInfo(d, &m);
    printf("%d %d %d\n", r, m.total == p.totalGlobalMem, m.used + m.free == m.total);
    int major, minor;
    r = nvmlDeviceGetCudaComputeCapability(d, &major, &minor);
    printf("%d %d\n", r, major == p.major && minor == p.minor);
    cudaDeviceGetPCIBusId(id, sizeof id, 0);
    r = nvmlDeviceGetHandleByPciBusId(id, &other);
    printf("%d %d\n", r, other == d);
    nvmlPciInfo_t pci;
    r = nvmlDeviceGetPciInfo(d, &pci);
    printf("%d %d\n", r, (int)pci.bus == p.pciBusID);
    r = nvmlDeviceGetUUID(d, uuid, sizeof uuid);
    printf("%d %d\n", r, (int)strlen(uuid));
    printf("%s %s\n", nvmlErrorString(nvmlDeviceGetPowerUsage(d, &watts)), nvmlErrorString(nvmlDeviceGetPowerUsage(NULL, &watts)));
    r = nvmlShutdown();
    printf("%d %d\n", r, nvmlShutdown());
}
/* OUTPUT:
Uninitialized, Success
0 1
0 2
0 0 7
0 1 1
0 1
0 1
0 1
0 40
Not Supported Invalid Argument
0 1
*/
