// A class template is made where a complete type is needed, and not where it is only named.
// OUT: 0 2 2
// OUT: impl 1
// OUT: 3 3
// OUT: 5 1 0
// OUT: 7 8
// OUT: 4 9
// OUT: derived 6
// OUT: 1 0 1
// OUT: later 12
// OUT: friend 4
// OUT: 6 24
#include <cstdio>
#include <type_traits>
#include <utility>

template <int N> struct num {
    using next = num<N + 1>;
    num<N + 2> *far() { return nullptr; }
    static constexpr int value = N;
};
template <class T> struct never { static_assert(sizeof(T) == 0, "never"); int x; };
template <class T> struct fwd;
never<int> *pointer = nullptr;
fwd<int> *to_fwd;
never<char> declared(never<long> &, never<short>);
template <class T> struct holds { never<T> *p; never<T> &(*f)(never<T>); int v; };
extern never<double> elsewhere;
using name = never<float>;

template <class D> struct Base {
    void call() { static_cast<D *>(this)->impl(); }
    int n = 1;
};
struct Der : Base<Der> { void impl() { std::printf("impl %d\n", n); } };
template <class T> struct fwd { T x; };

// from an argument
template <class T> struct from { int v; from(T t) : v(t) {} };
int take(from<int> f) { return f.v; }
int take_ref(const from<int> &f) { return f.v + 1; }
template <class T> struct to { operator int() const { return 9; } int four() const; };
template <class T> int to<T>::four() const { return 4; }

template <class T> struct up { int id = 6; };
template <class T> struct down : up<T> {};
int id_of(up<int> *p) { return p->id; }

// a call that only another overload takes does not make this one's class
int pick(never<int> *) { return 0; }
int pick(int) { return 1; }

template <class T> struct spec { int v() { return 11; } };
spec<int> *early;
// (specialised below, before it is needed)
template <> struct spec<int> { int v() { return 12; } };

template <class T> struct friendly { T v; friend int peek(friendly *f) { return f->v; } };
template <class T> struct lazy_body { int used() { return 1; } int unused() { return T::nothing; } };
template <class T, class = void> struct has_size : std::false_type {};
template <class T> struct has_size<T, std::void_t<decltype(std::declval<T>().size())>> : std::true_type {};
template <class T> struct sized { int size() { return 0; } never<T> *n; };

template struct holds<int>;
template <class T> struct all { T one() { return 1; } };
template struct all<int>;

int main() {
    using third = num<0>::next::next;
    num<1>::next::next four;
    static_assert(four.value == 3);
    std::printf("%d %d %d\n", num<0>::value, third::value, num<2>().value);
    Der d;
    d.call();
    fwd<int> w{3};
    to_fwd = &w;
    holds<int> h{nullptr, nullptr, 3};
    std::printf("%d %d\n", to_fwd->x, h.v);
    std::printf("%d %d %d\n", num<5>::value, pick(3), pick(nullptr));
    std::printf("%d %d\n", take(7), take_ref(7));
    to<int> t;
    std::printf("%d %d\n", t.four(), t + 0);
    down<int> *p = new down<int>;
    std::printf("derived %d\n", id_of(p));
    std::printf("%d %d %d\n", has_size<sized<int>>::value, has_size<int>::value,
                lazy_body<int>().used());
    early = new spec<int>;
    std::printf("later %d\n", early->v());
    friendly<int> f{4};
    std::printf("friend %d\n", peek(&f));
    num<3> *many = new num<3>[2];
    std::printf("%d %d\n", many[0].value + many[1].value, (int)sizeof(fwd<int[6]>));
    static_assert(std::is_same_v<num<1>::next, num<2>>);
}
