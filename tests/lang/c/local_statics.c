// Static locals: per function and block, initialised once, arrays, structs, pointers to them, in
// recursion, in inline functions.
#include <stdio.h>
static int next(void) {
    static int n = 100;
    return n++;
}
static int *keep(void) {
    static int v[3] = {1, 2, 3};
    v[0]++;
    return v;
}
static int two(int which) {
    if (which) {
        static int n = 5;
        return n += 5;
    } else {
        static int n = -1;
        return n--;
    }
}
static int depth(int n) {
    static int max;
    static struct {
        int calls;
        const char *name;
    } info = {0, "depth"};
    info.calls++;
    if (n > max) max = n;
    if (n < 4) depth(n + 1);
    return max * 100 + info.calls;
}
static inline int in(void) {
    static int k;
    return ++k;
}
static const char *name(int i) {
    static const char *const t[] = {"zero", "one", "two"};
    static char buf[16];
    if (i < 3) return t[i];
    snprintf(buf, sizeof buf, "<%d>", i);
    return buf;
}
static int (*get(void))(void) {
    static int (*f)(void) = next;
    return f;
}
static int *self(void) {
    static int x = 3, *p = &x, **pp = &p;
    ++**pp;
    return p;
}
int main(void) {
    next();
    next();
    printf("%d\n", next());
    keep();
    printf("%d\n", keep()[0]);
    two(1);
    two(0);
    printf("%d ", two(1));
    printf("%d\n", two(0));
    printf("%d\n", depth(0));
    in();
    in();
    printf("%d\n", in());
    printf("%s %s\n", name(1), name(7));
    printf("%d\n", get()());
    self();
    printf("%d\n", *self());
    for (int i = 0; i < 3; i++) {
        static int s = 10;
        int a = 10;
        s++;
        a++;
        if (i == 2) printf("%d %d\n", s, a);
    }
    return 0;
}

/* OUTPUT:
102
3
15 -2
405
3
one <7>
103
5
13 11
*/
