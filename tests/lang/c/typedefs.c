// typedefs: of arrays, functions, pointers to functions, structs, chains, in blocks, with
// qualifiers, as casts and sizeof operands.
#include <stdio.h>
#include <stdlib.h>
typedef int i32, *pi32, a3[3], (*fn)(int), fnt(int);
typedef struct node {
    int v;
    struct node *n;
} node, *pnode;
typedef a3 m23[2];
typedef const char *cstr;
typedef fn table[2];
typedef union {
    int i;
    char c[4];
} u;
typedef enum { X1 = 1, X2 } ex;
typedef void (*sig)(int), (*sigf(int, void (*)(int)))(int);
typedef struct opaque opaque;
struct opaque {
    int secret;
};
typedef unsigned long long ull;
typedef volatile i32 vi;
typedef int (*cmp)(const void *, const void *);
typedef _Bool flag;
typedef struct {
    a3 rows[2];
    fn f;
} mix;
fnt twice, thrice;
int twice(int x) {
    return x * 2;
}
int thrice(int x) {
    return x * 3;
}
static sig last;
static sigf setsig;
static void (*setsig(int n, void (*f)(int)))(int) {
    sig old = last;
    last = f;
    (void)n;
    return old;
}
static void handler(int n) {
    printf("sig %d\n", n);
}
static int byint(const void *a, const void *b) {
    return *(const i32 *)a - *(const i32 *)b;
}
static opaque *make(int s) {
    static opaque o;
    o.secret = s;
    return &o;
}
int main(void) {
    i32 a = 5;
    pi32 p = &a, q[2] = {p, p};
    a3 v = {3, 1, 2};
    m23 m = {{1, 2, 3}, {4, 5, 6}};
    fn f = twice;
    table t = {twice, thrice};
    node n2 = {2, 0}, n1 = {1, &n2};
    pnode pn = &n1;
    cstr s = "typedef";
    s++;
    u un = {.c = {1}};
    ex e = X2;
    vi w = 7;
    printf("%d %d %d %d %d %d\n", *p, *q[1], m[1][2], f(4), t[1](5), pn->n->v);
    printf("%s %d %d %d\n", s, un.i & 255, e, w);
    qsort(v, 3, sizeof *v, (cmp)byint);
    printf("%d%d%d\n", v[0], v[1], v[2]);
    printf("%d ", setsig(1, handler) == NULL);
    setsig(2, NULL)(9);
    printf("%zu %zu %zu %zu\n", sizeof(m23), sizeof(fn), sizeof(ull), sizeof(mix));
    {
        typedef char i32;
        i32 c = 'x';
        printf("%zu\n", sizeof c);
    }
    mix x = {{{1}, {2}}, thrice};
    printf("%d %d\n", x.rows[1][0], x.f(x.rows[1][0]));
    printf("%d\n", make(42)->secret);
    printf("%d\n", (i32)3.9 + (i32)sizeof(i32));
    typedef typeof(a) same;
    same z = 8;
    flag fl = z;
    printf("%d %d\n", z, fl);
    const pi32 cp = &a;
    *cp = 6;
    printf("%d\n", a);
    return 0;
}

/* OUTPUT:
5 5 6 8 15 2
ypedef 1 2 7
123
1 sig 9
24 8 8 32
1
2 6
42
7
8 1
6
*/
