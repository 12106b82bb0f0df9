// What the files of array/ share: the functions that compiled code calls (array.def), and small
// helpers.
#ifndef HD_ARRAY_INTERNAL_H
#define HD_ARRAY_INTERNAL_H

#include "array/array.h"

#define HD_ARRAY_CALL(ret, name, params) ret ha_##name params;
#include "array/array.def"

#endif
