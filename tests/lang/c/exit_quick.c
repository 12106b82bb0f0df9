// _Exit skips atexit handlers and does not flush.
// EXIT: 9
#include <stdio.h>
#include <stdlib.h>
static void never(void) {
    puts("never");
}
int main(void) {
    atexit(never);
    puts("flushed");
    fflush(stdout);
    _Exit(9);
}

/* OUTPUT:
flushed
*/
