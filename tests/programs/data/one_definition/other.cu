#include "shared.h"
__constant__ float coef[4]; __device__ int dcount; int Counted::live = 0; Base::~Base() {} int Base::next() { static int n = 100; return n++; } const char *Derived::who() const { return "derived"; }
void set_coef(const float *p) { cudaMemcpyToSymbol(coef, p, sizeof coef); } int get_count() { int n; cudaMemcpyFromSymbol(&n, dcount, sizeof n); return n; }
static int twice(int x) { return 2 * x; } REGISTER(twice);
int run_b(int *o) { per_file = 99; anon = 50; Log::get().add("b"); counter(); shared_value<int>() += 10; Holder<int>::value += 5; Holder<int>::uses++; global_inline++; inline_string += "d"; apply<<<1, 32>>>([] __device__(int i) { atomicAdd(&dcount, 1); return (int)(coef[i % 4] + poly(i)); }, o, 32); cudaDeviceSynchronize(); return per_file; }
void throws(int c) { throw MyErr{c}; } void each(int n, callback_t cb, void *u) { for (int i = 0; i < n; i++) cb(i, u); } thread_local int tl = 3; std::vector<int> order = {1, 2, 3};
struct Opaque { std::vector<int> v; }; Opaque *make_opaque(int n) { return new Opaque{std::vector<int>(n, 2)}; } int use_opaque(const Opaque &o) { int s = 0; for (int x : o.v) s += x; return s; } void free_opaque(Opaque *o) { delete o; }
