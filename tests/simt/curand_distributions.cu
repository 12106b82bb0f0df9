// The distributions follow cuRAND's: the same draws in the same order, so values agree to rounding.
/* OUTPUT:
uniform 0.10875 0.38808 0.92794 0.95040
uniform_double 0.55017 0.83157 0.05754 0.05078
normal -0.03355 1.33243 1.13339 -0.10843 -1.13740
normal_double -0.19900 0.23546 -0.05278 -0.04857 -1.05621
log_normal 2.58029 2.04366 2.12386
log_normal_double 2.28692 1.94490 2.00219
normal2 0.96078 -0.94530
normal2_double -0.29818 -0.96053
philox curand4 e55410cc 6c7eca35 557398d3 e5dde940
philox uniform 0.37523 0.56174 0.17405 0.14424
philox uniform_double 0.93751 0.34025 0.82424 0.57953
philox normal -0.21133 -1.17004 -0.13731 0.07722 0.68644
philox normal_double 1.27821 -2.07864 3.83019 -1.25894 0.59462
philox uniform4 0.19981 0.47757 0.32719 0.52890
philox normal4 0.54850 -0.02672 0.87724 2.21888
philox uniform2_double 0.93616 0.43389
philox normal2_double -1.54349 1.65059
philox uniform4_double 0.28552 0.82043 0.55872 0.54100
philox normal4_double -0.38096 0.21031 0.80846 0.18967
philox normal2 -1.13017 -0.47842
philox log_normal4 1.28795 2.43430 1.71662 1.43202
philox last 61c44c62
poisson means ok
*/
#include <stdio.h>
#include <curand_kernel.h>

__global__ void xorwow(void)
{
    curandState s;
    float f[5];
    double d[5];
    curand_init(42, 7, 0, &s);
    for (int i = 0; i < 4; i++) f[i] = curand_uniform(&s);
    printf("uniform %.5f %.5f %.5f %.5f\n", f[0], f[1], f[2], f[3]);
    for (int i = 0; i < 4; i++) d[i] = curand_uniform_double(&s);
    printf("uniform_double %.5f %.5f %.5f %.5f\n", d[0], d[1], d[2], d[3]);
    for (int i = 0; i < 5; i++) f[i] = curand_normal(&s);
    printf("normal %.5f %.5f %.5f %.5f %.5f\n", f[0], f[1], f[2], f[3], f[4]);
    for (int i = 0; i < 5; i++) d[i] = curand_normal_double(&s);
    printf("normal_double %.5f %.5f %.5f %.5f %.5f\n", d[0], d[1], d[2], d[3], d[4]);
    for (int i = 0; i < 3; i++) f[i] = curand_log_normal(&s, 0.5f, 0.25f);
    printf("log_normal %.5f %.5f %.5f\n", f[0], f[1], f[2]);
    for (int i = 0; i < 3; i++) d[i] = curand_log_normal_double(&s, 0.5, 0.25);
    printf("log_normal_double %.5f %.5f %.5f\n", d[0], d[1], d[2]);
    float2 n = curand_normal2(&s);
    printf("normal2 %.5f %.5f\n", n.x, n.y);
    double2 m = curand_normal2_double(&s);
    printf("normal2_double %.5f %.5f\n", m.x, m.y);
}

__global__ void philox(void)
{
    curandStatePhilox4_32_10_t s;
    float f[5];
    double d[5];
    curand_init(42, 7, 1, &s);
    uint4 u = curand4(&s);
    printf("philox curand4 %08x %08x %08x %08x\n", u.x, u.y, u.z, u.w);
    for (int i = 0; i < 4; i++) f[i] = curand_uniform(&s);
    printf("philox uniform %.5f %.5f %.5f %.5f\n", f[0], f[1], f[2], f[3]);
    for (int i = 0; i < 4; i++) d[i] = curand_uniform_double(&s);
    printf("philox uniform_double %.5f %.5f %.5f %.5f\n", d[0], d[1], d[2], d[3]);
    for (int i = 0; i < 5; i++) f[i] = curand_normal(&s);
    printf("philox normal %.5f %.5f %.5f %.5f %.5f\n", f[0], f[1], f[2], f[3], f[4]);
    for (int i = 0; i < 5; i++) d[i] = curand_normal_double(&s);
    printf("philox normal_double %.5f %.5f %.5f %.5f %.5f\n", d[0], d[1], d[2], d[3], d[4]);
    float4 a = curand_uniform4(&s), b = curand_normal4(&s);
    printf("philox uniform4 %.5f %.5f %.5f %.5f\n", a.x, a.y, a.z, a.w);
    printf("philox normal4 %.5f %.5f %.5f %.5f\n", b.x, b.y, b.z, b.w);
    double2 e = curand_uniform2_double(&s);
    printf("philox uniform2_double %.5f %.5f\n", e.x, e.y);
    e = curand_normal2_double(&s);
    printf("philox normal2_double %.5f %.5f\n", e.x, e.y);
    double4 g = curand_uniform4_double(&s);
    printf("philox uniform4_double %.5f %.5f %.5f %.5f\n", g.x, g.y, g.z, g.w);
    g = curand_normal4_double(&s);
    printf("philox normal4_double %.5f %.5f %.5f %.5f\n", g.x, g.y, g.z, g.w);
    float2 n = curand_normal2(&s);
    printf("philox normal2 %.5f %.5f\n", n.x, n.y);
    a = curand_log_normal4(&s, 0.5f, 0.25f);
    printf("philox log_normal4 %.5f %.5f %.5f %.5f\n", a.x, a.y, a.z, a.w);
    printf("philox last %08x\n", curand(&s));
}

__global__ void poisson(double lambda, double *sum)
{
    curandStatePhilox4_32_10_t s;
    curand_init(1, threadIdx.x, 0, &s);
    double mine = 0;
    for (int i = 0; i < 500; i++) mine += curand_poisson(&s, lambda);
    atomicAdd(sum, mine);
}

int main(void)
{
    xorwow<<<1, 1>>>();
    cudaDeviceSynchronize();
    philox<<<1, 1>>>();
    cudaDeviceSynchronize();
    double lambdas[] = {0.5, 9.0, 40.0, 2000.0}, *sum;
    bool good = true;
    cudaMallocManaged(&sum, sizeof(double));
    for (int i = 0; i < 4; i++) {
        *sum = 0;
        poisson<<<1, 64>>>(lambdas[i], sum);
        cudaDeviceSynchronize();
        double mean = *sum / (64 * 500), spread = sqrt(lambdas[i] / (64 * 500));
        good = good && fabs(mean - lambdas[i]) < 4 * spread;
    }
    printf("poisson means %s\n", good ? "ok" : "wrong");
    return 0;
}
