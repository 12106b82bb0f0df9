// A member function that is not for the object of a call says what it asks of that.
// EXIT: 1
struct S {
    int f() { return 1; }
    int g() const { return 2; }
    int h() && { return 3; }
};
int main() {
    volatile S s;
    const volatile S t{};
    S u;
    return s.f() + t.g() + u.h() + t.f();
}
// ERROR: this object is `volatile`, and `S::f` is not for such
// ERROR: write `volatile` after its parameters
// ERROR: this object is `volatile`, and `S::g` is not for such
// ERROR: `S::h` is not for this object: it is for temporaries and moved objects
// ERROR: `S::f` may change its object, and this one is `const`
