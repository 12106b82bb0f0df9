// Two-phase lookup ([temp.nondep], [temp.dep.candidate]): what a template names is looked for where
// the template stands; only the namespaces of arguments are looked through where it is used.
// OUT: 1 1 1 1 2
// OUT: 105 107 2
// OUT: 10 20 20
// OUT: 3 6
// OUT: 8 1 2
// OUT: 1 5
// OUT: 8 33 4 1
// OUT: <1> <2> 
// OUT: 1 1
// OUT: 2
#include <cstdio>
#include <iostream>
#include <vector>

int g(long) { return 1; }
template <class T> int plain(T) { return g(1); }
template <class T> int dependent(T t) { return g(t); }
template <class T> int address(T) { int (*p)(long) = g; return p(1); }
int g(int) { return 2; }
int after() { return g(1); }

namespace lib {
struct Box { int v; };
template <class T> int show(const T &t) { return found(t) + 100; }
template <class T> int qualified(T t) { return ::g(t); }
}
namespace app {
struct Thing {};
int found(const Thing &) { return 7; }
}
namespace lib { int found(const Box &b) { return b.v; } }

int h(double) { return 10; }
template <class T> struct Holder {
    int call() { return h(1); }
    int later();
    static int made;
    T value;
};
int h(int) { return 20; }
template <class T> int Holder<T>::later() { return h(1); }
template <class T> int Holder<T>::made = h(1);

struct Vec { int x; };
template <class T> T twice(T a) { return a + a; }
Vec operator+(Vec a, Vec b) { return {a.x + b.x + 1}; }

namespace outer {
namespace ops { struct Num { int x; }; }
template <class T> T thrice(T a) { return a + a + a; }
namespace ops { Num operator+(Num a, Num b) { return {a.x + b.x}; } }
}

using Real = float;
template <class T> int size_of_real(T) { struct Local { int a; }; return sizeof(Local) + sizeof(Real); }

template <class T> int pick(T) { return 1; }
template <class T> int calls_pick(T t) { return pick(t); }
template <class T> int pick(T *) { return 2; } // not associated for int *
struct Mine {};
template <class T> int pick2(T) { return 1; }
template <class T> int calls_pick2(T t) { return pick2(t); }
template <class T> int pick2(T *) { return 2; } // found: Mine's namespace is the global one

namespace first { int f(long) { return 1; } }
namespace second { int f(int) { return 2; } }
using namespace first;
template <class T> int directive(T) { return f(1); }
using namespace second;

int mutual_b(int);
template <class T> int mutual_a(T n) { return n ? mutual_b(n - 1) + 1 : 0; }
int mutual_b(int n) { return n ? mutual_a(n - 1) + 1 : 0; }

template <class T> struct Trait { static int value() { return T::id() + Late<T>::k; }
    template <class U> struct Late { static const int k = 5; }; };
struct Id { static int id() { return 3; } };

enum Color { RED };
template <class T> int colour(T t) { return of_colour(t); }
int of_colour(Color) { return 33; }

template <class T> void print(const std::vector<T> &v) { for (auto &x : v) std::cout << x << ' '; std::cout << '\n'; }
std::ostream &operator<<(std::ostream &o, const Vec &v) { return o << '<' << v.x << '>'; }

struct Base { int member() { return behind_the_class(); } int behind_the_class() { return 4; } };
int x1 = 1;
template <class T> int global_var(T) { return x1; }


__host__ __device__ int dg(long) { return 1; }
template <class T> __global__ void kernel2(int *out, T) { out[threadIdx.x] = dg(1); }
__host__ __device__ int dg(int) { return 2; }

int main() {
    printf("%d %d %d %d %d\n", plain(0), dependent(1), dependent(1L), address(0), after());
    printf("%d %d %d\n", lib::show(lib::Box{5}), lib::show(app::Thing()), lib::qualified(1));
    Holder<int> hi; printf("%d %d %d\n", hi.call(), hi.later(), Holder<int>::made);
    printf("%d %d\n", twice(Vec{1}).x, outer::thrice(outer::ops::Num{2}).x);
    printf("%d %d %d\n", size_of_real(0), calls_pick((int *)0), calls_pick2((Mine *)0));
    printf("%d %d\n", directive(0), mutual_a(5));
    printf("%d %d %d %d\n", Trait<Id>::value(), colour(RED), Base().member(), global_var(0));
    print(std::vector<Vec>{{1}, {2}});
    int *o; cudaMallocManaged(&o, 8); kernel2<<<1, 2>>>(o, 0); cudaDeviceSynchronize(); printf("%d %d\n", o[0], o[1]);
    auto l = [](auto v) { return g(v); }; printf("%d\n", l(1));
    return 0;
}
