#define HEIGHT 16
#define WIDTH 16
__global__ void layer(const float *input, const float *weights, float *partial, int hid) { // Rodinia's backprop
    int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int index = (hid + 1) * HEIGHT * by + (hid + 1) * ty + tx + 1 + (hid + 1);
    __shared__ float node[HEIGHT];
    __shared__ float matrix[HEIGHT][WIDTH];
    if (tx == 0) node[ty] = input[HEIGHT * by + ty + 1];
    __syncthreads();
    matrix[ty][tx] = weights[index];
    __syncthreads();
    matrix[ty][tx] = matrix[ty][tx] * node[ty];
    __syncthreads();
    for (int i = 1; i <= 4; i++) {
        int power = 1 << i;
        if (ty % power == 0) matrix[ty][tx] = matrix[ty][tx] + matrix[ty + power / 2][tx];
        __syncthreads();
    }
    if (ty == 0) partial[by * hid + tx] = matrix[0][tx];
}
