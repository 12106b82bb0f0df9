// A function's address becomes no `void *` by itself, so that a bool is the better match; where textbook code does it all the same, nvcc needs a cast.
#include <iostream>
#include <type_traits>
int f(int x) { return x; }
__global__ void k(int *out) { *out = 1; }
void which(bool) { std::cout << "bool\n"; }
void which(const void *) { std::cout << "pointer\n"; }
int main() {
    int (*p)(int) = f;
    std::cout << f << p << &f << "\n";
    which(f);
    which(p);
    which((void *)p);
    void *cast = (void *)f;
    std::cout << std::is_convertible<int (*)(int), void *>::value << std::is_convertible<int *, void *>::value << "\n";
    std::cout << (cast == (void *)&f) << "\n";
    cudaFuncAttributes attributes;
    std::cout << cudaFuncGetAttributes(&attributes, k) << "\n";
}
/* OUTPUT:
111
bool
bool
pointer
01
1
0
*/
