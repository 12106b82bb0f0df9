#define STEPS 255
__global__ void binomial(const float *price, const float *strike, float *value, float up, float pu, float pd) { // a block for each option
    __shared__ float v[STEPS + 1];
    int t = threadIdx.x;
    float s = price[blockIdx.x], k = strike[blockIdx.x];
    v[t] = fmaxf(s * expf(up * (2.0f * t - STEPS)) - k, 0.0f);
    __syncthreads();
    for (int i = STEPS; i > 0; i--) {
        float next = 0;
        if (t < i) next = pu * v[t + 1] + pd * v[t];
        __syncthreads();
        if (t < i) v[t] = next;
        __syncthreads();
    }
    if (t == 0) value[blockIdx.x] = v[0];
}
