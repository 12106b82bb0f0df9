// What is no constant expression says why, where, and in which calls.
// RUN: heddle-engine --check FILE
// EXIT: 1
constexpr int at(const int *a, int i) { return a[i]; }
constexpr int over(int n) { int a[4] = {1, 2, 3, 4}; return at(a, n); }
static_assert(over(4) == 1);
// CHECK: the condition of a static assertion must be a constant
// CHECK: element 4 lies outside of an array of 4
// CHECK: in the call `at(..., 4)`
// CHECK: in the call `over(4)`
constexpr int uninit() { int x; return x; }
// CHECK: `x` is used here, but nothing gives it a value [uninitialised]
// CHECK: `x` is declared here
constexpr int u = uninit();
// CHECK: the value of constexpr `u` must be a constant
// CHECK: `x` is read before it is given a value
// CHECK: in the call `uninit()`
constexpr int dz(int a, int b) { return a / b; }
constexpr int d = dz(1, 0);
// CHECK: the value of constexpr `d` must be a constant
// CHECK: division by zero
// CHECK: in the call `dz(1, 0)`
constexpr int ov(int a) { return a + 1; }
constexpr int o = ov(2147483647);
// CHECK: the value of constexpr `o` must be a constant
// CHECK: the sum does not fit in an integer of 32 bits
// CHECK: in the call `ov(2147483647)`
int glob = 3;
constexpr int rg() { return glob; }
constexpr int r = rg();
// CHECK: the value of constexpr `r` must be a constant
// CHECK: the value of `glob` is not known while compiling
// CHECK: in the call `rg()`
int plain(int x) { return x; }
constexpr int cp() { return plain(3); }
constexpr int p = cp();
// CHECK: the value of constexpr `p` must be a constant
// CHECK: `plain` is not constexpr
// CHECK: in the call `cp()`
constexpr int *dangling() { int x = 3; return &x; }
constexpr int dd = *dangling();
// CHECK: the value of constexpr `dd` must be a constant
// CHECK: this is used after the end of its life
constexpr int np(const int *p) { return *p; }
constexpr int n = np(nullptr);
// CHECK: the value of constexpr `n` must be a constant
// CHECK: this is a null pointer
// CHECK: in the call `np(...)`
constexpr int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }
constexpr int dp = deep(100000);
// CHECK: the value of constexpr `dp` must be a constant
// CHECK: calls are nested more than 512 deep
// CHECK: in the call `deep(99489)`
// CHECK: in the call `deep(99490)`
union U { int i; float f; };
constexpr float un() { U u{}; u.i = 3; return u.f; }
constexpr float uf = un();
// CHECK: the value of constexpr `uf` must be a constant
// CHECK: this is not what was stored here: another member of a union?
// CHECK: in the call `un()`
struct S { int a, b; constexpr S() : a(1) {} };
// CHECK: the value of constexpr `s` must be a constant
// CHECK: its member `b` is not given a value
constexpr S s;
constexpr int sh(int k) { return 1 << k; }
constexpr int s1 = sh(32);
// CHECK: the value of constexpr `s1` must be a constant
// CHECK: a shift by 32 bits of an integer of 32
// CHECK: in the call `sh(32)`
constexpr int th(int k) { if (k > 3) throw 1; return k; }
constexpr int t1 = th(4);
// CHECK: the value of constexpr `t1` must be a constant
// CHECK: this throws an exception
// CHECK: in the call `th(4)`
consteval int sq(int n) { return n * n; }
int usesq(int n) { return sq(n); }
// CHECK: `sq` is consteval: a call of it must be a constant
// CHECK: the value of `n` is not known while compiling
int arr[over(5)];
// CHECK: the length of top-level array `arr` must be a constant
// CHECK: element 5 lies outside of an array of 4
// CHECK: in the call `at(..., 5)`
// CHECK: in the call `over(5)`
