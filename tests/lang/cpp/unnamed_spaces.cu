// A namespace without a name is a namespace of its own: behind `A::` A's own names hide its, and `using A::f` brings its functions where A has none.
#include <cstdio>
namespace A {
int x = 1;
int y = 7;
int f(int) { return 1; }
namespace {
int x = 2;
int z = 9;
int f(int) { return 2; }
int f(double) { return 3; }
int only(int) { return 4; }
struct S { int v = 4; };
template <typename T> T t(T v) { return v + 1; }
namespace { int deeper = 11; }
}
struct S { int v = 5; };
int g() { return y + z + only(1) + deeper; }
}
namespace B { using A::f; using A::only; int h() { return f(1.5) * 10 + only(2); } }
using A::z;
namespace { int q = 3; enum E { E1, E2 }; struct P { int v; int twice(); }; P min(P a, P b) { return a.v < b.v ? a : b; } int both(P p) { return p.v; } }
int P::twice() { return 2 * v; }
namespace I { inline namespace { int r = 6; } }
namespace { int q2 = q + 1; }
__global__ void k(int *out) { *out = 1; }
namespace { __global__ void k(double *out) { *out = 2; } }
int main() {
    printf("%d %d %d %d %d %d %d\n", A::x, A::f(1), A::f(1.5), A::z, B::h(), A::S().v, A::t(3));
    printf("%d %d %d %d %d %d %d %d\n", z, ::q, ::E2, q, q2, I::r, A::g(), A::deeper);
    printf("%d %g %d %d\n", min(P{3}, P{4}).v, min(3.5, 4.5), both(P{8}), P{8}.twice());
    int *i;
    double *d;
    cudaMallocManaged(&i, sizeof *i);
    cudaMallocManaged(&d, sizeof *d);
    k<<<1, 1>>>(i);
    k<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    printf("%d %g\n", *i, *d);
}
/* OUTPUT:
1 1 1 9 14 5 4
9 3 1 3 4 6 31 11
3 3.5 8 16
1 2
*/
