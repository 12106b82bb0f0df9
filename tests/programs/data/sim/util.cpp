#include "sim.h"
#ifdef __CUDACC__
#error no
#endif
static int helper(int a) { return -a; }
int Body::count = 0;
Body::Body(float x0) : x(x0), v(1) { count++; helper(1); next_id(); }
namespace util { void report(const char *what, double v) { printf("%s=%g\n", what, v); } }
