// Structs with member functions, constructors and operators, as C++ has them.
// C++20
#include <stdio.h>

struct Vec {
    float x, y, z;
    __host__ __device__ Vec() : x(0), y(0), z(0) {}
    __host__ __device__ Vec(float a) : x(a), y(a), z(a) {}
    __host__ __device__ Vec(float a, float b, float c = 7) : x(a), y(b), z(c) {}
    __host__ __device__ float dot(const Vec &o) const { return x * o.x + y * o.y + z * o.z; }
    __host__ __device__ float length2() const { return dot(*this); } // declared before what it calls: norm1
    __host__ __device__ float max2() const { return largest(*this); } // a friend that is defined below
    friend __host__ __device__ float largest(const Vec &v) { return fmaxf(fmaxf(v.x, v.y), v.z); }
    __host__ __device__ Vec &operator+=(const Vec &o) { x += o.x; y += o.y; z += o.z; return *this; }
    __host__ __device__ Vec &operator*=(float s) { x *= s; y *= s; z *= s; return *this; }
    __host__ __device__ float &operator[](int i) { return (&x)[i]; }
    __host__ __device__ float operator[](int i) const { return (&x)[i]; }
    __host__ __device__ Vec operator-() const { return Vec(-x, -y, -z); }
    __host__ __device__ friend Vec operator*(float s, const Vec &v) { return Vec(s * v.x, s * v.y, s * v.z); }
    friend __host__ __device__ bool operator<(const Vec &a, const Vec &b) { return a.length2() < b.length2(); }
    static int made() { return count + N; }
    static int count;
    static const int N = 3;
    static constexpr float half = 0.5f;
    float norm1() const;
    Vec &set(float x, float y) { this->x = x; this->y = y; return *this; }
    int data[N];
};
int Vec::count = 42;
float Vec::norm1() const { return fabsf(x) + fabsf(y) + fabsf(z); }
__host__ __device__ inline Vec operator+(const Vec &a, const Vec &b) { Vec r = a; r += b; return r; }
__host__ __device__ inline Vec operator-(Vec a, Vec b) { return a + -b; }
__host__ __device__ inline Vec operator*(const Vec &a, float b) { return b * a; }
__host__ __device__ inline bool operator==(const Vec &a, const Vec &b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

class Add {
    int k;
public:
    Add(int k) : k(k) {}
    int operator()(int a, int b = 1) const { return a + b + k; }
};

struct Counter {
    int n = 5;
    Counter &operator++() { ++n; return *this; }
    Counter operator++(int) { Counter c = *this; ++n; return c; }
    Counter &operator--() { --n; return *this; }
    bool operator!() const { return n == 0; }
    int operator~() const { return ~n; }
    Counter operator<<(int s) const { Counter c; c.n = n << s; return c; }
    Counter &operator=(int v) { n = v; return *this; }
    bool operator&&(const Counter &o) const { return n && o.n; }
    int operator%(int m) const { return n % m; }
};

struct Pair { int a; double b; };
struct Holder {
    Pair pair;
    int *where;
    const int id;
    int list[4];
    Counter counter;
    Holder *self;
    Holder(int *w, int id) : pair{1, 2.5}, where(w), id(id), list{1, 2, 3}, self(this) { count++; }
    explicit Holder(const char *text) : Holder(nullptr, 9) { pair.a = text[0]; }
    int sum() const {
        int s = 0;
        for (int i = 0; i < 4; i++) s += list[i];
        return s + id;
    }
    static int count;
};
int Holder::count = 0;

struct Node {
    Node *next, *prev;
    Node() : next(this), prev(this) {}
    void insert(Node *n) { n->next = next; n->prev = this; next->prev = n; next = n; }
    int length() const { int l = 0; for (const Node *n = next; n != this; n = n->next) l++; return l; }
};

struct Outside {
    Outside(int a);
    int get() const;
    int get(int b);
    Outside operator+(const Outside &o) const;
    Outside &operator+=(int d);
private:
    int a;
};
Outside::Outside(int a) : a(a) {}
int Outside::get() const { return a; }
int Outside::get(int b) { return a += b; }
Outside Outside::operator+(const Outside &o) const { return Outside(a + o.a); }
Outside &Outside::operator+=(int d) { a += d; return *this; }

struct Loud { int n; Loud() : n(++made) {} static int made; };
int Loud::made = 0;

struct Ptr { Pair *p; Ptr(Pair *p) : p(p) {} Pair *operator->() const { return p; } Pair &operator*() const { return *p; } };
enum Axis { X, Y, Z };
Axis operator++(Axis &a) { a = (Axis)((a + 1) % 3); return a; }
Axis operator+(Axis a, Axis b) { return (Axis)(((int)a + (int)b) % 3); }

float total(Vec v) { return v.x + v.y + v.z; }
float total2(const Vec &v, const Vec &w = Vec(1, 1, 1)) { return total(v) + total(w); }
Vec global_vec(1, 2, 3);
Vec global_list[2] = {Vec(1), 2};

int main() {
    Vec a, b(1, 2), c{3, 4, 5}, d = Vec(1, 2, 3), e = 2.5f, f = {1, 2};
    printf("%g %g %g %g\n", a.x, b.z, c.y, f.z);
    printf("%g %g %g\n", d.length2(), (a + e).norm1(), d.max2());
    c += d;
    c[0] = 100;
    const Vec cc = c;
    printf("%g %g\n", cc[0], c[1]);
    Vec n = -(2 * c) + d * 2 - Vec(1);
    printf("%g %g %g\n", n.x, n.y, n.z);
    printf("%d %d %d %d %d\n", Vec::made(), Vec::N, a == b, a != b, a < b);
    Vec *p = &c;
    printf("%g %g %g\n", p->length2(), Vec(3, 4, 0).length2(), (p->set(1, 2) += Vec(1)).x);
    printf("%g %g %g %g\n", total(1), total2(2), total2(3, 4), Vec::half);
    Add add(10);
    printf("%d %d\n", add(1, 2), Add(1)(2));
    Counter q;
    ++q;
    Counter o = q++;
    printf("%d %d %d %d %d\n", q.n, o.n, !q, ~q, (q << 2).n);
    q = 0;
    printf("%d %d %d\n", !q, q && o, o % 4);
    Vec arr[3], arr2[3] = {1, Vec(2, 3), {4, 5, 6}};
    printf("%g %g %g %g\n", arr[2].x, arr2[0].z, arr2[1].z, arr2[2].z);
    int w = 3;
    Holder h(&w, 5), text("A");
    printf("%d %g %d %d %d %d %d %d\n", h.pair.a, h.pair.b, *h.where, h.sum(), h.counter.n, h.self == &h, text.pair.a,
           Holder::count);
    Node list, one, two;
    list.insert(&one);
    list.insert(&two);
    printf("%d\n", list.length());
    Outside out(3);
    out += 4;
    printf("%d %d %d\n", out.get(), out.get(1), (out + out).get());
    Loud loud[3], more;
    printf("%d %d %d %d\n", loud[0].n, loud[2].n, more.n, Loud::made);
    Pair pair = {7, 1.5};
    Ptr ptr(&pair);
    ptr->a++;
    (*ptr).b *= 2;
    printf("%d %g\n", pair.a, pair.b);
    Axis axis = Y;
    ++axis;
    printf("%d %d\n", axis, axis + axis);
    printf("%g %g %g\n", global_vec.y, global_list[0].z, global_list[1].z);
    auto sum = Vec(1, 2, 3) + Vec(1);
    Vec &ref = sum;
    ref *= 2;
    printf("%g %zu %zu\n", sum.z, sizeof(Vec), sizeof(Counter));
    Vec t = true ? a : d, u = Vec{}, v = Vec();
    t = t + u + v;
    printf("%g %d\n", operator+(t, Vec(3)).x, t.operator[](0) == 0);
    return 0;
}
/* OUTPUT:
0 7 4 7
14 7.5 3
100 6
-199 -9 -11
45 3 0 1 1
94 25 2
3 9 21 0.5
13 4
7 6 0 -8 28
1 0 2
0 1 7 6
1 2.5 3 11 5 1 65 2
2
8 8 14
1 3 4 4
8 3
2 1
2 1 2
8 24 4
3 1
*/
