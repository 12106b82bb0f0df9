// References, default arguments, templates by type, length, value and function, launches of kernel templates.
/* OUTPUT:
12 1 30 7 43
4.000000 3 5.000000 6
120
1.000000 4.000000 9.000000 25.000000
7 2 5
4.000000 16.000000 36.000000
1.414214 8.000000 3 2.500000
4 1.500000
*/
#include <stdio.h>
template <typename T> T add(T a, T b) {
    return a + b;
}
auto twice(auto x) {
    return x + x;
}
int &at(int *a, int i) {
    return a[i];
}
void swap(int &a, int &b) {
    int t = a;
    a = b;
    b = t;
}
template <typename T, int N> T total(const T (&a)[N]) {
    T s = 0;
    for (int i = 0; i < N; i++) s += a[i];
    return s;
}
template <typename T> __global__ void scale(T *d, T by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] *= by;
}
template <int N> __host__ __device__ int fact() {
    if constexpr (N <= 1)
        return 1;
    else
        return N * fact<N - 1>();
}
float sq(float x) {
    return x * x;
}
template <typename F> void apply(F f, float *x, int n) {
    for (int i = 0; i < n; i++) x[i] = f(x[i]);
}
template <float (*F)(float)> float call1(float x) {
    return F(x);
}
struct pt {
    int x, y;
};
pt mk(int x, int y = 7) {
    return {x, y};
}
const int &cref(const int &x) {
    return x;
}
int main() {
    int a = 1, b = 2, t[4] = {1, 2, 3, 4};
    swap(a, b);
    at(t, 2) = 30;
    (a > b ? a : b) += 10;
    ++at(t, 0) += 5;
    printf("%d %d %d %d %d\n", a, b, t[2], t[0], total(t));
    printf("%f %d %f %d\n", add(1.5f, 2.5f), add(1, 2), twice(2.5), twice(3));
    printf("%d\n", fact<5>());
    float x[3] = {1, 2, 3};
    apply(sq, x, 3);
    printf("%f %f %f %f\n", x[0], x[1], x[2], call1<sq>(5));
    printf("%d %d %d\n", mk(1).y, mk(1, 2).y, cref(5));
    float *d;
    cudaMalloc(&d, sizeof x);
    cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
    scale<<<1, 32>>>(d, 2.0f, 3);
    scale<float><<<dim3(1), 32>>>(d, 2, 3);
    cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
    printf("%f %f %f\n", x[0], x[1], x[2]);
    printf("%f %f %d %f\n", sqrt(2.0f), pow(2.0, 3), abs(-3), fabs(-2.5f));
    printf("%d %f\n", max(3, 4), min(1.5f, 2.0f));
    return 0;
}
