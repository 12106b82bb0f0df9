// Pointers to member functions: what they do not convert to, objects that do not fit, calls without parentheses, overloads.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct S { int f(int); int g(int) const; int over(int); int over(double); static int st(int); int r() &&; private: int hidden(); };
struct T { int f(int); };
struct D : S { int own(); };
void wrong(S s, const S cs, S *p, D d) {
    int (S::*f)(int) = &S::f;
    int (S::*g)(int) const = &S::g;
    s.*f(1);
    // CHECK: `f` is `int (S::*)(int)`, which cannot be called
    (s.*f);
    // CHECK: what `f` points to can only be called
    // CHECK: write `(object.*pointer)(...)`, with the parentheses
    (cs.*f)(1);
    // CHECK: the object is `const S`, and the pointer is to a function that may change it
    (cs.*g)(1);
    (s.*f)();
    // CHECK: takes 1 argument, and 0 are given
    (s.*f)(p);
    // CHECK: cannot convert `S *` to `int`
    (p.*f)(1);
    // CHECK: write `->*`
    int (S::*a)(int) = &S::g;
    // CHECK: cannot convert `int (S::*)(int) const` to `int (S::*)(int)`
    int (S::*b)(int) const = &S::f;
    // CHECK: cannot convert `int (S::*)(int)` to `int (S::*)(int) const`
    int (S::*t)(int) = &T::f;
    // CHECK: cannot convert `int (T::*)(int)` to `int (S::*)(int)`
    int (*plain)(int) = &S::f;
    // CHECK: cannot convert `int (S::*)(int)` to `int (*)(int)`
    int (S::*own)() = &D::own;
    // CHECK: cannot convert `int (D::*)()` to `int (S::*)()`
    int (S::*data) = &S::f;
    // CHECK: cannot convert `int (S::*)(int)` to `int S::*`
    int (S::*none)(char *) = &S::over;
    // CHECK: cannot convert `auto` to `int (S::*)(char *)`
    int (S::*h)() = &S::hidden;
    // CHECK: `hidden` is a private member of `S`
    int (S::*r)() && = &S::r;
    (s.*r)();
    // CHECK: the pointer is to a function for temporary objects only
    if (f < f) return;
    // CHECK: `<` does not work on
    int (S::*st)(int) = &S::st;
    // CHECK: cannot convert `int (*)(int)` to `int (S::*)(int)`
}
