__kernel void transpose(__global const float *in, __global float *out, int n) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x < n && y < n) out[x * n + y] = in[y * n + x];
}
