#include <typeinfo>
__global__ void k(int *o) { *o = typeid(int) == typeid(float); }
struct B { virtual ~B() {} };
int f(B *b) { return typeid(*b) == typeid(B); }
int main() { return 0; }
// ERROR: typeid.cu:2:34: error: `typeid` is for host code: kernels know no types
