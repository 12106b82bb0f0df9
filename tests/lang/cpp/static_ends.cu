// Objects with static storage are destroyed when the program ends, the last one first, also where no code made them.
#include <cstdio>
struct Line { ~Line() { puts("line"); } } last;
struct P { int x = 3; ~P() { printf("P %d\n", x); } } p, many[2];
static P q;
struct C { C(int v) : v(v) {} int v; ~C() { printf("C %d\n", v); } };
C c(7);
namespace n { P in; }
struct S { static P member; static inline P second; };
P S::member;
void f() { static P local; static Line l; }
int main() { f(); puts("main"); }
/* OUTPUT:
main
line
P 3
P 3
P 3
P 3
C 7
P 3
P 3
P 3
P 3
line
*/
