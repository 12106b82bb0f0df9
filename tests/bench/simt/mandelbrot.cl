__kernel void mandelbrot(__global unsigned char *image, int n, int iterations) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= n || y >= n) return;
    float c_re = -2.0f + x * (3.0f / n), c_im = -1.5f + y * (3.0f / n), re = 0, im = 0;
    int i;
    for (i = 0; i < iterations; i++) {
        float next = re * re - im * im + c_re;
        im = 2 * re * im + c_im;
        re = next;
        if (re * re + im * im >= 4) break;
    }
    image[y * n + x] = i;
}
