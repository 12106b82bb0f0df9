// volatile is not dropped by a pointer or reference in CUDA C.
// RUN: heddle-engine --check FILE
// EXIT: 1
#include <string.h>
volatile int vi;
// CHECK: error: cannot convert `volatile int *` to `int *`
int *p = &vi;
const volatile int cv = 3;
// CHECK: error: cannot convert `const volatile int *` to `const int *`
const int *q = &cv;
volatile int *r = (volatile int *)&cv;
void take(int *p);
void taker(int &r);
void takec(const int &r);
volatile int va[3];
int main() {
// CHECK: error: cannot convert `volatile int *` to `int *`
take(&vi);
// CHECK: error: cannot bind `volatile int` to `int &`
taker(vi);
// CHECK: error: cannot bind `volatile int` to `const int &`
takec(vi);
// CHECK: error: cannot convert `volatile int *` to `int *`
int *l = va;
// CHECK: error: cannot convert `volatile int *` to `const int *`
const int *lc = va;
// CHECK: error: cannot convert `volatile int *` to `void *`
void *vp = &vi;
const volatile void *cvp = &vi;
volatile int **pp;
// CHECK: error: cannot convert `volatile int **` to `int **`
int **ip = pp;
int *s = (int *)&vi;
// CHECK: error: cannot convert `volatile int *` to `const void *`
memcpy(l, va, 4);
return *s;
}
