// An exception that nobody catches: the words of libstdc++ and the status of abort, nothing destroyed.
// EXIT: 134
// GXX: -fexceptions
// CHECK-NOT: ~R
// ERROR: terminate called after throwing an instance of 'std::out_of_range'
// ERROR:   what():  far away
// ERROR: error: uncaught exception of type `std::out_of_range`: far away
// ERROR: note: called from `main`
#include <cstdio>
#include <stdexcept>
struct R { ~R() { puts("~R"); } };
void f() { R r; throw std::out_of_range("far away"); }
int main() { R a; f(); }
