// What throws: noexcept and the type traits that ask.
#include <cstdio>
#include <type_traits>
#include <utility>
#include <vector>
#include <string>
struct A { A(); A(A&&); A(const A&) noexcept; A &operator=(A&&); ~A(); };
struct B { B(B&&) noexcept; B &operator=(const B&) noexcept; };
struct C { std::string s; std::vector<int> v; };
struct D { A a; };
struct E { ~E() noexcept(false); };
void f(); void g() noexcept;
int main() {
#define P(T) printf(#T " %d %d %d %d %d %d\n", std::is_nothrow_move_constructible<T>::value, std::is_nothrow_copy_constructible<T>::value, std::is_nothrow_default_constructible<T>::value, std::is_nothrow_move_assignable<T>::value, std::is_nothrow_destructible<T>::value, std::is_nothrow_copy_assignable<T>::value);
 P(A) P(B) P(C) P(D) P(E) P(int) P(std::string) P(std::vector<int>)
 printf("%d %d %d %d\n", noexcept(f()), noexcept(g()), noexcept(A(std::declval<A>())), noexcept(B(std::declval<B>())));
 printf("%d\n", noexcept(C(std::declval<C>())));
}
/* OUTPUT:
A 0 1 0 0 1 0
B 1 0 0 1 1 1
C 1 0 1 1 1 0
D 0 1 0 0 1 0
E 0 0 0 1 0 1
int 1 1 1 1 1 1
std::string 1 0 1 1 1 0
std::vector<int> 1 0 1 1 1 0
0 1 0 1
1
*/
