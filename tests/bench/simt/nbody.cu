#define TILE 128
#define SOFTENING 1e-3f
__device__ float3 interact(float4 a, float4 b, float3 acc) {
    float3 r = make_float3(b.x - a.x, b.y - a.y, b.z - a.z);
    float d2 = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;
    float inv = rsqrtf(d2), s = b.w * inv * inv * inv;
    acc.x += r.x * s;
    acc.y += r.y * s;
    acc.z += r.z * s;
    return acc;
}
__global__ void forces(const float4 *pos, float4 *acc, int n) {
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = i < n ? pos[i] : make_float4(0, 0, 0, 0);
    float3 a = make_float3(0, 0, 0);
    for (int base = 0; base < n; base += TILE) {
        int k = base + threadIdx.x;
        tile[threadIdx.x] = k < n ? pos[k] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < TILE; k++) a = interact(me, tile[k], a);
        __syncthreads();
    }
    if (i < n) acc[i] = make_float4(a.x, a.y, a.z, 0);
}
