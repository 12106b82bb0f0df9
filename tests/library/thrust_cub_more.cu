// Iterators of a program's own, views by mdspan, and less common parts of Thrust and CUB: what each gives, by hand.
// EXIT: 0
// CHECK: repeated 0 0 0 1 1 1 2 2 2 3 3 3, sum 45
// CHECK: offset 2 14
// CHECK: tabulated 11 55
// CHECK: transposed 0 3 1 5
// CHECK: left: 11 of 2, stride 3, size 12
// CHECK: extents 1 102
// CHECK: filled 9 2 3 6 10
// CHECK: segments of 2: 1 5 9
// CHECK: scanned 100 0
// CHECK: merged 1:10 2:20 4:40 4:41 8:80 9:90, sorted 40:4
// CHECK: 2 10 -1 -2 189 93 25 27 190 1000 1000 1000 3008 9152 93 45 45 35 2 35 3 17 17 131071 31
// CHECK: inverses 1 1 1 1
// CHECK: by the library's own names 3 0 2
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda/functional>
#include <cuda/std/mdspan>
#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/iterator_adaptor.h>
#include <thrust/iterator/offset_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>

// Each element of another iterator several times: Thrust's own example.
template <typename I> class repeat_iterator : public thrust::iterator_adaptor<repeat_iterator<I>, I> {
public:
    typedef thrust::iterator_adaptor<repeat_iterator<I>, I> super_t;
    __host__ __device__ repeat_iterator(const I &x, int n) : super_t(x), begin(x), n(n) {}
    friend class thrust::iterator_core_access;

private:
    int n;
    const I begin;
    __host__ __device__ typename super_t::reference dereference() const { return *(begin + (this->base() - begin) / n); }
};
struct put {
    int *to;
    __host__ __device__ void operator()(int i, int value) const { to[i] = value * 10 + i; }
};
struct cell {
    int *to;
    __host__ __device__ void operator()(int number, int i, int j) const { to[number] = i * 100 + j; }
};
struct three { __host__ __device__ int operator()() const { return 3; } };
struct odd { __host__ __device__ bool operator()(int x) const { return x & 1; } };
struct twice { __host__ __device__ int operator()(int x) const { return 2 * x; } };
struct difference { __host__ __device__ int operator()(int a, int b) const { return a - b; } };

__global__ void transpose(cuda::std::mdspan<const int, cuda::std::extents<int, 2, 3>> from, cuda::std::mdspan<int, cuda::std::dextents<int, 2>> to) {
    int i = threadIdx.x / from.extent(1), j = threadIdx.x % from.extent(1);
    to(j, i) = from(i, j);
}

__global__ void parts(int *out) {
    __shared__ union {
        cub::BlockAdjacentDifference<int, 64>::TempStorage difference;
        cub::BlockExchange<int, 64, 2>::TempStorage exchange;
        cub::BlockShuffle<int, 64>::TempStorage shuffle;
        cub::BlockScan<int, 64>::TempStorage scan;
        cub::WarpReduce<int>::TempStorage reduce[2];
        cub::WarpExchange<int, 2>::TempStorage warp[2];
        cub::BlockRunLengthDecode<int, 64, 1, 2>::TempStorage decode;
    } s;
    int t = threadIdx.x, a[2] = {3 * t, 3 * t + 1}, b[2], last;
    cub::BlockAdjacentDifference<int, 64>(s.difference).SubtractLeftPartialTile(a, b, difference(), 7);
    if (t == 3) { out[0] = b[0]; out[1] = b[1]; }
    __syncthreads();
    cub::BlockAdjacentDifference<int, 64>(s.difference).SubtractRightPartialTile(a, b, difference(), 7);
    if (t == 2) { out[2] = b[0]; out[3] = b[1]; }
    __syncthreads();
    int ranks[2] = {t == 5 ? -1 : 127 - 2 * t, 126 - 2 * t};
    cub::BlockExchange<int, 64, 2>(s.exchange).ScatterToStripedGuarded(a, b, ranks);
    if (t == 1) { out[4] = b[0]; out[5] = b[1]; }
    __syncthreads();
    cub::BlockShuffle<int, 64>(s.shuffle).Up(a, b, last);
    if (t == 9) { out[6] = b[0]; out[7] = b[1]; out[8] = last; }
    __syncthreads();
    cub::BlockScan<int, 64>(s.scan).InclusiveScan(a, b, 1000, cuda::maximum<>{});
    if (t == 63) { out[9] = b[0]; out[10] = b[1]; }
    if (t == 0) out[11] = b[1];
    __syncthreads();
    int sum = cub::WarpReduce<int>(s.reduce[t / 32]).Sum(a);
    if (t % 32 == 0) out[12 + t / 32] = sum;
    __syncthreads();
    int back[2] = {2 * (31 - t % 32), 2 * (31 - t % 32) + 1};
    cub::WarpExchange<int, 2>(s.warp[t / 32]).ScatterToStriped(a, back);
    if (t == 0) { out[14] = a[0]; out[15] = a[1]; }
    __syncthreads();
    int value[1] = {t * 7}, length[1] = {t < 10 ? t : 0}, total, decoded[2], offsets[2];
    cub::BlockRunLengthDecode<int, 64, 1, 2> decode(s.decode, value, length, total);
    decode.RunLengthDecode(decoded, offsets, 8u);
    if (t == 2) { out[16] = total; out[17] = decoded[0]; out[18] = offsets[0]; out[19] = decoded[1]; out[20] = offsets[1]; }
    int up = cub::ShuffleUp<16>(t, 3, 0, 0xffffffffu), down = cub::ShuffleDown<32>(t, 30, 31, 0xffffffffu);
    if (t == 17) { out[21] = up; out[22] = down; out[23] = (int)cub::LaneMaskLt(); }
    if (t == 1) out[24] = down;
}

int main() {
    thrust::device_vector<int> v(6), w(6, thrust::no_init), o(64);
    thrust::sequence(v.begin(), v.end());
    int *p = thrust::raw_pointer_cast(o.data()), *in = thrust::raw_pointer_cast(v.data());
    repeat_iterator<thrust::device_vector<int>::iterator> r(v.begin(), 3);
    thrust::copy(r, r + 12, o.begin());
    printf("repeated");
    for (int i = 0; i < 12; i++) printf(" %d", (int)o[i]);
    printf(", sum %d\n", thrust::reduce(r, r + 18));
    auto off = thrust::make_offset_iterator(v.begin(), 2);
    printf("offset %d %d\n", (int)off[0], thrust::reduce(off, off + 4));
    thrust::copy(v.begin(), v.end(), thrust::make_tabulate_output_iterator(put{p}));
    printf("tabulated %d %d\n", (int)o[1], (int)o[5]);
    transpose<<<1, 6>>>(cuda::std::mdspan<const int, cuda::std::extents<int, 2, 3>>(in), cuda::std::mdspan<int, cuda::std::dextents<int, 2>>(p, 3, 2));
    cudaDeviceSynchronize();
    printf("transposed %d %d %d %d\n", (int)o[0], (int)o[1], (int)o[2], (int)o[5]);
    cuda::std::mdspan<int, cuda::std::extents<int, 3, cuda::std::dynamic_extent>, cuda::std::layout_left> left(nullptr, 4);
    printf("left: %d of %zu, stride %d, size %d\n", left.mapping()(2, 3), left.rank(), left.stride(1), (int)left.size());
    cub::DeviceFor::ForEachInExtents(cuda::std::extents<int, 2, 3>{}, cell{p});
    cudaDeviceSynchronize();
    printf("extents %d %d\n", (int)o[1], (int)o[5]);
    cub::DeviceTransform::Fill(p, 4, 9);
    cub::DeviceTransform::Generate(p + 1, 2, three());
    cub::DeviceTransform::TransformIf(in, p, 6, odd(), twice());
    cudaDeviceSynchronize();
    printf("filled %d %d %d %d %d\n", (int)o[0], (int)o[1], (int)o[2], (int)o[3], (int)o[5]);
    void *t = nullptr;
    size_t n = 0;
    cub::DeviceSegmentedReduce::Sum(t, n, in, p, 3, 2);
    cudaMalloc(&t, n = 1 << 16);
    cub::DeviceSegmentedReduce::Sum(t, n, in, p, 3, 2);
    cudaDeviceSynchronize();
    printf("segments of 2: %d %d %d\n", (int)o[0], (int)o[1], (int)o[2]);
    thrust::device_vector<int> first(1, 100);
    cub::DeviceScan::ExclusiveScan(t, n, in, p, cuda::minimum<>{}, cub::FutureValue<int>(thrust::raw_pointer_cast(first.data())), 6);
    cudaDeviceSynchronize();
    printf("scanned %d %d\n", (int)o[0], (int)o[5]);
    int k1[3] = {1, 4, 9}, v1[3] = {10, 40, 90}, k2[3] = {2, 4, 8}, v2[3] = {20, 41, 80};
    thrust::device_vector<int> a(k1, k1 + 3), av(v1, v1 + 3), b(k2, k2 + 3), bv(v2, v2 + 3), mk(6), mv(6);
    cub::DeviceMerge::MergePairs(t, n, a.begin(), av.begin(), 3, b.begin(), bv.begin(), 3, mk.begin(), mv.begin());
    cudaDeviceSynchronize();
    printf("merged");
    for (int i = 0; i < 6; i++) printf(" %d:%d", (int)mk[i], (int)mv[i]);
    cub::DeviceMergeSort::SortPairsCopy(t, n, mv.begin(), mk.begin(), a.begin(), av.begin(), 3, thrust::greater<int>());
    cudaDeviceSynchronize();
    printf(", sorted %d:%d\n", (int)a[0], (int)av[0]);
    parts<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    for (int i = 0; i < 25; i++) printf("%d%s", (int)o[i], i == 24 ? "\n" : " ");
    thrust::complex<double> z(0.3, -0.7);
    printf("inverses %d %d %d %d\n", thrust::abs(thrust::sinh(thrust::asinh(z)) - z) < 1e-14, thrust::abs(thrust::cosh(thrust::acosh(z)) - z) < 1e-14,
           thrust::abs(thrust::tan(thrust::atan(z)) - z) < 1e-14, thrust::abs(thrust::cos(thrust::acos(z)) - z) < 1e-14);
    thrust::device_vector<int> kept{1, 0, 1, 1, 0};
    thrust::device_vector<int>::iterator middle = thrust::stable_partition(kept.begin(), kept.end(), ::cuda::std::identity{});
    cub::CachingDeviceAllocator allocator;
    printf("by the library's own names %d %d %d\n", (int)(middle - kept.begin()), (int)CUB_NS_QUALIFIER::Debug(cudaSuccess, __FILE__, __LINE__), (int)(kept.end() - middle));
}
