// Kernels whose blocks have narrow rows: several blocks run as one where the code cannot tell (core/gen/lanes/fold.c), with the
// same results as one by one. Launches of more than 100,000 threads have full code from the first on.
#include <stdio.h>
#include <string.h>

#define W 512
#define H 256

__device__ int column() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int row() { return blockIdx.y * blockDim.y + threadIdx.y; }

// The sum alone, in several forms.
__global__ void plain(int *o) { int x = blockIdx.x * blockDim.x + threadIdx.x, y = row(); o[y * W + x] = x * 1000 + y; }
__global__ void in_parts(int *o) {
    int tx = threadIdx.x, bx = blockIdx.x, ty = threadIdx.y, by = blockIdx.y;
    int x = bx * 8 + tx, y = by * 8 + ty;
    if (x > 2 && x < W - 5) o[y * W + x] = o[y * W + x - 1] * 0 + x * 1000 + y + (int)(gridDim.x * blockDim.x);
}
__global__ void wide(int *o) { size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x; o[(size_t)row() * W + x] = (int)(x * 3 + 1); }
__global__ void strides(int *o) {
    for (int y = row(); y < H; y += gridDim.y * blockDim.y)
        for (int x = column(); x < W; x += gridDim.x * blockDim.x) o[y * W + x] += x ^ y;
}
// What differs from block to block, or within one.
__global__ void thread_too(int *o) { int x = column(); o[row() * W + x] = x * 100 + threadIdx.x; }
__global__ void block_too(int *o) { int x = column(); o[row() * W + x] = x * 100 + blockIdx.x; }
__global__ void twice_thread(int *o) { int x = column(); o[row() * W + x] = x + threadIdx.x; }
__global__ void remainder(int *o) { int x = column(); o[row() * W + x] = x % 8 + (x & 7) * 10 + (x >> 3) * 100; }
__global__ void negative(int *o) { int x = blockIdx.x * blockDim.x - threadIdx.x + 7; o[row() * W + x] = 5; }
__global__ void other_width(int *o) { int x = blockIdx.x * 4 + threadIdx.x; if (x < W) atomicAdd(&o[row() * W + x], 1); }
__global__ void chosen(int *o) { int x = threadIdx.y & 1 ? column() : blockIdx.x; atomicAdd(&o[row() * W + x], 1); }
__global__ void counted(int *o) { int x = column(), s = 0; for (int i = threadIdx.x; i < 8; i++) s += i; o[row() * W + x] = s; }
__device__ int eight[32] = {3, 1, 4, 1, 5, 9, 2, 6, 100, 100, 100, 100, 100, 100, 100, 100};
__global__ void table(int *o) { int x = column(); o[row() * W + x] = x * 10 + eight[threadIdx.x]; }
__global__ void extended(int *o) { // what is added before a number becomes wider may wrap in one of the two
    unsigned near = threadIdx.x - 3;
    size_t far = (size_t)blockIdx.x * blockDim.x + near;
    o[row() * W + column()] = (int)(far >> 4);
}
__global__ void shared_row(int *o) {
    __shared__ int s[8][8];
    int x = column();
    s[threadIdx.y][threadIdx.x] = x;
    __syncthreads();
    o[row() * W + x] = s[threadIdx.y][7 - threadIdx.x];
}
__global__ void lanes(int *o) { int x = column(); o[row() * W + x] = __shfl_xor_sync(~0u, x, 1); }

__managed__ int got[W * H];
static int expected(int kernel, int x, int y) {
    int t = x % 8, b = x / 8;
    switch (kernel) {
    case 0: return x * 1000 + y;
    case 1: return x > 2 && x < W - 5 ? x * 1000 + y + W : 0;
    case 2: return x * 3 + 1;
    case 3: return x ^ y;
    case 4: return x * 100 + t;
    case 5: return x * 100 + b;
    case 6: return x + t;
    case 7: return t + t * 10 + b * 100;
    case 8: return 5;
    case 9: return x < 4 || (x >= 256 && x < 260) ? 1 : x < 256 ? 2 : 0;
    case 10: return (y & 1) + (y & 1 ? 0 : x < 64 ? 8 : 0);
    case 11: { int s = 0; for (int i = t; i < 8; i++) s += i; return s; }
    case 15: return (int)(((size_t)b * 8 + (unsigned)(t - 3)) >> 4);
    case 14: { const int digits[8] = {3, 1, 4, 1, 5, 9, 2, 6}; return x * 10 + digits[t]; }
    case 12: return b * 8 + 7 - t;
    default: return x ^ 1;
    }
}
static void check(const char *name, int kernel) {
    int wrong = 0;
    for (int i = 0; i < W * H; i++) wrong += got[i] != expected(kernel, i % W, i / W);
    printf("%s: %d wrong\n", name, wrong);
}
#define RUN(kernel, number) \
    for (int turn = 0; turn < 2; turn++) { \
        memset(got, 0, sizeof got); \
        kernel<<<dim3(W / 8, H / 8), dim3(8, 8)>>>(got); \
        cudaDeviceSynchronize(); \
        if (turn) check(#kernel, number); \
    }
int main() {
    RUN(plain, 0) RUN(in_parts, 1) RUN(wide, 2) RUN(strides, 3) RUN(thread_too, 4) RUN(block_too, 5) RUN(twice_thread, 6)
    RUN(remainder, 7) RUN(negative, 8) RUN(other_width, 9) RUN(chosen, 10) RUN(counted, 11) RUN(shared_row, 12) RUN(lanes, 13) RUN(table, 14) RUN(extended, 15)
    memset(got, 0, sizeof got); // a number of blocks that the rows do not share
    plain<<<dim3(61, H / 8), dim3(8, 8)>>>(got);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < W * H; i++) wrong += got[i] != (i % W < 61 * 8 ? expected(0, i % W, i / W) : 0);
    printf("61 blocks: %d wrong\n", wrong);
}
/* OUTPUT:
plain: 0 wrong
in_parts: 0 wrong
wide: 0 wrong
strides: 0 wrong
thread_too: 0 wrong
block_too: 0 wrong
twice_thread: 0 wrong
remainder: 0 wrong
negative: 0 wrong
other_width: 0 wrong
chosen: 0 wrong
counted: 0 wrong
shared_row: 0 wrong
lanes: 0 wrong
table: 0 wrong
extended: 0 wrong
61 blocks: 0 wrong
*/
