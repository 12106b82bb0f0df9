// Integer division and remainder of all types, by divisors that differ between lanes, that all lanes share, that are constants,
// at the ends of their ranges; in lanes that are on only; what traps is reported where it stands.
#include <cstdio>
#include <cstring>

template <typename T> __global__ void each(const T *a, const T *b, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || b[i] == 0) return;
    if (b[i] == (T)-1 && a[i] != 0 && a[i] == (T)(0 - a[i])) return; // the least number by -1 traps
    out[2 * i] = a[i] / b[i];
    out[2 * i + 1] = a[i] % b[i];
}
template <typename T> __global__ void one(const T *a, T d, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || (d == (T)-1 && a[i] != 0 && a[i] == (T)(0 - a[i]))) return;
    out[2 * i] = a[i] / d;
    out[2 * i + 1] = a[i] % d;
}
__global__ void looped(const int *a, int *out, int n) { // the divisor changes from turn to turn, the same in all lanes
    int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
    for (int d = 1; d < 40; d++) s = s * 31 + a[i] / d + a[i] % -d;
    out[i] = s;
}
__global__ void unpack(int *out, int nx, int ny, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = i % nx + 1000 * (i / nx % ny) + 1000000 * (i / (nx * ny));
}
__global__ void unpack_long(long long *out, size_t nx, size_t ny, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) out[i] = i % nx + 1000 * (i / nx % ny) + 1000000 * (i / (nx * ny));
}

static const unsigned long long special[] = {0, 1, 2, 3, 5, 7, 10, 100, 127, 128, 129, 255, 256, 641, 32767, 32768, 65535, 65536, 65537,
    1000003, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
    0x8000000000000000, 0xffffffffffffffff, 0xfffffffffffffff9, 12345678901234567};
enum { S = sizeof special / sizeof *special, N = 4 * S * S };
static unsigned long long state = 88172645463325252ull;
static unsigned long long next() {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

template <typename T> static bool traps(T a, T b) { return b == 0 || (b == (T)-1 && a != 0 && a == (T)(0 - a)); }

template <typename T> static void check(const char *name) {
    T *a, *b, *out;
    cudaMallocManaged(&a, N * sizeof(T));
    cudaMallocManaged(&b, N * sizeof(T));
    cudaMallocManaged(&out, 2 * N * sizeof(T));
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i < S * S ? special[i / S] : next() >> (next() & 63);
        b[i] = i < S * S ? special[i % S] : next() >> (next() & 63);
    }
    memset(out, 0, 2 * N * sizeof(T));
    each<T><<<(N + 159) / 160, 160>>>(a, b, out, N);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++)
        if (traps(a[i], b[i]) ? out[2 * i] || out[2 * i + 1] : out[2 * i] != (T)(a[i] / b[i]) || out[2 * i + 1] != (T)(a[i] % b[i]))
            if (!wrong++) printf("%s: %lld by %lld: %lld, %lld\n", name, (long long)a[i], (long long)b[i], (long long)out[2 * i], (long long)out[2 * i + 1]);
    for (int k = 1; k < S; k++) {
        T d = special[k];
        if (d == 0) continue;
        memset(out, 0, 2 * N * sizeof(T));
        one<T><<<(N + 159) / 160, 160>>>(a, d, out, N);
        cudaDeviceSynchronize();
        for (int i = 0; i < N; i++)
            if (traps(a[i], d) ? out[2 * i] || out[2 * i + 1] : out[2 * i] != (T)(a[i] / d) || out[2 * i + 1] != (T)(a[i] % d))
                if (!wrong++) printf("%s: %lld by one %lld: %lld, %lld\n", name, (long long)a[i], (long long)d, (long long)out[2 * i], (long long)out[2 * i + 1]);
    }
    printf("%s %s\n", name, wrong ? "wrong" : "right");
}

int main() {
    check<int>("int");
    check<unsigned>("unsigned");
    check<short>("short");
    check<unsigned short>("unsigned short");
    check<signed char>("signed char");
    check<unsigned char>("unsigned char");
    check<long long>("long long");
    check<unsigned long long>("unsigned long long");
    int *a, *out, n = 6000, wrong = 0;
    long long *wide;
    cudaMallocManaged(&a, 4 * n);
    cudaMallocManaged(&out, 4 * n);
    cudaMallocManaged(&wide, 8 * n);
    for (int i = 0; i < n; i++) a[i] = (int)next();
    looped<<<n / 120, 120>>>(a, out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        unsigned s = 0;
        for (int d = 1; d < 40; d++) s = s * 31 + a[i] / d + a[i] % -d;
        wrong += (int)s != out[i];
    }
    unpack<<<5, 128>>>(out, 17, 19, n);
    unpack_long<<<(n + 127) / 128, 128>>>(wide, 17, 19, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) wrong += out[i] != i % 17 + 1000 * (i / 17 % 19) + 1000000 * (i / 17 / 19) || wide[i] != out[i];
    printf("in loops %s\n", wrong ? "wrong" : "right");
}
/* OUTPUT:
int right
unsigned right
short right
unsigned short right
signed char right
unsigned char right
long long right
unsigned long long right
in loops right
*/
