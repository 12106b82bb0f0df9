// Clocks and durations as courses use them, with `Clock::time_point`: what g++ prints of the same program.
#include <iostream>
#include <chrono>
#include <thread>
using Clock = std::chrono::high_resolution_clock;
class Timer {
    std::chrono::time_point<std::chrono::high_resolution_clock> start_;
public:
    Timer() : start_(std::chrono::high_resolution_clock::now()) {}
    void reset() { start_ = std::chrono::high_resolution_clock::now(); }
    double elapsed() const { return std::chrono::duration<double, std::milli>(std::chrono::high_resolution_clock::now() - start_).count(); }
};
double seconds_() { return std::chrono::duration_cast<std::chrono::duration<double>>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
int main() {
    Timer t; volatile double s = 0; for (int i = 0; i < 100000; i++) s += i;
    std::cout << (t.elapsed() > 0) << std::endl;
    auto t0 = Clock::now();
    Clock::time_point t1 = Clock::now();
    std::chrono::steady_clock::time_point b = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point e = std::chrono::steady_clock::now();
    std::cout << (std::chrono::duration_cast<std::chrono::nanoseconds>(e - b).count() >= 0) << (t1 >= t0) << std::endl;
    double ms = std::chrono::duration_cast<std::chrono::duration<double, std::milli>>(t1 - t0).count();
    long long us = std::chrono::duration_cast<std::chrono::microseconds>(t1 - t0).count();
    std::cout << (ms >= 0) << (us >= 0) << std::endl;
    std::chrono::milliseconds d(1500); std::chrono::seconds sec = std::chrono::duration_cast<std::chrono::seconds>(d);
    std::cout << d.count() << " " << sec.count() << std::endl;
    std::cout << (std::chrono::seconds(1) < std::chrono::milliseconds(1500)) << std::endl;
    std::chrono::nanoseconds total(0); total += std::chrono::duration_cast<std::chrono::nanoseconds>(e - b); total += e - b; std::cout << (total.count() >= 0) << std::endl;
    std::chrono::duration<double, std::milli> acc{0}; acc += t1 - t0; std::cout << (acc.count() / 10 >= 0) << std::endl;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    using namespace std::chrono;
    auto k = duration_cast<milliseconds>(seconds(3)); std::cout << k.count() << " " << (seconds(6) / seconds(2)) << " " << (10 * milliseconds(5)).count() << std::endl;
    std::cout << (system_clock::now().time_since_epoch().count() > 0) << (e - b >= nanoseconds(0)) << (e - b < seconds(5)) << std::endl;
    auto dl = steady_clock::now() + milliseconds(1); while (steady_clock::now() < dl) ; std::cout << "done" << std::endl;
}
/* OUTPUT:
1
11
11
1500 1
1
1
1
3000 3 50
111
done
*/
