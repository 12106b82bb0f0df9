// The object that a static member is asked of is evaluated, and ends with its expression.
#include <cstdio>
#include <type_traits>
struct C {
    int x = 3;
    C() { printf("C "); }
    C(int) { printf("Ci "); }
    ~C() { printf("~C "); }
    static int f(int a) { return a; }
    static C &self(C &c) { return c; }
    static inline int s = 4;
};
C make() { return C(); }
int count;
C *next(C *c) { count++; return c; }
int said(int a) { printf("arg "); return a; }
struct V { int n; static constexpr int size() { return 5; } static constexpr int k = 6; };
constexpr V value() { return V{1}; }
int main() {
    printf("%d\n", C{}.f(1));
    printf("%d\n", C(1).f(said(1)));
    printf("%d\n", make().f(2));
    printf("%d\n", C{}.s);
    C c;
    printf("%d\n", (c = C()).f(3));
    C *p = &c;
    printf("%d %d\n", next(p)->f(3), next(p)->s);
    next(p)->s = 9;
    printf("%d %d %d\n", C::s, count, next(p)->self(c).x);
    C a[2] = {C(), C()};
    p = a;
    p++->f(1);
    printf("%d\n", (int)(p - a));
    int array[value().size()], other[V{2}.k];
    static_assert(std::true_type{}.value && value().k == 6 && sizeof(p++->f(1)) == sizeof(int), "");
    printf("%d %d %d\n", (int)(sizeof array + sizeof other), (int)(p - a), noexcept(make().s));
}
/* OUTPUT:
C 1
~C Ci arg 1
~C C 2
~C C 4
~C C C 3
~C 3 4
9 4 3
C C 1
44 1 0
~C ~C ~C */
