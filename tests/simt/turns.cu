// Loops whose vectors go round whole on one scalar's word (go_round in gen/lanes/emit.c), against the host: indices of each
// type, both directions, steps after which some lanes' indices wrap, masks inside; and what is computed again behind barriers.
#include <stdio.h>
#include <limits.h>

template <typename T> __global__ void up(const int *a, int *out, T n, T step) {
    int sum = 0;
    for (T i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) sum += a[i] * (int)(i + 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void down(const int *a, int *out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int i = n - 1 - t; i >= 0; i -= gridDim.x * blockDim.x) sum = sum * 3 + a[i];
    out[t] = sum;
}

__global__ void from_below(const int *a, int *out, int n) { // the index climbs, the bound is compared from the other side
    int t = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int i = t - 100; n > i; i += 128)
        if (i >= 0) sum += a[i] ^ i;
    out[t] = sum;
}

__global__ void wraps(unsigned *out, unsigned start, unsigned step, unsigned below) { // lanes on both sides of 2^32
    unsigned i = start + threadIdx.x, turns = 0;
    for (; i < below; i += step)
        if (++turns > 50) break;
    out[threadIdx.x] = turns * 1000 + i % 997;
}

__global__ void inner(const int *a, int *out, int n) { // masks are made anew in each turn
    int t = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int i = t; i < n; i += gridDim.x * blockDim.x) {
        int v = a[i];
        if (v & 1) {
            if (v & 2) sum += v * 3;
            else sum -= v;
            for (int k = 0; k < (v & 7); k++) sum += k ^ i;
        } else if (v % 3 == 0)
            continue;
        sum += i;
    }
    out[t] = sum;
}

__global__ void behind(const int *a, int *out, int n) { // indices, addresses and conditions cross barriers
    __shared__ int s[4][64];
    int x = threadIdx.x, y = threadIdx.y, at = (y * 3 + blockIdx.x) * 64 + x, left = (x + 63) % 64;
    bool odd = (x + y) & 1, inside = at < n;
    s[y][x] = inside ? a[at] : 1;
    for (int round = 1; round < 5; round++) {
        __syncthreads();
        int v = s[(y + round) % 4][left] + (odd ? s[y][x ^ round] : at);
        __syncthreads();
        if (inside || odd) s[y][x] = v;
    }
    out[(blockIdx.x * 4 + y) * 64 + x] = s[y][x];
}

static int a[5000], out[1024], ref[1024], bad;

static void compare(const char *what, long n) {
    for (int i = 0; i < 1024; i++)
        if (out[i] != ref[i]) {
            printf("%s %ld: %d is %d, not %d\n", what, n, i, out[i], ref[i]), bad++;
            break;
        }
    for (int i = 0; i < 1024; i++) out[i] = ref[i] = 0;
}

int main() {
    for (int i = 0; i < 5000; i++) a[i] = i * 7919 % 1013;
    const int sizes[] = {0, 1, 31, 64, 127, 128, 129, 192, 255, 1000, 4096, 4999};
    for (int s = 0; s < 12; s++) {
        int n = sizes[s];
        for (int kind = 0; kind < 4; kind++) {
            if (kind == 0) up<int><<<2, 64>>>(a, out, n, 128);
            if (kind == 1) up<unsigned><<<2, 64>>>(a, out, n, 128);
            if (kind == 2) up<long long><<<2, 64>>>(a, out, n, 128);
            if (kind == 3) up<size_t><<<2, 64>>>(a, out, n, 128);
            cudaDeviceSynchronize();
            for (int t = 0; t < 128; t++)
                for (int i = t; i < n; i += 128) ref[t] += a[i] * (i + 1);
            compare("up", n * 10 + kind);
        }
        down<<<2, 64>>>(a, out, n);
        cudaDeviceSynchronize();
        for (int t = 0; t < 128; t++)
            for (int i = n - 1 - t; i >= 0; i -= 128) ref[t] = (int)(ref[t] * 3u + a[i]);
        compare("down", n);
        from_below<<<2, 64>>>(a, out, n);
        cudaDeviceSynchronize();
        for (int t = 0; t < 128; t++)
            for (int i = t - 100; n > i; i += 128)
                if (i >= 0) ref[t] += a[i] ^ i;
        compare("from_below", n);
        inner<<<2, 64>>>(a, out, n);
        cudaDeviceSynchronize();
        for (int t = 0; t < 128; t++)
            for (int i = t; i < n; i += 128) {
                int v = a[i];
                if (v & 1) {
                    if (v & 2) ref[t] += v * 3;
                    else ref[t] -= v;
                    for (int k = 0; k < (v & 7); k++) ref[t] += k ^ i;
                } else if (v % 3 == 0)
                    continue;
                ref[t] += i;
            }
        compare("inner", n);
    }
    const unsigned starts[] = {0, UINT_MAX - 20, UINT_MAX - 200, UINT_MAX / 2 - 10}, steps[] = {128, 1u << 30, UINT_MAX / 3, 7},
                   bounds[] = {UINT_MAX, UINT_MAX - 40, 1u << 31, 300};
    for (int k = 0; k < 64; k++) {
        unsigned start = starts[k / 16], step = steps[k / 4 % 4], below = bounds[k % 4];
        wraps<<<1, 256>>>((unsigned *)out, start, step, below);
        cudaDeviceSynchronize();
        for (unsigned t = 0; t < 256; t++) {
            unsigned i = start + t, turns = 0;
            for (; i < below; i += step)
                if (++turns > 50) break;
            ref[t] = (int)(turns * 1000 + i % 997);
        }
        compare("wraps", k);
    }
    for (int n = 0; n < 1000; n += 333) {
        behind<<<4, dim3(64, 4)>>>(a, out, n);
        cudaDeviceSynchronize();
        for (int b = 0; b < 4; b++) {
            static int s[4][64], next[4][64];
            for (int y = 0; y < 4; y++)
                for (int x = 0; x < 64; x++) s[y][x] = (y * 3 + b) * 64 + x < n ? a[(y * 3 + b) * 64 + x] : 1;
            for (int round = 1; round < 5; round++) {
                for (int y = 0; y < 4; y++)
                    for (int x = 0; x < 64; x++) {
                        int at = (y * 3 + b) * 64 + x;
                        bool odd = (x + y) & 1;
                        int v = s[(y + round) % 4][(x + 63) % 64] + (odd ? s[y][x ^ round] : at);
                        next[y][x] = at < n || odd ? v : s[y][x];
                    }
                for (int i = 0; i < 256; i++) (&s[0][0])[i] = (&next[0][0])[i];
            }
            for (int i = 0; i < 256; i++) ref[b * 256 + i] = (&s[0][0])[i];
        }
        compare("behind", n);
    }
    printf("%d wrong\n", bad); // CHECK: 0 wrong
    return 0;
}
