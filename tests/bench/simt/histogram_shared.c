#include <string.h>
#define BINS 256

void run(const unsigned char *data, unsigned *bins, int n) {
    memset(bins, 0, BINS * sizeof *bins);
#pragma omp parallel for reduction(+ : bins[:BINS])
    for (int i = 0; i < n; i++) bins[data[i]]++;
}
