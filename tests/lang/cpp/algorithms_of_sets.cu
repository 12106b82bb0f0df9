// What algorithms of sets, partitions, copies and sums do: as libstdc++ does them, shuffles and sums of floats too.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <iterator>
#include <list>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>
template <typename C> static void show(const char *what, const C &c) {
    printf("%s:", what);
    for (const auto &x : c) printf(" %d", (int)x);
    printf("\n");
}
int main() {
    std::vector<int> a{1, 2, 2, 3, 5, 8, 8, 9}, b{2, 3, 4, 8, 10}, r;
    auto out = [&](const char *what) { show(what, r); r.clear(); };
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r)); out("union");
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r)); out("intersection");
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r)); out("difference");
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r)); out("symmetric");
    std::set_union(a.rbegin(), a.rend(), b.rbegin(), b.rend(), std::back_inserter(r), std::greater<int>()); out("backward");
    printf("%d %d\n", std::includes(a.begin(), a.end(), b.begin(), b.begin() + 2), std::includes(a.begin(), a.end(), b.begin(), b.end()));
    std::partial_sum(a.begin(), a.end(), std::back_inserter(r)); out("partial_sum");
    std::partial_sum(a.begin(), a.end(), std::back_inserter(r), std::multiplies<int>()); out("products");
    std::adjacent_difference(a.begin(), a.end(), std::back_inserter(r)); out("differences");
    std::inclusive_scan(a.begin(), a.end(), std::back_inserter(r)); out("inclusive");
    std::inclusive_scan(a.begin(), a.end(), std::back_inserter(r), [](int x, int y) { return std::max(x, y); }, 4); out("inclusive max");
    std::exclusive_scan(a.begin(), a.end(), std::back_inserter(r), 100); out("exclusive");
    std::exclusive_scan(a.begin(), a.end(), std::back_inserter(r), 1, std::multiplies<>()); out("exclusive products");
    std::transform_inclusive_scan(a.begin(), a.end(), std::back_inserter(r), std::plus<>(), [](int x) { return x * x; }); out("squares");
    std::transform_exclusive_scan(a.begin(), a.end(), std::back_inserter(r), 0, std::plus<>(), [](int x) { return -x; }); out("negated");
    std::unique_copy(a.begin(), a.end(), std::back_inserter(r)); out("unique_copy");
    std::remove_copy(a.begin(), a.end(), std::back_inserter(r), 2); out("remove_copy");
    std::remove_copy_if(a.begin(), a.end(), std::back_inserter(r), [](int x) { return x % 2; }); out("remove_copy_if");
    std::replace_copy(a.begin(), a.end(), std::back_inserter(r), 8, 7); out("replace_copy");
    std::replace_copy_if(a.begin(), a.end(), std::back_inserter(r), [](int x) { return x > 4; }, 0); out("replace_copy_if");
    std::rotate_copy(a.begin(), a.begin() + 3, a.end(), std::back_inserter(r)); out("rotate_copy");
    std::vector<int> odd, even;
    std::partition_copy(a.begin(), a.end(), std::back_inserter(odd), std::back_inserter(even), [](int x) { return x % 2; });
    show("odd", odd); show("even", even);
    r = a;
    auto cut = std::stable_partition(r.begin(), r.end(), [](int x) { return x % 2 == 0; });
    printf("%d %d ", (int)(cut - r.begin()), std::is_partitioned(r.begin(), r.end(), [](int x) { return x % 2 == 0; }));
    printf("%d\n", (int)(std::partition_point(r.begin(), r.end(), [](int x) { return x % 2 == 0; }) - r.begin())); out("stable_partition");
    std::vector<int> two{2, 8}, eights{8, 8};
    printf("%d %d %d %d %d\n", (int)(std::search_n(a.begin(), a.end(), 2, 8) - a.begin()), (int)(std::search_n(a.begin(), a.end(), 3, 8) - a.begin()),
           (int)(std::find_end(a.begin(), a.end(), eights.begin(), eights.begin() + 1) - a.begin()), (int)(std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) - a.begin()),
           (int)(std::search(a.begin(), a.end(), two.begin(), two.end(), [](int x, int y) { return x == y + 1 || x == y; }) - a.begin()));
    r = a; std::swap(r[1], r[6]);
    printf("%d %d %d %d\n", (int)(std::is_sorted_until(r.begin(), r.end()) - r.begin()), (int)(std::is_heap_until(a.rbegin(), a.rend()) - a.rbegin()),
           std::is_permutation(a.begin(), a.end(), r.begin()), std::is_permutation(a.begin(), a.end(), b.begin(), b.end()));
    r.clear();
    std::vector<std::unique_ptr<int>> p, q;
    for (int i = 0; i < 3; i++) p.push_back(std::make_unique<int>(i));
    q.resize(3);
    std::move(p.begin(), p.end(), q.begin());
    printf("%d %d ", !p[1], *q[2]);
    std::move_backward(q.begin(), q.begin() + 2, q.end());
    printf("%d %d\n", *q[1], *q[2]);
    std::list<int> l{7, 3, 9, 1, 4};
    r.resize(3); std::partial_sort_copy(l.begin(), l.end(), r.begin(), r.end()); out("partial_sort_copy");
    r = {1, 4, 6, 9, 2, 3, 6, 7}; std::inplace_merge(r.begin(), r.begin() + 4, r.end()); out("inplace_merge");

    for (unsigned n = 0; n < 9; n++) {
        std::mt19937 g(n);
        std::vector<int> v(n); std::iota(v.begin(), v.end(), 0);
        std::shuffle(v.begin(), v.end(), g); show("shuffle", v);
        std::sample(v.begin(), v.end(), std::back_inserter(r), 3, g); out("sample");
    }
    { std::minstd_rand g(3); std::vector<int> v(50000); std::iota(v.begin(), v.end(), 0); std::shuffle(v.begin(), v.end(), g);
      for (int i : {0, 7, 49999}) printf("%d ", v[i]);
      std::mt19937_64 h(1); std::shuffle(v.begin(), v.end(), h); for (int i : {0, 7, 49999}) printf("%d ", v[i]); printf("\n"); }
    std::default_random_engine e; std::deque<int> d{1, 2, 3, 4, 5}; std::shuffle(d.begin(), d.end(), e); show("deque", d);

    std::vector<float> f(1001); for (int i = 0; i < 1001; i++) f[i] = 1.0f / (i + 1);
    std::list<float> fl(f.begin(), f.end());
    printf("%a %a %a %a\n", std::reduce(f.begin(), f.end()), std::reduce(fl.begin(), fl.end()), std::accumulate(f.begin(), f.end(), 0.0f), std::reduce(f.begin(), f.end(), 1.0f, [](float x, float y) { return x + y; }));
    printf("%a %a %a\n", std::transform_reduce(f.begin(), f.end(), f.begin(), 0.0f), std::inner_product(f.begin(), f.end(), f.begin(), 0.0), std::transform_reduce(f.begin(), f.end(), 0.0f, std::plus<>(), [](float x) { return x * x; }));
    std::vector<std::string> w{"a", "b", "c"};
    printf("%s %ld %d %d\n", std::accumulate(w.begin(), w.end(), std::string(">")).c_str(), std::gcd(12L, 18), std::lcm(4, -6), std::gcd(0, 5));
}

/* OUTPUT:
union: 1 2 2 3 4 5 8 8 9 10
intersection: 2 3 8
difference: 1 2 5 8 9
symmetric: 1 2 4 5 8 9 10
backward: 10 9 8 8 5 4 3 2 2 1
1 0
partial_sum: 1 3 5 8 13 21 29 38
products: 1 2 4 12 60 480 3840 34560
differences: 1 1 0 1 2 3 0 1
inclusive: 1 3 5 8 13 21 29 38
inclusive max: 4 4 4 4 5 8 8 9
exclusive: 100 101 103 105 108 113 121 129
exclusive products: 1 1 2 4 12 60 480 3840
squares: 1 5 9 18 43 107 171 252
negated: 0 -1 -3 -5 -8 -13 -21 -29
unique_copy: 1 2 3 5 8 9
remove_copy: 1 3 5 8 8 9
remove_copy_if: 2 2 8 8
replace_copy: 1 2 2 3 5 7 7 9
replace_copy_if: 1 2 2 3 0 0 0 0
rotate_copy: 3 5 8 8 9 1 2 2
odd: 1 3 5 9
even: 2 2 8 8
4 1 4
stable_partition: 2 2 8 8 1 3 5 9
5 8 6 1 8
2 8 1 0
1 2 0 1
partial_sort_copy: 1 3 4
inplace_merge: 1 2 3 4 6 6 7 9
shuffle:
sample:
shuffle: 0
sample: 0
shuffle: 1 0
sample: 1 0
shuffle: 2 1 0
sample: 2 1 0
shuffle: 0 1 3 2
sample: 0 1 3
shuffle: 3 4 0 1 2
sample: 4 1 2
shuffle: 0 4 2 5 1 3
sample: 0 4 5
shuffle: 3 0 1 2 6 4 5
sample: 3 0 2
shuffle: 3 6 0 2 4 7 1 5
sample: 0 2 7
42877 7105 49292 42698 46480 39256 
deque: 4 1 5 3 2
0x1.df2254p+2 0x1.df2272p+2 0x1.df2272p+2 0x1.0f9134p+3
0x1.a4d8fap+0 0x1.a4d8f6626dp+0 0x1.a4d8fap+0
>abc 6 12 5
*/
