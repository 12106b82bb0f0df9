// Maxima and minima of three and of sums (DPX), and what half2 has besides its operators: sums over many arguments, which are
// those of nvcc's headers on the host.
#include <cstdio>
#include <cuda_fp16.h>
__host__ __device__ unsigned mixh(unsigned h, unsigned v) { return (h ^ v) * 16777619u; }
int main() {
  unsigned h = 2166136261u, s = 7;
  for (int i = 0; i < 20000; i++) {
    unsigned v[3]; for (int k = 0; k < 3; k++) { s = s * 1664525u + 1013904223u; v[k] = i % 5 == k ? s >> 20 : s ^ s >> 13; }
    int a = v[0], b = v[1], c = v[2]; bool p, q;
    h = mixh(h, __vimax3_s32(a,b,c)); h = mixh(h, __vimin3_s32(a,b,c)); h = mixh(h, __vimax3_u32(a,b,c)); h = mixh(h, __vimin3_u32(a,b,c));
    h = mixh(h, __viaddmax_s32(a,b,c)); h = mixh(h, __viaddmin_s32(a,b,c)); h = mixh(h, __viaddmax_u32(a,b,c)); h = mixh(h, __viaddmin_u32(a,b,c));
    h = mixh(h, __vimax_s32_relu(a,b)); h = mixh(h, __vimin_s32_relu(a,b)); h = mixh(h, __vimax3_s32_relu(a,b,c)); h = mixh(h, __viaddmin_s32_relu(a,b,c));
    h = mixh(h, __vimax3_s16x2(a,b,c)); h = mixh(h, __vimin3_s16x2(a,b,c)); h = mixh(h, __vimax3_u16x2(a,b,c)); h = mixh(h, __vimin3_u16x2(a,b,c));
    h = mixh(h, __viaddmax_s16x2(a,b,c)); h = mixh(h, __viaddmin_s16x2(a,b,c)); h = mixh(h, __viaddmax_u16x2(a,b,c)); h = mixh(h, __viaddmin_u16x2(a,b,c));
    h = mixh(h, __vimax_s16x2_relu(a,b)); h = mixh(h, __vimin_s16x2_relu(a,b)); h = mixh(h, __vimin3_s16x2_relu(a,b,c)); h = mixh(h, __viaddmax_s16x2_relu(a,b,c)); h = mixh(h, __vimax3_s16x2_relu(a,b,c)); h = mixh(h, __viaddmin_s16x2_relu(a,b,c));
    h = mixh(h, __vibmax_s32(a,b,&p)); h = mixh(h, p); h = mixh(h, __vibmin_u32(a,b,&p)); h = mixh(h, p);
    h = mixh(h, __vibmax_s16x2(a,b,&p,&q)); h = mixh(h, p * 2 + q); h = mixh(h, __vibmin_u16x2(a,b,&p,&q)); h = mixh(h, p * 2 + q);
  }
  printf("%08x\n", h);
  h = 2166136261u;
  for (int i = 0; i < 65536; i += 7) for (int j = 0; j < 65536; j += 911) {
    __half2 a = __halves2half2(__ushort_as_half(i), __ushort_as_half(j)), b = __halves2half2(__ushort_as_half(j * 3), __ushort_as_half(i * 5)), c = __halves2half2(__ushort_as_half(j ^ i), __ushort_as_half(16000));
    h = mixh(h, __heq2_mask(a, b)); h = mixh(h, __hgtu2_mask(a, b)); h = mixh(h, __hleu2_mask(a, b)); h = mixh(h, __hbltu2(a, b)); h = mixh(h, __hbneu2(a, c));
    __half2 r = __hadd2_sat(a, b); h = mixh(h, __half_as_ushort(r.x)); r = __hmul2_sat(a, c); h = mixh(h, __half_as_ushort(r.y)); r = __hequ2(a, b);  h = mixh(h, __half_as_ushort(r.x));
  }
  printf("%08x\n", h);
  h = 2166136261u;
  for (int i = -70000; i < 70000; i++) { h = mixh(h, __half_as_ushort(__int2half_rz(i))); h = mixh(h, __half_as_ushort(__int2half_rd(i))); h = mixh(h, __half_as_ushort(__int2half_ru(i))); h = mixh(h, __half_as_ushort(__ushort2half_ru(i & 65535)));  h = mixh(h, __half_as_ushort(__short2half_rd(i & 65535))); }
  printf("%08x\n", h);
}
/* OUTPUT:
99416264
754829f8
bff6df82
*/
