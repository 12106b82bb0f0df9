// `&p` of any pointer for a `void **` of the runtime, also where the call has overloads; C's remove() beside the algorithm.
#include <algorithm>
#include <cstdio>
int main() {
    float *d;
    cudaStream_t s;
    cudaStreamCreate(&s);
    printf("%d", cudaMallocAsync(&d, 400, s));
    printf("%d", cudaFreeAsync(d, s));
    printf("%d\n", cudaStreamSynchronize(s));
    int a[3] = {1, 2, 3};
    printf("%d %d\n", (int)(std::remove(a, a + 3, 2) - a), std::remove("/there/is/none"));
    return 0;
}
/* OUTPUT:
000
2 -1
*/
