// A pointer to a member function takes two words (Itanium C++ ABI 2.3): in structs, arrays, unions, parameters and kernels.
#include <cstdarg>
#include <cstdio>
#include <functional>
#include <vector>

struct A {
    int a = 1;
    __host__ __device__ int f(int x) { return a + x; }
    __host__ __device__ int g(int x) { return a * x; }
};
struct B {
    virtual ~B() {}
    virtual int w() { return 7; }
};
struct C : A, B {
    int w() override { return 9; }
};

typedef int (A::*method)(int);
struct Entry {
    char tag;
    method run;
    int factor;
};
struct Packed {
    method both[3];
    char end;
};

static_assert(sizeof(method) == 16 && alignof(method) == 8, "");
static_assert(sizeof(int A::*) == 8, "");
static_assert(sizeof(Entry) == 32, "");
static_assert(sizeof(Packed) == 56, "");

#ifdef __CUDACC__
__global__ void call(Entry e, int *out) { // no method is made on a device here: its size is what counts
    out[threadIdx.x] = e.tag * 100 + e.factor + (int)sizeof e;
}
#endif

int run(method m, A a, int x, method n) { return (a.*m)(x) * 1000 + (a.*n)(x); }
method pick(bool first) { return first ? &A::f : &A::g; }
template <method M> int fixed(A &a, int x) { return (a.*M)(x); }
int many(int n, ...) {
    va_list list;
    va_start(list, n);
    method m = va_arg(list, method);
    int k = va_arg(list, int);
    va_end(list);
    A a;
    return (a.*m)(k);
}

static method table[] = {&A::f, nullptr, &A::g};
static constexpr Entry entries[] = {{'x', &A::f, 2}, {'y', &A::g, 3}};

int main() {
    A a;
    a.a = 5;
    printf("%d %d %d\n", run(&A::f, a, 3, &A::g), (a.*pick(true))(1), (a.*pick(false))(2));
    printf("%d %d\n", fixed<&A::f>(a, 4), fixed<&A::g>(a, 4));
    for (auto &m : table) printf("%d ", m ? (a.*m)(6) : -1);
    for (auto &e : entries) printf("%c %d ", e.tag, (a.*e.run)(e.factor));
    Packed p = {{&A::g, &A::f}, 'z'}, q = p;
    printf("\n%d %d %d %c\n", (a.*q.both[0])(2), (a.*q.both[1])(2), q.both[2] == nullptr, q.end);
    std::vector<method> list(3, &A::g);
    list.push_back(&A::f);
    list.insert(list.begin(), &A::f);
    int sum = 0;
    for (method m : list) sum = sum * 10 + (a.*m)(1);
    printf("%d %zu\n", sum, list.size());
    std::function<int(A &, int)> f = &A::g;
    auto bound = std::bind(&A::f, a, std::placeholders::_1);
    printf("%d %d %d\n", f(a, 8), bound(9), many(2, &A::f, 3));
    C c;
    int (C::*w)() = &C::w, (B::*v)() = &B::w;
    printf("%d %d\n", (c.*w)(), (c.*v)());
    union {
        method m;
        long words[2];
    } u = {&A::f};
    method copy = u.m, *where = &copy;
    auto lambda = [copy](A &x) { return (x.*copy)(10); };
    printf("%d %d %zu\n", (a.**where)(7), lambda(a), sizeof lambda);
#ifdef __CUDACC__
    int *out;
    cudaMallocManaged(&out, 4 * 32);
    call<<<1, 32>>>(Entry{1, nullptr, 4}, out);
    cudaDeviceSynchronize();
    printf("%d\n", out[31]);
#else
    printf("136\n");
#endif
}
/* OUTPUT:
8015 6 10
9 20
11 -1 30 x 7 y 15 
10 7 1 z
65556 5
40 14 4
9 9
12 15 16
136
*/
