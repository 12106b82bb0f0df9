// What only the initial values of members call is there, however objects are made.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>
int g1() { return 1; }
int g2() { return 2; }
int g3() { return 3; }
int g4() { return 4; }
int g5() { return 5; }
int g6() { return 6; }
int g7() { return 7; }
int g8() { return 8; }
int g9() { return 9; }
template <int N> int t() { return N; }
__host__ __device__ int both(int x) { return x * 2; }
struct S { int v; S(const char *p) : v(p[0]) {} };
struct A { int v = g1(); };
struct B { int v[2] = {g2(), t<20>()}; };
struct C { int v = g3(); int w = v + t<30>(); };
struct D { int v = g4(); D() = default; };
struct E { int v = g5(); E() {} explicit E(int) {} };
struct F { std::unique_ptr<A> p = std::make_unique<A>(); int v = g6(); };
struct G : A { int w = g7(); };
struct H { const int &r = both(4); S s = "A"; S list[2] = {"B", "C"}; };
template <class T> struct I { T v = T(g8()); T w{t<80>()}; };
struct J { G g; C c{5}; static inline int n = g9(); int k = [] { return t<90>(); }(); };
struct Dev { int v = both(21); };
struct Cell { std::string name = "name of it"; std::vector<int> v = {1, 2, 3}; };
__global__ void kernel(int *p) { Dev d; *p = d.v; }
C global;
A many[2];
int main() {
    A a, *pa = new A, *arr = new A[2]();
    B b{};
    C c = C();
    D d;
    E e, e2(1);
    F f;
    G g;
    H h;
    I<double> i;
    J j;
    Cell cell, cells[2];
    printf("%d %d %d %d\n", a.v, pa->v, arr[1].v, many[1].v);
    printf("%d %d %d %d %d\n", b.v[0], b.v[1], c.v, c.w, global.w);
    printf("%d %d %d %d %d %d %d\n", d.v, e.v, e2.v, f.v, f.p->v, g.v, g.w);
    printf("%d %d %d %d\n", h.s.v, h.list[1].v, (int)i.v, (int)i.w);
    printf("%d %d %d %d %d\n", j.g.w, j.c.v, j.c.w, J::n, j.k);
    printf("%s %zu %s\n", cell.name.c_str(), cell.v.size(), cells[1].name.c_str());
    std::vector<C> v(2);
    v.emplace_back();
    auto made = std::make_shared<G>();
    printf("%d %d\n", v[2].w, made->w);
    int *p;
    cudaMallocManaged(&p, 4);
    kernel<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%d\n", *p);
}
/* OUTPUT:
1 1 1 1
2 20 3 33 33
4 5 5 6 1 1 7
65 67 8 80
7 5 35 9 90
name of it 3 name of it
33 7
42
*/
