// Arrays of objects whose length is known when the program runs: every element is made, those that were made end, the last first.
#include <cstdio>
#include <string>
struct L { int id; static int next, fails; L() : id(++next) { if (id == fails) throw id; printf("+%d ", id); } L(int i) : id(i) { printf("(%d) ", i); } ~L() { printf("~%d ", id); } };
int L::next = 0, L::fails = -1;
struct M { int k = 3; double d = 1.5; };
struct P { L a, b; int n = 9; };
int one(int n) { L v[n]; return v[n - 1].id; }
int rows(int n) { L v[n][2]; return v[n - 1][1].id; }
int both(int n, int m) { L v[n][m]; return v[n - 1][m - 1].id; }
double members(int n) { M v[n]; double s = 0; for (int i = 0; i < n; i++) s += v[i].k + v[i].d; return s; }
int parts(int n) { P v[n]; return v[n - 1].b.id + v[0].n; }
int listed(int n) { L v[n] = {10, 20}; return v[n - 1].id; }
size_t texts(int n) { std::string v[n]; for (int i = 0; i < n; i++) v[i] += std::string(i + 20, 'x'); return v[n - 1].size() + v[0].size(); }
int leaves(int n) {
  for (int i = 0; i < 4; i++) { L v[n]; if (i == 0) continue; if (i == 2) break; printf("| "); }
  { L w[n]; if (n == 2) goto out; printf("not reached "); }
out:
  return n;
}
int main() {
  printf("%d\n", one(3)); printf("%d\n", rows(2)); printf("%d\n", both(2, 3)); printf("%g\n", members(4)); printf("%d\n", parts(2));
  printf("%d\n", listed(4)); printf("%d\n", (int)texts(3)); printf("%d\n", leaves(2));
  L::fails = L::next + 3;
  try { printf("%d\n", one(5)); } catch (int e) { printf("caught %d of %d\n", e, L::fails); }
  L::fails = L::next + 2;
  try { printf("%d\n", listed(6)); } catch (int e) { printf("caught %d\n", e); }
  printf("%d\n", one(1));
}
/* OUTPUT:
+1 +2 +3 ~3 ~2 ~1 3
+4 +5 +6 +7 ~7 ~6 ~5 ~4 7
+8 +9 +10 +11 +12 +13 ~13 ~12 ~11 ~10 ~9 ~8 13
18
+14 +15 +16 +17 ~17 ~16 ~15 ~14 26
(10) (20) +18 +19 ~19 ~18 ~20 ~10 19
42
+20 +21 ~21 ~20 +22 +23 | ~23 ~22 +24 +25 ~25 ~24 +26 +27 ~27 ~26 2
+28 +29 ~29 ~28 caught 30 of 30
(10) (20) +31 ~31 ~20 ~10 caught 32
+33 ~33 33
*/
