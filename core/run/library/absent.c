// Functions of CUDA's libraries that are declared, in our headers or in a toolkit's, and not here.
// A program that has one of them compiles and runs; a call says so, what to call instead, and
// returns the library's status for that. On a GPU the call goes to NVIDIA's library (away.c).
//
// What is called is a *stub*, two instructions that know their number and leave the arguments
// alone.
#include <fnmatch.h>
#include <pthread.h>
#include <string.h>

#include "run/cudart/cudart.h"
#include "run/library/library.h"

enum { STUBS = 512, STUB_SIZE = 16 };

__attribute__((used)) static int library_absent(uint32_t number);
extern const char library_stubs[];

__asm__(".text\n"
        ".p2align 4\n"
        "library_stubs:\n"
        ".set library_stub_number, 0\n"
        ".rept 512\n"
        ".p2align 4\n"
        "    movl $library_stub_number, %edi\n"
        "    jmp library_absent\n"
        ".set library_stub_number, library_stub_number + 1\n"
        ".endr\n");

static const struct {
    const char *prefix;
    int status; // that something is not supported
} statuses[] = {{"cublas", 15}, {"cufft", 14}, {"curand", 999}, {"cusparse", 10}, {"cusolver", 9}};

// What to call instead: the first row that fits.
static const struct {
    const char *pattern, *instead;
} rows[] = {
    {"cusparse?bsrsv2*", "cusparse?bsr2csr, then cusparseSpSV"},
    {"cusparse*[Bb]srsv2*", "cusparseSpSV_createDescr, for cusparseSpSV"},
    {"cusparse?bsrsm2*", "cusparse?bsr2csr, then cusparseSpSM"},
    {"cusparse*[Bb]srsm2*", "cusparseSpSM_createDescr, for cusparseSpSM"},
    {"cusparse*[Bb]srilu02*", "cusparse?bsr2csr, then cusparse?csrilu02"},
    {"cusparse*[Bb]sric02*", "cusparse?bsr2csr, then cusparse?csric02"},
    {"cusparse?bsrmm", "cusparseSpMM with a matrix of cusparseCreateBsr"},
    {"cusparse?bsrxmv", "cusparse?bsrmv"},
    {"cusparseSpMMOp*", "cusparseSpMM"},
    {"cusparse*gebsr*", "cusparse?csr2bsr and cusparse?bsr2csr, of square blocks"},
    {"cusparse*[Cc]sru*", "cusparseXcsrsort"},
    {"cusparse?prune*ByPercentage*",
     "cusparse?pruneDense2csr or cusparse?pruneCsr2csr with a threshold"},
    {"cusparseHprune*", "cusparseSpruneDense2csr or cusparseSpruneCsr2csr"},
    {"cublas*Emulation*", "nothing: products are in the precision of their type"},
    {"cusolverDn*Emulation*", "nothing: products are in the precision of their type"},
    {"cublasXt?*", "the function of cuBLAS of that name, with arrays of the device"},
    {"cublas*SHgemv*", "cublasGemmEx with one column"},
    {"cublas*SSgemv*", "cublasGemmEx with one column"},
    {"cublas*STgemv*", "cublasGemmEx with one column"},
    {"cublas?sy*", "cublas?symm or cublas?syrk with one column"},
    {"cublasRotEx*", "cublas?rot"},
    {"cublasRotgEx*", "cublas?rotg"},
    {"cublasRotm*", "cublas?rotm"},
    {"cublas*Ex*", "cublasGemmEx"},
    {"cublas*3m*", "the function without 3m"},
    {"cufftXt*", "cufftPlanMany on one device"},
    {"curandGetDirectionVectors*", "curandCreateGenerator with CURAND_RNG_QUASI_SOBOL32"},
    {"curandGeneratePoissonMethod", "curandGeneratePoisson"},
    {"cusolverSp*", "cusolverDn on a dense copy of the matrix, or cuSPARSE's SpSV and csrilu02"},
    {"cusolverRf*", "cusolverDn on a dense copy of the matrix, or cuSPARSE's SpSV and csrilu02"},
    {"cusolverMg*", "cusolverDn"},
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *names[STUBS];
static int nnames;

static int status_of(const char *name) {
    for (int i = 0; i < HD_COUNT(statuses); i++)
        if (strncmp(name, statuses[i].prefix, strlen(statuses[i].prefix)) == 0)
            return statuses[i].status;
    return 0;
}

static int library_absent(uint32_t number) {
    const char *name = names[number], *instead = NULL;
    for (int i = 0; i < HD_COUNT(rows) && !instead; i++)
        if (fnmatch(rows[i].pattern, name, 0) == 0) instead = rows[i].instead;
    hd_cudart_notice(instead ? "%s is not available on the CPU; instead: %s"
                             : "%s is not available on the CPU",
                     name, instead);
    return status_of(name);
}

void *library_stub(const char *name) {
    // curand_init and its like are of kernels.
    if (!status_of(name) || strncmp(name, "curand_", 7) == 0) return NULL;
    pthread_mutex_lock(&lock);
    int i = 0;
    while (i < nnames && strcmp(names[i], name) != 0) i++;
    if (i == nnames && nnames < STUBS) names[nnames++] = hd_intern_str(name);
    pthread_mutex_unlock(&lock);
    return i < STUBS ? (void *)(uintptr_t)(library_stubs + i * STUB_SIZE) : NULL;
}
