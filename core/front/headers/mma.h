/* Matrices in the registers of a warp: nvcuda::wmma, as CUDA's <mma.h> has it, of halves, bfloat16, tf32, bytes and doubles.

   Which thread has which element is ours (CUDA does not say). Of a matrix with n columns, thread l has elements e * 32 + l row by
   row, but for A: its rows are cut so that the products of one register of C need one register of A and one of B for each k.
   Then mma_sync is shuffles and multiplications, for all threads at once. Sums are of floats, for k = 0, 1, ... in turn. */
#ifndef HEDDLE_MMA_H_
#define HEDDLE_MMA_H_
#include <cuda_fp16.h>
#include <cuda_bf16.h>

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
}
namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
}
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}

#define WMMA_FN static __device__ __inline__

WMMA_FN int __lane() { return (int)((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31); }

/* Rows and columns of a matrix; where its element e of a lane is. */
template <class Use, int m, int n, int k> struct __place;
template <int m, int n, int k> struct __place<matrix_a, m, n, k> {
    enum {
        together = 32 / n,                        /* rows of C in a register */
        deep = k < n ? k : n, rows = 32 / deep,   /* of A in a register */
        count = m * k / 32
    };
    WMMA_FN int row(int e, int lane) { return e / (k / deep) * rows + lane / deep; }
    WMMA_FN int column(int e, int lane) { return e % (k / deep) * deep + lane % deep; }
};
template <int m, int n, int k> struct __place<matrix_b, m, n, k> {
    enum { count = k * n / 32 };
    WMMA_FN int row(int e, int lane) { return (e * 32 + lane) / n; }
    WMMA_FN int column(int e, int lane) { return (e * 32 + lane) % n; }
};
template <int m, int n, int k> struct __place<accumulator, m, n, k> {
    enum { count = m * n / 32 };
    WMMA_FN int row(int e, int lane) { return (e * 32 + lane) / n; }
    WMMA_FN int column(int e, int lane) { return (e * 32 + lane) % n; }
};

/* What elements are stored as, and what they are multiplied as. */
template <class T> struct __element { typedef T stored; typedef float multiplied; };
template <> struct __element<precision::tf32> { typedef float stored; typedef float multiplied; };
template <> struct __element<signed char> { typedef signed char stored; typedef int multiplied; };
template <> struct __element<char> { typedef signed char stored; typedef int multiplied; };
template <> struct __element<unsigned char> { typedef unsigned char stored; typedef int multiplied; };
template <> struct __element<int> { typedef int stored; typedef int multiplied; };
template <> struct __element<double> { typedef double stored; typedef double multiplied; };

/* A part of a matrix: x[0] to x[num_elements - 1] of each thread of the warp. */
template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
    static const int num_elements = __place<Use, m, n, k>::count;
    typedef typename __element<T>::stored element_type;
    typedef typename __element<T>::stored storage_element_type;
    static_assert((m == 16 && n == 16 && k == 16) || (m == 32 && n == 8 && k == 16) || (m == 8 && n == 32 && k == 16) ||
                      (m == 16 && n == 16 && k == 8) || (m == 8 && n == 8 && (k == 4 || k == 32 || k == 128)),
                  "fragments are 16x16x16, 32x8x16, 8x32x16, 16x16x8 (tf32), 8x8x4 (double), 8x8x32 (4 bits) or 8x8x128 (bits)");
    element_type x[num_elements];
};

/* Elements of 4 bits and of one: thread l has word l % 4 of row l / 4 of A, or of column l / 4 of B. */
template <class T> struct __packed;
template <> struct __packed<experimental::precision::s4> { enum { bits = 4, k = 32 }; };
template <> struct __packed<experimental::precision::u4> { enum { bits = 4, k = 32 }; };
template <> struct __packed<experimental::precision::b1> { enum { bits = 1, k = 128 }; };
template <class T> struct __word {
    enum { num_elements = 32 / __packed<T>::bits, num_storage_elements = 1 };
    typedef T element_type;
    typedef unsigned int storage_element_type;
    unsigned int x[1];
};
template <class T> WMMA_FN void __load_word(__word<T> &f, const void *p, unsigned int ldm)
{
    int lane = __lane();
    __syncwarp();
    f.x[0] = *(const unsigned int *)((const char *)p + (long long)(lane / 4) * ldm * __packed<T>::bits / 8 + lane % 4 * 4);
}
#define WMMA_PACKED(Use, T, Layout)                                                             \
    template <> struct fragment<Use, 8, 8, __packed<T>::k, T, Layout> : __word<T> {};            \
    template <class P>                                                                          \
    WMMA_FN void load_matrix_sync(fragment<Use, 8, 8, __packed<T>::k, T, Layout> &f, const P *p, unsigned int ldm) \
    {                                                                                           \
        __load_word<T>(f, p, ldm);                                                              \
    }
WMMA_PACKED(matrix_a, experimental::precision::s4, row_major)
WMMA_PACKED(matrix_b, experimental::precision::s4, col_major)
WMMA_PACKED(matrix_a, experimental::precision::u4, row_major)
WMMA_PACKED(matrix_b, experimental::precision::u4, col_major)
WMMA_PACKED(matrix_a, experimental::precision::b1, row_major)
WMMA_PACKED(matrix_b, experimental::precision::b1, col_major)
#undef WMMA_PACKED

/* Sets all elements of a fragment. */
template <class Use, int m, int n, int k, class T, class Layout, class V>
WMMA_FN void fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const V &value)
{
    for (int e = 0; e < fragment<Use, m, n, k, T, Layout>::num_elements; e++) f.x[e] = (typename __element<T>::stored)value;
}

template <class Layout> struct __by_column { enum { is = 0 }; };
template <> struct __by_column<col_major> { enum { is = 1 }; };

/* Reads a matrix of which rows (or columns) are ldm elements apart. All threads of the warp take part. */
template <class Use, int m, int n, int k, class T, class Layout, class P>
WMMA_FN void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f, const P *p, unsigned int ldm)
{
    int lane = __lane();
    __syncwarp();
#pragma unroll
    for (int e = 0; e < __place<Use, m, n, k>::count; e++) {
        long long row = __place<Use, m, n, k>::row(e, lane), column = __place<Use, m, n, k>::column(e, lane);
        f.x[e] = __by_column<Layout>::is ? p[column * ldm + row] : p[row * ldm + column];
    }
}
template <int m, int n, int k, class T, class P>
WMMA_FN void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const P *p, unsigned int ldm, layout_t layout)
{
    int lane = __lane();
    __syncwarp();
#pragma unroll
    for (int e = 0; e < __place<accumulator, m, n, k>::count; e++) {
        long long row = __place<accumulator, m, n, k>::row(e, lane), column = __place<accumulator, m, n, k>::column(e, lane);
        f.x[e] = layout == mem_col_major ? p[column * ldm + row] : p[row * ldm + column];
    }
}
/* Writes an accumulator to a matrix of which rows (or columns) are ldm elements apart. */
template <int m, int n, int k, class T, class P>
WMMA_FN void store_matrix_sync(P *p, const fragment<accumulator, m, n, k, T> &f, unsigned int ldm, layout_t layout)
{
    int lane = __lane();
#pragma unroll
    for (int e = 0; e < __place<accumulator, m, n, k>::count; e++) {
        long long row = __place<accumulator, m, n, k>::row(e, lane), column = __place<accumulator, m, n, k>::column(e, lane);
        if (layout == mem_col_major)
            p[column * ldm + row] = f.x[e];
        else
            p[row * ldm + column] = f.x[e];
    }
    __syncwarp();
}

/* What is multiplied: tf32 has 10 bits behind the point, the others are left out. */
template <class T> struct __factor {
    WMMA_FN typename __element<T>::multiplied of(typename __element<T>::stored x) { return (typename __element<T>::multiplied)x; }
};
template <> struct __factor<precision::tf32> {
    WMMA_FN float of(float x) { return __int_as_float(__float_as_int(x) & ~0x1fff); }
};
template <class C> struct __sum { typedef float type; };
template <> struct __sum<int> { typedef long long type; };
template <> struct __sum<double> { typedef double type; };
WMMA_FN void __add_product(float *sum, float a, float b) { *sum = __fmaf_rn(a, b, *sum); }
WMMA_FN void __add_product(long long *sum, int a, int b) { *sum += a * b; }
WMMA_FN void __add_product(double *sum, double a, double b) { *sum = __fma_rn(a, b, *sum); }
WMMA_FN void __finish(float *x, float sum, bool) { *x = sum; }
WMMA_FN void __finish(__half *x, float sum, bool saturate)
{
    *x = __float2half(saturate ? fminf(fmaxf(sum, -65504.0f), 65504.0f) : sum);
}
WMMA_FN void __finish(int *x, long long sum, bool saturate)
{
    *x = !saturate ? (int)sum : sum > 2147483647 ? 2147483647 : sum < -2147483648ll ? (int)-2147483648ll : (int)sum;
}
WMMA_FN void __finish(double *x, double sum, bool) { *x = sum; }

/* D = A * B + C, by all threads of the warp. */
template <int m, int n, int k, class AB, class LA, class LB, class D, class C>
WMMA_FN void mma_sync(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, AB, LA> &a,
                      const fragment<matrix_b, m, n, k, AB, LB> &b, const fragment<accumulator, m, n, k, C> &c, bool satf = false)
{
    enum { count = m * n / 32, together = 32 / n, deep = __place<matrix_a, m, n, k>::deep, rows = __place<matrix_a, m, n, k>::rows };
    typename __sum<C>::type sum[count];
    int lane = __lane();
#pragma unroll
    for (int e = 0; e < count; e++) sum[e] = (typename __sum<C>::type)c.x[e];
#pragma unroll
    for (int i = 0; i < k; i++) {
        typename __element<AB>::multiplied right = __shfl_sync(0xffffffffu, __factor<AB>::of(b.x[i / together]), i % together * n + lane % n);
#pragma unroll
        for (int e = 0; e < count; e++) {
            int first = e * together; /* row of C */
            typename __element<AB>::multiplied left = __shfl_sync(0xffffffffu, __factor<AB>::of(a.x[first / rows * (k / deep) + i / deep]),
                                                                  (first % rows + lane / n) * deep + i % deep);
            __add_product(&sum[e], left, right);
        }
    }
#pragma unroll
    for (int e = 0; e < count; e++) __finish(&d.x[e], sum[e], satf);
}

/* The sum of products of 8 elements of 4 bits; how many bits the words have in common, or apart. */
WMMA_FN int __dot(unsigned int a, unsigned int b, experimental::precision::s4)
{
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 8; i++) sum += ((int)(a << (28 - 4 * i)) >> 28) * ((int)(b << (28 - 4 * i)) >> 28);
    return sum;
}
WMMA_FN int __dot(unsigned int a, unsigned int b, experimental::precision::u4)
{
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 8; i++) sum += (int)((a >> 4 * i & 15) * (b >> 4 * i & 15));
    return sum;
}
struct __bits_apart {};
struct __bits_common {};
WMMA_FN int __dot(unsigned int a, unsigned int b, __bits_apart) { return __popc(a ^ b); }
WMMA_FN int __dot(unsigned int a, unsigned int b, __bits_common) { return __popc(a & b); }
template <int k, class Kind>
WMMA_FN void __words_sync(fragment<accumulator, 8, 8, k, int> &d, unsigned int a, unsigned int b, const fragment<accumulator, 8, 8, k, int> &c, Kind kind, bool satf)
{
    int lane = __lane();
    long long sum[2] = {c.x[0], c.x[1]};
#pragma unroll
    for (int i = 0; i < 4; i++) {
        unsigned int right = __shfl_sync(0xffffffffu, b, lane % 8 * 4 + i);
#pragma unroll
        for (int e = 0; e < 2; e++) sum[e] += __dot(__shfl_sync(0xffffffffu, a, (e * 4 + lane / 8) * 4 + i), right, kind);
    }
    for (int e = 0; e < 2; e++) __finish(&d.x[e], sum[e], satf);
}
template <class T>
WMMA_FN void mma_sync(fragment<accumulator, 8, 8, 32, int> &d, const fragment<matrix_a, 8, 8, 32, T, row_major> &a,
                      const fragment<matrix_b, 8, 8, 32, T, col_major> &b, const fragment<accumulator, 8, 8, 32, int> &c, bool satf = false)
{
    __words_sync<32>(d, a.x[0], b.x[0], c, T(), satf);
}
/* D = C + how many bits of A's rows and B's columns differ, or are both set. */
WMMA_FN void bmma_sync(fragment<accumulator, 8, 8, 128, int> &d, const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &a,
                       const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &b, const fragment<accumulator, 8, 8, 128, int> &c,
                       experimental::bmmaBitOp op = experimental::bmmaBitOpXOR, experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC)
{
    if (op == experimental::bmmaBitOpXOR)
        __words_sync<128>(d, a.x[0], b.x[0], c, __bits_apart(), false);
    else
        __words_sync<128>(d, a.x[0], b.x[0], c, __bits_common(), false);
}

/* The nearest number with 10 bits behind the point. */
WMMA_FN float __float_to_tf32(float x)
{
    unsigned int bits = (unsigned int)__float_as_int(x);
    return (bits & 0x7f800000u) == 0x7f800000u ? x : __int_as_float((int)((bits + 0x1000u) & ~0x1fffu));
}
#undef WMMA_FN

}
}
#endif
