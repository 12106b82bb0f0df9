// Which functions there are, and which code of them this machine runs.
#include "math/math.h"
#include "math/table.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HD_MATH(name, ulp_f, cuda_f, ulp_d, cuda_d)      \
    {#name "f", "hd_m_" #name "f", 1, 4, ulp_f, cuda_f}, \
        {#name, "hd_m_" #name, 1, 8, ulp_d, cuda_d},
#define HD_MATH2(name, ulp_f, cuda_f, ulp_d, cuda_d)     \
    {#name "f", "hd_m_" #name "f", 2, 4, ulp_f, cuda_f}, \
        {#name, "hd_m_" #name, 2, 8, ulp_d, cuda_d},
#define HD_QUICK(name) {"__" #name "f", "hd_m_quick_" #name "f", 1, 4, 0, 0},
#define HD_QUICK2(name) {"__" #name "f", "hd_m_quick_" #name "f", 2, 4, 0, 0},
static const struct hd_math rows[] = {
#include "math/functions.def"
};
#define NROWS ((int)(sizeof rows / sizeof *rows))

const struct hd_math *hd_math_row(int i) { return i >= 0 && i < NROWS ? &rows[i] : NULL; }

const struct hd_math *hd_math_named(const char *name) {
    for (int i = 0; i < NROWS; i++)
        if (!strcmp(rows[i].name, name)) return &rows[i];
    return NULL;
}

const struct hd_math *hd_math_with_symbol(const char *symbol) {
    for (int i = 0; i < NROWS; i++)
        if (!strcmp(rows[i].symbol, symbol)) return &rows[i];
    return NULL;
}

const struct hd_math *hd_math_quick(const struct hd_math *fn) {
    char name[32];
    if (fn->bytes != 4) return NULL;
    snprintf(name, sizeof name, "__%s", fn->name);
    return hd_math_named(name);
}

static int vector_bits(void) { // of the widest code that runs here; 0: none, there is no FMA
    static int bits = -1;
    if (bits >= 0) return bits;
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4"))
        bits = 512;
    else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        bits = 256;
    else
        bits = 0;
    return bits;
}

// ---- arguments of many turns --------------------------------------------------------------------
// M. Payne and R. Hanek, Radian Reduction for Trigonometric Functions, SIGNUM Newsletter 18 (1983):
// of the product with 2 / pi only the bits count that are less than 4 turns of a quarter, and of
// those of 2 / pi only some 192 can make them.

static const uint64_t two_over_pi[] = { // behind a word of zeros: 64 bits before the point
    0,
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
    0xf0cfbc209af4361d};

__extension__ typedef unsigned __int128 u128;

int hd_math_turns(double x, double *h, double *l) {
    uint64_t bits, a[3];
    memcpy(&bits, &x, sizeof bits);
    int e = (int)(bits >> 52 & 2047) - 1075, at = e - 2 + 64;
    if (e == 972) { // infinity, NaN
        *h = *l = __builtin_nan("");
        return 0;
    }
    uint64_t m = (bits & 0xfffffffffffff) | 1ull << 52;
    for (int i = 0; i < 3; i++) { // the bits of 2 / pi from number `at` on
        const uint64_t *w = two_over_pi + at / 64 + i;
        a[i] = at % 64 ? w[0] << at % 64 | w[1] >> (64 - at % 64) : w[0];
    }
    u128 low = (u128)m * a[2], mid = (u128)m * a[1] + (uint64_t)(low >> 64);
    uint64_t top = m * a[0] + (uint64_t)(mid >> 64);
    int n = (int)(top >> 62);
    u128 part = ((u128)top << 64 | (uint64_t)mid) << 2 | (uint64_t)low >> 62;
    bool over = part >> 127; // nearer to the next quarter
    n += over;
    if (over) part = -part;
    long double f = (long double)(uint64_t)(part >> 64) * 0x1p64L + (long double)(uint64_t)part;
    f *= 0x1p-128L * 1.57079632679489661923132169163975144L;
    if (over != (bits >> 63)) f = -f;
    *h = (double)f;
    *l = (double)(f - *h);
    return (bits >> 63 ? -n : n) & 3;
}

int hd_math_lanes(const struct hd_math *fn, int lanes, int bits) {
    for (int most = 512; most >= 128; most /= 2)
        if (most <= bits && most <= vector_bits() && most / (fn->bytes * 8) <= lanes)
            return most / (fn->bytes * 8);
    return 0;
}

void *hd_math_code(const struct hd_math *fn, int lanes) {
    long i = fn - rows;
    int bits = lanes * fn->bytes * 8;
    if (lanes == 1) return vector_bits() ? hd_math_64[i] : hd_math_no_fma[i];
    if (bits > vector_bits()) return NULL;
    return bits == 128   ? hd_math_128[i]
           : bits == 256 ? hd_math_256[i]
           : bits == 512 ? hd_math_512[i]
                         : NULL;
}

void *hd_math_symbol(const char *symbol) {
    for (int i = 0; i < NROWS; i++) {
        size_t len = strlen(rows[i].symbol);
        if (strncmp(rows[i].symbol, symbol, len)) continue;
        if (!symbol[len]) return hd_math_code(&rows[i], 1);
        if (symbol[len] == '_') return hd_math_code(&rows[i], atoi(symbol + len + 1));
    }
    return NULL;
}
