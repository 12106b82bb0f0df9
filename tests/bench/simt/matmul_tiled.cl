#define TILE 16
__kernel void matmul(__global const float *a, __global const float *b, __global float *c, int n) {
    __local float as[TILE][TILE], bs[TILE][TILE];
    int tx = get_local_id(0), ty = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int t = 0; t < (n + TILE - 1) / TILE; t++) {
        as[ty][tx] = y < n && t * TILE + tx < n ? a[y * n + t * TILE + tx] : 0;
        bs[ty][tx] = x < n && t * TILE + ty < n ? b[(t * TILE + ty) * n + x] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++) sum += as[ty][k] * bs[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (x < n && y < n) c[y * n + x] = sum;
}
