// An explicit instantiation makes the class and all its member functions.
// RUN: heddle-engine --check FILE
// EXIT: 1
template <class T> struct never { static_assert(sizeof(T) == 0, "never"); };
template struct never<int>;
// CHECK: error: static assertion failed: never
// CHECK: in `never<int>`, used here
template <class T> struct S { int good() { return 1; } int bad() { return T::x; } };
template struct S<int>;
// CHECK: error:
// CHECK: in `S<int>::bad()`, used here
template struct missing<int>;
// CHECK: error:
