// What device code can be: recursion, function pointers and tables of them, parameters of every size, many parameters,
// local arrays, references, default arguments, overloads, structs by value, unions, bit-fields, switches, gotos.
#include <stdio.h>
#include <stdint.h>
#include <string.h>

struct small { char c; short s; };
struct large { int v[100]; double d; };
struct bits { unsigned a : 3; int b : 5; unsigned long long c : 40; };
union word { float f; uint32_t u; unsigned char b[4]; };
struct node { int key; struct node *left, *right; };

__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ int is_odd(unsigned n);
__device__ int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
__device__ int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
__device__ int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
__device__ void hanoi(int n, int *moves) {
    if (n == 0) return;
    hanoi(n - 1, moves);
    ++*moves;
    hanoi(n - 1, moves);
}
__device__ void quicksort(int *a, int lo, int hi) {
    if (lo >= hi) return;
    int pivot = a[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; }
    }
    quicksort(a, lo, j);
    quicksort(a, i, hi);
}
__device__ int height(const struct node *n) { return n ? 1 + max(height(n->left), height(n->right)) : 0; }

__global__ void recursion(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = i % 8, moves = 0, a[20], sorted = 1;
    hanoi(t, &moves);
    for (int k = 0; k < 20; k++) a[k] = (k * 7 + i) % 20;
    quicksort(a, 0, 19);
    for (int k = 0; k < 20; k++) sorted &= a[k] == k;
    struct node leaf = {1}, mid = {2, &leaf}, root = {3, NULL, t & 1 ? &mid : &leaf};
    out[i] = fib(t) + 100 * is_even(t) + 1000 * moves + 1000000 * ackermann(1, t % 3) + 10000000 * height(&root) + sorted;
}

__device__ int add(int a, int b) { return a + b; }
__device__ int sub(int a, int b) { return a - b; }
__device__ int mul(int a, int b) { return a * b; }
__device__ int divide(int a, int b) { return b ? a / b : 0; }
typedef int (*binary)(int, int);
__device__ binary table[4] = {add, sub, mul, divide};
__constant__ binary picked = mul;
struct shape { float (*area)(const struct shape *); float a, b; };
__device__ float square(const struct shape *s) { return s->a * s->a; }
__device__ float rectangle(const struct shape *s) { return s->a * s->b; }
__device__ int apply(binary f, int n, int v) { for (int k = 0; k < n; k++) v = f(v, 2); return v; }

__global__ void pointers(int *out, binary none) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = i % 64;
    binary local[2] = {sub, add};
    struct shape s = {t & 1 ? square : rectangle, (float)t, 2};
    int v = table[t % 4](t, 5) + local[t % 2](10, t) + picked(t, 2) + apply(t % 3 ? add : mul, t % 5, 1) + (int)s.area(&s);
    out[i] = none ? -1 : v;
}
static int host_value(int t) {
    int v = t % 4 == 0 ? t + 5 : t % 4 == 1 ? t - 5 : t % 4 == 2 ? t * 5 : t / 5, w = 1;
    v += t % 2 ? 10 + t : 10 - t;
    for (int k = 0; k < t % 5; k++) w = t % 3 ? w + 2 : w * 2;
    return v + 2 * t + w + (t & 1 ? t * t : 2 * t);
}

__global__ void parameters(char c, signed char sc, unsigned char uc, short s, unsigned short us, bool b, int i, unsigned u, long l,
                           unsigned long long ull, float f, double d, struct small sm, struct large la, int **pp, const char *text,
                           int3 v3, float4 v4, union word w, struct bits bf, double *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    la.v[5] += t; // a copy of its own
    sm.s++;
    double sum = c + sc + uc + s + us + b + i + u + l + ull + f + d + sm.c + sm.s + la.v[5] + la.v[99] + la.d + pp[1][2];
    for (const char *p = text; *p; p++) sum += *p;
    out[t] = sum + v3.x + v3.z + v4.y + v4.w + w.b[3] + bf.a + bf.b + (double)bf.c - t;
}

#define P4(n) int a##n##0, int a##n##1, int a##n##2, int a##n##3
#define S4(n) a##n##0 + 2 * a##n##1 - a##n##2 + a##n##3 * 3
__global__ void many(P4(0), P4(1), P4(2), P4(3), P4(4), P4(5), P4(6), P4(7), P4(8), P4(9), P4(x), P4(y), P4(z), P4(v), P4(w), int *out, char c,
                     double d, short s) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = S4(0) + S4(1) + S4(2) + S4(3) + S4(4) + S4(5) + S4(6) + S4(7) + S4(8) + S4(9) + S4(x) + S4(y) +
                                                 S4(z) + S4(v) + S4(w) + c + (int)d + s;
}

__global__ void locals(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, count[10] = {0}, grid[4][4], stack[32], top = 0, sum = 0;
    char word[16] = "abc";
    for (int k = 0; k < n; k++) count[in[(i + k) % 1000] % 10]++;
    for (int y = 0; y < 4; y++) for (int x = 0; x < 4; x++) grid[y][x] = x * y + i % 3;
    for (int k = 0; k < 10; k++) if (count[k] & 1) stack[top++] = k;
    while (top > 0) sum = sum * 10 + stack[--top] % 10, sum %= 100000;
    word[i % 3] = '!';
    int *p = &grid[0][0];
    for (int k = 0; k < 16; k++) sum += p[k] * (k % 2 ? 1 : -1);
    for (char *q = word; *q; q++) sum += *q;
    out[i] = sum + count[i % 10];
}
static int host_locals(const int *in, int n, int i) {
    int count[10] = {0}, stack[32], top = 0, sum = 0;
    char word[16] = "abc";
    for (int k = 0; k < n; k++) count[in[(i + k) % 1000] % 10]++;
    for (int k = 0; k < 10; k++) if (count[k] & 1) stack[top++] = k;
    while (top > 0) sum = sum * 10 + stack[--top] % 10, sum %= 100000;
    word[i % 3] = '!';
    for (int k = 0; k < 16; k++) sum += ((k % 4) * (k / 4) + i % 3) * (k % 2 ? 1 : -1);
    for (char *q = word; *q; q++) sum += *q;
    return sum + count[i % 10];
}

__device__ void swap(int &a, int &b) { int t = a; a = b; b = t; }
__device__ void swap(float &a, float &b) { float t = a; a = b; b = t; }
__device__ int power(int base, int exponent = 2) { int r = 1; while (exponent-- > 0) r *= base; return r; }
template <typename T> __device__ __forceinline__ T clamp(T v, T lo, T hi) { return v < lo ? lo : v > hi ? hi : v; }
__device__ __noinline__ struct large make(int seed) { struct large l; for (int k = 0; k < 100; k++) l.v[k] = seed + k; l.d = seed; return l; }
__host__ __device__ inline int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }

__global__ void flow(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, a = i % 50, b = 3, n = 0;
    float x = a, y = 0.5f;
    swap(a, b);
    swap(x, y);
    struct large l = make(b);
    struct bits f = {b, -3, 1ull << 39};
    f.a += 7; f.b--;
    switch (b % 6) {
    case 0: n += 1;
    case 1: n += 10; break;
    case 2: { for (int k = 0; ; k++) { if (k == 4) break; if (k % 2) continue; n += 100; } } break;
    default: n += 1000;
    case 5: if (b > 20) goto big; n += 5;
    }
    n += 7;
big:
    n += power(a) + power(2, b % 5) + clamp(b, 10, 20) + (int)y + l.v[99] + (int)l.d + f.a + f.b + (f.c >> 39) + gcd(b + 1, 12);
    int k = b;
    do { if (k % 3 == 0) { k--; continue; } n ^= k; } while (--k > 0);
    out[i] = n;
}
static int host_flow(int i) {
    int b = i % 50, n = 0, e = 1;
    switch (b % 6) {
    case 0: n = 11; break;
    case 1: n = 10; break;
    case 2: n = 200; break;
    case 5: break;
    default: n = 1000;
    }
    if (b % 6 <= 2) n += 7;
    else if (b <= 20) n += 12;
    for (int k = 0; k < b % 5; k++) e *= 2;
    n += 9 + e + (b < 10 ? 10 : b > 20 ? 20 : b) + b + (b + 99) + b + (b + 7) % 8 - 4 + 1 + gcd(b + 1, 12);
    int k = b;
    do { if (k % 3 == 0) { k--; continue; } n ^= k; } while (--k > 0);
    return n;
}

int main() {
    int *out, *in, wrong = 0, **pp;
    double *d;
    cudaMallocManaged(&out, 130000 * sizeof(int));
    cudaMallocManaged(&in, 1000 * sizeof(int));
    cudaMallocManaged(&d, 130000 * sizeof(double));
    cudaMallocManaged(&pp, 2 * sizeof(int *));
    char *text;
    cudaMallocManaged(&text, 10);
    strcpy(text, "Aa");
    pp[1] = in;
    for (int i = 0; i < 1000; i++) in[i] = i * 31 % 47;
    for (int blocks = 2; blocks < 2000; blocks += 1700) {
        int n = blocks * 64;
        recursion<<<blocks, 64>>>(out);
        cudaDeviceSynchronize();
        static const int fibs[] = {0, 1, 1, 2, 3, 5, 8, 13};
        for (int i = 0; i < n; i++) {
            int t = i % 8;
            wrong += out[i] != fibs[t] + 100 * (t % 2 == 0) + 1000 * ((1 << t) - 1) + 1000000 * (t % 3 + 2) + 10000000 * (t & 1 ? 3 : 2) + 1;
        }
        printf("recursion %d\n", wrong);
        pointers<<<blocks, 64>>>(out, NULL);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) wrong += out[i] != host_value(i % 64);
        printf("pointers %d\n", wrong);
        struct small sm = {1, -300};
        struct large la = {{0}, 0.25};
        la.v[5] = 50; la.v[99] = 99;
        union word w;
        w.f = 1.0f;
        struct bits bf = {5, -7, 1ull << 35};
        parameters<<<blocks, 64>>>('a', -5, 200, -1000, 60000, true, -7, 4000000000u, -1L << 40, 1ull << 50, 0.5f, 1e-3, sm, la, pp, text,
                                   make_int3(1, 2, 3), make_float4(1, 2, 3, 4), w, bf, d);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) wrong += d[i] != d[0];
        printf("parameters %.4f %d\n", d[0], wrong);
        many<<<blocks, 64>>>(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
                             33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, out, 1,
                             2.5, -3);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) wrong += out[i] != out[0];
        printf("many %d %d\n", out[0], wrong);
        locals<<<blocks, 64>>>(out, in, 77);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) wrong += out[i] != host_locals(in, 77, i);
        printf("locals %d\n", wrong);
        flow<<<blocks, 64>>>(out);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) wrong += out[i] != host_flow(i);
        printf("flow %d\n", wrong);
    }
    return 0;
}
/* OUTPUT:
recursion 0
pointers 0
parameters 1124838781485155.2500 0
many 2310 0
locals 0
flow 0
recursion 0
pointers 0
parameters 1124838781485155.2500 0
many 2310 0
locals 0
flow 0
*/
