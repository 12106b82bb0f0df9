// A kernel's text as C++ for g++: what emulate.py compiles. A thread is a context of its own (ucontext) that runs until it waits;
// a barrier lets all threads of the block that have not ended go on, a warp function all lanes of the warp. Blocks run one after
// the other, so __shared__ variables are static. It knows what kernel_maker.py writes and no more; optimisation is off, one
// rounding per operation, signed arithmetic wraps.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define __global__ static
#define __device__ static
#define __noinline__
#define __constant__ static
#define __shared__ static
struct uint3_ { unsigned x, y, z; };
static uint3_ threadIdx, blockIdx, blockDim, gridDim;
struct float4 { float x, y, z, w; };
struct int2 { int x, y; };
static float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
static int2 make_int2(int x, int y) { return {x, y}; }

// ---- threads ----

struct thread { ucontext_t context; char *stack; uint3_ index; bool done; };
struct warp { uint64_t value[32], result[32]; unsigned mask, got; int arrived, alive, turn; };
static thread threads_[1024];
static warp warps_[32];
static ucontext_t scheduler;
static int count_, at_, alive_, arrived_, turn_, votes_, vote_result_, vote_all_;

static void yield_() {
    int me = at_;
    swapcontext(&threads_[me].context, &scheduler);
}
static void release_barrier() {
    vote_result_ = votes_, vote_all_ = arrived_;
    votes_ = arrived_ = 0;
    turn_++;
}
static void vote_(int v) {
    int turn = turn_;
    votes_ += v != 0;
    if (++arrived_ == alive_) release_barrier();
    else while (turn_ == turn) yield_();
}
static void __syncthreads() { vote_(0); }
static int __syncthreads_count(int v) { vote_(v); return vote_result_; }
static int __syncthreads_and(int v) { vote_(v); return vote_result_ == vote_all_; }
static int __syncthreads_or(int v) { vote_(v); return vote_result_ != 0; }

static void complete(warp &w) {
    memcpy(w.result, w.value, sizeof w.value);
    w.got = w.mask, w.mask = 0, w.arrived = 0;
    w.turn++;
}
static warp &meet(uint64_t v) { // everybody's values are in `result` until all meet again
    warp &w = warps_[at_ / 32];
    int turn = w.turn;
    w.value[at_ % 32] = v;
    w.mask |= 1u << at_ % 32;
    if (++w.arrived == w.alive) complete(w);
    else while (w.turn == turn) yield_();
    return w;
}
static void (*body_)();
static void start_() {
    body_();
    int me = at_;
    threads_[me].done = true;
    alive_--;
    warp &w = warps_[me / 32];
    w.alive--;
    if (arrived_ && arrived_ == alive_) release_barrier();
    if (w.arrived && w.arrived == w.alive) complete(w);
    setcontext(&scheduler);
}
static void run_block() {
    count_ = alive_ = blockDim.x * blockDim.y * blockDim.z;
    arrived_ = votes_ = 0;
    memset(warps_, 0, sizeof warps_);
    for (int i = 0; i < count_; i++) {
        thread &t = threads_[i];
        if (!t.stack) t.stack = (char *)malloc(65536);
        getcontext(&t.context);
        t.context.uc_stack.ss_sp = t.stack;
        t.context.uc_stack.ss_size = 65536;
        t.context.uc_link = NULL;
        makecontext(&t.context, start_, 0);
        t.done = false;
        t.index = {i % blockDim.x, i / blockDim.x % blockDim.y, i / blockDim.x / blockDim.y};
        warps_[i / 32].alive++;
    }
    while (alive_)
        for (at_ = 0; at_ < count_; at_++) {
            if (threads_[at_].done) continue;
            threadIdx = threads_[at_].index;
            swapcontext(&scheduler, &threads_[at_].context);
        }
}
static void launch(void (*body)(), int grid, unsigned x, unsigned y, unsigned z) {
    body_ = body;
    blockDim = {x, y, z}, gridDim = {(unsigned)grid, 1, 1};
    for (int b = 0; b < grid; b++) {
        blockIdx = {(unsigned)b, 0, 0};
        run_block();
    }
}

// ---- warp functions ----

template <class T> static uint64_t bits_of(T v) { uint64_t b = 0; memcpy(&b, &v, sizeof v); return b; }
template <class T> static T of_bits(uint64_t b) { T v; memcpy(&v, &b, sizeof v); return v; }
template <class T> static T shuffle(T v, int source, int lane) {
    warp &w = meet(bits_of(v));
    return of_bits<T>(w.got >> source & 1 ? w.result[source] : 0);
}
#define LANE int lane = at_ % 32, first = lane & ~(width - 1), last = first + width - 1;
template <class T> static T __shfl_sync(unsigned, T v, int k, int width = 32) { LANE return shuffle(v, first | (k & (width - 1)), lane); }
template <class T> static T __shfl_up_sync(unsigned, T v, int k, int width = 32) { LANE return shuffle(v, lane - k < first ? lane : lane - k, lane); }
template <class T> static T __shfl_down_sync(unsigned, T v, int k, int width = 32) { LANE return shuffle(v, lane + k > last ? lane : lane + k, lane); }
template <class T> static T __shfl_xor_sync(unsigned, T v, int k, int width = 32) { LANE return shuffle(v, (lane ^ k) > last ? lane : lane ^ k, lane); }
#define EACH(w) for (int i = 0; i < 32; i++) if ((w).got >> i & 1)
static unsigned __ballot_sync(unsigned, int p) { warp &w = meet(p != 0); unsigned r = 0; EACH(w) r |= (unsigned)w.result[i] << i; return r; }
static int __any_sync(unsigned, int p) { return __ballot_sync(0, p) != 0; }
static int __all_sync(unsigned, int p) { warp &w = meet(p != 0); int r = 1; EACH(w) r &= (int)w.result[i]; return r; }
static void __syncwarp() { meet(0); }
static unsigned __match_any_sync(unsigned, int v) { warp &w = meet((unsigned)v); unsigned r = 0; EACH(w) r |= (unsigned)(w.result[i] == (unsigned)v) << i; return r; }
#define REDUCE(name, start, step) \
    static unsigned __reduce_##name##_sync(unsigned, unsigned v) { warp &w = meet(v); unsigned r = start; EACH(w) { unsigned x = (unsigned)w.result[i]; step; } return r; }
REDUCE(add, 0, r += x) REDUCE(min, ~0u, r = x < r ? x : r) REDUCE(max, 0, r = x > r ? x : r)
REDUCE(xor, 0, r ^= x) REDUCE(or, 0, r |= x) REDUCE(and, ~0u, r &= x)

// ---- atomics and mathematics ----

#define ATOMIC(name, next) template <class T, class U> static T atomic##name(T *p, U u) { T old = *p, v = (T)u; *p = next; return old; }
ATOMIC(Add, old + v) ATOMIC(Sub, old - v) ATOMIC(Min, v < old ? v : old) ATOMIC(Max, v > old ? v : old)
ATOMIC(And, old & v) ATOMIC(Or, old | v) ATOMIC(Xor, old ^ v)
static int __popc(unsigned v) { return __builtin_popcount(v); }
static int __clz(int v) { return v ? __builtin_clz((unsigned)v) : 32; }
static int __ffs(int v) { return __builtin_ffs(v); }
static unsigned __brev(unsigned v) { unsigned r = 0; for (int i = 0; i < 32; i++) r |= (v >> i & 1) << (31 - i); return r; }
static unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((uint64_t)a * b >> 32); }
static unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) { by &= 31; return by ? high << by | low >> (32 - by) : high; }
static float __fmul_rn(float a, float b) { return a * b; }
static double __dmul_rn(double a, double b) { return a * b; }
static long long __double_as_longlong(double v) { return (long long)bits_of(v); }
static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }
