// Shuffles from lanes that do not take part: CUDA leaves the value open, GPUs give 0, and the last step of CUDA's reduction sample
// adds it up.
#include <cstdio>
__global__ void k(int *out, int *in) {
  int t = threadIdx.x, v = in[t], r = -1;
  if (t < 8) r = __shfl_down_sync(0xff, v, 16);
  out[t] = r;
  r = -1;
  if (t < 8) r = __shfl_sync(0xff, v, 20);
  out[32 + t] = r;
  r = -1;
  if (t < 8) r = __shfl_xor_sync(0xff, v, 16);
  out[64 + t] = r;
  r = -1;
  if (t >= 16) r = __shfl_up_sync(0xffff0000, v, 16);
  out[96 + t] = r;
  r = -1;
  if (t < 8) { for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xff, v, o); r = v; }
  out[128 + t] = r;
}
__global__ void early(int *out, int *in) {
  int t = threadIdx.x; if (t >= 8) return;
  int v = in[t];
  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xff, v, o);
  out[t] = v;
}
int main() {
  int *in, *out; cudaMallocManaged(&in, 32 * 4); cudaMallocManaged(&out, 192 * 4);
  for (int i = 0; i < 32; i++) in[i] = 100 + i;
  k<<<1, 32>>>(out, in); early<<<1, 32>>>(out + 160, in);
  cudaDeviceSynchronize();
  for (int row = 0; row < 6; row++)
    for (int i = 0; i < 8; i++) printf("%d%c", out[row * 32 + i + (row == 3) * 16], i == 7 ? '\n' : ' ');
}
/* OUTPUT:
0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0
828 728 627 525 422 318 213 107
828 728 627 525 422 318 213 107
*/
