#define BLOCK 256
__kernel void reduce(__global const float *x, __global float *sums, int n) {
    __local float s[BLOCK];
    int t = get_local_id(0), i = get_global_id(0);
    s[t] = i < n ? x[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = BLOCK / 2; k > 0; k /= 2) {
        if (t < k) s[t] += s[t + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) sums[get_group_id(0)] = s[0];
}
