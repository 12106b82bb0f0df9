#include <stdio.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

// Down columns: products added up in place, sums of columns, a stencil.
#define N 500
static float a[N][N], b[N][N], c[N][N], sums[N];
int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) a[i][j] = (i + j) % 13, b[i][j] = (i - j) % 7;
    double t = now();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++) c[i][j] = c[i][j] + a[i][k] * b[k][j];
    for (int j = 0; j < N; j++) {
        sums[j] = 0;
        for (int i = 0; i < N; i++) sums[j] += c[i][j];
    }
    for (int j = 0; j < N; j++)
        for (int i = 1; i < N - 1; i++) b[i][j] = c[i - 1][j] + c[i + 1][j] - 2 * c[i][j];
    printf("%.6f %.0f\n", now() - t, sums[17] + b[33][77] + c[399][1]);
}
