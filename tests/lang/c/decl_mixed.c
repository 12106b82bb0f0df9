// Declarations, initialisers, control flow and conversions as gcc compiles them (the output is gcc's).
/* OUTPUT:
5 12 8 6
d 3 3 3 hi 64
2 2.5 4 2 3
5 3
16 17 8 100000000
3 6 48 yy cde 2
5 9 5 3 6
3 e 63 24
610 49 9
4 3 294
0:10 6:8 
2 4 
200 100
44 44 4 2
Heap 4
1 0 1
42
18446744073709551615 -1 -1
-128 128
16777216.0 3 408
0 11 8
4 98
-5 -4 15
16 9
4
0 2 75
in block
fall
ello
xz
9
6
1099511627776 3298534883328 4
5
9
007-ok-3.142-ff
46
*/
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static int f(void), g(int (*)(int, char *), ...);
typedef unsigned char byte, *bytep, barr[4];
typedef struct tag tag_t; struct tag { tag_t *self; int (*method)(tag_t *, int); };
static int method(tag_t *t, int x) { return t->self == t ? x : -x; }
int (*get(int w))(int, char *);
static int h1(int a, char *b) { return a + *b; } static int h2(int a, char *b) { return a - *b; }
int (*get(int w))(int, char *) { return w ? h1 : h2; }
static int g(int (*fn)(int, char *), ...) { char c = 2; return fn(10, &c); }
static int f(void) { return 3; }
int old(a, b, c) char *b; double c; { return a + *b + (int)c; }
struct s1 { char c; short s; int i; long l; float f; double d; long double ld; char arr[3]; };
struct s1 retbig(int n) { struct s1 s = {'a' + n, n, n, n, n, n, n, "hi"}; return s; }
struct two { float x, y; }; struct mix { double d; int i; }; struct three { int a, b, c; };
struct two mk2(float a) { return (struct two){a, a + 1}; } struct mix mkm(void) { struct mix m = {.i = 4, .d = 2.5}; return m; } struct three mk3(struct three t) { t.a++; return t; }
enum { E0, E1, E2 = E1 << 4, E3 }; enum big { B0 = 0xffffffffu, B1 = 0x100000000 };
static int arr2[][3] = {{1}, {2, 3}, [3] = {4, 5, 6}}; static char *strs[] = {"x", "yy", 0}; static char names[][5] = {"ab", "cde"};
const int ci = 5; static const double table[] = {1.5, 2.5, [4] = 9}; int *const cp = (int *)&ci; int zero[10];
static struct { int x; union { struct { short lo, hi; }; int whole; }; } nested[2] = {{1, {{2, 3}}}, {.x = 4, .whole = 0x50006}};
static int (*const jump[])(void) = {f, f}; static char *p = &names[1][2]; static int off = (int)(sizeof(struct s1) - 1); static long addr = (long)&((struct s1 *)0)->d;
static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static void swap(int *a, int *b) { *a ^= *b, *b ^= *a, *a ^= *b; }
static int strsum(const char *s) { int t = 0; while (*s) t += *s++; return t; }
static inline int inl(int x) { return x * x; } extern inline int ext(int x) { return x + 1; }
int main() {
    tag_t t; t.self = &t; t.method = method; printf("%d %d %d %d\n", t.method(&t, 5), g(get(1)), g(get(0), 1), old(1, "\2", 3.9));
    struct s1 s = retbig(3), *ps = &s; printf("%c %d %ld %g %s %zu\n", ps->c, (*ps).i, s.l, s.d, s.arr, sizeof s);
    struct two w = mk2(1); struct mix m = mkm(); struct three q = mk3((struct three){1, 2, 3}); printf("%g %g %d %d %d\n", w.y, m.d, m.i, q.a, q.c); printf("%g %d\n", mk2(4).y, mk3(q).a);
    printf("%d %d %zu %lx\n", E2, E3, sizeof(enum big), (long)B1); printf("%d %d %zu %s %s %zu\n", arr2[1][1], arr2[3][2], sizeof arr2, strs[1], names[1], sizeof names / sizeof names[0]);
    printf("%d %g %zu %d %d\n", *cp, table[4], sizeof table / 8, nested[0].hi, nested[1].lo); printf("%d %c %d %ld\n", jump[1](), *p, off, addr);
    printf("%u %d %d\n", fib(15), inl(7), ext(8)); int a = 3, b = 4; swap(&a, &b); printf("%d %d %d\n", a, b, strsum("abc"));
    for (int i = 0, j = 10; i < j; i += 3, j--) { if (i == 3) continue; printf("%d:%d ", i, j); } puts("");
    int i = 0; while (1) { if (++i > 5) break; if (i & 1) continue; printf("%d ", i); } puts("");
    { int i = 100; { int i = 200; printf("%d ", i); } printf("%d\n", i); }
    byte by = (byte)300; bytep bp = &by; barr ba = {1, 2}; printf("%d %d %zu %d\n", by, *bp, sizeof ba, ba[1]);
    char *heap = calloc(10, 1); strcpy(heap, "heap"); heap[0] = 'H'; printf("%s %zu\n", heap, strlen(heap)); free(heap);
    int x = 10; int y = x > 5 ? x < 20 ? 1 : 2 : 3; printf("%d %d %d\n", y, !x, !!x); printf("%d\n", (x++, y++, 42));
    unsigned long ul = -1; printf("%lu %d %ld\n", ul, (int)ul, (long)ul >> 3); printf("%d %d\n", (char)0x80, (unsigned char)0x80);
    float fl = 16777217; double d = 1e10; printf("%.1f %d %u\n", fl, (int)3.99, (unsigned)d % 1000); printf("%d %d %d\n", 1 / 3 * 3, 7 & 3 | 8 ^ 1, 1 << 2 + 1);
    const char *sp = "a\0b"; printf("%zu %d\n", sizeof "a\0b", sp[2]); int neg = -17; printf("%d %d %u\n", neg >> 2, neg / 4, (unsigned)neg >> 28);
    int vl = 4; int vla[vl]; for (int k = 0; k < vl; k++) vla[k] = k * k; printf("%zu %d\n", sizeof vla, vla[3]); int (*pv)[vl] = &vla; printf("%d\n", (*pv)[2]);
    struct { unsigned x : 1, y : 2, : 3, z : 10; } bf = {1, 3, 999}; bf.x++; bf.y--; bf.z += 100; printf("%d %d %d\n", bf.x, bf.y, bf.z);
    goto skip; { int unreached; unreached: printf("in block\n"); goto done; } skip: goto unreached; done:
    switch (x) { int local; case 10: local = 5; printf("sw %d\n", local); case 11: printf("fall\n"); break; default: printf("never\n"); }
    printf("%s\n", &"hello"[1]); printf("%c%c\n", *"xyz", 2["xyz"]); int *ip = (int[]){7, 8, 9}; printf("%d\n", ip[2]); printf("%d\n", ((struct three){.b = 6}).b);
    long long ll = 1LL << 40; printf("%lld %llu %d\n", ll, (unsigned long long)ll * 3, (int)(ll >> 38)); volatile int vi = 3; vi += 2; printf("%d\n", vi); register int ri = 9; printf("%d\n", ri--);
    char line[64]; sprintf(line, "%03d-%s-%.3f-%x", 7, "ok", 3.14159, 255); puts(line); int n1, n2; sscanf("12 34", "%d %d", &n1, &n2); printf("%d\n", n1 + n2);
    return 0;
}
