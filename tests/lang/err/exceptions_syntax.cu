// `try` without handlers, handlers without `try`, and those that nothing reaches.
// RUN: heddle-engine --check FILE
// EXIT: 1
void f(int x) {
    try { x = 1; }
    x = 2;
    // CHECK: expected `catch` after the `try`, found `x`
}
void g(int x) {
    catch (int e) { x = 1; }
    // CHECK: `catch` without a `try` before it
}
void h(int x) {
    try { x = 1; } catch (...) { x = 2; } catch (int e) { x = 3; }
    // CHECK: no exception comes here: `catch (...)` before it takes all
}
