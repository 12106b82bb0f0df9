// Designated initialisers: nested, overriding, ranges, elided braces, strings, unions, anonymous
// members.
#include <stdio.h>
struct in {
    int a, b[3];
    char s[4];
};
struct out {
    int x;
    struct in i[2];
    union {
        int u;
        float f;
        char c[4];
    };
    struct {
        int p, q;
    } n;
    const char *name;
};
struct out g = {
    1, {{2, {3, 4}, "ab"}, {.b[1] = 9, .a = 5, .s = {'x', [2] = 'z'}}}, {7}, {8, 9}, "g"};
struct out h = {.n.q = 3,
                .i[1].b = {[2] = 6, [0] = 4},
                .i[0] = {1},
                .i[0].b[2] = 2,
                .x = 5,
                .x = 6,
                .c = "hi",
                .name = "h"};
struct out e[] = {[2].x = 2, [0] = {1}, [1].n = {.q = 2}, "mid", [2].name = "last"};
int flat[2][3][2] = {
    1, 2, 3, 4, [1] = {{5, 6}, {7}},
};
int part[][3] = {{1}, {2, 3}, {4, 5, 6}, {}};
int range[10] = {[2 ... 5] = 7, [4] = 1, [8] = 3, 4};
int after[] = {1, [5] = 2, 3, [1] = 9, 8};
char s1[] = "hello", s2[3] = "abc", s3[8] = {"brace"}, s4[][4] = {"one", "two", "x"},
     s5[] = {'a', 'b', 0};
char *ptrs[] = {"p", s1 + 1, &s4[1][1], 0};
union {
    double d;
    long l;
} un = {.l = 42};
struct {
    int a;
    struct {
        int b;
        struct {
            int c, d;
        };
    };
} anon = {1, {2, {3, 4}}}, anon2 = {.c = 5, .a = 6, .d = 7};
int *addr = &range[3], **addr2 = &addr;
int (*arrp)[3] = &part[1];
int (*fn[])(const char *) = {puts, [2] = puts};
static void out(const struct out *o) {
    printf("%d", o->x);
    for (int i = 0; i < 2; i++)
        printf(" [%d %d %d %d %.4s]", o->i[i].a, o->i[i].b[0], o->i[i].b[1], o->i[i].b[2],
               o->i[i].s);
    printf(" %d %d %d %s\n", o->u, o->n.p, o->n.q, o->name ? o->name : "-");
}
int main(void) {
    out(&g);
    out(&h);
    for (unsigned i = 0; i < sizeof e / sizeof *e; i++) out(&e[i]);
    for (int i = 0; i < 12; i++) printf("%d ", ((int *)flat)[i]);
    puts("");
    for (unsigned i = 0; i < sizeof part / sizeof **part; i++) printf("%d ", ((int *)part)[i]);
    puts("");
    for (int i = 0; i < 10; i++) printf("%d ", range[i]);
    puts("");
    for (unsigned i = 0; i < sizeof after / sizeof *after; i++) printf("%d ", after[i]);
    puts("");
    printf("%zu %zu %zu %.3s %s %s %s %s\n", sizeof s1, sizeof s4, sizeof s5, s2, s3, s4[1], s4[2],
           s5);
    for (char **p = ptrs; *p; p++) puts(*p);
    printf("%ld %d %d %d %d %d %d %d\n", un.l, anon.b, anon.c, anon.d, anon2.a, anon2.b, anon2.c,
           anon2.d);
    printf("%d %d %d %d\n", *addr, **addr2, (*arrp)[1], fn[1] == 0);
    fn[2]("called");
    int n = 3, m = n * 2;
    struct out l = {
        .i = {{n, {m, n + m}}, [1].s = "L"}, .x = m, .u = m + 1, .name = n > 2 ? "big" : "small"};
    out(&l);
    struct in loc[3] = {[1] = g.i[0], [2].a = 4, [2].b = {1, 2}};
    for (int i = 0; i < 3; i++)
        printf("%d %d %d %s|", loc[i].a, loc[i].b[0], loc[i].b[1], loc[i].s);
    puts("");
    int sq[] = {n, [4] = m, n + 1};
    for (unsigned i = 0; i < sizeof sq / sizeof *sq; i++) printf("%d ", sq[i]);
    puts("");
    struct {
        struct in i;
        int k;
    } copy = {g.i[0], 5}, copy2 = {loc[2]};
    printf("%d %d %d\n", copy.i.b[1], copy.k, copy2.i.b[1]);
    char buf[16] = "x", z[4] = {0},
         lit[] = {"abc"
                  "def"};
    printf("%s %d %zu %d\n", buf, buf[15], sizeof lit, z[3]);
    static int st[3] = {[1] = 5};
    st[1]++;
    printf("%d\n", st[1]);
    int scalar = {5}, braces = {scalar + 1};
    printf("%d %d\n", scalar, braces);
    struct in empty = {};
    printf("%d\n", empty.b[2]);
    return 0;
}

/* OUTPUT:
1 [2 3 4 0 ab] [5 0 9 0 x] 7 8 9 g
6 [1 0 0 2 ] [0 4 0 6 ] 26984 0 3 h
1 [0 0 0 0 ] [0 0 0 0 ] 0 0 0 -
0 [0 0 0 0 ] [0 0 0 0 ] 0 0 2 mid
2 [0 0 0 0 ] [0 0 0 0 ] 0 0 0 last
1 2 3 4 0 0 5 6 7 0 0 0 
1 0 0 2 3 0 4 5 6 0 0 0 
0 0 7 7 1 7 0 0 3 4 
1 9 8 0 0 2 3 
6 12 3 abc brace two x ab
p
ello
wo
42 2 3 4 6 0 5 7
7 7 3 1
called
6 [3 6 9 0 ] [0 0 0 0 L] 7 0 0 big
0 0 0 |2 3 4 ab|4 1 2 |
3 0 0 0 6 4 
4 5 2
x 0 7 0
6
5 6
0
*/
