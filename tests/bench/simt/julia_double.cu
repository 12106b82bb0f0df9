__global__ void julia(int *out, int w, int h, double cr, double ci) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    double a = 3.0 * x / w - 1.5, b = 3.0 * y / h - 1.5;
    int k = 0;
    while (k < 100 && a * a + b * b < 4) {
        double t = a * a - b * b + cr;
        b = 2 * a * b + ci;
        a = t;
        k++;
    }
    out[y * w + x] = k;
}
