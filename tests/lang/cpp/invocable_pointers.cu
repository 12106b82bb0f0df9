// What a template of the library is asked about pointers is C++'s rule, not C's.
#include <cstdio>
#include <type_traits>
#include <functional>
struct L { int operator()(char *) const { return 1; } };
struct E { int operator()(E *) const { return 1; } };
int main() {
  printf("%d %d %d\n", std::is_invocable_v<L, int *>, std::is_invocable<L, int *>::value, std::is_invocable_v<L, char *>);
  printf("%d %d %d\n", std::is_invocable_v<L, int>, std::is_invocable_v<E, L *>, std::is_invocable_r_v<int *, E, E *>);
  printf("%d %d\n", std::is_constructible_v<std::function<int(int *)>, L>, std::is_constructible_v<std::function<int(char *)>, L>);
}
/* OUTPUT:
0 0 1
0 0 0
0 1
*/
