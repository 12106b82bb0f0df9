// Arrays of variable length do not exist in device code.
// RUN: heddle-engine --check FILE
// EXIT: 1
__global__ void k(int *out, int n) {
    // CHECK: error: the length of array `a` must be a constant in device code
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    out[0] = a[n - 1];
}
