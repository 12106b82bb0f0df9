// Types that a struct template has from its bases, where a parameter or a result begins: `T::name &` is no product there.
#include <cstdio>
namespace deep { struct Plain { using tag = int; }; template <typename T> struct Root { using value = T; typedef T *place; template <typename U> using list = Root<U>; }; }
namespace n {
template <typename T> struct Mid : deep::Root<T> { int own; };
template <typename T> struct Top : Mid<T>, deep::Plain { int more; };
template <typename T> struct Other : ::deep::Root<T> { int x; };
}
int f(n::Top<int>::value &v) { return v + 1; }
int g(n::Top<int>::place, n::Other<float>::value *);
int g(n::Top<int>::place a, n::Other<float>::value *b) { return *a + (int)*b; }
n::Top<char>::value h() { return 'h'; }
n::Top<long>::tag count;
n::Mid<int>::list<float>::value scale(n::Mid<int>::list<float>::value x) { return x * 2; }
int main() { int v = 4; float w = 2.5f; n::Top<int>::value *p = &v; printf("%d %d %c %zu %g %d\n", f(v), g(p, &w), h(), sizeof count, scale(1.5f), *p); }
/* OUTPUT:
5 6 h 4 3 4
*/
