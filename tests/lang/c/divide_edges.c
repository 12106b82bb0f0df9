// Quotients of constants that do not fit their type, where a remark on a lost fraction would divide them: the compiler
// itself must not. What gcc prints.
#include <limits.h>
#include <stdio.h>

int main(void) {
    float f = (-9223372036854775807l - 1) / -1;
    double d = 1 ? LONG_MIN / -1l : 0.5, e = LONG_MIN % 1 + 0.5;
    int i = 3;
    d += (LONG_MIN / -1l) * 0.0;
    float g = i ? LONG_MIN / -1 : 2.0f;
    printf("%g %g %g %g\n", f, d, e, g);
    return 0;
}
/* OUTPUT:
-9.22337e+18 -9.22337e+18 0.5 -9.22337e+18
*/
