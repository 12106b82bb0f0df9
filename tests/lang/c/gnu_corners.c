// `alloca` without its header, the short spellings of complex keywords, a function that begins with an attribute and
// has no type, and variable-length arrays freed by jumps back before them.
#include <stdio.h>
__attribute__((noinline)) twice(int n) { return 2 * n; }
static __complex double half(__complex double z) { return __real z / 2 + __imag z / 2 * 1.0i; }
int main(void) {
    char *text = alloca(8);
    sprintf(text, "%d", twice(21));
    __complex double z = half(3.0 + 5.0i);
    printf("%s %g %g\n", text, __real z, __imag z);
    int n = 0;
again:;
    int block[n % 1000 + 1000];
    block[n % 1000] = n;
    if (++n < 200000) goto again; // 1.2 GB if they stayed
    printf("%d\n", block[(n - 1) % 1000]);
    return 0;
}
/* OUTPUT:
42 1.5 2.5
199999
*/
