// C++'s vectors: what g++ prints of the same program.
#include <cstdio>
#include <algorithm>
#include <numeric>
#include <vector>
static int alive;
struct counted {
  int value;
  counted(int value = 0) : value(value) { alive++; }
  counted(const counted &other) : value(other.value) { alive++; }
  counted(counted &&other) : value(other.value) { other.value = -1; alive++; }
  counted &operator=(const counted &other) { value = other.value; return *this; }
  ~counted() { alive--; }
};
template <typename T> void show(const char *what, const std::vector<T> &v) {
  printf("%s:", what);
  for (const T &x : v) printf(" %g", (double)x);
  printf(" (%zu)\n", v.size());
}
std::vector<int> primes(int n) {
  std::vector<bool> composite(n + 1, false);
  std::vector<int> found;
  for (int i = 2; i <= n; i++) {
    if (composite[i]) continue;
    found.push_back(i);
    for (int j = i * i; j <= n; j += i) composite[j] = true;
  }
  return found;
}
int main() {
  std::vector<int> v(3), w(3, 7);
  v.push_back(4);
  v[0] = 1;
  show("v", v);
  show("w", w);
  int plain[] = {5, 3, 9, 1};
  std::vector<float> f(plain, plain + 4);
  std::sort(f.begin(), f.end());
  show("sorted", f);
  f.insert(f.begin() + 1, 42);
  f.insert(f.end(), plain, plain + 2);
  f.insert(f.begin(), 2, 0.5f);
  show("inserted", f);
  f.erase(f.begin() + 2);
  f.erase(f.begin(), f.begin() + 2);
  show("erased", f);
  f.assign(2, 6);
  f.resize(4);
  show("assigned", f);
  printf("%g %g %g\n", f.front(), f.back(), std::accumulate(f.begin(), f.end(), 0.0f));
  std::vector<int> a(v), b;
  printf("%d %d %d %d %d\n", a == v, a != v, a < w, b.empty(), (int)b.size());
  b = a;
  b.emplace_back(8);
  b.swap(a);
  a.pop_back();
  show("a", a);
  show("b", b);
  std::vector<std::vector<float> > m(2, std::vector<float>(3, 1.5f));
  m[1][1] = 2;
  m.push_back(m[1]);
  for (size_t i = 0; i < m.size(); i++) show("row", m[i]);
  {
    std::vector<counted> c;
    for (int i = 0; i < 10; i++) c.push_back(counted(i));
    c.push_back(c[3]);
    std::vector<counted> d(c), e = static_cast<std::vector<counted> &&>(d);
    c.resize(4);
    c.insert(c.begin(), c[2]);
    e.erase(e.begin() + 1, e.begin() + 3);
    printf("%d alive, %zu %zu %zu,", alive, c.size(), d.size(), e.size());
    for (counted &x : e) printf(" %d", x.value);
    for (std::vector<counted>::iterator i = c.begin(); i != c.end(); ++i) printf(" %d", i->value);
    e.clear();
    printf(", %d alive\n", alive);
  }
  printf("%d alive\n", alive);
  show("primes", primes(40));
  for (std::vector<int>::reverse_iterator i = v.rbegin(); i != v.rend(); ++i) printf("%d ", *i);
  std::vector<double> grown;
  for (int i = 0; i < 9; i++) { grown.push_back(i); printf("%zu ", grown.capacity()); }
  grown.reserve(100);
  printf("%zu %p\n", grown.capacity(), (void *)(grown.data() - &grown[0]));
  std::vector<int> copied;
  std::copy(v.begin(), v.end(), std::back_inserter(copied));
  copied.erase(std::remove(copied.begin(), copied.end(), 0), copied.end());
  show("copied", copied);
  return 0;
}
/*
v: 1 0 0 4 (4)
w: 7 7 7 (3)
sorted: 1 3 5 9 (4)
inserted: 0.5 0.5 1 42 3 5 9 5 3 (9)
erased: 42 3 5 9 5 3 (6)
assigned: 6 6 0 0 (4)
6 0 12
1 0 1 1 0
a: 1 0 0 4 (4)
b: 1 0 0 4 (4)
row: 1.5 1.5 1.5 (3)
row: 1.5 2 1.5 (3)
row: 1.5 2 1.5 (3)
14 alive, 5 0 9, 0 3 4 5 6 7 8 9 3 2 0 1 2 3, 5 alive
0 alive
primes: 2 3 5 7 11 13 17 19 23 29 31 37 (12)
4 0 0 1 1 2 4 4 8 8 8 8 16 100 (nil)
copied: 1 4 (2)
*/
