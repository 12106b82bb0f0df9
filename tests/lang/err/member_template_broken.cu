// Member templates that are cut short: said where, and the parser goes on.
// RUN: cells
// EXIT: 1
// ERROR: expected `<` after `template`, found `>`
// ERROR: expected `<` after `template`, found `int`
// CHECK: 3
struct A { template >class U> using ptr = U *; int x; };
struct B { template int y; };
printf("%d\n", 3);
