// Static initialisers: addresses of members, arrays, strings, functions, arithmetic on addresses,
// self reference, tables.
#include <stddef.h>
#include <stdio.h>
struct list {
    int v;
    const struct list *next;
};
static int arr[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
static int *mid = arr + 5, *mem = &arr[2], *neg = &arr[9] - 1;
static struct {
    int a, b[3];
    struct {
        char c[4];
    } d;
} st = {1, {2, 3, 4}, {"xyz"}};
static int *pb = &st.b[1];
static char *pc = st.d.c + 1;
static const struct list l3 = {3, 0}, l2 = {2, &l3}, l1 = {1, &l2};
static struct list self = {9, &self};
extern const struct list fwd;
static const struct list *pf = &fwd;
const struct list fwd = {5, &l1};
static const char *const msgs[][2] = {{"a", "b"},
                                      {"c"
                                       "d",
                                       0}};
static const char letters[] = "abc", *tail = letters + 1, *lit = "literal" + 3;
static size_t off = offsetof(struct list, next), sz = sizeof arr / sizeof *arr;
static long diff = &arr[7] - &arr[2];
static unsigned char bytes[] = {255, 256 - 1, -1, 'a', '\n'};
static double dbl[] = {1, 2.5f, 1 / 2, 1 / 2.0, 'a', -0.0};
static float flt = 1e40;
static int cond = sizeof(int) > 2 ? 10 : 20, logic = 1 && 0 || 2, cast = (char)300 + (int)2.7,
           bits = ~0u >> 28, cmp = -1 < 1u, shift = 1 << 4 | 1;
static _Bool yes = 5, addr = arr;
static int (*fns[])(const char *) = {puts, 0};
enum { N = 3, M = N * 2 + 1 };
static int en[M] = {[N] = M};
static int two[][2] = {[2] = {1}, [0][1] = 5};
static char grid[3][4] = {"ab", {'c', 'd'}, {[3] = 'e'}};
static void *vp = &vp;
static int *comp = (int[]){7, 8};
static struct {
    short s;
    int *p;
    long l;
} mixed[] = {{1, arr, 2}, {3, arr + 1, -4}};
static long asint = (long)0x1234;
static unsigned long lng = -1;
static const int ci = 42;
static const int *pci = &ci;
static int zero[1000];
static volatile int vol = 3;
static char *empty[3];
static int counter(void) {
    static int n = 10, *p = &n, table[3] = {1, 2};
    table[2] += *p;
    return n++ + table[2];
}
int main(void) {
    printf("%d %d %d %d %c\n", *mid, *mem, *neg, *pb, *pc);
    int s = 0;
    for (const struct list *p = &l1; p; p = p->next) s = s * 10 + p->v;
    printf("%d %d %d\n", s, self.next->next->v, pf->next->v);
    printf("%s %s %d %s %s\n", msgs[0][1], msgs[1][0], msgs[1][1] == 0, tail, lit);
    printf("%zu %zu %ld %d %d %d\n", off, sz, diff, bytes[0], bytes[2], bytes[4]);
    for (int i = 0; i < 6; i++) printf("%g ", dbl[i]);
    printf("%f\n", flt);
    printf("%d %d %d %d %d %d %d %d\n", cond, logic, cast, bits, cmp, shift, yes, addr);
    fns[0]("fn");
    printf("%d %d %d %d %s %c %c\n", fns[1] == 0, en[3], two[2][0], two[0][1], grid[0], grid[1][1],
           grid[2][3]);
    printf("%d %d %d %ld %d\n", vp == &vp, comp[1], *mixed[1].p, mixed[1].l, mixed[0].s);
    printf("%lx %lx %d %d %d %d\n", asint, lng, *pci, zero[999], vol, empty[2] == 0);
    printf("%d ", counter());
    printf("%d\n", counter());
    return 0;
}

/* OUTPUT:
5 2 8 3 y
123 9 1
b cd 1 bc eral
8 10 5 255 255 10
1 2.5 0 0.5 97 -0 inf
10 1 46 15 0 17 1 1
fn
1 7 1 5 ab d e
1 8 1 -4 1
1234 ffffffffffffffff 42 0 3 1
20 32
*/
