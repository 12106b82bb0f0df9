// What CUDA code may use without a header, in CUDA C: vector types, device functions that are not worth a row of
// builtins.def, and the types, constants and functions of the runtime API.
//
// builtins.c indexes the items of this file by the names that they declare and parses an item when one of its names
// is first used, so the length of this file costs nothing. For that scan: one declarator per item; no preprocessor
// directives and no macros; `struct`, `enum` and `typedef` stand first.
//
// Attributes of parameters: hd_any_pointer (`void **`: takes the address of any pointer, as C++'s templates allow),
// hd_symbol (takes a __device__ or __constant__ variable, by its address), hd_kernel (takes a kernel or function).
//
// The structs and constants of the runtime API stand in run/cudart/cudart.h too: keep them in step.
//
// A comment is what `?name` says of the items below it, up to the next blank line or comment; one behind a constant
// or member is for that one. Lines with an @ are made by tools/embed.py.

// ---- vector types ------------------------------------------------------------------------------------------------

// A vector: its members are x, y, z and w. Those of 2 and 4 elements are loaded and stored at once.
struct char1 { signed char x; };
struct __attribute__((aligned(2))) char2 { signed char x, y; };
struct char3 { signed char x, y, z; };
struct __attribute__((aligned(4))) char4 { signed char x, y, z, w; };
struct uchar1 { unsigned char x; };
struct __attribute__((aligned(2))) uchar2 { unsigned char x, y; };
struct uchar3 { unsigned char x, y, z; };
struct __attribute__((aligned(4))) uchar4 { unsigned char x, y, z, w; };
struct short1 { short x; };
struct __attribute__((aligned(4))) short2 { short x, y; };
struct short3 { short x, y, z; };
struct __attribute__((aligned(8))) short4 { short x, y, z, w; };
struct ushort1 { unsigned short x; };
struct __attribute__((aligned(4))) ushort2 { unsigned short x, y; };
struct ushort3 { unsigned short x, y, z; };
struct __attribute__((aligned(8))) ushort4 { unsigned short x, y, z, w; };
struct int1 { int x; };
struct __attribute__((aligned(8))) int2 { int x, y; };
struct int3 { int x, y, z; };
struct __attribute__((aligned(16))) int4 { int x, y, z, w; };
struct uint1 { unsigned int x; };
struct __attribute__((aligned(8))) uint2 { unsigned int x, y; };
struct uint3 { unsigned int x, y, z; };
struct __attribute__((aligned(16))) uint4 { unsigned int x, y, z, w; };
struct long1 { long x; };
struct __attribute__((aligned(16))) long2 { long x, y; };
struct long3 { long x, y, z; };
struct __attribute__((aligned(16))) long4 { long x, y, z, w; };
struct ulong1 { unsigned long x; };
struct __attribute__((aligned(16))) ulong2 { unsigned long x, y; };
struct ulong3 { unsigned long x, y, z; };
struct __attribute__((aligned(16))) ulong4 { unsigned long x, y, z, w; };
struct longlong1 { long long x; };
struct __attribute__((aligned(16))) longlong2 { long long x, y; };
struct longlong3 { long long x, y, z; };
struct __attribute__((aligned(16))) longlong4 { long long x, y, z, w; };
struct ulonglong1 { unsigned long long x; };
struct __attribute__((aligned(16))) ulonglong2 { unsigned long long x, y; };
struct ulonglong3 { unsigned long long x, y, z; };
struct __attribute__((aligned(16))) ulonglong4 { unsigned long long x, y, z, w; };
struct float1 { float x; };
struct __attribute__((aligned(8))) float2 { float x, y; };
struct float3 { float x, y, z; };
struct __attribute__((aligned(16))) float4 { float x, y, z, w; };
struct double1 { double x; };
struct __attribute__((aligned(16))) double2 { double x, y; };
struct double3 { double x, y, z; };
struct __attribute__((aligned(16))) double4 { double x, y, z, w; };

// The size of a grid or block: dim3(x, y, z); what is left out is 1.
struct dim3 { unsigned int x, y, z; };

// A type that CUDA's headers define for their own, and programs use.
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

// A vector of these elements.
static inline __host__ __device__ char1 make_char1(signed char x) { char1 v = {x}; return v; }
static inline __host__ __device__ char2 make_char2(signed char x, signed char y)
{
    char2 v = {x, y};
    return v;
}
static inline __host__ __device__ char3 make_char3(signed char x, signed char y, signed char z)
{
    char3 v = {x, y, z};
    return v;
}
static inline __host__ __device__ char4 make_char4(signed char x, signed char y, signed char z, signed char w)
{
    char4 v = {x, y, z, w};
    return v;
}
static inline __host__ __device__ uchar1 make_uchar1(unsigned char x) { uchar1 v = {x}; return v; }
static inline __host__ __device__ uchar2 make_uchar2(unsigned char x, unsigned char y)
{
    uchar2 v = {x, y};
    return v;
}
static inline __host__ __device__ uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z)
{
    uchar3 v = {x, y, z};
    return v;
}
static inline __host__ __device__ uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w)
{
    uchar4 v = {x, y, z, w};
    return v;
}
static inline __host__ __device__ short1 make_short1(short x) { short1 v = {x}; return v; }
static inline __host__ __device__ short2 make_short2(short x, short y)
{
    short2 v = {x, y};
    return v;
}
static inline __host__ __device__ short3 make_short3(short x, short y, short z)
{
    short3 v = {x, y, z};
    return v;
}
static inline __host__ __device__ short4 make_short4(short x, short y, short z, short w)
{
    short4 v = {x, y, z, w};
    return v;
}
static inline __host__ __device__ ushort1 make_ushort1(unsigned short x)
{
    ushort1 v = {x};
    return v;
}
static inline __host__ __device__ ushort2 make_ushort2(unsigned short x, unsigned short y)
{
    ushort2 v = {x, y};
    return v;
}
static inline __host__ __device__ ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z)
{
    ushort3 v = {x, y, z};
    return v;
}
static inline __host__ __device__ ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z, unsigned short w)
{
    ushort4 v = {x, y, z, w};
    return v;
}
static inline __host__ __device__ int1 make_int1(int x) { int1 v = {x}; return v; }
static inline __host__ __device__ int2 make_int2(int x, int y) { int2 v = {x, y}; return v; }
static inline __host__ __device__ int3 make_int3(int x, int y, int z)
{
    int3 v = {x, y, z};
    return v;
}
static inline __host__ __device__ int4 make_int4(int x, int y, int z, int w)
{
    int4 v = {x, y, z, w};
    return v;
}
static inline __host__ __device__ uint1 make_uint1(unsigned int x) { uint1 v = {x}; return v; }
static inline __host__ __device__ uint2 make_uint2(unsigned int x, unsigned int y)
{
    uint2 v = {x, y};
    return v;
}
static inline __host__ __device__ uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z)
{
    uint3 v = {x, y, z};
    return v;
}
static inline __host__ __device__ uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w)
{
    uint4 v = {x, y, z, w};
    return v;
}
static inline __host__ __device__ long1 make_long1(long x) { long1 v = {x}; return v; }
static inline __host__ __device__ long2 make_long2(long x, long y) { long2 v = {x, y}; return v; }
static inline __host__ __device__ long3 make_long3(long x, long y, long z)
{
    long3 v = {x, y, z};
    return v;
}
static inline __host__ __device__ long4 make_long4(long x, long y, long z, long w)
{
    long4 v = {x, y, z, w};
    return v;
}
static inline __host__ __device__ ulong1 make_ulong1(unsigned long x) { ulong1 v = {x}; return v; }
static inline __host__ __device__ ulong2 make_ulong2(unsigned long x, unsigned long y)
{
    ulong2 v = {x, y};
    return v;
}
static inline __host__ __device__ ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z)
{
    ulong3 v = {x, y, z};
    return v;
}
static inline __host__ __device__ ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z, unsigned long w)
{
    ulong4 v = {x, y, z, w};
    return v;
}
static inline __host__ __device__ longlong1 make_longlong1(long long x)
{
    longlong1 v = {x};
    return v;
}
static inline __host__ __device__ longlong2 make_longlong2(long long x, long long y)
{
    longlong2 v = {x, y};
    return v;
}
static inline __host__ __device__ longlong3 make_longlong3(long long x, long long y, long long z)
{
    longlong3 v = {x, y, z};
    return v;
}
static inline __host__ __device__ longlong4 make_longlong4(long long x, long long y, long long z, long long w)
{
    longlong4 v = {x, y, z, w};
    return v;
}
static inline __host__ __device__ ulonglong1 make_ulonglong1(unsigned long long x)
{
    ulonglong1 v = {x};
    return v;
}
static inline __host__ __device__ ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y)
{
    ulonglong2 v = {x, y};
    return v;
}
static inline __host__ __device__ ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y, unsigned long long z)
{
    ulonglong3 v = {x, y, z};
    return v;
}
static inline __host__ __device__ ulonglong4 make_ulonglong4(unsigned long long x, unsigned long long y, unsigned long long z, unsigned long long w)
{
    ulonglong4 v = {x, y, z, w};
    return v;
}
static inline __host__ __device__ float1 make_float1(float x) { float1 v = {x}; return v; }
static inline __host__ __device__ float2 make_float2(float x, float y)
{
    float2 v = {x, y};
    return v;
}
static inline __host__ __device__ float3 make_float3(float x, float y, float z)
{
    float3 v = {x, y, z};
    return v;
}
static inline __host__ __device__ float4 make_float4(float x, float y, float z, float w)
{
    float4 v = {x, y, z, w};
    return v;
}
static inline __host__ __device__ double1 make_double1(double x) { double1 v = {x}; return v; }
static inline __host__ __device__ double2 make_double2(double x, double y)
{
    double2 v = {x, y};
    return v;
}
static inline __host__ __device__ double3 make_double3(double x, double y, double z)
{
    double3 v = {x, y, z};
    return v;
}
static inline __host__ __device__ double4 make_double4(double x, double y, double z, double w)
{
    double4 v = {x, y, z, w};
    return v;
}

// Shows how far a loop is: `progress(i, n)` says that i of n steps are done.
void progress(long long done, long long total, const char *label = 0) __asm__("hd_progress");

// ---- device functions ----------------------------------------------------------------------------------------------

// 1 / square root.
static inline __host__ __device__ float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static inline __host__ __device__ double rsqrt(double x) { return 1.0 / sqrt(x); }
static inline __host__ __device__ float rsqrt(float x) { return 1.0f / sqrtf(x); }
// 1 / square root, rounded to nearest even.
static inline __device__ float __frsqrt_rn(float x) { return (float)(1.0 / sqrt((double)x)); }
// 1 / square root of x * x + y * y.
static inline __device__ double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
static inline __device__ float rhypot(float x, float y) { return 1.0f / hypotf(x, y); }
static inline __device__ float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
// The length of a vector of three.
static inline __device__ double norm3d(double x, double y, double z)
{
    return hypot(hypot(x, y), z);
}
static inline __device__ float norm3df(float x, float y, float z)
{
    return hypotf(hypotf(x, y), z);
}
// 1 / length of a vector of three.
static inline __device__ double rnorm3d(double x, double y, double z)
{
    return 1.0 / hypot(hypot(x, y), z);
}
static inline __device__ float rnorm3df(float x, float y, float z)
{
    return 1.0f / hypotf(hypotf(x, y), z);
}
// The length of a vector of four.
static inline __device__ double norm4d(double x, double y, double z, double w)
{
    return hypot(hypot(x, y), hypot(z, w));
}
static inline __device__ float norm4df(float x, float y, float z, float w)
{
    return hypotf(hypotf(x, y), hypotf(z, w));
}
// 1 / length of a vector of four.
static inline __device__ double rnorm4d(double x, double y, double z, double w)
{
    return 1.0 / hypot(hypot(x, y), hypot(z, w));
}
static inline __device__ float rnorm4df(float x, float y, float z, float w)
{
    return 1.0f / hypotf(hypotf(x, y), hypotf(z, w));
}

// The double whose bits are these two ints.
static inline __device__ double __hiloint2double(int hi, int lo)
{
    return __longlong_as_double((long long)(((unsigned long long)(unsigned int)hi << 32) | (unsigned int)lo));
}
// The upper 32 bits of a double.
static inline __device__ int __double2hiint(double x)
{
    return (int)(__double_as_longlong(x) >> 32);
}
// The lower 32 bits of a double.
static inline __device__ int __double2loint(double x) { return (int)__double_as_longlong(x); }

// The address in shared memory that a pointer means, for inline PTX.
static inline __device__ size_t __cvta_generic_to_shared(const void *p)
{
    size_t r;
    asm("cvta.to.shared.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}
// The address in global memory that a pointer means, for inline PTX.
static inline __device__ size_t __cvta_generic_to_global(const void *p)
{
    size_t r;
    asm("cvta.to.global.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}

// Whether the pointer leads to shared memory.
static inline __device__ unsigned int __isShared(const void *p)
{
    unsigned int is;
    asm("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(is) : "l"(p));
    return is;
}
// Whether the pointer leads to global memory.
static inline __device__ unsigned int __isGlobal(const void *p)
{
    unsigned int is;
    asm("{ .reg .pred p; isspacep.global p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(is) : "l"(p));
    return is;
}
// Whether the pointer leads to the thread's own memory.
static inline __device__ unsigned int __isLocal(const void *p)
{
    unsigned int is;
    asm("{ .reg .pred p; isspacep.local p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(is) : "l"(p));
    return is;
}
// The product of the lower 24 bits, signed.
static inline __device__ int __mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
// The product of the lower 24 bits.
static inline __device__ unsigned int __umul24(unsigned int x, unsigned int y)
{
    return (x & 0xffffff) * (y & 0xffffff);
}
// The product of the lower 24 bits, signed.
static inline __device__ int mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
// The product of the lower 24 bits.
static inline __device__ unsigned int umul24(unsigned int x, unsigned int y)
{
    return (x & 0xffffff) * (y & 0xffffff);
}
// |x - y| + z.
static inline __device__ unsigned int __sad(int x, int y, unsigned int z)
{
    return (x > y ? (unsigned int)x - (unsigned int)y : (unsigned int)y - (unsigned int)x) + z;
}
static inline __device__ unsigned int __usad(unsigned int x, unsigned int y, unsigned int z)
{
    return (x > y ? x - y : y - x) + z;
}
// (x + y) / 2 without overflow, rounded down.
static inline __device__ int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
// (x + y) / 2 without overflow, rounded up.
static inline __device__ int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
// (x + y) / 2 without overflow, rounded down.
static inline __device__ unsigned int __uhadd(unsigned int x, unsigned int y)
{
    return (unsigned int)(((unsigned long long)x + y) >> 1);
}
// (x + y) / 2 without overflow, rounded up.
static inline __device__ unsigned int __urhadd(unsigned int x, unsigned int y)
{
    return (unsigned int)(((unsigned long long)x + y + 1) >> 1);
}
// c + the dot product of the four bytes of a and b.
static inline __device__ int __dp4a(int a, int b, int c)
{
    for (int i = 0; i < 32; i += 8) c += (int)(signed char)(a >> i) * (int)(signed char)(b >> i);
    return c;
}
static inline __device__ unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c)
{
    for (int i = 0; i < 32; i += 8) c += ((a >> i) & 255) * ((b >> i) & 255);
    return c;
}
static inline __device__ int __dp4a(char4 a, char4 b, int c)
{
    return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
static inline __device__ unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c)
{
    return c + (unsigned int)(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}
// c + the two 16-bit parts of a times the two lower bytes of b.
static inline __device__ int __dp2a_lo(int a, int b, int c)
{
    return c + (int)(short)a * (int)(signed char)b + (int)(short)(a >> 16) * (int)(signed char)(b >> 8);
}
// c + the two 16-bit parts of a times the two upper bytes of b.
static inline __device__ int __dp2a_hi(int a, int b, int c)
{
    return c + (int)(short)a * (int)(signed char)(b >> 16) + (int)(short)(a >> 16) * (int)(signed char)(b >> 24);
}
// Where the offset-th set bit of the mask is, counted from bit `base`; 0xffffffff when there are not so many.
static inline __device__ unsigned int __fns(unsigned int mask, unsigned int base, int offset)
{
    int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
    if (offset == 0) return (mask >> (base & 31)) & 1 ? base : 0xffffffffu;
    for (int i = (int)base; i >= 0 && i < 32; i += step)
        if ((mask >> i) & 1 && --left == 0) return (unsigned int)i;
    return 0xffffffffu;
}

@simd
// The sum of the distances of the four unsigned bytes.
static inline __device__ unsigned int __vsadu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int d = (int)((a >> i) & 255) - (int)((b >> i) & 255);
        r += (unsigned int)(d < 0 ? -d : d);
    }
    return r;
}

// ---- maxima and minima of three and of sums (DPX) ----

// The largest of three.
static inline __host__ __device__ int __vimax3_s32(int a, int b, int c) { int m = a > b ? a : b; return m > c ? m : c; }
// a + b or c, whichever is larger.
static inline __host__ __device__ int __viaddmax_s32(int a, int b, int c) { int m = (int)((unsigned int)a + (unsigned int)b); return m > c ? m : c; }
// The larger; *pred says whether it is a.
static inline __host__ __device__ int __vibmax_s32(int a, int b, bool *const pred) { *pred = a >= b; return *pred ? a : b; }
// The same, and at least 0.
static inline __host__ __device__ int __vimax_s32_relu(int a, int b) { int m = a > b ? a : b; return m > 0 ? m : 0; }
static inline __host__ __device__ int __vimax3_s32_relu(int a, int b, int c) { int m = __vimax3_s32(a, b, c); return m > 0 ? m : 0; }
static inline __host__ __device__ int __viaddmax_s32_relu(int a, int b, int c) { int m = __viaddmax_s32(a, b, c); return m > 0 ? m : 0; }
// The smallest of three.
static inline __host__ __device__ int __vimin3_s32(int a, int b, int c) { int m = a < b ? a : b; return m < c ? m : c; }
// a + b or c, whichever is smaller.
static inline __host__ __device__ int __viaddmin_s32(int a, int b, int c) { int m = (int)((unsigned int)a + (unsigned int)b); return m < c ? m : c; }
// The smaller; *pred says whether it is a.
static inline __host__ __device__ int __vibmin_s32(int a, int b, bool *const pred) { *pred = a <= b; return *pred ? a : b; }
// The same, and at least 0.
static inline __host__ __device__ int __vimin_s32_relu(int a, int b) { int m = a < b ? a : b; return m > 0 ? m : 0; }
static inline __host__ __device__ int __vimin3_s32_relu(int a, int b, int c) { int m = __vimin3_s32(a, b, c); return m > 0 ? m : 0; }
static inline __host__ __device__ int __viaddmin_s32_relu(int a, int b, int c) { int m = __viaddmin_s32(a, b, c); return m > 0 ? m : 0; }
// The largest of three.
static inline __host__ __device__ unsigned int __vimax3_u32(unsigned int a, unsigned int b, unsigned int c) { unsigned int m = a > b ? a : b; return m > c ? m : c; }
// a + b or c, whichever is larger.
static inline __host__ __device__ unsigned int __viaddmax_u32(unsigned int a, unsigned int b, unsigned int c) { unsigned int m = a + b; return m > c ? m : c; }
// The larger; *pred says whether it is a.
static inline __host__ __device__ unsigned int __vibmax_u32(unsigned int a, unsigned int b, bool *const pred) { *pred = a >= b; return *pred ? a : b; }
// The smallest of three.
static inline __host__ __device__ unsigned int __vimin3_u32(unsigned int a, unsigned int b, unsigned int c) { unsigned int m = a < b ? a : b; return m < c ? m : c; }
// a + b or c, whichever is smaller.
static inline __host__ __device__ unsigned int __viaddmin_u32(unsigned int a, unsigned int b, unsigned int c) { unsigned int m = a + b; return m < c ? m : c; }
// The smaller; *pred says whether it is a.
static inline __host__ __device__ unsigned int __vibmin_u32(unsigned int a, unsigned int b, bool *const pred) { *pred = a <= b; return *pred ? a : b; }
// The same of the two halves of a word.
static inline __host__ __device__ unsigned int __vimax3_s16x2(unsigned int a, unsigned int b, unsigned int c) { int l = (((short)a > (short)b ? (short)a : (short)b) > (short)c ? ((short)a > (short)b ? (short)a : (short)b) : (short)c), h = (((short)(a >> 16) > (short)(b >> 16) ? (short)(a >> 16) : (short)(b >> 16)) > (short)(c >> 16) ? ((short)(a >> 16) > (short)(b >> 16) ? (short)(a >> 16) : (short)(b >> 16)) : (short)(c >> 16)); return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
static inline __host__ __device__ unsigned int __viaddmax_s16x2(unsigned int a, unsigned int b, unsigned int c) { int l = ((short)((short)a + (short)b) > (short)c ? (short)((short)a + (short)b) : (short)c), h = ((short)((short)(a >> 16) + (short)(b >> 16)) > (short)(c >> 16) ? (short)((short)(a >> 16) + (short)(b >> 16)) : (short)(c >> 16)); return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
static inline __host__ __device__ unsigned int __vibmax_s16x2(unsigned int a, unsigned int b, bool *const pred_hi, bool *const pred_lo) { *pred_lo = (short)a >= (short)b; *pred_hi = (short)(a >> 16) >= (short)(b >> 16); return (*pred_lo ? a & 0xffff : b & 0xffff) | (*pred_hi ? a & 0xffff0000u : b & 0xffff0000u); }
static inline __host__ __device__ unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b) { int l = ((short)a > (short)b ? (short)a : (short)b), h = ((short)(a >> 16) > (short)(b >> 16) ? (short)(a >> 16) : (short)(b >> 16)); if (l < 0) l = 0; if (h < 0) h = 0; return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
static inline __host__ __device__ unsigned int __vimax3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { int l = (((short)a > (short)b ? (short)a : (short)b) > (short)c ? ((short)a > (short)b ? (short)a : (short)b) : (short)c), h = (((short)(a >> 16) > (short)(b >> 16) ? (short)(a >> 16) : (short)(b >> 16)) > (short)(c >> 16) ? ((short)(a >> 16) > (short)(b >> 16) ? (short)(a >> 16) : (short)(b >> 16)) : (short)(c >> 16)); if (l < 0) l = 0; if (h < 0) h = 0; return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
static inline __host__ __device__ unsigned int __viaddmax_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { int l = ((short)((short)a + (short)b) > (short)c ? (short)((short)a + (short)b) : (short)c), h = ((short)((short)(a >> 16) + (short)(b >> 16)) > (short)(c >> 16) ? (short)((short)(a >> 16) + (short)(b >> 16)) : (short)(c >> 16)); if (l < 0) l = 0; if (h < 0) h = 0; return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
// The same of the two halves of a word.
static inline __host__ __device__ unsigned int __vimin3_s16x2(unsigned int a, unsigned int b, unsigned int c) { int l = (((short)a < (short)b ? (short)a : (short)b) < (short)c ? ((short)a < (short)b ? (short)a : (short)b) : (short)c), h = (((short)(a >> 16) < (short)(b >> 16) ? (short)(a >> 16) : (short)(b >> 16)) < (short)(c >> 16) ? ((short)(a >> 16) < (short)(b >> 16) ? (short)(a >> 16) : (short)(b >> 16)) : (short)(c >> 16)); return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
static inline __host__ __device__ unsigned int __viaddmin_s16x2(unsigned int a, unsigned int b, unsigned int c) { int l = ((short)((short)a + (short)b) < (short)c ? (short)((short)a + (short)b) : (short)c), h = ((short)((short)(a >> 16) + (short)(b >> 16)) < (short)(c >> 16) ? (short)((short)(a >> 16) + (short)(b >> 16)) : (short)(c >> 16)); return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
static inline __host__ __device__ unsigned int __vibmin_s16x2(unsigned int a, unsigned int b, bool *const pred_hi, bool *const pred_lo) { *pred_lo = (short)a <= (short)b; *pred_hi = (short)(a >> 16) <= (short)(b >> 16); return (*pred_lo ? a & 0xffff : b & 0xffff) | (*pred_hi ? a & 0xffff0000u : b & 0xffff0000u); }
static inline __host__ __device__ unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b) { int l = ((short)a < (short)b ? (short)a : (short)b), h = ((short)(a >> 16) < (short)(b >> 16) ? (short)(a >> 16) : (short)(b >> 16)); if (l < 0) l = 0; if (h < 0) h = 0; return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
static inline __host__ __device__ unsigned int __vimin3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { int l = (((short)a < (short)b ? (short)a : (short)b) < (short)c ? ((short)a < (short)b ? (short)a : (short)b) : (short)c), h = (((short)(a >> 16) < (short)(b >> 16) ? (short)(a >> 16) : (short)(b >> 16)) < (short)(c >> 16) ? ((short)(a >> 16) < (short)(b >> 16) ? (short)(a >> 16) : (short)(b >> 16)) : (short)(c >> 16)); if (l < 0) l = 0; if (h < 0) h = 0; return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
static inline __host__ __device__ unsigned int __viaddmin_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { int l = ((short)((short)a + (short)b) < (short)c ? (short)((short)a + (short)b) : (short)c), h = ((short)((short)(a >> 16) + (short)(b >> 16)) < (short)(c >> 16) ? (short)((short)(a >> 16) + (short)(b >> 16)) : (short)(c >> 16)); if (l < 0) l = 0; if (h < 0) h = 0; return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
// The same of the two halves of a word.
static inline __host__ __device__ unsigned int __vimax3_u16x2(unsigned int a, unsigned int b, unsigned int c) { int l = (((unsigned short)a > (unsigned short)b ? (unsigned short)a : (unsigned short)b) > (unsigned short)c ? ((unsigned short)a > (unsigned short)b ? (unsigned short)a : (unsigned short)b) : (unsigned short)c), h = (((unsigned short)(a >> 16) > (unsigned short)(b >> 16) ? (unsigned short)(a >> 16) : (unsigned short)(b >> 16)) > (unsigned short)(c >> 16) ? ((unsigned short)(a >> 16) > (unsigned short)(b >> 16) ? (unsigned short)(a >> 16) : (unsigned short)(b >> 16)) : (unsigned short)(c >> 16)); return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
static inline __host__ __device__ unsigned int __viaddmax_u16x2(unsigned int a, unsigned int b, unsigned int c) { int l = ((unsigned short)((unsigned short)a + (unsigned short)b) > (unsigned short)c ? (unsigned short)((unsigned short)a + (unsigned short)b) : (unsigned short)c), h = ((unsigned short)((unsigned short)(a >> 16) + (unsigned short)(b >> 16)) > (unsigned short)(c >> 16) ? (unsigned short)((unsigned short)(a >> 16) + (unsigned short)(b >> 16)) : (unsigned short)(c >> 16)); return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
static inline __host__ __device__ unsigned int __vibmax_u16x2(unsigned int a, unsigned int b, bool *const pred_hi, bool *const pred_lo) { *pred_lo = (unsigned short)a >= (unsigned short)b; *pred_hi = (unsigned short)(a >> 16) >= (unsigned short)(b >> 16); return (*pred_lo ? a & 0xffff : b & 0xffff) | (*pred_hi ? a & 0xffff0000u : b & 0xffff0000u); }
// The same of the two halves of a word.
static inline __host__ __device__ unsigned int __vimin3_u16x2(unsigned int a, unsigned int b, unsigned int c) { int l = (((unsigned short)a < (unsigned short)b ? (unsigned short)a : (unsigned short)b) < (unsigned short)c ? ((unsigned short)a < (unsigned short)b ? (unsigned short)a : (unsigned short)b) : (unsigned short)c), h = (((unsigned short)(a >> 16) < (unsigned short)(b >> 16) ? (unsigned short)(a >> 16) : (unsigned short)(b >> 16)) < (unsigned short)(c >> 16) ? ((unsigned short)(a >> 16) < (unsigned short)(b >> 16) ? (unsigned short)(a >> 16) : (unsigned short)(b >> 16)) : (unsigned short)(c >> 16)); return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
static inline __host__ __device__ unsigned int __viaddmin_u16x2(unsigned int a, unsigned int b, unsigned int c) { int l = ((unsigned short)((unsigned short)a + (unsigned short)b) < (unsigned short)c ? (unsigned short)((unsigned short)a + (unsigned short)b) : (unsigned short)c), h = ((unsigned short)((unsigned short)(a >> 16) + (unsigned short)(b >> 16)) < (unsigned short)(c >> 16) ? (unsigned short)((unsigned short)(a >> 16) + (unsigned short)(b >> 16)) : (unsigned short)(c >> 16)); return ((unsigned int)l & 0xffff) | (unsigned int)h << 16; }
static inline __host__ __device__ unsigned int __vibmin_u16x2(unsigned int a, unsigned int b, bool *const pred_hi, bool *const pred_lo) { *pred_lo = (unsigned short)a <= (unsigned short)b; *pred_hi = (unsigned short)(a >> 16) <= (unsigned short)(b >> 16); return (*pred_lo ? a & 0xffff : b & 0xffff) | (*pred_hi ? a & 0xffff0000u : b & 0xffff0000u); }

// ---- the runtime API: types ------------------------------------------------------------------------------------------

// What the functions of the runtime API return: cudaSuccess, or what went wrong.
enum cudaError {
@errors
    cudaErrorApiFailureBase = 10000, // of no use any more
};
// What the functions of the runtime API return: cudaSuccess, or what went wrong.
typedef enum cudaError cudaError_t;

// From where to where a copy goes.
enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0, // within the CPU's memory
    cudaMemcpyHostToDevice = 1, // from the CPU's memory to the device's
    cudaMemcpyDeviceToHost = 2, // from the device's memory to the CPU's
    cudaMemcpyDeviceToDevice = 3, // within the device's memory
    cudaMemcpyDefault = 4, // found out from the pointers
};
// What kind of memory a pointer leads to.
enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0, // plain memory of the CPU
    cudaMemoryTypeHost = 1, // cudaMallocHost, cudaHostAlloc, cudaHostRegister
    cudaMemoryTypeDevice = 2, // cudaMalloc
    cudaMemoryTypeManaged = 3, // cudaMallocManaged, __managed__
};
// Which programs may use a device.
enum cudaComputeMode {
    cudaComputeModeDefault = 0, // all programs
    cudaComputeModeExclusive = 1, // one thread of one program
    cudaComputeModeProhibited = 2, // none
    cudaComputeModeExclusiveProcess = 3, // one program
};
// What kernels need more of: shared memory or L1 cache.
enum cudaFuncCache {
    cudaFuncCachePreferNone = 0, // no wish
    cudaFuncCachePreferShared = 1, // more shared memory
    cudaFuncCachePreferL1 = 2, // more L1 cache
    cudaFuncCachePreferEqual = 3, // as much of the one as of the other
};
// The width of shared memory's banks.
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0, // as the device likes
    cudaSharedMemBankSizeFourByte = 1, // 4 bytes
    cudaSharedMemBankSizeEightByte = 2, // 8 bytes
};
// What cudaDeviceSetLimit sets.
enum cudaLimit {
    cudaLimitStackSize = 0, // bytes of stack per thread
    cudaLimitPrintfFifoSize = 1, // bytes for what kernels print before it is shown
    cudaLimitMallocHeapSize = 2, // bytes that malloc in kernels hands out
    cudaLimitDevRuntimeSyncDepth = 3, // how deep launches from kernels may wait
    cudaLimitDevRuntimePendingLaunchCount = 4, // how many launches from kernels may wait
    cudaLimitMaxL2FetchGranularity = 5, // bytes that L2 fetches at once, a hint
    cudaLimitPersistingL2CacheSize = 6, // bytes of L2 for what is to stay there
};
// What cudaFuncSetAttribute sets.
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8, // bytes of dynamic shared memory a launch may ask for
    cudaFuncAttributePreferredSharedMemoryCarveout = 9, // a cudaSharedCarveout, or percent
    cudaFuncAttributeClusterDimMustBeSet = 10, // launches must say the cluster's size
    cudaFuncAttributeRequiredClusterWidth = 11, // blocks of a cluster in x
    cudaFuncAttributeRequiredClusterHeight = 12, // blocks of a cluster in y
    cudaFuncAttributeRequiredClusterDepth = 13, // blocks of a cluster in z
    cudaFuncAttributeNonPortableClusterSizeAllowed = 14, // more than 8 blocks in a cluster
};
// Attributes of a launch (cudaLaunchKernelExC). On the CPU all but the cooperative one and clusters are wishes.
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0, // none
    cudaLaunchAttributeAccessPolicyWindow = 1, // memory that stays in the L2 cache
    cudaLaunchAttributeCooperative = 2, // like cudaLaunchCooperativeKernel
    cudaLaunchAttributeSynchronizationPolicy = 3, // how the host waits
    cudaLaunchAttributeClusterDimension = 4, // blocks that share their shared memory
    cudaLaunchAttributeClusterSchedulingPolicyPreference = 5, // how clusters are spread
    cudaLaunchAttributeProgrammaticStreamSerialization = 6, // may begin before the kernel in front of it has ended
    cudaLaunchAttributeProgrammaticEvent = 7, // an event that the blocks trigger
    cudaLaunchAttributePriority = 8, // as a stream's
    cudaLaunchAttributeMemSyncDomainMap = 9, // domains of fences
    cudaLaunchAttributeMemSyncDomain = 10, // a domain of fences
    cudaLaunchAttributePreferredClusterDimension = 11, // clusters, where they fit
    cudaLaunchAttributeLaunchCompletionEvent = 12, // an event when all blocks have begun
    cudaLaunchAttributeDeviceUpdatableKernelNode = 13, // for graphs
    cudaLaunchAttributePreferredSharedMemoryCarveout = 14, // percent of shared memory
    cudaLaunchAttributeNvlinkUtilCentricScheduling = 16, // spares the links between GPUs
    // Those of streams.
    cudaStreamAttributeAccessPolicyWindow = 1, // memory that stays in the L2 cache
    cudaStreamAttributeSynchronizationPolicy = 3, // how the host waits
    cudaStreamAttributePriority = 8, // lower numbers come first
    cudaStreamAttributeMemSyncDomainMap = 9,
    cudaStreamAttributeMemSyncDomain = 10,
};
// How much of a multiprocessor's memory is shared memory, in percent.
enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1, // as the device likes
    cudaSharedmemCarveoutMaxShared = 100, // as much shared memory as there can be
    cudaSharedmemCarveoutMaxL1 = 0, // as much L1 cache as there can be
};
// What cudaMemAdvise says of managed memory.
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1, // hardly ever written: copies may be everywhere
    cudaMemAdviseUnsetReadMostly = 2, // takes it back
    cudaMemAdviseSetPreferredLocation = 3, // should stay there
    cudaMemAdviseUnsetPreferredLocation = 4, // takes it back
    cudaMemAdviseSetAccessedBy = 5, // is used from there: keep it mapped
    cudaMemAdviseUnsetAccessedBy = 6, // takes it back
};
// What kind of place managed memory is moved to.
enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0, // nowhere
    cudaMemLocationTypeDevice = 1, // the device with the number `id`
    cudaMemLocationTypeHost = 2, // the CPU's memory
    cudaMemLocationTypeHostNuma = 3, // the CPU's memory of the NUMA node `id`
    cudaMemLocationTypeHostNumaCurrent = 4, // the CPU's memory near the calling thread
};
// What cudaDeviceGetAttribute gives.
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1, // the most threads in a block
    cudaDevAttrMaxBlockDimX = 2,
    cudaDevAttrMaxBlockDimY = 3,
    cudaDevAttrMaxBlockDimZ = 4,
    cudaDevAttrMaxGridDimX = 5,
    cudaDevAttrMaxGridDimY = 6,
    cudaDevAttrMaxGridDimZ = 7,
    cudaDevAttrMaxSharedMemoryPerBlock = 8, // bytes of shared memory a block may have without asking
    cudaDevAttrTotalConstantMemory = 9, // bytes of __constant__ memory
    cudaDevAttrWarpSize = 10, // threads in a warp
    cudaDevAttrMaxPitch = 11,
    cudaDevAttrMaxRegistersPerBlock = 12, // 32-bit registers for a block
    cudaDevAttrClockRate = 13, // kHz
    cudaDevAttrTextureAlignment = 14,
    cudaDevAttrGpuOverlap = 15,
    cudaDevAttrMultiProcessorCount = 16, // multiprocessors
    cudaDevAttrKernelExecTimeout = 17, // whether kernels that run long are ended
    cudaDevAttrIntegrated = 18, // whether it shares the CPU's memory
    cudaDevAttrCanMapHostMemory = 19,
    cudaDevAttrComputeMode = 20,
    cudaDevAttrMaxTexture1DWidth = 21,
    cudaDevAttrMaxTexture2DWidth = 22,
    cudaDevAttrMaxTexture2DHeight = 23,
    cudaDevAttrMaxTexture3DWidth = 24,
    cudaDevAttrMaxTexture3DHeight = 25,
    cudaDevAttrMaxTexture3DDepth = 26,
    cudaDevAttrMaxTexture2DLayeredWidth = 27,
    cudaDevAttrMaxTexture2DLayeredHeight = 28,
    cudaDevAttrMaxTexture2DLayeredLayers = 29,
    cudaDevAttrSurfaceAlignment = 30,
    cudaDevAttrConcurrentKernels = 31,
    cudaDevAttrEccEnabled = 32,
    cudaDevAttrPciBusId = 33,
    cudaDevAttrPciDeviceId = 34,
    cudaDevAttrTccDriver = 35,
    cudaDevAttrMemoryClockRate = 36, // kHz
    cudaDevAttrGlobalMemoryBusWidth = 37, // bits
    cudaDevAttrL2CacheSize = 38, // bytes
    cudaDevAttrMaxThreadsPerMultiProcessor = 39, // threads that are on a multiprocessor at once
    cudaDevAttrAsyncEngineCount = 40, // copies that go on beside kernels
    cudaDevAttrUnifiedAddressing = 41,
    cudaDevAttrMaxTexture1DLayeredWidth = 42,
    cudaDevAttrMaxTexture1DLayeredLayers = 43,
    cudaDevAttrMaxTexture2DGatherWidth = 45,
    cudaDevAttrMaxTexture2DGatherHeight = 46,
    cudaDevAttrMaxTexture3DWidthAlt = 47,
    cudaDevAttrMaxTexture3DHeightAlt = 48,
    cudaDevAttrMaxTexture3DDepthAlt = 49,
    cudaDevAttrPciDomainId = 50,
    cudaDevAttrTexturePitchAlignment = 51,
    cudaDevAttrMaxTextureCubemapWidth = 52,
    cudaDevAttrMaxTextureCubemapLayeredWidth = 53,
    cudaDevAttrMaxTextureCubemapLayeredLayers = 54,
    cudaDevAttrMaxSurface1DWidth = 55,
    cudaDevAttrMaxSurface2DWidth = 56,
    cudaDevAttrMaxSurface2DHeight = 57,
    cudaDevAttrMaxSurface3DWidth = 58,
    cudaDevAttrMaxSurface3DHeight = 59,
    cudaDevAttrMaxSurface3DDepth = 60,
    cudaDevAttrMaxSurface1DLayeredWidth = 61,
    cudaDevAttrMaxSurface1DLayeredLayers = 62,
    cudaDevAttrMaxSurface2DLayeredWidth = 63,
    cudaDevAttrMaxSurface2DLayeredHeight = 64,
    cudaDevAttrMaxSurface2DLayeredLayers = 65,
    cudaDevAttrMaxSurfaceCubemapWidth = 66,
    cudaDevAttrMaxSurfaceCubemapLayeredWidth = 67,
    cudaDevAttrMaxSurfaceCubemapLayeredLayers = 68,
    cudaDevAttrMaxTexture1DLinearWidth = 69,
    cudaDevAttrMaxTexture2DLinearWidth = 70,
    cudaDevAttrMaxTexture2DLinearHeight = 71,
    cudaDevAttrMaxTexture2DLinearPitch = 72,
    cudaDevAttrMaxTexture2DMipmappedWidth = 73,
    cudaDevAttrMaxTexture2DMipmappedHeight = 74,
    cudaDevAttrComputeCapabilityMajor = 75, // 9 of compute capability 9.0
    cudaDevAttrComputeCapabilityMinor = 76, // 0 of compute capability 9.0
    cudaDevAttrMaxTexture1DMipmappedWidth = 77,
    cudaDevAttrStreamPrioritiesSupported = 78,
    cudaDevAttrGlobalL1CacheSupported = 79,
    cudaDevAttrLocalL1CacheSupported = 80,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, // bytes
    cudaDevAttrMaxRegistersPerMultiprocessor = 82, // 32-bit registers
    cudaDevAttrManagedMemory = 83, // whether cudaMallocManaged works
    cudaDevAttrIsMultiGpuBoard = 84,
    cudaDevAttrMultiGpuBoardGroupID = 85,
    cudaDevAttrHostNativeAtomicSupported = 86,
    cudaDevAttrSingleToDoublePrecisionPerfRatio = 87,
    cudaDevAttrPageableMemoryAccess = 88,
    cudaDevAttrConcurrentManagedAccess = 89, // whether the CPU may use managed memory while kernels run
    cudaDevAttrComputePreemptionSupported = 90,
    cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
    cudaDevAttrCooperativeLaunch = 95, // whether cudaLaunchCooperativeKernel works
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97, // bytes of shared memory a block may have after cudaFuncSetAttribute
    cudaDevAttrCanFlushRemoteWrites = 98,
    cudaDevAttrHostRegisterSupported = 99,
    cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100,
    cudaDevAttrDirectManagedMemAccessFromHost = 101,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106, // blocks that are on a multiprocessor at once
    cudaDevAttrMaxPersistingL2CacheSize = 108,
    cudaDevAttrMaxAccessPolicyWindowSize = 109,
    cudaDevAttrReservedSharedMemoryPerBlock = 111,
    cudaDevAttrSparseCudaArraySupported = 112,
    cudaDevAttrHostRegisterReadOnlySupported = 113,
    cudaDevAttrTimelineSemaphoreInteropSupported = 114,
    cudaDevAttrMemoryPoolsSupported = 115,
    cudaDevAttrGPUDirectRDMASupported = 116,
    cudaDevAttrGPUDirectRDMAFlushWritesOptions = 117,
    cudaDevAttrGPUDirectRDMAWritesOrdering = 118,
    cudaDevAttrMemoryPoolSupportedHandleTypes = 119,
    cudaDevAttrClusterLaunch = 120,
    cudaDevAttrDeferredMappingCudaArraySupported = 121,
    cudaDevAttrIpcEventSupport = 125,
    cudaDevAttrMemSyncDomainCount = 126,
    cudaDevAttrNumaConfig = 130,
    cudaDevAttrNumaId = 131,
    cudaDevAttrMpsEnabled = 133,
    cudaDevAttrHostNumaId = 134,
    cudaDevAttrD3D12CigSupported = 135,
    cudaDevAttrVulkanCigSupported = 138,
    cudaDevAttrGpuPciDeviceId = 139,
    cudaDevAttrGpuPciSubsystemId = 140,
    cudaDevAttrHostNumaMemoryPoolsSupported = 142,
    cudaDevAttrHostNumaMultinodeIpcSupported = 143,
    cudaDevAttrHostMemoryPoolsSupported = 144,
    cudaDevAttrOnlyPartialHostNativeAtomicSupported = 147,
};

// Constants that are macros in CUDA's headers.
enum {
    // Flags of cudaHostAlloc.
    cudaHostAllocDefault = 0,
    cudaHostAllocPortable = 1, // for all devices
    cudaHostAllocMapped = 2, // kernels can use it: cudaHostGetDevicePointer
    cudaHostAllocWriteCombined = 4, // fast to write, slow to read for the CPU
    // Flags of cudaHostRegister.
    cudaHostRegisterDefault = 0,
    cudaHostRegisterPortable = 1,
    cudaHostRegisterMapped = 2,
    cudaHostRegisterIoMemory = 4,
    cudaHostRegisterReadOnly = 8, // kernels only read it
    // Flags of cudaStreamCreateWithFlags.
    cudaStreamDefault = 0,
    cudaStreamNonBlocking = 1, // does not wait for the default stream
    // Flags of cudaEventCreateWithFlags.
    cudaEventDefault = 0,
    cudaEventBlockingSync = 1, // waiting for it lets the CPU sleep
    cudaEventDisableTiming = 2, // takes no time, so it is cheaper
    cudaEventInterprocess = 4,
    // Flags of cudaEventRecordWithFlags and cudaStreamWaitEvent.
    cudaEventRecordDefault = 0,
    cudaEventRecordExternal = 1,
    cudaEventWaitDefault = 0,
    cudaEventWaitExternal = 1,
    // Flags of cudaSetDeviceFlags.
    cudaDeviceScheduleAuto = 0,
    cudaDeviceScheduleSpin = 1, // the CPU asks again and again: fastest answer
    cudaDeviceScheduleYield = 2, // the CPU lets others run between asking
    cudaDeviceScheduleBlockingSync = 4, // the CPU sleeps
    cudaDeviceBlockingSync = 4,
    cudaDeviceScheduleMask = 7,
    cudaDeviceMapHost = 8,
    cudaDeviceLmemResizeToMax = 16,
    cudaDeviceSyncMemops = 128,
    // Flags of cudaMallocManaged and cudaStreamAttachMemAsync: who may use the memory.
    cudaMemAttachGlobal = 1, // all kernels
    cudaMemAttachHost = 2, // the CPU alone
    cudaMemAttachSingle = 4, // kernels of one stream
    // Flags of cudaOccupancyMaxPotentialBlockSizeWithFlags.
    cudaOccupancyDefault = 0,
    cudaOccupancyDisableCachingOverride = 1,
    // Flags of cudaMalloc3DArray and cudaMallocArray.
    cudaArrayDefault = 0,
    cudaArrayLayered = 1, // depth counts layers
    cudaArraySurfaceLoadStore = 2, // kernels write it through surfaces
    cudaArrayCubemap = 4, // six sides of a cube
    cudaArrayTextureGather = 8, // tex2Dgather
    cudaArrayColorAttachment = 32,
    cudaArraySparse = 64,
    cudaArrayDeferredMapping = 128,
    cudaIpcMemLazyEnablePeerAccess = 1,
    // Flags of cudaDeviceEnablePeerAccess.
    cudaPeerAccessDefault = 0,
    // Numbers that stand for the CPU, and for no device.
    cudaCpuDeviceId = -1, // the CPU, as a place of managed memory
    cudaInvalidDeviceId = -2, // no device
};

// What a stream is inside.
struct CUstream_st;
// A stream: work in it is done in order, beside that of other streams. 0 is the default stream.
typedef struct CUstream_st *cudaStream_t;
// What an event is inside.
struct CUevent_st;
// An event: a mark in a stream that can be waited for, and whose time is taken.
typedef struct CUevent_st *cudaEvent_t;
// What a kernel's handle is inside.
struct CUfunc_st;
// A kernel's handle.
typedef struct CUfunc_st *cudaFunction_t;
// What a pool of memory is inside.
struct CUmemPoolHandle_st;
// A pool of memory for cudaMallocAsync.
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
// A function that cudaStreamAddCallback calls.
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *userData);
// A function that cudaLaunchHostFunc calls.
typedef void (*cudaHostFn_t)(void *userData);

// A device's number that is the same on every machine and start.
struct CUuuid_st { char bytes[16]; };
typedef struct CUuuid_st cudaUUID_t;
// The size of a box of memory.
struct cudaExtent { size_t width, height, depth; };
// A place in a box of memory.
struct cudaPos { size_t x, y, z; };
// Memory whose rows are padded: row r is at (char *)ptr + r * pitch.
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
// An array of a texture, which only the device knows the layout of.
struct cudaArray;
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
// The levels of a texture, each half as large as the one before.
struct cudaMipmappedArray;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;
// What kind of numbers a texture's elements are made of.
enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0, // integers with a sign
    cudaChannelFormatKindUnsigned = 1, // integers without a sign
    cudaChannelFormatKindFloat = 2, // half or float
    cudaChannelFormatKindNone = 3, // nothing
};
// The elements of a texture: bits of each channel, and what they are. cudaCreateChannelDesc<float4>() makes one.
struct cudaChannelFormatDesc {
    int x, y, z, w;
    enum cudaChannelFormatKind f;
};
// What a texture fetches from.
enum cudaResourceType {
    cudaResourceTypeArray = 0, // an array of cudaMallocArray or cudaMalloc3DArray
    cudaResourceTypeMipmappedArray = 1, // an array with levels
    cudaResourceTypeLinear = 2, // memory, by index: tex1Dfetch
    cudaResourceTypePitch2D = 3, // rows of memory
};
// What a texture or surface object is made from: the member of res that resType names.
struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct { cudaArray_t array; } array;
        struct { cudaMipmappedArray_t mipmap; } mipmap;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
        struct { int reserved[32]; } reserved;
    } res;
    unsigned int flags;
};
// What lies beyond a texture's edges.
enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0, // the texture again; needs normalized coordinates
    cudaAddressModeClamp = 1, // its edge
    cudaAddressModeMirror = 2, // its mirror image; needs normalized coordinates
    cudaAddressModeBorder = 3, // 0, or borderColor
};
// What a fetch between elements gives.
enum cudaTextureFilterMode {
    cudaFilterModePoint = 0, // the nearest element
    cudaFilterModeLinear = 1, // a mean of those around, with weights of 8 bits
};
// What a fetch makes of integers.
enum cudaTextureReadMode {
    cudaReadModeElementType = 0, // itself
    cudaReadModeNormalizedFloat = 1, // 0..1 or -1..1
};
// How a texture object fetches.
struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords; // whether coordinates go from 0 to 1
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization;
    int seamlessCubemap;
};
// How a texture object sees its resource, where that differs from what it is.
struct cudaResourceViewDesc {
    int format; // 0: as it is
    size_t width, height, depth;
    unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer, reserved[16];
};
// A texture, for tex2D<float>(texture, x, y) and its kin in kernels.
typedef unsigned long long cudaTextureObject_t;
// A surface, for surf2Dread and surf2Dwrite in kernels.
typedef unsigned long long cudaSurfaceObject_t;
// What surfaces do with places outside.
enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0, // reads give 0, writes do nothing
    cudaBoundaryModeClamp = 1, // the nearest element
    cudaBoundaryModeTrap = 2, // the kernel fails
};
enum cudaSurfaceFormatMode {
    cudaFormatModeForced = 0, // elements as they are
    cudaFormatModeAuto = 1, // converted
};
// What a texture object leads to (headers/texture_types.h, run/cudart/texture.c).
struct __heddle_texture {
    const unsigned char *level[16]; // where the elements of each level begin
    unsigned long long pitch, slice; // bytes from row to row and from slice to slice, of the first level
    int width, height, depth; // of the first level; depth: slices or layers
    int texel, kind, bits, channels; // bytes of an element; its channels
    int normalized, filter, address[3];
    int levels, level_filter;
    float border[4], level_bias, level_least, level_most;
};
// What cudaMemcpy3D copies.
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    enum cudaMemcpyKind kind;
};
// A place that managed memory is moved to.
struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id;
};
// What cudaPointerGetAttributes tells of a pointer.
struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void *devicePointer;
    void *hostPointer;
};
// What cudaFuncGetAttributes tells of a kernel.
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA,
    maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
};
// What is to become of memory in the L2 cache.
enum cudaAccessProperty {
    cudaAccessPropertyNormal = 0, // nothing special
    cudaAccessPropertyStreaming = 1, // is used once
    cudaAccessPropertyPersisting = 2, // is used again and again
};
// A range of memory and how kernels use it: a wish of no effect on the CPU.
struct cudaAccessPolicyWindow {
    void *base_ptr;
    size_t num_bytes;
    float hitRatio; // how much of it is meant
    enum cudaAccessProperty hitProp, missProp;
};
// How the CPU waits for a stream.
enum cudaSynchronizationPolicy {
    cudaSyncPolicyAuto = 1,
    cudaSyncPolicySpin = 2,
    cudaSyncPolicyYield = 3,
    cudaSyncPolicyBlockingSync = 4,
};
// What an attribute of a launch is worth: the member of its name.
union cudaLaunchAttributeValue {
    char pad[64];
    struct cudaAccessPolicyWindow accessPolicyWindow;
    enum cudaSynchronizationPolicy syncPolicy;
    int cooperative; // the grid can wait for itself (grid.sync())
    struct { unsigned int x, y, z; } clusterDim; // blocks of a cluster
    struct { unsigned int x, y, z; } preferredClusterDim;
    int programmaticStreamSerializationAllowed;
    int priority; // as a stream's
    unsigned int sharedMemCarveout; // percent
};
// An attribute of a launch: which, and its value.
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    char pad[4];
    cudaLaunchAttributeValue val;
};
// Attributes of a stream are those of launches.
typedef union cudaLaunchAttributeValue cudaStreamAttrValue;
typedef enum cudaLaunchAttributeID cudaStreamAttrID;
// What two devices can do with each other's memory.
enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1, // 0 is the best link
    cudaDevP2PAttrAccessSupported = 2, // read and write it
    cudaDevP2PAttrNativeAtomicSupported = 3, // atomics on it
    cudaDevP2PAttrCudaArrayAccessSupported = 4, // arrays of textures in it
};
// What can be asked of a pool of memory, and set.
enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1, // int: reuses what another stream freed, after events
    cudaMemPoolReuseAllowOpportunistic = 2, // int: reuses what is free by now
    cudaMemPoolReuseAllowInternalDependencies = 3, // int: may wait to reuse
    cudaMemPoolAttrReleaseThreshold = 4, // cuuint64_t: bytes that are kept when waiting
    cudaMemPoolAttrReservedMemCurrent = 5, // bytes that it has
    cudaMemPoolAttrReservedMemHigh = 6, // the most so far; set it to 0 to begin anew
    cudaMemPoolAttrUsedMemCurrent = 7, // bytes that the program has of it
    cudaMemPoolAttrUsedMemHigh = 8, // the most so far; set it to 0 to begin anew
};
enum cudaMemAllocationType {
    cudaMemAllocationTypeInvalid = 0,
    cudaMemAllocationTypePinned = 1, // stays where it is
};
enum cudaMemAllocationHandleType {
    cudaMemHandleTypeNone = 0, // is not passed on to other programs
    cudaMemHandleTypePosixFileDescriptor = 1,
};
enum cudaMemAccessFlags {
    cudaMemAccessFlagsProtNone = 0, // no access
    cudaMemAccessFlagsProtRead = 1, // reads
    cudaMemAccessFlagsProtReadWrite = 3, // reads and writes
};
// Who may use a pool's memory, and how.
struct cudaMemAccessDesc {
    struct cudaMemLocation location;
    enum cudaMemAccessFlags flags;
};
// What a pool of memory is made with.
struct cudaMemPoolProps {
    enum cudaMemAllocationType allocType;
    enum cudaMemAllocationHandleType handleTypes;
    struct cudaMemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize; // 0: no limit
    unsigned short usage;
    unsigned char reserved[54];
};
typedef unsigned long cuuint64_t;
typedef unsigned int cuuint32_t;
// Memory of another program: not to be had here.
struct cudaIpcMemHandle_st { char reserved[64]; };
typedef struct cudaIpcMemHandle_st cudaIpcMemHandle_t;
struct cudaIpcEventHandle_st { char reserved[64]; };
typedef struct cudaIpcEventHandle_st cudaIpcEventHandle_t;
// What cudaLaunchKernelExC launches a kernel with.
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    struct cudaLaunchAttribute *attrs; // numAttrs of them
    unsigned int numAttrs;
};
// What cudaGetDeviceProperties tells of a device.
struct cudaDeviceProp {
    char name[256]; // "NVIDIA H100"
    cudaUUID_t uuid;
    char luid[8];
    unsigned int luidDeviceNodeMask;
    size_t totalGlobalMem; // bytes
    size_t sharedMemPerBlock; // bytes that a block may have without asking
    int regsPerBlock; // 32-bit registers
    int warpSize; // threads in a warp
    size_t memPitch;
    int maxThreadsPerBlock; // the most threads in a block
    int maxThreadsDim[3]; // the most threads of a block in x, y, z
    int maxGridSize[3]; // the most blocks of a grid in x, y, z
    int clockRate; // kHz
    size_t totalConstMem; // bytes of __constant__ memory
    int major; // 9 of compute capability 9.0
    int minor; // 0 of compute capability 9.0
    size_t textureAlignment;
    size_t texturePitchAlignment;
    int deviceOverlap;
    int multiProcessorCount; // multiprocessors
    int kernelExecTimeoutEnabled; // kernels that run long are ended
    int integrated; // shares the CPU's memory
    int canMapHostMemory; // kernels can use the CPU's memory
    int computeMode; // a cudaComputeMode
    int maxTexture1D;
    int maxTexture1DMipmap;
    int maxTexture1DLinear;
    int maxTexture2D[2];
    int maxTexture2DMipmap[2];
    int maxTexture2DLinear[3];
    int maxTexture2DGather[2];
    int maxTexture3D[3];
    int maxTexture3DAlt[3];
    int maxTextureCubemap;
    int maxTexture1DLayered[2];
    int maxTexture2DLayered[3];
    int maxTextureCubemapLayered[2];
    int maxSurface1D;
    int maxSurface2D[2];
    int maxSurface3D[3];
    int maxSurface1DLayered[2];
    int maxSurface2DLayered[3];
    int maxSurfaceCubemap;
    int maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;
    int concurrentKernels; // kernels can run side by side
    int ECCEnabled; // memory errors are found and mended
    int pciBusID;
    int pciDeviceID;
    int pciDomainID;
    int tccDriver;
    int asyncEngineCount; // copies that go on beside kernels
    int unifiedAddressing; // one address space with the CPU
    int memoryClockRate; // kHz
    int memoryBusWidth; // bits
    int l2CacheSize; // bytes
    int persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor; // threads that are on a multiprocessor at once
    int streamPrioritiesSupported;
    int globalL1CacheSupported;
    int localL1CacheSupported;
    size_t sharedMemPerMultiprocessor; // bytes
    int regsPerMultiprocessor; // 32-bit registers
    int managedMemory; // cudaMallocManaged works
    int isMultiGpuBoard;
    int multiGpuBoardGroupID;
    int hostNativeAtomicSupported;
    int singleToDoublePrecisionPerfRatio;
    int pageableMemoryAccess;
    int concurrentManagedAccess; // the CPU may use managed memory while kernels run
    int computePreemptionSupported;
    int canUseHostPointerForRegisteredMem;
    int cooperativeLaunch; // cudaLaunchCooperativeKernel works
    int cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin; // bytes that a block may have after cudaFuncSetAttribute
    int pageableMemoryAccessUsesHostPageTables;
    int directManagedMemAccessFromHost;
    int maxBlocksPerMultiProcessor; // blocks that are on a multiprocessor at once
    int accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    int hostRegisterSupported;
    int sparseCudaArraySupported;
    int hostRegisterReadOnlySupported;
    int memoryPoolsSupported;
    int clusterLaunch; // blocks can form clusters
    int unifiedFunctionPointers;
};

// The size of a box of memory: width in bytes, height and depth in rows and slices.
static inline __host__ struct cudaExtent make_cudaExtent(size_t w, size_t h, size_t d)
{
    struct cudaExtent e = {w, h, d};
    return e;
}
// A place in a box of memory: x in bytes.
static inline __host__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos p = {x, y, z};
    return p;
}
// A pointer to memory with padded rows: address, bytes from row to row, width and height.
static inline __host__ struct cudaPitchedPtr make_cudaPitchedPtr(void *d, size_t p, size_t xsz,
    size_t ysz)
{
    struct cudaPitchedPtr s = {d, p, xsz, ysz};
    return s;
}

// ---- the runtime API: functions ------------------------------------------------------------------------------------------

// ---- devices ----

// How many GPUs there are; here the CPU counts as one when there is none.
__host__ __device__ cudaError_t cudaGetDeviceCount(int *count);
// Makes this device the one that the calling thread's allocations, launches and streams go to.
cudaError_t cudaSetDevice(int device);
// The number of the current device.
__host__ __device__ cudaError_t cudaGetDevice(int *device);
// Sets a device up without making it the current one.
cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
// What the device is and can do: name, memory, limits, compute capability.
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device);
// The device that fits these properties best.
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop);
// One property of a device as a number; faster than cudaGetDeviceProperties.
__host__ __device__ cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device);
// Waits until everything launched on the device is done; gives the first error of it.
cudaError_t cudaDeviceSynchronize(void);
// The old name of cudaDeviceSynchronize.
cudaError_t cudaThreadSynchronize(void);
// Gives back everything that the program has on the device. What was allocated is gone.
cudaError_t cudaDeviceReset(void);
// The old name of cudaDeviceReset.
cudaError_t cudaThreadExit(void);
// How the CPU waits for the device: cudaDeviceScheduleSpin, Yield, BlockingSync ...
cudaError_t cudaSetDeviceFlags(unsigned int flags);
// The flags that cudaSetDeviceFlags has set.
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
// The devices that may be taken when none was set, best first.
cudaError_t cudaSetValidDevices(int *devices, int len);
// Sets how much memory device code gets for its stack, printf or malloc.
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
// How much memory device code has for its stack, printf or malloc.
__host__ __device__ cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
// A wish: more shared memory or more L1 cache, where they share one memory.
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
// What cudaDeviceSetCacheConfig has set.
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
// The width of shared memory's banks; of no effect since Maxwell.
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
// The width of shared memory's banks.
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
// The lowest and the highest priority of streams; lower numbers come first.
cudaError_t cudaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority);
// Where the device is on the PCI bus, as text like 0000:01:00.0.
cudaError_t cudaDeviceGetPCIBusId(char *pciBusId, int len, int device);
// The number of the device at that place of the PCI bus.
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *pciBusId);
// Whether one GPU can read and write another's memory directly.
cudaError_t cudaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice);
// What two different devices can do with each other's memory.
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int srcDevice, int dstDevice);
// Lets the current device reach another's memory.
cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags);
// Takes cudaDeviceEnablePeerAccess back.
cudaError_t cudaDeviceDisablePeerAccess(int peerDevice);
// The newest CUDA version that the driver knows: 12040 is 12.4.
cudaError_t cudaDriverGetVersion(int *driverVersion);
// The CUDA version of this runtime: 12040 is 12.4.
cudaError_t cudaRuntimeGetVersion(int *runtimeVersion);
// Where a profiler that waits for it begins to record.
cudaError_t cudaProfilerStart(void);
// Where a profiler stops recording.
cudaError_t cudaProfilerStop(void);

// ---- errors ----

// The last error of this thread's calls and launches, which is then forgotten. Call it after a launch.
__host__ __device__ cudaError_t cudaGetLastError(void);
// cudaGetLastError, but the error stays for the next call.
__host__ __device__ cudaError_t cudaPeekAtLastError(void);
// The error's name: "cudaErrorInvalidValue".
__host__ __device__ const char *cudaGetErrorName(cudaError_t error);
// The error in words: "invalid argument".
__host__ __device__ const char *cudaGetErrorString(cudaError_t error);

// ---- memory ----

// Memory on the device, of `size` bytes; *devPtr gets its address. Free it with cudaFree.
__host__ __device__ cudaError_t cudaMalloc(void **devPtr __attribute__((hd_any_pointer)), size_t size);
// Gives memory of cudaMalloc, cudaMallocManaged and their kin back. NULL is fine.
__host__ __device__ cudaError_t cudaFree(void *devPtr);
// Memory of the CPU that is never moved, so that copies to the device are fast and asynchronous. Free it with cudaFreeHost.
cudaError_t cudaMallocHost(void **ptr __attribute__((hd_any_pointer)), size_t size,
    unsigned int flags = 0);
// cudaMallocHost with flags: cudaHostAllocMapped lets kernels use it too.
cudaError_t cudaHostAlloc(void **pHost __attribute__((hd_any_pointer)), size_t size,
    unsigned int flags);
// Gives memory of cudaMallocHost and cudaHostAlloc back.
cudaError_t cudaFreeHost(void *ptr);
// The address at which kernels see mapped memory of the CPU.
cudaError_t cudaHostGetDevicePointer(void **pDevice __attribute__((hd_any_pointer)), void *pHost,
    unsigned int flags);
// The flags that cudaHostAlloc was given.
cudaError_t cudaHostGetFlags(unsigned int *pFlags, void *pHost);
// Makes memory that is there already like that of cudaHostAlloc.
cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags);
// Takes cudaHostRegister back.
cudaError_t cudaHostUnregister(void *ptr);
// Memory that the CPU and kernels use at one address; wait (cudaDeviceSynchronize) before the CPU reads results.
cudaError_t cudaMallocManaged(void **devPtr __attribute__((hd_any_pointer)), size_t size,
    unsigned int flags = 1);
// A matrix on the device whose rows begin at good addresses: row r is at (char *)devPtr + r * pitch.
cudaError_t cudaMallocPitch(void **devPtr __attribute__((hd_any_pointer)), size_t *pitch,
    size_t width, size_t height);
// cudaMallocPitch for a box of memory in three dimensions.
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitchedDevPtr, struct cudaExtent extent);
// cudaMalloc in a stream's order: usable by what comes after it in the stream.
cudaError_t cudaMallocAsync(void **devPtr __attribute__((hd_any_pointer)), size_t size,
    cudaStream_t stream);
// cudaFree in a stream's order: once what came before it in the stream is done.
cudaError_t cudaFreeAsync(void *devPtr, cudaStream_t stream);
// Copies `count` bytes between the CPU's memory and the device's. Waits for kernels before it, and until it is done.
cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind);
// cudaMemcpy in a stream's order, without waiting; fully so only with memory of cudaMallocHost.
cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
    cudaStream_t stream = 0);
// Copies from one device's memory to another's.
cudaError_t cudaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count);
// cudaMemcpyPeer in a stream's order, without waiting.
cudaError_t cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice,
    size_t count, cudaStream_t stream = 0);
// Copies `height` rows of `width` bytes; rows are dpitch and spitch bytes apart.
cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
    size_t height, enum cudaMemcpyKind kind);
// cudaMemcpy2D in a stream's order, without waiting.
cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
    size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
// Copies a box of memory, as its parameters say.
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p);
// cudaMemcpy3D in a stream's order, without waiting.
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream = 0);
// Copies to a __device__ or __constant__ variable: name the variable itself, not its address.
cudaError_t cudaMemcpyToSymbol(const void *symbol __attribute__((hd_symbol)), const void *src,
    size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice);
// cudaMemcpyToSymbol in a stream's order, without waiting.
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol __attribute__((hd_symbol)), const void *src,
    size_t count, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
// Copies from a __device__ or __constant__ variable: name the variable itself, not its address.
cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol __attribute__((hd_symbol)),
    size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
// cudaMemcpyFromSymbol in a stream's order, without waiting.
cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol __attribute__((hd_symbol)),
    size_t count, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
// The address on the device of a __device__ or __constant__ variable.
cudaError_t cudaGetSymbolAddress(void **devPtr __attribute__((hd_any_pointer)),
    const void *symbol __attribute__((hd_symbol)));
// The size of a __device__ or __constant__ variable in bytes.
cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol __attribute__((hd_symbol)));
// Sets `count` bytes of the device's memory to a value: each byte, so floats can only be set to 0 so.
cudaError_t cudaMemset(void *devPtr, int value, size_t count);
// cudaMemset in a stream's order, without waiting.
cudaError_t cudaMemsetAsync(void *devPtr, int value, size_t count, cudaStream_t stream = 0);
// Sets `height` rows of `width` bytes, `pitch` bytes apart.
cudaError_t cudaMemset2D(void *devPtr, size_t pitch, int value, size_t width, size_t height);
// cudaMemset2D in a stream's order, without waiting.
cudaError_t cudaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width, size_t height,
    cudaStream_t stream = 0);
// Sets the bytes of a box of memory.
cudaError_t cudaMemset3D(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent);
// cudaMemset3D in a stream's order, without waiting.
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitchedDevPtr, int value,
    struct cudaExtent extent, cudaStream_t stream = 0);
// How many bytes of the device's memory are free, and how many it has.
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
// Moves managed memory to a device, or with cudaCpuDeviceId to the CPU, before it is needed there.
cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice,
    cudaStream_t stream = 0);
cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, struct cudaMemLocation location,
    unsigned int flags, cudaStream_t stream = 0) __asm__("cudaMemPrefetchAsync_location");
// How managed memory will be used: mostly read, preferably on one device ...
cudaError_t cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
    int device);
cudaError_t cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
    struct cudaMemLocation location) __asm__("cudaMemAdvise_location");
// What kind of memory a pointer leads to, and on which device.
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr);

// ---- pools of memory ----

// The pool that cudaMallocAsync takes memory from when no other was set.
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *memPool, int device);
// The pool that cudaMallocAsync takes memory from.
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *memPool, int device);
// Sets the pool that cudaMallocAsync takes memory from.
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool);
// Makes a pool of memory.
cudaError_t cudaMemPoolCreate(cudaMemPool_t *memPool, const struct cudaMemPoolProps *poolProps);
// Gives a pool back once nothing of it is in use.
cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool);
// Sets what a pool does: `value` leads to an int or a cuuint64_t.
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value);
// What a pool does, and how much memory it has: `value` leads to an int or a cuuint64_t.
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value);
// Gives memory that a pool keeps and nobody uses back to the system, but for so many bytes.
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep);
// Says which devices may use a pool's memory.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const struct cudaMemAccessDesc *descList, size_t count);
// Whether a device may use a pool's memory.
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t memPool, struct cudaMemLocation *location);
// cudaMallocAsync from a pool.
cudaError_t cudaMallocFromPoolAsync(void **ptr __attribute__((hd_any_pointer)), size_t size, cudaMemPool_t memPool,
    cudaStream_t stream);
cudaError_t cudaMallocAsync(void **ptr __attribute__((hd_any_pointer)), size_t size, cudaMemPool_t memPool,
    cudaStream_t stream) __asm__("cudaMallocFromPoolAsync");

// ---- other programs' memory: refused ----

// A handle by which another program could use memory: refused here.
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *devPtr);
// Another program's memory: refused here.
cudaError_t cudaIpcOpenMemHandle(void **devPtr __attribute__((hd_any_pointer)), cudaIpcMemHandle_t handle, unsigned int flags);
// Gives another program's memory back: refused here.
cudaError_t cudaIpcCloseMemHandle(void *devPtr);
// A handle by which another program could wait for an event: refused here.
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
// Another program's event: refused here.
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);

// ---- arrays, textures, surfaces ----

// An array of width * height elements for textures and surfaces (height 0: one dimension). Free it with cudaFreeArray.
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height = 0,
    unsigned int flags = 0);
// An array in up to three dimensions, of layers, or of the sides of a cube; extent.width in elements.
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
    unsigned int flags = 0);
// Gives an array back. NULL is fine.
cudaError_t cudaFreeArray(cudaArray_t array);
// An array with levels, each half as large as the one before. Free it with cudaFreeMipmappedArray.
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmappedArray, const struct cudaChannelFormatDesc *desc,
    struct cudaExtent extent, unsigned int numLevels, unsigned int flags = 0);
// One level of an array with levels.
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *levelArray, cudaMipmappedArray_const_t mipmappedArray, unsigned int level);
// Gives an array with levels back.
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray);
// What an array was made with.
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags, cudaArray_t array);
// What the elements of an array are.
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array);
// Copies `count` bytes to an array from byte wOffset of row hOffset on. cudaMemcpy2DToArray is its successor.
cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count,
    enum cudaMemcpyKind kind);
// Copies `count` bytes from byte wOffset of row hOffset of an array on. cudaMemcpy2DFromArray is its successor.
cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
    enum cudaMemcpyKind kind);
// cudaMemcpyToArray in a stream's order, without waiting.
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count,
    enum cudaMemcpyKind kind, cudaStream_t stream = 0);
// cudaMemcpyFromArray in a stream's order, without waiting.
cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
    enum cudaMemcpyKind kind, cudaStream_t stream = 0);
// Copies `count` bytes from one array to another.
cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
    size_t wOffsetSrc, size_t hOffsetSrc, size_t count, enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
// Copies `height` rows of `width` bytes to an array; wOffset in bytes, hOffset in rows.
cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch,
    size_t width, size_t height, enum cudaMemcpyKind kind);
// cudaMemcpy2DToArray in a stream's order, without waiting.
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch,
    size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
// Copies `height` rows of `width` bytes from an array; wOffset in bytes, hOffset in rows.
cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset,
    size_t width, size_t height, enum cudaMemcpyKind kind);
// cudaMemcpy2DFromArray in a stream's order, without waiting.
cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset,
    size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
// Copies `height` rows of `width` bytes from one array to another.
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
    size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height,
    enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
// A texture of an array or memory, for kernels to fetch from. Destroy it with cudaDestroyTextureObject.
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *pTexObject, const struct cudaResourceDesc *pResDesc,
    const struct cudaTextureDesc *pTexDesc, const struct cudaResourceViewDesc *pResViewDesc);
// Gives a texture object back; its array or memory stays.
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject);
// What a texture object was made from.
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *pResDesc, cudaTextureObject_t texObject);
// How a texture object fetches.
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *pTexDesc, cudaTextureObject_t texObject);
// A surface of an array, for kernels to read and write. Destroy it with cudaDestroySurfaceObject.
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *pSurfObject, const struct cudaResourceDesc *pResDesc);
// Gives a surface object back; its array stays.
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject);
// What a surface object was made from.
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *pResDesc, cudaSurfaceObject_t surfObject);

// What the functions of texture references call (headers/texture_types.h).
cudaError_t __heddle_bind_linear(void *t, size_t *offset, const void *p, const struct cudaChannelFormatDesc *desc, size_t size)
    __asm__("cudaBindTexture_linear");
cudaError_t __heddle_bind_2d(void *t, size_t *offset, const void *p, const struct cudaChannelFormatDesc *desc, size_t width,
    size_t height, size_t pitch) __asm__("cudaBindTexture2D_rows");
cudaError_t __heddle_bind_array(void *t, cudaArray_const_t array, const struct cudaChannelFormatDesc *desc)
    __asm__("cudaBindTextureToArray_reference");
cudaError_t __heddle_unbind(void *t) __asm__("cudaUnbindTexture_reference");
cudaError_t __heddle_bind_surface(void *s, cudaArray_const_t array) __asm__("cudaBindSurfaceToArray_reference");

// ---- streams ----

// A stream: work in it is done in order, beside that of other streams. Destroy it with cudaStreamDestroy.
cudaError_t cudaStreamCreate(cudaStream_t *pStream);
// cudaStreamCreate with flags; with cudaStreamNonBlocking it does not wait for the default stream.
__host__ __device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned int flags);
// cudaStreamCreate with flags and a priority; lower numbers come first.
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *pStream, unsigned int flags, int priority);
// Gives a stream back once its work is done.
__host__ __device__ cudaError_t cudaStreamDestroy(cudaStream_t stream);
// Waits until everything in the stream is done.
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
// cudaSuccess when everything in the stream is done, else cudaErrorNotReady; does not wait.
cudaError_t cudaStreamQuery(cudaStream_t stream);
// What comes next in the stream waits for the event.
__host__ __device__ cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
// The priority that the stream was made with.
cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int *priority);
// The flags that the stream was made with.
cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int *flags);
// A number that no other stream of the program has.
cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId);
// Calls a function of the CPU once what came before it in the stream is done; cudaLaunchHostFunc is its successor.
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
    void *userData, unsigned int flags);
// Which stream managed memory belongs to, for devices that cannot share it with the CPU at any time.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *devPtr, size_t length = 0,
    unsigned int flags = 4);
// Calls a function of the CPU once what came before it in the stream is done. It must call no CUDA functions.
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData);
// Sets an attribute of a stream, such as the memory that should stay in the L2 cache.
cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, enum cudaLaunchAttributeID attr, const union cudaLaunchAttributeValue *value);
// What cudaStreamSetAttribute has set.
cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, enum cudaLaunchAttributeID attr, union cudaLaunchAttributeValue *value_out);
// Gives a stream the attributes of another.
cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src);
// What was to stay in the L2 cache need not any more.
cudaError_t cudaCtxResetPersistingL2Cache(void);

// ---- events ----

// An event: a mark in a stream that can be waited for, and whose time is taken. Destroy it with cudaEventDestroy.
cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags = 0);
// cudaEventCreate with flags: cudaEventDisableTiming makes it cheaper.
__host__ __device__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
// Puts the event at the stream's present end.
__host__ __device__ cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
// cudaEventRecord with flags.
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0,
    unsigned int flags = 0);
// cudaSuccess when the event has been reached, else cudaErrorNotReady; does not wait.
cudaError_t cudaEventQuery(cudaEvent_t event);
// Waits until the event has been reached.
cudaError_t cudaEventSynchronize(cudaEvent_t event);
// Gives an event back.
__host__ __device__ cudaError_t cudaEventDestroy(cudaEvent_t event);
// The milliseconds between two events that were recorded and reached.
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end);

// ---- kernels ----

// The sum over the parts of |a - b|, unsigned.
static inline __device__ unsigned int __vsadu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r += (unsigned int)(x > y ? x - y : y - x);
    }
    return r;
}

// ---- what came before the _sync functions of warps ----

// The value that lane `lane` has. The older form of __shfl_sync, for the threads that run together.
static inline __device__ int __shfl(int value, int lane, int width = 32) { return __shfl_sync(__activemask(), value, lane, width); }
static inline __device__ unsigned int __shfl(unsigned int value, int lane, int width = 32) { return __shfl_sync(__activemask(), value, lane, width); }
static inline __device__ long __shfl(long value, int lane, int width = 32) { return __shfl_sync(__activemask(), value, lane, width); }
static inline __device__ unsigned long __shfl(unsigned long value, int lane, int width = 32) { return __shfl_sync(__activemask(), value, lane, width); }
static inline __device__ long long __shfl(long long value, int lane, int width = 32) { return __shfl_sync(__activemask(), value, lane, width); }
static inline __device__ unsigned long long __shfl(unsigned long long value, int lane, int width = 32) { return __shfl_sync(__activemask(), value, lane, width); }
static inline __device__ float __shfl(float value, int lane, int width = 32) { return __shfl_sync(__activemask(), value, lane, width); }
static inline __device__ double __shfl(double value, int lane, int width = 32) { return __shfl_sync(__activemask(), value, lane, width); }
// The value of the lane `lane` below. The older form of __shfl_up_sync, for the threads that run together.
static inline __device__ int __shfl_up(int value, unsigned int lane, int width = 32) { return __shfl_up_sync(__activemask(), value, lane, width); }
static inline __device__ unsigned int __shfl_up(unsigned int value, unsigned int lane, int width = 32) { return __shfl_up_sync(__activemask(), value, lane, width); }
static inline __device__ long __shfl_up(long value, unsigned int lane, int width = 32) { return __shfl_up_sync(__activemask(), value, lane, width); }
static inline __device__ unsigned long __shfl_up(unsigned long value, unsigned int lane, int width = 32) { return __shfl_up_sync(__activemask(), value, lane, width); }
static inline __device__ long long __shfl_up(long long value, unsigned int lane, int width = 32) { return __shfl_up_sync(__activemask(), value, lane, width); }
static inline __device__ unsigned long long __shfl_up(unsigned long long value, unsigned int lane, int width = 32) { return __shfl_up_sync(__activemask(), value, lane, width); }
static inline __device__ float __shfl_up(float value, unsigned int lane, int width = 32) { return __shfl_up_sync(__activemask(), value, lane, width); }
static inline __device__ double __shfl_up(double value, unsigned int lane, int width = 32) { return __shfl_up_sync(__activemask(), value, lane, width); }
// The value of the lane `lane` above. The older form of __shfl_down_sync, for the threads that run together.
static inline __device__ int __shfl_down(int value, unsigned int lane, int width = 32) { return __shfl_down_sync(__activemask(), value, lane, width); }
static inline __device__ unsigned int __shfl_down(unsigned int value, unsigned int lane, int width = 32) { return __shfl_down_sync(__activemask(), value, lane, width); }
static inline __device__ long __shfl_down(long value, unsigned int lane, int width = 32) { return __shfl_down_sync(__activemask(), value, lane, width); }
static inline __device__ unsigned long __shfl_down(unsigned long value, unsigned int lane, int width = 32) { return __shfl_down_sync(__activemask(), value, lane, width); }
static inline __device__ long long __shfl_down(long long value, unsigned int lane, int width = 32) { return __shfl_down_sync(__activemask(), value, lane, width); }
static inline __device__ unsigned long long __shfl_down(unsigned long long value, unsigned int lane, int width = 32) { return __shfl_down_sync(__activemask(), value, lane, width); }
static inline __device__ float __shfl_down(float value, unsigned int lane, int width = 32) { return __shfl_down_sync(__activemask(), value, lane, width); }
static inline __device__ double __shfl_down(double value, unsigned int lane, int width = 32) { return __shfl_down_sync(__activemask(), value, lane, width); }
// The value of the lane whose number differs by the bits of `lane`. The older form of __shfl_xor_sync, for the threads that run together.
static inline __device__ int __shfl_xor(int value, int lane, int width = 32) { return __shfl_xor_sync(__activemask(), value, lane, width); }
static inline __device__ unsigned int __shfl_xor(unsigned int value, int lane, int width = 32) { return __shfl_xor_sync(__activemask(), value, lane, width); }
static inline __device__ long __shfl_xor(long value, int lane, int width = 32) { return __shfl_xor_sync(__activemask(), value, lane, width); }
static inline __device__ unsigned long __shfl_xor(unsigned long value, int lane, int width = 32) { return __shfl_xor_sync(__activemask(), value, lane, width); }
static inline __device__ long long __shfl_xor(long long value, int lane, int width = 32) { return __shfl_xor_sync(__activemask(), value, lane, width); }
static inline __device__ unsigned long long __shfl_xor(unsigned long long value, int lane, int width = 32) { return __shfl_xor_sync(__activemask(), value, lane, width); }
static inline __device__ float __shfl_xor(float value, int lane, int width = 32) { return __shfl_xor_sync(__activemask(), value, lane, width); }
static inline __device__ double __shfl_xor(double value, int lane, int width = 32) { return __shfl_xor_sync(__activemask(), value, lane, width); }
// Whether the condition holds in all threads that run together. The older form of __all_sync.
static inline __device__ int __all(int predicate) { return __all_sync(__activemask(), predicate); }
// Whether it holds in any of them. The older form of __any_sync.
static inline __device__ int __any(int predicate) { return __any_sync(__activemask(), predicate); }
// A bit for each of them where it holds. The older form of __ballot_sync.
static inline __device__ unsigned int __ballot(int predicate) { return __ballot_sync(__activemask(), predicate); }

// ---- graphs ----

// What a graph is inside.
struct CUgraph_st;
// A graph: work that is written down once and launched many times.
typedef struct CUgraph_st *cudaGraph_t;
// What a node of a graph is inside.
struct CUgraphNode_st;
// A node of a graph: a launch, a copy, a fill, a call of the CPU ...
typedef struct CUgraphNode_st *cudaGraphNode_t;
// What an instance of a graph is inside.
struct CUgraphExec_st;
// A graph that can be launched.
typedef struct CUgraphExec_st *cudaGraphExec_t;
// What a node does.
enum cudaGraphNodeType {
    cudaGraphNodeTypeKernel = 0, // launches a kernel
    cudaGraphNodeTypeMemcpy = 1, // copies memory
    cudaGraphNodeTypeMemset = 2, // fills memory
    cudaGraphNodeTypeHost = 3, // calls a function of the CPU
    cudaGraphNodeTypeGraph = 4, // another graph
    cudaGraphNodeTypeEmpty = 5, // nothing: others wait for it
    cudaGraphNodeTypeWaitEvent = 6, // waits for an event
    cudaGraphNodeTypeEventRecord = 7, // records an event
    cudaGraphNodeTypeMemAlloc = 10, // gives memory
    cudaGraphNodeTypeMemFree = 11, // frees memory
    cudaGraphNodeTypeConditional = 13, // other graphs, as a value says
};
// Which calls of other threads make a capture fail.
enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal = 0, // unsafe calls of any thread
    cudaStreamCaptureModeThreadLocal = 1, // unsafe calls of this thread
    cudaStreamCaptureModeRelaxed = 2, // none
};
// Whether a stream is being captured.
enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone = 0, // it is not
    cudaStreamCaptureStatusActive = 1, // it is
    cudaStreamCaptureStatusInvalidated = 2, // it was, and a call has made it fail
};
// How an instance can be made.
enum cudaGraphInstantiateFlags {
    cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
    cudaGraphInstantiateFlagUpload = 2,
    cudaGraphInstantiateFlagDeviceLaunch = 4,
    cudaGraphInstantiateFlagUseNodePriority = 8,
};
// Why an instance could not be updated.
enum cudaGraphExecUpdateResult {
    cudaGraphExecUpdateSuccess = 0, // it was
    cudaGraphExecUpdateError = 1, // for another reason
    cudaGraphExecUpdateErrorTopologyChanged = 2, // other nodes or edges
    cudaGraphExecUpdateErrorNodeTypeChanged = 3, // a node does something else
    cudaGraphExecUpdateErrorFunctionChanged = 4, // a kernel that cannot take its place
    cudaGraphExecUpdateErrorParametersChanged = 5, // parameters that cannot be changed
    cudaGraphExecUpdateErrorNotSupported = 6, // it cannot be done
};
// What cudaGraphExecUpdate says.
struct cudaGraphExecUpdateResultInfo_st {
    enum cudaGraphExecUpdateResult result;
    cudaGraphNode_t errorNode, errorFromNode;
};
typedef struct cudaGraphExecUpdateResultInfo_st cudaGraphExecUpdateResultInfo;
// A kernel's launch as a node; kernelParams holds the arguments' addresses.
struct cudaKernelNodeParams {
    void *func __attribute__((hd_kernel));
    dim3 gridDim, blockDim;
    unsigned int sharedMemBytes;
    void **kernelParams, **extra;
};
// A fill as a node: `height` rows of `width` elements of 1, 2 or 4 bytes.
struct cudaMemsetParams {
    void *dst;
    size_t pitch;
    unsigned int value, elementSize;
    size_t width, height;
};
// A call of the CPU as a node.
struct cudaHostNodeParams {
    cudaHostFn_t fn;
    void *userData;
};
// Makes an empty graph. Destroy it with cudaGraphDestroy.
cudaError_t cudaGraphCreate(cudaGraph_t *pGraph, unsigned int flags = 0);
// Frees a graph; instances of it stay.
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
// Makes a graph with the same nodes.
cudaError_t cudaGraphClone(cudaGraph_t *pGraphClone, cudaGraph_t originalGraph);
// Adds a kernel's launch that comes after the given nodes.
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaKernelNodeParams *pNodeParams);
// Adds a copy as cudaMemcpy3D makes it.
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaMemcpy3DParms *pCopyParams);
// Adds a copy as cudaMemcpy makes it.
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, void *dst, const void *src, size_t count, enum cudaMemcpyKind kind);
// Adds a fill.
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaMemsetParams *pMemsetParams);
// Adds a call of a function of the CPU.
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaHostNodeParams *pNodeParams);
// Adds a node that does nothing.
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies);
// Adds a copy of a graph as one node.
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, cudaGraph_t childGraph);
// Says that node to[i] comes after node from[i].
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
    size_t numDependencies);
// What an edge says besides its order.
struct cudaGraphEdgeData_st {
    unsigned char from_port, to_port, type, reserved[5];
};
typedef struct cudaGraphEdgeData_st cudaGraphEdgeData;
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
    const cudaGraphEdgeData *edgeData, size_t numDependencies) __asm__("cudaGraphAddDependencies_edges");
// Lists a graph's nodes; with nodes NULL it says how many there are.
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *numNodes);
// Lists the nodes that come after no other.
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *pRootNodes, size_t *pNumRootNodes);
// What a node does.
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *pType);
// What a node's kernel is launched with.
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *pNodeParams);
// Changes what a node's kernel is launched with, in the graph.
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *pNodeParams);
// Makes of a graph what can be launched. Destroy it with cudaGraphExecDestroy.
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, unsigned long long flags = 0);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, cudaGraphNode_t *pErrorNode, char *pLogBuffer,
    size_t bufferSize) __asm__("cudaGraphInstantiate_log");
// cudaGraphInstantiate by its other name.
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, unsigned long long flags);
// Frees an instance.
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec);
// Prepares the first launch.
cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream);
// Does the graph's work in a stream's order.
cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream);
// Changes what a node's kernel is launched with, in an instance.
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
    const struct cudaKernelNodeParams *pNodeParams);
// Changes a copy, in an instance.
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void *dst, const void *src,
    size_t count, enum cudaMemcpyKind kind);
// Changes a fill, in an instance.
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
    const struct cudaMemsetParams *pNodeParams);
// Changes a call of the CPU, in an instance.
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
    const struct cudaHostNodeParams *pNodeParams);
// Gives an instance all that a graph of the same shape has.
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph, cudaGraphExecUpdateResultInfo *resultInfo);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph, cudaGraphNode_t *hErrorNode_out,
    enum cudaGraphExecUpdateResult *updateResult_out) __asm__("cudaGraphExecUpdate_node");
// From now on the stream's work is written down and not done, until cudaStreamEndCapture.
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
// Gives the graph of what was captured.
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *pGraph);
// Whether a stream is being captured.
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *pCaptureStatus);
// From now on the stream's work becomes nodes of a graph that is there, after the given ones.
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
    const cudaGraphEdgeData *dependencyData, size_t numDependencies, enum cudaStreamCaptureMode mode);
// What a capture has come to: its graph, and the nodes that the next one comes after.
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus_out,
    unsigned long long *id_out = 0, cudaGraph_t *graph_out = 0, const cudaGraphNode_t **dependencies_out = 0,
    const cudaGraphEdgeData **edgeData_out = 0, size_t *numDependencies_out = 0);
// Whether cudaStreamUpdateCaptureDependencies adds to the nodes or replaces them.
enum cudaStreamUpdateCaptureDependenciesFlags {
    cudaStreamAddCaptureDependencies = 0,
    cudaStreamSetCaptureDependencies = 1,
};
// Says what the stream's next node comes after.
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
    const cudaGraphEdgeData *dependencyData, size_t numDependencies, unsigned int flags = 0);
// Changes the thread's mode of captures; *mode becomes the one before.
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);

// Memory that a node gives: of `bytesize` bytes; the node's making fills in `dptr`.
struct cudaMemAllocNodeParams {
    struct cudaMemPoolProps poolProps;
    const struct cudaMemAccessDesc *accessDescs;
    size_t accessDescCount, bytesize;
    void *dptr;
};
// Which of a conditional node's graphs are done.
enum cudaGraphConditionalNodeType {
    cudaGraphCondTypeIf = 0, // the first unless the value is 0; else the second, if there are two
    cudaGraphCondTypeWhile = 1, // the first, as long as the value is not 0
    cudaGraphCondTypeSwitch = 2, // the one whose number the value is
};
// A value that kernels set and conditional nodes ask.
typedef unsigned long long cudaGraphConditionalHandle;
enum {
    cudaGraphCondAssignDefault = 1, // of cudaGraphConditionalHandleCreate: each launch sets the value
};
// A conditional node: its making puts `size` empty graphs at `phGraph_out`.
struct cudaConditionalNodeParams {
    cudaGraphConditionalHandle handle;
    enum cudaGraphConditionalNodeType type;
    unsigned int size;
    cudaGraph_t *phGraph_out;
};
// Whether a child graph is copied or given away.
enum cudaGraphChildGraphNodeOwnership {
    cudaGraphChildGraphOwnershipClone = 0,
    cudaGraphChildGraphOwnershipMove = 1,
};
typedef struct cudaKernelNodeParams cudaKernelNodeParamsV2;
typedef struct cudaMemsetParams cudaMemsetParamsV2;
typedef struct cudaHostNodeParams cudaHostNodeParamsV2;
typedef struct cudaMemAllocNodeParams cudaMemAllocNodeParamsV2;
struct cudaMemcpyNodeParams {
    int flags, reserved[3];
    struct cudaMemcpy3DParms copyParams;
};
struct cudaChildGraphNodeParams {
    cudaGraph_t graph;
    enum cudaGraphChildGraphNodeOwnership ownership;
};
struct cudaEventWaitNodeParams { cudaEvent_t event; };
struct cudaEventRecordNodeParams { cudaEvent_t event; };
struct cudaMemFreeNodeParams { void *dptr; };
// A node of any type; begin with `= {}`.
struct cudaGraphNodeParams {
    enum cudaGraphNodeType type;
    int reserved0[3];
    union {
        long long reserved1[29];
        struct cudaKernelNodeParams kernel;
        struct cudaMemcpyNodeParams memcpy;
        struct cudaMemsetParams memset;
        struct cudaHostNodeParams host;
        struct cudaChildGraphNodeParams graph;
        struct cudaEventWaitNodeParams eventWait;
        struct cudaEventRecordNodeParams eventRecord;
        struct cudaMemAllocNodeParams alloc;
        struct cudaMemFreeNodeParams free;
        struct cudaConditionalNodeParams conditional;
    };
    long long reserved2;
};
// Adds a node of any type.
cudaError_t cudaGraphAddNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    const cudaGraphEdgeData *dependencyData, size_t numDependencies, struct cudaGraphNodeParams *nodeParams);
// Changes a node, in the graph; in an instance.
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *nodeParams);
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node, struct cudaGraphNodeParams *nodeParams);
// Adds memory that each launch gives. Its address is known at once.
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, struct cudaMemAllocNodeParams *nodeParams);
// Adds that memory is freed.
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, void *dptr);
// What a node gives; frees (dptr_out leads to a pointer).
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *params_out);
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *dptr_out);
// Which figure of the graphs' memory: a cuuint64_t.
enum cudaGraphMemAttributeType {
    cudaGraphMemAttrUsedMemCurrent = 0, // bytes that launches have given and nobody freed
    cudaGraphMemAttrUsedMemHigh = 1, // the most of them so far
    cudaGraphMemAttrReservedMemCurrent = 2, // bytes that graphs hold
    cudaGraphMemAttrReservedMemHigh = 3, // the most of them so far
};
// Figures of the graphs' memory; the highest ones can be set to 0.
cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr, void *value);
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr, void *value);
// Gives back memory that no graph uses.
cudaError_t cudaDeviceGraphMemTrim(int device);
// Makes a value for conditional nodes; with cudaGraphCondAssignDefault each launch sets it to defaultLaunchValue.
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *pHandle_out, cudaGraph_t graph,
    unsigned int defaultLaunchValue = 0, unsigned int flags = 0);
// Sets the value that conditional nodes ask.
static inline __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
    *(volatile unsigned int *)handle = value;
}
// Adds that an event is recorded; that it is waited for.
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, cudaEvent_t event);
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, cudaEvent_t event);
// The event of a node; and changes it, in a graph and in an instance.
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event_out);
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event_out);
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event);
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event);
// Adds a copy to a __device__ or __constant__ variable; from one.
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const void *symbol __attribute__((hd_symbol)), const void *src, size_t count, size_t offset,
    enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, void *dst, const void *symbol __attribute__((hd_symbol)), size_t count, size_t offset,
    enum cudaMemcpyKind kind);
// What a copy, a fill, a call does.
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *pNodeParams);
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *pNodeParams);
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *pNodeParams);
// Changes a copy, a fill, a call, in the graph.
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms *pNodeParams);
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst, const void *src, size_t count,
    enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol __attribute__((hd_symbol)),
    const void *src, size_t count, size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
    const void *symbol __attribute__((hd_symbol)), size_t count, size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *pNodeParams);
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *pNodeParams);
// Changes a copy, in an instance.
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
    const struct cudaMemcpy3DParms *pNodeParams);
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
    const void *symbol __attribute__((hd_symbol)), const void *src, size_t count, size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void *dst,
    const void *symbol __attribute__((hd_symbol)), size_t count, size_t offset, enum cudaMemcpyKind kind);
// The graph inside of a node; and replaces it, in an instance.
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *pGraph);
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, cudaGraph_t childGraph);
// Attributes of a kernel's launch.
typedef enum cudaLaunchAttributeID cudaKernelNodeAttrID;
typedef union cudaLaunchAttributeValue cudaKernelNodeAttrValue;
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc);
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaKernelNodeAttrID attr, cudaKernelNodeAttrValue *value_out);
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaKernelNodeAttrID attr, const cudaKernelNodeAttrValue *value);
// Takes a node and its edges out of a graph.
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
// The node of a clone that was made of a node.
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *pNode, cudaGraphNode_t originalNode, cudaGraph_t clonedGraph);
// Takes edges out of a graph.
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
    const cudaGraphEdgeData *edgeData, size_t numDependencies);
// Lists a graph's edges, the nodes that one comes after, those that come after it; with NULL it says how many there are.
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edgeData,
    size_t *numEdges);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *pDependencies, cudaGraphEdgeData *edgeData,
    size_t *pNumDependencies);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes, cudaGraphEdgeData *edgeData,
    size_t *pNumDependentNodes);
// Whether an instance does a kernel, copy or fill; and sets it.
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int isEnabled);
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int *isEnabled);
// How an instance's making ended.
enum cudaGraphInstantiateResult {
    cudaGraphInstantiateSuccess = 0,
    cudaGraphInstantiateError = 1,
    cudaGraphInstantiateInvalidStructure = 2,
    cudaGraphInstantiateNodeOperationNotSupported = 3,
    cudaGraphInstantiateMultipleDevicesNotSupported = 4,
    cudaGraphInstantiateConditionalHandleUnused = 5,
};
typedef enum cudaGraphInstantiateResult cudaGraphInstantiateResult;
struct cudaGraphInstantiateParams_st {
    unsigned long long flags;
    cudaStream_t uploadStream;
    cudaGraphNode_t errNode_out;
    cudaGraphInstantiateResult result_out;
};
typedef struct cudaGraphInstantiateParams_st cudaGraphInstantiateParams;
// Makes of a graph what can be launched.
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
    cudaGraphInstantiateParams *instantiateParams);
// The flags that an instance was made with.
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long *flags);
// What a picture of a graph shows: all of it, here.
enum cudaGraphDebugDotFlags {
    cudaGraphDebugDotFlagsVerbose = 1,
    cudaGraphDebugDotFlagsKernelNodeParams = 4,
    cudaGraphDebugDotFlagsMemcpyNodeParams = 8,
    cudaGraphDebugDotFlagsMemsetNodeParams = 16,
    cudaGraphDebugDotFlagsHostNodeParams = 32,
    cudaGraphDebugDotFlagsEventNodeParams = 64,
    cudaGraphDebugDotFlagsKernelNodeAttributes = 512,
    cudaGraphDebugDotFlagsHandles = 1024,
    cudaGraphDebugDotFlagsConditionalNodeParams = 32768,
};
// Writes a graph to a file as a picture for Graphviz.
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags);
// What goes with the last of its users, which may be graphs.
struct CUuserObject_st;
typedef struct CUuserObject_st *cudaUserObject_t;
// How an object is destroyed.
enum cudaUserObjectFlags {
    cudaUserObjectNoDestructorSync = 1, // at a time that nobody can wait for: the only way there is
};
// Where a graph's uses of an object come from.
enum cudaUserObjectRetainFlags {
    cudaGraphUserObjectMove = 1, // from the caller, who has them no longer
};
// Makes an object: `destroy` is called with `ptr` when the last use of it ends.
cudaError_t cudaUserObjectCreate(cudaUserObject_t *object_out, void *ptr, cudaHostFn_t destroy, unsigned int initialRefcount,
    unsigned int flags);
// Begins and ends uses of an object.
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count = 1);
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count = 1);
// A graph begins and ends uses of an object; instances go on with them.
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count = 1, unsigned int flags = 0);
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count = 1);

// ---- launches ----

// What kernel<<<grid, block, shared, stream>>>(...) does; args holds the arguments' addresses.
cudaError_t cudaLaunchKernel(const void *func __attribute__((hd_kernel)), dim3 gridDim,
    dim3 blockDim, void **args, size_t sharedMem = 0, cudaStream_t stream = 0);
// cudaLaunchKernel with all blocks on the device at once, so that the grid can wait for itself (grid.sync()).
cudaError_t cudaLaunchCooperativeKernel(const void *func __attribute__((hd_kernel)), dim3 gridDim,
    dim3 blockDim, void **args, size_t sharedMem = 0, cudaStream_t stream = 0);
// cudaLaunchKernel with its settings in a struct.
cudaError_t cudaLaunchKernelExC(const struct cudaLaunchConfig_t *config,
    const void *func __attribute__((hd_kernel)), void **args);
// What a kernel needs: registers, shared and local memory, the most threads per block.
__host__ __device__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr,
    const void *func __attribute__((hd_kernel)));
// Sets what a kernel may use: more than 48 KiB of dynamic shared memory needs cudaFuncAttributeMaxDynamicSharedMemorySize.
cudaError_t cudaFuncSetAttribute(const void *func __attribute__((hd_kernel)),
    enum cudaFuncAttribute attr, int value);
// A wish for one kernel: more shared memory or more L1 cache.
cudaError_t cudaFuncSetCacheConfig(const void *func __attribute__((hd_kernel)),
    enum cudaFuncCache config);
// The width of shared memory's banks for one kernel; of no effect since Maxwell.
cudaError_t cudaFuncSetSharedMemConfig(const void *func __attribute__((hd_kernel)),
    enum cudaSharedMemConfig config);
// How many blocks of a kernel are on one multiprocessor at once.
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks,
    const void *func __attribute__((hd_kernel)), int blockSize, size_t dynamicSMemSize);
// cudaOccupancyMaxActiveBlocksPerMultiprocessor with flags.
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks,
    const void *func __attribute__((hd_kernel)), int blockSize, size_t dynamicSMemSize,
    unsigned int flags);
// The block size that fills the device best, and how many blocks that takes.
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize,
    const void *func __attribute__((hd_kernel)), size_t dynamicSMemSize = 0,
    int blockSizeLimit = 0);
// cudaOccupancyMaxPotentialBlockSize with flags.
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize,
    const void *func __attribute__((hd_kernel)), size_t dynamicSMemSize = 0,
    int blockSizeLimit = 0, unsigned int flags = 0);
// How much dynamic shared memory each of so many blocks per multiprocessor can have.
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize,
    const void *func __attribute__((hd_kernel)), int numBlocks, int blockSize);

// ---- half and __nv_bfloat16: the functions of cuda_fp16.h and cuda_bf16.h ------------------------------------------------
// The types are _Float16 and __bf16; arithmetic on them is ordinary. What is not a machine instruction is done in float.

// A floating-point number of 2 bytes, about 3 decimal digits, at most 65504.
typedef _Float16 half;
typedef _Float16 __half;
// A floating-point number of 2 bytes with the range of float, but only 2 to 3 decimal digits.
typedef __bf16 __nv_bfloat16;
typedef __bf16 nv_bfloat16;
// A pair of halves, which GPUs compute with at once.
struct __attribute__((aligned(4))) __half2 { half x, y; };
typedef struct __half2 half2;
// A pair of bfloat16 numbers, which GPUs compute with at once.
struct __attribute__((aligned(4))) __nv_bfloat162 { __nv_bfloat16 x, y; };
typedef struct __nv_bfloat162 nv_bfloat162;
@half

// ---- arrays: what expressions of them call (core/array/array.def; run/array) ---------------------------------------

// An array: ndarray<T, R> has R dimensions and elements of type T. `?zeros` and its kin make them.
struct ndarray { void *handle; };

void *__heddle_array_keep(void *a);
void *__heddle_array_hold(void *a);
long __heddle_array_mark();
void __heddle_array_drain(long mark);
void *__heddle_array_give(long mark, void *a);
void *__heddle_array_take(long mark, void *a);
void *__heddle_array_set(void **at, void *a);
void *__heddle_array_replace(void **at, long mark, void *a);
void __heddle_array_leave(void **at);
void *__heddle_array_make(unsigned loc, int kind, int part, int size, int zero, int rank, ...);
void *__heddle_array_like(unsigned loc, int kind, int part, int size, int zero, void *a);
void *__heddle_array_wrap(unsigned loc, int kind, int part, int size, const void *data, int rank, ...);
void *__heddle_array_copy(unsigned loc, void *a);
void *__heddle_array_pointer(unsigned loc, void *a);
void *__heddle_array_data(unsigned loc, void *a);
void *__heddle_array_shape_of(unsigned loc, void *a);
void *__heddle_array_strides_of(unsigned loc, void *a);
long __heddle_array_folded(unsigned loc, void *a);
void *__heddle_array_rows(unsigned loc, void *a, long n);
void *__heddle_array_scalar(unsigned loc, void *a);
long __heddle_array_extent(unsigned loc, void *a, long dim);
long __heddle_array_stride(unsigned loc, void *a, long dim);
long __heddle_array_size(unsigned loc, void *a);
long __heddle_array_range_count(unsigned loc, double start, double stop, double step);
void *__heddle_array_at(unsigned loc, void *a, int n, ...);
void *__heddle_array_section(unsigned loc, void *a, int n, ...);
void *__heddle_array_axes(unsigned loc, void *a, int n, ...);
void *__heddle_array_reshape(unsigned loc, void *a, int n, ...);
void *__heddle_array_flip(unsigned loc, void *a, int axis);
void *__heddle_array_diagonal(unsigned loc, void *a);
void *__heddle_array_broadcast(unsigned loc, void *a, int n, ...);
void *__heddle_array_pick(unsigned loc, void *a, int axis, void *index);
void *__heddle_array_pick_into(unsigned loc, void *a, int axis, void *index, void *value);
void *__heddle_array_merge_axes(unsigned loc, void *a, int axis, int n);
void *__heddle_array_merge_indices(unsigned loc, void *a, int axis, int n, ...);
void *__heddle_array_select(unsigned loc, void *a, void *mask);
void *__heddle_array_select_into(unsigned loc, void *a, void *mask, void *value);
void *__heddle_array_join(unsigned loc, int axis, int fresh, int n, ...);
void *__heddle_array_repeat(unsigned loc, void *a, long n, int axis);
void *__heddle_array_roll(unsigned loc, void *a, long shift, int axis);
void *__heddle_array_nonzero(unsigned loc, void *a, int axis);
void *__heddle_array_count(unsigned loc, long n);
void *__heddle_array_with_axis(unsigned loc, void *a, int axis);
void *__heddle_array_arg_extreme(unsigned loc, void *a, int largest, int axis);
void *__heddle_array_scan(unsigned loc, void *a, int product, int axis);
void *__heddle_array_sort(unsigned loc, void *a, int axis);
void *__heddle_array_argsort(unsigned loc, void *a, int axis);
void *__heddle_array_unique(unsigned loc, void *a);
void *__heddle_array_percentile(unsigned loc, void *a, double q, int axis);
void *__heddle_array_searchsorted(unsigned loc, void *a, void *values);
void *__heddle_array_bincount(unsigned loc, void *a, long least);
void *__heddle_array_histogram(unsigned loc, void *a, long bins, double low, double high);
void *__heddle_array_matmul(unsigned loc, void *a, void *b);
void *__heddle_array_diff(unsigned loc, void *a, long n, int axis);
void *__heddle_array_index_of(unsigned loc, void *a, int axis);
long __heddle_array_drawn(unsigned loc, unsigned long *state, void *a);
unsigned long __heddle_array_seed_of(unsigned loc, const unsigned long *state);
void __heddle_array_seed(unsigned loc, unsigned long *state, long seed);
long __heddle_array_random_range(unsigned loc, long low, long high);
void *__heddle_array_permutation(unsigned loc, unsigned long *state, long n);
void *__heddle_array_permuted(unsigned loc, unsigned long *state, void *a);
void *__heddle_array_shuffle(unsigned loc, unsigned long *state, void *a);
void *__heddle_array_choice(unsigned loc, unsigned long *state, void *a, long n);
void *__heddle_array_meshgrid(unsigned loc, int n, ...);
void *__heddle_array_tile(unsigned loc, void *a, int n, ...);
void *__heddle_array_split(unsigned loc, void *a, long n, int axis);
void *__heddle_array_fused(const void *plan, ...);
void *__heddle_array_fused_into(const void *plan, void *to, ...);
void *__heddle_array_fold(const void *plan, int axis, ...);
void *__heddle_array_scan_by(const void *plan, int axis, void *a, void *object);
void *__heddle_array_sub(const void *plan, void *to, ...);
void __heddle_array_save(unsigned loc, int format, const char *path, void *a, const char *between, const char *head);
void __heddle_array_savez(unsigned loc, const char *path, int n, ...);
void *__heddle_array_load(unsigned loc, int format, const char *path, const char *part, long skip, int kind, int of, int size,
    int rank, int sizes, ...);

// Seed, and how many random numbers were drawn since it was set.
unsigned long __heddle_random_state[2];

// Philox 4x32-10 (Salmon et al. 2011) of a number and a key.
static inline __host__ __device__ uint4 __heddle_random_bits(unsigned long seed, long at)
{
    unsigned a = (unsigned)at, b = (unsigned)((unsigned long)at >> 32), c = 0, d = 0;
    unsigned k = (unsigned)seed, l = (unsigned)(seed >> 32);
    for (int i = 0; i < 10; i++) {
        unsigned long x = 0xD2511F53ul * a, y = 0xCD9E8D57ul * c;
        unsigned p = (unsigned)(y >> 32) ^ b ^ k, q = (unsigned)(x >> 32) ^ d ^ l;
        b = (unsigned)y;
        d = (unsigned)x;
        a = p;
        c = q;
        k += 0x9E3779B9u;
        l += 0xBB67AE85u;
    }
    uint4 out = {a, b, c, d};
    return out;
}
static inline __host__ __device__ float __heddle_random_uniformf(unsigned long seed, long at)
{
    return (float)(__heddle_random_bits(seed, at).x >> 8) * 0x1p-24f;
}
static inline __host__ __device__ double __heddle_random_double(unsigned a, unsigned b)
{
    return (double)(((unsigned long)a << 32 | b) >> 11) * 0x1p-53;
}
static inline __host__ __device__ double __heddle_random_uniform(unsigned long seed, long at)
{
    uint4 r = __heddle_random_bits(seed, at);
    return __heddle_random_double(r.x, r.y);
}
static inline __host__ __device__ float __heddle_random_normalf(unsigned long seed, long at)
{
    uint4 r = __heddle_random_bits(seed, at);
    float u = ((float)(r.x >> 8) + 0.5f) * 0x1p-24f, v = (float)(r.y >> 8) * 0x1p-23f;
    return sqrtf(-2.0f * logf(u)) * cospif(v);
}
static inline __host__ __device__ double __heddle_random_normal(unsigned long seed, long at)
{
    uint4 r = __heddle_random_bits(seed, at);
    double u = __heddle_random_double(r.x, r.y) + 0x1p-54, v = __heddle_random_double(r.z, r.w);
    return sqrt(-2.0 * log(u)) * cospi(2.0 * v);
}
static inline __host__ __device__ float __heddle_random_exponentialf(unsigned long seed, long at)
{
    return -logf(((float)(__heddle_random_bits(seed, at).x >> 8) + 0.5f) * 0x1p-24f);
}
static inline __host__ __device__ double __heddle_random_exponential(unsigned long seed, long at)
{
    uint4 r = __heddle_random_bits(seed, at);
    return -log(__heddle_random_double(r.x, r.y) + 0x1p-54);
}
static inline __host__ __device__ long __heddle_random_integer(unsigned long seed, long at, long low, long n)
{
    uint4 r = __heddle_random_bits(seed, at);
    unsigned long bits = (unsigned long)r.x << 32 | r.y;
    return low + (long)((unsigned long)(((unsigned __int128)bits * (unsigned long)n) >> 64));
}
