// Threads, locks, conditions, atomics, futures and sets of bits: what g++ prints of the same program.
#include <cstdio>
#include <thread>
#include <mutex>
#include <atomic>
#include <condition_variable>
#include <future>
#include <vector>
#include <queue>
#include <bitset>
#include <chrono>
#include <iostream>
#include <shared_mutex>
#include <string>
void work(int n, std::atomic<int> &sum) { for (int i = 1; i <= n; i++) sum += i; }
struct Pool { std::mutex m; std::condition_variable cv; std::queue<int> q; bool done = false; };
int slow(int x) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); return x * 2; }
int main() {
    std::atomic<int> sum{0}; std::vector<std::thread> ts; for (int i = 0; i < 4; i++) ts.emplace_back(work, 100, std::ref(sum)); for (auto &t : ts) t.join(); printf("%d\n", sum.load());
    int count = 0; std::mutex m; { std::vector<std::thread> v; for (int i = 0; i < 3; i++) v.push_back(std::thread([&, i] { for (int k = 0; k < 500; k++) { std::lock_guard<std::mutex> g(m); count++; } })); for (auto &t : v) t.join(); } printf("%d\n", count);
    Pool p; long got = 0; std::thread consumer([&] { for (;;) { std::unique_lock<std::mutex> l(p.m); p.cv.wait(l, [&] { return p.done || !p.q.empty(); }); if (p.q.empty()) return; got += p.q.front(); p.q.pop(); } }); for (int i = 0; i < 50; i++) { { std::lock_guard<std::mutex> g(p.m); p.q.push(i); } p.cv.notify_one(); } { std::lock_guard<std::mutex> g(p.m); p.done = true; } p.cv.notify_all(); consumer.join(); printf("%ld\n", got);
    auto f = std::async(std::launch::async, slow, 21); auto g = std::async([] { return std::string("async"); }); printf("%d %s\n", f.get(), g.get().c_str()); std::promise<int> pr; auto fu = pr.get_future(); std::thread t([&pr] { pr.set_value(9); }); printf("%d\n", fu.get()); t.join(); auto d = std::async(std::launch::deferred, [](int a) { return a + 1; }, 4); printf("%d\n", d.get()); std::packaged_task<int(int)> task([](int x) { return x * x; }); auto tf = task.get_future(); task(7); printf("%d %d\n", tf.get(), tf.valid()); std::async([] { }).get();
    std::atomic<double> ad(1.5); ad.store(ad.load() + 2); std::atomic<bool> flag(false); bool ex = false; bool swapped = flag.compare_exchange_strong(ex, true); printf("%g %d %d\n", ad.load(), swapped, (int)flag); std::atomic_flag af = ATOMIC_FLAG_INIT; printf("%d", af.test_and_set()); printf(" %d\n", af.test_and_set()); int arr[4] = {1, 2, 3, 4}; std::atomic<int *> ap(arr); ap++; printf("%d %d\n", *ap.load(), ++sum);
    { std::unique_lock<std::mutex> l(m, std::defer_lock); printf("%d", l.owns_lock()); l.lock(); printf("%d", l.owns_lock()); std::unique_lock<std::mutex> k = std::move(l); printf("%d%d\n", (bool)l, (bool)k); } std::mutex n; { std::scoped_lock<std::mutex, std::mutex> both(m, n); } std::once_flag once; for (int i = 0; i < 3; i++) std::call_once(once, [] { printf("once\n"); }); std::thread none; printf("%d %d\n", none.joinable(), std::thread::hardware_concurrency() > 0); std::shared_mutex sm; { std::shared_lock<std::shared_mutex> r(sm); } { std::unique_lock<std::shared_mutex> w(sm); }
    std::bitset<10> b("1011"); b.set(8); std::cout << b << ' ' << b.count() << ' ' << b.to_ulong() << ' ' << (b << 2) << ' ' << ~b << ' ' << b[0] << b.test(2) << '\n'; std::bitset<100> big; big.set(99).flip(0); b[1] = 0; b |= std::bitset<10>(3); std::cout << big.count() << ' ' << b << ' ' << (b >> 1 ^ b) << ' ' << b.any() << b.all() << '\n';
}
/*
20200
1500
1225
42 async
9
5
49 1
3.5 1 1
0 1
2 20201
0101
once
0 1
0100001011 4 267 0000101100 1011110100 10
2 0100001011 0110001110 10
*/
