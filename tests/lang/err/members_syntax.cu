// What C++ has and member functions here have not.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct Base {
    int a;
    ~Bass() { a = 0; }
    // CHECK: the destructor of `Base` is called `~Base`
    Base(Base other);
    // CHECK: a copy constructor takes a reference
};
void block() {
    int n = 3;
    struct Local { int a; int f() { return a + n; } int g(); };
    // CHECK: `g` has no body, and functions of a local class cannot be defined elsewhere
    // CHECK: `n` is a variable of the function around: a local class has no access to it
    this->a;
    // CHECK: there is no `this` here
}
int plain(int a) const { return a; }
// CHECK: only member functions can be `const`
