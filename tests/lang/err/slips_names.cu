// Slips that parse: names of another case, arguments in each other's places, launches with two of each.
__global__ void d(float *x)
{
    // ERROR: `syncthreads` is not declared
    // ERROR: did you mean `__syncthreads`?
    syncthreads();
    // ERROR: `threadidx` is not declared
    // ERROR: did you mean `threadIdx`?
    x[threadidx.x] = 1;
    // ERROR: cannot convert `uint3` to `int`
    // ERROR: `threadIdx` has three parts: write `threadIdx.x`
    int i = threadIdx;
}

int main(void)
{
    int n = 4;
    float *h = NULL, *dev = NULL;
    // ERROR: argument 3 of `cudaMemcpy` is a `cudaMemcpyKind`, which argument 4 must be
    // ERROR: swap the two
    cudaMemcpy(h, dev, cudaMemcpyDeviceToHost, n);
    // ERROR: `cudaMalloc` takes 2 arguments, and 1 is given
    // ERROR: it gives no pointer back
    // ERROR: declared as
    float *p = cudaMalloc(n);
    // ERROR: `<<` does not work on `void (*)(float *)` and `int`
    // ERROR: a kernel is launched with three of each: `d<<<blocks, threads per block>>>(...)`
    d<<1, 32>>(h);
    // ERROR: `cudaDeviceSync` is not declared
    // ERROR: did you mean `cudaDeviceSynchronize`?
    cudaDeviceSync();
    // ERROR: `cudamemcpy` is not declared
    // ERROR: did you mean `cudaMemcpy`?
    cudamemcpy(h, dev, n, cudaMemcpyDeviceToHost);
    return 0;
}
