// _Complex arithmetic and conversions.
#include <complex.h>
#include <stdio.h>
static double complex sq(double complex z) {
    return z * z;
}
static float complex fc(float complex a, float b) {
    return a * b + I;
}
static long double complex lc(long double complex z) {
    return z / 2;
}
static struct {
    double complex z;
    int n;
} s = {1 + 2 * I, 3};
static double complex table[] = {1, I, 2 + 3 * I};
#define P(z) printf("%.4f %.4f\n", (double)creal(z), (double)cimag(z))
int main(void) {
    double complex a = 1 + 2 * I, b = 3 - I;
    P(a + b);
    P(a - b);
    P(a * b);
    P(a / b);
    P(-a);
    P(~a);
    P(conj(b));
    P(sq(a));
    P(fc(1 + I, 2));
    P(lc(3 + 4 * I));
    printf("%g %g %g %g\n", cabs(3 + 4 * I), carg(I), __real__ a, __imag__ a);
    P(csqrt(-4));
    P(cexp(I * 3.14159265358979));
    P(cpow(a, 2));
    a += 1;
    P(a);
    a *= I;
    P(a);
    __real__ a = 9;
    P(a);
    __imag__ a += 1;
    P(a);
    printf("%d %d %d\n", a == b, a != b, a == a);
    double r = a;
    printf("%g\n", r);
    float complex f = a;
    P(f);
    P(table[2]);
    P(s.z);
    printf("%zu %zu %zu\n", sizeof(float complex), sizeof a, sizeof(long double complex));
    double complex arr[3] = {0};
    arr[1] = 1;
    for (int i = 0; i < 3; i++) P(arr[i] + i * I);
    if (a) puts("nonzero");
    printf("%d\n", !(0 * I));
    double complex *p = &arr[1];
    *p++ = 2;
    P(arr[1]);
    int i = 2 + 3 * I;
    printf("%d\n", i);
    P(1.0 / (1 + I));
    P(2 * a - 1);
    P(CMPLX(1, -0.0));
    P(3i + 1);
    return 0;
}

/* OUTPUT:
4.0000 1.0000
-2.0000 3.0000
5.0000 5.0000
0.1000 0.7000
-1.0000 -2.0000
1.0000 -2.0000
3.0000 1.0000
-3.0000 4.0000
2.0000 3.0000
1.5000 2.0000
5 1.5708 1 2
0.0000 2.0000
-1.0000 0.0000
-3.0000 4.0000
2.0000 2.0000
-2.0000 2.0000
9.0000 2.0000
9.0000 3.0000
0 1 1
9
9.0000 3.0000
2.0000 3.0000
1.0000 2.0000
8 16 32
0.0000 0.0000
1.0000 1.0000
0.0000 2.0000
nonzero
1
2.0000 0.0000
2
0.5000 -0.5000
17.0000 6.0000
1.0000 -0.0000
1.0000 3.0000
*/
