#include <cstdio>
#include "kernels.h"
extern template void scale<float>(float *, int, float);
int main() { int bad = 0; { Buf<float> b(10); for (int i = 0; i < 10; i++) b.data()[i] = i; scale(b.data(), 10, 2.f); bad += b.data()[9] != 18; bad += b.sum<double>() != 90; bad += Buf<float>::live != 1; } double *d; cudaMallocManaged(&d, 8); *d = 3; scale(d, 1, 2.0); bad += *d != 6; bad += power<int, 3>(4) != 64; bad += Buf<float>::live != 0; Iface<int> *i = Iface<int>::make(1); bad += i->get(4) != 5; delete i; int *k; cudaMallocManaged(&k, 4); kern<<<1, 1>>>(k); cudaDeviceSynchronize(); bad += *k != 77; puts(bad ? "FAIL" : "PASS"); return bad; }
