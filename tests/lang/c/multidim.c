// Multi-dimensional arrays: passing, partial indexing, pointers to rows, 3-D and 4-D, transposing,
// jagged, sizeof.
#include <stdio.h>
#include <string.h>
static int m3[2][3][4];
static int sum2(int a[][4], int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) s += a[i][j];
    return s;
}
static int sum3(int (*a)[3][4]) {
    int s = 0;
    for (int i = 0; i < 2; i++) s += sum2(a[i], 3);
    return s;
}
static void transpose(int n, int a[n][n]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            int t = a[i][j];
            a[i][j] = a[j][i];
            a[j][i] = t;
        }
}
static int (*pick(int i))[4] {
    return m3[i];
}
static const char jag[][8] = {"a", "bcd", "efghijk"};
static double id[3][3] = {[0][0] = 1, [1][1] = 1, [2][2] = 1};
int main(void) {
    int k = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int l = 0; l < 4; l++) m3[i][j][l] = k++;
    printf("%d %d %d\n", sum3(m3), sum2(m3[1], 2), m3[1][2][3]);
    int sq[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    transpose(3, sq);
    printf("%d %d\n", sq[0][2], sq[2][0]);
    printf("%d %d\n", (*pick(1))[0], pick(0)[2][3]);
    printf("%zu %zu %zu %zu\n", sizeof m3, sizeof m3[0], sizeof m3[0][0], sizeof jag / sizeof *jag);
    int *flat = (int *)m3;
    printf("%d %td\n", flat[13], &m3[1][0][1] - &m3[0][0][0]);
    int h[2][2][2][2] = {{{{1}}}, {[1] = {{2, 3}, {4}}}};
    printf("%d %d %d\n", h[1][1][0][1], h[1][1][1][0], h[0][0][0][0]);
    int(*row)[3] = sq;
    row += 2;
    printf("%d %d\n", (*row)[1], row[-1][0]);
    double tr = 0;
    for (int i = 0; i < 3; i++) tr += id[i][i];
    printf("%g\n", tr);
    char *ptrs[3];
    for (int i = 0; i < 3; i++) ptrs[i] = (char *)jag[i];
    printf("%s %c\n", ptrs[2] + 3, ptrs[1][1]);
    int copy[3][3];
    memcpy(copy, sq, sizeof sq);
    printf("%d\n", memcmp(copy, sq, sizeof copy));
    int(*whole)[3][3] = &copy;
    (*whole)[1][1] = 50;
    printf("%d\n", copy[1][1]);
    return 0;
}

/* OUTPUT:
276 124 23
7 3
12 11
96 48 16 3
13 13
3 4 1
6 2
3
hijk c
0
50
*/
