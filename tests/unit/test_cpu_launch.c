// Kernel launches on the CPU: the grid, fibers, barriers, warp functions, divergence, faults,
// interrupts.
//
// Kernels that only meet are written in C, as a compiled kernel with fibers would call the runtime;
// those that fault or loop are LLVM text, because only JIT code may be left at any point.
#include "check.h"
#include "cpu/internal.h"
#include "cpu_ir.h"

#include <pthread.h>
#include <unistd.h>

#define HD_RUNTIME(name, type, parameters) type name parameters;
#include "cpu/runtime.def"

static struct hd_fault fault;
static const struct hd_cpu_launch *launching;

static void do_launch(void *arg) { hd_cpu_launch(launching); }

struct shape {
    uint32_t grid[3], block[3];
};

static enum hd_outcome launch(hd_block_fn *fn, bool fibers, struct shape shape, size_t shared,
                              void **args) {
    struct hd_cpu_launch l = {
        .name = "k", .fn = fn, .info = {.fibers = fibers}, .dyn_shared = shared, .args = args};
    memcpy(l.grid, shape.grid, sizeof l.grid);
    memcpy(l.block, shape.block, sizeof l.block);
    launching = &l;
    return hd_guard_run(do_launch, NULL, &fault);
}

static enum hd_outcome launch_cooperative(hd_block_fn *fn, struct shape shape, void **args) {
    struct hd_cpu_launch l = {
        .name = "k", .fn = fn, .info = {.fibers = true}, .args = args, .cooperative = true};
    memcpy(l.grid, shape.grid, sizeof l.grid);
    memcpy(l.block, shape.block, sizeof l.block);
    launching = &l;
    return hd_guard_run(do_launch, NULL, &fault);
}

static hd_block_fn *ir_kernel(struct hd_code *code) {
    void *k = code ? hd_code_symbol(code, "k") : NULL;
    hd_block_fn *fn;
    memcpy(&fn, &k, sizeof fn);
    return fn;
}

// ---- the grid -----------------------------------------------------------------------------------

static void count_threads(struct hd_block *b, void **args) {
    int *counts = args[0];
    size_t block = b->bid[0] + (size_t)b->gdim[0] * (b->bid[1] + (size_t)b->gdim[1] * b->bid[2]);
    for (uint32_t i = 0; i < b->nthreads; i++)
        __atomic_fetch_add(&counts[block * b->nthreads + i], 1, __ATOMIC_RELAXED);
}

static void whole_grid(void) {
    static const struct shape shapes[] = {{{1, 1, 1}, {1, 1, 1}},     {{7, 1, 1}, {33, 1, 1}},
                                          {{1000, 1, 1}, {64, 1, 1}}, {{5, 4, 3}, {4, 3, 2}},
                                          {{1, 300, 2}, {8, 1, 1}},   {{1, 1, 70}, {2, 2, 2}}};
    for (int i = 0; i < HD_COUNT(shapes); i++) {
        const uint32_t *g = shapes[i].grid, *b = shapes[i].block;
        size_t n = (size_t)g[0] * g[1] * g[2] * b[0] * b[1] * b[2];
        int *counts = calloc(n, sizeof *counts);
        void *args[] = {counts};
        CHECK(launch(count_threads, false, shapes[i], 0, args) == HD_RAN);
        bool all = true;
        for (size_t k = 0; k < n; k++) all &= counts[k] == 1;
        CHECK(all);
        free(counts);
    }
}

// ---- barriers -----------------------------------------------------------------------------------

// The classic: a tree reduction in shared memory.
static void tree_sum(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread;
    float *s = (float *)b->dyn_shared;
    const float *x = args[0];
    uint32_t i = t->tid[0], n = b->bdim[0];
    s[i] = x[b->bid[0] * n + i];
    hd_rt_barrier(t, 100);
    for (uint32_t d = n / 2; d; d /= 2) {
        if (i < d) s[i] += s[i + d];
        hd_rt_barrier(t, 101);
    }
    if (i == 0) ((float *)args[1])[b->bid[0]] = s[0];
}

static void sums(void) {
    enum { BLOCKS = 64, THREADS = 256 };
    static float x[BLOCKS * THREADS], y[BLOCKS];
    for (int i = 0; i < BLOCKS * THREADS; i++) x[i] = (float)(i % 7);
    void *args[] = {x, y};
    struct shape shape = {{BLOCKS, 1, 1}, {THREADS, 1, 1}};
    CHECK(launch(tree_sum, true, shape, THREADS * sizeof(float), args) == HD_RAN);
    for (int b = 0; b < BLOCKS; b++) {
        float want = 0;
        for (int i = 0; i < THREADS; i++) want += x[b * THREADS + i];
        CHECK(y[b] == want);
    }
}

static void votes_of_blocks(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread;
    int *out = args[0], i = (int)t->linear;
    bool ok = t->linear == t->tid[0] + t->tid[1] * b->bdim[0] + t->tid[2] * b->bdim[0] * b->bdim[1];
    for (int round = 0; round < 3; round++) {
        ok &= hd_rt_barrier_red(t, 1, i % 3 == round, 0) == (100 - round + 2) / 3;
        ok &= hd_rt_barrier_red(t, 2, i < 100, 1) == 1;
        ok &= hd_rt_barrier_red(t, 3, i < 99, 1) == 0;
        ok &= hd_rt_barrier_red(t, 4, i == 99, 2) == 1;
        ok &= hd_rt_barrier_red(t, 5, i == 100, 2) == 0;
    }
    out[i] += ok;
}

static void reducing_barriers(void) {
    int out[100] = {0};
    void *args[] = {out};
    CHECK(launch(votes_of_blocks, true, (struct shape){{1, 1, 1}, {10, 5, 2}}, 0, args) == HD_RAN);
    for (int i = 0; i < 100; i++) CHECK(out[i] == 1);
}

static hd_loc line_1, line_2, line_3;

static void half_reach(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread; // before others run
    if (t->linear < 96) hd_rt_barrier(t, line_2);
}

static void two_barriers(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread; // before others run
    hd_rt_barrier(t, t->linear < 40 ? line_1 : line_3);
}

static void early_return(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread; // before others run
    if (t->linear >= 120) {
        hd_rt_return(t, line_1);
        return;
    }
    hd_rt_barrier(t, line_2);
    __atomic_fetch_add((int *)args[0], 1, __ATOMIC_RELAXED);
}

static void diverging_barriers(void) {
    struct shape shape = {{2, 1, 1}, {128, 1, 1}};
    CHECK(launch(half_reach, true, shape, 0, NULL) == HD_RAN); // who has ended does not count
    CHECK(launch(two_barriers, true, shape, 0, NULL) == HD_FAULT);
    CHECK_TEXT(fault.kind, "barrier divergence");
    CHECK(fault.in_kernel && fault.has_thread);
    CHECK(strstr(
        fault.message,
        "40 of 128 threads wait at `__syncthreads` (line 1), but 88 at another one (line 3)"));
    CHECK(fault.loc == line_1 && fault.other_loc == line_3);
    int done = 0;
    void *args[] = {&done};
    CHECK(launch(early_return, true, shape, 0, args) == HD_RAN); // with a warning
    CHECK(done == 240);
}

// ---- warps --------------------------------------------------------------------------------------

#define FULL 0xffffffffu

static void shuffles(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread;
    int lane = (int)(t->linear % 32), ok = 1;
    uint64_t v = (uint64_t)(t->linear * 3 + 1), base = t->linear - (uint32_t)lane;
#define V(l) ((base + (uint64_t)(l)) * 3 + 1)
    ok &= hd_rt_shfl(t, 1, FULL, v, 5, 32, 0) == V(5);
    ok &= hd_rt_shfl(t, 2, FULL, v, 35, 32, 0) == V(3);
    ok &= hd_rt_shfl(t, 3, FULL, v, 2, 8, 0) == V((lane & ~7) + 2);
    ok &= hd_rt_shfl(t, 4, FULL, v, 1, 32, 1) == V(lane ? lane - 1 : 0);
    ok &= hd_rt_shfl(t, 5, FULL, v, 3, 8, 1) == V(lane % 8 >= 3 ? lane - 3 : lane);
    ok &= hd_rt_shfl(t, 6, FULL, v, 16, 32, 2) == V(lane < 16 ? lane + 16 : lane);
    ok &= hd_rt_shfl(t, 7, FULL, v, 2, 4, 2) == V(lane % 4 < 2 ? lane + 2 : lane);
    ok &= hd_rt_shfl(t, 8, FULL, v, 1, 32, 3) == V(lane ^ 1);
    ok &= hd_rt_shfl(t, 9, FULL, v, 12, 8, 3) == V((lane ^ 12) <= (lane | 7) ? lane ^ 12 : lane);
    ok &= hd_rt_vote(t, 10, FULL, lane < 31, 0) == 0 && hd_rt_vote(t, 11, FULL, 1, 0) == 1;
    ok &= hd_rt_vote(t, 12, FULL, lane == 7, 1) == 1 && hd_rt_vote(t, 13, FULL, 0, 1) == 0;
    ok &= hd_rt_vote(t, 14, FULL, lane % 2, 2) == 0xaaaaaaaa &&
          hd_rt_vote(t, 15, FULL, lane % 2, 3) == 0;
    int all;
    ok &= hd_rt_match(t, 16, FULL, (uint64_t)(lane / 8), NULL) == 0xffu << (lane / 8 * 8);
    ok &= hd_rt_match(t, 17, FULL, 5, &all) == FULL && all == 1;
    ok &= hd_rt_match(t, 18, FULL, (uint64_t)lane, &all) == 0 && all == 0;
    ok &= hd_rt_reduce(t, 19, FULL, (uint32_t)lane, 0, 0) == 496 &&
          hd_rt_reduce(t, 20, FULL, (uint32_t)lane - 5, 1, 1) == (uint32_t)-5;
    ok &= hd_rt_reduce(t, 21, FULL, (uint32_t)lane - 5, 2, 0) == UINT32_MAX &&
          hd_rt_reduce(t, 22, FULL, 1u << lane, 4, 0) == FULL;
    // Halves diverge; each half is converged in itself.
    uint32_t half = lane < 16 ? 0xffff : 0xffff0000;
    if (lane < 16) {
        ok &= hd_rt_activemask(t, 23, 0) == 0xffff;
        ok &= hd_rt_shfl(t, 24, half, v, 3, 32, 0) == V(3);
        hd_rt_syncwarp(t, 25, FULL);
    } else {
        ok &= hd_rt_activemask(t, 26, 0) == 0xffff0000;
        ok &= hd_rt_vote(t, 27, half, lane == 20, 2) == 1u << 20;
        hd_rt_syncwarp(t, 28, FULL); // another place, as PTX allows
    }
    hd_rt_barrier(t, 29);
    ((int *)args[0])[t->linear] = ok;
}

static void warp_functions(void) {
    int out[96] = {0};
    void *args[] = {out};
    CHECK(launch(shuffles, true, (struct shape){{1, 1, 1}, {96, 1, 1}}, 0, args) == HD_RAN);
    for (int i = 0; i < 96; i++) CHECK(out[i] == 1);
}

static void partial_warp(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread;
    if (t->linear >= 40) { // lanes that have ended are not waited for
        hd_rt_return(t, line_1);
        return;
    }
    uint32_t lanes = hd_rt_vote(t, 1, FULL, 1, 2);
    ((uint32_t *)args[0])[t->linear] = lanes;
}

static void missing_lane(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread; // before others run
    if (t->linear == 37)
        hd_rt_barrier(t, line_3);
    else
        hd_rt_shfl(t, line_1, FULL, 0, 0, 32, 0);
    hd_rt_barrier(t, line_2);
}

static void wrong_mask(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread; // before others run
    hd_rt_syncwarp(t, line_2, 0xf);
}

static void diverging_warps(void) {
    uint32_t out[50] = {0};
    void *args[] = {out};
    CHECK(launch(partial_warp, true, (struct shape){{1, 1, 1}, {50, 1, 1}}, 0, args) == HD_RAN);
    CHECK(out[0] == FULL && out[33] == 0xff);
    struct shape shape = {{1, 1, 1}, {64, 1, 1}};
    CHECK(launch(missing_lane, true, shape, 0, NULL) == HD_FAULT);
    CHECK(strstr(fault.message, "lane 0 of warp 1 waits in `__shfl_sync` (line 1) for lane 5"));
    CHECK(strstr(fault.message, "`__syncthreads` (line 3)") && fault.other_loc == line_3 &&
          fault.thread[0] == 32);
    CHECK(launch(wrong_mask, true, shape, 0, NULL) == HD_FAULT);
    CHECK(strstr(fault.message, "lane 4 calls `__syncwarp` with mask 0x0000000f"));
}

static int spin_lock;

static void spinning(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread;
    while (__atomic_exchange_n(&spin_lock, 1, __ATOMIC_ACQUIRE)) hd_rt_yield(t);
    int *count = args[0], seen = *count;
    hd_rt_yield(t); // others get to see the lock taken
    *count = seen + 1;
    __atomic_store_n(&spin_lock, 0, __ATOMIC_RELEASE);
}

static void spin_locks(void) {
    int count = 0;
    void *args[] = {&count};
    CHECK(launch(spinning, true, (struct shape){{20, 1, 1}, {70, 1, 1}}, 0, args) == HD_RAN);
    CHECK(count == 1400);
}

// ---- grids that wait ----------------------------------------------------------------------------

static void grid_rounds(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread; // before others run
    int *sums = args[0];
    for (int round = 0; round < 5; round++) {
        __atomic_fetch_add(&sums[round], 1, __ATOMIC_RELAXED);
        hd_rt_grid_sync(t, line_2);
        if (__atomic_load_n(&sums[round], __ATOMIC_RELAXED) != (int)(b->nthreads * b->gdim[0]))
            sums[9]++;
        hd_rt_barrier(t, line_3);
    }
}

static void leaving_block(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread; // before others run
    if (b->bid[0] != 5) hd_rt_grid_sync(t, line_2);
}

static void cooperative(void) {
    int sums[10] = {0};
    void *args[] = {sums};
    CHECK(launch_cooperative(grid_rounds, (struct shape){{17, 1, 1}, {50, 1, 1}}, args) == HD_RAN);
    CHECK(sums[0] == 850 && sums[4] == 850 && sums[9] == 0);
    CHECK(launch_cooperative(leaving_block, (struct shape){{8, 1, 1}, {4, 1, 1}}, args) ==
          HD_FAULT);
    CHECK(strstr(fault.message, "block (") && strstr(fault.message, "has already ended"));
    CHECK(launch(grid_rounds, true, (struct shape){{2, 1, 1}, {4, 1, 1}}, 0, args) == HD_FAULT);
    CHECK(strstr(fault.message, "cooperative"));
}

// ---- faults -------------------------------------------------------------------------------------

// struct hd_block: bid at 0, dyn_shared at 48, thread at 56; struct hd_thread: tid at 0, linear at
// 12.
#define KERNEL(body) "define void @k(ptr %b, ptr %args) #0 {\n" body "\n ret void }\n"
#define THREAD                                                                                                    \
    " %tp = getelementptr i8, ptr %b, i64 56\n %t = load ptr, ptr %tp\n %ip = getelementptr i8, ptr %t, i64 12\n" \
    " %i = load i32, ptr %ip\n %bid = load i32, ptr %b\n"

static void kernel_faults(void) {
    CHECK(offsetof(struct hd_block, thread) == 56 && offsetof(struct hd_block, dyn_shared) == 48);
    struct shape shape = {{50, 1, 1}, {64, 1, 1}};
    struct hd_code *code = ir_link(
        KERNEL(THREAD " %x = icmp eq i32 %i, 37\n %y = icmp eq i32 %bid, 21\n %z = and i1 %x, %y\n"
                      " br i1 %z, label %bad, label %good\nbad:\n store volatile i32 1, ptr null\n"
                      " br label %good\ngood:\n"));
    for (int i = 0; i < 20; i++) {
        CHECK(launch(ir_kernel(code), true, shape, 0, NULL) == HD_FAULT);
        CHECK(fault.in_kernel && fault.has_thread && fault.block[0] == 21 &&
              fault.thread[0] == 37 && fault.pc);
        CHECK_TEXT(fault.message, "null pointer write at address 0x0");
    }
    hd_code_release(code);
    code = ir_link(KERNEL(
        " %p = getelementptr i8, ptr %b, i64 48\n %s = load ptr, ptr %p\n %q = getelementptr i32, ptr %s, i64 256\n"
        " store volatile i32 1, ptr %q\n"));
    CHECK(launch(ir_kernel(code), false, shape, 1024, NULL) == HD_FAULT);
    CHECK_TEXT(fault.kind, "out-of-bounds access");
    CHECK(strstr(fault.message, "write past the end of the block's shared memory of 1024 bytes"));
    hd_code_release(code);
    code = ir_link(
        "define i32 @r(i32 %n) #0 { %a = alloca [10 x i32]\n %m = add i32 %n, 1\n store volatile i32 %m, ptr %a\n"
        " %x = call i32 @r(i32 %m)\n %y = add i32 %x, %m\n ret i32 %y }\n" KERNEL(
            " %x = call i32 @r(i32 0)"));
    CHECK(launch(ir_kernel(code), true, shape, 0, NULL) == HD_FAULT);
    CHECK_TEXT(fault.kind, "stack overflow");
    CHECK(launch(ir_kernel(code), false, shape, 0, NULL) == HD_FAULT);
    CHECK_TEXT(fault.kind, "stack overflow");
    hd_code_release(code);
}

static void asserting(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread; // before others run
    if (b->bid[0] == 1 && t->tid[0] == 5) hd_rt_device_assert(t, "x > 0", "In[3]", 4, "k");
}

static void printing(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread; // before others run
    hd_rt_device_printf(t, "block %d thread %d: %.2f %s\n", b->bid[0], t->tid[0], 0.5, "text");
}

static void asserts_and_prints(void) {
    CHECK(launch(asserting, true, (struct shape){{2, 1, 1}, {8, 1, 1}}, 0, NULL) == HD_FAULT);
    CHECK(strstr(fault.message, "assertion `x > 0` failed"));
    CHECK(fault.in_kernel && fault.has_thread && fault.block[0] == 1 && fault.thread[0] == 5);
    int pipes[2], saved = dup(1);
    if (pipe(pipes)) return;
    fflush(stdout);
    dup2(pipes[1], 1);
    launch(printing, true, (struct shape){{3, 1, 1}, {4, 1, 1}}, 0, NULL);
    dup2(saved, 1);
    close(pipes[1]);
    char text[4096] = "";
    size_t len = 0;
    for (ssize_t n;
         len < sizeof text - 1 && (n = read(pipes[0], text + len, sizeof text - 1 - len)) > 0;)
        len += (size_t)n;
    close(pipes[0]);
    int lines = 0;
    for (char *p = text; (p = strchr(p, '\n')); p++) lines++;
    CHECK(lines == 12 && strstr(text, "block 2 thread 3: 0.50 text\n"));
    char *first = strstr(text, "block 1 thread 0"), *second = strstr(text, "block 1 thread 1");
    CHECK(first && second && first < second);
}

static void *interrupt_soon(void *arg) {
    usleep(30000);
    *(int64_t *)arg = hd_now_ns();
    hd_guard_interrupt();
    return NULL;
}

static void interrupted_kernels(void) {
    static const char *const kernels[] = {
        KERNEL(" br label %l\nl:\n br label %l\nm:"),
        "declare void @hd_rt_barrier(ptr, i32)\n" KERNEL(
            THREAD " br label %l\nl:\n call void @hd_rt_barrier(ptr %t, i32 5)\n br label %l\nm:"),
        "declare void @hd_rt_yield(ptr)\n" KERNEL(
            THREAD " br label %l\nl:\n call void @hd_rt_yield(ptr %t)\n br label %l\nm:"),
        "@s = global [3 x i8] c\"x\\0A\\00\"\ndeclare i32 @hd_rt_device_printf(ptr, ptr, ...)\n" KERNEL(
            THREAD
            " br label %l\nl:\n %x = call i32 (ptr, ptr, ...) @hd_rt_device_printf(ptr %t, ptr @s)\n br label %l\nm:"),
    };
    int saved = dup(1);
    double times[4];
    fflush(stdout);
    FILE *null = fopen("/dev/null", "w");
    dup2(fileno(null), 1);
    for (int i = 0; i < HD_COUNT(kernels); i++) {
        struct hd_code *code = ir_link(kernels[i]);
        pthread_t thread;
        int64_t asked = 0;
        pthread_create(&thread, NULL, interrupt_soon, &asked);
        CHECK(launch(ir_kernel(code), true, (struct shape){{100, 1, 1}, {64, 1, 1}}, 0, NULL) ==
              HD_INTERRUPTED);
        times[i] = (double)(hd_now_ns() - asked) / 1e6;
        pthread_join(thread, NULL);
        CHECK(times[i] < 400);
        hd_code_release(code);
    }
    dup2(saved, 1);
    close(saved);
    fclose(null);
    printf(
        "# interrupted kernels: loop %.2f ms, barriers %.2f ms, yields %.2f ms, printf %.2f ms\n",
        times[0], times[1], times[2], times[3]);
}

static void device_memory(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread; // before others run
    int *p = hd_rt_device_malloc(t, 100);
    p[0] = (int)t->linear;
    hd_rt_barrier(t, 1);
    if (p[0] != (int)t->linear) ((int *)args[0])[0]++;
    hd_rt_device_free(t, p);
}

static void bad_free(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread; // before others run
    hd_rt_device_free(t, args);
}

static void memory(void) {
    int wrong = 0;
    void *args[] = {&wrong, NULL};
    CHECK(launch(device_memory, true, (struct shape){{5, 1, 1}, {40, 1, 1}}, 0, args) == HD_RAN &&
          !wrong);
    CHECK(launch(bad_free, true, (struct shape){{1, 1, 1}, {1, 1, 1}}, 0, args) == HD_FAULT);
    CHECK_TEXT(fault.kind, "invalid free");
    int image = 7, *a = hd_rt_tls(1, 4, &image), *b = hd_rt_tls(2, 4, NULL);
    CHECK(*a == 7 && *b == 0 && a != b && hd_rt_tls(1, 4, &image) == a);
    for (uint64_t i = 0; i < 100; i++) *(uint64_t *)hd_rt_tls(100 + i, 8, NULL) = i;
    CHECK(*(uint64_t *)hd_rt_tls(150, 8, NULL) == 50 && hd_rt_tls(1, 4, &image) == a);
}

// ---- measurements -------------------------------------------------------------------------------

static void nothing(struct hd_block *b, void **args) {}

static void barriers(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread; // before others run
    for (int i = 0; i < 100; i++) hd_rt_barrier(t, 1);
}

static void one_shuffle(struct hd_block *b, void **args) {
    struct hd_thread *t = b->thread; // before others run
    for (int i = 0; i < 100; i++) hd_rt_shfl(t, 1, FULL, (uint64_t)i, 1, 32, 3);
}

static struct hd_cpu_launch timed;
static int repeats;

static void launch_often(void *arg) {
    for (int i = 0; i < repeats; i++) hd_cpu_launch(&timed);
}

static double time_launch(hd_block_fn *fn, bool fibers, uint32_t blocks, uint32_t threads, int n) {
    timed = (struct hd_cpu_launch){.name = "k",
                                   .fn = fn,
                                   .info = {.fibers = fibers},
                                   .grid = {blocks, 1, 1},
                                   .block = {threads, 1, 1}};
    repeats = n;
    double best = 1e30;
    for (int i = 0; i < 5; i++) {
        int64_t start = hd_now_ns();
        hd_guard_run(launch_often, NULL, &fault);
        double ns = (double)(hd_now_ns() - start) / n;
        if (ns < best) best = ns;
    }
    return best;
}

static void measure(void) {
    printf("# launch of 1 x 32: %.0f ns; of 8 x 32: %.0f ns; of 10000 x 32: %.1f ns a block\n",
           time_launch(nothing, false, 1, 32, 1000), time_launch(nothing, false, 8, 32, 1000),
           time_launch(nothing, false, 10000, 32, 20) / 10000);
    printf("# fibers, 256 threads: %.1f ns to start and end one\n",
           time_launch(nothing, true, 1, 256, 100) / 256);
    hd_cpu_set_threads(1);
    printf("# barrier: %.2f ns a thread of 256; shuffle: %.2f ns a thread\n",
           time_launch(barriers, true, 1, 256, 20) / 25600,
           time_launch(one_shuffle, true, 1, 256, 20) / 25600);
    hd_cpu_set_threads(0);
}

static atomic_int helped;

static void help(struct hd_worker *worker, void *arg) {
    CHECK(worker->index > 0 && arg == &helped);
    atomic_fetch_add(&helped, 1);
    while (atomic_load(&helped) < 3) usleep(100); // all of them take part
}

// As many workers as there are threads beside the caller, as often as they are asked for.
static void helpers(void) {
    int before = hd_cpu_threads();
    hd_cpu_set_threads(4);
    CHECK(hd_cpu_threads() == 4);
    CHECK(hd_pool_ready(2) == 2 && hd_pool_ready(2) == 2);
    CHECK(hd_pool_ready(3) == 3 && hd_pool_ready(3) == 3 && hd_pool_ready(1) == 1);
    CHECK(hd_pool_ready(100) == 3);
    for (int i = 0; i < 50; i++) {
        atomic_store(&helped, 0);
        hd_pool_open(help, &helped, 3);
        while (atomic_load(&helped) < 3) usleep(100);
        hd_pool_close();
        CHECK(atomic_load(&helped) == 3);
    }
    hd_cpu_set_threads(before);
}

int main(void) {
    struct hd_buf error = {0};
    jit = hd_jit_create(&error);
    if (!jit || !hd_guard_init(&error)) {
        printf("not ok start: %s\n", hd_buf_str(&error));
        return 1;
    }
    static const char text[] = "one\ntwo\nthree\n";
    struct hd_source *source = hd_source_add("In[3]", NULL, text, sizeof text - 1);
    line_1 = source->base;
    line_2 = source->base + 4;
    line_3 = source->base + 8;
    for (int threads = 0; threads <= 6; threads += 3) {
        hd_cpu_set_threads(threads);
        RUN(whole_grid);
        RUN(sums);
        RUN(reducing_barriers);
        RUN(diverging_barriers);
        RUN(warp_functions);
        RUN(diverging_warps);
        RUN(spin_locks);
        RUN(cooperative);
        RUN(kernel_faults);
        RUN(asserts_and_prints);
        RUN(interrupted_kernels);
        RUN(memory);
        RUN(helpers);
    }
    hd_cpu_set_threads(0);
    RUN(measure);
    fflush(stdout);
    _exit(check_status());
}
