// Bit-fields, unions, packed and aligned records, anonymous members, flexible arrays.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct a { unsigned x : 5; int y : 4; unsigned z : 23; };
struct b { char c; int v : 20; short s; unsigned w : 9; };
struct c { unsigned long a : 33, b : 31; };
struct d { int a : 3; int : 0; int b : 5; unsigned : 3; unsigned c : 8; };
struct __attribute__((packed)) p { char c; int i; unsigned u : 13; unsigned v : 20; double d; };
struct __attribute__((packed)) q { unsigned a : 30; unsigned b : 10; unsigned char c; };
struct e { _Bool f : 1; _Bool g : 1; unsigned char h : 6; signed char i; };
struct al { char c; alignas(32) int x; };
struct anon { int k; union { int i; float f; struct { short lo, hi; }; }; struct { int m : 7, n : 9; }; };
struct flex { int n; short v[]; };
union pun { uint32_t u; float f; uint8_t b[4]; };
enum color { RED, GREEN = 5, BLUE };
struct en { enum color c : 4; unsigned r : 4; };

#define BYTES(x) do { unsigned char t[sizeof x]; memcpy(t, &x, sizeof x); for (size_t i = 0; i < sizeof x; i++) printf("%02x", t[i]); puts(""); } while (0)

static int step(struct a *s) { return s->x++ + --s->y; }

int main(void) {
    struct a a = {31, -8, 0x7fffff};
    BYTES(a);
    a.x++; a.y--; a.z += 2;
    printf("%u %d %u\n", a.x, a.y, a.z);
    printf("%d ", a.y = 9);
    printf("%u ", a.x = 33);
    printf("%d\n", a.y);
    a.z = a.x | 0x400; a.x ^= 7; a.z <<= 3; a.y *= -1;
    int stepped = step(&a);
    printf("%u %d %u %d\n", a.x, a.y, a.z, stepped);
    struct b b;
    memset(&b, 0, sizeof b);
    b.c = 1; b.v = -2; b.s = 3; b.w = 511;
    BYTES(b);
    printf("%zu %d %d %u\n", sizeof b, b.v, b.s, b.w);
    struct c c = {0x1ffffffffUL, 0x7fffffff};
    c.a--; c.b >>= 4;
    printf("%lx %lx %zu\n", (unsigned long)c.a, (unsigned long)c.b, sizeof c);
    struct d d = {-1, -16, 200};
    printf("%d %d %u %zu\n", d.a, d.b, d.c, sizeof d);
    struct p p = {1, 0x12345678, 0x1abc, 0xfedcb, 2.5};
    BYTES(p);
    p.u += 1; p.v -= 1; p.i++; p.d *= 2;
    printf("%zu %x %x %x %g\n", sizeof p, p.i, p.u, p.v, p.d);
    struct q q = {0x3fffffff, 0x3ff, 0xaa};
    q.b = 0x155;
    q.a ^= 1;
    BYTES(q);
    struct e e = {.f = 5, .g = 0, .h = 63, .i = -1};
    e.g = !e.g; e.h++;
    printf("%d %d %d %d %zu\n", e.f, e.g, e.h, e.i, sizeof e);
    struct al al = {1, 2};
    printf("%zu %zu %zu %d\n", sizeof al, offsetof(struct al, x), (size_t)&al.x % 32, al.x);
    struct anon n = {.k = 1, .i = 0x00020001, .m = -3, .n = 100};
    printf("%d %d %d %d %d\n", n.k, n.lo, n.hi, n.m, n.n);
    n.hi = 0x3f80; n.lo = 0;
    printf("%g\n", n.f);
    struct flex *f = malloc(sizeof *f + 4 * sizeof f->v[0]);
    f->n = 4;
    for (int i = 0; i < f->n; i++) f->v[i] = (short)(i * i);
    printf("%zu %d %d\n", sizeof *f, f->v[3], f->v[2]);
    free(f);
    union pun u = {.f = 1.0f};
    u.b[3] |= 0x80;
    printf("%x %g\n", u.u, u.f);
    struct en en = {BLUE, 3};
    printf("%d %d %zu\n", en.c, en.r, sizeof en);
    volatile struct a va = {1, 2, 3};
    va.x += 4;
    printf("%u %d %u\n", va.x, va.y, va.z);
    struct a *pa = &a, arr[3] = {{1, 1, 1}, [2] = {3, 3, 3}};
    arr[1] = arr[2];
    (*pa).z = arr[1].z + arr[0].x;
    printf("%u %d %u\n", pa->z, arr[1].y, arr[2].x);
    return 0;
}
/* OUTPUT:
1fffffff
0 7 1
-7 1 -7
7 6 8200 12
01feff0f0300ff01
8 -2 3 511
1fffffffe 7ffffff 8
-1 -16 200 8
0178563412bc7ab9fd010000000000000440
18 12345679 1abd fedca 5
feffff7f55aa
1 1 0 -1 2
64 32 0 2
1 1 2 -3 100
1
4 9 4
bf800000 -1
6 3 4
5 2 3
4 3 3
*/
