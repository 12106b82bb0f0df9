// xoroshiro128+ as Numba seeds and jumps it; without an #include, as CUDA's own headers.
/* OUTPUT:
910a2dec89025cc1 910a2dec89025cc1
73c19a5348fc9098 6c96c932f21d71ee
b3d0cd6ddfa7a4c d3c2c33e9b8e707a
mean 0.50
*/
__global__ void draw(xoroshiro128p_state *states, float *sum, int n)
{
    int i = threadIdx.x;
    float mine = 0;
    for (int k = 0; k < n; k++) mine += xoroshiro128p_uniform_float32(states, i);
    atomicAdd(sum, mine);
}

int main(void)
{
    xoroshiro128p_state *states;
    float *sum;
    cudaMallocManaged(&states, 32 * sizeof *states);
    cudaMallocManaged(&sum, sizeof *sum);
    init_xoroshiro128p_states(states, 32, 1);
    for (int i = 0; i < 3; i++) printf("%llx %llx\n", states[i].s0, states[i].s1);
    *sum = 0;
    draw<<<1, 32>>>(states, sum, 1000);
    cudaDeviceSynchronize();
    printf("mean %.2f\n", *sum / 32000);
    return 0;
}
