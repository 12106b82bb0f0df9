// C++'s clocks.
#include <chrono>
#include <cstdio>
#include <ctime>
#include <unistd.h>
struct Timer {
  std::chrono::high_resolution_clock::time_point start;
  void tic() { start = std::chrono::high_resolution_clock::now(); }
  double toc() { return std::chrono::duration<double>(std::chrono::high_resolution_clock::now() - start).count(); }
};
int main() {
  std::chrono::steady_clock::time_point t1 = std::chrono::steady_clock::now(), t2;
  Timer timer;
  timer.tic();
  t2 = std::chrono::steady_clock::now();
  printf("%d %d\n", (t2 - t1).count() >= 0, timer.toc() >= 0);
  auto start = std::chrono::high_resolution_clock::now();
  usleep(20000);
  auto stop = std::chrono::high_resolution_clock::now();
  std::chrono::duration<double> sec = stop - start;
  std::chrono::duration<double, std::milli> ms = stop - start;
  std::chrono::duration<float> f = stop - start;
  auto us = std::chrono::duration_cast<std::chrono::microseconds>(stop - start);
  long whole = std::chrono::duration_cast<std::chrono::milliseconds>(stop - start).count();
  printf("%d %d %d %d %d\n", sec.count() > 0.019 && sec.count() < 1, ms.count() > 19 && ms.count() < 1000, f.count() > 0.019f, us.count() > 19000, whole >= 20 && whole < 1000);
  double t = std::chrono::duration<double>(stop - start).count();
  std::chrono::milliseconds m(1500); std::chrono::duration<double> s2 = std::chrono::duration_cast<std::chrono::duration<double>>(m);
  printf("%d %g %ld\n", t == sec.count(), s2.count(), std::chrono::duration_cast<std::chrono::seconds>(m).count());
  std::chrono::time_point<std::chrono::steady_clock> a = std::chrono::steady_clock::now();
  auto b = std::chrono::steady_clock::now(); printf("%d\n", (b - a).count() >= 0 && !(b < a));
  auto epoch = std::chrono::system_clock::now().time_since_epoch();
  printf("%d\n", std::chrono::duration_cast<std::chrono::seconds>(epoch).count() > 1600000000);
  using namespace std::chrono;
  auto x = steady_clock::now(); auto e = duration_cast<nanoseconds>(steady_clock::now() - x); printf("%d\n", e.count() >= 0);
  milliseconds sum = m + milliseconds(500); sum += milliseconds(1); printf("%ld %d\n", sum.count(), sum > m);
}
/* OUTPUT:
1 1
1 1 1 1 1
1 1.5 1
1
1
1
2001 1
*/
