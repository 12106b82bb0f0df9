// == reverse
// with T: int, float, double
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ T s[256];
    int i = threadIdx.x;
    s[i] = i;
    __syncthreads(); //- race
    out[blockIdx.x * blockDim.x + i] = (int)s[blockDim.x - 1 - i]; //= out[blockIdx.x * blockDim.x + i] = (int)s[i]; => ok
}

// == reverse_dynamic
// run: k<<<G, B, B * sizeof(int)>>>(a)
__global__ void k(int *out) {
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x; //= s[threadIdx.x + 1] = threadIdx.x; => out-of-bounds
    __syncthreads(); //- race
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

// == tree_reduction
// with T: int, float, double
// run: k<<<G, B>>>(a, b)
// shapes: 2x64 3x128 4x256 1x128
__global__ void k(const int *in, int *out) {
    __shared__ T s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads(); //- race
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d]; //= s[t] += s[(t + d) % blockDim.x]; => race
        __syncthreads(); //- race
    }
    if (t == 0) out[blockIdx.x] = (int)s[0]; //= out[blockIdx.x] = (int)s[0]; => race-same-value
}

// == interleaved_reduction
// run: k<<<G, B>>>(a, b)
// shapes: 2x64 3x128 4x256 1x128
__global__ void k(const int *in, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    for (int d = 1; d < blockDim.x; d *= 2) {
        __syncthreads(); //- race
        if (t % (2 * d) == 0) s[t] += s[t + d];
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// == warp_tail
// run: k<<<G, B>>>(a, b)
// shapes: 2x64 3x64
__global__ void k(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads(); //- race
    for (int d = 32; d > 0; d /= 2) {
        int v = 0;
        if (t < 32) v = s[t + d]; //= if (t < 32) v = s[t + d] + s[t]; => ok
        if (t < 32) __syncwarp(); //- race
        if (t < 32) s[t] += v;
        if (t < 32) __syncwarp(); //- race
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// == volatile_warp_tail
// run: k<<<G, B>>>(a, b)
// shapes: 2x64 3x64
// clean: no
__global__ void k(const int *in, int *out) {
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) s[t] += s[t + 32];
    if (t < 16) s[t] += s[t + 16]; //= if (t < 16) s[t] += s[t + 16]; => race
    if (t == 0) out[blockIdx.x] = s[0];
}

// == ping_pong
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    __shared__ int s[2][256];
    int t = threadIdx.x, from = 0;
    s[0][t] = in[t];
    __syncthreads(); //- race
    for (int d = 1; d < blockDim.x; d *= 2) {
        s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0); //= s[from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0); => race
        from = 1 - from;
        __syncthreads(); //- race
    }
    out[blockIdx.x * blockDim.x + t] = s[from][t];
}

// == in_place_scan
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads(); //- race
    for (int d = 1; d < blockDim.x; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads(); //- race
        s[t] += v;
        __syncthreads(); //- race
    }
    out[blockIdx.x * blockDim.x + t] = s[t];
}

// == stencil
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    __shared__ int s[258];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t + 1] = in[i];
    if (t == 0) s[0] = i ? in[i - 1] : 0; //- uninitialised
    if (t == blockDim.x - 1) s[t + 2] = i + 1 < gridDim.x * blockDim.x ? in[i + 1] : 0;
    __syncthreads(); //- race
    out[i] = s[t] + s[t + 1] + s[t + 2]; //= out[i] = s[t] + s[t + 1] + s[t + 200]; => out-of-bounds
}

// == transpose
// run: k<<<G, dim3(16, B / 16)>>>(a, b)
// shapes: 1x256 2x256
__global__ void k(const int *in, int *out) {
    __shared__ int tile[16][17];
    int x = threadIdx.x, y = threadIdx.y, base = blockIdx.x * 256;
    tile[y][x] = in[base + y * 16 + x]; //= tile[y][x + 2] = in[base + y * 16 + x]; => out-of-bounds
    __syncthreads(); //- race
    out[base + y * 16 + x] = tile[x][y]; //= out[base + y * 16 + x] = tile[x + 1][y]; => out-of-bounds
}

// == tiled_matmul
// run: k<<<dim3(G, 2), dim3(16, 16)>>>(x, y, w, 32)
// shapes: 2x256
__global__ void k(const float *a, const float *b, double *c, int m) {
    __shared__ float p[16][16], q[16][16];
    int r = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < m; t += 16) {
        p[threadIdx.y][threadIdx.x] = a[r * m + t + threadIdx.x];
        q[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * m + col]; //= q[threadIdx.y][threadIdx.x + 1] = b[(t + threadIdx.y) * m + col]; => out-of-bounds
        __syncthreads(); //- race
        for (int k = 0; k < 16; k++) sum += p[threadIdx.y][k] * q[k][threadIdx.x];
        __syncthreads(); //- race
    }
    c[r * m + col] = sum;
}

// == histogram
// run: k<<<G, B>>>(a, b, n)
__global__ void k(const int *in, int *out, int n) {
    __shared__ int h[16];
    if (threadIdx.x < 16) h[threadIdx.x] = 0;
    __syncthreads(); //- race
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&h[i % 16], 1); //= if (i < n) h[i % 16]++; => race
    __syncthreads(); //- race
    if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], h[threadIdx.x]); //= if (threadIdx.x < 16) out[threadIdx.x] += h[threadIdx.x]; => race
}

// == counter
// with T: int, unsigned, float
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ T s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads(); //- race
    atomicAdd(&s, (T)1); //= s += 1; => race
    __syncthreads(); //- race
    out[blockIdx.x * blockDim.x + threadIdx.x] = (int)s;
}

// == max_shared
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    __shared__ int m;
    if (threadIdx.x == 0) m = -1;
    __syncthreads(); //- race
    int v = in[threadIdx.x] + threadIdx.x;
    atomicMax(&m, v); //= if (v > m) m = v; => race
    __syncthreads(); //- race
    if (threadIdx.x == 0) out[blockIdx.x] = m;
}

// == leader_broadcast
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    __shared__ int v;
    for (int r = 0; r < 3; r++) {
        if (threadIdx.x == r) v = in[r] + r; //= v = in[r] + threadIdx.x; => race
        __syncthreads(); //- race
        out[(blockIdx.x * blockDim.x + threadIdx.x) * 3 + r] = v;
        __syncthreads(); //- race
    }
}

// == same_value_flag
// run: k<<<G, B>>>(a, b)
// remark: race-same-value
__global__ void k(const int *in, int *out) {
    __shared__ int any;
    if (threadIdx.x == 0) any = 0;
    __syncthreads(); //- race
    if (in[threadIdx.x] == 0) any = 1;
    __syncthreads(); //- race
    if (threadIdx.x == 0) out[blockIdx.x] = any;
}

// == bytes
// run: k<<<G, B>>>(u)
__global__ void k(unsigned char *out) {
    __shared__ unsigned char s[256];
    s[threadIdx.x] = threadIdx.x; //= s[threadIdx.x / 2] = threadIdx.x; => race
    __syncthreads(); //- race
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1];
}

// == shorts
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ short s[256];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads(); //- race
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1] + s[threadIdx.x];
}

// == members
// run: k<<<G, B>>>(a)
struct pair { char tag; short key; int value; };
__global__ void k(int *out) {
    __shared__ pair s[256];
    s[threadIdx.x].key = threadIdx.x;
    s[threadIdx.x ^ 1].tag = 1; //= s[threadIdx.x ^ 1].key = 1; => race
    s[threadIdx.x ^ 2].value = 2;
    __syncthreads(); //- race
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x].key + s[threadIdx.x].tag + s[threadIdx.x].value;
}

// == bit_fields
// run: k<<<G, B>>>(a)
// clean: no
struct flags { unsigned low : 4, high : 4; };
__global__ void k(int *out) {
    __shared__ flags f;
    if (threadIdx.x == 0) f.low = 3;
    if (threadIdx.x == 33) f.high = 3; //= if (threadIdx.x == 33) f.high = 3; => race
    __syncthreads();
    out[blockIdx.x] = f.low;
}

// == neighbours
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ int s[64], t[64];
    if (threadIdx.x < 64) s[threadIdx.x] = 1; //= s[threadIdx.x + 32] = 1; => out-of-bounds
    if (threadIdx.x < 64) t[threadIdx.x] = 1; //= if (threadIdx.x < 64) t[threadIdx.x - 1] = 1; => out-of-bounds
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x % 64] + t[threadIdx.x % 64];
}

// == two_barriers_in_functions
// run: k<<<G, B>>>(a)
__device__ void put(int *s, int v) {
    s[threadIdx.x] = v;
    __syncthreads(); //- race
}
__device__ int get(const int *s) {
    int v = s[(threadIdx.x + 1) % blockDim.x];
    __syncthreads(); //- race
    return v;
}
__global__ void k(int *out) {
    __shared__ int s[256];
    int v = threadIdx.x;
    for (int i = 0; i < 3; i++) {
        put(s, v);
        v = get(s);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// == barrier_count
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ int s[256];
    s[threadIdx.x] = threadIdx.x;
    int odd = __syncthreads_count(threadIdx.x & 1); //= int odd = 1; => race
    out[blockIdx.x * blockDim.x + threadIdx.x] = odd + s[threadIdx.x ^ 1];
}

// == divergent_barrier
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ int s;
    if (threadIdx.x == 0) s = 1;
    __syncthreads(); //= if (threadIdx.x < 32) __syncthreads(); => barrier
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

// == matching_barriers
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ int s;
    if (threadIdx.x == 0) s = 1;
    __syncthreads(); //= if (threadIdx.x < 32) __syncthreads(); else __syncthreads(); => barrier
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

// == own_element_twice
// run: k<<<G, B>>>(a, b)
// shapes: 2x64 3x128 4x256 64x64
__global__ void k(const int *in, int *out) { // each thread keeps to its own: no barrier is needed
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t] += 3; //= s[t ^ 1] += 3; => race
    s[t] = s[t] * 2 + t; //= s[t] = s[(t + 32) % blockDim.x] * 2 + t; => race
    out[blockIdx.x * blockDim.x + t] = s[t]; //= out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t]; => race
}

// == read_then_written
// run: k<<<G, B>>>(a, b)
// shapes: 2x64 3x128 4x256 64x64
__global__ void k(const int *in, int *out) { // what others have read is written behind a barrier
    __shared__ int s[260];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t < 4) s[blockDim.x + t] = 0;
    __syncthreads(); //- race
    int sum = s[t] + s[t + 1] + s[t + 2]; //= int sum = s[t]; => ok
    __syncthreads(); //- race
    s[t] = sum;
    __syncthreads(); //- race
    out[blockIdx.x * blockDim.x + t] = s[(t + 33) % blockDim.x];
}

// == halves_of_a_line
// run: k<<<G, B>>>(a, b)
// shapes: 2x64 3x128 4x256 64x64
__global__ void k(const int *in, int *out) { // what warps touch meets in lines, not in elements
    __shared__ int s[264];
    int t = threadIdx.x;
    s[t + 5] = in[t]; //= s[t / 2 + 5] = in[t] + t; => race
    if (t < 5) s[t] = 1; //= if (t < 6) s[t] = 1; => race
    int own = s[t + 5]; //= int own = s[t + 4]; => race
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = s[t] + own;
}

// == counters_beside_tiles
// run: k<<<G, B>>>(a, b)
// shapes: 2x64 3x128 4x256 64x64
__global__ void k(const int *in, int *out) { // scattered atomics between what is regular
    __shared__ int s[256], bins[8];
    int t = threadIdx.x;
    if (t < 8) bins[t] = 0;
    s[t] = in[t] + t;
    __syncthreads(); //- race
    atomicAdd(&bins[s[(t + 40) % blockDim.x] & 7], 1); //= bins[s[(t + 40) % blockDim.x] & 7]++; => race
    int mine = s[t];
    __syncthreads(); //- race
    out[blockIdx.x * blockDim.x + t] = bins[t & 7] + mine;
}

// == columns
// run: k<<<G, B>>>(a, b)
// shapes: 2x64 4x256 64x64
__global__ void k(const int *in, int *out) { // a transposition by rows of 16: few stretches for a vector
    __shared__ int s[16][17];
    int t = threadIdx.x, x = t % 16, y = t / 16, rows = blockDim.x / 16;
    s[y][x] = in[t];
    __syncthreads(); //- race
    int v = s[x % rows][y] + 1; //= int v = s[y][x + 1] + 1; => uninitialised
    __syncthreads(); //- race
    s[y][x] = v; //= s[y][x / 2] = v + t; => race
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = s[y][x];
}

// == copy_of_nothing
// run: k<<<G, B>>>(a, b)
// shapes: 2x64 3x128 4x256 64x64
__global__ void k(const int *in, int *out) { // a copy is no use, and leaves as unset what was
    __shared__ int s[256], copy[256];
    int t = threadIdx.x;
    copy[t] = 1;
    __syncthreads();
    s[t] = in[t]; //- uninitialised
    copy[t] = s[t];
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = copy[t] + 1;
}

// == warps_that_meet
// run: k<<<G, B>>>(a, b)
// shapes: 2x64 3x128 4x256 64x64
__global__ void k(const int *in, int *out) { // regular accesses around a warp's barrier
    __shared__ int s[256];
    int t = threadIdx.x, w = t & ~31;
    s[t] = in[t];
    __syncwarp(); //- race
    int v = s[w + 31 - t % 32]; //= int v = s[(t + 32) % blockDim.x]; => race
    __syncwarp(); //- race
    s[t] = v;
    out[blockIdx.x * blockDim.x + t] = s[t];
}

// == padded_rows
// run: k<<<G, B>>>(a, b)
// shapes: 2x64 3x128 4x256 64x64
__global__ void k(const int *in, int *out) { // rows end within lines; nobody sets the padding
    __shared__ int s[32][33];
    int t = threadIdx.x, x = t % 32, y = t / 32, rows = blockDim.x / 32;
    for (int j = 0; j < 32; j += rows) s[y + j][x] = in[j + t]; //= for (int j = 0; j < 32; j += rows) s[y + j][x + y % 2] = in[j + t]; => uninitialised
    __syncthreads(); //- race
    int sum = 0;
    for (int j = 0; j < 32; j += rows) sum += s[x][y + j]; //= for (int j = 0; j < 32; j += rows) sum += s[x][y + j + 1]; => uninitialised
    out[blockIdx.x * blockDim.x + t] = sum;
}

// == exchange_of_unset
// run: exchange<<<G, B>>>(a)
__global__ void exchange(int *out) { // a variable may begin by an exchange whose result is not looked at
    __shared__ int turn, last;
    if (threadIdx.x == 0) {
        atomicExch(&turn, 0); //= out[blockIdx.x] = atomicExch(&turn, 0); => uninitialised
        atomicExch(&last, -1); //- uninitialised
    }
    __syncthreads();
    int mine = atomicAdd(&turn, 1);
    if (mine == blockDim.x - 1 && blockIdx.x > 0) atomicExch(&last, threadIdx.x);
    __syncthreads(); //- race
    if (threadIdx.x == 0) out[blockIdx.x] = last >= 0;
}
