#define BINS 256
__kernel void clear(__global unsigned *bins) { bins[get_global_id(0)] = 0; }
__kernel void histogram(__global const unsigned char *data, __global unsigned *bins, int n) {
    __local unsigned local_bins[BINS];
    for (int i = get_local_id(0); i < BINS; i += get_local_size(0)) local_bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_add(&local_bins[data[i]], 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_local_id(0); i < BINS; i += get_local_size(0)) atomic_add(&bins[i], local_bins[i]);
}
