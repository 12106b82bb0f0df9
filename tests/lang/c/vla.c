// Variable length arrays: 1-D, 2-D, parameters, sizeof, typedef, pointers to, in loops, with goto.
#include <stdio.h>
#include <string.h>
static int sum(int n, int a[n]) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
static void fill(int r, int c, int m[r][c]) {
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++) m[i][j] = i * c + j;
}
static int trace(int n, int m[*][*]);
static int trace(int n, int m[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++) t += m[i][i];
    return t;
}
static void mul(int n, int k, int m, const double a[n][k], const double b[k][m], double c[n][m]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            c[i][j] = 0;
            for (int l = 0; l < k; l++) c[i][j] += a[i][l] * b[l][j];
        }
}
static size_t sizes(int n, char (*p)[n + 1]) {
    return sizeof *p;
}
static int side;
static int next(void) {
    return ++side;
}
static int recursive(int n) {
    int a[n + 1];
    a[n] = n;
    return n ? a[n] + recursive(n - 1) : 0;
}
static int stat(int a[static 3], int b[const 2]) {
    return a[2] + b[1];
}
int main(void) {
    for (int n = 1; n < 5; n++) {
        int a[n];
        for (int i = 0; i < n; i++) a[i] = n * i;
        printf("%d %zu\n", sum(n, a), sizeof a);
    }
    int r = 3, c = 4;
    int m[r][c];
    fill(r, c, m);
    printf("%d %d %zu %zu %zu\n", m[2][3], m[1][2], sizeof m, sizeof m[0], sizeof m / sizeof *m);
    int(*p)[c] = m;
    p++;
    printf("%d %td\n", (*p)[1], p - m);
    int *flat = &m[0][0];
    printf("%d\n", flat[7]);
    int sq[r][r];
    fill(r, r, sq);
    printf("%d\n", trace(r, sq));
    double a[2][3] = {{1, 2, 3}, {4, 5, 6}}, b[3][2] = {{1, 0}, {0, 1}, {1, 1}};
    int two = 2, three = 3;
    double out[two][two];
    mul(two, three, two, a, b, out);
    printf("%g %g %g %g\n", out[0][0], out[0][1], out[1][0], out[1][1]);
    char buf[r + 2];
    strcpy(buf, "abcd");
    printf("%s %zu %zu\n", buf, sizeof buf, sizes(9, 0));
    typedef int row[c];
    c = 100;
    row x, *y;
    printf("%zu %zu %zu\n", sizeof(row), sizeof x, sizeof *y);
    printf("%zu\n", sizeof(int[next()]));
    printf("%d\n", side);
    int z[next()];
    printf("%zu %d\n", sizeof z, side);
    int cube[2][r][two];
    memset(cube, 0, sizeof cube);
    cube[1][2][1] = 9;
    printf("%zu %d\n", sizeof cube, ((int *)cube)[11]);
    printf("%d\n", recursive(50));
    int s3[3] = {1, 2, 3};
    printf("%d\n", stat(s3, s3));
    for (int i = 0; i < 100000; i++) {
        char big[1000 + i % 7];
        big[i % 1000] = i;
        if (big[i % 1000] != (char)i) return 1;
        if (i % 3) continue;
    }
    int k = 0;
again : {
    int v[k + 1];
    v[k] = k;
    k++;
    if (k < 1000) goto again;
    printf("%d\n", v[k - 1]);
}
    struct s {
        int n;
    } arr[r];
    arr[r - 1].n = 5;
    printf("%zu %d\n", sizeof arr, arr[2].n);
    int (*fp)(int, int[]) = sum;
    printf("%d\n", fp(3, s3));
    char *names[r];
    names[2] = "ptr";
    puts(names[2]);
    return 0;
}

/* OUTPUT:
0 4
2 8
9 12
24 16
11 6 48 16 3
5 1
7
12
4 5 10 11
abcd 5 10
16 16 16
4
1
8 2
48 9
1275
5
999
12 5
6
ptr
*/
