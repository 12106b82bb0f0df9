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

#define SIZE (1 << 20)
static uint32_t keys[SIZE], values[SIZE];
int main(void) {
    double t = now();
    uint32_t s = 7;
    for (int i = 0; i < 4000000; i++) {
        s = s * 1664525u + 1013904223u;
        uint32_t key = (s >> 8) % 500000 + 1, at = key * 2654435761u >> 12;
        while (keys[at] && keys[at] != key) at = (at + 1) & (SIZE - 1);
        keys[at] = key;
        values[at]++;
    }
    uint64_t sum = 0;
    for (int i = 0; i < SIZE; i++) sum += (uint64_t)values[i] * values[i];
    printf("%.6f %llu\n", now() - t, (unsigned long long)sum);
}
