// Unions, anonymous members, type punning, nested, in arrays, by value, common initial sequences.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
union word {
    uint32_t u;
    float f;
    uint8_t b[4];
    struct {
        uint16_t lo, hi;
    };
};
struct token {
    enum { NUM, STR, OP } kind;
    union {
        double num;
        const char *str;
        struct {
            char op;
            int prec;
        };
    };
    int line;
};
struct variant {
    int tag;
    union {
        int i;
        double d;
        char s[16];
        struct {
            int x, y;
        } pt;
    } u;
};
static void show(struct token t) {
    switch (t.kind) {
    case NUM: printf("num %g", t.num); break;
    case STR: printf("str %s", t.str); break;
    case OP: printf("op %c %d", t.op, t.prec);
    }
    printf(" @%d\n", t.line);
}
static struct variant mk(double d) {
    struct variant v = {.tag = 1, .u.d = d};
    return v;
}
static union word pun(union word w) {
    w.b[0] ^= 0xff;
    return w;
}
static struct token toks[] = {{NUM, {1.5}, 1},
                              {STR, {.str = "hi"}, 2},
                              {OP, {.op = '+', .prec = 4}, .line = 3},
                              {.kind = OP, .op = '*', .prec = 5, .line = 4}};
struct a {
    int t;
    struct {
        int p;
        union {
            int q;
            char r;
        };
        struct {
            union {
                long s;
            };
        };
    };
};
typedef union {
    struct {
        int kind;
    } any;
    struct {
        int kind;
        int v;
    } one;
    struct {
        int kind;
        double d[2];
    } two;
} seq;
int main(void) {
    union word w = {.f = 1.0f};
    printf("%x %x %x %d\n", w.u, w.hi, w.b[3], w.lo);
    w.u = 0x40490fdb;
    printf("%f\n", w.f);
    w = pun(w);
    printf("%x\n", w.u);
    for (int i = 0; i < 4; i++) show(toks[i]);
    struct variant v = mk(2.5);
    printf("%g\n", v.u.d);
    strcpy(v.u.s, "string");
    printf("%s %c\n", v.u.s, v.u.s[2]);
    v.u.pt.x = 3;
    v.u.pt.y = 4;
    struct variant c = v;
    printf("%d %d\n", c.u.pt.x, c.u.pt.y);
    struct a a = {1, {2, {3}, {{4}}}};
    printf("%d %d %d %ld\n", a.t, a.p, a.q, a.s);
    a.r = 'z';
    printf("%d\n", a.q & 0xff);
    seq s = {.two = {7, {1, 2}}};
    printf("%d %d\n", s.any.kind, s.one.kind);
    printf("%zu %zu %zu\n", sizeof(union word), sizeof(struct token), sizeof(seq));
    union {
        long l;
        char c[sizeof(long)];
    } e = {1};
    printf("%d\n", e.c[0]);
    union word arr[2] = {{1}, {.b = {1, 2, 3, 4}}};
    printf("%x %x\n", arr[0].u, arr[1].u);
    union word *p = arr;
    (p++)->u = 5;
    p->f = 2;
    printf("%x %x\n", arr[0].u, arr[1].u);
    return 0;
}

/* OUTPUT:
3f800000 3f80 3f 0
3.141593
40490f24
num 1.5 @1
str hi @2
op + 4 @3
op * 5 @4
2.5
string r
3 4
1 2 3 4
122
7 7
4 24 24
1
1 4030201
5 40000000
*/
