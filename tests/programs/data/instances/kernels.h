// Templates whose bodies are in kernels.cu alone, which instantiates them by name.
#pragma once
template <typename T> void scale(T *p, int n, T f);
template <typename T, int N> T power(T x);
template <class T> struct Buf { Buf(int n); ~Buf(); T *data(); template <class U> U sum() const; static int live; T *p; int n; };
template <class T> class Iface { public: virtual ~Iface() {} virtual T get(int) = 0; static Iface *make(int kind); };
template <typename T> __global__ void kern(T *p);
