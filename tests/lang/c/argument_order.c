// gcc's order of arguments, which programs have come to count on: last to first, plain local
// variables last of all.
#include <stdio.h>
static int n, g = 5;
static int f(int x) {
    return n = n * 10 + x;
}
static int incg(void) {
    return ++g;
}
struct s {
    int a, b;
};
static struct s mk(int x) {
    return (struct s){f(x), n};
}
static int take(struct s x, struct s y, int k) {
    return x.a * 1000 + y.a * 10 + k;
}
int main(void) {
    int i = 0;
    printf("%d %d\n", i++, i);
    printf("%d %d %d\n", i, i++, i);
    printf("%d %d %d\n", f(1), f(2), f(3));
    printf("%d %d\n", g, incg());
    printf("%d %d\n", incg(), g);
    n = 0;
    printf("%d\n", take(mk(1), mk(2), f(3)));
    int a[3] = {1, 2, 3}, *p = a;
    printf("%d %d\n", *p++, *p++);
    printf("%d %d\n", i = 7, i + 1);
    i = 3;
    printf("%d %d %d\n", ++i, i++, i);
    printf("%ld %d\n", (long)i, i *= 2);
    return 0;
}

/* OUTPUT:
0 1
2 1 2
321 32 3
6 6
7 6
321323
2 1
7 3
5 3 5
10 10
*/
