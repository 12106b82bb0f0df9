// CUB's samples for blocks and warps: every algorithm of loads, stores and scans, sorts, histograms, segments.
/* OUTPUT:
raking 128 4: ok
memoize 64 8: ok
warps 256 1: ok
vec 64 4: ok
timesliced 64 4: ok
sort 1
4950 99
496 65 32 496 3568 92
512
6 5 0
msort 1
6 256
heads 26
wms 1
10 510
*/
#include <cub/cub.cuh>
#include <cstdio>
#include <vector>
#include <algorithm>
#include <numeric>
struct Lt { template <class T> __device__ bool operator()(const T &a, const T &b) const { return a < b; } };
template <int T, int I, cub::BlockLoadAlgorithm LA, cub::BlockStoreAlgorithm SA, cub::BlockScanAlgorithm A>
__global__ void BlockPrefixSumKernel(int *d_in, int *d_out, clock_t *d_elapsed) {
  typedef cub::BlockLoad<int, T, I, LA> BlockLoadT; typedef cub::BlockStore<int, T, I, SA> BlockStoreT; typedef cub::BlockScan<int, T, A> BlockScanT;
  __shared__ union TempStorage { typename BlockLoadT::TempStorage load; typename BlockStoreT::TempStorage store; typename BlockScanT::TempStorage scan; } temp_storage;
  int data[I];
  BlockLoadT(temp_storage.load).Load(d_in, data);
  __syncthreads();
  clock_t start = clock();
  int aggregate;
  BlockScanT(temp_storage.scan).ExclusiveSum(data, data, aggregate);
  clock_t stop = clock();
  __syncthreads();
  BlockStoreT(temp_storage.store).Store(d_out, data);
  if (threadIdx.x == 0) { *d_elapsed = (start > stop) ? start - stop : stop - start; d_out[T * I] = aggregate; }
}
template <int T, int I, cub::BlockLoadAlgorithm LA, cub::BlockStoreAlgorithm SA, cub::BlockScanAlgorithm A> void test(const char *name) {
  const int N = T * I; std::vector<int> h(N), r(N + 1), g(N + 1); for (int i = 0; i < N; i++) h[i] = (i * 7919) % 13;
  int s = 0; for (int i = 0; i < N; i++) { r[i] = s; s += h[i]; } r[N] = s;
  int *in, *out; clock_t *e; cudaMalloc(&in, N * 4); cudaMalloc(&out, (N + 1) * 4); cudaMalloc(&e, sizeof *e); cudaMemcpy(in, h.data(), N * 4, cudaMemcpyHostToDevice);
  BlockPrefixSumKernel<T, I, LA, SA, A><<<1, T>>>(in, out, e); cudaMemcpy(g.data(), out, (N + 1) * 4, cudaMemcpyDeviceToHost);
  printf("%s %d %d: %s\n", name, T, I, g == r ? "ok" : "WRONG"); cudaFree(in); cudaFree(out); cudaFree(e);
}
template <typename K, int T, int I> __launch_bounds__(T) __global__ void sortk(K *in, K *out) {
  enum { TILE = T * I };
  typedef cub::BlockLoad<K, T, I, cub::BLOCK_LOAD_WARP_TRANSPOSE> L; typedef cub::BlockRadixSort<K, T, I> S;
  __shared__ union { typename L::TempStorage load; typename S::TempStorage sort; } t;
  K items[I]; int off = blockIdx.x * TILE; L(t.load).Load(in + off, items); __syncthreads();
  S(t.sort).SortBlockedToStriped(items); cub::StoreDirectStriped<T>(threadIdx.x, out + off, items);
}
__global__ void reduce(int *in, int *out, int n) {
  typedef cub::BlockReduce<int, 128, cub::BLOCK_REDUCE_WARP_REDUCTIONS> R; __shared__ typename R::TempStorage t;
  int v = threadIdx.x < n ? in[threadIdx.x] : 0; int sum = R(t).Sum(v, n); __syncthreads(); int mx = R(t).Reduce(v, cub::Max()); if (threadIdx.x == 0) { out[0] = sum; out[1] = mx; }
}
__global__ void warps(int *in, int *out) {
  typedef cub::WarpReduce<int> W; typedef cub::WarpScan<int> S; __shared__ typename W::TempStorage t[4]; __shared__ typename S::TempStorage s[4];
  int w = threadIdx.x / 32; int v = in[threadIdx.x]; int a = W(t[w]).Sum(v); int inc, exc; S(s[w]).Scan(v, inc, exc, cub::Sum()); 
  int seg = W(t[w]).HeadSegmentedSum(v, threadIdx.x % 8 == 0);
  out[threadIdx.x] = inc; out[128 + threadIdx.x] = (threadIdx.x & 31) ? exc : 0; if ((threadIdx.x & 31) == 0) out[256 + w] = a; if (threadIdx.x % 8 == 0) out[260 + threadIdx.x / 8] = seg;
}
struct BlockPrefixCallbackOp { int running_total; __device__ BlockPrefixCallbackOp(int r) : running_total(r) {} __device__ int operator()(int agg) { int old = running_total; running_total += agg; return old; } };
__global__ void runscan(int *d, int n) {
  typedef cub::BlockScan<int, 128> BS; __shared__ typename BS::TempStorage t; BlockPrefixCallbackOp op(0);
  for (int off = 0; off < n; off += 128) { int v = d[off + threadIdx.x]; BS(t).InclusiveSum(v, v, op); __syncthreads(); d[off + threadIdx.x] = v; }
}
__global__ void hist(unsigned char *in, unsigned *out) {
  typedef cub::BlockHistogram<unsigned char, 128, 4, 256, cub::BLOCK_HISTO_ATOMIC> H; __shared__ typename H::TempStorage t; __shared__ unsigned h[256]; unsigned char d[4];
  for (int i = 0; i < 4; i++) d[i] = in[threadIdx.x * 4 + i]; H(t).Histogram(d, h); __syncthreads(); for (int i = threadIdx.x; i < 256; i += 128) out[i] = h[i];
}
__global__ void msort(int *k, int *v) {
  using BMS = cub::BlockMergeSort<int, 64, 4, int>; __shared__ typename BMS::TempStorage t; int a[4], b[4]; 
  for (int i = 0; i < 4; i++) a[i] = k[threadIdx.x * 4 + i], b[i] = v[threadIdx.x * 4 + i];
  BMS(t).StableSort(a, b, Lt()); for (int i = 0; i < 4; i++) k[threadIdx.x * 4 + i] = a[i], v[threadIdx.x * 4 + i] = b[i];
}
__global__ void exch(int *p) {
  using E = cub::BlockExchange<int, 64, 4>; __shared__ typename E::TempStorage t; int a[4]; for (int i = 0; i < 4; i++) a[i] = p[threadIdx.x + i * 64]; E(t).StripedToBlocked(a, a); for (int i = 0; i < 4; i++) p[threadIdx.x * 4 + i] = a[i] + 1;
}
__global__ void disc(int *p, int *o) {
  using D = cub::BlockDiscontinuity<int, 64>; __shared__ typename D::TempStorage t; int a[2], f[2]; a[0] = p[2 * threadIdx.x]; a[1] = p[2 * threadIdx.x + 1]; D(t).FlagHeads(f, a, cub::Inequality()); o[2 * threadIdx.x] = f[0]; o[2 * threadIdx.x + 1] = f[1];
}
__global__ void wms(int *p) { constexpr int IT = 4; using W = cub::WarpMergeSort<int, IT, 16>; __shared__ typename W::TempStorage t[4]; int w = threadIdx.x / 16; int a[IT]; for (int i = 0; i < IT; i++) a[i] = p[threadIdx.x * IT + i]; W(t[w]).Sort(a, Lt()); for (int i = 0; i < IT; i++) p[threadIdx.x * IT + i] = a[i]; }
__global__ void wload(int *p, int *q) { using L = cub::WarpLoad<int, 4, cub::WARP_LOAD_TRANSPOSE, 32>; using S = cub::WarpStore<int, 4, cub::WARP_STORE_TRANSPOSE, 32>; __shared__ union { typename L::TempStorage l; typename S::TempStorage s; } t[2]; int w = threadIdx.x / 32, a[4]; L(t[w].l).Load(p + w * 128, a); __syncwarp(); for (int i = 0; i < 4; i++) a[i] *= 2; S(t[w].s).Store(q + w * 128, a); }
int main() {
  test<128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE, cub::BLOCK_SCAN_RAKING>("raking");
  test<64, 8, cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE, cub::BLOCK_SCAN_RAKING_MEMOIZE>("memoize");
  test<256, 1, cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT, cub::BLOCK_SCAN_WARP_SCANS>("warps");
  test<64, 4, cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE, cub::BLOCK_SCAN_WARP_SCANS>("vec");
  test<64, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED, cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED, cub::BLOCK_SCAN_WARP_SCANS>("timesliced");
  { const int N = 128 * 4 * 2; std::vector<int> h(N); for (int i = 0; i < N; i++) h[i] = (i * 7919) % 1009 - 500; int *a, *b; cudaMallocManaged(&a, N * 4); cudaMallocManaged(&b, N * 4); std::copy(h.begin(), h.end(), a);
    sortk<int, 128, 4><<<2, 128>>>(a, b); cudaDeviceSynchronize(); std::sort(h.begin(), h.begin() + 512); std::sort(h.begin() + 512, h.end()); printf("sort %d\n", std::equal(h.begin(), h.end(), b));
    for (int i = 0; i < 128; i++) a[i] = i; reduce<<<1, 128>>>(a, b, 100); cudaDeviceSynchronize(); printf("%d %d\n", b[0], b[1]);
    warps<<<1, 128>>>(a, b); cudaDeviceSynchronize(); printf("%d %d %d %d %d %d\n", b[31], b[33], b[128 + 33], b[256], b[259], b[261]);
    for (int i = 0; i < 512; i++) a[i] = 1; runscan<<<1, 128>>>(a, 512); cudaDeviceSynchronize(); printf("%d\n", a[511]);
    for (int i = 0; i < 512; i++) ((unsigned char *)a)[i] = i % 100; hist<<<1, 128>>>((unsigned char *)a, (unsigned *)b); cudaDeviceSynchronize(); printf("%d %d %d\n", b[0], b[12], b[100]);
    for (int i = 0; i < 256; i++) a[i] = (i * 37) % 64, b[i] = i; msort<<<1, 64>>>(a, b); cudaDeviceSynchronize(); bool ok = true; for (int i = 1; i < 256; i++) ok = ok && (a[i - 1] < a[i] || (a[i - 1] == a[i] && b[i - 1] < b[i])); printf("msort %d\n", ok);
    for (int i = 0; i < 256; i++) a[i] = i; exch<<<1, 64>>>(a); cudaDeviceSynchronize(); printf("%d %d\n", a[5], a[255]);
    for (int i = 0; i < 128; i++) a[i] = i / 5; disc<<<1, 64>>>(a, b); cudaDeviceSynchronize(); int s = 0; for (int i = 0; i < 128; i++) s += b[i]; printf("heads %d\n", s);
    for (int i = 0; i < 256; i++) a[i] = (i * 37) % 64; wms<<<1, 64>>>(a); cudaDeviceSynchronize(); printf("wms %d\n", std::is_sorted(a, a + 64) && std::is_sorted(a + 192, a + 256));
    for (int i = 0; i < 256; i++) a[i] = i; wload<<<1, 64>>>(a, b); cudaDeviceSynchronize(); printf("%d %d\n", b[5], b[255]);
  }
}
