// CUB's parts for blocks and warps give what loops over the items give: folds (in order: an operation that does not commute), scans, sorts,
// exchanges, shuffles, marks of runs, histograms, warps and parts of warps. tests/library/cub_lanes.sh runs this at several widths.
/* OUTPUT:
reduce 0 wrong
scan 0 wrong
radix sort 0 wrong
merge sort 0 wrong
exchange 0 wrong
neighbours 0 wrong
histogram 0 wrong
warps 0 wrong
prefix 0 wrong
*/
#include <cstdio>
#include <cstdlib>
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>

const int THREADS = 96, ITEMS = 3, N = THREADS * ITEMS;

struct affine { // x -> a x + b, modulo 1009: composing does not commute
    int a, b;
};
struct compose {
    __host__ __device__ affine operator()(const affine &f, const affine &g) const { return affine{f.a * g.a % 1009, (g.a * f.b + g.b) % 1009}; }
};
struct less_float { __host__ __device__ bool operator()(float a, float b) const { return a < b; } };
struct differ { __host__ __device__ bool operator()(int a, int b) const { return a != b; } };
struct minus_op { __host__ __device__ int operator()(int a, int b) const { return a - b; } };

__global__ void reduce(const int *in, int *out, affine *composed) {
    typedef cub::BlockReduce<int, THREADS> Reduce;
    typedef cub::BlockReduce<affine, THREADS, cub::BLOCK_REDUCE_RAKING> Compose;
    __shared__ union { typename Reduce::TempStorage reduce; typename Compose::TempStorage compose; } temp;
    int t = threadIdx.x;
    int sum = Reduce(temp.reduce).Sum(in[t]);
    if (t == 0) out[0] = sum;
    __syncthreads();
    int partly = Reduce(temp.reduce).Sum(in[t], 50);
    if (t == 0) out[1] = partly;
    __syncthreads();
    int items[ITEMS];
    for (int i = 0; i < ITEMS; i++) items[i] = in[t * ITEMS + i];
    int most = Reduce(temp.reduce).Reduce(items, cub::Max());
    if (t == 0) out[2] = most;
    __syncthreads();
    affine f = Compose(temp.compose).Reduce(affine{in[t] % 7 + 1, in[t] % 11}, compose());
    if (t == 0) *composed = f;
}
__global__ void scan(const int *in, int *inclusive, int *exclusive, affine *composed, int *sum) {
    typedef cub::BlockScan<int, THREADS> Scan;
    typedef cub::BlockScan<affine, THREADS, cub::BLOCK_SCAN_WARP_SCANS> Compose;
    typedef cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE> Load;
    typedef cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE> Store;
    __shared__ typename Scan::TempStorage temp;
    __shared__ typename Compose::TempStorage composing;
    __shared__ typename Load::TempStorage loading;
    __shared__ typename Store::TempStorage storing;
    int items[ITEMS], out[ITEMS], total;
    Load(loading).Load(in, items);
    Scan(temp).InclusiveSum(items, out);
    Store(storing).Store(inclusive, out);
    __syncthreads();
    Scan(temp).ExclusiveSum(items, out, total);
    Store(storing).Store(exclusive, out);
    if (threadIdx.x == 0) *sum = total;
    affine f{in[threadIdx.x] % 7 + 1, in[threadIdx.x] % 11}, g;
    Compose(composing).InclusiveScan(f, g, compose());
    composed[threadIdx.x] = g;
}
__global__ void sort(int *keys, int *values, float *floats, unsigned *low) {
    typedef cub::BlockRadixSort<int, THREADS, ITEMS, int> Pairs;
    typedef cub::BlockRadixSort<float, THREADS, ITEMS> Floats;
    typedef cub::BlockRadixSort<unsigned, THREADS, 1> Low;
    __shared__ union { typename Pairs::TempStorage pairs; typename Floats::TempStorage floats; typename Low::TempStorage low; } temp;
    int t = threadIdx.x, k[ITEMS], v[ITEMS];
    float f[ITEMS];
    for (int i = 0; i < ITEMS; i++) { k[i] = keys[t * ITEMS + i]; v[i] = t * ITEMS + i; f[i] = floats[t * ITEMS + i]; }
    Pairs(temp.pairs).SortDescending(k, v);
    __syncthreads();
    Floats(temp.floats).SortBlockedToStriped(f);
    __syncthreads();
    unsigned u[1] = {low[t]};
    Low(temp.low).Sort(u, 4, 8);
    for (int i = 0; i < ITEMS; i++) { keys[t * ITEMS + i] = k[i]; values[t * ITEMS + i] = v[i]; floats[i * THREADS + t] = f[i]; }
    low[t] = u[0];
}
__global__ void merge_sort(float *keys) {
    typedef cub::BlockMergeSort<float, 64, ITEMS> Sort;
    __shared__ typename Sort::TempStorage temp;
    float k[ITEMS];
    cub::LoadDirectBlocked(threadIdx.x, keys, k);
    Sort(temp).Sort(k, less_float());
    cub::StoreDirectBlocked(threadIdx.x, keys, k);
}
__global__ void exchange(const int *in, int *blocked, int *scattered) {
    typedef cub::BlockExchange<int, THREADS, ITEMS> Exchange;
    __shared__ typename Exchange::TempStorage temp;
    int items[ITEMS], ranks[ITEMS];
    cub::LoadDirectStriped<THREADS>(threadIdx.x, in, items);
    Exchange(temp).StripedToBlocked(items);
    cub::StoreDirectBlocked(threadIdx.x, blocked, items);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++) ranks[i] = N - 1 - (int)(threadIdx.x * ITEMS + i);
    Exchange(temp).ScatterToBlocked(items, ranks);
    cub::StoreDirectBlocked(threadIdx.x, scattered, items);
}
__global__ void neighbours(const int *in, int *heads, int *tails, int *rotated, int *difference) {
    typedef cub::BlockDiscontinuity<int, THREADS> Runs;
    typedef cub::BlockShuffle<int, THREADS> Shuffle;
    typedef cub::BlockAdjacentDifference<int, THREADS> Difference;
    __shared__ typename Runs::TempStorage runs;
    __shared__ typename Shuffle::TempStorage shuffle;
    __shared__ typename Difference::TempStorage differences;
    int items[ITEMS], h[ITEMS], l[ITEMS], d[ITEMS], r;
    cub::LoadDirectBlocked(threadIdx.x, in, items);
    Runs(runs).FlagHeadsAndTails(h, l, items, differ());
    Shuffle(shuffle).Rotate(items[0], r, 5);
    Difference(differences).SubtractLeft(items, d, minus_op());
    cub::StoreDirectBlocked(threadIdx.x, heads, h);
    cub::StoreDirectBlocked(threadIdx.x, tails, l);
    cub::StoreDirectBlocked(threadIdx.x, difference, d);
    rotated[threadIdx.x] = r;
}
__global__ void histogram(const unsigned char *in, unsigned *out) {
    typedef cub::BlockHistogram<unsigned char, THREADS, ITEMS, 16> Histogram;
    __shared__ typename Histogram::TempStorage temp;
    __shared__ unsigned bins[16];
    unsigned char items[ITEMS];
    cub::LoadDirectBlocked(threadIdx.x, in, items);
    Histogram(temp).Histogram(items, bins);
    __syncthreads();
    if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void warps(const int *in, int *sums, int *scans, int *eights, int *segments, int *striped) {
    typedef cub::WarpReduce<int> Reduce;
    typedef cub::WarpReduce<int, 8> Eight;
    typedef cub::WarpScan<int> Scan;
    typedef cub::WarpExchange<int, 2> Exchange;
    __shared__ typename Reduce::TempStorage reduce[THREADS / 32];
    __shared__ typename Eight::TempStorage eight[THREADS / 8];
    __shared__ typename Scan::TempStorage scan[THREADS / 32];
    __shared__ typename Exchange::TempStorage moving[THREADS / 32];
    int t = threadIdx.x, w = t / 32, s, two[2] = {t * 2, t * 2 + 1};
    int sum = Reduce(reduce[w]).Sum(in[t]);
    if (t % 32 == 0) sums[w] = sum;
    sum = Eight(eight[t / 8]).Reduce(in[t], cub::Max());
    if (t % 8 == 0) eights[t / 8] = sum;
    Scan(scan[w]).ExclusiveSum(in[t], s);
    scans[t] = s;
    __syncwarp();
    int head = t % 5 == 0;
    s = Reduce(reduce[w]).HeadSegmentedSum(in[t], head);
    segments[t] = head || t % 32 == 0 ? s : -1;
    Exchange(moving[w]).BlockedToStriped(two, two);
    striped[t * 2] = two[0];
    striped[t * 2 + 1] = two[1];
}
struct running { // what blocks so far came to
    int total;
    __device__ running(int total) : total(total) {}
    __device__ int operator()(int aggregate) { int before = total; total += aggregate; return before; }
};
__global__ void prefix(const int *in, int *out, int n) {
    typedef cub::BlockScan<int, THREADS> Scan;
    __shared__ typename Scan::TempStorage temp;
    running before(0);
    for (int from = 0; from < n; from += THREADS) {
        int x = from + (int)threadIdx.x < n ? in[from + threadIdx.x] : 0;
        Scan(temp).ExclusiveSum(x, x, before);
        __syncthreads();
        if (from + (int)threadIdx.x < n) out[from + threadIdx.x] = x;
    }
}

template <typename T> T *memory(size_t n) { T *p; cudaMallocManaged(&p, n * sizeof(T)); return p; }
int by_key(const void *a, const void *b) { const int *x = (const int *)a, *y = (const int *)b; return x[0] != y[0] ? (x[0] < y[0] ? 1 : -1) : x[1] - y[1]; }
int by_value(const void *a, const void *b) { float x = *(const float *)a, y = *(const float *)b; return x < y ? -1 : x > y; }
void say(const char *what, int wrong) { cudaError_t e = cudaDeviceSynchronize(); printf("%s %d wrong%s\n", what, wrong, e ? cudaGetErrorString(e) : ""); }

int main() {
    srand(5);
    int *in = memory<int>(1000), *a = memory<int>(1000), *b = memory<int>(1000), *c = memory<int>(1000), *d = memory<int>(1000), *e = memory<int>(1000), wrong = 0;
    affine *f = memory<affine>(THREADS);
    float *x = memory<float>(N);
    unsigned *u = memory<unsigned>(THREADS);
    unsigned char *bytes = memory<unsigned char>(N);
    for (int i = 0; i < 1000; i++) in[i] = rand() % 200 - 60;
    for (int i = 0; i < 1000; i++) if (in[i] < 0) in[i] = -in[i];

    reduce<<<1, THREADS>>>(in, a, f);
    cudaDeviceSynchronize();
    int sum = 0, partly = 0, most = 0;
    affine g{1, 0};
    for (int i = 0; i < THREADS; i++) { sum += in[i]; if (i < 50) partly += in[i]; g = compose()(g, affine{in[i] % 7 + 1, in[i] % 11}); }
    for (int i = 0; i < N; i++) most = in[i] > most ? in[i] : most;
    say("reduce", (a[0] != sum) + (a[1] != partly) + (a[2] != most) + (f->a != g.a || f->b != g.b));

    scan<<<1, THREADS>>>(in, a, b, f, c);
    cudaDeviceSynchronize();
    wrong = sum = 0;
    g = affine{1, 0};
    for (int i = 0; i < N; i++) { wrong += b[i] != sum; sum += in[i]; wrong += a[i] != sum; }
    wrong += c[0] != sum;
    for (int i = 0; i < THREADS; i++) { g = compose()(g, affine{in[i] % 7 + 1, in[i] % 11}); wrong += f[i].a != g.a || f[i].b != g.b; }
    say("scan", wrong);

    static int pairs[N][2];
    static float sorted[N];
    for (int i = 0; i < N; i++) { a[i] = pairs[i][0] = in[i] % 40 - 20; pairs[i][1] = i; x[i] = sorted[i] = (float)(rand() % 1000 - 500) / 8; }
    for (int i = 0; i < THREADS; i++) u[i] = (unsigned)rand() % 256;
    unsigned before[THREADS];
    for (int i = 0; i < THREADS; i++) before[i] = u[i];
    qsort(pairs, N, sizeof pairs[0], by_key);
    qsort(sorted, N, sizeof(float), by_value);
    sort<<<1, THREADS>>>(a, b, x, u);
    cudaDeviceSynchronize();
    wrong = 0;
    for (int i = 0; i < N; i++) wrong += (a[i] != pairs[i][0]) + (b[i] != pairs[i][1]) + (x[i] != sorted[i]);
    for (int digit = 0, at = 0; digit < 16; digit++)
        for (int i = 0; i < THREADS; i++) if (before[i] >> 4 == (unsigned)digit) wrong += u[at++] != before[i];
    say("radix sort", wrong);
    for (int i = 0; i < 64 * ITEMS; i++) x[i] = sorted[(i * 67 + 5) % (64 * ITEMS)];
    merge_sort<<<1, 64>>>(x);
    cudaDeviceSynchronize();
    wrong = 0;
    for (int i = 0; i < 64 * ITEMS; i++) wrong += x[i] != sorted[i];
    say("merge sort", wrong);

    exchange<<<1, THREADS>>>(in, a, b);
    cudaDeviceSynchronize();
    wrong = 0;
    for (int i = 0; i < N; i++) wrong += (a[i] != in[i]) + (b[i] != in[N - 1 - i]);
    say("exchange", wrong);

    for (int i = 0; i < N; i++) in[i] = rand() % 3;
    neighbours<<<1, THREADS>>>(in, a, b, c, d);
    cudaDeviceSynchronize();
    wrong = 0;
    for (int i = 0; i < N; i++) {
        wrong += a[i] != (i == 0 || in[i] != in[i - 1]);
        wrong += b[i] != (i == N - 1 || in[i] != in[i + 1]);
        wrong += d[i] != (i ? in[i] - in[i - 1] : in[i]);
    }
    for (int t = 0; t < THREADS; t++) wrong += c[t] != in[(t + 5) % THREADS * ITEMS];
    say("neighbours", wrong);

    unsigned bins[16] = {0};
    for (int i = 0; i < N; i++) bins[bytes[i] = (unsigned char)(rand() % 16)]++;
    histogram<<<1, THREADS>>>(bytes, u);
    cudaDeviceSynchronize();
    wrong = 0;
    for (int i = 0; i < 16; i++) wrong += u[i] != bins[i];
    say("histogram", wrong);

    warps<<<1, THREADS>>>(in, a, b, c, d, e);
    cudaDeviceSynchronize();
    wrong = 0;
    for (int w = 0; w < THREADS / 32; w++) {
        int sum = 0;
        for (int i = 0; i < 32; i++) { wrong += b[w * 32 + i] != sum; sum += in[w * 32 + i]; }
        wrong += a[w] != sum;
        for (int i = 0; i < 64; i++) wrong += e[w * 64 + i % 32 * 2 + i / 32] != w * 64 + i;
    }
    for (int k = 0; k < THREADS / 8; k++) {
        int most = in[k * 8];
        for (int i = 1; i < 8; i++) most = in[k * 8 + i] > most ? in[k * 8 + i] : most;
        wrong += c[k] != most;
    }
    for (int t = 0; t < THREADS; t++) {
        if (d[t] < 0) continue;
        int sum = in[t];
        for (int i = t + 1; i % 5 && i % 32 && i < THREADS; i++) sum += in[i];
        wrong += d[t] != sum;
    }
    say("warps", wrong);

    prefix<<<1, THREADS>>>(in, a, 700);
    cudaDeviceSynchronize();
    wrong = sum = 0;
    for (int i = 0; i < 700; i++) { wrong += a[i] != sum; sum += in[i]; }
    say("prefix", wrong);
}
