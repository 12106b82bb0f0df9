// RUN: heddle-engine --check FILE
// EXIT: 1
#include <initializer_list>
// `auto` is one type in a declaration, whatever stands around it.
const auto pi = 3.0, e = 2;
// CHECK: `auto` would be `int` for `e`, and is `double` for what is declared with it
// CHECK: declare `e` by itself
template <class T> void twice(T a) {
    auto x = a, y = 1;
}
void f(const int *p) {
    int n = 1;
    const int k = 2;
    auto a = 1, *b = &n, &c = n, **d = &b;
    const auto s = 1, *t = p, &u = n;
    auto list = {1, 2}, other = {3};
    auto g = 1, *h = &k;
    // CHECK: `auto` would be `const int` for `h`, and is `int` for what is declared with it
    auto i = 0, last = sizeof n;
    // CHECK: `auto` would be `unsigned long` for `last`, and is `int` for what is declared with it
    auto l = [](int v) { return v; }, m = [](int v) { return v; };
    // CHECK: for `m`, and is
    auto one = 1, some = {1};
    // CHECK: for `some`, and is `int` for what is declared with it
    for (auto from = 0, to = n; from < to; from++) twice(1.0f), twice(1);
    (void)a, (void)b, (void)c, (void)d, (void)s, (void)t, (void)u, (void)g, (void)h, (void)i, (void)last, (void)one;
}
// CHECK: `auto` would be `int` for `y`, and is `float` for what is declared with it
