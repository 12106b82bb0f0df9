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

static unsigned histogram[256];
int main(void) {
    int n = 1 << 22;
    char *text = malloc(n + 1);
    uint32_t s = 3;
    for (int i = 0; i < n; i++) {
        s = s * 1664525u + 1013904223u;
        text[i] = (s >> 20) % 7 == 0 ? ' ' : 'a' + (s >> 16) % 26;
    }
    text[n] = 0;
    double t = now();
    int words = 0;
    for (int r = 0; r < 30; r++) {
        int in = 0;
        for (const char *p = text; *p; p++) {
            histogram[(unsigned char)*p]++;
            if (*p == ' ') in = 0;
            else if (!in) in = 1, words++;
        }
    }
    printf("%.6f %d\n", now() - t, words + (int)histogram['q']);
}
