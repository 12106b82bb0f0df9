// Clusters: blocks that meet and reach each other's shared memory, as the CUDA C++ Programming Guide uses them.
// CPU-ONLY: clusters of several blocks run on the CPU only
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) swap(int *out)
{
    __shared__ int mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
    cluster.sync();
    const int *other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = other[threadIdx.x];
    cluster.sync();
}

// A histogram whose bins are spread over the blocks of a cluster.
__global__ void histogram(int *bins, int nbins, int bins_per_block, const int *input, int n)
{
    extern __shared__ int smem[];
    cg::cluster_group cluster = cg::this_cluster();
    int cluster_size = cluster.dim_blocks().x, rank = cluster.block_rank(), tid = cg::this_grid().thread_rank();
    for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) smem[i] = 0;
    cluster.sync();
    for (int i = tid; i < n; i += blockDim.x * gridDim.x) {
        int bin = input[i] < 0 ? 0 : input[i] >= nbins ? nbins - 1 : input[i];
        int *dst = cluster.map_shared_rank(smem, bin / bins_per_block);
        atomicAdd(dst + bin % bins_per_block, 1);
    }
    cluster.sync();
    for (int i = threadIdx.x; i < bins_per_block && rank < cluster_size; i += blockDim.x)
        atomicAdd(&bins[rank * bins_per_block + i], smem[i]);
}

template <int N> __global__ void __cluster_dims__(N, 2, 1) where(int *out)
{
    cg::cluster_group cluster = cg::this_cluster();
    cg::grid_group grid = cg::this_grid();
    __shared__ int value;
    if (threadIdx.x == 0) value = cluster.block_rank() * 10 + 1;
    auto token = cluster.barrier_arrive();
    int own = cluster.block_index().x + 10 * cluster.block_index().y + 100 * (int)grid.cluster_rank();
    cluster.barrier_wait(static_cast<decltype(token) &&>(token));
    int sum = 0;
    for (unsigned r = 0; r < cluster.num_blocks(); r++) sum += *cluster.map_shared_rank(&value, r);
    bool asked = cluster.query_shared_rank(cluster.map_shared_rank(&value, 1)) == 1;
    cluster.sync();
    if (threadIdx.x == blockDim.x - 1) {
        int *o = out + 4 * (blockIdx.y * gridDim.x + blockIdx.x);
        o[0] = own, o[1] = sum, o[2] = cluster.thread_rank(), o[3] = asked * 1000 + cluster.num_threads();
    }
}

// Threads that leave early no longer count, and barriers of a block are its own.
__global__ void __cluster_dims__(4) ring(float *x, int rounds)
{
    __shared__ float v[2][64];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned n = cluster.num_blocks(), left = (cluster.block_rank() + n - 1) % n;
    v[0][threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
    for (int i = 0; i < rounds; i++) {
        __syncthreads();
        float here = v[i & 1][(threadIdx.x + 1) % blockDim.x];
        cluster.sync();
        float there = cluster.map_shared_rank(&v[i & 1][0], left)[threadIdx.x];
        v[~i & 1][threadIdx.x] = 0.5f * (here + there);
        cluster.sync();
    }
    x[blockIdx.x * blockDim.x + threadIdx.x] = v[rounds & 1][threadIdx.x];
}

int main()
{
    int *o;
    cudaMallocManaged(&o, 4096 * sizeof *o);
    swap<<<4, 32>>>(o);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", o[0], o[33], o[64], o[127]);

    const int n = 5000, nbins = 64;
    int *input, *bins, want[nbins] = {};
    cudaMallocManaged(&input, n * sizeof *input);
    cudaMallocManaged(&bins, nbins * sizeof *bins);
    for (int i = 0; i < n; i++) input[i] = (i * 7919) % 71 - 3, want[input[i] < 0 ? 0 : input[i] >= nbins ? nbins - 1 : input[i]]++;
    for (int size = 1; size <= 8; size *= 2) {
        memset(bins, 0, nbins * sizeof *bins);
        cudaLaunchConfig_t config = {};
        config.gridDim = 8;
        config.blockDim = 64;
        config.dynamicSmemBytes = nbins / size * sizeof(int);
        cudaLaunchAttribute attribute[1];
        attribute[0].id = cudaLaunchAttributeClusterDimension;
        attribute[0].val.clusterDim.x = size;
        attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;
        config.attrs = attribute;
        config.numAttrs = 1;
        cudaError_t e = cudaLaunchKernelEx(&config, histogram, bins, nbins, nbins / size, (const int *)input, n);
        cudaDeviceSynchronize();
        printf("%s %s\n", cudaGetErrorName(e), memcmp(bins, want, sizeof want) ? "WRONG" : "right");
    }

    where<2><<<dim3(4, 2), 3>>>(o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++) printf("%d,%d,%d,%d ", o[4 * i], o[4 * i + 1], o[4 * i + 2], o[4 * i + 3]);
    printf("\n");

    float *x, sum = 0;
    cudaMallocManaged(&x, 12 * 64 * sizeof *x);
    for (int i = 0; i < 12 * 64; i++) x[i] = i % 17, sum += x[i];
    ring<<<12, 64>>>(x, 50);
    cudaDeviceSynchronize();
    float after = 0;
    for (int i = 0; i < 12 * 64; i++) after += x[i];
    printf("%.1f %.1f %.4f %.4f\n", sum, after, x[0], x[767]);

    swap<<<3, 32>>>(o); // no multiple of the cluster
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
/* OUTPUT:
100 1 300 231
cudaSuccess right
cudaSuccess right
cudaSuccess right
cudaSuccess right
0,64,2,1012 1,64,5,1012 100,64,2,1012 101,64,5,1012 10,64,8,1012 11,64,11,1012 110,64,8,1012 111,64,11,1012 
6123.0 6123.0 8.1337 7.7090
cudaErrorInvalidClusterSize
*/
