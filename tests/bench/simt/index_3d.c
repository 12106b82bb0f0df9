void run(float *out, int nx, int ny, int nz) {
#pragma omp parallel for
    for (int i = 0; i < nx * ny * nz; i++) {
        int x = i % nx, y = i / nx % ny, z = i / (nx * ny);
        out[i] = x * 0.5f + y * 0.25f + z;
    }
}
