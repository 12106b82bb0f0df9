__global__ void dot(const float *a, const float *b, float *c, int n) { // CUDA by Example
    __shared__ float cache[256];
    int tid = threadIdx.x + blockIdx.x * blockDim.x, index = threadIdx.x;
    float temp = 0;
    while (tid < n) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[index] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (index < i) cache[index] += cache[index + i];
        __syncthreads();
        i /= 2;
    }
    if (index == 0) c[blockIdx.x] = cache[0];
}
