// A text that looks at __CUDA_ARCH__ and has a header included by itself, which its own headers include too.
/* OUTPUT:
host 0
*/
#include <stdlib.h>
#ifdef __CUDA_ARCH__
#define WHERE "device"
#else
#define WHERE "host"
#endif
#include <cstdio>
int main() {
    char c;
    printf(WHERE " %d\n", (int)fread(&c, 0, 0, stdin));
}
