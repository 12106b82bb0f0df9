// Functions, variables and templates that stand behind a template and are its arguments.
// OUT: 25 16 9 4 36 49
// OUT: 2 77 30
// OUT: 6 5
#include <cstdio>
template <int (*F)(int)> struct Call { static int go(int x) { return F(x); } static auto ptr() { return F; } static int arr(int x) { int (*t[])(int) = {F, &*F}; return t[1](x); } };
template <int (&F)(int)> int byref(int x) { return F(x); }
template <auto F> int any(int x) { return F(x); }
template <class G> int fn(G g, int x) { return g(x); }
template <int *P> int deref() { return *P; }
template <class T> struct Ops { static int run(T t) { return t(1) + apply(t); } static int apply(T t) { return t(2); } };
template <template <class> class C> struct TT { C<int> c; int get() { return c.v; } };
int sq(int x) { return x * x; }
int over(int x) { return x + 1; } int over(double) { return 9; }
int later = 77;
struct Fun { int operator()(int x) const { return x * 10; } };
template <class T> struct Box { T v = 6; };
int main() { printf("%d %d %d %d %d %d\n", Call<sq>::go(5), Call<sq>::ptr()(4), Call<sq>::arr(3), byref<sq>(2), any<sq>(6), fn(sq, 7)); printf("%d %d %d\n", Call<over>::go(1), deref<&later>(), Ops<Fun>::run(Fun())); printf("%d %d\n", TT<Box>().get(), Ops<int (*)(int)>::run(sq)); }
