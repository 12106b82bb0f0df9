// The exit status: main's value modulo 256.
// EXIT: 44
#include <stdlib.h>
static int f(int x) {
    if (x > 1000) exit(3);
    return x;
}
int main(void) {
    int r = f(200) + f(100);
    return r;
}

/* OUTPUT:
*/
