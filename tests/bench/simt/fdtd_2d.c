void run(float *ex, float *ey, float *hz, int nx, int ny) {
#pragma omp parallel for
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            if (i > 0) ey[i * ny + j] = ey[i * ny + j] - 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
            if (j > 0) ex[i * ny + j] = ex[i * ny + j] - 0.5f * (hz[i * ny + j] - hz[i * ny + j - 1]);
        }
#pragma omp parallel for
    for (int i = 0; i < nx - 1; i++)
        for (int j = 0; j < ny - 1; j++)
            hz[i * ny + j] = hz[i * ny + j] - 0.7f * (ex[i * ny + j + 1] - ex[i * ny + j] + ey[(i + 1) * ny + j] - ey[i * ny + j]);
}
