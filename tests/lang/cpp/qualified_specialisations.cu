// Specialisations for const and volatile types are not those of references; `const T &` of a function is a reference to it.
#include <cstdio>
template <class T> struct p { static const int n = 0; };
template <class T> struct p<const T> { static const int n = 1; };
template <class T> struct p<T &> { static const int n = 2; };
template <class T> struct q { static const int n = 0; };
template <class T> struct q<volatile T> { static const int n = 1; };
template <class T> int call(const T &f) { return f(2); }
template <class... T> int calls(const T &...f) { return (f(1) + ...); }
int twice(int x) { return 2 * x; }
int main() { printf("%d %d %d %d %d\n", p<int>::n, p<const int>::n, p<const int &>::n, p<int * const>::n, q<int&>::n); printf("%d\n", p<int &>::n); printf("%d %d\n", call(twice), calls(twice, twice)); }
/* OUTPUT:
0 1 2 1 0
2
4 4
*/
