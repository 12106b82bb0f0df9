// Matrices of bits, of 4-bit integers and of doubles in the registers of a warp: wmma::experimental and mma.sync.
// CPU-ONLY: the stand-in does not know these instructions
#include <mma.h>
#include <cstdio>
#include <cstdint>
using namespace nvcuda;
using namespace nvcuda::wmma::experimental;
__global__ void bits(const unsigned *a, const unsigned *b, int *c, int *d) {
    wmma::fragment<wmma::matrix_a, 8, 8, 128, precision::b1, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, precision::b1, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> fc, fd;
    wmma::fill_fragment(fc, 0);
    wmma::fill_fragment(fd, 7);
    for (int k = 0; k < 256; k += 128) {
        wmma::load_matrix_sync(fa, a + k / 32, 256);
        wmma::load_matrix_sync(fb, b + k / 32, 256);
        wmma::bmma_sync(fc, fa, fb, fc);
        wmma::bmma_sync(fd, fa, fb, fd, bmmaBitOpAND, bmmaAccumulateOpPOPC);
    }
    wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
    wmma::store_matrix_sync(d, fd, 8, wmma::mem_row_major);
}
template <class T> __global__ void nibbles(const unsigned *a, const unsigned *b, int *c) {
    wmma::fragment<wmma::matrix_a, 8, 8, 32, T, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, T, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 32, int> fc;
    wmma::fill_fragment(fc, 1);
    wmma::load_matrix_sync(fa, a, 32);
    wmma::load_matrix_sync(fb, b, 32);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
}
// A 16 x 8, B 8 x 8 of doubles; A 16 x 256, B 256 x 8 bits
__global__ void by_hand(const double *a, const double *b, double *c, const unsigned *x, const unsigned *y, int *z) {
    int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4;
    double d[4] = {0, 0, 0, 0};
    for (int half = 0; half < 2; half++) // m8n8k4, twice in k
        asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+d"(d[0]), "+d"(d[1]) : "d"(a[g * 8 + half * 4 + q]), "d"(b[(half * 4 + q) * 8 + g]));
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(d[2]), "+d"(d[3]) : "d"(a[(g + 8) * 8 + q]), "d"(b[q * 8 + g]));
    c[g * 8 + 2 * q] = d[0]; c[g * 8 + 2 * q + 1] = d[1]; c[(g + 8) * 8 + 2 * q] = d[2]; c[(g + 8) * 8 + 2 * q + 1] = d[3];
    int s[4] = {1, 2, 3, 4};
    asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3])
        : "r"(x[g * 8 + q]), "r"(x[(g + 8) * 8 + q]), "r"(x[g * 8 + q + 4]), "r"(x[(g + 8) * 8 + q + 4]), "r"(y[g * 8 + q]), "r"(y[g * 8 + q + 4]));
    z[g * 8 + 2 * q] = s[0]; z[g * 8 + 2 * q + 1] = s[1]; z[(g + 8) * 8 + 2 * q] = s[2]; z[(g + 8) * 8 + 2 * q + 1] = s[3];
}
int main() {
    unsigned *x, *y;
    int *c, *d, wrong = 0;
    double *a, *b, *e;
    cudaMallocManaged(&x, 16 * 8 * 4); cudaMallocManaged(&y, 8 * 8 * 4); cudaMallocManaged(&c, 512); cudaMallocManaged(&d, 512);
    cudaMallocManaged(&a, 16 * 8 * 8); cudaMallocManaged(&b, 512); cudaMallocManaged(&e, 1024);
    unsigned seed = 7;
    for (int i = 0; i < 128; i++) { x[i] = seed = seed * 1664525u + 1013904223u; a[i] = i % 13 - 5.5; }
    for (int i = 0; i < 64; i++) { y[i] = seed = seed * 22695477u + 1; b[i] = i % 11 - 4.25; }
    bits<<<1, 32>>>(x, y, c, d);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            int apart = 0, common = 7;
            for (int k = 0; k < 8; k++) { apart += __builtin_popcount(x[i * 8 + k] ^ y[j * 8 + k]); common += __builtin_popcount(x[i * 8 + k] & y[j * 8 + k]); }
            wrong += c[i * 8 + j] != apart || d[i * 8 + j] != common;
        }
    printf("bits: %d wrong\n", wrong);
    for (int sign = 0; sign < 2; sign++) {
        if (sign) nibbles<precision::s4><<<1, 32>>>(x, y, c); else nibbles<precision::u4><<<1, 32>>>(x, y, c);
        cudaDeviceSynchronize();
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++) {
                int want = 1;
                for (int k = 0; k < 32; k++) {
                    unsigned p = x[i * 4 + k / 8] >> k % 8 * 4 & 15, r = y[j * 4 + k / 8] >> k % 8 * 4 & 15;
                    want += sign ? ((int)(p << 28) >> 28) * ((int)(r << 28) >> 28) : (int)(p * r);
                }
                wrong += c[i * 8 + j] != want;
            }
        printf("nibbles: %d wrong\n", wrong);
    }
    by_hand<<<1, 32>>>(a, b, e, x, y, c);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 8; j++) {
            double want = 0;
            int n = i < 8 ? 1 + j % 2 : 3 + j % 2;
            for (int k = 0; k < (i < 8 ? 8 : 4); k++) want += a[i * 8 + k] * b[k * 8 + j];
            for (int k = 0; k < 8; k++) n += __builtin_popcount(x[i * 8 + k] & y[j * 8 + k]);
            wrong += e[i * 8 + j] != want || c[i * 8 + j] != n;
        }
    printf("by hand: %d wrong\n", wrong);
}
/* OUTPUT:
bits: 0 wrong
nibbles: 0 wrong
nibbles: 0 wrong
by hand: 0 wrong
*/
