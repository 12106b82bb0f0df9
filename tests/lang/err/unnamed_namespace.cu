// What a namespace without a name declares is defined there, found by no arguments, and is not what `A::` means where A has it too.
// RUN: heddle-engine --check FILE
// EXIT: 1
namespace A {
struct T {};
int f(int) { return 1; }
namespace {
int f(int, int) { return 2; }
int h();
extern int e;
int hid(T) { return 9; }
}
}
// CHECK: error: `A::` has no function `h`
int A::h() { return 4; }
// CHECK: error: `A::` has no variable `e`
int A::e = 5;
int main() {
    // CHECK: error: `hid` is not declared
    hid(A::T());
    // CHECK: error: `A::f` takes 1 argument, and 2 are given
    return A::f(1, 2);
}
