// C++'s maps and sets: what g++ prints of the same program.
#include <cstdio>
#include <map>
#include <set>
#include <string>
int main() {
  std::map<std::string, int> ages;
  ages["carol"] = 41;
  ages["alice"] = 30;
  ages["bob"]++;
  ages.insert(std::make_pair(std::string("dave"), 7));
  printf("%d %zu %zu\n", (int)ages.insert(std::make_pair(std::string("dave"), 8)).second, ages.size(), ages.count("eve"));
  for (auto &p : ages) printf("%s=%d ", p.first.c_str(), p.second);
  for (std::map<std::string, int>::iterator i = ages.begin(); i != ages.end(); ++i) i->second *= 2;
  printf("%d\n", ages.at("alice"));
  ages.erase("bob");
  if (ages.find("bob") == ages.end()) printf("no bob\n");
  std::map<int, int> m, copy;
  unsigned x = 1;
  long sum = 0;
  for (int i = 0; i < 3000; i++) {
    x = x * 1664525 + 1013904223;
    int k = (x >> 16) % 500;
    if (x >> 31) m[k] += i;
    else sum += m.erase(k);
  }
  copy = m;
  for (auto p : copy) sum = sum * 31 % 1000003 + p.first * 7 + p.second;
  printf("%zu %ld %d %d\n", m.size(), sum, m == copy, m.lower_bound(250)->first);
  std::set<int> s;
  int values[] = {5, 3, 9, 1, 3, 5};
  s.insert(values, values + 6);
  for (int v : s) printf("%d ", v);
  std::multiset<int> many(values, values + 6);
  for (int v : many) printf("%d ", v);
  printf("%zu %zu\n", many.count(5), s.count(4));
  for (auto i = s.rbegin(); i != s.rend(); ++i) printf("%d ", *i);
  std::multimap<int, char> mm;
  mm.insert(std::make_pair(2, 'b'));
  mm.insert(std::make_pair(1, 'a'));
  mm.insert(std::make_pair(2, 'c'));
  for (auto &p : mm) printf("%d%c ", p.first, p.second);
  printf("\n");
}
/*
0 4 0
alice=30 bob=1 carol=41 dave=7 60
no bob
239 980139 1 250
1 3 5 9 1 3 3 5 5 9 2 0
9 5 3 1 1a 2b 2c 
*/
