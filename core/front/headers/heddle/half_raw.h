/* The bits of halves and bfloat16s, and of pairs of them. */
#ifndef HEDDLE_HALF_RAW
#define HEDDLE_HALF_RAW
#ifdef __cplusplus
#define RAW_BITS(name, number, of_number, to_number)                                                                 \
    struct name {                                                                                                    \
        unsigned short x;                                                                                            \
        name() = default;                                                                                            \
        constexpr __host__ __device__ name(unsigned short bits) : x(bits) {}                                         \
        constexpr __host__ __device__ name(int bits) : x((unsigned short)bits) {}                                    \
        constexpr __host__ __device__ name(unsigned int bits) : x((unsigned short)bits) {}                           \
        __host__ __device__ name(number value) : x(of_number(value)) {}                                              \
        __host__ __device__ operator number() const { return to_number(x); }                                         \
    };
RAW_BITS(__half_raw, __half, __half_as_ushort, __ushort_as_half)
RAW_BITS(__nv_bfloat16_raw, __nv_bfloat16, __bfloat16_as_ushort, __ushort_as_bfloat16)
#undef RAW_BITS
struct __half2_raw {
    unsigned short x, y;
    __host__ __device__ operator __half2() const { __half2 r = {__ushort_as_half(x), __ushort_as_half(y)}; return r; }
};
struct __nv_bfloat162_raw {
    unsigned short x, y;
    __host__ __device__ operator __nv_bfloat162() const { __nv_bfloat162 r = {__ushort_as_bfloat16(x), __ushort_as_bfloat16(y)}; return r; }
};
#endif
#endif
