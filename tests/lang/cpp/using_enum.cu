// C++20: `using enum`, and `using` of one constant, in functions, structs, namespaces and at top level.
#include <cstdio>
enum class Color : unsigned char { Red, Green = 5, Blue };
namespace n { enum class Op { Add, Mul }; enum Plain { P0 = 7 }; }
using Color::Red;
int f(Color c) {
    switch (c) {
        using enum Color;
    case Red: return 1;
    case Green: return 2;
    case Blue: return 3;
    }
    return 0;
}
struct W { using enum n::Op; Color c = Color::Blue; static constexpr n::Op best() { return Mul; } };
namespace m { using enum Color; constexpr Color favourite = Green; }
template <class T> int apply(n::Op op, T a, T b) {
    using enum n::Op;
    if (op == Add) return a + b;
    { using n::Op::Mul; return op == Mul ? a * b : 0; }
}
__global__ void k(int *p) { using enum Color; p[0] = (int)Green + (Red == Color::Red); }
int main() {
    using enum n::Plain;
    int *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", f(Red), f(m::Green), f(m::favourite), f(W().c));
    printf("%d %d %d %d\n", apply(W::Add, 3, 4), apply(W::best(), 3, 4), P0, p[0]);
    static_assert((int)m::Blue == 6 && W::Add == n::Op::Add);
}
/* OUTPUT:
1 2 2 3
7 12 7 6
*/
