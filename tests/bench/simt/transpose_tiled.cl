#define TILE 32
#define ROWS 8
__kernel void transpose(__global const float *in, __global float *out, int n) {
    __local float tile[TILE][TILE];
    int lx = get_local_id(0), ly = get_local_id(1), bx = get_group_id(0) * TILE, by = get_group_id(1) * TILE;
    int x = bx + lx, y = by + ly;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < n && y + j < n) tile[ly + j][lx] = in[(y + j) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = by + lx;
    y = bx + ly;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < n && y + j < n) out[(y + j) * n + x] = tile[lx][ly + j];
}
