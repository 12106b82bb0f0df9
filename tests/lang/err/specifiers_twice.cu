// Specifiers that stand twice, or that do not go together.
// ERROR: `static` is written twice
static static int k;
// ERROR: these words do not make a type: one is written twice
unsigned unsigned int u;
// ERROR: these words do not make a type: one is written twice
int int x;
// ERROR: `inline` is written twice
inline inline int f() { return 1; }
// ERROR: `extern` does not go with what is before it
static extern int se;
// ERROR: `typedef` is written twice
typedef typedef int tt;
// What is fine.
extern "C" typedef int (*callback)(int);
long long unsigned int a = 1;
int long unsigned b = 2;
const int static c = 3;
__device__ __device__ int d;
