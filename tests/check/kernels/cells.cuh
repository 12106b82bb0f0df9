// Shared memory between two barriers, where it is known of each cell who has been there (core/check/log.c).

// == cells-exchanges
// run: cells_exchanges<<<G, B>>>(x, n)
__global__ void cells_exchanges(float *out, int n) { // a bitonic sort
    __shared__ float s[256];
    int t = threadIdx.x, m = blockDim.x;
    s[t] = (t * 167 + 13) % m;
    __syncthreads(); //- race
    for (int k = 2; k <= m; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int other = t ^ j;
            if (other > t) { //= if (other >= t || j == 1) { => race
                float a = s[t], b = s[other];
                if ((a > b) == ((t & k) == 0)) {
                    s[t] = b;
                    s[other] = a;
                }
            }
            __syncthreads(); //- race
        }
    out[blockIdx.x * blockDim.x + t] = s[t];
}

// == cells-rows
// run: cells_rows<<<G, B>>>(a, n)
__global__ void cells_rows(int *out, int n) { // two rows of eight threads in each vector
    __shared__ int s[40][10];
    int t = threadIdx.x, x = t % 8 + 1, y = t / 8 + 1;
    s[y][x] = t;
    if (x == 1) s[y][0] = -1;
    if (x == 8) s[y][9] = -2;
    if (y == 1) s[0][x] = -3; //- uninitialised
    if (y == blockDim.x / 8) s[y + 1][x] = -4;
    __syncthreads(); //- race
    out[blockIdx.x * blockDim.x + t] = s[y][x - 1] + s[y][x + 1] + s[y - 1][x] + s[y + 1][x]; //= s[y][x] = 5; out[blockIdx.x * blockDim.x + t] = s[y][x - 1] + s[y][x + 1] + s[y - 1][x] + s[y + 1][x]; => race
}

// == cells-bytes
// with T: unsigned char, short
// run: cells_bytes<<<G, B>>>(a, n)
__global__ void cells_bytes(int *out, int n) { // neighbours in one word of 4 bytes
    __shared__ T s[512];
    int t = threadIdx.x, m = blockDim.x;
    for (int round = 0; round < 3; round++) {
        s[t] = t + round;
        if (t % 3 == 0) s[m + t] = t; //= if (t % 3 == 0) s[m + t - t % 4] = t; => race
        __syncthreads(); //- race
        int v = s[m - 1 - t] + s[m + t / 3 * 3];
        out[blockIdx.x * m + t] = v;
        __syncthreads(); //- race
    }
}

// == cells-words-then-bytes
// run: cells_mixed<<<G, B>>>(a, n)
__global__ void cells_mixed(int *out, int n) { // words first, then the bytes of the same array
    __shared__ int s[256];
    int t = threadIdx.x, m = blockDim.x;
    unsigned char *bytes = (unsigned char *)s;
    s[t] = t;
    __syncthreads(); //- race
    bytes[4 * ((t + 1) % m) + t % 4] = 1; //= bytes[4 * (t / 2) + t % 4] = 1; => ok
    __syncthreads(); //- race
    int v = bytes[4 * ((t + 5) % m) + 3];
    __syncthreads(); //- race
    s[t] = v;
    out[blockIdx.x * m + t] = s[t]; //= out[blockIdx.x * m + t] = s[t] + bytes[4 * (m - 1 - t)]; => race
}

// == cells-wide
// with T: double, float4
// run: cells_wide<<<G, B>>>(a, n)
__global__ void cells_wide(int *out, int n) {
    __shared__ T s[256];
    int t = threadIdx.x, m = blockDim.x;
    s[t] = T();
    __syncthreads(); //- race
    T mine = s[t ^ 3], same = s[7];
    ((int *)&mine)[0] = t;
    __syncthreads(); //- race
    if (t % 2) s[t] = mine; //= if (t % 2) s[t / 4 * 4 + 1] = mine; => race
    __syncthreads();
    ((char *)out)[blockIdx.x * m + t] = ((char *)&s[(t * 5) % m])[0] + ((char *)&same)[0]; //= if (t == 9) s[3] = same; ((char *)out)[blockIdx.x * m + t] = ((char *)&s[(t * 5) % m])[0]; => race
}

// == cells-one-reader
// run: cells_one<<<G, B>>>(a, n)
__global__ void cells_one(int *out, int n) { // what one thread alone has read it may write
    __shared__ int s[256], sum;
    int t = threadIdx.x, m = blockDim.x;
    s[t] = t;
    if (t == 5) sum = 0;
    __syncthreads();
    if (t == 5)
        sum = sum + s[t];
    s[t] = s[t] + 1; //= s[t] = t == m - 1 ? 0 : s[t + 1]; => race
    __syncthreads(); //- race
    out[blockIdx.x * m + t] = s[t] + sum;
}

// == cells-second-value
// run: cells_second<<<G, B>>>(a, n)
// remark: race-same-value
__global__ void cells_second(int *out, int n) { // all write the same; but not one thread something else before
    __shared__ int flag;
    int t = threadIdx.x, m = blockDim.x;
    if (t == 40) flag = 1; //= if (t == 40) { flag = 2; flag = 1; } => race
    if (t == 3) flag = 1; //= if (t == 3) flag = 4; => race
    __syncthreads();
    out[blockIdx.x * m + t] = flag;
}

// == cells-many-stretches
// run: cells_many<<<G, B>>>(a, n)
__global__ void cells_many(int *out, int n) { // more accesses between two barriers than are noted
    __shared__ int s[256];
    int t = threadIdx.x, m = blockDim.x, sum = 0;
    s[t] = t;
    __syncthreads(); //- race
    for (int k = 0; k < 3 * m; k++) sum += s[(t + k) % m] + s[k % m];
    if (sum < 0) s[t] = 0; //= if (t == 1) s[t] = 0; => race
    __syncthreads();
    out[blockIdx.x * m + t] = sum;
}

// == cells-copied
// run: cells_copied<<<G, B>>>(a, n)
__global__ void cells_copied(int *out, int n) { // what was unset of an earlier copy is not of the next
    __shared__ int u[40][10], v[40][10], line[256], w[256];
    int t = threadIdx.x, x = t % 8, y = t / 8;
    line[t] = t; //- uninitialised
    __syncthreads();
    v[y][x] = u[y][x];
    __syncthreads();
    w[t] = line[t];
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = w[t] + 1; //= out[blockIdx.x * blockDim.x + t] = v[y][x] + 1; => uninitialised
}
