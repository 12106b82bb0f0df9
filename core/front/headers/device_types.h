/* CUDA's <device_types.h>: how conversions round. All else is known without a header. */
#ifndef HEDDLE_DEVICE_TYPES_H
#define HEDDLE_DEVICE_TYPES_H
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
#endif
