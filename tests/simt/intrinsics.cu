// Device intrinsics against values worked out by hand or by CUDA.
/* OUTPUT:
bits 8 40 24 2 4 80000000 1
words deadbeef 00000008 12340000 00001234
mul 1 fffffffe -2 35
sad 12 12 5 6
dp4a 30 30
convert 2 3 3 2 -3 2147483647 0 -2147483648
bits of float 3f800000 1.5 3ff0000000000000 2
round 1.00000012 1 0.666666627 0.666666687
math 0.5 2 0.5 1 1 0.125 3
saturate 0 0.25 1 0
special 0.841345 1.64485 0.476936 0.842701 1.26607 0.565159
simd 05050505 00ff00ff 03030303
minmax 3 7 2.5 4000000000 -1
kinds 1 0 1 1 0 1
atomics 10 3 9 0 5 7 12
shuffles 31 30 16 496
vote ffffffff 1 0 55555555
*/
#include <stdio.h>

__global__ void integers(void)
{
    printf("bits %d %d %d %d %d %x %llx\n", __popc(0xff), __popcll(0xffffffffffull), __clz(0xff), __ffs(10), __ffsll(8),
           __brev(1), __brevll(1ull << 63));
    printf("words %08x %08x %08x %08x\n", __byte_perm(0xdeadbeef, 0, 0x3210), __funnelshift_l(0x80000000, 0, 4),
           __funnelshift_l(0, 0x1234, 16), __funnelshift_r(0x12340000, 0, 16));
    printf("mul %d %x %lld %d\n", __mulhi(1 << 16, 1 << 16), __umulhi(0xffffffff, 0xffffffff), __mul64hi(-2, 1ll << 62) - 1,
           __mul24(5, 7));
    printf("sad %u %u %d %d\n", __sad(-3, 4, 5), __usad(10, 3, 5), __hadd(4, 7), __rhadd(4, 7));
    printf("dp4a %d %u\n", __dp4a(0x04030201, 0x04030201, 0), __dp4a(0x04030201u, 0x04030201u, 0u));
    printf("convert %d %d %d %d %d %d %u %d\n", __float2int_rn(2.5f), __float2int_ru(2.5f), __double2int_rn(2.6),
           __float2int_rz(2.9f), __float2int_rd(-2.5f), __float2int_rz(1e20f), __float2uint_rz(-5.0f),
           __float2int_rz(-1e20f));
    printf("bits of float %x %g %llx %g\n", __float_as_int(1.0f), __int_as_float(0x3fc00000), __double_as_longlong(1.0),
           __hiloint2double(0x40000000, 0));
    printf("round %.9g %.9g %.9g %.9g\n", __fadd_ru(1.0f, 1e-10f), __fadd_rn(1.0f, 1e-10f), __fdiv_rz(2.0f, 3.0f),
           __fdiv_rn(2.0f, 3.0f));
}

__global__ void math(void)
{
    printf("math %g %g %g %g %g %g %g\n", rsqrtf(4.0f), rsqrt(0.25), rcbrt(8.0), sinpi(0.5), cospif(2.0f),
           exp2(-3.0), norm3d(1.0, 2.0, 2.0));
    printf("saturate %g %g %g %g\n", __saturatef(-1.0f), __saturatef(0.25f), __saturatef(7.0f), __saturatef(nanf("")));
    printf("special %g %g %g %g %g %g\n", normcdf(1.0), normcdfinv(0.95), erfinv(0.5), erff(1.0f), cyl_bessel_i0(1.0),
           cyl_bessel_i1f(1.0f));
    printf("simd %08x %08x %08x\n", __vadd4(0x01020304, 0x04030201), __vcmpeq4(0x01020304, 0x00020004),
           __vabsdiffu4(0x01050205, 0x04020502));
    unsigned int big = 4000000000u;
    printf("minmax %d %d %g %u %d\n", min(3, 7), max(3, 7), min(2.5f, 3.0f), max(1, big), min(-1, 5));
    printf("kinds %d %d %d %d %d %d\n", isnan(nanf("")), isnan(1.0f), isinf(1.0f / 0.0f), isfinite(2.0), isfinite(-1.0 / 0.0),
           signbit(-0.0f) != 0);
}

__global__ void atomics(int *p, unsigned int *u)
{
    atomicAdd(&p[0], 5);
    atomicSub(&p[1], 2);
    atomicMax(&p[2], 9);
    atomicMin(&p[3], 0);
    atomicCAS(&p[4], 5, 5);
    atomicInc(&u[0], 10);
    atomicExch(&u[1], 12);
}

__global__ void warps(int *out)
{
    unsigned int all = 0xffffffff;
    int lane = threadIdx.x;
    int last = __shfl_sync(all, lane, 31), up = __shfl_up_sync(all, lane, 1), other = __shfl_xor_sync(all, lane, 16);
    int sum = lane;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(all, sum, d);
    unsigned int ballot = __ballot_sync(all, 1), even = __ballot_sync(all, lane % 2 == 0);
    int every = __all_sync(all, lane >= 0), some = __any_sync(all, lane > 31);
    if (lane == 0) {
        out[0] = last;
        out[2] = other;
        out[3] = sum;
        printf("");
    }
    if (lane == 31) out[1] = up;
    __syncwarp();
    if (lane == 0) {
        printf("shuffles %d %d %d %d\n", out[0], out[1], out[2], out[3]);
        printf("vote %x %d %d %x\n", ballot, every != 0, some != 0, even);
    }
}

int main(void)
{
    integers<<<1, 1>>>();
    math<<<1, 1>>>();
    int values[5] = {5, 5, 5, 5, 5}, *p;
    unsigned int words[2] = {6, 6}, *u;
    cudaMalloc(&p, sizeof values);
    cudaMalloc(&u, sizeof words);
    cudaMemcpy(p, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(u, words, sizeof words, cudaMemcpyHostToDevice);
    atomics<<<1, 1>>>(p, u);
    cudaMemcpy(values, p, sizeof values, cudaMemcpyDeviceToHost);
    cudaMemcpy(words, u, sizeof words, cudaMemcpyDeviceToHost);
    printf("atomics %d %d %d %d %d %u %u\n", values[0], values[1], values[2], values[3], values[4], words[0], words[1]);
    warps<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    return 0;
}
