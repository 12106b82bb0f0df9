// C++20: requests to stop, callbacks of them, threads that are joined by themselves.
#include <exception>
#include <iomanip>
#include <iostream>
#include <stop_token>
#include <thread>
#include <atomic>
#include <chrono>

template <class... A> void P(const A &...a) {
  const char *gap = "";
  ((std::cout << gap << a, gap = " "), ...);
  std::cout << '\n';
}


template <class F> void section(F f) {
  std::cout << std::setprecision(9) << std::dec << std::noboolalpha;
  std::cout.unsetf(std::ios::floatfield);
  try {
    f();
  } catch (std::exception &e) {
    std::cout << "exception: " << e.what() << '\n';
  }
}
int main() {
  section([] { std::atomic<int> n{0}; { std::jthread t([&](std::stop_token s) { while (!s.stop_requested()) { n = 1; std::this_thread::yield(); } n = 2; }); while (n == 0) std::this_thread::yield(); } P(n.load()); });
  section([] { int x = 0; { std::jthread t([&](int k) { x = k; }, 7); } P(x); });
  section([] { std::stop_source s; std::stop_token t = s.get_token(); P(s.stop_possible(), t.stop_possible(), t.stop_requested()); int calls = 0; { std::stop_callback c(t, [&] { calls++; }); std::stop_callback d(t, [&] { calls += 10; }); } P(calls); std::stop_callback e(t, [&] { calls += 100; }); P(s.request_stop(), s.request_stop(), calls, t.stop_requested()); std::stop_callback f(t, [&] { calls += 1000; }); P(calls); });
  section([] { std::stop_token t; { std::stop_source s; t = s.get_token(); P(t.stop_possible()); } P(t.stop_possible(), t.stop_requested()); std::stop_source n(std::nostopstate); P(n.stop_possible(), n.request_stop()); });
  section([] { std::jthread t; P(t.joinable()); t = std::jthread([] {}); P(t.joinable()); t.join(); P(t.joinable(), t.request_stop()); std::jthread a([](std::stop_token s) { while (!s.stop_requested()) std::this_thread::yield(); }); std::jthread b = std::move(a); P(a.joinable(), b.joinable(), b.get_stop_token().stop_requested()); b.request_stop(); P(b.get_stop_source().stop_requested()); });
}
/* OUTPUT:
2
7
1 1 0
0
0 1 100 0
1100
1
0 0
0 0
0
1
0 1
0 1 0
1
*/
