// ASM-FROM: sm_80
// cp.async with a number of bytes that are there, to the byte: the rest is 0. Vectors of st and ld, atom.
#include <cstdio>
__global__ void copies(const unsigned char *in, unsigned *out, int n) {
    __shared__ __align__(16) unsigned char s[512];
    int t = threadIdx.x, left = n - t * 16, bytes = left > 16 ? 16 : left > 0 ? left : 0;
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[t * 16]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(in + t * 16), "r"(bytes));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    for (int k = 0; k < 4; k++) out[t * 4 + k] = ((unsigned *)s)[t * 4 + k];
}
__global__ void words(unsigned *out) {
    __shared__ unsigned s[64];
    int t = threadIdx.x;
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[t * 2]), x, y, old = 0;
    asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(at), "r"(t), "r"(t * 3) : "memory");
    __syncthreads();
    unsigned other = (unsigned)__cvta_generic_to_shared(&s[(t ^ 1) * 2]);
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(other));
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(out + 32), "r"(y) : "memory");
    out[t] = x;
}
int main() {
    unsigned char *in;
    unsigned *out, *sums;
    cudaMalloc(&in, 101);
    cudaMallocManaged(&out, 4 * 128);
    unsigned char host[101];
    for (int i = 0; i < 101; i++) host[i] = i + 1;
    cudaMemcpy(in, host, 101, cudaMemcpyHostToDevice);
    int wrong = 0;
    for (int n = 85; n <= 101; n++) {
        copies<<<1, 32>>>(in, out, n);
        cudaDeviceSynchronize();
        for (int i = 0; i < 512; i++) wrong += ((unsigned char *)out)[i] != (i < n ? i + 1 : 0);
    }
    cudaMallocManaged(&sums, 4 * 33);
    sums[32] = 0;
    words<<<1, 32>>>(sums);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) wrong += sums[i] != (i ^ 1);
    printf("%d wrong, %u\n", wrong, sums[32]);
}
/* OUTPUT:
0 wrong, 1488
*/
