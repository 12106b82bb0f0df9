// Declarators of every shape.
#include <stdio.h>
static int inc(int x) {
    return x + 1;
}
static int (*ret_fn(void))(int) {
    return inc;
}
static int arr3[3] = {7, 8, 9};
static int (*ret_arr(void))[3] {
    return &arr3;
}
static int *pi(void) {
    return &arr3[2];
}
static int *(*hold)(void) = pi;
static int *(**deep(int k))(void) {
    (void)k;
    return &hold;
}
static char *(*(*names[2])(void))[2];
static char *pair[2] = {"p", "q"};
static char *(*getp(void))[2] {
    return &pair;
}
static int (*(*fpa[2])(void))(int) = {ret_fn, ret_fn};
static void take(int (*f)(int), int (*a)[3], int *v[], int g(int)) {
    printf("%d %d %d %d\n", f(1), (*a)[1], *v[0], g(5));
}
static const int *const *const cpp = (const int *const *)(int *[]){arr3};
static int (*(*(*x)(int))[2])(int);
static int (*two[2])(int) = {inc, inc};
static int (*(*fx(int n))[2])(int) {
    (void)n;
    return &two;
}
int main(void) {
    printf("%d %d %d\n", ret_fn()(1), (*ret_arr())[1], *(*deep(0))());
    names[1] = getp;
    printf("%s\n", (*names[1]())[1]);
    printf("%d\n", fpa[1]()(41));
    int *v[1] = {arr3};
    take(inc, &arr3, v, inc);
    printf("%d\n", **cpp);
    x = fx;
    printf("%d\n", (*x(1))[1](9));
    printf("%zu %zu %zu\n", sizeof(int (*)(int)), sizeof(int (*[3])(void)), sizeof(int[2][3]));
    return ((int (*)(int))(void *)inc)(-1);
}

/* OUTPUT:
2 8 9
q
42
2 8 7 6
7
10
8 24 24
*/
