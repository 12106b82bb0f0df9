// __LINE__, __FILE__, #line, __func__, __DATE__ sizes, __STDC__, include guards and computed includes.
#include <stdio.h>
#include <string.h>
#define HEADER <stdlib.h>
#include HEADER
#define QUOTED "stdio.h"
#include QUOTED
#define LINE() __LINE__
#define TWO(a) a, __LINE__
static void where(const char *f, int l) { printf("%s %d\n", strrchr(f, '/') ? strrchr(f, '/') + 1 : f, l); }
int main(void) {
    where(__FILE__, __LINE__);
    printf("%d %d %d\n", LINE(), TWO(
        __LINE__));
#line 100
    where(__FILE__, __LINE__);
#line 200 "other.c"
    where(__FILE__, __LINE__);
#define N 300
#line N
    where(__FILE__, __LINE__); where("x", \
__LINE__);
    printf("%zu %zu %d %ld %d\n", sizeof __DATE__, sizeof __TIME__, __STDC__, __STDC_VERSION__, __STDC_HOSTED__);
    printf("%s %zu\n", __func__, sizeof __func__); printf("%s\n", __FUNCTION__);
#if defined __x86_64__ && defined(__linux__) && __SIZEOF_POINTER__ == 8 && __CHAR_BIT__ == 8 && __LP64__ && !defined __cplusplus && __GNUC__ >= 4
    puts("platform");
#endif
#ifdef __INT_MAX__
    printf("%d %ld\n", __INT_MAX__, __LONG_MAX__);
#endif
#if __has_include(<stdio.h>) && !__has_include("nope.h")
    puts("has include");
#endif
    return abs(-2) - 2;
}

/* OUTPUT:
pp_location.c 12
13 14 13
pp_location.c 100
other.c 200
other.c 300
x 301
12 9 1 201112 1
main 5
main
platform
2147483647 9223372036854775807
has include
*/
