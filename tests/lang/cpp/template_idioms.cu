// Templates as libraries are written: friends that are instances, local names of classes with member templates,
// tags of iterators, braced default arguments. g++ prints the same.
#include <iostream>
#include <string>
#include <vector>
#include <memory>
template <class T> class P; template <class T> std::ostream &operator<<(std::ostream &o, const P<T> &p);
template <class T> class P { T v; public: P(T v) : v(v) {} friend std::ostream &operator<< <>(std::ostream &o, const P<T> &p); friend std::ostream &operator<< <T>(std::ostream &o, const P &p); };
template <class T> std::ostream &operator<<(std::ostream &o, const P<T> &p) { return o << "P" << p.v; }
template <class T> struct Q { T v; template <class U> friend bool operator==(const Q &a, const Q<U> &b); };
template <class A> struct Wr { template <class B> struct In { A a; B b; template <class C> C sum(C c) const { return a + b + c; } static constexpr int k = sizeof(A) + sizeof(B); }; template <class B> using in_t = In<B>; template <class B> static In<B> make(A a, B b) { return {a, b}; } };
template <class W> int use() { typename W::template In<int> x{1, 2}; using K = typename W::template in_t<char>; return x.template sum<int>(3) + K::k + W::template In<short>::k; }
template <class T, template <class, class...> class C = std::vector> struct Seq { C<T> c; void add(T t) { c.push_back(t); } };
template <class T> struct Base { using value_type = T; T x = T(3); template <class U> U as() const { return U(x); } struct Opt { int n = 4; T t = T(1); } opt; };
template <class T> struct Der : Base<T> { using typename Base<T>::value_type; using B = Base<T>; typename B::Opt o2{6}; value_type get() { return this->x + this->template as<int>() + B::opt.n + o2.n + o2.t; } };
struct Local { template <class T> struct L1 { T v; }; template <class T> using A = L1<T>; };
template <class T> int sz() { using L = Local; typename L::template A<T> a{}; return sizeof a; }
int plain() { using L = Local; L::A<double> a{2.5}; L::L1<char> b{'x'}; return int(a.v) + sizeof(b); }
template <class... B> struct conj : std::true_type {}; template <class B> struct conj<B> : B {}; template <class B, class... R> struct conj<B, R...> : std::conditional_t<bool(B::value), conj<R...>, B> {};
template <class T> struct Traits; template <> struct Traits<float> { static constexpr const char *name() { return "f"; } enum : int { bits = 32 }; }; template <> struct Traits<double> { static constexpr const char *name() { return "d"; } enum : int { bits = 64 }; };
template <class T> struct Singleton { static T &get() { static T t; return t; } protected: Singleton() = default; };
struct Log : Singleton<Log> { int n = 0; private: Log() = default; friend class Singleton<Log>; friend Singleton<Log>; };
template <class T> struct Opts { struct Params { int w = 8; T scale = T(2); }; T run(const Params &p = {}) { return p.w * p.scale; } T run2(Params p = Params()) { return p.w + p.scale; } };
template <int N> struct Fact { enum { value = N * Fact<N - 1>::value }; }; template <> struct Fact<0> { enum { value = 1 }; };
template <class T, class... R> constexpr T mx(T a, R... r) { if constexpr (sizeof...(r) == 0) return a; else { T m = mx(r...); return a > m ? a : m; } }
template <class F> struct Def { F f; ~Def() { f(); } }; template <class F> Def(F) -> Def<F>;
template <class It, class Cat = typename std::iterator_traits<It>::iterator_category> struct Adv { static int k(std::random_access_iterator_tag) { return 1; } static int k(std::input_iterator_tag) { return 2; } static int go() { return k(Cat{}); } };
#include <list>
template <class T> auto print(const T &t, int) -> decltype(std::cout << t, void()) { std::cout << t << "\n"; } template <class T> void print(const T &, long) { std::cout << "no\n"; }
template <class T> struct M { template <class U, std::enable_if_t<std::is_convertible<U, T>::value, bool> = true> M(U u) : v(u) {} template <class U, std::enable_if_t<!std::is_convertible<U, T>::value, int> = 0> explicit M(const U &u) : v(T(u.size())) {} T v; };
int main() {
  std::cout << P<int>(4) << P<std::string>("q") << "\n"; std::cout << use<Wr<char>>() << " " << Wr<int>::make(2, 3.5).sum(1.0) << "\n";
  Seq<int> s; s.add(3); std::cout << s.c.size() << "\n"; Der<int> d; std::cout << d.get() << "\n"; std::cout << sz<int>() << plain() << "\n";
  std::cout << conj<std::is_same<int, int>, std::true_type>::value << conj<>::value << conj<std::false_type, std::true_type>::value << "\n";
  std::cout << Traits<float>::name() << Traits<double>::bits << "\n"; Log::get().n++; std::cout << Log::get().n << "\n"; Opts<float> o; std::cout << o.run() << " " << o.run2({1, 5}) << "\n";
  std::cout << Fact<6>::value << " " << mx(1, 9, 3) << "\n"; { Def x{[] { std::cout << "bye\n"; }}; } std::cout << Adv<int *>::go() << Adv<std::list<int>::iterator>::go() << "\n";
  print(3, 0); print(d, 0); std::cout << M<int>(3.7).v << M<int>(std::string("abc")).v << "\n";
  using L = Local; L::A<int> la{5}; std::cout << la.v << std::is_same<L::A<int>, L::L1<int>>::value << "\n";
}
/* OUTPUT:
P4Pq
11 6.5
1
17
43
110
f64
1
16 6
720 9
bye
12
3
no
33
51
*/
