// Members of vectors and pixels that are all computed in the same way, or nearly: they may stay in the order of memory. Every
// body runs on the host too, thread after thread, and the bytes are compared: between pages that may not be touched at either end, out of place and in place,
// for lengths at which vectors are whole and in part.
// CPU-ONLY: pages of the host beside which nothing may be touched are not a GPU's.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>

struct tone { unsigned short a, b, c; };
struct six { float v[6]; };
struct bytes { unsigned char v[3]; };
#define FLAT(T, ...) __host__ __device__ void operator()(const T *in, T *out, int i, float r, int q) const { __VA_ARGS__ }
struct add { FLAT(float4, float4 v = in[i]; out[i] = make_float4(v.x + r, v.y + r, v.z + r, v.w + r);) };
struct planes { FLAT(unsigned char, out[3*i] = 255 - in[3*i]; out[3*i+1] = 255 - in[3*i+1]; out[3*i+2] = 255 - in[3*i+2];) };
struct alpha { FLAT(uchar4, uchar4 v = in[i]; out[i] = make_uchar4(~v.x, ~v.y, ~v.z, 255);) };
struct turned { FLAT(uchar4, uchar4 v = in[i]; out[i] = make_uchar4(v.z, v.y, v.x, v.w);) };
struct turned3 { FLAT(bytes, bytes v = in[i]; bytes o; o.v[0] = v.v[2]; o.v[1] = v.v[1]; o.v[2] = v.v[0]; out[i] = o;) };
struct swapped { FLAT(double2, double2 v = in[i]; out[i] = make_double2(-v.y, -v.x);) };
struct kept { FLAT(float4, float4 v = in[i]; out[i] = make_float4(v.x * r, v.y * r, v.z * r, v.w);) };
struct one { FLAT(float4, float4 v = in[i]; out[i] = make_float4(v.x * r + 1, v.y * r + 1, v.z * r + 1, 1);) };
struct weighed { FLAT(float4, float4 v = in[i]; out[i] = make_float4(v.x * 0.25f, v.y * 0.5f, v.z * r, v.w * q);) };
struct by_lane { FLAT(float4, float4 v = in[i]; float s = sqrtf(fabsf(v.x)); out[i] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);) };
struct clamped { FLAT(float4, float4 v = in[i]; v.x = v.x < r ? v.x : r; v.y = v.y < r ? v.y : r; v.z = v.z < r ? v.z : r; v.w = v.w < r ? v.w : r; out[i] = v;) };
struct mean { FLAT(float4, float4 a = in[i], b = in[i + (i > 0 ? -1 : 0)]; out[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);) };
struct beside { FLAT(float4, float4 a = in[i]; float4 b = in[i + 1]; out[i] = make_float4((a.x + b.x) * r, (a.y + b.y) * r, (a.z + b.z) * r, (a.w + b.w) * r);) };
struct tones { FLAT(tone, tone v = in[i]; v.a = v.a * 3 + q; v.b = v.b * 3 + q; v.c = v.c * 3 + q; out[i] = v;) };
struct sixes { FLAT(six, six v = in[i]; for (int k = 0; k < 6; k++) v.v[k] = v.v[k] * v.v[k] - r; out[i] = v;) };
struct shorts { FLAT(short4, short4 v = in[i]; out[i] = make_short4(v.x >> 2, v.y >> 2, v.z >> 2, v.w >> 2);) };
struct longs { FLAT(longlong2, longlong2 v = in[i]; out[i] = make_longlong2(v.x * 7 ^ q, v.y * 7 ^ q);) };
struct two_ways { FLAT(float2, float2 v = in[i]; if (v.x > 0) out[i] = make_float2(v.x + v.x, v.y + v.y); else out[i] = make_float2(v.y - r, v.x - r);) };
struct three { FLAT(float3, float3 v = in[i]; out[i] = make_float3(v.x + r, v.y + r, v.z + r);) };
struct counted { FLAT(int4, int4 v = in[i]; out[i] = make_int4(v.x + i, v.y + i, v.z + i, v.w + i);) };
struct roots { FLAT(float4, float4 v = in[i]; out[i] = make_float4(sqrtf(v.x * v.x + 1), sqrtf(v.y * v.y + 1), sqrtf(v.z * v.z + 1), sqrtf(v.w * v.w + 1));) };
struct moved { // two groups of stores, of which one needs what the other stores
    __host__ __device__ void operator()(const float4 *in, float4 *out, int i, float r, int) const {
        float4 p = in[2 * i], v = in[2 * i + 1];
        v.x = v.x * 0.5f + r; v.y = v.y * 0.5f + r; v.z = v.z * 0.5f + r;
        out[2 * i] = make_float4(p.x + v.x * r, p.y + v.y * r, p.z + v.z * r, p.w);
        out[2 * i + 1] = v;
    }
};
template <class B, class T> __global__ void run(const T *in, T *out, int from, int n, float r, int q) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= from && i < n) B()(in, out, i, r, q);
}

static char *page(size_t bytes) { // ends, like it begins, where nothing may be touched
    size_t whole = (bytes + 4095) & ~4095ul;
    char *at = (char *)mmap(0, whole + 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(at + 4096, whole, PROT_READ | PROT_WRITE);
    return at + 4096;
}
static unsigned state = 1;
static void fill(unsigned char *p, size_t bytes, bool floats) {
    for (size_t k = 0; k < bytes; k++) p[k] = (state = state * 1664525u + 1013904223u) >> 24;
    for (size_t k = 0; k + 4 <= bytes && floats; k += 4) { // whose products are exact
        float f = (signed char)p[k];
        memcpy(p + k, &f, 4);
    }
}
template <class B, class T> void test(const char *name, int per, int past, bool floats) {
    int wrong = 0;
    for (int n : {1, 15, 64, 333, 1000})
        for (int at_end = 0; at_end < 2; at_end++)
            for (int in_place = 0; in_place < 2; in_place++) {
                if (in_place && past) continue;
                size_t bytes = sizeof(T) * (n * per + past), gap = at_end ? (4096 - bytes % 4096) % 4096 : 0;
                char *a = page(bytes), *b = page(bytes), *c = page(bytes);
                T *in = (T *)(a + gap), *out = in_place ? in : (T *)(b + gap), *want = (T *)(c + gap);
                fill((unsigned char *)in, bytes, floats);
                if (!in_place) memset((char *)out, 0x55, bytes);
                memcpy((char *)want, (char *)(in_place ? in : out), bytes);
                for (int i = n > 20 ? 2 : 0; i < n; i++) B()(in_place ? want : in, want, i, 1.5f, 77);
                run<B, T><<<(n + 127) / 128, 128>>>(in, out, n > 20 ? 2 : 0, n, 1.5f, 77);
                wrong += memcmp((char *)out, (char *)want, bytes) != 0;
                munmap(a - 4096, ((bytes + 4095) & ~4095ul) + 8192);
                munmap(b - 4096, ((bytes + 4095) & ~4095ul) + 8192);
                munmap(c - 4096, ((bytes + 4095) & ~4095ul) + 8192);
            }
    printf("%s %s\n", name, wrong ? "differs" : "is right");
}
int main() {
    test<add, float4>("add", 1, 0, true);
    test<planes, unsigned char>("planes", 3, 0, false);
    test<alpha, uchar4>("alpha", 1, 0, false);
    test<turned, uchar4>("turned", 1, 0, false);
    test<turned3, bytes>("turned3", 1, 0, false);
    test<swapped, double2>("swapped", 1, 0, true);
    test<kept, float4>("kept", 1, 0, true);
    test<one, float4>("one", 1, 0, true);
    test<weighed, float4>("weighed", 1, 0, true);
    test<by_lane, float4>("by_lane", 1, 0, true);
    test<clamped, float4>("clamped", 1, 0, true);
    test<mean, float4>("mean", 1, 1, true);
    test<beside, float4>("beside", 1, 1, true);
    test<tones, tone>("tones", 1, 0, false);
    test<sixes, six>("sixes", 1, 0, true);
    test<shorts, short4>("shorts", 1, 0, false);
    test<longs, longlong2>("longs", 1, 0, false);
    test<two_ways, float2>("two_ways", 1, 0, true);
    test<three, float3>("three", 1, 0, true);
    test<counted, int4>("counted", 1, 0, false);
    test<roots, float4>("roots", 1, 0, true);
    test<moved, float4>("moved", 2, 0, true);
    return 0;
}
/* OUTPUT:
add is right
planes is right
alpha is right
turned is right
turned3 is right
swapped is right
kept is right
one is right
weighed is right
by_lane is right
clamped is right
mean is right
beside is right
tones is right
sixes is right
shorts is right
longs is right
two_ways is right
three is right
counted is right
roots is right
moved is right
*/
