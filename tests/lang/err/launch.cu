// Launches: shapes, arguments, what is no kernel.
// RUN: heddle-engine --check FILE
// EXIT: 1
__global__ void fill(float *out, int n, float value) { if (threadIdx.x < n) out[threadIdx.x] = value; }
__device__ void helper(float *out) {}
void plain(float *out) {}

__global__ void nested(float *out)
{
    fill<<<1, 32>>>(out, 32, 0.0f);
    // CHECK: error: `cudaDeviceSynchronize` is a host function: device code (`nested`) cannot call it
    // CHECK: help: since CUDA 12 device code cannot wait for its launches
    cudaDeviceSynchronize();
}

int main(void)
{
    float *d = 0;
    // CHECK: error: a block has at most 1024 threads, and this one has 2048
    fill<<<1, 2048>>>(d, 1, 0.0f);
    // CHECK: error: a block has at most 1024 threads, and this one has 4096
    fill<<<1, dim3(64, 64)>>>(d, 1, 0.0f);
    // CHECK: error: a grid needs at least one block in each dimension
    fill<<<0, 32>>>(d, 1, 0.0f);
    // CHECK: error: `fill` takes 3 arguments, and 2 are given
    // CHECK: `value` (`float`) is missing
    fill<<<1, 32>>>(d, 1);
    // CHECK: error: cannot convert `int` to `float *` in argument 1 (`out`) of `fill`
    fill<<<1, 32>>>(5, 1, 0.0f);
    // CHECK: error: `plain` is not a kernel: only `__global__` functions are launched
    plain<<<1, 32>>>(d);
    // CHECK: error: the grid must be a number or a `dim3`, not `float *`
    fill<<<d, 32>>>(d, 1, 0.0f);
    // CHECK: error: `fil` is not declared
    // CHECK: did you mean `fill`?
    fil<<<1, 32>>>(d, 1, 0.0f);
    int n = 1000;
    fill<<<(n + 255) / 256, 256>>>(d, n, 1.0f);
    fill<<<dim3(2, 2), {8, 8}, 0, 0>>>(d, n, 1);
    return 0;
}
