// What CUDA says of conversions in kernels: out of range they saturate, NaN becomes 0 (of 64 bits: the highest bit), and __float2int_rd and its kin round in their
// direction (CUDA Math API, type casting intrinsics). At several widths: tests/simt/lanes.py runs it too.
// RUN: file
#include <cstdio>
#include <cmath>
#include <climits>
__global__ void convert(const float *f, const double *d, long long *out, float *down) {
    int i = threadIdx.x;
    out[i * 8 + 0] = (int)f[i];
    out[i * 8 + 1] = (unsigned)f[i];
    out[i * 8 + 2] = (long long)d[i];
    out[i * 8 + 3] = (int)d[i];
    out[i * 8 + 4] = __float2int_rd(f[i]);
    out[i * 8 + 5] = __float2int_ru(f[i]);
    out[i * 8 + 6] = __float2int_rz(f[i]);
    out[i * 8 + 7] = (unsigned char)(int)f[i];
    down[i * 4 + 0] = __double2float_rd(d[i]);
    down[i * 4 + 1] = __double2float_ru(d[i]);
    down[i * 4 + 2] = __double2float_rz(d[i]);
    down[i * 4 + 3] = __double2float_rn(d[i]);
}
__global__ void integers(const int *i, const long long *l, float *f, double *d) {
    int k = threadIdx.x;
    f[k * 8 + 0] = __int2float_rd(i[k]);
    f[k * 8 + 1] = __int2float_ru(i[k]);
    f[k * 8 + 2] = __int2float_rz(i[k]);
    f[k * 8 + 3] = __int2float_rn(i[k]);
    f[k * 8 + 4] = __ll2float_rd(l[k]);
    f[k * 8 + 5] = __ll2float_ru(l[k]);
    f[k * 8 + 6] = __uint2float_ru((unsigned)i[k]);
    f[k * 8 + 7] = __uint2float_rz((unsigned)i[k]);
    d[k * 3 + 0] = __ll2double_rd(l[k]);
    d[k * 3 + 1] = __ll2double_ru(l[k]);
    d[k * 3 + 2] = __ll2double_rz(l[k]);
}
int main() {
    const float values[] = {1e20f, -1e20f, NAN, 2.5f, -2.5f, 2147483648.0f, 0.1f, -0.1f};
    const double wide[] = {1e300, -1e300, NAN, 0.1, -0.1, 1.0000000596046448, 1e-310, -3.5};
    float *f, *down;
    double *d;
    long long *out;
    cudaMallocManaged(&f, sizeof values);
    cudaMallocManaged(&d, 12 * sizeof *d);
    cudaMallocManaged(&out, 64 * sizeof *out);
    cudaMallocManaged(&down, 32 * sizeof *down);
    for (int i = 0; i < 8; i++) f[i] = values[i], d[i] = wide[i];
    convert<<<1, 8>>>(f, d, out, down);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 8; k++) printf("%lld ", out[i * 8 + k]);
        for (int k = 0; k < 4; k++) printf("%a ", down[i * 4 + k]);
        printf("\n");
    }
    const int small[] = {16777217, -16777217, 2147483647, 0};
    const long long large[] = {9007199254740993ll, -9007199254740993ll, 9223372036854775807ll, -1};
    int *i;
    long long *l;
    cudaMallocManaged(&i, sizeof small);
    cudaMallocManaged(&l, sizeof large);
    for (int k = 0; k < 4; k++) i[k] = small[k], l[k] = large[k];
    integers<<<1, 4>>>(i, l, down, d);
    cudaDeviceSynchronize();
    for (int k = 0; k < 4; k++) {
        for (int n = 0; n < 8; n++) printf("%.0f ", down[k * 8 + n]);
        for (int n = 0; n < 3; n++) printf("%.0f ", d[k * 3 + n]);
        printf("\n");
    }
}
/* OUTPUT:
2147483647 4294967295 9223372036854775807 2147483647 2147483647 2147483647 2147483647 255 0x1.fffffep+127 inf 0x1.fffffep+127 inf 
-2147483648 0 -9223372036854775808 -2147483648 -2147483648 -2147483648 -2147483648 0 -inf -0x1.fffffep+127 -0x1.fffffep+127 -inf 
0 0 -9223372036854775808 -2147483648 0 0 0 0 nan nan nan nan 
2 2 0 0 2 3 2 2 0x1.999998p-4 0x1.99999ap-4 0x1.999998p-4 0x1.99999ap-4 
-2 0 0 0 -3 -2 -2 254 -0x1.99999ap-4 -0x1.999998p-4 -0x1.999998p-4 -0x1.99999ap-4 
2147483647 2147483648 1 1 2147483647 2147483647 2147483647 255 0x1p+0 0x1.000002p+0 0x1p+0 0x1p+0 
0 0 0 0 0 1 0 0 0x0p+0 0x1p-149 0x0p+0 0x0p+0 
0 0 -3 -3 -1 0 0 0 -0x1.cp+1 -0x1.cp+1 -0x1.cp+1 -0x1.cp+1 
16777216 16777218 16777216 16777216 9007199254740992 9007200328482816 16777218 16777216 9007199254740992 9007199254740994 9007199254740992 
-16777218 -16777216 -16777216 -16777216 -9007200328482816 -9007199254740992 4278190080 4278189824 -9007199254740994 -9007199254740992 -9007199254740992 
2147483520 2147483648 2147483520 2147483648 9223371487098961920 9223372036854775808 2147483648 2147483520 9223372036854774784 9223372036854775808 9223372036854774784 
0 0 0 0 -1 -1 0 0 -1 -1 -1 
*/
