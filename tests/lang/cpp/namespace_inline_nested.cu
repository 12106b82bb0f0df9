// C++20: `namespace A::inline B {`.
#include <cstdio>

namespace lib::inline v2 {
int version() { return 2; }
struct Pair { int a, b; };
} // namespace lib::inline v2
namespace lib::v1 {
int version() { return 1; }
} // namespace lib::v1
namespace one::inline two::inline three {
template <class T> T twice(T v) { return 2 * v; }
} // namespace one::inline two::inline three
namespace lib::inline v2 {
int sum(Pair p) { return p.a + p.b; }
} // namespace lib::inline v2
template <> int one::twice(int v) { return 20 * v; }

int main() {
    lib::Pair p = {3, 4};
    std::printf("%d %d %d %d\n", lib::version(), lib::v1::version(), lib::v2::version(), sum(p));
    std::printf("%d %.1f %d\n", one::twice(2), one::two::twice(1.5), one::two::three::twice(3));
}
/* OUTPUT:
2 1 2 7
40 3.0 60
*/
