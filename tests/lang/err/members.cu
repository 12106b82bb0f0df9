// What is wrong with member functions, constructors and operators, and what to do about it.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct S {
    int n;
    S(int n) : n(n), m(3), n(2) {}
    // CHECK: `S` has no member `m` to initialise
    // CHECK: did you mean `n`?
    // CHECK: `n` is initialised twice
    int twice() const { n = 3; return 2 * n; }
    // CHECK: cannot assign to `n`: it is `const`
    // CHECK: `twice` is a `const` member function, which does not change its object
    int change() { return ++n; }
    static int st() { return n; }
    // CHECK: `n` is a member of an object, and there is none here
    // CHECK: a `static` member function has no `this`: pass it an object
    __device__ int dev() { return 1; }
    explicit S(float f) { n = f; }
    S(double) = delete;
};
struct No { int x; No(int a, int b) : x(a + b) {} int go(float q) { return x; } };
struct M { No no; int y; };
void objects() {
    const S s(1);
    s.change();
    // CHECK: `S::change` may change its object, and this one is `const`
    s.twise();
    // CHECK: `S` has no member `twise`
    // CHECK: did you mean `twice`?
    s.twice;
    // CHECK: `twice` is a member function: call it with `()`
    No two(1);
    // CHECK: `No` takes 2 arguments, and 1 is given
    // CHECK: `No(int, int)` is declared here
    M m;
    // CHECK: `m` needs values: `No` has no constructor without parameters
}
void calls(No two) {
    two.go("x");
    // CHECK: cannot convert `const char *` to `float` in argument 1 (`q`) of `No::go`
    two.go();
    // CHECK: `No::go` takes 1 argument, and 0 are given
    two + two;
    // CHECK: it can be defined: `__host__ __device__ No operator+(No a, No b) { ... }`
    two(1);
    // CHECK: a struct with a member function `operator()` can be
    S y = 2.5;
    // CHECK: use of the deleted function
    y.dev();
    // CHECK: `S::dev()` is a device function: host code cannot call it
}
int S::nothing() { return 1; }
// CHECK: `S` has no member function `int nothing()`
// CHECK: declare it in the struct
int operator+(int a, int b) { return a; }
// CHECK: one of the operands of `operator+` must be a struct or an enumeration
int operator[](S a, int b) { return b; }
// CHECK: `operator[]` must be a member function
void steps(No x) {
    ++x;
    // CHECK: it can be defined: `__host__ __device__ No &operator++(No &a) { ...; return a; }`
}
