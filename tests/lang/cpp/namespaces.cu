// Namespaces: nested, inline, without a name, aliases, using; qualified, unqualified and argument-dependent lookup.
#include <cstdio>
#include <iostream>
namespace A {
int x = 1;
namespace B {
int x = 2, y = 20;
struct Z { int v; static int made; int twice() const { return 2 * v; } };
int Z::made = 7;
int get() { return x + ::A::x; }
int f(Z z) { return z.v; }
Z operator+(Z a, Z b) { return Z{a.v + b.v}; }
void show(const Z &z) { std::printf("Z %d\n", z.v); }
}
int later();
enum Mode { Fast = 3, Slow };
enum class Kind { One = 1, Two };
}
namespace A { int y = 5; int both() { return x + y + B::y; } }
int A::later() { return y + 100; }
namespace A::B { int deep = 9; }
inline namespace v1 { int in_line = 11; struct P { int q; }; }
namespace { int hidden = 12; }
namespace ab = A::B;
int x = 1000;
struct cg { int x; };
struct chrono { int y; };
namespace N {
template <typename T> struct Box { T v; struct Node { T t; Node *next; }; typedef T value_type; enum { Size = sizeof(T) }; };
template <typename T> T twice(T a) { return a + a; }
}
template <typename T> struct Use { typename N::Box<T>::Node n; typename N::Box<T>::value_type u; };
__device__ int device_value(int i) { return i * A::Slow; }
namespace gpu { __global__ void k(int *p) { p[threadIdx.x] = device_value(threadIdx.x) + A::Fast; } }
namespace M { int x = 77; void g() {} }
int main() {
    std::printf("%d %d %d %d\n", A::x, A::B::x, ::A::B::y, ab::deep);
    std::printf("%d %d %d\n", A::B::get(), A::both(), A::later());
    A::B::Z z{4};
    std::printf("%d %d %d %d\n", f(z), (z + z).v, z.twice(), A::B::Z::made);
    show(z);
    std::printf("%d %d %d %d\n", A::Fast, A::Slow, (int)A::Kind::Two, A::Mode::Slow);
    std::printf("%d %d %d %d\n", in_line, v1::in_line, hidden, ::x);
    P p{3}; v1::P r{4};
    cg c{5}; chrono d{6};
    std::printf("%d %d %d %d\n", p.q, r.q, c.x, d.y);
    {
        using namespace A::B;
        using M::x;
        std::printf("%d %d\n", y, x);
    }
    using A::B::deep;
    using Z = A::B::Z;
    namespace shortname = A::B;
    Z w = {deep};
    std::printf("%d %d\n", w.v, shortname::y);
    N::Box<int>::Node n{1, nullptr};
    N::Box<float>::value_type q = 2.5f;
    Use<int> u{{2, nullptr}, 3};
    std::printf("%d %g %d %d %d %d\n", n.t, q, (int)N::Box<double>::Size, u.n.t, u.u, N::twice(21));
    int *m;
    cudaMallocManaged(&m, 4 * sizeof(int));
    gpu::k<<<1, 4>>>(m);
    cudaDeviceSynchronize();
    std::printf("%d %d\n", m[0], m[3]);
    return 0;
}
/* OUTPUT:
1 2 20 9
3 26 105
4 8 8 7
Z 4
3 4 2 4
11 11 12 1000
3 4 5 6
20 77
9 20
1 2.5 8 2 3 42
3 15
*/
