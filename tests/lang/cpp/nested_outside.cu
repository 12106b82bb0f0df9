// Classes and enumerations that are declared inside of a class and defined outside: pimpl, bases, of templates.
#include <cstdio>
struct A { struct B; struct C; B *b; int use(); class D; enum class E : int; };
struct A::C { int x = 4; };
struct A::B : A::C { int y = 3; B() { x = 9; } int sum() { return x + y; } };
enum class A::E : int { one = 1, two };
int A::use() { b = new B; int r = b->sum(); delete b; return r; }
namespace n { class Timer { public: Timer(); ~Timer(); int get() const; private: struct Impl; Impl *impl; }; }
struct n::Timer::Impl { int t; };
n::Timer::Timer() : impl(new Impl{5}) {}
n::Timer::~Timer() { delete impl; }
int n::Timer::get() const { return impl->t; }
template <class T> struct L { struct Node; Node *head = nullptr; void push(T v); int count() const; };
template <class T> struct L<T>::Node { T v; Node *next; };
template <class T> void L<T>::push(T v) { head = new Node{v, head}; }
template <class T> int L<T>::count() const { int n = 0; for (Node *p = head; p; p = p->next) n++; return n; }
int main() { A a; printf("%d %d %d\n", a.use(), (int)A::E::two, (int)sizeof(A::C)); n::Timer t; printf("%d\n", t.get()); L<float> l; l.push(1); l.push(2); printf("%d\n", l.count()); }
/* OUTPUT:
12 2 4
5
2
*/
