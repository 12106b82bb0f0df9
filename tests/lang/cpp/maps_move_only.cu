// Maps and sets of what can only be moved.
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
struct B { virtual ~B() {} virtual int f() const = 0; };
struct D : B { int v; D(int v) : v(v) {} int f() const override { return v; } };
int main() {
  std::map<std::string, std::unique_ptr<B>> m; m["a"] = std::make_unique<D>(1); m.emplace("b", new D(2)); m.insert({"c", std::make_unique<D>(3)}); m.insert(std::make_pair("d", std::make_unique<D>(4))); m.try_emplace("e", new D(5)); m.insert_or_assign("a", std::make_unique<D>(6));
  for (auto &[k, p] : m) printf("%s=%d ", k.c_str(), p->f()); puts("");
  printf("%d %d\n", m.emplace("b", nullptr).second, (int)m.insert({"z", nullptr}).second);
  auto n = std::move(m); printf("%zu %zu\n", m.size(), n.size()); n.erase("z");
  std::set<std::unique_ptr<D>> s; s.insert(std::make_unique<D>(7)); s.emplace(new D(8)); printf("%zu\n", s.size());
  std::unordered_map<int, std::unique_ptr<B>> u; u.emplace(1, new D(9)); u.emplace(1, new D(10)); u[2] = std::make_unique<D>(11); printf("%d %d %zu\n", u[1]->f(), u.at(2)->f(), u.size());
  std::map<int, std::vector<int>> g; g[1].push_back(2); g[1].push_back(3); g.insert({2, {4, 5}}); auto it = g.insert(g.begin(), {3, {6}}); printf("%zu %d\n", g[1].size() + g[2].size(), it->first);
  std::map<std::pair<int, int>, const char *> pm{{{1, 2}, "x"}, {{0, 5}, "y"}}; pm[{3, 4}] = "z"; for (auto &e : pm) printf("%d%d%s ", e.first.first, e.first.second, e.second); puts("");
}
/* OUTPUT:
a=6 b=2 c=3 d=4 e=5 
0 1
0 6
2
9 11 2
4 3
05y 12x 34z 
*/
