// Unsigned sums as indices: neighbours, but for where they wrap at 2^32 (lanes.py runs this at every width).
// CPU-ONLY: pages of the host beside which nothing may be touched are not a GPU's.
#include <stdio.h>
#include <sys/mman.h>
#define N 1000
__global__ void rows(const float *in, float *out, unsigned char *bytes, unsigned cols, unsigned start) {
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        out[blockIdx.x * cols + i + start] = in[blockIdx.x * cols + i + start] + 1;
        bytes[blockIdx.x * cols + i + start] += i;
    }
}
__global__ void some(const short *in, short *out, unsigned start) {
    unsigned at = start + threadIdx.x + blockIdx.x * blockDim.x;
    if (in[at] & 1) out[at] = in[at] * 3;
}
__global__ void around(unsigned char *bytes, unsigned start) { // wraps in the midst of a vector
    for (int i = threadIdx.x; i < 300; i += blockDim.x)
        if (i % 3) bytes[i + start] = bytes[i + start] * 2 + i;
    for (int i = threadIdx.x; i < 300; i += blockDim.x) bytes[i + start] += 1;
}
int main() {
    float *in, *out;
    unsigned char *bytes;
    short *s, *t;
    cudaMallocManaged(&in, 4 * N * 4);
    cudaMallocManaged(&out, 4 * N * 4);
    cudaMallocManaged(&bytes, 4 * N);
    cudaMallocManaged(&s, 2048 * 2);
    cudaMallocManaged(&t, 2048 * 2);
    for (int i = 0; i < 4 * N; i++) in[i] = i, bytes[i] = i;
    for (int i = 0; i < 2048; i++) s[i] = i * 7 % 501, t[i] = 0;
    rows<<<4, 128>>>(in, out, bytes, N, 0);
    rows<<<3, 100>>>(in, out, bytes, 0u - N, 3 * N); // block 1 has 2^32 - N + 3 N, which wraps to 2 N
    some<<<8, 128>>>(s, t, 0);
    some<<<8, 128>>>(s + 1024, t + 1024, 0);
    unsigned char *window = (unsigned char *)mmap(NULL, 1ul << 32, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    around<<<1, 128>>>(window, 0u - 77);
    cudaDeviceSynchronize();
    unsigned long long sum = 0;
    for (int i = 0; i < 4 * N; i++) sum = sum * 31 + (unsigned)out[i] + bytes[i];
    for (int i = 0; i < 2048; i++) sum = sum * 31 + t[i];
    for (int i = 0; i < 300; i++) sum = sum * 31 + window[(unsigned)i - 77u];
    printf("%llx\n", sum);
    for (int i = 0; i < 4; i++) printf("%g %g %d\n", out[i * N], out[i * N + N - 1], bytes[i * N + 5]);
}
/* OUTPUT:
3f8b06037f6c9580
1 1000 10
1001 2000 247
2001 3000 223
3001 4000 199
*/
