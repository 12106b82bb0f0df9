// The name of several functions where nothing says which one.
// RUN: heddle-engine --check FILE
// EXIT: 1
int f(int a) { return 1; }
int f(int a, int b) { return 2; }
namespace A { void g(int) {} }
namespace B { void g(int) {} }
using namespace A;
using namespace B;
namespace C { inline namespace I { int h(int) { return 1; } } }
namespace D { int h(int) { return 2; }
// CHECK: error: `C::h` and the `h` that is declared here take the same parameters
using C::h;
}
int main() {
    // CHECK: error: `f` is several functions: which one is not said
    auto z = f;
    // CHECK: error: no `f` has the type `int (*)(double)`
    auto r = (int (*)(double))f;
    // CHECK: error: no `f` has the type `void *`
    auto v = (void *)&f;
    // CHECK: error: `A::g` is ambiguous here
    void (*p)(int) = g;
    return 0;
}
