// Cooperative groups: blocks, tiles of a warp, coalesced threads, reductions.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>
namespace cg = cooperative_groups;

// The sum over a group, by a tree in shared memory: with a block or with a tile.
__device__ int tree_sum(cg::thread_group g, int *temp, int value)
{
    int rank = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        temp[rank] = value;
        g.sync();
        if (rank < i) value += temp[rank + i];
        g.sync();
    }
    return value;
}

template <int size>
__device__ int shuffle_sum(cg::thread_block_tile<size> t, int value)
{
    for (int i = t.size() / 2; i > 0; i /= 2) value += t.shfl_down(value, i);
    return value;
}

__global__ void sums(const int *in, int *out, float *maxima)
{
    extern __shared__ int temp[];
    cg::thread_block block = cg::this_thread_block();
    int value = in[block.group_index().x * block.size() + block.thread_rank()];
    int all = tree_sum(block, temp, value);
    block.sync();
    auto tile = cg::tiled_partition<32>(block);
    cg::thread_block_tile<8> small = cg::tiled_partition<8>(tile);
    int of_warp = shuffle_sum<32>(tile, value);
    int of_eight = cg::reduce(small, value, cg::plus<int>());
    if (block.thread_rank() == 0) out[0] = all;
    if (tile.thread_rank() == 0) out[1 + tile.meta_group_rank()] = of_warp;
    if (small.thread_rank() == 0) out[5 + tile.meta_group_rank() * 4 + small.meta_group_rank()] = of_eight;
    float biggest = cg::reduce(tile, (float)value, cg::greater<float>());
    if (tile.thread_rank() == 31) maxima[tile.meta_group_rank()] = biggest;
    cg::sync(block);
}

__global__ void votes(unsigned *out)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<4>(block);
    unsigned rank = block.thread_rank();
    unsigned bits = tile.ballot(rank % 3 == 0);
    int some = tile.any(rank == 5), every = tile.all(rank < 8), up = tile.shfl_up((int)rank, 1), other = tile.shfl_xor((int)rank, 3);
    unsigned same = tile.match_any((int)rank / 2);
    out[rank] = bits | some << 4 | every << 5 | (unsigned)up << 8 | (unsigned)other << 16 | same << 24;
    if (rank % 4 == 1) {
        cg::coalesced_group g = cg::coalesced_threads();
        int mine = g.shfl((int)rank, g.thread_rank()); // how many threads run together is not for the program to know
        out[rank] ^= (unsigned)(g.thread_rank() < g.size() && g.all(1) && mine == (int)rank) << 28;
    }
}

int main()
{
    int *in, *out;
    float *maxima;
    unsigned *bits;
    cudaMallocManaged(&in, 128 * sizeof(int));
    cudaMallocManaged(&out, 32 * sizeof(int));
    cudaMallocManaged(&maxima, 4 * sizeof(float));
    cudaMallocManaged(&bits, 32 * sizeof(unsigned));
    for (int i = 0; i < 128; i++) in[i] = i * i % 17;
    sums<<<1, 128, 128 * sizeof(int)>>>(in, out, maxima);
    cudaDeviceSynchronize();
    int ok = 1, total = 0;
    for (int w = 0; w < 4; w++) {
        int warp = 0, most = 0;
        for (int e = 0; e < 4; e++) {
            int eight = 0;
            for (int i = 0; i < 8; i++) {
                int v = in[w * 32 + e * 8 + i];
                eight += v;
                most = v > most ? v : most;
            }
            ok = ok && out[5 + w * 4 + e] == eight;
            warp += eight;
        }
        ok = ok && out[1 + w] == warp && maxima[w] == most;
        total += warp;
    }
    printf("%d %d\n", ok, out[0] == total);
    votes<<<1, 32>>>(bits);
    cudaDeviceSynchronize();
    for (int i = 0; i < 12; i++) printf("%08x\n", bits[i]);
    return 0;
}
/* OUTPUT:
1 1
03030029
13020029
0c010129
0c000229
03070434
13060434
0c050534
0c040634
030b0802
130a0802
0c090902
0c080a02
*/
