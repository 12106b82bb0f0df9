// A cluster has at most 16 blocks.
__global__ void __cluster_dims__(2, 1, 1) k(int *o) { o[0] = 1; }
__global__ void __cluster_dims__(32, 1, 1) many(int *o) { o[0] = 1; }
int main() { return 0; }
// ERROR: clusters.cu:3:17: error: a cluster has at least 1 and at most 16 blocks
