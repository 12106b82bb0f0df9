#include "ends.h"
#include <cstdio>
void f();
int main(){ f(); s.n++; H<int>::v.n++; H<int>::w.n++; N::q.n++; printf("%d %d %d %d\n", s.n, H<int>::v.n, H<int>::w.n, N::q.n); puts("ok"); }
