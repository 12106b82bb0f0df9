// Reductions of classes that OpenMP's directives declare; what threads found is joined in their order.
// GXX: -fopenmp
// GXX-ENV: OMP_THREAD_LIMIT=1 (its threads join what they found in any order)
#include <cstdio>
#include <vector>
#include <string>
#include <omp.h>
struct V { double x = 0; V() {} V(double a) : x(a) {} V operator+(const V &o) const { return V(x + o.x); } };
#pragma omp declare reduction(+ : V : omp_out = omp_out + omp_in)
#pragma omp declare reduction(join : std::vector<int> : omp_out.insert(omp_out.end(), omp_in.begin(), omp_in.end()))
static int hits;
#pragma omp threadprivate(hits)
int main() {
    omp_set_num_threads(3);
    V v(5);
    std::vector<int> all;
#pragma omp parallel for reduction(+ : v) reduction(join : all) schedule(static)
    for (int i = 0; i < 20; i++) { v = v + V(i); if (i % 3 == 0) all.push_back(i); hits++; }
    printf("%g", v.x);
    for (int x : all) printf(" %d", x);
    int n = 0;
#pragma omp parallel reduction(+ : n)
    n += hits;
    printf(" %d\n", n);
}
/* OUTPUT:
195 0 3 6 9 12 15 18 20
*/
