// What lives across barriers: variables of every kind, local arrays and pointers to them, loops and branches around
// barriers, barriers in device functions, warps that have ended. Blocks with tails; small grids and large ones.
#include <stdio.h>
#include <stdlib.h>

static int *out;
static int wrong;
static void expect(const char *name, int i, long long got, long long want) {
    if (got != want && wrong++ < 4) printf("%s at %d: %lld instead of %lld\n", name, i, got, want);
}
static void done(const char *name) {
    printf("%s %s\n", name, wrong ? "wrong" : "right");
    wrong = 0;
}

struct state { char c; double d; int a[3]; };

__device__ int size(int v) { return v < 0 ? -v : v; }
__global__ void survivors(int *out) { // every kind of variable, with other values in each thread
    extern __shared__ int s[];
    int t = threadIdx.x, n = blockDim.x;
    signed char c = t;
    double d = t * 0.25;
    long long l = (long long)t << 34;
    bool odd = t & 1;
    float4 v = make_float4(t, 1, 2, n);
    struct state st = {(char)t, d, {t, t + 1, t + 2}};
    int a[4] = {t, 1, 2, 3}, *p = &a[t & 3], half = n / 2;
    float _Complex z = t + 2.0iF;
    int (*f)(int) = odd ? size : NULL;
    s[t] = t * 7;
    __syncthreads();
    int next = s[(t + 1) % n];
    *p += 100;
    st.a[t % 3] = next;
    v.y += c;
    if (odd) d = -d;
    __syncthreads();
    s[t] = next + a[t & 3];
    z *= 2.0f;
    __syncthreads();
    out[blockIdx.x * n + t] = s[(t + half) % n] + c + (int)(d * 4) + (int)(l >> 34) + odd + (int)(v.x + v.y + v.w) + st.a[t % 3] +
                              (int)st.d + *p + (int)__real__ z + (int)__imag__ z + (f ? f(-5) : 0);
}
static int survivors_at(int t, int n) {
    int u = (t + n / 2) % n, next = (t + 1) % n * 7, a = (u & 3 ? u & 3 : u) + 100, mine = (t & 3 ? t & 3 : t) + 100;
    signed char c = t;
    double d = t * 0.25;
    return (u + 1) % n * 7 + a + c + (int)((t & 1 ? -d : d) * 4) + t + (t & 1) + (int)(t + 1.0f + c + n) + next + (int)d + mine + 2 * t +
           4 + (t & 1 ? 5 : 0);
}

__device__ int exchange(int *s, int v, int by) { // a barrier in a callee, called in a loop
    s[threadIdx.x] = v;
    __syncthreads();
    int r = s[(threadIdx.x + by) % blockDim.x];
    __syncthreads();
    return r;
}
__global__ void calls(int *out, int rounds) {
    __shared__ int s[256];
    int v = threadIdx.x, w = 1;
    for (int k = 1; k <= rounds; k++) {
        v = exchange(s, v, k);
        if (k % 2 == 0) w += exchange(s, w, 1);
        else if (k == 5) continue;
        if (k == 7) break;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = v * 1000 + w;
}

__global__ void control(int *out, const int *plan, int n) { // plan: the same for all threads of a block
    __shared__ int s[256], stop;
    int t = threadIdx.x, sum = 0, round = 0;
    if (t == 0) stop = plan[blockIdx.x % n] % 5;
    s[t] = t;
    __syncthreads();
    int rounds = stop; // read from shared memory: every thread has the same
    while (round < rounds) {
        switch (plan[(blockIdx.x + round) % n] % 4) {
        case 0:
            sum += s[blockDim.x - 1 - t];
            __syncthreads();
            s[t]++;
        case 1:
            __syncthreads();
            sum ^= s[t / 2];
            break;
        case 2: {
            int mine = sum;
            for (int k = 0; k < 2; k++) {
                __syncthreads();
                if (t >= k) mine += s[t - k];
            }
            sum = mine;
            break;
        }
        default:
            if (rounds > 3) goto out;
            __syncthreads();
        }
        __syncthreads();
        if (t % 3 == 1) sum += 2;
        else
            for (int k = 0; k < t % 5; k++) sum += k;
        round++;
    }
out:
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = sum * 10 + round;
}
static void control_on_host(int *out, const int *plan, int n, int block, int threads) {
    int s[256], sum[256] = {0}, round = 0, rounds = plan[block % n] % 5;
    for (int t = 0; t < threads; t++) s[t] = t;
    while (round < rounds) {
        int which = plan[(block + round) % n] % 4;
        if (which == 3 && rounds > 3) break;
        if (which == 0) {
            for (int t = 0; t < threads; t++) sum[t] += s[threads - 1 - t];
            for (int t = 0; t < threads; t++) s[t]++;
        }
        for (int t = 0; t < threads; t++) {
            if (which < 2) sum[t] ^= s[t / 2];
            if (which == 2) sum[t] += s[t] + (t >= 1 ? s[t - 1] : 0);
            if (t % 3 == 1) sum[t] += 2;
            else
                for (int k = 0; k < t % 5; k++) sum[t] += k;
        }
        round++;
    }
    for (int t = 0; t < threads; t++) out[t] = sum[t] * 10 + round;
}

__global__ void ended_warps(int *out) { // whole warps are gone; the others go on meeting
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t >= 64) return;
    for (int k = 0; k < 3; k++) {
        int v = s[(t + 1) % 64];
        __syncthreads();
        s[t] = v;
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s[t] + s[100];
}

__global__ void shared_atomics(int *out) {
    __shared__ unsigned count[8], most, bits;
    __shared__ unsigned long long sum;
    __shared__ float total;
    int t = threadIdx.x;
    if (t < 8) count[t] = 0;
    if (t == 0) most = bits = 0, sum = 0, total = 0;
    __syncthreads();
    if (t % 3) atomicAdd(&count[t & 7], 1u);
    atomicMax(&most, (unsigned)(t * 37 % 101));
    atomicOr(&bits, 1u << (t & 31));
    for (int k = 0; k < (t & 3); k++) atomicAdd(&sum, (unsigned long long)t << 20);
    atomicAdd(&total, 0.5f);
    unsigned ticket = atomicInc(&count[0], 1u << 30);
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = count[t & 7] + most + bits % 1000 + (int)(sum >> 20) + (int)(total * 2) + (ticket > 1000);
}

__global__ void warps_and_blocks(int *out) { // sums by shuffles, then over the warps, in a loop
    __shared__ int part[8], all;
    int t = threadIdx.x, lane = t % 32, v = t;
    for (int round = 0; round < 3; round++) {
        int sum = v;
        for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
        if (lane == 0) part[t / 32] = sum;
        __syncthreads();
        if (t < 32) {
            int p = t < blockDim.x / 32 ? part[t] : 0;
            for (int d = 4; d > 0; d /= 2) p += __shfl_down_sync(0xffffffff, p, d, 8);
            if (t == 0) all = p;
        }
        __syncthreads();
        v += all % 7 + round;
    }
    out[blockIdx.x * blockDim.x + t] = v;
}

int main() {
    cudaMallocManaged(&out, 210000 * sizeof(int));
    int *plan, n = 17, *want = (int *)malloc(256 * sizeof(int));
    cudaMallocManaged(&plan, n * sizeof(int));
    for (int i = 0; i < n; i++) plan[i] = i * i * 7 + i / 3;
    static const int sizes[] = {1, 33, 100, 256};
    for (int k = 0; k < 8; k++) {
        int threads = sizes[k / 2], blocks = k % 2 ? 100000 / threads + 1 : 3;
        survivors<<<blocks, threads, threads * sizeof(int)>>>(out);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks * threads; i++) expect("survivors", i, out[i], survivors_at(i % threads, threads));
        calls<<<blocks, threads>>>(out, 8);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks * threads; i++) expect("calls", i, out[i], (i % threads + 28) % threads * 1000 + 8);
        control<<<blocks, threads>>>(out, plan, n);
        cudaDeviceSynchronize();
        for (int b = 0; b < blocks; b++) {
            control_on_host(want, plan, n, b, threads);
            for (int t = 0; t < threads; t++) expect("control", b * threads + t, out[b * threads + t], want[t]);
        }
    }
    done("blocks");
    for (int blocks = 2; blocks < 2000; blocks += 1500) {
        ended_warps<<<blocks, 256>>>(out);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks * 64; i++) expect("ended warps", i, out[i], (i + 3) % 64 + 100);
    }
    done("ended warps");
    for (int blocks = 2; blocks < 800; blocks += 700) {
        shared_atomics<<<blocks, 200>>>(out);
        cudaDeviceSynchronize();
        unsigned count[8] = {0}, sum = 0;
        for (int t = 0; t < 200; t++) count[t & 7] += t % 3 != 0, sum += (t & 3) * t;
        count[0] += 200;
        for (int i = 0; i < blocks * 200; i++)
            expect("shared atomics", i, out[i], count[i % 200 & 7] + 100 + 0xffffffffu % 1000 + sum + 200);
    }
    done("shared atomics");
    for (int blocks = 2; blocks < 800; blocks += 700) {
        warps_and_blocks<<<blocks, 256>>>(out);
        cudaDeviceSynchronize();
        int add = 0;
        for (int round = 0; round < 3; round++) add += (256 * 255 / 2 + 256 * add) % 7 + round;
        for (int i = 0; i < blocks * 256; i++) expect("warps and blocks", i, out[i], i % 256 + add);
    }
    done("warps and blocks");
}
/* OUTPUT:
blocks right
ended warps right
shared atomics right
warps and blocks right
*/
