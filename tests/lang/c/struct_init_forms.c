// Every way of bracing: elided, superfluous, struct values inside lists, ranges with run-time
// values, empty structs.
#include <stdio.h>
typedef unsigned char u8;
typedef struct {
} none;
struct quad {
    u8 a, b, c[2];
};
struct text {
    u8 s[8], a;
};
struct mix {
    u8 a;
    struct quad q;
    u8 b;
    struct text t;
};
struct first {
    struct quad q;
    struct text t;
    u8 a;
};
struct flex {
    struct first f;
    struct quad tail[];
};
struct holed {
    u8 a;
    none n;
    u8 b;
};
union two {
    u8 a;
    u8 b;
};
struct wrap {
    union two u;
    u8 c;
};
union anon {
    struct {
        u8 a, b;
    };
    struct quad q;
};
struct addr {
    union {
        u8 b[8];
        unsigned short h[4];
    } u;
};
struct flow {
    struct addr from, to;
};
struct head {
    struct addr to, from;
};
struct cb {
    void (*f)(void);
};
static int hits;
static void hit(void) {
    hits++;
}
struct holed gh = {
    {1},
    (none){},
    022,
};
struct quad q1 = ((struct quad){1, 2, 3, 4}), q2 = {1, 2, {3, 4}};
struct text t1 = {"hello", 42};
struct mix m1 = {3, 5, 6, 7, 8, 4, "huhu", 43}, m2 = {3, {5, 6, 7, 8}, 4, {"huhu", 43}},
           m3 = {{3},
                 {
                     5,
                     6,
                     7,
                     8,
                 },
                 4,
                 {"huhu", {44}}};
struct first f1 = {{{3}, 4, {5, 6}}, "haha", (u8)45, 46},
             f2 = {(struct quad){7, 8, {9, 10}}, {"hihi", (u8)46}, 47},
             f3 = {((struct quad){7, 8, {9}}), {"h", 1}, 2};
struct flex fx = {{1, 2, 3, 4}, {{1, 2, {3, 4}}, {5, 6, 7, 8}, 9}};
struct wrap w1 = {5, 6}, w2 = {{.b = 7}, 8};
union anon a1 = {{6, 5}}, a2 = {{.b = 7, .a = 8}}, a3 = {.b = 8, .a = 7};
struct head hd = {{{6, 5, 4, 3}}, {{9, 8, 7, 6}}};
struct cb cbs[] = {((struct cb){hit}), hit, {&hit}};
int pads[2][3] = {{1}, 2, 3};
u8 ranges[16] = {[1 ... 5] = 9, [6 ... 10] = 7, [4 ... 7] = 3};
struct quad qs[] = {[2] = {.c[1] = 1}, [0 ... 1] = {5, .c = {6, 7}}, {8}};
static void dump(const char *n, const void *p, int k) {
    const u8 *b = p;
    printf("%s:", n);
    while (k--) printf(" %x", *b++);
    puts("");
}
#define D(x) dump(#x, &x, sizeof x)
static struct quad make(u8 x) {
    return (struct quad){x, .c = {x + 1, x + 2}};
}
static void locals(const struct head *h) {
    struct quad q = {1, 2, 3, 4}, r = {1, 2, {3, 4}};
    struct text t = {"hello", 42};
    struct mix m = {3, 5, 6, 7, 8, 4, "huhu", 43}, n = {3, q, 4, {"huhu", 43}},
               o = {3, (q), 4, "huhu", 43};
    const struct quad *p = &q;
    struct quad s = *p;
    struct mix u = {3, *p, 4, {"huhu", {43}}}, v = {{3}, make(20), {4}};
    struct flow fl = {.to = h->to, .from = h->from};
    int e = 0x42;
    struct text t2 = {{[1 ... 2] = 9, [3 ... 6] = e, [4 ... 5] = e + 1}, 1};
    struct first f = {make(1), .t.s[2] = e, .a = (u8)e};
    struct quad arr[3] = {q, [2] = make(9)};
    struct {
        struct quad q;
        int i;
    } nest[2] = {{q, 1}, {make(2), e}};
    union anon an = {.q = q};
    struct holed ho = {1, {}, 2};
    struct cb c = {hits > 5 ? 0 : hit};
    c.f();
    struct text same = t;
    struct wrap w = (struct wrap){{1}, 2};
    D(q);
    D(r);
    D(t);
    D(m);
    D(n);
    D(o);
    D(s);
    D(u);
    D(v);
    D(fl);
    D(t2);
    D(f);
    D(arr);
    D(nest[0].q);
    printf("%d\n", nest[1].i);
    D(an);
    D(ho);
    D(same);
    D(w);
    static struct mix st = {1, {2}, .t = {"st"}};
    st.a++;
    D(st);
}
int main(void) {
    D(gh);
    D(q1);
    D(q2);
    D(t1);
    D(m1);
    D(m2);
    D(m3);
    D(f1);
    D(f2);
    D(f3);
    dump("fx", &fx, sizeof fx + 3 * sizeof(struct quad));
    D(w1);
    D(w2);
    D(a1);
    D(a2);
    D(a3);
    D(hd);
    for (int i = 0; i < 3; i++) cbs[i].f();
    printf("%d\n", hits);
    D(pads);
    D(ranges);
    D(qs);
    hits = 0;
    locals(&hd);
    locals(&hd == 0 ? 0 : &hd);
    return 0;
}

/* OUTPUT:
gh: 1 12
q1: 1 2 3 4
q2: 1 2 3 4
t1: 68 65 6c 6c 6f 0 0 0 2a
m1: 3 5 6 7 8 4 68 75 68 75 0 0 0 0 2b
m2: 3 5 6 7 8 4 68 75 68 75 0 0 0 0 2b
m3: 3 5 6 7 8 4 68 75 68 75 0 0 0 0 2c
f1: 3 4 5 6 68 61 68 61 0 0 0 0 2d 2e
f2: 7 8 9 a 68 69 68 69 0 0 0 0 2e 2f
f3: 7 8 9 0 68 0 0 0 0 0 0 0 1 2
fx: 1 2 3 4 0 0 0 0 0 0 0 0 0 0 1 2 3 4 5 6 7 8 9 0 0 0
w1: 5 6
w2: 7 8
a1: 6 5 0 0
a2: 8 7 0 0
a3: 7 8 0 0
hd: 6 5 4 3 0 0 0 0 9 8 7 6 0 0 0 0
3
pads: 1 0 0 0 0 0 0 0 0 0 0 0 2 0 0 0 3 0 0 0 0 0 0 0
ranges: 0 9 9 9 3 3 3 3 7 7 7 0 0 0 0 0
qs: 5 0 6 7 5 0 6 7 8 0 0 0
q: 1 2 3 4
r: 1 2 3 4
t: 68 65 6c 6c 6f 0 0 0 2a
m: 3 5 6 7 8 4 68 75 68 75 0 0 0 0 2b
n: 3 1 2 3 4 4 68 75 68 75 0 0 0 0 2b
o: 3 1 2 3 4 4 68 75 68 75 0 0 0 0 2b
s: 1 2 3 4
u: 3 1 2 3 4 4 68 75 68 75 0 0 0 0 2b
v: 3 14 0 15 16 4 0 0 0 0 0 0 0 0 0
fl: 9 8 7 6 0 0 0 0 6 5 4 3 0 0 0 0
t2: 0 9 9 42 43 43 42 0 1
f: 1 0 2 3 0 0 42 0 0 0 0 0 0 42
arr: 1 2 3 4 0 0 0 0 9 0 a b
nest[0].q: 1 2 3 4
66
an: 1 2 3 4
ho: 1 2
same: 68 65 6c 6c 6f 0 0 0 2a
w: 1 2
st: 2 2 0 0 0 0 73 74 0 0 0 0 0 0 0
q: 1 2 3 4
r: 1 2 3 4
t: 68 65 6c 6c 6f 0 0 0 2a
m: 3 5 6 7 8 4 68 75 68 75 0 0 0 0 2b
n: 3 1 2 3 4 4 68 75 68 75 0 0 0 0 2b
o: 3 1 2 3 4 4 68 75 68 75 0 0 0 0 2b
s: 1 2 3 4
u: 3 1 2 3 4 4 68 75 68 75 0 0 0 0 2b
v: 3 14 0 15 16 4 0 0 0 0 0 0 0 0 0
fl: 9 8 7 6 0 0 0 0 6 5 4 3 0 0 0 0
t2: 0 9 9 42 43 43 42 0 1
f: 1 0 2 3 0 0 42 0 0 0 0 0 0 42
arr: 1 2 3 4 0 0 0 0 9 0 a b
nest[0].q: 1 2 3 4
66
an: 1 2 3 4
ho: 1 2
same: 68 65 6c 6c 6f 0 0 0 2a
w: 1 2
st: 3 2 0 0 0 0 73 74 0 0 0 0 0 0 0
*/
