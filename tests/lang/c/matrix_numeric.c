// Numerics: Gaussian elimination, Newton, Simpson, Runge-Kutta, FFT, statistics, random walk with a
// fixed generator.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#define N 4
static int solve(double a[N][N + 1]) {
    for (int c = 0; c < N; c++) {
        int p = c;
        for (int r = c; r < N; r++)
            if (fabs(a[r][c]) > fabs(a[p][c])) p = r;
        if (a[p][c] == 0) return 0;
        for (int k = 0; k <= N; k++) {
            double t = a[c][k];
            a[c][k] = a[p][k];
            a[p][k] = t;
        }
        for (int r = 0; r < N; r++)
            if (r != c) {
                double f = a[r][c] / a[c][c];
                for (int k = c; k <= N; k++) a[r][k] -= f * a[c][k];
            }
    }
    for (int r = 0; r < N; r++) a[r][N] /= a[r][r];
    return 1;
}
static double newton(double x) {
    double r = x;
    for (int i = 0; i < 30; i++) r = (r + x / r) / 2;
    return r;
}
static double simpson(double (*f)(double), double a, double b, int n) {
    double h = (b - a) / n, s = f(a) + f(b);
    for (int i = 1; i < n; i++) s += f(a + i * h) * (i % 2 ? 4 : 2);
    return s * h / 3;
}
static double g(double x) {
    return x * x * x - x;
}
static void fft(double complex *v, int n) {
    if (n == 1) return;
    double complex e[n / 2], o[n / 2];
    for (int i = 0; i < n / 2; i++) e[i] = v[2 * i], o[i] = v[2 * i + 1];
    fft(e, n / 2);
    fft(o, n / 2);
    for (int k = 0; k < n / 2; k++) {
        double complex t = cexp(-2 * I * acos(-1) * k / n) * o[k];
        v[k] = e[k] + t;
        v[k + n / 2] = e[k] - t;
    }
}
static unsigned seed = 1;
static double rnd(void) {
    seed = seed * 1664525u + 1013904223u;
    return seed / 4294967296.0;
}
int main(void) {
    double a[N][N + 1] = {
        {2, 1, -1, 3, 8}, {-3, -1, 2, 1, -11}, {-2, 1, 2, 0, -3}, {1, 0, 0, 1, 2}};
    printf("%d", solve(a));
    for (int i = 0; i < N; i++) printf(" %.6f", a[i][N]);
    puts("");
    printf("%.12f %.9f\n", newton(2), simpson(g, 0, 2, 100));
    double y = 1, t = 0, h = 0.1;
    for (int i = 0; i < 10; i++, t += h) {
        double k1 = y, k2 = y + h / 2 * k1, k3 = y + h / 2 * k2, k4 = y + h * k3;
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    printf("%.9f\n", y);
    double complex v[8];
    for (int i = 0; i < 8; i++) v[i] = i;
    fft(v, 8);
    for (int i = 0; i < 8; i++) printf("%.4f%+.4fi ", creal(v[i]), cimag(v[i]) + 0.0);
    puts("");
    double s = 0, q = 0;
    for (int i = 0; i < 1000; i++) {
        double r = rnd();
        s += r;
        q += r * r;
    }
    printf("%.9f %.9f\n", s / 1000, q / 1000 - s * s / 1e6);
    int in = 0;
    for (int i = 0; i < 10000; i++) {
        double x = rnd(), z = rnd();
        in += x * x + z * z < 1;
    }
    printf("%.4f\n", in / 2500.0);
    return 0;
}

/* OUTPUT:
1 2.000000 3.000000 -1.000000 -0.000000
1.414213562373 2.000000000
2.718279744
28.0000+0.0000i -4.0000+9.6569i -4.0000+4.0000i -4.0000+1.6569i -4.0000+0.0000i -4.0000-1.6569i -4.0000-4.0000i -4.0000-9.6569i 
0.511078056 0.084432504
3.1668
*/
