// Pointers to members: what they are not, what they do not convert to, and member functions.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct S { int a; float f; int b; };
struct T { int x; int f(); int bits : 3; int &r; };
struct B { int k; };
struct D : B { int own; };
struct Hidden { private: int secret; };
void wrong(S s, S *q, T *t, int S::*p, int D::*d) {
    s.*3;
    // CHECK: `.*` needs a pointer to a member, and `3` is `int`
    // CHECK: `&S::member` is one; a member by its name follows `.`
    s->*p;
    // CHECK: `->*` needs a pointer to an object, and `s` is `S`
    // CHECK: write `.*`
    q.*p;
    // CHECK: `.*` needs an object, and `q` is `S *`
    // CHECK: write `->*`
    t->*p;
    // CHECK: `p` points to a member of `S`, and `t` is `T`
    p = &T::x;
    // CHECK: cannot convert `int T::*` to `int S::*` in the assignment to `p`
    p = &S::f;
    // CHECK: cannot convert `float S::*` to `int S::*` in the assignment to `p`
    float S::*w = p;
    // CHECK: cannot convert `int S::*` to `float S::*` in an initialiser
    int *ip = p;
    // CHECK: cannot convert `int S::*` to `int *` in an initialiser
    p < p;
    // CHECK: `<` does not work on `int S::*` and `int S::*`
    int B::*up = d;
    // CHECK: cannot convert `int D::*` to `int B::*` in an initialiser
    const S cs = s;
    cs.*p = 1;
    // CHECK: cannot assign to `cs.*p`: it is `const`
    &T::f; // a pointer to a member function
    &T::bits;
    // CHECK: there are no pointers to bit-fields
    // CHECK: a lambda can read it: `[](const auto &object) { return object.member; }`
    &T::r;
    // CHECK: there are no pointers to members that are references
    // CHECK: make the member a pointer
    &S::nope;
    // CHECK: `S::nope` is not declared
    &Hidden::secret;
    // CHECK: `secret` is a private member of `Hidden`
    // CHECK: call a public member function, or make this a `friend` of `Hidden`
    int n = p;
    // CHECK: cannot convert `int S::*` to `int` in an initialiser
    p = 1;
    // CHECK: cannot convert `int` to `int S::*` in the assignment to `p`
}
int call(int (S::*f)(int));
