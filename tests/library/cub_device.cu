// CUB's device-wide algorithms: results, the protocol of temporary storage, and what is said of too little of it.
// EXIT: 0
// ERROR: cub::DeviceReduce: the temporary storage has 1 bytes, and
/* OUTPUT:
sum: 50
max: 9
min: 0
reduce: 0
argmin 5 0
argmax 6 9
esum: 0 8 14 21 26 29 29 38 43 48
imin: 8 6 6 5 3 0 0 0 0 0
keys: 0 2 3 5 5 5 6 7 8 9
keys: 9 8 7 6 5 5 5 3 2 0
vals: 6 0 2 1 3 7 8 4 9 5
bits: 8 0 5 9 5 5 6 2 7 3
double: 0 2 3 5 5 5 6 7 8 9
if: 8 6 7 5 9 5 5
flagged: 8 5 9 2
part: 8 6 7 5 9 5 5 2 0 3
n: 7
unique: 1 2 3 9 1
u: 1 2 3 9 1
c: 2 1 3 2 2
u: 1 2 3 9 1
s: 1 2 12 13 17
hist: 1 5 0 3 0 0
range: 1 5 0 3 0 0
seg: 21 0 29
segsort: 6 7 8 0 2 3 5 5 5 9
v: 1 2 0 5 9 4 3 7 8 6
merge: 0 2 3 5 5 5 6 7 8 9
ti: 7
ci: 26
small 1
cached 1
*/
#include <cub/cub.cuh>
#include <cstdio>
#include <cstdlib>
template <typename F> void twice(F f) { void *t = nullptr; size_t b = 0; cudaError_t e = f(t, b); if (e) printf("ask %d\n", e); cudaMalloc(&t, b); e = f(t, b); if (e) printf("run %d\n", e); cudaDeviceSynchronize(); cudaFree(t); }
struct Less { __device__ bool operator()(int a, int b) const { return a < b; } };
struct Big { int limit; __host__ __device__ bool operator()(int x) const { return x > limit; } };
struct MinOp { template <typename T> __host__ __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
int main() {
  int h[] = {8, 6, 7, 5, 3, 0, 9, 5, 5, 2}, n = 10, *in, *out, *num, *vals, *vout; unsigned *uk;
  cudaMallocManaged(&in, 40); cudaMallocManaged(&out, 40); cudaMallocManaged(&num, 8); cudaMallocManaged(&vals, 40); cudaMallocManaged(&vout, 40);
  memcpy(in, h, 40); for (int i = 0; i < n; i++) vals[i] = i;
  auto show = [&](const char *s, int *p, int m) { printf("%s:", s); for (int i = 0; i < m; i++) printf(" %d", p[i]); puts(""); };
  twice([&](void *t, size_t &b) { return cub::DeviceReduce::Sum(t, b, in, out, n); }); show("sum", out, 1);
  twice([&](void *t, size_t &b) { return cub::DeviceReduce::Max(t, b, in, out, n); }); show("max", out, 1);
  twice([&](void *t, size_t &b) { return cub::DeviceReduce::Min(t, b, in, out, n); }); show("min", out, 1);
  twice([&](void *t, size_t &b) { return cub::DeviceReduce::Reduce(t, b, in, out, n, MinOp(), 100); }); show("reduce", out, 1);
  cub::KeyValuePair<int, int> *kv; cudaMallocManaged(&kv, 8);
  twice([&](void *t, size_t &b) { return cub::DeviceReduce::ArgMin(t, b, in, kv, n); }); printf("argmin %d %d\n", kv->key, kv->value);
  twice([&](void *t, size_t &b) { return cub::DeviceReduce::ArgMax(t, b, in, out, num, n); }); printf("argmax %d %d\n", *num, *out);
  twice([&](void *t, size_t &b) { return cub::DeviceScan::ExclusiveSum(t, b, in, out, n); }); show("esum", out, n);
  twice([&](void *t, size_t &b) { return cub::DeviceScan::InclusiveScan(t, b, in, out, MinOp(), n); }); show("imin", out, n);
  twice([&](void *t, size_t &b) { return cub::DeviceRadixSort::SortKeys(t, b, in, out, n); }); show("keys", out, n);
  twice([&](void *t, size_t &b) { return cub::DeviceRadixSort::SortPairsDescending(t, b, in, out, vals, vout, n); }); show("keys", out, n); show("vals", vout, n);
  twice([&](void *t, size_t &b) { return cub::DeviceRadixSort::SortKeys(t, b, in, out, n, 0, 2); }); show("bits", out, n);
  { int *a, *bb; cudaMallocManaged(&a, 40); cudaMallocManaged(&bb, 40); memcpy(a, h, 40); cub::DoubleBuffer<int> db(a, bb); twice([&](void *t, size_t &b) { return cub::DeviceRadixSort::SortKeys(t, b, db, n); }); show("double", db.Current(), n); }
  twice([&](void *t, size_t &b) { return cub::DeviceSelect::If(t, b, in, out, num, n, Big{4}); }); show("if", out, *num);
  char *flags; cudaMallocManaged(&flags, 10); for (int i = 0; i < n; i++) flags[i] = i % 3 == 0;
  twice([&](void *t, size_t &b) { return cub::DeviceSelect::Flagged(t, b, in, flags, out, num, n); }); show("flagged", out, *num);
  twice([&](void *t, size_t &b) { return cub::DevicePartition::If(t, b, in, out, num, n, Big{4}); }); show("part", out, n); show("n", num, 1);
  int r[] = {1, 1, 2, 3, 3, 3, 9, 9, 1, 1}; memcpy(in, r, 40);
  twice([&](void *t, size_t &b) { return cub::DeviceSelect::Unique(t, b, in, out, num, n); }); show("unique", out, *num);
  twice([&](void *t, size_t &b) { return cub::DeviceRunLengthEncode::Encode(t, b, in, out, vout, num, n); }); show("u", out, *num); show("c", vout, *num);
  twice([&](void *t, size_t &b) { return cub::DeviceReduce::ReduceByKey(t, b, in, out, vals, vout, num, cub::Sum(), n); }); show("u", out, *num); show("s", vout, *num);
  float fs[] = {2.2f, 6.1f, 7.1f, 2.9f, 3.5f, 0.3f, 2.9f, 2.1f, 6.1f, 999.5f}, *fd; cudaMallocManaged(&fd, 40); memcpy(fd, fs, 40);
  twice([&](void *t, size_t &b) { return cub::DeviceHistogram::HistogramEven(t, b, fd, out, 7, 0.0f, 12.0f, n); }); show("hist", out, 6);
  float *lev; cudaMallocManaged(&lev, 28); float lv[] = {0, 2, 4, 6, 8, 12, 16}; memcpy(lev, lv, 28);
  twice([&](void *t, size_t &b) { return cub::DeviceHistogram::HistogramRange(t, b, fd, out, 7, lev, n); }); show("range", out, 6);
  int off[] = {0, 3, 3, 10}, *od; cudaMallocManaged(&od, 16); memcpy(od, off, 16); memcpy(in, h, 40);
  twice([&](void *t, size_t &b) { return cub::DeviceSegmentedReduce::Sum(t, b, in, out, 3, od, od + 1); }); show("seg", out, 3);
  twice([&](void *t, size_t &b) { return cub::DeviceSegmentedRadixSort::SortPairs(t, b, in, out, vals, vout, n, 3, od, od + 1); }); show("segsort", out, n); show("v", vout, n);
  twice([&](void *t, size_t &b) { return cub::DeviceMergeSort::SortKeys(t, b, in, n, Less()); }); show("merge", in, n);
  cub::CountingInputIterator<int> ci(5); cub::TransformInputIterator<int, Big, int *> ti(in, Big{4});
  twice([&](void *t, size_t &b) { return cub::DeviceReduce::Sum(t, b, ti, out, n); }); show("ti", out, 1);
  twice([&](void *t, size_t &b) { return cub::DeviceReduce::Sum(t, b, ci, out, 4); }); show("ci", out, 1);
  size_t small = 1; printf("small %d\n", cub::DeviceReduce::Sum(in, small, in, out, n));
  cub::CachingDeviceAllocator al(true); void *p1, *p2; al.DeviceAllocate(&p1, 100); al.DeviceFree(p1); al.DeviceAllocate(&p2, 100); printf("cached %d\n", p1 == p2); al.DeviceFree(p2); al.FreeAllCached();
}
