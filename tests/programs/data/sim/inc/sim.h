#ifndef SIM_H
#define SIM_H
#include <cstdio>
#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif
struct Params { int n; float dt; };
class Body {
public:
    float x, v;
    Body(float x0);
    HD void step(float dt);
    static int count;
};
inline int next_id() { static int id = 0; return ++id; }
extern int verbose;
#ifdef __CUDACC__
extern __constant__ float coef[4];
__device__ float force(float x);
#endif
void launch(const Params &p, float *d);
extern "C" int c_sum(const int *v, int n);
namespace util { void report(const char *what, double v); }
#endif
