// Operator precedence and associativity.
#include <stdio.h>
int main(void) {
    int a = 2, b = 3, c = 4, *p = &a, arr[] = {1, 2, 3};
    printf("%d %d %d\n", a + b * c, (a + b) * c, a - b - c);
    printf("%d %d %d\n", a << 1 + 1, a + 1 << 1, 100 / 5 / 2);
    printf("%d %d %d\n", a < b == 1, a == b < c, !a + 1);
    printf("%d %d\n", a & 1 == 0, (a & 1) == 0);
    printf("%d %d %d\n", a | b & c, a ^ b | c, a & b ^ c);
    printf("%d %d\n", -a * -b, - -a);
    printf("%d %d\n", *p++ + 1, a);
    p = arr;
    printf("%d ", *++p);
    printf("%d ", ++*p);
    printf("%d\n", (*p)--);
    printf("%d\n", a ? b : c ? a : b);
    printf("%d %d\n", a || b && 0, (a || b) && 0);
    printf("%d\n", a = b = c);
    printf("%d\n", a += b -= 1);
    printf("%zu %zu\n", sizeof a + 1, sizeof(a) * 2);
    printf("%d\n", (int)3.7 * 2);
    printf("%d\n", ~a & 0xf);
    printf("%d %d\n", 7 % 3 * 2, 2 * 7 % 3);
    printf("%d\n", 1 - 2 ? 3 : 4);
    printf("%d\n", &arr[2] - arr > 1);
    struct {
        int x[2];
    } s = {{5, 6}}, *q = &s;
    printf("%d %d\n", q->x[1], *q->x);
    printf("%d\n", -q->x[0]);
    printf("%d\n", a > 1 > 0);
    return 0;
}

/* OUTPUT:
14 20 -5
8 6 10
1 0 1
0 1
2 5 6
6 2
3 2
2 3 3
3
1 0
4
7
5 8
6
8
2 2
3
1
6 5
-5
1
*/
