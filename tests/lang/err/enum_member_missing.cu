// What follows an error of syntax in an enumeration is checked all the same.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct P { int abc; };
P pp, *q = &pp;
enum { E = pp. 5, F = 3 };
// CHECK: expected the name of a member, found `5`
enum class G { A = q->, B = 2 };
// CHECK: expected the name of a member, found `,`
struct S { enum { H = pp. u8"x" }; };
// CHECK: expected the name of a member, found a string
