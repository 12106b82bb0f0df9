// std::forward_list, <charconv> and std::valarray.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <forward_list>
#include <string>
#include <valarray>
template <typename C> static void show(const char *what, const C &c) {
    printf("%s:", what);
    for (const auto &x : c) printf(" %g", (double)x);
    printf("\n");
}
static void va(const char *what, const std::valarray<double> &v) { show(what, v); }
static void vi(const char *what, const std::valarray<int> &v) { show(what, v); }
template <typename... A> static void put(A... a) {
    char text[64];
    auto r = std::to_chars(text, text + sizeof text, a...);
    printf("%.*s %d\n", (int)(r.ptr - text), text, (int)r.ec);
}
template <typename T, typename... A> static void get(const char *s, A... a) {
    T v = 77;
    auto r = std::from_chars(s, s + strlen(s), v, a...);
    printf("%s -> %.9g %d %d\n", s, (double)v, (int)(r.ptr - s), (int)r.ec);
}
int main() {
    std::forward_list<int> a{5, 3, 8, 1, 3}, b(3, 4), c;
    a.push_front(9); a.emplace_front(2);
    auto i = a.insert_after(a.begin(), 7); a.insert_after(i, {6, 6}); a.insert_after(i, 2, 0);
    show("a", a);
    a.sort(); show("sorted", a); a.unique(); show("unique", a); a.reverse(); show("reversed", a);
    c = a; c.remove(3); c.remove_if([](int x) { return x > 7; }); show("c", c);
    printf("%d %d %d %d\n", a == c, a != c, c < a, c.empty());
    b.merge(std::forward_list<int>{1, 4, 9}); show("merged", b);
    c.splice_after(c.before_begin(), b, b.begin()); show("c", c); show("b", b);
    c.splice_after(c.begin(), b); show("c", c); printf("%d\n", b.empty());
    c.erase_after(c.begin()); c.pop_front(); c.resize(4); show("c", c); c.resize(6, 11); show("c", c);
    c.erase_after(c.begin(), c.end()); printf("%d %d\n", c.front(), (int)std::distance(c.begin(), c.end()));
    std::forward_list<std::string> s{"x", "yy"}, t = std::move(s);
    printf("%d %s\n", s.empty(), t.begin()->c_str());
    std::swap(a, c); show("a", a); c.clear(); c.assign(2, 1); show("c", c);

    put(0); put(-12345); put(255u, 16); put(-5, 2); put(9223372036854775807LL); put((-9223372036854775807LL - 1)); put((signed char)-128); put('A'); put(35, 36);
    put(0.1); put(1.0 / 3); put(1e22); put(1e-7); put(123456.0); put(-2.5f); put(0.1f); put(16777216.0f); put(1e100); put(0.0); put(-0.0); put(1e5); put(100000000.0); put(1.5e300);
    put(3.14159, std::chars_format::fixed); put(3.14159, std::chars_format::scientific); put(2.0 / 3, std::chars_format::fixed, 3); put(2.0 / 3, std::chars_format::scientific, 4); put(1234567.0, std::chars_format::general); put(0.00001, std::chars_format::general); put(100.0, std::chars_format::general); put(1.0 / 3, std::chars_format::general, 4); put(INFINITY); put(-NAN * 0 == 0 ? 1.0 : INFINITY);
    char two[2]; auto r = std::to_chars(two, two + 2, 123); printf("%d %d\n", r.ptr == two + 2, r.ec == std::errc::value_too_large);
    get<int>("42abc"); get<int>("-17"); get<int>("+1"); get<int>(" 1"); get<int>(""); get<int>("99999999999"); get<int>("-2147483648"); get<int>("2147483648"); get<unsigned>("-1"); get<unsigned char>("256"); get<short>("7fff", 16); get<int>("zz", 36); get<int>("12", 2); get<long>("-9223372036854775808");
    get<double>("3.25e2x"); get<double>("-.5"); get<double>("abc"); get<double>("1e999"); get<float>("0.1"); get<double>("inf"); get<double>("0x10"); get<double>("1.5e3", std::chars_format::fixed); get<double>("ff.8", std::chars_format::hex); get<double>("+1"); get<double>("-");

    std::valarray<double> v{1, 2, 3, 4, 5, 6}, w(2.0, 6), z(3);
    va("v+w", v + w); va("v*2", v * 2.0); va("1/v", 1.0 / v); va("-v", -v);
    v += w; v *= 0.5; va("v", v);
    printf("%g %g %g %zu\n", v.sum(), v.min(), v.max(), v.size());
    va("slice", std::valarray<double>(v[std::slice(1, 2, 3)])); v[std::slice(0, 3, 2)] = 0.0; va("v", v); v[std::slice(0, 2, 1)] = std::valarray<double>{7, 8}; v[std::slice(0, 2, 1)] += std::valarray<double>{1, 1}; va("v", v);
    va("shift", v.shift(2)); va("cshift", v.cshift(-1)); va("apply", v.apply([](double x) { return x * x; }));
    std::valarray<bool> m = v > 3.0; printf("%d %d\n", (int)m[0], (int)m[2]); v[v > 3.0] = 1; va("v", v);
    va("sqrt", sqrt(w)); va("pow", pow(w, 3.0)); va("exp", exp(z)); va("abs", abs(-w));
    const std::valarray<int> k{1, 2, 3}; vi("%", k % 2); vi("places", k[std::valarray<size_t>{2, 0}]); vi("+", k + k * k);
    z = v; z.resize(2, 3); va("z", z); std::swap(z, w); va("w", w);
}

/* OUTPUT:
a: 2 7 0 0 6 6 9 5 3 8 1 3
sorted: 0 0 1 2 3 3 5 6 6 7 8 9
unique: 0 1 2 3 5 6 7 8 9
reversed: 9 8 7 6 5 3 2 1 0
c: 7 6 5 2 1 0
0 1 1 0
merged: 1 4 4 4 4 9
c: 4 7 6 5 2 1 0
b: 1 4 4 4 9
c: 4 1 4 4 4 9 7 6 5 2 1 0
1
c: 4 4 4 9
c: 4 4 4 9 11 11
4 1
1 x
a: 4
c: 1 1
0 0
-12345 0
ff 0
-101 0
9223372036854775807 0
-9223372036854775808 0
-128 0
65 0
z 0
0.1 0
0.3333333333333333 0
1e+22 0
1e-07 0
123456 0
-2.5 0
0.1 0
16777216 0
1e+100 0
0 0
-0 0
1e+05 0
1e+08 0
1.5e+300 0
3.14159 0
3.14159e+00 0
0.667 0
6.6667e-01 0
1.234567e+06 0
1e-05 0
100 0
0.3333 0
inf 0
inf 0
1 1
42abc -> 42 2 0
-17 -> -17 3 0
+1 -> 77 0 22
 1 -> 77 0 22
 -> 77 0 22
99999999999 -> 77 11 34
-2147483648 -> -2.14748365e+09 11 0
2147483648 -> 77 10 34
-1 -> 77 0 22
256 -> 77 3 34
7fff -> 32767 4 0
zz -> 1295 2 0
12 -> 1 1 0
-9223372036854775808 -> -9.22337204e+18 20 0
3.25e2x -> 325 6 0
-.5 -> -0.5 3 0
abc -> 77 0 22
1e999 -> 77 5 34
0.1 -> 0.100000001 3 0
inf -> inf 3 0
0x10 -> 0 1 0
1.5e3 -> 1.5 3 0
ff.8 -> 255.5 4 0
+1 -> 77 0 22
- -> 77 0 22
v+w: 3 4 5 6 7 8
v*2: 2 4 6 8 10 12
1/v: 1 0.5 0.333333 0.25 0.2 0.166667
-v: -1 -2 -3 -4 -5 -6
v: 1.5 2 2.5 3 3.5 4
16.5 1.5 4 6
slice: 2 3.5
v: 0 2 0 3 0 4
v: 8 9 0 3 0 4
shift: 0 3 0 4 0 0
cshift: 4 8 9 0 3 0
apply: 64 81 0 9 0 16
1 0
v: 1 1 0 3 0 1
sqrt: 1.41421 1.41421 1.41421 1.41421 1.41421 1.41421
pow: 8 8 8 8 8 8
exp: 1 1 1
abs: 2 2 2 2 2 2
%: 1 0 1
places: 3 1
+: 2 6 12
z: 3 3
w: 3 3
*/
