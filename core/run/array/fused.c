// Array expressions: from operands to loops.
//
// The first run of an expression in some form (how many indices, which operands are contiguous) has
// its kernel made by the front end and compiled; later ones find it by the expression's number. The
// kernel runs like any other: its blocks on the workers, as vectors. Small arrays get quick code,
// one thread at a time, which gives the same bits; the full code is made once that has taken longer
// than making it would. Code is dropped when there is much of it, the longest unused first; the
// expression it was for is perhaps gone, so nothing but its number is looked at.
//
// On a GPU the same kernel is launched there, once one of its arrays is large enough to stay there
// (on_gpu): what is small lies in pages with others, would go there and back for each expression,
// and is computed before that has begun. What the GPU cannot do (a function that prints to a file,
// memory that it does not reach) the CPU does, and `%fused` says why.
#include "run/array/array.h"
#include "run/gpu/gpu.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CODE = 256,
    SHORT_ROW = 32,
    MANY_ROW = 1024,
    BLOCK_WORK = 4096,
    SMALL_WORK = 20000,   // that quick code does sooner than full code is made
    PLAIN_WORK = 2000000, // the same where nothing is called whose time is not known
    QUICK_NS = 3000000,
    GPU_BYTES = 32768, // of an array that is worth a GPU; 0 with HEDDLE_GPU_ARRAYS=all
    GPU_WORK = 1 << 20
};

static struct code {
    uint64_t serial, used;
    struct hd_fused_form form;
    int settings; // options that it was made under
    bool quick;
    int64_t ns; // that quick code has run
    struct hd_unit *unit;
    hd_block_fn *runner;
    struct hd_kernel_info info;
    struct hd_gpu_device *device; // NULL: for the CPU
    struct hd_gpu_slot *slot;     // for a GPU; NULL: it cannot be done there (`why`, interned)
    const char *why;
    uint32_t divisors; // scalars that integers are divided by there
} codes[MOST_CODE];
static uint64_t uses;

static int settings(void) {
    return hd_engine.options.fastmath | hd_engine.options.fmad << 1 | hd_engine.options.lanes << 2;
}

bool hd_fused_same(const struct hd_fused_form *a, const struct hd_fused_form *b) {
    return a->outer == b->outer && a->flat == b->flat && a->many == b->many &&
           a->classes == b->classes && a->folds == b->folds;
}

struct hd_lanes hd_fused_lanes(void) {
    return (struct hd_lanes){
        .width = hd_engine.options.lanes, .block = {HD_FUSED_BLOCK, 1, 1}, .small_grid = false};
}

static bool compile(struct code *code, const struct hd_fused *f, struct hd_diags *diags) {
    int64_t start = hd_now_ns();
    struct hd_func *func = hd_fused_kernel(hd_engine.arena, f, &code->form);
    const char *why = NULL;
    void *runner = NULL;
    struct hd_lanes lanes = hd_fused_lanes();
    hd_working_begin("compiling an array expression");
    if (code->quick)
        code->unit = hd_code_kernel(func, 2, NULL, NULL, &code->info, &runner, diags);
    else if (hd_engine.options.lanes != 1)
        code->unit = hd_code_kernel(func, 1, &lanes, &why, &code->info, &runner, diags);
    if (!code->unit && !diags->errors)
        code->unit = hd_code_kernel(func, 1, NULL, NULL, &code->info, &runner, diags);
    hd_working_end();
    hd_engine.compile_ns += hd_now_ns() - start;
    if (getenv("HEDDLE_LANES_DEBUG"))
        fprintf(stderr, "[array: %s: %s, %.1f ms]\n", f->text,
                why           ? why
                : code->quick ? "quick"
                              : "made",
                (double)(hd_now_ns() - start) / 1e6);
    code->runner = (hd_block_fn *)(uintptr_t)runner;
    return code->unit != NULL;
}

// Whether integers are divided by elements, which may be 0: the CPU tells, a GPU goes on with some
// number. *scalars gets a bit for each scalar that integers are divided by.
static bool divides(const struct hd_fused *f, const struct hd_expr *e, uint32_t *scalars) {
    struct hd_const by;
    if (!e) return false;
    bool quotient = e->kind == EX_BINARY && (e->op == TK_SLASH || e->op == TK_PERCENT);
    if (quotient && hd_type_is_integer(e->type) &&
        !(hd_const_eval(e->b, &by) && by.kind == CONST_INT && by.i)) {
        const struct hd_expr *divisor = e->b;
        while (divisor->kind == EX_CAST || divisor->kind == EX_LOAD) divisor = divisor->a;
        int at = -1;
        for (int k = 0, s = 0; k < f->n; k++) {
            if (f->ops[k].scalar && f->ops[k].sym == divisor->sym) at = s;
            s += f->ops[k].scalar;
        }
        if (divisor->kind != EX_VAR || at < 0) return true;
        *scalars |= 1u << at;
    }
    for (int i = 0; i < e->nargs; i++)
        if (divides(f, e->args[i], scalars)) return true;
    return divides(f, e->a, scalars) || divides(f, e->b, scalars) || divides(f, e->c, scalars);
}

// One of the scalars that integers are divided by is 0.
static bool by_zero(const struct hd_fused *f, uint32_t divisors, void *const *scalars) {
    static const char zero[16];
    for (int k = 0, s = 0; k < f->n; k++) {
        if (!f->ops[k].scalar) continue;
        size_t size = f->ops[k].sym->type->size;
        if (divisors >> s & 1 && size <= sizeof zero && !memcmp(scalars[s], zero, size))
            return true;
        s++;
    }
    return false;
}

static void compile_for_gpu(struct code *code, const struct hd_fused *f) {
    if (divides(f, f->value, &code->divisors)) {
        code->why = "integers are divided, and a GPU does not tell of a division by zero";
        return;
    }
    int64_t start = hd_now_ns();
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_buf why = {0};
    hd_working_begin("compiling an array expression for the GPU");
    code->slot = hd_gpu_own_make(hd_fused_kernel(hd_engine.arena, f, &code->form), f->text,
                                 code->device, &diags, &why);
    hd_working_end();
    hd_engine.compile_ns += hd_now_ns() - start;
    if (!code->slot)
        code->why = hd_intern_str(diags.first ? diags.first->message
                                  : why.len   ? hd_buf_str(&why)
                                              : "it does not compile for the GPU");
    hd_buf_finish(&why);
}

static bool fits_device(const struct code *c, const struct hd_gpu_device *device) {
    return c->device == device && (!c->slot || hd_gpu_own_fits(c->slot, device));
}

// work: how many elements the loop goes over. device: NULL: the CPU.
static struct code *find_code(const struct hd_fused *f, const struct hd_fused_form *form,
                              int64_t work, struct hd_gpu_device *device) {
    int64_t small = f->ncalls || f->sub ? SMALL_WORK : PLAIN_WORK;
    bool full = hd_engine.measuring || hd_engine.always_full || work > small || device;
    struct code *oldest = &codes[0];
    for (int i = 0; i < MOST_CODE; i++) {
        struct code *c = &codes[i];
        if (c->serial == f->serial && hd_fused_same(&c->form, form) && c->settings == settings() &&
            fits_device(c, device)) {
            c->used = ++uses;
            if (!c->quick || (!full && c->ns < QUICK_NS)) return c;
            full = true;
            oldest = c;
            break;
        }
        if (c->used < oldest->used) oldest = c;
    }
    hd_front_lock();
    if (oldest->unit) hd_unit_release(oldest->unit);
    hd_gpu_own_destroy(oldest->slot);
    *oldest = (struct code){.form = *form, .quick = !full, .device = device};
    struct hd_diags diags = {.arena = hd_engine.arena};
    bool made = true;
    if (device)
        compile_for_gpu(oldest, f);
    else
        made = compile(oldest, f, &diags);
    if (diags.first) hd_report_diags(&diags);
    hd_front_unlock();
    if (!made) hd_array_fail(f->loc, "array expression", "`%s` cannot be compiled", f->text);
    oldest->serial = f->serial;
    oldest->settings = settings();
    oldest->used = ++uses;
    return oldest;
}

static const struct hd_fused *running; // left by a fault or an interrupt
static bool in_place;                  // ... while it wrote to elements that were there before

const char *hd_array_left(bool *half_done) {
    const char *text = running ? running->text : NULL;
    *half_done = running && in_place;
    running = NULL;
    in_place = false;
    return text;
}

static int class_of(int64_t stride) { return stride == 0 ? 0 : stride == 1 ? 1 : 2; }

static void run_grid(const struct code *code, const struct hd_fused *f, uint64_t blocks,
                     int64_t work, void **args) {
    struct hd_cpu_launch launch = {.name = f->text,
                                   .fn = code->runner,
                                   .info = code->info,
                                   .args = args,
                                   .shares = true,
                                   .work = work,
                                   .block = {HD_FUSED_BLOCK, 1, 1}};
    while (blocks) { // as many as a grid may have
        uint64_t n = blocks > INT32_MAX ? INT32_MAX : blocks;
        launch.grid[0] = (uint32_t)n;
        launch.grid[1] = launch.grid[2] = 1;
        hd_cpu_launch(&launch);
        blocks -= n;
    }
}

// ---- on a GPU -----------------------------------------------------------------------------------

// The device that the loop is for; NULL: the CPU.
static struct hd_gpu_device *on_gpu(const struct hd_loop *loop, int64_t work) {
    static int64_t least = -1;
    struct hd_gpu_device *device = hd_check_on ? NULL : hd_device_current();
    if (!device) return NULL;
    if (least < 0) {
        const char *all = getenv("HEDDLE_GPU_ARRAYS");
        least = all && !strcmp(all, "all") ? 0 : GPU_BYTES;
    }
    bool large = work >= GPU_WORK || !least;
    for (int k = 0; k < loop->n && !large; k++) {
        int64_t bytes = loop->size[k];
        for (int i = 0; i < loop->rank; i++)
            if (loop->stride[k][i]) bytes *= loop->shape[i];
        large = bytes > least;
    }
    return large ? device : NULL;
}

// What the kernel's i-th pointer leads to stays as it is: bit i. The target's is the first.
static uint64_t only_read(const struct hd_fused *f) {
    uint64_t bits = 0;
    for (int k = 0, pointer = 1, array = 0; k < f->n; k++) {
        if (f->ops[k].scalar) continue;
        if (f->sub && array == f->sub->out) array++;
        bool writes = f->sub && array < f->sub->narrays && f->sub->arrays[array].writes;
        array++;
        if (f->ops[k].counts) continue;
        if (!writes) bits |= 1ull << pointer;
        pointer++;
    }
    return bits;
}

// false: the CPU has to do it, for what *why says.
static bool launch(const struct code *code, const struct hd_fused *f, uint64_t blocks, void **args,
                   void *const *scalars, const char *fresh, const char **why) {
    *why = code->why;
    if (!code->slot) return false;
    if (by_zero(f, code->divisors, scalars)) return *why = "integers are divided by 0", false;
    if (blocks > INT32_MAX) return *why = "it has more elements than a grid", false;
    uint32_t grid[3] = {(uint32_t)blocks, 1, 1}, block[3] = {HD_FUSED_BLOCK, 1, 1};
    struct hd_buf problem = {0};
    bool done = hd_gpu_own_launch(code->slot, grid, block, args, (uint64_t)(uintptr_t)fresh,
                                  only_read(f), f->loc, &problem);
    if (!done) *why = hd_intern_str(hd_buf_str(&problem));
    hd_buf_finish(&problem);
    return done;
}

// ---- one loop -----------------------------------------------------------------------------------

// Folds that there is code for (array/fold.c). What looks at code, and what asks for code of some
// kind, gets it made.
static bool by_plain(const struct hd_fused *f, const struct hd_loop *loop,
                     const struct hd_fold_axis *fold) {
    if (!f->plain || loop->n != 2 || hd_told_wants_time() || hd_check_on || hd_engine.options.lanes)
        return false;
    return hd_array_fold(f->plain, f->ops[0].sym->type->kind, loop, fold->n, fold->stride[1]);
}

void hd_fused_run(const struct hd_fused *f, struct hd_loop *loop, void *const *scalars,
                  const struct hd_fold_axis *fold) {
    if (hd_current_thread())
        hd_array_fail(f->loc, "parallel region",
                      "`%s` cannot be computed inside of a parallel region or kernel: it is spread "
                      "over the cores itself; do it before or after",
                      f->text);
    if (!fold) hd_loop_simplify(loop);
    int inner = loop->rank - 1;
    int64_t n = loop->shape[inner], rows = 1;
    for (int i = 0; i < inner; i++) rows *= loop->shape[i];
    if (!n || !rows) return;
    struct hd_fused_form form = {.outer = inner, .folds = fold != NULL};
    form.flat = inner > 0 && n < SHORT_ROW && !(fold && fold->rows);
    form.many = inner > 0 && !form.flat && n <= MANY_ROW && !fold;
    for (int k = 0; k < loop->n; k++)
        form.classes |= (uint64_t)class_of(loop->stride[k][inner]) << 2 * k;
    int64_t work = n * rows * (fold ? fold->n : 1);
    struct hd_gpu_device *device = on_gpu(loop, work);
    if (fold && fold->known && !device && by_plain(f, loop, fold)) return;
    struct code *code = find_code(f, &form, work, device);
    hd_told_kernel(f, &form);
    int64_t in_row = (n + HD_FUSED_BLOCK - 1) / HD_FUSED_BLOCK;
    int64_t second = form.flat || form.many ? rows : in_row, count = fold ? fold->n : 0;
    int64_t each = BLOCK_WORK / n, share = rows / (4 * hd_cpu_threads()) + 1; // rows of a block
    if (each > share) each = share;
    uint64_t blocks = form.many   ? (uint64_t)((rows + each - 1) / each)
                      : form.flat ? (uint64_t)((n * rows + HD_FUSED_BLOCK - 1) / HD_FUSED_BLOCK)
                                  : (uint64_t)(in_row * rows);
    void *args[5 + HD_LOOP_ARRAYS * (3 + HD_ARRAY_RANK) + HD_ARRAY_RANK + HD_FUSED_OPERANDS];
    int m = 0;
    args[m++] = &n;
    args[m++] = &second;
    if (form.many) args[m++] = &each;
    if (fold) args[m++] = &count;
    for (int k = 0; k < loop->n; k++) {
        args[m++] = &loop->data[k];
        args[m++] = &loop->stride[k][inner];
        if (fold) args[m++] = (void *)(uintptr_t)&fold->stride[k];
        for (int d = 0; d < inner; d++) args[m++] = &loop->stride[k][inner - 1 - d];
    }
    for (int d = 0; d + 1 < inner; d++) args[m++] = &loop->shape[inner - 1 - d];
    for (int k = 0, s = 0; k < f->n; k++)
        if (f->ops[k].scalar) args[m++] = scalars[s++];
    int64_t start = hd_now_ns();
    const char *why = NULL;
    bool done =
        device && launch(code, f, blocks, args, scalars, loop->fresh ? loop->data[0] : NULL, &why);
    if (!done) {
        if (device) code = find_code(f, &form, work, NULL);
        running = f;
        run_grid(code, f, blocks, work, args);
        running = NULL;
    }
    if (done && hd_told_wants_time()) {
        int error = hd_gpu_finish(NULL, device, false);
        if (error) hd_gpu_failed(error, device, "computing an array expression", f->loc);
    }
    int64_t ns = hd_now_ns() - start;
    if (code->quick) code->ns += ns;
    hd_told_loop(f, loop, fold, done ? 0 : code->info.lanes, ns);
    if (device) hd_told_device(done ? device->number : -1, why);
}

// ---- what compiled code calls -------------------------------------------------------------------

void hd_fused_read(const struct hd_fused *f, va_list args, struct hd_fused_values *out) {
    out->narrays = out->nscalars = 0;
    for (int i = 0; i < f->n; i++) {
        void *v = va_arg(args, void *);
        if (f->ops[i].scalar) {
            out->scalars[out->nscalars++] = v;
            continue;
        }
        out->names[out->narrays] = f->ops[i].text;
        out->arrays[out->narrays++] = hd_array_must(v, f->loc);
    }
}

static struct hd_array_type type_of(const struct hd_type *t) {
    return (struct hd_array_type){(uint16_t)t->kind,
                                  (uint16_t)(t->kind == HD_TY_COMPLEX ? t->base->kind : 0),
                                  (uint32_t)t->size};
}

// fresh: `to` has been made for this.
static void run_into(const struct hd_fused *f, struct hd_array *to, const struct hd_fused_values *v,
                     bool fresh) {
    struct hd_loop loop;
    hd_loop_begin(&loop, to->rank, to->shape);
    hd_loop_add(&loop, to);
    loop.fresh = fresh;
    for (int i = 0; i < v->narrays; i++) hd_loop_add(&loop, v->arrays[i]);
    hd_fused_run(f, &loop, v->scalars, NULL);
}

void *hd_rt_fused(const struct hd_fused *f, ...) {
    struct hd_fused_values v;
    int64_t shape[HD_ARRAY_RANK];
    va_list args;
    va_start(args, f);
    hd_fused_read(f, args, &v);
    va_end(args);
    int rank = hd_array_broadcast(v.arrays, v.names, v.narrays, shape, f->loc);
    struct hd_array *to = hd_array_new(type_of(f->elem), rank, shape, f->loc);
    run_into(f, to, &v, true);
    return to;
}

static void fits(const struct hd_fused *f, const struct hd_array *to,
                 const struct hd_fused_values *v) {
    for (int k = 0; k < v->narrays; k++) {
        const struct hd_array *a = v->arrays[k];
        for (int i = 0; i < a->rank; i++) {
            int d = to->rank - a->rank + i;
            if (a->shape[i] == 1 || (d >= 0 && a->shape[i] == to->shape[d])) continue;
            hd_array_fail(
                f->loc, "shape",
                "%s has shape %s: it does not fit what it is assigned to, which has shape %s",
                v->names[k], hd_array_shape_text(a), hd_array_shape_text(to));
        }
    }
}

// What is assigned behaves as if it were computed first: operands that overlap the target elsewhere
// than element by element make a temporary necessary.
void *hd_rt_fused_into(const struct hd_fused *f, struct hd_array *to, ...) {
    struct hd_fused_values v;
    va_list args;
    va_start(args, to);
    hd_fused_read(f, args, &v);
    va_end(args);
    hd_array_must(to, f->loc);
    if (f->stores_mask) {
        const struct hd_array *mask = v.arrays[0];
        if (memcmp(mask->shape, to->shape, sizeof to->shape[0] * (size_t)to->rank) != 0)
            hd_array_fail(f->loc, "shape", "a mask of shape %s does not fit an array of shape %s",
                          hd_array_shape_text(mask), hd_array_shape_text(to));
    }
    fits(f, to, &v);
    for (int i = 0; i < to->rank; i++)
        if (to->shape[i] > 1 && !to->stride[i])
            hd_array_fail(
                f->loc, "shape",
                "the target, of shape %s, repeats its elements along dimension %d: what it "
                "is a view of can be assigned to",
                hd_array_shape_text(to), i);
    bool clash = false;
    for (int k = 0; k < v.narrays; k++)
        clash =
            clash || (hd_array_overlap(to, v.arrays[k]) && !hd_array_same_place(to, v.arrays[k]));
    if (!clash) {
        in_place = true;
        run_into(f, to, &v, false);
        in_place = false;
        return to;
    }
    hd_told_temporary();
    struct hd_array *temporary = hd_array_new(type_of(f->elem), to->rank, to->shape, f->loc);
    if (f->stores_mask) hd_array_assign(temporary, to);
    run_into(f, temporary, &v, true);
    hd_array_assign(to, temporary);
    return to;
}
