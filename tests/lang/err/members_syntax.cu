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
