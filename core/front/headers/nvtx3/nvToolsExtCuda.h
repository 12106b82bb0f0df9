#define NVTOOLSEXT_CUDA_V3
#include <nvtx3/nvToolsExt.h>
