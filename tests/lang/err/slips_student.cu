// What a first course types: each error says what to write instead.
#include <map>
#include <string>
#include <vector>

// Containers are the host's: one message for each kernel.
__global__ void holds(float *p)
{
    // ERROR: `std::vector<int>` lives in the host's memory: device code (`holds`) cannot use it
    // ERROR: give the kernel a pointer to its elements
    std::vector<int> v;
    v.push_back(1);
    p[0] = v[0];
}
__global__ void text(float *p)
{
    // ERROR: `std::string` lives in the host's memory
    // ERROR: a pointer to its elements
    std::string s = "abc";
    p[0] = s.size();
}
__host__ __device__ int either()
{
    std::vector<int> v(3); // on the host it is fine
    return v.size();
}

__global__ void indices(float *p)
{
    // ERROR: `idx` is not declared
    // ERROR: `int idx = blockIdx.x * blockDim.x + threadIdx.x;` before it
    p[idx] = 1;
    // ERROR: `get_local_id` is not declared
    // ERROR: in CUDA C++ that is `threadIdx.x`
    p[get_local_id(0)] = 1;
    // ERROR: `cout` is not declared
    // ERROR: kernels print with `printf`
    cout << p[0];
    // ERROR: `atomicAdd` does not take the arguments (float, float)
    // ERROR: the address is needed: write `&` before `p[0]`
    atomicAdd(p[0], 1.0f);
}

// ERROR: `__global__` cannot be combined
// ERROR: a kernel, which the host launches, is `__global__` alone
__device__ __global__ void both(float *a) {}
