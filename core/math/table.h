// Between table.c and functions.c: the code of each width, in the order of functions.def.
#ifndef HD_MATH_TABLE_H
#define HD_MATH_TABLE_H

extern void *const hd_math_no_fma[],
    *const hd_math_64[], *const hd_math_128[], *const hd_math_256[], *const hd_math_512[];

// x = n pi / 2 + h + l for finite |x| >= 2^30; n modulo 4.
int hd_math_turns(double x, double *h, double *l);

#endif
