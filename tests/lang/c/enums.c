// Enumerations: values, negative, expressions, in switches, arrays sized by them, bit flags, big
// values, as indices.
#include <stdio.h>
enum day { MON = 1, TUE, WED, SUN = 7, NEXT };
enum {
    LOW = -5,
    ZERO = LOW + 5,
    BIT0 = 1 << 0,
    BIT3 = 1 << 3,
    ALL = BIT0 | BIT3,
    CH = 'A',
    COUNT = sizeof(int) * 2
};
typedef enum color { RED, GREEN, BLUE, NCOLORS } color;
static const char *const names[NCOLORS] = {[GREEN] = "green", [RED] = "red", [BLUE] = "blue"};
static int tab[NCOLORS + 1] = {[NCOLORS] = 9};
enum fwd;
enum later { L = 3 };
struct has {
    enum in { IN1, IN2 = 4 } e;
    color c;
};
static color next(color c) {
    return (c + 1) % NCOLORS;
}
static const char *day(enum day d) {
    switch (d) {
    case MON: return "mon";
    case TUE:
    case WED: return "mid";
    case SUN: return "sun";
    default: return "?";
    }
}
int main(void) {
    printf("%d %d %d %d %d %c %d\n", WED, NEXT, LOW, ZERO, ALL, CH, COUNT);
    color c = BLUE;
    c = next(c);
    printf("%s %s\n", names[c], names[next(c)]);
    for (enum day d = MON; d <= NEXT; d++) printf("%s ", day(d));
    puts("");
    struct has h = {IN2, GREEN};
    printf("%d %d %d %zu %zu\n", h.e, h.c, tab[NCOLORS], sizeof h, sizeof(enum day));
    int flags = BIT3;
    flags |= BIT0;
    flags &= ~BIT3;
    printf("%d %d\n", flags, !!(flags & ALL));
    enum { LOCAL = 100, OTHER = LOCAL * 2 } e = OTHER;
    printf("%d %d\n", e, e == LOCAL);
    enum day w = 3;
    printf("%d %d\n", w == WED, -w);
    unsigned char small = WED;
    printf("%d\n", small);
    printf("%d\n", (enum day)2.9);
    printf("%d\n", RED < BLUE);
    return IN1;
}

/* OUTPUT:
3 8 -5 0 9 A 8
red green
mon mid mid ? ? ? sun ? 
4 1 9 8 4
1 1
200 0
1 -3
3
2
1
*/
