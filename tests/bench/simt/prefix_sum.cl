#define BLOCK 256
__kernel void scan(__global const int *in, __global int *out, __global int *sums, int n) {
    __local int s[2][BLOCK];
    int t = get_local_id(0), i = get_global_id(0), from = 0;
    s[0][t] = i < n ? in[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < BLOCK; d *= 2) {
        s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
        from = 1 - from;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n) out[i] = s[from][t];
    if (t == BLOCK - 1) sums[get_group_id(0)] = s[from][t];
}
__kernel void add(__global int *out, __global const int *sums, int n) {
    int i = get_global_id(0);
    if (i < n && get_group_id(0) > 0) out[i] += sums[get_group_id(0) - 1];
}
