void run(const unsigned char *text, const unsigned char *pattern, unsigned char *found, int n, int m) {
#pragma omp parallel for
    for (int i = 0; i <= n - m; i++) {
        int k = 0;
        while (k < m && text[i + k] == pattern[k]) k++;
        found[i] = k == m;
    }
}
