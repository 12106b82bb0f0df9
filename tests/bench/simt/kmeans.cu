#define K 16
#define D 4
__global__ void assign(const float *points, const float *centers, int *which, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float best = 1e30f;
    int found = 0;
    for (int k = 0; k < K; k++) {
        float d = 0;
        for (int j = 0; j < D; j++) {
            float t = points[i * D + j] - centers[k * D + j];
            d += t * t;
        }
        if (d < best) {
            best = d;
            found = k;
        }
    }
    which[i] = found;
}
