// Arrays whose length is no constant, with lists of initial values, as g++ takes them: rows, structures, objects, strings. `new` too.
#include <cstdio>
#include <new>
#include <string>
struct Pixel { int x, y; };
struct Level { int v; Level(int v = 7) : v(v) {} };
static int gone;
struct Counted { int v; Counted(int v = 1) : v(v) {} ~Counted() { gone += v; } };
template <typename T> static T total(int n) {
  T v[n] = {1, 2, 3}, s = 0;
  for (int i = 0; i < n; i++) s += v[i];
  return s;
}
int main(int argc, char **argv) {
  int n = argc + 3, m = argc + 4;
  int a[n] = {1, 2, 3}, none[n] = {};
  const double grid[2][m] = {{1.5, 2, 3, 4, 5}, {6, 7, 8, 9, 10}};
  Pixel p[n] = {{1, 2}, {3, 4}}, flat[n] = {1, 2, 3, 4};
  Level q[n] = {1, Level(2)};
  std::string s[n] = {"a", "b"};
  char t[n * 8] = "twelve", one[n]{'x'};
  const char *w[n][3] = {{"x", "y"}, {"z"}};
  int pairs[n][2] = {1, 2, 3, 4};
  unsigned char deep[n][2][m] = {{{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}}};
  for (int i = 0; i < n; i++)
    printf("%d %d %d %d %d %d %s %d %d %d\n", a[i], none[i], p[i].x, p[i].y, flat[i].y, q[i].v, s[i].c_str(), one[i], pairs[i][0], pairs[i][1]);
  printf("%g %g %s %zu %s %s %d\n", grid[0][4], grid[1][4], t, sizeof t, w[0][1], w[1][0], w[2][0] == nullptr);
  printf("%d %d %d\n", deep[0][0][4], deep[0][1][0], (int)(sizeof deep / sizeof deep[0]));
  { Counted c[n] = {10, 20}; printf("%d %d\n", c[1].v, c[n - 1].v); }
  printf("%d\n", gone);
  printf("%d %g\n", total<int>(n), total<double>(n + 1));
  auto sum = [](int k) { int v[k] = {4, 5}; int r = 0; for (int x : v) r += x; return r; };
  printf("%d %d\n", sum(2), sum(5));
  for (int k = 2; k < 5; k++) { int v[k] = {k}; printf("%d%d ", v[0], v[k - 1]); }
  int *z = new int[n]{}, *l = new int[n]{1, 2};
  printf("\n%d %d %d %d\n", z[n - 1], l[0], l[1], l[n - 1]);
  delete[] z;
  delete[] l;
  try { l = new int[argc]{1, 2}; puts("made"); } catch (const std::bad_array_new_length &) { puts("too many"); }
}
/* OUTPUT:
1 0 1 2 2 1 a 120 1 2
2 0 3 4 4 2 b 0 3 4
3 0 0 0 0 7  0 0 0
0 0 0 0 0 7  0 0 0
5 10 twelve 32 y z 1
5 6 4
20 1
32
6 6
9 9
20 30 40 
0 1 2 0
too many
*/
