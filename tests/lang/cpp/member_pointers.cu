// Pointers to data members: `T C::*`, `&C::x`, `.*`, `->*`, null, bases, templates, kernels.
#include <cstdio>
#include <cstring>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
struct S { int a; float f; int b; int arr[3]; const char *name; };
struct Base { double w; int k; };
struct Other { long z; };
struct D : Other, Base { int own; };
int S::*global_null;
int S::*global_b = &S::b;
struct Holder { int S::*m; int x; };
Holder zeroed;
int S::*table[3] = {&S::b};
template <class C, class T> __host__ __device__ T get(const C &c, T C::*m) { return c.*m; }
template <int S::*M> int by_value(S &s) { return s.*M; }
template <auto M> struct Field { template <class C> static auto &of(C &c) { return c.*M; } };
template <class T> struct is_mp { static constexpr int value = 0; };
template <class T, class C> struct is_mp<T C::*> { static constexpr int value = 1; typedef C owner; typedef T type; };
int over(int S::*) { return 1; }
int over(float S::*) { return 2; }
int over(bool) { return 3; }
__global__ void sum(const S *s, int n, int S::*m, int *out) { int t = 0; for (int i = 0; i < n; i++) t += s[i].*m; *out = t; }
typedef int S::*IntMember;
int (S::*parr)[3] = &S::arr;
struct Node { int v; Node *next; Node *prev; };
int walk(Node *n, Node *Node::*dir) { int t = 0; for (; n; n = n->*dir) t = t * 10 + n->v; return t; }
constexpr int S::*cb = &S::b;
struct Cls { private: int hidden = 5; public: int open = 6; static int Cls::*peek() { return &Cls::hidden; } };
union U { int i; float f; };
struct An { int p; union { int q; float r; }; struct { int s, t; }; };
int main() {
  S s = {1, 2.5f, 3, {4, 5, 6}, "s"};
  S *q = &s;
  const S *cq = &s;
  int S::*p = &S::a;
  printf("%d %d %d\n", s.*p, q->*p, cq->*p);
  p = &S::b;
  s.*p += 40;
  printf("%d %d %d\n", s.b, s.*p * 2 + 1, -(s.*p));
  printf("%d %d %d\n", p == &S::b, p != global_b, p == nullptr);
  printf("null: %d %d %d %d %d\n", global_null == nullptr, zeroed.m == 0, table[0] == p, !table[1], table[2] ? 1 : 0);
  int S::*n = nullptr; int S::*n0 = 0; int S::*n1{}; int S::*n2 = {}; Holder h{}; Holder h2 = {}; Holder h3 = {&S::a};
  printf("%d %d %d %d %d %d %d\n", n == n0, !n1, !n2, !h.m, !h2.m, !h3.m, h.x);
  long raw; memcpy(&raw, &n, sizeof raw); printf("%zu %ld\n", sizeof n, raw);
  memcpy(&raw, &p, sizeof raw); printf("%ld %d\n", raw, raw == (long)offsetof(S, b));
  if (p) puts("p"); if (!n) puts("not n"); if (int S::*z = &S::a) puts("a is not null");
  bool b = p; printf("%d %d\n", b, p && !n);
  printf("%d %g\n", get(s, &S::b), get(s, &S::f));
  printf("%d %d\n", by_value<&S::a>(s), by_value<&S::b>(s));
  Field<&S::f>::of(s) = 9.5f; printf("%g %d\n", s.f, Field<&S::a>::of(s));
  printf("%d %d %d\n", is_mp<decltype(&S::f)>::value, is_mp<int *>::value, (int)std::is_same<is_mp<float S::*>::owner, S>::value);
  printf("%d %d\n", over(&S::a), over(&S::f));
  D d; d.z = 1; d.w = 2.5; d.k = 7; d.own = 8;
  int Base::*bk = &Base::k; int D::*dk = bk; int D::*dk2 = &D::k; int Base::*none = nullptr; int D::*dnone = none;
  printf("%d %d %d %d %d\n", d.*bk, d.*dk, dk == dk2, dnone == nullptr, dk == bk);
  int Base::*back = static_cast<int Base::*>(dk); printf("%d\n", back == bk);
  printf("%d\n", (int)std::is_same<decltype(&D::k), int Base::*>::value);
  memcpy(&raw, &dk, 8); printf("%ld\n", raw);
  IntMember im = &S::a; IntMember *pim = &im; printf("%d\n", s.**pim);
  printf("%d %d\n", (s.*parr)[1], (int)sizeof(s.*parr));
  const char *S::*text = &S::name; printf("%s %c\n", s.*text, *(s.*text));
  Node x{1}, y{2}, z{3}; x.next = &y; y.next = &z; z.prev = &y; y.prev = &x; z.next = x.prev = nullptr;
  printf("%d %d\n", walk(&x, &Node::next), walk(&z, &Node::prev));
  printf("%d\n", s.*cb);
  Cls c; printf("%d %d\n", c.*Cls::peek(), c.*&Cls::open);
  An an{}; int An::*aq = &An::q; an.*aq = 4; int An::*at = &An::t; an.*at = 5; printf("%d %d\n", an.q, an.t);
  auto pf = &S::f; printf("%g\n", S{1, 7.5f}.*pf);
  const int S::*pc = &S::a; printf("%d\n", s.*pc);
  int *addr = &(s.*p); *addr = 77; printf("%d\n", s.b);
  p = true ? &S::a : nullptr; printf("%d\n", s.*p);
  auto f = [p](S &o) { return o.*p; }; printf("%d\n", f(s));
  printf("%d %d %d\n", std::invoke(&S::a, s), std::invoke(&S::a, q), std::mem_fn(&S::b)(s));
  std::invoke(&S::a, s) = 15; printf("%d\n", s.a);
  printf("%d %d %d\n", (int)std::is_member_pointer<int S::*>::value, (int)std::is_member_object_pointer_v<int S::*const>, (int)std::is_scalar_v<int S::*>);
  printf("%d %d\n", (int)std::is_same_v<std::invoke_result_t<int S::*, S &>, int &>, (int)std::is_invocable_v<int S::*, int>);
  int S::*arr[2][2] = {{&S::a}, {&S::b, &S::a}}; printf("%d %d\n", arr[0][1] == nullptr, s.*arr[1][0]);
  auto *heap = new Holder(); printf("%d\n", heap->m == nullptr); delete heap;
  int S::**many = new int S::*[3](); printf("%d\n", many[2] == nullptr); delete[] many;
  std::pair<int S::*, int> pr; printf("%d\n", pr.first == nullptr);
  return 0;
}
/* OUTPUT:
1 1 1
43 87 -43
1 0 0
null: 1 1 1 1 0
1 1 1 1 1 0 0
8 -1
8 1
p
not n
a is not null
1 1
43 2.5
1 43
9.5 1
1 0 1
1 2
7 7 1 1 1
1
1
16
1
5 12
s s
123 321
43
5 6
4 5
7.5
1
77
1
1
1 1 77
15
1 1 1
1 0
1 77
1
1
1
*/
