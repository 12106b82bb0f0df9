// Deep and long expressions.
#include <stdio.h>
#define D1(x) (x + (x * 2 - (x ^ 3)))
#define D2(x) D1(D1(x))
#define D3(x) D2(D2(x))
#define A10 1 + 2 - 3 + 4 * 2 - 5 % 3 + (6 | 1) - (7 & 3) + (8 ^ 2) + ~9 +
#define A100 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10
int main(void) {
    volatile int v = 3;
    printf("%d\n", D2(v));
    printf("%d\n", D3(1));
    printf("%d\n", A100 A100 A100 0);
    printf("%d\n", ((((((((((((((((((((v)))))))))))))))))))) + - - - -+ +~~!!v);
    int i = v ? v > 1 ? v > 2 ? v > 3 ? 4 : 3 : 2 : 1 : 0;
    printf("%d\n", i);
    return (v, v, v, v, v) - 3;
}

/* OUTPUT:
17
1
300
4
3
*/
