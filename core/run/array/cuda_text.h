// What a kernel of %fused --cuda needs besides itself: definitions of the session, as text that
// nvcc takes. The kernels of a statement share it.
#ifndef HD_RUN_ARRAY_CUDA_TEXT_H
#define HD_RUN_ARRAY_CUDA_TEXT_H

#include "run/array/array.h"

void cuda_text_begin(void);  // of a statement
void cuda_text_kernel(void); // of one of its kernels
// What that kernel needs is put down; texts in the engine's arena.
void cuda_text_function(struct hd_sym *func);          // ... to call it
const char *cuda_text_type(struct hd_type *t);         // ... to name the type: its name
const char *cuda_text_name(const struct hd_sym *func); // by which it is called, if not a member
void cuda_text_cannot(const char *what); // there is no text of `what`: the kernel is given up
const char *cuda_text_why(void);         // what `cannot` was first told, or NULL
// The end of the kernel: headers and definitions that no kernel before it has had; of one that is
// given up nothing is kept.
const char *cuda_text_end(void);

#endif
