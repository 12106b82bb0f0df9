// Packed and aligned records, vectors, VLAs, computed goto, ABI of many arguments (the output is gcc's).
/* OUTPUT:
01efbeaddec5ab5544332211
abd 1122334400 8 32 16
-2 24690 77
12 -1
7 1 4 1000
1 2 3 5 8 9 
12
-5 10
32 42
6
219
100 3
100
28 56
4 8 12 
78563412 34567812
31 3 8
1 -2147483648
f 0
2
2
0.30000000000000004 0x1p+0
inf
2.5 2
0 -128
4464
-4611686018427387904
2
1
*/
#include <stdio.h>
#include <stdint.h>
#pragma pack(push, 1)
struct hdr { uint8_t t; uint32_t len; uint16_t x : 4, y : 12; uint64_t z : 40; };
#pragma pack(pop)
struct __attribute__((packed)) pk { char a; int b : 3; int c : 30; short d; };
struct al { char c; _Alignas(16) int x; };
typedef int v4 __attribute__((vector_size(16)));
static const unsigned crc[4] = {[0 ... 2] = 7, [3] = 1}; _Static_assert(sizeof(struct hdr) == 12, "hdr");
static void *volatile vp; static _Thread_local int tl = 4; static int depth(int n) { return n ? 1 + depth(n - 1) : 0; }
struct node { int key; struct node *l, *r; } ; static struct node pool[32]; static int np;
static struct node *ins(struct node *t, int k) { if (!t) { t = &pool[np++]; t->key = k; return t; } if (k < t->key) t->l = ins(t->l, k); else t->r = ins(t->r, k); return t; }
static void walk(struct node *t, void (*fn)(int)) { if (t) { walk(t->l, fn); fn(t->key); walk(t->r, fn); } } static void pr(int k) { printf("%d ", k); }
static int interp(const unsigned char *pc) { static void *ops[] = {&&push, &&add, &&end}; int st[8], sp = 0; goto *ops[*pc++]; push: st[sp++] = *pc++; goto *ops[*pc++]; add: sp--; st[sp - 1] += st[sp]; goto *ops[*pc++]; end: return st[0]; }
typedef struct { double re, im; } cplx; static cplx cmul(cplx a, cplx b) { return (cplx){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
static int vsum(int n, int a[n]) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
static void f3(int n, int m, int a[n][m][2]) { printf("%zu %d\n", sizeof a[0], a[1][2][1]); }
static int many(int a, int b, int c, int d, int e, int f, int g, double h, float i, char j, struct pk k) { return a + b + c + d + e + f + g + (int)h + (int)i + j + k.d; }
int main(void) {
    struct hdr h = {1, 0xdeadbeef, 5, 0xabc, 0x1122334455}; unsigned char *b = (void *)&h; for (unsigned i = 0; i < sizeof h; i++) printf("%02x", b[i]); puts("");
    h.y++; h.z -= 0x55; printf("%x %llx %zu %zu %zu\n", h.y, (unsigned long long)h.z, sizeof(struct pk), sizeof(struct al), _Alignof(struct al));
    struct pk p = {1, -2, 12345, 77}; p.c *= 2; printf("%d %d %d\n", p.b, p.c, p.d); v4 v = {1, 2, 3, 4}, w = v * 2 + v; printf("%d %d\n", w[3], (v > 2)[3]);
    printf("%u %u %d %d\n", crc[2], crc[3], tl++, depth(1000)); int ks[] = {5, 2, 8, 1, 9, 3}; struct node *root = 0; for (int i = 0; i < 6; i++) root = ins(root, ks[i]); walk(root, pr); puts("");
    printf("%d\n", interp((unsigned char[]){0, 5, 0, 7, 1, 2})); cplx z = cmul((cplx){1, 2}, (cplx){3, 4}); printf("%g %g\n", z.re, z.im); int a[3][4][2]; a[1][2][1] = 42; f3(3, 4, a); printf("%d\n", vsum(3, (int[]){1, 2, 3}));
    printf("%d\n", many(1, 2, 3, 4, 5, 6, 7, 8.5, 9.5f, 'a', p)); int n = 5; { int vla[n][n]; vla[4][4] = 3; printf("%zu %d\n", sizeof vla, vla[4][4]); n = 7; printf("%zu\n", sizeof vla); } typedef int row[n]; row r; printf("%zu %zu\n", sizeof r, sizeof(int[n][2]));
    for (int i = 0; i < 3; i++) { int loc[i + 1]; loc[i] = i; printf("%zu ", sizeof loc); } puts(""); unsigned x = 0x12345678; printf("%x %x\n", __builtin_bswap32(x), (x << 8) | (x >> 24)); printf("%d %d %d\n", __builtin_clz(1), __builtin_ctz(8), __builtin_popcount(255));
    int ov, did = __builtin_add_overflow(2147483647, 1, &ov); printf("%d %d\n", did, ov); const char *s = __FILE__ ? "f" : ""; printf("%s %d\n", s, __COUNTER__); printf("%d\n", __builtin_constant_p(3) + __builtin_types_compatible_p(int, int)); printf("%d\n", (int)__builtin_choose_expr(1, 2, 3)); 
    double d = 0.1 + 0.2; printf("%.17g %a\n", d, 1.0); float ff = 3.4e38f; printf("%g\n", ff * 10); printf("%g %g\n", 5 / 2.0, (double)(5 / 2)); uint8_t u8 = 255; u8++; int8_t i8 = 127; i8++; printf("%d %d\n", u8, i8); printf("%d\n", (uint16_t)70000); int64_t i64 = INT64_MIN; printf("%lld\n", (long long)(i64 / 2)); printf("%d\n", 5 % -3); _Bool bb = 5; bb += 1; printf("%d\n", bb);
    return 0;
}
