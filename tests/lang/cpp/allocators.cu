// Containers with an allocator that has a state: what they ask it for, and where it goes when they are copied, moved and swapped.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <vector>
struct tally { int in = 0, out = 0; };
template <class T, class Goes = std::false_type> struct counting {
    using value_type = T;
    using propagate_on_container_copy_assignment = Goes;
    using propagate_on_container_move_assignment = Goes;
    using propagate_on_container_swap = Goes;
    tally *l;
    counting(tally *l) : l(l) {}
    template <class U> counting(const counting<U, Goes> &o) : l(o.l) {}
    T *allocate(std::size_t n) { l->in++; return (T *)malloc(n * sizeof(T)); }
    void deallocate(T *p, std::size_t) { l->out++; free(p); }
    template <class U> bool operator==(const counting<U, Goes> &o) const { return l == o.l; }
    template <class U> bool operator!=(const counting<U, Goes> &o) const { return l != o.l; }
};
template <class Goes> void vectors() {
    tally a, b;
    {
        typedef counting<std::string, Goes> A;
        std::vector<std::string, A> v(A{&a}), w({"x", "y"}, A{&b}), u(3, "z", A{&a});
        for (int i = 0; i < 10; i++) v.push_back(std::to_string(i));
        v.insert(v.begin(), w.begin(), w.end());
        printf("%d %d\n", a.in, b.in);
        u = std::move(v);
        printf("%zu %d %zu %s\n", u.size(), a.in, v.size(), u[1].c_str());
        w = std::move(u);
        printf("%zu %d %d %s\n", w.size(), a.in, b.in, w[11].c_str());
        auto c = w;
        c.assign(20, "q");
        c.shrink_to_fit();
        c.resize(40);
        w.swap(c);
        printf("%zu %zu %d %d\n", w.size(), c.size(), a.in, b.in);
        std::vector<std::string, A> m(std::move(w)), k(c, A{&b}), j(std::move(c), A{&b});
        printf("%zu %zu %d %d %zu\n", m.size(), w.size(), a.in, b.in, k.size() + j.size());
        v = m;
        printf("%zu %d %d %d\n", v.size(), a.in, b.in, v.get_allocator() == m.get_allocator());
    }
    printf("%d %d\n", a.in == a.out, b.in == b.out);
}
int main() {
    vectors<std::false_type>();
    vectors<std::true_type>();
    tally a, b;
    {
        typedef counting<std::pair<const int, std::string>> A;
        std::map<int, std::string, std::less<int>, A> m(A{&a}), n({{1, "a"}, {2, "b"}}, std::less<int>(), A{&b});
        m[3] = "x";
        m.emplace(4, "y");
        m.emplace(4, "z");
        m.insert({5, "w"});
        m.erase(3);
        printf("%d %d %d\n", a.in, a.out, b.in);
        auto copy = m;
        n = m;
        printf("%d %zu %d\n", a.in, n.size(), n.get_allocator() == m.get_allocator());
        n = std::move(copy);
        printf("%zu %s\n", n.size(), n[4].c_str());
        std::multiset<int, std::greater<int>, counting<int>> s({3, 1, 3}, counting<int>(&b));
        for (int x : s) printf("%d ", x);
        printf("%zu\n", s.count(3));
    }
    printf("%d %d\n", a.in == a.out, b.in == b.out);
    printf("%zu %d\n", sizeof(std::vector<int>), std::is_same_v<std::allocator_traits<counting<int>>::value_type, int>);
}
/* OUTPUT:
6 1
12 6 0 y
12 6 2 9
40 12 6 5
40 0 6 6 24
40 7 6 0
1 1
6 1
12 6 0 y
12 6 1 9
40 12 9 1
40 0 9 3 24
40 10 3 1
1 1
4 2 2
6 2 0
2 y
3 3 1 2
1 1
24 1
*/
