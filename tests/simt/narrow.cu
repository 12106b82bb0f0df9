// Arithmetic on neighbouring bytes, which vectors may do in 16 bits: sums and products at both sides of what these hold, with
// and without a sign, shifted, compared, chosen from, stored as bytes, shorts, ints and floats. The host does the same in ints.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
using namespace std;
typedef unsigned char u8;
typedef signed char s8;
#define KERNEL(name, I, O, ...) struct name { static __host__ __device__ O at(const I *p, int w) { return (O)(__VA_ARGS__); } };
KERNEL(sum, u8, u8, p[-1] + 2 * p[0] + p[1])
KERNEL(blur, u8, u8, (p[-1] + 2 * p[0] + p[1] + 2 * p[w] + 2 * p[-w] + p[w + 1] + 2) >> 3)
KERNEL(edge, u8, u8, min(abs(p[1] - p[-1] + 2 * (p[w + 1] - p[w - 1])) + abs(p[w] - p[-w]), 255))
KERNEL(below, u8, u8, (p[0] * 128 + p[1]) >> 8)
KERNEL(largest, u8, u8, (p[0] * 257 + 0) >> 8)
KERNEL(above, u8, u8, (p[0] * 257 + p[1]) >> 8)
KERNEL(negative, u8, s8, (p[0] - p[1] * 128) >> 7)
KERNEL(too_negative, u8, s8, (p[0] - p[1] * 130) >> 7)
KERNEL(compared, u8, u8, p[0] * 200 > p[1] * 190 + 77 ? p[2] : p[-1])
KERNEL(compared_signs, u8, u8, p[0] * 250 > p[1] - 200 ? p[2] : p[-1])
KERNEL(compared_alike, u8, u8, p[0] - p[2] > p[1] * 3 - 200 ? 1 : 7)
KERNEL(unsigned_compared, u8, u8, (unsigned)(p[0] - p[1]) > (unsigned)(p[2] - 9) ? 3 : 4)
KERNEL(wide, u8, int, p[0] * p[1] - p[2] * 3 + p[-1])
KERNEL(wide_large, u8, int, p[0] * p[1] + p[2] * 2)
KERNEL(floats, u8, float, (p[0] - p[1]) * 3 + p[2] * 5 - 7)
KERNEL(shorts, u8, short, p[0] * 100 + p[1] * 28 - p[2])
KERNEL(of_signed, s8, s8, (p[0] * p[1] + p[2] * p[-1]) >> 8)
KERNEL(of_signed_corner, s8, int, p[0] * p[1] + p[2] * p[-1] + p[w] * p[-w])
KERNEL(clamped, u8, u8, max(0, min(255, (p[0] * 3 - p[1] - p[2]) / 1)))
KERNEL(smallest, u8, u8, min(min(p[0] + 10, p[1] * 2), max(p[2] - 50, p[-1] - 60)))
KERNEL(bits, u8, u8, ((p[0] << 3) ^ (p[1] << 6) | p[2]) >> 4 & 0x7f)
KERNEL(bits_large, u8, int, ((p[0] << 8) ^ (p[1] << 7) | p[2]) + 3)
KERNEL(divided, u8, u8, (p[0] + p[1] + p[2] + 1) / 3)
KERNEL(chosen, u8, int, (p[0] > 100 ? p[1] * 100 : p[2] - 300) + (p[-1] == 255))
KERNEL(negated, u8, int, -(p[0] * 128) + ~p[1] - 3)
KERNEL(mean, u8, u8, (p[0] + p[1] + 1) >> 1)
KERNEL(index, u8, int, p[(p[0] + p[1] + p[2]) & 15])

template <class K, class I, class O> __global__ void run(const I *in, O *out, int n, int w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = K::at(in + i, w);
}
template <class K, class I, class O> void test(const char *name, O (*)(const I *, int)) {
    const int n = 5003, w = 60;
    static I in[n + 400];
    static O out[n], want[n];
    unsigned x = 7;
    int wrong = 0;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < n + 400; i++) {
            x = x * 1664525u + 1013904223u;
            in[i] = (I)(round == 0 ? x >> 24 : x >> 31 ? 255 : x >> 30 & 1 ? 128 : x >> 29 & 1 ? 127 : 0);
        }
        for (int i = 0; i < n; i++) want[i] = K::at(in + 100 + i, w);
        run<K, I, O><<<(n + 255) / 256, 256>>>(in + 100, out, n, w);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) wrong += out[i] != want[i];
    }
    printf("%s %d\n", name, wrong);
}
#define TEST(name) test<name>(#name, name::at);
int main() {
    TEST(sum) TEST(blur) TEST(edge) TEST(below) TEST(largest) TEST(above) TEST(negative) TEST(too_negative) TEST(compared)
    TEST(compared_signs) TEST(compared_alike) TEST(unsigned_compared) TEST(wide) TEST(wide_large) TEST(floats) TEST(shorts)
    TEST(of_signed) TEST(of_signed_corner) TEST(clamped) TEST(smallest) TEST(bits) TEST(bits_large) TEST(divided) TEST(chosen)
    TEST(negated) TEST(mean) TEST(index)
    return 0;
}
/* OUTPUT:
sum 0
blur 0
edge 0
below 0
largest 0
above 0
negative 0
too_negative 0
compared 0
compared_signs 0
compared_alike 0
unsigned_compared 0
wide 0
wide_large 0
floats 0
shorts 0
of_signed 0
of_signed_corner 0
clamped 0
smallest 0
bits 0
bits_large 0
divided 0
chosen 0
negated 0
mean 0
index 0
*/
