// Objects with static storage end their lives after main, the last one first.
#include <cstdio>
struct L { int id; L(int i) : id(i) { printf("L%d\n", i); } ~L() { printf("~%d\n", id); } };
L a(1);
L arr[2] = {2, 3};
int f() { static L s(9); return s.id; }
int main() { printf("main %d\n", f()); L local(5); return 0; }
/* OUTPUT:
L1
L2
L3
L9
main 9
L5
~5
~9
~3
~2
~1
*/
