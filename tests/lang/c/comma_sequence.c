// Comma, sequence points, short circuits, assignment chains and conditional operators as operands.
#include <stdio.h>
static int n;
static int f(int x) {
    n = n * 10 + x;
    return x;
}
int main(void) {
    int a, b, c;
    a = b = c = 5;
    printf("%d %d %d\n", a, b, c);
    a = (f(1), f(2), f(3));
    printf("%d %d\n", a, n);
    n = 0;
    (void)(f(0) && f(1));
    (void)(f(2) || f(3));
    printf("%d\n", n);
    n = 0;
    a = f(1) ? f(2) : f(3);
    b = f(0) ? f(4) : f(5);
    printf("%d %d %d\n", a, b, n);
    for (a = 0, b = 10; a < b; a += 3, b--)
        ;
    printf("%d %d\n", a, b);
    int i = 0;
    i = (i++, i++, i);
    printf("%d\n", i);
    a += b -= c *= 2;
    printf("%d %d %d\n", a, b, c);
    printf("%d\n", a > b ? a > c ? 1 : 2 : b > c ? 3 : 4);
    *(a > 0 ? &a : &b) = 77;
    printf("%d\n", a);
    int arr[3] = {1, 2, 3}, k = 0;
    arr[k++] += 10;
    arr[k++] *= 5;
    printf("%d %d %d %d\n", arr[0], arr[1], arr[2], k);
    char s[] = "abc", *p = s;
    while (*p) *p++ -= 32;
    puts(s);
    return (1, 2, 0);
}

/* OUTPUT:
5 5 5
3 123
2
2 5 1205
9 7
2
6 -3 10
2
77
11 10 3 2
ABC
*/
