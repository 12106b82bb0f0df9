// A list of no arguments before the `>` of another.
// EXIT: 0
template <typename T = void> struct L {};
template <typename C = L<>> int f(C c = C()) { return 3; }
template <typename T> struct V {};
V<L<>> v;
struct S { template <typename C = L<>> static int g(C c = C()) { return 4; } };
int main() { return f() + S::g() - 7; }
