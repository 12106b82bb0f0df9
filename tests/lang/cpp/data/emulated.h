// Kernels for g++: gxx.py writes `k<<<grid, block>>>(...)` as a call of `launched`.
#include "../../../fuzz/emulate.hpp"
#include <functional>
static std::function<void()> launched_body;
static void launched(int grid, int block, std::function<void()> body) {
    launched_body = body;
    launch([] { launched_body(); }, grid, block, 1, 1);
}
template <class T> static void cudaMallocManaged(T **p, size_t bytes) { *p = (T *)malloc(bytes); }
static void cudaDeviceSynchronize() {}
