// A main whose body is a try block is a program's.
// EXIT: 4
// CHECK: hi
#include <cstdio>
int main() try { printf("hi\n"); return 4; } catch (...) { return 3; }
