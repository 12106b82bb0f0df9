// One array expression as the checker leaves it for the run time: what becomes of one element, as
// an ordinary typed tree over hidden variables, and where these variables get their values.
//
// `x * 2.0 + sin(y)` is one `hd_fused` with the operands x and y, whose `value` is the tree of `x_
// * 2.0f + sinf(y_)`. The run time broadcasts the operands (core/array/loop.h), decides which form
// of the loop it needs (`hd_fused_form`), and has hd_fused_kernel write that as a kernel: the same
// code runs on the CPU's vectors and workers, and on GPUs.
#ifndef HD_FUSED_H
#define HD_FUSED_H

#include "front/check/typed.h"

enum { HD_FUSED_OPERANDS = 24, HD_FUSED_DIMS = 8 };

struct hd_fused_operand {
    struct hd_sym *sym;   // stands for the element (or the scalar) in `value`
    struct hd_expr *from; // checker: the array (rvalue of type ndarray) or the scalar
    bool scalar;          // one value for all elements
    bool counts;          // an index: its elements are the numbers of their places, in no memory
    int core;             // last dimensions that `value` gets as a pointer to them (sub.c)
    int rank;             // of an array
    const char *text;     // as it was written, for messages
};

enum hd_fold {     // what becomes of the elements' values
    HD_FOLD_NONE,  // stored, one by one
    HD_FOLD_VALUE, // combined: acc = combine(acc, value), along the axes that the caller names
};

enum hd_plain_fold { // of elements as they are: there is code for many of these (core/array/fold.c)
    HD_PLAIN_NONE,
    HD_PLAIN_SUM,
    HD_PLAIN_MIN,
    HD_PLAIN_MAX,
    HD_PLAIN_FOLDS
};

struct hd_fused {
    struct hd_type *elem;  // of the result
    struct hd_expr *value; // rvalue of type `elem`; of a fold: of the accumulator's type
    int rank;
    int n;
    struct hd_fused_operand ops[HD_FUSED_OPERANDS];
    const struct hd_sub *sub; // a function of sub-arrays; NULL: of elements
    bool stores_mask;         // ops[0] is a mask: elements where it is false stay
    bool put_after;           // its values are then put where indices or a mask say
    enum hd_fold fold;
    enum hd_plain_fold plain;
    struct hd_type *acc_type;
    struct hd_sym *acc, *item; // variables of `combine`
    struct hd_expr *combine;   // of acc_type, over acc and item
    bool has_empty;            // the fold of nothing is `empty`; else an error
    long double empty;
    struct hd_expr *thread, *block; // threadIdx.x and blockIdx.x as longs
    struct hd_sym **calls;          // functions that `value` and `combine` call
    int ncalls;
    int object; // of a fold's or scan's function that holds values: its operand's number + 1; or 0
    const struct hd_fused *again; // folds: the same fold of an array of partial results
    const char *text;             // of the whole expression
    hd_loc loc;
    struct hd_range range;
    uint64_t serial;  // unique in the process: what its code is kept under
    const char *what; // "sum", for messages; NULL
};

// How a call of a function of sub-arrays finds its sizes: `void matmul(int m, int n, int p, const
// float A[m][n], const float B[n][p], float C[m][p])` has the sizes m, n and p; an extent is a size
// or a number. The operands are the arrays that are given, in order, and then the sizes (scalars).
struct hd_sub {
    const char *name;                 // of the function
    const char *sizes[HD_FUSED_DIMS]; // names; n of them
    int n;
    bool given[HD_FUSED_DIMS]; // that size is an argument of the call
    struct hd_sub_array {
        const char *text;              // its declaration, for messages
        int dims, size[HD_FUSED_DIMS]; // number of the size, or -1
        int64_t extent[HD_FUSED_DIMS]; // where there is no size
        bool writes;
    } arrays[HD_FUSED_OPERANDS];
    int narrays;
    int out;           // of `arrays`: what is made and returned; -1: the function's values are
    struct hd_sym *to; // out >= 0: the pointer to a result's sub-array
};

// A form of the loop. Elements are numbered by an inner index and `outer` more; each operand moves
// along the inner one by 0 elements (stride class 0), 1 (class 1) or a number given at run time
// (class 2). ops[-1], the target, comes first.
struct hd_fused_form {
    int outer;
    bool flat;        // short rows: each thread finds its row itself
    bool many;        // rows that a block is enough for: each block does several, one after another
    uint64_t classes; // two bits for the target, then two for each operand, from the lowest on
    bool folds;       // a loop over one more index in each thread (HD_FOLD_*)
};

// The parameters of the kernel, in order, all of 8 bytes but the scalars:
//     n, rows (flat, many) or blocks in a row, [rows of a block (many),] [number to fold,]
//     for the target and each array: pointer, inner stride, [fold stride,] outer strides (innermost
//     first) outer sizes (innermost first, without the last), scalars (their values)
// The trees are made in `arena`; the function lives as long as that and the expression.
struct hd_func *hd_fused_kernel(struct hd_arena *arena, const struct hd_fused *fused,
                                const struct hd_fused_form *form);
enum { HD_FUSED_BLOCK = 1024 }; // threads of a block: elements of a row that are done together

// Formats of files (check/array/files.c, run/array/files.c): NumPy's (.npy, .npz), lines of
// numbers, the elements' bytes alone, PNG.
enum { ARRAY_FILE_NPY, ARRAY_FILE_TEXT, ARRAY_FILE_RAW, ARRAY_FILE_IMAGE };

#endif
