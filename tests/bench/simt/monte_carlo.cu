__global__ void pi(unsigned *hits, int tries) {
    unsigned state = blockIdx.x * blockDim.x + threadIdx.x + 1, count = 0;
    for (int k = 0; k < tries; k++) {
        state = state * 1664525u + 1013904223u;
        float x = (state >> 8) * (1.0f / 16777216);
        state = state * 1664525u + 1013904223u;
        float y = (state >> 8) * (1.0f / 16777216);
        if (x * x + y * y < 1) count++;
    }
    hits[blockIdx.x * blockDim.x + threadIdx.x] = count;
}
