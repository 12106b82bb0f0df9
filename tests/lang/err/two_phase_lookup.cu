// What a template names without an argument of its own must stand before it: where it does not, the
// message says where it is.
// ERROR: `behind` is not declared
// ERROR: `late_var` is not declared
// ERROR: `n::unseen` is not declared
// ERROR: `plus2` is not declared
// ERROR: `later_template` is not declared
// ERROR: `free_behind` is not declared
template <class T> int early(T t) { return behind(1) + late_var; }
int behind(int) { return 1; }
int late_var = 3;
namespace n { template <class T> int q(T t) { return n::unseen(t); } int unseen(int) { return 2; } }
template <class T> T add(T a, T b) { return plus2(a, b); }
int plus2(int a, int b) { return a + b; }
template <class T> int tt(T t) { return later_template<T>(t); }
template <class T> int later_template(T) { return 1; }
using namespace n;
struct Host { template <class U> int m(U) { return member_behind() + free_behind(); } int member_behind() { return 1; } };
int free_behind() { return 2; }
int main() {
    early(1);
    n::q(1);
    add(1, 2);
    tt(1);
    Host().m(1);
}
