#include <stdlib.h>
#include <string.h>
#define STEPS 8
static inline int least(int a, int b) { return a < b ? a : b; }
void run(const int *wall, const int *src, int *out, int cols) {
    int *a = malloc(sizeof(int) * (cols + 2)), *b = malloc(sizeof(int) * (cols + 2));
    memcpy(a + 1, src, sizeof(int) * cols);
    a[0] = a[cols + 1] = b[0] = b[cols + 1] = 1 << 30;
    for (int i = 0; i < STEPS; i++) {
#pragma omp parallel for
        for (int x = 0; x < cols; x++) b[x + 1] = least(a[x + 1], least(a[x], a[x + 2])) + wall[i * cols + x];
        int *c = a;
        a = b;
        b = c;
    }
    memcpy(out, a + 1, sizeof(int) * cols);
    free(a);
    free(b);
}
