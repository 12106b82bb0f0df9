// Bit operations: masks, sets, Gray code, parity, swaps, CRC, popcount by several ways, sign
// extension by hand.
#include <stdint.h>
#include <stdio.h>
static int pop1(unsigned x) {
    int n = 0;
    for (; x; x >>= 1) n += x & 1;
    return n;
}
static int pop2(uint32_t x) {
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = x + (x >> 4) & 0x0f0f0f0f;
    return x * 0x01010101 >> 24;
}
static unsigned gray(unsigned x) {
    return x ^ x >> 1;
}
static int sext(int x, int bits) {
    return x << (32 - bits) >> (32 - bits);
}
static uint64_t deposit(uint64_t w, int at, int n, uint64_t v) {
    uint64_t m = (n == 64 ? 0 : 1ULL << n) - 1;
    return (w & ~(m << at)) | (v & m) << at;
}
static int log2i(unsigned x) {
    int r = 0;
    while (x >>= 1) r++;
    return r;
}
static uint16_t crc16(const char *s) {
    uint16_t c = 0xffff;
    while (*s) {
        c ^= (uint16_t)(*s++ << 8);
        for (int i = 0; i < 8; i++) c = c & 0x8000 ? c << 1 ^ 0x1021 : c << 1;
    }
    return c;
}
int main(void) {
    for (unsigned i = 0; i < 8; i++) printf("%u ", gray(i));
    puts("");
    printf("%d %d\n", pop1(0xf0f0f001), pop2(0xf0f0f001));
    printf("%d %d\n", sext(0xf, 4), sext(7, 4));
    printf("%llx\n", (unsigned long long)deposit(~0ULL, 8, 16, 0x1234));
    unsigned a = 5, b = 9;
    a ^= b;
    b ^= a;
    a ^= b;
    printf("%u %u\n", a, b);
    printf("%d %d %x\n", log2i(1000), !(64 & 63), crc16("123456789"));
    unsigned set[4] = {0};
    for (int i = 0; i < 128; i += 7) set[i / 32] |= 1u << i % 32;
    printf("%x %x %x %x\n", set[0], set[1], set[2], set[3]);
    printf("%d %d %d\n", 6 & 3 | 8 ^ 1, ~0 == -1, 1 << 2 + 1);
    printf("%x\n", 0xff & ~0x0f << 2 >> 1);
    unsigned char c = 0x81;
    c <<= 1;
    printf("%d ", c);
    c |= c >> 1;
    printf("%d ", c);
    c = ~c;
    printf("%d\n", c);
    printf("%d\n", (int8_t)(uint8_t)0x80 >> 3);
    return 0;
}

/* OUTPUT:
0 1 3 2 6 7 5 4 
13 13
-1 7
ffffffffff1234ff
9 5
9 1 29b1
10204081 81020408 8102040 40810204
11 1 8
e0
2 3 252
-16
*/
