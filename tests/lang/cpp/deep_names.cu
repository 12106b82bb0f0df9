// Types, patterns, bases, namespaces and arguments that are deeper or more than people write: nothing is left out for that.
#include <cstdio>
#define B4(T) B<B<B<B<T>>>>
#define B16(T) B4(B4(B4(B4(T))))
#define B64(T) B16(B16(B16(B16(T))))
#define EIGHT(M, x) M(x##0) M(x##1) M(x##2) M(x##3) M(x##4) M(x##5) M(x##6) M(x##7)
#define FORTY(M) EIGHT(M, 1) EIGHT(M, 2) EIGHT(M, 3) EIGHT(M, 4) EIGHT(M, 5)
#define STARS ****************************************
template <class T> struct B {};
namespace N { struct S {}; template <class T> int beside(T) { return 7; } }

// deduction, and which of two patterns is the more special one
template <class T> int inner(B64(T)) { return sizeof(T); }
template <class T> int inner(T) { return -1; }
template <class T> int pointee(T STARS p) { return sizeof(T); }
template <class T> int more(B64(T)) { return 1; }
template <class T> int more(B64(B<T>)) { return 2; }
template <class T> struct special { enum { v = 0 }; };
template <class T> struct special<B64(T)> { enum { v = 1 }; };
template <class T> struct special<B64(B<T>)> { enum { v = 2 }; };
template <class T> struct special<T STARS> { enum { v = 3 }; };
template <class T> struct special<T *STARS> { enum { v = 4 }; };
template <class T> struct holds { int n; holds(B64(T)) : n(sizeof(T)) {} };

// types that only something deep inside tells apart
typedef void F10(int);
typedef void G10(float);
#define FUNCTIONS(a, b) typedef void F##b(F##a *); typedef void G##b(G##a *);
FUNCTIONS(10, 11) FUNCTIONS(11, 12) FUNCTIONS(12, 13) FUNCTIONS(13, 14) FUNCTIONS(14, 15) FUNCTIONS(15, 16)
FUNCTIONS(16, 17) FUNCTIONS(17, 18) FUNCTIONS(18, 19) FUNCTIONS(19, 20) FUNCTIONS(20, 21) FUNCTIONS(21, 22)
FUNCTIONS(22, 23) FUNCTIONS(23, 24) FUNCTIONS(24, 25) FUNCTIONS(25, 26) FUNCTIONS(26, 27) FUNCTIONS(27, 28)
FUNCTIONS(28, 29) FUNCTIONS(29, 30) FUNCTIONS(30, 31) FUNCTIONS(31, 32) FUNCTIONS(32, 33) FUNCTIONS(33, 34)
FUNCTIONS(34, 35) FUNCTIONS(35, 36) FUNCTIONS(36, 37) FUNCTIONS(37, 38) FUNCTIONS(38, 39) FUNCTIONS(39, 40)
FUNCTIONS(40, 41) FUNCTIONS(41, 42) FUNCTIONS(42, 43) FUNCTIONS(43, 44) FUNCTIONS(44, 45) FUNCTIONS(45, 46)
template <class T> struct which { enum { v = 1 }; };
template <> struct which<F46> { enum { v = 2 }; };
int overload(F46 *) { return 1; }
int overload(G46 *) { return 2; }

// bases of templates, whose types are the derived classes'
template <class T> struct D10 { typedef int type; template <class U> struct in { U u; }; };
#define DERIVED(a, b) template <class T> struct D##b : D##a<T> {};
DERIVED(10, 11) DERIVED(11, 12) DERIVED(12, 13) DERIVED(13, 14) DERIVED(14, 15) DERIVED(15, 16) DERIVED(16, 17)
DERIVED(17, 18) DERIVED(18, 19) DERIVED(19, 20) DERIVED(20, 21) DERIVED(21, 22) DERIVED(22, 23) DERIVED(23, 24)
DERIVED(24, 25) DERIVED(25, 26) DERIVED(26, 27) DERIVED(27, 28) DERIVED(28, 29) DERIVED(29, 30) DERIVED(30, 31)
DERIVED(31, 32) DERIVED(32, 33) DERIVED(33, 34) DERIVED(34, 35) DERIVED(35, 36) DERIVED(36, 37) DERIVED(37, 38)
DERIVED(38, 39) DERIVED(39, 40) DERIVED(40, 41) DERIVED(41, 42) DERIVED(42, 43) DERIVED(43, 44) DERIVED(44, 45)

// a member's definition sees the types of all classes around it
template <class T> struct S1 { typedef short W1; struct S2 { struct S3 { struct S4 { struct S5 { struct S6 { struct S7 {
    struct S8 { struct S9 { struct S10 { typedef short W10; struct S11 { static int f(); }; }; }; }; }; }; }; }; }; }; };
template <class T> int S1<T>::S2::S3::S4::S5::S6::S7::S8::S9::S10::S11::f() { W1(a) = 3; W10(b) = 5; return a + b; }

// namespaces in namespaces, and many directives
#define USED(n) namespace U##n { int u##n = n; } using namespace U##n;
FORTY(USED)
#define OPEN(n) namespace P##n { inline namespace Q##n {
#define CLOSE(n) } }
FORTY(OPEN) int deep = 4; struct S {}; int of(S) { return 2; } FORTY(CLOSE)
namespace V10 { int through = 5; }
#define CHAIN(a, b) namespace V##b { using namespace V##a; }
CHAIN(10, 11) CHAIN(11, 12) CHAIN(12, 13) CHAIN(13, 14) CHAIN(14, 15) CHAIN(15, 16) CHAIN(16, 17) CHAIN(17, 18) CHAIN(18, 19)
CHAIN(19, 20) CHAIN(20, 21) CHAIN(21, 22) CHAIN(22, 23) CHAIN(23, 24) CHAIN(24, 25) CHAIN(25, 26) CHAIN(26, 27) CHAIN(27, 28)
CHAIN(28, 29) CHAIN(29, 30) CHAIN(30, 31)
using namespace V31;

// packs and friends
template <class... T> struct list { enum { n = sizeof...(T) }; };
template <class... T> int count() { return list<B64(B64(T))...>::n; }
struct friendly { friend int befriended(const B<friendly> &) { return 8; } friend int in_pack(const list<int, friendly> &) { return 9; } };

#define ONE(n) , int a##n
#define VALUE(n) , n
constexpr int many(int a10 EIGHT(ONE, 2) EIGHT(ONE, 3) EIGHT(ONE, 4) EIGHT(ONE, 5) EIGHT(ONE, 6) EIGHT(ONE, 7) EIGHT(ONE, 8)
                   EIGHT(ONE, 9)) { return a10 + a97; }
int array[many(10 EIGHT(VALUE, 2) EIGHT(VALUE, 3) EIGHT(VALUE, 4) EIGHT(VALUE, 5) EIGHT(VALUE, 6) EIGHT(VALUE, 7) EIGHT(VALUE, 8)
               EIGHT(VALUE, 9))];

#define LEVEL(n) P##n::
int main() {
    B64(B64(N::S)) of_n;
    printf("%d\n", beside(of_n));
    B64(double) d;
    double STARS p = nullptr;
    B64(B64(char)) c;
    printf("%d %d %d\n", inner(d), pointee(p), more(c));
    printf("%d %d %d\n", (int)special<B64(B64(char))>::v, (int)special<int STARS>::v, (int)special<int **STARS>::v);
    holds h(d);
    printf("%d %d %d %d\n", h.n, (int)which<F46>::v, (int)which<G46>::v, overload((G46 *)0));
    D45<float>::type *i = nullptr;
    D45<float>::in<double> u;
    D45<float>::type x(3);
    printf("%d %d\n", (int)sizeof u, x + (i == nullptr));
    printf("%d\n", S1<int>::S2::S3::S4::S5::S6::S7::S8::S9::S10::S11::f());
    FORTY(LEVEL) S s;
    printf("%d %d %d %d\n", u57, FORTY(LEVEL) deep, of(s), through);
    printf("%d %d %d\n", count<int, float, char>(), befriended(B<friendly>()), in_pack(list<int, friendly>()));
    printf("%d\n", (int)sizeof array);
}
/* OUTPUT:
7
8 8 2
2 3 4
8 2 1 2
8 4
8
57 4 2 5
3 8 9
428
*/
