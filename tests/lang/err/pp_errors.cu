// RUN: cells
// Each of these is one clear error, and the session goes on.
int before = 1;
#include <coroutine>
// ERROR: warning: <coroutine> is a C++ header: it is left out, and so are its names
// ERROR: coroutines are not supported
cout << "text";
// ERROR: `cout` is not declared
// ERROR: write `std::cout`
#include <cutlass/gemm.h>
// ERROR: error: there is no header <cutlass/gemm.h> in Heddle
#include <sdtio.h>
// ERROR: there is no header `sdtio.h`
// ERROR: did you mean `stdio.h`?
#error do not do this
// ERROR: #error do not do this
#define TWO(a, b) a + b
TWO(1);
// ERROR: the macro `TWO` takes 2 arguments, but here is 1
char *s = "not closed;
// ERROR: this string has no closing `"` on its line
int q = 1 @ 2;
// ERROR: stray `@`
#define A0 x x x x x x x x x x
#define A1 A0 A0 A0 A0 A0 A0 A0 A0 A0 A0
#define A2 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1
#define A3 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2
#define A4 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3
#define A5 A4 A4 A4 A4 A4 A4 A4 A4 A4 A4
#define A6 A5 A5 A5 A5 A5 A5 A5 A5 A5 A5
#define A7 A6 A6 A6 A6 A6 A6 A6 A6 A6 A6
A7
// ERROR: the macros used here expand to more than
#if 1 / 0
#endif
// ERROR: division by zero in `#if`
printf("still here: %d\n", before);
// CHECK: still here: 1
// EXIT: 1
