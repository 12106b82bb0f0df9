// Latches and semaphores of <cuda/...>, in shared and device memory and on the host; pointers with cache properties.
#include <cstdio>
#include <cuda/annotated_ptr>
#include <cuda/functional>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/barrier>
#include <cuda/std/cassert>
#include <cuda/std/latch>
#include <cuda/std/semaphore>
#include <cuda/std/string_view>
#include <cuda/std/variant>
__global__ void sum(const int *in, int *out) {
    __shared__ cuda::latch<cuda::thread_scope_block> all;
    __shared__ int part[64];
    if (threadIdx.x == 0) init(&all, blockDim.x);
    __syncthreads();
    part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (threadIdx.x) { all.count_down(); return; }
    all.arrive_and_wait();
    int s = 0;
    for (int i = 0; i < blockDim.x; i++) s += part[i];
    out[blockIdx.x] = s;
}
__device__ cuda::binary_semaphore<cuda::thread_scope_device> one(1);
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 8> some(3);
__device__ int counter, taken;
__global__ void count() {
    one.acquire();
    counter = counter + 1; // no atomic: one at a time
    one.release();
    if (some.try_acquire()) atomicAdd(&taken, 1);
}
__global__ void scale(cuda::annotated_ptr<int, cuda::access_property::persisting> p) { p[threadIdx.x] *= 2; }
int main() {
    int *in, *out;
    cudaMallocManaged(&in, 256 * sizeof(int));
    cudaMallocManaged(&out, 4 * sizeof(int));
    for (int i = 0; i < 256; i++) in[i] = i;
    sum<<<4, 64>>>(in, out);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    count<<<20, 1>>>();
    int c, t;
    cudaMemcpyFromSymbol(&c, counter, sizeof c);
    cudaMemcpyFromSymbol(&t, taken, sizeof t);
    printf("%d %d\n", c, t);
    scale<<<1, 4>>>(cuda::annotated_ptr<int, cuda::access_property::persisting>(in));
    cudaDeviceSynchronize();
    printf("%d %d %d\n", in[3], in[4], cuda::maximum<>()(3, 4));
    cuda::std::latch l(2);
    l.count_down();
    printf("%d ", l.try_wait());
    l.arrive_and_wait();
    cuda::std::counting_semaphore<4> s(1);
    s.acquire();
    printf("%d %d ", l.try_wait(), s.try_acquire());
    s.release(2);
    printf("%d\n", s.try_acquire());
    cuda::std::variant<int, float> v = 2.5f;
    cuda::std::string_view text("abc");
    printf("%g %zu\n", cuda::std::get<1>(v), text.size());
}
/* OUTPUT:
2016 6112 10208 14304
20 3
6 4 4
0 1 0 1
2.5 3
*/
