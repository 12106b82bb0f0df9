// Array expressions: from operands to loops.
//
// The first run of an expression in some form (how many indices, which operands are contiguous) has
// its kernel made by the front end and compiled; later ones find it by the expression's number. The
// kernel runs like any other: its blocks on the workers, as vectors. Small arrays get quick code,
// one thread at a time, which gives the same bits; the full code is made once that has taken longer
// than making it would. Code is dropped when there is much of it, the longest unused first; the
// expression it was for is perhaps gone, so nothing but its number is looked at.
#include "run/array/array.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CODE = 256,
    SHORT_ROW = 32,
    MANY_ROW = 1024,
    BLOCK_WORK = 4096,
    SMALL_WORK = 20000,
    QUICK_NS = 3000000
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

// work: how many elements the loop goes over.
static struct code *find_code(const struct hd_fused *f, const struct hd_fused_form *form,
                              int64_t work) {
    bool full = hd_engine.measuring || hd_engine.always_full || work > SMALL_WORK;
    struct code *oldest = &codes[0];
    for (int i = 0; i < MOST_CODE; i++) {
        struct code *c = &codes[i];
        if (c->serial == f->serial && hd_fused_same(&c->form, form) && c->settings == settings()) {
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
    *oldest = (struct code){.form = *form, .quick = !full};
    struct hd_diags diags = {.arena = hd_engine.arena};
    bool made = compile(oldest, f, &diags);
    if (diags.first) hd_report_diags(&diags);
    hd_front_unlock();
    if (!made) hd_array_fail(f->loc, "array expression", "`%s` cannot be compiled", f->text);
    oldest->serial = f->serial;
    oldest->settings = settings();
    oldest->used = ++uses;
    return oldest;
}

// ---- one loop -----------------------------------------------------------------------------------

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
                     void **args) {
    struct hd_cpu_launch launch = {.name = f->text,
                                   .fn = code->runner,
                                   .info = code->info,
                                   .args = args,
                                   .block = {HD_FUSED_BLOCK, 1, 1}};
    while (blocks) { // as many as a grid may have
        uint64_t n = blocks > INT32_MAX ? INT32_MAX : blocks;
        launch.grid[0] = (uint32_t)n;
        launch.grid[1] = launch.grid[2] = 1;
        hd_cpu_launch(&launch);
        blocks -= n;
    }
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
    form.flat = inner > 0 && n < SHORT_ROW;
    form.many = inner > 0 && !form.flat && n <= MANY_ROW && !fold;
    for (int k = 0; k < loop->n; k++)
        form.classes |= (uint64_t)class_of(loop->stride[k][inner]) << 2 * k;
    struct code *code = find_code(f, &form, n * rows * (fold ? fold->n : 1));
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
    running = f;
    run_grid(code, f, blocks, args);
    running = NULL;
    int64_t ns = hd_now_ns() - start;
    if (code->quick) code->ns += ns;
    hd_told_loop(f, loop, fold, code->info.lanes, ns);
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

static void run_into(const struct hd_fused *f, struct hd_array *to,
                     const struct hd_fused_values *v) {
    struct hd_loop loop;
    hd_loop_begin(&loop, to->rank, to->shape);
    hd_loop_add(&loop, to);
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
    run_into(f, to, &v);
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
        run_into(f, to, &v);
        in_place = false;
        return to;
    }
    hd_told_temporary();
    struct hd_array *temporary = hd_array_new(type_of(f->elem), to->rank, to->shape, f->loc);
    run_into(f, temporary, &v);
    hd_array_assign(to, temporary);
    return to;
}
