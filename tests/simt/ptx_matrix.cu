// ASM-FROM: sm_80
// Inline PTX of matrices and copies on the CPU: ldmatrix (also transposed) and mma.sync as kernels use them, against a product
// written out; cp.async with what is not there; addresses of shared memory in 32 bits; guards before accesses; bfind, redux.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__device__ uint32_t shared_address(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

// One warp: D = A * B + C of 16 x 16 and 16 x 8; B's rows are in memory, so it is loaded transposed.
__global__ void product(const half *a, const half *b, const float *c, float *d)
{
    __shared__ half sa[16][24], sb[16][16];
    int lane = threadIdx.x, g = lane / 4, q = lane % 4;
    uint32_t dst = shared_address(&sa[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(dst), "l"(a + lane * 8));
    if (lane < 16) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" :: "r"(shared_address(&sb[lane][0])), "l"(b + lane * 8), "n"(16));
    asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;\n" ::: "memory");
    __syncwarp();
    uint32_t ra[4], rb[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3]) : "r"(shared_address(&sa[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(rb[0]), "=r"(rb[1]) : "r"(shared_address(&sb[lane % 16][0])));
    float s[4] = {c[g * 8 + 2 * q], c[g * 8 + 2 * q + 1], c[(g + 8) * 8 + 2 * q], c[(g + 8) * 8 + 2 * q + 1]};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]) : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    d[g * 8 + 2 * q] = s[0];
    d[g * 8 + 2 * q + 1] = s[1];
    d[(g + 8) * 8 + 2 * q] = s[2];
    d[(g + 8) * 8 + 2 * q + 1] = s[3];
}
// The same from registers, of K = 8, in halves and bfloat16.
__device__ uint32_t two(float x, float y, bool b)
{
    uint16_t l, h;
    if (b) { __nv_bfloat16 u = __float2bfloat16(x), v = __float2bfloat16(y); memcpy(&l, &u, 2); memcpy(&h, &v, 2); }
    else { half u = __float2half(x), v = __float2half(y); memcpy(&l, &u, 2); memcpy(&h, &v, 2); }
    return l | (uint32_t)h << 16;
}
__global__ void registers(const float *a, const float *b, float *d, float *e)
{
    int lane = threadIdx.x, g = lane / 4, q = lane % 4;
    uint32_t c0 = 0, c1 = 0, d0, d1;
    asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %6};" : "=r"(d0), "=r"(d1)
        : "r"(two(a[g * 8 + 2 * q], a[g * 8 + 2 * q + 1], false)), "r"(two(a[(g + 8) * 8 + 2 * q], a[(g + 8) * 8 + 2 * q + 1], false)),
          "r"(two(b[2 * q * 8 + g], b[(2 * q + 1) * 8 + g], false)), "r"(c0), "r"(c1));
    half2 h0, h1;
    memcpy(&h0, &d0, 4);
    memcpy(&h1, &d1, 4);
    d[g * 8 + 2 * q] = __half2float(h0.x);
    d[g * 8 + 2 * q + 1] = __half2float(h0.y);
    d[(g + 8) * 8 + 2 * q] = __half2float(h1.x);
    d[(g + 8) * 8 + 2 * q + 1] = __half2float(h1.y);
    float s[4], z = 0;
    asm("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %7, %7, %7};"
        : "=f"(s[0]), "=f"(s[1]), "=f"(s[2]), "=f"(s[3])
        : "r"(two(a[g * 8 + 2 * q], a[g * 8 + 2 * q + 1], true)), "r"(two(a[(g + 8) * 8 + 2 * q], a[(g + 8) * 8 + 2 * q + 1], true)),
          "r"(two(b[2 * q * 8 + g], b[(2 * q + 1) * 8 + g], true)), "f"(z));
    e[g * 8 + 2 * q] = s[0];
    e[g * 8 + 2 * q + 1] = s[1];
    e[(g + 8) * 8 + 2 * q] = s[2];
    e[(g + 8) * 8 + 2 * q + 1] = s[3];
}

// An address of shared memory that was widened from a signed number, as programs do that pass it in a register of 64 bits.
__global__ void widened(int *out)
{
    __shared__ uint16_t rows[8][8];
    __shared__ int words[32];
    int lane = threadIdx.x;
    for (int i = lane; i < 64; i += 32) rows[i / 8][i % 8] = (uint16_t)i;
    words[lane] = 100 + lane;
    __syncwarp();
    int row = (int)shared_address(rows[lane % 8]), word = (int)shared_address(&words[lane]);
    unsigned loaded;
    int read;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(loaded) : "l"((unsigned long long)row));
    asm volatile("st.shared.s32 [%0], %1;" :: "l"((long long)word), "r"(words[lane] + 1) : "memory");
    asm volatile("ld.shared.s32 %0, [%1];" : "=r"(read) : "l"((long long)word));
    out[lane] = (int)(loaded & 0xffff) * 10000 + (int)(loaded >> 16) * 1000 / 10 + (read == 101 + lane);
}

// As many bytes as there are; guards.
__global__ void partly(const int *in, int *out, int n)
{
    __shared__ int s[32 * 4];
    int i = threadIdx.x, left = n - 4 * i;
    int bytes = left <= 0 ? 0 : left >= 4 ? 16 : left * 4;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" :: "r"(shared_address(&s[4 * i])), "l"(in + 4 * i), "r"(bytes));
    asm volatile("cp.async.wait_all;");
    for (int k = 0; k < 4; k++) out[4 * i + k] = s[4 * i + k];
    int v = -1;
    asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, %2; @p ld.global.s32 %0, [%3]; @!p mov.b32 %0, -7; }" : "+r"(v) : "r"(i), "r"(n), "l"(in + i));
    out[128 + i] = v;
    asm volatile("{ .reg .pred p; setp.eq.s32 p, %0, 3; @p st.global.s32 [%1], 99; @p red.global.add.s32 [%1], 1; }" :: "r"(i), "l"(out + 160) : "memory");
    int found, sum;
    asm("bfind.u32 %0, %1;" : "=r"(found) : "r"(i * 5));
    asm("redux.sync.add.s32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(i));
    out[161 + i] = found * 1000 + sum;
}

int main()
{
    half *a, *b;
    float *c, *d, *e, *fa, *fb;
    int *in, *out, wrong[3] = {0, 0, 0};
    cudaMallocManaged(&a, 512);
    cudaMallocManaged(&b, 256);
    cudaMallocManaged(&c, 512);
    cudaMallocManaged(&d, 512);
    cudaMallocManaged(&e, 512);
    cudaMallocManaged(&fa, 512);
    cudaMallocManaged(&fb, 256);
    cudaMallocManaged(&in, 50 * sizeof *in);
    cudaMallocManaged(&out, 200 * sizeof *out);
    for (int i = 0; i < 256; i++) a[i] = (half)(float)(rand() % 9 - 4);
    for (int i = 0; i < 128; i++) b[i] = (half)(float)(rand() % 9 - 4), c[i] = (float)(rand() % 9);
    product<<<1, 32>>>(a, b, c, d);
    printf("%d\n", cudaDeviceSynchronize());
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 8; j++) {
            float s = c[i * 8 + j];
            for (int k = 0; k < 16; k++) s += (float)a[i * 16 + k] * (float)b[k * 8 + j];
            wrong[0] += d[i * 8 + j] != s;
        }
    for (int i = 0; i < 128; i++) fa[i] = (float)(rand() % 9 - 4);
    for (int i = 0; i < 64; i++) fb[i] = (float)(rand() % 9 - 4);
    registers<<<1, 32>>>(fa, fb, d, e);
    printf("%d\n", cudaDeviceSynchronize());
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 8; j++) {
            float s = 0;
            for (int k = 0; k < 8; k++) s += fa[i * 8 + k] * fb[k * 8 + j];
            wrong[1] += d[i * 8 + j] != s;
            wrong[2] += e[i * 8 + j] != s;
        }
    printf("%d %d %d wrong\n", wrong[0], wrong[1], wrong[2]);
    for (int i = 0; i < 50; i++) in[i] = i + 1;
    partly<<<1, 32>>>(in, out, 30);
    printf("%d\n", cudaDeviceSynchronize());
    printf("%d %d %d %d, %d %d, %d, %d %d\n", out[28], out[29], out[30], out[127], out[128 + 29], out[128 + 30], out[160], out[161], out[161 + 31]);
    widened<<<1, 32>>>(out);
    printf("%d\n", cudaDeviceSynchronize());
    int bad = 0;
    for (int i = 0; i < 32; i++) bad += out[i] != 2 * i * 10000 + (2 * i + 1) * 100 + 1;
    printf("%d wrong\n", bad);
}
/* OUTPUT:
0
0
0 0 0 wrong
0
29 30 0 0, 30 -7, 100, -504 7496
0
0 wrong
*/
