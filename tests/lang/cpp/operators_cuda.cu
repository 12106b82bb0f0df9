// Operators and members in device code: of CUDA's vector types, functors, a matrix class, particles in shared memory.
#include <stdio.h>
#include <stdlib.h>
inline __host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ float3 operator*(float s, float3 a) { return make_float3(a.x * s, a.y * s, a.z * s); }
inline __host__ __device__ void operator+=(float3 &a, float3 b) { a.x += b.x; a.y += b.y; a.z += b.z; }
inline __host__ __device__ float3 operator-(float3 &a) { return make_float3(-a.x, -a.y, -a.z); }
inline __host__ __device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
inline __host__ __device__ bool operator==(float2 a, float2 b) { return a.x == b.x && a.y == b.y; }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }

struct Square { __host__ __device__ float operator()(float x) const { return x * x; } };
struct Scale { float k; __host__ __device__ Scale(float k) : k(k) {} __host__ __device__ float operator()(float x) const { return k * x; } };
template <typename F> __global__ void map(float *x, int n, F f) { int i = threadIdx.x; if (i < n) x[i] = f(x[i]); }
template <typename T, typename F> __host__ __device__ T fold(const T *v, int n, T start, F f) { for (int i = 0; i < n; i++) start = f(start, v[i]); return start; }
struct Plus { __host__ __device__ int operator()(int a, int b) const { return a + b; } };

struct Matrix {
    int rows, cols;
    float *data;
    Matrix(int r, int c) : rows(r), cols(c) { cudaMallocManaged(&data, r * c * sizeof(float)); for (int i = 0; i < r * c; i++) data[i] = 0; }
    __host__ __device__ float &operator()(int r, int c) { return data[r * cols + c]; }
    __host__ __device__ const float &operator()(int r, int c) const { return data[r * cols + c]; }
    void release() { cudaFree(data); data = nullptr; }
};
__global__ void multiply(const Matrix a, const Matrix b, Matrix c)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= c.rows || col >= c.cols) return;
    float sum = 0;
    for (int k = 0; k < a.cols; k++) sum += a(r, k) * b(k, col);
    c(r, col) = sum;
}

struct Complex {
    float re, im;
    __host__ __device__ Complex(float re = 0, float im = 0) : re(re), im(im) {}
    __host__ __device__ Complex operator+(const Complex &o) const { return Complex(re + o.re, im + o.im); }
    __host__ __device__ Complex operator*(const Complex &o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
    __host__ __device__ float norm() const { return re * re + im * im; }
    __host__ __device__ bool operator<(const Complex &o) const { return norm() < o.norm(); }
};
__global__ void julia(int *out, Complex c) { Complex z(threadIdx.x * 0.1f - 0.8f, 0.2f); int n = 0; while (z.norm() < 4 && n < 50) { z = z * z + c; n++; } out[threadIdx.x] = n; }

struct Particle {
    float3 p, v;
    __host__ __device__ void step(float dt) { p += dt * v; }
    __host__ __device__ float energy() const { return 0.5f * dot(v, v); }
};
__global__ void steps(Particle *all, int n) { __shared__ Particle tile[32]; int i = threadIdx.x; if (i < n) { tile[i] = all[i]; } __syncthreads(); if (i < n) { tile[i].step(0.5f); } __syncthreads(); if (i < n) { all[i] = tile[n - 1 - i]; } }

struct Stack {
    int items[8], n = 0;
    bool push(int x) { if (full()) return false; items[n++] = x; return true; }
    int pop() { return items[--n]; }
    bool full() const { return n == capacity; }
    bool empty() const { return !n; }
    static constexpr int capacity = 8;
};
struct Base { int id; Base(int id) : id(id) {} };
struct Wrap { Base b; Base list[2]; Wrap() : b(3), list{1, Base(2)} {} int sum() { return b.id + list[0].id + list[1].id; } };
struct Date { int y, m, d; bool operator==(const Date &) const; };
bool Date::operator==(const Date &o) const { return y == o.y && m == o.m && d == o.d; }
struct Op { int v; Op(int v) : v(v) {} };
Op operator+(Op a, Op b) { return Op(a.v + b.v); }
Op operator-(const Op &a) { return Op(-a.v); }
Op &operator<<(Op &o, int n) { o.v = o.v * 10 + n; return o; }
Op operator|(Op a, Op b) { return a.v | b.v; }
int twice(Op o) { return o.v * 2; }
int twice(float f) { return (int)f; }
struct It { int *p; It(int *p) : p(p) {} int &operator*() const { return *p; } It &operator++() { ++p; return *this; } bool operator!=(const It &o) const { return p != o.p; } };
struct Range { int a[4]; It begin() { return It(a); } It end() { return It(a + 4); } };
struct Timer { cudaEvent_t a, b; Timer() { cudaEventCreate(&a); cudaEventCreate(&b); } void start() { cudaEventRecord(a); } float stop() { cudaEventRecord(b); cudaEventSynchronize(b); float ms; cudaEventElapsedTime(&ms, a, b); return ms; } };
struct Chain { int v = 0; Chain &add(int n) { v += n; return *this; } Chain &mul(int n) { v *= n; return *this; } const Chain *self() const { return this; } };
static Op counter = Op(5) + 6;
Op make(int a, Op b = Op(2)) { return a + b; }
int main() {
    float *x; cudaMallocManaged(&x, 16); for (int i = 0; i < 4; i++) x[i] = i;
    map<<<1, 4>>>(x, 4, Square()); map<<<1, 4>>>(x, 4, Scale(3)); cudaDeviceSynchronize();
    printf("%g %g\n", x[2], x[3]);
    int v[4] = {1, 2, 3, 4}; printf("%d\n", fold(v, 4, 10, Plus()));
    Matrix a(2, 3), b(3, 2), c(2, 2);
    for (int i = 0; i < 6; i++) a.data[i] = i, b(i / 2, i % 2) = i + 1;
    multiply<<<1, dim3(2, 2)>>>(a, b, c); cudaDeviceSynchronize();
    printf("%g %g %g %g\n", c(0, 0), c(0, 1), c(1, 0), c(1, 1)); a.release(); printf("%d\n", a.data == NULL);
    int *n; cudaMallocManaged(&n, 64); julia<<<1, 16>>>(n, Complex(-0.8f, 0.156f)); cudaDeviceSynchronize(); for (int i = 0; i < 16; i++) printf("%d ", n[i]); puts("");
    Particle *ps; cudaMallocManaged(&ps, 4 * sizeof *ps); for (int i = 0; i < 4; i++) { ps[i].p = make_float3(i, 0, 0); ps[i].v = make_float3(1, 2, i); }
    steps<<<1, 4>>>(ps, 4); cudaDeviceSynchronize(); printf("%g %g %g %g\n", ps[0].p.x, ps[0].p.z, ps[3].p.x, ps[0].energy());
    Stack s; while (s.push(s.n * s.n)); printf("%d %d %d %d\n", s.pop(), s.n, s.empty(), Stack::capacity);
    Wrap w; printf("%d\n", w.sum());
    Date d1 = {2024, 1, 2}, d2{2024, 1, 2}; printf("%d %d\n", d1 == d2, d1 != d2);
    Op o = 3; o << 4 << 5; printf("%d %d %d %d %d\n", o.v, (-o).v, (o | 8).v, twice(7), twice(2.5f)); printf("%d %d %d\n", counter.v, make(1).v, make(1, 5).v);
    Range r = {{1, 2, 3, 4}}; int t = 0; for (It i = r.begin(); i != r.end(); ++i) t += *i; printf("%d\n", t);
    Chain ch; printf("%d %d\n", ch.add(3).mul(4).add(1).v, ch.self() == &ch);
    Timer tm; tm.start(); printf("%d\n", tm.stop() >= 0);
    float3 f = make_float3(1, 2, 3), g = f + 2 * f; g += f; printf("%g %g %d\n", dot(f, g), (-f).y, make_float2(1, 2) + make_float2(1, 1) == make_float2(2, 3));
    Complex big = Complex(1) < Complex(0, 2) ? Complex(3, 4) : 1.0f; printf("%g\n", big.norm());
    const Complex *pc = &big; printf("%g %g\n", pc->norm(), (*pc + 1).re);
    Complex *heap = (Complex *)malloc(2 * sizeof(Complex)); heap[0] = Complex(1, 2); heap[1] = heap[0] * heap[0]; printf("%g %g\n", heap[1].re, heap[1].im);
    if (Stack st; st.empty()) puts("empty");
    switch (Op(4).v) { case 4: puts("four"); }
    return 0;
}
/* OUTPUT:
12 27
20
13 16 40 52
1
50 13 50 26 22 21 47 50 50 50 50 50 9 9 43 41 
3.5 1.5 0.5 7
49 8 0 8
6
1 0
345 -345 345 7 2
11 3 6
10
13 1
1
56 -2 1
25
25 4
-3 4
empty
four
*/
