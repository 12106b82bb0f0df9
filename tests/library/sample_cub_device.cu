// In the manner of CUB's examples: each device-wide algorithm by its two calls, with the temporary storage that the first asks for, against the standard library.
// CHECK: reduce 1 by key 1 argmin 1 transform 1
// CHECK: scan 1 exclusive 1 by key 1 custom 1
// CHECK: radix 1 pairs 1 descending 1 bits 1 double buffer 1
// CHECK: segmented reduce 1 sort 1
// CHECK: select if 1 flagged 1 unique 1 partition 1 three ways 1
// CHECK: runs 1 histogram 1 range 1 channels 1
// CHECK: merge sort 1 adjacent 1 for each 1 transform 1
#include <cub/cub.cuh>
#include <cuda/std/functional>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <vector>

#define CubDebugExit(e) do { cudaError_t e_ = (e); if (e_ != cudaSuccess) { printf("%s in line %d\n", cudaGetErrorString(e_), __LINE__); exit(1); } } while (0)
cub::CachingDeviceAllocator g_allocator(true);

template <class T> struct Buffer {
    T *d = nullptr;
    size_t n;
    explicit Buffer(size_t n) : n(n) { CubDebugExit(g_allocator.DeviceAllocate((void **)&d, sizeof(T) * (n ? n : 1))); }
    explicit Buffer(const std::vector<T> &v) : Buffer(v.size()) { CubDebugExit(cudaMemcpy(d, v.data(), sizeof(T) * n, cudaMemcpyHostToDevice)); }
    ~Buffer() { CubDebugExit(g_allocator.DeviceFree(d)); }
    Buffer(const Buffer &) = delete;
    std::vector<T> host(size_t m) const {
        std::vector<T> v(m);
        CubDebugExit(cudaMemcpy(v.data(), d, sizeof(T) * m, cudaMemcpyDeviceToHost));
        return v;
    }
    std::vector<T> host() const { return host(n); }
    T first() const { return host(1)[0]; }
};
// Calls f twice, as the protocol has it.
template <class F> void twice(F f) {
    void *storage = nullptr;
    size_t bytes = 0;
    CubDebugExit(f(storage, bytes));
    CubDebugExit(g_allocator.DeviceAllocate(&storage, bytes));
    CubDebugExit(f(storage, bytes));
    CubDebugExit(cudaDeviceSynchronize());
    CubDebugExit(g_allocator.DeviceFree(storage));
}
#define TWICE(call) twice([&](void *d_temp_storage, size_t &temp_storage_bytes) { return cub::call; })
#define STORAGE d_temp_storage, temp_storage_bytes

struct CustomMin {
    template <typename T> __device__ __forceinline__ T operator()(const T &a, const T &b) const { return (b < a) ? b : a; }
};
struct LessThan {
    int compare;
    __host__ __device__ __forceinline__ bool operator()(const int &a) const { return a < compare; }
};
struct Square {
    __host__ __device__ long long operator()(int x) const { return (long long)x * x; }
};
struct Point {
    int x, y;
};
struct ByY {
    __host__ __device__ bool operator()(const Point &a, const Point &b) const { return a.y < b.y; }
};

int main() {
    const int n = 1000;
    std::vector<int> h(n), keys(n);
    unsigned seed = 7;
    for (int i = 0; i < n; i++) seed = seed * 1664525u + 1013904223u, h[i] = (int)(seed >> 8) % 1000 - 500, keys[i] = i * i / 4000;
    Buffer<int> d_in(h), d_keys(keys), d_out(n), d_out2(n), d_count(1);
    {
        TWICE(DeviceReduce::Sum(STORAGE, d_in.d, d_out.d, n));
        printf("reduce %d", d_out.first() == std::accumulate(h.begin(), h.end(), 0));
        TWICE(DeviceReduce::ReduceByKey(STORAGE, d_keys.d, d_out.d, d_in.d, d_out2.d, d_count.d, CustomMin(), n));
        std::map<int, int> least;
        for (int i = 0; i < n; i++) least[keys[i]] = least.count(keys[i]) ? std::min(least[keys[i]], h[i]) : h[i];
        int found = d_count.first();
        auto k = d_out.host(found), v = d_out2.host(found);
        bool ok = found == (int)least.size();
        for (int i = 0; ok && i < found; i++) ok = least.count(k[i]) && least[k[i]] == v[i];
        Buffer<cub::KeyValuePair<int, int>> pair(1);
        TWICE(DeviceReduce::ArgMin(STORAGE, d_in.d, pair.d, n));
        auto best = std::min_element(h.begin(), h.end());
        Buffer<long long> squares(1);
        TWICE(DeviceReduce::TransformReduce(STORAGE, d_in.d, squares.d, n, cuda::std::plus<>{}, Square(), 0ll));
        long long want = 0;
        for (int x : h) want += (long long)x * x;
        printf(" by key %d argmin %d transform %d\n", ok, pair.first().key == best - h.begin() && pair.first().value == *best, squares.first() == want);
    }
    {
        std::vector<int> want(n);
        std::partial_sum(h.begin(), h.end(), want.begin());
        TWICE(DeviceScan::InclusiveSum(STORAGE, d_in.d, d_out.d, n));
        printf("scan %d", d_out.host() == want);
        TWICE(DeviceScan::ExclusiveSum(STORAGE, d_in.d, d_out.d, n));
        std::rotate(want.begin(), want.end() - 1, want.end());
        want[0] = 0;
        printf(" exclusive %d", d_out.host() == want);
        TWICE(DeviceScan::InclusiveSumByKey(STORAGE, d_keys.d, d_in.d, d_out.d, n));
        for (int i = 0; i < n; i++) want[i] = h[i] + (i && keys[i] == keys[i - 1] ? want[i - 1] : 0);
        printf(" by key %d", d_out.host() == want);
        TWICE(DeviceScan::ExclusiveScan(STORAGE, d_in.d, d_out.d, CustomMin(), 100000, n));
        int least = 100000;
        for (int i = 0; i < n; i++) want[i] = least, least = std::min(least, h[i]);
        printf(" custom %d\n", d_out.host() == want);
    }
    {
        auto want = h;
        std::sort(want.begin(), want.end());
        TWICE(DeviceRadixSort::SortKeys(STORAGE, d_in.d, d_out.d, n));
        printf("radix %d", d_out.host() == want);
        std::vector<int> order(n);
        std::iota(order.begin(), order.end(), 0);
        Buffer<int> d_order(order), d_sorted_order(n);
        TWICE(DeviceRadixSort::SortPairs(STORAGE, d_in.d, d_out.d, d_order.d, d_sorted_order.d, n));
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return h[a] < h[b]; });
        printf(" pairs %d", d_sorted_order.host() == order);
        TWICE(DeviceRadixSort::SortKeysDescending(STORAGE, d_in.d, d_out.d, n));
        std::reverse(want.begin(), want.end());
        printf(" descending %d", d_out.host() == want);
        std::vector<unsigned> u(h.begin(), h.end());
        Buffer<unsigned> d_u(u), d_v(n);
        TWICE(DeviceRadixSort::SortKeys(STORAGE, d_u.d, d_v.d, n, 2, 7));
        std::stable_sort(u.begin(), u.end(), [](unsigned a, unsigned b) { return (a >> 2 & 31) < (b >> 2 & 31); });
        printf(" bits %d", d_v.host() == u);
        Buffer<int> a(h), b(n);
        cub::DoubleBuffer<int> both(a.d, b.d);
        TWICE(DeviceRadixSort::SortKeys(STORAGE, both, n));
        std::vector<int> got(n);
        cudaMemcpy(got.data(), both.Current(), n * sizeof(int), cudaMemcpyDeviceToHost);
        std::reverse(want.begin(), want.end());
        printf(" double buffer %d\n", got == want);
    }
    {
        std::vector<int> offsets{0, 10, 10, 300, n};
        Buffer<int> d_offsets(offsets);
        TWICE(DeviceSegmentedReduce::Max(STORAGE, d_in.d, d_out.d, 4, d_offsets.d, d_offsets.d + 1));
        auto got = d_out.host(4);
        bool ok = true;
        for (int s = 0; s < 4; s++)
            if (offsets[s] < offsets[s + 1]) ok = ok && got[s] == *std::max_element(h.begin() + offsets[s], h.begin() + offsets[s + 1]);
        ok = ok && got[1] == std::numeric_limits<int>::lowest();
        TWICE(DeviceSegmentedSort::SortKeys(STORAGE, d_in.d, d_out.d, n, 4, d_offsets.d, d_offsets.d + 1));
        auto want = h;
        for (int s = 0; s < 4; s++) std::sort(want.begin() + offsets[s], want.begin() + offsets[s + 1]);
        printf("segmented reduce %d sort %d\n", ok, d_out.host() == want);
    }
    {
        TWICE(DeviceSelect::If(STORAGE, d_in.d, d_out.d, d_count.d, n, LessThan{100}));
        std::vector<int> want;
        std::copy_if(h.begin(), h.end(), std::back_inserter(want), LessThan{100});
        printf("select if %d", d_count.first() == (int)want.size() && d_out.host(want.size()) == want);
        std::vector<char> flags(n);
        want.clear();
        for (int i = 0; i < n; i++)
            if ((flags[i] = (char)(i % 3 == 0)) != 0) want.push_back(h[i]);
        Buffer<char> d_flags(flags);
        TWICE(DeviceSelect::Flagged(STORAGE, d_in.d, d_flags.d, d_out.d, d_count.d, n));
        printf(" flagged %d", d_count.first() == (int)want.size() && d_out.host(want.size()) == want);
        TWICE(DeviceSelect::Unique(STORAGE, d_keys.d, d_out.d, d_count.d, n));
        want = keys;
        want.erase(std::unique(want.begin(), want.end()), want.end());
        printf(" unique %d", d_count.first() == (int)want.size() && d_out.host(want.size()) == want);
        TWICE(DevicePartition::If(STORAGE, d_in.d, d_out.d, d_count.d, n, LessThan{0}));
        want.clear();
        for (int x : h)
            if (x < 0) want.push_back(x);
        int below = (int)want.size();
        for (int i = n - 1; i >= 0; i--)
            if (h[i] >= 0) want.push_back(h[i]);
        printf(" partition %d", d_count.first() == below && d_out.host() == want);
        Buffer<int> large(n), small(n), rest(n), counts(2);
        TWICE(DevicePartition::If(STORAGE, d_in.d, small.d, large.d, rest.d, counts.d, n, LessThan{-200}, LessThan{200}));
        std::vector<int> a, b, c;
        for (int x : h) (x < -200 ? a : x < 200 ? b : c).push_back(x);
        bool sizes = counts.host() == std::vector<int>{(int)a.size(), (int)b.size()};
        std::reverse(c.begin(), c.end());
        auto got = rest.host(c.size());
        std::sort(got.begin(), got.end()), std::sort(c.begin(), c.end());
        printf(" three ways %d\n", sizes && small.host(a.size()) == a && large.host(b.size()) == b && got == c);
    }
    {
        TWICE(DeviceRunLengthEncode::Encode(STORAGE, d_keys.d, d_out.d, d_out2.d, d_count.d, n));
        int runs = d_count.first(), total = 0;
        auto lengths = d_out2.host(runs), values = d_out.host(runs);
        bool ok = true;
        for (int i = 0; i < runs; i++) {
            ok = ok && lengths[i] == std::count(keys.begin(), keys.end(), values[i]);
            total += lengths[i];
        }
        Buffer<int> bins(10);
        TWICE(DeviceHistogram::HistogramEven(STORAGE, d_in.d, bins.d, 11, -500, 500, n));
        std::vector<int> want(10, 0);
        for (int x : h) want[(x + 500) / 100]++;
        bool even = bins.host() == want;
        std::vector<int> levels{-500, -100, 0, 3, 500};
        Buffer<int> d_levels(levels), range(4);
        TWICE(DeviceHistogram::HistogramRange(STORAGE, d_in.d, range.d, 5, d_levels.d, n));
        std::vector<int> four(4, 0);
        for (int x : h)
            for (int b = 0; b < 4; b++) four[b] += x >= levels[b] && x < levels[b + 1];
        std::vector<unsigned char> pixels(4 * 60);
        for (size_t i = 0; i < pixels.size(); i++) pixels[i] = (unsigned char)(i * 37);
        Buffer<unsigned char> d_pixels(pixels);
        Buffer<int> r(256), g(256), b(256);
        int *histograms[3] = {r.d, g.d, b.d}, num_levels[3] = {257, 257, 257};
        unsigned lower[3] = {0, 0, 0}, upper[3] = {256, 256, 256};
        twice([&](void *s, size_t &bytes) { return cub::DeviceHistogram::MultiHistogramEven<4, 3>(s, bytes, d_pixels.d, histograms, num_levels, lower, upper, 60); });
        std::vector<int> wg(256, 0);
        for (int i = 0; i < 60; i++) wg[pixels[4 * i + 1]]++;
        printf("runs %d histogram %d range %d channels %d\n", ok && total == n, even, range.host() == four, g.host() == wg);
    }
    {
        std::vector<Point> points(n);
        for (int i = 0; i < n; i++) points[i] = {i, h[i]};
        Buffer<Point> d_points(points);
        TWICE(DeviceMergeSort::StableSortKeys(STORAGE, d_points.d, n, ByY()));
        std::stable_sort(points.begin(), points.end(), ByY());
        auto got = d_points.host();
        bool ok = true;
        for (int i = 0; i < n; i++) ok = ok && got[i].x == points[i].x && got[i].y == points[i].y;
        TWICE(DeviceAdjacentDifference::SubtractLeftCopy(STORAGE, d_in.d, d_out.d, n));
        std::vector<int> want(n);
        std::adjacent_difference(h.begin(), h.end(), want.begin());
        bool adjacent = d_out.host() == want;
        int *out = d_out.d;
        CubDebugExit(cub::DeviceFor::ForEachN(thrust::counting_iterator<int>(0), n, [out] __device__(int i) { out[i] = 3 * i; }));
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) want[i] = 3 * i;
        bool each = d_out.host() == want;
        CubDebugExit(cub::DeviceTransform::Transform(cuda::std::make_tuple(d_in.d, d_keys.d), d_out.d, n, [] __device__(int a, int b) { return a + 2 * b; }));
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) want[i] = h[i] + 2 * keys[i];
        printf("merge sort %d adjacent %d for each %d transform %d\n", ok, adjacent, each, d_out.host() == want);
    }
}
