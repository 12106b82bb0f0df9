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
// The structs and constants of the runtime API stand in run/cudart.h too: keep them in step.

// ---- vector types ------------------------------------------------------------------------------------------------

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
struct dim3 { unsigned int x, y, z; };

// The types that CUDA's headers define for their own and programs use.
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef int wchar_t;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

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

static inline __host__ __device__ float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static inline __host__ __device__ double rsqrt(double x) { return 1.0 / sqrt(x); }
static inline __host__ __device__ float rsqrt(float x) { return 1.0f / sqrtf(x); }
static inline __device__ float __frsqrt_rn(float x) { return (float)(1.0 / sqrt((double)x)); }
static inline __device__ double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
static inline __device__ float rhypot(float x, float y) { return 1.0f / hypotf(x, y); }
static inline __device__ float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
static inline __device__ double norm3d(double x, double y, double z)
{
    return hypot(hypot(x, y), z);
}
static inline __device__ float norm3df(float x, float y, float z)
{
    return hypotf(hypotf(x, y), z);
}
static inline __device__ double rnorm3d(double x, double y, double z)
{
    return 1.0 / hypot(hypot(x, y), z);
}
static inline __device__ float rnorm3df(float x, float y, float z)
{
    return 1.0f / hypotf(hypotf(x, y), z);
}
static inline __device__ double norm4d(double x, double y, double z, double w)
{
    return hypot(hypot(x, y), hypot(z, w));
}
static inline __device__ float norm4df(float x, float y, float z, float w)
{
    return hypotf(hypotf(x, y), hypotf(z, w));
}
static inline __device__ double rnorm4d(double x, double y, double z, double w)
{
    return 1.0 / hypot(hypot(x, y), hypot(z, w));
}
static inline __device__ float rnorm4df(float x, float y, float z, float w)
{
    return 1.0f / hypotf(hypotf(x, y), hypotf(z, w));
}

static inline __device__ double __hiloint2double(int hi, int lo)
{
    return __longlong_as_double((long long)(((unsigned long long)(unsigned int)hi << 32) | (unsigned int)lo));
}
static inline __device__ int __double2hiint(double x)
{
    return (int)(__double_as_longlong(x) >> 32);
}
static inline __device__ int __double2loint(double x) { return (int)__double_as_longlong(x); }

static inline __device__ int __mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
static inline __device__ unsigned int __umul24(unsigned int x, unsigned int y)
{
    return (x & 0xffffff) * (y & 0xffffff);
}
static inline __device__ int mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
static inline __device__ unsigned int umul24(unsigned int x, unsigned int y)
{
    return (x & 0xffffff) * (y & 0xffffff);
}
static inline __device__ unsigned int __sad(int x, int y, unsigned int z)
{
    return (x > y ? (unsigned int)x - (unsigned int)y : (unsigned int)y - (unsigned int)x) + z;
}
static inline __device__ unsigned int __usad(unsigned int x, unsigned int y, unsigned int z)
{
    return (x > y ? x - y : y - x) + z;
}
static inline __device__ int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
static inline __device__ int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
static inline __device__ unsigned int __uhadd(unsigned int x, unsigned int y)
{
    return (unsigned int)(((unsigned long long)x + y) >> 1);
}
static inline __device__ unsigned int __urhadd(unsigned int x, unsigned int y)
{
    return (unsigned int)(((unsigned long long)x + y + 1) >> 1);
}
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
static inline __device__ int __dp2a_lo(int a, int b, int c)
{
    return c + (int)(short)a * (int)(signed char)b + (int)(short)(a >> 16) * (int)(signed char)(b >> 8);
}
static inline __device__ int __dp2a_hi(int a, int b, int c)
{
    return c + (int)(short)a * (int)(signed char)(b >> 16) + (int)(short)(a >> 16) * (int)(signed char)(b >> 24);
}
static inline __device__ unsigned int __fns(unsigned int mask, unsigned int base, int offset)
{
    int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
    if (offset == 0) return (mask >> (base & 31)) & 1 ? base : 0xffffffffu;
    for (int i = (int)base; i >= 0 && i < 32; i += step)
        if ((mask >> i) & 1 && --left == 0) return (unsigned int)i;
    return 0xffffffffu;
}

// Operations on the 2 halves or 4 bytes of a word.
static inline __device__ unsigned int __vadd2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x + y) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vsub2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x - y) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vavgu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)((x + y + 1) >> 1) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vavgs2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)((x + y + (x + y >= 0)) >> 1) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vabsdiffu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x > y ? x - y : y - x) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vmaxu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x > y ? x : y) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vminu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x < y ? x : y) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vmaxs2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(x > y ? x : y) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vmins2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(x < y ? x : y) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpeq2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(-(x == y)) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vseteq2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x == y) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpne2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(-(x != y)) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vsetne2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x != y) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpgtu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(-(x > y)) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpgts2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(-(x > y)) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpgeu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(-(x >= y)) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpges2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(-(x >= y)) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpltu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(-(x < y)) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmplts2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(-(x < y)) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpleu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(-(x <= y)) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmples2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(-(x <= y)) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vaddus2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x + y > 65535 ? 65535 : x + y) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vsubus2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x > y ? x - y : 0) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vaddss2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(x + y > 32767 ? 32767 : x + y < -32767 - 1 ? -32767 - 1 : x + y) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vsubss2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(x - y > 32767 ? 32767 : x - y < -32767 - 1 ? -32767 - 1 : x - y) & 0xffff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vadd4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(x + y) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vsub4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(x - y) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vavgu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)((x + y + 1) >> 1) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vavgs4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (signed char)(a >> i), y = (signed char)(b >> i);
        r |= ((unsigned int)((x + y + (x + y >= 0)) >> 1) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vabsdiffu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(x > y ? x - y : y - x) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vmaxu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(x > y ? x : y) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vminu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(x < y ? x : y) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vmaxs4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (signed char)(a >> i), y = (signed char)(b >> i);
        r |= ((unsigned int)(x > y ? x : y) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vmins4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (signed char)(a >> i), y = (signed char)(b >> i);
        r |= ((unsigned int)(x < y ? x : y) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpeq4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(-(x == y)) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vseteq4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(x == y) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpne4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(-(x != y)) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vsetne4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(x != y) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpgtu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(-(x > y)) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpgts4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (signed char)(a >> i), y = (signed char)(b >> i);
        r |= ((unsigned int)(-(x > y)) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpgeu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(-(x >= y)) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpges4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (signed char)(a >> i), y = (signed char)(b >> i);
        r |= ((unsigned int)(-(x >= y)) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpltu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(-(x < y)) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmplts4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (signed char)(a >> i), y = (signed char)(b >> i);
        r |= ((unsigned int)(-(x < y)) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmpleu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(-(x <= y)) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vcmples4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (signed char)(a >> i), y = (signed char)(b >> i);
        r |= ((unsigned int)(-(x <= y)) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vaddus4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(x + y > 255 ? 255 : x + y) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vsubus4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (unsigned char)(a >> i), y = (unsigned char)(b >> i);
        r |= ((unsigned int)(x > y ? x - y : 0) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vaddss4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (signed char)(a >> i), y = (signed char)(b >> i);
        r |= ((unsigned int)(x + y > 127 ? 127 : x + y < -127 - 1 ? -127 - 1 : x + y) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vsubss4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (signed char)(a >> i), y = (signed char)(b >> i);
        r |= ((unsigned int)(x - y > 127 ? 127 : x - y < -127 - 1 ? -127 - 1 : x - y) & 0xff) << i;
    }
    return r;
}
static inline __device__ unsigned int __vsadu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        int d = (int)((a >> i) & 255) - (int)((b >> i) & 255);
        r += (unsigned int)(d < 0 ? -d : d);
    }
    return r;
}

// ---- the runtime API: types ------------------------------------------------------------------------------------------

enum cudaError {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInitializationError = 3,
    cudaErrorCudartUnloading = 4,
    cudaErrorProfilerDisabled = 5,
    cudaErrorProfilerNotInitialized = 6,
    cudaErrorProfilerAlreadyStarted = 7,
    cudaErrorProfilerAlreadyStopped = 8,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidPitchValue = 12,
    cudaErrorInvalidSymbol = 13,
    cudaErrorInvalidHostPointer = 16,
    cudaErrorInvalidDevicePointer = 17,
    cudaErrorInvalidTexture = 18,
    cudaErrorInvalidTextureBinding = 19,
    cudaErrorInvalidChannelDescriptor = 20,
    cudaErrorInvalidMemcpyDirection = 21,
    cudaErrorAddressOfConstant = 22,
    cudaErrorTextureFetchFailed = 23,
    cudaErrorTextureNotBound = 24,
    cudaErrorSynchronizationError = 25,
    cudaErrorInvalidFilterSetting = 26,
    cudaErrorInvalidNormSetting = 27,
    cudaErrorMixedDeviceExecution = 28,
    cudaErrorNotYetImplemented = 31,
    cudaErrorMemoryValueTooLarge = 32,
    cudaErrorStubLibrary = 34,
    cudaErrorInsufficientDriver = 35,
    cudaErrorCallRequiresNewerDriver = 36,
    cudaErrorInvalidSurface = 37,
    cudaErrorDuplicateVariableName = 43,
    cudaErrorDuplicateTextureName = 44,
    cudaErrorDuplicateSurfaceName = 45,
    cudaErrorDevicesUnavailable = 46,
    cudaErrorIncompatibleDriverContext = 49,
    cudaErrorMissingConfiguration = 52,
    cudaErrorPriorLaunchFailure = 53,
    cudaErrorLaunchMaxDepthExceeded = 65,
    cudaErrorLaunchFileScopedTex = 66,
    cudaErrorLaunchFileScopedSurf = 67,
    cudaErrorSyncDepthExceeded = 68,
    cudaErrorLaunchPendingCountExceeded = 69,
    cudaErrorInvalidDeviceFunction = 98,
    cudaErrorNoDevice = 100,
    cudaErrorInvalidDevice = 101,
    cudaErrorDeviceNotLicensed = 102,
    cudaErrorSoftwareValidityNotEstablished = 103,
    cudaErrorStartupFailure = 127,
    cudaErrorInvalidKernelImage = 200,
    cudaErrorDeviceUninitialized = 201,
    cudaErrorMapBufferObjectFailed = 205,
    cudaErrorUnmapBufferObjectFailed = 206,
    cudaErrorArrayIsMapped = 207,
    cudaErrorAlreadyMapped = 208,
    cudaErrorNoKernelImageForDevice = 209,
    cudaErrorAlreadyAcquired = 210,
    cudaErrorNotMapped = 211,
    cudaErrorNotMappedAsArray = 212,
    cudaErrorNotMappedAsPointer = 213,
    cudaErrorECCUncorrectable = 214,
    cudaErrorUnsupportedLimit = 215,
    cudaErrorDeviceAlreadyInUse = 216,
    cudaErrorPeerAccessUnsupported = 217,
    cudaErrorInvalidPtx = 218,
    cudaErrorInvalidGraphicsContext = 219,
    cudaErrorNvlinkUncorrectable = 220,
    cudaErrorJitCompilerNotFound = 221,
    cudaErrorUnsupportedPtxVersion = 222,
    cudaErrorJitCompilationDisabled = 223,
    cudaErrorUnsupportedExecAffinity = 224,
    cudaErrorUnsupportedDevSideSync = 225,
    cudaErrorContained = 226,
    cudaErrorInvalidSource = 300,
    cudaErrorFileNotFound = 301,
    cudaErrorSharedObjectSymbolNotFound = 302,
    cudaErrorSharedObjectInitFailed = 303,
    cudaErrorOperatingSystem = 304,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorIllegalState = 401,
    cudaErrorLossyQuery = 402,
    cudaErrorSymbolNotFound = 500,
    cudaErrorNotReady = 600,
    cudaErrorIllegalAddress = 700,
    cudaErrorLaunchOutOfResources = 701,
    cudaErrorLaunchTimeout = 702,
    cudaErrorLaunchIncompatibleTexturing = 703,
    cudaErrorPeerAccessAlreadyEnabled = 704,
    cudaErrorPeerAccessNotEnabled = 705,
    cudaErrorSetOnActiveProcess = 708,
    cudaErrorContextIsDestroyed = 709,
    cudaErrorAssert = 710,
    cudaErrorTooManyPeers = 711,
    cudaErrorHostMemoryAlreadyRegistered = 712,
    cudaErrorHostMemoryNotRegistered = 713,
    cudaErrorHardwareStackError = 714,
    cudaErrorIllegalInstruction = 715,
    cudaErrorMisalignedAddress = 716,
    cudaErrorInvalidAddressSpace = 717,
    cudaErrorInvalidPc = 718,
    cudaErrorLaunchFailure = 719,
    cudaErrorCooperativeLaunchTooLarge = 720,
    cudaErrorTensorMemoryLeak = 721,
    cudaErrorNotPermitted = 800,
    cudaErrorNotSupported = 801,
    cudaErrorSystemNotReady = 802,
    cudaErrorSystemDriverMismatch = 803,
    cudaErrorCompatNotSupportedOnDevice = 804,
    cudaErrorMpsConnectionFailed = 805,
    cudaErrorMpsRpcFailure = 806,
    cudaErrorMpsServerNotReady = 807,
    cudaErrorMpsMaxClientsReached = 808,
    cudaErrorMpsMaxConnectionsReached = 809,
    cudaErrorMpsClientTerminated = 810,
    cudaErrorCdpNotSupported = 811,
    cudaErrorCdpVersionMismatch = 812,
    cudaErrorStreamCaptureUnsupported = 900,
    cudaErrorStreamCaptureInvalidated = 901,
    cudaErrorStreamCaptureMerge = 902,
    cudaErrorStreamCaptureUnmatched = 903,
    cudaErrorStreamCaptureUnjoined = 904,
    cudaErrorStreamCaptureIsolation = 905,
    cudaErrorStreamCaptureImplicit = 906,
    cudaErrorCapturedEvent = 907,
    cudaErrorStreamCaptureWrongThread = 908,
    cudaErrorTimeout = 909,
    cudaErrorGraphExecUpdateFailure = 910,
    cudaErrorExternalDevice = 911,
    cudaErrorInvalidClusterSize = 912,
    cudaErrorFunctionNotLoaded = 913,
    cudaErrorInvalidResourceType = 914,
    cudaErrorInvalidResourceConfiguration = 915,
    cudaErrorUnknown = 999,
    cudaErrorApiFailureBase = 10000,
};
typedef enum cudaError cudaError_t;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4,
};
enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3,
};
enum cudaComputeMode {
    cudaComputeModeDefault = 0,
    cudaComputeModeExclusive = 1,
    cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3,
};
enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3,
};
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2,
};
enum cudaLimit {
    cudaLimitStackSize = 0,
    cudaLimitPrintfFifoSize = 1,
    cudaLimitMallocHeapSize = 2,
    cudaLimitDevRuntimeSyncDepth = 3,
    cudaLimitDevRuntimePendingLaunchCount = 4,
    cudaLimitMaxL2FetchGranularity = 5,
    cudaLimitPersistingL2CacheSize = 6,
};
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
    cudaFuncAttributeClusterDimMustBeSet = 10,
    cudaFuncAttributeRequiredClusterWidth = 11,
    cudaFuncAttributeRequiredClusterHeight = 12,
    cudaFuncAttributeRequiredClusterDepth = 13,
    cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
};
enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxShared = 100,
    cudaSharedmemCarveoutMaxL1 = 0,
};
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6,
};
enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0,
    cudaMemLocationTypeDevice = 1,
    cudaMemLocationTypeHost = 2,
    cudaMemLocationTypeHostNuma = 3,
    cudaMemLocationTypeHostNumaCurrent = 4,
};
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxBlockDimX = 2,
    cudaDevAttrMaxBlockDimY = 3,
    cudaDevAttrMaxBlockDimZ = 4,
    cudaDevAttrMaxGridDimX = 5,
    cudaDevAttrMaxGridDimY = 6,
    cudaDevAttrMaxGridDimZ = 7,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrTotalConstantMemory = 9,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrMaxPitch = 11,
    cudaDevAttrMaxRegistersPerBlock = 12,
    cudaDevAttrClockRate = 13,
    cudaDevAttrTextureAlignment = 14,
    cudaDevAttrGpuOverlap = 15,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrKernelExecTimeout = 17,
    cudaDevAttrIntegrated = 18,
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
    cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrGlobalMemoryBusWidth = 37,
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrAsyncEngineCount = 40,
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
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrMaxTexture1DMipmappedWidth = 77,
    cudaDevAttrStreamPrioritiesSupported = 78,
    cudaDevAttrGlobalL1CacheSupported = 79,
    cudaDevAttrLocalL1CacheSupported = 80,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrMaxRegistersPerMultiprocessor = 82,
    cudaDevAttrManagedMemory = 83,
    cudaDevAttrIsMultiGpuBoard = 84,
    cudaDevAttrMultiGpuBoardGroupID = 85,
    cudaDevAttrHostNativeAtomicSupported = 86,
    cudaDevAttrSingleToDoublePrecisionPerfRatio = 87,
    cudaDevAttrPageableMemoryAccess = 88,
    cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrComputePreemptionSupported = 90,
    cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrCanFlushRemoteWrites = 98,
    cudaDevAttrHostRegisterSupported = 99,
    cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100,
    cudaDevAttrDirectManagedMemAccessFromHost = 101,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106,
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
    cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2,
    cudaHostAllocWriteCombined = 4,
    cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2,
    cudaHostRegisterIoMemory = 4,
    cudaHostRegisterReadOnly = 8,
    cudaStreamDefault = 0, cudaStreamNonBlocking = 1,
    cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2,
    cudaEventInterprocess = 4,
    cudaEventRecordDefault = 0, cudaEventRecordExternal = 1, cudaEventWaitDefault = 0,
    cudaEventWaitExternal = 1,
    cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2,
    cudaDeviceScheduleBlockingSync = 4, cudaDeviceBlockingSync = 4, cudaDeviceScheduleMask = 7,
    cudaDeviceMapHost = 8,
    cudaDeviceLmemResizeToMax = 16, cudaDeviceSyncMemops = 128,
    cudaMemAttachGlobal = 1, cudaMemAttachHost = 2, cudaMemAttachSingle = 4,
    cudaOccupancyDefault = 0, cudaOccupancyDisableCachingOverride = 1,
    cudaPeerAccessDefault = 0,
    cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2,
};

struct CUstream_st;
typedef struct CUstream_st *cudaStream_t;
struct CUevent_st;
typedef struct CUevent_st *cudaEvent_t;
struct CUfunc_st;
typedef struct CUfunc_st *cudaFunction_t;
struct CUmemPoolHandle_st;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *userData);
typedef void (*cudaHostFn_t)(void *userData);

struct CUuuid_st { char bytes[16]; };
typedef struct CUuuid_st cudaUUID_t;
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaArray;
typedef struct cudaArray *cudaArray_t;
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
struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id;
};
struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void *devicePointer;
    void *hostPointer;
};
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA,
    maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    void *attrs;
    unsigned int numAttrs;
};
struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    char luid[8];
    unsigned int luidDeviceNodeMask;
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    int regsPerBlock;
    int warpSize;
    size_t memPitch;
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    int clockRate;
    size_t totalConstMem;
    int major;
    int minor;
    size_t textureAlignment;
    size_t texturePitchAlignment;
    int deviceOverlap;
    int multiProcessorCount;
    int kernelExecTimeoutEnabled;
    int integrated;
    int canMapHostMemory;
    int computeMode;
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
    int concurrentKernels;
    int ECCEnabled;
    int pciBusID;
    int pciDeviceID;
    int pciDomainID;
    int tccDriver;
    int asyncEngineCount;
    int unifiedAddressing;
    int memoryClockRate;
    int memoryBusWidth;
    int l2CacheSize;
    int persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor;
    int streamPrioritiesSupported;
    int globalL1CacheSupported;
    int localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor;
    int managedMemory;
    int isMultiGpuBoard;
    int multiGpuBoardGroupID;
    int hostNativeAtomicSupported;
    int singleToDoublePrecisionPerfRatio;
    int pageableMemoryAccess;
    int concurrentManagedAccess;
    int computePreemptionSupported;
    int canUseHostPointerForRegisteredMem;
    int cooperativeLaunch;
    int cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables;
    int directManagedMemAccessFromHost;
    int maxBlocksPerMultiProcessor;
    int accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    int hostRegisterSupported;
    int sparseCudaArraySupported;
    int hostRegisterReadOnlySupported;
    int memoryPoolsSupported;
    int clusterLaunch;
    int unifiedFunctionPointers;
};

static inline __host__ struct cudaExtent make_cudaExtent(size_t w, size_t h, size_t d)
{
    struct cudaExtent e = {w, h, d};
    return e;
}
static inline __host__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos p = {x, y, z};
    return p;
}
static inline __host__ struct cudaPitchedPtr make_cudaPitchedPtr(void *d, size_t p, size_t xsz,
    size_t ysz)
{
    struct cudaPitchedPtr s = {d, p, xsz, ysz};
    return s;
}

// ---- the runtime API: functions ------------------------------------------------------------------------------------------

// Devices.
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaSetValidDevices(int *devices, int len);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority);
cudaError_t cudaDeviceGetPCIBusId(char *pciBusId, int len, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *pciBusId);
cudaError_t cudaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice);
cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peerDevice);
cudaError_t cudaDriverGetVersion(int *driverVersion);
cudaError_t cudaRuntimeGetVersion(int *runtimeVersion);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

// Errors.
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

// Memory.
cudaError_t cudaMalloc(void **devPtr __attribute__((hd_any_pointer)), size_t size);
cudaError_t cudaFree(void *devPtr);
cudaError_t cudaMallocHost(void **ptr __attribute__((hd_any_pointer)), size_t size,
    unsigned int flags = 0);
cudaError_t cudaHostAlloc(void **pHost __attribute__((hd_any_pointer)), size_t size,
    unsigned int flags);
cudaError_t cudaFreeHost(void *ptr);
cudaError_t cudaHostGetDevicePointer(void **pDevice __attribute__((hd_any_pointer)), void *pHost,
    unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int *pFlags, void *pHost);
cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void *ptr);
cudaError_t cudaMallocManaged(void **devPtr __attribute__((hd_any_pointer)), size_t size,
    unsigned int flags = 1);
cudaError_t cudaMallocPitch(void **devPtr __attribute__((hd_any_pointer)), size_t *pitch,
    size_t width, size_t height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitchedDevPtr, struct cudaExtent extent);
cudaError_t cudaMallocAsync(void **devPtr __attribute__((hd_any_pointer)), size_t size,
    cudaStream_t stream);
cudaError_t cudaFreeAsync(void *devPtr, cudaStream_t stream);
cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
    cudaStream_t stream = 0);
cudaError_t cudaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count);
cudaError_t cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice,
    size_t count, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
    size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
    size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream = 0);
cudaError_t cudaMemcpyToSymbol(const void *symbol __attribute__((hd_symbol)), const void *src,
    size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol __attribute__((hd_symbol)), const void *src,
    size_t count, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol __attribute__((hd_symbol)),
    size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol __attribute__((hd_symbol)),
    size_t count, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaGetSymbolAddress(void **devPtr __attribute__((hd_any_pointer)),
    const void *symbol __attribute__((hd_symbol)));
cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol __attribute__((hd_symbol)));
cudaError_t cudaMemset(void *devPtr, int value, size_t count);
cudaError_t cudaMemsetAsync(void *devPtr, int value, size_t count, cudaStream_t stream = 0);
cudaError_t cudaMemset2D(void *devPtr, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width, size_t height,
    cudaStream_t stream = 0);
cudaError_t cudaMemset3D(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitchedDevPtr, int value,
    struct cudaExtent extent, cudaStream_t stream = 0);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice,
    cudaStream_t stream = 0);
cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, struct cudaMemLocation location,
    unsigned int flags, cudaStream_t stream = 0) __asm__("cudaMemPrefetchAsync_location");
cudaError_t cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
    int device);
cudaError_t cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
    struct cudaMemLocation location) __asm__("cudaMemAdvise_location");
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr);

// Streams.
cudaError_t cudaStreamCreate(cudaStream_t *pStream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *pStream, unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int *priority);
cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int *flags);
cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
    void *userData, unsigned int flags);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *devPtr, size_t length = 0,
    unsigned int flags = 4);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData);
cudaError_t cudaCtxResetPersistingL2Cache(void);

// Events.
cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags = 0);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0,
    unsigned int flags = 0);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end);

// Kernels.
cudaError_t cudaLaunchKernel(const void *func __attribute__((hd_kernel)), dim3 gridDim,
    dim3 blockDim, void **args, size_t sharedMem = 0, cudaStream_t stream = 0);
cudaError_t cudaLaunchCooperativeKernel(const void *func __attribute__((hd_kernel)), dim3 gridDim,
    dim3 blockDim, void **args, size_t sharedMem = 0, cudaStream_t stream = 0);
cudaError_t cudaLaunchKernelExC(const struct cudaLaunchConfig_t *config,
    const void *func __attribute__((hd_kernel)), void **args);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr,
    const void *func __attribute__((hd_kernel)));
cudaError_t cudaFuncSetAttribute(const void *func __attribute__((hd_kernel)),
    enum cudaFuncAttribute attr, int value);
cudaError_t cudaFuncSetCacheConfig(const void *func __attribute__((hd_kernel)),
    enum cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void *func __attribute__((hd_kernel)),
    enum cudaSharedMemConfig config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks,
    const void *func __attribute__((hd_kernel)), int blockSize, size_t dynamicSMemSize);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks,
    const void *func __attribute__((hd_kernel)), int blockSize, size_t dynamicSMemSize,
    unsigned int flags);
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize,
    const void *func __attribute__((hd_kernel)), size_t dynamicSMemSize = 0,
    int blockSizeLimit = 0);
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize,
    const void *func __attribute__((hd_kernel)), size_t dynamicSMemSize = 0,
    int blockSizeLimit = 0, unsigned int flags = 0);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize,
    const void *func __attribute__((hd_kernel)), int numBlocks, int blockSize);

// ---- half and __nv_bfloat16: the functions of cuda_fp16.h and cuda_bf16.h ------------------------------------------------
// The types are _Float16 and __bf16; arithmetic on them is ordinary. What is not a machine instruction is done in float.

typedef _Float16 half;
typedef _Float16 __half;
typedef __bf16 __nv_bfloat16;
typedef __bf16 nv_bfloat16;
struct __attribute__((aligned(4))) __half2 { half x, y; };
typedef struct __half2 half2;
struct __attribute__((aligned(4))) __nv_bfloat162 { __nv_bfloat16 x, y; };
typedef struct __nv_bfloat162 nv_bfloat162;
static inline __host__ __device__ half __float2half(float x) { return (half)x; }
static inline __host__ __device__ half __float2half_rn(float x) { return (half)x; }
static inline __host__ __device__ half __double2half(double x) { return (half)x; }
static inline __host__ __device__ half __int2half_rn(int x) { return (half)x; }
static inline __host__ __device__ int __half2int_rn(half x) { return (int)rintf((float)x); }
static inline __host__ __device__ int __half2int_rz(half x) { return (int)truncf((float)x); }
static inline __host__ __device__ int __half2int_ru(half x) { return (int)ceilf((float)x); }
static inline __host__ __device__ int __half2int_rd(half x) { return (int)floorf((float)x); }
static inline __host__ __device__ half __uint2half_rn(unsigned int x) { return (half)x; }
static inline __host__ __device__ unsigned int __half2uint_rn(half x) { return (unsigned int)rintf((float)x); }
static inline __host__ __device__ unsigned int __half2uint_rz(half x) { return (unsigned int)truncf((float)x); }
static inline __host__ __device__ unsigned int __half2uint_ru(half x) { return (unsigned int)ceilf((float)x); }
static inline __host__ __device__ unsigned int __half2uint_rd(half x) { return (unsigned int)floorf((float)x); }
static inline __host__ __device__ half __short2half_rn(short x) { return (half)x; }
static inline __host__ __device__ short __half2short_rn(half x) { return (short)rintf((float)x); }
static inline __host__ __device__ short __half2short_rz(half x) { return (short)truncf((float)x); }
static inline __host__ __device__ short __half2short_ru(half x) { return (short)ceilf((float)x); }
static inline __host__ __device__ short __half2short_rd(half x) { return (short)floorf((float)x); }
static inline __host__ __device__ half __ushort2half_rn(unsigned short x) { return (half)x; }
static inline __host__ __device__ unsigned short __half2ushort_rn(half x) { return (unsigned short)rintf((float)x); }
static inline __host__ __device__ unsigned short __half2ushort_rz(half x) { return (unsigned short)truncf((float)x); }
static inline __host__ __device__ unsigned short __half2ushort_ru(half x) { return (unsigned short)ceilf((float)x); }
static inline __host__ __device__ unsigned short __half2ushort_rd(half x) { return (unsigned short)floorf((float)x); }
static inline __host__ __device__ half __ll2half_rn(long long x) { return (half)x; }
static inline __host__ __device__ long long __half2ll_rn(half x) { return (long long)rintf((float)x); }
static inline __host__ __device__ long long __half2ll_rz(half x) { return (long long)truncf((float)x); }
static inline __host__ __device__ long long __half2ll_ru(half x) { return (long long)ceilf((float)x); }
static inline __host__ __device__ long long __half2ll_rd(half x) { return (long long)floorf((float)x); }
static inline __host__ __device__ half __ull2half_rn(unsigned long long x) { return (half)x; }
static inline __host__ __device__ unsigned long long __half2ull_rn(half x) { return (unsigned long long)rintf((float)x); }
static inline __host__ __device__ unsigned long long __half2ull_rz(half x) { return (unsigned long long)truncf((float)x); }
static inline __host__ __device__ unsigned long long __half2ull_ru(half x) { return (unsigned long long)ceilf((float)x); }
static inline __host__ __device__ unsigned long long __half2ull_rd(half x) { return (unsigned long long)floorf((float)x); }
static inline __host__ __device__ float __half2float(half x) { return (float)x; }
static inline __host__ __device__ half __float2half_rz(float x) { half h = (half)x; unsigned short b = __half_as_ushort(h); return fabsf((float)h) > fabsf(x) ? __ushort_as_half((unsigned short)(b - 1)) : h; }
static inline __host__ __device__ half __float2half_rd(float x) { half h = (half)x; unsigned short b = __half_as_ushort(h); float y = (float)h; if (!(y > x)) return h; return __ushort_as_half((unsigned short)(y > 0 ? b - 1 : y < 0 ? b + 1 : 0x8001)); }
static inline __host__ __device__ half __float2half_ru(float x) { half h = (half)x; unsigned short b = __half_as_ushort(h); float y = (float)h; if (!(y < x)) return h; return __ushort_as_half((unsigned short)(y > 0 ? b + 1 : y < 0 ? b - 1 : 1)); }
static inline __host__ __device__ half2 make_half2(half x, half y) { half2 v = {x, y}; return v; }
static inline __host__ __device__ half2 __halves2half2(half x, half y) { half2 v = {x, y}; return v; }
static inline __host__ __device__ half2 __half2half2(half x) { half2 v = {x, x}; return v; }
static inline __host__ __device__ half2 __float2half2_rn(float x) { half2 v = {(half)x, (half)x}; return v; }
static inline __host__ __device__ half2 __floats2half2_rn(float x, float y) { half2 v = {(half)x, (half)y}; return v; }
static inline __host__ __device__ half2 __float22half2_rn(float2 a) { half2 v = {(half)a.x, (half)a.y}; return v; }
static inline __host__ __device__ float2 __half22float2(half2 a) { float2 v = {(float)a.x, (float)a.y}; return v; }
static inline __host__ __device__ float __low2float(half2 a) { return (float)a.x; }
static inline __host__ __device__ float __high2float(half2 a) { return (float)a.y; }
static inline __host__ __device__ half __low2half(half2 a) { return a.x; }
static inline __host__ __device__ half __high2half(half2 a) { return a.y; }
static inline __host__ __device__ half2 __low2half2(half2 a) { half2 v = {a.x, a.x}; return v; }
static inline __host__ __device__ half2 __high2half2(half2 a) { half2 v = {a.y, a.y}; return v; }
static inline __host__ __device__ half2 __lowhigh2highlow(half2 a) { half2 v = {a.y, a.x}; return v; }
static inline __host__ __device__ half2 __lows2half2(half2 a, half2 b) { half2 v = {a.x, b.x}; return v; }
static inline __host__ __device__ half2 __highs2half2(half2 a, half2 b) { half2 v = {a.y, b.y}; return v; }
static inline __host__ __device__ half __hadd(half a, half b) { return a + b; }
static inline __host__ __device__ half __hadd_rn(half a, half b) { return a + b; }
static inline __host__ __device__ half2 __hadd2(half2 a, half2 b) { half2 v = {a.x + b.x, a.y + b.y}; return v; }
static inline __host__ __device__ half2 __hadd2_rn(half2 a, half2 b) { half2 v = {a.x + b.x, a.y + b.y}; return v; }
static inline __host__ __device__ half __hadd_sat(half a, half b) { float r = (float)(a + b); return (half)(r > 0 ? fminf(r, 1.0f) : 0.0f); }
static inline __host__ __device__ half __hsub(half a, half b) { return a - b; }
static inline __host__ __device__ half __hsub_rn(half a, half b) { return a - b; }
static inline __host__ __device__ half2 __hsub2(half2 a, half2 b) { half2 v = {a.x - b.x, a.y - b.y}; return v; }
static inline __host__ __device__ half2 __hsub2_rn(half2 a, half2 b) { half2 v = {a.x - b.x, a.y - b.y}; return v; }
static inline __host__ __device__ half __hsub_sat(half a, half b) { float r = (float)(a - b); return (half)(r > 0 ? fminf(r, 1.0f) : 0.0f); }
static inline __host__ __device__ half __hmul(half a, half b) { return a * b; }
static inline __host__ __device__ half __hmul_rn(half a, half b) { return a * b; }
static inline __host__ __device__ half2 __hmul2(half2 a, half2 b) { half2 v = {a.x * b.x, a.y * b.y}; return v; }
static inline __host__ __device__ half2 __hmul2_rn(half2 a, half2 b) { half2 v = {a.x * b.x, a.y * b.y}; return v; }
static inline __host__ __device__ half __hmul_sat(half a, half b) { float r = (float)(a * b); return (half)(r > 0 ? fminf(r, 1.0f) : 0.0f); }
static inline __host__ __device__ half __hdiv(half a, half b) { return (half)((float)a / (float)b); }
static inline __host__ __device__ half2 __h2div(half2 a, half2 b) { half2 v = {__hdiv(a.x, b.x), __hdiv(a.y, b.y)}; return v; }
static inline __host__ __device__ half __hfma(half a, half b, half c) { return (half)fmaf((float)a, (float)b, (float)c); }
static inline __host__ __device__ half __hfma_relu(half a, half b, half c) { return (half)fmaxf(fmaf((float)a, (float)b, (float)c), 0.0f); }
static inline __host__ __device__ half __hfma_sat(half a, half b, half c) { float r = fmaf((float)a, (float)b, (float)c); return (half)(r > 0 ? fminf(r, 1.0f) : 0.0f); }
static inline __host__ __device__ half2 __hfma2(half2 a, half2 b, half2 c) { half2 v = {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; return v; }
static inline __host__ __device__ half __hneg(half a) { return -a; }
static inline __host__ __device__ half2 __hneg2(half2 a) { half2 v = {-a.x, -a.y}; return v; }
static inline __host__ __device__ half __habs(half a) { return __ushort_as_half((unsigned short)(__half_as_ushort(a) & 0x7fff)); }
static inline __host__ __device__ half2 __habs2(half2 a) { half2 v = {__habs(a.x), __habs(a.y)}; return v; }
static inline __host__ __device__ half __hmax(half a, half b) { return (half)fmaxf((float)a, (float)b); }
static inline __host__ __device__ half2 __hmax2(half2 a, half2 b) { half2 v = {__hmax(a.x, b.x), __hmax(a.y, b.y)}; return v; }
static inline __host__ __device__ half __hmax_nan(half a, half b) { return a != a ? a : b != b ? b : (half)fmaxf((float)a, (float)b); }
static inline __host__ __device__ half __hmin(half a, half b) { return (half)fminf((float)a, (float)b); }
static inline __host__ __device__ half2 __hmin2(half2 a, half2 b) { half2 v = {__hmin(a.x, b.x), __hmin(a.y, b.y)}; return v; }
static inline __host__ __device__ half __hmin_nan(half a, half b) { return a != a ? a : b != b ? b : (half)fminf((float)a, (float)b); }
static inline __host__ __device__ bool __heq(half a, half b) { return a == b; }
static inline __host__ __device__ bool __hequ(half a, half b) { return a != a || b != b || a == b; }
static inline __host__ __device__ half2 __heq2(half2 a, half2 b) { half2 v = {__heq(a.x, b.x) ? (half)1.0f : (half)0.0f, __heq(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ bool __hbeq2(half2 a, half2 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
static inline __host__ __device__ bool __hne(half a, half b) { return a != b && a == a && b == b; }
static inline __host__ __device__ bool __hneu(half a, half b) { return a != a || b != b || a != b; }
static inline __host__ __device__ half2 __hne2(half2 a, half2 b) { half2 v = {__hne(a.x, b.x) ? (half)1.0f : (half)0.0f, __hne(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ bool __hbne2(half2 a, half2 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
static inline __host__ __device__ bool __hlt(half a, half b) { return a < b; }
static inline __host__ __device__ bool __hltu(half a, half b) { return a != a || b != b || a < b; }
static inline __host__ __device__ half2 __hlt2(half2 a, half2 b) { half2 v = {__hlt(a.x, b.x) ? (half)1.0f : (half)0.0f, __hlt(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ bool __hblt2(half2 a, half2 b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
static inline __host__ __device__ bool __hle(half a, half b) { return a <= b; }
static inline __host__ __device__ bool __hleu(half a, half b) { return a != a || b != b || a <= b; }
static inline __host__ __device__ half2 __hle2(half2 a, half2 b) { half2 v = {__hle(a.x, b.x) ? (half)1.0f : (half)0.0f, __hle(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ bool __hble2(half2 a, half2 b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
static inline __host__ __device__ bool __hgt(half a, half b) { return a > b; }
static inline __host__ __device__ bool __hgtu(half a, half b) { return a != a || b != b || a > b; }
static inline __host__ __device__ half2 __hgt2(half2 a, half2 b) { half2 v = {__hgt(a.x, b.x) ? (half)1.0f : (half)0.0f, __hgt(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ bool __hbgt2(half2 a, half2 b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
static inline __host__ __device__ bool __hge(half a, half b) { return a >= b; }
static inline __host__ __device__ bool __hgeu(half a, half b) { return a != a || b != b || a >= b; }
static inline __host__ __device__ half2 __hge2(half2 a, half2 b) { half2 v = {__hge(a.x, b.x) ? (half)1.0f : (half)0.0f, __hge(a.y, b.y) ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ bool __hbge2(half2 a, half2 b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }
static inline __host__ __device__ bool __hisnan(half a) { return a != a; }
static inline __host__ __device__ int __hisinf(half a) { return __builtin_isinff((float)a) ? (a > 0 ? 1 : -1) : 0; }
static inline __host__ __device__ half2 __hisnan2(half2 a) { half2 v = {a.x != a.x ? (half)1.0f : (half)0.0f, a.y != a.y ? (half)1.0f : (half)0.0f}; return v; }
static inline __host__ __device__ half hsqrt(half a) { return (half)(sqrtf((float)a)); }
static inline __host__ __device__ half2 h2sqrt(half2 a) { half2 v = {hsqrt(a.x), hsqrt(a.y)}; return v; }
static inline __host__ __device__ half hrsqrt(half a) { return (half)(1.0f / sqrtf((float)a)); }
static inline __host__ __device__ half2 h2rsqrt(half2 a) { half2 v = {hrsqrt(a.x), hrsqrt(a.y)}; return v; }
static inline __host__ __device__ half hrcp(half a) { return (half)(1.0f / (float)a); }
static inline __host__ __device__ half2 h2rcp(half2 a) { half2 v = {hrcp(a.x), hrcp(a.y)}; return v; }
static inline __host__ __device__ half hexp(half a) { return (half)(expf((float)a)); }
static inline __host__ __device__ half2 h2exp(half2 a) { half2 v = {hexp(a.x), hexp(a.y)}; return v; }
static inline __host__ __device__ half hexp2(half a) { return (half)(exp2f((float)a)); }
static inline __host__ __device__ half2 h2exp2(half2 a) { half2 v = {hexp2(a.x), hexp2(a.y)}; return v; }
static inline __host__ __device__ half hexp10(half a) { return (half)(powf(10.0f, (float)a)); }
static inline __host__ __device__ half2 h2exp10(half2 a) { half2 v = {hexp10(a.x), hexp10(a.y)}; return v; }
static inline __host__ __device__ half hlog(half a) { return (half)(logf((float)a)); }
static inline __host__ __device__ half2 h2log(half2 a) { half2 v = {hlog(a.x), hlog(a.y)}; return v; }
static inline __host__ __device__ half hlog2(half a) { return (half)(log2f((float)a)); }
static inline __host__ __device__ half2 h2log2(half2 a) { half2 v = {hlog2(a.x), hlog2(a.y)}; return v; }
static inline __host__ __device__ half hlog10(half a) { return (half)(log10f((float)a)); }
static inline __host__ __device__ half2 h2log10(half2 a) { half2 v = {hlog10(a.x), hlog10(a.y)}; return v; }
static inline __host__ __device__ half hsin(half a) { return (half)(sinf((float)a)); }
static inline __host__ __device__ half2 h2sin(half2 a) { half2 v = {hsin(a.x), hsin(a.y)}; return v; }
static inline __host__ __device__ half hcos(half a) { return (half)(cosf((float)a)); }
static inline __host__ __device__ half2 h2cos(half2 a) { half2 v = {hcos(a.x), hcos(a.y)}; return v; }
static inline __host__ __device__ half htanh(half a) { return (half)(tanhf((float)a)); }
static inline __host__ __device__ half2 h2tanh(half2 a) { half2 v = {htanh(a.x), htanh(a.y)}; return v; }
static inline __host__ __device__ half hfloor(half a) { return (half)(floorf((float)a)); }
static inline __host__ __device__ half2 h2floor(half2 a) { half2 v = {hfloor(a.x), hfloor(a.y)}; return v; }
static inline __host__ __device__ half hceil(half a) { return (half)(ceilf((float)a)); }
static inline __host__ __device__ half2 h2ceil(half2 a) { half2 v = {hceil(a.x), hceil(a.y)}; return v; }
static inline __host__ __device__ half htrunc(half a) { return (half)(truncf((float)a)); }
static inline __host__ __device__ half2 h2trunc(half2 a) { half2 v = {htrunc(a.x), htrunc(a.y)}; return v; }
static inline __host__ __device__ half hrint(half a) { return (half)(rintf((float)a)); }
static inline __host__ __device__ half2 h2rint(half2 a) { half2 v = {hrint(a.x), hrint(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 __float2bfloat16(float x) { return (__nv_bfloat16)x; }
static inline __host__ __device__ __nv_bfloat16 __float2bfloat16_rn(float x) { return (__nv_bfloat16)x; }
static inline __host__ __device__ __nv_bfloat16 __double2bfloat16(double x) { return (__nv_bfloat16)x; }
static inline __host__ __device__ __nv_bfloat16 __int2bfloat16_rn(int x) { return (__nv_bfloat16)x; }
static inline __host__ __device__ int __bfloat162int_rn(__nv_bfloat16 x) { return (int)rintf((float)x); }
static inline __host__ __device__ int __bfloat162int_rz(__nv_bfloat16 x) { return (int)truncf((float)x); }
static inline __host__ __device__ int __bfloat162int_ru(__nv_bfloat16 x) { return (int)ceilf((float)x); }
static inline __host__ __device__ int __bfloat162int_rd(__nv_bfloat16 x) { return (int)floorf((float)x); }
static inline __host__ __device__ __nv_bfloat16 __uint2bfloat16_rn(unsigned int x) { return (__nv_bfloat16)x; }
static inline __host__ __device__ unsigned int __bfloat162uint_rn(__nv_bfloat16 x) { return (unsigned int)rintf((float)x); }
static inline __host__ __device__ unsigned int __bfloat162uint_rz(__nv_bfloat16 x) { return (unsigned int)truncf((float)x); }
static inline __host__ __device__ unsigned int __bfloat162uint_ru(__nv_bfloat16 x) { return (unsigned int)ceilf((float)x); }
static inline __host__ __device__ unsigned int __bfloat162uint_rd(__nv_bfloat16 x) { return (unsigned int)floorf((float)x); }
static inline __host__ __device__ __nv_bfloat16 __short2bfloat16_rn(short x) { return (__nv_bfloat16)x; }
static inline __host__ __device__ short __bfloat162short_rn(__nv_bfloat16 x) { return (short)rintf((float)x); }
static inline __host__ __device__ short __bfloat162short_rz(__nv_bfloat16 x) { return (short)truncf((float)x); }
static inline __host__ __device__ short __bfloat162short_ru(__nv_bfloat16 x) { return (short)ceilf((float)x); }
static inline __host__ __device__ short __bfloat162short_rd(__nv_bfloat16 x) { return (short)floorf((float)x); }
static inline __host__ __device__ __nv_bfloat16 __ushort2bfloat16_rn(unsigned short x) { return (__nv_bfloat16)x; }
static inline __host__ __device__ unsigned short __bfloat162ushort_rn(__nv_bfloat16 x) { return (unsigned short)rintf((float)x); }
static inline __host__ __device__ unsigned short __bfloat162ushort_rz(__nv_bfloat16 x) { return (unsigned short)truncf((float)x); }
static inline __host__ __device__ unsigned short __bfloat162ushort_ru(__nv_bfloat16 x) { return (unsigned short)ceilf((float)x); }
static inline __host__ __device__ unsigned short __bfloat162ushort_rd(__nv_bfloat16 x) { return (unsigned short)floorf((float)x); }
static inline __host__ __device__ __nv_bfloat16 __ll2bfloat16_rn(long long x) { return (__nv_bfloat16)x; }
static inline __host__ __device__ long long __bfloat162ll_rn(__nv_bfloat16 x) { return (long long)rintf((float)x); }
static inline __host__ __device__ long long __bfloat162ll_rz(__nv_bfloat16 x) { return (long long)truncf((float)x); }
static inline __host__ __device__ long long __bfloat162ll_ru(__nv_bfloat16 x) { return (long long)ceilf((float)x); }
static inline __host__ __device__ long long __bfloat162ll_rd(__nv_bfloat16 x) { return (long long)floorf((float)x); }
static inline __host__ __device__ __nv_bfloat16 __ull2bfloat16_rn(unsigned long long x) { return (__nv_bfloat16)x; }
static inline __host__ __device__ unsigned long long __bfloat162ull_rn(__nv_bfloat16 x) { return (unsigned long long)rintf((float)x); }
static inline __host__ __device__ unsigned long long __bfloat162ull_rz(__nv_bfloat16 x) { return (unsigned long long)truncf((float)x); }
static inline __host__ __device__ unsigned long long __bfloat162ull_ru(__nv_bfloat16 x) { return (unsigned long long)ceilf((float)x); }
static inline __host__ __device__ unsigned long long __bfloat162ull_rd(__nv_bfloat16 x) { return (unsigned long long)floorf((float)x); }
static inline __host__ __device__ float __bfloat162float(__nv_bfloat16 x) { return (float)x; }
static inline __host__ __device__ __nv_bfloat16 __float2bfloat16_rz(float x) { __nv_bfloat16 h = (__nv_bfloat16)x; unsigned short b = __bfloat16_as_ushort(h); return fabsf((float)h) > fabsf(x) ? __ushort_as_bfloat16((unsigned short)(b - 1)) : h; }
static inline __host__ __device__ __nv_bfloat16 __float2bfloat16_rd(float x) { __nv_bfloat16 h = (__nv_bfloat16)x; unsigned short b = __bfloat16_as_ushort(h); float y = (float)h; if (!(y > x)) return h; return __ushort_as_bfloat16((unsigned short)(y > 0 ? b - 1 : y < 0 ? b + 1 : 0x8001)); }
static inline __host__ __device__ __nv_bfloat16 __float2bfloat16_ru(float x) { __nv_bfloat16 h = (__nv_bfloat16)x; unsigned short b = __bfloat16_as_ushort(h); float y = (float)h; if (!(y < x)) return h; return __ushort_as_bfloat16((unsigned short)(y > 0 ? b + 1 : y < 0 ? b - 1 : 1)); }
static inline __host__ __device__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { __nv_bfloat162 v = {x, y}; return v; }
static inline __host__ __device__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { __nv_bfloat162 v = {x, y}; return v; }
static inline __host__ __device__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { __nv_bfloat162 v = {x, x}; return v; }
static inline __host__ __device__ __nv_bfloat162 __float2bfloat162_rn(float x) { __nv_bfloat162 v = {(__nv_bfloat16)x, (__nv_bfloat16)x}; return v; }
static inline __host__ __device__ __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { __nv_bfloat162 v = {(__nv_bfloat16)x, (__nv_bfloat16)y}; return v; }
static inline __host__ __device__ __nv_bfloat162 __float22bfloat162_rn(float2 a) { __nv_bfloat162 v = {(__nv_bfloat16)a.x, (__nv_bfloat16)a.y}; return v; }
static inline __host__ __device__ float2 __bfloat1622float2(__nv_bfloat162 a) { float2 v = {(float)a.x, (float)a.y}; return v; }
static inline __host__ __device__ float __low2float(__nv_bfloat162 a) { return (float)a.x; }
static inline __host__ __device__ float __high2float(__nv_bfloat162 a) { return (float)a.y; }
static inline __host__ __device__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
static inline __host__ __device__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
static inline __host__ __device__ __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { __nv_bfloat162 v = {a.x, a.x}; return v; }
static inline __host__ __device__ __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { __nv_bfloat162 v = {a.y, a.y}; return v; }
static inline __host__ __device__ __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { __nv_bfloat162 v = {a.y, a.x}; return v; }
static inline __host__ __device__ __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {a.x, b.x}; return v; }
static inline __host__ __device__ __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {a.y, b.y}; return v; }
static inline __host__ __device__ __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return a + b; }
static inline __host__ __device__ __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return a + b; }
static inline __host__ __device__ __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {a.x + b.x, a.y + b.y}; return v; }
static inline __host__ __device__ __nv_bfloat162 __hadd2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {a.x + b.x, a.y + b.y}; return v; }
static inline __host__ __device__ __nv_bfloat16 __hadd_sat(__nv_bfloat16 a, __nv_bfloat16 b) { float r = (float)(a + b); return (__nv_bfloat16)(r > 0 ? fminf(r, 1.0f) : 0.0f); }
static inline __host__ __device__ __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return a - b; }
static inline __host__ __device__ __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return a - b; }
static inline __host__ __device__ __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {a.x - b.x, a.y - b.y}; return v; }
static inline __host__ __device__ __nv_bfloat162 __hsub2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {a.x - b.x, a.y - b.y}; return v; }
static inline __host__ __device__ __nv_bfloat16 __hsub_sat(__nv_bfloat16 a, __nv_bfloat16 b) { float r = (float)(a - b); return (__nv_bfloat16)(r > 0 ? fminf(r, 1.0f) : 0.0f); }
static inline __host__ __device__ __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return a * b; }
static inline __host__ __device__ __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return a * b; }
static inline __host__ __device__ __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {a.x * b.x, a.y * b.y}; return v; }
static inline __host__ __device__ __nv_bfloat162 __hmul2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {a.x * b.x, a.y * b.y}; return v; }
static inline __host__ __device__ __nv_bfloat16 __hmul_sat(__nv_bfloat16 a, __nv_bfloat16 b) { float r = (float)(a * b); return (__nv_bfloat16)(r > 0 ? fminf(r, 1.0f) : 0.0f); }
static inline __host__ __device__ __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return (__nv_bfloat16)((float)a / (float)b); }
static inline __host__ __device__ __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {__hdiv(a.x, b.x), __hdiv(a.y, b.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return (__nv_bfloat16)fmaf((float)a, (float)b, (float)c); }
static inline __host__ __device__ __nv_bfloat16 __hfma_relu(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return (__nv_bfloat16)fmaxf(fmaf((float)a, (float)b, (float)c), 0.0f); }
static inline __host__ __device__ __nv_bfloat16 __hfma_sat(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { float r = fmaf((float)a, (float)b, (float)c); return (__nv_bfloat16)(r > 0 ? fminf(r, 1.0f) : 0.0f); }
static inline __host__ __device__ __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { __nv_bfloat162 v = {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 __hneg(__nv_bfloat16 a) { return -a; }
static inline __host__ __device__ __nv_bfloat162 __hneg2(__nv_bfloat162 a) { __nv_bfloat162 v = {-a.x, -a.y}; return v; }
static inline __host__ __device__ __nv_bfloat16 __habs(__nv_bfloat16 a) { return __ushort_as_bfloat16((unsigned short)(__bfloat16_as_ushort(a) & 0x7fff)); }
static inline __host__ __device__ __nv_bfloat162 __habs2(__nv_bfloat162 a) { __nv_bfloat162 v = {__habs(a.x), __habs(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return (__nv_bfloat16)fmaxf((float)a, (float)b); }
static inline __host__ __device__ __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {__hmax(a.x, b.x), __hmax(a.y, b.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 __hmax_nan(__nv_bfloat16 a, __nv_bfloat16 b) { return a != a ? a : b != b ? b : (__nv_bfloat16)fmaxf((float)a, (float)b); }
static inline __host__ __device__ __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return (__nv_bfloat16)fminf((float)a, (float)b); }
static inline __host__ __device__ __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {__hmin(a.x, b.x), __hmin(a.y, b.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 __hmin_nan(__nv_bfloat16 a, __nv_bfloat16 b) { return a != a ? a : b != b ? b : (__nv_bfloat16)fminf((float)a, (float)b); }
static inline __host__ __device__ bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) { return a == b; }
static inline __host__ __device__ bool __hequ(__nv_bfloat16 a, __nv_bfloat16 b) { return a != a || b != b || a == b; }
static inline __host__ __device__ __nv_bfloat162 __heq2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {__heq(a.x, b.x) ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f, __heq(a.y, b.y) ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f}; return v; }
static inline __host__ __device__ bool __hbeq2(__nv_bfloat162 a, __nv_bfloat162 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
static inline __host__ __device__ bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) { return a != b && a == a && b == b; }
static inline __host__ __device__ bool __hneu(__nv_bfloat16 a, __nv_bfloat16 b) { return a != a || b != b || a != b; }
static inline __host__ __device__ __nv_bfloat162 __hne2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {__hne(a.x, b.x) ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f, __hne(a.y, b.y) ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f}; return v; }
static inline __host__ __device__ bool __hbne2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
static inline __host__ __device__ bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) { return a < b; }
static inline __host__ __device__ bool __hltu(__nv_bfloat16 a, __nv_bfloat16 b) { return a != a || b != b || a < b; }
static inline __host__ __device__ __nv_bfloat162 __hlt2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {__hlt(a.x, b.x) ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f, __hlt(a.y, b.y) ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f}; return v; }
static inline __host__ __device__ bool __hblt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
static inline __host__ __device__ bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) { return a <= b; }
static inline __host__ __device__ bool __hleu(__nv_bfloat16 a, __nv_bfloat16 b) { return a != a || b != b || a <= b; }
static inline __host__ __device__ __nv_bfloat162 __hle2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {__hle(a.x, b.x) ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f, __hle(a.y, b.y) ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f}; return v; }
static inline __host__ __device__ bool __hble2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
static inline __host__ __device__ bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) { return a > b; }
static inline __host__ __device__ bool __hgtu(__nv_bfloat16 a, __nv_bfloat16 b) { return a != a || b != b || a > b; }
static inline __host__ __device__ __nv_bfloat162 __hgt2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {__hgt(a.x, b.x) ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f, __hgt(a.y, b.y) ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f}; return v; }
static inline __host__ __device__ bool __hbgt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
static inline __host__ __device__ bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) { return a >= b; }
static inline __host__ __device__ bool __hgeu(__nv_bfloat16 a, __nv_bfloat16 b) { return a != a || b != b || a >= b; }
static inline __host__ __device__ __nv_bfloat162 __hge2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 v = {__hge(a.x, b.x) ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f, __hge(a.y, b.y) ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f}; return v; }
static inline __host__ __device__ bool __hbge2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }
static inline __host__ __device__ bool __hisnan(__nv_bfloat16 a) { return a != a; }
static inline __host__ __device__ int __hisinf(__nv_bfloat16 a) { return __builtin_isinff((float)a) ? (a > 0 ? 1 : -1) : 0; }
static inline __host__ __device__ __nv_bfloat162 __hisnan2(__nv_bfloat162 a) { __nv_bfloat162 v = {a.x != a.x ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f, a.y != a.y ? (__nv_bfloat16)1.0f : (__nv_bfloat16)0.0f}; return v; }
static inline __host__ __device__ __nv_bfloat16 hsqrt(__nv_bfloat16 a) { return (__nv_bfloat16)(sqrtf((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2sqrt(__nv_bfloat162 a) { __nv_bfloat162 v = {hsqrt(a.x), hsqrt(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 hrsqrt(__nv_bfloat16 a) { return (__nv_bfloat16)(1.0f / sqrtf((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2rsqrt(__nv_bfloat162 a) { __nv_bfloat162 v = {hrsqrt(a.x), hrsqrt(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 hrcp(__nv_bfloat16 a) { return (__nv_bfloat16)(1.0f / (float)a); }
static inline __host__ __device__ __nv_bfloat162 h2rcp(__nv_bfloat162 a) { __nv_bfloat162 v = {hrcp(a.x), hrcp(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 hexp(__nv_bfloat16 a) { return (__nv_bfloat16)(expf((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2exp(__nv_bfloat162 a) { __nv_bfloat162 v = {hexp(a.x), hexp(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 hexp2(__nv_bfloat16 a) { return (__nv_bfloat16)(exp2f((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2exp2(__nv_bfloat162 a) { __nv_bfloat162 v = {hexp2(a.x), hexp2(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 hexp10(__nv_bfloat16 a) { return (__nv_bfloat16)(powf(10.0f, (float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2exp10(__nv_bfloat162 a) { __nv_bfloat162 v = {hexp10(a.x), hexp10(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 hlog(__nv_bfloat16 a) { return (__nv_bfloat16)(logf((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2log(__nv_bfloat162 a) { __nv_bfloat162 v = {hlog(a.x), hlog(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 hlog2(__nv_bfloat16 a) { return (__nv_bfloat16)(log2f((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2log2(__nv_bfloat162 a) { __nv_bfloat162 v = {hlog2(a.x), hlog2(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 hlog10(__nv_bfloat16 a) { return (__nv_bfloat16)(log10f((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2log10(__nv_bfloat162 a) { __nv_bfloat162 v = {hlog10(a.x), hlog10(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 hsin(__nv_bfloat16 a) { return (__nv_bfloat16)(sinf((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2sin(__nv_bfloat162 a) { __nv_bfloat162 v = {hsin(a.x), hsin(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 hcos(__nv_bfloat16 a) { return (__nv_bfloat16)(cosf((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2cos(__nv_bfloat162 a) { __nv_bfloat162 v = {hcos(a.x), hcos(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 htanh(__nv_bfloat16 a) { return (__nv_bfloat16)(tanhf((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2tanh(__nv_bfloat162 a) { __nv_bfloat162 v = {htanh(a.x), htanh(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 hfloor(__nv_bfloat16 a) { return (__nv_bfloat16)(floorf((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2floor(__nv_bfloat162 a) { __nv_bfloat162 v = {hfloor(a.x), hfloor(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 hceil(__nv_bfloat16 a) { return (__nv_bfloat16)(ceilf((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2ceil(__nv_bfloat162 a) { __nv_bfloat162 v = {hceil(a.x), hceil(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 htrunc(__nv_bfloat16 a) { return (__nv_bfloat16)(truncf((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2trunc(__nv_bfloat162 a) { __nv_bfloat162 v = {htrunc(a.x), htrunc(a.y)}; return v; }
static inline __host__ __device__ __nv_bfloat16 hrint(__nv_bfloat16 a) { return (__nv_bfloat16)(rintf((float)a)); }
static inline __host__ __device__ __nv_bfloat162 h2rint(__nv_bfloat162 a) { __nv_bfloat162 v = {hrint(a.x), hrint(a.y)}; return v; }
