// Function pointers: tables, callbacks, returned, in structs, arrays of, typedefs, calling through
// every spelling.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
typedef int op(int, int);
typedef op *op_ptr;
typedef void (*handler)(void *, int);
static int add(int a, int b) {
    return a + b;
}
static int sub(int a, int b) {
    return a - b;
}
static op mul;
static int mul(int a, int b) {
    return a * b;
}
static const struct {
    const char *name;
    op *fn;
} table[] = {{"add", add}, {"sub", &sub}, {"mul", *mul}};
static op_ptr choose(char c) {
    switch (c) {
    case '+': return add;
    case '-': return sub;
    }
    return 0;
}
static int (*choose2(int k))(int, int) {
    return k ? add : mul;
}
static int (*(*choose3(void))(int))(int, int) {
    return choose2;
}
static int apply(int f(int, int), int a, int b) {
    return f(a, b);
}
static void each(const int *v, int n, handler h, void *ctx) {
    while (n--) h(ctx, *v++);
}
static void accumulate(void *ctx, int v) {
    *(int *)ctx += v;
}
static int by_len(const void *a, const void *b) {
    size_t x = strlen(*(char *const *)a), y = strlen(*(char *const *)b);
    return x < y ? -1 : x > y;
}
static int cmp(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
static int fact(int n) {
    static int (*self)(int) = fact;
    return n < 2 ? 1 : n * self(n - 1);
}
struct shape {
    const struct vtable *vt;
    double a, b;
};
struct vtable {
    const char *name;
    double (*area)(const struct shape *);
    void (*scale)(struct shape *, double);
};
static double rect_area(const struct shape *s) {
    return s->a * s->b;
}
static double circle_area(const struct shape *s) {
    return 3 * s->a * s->a;
}
static void scale(struct shape *s, double k) {
    s->a *= k;
    s->b *= k;
}
static const struct vtable rect = {"rect", rect_area, scale},
                           circle = {.name = "circle", .scale = scale, .area = circle_area};
static void nop(void) {
}
static void (*volatile vp)(void) = nop;
int main(void) {
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        printf("%s %d\n", table[i].name, table[i].fn(7, 3));
    printf("%d %d %d\n", choose('+')(1, 2), choose2(0)(3, 4), choose3()(1)(5, 6));
    printf("%d %d\n", choose('x') == NULL, apply(sub, 9, 4));
    op_ptr p = add;
    printf("%d %d %d %d\n", p(1, 1), (*p)(2, 2), (***p)(3, 3), (&add)(4, 4));
    int sum = 0;
    each((int[]){1, 2, 3}, 3, accumulate, &sum);
    printf("%d\n", sum);
    const char *w[] = {"ccc", "a", "bb"};
    qsort(w, 3, sizeof *w, by_len);
    printf("%s %s %s\n", w[0], w[1], w[2]);
    int v[] = {5, 3, 9, 1, 7}, key = 7;
    qsort(v, 5, sizeof *v, cmp);
    int *f = bsearch(&key, v, 5, sizeof *v, cmp);
    printf("%td %d\n", f - v, fact(6));
    struct shape s[] = {{&rect, 2, 3}, {&circle, 2}};
    for (int i = 0; i < 2; i++) {
        s[i].vt->scale(&s[i], 2);
        printf("%s %g\n", s[i].vt->name, s[i].vt->area(&s[i]));
    }
    double (*mathf[])(double) = {sqrt, fabs, floor};
    printf("%g %g %g\n", mathf[0](16), mathf[1](-2), mathf[2](2.7));
    int (*(*arr)[2])(int, int) = &(int (*[2])(int, int)){add, mul};
    printf("%d\n", (*arr)[1](6, 7));
    vp();
    printf("%d %d\n", p == add, p != choose('-'));
    p = p == add ? mul : add;
    printf("%d\n", p(3, 3));
    int (*pr)(const char *, ...) = printf;
    pr("%s\n", "through a pointer");
    void *erased = (void *)add;
    printf("%d\n", ((int (*)(int, int))erased)(20, 22));
    void (*generic)(void) = (void (*)(void))sub;
    printf("%d\n", ((op *)generic)(5, 2));
    (1 ? puts : 0)("cond");
    return !(printf == pr);
}

/* OUTPUT:
add 10
sub 4
mul 21
3 12 11
1 5
2 4 6 8
6
a bb ccc
3 720
rect 24
circle 48
4 2 2
42
1 1
9
through a pointer
42
3
cond
*/
