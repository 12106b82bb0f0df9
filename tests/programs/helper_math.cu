// Operators and functions of the vector types as helper_math.h has them: overloads of the library's make_float3 too. ONE-CELL
#include <stdio.h>
typedef unsigned int uint;
inline __host__ __device__ float3 make_float3(float s) { return make_float3(s, s, s); }
inline __host__ __device__ float3 make_float3(float2 a, float s) { return make_float3(a.x, a.y, s); }
inline __host__ __device__ float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
inline __host__ __device__ float2 operator-(float2 &a) { return make_float2(-a.x, -a.y); }
inline __host__ __device__ float3 operator-(const float3 &a) { return make_float3(-a.x, -a.y, -a.z); }
inline __host__ __device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
inline __host__ __device__ void operator+=(float2 &a, float2 b) { a.x += b.x; a.y += b.y; }
inline __host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ float3 operator+(float3 a, float b) { return make_float3(a.x + b, a.y + b, a.z + b); }
inline __host__ __device__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline __host__ __device__ void operator+=(float3 &a, float3 b) { a.x += b.x; a.y += b.y; a.z += b.z; }
inline __host__ __device__ float3 operator*(float3 a, float b) { return make_float3(a.x * b, a.y * b, a.z * b); }
inline __host__ __device__ float3 operator*(float b, float3 a) { return make_float3(b * a.x, b * a.y, b * a.z); }
inline __host__ __device__ float3 operator*(float3 a, float3 b) { return make_float3(b.x * a.x, b.y * a.y, b.z * a.z); }
inline __host__ __device__ void operator*=(float3 &a, float b) { a.x *= b; a.y *= b; a.z *= b; }
inline __host__ __device__ float3 operator/(float3 a, float b) { return make_float3(a.x / b, a.y / b, a.z / b); }
inline __host__ __device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
inline __host__ __device__ float4 operator*(float b, float4 a) { return make_float4(b * a.x, b * a.y, b * a.z, b * a.w); }
inline __host__ __device__ int3 operator+(int3 a, int3 b) { return make_int3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ int3 operator%(int3 a, int b) { return make_int3(a.x % b, a.y % b, a.z % b); }
inline __host__ __device__ bool operator==(int3 a, int3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline __host__ __device__ float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline __host__ __device__ float length(float3 v) { return sqrtf(dot(v, v)); }
inline __host__ __device__ float3 normalize(float3 v) { float invLen = 1.0f / sqrtf(dot(v, v)); return v * invLen; }
inline __device__ __host__ float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
inline __device__ __host__ float3 clamp(float3 v, float a, float b) { return make_float3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)); }
inline __host__ __device__ float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
inline __host__ __device__ float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
inline __device__ __host__ float lerp(float a, float b, float t) { return a + t * (b - a); }
__device__ float3 bodyBody(float3 ai, float4 bi, float4 bj) {
    float3 r; r.x = bj.x - bi.x; r.y = bj.y - bi.y; r.z = bj.z - bi.z;
    float d = dot(r, r) + 0.01f;
    float inv = 1.0f / sqrtf(d * d * d);
    ai += r * (bj.w * inv);
    return ai;
}
__global__ void nbody(const float4 *pos, float3 *acc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 a = make_float3(0.0f);
    for (int j = 0; j < n; j++) a = bodyBody(a, pos[i], pos[j]);
    acc[i] = a;
}
int main() {
    float3 a = make_float3(1, 2, 3), b = make_float3(2.0f);
    float3 c = a + b * 2 - 0.5f * a / 2;
    c += -a; c *= 3;
    printf("%g %g %g %g\n", c.x, c.y, c.z, length(c));
    float3 n = normalize(cross(a, b)), r = reflect(a, n), k = clamp(c, 0, 4);
    printf("%.3f %.3f %.3f\n", n.x, r.y, k.z);
    int3 i = make_int3(5, 6, 7) + make_int3(1, 1, 1);
    printf("%d %d\n", (i % 4).z, i % 4 == make_int3(2, 3, 0));
    float4 q = 2 * make_float4(1, 2, 3, 4) + make_float4(1, 1, 1, 1);
    printf("%g %g\n", q.w, dot(q, q));
    float2 z = make_float2(1, 2); z += z; z = -z + z + z;
    printf("%g %g %g\n", z.x, make_float3(z, 9).z, make_float3(q).y);
    float4 *pos; float3 *acc;
    cudaMallocManaged(&pos, 64 * sizeof *pos); cudaMallocManaged(&acc, 64 * sizeof *acc);
    for (int j = 0; j < 64; j++) pos[j] = make_float4(j % 4, j / 4 % 4, j / 16, 1);
    nbody<<<2, 32>>>(pos, acc, 64);
    cudaDeviceSynchronize();
    printf("%.3f %.3f %.3f\n", acc[0].x, acc[17].y, acc[63].z);
}
/* OUTPUT:
11.25 10.5 9.75 18.2174
-0.408 2.000 4.000
0 1
9 164
2 9 5
4.647 6.885 -4.647
*/
