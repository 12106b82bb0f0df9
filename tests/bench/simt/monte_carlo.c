void run(unsigned *hits, int n, int tries) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        unsigned state = i + 1, count = 0;
        for (int k = 0; k < tries; k++) {
            state = state * 1664525u + 1013904223u;
            float x = (state >> 8) * (1.0f / 16777216);
            state = state * 1664525u + 1013904223u;
            float y = (state >> 8) * (1.0f / 16777216);
            if (x * x + y * y < 1) count++;
        }
        hits[i] = count;
    }
}
