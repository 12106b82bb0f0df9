// Lines of which several blocks have a part, or one block several (core/check/lines.c).

// == lines-tiles
// run: lines_tiles<<<dim3(8, 8), dim3(16, 16)>>>(u, 128)
// shapes: 1x1
__global__ void lines_tiles(unsigned char *out, int w) { // four blocks in a line
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, edge = threadIdx.x == 15 && x < w - 1;
    out[y * w + x] = x; //= out[y * w + x + edge] = x; => race
}

// == lines-tiles-read
// run: lines_tiles_read<<<dim3(8, 8), dim3(16, 16)>>>(u, a, 128)
// shapes: 1x1
__global__ void lines_tiles_read(unsigned char *out, int *sums, int w) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, edge = threadIdx.x == 15 && x < w - 1;
    sums[y * w + x] = out[y * w + x]; //= sums[y * w + x] = out[y * w + x + (edge && y == 77)]; => race
    out[y * w + x] = x; //= out[y * w + x - (threadIdx.x == 0 && x > 0 && y == 3)] = x; => race
}

// == lines-eighths
// run: lines_eighths<<<dim3(16, 4), dim3(8, 32)>>>(u, 128)
// shapes: 1x1
__global__ void lines_eighths(unsigned char *out, int w) { // eight blocks: more than there is room for
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    out[y * w + x] = out[y * w + x] + x; //= out[y * w + x] = out[(y * w + x) ^ (y == 9 ? 8 : 0)] + x; => race
}

// == lines-interleaved
// run: lines_interleaved<<<2, 128>>>(u)
// shapes: 1x1
__global__ void lines_interleaved(unsigned char *out) { // every other byte
    int t = threadIdx.x, other = blockIdx.x;
    out[2 * t + other] = t + other; //= out[2 * t + (t == 100 ? 0 : other)] = t + other; => race
}

// == lines-interleaved-words
// run: lines_words<<<4, 128>>>(a, u)
// shapes: 1x1
__global__ void lines_words(int *out, unsigned char *bytes) { // of structs of four
    int t = threadIdx.x, k = blockIdx.x;
    out[4 * t + k] = t + k; //= out[4 * t + (k == 3 && t == 5 ? 2 : k)] = t + k; => race
    bytes[4 * t + k] = t + k; //= bytes[4 * t + (k == 1 && t == 127 ? 0 : k)] = t + k; => race
}

// == lines-turned
// run: lines_turned<<<dim3(8, 8), dim3(16, 16)>>>(u, 128)
// shapes: 1x1
__global__ void lines_turned(unsigned char *p, int w) { // tiles are transposed where they lie
    int x = blockIdx.x * 16, y = blockIdx.y * 16, i = threadIdx.x, j = threadIdx.y;
    p[(y + j) * w + x + i] = 16 * j + i;
    __syncthreads(); //- race
    unsigned char v = p[(y + i) * w + x + j];
    __syncthreads(); //- race
    p[(y + j) * w + x + i] = v; //= p[(y + j) * w + (x + i + (x == 32 && i == 15 && j == 15)) % w] = v; => race
}

// == lines-backwards
// run: lines_backwards<<<G, B>>>(u, n)
// shapes: 8x32 4x64 16x16
__global__ void lines_backwards(unsigned char *p, int n) { // written again from the other side
    int from = blockIdx.x * blockDim.x, t = threadIdx.x, m = blockDim.x;
    p[from + t] = from + t;
    __syncthreads(); //- race
    p[from + m - 1 - t] = t + 1; //= p[(from + m - 1 - t + (blockIdx.x == 1 && t == 0)) % n] = t + 1; => race
    __syncthreads(); //- race
    p[from + (t + 1) % m] = p[from + (t + 1) % m] + 1;
}

// == lines-parts
// run: lines_parts<<<4, 64>>>(u)
// shapes: 1x1
__global__ void lines_parts(unsigned char *p) { // the second half of a part is written later
    int t = threadIdx.x, at = 512 * blockIdx.x + 4 * t;
    p[at] = 1;
    p[at + 1] = 2;
    __syncthreads();
    p[at + 3] = p[at] + p[at + 1];
    p[at + 2] = p[(at + 4) % 2048]; //= p[at + 2] = p[(at + 6) % 2048]; => race
}

// == lines-wide-and-narrow
// run: lines_both<<<2, 64>>>(u)
// shapes: 1x1
__global__ void lines_both(unsigned char *p) { // words of one block, bytes of the other, in turn
    int t = threadIdx.x;
    if (blockIdx.x == 0)
        *(int *)(p + 8 * t) = t; //= *(int *)(p + 8 * t + (t == 40 ? 4 : 0)) = t; => race
    else
        p[8 * t + 5] = t; //= p[8 * t + (t == 3 ? 2 : 5)] = t; => race
}

// == lines-shifted
// run: lines_shifted<<<G, 16>>>(u)
// shapes: 4x16 7x16 64x16
__global__ void lines_shifted(unsigned char *p) { // whole blocks run into the next
    int i = blockIdx.x * 16 + threadIdx.x;
    p[i] = i; //= p[i + blockIdx.x % 2] = i; => race
    __syncthreads();
    __syncthreads();
    p[i] = i + 5; //= p[i + 1] = i + 5; => race
}

// == lines-own-again
// run: lines_again<<<dim3(8, 8), dim3(16, 16)>>>(u, 128)
// shapes: 1x1
__global__ void lines_again(unsigned char *p, int w) { // some threads come back to their byte
    int i = (blockIdx.y * 16 + threadIdx.y) * w + blockIdx.x * 16 + threadIdx.x, j = i - threadIdx.x + 15 - threadIdx.x;
    p[i] = i;
    if (i * 7 % 3 == 0) p[i] = 1; //= if (i * 7 % 3 == 0) p[j] = 1; => race
    __syncthreads(); //- race
    p[j] = i;
    __syncthreads(); //- race
    p[i] = i;
    if (i * 7 % 5 == 0) p[i] = 2; //= if (i * 7 % 5 == 0) p[j] = 2; => race
}

// == lines-strides
// run: lines_strides<<<2, 64>>>(u)
// shapes: 1x1
__global__ void lines_strides(unsigned char *p) { // threads' parts have two widths
    int t = threadIdx.x, at = 1024 * blockIdx.x;
    p[at + 4 * t] = t;
    p[at + 2 * t + 1] = t; //= p[at + 2 * t] = t + 1; => race
    p[at + 512 + t] = p[at + 4 * t]; //= p[at + 512 + t] = p[at + 2 * t]; => race
    __syncthreads(); //- race
    p[at + 2 * t] = 1;
    if (t % 3 == 1) p[at + 2 * t] = 2; //= if (t % 3 == 1) p[at + 2 * t + 2] = 2; => race
}

// == lines-loop
// run: lines_loop<<<2, 64>>>(u + 64)
// shapes: 1x1
__global__ void lines_loop(unsigned char *p) { // a part by one place of the code in several turns
    int t = threadIdx.x, at = 1024 * blockIdx.x + 3 * t;
    for (int k = 0; k < 3; k++) p[at + k] = t; //= for (int k = 0; k < 4; k++) p[at + k] = t; => race
    p[at + 512] = p[at + 2]; //= p[at + 512] = p[at - 1]; => race
    p[at] = 1; //= p[at - 1] = 1; => race
    p[at + 1] = 1; //= p[at + 3] = 1; => race
}

// == lines-halves
// run: lines_halves<<<4, 32>>>(u)
// shapes: 1x1
__global__ void lines_halves(unsigned char *p) { // one half of a line is read again, then some of the other written
    int t = threadIdx.x, at = 64 * blockIdx.x, sum = p[at + t];
    p[at + 32 + t] = 2;
    sum += p[at + t];
    if (t * 7 % 3 == 0) p[at + 32 + t] = sum; //= if (t * 7 % 3 == 0) p[at + 31 - t] = sum; => race
}

// == lines-changed
// run: lines_changed<<<3, 64>>>(u)
// shapes: 1x1
__global__ void lines_changed(unsigned char *p) { // the same value at the end, and another before
    int t = threadIdx.x, k = blockIdx.x;
    p[64 * k + t] = k + 1; //= p[t] = k + 1; => race
    p[64 * k + t] = 9; //= p[k % 2 * 64 + t] = 9; => race
}

// == lines-widened
// run: lines_widened<<<4, 64>>>(u, 2)
// shapes: 1x1
__global__ void lines_widened(unsigned char *p, int n) { // what one place writes in turns is one part, as wide as all of them
    int t = threadIdx.x, at = 1024 * blockIdx.x + 3 * t;
    for (int k = 0; k < n; k++) p[at + 1 + k] = t;
    p[at + 512] = p[at + 2]; //= p[at + 512] = p[at - 1]; => race
}

// == lines-pixels
// run: lines_pixels<<<G, B>>>(u, n)
// shapes: 3x100 5x64 1x1000
__global__ void lines_pixels(unsigned char *p, int n) { // three sites in turns, which end anywhere in a line
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[3 * i] = i; //= p[3 * i + (i == n / 2 ? 3 : 0)] = i; => race
    p[3 * i + 1] = i + 1; //= p[3 * i + 1 + (i == n / 2 ? 3 : 0)] = i; => race
    p[3 * i + 2] = i + 2; //= p[3 * i + 2 - (i == n / 2 ? 3 : 0)] = i; => race
}

// == lines-pixels-again
// run: lines_pixels_again<<<G, B>>>(u, n)
// shapes: 3x96 4x128 5x160
__global__ void lines_pixels_again(unsigned char *p, int n) { // a second layer goes, and comes again
    int t = threadIdx.x, from = 3 * blockIdx.x * blockDim.x;
    p[from + 3 * t] = t;
    p[from + 3 * t + 2] = t;
    __syncthreads(); //- race
    for (int k = 0; k < 3; k++) p[from + k * blockDim.x + t] = k;
    __syncthreads(); //- race
    p[from + 3 * t + 1] = p[from + 3 * t] + p[from + 3 * t + 2]; //= p[from + 3 * t + 1] = p[from + 3 * t + (t == 40 ? 4 : 0)]; => race
}

// == lines-covered
// run: lines_covered<<<G, B>>>(a, n)
// shapes: 3x96 4x128 5x160
__global__ void lines_covered(int *p, int n) { // what is read is then written: one layer
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = p[i] + 1; //= p[i] = p[i == n / 2 ? i + 1 : i] + 1; => race
    p[i] = p[i] * 2; //= p[i == n / 2 + 3 ? i - 1 : i] = p[i] * 2; => race
}

// == lines-quiet-again
// run: lines_quiet<<<G, B>>>(a, b, n, 0);
// run: lines_quiet<<<G, B>>>(a, b, n, 1)
__global__ void lines_quiet(int *p, int *out, int n, int writes) { // what nobody wrote in a launch is read again in the next
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int k = 0; k < 4; k++) sum += p[64 + (i * 7 + k) % 64] + p[k];
    if (writes == 2) p[i] = 1; // it may be written, as far as the code tells
    out[i] = sum; //= out[i] = sum; if (writes && i == n - 1) p[i % 4] = 7; => race
}
