// Signed integers wrap, in optimised code too: nothing is concluded from an overflow that "cannot be".
#include <limits.h>
#include <stdio.h>

int squares[70000];
int is_less_than_next(int x) { return x < x + 1; }
long doubled(long x) { return x * 2 / 2; }

int main(void) {
    int bad = 0, steps = 0, hash = 5381, least = INT_MIN;
    for (int i = 0; i < 70000; i++) squares[i] = (int)((unsigned)i * (unsigned)i);
    for (int i = 0; i < 70000; i++)
        if (squares[i] != i * i) bad++;
    printf("%d\n", bad);
    for (int i = 1; i > 0; i *= 2) steps++;
    for (int i = INT_MAX - 4; i > 0; i++) steps++;
    printf("%d\n", steps);
    for (int i = 0; i < 100; i++) hash = hash * 33 + i;
    printf("%d\n", hash);
    printf("%d %d %d\n", is_less_than_next(5), is_less_than_next(INT_MAX), least - 1 < least);
    printf("%d %ld\n", -least == least, doubled(LONG_MAX));
    int a = INT_MAX;
    a += 2;
    int b = INT_MIN;
    b--;
    printf("%d %d\n", a, b);
    return 0;
}
/* OUTPUT:
0
36
2000664411
1 0 0
1 -1
-2147483647 2147483647
*/
