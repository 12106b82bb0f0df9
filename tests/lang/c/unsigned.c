// Unsigned arithmetic: wrap-around, shifts, division, comparison with signed, rotations, bit
// tricks.
#include <stdio.h>
#include <stdint.h>
#include <limits.h>
static uint32_t rotl(uint32_t x, int k) {
    return x << k | x >> (32 - k);
}
static int bits(uint64_t x) {
    int n = 0;
    while (x) {
        x &= x - 1;
        n++;
    }
    return n;
}
static uint8_t rev(uint8_t b) {
    b = b >> 4 | b << 4;
    b = (b & 0xcc) >> 2 | (b & 0x33) << 2;
    return (b & 0xaa) >> 1 | (b & 0x55) << 1;
}
int main(void) {
    unsigned u = 0;
    u--;
    printf("%u %u %u\n", u, u / 2, u % 10);
    printf("%d %d\n", u > 0, (int)u > 0);
    unsigned char c = 250;
    c += 10;
    printf("%d %d\n", c, (unsigned char)~c);
    unsigned short s = 0xffff;
    s++;
    printf("%d\n", s);
    uint64_t x = 1ULL << 63;
    printf("%llu %llu %lld\n", (unsigned long long)x, (unsigned long long)(x >> 63), (long long)x);
    printf("%x %d %x\n", rotl(0x80000001, 4), bits(0xff00ff00ff00ff00), rev(0x12));
    printf("%d %d %d\n", -1 > 1u, (short)-1 > (unsigned short)1, -1L > 1u);
    printf("%u %d\n", UINT_MAX * UINT_MAX, (int)(0u - 5) / 2);
    printf("%lu %u\n", (unsigned long)-1 % 1000, (unsigned)-7 / 2);
    int i = -8;
    printf("%d %u %d\n", i >> 1, (unsigned)i >> 28, i / 3);
    printf("%d\n", (int)((unsigned)INT_MAX + 1 == (unsigned)INT_MIN));
    size_t n = 3;
    printf("%d\n", (int)(n - 4 > 0));
    uint16_t a = 40000, b = 40000;
    printf("%d %u\n", a + b, (uint16_t)(a + b));
    printf("%d\n", (a - 50000) < 0);
    printf("%#x %#o\n", 0xabcdu & 0x0ff0 ^ 0xf | 1, 8u);
    return 0;
}

/* OUTPUT:
4294967295 2147483647 5
1 0
4 251
0
9223372036854775808 1 -9223372036854775808
18 32 48
1 0 0
1 -2
615 2147483644
-4 15 -2
1
1
80000 14464
1
0xbcf 010
*/
