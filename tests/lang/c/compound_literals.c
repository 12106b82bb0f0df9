// Compound literals as values, lvalues, array, at file scope, in loops, by address.
#include <stdio.h>
#include <string.h>
struct v {
    int x, y;
};
static struct v *gp = &(struct v){1, 2};
static int *ga = (int[]){3, 4, 5};
static const char *const *names = (const char *const[]){"a", "b", NULL};
static int dot(struct v a, struct v b) {
    return a.x * b.x + a.y * b.y;
}
static int total(const int *v, int n) {
    int s = 0;
    while (n--) s += *v++;
    return s;
}
static struct v add(const struct v *a, const struct v *b) {
    return (struct v){a->x + b->x, a->y + b->y};
}
int main(void) {
    printf("%d %d %d %s\n", gp->x, gp->y, ga[2], names[1]);
    gp->x = 10;
    ga[0] += 7;
    printf("%d %d\n", gp->x, ga[0]);
    printf("%d\n", dot((struct v){1, 2}, (struct v){.y = 3}));
    printf("%d\n", total((int[]){1, 2, 3, 4}, 4));
    struct v s = add(&(struct v){1, 1}, &(struct v){2, 3});
    printf("%d %d\n", s.x, s.y);
    int *p[3];
    for (int i = 0; i < 3; i++) {
        p[i] = (int[2]){i, i * i};
        printf("%d ", p[i][1]);
    }
    puts("");
    printf("%zu %zu\n", sizeof(int[]){1, 2, 3}, sizeof((char[]){"hello"}));
    (struct v){5, 6}.x++;
    ((struct v){7, 8}).y = 9;
    int *q = &(int){41};
    ++*q;
    printf("%d\n", *q);
    char *c = (char[]){"mutable"};
    c[0] = 'M';
    puts(c);
    s = (struct v){s.y, s.x};
    printf("%d %d\n", s.x, s.y);
    printf("%d\n", (struct {
                       int a;
                       long b;
                   }){1, 2}
                           .b == 2);
    printf("%d %g\n", (int){3.9}, (double){2});
    struct v arr[2];
    memcpy(arr, (struct v[]){{1, 2}, {3, 4}}, sizeof arr);
    printf("%d\n", arr[1].y);
    int n = 3;
    struct v *vp = (struct v[]){{n, n + 1}, {n * n}};
    printf("%d %d %d\n", vp[0].y, vp[1].x, vp[1].y);
    printf("%d\n", (&(struct v){.x = 5})->x);
    printf("%s\n", (const char *[]){"x", "y", "z"}[n - 1]);
    union u {
        int i;
        float f;
    };
    printf("%d\n", ((union u){.f = 1.0f}).i == 0x3f800000);
    return (int){0};
}

/* OUTPUT:
1 2 5 b
10 10
6
10
3 4
0 1 4 
12 6
42
Mutable
4 3
1
3 2
4
4 9 0
5
z
1
*/
