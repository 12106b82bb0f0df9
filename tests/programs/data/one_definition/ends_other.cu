#include "ends.h"
void f() { s.n++; H<int>::v.n++; H<int>::w.n++; N::q.n++; }
