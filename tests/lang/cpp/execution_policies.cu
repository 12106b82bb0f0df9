// C++20: algorithms with execution policies.
// GXX: -D_GLIBCXX_USE_TBB_PAR_BACKEND=0
#include <exception>
#include <iomanip>
#include <iostream>
#include <algorithm>
#include <execution>
#include <numeric>
#include <vector>
#include <functional>

template <class... A> void P(const A &...a) {
  const char *gap = "";
  ((std::cout << gap << a, gap = " "), ...);
  std::cout << '\n';
}
template <class R> void L(const R &r) {
  const char *gap = "";
  for (const auto &x : r) std::cout << gap << x, gap = " ";
  std::cout << '\n';
}
namespace ex = std::execution;

template <class F> void section(F f) {
  std::cout << std::setprecision(9) << std::dec << std::noboolalpha;
  std::cout.unsetf(std::ios::floatfield);
  try {
    f();
  } catch (std::exception &e) {
    std::cout << "exception: " << e.what() << '\n';
  }
}
int main() {
  section([] { P(std::is_execution_policy_v<ex::parallel_policy>, std::is_execution_policy_v<int>, std::is_execution_policy<ex::sequenced_policy>::value); });
  section([] { std::vector<int> v{3,1,2,5,4}; std::sort(ex::seq, v.begin(), v.end()); L(v); std::sort(ex::seq, v.begin(), v.end(), std::greater<>()); L(v); std::stable_sort(ex::seq, v.begin(), v.end()); L(v); std::reverse(ex::seq, v.begin(), v.end()); L(v); });
  section([] { std::vector<int> v{3,1,2}, w(3); P(std::reduce(ex::seq, v.begin(), v.end()), std::reduce(ex::seq, v.begin(), v.end(), 10), std::reduce(ex::seq, v.begin(), v.end(), 1, std::multiplies<>()), std::transform_reduce(ex::seq, v.begin(), v.end(), 0, std::plus<>(), [](int x) { return x * x; }), std::transform_reduce(ex::seq, v.begin(), v.end(), v.begin(), 0)); std::transform(ex::seq, v.begin(), v.end(), w.begin(), [](int x) { return -x; }); L(w); std::transform(ex::seq, v.begin(), v.end(), v.begin(), w.begin(), std::multiplies<>()); L(w); });
  section([] { std::vector<int> v{3,1,2}, w(3); std::for_each(ex::seq, v.begin(), v.end(), [](int &x) { x *= 2; }); L(v); std::fill(ex::seq, w.begin(), w.end(), 7); L(w); std::copy(ex::seq, v.begin(), v.end(), w.begin()); L(w); P(std::count(ex::seq, v.begin(), v.end(), 2), std::count_if(ex::seq, v.begin(), v.end(), [](int x) { return x > 2; }), *std::find(ex::seq, v.begin(), v.end(), 4), *std::max_element(ex::seq, v.begin(), v.end()), std::all_of(ex::seq, v.begin(), v.end(), [](int x) { return x > 0; }), std::equal(ex::seq, v.begin(), v.end(), w.begin()), std::is_sorted(ex::seq, v.begin(), v.end())); });
  section([] { std::vector<int> v{3,1,2}, w(3); std::inclusive_scan(ex::seq, v.begin(), v.end(), w.begin()); L(w); std::exclusive_scan(ex::seq, v.begin(), v.end(), w.begin(), 5); L(w); std::generate(ex::seq, v.begin(), v.end(), [] { return 4; }); L(v); v.erase(std::unique(ex::seq, v.begin(), v.end()), v.end()); P(v.size()); std::adjacent_difference(ex::seq, w.begin(), w.end(), w.begin()); L(w); v.erase(std::remove_if(ex::seq, v.begin(), v.end(), [](int x) { return x == 4; }), v.end()); P(v.size()); });
}
/* OUTPUT:
1 0 1
1 2 3 4 5
5 4 3 2 1
1 2 3 4 5
5 4 3 2 1
6 16 6 14 14
-3 -1 -2
9 1 4
6 2 4
7 7 7
6 2 4
1 2 4 6 1 1 0
3 4 6
5 8 9
4 4 4
1
5 3 1
0
*/
