// Classes in each other and bases of bases 200 levels deep: what lies at the bottom is constructed, copied, destroyed, reached, overridden.
#include <type_traits>
#include <cstdio>
int made, gone;
template <int N> struct B : B<N - 1> { };
template <> struct B<0> { int last; B() : last(7) { made++; } ~B() { gone++; } };
template <int N> struct M { M<N - 1> in; };
template <> struct M<0> { int last; M() : last(8) { made++; } ~M() { gone++; } M(const M &o) : last(o.last + 1) {} };
template <int N> struct V : V<N - 1> { };
template <> struct V<0> { virtual int id() { return 5; } virtual ~V() { gone += 100; } };
template <int N> struct I : I<N - 1> { };
template <> struct I<0> { int z = 9; };
int take(B<0> &b) { return b.last; }
int main() {
    { B<200> b; printf("%d\n", b.last); printf("%d\n", take(b)); }
    { M<200> m, n = m; (void)n; printf("%d %d\n", made, gone); }
    printf("%d %d\n", made, gone);
    { V<200> v; V<0> &r = v; printf("%d %d\n", r.id(), v.id()); V<200> *down = dynamic_cast<V<200> *>(&r); printf("%d\n", down == &v); }
    I<200> *i = new I<200>; printf("%d %d\n", i->z, gone); delete i;
    int (V<0>::*p)() = &V<200>::id; (void)p;
    printf("%d %d\n", (int)std::is_trivially_copyable<M<200>>::value, (int)std::is_base_of<I<0>, I<200>>::value);
}
/* OUTPUT:
7
7
2 1
2 3
5 5
1
9 103
0 1
*/
