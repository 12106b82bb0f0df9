// C takes with a warning what CU refuses: undeclared functions, mismatched pointers, K&R calls.
// RUN: heddle-engine --check FILE
// EXIT: 0
int old(a, b) int a; float b; { return a; }

int main(void)
{
    float x = 1;
    // CHECK: warning: `float *` becomes `int *`
    int *p = &x;
    // CHECK: warning: `int *` becomes `int`
    int i = p;
    // CHECK: warning: `printf` is used without a declaration
    // CHECK: add `#include <stdio.h>`
    printf("%d\n", i);
    // CHECK: warning: `mystery` is not declared: it is taken to return `int`
    i = mystery(3);
    old(1, 2.0);
    char *text = "abc";
    void *v = p;
    p = v;
    return 'a' == sizeof 'a';
}
