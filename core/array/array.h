// array: the run-time part of n-dimensional arrays. Handles and their lifetimes, shapes, sections,
// the plan of a loop over several arrays, and what needs no compiled code: sorting, searching,
// files, printing.
//
// A value of type ndarray<T, R> is a pointer to a `struct hd_array`, which lies in the heap of user
// code (cpu/heap/heap.c), as its elements do: both outlive the engine. The elements belong to one
// array; views of it hold that one by `base`. Strides count elements, may be 0 (repeated) and
// negative.
//
// References are of two kinds, counted apart, so that a fault or a killed engine cannot leave any
// behind:
// - `refs`: from variables of the session and from views;
// - `held`: from local variables and temporaries of running code. When nothing runs, all of these
// are gone
//   (hd_array_sweep).
// Temporaries are held by a list that is emptied at the end of each full expression (hd_array_mark,
// hd_array_drain).
#ifndef HD_ARRAY_H
#define HD_ARRAY_H

#include "cpu/cpu.h"

#define HD_ARRAY_RANK 8

struct hd_array {
    char *data;            // element (0, ..., 0)
    struct hd_array *base; // whose elements these are; NULL: its own, or those of a C array
    int64_t shape[HD_ARRAY_RANK], stride[HD_ARRAY_RANK];
    int32_t rank;
    uint32_t size;       // bytes of an element
    uint16_t kind, part; // enum hd_type_kind of an element; of a complex number's parts
    int32_t refs, held;
    int32_t at;     // index in the engine's list of arrays
    char *memory;   // the block to be freed, or NULL
    int64_t count;  // elements
    int64_t folded; // of a fold's result: elements that became one
};

// What went wrong, at a place in the source. Unwinds to the cell.
_Noreturn void hd_array_fail(hd_loc loc, const char *kind, const char *fmt, ...) HD_PRINTF(3, 4);
const char *hd_array_shape_text(const struct hd_array *a); // "(3, 4)"; good for a few calls

// ---- handle.c -----------------------------------------------------------------------------------

struct hd_array_type {
    uint16_t kind, part;
    uint32_t size;
};
// A new array whose elements are not set, held by the list of temporaries.
struct hd_array *hd_array_new(struct hd_array_type type, int rank, const int64_t *shape,
                              hd_loc loc);
struct hd_array *hd_array_like(const struct hd_array *a, int rank, const int64_t *shape,
                               hd_loc loc);
// A view of `a`'s elements, with the same shape to begin with.
struct hd_array *hd_array_view(struct hd_array *a, hd_loc loc);
void hd_array_count(struct hd_array *a); // sets `count` from the shape
bool hd_array_contiguous(const struct hd_array *a);
// `a`, or a contiguous copy of it.
struct hd_array *hd_array_packed(struct hd_array *a, hd_loc loc);
// to = from, of one type; `from` is broadcast. They do not overlap.
void hd_array_assign(struct hd_array *to, const struct hd_array *from);
void hd_array_release(struct hd_array *a); // of a variable of the session; NULL is fine
// Whether addr is in memory that arrays have their elements in (not that of a C array); its block.
bool hd_array_memory(uint64_t addr, uint64_t *from, uint64_t *size);
void hd_array_adopt(struct hd_array *a); // of a variable that an earlier engine left
void hd_array_sweep(void);               // nothing runs: what only running code held is freed
// The array whose own elements lie around `addr`; false: none.
bool hd_array_owner(uint64_t addr, struct hd_array *out);
// Told of an array before it is freed, with the elements if they are its own; NULL: nobody is.
extern void (*hd_array_leaves)(const struct hd_array *a);
struct hd_array *hd_array_must(struct hd_array *a, hd_loc loc); // not NULL, or fails

// ---- product.c
// ------------------------------------------------------------------------------

// c (m x n) = a (m x k) b (k x n), rows first, each in one piece; false: it was not done. Set by
// run/, which knows libraries.
extern bool (*hd_array_product)(int kind, int part, int m, int n, int k, const void *a,
                                const void *b, void *c);

// ---- sort.c
// ---------------------------------------------------------------------------------

// Sorts numbers in place, in a stable order, and `places` (or NULL) along with them; false: it was
// not done. Set by run/, which knows how to do so by all cores.
extern bool (*hd_array_sort)(int kind, void *keys, int64_t n, int64_t *places);

// ---- quick.c ------------------------------------------------------------------------------------

// How elements become unsigned keys of their order, and back. Those whose bits without the highest
// are above `infinity` become `quiet` first; then the `mirrored` bits (not the highest) are
// inverted where the highest is set, and those that are `turned` everywhere.
struct hd_quick_code {
    uint64_t mirrored, turned, infinity, quiet;
};
extern const struct hd_quick_code hd_quick_keys; // elements that are keys

// Sorts the elements of `from` (which may be v) into v, by all cores when there are many; `spare`
// is as long as they are.
void hd_quick_sort_32(const uint32_t *from, uint32_t *v, int64_t n, uint32_t *spare,
                      const struct hd_quick_code *code);
void hd_quick_sort_64(const uint64_t *from, uint64_t *v, int64_t n, uint64_t *spare,
                      const struct hd_quick_code *code);
bool hd_quick_is_wide(void); // by vectors

// ---- shape.c ------------------------------------------------------------------------------------

// The shape that arrays of these shapes broadcast to. names[i]: as the operands were written.
int hd_array_broadcast(struct hd_array *const *arrays, const char *const *names, int n,
                       int64_t *shape, hd_loc loc);
bool hd_array_overlap(const struct hd_array *a, const struct hd_array *b);    // of their memory
bool hd_array_same_place(const struct hd_array *a, const struct hd_array *b); // element by element

// ---- loop.c: one loop over several arrays -------------------------------------------------------

enum { HD_LOOP_ARRAYS = 25 };
struct hd_loop { // the last index runs fastest
    int n, rank;
    bool fresh; // array 0 has been made for the loop, which sets all of it
    int64_t shape[HD_ARRAY_RANK];
    int64_t stride[HD_LOOP_ARRAYS][HD_ARRAY_RANK];
    char *data[HD_LOOP_ARRAYS];
    uint32_t size[HD_LOOP_ARRAYS];
};
// The arrays as far as they are broadcast to `shape`.
void hd_loop_begin(struct hd_loop *loop, int rank, const int64_t *shape);
void hd_loop_add(struct hd_loop *loop, const struct hd_array *a);
// The same elements with as few indices as possible, the order of which is free: the target (array
// 0) is gone through as it lies in memory.
void hd_loop_simplify(struct hd_loop *loop);

// ---- fold.c: folds of elements as they are ------------------------------------------------------

// Array 0 of the loop gets, for each of its indices, the fold of `count` elements of array 1 that
// are `stride` apart, from the one with these indices on; `kind` is theirs. In a launch where that
// is much. false: there is no code for it here, and nothing was done.
bool hd_array_fold(enum hd_plain_fold how, int kind, const struct hd_loop *loop, int64_t count,
                   int64_t stride);

// ---- print.c ------------------------------------------------------------------------------------

struct hd_array_print {
    int digits;    // 0: 8, as NumPy
    int width;     // 0: 75 columns
    int threshold; // elements from which on it is summarised; 0: 1000
    int edge;      // items at each end then; 0: 3
    // Writes an element that is no number.
    void (*item)(void *user, struct hd_buf *out, const char *data);
    void *user;
};
void hd_array_text(struct hd_buf *out, const struct hd_array *a, const struct hd_array_print *how);

void *hd_array_symbol(const char *name); // what compiled code calls: rows of array.def; NULL: none

#endif
