// Literal operators: cooked, of text, of digits as template arguments; strings, characters; the library's.
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
struct Meters { double v; constexpr explicit Meters(double x) : v(x) {} };
__host__ __device__ constexpr Meters operator""_km(long double x) { return Meters((double)x * 1000); }
__host__ __device__ constexpr Meters operator""_km(unsigned long long x) { return Meters((double)x * 1000); }
constexpr int operator"" _twice(unsigned long long x) { return (int)x * 2; }
constexpr int operator""_digits(const char *text) { int n = 0; while (text[n]) n++; return n; }
template <char... C> constexpr int operator""_sum() { return (0 + ... + (C - '0')); }
constexpr unsigned operator""_hash(const char *s, std::size_t n) {
    unsigned h = 0;
    for (std::size_t i = 0; i < n; i++) h = h * 31 + s[i];
    return h;
}
constexpr int operator""_up(char c) { return c - 32; }
constexpr long double operator""_deg(long double d) { return d * 3.14159265358979323846L / 180; }
namespace units { constexpr int operator""_dozen(unsigned long long n) { return (int)n * 12; } }
static_assert(4_twice == 8 && 0x1F_twice == 62 && 1'000_twice == 2000 && 0b101_twice == 10);
static_assert(12345_digits == 5 && 1.5e3_digits == 5 && 1234_sum == 10);
static_assert("ab"_hash == 97 * 31 + 98 && "a" "b"_hash == "ab"_hash && 'a'_up == 'A');
int command(std::string_view s) {
    unsigned h = 0;
    for (char c : s) h = h * 31 + c;
    switch (h) {
    case "go"_hash: return 1;
    case "stop"_hash: return 2;
    }
    return 0;
}
template <class T> constexpr T scaled(T t) { return t * 3_twice; }
__global__ void k(double *out) { out[threadIdx.x] = (2_km).v + (0.5_km).v; }
#define TEXT "x"
int main() {
    using namespace std::literals;
    using namespace units;
    double *p;
    cudaMallocManaged(&p, 64);
    k<<<1, 2>>>(p);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", p[1], (1.5_km).v, (double)180.0_deg);
    printf("%d %d %d %d\n", command("go"), command("stop"), scaled(7), 3_dozen);
    auto l = [](int x) { return x + 5_twice; };
    std::string s = "abc\0def"s;
    printf("%d %zu %zu\n", l(1), s.size(), "hello"sv.size());
    static_assert("hello"sv.substr(1, 2) == "el");
    printf("%s\n", ("a"s + TEXT + "b").c_str());
    auto t = 1s + 250ms;
    printf("%lld %lld %g\n", (long long)t.count(), (long long)std::chrono::microseconds(2min).count(), (double)(1.5h).count());
    static_assert(2h == 120min && 1us == 1000ns);
    {
        using namespace std;
        using namespace std::chrono;
        printf("%d %zu\n", (int)milliseconds(5s).count(), ("a"s + "b"s).size());
    }
    printf("%d %d\n", operator""_twice(21), operator""_up('b'));
}
/* OUTPUT:
2500 1500 3.14159
1 2 42 36
11 7 5
axb
1250 120000000 1.5
5000 2
42 66
*/
