// C++'s strings: what g++ prints of the same program.
#include <cstdio>
#include <algorithm>
#include <string>
#include <vector>
static void show(const char *what, const std::string &s) { printf("%s: '%s' %zu\n", what, s.c_str(), s.size()); }
static std::string repeat(const std::string &s, int n) {
  std::string r;
  for (int i = 0; i < n; i++) r += s;
  return r;
}
struct options { std::string name, path; int n; };
int main(int argc, char **argv) {
  std::string a = "hello", b("world"), c(3, 'x'), d(a, 1, 3), e, f(a.begin(), a.begin() + 2), g("abcdef", 4);
  show("a", a); show("b", b); show("c", c); show("d", d); show("e", e); show("f", f); show("g", g);
  e = a + ", " + b + '!';
  show("e", e);
  show("repeat", repeat("ab", 20));
  printf("%d %d %d %d %d %d\n", a == "hello", "hello" != a, a < b, a > "a", a == b, a.compare(b) < 0);
  printf("%zu %zu %d %zu %zu\n", e.find("wor"), e.find('o'), e.find("nothing") == std::string::npos, e.rfind('o'), e.find('o', 5));
  printf("%zu %zu %zu %zu\n", e.find_first_of(" ,"), e.find_last_of("lo"), e.find_first_not_of("hel"), e.find_last_not_of("!d"));
  show("substr", e.substr(7)); show("substr", e.substr(0, 5));
  e.replace(0, 5, "goodbye"); show("replace", e);
  e.insert(7, " cruel"); show("insert", e);
  e.erase(0, 8); show("erase", e);
  e.erase(e.begin()); show("erase", e);
  e.insert(0, e); show("self", e);
  e += e; e.append(e, 0, 3); show("self", e);
  e.resize(4); e.push_back('?'); e.pop_back(); show("resize", e);
  e[0] = 'R'; e.front() = 'S'; e.back() = 'T'; show("chars", e);
  std::sort(b.begin(), b.end()); std::reverse(a.begin(), a.end());
  show("sorted", b); show("reversed", a);
  for (char ch : a) printf("%c-", ch);
  printf("\n%d %ld %g %g %llu\n", std::stoi("42"), std::stol("-7 apples"), std::stod("2.5e3"), (double)std::stof("0.125"), std::stoull("18446744073709551615"));
  size_t used; int hex = std::stoi("ff zz", &used, 16); printf("%d %zu\n", hex, used);
  show("numbers", std::to_string(1) + " " + std::to_string(-5ll) + " " + std::to_string(7u) + " " + std::to_string(2.5) + " " + std::to_string(1.5f) + " " + std::to_string(123456789012ul));
  std::vector<std::string> words;
  std::string text = "the quick brown fox jumps over the lazy dog";
  for (size_t at = 0, next; at < text.size(); at = next + 1) {
    next = text.find(' ', at);
    if (next == std::string::npos) next = text.size();
    words.push_back(text.substr(at, next - at));
  }
  std::sort(words.begin(), words.end());
  for (const auto &w : words) printf("%s ", w.c_str());
  printf("%zu\n", words.size());
  options o = {"name", "path", 3}, p = o;
  p.name += "2"; o.path.clear();
  printf("%s %s %s %s %d\n", o.name.c_str(), o.path.c_str(), p.name.c_str(), p.path.c_str(), o.path.empty());
  std::string moved = static_cast<std::string &&>(p.name); show("moved", moved);
  const char *plain = "plain"; std::string h = plain; h = "changed"; h = 'c'; show("h", h);
  std::swap(h, moved); show("swapped", h);
  printf("%d\n", std::string(argv[0]) == "" );
  return 0;
}
/*
a: 'hello' 5
b: 'world' 5
c: 'xxx' 3
d: 'ell' 3
e: '' 0
f: 'he' 2
g: 'abcd' 4
e: 'hello, world!' 13
repeat: 'abababababababababababababababababababab' 40
1 0 1 1 0 1
7 4 1 8 8
5 10 4 10
substr: 'world!' 6
substr: 'hello' 5
replace: 'goodbye, world!' 15
insert: 'goodbye cruel, world!' 21
erase: 'cruel, world!' 13
erase: 'ruel, world!' 12
self: 'ruel, world!ruel, world!' 24
self: 'ruel, world!ruel, world!ruel, world!ruel, world!rue' 51
resize: 'ruel' 4
chars: 'SueT' 4
sorted: 'dlorw' 5
reversed: 'olleh' 5
o-l-l-e-h-
42 -7 2500 0.125 18446744073709551615
255 2
numbers: '1 -5 7 2.500000 1.500000 123456789012' 37
brown dog fox jumps lazy over quick the the 9
name  name2 path 1
moved: 'name2' 5
h: 'c' 1
swapped: 'name2' 5
0
*/
