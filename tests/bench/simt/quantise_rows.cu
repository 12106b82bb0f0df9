__global__ void quantise(const float *in, unsigned char *out, float *scales, int cols) { // a block for each row
    __shared__ float s[128];
    const float *x = in + blockIdx.x * cols;
    float most = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) most = fmaxf(most, fabsf(x[i]));
    s[threadIdx.x] = most;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + d]);
        __syncthreads();
    }
    float scale = s[0] / 127;
    if (threadIdx.x == 0) scales[blockIdx.x] = scale;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        out[blockIdx.x * cols + i] = (signed char)__float2int_rn(x[i] / scale);
}
