// Conversion functions of several bases: what two of them do as well is not clear, what the class has itself hides theirs.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct A { explicit operator bool() const { return true; } };
struct B { explicit operator bool() const { return true; } };
struct C : A, B {};
struct D : A, B { explicit operator bool() const { return false; } };
struct I { operator int() const { return 1; } };
struct L { operator long() const { return 2; } };
struct N : I, L {};
int main() {
    C c; D d; N n;
    int r = d ? 1 : 2, i = n;
    long l = n;
    r += c.A::operator bool() + c.B::operator bool();
    // CHECK: error: `C` can become `bool` in several ways
    // CHECK: help: say which: `x.A::operator bool()`
    r += c ? 1 : 2;
    // CHECK: error: `C` can become `bool` in several ways
    if (c) r++;
    // CHECK: error: `C` can become `bool` in several ways
    r += !c;
    // CHECK: error: `C` can become `bool` in several ways
    r += c && true;
    // CHECK: error: `C` can become `bool` in several ways
    r += (bool)c;
    // CHECK: error: `N` can become `double` in several ways
    double f = n;
    return r + i + (int)l;
}
