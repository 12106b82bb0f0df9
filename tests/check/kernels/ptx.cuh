// Accesses of inline PTX: checked as those of the language are, but that an address has no array that it belongs to.

// == ptx-words
// run: ptx_words<<<G, B>>>(a, n)
__global__ void ptx_words(int *out, int n) {
    __shared__ int s[512];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, x, y;
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[2 * t]);
    asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(at), "r"(t), "r"(i) : "memory"); //= if (t) asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(at), "r"(t), "r"(i) : "memory"); => ok
    __syncthreads(); //- race
    at = (unsigned)__cvta_generic_to_shared(&s[2 * (t ^ 1)]);
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(at));
    asm volatile("st.global.u32 [%0], %1;" ::"l"(out + i), "r"(x + y) : "memory"); //= asm volatile("st.global.u32 [%0], %1;" ::"l"(out + t / 2), "r"(i) : "memory"); => race
}

// == ptx-atom
// run: ptx_atom<<<G, B>>>(a, b)
__global__ void ptx_atom(int *sum, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, old;
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(sum), "r"(1) : "memory"); //= old = sum[0]; sum[0] = old + 1; => race
    asm volatile("red.global.max.s32 [%0], %1;" ::"l"(sum + 1), "r"(i) : "memory"); //= asm volatile("st.global.s32 [%0], %1;" ::"l"(sum + 1), "r"(i) : "memory"); => race
    out[i] = old;
}

// == ptx-copies
// run: ptx_copies<<<G, B>>>(u, b, n - 5)
__global__ void ptx_copies(const unsigned char *in, int *out, int n) { // the bytes behind n are filled with 0
    __shared__ __align__(16) int s[1024];
    int t = threadIdx.x, first = (blockIdx.x * blockDim.x + t) * 4, left = n - first, there = left < 0 ? 0 : left < 16 ? left : 16;
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[4 * t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(in + first), "r"(there));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads(); //- race
    out[blockIdx.x * blockDim.x + t] = s[4 * (blockDim.x - 1 - t)] + s[4 * t + 3];
}

// == ptx-unset
// run: ptx_unset<<<G, B>>>(b)
__global__ void ptx_unset(int *out) {
    __shared__ __align__(16) int s[1024];
    int t = threadIdx.x;
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[4 * t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(at), "l"(out + 4 * t) : "memory"); //= asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(at), "l"(out + 4 * t) : "memory"); => uninitialised
    __syncthreads();
    int v = s[4 * t + 3];
    asm volatile("st.global.u32 [%0], %1;" ::"l"(out + 8192 + blockIdx.x * blockDim.x + t), "r"(v + 1) : "memory");
}

// == ptx-ldmatrix
// run: ptx_ldmatrix<<<G, B>>>(b)
__global__ void ptx_ldmatrix(int *out) { // each thread's row of eight halves; a warp reads another's four matrices
    __shared__ __align__(16) int s[1024];
    int t = threadIdx.x, d[4];
    for (int k = 0; k < 4; k++) s[4 * t + k] = t; //= for (int k = 0; k < 3; k++) s[4 * t + k] = t; => uninitialised
    __syncthreads(); //- race
    unsigned row = (unsigned)__cvta_generic_to_shared(&s[4 * ((t + 32) % blockDim.x)]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(row)); //= asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(row)); => ok
    out[blockIdx.x * blockDim.x + t] = d[0] + d[1] + d[2] + d[3];
}
