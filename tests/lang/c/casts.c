// Casts between all kinds: integers, floats, pointers, enums, function pointers, unions of views,
// to void, in constants.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
enum e { A, B, C };
static int arr[] = {(int)2.9, (char)0x1ff, (unsigned char)-1,   (short)70000,
                    (int)'a', (_Bool)7,    (int)(float)16777217};
static float tofloat(int i) {
    return (float)i;
}
static int toint(double d) {
    return (int)d;
}
static uint8_t to8(int x) {
    return (uint8_t)x;
}
static int8_t tos8(int x) {
    return x;
}
static long fl(float f) {
    return (long)f;
}
static unsigned long long ull(double d) {
    return (unsigned long long)d;
}
int main(void) {
    for (unsigned i = 0; i < sizeof arr / sizeof *arr; i++) printf("%d ", arr[i]);
    puts("");
    printf("%g %d %d %d %d\n", tofloat(123456789), toint(-7.9), to8(300), tos8(200), tos8(-129));
    printf("%ld %llu\n", fl(-1e10f), ull(1.5e19));
    int x = 0x12345678;
    printf("%x %x\n", *(unsigned char *)&x, *(unsigned short *)((char *)&x + 2));
    void *v = &x;
    printf("%d\n", *(int *)v == x);
    printf("%d %d\n", (enum e)1 == B, (int)C);
    intptr_t ip = (intptr_t)&x;
    printf("%d\n", *(int *)ip == x);
    printf("%d\n", (int)(intptr_t)(void *)42);
    float f = 1.5f;
    unsigned u;
    memcpy(&u, &f, 4);
    printf("%x\n", u);
    printf("%g\n", (double)(float)0.1 - 0.1 > 0 ? 1.0 : 2.0);
    long l = (long)(int)0xffffffff;
    printf("%ld %ld\n", l, (long)(unsigned)-1);
    printf("%d %d\n", (signed char)255, (int)(unsigned char)(signed char)-1);
    (void)x;
    (void)printf;
    printf("%c\n", (char)('a' + 1.7));
    const int ci = 5;
    *(int *)&x = (int)ci;
    printf("%d\n", x);
    printf("%u\n", (unsigned)(char)-1);
    printf("%llx\n", (unsigned long long)(int)-1);
    printf("%llx\n", (unsigned long long)(unsigned)-1);
    printf("%d\n", ((int (*)(double))toint)(3.99));
    printf("%.1f %.1f\n", (float)(1 << 24) + 1, (double)(1 << 24) + 1);
    return (int)0.9;
}

/* OUTPUT:
2 -1 255 4464 97 1 16777216 
1.23457e+08 -7 44 -56 127
-10000000000 15000000000000000000
78 1234
1
1 2
1
42
3fc00000
1
-1 4294967295
-1 255
b
5
4294967295
ffffffffffffffff
ffffffff
3
16777216.0 16777217.0
*/
