__global__ void rgb_gray(const unsigned char *rgb, unsigned char *gray, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) gray[i] = (unsigned char)((rgb[3 * i] * 77 + rgb[3 * i + 1] * 150 + rgb[3 * i + 2] * 29) >> 8);
}
