// Histograms of plain numbers against a loop: numbers outside, at the bounds and that are none, one bin and many, bins that divide the range and do not.
/* OUTPUT:
320
*/
// EXIT: 0
#include <cmath>
#include <cstdio>
#include <cub/cub.cuh>
#include <random>
#include <vector>
static int tests;
template <class S, class L, class C = int> void test(const char *name, L low, L high, int bins, int n, bool nan = false) {
    S *q;
    C *h;
    cudaMallocManaged(&q, (n ? n : 1) * sizeof(S));
    cudaMallocManaged(&h, bins * sizeof(C));
    std::mt19937 g(n + bins);
    double span = (double)high - (double)low;
    for (int i = 0; i < n; i++) {
        double u = g() / 4294967296.0;
        q[i] = i % 7 == 0 ? (S)low : i % 11 == 0 ? (S)high : (S)((double)low + span * (u * 1.2 - 0.1));
    }
    if constexpr (std::is_floating_point_v<S>)
        if (nan)
            for (int i = 0; i < n; i += 5)
                q[i] = i % 2 ? NAN : (i % 3 ? INFINITY : -INFINITY);
    void *t = 0;
    size_t b = 0;
    cub::DeviceHistogram::HistogramEven(t, b, q, h, bins + 1, low, high, n);
    cudaMalloc(&t, b);
    cub::DeviceHistogram::HistogramEven(t, b, q, h, bins + 1, low, high, n);
    cudaDeviceSynchronize();
    std::vector<C> w(bins);
    for (int i = 0; i < n; i++) {
        S x = q[i];
        if (!(x >= low && x < high))
            continue;
        long long k;
        if constexpr (std::is_floating_point_v<L>) {
            L sc = (L)bins / (high - low);
            k = (int)((x - low) * sc);
            if (k >= bins)
                k = bins - 1;
        } else
            k = (long long)((unsigned __int128)((long long)x - (long long)low) * bins / ((long long)high - (long long)low));
        w[k]++;
    }
    int bad = 0;
    for (int i = 0; i < bins; i++)
        bad += w[i] != h[i];
    if (bad)
        printf("%s, %d bins, %d samples: %d bins differ\n", name, bins, n, bad);
    tests++;
    cudaFree(q);
    cudaFree(h);
    cudaFree(t);
}
int main() {
    for (int n : {0, 1, 3, 1000, 300007})
        for (int bins : {1, 2, 3, 256, 2048, 2049, 60000, 70000}) {
            test<float, float>("f32", -3.5f, 1e3f, bins, n, true);
            test<double, double, unsigned>("f64", 0.0, 1.0, bins, n, true);
            if (bins <= 256)
                test<unsigned char, int>("u8", 0, 256, bins, n);
            if (bins <= 256)
                test<signed char, int>("i8", -100, 100, bins, n);
            test<int, int>("i32", -1000000, 1000003, bins, n);
            test<unsigned, unsigned>("u32", 0u, 4000000000u, bins, n);
            test<short, int, unsigned long long>("i16/64", -300, 30000, bins > 1000 ? 1000 : bins, n);
            test<int, int>("i32 whole", -(1 << 20), 1 << 20, bins, n);
            test<unsigned short, unsigned short>("u16", (unsigned short)10, (unsigned short)60010, bins, n);
        }
    printf("%d\n", tests);
}
