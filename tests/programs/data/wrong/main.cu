#include <cstdio>
int f(long); double g(int); int s(int); int cf(int); extern int var; extern const int K;
int main() { printf("%d %g %d %d %d %d\n", f(1), g(2), s(1), cf(1), var, K); }
