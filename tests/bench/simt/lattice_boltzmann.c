void run(const float *f, float *out, int w, int h, float omega) {
    static const float weight[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
    static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float in[9], rho = 0, ux = 0, uy = 0;
            for (int k = 0; k < 9; k++) {
                int sx = (x - cx[k] + w) % w, sy = (y - cy[k] + h) % h;
                in[k] = f[(k * h + sy) * w + sx];
                rho += in[k];
                ux += cx[k] * in[k];
                uy += cy[k] * in[k];
            }
            ux /= rho;
            uy /= rho;
            float uu = 1.5f * (ux * ux + uy * uy);
            for (int k = 0; k < 9; k++) {
                float cu = 3 * (cx[k] * ux + cy[k] * uy);
                float eq = weight[k] * rho * (1 + cu + 0.5f * cu * cu - uu);
                out[(k * h + y) * w + x] = in[k] + omega * (eq - in[k]);
            }
        }
}
