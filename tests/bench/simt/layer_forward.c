#define HEIGHT 16
#define WIDTH 16
void run(const float *input, const float *weights, float *partial, int hid, int n) {
#pragma omp parallel for
    for (int by = 0; by < n / HEIGHT; by++) {
        float sum[WIDTH] = {0};
        for (int ty = 0; ty < HEIGHT; ty++)
            for (int tx = 0; tx < WIDTH; tx++)
                sum[tx] += weights[(hid + 1) * HEIGHT * by + (hid + 1) * ty + tx + 1 + (hid + 1)] * input[HEIGHT * by + ty + 1];
        for (int tx = 0; tx < WIDTH; tx++) partial[by * hid + tx] = sum[tx];
    }
}
