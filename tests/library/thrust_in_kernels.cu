// Algorithms that a thread calls are done by this thread, whatever the policy: `thrust::device` in a kernel is `thrust::seq`.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/functional.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#include <cstdio>

struct item { int key; float value; };
struct by_key { __host__ __device__ bool operator()(const item &a, const item &b) const { return a.key < b.key; } };
struct odd { __host__ __device__ bool operator()(int x) const { return x & 1; } };
struct square { __host__ __device__ long operator()(int x) const { return (long)x * x; } };

enum { N = 5000, RESULTS = 12 };
template <class P> __host__ __device__ void work(P policy, int *a, int *b, item *items, long *out) {
    thrust::stable_sort(policy, items, items + N, by_key());
    *out++ = items[0].key * 100000L + items[N - 1].key;
    *out++ = (long)(items[N / 2].value * 10);
    thrust::inclusive_scan(policy, a, a + N, a);
    *out++ = a[N - 1];
    int *end = thrust::remove_if(policy, a, a + N, odd());
    *out++ = end - a;
    *out++ = thrust::count_if(policy, a, end, odd()) + thrust::count(policy, a, end, 1000);
    *out++ = thrust::transform_reduce(policy, a, end, square(), 0L, thrust::plus<long>());
    thrust::sequence(policy, b, b + N, 7);
    thrust::sort_by_key(policy, a, end, b, thrust::greater<int>());
    *out++ = b[0] * 100000L + b[end - a - 1];
    int *last = thrust::unique(policy, a, end);
    *out++ = last - a;
    *out++ = *thrust::max_element(policy, a, last) + thrust::reduce(policy, a, last, 0);
    thrust::adjacent_difference(policy, a, last, b);
    *out++ = thrust::reduce(policy, b, b + (last - a), 0, thrust::maximum<int>());
    *out++ = thrust::find(policy, a, last, a[17]) - a;
    thrust::fill(policy, b, b + N, 3);
    thrust::copy(policy, b, b + 100, a);
    *out++ = thrust::lower_bound(policy, b, b + N, 3) - b + thrust::reduce(policy, a, a + 200);
}
__global__ void on_device(int *a, int *b, item *items, long *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    work(thrust::device, a + i * N, b + i * N, items + i * N, out + i * RESULTS);
}
__global__ void in_sequence(int *a, int *b, item *items, long *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    work(thrust::seq, a + i * N, b + i * N, items + i * N, out + i * RESULTS);
}
int main() {
    int *a, *b;
    item *items;
    long *out, *want = new long[8 * RESULTS];
    cudaMallocManaged(&a, 8 * N * sizeof(int));
    cudaMallocManaged(&b, 8 * N * sizeof(int));
    cudaMallocManaged(&items, 8 * N * sizeof(item));
    cudaMallocManaged(&out, 8 * RESULTS * sizeof(long));
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < 8 * N; i++) a[i] = i * 37 % 101, b[i] = 0, items[i] = item{i * 91 % 1007, (float)(i % 13)};
        if (turn == 0)
            for (int i = 0; i < 8; i++) work(thrust::host, a + i * N, b + i * N, items + i * N, want + i * RESULTS);
        else if (turn == 1)
            on_device<<<2, 4>>>(a, b, items, out);
        else
            in_sequence<<<4, 2>>>(a, b, items, out);
        int code = cudaDeviceSynchronize(), wrong = 0;
        for (int i = 0; i < 8 * RESULTS && turn; i++) wrong += out[i] != want[i];
        printf("%d: %d wrong\n", code, wrong);
    }
    for (int i = 0; i < RESULTS; i++) printf("%ld%c", want[i], i == RESULTS - 1 ? '\n' : ' ');
    return 0;
}
/* OUTPUT:
0: 0 wrong
0: 0 wrong
0: 0 wrong
1006 60 249983 2327 0 48548511371796 233300007 2278 285204576 249796 17 23367418
*/
