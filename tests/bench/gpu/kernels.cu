// Kernels timed by events, for comparing compilers on one GPU: the same file goes through Heddle and through nvcc -O3
// (tools/gpu-check). Each line: kernel NAME MICROSECONDS (the least of the runs).
#include <cstdio>
#include <cuda_runtime.h>

static int repeat = 30;

#define TIME(name, call)                                              \
    do {                                                              \
        float best = 1e30f;                                           \
        call;                                                         \
        call;                                                         \
        for (int r = 0; r < repeat; r++) {                            \
            float ms;                                                 \
            cudaEventRecord(from);                                    \
            call;                                                     \
            cudaEventRecord(to);                                      \
            cudaEventSynchronize(to);                                 \
            cudaEventElapsedTime(&ms, from, to);                      \
            if (ms < best) best = ms;                                 \
        }                                                             \
        printf("kernel %s %.2f\n", name, best * 1000);                \
    } while (0)

__global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void matmul(const float *a, const float *b, float *c, int n) {
    __shared__ float ta[32][32], tb[32][32];
    int row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n; t += 32) {
        ta[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
        tb[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < 32; k++) sum += ta[threadIdx.y][k] * tb[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void reduce(const float *in, float *out, int n) {
    __shared__ float part[256];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, part[0]);
}

__global__ void nbody(const float4 *p, float4 *v, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 me = p[i];
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
        float4 o = p[j];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
        float d = dx * dx + dy * dy + dz * dz + 1e-6f, inv = rsqrtf(d), f = o.w * inv * inv * inv;
        ax += f * dx, ay += f * dy, az += f * dz;
    }
    v[i].x += dt * ax, v[i].y += dt * ay, v[i].z += dt * az;
}

__device__ float cdf(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float poly = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float c = 0.39894228040143267794f * expf(-0.5f * d * d) * poly;
    return d > 0 ? 1.0f - c : c;
}

__global__ void black_scholes(const float *s, const float *x, const float *t, float *call, float *put, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float root = sqrtf(t[i]), d1 = (logf(s[i] / x[i]) + (0.02f + 0.5f * 0.09f) * t[i]) / (0.3f * root), d2 = d1 - 0.3f * root;
    float r = expf(-0.02f * t[i]);
    call[i] = s[i] * cdf(d1) - x[i] * r * cdf(d2);
    put[i] = x[i] * r * (1.0f - cdf(d2)) - s[i] * (1.0f - cdf(d1));
}

__global__ void stencil(const double *in, double *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    out[y * n + x] = 0.25 * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}

__global__ void histogram(const unsigned char *in, int n, unsigned *bins) {
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[in[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void mandelbrot(int *out, int w, int h, int limit) {
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float x0 = px * 3.5f / w - 2.5f, y0 = py * 2.0f / h - 1.0f, x = 0, y = 0;
    int i = 0;
    while (x * x + y * y <= 4.0f && i < limit) {
        float next = x * x - y * y + x0;
        y = 2 * x * y + y0;
        x = next;
        i++;
    }
    out[py * w + px] = i;
}

int main(int argc, char **argv) {
    bool small = argc > 1; // to see that it runs
    int n = small ? 1 << 9 : 1 << 24, side = small ? 32 : 1024, wide = small ? 32 : 4096, bodies = small ? 16 : 16384, limit = small ? 20 : 1000;
    if (small) repeat = 1;
    cudaEvent_t from, to;
    cudaEventCreate(&from), cudaEventCreate(&to);
    float *a, *b, *c, *d, *e;
    size_t bytes = sizeof(double) * (n > wide * wide ? n : wide * wide);
    cudaMalloc(&a, bytes), cudaMalloc(&b, bytes), cudaMalloc(&c, bytes), cudaMalloc(&d, bytes), cudaMalloc(&e, bytes);
    cudaMemset(a, 1, bytes), cudaMemset(b, 2, bytes), cudaMemset(c, 3, bytes);
    TIME("saxpy", (saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, a, b)));
    TIME("matmul", (matmul<<<dim3(side / 32, side / 32), dim3(32, 32)>>>(a, b, c, side)));
    TIME("reduce", (reduce<<<small ? 2 : 528, 256>>>(a, c, n)));
    TIME("nbody", (nbody<<<(bodies + 255) / 256, 256>>>((float4 *)a, (float4 *)b, bodies, 0.01f)));
    TIME("black_scholes", (black_scholes<<<(n + 255) / 256, 256>>>(a, b, c, d, e, n)));
    TIME("stencil", (stencil<<<dim3((wide + 31) / 32, (wide + 7) / 8), dim3(32, 8)>>>((double *)a, (double *)b, wide)));
    TIME("histogram", (histogram<<<small ? 2 : 528, 256>>>((unsigned char *)a, n, (unsigned *)d)));
    TIME("mandelbrot", (mandelbrot<<<dim3(side * 2 / 16, side / 16), dim3(16, 16)>>>((int *)a, side * 2, side, limit)));
    return cudaDeviceSynchronize();
}
