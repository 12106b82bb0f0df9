__global__ void match(const unsigned char *text, const unsigned char *pattern, unsigned char *found, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n - m) return;
    int k = 0;
    while (k < m && text[i + k] == pattern[k]) k++;
    found[i] = k == m;
}
