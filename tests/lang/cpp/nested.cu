// Types, enumerations, constants and type names inside of structs; nested names do not meet.
#include <cstdio>
struct Buf { enum { N = 4 }; float v[N]; struct P { int a; } p; typedef float T; using I = int; T first() const { return v[0]; } static const int K = 3; };
struct Ring { enum { N = 16 }; int q[N]; struct P { char c[8]; } p; enum Mode { Off, On = 5 }; Mode mode; };
struct List {
    struct Node { int v; Node *next; __host__ __device__ int value() const { return v + K; } static const int K = 10; };
    Node *head;
    enum class Kind : char { A = 'a', B = 'b' };
    Kind kind;
    int sum() const { int s = 0; for (Node *n = head; n; n = n->next) s += n->v; return s; }
    Node make(int v);
};
List::Node List::make(int v) { Node n{v, nullptr}; kind = Kind::B; return n; }
struct Tree { struct Node { Node *left, *right; double key; }; Node root; struct Deep { struct Deeper { int z; } d; } deep; };
template <typename T> struct Queue {
    struct Cell { T v; int n; };
    enum State { Empty, Full = 2 };
    Cell cells[4];
    State state;
    using value = T;
    Cell &at(int i) { state = Full; return cells[i]; }
};
template <typename T> int total(const Queue<T> &q) { int n = 0; for (int i = 0; i < 4; i++) n += q.cells[i].n; return n; }
__global__ void k(Ring *r, List::Node *n) { if (r->mode == Ring::On) n->v = r->q[3] + n->value() + Ring::N; }
int main() {
    Buf b{}; Ring r{};
    b.v[3] = 2; b.p.a = 7; r.q[15] = 1; r.mode = Ring::On;
    Buf::P p{8}; Ring::P s{"abc"}; Buf::T t = 2.5f; Buf::I i = 4; Ring::Mode m = Ring::Mode::On;
    printf("%d %d %zu %zu %d %s %g %d %d %d %d\n", Buf::N, Ring::N, sizeof(Buf), sizeof(Ring), p.a, s.c, t, i, m, Buf::K, b.p.a);
    List l{}; List::Node n1 = l.make(5), n2{6, &n1}; l.head = &n2;
    printf("%d %c %d %d\n", l.sum(), (char)l.kind, n1.value(), List::Node::K);
    Tree tr{}; tr.root.key = 1.5; Tree::Node *left = &tr.root; Tree::Deep::Deeper z{3}; tr.deep.d = z;
    printf("%g %d\n", left->key, tr.deep.d.z);
    Queue<double> q{}; q.at(2).n = 5; Queue<double>::Cell c = q.cells[2]; Queue<int>::value v = 9;
    printf("%d %d %d %zu %d\n", total(q), c.n, (int)q.state == Queue<double>::Full, sizeof(Queue<char>::Cell), v);
    Ring *dr; List::Node *dn; cudaMallocManaged(&dr, sizeof *dr); cudaMallocManaged(&dn, sizeof *dn);
    *dr = r; dr->q[3] = 100; *dn = n1;
    k<<<1, 1>>>(dr, dn); cudaDeviceSynchronize(); printf("%d\n", dn->v);
    return 0;
}
/* OUTPUT:
4 16 20 76 8 abc 2.5 4 5 3 7
11 b 15 10
1.5 3
5 5 1 8 9
131
*/
