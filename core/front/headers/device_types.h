/* CUDA's <device_types.h>: how conversions round. All else is known without a header. */
#ifndef HEDDLE_DEVICE_TYPES_H_
#define HEDDLE_DEVICE_TYPES_H_
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
#endif
