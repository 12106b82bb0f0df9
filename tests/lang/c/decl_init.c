// Initialisers in every shape: designators, brace elision, ranges, unions, compound literals (the output is gcc's).
/* OUTPUT:
ce: 1 12
gs: 1 2 3 4
gs2: 1 2 3 4
gt: 68 65 6c 6c 6f 0 0 0 0 0 0 0 0 0 0 0 2a
gu: 3 5 6 7 8 4 68 75 68 75 0 0 0 0 0 0 0 0 0 0 0 0 2b
gu2: 3 5 6 7 8 4 68 75 68 75 0 0 0 0 0 0 0 0 0 0 0 0 2b
gu3: 3 5 6 7 8 4 68 75 68 75 0 0 0 0 0 0 0 0 0 0 0 0 2b
gu4: 3 5 6 7 0 5 62 6c 61 0 0 0 0 0 0 0 0 0 0 0 0 0 2c
gs3: 1 2 3 4
gv: 3 4 5 6 68 61 68 61 0 0 0 0 0 0 0 0 0 0 0 0 2d 2e
gv2: 7 8 9 a 68 69 68 69 0 0 0 0 0 0 0 0 0 0 0 0 2f 30
gsu: 5 6
guv: 6 5 0 0
guv.b: 5
guv2: 8 7 0 0
guv3: 7 8 0 0
phdr: 6 5 4 3 0 0 0 0 0 0 0 0 0 0 0 0 9 8 7 6 0 0 0 0 0 0 0 0 0 0 0 0
a3: 2 0 0 0 61 62 0 0 1 0 0 0 63 0 0 0 0 0 0 0
mat: 1 0 0 0 0 0 0 0 2 0 0 0 0 0 0 0 5 0 0 0 6 0 0 0 0 0 0 0 0 0 0 0
ws: 68 0 0 0 60 4f 0 0 ac 20 0 0 0 0 0 0
4 1
ls: 1 2 3 4
ls2: 1 2 3 4
lt: 68 65 6c 6c 6f 0 0 0 0 0 0 0 0 0 0 0 2a
lu: 3 5 6 7 8 4 68 75 68 75 0 0 0 0 0 0 0 0 0 0 0 0 2b
lu1: 3 1 2 3 4 4 68 75 68 75 0 0 0 0 0 0 0 0 0 0 0 0 2b
lu2: 3 1 2 3 4 4 68 75 68 75 0 0 0 0 0 0 0 0 0 0 0 0 2b
ls21: 1 2 3 4
lu22: 3 1 2 3 4 4 68 75 68 75 0 0 0 0 0 0 0 0 0 0 0 0 2b
lu3: 3 5 6 7 8 4 68 75 68 75 0 0 0 0 0 0 0 0 0 0 0 0 2b
ls3: 1 2 3 4
*pls4: 1 2 3 4
lv: 3 4 5 6 68 61 68 61 0 0 0 0 0 0 0 0 0 0 0 0 2d 2e
lv2: 1 2 3 4 68 69 68 69 0 0 0 0 0 0 0 0 0 0 0 0 2f 30
lv3: 7 8 9 a 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 32
lt2: 0 9 9 9 43 43 43 43 42 42 42 0 0 0 0 0 1
flow: 9 8 7 6 0 0 0 0 0 0 0 0 0 0 0 0 6 5 4 3 0 0 0 0 0 0 0 0 0 0 0 0
ni
one
ni
ni
1 0 2
c 1
4 5 6
abc x 5
10040
97
12 3
200000001
3 4
6
12
*/
#include <stdio.h>
#include <string.h>
#include <wchar.h>
typedef unsigned char u8; typedef struct {} empty_s;
struct contains_empty { u8 a; empty_s empty; u8 b; }; struct contains_empty ce = { { (1) }, (empty_s){}, 022, };
struct S { u8 a, b; u8 c[2]; }; struct T { u8 s[16]; u8 a; }; struct U { u8 a; struct S s; u8 b; struct T t; };
struct V { struct S s; struct T t; u8 a; }; struct W { struct V t; struct S s[]; };
struct S gs = ((struct S){1, 2, 3, 4}); struct S gs2 = {1, 2, {3, 4}}; struct T gt = {"hello", 42}; struct U gu = {3, 5,6,7,8, 4, "huhu", 43}; struct U gu2 = {3, {5,6,7,8}, 4, {"huhu", 43}};
struct U gu3 = { {3}, {5,6,7,8,}, 4, {"huhu", 43}}; struct U gu4 = { 3, {5,6,7,}, 5, { "bla", {44}} }; struct S gs3 = { (1), {(2)}, {(((3))), {4}}}; struct V gv = {{{3},4,{5,6}}, "haha", (u8)45, 46};
struct V gv2 = {(struct S){7,8,{9,10}}, {"hihi", 47}, 48}; struct W gw = {{1,2,3,4}, {1,2,3,4,5}};
union UU { u8 a; u8 b; }; struct SU { union UU u; u8 c; }; struct SU gsu = {5,6};
union UV { struct {u8 a,b;}; struct S s; }; union UV guv = {{6,5}}; union UV guv2 = {{.b = 7, .a = 8}}; union UV guv3 = {.b = 8, .a = 7};
struct in6_addr { union { u8 u6_addr8[16]; unsigned short u6_addr16[8]; } u; }; struct flowi6 { struct in6_addr saddr, daddr; }; struct pkthdr { struct in6_addr daddr, saddr; };
struct pkthdr phdr = { { { 6,5,4,3 } }, { { 9,8,7,6 } } };
struct Wrap { void *func; }; int global; void inc_global(void) { global++; } struct Wrap global_wrap[] = { ((struct Wrap) {inc_global}), inc_global };
typedef void (*fptr)(void); static void ni(void) { printf("ni\n"); } static void one(void) { printf("one\n"); } static const fptr tab[4] = { [0 ... 3] = &ni, [1] = one };
static void print_(const char *name, const u8 *p, long size) { printf("%s:", name); while (size--) printf(" %x", *p++); printf("\n"); }
#define print(x) print_(#x, (u8*)&x, sizeof (x))
static void foo(struct W *w, struct pkthdr *phdr_) {
    struct S ls = {1, 2, 3, 4}; struct S ls2 = {1, 2, {3, 4}}; struct T lt = {"hello", 42}; struct U lu = {3, 5,6,7,8, 4, "huhu", 43}; struct U lu1 = {3, ls, 4, {"huhu", 43}}; struct U lu2 = {3, (ls), 4, {"huhu", 43}};
    const struct S *pls = &ls; struct S ls21 = *pls; struct U lu22 = {3, *pls, 4, {"huhu", 43}}; struct U lu3 = {3, {5,6,7,8,}, 4, {"huhu", 43}}; struct S ls3 = { (1), (2), {(((3))), {4}}}; const struct S *pls4 = &(struct S){1, 2, {3, 4}};
    struct V lv = {{{3},4,{5,6}}, "haha", (u8)45, 46}; struct V lv2 = {(struct S)w->t.s, {"hihi", 47}, 48}; struct V lv3 = {((struct S){7,8,{9,10}}), ((const struct W *)w)->t.t, 50};
    const struct pkthdr *phdr = phdr_; struct flowi6 flow = { .daddr = phdr->daddr, .saddr = phdr->saddr }; int elt = 0x42;
    struct T lt2 = { { [1 ... 5] = 9, [6 ... 10] = elt, [4 ... 7] = elt+1 }, 1 };
    print(ls); print(ls2); print(lt); print(lu); print(lu1); print(lu2); print(ls21); print(lu22); print(lu3); print(ls3); print(*pls4); print(lv); print(lv2); print(lv3); print(lt2); print(flow);
}
enum e { X1, X2 }; struct arr3 { int n; struct { char k[3]; enum e e; } v[2]; } a3 = { 2, { { "ab", X2 }, { .e = X1, .k = "c" } } }; static int mat[2][2][2] = { [1][0] = {5, 6}, [0] = {{1}, {2}} }; wchar_t ws[] = L"h\u4f60\u20ac"; 
int main() {
    print(ce); print(gs); print(gs2); print(gt); print(gu); print(gu2); print(gu3); print(gu4); print(gs3); print(gv); print(gv2); print(gsu); print(guv); print(guv.b); print(guv2); print(guv3); print(phdr); print(a3); print(mat); print(ws);
    printf("%d %d\n", gw.s[0].c[1], gw.s[0].a); foo(&gw, &phdr); for (int i = 0; i < 4; i++) tab[i](); ((fptr)global_wrap[1].func)(); printf("%d %zu %zu\n", global, sizeof(empty_s), sizeof ce);
    static const char *const deep[][2] = {{"a", "b"}, {"c"}}; printf("%s %d\n", deep[1][0], deep[1][1] == NULL); struct { struct { int x[2]; } y[2]; int z; } n = { .y[1].x[0] = 4, 5, 6 }; printf("%d %d %d\n", n.y[1].x[0], n.y[1].x[1], n.z);
    char s1[3] = "abc", s2[] = { 'x', 0 }; printf("%.3s %s %zu\n", s1, s2, sizeof((char[]){"four"})); int z[5] = {1, [3] = 4}; printf("%d%d%d%d%d\n", z[0], z[1], z[2], z[3], z[4]); float ff[] = {1, 2u, 'a', 1.5}; printf("%g\n", ff[2]); struct S arr[] = {gs, {9}, gs2}; printf("%zu %d\n", sizeof arr, arr[2].c[0]);
    union { struct { int a, b; }; long l; } un = { .a = 1, .b = 2 }; printf("%lx\n", un.l); struct { int : 4; int a : 4; int b; } bf = {3, 4}; printf("%d %d\n", bf.a, bf.b); int *ip[] = { &global, (int[]){5, 6} }; printf("%d\n", ip[1][1]); const int k = 3; int vv[k]; vv[2] = 1; printf("%zu\n", sizeof vv); return 0;
}
