// C++20: std::span, the functions of <bit>, latches, barriers and semaphores.
#include <span>
#include <bit>
#include <latch>
#include <barrier>
#include <semaphore>
#include <thread>
#include <vector>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdint>
#include <numeric>
static int total(std::span<const int> s) { int t = 0; for (int x : s) t += x; return t; }
static void twice(std::span<int> s) { for (auto &x : s) x *= 2; }
int main() {
    int a[4] = {1, 2, 3, 4};
    std::vector<int> v{5, 6, 7};
    const std::vector<int> cv{9};
    std::array<int, 2> r{8, 9};
    printf("%d %d %d %d\n", total(a), total(v), total(r), total(cv));
    twice(a); twice(v); twice(std::span<int>(v).subspan(1)); twice({a, 2});
    printf("%d %d %d\n", total(a), total(v), total({a + 1, 2}));
    std::span s(v); std::span<int, 4> f(a);
    printf("%zu %zu %d %d %d %zu %zu\n", s.size(), f.size(), s.front(), s.back(), s[1], s.size_bytes(), f.extent);
    auto h = s.first(2); auto l = s.last<1>(); auto m = s.subspan(1, 1);
    printf("%d %d %d %d %d\n", h[0], h[1], l[0], m[0], (int)std::span<int>().empty());
    for (auto i = s.rbegin(); i != s.rend(); ++i) printf("%d ", *i);
    printf("%d\n", std::accumulate(s.begin(), s.end(), 0));

    for (unsigned x : {0u, 1u, 6u, 255u, 256u, 0x80000000u, ~0u})
        printf("%d %d %d %d %d %d %d %u %u %u\n", std::countl_zero(x), std::countr_zero(x), std::countl_one(x), std::countr_one(x), std::popcount(x),
               std::has_single_bit(x), (int)std::bit_width(x), std::bit_floor(x), x <= 0x80000000u ? std::bit_ceil(x) : 0, std::rotl(x, 5) ^ std::rotr(x, -37));
    printf("%d %d %llx\n", std::countl_zero((unsigned char)1), std::popcount((uint64_t)0xff00ff), (unsigned long long)std::bit_cast<uint64_t>(1.5));
    printf("%d\n", std::endian::native == std::endian::little);
    static_assert(std::popcount(255u) == 8, "");

    std::latch done(3), go(1);
    std::atomic<int> sum{0};
    std::vector<std::thread> t;
    for (int i = 0; i < 3; i++) t.emplace_back([&, i] { go.wait(); sum += i + 1; done.count_down(); });
    printf("%d\n", sum.load());
    go.count_down(); done.wait();
    printf("%d %d\n", sum.load(), done.try_wait());
    for (auto &x : t) x.join();
    t.clear();
    int phases = 0;
    auto on = [&]() noexcept { phases++; };
    std::barrier b(2, on);
    std::vector<int> seen(2);
    for (int i = 0; i < 2; i++) t.emplace_back([&, i] { for (int k = 0; k < 5; k++) { seen[i]++; b.arrive_and_wait(); if (seen[1 - i] < k + 1) printf("late\n"); b.arrive_and_wait(); } });
    for (auto &x : t) x.join();
    printf("%d %d %d\n", phases, seen[0], seen[1]);
    std::counting_semaphore<4> c(2); std::binary_semaphore one(0);
    c.acquire(); c.acquire();
    printf("%d ", c.try_acquire());
    c.release(2); printf("%d\n", c.try_acquire());
    std::thread w([&] { one.acquire(); sum = 100; }); one.release(); w.join();
    printf("%d\n", sum.load());
    std::barrier<> plain(1); auto tok = plain.arrive(); plain.wait(std::move(tok)); plain.arrive_and_drop();
    printf("%d\n", one.try_acquire_for(std::chrono::milliseconds(1)));
}

/* OUTPUT:
10 18 17 9
26 62 14
3 4 10 28 24 12 4
10 24 28 24 1
28 24 10 62
32 32 0 0 0 0 0 0 1 0
31 0 0 1 1 1 1 1 1 0
29 1 0 0 2 0 3 4 8 0
24 0 0 8 8 0 8 128 256 0
23 8 0 0 1 1 9 256 256 0
0 31 1 0 1 1 32 2147483648 2147483648 0
0 0 32 32 32 0 32 2147483648 0 0
7 16 3ff8000000000000
1
0
6 1
10 5 5
0 1
100
0
*/
