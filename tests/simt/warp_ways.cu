// Of a store that two ways lead from, what is known holds at a load only if it holds on both: here the index is another on one of them,
// so that the load is of what another lane has stored. Both orders of the ways.
// CPU-ONLY: GPUs since Volta promise no lockstep.
#include <cstdio>

__global__ void other_way(int *out, int c)
{
    __shared__ int s[32][4];
    int t = threadIdx.x, k = 0;
    s[t][0] = t;
    __syncwarp();
    if (t > k) s[t][0] = 10 + t;
    if (c)
        out[t] = 0;
    else
        k = 1;
    out[t] = s[k][0];
}

__global__ void one_way(int *out, int c)
{
    __shared__ int s[32][4];
    int t = threadIdx.x, k = 0;
    s[t][0] = t;
    __syncwarp();
    if (t > k) s[t][0] = 10 + t;
    if (c)
        k = 1;
    else
        out[t] = 0;
    out[t] = s[k][0];
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 32 * sizeof *out);
    for (int c = 0; c < 2; c++) {
        other_way<<<1, 32>>>(out, c);
        cudaDeviceSynchronize();
        printf("%d %d\n", out[0], out[31]);
        one_way<<<1, 32>>>(out, c);
        cudaDeviceSynchronize();
        printf("%d %d\n", out[0], out[31]);
    }
}
// OUTPUT: 11 11
// OUTPUT: 0 0
// OUTPUT: 0 0
// OUTPUT: 11 11
