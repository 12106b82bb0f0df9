__kernel void clear(__global unsigned *bins) { bins[get_global_id(0)] = 0; }
__kernel void histogram(__global const unsigned char *data, __global unsigned *bins, int n) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_add(&bins[data[i]], 1u);
}
