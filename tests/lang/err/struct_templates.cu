// Struct templates: wrong arguments, errors in an instance with the use that led there, what is not supported.
// RUN: heddle-engine --check FILE
// EXIT: 1
template <typename T, int N = 4> struct Vec { T v[N]; T bad() { return v.x; } T sum() const { return v[0]; } };
template <int N> struct Down { Down<N - 1> next; };
template <typename T> struct Only;
template <typename T> struct Twice { T a; };
// CHECK: error: `Vec` is a struct template: it needs its arguments
// CHECK: write them out: `Vec<...>`
Vec a;
// CHECK: error: `Vec` cannot take these template arguments
// CHECK: there is no argument for `T`
Vec<> b;
// CHECK: error: `Vec` cannot take these template arguments
// CHECK: it has 2 template parameters, and 3 are given
Vec<int, 2, 3> c;
// CHECK: error: `Vec` cannot take these template arguments
// CHECK: `T` is a type, and a value is given
Vec<3> d;
// CHECK: error: `n` is not declared
Vec<int, n> e;
Vec<float, -1> f;
// CHECK: the array's length is negative: -1
// CHECK: in `Vec<float, -1>`, used here
int g(Vec<int> v) { return v.bad(); }
// CHECK: has no members
// CHECK: in `Vec<int, 4>::bad()`, used here
Down<3> h;
// CHECK: error: templates use each other more than 900 levels deep
// CHECK: the innermost is `Down`
// CHECK: in `Down<3>`, used here
Only<int> i;
// CHECK: error: the struct template `Only` is not defined yet
int j() { struct Local { int a; }; Vec<Local> v; return v.x; }
// CHECK: `Vec<Local>` has no member `x`
template <typename T> struct Twice { T a; };
// CHECK: error: the struct template `Twice` is defined twice
template <> struct None<int> { int a; };
// CHECK: error: there is no struct template `None` to specialise
Twice<int> used;
template <> struct Twice<int> { int b; };
// CHECK: error: `Twice<int>` was used before it is specialised
template <typename T> T Twice<T>::f() { return a; }
// CHECK: error: `Twice` has no member function `f`
