// time.h and other library corners whose results are fixed.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <locale.h>
#include <wchar.h>
#include <wctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <limits.h>
#include <unistd.h>
#include <sys/time.h>
#include <sys/stat.h>
#include <sys/types.h>
int main(void) {
    time_t t = 86400 * 365;
    struct tm *g = gmtime(&t);
    printf("%d %d %d %d\n", g->tm_year, g->tm_mon, g->tm_mday, g->tm_wday);
    char b[64];
    strftime(b, sizeof b, "%Y-%m-%d %H:%M:%S", g);
    puts(b);
    struct tm m = {.tm_year = 100, .tm_mday = 1};
    printf("%d\n", timegm(&m) == 946684800);
    printf("%g\n", difftime(20, 5));
    clock_t c = clock();
    struct timeval tv;
    printf("%d %d\n", c != (clock_t)-1, gettimeofday(&tv, NULL));
    printf("%" PRId64 " %" PRIu32 " %" PRIxPTR "\n", INT64_C(-5), UINT32_C(7), (uintptr_t)255);
    printf("%d %d %ld %d\n", INT_MAX, CHAR_MIN, LONG_MIN, UCHAR_MAX);
    bool ok = true;
    printf("%d %d %zu\n", ok, !ok, sizeof ok);
    wchar_t w[20];
    swprintf(w, 20, L"%d-%ls", 5, L"w");
    printf("%ls %zu %d\n", w, wcslen(w), wcscmp(w, L"5-w"));
    printf("%d %c\n", iswalpha(L'x') != 0, (char)towupper(L'x'));
    struct stat st;
    printf("%d\n", stat("/", &st));
    printf("%d\n", S_ISDIR(st.st_mode) != 0);
    printf("%s\n", setlocale(LC_ALL, "C"));
    printf("%d\n", getpid() > 0);
    imaxdiv_t d = imaxdiv(17, 5);
    printf("%d %d\n", (int)d.quot, (int)d.rem);
    usleep(10);
    printf("%s", asctime(gmtime(&(time_t){0})));
    return EXIT_SUCCESS;
}

/* OUTPUT:
71 0 1 5
1971-01-01 00:00:00
1
15
1 0
-5 7 ff
2147483647 -128 -9223372036854775808 255
1 0 1
5-w 3 0
1 X
0
1
C
1
3 2
Thu Jan  1 00:00:00 1970
*/
