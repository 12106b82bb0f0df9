// Quicksort and selection of unsigned keys. A row is parted into itself and a second one, which are
// then sorted into where they belong: nothing is copied back. With AVX-512 a vector is parted at
// once, and up to eight vectors are sorted by a network. Elsewhere there is a key at a time, and
// what is not short is sorted by radix.
#include "array/internal.h"

#include <immintrin.h>
#include <stdlib.h>

enum { LONG_ROW = 50000, MOST_PIECES = 256 }; // what is long is sorted by all cores, in pieces

#define WIDE __attribute__((target("avx512f"), optimize("O3")))
#define INSIDE __attribute__((target("avx512f"), always_inline, optimize("O3"))) static inline

#define FAST __attribute__((target_clones("avx2", "default"), optimize("O3")))

const struct hd_quick_code hd_quick_keys = {.infinity = UINT64_MAX};

bool hd_quick_is_wide(void) {
    static int has = -1;
    if (has < 0) has = __builtin_cpu_supports("avx512f") && hd_cpu_vector_bits() >= 512;
    return has > 0;
}

#define KEY uint32_t
#define BITS 32
#define N(name) name##32
#define MASK __mmask16
#define ALL(x) _mm512_set1_epi32((int)(x))
#define MIN _mm512_min_epu32
#define MAX _mm512_max_epu32
#define LESS _mm512_cmplt_epu32_mask
#define PERMUTE _mm512_permutexvar_epi32
#define MASK_MAX _mm512_mask_max_epu32
#define FROM_BOTH _mm512_permutex2var_epi32
#define SIGNS(x) _mm512_srai_epi32(x, 31)
#define MOVE_SOME _mm512_mask_mov_epi32
#define ADD_SOME _mm512_mask_add_epi32
#define SUM _mm512_reduce_add_epi32
#define COMPRESS _mm512_maskz_compress_epi32
#define LOAD_SOME _mm512_mask_loadu_epi32
#define STORE_SOME _mm512_mask_storeu_epi32
#include "array/quick_keys.h"
#undef KEY
#undef BITS
#undef N
#undef MASK
#undef ALL
#undef MIN
#undef MAX
#undef LESS
#undef PERMUTE
#undef MASK_MAX
#undef FROM_BOTH
#undef SIGNS
#undef MOVE_SOME
#undef ADD_SOME
#undef SUM
#undef COMPRESS
#undef LOAD_SOME
#undef STORE_SOME

#define KEY uint64_t
#define BITS 64
#define N(name) name##64
#define MASK __mmask8
#define ALL(x) _mm512_set1_epi64((long long)(x))
#define MIN _mm512_min_epu64
#define MAX _mm512_max_epu64
#define LESS _mm512_cmplt_epu64_mask
#define PERMUTE _mm512_permutexvar_epi64
#define MASK_MAX _mm512_mask_max_epu64
#define FROM_BOTH _mm512_permutex2var_epi64
#define SIGNS(x) _mm512_srai_epi64(x, 63)
#define MOVE_SOME _mm512_mask_mov_epi64
#define ADD_SOME _mm512_mask_add_epi64
#define SUM _mm512_reduce_add_epi64
#define COMPRESS _mm512_maskz_compress_epi64
#define LOAD_SOME _mm512_mask_loadu_epi64
#define STORE_SOME _mm512_mask_storeu_epi64
#include "array/quick_keys.h"
