/* CUDA's <cusparse_v2.h>: a part of <cusparse.h>. */
#include <cusparse.h>
