// Calls by the platform's ABI: records in registers and memory, variable arguments of every class, complex, wide types.
#include <complex.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <inttypes.h>

struct ii { int a, b; };
struct c3 { char c[3]; };
struct dd { double x, y; };
struct di { double x; int n; };
struct ff { float x, y; };
struct fff { float x, y, z; };
struct ffff { float v[4]; };
struct big { long v[5]; };
struct one { long double x; };
struct mix { char c; float f; double d; };
struct bits { unsigned a : 3, b : 7; int c : 11; };
union u { int i; float f; double d; };
struct nested { struct ff p; struct ii q; };
struct empty_tail { short s; char c; };

static struct ii swap_ii(struct ii v) { return (struct ii){v.b, v.a}; }
static struct c3 rev(struct c3 v) { return (struct c3){{v.c[2], v.c[1], v.c[0]}}; }
static struct dd add_dd(struct dd a, struct dd b) { return (struct dd){a.x + b.x, a.y + b.y}; }
static struct di scale(struct di v, float k) { v.x *= k; v.n *= (int)k; return v; }
static struct ff flip(struct ff v) { return (struct ff){v.y, v.x}; }
static struct fff turn(struct fff v) { return (struct fff){v.z, v.x, v.y}; }
static struct ffff twice(struct ffff v) { for (int i = 0; i < 4; i++) v.v[i] *= 2; return v; }
static struct big plus(struct big v, long k) { for (int i = 0; i < 5; i++) v.v[i] += k; return v; }
static struct one half(struct one v) { v.x /= 2; return v; }
static struct mix mixed(struct mix v) { v.c++; v.f += v.c; v.d += v.f; return v; }
static struct bits inc(struct bits v) { v.a++; v.b += v.a; v.c -= v.b; return v; }
static union u as(float f) { union u v; v.d = 0; v.f = f; return v; }
static struct nested nest(struct nested v) { v.p = flip(v.p); v.q = swap_ii(v.q); return v; }
static struct empty_tail tail(struct empty_tail t) { t.s += t.c; return t; }

// More arguments than registers; records that do not fit go to memory as a whole.
static long many(int a, struct ii b, long c, struct big d, double e, int f, int g, struct ii h, struct di i, char j, struct ii k) {
    return a + b.a * 2 + b.b * 3 + c * 4 + d.v[4] * 5 + (long)(e * 6) + f * 7 + g * 8 + h.a * 9 + h.b * 10 + (long)(i.x * 11) +
           i.n * 12 + j * 13 + k.a * 14 + k.b * 15;
}
static double floats(double a, float b, struct dd c, double d, struct ff e, double f, double g, float h, struct dd i, double j) {
    return a + b * 2 + c.x * 3 + c.y * 4 + d * 5 + e.x * 6 + e.y * 7 + f * 8 + g * 9 + h * 10 + i.x * 11 + i.y * 12 + j * 13;
}

static void va(const char *what, ...) {
    va_list ap, copy;
    va_start(ap, what);
    va_copy(copy, ap);
    for (int pass = 0; pass < 2; pass++) {
        for (const char *p = what; *p; p++) {
            va_list *l = pass ? &copy : &ap;
            switch (*p) {
            case 'i': printf(" %d", va_arg(*l, int)); break;
            case 'l': printf(" %ld", va_arg(*l, long)); break;
            case 'd': printf(" %g", va_arg(*l, double)); break;
            case 'L': printf(" %Lg", va_arg(*l, long double)); break;
            case 's': printf(" %s", va_arg(*l, char *)); break;
            case 'a': { struct ii v = va_arg(*l, struct ii); printf(" {%d,%d}", v.a, v.b); break; }
            case 'b': { struct dd v = va_arg(*l, struct dd); printf(" {%g,%g}", v.x, v.y); break; }
            case 'c': { struct di v = va_arg(*l, struct di); printf(" {%g,%d}", v.x, v.n); break; }
            case 'B': { struct big v = va_arg(*l, struct big); printf(" {%ld..%ld}", v.v[0], v.v[4]); break; }
            case 'q': { __int128 v = va_arg(*l, __int128); printf(" %ld:%ld", (long)(v >> 64), (long)v); break; }
            case 'z': { double _Complex v = va_arg(*l, double _Complex); printf(" %g%+gi", creal(v), cimag(v)); break; }
            case 'y': { float _Complex v = va_arg(*l, float _Complex); printf(" %g%+gi", crealf(v), cimagf(v)); break; }
            case 'o': { struct one v = va_arg(*l, struct one); printf(" {%Lg}", v.x); break; }
            }
        }
        printf(pass ? "\n" : " |");
    }
    va_end(ap);
    va_end(copy);
}

static int vout(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vprintf(format, ap);
    va_end(ap);
    return n;
}

static int by_second(const void *a, const void *b) { return ((const struct ii *)a)->b - ((const struct ii *)b)->b; }
static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static struct di (*choose(int n))(struct di, float) { return n ? scale : 0; }
static __int128 wide(__int128 a, unsigned __int128 b) { return a * (__int128)b - 1; }
static long double ld(long double a, int n, long double b) { return a * n + b; }
static float _Complex cf(float _Complex a, float _Complex b) { return a * b + 1.0f; }
static double _Complex cd(double _Complex a, int n) { return a / n - 2.0 * I; }
static long double _Complex cl(long double _Complex a) { return ~a * 2; }
static _Bool flag(_Bool a, signed char b, unsigned short c) { return a && b < 0 && c > 60000; }

int main(void) {
    struct ii p = swap_ii((struct ii){1, 2});
    struct c3 q = rev((struct c3){"abc"});
    struct dd r = add_dd((struct dd){1, 2}, (struct dd){0.5, 0.25});
    struct di s = scale((struct di){2.5, 3}, 2);
    struct ff t = flip((struct ff){1, 2});
    struct fff u = turn((struct fff){1, 2, 3});
    struct ffff v = twice((struct ffff){{1, 2, 3, 4}});
    struct big w = plus((struct big){{1, 2, 3, 4, 5}}, 10);
    struct mix x = mixed((struct mix){'a', 1.5f, 2.5});
    struct bits y = inc((struct bits){7, 100, -5});
    struct nested z = nest((struct nested){{1, 2}, {3, 4}});
    printf("%d %d %.3s %g %g %g %d\n", p.a, p.b, q.c, r.x, r.y, s.x, s.n);
    printf("%g %g %g %g %g %g %g %ld %ld\n", t.x, t.y, u.x, u.y, u.z, v.v[0], v.v[3], w.v[0], w.v[4]);
    printf("%Lg %c %g %g %u %u %d %g %g %g %d %d\n", half((struct one){9}).x, x.c, x.f, x.d, y.a, y.b, y.c, (double)as(1.5f).f,
           z.p.x, z.p.y, z.q.a, z.q.b);
    printf("%d\n", tail((struct empty_tail){300, 7}).s);
    printf("%ld\n", many(1, (struct ii){2, 3}, 4, (struct big){{0, 0, 0, 0, 5}}, 6.5, 7, 8, (struct ii){9, 10}, (struct di){11.5, 12}, 13, (struct ii){14, 15}));
    printf("%g\n", floats(1, 2, (struct dd){3, 4}, 5, (struct ff){6, 7}, 8, 9, 10, (struct dd){11, 12}, 13));
    va("iids", 1, -2, 3.5, "four");
    va("abcB", (struct ii){1, 2}, (struct dd){3, 4}, (struct di){5.5, 6}, (struct big){{7, 0, 0, 0, 8}});
    va("dddddddddiiiiiii", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 1, 2, 3, 4, 5, 6, 7);
    va("iiiiaiai", 1, 2, 3, 4, (struct ii){5, 6}, 7, (struct ii){8, 9}, 10);
    va("dddddddbdb", 1., 2., 3., 4., 5., 6., 7., (struct dd){8, 9}, 10., (struct dd){11, 12});
    va("iiiiicdLq", 1, 2, 3, 4, 5, (struct di){6.5, 7}, 8.5, 9.5L, ((__int128)5 << 64) + 6);
    va("zyoLi", 1.5 + 2 * I, (float _Complex)(3 - 4 * I), (struct one){2.25L}, 1e300L, 5);
    printf("%d\n", vout("%s %5.2f %c %ld %Lf\n", "v", 3.14159, 'x', 123456789012L, 2.5L));
    div_t dq = div(17, 5);
    ldiv_t lq = ldiv(-17, 5);
    lldiv_t llq = lldiv(1LL << 40, 1000);
    imaxdiv_t iq = imaxdiv(100, 7);
    printf("%d %d %ld %ld %lld %lld %d %d\n", dq.quot, dq.rem, lq.quot, lq.rem, llq.quot, llq.rem, (int)iq.quot, (int)iq.rem);
    struct ii list[5] = {{0, 5}, {1, 3}, {2, 9}, {3, 1}, {4, 4}};
    qsort(list, 5, sizeof list[0], by_second);
    for (int i = 0; i < 5; i++) printf("%d:%d ", list[i].a, list[i].b);
    struct ii key = {0, 4}, *found = bsearch(&key, list, 5, sizeof list[0], by_second);
    printf("-> %d\n", found ? found->a : -1);
    const char *names[] = {"warp", "grid", "lane", "block"};
    qsort(names, 4, sizeof *names, by_text);
    for (int i = 0; i < 4; i++) printf("%s ", names[i]);
    int exponent;
    double mantissa = frexp(40.0, &exponent), whole, frac = modf(-3.75, &whole);
    char *end;
    double parsed = strtod("2.5e3xyz", &end);
    printf("\n%g %d %g %g %g %s\n", mantissa, exponent, whole, frac, parsed, end);
    double _Complex e = cexp(I * 3.14159265358979), k = cd(3 + 6 * I, 3), sq = csqrt(-4);
    printf("%.3f %.3f %g %g %g %g %g\n", creal(e), fabs(cimag(e)), creal(k), cimag(k), cabs(3 + 4 * I), creal(sq), cimag(sq));
    float _Complex g = cf(1 + 2 * I, 3 - I), gp = cpowf(2, 3);
    long double _Complex m = cl(1.5L + 2.5L * I);
    printf("%g %g %.1f %Lg %Lg\n", crealf(g), cimagf(g), crealf(gp), creall(m), cimagl(m));
    __int128 n = wide(1000000007, (unsigned __int128)1 << 70);
    printf("%lx %lx %Lg %d %d\n", (long)(n >> 64), (long)n, ld(1.5L, 4, 0.25L), flag(1, -1, 65535), flag(1, 1, 65535));
    printf("%g %d\n", choose(1)((struct di){1, 2}, 3).x, choose(0) == 0);
    printf("%Lg %Lg %.10Lf\n", sqrtl(2.25L), powl(2, 70), expl(1));
    return 0;
}
/* OUTPUT:
2 1 cba 1.5 2.25 5 6
2 1 3 1 2 2 8 11 15
4.5 b 99.5 102 0 100 -105 1.5 2 1 4 3
307
1248
819
 1 -2 3.5 four | 1 -2 3.5 four
 {1,2} {3,4} {5.5,6} {7..8} | {1,2} {3,4} {5.5,6} {7..8}
 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 | 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7
 1 2 3 4 {5,6} 7 {8,9} 10 | 1 2 3 4 {5,6} 7 {8,9} 10
 1 2 3 4 5 6 7 {8,9} 10 {11,12} | 1 2 3 4 5 6 7 {8,9} 10 {11,12}
 1 2 3 4 5 {6.5,7} 8.5 9.5 5:6 | 1 2 3 4 5 {6.5,7} 8.5 9.5 5:6
 1.5+2i 3-4i {2.25} 1e+300 5 | 1.5+2i 3-4i {2.25} 1e+300 5
v  3.14 x 123456789012 2.500000
32
3 2 -3 -2 1099511627 776 14 2
3:1 1:3 4:4 0:5 2:9 -> 4
block grid lane warp 
0.625 6 -3 -0.75 2500 xyz
-1.000 0.000 1 0 5 0 2
6 5 8.0 3 -5
ee6b281bf ffffffffffffffff 6.25 1 0
3 1
1.5 1.18059e+21 2.7182818285
*/
