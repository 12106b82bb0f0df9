// The address of a device variable, as host code has it, in the calls that fill and copy memory.
// RUN: heddle-engine --check FILE
// EXIT: 1
__device__ unsigned size;
__device__ int list[4];
int main() {
    int back[4];
    cudaMemset(&size, 0, sizeof size);
    // CHECK: warning: `size` has another address for the host: with CUDA `cudaMemset` fails and changes nothing
    // CHECK: use `cudaMemcpyToSymbol`, `cudaMemcpyFromSymbol` or the address that `cudaGetSymbolAddress` tells
    cudaMemcpy(back, (void *)list, sizeof back, cudaMemcpyDeviceToHost);
    // CHECK: warning: `list` has another address for the host: with CUDA `cudaMemcpy` fails and changes nothing
    cudaMemset(back, size, 4);
    // CHECK: error: `size` is a `__device__` variable: host code cannot use it directly
    unsigned *p = &size;
    // CHECK: error: `size` is a `__device__` variable: host code cannot use it directly
}
