// Which function is meant, where it is close: templates beside functions, const objects, default arguments, arrays by
// reference, what T becomes.
// RUN: file
#include <cstdio>
static int failures;
#define IS(a, b) do { auto got = (a); if (!(got == (b))) { failures++; printf("line %d: %s is %d\n", __LINE__, #a, (int)got); } } while (0)

template <typename T> __host__ __device__ int pick(T x) { return 1; }
__host__ __device__ int pick(int x) { return 2; }
template <typename T> int narrow(T x) { return 1; }
template <typename T> int narrow(T *x) { return 2; }
template <typename T> int narrow(const T *x) { return 3; }
int both(int a, double b) { return 1; }
int both(double a, double b) { return 2; }
int three(int a = 1, int b = 20, int c = 300) { return a + b + c; }
int three(const char *s) { return 7; }
struct Counter {
    int n;
    int &at(int i) { n += 100; return n; }
    int at(int i) const { return n; }
    int which() { return 1; }
    int which() const { return 2; }
};
template <typename T, int N> int length(T (&a)[N]) { return N; }
template <typename T, int N, int M> int sizes(T (&a)[N][M]) { return N * 1000 + M; }
template <typename T> int changes(const T &x) { T copy = x; copy = copy + 1; return (int)copy; }
template <typename T> int size_of(T a, T b) { return sizeof(T); }
template <typename T> int pointee(const T *p) { T value = *p; value += 2; return value; }
template <int N> int twice() { return 2 * N; }
template <typename T = float> int defaulted() { return sizeof(T); }
__global__ void device_picks(int *out) { out[0] = pick(1); out[1] = pick(1.0f); out[2] = pick((short)1); }

int main() {
    int v = 3;
    const int k = 4;
    short s = 1;
    IS(pick(1), 2);
    IS(pick(1.0), 1);
    IS(pick(s), 1);        // T = short fits exactly
    IS(pick('c'), 1);
    IS(narrow(v), 1);
    IS(narrow(&v), 2);
    IS(narrow(&k), 3);
    IS(both(1, 2.0), 1);
    IS(both(1.5f, 2), 2);
    IS(three(), 321);
    IS(three(2), 322);
    IS(three(2, 30), 332);
    IS(three(2, 30, 400), 432);
    IS(three("s"), 7);
    Counter c = {5};
    const Counter &fixed = c;
    IS(fixed.at(0), 5);
    IS(c.at(0), 105);
    IS(c.which(), 1);
    IS(fixed.which(), 2);
    c.at(0) = 9;
    IS(c.n, 9);
    int a1[1], a7[7], a8[8], a100[100];
    double grid[12][9];
    IS(length(a1), 1);
    IS(length(a7), 7);
    IS(length(a8), 8);
    IS(length(a100), 100);
    IS(length(grid), 12);
    IS(sizes(grid), 12009);
    IS(length("seven.."), 8);
    IS(changes(k), 5);
    IS(changes(2.5), 3);
    IS(size_of(1, 2), 4);
    IS(size_of('a', 'b'), 1);
    IS(size_of<double>(1, 2.0f), 8);
    IS(pointee(&k), 6);
    IS(twice<21>(), 42);
    IS(defaulted() + defaulted<char>(), 5);
    int *d, host[3];
    cudaMalloc(&d, sizeof host);
    device_picks<<<1, 1>>>(d);
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    IS(host[0] * 100 + host[1] * 10 + host[2], 211);
    // CHECK: 0 failures
    printf("%d failures\n", failures);
    return failures;
}
