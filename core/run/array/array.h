// Arrays in the session: code for their expressions, what variables hold.
#ifndef HD_RUN_ARRAY_H
#define HD_RUN_ARRAY_H

#include "array/array.h"
#include "front/front.h"
#include "run/run.h"

// What compiled code calls (names/prelude.cu).
void *hd_rt_fused(const struct hd_fused *f, ...);
void *hd_rt_fused_into(const struct hd_fused *f, struct hd_array *to, ...);
void *hd_rt_fold(const struct hd_fused *f, int axis, ...);
void *hd_rt_sub(const struct hd_fused *f, struct hd_array *to, ...);
void hd_rt_array_save(unsigned loc, int format, const char *path, struct hd_array *a,
                      const char *between, const char *head);
void hd_rt_array_savez(unsigned loc, const char *path, int n, ...);
void *hd_rt_array_load(unsigned loc, int format, const char *path, const char *part, long skip,
                       int kind, int of, int size, int rank, int sizes, ...);
void *hd_rt_scan_by(const struct hd_fused *f, int axis, struct hd_array *a, void *object);

// fused.c: runs an expression over arrays that are broadcast to the loop's shape. arrays[0] is the
// target; scalars[i] points to the value of the i-th operand that is one. folded: how many elements
// each thread folds, with strides per array (0: no fold).
struct hd_fold_axis {
    int64_t n;
    int64_t stride[HD_LOOP_ARRAYS];
    bool known; // the elements are an array's own, which can be read
    bool rows;  // the last index is a row, however short: parts of one fold have one form
};
void hd_fused_run(const struct hd_fused *f, struct hd_loop *loop, void *const *scalars,
                  const struct hd_fold_axis *fold);
struct hd_lanes hd_fused_lanes(void); // what its code for vectors is made for
bool hd_fused_same(const struct hd_fused_form *a, const struct hd_fused_form *b);
// The expression whose loop a fault or an interrupt has left, or NULL; asked once. half_done: some
// elements of an array that was there before have new values.
const char *hd_array_left(bool *half_done);
// The operands of a call: arrays and scalars.
struct hd_fused_values {
    struct hd_array *arrays[HD_FUSED_OPERANDS];
    const char *names[HD_FUSED_OPERANDS];
    void *scalars[HD_FUSED_OPERANDS];
    int narrays, nscalars;
};
void hd_fused_read(const struct hd_fused *f, va_list args, struct hd_fused_values *out);

// told.c: %fused, which is told of each loop that runs and of each fold.
void hd_told_loop(const struct hd_fused *f, const struct hd_loop *loop,
                  const struct hd_fold_axis *fold, int lanes, int64_t ns);
void hd_told_fold(const struct hd_fused *f, const struct hd_loop *loop, const int64_t *axis,
                  int64_t n);
// A scan by f begins, whose loops are steps of it, or has ended (NULL).
void hd_told_scan(const struct hd_fused *f, const struct hd_array *a, int axis);
bool hd_told_wants_time(void);                    // of what a device computes meanwhile
void hd_told_device(int number, const char *why); // the last loop's; -1: the CPU's, for `why`
void hd_told_temporary(void); // the next loop writes what is then copied to the target
bool hd_magic_fused(struct hd_run *run, const char *line, const char *body);
// ... of the kernels that loops run as, each once, while a statement runs (%llvm, %asm, %ptx ... of
// array expressions): `show` gets them with the front end locked. false: it did not work.
void hd_told_kernel(const struct hd_fused *f, const struct hd_fused_form *form);
typedef bool hd_told_show_fn(void *user, const char *title, struct hd_func *kernel);
bool hd_told_kernels(struct hd_run *run, const char *statement, hd_told_show_fn *show, void *user);

// share.c: the answer to the request `array`.
json_t *hd_array_reply(const char *name);

// value.c: the array of a variable goes.
void hd_array_drop_variable(const struct hd_sym *sym);
// An array (the handle at `data`) as text; item: writes an element that is no number.
void hd_array_value(struct hd_buf *out, const void *data, const struct hd_array_print *how,
                    bool one_line);

#endif
