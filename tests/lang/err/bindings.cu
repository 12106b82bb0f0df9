// Structured bindings and class template argument deduction that cannot be.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct P { int x; float y; };
struct Bits { int a : 3, b : 4; };
template <typename T> struct Foo { T v; Foo(T a, T b) : v(a + b) {} };
template <typename T> struct Need { T *p; Need() {} };
void f(P p, int n, Bits bits) {
    auto [x] = p;
    // CHECK: `P` has 2 members, and here is 1 name
    // CHECK: `P` is defined here
    auto [a, b, c] = p;
    // CHECK: `P` has 2 members, and here are 3 names
    auto [i] = n;
    // CHECK: `int` has no parts that names could be given to
    auto &[b0, b1] = bits;
    // CHECK: `b0` would refer to the bit-field `a`
    // CHECK: copy the object
    int arr[2];
    auto [e0, e1, e2] = arr;
    // CHECK: `int [2]` has 2 elements, and here are 3 names
    const auto [cx, cy] = p;
    cx = 3;
    // CHECK: const
}
void g() {
    Foo a(1, 2.5);
    // CHECK: the template arguments of `Foo` cannot be told from these values
    // CHECK: write them out: `Foo<...>`
    Need n;
    // CHECK: `Need` is a struct template: it needs its arguments
    Foo one(1, 2), other(1.0, 2.0);
    // CHECK: `other` would be `Foo<double>`, and what is declared with it `Foo<int>`
}
void h(int *arr) {
    int [u, v] = arr;
    // CHECK: expected a name, found `[`
    // CHECK: names in brackets come with `auto`
}
