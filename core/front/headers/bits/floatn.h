/* glibc's <bits/floatn.h> with all _FloatN types left out: they are other names of the types that C has, and their
   functions would double the length of <math.h>. */
#ifndef _BITS_FLOATN_H
#define _BITS_FLOATN_H
#include <features.h>
#define __HAVE_FLOAT16 0
#define __HAVE_DISTINCT_FLOAT16 0
#define __HAVE_FLOAT32 0
#define __HAVE_DISTINCT_FLOAT32 0
#define __HAVE_FLOAT64 0
#define __HAVE_DISTINCT_FLOAT64 0
#define __HAVE_FLOAT128 0
#define __HAVE_DISTINCT_FLOAT128 0
#define __HAVE_FLOAT32X 0
#define __HAVE_DISTINCT_FLOAT32X 0
#define __HAVE_FLOAT64X 0
#define __HAVE_DISTINCT_FLOAT64X 0
#define __HAVE_FLOAT128X 0
#define __HAVE_DISTINCT_FLOAT128X 0
#define __HAVE_FLOAT64X_LONG_DOUBLE 0
#define __HAVE_FLOAT128_UNLIKE_LDBL 0
#define __HAVE_FLOATN_NOT_TYPEDEF 0
#endif
