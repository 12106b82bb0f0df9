// More of old C: functions without prototypes called with promoted arguments, pointers to such
// functions, old-style main.
#include <stdio.h>
int avg(), apply();
double half();
static char *sel(n, a, b)
int n;
char *a, *b;
{ return n ? a : b; }
int pass(f, v)
float f;
short v;
{ return f * 2 + v; }
struct pt {
    int x, y;
};
int dist(p, q)
struct pt p, *q;
{
    return p.x - q->x + p.y - q->y;
}
int (*table[])() = {avg, apply};
int main(argc, argv)
int argc;
char *argv[];
{
    struct pt a = {9, 8}, b = {1, 2};
    printf("%d %g\n", avg(4, 8), half(3.0));
    printf("%s %s\n", sel(1, "a", "b"), sel(0, "a", "b"));
    printf("%d %d\n", pass(1.5, 7), dist(a, &b));
    printf("%d %d\n", (*table[0])(10, 20), table[1](avg, 6));
    return argc - 1;
}
int avg(a, b) {
    return (a + b) / 2;
}
int apply(f, x) int (*f)();
{ return f(x, x * 3); }
double half(d)
double d;
{ return d / 2; }

/* OUTPUT:
6 1.5
a b
10 14
15 12
*/
