#define N 512
void run(const float *in, float *out, int n) {
#pragma omp parallel for
    for (int block = 0; block < n / N; block++) {
        float s[N];
        for (int t = 0; t < N; t++) s[t] = in[block * N + t];
        for (int k = 2; k <= N; k *= 2)
            for (int j = k / 2; j > 0; j /= 2)
                for (int t = 0; t < N; t++) {
                    int other = t ^ j;
                    if (other > t) {
                        float a = s[t], b = s[other];
                        if ((a > b) == ((t & k) == 0)) {
                            s[t] = b;
                            s[other] = a;
                        }
                    }
                }
        for (int t = 0; t < N; t++) out[block * N + t] = s[t];
    }
}
