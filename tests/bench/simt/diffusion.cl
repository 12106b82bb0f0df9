__kernel void diffuse(__global const float *in, __global float *out, int n, float k) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    int i = y * n + x;
    out[i] = in[i] + k * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] - 4 * in[i]);
}
