// RUN: cells
// Macros in a session: redefined, undefined, used before and after; what uses them follows.
#define N 4
int twice(void) { return 2 * N; }
printf("%d\n", twice());
#define N 5
printf("%d\n", twice());
#define SCALE(x) ((x) * N)
int scaled(int x) { return SCALE(x); }
printf("%d\n", scaled(3));
#define SCALE(x) ((x) + N)
#define N 100
printf("%d\n", scaled(3));
#undef N
#define M N
const int N = 7;
printf("%d %d\n", twice(), M);
#include <limits.h>
#include <limits.h>
printf("%d %s\n", INT_MAX, __FILE_NAME__[0] == 'I' ? "cell" : "?");
#ifdef __CUDACC__
puts("CUDA");
#else
puts("C");
#endif
/* OUTPUT:
8
10
15
103
14 7
2147483647 cell
CUDA
*/
