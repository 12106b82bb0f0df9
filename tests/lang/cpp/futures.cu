// Futures, promises and tasks: exceptions through them, broken rules, shared ones; nested exceptions; timed locks and several at once.
#include <future>
#include <thread>
#include <mutex>
#include <chrono>
#include <vector>
#include <memory>
#include <string>
#include <iostream>
#include <stdexcept>
using namespace std;
struct Acc { int v = 10; int add(int x) { return v += x; } };
int work(int a, const string &b) { return a + (int)b.size(); }
void inner() { throw runtime_error("inner"); }
void outer(int n) { try { if (n) outer(n - 1); else inner(); } catch (...) { throw_with_nested(logic_error("outer " + to_string(n))); } }
void show(const exception &e, int d = 0) { cout << string(d, ' ') << e.what() << '\n'; try { rethrow_if_nested(e); } catch (const exception &x) { show(x, d + 1); } }
int main() {
  auto f = async(launch::async, work, 3, string("abcd")); cout << f.get() << f.valid() << '\n';
  auto d = async(launch::deferred, [] { cout << "now "; return 5; }); cout << (d.wait_for(0s) == future_status::deferred) << ' '; cout << d.get() << '\n';
  Acc a; auto m = async(&Acc::add, &a, 7); cout << m.get() << a.v << '\n'; int q = 1; auto r = async(launch::async, [](int &x) -> int & { x = 9; return x; }, ref(q)); r.get()++; cout << q << '\n';
  auto up = async(launch::async, [](unique_ptr<int> p) { return make_unique<int>(*p + 1); }, make_unique<int>(4)); cout << *up.get() << '\n';
  promise<string> p; auto pf = p.get_future(); thread t([&p] { this_thread::sleep_for(1ms); p.set_value("val"); }); cout << pf.get() << '\n'; t.join();
  try { p.set_value("x"); } catch (const future_error &e) { cout << e.what() << ' ' << (e.code() == make_error_code(future_errc::promise_already_satisfied)) << '\n'; } try { p.get_future(); } catch (const future_error &e) { cout << e.what() << '\n'; } try { pf.get(); } catch (const future_error &e) { cout << e.what() << '\n'; }
  future<int> broken; { promise<int> x; broken = x.get_future(); } try { broken.get(); } catch (const future_error &e) { cout << e.what() << '\n'; }
  promise<void> go; shared_future<void> sf = go.get_future().share(); vector<future<int>> all; for (int i = 0; i < 3; i++) all.push_back(async(launch::async, [sf, i] { sf.wait(); return i * i; })); go.set_value(); int s = 0; for (auto &x : all) s += x.get(); cout << s << '\n';
  promise<int> bad; shared_future<int> sb(bad.get_future()); bad.set_exception(make_exception_ptr(out_of_range("far"))); for (int i = 0; i < 2; i++) try { sb.get(); } catch (const out_of_range &e) { cout << e.what() << '\n'; }
  packaged_task<int(int, int)> pt([u = make_unique<int>(100)](int x, int y) { if (y == 0) throw domain_error("div"); return *u + x / y; }); auto g = pt.get_future(); pt(6, 3); cout << g.get() << '\n'; pt.reset(); g = pt.get_future(); packaged_task<int(int, int)> moved = std::move(pt); cout << pt.valid() << moved.valid(); thread w(std::move(moved), 1, 0); w.join(); try { g.get(); } catch (const domain_error &e) { cout << e.what() << '\n'; }
  try { outer(2); } catch (const exception &e) { show(e); } try { throw_with_nested(3); } catch (int i) { cout << i << '\n'; }
  timed_mutex tm; tm.lock(); thread([&] { cout << tm.try_lock_for(1ms) << '\n'; }).join(); tm.unlock(); cout << tm.try_lock_until(chrono::steady_clock::now() + 1ms) << '\n'; tm.unlock(); mutex m1, m2, m3; { scoped_lock l(m1, m2, m3); cout << m1.try_lock() << '\n'; } cout << try_lock(m1, m2, m3) << '\n'; m1.unlock(); m2.unlock(); cout << try_lock(m1, m2, m3) << '\n';
  unique_lock<timed_mutex> ul(tm, 1ms); cout << ul.owns_lock() << '\n'; once_flag o; for (int i = 0; i < 3; i++) try { call_once(o, [i] { if (i == 0) throw 1; cout << "once" << i << '\n'; }); } catch (int) { cout << "again\n"; }
  condition_variable cv; mutex mm; unique_lock<mutex> lk(mm); cout << (cv.wait_until(lk, chrono::system_clock::now() + 1ms) == cv_status::timeout) << cv.wait_until(lk, chrono::steady_clock::now() + 1ms, [] { return true; }) << '\n';
}
/* OUTPUT:
70
1 now 5
1717
10
5
val
std::future_error: Promise already satisfied 1
std::future_error: Future already retrieved
std::future_error: No associated state
std::future_error: Broken promise
5
far
far
102
01div
outer 2
 outer 1
  outer 0
   inner
3
0
1
0
-1
2
1
again
once1
11
*/
