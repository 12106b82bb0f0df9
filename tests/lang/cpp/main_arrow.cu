// A main with its type behind is a program's.
// EXIT: 5
// CHECK: arrow
#include <cstdio>
auto main() -> int { printf("arrow\n"); return 5; }
