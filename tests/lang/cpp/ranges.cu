// C++20: <ranges>.
#include <ranges>
#include <algorithm>
#include <vector>
#include <map>
#include <string>
#include <list>
#include <numeric>
#include <iostream>
struct P { std::string name; int age; };
int main() {
    std::vector<int> v{5, 3, 1, 4, 2};
    std::ranges::sort(v);
    for (int x : v | std::views::filter([](int x) { return x % 2; }) | std::views::transform([](int x) { return x * x; })) std::cout << x << ' ';
    std::cout << '\n';
    for (int i : std::views::iota(0, 5)) std::cout << i << ' ';
    for (int i : std::views::iota(7) | std::views::take(3)) std::cout << i << ' ';
    for (int i : std::views::iota(1) | std::views::filter([](int i) { return i % 3 == 0; }) | std::views::take(2)) std::cout << i << ' ';
    for (int x : v | std::views::reverse | std::views::drop(2)) std::cout << x << ' ';
    for (int x : v | std::views::take_while([](int x) { return x < 4; })) std::cout << x << ' ';
    for (int x : v | std::views::drop_while([](int x) { return x < 4; })) std::cout << x << ' ';
    std::cout << '\n';
    std::ranges::sort(v, std::greater<>());
    for (auto &x : v | std::views::take(2)) x *= 10;
    for (int x : v) std::cout << x << ' ';
    std::cout << std::ranges::count(v, 3) << std::ranges::count_if(v, [](int x) { return x > 2; }) << '\n';
    std::vector<P> people{{"Ann", 41}, {"Bob", 23}, {"Cy", 35}};
    std::ranges::sort(people, {}, &P::age);
    for (const auto &p : people) std::cout << p.name << ' ';
    auto it = std::ranges::find(people, 35, &P::age);
    std::cout << it->name << ' ' << std::ranges::max(v) << ' ' << std::ranges::min(v) << ' ' << (*std::ranges::max_element(people, {}, &P::name)).age << '\n';
    std::map<std::string, int> m{{"a", 1}, {"b", 2}};
    for (const auto &k : m | std::views::keys) std::cout << k;
    for (int x : m | std::views::values) std::cout << x;
    std::cout << '\n';
    std::vector<int> out;
    std::ranges::copy(v | std::views::transform([](int x) { return x + 1; }), std::back_inserter(out));
    std::ranges::copy_if(v, std::back_inserter(out), [](int x) { return x < 3; });
    for (int x : out) std::cout << x << ' ';
    std::ranges::fill(out, 7); std::ranges::reverse(v);
    std::ranges::transform(v, out.begin(), [](int x) { return -x; });
    for (int x : out) std::cout << x << ' ';
    std::cout << std::ranges::equal(v, out) << std::ranges::all_of(v, [](int x) { return x > 0; }) << std::ranges::is_sorted(v) << std::ranges::binary_search(v, 40) << (std::ranges::lower_bound(v, 3) - v.begin()) << '\n';
    auto even = v | std::views::filter([](int x) { return x % 2 == 0; });
    std::cout << std::ranges::distance(even) << ' ' << even.front() << ' ' << even.empty() << '\n';
    auto sq = std::views::iota(1, 6) | std::views::transform([](int x) { return x * x; });
    std::cout << std::accumulate(sq.begin(), sq.end(), 0) << ' ' << sq[2] << ' ' << sq.size() << '\n';
    auto [lo, hi] = std::ranges::minmax(v);
    auto rest = std::ranges::remove_if(v, [](int x) { return x == 3; });
    v.erase(rest.begin(), rest.end());
    std::ranges::for_each(v, [](int x) { std::cout << x << ' '; });
    std::cout << lo << ' ' << hi << '\n';
    std::list<int> l{3, 3, 1};
    auto both = std::views::transform(std::views::filter(l, [](int x) { return x > 1; }), [](int x) { return x * 2.5; });
    for (double d : both) std::cout << d << ' ';
    auto pipe = std::views::drop(1) | std::views::reverse;
    for (int x : l | pipe) std::cout << x << ' ';
    int a[] = {9, 8, 7};
    std::ranges::sort(a); std::ranges::sort(v.begin(), v.end());
    for (int x : a | std::views::reverse) std::cout << x << ' ';
    for (char c : std::string("hello") | std::views::transform([](char c) { return (char)(c - 32); })) std::cout << c;
    std::cout << '\n';
}
/* OUTPUT:
1 9 25 
0 1 2 3 4 7 8 9 3 6 3 2 1 1 2 3 4 5 
50 40 3 2 1 13
Bob Cy Ann Cy 50 1 35
ab12
51 41 4 3 2 2 1 -1 -2 -3 -40 -50 7 7 01112
3 2 0
55 9 5
1 2 40 50 1 50
7.5 7.5 1 3 9 8 7 HELLO
*/
