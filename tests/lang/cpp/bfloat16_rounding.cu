// Rounding to bfloat16 in host code: each result is a nearest one, ties to even, on processors with and without an instruction for it.
#include <cstdio>
#include <cstring>
#include <cmath>
#include <cuda_bf16.h>
int main() {
    unsigned long s = 88172645463325252ul;  int bad = 0;
    for (int i = 0; i < 300000; i++) {
        s ^= s << 13; s ^= s >> 7; s ^= s << 17;
        double d; unsigned long b = s; if (i % 3 == 0) b = (b & 0x800fffffffffffff) | ((1023 - 140 + s % 280) << 52);
        if (i % 3 == 1) b &= ~0xffffffful | (s >> 60 ? 0 : 0xffffffful);
        if (i % 7 == 0) b = (b & 0xffffe00000000000ul) | 0x0000100000000000ul | (s % 3 == 0); // ties
        memcpy(&d, &b, 8);
        if (d != d) continue;
        __nv_bfloat16 h = __double2bfloat16(d);
        float back = __bfloat162float(h);
        // nearest by search around
        unsigned short u; memcpy(&u, &h, 2);
        for (int k = -1; k <= 1; k += 2) {
            unsigned short v = u + k; __nv_bfloat16 o; memcpy(&o, &v, 2); double od = __bfloat162float(o);
            if (fabs(od - d) < fabs((double)back - d) && fabs(d) < 3.38e38) bad++;
            if (fabs(od - d) == fabs((double)back - d) && (u & 1) && fabs(d) < 3.38e38 && back != od) bad++;
        }
    }
    printf("%d\n", bad);
}
/* OUTPUT:
0
*/
