// What gcc accepts in C11 with no more than a warning.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef int T;
typedef int T;
struct fwd;
struct fwd {
    int x;
};
int tent;
int tent;
extern int tent;
enum e { A, B };
struct empty {};
int zero[0];
static char cut[3] = "abcdef";
static int many[2] = {1, 2, 3};
const char *cs = "const";
void noret(x) {
    return;
}
int novalue(int x) {
    if (x) return;
    return 5;
}
void withvalue(void) {
    return noret(1);
}
f_implicit(a) {
    return a + 1;
}
int unproto();
static int forward(int);
int forward(int x) {
    return x;
}
int unproto(int a, int b) {
    return a * 10 + b;
}
inline static int sq(int x) {
    return x * x;
}
static inline __attribute__((always_inline)) int cube(int x) {
    return x * sq(x);
}
extern inline __attribute__((gnu_inline)) int gi(int x) {
    return x;
}
long ret_long(int x) {
    return x;
}
char *ptr_from_int(long v) {
    return v;
}
int int_from_ptr(void *p) {
    return p;
}
int cmp(const void *a, const void *b) {
    return *(char *)a - *(char *)b;
}
struct a {
    int x;
};
struct b {
    int x;
};
static int take(struct a *p) {
    return p->x;
}
static int takeu(unsigned *p) {
    return *p;
}
static int takec(const char *s) {
    return s[0];
}
static int lab(int x) {
    switch (x) {
    case 1:; int y = 2; return y;
    default:;
    }
    return 3;
}
static int last(int x) {
    goto end;
end:;
}
static int old();
static int old(c, f)
char c;
float f;
{ return c + f; }
static void vla(int n, int a[n][n]) {
    a[0][0] = n;
}
static int flexi(int argc, ...) {
    return argc;
}
int (*getf(int k))(int) {
    return k ? forward : f_implicit;
}
unsigned char wrap(int x) {
    return x;
}
int main() {
    int i = 5, *p = &i, arr[3] = {1, 2, 3};
    char c = 300, *s;
    void *v = &i;
    unsigned u = -1;
    struct b b = {7};
    p = v;
    s = v;
    v++;
    printf("%d %d %d\n", takeu(p), take(&b), takec(cs));
    s = malloc(10);
    strcpy(s, "heap");
    puts(s);
    free(s);
    printf("%d %d\n", c, wrap(511));
    int k = p;
    if (p == (int *)v)
        ;
    if (i = 6)
        ;
    if (cs == "x")
        ;
    int x = sizeof(void) + sizeof(struct empty);
    x += forward == f_implicit;
    i == 3;
    s = (char *)cs;
    *&i = 8;
    p[0]++;
    i = i++ + 1;
    printf("%d %d %d %d\n", x, novalue(0), f_implicit(2), unproto(4, 2));
    withvalue();
    printf("%d %d %d %ld\n", sq(5), cube(2), old('a', 2.5), ret_long(3));
    printf("%d %d %d\n", lab(1), lab(2), getf(1)(9));
    int m[2][2];
    vla(2, m);
    printf("%d %d %d\n", m[0][0], flexi(3, 1, "x"), *cut + many[1]);
    unsigned char uc = -1;
    signed char sc = 128;
    float f = 1e50;
    long l = 3000000000;
    int n = 3000000000;
    printf("%d %d %f %ld %d %u\n", uc, sc, f, l, n, u);
    enum e e = 5;
    e = B;
    int t = e == 1;
    char *names[2] = {"a"};
    names[1] = 0;
    printf("%d %d\n", t, names[1] == NULL);
    typeof(i) q = 3;
    {
        extern int tent;
        tent = 4;
    }
    printf("%d %d\n", tent, q);
    int (*fp)() = sq;
    printf("%d\n", fp(4));
    const int ci = 5;
    *(int *)&ci;
    char buf[sizeof(int) * 2 + 1];
    printf("%zu\n", sizeof buf);
    for (int j = 0; j < 2; j++) {
        int j = 5;
        printf("%d ", j);
    }
    puts("");
    return i && 0;
}

/* OUTPUT:
5 7 99
heap
44 255
1 5 3 42
25 8 99 3
2 3 9
2 3 99
255 -128 inf 3000000000 -1294967296 4294967295
1 1
4 3
16
9
5 5 
*/
