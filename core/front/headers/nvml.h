/* NVML: what a program asks of its devices. Memory and names are those of the CUDA runtime's devices; what only a board has
   (temperature, power, clocks, fans) is NVML_ERROR_NOT_SUPPORTED where kernels run on the CPU. */
#ifndef HEDDLE_NVML_H_
#define HEDDLE_NVML_H_
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

typedef enum nvmlReturn_enum {
    NVML_SUCCESS = 0,
    NVML_ERROR_UNINITIALIZED = 1,
    NVML_ERROR_INVALID_ARGUMENT = 2,
    NVML_ERROR_NOT_SUPPORTED = 3,
    NVML_ERROR_NO_PERMISSION = 4,
    NVML_ERROR_ALREADY_INITIALIZED = 5,
    NVML_ERROR_NOT_FOUND = 6,
    NVML_ERROR_INSUFFICIENT_SIZE = 7,
    NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;
struct __nvml_device {
    int number;
};
typedef struct __nvml_device *nvmlDevice_t;
typedef struct nvmlMemory_st {
    unsigned long long total, free, used;
} nvmlMemory_t;
typedef struct nvmlUtilization_st {
    unsigned int gpu, memory;
} nvmlUtilization_t;
typedef struct nvmlPciInfo_st {
    char busIdLegacy[16];
    unsigned int domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[32];
} nvmlPciInfo_t;
typedef enum nvmlTemperatureSensors_enum { NVML_TEMPERATURE_GPU = 0 } nvmlTemperatureSensors_t;
typedef enum nvmlClockType_enum { NVML_CLOCK_GRAPHICS = 0, NVML_CLOCK_SM = 1, NVML_CLOCK_MEM = 2, NVML_CLOCK_VIDEO = 3 } nvmlClockType_t;
typedef enum nvmlEnableState_enum { NVML_FEATURE_DISABLED = 0, NVML_FEATURE_ENABLED = 1 } nvmlEnableState_t;
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE 96
#define NVML_DEVICE_UUID_BUFFER_SIZE 80
#define NVML_DEVICE_UUID_V2_BUFFER_SIZE 96
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE 32
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE 80

enum { __nvml_most = 16 };
static struct __nvml_device __nvml_devices[__nvml_most];
static int __nvml_users;

static inline nvmlReturn_t nvmlInit(void)
{
    __nvml_users++;
    return NVML_SUCCESS;
}
static inline nvmlReturn_t nvmlInit_v2(void) { return nvmlInit(); }
static inline nvmlReturn_t nvmlShutdown(void)
{
    if (!__nvml_users) return NVML_ERROR_UNINITIALIZED;
    __nvml_users--;
    return NVML_SUCCESS;
}
static inline const char *nvmlErrorString(nvmlReturn_t result)
{
    switch (result) {
    case NVML_SUCCESS: return "Success";
    case NVML_ERROR_UNINITIALIZED: return "Uninitialized";
    case NVML_ERROR_INVALID_ARGUMENT: return "Invalid Argument";
    case NVML_ERROR_NOT_SUPPORTED: return "Not Supported";
    case NVML_ERROR_NO_PERMISSION: return "Insufficient Permissions";
    case NVML_ERROR_ALREADY_INITIALIZED: return "Already Initialized";
    case NVML_ERROR_NOT_FOUND: return "Not Found";
    case NVML_ERROR_INSUFFICIENT_SIZE: return "Insufficient Size";
    default: return "Unknown Error";
    }
}
/* What is wrong with a call about `device`; NVML_SUCCESS: nothing. */
static inline nvmlReturn_t __nvml_fault(nvmlDevice_t device, const void *out)
{
    if (!__nvml_users) return NVML_ERROR_UNINITIALIZED;
    if (device < __nvml_devices || device >= __nvml_devices + __nvml_most || !out) return NVML_ERROR_INVALID_ARGUMENT;
    return NVML_SUCCESS;
}
static inline nvmlReturn_t __nvml_text(char *out, unsigned int length, const char *text)
{
    if (strlen(text) >= length) return NVML_ERROR_INSUFFICIENT_SIZE;
    strcpy(out, text);
    return NVML_SUCCESS;
}
static inline nvmlReturn_t nvmlDeviceGetCount(unsigned int *count)
{
    int n = 0;
    if (!__nvml_users) return NVML_ERROR_UNINITIALIZED;
    if (!count) return NVML_ERROR_INVALID_ARGUMENT;
    if (cudaGetDeviceCount(&n) != cudaSuccess) n = 0;
    *count = (unsigned int)n;
    return NVML_SUCCESS;
}
static inline nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int *count) { return nvmlDeviceGetCount(count); }
static inline nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t *device)
{
    unsigned int n;
    nvmlReturn_t result = nvmlDeviceGetCount(&n);
    if (result != NVML_SUCCESS) return result;
    if (!device || index >= n || index >= __nvml_most) return NVML_ERROR_INVALID_ARGUMENT;
    *device = &__nvml_devices[index];
    (*device)->number = (int)index;
    return NVML_SUCCESS;
}
static inline nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t *device) { return nvmlDeviceGetHandleByIndex(index, device); }
static inline nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *id, nvmlDevice_t *device)
{
    int index;
    if (!__nvml_users) return NVML_ERROR_UNINITIALIZED;
    if (!id || !device) return NVML_ERROR_INVALID_ARGUMENT;
    if (cudaDeviceGetByPCIBusId(&index, id) != cudaSuccess) return NVML_ERROR_NOT_FOUND;
    return nvmlDeviceGetHandleByIndex((unsigned int)index, device);
}
static inline nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int *index)
{
    nvmlReturn_t result = __nvml_fault(device, index);
    if (result == NVML_SUCCESS) *index = (unsigned int)device->number;
    return result;
}
static inline nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned int length)
{
    struct cudaDeviceProp p;
    nvmlReturn_t result = __nvml_fault(device, name);
    if (result != NVML_SUCCESS) return result;
    cudaGetDeviceProperties(&p, device->number);
    return __nvml_text(name, length, p.name);
}
static inline nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned int length)
{
    struct cudaDeviceProp p;
    char text[64] = "GPU-";
    int at = 4;
    nvmlReturn_t result = __nvml_fault(device, uuid);
    if (result != NVML_SUCCESS) return result;
    cudaGetDeviceProperties(&p, device->number);
    for (int i = 0; i < 16; i++) at += snprintf(text + at, sizeof text - at, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", (unsigned char)p.uuid.bytes[i]);
    return __nvml_text(uuid, length, text);
}
static inline nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory)
{
    size_t left = 0, total = 0;
    int current = 0;
    nvmlReturn_t result = __nvml_fault(device, memory);
    if (result != NVML_SUCCESS) return result;
    cudaGetDevice(&current);
    if (current != device->number) cudaSetDevice(device->number);
    cudaError_t status = cudaMemGetInfo(&left, &total);
    if (current != device->number) cudaSetDevice(current);
    if (status != cudaSuccess) return NVML_ERROR_UNKNOWN;
    memory->total = total;
    memory->free = left;
    memory->used = total - left;
    return NVML_SUCCESS;
}
static inline nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_t *pci)
{
    struct cudaDeviceProp p;
    nvmlReturn_t result = __nvml_fault(device, pci);
    if (result != NVML_SUCCESS) return result;
    memset(pci, 0, sizeof *pci);
    cudaGetDeviceProperties(&p, device->number);
    pci->domain = (unsigned int)p.pciDomainID;
    pci->bus = (unsigned int)p.pciBusID;
    pci->device = (unsigned int)p.pciDeviceID;
    snprintf(pci->busId, sizeof pci->busId, "%08X:%02X:%02X.0", pci->domain, pci->bus, pci->device);
    snprintf(pci->busIdLegacy, sizeof pci->busIdLegacy, "%04X:%02X:%02X.0", pci->domain, pci->bus, pci->device);
    return NVML_SUCCESS;
}
static inline nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor)
{
    struct cudaDeviceProp p;
    nvmlReturn_t result = __nvml_fault(device, major);
    if (result != NVML_SUCCESS) return result;
    if (!minor) return NVML_ERROR_INVALID_ARGUMENT;
    cudaGetDeviceProperties(&p, device->number);
    *major = p.major;
    *minor = p.minor;
    return NVML_SUCCESS;
}
static inline nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version)
{
    if (!__nvml_users) return NVML_ERROR_UNINITIALIZED;
    if (!version) return NVML_ERROR_INVALID_ARGUMENT;
    return cudaDriverGetVersion(version) == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
}
static inline nvmlReturn_t nvmlSystemGetDriverVersion(char *text, unsigned int length)
{
    int version = 0;
    char shown[32];
    nvmlReturn_t result = nvmlSystemGetCudaDriverVersion(&version);
    if (result != NVML_SUCCESS) return result;
    if (!text) return NVML_ERROR_INVALID_ARGUMENT;
    snprintf(shown, sizeof shown, "%d.%d", version / 1000, version % 1000 / 10);
    return __nvml_text(text, length, shown);
}
/* What a board's sensors and registers tell. */
static inline nvmlReturn_t __nvml_none(nvmlDevice_t device, const void *out)
{
    nvmlReturn_t result = __nvml_fault(device, out);
    return result == NVML_SUCCESS ? NVML_ERROR_NOT_SUPPORTED : result;
}
static inline nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device, nvmlTemperatureSensors_t sensor, unsigned int *degrees) { return __nvml_none(device, degrees); }
static inline nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned int *milliwatts) { return __nvml_none(device, milliwatts); }
static inline nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t device, unsigned int *milliwatts) { return __nvml_none(device, milliwatts); }
static inline nvmlReturn_t nvmlDeviceGetPowerManagementLimit(nvmlDevice_t device, unsigned int *milliwatts) { return __nvml_none(device, milliwatts); }
static inline nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long *millijoules) { return __nvml_none(device, millijoules); }
static inline nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *rates) { return __nvml_none(device, rates); }
static inline nvmlReturn_t nvmlDeviceGetFanSpeed(nvmlDevice_t device, unsigned int *percent) { return __nvml_none(device, percent); }
static inline nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int *megahertz) { return __nvml_none(device, megahertz); }
static inline nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int *megahertz) { return __nvml_none(device, megahertz); }
static inline nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t device, nvmlEnableState_t *mode) { return __nvml_none(device, mode); }
#endif
