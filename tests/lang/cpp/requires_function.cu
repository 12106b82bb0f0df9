// C++17 has functions and members called `requires` and `concept`; a constraint's has braces.
#include <cstdio>
int requires(int x) { return x + 1; }
int concept(int y) { return y * 2; }
struct S { int requires; int concept; };
int main() {
    int a = requires(3);
    S s{1, 2};
    printf("%d %d %d %d %d\n", a, s.requires, s.concept, concept(4), requires(requires(1)) + 1);
}
/* OUTPUT:
4 1 2 8 4
*/
