// Forms that libraries and larger programs are full of.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

// A struct without a name that has functions.
struct Machine {
    struct {
        int state = 3;
        int operator()(int x) { return state + x; }
    } step;
    struct {
        int a, b;
    } plain = {1, 2};
    enum { q = 4 };
    int run() { return step(q); }
};
typedef struct {
    int v;
    bool odd() const { return v & 1; }
} Named;

// The arguments of a function template that what takes its address tells.
template <int Q, typename T> static void tell(const void *, T *, long n) { printf("%d %zu %ld", Q, sizeof(T), n); }
typedef void (*to_float)(const void *, float *, long);
typedef void (*to_double)(const void *, double *, long);
to_float pick(int k) {
    switch (k) {
    case 0: return tell<1>;
    default: return tell<2>;
    }
}
struct Table {
    to_float a;
    to_double b;
};
template <class T> T twice(T x) { return x + x; }

// Memory of a class's own.
struct Owned {
    int n = 0;
    void *operator new(size_t n) {
        printf("new %zu\n", n);
        return malloc(n);
    }
    void operator delete(void *p) {
        printf("delete\n");
        free(p);
    }
};
struct Sized : Owned {
    double d;
    void *operator new[](size_t n) {
        printf("new[] %zu\n", n / sizeof(Sized));
        return malloc(n);
    }
    void operator delete[](void *p) {
        printf("delete[]\n");
        free(p);
    }
    void operator delete(void *p, size_t n) {
        printf("delete %zu\n", n);
        free(p);
    }
};

enum kind { K_A, K_B, K_C };

// A class called like a member of a template's base.
template <class T> struct is_small : std::integral_constant<bool, sizeof(T) == 1> {};
template <bool B, class T = void> using when = typename std::enable_if<B, T>::type;
struct context;
template <class C> class value {
public:
    int k;
    template <typename T, when<(is_small<T>::value), int> = 0> value(T x) : k(x) {}
};

// Instances that are named before their template has a body, which uses what comes in between.
namespace lib {
template <class T> class args;
using text_args = args<char>;
void take(text_args);
namespace detail {
template <class T> class buffer;
struct late { int v = 9; };
}
template <class T> class args {
public:
    detail::buffer<T> *from = nullptr;
    detail::late l;
    int n = 3;
};
namespace detail {
template <class T> class buffer { public: T first; };
}
void take(text_args a) { printf("%d %d\n", a.n, a.l.v); }
}

using old_name [[deprecated]] = int;
template <class T> using old_pointer [[deprecated("no longer")]] = T *;

struct Types {
    typedef int t;
    struct in { int z; };
    static const int n = 3;
};
struct Empty : Types {};
template <class T> struct Empty2 : Types {};
struct Outer {
    struct Inner : Types {};
    Inner::t x;
    void set() {
        Inner::t y = 1;
        x = (Inner::n) + y;
    }
};

class JsonValue;
class Json {
public:
    enum Type { NUL, NUMBER };
    typedef std::vector<Json> array;
    typedef std::map<std::string, Json> object;
};
class JsonValue {
protected:
    friend class Json;
    friend class JsonDouble;
    virtual Json::Type type() const { return Json::NUL; }
    virtual const Json::array &items() const = 0;
    virtual const Json::object &members() const = 0;
    virtual ~JsonValue() {}
};

struct Tile { float x[2]; char y; };
template <class T> int places() { return (int)(sizeof(T::x) / sizeof(T::x[0])); }

template <class T> struct is_wide { static const int v = 0; };
template <> struct is_wide<char16_t> { static const int v = 1; };
template <> struct is_wide<char32_t> { static const int v = 1; };

int main() {
    Machine m;
    Named odd = {5};
    printf("%d %d\n", m.run(), odd.odd());

    pick(0)(0, 0, 5), puts("");
    pick(1)(0, 0, 6), puts("");
    to_double d = tell<3>;
    d(0, 0, 7), puts("");
    Table t = {tell<4>, &tell<5>};
    t.a(0, 0, 1), printf(", "), t.b(0, 0, 2), puts("");
    to_float list[] = {tell<9>, tell<6>};
    list[1](0, 0, 3), puts("");
    int (*f)(int) = twice;
    printf("%d\n", f(4));

    Owned *o = new Owned;
    Sized *s = new Sized, *a = new Sized[3];
    delete[] a;
    delete s;
    delete o;

    std::vector<kind> kinds;
    kinds.insert(kinds.end(), {K_A});
    kinds.insert(kinds.end(), {K_B, K_C});
    std::vector<int> numbers;
    numbers.insert(numbers.begin(), {1});
    numbers.insert(numbers.begin(), {2});
    printf("%zu %zu\n", kinds.size(), numbers.size());

    value<context> v('a');
    old_name five = 5;
    old_pointer<int> p = &five;
    printf("%d %d\n", v.k, *p);
    lib::take({});
    Empty::t e = 1;
    Empty2<int>::t e2 = 2;
    Empty::in e3 = {3};
    Outer outer;
    outer.set();
    printf("%d %d %d %d %d\n", e, e2, e3.z, outer.x, (Empty::n));
    printf("%zu %zu %d\n", sizeof(Tile::x), sizeof(Tile::x[0]), places<Tile>());
    printf("%d %d %zu %zu\n", is_wide<char16_t>::v, is_wide<char32_t>::v, sizeof(char16_t), sizeof(char32_t));
}
/* OUTPUT:
7 1
1 4 5
2 4 6
3 8 7
4 4 1, 5 8 2
6 4 3
8
new 4
new 16
new[] 3
delete[]
delete 16
delete
3 2
97 5
3 9
1 2 3 4 3
8 4 2
1 1 2 4
*/
