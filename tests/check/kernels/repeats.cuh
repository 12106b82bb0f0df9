// Blocks that access their shared memory as the block before did, up to some place (core/check/repeat.c).

// == repeats-barrier
// run: repeats_barrier<<<G, B>>>(a, n)
__global__ void repeats_barrier(int *out, int n) { // the block that runs last backwards has no barrier
    __shared__ int s[256];
    int t = threadIdx.x, m = blockDim.x;
    s[t] = t;
    __syncthreads(); //= if (blockIdx.x > 0) __syncthreads(); => race
    int other = s[m - 1 - t];
    __syncthreads(); //= if (blockIdx.x > 0) __syncthreads(); => race
    s[t] = other;
    __syncthreads();
    out[blockIdx.x * m + t] = s[(t + 1) % m];
}

// == repeats-unset
// run: repeats_unset<<<G, B>>>(a, n)
__global__ void repeats_unset(int *out, int n) {
    __shared__ int s[256], u[256];
    int t = threadIdx.x, m = blockDim.x;
    s[t] = t; //= if (t != 5 || blockIdx.x > 0) s[t] = t; => uninitialised
    u[t] = 2 * t; //= if (blockIdx.x > 0) u[t] = 2 * t; => uninitialised
    __syncthreads();
    out[blockIdx.x * m + t] = s[m - 1 - t] + u[t];
}

// == repeats-ends-early
// run: repeats_early<<<G, B>>>(a, n)
__global__ void repeats_early(int *out, int n) { // the stretches of some blocks, and some blocks, are shorter
    __shared__ int s[256], u[256];
    int t = threadIdx.x, m = blockDim.x;
    s[t] = t;
    if (blockIdx.x % 2 == 1) u[t] = 2 * t;
    __syncthreads();
    if (blockIdx.x % 3 == 2) return;
    s[t] += blockIdx.x % 2 == 1 ? u[m - 1 - t] : 1; //= s[t] += u[m - 1 - t]; => uninitialised
    __syncthreads(); //= if (blockIdx.x != 0) __syncthreads(); => race
    out[blockIdx.x * m + t] = s[(t * 3) % m];
}

// == repeats-scattered
// run: repeats_scattered<<<G, B>>>(a, n)
__global__ void repeats_scattered(int *out, int n) { // every block has another order
    __shared__ int s[256];
    int t = threadIdx.x, m = blockDim.x, b = blockIdx.x;
    s[(t * 5 + b) % m] = t; //= s[(t * 5 + b) % (b > 0 ? m : m - 1)] = t; => race
    __syncthreads();
    out[b * m + t] = s[(t * 7 + 3) % m];
}

// == repeats-same-scattered
// run: repeats_same<<<G, B>>>(a, n)
__global__ void repeats_same(int *out, int n) { // all have the same, but for one thread of one block
    __shared__ int s[256];
    int t = threadIdx.x, m = blockDim.x, last = blockIdx.x == 0;
    s[(t * 5) % m] = t; //= s[last && t == 9 ? 0 : (t * 5) % m] = t; => race
    __syncthreads();
    out[blockIdx.x * m + t] = s[(t * 7 + 3) % m]; //= out[blockIdx.x * m + t] = s[last && t == 9 ? 256 : (t * 7 + 3) % m]; => out-of-bounds
}

// == repeats-still
// run: repeats_still<<<G, B>>>(a, n)
__global__ void repeats_still(int *out, int n) { // nobody writes behind the barrier
    __shared__ int s[256];
    int t = threadIdx.x, m = blockDim.x, sum = 0;
    for (int k = t; k < 256; k += m) s[k] = k; //= for (int k = t; k < (blockIdx.x > 0 ? 256 : 250); k += m) s[k] = k; => uninitialised
    __syncthreads(); //- race
    for (int k = 0; k < 32; k++) sum += s[(t * 3 + k * 8) % 256];
    out[blockIdx.x * m + t] = sum;
}

// == repeats-last-write
// run: repeats_last<<<G, B>>>(a, n)
__global__ void repeats_last(int *out, int n) { // what comes last before the barrier is missing
    __shared__ int s[256], u;
    int t = threadIdx.x, m = blockDim.x;
    s[t] = t;
    if (t == m - 1 && blockIdx.x > 0) u = 1;
    __syncthreads();
    out[blockIdx.x * m + t] = s[m - 1 - t] + (blockIdx.x > 0 ? u : 0); //= out[blockIdx.x * m + t] = s[m - 1 - t] + u; => uninitialised
}

// == repeats-set-the-long-way
// run: repeats_set<<<G, B>>>(a, n)
// remark: race-same-value
__global__ void repeats_set(int *out, int n) { // by several threads, which is no access that is written down
    __shared__ int s[256], u;
    int t = threadIdx.x, m = blockDim.x;
    if (t < 2) u = 3; //= if (t < 2 && blockIdx.x > 0) u = 3; => uninitialised
    s[t] = t;
    __syncthreads();
    int sum = s[m - 1 - t];
    out[blockIdx.x * m + t] = sum + u;
}

// == repeats-copies
// run: { int *d; cudaMalloc(&d, 4 * n); repeats_fill<<<G, B>>>(d); repeats_copies<<<G, B>>>(a, d); cudaFree(d); }
__global__ void repeats_fill(int *d) {
    if (blockIdx.x > 0) d[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; //= if (blockIdx.x > 0) d[blockIdx.x * blockDim.x + threadIdx.x] = 0; => ok
}
__global__ void repeats_copies(int *out, const int *d) { // what is copied has been set, but for one block
    __shared__ int s[256];
    int t = threadIdx.x, m = blockDim.x;
    s[t] = d[blockIdx.x * m + t];
    __syncthreads();
    out[blockIdx.x * m + t] = blockIdx.x > 0 ? s[m - 1 - t] + 1 : 0; //= out[blockIdx.x * m + t] = s[m - 1 - t] + 1; => uninitialised
}

// == repeats-long-way
// run: repeats_long<<<G, B>>>(a, n)
__global__ void repeats_long(int *out, int n) { // atomics of one block among others' plain accesses
    __shared__ int s[256], sum;
    int t = threadIdx.x, m = blockDim.x;
    s[t] = t;
    if (t == 0) sum = 0;
    __syncthreads();
    if (blockIdx.x == 0) atomicAdd(&sum, s[m - 1 - t]); //= if (blockIdx.x == 0) sum += s[m - 1 - t]; => race
    else s[t] += 1;
    __syncthreads();
    out[blockIdx.x * m + t] = s[(t + 1) % m] + sum; //= out[blockIdx.x * m + t] = s[blockIdx.x == 0 && t == 3 ? 256 + t : (t + 1) % m] + sum; => out-of-bounds
}
