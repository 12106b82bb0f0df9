// Mathematical functions of kernels on the CPU: one meaning, to the bit, at every width and on
// every machine.
//
// CUDA bounds the errors of its functions; the C library's vector functions (libmvec, up to 4 ulp)
// do not keep to that, and a function whose scalar and vector forms differ makes a kernel's results
// depend on how it was compiled. So these are ours: written once (double.h, float.h) in operations
// that IEEE 754 defines, compiled for one, 128, 256 and 512 bits. functions.def lists them with
// their bounds.
//
// Compiled code calls them by symbol: "hd_m_sinf" takes a float, "hd_m_sinf_16" sixteen in a vector
// register (System V ABI). Functions are pure, and take any argument; errno stays.
#ifndef HD_MATH_H
#define HD_MATH_H

#include <stdbool.h>

struct hd_math {
    const char *name;   // in C: "sinf"
    const char *symbol; // "hd_m_sinf"
    int nargs, bytes;   // bytes: of an argument, 4 or 8
    double ulp, cuda;   // bounds: ours, CUDA's; quick ones: 0
};

const struct hd_math *hd_math_named(const char *name);         // "sinf"; NULL: the C library's
const struct hd_math *hd_math_with_symbol(const char *symbol); // "hd_m_sinf"
const struct hd_math *hd_math_quick(
    const struct hd_math *fn);            // what stands for it under fast math, or NULL
const struct hd_math *hd_math_row(int i); // all of them; NULL behind the last

// The widest vectors, of at most `bits`, that `fn` has code for here, and at most `lanes` values;
// 0: none.
int hd_math_lanes(const struct hd_math *fn, int lanes, int bits);
// Code for so many values (1: a scalar). NULL: none, or not on this machine.
void *hd_math_code(const struct hd_math *fn, int lanes);
// By what compiled code calls it: "hd_m_sinf", "hd_m_sinf_16".
void *hd_math_symbol(const char *symbol);

#endif
