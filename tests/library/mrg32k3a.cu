// MRG32k3a in kernels gives what cuRAND's host API gives in its order (number k is the first of subsequence k), and L'Ecuyer's published
// numbers: the recurrence from the state of 12345s begins with 0.1270111177..., 0.3185275653...
/* OUTPUT:
0.127011
0.318528
uniform 0 wrong
later 0 wrong
jump 1
normal 1
*/
#include <cstdio>
#include <cmath>
#include <curand.h>
#include <curand_kernel.h>

enum { N = 81920, ROWS = 3 };
__global__ void first(double *out) {
    curandStateMRG32k3a s;
    curand_init(0, 0, 0, &s);
    out[0] = curand_uniform_double(&s);
    out[1] = curand_uniform_double(&s);
}
__global__ void numbers(unsigned long long seed, float *out) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    curandStateMRG32k3a_t s;
    curand_init(seed, k, 0, &s);
    for (int row = 0; row < ROWS; row++) out[row * N + k] = curand_uniform(&s);
}
__global__ void jumps(int *same, double *sums) {
    curandStateMRG32k3a_t a, b;
    curand_init(77, 5, 1000, &a);
    curand_init(77, 4, 0, &b);
    skipahead_subsequence(1, &b);
    for (int i = 0; i < 1000; i++) curand_MRG32k3a(&b);
    *same = curand(&a) == curand(&b);
    for (int i = 0; i < 20000; i++) {
        double v = i % 2 ? curand_normal_double(&a) : (double)curand_normal(&b);
        sums[0] += v;
        sums[1] += v * v;
    }
}
int main() {
    double *d;
    float *in, *host;
    int *same;
    cudaMallocManaged(&d, 16);
    cudaMallocManaged(&same, 4);
    cudaMallocManaged(&in, N * ROWS * sizeof(float));
    cudaMallocManaged(&host, N * ROWS * sizeof(float));
    first<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    printf("%.6f\n%.6f\n", d[0], d[1]);
    numbers<<<N / 128, 128>>>(1234567890123ull, in);
    curandGenerator_t g;
    curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MRG32K3A);
    curandSetPseudoRandomGeneratorSeed(g, 1234567890123ull);
    curandGenerateUniform(g, host, N * ROWS);
    cudaDeviceSynchronize();
    int wrong = 0, later = 0;
    for (int i = 0; i < N * ROWS; i++) (i < N ? wrong : later) += in[i] != host[i];
    printf("uniform %d wrong\nlater %d wrong\n", wrong, later);
    d[0] = d[1] = 0;
    jumps<<<1, 1>>>(same, d);
    cudaDeviceSynchronize();
    printf("jump %d\nnormal %d\n", *same, std::fabs(d[0] / 20000) < 0.03 && std::fabs(d[1] / 20000 - 1) < 0.05);
}
