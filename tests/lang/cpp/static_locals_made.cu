// A static local is made once, whoever comes first; when that throws, the next one tries; its destructor runs once.
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>
#include <atomic>
#include <chrono>
static int tries = 0;
int risky() { if (tries++ < 2) throw std::runtime_error("not yet"); return 7; }
int use() { static int x = risky(); return x; }
struct S { int v; S() : v(risky2()) {} static int risky2() { static int n = 0; if (n++ == 0) throw 5; return 9; } ~S() { printf("S ends\n"); } };
int obj() { static S s; return s.v; }
std::atomic<int> made{0};
int slow() { std::this_thread::sleep_for(std::chrono::milliseconds(30)); made++; return 42; }
int shared() { static int x = slow(); return x; }
struct Part { int k; Part(int i) : k(i) { if (tries2++ == 2) throw 1; printf("part %d\n", k); } ~Part() { printf("part %d ends\n", k); } static int tries2; };
int Part::tries2 = 0;
int parts() { static Part p[3] = {1, 2, 3}; return p[2].k; }
template <class T> T once(T x) { static T kept = x * 2; return kept; }
int depth(int n) { static int first = n > 0 ? n : -1; return n ? depth(n - 1) + first : first; }
int main() {
  for (int i = 0; i < 2; i++) try { printf("%d\n", parts()); } catch (int) { printf("parts failed\n"); }
  printf("%d %d %g\n", once(4), once(5), once(1.25)); printf("%d\n", depth(3));
  auto lambda = [](int x) { static int seen = x + 100; return seen; }; printf("%d ", lambda(1)); printf("%d\n", lambda(2));
  for (int i = 0; i < 4; i++) try { printf("%d\n", use()); } catch (std::exception &e) { printf("%s\n", e.what()); }
  for (int i = 0; i < 3; i++) try { printf("%d\n", obj()); } catch (int e) { printf("caught %d\n", e); }
  std::vector<std::thread> t; std::vector<int> r(6);
  for (int i = 0; i < 6; i++) t.emplace_back([&r, i] { r[i] = shared(); });
  for (auto &x : t) x.join();
  for (int x : r) printf("%d ", x);
  printf("made %d\n", made.load());
}
/* OUTPUT:
part 1
part 2
part 2 ends
part 1 ends
parts failed
part 1
part 2
part 3
3
10 10 2.5
12
101 101
not yet
not yet
7
7
caught 5
9
9
42 42 42 42 42 42 made 1
S ends
part 3 ends
part 2 ends
part 1 ends
*/
