// Structs lie in each other at most 1024 levels deep, for what walks through them goes that far: the next one is refused.
// RUN: heddle-engine --check FILE
// EXIT: 1
template <int N, int K> struct S { S<N - 1, K> in; };
template <int K> struct S<0, K> { S<600, K - 1> in; };
template <> struct S<0, 0> { int v; };
S<0, 1> fits;
// CHECK: error: structs lie in each other more than 1024 levels deep
template <int N> struct D { D<N - 1> in; };
template <> struct D<0> { S<0, 1> in; };
D<500> deep;
int main() { return sizeof deep; }
