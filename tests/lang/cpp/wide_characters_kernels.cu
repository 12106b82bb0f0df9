// Wide characters in kernels: arguments, constants, shared memory, overloads.
#include <cstdio>
__device__ int kind(char16_t) { return 16; }
__device__ int kind(wchar_t) { return 4; }
__device__ int kind(char32_t) { return 32; }
__device__ int kind(int) { return 1; }
template <class C> __global__ void upper(C *s, int n) { int i = threadIdx.x; if (i < n && s[i] >= C('a') && s[i] <= C('z')) s[i] -= 32; if (i == 0) printf("%d\n", kind(s[0])); }
__constant__ char16_t table[3] = {u'a', u'b'};
__global__ void show() { __shared__ char32_t s[32]; s[threadIdx.x] = U'A' + threadIdx.x; __syncthreads(); if (!threadIdx.x) printf("%c %d %d\n", (int)s[31 - 5], table[1], kind(table[0])); }
int main() {
    char16_t *d; cudaMallocManaged(&d, 64); for (int i = 0; i < 5; i++) d[i] = u"hello"[i];
    upper<<<1, 32>>>(d, 5); cudaDeviceSynchronize(); for (int i = 0; i < 5; i++) putchar(d[i]); puts("");
    wchar_t *w; cudaMallocManaged(&w, 64); for (int i = 0; i < 5; i++) w[i] = L"World"[i];
    upper<<<1, 32>>>(w, 5); cudaDeviceSynchronize(); printf("%.5ls\n", w);
    show<<<1, 32>>>(); cudaDeviceSynchronize();
}
/* OUTPUT:
16
HELLO
4
WORLD
[ 98 16
*/
