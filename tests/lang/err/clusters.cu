// Clusters of several blocks are refused, not run as single blocks with other results.
__global__ void __cluster_dims__(2, 1, 1) k(int *o) { o[0] = 1; }
__global__ void __cluster_dims__(1, 1, 1) one(int *o) { o[0] = 1; }
int main() { return 0; }
// ERROR: clusters.cu:2:17: error: clusters of several blocks are not there (here: of 2)
