// A function that may throw is none that promises not to.
// RUN: heddle-engine --check FILE
// EXIT: 1
int plain(int);
int quiet(int) noexcept;
struct S { int m(int); };
int (*a)(int) noexcept = quiet;
int (*b)(int) = quiet;
int (*c)(int) noexcept = plain;
// CHECK: cannot convert `int (*)(int)` to `int (*)(int) noexcept`
void calls_quiet(int (*f)(int) noexcept);
int (S::*d)(int) noexcept = &S::m;
// CHECK: cannot convert
int main() {
    calls_quiet(quiet);
    calls_quiet(plain);
    // CHECK: cannot convert `int (*)(int)` to `int (*)(int) noexcept` in argument 1
    calls_quiet([](int x) noexcept { return x; });
    calls_quiet([](int x) { return x; });
    // CHECK: cannot convert `lambda#2` to `int (*)(int) noexcept`
    auto e = static_cast<int (*)(int) noexcept>(plain);
    // CHECK: static_cast cannot turn
}
