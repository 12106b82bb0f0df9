// Loops down columns, of which several run side by side (core/gen/jam.c): what one iteration of the
// outer loop writes and the next reads forbids it.
#include <stdio.h>
enum { N = 67 };
static double a[N][N], b[N][N], c[N][N], x[N];
static int u[N][N], v[N];

static void product(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = 0;
            for (int k = 0; k < N; k++) c[i][j] += a[i][k] * b[k][j];
        }
}
static void in_place(void) { // each element needs the one to its left, as it is by then
    for (int j = 1; j < N; j++)
        for (int k = 0; k < N; k++) c[k][j] = c[k][j] + 0.5 * c[k][j - 1];
}
static void below(void) { // and the one below to its left, as it was not yet
    for (int j = 1; j < N; j++)
        for (int k = 0; k < N - 1; k++) u[k][j] += u[k + 1][j - 1];
}
static void running(void) { // the sum goes on from column to column
    int sum = 0;
    for (int j = 0; j < N; j++) {
        for (int k = 0; k < N; k++) sum = sum * 3 + u[k][j];
        v[j] = sum;
    }
}
static void shared_target(void) { // every column adds to one row
    for (int j = 0; j < N; j++)
        for (int k = 0; k < N; k++) x[k] = x[k] * 0.5 + a[k][j];
}
__attribute__((noinline)) static void flat(int n, int *p, int *q) { // q may be a part of p
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) p[k * N + j] = q[k * N + j] + 1;
}

static double sum_of(const double *p, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum = sum * 0.875 + p[i];
    return sum;
}
static unsigned mix_of(const int *p, int n) {
    unsigned mix = 1;
    for (int i = 0; i < n; i++) mix = mix * 31 + (unsigned)p[i];
    return mix;
}

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j * 3) % 11;
            b[i][j] = (i + j * 5) % 7;
            u[i][j] = (i ^ j) % 5;
        }
    product();
    printf("%.17g\n", sum_of(&c[0][0], N * N));
    in_place();
    printf("%.17g\n", sum_of(&c[0][0], N * N));
    below();
    printf("%u\n", mix_of(&u[0][0], N * N));
    running();
    printf("%u\n", mix_of(v, N));
    shared_target();
    printf("%.17g\n", sum_of(x, N));
    flat(N - 3, &u[0][0], &u[0][1]);
    printf("%u\n", mix_of(&u[0][0], N * N));
    flat(N - 3, &u[0][1], &u[0][0]);
    printf("%u\n", mix_of(&u[0][0], N * N));
    flat(N - 3, &u[1][0], &u[0][1]);
    printf("%u\n", mix_of(&u[0][0], N * N));
}
/* OUTPUT:
7921.9239248171471
15836.966007925508
3624827863
844043685
76.94732123700777
1031360802
2922683514
1959364502
*/
