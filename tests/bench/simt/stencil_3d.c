void run(const float *in, float *out, int nx, int ny, int nz, float c) {
#pragma omp parallel for
    for (int z = 1; z < nz - 1; z++)
        for (int y = 1; y < ny - 1; y++)
            for (int x = 1; x < nx - 1; x++) {
                int i = (z * ny + y) * nx + x;
                out[i] = in[i] + c * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny] - 6 * in[i]);
            }
}
