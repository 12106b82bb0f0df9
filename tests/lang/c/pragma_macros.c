// #pragma push_macro and pop_macro, identifiers in UTF-8 and with $, asm statements, dead code, odd
// but valid syntax.
#include <stdio.h>
#define A 1
#pragma push_macro("A")
#undef A
#define A 2
#pragma push_macro("A")
#define B 3
#pragma push_macro("B")
#undef A
#undef B
static int a0 =
#ifdef A
    A;
#else
    -1;
#endif
#pragma pop_macro("B")
#pragma pop_macro("A")
static int a1 = A * 10 + B;
#pragma pop_macro("A")
static int a2 = A;
static int größe = 7, $dollar = 8, _x$1 = 9;
static double π = 3.25;
static int \u00e9t\u00e9 = 4;

static int square(int x) {
    int r;
    __asm__("imull %1, %0" : "=r"(r) : "r"(x), "0"(x));
    return r;
}
static void barrier(void) {
    __asm__ __volatile__("" ::: "memory");
    asm volatile("nop");
}
static int dead(int x) {
    if (0) {
    inside:
        return x + 1;
    }
    while (0) {
        x = 100;
    }
    for (; 0;) x++;
    do {
        if (x > 5) goto inside;
        x += 2;
    } while (1 && x < 4);
    if (1)
        ;
    else
        x = 1000;
    return x;
    x = 5;
    return 0;
}
static int after(int x) {
    return x;
    {
        int y = x;
        y++;
    }
    switch (x) {
        x = 9;
    case 1: return 2;
    }
}
static int never(void) {
    for (;;) {
        static int n;
        if (n++ > 3)
            break;
        else
            continue;
        printf("no");
    }
    return 1 ? 5 : printf("no");
}
static int(paren)(int(x)) {
    int(y) = (x);
    return ((y));
}
int typedef word;
word unsigned_test(void);
static const volatile int cv = 3;
int long unsigned inline static lu(void) {
    return 5;
}
static int arr[3], *ptr = arr, fn(void), (*fp)(void) = fn, *(*deep[2])[3];
static int fn(void) {
    return 77;
}
struct s;
extern struct s opaque;
struct s *sp = 0;
;
static char *strs[] = {
    "a",
    "b"
    "c",
};
enum {
    E1,
    E2 = E1 + 5,
    E3,
};
static void empty() {
}
static void (*ret(void))(void) {
    return empty;
}
static int comma(int a, int b) {
    return a, b;
}
static int ternary(int x) {
    return x < 0 ? -1 : x == 0 ? 0 : x < 10 ? 1 : 2;
}
static int nest(int x) {
    if (x)
        if (x > 1)
            return 2;
        else
            return 1;
    else
        return 0;
}
int main(void) {
    printf("%d %d %d\n", a0, a1, a2);
    printf("%d %d %d %g %d\n", größe, $dollar, _x$1, π, été);
    printf("%d\n", square(12));
    barrier();
    printf("%d %d %d %d %d\n", dead(1), dead(9), after(1), never(), paren(6));
    printf("%d %lu %d %d\n", cv, lu(), fp(), ptr == arr);
    printf("%d %s %d\n", E3, strs[1], deep[1] == 0);
    ret()();
    printf("%d %d %d %d %d\n", comma(1, 2), ternary(-5), ternary(0), ternary(5), ternary(50));
    printf("%d%d%d\n", nest(0), nest(1), nest(2));
    int i = 0, j = 5;
    i = j++ + +j;
    i = - -j;
    i = j - -1;
    i = !!j;
    i = ~-j;
    printf("%d\n", i);
    for (i = 0, j = 10; i < j; i++, j--)
        ;
    printf("%d %d\n", i, j);
    {} { ; }
label:;
    if (i++ < 6) goto label;
    printf("%d\n", i);
    return sp != 0;
}

/* OUTPUT:
-1 23 1
7 8 9 3.25 4
144
5 10 1 5 6
3 5 77 1
6 bc 1
2 -1 0 1 2
012
5
5 5
7
*/
