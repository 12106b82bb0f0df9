// Loops that wait: locks, flags, counts; and what makes them wait for ever.

// == lock
// run: dl_lock<<<G, B>>>(a, b)
// shapes: 3x64
__global__ void dl_lock(int *lock, int *sum) {
    if (threadIdx.x) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    sum[0] += 1;
    __threadfence();
    atomicExch(lock, 0); //- deadlock
}

// == lock-early-return
// run: dl_return<<<G, B>>>(a, b)
// shapes: 3x32
__global__ void dl_return(int *lock, int *sum) {
    if (threadIdx.x) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    if (sum[0] > 0) { __threadfence(); atomicExch(lock, 0); return; } //= if (sum[0] > 0) return; => deadlock
    sum[0] = 1;
    __threadfence();
    atomicExch(lock, 0);
}

// == lock-every-thread
// run: dl_every<<<G, B>>>(a, b)
// shapes: 2x64
__global__ void dl_every(int *lock, int *sum) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            sum[0] += 1;
            __threadfence();
            atomicExch(lock, 0); //- deadlock
            done = true;
        }
    }
}

// == lock-over-barrier
// run: dl_barrier<<<G, B>>>(a, b)
// shapes: 2x64
__global__ void dl_barrier(int *lock, int *sum) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 1) sum[0] += 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(lock, 0); //= if (threadIdx.x == 0) atomicExch(lock, 1); => deadlock
}

// == two-locks
// run: dl_two<<<G, B>>>(a, b)
// shapes: 2x32 4x32
__device__ void dl_take(int *lock) { while (atomicCAS(lock, 0, 1) != 0) {} __threadfence(); }
__device__ void dl_give(int *lock) { __threadfence(); atomicExch(lock, 0); }
__global__ void dl_two(int *locks, int *money) {
    if (threadIdx.x) return;
    int from = blockIdx.x % 2, to = 1 - from;
    int first = min(from, to); //= int first = from; => deadlock
    int second = 1 - first;
    dl_take(&locks[first]);
    dl_take(&locks[second]);
    money[from]--;
    money[to]++;
    dl_give(&locks[second]);
    dl_give(&locks[first]);
}

// == two-locks-gate
// run: dl_gate<<<G, B>>>(a, b)
// shapes: 3x32
__device__ void dl_take2(int *lock) { while (atomicCAS(lock, 0, 1) != 0) {} __threadfence(); }
__device__ void dl_give2(int *lock) { __threadfence(); atomicExch(lock, 0); }
__global__ void dl_gate(int *locks, int *money) {
    if (threadIdx.x) return;
    int first = blockIdx.x % 2, second = 1 - first;
    dl_take2(&locks[2]); //- deadlock
    dl_take2(&locks[first]);
    dl_take2(&locks[second]);
    money[0]++;
    dl_give2(&locks[second]);
    dl_give2(&locks[first]);
    dl_give2(&locks[2]);
}

// == two-locks-barrier
// run: dl_phases<<<1, B>>>(a, b)
// shapes: 1x64
__global__ void dl_phases(int *locks, int *money) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&locks[0], 0, 1) != 0) {}
        while (atomicCAS(&locks[1], 0, 1) != 0) {}
        money[0]++;
        __threadfence();
        atomicExch(&locks[1], 0);
        atomicExch(&locks[0], 0);
    }
    __syncthreads(); //- deadlock
    if (threadIdx.x == 32) {
        while (atomicCAS(&locks[1], 0, 1) != 0) {}
        while (atomicCAS(&locks[0], 0, 1) != 0) {}
        money[1]++;
        __threadfence();
        atomicExch(&locks[0], 0);
        atomicExch(&locks[1], 0);
    }
}

// == two-locks-try
// run: dl_try<<<G, B>>>(a, b)
// shapes: 4x32
__global__ void dl_try(int *locks, int *money) {
    if (threadIdx.x) return;
    int first = blockIdx.x % 2, second = 1 - first;
    bool done = false;
    while (!done) {
        if (atomicCAS(&locks[first], 0, 1) != 0) continue;
        if (atomicCAS(&locks[second], 0, 1) == 0) {
            __threadfence();
            money[0]++;
            __threadfence();
            atomicExch(&locks[second], 0);
            done = true;
        }
        atomicExch(&locks[first], 0);
    }
}

// == flag-between-blocks
// run: dl_flag<<<G, B>>>(a, b)
// shapes: 2x32
__global__ void dl_flag(volatile int *flag, int *out) {
    if (threadIdx.x) return;
    if (blockIdx.x == 0) {
        out[0] = 7;
        __threadfence();
        flag[0] = 1; //= flag[1] = 1; => deadlock
    } else {
        while (flag[0] == 0) {}
        __threadfence();
        out[1] = out[0] + 1;
    }
}

// == flags-crossed
// run: dl_cross<<<G, B>>>(a, b)
// shapes: 2x32
__global__ void dl_cross(volatile int *flag, int *out) {
    if (threadIdx.x) return;
    int me = blockIdx.x & 1;
    flag[me] = 1; //- deadlock
    while (flag[1 - me] == 0) {}
    out[me] = 1;
    flag[me] = 1;
}

// == flag-and-barrier
// run: dl_before<<<G, B>>>(a)
// shapes: 2x64
__global__ void dl_before(volatile int *flag) {
    if (threadIdx.x == 32) { __threadfence(); flag[blockIdx.x] = 1; } //- deadlock
    if (threadIdx.x == 0)
        while (flag[blockIdx.x] == 0) {}
    __syncthreads();
    if (threadIdx.x == 32) flag[blockIdx.x] = 1;
}

// == grid-count
// run: dl_count<<<G, B>>>(a, b)
// shapes: 4x32
__global__ void dl_count(int *count, int *out) {
    out[threadIdx.x + blockIdx.x * blockDim.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < gridDim.x) {} //= while (atomicAdd(count, 0) <= gridDim.x) {} => deadlock
        __threadfence();
    }
    __syncthreads();
    out[4096 + threadIdx.x + blockIdx.x * blockDim.x] = out[threadIdx.x];
}

// == grid-count-volatile
// run: dl_volatile<<<G, B>>>(a, b)
// shapes: 4x32
__global__ void dl_volatile(int *count, int *out) {
    if (threadIdx.x) return;
    atomicAdd(count, 1);
    while (*(volatile int *)count < gridDim.x) {} //= while (*count < gridDim.x) {} => race
    out[blockIdx.x] = 1;
}

// == ticket
// run: dl_ticket<<<G, B>>>(a, b)
// shapes: 4x32
__global__ void dl_ticket(int *ticket, int *sum) {
    if (threadIdx.x) return;
    int mine = atomicAdd(ticket, 1);
    while (atomicAdd(ticket + 1, 0) != mine) {}
    __threadfence();
    sum[0] += 1;
    __threadfence();
    atomicAdd(ticket + 1, 1); //- deadlock
}

// == flag-plain
// run: dl_plain<<<G, B>>>(a, b)
// shapes: 2x64
__global__ void dl_plain(volatile int *flag, int *out) {
    int *own = &out[blockIdx.x];
    if (threadIdx.x == 32) {
        *own = 3;
        __threadfence();
        flag[blockIdx.x] = 1;
    }
    if (threadIdx.x == 0) {
        while (flag[blockIdx.x] == 0) {} //= while (*(int *)&flag[blockIdx.x] == 0) {} => race
        __threadfence();
        out[1024 + blockIdx.x] = *own;
    }
}

// == two-locks-told-apart
// run: dl_told<<<2, B>>>(a, b)
// shapes: 2x32 2x64
__global__ void dl_told(int *locks, int *money) { // a flag, by way of another thread, keeps the two apart
    int *done = locks + 2, *heard = locks + 3, first = blockIdx.x, second = 1 - first;
    if (threadIdx.x == 1 && blockIdx.x == 0) {
        while (atomicAdd(done, 0) == 0) {} //- deadlock
        atomicExch(heard, 1);
    }
    if (threadIdx.x) return;
    if (blockIdx.x == 1)
        while (atomicAdd(heard, 0) == 0) {}
    __threadfence();
    while (atomicCAS(&locks[first], 0, 1) != 0) {}
    __threadfence();
    while (atomicCAS(&locks[second], 0, 1) != 0) {}
    __threadfence();
    money[0]++;
    __threadfence();
    atomicExch(&locks[second], 0);
    atomicExch(&locks[first], 0);
    atomicExch(done, 1);
}
