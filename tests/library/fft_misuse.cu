// Each argument of cuFFT wrong once: the status of the real library, and a line that says which.
// CPU-ONLY: the real libraries follow what leads nowhere, and their words are their own.
// EXIT: 0
// CHECK: size 8, batch 8, type 3, rank 4, embed 4, null 4
// CHECK: no such plan 1, not made 1, type 3, direction 4, host 4, short 4, null 4, stream 4, callback 14
// CHECK: fine 0, stream 0, destroyed 0, again 1
// CHECK: made 0 144, twice 1, work area 4  0
// ERROR: cufftPlan1d: a transform of 0 elements in dimension 0
// ERROR: cufftPlan1d: batch (0) is not positive
// ERROR: cufftPlan1d: type (0x7) is no cufftType
// ERROR: cufftPlanMany: rank (4) is not 1, 2 or 3
// ERROR: cufftPlanMany: inembed[1] (2) is less than the 4 elements of dimension 1
// ERROR: cufftPlan1d: the result's pointer is NULL
// ERROR: cufftExecC2C: the plan 77 is none of cufftCreate or cufftPlan..., or was destroyed
// ERROR: cufftExecC2C: the plan was created and not made: cufftMakePlan...
// ERROR: cufftExecR2C: the plan is one of CUFFT_C2C: call cufftExecC2C
// ERROR: cufftExecC2C: direction (3) is neither CUFFT_FORWARD nor CUFFT_INVERSE
// ERROR: cufftExecC2C: `idata` is host memory: copy it to memory of cudaMalloc
// ERROR: cufftExecC2C: `idata` needs 512 bytes from there on, and its allocation has 504
// ERROR: cufftExecC2C: `odata` is NULL
// ERROR: cufftSetStream: 0x
// ERROR: cufftXtSetCallback: callbacks from transforms are not there: load and store in kernels before and after
// ERROR: or was destroyed
// ERROR: cufftMakePlan1d: the plan was made before
// ERROR: cufftSetWorkArea: `workArea` needs 144 bytes from there on, and its allocation has 8
#include <cstdio>
#include <cufftXt.h>

void say(const char *what, cufftResult status, const char *end = ", ") { printf("%s %d%s", what, status, end); }

int main() {
    cufftHandle p, q;
    cufftComplex *d;
    cudaMalloc(&d, 64 * sizeof *d);
    float h[8];
    int n[] = {4, 4}, small[] = {4, 2};
    say("size", cufftPlan1d(&p, 0, CUFFT_C2C, 1));
    say("batch", cufftPlan1d(&p, 8, CUFFT_C2C, 0));
    say("type", cufftPlan1d(&p, 8, (cufftType)7, 1));
    say("rank", cufftPlanMany(&p, 4, n, NULL, 1, 1, NULL, 1, 1, CUFFT_C2C, 1));
    say("embed", cufftPlanMany(&p, 2, n, small, 1, 8, n, 1, 16, CUFFT_C2C, 1));
    say("null", cufftPlan1d(NULL, 8, CUFFT_C2C, 1), "\n");
    say("no such plan", cufftExecC2C(77, d, d, CUFFT_FORWARD));
    cufftCreate(&q);
    say("not made", cufftExecC2C(q, d, d, CUFFT_FORWARD));
    cufftPlan1d(&p, 8, CUFFT_C2C, 8);
    say("type", cufftExecR2C(p, (cufftReal *)d, d));
    say("direction", cufftExecC2C(p, d, d, 3));
    say("host", cufftExecC2C(p, (cufftComplex *)h, d, CUFFT_FORWARD));
    say("short", cufftExecC2C(p, d + 1, d, CUFFT_FORWARD));
    say("null", cufftExecC2C(p, d, NULL, CUFFT_FORWARD));
    say("stream", cufftSetStream(p, (cudaStream_t)h));
    say("callback", cufftXtSetCallback(p, NULL, CUFFT_CB_LD_COMPLEX, NULL), "\n");
    cudaStream_t s;
    cudaStreamCreate(&s);
    say("fine", cufftExecC2C(p, d, d, CUFFT_INVERSE));
    say("stream", cufftSetStream(p, s));
    say("destroyed", cufftDestroy(p));
    say("again", cufftDestroy(p), "\n");
    size_t size;
    char *work;
    cudaMalloc(&work, 8);
    cufftResult made = cufftMakePlan3d(q, 3, 2, 3, CUFFT_R2C, &size);
    printf("made %d %zu, ", made, size);
    say("twice", cufftMakePlan1d(q, 4, CUFFT_C2C, 1, &size));
    say("work area", cufftSetWorkArea(q, work), " ");
    say("", (cufftResult)(cufftSetWorkArea(q, d) | cufftDestroy(q)), "\n");
}
