// A program's own functions with the names of library functions and of things that CUDA or C++
// know.
#include <stdio.h>
static int abs_(int x) {
    return x < 0 ? -x : x;
}
static double pow2(double x) {
    return x * x;
}
int index(int i) {
    return i + 1;
}
static int max(int a, int b) {
    return a > b ? a : b;
}
static int min(int a, int b) {
    return a < b ? a : b;
}
int y0 = 3, y1 = 4, time_ = 5;
static int round_(double d) {
    return d + 0.5;
}
int class = 1, new = 2, delete = 3, template = 4, this = 5, private = 6, bool_ = 7, true_ = 8,
    namespace = 9, operator= 10, virtual = 11, try = 12, catch = 13, throw = 14, using = 15,
    friend = 16, nullptr = 17, constexpr = 18, and = 1, or = 2, not = 3, xor = 4;
int threadIdx = 20, blockIdx = 21, dim3 = 22, float4 = 23, half = 24, __shared = 25;
static int atomicAdd(int *p, int v) {
    *p += v;
    return *p;
}
int bool = 30, true = 31, false = 32, thread_local = 33, static_assert = 34, mutable = 35,
    explicit = 36, export = 37, char8_t = 38;
struct float2 {
    int a;
};
enum class_ { public, protected };
typedef int decltype;
static int __device(int warpSize) {
    return warpSize * 2;
}
int main(void) {
    int v = 1;
    printf("%d %g %d %d %d\n", abs_(-4), pow2(3), index(1), max(1, 2), min(1, 2));
    printf("%d\n", class + new + delete + template + this + private + namespace +
                                                                      operator+ virtual + try +
                       catch + throw + using + friend + nullptr + constexpr);
    printf("%d %d %d\n", threadIdx + blockIdx + dim3 + float4 + half, atomicAdd(&v, 5),
           __device(4));
    printf("%d\n", bool + true + false + thread_local + static_assert + mutable + explicit +
                       export + char8_t);
    struct float2 f = {public + 2};
    decltype d = f.a;
    printf("%d %d %d %d\n", d, protected, and+ or +not +xor, y0 *y1 + time_ + round_(1.5));
    return 0;
}

/* OUTPUT:
4 9 2 2 1
156
110 6 8
306
2 1 10 19
*/
