// Thread-local variables with values that code computes: each thread has its own, which end with it.
#include <cstdio>
#include <random>
#include <string>
#include <thread>
#include <vector>
#include <pthread.h>
static int f() { static int k = 10; return k++; }
int once() { thread_local int n = f(); return ++n; }
struct Counter { int v; const char *who; Counter(const char *w) : v(5), who(w) { printf("made by %s\n", w); } ~Counter() { printf("gone with %s: %d\n", who, v); } };
int obj(const char *who) { static thread_local Counter c(who); return ++c.v; }
std::string &text() { thread_local std::string s = "own "; return s; }
double draw() { static thread_local std::mt19937 gen(42); thread_local std::uniform_real_distribution<double> u(0, 1); return u(gen); }
void *posix(void *) { obj("posix"); obj("posix"); return 0; }
int main() {
  printf("%d %d\n", once(), 1);
  std::thread t([] { printf("%d\n", once()); printf("%d\n", obj("thread")); text() += "thread"; printf("%s\n", text().c_str()); double a = draw(), b = draw(); printf("%.6f %.6f\n", a, b); });
  t.join();
  pthread_t p; pthread_create(&p, 0, posix, 0); pthread_join(p, 0);
  printf("%d %d\n", once(), obj("main"));
  text() += "main"; printf("%s\n", text().c_str());
  double a = draw(), b = draw(); printf("%.6f %.6f\n", a, b);
  std::vector<std::thread> many; std::vector<int> sums(8);
  for (int i = 0; i < 8; i++) many.emplace_back([&sums, i] { thread_local std::vector<int> mine(3, i); mine.push_back(1); for (int k = 0; k < 100; k++) mine[0]++; sums[i] = mine[0] + (int)mine.size(); });
  for (auto &m : many) m.join();
  for (int s : sums) printf("%d ", s);
  printf("\n");
}
/* OUTPUT:
11 1
12
made by thread
6
own thread
0.796543 0.183435
gone with thread: 6
made by posix
gone with posix: 7
made by main
12 6
own main
0.796543 0.183435
104 105 106 107 108 109 110 111 
gone with main: 6
*/
