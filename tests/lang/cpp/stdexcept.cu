// <stdexcept>, <exception>, <new>: the classes, and implicit destructors that are virtual and have members to destroy.
#include <stdexcept>
#include <string>
#include <cstdio>
#include <new>
struct Mine : std::runtime_error { int code; Mine(int c) : std::runtime_error("mine " + std::to_string(c)), code(c) {} };
struct A { virtual ~A() { puts("~A"); } };
struct M { int n; ~M() { printf("~M %d\n", n); } };
struct B : A { M m, k; B() { m.n = 1; k.n = 2; } };
struct N { int n; virtual ~N() { printf("~N %d\n", n); } };
struct C : A, N { M m; C() { n = 5; m.n = 3; } };
int main() {
    A *ab = new B; delete ab; ab = new C; delete ab; N *nc = new C; delete nc; { B b; }
    std::out_of_range e("far");
    std::out_of_range f = e;
    const std::exception &g = f;
    printf("%s\n", g.what());
    Mine m(7);
    const std::exception *p = &m;
    printf("%s\n", p->what());
    std::bad_alloc b; printf("%s\n", b.what());
    std::runtime_error s(std::string("abc")); printf("%s\n", s.what());
    s = std::runtime_error("xyz"); printf("%s\n", s.what());
    std::exception *q = new std::length_error("len"); printf("%s\n", q->what()); delete q;
}
/* OUTPUT:
~M 2
~M 1
~A
~M 3
~N 5
~A
~M 3
~N 5
~A
~M 2
~M 1
~A
far
mine 7
std::bad_alloc
abc
xyz
len
*/
