// Shared memory that nobody writes between two barriers, or that is only updated there.

// == still_read
// run: k<<<G, B>>>(a)
__global__ void k(int *a) {
    __shared__ int s[256], t[256];
    int i = threadIdx.x, g = blockIdx.x * blockDim.x + i, sum = 0;
    s[i] = g;
    __syncthreads(); //- race
    for (int k = 0; k < 8; k++) sum += s[(i + k) % blockDim.x];
    t[i] = sum;
    __syncthreads(); //- race
    a[g] = t[blockDim.x - 1 - i]; //= a[g] = t[blockDim.x - 1 - i + 256]; => out-of-bounds
}

// == still_loop
// run: k<<<G, B>>>(a)
__global__ void k(int *a) {
    __shared__ int s[256];
    int i = threadIdx.x, g = blockIdx.x * blockDim.x + i, sum = 0;
    for (int r = 0; r < 3; r++) {
        s[i] = g + r;
        __syncthreads(); //- race
#pragma unroll
        for (int k = 1; k < 5; k++) sum += s[(i + k) % blockDim.x];
        __syncthreads(); //- race
    }
    a[g] = sum;
}

// == still_rows
// remark: race-same-value
// run: k<<<G, B>>>(a)
__global__ void k(int *a) {
    __shared__ int s[8][33];
    int i = threadIdx.x, g = blockIdx.x * blockDim.x + i;
    for (int r = 0; r < 8; r++) s[r][i % 32] = r + i % 32;
    __syncthreads(); //- race
    a[g] = s[3][i % 32] + 1; //= a[g] = s[3][i % 32 + 1] + 1; => uninitialised
    a[g] += s[2][i % 32]; //= a[g] += s[2][i % 32 + 32]; => out-of-bounds
}

// == still_update
// run: k<<<G, B>>>(a)
__global__ void k(int *a) {
    __shared__ unsigned bins[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x) bins[i] = 0; //- uninitialised
    __syncthreads(); //- race
    atomicAdd(&bins[threadIdx.x % 32], 1u); //= bins[threadIdx.x % 32 / 4]++; => race
    atomicAdd(&bins[threadIdx.x % 64], 1u); //= atomicAdd(&bins[threadIdx.x % 64 + 1], 1u); => out-of-bounds
    __syncthreads(); //- race
    if (threadIdx.x < 64) a[blockIdx.x * 64 + threadIdx.x] = bins[63 - threadIdx.x];
}

// == still_dynamic
// run: k<<<G, B, B * 8>>>(a)
__global__ void k(int *a) {
    extern __shared__ int s[];
    int i = threadIdx.x, n = blockDim.x, g = blockIdx.x * n + i, sum = 0;
    int *first = s, *second = s + n;
    first[i] = g;
    second[i] = 1; //- uninitialised
    __syncthreads(); //- race
    for (int k = 0; k < 4; k++) sum += first[(i + k) % n] + second[(i + k) % n];
    a[g] = sum + s[n + i]; //= a[g] = sum + s[2 * n + i]; => out-of-bounds
    if (sum == -1) s[0] = 0;
}
