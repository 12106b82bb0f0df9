// const, volatile, restrict and register in every position; pointers to const; const members;
// volatile loops.
#include <stdio.h>
#include <string.h>
const int c1 = 1;
int const c2 = 2;
const int *p1 = &c1;
int x = 3;
int *const p2 = &x;
const int *const p3 = &c2;
const char *const msgs[] = {"m0", "m1"};
struct s {
    const int k;
    volatile int v;
    int *const p;
} s = {4, 5, &x};
static volatile int flag = 10;
typedef const char *str;
static void copy(int n, char *restrict to, const char *restrict from) {
    while (n-- > 0) *to++ = *from++;
}
static int len(const char s[]) {
    register const char *p = s;
    while (*p) ++p;
    return p - s;
}
static int arr(int a[const], const int n) {
    return a[n - 1];
}
typedef int row[3];
static const row cr = {1, 2, 3};
int main(void) {
    p1 = &c2;
    *p2 = 30;
    printf("%d %d %d %d\n", *p1, *p2, *p3, c1);
    *s.p = 31;
    s.v++;
    printf("%d %d %d\n", s.k, s.v, x);
    while (flag) flag -= 2;
    printf("%d\n", flag);
    char b[8];
    copy(4, b, "abc");
    printf("%s %d\n", b, len("hello"));
    str t = msgs[1];
    t++;
    printf("%s %d\n", t, arr((int[]){7, 8, 9}, 3));
    const struct s cs = s;
    struct s *ps = &s;
    ps->v = 9;
    printf("%d %d\n", cs.v, ps->v);
    volatile struct { int a[2]; } vs = {{1, 2}};
    vs.a[1] += vs.a[0];
    printf("%d %d\n", vs.a[1], cr[2]);
    register int r = 5;
    for (register int i = 0; i < 3; i++) r += i;
    printf("%d\n", r);
    int volatile *vp = &x;
    *vp = *vp + 1;
    printf("%d\n", x);
    const volatile int cv = 6;
    printf("%d\n", cv);
    int *nc = (int *)&x;
    const int *cc = nc;
    printf("%d\n", *cc);
    return 0;
}

/* OUTPUT:
2 30 2 1
4 6 31
0
abc 5
1 9
6 9
3 3
8
32
6
32
*/
