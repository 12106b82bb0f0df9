// GNU attributes in every position: cleanup, constructor, destructor, alias, weak, packed, aligned,
// section, mode, vector.
#include <stdio.h>
#include <stdint.h>
typedef union U1 {
    uint16_t u;
    uint8_t b[2];
} __attribute__((packed)) U1;
typedef union __attribute__((packed)) U2 {
    uint16_t u;
} U2;
struct __attribute__((__packed__, aligned(2))) P {
    char c;
    int i;
} p1 __attribute__((unused)) = {1, 2};
static int live;
static void close_it(int *p) {
    printf("close %d\n", *p);
    live--;
}
static void say(const char **s) {
    printf("bye %s\n", *s);
}
static int __attribute__((noinline, const)) add(int a, int b) {
    return a + b;
}
__attribute__((format(printf, 1, 2))) static void log_(const char *f, ...) {
    (void)f;
}
static void __attribute__((constructor)) before(void) {
    puts("constructor");
}
__attribute__((destructor)) static void after(void) {
    puts("destructor");
}
static void first(void) {
    puts("first");
}
int real(int x) {
    return x + 1;
}
int __attribute__((weak)) overridable(void) {
    return 3;
}
static int var __attribute__((aligned(64), section(".mydata"))) = 5;
typedef int word_t __attribute__((mode(DI)));
typedef float v4 __attribute__((vector_size(16)));
void never(void) __attribute__((noreturn, cold));
void never(void) {
    for (;;)
        ;
}
struct {
    int a __attribute__((aligned(8)));
    char b;
} al;
enum __attribute__((packed)) small { S1, S2 };
int old __attribute__((deprecated));
__attribute__((visibility("hidden"))) int hid = 9;
int fall(int x) {
    switch (x) {
    case 1: x++; __attribute__((fallthrough));
    case 2: x += 10; break;
    }
    return x;
}
static int scope(int n) {
    int a __attribute__((cleanup(close_it))) = n;
    live++;
    for (int i = 0; i < 3; i++) {
        int b __attribute__((cleanup(close_it))) = i * 10;
        live++;
        if (i == 1) continue;
        if (n == 2 && i == 2) return live;
    }
    {
        __attribute__((cleanup(say))) const char *s = "inner", *t = "both";
        if (n == 3) goto out;
    }
out:
    return a + 100;
}
int main(void) {
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(U1), sizeof(struct P), sizeof(word_t), sizeof al,
           sizeof(enum small), _Alignof(struct P));
    printf("%d\n", scope(1));
    printf("%d\n", scope(2));
    printf("%d\n", scope(3));
    printf("%d\n", live);
    printf("%d %d %d %d %d %d\n", add(1, 2), real(4), real != 0, overridable(), var, hid);
    log_("%d", 1);
    v4 a = {1, 2, 3, 4}, b = a * a + 1;
    printf("%g %g\n", b[0], b[3]);
    printf("%d %d\n", fall(1), fall(2));
    printf("%d\n", (int)((uintptr_t)&var % 64));
    return 0;
}

/* OUTPUT:
constructor
2 6 8 8 1 2
close 0
close 10
close 20
bye both
bye inner
close 1
101
close 0
close 10
close 20
close 2
2
close 0
close 10
close 20
bye both
bye inner
close 3
103
0
3 5 1 3 5 9
2 17
12 12
0
destructor
*/
