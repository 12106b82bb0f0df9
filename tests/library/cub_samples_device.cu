// CUB's samples for the device: each algorithm with temporary storage from CachingDeviceAllocator, keys of structs, many inputs.
/* OUTPUT:
pairs 1
desc 1
sum 249932 249932
min 0
argmax 100 32 32
scan 249902
iscan 0
if 494 494
flagged 1667 22
unique 101
part 2473 82 0
part3 494 1979
rle 101 4 49
ntr 101 199
rbk 101
histo 1006 1000 1000 1000 994
multi 100
seg 431 0 24525 224976
segsort 1
segsortd 1
segradix 1
merge 1
tr 124966
cnt 5050
for 1
-2.5:1 0:7 1.5:-4 1.5:3 
mrg 1
dt
batched 1
*/
#include <cub/cub.cuh>
#include <cub/util_allocator.cuh>
#include <cstdio>
#include <vector>
#include <algorithm>
#include <numeric>
#include <cmath>
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("error %s line %d\n", cudaGetErrorString(e), __LINE__); } } while (0)
using namespace cub;
CachingDeviceAllocator g_allocator(true);
struct GreaterThan { int compare; __host__ __device__ __forceinline__ GreaterThan(int c) : compare(c) {} __host__ __device__ __forceinline__ bool operator()(const int &a) const { return a > compare; } };
struct CustomMin { template <typename T> __device__ __forceinline__ T operator()(const T &a, const T &b) const { return (b < a) ? b : a; } };
struct CustomLess { template <typename T> __device__ bool operator()(const T &a, const T &b) { return a < b; } };
struct TransformOp { __host__ __device__ double operator()(int a) const { return a * 0.5; } };
struct custom_t { float f; int unused; long long int lli; };
struct decomposer_t { __host__ __device__ ::cuda::std::tuple<float &, long long int &> operator()(custom_t &key) const { return {key.f, key.lli}; } };
template <class T> T *up(const std::vector<T> &v) { T *p; CHECK(g_allocator.DeviceAllocate((void **)&p, sizeof(T) * v.size())); CHECK(cudaMemcpy(p, v.data(), sizeof(T) * v.size(), cudaMemcpyHostToDevice)); return p; }
template <class T> std::vector<T> down(const T *p, size_t n) { std::vector<T> v(n); CHECK(cudaMemcpy(v.data(), p, sizeof(T) * n, cudaMemcpyDeviceToHost)); return v; }
#define TWICE(call) do { void *t = NULL; size_t tb = 0; CHECK(call); CHECK(g_allocator.DeviceAllocate(&t, tb)); CHECK(call); CHECK(g_allocator.DeviceFree(t)); } while (0)
int main() {
  int n = 5000; std::vector<float> k(n); std::vector<int> v(n); for (int i = 0; i < n; i++) k[i] = std::fmod(i * 0.618f, 1.0f) - 0.5f, v[i] = i;
  float *dk = up(k), *dk2 = up(k); int *dv = up(v), *dv2 = up(v);
  DoubleBuffer<float> keys; DoubleBuffer<int> vals; keys.d_buffers[0] = dk; keys.d_buffers[1] = dk2; vals.d_buffers[0] = dv; vals.d_buffers[1] = dv2;
  TWICE(DeviceRadixSort::SortPairs(t, tb, keys, vals, n)); auto rk = down(keys.Current(), n); auto rv = down(vals.Current(), n); bool ok = std::is_sorted(rk.begin(), rk.end()); for (int i = 0; i < n; i++) ok = ok && k[rv[i]] == rk[i]; printf("pairs %d\n", ok);
  TWICE(DeviceRadixSort::SortKeysDescending(t, tb, dk, dk2, n, 0, sizeof(float) * 8)); rk = down(dk2, n); printf("desc %d\n", std::is_sorted(rk.rbegin(), rk.rend()));
  std::vector<int> x(n); for (int i = 0; i < n; i++) x[i] = (i * 7919) % 101; int *dx = up(x), *dy = up(x), *dc = up(std::vector<int>(16, 0)), *dz = up(x);
  TWICE(DeviceReduce::Sum(t, tb, dx, dc, n)); printf("sum %d %d\n", down(dc, 1)[0], std::accumulate(x.begin(), x.end(), 0));
  TWICE(DeviceReduce::Reduce(t, tb, dx, dc, n, CustomMin(), 1000)); printf("min %d\n", down(dc, 1)[0]);
  KeyValuePair<int, int> *am; cudaMalloc(&am, sizeof *am); TWICE(DeviceReduce::ArgMax(t, tb, dx, am, n)); auto a = down(am, 1)[0]; printf("argmax %d %d %d\n", a.value, a.key, (int)(std::max_element(x.begin(), x.end()) - x.begin()));
  TWICE(DeviceScan::ExclusiveSum(t, tb, dx, dy, n)); printf("scan %d\n", down(dy, n)[n - 1]);
  TWICE(DeviceScan::InclusiveScan(t, tb, dx, dy, CustomMin(), n)); printf("iscan %d\n", down(dy, n)[n - 1]);
  TWICE(DeviceScan::ExclusiveSumByKey(t, tb, dx, dx, dy, n));
  TWICE(DeviceSelect::If(t, tb, dx, dy, dc, n, GreaterThan(90))); printf("if %d %d\n", down(dc, 1)[0], (int)std::count_if(x.begin(), x.end(), [](int a) { return a > 90; }));
  std::vector<char> f(n); for (int i = 0; i < n; i++) f[i] = i % 3 == 0; char *df = up(f); TWICE(DeviceSelect::Flagged(t, tb, dx, df, dy, dc, n)); printf("flagged %d %d\n", down(dc, 1)[0], down(dy, 2)[1]);
  std::vector<int> s = x; std::sort(s.begin(), s.end()); int *ds = up(s); TWICE(DeviceSelect::Unique(t, tb, ds, dy, dc, n)); printf("unique %d\n", down(dc, 1)[0]);
  TWICE(DevicePartition::If(t, tb, dx, dy, dc, n, GreaterThan(50))); auto p = down(dy, n); printf("part %d %d %d\n", down(dc, 1)[0], p[0], p[n - 1]);
  TWICE(DevicePartition::If(t, tb, dx, dy, dz, dv, dc, n, GreaterThan(90), GreaterThan(50))); printf("part3 %d %d\n", down(dc, 2)[0], down(dc, 2)[1]);
  TWICE(DeviceRunLengthEncode::Encode(t, tb, ds, dy, dz, dc, n)); printf("rle %d %d %d\n", down(dc, 1)[0], down(dy, 5)[4], down(dz, 5)[4]);
  TWICE(DeviceRunLengthEncode::NonTrivialRuns(t, tb, ds, dy, dz, dc, n)); printf("ntr %d %d\n", down(dc, 1)[0], down(dy, 5)[4]);
  TWICE(DeviceReduce::ReduceByKey(t, tb, ds, dy, dx, dz, dc, Sum(), n)); printf("rbk %d\n", down(dc, 1)[0]);
  TWICE(DeviceHistogram::HistogramEven(t, tb, dk, dy, 6, -0.5f, 0.5f, n)); { auto h = down(dy, 5); printf("histo %d %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4]); }
  { std::vector<unsigned char> px(400); for (int i = 0; i < 400; i++) px[i] = i * 31; unsigned char *dp = up(px); int *hh[3]; for (int i = 0; i < 3; i++) hh[i] = up(std::vector<int>(256)); int lv[3] = {257, 257, 257}; int lo[3] = {0, 0, 0}, hi[3] = {256, 256, 256};
    void *t = NULL; size_t tb = 0; CHECK((DeviceHistogram::MultiHistogramEven<4, 3>(t, tb, dp, hh, lv, lo, hi, 100))); cudaMalloc(&t, tb); CHECK((DeviceHistogram::MultiHistogramEven<4, 3>(t, tb, dp, hh, lv, lo, hi, 100))); auto h = down(hh[1], 256); printf("multi %d\n", std::accumulate(h.begin(), h.end(), 0)); }
  std::vector<int> off = {0, 10, 10, 500, 5000}; int *doff = up(off);
  TWICE(DeviceSegmentedReduce::Sum(t, tb, dx, dc, 4, doff, doff + 1)); { auto h = down(dc, 4); printf("seg %d %d %d %d\n", h[0], h[1], h[2], h[3]); }
  TWICE(DeviceSegmentedSort::SortKeys(t, tb, dx, dy, n, 4, doff, doff + 1)); p = down(dy, n); printf("segsort %d\n", std::is_sorted(p.begin() + 10, p.begin() + 500) && std::is_sorted(p.begin() + 500, p.end()));
  TWICE(DeviceSegmentedSort::StableSortPairsDescending(t, tb, dx, dy, dv2, dz, n, 4, doff, doff + 1)); p = down(dy, n); printf("segsortd %d\n", std::is_sorted(p.rbegin(), p.rbegin() + 4500));
  TWICE(DeviceSegmentedRadixSort::SortKeys(t, tb, dx, dy, n, 4, doff, doff + 1)); p = down(dy, n); printf("segradix %d\n", std::is_sorted(p.begin() + 10, p.begin() + 500));
  TWICE(DeviceMergeSort::SortPairs(t, tb, dx, dv2, n, CustomLess())); p = down(dx, n); printf("merge %d\n", std::is_sorted(p.begin(), p.end()));
  TWICE(DeviceMergeSort::StableSortKeys(t, tb, dx, n, CustomLess()));
  { TransformInputIterator<double, TransformOp, int *> it(dx, TransformOp()); double *o; cudaMalloc(&o, 8); TWICE(DeviceReduce::Sum(t, tb, it, o, n)); printf("tr %g\n", down(o, 1)[0]); }
  { CountingInputIterator<int> it(1); TWICE(DeviceReduce::Sum(t, tb, it, dc, 100)); printf("cnt %d\n", down(dc, 1)[0]); }
  { TWICE(DeviceAdjacentDifference::SubtractLeftCopy(t, tb, dx, dy, n)); CHECK(DeviceFor::ForEachN(dx, n, [] __device__(int &i) { i += 1; })); printf("for %d\n", down(dx, 1)[0]); }
  { std::vector<custom_t> c = {{1.5f, 4, 3}, {-2.5f, 0, 1}, {1.5f, 3, -4}, {0.0f, 1, 7}}; custom_t *in = up(c), *out = up(c); TWICE(DeviceRadixSort::SortKeys(t, tb, in, out, 4, decomposer_t{})); auto r = down(out, 4); for (auto &q : r) printf("%g:%lld ", q.f, q.lli); printf("\n"); }
  { std::vector<int> a(100), b(50); std::iota(a.begin(), a.end(), 0); std::iota(b.begin(), b.end(), 25); int *da = up(a), *db = up(b); TWICE(DeviceMerge::MergeKeys(t, tb, da, 100, db, 50, dy)); p = down(dy, 150); printf("mrg %d\n", std::is_sorted(p.begin(), p.end())); }
  { CHECK(DeviceTransform::Transform(::cuda::std::make_tuple(dx, dv2), dy, n, [] __device__(int a, int b) { return a * 2 + b; })); printf("dt\n"); }
  { const void *src[3] = {dx, dx + 100, dx + 200}; void *dst[3] = {dy, dy + 1000, dy + 2000}; size_t sz[3] = {40, 80, 4}; void **s1 = up(std::vector<void *>{(void *)src[0], (void *)src[1], (void *)src[2]}), **d1 = up(std::vector<void *>(dst, dst + 3)); size_t *z1 = up(std::vector<size_t>(sz, sz + 3)); TWICE(DeviceMemcpy::Batched(t, tb, s1, d1, z1, 3)); printf("batched %d\n", down(dy, 2001)[2000] == down(dx, 201)[200]); }
}
