// Memory resources, and allocators of lists and hashed containers that have a state.
#include <cstdio>
#include <list>
#include <map>
#include <memory_resource>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
struct Counting : std::pmr::memory_resource {
    std::pmr::memory_resource *up = std::pmr::new_delete_resource();
    int made = 0, given = 0; long bytes = 0;
  private:
    void *do_allocate(size_t n, size_t a) override { made++; bytes += n; return up->allocate(n, a); }
    void do_deallocate(void *p, size_t n, size_t a) override { given++; bytes -= n; up->deallocate(p, n, a); }
    bool do_is_equal(const memory_resource &o) const noexcept override { return this == &o; }
};
template <class T> struct Alloc {
    typedef T value_type;
    int id;
    static inline int live = 0;
    Alloc(int id = 0) : id(id) {}
    template <class U> Alloc(const Alloc<U> &o) : id(o.id) {}
    T *allocate(size_t n) { live++; return (T *)malloc(n * sizeof(T)); }
    void deallocate(T *p, size_t) { live--; free(p); }
};
template <class T, class U> bool operator==(const Alloc<T> &a, const Alloc<U> &b) { return a.id == b.id; }
template <class T, class U> bool operator!=(const Alloc<T> &a, const Alloc<U> &b) { return a.id != b.id; }
int main() {
    Counting c;
    {
        std::pmr::vector<int> v({1, 2, 3}, &c);
        v.push_back(4);
        std::pmr::map<int, int> m(&c);
        for (int i = 0; i < 100; i++) m[i] = i * i;
        std::pmr::set<int> s({5, 4, 3}, &c);
        printf("%zu %d %zu %d %d\n", v.size(), m[9], s.size(), c.bytes > 0, v.get_allocator().resource() == &c);
        std::pmr::vector<int> w(v), x(v, &c), y(std::move(v));
        printf("%d %d %d\n", w.get_allocator().resource() == std::pmr::get_default_resource(), x == w, y.get_allocator().resource() == &c);
    }
    printf("%d %ld\n", c.made == c.given, c.bytes);
    char buffer[1024];
    {
        std::pmr::monotonic_buffer_resource pool(buffer, sizeof buffer, &c);
        std::pmr::vector<long> v(&pool);
        for (long i = 0; i < 40; i++) v.push_back(i);
        printf("%d %d\n", (char *)v.data() >= buffer && (char *)v.data() < buffer + sizeof buffer, (int)v[39]);
        for (long i = 0; i < 4000; i++) v.push_back(i);
        printf("%d\n", c.bytes > 0);
        pool.release();
        v = std::pmr::vector<long>();
    }
    printf("%ld\n", c.bytes);
    {
        std::pmr::unsynchronized_pool_resource pool({}, &c);
        std::pmr::map<int, double> m(&pool);
        for (int r = 0; r < 3; r++) { for (int i = 0; i < 500; i++) m[i] = i; for (int i = 0; i < 500; i += 2) m.erase(i); }
        void *big = pool.allocate(100000, 64); pool.deallocate(big, 100000, 64);
        printf("%zu %d\n", m.size(), ((size_t)big & 63) == 0);
        std::pmr::synchronized_pool_resource both(&c);
        std::pmr::polymorphic_allocator<int> a(&both);
        int *p = a.allocate(10); p[9] = 3; a.deallocate(p, 10);
    }
    printf("%ld %d\n", c.bytes, c.made == c.given);
    try { std::pmr::null_memory_resource()->allocate(1); } catch (std::bad_alloc &) { printf("bad_alloc\n"); }
    {
        std::list<int, Alloc<int>> l(Alloc<int>(3)), k({3, 1, 2}, Alloc<int>(4));
        l.push_back(5); l = k; l.sort(); l.remove(2);
        for (int i : l) printf("%d ", i);
        printf("%d %d\n", l.get_allocator().id, k.get_allocator().id);
        std::unordered_map<int, std::string, std::hash<int>, std::equal_to<int>, Alloc<std::pair<const int, std::string>>> u(8, std::hash<int>(), std::equal_to<int>(), Alloc<std::pair<const int, std::string>>(9));
        for (int i = 0; i < 50; i++) u[i] = std::to_string(i);
        auto moved = std::move(u);
        moved.erase(3);
        printf("%zu %s %d %d\n", moved.size(), moved.at(7).c_str(), moved.get_allocator().id, u.empty());
        std::unordered_set<int, std::hash<int>, std::equal_to<int>, Alloc<int>> s({1, 2, 3}, Alloc<int>(2)), t(s);
        printf("%d %d\n", t == s, t.get_allocator().id);
    }
    printf("%d %d\n", Alloc<int>::live, Alloc<std::pair<const int, std::string>>::live);
}
/* OUTPUT:
4 81 3 1 1
1 1 1
1 0
1 39
1
0
250 1
0 1
bad_alloc
1 3 3 4
49 7 9 1
1 2
0 0
*/
