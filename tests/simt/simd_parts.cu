// The operations on parts of words that are unary, sum up or answer with 0 and 1, against loops in C.
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
typedef uint32_t u32;
#define OPS(X) \
    X(abs, 1, p < 0 ? -p : p) X(absss, 1, p == low ? high : p < 0 ? -p : p) X(neg, 1, -p) X(negss, 1, p == low ? high : -p) \
    X(absdiffs, 1, p > q ? p - q : q - p) X(haddu, 0, (p + q) / 2) \
    X(setges, 1, p >= q) X(setgeu, 0, p >= q) X(setgts, 1, p > q) X(setgtu, 0, p > q) X(setles, 1, p <= q) X(setleu, 0, p <= q) \
    X(setlts, 1, p < q) X(setltu, 0, p < q)
#define CALL1(f, a, b) f(a)
#define CALL2(f, a, b) f(a, b)
#define ARITY_abs CALL1
#define ARITY_absss CALL1
#define ARITY_neg CALL1
#define ARITY_negss CALL1
#define ARITY_absdiffs CALL2
#define ARITY_haddu CALL2
#define ARITY_setges CALL2
#define ARITY_setgeu CALL2
#define ARITY_setgts CALL2
#define ARITY_setgtu CALL2
#define ARITY_setles CALL2
#define ARITY_setleu CALL2
#define ARITY_setlts CALL2
#define ARITY_setltu CALL2
#define KERNEL(op, s, e) __global__ void k_##op(u32 *out, u32 a, u32 b) { out[0] = ARITY_##op(__v##op##2, a, b); out[1] = ARITY_##op(__v##op##4, a, b); } \
    static u32 h_##op(u32 a, u32 b, int bits) { \
        u32 r = 0, mask = bits == 16 ? 0xffff : 0xff; int high = (int)(mask >> 1), low = -high - 1; (void)low; \
        for (int i = 0; i < 32; i += bits) { \
            int p = (int)(a >> i & mask), q = (int)(b >> i & mask); (void)q; \
            if (s && p > high) p -= (int)mask + 1; \
            if (s && q > high) q -= (int)mask + 1; \
            r |= ((u32)(e) & mask) << i; \
        } \
        return r; }
OPS(KERNEL)
__global__ void sums(u32 *out, u32 a, u32 b) { out[0] = __vsadu2(a, b); out[1] = __vsadu4(a, b); out[2] = __vsads2(a, b); out[3] = __vsads4(a, b); }
int main() {
    static const u32 values[] = {0, 0x80008000, 0x7fff8001, 0xff80017f, 0x01020304, 0xfedcba98, 0xffffffff, 0x8080807f};
    u32 *out;
    int bad = 0, rows = 0;
    cudaMallocManaged(&out, 16);
    for (u32 a : values)
        for (u32 b : values) {
#define RUN(op, s, e) k_##op<<<1, 1>>>(out, a, b); cudaDeviceSynchronize(); rows++; \
            if (out[0] != h_##op(a, b, 16) || out[1] != h_##op(a, b, 8)) { bad++; printf("%s %08x %08x: %08x %08x\n", #op, a, b, out[0], out[1]); }
            OPS(RUN)
            sums<<<1, 1>>>(out, a, b);
            cudaDeviceSynchronize();
            u32 want[4] = {0, 0, 0, 0};
            for (int bits = 16, k = 0; bits >= 8; bits /= 2, k++)
                for (int i = 0; i < 32; i += bits) {
                    u32 mask = bits == 16 ? 0xffff : 0xff;
                    int p = (int)(a >> i & mask), q = (int)(b >> i & mask), half = (int)(mask >> 1);
                    want[k] += (u32)abs(p - q);
                    if (p > half) p -= (int)mask + 1;
                    if (q > half) q -= (int)mask + 1;
                    want[k + 2] += (u32)abs(p - q);
                }
            for (int k = 0; k < 4; k++) bad += out[k] != want[k];
        }
    printf("%d rows, %d bad\n", rows, bad);
    return bad != 0;
}
/* OUTPUT:
896 rows, 0 bad
*/
