#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(void) {
    int n = 4000;
    float *x = malloc(n * 4), *y = malloc(n * 4);
    for (int i = 0; i < n; i++) x[i] = i, y[i] = 1;
    double t = now();
    for (int r = 0; r < 200000; r++)
        for (int i = 0; i < n; i++) y[i] = 0.5f * x[i] + y[i] * 0.25f;
    printf("%.6f %.3f\n", now() - t, y[n - 1]);
}
