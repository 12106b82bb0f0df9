// Values of every type, in registers, arrays, structs and behind pointers: the same functions on the host and in kernels.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HD __host__ __device__
#define N 110000

typedef long long result;

template <typename T> HD T steps(T x, T y) { // every operator; wraps, divides and shifts as the type says
    T a = x;
    for (int k = 0; k < 4; k++) {
        a = (T)(a + y), a = (T)(a * (T)3), a ^= (T)(x >> 1), a = (T)(a - (y & (T)15)), a |= (T)(y << 2);
        a = (T)(a / (T)((y & (T)7) + (T)1)), a %= (T)101, a = (T)(a << 1), a = (T)(~a + (x > y)), a = a < x ? a : (T)(a - x);
        if (a & 1) a = (T)-a;
        else a = (T)(a >> (k & 3));
    }
    return a;
}
template <typename T> HD result integers(int i, const int *in) { return (result)steps<T>((T)in[i], (T)(in[i] >> 7)); }

HD result wide(int i, const int *in) { // 64 and 128 bits
    unsigned long long a = (unsigned long long)in[i] << 33 | (unsigned)in[i + 1];
    __int128 p = (__int128)a * in[i];
    if (i % 3 == 0) p >>= i & 63;
    p ^= (__int128)__builtin_bswap128((unsigned __int128)p << 5);
    return (result)(p >> 20) ^ (result)(a / ((unsigned)in[i] | 1));
}
HD result conversions(int i, const int *in) {
    signed char c = in[i];
    unsigned char uc = in[i];
    short s = in[i];
    unsigned short us = in[i];
    bool b = in[i] & 2;
    float f = c * 0.5f + us;
    double d = (double)in[i] * 1e3 + uc;
    return c + uc * 2LL + s * 3LL + us * 5LL + b + (result)f * 7 + (result)d + (unsigned)(f * 100) + (signed char)(s / 300) +
           (long long)(unsigned)(-(int)uc) + (result)(float)in[i];
}
HD result doubles(int i, const int *in) { // exactly representable throughout
    double a = in[i] & 1023, b = (in[i] >> 10 & 1023) + 1, c = 0;
    for (int k = 0; k < (i & 7); k++) c += a > b ? a - b : a * 0.5;
    float f = (float)a * 0.25f;
    if (f > 100) f = floorf(f) - 3;
    return (result)(c * 8) + (result)(f * 16) + (a == b) + (result)fmax(a, b) + (isnan(sqrt(a - b)) != 0) + (a / b < 1) + (result)fabs(a - b);
}
HD result complexes(int i, const int *in) { // small Gaussian integers
    float _Complex z = (float)(in[i] & 7) + (float)(i & 3) * 1.0iF, w = 2 - 1.0iF;
    double _Complex d = (double)(i & 1) * 1.0i + 1;
    if (i % 3 == 1) z = z * w;
    else if (i % 3 == 2) z = conjf(z) - w, d *= d;
    for (int k = 0; k < (i & 3); k++) z += w, d = d * (0.0 + 1.0i);
    return (result)__real__ z * 1000 + (result)__imag__ z * 10 + (result)creal(d) + (result)cimag(d) * 3 + (z == w);
}

struct inner { short s; double d; };
struct outer { char c; struct inner in[2]; union { float f; unsigned u; } as; unsigned low : 5, high : 7; int last; };
HD struct inner make(int v) {
    struct inner r = {(short)v, v * 0.5};
    if (v & 1) r.d = -r.d;
    return r;
}
HD void change(struct outer *o, struct inner by, int n) {
    o->in[n & 1] = by;
    o->low += n;
    o->high ^= (unsigned)by.s;
    if (n & 2) o->as.f = n;
}
HD result structs(int i, const int *in) {
    struct outer a = {(char)i, {{1, 2}, {3, 4}}, {1.5f}, 3, 4, 5}, b = a, *which = in[i] & 1 ? &a : &b;
    change(which, make(in[i] >> 9), in[i] & 15);
    if (i % 5 == 0) a = b;
    struct outer all[3] = {a, b, a};
    all[in[i] % 3u].last = 77;
    all[(in[i] + 1) % 3u] = *which;
    result r = 0;
    for (int k = 0; k < 3; k++)
        r = r * 3 + all[k].c + all[k].in[0].s + (result)(all[k].in[1].d * 2) + all[k].as.u + all[k].low + all[k].high + all[k].last;
    return r;
}
HD void sort(int *a, int n) {
    for (int k = 1; k < n; k++) {
        int v = a[k], j = k;
        for (; j > 0 && a[j - 1] > v; j--) a[j] = a[j - 1];
        a[j] = v;
    }
}
HD result arrays(int i, const int *in) { // local arrays, indexed by the lane's own values and through pointers
    int a[16], grid[4][4];
    unsigned char bytes[40];
    for (int k = 0; k < 16; k++) a[k] = in[i + k] % 100, grid[k / 4][k % 4] = in[i] >> k;
    sort(a, 5 + (i & 7));
    for (int k = 0; k < 40; k++) bytes[k] = k;
    memcpy(bytes + (in[i] & 7), a, 4 * (1 + (i & 3)));
    int *p = &a[in[i] & 15], *q = grid[i & 3];
    *p += 5, q[in[i] & 3] = *p;
    char *end = (char *)&a[15];
    end[3] ^= 1;
    return a[0] + 3LL * a[7] + 5LL * a[15] + grid[1][2] + 7LL * grid[i & 3][in[i] & 3] + bytes[3] + bytes[9] + (p - a);
}
HD void both(int *a, int *b, int **out) {
    *out = *a > *b ? a : b;
    **out += 1;
}
HD result pointers(int i, const int *in) { // of locals
    int x = in[i], y = in[i + 1], *larger, **where = &larger;
    both(&x, &y, where);
    *(*where) ^= 3;
    int *chain[2] = {&x, &y};
    *chain[i & 1] -= 10;
    return x * 3LL + y + (larger == &x);
}
typedef int (*binary)(int, int);
HD int plus(int a, int b) { return a + b; }
HD int less(int a, int b) { return a - b; }
HD int times(int a, int b) { return (int)((unsigned)a * (unsigned)b); }
HD result functions(int i, const int *in) { // lanes call different ones
    binary table[3] = {plus, less, times}, f = table[in[i] % 3u];
    int r = f(in[i] >> 8, i);
    if (i & 1) r ^= table[i % 3](r, 7);
    return r;
}
HD result vectors(int i, const int *in) {
    int4 v = make_int4(i, in[i], 3, 4);
    float2 f = make_float2(i & 255, 2);
    uchar4 c = make_uchar4(i, i + 1, in[i], 9);
    if (in[i] & 1) v.w = v.x, f.y = f.x;
    else v = make_int4(v.w, v.z, v.y, v.x);
    return v.x + 3LL * v.y + 5LL * v.z + 7LL * v.w + (result)(f.x * f.y) + c.x + c.y + c.z + c.w;
}

typedef result function(int, const int *);
template <function *F> __global__ void run(const int *in, result *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = F(i, in);
}
static int *in;
static result *out;
template <function *F> static void test(const char *name) {
    for (int k = 0; k < 4; k++) {
        static const int sizes[] = {100, 33, 256, 512};
        int n = k < 2 ? 2000 : N, threads = sizes[k], wrong = 0;
        run<F><<<(n + threads - 1) / threads, threads>>>(in, out, n);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) {
            result want = F(i, in);
            if (out[i] != want && wrong++ < 2) printf("%s at %d of %d: %lld instead of %lld\n", name, i, n, out[i], want);
        }
    }
    printf("%s\n", name);
}
int main() {
    cudaMallocManaged(&in, (N + 32) * sizeof(int));
    cudaMallocManaged(&out, N * sizeof(result));
    unsigned x = 1;
    for (int i = 0; i < N + 32; i++) {
        x = x * 1664525u + 1013904223u;
        in[i] = i % 16 ? x >> 4 : x % 5;
    }
    test<integers<signed char>>("signed char");
    test<integers<unsigned char>>("unsigned char");
    test<integers<short>>("short");
    test<integers<unsigned short>>("unsigned short");
    test<integers<unsigned>>("unsigned");
    test<integers<unsigned long long>>("unsigned long long");
    test<wide>("128 bits");
    test<conversions>("conversions");
    test<doubles>("double");
    test<complexes>("_Complex");
    test<structs>("structs");
    test<arrays>("arrays");
    test<pointers>("pointers");
    test<functions>("functions");
    test<vectors>("vectors");
}
/* OUTPUT:
signed char
unsigned char
short
unsigned short
unsigned
unsigned long long
128 bits
conversions
double
_Complex
structs
arrays
pointers
functions
vectors
*/
