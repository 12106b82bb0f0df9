// Operators by their names (and, or, not ...), which C++ has without a header; <iso646.h> changes nothing.
// CHECK: 1 0 11 -12 1
#include <iso646.h>
#include <stdio.h>
#if defined(A) or not defined(B) and 1
int yes = 1;
#endif
struct V { int x; };
bool operator and(V a, V b) { return a.x and b.x; }
int main() { V a{1}, b{0}; int m = 6; m and_eq 3; m or_eq 8; m xor_eq 1;
 printf("%d %d %d %d %d\n", yes, a and b, m, compl m, 5 not_eq (4 bitand 1)); return not yes; }
