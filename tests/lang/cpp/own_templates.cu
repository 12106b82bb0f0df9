// A program's own templates win over those of headers that have the same names. g++ prints the same.
#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <utility>
template <typename T> T max(T a, T b) { return a > b ? a : b; }
template <class T> void swap(T &x, T &y) { T t = x; x = y; y = t; }
template <typename T> void sort(T *a, int n) {
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (a[j] < a[i]) { T t = a[i]; a[i] = a[j]; a[j] = t; }
}
template <typename T> struct pair { T a, b; };
int main() {
    int x = 1, y = 2, a[] = {3, 1, 2};
    ::swap(x, y);
    sort(a, 3);
    std::reverse(a, a + 3);
    pair<int> p = {1, 2};
    std::cout << ::max(3, 4) << x << y << a[0] << a[2] << p.b << std::endl;
    std::array<int, 3> v = {1, 2, 3}, w = v;
    std::cout << (v == w) << std::get<1>(v) << *std::begin(v) << std::size(v) << std::endl;
    std::cout << std::min<int>(2, 3L) << std::min(4, 3, std::greater<int>()) << std::min<double>(1.5, 2) << std::endl;
}
/* OUTPUT:
421312
1213
241.5
*/
