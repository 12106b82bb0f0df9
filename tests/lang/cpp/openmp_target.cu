// Target regions in members, templates and namespaces; the values are those of g++ -fopenmp.
// GXX: -fopenmp
#include <cstdio>
#include <vector>
#include <omp.h>
namespace sp { int q = 3; 
#pragma omp declare target
int dq = 4;
#pragma omp end declare target
int h(int n) {
#pragma omp target map(tofrom: n)
    { q = 10; dq = 11; n++; }
    return n; } }
struct P { double x, y; };
struct M {
    int a = 1, v[4] = {0, 0, 0, 0};
    static int count;
    void go(int &r, P &p, int *ptr, int (&ar)[3]) {
        int k = 5;
#pragma omp target
        { a = 7; k = 6; r = 9; p.x = 3; ptr[0] = 4; ptr++; ar[1] = 8; count = 3; v[1] = k; }
        std::printf("%d %d %d %g %d %d %d %d\n", a, k, r, p.x, ptr[0], ar[1], count, v[1]);
#pragma omp target map(tofrom: r, p, k)
        { r++; k++; p.y = r; }
        std::printf("%d %d %g\n", r, k, p.y);
    }
};
int M::count = 2;
template <typename T> T sum(const T *a, int n) {
    T s = 0, other = 0;
#pragma omp target teams distribute parallel for map(to: a[0:n]) reduction(+ : s)
    for (int i = 0; i < n; i++) s += a[i];
#pragma omp target
    other = s;
    return s + other;
}
int main() {
    M m; int r = 1; P p = {0, 0}; int arr[3] = {1, 2, 3}, other[2] = {0, 1};
    m.go(r, p, other, arr);
    std::printf("%d\n", sp::h(3)); std::printf("%d %d\n", sp::q, sp::dq);
    double d[4] = {1, 2, 3, 4};
    std::printf("%g\n", sum(d, 4));
    bool flag = false; char *s = nullptr; const int c = 4; float fl = 1;
#pragma omp target map(from: flag)
    { flag = true; fl = c; s = (char *)&fl; }
    std::printf("%d %g %d\n", flag, fl, s == nullptr);
    std::vector<int> vec(3, 1);
    int *vp = vec.data();
#pragma omp target map(tofrom: vp[:3])
    for (int i = 0; i < 3; i++) vp[i] += i;
    std::printf("%d\n", vec[2]);
    int i;
    #pragma omp teams distribute
    for (i = 0; i < 4; i++) vec[0] = i;
    std::printf("%d\n", vec[0]);
    int tcount = 0, par = 0;
    #pragma omp teams num_teams(1)
    {
        #pragma omp distribute parallel for reduction(+ : par)
        for (int k = 0; k < 10; k++) par += k;
        tcount++;
    }
    std::printf("%d %d\n", tcount, par);
    double *dev = (double *)omp_target_alloc(4 * sizeof(double), omp_get_default_device());
    omp_target_memcpy(dev, d, sizeof d, 0, 0, omp_get_default_device(), omp_get_initial_device());
#pragma omp target is_device_ptr(dev)
    for (int k = 0; k < 4; k++) dev[k] *= 2;
    omp_target_memcpy(d, dev, sizeof d, 0, 0, omp_get_initial_device(), omp_get_default_device());
    std::printf("%g %d\n", d[3], omp_target_is_present(d, 0));
    omp_target_free(dev, omp_get_default_device());
}
/* OUTPUT:
7 5 1 3 4 8 2 6
2 6 2
4
3 11
10
1 1 1
3
3
1 45
8 1
*/
