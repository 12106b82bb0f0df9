// Literals: integer suffixes and bases, floats, hex floats, escapes, wide and unicode strings, concatenation.
#include <stdio.h>
#include <string.h>
#include <stddef.h>
#include <uchar.h>
#include <wchar.h>
int main(void) {
    printf("%d %d %d %d %u %ld %lu %lld %llu\n", 10, 010, 0x10, 0b101, 10u, 10L, 10ul, 10ll, 10uLL);
    printf("%g %g %g %g %g %g %Lg %g %g\n", 1., .5, 1e3, 1.5e-3f, 0x1p4, 0x1.8p1, 2.5L, 1e300 * 1e10, 0x.8p0);
    printf("%d %d %d %d %d %d %d %d\n", '\a', '\b', '\f', '\n', '\r', '\t', '\v', '\\');
    printf("%d %d %d %d %d %d\n", '\'', '"', '\?', '\0', '\101', '\x41'); printf("%d %d %d\n", '\e', '\1234' & 255, L'\xabcd');
    printf("[%s] %zu\n", "a\tb\\c\"d\x41" "1\1012\0hidden", sizeof "a\0b"); printf("%zu\n", strlen("abc" "def" "\0x"));
    printf("%d %x %x %x\n", (int)sizeof L'a', L'\u00e9', u'\u20ac', U'\U0001f600');
    wchar_t w[] = L"wide \u00e9\U0001f600"; char16_t u16[] = u"\u20ac\U0001f600"; char32_t u32[] = U"a\U0001f600"; char u8s[] = u8"\u00e9\u20ac";
    printf("%zu %zu %zu %zu\n", sizeof w / sizeof *w, sizeof u16 / 2, sizeof u32 / 4, sizeof u8s);
    for (unsigned i = 0; i < sizeof u16 / 2; i++) printf("%x ", u16[i]); for (unsigned i = 0; i < 4; i++) printf("%x ", (unsigned char)u8s[i]);
    printf("%x %x\n", (unsigned)w[5], (unsigned)w[6]); printf("%s\n", "é€"); printf("%zu\n", sizeof "é");
    printf("%zu %zu\n", sizeof(L"ab" "cd"), sizeof("ab" u8"é")); printf("%c%c\n", "0123456789abcdef"[11], 3["abcd"]);
    const char *p = "same", *q = "continued \
line"; printf("%s %s\n", p, q); printf("%.17g %.9g %.20Lg\n", 0.1, 0.1f, 0.1L);
    printf("%lu %d\n", 18446744073709551615UL, 0xffffffff == 4294967295u); printf("%g %g\n", 1e-320, 3.4e38f); printf("%a %a\n", 0x1.fffffep127f, 0x1p-149);
    printf("%d\n", sizeof 'a' == sizeof(int)); printf("%zu %zu %zu\n", sizeof 1.0f, sizeof 1.0, sizeof 1.0L); char nonul[3] = "abc"; printf("%.3s\n", nonul);
    printf("%d %d %d\n", 'abcd' == 0x61626364, '\377', (unsigned char)'\377'); printf("%ls|%lc\n", L"wide", L'w'); puts("??=" "?" "?/");
    printf("%d\n", 1.0e1 == 10 && 1E1 == 10 && 0X1P+1 == 2 && 1.e0 == 1); printf("%.1f %.1f\n", 16777217.0f, 16777217.0); return 0;
}

/* OUTPUT:
10 8 16 5 10 10 10 10 10
1 0.5 1000 0.0015 16 3 2.5 inf 0.5
7 8 12 10 13 9 11 92
39 34 63 0 65 65
27 52 43981
[a	b\c"dA1A2] 4
6
4 e9 20ac 1f600
8 4 3 6
20ac d83d de00 0 c3 a9 e2 82 e9 1f600
é€
3
20 5
bd
same continued line
0.10000000000000001 0.100000001 0.1
18446744073709551615 1
9.99989e-321 3.4e+38
0x1.fffffep+127 0x1p-149
1
4 8 16
abc
1 -1 255
wide|w
??=??/
1
16777216.0 16777217.0
*/
