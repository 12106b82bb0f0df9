// Layout of bit-fields under #pragma pack, and the type of one that crosses its unit, as gcc has them.
#include <stdio.h>
#include <string.h>
#pragma pack(push, 1)
struct a { unsigned x : 12; unsigned char y : 7; unsigned z : 28; unsigned a : 4, b : 5; };
struct b { int x : 12; char y : 6; long long z : 63; char a : 4; long long b : 2; };
struct c { unsigned x : 5, y : 5, : 0, z : 5; char a : 5; short b : 5; };
struct d { char c; int x __attribute__((aligned(8))); };
#pragma pack(2)
struct e { char c; long x; int b : 3; int c2 : 31; };
#pragma pack(pop)
static void dump(const void *p, size_t n) {
    for (size_t i = 0; i < n; i++) printf("%02x", ((const unsigned char *)p)[i]);
    printf("\n");
}
int main(void) {
    printf("%zu %zu %zu %zu %zu\n", sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d), sizeof(struct e));
    printf("%zu %zu %zu\n", _Alignof(struct a), _Alignof(struct d), _Alignof(struct e));
    struct b v;
    memset(&v, 0, sizeof v);
    v.x = 3, v.y = 30, v.z = 0x123456789abcdef0, v.a += 5, v.b = -2;
    dump(&v, sizeof v);
    printf("%zu %llx %d\n", sizeof(v.z + 0), (long long)v.z, v.a);
    return 0;
}
/* OUTPUT:
7 11 6 5 16
1 1 2
03e0c17bf36ae259d1484a
8 123456789abcdef0 5
*/
