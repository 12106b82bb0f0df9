// What is wrong with a declaration is said once, with the other place.
struct S { int a; S s; int a; };
// ERROR: error: `S` would contain itself
// ERROR: help: a pointer to it is possible: `S *s`
// ERROR: error: member `a` is declared twice
// ERROR: note: the other one is here
int twice() {
    int a;
    int a;
// ERROR: error: `a` is declared twice in this block
    break;
// ERROR: error: `break` outside of a loop or switch
    switch (1) { case 1: case 1: ; }
// ERROR: error: this switch has a case for 1 already
    goto nowhere;
// ERROR: error: there is no label `nowhere` here
    return 0;
}
__global__ int k(int &r) { return 1; }
// ERROR: error: kernel `k` must return void, not `int`
void v;
// ERROR: error: variable `v` cannot have type `void`
const int c;
// ERROR: error: constant `c` needs a value
int a[2] = {1, 2, 3};
// ERROR: error: more values than `int [2]` has room for
struct T { int abc; } t = { .abd = 1 };
// ERROR: error: `T` has no member `abd`
// ERROR: help: did you mean `abc`?
void h() {
    __shared__ int q;
// ERROR: error: `__shared__` variable `q` is outside of device code
    int z[2.5];
// ERROR: error: an array's length is an integer, not `double`
}
static_assert(sizeof(int) == 8, "int is big");
// ERROR: error: static assertion failed: int is big
