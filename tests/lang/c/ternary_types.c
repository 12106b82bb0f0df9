// The conditional operator's types: arithmetic, pointers, null, void, structs, arrays, lvalue-free,
// GNU middle left out.
#include <stdio.h>
struct s {
    int a, b;
};
static void one(void) {
    puts("one");
}
static void two(void) {
    puts("two");
}
static const char *name(int k) {
    return k == 0 ? "zero" : k == 1 ? "one" : k < 0 ? "negative" : "many";
}
int main(void) {
    int x = 1;
    struct s a = {1, 2}, b = {3, 4};
    printf("%d %d\n", (x ? a : b).b, (!x ? a : b).b);
    printf("%g %zu\n", x ? 1 : 2.5, sizeof(x ? 1 : 2.5));
    char c = 'c';
    printf("%zu\n", sizeof(x ? c : c));
    int *p = x ? &x : NULL;
    const int *q = x ? p : (const int *)0;
    printf("%d %d\n", *p, *q);
    void *v = x ? (void *)p : q ? (void *)0 : (void *)1;
    printf("%d\n", v == p);
    x ? one() : two();
    (x ? two : one)();
    const char *s = x ? "long string" : "s";
    puts(s);
    printf("%s\n", name(-5));
    printf("%s %s %s\n", name(0), name(1), name(9));
    char arr[] = "array";
    printf("%s\n", x ? arr : "lit");
    printf("%d %d\n", x ?: 5, 0 ?: 5);
    x = x ? x--, 10 : 20;
    printf("%d\n", x);
    long l = 0 ? -1 : 1u;
    printf("%ld\n", l);
    l = 1 ? -1 : 1u;
    printf("%ld\n", l);
    unsigned char uc = 1 ? -1 : 'a';
    printf("%d\n", uc);
    return 0;
}

/* OUTPUT:
2 4
1 8
4
1 1
1
one
two
long string
negative
zero one many
array
1 5
10
1
4294967295
255
*/
