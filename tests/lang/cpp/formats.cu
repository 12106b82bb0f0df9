// <format> and <print>: C++20's and C++23's formatting. NOT-FOR-GXX: its version 12 has neither.
#include <format>
#include <print>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>
struct P { int x, y; };
template <> struct std::formatter<P> {
    bool brackets = false;
    constexpr auto parse(std::format_parse_context &ctx) {
        auto it = ctx.begin();
        if (it != ctx.end() && *it == 'b') { brackets = true; ++it; }
        return it;
    }
    auto format(const P &p, std::format_context &ctx) const {
        return brackets ? std::format_to(ctx.out(), "[{}, {}]", p.x, p.y) : std::format_to(ctx.out(), "({}, {})", p.x, p.y);
    }
};
struct Name { std::string n; };
template <> struct std::formatter<Name> : std::formatter<std::string> {
    auto format(const Name &n, std::format_context &ctx) const { return std::formatter<std::string>::format("<" + n.n + ">", ctx); }
};
template <class... A> static void fails(std::string_view f, const A &...a) {
    try { std::cout << std::vformat(f, std::make_format_args(a...)) << '\n'; } catch (const std::format_error &e) { std::cout << "error\n"; }
}
int main() {
    std::cout << std::format("{} {:5d}|{:<8}|{:>8.3f}|{:#x} {:08b}|\n", 1, 42, "ab", 3.14159, 255, 5);
    std::cout << std::format("{1} {0} {{}} {0}\n", "a", std::string("b"));
    std::cout << std::format("{:*^9}|{:->6}|{:+}|{: }|{:06.2f}|{:e}|{:g}|{}\n", "mid", 'c', 5, 7, -3.14159, 12345.678, 1e10, 0.1);
    std::cout << std::format("{}|{}|{}|{:5}|{:d}|{:s}\n", true, 'x', 1.0f, false, true, "text");
    std::cout << std::format("{:.2}|{:{}}|{:.{}f}|{:0{}d}\n", "abcdef", 7, 5, 2.71828, 2, 9, 4);
    std::cout << std::format("{:#o} {:X} {:#b} {:#X} {:c} {:x} {}\n", 8, 48879, 6, 255, 65, -255, -9223372036854775807ll - 1);
    std::cout << std::format("{} {} {} {} {:010} {:<010}|\n", 1e100, 1.0 / 3, 100000.0, 1.0 / 0.0, -1.0 / 0.0, 1.5);
    std::cout << std::format("{} {:10} {:b} {:>12}\n", P{1, 2}, Name{"ann"}, P{3, 4}, Name{"bob"});
    std::vector<char> out;
    std::format_to(std::back_inserter(out), "{}-{}", 1, 2);
    char buf[8] = {};
    auto r = std::format_to_n(buf, 5, "{}", "longer text");
    std::cout << std::string(out.begin(), out.end()) << ' ' << buf << ' ' << r.size << ' ' << std::formatted_size("{:10}", 1) << '\n';
    std::cout << std::format("{} {}\n", (void *)0, nullptr) << std::format("{:a} {:.3e} {:#.3g} {:.0f}\n", 1.0, 12345.678, 2.0, 2.5);
    const char *s = "ptr";
    unsigned char u = 200; signed char sc = -3; short sh = 12; size_t z = 7;
    std::cout << std::format("{} {} {} {} {} {:é^5}|\n", s, u, sc, sh, z, "ü");
    fails("{"); fails("}"); fails("{}"); fails("{:d}", "text"); fails("{0} {}", 1, 2); fails("{:{}}", 1, "w"); fails("{:.}", 1.0); fails("fine {}", 3);
    std::cout.flush();
    std::print("{} and {:.1f}\n", "print", 2.25);
    std::println("{:>4}", 3);
    std::println();
    std::print(stdout, "{}\n", 'q');
}
/* OUTPUT:
1    42|ab      |   3.142|0xff 00000101|
b a {} a
***mid***|-----c|+5| 7|-03.14|1.234568e+04|1e+10|0.1
true|x|1|false|1|text
ab|    7|2.72|0009
010 BEEF 0b110 0XFF A -ff -9223372036854775808
1e+100 0.3333333333333333 1e+05 inf       -inf 1.5       |
(1, 2) <ann>      [3, 4]        <bob>
1-2 longe 11 10
0x0 0x0
1p+0 1.235e+04 2.00 2
ptr 200 -3 12 7 ééüéé|
error
error
error
error
error
error
error
fine 3
print and 2.2
   3

q
*/
