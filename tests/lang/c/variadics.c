// Variadic functions: all classes, va_copy, passing va_list on, more arguments than registers.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static int sum(int n, ...) {
    va_list a;
    va_start(a, n);
    int s = 0;
    while (n--) s += va_arg(a, int);
    va_end(a);
    return s;
}
static double fsum(const char *kinds, ...) {
    va_list a, b;
    va_start(a, kinds);
    va_copy(b, a);
    double s = 0;
    int count = 0;
    for (const char *k = kinds; *k; k++) switch (*k) {
        case 'i': s += va_arg(a, int); break;
        case 'l': s += va_arg(a, long); break;
        case 'd': s += va_arg(a, double); break;
        case 'L': s += va_arg(a, long double); break;
        case 's': s += strlen(va_arg(a, char *)); break;
        case 'c': s += (char)va_arg(a, int); break;
        case 'u': s += va_arg(a, unsigned long long); break;
        }
    va_end(a);
    for (const char *k = kinds; *k == 'i'; k++) count += va_arg(b, int);
    va_end(b);
    return s + count / 1000.0;
}
static void vlog(const char *tag, const char *fmt, va_list ap) {
    printf("[%s] ", tag);
    vprintf(fmt, ap);
    putchar('\n');
}
static void logf_(const char *tag, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    vlog(tag, fmt, ap);
    va_end(ap);
}
static int format(char *out, size_t n, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int r = vsnprintf(out, n, fmt, ap);
    va_end(ap);
    return r;
}
static int next(va_list *ap) {
    return va_arg(*ap, int);
}
static int pairs(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int s = 0;
    for (int i = 0; i < n; i++) s += next(&ap) * next(&ap);
    va_end(ap);
    return s;
}
static const char *last(const char *first, ...) {
    va_list ap;
    va_start(ap, first);
    const char *p = first, *l = p;
    while (p) {
        l = p;
        p = va_arg(ap, const char *);
    }
    va_end(ap);
    return l;
}
static int call(int (*f)(int, ...), int x) {
    return f(3, x, x + 1, x + 2);
}
static int restart(int n, ...) {
    int s = 0;
    for (int k = 0; k < 2; k++) {
        va_list ap;
        va_start(ap, n);
        for (int i = 0; i < n; i++) s += va_arg(ap, int) << k;
        va_end(ap);
    }
    return s;
}
int main(void) {
    printf("%d %d\n", sum(0), sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    printf("%.3f\n", fsum("iiildLscu", 1, 2, 3, 4L, 5.5, 6.5L, "seven", 'c', 8ull));
    printf("%.3f\n",
           fsum("dddddddddddL", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0L));
    printf("%.3f\n", fsum("iLiLiLiLd", 1, 2.0L, 3, 4.0L, 5, 6.0L, 7, 8.0L, 9.0));
    float f = 2.5f;
    short sh = -3;
    char ch = 'x';
    unsigned char uc = 200;
    _Bool b = 1;
    printf("%g %d %c %d %d\n", f, sh, ch, uc, b);
    logf_("a", "%d %s %5.2f %-5d|%05d %+d %x %#o %lld %p", 1, "two", 3.14159, 4, 5, 6, 255, 8, -1LL,
          (void *)0);
    char buf[8];
    printf("%d %s\n", format(buf, sizeof buf, "%s-%d", "abcdef", 42), buf);
    printf("%d %s %d %d\n", pairs(2, 2, 3, 4, 5), last("x", "y", "z", NULL), call(sum, 10),
           restart(3, 1, 2, 3));
    printf("%s %10s|%-10s|%.2s|%*d|%-*d|%.*f|%c%%\n", "s", "right", "left", "cut", 6, 42, 6, 42, 3,
           2.71828, 'c');
    printf("%hhd %hd %ld %zu %jd %td %e %G %a\n", 300, 70000, 1L, sizeof 1, (__INTMAX_TYPE__)5,
           (char *)8 - (char *)4, 12345.678, 1e-10, 1.0);
    int n;
    printf("abc%ndef\n", &n);
    printf("%d\n", n);
    return 0;
}

/* OUTPUT:
0 78
134.006
78.000
45.001
2.5 -3 x 200 1
[a] 1 two  3.14 4    |00005 +6 ff 010 -1 (nil)
9 abcdef-
26 z 33 18
s      right|left      |cu|    42|42    |2.718|c%
44 4464 1 4 5 4 1.234568e+04 1E-10 0x1p+0
abcdef
3
*/
