// C++20: template arguments that are objects and floating numbers, in kernels.
#include <cstdio>
struct Tile { int rows, columns; constexpr int size() const { return rows * columns; } };
struct Weights { float left, middle, right; };
template <Tile t> struct Buffer { float v[t.size()]; __device__ float &at(int r, int c) { return v[r * t.columns + c]; } };
template <Tile t> __global__ void turn(const float *a, float *b)
{
    __shared__ Buffer<t> buffer;
    int r = threadIdx.x / t.columns, c = threadIdx.x % t.columns;
    buffer.at(r, c) = a[threadIdx.x];
    __syncthreads();
    if constexpr (t.rows == 2) b[c * t.rows + r] = buffer.at(r, c);
    else b[threadIdx.x] = -buffer.at(r, c);
}
template <Weights k> __global__ void stencil(const float *a, float *b, int n)
{
    int i = threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 3; j++) if (i + j - 1 >= 0 && i + j - 1 < n) sum += (j == 0 ? k.left : j == 1 ? k.middle : k.right) * a[i + j - 1];
    b[i] = sum;
}
template <float scale, auto... offsets> __global__ void affine(float *a) { a[threadIdx.x] = scale * a[threadIdx.x] + (offsets + ...); }
int main()
{
    float *a, *b;
    cudaMallocManaged(&a, 6 * 4); cudaMallocManaged(&b, 6 * 4);
    for (int i = 0; i < 6; i++) a[i] = i + 1;
    turn<Tile{2, 3}><<<1, 6>>>(a, b); cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++) printf("%g ", b[i]);
    turn<Tile{3, 2}><<<1, 6>>>(a, b); cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++) printf("%g ", b[i]);
    printf("\n");
    stencil<Weights{0.25f, 0.5f, 0.25f}><<<1, 6>>>(a, b, 6); cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++) printf("%g ", b[i]);
    affine<0.5f, 1, 2.5f, 3L><<<1, 6>>>(b); cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++) printf("%g ", b[i]);
    printf("\n");
}
/* OUTPUT:
1 4 2 5 3 6 -1 -2 -3 -4 -5 -6 
1 2 3 4 5 4.25 7 7.5 8 8.5 9 8.625 
*/
