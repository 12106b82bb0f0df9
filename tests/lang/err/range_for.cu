// What a `for` cannot loop over, and what to do about it.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct S { int n; };
void f(int *p, int n, S s) {
    float a[4];
    for (int x : p) x++;
    // CHECK: a pointer does not tell how many elements it leads to, so there is no loop over `int *`
    // CHECK: count with an index
    for (int x : n) x++;
    // CHECK: there is no loop over `int`
    for (int x : s) x++;
    // CHECK: there is no loop over `S`
    // CHECK: give the struct member functions begin() and end()
    for (auto x : {}) x++;
    // CHECK: there is nothing to loop over
    for (auto &x : undeclared) x = nothing;
    // CHECK: `undeclared` is not declared
    // CHECK: `nothing` is not declared
    for (int *x : a) x++;
    // CHECK: cannot convert `float` to `int *`
    for (const float &x : a) x = 1;
    // CHECK: `x`
}
