int c_global = 4;
static int helper(int x) { return x * c_global; }
int c_func(int x) { return helper(x) + 1; }
