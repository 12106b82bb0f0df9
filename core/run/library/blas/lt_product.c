// cublasLt: products with epilogues, and transforms of matrices.
//
// A product is computed in the elements of its plan: float for all narrower types. Operands of
// other types are copied, widened, by columns; a matrix by rows is the transposed one by columns,
// so it costs nothing. The result is made in D itself where D has those elements, and otherwise in
// a matrix beside it, from which it is rounded once:
//
//     D = to_type(d_scale * epilogue(alpha * a_scale * b_scale * op(A) op(B) + beta * c_scale * C))
#include "run/library/blas/lt.h"

#include <math.h>

#include "run/cudart/cudart.h"

enum { R32 = 0, R64 = 1, R8I = 3, C32 = 4, C64 = 5, R32I = 10, E4M3 = 28, E5M2 = 29 };

static size_t size_of(int type) { return type == E4M3 || type == E5M2 ? 1 : blas_size_of(type); }

// ---- elements -----------------------------------------------------------------------------------

// 8-bit floats, as OCP's paper has them: 4 or 5 bits of exponent; E4M3 has no infinity.
static double from_fp8(int type, uint8_t b) {
    int fraction_bits = type == E4M3 ? 3 : 2, bias = type == E4M3 ? 7 : 15;
    int exponent = (b & 0x7f) >> fraction_bits, fraction = b & ((1 << fraction_bits) - 1);
    double v;
    if (type == E4M3 && (b & 0x7f) == 0x7f)
        v = NAN;
    else if (type == E5M2 && exponent == 31)
        v = fraction ? NAN : INFINITY;
    else if (exponent == 0)
        v = ldexp(fraction, 1 - bias - fraction_bits);
    else
        v = ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
    return b & 0x80 ? -v : v;
}

// To the nearest, ties to even; too large ones become the largest (as cuBLAS does).
static uint8_t to_fp8(int type, double v) {
    int fraction_bits = type == E4M3 ? 3 : 2, bias = type == E4M3 ? 7 : 15;
    uint8_t sign = signbit(v) ? 0x80 : 0;
    double most = type == E4M3 ? 448 : 57344;
    if (isnan(v)) return 0x7f;
    v = fabs(v);
    if (v >= most) return sign | (type == E4M3 ? 0x7e : 0x7b);
    int exponent = 0;
    if (v > 0) frexp(v, &exponent);
    int step = exponent - 1 < 1 - bias ? 1 - bias : exponent - 1;
    int steps = (int)rint(ldexp(v, fraction_bits - step)); // may round up to the next exponent
    int base = steps < 1 << fraction_bits ? 0 : step + bias - 1;
    return sign | (uint8_t)((base << fraction_bits) + steps);
}

static blas_cdouble load(int type, const void *p, size_t i) {
    blas_cdouble v = 0;
    if (type == R8I) return ((const int8_t *)p)[i];
    if (type == R32I) return ((const int32_t *)p)[i];
    if (type == E4M3 || type == E5M2) return from_fp8(type, ((const uint8_t *)p)[i]);
    blas_load(type, p, i, &v);
    return v;
}

static int saturated(double v, int low, int high) {
    v = isnan(v) ? 0 : rint(v);
    return v < low ? low : v > high ? high : (int)v;
}

static void store(int type, void *p, size_t i, blas_cdouble v) {
    if (type == R8I)
        ((int8_t *)p)[i] = (int8_t)saturated(creal(v), -128, 127);
    else if (type == R32I)
        ((int32_t *)p)[i] = saturated(creal(v), INT32_MIN, INT32_MAX);
    else if (type == E4M3 || type == E5M2)
        ((uint8_t *)p)[i] = to_fp8(type, creal(v));
    else
        blas_store(type, p, i, v);
}

static const struct { // of enum lt_element: the cudaDataType of what is computed
    int type;
} computed[] = {[LT_NONE] = {-1},    [LT_FLOAT] = {R32},   [LT_DOUBLE] = {R64},
                [LT_CFLOAT] = {C32}, [LT_CDOUBLE] = {C64}, [LT_INTEGER] = {R64}};

// Place of an element of a matrix.
static size_t at(const struct lt_layout *l, size_t row, size_t column) {
    return l->order == LT_ORDER_COL ? column * (size_t)l->ld + row : row * (size_t)l->ld + column;
}

static size_t span(const struct lt_layout *l) {
    uint64_t lines = l->order == LT_ORDER_COL ? l->columns : l->rows,
             line = l->order == LT_ORDER_COL ? l->rows : l->columns;
    return (size_t)((lines - 1) * (uint64_t)l->ld + line);
}

// The matrix of a batch; NULL: its array is not the device's, or too short, which was said.
static void *matrix(const char *api, const char *what, const void *p, const struct lt_layout *l,
                    int index) {
    size_t size = size_of(l->type);
    if (l->batch_mode == LT_BATCH_POINTERS) {
        if (!library_check_array(api, what, p, (size_t)l->batch * sizeof(void *))) return NULL;
        p = ((const void *const *)p)[index];
    } else if (p) {
        p = (const char *)p + (int64_t)index * l->stride * (int64_t)size;
    }
    return library_check_array(api, what, p, span(l) * size) ? (void *)(uintptr_t)p : NULL;
}

// ---- the product --------------------------------------------------------------------------------

struct operand { // by columns
    const void *p;
    int ld, op;
    void *owned;
};

// The operation on the transposed matrix that has the same result as `op` on it.
static int turned(int op) {
    static const int other[] = {[OP_N] = OP_T, [OP_T] = OP_N, [OP_C] = OP_CONJ, [OP_CONJ] = OP_C};
    return other[op];
}

static struct operand operand_of(const void *p, const struct lt_layout *l, int op, int type) {
    if (l->type == type)
        return (struct operand){p, (int)l->ld, l->order == LT_ORDER_COL ? op : turned(op), NULL};
    void *copy = hd_xmalloc((size_t)(l->rows * l->columns + 1) * size_of(type));
    for (size_t j = 0; j < l->columns; j++)
        for (size_t i = 0; i < l->rows; i++)
            blas_store(type, copy, j * (size_t)l->rows + i, load(l->type, p, at(l, i, j)));
    return (struct operand){copy, (int)l->rows, op, copy};
}

#define GEMM(name, E, K)                                                                          \
    BLAS_CALL(name,                                                                               \
              (int, int, int, int, int, int, K##_TYPE(E), const void *, int, const void *, int,   \
               K##_TYPE(E), void *, int),                                                         \
              (CBLAS_COLUMNS, blas_op(a.op), blas_op(b.op), m, n, k, K##_PASS(factor), a.p, a.ld, \
               b.p, b.ld, K##_PASS(kept), to, ld))

// T = alpha op(A) op(B) + beta T, by columns. Complex alpha and beta are their real types' too.
static void gemm(enum lt_element element, int m, int n, int k, blas_cdouble alpha, struct operand a,
                 struct operand b, blas_cdouble beta, void *to, int ld) {
    if (element == LT_FLOAT) {
        float factor = (float)creal(alpha), kept = (float)creal(beta);
        GEMM("sgemm", float, REAL);
    } else if (element == LT_CFLOAT) {
        blas_cfloat factor = (blas_cfloat)alpha, kept = (blas_cfloat)beta;
        GEMM("cgemm", blas_cfloat, COMPLEX);
    } else if (element == LT_CDOUBLE) {
        blas_cdouble factor = alpha, kept = beta;
        GEMM("zgemm", blas_cdouble, COMPLEX);
    } else {
        double factor = creal(alpha), kept = creal(beta);
        GEMM("dgemm", double, REAL);
    }
}

static struct operand swapped(struct operand o) {
    o.op = turned(o.op);
    return o;
}

static void multiply(const struct lt_plan *p, const void *A, const void *B, blas_cdouble alpha,
                     blas_cdouble beta, void *to, const struct lt_layout *t) {
    int type = computed[p->element].type;
    struct operand a = operand_of(A, &p->a, p->op.transa, type),
                   b = operand_of(B, &p->b, p->op.transb, type);
    if (t->order == LT_ORDER_COL)
        gemm(p->element, p->m, p->n, p->k, alpha, a, b, beta, to, (int)t->ld);
    else
        gemm(p->element, p->n, p->m, p->k, alpha, swapped(b), swapped(a), beta, to, (int)t->ld);
    free(a.owned);
    free(b.owned);
}

// ---- epilogues ----------------------------------------------------------------------------------

static const double gelu_scale = 0.7978845608028654; // sqrt(2 / pi)

// With tanh, as the library has it: Hendrycks and Gimpel, "Gaussian Error Linear Units".
static float gelu(float x) {
    float inner = (float)gelu_scale * (x + 0.044715f * x * x * x);
    return 0.5f * x * (1 + tanhf(inner));
}

static float gelu_slope(float x) {
    float inner = (float)gelu_scale * (x + 0.044715f * x * x * x), t = tanhf(inner);
    return 0.5f * (1 + t) +
           0.5f * x * (1 - t * t) * (float)gelu_scale * (1 + 3 * 0.044715f * x * x);
}

struct epilogue {
    int bits, bias_type, aux_type;
    void *bias, *aux;
    int64_t aux_ld;
    bool by_rows; // D, and so aux
};

static float apply(const struct epilogue *e, float x, size_t row, size_t column) {
    size_t place = e->by_rows ? row * (size_t)e->aux_ld + column : column * (size_t)e->aux_ld + row;
    uint8_t *mask = (uint8_t *)e->aux + place / 8, bit = (uint8_t)(1 << place % 8);
    if (e->bits & LT_BIAS) x += (float)creal(load(e->bias_type, e->bias, row));
    if (e->bits & LT_RELU) {
        if (e->bits & LT_AUX) *mask = (uint8_t)(x > 0 ? *mask | bit : *mask & ~bit);
        return x > 0 || isnan(x) ? x : 0;
    }
    if (e->bits & LT_GELU) {
        if (e->bits & LT_AUX) store(e->aux_type, e->aux, place, x);
        return gelu(x);
    }
    if (e->bits & LT_DRELU) return *mask & bit ? x : 0;
    if (e->bits & LT_DGELU) return x * gelu_slope((float)creal(load(e->aux_type, e->aux, place)));
    return x;
}

// Of the result, in T; gradients of a bias are sums of its rows.
static void finish(const struct lt_plan *p, const struct epilogue *e, float *T,
                   const struct lt_layout *t) {
    double *sums = e->bits & LT_BIAS_GRADIENT ? hd_xcalloc((size_t)p->m, sizeof *sums) : NULL;
    if (e->bits & (LT_BIAS | LT_RELU | LT_GELU | LT_DRELU | LT_DGELU))
        for (size_t j = 0; j < (size_t)p->n; j++)
            for (size_t i = 0; i < (size_t)p->m; i++) {
                float *x = &T[at(t, i, j)];
                *x = apply(e, *x, i, j);
                if (sums) sums[i] += (double)*x;
            }
    for (size_t i = 0; sums && i < (size_t)p->m; i++) store(e->bias_type, e->bias, i, sums[i]);
    free(sums);
}

// Sums of op(A)'s rows, or of op(B)'s columns.
static void operand_sums(const struct lt_plan *p, const struct epilogue *e, const void *M) {
    bool of_a = e->bits & LT_GRADIENT_A;
    const struct lt_layout *l = of_a ? &p->a : &p->b;
    int op = of_a ? p->op.transa : p->op.transb;
    bool across = of_a == (op == OP_N); // a sum goes from column to column
    size_t count = (size_t)(of_a ? p->m : p->n);
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (size_t j = 0; j < (size_t)p->k; j++)
            sum += creal(load(l->type, M, across ? at(l, i, j) : at(l, j, i)));
        store(e->bias_type, e->bias, i, sum);
    }
}

// ---- the call -----------------------------------------------------------------------------------

struct scalars {
    blas_cdouble alpha, beta;
    const void *alphas, *betas; // vectors of the rows; NULL: the numbers
};

static bool read_number(const char *api, const char *what, const void *p, int type,
                        blas_cdouble *v) {
    char raw[16];
    if (!library_scalar(api, what, p, raw, size_of(type))) return false;
    *v = load(type, raw, 0);
    return true;
}

static int read_scalars(const struct lt_plan *p, const void *alpha, const void *beta,
                        struct scalars *s) {
    const char *api = p->api;
    int mode = p->op.pointer_mode, type = p->op.scale;
    size_t vector = (size_t)p->m * size_of(type);
    *s = (struct scalars){.alpha = 1};
    if (mode >= LT_POINTERS_VECTOR) {
        if (!library_check_array(api, "alpha", alpha, vector)) return BLAS_EXECUTION_FAILED;
        s->alphas = alpha;
    } else if (!read_number(api, "alpha", alpha, type, &s->alpha)) {
        return BLAS_INVALID_VALUE;
    }
    if (mode == LT_POINTERS_VECTOR) {
        if (!library_check_array(api, "beta", beta, vector)) return BLAS_EXECUTION_FAILED;
        s->betas = beta;
    } else if (mode != LT_POINTERS_ALPHA_BETA_ZERO &&
               !read_number(api, "beta", beta, type, &s->beta)) {
        return BLAS_INVALID_VALUE;
    }
    const struct {
        const char *name;
        const void *p;
        blas_cdouble *to;
    } scales[] = {{"A_SCALE_POINTER", p->op.a_scale, &s->alpha},
                  {"B_SCALE_POINTER", p->op.b_scale, &s->alpha},
                  {"C_SCALE_POINTER", p->op.c_scale, &s->beta}};
    for (int i = 0; i < HD_COUNT(scales); i++) {
        blas_cdouble v;
        if (!scales[i].p) continue;
        if (!read_number(api, scales[i].name, scales[i].p, R32, &v)) return BLAS_INVALID_VALUE;
        *scales[i].to *= v;
    }
    return BLAS_SUCCESS;
}

// The arrays of an epilogue for one matrix of the batch.
static int epilogue_of(const struct lt_plan *p, int index, struct epilogue *e) {
    const char *api = p->api;
    const struct lt_product *op = &p->op;
    bool byte = size_of(p->d.type) == 1; // then these have the type of C
    int type = byte ? (p->c.type == R8I ? R32 : p->c.type) : p->d.type;
    *e = (struct epilogue){.bits = op->epilogue,
                           .bias_type = op->bias_type >= 0 ? op->bias_type : type,
                           .aux_type = op->aux_type >= 0 ? op->aux_type : type,
                           .aux_ld = op->aux_ld,
                           .by_rows = p->d.order == LT_ORDER_ROW};
    if (op->epilogue & (LT_BIAS | LT_BIAS_GRADIENT | LT_GRADIENT_A | LT_GRADIENT_B)) {
        size_t size = size_of(e->bias_type);
        e->bias = (char *)op->bias + index * op->bias_stride * (int64_t)size;
        size_t count = (size_t)(op->epilogue & LT_GRADIENT_B ? p->n : p->m);
        if (!size || !library_check_array(api, "BIAS_POINTER", e->bias, count * size))
            return BLAS_EXECUTION_FAILED;
    }
    if (op->epilogue & LT_AUX) {
        bool bits = !(op->epilogue & (LT_GELU | LT_DGELU));
        size_t lines = (size_t)(e->by_rows ? p->m : p->n),
               elements = lines * (size_t)op->aux_ld; // whole lines: the last one of bits, too
        size_t bytes = bits ? elements / 8 : elements * size_of(e->aux_type);
        int64_t step = bits ? op->aux_stride / 8 : op->aux_stride * (int64_t)size_of(e->aux_type);
        e->aux = (char *)op->aux + index * step;
        if (!bits)
            bytes -=
                ((size_t)op->aux_ld - (size_t)(e->by_rows ? p->n : p->m)) * size_of(e->aux_type);
        if (!library_check_array(api, "EPILOGUE_AUX_POINTER", e->aux, bytes))
            return BLAS_EXECUTION_FAILED;
    }
    return BLAS_SUCCESS;
}

// T = alpha[row] T + beta[row] C.
static void scale_rows(const struct lt_plan *p, const struct scalars *s, int index, void *T,
                       const struct lt_layout *t, const void *C) {
    size_t first = (size_t)(index * p->op.alpha_stride);
    for (size_t i = 0; i < (size_t)p->m; i++) {
        blas_cdouble alpha =
                         s->alphas ? load(p->op.scale, s->alphas, first + i) * s->alpha : s->alpha,
                     beta = s->betas ? load(p->op.scale, s->betas, first + i) : s->beta;
        for (size_t j = 0; j < (size_t)p->n; j++) {
            blas_cdouble v = alpha * load(t->type, T, at(t, i, j));
            if (beta != 0) v += beta * load(p->c.type, C, at(&p->c, i, j));
            if (p->op.scale == R32I) { // wraps, as the sums of a GPU do
                unsigned bits = (unsigned)(int64_t)creal(v);
                v = (int)bits;
            }
            blas_store(t->type, T, at(t, i, j), v);
        }
    }
}

static void copy_matrix(const void *from, const struct lt_layout *f, void *to,
                        const struct lt_layout *t) {
    for (size_t j = 0; j < f->columns; j++)
        for (size_t i = 0; i < f->rows; i++)
            store(t->type, to, at(t, i, j), load(f->type, from, at(f, i, j)));
}

// Rounds the result to D, scaled, and keeps its largest element.
static int give_result(const struct lt_plan *p, const void *T, const struct lt_layout *t, void *D) {
    blas_cdouble scale = 1;
    if (p->op.d_scale && !read_number(p->api, "D_SCALE_POINTER", p->op.d_scale, R32, &scale))
        return BLAS_INVALID_VALUE;
    float most = 0;
    for (size_t j = 0; j < (size_t)p->n; j++)
        for (size_t i = 0; i < (size_t)p->m; i++) {
            blas_cdouble v = load(t->type, T, at(t, i, j));
            if (p->op.d_amax) most = fmaxf(most, fabsf((float)creal(v)));
            store(p->d.type, D, at(&p->d, i, j), v * scale);
        }
    if (p->op.d_amax && !library_result(p->api, p->op.d_amax, &most, sizeof most))
        return BLAS_INVALID_VALUE;
    return BLAS_SUCCESS;
}

static int one_product(const struct lt_plan *p, const struct scalars *s, int index, const void *A,
                       const void *B, const void *C, void *D) {
    struct epilogue e;
    bool rows = s->alphas || p->element == LT_INTEGER, old = s->beta != 0 || s->betas;
    A = matrix(p->api, "A", A, &p->a, index);
    B = matrix(p->api, "B", B, &p->b, index);
    if (old) C = matrix(p->api, "C", C, &p->c, index);
    D = matrix(p->api, "D", D, &p->d, index);
    if (!A || !B || !D || (old && !C)) return BLAS_EXECUTION_FAILED;
    int status = epilogue_of(p, index, &e);
    if (status != BLAS_SUCCESS) return status;
    struct lt_layout t = p->d;
    int type = computed[p->element].type;
    bool beside = rows || p->d.type != type || p->op.d_scale || p->op.d_amax;
    if (beside) {
        t.type = type;
        t.order = LT_ORDER_COL;
        t.ld = p->m;
    }
    void *T = beside ? hd_xcalloc((size_t)p->m * (size_t)p->n, size_of(type)) : D;
    if (rows) {
        multiply(p, A, B, 1, 0, T, &t);
        scale_rows(p, s, index, T, &t, C);
    } else {
        if (old && (T != C || t.order != p->c.order || t.ld != p->c.ld))
            copy_matrix(C, &p->c, T, &t);
        multiply(p, A, B, s->alpha, s->beta, T, &t);
    }
    if (e.bits & (LT_GRADIENT_A | LT_GRADIENT_B))
        operand_sums(p, &e, e.bits & LT_GRADIENT_A ? A : B);
    if (e.bits != 1 && p->element == LT_INTEGER) { // epilogues take floats
        struct lt_layout f = t;
        f.type = R32;
        float *F = hd_xmalloc((size_t)p->m * (size_t)p->n * sizeof *F);
        copy_matrix(T, &t, F, &f);
        finish(p, &e, F, &f);
        copy_matrix(F, &f, T, &t);
        free(F);
    } else if (e.bits != 1) {
        finish(p, &e, T, &t);
    }
    if (beside) status = give_result(p, T, &t, D);
    if (beside) free(T);
    return status;
}

// What a call waits for: its stream's launches.
static int wait_for(const char *api, void *stream) {
    if (library_wait(stream)) return BLAS_SUCCESS;
    return blas_invalid(api, "%p is no stream", stream);
}

static int hd_cublasLtMatmul(const struct blas *handle, const void *op, const void *alpha,
                             const void *A, const void *Adesc, const void *B, const void *Bdesc,
                             const void *beta, const void *C, const void *Cdesc, void *D,
                             const void *Ddesc, const void *algo, void *workspace, size_t size,
                             void *stream) {
    BLAS_ENTER("cublasLtMatmul");
    struct lt_plan plan;
    struct scalars s;
    int status = wait_for(api, stream);
    if (status == BLAS_SUCCESS) status = lt_plan(api, op, Adesc, Bdesc, Cdesc, Ddesc, &plan);
    if (status == BLAS_SUCCESS && algo && !lt_is_algorithm(api, algo)) status = BLAS_INVALID_VALUE;
    if (status != BLAS_SUCCESS) return status;
    BLAS_NEED(A && B && D, "%s is NULL", !A ? "A" : !B ? "B" : "D");
    BLAS_NEED(C != D || (plan.c.order == plan.d.order && plan.c.ld == plan.d.ld &&
                         plan.c.type == plan.d.type && plan.c.stride == plan.d.stride),
              "C is D, and Cdesc is another layout than Ddesc");
    if (workspace && !library_check_array(api, "workspace", workspace, size))
        return BLAS_EXECUTION_FAILED;
    status = read_scalars(&plan, alpha, beta, &s);
    for (int i = 0; i < plan.d.batch && status == BLAS_SUCCESS; i++)
        status = one_product(&plan, &s, i, A, B, C, D);
    return status;
}

// ---- transforms ---------------------------------------------------------------------------------

static blas_cdouble element_of(const void *M, const struct lt_layout *l, int op, size_t i,
                               size_t j) {
    blas_cdouble v = load(l->type, M, op == OP_N || op == OP_CONJ ? at(l, i, j) : at(l, j, i));
    return op == OP_C || op == OP_CONJ ? conj(v) : v;
}

static int check_transformed(const char *api, const char *what, const struct lt_layout *l, int op,
                             const struct lt_layout *c) {
    if (l->order > LT_ORDER_ROW || !size_of(l->type)) {
        blas_invalid(api, "%s's %s (%d) is none of the CPU's", what,
                     l->order > LT_ORDER_ROW ? "order" : "type",
                     l->order > LT_ORDER_ROW ? l->order : l->type);
        return BLAS_NOT_SUPPORTED;
    }
    bool across = op == OP_T || op == OP_C;
    BLAS_NEED((across ? l->columns : l->rows) == c->rows &&
                  (across ? l->rows : l->columns) == c->columns,
              "op(%s) is %llu x %llu, C %llu x %llu", what,
              (unsigned long long)(across ? l->columns : l->rows),
              (unsigned long long)(across ? l->rows : l->columns), (unsigned long long)c->rows,
              (unsigned long long)c->columns);
    uint64_t line = l->order == LT_ORDER_COL ? l->rows : l->columns;
    BLAS_NEED(l->ld >= (int64_t)line, "%s's ld (%lld) is less than %llu", what, (long long)l->ld,
              (unsigned long long)line);
    BLAS_NEED(l->batch == c->batch, "%s's batch count (%d) is not C's (%d)", what, l->batch,
              c->batch);
    return BLAS_SUCCESS;
}

static int hd_cublasLtMatrixTransform(const struct blas *handle, const void *transformDesc,
                                      const void *alpha, const void *A, const void *Adesc,
                                      const void *beta, const void *B, const void *Bdesc, void *C,
                                      const void *Cdesc, void *stream) {
    BLAS_ENTER("cublasLtMatrixTransform");
    struct lt_transform t;
    struct lt_layout a, b = {0}, c;
    blas_cdouble factor_a, factor_b = 0;
    int status = wait_for(api, stream);
    if (status != BLAS_SUCCESS) return status;
    if (!lt_read(api, "transformDesc", transformDesc, LT_TRANSFORM, &t, sizeof t) ||
        !lt_read(api, "Adesc", Adesc, LT_LAYOUT, &a, sizeof a) ||
        (B && !lt_read(api, "Bdesc", Bdesc, LT_LAYOUT, &b, sizeof b)) ||
        !lt_read(api, "Cdesc", Cdesc, LT_LAYOUT, &c, sizeof c) ||
        !read_number(api, "alpha", alpha, t.scale, &factor_a) ||
        (B && !read_number(api, "beta", beta, t.scale, &factor_b)))
        return BLAS_INVALID_VALUE;
    BLAS_OP(t.transa);
    BLAS_OP(t.transb);
    status = check_transformed(api, "C", &c, OP_N, &c);
    if (status == BLAS_SUCCESS) status = check_transformed(api, "A", &a, t.transa, &c);
    if (status == BLAS_SUCCESS && B) status = check_transformed(api, "B", &b, t.transb, &c);
    for (int k = 0; k < c.batch && status == BLAS_SUCCESS; k++) {
        const void *from = matrix(api, "A", A, &a, k), *and = B ? matrix(api, "B", B, &b, k) : NULL;
        void *to = matrix(api, "C", C, &c, k);
        if (!from || !to || (B && !and)) return BLAS_EXECUTION_FAILED;
        for (size_t j = 0; j < c.columns; j++)
            for (size_t i = 0; i < c.rows; i++) {
                blas_cdouble v = factor_a * element_of(from, &a, t.transa, i, j);
                if (B) v += factor_b * element_of(and, &b, t.transb, i, j);
                store(c.type, to, at(&c, i, j), v);
            }
    }
    return status;
}

const struct library_entry hd_cublaslt_products[] = {
    LIBRARY_ENTRY(cublasLtMatmul),
    LIBRARY_ENTRY(cublasLtMatrixTransform),
    {NULL, NULL},
};
