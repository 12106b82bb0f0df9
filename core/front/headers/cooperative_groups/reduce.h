/* cg::reduce(tile, value, cg::plus<T>()) and its kin: every thread of the tile gets the result.
   `cg::plus<int>()` is a call of a template that gives a value whose type says which operation is meant. */
#ifndef COOPERATIVE_GROUPS_REDUCE_H_
#define COOPERATIVE_GROUPS_REDUCE_H_

#include <cooperative_groups.h>

namespace cooperative_groups {

struct __cg_plus { char unused; }; /* the sum */
template <typename T> __device__ __inline__ __cg_plus plus() { __cg_plus how = {0}; return how; }
template <typename T> __device__ __inline__ T reduce(const thread_block_tile &tile, T a, __cg_plus how)
{
    for (unsigned int d = tile.size() / 2; d > 0; d /= 2) {
        T b = tile.shfl_xor(a, d);
        a = a + b;
    }
    return a;
}

struct __cg_less { char unused; }; /* the smallest */
template <typename T> __device__ __inline__ __cg_less less() { __cg_less how = {0}; return how; }
template <typename T> __device__ __inline__ T reduce(const thread_block_tile &tile, T a, __cg_less how)
{
    for (unsigned int d = tile.size() / 2; d > 0; d /= 2) {
        T b = tile.shfl_xor(a, d);
        a = b < a ? b : a;
    }
    return a;
}

struct __cg_greater { char unused; }; /* the largest */
template <typename T> __device__ __inline__ __cg_greater greater() { __cg_greater how = {0}; return how; }
template <typename T> __device__ __inline__ T reduce(const thread_block_tile &tile, T a, __cg_greater how)
{
    for (unsigned int d = tile.size() / 2; d > 0; d /= 2) {
        T b = tile.shfl_xor(a, d);
        a = b > a ? b : a;
    }
    return a;
}

struct __cg_bit_and { char unused; }; /* all bits that are in each */
template <typename T> __device__ __inline__ __cg_bit_and bit_and() { __cg_bit_and how = {0}; return how; }
template <typename T> __device__ __inline__ T reduce(const thread_block_tile &tile, T a, __cg_bit_and how)
{
    for (unsigned int d = tile.size() / 2; d > 0; d /= 2) {
        T b = tile.shfl_xor(a, d);
        a = a & b;
    }
    return a;
}

struct __cg_bit_or { char unused; }; /* all bits that are in any */
template <typename T> __device__ __inline__ __cg_bit_or bit_or() { __cg_bit_or how = {0}; return how; }
template <typename T> __device__ __inline__ T reduce(const thread_block_tile &tile, T a, __cg_bit_or how)
{
    for (unsigned int d = tile.size() / 2; d > 0; d /= 2) {
        T b = tile.shfl_xor(a, d);
        a = a | b;
    }
    return a;
}

struct __cg_bit_xor { char unused; }; /* bits that are in an odd number of them */
template <typename T> __device__ __inline__ __cg_bit_xor bit_xor() { __cg_bit_xor how = {0}; return how; }
template <typename T> __device__ __inline__ T reduce(const thread_block_tile &tile, T a, __cg_bit_xor how)
{
    for (unsigned int d = tile.size() / 2; d > 0; d /= 2) {
        T b = tile.shfl_xor(a, d);
        a = a ^ b;
    }
    return a;
}

}

#endif
