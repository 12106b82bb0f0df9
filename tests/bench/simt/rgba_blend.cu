__global__ void rgba_blend(const uchar4 *a, const uchar4 *b, uchar4 *out, int alpha, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uchar4 x = a[i], y = b[i], r;
    r.x = (x.x * alpha + y.x * (255 - alpha) + 128) >> 8;
    r.y = (x.y * alpha + y.y * (255 - alpha) + 128) >> 8;
    r.z = (x.z * alpha + y.z * (255 - alpha) + 128) >> 8;
    r.w = x.w > y.w ? x.w : y.w;
    out[i] = r;
}
