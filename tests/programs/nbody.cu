// RUN: program
// Gravity between all pairs of bodies, with tiles of positions in shared memory; against the same sums on the host.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define TILE 128
#define SOFTENING 1e-3f

__device__ float3 interact(float4 a, float4 b, float3 acc) {
    float3 r = make_float3(b.x - a.x, b.y - a.y, b.z - a.z);
    float d2 = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;
    float inv = rsqrtf(d2), s = b.w * inv * inv * inv;
    acc.x += r.x * s;
    acc.y += r.y * s;
    acc.z += r.z * s;
    return acc;
}

__global__ void forces(const float4 *pos, float3 *acc, int n) {
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = i < n ? pos[i] : make_float4(0, 0, 0, 0);
    float3 a = make_float3(0, 0, 0);
    for (int base = 0; base < n; base += TILE) {
        tile[threadIdx.x] = base + threadIdx.x < n ? pos[base + threadIdx.x] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < TILE; k++) a = interact(me, tile[k], a);
        __syncthreads();
    }
    if (i < n) acc[i] = a;
}

__global__ void step(float4 *pos, float3 *vel, const float3 *acc, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    vel[i].x += acc[i].x * dt;
    vel[i].y += acc[i].y * dt;
    vel[i].z += acc[i].z * dt;
    pos[i].x += vel[i].x * dt;
    pos[i].y += vel[i].y * dt;
    pos[i].z += vel[i].z * dt;
}

static float uniform(void) { return (float)rand() / RAND_MAX - 0.5f; }

int main(void) {
    const int n = 1000, steps = 10;
    const float dt = 0.001f;
    float4 *pos;
    float3 *vel, *acc;
    cudaMallocManaged(&pos, n * sizeof *pos);
    cudaMallocManaged(&vel, n * sizeof *vel);
    cudaMallocManaged(&acc, n * sizeof *acc);
    srand(7);
    double *want = (double *)calloc(6 * n, sizeof(double));
    for (int i = 0; i < n; i++) {
        pos[i] = make_float4(uniform(), uniform(), uniform(), 1.0f / n);
        vel[i] = make_float3(0, 0, 0);
        want[6 * i] = pos[i].x, want[6 * i + 1] = pos[i].y, want[6 * i + 2] = pos[i].z;
    }
    int blocks = (n + TILE - 1) / TILE;
    for (int s = 0; s < steps; s++) {
        forces<<<blocks, TILE>>>(pos, acc, n);
        step<<<blocks, TILE>>>(pos, vel, acc, n, dt);
    }
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (int s = 0; s < 1; s++)
        for (int i = 0; i < n; i++) {
            double a[3] = {0};
            for (int k = 0; k < n; k++) {
                double d[3], d2 = SOFTENING;
                for (int c = 0; c < 3; c++) d[c] = want[6 * k + c] - want[6 * i + c], d2 += d[c] * d[c];
                for (int c = 0; c < 3; c++) a[c] += d[c] / (d2 * sqrt(d2)) / n;
            }
            for (int c = 0; c < 3; c++) want[6 * i + 3 + c] = a[c];
        }
    double worst = 0, momentum[3] = {0};
    for (int i = 0; i < n; i++) { // the force hardly changes in this short time
        double v[3] = {vel[i].x, vel[i].y, vel[i].z};
        for (int c = 0; c < 3; c++) {
            worst = fmax(worst, fabs(v[c] - want[6 * i + 3 + c] * steps * dt));
            momentum[c] += v[c] / n;
        }
    }
    printf("velocities agree: %s\n", worst < 0.002 ? "yes" : "no");
    printf("momentum is kept: %s\n", fabs(momentum[0]) + fabs(momentum[1]) + fabs(momentum[2]) < 1e-6 ? "yes" : "no");
    cudaFree(pos);
    cudaFree(vel);
    cudaFree(acc);
    free(want);
    return 0;
}
/* OUTPUT:
velocities agree: yes
momentum is kept: yes
*/
