// if, switch and for with a part before: declarations of all kinds.
// C++20
#include <cstdio>
int f(int x) { return x*2; }
int main() {
  if (int y = f(4); y > 5) printf("a %d\n", y); else printf("b %d\n", y);
  switch (int z = f(1); z) { case 2: printf("two\n"); break; default: printf("no\n"); }
  if (auto p = std::pair(1,2); p.first) printf("p\n");
  if (int n = 3) printf("%d\n", n);
  while (int k = f(0)) { }
  for (int a[] = {1,2,3}; int x : a) printf("<%d>", x); 
  printf("\n");
}

/* OUTPUT:
a 8
two
p
3
<1><2><3>
*/
