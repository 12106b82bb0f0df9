#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
__kernel __attribute__((intel_reqd_sub_group_size(32))) void reduce(__global const float *x, __global float *sums, int n) {
    __local float warps[32];
    float sum = 0;
    int t = get_local_id(0);
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) sum += x[i];
    for (int d = 16; d > 0; d /= 2) sum += sub_group_shuffle_down(sum, d);
    if (t % 32 == 0) warps[t / 32] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 32) {
        sum = t < get_local_size(0) / 32 ? warps[t] : 0;
        for (int d = 16; d > 0; d /= 2) sum += sub_group_shuffle_down(sum, d);
        if (t == 0) sums[get_group_id(0)] = sum;
    }
}
