#include "shared.h"
#include <cstdio>
static int thrice(int x) { return 3 * x; } REGISTER(thrice);
int main() { int bad = 0;
#define T(c) do { if (!(c)) { printf("%d: %s\n", __LINE__, #c); bad++; } } while (0)
 float c[4] = {10, 20, 30, 40}; set_coef(c); int *o; cudaMallocManaged(&o, 128); T(run_b(o) == 99); T(per_file == 0 && anon == 1); T(o[1] == 22 && o[4] == 27); T(get_count() == 32);
 Log::get().add("a"); T(Log::get().lines.size() == 2); T(counter() == 2); T(Holder<int>::value == 5 && Holder<int>::uses == 1 && Holder<int>::k[2] == 3); T(global_inline == 6 && inline_string == "abcd"); T(registry().size() == 2 && registry()["twice"](4) == 8 && registry()["thrice"](4) == 12);
 T(std::string(name_of(Color::Green)) == "green"); Base *b = new Derived; T(std::string(b->who()) == "derived" && b->id == 100); Base b2; T(b2.id == 101 && std::string(b2.who()) == "base"); delete b; { Counted x, y = x; T(Counted::live == 2); } T(Counted::live == 0);
 try { throws(7); T(false); } catch (const MyErr &e) { T(e.code == 7); } int sum = 0; each(4, [](int i, void *u) { *(int *)u += i; }, &sum); T(sum == 6); T(c_func(3) == 13); c_global = 2; T(c_func(3) == 7); T(tl == 3 && order.size() == 3); Opaque *q = make_opaque(5); T(use_opaque(*q) == 10); free_opaque(q);
 apply<<<1, 4>>>([=] __device__(int i) { return i * sum; }, o, 4); cudaDeviceSynchronize(); T(o[3] == 18); puts(bad ? "FAIL" : "PASS"); return bad; }
