// judge.h: for cells that judge exercises (%%judge): inputs, places for outputs, comparisons. Ours alone.
#ifndef HEDDLE_JUDGE_H
#define HEDDLE_JUDGE_H

#include <stdio.h>

// n elements that host and device reach, all `value`
template <typename T> T *blank(int n, T value = (T)-1) {
    T *p = NULL;
    if (cudaMallocManaged((void **)&p, (n ? n : 1) * sizeof(T)) != cudaSuccess) not_yet("no memory for %d elements", n);
    for (int i = 0; i < n; i++) p[i] = value;
    return p;
}

// n small whole numbers that look like no pattern, 0 to 22
template <typename T> T *numbers(int n, int seed = 1) {
    T *p = blank<T>(n);
    for (int i = 0; i < n; i++) p[i] = (T)((i * 7 + seed * 5 + i / 23 * 11) % 23);
    return p;
}

// waits for what was launched; an error that a launch had ends the cell
inline void finished() {
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess) error = cudaGetLastError();
    if (error != cudaSuccess) not_yet("%s", cudaGetErrorString(error));
}

// the first element of `got` that is not as wanted ends the cell
template <typename T> void expect(const char *name, const T *got, const T *wanted, int n) {
    for (int i = 0; i < n; i++) {
        double is = got[i], should = wanted[i], off = is - should;
        if (off > 1e-3 || off < -1e-3 || off != off) not_yet("%s[%d] is %g and should be %g (of %d elements)", name, i, is, should, n);
    }
}

#endif
