// A compound assignment whose right side is an object with a conversion.
#include <atomic>
#include <cstdio>
struct V { int v; operator int() const { return v; } };
struct W { int v; operator int() const { return v; } };
int main() { int b = 1; V v{2}; W w{3}; std::atomic<int> a{4}; b += v; printf("%d\n", b); b += w; printf("%d\n", b); b = b + a; b -= a; b += a; printf("%d\n", b); b <<= a; b |= v; double d = 2; d *= a; float f = 1; f += v; printf("%d %g %g\n", b, d, f); int *p = &b; p += v; p -= a; printf("%d\n", (int)(&b - p)); return b == a; }
/* OUTPUT:
3
6
10
162 8 3
2
*/
