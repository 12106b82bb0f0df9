#!/bin/bash
# Memory that a library has written is set: a checked program that goes on with it is not accused.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/p.cu" <<'EOF'
#include <cstdio>
#include <curand.h>
__global__ void twice(float *c, int n) {
    int i = threadIdx.x;
    if (i < n) c[i] = c[i] * 2;
}
int main() {
    curandGenerator_t g;
    curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT);
    float *a, v[16];
    cudaMalloc(&a, sizeof v);
    curandGenerateUniform(g, a, 16);
    twice<<<1, 16>>>(a, 16);
    cudaMemcpy(v, a, sizeof v, cudaMemcpyDeviceToHost);
    printf("%d\n", v[5] > 0 && v[5] <= 2);
}
EOF
[ "$("$HEDDLE" --check "$dir/p.cu")" = 1 ]
