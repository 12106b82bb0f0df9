// RUN: file -std=c++14
// A program that asks gets the answer of the standard that is chosen.
#include <cstdio>
#if __cplusplus >= 201703L
#error "newer than C++14"
#endif
#include "data/standard.h"
int main() { printf("%ld %s\n", __cplusplus, seen); }
/* OUTPUT:
201402 C++
*/
