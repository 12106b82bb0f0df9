// == exchange
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ int s[256];
    s[threadIdx.x] = threadIdx.x;
    __syncwarp(); //- race
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1]; //= out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 32]; => race
}

// == half_warps
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ int s[256];
    unsigned mask = threadIdx.x % 32 < 16 ? 0xffffu : 0xffff0000u;
    s[threadIdx.x] = threadIdx.x;
    __syncwarp(mask); //- race
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 3]; //= out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 16]; => race
}

// == shuffle_orders
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ int s[256];
    s[threadIdx.x] = threadIdx.x;
    int v = __shfl_xor_sync(~0u, (int)threadIdx.x, 1); //= int v = 1; => race
    out[blockIdx.x * blockDim.x + threadIdx.x] = v + s[threadIdx.x ^ 1];
}

// == ballot_orders
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ int s[256];
    s[threadIdx.x] = threadIdx.x;
    unsigned v = __ballot_sync(~0u, threadIdx.x & 1); //= unsigned v = 1; => race
    out[blockIdx.x * blockDim.x + threadIdx.x] = v + s[threadIdx.x ^ 1];
}

// == tiles
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ int s[256];
    auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    s[threadIdx.x] = threadIdx.x;
    tile.sync(); //- race
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 7]; //= out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 8]; => race
}

// == broadcast_then_write
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ int s[8];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    if (lane == 0) s[w] = 0;
    __syncwarp(); //- race
    for (int i = 0; i < 4; i++) {
        sum += s[w];
        __syncwarp(); //- race
        if (lane == i) s[w] += i; //= s[w] += i; => race
        __syncwarp(); //- race
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// == odd_group
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncwarp(); //- race
    if (threadIdx.x % 3 == 0) {
        unsigned mask = __activemask();
        int base = threadIdx.x & ~31, first = base + __ffs(mask) - 1;
        if (threadIdx.x == first) s[base] = 5;
        __syncwarp(mask); //- race
        int v = s[base];
        __syncwarp(mask); //- race
        if (threadIdx.x == first) s[base] = v + 1;
    }
}

// == warp_sum
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    __shared__ int part[32];
    int v = in[blockIdx.x * blockDim.x + threadIdx.x], lane = threadIdx.x % 32, w = threadIdx.x / 32;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (lane == 0) part[w] = v; //= part[w] = threadIdx.x; => race
    __syncthreads(); //- race
    if (w == 0) {
        v = lane < blockDim.x / 32 ? part[lane] : 0; //= v = part[lane]; => uninitialised
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
        if (lane == 0) out[blockIdx.x] = v;
    }
}

// == aggregated_atomic
// run: k<<<G, B>>>(a, &one)
__global__ void k(int *out, int *count) {
    if (threadIdx.x % 2) {
        unsigned mask = __activemask();
        int lane = threadIdx.x % 32, leader = __ffs(mask) - 1, at = 0;
        if (lane == leader) at = atomicAdd(count, __popc(mask)); //= if (lane == leader) { at = *count; *count = at + __popc(mask); } => race
        at = __shfl_sync(mask, at, leader);
        out[at + __popc(mask & ((1u << lane) - 1))] = threadIdx.x; //= out[at] = threadIdx.x; => race
    }
}

// == match_groups
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    __shared__ int s[256];
    int key = threadIdx.x % 4, base = threadIdx.x & ~31;
    unsigned mask = __match_any_sync(~0u, key);
    if (threadIdx.x % 32 < 4) s[base + key] = key;
    __syncwarp(mask); //- race
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[base + key]; //= out[blockIdx.x * blockDim.x + threadIdx.x] = s[base + (key + 1) % 4]; => race
}

// == missing_lane
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    int v = threadIdx.x;
    v = __shfl_sync(~0u, v, 0); //= if (threadIdx.x % 32 < 16) v = __shfl_sync(0xffff0000u, v, 0); => warp
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// == shuffle_ended
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    int lane = threadIdx.x % 32, v = lane;
    if (lane >= 16) v = 0; //= if (lane >= 16) return; => warp
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (lane == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = v;
}

// == shuffle_left_out
// remark: warp
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    int lane = threadIdx.x % 32, v = lane;
    if (lane < 16) v += __shfl_down_sync(0xffffu, v, 8);
    if (lane == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = v;
}

// == shuffle_no_such_lane
// shapes: 2x16 3x8
// remark: warp
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    int v = threadIdx.x;
    v = __shfl_sync(~0u, v, 20);
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// == sum_in_last_warp
// shapes: 2x48 3x40
// remark: warp
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    int v = threadIdx.x;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) atomicAdd(out, v); //= if (threadIdx.x % 32 == 0) *out += v; => race
}

// == last_warp_by_width
// shapes: 2x48 3x16
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    int v = threadIdx.x;
    for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d, 16);
    if (threadIdx.x % 16 == 0) atomicAdd(out, v); //= if (threadIdx.x % 16 == 0) *out += v; => race
}

// == lanes_that_end: who has returned before need not come; who runs to the end without it must
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 >= 16) {
        out[t] = 0;
        return;
    }
    out[t] = __ballot_sync(~0u, threadIdx.x % 2);
}

// == lanes_that_fall
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    int t = threadIdx.x, v = t;
    v = __ballot_sync(~0u, t % 2); //= if (t % 32 < 16) v = __ballot_sync(~0u, t % 2); => warp
    v = __shfl_sync(~0u, v, 0); //= if (t % 32 < 20) v = __shfl_sync(~0u, v, 0); => warp
    __syncwarp(); //= if (t % 32 != 7) __syncwarp(); => warp
    out[blockIdx.x * blockDim.x + t] = v;
}
