/* Random numbers in kernels, with the names of cuRAND's device API: the generators XORWOW (curandState),
   Philox4x32-10 and (curand_mrg32k3a.h) MRG32k3a, and their distributions. Sequences are those that cuRAND documents: XORWOW is Marsaglia's generator
   (Journal of Statistical Software 8(14), 2003) with the seed mixed into its state, subsequences 2^67 steps apart;
   Philox is that of Salmon et al. (SC 2011), the subsequence in the upper half of its counter. Normal numbers come
   from the Box-Muller transform.

   XORWOW's jump: the shift-register part is linear over the field of two elements, so n steps are the polynomial
   x^n modulo its characteristic polynomial, applied to the state. curand_jump holds x^(2^67 * digit * 16^place). */
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#define CURAND_FN static __inline__ __device__

#define CURAND_2POW32_INV 2.3283064e-10f
#define CURAND_2POW32_INV_DOUBLE 2.3283064365386963e-10
#define CURAND_2POW53_INV_DOUBLE 1.1102230246251565e-16
#define CURAND_2PI 6.2831855f

/* A thread's generator of random numbers (XORWOW); curand_init sets it up. */
struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

/* The same by Philox4x32-10, which gives four numbers at once. */
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

/* ---- XORWOW ------------------------------------------------------------------------------------------------ */

static __device__ const unsigned int curand_jump[8][15][5] = {
    {
        {0x26294934, 0x77bbc248, 0x1a87dad0, 0x930052d4, 0x947e6dd2},
        {0x5f39c379, 0x95e20ba6, 0x20e9ff72, 0x1244ce5e, 0xe8fd228f},
        {0xd34e34c8, 0x63486aa2, 0x7ff96712, 0xb90b6c6f, 0x02756bc3},
        {0xa7474d19, 0x37c549e0, 0x140877d2, 0x24c43924, 0xcd52ebec},
        {0x7d3f439f, 0xf2102b15, 0xaf1bed4b, 0xf6f1cfec, 0x1982ad53},
        {0x355e3fb6, 0x29467127, 0x7954e427, 0xd3a177eb, 0x65a68842},
        {0xe8f8402f, 0x251607a4, 0x973ac23c, 0xb54f78fc, 0x0e384edc},
        {0xe0360ec5, 0xb1c96c24, 0xdbb91766, 0x666ff5dc, 0xf19a7e52},
        {0xf4688790, 0x150b7bd8, 0xd8a4058b, 0xa544e815, 0x84f3cbe0},
        {0x376a36a3, 0x893d50f9, 0x3cca775c, 0x94188f5f, 0x1f7c8c1c},
        {0x6876703b, 0xae8bcf58, 0xeb4934b3, 0xbe2cf977, 0xe6c88e5a},
        {0xc7d2569f, 0xcea9dca7, 0x343a9caa, 0x9c4f3af0, 0xaf3023c5},
        {0x4860ac12, 0x281a7616, 0x95ec5753, 0x3b99123d, 0x299eb019},
        {0xc1e1cee4, 0x8773de1c, 0xef0edcaa, 0x957d6ecc, 0x6ca6ef04},
        {0x0a8843f8, 0x3c8b03b2, 0x2a9df47d, 0xa3aee006, 0xd33edbb5},
    },
    {
        {0xfcc8f692, 0x35aa698a, 0x04ebbf85, 0x448304b0, 0x082f3fd5},
        {0x48c289bd, 0xe851cf98, 0x845ad581, 0xfd70752a, 0x2c3e63f6},
        {0x1e21ea90, 0x66483ba4, 0x367e8d5a, 0x354ec274, 0xc46eebcf},
        {0xe502f5b3, 0x77859d31, 0x97e1cbb3, 0xea09047a, 0x61d5f37e},
        {0x1cee85c5, 0x5e20b31a, 0xae442891, 0xda5c599e, 0x2b5aa0dd},
        {0x09979962, 0xf7a2c5d6, 0x82c38e48, 0x80127a42, 0xf08a08b1},
        {0x5ec46d26, 0xd29b6df8, 0x199a9d07, 0x338f779e, 0xa948f8a9},
        {0xb89326d0, 0x5a8655a9, 0xfb6e98f5, 0x02102162, 0x7e6fcf6f},
        {0xcb2fec0e, 0x515a7310, 0x4f28da5a, 0x34eef0e3, 0x84aaaa48},
        {0x757560fb, 0x0383e791, 0xdff3e8ac, 0x40eed643, 0x6576f7aa},
        {0xfe9fb37d, 0xa4b61dc1, 0xac099770, 0x4f3b098b, 0x174cfea2},
        {0xb67196a6, 0x52d14ef3, 0xf4b8b94d, 0x8dd71586, 0x8c7c93b9},
        {0xbe76bf2a, 0xafa4810a, 0x739ddda6, 0x0afca9a7, 0x38c9742f},
        {0xa55bf292, 0x2ad932b8, 0x2a078539, 0x84515a78, 0x83ce2623},
        {0x673c6826, 0x7970589b, 0x50c4b02e, 0xf5833b5b, 0xba027595},
    },
    {
        {0xb3a15db4, 0xc6df3330, 0x1a8be751, 0xf1e4b221, 0x6bb61c05},
        {0x133de1d0, 0x361e4422, 0xc6131fcf, 0xd9719f45, 0x9658a164},
        {0x1cc3f658, 0x7367a8cd, 0x2de525a8, 0x3d325bb2, 0x11840690},
        {0x19e2bee8, 0xf8974218, 0x4e65536a, 0xa2570336, 0xe9b88082},
        {0x9670b020, 0xc8a19cea, 0x6f9a91dd, 0x88ff33fe, 0xfcacb8ce},
        {0x27c4ed23, 0x2ec72ef3, 0x9e4baf39, 0x9ef3a344, 0xc8f4977a},
        {0x00f5736e, 0xabfc9507, 0xa647616e, 0xb6902bab, 0xc732b131},
        {0x7863644b, 0x2a21ce84, 0x112e86f1, 0xed01ce0e, 0xba143e84},
        {0x5f388f5d, 0x8449c123, 0x0a764122, 0x56985ea6, 0x1546a43d},
        {0x28b544d7, 0x6d34c95f, 0x159159a7, 0x993487c7, 0x43b9e8a5},
        {0x35662364, 0xf51d2ce2, 0x304a7885, 0x1c7fce4d, 0x918fab4a},
        {0xb6413ee8, 0x465624d8, 0xbef4cb2b, 0x5e4f8afa, 0x7bca03cd},
        {0x5d5db0ed, 0xcc749900, 0x1f667c65, 0xdef695d4, 0x24433877},
        {0xbc9909a5, 0x75353d5e, 0x09d6f85a, 0x0544302d, 0xbaf6e3b8},
        {0x14c50bb1, 0x659d7c53, 0xdf8d6524, 0x23f1cc03, 0x93dfcf0a},
    },
    {
        {0x0e2cae2e, 0xd1011279, 0x58923768, 0x2bf650ba, 0xc985bcda},
        {0x213a286a, 0x6596b510, 0x6fc10eae, 0x38a13547, 0x11c7749e},
        {0xcbac929e, 0x0575f836, 0x676f5c22, 0xfd7e35af, 0x6c6d186b},
        {0x146281e7, 0xa45b4452, 0xafa8c695, 0x74a0ac94, 0x4b250e0a},
        {0x7cc3a30d, 0x7af6aba9, 0xb76a95b5, 0x7ede6bf3, 0x73ca3ea2},
        {0x0866032a, 0xcb8fbd43, 0x434a2e25, 0x76eaae6b, 0x13033bc8},
        {0x5bdf8040, 0x819445fe, 0x8e1b4143, 0x8fcbd027, 0xb6d68447},
        {0x2306bc52, 0x790f3b4c, 0x2fe473b9, 0xbc81d7c0, 0x093efe98},
        {0xbbf96040, 0x378d69ed, 0x818e3afd, 0xc933a401, 0xe1b3bd35},
        {0xe56a37b5, 0x7fbf623f, 0xb65ee777, 0x33ea8847, 0xda382be9},
        {0x5b985de7, 0xbc7a8575, 0xd49fdfc0, 0xaceac3d0, 0xabcc7c87},
        {0xdb2cf4c2, 0xb49a5412, 0x5c88dea9, 0xd999bf6c, 0xffe7924e},
        {0xa608a919, 0xc837eb1d, 0xacb40874, 0x30685f3e, 0x5071b091},
        {0x6dda9fe0, 0x9173054b, 0x9e61560a, 0x134264a2, 0xccaaed2c},
        {0x104ecff0, 0x2d271e74, 0x8406da7a, 0x5258916d, 0x7e87f982},
    },
    {
        {0x89658c8b, 0xf3914315, 0xa73fe84b, 0x3c5fadb6, 0xadba8dd6},
        {0x09e49814, 0x09caf5ed, 0x6b2460d9, 0x1b9981c1, 0x2d1fefc3},
        {0x1b72a881, 0xb619f896, 0x603a2235, 0x8d2ca625, 0x559de460},
        {0x82161afc, 0x9bb13c55, 0xfd20d7fb, 0x306d90b9, 0x92bf386f},
        {0xca66184a, 0x6299ca61, 0xae3c32a9, 0x99a6cc87, 0x40b0f39a},
        {0x8ccd8163, 0xf070a30b, 0x2feefdfe, 0x629b913f, 0xb6975a83},
        {0xc1c49e3a, 0x109d21eb, 0xcda8bcb3, 0xafd9c7f4, 0xed5adb7f},
        {0x96d32350, 0x0e081864, 0x69faa798, 0xe7faecf5, 0xf1f951be},
        {0xc33a1aeb, 0x8eded95d, 0x0f0e46a7, 0x4f9678e8, 0x07d8d054},
        {0x98e95e7f, 0x667dc737, 0x64ae2cf0, 0xea54c93c, 0xe7950d2f},
        {0xd33bd04a, 0x8392df1d, 0xbda9d2f0, 0xc848a1f1, 0x7adbff83},
        {0x6cbc8b00, 0x73322d91, 0xdb17aeef, 0xc7105b26, 0x6f38b0f6},
        {0x0cd8c49a, 0xdedd6558, 0x798fd1ac, 0x88e9aae4, 0xfdacfedc},
        {0x75e00c9d, 0x63a1fbe1, 0x68fc10b1, 0x2dc0b63e, 0x948954b0},
        {0x13778e95, 0x93c4617f, 0x26e51387, 0x92131deb, 0x8fbe653f},
    },
    {
        {0x3e9058c1, 0x71da9705, 0xe2cb1f2b, 0x73456536, 0xbd6501b6},
        {0x990ffc6e, 0xbfdd1b5d, 0xc83e520b, 0xe972936a, 0xac79abb9},
        {0xdcb155ec, 0x4b5b5d45, 0x2222715a, 0xbe2235fa, 0xe4bff931},
        {0xb1321eb5, 0xb06d01a2, 0x51532012, 0x8fb59962, 0x141d3b0b},
        {0x150bee4d, 0x0a61ef33, 0x0a41a5b7, 0x775a13eb, 0x7a962ead},
        {0xcf7f11cb, 0xad15bd20, 0x8372f3c1, 0xb4269d32, 0xa48aa819},
        {0x1aae3b61, 0xf8fcce1a, 0xf6ae1a8d, 0x1665c847, 0x64f810e2},
        {0x3257dfe1, 0xd8a3d601, 0x3a58c735, 0x845f36e4, 0x0112c611},
        {0x4401b7f5, 0xcf563d0e, 0x6f30ef08, 0x20816d32, 0x9858474e},
        {0x734ad464, 0xefbfcd4d, 0x2500e2dd, 0x4d7f98e2, 0xeed58906},
        {0xc85f44ea, 0x6fd3a343, 0xa67e2d57, 0x55b21b74, 0x094760a3},
        {0x469fe933, 0xc29c7777, 0x81817897, 0x91617dc6, 0x09dc30ab},
        {0x7c55b733, 0xe41b8a39, 0x5d686b89, 0xcd14207e, 0x216e723a},
        {0x90cdeaea, 0xe1d76675, 0x5268bf34, 0x6c0489ed, 0x5a280fac},
        {0xe82884ca, 0x51c67537, 0xceac05eb, 0xe72a12ac, 0xda5a9615},
    },
    {
        {0xa0ffe9a4, 0xf57be00e, 0xe706880c, 0x191211ef, 0xee5664fb},
        {0x9a3385b8, 0xc540c30a, 0xb241d1e0, 0x00626569, 0x6b355fe9},
        {0xc8139887, 0x7b216bcf, 0xa60fba6a, 0x6e216202, 0x8b0ce5f8},
        {0xe129d45d, 0xac3e698b, 0xd61f79fd, 0x7a72a28b, 0x7f4942be},
        {0xe84b5766, 0x60c27757, 0x75275466, 0xf8066612, 0xc99a1ba0},
        {0x050eaa91, 0xa94e26a7, 0xff9f5d73, 0x2b79af77, 0x8757f842},
        {0x76eceb76, 0xd80e12bc, 0x9e0b6674, 0x585f902c, 0x2d683e65},
        {0x612501bb, 0xae7b767d, 0xaa66c165, 0x09bfaf8e, 0x3e55c16d},
        {0x2a3985be, 0xa4738272, 0x588194fe, 0x5583b64f, 0x270814cd},
        {0xfe5927e1, 0xb6dec04b, 0x3ee52923, 0x0338a81f, 0x029d8892},
        {0xf6378fe3, 0x96188228, 0x1012e89f, 0x1363fd1a, 0xbba5e270},
        {0x81756d99, 0x1e3ceb25, 0x861dbffa, 0xe5c81156, 0x01e71d79},
        {0x23b9d403, 0xa058d983, 0xee527319, 0x0117e43c, 0x75478e2f},
        {0xef3371bb, 0xba206287, 0x4588488e, 0x855d8620, 0xde3b16ac},
        {0x86d0c0b3, 0x54ac9d88, 0xd143df20, 0x8a8045bb, 0x8c076eb4},
    },
    {
        {0x874e26a7, 0x33bc5a47, 0xad95cba5, 0x67651c39, 0xf1f07dca},
        {0xb5ed0732, 0x30e7a573, 0x5c056714, 0x2304f8fa, 0xebc584e1},
        {0x1785b389, 0x73f1fd00, 0x369ceae0, 0xdc47f6dd, 0x906d9421},
        {0x4b324c2e, 0x2bdcc5a0, 0x53eb4240, 0xcac4fbc1, 0x13e529e7},
        {0x1d42af3d, 0x9a323069, 0x3699b897, 0x3fe0837d, 0x0f73a147},
        {0x1ea25908, 0x838bf02d, 0x4b070d0b, 0x663a99d6, 0x3c2c64df},
        {0xef9b4ed0, 0xda8fa4df, 0xce2ad97d, 0x7a46c295, 0xfc845b07},
        {0xe1683e38, 0xa2339994, 0x7308a647, 0xc7c3f0b1, 0x4a3dcd33},
        {0x38e5ef5b, 0x235223f1, 0x779f2efb, 0x0bd7ab64, 0x76bf4c1e},
        {0x3888bb68, 0xd05973af, 0x88dc5b64, 0x55304dc2, 0x3234cfd1},
        {0x9a35e752, 0xf42e63bd, 0x06a178d9, 0x1f90e83f, 0xac09eb47},
        {0x4551732f, 0x37b313bf, 0x126ac783, 0xde52f9d4, 0xfe5c05fc},
        {0x6129a8e4, 0x30ec2d9d, 0x12601682, 0xf9d9fd57, 0xffdbfdf6},
        {0x800cc5b5, 0xb5fd2d04, 0x70c494ec, 0x6686a423, 0xfb550f9e},
        {0x0ee325f2, 0x1c079e58, 0x4be88c91, 0xd010b706, 0x568d8a3d},
    },
};

CURAND_FN void curand_xorwow_step(unsigned int *v)
{
    unsigned int t = v[0] ^ (v[0] >> 2);
    v[0] = v[1];
    v[1] = v[2];
    v[2] = v[3];
    v[3] = v[4];
    v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}

/* The state p(A) v, where A is one step. */
CURAND_FN void curand_xorwow_apply(const unsigned int *p, unsigned int *v)
{
    unsigned int sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0, sum4 = 0;
#pragma unroll 1
    for (int i = 0; i < 160; i++) {
        unsigned int on = 0u - ((p[i >> 5] >> (i & 31)) & 1u);
        sum0 ^= v[0] & on;
        sum1 ^= v[1] & on;
        sum2 ^= v[2] & on;
        sum3 ^= v[3] & on;
        sum4 ^= v[4] & on;
        curand_xorwow_step(v);
    }
    v[0] = sum0;
    v[1] = sum1;
    v[2] = sum2;
    v[3] = sum3;
    v[4] = sum4;
}

/* r = a * b modulo the characteristic polynomial x^160 + ... */
CURAND_FN void curand_xorwow_multiply(unsigned int *r, const unsigned int *a, const unsigned int *b)
{
    unsigned int s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0;
#pragma unroll 1
    for (int i = 159; i >= 0; i--) {
        unsigned int carry = 0u - (s4 >> 31), on = 0u - ((b[i >> 5] >> (i & 31)) & 1u);
        s4 = (s4 << 1 | s3 >> 31) ^ (carry & 0x00000f0eu) ^ (a[4] & on);
        s3 = (s3 << 1 | s2 >> 31) ^ (carry & 0x0f3c0035u) ^ (a[3] & on);
        s2 = (s2 << 1 | s1 >> 31) ^ (carry & 0x00062121u) ^ (a[2] & on);
        s1 = (s1 << 1 | s0 >> 31) ^ (carry & 0x08610030u) ^ (a[1] & on);
        s0 = (s0 << 1) ^ (carry & 0x00060001u) ^ (a[0] & on);
    }
    r[0] = s0;
    r[1] = s1;
    r[2] = s2;
    r[3] = s3;
    r[4] = s4;
}

/* Multiplies p by g^n; g is changed. */
CURAND_FN void curand_xorwow_power(unsigned int *p, unsigned int *g, unsigned long long n)
{
    for (; n; n >>= 1) {
        if (n & 1) curand_xorwow_multiply(p, p, g);
        if (n > 1) curand_xorwow_multiply(g, g, g);
    }
}

/* As if n whole sequences had been drawn. */
CURAND_FN void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state)
{
    unsigned int p[5] = {1, 0, 0, 0, 0};
    bool one = true;
    for (int place = 0; place < 8; place++) {
        int digit = (int)(n >> (4 * place)) & 15;
        if (!digit) continue;
        const unsigned int *jump = curand_jump[place][digit - 1];
        if (one) {
            for (int i = 0; i < 5; i++) p[i] = jump[i];
            one = false;
        } else {
            curand_xorwow_multiply(p, p, jump);
        }
    }
    if (n >> 32) { /* x^(2^67 * 2^32) */
        unsigned int g[5] = {0x5fe4b704u, 0xd77445c3u, 0xb80eeb3cu, 0x6720fc6du, 0x7da33f71u};
        curand_xorwow_power(p, g, n >> 32);
        one = false;
    }
    if (!one) curand_xorwow_apply(p, state->v);
}

/* As if n numbers had been drawn. */
CURAND_FN void skipahead(unsigned long long n, curandStateXORWOW_t *state)
{
    if (n < 160) {
        for (unsigned long long i = 0; i < n; i++) curand_xorwow_step(state->v);
    } else {
        unsigned int p[5] = {1, 0, 0, 0, 0}, g[5] = {2, 0, 0, 0, 0};
        curand_xorwow_power(p, g, n);
        curand_xorwow_apply(p, state->v);
    }
    state->d += 362437u * (unsigned int)n;
}

/* Sets a generator up: threads with one seed and sequences of their own get independent numbers; `offset` skips so many. */
CURAND_FN void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStateXORWOW_t *state)
{
    unsigned int t0 = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u);
    unsigned int t1 = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);
    state->d = 6615241u + t1 + t0;
    state->v[0] = 123456789u + t0;
    state->v[1] = 362436069u ^ t0;
    state->v[2] = 521288629u + t1;
    state->v[3] = 88675123u ^ t1;
    state->v[4] = 5783321u + t0;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0.0f;
    state->boxmuller_extra_double = 0.0;
}

/* The next number of 32 random bits. */
CURAND_FN unsigned int curand(curandStateXORWOW_t *state)
{
    curand_xorwow_step(state->v);
    state->d += 362437u;
    return state->v[4] + state->d;
}

/* ---- Philox4x32-10 -------------------------------------------------------------------------------------------- */

CURAND_FN uint4 curand_philox(uint4 c, uint2 k)
{
    for (int round = 0; round < 10; round++) {
        unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
        uint4 next;
        next.x = (unsigned int)(b >> 32) ^ c.y ^ k.x;
        next.y = (unsigned int)b;
        next.z = (unsigned int)(a >> 32) ^ c.w ^ k.y;
        next.w = (unsigned int)a;
        c = next;
        k.x += 0x9e3779b9u;
        k.y += 0xbb67ae85u;
    }
    return c;
}

/* Adds n to the lower half (the position) or the upper half (the subsequence) of the counter. */
CURAND_FN void curand_philox_advance(curandStatePhilox4_32_10_t *state, unsigned long long n)
{
    unsigned long long low = ((unsigned long long)state->ctr.y << 32 | state->ctr.x) + n;
    if (low < n && ++state->ctr.z == 0) state->ctr.w++;
    state->ctr.x = (unsigned int)low;
    state->ctr.y = (unsigned int)(low >> 32);
}

CURAND_FN void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    unsigned long long high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;
    state->ctr.z = (unsigned int)high;
    state->ctr.w = (unsigned int)(high >> 32);
    state->output = curand_philox(state->ctr, state->key);
}

CURAND_FN void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    state->STATE += (unsigned int)(n & 3);
    n >>= 2;
    if (state->STATE > 3) {
        n++;
        state->STATE -= 4;
    }
    curand_philox_advance(state, n);
    state->output = curand_philox(state->ctr, state->key);
}

CURAND_FN void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStatePhilox4_32_10_t *state)
{
    state->ctr.x = state->ctr.y = state->ctr.z = state->ctr.w = 0;
    state->key.x = (unsigned int)seed;
    state->key.y = (unsigned int)(seed >> 32);
    state->STATE = 0;
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0.0f;
    state->boxmuller_extra_double = 0.0;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}

CURAND_FN unsigned int curand(curandStatePhilox4_32_10_t *state)
{
    unsigned int r = state->STATE == 0   ? state->output.x
                     : state->STATE == 1 ? state->output.y
                     : state->STATE == 2 ? state->output.z
                                         : state->output.w;
    if (++state->STATE == 4) {
        curand_philox_advance(state, 1);
        state->output = curand_philox(state->ctr, state->key);
        state->STATE = 0;
    }
    return r;
}

/* Four numbers of 32 random bits. */
CURAND_FN uint4 curand4(curandStatePhilox4_32_10_t *state)
{
    uint4 now = state->output, r;
    curand_philox_advance(state, 1);
    state->output = curand_philox(state->ctr, state->key);
    uint4 next = state->output;
    switch (state->STATE) {
    case 0: r = now; break;
    case 1: r.x = now.y, r.y = now.z, r.z = now.w, r.w = next.x; break;
    case 2: r.x = now.z, r.y = now.w, r.z = next.x, r.w = next.y; break;
    default: r.x = now.w, r.y = next.x, r.z = next.y, r.w = next.z; break;
    }
    return r;
}

/* ---- uniform distribution on (0, 1] ------------------------------------------------------------------------------- */

CURAND_FN float _curand_uniform(unsigned int x)
{
    return x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2.0f);
}

/* One double from 53 bits of two numbers. */
CURAND_FN double _curand_uniform_double_hq(unsigned int x, unsigned int y)
{
    unsigned long long z = (unsigned long long)x ^ ((unsigned long long)y << 21);
    return (double)z * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
}

/* A number above 0 and up to 1, all equally likely. */
CURAND_FN float curand_uniform(curandStateXORWOW_t *state)
{
    return _curand_uniform(curand(state));
}

CURAND_FN float curand_uniform(curandStatePhilox4_32_10_t *state)
{
    return _curand_uniform(curand(state));
}

/* Four numbers above 0 and up to 1. */
CURAND_FN float4 curand_uniform4(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);
    return make_float4(_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z), _curand_uniform(x.w));
}

/* A number above 0 and up to 1, all equally likely, as a double. */
CURAND_FN double curand_uniform_double(curandStateXORWOW_t *state)
{
    unsigned int x = curand(state), y = curand(state);
    return _curand_uniform_double_hq(x, y);
}

CURAND_FN double curand_uniform_double(curandStatePhilox4_32_10_t *state)
{
    return curand(state) * CURAND_2POW32_INV_DOUBLE + CURAND_2POW32_INV_DOUBLE;
}

/* Two doubles above 0 and up to 1. */
CURAND_FN double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);
    return make_double2(_curand_uniform_double_hq(x.x, x.y), _curand_uniform_double_hq(x.z, x.w));
}

/* Four doubles above 0 and up to 1. */
CURAND_FN double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state), y = curand4(state);
    return make_double4(_curand_uniform_double_hq(x.x, x.y), _curand_uniform_double_hq(x.z, x.w),
                        _curand_uniform_double_hq(y.x, y.y), _curand_uniform_double_hq(y.z, y.w));
}

/* ---- normal distribution: Box-Muller --------------------------------------------------------------------------------- */

CURAND_FN float2 _curand_box_muller(unsigned int x, unsigned int y)
{
    float u = x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2.0f);
    float v = y * (CURAND_2POW32_INV * CURAND_2PI) + (CURAND_2POW32_INV * CURAND_2PI / 2.0f);
    float s = sqrtf(-2.0f * logf(u));
    float2 r;
    r.x = s * sinf(v);
    r.y = s * cosf(v);
    return r;
}

CURAND_FN double2 _curand_box_muller_double(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1)
{
    unsigned long long zx = (unsigned long long)x0 ^ ((unsigned long long)x1 << 21);
    unsigned long long zy = (unsigned long long)y0 ^ ((unsigned long long)y1 << 21);
    double u = (double)zx * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
    double v = (double)zy * (CURAND_2POW53_INV_DOUBLE * 2.0) + CURAND_2POW53_INV_DOUBLE;
    double s = sqrt(-2.0 * log(u)), sine, cosine;
    sincospi(v, &sine, &cosine);
    double2 r;
    r.x = s * sine;
    r.y = s * cosine;
    return r;
}

/* A transform makes two numbers: the second is kept for the next call of the same function (flag 1 normal, 2
   log-normal). */
CURAND_FN float curand_normal(curandStateXORWOW_t *state)
{
    if (state->boxmuller_flag == 1) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    unsigned int x = curand(state), y = curand(state);
    float2 v = _curand_box_muller(x, y);
    state->boxmuller_extra = v.y;
    state->boxmuller_flag = 1;
    return v.x;
}

/* Two numbers of the normal distribution, for the price of one. */
CURAND_FN float2 curand_normal2(curandStateXORWOW_t *state)
{
    unsigned int x = curand(state), y = curand(state);
    return _curand_box_muller(x, y);
}

/* A double of the normal distribution: mean 0, standard deviation 1. */
CURAND_FN double curand_normal_double(curandStateXORWOW_t *state)
{
    if (state->boxmuller_flag_double == 1) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
    double2 v = _curand_box_muller_double(x0, x1, y0, y1);
    state->boxmuller_extra_double = v.y;
    state->boxmuller_flag_double = 1;
    return v.x;
}

/* A number whose logarithm is normally distributed with this mean and standard deviation. */
CURAND_FN float curand_log_normal(curandStateXORWOW_t *state, float mean, float stddev)
{
    if (state->boxmuller_flag == 2) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    float2 n = curand_normal2(state);
    state->boxmuller_extra = expf(mean + stddev * n.y);
    state->boxmuller_flag = 2;
    return expf(mean + stddev * n.x);
}

/* Two numbers whose logarithms are normally distributed. */
CURAND_FN float2 curand_log_normal2(curandStateXORWOW_t *state, float mean, float stddev)
{
    float2 n = curand_normal2(state);
    return make_float2(expf(mean + stddev * n.x), expf(mean + stddev * n.y));
}

/* A double whose logarithm is normally distributed with this mean and standard deviation. */
CURAND_FN double curand_log_normal_double(curandStateXORWOW_t *state, double mean, double stddev)
{
    if (state->boxmuller_flag_double == 2) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
    double2 v = _curand_box_muller_double(x0, x1, y0, y1);
    state->boxmuller_extra_double = exp(mean + stddev * v.y);
    state->boxmuller_flag_double = 2;
    return exp(mean + stddev * v.x);
}

/* Two doubles of the normal distribution. */
CURAND_FN double2 curand_normal2_double(curandStateXORWOW_t *state)
{
    unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
    return _curand_box_muller_double(x0, x1, y0, y1);
}

/* Two doubles whose logarithms are normally distributed. */
CURAND_FN double2 curand_log_normal2_double(curandStateXORWOW_t *state, double mean, double stddev)
{
    double2 n = curand_normal2_double(state);
    return make_double2(exp(mean + stddev * n.x), exp(mean + stddev * n.y));
}

CURAND_FN float curand_normal(curandStatePhilox4_32_10_t *state)
{
    if (state->boxmuller_flag == 1) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    unsigned int x = curand(state), y = curand(state);
    float2 v = _curand_box_muller(x, y);
    state->boxmuller_extra = v.y;
    state->boxmuller_flag = 1;
    return v.x;
}

CURAND_FN float2 curand_normal2(curandStatePhilox4_32_10_t *state)
{
    unsigned int x = curand(state), y = curand(state);
    return _curand_box_muller(x, y);
}

CURAND_FN double curand_normal_double(curandStatePhilox4_32_10_t *state)
{
    if (state->boxmuller_flag_double == 1) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
    double2 v = _curand_box_muller_double(x0, x1, y0, y1);
    state->boxmuller_extra_double = v.y;
    state->boxmuller_flag_double = 1;
    return v.x;
}

CURAND_FN float curand_log_normal(curandStatePhilox4_32_10_t *state, float mean, float stddev)
{
    if (state->boxmuller_flag == 2) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    float2 n = curand_normal2(state);
    state->boxmuller_extra = expf(mean + stddev * n.y);
    state->boxmuller_flag = 2;
    return expf(mean + stddev * n.x);
}

CURAND_FN float2 curand_log_normal2(curandStatePhilox4_32_10_t *state, float mean, float stddev)
{
    float2 n = curand_normal2(state);
    return make_float2(expf(mean + stddev * n.x), expf(mean + stddev * n.y));
}

CURAND_FN double curand_log_normal_double(curandStatePhilox4_32_10_t *state, double mean, double stddev)
{
    if (state->boxmuller_flag_double == 2) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
    double2 v = _curand_box_muller_double(x0, x1, y0, y1);
    state->boxmuller_extra_double = exp(mean + stddev * v.y);
    state->boxmuller_flag_double = 2;
    return exp(mean + stddev * v.x);
}
/* Four numbers of the normal distribution. */
CURAND_FN float4 curand_normal4(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);
    float2 a = _curand_box_muller(x.x, x.y), b = _curand_box_muller(x.z, x.w);
    return make_float4(a.x, a.y, b.x, b.y);
}

CURAND_FN double2 curand_normal2_double(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);
    return _curand_box_muller_double(x.x, x.y, x.z, x.w);
}

/* Four doubles of the normal distribution. */
CURAND_FN double4 curand_normal4_double(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state), y = curand4(state);
    double2 a = _curand_box_muller_double(x.x, x.y, x.z, x.w), b = _curand_box_muller_double(y.x, y.y, y.z, y.w);
    return make_double4(a.x, a.y, b.x, b.y);
}

/* Four numbers whose logarithms are normally distributed. */
CURAND_FN float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float stddev)
{
    float4 n = curand_normal4(state);
    return make_float4(expf(mean + stddev * n.x), expf(mean + stddev * n.y), expf(mean + stddev * n.z),
                       expf(mean + stddev * n.w));
}

CURAND_FN double2 curand_log_normal2_double(curandStatePhilox4_32_10_t *state, double mean, double stddev)
{
    double2 n = curand_normal2_double(state);
    return make_double2(exp(mean + stddev * n.x), exp(mean + stddev * n.y));
}

/* Four doubles whose logarithms are normally distributed. */
CURAND_FN double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *state, double mean, double stddev)
{
    double4 n = curand_normal4_double(state);
    return make_double4(exp(mean + stddev * n.x), exp(mean + stddev * n.y), exp(mean + stddev * n.z),
                        exp(mean + stddev * n.w));
}

/* ---- Poisson: products of uniform numbers, or transformed rejection (Hoermann, 1993) ------------------------------------ */

/* How many events there are where lambda are expected (Poisson distribution). */
CURAND_FN unsigned int curand_poisson(curandStateXORWOW_t *state, double lambda)
{
    if (lambda < 10.0) {
        double limit = exp(-lambda), product = 1.0;
        for (unsigned int k = 0;; k++) {
            product *= curand_uniform_double(state);
            if (product <= limit) return k;
        }
    }
    double root = sqrt(lambda), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
    double inverse = 1.1239 + 1.1328 / (b - 3.4), fast = 0.9277 - 3.6224 / (b - 2.0), log_lambda = log(lambda);
    for (;;) {
        double u = curand_uniform_double(state) - 0.5, v = curand_uniform_double(state), us = 0.5 - fabs(u);
        double k = floor((2.0 * a / us + b) * u + lambda + 0.43);
        if (us >= 0.07 && v <= fast) return (unsigned int)k;
        if (k < 0.0 || (us < 0.013 && v > us)) continue;
        if (log(v) + log(inverse) - log(a / (us * us) + b) <= k * log_lambda - lambda - lgamma(k + 1.0))
            return (unsigned int)k;
    }
}

CURAND_FN unsigned int curand_poisson(curandStatePhilox4_32_10_t *state, double lambda)
{
    if (lambda < 10.0) {
        double limit = exp(-lambda), product = 1.0;
        for (unsigned int k = 0;; k++) {
            product *= curand_uniform_double(state);
            if (product <= limit) return k;
        }
    }
    double root = sqrt(lambda), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
    double inverse = 1.1239 + 1.1328 / (b - 3.4), fast = 0.9277 - 3.6224 / (b - 2.0), log_lambda = log(lambda);
    for (;;) {
        double u = curand_uniform_double(state) - 0.5, v = curand_uniform_double(state), us = 0.5 - fabs(u);
        double k = floor((2.0 * a / us + b) * u + lambda + 0.43);
        if (us >= 0.07 && v <= fast) return (unsigned int)k;
        if (k < 0.0 || (us < 0.013 && v > us)) continue;
        if (log(v) + log(inverse) - log(a / (us * us) + b) <= k * log_lambda - lambda - lgamma(k + 1.0))
            return (unsigned int)k;
    }
}

/* Four numbers of the Poisson distribution. */
CURAND_FN uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double lambda)
{
    uint4 r;
    r.x = curand_poisson(state, lambda);
    r.y = curand_poisson(state, lambda);
    r.z = curand_poisson(state, lambda);
    r.w = curand_poisson(state, lambda);
    return r;
}

#include <curand_mrg32k3a.h>
#include <xoroshiro128p.h>

#endif
