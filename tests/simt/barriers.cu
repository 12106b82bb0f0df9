// Barriers: in loops, under uniform branches, in device functions and templates, with predicates; scans, sorts and
// transpositions built on them. Every kernel runs small (quick code) and then large (fully optimised code).
#include <stdio.h>
#include <stdlib.h>

#define SMALL 3
#define LARGE(threads) (100000 / (threads) + 1)

static int *in, *out, bad;
static void expect(int i, int got, int want) {
    if (got != want && bad++ < 5) printf("at %d: %d instead of %d\n", i, got, want);
}
static void done(const char *name) {
    printf("%s %s\n", name, bad ? "wrong" : "right");
    bad = 0;
}

__global__ void rotate(int *out, int rounds) { // a barrier twice per round; each thread ends with its neighbours' values
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t + blockIdx.x;
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        int v = s[(t + 1) % blockDim.x];
        __syncthreads();
        s[t] = v;
        __syncthreads();
        if (r == rounds / 2) continue;
    }
    int k = 0;
    while (true) {
        __syncthreads();
        if (++k == 5) break;
    }
    do __syncthreads(); while (--k > 0);
    out[blockIdx.x * blockDim.x + t] = s[t] + k;
}

__global__ void branches(const int *in, int *out, int mode) { // conditions that are the same in the whole block
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = in[i];
    if (blockIdx.x % 2 == 0) {
        __syncthreads();
        out[i] = s[63 - t];
    } else if (mode > 0) {
        for (int k = 0; k < mode; k++) __syncthreads();
        out[i] = s[t ^ 1];
    } else {
        out[i] = -1;
    }
    switch (mode) {
    case 1: __syncthreads(); out[i] += s[0]; // falls through
    case 2: __syncthreads(); out[i] += s[1]; break;
    default: out[i] += 7;
    }
    if (mode == 3) goto end;
    __syncthreads();
end:
    if (t == 0) out[i] += 1;
}

template <typename T, int N> __device__ T reduce(T v, T (*op)(T, T)) {
    __shared__ T part[N];
    part[threadIdx.x] = v;
    __syncthreads();
    for (int s = N / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) part[threadIdx.x] = op(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }
    T r = part[0];
    __syncthreads();
    return r;
}
__device__ int add(int a, int b) { return a + b; }
__device__ int most(int a, int b) { return a > b ? a : b; }
__device__ double addd(double a, double b) { return a + b; }

__global__ void templates(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = reduce<int, 64>(in[i], add), top = reduce<int, 64>(in[i], most);
    double d = reduce<double, 64>(in[i] * 0.5, addd);
    out[i] = sum + top + (int)(d * 2);
}

__global__ void predicates(int *out) {
    int t = threadIdx.x, n = 0;
    for (int k = 1; k < 5; k++) {
        n += __syncthreads_count(t % k == 0);
        n += 1000 * __syncthreads_and(t < 96 - (k == 3));
        n += 100000 * __syncthreads_or(t == 10 * k);
        n += 1000000 * (__syncthreads_or(t == 200) != 0);
    }
    out[blockIdx.x * blockDim.x + t] = n;
}

__global__ void hillis_steele(const int *in, int *out) {
    extern __shared__ int buf[];
    int t = threadIdx.x, n = blockDim.x, from = 0, i = blockIdx.x * n + t;
    buf[t] = in[i];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        buf[(1 - from) * n + t] = buf[from * n + t] + (t >= d ? buf[from * n + t - d] : 0);
        from = 1 - from;
        __syncthreads();
    }
    out[i] = buf[from * n + t];
}

__global__ void blelloch(const int *in, int *out) { // exclusive, two elements a thread
    __shared__ int s[128];
    int t = threadIdx.x, n = 128, offset = 1, base = blockIdx.x * n;
    s[2 * t] = in[base + 2 * t];
    s[2 * t + 1] = in[base + 2 * t + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            s[b] += s[a];
        }
        offset *= 2;
    }
    if (t == 0) s[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1, v = s[a];
            s[a] = s[b];
            s[b] += v;
        }
    }
    __syncthreads();
    out[base + 2 * t] = s[2 * t];
    out[base + 2 * t + 1] = s[2 * t + 1];
}

__device__ inline void exchange(int &a, int &b, bool up) {
    if ((a > b) == up) {
        int v = a;
        a = b;
        b = v;
    }
}
__global__ void bitonic(const int *in, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    for (int size = 2; size <= 256; size <<= 1)
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            __syncthreads();
            int other = t ^ stride;
            if (other > t) exchange(s[t], s[other], (t & size) == 0);
        }
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t];
}

#define TILE 16
#define ROWS 4
__global__ void transpose_naive(const int *in, int *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[x * h + y] = in[y * w + x];
}
template <int PAD> __global__ void transpose_tiled(const int *in, int *out, int w, int h) {
    __shared__ int tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += ROWS)
        if (x < w && y + k < h) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * w + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int k = 0; k < TILE; k += ROWS)
        if (x < h && y + k < w) out[(y + k) * h + x] = tile[threadIdx.x][threadIdx.y + k];
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void check_transposed(int w, int h) {
    cudaDeviceSynchronize();
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) expect(y * w + x, out[x * h + y], in[y * w + x]);
    cudaMemset(out, 0, (size_t)w * h * sizeof(int));
}

int main() {
    const int n = 1 << 18;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = i * 7919 % 1009;
    for (int large = 0; large < 2; large++) {
        int blocks = large ? LARGE(100) : SMALL;
        rotate<<<blocks, 100>>>(out, 7);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks * 100; i++) expect(i, out[i], (i % 100 + 7) % 100 + i / 100);
    }
    done("rotate");
    for (int large = 0; large < 2; large++)
        for (int mode = 0; mode < 4; mode++) {
            int blocks = large ? LARGE(64) : SMALL;
            branches<<<blocks, 64>>>(in, out, mode);
            cudaDeviceSynchronize();
            for (int i = 0; i < blocks * 64; i++) {
                int b = i / 64, t = i % 64, *s = in + b * 64;
                int want = b % 2 == 0 ? s[63 - t] : mode > 0 ? s[t ^ 1] : -1;
                want += mode == 1 ? s[0] + s[1] : mode == 2 ? s[1] : 7;
                expect(i, out[i], want + (t == 0));
            }
        }
    done("branches");
    for (int large = 0; large < 2; large++) {
        int blocks = large ? LARGE(64) : SMALL;
        templates<<<blocks, 64>>>(in, out);
        cudaDeviceSynchronize();
        for (int b = 0; b < blocks; b++) {
            int sum = 0, top = 0;
            for (int t = 0; t < 64; t++) {
                sum += in[b * 64 + t];
                if (in[b * 64 + t] > top) top = in[b * 64 + t];
            }
            for (int t = 0; t < 64; t++) expect(b, out[b * 64 + t], 2 * sum + top);
        }
    }
    done("templates");
    for (int large = 0; large < 2; large++) {
        int blocks = large ? LARGE(96) : SMALL;
        predicates<<<blocks, 96>>>(out);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks * 96; i++) expect(i, out[i], 96 + 48 + 32 + 24 + 3000 + 400000);
    }
    done("predicates");
    for (int large = 0; large < 2; large++) {
        int size = large ? 200 : 33, blocks = large ? LARGE(size) : SMALL;
        hillis_steele<<<blocks, size, 2 * size * sizeof(int)>>>(in, out);
        cudaDeviceSynchronize();
        for (int b = 0; b < blocks; b++)
            for (int t = 0, sum = 0; t < size; t++) expect(t, out[b * size + t], sum += in[b * size + t]);
    }
    done("hillis_steele");
    for (int large = 0; large < 2; large++) {
        int blocks = large ? LARGE(64) : SMALL;
        blelloch<<<blocks, 64>>>(in, out);
        cudaDeviceSynchronize();
        for (int b = 0; b < blocks; b++)
            for (int t = 0, sum = 0; t < 128; sum += in[b * 128 + t++]) expect(t, out[b * 128 + t], sum);
    }
    done("blelloch");
    int *sorted = (int *)malloc(256 * sizeof(int));
    for (int large = 0; large < 2; large++) {
        int blocks = large ? LARGE(256) : SMALL;
        bitonic<<<blocks, 256>>>(in, out);
        cudaDeviceSynchronize();
        for (int b = 0; b < blocks; b++) {
            for (int t = 0; t < 256; t++) sorted[t] = in[b * 256 + t];
            qsort(sorted, 256, sizeof(int), compare);
            for (int t = 0; t < 256; t++) expect(t, out[b * 256 + t], sorted[t]);
        }
    }
    done("bitonic");
    for (int large = 0; large < 2; large++) {
        int w = large ? 500 : 37, h = large ? 301 : 21;
        dim3 grid((w + TILE - 1) / TILE, (h + TILE - 1) / TILE);
        transpose_naive<<<grid, dim3(TILE, TILE)>>>(in, out, w, h);
        check_transposed(w, h);
        for (int k = 0; k < (large ? 3 : 1); k++) {
            transpose_tiled<0><<<grid, dim3(TILE, ROWS)>>>(in, out, w, h);
            check_transposed(w, h);
            transpose_tiled<1><<<grid, dim3(TILE, ROWS)>>>(in, out, w, h);
            check_transposed(w, h);
        }
    }
    done("transpose");
    return 0;
}
/* OUTPUT:
rotate right
branches right
templates right
predicates right
hillis_steele right
blelloch right
bitonic right
transpose right
*/
