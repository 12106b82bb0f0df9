// Floating point: conversions, rounding, special values, float vs double, long double, comparisons,
// printf forms.
#include <float.h>
#include <math.h>
#include <stdio.h>
static float third(void) {
    return 1.0 / 3;
}
static double mixed(float f, int i, long double l) {
    return f * i + l;
}
int main(void) {
    float f = 0.1f;
    double d = 0.1;
    long double l = 0.1L;
    printf("%.10f %.20f %.22Lf\n", f, d, l);
    printf("%d %d %d\n", f == 0.1, f == 0.1f, (float)d == f);
    printf("%.9g %.17g\n", third(), mixed(1.5f, 3, 0.25L));
    printf("%d %d %d\n", FLT_DIG, DBL_MANT_DIG, LDBL_MANT_DIG);
    printf("%g %g %g\n", FLT_MAX, DBL_MIN, DBL_EPSILON);
    double inf = 1 / 0.0, nan = inf - inf, nz = -0.0;
    printf("%f %f %d %d %d %d\n", inf, -inf, nan == nan, nan != nan, nan < 1, !(nan >= 1));
    printf("%g %d %d %g\n", nz, nz == 0, signbit(nz) != 0, 1 / nz);
    printf("%d %d %d %d\n", isnan(nan) != 0, isinf(inf) != 0, isfinite(1.0) != 0,
           fpclassify(0.0) == FP_ZERO);
    printf("%d %d %u %ld %lu\n", (int)2.9, (int)-2.9, (unsigned)3e9, (long)-1e15,
           (unsigned long)1.8e19);
    printf("%.0f %.0f %.0f\n", (double)0xffffffffffffffffu, (double)(1LL << 62),
           (float)16777219 + 0.0);
    unsigned long ul = 0x8000000000000400;
    printf("%.1f %.1f\n", (float)ul, (double)ul);
    printf("%g %g %g %g %g\n", sqrt(2), pow(2, 0.5), fmod(7.5, 2), floor(-1.5), ceil(-1.5));
    printf("%g %g %g %ld\n", round(2.5), rint(2.5), trunc(-2.7), lround(-2.5));
    int e;
    printf("%g ", frexp(10, &e));
    printf("%d %g\n", e, ldexp(0.625, 4));
    double ip;
    printf("%g ", modf(3.75, &ip));
    printf("%g\n", ip);
    printf("%g %g %g\n", fmax(1, nan), hypot(3, 4), copysign(2, -1));
    printf("%.6f %.6f %.6f %.6f\n", sin(1), atan2(1, -1), exp(1), log10(1000));
    printf("%.6f %.6Lf %.6f\n", sinf(1), sinl(1), (double)fabsf(-2));
    f = 1e38f;
    f *= 10;
    printf("%f\n", f);
    f = 1e-45f;
    printf("%g %g\n", f, f / 2);
    d = 5e-324;
    printf("%g %g\n", d, d / 2);
    double s = 0;
    for (int i = 0; i < 10; i++) s += 0.1;
    printf("%d %.17g\n", s == 1, s);
    float fs = 0;
    for (int i = 0; i < 1000; i++) fs += 0.001f;
    printf("%.9g\n", fs);
    printf("%d\n", 0.1 + 0.2 == 0.3);
    d = 3;
    d++;
    d -= 0.5;
    --d;
    printf("%g %g %d\n", d, -d, !d);
    f = 3;
    f += 0.7;
    printf("%.9g %d\n", f, (int)f);
    l = 1;
    l /= 3;
    printf("%.20Lg %d\n", l, l > 1.0 / 3);
    printf("%Lf %Le %La\n", 1.5L, 1e4000L, 1.0L);
    printf("%e %E %G %g %g\n", 123456.789, 0.000123, 1e20, 1e5, 1e6);
    printf("%5.1f|%-8.2f|%+.0f|%08.3f|% f|%#.0f\n", 2.25, 2.25, 2.5, -2.25, 1.0, 3.0);
    printf("%d %d\n", (int)(0.1f * 10), (int)(1.1 * 1.1 * 100));
    printf("%g\n", 1.0 > nan ? 1.0 : 2.0);
    return 0;
}

/* OUTPUT:
0.1000000015 0.10000000000000000555 0.1000000000000000000014
0 1 1
0.333333343 4.75
6 53 64
3.40282e+38 2.22507e-308 2.22045e-16
inf -inf 0 1 0 1
-0 1 1 -inf
1 1 1 1
2 -2 3000000000 -1000000000000000 18000000000000000000
18446744073709551616 4611686018427387904 16777220
9223372036854775808.0 9223372036854775808.0
1.41421 1.41421 1.5 -2 -1
3 2 -2 -3
0.625 4 10
0.75 3
1 5 -2
0.841471 2.356194 2.718282 3.000000
0.841471 0.841471 2.000000
inf
1.4013e-45 0
4.94066e-324 0
0 0.99999999999999989
0.999990702
0
2.5 -2.5 0
3.70000005 3
0.33333333333333333334 1
1.500000 1.000000e+4000 0x8p-3
1.234568e+05 1.230000E-04 1E+20 100000 1e+06
  2.2|2.25    |+2|-002.250| 1.000000|3.
1 121
2
*/
