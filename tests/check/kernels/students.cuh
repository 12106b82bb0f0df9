// What students write, and get wrong, in their first weeks.

// == sum_of_row
// run: k<<<G, B>>>(x, y, n)
__global__ void k(const float *m, float *out, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0; //= float sum; => uninitialised
    for (int i = 0; i < 4; i++) sum += m[(row * 4 + i) % n];
    if (row < n) out[row] = sum; //= out[0] = sum + row; => race
}

// == bins_of_a_thread
// run: k<<<G, B>>>(a, b, n)
__global__ void k(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, bins[4];
    for (int k = 0; k < 4; k++) bins[k] = 0; //= for (int k = 0; k < 3; k++) bins[k] = 0; => uninitialised
    for (int k = 0; k < 8; k++) bins[(in[i] + k) & 3]++; //= for (int k = 0; k < 8; k++) bins[(in[i] + k) % 5]++; => out-of-bounds
    for (int k = 0; k < 4; k++) out[i * 4 + k] = bins[k]; //= for (int k = 0; k <= 4; k++) out[i * 4 + k] = bins[k % 4]; => race-same-value
}

// == matrix_row_by_row
// run: k<<<G, B>>>((int (*)[128])a, n)
__global__ void k(int (*m)[128], int n) {
    int col = threadIdx.x % 128, row = blockIdx.x * 2 + threadIdx.x / 128;
    m[row][col] = row; //= m[row + 127][col] = row; => out-of-bounds
    if (col > 0) m[row + 20][col] = 1; //= m[0][col] = row; => race
}

// == copy_shifted
// run: k<<<G, B>>>(a, b, n)
__global__ void k(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0) out[i] = in[i - 1]; //= out[i] = in[i - 1]; => out-of-bounds
}

// == shift_in_place
// run: k<<<1, B>>>(a, n)
__global__ void k(int *v, int n) {
    int i = threadIdx.x, next = v[(i + 1) % blockDim.x];
    __syncthreads(); //- race
    v[i] = next + 1;
}

// == reverse_in_place
// run: k<<<1, B>>>(a)
__global__ void k(int *v) {
    int i = threadIdx.x, n = blockDim.x;
    if (i < n / 2) { //= if (i < n) { => race
        int t = v[i];
        v[i] = v[n - 1 - i] + 1;
        v[n - 1 - i] = t;
    }
}

// == count_if
// run: k<<<G, B>>>(a, &one, n)
__global__ void k(const int *v, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && v[i] == 0) atomicAdd(count, 1); //= if (i < n && v[i] == 0) *count += 1; => race
}

// == largest
// run: k<<<G, B>>>(a, &one)
__global__ void k(const int *v, int *most) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(most, v[i] + i); //= if (v[i] + i > *most) *most = v[i] + i; => race
}

// == block_sum
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *v, int *sums) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0; //- uninitialised
    __syncthreads(); //- race
    atomicAdd(&sum, v[blockIdx.x * blockDim.x + threadIdx.x]); //= sum += v[blockIdx.x * blockDim.x + threadIdx.x] + threadIdx.x; => race
    __syncthreads(); //- race
    if (threadIdx.x == 0) sums[blockIdx.x] = sum; //= if (threadIdx.x == 0) sums[0] = sum + blockIdx.x; => race
}

// == average_of_neighbours
// run: k<<<G, B>>>(x, y, n)
__global__ void k(const float *in, float *out, int n) {
    __shared__ float s[258]; //= __shared__ float s[64]; => out-of-bounds
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t + 1] = in[i];
    if (t == 0) s[0] = i > 0 ? in[i - 1] : 0; //- uninitialised
    if (t == blockDim.x - 1) s[t + 2] = i + 1 < n ? in[i + 1] : 0; //- uninitialised
    __syncthreads(); //- race
    out[i] = (s[t] + s[t + 1] + s[t + 2]) / 3;
}


// == transpose_tile
// run: k<<<dim3(4, G), dim3(16, 16)>>>(a, b)
// shapes: 2x64 3x128
__global__ void k(const int *in, int *out) {
    __shared__ int tile[16][17]; //= __shared__ int tile[16][15]; => out-of-bounds
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * 64 + x];
    __syncthreads(); //- race
    x = blockIdx.y * 16 + threadIdx.x; //= x = threadIdx.x; => race-same-value
    y = blockIdx.x * 16 + threadIdx.y;
    out[y * 64 + x] = tile[threadIdx.x][threadIdx.y]; //= out[y + x] = tile[threadIdx.x][threadIdx.y] + y * x; => race
}

// == tiled_multiply
// run: k<<<dim3(2, G), dim3(8, 8)>>>(x, y, x + 8192)
// shapes: 2x64 4x64
__global__ void k(const float *a, const float *b, float *c) {
    __shared__ float s[8][8], t[8][8];
    int col = blockIdx.x * 8 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    float sum = 0; //= float sum; => uninitialised
    for (int k = 0; k < 16; k += 8) {
        s[threadIdx.y][threadIdx.x] = a[row * 16 + k + threadIdx.x];
        t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * 16 + col];
        __syncthreads(); //- race
        for (int i = 0; i < 8; i++) sum += s[threadIdx.y][i] * t[i][threadIdx.x]; //= for (int i = 0; i <= 8; i++) sum += s[threadIdx.y][i] * t[i][threadIdx.x]; => out-of-bounds
        __syncthreads(); //- race
    }
    c[row * 16 + col] = sum; //= c[threadIdx.y * 16 + col] = sum + row; => race
}

// == early_return
// run: k<<<G, B>>>(a, b, n)
__global__ void k(const int *in, int *out, int n) {
    __shared__ int s[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
    __syncthreads(); //= if (t < 40) __syncthreads(); => barrier
    out[i] = s[blockDim.x - 1 - t];
}

// == scan_in_shared
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
    __syncthreads(); //- race
    for (int d = 1; d < blockDim.x; d *= 2) {
        int v = t >= d ? s[t - d] : 0; //= int v = s[t - d]; => out-of-bounds
        __syncthreads(); //- race
        s[t] += v;
        __syncthreads(); //- race
    }
    out[i] = s[t];
}

// == pack_the_positive
// run: k<<<G, B>>>(a, b, &one, n)
__global__ void k(const int *in, int *out, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] >= 0) out[atomicAdd(count, 1)] = i; //= if (in[i] >= 0) out[(*count)++] = i; => race
}

// == warp_total
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d); //= for (int d = 16; d > 0; d /= 2) if (threadIdx.x % 32 < 16) v += __shfl_down_sync(~0u, v, d); => warp
    if (threadIdx.x % 32 == 0) out[i / 32] = v;
}

// == swap_through_a_temporary
// run: k<<<G, B>>>(a, b)
__global__ void k(int *p, int *q) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, t;
    t = p[i]; //- uninitialised
    p[i] = q[i];
    q[i] = t + 1;
}

// == odd_even_step
// run: k<<<1, B>>>(a)
__global__ void k(int *v) {
    int t = threadIdx.x, n = blockDim.x;
    for (int round = 0; round < 4; round++) {
        int i = 2 * t + round % 2;
        if (i + 1 < n && v[i] >= v[i + 1]) {
            int old = v[i];
            v[i] = v[i + 1];
            v[i + 1] = old + 1;
        }
        __syncthreads(); //- race
    }
}

// == picture
// run: k<<<G, B>>>(u, n)
__global__ void k(unsigned char *rgb, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int c = 0; c < 3; c++) rgb[3 * i + c] = c; //= for (int c = 0; c <= 3; c++) rgb[3 * i + c] = c; => race
    if (i == 0) rgb[16383] = 1; //= if (i == 0) rgb[16384] = 1; => out-of-bounds
}

// == heap_of_a_thread
// run: k<<<1, B>>>(a)
__global__ void k(int *out) {
    int *v = (int *)malloc(4 * sizeof(int)); //= int *v = (int *)malloc(4); => out-of-bounds
    for (int i = 0; i < 4; i++) v[i] = i; //= for (int i = 0; i < 3; i++) v[i] = i; => uninitialised
    out[threadIdx.x] = v[0] + v[3];
    free(v); //= free(v); out[threadIdx.x] += v[1]; => use-after-free
}

// == points
// run: k<<<G, B>>>(x, y, n)
__global__ void k(float *x, float *y, int n) {
    struct point { float at[2], speed[2]; } p;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p.at[0] = x[i];
    p.at[1] = y[i];
    p.speed[0] = p.speed[1] = 1; //= p.speed[0] = 1; => uninitialised
    for (int k = 0; k < 2; k++) p.at[k] += p.speed[k]; //= for (int k = 0; k <= 2; k++) p.at[k] += p.speed[k]; => out-of-bounds
    x[i] = p.at[0];
    y[i] = p.at[1];
}

// == one_thread_sets_the_start
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    __shared__ int first;
    if (threadIdx.x == 0) first = in[blockIdx.x]; //= first = in[blockIdx.x] + threadIdx.x; => race
    __syncthreads(); //- race
    out[blockIdx.x * blockDim.x + threadIdx.x] = first;
}

// == results_of_blocks
// run: k<<<G, B>>>(a, b, &one)
__global__ void k(const int *in, int *out, int *total) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads(); //- race
    if (t == 0) {
        int sum = 0; //= int sum; => uninitialised
        for (int i = 0; i < blockDim.x; i++) sum += s[i];
        out[blockIdx.x] = sum;
        atomicAdd(total, sum); //= *total += sum + blockIdx.x; => race
    }
}
