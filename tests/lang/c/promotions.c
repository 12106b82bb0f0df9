// Integer promotions and usual arithmetic conversions at their corners.
#include <limits.h>
#include <stdio.h>
#define SHOW(e) printf("%-32s %lld\n", #e, (long long)(e))
#define TYPE(e)                            \
    _Generic((e), char                     \
             : "char", signed char         \
             : "schar", unsigned char      \
             : "uchar", short              \
             : "short", unsigned short     \
             : "ushort", int               \
             : "int", unsigned             \
             : "uint", long                \
             : "long", unsigned long       \
             : "ulong", long long          \
             : "llong", unsigned long long \
             : "ullong", float             \
             : "float", double             \
             : "double", long double       \
             : "ldouble", _Bool            \
             : "bool", default             \
             : "other")
int main(void) {
    unsigned char uc = 255;
    signed char sc = -1;
    unsigned short us = 65535;
    short ss = -32768;
    char c = '\xff';
    SHOW(uc + 1);
    SHOW(sc + 1);
    SHOW(us * us == 65535u * 65535u);
    SHOW(-ss);
    SHOW(~uc);
    SHOW(!uc);
    SHOW(c);
    SHOW(-1 < 1u);
    SHOW(-1L < 1u);
    SHOW(-1L < 1ul);
    SHOW((unsigned char)-1);
    SHOW((signed char)200);
    SHOW(uc << 24 >> 24);
    SHOW((unsigned)-1 >> 31);
    SHOW(-1 >> 31);
    SHOW(-7 / 2);
    SHOW(-7 % 2);
    SHOW(7 % -2);
    SHOW(sc == uc);
    SHOW((unsigned char)sc == uc);
    SHOW(us == ss);
    SHOW(INT_MAX + 1u);
    SHOW(2147483648);
    SHOW(-2147483648);
    SHOW(0x80000000);
    SHOW(0xffffffff + 1);
    SHOW(0xffffffffL + 1);
    SHOW(4294967295 + 1);
    SHOW('a' + 'b');
    SHOW('\377');
    SHOW('\0');
    SHOW('ab');
    SHOW(1 ? -1 : 0u);
    SHOW((1 ? -1 : 0u) > 0);
    SHOW((long)-1 == 0xffffffffffffffff);
    SHOW(sizeof(int) > -1);
    SHOW((short)0x12345);
    SHOW((_Bool)0.1);
    SHOW((_Bool)256);
    SHOW((char)300);
    SHOW((int)3.99);
    SHOW((int)-3.99);
    SHOW((unsigned char)3.7f);
    SHOW((long long)1e18);
    SHOW((unsigned long long)1.8e19 > 9223372036854775807u);
    SHOW(1.0 / 3 == 1.0f / 3);
    puts(TYPE(uc + uc));
    puts(TYPE(c));
    puts(TYPE('a'));
    puts(TYPE(us));
    puts(TYPE(+us));
    puts(TYPE(1u + 1l));
    puts(TYPE(1ul + 1ll));
    puts(TYPE(1u + 1ll));
    puts(TYPE(1.0f + 1));
    puts(TYPE(1.0f + 1.0));
    puts(TYPE(1.0l * 2));
    puts(TYPE(uc << 1l));
    puts(TYPE(1 ? 1 : 1.0));
    puts(TYPE(1 ? uc : sc));
    puts(TYPE(!1.0));
    puts(TYPE(1 == 1));
    puts(TYPE(sizeof 1));
    puts(TYPE((char *)0 - (char *)0));
    puts(TYPE(0x7fffffff));
    puts(TYPE(0x80000000));
    puts(TYPE(2147483648));
    puts(TYPE(0xffffffffffffffff));
    puts(TYPE(9223372036854775807));
    puts(TYPE(1ull));
    puts(TYPE((_Bool)1));
    puts(TYPE((_Bool)1 + (_Bool)1));
    puts(TYPE(uc++));
    puts(TYPE(uc += 1));
    puts(TYPE((uc, sc)));
    uc = 255;
    uc++;
    printf("%d\n", uc);
    uc--;
    printf("%d\n", uc);
    sc = 127;
    sc++;
    printf("%d\n", sc);
    us = 0;
    us--;
    printf("%d\n", us);
    uc = 200;
    uc += 100;
    printf("%d\n", uc);
    uc = 3;
    uc *= 1.5;
    printf("%d\n", uc);
    int i = 7;
    i /= 2.5;
    printf("%d\n", i);
    i = 5;
    i <<= 2L;
    i ^= 3;
    i |= 64;
    i %= 50;
    printf("%d\n", i);
    unsigned u = 1;
    u -= 2;
    printf("%u\n", u);
    long l = -1;
    l >>= 1;
    printf("%ld\n", l);
    l = -1ul >> 1;
    printf("%ld\n", l);
    float f = 16777217;
    printf("%.1f\n", f);
    double d = 0.1f;
    printf("%.12f\n", d);
    i = 'A';
    i += 1.9;
    printf("%c\n", i);
    _Bool b = 5;
    b++;
    printf("%d ", b);
    b--;
    printf("%d ", b);
    b -= 1;
    printf("%d ", b);
    b += 3;
    printf("%d\n", b);
    return 0;
}

/* OUTPUT:
uc + 1                           256
sc + 1                           0
us * us == 65535u * 65535u       1
-ss                              32768
~uc                              -256
!uc                              0
c                                -1
-1 < 1u                          0
-1L < 1u                         1
-1L < 1ul                        0
(unsigned char)-1                255
(signed char)200                 -56
uc << 24 >> 24                   -1
(unsigned)-1 >> 31               1
-1 >> 31                         -1
-7 / 2                           -3
-7 % 2                           -1
7 % -2                           1
sc == uc                         0
(unsigned char)sc == uc          1
us == ss                         0
INT_MAX + 1u                     2147483648
2147483648                       2147483648
-2147483648                      -2147483648
0x80000000                       2147483648
0xffffffff + 1                   0
0xffffffffL + 1                  4294967296
4294967295 + 1                   4294967296
'a' + 'b'                        195
'\377'                           -1
'\0'                             0
'ab'                             24930
1 ? -1 : 0u                      4294967295
(1 ? -1 : 0u) > 0                1
(long)-1 == 0xffffffffffffffff   1
sizeof(int) > -1                 0
(short)0x12345                   9029
(_Bool)0.1                       1
(_Bool)256                       1
(char)300                        44
(int)3.99                        3
(int)-3.99                       -3
(unsigned char)3.7f              3
(long long)1e18                  1000000000000000000
(unsigned long long)1.8e19 > 9223372036854775807u 1
1.0 / 3 == 1.0f / 3              0
int
char
int
ushort
int
long
ullong
llong
float
double
ldouble
int
double
int
int
int
ulong
long
int
uint
long
ulong
long
ullong
bool
int
uchar
uchar
schar
0
255
-128
65535
44
4
2
37
4294967295
-1
9223372036854775807
16777216.0
0.100000001490
B
1 0 1 1
*/
