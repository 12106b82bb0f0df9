// Loops and recursion as the optimiser gets them: sums side by side, odd bounds, nests, early exits, aliasing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double a[37][41], b[41][29], c[37][29];
static void matmul(int n, int m, int k) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int p = 0; p < k; p++) s += a[i][p] * b[p][j];
            c[i][j] = s;
        }
}
static float triangle(const float *restrict x, float *restrict y, int n) {
    for (int i = 0; i < n; i++) {
        float s = 1;
        for (int j = 0; j <= i; j++) s += x[j] * 0.5f;
        y[i] = s;
    }
    return y[n - 1];
}
static void overlap(double *x, int n) { // each sum sees what the one before stored
    for (int i = 1; i < n; i++) {
        double s = 0;
        for (int j = 0; j < 3; j++) s += x[i - 1] * (j + 1);
        x[i] = s * 0.25;
    }
}
static void matvec(const float *m, const float *v, float *out, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        float s = 0.0f;
        for (int k = 0; k < cols; k++) s += m[r * cols + k] * v[k];
        out[r] = s;
    }
}
static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int gcd(int x, int y) { return y ? gcd(y, x % y) : x; }
static long hanoi(int n, int from, int to, int via, long *moves) {
    if (n == 0) return 0;
    long k = hanoi(n - 1, from, via, to, moves);
    ++*moves;
    k += from * 3 + to;
    return k + hanoi(n - 1, via, to, from, moves);
}
static int queens(int n, int row, unsigned cols, unsigned d1, unsigned d2) {
    if (row == n) return 1;
    int found = 0;
    for (unsigned free = ~(cols | d1 | d2) & ((1u << n) - 1); free; free &= free - 1) {
        unsigned bit = free & -free;
        found += queens(n, row + 1, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1);
    }
    return found;
}
static int cmp(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
static void quick(int *v, int lo, int hi) {
    if (lo >= hi) return;
    int p = v[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
        while (v[i] < p) i++;
        while (v[j] > p) j--;
        if (i <= j) { int t = v[i]; v[i++] = v[j]; v[j--] = t; }
    }
    quick(v, lo, j);
    quick(v, i, hi);
}
static void shift(char *p, int n) { for (int i = 0; i < n; i++) p[i + 1] = p[i]; }
static unsigned crc(const unsigned char *p, size_t n) {
    unsigned c = ~0u;
    while (n--) { c ^= *p++; for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1; }
    return ~c;
}
static int first_over(const int *v, int n, int limit) {
    int i;
    for (i = 0; i < n; i++) if (v[i] > limit) break;
    return i;
}
struct grid { int w, h; float *cell; };
static float blur(struct grid *g) {
    float sum = 0;
    for (int y = 1; y < g->h - 1; y++)
        for (int x = 1; x < g->w - 1; x++) {
            float *p = &g->cell[y * g->w + x];
            sum += (p[-1] + p[1] + p[-g->w] + p[g->w]) / 4 - *p;
        }
    return sum;
}

int main(void) {
    for (int i = 0; i < 37; i++) for (int j = 0; j < 41; j++) a[i][j] = (i * 7 + j) % 11;
    for (int i = 0; i < 41; i++) for (int j = 0; j < 29; j++) b[i][j] = (i + j * 5) % 13;
    matmul(37, 29, 41);
    double total = 0, corner = c[36][28];
    for (int i = 0; i < 37; i++) for (int j = 0; j < 29; j++) total += c[i][j] * (i - j);
    matmul(3, 0, 41);
    matmul(1, 1, 1);
    printf("%g %g %g %g\n", total, corner, c[0][0], c[1][1]);
    float x[100], y[100], out[19];
    for (int i = 0; i < 100; i++) x[i] = (float)(i % 5);
    float last = triangle(x, y, 100);
    printf("%g %g\n", last, y[7]);
    double z[40] = {1};
    overlap(z, 40);
    printf("%g %g\n", z[1], z[39]);
    matvec(x, y, out, 19, 5);
    printf("%g %g\n", out[0], out[18]);
    long moves = 0, k = hanoi(10, 1, 3, 2, &moves);
    printf("%ld %d %ld %ld %d\n", fib(25), gcd(1071, 462), k, moves, queens(8, 0, 0, 0, 0));
    int v[500], w[500];
    unsigned seed = 1;
    for (int i = 0; i < 500; i++) v[i] = w[i] = (int)((seed = seed * 1103515245u + 12345u) >> 16 & 0x3ff);
    quick(v, 0, 499);
    qsort(w, 500, sizeof *w, cmp);
    printf("%d %d %d\n", memcmp(v, w, sizeof v), v[250], first_over(v, 500, 900));
    char text[20] = "abcdefgh";
    shift(text, 8);
    printf("%s %08x\n", text, crc((const unsigned char *)"123456789", 9));
    struct grid g = {6, 5, x};
    printf("%g\n", blur(&g));
    return 0;
}
/* OUTPUT:
5.25357e+06 1077 0 1060
101 7.5
1.5 7.37155e+06
42.5 42.5
75025 21 8164 1023 92
0 491 454
aaaaaaaaa cbf43926
0
*/
