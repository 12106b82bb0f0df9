// The types that enumerators and enum values have in CUDA C: C++17 [dcl.enum], [conv.prom]. What is
// printed is what g++ 12 and nvcc 12 print.
#include <cstdio>
template <class T> struct TN { static const char *n() { return "enum"; } };
template <> struct TN<int> { static const char *n() { return "int"; } };
template <> struct TN<unsigned> { static const char *n() { return "unsigned"; } };
template <> struct TN<long> { static const char *n() { return "long"; } };
template <> struct TN<unsigned long> { static const char *n() { return "ulong"; } };
template <> struct TN<long long> { static const char *n() { return "llong"; } };
template <> struct TN<unsigned long long> { static const char *n() { return "ullong"; } };
template <> struct TN<bool> { static const char *n() { return "bool"; } };
template <> struct TN<signed char> { static const char *n() { return "schar"; } };
template <> struct TN<unsigned char> { static const char *n() { return "uchar"; } };
template <> struct TN<char> { static const char *n() { return "char"; } };
template <> struct TN<short> { static const char *n() { return "short"; } };
template <> struct TN<unsigned short> { static const char *n() { return "ushort"; } };
template <class T> const char *N(T) { return TN<T>::n(); }
#define P(e) printf("%s: %s\n", #e, N(e))
enum A { R = 3 }; enum B { BN = -1 }; enum C { CU = 0x80000000u }; enum D { DL = 1ull<<40 }; enum E { EL = -1, E2 = 0x80000000u}; enum F { FU = ~0ull };
enum G : char { G1 }; enum H : unsigned char { H1 = 200 }; enum I : bool { I1 = true }; enum J : unsigned { J1 }; enum K : long { K1 }; enum L : long long { L1 }; enum M: unsigned long long { M1 };enum Q { q = 1ull << 63 };
enum W { w1 = 1, w2 = sizeof(w1), w3 = 'a', w4 = sizeof(w3), w5 = 1ll, w6 = sizeof(w5), w7 = 0xffffffffu, w8 = sizeof(w7), w9 = w7 - w7, w10=sizeof(w9), w11 = (char)1, w12=sizeof(w11), w13 = true, w14=sizeof(w13), w15 = 1ull<<40, w16, w17=sizeof(w16)};
enum W2 { v1 = 5u, v2 = -v1 > 0 ? 11 : 12, v3 = 'a', v4 = sizeof(v3), v5 = 2147483647, v6, v7 = v6 > -1 };
enum W3 : short { u1, u2 = sizeof(u1), u3 = 5};
struct S { A a : 4; B b : 4; C c: 32; D d : 42; G g : 3; H h : 8; I i : 1; bool bo : 1; unsigned u : 31; unsigned long ul : 33; long l : 20;  unsigned long ul2 : 20; K k : 4; M m : 20; };
void f(int) { puts("f(int)"); } void f(long) { puts("f(long)"); } void f(unsigned) { puts("f(unsigned)"); }  void f(char) { puts("f(char)"); }
void h(unsigned) { puts("h(unsigned)"); } void h(unsigned char) { puts("h(uchar)"); }
int main() {
 S s{};
 P(+R); P(+BN); P(+CU); P(+DL); P(+EL); P(+FU); P(+G1); P(+H1); P(+I1); P(+J1); P(+K1); P(+L1); P(+M1); P(+q);

 P(+s.a); P(+s.b); P(+s.c); P(+s.d); P(+s.g); P(+s.h); P(+s.i); P(+s.bo); P(+s.u); P(+s.ul); P(+s.l); P(+s.ul2); P(+s.k); P(+s.m); P(s.ul2); P((s.ul2 = 3)); P(s.ul++); P(true ? s.ul2 : s.ul2); P(true ? R : R); P(true ? R : BN); P(true ? CU : BN); P(true? R : 1); P(true ? H1 : H1); P(true ? H1 : G1); P(true ? H1 : (unsigned char)1);
 P(R << 1ull); P(~R); P(!R); P(R - 1); P(R * 2u); P(R | R); P(R + 'a'); P(CU + 1); P(DL + 1);
 printf("%d %d %d %d %d %d %d\n", (int)w2, (int)w4, (int)w6, (int)w8, (int)w10, (int)w12, (int)w14); printf("%d %d %d %d %lld\n", (int)w17, (int)v2, (int)v4,(int)v7, (long long)v6);
 printf("%d\n", u2);
 f(R); f(G1); f(H1); f(I1); f(s.a); h(H1);f(CU); 
 A e = (A)-1; printf("%ld %d %d %g %lld\n", (long)e, e < 0, e > 100, (double)e, (long long)(+e)); s.a = (A)13; s.h = (H)200; s.i = (I)1; s.b = (B)-3; printf("%d %d %d %d\n", s.a, s.h, s.i, s.b); printf("%d\n", -R < 0);
 int n = 0; for (int o = -R; o <= R; o++) n++; printf("%d\n", n);
 printf("%d %d %zu %zu %zu %zu\n", (int)(I)5, (int)(H)300, sizeof(A), sizeof(D), sizeof(E), sizeof(s));
}

enum class Flags : unsigned { None, A = 1, B = A << 1, All = A | B, Wide = sizeof(A) };
enum { RADIUS = 3, WIDTH = 64 };
enum U1 { ONE = 1 };
void il(int) { puts("il(int)"); }
void il(long) { puts("il(long)"); }
void by_const(const unsigned &) { puts("const unsigned &"); }
void by_const(U1 &) { puts("U1 &"); }
template <class T> T half(T x) { return (x - 1) / 2; }
template <class T> T twice(T x, T y) { return x + y; }

__global__ void stencil(const int *in, int *out) {
    int i = threadIdx.x, sum = 0;
    for (int o = -RADIUS; o <= RADIUS; o++)
        if (i + o >= 0 && i + o < WIDTH) sum += in[i + o];
    out[i] = sum;
}

__global__ void promoted(long long *out) {
    A a = (A)-1;
    out[0] = -R / 2;
    out[1] = a < 0;
    out[2] = (R - 4) >> 1;
    out[3] = max(R, -5);
    out[4] = min(-R, 2);
    out[5] = abs(-R);
}

int more() {
    int *in, *out;
    long long *values;
    cudaMallocManaged(&in, WIDTH * sizeof(int));
    cudaMallocManaged(&out, WIDTH * sizeof(int));
    cudaMallocManaged(&values, 6 * sizeof *values);
    for (int i = 0; i < WIDTH; i++) in[i] = i;
    stencil<<<1, WIDTH>>>(in, out);
    promoted<<<1, 1>>>(values);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[10], out[63]);
    for (int i = 0; i < 6; i++) printf("%lld ", values[i]);
    puts("");
    U1 u = ONE;
    il(ONE);
    il(u);
    by_const(u);
    by_const(ONE + 1u);
    printf("%d %d %d\n", half(-R), half((int)A(3)), twice<int>(R, -R - 1));
    printf("%u %u %u\n", (unsigned)Flags::B, (unsigned)Flags::All, (unsigned)Flags::Wide);
    switch (u - 2) {
    case -ONE: puts("minus one"); break;
    default: puts("another");
    }
    A e = (A)-2;
    switch (e) {
    case -2: puts("-2"); break;
    default: puts("another");
    }
    return 0;
}
static int extra = more();

/* OUTPUT:
6 70 246
-1 1 -1 3 -3 3 
il(int)
il(int)
U1 &
const unsigned &
-2 1 -1
2 3 4
minus one
-2
+R: int
+BN: int
+CU: unsigned
+DL: long
+EL: long
+FU: ulong
+G1: int
+H1: int
+I1: int
+J1: unsigned
+K1: long
+L1: llong
+M1: ullong
+q: ulong
+s.a: int
+s.b: int
+s.c: unsigned
+s.d: long
+s.g: int
+s.h: int
+s.i: int
+s.bo: int
+s.u: int
+s.ul: ulong
+s.l: int
+s.ul2: int
+s.k: long
+s.m: ullong
s.ul2: ulong
(s.ul2 = 3): ulong
s.ul++: ulong
true ? s.ul2 : s.ul2: ulong
true ? R : R: enum
true ? R : BN: int
true ? CU : BN: unsigned
true? R : 1: int
true ? H1 : H1: enum
true ? H1 : G1: int
true ? H1 : (unsigned char)1: int
R << 1ull: int
~R: int
!R: bool
R - 1: int
R * 2u: unsigned
R | R: int
R + 'a': int
CU + 1: unsigned
DL + 1: long
4 1 8 4 4 1 1
8 11 1 0 2147483648
2
f(int)
f(char)
f(int)
f(int)
f(int)
h(uchar)
f(unsigned)
4294967295 1 0 4.29497e+09 -1
13 200 1 -3
1
7
1 44 4 8 8 32
*/
