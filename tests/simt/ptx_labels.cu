// Labels and jumps inside of inline PTX on the CPU: loops, both ways of a branch, and ways out of a loop that differ by thread.
#include <stdio.h>

__global__ void loops(const int *in, int *out)
{
    int i = threadIdx.x, sum, steps = 0, kind;
    asm volatile("{\n"
                 "  .reg .pred p; .reg .s32 k;\n"
                 "  mov.s32 %0, 0; mov.s32 k, 0;\n"
                 "LOOP:\n"
                 "  setp.ge.s32 p, k, %1;\n"
                 "  @p bra DONE;\n"
                 "  add.s32 %0, %0, k;\n"
                 "  add.s32 k, k, 1;\n"
                 "  bra.uni LOOP;\n"
                 "DONE:\n"
                 "}" : "=r"(sum) : "r"(in[i]));
    // How many steps of Collatz's sequence it takes to 1.
    unsigned n = (unsigned)i + 1;
    asm volatile("{ .reg .pred p, odd; .reg .u32 b;\n"
                 "AGAIN_%=: setp.eq.u32 p, %0, 1; @p bra END_%=;\n"
                 "and.b32 b, %0, 1; setp.eq.u32 odd, b, 1;\n"
                 "@!odd bra EVEN_%=;\n"
                 "mad.lo.u32 %0, %0, 3, 1; bra NEXT_%=;\n"
                 "EVEN_%=: shr.u32 %0, %0, 1;\n"
                 "NEXT_%=: add.u32 %1, %1, 1; bra AGAIN_%=;\n"
                 "END_%=: }" : "+r"(n), "+r"(steps));
    asm("{ .reg .pred p; setp.lt.s32 p, %1, 10; @p bra SMALL; mov.s32 %0, 2; bra OUT; SMALL: mov.s32 %0, 1; OUT: }" : "=r"(kind) : "r"(i));
    out[3 * i] = sum;
    out[3 * i + 1] = steps * 10 + (int)n;
    out[3 * i + 2] = kind;
}

int main()
{
    int *in, *out, wrong = 0;
    cudaMallocManaged(&in, 64 * sizeof *in);
    cudaMallocManaged(&out, 192 * sizeof *out);
    for (int i = 0; i < 64; i++) in[i] = i * 7 % 23;
    loops<<<1, 64>>>(in, out);
    printf("%d\n", cudaDeviceSynchronize());
    for (int i = 0; i < 64; i++) {
        int steps = 0;
        for (int n = i + 1; n != 1; steps++) n = n % 2 ? 3 * n + 1 : n / 2;
        wrong += out[3 * i] != in[i] * (in[i] - 1) / 2 || out[3 * i + 1] != steps * 10 + 1 || out[3 * i + 2] != (i < 10 ? 1 : 2);
    }
    printf("%d wrong, %d\n", wrong, out[1 + 3 * 26]);
}
/* OUTPUT:
0
0 wrong, 1111
*/
