// VLA parameters in several dimensions and functions that return pointers into them.
#include <stdio.h>
static int *at(int r, int c, int m[r][c], int i, int j) {
    return &m[i][j];
}
static double dot(int n, const double x[n], const double y[n]) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i] * y[i];
    return s;
}
static void init(int a, int b, int c, int v[a][b][c]) {
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++) v[i][j][k] = 100 * i + 10 * j + k;
}
static int col(int n, int m, int (*a)[m], int c) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i][c];
    return s;
}
static void pascal(int n) {
    int t[n][n];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            t[i][j] = !j || j == i ? 1 : t[i - 1][j - 1] + t[i - 1][j];
            printf("%d ", t[i][j]);
        }
        puts("");
    }
}
static unsigned long rec(int n) {
    char b[n * 8];
    b[0] = n;
    unsigned long s = sizeof b + b[0];
    return n > 1 ? s + rec(n - 1) : s;
}
int main(void) {
    int r = 3, c = 5, m[r][c];
    for (int i = 0; i < r * c; i++) (&m[0][0])[i] = i;
    *at(r, c, m, 1, 2) = 70;
    printf("%d %d\n", m[1][2], col(r, c, m, 2));
    double x[] = {1, 2, 3}, y[] = {4, 5, 6};
    printf("%g\n", dot(3, x, y));
    int v[2][3][4];
    init(2, 3, 4, v);
    printf("%d %d\n", v[1][2][3], v[0][1][2]);
    pascal(6);
    printf("%lu\n", rec(10));
    int n;
    for (n = 1; n < 4; n++) {
        struct {
            int len;
        } s = {n};
        char name[s.len + 1];
        for (int i = 0; i < n; i++) name[i] = 'a' + i;
        name[n] = 0;
        printf("%s %zu\n", name, sizeof name);
    }
    return 0;
}

/* OUTPUT:
70 84
32
123 12
1 
1 1 
1 2 1 
1 3 3 1 
1 4 6 4 1 
1 5 10 10 5 1 
495
a 2
ab 3
abc 4
*/
