// Members of the library's classes that programs name: what g++ prints of the same program.
// OUT: 3
// OUT: 2
// OUT: 1
// OUT: 3
// OUT: 3
// OUT: 4
// OUT: 0
// OUT: 0
// OUT: 0
// OUT: 1
// OUT: 1
// OUT: 12
// OUT: 6
// OUT: 2
// OUT: 4
// OUT: 2.5
// OUT: 2
// OUT: 3
// OUT: 8
// OUT: 4
// OUT: 5
// OUT: 15
// OUT: oor
// OUT: 4
// OUT: 6
// OUT: 2
// OUT: 0
// OUT: 3
// OUT: b
// OUT: b
// OUT: 2
// OUT: d
// OUT: 4
// OUT: e
// OUT: 5
// OUT: f
// OUT: 6
// OUT: f
// OUT: e
// OUT: f
// OUT: 0
// OUT: 2
// OUT: 10
// OUT: 2
// OUT: 2
// OUT: 21
// OUT: 1
// OUT: 0
// OUT: 3
// OUT: 1
// OUT: 1
// OUT: 1
// OUT: 2
// OUT: 0
// OUT: 1
// OUT: 2
// OUT: a
// OUT: b
// OUT: 1
// OUT: 1
// OUT: 2
// OUT: 1
// OUT: 3
// OUT: 1
// OUT: 3
// OUT: 1
// OUT: 1
// OUT: 1
// OUT: 7
// OUT: 0
// OUT: 3
// OUT: 1
// OUT: 2
// OUT: 2
// OUT: b
// OUT: 6
// OUT: 5
// OUT: 4
// OUT: 4
// OUT: 3
// OUT: 1
// OUT: 0
// OUT: 3
// OUT: 2
// OUT: 4
// OUT: 1
// OUT: 1
// OUT: 2
// OUT: 5
// OUT: 0
// OUT: 1
// OUT: 1
// OUT: 1
// OUT: 9
// OUT: 4
// OUT: 5
// OUT: 11
// OUT: 1
// OUT: 0
// OUT: 10
// OUT: 3
// OUT: 7
// OUT: 1
// OUT: 5
// OUT: 5
// OUT: 1
// OUT: 5
// OUT: 6
// OUT: 6
// OUT: 3
// OUT: 0
// OUT: del 1
// OUT: lam 1
// OUT: 2
// OUT: 0
// OUT: 3
// OUT: 1
// OUT: 1
// OUT: 2
// OUT: 8
// OUT: 1
// OUT: 3
// OUT: 1
// OUT: 12
// OUT: 1
// OUT: bad
// OUT: 5
// OUT: 4
// OUT: 8
// OUT: 3.5
// OUT: -3
// OUT: 1
// OUT: 9
// OUT: 1
// OUT: 1
// OUT: 0
// OUT: 6
// OUT: 0
// OUT: 5
// OUT: 5
// OUT: 5
// OUT: 1
// OUT: bad
// OUT: 1
// OUT: 1
// OUT: 1
// OUT: 1.5
// OUT: 0
// OUT: 3
// OUT: 3
// OUT: 3
// OUT: 2
// OUT: abc
// OUT: 0
// OUT: 3
// OUT: bad
// OUT: 2.5
// OUT: q
// OUT: 0
// OUT: 3
// OUT: 1
// OUT: 121
// OUT: 0
// OUT: 3
// OUT: 1
// OUT: 1
// OUT: bad
// OUT: 1
// OUT: 0
// OUT: 1
// OUT: 2147483647
// OUT: 2.22045e-16
// OUT: -3.40282e+38
// OUT: inf
// OUT: 8
// OUT: 1
// OUT: 1
// OUT: 15
// OUT: 1
// OUT: 1
// OUT: -9223372036854775808
// OUT: 128
// OUT: 1
// OUT: 2
// OUT: 1
// OUT: 17
// OUT: 0.5
// OUT: t 0
// OUT: 6
// OUT: 5
// OUT: 3
// OUT: 1
// OUT: 1
// OUT: 3
// OUT: once 4
// OUT: 7
// OUT: 1
// OUT: 0
// OUT: 6
// OUT: 1 2 3 
// OUT: 3
// OUT: 6
// OUT: 6
// OUT: 6
// OUT: 6
// OUT: 6
// OUT: 0
// OUT: 1
// OUT: 9
// OUT: 3
// OUT: 2
// OUT: 1
// OUT: 6
// OUT: 3
// OUT: 1
// OUT: 4
// OUT: 4
// OUT: 4
// OUT: 1
// OUT: 3.14159
// OUT: 2147483647
// OUT: 3.40282e+38
// OUT: 18446744073709551615
// OUT: 1
// OUT: 12
// OUT: 1
// OUT: 3
// OUT: 003.1|7   |ff
// OUT: 1
// OUT: 65
// OUT: 1
// OUT: 1
// OUT: 1
// OUT: 1
// OUT: 1
// OUT: 1
// OUT: 5
// OUT: llo
// OUT: 1
// OUT: 4
// OUT: 1
// OUT: 1
// OUT: 2147483647
// OUT: 1
// OUT: 8
// OUT: ,
// OUT: 3
#include <array>
#include <vector>
#include <string>
#include <string_view>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <deque>
#include <list>
#include <queue>
#include <stack>
#include <tuple>
#include <utility>
#include <memory>
#include <functional>
#include <algorithm>
#include <numeric>
#include <optional>
#include <variant>
#include <any>
#include <chrono>
#include <complex>
#include <limits>
#include <bitset>
#include <random>
#include <thread>
#include <mutex>
#include <atomic>
#include <future>
#include <condition_variable>
#include <iomanip>
#include <sstream>
#include <fstream>
#include <iostream>
#include <type_traits>
#include <filesystem>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <iterator>
#include <ratio>
#include <cmath>
#include <initializer_list>
#include <typeindex>
#include <typeinfo>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <climits>
#include <cfloat>
#include <cstdint>
#include <cctype>
#include <ctime>
#include <cstddef>
template <class T> void P(const T &x) { std::cout << x << std::endl; }
void array_0() {
    std::array<int,3> a{1,2,3};
    P(a.size());
    P(a.at(1));
    P(a.front());
    P(a.back());
    P(*a.rbegin());
    a.fill(4);
    P(a[2]);
    P(a.empty());
    std::array<int,3> b{};
    P(b[0]);
    a.swap(b);
    P(a[0]);
    P(a < b);
    P(a != b);
}
void array_1() {
    constexpr std::array<int,3> a = {1,2,3};
    static_assert(a[1] == 2);
    static_assert(a.size() == 3);
    int z[a.size()];
    P(sizeof z);
}
void array_2() {
    constexpr std::array<int,3> a = {{1,2,3}};
    constexpr int s = [](auto &x) { int t = 0; for (auto v : x) t += v; return t; }(a);
    P(s);
}
void array_3() {
    std::array a{1.5, 2.5};
    P(a.size());
    auto [x, y] = a;
    P(x + y);
    P(std::get<1>(a));
    P(std::tuple_size<decltype(a)>::value);
}
void array_4() {
    std::array<std::array<float,2>,2> m{{{1,2},{3,4}}};
    P(m[1][0]);
    for (auto &r : m) for (auto &v : r) v *= 2;
    P(m[1][1]);
    P(m.data()[0][1]);
}
void array_5() {
    std::array<int, 5> a{5,3,1,4,2};
    std::sort(a.begin(), a.end(), std::greater<>());
    P(a[0]);
    P(std::accumulate(a.cbegin(), a.cend(), 0));
    try { a.at(9); } catch (const std::out_of_range &) { P("oor"); }
}
void array_6() {
    constexpr auto make = [] { std::array<int, 4> r{}; for (int i = 0; i < 4; i++) r[i] = i * i; return r; };
    constexpr auto t = make();
    static_assert(t[3] == 9);
    P(t[2]);
}
void map_7() {
    std::map<std::string, int> m{{"a", 1}, {"b", 2}};
    m["c"] = 3;
    m.insert({"d", 4});
    m.insert(std::make_pair("e", 5));
    m.emplace("f", 6);
    P(m.size());
    P(m.at("b"));
    P(m.count("z"));
    auto it = m.find("c");
    P(it->second);
    m.erase("a");
    m.erase(it);
    P(m.begin()->first);
    for (const auto &[k, v] : m) { P(k); P(v); } P(m.rbegin()->first);
    P(m.lower_bound("e")->first);
    P(m.upper_bound("e")->first);
    auto [i, ok] = m.insert({"b", 9});
    P(ok);
    P(i->second);
    m.insert_or_assign("b", 10);
    P(m["b"]);
    m.try_emplace("q", 1);
}
void map_8() {
    std::map<int, std::vector<int>> g;
    g[1].push_back(2);
    g[1].push_back(3);
    P(g[1].size());
    std::map<int, int, std::greater<int>> d{{1, 1}, {2, 2}};
    P(d.begin()->first);
    auto cmp = [](int a, int b) { return a % 10 < b % 10; };
    std::map<int, int, decltype(cmp)> e(cmp);
    e[15] = 1;
    e[21] = 2;
    P(e.begin()->first);
    std::map<int,int> a{{1,2}}, b{{1,3}};
    P(a < b);
    P(a == b);
    a.swap(b);
    P(a[1]);
    std::map<std::pair<int,int>, int> pm;
    pm[{1, 2}] = 3;
    P(pm.size());
    a.erase(a.begin());
    P(a.empty());
    std::map<int,int>::iterator z = b.begin();
    P(z->first);
    std::map<int,int>::const_iterator y = b.cbegin();
    P((*y).second);
    for (auto it = b.begin(); it != b.end();) it = b.erase(it);
    P(b.size());
}
void map_9() {
    std::map<int,int> m;
    m.emplace_hint(m.end(), 1, 2);
    auto r = m.equal_range(1);
    P(std::distance(r.first, r.second));
    std::multimap<int, char> mm{{1, 'a'}, {1, 'b'}, {2, 'c'}};
    P(mm.count(1));
    auto q = mm.equal_range(1);
    for (auto i = q.first; i != q.second; ++i) P(i->second);
    auto n = m.extract(1);
    P(n.key());
    m.insert(std::move(n));
    P(m.size());
    std::map<int,int> o{{5,6}};
    m.merge(o);
    P(m.size());
    m.key_comp();
    P(m.max_size() > 0);
}
void set_10() {
    std::set<int> s{3, 1, 2, 3};
    P(s.size());
    P(*s.begin());
    P(*s.rbegin());
    P(s.count(2));
    s.erase(2);
    P(s.find(2) == s.end());
    auto [it, ok] = s.insert(7);
    P(ok);
    P(*it);
    s.emplace(0);
    P(*s.begin());
    P(*s.lower_bound(2));
    std::set<int> t(s.begin(), s.end());
    P(s == t);
    std::multiset<int> m{1, 1, 2};
    P(m.count(1));
    m.erase(m.find(1));
    P(m.size());
    std::set<std::string, std::greater<std::string>> g{"a", "b"};
    P(*g.begin());
    s.insert({8, 9});
    P(s.size());
    auto c = [](int a, int b) { return a > b; };
    std::set<int, decltype(c)> d(c);
    d.insert(1);
    d.insert(5);
    P(*d.begin());
    std::vector<int> o;
    std::set_intersection(s.begin(), s.end(), t.begin(), t.end(), std::back_inserter(o));
    P(o.size());
    for (auto i = s.begin(); i != s.end();) { if (*i > 7) i = s.erase(i); else ++i; } P(s.size());
}
void unordered_map_11() {
    std::unordered_map<std::string, int> m{{"a", 1}};
    m["b"]++;
    m.emplace("c", 3);
    P(m.size());
    P(m.at("a"));
    P(m.count("z"));
    P(m.find("c")->second);
    m.erase("a");
    P(m.size());
    int t = 0;
    for (auto &kv : m) t += kv.second;
    P(t);
    m.reserve(100);
    m.rehash(50);
    P(m.bucket_count() > 10);
    P(m.load_factor() < 1);
    std::unordered_map<int, std::vector<int>> g;
    g[3] = {1, 2};
    P(g[3][1]);
    struct H { size_t operator()(const std::pair<int,int> &p) const { return p.first * 31 + p.second; } };
    std::unordered_map<std::pair<int,int>, int, H> h;
    h[{1, 2}] = 5;
    P((h[{1, 2}]));
    auto [i, ok] = m.try_emplace("b", 4);
    P(ok);
    m.clear();
    P(m.empty());
    P((m.end() == m.find("q")));
}
void list_12() {
    std::list<int> l{3, 1, 2};
    l.sort();
    P(l.front());
    l.push_front(0);
    l.push_back(9);
    l.reverse();
    P(l.front());
    l.remove(3);
    P(l.size());
    auto it = l.begin();
    std::advance(it, 2);
    l.insert(it, 7);
    P(l.size());
    l.erase(l.begin());
    l.unique();
    std::list<int> o{10, 11};
    l.splice(l.end(), o);
    P(l.back());
    P(o.empty());
    l.remove_if([](int x) { return x > 9; });
    P(l.back());
    l.merge(o);
    P(std::accumulate(l.begin(), l.end(), 0));
    l.emplace_back(1);
    l.pop_front();
    l.pop_back();
    P(l.size());
    l.sort(std::greater<int>());
    P(l.front());
    l.resize(1);
    P(l.size());
    l.assign(2, 5);
    P(l.back());
}
void memory_13() {
    auto p = std::make_unique<int>(5);
    P(*p);
    auto q = std::move(p);
    P(!p);
    P(*q);
    q.reset(new int(6));
    P(*q.get());
    int *r = q.release();
    P(*r);
    delete r;
    std::unique_ptr<int[]> a(new int[3]{1, 2, 3});
    P(a[2]);
    auto b = std::make_unique<float[]>(4);
    P(b[3]);
    struct D { void operator()(int *p) { printf("del "); delete p; } };
    { std::unique_ptr<int, D> d(new int(1)); } std::unique_ptr<FILE, int (*)(FILE *)> f(nullptr, fclose);
    P(!f);
    auto del = [](int *p) { printf("lam "); delete p; };
    { std::unique_ptr<int, decltype(del)> u(new int, del); } swap(q, q);
    P(q == nullptr);
}
void memory_14() {
    auto s = std::make_shared<int>(3);
    auto t = s;
    P(s.use_count());
    std::weak_ptr<int> w = s;
    P(w.expired());
    if (auto l = w.lock()) P(*l);
    s.reset();
    P(t.use_count());
    t = nullptr;
    P(w.expired());
    struct B { virtual ~B() { printf("~B "); } virtual int f() { return 1; } };
    struct D : B { int f() override { return 2; } ~D() { printf("~D "); } };
    struct E : std::enable_shared_from_this<E> { std::shared_ptr<E> me() { return shared_from_this(); } };
    auto e = std::make_shared<E>();
    P(e->me().use_count());
    std::shared_ptr<int[]> ar(new int[2]{7, 8});
    P(ar[1]);
    P(std::addressof(e) == &e);
}
void functional_15() {
    std::function<int(int, int)> f = [](int a, int b) { return a + b; };
    P(f(1, 2));
    P((bool)f);
    f = std::multiplies<int>();
    P(f(3, 4));
    f = nullptr;
    P(!f);
    try { f(1, 2); } catch (std::bad_function_call &) { P("bad"); } auto g = std::bind([](int a, int b) { return a - b; }, std::placeholders::_2, 10);
    P(g(1, 15));
    int n = 3;
    auto r = std::ref(n);
    r.get()++;
    P(n);
    P(std::invoke([](int x) { return x * 2; }, 4));
    P(std::plus<>()(1, 2.5));
    P(std::negate<int>()(3));
    P(std::not_fn([](int x) { return x > 2; })(1));
    std::function<void()> h = [&] { n = 9; };
    h();
    P(n);
    P(std::hash<std::string>()("a") == std::hash<std::string>()("a"));
    P(std::less<>()(1, 2));
    P(std::logical_and<bool>()(true, false));
    P(std::bit_xor<int>()(5, 3));
}
void optional_16() {
    std::optional<int> o;
    P(o.has_value());
    o = 5;
    P(*o);
    P(o.value());
    P(o.value_or(1));
    o.reset();
    P(o.value_or(1));
    try { o.value(); } catch (std::bad_optional_access &) { P("bad"); } std::optional<std::string> s = "x";
    P(s->size());
    o.emplace(3);
    P(o == 3);
    P(o != std::nullopt);
    auto f = [](bool b) -> std::optional<float> { if (b) return 1.5f; return std::nullopt; };
    P(*f(true));
    P((bool)f(false));
    std::optional<std::vector<int>> v(std::in_place, 3, 1);
    P(v->size());
    P(std::make_optional(3).value());
    std::swap(o, o);
}
void variant_17() {
    std::variant<int, double, std::string> v = 3;
    P(std::get<int>(v));
    v = "abc";
    P(v.index());
    P(std::get<2>(v));
    P(std::holds_alternative<double>(v));
    if (auto p = std::get_if<std::string>(&v)) P(p->size());
    try { std::get<int>(v); } catch (std::bad_variant_access &) { P("bad"); } v = 2.5;
    P(std::visit([](auto &&x) -> double { using T = std::decay_t<decltype(x)>; if constexpr (std::is_same_v<T, std::string>) return -1; else return x; }, v));
    v.emplace<std::string>("q");
    P(std::get<std::string>(v));
    std::variant<std::monostate, int> m;
    P(m.index());
    P(std::variant_size_v<decltype(v)>);
    P(v == v);
    std::variant<int, char> a = 'x', b = 1;
    P(std::visit([](auto p, auto q) { return (int)(p + q); }, a, b));
    P(v.valueless_by_exception());
}
void any_18() {
    std::any a = 3;
    P(std::any_cast<int>(a));
    a = std::string("x");
    P(a.has_value());
    P(a.type() == typeid(std::string));
    try { std::any_cast<int>(a); } catch (std::bad_any_cast &) { P("bad"); } P(std::any_cast<std::string>(&a)->size());
    a.reset();
    P(a.has_value());
    P(std::any_cast<int>(&a) == nullptr);
}
void limits_19() {
    P(std::numeric_limits<int>::max());
    P(std::numeric_limits<double>::epsilon());
    P(std::numeric_limits<float>::lowest());
    P(std::numeric_limits<float>::infinity());
    P(std::numeric_limits<unsigned char>::digits);
    P(std::numeric_limits<double>::quiet_NaN() != 0);
    P(std::numeric_limits<int>::is_signed);
    P(std::numeric_limits<double>::digits10);
    P(std::numeric_limits<char>::is_integer);
    P(std::numeric_limits<double>::denorm_min() > 0);
    P(std::numeric_limits<long long>::min());
    P(std::numeric_limits<float>::max_exponent);
    P(std::numeric_limits<bool>::max());
    P(std::numeric_limits<float>::radix);
    P(std::numeric_limits<float>::has_infinity);
    P(std::numeric_limits<double>::max_digits10);
    P(std::numeric_limits<float>::round_error());
}
void thread_20() {
    std::thread t([] { printf("t "); });
    t.join();
    P(t.joinable());
    std::vector<std::thread> ts;
    std::atomic<int> n{0};
    for (int i = 0; i < 4; i++) ts.emplace_back([&n, i] { n += i; });
    for (auto &x : ts) x.join();
    P(n.load());
    std::mutex m;
    { std::lock_guard<std::mutex> l(m); } { std::unique_lock<std::mutex> l(m); l.unlock(); } { std::scoped_lock l(m); } auto f = std::async(std::launch::async, [] { return 5; });
    P(f.get());
    std::promise<int> p;
    auto fu = p.get_future();
    std::thread q([&p] { p.set_value(3); });
    P(fu.get());
    q.join();
    std::condition_variable cv;
    bool ready = false;
    std::thread w([&] { std::unique_lock<std::mutex> l(m); cv.wait(l, [&] { return ready; }); });
    { std::lock_guard<std::mutex> l(m); ready = true; } cv.notify_all();
    w.join();
    n.fetch_add(3);
    int ex = 9;
    P(n.compare_exchange_strong(ex, 1));
    P(n.exchange(2));
    n++;
    P((int)n);
    std::once_flag of;
    std::call_once(of, [] { printf("once "); });
    static thread_local int tl = 4;
    P(tl);
    std::this_thread::yield();
    std::thread r([](int &x) { x = 7; }, std::ref(ex));
    r.join();
    P(ex);
    std::atomic<bool> fl(false);
    fl.store(true, std::memory_order_release);
    P(fl.load(std::memory_order_acquire));
    std::atomic_flag af = ATOMIC_FLAG_INIT;
    P(af.test_and_set());
    std::packaged_task<int()> pt([] { return 6; });
    auto pf = pt.get_future();
    pt();
    P(pf.get());
}
void iterator_21() {
    std::vector<int> v{1, 2, 3};
    std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, " "));
    puts("");
    std::istringstream is("4 5 6");
    std::vector<int> w((std::istream_iterator<int>(is)), std::istream_iterator<int>());
    P(w.size());
    std::copy(w.begin(), w.end(), std::back_inserter(v));
    P(v.size());
    std::list<int> l;
    std::copy(v.begin(), v.end(), std::front_inserter(l));
    P(l.front());
    std::set<int> s;
    std::copy(v.begin(), v.end(), std::inserter(s, s.end()));
    P(s.size());
    P(*std::prev(v.end()));
    P(std::size(v));
    P(std::empty(v));
    P(*std::begin(v));
    int a[3] = {7, 8, 9};
    P(*std::rbegin(a));
    P(std::end(a) - std::begin(a));
    P(std::data(v)[1]);
    auto mi = std::make_move_iterator(v.begin());
    P(*mi);
    auto ri = std::make_reverse_iterator(v.end());
    P(*ri);
    std::vector<int>::iterator it = v.begin();
    std::advance(it, 2);
    P(*it);
    P((std::is_same_v<std::iterator_traits<decltype(it)>::iterator_category, std::random_access_iterator_tag>));
    P(v.end() - it);
    P(it[1]);
    P(*(it + 1));
    P(it > v.begin());
}
void numbers_c_22() {
    P(M_PI);
    P(INT_MAX);
    P(FLT_MAX);
    P(UINT64_MAX);
    P(SIZE_MAX > 0);
    P(std::strtol("12", nullptr, 10));
    P(std::memcmp("a", "b", 1) < 0);
    P(std::strlen("abc"));
    char b[20];
    std::snprintf(b, 20, "%05.1f|%-4d|%x", 3.14159, 7, 255);
    P(b);
    P(std::isalpha('x') != 0);
    P(std::toupper('a'));
    P(std::div(7, 2).rem);
    P(std::qsort != nullptr);
    P(std::getenv("NOPE_X") == nullptr);
    std::time_t t = std::time(nullptr);
    P(t > 0);
    P(std::clock() >= 0);
    P(EXIT_FAILURE);
    P(std::atoi("5"));
    P(std::strstr("hello", "ll"));
    P(std::sscanf("3 4", "%*d %s", b));
    P(b);
    P(std::memchr("abc", 'c', 3) != nullptr);
    std::srand(1);
    P(std::rand() >= 0);
    P(RAND_MAX);
    P(offsetof(struct tm, tm_min) > 0);
    P(sizeof(std::int64_t));
    P((std::uint8_t)300);
    P(std::labs(-3L));
}
int main() { array_0(); array_1(); array_2(); array_3(); array_4(); array_5(); array_6(); map_7(); map_8(); map_9(); set_10(); unordered_map_11(); list_12(); memory_13(); memory_14(); functional_15(); optional_16(); variant_17(); any_18(); limits_19(); thread_20(); iterator_21(); numbers_c_22(); }
