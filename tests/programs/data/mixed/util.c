#include <stdlib.h>
#include "util.h"
static int helper(int x) { return x * 2; }
int *make_table(int n) { int *t = malloc(n * sizeof *t); for (int i = 0; i < n; i++) t[i] = helper(i); return t; }
