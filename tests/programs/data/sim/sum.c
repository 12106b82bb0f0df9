static int helper(int a) { return a; }
int c_sum(const int *v, int n) { int class = 0; for (int i = 0; i < n; i++) class += helper(v[i]); return class; }
