// The functions of functions.def at one width: compiled once for each of isa.h's.
#include "math/float.h"
#include "math/table.h"

#define JOINED(a, b) a##b
#define TABLE_OF(isa) JOINED(hd_math_, isa)
#ifdef HD_NO_FMA
#define TABLE hd_math_no_fma
#else
#define TABLE TABLE_OF(HD_ISA)
#endif

#define HD_MATH(name, a, b, c, d)                      \
    static F name##_float(F x) { return name##_f(x); } \
    static D name##_double(D x) { return name##_d(x); }
#define HD_MATH2(name, a, b, c, d)                             \
    static F name##_float(F x, F y) { return name##_f(x, y); } \
    static D name##_double(D x, D y) { return name##_d(x, y); }
#define HD_QUICK(name) \
    static F quick_##name##_float(F x) { return quick_##name##_f(x); }
#define HD_QUICK2(name) \
    static F quick_##name##_float(F x, F y) { return quick_##name##_f(x, y); }
#include "math/functions.def"

#define HD_MATH(name, a, b, c, d) (void *)name##_float, (void *)name##_double,
#define HD_MATH2(name, a, b, c, d) HD_MATH(name, a, b, c, d)
#define HD_QUICK(name) (void *)quick_##name##_float,
#define HD_QUICK2(name) HD_QUICK(name)
void *const TABLE[] = {
#include "math/functions.def"
};
