// A member template that is named and not called: its types are not known, which is no reason to fail.
// RUN: heddle-engine --check FILE
// EXIT: 1
#include <map>
struct S {
    template <class T> int f(T t) { return t; }
    template <class T> static int g(T t) { return t; }
};
int main() {
    S s;
    std::map<int, int> m;
    // CHECK: error: `f` is a member function: call it with `()`
    int a = s.f + 1;
    // CHECK: error: which function of the template `S::g`?
    int b = S::g + 1;
    // CHECK: error: `emplace` is a member function: call it with `()`
    m.emplace % (1, 2);
    return a + b;
}
