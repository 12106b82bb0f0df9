// __int128 arithmetic.
#include <stdio.h>
typedef unsigned __int128 u128;
typedef __int128 i128;
static void put(u128 v) {
    char b[50], *p = b + 49;
    *p = 0;
    do *--p = '0' + (int)(v % 10);
    while (v /= 10);
    puts(p);
}
static i128 fact(int n) {
    return n < 2 ? 1 : n * fact(n - 1);
}
static u128 g = (u128)1 << 100;
static u128 pass(int a, u128 x, int b, u128 y) {
    return x * a + y * b;
}
int main(void) {
    put(fact(30));
    put((u128)-1);
    put(g);
    put(g >> 60);
    i128 n = -5;
    printf("%lld %lld %d\n", (long long)(n / 2), (long long)(n % 2), n < 0);
    put((u128)0xffffffffffffffff * 0xffffffffffffffff);
    put(pass(2, g, 3, 7));
    printf("%g %d\n", (double)g, (int)(u128)3.7);
    u128 m = g | 5;
    m ^= 1;
    m <<= 3;
    put(m);
    put(m & 0xff);
    printf("%zu %d\n", sizeof(i128), (int)_Alignof(i128));
    printf("%llu\n", (unsigned long long)(m >> 64));
    n = (i128)1e30;
    put(n);
    put(~(u128)0 / 3);
    printf("%d\n", (i128)-1 < (i128)0);
    struct {
        char c;
        i128 v;
    } s = {1, 9};
    put(s.v + sizeof s);
    return 0;
}

/* OUTPUT:
265252859812191058636308480000000
340282366920938463463374607431768211455
1267650600228229401496703205376
1099511627776
-2 -1 1
340282366920938463426481119284349108225
2535301200456458802993406410773
1.26765e+30 3
10141204801825835211973625643040
32
16 16
549755813888
1000000000000000019884624838656
113427455640312821154458202477256070485
1
41
*/
