// CUB: how blocks share a grid's tiles, queues of work, and searches of one thread.
/* OUTPUT:
1000 in 4: 0..256 by 128 256..512 by 128 512..768 by 128 768..1000 by 128 0..1000 by 512 128..1000 by 512 256..1000 by 512 384..1000 by 512
128 in 1: 0..128 by 128 0..128 by 128
3000 in 4: 0..768 by 128 768..1536 by 128 1536..2304 by 128 2304..3000 by 128 0..3000 by 512 128..3000 by 512 256..3000 by 512 384..3000 by 512
0 in 0:
0 100
1 3, 3 2
*/
// EXIT: 0
#include <cub/cub.cuh>
#include <cub/grid/grid_even_share.cuh>
#include <cub/grid/grid_queue.cuh>
#include <cub/thread/thread_search.cuh>
#include <cstdio>
template <cub::GridMappingStrategy S> __global__ void shares(cub::GridEvenShare<int> share, int *out) {
    share.BlockInit<128, S>();
    if (threadIdx.x == 0) out[3 * blockIdx.x] = share.block_offset, out[3 * blockIdx.x + 1] = share.block_end, out[3 * blockIdx.x + 2] = share.block_stride;
}
__global__ void work(cub::GridQueue<int> queue, int n, int *taken) {
    for (int i = queue.Drain(1); i < n; i = queue.Drain(1)) atomicAdd(&taken[i], 1);
}
__global__ void search(const int *a, int n, int *out) {
    out[0] = cub::LowerBound(a, n, 3);
    out[1] = cub::UpperBound(a, n, 3);
    int2 c;
    cub::MergePathSearch(5, a, a, n, n, c);
    out[2] = c.x;
    out[3] = c.y;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 4096);
    for (int n : {1000, 128, 3000, 0}) {
        cub::GridEvenShare<int> share;
        share.DispatchInit(n, 4, 128);
        printf("%d in %d:", n, share.grid_size);
        if (share.grid_size) shares<cub::GRID_MAPPING_RAKE><<<share.grid_size, 128>>>(share, o);
        cudaDeviceSynchronize();
        for (int i = 0; i < share.grid_size; i++) printf(" %d..%d by %d", o[3 * i], o[3 * i + 1], o[3 * i + 2]);
        if (share.grid_size) shares<cub::GRID_MAPPING_STRIP_MINE><<<share.grid_size, 128>>>(share, o);
        cudaDeviceSynchronize();
        for (int i = 0; i < share.grid_size; i++) printf(" %d..%d by %d", o[3 * i], o[3 * i + 1], o[3 * i + 2]);
        printf("\n");
    }
    void *p;
    cudaMalloc(&p, cub::GridQueue<int>::AllocationSize());
    cub::GridQueue<int> queue(p);
    queue.FillAndResetDrain(100);
    for (int i = 0; i < 1000; i++) o[i] = 0;
    work<<<4, 32>>>(queue, 100, o);
    cudaDeviceSynchronize();
    int wrong = 0, fill = 0;
    for (int i = 0; i < 101; i++) wrong += o[i] != (i < 100);
    queue.FillSize(fill);
    printf("%d %d\n", wrong, fill);
    for (int i = 0; i < 4; i++) o[100 + i] = (int[]){1, 3, 3, 7}[i];
    search<<<1, 1>>>(o + 100, 4, o);
    cudaDeviceSynchronize();
    printf("%d %d, %d %d\n", o[0], o[1], o[2], o[3]);
}
