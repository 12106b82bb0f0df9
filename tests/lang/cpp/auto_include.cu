// Names of the C library that are used without their header, in places where other headers have been or will be read.
// GXX: -include bits/stdc++.h
#include "data/handle.h"

// <string.h>, which `memcmp` brings in the middle of main, undefines NULL and defines it again: `fill` stays as it is.
void fill(float *arr, int length)
{
    srand(time(NULL));
    for (int i = 0; i < length; ++i) arr[i] = i;
}

static int limit(void)
{
    return errno == 0 ? INT_MAX : ERANGE;
}
#include <limits.h>
#include <errno.h>

static double root(double x)
{
    return sqrt(x);
}
#include <math.h>

int main(void)
{
    float a[4], b[4];
    fill(a, 4);
    fill(b, 4);
    HANDLE_ERROR(memcmp(a, b, sizeof a));
    printf("%d %g %zu\n", limit() == INT_MAX, root(16), sizeof(CUTThread));
    uint8_t small = 200;
    return small == 200 ? EXIT_SUCCESS : EXIT_FAILURE;
}
/* OUTPUT:
1 4 8
*/
