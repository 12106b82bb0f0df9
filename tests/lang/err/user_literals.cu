// Suffixes that nobody gave a meaning.
// RUN: heddle-engine --check FILE
// EXIT: 1
int a = 4_km;
// CHECK: `4_km` is not a number: `_km` is no suffix of integers
// CHECK: a function gives it a meaning: `T operator""_km(unsigned long long)`
double b = 1.5_kg;
// CHECK: `1.5_kg` is not a number: `_kg` is no suffix of floating constants
int operator""_int(unsigned long long n) { return n; }
int c = 1.5_int;
// CHECK: `1.5_int` is not a number: `_int` is no suffix of floating constants
const char *d = "text"_s;
// CHECK: `_s` is no suffix of strings
auto e = 5ms;
// CHECK: `5ms` is not a number: `ms` is no suffix of integers
// CHECK: `using namespace std::chrono_literals;` makes it one
int f = 5q;
// CHECK: `5q` is not a number: `q` is no suffix of integers
