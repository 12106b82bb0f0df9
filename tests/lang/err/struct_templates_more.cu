// What C++ has and struct templates here have not.
// RUN: heddle-engine --check FILE
// EXIT: 1
template <typename T, int N = 4> struct Vec { T v[N]; };
template <typename T> struct Twice { T a; T get() { return a; } };
template <typename T> struct Vec<T, 2> { T a, b; };
template <typename T> struct Vec<T, 2> { T a, b; };
// CHECK: error: this specialisation of `Vec` is defined twice
template <typename T> struct Vec<T *, 2> { T a; };
template <int N> struct Vec<int *, N> { int a; };
Vec<int *, 2> unclear;
// CHECK: error: it is not clear which specialisation `Vec<int *, 2>` is
template <typename T> using Four = Vec<T, 4>;
Four<int, int> too_many;
// CHECK: error: `Four` cannot take these template arguments
// CHECK: it has 1 template parameter, and 2 are given
int k = Vec<int>::nothing;
// CHECK: `Vec<int>::nothing` is not declared
int *l = Vec<int>();
// CHECK: cannot convert `Vec<int>` to `int *`
template <typename T> T Twice<T>::get() { return a; }
// CHECK: error: `Twice::get` is defined in the struct already
template <> struct Twice<float>;
// CHECK: error: this specialisation has no body
template <typename T> struct Twice { T b; } x;
// CHECK: expected `;` after the struct template `Twice`
struct Vec { int a; };
// CHECK: error: `Vec` is declared again as something else
int Twice<int>::*m;
void *p = &Vec<int>;
