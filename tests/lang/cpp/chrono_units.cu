// Durations of different units, times of a given unit, rounding: what g++ prints of the same program.
#include <cstdio>
#include <chrono>
#include <iostream>
using namespace std::chrono;
int main() {
  auto a = seconds(1) + milliseconds(500); std::cout << a.count() << "\n";
  auto b = seconds(1) + milliseconds(250) - microseconds(1); std::cout << b.count() << " " << (minutes(2)).count() << " " << (duration<double>(1.5)).count() << "\n";
  duration<double> c = milliseconds(1500); c += microseconds(100); std::cout << c.count() << "\n";
  std::cout << duration_cast<minutes>(hours(2) + seconds(61)).count() << " " << (minutes(90) > hours(1)) << (seconds(60) == minutes(1)) << "\n";
  time_point<system_clock, milliseconds> t(milliseconds(1234567)); auto u = t + seconds(2); std::cout << u.time_since_epoch().count() << " " << time_point_cast<seconds>(u).time_since_epoch().count() << "\n";
  steady_clock::time_point s0{}, s1 = s0 + milliseconds(3); nanoseconds n = s1 - s0; std::cout << n.count() << " " << duration<double, std::milli>(s1 - s0).count() << "\n";
  std::cout << floor<seconds>(milliseconds(1999)).count() << ceil<seconds>(milliseconds(1001)).count() << round<seconds>(milliseconds(1500)).count() << round<seconds>(milliseconds(2500)).count() << " " << abs(-milliseconds(5)).count() << "\n";
  std::cout << (milliseconds(10) * 3).count() << " " << (2.5 * milliseconds(10)).count() << " " << (milliseconds(100) / 3).count() << " " << (milliseconds(100) / milliseconds(30)) << " " << (milliseconds(100) % milliseconds(30)).count() << "\n";
  std::cout << milliseconds::max().count() << " " << seconds::min().count() << " " << steady_clock::duration::period::den << "\n";
  milliseconds m = seconds(3); m *= 2; m++; m -= seconds(1); std::cout << m.count() << " " << (-m).count() << "\n";
  duration<float, std::milli> f = seconds(1); std::cout << f.count() << " " << duration_cast<duration<double, std::ratio<60>>>(seconds(90)).count() << "\n";
  using Days = duration<int, std::ratio<86400>>; std::cout << duration_cast<Days>(hours(50)).count() << "\n";
  std::cout << std::is_convertible<seconds, milliseconds>::value << std::is_convertible<milliseconds, seconds>::value << std::is_convertible<double, seconds>::value << "\n";
  double total = 0; total += duration_cast<microseconds>(s1 - s0).count() / 1e3; std::cout << total << "\n";
  std::cout << system_clock::to_time_t(system_clock::from_time_t(1700000000)) << " " << std::ratio_multiply<std::milli, std::kilo>::num << "\n";
  auto k = hours(2) + minutes(3); std::cout << k.count() << "\n";
}
/* OUTPUT:
1500
1249999 2 1.5
1.5001
121 11
1236567 1236
3000000 3
1222 5
30 25 33 3 10
9223372036854775807 -9223372036854775808 1000000000
5001 -5001
1000 1.5
2
100
3
1700000000 1
123
*/
