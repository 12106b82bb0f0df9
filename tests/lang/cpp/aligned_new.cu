// `new` of types that are aligned to more than 16 bytes.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>
struct alignas(64) line { char bytes[64]; };
struct alignas(32) counted {
    static int alive;
    int v;
    counted(int v = 7) : v(v) { alive++; }
    ~counted() { alive--; }
};
int counted::alive = 0;
static int off(const void *p, int align) { return (int)((std::uintptr_t)p % align); }
int main() {
    line *one = new line, *zeroed = new line(), *many = new line[3], *listed = new line[2]{{"a"}, {"b"}};
    printf("%d %d %d %d %d %s\n", off(one, 64), off(zeroed, 64), off(many, 64), off(listed, 64), zeroed->bytes[63], listed[1].bytes);
    delete one; delete zeroed; delete[] many; delete[] listed;
    counted *c = new counted(3), *d = new counted[5];
    printf("%d %d %d %d %d\n", off(c, 32), off(d, 32), c->v, d[4].v, counted::alive);
    delete c; delete[] d;
    auto u = std::make_unique<line[]>(3);
    auto s = std::make_unique<counted>(5);
    printf("%d %d %d\n", off(u.get(), 64), off(s.get(), 32), u[2].bytes[0]);
    s.reset();
    std::vector<line> v(3);
    v.push_back(line{});
    v.resize(9);
    printf("%d\n", off(v.data(), 64));
    printf("%d\n", counted::alive);
}
/* OUTPUT:
0 0 0 0 0 b
0 0 3 7 6
0 0 0
0
0
*/
