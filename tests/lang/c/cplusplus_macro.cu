// `__cplusplus` is what nvcc says, in programs and their headers; the system's headers are read as C.
#include <cstdio>
#include <string.h>
#if __cplusplus < 201703L
#error "older than C++17"
#endif
#ifdef __cplusplus
extern "C" {
#endif
int from_c(int n);
#ifdef __cplusplus
}
#endif
int from_c(int n) { return n + 1; }
using namespace std;
int main() {
    int a = 1, b = 2, c;
    tie(b, a) = make_pair(a, b);
    c = from_c((int)strlen("abc"));
    printf("%ld %d %d %d\n", __cplusplus, a, b, c);
    return 0;
}
/* OUTPUT:
201703 2 1 4
*/
