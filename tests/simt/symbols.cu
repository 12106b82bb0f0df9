// __device__, __constant__ and __managed__ variables: scalars, arrays, structs; copies with offsets, addresses, sizes.
#include <stdio.h>
#include <string.h>

struct vec { float x, y; };
struct config { int n; double scale; struct vec v[3]; char name[8]; bool on; };

__device__ int scalar = 41, table[4][3] = {{1, 2, 3}, {4, 5, 6}}, unset[5];
__device__ struct config settings = {3, 0.5, {{1, 2}, {3, 4}}, "start", true};
__device__ float *buffer;
__device__ volatile int ready;
__constant__ struct config constants = {7, 1.5, {{10, 20}}, "const", false};
__constant__ float filter[5];
__constant__ const int primes[] = {2, 3, 5, 7, 11, 13};
__managed__ int both = 5;
__managed__ struct vec points[3] = {{1, 1}, {2, 2}};
static __device__ unsigned long long total;
__device__ int *next_free = unset;

__global__ void read(float *out) {
    int i = threadIdx.x;
    if (i == 0) {
        out[0] = scalar; out[1] = table[1][2]; out[2] = unset[4]; out[3] = settings.n + settings.scale + settings.v[1].y;
        out[4] = settings.name[2] + settings.on; out[5] = constants.n * constants.scale + constants.v[0].y; out[6] = constants.name[0];
        out[7] = filter[0] + filter[4]; out[8] = primes[5] + sizeof(primes) / sizeof(primes[0]); out[9] = both; out[10] = points[1].x;
        out[11] = buffer ? buffer[1] : -1;
    }
}
__global__ void write(int blocks) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) {
        scalar++;
        settings.v[2].x = 9;
        settings.name[0] = 'S';
        both *= 2;
        points[2].y = both;
        table[3][0] = 8;
        ready = 1;
        *next_free++ = 77;
    }
    atomicAdd(&total, (unsigned long long)i);
}
__global__ void convolve(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int k = -2; k <= 2; k++) {
        int at = i + k < 0 ? 0 : i + k >= n ? n - 1 : i + k;
        s += filter[k + 2] * in[at];
    }
    out[i] = s;
}

static void show(float *out) {
    read<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 12; i++) printf("%g%c", out[i], i == 11 ? '\n' : ' ');
}

int main() {
    float *out, *in, h[5] = {1, 2, 3, 4, 5};
    cudaMallocManaged(&out, 120000 * sizeof(float));
    cudaMallocManaged(&in, 120000 * sizeof(float));
    show(out);
    cudaMemcpyToSymbol(filter, h, sizeof h);
    cudaMemcpyToSymbol(table, &h[0], sizeof(int), (1 * 3 + 2) * sizeof(int), cudaMemcpyHostToDevice);
    struct config c = {20, 0.25, {{0}}, "host", true};
    cudaMemcpyToSymbol(settings, &c, sizeof c);
    cudaMemcpyToSymbol(constants, &c, sizeof c);
    in[1] = 6.5f;
    cudaMemcpyToSymbol(buffer, &in, sizeof in);
    both = 6;
    points[1].x = 12;
    cudaMemset(out, 0, 100);
    int bits = 0x40a00000;
    cudaMemcpyToSymbol(table, &bits, 4, 20);
    show(out);
    write<<<2, 32>>>(2);
    cudaDeviceSynchronize();
    int s, flag, t[4][3];
    unsigned long long sum;
    cudaMemcpyFromSymbol(&s, scalar, sizeof s);
    cudaMemcpyFromSymbol(&c, settings, sizeof c);
    cudaMemcpyFromSymbol(t, table, sizeof t);
    cudaMemcpyFromSymbol(&flag, ready, sizeof flag);
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    printf("%d %g %s %d %g %d %d %d %llu\n", s, c.v[2].x, c.name, both, points[2].y, t[3][0], t[0][1], flag, sum);
    write<<<1000, 128>>>(2);
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    cudaMemcpyFromSymbol(&s, scalar, sizeof s);
    int u[5];
    cudaMemcpyFromSymbol(u, unset, sizeof u);
    printf("%d %llu %d %d %d\n", s, sum, u[0], u[1], u[2]);

    void *address, *again;
    size_t size;
    cudaGetSymbolAddress(&address, table);
    cudaGetSymbolSize(&size, table);
    int row[3];
    cudaMemcpy(row, (int *)address + 3, sizeof row, cudaMemcpyDeviceToHost);
    printf("%zu %d %d\n", size, row[0], row[1]);
    cudaGetSymbolAddress((void **)&again, scalar);
    cudaMemset(again, 0, sizeof(int));
    cudaMemcpyFromSymbol(&s, scalar, sizeof s);
    printf("%d\n", s);
    printf("%s\n", cudaGetErrorName(cudaMemcpyToSymbol(scalar, h, 8)));
    printf("%s\n", cudaGetErrorName(cudaMemcpyFromSymbol(&s, table, 8, 44)));

    for (int i = 0; i < 120000; i++) in[i] = i % 100;
    int wrong = 0;
    for (int n = 300; n <= 120000; n *= 400) {
        convolve<<<(n + 127) / 128, 128>>>(in, out, n);
        cudaDeviceSynchronize();
        for (int i = 2; i < n - 2; i++) {
            float want = 0;
            for (int k = 0; k < 5; k++) want += h[k] * in[i + k - 2];
            wrong += out[i] != want;
        }
    }
    printf("convolve %d\n", wrong);
    return 0;
}
/* OUTPUT:
41 6 0 7.5 98 30.5 99 0 19 5 2 -1
41 1.08423e+09 0 20.25 116 5 104 6 19 6 12 6.5
42 9 Sost 12 12 8 2 1 2016
43 8191938016 77 77 0
48 4 5
0
cudaErrorInvalidValue
cudaErrorInvalidValue
convolve 0
*/
