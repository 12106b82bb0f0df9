__kernel void gaussian(__global const float *x, __global float *out, float mean, float sigma, int n) {
    int i = get_global_id(0);
    if (i >= n) return;
    float d = (x[i] - mean) / sigma;
    out[i] = exp(-0.5f * d * d) / (sigma * sqrt(2.0f * 3.14159265f));
}
