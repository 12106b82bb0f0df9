// RUN: program
// cal_sum: a plain host loop over a 500x500 matrix, compiled like everything else.
#include <stdio.h>

float cal_sum(const float *a, int rows, int cols) {
    float sum = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) sum += a[i * cols + j];
    return sum;
}

static float a[500][500];

int main() {
    for (int i = 0; i < 500; i++)
        for (int j = 0; j < 500; j++) a[i][j] = 1;
    printf("%g\n", cal_sum(&a[0][0], 500, 500));
    return 0;
}
/* OUTPUT:
250000
*/
