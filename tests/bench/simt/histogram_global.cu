__global__ void clear(unsigned *bins) { bins[threadIdx.x] = 0; }
__global__ void histogram(const unsigned char *data, unsigned *bins, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[data[i]], 1u);
}
