__global__ void rope(float2 *q, const float *inv, int tokens, int heads, int half, float2 *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tokens * heads * half) return;
    int k = i % half, token = i / (half * heads);
    float s, c;
    sincosf(token * inv[k], &s, &c);
    float2 v = q[i];
    out[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}
