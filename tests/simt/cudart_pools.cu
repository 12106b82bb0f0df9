// The runtime's calls for pools of memory, attributes of streams, pairs of devices and other programs' memory, and launches with
// attributes: what each returns when all is right, and when one argument is wrong (see cudart_calls.cu).
// CPU-ONLY: pools are those of the CPU as a device
#include <cstdio>

enum { OK = 0, VALUE = 1, MEMORY = 2, DEVICE = 101, HANDLE = 400, UNSUPPORTED = 801 };

static int rows, failures;
static void check(int line, const char *call, int want, int got) {
    int last = cudaGetLastError(), after = cudaGetLastError();
    rows++;
    if (got == want && last == want && after == 0) return;
    failures++;
    printf("line %d: %s gives %d instead of %d; last error %d, then %d\n", line, call, got, want, last, after);
}
#define T(want, ...) check(__LINE__, #__VA_ARGS__, want, __VA_ARGS__)
#define IS(value, want) is(__LINE__, #value, (double)(value), (double)(want))
static void is(int line, const char *text, double got, double want) {
    rows++;
    if (got == want) return;
    failures++;
    printf("line %d: %s is %g instead of %g\n", line, text, got, want);
}
static char host[256];
static cudaStream_t bad_stream = (cudaStream_t)(void *)host, stream;

static void pools() {
    cudaMemPool_t pool, mine, bad = (cudaMemPool_t)(void *)host;
    unsigned long long number = 1000, got = 0;
    int flag = 0;
    T(OK, cudaDeviceGetDefaultMemPool(&pool, 0));
    T(VALUE, cudaDeviceGetDefaultMemPool(NULL, 0));
    T(DEVICE, cudaDeviceGetDefaultMemPool(&pool, 1));
    T(OK, cudaDeviceGetMemPool(&mine, 0));
    T(VALUE, cudaDeviceGetMemPool(NULL, 0));
    T(DEVICE, cudaDeviceGetMemPool(&mine, -1));
    IS(mine == pool, 1);
    T(OK, cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &number));
    T(VALUE, cudaMemPoolSetAttribute(bad, cudaMemPoolAttrReleaseThreshold, &number));
    T(VALUE, cudaMemPoolSetAttribute(pool, (cudaMemPoolAttr)9, &number));
    T(VALUE, cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, NULL));
    T(VALUE, cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &number));
    T(OK, cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &got));
    IS(got, 1000);
    T(VALUE, cudaMemPoolGetAttribute(bad, cudaMemPoolAttrReleaseThreshold, &got));
    T(VALUE, cudaMemPoolGetAttribute(pool, (cudaMemPoolAttr)0, &got));
    T(VALUE, cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, NULL));
    T(OK, cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag));
    flag = 5;
    T(OK, cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag));
    IS(flag, 0);
    cudaMemPoolProps props = {}, wrong = {}, shared;
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.maxSize = 4096;
    shared = props;
    shared.handleTypes = cudaMemHandleTypePosixFileDescriptor;
    T(OK, cudaMemPoolCreate(&mine, &props));
    T(VALUE, cudaMemPoolCreate(NULL, &props));
    T(VALUE, cudaMemPoolCreate(&mine, &wrong));
    T(UNSUPPORTED, cudaMemPoolCreate(&mine, &shared));
    void *p, *q;
    T(OK, cudaMallocFromPoolAsync(&p, 3000, mine, stream));
    T(VALUE, cudaMallocFromPoolAsync(NULL, 3000, mine, stream));
    T(MEMORY, cudaMallocFromPoolAsync(&p, 8192, mine, stream));
    T(VALUE, cudaMallocFromPoolAsync(&p, 3000, bad, stream));
    T(HANDLE, cudaMallocFromPoolAsync(&p, 3000, mine, bad_stream));
    T(HANDLE, cudaMallocAsync(&q, 500, mine, bad_stream));
    T(OK, cudaMallocAsync(&q, 500, mine, stream));
    T(OK, cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemCurrent, &got));
    IS(got, 3500);
    T(OK, cudaFreeAsync(p, stream));
    T(OK, cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemCurrent, &got));
    IS(got, 500);
    T(OK, cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemHigh, &got));
    IS(got, 3500);
    number = 0;
    T(OK, cudaMemPoolSetAttribute(mine, cudaMemPoolAttrUsedMemHigh, &number));
    T(OK, cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemHigh, &got));
    IS(got, 500);
    T(OK, cudaMemPoolTrimTo(mine, 0));
    T(VALUE, cudaMemPoolTrimTo(bad, 0));
    cudaMemAccessDesc access = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtReadWrite}, none = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtNone};
    T(OK, cudaMemPoolSetAccess(mine, &access, 1));
    T(VALUE, cudaMemPoolSetAccess(bad, &access, 1));
    T(VALUE, cudaMemPoolSetAccess(mine, &none, 1));
    T(VALUE, cudaMemPoolSetAccess(mine, &access, 1000000));
    cudaMemAccessFlags flags;
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0}, nowhere = {cudaMemLocationTypeInvalid, 0};
    T(OK, cudaMemPoolGetAccess(&flags, mine, &here));
    IS(flags, 3);
    T(VALUE, cudaMemPoolGetAccess(NULL, mine, &here));
    T(VALUE, cudaMemPoolGetAccess(&flags, bad, &here));
    T(VALUE, cudaMemPoolGetAccess(&flags, mine, &nowhere));
    T(OK, cudaDeviceSetMemPool(0, mine));
    T(DEVICE, cudaDeviceSetMemPool(3, mine));
    T(VALUE, cudaDeviceSetMemPool(0, bad));
    T(OK, cudaMallocAsync(&p, 250, stream));
    T(OK, cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemCurrent, &got));
    IS(got, 750);
    cudaFree(p);
    cudaFree(q);
    T(OK, cudaMemPoolDestroy(mine));
    T(VALUE, cudaMemPoolDestroy(bad));
    T(VALUE, cudaMemPoolDestroy(pool));
    T(OK, cudaDeviceGetMemPool(&mine, 0));
    IS(mine == pool, 1);
}

static void attributes() {
    cudaStreamAttrValue v = {}, w = {};
    cudaStream_t other;
    cudaStreamCreate(&other);
    v.accessPolicyWindow.base_ptr = host;
    v.accessPolicyWindow.num_bytes = 100;
    v.accessPolicyWindow.hitRatio = 0.5f;
    T(OK, cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &v));
    T(HANDLE, cudaStreamSetAttribute(bad_stream, cudaStreamAttributeAccessPolicyWindow, &v));
    T(VALUE, cudaStreamSetAttribute(stream, cudaLaunchAttributeCooperative, &v));
    T(VALUE, cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, NULL));
    T(OK, cudaStreamCopyAttributes(other, stream));
    T(HANDLE, cudaStreamCopyAttributes(bad_stream, stream));
    T(HANDLE, cudaStreamCopyAttributes(other, bad_stream));
    T(OK, cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &w));
    IS(w.accessPolicyWindow.hitRatio, 0.5);
    T(HANDLE, cudaStreamGetAttribute(bad_stream, cudaStreamAttributeAccessPolicyWindow, &w));
    T(VALUE, cudaStreamGetAttribute(other, cudaLaunchAttributeCooperative, &w));
    T(VALUE, cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, NULL));
    v.priority = -2;
    T(OK, cudaStreamSetAttribute(other, cudaStreamAttributePriority, &v));
    int priority;
    T(OK, cudaStreamGetPriority(other, &priority));
    IS(priority, -2);
    int value;
    T(DEVICE, cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0));
    T(DEVICE, cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
    T(VALUE, cudaDeviceGetP2PAttribute(NULL, cudaDevP2PAttrAccessSupported, 0, 1));
    T(VALUE, cudaDeviceGetP2PAttribute(&value, (cudaDeviceP2PAttr)0, 0, 1));
}

static void others() {
    cudaIpcMemHandle_t memory = {};
    cudaIpcEventHandle_t mark = {};
    cudaEvent_t event;
    cudaEventCreate(&event);
    void *p;
    cudaMalloc(&p, 100);
    T(UNSUPPORTED, cudaIpcGetMemHandle(&memory, p));
    T(UNSUPPORTED, cudaIpcOpenMemHandle(&p, memory, cudaIpcMemLazyEnablePeerAccess));
    T(UNSUPPORTED, cudaIpcCloseMemHandle(p));
    T(UNSUPPORTED, cudaIpcGetEventHandle(&mark, event));
    T(UNSUPPORTED, cudaIpcOpenEventHandle(&event, mark));
}

__global__ void scaled(float *out, float s, int n) { out[threadIdx.x] = s * n; }
__global__ void nothing() {}
static void launches() {
    float *out;
    cudaMallocManaged(&out, 128);
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute attribute[2];
    c.gridDim = 1;
    c.blockDim = 32;
    attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[0].val.programmaticStreamSerializationAllowed = 1;
    attribute[1].id = cudaLaunchAttributeClusterDimension;
    attribute[1].val.clusterDim.x = attribute[1].val.clusterDim.y = attribute[1].val.clusterDim.z = 1;
    c.attrs = attribute;
    c.numAttrs = 2;
    T(OK, cudaLaunchKernelEx(&c, scaled, out, 2.5, 4L));
    cudaDeviceSynchronize();
    IS(out[31], 10);
    T(OK, cudaLaunchKernelEx(&c, nothing));
    attribute[1].val.clusterDim.x = 2;
    T(cudaErrorInvalidClusterSize, cudaLaunchKernelEx(&c, nothing));
    int grid = 0, block = 0;
    T(OK, cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, scaled, [](int size) { return (size_t)size * 4; }));
    IS(block >= 32 && grid > 0, 1);
}

int main() {
    cudaStreamCreate(&stream);
    pools();
    attributes();
    others();
    launches();
    printf("%d failures\n", failures);
    printf("%s\n", rows > 80 ? "many rows" : "few rows");
}
/* OUTPUT:
0 failures
many rows
*/
