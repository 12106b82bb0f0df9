// RUN: file -std=c++20 -fopenmp
// GXX: -fopenmp
// A directive before `if consteval` governs that statement and no more.
#include <cstdio>
int main() { int n = 0;
#pragma omp parallel num_threads(2)
    if consteval { n = 100; } else {
#pragma omp atomic
      n++; }
#pragma omp parallel num_threads(2)
    if !consteval {
#pragma omp atomic
      n++; }
    printf("%d\n", n); }
/* OUTPUT:
4
*/
