#define __CHANNEL_DESCRIPTOR_H__
#include <texture_types.h>
