// <cuda/ptx>: special registers and fences.
#include <cuda/ptx>
#include <cstdio>
namespace ptx = cuda::ptx;
__global__ void registers(unsigned *o) {
    unsigned i = threadIdx.x + threadIdx.y * blockDim.x;
    unsigned *p = o + (blockIdx.x * blockDim.x * blockDim.y + i) * 6;
    p[0] = ptx::get_sreg_laneid() == i % 32 && ptx::get_sreg_warpid() == i / 32;
    p[1] = ptx::get_sreg_tid_x() == threadIdx.x && ptx::get_sreg_tid_y() == threadIdx.y && ptx::get_sreg_tid_z() == 0;
    p[2] = ptx::get_sreg_ntid_x() * 100 + ptx::get_sreg_nctaid_x() * 10 + ptx::get_sreg_ctaid_x();
    p[3] = (ptx::get_sreg_lanemask_lt() | ptx::get_sreg_lanemask_eq()) == ptx::get_sreg_lanemask_le();
    p[4] = ptx::get_sreg_clock64() > 0 && ptx::get_sreg_globaltimer() > 0;
    ptx::fence(ptx::sem_acq_rel, ptx::scope_gpu);
    ptx::fence(ptx::sem_sc, ptx::scope_cta);
    p[5] = 7;
}
int main() {
    unsigned *o, good = 0;
    cudaMallocManaged(&o, 2 * 64 * 6 * sizeof *o);
    registers<<<2, dim3(16, 4)>>>(o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; i++) good += o[i * 6] && o[i * 6 + 1] && o[i * 6 + 2] == 1620u + i / 64 && o[i * 6 + 3] && o[i * 6 + 4] && o[i * 6 + 5] == 7;
    printf("%u of 128\n", good);
}
/* OUTPUT:
128 of 128
*/
