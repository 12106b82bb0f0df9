// Forms of algorithms that take an order or a predicate of one's own, and iterators that only step.
#include <algorithm>
#include <forward_list>
#include <functional>
#include <iostream>
#include <iterator>
#include <list>
#include <numeric>
#include <vector>
using V = std::vector<int>;
static void show(const V &v) { for (int x : v) std::cout << x << ' '; std::cout << '\n'; }
int main() {
    V v{3, 1, 4, 1, 5, 9, 2, 6}, w{9, 6, 5, 4, 3, 2, 1, 1}, o;
    std::greater<int> g;
    auto mod = [](int a, int b) { return a % 3 == b % 3; };
    auto mm = std::minmax_element(v.begin(), v.end(), g);
    std::cout << *mm.first << *mm.second << mm.second - v.begin() << '\n';
    auto m2 = std::minmax(3, 4, g); auto m3 = std::minmax({5, 2, 8}, g);
    std::cout << m2.first << m3.first << m3.second << std::max({1, 7, 3}, g) << std::min({1, 7, 3}, g) << std::max(1, 2, g) << std::clamp(5, 3, 1, g) << '\n';
    std::list<int> l(v.begin(), v.end()), p{1, 5}, none{5, 1};
    std::cout << std::distance(l.begin(), std::search(l.begin(), l.end(), p.begin(), p.end())) << (std::search(l.begin(), l.end(), none.begin(), none.end()) == l.end()) << '\n';
    std::cout << std::search(v.begin(), v.end(), p.begin(), p.end(), mod) - v.begin() << std::find_end(v.begin(), v.end(), p.begin(), p.end(), mod) - v.begin()
              << std::find_first_of(v.begin(), v.end(), p.begin(), p.end(), mod) - v.begin() << std::adjacent_find(v.begin(), v.end(), mod) - v.begin()
              << std::search_n(v.begin(), v.end(), 2, 0, mod) - v.begin() << '\n';
    std::cout << std::equal(v.begin(), v.end(), w.begin(), mod) << std::equal(v.begin(), v.end(), w.begin(), w.end()) << std::equal(v.begin(), v.end(), w.begin(), w.end(), mod)
              << std::is_permutation(v.begin(), v.end(), w.begin()) << (std::mismatch(v.begin(), v.end(), w.begin(), mod).first - v.begin())
              << (std::mismatch(v.begin(), v.end(), v.begin(), v.end()).first - v.begin()) << std::lexicographical_compare(v.begin(), v.end(), w.begin(), w.end(), g) << '\n';
    std::cout << std::is_sorted(w.begin(), w.end(), g) << std::binary_search(w.begin(), w.end(), 5, g) << std::lower_bound(w.begin(), w.end(), 5, g) - w.begin()
              << std::upper_bound(w.begin(), w.end(), 1, g) - w.begin() << std::equal_range(w.begin(), w.end(), 1, g).first - w.begin()
              << std::is_sorted_until(v.begin(), v.end(), g) - v.begin() << std::includes(w.begin(), w.end(), p.rbegin(), p.rend(), g) << '\n';
    V a{9, 5, 1}, b{8, 5, 2};
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(o), g); show(o); o.clear();
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(o), g); show(o); o.clear();
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(o), g); show(o); o.clear();
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(o), g); show(o); o.clear();
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(o), g); show(o); o.clear();
    o = {9, 5, 1, 8, 5, 2}; std::inplace_merge(o.begin(), o.begin() + 3, o.end(), g); show(o);
    o = v; std::partial_sort(o.begin(), o.begin() + 3, o.end(), g); o.resize(3); show(o);
    std::partial_sort_copy(v.begin(), v.end(), o.begin(), o.end(), g); show(o);
    o = v; std::nth_element(o.begin(), o.begin() + 2, o.end(), g); std::cout << o[2] << '\n';
    o = v; std::make_heap(o.begin(), o.end(), g); std::cout << o[0] << std::is_heap(o.begin(), o.end(), g) << (std::is_heap_until(o.begin(), o.end(), g) == o.end());
    std::pop_heap(o.begin(), o.end(), g); std::cout << o.back(); std::push_heap(o.begin(), o.end(), g); std::sort_heap(o.begin(), o.end(), g); show(o);
    o = {1, 2, 3}; std::next_permutation(o.begin(), o.end(), g); show(o); std::prev_permutation(o.begin(), o.end(), g); show(o);
    o.clear(); std::unique_copy(v.begin(), v.end(), std::back_inserter(o), mod); show(o);
    o = v; o.erase(std::unique(o.begin(), o.end(), mod), o.end()); show(o);
    o.clear(); std::transform(v.begin(), v.end(), w.begin(), std::back_inserter(o), std::plus<>()); show(o);
    o.clear(); std::rotate_copy(v.begin(), v.begin() + 2, v.end(), std::back_inserter(o)); show(o);
    o.clear(); std::replace_copy_if(v.begin(), v.end(), std::back_inserter(o), [](int x) { return x > 4; }, 0); show(o);
    std::forward_list<int> f{5, 3, 8};
    std::cout << *std::max_element(f.begin(), f.end()) << std::count_if(f.begin(), f.end(), [](int x) { return x > 4; }) << *std::find(f.begin(), f.end(), 3) << std::accumulate(f.begin(), f.end(), 1, std::multiplies<>()) << '\n';
    std::list<int> l2(l); l2.sort(g); std::cout << *std::lower_bound(l2.begin(), l2.end(), 4, g) << *std::next(l2.begin(), 2) << '\n';
    std::rotate(l2.begin(), std::next(l2.begin(), 3), l2.end()); std::reverse(l2.begin(), l2.end()); for (int x : l2) std::cout << x << ' ';
    std::cout << std::inner_product(v.begin(), v.end(), w.begin(), 0, std::plus<>(), [](int x, int y) { return x > y; }) << std::reduce(v.begin(), v.end(), 0, [](int x, int y) { return x > y ? x : y; }) << std::transform_reduce(v.begin(), v.end(), 0, std::plus<>(), [](int x) { return x * x; }) << '\n';
    std::adjacent_difference(v.begin(), v.end(), o.begin(), std::plus<>()); show(o); std::partial_sum(v.begin(), v.end(), o.begin(), std::multiplies<>()); show(o);
    std::sort(v.rbegin(), v.rend()); show(v); std::stable_sort(v.begin(), v.end(), [](int x, int y) { return x % 2 < y % 2; }); show(v);
    std::cout << (std::stable_partition(v.begin(), v.end(), [](int x) { return x > 2; }) - v.begin()) << ' '; show(v);
    std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, ",")); std::cout << '\n';
}
/* OUTPUT:
913
4821713
31
33118
0001180
1128621
9 8 5 5 2 1 
9 8 5 2 1 
5 
9 1 
9 8 2 1 
9 8 5 5 2 1 
9 6 5 
9 6 5 
5
11119 6 5 4 3 2 1 1 
3 2 1 
1 2 3 
3 1 5 9 2 6 
3 1 5 9 2 6 
12 7 9 5 8 11 3 7 
4 1 5 9 2 6 3 1 
3 1 4 1 0 0 2 0 
823120
45
5 6 9 1 1 2 3 4 49173
3 4 5 5 6 14 11 8 
3 3 12 12 60 540 1080 6480 
9 6 5 4 3 2 1 1 
6 4 2 9 5 3 1 1 
5 6 4 9 5 3 2 1 1 
6,4,9,5,3,2,1,1,
*/
