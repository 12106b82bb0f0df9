// Bit-fields: layout, sign, promotion, assignment, zero width, anonymous, unions, _Bool.
// EXIT: 5
#include <stdio.h>
#include <string.h>
struct a {
    unsigned x : 3;
    int y : 5;
    unsigned z : 24;
};
struct b {
    unsigned char a : 4;
    unsigned char b : 4;
    unsigned short c : 9;
    int : 0;
    int d : 1;
};
struct c {
    long long wide : 40;
    unsigned long long rest : 24;
    _Bool flag : 1;
    unsigned : 3;
    unsigned tail : 28;
};
struct d {
    int a : 20;
    char b;
    int c : 12;
    short d;
    int e : 16;
};
union u {
    struct {
        unsigned lo : 16, hi : 16;
    } half;
    unsigned all;
    unsigned char bytes[4];
};
struct __attribute__((packed)) p {
    unsigned a : 3;
    unsigned b : 17;
    unsigned c : 12;
    char d;
    unsigned e : 30;
};
enum color { RED, GREEN, BLUE };
struct e {
    enum color c : 2;
    unsigned n : 6;
};
static struct a table[] = {{1, -2, 3}, {.z = 0xffffff, .y = 15}, [3] = {.x = 7}};
static void dump(const void *p, size_t n) {
    const unsigned char *b = p;
    while (n--) printf("%02x", *b++);
    puts("");
}
static struct c make(int v) {
    struct c r = {.wide = -v, .rest = v, .flag = v, .tail = v * 2};
    return r;
}
int main(void) {
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(struct a), sizeof(struct b), sizeof(struct c),
           sizeof(struct d), sizeof(struct p), sizeof(struct e));
    for (int i = 0; i < 4; i++) printf("%u %d %u\n", table[i].x, table[i].y, table[i].z);
    struct a a = {0};
    a.x = 9;
    a.y = 17;
    a.z = -1;
    printf("%u %d %u\n", a.x, a.y, a.z);
    dump(&a, sizeof a);
    printf("%d\n", a.x++);
    printf("%d\n", ++a.x);
    a.x = 7;
    a.x++;
    printf("%u\n", a.x);
    a.y = 15;
    a.y++;
    printf("%d\n", a.y);
    printf("%d\n", a.y -= 3);
    printf("%d\n", (a.x = 13));
    printf("%d\n", a.x - 8 < 0);
    struct b b;
    memset(&b, 0, sizeof b);
    b.a = 15;
    b.b = b.a ^ 5;
    b.c = 300;
    b.d = 1;
    dump(&b, sizeof b);
    printf("%d\n", b.d);
    struct c c;
    memset(&c, 0, sizeof c);
    c.wide = -5;
    c.rest = 0xabcdef;
    c.flag = 4;
    c.tail = 0x7ffffff;
    dump(&c, sizeof c);
    printf("%lld %llu %d %u\n", (long long)c.wide, (unsigned long long)c.rest, c.flag, c.tail);
    c = make(77);
    printf("%lld %llu %d %u\n", (long long)c.wide, (unsigned long long)c.rest, c.flag, c.tail);
    c.wide <<= 30;
    printf("%lld\n", (long long)c.wide);
    struct d d = {-3, 'q', -4, -5, -6};
    printf("%d %c %d %d %d\n", d.a, d.b, d.c, d.d, d.e);
    union u u;
    u.all = 0x12345678;
    printf("%x %x\n", u.half.lo, u.half.hi);
    u.half.hi++;
    dump(u.bytes, 4);
    struct p p;
    memset(&p, 0, sizeof p);
    p.a = 5;
    p.b = 70000;
    p.c = 4000;
    p.d = 'z';
    p.e = 1 << 29;
    dump(&p, sizeof p);
    struct e e = {BLUE, 63};
    printf("%d %d\n", e.c, e.n);
    e.c = GREEN;
    printf("%d\n", e.c == GREEN);
    struct a *q = &table[1];
    q->y = q->x = q->z & 5;
    printf("%u %d\n", q->x, q->y);
    volatile struct { unsigned f : 7; } v = {100};
    v.f += 50;
    printf("%d\n", v.f);
    return a.x;
}

/* OUTPUT:
4 8 16 12 9 4
1 -2 3
0 15 16777215
0 0 0
7 0 0
1 -15 16777215
89ffffff
1
3
0
-16
13
5
1
af002c0101000000
-1
fbffffffffefcdabf1ffff7f00000000
-5 11259375 1 134217727
-77 77 1 154
-82678120448
-3 q -4 -5 -6
5678 1234
78563512
858b08fa7a00000020
2 63
1
5 5
22
*/
