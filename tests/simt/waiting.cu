// Threads that wait for others without a barrier: spin locks within and between blocks, a flag in volatile shared
// memory, a pipeline of flags, tickets, the last block to finish.
// CPU-ONLY: threads of a block that wait for those of others need not end on a GPU (nvcc's program hangs too).
#include <stdio.h>

__device__ int lock, sum, done_blocks, next_ticket, now_serving;
__device__ volatile int turn;

__device__ void acquire(int *l) { while (atomicCAS(l, 0, 1) != 0); __threadfence(); }
__device__ void release(int *l) { __threadfence(); atomicExch(l, 0); }

__global__ void spin(int times) {
    for (int k = 0; k < times; k++) {
        acquire(&lock);
        sum = sum + 1;
        release(&lock);
    }
}

__global__ void spin_exch(int times) { // the loop with a flag, as for pre-Volta warps
    for (int k = 0; k < times; k++) {
        bool leave = false;
        while (!leave)
            if (atomicExch(&lock, 1) == 0) {
                sum = sum + 1;
                __threadfence();
                atomicExch(&lock, 0);
                leave = true;
            }
    }
}

__global__ void shared_lock(int *out) {
    __shared__ int l, s;
    if (threadIdx.x == 0) l = s = 0;
    __syncthreads();
    acquire(&l);
    s += threadIdx.x;
    release(&l);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}

__global__ void ticket(void) {
    int mine = atomicAdd(&next_ticket, 1);
    while (atomicAdd(&now_serving, 0) != mine) {}
    sum += mine;
    __threadfence();
    atomicAdd(&now_serving, 1);
}

__global__ void produce_consume(int *out) {
    __shared__ volatile int flag, data;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 40) {
        for (int i = 1; i <= 50; i++) {
            data = i * i;
            __threadfence_block();
            flag = i;
            while (flag == i);
        }
    } else if (threadIdx.x == 3) {
        int s = 0;
        for (int i = 1; i <= 50; i++) {
            while (flag != i);
            s += data;
            flag = 0;
        }
        out[blockIdx.x] = s;
    }
}

__global__ void chain(int *out) { // each thread waits for the one before it
    __shared__ volatile int at;
    if (threadIdx.x == 0) at = 0;
    __syncthreads();
    while (at != blockDim.x - 1 - threadIdx.x) {}
    out[blockIdx.x * blockDim.x + threadIdx.x] = at;
    at = at + 1;
}

__global__ void in_turn(int n) { // threads of a block hand a turn round through global memory
    for (int k = 0; k < n; k++) {
        while (turn % (int)blockDim.x != (int)threadIdx.x) __nanosleep(10);
        turn = turn + 1;
    }
}

__global__ void last_block(const int *in, int *part, int *result) {
    __shared__ bool last;
    atomicAdd(&part[blockIdx.x], in[blockIdx.x * blockDim.x + threadIdx.x]);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicInc((unsigned *)&done_blocks, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int s = 0;
        for (int b = 0; b < gridDim.x; b++) s += ((volatile int *)part)[b];
        *result = s;
    }
}

static int read_sum(void) {
    int v, zero = 0;
    cudaMemcpyFromSymbol(&v, sum, sizeof v);
    cudaMemcpyToSymbol(sum, &zero, sizeof zero);
    return v;
}

int main() {
    int *out, *in, bad = 0;
    cudaMallocManaged(&out, 110000 * sizeof(int));
    cudaMallocManaged(&in, 110000 * sizeof(int));
    spin<<<1, 32>>>(10);
    printf("spin %d", read_sum());
    spin<<<5, 64>>>(10);
    printf(" %d", read_sum());
    spin<<<400, 256>>>(1);
    printf(" %d\n", read_sum());
    spin_exch<<<3, 33>>>(10);
    printf("spin_exch %d", read_sum());
    spin_exch<<<400, 256>>>(1);
    printf(" %d\n", read_sum());
    for (int blocks = 2; blocks < 1003; blocks += 1000) {
        shared_lock<<<blocks, 100>>>(out);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks; i++) bad += out[i] != 4950;
    }
    printf("shared_lock %d\n", bad);
    ticket<<<2, 50>>>();
    printf("ticket %d\n", read_sum());
    for (int blocks = 1; blocks < 2000; blocks += 1600) {
        produce_consume<<<blocks, 64>>>(out);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks; i++) bad += out[i] != 42925;
    }
    printf("produce_consume %d\n", bad);
    for (int blocks = 1; blocks < 2000; blocks += 1600) {
        chain<<<blocks, 64>>>(out);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks * 64; i++) bad += out[i] != 63 - i % 64;
    }
    printf("chain %d\n", bad);
    in_turn<<<1, 40>>>(20);
    int t;
    cudaMemcpyFromSymbol(&t, turn, sizeof t);
    printf("in_turn %d\n", t);
    for (int i = 0; i < 110000; i++) in[i] = i % 11;
    for (int blocks = 2; blocks < 900; blocks += 798) {
        int *part, *result, want = 0;
        cudaMallocManaged(&part, blocks * sizeof(int));
        cudaMallocManaged(&result, sizeof(int));
        cudaMemset(part, 0, blocks * sizeof(int));
        last_block<<<blocks, 128>>>(in, part, result);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks * 128; i++) want += in[i];
        bad += *result != want;
    }
    printf("last_block %d %s\n", bad, cudaGetErrorName(cudaGetLastError()));
    return 0;
}
/* OUTPUT:
spin 320 3200 102400
spin_exch 990 102400
shared_lock 0
ticket 4950
produce_consume 0
chain 0
in_turn 800
last_block 0 cudaSuccess
*/
