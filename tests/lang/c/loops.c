// Loops of all kinds with break, continue and goto, infinite ones, empty bodies, unsigned
// countdown, float counters.
#include <stdio.h>
int main(void) {
    int i, j, n = 0;
    for (;;)
        if (++n == 5) break;
    printf("%d\n", n);
    while (n--) {
        if (n % 2) continue;
        printf("%d ", n);
    }
    printf("%d\n", n);
    do {
        n += 3;
        if (n == 5) continue;
        if (n > 9) break;
    } while (n < 100);
    printf("%d\n", n);
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++) {
            if (j == i) continue;
            if (i == 2) goto out;
            printf("%d%d ", i, j);
        }
out:
    puts("out");
    for (unsigned u = 3; u-- > 0;) printf("%u ", u);
    puts("");
    for (double d = 0; d < 1; d += 0.25) printf("%g ", d);
    puts("");
    for (char c = 'a'; c <= 'e'; c++) putchar(c);
    puts("");
    i = 0;
    while (i < 10) i++;
    printf("%d\n", i);
    for (i = 10; i; i >>= 1) printf("%d ", i);
    puts("");
    for (int a = 0, b = 5; a != b; a++, b--) {
        if (a > b) break;
        printf("%d,%d ", a, b);
    }
    puts("");
    int total = 0;
    for (i = 1; i <= 100; i++) {
        if (!(i % 3)) continue;
        switch (i % 5) {
        case 0: continue;
        case 1: break;
        default: total += i;
        }
        total++;
    }
    printf("%d\n", total);
    do printf("once\n");
    while (0);
    long long big = 1;
    while (big < 1000000000000LL) big *= 7;
    printf("%lld\n", big);
    return 0;
}

/* OUTPUT:
5
4 2 0 -1
11
01 02 10 12 out
2 1 0 
0 0.25 0.5 0.75 
abcde
10
10 5 2 1 
0,5 1,4 2,3 
2072
once
4747561509943
*/
