__global__ void softmax(const float *in, float *out, int cols) { // a block for each row
    __shared__ float s[256];
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;
    int t = threadIdx.x;
    float most = -INFINITY, sum = 0;
    for (int i = t; i < cols; i += blockDim.x) most = fmaxf(most, x[i]);
    s[t] = most;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d) s[t] = fmaxf(s[t], s[t + d]);
        __syncthreads();
    }
    most = s[0];
    __syncthreads();
    for (int i = t; i < cols; i += blockDim.x) {
        float e = expf(x[i] - most);
        y[i] = e;
        sum += e;
    }
    s[t] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    sum = s[0];
    for (int i = t; i < cols; i += blockDim.x) y[i] /= sum;
}
