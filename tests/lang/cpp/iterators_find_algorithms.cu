// Algorithms are found by the iterators they are called with, without std:: and `using namespace std`.
#include <vector>
#include <string>
#include <array>
#include <algorithm>
#include <numeric>
#include <cstdio>
#include <map>
#include <memory>
#include <iostream>
#include <iterator>
struct P { int x; }; bool operator<(P a, P b) { return a.x < b.x; }
int main() { std::vector<int> v{3, 1, 2}; sort(v.begin(), v.end()); printf("%d\n", v[0]); std::vector<P> ps{{3}, {1}}; sort(begin(ps), end(ps)); printf("%d\n", ps[0].x); std::map<int, int> m{{1, 2}}; printf("%d\n", (int)count_if(m.begin(), m.end(), [](auto &p) { return p.second == 2; })); std::string s = "cab"; sort(s.begin(), s.end()); puts(s.c_str()); for_each(v.rbegin(), v.rend(), [](int x) { printf("%d ", x); }); auto it = v.begin() + 2; printf("%d %d\n", *it, (int)distance(v.begin(), it)); reverse(v.begin() + 1, v.end()); fill(v.begin(), v.begin() + 1, 8); printf("%d %d %d\n", *max_element(v.cbegin(), v.cend()), *find(v.begin(), v.end(), 2), accumulate(v.begin(), v.end(), 0)); v.erase(unique(v.begin(), v.end()), v.end()); v.erase(remove(begin(v), end(v), 8), v.end()); printf("%d\n", (int)v.size()); auto p = std::make_unique<int>(3), q = std::make_unique<int>(4); swap(p, q); printf("%d\n", *p); copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, " ")); puts(""); }
/* OUTPUT:
1
1
1
abc
3 2 1 3 2
8 2 13
2
4
3 2 
*/
