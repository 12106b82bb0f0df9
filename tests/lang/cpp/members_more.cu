// More of what structs with members have: initial values, enumerations and structs inside, anonymous unions.
#include <stdio.h>
struct Params {
    enum Mode { LINEAR, QUADRATIC = 5, CUBIC };
    enum { MAXN = 16 };
    struct Range { float lo, hi; __host__ __device__ float span() const { return hi - lo; } };
    Mode mode = QUADRATIC;
    Range range = {0, 10};
    float k[4] = {1, 2, 3};
    int n{MAXN}, zero{};
    __host__ __device__ float at(int i) const { return range.lo + i * range.span() / n; }
    __host__ __device__ float eval(float x) const {
        switch (mode) {
        case LINEAR: return k[0] + k[1] * x;
        case QUADRATIC: return k[0] + k[1] * x + k[2] * x * x;
        default: return zero;
        }
    }
};
__constant__ Params cp;
__global__ void run(Params p, float *out)
{
    int i = threadIdx.x;
    if (i < p.n) out[i] = p.eval(p.at(i)) + cp.eval(1);
}
struct Value {
    enum Kind { Int, Real } kind;
    union { int i; double d; struct { short low, high; }; };
    Value(int v) : kind(Int), i(v) {}
    Value(double v) : kind(Real), d(v) {}
    Value(short a, short b) : kind(Int), low(a), high(b) {}
    double get() const { return kind == Int ? i : d; }
};
struct Made { int a[2] = {4, 5}; int b{6}; Made() {} Made(int b) : b(b) {} };

int main()
{
    Params p, q;
    float *out;
    cudaMallocManaged(&out, 16 * sizeof(float));
    q.mode = Params::LINEAR;
    cudaMemcpyToSymbol(cp, &q, sizeof q);
    run<<<1, 32>>>(p, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < Params::MAXN; i += 3) printf("%g ", out[i]);
    Params::Range r = {1, 4};
    printf("%g %d %d\n", r.span(), (int)Params::CUBIC, p.k[3] == 0);
    Value v[] = {1, 2.5, Value((short)3, (short)1)};
    printf("%g %g %d %g\n", v[0].get(), v[1].get(), v[1].kind == Value::Real, v[2].get());
    Made m, n(7);
    printf("%d %d %d %d\n", m.a[1], m.b, n.a[0], n.b);
}
/* OUTPUT:
4 18.2969 53.6875 110.172 187.75 286.422 3 6 1
1 2.5 1 65539
5 6 4 7
*/
