// A library function without a declaration gets its header while its caller is checked; macros that this header
// defines anew must not unsettle functions that came right behind another header.
#include <limits.h>
int same(int a) { return a; }
int main(void) {
    if (same(0)) abort();
    printf("%d\n", same(3));
    return 0;
}
/* OUTPUT:
3
*/
