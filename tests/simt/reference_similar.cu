// In device code nvcc has a reference to what a pointer's type converts to by qualifiers refer to a copy of the pointer.
#include <cstdio>

__global__ void copies(int *out)
{
    int a[2] = {1, 2}, *p = a;
    const int *const &r = p;
    p++;
    out[threadIdx.x] = *r * 10 + *p;
}

__device__ int total(const int **rows, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) sum += *rows[i];
    return sum;
}

__global__ void loose(int *out)
{
    int a[2] = {1, 2}, *rows[2] = {a, a + 1};
    out[threadIdx.x] = total(rows, 2); // a warning, as of nvcc
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 8 * sizeof *out);
    copies<<<1, 8>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[7]); // OUTPUT: 12 12
    loose<<<1, 8>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[7]); // OUTPUT: 3 3
}
