#define TILE 128
#define SOFTENING 1e-3f
float3 interact(float4 a, float4 b, float3 acc) {
    float3 r = b.xyz - a.xyz;
    float d2 = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;
    float inv = rsqrt(d2), s = b.w * inv * inv * inv;
    return acc + r * s;
}
__kernel void forces(__global const float4 *pos, __global float4 *acc, int n) {
    __local float4 tile[TILE];
    int i = get_global_id(0), t = get_local_id(0);
    float4 me = i < n ? pos[i] : (float4)(0, 0, 0, 0);
    float3 a = (float3)(0, 0, 0);
    for (int base = 0; base < n; base += TILE) {
        tile[t] = base + t < n ? pos[base + t] : (float4)(0, 0, 0, 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++) a = interact(me, tile[k], a);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n) acc[i] = (float4)(a.x, a.y, a.z, 0);
}
