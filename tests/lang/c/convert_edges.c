// Conversions and initialisers at their edges, on the host: as gcc's code does them.
// RUN: file
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>

static int failures;
#define IS(a, b) do { if (!((a) == (b))) { failures++; printf("line %d: %s\n", __LINE__, #a); } } while (0)

static void numbers(void) {
    volatile float f = 300.5f, nan = NAN, minus = -1.5f;
    volatile double big = 4294967295.0, nand = NAN;
    volatile int i = -2, zero = 0;
    volatile signed char c = -3;
    volatile unsigned char u = 200;
    volatile long l = 0x123456789abcdefl;
    IS((unsigned char)f, 44);
    IS((signed char)f, 44);
    IS((unsigned short)(f * 1000), 300500 & 0xffff);
    IS((unsigned char)minus, 255);
    IS((unsigned)big, 4294967295u);
    IS((unsigned)minus, UINT_MAX);
    IS((_Bool)nan, 1);
    IS((_Bool)nand, 1);
    IS(!nan, 0);
    IS(nan ? 1 : 2, 1);
    IS((_Bool)0.0f + (_Bool)-0.0, 0);
    IS((_Bool)1e-45f, 1);
    IS((intptr_t)(void *)(intptr_t)i, -2);
    IS((uintptr_t)(char *)i, UINTPTR_MAX - 1); // an int becomes a pointer with its sign
    IS((uintptr_t)(char *)(unsigned)i, 4294967294u);
    IS((long)c, -3);
    IS((unsigned long)c, ULONG_MAX - 2);
    IS((int)u, 200);
    IS((signed char)u, -56);
    IS((int)l, (int)0x89abcdef);
    IS((short)l, (short)0xcdef);
    IS((float)l, 0x1.234568p56f);
    IS((double)(unsigned)i, 4294967294.0);
    IS((float)u + c, 197.0f);
    IS((unsigned)zero - 1 > 0, 1);
    IS((long double)l == l, 1);
}

static void __attribute__((noinline)) dirty(void) {
    volatile unsigned char garbage[4096];
    for (int i = 0; i < 4096; i++) garbage[i] = 0xAA;
}

static long __attribute__((noinline)) sums(void) {
    char text[40] = "abc", exact[3] = "xyz", empty[17] = "", wide[100] = {"0123456789"};
    int filled[24] = {[0 ... 9] = 7, [12 ... 20] = 3, [23] = 1};
    struct { char c; int v[9]; double d[3]; } s = {.v[2] = 5, .d = {1, 2}};
    struct { short a; struct { int x, y; } p[4]; } t = {1, {{2, 3}, {.y = 5}, [3] = {6}}};
    unsigned char table[96] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, [90] = 11, 12, 13, 14, 15, 16};
    double squares[11] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100};
    long sum = 0;
    for (int i = 3; i < 40; i++) sum += text[i];
    for (int i = 0; i < 17; i++) sum += empty[i];
    for (int i = 10; i < 100; i++) sum += wide[i];
    IS(sum, 0);
    IS(memcmp(exact, "xyz", 3), 0);
    IS(filled[0] + filled[9] + filled[10] + filled[11] + filled[12] + filled[20] + filled[21] + filled[23], 7 + 7 + 3 + 3 + 1);
    IS(filled[5] + filled[19], 10);
    IS(s.c + s.v[0] + s.v[1] + s.v[2] + s.v[8] + s.d[0] + s.d[1] + s.d[2], 8);
    IS(t.a + t.p[0].x + t.p[0].y + t.p[1].x + t.p[1].y + t.p[2].x + t.p[2].y + t.p[3].x + t.p[3].y, 17);
    for (int i = 0; i < 96; i++) sum += table[i];
    IS(sum, 55 + 81);
    IS(table[95], 16);
    IS(squares[10] + squares[9], 181);
    return sum;
}

static int at_exit_digits;
static void add2(void) { at_exit_digits = at_exit_digits * 10 + 2; }
static void add1(void) {
    at_exit_digits = at_exit_digits * 10 + 1;
    printf("atexit: %d\n", at_exit_digits);
}

int main(void) {
    numbers();
    dirty();
    sums();
    // CHECK: 0 failures
    printf("%d failures\n", failures);
    // CHECK: atexit: 21
    atexit(add1);
    atexit(add2);
    // EXIT: 44
    exit(failures ? 1 : 300);
}
