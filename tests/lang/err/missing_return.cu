// Where a function's end can be reached: an endless loop around a switch has no end, unless something leaves the loop.
// RUN: heddle-engine --check FILE
// CHECK-NOT: `f` returns `int`, but its end
int f(int x) { while (1) switch (x) { case 0: return 1; default: return 2; } }
// CHECK-NOT: `g` returns `int`, but its end
int g(int x) { for (;;) { switch (x) { case 0: break; default: return 2; } } }
// CHECK: warning: `h` returns `int`, but its end can be reached
int h(int x) { while (1) { switch (x) { case 0: x = 1; break; default: break; } if (x) break; } }
// CHECK-NOT: `k` returns `int`, but its end
int k(int x) { do switch (x) { case 1: return 3; default: break; } while (1); }
// CHECK-NOT: `m` returns `int`, but its end
int m(int x) { while (1) { for (;;) break; } }
// CHECK-NOT: `n` returns `int`, but its end
int n(int x) { switch (x) { case 1: while (1) { if (x) break; } default: return 3; } }
// CHECK: warning: `o` returns `int`, but its end can be reached
int o(int x) { while (1) switch (x) { case 1: goto out; } out:; }
// CHECK: warning: `p` returns `int`, but its end can be reached
int p(int x) { switch (x) { default: while (1) { break; } } }
