// Calls that C++ refuses: ambiguous ones, and templates whose arguments do not agree.
// RUN: heddle-engine --check FILE
// EXIT: 1
int mixed(int a, double b) { return 1; }
int mixed(double a, int b) { return 2; }
template <typename T> T larger(T a, T b) { return a > b ? a : b; }
template <typename T, int N> int match(T (&a)[N], T (&b)[N]) { return N; }
struct Fixed { int n; int change() { return ++n; } };
int far(int a, int b = 2) { return a + b; }
int main() {
    int a3[3], a4[4];
    const Fixed f = {1};
    mixed(1, 1);
    // CHECK: it is not clear which `mixed` is meant for the arguments (int, int)
    larger(1, 2.5);
    // CHECK: the template `larger` does not fit the arguments (int, double)
    // CHECK: `T` would be both `int` and `double`
    larger(1u, 2);
    // CHECK: the template `larger` does not fit the arguments (unsigned int, int)
    match(a3, a4);
    // CHECK: the template `match` does not fit the arguments
    f.change();
    // CHECK: `Fixed::change` may change its object, and this one is `const`
    far();
    // CHECK: `far` takes at
    far(1, 2, 3);
    // CHECK: `far` takes at
}
