// Braced lists in a class's subscripts.
#include <cstdio>
#include <map>
#include <unordered_map>
struct K { int a, b; bool operator<(const K &o) const { return a < o.a || (a == o.a && b < o.b); } };
int main() { std::map<K, int> m; m[{1, 2}] = 3; m[{0, 5}]++; printf("%d %zu\n", m[{1, 2}], m.size()); std::map<std::pair<int,int>, int> p; p[{3,4}] += 5; for (auto &kv : p) printf("%d %d %d\n", kv.first.first, kv.first.second, kv.second); }
/*
3 2
3 4 5
*/
