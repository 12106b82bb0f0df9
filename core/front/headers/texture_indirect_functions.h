#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#include <texture_types.h>
