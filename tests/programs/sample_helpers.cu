// What samples of CUDA take from their Common folder: checks, timers, pictures, vector operators, NVTX, <nv/target>. ONE-CELL
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>
#include <exception.h>
#include <nvtx3/nvToolsExt.h>
#include <nv/target>
#include <unistd.h>
__host__ __device__ int where() { NV_IF_TARGET(NV_IS_DEVICE, (return 1;), (return 2;)) }
__host__ __device__ int sm() { NV_DISPATCH_TARGET(NV_PROVIDES_SM_80, (return 80;), NV_PROVIDES_SM_70, (return 70;), NV_IS_HOST, (return 0;)) }
__global__ void k(float3 *a, float3 *b, float *out, int *w) {
    int i = threadIdx.x;
    float3 c = cross(a[i], b[i]) + lerp(a[i], b[i], 0.5f) * 2.0f;
    c += make_float3(1.0f); c = clamp(c, 0.f, 10.f);
    out[i] = dot(c, normalize(b[i])) + length(c);
    w[0] = where(); w[1] = sm();
}
int main(int argc, char **argv) {
    nvtxRangePushA("x");
    int dev = findCudaDevice(argc, (const char **)argv);
    float3 *a, *b; float *o; int *w;
    checkCudaErrors(cudaMallocManaged(&a, 32 * sizeof *a)); checkCudaErrors(cudaMallocManaged(&b, 32 * sizeof *b));
    checkCudaErrors(cudaMallocManaged(&o, 32 * 4)); checkCudaErrors(cudaMallocManaged(&w, 8));
    for (int i = 0; i < 32; i++) { a[i] = make_float3(i, 1, 2); b[i] = make_float3(1, i, 3); }
    StopWatchInterface *t = NULL; sdkCreateTimer(&t); sdkStartTimer(&t);
    k<<<1, 32>>>(a, b, o, w); getLastCudaError("k"); checkCudaErrors(cudaDeviceSynchronize());
    sdkStopTimer(&t); printf("%d\n", sdkGetTimerValue(&t) >= 0);
    printf("%g %g host %d %d dev %d %d\n", o[0], o[31], where(), sm(), w[0], w[1]);
    float ref[32]; for (int i = 0; i < 32; i++) ref[i] = o[i];
    printf("%d %d\n", sdkCompareL2fe(ref, o, 32, 1e-6f), compareData(ref, o, 32, 1e-6f, 0.0f));
    float4 f4 = make_float4(make_float3(1, 2, 3), 4) / 2.0f; int2 i2 = make_int2(3) - make_int2(1, 2); uint3 u3 = make_uint3(1u, 2u, 3u) * 2u;
    printf("%g %g %d %d %u\n", f4.x, f4.w, i2.x, i2.y, u3.z);
    unsigned char *img = (unsigned char *)malloc(16), *back = NULL; unsigned w2, h2; for (int i = 0; i < 16; i++) img[i] = i;
    char name[] = "/tmp/heddle-sample-XXXXXX"; close(mkstemp(name));
    printf("%d", sdkSavePGM(name, img, 4, 4)); bool okl = sdkLoadPGM(name, &back, &w2, &h2); printf(" %d %u %u %d\n", okl, w2, h2, back[15]);
    remove(name);
    char *path = sdkFindFilePath("sample_helpers.cu", argv[0]); printf("%d\n", path != NULL);
    printf("%d %d\n", _ConvertSMVer2Cores(8, 6), dev);
    return 0;
}
/* OUTPUT:
GPU Device 0: "Hopper" with compute capability 9.0

1
14.4486 10.9627 host 2 0 dev 1 80
1 1
0.5 2 2 1 6
1 1 4 4 15
1
128 0
*/
