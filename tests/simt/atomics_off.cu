// Atomics of all lanes on one number, while lanes are off: those count for nothing, whatever their values are. The launch is so
// large that vectors do it from the beginning.
#include <cstdio>
#include <type_traits>

enum { MIN, MAX, AND, OR, XOR, ADD, OPS };
template <typename T> __global__ void all(T *o, T v, T step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    typedef typename std::conditional<sizeof(T) == 4, unsigned, unsigned long long>::type U;
    T x = v + (T)(i % 7) * step;
    if (i % 3 == 1) atomicMin(&o[MIN], x);
    if (i % 5 == 2) atomicMax(&o[MAX], x);
    if (i % 4 == 3) atomicAnd((U *)&o[AND], (U)(x | 64));
    if (i % 4 == 1) atomicOr((U *)&o[OR], (U)(x & 63));
    if (i % 1001 == 7) atomicXor((U *)&o[XOR], (U)x);
    if (i % 3 == 2) atomicAdd((U *)&o[ADD], (U)x);
}

template <typename T> int wrong(const char *name, T v, T step, T low, T high)
{
    const int n = 1 << 17;
    T *o, want[OPS] = {high, low, (T)~(T)0, 0, 0, 0};
    cudaMallocManaged(&o, OPS * sizeof(T));
    for (int i = 0; i < OPS; i++) o[i] = want[i];
    for (int i = 0; i < n; i++) {
        T x = v + (T)(i % 7) * step;
        if (i % 3 == 1 && x < want[MIN]) want[MIN] = x;
        if (i % 5 == 2 && x > want[MAX]) want[MAX] = x;
        if (i % 4 == 3) want[AND] &= x | 64;
        if (i % 4 == 1) want[OR] |= x & 63;
        if (i % 1001 == 7) want[XOR] ^= x;
        if (i % 3 == 2) want[ADD] += x;
    }
    all<<<n / 256, 256>>>(o, v, step);
    cudaDeviceSynchronize();
    int bad = 0;
    for (int i = 0; i < OPS; i++) bad += o[i] != want[i];
    for (int i = 0; bad && i < OPS; i++) printf("%s, %d: %lld, not %lld\n", name, i, (long long)o[i], (long long)want[i]);
    cudaFree(o);
    return bad;
}

int main()
{
    int bad = wrong<int>("int above 0", 1000, 3, -2147483647 - 1, 2147483647);
    bad += wrong<int>("int below 0", -1000, 3, -2147483647 - 1, 2147483647);
    bad += wrong<unsigned>("unsigned", 1000, 3, 0, 4294967295u);
    bad += wrong<unsigned>("large unsigned", 4294967000u, 3, 0, 4294967295u);
    bad += wrong<long long>("long long above 0", 1000, 1ll << 40, -1ll << 63, ~(-1ll << 63));
    bad += wrong<long long>("long long below 0", -1000, -1ll << 40, -1ll << 63, ~(-1ll << 63));
    bad += wrong<unsigned long long>("unsigned long long", 1000, 1ull << 40, 0, ~0ull);
    printf("%d\n", bad);
}
/* OUTPUT:
0
*/
