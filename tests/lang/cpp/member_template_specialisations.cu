// Explicit specialisations of a class's member templates, outside of it.
#include <cstdio>
#include <string>
namespace p0 {
namespace n { struct S { int k = 2; template <class T> T get() const; template <class T> static int size(); template <class T> int over(T) { return 1; } template <class T> int over(T, int) { return 2; } template <int N> int val() { return N; } }; }
template <class T> T n::S::get() const { return T(k); }
template <class T> int n::S::size() { return sizeof(T); }
template <> std::string n::S::get<std::string>() const { return "seven" + std::to_string(k); }
template <> double n::S::get<double>() const { return 0.5; }
template <> int n::S::size<char>() { return 100; }
template <> int n::S::over(double d) { return 10 + k; }
template <> int n::S::over<float>(float, int) { return 20 + k; }
template <> inline int n::S::val<7>() { return 70; }
void run() { n::S s; printf("%s %d %g\n", s.get<std::string>().c_str(), s.get<int>(), s.get<double>()); printf("%d %d\n", n::S::size<int>(), n::S::size<char>()); printf("%d %d %d %d %d %d\n", s.over(1), s.over(1.0), s.over(1, 1), s.over(1.f, 1), s.val<6>(), s.val<7>()); }
}
int main() { p0::run(); puts(""); }
/* OUTPUT:
seven2 2 0.5
4 100
1 12 2 22 6 70

*/
