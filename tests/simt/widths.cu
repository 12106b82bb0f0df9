// What goes wrong at one width only: reducing barriers in blocks that are no multiple of any width, atomicInc and
// atomicDec at their limits, guarded divisions by lanes that are off, vector stores and their order, tails of blocks in
// one, two and three dimensions. lanes.py runs it at every width.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int *in, *out, bad;
static void expect(const char *name, long long i, long long got, long long want) {
    if (got != want && bad++ < 4) printf("%s at %lld: %lld instead of %lld\n", name, i, got, want);
}

__global__ void reducing(const int *in, int *out, int limit, int gone) {
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, sum = 0;
    if (gone > 0 && t % gone == gone - 1) return; // gone 1: nobody is left
    for (int k = 0; k < 3; k++) {
        sum += __syncthreads_count(in[i] > k * 40);
        sum += __syncthreads_and(in[i] < limit + k) * 10000;
        sum += __syncthreads_or(in[i] == limit - k) * 100000;
    }
    out[i] = sum;
}

static void test_reducing(void) {
    static const int sizes[] = {1, 31, 33, 100, 250, 256};
    for (int s = 0; s < 6; s++)
        for (int gone = 0; gone < 6; gone++)
            for (int limit = 118; limit < 123; limit += 2) {
                int n = sizes[s], blocks = 3;
                memset(out, 0, sizeof(int) * 1000);
                reducing<<<blocks, n>>>(in, out, limit, gone);
                cudaDeviceSynchronize();
                for (int b = 0; b < blocks; b++) {
                    int want = 0;
                    for (int k = 0; k < 3; k++) {
                        int count = 0, all = 1, any = 0;
                        for (int t = 0; t < n; t++) {
                            int v = in[b * n + t];
                            if (gone > 0 && t % gone == gone - 1) continue;
                            count += v > k * 40, all &= v < limit + k, any |= v == limit - k;
                        }
                        want += count + all * 10000 + any * 100000;
                    }
                    for (int t = 0; t < n; t++)
                        expect("reducing", b * n + t, out[b * n + t], gone > 0 && t % gone == gone - 1 ? 0 : want);
                }
            }
    printf("reducing %s\n", bad ? "wrong" : "right");
}

struct cells { unsigned inc, dec, wrap, one, big; int seen[40], back[40]; };

__global__ void limits(struct cells *g, struct cells *result, int n) { // in shared and in global memory
    __shared__ struct cells s;
    int t = threadIdx.x;
    for (int k = t; k < (int)(sizeof s / 4); k += blockDim.x) ((int *)&s)[k] = 0;
    __syncthreads();
    if (t == 0) s.dec = 17, s.big = 0xfffffffeu;
    __syncthreads();
    struct cells *both[2] = {&s, g};
    for (int m = 0; m < 2; m++) {
        struct cells *c = both[m];
        if (t % 3 != 1) {
            atomicAdd(&c->seen[atomicInc(&c->inc, 36)], 1);  // 0 .. 36, then 0
            atomicAdd(&c->back[atomicDec(&c->dec, 17)], 1);  // 17 .. 0, then 17
        }
        atomicInc(&c->wrap, 0);                              // stays 0
        atomicDec(&c->one, 1);
        if (t < n) atomicInc(&c->big, 0xffffffffu);          // ... 0xfffffffe, 0xffffffff, 0
    }
    __syncthreads();
    for (int k = t; k < (int)(sizeof s / 4); k += blockDim.x) ((int *)result)[k] = ((int *)&s)[k];
}

__global__ void direct(const int *in, int *out) { // shared memory by its name; extremes of lanes that are on
    __shared__ unsigned inc, dec;
    __shared__ int low, high;
    int t = threadIdx.x, v = in[blockIdx.x * blockDim.x + t];
    if (t == 0) inc = 0, dec = 5, low = 1000, high = -1000;
    __syncthreads();
    atomicInc(&inc, 6);
    if (v & 1) atomicDec(&dec, 5);
    if (v > 60) atomicMin(&low, v), atomicMin(&out[3], v), atomicAnd(&out[4], v | 0x100);
    if (v < 60) atomicMax(&high, v - 500), atomicMax(&out[5], v - 500);
    __syncthreads();
    if (t == 0) atomicAdd(&out[0], inc), atomicAdd(&out[1], dec * 100), atomicAdd(&out[2], low * 1000 + high);
}

static void test_direct(void) {
    for (int threads = 9; threads < 300; threads += 90) {
        int want[6] = {0, 0, 0, 1000, 0x1ff, -1000};
        memcpy(out, want, sizeof want);
        direct<<<3, threads>>>(in, out);
        cudaDeviceSynchronize();
        for (int b = 0; b < 3; b++) {
            int odd = 0, low = 1000, high = -1000;
            for (int t = 0; t < threads; t++) {
                int v = in[b * threads + t];
                odd += v & 1;
                if (v > 60) low = v < low ? v : low, want[4] &= v | 0x100;
                if (v < 60) high = v - 500 > high ? v - 500 : high;
            }
            want[0] += threads % 7, want[1] += (5 - odd % 6) * 100, want[2] += low * 1000 + high;
            want[3] = low < want[3] ? low : want[3], want[5] = high > want[5] ? high : want[5];
        }
        for (int k = 0; k < 6; k++) expect("direct", threads * 10 + k, out[k], want[k]);
    }
    printf("direct %s\n", bad ? "wrong" : "right");
}

static void check_cells(const char *name, const struct cells *c, int threads, int n) {
    int done = 0;
    for (int t = 0; t < threads; t++) done += t % 3 != 1;
    expect(name, 1, c->inc, done % 37);
    expect(name, 2, c->dec, 17 - done % 18);
    expect(name, 3, c->wrap, 0);
    expect(name, 4, c->one, threads % 2);
    expect(name, 5, c->big, 0xfffffffeu + (unsigned)n);
    for (int k = 0; k < 37; k++) expect(name, 100 + k, c->seen[k], done / 37 + (k < done % 37));
    for (int k = 0; k < 18; k++) expect(name, 200 + k, c->back[k], done / 18 + (17 - k < done % 18));
}

static void test_limits(void) {
    struct cells *c;
    cudaMallocManaged(&c, 2 * sizeof *c);
    for (int threads = 7; threads < 1000; threads += 121) {
        memset(c, 0, 2 * sizeof *c);
        c->dec = 17, c->big = 0xfffffffeu;
        limits<<<1, threads>>>(c, c + 1, 3);
        cudaDeviceSynchronize();
        check_cells("global limits", c, threads, 3);
        check_cells("shared limits", c + 1, threads, 3);
    }
    printf("limits %s\n", bad ? "wrong" : "right");
}

__global__ void divides(const int *in, int *out, long long *wide) { // lanes with a divisor that faults are off
    int i = blockIdx.x * blockDim.x + threadIdx.x, a = in[i], b = in[i + 1] - 60, r = 0;
    if (b != 0) r = a / b * 1000 + a % b;
    unsigned u = b < 0 ? 0 : b, k = i % 4;
    if (u > 0) r += 1000000u / u + 1000000u % u;
    switch (k) {
    case 0: r += 7 / (int)(k + 1); break;
    case 1: if (i % 8 == 1) r += 100 / (i % 8); break;
    case 2: for (int j = 2; j >= (int)(i % 3); j--) if (j) r += 60 / j; break;
    default: r = b ? r + 5 % b : -1; break;
    }
    out[i] = r;
    int low = i % 5 == 0 ? (int)0x80000000 : a, minus = i % 7 == 0 ? -1 : b;
    long long least = i % 5 == 0 ? (long long)1 << 63 : a;
    if (minus != 0 && !(minus == -1 && i % 5 == 0)) wide[i] = (low / minus) * 3ll + least / minus + least % minus;
    else wide[i] = 42;
}

static void test_divides(void) {
    long long *wide;
    cudaMallocManaged(&wide, 1000 * sizeof *wide);
    divides<<<4, 250>>>(in, out, wide);
    cudaDeviceSynchronize();
    for (int i = 0; i < 1000; i++) {
        int a = in[i], b = in[i + 1] - 60, r = 0;
        if (b != 0) r = a / b * 1000 + a % b;
        if (b > 0) r += 1000000 / b + 1000000 % b;
        if (i % 4 == 0) r += 7;
        if (i % 4 == 1 && i % 8 == 1) r += 100;
        if (i % 4 == 2)
            for (int j = 2; j >= i % 3; j--) if (j) r += 60 / j;
        if (i % 4 == 3) r = b ? r + 5 % b : -1;
        expect("divides", i, out[i], r);
        int low = i % 5 == 0 ? (int)0x80000000 : a, minus = i % 7 == 0 ? -1 : b;
        long long least = i % 5 == 0 ? (long long)1 << 63 : a, want = 42;
        if (minus != 0 && !(minus == -1 && i % 5 == 0)) want = (low / minus) * 3ll + least / minus + least % minus;
        expect("divides wide", i, wide[i], want);
    }
    printf("divides %s\n", bad ? "wrong" : "right");
}

// Stores to neighbours forwards and backwards, with gaps, all to one place, of every size; lanes off here and there.
__global__ void stores(const int *in, unsigned char *c, short *s, int *w, long long *l, float *f, int2 *p, int *last, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    int back = n - 1 - i;
    c[i] = v, s[back] = v;
    if (v & 1) w[i] = v + 1;
    if (v & 2) w[n + back] = -v;
    if (v % 3) l[2 * i] = v; else l[2 * i + 1] = -v;
    f[(i & ~7) + (7 - (i & 7))] = v * 0.5f;
    p[back] = make_int2(v, i);
    if (i / 100 == 3 && v > 50) last[0] = 0, last[0] = v & 0; // several lanes, one place
    w[2 * n + i / 2] = 7;
    for (int k = 0; k < 3; k++) if (v > 40 * k) w[3 * n + 3 * i + k] = v - k;
    int a[4] = {v, v + 1, v + 2, v + 3};
    if (i & 4) a[i & 3] = i;
    a[v & 3] += 100;
    l[2 * n + i] = a[0] + 3 * a[1] + 5 * a[2] + 7ll * a[3];
}

static void test_stores(void) {
    enum { N = 1000 };
    unsigned char *c;
    short *s;
    int *w, *last;
    long long *l;
    float *f;
    int2 *p;
    cudaMallocManaged(&c, N), cudaMallocManaged(&s, N * 2), cudaMallocManaged(&w, N * 24), cudaMallocManaged(&l, N * 24);
    cudaMallocManaged(&f, N * 4), cudaMallocManaged(&p, N * 8), cudaMallocManaged(&last, 4);
    memset(w, 255, N * 24), memset(l, 255, N * 24);
    stores<<<4, 250>>>(in, c, s, w, l, f, p, last, N);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++) {
        int v = in[i], back = N - 1 - i, a[4] = {v, v + 1, v + 2, v + 3};
        expect("c", i, c[i], (unsigned char)v);
        expect("s", i, s[back], (short)v);
        expect("w", i, w[i], v & 1 ? v + 1 : -1);
        expect("w back", i, w[N + back], v & 2 ? -v : -1);
        expect("l", i, l[2 * i], v % 3 ? v : -1);
        expect("l odd", i, l[2 * i + 1], v % 3 ? -1 : -v);
        expect("f", i, (long long)(f[(i & ~7) + (7 - (i & 7))] * 2), v);
        expect("p", i, p[back].x * 10000 + p[back].y, v * 10000 + i);
        expect("pairs", i, w[2 * N + i / 2], 7);
        for (int k = 0; k < 3; k++) expect("rows", i, w[3 * N + 3 * i + k], v > 40 * k ? v - k : -1);
        if (i & 4) a[i & 3] = i;
        a[v & 3] += 100;
        expect("local", i, l[2 * N + i], a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3]);
    }
    printf("stores %s\n", bad ? "wrong" : "right");
}

__global__ void boxes(const int *in, int *out) { // blocks whose rows are no vectors; a value lives across barriers
    extern __shared__ int box[];
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), n = blockDim.x * blockDim.y * blockDim.z;
    int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z), mine = in[b * n + t], kept = mine * 3;
    box[t] = mine;
    __syncthreads();
    if (threadIdx.y % 2) kept += box[n - 1 - t];
    __syncthreads();
    box[t] = kept;
    __syncthreads();
    for (int k = 1; k < 3; k++) {
        int v = box[(t + k * blockDim.x) % n];
        __syncthreads();
        if (threadIdx.x > threadIdx.z) box[t] += v;
        __syncthreads();
    }
    out[b * n + t] = box[t] + kept;
}

static void test_boxes(void) {
    static const int shapes[][3] = {{5, 3, 1}, {33, 2, 1}, {7, 3, 5}, {16, 8, 1}, {4, 4, 4}, {1, 50, 2}, {100, 1, 2}, {2, 2, 31}};
    for (int s = 0; s < 8; s++) {
        dim3 block(shapes[s][0], shapes[s][1], shapes[s][2]), grid(2, 3, 1);
        int n = block.x * block.y * block.z, *v = (int *)malloc(n * 4), *w = (int *)malloc(n * 4);
        boxes<<<grid, block, n * 4>>>(in, out);
        cudaDeviceSynchronize();
        for (int b = 0; b < 6; b++) {
            for (int t = 0; t < n; t++) v[t] = in[b * n + t] * 3 + (t / block.x % block.y % 2 ? in[b * n + n - 1 - t] : 0);
            for (int t = 0; t < n; t++) w[t] = v[t];
            int *kept = (int *)malloc(n * 4);
            memcpy(kept, v, n * 4);
            for (int k = 1; k < 3; k++) {
                for (int t = 0; t < n; t++) w[t] = v[t] + (t % block.x > t / (block.x * block.y) ? v[(t + k * block.x) % n] : 0);
                memcpy(v, w, n * 4);
            }
            for (int t = 0; t < n; t++) expect("boxes", s * 10000 + b * n + t, out[b * n + t], v[t] + kept[t]);
            free(kept);
        }
        free(v), free(w);
    }
    printf("boxes %s\n", bad ? "wrong" : "right");
}

int main() {
    cudaMallocManaged(&in, 100000 * sizeof(int));
    cudaMallocManaged(&out, 100000 * sizeof(int));
    for (int i = 0; i < 100000; i++) in[i] = i * 37 % 121;
    test_reducing();
    test_limits();
    test_direct();
    test_divides();
    test_stores();
    test_boxes();
    return 0;
}
/* OUTPUT:
reducing right
limits right
direct right
divides right
stores right
boxes right
*/
