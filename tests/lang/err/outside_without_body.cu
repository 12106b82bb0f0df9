// A member template that is used before its definition outside of the class, which has no body or an error in it: the
// engine ended.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct S { template <class T> T get() const; template <class T> T put(T) const; };
// CHECK: error: expected an expression, found `+=`
// CHECK: error: the template `S::get` has no body yet
int use() { return S().get<int>(); }
// CHECK: error: the template `S::put` has no body yet
int used() { return S().put(1); }
template <class T> T S::get() const {
    += return T(2);
}
template <class T> T S::put(T) const;
