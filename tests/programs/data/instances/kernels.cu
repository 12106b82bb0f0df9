#include "kernels.h"
template <typename T> __global__ void scale_k(T *p, int n, T f) { int i = threadIdx.x; if (i < n) p[i] *= f; }
template <typename T> void scale(T *p, int n, T f) { scale_k<<<1, 128>>>(p, n, f); cudaDeviceSynchronize(); }
template void scale<float>(float *, int, float);
template void scale(double *p, int n, double f);
template <typename T, int N> T power(T x) { T r = 1; for (int i = 0; i < N; i++) r *= x; return r; }
template int power<int, 3>(int);
template <class T> int Buf<T>::live = 0;
template <class T> Buf<T>::Buf(int n) : n(n) { cudaMallocManaged(&p, n * sizeof(T)); live++; }
template <class T> Buf<T>::~Buf() { cudaFree(p); live--; }
template <class T> T *Buf<T>::data() { return p; }
template <class T> template <class U> U Buf<T>::sum() const { U s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
template struct Buf<float>;
template double Buf<float>::sum<double>() const;
template <class T> struct One : Iface<T> { T get(int i) override { return i + 1; } };
template <class T> Iface<T> *Iface<T>::make(int k) { return k ? new One<T> : nullptr; }
template class Iface<int>;
template <typename T> __global__ void kern(T *p) { *p = 77; }
template __global__ void kern<int>(int *);
