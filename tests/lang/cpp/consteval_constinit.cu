// C++20: consteval, constinit, std::is_constant_evaluated.
#include <cstdio>
#include <type_traits>
consteval int sq(int n) { return n * n; }
struct P { int x, y; consteval P twice() const { return P{x * 2, y * 2}; } };
consteval P mk(int i) { return P{i, sq(i)}; }
constinit int counter = sq(4);
constexpr int which() { return std::is_constant_evaluated() ? 1 : 2; }
int g = which();
constexpr int gc = which();
const int gi = which();
constexpr P pp = mk(3).twice();
enum { E = pp.y };
int main() { int l = which(); const int cl = which(); counter++; printf("%d %d %d %d %d %d\n", counter, g, gc, gi, l, cl); auto p = mk(5); printf("%d %d %d %d\n", p.x, p.y, E, sq(sq(3))); 
 switch (9) { case sq(3): printf("nine\n"); } }
/* OUTPUT:
17 1 1 1 2 1
5 25 18 81
nine
*/
