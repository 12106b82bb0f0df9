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
    int n = 20000000, count = 0;
    char *composite = calloc(n + 1, 1);
    double t = now();
    for (int i = 2; (long)i * i <= n; i++)
        if (!composite[i])
            for (int j = i * i; j <= n; j += i) composite[j] = 1;
    for (int i = 2; i <= n; i++) count += !composite[i];
    printf("%.6f %d\n", now() - t, count);
}
