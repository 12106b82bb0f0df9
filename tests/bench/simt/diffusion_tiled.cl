#define TILE 8
__kernel void diffuse(__global const float *in, __global float *out, int n, float k) {
    __local float tile[TILE + 2][TILE + 2];
    int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    int tx = lx + 1, ty = ly + 1, cx = min(x, n - 1), cy = min(y, n - 1);
    tile[ty][tx] = in[cy * n + cx];
    if (lx == 0) tile[ty][0] = in[cy * n + max(cx - 1, 0)];
    if (lx == TILE - 1) tile[ty][TILE + 1] = in[cy * n + min(cx + 1, n - 1)];
    if (ly == 0) tile[0][tx] = in[max(cy - 1, 0) * n + cx];
    if (ly == TILE - 1) tile[TILE + 1][tx] = in[min(cy + 1, n - 1) * n + cx];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < n && y < n) {
        float c = tile[ty][tx];
        out[y * n + x] = c + k * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4 * c);
    }
}
