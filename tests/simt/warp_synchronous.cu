// Code of pre-Volta books: lanes of a warp exchange values through memory without a barrier. It runs in lockstep from
// the first launch on, in every tier and at every width (lanes.py), and a remark says so once for each kernel.
// CPU-ONLY: GPUs since Volta promise no lockstep.
#include <stdio.h>

__global__ void local_pointer(const int *in, int *out) {
    __shared__ int d[64];
    int t = threadIdx.x;
    d[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    if (t < 32) {
        volatile int *v = d;
        v[t] += v[t + 32];
        v[t] += v[t + 16];
        v[t] += v[t + 8];
        v[t] += v[t + 4];
        v[t] += v[t + 2];
        v[t] += v[t + 1];
    }
    if (t == 0) out[blockIdx.x] = d[0];
}

template <int SIZE> __device__ void last_warp(volatile int *s, int t) { // NVIDIA's reduction sample
    if (SIZE >= 64) s[t] += s[t + 32];
    if (SIZE >= 32) s[t] += s[t + 16];
    if (SIZE >= 16) s[t] += s[t + 8];
    if (SIZE >= 8) s[t] += s[t + 4];
    if (SIZE >= 4) s[t] += s[t + 2];
    if (SIZE >= 2) s[t] += s[t + 1];
}

template <int SIZE> __global__ void sample(const int *in, int *out) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * SIZE * 2 + t] + in[blockIdx.x * SIZE * 2 + t + SIZE];
    __syncthreads();
    if (SIZE >= 256) { if (t < 128) s[t] += s[t + 128]; __syncthreads(); }
    if (SIZE >= 128) { if (t < 64) s[t] += s[t + 64]; __syncthreads(); }
    if (t < 32) last_warp<SIZE>(s, t);
    if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void not_volatile(const int *in, int *out) {
    __shared__ int d[96];
    int t = threadIdx.x;
    d[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    if (t < 32)
        for (int s = 32; s > 0; s >>= 1) d[t] += d[t + s];
    if (t == 0) out[blockIdx.x] = d[0];
}

__global__ void scan(const int *in, int *out) { // each warp for itself, then the warps' sums
    __shared__ volatile int v[128], sums[32];
    int t = threadIdx.x, lane = t & 31, warp = t / 32;
    v[t] = in[blockIdx.x * 128 + t];
    if (lane >= 1) v[t] += v[t - 1];
    if (lane >= 2) v[t] += v[t - 2];
    if (lane >= 4) v[t] += v[t - 4];
    if (lane >= 8) v[t] += v[t - 8];
    if (lane >= 16) v[t] += v[t - 16];
    if (lane == 31) sums[warp] = v[t];
    __syncthreads();
    int before = 0;
    for (int w = 0; w < warp; w++) before += sums[w];
    out[blockIdx.x * 128 + t] = v[t] + before;
}

__global__ void one_warp(const int *in, int *out) { // a block of one warp needs no barrier, they said
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 32 + t];
    out[blockIdx.x * 32 + t] = s[31 - t];
}

__global__ void both_sides(const int *in, int *out) {
    __shared__ volatile short s[64];
    int t = threadIdx.x;
    if (t % 3 == 0) s[t] = in[t] + 1;
    else if (t % 3 == 1) s[t] = -in[t];
    else for (int k = 0; k < t; k++) s[t] = k;
    s[t] = s[t ^ 5] * 2 + 1;
    out[blockIdx.x * 64 + t] = s[t ^ 1];
}

__global__ void broadcast(const int *in, int *out) {
    __shared__ long long s[2];
    int t = threadIdx.x, lane = t % warpSize, warp = t / warpSize;
    if (lane == 7) s[warp] = in[t];
    out[blockIdx.x * 64 + t] = (int)s[warp];
}

struct pair { float x, y; };

__global__ void records(const int *in, int *out) { // rotates by one lane, three times
    __shared__ pair s[32];
    int t = threadIdx.x;
    pair p = {(float)in[t], (float)t};
    for (int k = 0; k < 3; k++) {
        s[t] = p;
        p = s[(t + 1) % 32];
    }
    out[blockIdx.x * 32 + t] = (int)(p.x * 100 + p.y);
}

__device__ int odd(volatile int *s, int t, int n);
__device__ int even(volatile int *s, int t, int n) { return n == 0 ? s[t ^ 1] : odd(s, t, n - 1); }
__device__ int odd(volatile int *s, int t, int n) { return n == 0 ? -s[t ^ 1] : even(s, t, n - 1); }

__global__ void no_vectors(const int *in, int *out) { // recursion: one thread at a time, on fibers
    __shared__ int d[64];
    int t = threadIdx.x;
    d[t] = in[t];
    out[blockIdx.x * 64 + t] = even(d, t, t % 4);
}

__device__ int lock;

__global__ void with_lock(const int *in, int *out) { // fibers too: other warps spin meanwhile
    __shared__ volatile int v[96];
    int t = threadIdx.x;
    v[t] = in[t];
    __syncthreads();
    if (t == 40) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        out[1] += 1;
        atomicExch(&lock, 0);
    }
    if (t < 32) {
        v[t] += v[t + 16];
        v[t] += v[t + 8];
        v[t] += v[t + 4];
    }
    __syncthreads();
    if (t == 0) out[0] = v[0] + v[1] + v[2] + v[3];
}

__global__ void leaves_early(const int *in, int *out, int n) {
    __shared__ volatile int v[96];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    v[t] = in[i];
    if (t >= n) return;
    v[t] = v[(t + 1) % 8] + v[(t + 2) % 8];
    v[t] = v[(t + 1) % 8] + v[(t + 2) % 8];
    out[blockIdx.x * 64 + t] = v[t];
}

// What has barriers where they belong, or lets every thread keep to itself, gets no remark.
// CHECK-NOT: `fine_
__global__ void fine_reduction(const int *in, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    for (int k = 64; k > 0; k /= 2) {
        __syncthreads();
        if (t < k) s[t] += s[t + k];
    }
    if (t == 0) out[0] = s[0];
}
__global__ void fine_slices(const int *in, int *out) {
    __shared__ int s[128 * 4], r[4 * 128];
    int t = threadIdx.x;
    for (int k = 0; k < 4; k++) s[4 * t + k] = in[t] + k;
    for (int k = 0; k < 4; k++) r[k * blockDim.x + t] = s[4 * t + 3 - k];
    s[t * 4] = r[t] + r[t + 128];
    out[t] = s[t * 4 + 1] + s[4 * t] + r[3 * 128 + t];
}
__global__ void fine_alone(const int *in, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t == 0)
        for (int i = 1; i < 128; i++) s[i] += s[i - 1];
    __syncthreads();
    out[t] = s[t];
    if (t != 0) return;
    s[1] = s[2] + s[3];
    out[0] = s[1];
}
__global__ void fine_syncwarp(const int *in, int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp();
    int v = s[t ^ 1];
    __syncwarp();
    s[t] = v;
    __syncwarp();
    out[t] = s[t ^ 3];
}

static int *in, *out;
static int wrong(const int *want, int n, int blocks) {
    int bad = 0;
    cudaDeviceSynchronize();
    for (int i = 0; i < n * blocks; i++) bad += out[i] != want[i % n];
    return bad;
}
static int sum(int from, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += in[from + i];
    return s;
}

int main() {
    int n = 1 << 20, bad = 0, want[96], v[96], w[96];
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = i * 37 % 101;
    for (int turn = 0; turn < 3; turn++) { // twice small, then large enough to be optimised
        int blocks = turn < 2 ? 2 : 2048;
        local_pointer<<<blocks, 64>>>(in, out);
        cudaDeviceSynchronize();
        for (int b = 0; b < blocks; b++) bad += out[b] != sum(b * 64, 64);
        not_volatile<<<blocks, 64>>>(in, out);
        cudaDeviceSynchronize();
        for (int b = 0; b < blocks; b++) bad += out[b] != sum(b * 64, 64);
        sample<256><<<blocks, 256, 2048>>>(in, out);
        cudaDeviceSynchronize();
        for (int b = 0; b < blocks; b++) bad += out[b] != sum(b * 512, 512);
        sample<64><<<blocks, 64, 2048>>>(in, out);
        cudaDeviceSynchronize();
        for (int b = 0; b < blocks; b++) bad += out[b] != sum(b * 128, 128);
        scan<<<blocks / 2, 128>>>(in, out);
        cudaDeviceSynchronize();
        for (int b = 0; b < blocks / 2; b++)
            for (int t = 0, at = 0; t < 128; t++) bad += out[b * 128 + t] != (at += in[b * 128 + t]);
        one_warp<<<blocks, 32>>>(in, out);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks * 32; i++) bad += out[i] != in[i / 32 * 32 + 31 - i % 32];
        printf("turn %d: %d", turn, bad);
        broadcast<<<blocks, 64>>>(in, out);
        for (int t = 0; t < 64; t++) want[t] = in[t / 32 * 32 + 7];
        bad += wrong(want, 64, blocks);
        records<<<blocks, 32>>>(in, out);
        for (int t = 0; t < 32; t++) want[t] = in[(t + 3) % 32] * 100 + (t + 3) % 32;
        bad += wrong(want, 32, blocks);
        no_vectors<<<blocks, 64>>>(in, out);
        for (int t = 0; t < 64; t++) want[t] = (t & 1 ? -1 : 1) * in[t ^ 1];
        bad += wrong(want, 64, blocks);
        printf(" %d", bad);
        both_sides<<<blocks, 64>>>(in, out);
        for (int t = 0; t < 64; t++) v[t] = t % 3 == 0 ? in[t] + 1 : t % 3 == 1 ? -in[t] : t - 1;
        for (int t = 0; t < 64; t++) want[t] = (short)(v[t ^ 1 ^ 5] * 2 + 1);
        bad += wrong(want, 64, blocks);
        for (int t = 0; t < 8; t++) v[t] = in[t];
        for (int k = 0; k < 2; k++) {
            for (int t = 0; t < 8; t++) w[t] = v[(t + 1) % 8] + v[(t + 2) % 8];
            for (int t = 0; t < 8; t++) v[t] = w[t];
        }
        leaves_early<<<1, 64>>>(in, out, 8);
        bad += wrong(v, 8, 1);
        printf(" %d wrong\n", bad);
    }
    for (int t = 0; t < 64; t++) v[t] = in[t];
    for (int k = 16; k > 2; k /= 2)
        for (int t = 0; t < 32; t++) v[t] += v[t + k];
    cudaMemset(out, 0, 8);
    with_lock<<<3, 64>>>(in, out);
    cudaDeviceSynchronize();
    printf("with_lock %d %d\n", out[0] - v[0] - v[1] - v[2] - v[3], out[1]);
    fine_reduction<<<1, 128>>>(in, out);
    fine_slices<<<1, 128>>>(in, out);
    fine_alone<<<1, 128>>>(in, out);
    fine_syncwarp<<<1, 32>>>(in, out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
// CHECK: warp_synchronous.cu:14:18: warning: `local_pointer` reads here what another thread of the warp may have stored
// CHECK-NOT: 13:18: warning: `local_pointer`
// CHECK: put `__syncwarp()` before this line
// CHECK: warp_synchronous.cu:13:14: note: stored here
/* OUTPUT:
turn 0: 0 0 0 wrong
turn 1: 0 0 0 wrong
turn 2: 0 0 0 wrong
with_lock 0 3
cudaSuccess
*/
