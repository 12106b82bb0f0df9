// NOT-FOR: sm_75 __reduce_add_sync
// Warp functions: every kind of shuffle with widths, types and partial warps; votes, matches, reductions;
// ballots in loops; scans in a warp. Small launches (quick code), then large ones.
#include <stdio.h>

#define FULL 0xffffffffu

static int *out, bad;
static void expect(const char *what, int i, long long got, long long want) {
    if (got != want && bad++ < 8) printf("%s at %d: %lld instead of %lld\n", what, i, got, want);
}
static void done(const char *name) {
    printf("%s %s\n", name, bad ? "wrong" : "right");
    bad = 0;
}
static int large_grid(int threads) { return 100000 / threads + 1; }

__global__ void shuffles(int *out, int width, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = threadIdx.x * 3;
    out[4 * i] = __shfl_sync(FULL, v, k, width);
    out[4 * i + 1] = __shfl_up_sync(FULL, v, k, width);
    out[4 * i + 2] = __shfl_down_sync(FULL, v, k, width);
    out[4 * i + 3] = __shfl_xor_sync(FULL, v, k, width);
}

static void check_shuffles(int blocks, int threads) {
    for (int width = 32; width >= 1; width /= 2)
        for (int k = 0; k < (blocks < 10 ? 32 : 2); k++) {
            if (k >= width && width < 32 && k > width) continue;
            shuffles<<<blocks, threads>>>(out, width, k);
            cudaDeviceSynchronize();
            for (int i = 0; i < blocks * threads; i++) {
                int t = i % threads, lane = t % 32, warp = t - lane, first = lane & ~(width - 1), last = first + width - 1;
                int there[4] = {first + (k & (width - 1)), lane - k >= first ? lane - k : lane, lane + k <= last ? lane + k : lane,
                                (lane ^ k) <= last ? lane ^ k : lane};
                static const char *const names[] = {"shfl", "up", "down", "xor"};
                for (int f = 0; f < 4; f++)
                    if (warp + there[f] < threads) expect(names[f], i, out[4 * i + f], 3 * (warp + there[f]));
            }
        }
}

__global__ void types(int *out) {
    int t = threadIdx.x, ok = 1;
    long long l = __shfl_xor_sync(FULL, (long long)t << 40 | 5, 1);
    unsigned long long ul = __shfl_sync(FULL, (unsigned long long)t << 50, 9);
    double d = __shfl_down_sync(FULL, t * 0.1, 2);
    float f = __shfl_up_sync(FULL, t * -0.5f, 3);
    unsigned u = __shfl_sync(FULL, 0xfffffff0u + t % 8, 33); // lane 33 % 32
    long wide = __shfl_sync(FULL, -5L - t, 0);
    ok &= l == ((long long)(t ^ 1) << 40 | 5);
    ok &= ul == (unsigned long long)(t - t % 32 + 9) << 50;
    ok &= d == (t % 32 + 2 < 32 ? t + 2 : t) * 0.1;
    ok &= f == (t % 32 >= 3 ? t - 3 : t) * -0.5f;
    ok &= u == 0xfffffff1u;
    ok &= wide == -5L - (t - t % 32);
    out[blockIdx.x * blockDim.x + t] = ok;
}

__global__ void votes(int *out) {
    int t = threadIdx.x, lane = t % 32, ok = 1;
    unsigned here = blockDim.x - (t - lane) >= 32 ? FULL : (1u << (blockDim.x - (t - lane))) - 1;
    ok &= __all_sync(FULL, t >= 0) == 1 && __all_sync(FULL, lane != 1) == 0;
    ok &= __any_sync(FULL, lane == 0) != 0 && __any_sync(FULL, t > 5000) == 0;
    ok &= __ballot_sync(FULL, lane % 3 == 0) == (0x49249249 & here);
    ok &= __ballot_sync(FULL, 0.5f) == 0 && __ballot_sync(FULL, 1.5f) == here; // the predicate is an int
    ok &= __activemask() == here;
    if (lane < 8) ok &= __ballot_sync(0xff, lane & 1) == (0xaa & here);
    else ok &= __ballot_sync(0xffffff00, 1) == (0xffffff00 & here);
    out[blockIdx.x * blockDim.x + t] = ok;
}

__global__ void matches(int *out) {
    int t = threadIdx.x, lane = t % 32, ok = 1, all = 5;
    unsigned here = blockDim.x - (t - lane) >= 32 ? FULL : (1u << (blockDim.x - (t - lane))) - 1;
    ok &= __match_any_sync(FULL, lane % 4) == ((0x11111111u << lane % 4) & here);
    ok &= __match_any_sync(FULL, (unsigned long long)(lane / 16) << 40) == ((lane / 16 ? 0xffff0000u : 0xffffu) & here);
    ok &= __match_any_sync(FULL, lane < 2 ? 1.5f : 2.5f) == ((lane < 2 ? 3u : ~3u) & here);
    ok &= __match_all_sync(FULL, 7, &all) == here && all == 1;
    ok &= __match_all_sync(FULL, lane == 0 ? 1.0 : 2.0, &all) == (here == 1) && all == (here == 1);
    out[blockIdx.x * blockDim.x + t] = ok;
}

__global__ void reductions(int *out) { // blocks of 64
    int t = threadIdx.x, lane = t % 32, ok = 1;
    ok &= __reduce_add_sync(FULL, lane) == 496;
    ok &= __reduce_min_sync(FULL, lane - 7) == -7;
    ok &= __reduce_max_sync(FULL, 3 - lane) == 3;
    ok &= __reduce_max_sync(FULL, (unsigned)(lane - 1)) == 0xffffffffu;
    ok &= __reduce_min_sync(FULL, (unsigned)lane + 1u) == 1u;
    ok &= __reduce_and_sync(FULL, ~(1u << lane)) == 0;
    ok &= __reduce_or_sync(FULL, 1u << lane) == FULL;
    ok &= __reduce_xor_sync(FULL, (unsigned)lane * 2654435761u) == __reduce_xor_sync(FULL, (unsigned)lane * 2654435761u);
    if (lane & 1) ok &= __reduce_add_sync(0xaaaaaaaa, 1) == 16;
    out[blockIdx.x * blockDim.x + t] = ok;
}

__global__ void divergence(int *out) {
    int t = threadIdx.x, lane = t % 32, ok = 1;
    int rounds = 0;
    for (unsigned left = __ballot_sync(FULL, lane % 5 == 0); left; left &= left - 1, rounds++) {
        int leader = __ffs(left) - 1;
        ok &= __shfl_sync(FULL, lane * 10, leader) == leader * 10;
    }
    ok &= rounds == 7;
    // lanes leave one after the other
    int turns = 0;
    while (turns < lane) {
        unsigned mask = 0xffffffffu << (turns + 1);
        ok &= __ballot_sync(mask, 1) == mask;
        turns++;
    }
    __syncwarp();
    out[blockIdx.x * blockDim.x + t] = ok;
}

__device__ int warp_scan(int v) {
    int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d <<= 1) {
        int other = __shfl_up_sync(FULL, v, d);
        if (lane >= d) v += other;
    }
    return v;
}
__global__ void block_scan(int *out) {
    __shared__ int totals[32];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5, v = warp_scan(t % 7);
    if (lane == 31) totals[warp] = v;
    __syncthreads();
    if (warp == 0) totals[lane] = warp_scan(lane < blockDim.x / 32 ? totals[lane] : 0);
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = v + (warp ? totals[warp - 1] : 0);
}

__global__ void warp_sort(int *out) {
    int lane = threadIdx.x % 32, v = (threadIdx.x * 37 + blockIdx.x) % 101;
    for (int size = 2; size <= 32; size *= 2)
        for (int stride = size / 2; stride; stride /= 2) {
            int other = __shfl_xor_sync(FULL, v, stride);
            bool up = (lane & size) == 0, low = (lane & stride) == 0;
            v = (up == low) ? min(v, other) : max(v, other);
        }
    int before = __shfl_up_sync(FULL, v, 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = before <= v && __reduce_add_sync(FULL, v) == __reduce_add_sync(FULL, (int)(threadIdx.x * 37 + blockIdx.x) % 101);
}

static void all_ones(const char *name, void (*kernel)(int *), int small, int threads) {
    for (int large = 0; large < 2; large++) {
        int blocks = large ? large_grid(threads) : small;
        cudaMemset(out, 0, (size_t)blocks * threads * sizeof(int));
        kernel<<<blocks, threads>>>(out);
        cudaError_t e = cudaDeviceSynchronize();
        if (e) printf("%s: %s\n", name, cudaGetErrorString(e));
        for (int i = 0; i < blocks * threads; i++) expect(name, i, out[i], 1);
    }
    done(name);
}

int main() {
    cudaMallocManaged(&out, 1200000 * sizeof(int));
    check_shuffles(1, 32);
    check_shuffles(2, 70);
    check_shuffles(1, 7);
    done("shuffles");
    check_shuffles(large_grid(96), 96);
    check_shuffles(1, 45);
    done("shuffles at large");
    all_ones("types", types, 2, 64);
    all_ones("votes", votes, 2, 96);
    all_ones("votes of partial warps", votes, 2, 77);
    all_ones("matches", matches, 1, 33);
    all_ones("reductions", reductions, 2, 64);
    all_ones("divergence", divergence, 2, 96);
    all_ones("warp sort", warp_sort, 2, 128);
    for (int large = 0; large < 2; large++) {
        int blocks = large ? large_grid(256) : 2;
        block_scan<<<blocks, 256>>>(out);
        cudaDeviceSynchronize();
        for (int b = 0; b < blocks; b++)
            for (int t = 0, sum = 0; t < 256; t++) expect("scan", t, out[b * 256 + t], sum += t % 7);
    }
    done("block scan");
    return 0;
}
/* OUTPUT:
shuffles right
shuffles at large right
types right
votes right
votes of partial warps right
matches right
reductions right
divergence right
warp sort right
block scan right
*/
