// A macro that declares a class and templates that use it: the class's name stands behind the macro's, where its arguments do.
#include <cstdio>
#define OPERATOR(name, sym)                                                                                             \
    struct name { template <class A, class B> static auto apply(A a, B b) -> decltype(a sym b) { return a sym b; } };   \
    enum name##_kind { name##_is = #sym[0] };                                                                           \
    template <class L, class R> struct node_##name { L l; R r; double eval() const { return name::apply(l.eval(), r.eval()); } }; \
    template <class L, class R> auto operator sym(const L &l, const R &r) -> node_##name<L, R> { return {l, r}; }       \
    template <class T> int kind_##name(T) { name x; (void)x; name##_kind k = name##_is; return k; }
struct leaf { double v; double eval() const { return v; } };
OPERATOR(add_op, +) OPERATOR(mul_op, *)
OPERATOR(sub_op,
         -)
int main() {
    leaf a{2}, b{3};
    printf("%g %g %c%c%c\n", (a + b * a).eval(), (a - b).eval(), kind_add_op(1), kind_mul_op(1), kind_sub_op(1));
}
/* OUTPUT:
8 -1 +*-
*/
