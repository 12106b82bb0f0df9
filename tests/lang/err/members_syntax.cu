// What C++ has and member functions here have not.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct Base {
    int a;
    virtual int f() { return 1; }
    // CHECK: virtual functions are not supported
    ~Base() { a = 0; }
    // CHECK: destructors are not supported
    // CHECK: write a member function such as `void release()`
    operator float() const { return a; }
    // CHECK: conversion operators are not supported
};
struct D : public Base { int b; };
// CHECK: a struct cannot inherit here
typedef struct { int a; int f() { return a; } } Anon;
// CHECK: a struct with member functions needs a name
void block() {
    struct Local { int a; int f() { return a; } };
    // CHECK: a struct inside of a function or block cannot have member functions here
    this->a;
    // CHECK: there is no `this` here
}
int plain(int a) const { return a; }
// CHECK: only member functions can be `const`
