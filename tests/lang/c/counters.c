// Loops that count by steps which are not constant: the counter has 64 bits to the optimiser
// (core/gen/counter.c), and still wraps as an int does.
#include <limits.h>
#include <stdio.h>
static int seen[64], nseen;
static void see(int j) {
    if (nseen < 64) seen[nseen++] = j;
}
static void show(const char *name) {
    printf("%s:", name);
    for (int i = 0; i < nseen; i++) printf(" %d", seen[i]);
    printf("\n");
    nseen = 0;
}
static void up(int from, int to, int step, int most) {
    for (int j = from; j <= to; j += step) {
        if (!most--) break;
        see(j);
    }
}
static void below(int from, int to, int step, int most) {
    for (int j = from; j < to; j += step) {
        if (!most--) break;
        see(j);
    }
}
static void down(int from, int to, int step, int most) {
    for (int j = from; j > to; j -= step) {
        if (!most--) break;
        see(j);
    }
}
static void down_to(int from, int to, int step, int most) {
    for (int j = from; j >= to; j -= step) {
        if (!most--) break;
        see(j);
    }
}
static int memory[40];
static void neighbours(int *p, int from, int to, int step) {
    for (int j = from; j < to; j += step) p[j] = p[j - 1] + p[j + 2] + j;
}
static void changes(int step) { // the step, the bound and the counter too
    int to = 100;
    for (int j = 0; j < to; j += step) {
        see(j);
        if (j > 20) step = 9;
        if (j > 50) to = 70;
        if (j == 3) continue;
        if (j == 6) j = 11;
    }
}
static int after(int step) { // what it is when the loop has ended
    int j;
    for (j = 1; j < 50; j += step)
        if (j == 31) break;
    return j;
}
static unsigned many(int step, int most) { // its quick code is left in the middle
    unsigned sum = 0;
    for (int j = INT_MIN; j < INT_MAX; j += step) {
        if (!most--) break;
        sum = sum * 31 + (unsigned)j;
    }
    return sum;
}
int main(void) {
    up(3, 20, 4, 9), show("up");
    up(INT_MAX - 5, INT_MAX, 3, 6), show("over the end");
    up(5, 1, 3, 6), show("none");
    up(5, 9, 0, 4), show("no step");
    up(5, 9, -4, 5), show("the other way");
    up(INT_MIN + 4, 9, -3, 5), show("under the end");
    up(1, INT_MAX, INT_MAX, 5), show("long steps");
    up(0, INT_MAX, INT_MIN, 5), show("the longest");
    below(INT_MAX - 9, INT_MAX, 4, 5), show("below");
    below(-7, 8, 5, 9), show("below, signs");
    down(9, -9, 5, 9), show("down");
    down(INT_MIN + 5, INT_MIN, 4, 5), show("down, under the end");
    down(7, 0, INT_MIN, 4), show("down, the longest");
    down_to(9, -9, 3, 9), show("down to");
    down_to(INT_MIN + 5, INT_MIN, 4, 4), show("down to, under the end");
    for (int i = 0; i < 40; i++) memory[i] = i * i % 7;
    neighbours(memory + 20, -18, 17, 5);
    unsigned hash = 0;
    for (int i = 0; i < 40; i++) hash = hash * 31 + (unsigned)memory[i];
    printf("%u\n", hash);
    changes(3), show("changes");
    printf("%d %d\n", after(3), after(4));
    printf("%u %u\n", many(4099, 3000000), many(-77, 3000000));
}
/* OUTPUT:
up: 3 7 11 15 19
over the end: 2147483642 2147483645 -2147483648 -2147483645 -2147483642 -2147483639
none:
no step: 5 5 5 5
the other way: 5 1 -3 -7 -11
under the end: -2147483644 -2147483647
long steps: 1 -2147483648 -1 2147483646 -3
the longest: 0 -2147483648 0 -2147483648 0
below: 2147483638 2147483642 2147483646 -2147483646 -2147483642
below, signs: -7 -2 3
down: 9 4 -1 -6
down, under the end: -2147483643 -2147483647 2147483645 2147483641 2147483637
down, the longest: 7
down to: 9 6 3 0 -3 -6 -9
down to, under the end: -2147483643 -2147483647 2147483645 2147483641
3702265782
changes: 0 3 6 14 17 20 23 32 41 50 59 68
31 53
4095633952 2489146400
*/
