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
    double t = now();
    long sum = 0;
    for (int j = 0; j < 800; j++)
        for (int i = 0; i < 800; i++) {
            double cr = -2 + 3.0 * i / 800, ci = -1 + 2.0 * j / 800, x = 0, y = 0;
            int k = 0;
            for (; k < 200 && x * x + y * y < 4; k++) {
                double u = x * x - y * y + cr;
                y = 2 * x * y + ci;
                x = u;
            }
            sum += k;
        }
    printf("%.6f %ld\n", now() - t, sum);
}
