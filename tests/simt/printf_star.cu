// Widths and precisions among the arguments of a kernel's printf.
// CPU-ONLY: a GPU's printf has none of them; it is refused there (tests/gpu/faults.py).
#include <stdio.h>
__global__ void widths(int w, int p) { printf("%*d|%-*d|%.*f|%*.*f\n", w, 1, w - 2, 2, p, 0.12345, w, p, 2.5); }
int main() {
    widths<<<1, 1>>>(6, 3);
    return cudaDeviceSynchronize();
}
/* OUTPUT:
     1|2   |0.123| 2.500
*/
