// _Bool: conversions, arithmetic, bit-fields, arrays, arguments, results, stdbool names.
#include <stdbool.h>
#include <stdio.h>
static bool is_even(int x) {
    return !(x & 1);
}
static bool any(bool a, _Bool b, int c) {
    return a || b || c;
}
static _Bool from_ptr(void *p) {
    return p;
}
static _Bool from_dbl(double d) {
    return d;
}
struct flags {
    bool a : 1, b : 1;
    bool c;
    unsigned d : 1;
};
static bool table[4] = {0, 1, 2, 0.5};
static bool trunc_(int x) {
    return x;
}
int main(void) {
    bool b = 42;
    printf("%d %zu\n", b, sizeof b);
    b = 0.001;
    printf("%d ", b);
    b = (bool)0.0;
    printf("%d ", b);
    b = "x";
    printf("%d\n", b);
    printf("%d%d%d%d\n", table[0], table[1], table[2], table[3]);
    printf("%d %d %d\n", is_even(4), is_even(5), any(false, 0, 256));
    printf("%d %d %d %d\n", from_ptr(0), from_ptr(&b), from_dbl(0.3), from_dbl(-0.0));
    b = true;
    b += 5;
    printf("%d ", b);
    b *= 0;
    printf("%d ", b);
    b |= 8;
    printf("%d ", b);
    b ^= true;
    printf("%d ", b);
    b = !b;
    printf("%d ", b);
    b = ~b;
    printf("%d\n", b);
    struct flags f = {1, 2, 3, 1};
    f.b = f.d = 0;
    f.c = 256;
    printf("%d%d%d%d\n", f.a, f.b, f.c, f.d);
    int x = true + true;
    printf("%d %d\n", x, true << 3);
    printf("%d %d\n", trunc_(0x100), (int)(bool)0x100);
    bool arr[3] = {[1] = true};
    printf("%d\n", arr[0] + arr[1] + arr[2]);
    printf("%d\n", (b = 5) == 1);
    bool *p = &b;
    *p = 0;
    printf("%d %d\n", b, *p == false);
    switch (b) {
    case false: puts("false"); break;
    case true: puts("true");
    }
    return b;
}

/* OUTPUT:
1 1
1 0 1
0111
1 0 1
0 1 1 0
1 0 1 0 1 1
1010
2 8
1 1
1
1
0 1
false
*/
