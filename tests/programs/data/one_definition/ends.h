#include <cstdio>
#include <string>
struct S { int n; S() : n(0) { puts("make"); } ~S() { puts("end"); } };
inline S s; template <class T> struct H { static S v; static inline S w; }; template <class T> S H<T>::v; struct N { static inline S q; };
