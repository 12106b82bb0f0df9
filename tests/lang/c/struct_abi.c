// Structs of every size class by value: arguments, results, through pointers and as variadic
// arguments.
#include <stdarg.h>
#include <stdio.h>
#define BYTES(n)                                           \
    struct b##n {                                          \
        unsigned char c[n];                                \
    };                                                     \
    static struct b##n mk##n(int k) {                      \
        struct b##n r;                                     \
        for (int i = 0; i < n; i++) r.c[i] = k + i;        \
        return r;                                          \
    }                                                      \
    static int sum##n(int a, struct b##n s, int b) {       \
        int t = a - b;                                     \
        for (int i = 0; i < n; i++) t += s.c[i] * (i + 1); \
        return t;                                          \
    }
BYTES(1)
BYTES(2) BYTES(3) BYTES(4) BYTES(5) BYTES(6) BYTES(7) BYTES(8) BYTES(9) BYTES(10) BYTES(11)
    BYTES(12) BYTES(13) BYTES(14) BYTES(15) BYTES(16) BYTES(17) BYTES(20) BYTES(31) BYTES(32)
        BYTES(33) BYTES(64) BYTES(100) struct f1 {
    float a;
};
struct f2 {
    float a, b;
};
struct f3 {
    float a, b, c;
};
struct f4 {
    float a, b, c, d;
};
struct f5 {
    float a[5];
};
struct d1 {
    double a;
};
struct d2 {
    double a, b;
};
struct d3 {
    double a, b, c;
};
struct id {
    int a;
    double b;
};
struct di {
    double a;
    int b;
};
struct fi {
    float a;
    int b;
};
struct ff_i {
    float a, b;
    int c;
};
struct cd {
    char c;
    float f;
    short s;
};
struct ld {
    long double l;
};
struct ldi {
    long double l;
    int i;
};
struct nest {
    struct {
        char c;
        struct f1 f;
    } n;
    double d;
};
union un {
    int i;
    double d;
    char c[12];
};
struct ptr {
    void *p;
    int n;
};
struct lli {
    long long a;
    int b;
};
struct arr2 {
    struct f1 f[2];
};
struct empty {};
struct flex {
    int n;
    char c[];
};
static struct f1 rf1(struct f1 a) {
    a.a += 1;
    return a;
}
static struct f2 rf2(struct f2 a) {
    a.b += 1;
    return a;
}
static struct f3 rf3(struct f3 a) {
    a.c += 1;
    return a;
}
static struct f4 rf4(struct f4 a) {
    a.d += 1;
    return a;
}
static struct f5 rf5(struct f5 a) {
    a.a[4] += 1;
    return a;
}
static struct d1 rd1(struct d1 a) {
    a.a += 1;
    return a;
}
static struct d2 rd2(struct d2 a) {
    a.b += 1;
    return a;
}
static struct d3 rd3(struct d3 a) {
    a.c += 1;
    return a;
}
static struct id rid(struct id a) {
    a.a++;
    a.b++;
    return a;
}
static struct di rdi(struct di a) {
    a.a++;
    a.b++;
    return a;
}
static struct fi rfi(struct fi a) {
    a.a++;
    a.b++;
    return a;
}
static struct ff_i rffi(struct ff_i a) {
    a.c++;
    return a;
}
static struct cd rcd(struct cd a) {
    a.c++;
    a.f++;
    a.s++;
    return a;
}
static struct ld rld(struct ld a) {
    a.l++;
    return a;
}
static struct ldi rldi(struct ldi a) {
    a.i++;
    a.l++;
    return a;
}
static struct nest rn(struct nest a) {
    a.d += a.n.f.a;
    return a;
}
static union un run(union un a) {
    a.d *= 2;
    return a;
}
static struct ptr rp(struct ptr a) {
    a.n++;
    return a;
}
static struct lli rl(struct lli a) {
    a.b--;
    return a;
}
static struct arr2 ra(struct arr2 a) {
    a.f[1].a *= 3;
    return a;
}
static struct empty re(struct empty e, int n) {
    return e;
}
static double many(int a, struct d2 x, int b, struct d2 y, struct id z, struct d2 w, struct d2 v,
                   struct id u, int c, struct b16 k, struct b16 l, char m) {
    return a + x.a + x.b + b + y.a * 2 + y.b + z.a + z.b + w.b + v.a * 3 + u.a + u.b * 5 + c +
           k.c[15] + l.c[7] + m;
}
static double va(int n, ...) {
    va_list ap;
    va_start(ap, n);
    double t = 0;
    for (int i = 0; i < n; i++) {
        t += va_arg(ap, struct b3).c[2];
        t += va_arg(ap, struct d2).b;
        t += va_arg(ap, struct id).b;
        t += va_arg(ap, struct b20).c[19];
        t += va_arg(ap, struct f3).c;
        t += va_arg(ap, struct ldi).l;
        t += va_arg(ap, double);
        t += va_arg(ap, int);
        t += va_arg(ap, struct lli).b;
    }
    va_end(ap);
    return t;
}
int main(void) {
#define T(n) printf("%d ", sum##n(5, mk##n(n), 2));
    T(1)
    T(2) T(3) T(4) T(5) T(6) T(7) T(8) T(9) T(10) T(11) T(12) T(13) T(14) T(15) T(16) T(17) T(20)
        T(31) T(32) T(33) T(64) T(100) puts("");
    printf("%g %g %g %g %g\n", rf1((struct f1){1}).a, rf2((struct f2){1, 2}).b,
           rf3((struct f3){1, 2, 3}).c, rf4((struct f4){1, 2, 3, 4}).d,
           rf5((struct f5){{1, 2, 3, 4, 5}}).a[4]);
    printf("%g %g %g\n", rd1((struct d1){1}).a, rd2((struct d2){1, 2}).b,
           rd3((struct d3){1, 2, 3}).c);
    struct id i = rid((struct id){1, 2});
    struct di d = rdi((struct di){3, 4});
    struct fi f = rfi((struct fi){5, 6});
    struct cd c = rcd((struct cd){'a', 2, 3});
    printf("%d %g %g %d %g %d %c %g %d %d\n", i.a, i.b, d.a, d.b, f.a, f.b, c.c, c.f, c.s,
           rffi((struct ff_i){1, 2, 3}).c);
    struct ldi l = rldi((struct ldi){1.5L, 2});
    printf("%Lg %Lg %d\n", rld((struct ld){2.5L}).l, l.l, l.i);
    printf("%g %g %d %d %g\n", rn((struct nest){{'x', {2}}, 3}).d, run((union un){.d = 4}).d,
           rp((struct ptr){0, 6}).n, rl((struct lli){1, 2}).b,
           ra((struct arr2){{{1}, {2}}}).f[1].a);
    re((struct empty){}, 3);
    struct d2 p = {1, 2};
    struct id q = {3, 4};
    printf("%g\n", many(1, p, 2, p, q, p, p, q, 3, mk16(1), mk16(2), 9));
    printf("%g\n", va(2, mk3(1), p, q, mk20(5), (struct f3){1, 2, 3}, l, 1.5, 7, (struct lli){1, 8},
                      mk3(4), p, q, mk20(6), (struct f3){4, 5, 6}, l, 2.5, 8, (struct lli){3, 9}));
    struct b17 (*mk)(int) = mk17;
    int (*sm)(int, struct b17, int) = sum17;
    printf("%d %d\n", mk(3).c[16], sm(1, mk(2), 1));
    struct b9 a9[2] = {mk9(1), mk9(50)}, t9;
    t9 = a9[0];
    a9[0] = a9[1];
    a9[1] = t9;
    printf("%d %d\n", a9[0].c[8], a9[1].c[0]);
    return 0;
}

/* OUTPUT:
4 11 29 63 118 199 311 459 648 883 1169 1511 1914 2383 2923 3539 4236 6863 25299 27811 30484 220483 838303 
2 3 4 5 6
2 3 4
2 3 4 5 6 7 b 3 4 4
3.5 2.5 3
5 8 7 1 6
82
120
19 1938
58 1
*/
