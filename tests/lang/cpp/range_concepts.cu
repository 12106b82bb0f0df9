// C++20: what iterators and ranges can be asked for.
#include <array>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <map>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>
template <class R> void say(const char *name) {
    namespace r = std::ranges;
    printf("%s: %d %d %d %d %d %d %d %d %d\n", name, r::range<R>, r::sized_range<R>, r::input_range<R>, r::forward_range<R>,
           r::bidirectional_range<R>, r::random_access_range<R>, r::contiguous_range<R>, r::common_range<R>, r::borrowed_range<R>);
}
template <std::ranges::contiguous_range R> auto total(const R &r) {
    std::ranges::range_value_t<R> sum{};
    for (std::size_t i = 0; i < std::ranges::size(r); i++) sum += std::ranges::data(r)[i];
    return sum;
}
template <std::random_access_iterator I> const char *kind(I) { return "random"; }
template <std::bidirectional_iterator I> const char *kind(I) { return "both ways"; }
template <std::forward_iterator I> const char *kind(I) { return "forward"; }
template <std::contiguous_iterator I> const char *kind(I) { return "contiguous"; }
namespace mine {
struct none {};
}
int main() {
    say<std::vector<int>>("vector");
    say<const std::vector<int> &>("const vector &");
    say<std::array<float, 3>>("array");
    say<int[4]>("int[4]");
    say<std::string>("string");
    say<std::deque<int>>("deque");
    say<std::list<int>>("list");
    say<std::forward_list<int>>("forward_list");
    say<std::map<int, int>>("map");
    say<std::unordered_set<int>>("unordered_set");
    say<mine::none>("none");
    say<int>("int");
    std::vector<float> v{1, 2, 3.5f};
    int a[] = {1, 2, 3};
    printf("%g %d\n", total(v), total(a));
    std::list<int> l{1};
    std::forward_list<int> f{1};
    std::deque<int> d{1};
    printf("%s, %s, %s, %s\n", kind(l.begin()), kind(f.begin()), kind(d.begin()), kind(v.data()));
    static_assert(std::is_same_v<std::iter_value_t<const int *>, int> && std::is_same_v<std::iter_reference_t<const int *>, const int &>);
    static_assert(std::sentinel_for<int *, int *> && std::output_iterator<int *, int> && !std::output_iterator<const int *, int>);
    static_assert(!std::input_iterator<int> && !std::input_iterator<mine::none> && std::weakly_incrementable<int>);
}
/* OUTPUT:
vector: 1 1 1 1 1 1 1 1 0
const vector &: 1 1 1 1 1 1 1 1 1
array: 1 1 1 1 1 1 1 1 0
int[4]: 1 1 1 1 1 1 1 1 0
string: 1 1 1 1 1 1 1 1 0
deque: 1 1 1 1 1 1 0 1 0
list: 1 1 1 1 1 0 0 1 0
forward_list: 1 0 1 1 0 0 0 1 0
map: 1 1 1 1 1 0 0 1 0
unordered_set: 1 1 1 1 0 0 0 1 0
none: 0 0 0 0 0 0 0 0 0
int: 0 0 0 0 0 0 0 0 0
6.5 6
both ways, forward, random, contiguous
*/
