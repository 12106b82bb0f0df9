// Threads that end before a barrier that others still reach: they no longer count, and a warning says so once for each
// barrier. Returns in every place, loops that are left at different times, votes, whole warps and whole blocks gone.
// CPU-ONLY: threads of a GPU that have ended before a barrier can hang the others.
#include <stdio.h>

__global__ void guarded(const int *in, int *out, int n) { // 1D, the commonest form
    __shared__ int s[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (i >= n) return;
    s[t] = in[i];
    __syncthreads();
    int v = s[t / 2];
    __syncthreads();
    s[t] = v + 1;
    __syncthreads();
    out[i] = s[t / 3] * 10 + s[0];
}

__global__ void tile(const float *in, float *out, int w, int h) { // 2D
    __shared__ float s[8][9];
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= w || y >= h) { if (x == w && y == h) out[w * h] = 77; return; }
    s[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads();
    float sum = s[threadIdx.y][threadIdx.x];
    if (threadIdx.x > 0) sum += s[threadIdx.y][threadIdx.x - 1];
    if (threadIdx.y > 0) sum += s[threadIdx.y - 1][threadIdx.x];
    out[y * w + x] = sum;
}

__global__ void one_by_one(int *out) { // a loop with a barrier that each thread leaves at another time, without an end of its own
    __shared__ int at;
    int t = threadIdx.x, k = 0;
    if (t == blockDim.x - 1) at = 0;
    for (;;) {
        if (k >= t * 7 % blockDim.x) break;
        __syncthreads();
        if (t == blockDim.x - 1) at += 2;
        k++;
    }
    out[blockIdx.x * blockDim.x + t] = k;
}

__global__ void in_loops(const int *in, int *out, int rounds) {
    __shared__ int s[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, sum = 0;
    s[t] = in[i];
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        for (int k = t % 5; k < 9; k++) {
            if ((in[i] + k) % 13 == 12 && r > t % 3) { out[i] = -r; return; } // from within two loops
            sum += k;
        }
        int v = s[(t + 1) % blockDim.x] & 0xffff;
        __syncthreads();
        if (v % 11 == r) { out[i] = 1000 + r; return; }
        s[t] = v + r;
        __syncthreads();
    }
    out[i] = sum + s[t];
}

__global__ void votes(const int *in, int *out, int n) {
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t % 7 == n) return;
    int a = __syncthreads_count(in[i] & 1), b = __syncthreads_and(in[i] < 120), c = __syncthreads_or(in[i] > 119);
    if (t >= 40) return;
    int d = __syncthreads_count(t >= 0), e = __syncthreads_and(t < 40), f = __syncthreads_or(t > 39);
    out[i] = a + 1000 * b + 10000 * c + 100000 * d + 100000000 * e + 200000000 * f;
}

__global__ void warps_go(int *out) { // whole warps, then all but one thread, then all
    __shared__ int r[128], s[128];
    int t = threadIdx.x;
    r[t] = t;
    if (t / 32 == 1) return;
    __syncthreads();
    s[t] = t + (r[127 - t] & 31);
    if (t >= 96) { out[t] = -s[t]; return; }
    __syncthreads();
    if (t != 70) return;
    __syncthreads();
    out[t] = s[t] + s[5];
    __syncthreads();
    out[t + 1] = 5;
}

__global__ void falls_through(const int *in, int *out) { // no `return`: the barrier is in one branch only
    __shared__ int s[128];
    int t = threadIdx.x, v = in[t];
    s[t] = v;
    if (t < 100) {
        __syncthreads();
        v += s[99 - t];
    } else {
        v = -v;
    }
    out[t] = v;
}

__global__ void with_shuffles(const int *in, int *out, int n) {
    __shared__ int s[4];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (i >= n) return;
    int v = in[i];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(__activemask(), v, d);
    if (t % 32 == 0) s[t / 32] = v;
    __syncthreads();
    unsigned b = __ballot_sync(__activemask(), in[i] & 1);
    out[i] = s[t / 32] * 100 + __popc(b);
}

__global__ void shared_tail(const int *in, int *out) { // what leaves early and what stays end in the same code
    __shared__ int s[64];
    int t = threadIdx.x, v = 3;
    s[t] = 1;
    if (in[t] % 4 == 0) goto end;
    s[t] = in[t];
    __syncthreads();
    v = s[63 - t];
    if (v % 5 == 0) goto end;
    __syncthreads();
    s[t] = v;
    __syncthreads();
    v = s[t ^ 2] + 1;
end:
    for (int k = 0; k < t % 4; k++) v = v * 3 + k;
    out[blockIdx.x * 64 + t] = v;
}

static int *in, *out;
static void say(const char *name, int n) {
    cudaDeviceSynchronize();
    unsigned long long h = 1469598103934665603ull;
    for (int i = 0; i < n; i++) h = (h ^ (unsigned)out[i]) * 1099511628211ull;
    for (int i = 0; i < n; i++) out[i] = 0;
    printf("%s %llx\n", name, h);
}

int main() {
    int n = 200000, bad = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = i * 37 % 121;
    for (int blocks = 2; blocks < 800; blocks += 700)
        for (int size = 33; size <= 256; size += 73) {
            int m = blocks * size - size / 2 - 1;
            guarded<<<blocks, size>>>(in, out, m);
            cudaDeviceSynchronize();
            for (int i = 0; i < m; i++) {
                int b = i / size * size, t = i % size;
                bad += out[i] != (in[b + t / 3 / 2] + 1) * 10 + in[b] + 1;
            }
            bad += out[m] != 0;
            for (int i = 0; i < blocks * size; i++) out[i] = 0;
        }
    printf("guarded %d\n", bad);
    float *x = (float *)in, *y = (float *)out;
    for (int i = 0; i < n; i++) x[i] = i % 100;
    for (int w = 21; w < 400; w += 300) {
        int h = w - 2;
        tile<<<dim3((w + 7) / 8, (h + 7) / 8), dim3(8, 8)>>>(x, y, w, h);
        cudaDeviceSynchronize();
        for (int k = 0; k < h; k++)
            for (int i = 0; i < w; i++) {
                float want = x[k * w + i] + (i % 8 ? x[k * w + i - 1] : 0) + (k % 8 ? x[(k - 1) * w + i] : 0);
                bad += y[k * w + i] != want;
            }
        bad += y[w * h] != 77;
    }
    printf("tile %d\n", bad);
    for (int i = 0; i < n; i++) in[i] = i * 37 % 121, out[i] = 0;
    one_by_one<<<3, 64>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 192; i++) bad += out[i] != i % 64 * 7 % 64;
    one_by_one<<<3, 50>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 150; i++) bad += out[i] != i % 50 * 7 % 50;
    printf("one_by_one %d\n", bad);
    in_loops<<<3, 128>>>(in, out, 6);
    say("in_loops", 384);
    in_loops<<<1500, 100>>>(in, out, 6);
    say("in_loops", 150000);
    static const int sizes[] = {33, 64, 100, 250};
    for (int k = 0; k < 4; k++)
        for (int gone = 0; gone < 8; gone += 3) {
            votes<<<2, sizes[k]>>>(in, out, gone);
            cudaDeviceSynchronize();
            for (int b = 0; b < 2; b++) {
                int count = 0, all = 1, any = 0, left = 0;
                for (int t = 0; t < sizes[k]; t++) {
                    int v = in[b * sizes[k] + t];
                    if (t % 7 == gone) continue;
                    count += v & 1, all &= v < 120, any |= v > 119, left += t < 40;
                }
                int want = count + 1000 * all + 10000 * any + 100000 * left + 100000000;
                for (int t = 0; t < sizes[k]; t++) {
                    int have = out[b * sizes[k] + t];
                    bad += have != (t % 7 == gone || t >= 40 ? 0 : want);
                    out[b * sizes[k] + t] = 0;
                }
            }
        }
    printf("votes %d\n", bad);
    warps_go<<<1, 128>>>(out);
    cudaDeviceSynchronize();
    printf("warps_go %d %d %d %d %d\n", out[0], out[70], out[71], out[96], out[127]);
    say("warps_go", 128);
    falls_through<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
    for (int t = 0; t < 128; t++) bad += out[t] != (t < 100 ? in[t] + in[99 - t] : -in[t]);
    printf("falls_through %d\n", bad);
    for (int blocks = 2; blocks < 2000; blocks += 1500) {
        int m = blocks * 100 - 41;
        with_shuffles<<<blocks, 100>>>(in, out, m);
        say("with_shuffles", m + 41);
    }
    shared_tail<<<2, 64>>>(in, out);
    say("shared_tail", 128);
    shared_tail<<<2000, 64>>>(in, out);
    say("shared_tail", 128000);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
