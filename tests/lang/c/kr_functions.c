// Old-style definitions, implicit int and calls without prototypes.
// EXIT: 2
#include <stdio.h>

static count;
extern total;

max(a, b) { return a > b ? a : b; }

double scale(x, n, k) float x; char n; short k; { return x * n + k; }

char *pick(names, i) char **names; int i; { return names[i]; }

struct pair { int a; double b; };
struct pair make(a, b) double b; { struct pair p; p.a = a; p.b = b; return p; }

apply(f, x) int (*f)(); { return f(x); }

twice(x) { return 2 * x; }
int total = 40;

sum(v, n) int v[]; int n;
{
    int i, s = 0;
    for (i = 0; i < n; i++) s += v[i];
    return s;
}

int late();

main(argc, argv) char **argv;
{
    static char *names[] = {"zero", "one", "two"};
    int v[] = {1, 2, 3, 4};
    auto k = 5;
    register r = 6;
    const c = 7;
    printf("%d %d\n", max(3, 9), max(-3, -9));
    printf("%g\n", scale(1.5, 3, 2));
    printf("%s %s\n", pick(names, 1), pick(names, 2));
    struct pair p = make(7, 2.5);
    printf("%d %g\n", p.a, p.b);
    printf("%d %d\n", apply(twice, 21), sum(v, 4));
    count++;
    total += count;
    printf("%d %d %d %d %d %d\n", count, total, k, r, c, argc);
    printf("%d\n", late(1, 2, 3));
    return undeclared(4) - 10;
}

int late(a, b, c) { return a * 100 + b * 10 + c; }
undeclared(x) int x; { return x * 3; }

/* OUTPUT:
9 -3
6.5
one two
7 2.5
42 10
1 41 5 6 7 1
123
*/
