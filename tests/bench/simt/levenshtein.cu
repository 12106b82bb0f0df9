#define L 24
__global__ void levenshtein(const unsigned char *words, const unsigned char *query, int *out, int n) { // each thread one word
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int row[L + 1];
    for (int k = 0; k <= L; k++) row[k] = k;
    for (int a = 0; a < L; a++) {
        int corner = row[0];
        row[0] = a + 1;
        unsigned char letter = words[i * L + a];
        for (int k = 0; k < L; k++) {
            int cost = min(min(row[k + 1] + 1, row[k] + 1), corner + (letter != query[k]));
            corner = row[k + 1];
            row[k + 1] = cost;
        }
    }
    out[i] = row[L];
}
