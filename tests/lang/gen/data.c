// Initialisers, literals, function pointers, static state, string literals of every kind, inline assembly, K&R.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

struct node { int v; struct node *next; };
struct rec { int id; char name[8]; double w[2]; struct { int x, y; } p; };
static struct node third = {3, NULL}, second = {2, &third}, first = {1, &second};
static int table[10] = {[2] = 5, 6, [8] = 1, [5 ... 6] = 9};
static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};
static struct rec recs[] = {{1, "one", {1.5}, {1, 2}}, {.p.y = 4, .name = "four", .id = 4}, [3] = {.w[1] = 2}};
static char *names[] = {"zero", "one" " and a half", [3] = "three"};
static char chars[5] = "ab", exact[3] = "xyz";
static int (*ops[])(int, int);
static const char *const deep[2][2] = {{"a", "b"}, {"c"}};
static double grid[2][3] = {{1, 2}, {3, 4, 5}};
static int *into = &table[3];
static long offset = (long)&((struct rec *)0)->w[1];

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*ops[])(int, int) = {add, sub, NULL};
static int counter(void) { static int n = 10; static char seen[4]; seen[n % 4]++; return n++ + seen[1]; }
static int apply(int (*f)(int, int), int a, int b) { return (*f)(a, b) + (**f)(1, 1); }
int old_style(a, c, f, s) int a; char c; float f; short s; { return a + c + (int)f + s; }
static int sum(const int *v, int n) { int s = 0; while (n--) s += *v++; return s; }
static struct node *push(struct node *list, int v) {
    struct node *n = malloc(sizeof *n);
    *n = (struct node){.v = v, .next = list};
    return n;
}
static unsigned rotl(unsigned x, int k) { unsigned r = x; __asm__("roll %%cl, %0" : "+r"(r) : "c"(k)); return r; }
static unsigned long mul_hi(unsigned long a, unsigned long b) {
    unsigned long lo, hi;
    __asm__("mulq %3" : "=a"(lo), "=d"(hi) : "0"(a), "r"(b) : "cc");
    return hi + lo * 0;
}
static int mem_add(int *p, int v) { __asm__ volatile("addl %[v], %[m]" : [m] "+m"(*p) : [v] "ri"(v) : "memory"); return *p; }
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
typedef int vec4 __attribute__((vector_size(16)));
static vec4 vadd(vec4 a, vec4 b) { return a * b + a; }
_Thread_local int per_thread = 7;

int main(int argc, char **argv) {
    for (struct node *n = &first; n; n = n->next) printf("%d ", n->v);
    for (int i = 0; i < 10; i++) printf("%d,", table[i]);
    printf(" %d %ld %g\n", *into, offset, grid[1][2]);
    for (int i = 0; i < 4; i++) printf("%d %s %g %g %d %d;", recs[i].id, recs[i].name, recs[i].w[0], recs[i].w[1], recs[i].p.x, recs[i].p.y);
    printf(" %zu %s %s %d\n", sizeof recs / sizeof *recs, names[1], names[3], names[2] == NULL);
    printf("%s %zu %.3s %s %d\n", chars, sizeof chars, exact, deep[1][0], deep[1][1] == 0);
    for (int i = 0; ops[i]; i++) printf("%d ", apply(ops[i], 7, 3));
    for (int i = 0; i < 6; i++) printf("%d ", counter());
    printf("%d %d\n", old_style(1, 'a', 2.75, 4), sum((int[]){1, 2, 3, [5] = 10}, 6));
    struct node *list = NULL;
    for (int i = 0; i < 5; i++) list = push(list, i * i);
    for (struct node *n = list, *next; n; n = next) { printf("%d ", n->v); next = n->next; free(n); }
    int local[8] = {[0 ... 3] = 7, [6] = 1}, two[3][2] = {1, 2, 3, 4, 5};
    struct rec copy = recs[0], zero = {0};
    copy.p = (typeof(copy.p)){8, 9};
    printf("%d %d %d %d %d %d %s %d\n", local[3], local[4], local[6], two[2][0], two[2][1], copy.p.y, copy.name, zero.p.x);
    wchar_t wide[] = L"wéde\u00e9";
    char16_t u16[] = u"h\u00e9\U0001F600";
    char32_t u32[] = U"\U0001F600x";
    printf("%zu %d %zu %x %zu %x %s\n", wcslen(wide), wide[1], sizeof u16 / 2, u16[2], sizeof u32 / 4, (unsigned)u32[0], u8"\u00e9");
    printf("%zu %d %d [%s]\n", sizeof "a\0b", "\x41\102\e"[0], "\x41\102\e"[2], "a\tb\\\"\?");
    printf("%08x %lu %d\n", rotl(0x80000001u, 4), mul_hi(~0ul, 16), mem_add(&local[0], 35));
    printf("%d %d %d\n", fact(10), ack(2, 3), is_even(1001));
    vec4 v = vadd((vec4){1, 2, 3, 4}, (vec4){5, 6, 7, 8});
    int out[4];
    memcpy(out, &v, 16);
    printf("%d %d %d %d %d\n", out[0], out[1], out[2], out[3], ++per_thread);
    int q = sum(primes, 11);
    const int *end = primes + 11, *mid = &primes[5];
    printf("%d %td %d %d\n", q, end - mid, mid[-1], *(end - 1));
    int (*pa)[3] = &(int[3]){4, 5, 6};
    int (*const fp)(int, int) = add, (**fpp)(int, int) = &ops[1];
    printf("%d %d %d %d\n", (*pa)[2], sizeof *pa == 12, fp(1, 2), (*fpp)(1, 2));
    char buffer[64];
    int n = snprintf(buffer, sizeof buffer, "%-5s|%5.1f|%+d|%#x|%c", "ab", 2.25, 5, 255, 'z');
    printf("%s %d %d\n", buffer, n, argc > 0 && argv[0] != NULL);
    return 0;
}
/* OUTPUT:
1 2 3 0,0,5,6,0,9,9,0,1,0, 6 24 5
1 one 1.5 0 1 2;4 four 0 0 0 4;0  0 0 0 0;0  0 2 0 0; 4 one and a half three 1
ab 5 xyz c 1
12 4 10 11 12 14 15 16 104 16
16 9 4 1 0 7 0 1 5 0 9 one 0
5 233 5 d83d 3 1f600 é
4 65 27 [a	b\"?]
00000018 15 42
3628800 9 0
6 14 24 36 8
160 6 11 31
6 1 3 -1
ab   |  2.2|+5|0xff|z 21 1
*/
