// %fused: runs a statement and says what became of its array expressions: the passes over memory,
// what they read and wrote, how fast that was. --cuda: prints them as CUDA C++. %llvm, %asm, %ptx
// and the like of a statement show the kernels that its expressions become: they are compiled as
// they run, and the tree of an expression goes with its cell.
#include "run/array/told.h"
#include "run/magic/magic.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TOLD = 64 };

static struct told {
    const char *text;
    uint64_t serial;
    bool folds;
    int passes, lanes, arrays;
    int64_t elements, bytes_read, bytes_written, ns;
    bool temporary, has_device;
    int device;      // -1: the CPU did it,
    const char *why; // because of this
    char shape[120];
} list[MOST_TOLD];
static int count, kernels;
static bool on, as_cuda, temporary, scanning;

// The bytes of the elements that an array of a loop has: each once.
static int64_t bytes_of(const struct hd_loop *loop, int k, const struct hd_fold_axis *fold) {
    int64_t n = loop->size[k];
    for (int d = 0; d < loop->rank; d++)
        if (loop->stride[k][d]) n *= loop->shape[d];
    return fold && k && fold->stride[k] ? n * fold->n : n;
}

void hd_told_loop(const struct hd_fused *f, const struct hd_loop *loop,
                  const struct hd_fold_axis *fold, int lanes, int64_t ns) {
    if (!on) return;
    if (as_cuda) {
        if (!fold && temporary)
            hd_print(
                "// The target overlaps what is read: `out` is memory of its own, which is then copied to it.\n");
        temporary = false;
        if (!fold && !scanning) cuda_loop(f, loop, ++kernels);
        return;
    }
    const struct hd_fused *whole = f;
    struct told *t = count ? &list[count - 1] : NULL;
    bool rest = fold && t && t->folds && f->again == f; // of the pieces' results
    if (!rest && !(t && t->serial == f->serial && fold)) {
        if (count == MOST_TOLD) return;
        t = &list[count++];
        *t = (struct told){
            .text = hd_strdup(hd_engine.arena, whole->text), .serial = f->serial, .folds = fold};
        for (int k = 0; k < f->n; k++) t->arrays += !f->ops[k].scalar && !f->ops[k].counts;
        struct hd_array shape = {.rank = loop->rank};
        memcpy(shape.shape, loop->shape, sizeof shape.shape);
        t->temporary = temporary;
        temporary = false;
        snprintf(t->shape, sizeof t->shape, "%s", hd_array_shape_text(&shape));
    }
    t->passes++;
    t->lanes = lanes > t->lanes ? lanes : t->lanes;
    t->ns += ns;
    if (rest) return;
    int64_t n = fold ? fold->n : 1;
    for (int d = 0; d < loop->rank; d++) n *= loop->shape[d];
    t->elements += n;
    for (int k = 1, op = 0; k < loop->n; k++, op++) {
        while (f->ops[op].scalar) op++;
        if (!f->ops[op].counts) t->bytes_read += bytes_of(loop, k, fold);
    }
    t->bytes_written += bytes_of(loop, 0, fold);
}

bool hd_told_wants_time(void) { return on; }

void hd_told_device(int number, const char *why) {
    if (!on || as_cuda || !count) return;
    list[count - 1].has_device = true;
    list[count - 1].device = number;
    list[count - 1].why = why;
}

void hd_told_temporary(void) { temporary = on; }

void hd_told_fold(const struct hd_fused *f, const struct hd_loop *loop, const int64_t *axis,
                  int64_t n) {
    if (on && as_cuda) cuda_fold(f, loop, axis, n, ++kernels);
}

void hd_told_scan(const struct hd_fused *f, const struct hd_array *a, int axis) {
    if (f && on && as_cuda) cuda_scan(f, a, axis, ++kernels);
    scanning = f;
}

// Bytes in a second that copying a block which no cache holds reads and writes.
static double memory_speed(void) {
    static double speed;
    enum { SIZE = 48 << 20 };
    if (speed > 0) return speed;
    char *a = malloc(2 * (size_t)SIZE);
    if (!a) return 0;
    memset(a, 1, 2 * (size_t)SIZE);
    for (int i = 0; i < 3; i++) {
        int64_t start = hd_now_ns();
        memcpy(a + SIZE, a, SIZE);
        __asm__ volatile("" ::"r"(a) : "memory");
        double now = 2.0 * SIZE / (double)(hd_now_ns() - start) * 1e9;
        if (now > speed) speed = now;
    }
    free(a);
    return speed;
}

static const char *size_text(int64_t n) {
    static char text[4][32];
    static int next;
    char *out = text[next++ & 3];
    double v = (double)n;
    const char *unit = "bytes";
    if (n >= 10000) v /= 1024, unit = "KiB";
    if (v >= 10000) v /= 1024, unit = "MiB";
    if (v >= 10000) v /= 1024, unit = "GiB";
    snprintf(out, sizeof text[0], "%.4g %s", v, unit);
    return out;
}

static void say(void) {
    if (!count)
        hd_print(
            "no loop over arrays: what this does, the run time does as a whole (sections are views, and sorting, "
            "picking, products of matrices have code of their own)\n");
    for (int i = 0; i < count; i++) {
        const struct told *t = &list[i];
        double bytes = (double)(t->bytes_read + t->bytes_written),
               ns = (double)(t->ns > 0 ? t->ns : 1);
        hd_print("%s\n", t->text);
        if (t->folds && t->passes > 1)
            hd_print(
                "    folded in pieces whose results are folded again: %d loops over %lld elements of %d array%s\n",
                t->passes, (long long)t->elements, t->arrays, t->arrays == 1 ? "" : "s");
        else
            hd_print("    one loop over %lld elements of %d array%s, as %s\n",
                     (long long)t->elements, t->arrays, t->arrays == 1 ? "" : "s", t->shape);
        bool on_gpu = t->has_device && t->device >= 0;
        if (t->has_device && !on_gpu) hd_print("    on the CPU: %s\n", t->why ? t->why : "");
        hd_print("    reads %s, writes %s, %s\n", size_text(t->bytes_read),
                 size_text(t->bytes_written),
                 on_gpu         ? hd_printf(hd_engine.arena, "on gpu:%d", t->device)
                 : t->lanes > 1 ? hd_printf(hd_engine.arena, "%d elements at a time", t->lanes)
                                : "one element at a time");
        if (t->temporary)
            hd_print(
                "    into a temporary, which is then copied: the target overlaps what is read\n");
        hd_print("    %.3g us, %.3g GB/s", ns / 1e3, bytes / ns);
        if (bytes > 1 << 20 && !on_gpu)
            hd_print(" (copying memory on one core: %.3g GB/s)", memory_speed() / 1e9);
        hd_print("\n");
    }
    if (count > 1)
        hd_print(
            "%d expressions are computed one after the other: an expression ends where it is given a name, folded, or "
            "handed to a function that takes whole arrays\n",
            count);
}

// Runs it, with its code made in full.
static bool run_told(struct hd_run *run, const char *code, int line_offset) {
    struct hd_run inner = *run;
    inner.code = code;
    inner.len = strlen(code);
    inner.line_offset = line_offset;
    inner.silent = true;
    bool measuring = hd_engine.measuring;
    hd_engine.measuring = true;
    hd_run_cell(&inner);
    hd_engine.measuring = measuring;
    run->status = inner.status;
    return inner.status == HD_STATUS_OK;
}

static struct {
    hd_told_show_fn *show; // NULL: nobody looks
    void *user;
    bool failed;
    HD_VEC(struct shown {
        uint64_t serial;
        struct hd_fused_form form;
    })
    list;
} shown;

void hd_told_kernel(const struct hd_fused *f, const struct hd_fused_form *form) {
    if (!shown.show || shown.failed) return;
    for (int i = 0; i < shown.list.n; i++)
        if (shown.list.v[i].serial == f->serial && hd_fused_same(&shown.list.v[i].form, form))
            return;
    HD_PUSH(hd_engine.arena, &shown.list, ((struct shown){f->serial, *form}));
    hd_front_lock();
    const char *title = form->folds ? hd_printf(hd_engine.arena, "%s: a fold", f->text) : f->text;
    shown.failed = !shown.show(shown.user, title, hd_fused_kernel(hd_engine.arena, f, form));
    hd_front_unlock();
}

bool hd_told_kernels(struct hd_run *run, const char *statement, hd_told_show_fn *show, void *user) {
    memset(&shown, 0, sizeof shown);
    shown.show = show;
    shown.user = user;
    bool ok = run_told(run, statement, 0);
    shown.show = NULL;
    if (!ok) return false;
    if (shown.failed) run->status = HD_STATUS_ERROR;
    if (!shown.list.n)
        return hd_magic_fail(
            run,
            "`%s` runs no loop over arrays, so there is no code of one to show: give the name of a function or "
            "kernel, or a statement with an array expression",
            statement);
    return !shown.failed;
}

bool hd_magic_fused(struct hd_run *run, const char *line, const char *body) {
    while (*line == ' ') line++;
    as_cuda = strncmp(line, "--cuda", 6) == 0 && (line[6] == ' ' || !line[6]);
    if (as_cuda) line += 6;
    while (*line == ' ') line++;
    if (!*line && !body) {
        hd_report_error("magic", "%%fused needs an expression of arrays: %%fused x * 2 + y");
        run->status = HD_STATUS_ERROR;
        return false;
    }
    count = kernels = 0;
    temporary = scanning = false;
    on = true;
    bool ok = run_told(run, body ? body : line, body ? 1 : 0);
    on = false;
    if (!ok) return false;
    if (!as_cuda) say();
    if (as_cuda && !kernels)
        hd_print(
            "// no loop over arrays: sections are views, and sorting, picking and products of matrices have code of "
            "their own\n");
    return true;
}
