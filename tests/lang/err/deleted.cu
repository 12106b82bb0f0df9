// Functions that are `= delete`: called, named, converted to pointers, launched, in templates.
// RUN: heddle-engine --check FILE
// EXIT: 1
#include <type_traits>
#include <utility>
void f(int) = delete;
void f(double) {}
void only(char) = delete;
template <class T> T g(T x) = delete;
template <> int g<int>(int x) { return x; }
template <class T> T h(T x) { return x; }
template <> int h<int>(int x) = delete;
template <class T> void pointers(T *) {}
template <> void pointers<void>(void *) = delete;
__global__ void kernel(int *) = delete;
__device__ float half_of(int) = delete;
__device__ float half_of(float x) { return x / 2; }
struct V { int x; };
V operator+(V, V) = delete;
struct S {
    S() = default;
    S(int) = delete;
    void m(int) = delete;
    void m(double) {}
    template <class T> void k(T) = delete;
    static void st(char) = delete;
    S &operator=(int) = delete;
    operator bool() const = delete;
};
template <class T> auto calls(T x) -> decltype(f(x), true) { return true; } // a deleted one is no match
bool calls(...) { return false; }
__global__ void device(float *out) {
    out[0] = half_of(3.0f);
    out[1] = half_of(3);
    // CHECK: use of the deleted function `float half_of(int)`
}
int main() {
    f(1.5);
    f(1);
    // CHECK: use of the deleted function `void f(int)`
    // CHECK: it is `= delete` here
    only('x');
    // CHECK: use of the deleted function `void only(char)`
    auto p = &only;
    // CHECK: use of the deleted function `void only(char)`
    void (*q)(int) = f;
    // CHECK: use of the deleted function `void f(int)`
    void (*r)(double) = f;
    g(1);
    g(2.5);
    // CHECK: use of the deleted function `double g<double>(double)`
    h(2.5);
    h(1);
    // CHECK: use of the deleted function `int h<int>(int)`
    int *a = nullptr;
    void *b = nullptr;
    pointers(a);
    pointers(b);
    // CHECK: use of the deleted function `void pointers<void>(void *)`
    kernel<<<1, 1>>>(a);
    // CHECK: use of the deleted function `void kernel(int *)`
    V v = V{1} + V{2};
    // CHECK: use of the deleted function `V operator+(V, V)`
    S s, t(3);
    // CHECK: use of the deleted function `S(int)`
    s.m(1.5);
    s.m(1);
    // CHECK: use of the deleted function `void S::m(int)`
    s.k(1);
    // CHECK: use of the deleted function
    S::st('x');
    // CHECK: use of the deleted function `void S::st(char)`
    s = 3;
    // CHECK: use of the deleted function `S &S::operator=(int)`
    if (s) return 1;
    // CHECK: use of the deleted function
    static_assert(!std::is_constructible<S, int>::value, "");
    return calls(1) || !calls(2.5);
}
