// Temporaries live as long as the reference or the list that is bound to them: local, static, global, members and parts of them.
#include <cstdio>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>
struct T {
    int v;
    T(int v) : v(v) { printf("+%d ", v); }
    T(const T &o) : v(o.v) { printf("c%d ", v); }
    T(T &&o) : v(o.v) { o.v = 0; printf("m%d ", v); }
    ~T() { printf("-%d ", v); v = -1; }
};
struct Two { T a, b; };
struct Base { T x; Base(T t) : x(t) {} virtual ~Base() {} };
struct Derived : Base { T y; Derived() : Base{T(70)}, y(71) {} };
struct Line { ~Line() { puts(""); } } last;
int n = 5;
T make(int v) { return T(v); }
const T &global = make(1);
T &&moved = T(2);
const int &sum = n + 1;
const T &part = Two{T(3), T(4)}.b;
std::initializer_list<T> list = {T(5), make(6)};
auto numbers = {n, n * 2, n * 3};
const Base &base = Derived();
namespace inner {
const std::string &text = std::string("a text that does not fit into the object");
}
int deep(int k) { int a[200]; for (int i = 0; i < 200; i++) a[i] = k; return a[k]; }
const T &kept(int v) {
    static const T &held = make(v);
    return held;
}
int listed(int i) {
    static std::initializer_list<int> few = {n, n + 1, n + 2};
    static auto words = {std::string("first word of them all"), std::string("second")};
    return few.begin()[i] + (int)words.begin()[1].size();
}
void local(bool early) {
    const T &r = make(20);
    auto l = {T(21), T(22)};
    if (early) return;
    std::initializer_list<T> none = {};
    printf("| %d %d %zu ", r.v, l.begin()[1].v, none.size());
    for (int i = 0; i < 2; i++) {
        auto again = {T(30 + i)};
        if (i) break;
        printf("in %d ", again.begin()->v);
    }
}
int main() {
    puts("");
    printf("%d\n", deep(9));
    printf("%d %d %d %d %d %d %d %d\n", global.v, moved.v, sum, part.v, list.begin()[0].v, list.begin()[1].v, numbers.begin()[2], base.x.v);
    puts(inner::text.c_str());
    printf("%d ", kept(40).v);
    printf("%d\n", kept(41).v);
    printf("%d %d\n", listed(0), listed(2));
    local(false);
    puts("");
    local(true);
    puts("");
    std::vector<T> v = {T(50)};
    puts("");
    const std::vector<std::string> &w = {"one", "two"};
    printf("%s\n", w[1].c_str());
    std::pair<const std::string &, int> p{inner::text, 1};
    printf("%zu\n", p.first.size());
}
/* OUTPUT:
+1 +2 +3 +4 +5 +6 +70 c70 -70 +71 
9
1 2 6 4 5 6 15 70
a text that does not fit into the object
+40 40 40
11 13
+20 +21 +22 | 20 22 0 +30 in 30 -30 +31 -31 -22 -21 -20 
+20 +21 +22 -22 -21 -20 
+50 c50 -50 
two
40
-50 -40 -71 -70 -6 -5 -4 -3 -2 -1 */
