// An instruction of inline PTX that is not there on the CPU is an error by name.
// CPU-ONLY: a GPU takes it
// EXIT: 1
// ERROR: inline PTX on the CPU: there is no instruction yet of the name `fns.b32`
__global__ void k(int *p) {
    int d;
    asm("fns.b32 %0, %1, 0, 1;" : "=r"(d) : "r"(p[0]));
    p[0] = d;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
}
