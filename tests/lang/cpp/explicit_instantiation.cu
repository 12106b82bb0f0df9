// Explicit instantiations, also of what another file makes.
// OUT: 8 3 3
#include <cstdio>
template <class T> T twice(T x) { return x * 2; }
template <class T> struct V { T v; T get() { return v; } };
extern template int twice<int>(int);
extern template struct V<int>;
template int twice<int>(int);
template struct V<int>;
template float twice(float);
int main() { V<int> v{3}; printf("%d %d %g\n", twice(4), v.get(), twice(1.5f)); }
