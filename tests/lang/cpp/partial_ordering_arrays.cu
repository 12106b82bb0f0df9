// Which template is more specialised: arrays whose elements are const (C++17 [temp.deduct.partial]).
#include <cstdio>
#include <cstddef>
template <class T, size_t N> int f(const T (&a)[N]) { return 1; }
template <class T, size_t N, size_t M> int f(const T (&a)[N][M]) { return 2; }
template <class T, size_t N> int g(T (&a)[N]) { return 1; }
template <class T, size_t N, size_t M> int g(T (&a)[N][M]) { return 2; }
template <class T> int h(T (&a)[3]) { return 1; }
template <class T, size_t N> int h(T (&a)[N]) { return 2; }
int main() { int a[2][3] = {}, b[3] = {}; const int c[2][2] = {}; printf("%d %d %d %d %d\n", f(a), f(b), g(a), f(c), g(c)); printf("%d\n", h(b)); }
/* OUTPUT:
2 1 2 2 2
1
*/
