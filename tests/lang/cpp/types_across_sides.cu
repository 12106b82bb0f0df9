// sizeof and decltype look at functions and variables of the other side.
#include <cstdio>
__device__ int df(int x) { return x; }
int hf(float x) { return 1; }
__host__ __device__ long hd(int x) { return x; }
__device__ float dv[7];
__constant__ char cc[5];
__global__ void k(int *o) {
    o[0] = sizeof(hf(1.0f));
    decltype(hf(1.0f)) x = 3;
    o[1] = x + sizeof(dv) + sizeof(cc);
    __shared__ short s[9];
    o[2] = sizeof s + sizeof(printf("x"));
    decltype(dv[0]) y = dv[1];
    o[3] = sizeof(y) + sizeof(decltype(hd(3)));
}
int main() {
    int *o;
    cudaMallocManaged(&o, 64);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", o[0], o[1], o[2], o[3]);
    printf("%d %d %d %d\n", (int)sizeof(df(1)), (int)sizeof(dv), (int)sizeof(dv[0]),
           (int)sizeof(cc));
    decltype(df(3)) z = 5;
    decltype(threadIdx.x) t = 4;
    printf("%d %u %d\n", z, t, (int)sizeof(threadIdx));
    decltype(dv) copy;
    printf("%d\n", (int)sizeof copy);
    return sizeof(df(2)) - 4;
}

/* OUTPUT:
4 36 22 12
4 28 4 5
5 4 12
28
*/
