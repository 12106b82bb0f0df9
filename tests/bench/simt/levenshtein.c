#define L 24
static inline int least(int a, int b) { return a < b ? a : b; }
void run(const unsigned char *words, const unsigned char *query, int *out, int n) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int row[L + 1];
        for (int k = 0; k <= L; k++) row[k] = k;
        for (int a = 0; a < L; a++) {
            int corner = row[0];
            row[0] = a + 1;
            unsigned char letter = words[i * L + a];
            for (int k = 0; k < L; k++) {
                int cost = least(least(row[k + 1] + 1, row[k] + 1), corner + (letter != query[k]));
                corner = row[k + 1];
                row[k + 1] = cost;
            }
        }
        out[i] = row[L];
    }
}
