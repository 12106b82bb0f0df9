// A misspelt main is told.
#include <stdio.h>
int helper(int x) { return x; }
// CHECK: warning: `tests/lang/err/no_main.cu` has no `main`: is it this?
// CHECK: int mian(int argc, char **argv)
// CHECK: help: call it `main`; without one a file runs as cells
int mian(int argc, char **argv) {
    printf("%d\n", helper(1));
    return 0;
}
