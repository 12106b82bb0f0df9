// Neighbours in memory that each thread touches one after the other: vector types, pixels, structs of mixed members, strided
// arrays; at both ends of memory around which nothing may be touched, with lanes off, and where loads and stores must keep
// their order. The sums are those of the same loops compiled by g++.
// CPU-ONLY: pages of the host beside which nothing may be touched are not a GPU's.
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
struct mixed { double d; float f; short s; unsigned char c, e; };
struct odd { unsigned char r, g, b; };
struct us3 { unsigned short a, b, c; };
struct five { unsigned char v[5]; };
struct p3 { float x, y, z; };
struct big { float4 a; int b[3]; unsigned char t[4]; };
#define K(name, T, body) __global__ void name(const T *in, T *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { body } }
K(k_float4, float4, float4 v = in[i]; v.x += v.y; v.z *= v.w; out[i] = v;)
K(k_uchar4, uchar4, uchar4 v = in[i]; v.x = 255 - v.x; v.y ^= v.z; out[i] = v;)
K(k_uchar4_part, uchar4, out[i].y = in[i].x + in[i].z;)
K(k_uchar3, uchar3, uchar3 v = in[i]; unsigned char t = v.x; v.x = v.z; v.z = t; out[i] = v;)
K(k_odd, odd, out[i].r = in[i].g; )
K(k_us3, us3, us3 v = in[i]; v.a += v.b; v.c -= v.a; out[i] = v;)
K(k_five, five, five v = in[i]; v.v[0] += v.v[4]; v.v[3] ^= 7; out[i] = v;)
K(k_p3, p3, p3 v = in[i]; v.x += v.y; v.z *= 2; out[i] = v;)
K(k_mixed, mixed, mixed v = in[i]; v.d += v.f; v.s += v.c; v.e = v.s; out[i] = v;)
K(k_mixed_some, mixed, out[i].f = in[i].s + in[i].d; out[i].c = in[i].e;)
K(k_big, big, big v = in[i]; v.a.y += v.b[1]; v.t[2] += v.t[1]; out[i] = v;)
K(k_float2, float2, float2 v = in[i]; out[i] = make_float2(v.x * v.x - v.y * v.y, 2 * v.x * v.y);)
K(k_double2, double2, double2 v = in[i]; out[i] = make_double2(v.y, v.x + v.y);)
K(k_pairs, short2, short2 v = in[i]; v.x += v.y; out[i] = v;)
K(k_uchar2, uchar2, uchar2 v = in[i]; v.x += v.y; out[i] = v;)
K(k_ldouble, longlong2, longlong2 v = in[i]; v.x += v.y; out[i] = v;)
__global__ void k_planes(const unsigned char *in, unsigned char *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { out[3*i] = 255 - in[3*i]; out[3*i+1] = in[3*i+1] / 2; out[3*i+2] = in[3*i+2] + 3; }
}
__global__ void k_gray(const unsigned char *in, unsigned char *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (unsigned char)((in[3*i] * 77 + in[3*i+1] * 150 + in[3*i+2] * 29) >> 8);
}
__global__ void k_gray4(const unsigned char *in, unsigned char *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (unsigned char)((in[4*i+1] * 77 + in[4*i+2] * 150) >> 8);
}
__global__ void k_two(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[2*i+1] - in[2*i];
}
__global__ void k_seven(const short *in, short *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { out[7*i+1] = in[7*i] + in[7*i+2]; out[7*i+5] = in[7*i+6]; }
}
__global__ void k_within(const uchar4 *in, uchar4 *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { p[i].x += p[i].y; p[i].y += p[i].x; p[i].z = p[i].y ^ p[i].w; p[i].w = p[i].z; }
}
__global__ void k_overlap(const float *in, float *p, int n) { // stores and loads that must keep their order
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float *q = p + 4 * i, *r = p + 4 * i + (n & 1); q[0] = 1; r[0] += 2; q[1] = r[0] + q[0]; r[2] = q[2] * 3; q[3] = r[2] + q[2]; }
}
__global__ void k_diverge(const float4 *in, float4 *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (i * 7) % 3) { float4 v = in[i]; if (i & 4) { v.x = v.w; p[i] = v; } else { p[i].y = v.z; p[i].z = i; } }
}
__global__ void k_back(const float2 *in, float2 *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float2 v = in[n - 1 - i]; out[i] = v; }
}
__global__ void k_crossed(const unsigned char *in, unsigned char *out, int n) { // into itself, shifted: some overlap
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { const unsigned char *p = out + 1 + (n & 1) * 2; out[6*i] = 255 - p[6*i]; out[6*i+1] = p[6*i+1] + p[6*i]; out[6*i+2] = p[6*i+2] ^ 9; out[6*i+3] = p[6*i] + 1; out[6*i+4] = out[6*i] + 1; out[6*i+5] = p[6*i-1]; }
}
__global__ void k_fields(const float *in, float *out, int n) { // loads of others between the stores
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float4 *o = (float4 *)out; const float4 *a = (const float4 *)in; o[i].x = a[i].y + 1; o[i].y = a[i].x * 2; o[i].z = a[i].w; o[i].w = a[i].z - a[i].x; }
}
static unsigned hash(const void *p, size_t n) { unsigned h = 1; for (size_t i = 0; i < n; i++) h = h * 31 + ((const unsigned char *)p)[i]; return h; }

// 64 KiB with pages around them that nobody may touch: what is read or written besides what the threads name is a fault.
static unsigned char *guarded() {
    unsigned char *p = (unsigned char *)mmap(NULL, 65536 + 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(p, 4096, PROT_NONE);
    mprotect(p + 4096 + 65536, 4096, PROT_NONE);
    return p + 4096;
}
static unsigned char *in, *out;
static void fill(bool floats) {
    memset(out, 7, 65536);
    for (int i = 0; i < 65536; i++) in[i] = i * 7 + i / 251;
    for (int i = 0; i < 16384 && floats; i++) ((float *)in)[i] = i % 1000;
}
#define RUN(kernel, T, bytes, floats, n) \
    for (int end = 0; end < 2; end++) { \
        fill(floats); \
        size_t from = end ? 65536 - (size_t)(n) * (bytes) : 0; \
        kernel<<<((n) + 95) / 96, 96>>>((const T *)(in + from), (T *)(out + from), n); \
        cudaDeviceSynchronize(); \
        printf("%s %d %08x\n", #kernel, n, hash(out, 65536)); \
    }
#define RECORDS(kernel, T, n) RUN(kernel, T, sizeof(T), sizeof(T) >= 8, n)

int main() {
    in = guarded();
    out = guarded();
    const int sizes[] = {1, 31, 96, 1000};
    for (int q = 0; q < 4; q++) {
        int n = sizes[q];
        RECORDS(k_float4, float4, n) RECORDS(k_uchar4, uchar4, n) RECORDS(k_uchar4_part, uchar4, n) RECORDS(k_uchar3, uchar3, n)
        RECORDS(k_odd, odd, n) RECORDS(k_us3, us3, n) RECORDS(k_five, five, n) RECORDS(k_p3, p3, n) RECORDS(k_mixed, mixed, n)
        RECORDS(k_mixed_some, mixed, n) RECORDS(k_big, big, n) RECORDS(k_float2, float2, n) RECORDS(k_double2, double2, n)
        RECORDS(k_pairs, short2, n) RECORDS(k_uchar2, uchar2, n) RECORDS(k_ldouble, longlong2, n) RECORDS(k_back, float2, n)
        RUN(k_planes, unsigned char, 3, false, n) RUN(k_gray, unsigned char, 3, false, n) RUN(k_gray4, unsigned char, 4, false, n)
        RUN(k_two, float, 8, true, n) RUN(k_seven, short, 14, false, n) RUN(k_within, uchar4, 4, false, n)
        RUN(k_diverge, float4, 16, true, n) RUN(k_overlap, float, 16, true, n & ~1)
        RUN(k_crossed, unsigned char, 6, false, n - n / 8 - 1) RUN(k_fields, float, 16, true, n)
    }
}
/* OUTPUT:
k_float4 1 93207e7f
k_float4 1 69ee500a
k_uchar4 1 574ea4f2
k_uchar4 1 ac56ef99
k_uchar4_part 1 7bae55c8
k_uchar4_part 1 ac532e9a
k_uchar3 1 d2900dc1
k_uchar3 1 ac53bd31
k_odd 1 ac500001
k_odd 1 ac5384f1
k_us3 1 4635c86f
k_us3 1 fa78d42f
k_five 1 202cc2fb
k_five 1 b8ac300f
k_p3 1 4761987f
k_p3 1 d3a36310
k_mixed 1 8bc2a551
k_mixed 1 c917420f
k_mixed_some 1 28ee4564
k_mixed_some 1 cbc6f8ac
k_big 1 992d6dae
k_big 1 359ef4a7
k_float2 1 ecd0d440
k_float2 1 069bf480
k_double2 1 56e04f42
k_double2 1 2ebcb4e2
k_pairs 1 6e71f0d6
k_pairs 1 acb62977
k_uchar2 1 ac500001
k_uchar2 1 ac501dca
k_ldouble 1 0255e840
k_ldouble 1 c623edbc
k_back 1 9b080b40
k_back 1 a02409c9
k_planes 1 f234db3b
k_planes 1 ac502c0f
k_gray 1 a4310843
k_gray 1 ac537d6f
k_gray4 1 b87e739e
k_gray4 1 acaf0190
k_two 1 65859d80
k_two 1 346bae80
k_seven 1 1f4495d6
k_seven 1 0f9884f7
k_within 1 8b70c008
k_within 1 ac536488
k_diverge 1 ac500001
k_diverge 1 ac500001
k_overlap 0 ac500001
k_overlap 0 ac500001
k_crossed 0 ac500001
k_crossed 0 ac500001
k_fields 1 8414c181
k_fields 1 395a824f
k_float4 31 36e817ee
k_float4 31 d19ff09a
k_uchar4 31 a898d17c
k_uchar4 31 b773696f
k_uchar4_part 31 72bd7652
k_uchar4_part 31 0295549e
k_uchar3 31 d05afce6
k_uchar3 31 76832b36
k_odd 31 a5a8de86
k_odd 31 b20393b5
k_us3 31 01732882
k_us3 31 19075944
k_five 31 cce1a687
k_five 31 496c598b
k_p3 31 5730c429
k_p3 31 8c26ed57
k_mixed 31 17237c6c
k_mixed 31 ab3ac176
k_mixed_some 31 f3bee5f0
k_mixed_some 31 f210dc37
k_big 31 e6fa1acb
k_big 31 2c8e7b26
k_float2 31 a72fe8f4
k_float2 31 2b89a685
k_double2 31 bf3911df
k_double2 31 6095acc8
k_pairs 31 44396d99
k_pairs 31 d662bae0
k_uchar2 31 bce79a13
k_uchar2 31 71154339
k_ldouble 31 ca9face6
k_ldouble 31 3e24fcf2
k_back 31 dea428c8
k_back 31 d95df81b
k_planes 31 56a53b11
k_planes 31 f104f2ea
k_gray 31 99b77d18
k_gray 31 f3025ab9
k_gray4 31 54e9dcaf
k_gray4 31 7c37a0cb
k_two 31 7b1581e2
k_two 31 8d83d2e2
k_seven 31 e1df11bc
k_seven 31 9325c23b
k_within 31 6a62745a
k_within 31 dd6df8da
k_diverge 31 1a7f4c87
k_diverge 31 9fab0d94
k_overlap 30 cb45896b
k_overlap 30 5c33316b
k_crossed 27 d42cd4a8
k_crossed 27 66e77ae8
k_fields 31 80f3e2c3
k_fields 31 c7465f99
k_float4 96 6f639781
k_float4 96 13c39781
k_uchar4 96 97712349
k_uchar4 96 14a5500f
k_uchar4_part 96 8de654e3
k_uchar4_part 96 67fcb677
k_uchar3 96 09c59872
k_uchar3 96 32b82472
k_odd 96 2c8ad431
k_odd 96 d92adbb1
k_us3 96 7a3e3870
k_us3 96 a06b5613
k_five 96 ef714102
k_five 96 4d7b2fd7
k_p3 96 e17723ab
k_p3 96 e9f93a20
k_mixed 96 984b42c3
k_mixed 96 7f61c2c3
k_mixed_some 96 3b5613da
k_mixed_some 96 426753da
k_big 96 357586dd
k_big 96 79a9a226
k_float2 96 ddea0b47
k_float2 96 ec96fe16
k_double2 96 b4921308
k_double2 96 79d8d308
k_pairs 96 164d67f0
k_pairs 96 7e7883f5
k_uchar2 96 396dc6a1
k_uchar2 96 dfdb82b5
k_ldouble 96 836703ce
k_ldouble 96 499143ce
k_back 96 d05252f8
k_back 96 73d36ea1
k_planes 96 a5087938
k_planes 96 f9d556f8
k_gray 96 220466d8
k_gray 96 2000e90b
k_gray4 96 01921d83
k_gray4 96 5bc25f8d
k_two 96 a86da7a1
k_two 96 bfd1a7a1
k_seven 96 18fbbad0
k_seven 96 b79a2252
k_within 96 c0e9daa1
k_within 96 540bdaa1
k_diverge 96 1128bceb
k_diverge 96 0fc13ceb
k_overlap 96 62505e21
k_overlap 96 96385e21
k_crossed 83 6bc3f5c0
k_crossed 83 1aeba000
k_fields 96 83427938
k_fields 96 27a53938
k_float4 1000 1588eaf9
k_float4 1000 c4fd6af9
k_uchar4 1000 b8db4161
k_uchar4 1000 6bffc9d9
k_uchar4_part 1000 027b4651
k_uchar4_part 1000 2ee8fea1
k_uchar3 1000 452f1c8b
k_uchar3 1000 b8d56d8b
k_odd 1000 d08db24b
k_odd 1000 25c871cb
k_us3 1000 0ca64a4a
k_us3 1000 ea20b40a
k_five 1000 9595ffc9
k_five 1000 572cccb9
k_p3 1000 ff70c1f3
k_p3 1000 f4ff21f3
k_mixed 1000 fc5a6d79
k_mixed 1000 03948d79
k_mixed_some 1000 3e2097d5
k_mixed_some 1000 b269a7d5
k_big 1000 dd9758c1
k_big 1000 5d29d8c1
k_float2 1000 d2ee6185
k_float2 1000 6bf8b985
k_double2 1000 61500b6d
k_double2 1000 f508fb6d
k_pairs 1000 5002a007
k_pairs 1000 8e65828b
k_uchar2 1000 a7251f7d
k_uchar2 1000 eba98f35
k_ldouble 1000 fbf59d95
k_ldouble 1000 3108ed95
k_back 1000 708f7c47
k_back 1000 51f03447
k_planes 1000 4dfcecdb
k_planes 1000 30e67d9b
k_gray 1000 fb253048
k_gray 1000 da092605
k_gray4 1000 c8fab926
k_gray4 1000 4628c6d8
k_two 1000 83bbc219
k_two 1000 ebb20219
k_seven 1000 9b802947
k_seven 1000 4de6ff8b
k_within 1000 9f055559
k_within 1000 d6977559
k_diverge 1000 2a38163a
k_diverge 1000 c3fb2deb
k_overlap 1000 a2979479
k_overlap 1000 f5161479
k_crossed 874 bb40f89d
k_crossed 874 6881e69d
k_fields 1000 ee1090c1
k_fields 1000 e77d40c1
*/
