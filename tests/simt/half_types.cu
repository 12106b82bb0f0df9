// half, half2, __nv_bfloat16, __nv_bfloat162: literals and conversions, operators, the functions of cuda_fp16.h and cuda_bf16.h,
// shuffles and atomics, on the host and in kernels.
// CHECK: host alike
// CHECK: kernels alike
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <stdio.h>

static bool same(const char *what, double got, double want) {
    if (got != want) printf("%s is %.9g, not %.9g\n", what, got, want);
    return got == want;
}
#define SAME(e, want) ok = same(#e, (double)(e), want) && ok

__global__ void arithmetic(const half *a, const half *b, half *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    half x = a[i], y = b[i];
    half sum = x + y * x;
    sum -= 1;
    if (x > y || __hge(x, __float2half(3.0f))) sum = -sum;
    out[i] = __hfma(sum, __float2half(0.5f), hsqrt(__habs(x)));
}
__global__ void pairs(const half2 *a, half2 *out, float *f) {
    half2 x = a[threadIdx.x], y = __half2half2(2.0f);
    half2 z = __hfma2(x, y, __float2half2_rn(1.0f)) - x / y;
    z += x * y;
    if (x == x && !(z < x)) out[threadIdx.x] = -z;
    float2 w = __half22float2(z);
    f[threadIdx.x] = w.x + w.y + __low2float(x) + (float)__high2half(x) + __hmax2(x, z).x;
}
__global__ void brains(const __nv_bfloat16 *a, __nv_bfloat16 *out, float *f) {
    int i = threadIdx.x;
    __nv_bfloat16 x = a[i];
    __nv_bfloat162 p = __floats2bfloat162_rn(1.5f, (float)x);
    p = p * p + p;
    out[i] = x * x + __float2bfloat16(0.5f) - __nv_bfloat16(i);
    f[i] = __bfloat162float(p.y) + (x < out[i]) + (float)hexp(__nv_bfloat16(0.0f)) + (int)x + __bfloat162int_rn(x);
}
__global__ void together(half *sum, half2 *sums, half *out, half2 *out2) {
    half v = threadIdx.x;
    for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
    half2 w = make_half2(1, (half)threadIdx.x);
    half2 first = __shfl_sync(~0u, w, 3);
    out[threadIdx.x] = v;
    out2[threadIdx.x] = first;
    atomicAdd(sum, (half)1.0f);
    atomicAdd(sums, make_half2(1, 2));
}
__global__ void brain_sum(__nv_bfloat16 *sum) { atomicAdd(sum, __float2bfloat16(2.0f)); }

int main() {
    bool ok = true;
    half h = 1.0f / 3;
    SAME(h, 0.333251953125);
    SAME(h * 3, 1); // the product lies between two halves: to even
    SAME(__half2float(__float2half_ru(1.0f + 1e-4f)), 1.0009765625);
    SAME(__half2float(__float2half_rz(-1.0009f)), -1);
    SAME(__half2int_rn(2.5f), 2);
    SAME(__half2int_ru(2.1f), 3);
    SAME(__half_as_ushort(half(-2.0f)), 0xc000);
    SAME(half(70000.0f), 1.0 / 0.0);
    SAME(sizeof(half2), 4);
    SAME(__hadd(half(2), half(3)), 5);
    SAME(__heq(h, h) && !__hne(h, h) && __hltu(h, half(0.0f) / half(0.0f)), 1);
    SAME(__hisnan(half(0.0f) / half(0.0f)), 1);
    SAME(__nv_bfloat16(3.14159f), 3.140625);
    SAME(__bfloat162float(__float2bfloat16_rd(3.14159f)), 3.140625);
    SAME(hrint(half(2.5f)), 2);
    half2 q = make_half2(1, 2) + __float2half2_rn(0.5f);
    SAME(q.x + 10 * q.y, 26.5);
    puts(ok ? "host alike" : "host differs");

    half *a, *b, *out;
    float *f;
    cudaMallocManaged(&a, 256); cudaMallocManaged(&b, 256); cudaMallocManaged(&out, 256); cudaMallocManaged(&f, 256);
    for (int i = 0; i < 32; i++) a[i] = i * 0.5f, b[i] = 4 - i;
    ok = true;
    arithmetic<<<1, 32>>>(a, b, out, 32); cudaDeviceSynchronize();
    SAME(out[1], 0.5 * 1 + 0.70703125 - 0.0);
    SAME(out[8], -0.5 * (4 + -4 * 4 - 1) + 2);
    pairs<<<1, 16>>>((half2 *)a, (half2 *)out, f); cudaDeviceSynchronize();
    SAME(out[2], -(2 * 1 + 1 - 0.5 + 2));
    SAME(out[3], -(2 * 1.5 + 1 - 0.75 + 3));
    SAME(f[1], 4.5 + 6.25 + 1 + 1.5 + 4.5);
    __nv_bfloat16 *c = (__nv_bfloat16 *)b;
    for (int i = 0; i < 32; i++) c[i] = i + 0.25f;
    brains<<<1, 32>>>(c, (__nv_bfloat16 *)out, f); cudaDeviceSynchronize();
    SAME(((__nv_bfloat16 *)out)[4], 18.125 + 0.5 - 4 - 0.125 + 0.0);
    SAME(f[2], 7.3125 + 1 + 1 + 2 + 2);
    out[0] = 0; out[2] = out[3] = 0;
    together<<<1, 32>>>(out, (half2 *)out + 1, a, (half2 *)b); cudaDeviceSynchronize();
    SAME(out[0], 32); SAME(out[2], 32); SAME(out[3], 64); SAME(a[5], 496); SAME(b[11], 3);
    c[0] = 0;
    brain_sum<<<2, 16>>>(c); cudaDeviceSynchronize();
    SAME(c[0], 64);
    puts(ok ? "kernels alike" : "kernels differ");
    return !ok;
}
