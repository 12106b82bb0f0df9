// Loggers of the libraries take what they are told and log nothing; what asks and sets is there.
/* OUTPUT:
0 0 0 1
0 0 0 0 0 0 3
0 0 0 0 0 0 3
0 2 13000
*/
// ERROR: cusparseLoggerSetLevel: level (9) is not in 0 to 5
// ERROR: cusolverDnLoggerSetLevel: level (-1) is not in 0 to 5
// ERROR: dgemm: parameter 3 is wrong
// EXIT: 0
#include <cstdio>
#include <cublas_v2.h>
#include <cusolverDn.h>
#include <cusparse.h>
static void say(const char *text) { printf("%s\n", text); }
static void tell(int level, const char *name, const char *text) { printf("%d %s %s\n", level, name, text); }
int main() {
    cublasLogCallback now = nullptr;
    int a = cublasLoggerConfigure(1, 0, 1, nullptr), b = cublasSetLoggerCallback(say), c = cublasGetLoggerCallback(&now);
    printf("%d %d %d %d\n", a, b, c, now == say);
    printf("%d %d %d %d %d %d %d\n", cusparseLoggerSetCallback(tell), cusparseLoggerSetFile(stderr), cusparseLoggerOpenFile("log"), cusparseLoggerSetLevel(5), cusparseLoggerSetMask(3),
           cusparseLoggerForceDisable(), cusparseLoggerSetLevel(9));
    printf("%d %d %d %d %d %d %d\n", cusolverDnLoggerSetCallback(tell), cusolverDnLoggerSetFile(stderr), cusolverDnLoggerOpenFile("log"), cusolverDnLoggerSetLevel(0), cusolverDnLoggerSetMask(3),
           cusolverDnLoggerForceDisable(), cusolverDnLoggerSetLevel(-1));
    cusolverDnHandle_t h;
    cusolverDeterministicMode_t mode;
    cusolverDnCreate(&h);
    cusolverDnSetDeterministicMode(h, CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS);
    a = cusolverDnGetDeterministicMode(h, &mode);
    printf("%d %d %d\n", a, mode, (int)cublasGetCudartVersion());
    cublasXerbla("dgemm", 3);
}
