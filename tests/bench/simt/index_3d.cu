__global__ void index_3d(float *out, int nx, int ny, int nz) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nx * ny * nz) return;
    int x = i % nx, y = i / nx % ny, z = i / (nx * ny);
    out[i] = x * 0.5f + y * 0.25f + z;
}
