/* <stdalign.h>. In cells and .cu files alignas and alignof are keywords. */
#ifndef _STDALIGN_H
#define _STDALIGN_H
#ifndef __CUDACC__
#define alignas _Alignas
#define alignof _Alignof
#endif
#define __alignas_is_defined 1
#define __alignof_is_defined 1
#endif
