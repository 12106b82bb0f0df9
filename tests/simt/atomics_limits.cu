// Atomics at the edges of what they count to and of their types, in shared and global memory, by all threads and by some of
// a warp: each result against a loop on the host.
#include <climits>
#include <cstdio>

struct cells {
    unsigned inc[4], dec[4], least_u, most_u, all, any, odd;
    int least, most, least_minus, most_minus;
    unsigned long long least_l, most_l, all_l;
    long long least_s, most_s;
};

__host__ __device__ constexpr unsigned limit(int k) { return k == 0 ? 0 : k == 1 ? 6 : k == 2 ? 7 : UINT_MAX; }

__host__ __device__ void begin(cells *c) {
    for (int k = 0; k < 4; k++) c->inc[k] = k == 3 ? UINT_MAX - 20 : 0, c->dec[k] = k == 2 ? 9 : 3;
    c->least_u = c->all = UINT_MAX, c->most_u = c->any = c->odd = 0;
    c->least = c->least_minus = INT_MAX, c->most = c->most_minus = INT_MIN;
    c->least_l = c->all_l = ULLONG_MAX, c->most_l = 0, c->least_s = LLONG_MAX, c->most_s = LLONG_MIN;
}

__device__ void count(cells *c, int t) {
    for (int k = 0; k < 4; k++) atomicInc(&c->inc[k], limit(k)), atomicDec(&c->dec[k], limit(k));
    if (t % 3 == 1) {
        atomicMin(&c->least_u, t + 5u), atomicMax(&c->most_u, t + 5u);
        atomicMin(&c->least, t + 5), atomicMax(&c->most_minus, -t - 5);
        atomicMax(&c->most, t + 5), atomicMin(&c->least_minus, -t - 5);
        atomicAnd(&c->all, 0xf0f0u | t), atomicOr(&c->any, t << 4), atomicXor(&c->odd, t * 77u);
        atomicMin(&c->least_l, (1ull << 40) + t), atomicMax(&c->most_l, t + 5ull), atomicAnd(&c->all_l, ~(1ull << t % 64));
        atomicMin(&c->least_s, (1ll << 40) + t), atomicMax(&c->most_s, -(1ll << 40) - t);
    }
}

__global__ void in_global(cells *c) { count(c, threadIdx.x); }
__global__ void in_shared(cells *out) {
    __shared__ cells c;
    __shared__ unsigned up, down, none; // by name: the code knows that it is shared memory
    int t = threadIdx.x;
    if (t == 0) begin(&c), up = down = none = 0;
    __syncthreads();
    count(&c, t);
    atomicInc(&up, 6), atomicDec(&down, 6), atomicInc(&none, 0);
    __syncthreads();
    if (t == 0) *out = c;
    if (t == 0 && (up != blockDim.x % 7 || down != (7 - blockDim.x % 7) % 7 || none != 0)) out->any = 0;
}

template <class T> T smaller(T a, T b) { return a < b ? a : b; }
template <class T> T larger(T a, T b) { return a > b ? a : b; }

static void by_host(cells *c, int n) {
    begin(c);
    for (int t = 0; t < n; t++) {
        for (int k = 0; k < 4; k++) {
            c->inc[k] = c->inc[k] >= limit(k) ? 0 : c->inc[k] + 1;
            c->dec[k] = c->dec[k] == 0 || c->dec[k] > limit(k) ? limit(k) : c->dec[k] - 1;
        }
        if (t % 3 != 1) continue;
        c->least_u = smaller(c->least_u, t + 5u), c->most_u = larger(c->most_u, t + 5u);
        c->least = smaller(c->least, t + 5), c->most_minus = larger(c->most_minus, -t - 5);
        c->most = larger(c->most, t + 5), c->least_minus = smaller(c->least_minus, -t - 5);
        c->all &= 0xf0f0u | t, c->any |= t << 4, c->odd ^= t * 77u;
        c->least_l = smaller(c->least_l, (1ull << 40) + t), c->most_l = larger(c->most_l, t + 5ull), c->all_l &= ~(1ull << t % 64);
        c->least_s = smaller(c->least_s, (1ll << 40) + t), c->most_s = larger(c->most_s, -(1ll << 40) - t);
    }
}

static int differs(const char *where, int n, const cells &c, const cells &w) {
    int bad = 0;
    for (int k = 0; k < 4; k++) bad += c.inc[k] != w.inc[k], bad += c.dec[k] != w.dec[k];
    bad += c.least_u != w.least_u, bad += c.most_u != w.most_u, bad += c.all != w.all, bad += c.any != w.any;
    bad += c.odd != w.odd, bad += c.least != w.least, bad += c.most != w.most, bad += c.least_minus != w.least_minus;
    bad += c.most_minus != w.most_minus, bad += c.least_l != w.least_l, bad += c.most_l != w.most_l, bad += c.all_l != w.all_l;
    bad += c.least_s != w.least_s, bad += c.most_s != w.most_s;
    if (bad) printf("%s, %d threads: %d are wrong\n", where, n, bad);
    return bad;
}

int main() {
    cells *c, want;
    cudaMallocManaged(&c, sizeof *c);
    int bad = 0;
    for (int round = 0; round < 3; round++) // later launches have other code
        for (int n : {1, 5, 31, 32, 33, 64, 100, 256}) {
            by_host(&want, n);
            begin(c);
            in_global<<<1, n>>>(c);
            cudaDeviceSynchronize();
            bad += differs("global", n, *c, want);
            in_shared<<<1, n>>>(c);
            cudaDeviceSynchronize();
            bad += differs("shared", n, *c, want);
        }
    printf("%d wrong\n", bad);
    return bad != 0;
}
/* OUTPUT:
0 wrong
*/
