// Recursion: mutual, deep, with structs, with arrays, through function pointers, tail calls, static
// counters.
#include <stdio.h>
#include <string.h>
struct tree {
    int v;
    struct tree *l, *r;
};
static int depth(const struct tree *t) {
    if (!t) return 0;
    int a = depth(t->l), b = depth(t->r);
    return 1 + (a > b ? a : b);
}
static void in(const struct tree *t) {
    if (t) {
        in(t->l);
        printf("%d ", t->v);
        in(t->r);
    }
}
static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
static int a(int), b(int);
static int a(int n) {
    return n ? b(n - 1) + 1 : 0;
}
static int b(int n) {
    return n ? a(n - 1) + 2 : 0;
}
static long tail(long n, long acc) {
    return n ? tail(n - 1, acc + n) : acc;
}
static void rev(const char *s) {
    if (*s) {
        rev(s + 1);
        putchar(*s);
    }
}
static int power(int x, int n) {
    if (!n) return 1;
    int h = power(x, n / 2);
    return n % 2 ? h * h * x : h * h;
}
struct big {
    int v[50];
    int n;
};
static struct big fill(struct big b) {
    if (b.n == 50) return b;
    b.v[b.n] = b.n * b.n;
    b.n++;
    return fill(b);
}
static int count;
static void binary(int n, char *s, int k) {
    if (k == n) {
        if (++count % 4 == 0) printf("%s ", s);
        return;
    }
    s[k] = '0';
    binary(n, s, k + 1);
    s[k] = '1';
    binary(n, s, k + 1);
}
static int y(int (*f)(void *, int), int n) {
    return f((void *)f, n);
}
static int fact(void *self, int n) {
    return n < 2 ? 1 : n * ((int (*)(void *, int))self)(self, n - 1);
}
int main(void) {
    struct tree n1 = {1}, n3 = {3}, n2 = {2, &n1, &n3}, n9 = {9}, n5 = {5, &n2, &n9};
    printf("%d ", depth(&n5));
    in(&n5);
    puts("");
    printf("%d %d %ld %d\n", fib(20), a(101), tail(10000, 0), power(3, 13));
    rev("reversed");
    puts("");
    struct big z = fill((struct big){.n = 0});
    printf("%d\n", z.v[49]);
    char s[6] = "";
    binary(5, s, 0);
    printf("%d\n", count);
    printf("%d\n", y(fact, 6));
    return 0;
}

/* OUTPUT:
3 1 2 3 5 9 
6765 151 50005000 1594323
desrever
2401
00011 00111 01011 01111 10011 10111 11011 11111 32
720
*/
