// A constant whose address a lambda takes is captured like any other variable.
#include <algorithm>
#include <stdio.h>

int main() {
    const int c = 5;
    const double d = 2.5;
    auto f = [&] {
        const int *p = &c;
        return (p == &c) * 10 + *p + (int)std::max(c, 3);
    };
    auto h = [=] {
        const int *p = &c;
        int a[c] = {1, 2};
        return *p + (int)std::max(d, 3.0) + a[1] + (int)(sizeof a / sizeof *a);
    };
    const int *outside = &c;
    auto same = [&] { return outside == &c; };
    auto other = [=] { return outside == &c; };
    printf("%d %d %d %d\n", f(), h(), same(), other());
    int seen = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
        seen = outside == &c ? *(&c) : 100;
    }
    printf("%d\n", seen);
}
/* OUTPUT:
20 15 1 0
5
*/
