// The functions of cuda_fp16.h on half and half2. tools/embed.py writes those of cuda_bf16.h from this text: there
// `half` is __nv_bfloat16, `half2` is __nv_bfloat162, and in the functions' names `half` is `bfloat16`.

// A half from a number, rounded to nearest even.
static inline __host__ __device__ half __float2half(float x) { return (half)x; }
static inline __host__ __device__ half __float2half_rn(float x) { return (half)x; }
static inline __host__ __device__ half __double2half(double x) { return (half)x; }
static inline __host__ __device__ half __int2half_rn(int x) { return (half)x; }
static inline __host__ __device__ half __uint2half_rn(unsigned int x) { return (half)x; }
static inline __host__ __device__ half __short2half_rn(short x) { return (half)x; }
static inline __host__ __device__ half __ushort2half_rn(unsigned short x) { return (half)x; }
static inline __host__ __device__ half __ll2half_rn(long long x) { return (half)x; }
static inline __host__ __device__ half __ull2half_rn(unsigned long long x) { return (half)x; }

// A half from a float: _rz rounds towards zero, _rd downwards, _ru upwards.
static inline __host__ __device__ half __float2half_rz(float x) { half h = (half)x; unsigned short b = __half_as_ushort(h); return fabsf((float)h) > fabsf(x) ? __ushort_as_half((unsigned short)(b - 1)) : h; }
static inline __host__ __device__ half __float2half_rd(float x) { half h = (half)x; unsigned short b = __half_as_ushort(h); float y = (float)h; if (!(y > x)) return h; return __ushort_as_half((unsigned short)(y > 0 ? b - 1 : y < 0 ? b + 1 : 0x8001)); }
static inline __host__ __device__ half __float2half_ru(float x) { half h = (half)x; unsigned short b = __half_as_ushort(h); float y = (float)h; if (!(y < x)) return h; return __ushort_as_half((unsigned short)(y > 0 ? b + 1 : y < 0 ? b - 1 : 1)); }

// The float that a half is, exactly.
static inline __host__ __device__ float __half2float(half x) { return (float)x; }

// An integer from a half: _rn rounds to nearest even, _rz towards zero, _ru upwards, _rd downwards.
static inline __host__ __device__ int __half2int_rn(half x) { return (int)rintf((float)x); }
static inline __host__ __device__ int __half2int_rz(half x) { return (int)truncf((float)x); }
static inline __host__ __device__ int __half2int_ru(half x) { return (int)ceilf((float)x); }
static inline __host__ __device__ int __half2int_rd(half x) { return (int)floorf((float)x); }
static inline __host__ __device__ unsigned int __half2uint_rn(half x) { return (unsigned int)rintf((float)x); }
static inline __host__ __device__ unsigned int __half2uint_rz(half x) { return (unsigned int)truncf((float)x); }
static inline __host__ __device__ unsigned int __half2uint_ru(half x) { return (unsigned int)ceilf((float)x); }
static inline __host__ __device__ unsigned int __half2uint_rd(half x) { return (unsigned int)floorf((float)x); }
static inline __host__ __device__ short __half2short_rn(half x) { return (short)rintf((float)x); }
static inline __host__ __device__ short __half2short_rz(half x) { return (short)truncf((float)x); }
static inline __host__ __device__ short __half2short_ru(half x) { return (short)ceilf((float)x); }
static inline __host__ __device__ short __half2short_rd(half x) { return (short)floorf((float)x); }
static inline __host__ __device__ unsigned short __half2ushort_rn(half x) { return (unsigned short)rintf((float)x); }
static inline __host__ __device__ unsigned short __half2ushort_rz(half x) { return (unsigned short)truncf((float)x); }
static inline __host__ __device__ unsigned short __half2ushort_ru(half x) { return (unsigned short)ceilf((float)x); }
static inline __host__ __device__ unsigned short __half2ushort_rd(half x) { return (unsigned short)floorf((float)x); }
static inline __host__ __device__ long long __half2ll_rn(half x) { return (long long)rintf((float)x); }
static inline __host__ __device__ long long __half2ll_rz(half x) { return (long long)truncf((float)x); }
static inline __host__ __device__ long long __half2ll_ru(half x) { return (long long)ceilf((float)x); }
static inline __host__ __device__ long long __half2ll_rd(half x) { return (long long)floorf((float)x); }
static inline __host__ __device__ unsigned long long __half2ull_rn(half x) { return (unsigned long long)rintf((float)x); }
static inline __host__ __device__ unsigned long long __half2ull_rz(half x) { return (unsigned long long)truncf((float)x); }
static inline __host__ __device__ unsigned long long __half2ull_ru(half x) { return (unsigned long long)ceilf((float)x); }
static inline __host__ __device__ unsigned long long __half2ull_rd(half x) { return (unsigned long long)floorf((float)x); }

// A pair of halves: of two numbers, or the same one twice.
static inline __host__ __device__ half2 make_half2(half x, half y) { half2 v = {x, y}; return v; }
static inline __host__ __device__ half2 __halves2half2(half x, half y) { half2 v = {x, y}; return v; }
static inline __host__ __device__ half2 __half2half2(half x) { half2 v = {x, x}; return v; }
static inline __host__ __device__ half2 __float2half2_rn(float x) { half2 v = {(half)x, (half)x}; return v; }
static inline __host__ __device__ half2 __floats2half2_rn(float x, float y) { half2 v = {(half)x, (half)y}; return v; }
static inline __host__ __device__ half2 __float22half2_rn(float2 a) { half2 v = {(half)a.x, (half)a.y}; return v; }

// The two floats that a pair of halves is, exactly.
static inline __host__ __device__ float2 __half22float2(half2 a) { float2 v = {(float)a.x, (float)a.y}; return v; }

// The first half of a pair, as a float.
static inline __host__ __device__ float __low2float(half2 a) { return (float)a.x; }

// The second half of a pair, as a float.
static inline __host__ __device__ float __high2float(half2 a) { return (float)a.y; }

// The first half of a pair.
static inline __host__ __device__ half __low2half(half2 a) { return a.x; }

// The second half of a pair.
static inline __host__ __device__ half __high2half(half2 a) { return a.y; }

// The first half of a pair, twice.
static inline __host__ __device__ half2 __low2half2(half2 a) { half2 v = {a.x, a.x}; return v; }

// The second half of a pair, twice.
static inline __host__ __device__ half2 __high2half2(half2 a) { half2 v = {a.y, a.y}; return v; }

// The pair with its halves exchanged.
static inline __host__ __device__ half2 __lowhigh2highlow(half2 a) { half2 v = {a.y, a.x}; return v; }

// The first halves of two pairs.
static inline __host__ __device__ half2 __lows2half2(half2 a, half2 b) { half2 v = {a.x, b.x}; return v; }

// The second halves of two pairs.
static inline __host__ __device__ half2 __highs2half2(half2 a, half2 b) { half2 v = {a.y, b.y}; return v; }

// a + b; _sat: held in [0, 1]; of pairs: element by element.
static inline __host__ __device__ half __hadd(half a, half b) { return a + b; }
static inline __host__ __device__ half __hadd_rn(half a, half b) { return a + b; }
static inline __host__ __device__ half2 __hadd2(half2 a, half2 b) { half2 v = {a.x + b.x, a.y + b.y}; return v; }
static inline __host__ __device__ half2 __hadd2_rn(half2 a, half2 b) { half2 v = {a.x + b.x, a.y + b.y}; return v; }
static inline __host__ __device__ half __hadd_sat(half a, half b) { float r = (float)(a + b); return (half)(r > 0 ? fminf(r, 1.0f) : 0.0f); }

// a - b; _sat: held in [0, 1]; of pairs: element by element.
static inline __host__ __device__ half __hsub(half a, half b) { return a - b; }
static inline __host__ __device__ half __hsub_rn(half a, half b) { return a - b; }
static inline __host__ __device__ half2 __hsub2(half2 a, half2 b) { half2 v = {a.x - b.x, a.y - b.y}; return v; }
static inline __host__ __device__ half2 __hsub2_rn(half2 a, half2 b) { half2 v = {a.x - b.x, a.y - b.y}; return v; }
static inline __host__ __device__ half __hsub_sat(half a, half b) { float r = (float)(a - b); return (half)(r > 0 ? fminf(r, 1.0f) : 0.0f); }

// a * b; _sat: held in [0, 1]; of pairs: element by element.
static inline __host__ __device__ half __hmul(half a, half b) { return a * b; }
static inline __host__ __device__ half __hmul_rn(half a, half b) { return a * b; }
static inline __host__ __device__ half2 __hmul2(half2 a, half2 b) { half2 v = {a.x * b.x, a.y * b.y}; return v; }
static inline __host__ __device__ half2 __hmul2_rn(half2 a, half2 b) { half2 v = {a.x * b.x, a.y * b.y}; return v; }
static inline __host__ __device__ half __hmul_sat(half a, half b) { float r = (float)(a * b); return (half)(r > 0 ? fminf(r, 1.0f) : 0.0f); }

// a / b; of pairs: element by element.
static inline __host__ __device__ half __hdiv(half a, half b) { return (half)((float)a / (float)b); }
static inline __host__ __device__ half2 __h2div(half2 a, half2 b) { half2 v = {__hdiv(a.x, b.x), __hdiv(a.y, b.y)}; return v; }

// a * b + c of halves as a float whose rounding to a half is that of the exact sum: the product is exact, and a sum that is not gets an odd last bit.
static inline __host__ __device__ float __half_fma(half x, half y, half z)
{
    float p = (float)x * (float)y, c = (float)z, s = p + c, b = s - p, rest = (p - (s - b)) + (c - b);
    unsigned int bits = __float_as_uint(s);
    bool nudge = (rest > 0 || rest < 0) && !(bits & 1);
    return nudge ? __uint_as_float((rest > 0) == (s > 0) ? bits + 1 : bits - 1) : s;
}
// a * b + c, rounded once; _relu: 0 instead of what is negative, _sat: held in [0, 1].
static inline __host__ __device__ half __hfma(half a, half b, half c) { return (half)__half_fma(a, b, c); }
static inline __host__ __device__ half __hfma_relu(half a, half b, half c) { return (half)fmaxf(__half_fma(a, b, c), 0.0f); }
static inline __host__ __device__ half __hfma_sat(half a, half b, half c) { float r = __half_fma(a, b, c); return (half)(r > 0 ? fminf(r, 1.0f) : 0.0f); }
static inline __host__ __device__ half2 __hfma2(half2 a, half2 b, half2 c) { half2 v = {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; return v; }

// -a; of pairs: of both elements.
static inline __host__ __device__ half __hneg(half a) { return -a; }
static inline __host__ __device__ half2 __hneg2(half2 a) { half2 v = {-a.x, -a.y}; return v; }

// The absolute value; of pairs: of both elements.
static inline __host__ __device__ half __habs(half a) { return __ushort_as_half((unsigned short)(__half_as_ushort(a) & 0x7fff)); }
static inline __host__ __device__ half2 __habs2(half2 a) { half2 v = {__habs(a.x), __habs(a.y)}; return v; }

// The larger; where one is NaN the other, with _nan NaN.
static inline __host__ __device__ half __hmax(half a, half b) { return (half)fmaxf((float)a, (float)b); }
static inline __host__ __device__ half2 __hmax2(half2 a, half2 b) { half2 v = {__hmax(a.x, b.x), __hmax(a.y, b.y)}; return v; }
static inline __host__ __device__ half __hmax_nan(half a, half b) { return a != a ? a : b != b ? b : (half)fmaxf((float)a, (float)b); }

// The smaller; where one is NaN the other, with _nan NaN.
static inline __host__ __device__ half __hmin(half a, half b) { return (half)fminf((float)a, (float)b); }
static inline __host__ __device__ half2 __hmin2(half2 a, half2 b) { half2 v = {__hmin(a.x, b.x), __hmin(a.y, b.y)}; return v; }
static inline __host__ __device__ half __hmin_nan(half a, half b) { return a != a ? a : b != b ? b : (half)fminf((float)a, (float)b); }

// Whether a compares so with b; false where one is NaN.
static inline __host__ __device__ bool __heq(half a, half b) { return a == b; }
static inline __host__ __device__ bool __hne(half a, half b) { return a != b && a == a && b == b; }
static inline __host__ __device__ bool __hlt(half a, half b) { return a < b; }
static inline __host__ __device__ bool __hle(half a, half b) { return a <= b; }
static inline __host__ __device__ bool __hgt(half a, half b) { return a > b; }
static inline __host__ __device__ bool __hge(half a, half b) { return a >= b; }

// Whether a compares so with b, or one of them is NaN.
static inline __host__ __device__ bool __hequ(half a, half b) { return a != a || b != b || a == b; }
static inline __host__ __device__ bool __hneu(half a, half b) { return a != a || b != b || a != b; }
static inline __host__ __device__ bool __hltu(half a, half b) { return a != a || b != b || a < b; }
static inline __host__ __device__ bool __hleu(half a, half b) { return a != a || b != b || a <= b; }
static inline __host__ __device__ bool __hgtu(half a, half b) { return a != a || b != b || a > b; }
static inline __host__ __device__ bool __hgeu(half a, half b) { return a != a || b != b || a >= b; }

// Element by element, 1 where a compares so with b and 0 elsewhere.
static inline __host__ __device__ half2 __heq2(half2 a, half2 b) { half2 v = {__heq(a.x, b.x) ? (half)1.0f : (half)0.0f, __heq(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ half2 __hne2(half2 a, half2 b) { half2 v = {__hne(a.x, b.x) ? (half)1.0f : (half)0.0f, __hne(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ half2 __hlt2(half2 a, half2 b) { half2 v = {__hlt(a.x, b.x) ? (half)1.0f : (half)0.0f, __hlt(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ half2 __hle2(half2 a, half2 b) { half2 v = {__hle(a.x, b.x) ? (half)1.0f : (half)0.0f, __hle(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ half2 __hgt2(half2 a, half2 b) { half2 v = {__hgt(a.x, b.x) ? (half)1.0f : (half)0.0f, __hgt(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ half2 __hge2(half2 a, half2 b) { half2 v = {__hge(a.x, b.x) ? (half)1.0f : (half)0.0f, __hge(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }

// Whether both elements of a compare so with those of b.
static inline __host__ __device__ bool __hbeq2(half2 a, half2 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
static inline __host__ __device__ bool __hbne2(half2 a, half2 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
static inline __host__ __device__ bool __hblt2(half2 a, half2 b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
static inline __host__ __device__ bool __hble2(half2 a, half2 b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
static inline __host__ __device__ bool __hbgt2(half2 a, half2 b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
static inline __host__ __device__ bool __hbge2(half2 a, half2 b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }

// Whether it is NaN.
static inline __host__ __device__ bool __hisnan(half a) { return a != a; }

// 1 where the element is NaN, 0 elsewhere.
static inline __host__ __device__ half2 __hisnan2(half2 a) { half2 v = {a.x != a.x ? (half)1.0f : (half)0.0f, a.y != a.y ? (half)1.0f : (half)0.0f}; return v; }

// 1 for infinity, -1 for minus infinity, else 0.
static inline __host__ __device__ int __hisinf(half a) { return __builtin_isinff((float)a) ? (a > 0 ? 1 : -1) : 0; }

// The square root; h2...: of both elements.
static inline __host__ __device__ half hsqrt(half a) { return (half)(sqrtf((float)a)); }
static inline __host__ __device__ half2 h2sqrt(half2 a) { half2 v = {hsqrt(a.x), hsqrt(a.y)}; return v; }

// 1 / square root; h2...: of both elements.
static inline __host__ __device__ half hrsqrt(half a) { return (half)(1.0f / sqrtf((float)a)); }
static inline __host__ __device__ half2 h2rsqrt(half2 a) { half2 v = {hrsqrt(a.x), hrsqrt(a.y)}; return v; }

// 1 / a; h2...: of both elements.
static inline __host__ __device__ half hrcp(half a) { return (half)(1.0f / (float)a); }
static inline __host__ __device__ half2 h2rcp(half2 a) { half2 v = {hrcp(a.x), hrcp(a.y)}; return v; }

// e to the a; h2...: of both elements.
static inline __host__ __device__ half hexp(half a) { return (half)(expf((float)a)); }
static inline __host__ __device__ half2 h2exp(half2 a) { half2 v = {hexp(a.x), hexp(a.y)}; return v; }

// 2 to the a; h2...: of both elements.
static inline __host__ __device__ half hexp2(half a) { return (half)(exp2f((float)a)); }
static inline __host__ __device__ half2 h2exp2(half2 a) { half2 v = {hexp2(a.x), hexp2(a.y)}; return v; }

// 10 to the a; h2...: of both elements.
static inline __host__ __device__ half hexp10(half a) { return (half)(powf(10.0f, (float)a)); }
static inline __host__ __device__ half2 h2exp10(half2 a) { half2 v = {hexp10(a.x), hexp10(a.y)}; return v; }

// The natural logarithm; h2...: of both elements.
static inline __host__ __device__ half hlog(half a) { return (half)(logf((float)a)); }
static inline __host__ __device__ half2 h2log(half2 a) { half2 v = {hlog(a.x), hlog(a.y)}; return v; }

// The logarithm to base 2; h2...: of both elements.
static inline __host__ __device__ half hlog2(half a) { return (half)(log2f((float)a)); }
static inline __host__ __device__ half2 h2log2(half2 a) { half2 v = {hlog2(a.x), hlog2(a.y)}; return v; }

// The logarithm to base 10; h2...: of both elements.
static inline __host__ __device__ half hlog10(half a) { return (half)(log10f((float)a)); }
static inline __host__ __device__ half2 h2log10(half2 a) { half2 v = {hlog10(a.x), hlog10(a.y)}; return v; }

// The sine, of radians; h2...: of both elements.
static inline __host__ __device__ half hsin(half a) { return (half)(sinf((float)a)); }
static inline __host__ __device__ half2 h2sin(half2 a) { half2 v = {hsin(a.x), hsin(a.y)}; return v; }

// The cosine, of radians; h2...: of both elements.
static inline __host__ __device__ half hcos(half a) { return (half)(cosf((float)a)); }
static inline __host__ __device__ half2 h2cos(half2 a) { half2 v = {hcos(a.x), hcos(a.y)}; return v; }

// The hyperbolic tangent; h2...: of both elements.
static inline __host__ __device__ half htanh(half a) { return (half)(tanhf((float)a)); }
static inline __host__ __device__ half2 h2tanh(half2 a) { half2 v = {htanh(a.x), htanh(a.y)}; return v; }

// The integer at or below; h2...: of both elements.
static inline __host__ __device__ half hfloor(half a) { return (half)(floorf((float)a)); }
static inline __host__ __device__ half2 h2floor(half2 a) { half2 v = {hfloor(a.x), hfloor(a.y)}; return v; }

// The integer at or above; h2...: of both elements.
static inline __host__ __device__ half hceil(half a) { return (half)(ceilf((float)a)); }
static inline __host__ __device__ half2 h2ceil(half2 a) { half2 v = {hceil(a.x), hceil(a.y)}; return v; }

// The integer part; h2...: of both elements.
static inline __host__ __device__ half htrunc(half a) { return (half)(truncf((float)a)); }
static inline __host__ __device__ half2 h2trunc(half2 a) { half2 v = {htrunc(a.x), htrunc(a.y)}; return v; }

// The nearest integer, halves to even; h2...: of both elements.
static inline __host__ __device__ half hrint(half a) { return (half)(rintf((float)a)); }
static inline __host__ __device__ half2 h2rint(half2 a) { half2 v = {hrint(a.x), hrint(a.y)}; return v; }

// Pairs, element by element, held in [0, 1], or not below 0 (_relu); NaN becomes 0 there.
static inline __host__ __device__ half2 __hadd2_sat(half2 a, half2 b) { half2 v = {__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)}; return v; }
static inline __host__ __device__ half2 __hsub2_sat(half2 a, half2 b) { half2 v = {__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)}; return v; }
static inline __host__ __device__ half2 __hmul2_sat(half2 a, half2 b) { half2 v = {__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)}; return v; }
static inline __host__ __device__ half2 __hfma2_sat(half2 a, half2 b, half2 c) { half2 v = {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)}; return v; }
static inline __host__ __device__ half2 __hfma2_relu(half2 a, half2 b, half2 c) { half2 v = {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)}; return v; }

// a * b + c of complex numbers.
static inline __host__ __device__ half2 __hcmadd(half2 a, half2 b, half2 c) { half2 v = {__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))}; return v; }

// The larger and the smaller element by element; NaN where one is NaN.
static inline __host__ __device__ half2 __hmax2_nan(half2 a, half2 b) { half2 v = {__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)}; return v; }
static inline __host__ __device__ half2 __hmin2_nan(half2 a, half2 b) { half2 v = {__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)}; return v; }

// Element by element, 1 where a compares so with b or one is NaN.
static inline __host__ __device__ half2 __hequ2(half2 a, half2 b) { half2 v = {__hequ(a.x, b.x) ? (half)1.0f : (half)0.0f, __hequ(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ half2 __hneu2(half2 a, half2 b) { half2 v = {__hneu(a.x, b.x) ? (half)1.0f : (half)0.0f, __hneu(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ half2 __hltu2(half2 a, half2 b) { half2 v = {__hltu(a.x, b.x) ? (half)1.0f : (half)0.0f, __hltu(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ half2 __hleu2(half2 a, half2 b) { half2 v = {__hleu(a.x, b.x) ? (half)1.0f : (half)0.0f, __hleu(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ half2 __hgtu2(half2 a, half2 b) { half2 v = {__hgtu(a.x, b.x) ? (half)1.0f : (half)0.0f, __hgtu(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ half2 __hgeu2(half2 a, half2 b) { half2 v = {__hgeu(a.x, b.x) ? (half)1.0f : (half)0.0f, __hgeu(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }

// Whether both elements of a compare so with those of b, or are NaN.
static inline __host__ __device__ bool __hbequ2(half2 a, half2 b) { return __hequ(a.x, b.x) && __hequ(a.y, b.y); }
static inline __host__ __device__ bool __hbneu2(half2 a, half2 b) { return __hneu(a.x, b.x) && __hneu(a.y, b.y); }
static inline __host__ __device__ bool __hbltu2(half2 a, half2 b) { return __hltu(a.x, b.x) && __hltu(a.y, b.y); }
static inline __host__ __device__ bool __hbleu2(half2 a, half2 b) { return __hleu(a.x, b.x) && __hleu(a.y, b.y); }
static inline __host__ __device__ bool __hbgtu2(half2 a, half2 b) { return __hgtu(a.x, b.x) && __hgtu(a.y, b.y); }
static inline __host__ __device__ bool __hbgeu2(half2 a, half2 b) { return __hgeu(a.x, b.x) && __hgeu(a.y, b.y); }

// Element by element, 0xffff where a compares so with b (_u: or one is NaN) and 0 elsewhere.
static inline __host__ __device__ unsigned int __heq2_mask(half2 a, half2 b) { return (__heq(a.x, b.x) ? 0xffffu : 0u) | (__heq(a.y, b.y) ? 0xffff0000u : 0u); }
static inline __host__ __device__ unsigned int __hne2_mask(half2 a, half2 b) { return (__hne(a.x, b.x) ? 0xffffu : 0u) | (__hne(a.y, b.y) ? 0xffff0000u : 0u); }
static inline __host__ __device__ unsigned int __hlt2_mask(half2 a, half2 b) { return (__hlt(a.x, b.x) ? 0xffffu : 0u) | (__hlt(a.y, b.y) ? 0xffff0000u : 0u); }
static inline __host__ __device__ unsigned int __hle2_mask(half2 a, half2 b) { return (__hle(a.x, b.x) ? 0xffffu : 0u) | (__hle(a.y, b.y) ? 0xffff0000u : 0u); }
static inline __host__ __device__ unsigned int __hgt2_mask(half2 a, half2 b) { return (__hgt(a.x, b.x) ? 0xffffu : 0u) | (__hgt(a.y, b.y) ? 0xffff0000u : 0u); }
static inline __host__ __device__ unsigned int __hge2_mask(half2 a, half2 b) { return (__hge(a.x, b.x) ? 0xffffu : 0u) | (__hge(a.y, b.y) ? 0xffff0000u : 0u); }
static inline __host__ __device__ unsigned int __hequ2_mask(half2 a, half2 b) { return (__hequ(a.x, b.x) ? 0xffffu : 0u) | (__hequ(a.y, b.y) ? 0xffff0000u : 0u); }
static inline __host__ __device__ unsigned int __hneu2_mask(half2 a, half2 b) { return (__hneu(a.x, b.x) ? 0xffffu : 0u) | (__hneu(a.y, b.y) ? 0xffff0000u : 0u); }
static inline __host__ __device__ unsigned int __hltu2_mask(half2 a, half2 b) { return (__hltu(a.x, b.x) ? 0xffffu : 0u) | (__hltu(a.y, b.y) ? 0xffff0000u : 0u); }
static inline __host__ __device__ unsigned int __hleu2_mask(half2 a, half2 b) { return (__hleu(a.x, b.x) ? 0xffffu : 0u) | (__hleu(a.y, b.y) ? 0xffff0000u : 0u); }
static inline __host__ __device__ unsigned int __hgtu2_mask(half2 a, half2 b) { return (__hgtu(a.x, b.x) ? 0xffffu : 0u) | (__hgtu(a.y, b.y) ? 0xffff0000u : 0u); }
static inline __host__ __device__ unsigned int __hgeu2_mask(half2 a, half2 b) { return (__hgeu(a.x, b.x) ? 0xffffu : 0u) | (__hgeu(a.y, b.y) ? 0xffff0000u : 0u); }

// A half from an integer: _rz rounds towards zero, _rd downwards, _ru upwards.
static inline __host__ __device__ half __int2half_rz(int x) { half h = (half)x; unsigned short b = __half_as_ushort(h); return fabs((double)h) > fabs((double)x) ? __ushort_as_half((unsigned short)(b - 1)) : h; }
static inline __host__ __device__ half __int2half_rd(int x) { half h = (half)x; unsigned short b = __half_as_ushort(h); double y = (double)h; return y > (double)x ? __ushort_as_half((unsigned short)(y > 0 ? b - 1 : b + 1)) : h; }
static inline __host__ __device__ half __int2half_ru(int x) { half h = (half)x; unsigned short b = __half_as_ushort(h); double y = (double)h; return y < (double)x ? __ushort_as_half((unsigned short)(y > 0 ? b + 1 : b - 1)) : h; }
static inline __host__ __device__ half __uint2half_rz(unsigned int x) { half h = (half)x; unsigned short b = __half_as_ushort(h); return fabs((double)h) > fabs((double)x) ? __ushort_as_half((unsigned short)(b - 1)) : h; }
static inline __host__ __device__ half __uint2half_rd(unsigned int x) { half h = (half)x; unsigned short b = __half_as_ushort(h); double y = (double)h; return y > (double)x ? __ushort_as_half((unsigned short)(y > 0 ? b - 1 : b + 1)) : h; }
static inline __host__ __device__ half __uint2half_ru(unsigned int x) { half h = (half)x; unsigned short b = __half_as_ushort(h); double y = (double)h; return y < (double)x ? __ushort_as_half((unsigned short)(y > 0 ? b + 1 : b - 1)) : h; }
static inline __host__ __device__ half __short2half_rz(short x) { half h = (half)x; unsigned short b = __half_as_ushort(h); return fabs((double)h) > fabs((double)x) ? __ushort_as_half((unsigned short)(b - 1)) : h; }
static inline __host__ __device__ half __short2half_rd(short x) { half h = (half)x; unsigned short b = __half_as_ushort(h); double y = (double)h; return y > (double)x ? __ushort_as_half((unsigned short)(y > 0 ? b - 1 : b + 1)) : h; }
static inline __host__ __device__ half __short2half_ru(short x) { half h = (half)x; unsigned short b = __half_as_ushort(h); double y = (double)h; return y < (double)x ? __ushort_as_half((unsigned short)(y > 0 ? b + 1 : b - 1)) : h; }
static inline __host__ __device__ half __ushort2half_rz(unsigned short x) { half h = (half)x; unsigned short b = __half_as_ushort(h); return fabs((double)h) > fabs((double)x) ? __ushort_as_half((unsigned short)(b - 1)) : h; }
static inline __host__ __device__ half __ushort2half_rd(unsigned short x) { half h = (half)x; unsigned short b = __half_as_ushort(h); double y = (double)h; return y > (double)x ? __ushort_as_half((unsigned short)(y > 0 ? b - 1 : b + 1)) : h; }
static inline __host__ __device__ half __ushort2half_ru(unsigned short x) { half h = (half)x; unsigned short b = __half_as_ushort(h); double y = (double)h; return y < (double)x ? __ushort_as_half((unsigned short)(y > 0 ? b + 1 : b - 1)) : h; }
