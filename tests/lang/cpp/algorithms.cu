// <algorithm>, <numeric>, <limits>, <array>, <utility>, <functional>: what g++ prints of the same program.
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>
struct Item { int key; float w; };
bool by_key(const Item &a, const Item &b) { return a.key < b.key; }
static int next_value = 0;
int next() { return next_value++; }
bool even(int x) { return x % 2 == 0; }
float half_of(float x) { return x / 2; }
struct Scale { float s; float operator()(float x) const { return s * x; } };
int main() {
  float a[10], b[10];
  std::fill(a, a + 10, 1.5f); std::fill_n(b, 10, 0); std::copy(a, a + 5, b);
  printf("%g %g %g\n", a[9], b[4], b[5]);
  std::iota(std::begin(a), std::end(a), 1.0f);
  printf("%g %g\n", std::accumulate(a, a + 10, 0.0), std::inner_product(a, a + 10, a, 0.0f));
  std::reverse(a, a + 10); printf("%g %g\n", a[0], a[9]);
  int v[1000]; unsigned seed = 1; for (int i = 0; i < 1000; i++) v[i] = (seed = seed * 1103515245 + 12345) >> 16 & 1023;
  std::sort(v, v + 1000); printf("%d %d\n", std::is_sorted(v, v + 1000), *std::max_element(v, v + 1000) == v[999]);
  std::sort(v, v + 1000, std::greater<int>()); printf("%d\n", v[0] >= v[1] && v[998] >= v[999]);
  Item items[5] = {{3, 1}, {1, 2}, {3, 3}, {2, 4}, {1, 5}};
  std::stable_sort(items, items + 5, by_key); for (int i = 0; i < 5; i++) printf("%d:%g ", items[i].key, items[i].w); puts("");
  int g[6]; std::generate(g, g + 6, next); printf("%d %ld %ld\n", g[5], (long)std::count_if(g, g + 6, even), (long)std::count(g, g + 6, 3));
  printf("%ld %d %d\n", (long)(std::find(g, g + 6, 4) - g), std::find(g, g + 6, 9) == g + 6, std::all_of(g, g + 6, even));
  std::transform(a, a + 10, b, half_of); printf("%g\n", b[0]); std::transform(a, a + 10, b, Scale{3}); printf("%g\n", b[0]);
  std::transform(a, a + 10, b, b, std::plus<float>()); printf("%g\n", b[0]);
  int x = 1, y = 2; std::swap(x, y); printf("%d %d\n", x, y);
  printf("%d %d %g\n", std::clamp(7, 1, 5), std::max(3, 4), std::min(2.5, 1.5));
  printf("%g %d %d %g\n", std::numeric_limits<float>::max(), std::numeric_limits<int>::min(), (int)std::numeric_limits<unsigned char>::max(), std::numeric_limits<double>::epsilon());
  printf("%d\n", -std::numeric_limits<float>::infinity() < std::numeric_limits<float>::lowest());
  std::array<int, 3> arr = {1, 2, 3}; arr[1] = 7; auto copy_of = arr; copy_of[0] = 9; printf("%d %d %zu %d\n", arr[1], arr[0], arr.size(), std::accumulate(arr.begin(), arr.end(), 0));
  std::pair<int, float> p = {1, 2.5f}; auto q = std::make_pair(1, 2.5f); printf("%d %g %d\n", p.first, q.second, p == q);
  int sorted[] = {1, 3, 3, 5, 8}; printf("%ld %ld %d\n", (long)(std::lower_bound(sorted, sorted + 5, 3) - sorted), (long)(std::upper_bound(sorted, sorted + 5, 3) - sorted), std::binary_search(sorted, sorted + 5, 4));
  int *end = std::unique(sorted, sorted + 5); printf("%ld\n", (long)(end - sorted)); printf("%d\n", std::gcd(12, 18));
}
/* OUTPUT:
1.5 1.5 0
55 385
10 1
1 1
1
1:2 1:5 2:4 3:1 3:3 
5 3 1
4 1 0
5
30
40
2 1
5 4 1.5
3.40282e+38 -2147483648 255 2.22045e-16
1
7 1 3 11
1 2.5 1
1 3 0
4
6
*/
