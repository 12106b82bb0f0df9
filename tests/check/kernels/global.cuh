// == saxpy
// with T: float
// run: k<<<G, B>>>(x, y, n)
__global__ void k(const T *in, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; //= int i = threadIdx.x; => race
    if (i < n) out[i] = 2 * in[i] + out[i]; //= if (i < n) out[i] = 2 * in[i] + out[i + 1]; => race
}

// == below_in_vectors
// run: k<<<160, 100>>>(few, a, 100)
// shapes: 1x1
int before[4], few[100]; // no page between them, whose fault would tell it too
__global__ void k(const int *in, int *out, int m) {
    int t = threadIdx.x;
    out[blockIdx.x * blockDim.x + t] = in[m - 1 - t]; //= out[blockIdx.x * blockDim.x + t] = in[m - 2 - t]; => out-of-bounds
}

// == grid_stride
// run: k<<<G, B>>>(a, 5000)
__global__ void k(int *out, int m) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x) //= for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += blockDim.x) => race
        out[i] = out[i] + i;
}

// == no_guard
// run: k<<<G + 63, 256>>>(a, 16384)
// shapes: 2x64
__global__ void k(int *out, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) out[i] = i; //= out[i] = i; => out-of-bounds
}

// == off_by_one
// run: k<<<G, B>>>(a, 16384)
__global__ void k(int *out, int m) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < m; i += gridDim.x * blockDim.x) out[i] = 1; //= for (int i = threadIdx.x + blockIdx.x * blockDim.x; i <= m; i += gridDim.x * blockDim.x) out[i] = 1; => out-of-bounds
}

// == negative_index
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i > 0 ? in[i - 1] : 0; //= out[i] = in[i - 1]; => out-of-bounds
}

// == wandering_pointer
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    const int *p = in + blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int i = 0; i < 3; i++, p += 100) sum += *p; //= for (int i = 0; i < 300; i++, p += 100) sum += *p; => out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// == in_place_shift
// run: k<<<G, B>>>(a, b)
__global__ void k(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 1]; //= ((int *)in)[i] = in[i + 1]; => race
}

// == halo_of_other_block
// run: k<<<G, B>>>(a, b)
__global__ void k(int *v, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = i;
    __syncthreads(); //- race
    int j = threadIdx.x + 1 < blockDim.x ? i + 1 : i; //= int j = (i + blockDim.x) % (gridDim.x * blockDim.x); => race
    out[i] = v[j];
}

// == counter
// with T: int, unsigned, unsigned long long, float, double
// run: k<<<G, B>>>((T *)w)
__global__ void k(T *count) {
    atomicAdd(count, (T)1); //= *count += 1; => race
}

// == counter_functions
// with F: atomicSub, atomicMin, atomicMax, atomicAnd, atomicOr, atomicXor, atomicExch
// run: k<<<G, B>>>(a)
__global__ void k(int *v) {
    F(v, 3);
    F(v + 1 + threadIdx.x, 3); //= v[threadIdx.x % 2] = 3; => race
}

// == block_scope
// with F: atomicAdd, atomicMax, atomicExch
// run: k<<<G, B>>>(a)
__global__ void k(int *v) {
    F_block(v + blockIdx.x, 1);
    F(v + 100, 1); //= F_block(v + 100, 1); => atomic-scope
}

// == plain_read_of_counter
// run: k<<<G, B>>>(a, b)
__global__ void k(int *v, int *out) {
    int at = atomicAdd(v, 1);
    out[at] = threadIdx.x; //= out[*v] = threadIdx.x; => race
}

// == cas_loop
// with T: int, unsigned, unsigned long long
// run: k<<<G, B>>>((T *)w)
__global__ void k(T *v) {
    T old = *v, seen;
    do {
        seen = old;
        old = atomicCAS(v, seen, seen * 2 + 1); //= *v = seen * 2 + 1; old = seen; => race
    } while (old != seen);
}

// == float_max
// run: k<<<G, B>>>(x)
__global__ void k(float *v) {
    int *bits = (int *)v, old = *bits, seen;
    float mine = threadIdx.x;
    do {
        seen = old;
        if (__int_as_float(seen) >= mine) break;
        old = atomicCAS(bits, seen, __float_as_int(mine)); //= *v = mine; old = seen; => race
    } while (old != seen);
}

// == lock
// run: k<<<G, B>>>(a, b)
__global__ void k(int *lock, int *v) {
    if (threadIdx.x == 0) { //= if (threadIdx.x % 32 == 0) { => ok
        while (atomicCAS(lock, 0, 1) != 0) {} //= => race
        __threadfence(); //- ok
        v[0] = v[0] + 1;
        __threadfence(); //- race
        atomicExch(lock, 0);
    }
}

// == last_block
// run: k<<<G, B>>>(a, b, &one)
__global__ void k(int *part, int *out, int *done) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x; //= part[0] = blockIdx.x; => race
        __threadfence(); //- race
        last = atomicAdd(done, 1) == gridDim.x - 1; //= last = (*done)++ == gridDim.x - 1; => race
    }
    __syncthreads(); //- race
    if (last && threadIdx.x < gridDim.x) atomicAdd(out, part[threadIdx.x]); //= if (threadIdx.x < gridDim.x) atomicAdd(out, part[threadIdx.x]); => race
}

// == last_block_all_threads
// run: k<<<G, B>>>(a, b, &one)
__global__ void k(int *part, int *out, int *done) {
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[i] = i;
    __threadfence(); //- race
    __syncthreads(); //- race
    if (threadIdx.x == 0) last = atomicAdd(done, 1) == gridDim.x - 1;
    __syncthreads(); //- race
    if (last)
        for (int k = threadIdx.x; k < gridDim.x * blockDim.x; k += blockDim.x) atomicAdd(out, part[k]);
}

// == flag_to_next_block
// run: k<<<G, B>>>(a, b)
// shapes: 1x64
__global__ void k(int *v, volatile int *flag) {
    if (threadIdx.x == 0) {
        v[0] = 5;
        __threadfence_block(); //- race
        flag[0] = 1;
    } else if (threadIdx.x == 32) {
        while (flag[0] == 0) {} //= => race
        __threadfence_block(); //- ok
        v[1] = v[0];
    }
}

// == grid_sync
// run: void *args[] = {&p, &q}; cudaLaunchCooperativeKernel((void *)k, dim3(G), dim3(B), args, 0, 0);
__global__ void k(int *v, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = i;
    cooperative_groups::this_grid().sync(); //= __syncthreads(); => race
    out[i] = v[gridDim.x * blockDim.x - 1 - i];
    cooperative_groups::this_grid().sync(); //- race
    v[i] = out[(i + blockDim.x) % (gridDim.x * blockDim.x)];
}
int *p = a, *q = b;

// == bytes
// run: k<<<G, B>>>(u)
__global__ void k(unsigned char *v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = i; //= *(short *)(v + (i & ~1)) = 1; => race-same-value
    v[i] = v[i] + 1; //= v[i] = v[i ^ 1] + 1; => race
}

// == vectors
// run: k<<<G, B>>>((float4 *)x)
__global__ void k(float4 *v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 f = v[i]; //= float4 f = *(float4 *)((float *)v + 4 * i + 1); => misaligned
    f.x += 1;
    v[i] = f; //= v[i / 2] = f; => race
}

// == struct_of_arrays
// run: k<<<G, B>>>((struct soa *)a)
struct soa { int key[64]; int value[64]; };
__global__ void k(struct soa *s) {
    if (blockIdx.x == 0 && threadIdx.x < 64) {
        s->key[threadIdx.x] = 1; //= s->key[threadIdx.x + 1] = 1; => out-of-bounds
        s->value[threadIdx.x] = s->key[threadIdx.x]; //= s->value[threadIdx.x] = s->key[threadIdx.x ^ 1]; => race
    }
}

// == constant_table
// run: k<<<G, B>>>(a)
__constant__ int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__global__ void k(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table[i % 8]; //= out[i] = table[i % 9]; => out-of-bounds
}

// == local_array
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    int l[4] = {1, 2, 3, 4}, i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = l[i % 4]; //= out[i] = l[i % 5]; => out-of-bounds
    l[(i + 1) % 4] = 2; //= l[(i % 5) - 1] = 2; => out-of-bounds
    out[i] += l[i & 3];
}

// == device_variable
// run: k<<<G, B>>>(a)
__device__ int total;
__global__ void k(int *out) {
    atomicAdd(&total, 1); //= total++; => race
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1; //= out[0] = threadIdx.x; => race
}

// == device_heap
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *p = (int *)malloc(10 * sizeof(int));
    for (int j = 0; j < 10; j++) p[j] = j; //= for (int j = 0; j <= 10; j++) p[j] = j; => out-of-bounds
    out[i] = p[9]; //= free(p); out[i] = p[9]; p = 0; => use-after-free
    free(p);
}

// == unset_local
// run: k<<<G, B>>>(a)
__global__ void k(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = 0; //= int i = blockIdx.x * blockDim.x + threadIdx.x, v; => uninitialised
    if (i % 2) v = 3;
    out[i] = v + 1;
}

// == null_pointer
// run: k<<<G, B>>>(a, (int *)0)
__global__ void k(int *out, int *none) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = none ? none[i] : 0; //= out[i] = none[i]; => wild-pointer
}

// == race_ok
// run: k<<<G, B>>>(a)
__global__ void k(int *v) {
    v[0] = threadIdx.x; // heddle: race-ok
}


// == flag_of_many
// run: k<<<G, B>>>(a, b)
// shapes: 300x128 700x64 200x256
// remark: race-same-value
__global__ void k(const int *in, int *changed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i % 16384] == 0) changed[0] = 1; //= if (in[i % 16384] == 0) changed[0] = 1 + (blockIdx.x == 100); => race
    if (i % 1000 == 3) changed[1 + i % 3] = 1; //= if (i % 1000 == 3) changed[1 + i % 3] = i / 1000; => race
}
