// A static member function where a base has a virtual one of its name and parameters; which of several functions may be pointed to.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct A {
    virtual int h(char a) const { return 2 + a; }
    virtual int k(int) { return 0; }
};
struct B : A {
    // CHECK: error: `h` cannot be static: a base has a virtual function of that name and these parameters
    static int h(char a) { return 9 + a; }
};
struct C : A {
    static int h(int a) { return 9 + a; }
    static int k(long) { return 1; }
};
struct D : C {
    // CHECK: error: `k` cannot be static: a base has a virtual function of that name and these parameters
    static int k(int) { return 1; }
};
class P {
protected:
    int m(char a) const { return a; }

public:
    int m() const { return 7; }
};
int (P::*open)() const = &P::m;
// CHECK: error: `m` is a protected member of `P`
int (P::*closed)(char) const = &P::m;
