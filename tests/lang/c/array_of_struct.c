// Arrays of structs, structs of arrays, assignment between them, returning a member, negative
// offsets.
#include <stdio.h>
struct p {
    int x, y;
    char tag[3];
};
struct w {
    struct p v[3];
    struct p *cur;
    int n;
};
static struct w make(int k) {
    struct w w = {{{k, k + 1, "a"}, {k * 2, 0, "b"}}, 0, 2};
    return w;
}
static int sum(struct w w) {
    int s = 0;
    for (struct p *p = w.v; p < w.v + w.n; p++) s += p->x * 10 + p->y;
    w.v[0].x = 99;
    return s;
}
int main(void) {
    struct w a = make(3), b[2];
    b[0] = a;
    b[1] = b[0];
    b[1].v[1] = a.v[0];
    b[1].cur = &b[1].v[1];
    printf("%d %d %d\n", sum(a), a.v[0].x, sum(b[1]));
    printf("%d %s %d\n", b[1].cur->y, b[1].cur[-1].tag, make(5).v[1].x);
    struct p t = b[0].v[0];
    b[0].v[0] = b[0].v[1];
    b[0].v[1] = t;
    printf("%s%s\n", b[0].v[0].tag, b[0].v[1].tag);
    (&b[0])->n = 1;
    printf("%d\n", sum(*b));
    struct p grid[2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    printf("%d %d\n", grid[1][0].y, (*(*(grid + 1) + 1)).x);
    return 0;
}

/* OUTPUT:
94 3 68
4 a 10
ba
60
6 7
*/
