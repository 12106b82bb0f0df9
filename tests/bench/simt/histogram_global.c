#include <string.h>

void run(const unsigned char *data, unsigned *bins, int n) {
    memset(bins, 0, 256 * sizeof *bins);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
#pragma omp atomic
        bins[data[i]]++;
}
