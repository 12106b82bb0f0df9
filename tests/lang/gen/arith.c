// Integer and floating arithmetic at the edges: widths, signs, conversions, shifts, __int128, long double, complex.
#include <complex.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static void u128(const char *name, unsigned __int128 v) {
    char s[50];
    int n = 49;
    s[n] = 0;
    do s[--n] = (char)('0' + (int)(v % 10)); while (v /= 10);
    printf("%s=%s ", name, s + n);
}
static volatile int zero, one = 1, minus = -1;
static int calls;
static int next(void) { return ++calls; }

int main(void) {
    signed char sc = -128; unsigned char uc = 250; short sh = -1; unsigned short us = 65535;
    printf("%d %d %d %d %u\n", sc - 1, uc + 10, sh >> 3, us << 4, (unsigned)sc);
    sc--; uc += 10; us *= us; sh /= 2;
    printf("%d %d %d %d\n", sc, uc, us, sh);
    printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 / -2, 7 % -2);
    printf("%u %lu %d\n", -1u / 3, -1ul / 7, (int)(3000000000u));
    printf("%d %d %d\n", -1 < 0u, -1L < 0u, (short)-1 < (unsigned short)1);
    printf("%ld %ld %d\n", 1L << 40, -1L >> 60, (int)(0x80000000u >> 31));
    printf("%lld %llu\n", LLONG_MIN, ULLONG_MAX);
    unsigned __int128 f = 1;
    for (int i = 2; i <= 34; i++) f *= i;
    u128("34!", f);
    u128("q", f / 1000000007);
    u128("r", f % 1000000007);
    u128("sh", (f << 3) >> 70);
    __int128 neg = -(__int128)f;
    printf("%d %ld %ld\n", neg < 0, (long)(neg / (1ll << 62)), (long)(neg >> 100));
    printf("%g %g %d %d\n", (double)f, (double)neg, (int)(float)1e9f, (int)-2.9);
    printf("%d %u %d %d\n", (int)3.99, (unsigned)4e9, (unsigned char)200.7, (bool)0.25);
    printf("%.17g %.9g %.20Lg\n", 0.1, 0.1f, 0.1L);
    printf("%g %g %g\n", 1e308 * 10, -1.0 / (double)zero, (double)zero / zero != (double)zero / zero ? 1.0 : 0.0);
    printf("%Lg %Lg %d\n", LDBL_MAX, LDBL_EPSILON, (int)(1.0L / 3 * 3 == 1.0L));
    printf("%.6f %.6f %.6f\n", fmod(-7.5, 2), remainder(7.5, 2), hypot(3, 4));
    printf("%g %g %g %g\n", floor(-1.5), ceil(-1.5), round(-2.5), rint(2.5));
    printf("%d %d %d %d\n", isnan(NAN), isinf(-INFINITY), signbit(-0.0) != 0, isfinite(1.0));
    printf("%g %g %g\n", fmin(NAN, 2), fmax(1, 2), copysign(3, -0.0));
    printf("%d %d %d %d\n", one << 5, minus >> 1, (unsigned)minus >> 28, one << (zero + 31) < 0);
    bool b = 2; b += 5; b--;
    printf("%d %d %zu\n", b, !b + 1, sizeof(b + b));
    float x = 16777216.0f;
    printf("%d %d\n", x + 1.0f == x, (float)0.1 == 0.1);
    double _Complex z = 3 + 4 * I, w = 1 - 2 * I;
    double _Complex s = z * w + z / w - conj(z), t = z;
    t *= 2; t += I;
    printf("%g %g %g %g %d %d\n", creal(s), cimag(s), creal(t), cimag(t), z == w, z != w);
    float _Complex inf = (float _Complex)(INFINITY + I) * (1.0f + 1.0f * I);
    printf("%d %d\n", isinf(crealf(inf)), !(z == z + 1));
    __real__ z = 7; __imag__ z += 1;
    printf("%g %g %g\n", __real__ z, __imag__ z, creal(-z));
    long double _Complex l = 1.5L + 2.5L * I;
    l = l * l;
    printf("%Lg %Lg\n", creall(l), cimagl(l));
    int i = 5, arr[4] = {1, 2, 3, 4}, *p = arr;
    i = next();
    i += 10 * next();
    int first = *p++, third = *++p;
    printf("%d %d %d %d\n", i, first, third, p[-1]);
    printf("%td %d %d\n", &arr[3] - p, p > arr, *(p + 1) - p[0]);
    uint64_t h = 14695981039346656037u;
    for (const char *c = "heddle"; *c; c++) h = (h ^ (uint8_t)*c) * 1099511628211u;
    printf("%016lx %d %d %d\n", h, __builtin_popcountl(h), __builtin_clzl(h >> 7), __builtin_ctzl(h & -h));
    int r, over = __builtin_add_overflow(INT_MAX, 1, &r);
    long lr;
    unsigned char cr;
    printf("%d %d ", over, r);
    over = __builtin_mul_overflow(1ull << 63, -1, &lr);
    printf("%d %ld ", over, lr);
    over = __builtin_sub_overflow(5u, 6, &r);
    printf("%d %d %d\n", over, r, __builtin_add_overflow(200, 56, &cr));
    printf("%x %x %lx\n", __builtin_bswap32(0x12345678), __builtin_bswap16(0x1234), __builtin_bswap64(0x0102030405060708));
    printf("%d %d %d\n", 'a', sizeof 'a' == sizeof(int), '\377');
    printf("%s\n", _Generic(1.0f, float: "float", double: "double", default: "other"));
    return (int)(sizeof(long double) != 16);
}
/* OUTPUT:
-129 260 -1 1048560 4294967168
127 4 1 0
-3 -1 -3 1
1431655765 2635249153387078802 -1294967296
0 1 1
1099511627776 -1 1
-9223372036854775808 18446744073709551615
34!=295232799039604140847618609643520000000 q=295232796972974562036796675385 r=943272305 sh=271193006262949264 0 -8678176200414376458 35537842
2.95233e+38 4.50496e+37 1000000000 -2
3 4000000000 200 1
0.10000000000000001 0.100000001 0.1
inf -inf 1
1.18973e+4932 1.0842e-19 1
-1.500000 -0.500000 5.000000
-2 -1 -3 2
1 -1 1 1
2 2 -3
32 -1 15 1
0 2 4
1 0
7 4 6 9 0 1
1 1
7 5 -7
-4 7.5
21 1 3 2
1 1 1
1994c58b51b33031 27 10 0
1 -2147483648 0 -9223372036854775808 0 -1 1
78563412 3412 807060504030201
97 1 -1
float
*/
