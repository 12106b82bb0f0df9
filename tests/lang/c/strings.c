// string.h, ctype.h, conversion functions.
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
int main(void) {
    char a[32] = "hello", b[32], *p;
    printf("%zu %s\n", strlen(a), strcpy(b, a));
    puts(strcat(b, " world"));
    printf("%d %d %d\n", strcmp("a", "b") < 0, strncmp("abc", "abd", 2), strcasecmp("ABC", "abc"));
    printf("%s %s %s\n", strchr(b, 'w'), strrchr(b, 'o'), strstr(b, "lo"));
    printf("%d %zu %zu\n", strchr(b, 'z') == NULL, strspn("aabbc", "ab"), strcspn("hello", "l"));
    strncpy(a, "xyz", 6);
    printf("%s %d\n", a, a[4]);
    memmove(b + 2, b, 5);
    puts(b);
    memset(b, '-', 3);
    puts(b);
    printf("%d %s\n", memcmp("ab", "ac", 2) < 0, (char *)memchr("abc", 'b', 3));
    char t[] = "a,b;;c";
    for (p = strtok(t, ",;"); p; p = strtok(NULL, ",;")) printf("[%s]", p);
    puts("");
    p = strdup("dup");
    puts(p);
    free(p);
    printf("%s\n", strpbrk("hello", "ol"));
    printf("%d %ld %g %ld %lu\n", atoi("-42x"), atol("99"), atof("2.5e2"), strtol("ff", &p, 16),
           strtoul("077", NULL, 0));
    printf("%d\n", *p);
    errno = 0;
    long l = strtol("99999999999999999999", &p, 10);
    printf("%d %d\n", l == LONG_MAX, errno == ERANGE);
    printf("%g\n", strtod("1.5abc", &p));
    puts(p);
    printf("%lld\n", strtoll("-123", NULL, 10));
    for (const char *s = "aZ5 _\n"; *s; s++)
        printf("%d%d%d%d%d ", !!isalpha(*s), !!isdigit(*s), !!isspace(*s), !!isupper(*s),
               !!ispunct(*s));
    printf("%c%c %d\n", toupper('q'), tolower('Q'), isxdigit('g'));
    char o[64];
    printf("%d ", sprintf(o, "%s:%03d:%-6s|%x", "k", 7, "ab", 255));
    puts(o);
    printf("%d ", snprintf(o, 4, "%d", 123456));
    puts(o);
    int x, y;
    char c, s[10];
    printf("%d ", sscanf("10-20:z word", "%d-%d:%c %9s", &x, &y, &c, s));
    printf("%d %d %c %s\n", x, y, c, s);
    printf("%d %d %d\n", abs(-3), (int)labs(-4L), div(17, 5).rem);
    srand(1);
    x = rand();
    srand(1);
    printf("%d\n", x == rand());
    printf("%s\n", getenv("HEDDLE_NOT_SET") ? "set" : "unset");
    return 0;
}

/* OUTPUT:
5 hello
hello world
1 0 0
world orld lo world
1 4 2
xyz 0
hehelloorld
---elloorld
1 bc
[a][b][c]
dup
llo
-42 99 250 255 63
0
1 1
1.5
abc
-123
10000 10010 01000 00100 00001 00100 Qq 0
15 k:007:ab    |ff
6 123
4 10 20 z word
3 4 2
1
unset
*/
