void run(const float *J, float *dN, float *dS, float *dW, float *dE, float *c, int cols, int rows, float q0sqr) {
#pragma omp parallel for
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < cols; x++) {
            int i = y * cols + x;
            float jc = J[i];
            float n = J[(y > 0 ? y - 1 : 0) * cols + x] - jc, s = J[(y < rows - 1 ? y + 1 : y) * cols + x] - jc;
            float w = J[y * cols + (x > 0 ? x - 1 : 0)] - jc, e = J[y * cols + (x < cols - 1 ? x + 1 : x)] - jc;
            float g2 = (n * n + s * s + w * w + e * e) / (jc * jc), l = (n + s + w + e) / jc;
            float num = 0.5f * g2 - (1.0f / 16.0f) * (l * l), den = 1 + 0.25f * l, qsqr = num / (den * den);
            den = (qsqr - q0sqr) / (q0sqr * (1 + q0sqr));
            float v = 1.0f / (1.0f + den);
            c[i] = v < 0 ? 0 : v > 1 ? 1 : v;
            dN[i] = n;
            dS[i] = s;
            dW[i] = w;
            dE[i] = e;
        }
}
