// RUN: heddle-engine --check FILE
// EXIT: 1
struct Both { const char *p; Both(const char *p) : p(p) {} operator const char *() const { return p; } };
struct Other { int v; };
void f(bool t, Both b, Other o, int *p) {
    auto x = t ? b : "text";
    // CHECK: the values of `?:` are `Both` and `const char *`, and each can be converted to the other
    // CHECK: say which is meant: `Both(...)`
    auto y = t ? o : 3;
    // CHECK: the two values of `?:` have no common type: `Other` and `int`
    auto z = t ? o : p;
    // CHECK: the two values of `?:` have no common type: `Other` and `int *`
}
