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

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(void) {
    int n = 2000000;
    int *v = malloc(n * sizeof *v);
    uint32_t s = 1;
    for (int i = 0; i < n; i++) v[i] = (s = s * 1664525u + 1013904223u) >> 1;
    double t = now();
    qsort(v, n, sizeof *v, compare);
    printf("%.6f %d\n", now() - t, v[n / 3]);
}
