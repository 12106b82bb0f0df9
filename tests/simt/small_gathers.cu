// Elements of 8 and 16 bits at places that depend on data: tables, pixels at computed places, structs; up to the ends of memory
// around which nothing may be touched, and in lanes that are on only.
// CPU-ONLY: pages of the host beside which nothing may be touched are not a GPU's.
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
#include <sys/mman.h>

struct entry { unsigned char a; signed char b; short c; };

template <typename T, typename I> __global__ void look_up(const T *table, const I *at, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[at[i]];
}
template <typename T> __global__ void some(const T *table, const int *at, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && at[i] % 3) out[i] = table[at[i]] + table[n - 1 - at[i]];
}
__global__ void fields(const entry *table, const unsigned short *at, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[at[i]].a * 100 + table[at[i]].b * 7 + table[at[i]].c;
}
__global__ void halves(const half *table, const unsigned char *at, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __half2float(table[at[i]]) * 2;
}
__global__ void flags(const bool *table, const int *at, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[at[i]] ? i : -i;
}

static void *guarded(size_t bytes) { // ends where nobody may read
    size_t size = (bytes + 4095) / 4096 * 4096;
    char *p = (char *)mmap(NULL, size + 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(p, 4096, PROT_NONE);
    mprotect(p + 4096 + size, 4096, PROT_NONE);
    return p + 4096 + size - bytes;
}

static const int N = 1000;
template <typename T, typename I> static void check(const char *name, int entries) {
    T *table = (T *)guarded(entries * sizeof(T)), *out = (T *)guarded(N * sizeof(T));
    I *at = (I *)guarded(N * sizeof(I));
    int *places = (int *)guarded(N * sizeof(int)), wrong = 0;
    for (int i = 0; i < entries; i++) table[i] = i * 37 + 11;
    for (int i = 0; i < N; i++) at[i] = i * 7919 % entries, places[i] = i * 7919 % entries;
    look_up<<<(N + 95) / 96, 96>>>(table, at, out, N);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++) wrong += out[i] != table[at[i]];
    if (entries == N) {
        memset(out, 5, N * sizeof(T));
        some<<<(N + 95) / 96, 96>>>(table, places, out, N);
        cudaDeviceSynchronize();
        T before;
        memset(&before, 5, sizeof before);
        for (int i = 0; i < N; i++) wrong += out[i] != (places[i] % 3 ? (T)(table[places[i]] + table[N - 1 - places[i]]) : before);
    }
    printf("%s %s\n", name, wrong ? "wrong" : "right");
}

int main() {
    check<unsigned char, unsigned char>("bytes by bytes", 256);
    check<unsigned char, unsigned char>("bytes by bytes, 251", 251);
    check<signed char, int>("signed bytes by ints", N);
    check<unsigned short, unsigned short>("shorts by shorts", N);
    check<short, long long>("shorts by longs", N);
    check<unsigned char, short>("bytes by signed shorts", N);
    check<unsigned char, unsigned>("bytes by unsigned", 3);
    entry *table = (entry *)guarded(301 * sizeof(entry));
    unsigned short *at = (unsigned short *)guarded(N * 2);
    unsigned char *small = (unsigned char *)guarded(N);
    half *numbers = (half *)guarded(201 * 2);
    bool *truth = (bool *)guarded(301);
    int *places = (int *)guarded(N * 4), *out = (int *)guarded(N * 4), wrong = 0;
    float *floats = (float *)guarded(N * 4);
    for (int i = 0; i < 301; i++) table[i] = {(unsigned char)i, (signed char)(i * 3), (short)(i * 500)}, truth[i] = i * i % 7 < 3;
    for (int i = 0; i < 201; i++) numbers[i] = __float2half(i * 0.5f);
    for (int i = 0; i < N; i++) at[i] = places[i] = i * 7919 % 301, small[i] = i * 31 % 201;
    fields<<<(N + 95) / 96, 96>>>(table, at, out, N);
    halves<<<(N + 95) / 96, 96>>>(numbers, small, floats, N);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++) {
        wrong += out[i] != table[at[i]].a * 100 + table[at[i]].b * 7 + table[at[i]].c;
        wrong += floats[i] != small[i];
    }
    flags<<<(N + 95) / 96, 96>>>(truth, places, out, N);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++) wrong += out[i] != (truth[places[i]] ? i : -i);
    printf("others %s\n", wrong ? "wrong" : "right");
}
/* OUTPUT:
bytes by bytes right
bytes by bytes, 251 right
signed bytes by ints right
shorts by shorts right
shorts by longs right
bytes by signed shorts right
bytes by unsigned right
others right
*/
