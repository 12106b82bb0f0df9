// Explicit instantiations of functions in the forms that people write; their bodies are checked, and made once.
// OUT: 9 6
#include <cstdio>
template <typename T> T sq(T x) { return x * x; }
template int sq<int>(int);
template float sq(float);
template <typename T> auto au(T x) { return x + 1; }
template auto au<int>(int);
template <typename T, int N> __global__ void k(T *p, int n) { if (threadIdx.x < n) p[threadIdx.x] = N; }
template __global__ void k<float, 3>(float *, int);
template __global__ void k<double, 3>(double *p, int n);
namespace A { template <class T> const T &mx(const T &a, const T &b) { return a < b ? b : a; } template int const &mx(int const &, int const &); }
template const double &A::mx<double>(const double &, const double &);
template <class T> struct S { T v; T get() const { return v; } static T make(T x); template <class U> U as() { return U(v); } };
template <class T> T S<T>::make(T x) { return x; }
template int S<int>::get() const;
template int S<int>::make(int);
template float S<int>::as<float>();
template <class T> void over(T) {} template <class T> void over(T *) {}
template void over(int *); template void over<int>(int);
template <> void over(char) {} 
template void over(char);
extern template double sq<double>(double);
template <class T> T later(T x);
template int later<int>(int);
template <class T> T later(T x) { return x + 2; }
template <class... A> int cnt(A... a) { return sizeof...(a); }
template int cnt<int, float>(int, float);
int main() { printf("%d %d\n", sq(3), later(4)); return 0; }
