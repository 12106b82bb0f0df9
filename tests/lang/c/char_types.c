// char, signed char, unsigned char: signedness, promotion, arithmetic, as indices, in comparisons
// and conversions.
#include <stdio.h>
#include <limits.h>
int main(void) {
    char c = -1;
    signed char s = 127;
    unsigned char u = 255;
    printf("%d %d %d\n", c, s, u);
    printf("%d %d %d\n", c < 0, c == u, (unsigned char)c == u);
    s++;
    u++;
    printf("%d %d\n", s, u);
    c = 'a' + 1;
    printf("%c %d\n", c, c - 'a');
    char digits[] = "0123456789";
    int n = 0;
    for (char *p = digits; *p; p++) n += *p - '0';
    printf("%d\n", n);
    int hist[256] = {0};
    for (const char *p = "hello world"; *p; p++) hist[(unsigned char)*p]++;
    printf("%d %d\n", hist['l'], hist['o']);
    printf("%d %d %d\n", '\x80', '\200', (unsigned char)'\xff');
    u = 200;
    printf("%d %d\n", u << 1, (unsigned char)(u << 1));
    c = 200;
    printf("%d %d\n", c, c + 256);
    printf("%d %d %d %d\n", CHAR_MIN, CHAR_MAX, SCHAR_MIN, UCHAR_MAX);
    for (c = 'a'; c < 'f'; c += 2) putchar(c);
    for (u = 250; u > 5; u++) n++;
    printf(" %d\n", n);
    char up = 'q' & ~32;
    printf("%c %c\n", up, up | 32);
    c = 'z';
    c++;
    printf("%c\n", c);
    short sh = (char)0x80;
    printf("%d\n", sh);
    printf("%d\n", sizeof(char) == sizeof 'a' - 3);
    return 0;
}

/* OUTPUT:
-1 127 255
1 0 1
-128 0
b 1
45
3 2
-128 -128 255
400 144
-56 200
-128 127 -128 255
ace 51
Q q
{
-128
1
*/
