#define NVTOOLSEXT_CUDART_V3
#include <nvtx3/nvToolsExt.h>
