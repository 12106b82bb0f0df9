// Hand-over: what orders threads besides barriers, and what only seems to.

// == ticket_lock
// run: k<<<G, B>>>(a, b)
// shapes: 2x64 4x32
__global__ void k(int *lock, int *v) {
    if (threadIdx.x == 0) {
        int mine = atomicAdd(&lock[0], 1);
        while (atomicAdd(&lock[1], 0) != mine) {} //= if (mine < 0) return; => race
        __threadfence();
        v[0] = v[0] + 1;
        __threadfence(); //- race
        atomicAdd(&lock[1], 1);
    }
}

// == reader_after_flag
// run: k<<<G, B>>>(a, &one, b)
// shapes: 2x64 3x32 4x128
__global__ void k(int *data, int *flag, int *out) {
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x;
        __threadfence(); //- race
        __syncthreads(); //- race
        if (threadIdx.x == 0) atomicExch(flag, 1);
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(flag, 0) == 0) {}
            __threadfence();
        }
        __syncthreads(); //- race
        out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
    }
}

// == fence_of_block_only
// run: k<<<G, B>>>(a, &one, b)
// shapes: 2x64 3x32 2x128
__global__ void k(int *data, int *flag, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        data[0] = 7;
        __threadfence(); //= __threadfence_block(); => race
        atomicExch(flag, 1);
    } else if (threadIdx.x == 0) {
        while (atomicAdd(flag, 0) == 0) {}
        __threadfence();
        out[blockIdx.x] = data[0];
    }
}

// == chained_scan
// run: k<<<G, B>>>(a, b, c)
// shapes: 2x64 3x32 4x128 5x64
__global__ void k(const int *in, int *sums, int *flags) {
    __shared__ int before;
    if (threadIdx.x == 0) {
        int mine = 0;
        for (int i = 0; i < blockDim.x; i++) mine += in[blockIdx.x * blockDim.x + i];
        before = 0;
        if (blockIdx.x > 0) {
            while (atomicAdd(&flags[blockIdx.x - 1], 0) == 0) {}
            __threadfence();
            before = sums[blockIdx.x - 1];
        }
        sums[blockIdx.x] = before + mine;
        __threadfence(); //- race
        atomicExch(&flags[blockIdx.x], 1);
    }
    __syncthreads();
}

// == two_phases
// run: k1<<<G, B>>>(a); k2<<<G, B>>>(a, b);
__global__ void k1(int *v) { v[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
__global__ void k2(int *v, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = v[(i + blockDim.x) % (gridDim.x * blockDim.x)]; //= v[i] = v[(i + blockDim.x) % (gridDim.x * blockDim.x)]; => race
}

// == two_streams
// run: { cudaStream_t s1, s2; cudaEvent_t e; cudaStreamCreate(&s1); cudaStreamCreate(&s2); cudaEventCreate(&e); both<<<G, B, 0, s1>>>(a); wait(e, s1, s2); both<<<G, B, 0, s2>>>(a); cudaDeviceSynchronize(); cudaStreamDestroy(s1); cudaStreamDestroy(s2); cudaEventDestroy(e); }
__global__ void both(int *v) { v[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
void wait(cudaEvent_t e, cudaStream_t s1, cudaStream_t s2) {
    cudaEventRecord(e, s1); //= cudaEventRecord(e, s2); => race
    cudaStreamWaitEvent(s2, e, 0); //- race
}

// == other_halves
// run: { cudaStream_t s1, s2; cudaStreamCreate(&s1); cudaStreamCreate(&s2); half<<<G, B, 0, s1>>>(a, 0); half<<<G, B, 0, s2>>>(a, n); cudaDeviceSynchronize(); cudaStreamDestroy(s1); cudaStreamDestroy(s2); }
__global__ void half(int *v, int from) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[from + i] += 1; //= v[from / 2 + i] += 1; => race
}

// == default_stream_waits
// run: { cudaStream_t s; make(&s); own<<<G, B, 0, s>>>(a); own<<<G, B>>>(a); cudaDeviceSynchronize(); cudaStreamDestroy(s); }
__global__ void own(int *v) { v[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
void make(cudaStream_t *s) {
    cudaStreamCreate(s); //= cudaStreamCreateWithFlags(s, cudaStreamNonBlocking); => race
}

// == atomic_claims
// run: k<<<G, B>>>(a, b)
__global__ void k(int *owner, int *v) {
    int slot = threadIdx.x % 8;
    if (atomicCAS(&owner[slot], 0, 1 + blockIdx.x * blockDim.x + threadIdx.x) == 0)
        v[slot] = threadIdx.x; // its own from then on
    else
        atomicAdd(&v[16], 1); //= v[slot] = threadIdx.x; => race
}

// == bits_of_a_word
// run: k<<<G, B>>>((unsigned *)a)
__global__ void k(unsigned *bits) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicOr(&bits[i / 32], 1u << i % 32); //= bits[i / 32] |= 1u << i % 32; => race
}

// == bits_by_ballot
// run: k<<<G, B>>>((unsigned *)a, b)
__global__ void k(unsigned *bits, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned all = __ballot_sync(~0u, in[i] == 0);
    if (i % 32 == 0) bits[i / 32] = all; //= bits[i / 32] = all + i % 32; => race
}

// == sub_words
// with T: char, short, unsigned char, unsigned short
// run: k<<<G, B>>>((T *)a)
__global__ void k(T *v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = (T)(v[i] + 1); //= v[i] = (T)(v[i + 1] + 1); => race
}

// == neighbours_in_a_struct
// run: k<<<G, B>>>((struct pair *)a)
struct pair { short first; unsigned char second, third; };
__global__ void k(struct pair *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2)
        p[i / 2].first = i;
    else
        p[i / 2].second = i; //= p[i / 2].first = i; => race
}

// == wide_and_narrow
// run: k<<<G, B>>>((int4 *)a, a)
__global__ void k(int4 *wide, int *narrow) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 4 == 0) wide[i / 4] = make_int4(i, i, i, i);
    __syncthreads(); //- race
    narrow[i] = narrow[i] + 1;
}

// == double_buffer
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    __shared__ int s[2][256];
    int t = threadIdx.x, sum = 0;
    s[0][t] = in[t];
    __syncthreads(); //- race
    for (int round = 0; round < 4; round++) {
        int at = round % 2;
        sum += s[at][(t + 1) % blockDim.x];
        if (round < 3) s[1 - at][t] = in[t + round]; //= if (round < 3) s[at][t] = in[t + round]; => race
        __syncthreads(); //- race
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

// == producer_warp
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    __shared__ int s[256];
    if (threadIdx.x < 32)
        for (int i = threadIdx.x; i < blockDim.x; i += 32) s[i] = in[i];
    __syncthreads(); //= __syncwarp(); => race
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// == one_writes_all_read
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    __shared__ int limit;
    for (int round = 0; round < 3; round++) {
        if (threadIdx.x == round) limit = in[round] + round;
        __syncthreads(); //- race
        out[blockIdx.x * blockDim.x + threadIdx.x] = limit;
        __syncthreads(); //- race
    }
}

// == halo_exchange
// run: step<<<G, B>>>(a, b, n); step<<<G, B>>>(b, a, n);
__global__ void step(const int *from, int *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, left = i ? i - 1 : 0, right = i + 1 < n ? i + 1 : i;
    to[i] = (from[left] + from[i] + from[right]) / 3; //= to[i] = (to[left] + from[i] + from[right]) / 3; => race
}

// == halo_in_shared
// run: k<<<G, B>>>(a, b, n)
__global__ void k(const int *in, int *out, int n) {
    __shared__ int s[258];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 1;
    s[t] = in[i];
    if (threadIdx.x == 0) s[0] = i ? in[i - 1] : 0; //= if (threadIdx.x == 0) s[0] = s[2] = i + 1; => race
    if (threadIdx.x == blockDim.x - 1) s[t + 1] = i + 1 < n ? in[i + 1] : 0; //- uninitialised
    __syncthreads(); //- race
    out[i] = s[t - 1] + s[t] + s[t + 1];
}

// == rotating_owner
// run: k<<<G, B>>>(a)
__global__ void k(int *v) {
    int t = threadIdx.x, base = blockIdx.x * blockDim.x;
    for (int r = 0; r < 3; r++) {
        v[base + (t + r) % blockDim.x] += r;
        __syncthreads(); //- race
    }
}

// == odd_even_sort
// run: k<<<G, B>>>(a)
__global__ void k(int *v) {
    int *own = v + blockIdx.x * blockDim.x, t = threadIdx.x;
    for (int r = 0; r < 4; r++) {
        int i = 2 * t + r % 2;
        if (i + 1 < blockDim.x && own[i] > own[i + 1]) { int x = own[i]; own[i] = own[i + 1]; own[i + 1] = x; }
        else if (i + 1 < blockDim.x) own[i] += 0; //= else own[t] += 0; => race
        __syncthreads(); //- race
    }
}

// == group_sync
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    auto block = cooperative_groups::this_thread_block();
    auto tile = cooperative_groups::tiled_partition<16>(block);
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    tile.sync(); //- race
    int v = s[t / 16 * 16 + (t + 1) % 16];
    block.sync(); //- race
    s[blockDim.x - 1 - t] = v;
    block.sync(); //- race
    out[blockIdx.x * blockDim.x + t] = s[t];
}

// == syncwarp_of_halves
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    __shared__ int s[256];
    int t = threadIdx.x, lane = t % 32;
    unsigned mask = lane < 16 ? 0xffffu : 0xffff0000u;
    s[t] = t;
    __syncwarp(mask); //- race
    int v = s[t / 16 * 16 + (lane + 5) % 16]; //= int v = s[t / 32 * 32 + (lane + 16) % 32]; => race
    out[blockIdx.x * blockDim.x + t] = v;
}

// == syncthreads_and_vote
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t] + t;
    int many = __syncthreads_count(in[t] == 0); //= int many = in[t]; => race
    out[blockIdx.x * blockDim.x + t] = s[(t + 7) % blockDim.x] + many;
}

// == inc_and_dec
// run: k<<<G, B>>>((unsigned *)a, b)
__global__ void k(unsigned *v, int *out) {
    unsigned at = atomicInc(v, 1000000u);
    out[at] = at; //= out[at % 5] = at; => race
    atomicDec(v + 1, 10u);
}

// == wide_cas
// run: k<<<G, B>>>((unsigned long long *)w)
__global__ void k(unsigned long long *v) {
    unsigned long long mine = (unsigned long long)threadIdx.x << 32 | blockIdx.x, seen = 0, old;
    while ((old = atomicCAS(v, seen, mine > seen ? mine : seen)) != seen) seen = old; //= { old = *v; *v = mine > old ? mine : old; } => race
}

// == block_then_device
// run: k<<<G, B>>>(a)
__global__ void k(int *v) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads(); //- race
    atomicAdd_block(&sum, 1);
    __syncthreads(); //- race
    if (threadIdx.x == 0) atomicAdd(v, sum); //= if (threadIdx.x == 0) atomicAdd_block(v, sum); => atomic-scope
}

// == cleared_by_another_launch
// run: clear_all<<<1, 1024>>>(a); count<<<G, B>>>(b, a);
__global__ void clear_all(int *v) { v[threadIdx.x] = 0; }
__global__ void count(const int *in, int *bins) {
    if (threadIdx.x == 0 && blockIdx.x == 0) bins[20] = 0; //= if (threadIdx.x == 0) bins[in[0] & 15] = blockIdx.x; => race
    atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x] & 15], 1);
}
