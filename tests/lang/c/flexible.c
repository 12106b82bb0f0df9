// Flexible array members, zero-length arrays, struct hacks, structures returned by pointer, nested
// containers.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct vec {
    int n;
    double d[];
};
struct old {
    char tag;
    short v[0];
};
struct hack {
    int n;
    char s[1];
};
static struct vec st = {3, {1, 2, 3}};
static struct {
    int n;
    char text[];
} msg = {5, "hello"};
struct outer {
    int k;
    struct vec *v;
};
struct grid {
    int w, h;
    int cells[][4];
};
static struct grid g = {4, 2, {{1, 2, 3, 4}, {5, 6}}};
struct fl2 {
    char c;
    struct {
        int a;
        long b;
    } items[];
};
static struct vec *make(int n) {
    struct vec *v = malloc(sizeof *v + n * sizeof v->d[0]);
    v->n = n;
    for (int i = 0; i < n; i++) v->d[i] = i * 1.5;
    return v;
}
static double sum(const struct vec *v) {
    double s = 0;
    for (const double *p = v->d, *e = p + v->n; p < e; p++) s += *p;
    return s;
}
int main(void) {
    struct vec *v = make(10);
    printf("%g %g\n", sum(v), sum(&st));
    v = realloc(v, offsetof(struct vec, d) + 20 * sizeof(double));
    v->n = 1;
    printf("%g\n", sum(v));
    free(v);
    printf("%zu %zu %zu %zu %zu\n", sizeof(struct vec), sizeof(struct old), sizeof(struct hack),
           offsetof(struct hack, s), sizeof(struct fl2));
    printf("%s %d\n", msg.text, g.cells[1][1]);
    struct hack *h = malloc(sizeof *h + 10);
    h->n = 3;
    strcpy(h->s, "abcdefgh");
    printf("%s\n", h->s);
    free(h);
    struct old *o = calloc(1, 20);
    o->v[3] = 7;
    printf("%d\n", ((short *)o)[4]);
    free(o);
    struct outer out = {1, make(3)};
    out.v->d[2] *= 2;
    printf("%g\n", out.v->d[2]);
    free(out.v);
    struct fl2 *f = malloc(100);
    f->items[1].b = 5;
    printf("%d\n", (int)((char *)&f->items[1].b - (char *)f));
    free(f);
    struct vec copy = st;
    printf("%d\n", copy.n);
    return 0;
}

/* OUTPUT:
67.5 6
0
8 2 8 4 8
hello 6
abcdefgh
7
6
32
3
*/
