// Containers whose template arguments are told from braces and from iterators.
#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <vector>
int main() {
    std::map m{std::pair<int, double>{1, 2.5}, std::pair<int, double>{2, 3.5}};
    std::map n = {std::pair{std::string("a"), 1}, {std::string("b"), 2}};
    static_assert(std::is_same_v<decltype(m), std::map<int, double>>);
    printf("%zu %g %d\n", m.size(), m[2], n["b"]);
    std::map copied(m.begin(), m.end());
    static_assert(std::is_same_v<decltype(copied), std::map<int, double>>);
    std::map same = m;
    std::multimap mm(m.begin(), m.end());
    std::unordered_map u(m.begin(), m.end());
    std::unordered_map w{std::pair{1, 'x'}, std::pair{2, 'y'}};
    std::unordered_multimap uu(m.begin(), m.end());
    printf("%zu %g %zu %g %c %zu\n", copied.size(), same[1], mm.size(), u[1], w[2], uu.size());
    std::vector v{3, 1, 3, 2};
    std::set s(v.begin(), v.end());
    std::multiset ms(v.begin(), v.end());
    std::unordered_set us(v.begin(), v.end());
    std::unordered_multiset ums(v.begin(), v.end());
    std::deque d(v.begin(), v.end());
    std::list l(v.begin(), v.end());
    std::forward_list f(v.begin(), v.end());
    static_assert(std::is_same_v<decltype(s), std::set<int>> && std::is_same_v<decltype(l), std::list<int>>);
    printf("%zu %zu %zu %zu %d %d %d\n", s.size(), ms.size(), us.size(), ums.size(), d[1], l.back(), f.front());
    std::set i{5, 4, 5};
    std::deque e{1.5, 2.5};
    printf("%zu %g\n", i.size(), e[1]);
}
/* OUTPUT:
2 3.5 2
2 2.5 2 2.5 y 2
3 4 3 4 1 2 3
2 2.5
*/
