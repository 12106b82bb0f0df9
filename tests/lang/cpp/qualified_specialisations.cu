// Specialisations for const and volatile types are not those of references and functions.
#include <cstdio>
template <class T> struct p { static const int n = 0; };
template <class T> struct p<const T> { static const int n = 1; };
template <class T> struct p<T &> { static const int n = 2; };
template <class T> struct q { static const int n = 0; };
template <class T> struct q<volatile T> { static const int n = 1; };
int main() { printf("%d %d %d %d %d\n", p<int>::n, p<const int>::n, p<const int &>::n, p<int * const>::n, q<int&>::n); printf("%d\n", p<int &>::n); }
/* OUTPUT:
0 1 2 1 0
2
*/
