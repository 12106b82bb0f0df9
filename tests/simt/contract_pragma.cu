// #pragma STDC FP_CONTRACT: in a function it holds for the whole of it, outside for what follows.
// CPU-ONLY: kernels for GPUs pass the pragma over, as with nvcc.
#include <cstdio>

#define ROUNDED(x, y, z) ((x) * (y) + (z) > 0x1p-23f ? "once" : "twice")
#define ARGS float x, float y, float z
#define VALUES 1.0000001f, 1.0000003f, -1.0000004f
#define KERNEL(name, what) __global__ void name(ARGS) { printf("%s: %s\n", #name, what); }

KERNEL(before, ROUNDED(x, y, z))
#pragma STDC FP_CONTRACT OFF
KERNEL(off, ROUNDED(x, y, z))
__device__ const char *helper(ARGS) { return ROUNDED(x, y, z); }
template <typename T> __device__ const char *generic(T x, T y, T z) { return ROUNDED(x, y, z); }
struct Off {
    float z;
    __device__ const char *inside(float x, float y) const { return ROUNDED(x, y, z); }
    __device__ const char *operator()(float x, float y) const;
};
__device__ const char *Off::operator()(float x, float y) const { return ROUNDED(x, y, z); }
__device__ const char *lambda_off(ARGS) { return [=] { return ROUNDED(x, y, z); }(); }
#pragma STDC FP_CONTRACT ON
KERNEL(on, ROUNDED(x, y, z))
KERNEL(calls_function, helper(x, y, z))
KERNEL(calls_template, generic(x, y, z))
KERNEL(calls_member, Off{z}.inside(x, y))
KERNEL(calls_operator, Off{z}(x, y))
KERNEL(calls_lambda, lambda_off(x, y, z))

struct On {
    float z;
    __device__ const char *off(float x, float y) const
    {
#pragma STDC FP_CONTRACT OFF
        return ROUNDED(x, y, z);
    }
    __device__ const char *on(float x, float y) const { return ROUNDED(x, y, z); }
};
template <typename T> __device__ const char *off_inside(T x, T y, T z)
{
#pragma STDC FP_CONTRACT OFF
    return ROUNDED(x, y, z);
}
KERNEL(member_off, On{z}.off(x, y))
KERNEL(member_on, On{z}.on(x, y))
KERNEL(template_off, off_inside(x, y, z))
__device__ const char *off_in_lambda(ARGS)
{
    auto off = [=] {
#pragma STDC FP_CONTRACT OFF
        return ROUNDED(x, y, z);
    };
    return off();
}
__device__ const char *around_lambda(ARGS)
{
    auto off = [=] {
#pragma STDC FP_CONTRACT OFF
        return x;
    };
    return ROUNDED(off(), y, z);
}
KERNEL(lambda_alone, off_in_lambda(x, y, z))
KERNEL(beside_lambda, around_lambda(x, y, z))
#pragma STDC FP_CONTRACT OFF
#pragma STDC FP_CONTRACT DEFAULT
KERNEL(last, ROUNDED(x, y, z))
#pragma STDC FP_CONTRACT OFF

int main()
{
    void (*kernels[])(ARGS) = {before,     off,       on,           calls_function, calls_template, calls_member, calls_operator, calls_lambda,
                               member_off, member_on, template_off, lambda_alone,   beside_lambda,  last};
    for (auto kernel : kernels) {
        kernel<<<1, 1>>>(VALUES);
        cudaDeviceSynchronize();
    }
}
/* OUTPUT:
before: once
off: twice
on: once
calls_function: twice
calls_template: twice
calls_member: twice
calls_operator: twice
calls_lambda: twice
member_off: twice
member_on: once
template_off: twice
lambda_alone: twice
beside_lambda: once
last: once
*/
