#define __SURFACE_INDIRECT_FUNCTIONS_H__
#include <texture_types.h>
