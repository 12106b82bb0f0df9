// Names through inline and anonymous namespaces, aliases, directives, and templates defined by a qualified name.
// OUT: 1 4 5 3 9 5 9
// OUT: 2
// OUT: 2
#include <cstdio>
namespace a { inline namespace v1 { struct S {}; int f(S) { return 1; } } namespace b { using a::S; using a::f; int g() { return f(S()); } } }
namespace c = a::b; using c::g; 
namespace { int hidden = 4; }
namespace x { int v = 1; namespace y { int v = 2; int get() { return v + x::v + ::x::y::v; } } }
struct cg { int q; }; struct chrono { static int z() { return 9; } };
namespace t { template <class T> struct U; } template <class T> struct t::U { T m; };
int t2 = x::y::get();
enum class E : char { A = 1, B }; enum F { FA = 7 };
int main() { printf("%d %d %d %d %d %d %d\n", g(), hidden, t2, cg{3}.q, chrono::z(), t::U<int>{5}.m, (int)E::B + F::FA); using namespace x; printf("%d\n", y::v); { using x::y::v; printf("%d\n", v); } }
