// The stand-in for NVIDIA's libraries on a GPU: a few functions of cuBLAS, cublasLt, cuFFT, cuRAND,
// cuSPARSE and cuSOLVER under the names that the real ones have, on the memory of the stand-in
// driver, which only its copies can reach. Host memory where the device's belongs is an error (13,
// 6, 201), as it would be a fault there. Each call is a line on stdout, so that tests see where it
// went.
#include <complex.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define API __attribute__((visibility("default"))) int
enum { FAILED = 13, MAGIC = 0x1234 };

struct handle {
    int magic, mode;
    void *stream;
};

static int copy(const char *name, uint64_t to, uint64_t from, size_t size) {
    static void *driver;
    if (!driver) driver = dlopen(getenv("HEDDLE_CUDA_DRIVER"), RTLD_NOW);
    int (*f)(uint64_t, uint64_t, size_t);
    void *at = dlsym(driver, name);
    memcpy(&f, &at, sizeof f);
    return f(to, from, size);
}
static int get(void *to, const void *from, size_t size) {
    return copy("cuMemcpyDtoH_v2", (uint64_t)to, (uint64_t)from, size);
}
static int put(void *to, const void *from, size_t size) {
    return copy("cuMemcpyHtoD_v2", (uint64_t)to, (uint64_t)from, size);
}
static int scalar(const struct handle *h, void *to, const void *from, size_t size) {
    if (h->mode) return get(to, from, size);
    memcpy(to, from, size);
    return 0;
}
static void say(const char *name) {
    printf("[real %s]\n", name);
    fflush(stdout);
}

// ---- cuBLAS -------------------------------------------------------------------------------------

static int make(struct handle **out) {
    *out = calloc(1, sizeof **out);
    (*out)->magic = MAGIC;
    return 0;
}
API cublasCreate_v2(struct handle **out) {
    say("cublasCreate");
    return make(out);
}
API cublasDestroy_v2(struct handle *h) {
    if (h->magic != MAGIC) return 1;
    h->magic = 0;
    say("cublasDestroy");
    return 0;
}
API cublasCreate(struct handle **out) { return out ? 99 : 98; } // the first version: never meant
API cublasSetStream_v2(struct handle *h, void *stream) {
    h->stream = stream;
    printf("[real cublasSetStream %s]\n", stream ? "a stream" : "NULL");
    fflush(stdout);
    return 0;
}
API cublasSetPointerMode_v2(struct handle *h, int mode) {
    h->mode = mode;
    return 0;
}
API cublasSaxpy_v2(struct handle *h, int n, const float *alpha, const float *x, int incx, float *y,
                   int incy) {
    float a, *v = malloc((size_t)n * 8), *w = v + n;
    int bad = scalar(h, &a, alpha, 4) || get(v, x, (size_t)n * 4) || get(w, y, (size_t)n * 4);
    for (int i = 0; i < n && !bad; i++) w[i * incy] += a * v[i * incx];
    bad = bad || put(y, w, (size_t)n * 4);
    free(v);
    say("cublasSaxpy");
    return bad ? FAILED : 0;
}
API cublasSdot_v2(struct handle *h, int n, const float *x, int incx, const float *y, int incy,
                  float *result) {
    float sum = 0, *v = malloc((size_t)n * 8), *w = v + n;
    int bad = get(v, x, (size_t)n * 4) || get(w, y, (size_t)n * 4);
    for (int i = 0; i < n && !bad; i++) sum += v[i * incx] * w[i * incy];
    if (!bad && h->mode) bad = put(result, &sum, 4);
    if (!bad && !h->mode) *result = sum;
    free(v);
    say("cublasSdot");
    return bad ? FAILED : 0;
}
API cublasSgemmStridedBatched(struct handle *h, int ta, int tb, int m, int n, int k,
                              const float *alpha, const float *A, int lda, long long sa,
                              const float *B, int ldb, long long sb, const float *beta, float *C,
                              int ldc, long long sc, int count) {
    float a, b, v[256], w[256], c[256];
    if (scalar(h, &a, alpha, 4) || scalar(h, &b, beta, 4)) return FAILED;
    if (ta || tb) return 15;
    for (int i = 0; i < count; i++) {
        if (get(v, A + i * sa, (size_t)(lda * k) * 4) ||
            get(w, B + i * sb, (size_t)(ldb * n) * 4) || get(c, C + i * sc, (size_t)(ldc * n) * 4))
            return FAILED;
        for (int x = 0; x < n; x++)
            for (int y = 0; y < m; y++) {
                float sum = 0;
                for (int z = 0; z < k; z++) sum += v[y + z * lda] * w[z + x * ldb];
                c[y + x * ldc] = a * sum + b * c[y + x * ldc];
            }
        if (put(C + i * sc, c, (size_t)(ldc * n) * 4)) return FAILED;
    }
    say("cublasSgemmStridedBatched");
    return 0;
}

// ---- cublasLt -----------------------------------------------------------------------------------

struct lt_descriptor { // of a product, of a matrix
    int epilogue;
    float *bias;
    uint64_t rows, columns;
};
API cublasLtCreate(struct handle **out) { return make(out); }
API cublasLtMatmulDescCreate(struct lt_descriptor **out, int compute, int scale) {
    *out = calloc(1, sizeof **out);
    return compute == 68 ? scale : 15;
}
API cublasLtMatmulDescSetAttribute(struct lt_descriptor *d, int number, const void *buf,
                                   size_t size) {
    if (size != (number == 7 ? 4 : 8)) return 7;
    memcpy(number == 7 ? (void *)&d->epilogue : (void *)&d->bias, buf, size);
    return 0;
}
API cublasLtMatrixLayoutCreate(struct lt_descriptor **out, int type, uint64_t rows,
                               uint64_t columns, int64_t ld) {
    *out = calloc(1, sizeof **out);
    (*out)->rows = rows;
    (*out)->columns = columns;
    return ld == (int64_t)rows ? type : 7;
}
API cublasLtMatmulAlgoConfigSetAttribute(uint64_t *algo, int number, const void *buf, size_t size) {
    (void)buf;
    algo[0] = (uint64_t)number;
    say("cublasLtMatmulAlgoConfigSetAttribute");
    return size == 4 ? 0 : 7;
}
API cublasLtMatmul(struct handle *h, const struct lt_descriptor *op, const float *alpha,
                   const float *A, const struct lt_descriptor *a, const float *B,
                   const struct lt_descriptor *b, const float *beta, const float *C,
                   const struct lt_descriptor *c, float *D, const struct lt_descriptor *d,
                   const uint64_t *algo, void *workspace, size_t size, void *stream) {
    float v[64], w[64], r[64], bias[8] = {0};
    uint64_t m = d->rows, n = d->columns, k = a->columns;
    (void)C, (void)c, (void)algo, (void)workspace, (void)size, (void)stream;
    if (h->magic != MAGIC || *beta != 0) return 15;
    if (get(v, A, m * k * 4) || get(w, B, b->rows * n * 4)) return FAILED;
    if (op->epilogue == 4 && get(bias, op->bias, m * 4)) return FAILED;
    for (uint64_t j = 0; j < n; j++)
        for (uint64_t i = 0; i < m; i++) {
            float sum = 0;
            for (uint64_t l = 0; l < k; l++) sum += v[l * m + i] * w[j * k + l];
            r[j * m + i] = *alpha * sum + bias[i];
        }
    say("cublasLtMatmul");
    return put(D, r, m * n * 4) ? FAILED : 0;
}

// ---- cuSOLVER -----------------------------------------------------------------------------------

API cusolverDnCreate(struct handle **out) { return make(out); }
API cusolverDnSpotrf_bufferSize(struct handle *h, int uplo, int n, const float *A, int lda,
                                int *lwork) {
    (void)uplo, (void)A, (void)lda;
    *lwork = n;
    return h->magic == MAGIC ? 0 : 1;
}
API cusolverDnSpotrf(struct handle *h, int uplo, int n, float *A, int lda, float *work, int lwork,
                     int *info) {
    float v[64], none = 0;
    int zero = 0;
    if (h->magic != MAGIC || uplo || lwork < n || n > 8) return 3;
    if (get(v, A, (size_t)(lda * n) * 4) || put(work, &none, 4)) return 6;
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            float sum = v[j * lda + i];
            for (int k = 0; k < j; k++) sum -= v[k * lda + i] * v[k * lda + j];
            float root = 1; // of the pivot, by Newton
            for (int s = 0; i == j && s < 40; s++) root = (root + sum / root) / 2;
            v[j * lda + i] = i == j ? root : sum / v[j * lda + j];
        }
    say("cusolverDnSpotrf");
    return put(A, v, (size_t)(lda * n) * 4) || put(info, &zero, 4) ? 6 : 0;
}

// ---- cuFFT --------------------------------------------------------------------------------------

static int sizes[16], plans;
API cufftPlan1d(int *plan, int n, int type, int batch) {
    if (type != 0x29 || batch != 1) return 4;
    sizes[plans] = n;
    *plan = plans++;
    say("cufftPlan1d");
    return 0;
}
API cufftExecC2C(int plan, float _Complex *in, float _Complex *out, int direction) {
    if (plan < 0 || plan >= plans || sizes[plan] > 64) return 1;
    int n = sizes[plan];
    float _Complex v[64], w[64];
    if (get(v, in, (size_t)n * sizeof *v)) return 6;
    for (int i = 0; i < n; i++) {
        w[i] = 0;
        for (int k = 0; k < n; k++)
            w[i] += v[k] * cexpf(I * (float)(direction * 2 * i * k) * 3.14159265f / (float)n);
    }
    say("cufftExecC2C");
    return put(out, w, (size_t)n * sizeof *w) ? 6 : 0;
}
API cufftDestroy(int plan) { return plan < 0 || plan >= plans; }

// ---- cuRAND -------------------------------------------------------------------------------------

API curandCreateGenerator(struct handle **out, int type) { return type ? make(out) : 103; }
API curandGenerateNormal(struct handle *h, float *output, size_t n, float mean, float stddev) {
    for (size_t i = 0; i < n; i++) {
        float v = mean + stddev * (float)i;
        if (h->magic != MAGIC || put(output + i, &v, 4)) return 201;
    }
    say("curandGenerateNormal");
    return 0;
}

// ---- cuSPARSE -----------------------------------------------------------------------------------

struct sparse {
    long rows;
    int *offsets, *columns;
    float *values;
};
API cusparseCreate(struct handle **out) { return make(out); }
API cusparseCreateCsr(struct sparse **out, int64_t rows, int64_t cols, int64_t nnz, void *offsets,
                      void *columns, void *values, int a, int b, int base, int type) {
    if (a != 2 || b != 2 || base || type || nnz > 64 || rows > 15 || cols > 15) return 3;
    *out = malloc(sizeof **out);
    **out = (struct sparse){rows, offsets, columns, values};
    return 0;
}
API cusparseCreateDnVec(struct sparse **out, int64_t n, void *values, int type) {
    *out = malloc(sizeof **out);
    **out = (struct sparse){n, NULL, NULL, values};
    return type;
}
API cusparseSpMV(struct handle *h, int op, const void *alpha, const struct sparse *A,
                 const struct sparse *x, const void *beta, struct sparse *y, int type, int alg,
                 void *buffer) {
    int offsets[16], columns[64];
    float values[64], v[16], w[16], a, b;
    (void)buffer;
    if (op || type || alg) return 10;
    if (scalar(h, &a, alpha, 4) || scalar(h, &b, beta, 4) ||
        get(offsets, A->offsets, (size_t)(A->rows + 1) * 4) ||
        get(columns, A->columns, (size_t)offsets[A->rows] * 4) ||
        get(values, A->values, (size_t)offsets[A->rows] * 4) ||
        get(v, x->values, (size_t)x->rows * 4) || get(w, y->values, (size_t)y->rows * 4))
        return 6;
    for (long i = 0; i < A->rows; i++) {
        float sum = 0;
        for (int k = offsets[i]; k < offsets[i + 1]; k++) sum += values[k] * v[columns[k]];
        w[i] = a * sum + b * w[i];
    }
    say("cusparseSpMV");
    return put(y->values, w, (size_t)y->rows * 4) ? 6 : 0;
}
