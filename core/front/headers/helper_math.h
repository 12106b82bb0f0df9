/* Operators and functions of the vector types, as NVIDIA's samples use them. */
#ifndef HELPER_MATH_H
#define HELPER_MATH_H
#include <math.h>
#include <stdlib.h>

typedef unsigned int uint;
typedef unsigned short ushort;

#define HEDDLE_HD inline __host__ __device__

HEDDLE_HD float2 make_float2(float s) { return make_float2(s, s); }
HEDDLE_HD float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
HEDDLE_HD float2 make_float2(int2 a) { return make_float2((float)a.x, (float)a.y); }
HEDDLE_HD float2 make_float2(uint2 a) { return make_float2((float)a.x, (float)a.y); }
HEDDLE_HD float3 make_float3(float s) { return make_float3(s, s, s); }
HEDDLE_HD float3 make_float3(float2 a) { return make_float3(a.x, a.y, 0); }
HEDDLE_HD float3 make_float3(float2 a, float s) { return make_float3(a.x, a.y, s); }
HEDDLE_HD float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
HEDDLE_HD float3 make_float3(int3 a) { return make_float3((float)a.x, (float)a.y, (float)a.z); }
HEDDLE_HD float3 make_float3(uint3 a) { return make_float3((float)a.x, (float)a.y, (float)a.z); }
HEDDLE_HD float4 make_float4(float s) { return make_float4(s, s, s, s); }
HEDDLE_HD float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, 0); }
HEDDLE_HD float4 make_float4(float3 a, float s) { return make_float4(a.x, a.y, a.z, s); }
HEDDLE_HD float4 make_float4(int4 a) { return make_float4((float)a.x, (float)a.y, (float)a.z, (float)a.w); }
HEDDLE_HD float4 make_float4(uint4 a) { return make_float4((float)a.x, (float)a.y, (float)a.z, (float)a.w); }
HEDDLE_HD int2 make_int2(int s) { return make_int2(s, s); }
HEDDLE_HD int2 make_int2(int3 a) { return make_int2(a.x, a.y); }
HEDDLE_HD int2 make_int2(float2 a) { return make_int2((int)a.x, (int)a.y); }
HEDDLE_HD int2 make_int2(uint2 a) { return make_int2((int)a.x, (int)a.y); }
HEDDLE_HD int3 make_int3(int s) { return make_int3(s, s, s); }
HEDDLE_HD int3 make_int3(int2 a) { return make_int3(a.x, a.y, 0); }
HEDDLE_HD int3 make_int3(int2 a, int s) { return make_int3(a.x, a.y, s); }
HEDDLE_HD int3 make_int3(int4 a) { return make_int3(a.x, a.y, a.z); }
HEDDLE_HD int3 make_int3(float3 a) { return make_int3((int)a.x, (int)a.y, (int)a.z); }
HEDDLE_HD int3 make_int3(uint3 a) { return make_int3((int)a.x, (int)a.y, (int)a.z); }
HEDDLE_HD int4 make_int4(int s) { return make_int4(s, s, s, s); }
HEDDLE_HD int4 make_int4(int3 a) { return make_int4(a.x, a.y, a.z, 0); }
HEDDLE_HD int4 make_int4(int3 a, int s) { return make_int4(a.x, a.y, a.z, s); }
HEDDLE_HD int4 make_int4(float4 a) { return make_int4((int)a.x, (int)a.y, (int)a.z, (int)a.w); }
HEDDLE_HD int4 make_int4(uint4 a) { return make_int4((int)a.x, (int)a.y, (int)a.z, (int)a.w); }
HEDDLE_HD uint2 make_uint2(unsigned int s) { return make_uint2(s, s); }
HEDDLE_HD uint2 make_uint2(uint3 a) { return make_uint2(a.x, a.y); }
HEDDLE_HD uint2 make_uint2(float2 a) { return make_uint2((unsigned int)a.x, (unsigned int)a.y); }
HEDDLE_HD uint2 make_uint2(int2 a) { return make_uint2((unsigned int)a.x, (unsigned int)a.y); }
HEDDLE_HD uint3 make_uint3(unsigned int s) { return make_uint3(s, s, s); }
HEDDLE_HD uint3 make_uint3(uint2 a) { return make_uint3(a.x, a.y, 0); }
HEDDLE_HD uint3 make_uint3(uint2 a, unsigned int s) { return make_uint3(a.x, a.y, s); }
HEDDLE_HD uint3 make_uint3(uint4 a) { return make_uint3(a.x, a.y, a.z); }
HEDDLE_HD uint3 make_uint3(float3 a) { return make_uint3((unsigned int)a.x, (unsigned int)a.y, (unsigned int)a.z); }
HEDDLE_HD uint3 make_uint3(int3 a) { return make_uint3((unsigned int)a.x, (unsigned int)a.y, (unsigned int)a.z); }
HEDDLE_HD uint4 make_uint4(unsigned int s) { return make_uint4(s, s, s, s); }
HEDDLE_HD uint4 make_uint4(uint3 a) { return make_uint4(a.x, a.y, a.z, 0); }
HEDDLE_HD uint4 make_uint4(uint3 a, unsigned int s) { return make_uint4(a.x, a.y, a.z, s); }
HEDDLE_HD uint4 make_uint4(float4 a) { return make_uint4((unsigned int)a.x, (unsigned int)a.y, (unsigned int)a.z, (unsigned int)a.w); }
HEDDLE_HD uint4 make_uint4(int4 a) { return make_uint4((unsigned int)a.x, (unsigned int)a.y, (unsigned int)a.z, (unsigned int)a.w); }

HEDDLE_HD float2 operator-(float2 a) { return make_float2(-a.x, -a.y); }
HEDDLE_HD float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
HEDDLE_HD float2 operator+(float2 a, float b) { return make_float2(a.x + b, a.y + b); }
HEDDLE_HD float2 operator+(float b, float2 a) { return make_float2(b + a.x, b + a.y); }
HEDDLE_HD void operator+=(float2 &a, float2 b) { a.x += b.x; a.y += b.y; }
HEDDLE_HD void operator+=(float2 &a, float b) { a.x += b; a.y += b; }
HEDDLE_HD float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
HEDDLE_HD float2 operator-(float2 a, float b) { return make_float2(a.x - b, a.y - b); }
HEDDLE_HD float2 operator-(float b, float2 a) { return make_float2(b - a.x, b - a.y); }
HEDDLE_HD void operator-=(float2 &a, float2 b) { a.x -= b.x; a.y -= b.y; }
HEDDLE_HD void operator-=(float2 &a, float b) { a.x -= b; a.y -= b; }
HEDDLE_HD float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
HEDDLE_HD float2 operator*(float2 a, float b) { return make_float2(a.x * b, a.y * b); }
HEDDLE_HD float2 operator*(float b, float2 a) { return make_float2(b * a.x, b * a.y); }
HEDDLE_HD void operator*=(float2 &a, float2 b) { a.x *= b.x; a.y *= b.y; }
HEDDLE_HD void operator*=(float2 &a, float b) { a.x *= b; a.y *= b; }
HEDDLE_HD float2 operator/(float2 a, float2 b) { return make_float2(a.x / b.x, a.y / b.y); }
HEDDLE_HD float2 operator/(float2 a, float b) { return make_float2(a.x / b, a.y / b); }
HEDDLE_HD float2 operator/(float b, float2 a) { return make_float2(b / a.x, b / a.y); }
HEDDLE_HD void operator/=(float2 &a, float2 b) { a.x /= b.x; a.y /= b.y; }
HEDDLE_HD void operator/=(float2 &a, float b) { a.x /= b; a.y /= b; }
HEDDLE_HD float2 fminf(float2 a, float2 b) { return make_float2(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y); }
HEDDLE_HD float2 fmaxf(float2 a, float2 b) { return make_float2(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y); }
HEDDLE_HD float3 operator-(float3 a) { return make_float3(-a.x, -a.y, -a.z); }
HEDDLE_HD float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
HEDDLE_HD float3 operator+(float3 a, float b) { return make_float3(a.x + b, a.y + b, a.z + b); }
HEDDLE_HD float3 operator+(float b, float3 a) { return make_float3(b + a.x, b + a.y, b + a.z); }
HEDDLE_HD void operator+=(float3 &a, float3 b) { a.x += b.x; a.y += b.y; a.z += b.z; }
HEDDLE_HD void operator+=(float3 &a, float b) { a.x += b; a.y += b; a.z += b; }
HEDDLE_HD float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
HEDDLE_HD float3 operator-(float3 a, float b) { return make_float3(a.x - b, a.y - b, a.z - b); }
HEDDLE_HD float3 operator-(float b, float3 a) { return make_float3(b - a.x, b - a.y, b - a.z); }
HEDDLE_HD void operator-=(float3 &a, float3 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; }
HEDDLE_HD void operator-=(float3 &a, float b) { a.x -= b; a.y -= b; a.z -= b; }
HEDDLE_HD float3 operator*(float3 a, float3 b) { return make_float3(a.x * b.x, a.y * b.y, a.z * b.z); }
HEDDLE_HD float3 operator*(float3 a, float b) { return make_float3(a.x * b, a.y * b, a.z * b); }
HEDDLE_HD float3 operator*(float b, float3 a) { return make_float3(b * a.x, b * a.y, b * a.z); }
HEDDLE_HD void operator*=(float3 &a, float3 b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; }
HEDDLE_HD void operator*=(float3 &a, float b) { a.x *= b; a.y *= b; a.z *= b; }
HEDDLE_HD float3 operator/(float3 a, float3 b) { return make_float3(a.x / b.x, a.y / b.y, a.z / b.z); }
HEDDLE_HD float3 operator/(float3 a, float b) { return make_float3(a.x / b, a.y / b, a.z / b); }
HEDDLE_HD float3 operator/(float b, float3 a) { return make_float3(b / a.x, b / a.y, b / a.z); }
HEDDLE_HD void operator/=(float3 &a, float3 b) { a.x /= b.x; a.y /= b.y; a.z /= b.z; }
HEDDLE_HD void operator/=(float3 &a, float b) { a.x /= b; a.y /= b; a.z /= b; }
HEDDLE_HD float3 fminf(float3 a, float3 b) { return make_float3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z); }
HEDDLE_HD float3 fmaxf(float3 a, float3 b) { return make_float3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z); }
HEDDLE_HD float4 operator-(float4 a) { return make_float4(-a.x, -a.y, -a.z, -a.w); }
HEDDLE_HD float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
HEDDLE_HD float4 operator+(float4 a, float b) { return make_float4(a.x + b, a.y + b, a.z + b, a.w + b); }
HEDDLE_HD float4 operator+(float b, float4 a) { return make_float4(b + a.x, b + a.y, b + a.z, b + a.w); }
HEDDLE_HD void operator+=(float4 &a, float4 b) { a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; }
HEDDLE_HD void operator+=(float4 &a, float b) { a.x += b; a.y += b; a.z += b; a.w += b; }
HEDDLE_HD float4 operator-(float4 a, float4 b) { return make_float4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
HEDDLE_HD float4 operator-(float4 a, float b) { return make_float4(a.x - b, a.y - b, a.z - b, a.w - b); }
HEDDLE_HD float4 operator-(float b, float4 a) { return make_float4(b - a.x, b - a.y, b - a.z, b - a.w); }
HEDDLE_HD void operator-=(float4 &a, float4 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; a.w -= b.w; }
HEDDLE_HD void operator-=(float4 &a, float b) { a.x -= b; a.y -= b; a.z -= b; a.w -= b; }
HEDDLE_HD float4 operator*(float4 a, float4 b) { return make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
HEDDLE_HD float4 operator*(float4 a, float b) { return make_float4(a.x * b, a.y * b, a.z * b, a.w * b); }
HEDDLE_HD float4 operator*(float b, float4 a) { return make_float4(b * a.x, b * a.y, b * a.z, b * a.w); }
HEDDLE_HD void operator*=(float4 &a, float4 b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; a.w *= b.w; }
HEDDLE_HD void operator*=(float4 &a, float b) { a.x *= b; a.y *= b; a.z *= b; a.w *= b; }
HEDDLE_HD float4 operator/(float4 a, float4 b) { return make_float4(a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w); }
HEDDLE_HD float4 operator/(float4 a, float b) { return make_float4(a.x / b, a.y / b, a.z / b, a.w / b); }
HEDDLE_HD float4 operator/(float b, float4 a) { return make_float4(b / a.x, b / a.y, b / a.z, b / a.w); }
HEDDLE_HD void operator/=(float4 &a, float4 b) { a.x /= b.x; a.y /= b.y; a.z /= b.z; a.w /= b.w; }
HEDDLE_HD void operator/=(float4 &a, float b) { a.x /= b; a.y /= b; a.z /= b; a.w /= b; }
HEDDLE_HD float4 fminf(float4 a, float4 b) { return make_float4(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z, a.w < b.w ? a.w : b.w); }
HEDDLE_HD float4 fmaxf(float4 a, float4 b) { return make_float4(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z, a.w > b.w ? a.w : b.w); }
HEDDLE_HD float clamp(float f, float a, float b) { float t = f < b ? f : b; return t > a ? t : a; }
HEDDLE_HD float2 clamp(float2 v, float a, float b) { return make_float2(clamp(v.x, a, b), clamp(v.y, a, b)); }
HEDDLE_HD float2 clamp(float2 v, float2 a, float2 b) { return make_float2(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y)); }
HEDDLE_HD float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
HEDDLE_HD float3 clamp(float3 v, float a, float b) { return make_float3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)); }
HEDDLE_HD float3 clamp(float3 v, float3 a, float3 b) { return make_float3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z)); }
HEDDLE_HD float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HEDDLE_HD float4 clamp(float4 v, float a, float b) { return make_float4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b)); }
HEDDLE_HD float4 clamp(float4 v, float4 a, float4 b) { return make_float4(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z), clamp(v.w, a.w, b.w)); }
HEDDLE_HD float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
HEDDLE_HD int2 operator-(int2 a) { return make_int2(-a.x, -a.y); }
HEDDLE_HD int2 operator+(int2 a, int2 b) { return make_int2(a.x + b.x, a.y + b.y); }
HEDDLE_HD int2 operator+(int2 a, int b) { return make_int2(a.x + b, a.y + b); }
HEDDLE_HD int2 operator+(int b, int2 a) { return make_int2(b + a.x, b + a.y); }
HEDDLE_HD void operator+=(int2 &a, int2 b) { a.x += b.x; a.y += b.y; }
HEDDLE_HD void operator+=(int2 &a, int b) { a.x += b; a.y += b; }
HEDDLE_HD int2 operator-(int2 a, int2 b) { return make_int2(a.x - b.x, a.y - b.y); }
HEDDLE_HD int2 operator-(int2 a, int b) { return make_int2(a.x - b, a.y - b); }
HEDDLE_HD int2 operator-(int b, int2 a) { return make_int2(b - a.x, b - a.y); }
HEDDLE_HD void operator-=(int2 &a, int2 b) { a.x -= b.x; a.y -= b.y; }
HEDDLE_HD void operator-=(int2 &a, int b) { a.x -= b; a.y -= b; }
HEDDLE_HD int2 operator*(int2 a, int2 b) { return make_int2(a.x * b.x, a.y * b.y); }
HEDDLE_HD int2 operator*(int2 a, int b) { return make_int2(a.x * b, a.y * b); }
HEDDLE_HD int2 operator*(int b, int2 a) { return make_int2(b * a.x, b * a.y); }
HEDDLE_HD void operator*=(int2 &a, int2 b) { a.x *= b.x; a.y *= b.y; }
HEDDLE_HD void operator*=(int2 &a, int b) { a.x *= b; a.y *= b; }
HEDDLE_HD int2 min(int2 a, int2 b) { return make_int2(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y); }
HEDDLE_HD int2 max(int2 a, int2 b) { return make_int2(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y); }
HEDDLE_HD int3 operator-(int3 a) { return make_int3(-a.x, -a.y, -a.z); }
HEDDLE_HD int3 operator+(int3 a, int3 b) { return make_int3(a.x + b.x, a.y + b.y, a.z + b.z); }
HEDDLE_HD int3 operator+(int3 a, int b) { return make_int3(a.x + b, a.y + b, a.z + b); }
HEDDLE_HD int3 operator+(int b, int3 a) { return make_int3(b + a.x, b + a.y, b + a.z); }
HEDDLE_HD void operator+=(int3 &a, int3 b) { a.x += b.x; a.y += b.y; a.z += b.z; }
HEDDLE_HD void operator+=(int3 &a, int b) { a.x += b; a.y += b; a.z += b; }
HEDDLE_HD int3 operator-(int3 a, int3 b) { return make_int3(a.x - b.x, a.y - b.y, a.z - b.z); }
HEDDLE_HD int3 operator-(int3 a, int b) { return make_int3(a.x - b, a.y - b, a.z - b); }
HEDDLE_HD int3 operator-(int b, int3 a) { return make_int3(b - a.x, b - a.y, b - a.z); }
HEDDLE_HD void operator-=(int3 &a, int3 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; }
HEDDLE_HD void operator-=(int3 &a, int b) { a.x -= b; a.y -= b; a.z -= b; }
HEDDLE_HD int3 operator*(int3 a, int3 b) { return make_int3(a.x * b.x, a.y * b.y, a.z * b.z); }
HEDDLE_HD int3 operator*(int3 a, int b) { return make_int3(a.x * b, a.y * b, a.z * b); }
HEDDLE_HD int3 operator*(int b, int3 a) { return make_int3(b * a.x, b * a.y, b * a.z); }
HEDDLE_HD void operator*=(int3 &a, int3 b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; }
HEDDLE_HD void operator*=(int3 &a, int b) { a.x *= b; a.y *= b; a.z *= b; }
HEDDLE_HD int3 min(int3 a, int3 b) { return make_int3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z); }
HEDDLE_HD int3 max(int3 a, int3 b) { return make_int3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z); }
HEDDLE_HD int4 operator-(int4 a) { return make_int4(-a.x, -a.y, -a.z, -a.w); }
HEDDLE_HD int4 operator+(int4 a, int4 b) { return make_int4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
HEDDLE_HD int4 operator+(int4 a, int b) { return make_int4(a.x + b, a.y + b, a.z + b, a.w + b); }
HEDDLE_HD int4 operator+(int b, int4 a) { return make_int4(b + a.x, b + a.y, b + a.z, b + a.w); }
HEDDLE_HD void operator+=(int4 &a, int4 b) { a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; }
HEDDLE_HD void operator+=(int4 &a, int b) { a.x += b; a.y += b; a.z += b; a.w += b; }
HEDDLE_HD int4 operator-(int4 a, int4 b) { return make_int4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
HEDDLE_HD int4 operator-(int4 a, int b) { return make_int4(a.x - b, a.y - b, a.z - b, a.w - b); }
HEDDLE_HD int4 operator-(int b, int4 a) { return make_int4(b - a.x, b - a.y, b - a.z, b - a.w); }
HEDDLE_HD void operator-=(int4 &a, int4 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; a.w -= b.w; }
HEDDLE_HD void operator-=(int4 &a, int b) { a.x -= b; a.y -= b; a.z -= b; a.w -= b; }
HEDDLE_HD int4 operator*(int4 a, int4 b) { return make_int4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
HEDDLE_HD int4 operator*(int4 a, int b) { return make_int4(a.x * b, a.y * b, a.z * b, a.w * b); }
HEDDLE_HD int4 operator*(int b, int4 a) { return make_int4(b * a.x, b * a.y, b * a.z, b * a.w); }
HEDDLE_HD void operator*=(int4 &a, int4 b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; a.w *= b.w; }
HEDDLE_HD void operator*=(int4 &a, int b) { a.x *= b; a.y *= b; a.z *= b; a.w *= b; }
HEDDLE_HD int4 min(int4 a, int4 b) { return make_int4(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z, a.w < b.w ? a.w : b.w); }
HEDDLE_HD int4 max(int4 a, int4 b) { return make_int4(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z, a.w > b.w ? a.w : b.w); }
HEDDLE_HD int clamp(int f, int a, int b) { int t = f < b ? f : b; return t > a ? t : a; }
HEDDLE_HD int2 clamp(int2 v, int a, int b) { return make_int2(clamp(v.x, a, b), clamp(v.y, a, b)); }
HEDDLE_HD int2 clamp(int2 v, int2 a, int2 b) { return make_int2(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y)); }
HEDDLE_HD int dot(int2 a, int2 b) { return a.x * b.x + a.y * b.y; }
HEDDLE_HD int3 clamp(int3 v, int a, int b) { return make_int3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)); }
HEDDLE_HD int3 clamp(int3 v, int3 a, int3 b) { return make_int3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z)); }
HEDDLE_HD int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HEDDLE_HD int4 clamp(int4 v, int a, int b) { return make_int4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b)); }
HEDDLE_HD int4 clamp(int4 v, int4 a, int4 b) { return make_int4(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z), clamp(v.w, a.w, b.w)); }
HEDDLE_HD int dot(int4 a, int4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
HEDDLE_HD uint2 operator+(uint2 a, uint2 b) { return make_uint2(a.x + b.x, a.y + b.y); }
HEDDLE_HD uint2 operator+(uint2 a, unsigned int b) { return make_uint2(a.x + b, a.y + b); }
HEDDLE_HD uint2 operator+(unsigned int b, uint2 a) { return make_uint2(b + a.x, b + a.y); }
HEDDLE_HD void operator+=(uint2 &a, uint2 b) { a.x += b.x; a.y += b.y; }
HEDDLE_HD void operator+=(uint2 &a, unsigned int b) { a.x += b; a.y += b; }
HEDDLE_HD uint2 operator-(uint2 a, uint2 b) { return make_uint2(a.x - b.x, a.y - b.y); }
HEDDLE_HD uint2 operator-(uint2 a, unsigned int b) { return make_uint2(a.x - b, a.y - b); }
HEDDLE_HD uint2 operator-(unsigned int b, uint2 a) { return make_uint2(b - a.x, b - a.y); }
HEDDLE_HD void operator-=(uint2 &a, uint2 b) { a.x -= b.x; a.y -= b.y; }
HEDDLE_HD void operator-=(uint2 &a, unsigned int b) { a.x -= b; a.y -= b; }
HEDDLE_HD uint2 operator*(uint2 a, uint2 b) { return make_uint2(a.x * b.x, a.y * b.y); }
HEDDLE_HD uint2 operator*(uint2 a, unsigned int b) { return make_uint2(a.x * b, a.y * b); }
HEDDLE_HD uint2 operator*(unsigned int b, uint2 a) { return make_uint2(b * a.x, b * a.y); }
HEDDLE_HD void operator*=(uint2 &a, uint2 b) { a.x *= b.x; a.y *= b.y; }
HEDDLE_HD void operator*=(uint2 &a, unsigned int b) { a.x *= b; a.y *= b; }
HEDDLE_HD uint2 min(uint2 a, uint2 b) { return make_uint2(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y); }
HEDDLE_HD uint2 max(uint2 a, uint2 b) { return make_uint2(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y); }
HEDDLE_HD uint3 operator+(uint3 a, uint3 b) { return make_uint3(a.x + b.x, a.y + b.y, a.z + b.z); }
HEDDLE_HD uint3 operator+(uint3 a, unsigned int b) { return make_uint3(a.x + b, a.y + b, a.z + b); }
HEDDLE_HD uint3 operator+(unsigned int b, uint3 a) { return make_uint3(b + a.x, b + a.y, b + a.z); }
HEDDLE_HD void operator+=(uint3 &a, uint3 b) { a.x += b.x; a.y += b.y; a.z += b.z; }
HEDDLE_HD void operator+=(uint3 &a, unsigned int b) { a.x += b; a.y += b; a.z += b; }
HEDDLE_HD uint3 operator-(uint3 a, uint3 b) { return make_uint3(a.x - b.x, a.y - b.y, a.z - b.z); }
HEDDLE_HD uint3 operator-(uint3 a, unsigned int b) { return make_uint3(a.x - b, a.y - b, a.z - b); }
HEDDLE_HD uint3 operator-(unsigned int b, uint3 a) { return make_uint3(b - a.x, b - a.y, b - a.z); }
HEDDLE_HD void operator-=(uint3 &a, uint3 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; }
HEDDLE_HD void operator-=(uint3 &a, unsigned int b) { a.x -= b; a.y -= b; a.z -= b; }
HEDDLE_HD uint3 operator*(uint3 a, uint3 b) { return make_uint3(a.x * b.x, a.y * b.y, a.z * b.z); }
HEDDLE_HD uint3 operator*(uint3 a, unsigned int b) { return make_uint3(a.x * b, a.y * b, a.z * b); }
HEDDLE_HD uint3 operator*(unsigned int b, uint3 a) { return make_uint3(b * a.x, b * a.y, b * a.z); }
HEDDLE_HD void operator*=(uint3 &a, uint3 b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; }
HEDDLE_HD void operator*=(uint3 &a, unsigned int b) { a.x *= b; a.y *= b; a.z *= b; }
HEDDLE_HD uint3 min(uint3 a, uint3 b) { return make_uint3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z); }
HEDDLE_HD uint3 max(uint3 a, uint3 b) { return make_uint3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z); }
HEDDLE_HD uint4 operator+(uint4 a, uint4 b) { return make_uint4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
HEDDLE_HD uint4 operator+(uint4 a, unsigned int b) { return make_uint4(a.x + b, a.y + b, a.z + b, a.w + b); }
HEDDLE_HD uint4 operator+(unsigned int b, uint4 a) { return make_uint4(b + a.x, b + a.y, b + a.z, b + a.w); }
HEDDLE_HD void operator+=(uint4 &a, uint4 b) { a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; }
HEDDLE_HD void operator+=(uint4 &a, unsigned int b) { a.x += b; a.y += b; a.z += b; a.w += b; }
HEDDLE_HD uint4 operator-(uint4 a, uint4 b) { return make_uint4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
HEDDLE_HD uint4 operator-(uint4 a, unsigned int b) { return make_uint4(a.x - b, a.y - b, a.z - b, a.w - b); }
HEDDLE_HD uint4 operator-(unsigned int b, uint4 a) { return make_uint4(b - a.x, b - a.y, b - a.z, b - a.w); }
HEDDLE_HD void operator-=(uint4 &a, uint4 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; a.w -= b.w; }
HEDDLE_HD void operator-=(uint4 &a, unsigned int b) { a.x -= b; a.y -= b; a.z -= b; a.w -= b; }
HEDDLE_HD uint4 operator*(uint4 a, uint4 b) { return make_uint4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
HEDDLE_HD uint4 operator*(uint4 a, unsigned int b) { return make_uint4(a.x * b, a.y * b, a.z * b, a.w * b); }
HEDDLE_HD uint4 operator*(unsigned int b, uint4 a) { return make_uint4(b * a.x, b * a.y, b * a.z, b * a.w); }
HEDDLE_HD void operator*=(uint4 &a, uint4 b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; a.w *= b.w; }
HEDDLE_HD void operator*=(uint4 &a, unsigned int b) { a.x *= b; a.y *= b; a.z *= b; a.w *= b; }
HEDDLE_HD uint4 min(uint4 a, uint4 b) { return make_uint4(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z, a.w < b.w ? a.w : b.w); }
HEDDLE_HD uint4 max(uint4 a, uint4 b) { return make_uint4(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z, a.w > b.w ? a.w : b.w); }
HEDDLE_HD unsigned int clamp(unsigned int f, unsigned int a, unsigned int b) { unsigned int t = f < b ? f : b; return t > a ? t : a; }
HEDDLE_HD uint2 clamp(uint2 v, unsigned int a, unsigned int b) { return make_uint2(clamp(v.x, a, b), clamp(v.y, a, b)); }
HEDDLE_HD uint2 clamp(uint2 v, uint2 a, uint2 b) { return make_uint2(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y)); }
HEDDLE_HD unsigned int dot(uint2 a, uint2 b) { return a.x * b.x + a.y * b.y; }
HEDDLE_HD uint3 clamp(uint3 v, unsigned int a, unsigned int b) { return make_uint3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)); }
HEDDLE_HD uint3 clamp(uint3 v, uint3 a, uint3 b) { return make_uint3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z)); }
HEDDLE_HD unsigned int dot(uint3 a, uint3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HEDDLE_HD uint4 clamp(uint4 v, unsigned int a, unsigned int b) { return make_uint4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b)); }
HEDDLE_HD uint4 clamp(uint4 v, uint4 a, uint4 b) { return make_uint4(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z), clamp(v.w, a.w, b.w)); }
HEDDLE_HD unsigned int dot(uint4 a, uint4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

HEDDLE_HD float lerp(float a, float b, float t) { return a + t * (b - a); }
HEDDLE_HD float fracf(float v) { return v - floorf(v); }
HEDDLE_HD float smoothstep(float a, float b, float x) { float y = clamp((x - a) / (b - a), 0.0f, 1.0f); return y * y * (3.0f - 2.0f * y); }
HEDDLE_HD float2 lerp(float2 a, float2 b, float t) { return a + t * (b - a); }
HEDDLE_HD float length(float2 v) { return sqrtf(dot(v, v)); }
HEDDLE_HD float2 normalize(float2 v) { float r = 1.0f / sqrtf(dot(v, v)); return v * r; }
HEDDLE_HD float2 floorf(float2 v) { return make_float2(floorf(v.x), floorf(v.y)); }
HEDDLE_HD float2 fracf(float2 v) { return make_float2(fracf(v.x), fracf(v.y)); }
HEDDLE_HD float2 fmodf(float2 a, float2 b) { return make_float2(fmodf(a.x, b.x), fmodf(a.y, b.y)); }
HEDDLE_HD float2 fabs(float2 v) { return make_float2(fabsf(v.x), fabsf(v.y)); }
HEDDLE_HD int2 abs(int2 v) { return make_int2((v.x < 0 ? -v.x : v.x), (v.y < 0 ? -v.y : v.y)); }
HEDDLE_HD float2 reflect(float2 i, float2 n) { return i - 2.0f * n * dot(n, i); }
HEDDLE_HD float2 smoothstep(float2 a, float2 b, float2 x) { return make_float2(smoothstep(a.x, b.x, x.x), smoothstep(a.y, b.y, x.y)); }
HEDDLE_HD float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
HEDDLE_HD float length(float3 v) { return sqrtf(dot(v, v)); }
HEDDLE_HD float3 normalize(float3 v) { float r = 1.0f / sqrtf(dot(v, v)); return v * r; }
HEDDLE_HD float3 floorf(float3 v) { return make_float3(floorf(v.x), floorf(v.y), floorf(v.z)); }
HEDDLE_HD float3 fracf(float3 v) { return make_float3(fracf(v.x), fracf(v.y), fracf(v.z)); }
HEDDLE_HD float3 fmodf(float3 a, float3 b) { return make_float3(fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z)); }
HEDDLE_HD float3 fabs(float3 v) { return make_float3(fabsf(v.x), fabsf(v.y), fabsf(v.z)); }
HEDDLE_HD int3 abs(int3 v) { return make_int3((v.x < 0 ? -v.x : v.x), (v.y < 0 ? -v.y : v.y), (v.z < 0 ? -v.z : v.z)); }
HEDDLE_HD float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
HEDDLE_HD float3 smoothstep(float3 a, float3 b, float3 x) { return make_float3(smoothstep(a.x, b.x, x.x), smoothstep(a.y, b.y, x.y), smoothstep(a.z, b.z, x.z)); }
HEDDLE_HD float4 lerp(float4 a, float4 b, float t) { return a + t * (b - a); }
HEDDLE_HD float length(float4 v) { return sqrtf(dot(v, v)); }
HEDDLE_HD float4 normalize(float4 v) { float r = 1.0f / sqrtf(dot(v, v)); return v * r; }
HEDDLE_HD float4 floorf(float4 v) { return make_float4(floorf(v.x), floorf(v.y), floorf(v.z), floorf(v.w)); }
HEDDLE_HD float4 fracf(float4 v) { return make_float4(fracf(v.x), fracf(v.y), fracf(v.z), fracf(v.w)); }
HEDDLE_HD float4 fmodf(float4 a, float4 b) { return make_float4(fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z), fmodf(a.w, b.w)); }
HEDDLE_HD float4 fabs(float4 v) { return make_float4(fabsf(v.x), fabsf(v.y), fabsf(v.z), fabsf(v.w)); }
HEDDLE_HD int4 abs(int4 v) { return make_int4((v.x < 0 ? -v.x : v.x), (v.y < 0 ? -v.y : v.y), (v.z < 0 ? -v.z : v.z), (v.w < 0 ? -v.w : v.w)); }
HEDDLE_HD float4 smoothstep(float4 a, float4 b, float4 x) { return make_float4(smoothstep(a.x, b.x, x.x), smoothstep(a.y, b.y, x.y), smoothstep(a.z, b.z, x.z), smoothstep(a.w, b.w, x.w)); }
HEDDLE_HD float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }

#undef HEDDLE_HD
#endif
