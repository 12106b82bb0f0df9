// A ring of n vertices with three neighbours each (i + 1, i + 7, i + 30), without edge lists: what matters is who touches what.

// == push_thread
// with T: int, unsigned, float
// run: k<<<G, B>>>((T *)a, (T *)b, n)
__global__ void k(const T *from, T *to, int n) {
    const int step[3] = {1, 7, 30};
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n)
        for (int e = 0; e < 3; e++)
            atomicAdd(&to[(v + step[e]) % n], from[v] + 1); //= to[(v + step[e]) % n] += from[v] + 1; => race
}

// == push_max_guarded
// run: k<<<G, B>>>(a, b, n)
__global__ void k(const int *from, int *to, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        int d = (v + 7) % n, mine = from[v] + v + 1;
        if (from[d] < mine) atomicMax(&to[d / 2], mine); //= if (to[d / 2] < mine) atomicMax(&to[d / 2], mine); => race
    }
}

// == push_warp
// run: k<<<G, B>>>(a, b, n)
__global__ void k(const int *from, int *to, int n) {
    int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (v < n) atomicAdd(&to[(v + lane) % n], from[v]); //= if (v < n) to[(v + lane) % n] = from[v] + lane; => race
}

// == push_block
// run: k<<<G, B>>>(a, b, n)
__global__ void k(const int *from, int *to, int n) {
    __shared__ int mine;
    for (int v = blockIdx.x; v < 16; v += gridDim.x) {
        if (threadIdx.x == 0) mine = from[v] + v;
        __syncthreads(); //- race
        atomicAdd(&to[(v + threadIdx.x) % n], mine); //= to[(v + threadIdx.x) % n] += mine; => race
        __syncthreads(); //- race
    }
}

// == pull_thread
// with T: int, unsigned, float, double
// run: k<<<G, B>>>((T *)a, (T *)w, n)
__global__ void k(const T *from, T *to, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) { //= if (v <= n) { => ok
        T sum = 0;
        for (int e = 1; e < 4; e++) sum += from[(v + e) % n]; //= for (int e = 1; e < 4; e++) sum += to[(v + e) % n]; => race
        to[v] = sum;
    }
}

// == pull_in_place
// run: k<<<G, B>>>(a, b, n)
__global__ void k(int *v0, int *v1, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < 2; round++) {
        int *from = round ? v1 : v0, *to = round ? v0 : v1; //= int *from = v0, *to = v0; => race
        int base = blockIdx.x * blockDim.x;
        to[v] = from[base + (threadIdx.x + 1) % blockDim.x];
        __syncthreads(); //- race
    }
}

// == pull_warp
// run: k<<<G, B>>>(a, b, n)
__global__ void k(const int *from, int *to, int n) {
    int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    int sum = __reduce_add_sync(~0u, (unsigned)from[(v + lane) % n]);
    if (lane == 0) to[v] = sum; //= to[v] = sum + lane; => race
}

// == worklist
// run: k<<<G, B>>>(a, b, &one, n)
__global__ void k(const int *in, int *list, int *size, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n && v % 3 == 0) {
        int at = atomicAdd(size, 1); //= int at = (*size)++; => race
        list[at] = v; //= list[at / 2] = v; => race
    }
}

// == worklist_once
// run: k<<<G, B>>>(a, b, &one, n)
__global__ void k(int *mark, int *list, int *size, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        int d = (v / 2 + 5) % n;
        if (atomicExch(&mark[d], 1) == 0) { //= if (mark[d] == 0) { mark[d] = 1; => race
            int at = atomicAdd(size, 1);
            list[at] = d; //= list[at % 4] = d; => race
        }
    }
}

// == conditional_vertex
// run: k<<<G, B>>>(a, b, n)
// remark: race-same-value
__global__ void k(const int *in, int *changed, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n && in[v] == 0) changed[0] = 1; //= if (v < n && in[v] == 0) changed[0] = v; => race
}

// == conditional_edge
// run: k<<<G, B>>>(a, b, n)
__global__ void k(const int *in, int *count, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n)
        for (int e = 1; e < 4; e++)
            if (in[(v + e) % n] == in[v]) atomicAdd(count, 1); //= if (in[(v + e) % n] == in[v]) count[0]++; => race
}

// == bounds
// run: k<<<G, B>>>(a, b, 16384)
__global__ void k(const int *in, int *out, int m) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    for (; v < m; v += gridDim.x * blockDim.x) //= for (; v <= m; v += gridDim.x * blockDim.x) => out-of-bounds
        out[v] = in[v];
}

// == bfs_level
// run: a[0] = 1; for (int l = 1; l < 4; l++) k<<<G, B>>>(a, &one, l, n);
// shapes: 2x64 3x128
__global__ void k(int *level, int *again, int l, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n && atomicAdd(&level[v], 0) == l) //= if (v < n && level[v] == l) => race
        for (int e = 1; e < 4; e++) {
            int d = (v + e) % n;
            if (atomicCAS(&level[d], 0, l + 1) == 0) atomicExch(again, 1);
        }
}

// == components
// run: k<<<G, B>>>(a, b, n)
__global__ void k(const int *label, int *next, int n) {
    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < n; v += gridDim.x * blockDim.x)
        for (int e = 1; e < 4; e++)
            atomicMin(&next[(v + e) % n], label[v]); //= next[(v + e) % n] = min(next[(v + e) % n], label[v] + v); => race
}

// == block_reduce_then_atomic
// with T: int, float
// run: k<<<G, B>>>((T *)a, (T *)b, n)
__global__ void k(const T *in, T *out, int n) {
    __shared__ T s[8];
    T v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
    __syncthreads(); //- race
    if (threadIdx.x == 0) {
        for (int i = 1; i < blockDim.x / 32; i++) v += s[i];
        atomicAdd(out, v); //= *out += v; => race
    }
}
