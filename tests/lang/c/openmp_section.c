// A reduction of an array's section needs no header.
#include <stdio.h>

int main(void) {
    int counts[4] = {0};
#pragma omp parallel for reduction(+ : counts[:4])
    for (int i = 0; i < 100; i++) counts[i % 4]++;
    printf("%d %d\n", counts[0], counts[3]);
    return 0;
}
/* OUTPUT:
25 25
*/
