// cublasLt: handles, descriptors and their attributes, and the algorithms, of which there is one.
// A descriptor's attributes are a table of places in its structure; which descriptors fit together
// is decided in one function, for products and for cublasLtMatmulAlgoGetHeuristic.
#include "run/library/blas/lt.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#include "run/cudart/cudart.h"

// Programs that keep descriptors in variables give them this much.
_Static_assert(sizeof(struct lt_layout) <= 64 && sizeof(struct lt_product) <= 256, "too large");
_Static_assert(sizeof(struct lt_preference) <= 64 && sizeof(struct lt_algorithm) <= 64,
               "too large");

// ---- attributes ---------------------------------------------------------------------------------

struct attribute {
    int number;
    size_t place, size;
    const char *name;
};
#define FIELD(type, number, field, name) \
    {number, offsetof(struct type, field), sizeof(((struct type *)0)->field), name}
#define SCALE_MODE(number, i, matrix) \
    FIELD(lt_product, number, scale_modes[i], matrix "_SCALE_MODE")
#define ALIGNMENT(number, i, matrix) \
    FIELD(lt_preference, number, alignment[i], "MIN_ALIGNMENT_" matrix "_BYTES")
#define CONFIG(i, name) FIELD(lt_algorithm, i, config[i], name)

static const struct attribute layout_attributes[] = {
    FIELD(lt_layout, 0, type, "TYPE"),
    FIELD(lt_layout, 1, order, "ORDER"),
    FIELD(lt_layout, 2, rows, "ROWS"),
    FIELD(lt_layout, 3, columns, "COLS"),
    FIELD(lt_layout, 4, ld, "LD"),
    FIELD(lt_layout, 5, batch, "BATCH_COUNT"),
    FIELD(lt_layout, 6, stride, "STRIDED_BATCH_OFFSET"),
    FIELD(lt_layout, 7, plane, "PLANE_OFFSET"),
    FIELD(lt_layout, 8, batch_mode, "BATCH_MODE"),
    {0},
};
static const struct attribute product_attributes[] = {
    FIELD(lt_product, 0, compute, "COMPUTE_TYPE"),
    FIELD(lt_product, 1, scale, "SCALE_TYPE"),
    FIELD(lt_product, 2, pointer_mode, "POINTER_MODE"),
    FIELD(lt_product, 3, transa, "TRANSA"),
    FIELD(lt_product, 4, transb, "TRANSB"),
    FIELD(lt_product, 5, transc, "TRANSC"),
    FIELD(lt_product, 6, fill, "FILL_MODE"),
    FIELD(lt_product, 7, epilogue, "EPILOGUE"),
    FIELD(lt_product, 8, bias, "BIAS_POINTER"),
    FIELD(lt_product, 10, bias_stride, "BIAS_BATCH_STRIDE"),
    FIELD(lt_product, 11, aux, "EPILOGUE_AUX_POINTER"),
    FIELD(lt_product, 12, aux_ld, "EPILOGUE_AUX_LD"),
    FIELD(lt_product, 13, aux_stride, "EPILOGUE_AUX_BATCH_STRIDE"),
    FIELD(lt_product, 14, alpha_stride, "ALPHA_VECTOR_BATCH_STRIDE"),
    FIELD(lt_product, 15, sm_count, "SM_COUNT_TARGET"),
    FIELD(lt_product, 17, a_scale, "A_SCALE_POINTER"),
    FIELD(lt_product, 18, b_scale, "B_SCALE_POINTER"),
    FIELD(lt_product, 19, c_scale, "C_SCALE_POINTER"),
    FIELD(lt_product, 20, d_scale, "D_SCALE_POINTER"),
    FIELD(lt_product, 21, d_amax, "AMAX_D_POINTER"),
    FIELD(lt_product, 22, aux_type, "EPILOGUE_AUX_DATA_TYPE"),
    FIELD(lt_product, 23, aux_scale, "EPILOGUE_AUX_SCALE_POINTER"),
    FIELD(lt_product, 24, aux_amax, "EPILOGUE_AUX_AMAX_POINTER"),
    FIELD(lt_product, 25, fast, "FAST_ACCUM"),
    FIELD(lt_product, 26, bias_type, "BIAS_DATA_TYPE"),
    SCALE_MODE(31, 0, "A"),
    SCALE_MODE(32, 1, "B"),
    SCALE_MODE(33, 2, "C"),
    SCALE_MODE(34, 3, "D"),
    SCALE_MODE(35, 4, "EPILOGUE_AUX"),
    FIELD(lt_product, 36, d_out_scale, "D_OUT_SCALE_POINTER"),
    FIELD(lt_product, 37, out_scale_mode, "D_OUT_SCALE_MODE"),
    {0},
};
static const struct attribute transform_attributes[] = {
    FIELD(lt_transform, 0, scale, "SCALE_TYPE"),
    FIELD(lt_transform, 1, pointer_mode, "POINTER_MODE"),
    FIELD(lt_transform, 2, transa, "TRANSA"),
    FIELD(lt_transform, 3, transb, "TRANSB"),
    {0},
};
static const struct attribute preference_attributes[] = {
    FIELD(lt_preference, 0, search, "SEARCH_MODE"),
    FIELD(lt_preference, 1, workspace, "MAX_WORKSPACE_BYTES"),
    FIELD(lt_preference, 3, reduction, "REDUCTION_SCHEME_MASK"),
    ALIGNMENT(5, 0, "A"),
    ALIGNMENT(6, 1, "B"),
    ALIGNMENT(7, 2, "C"),
    ALIGNMENT(8, 3, "D"),
    FIELD(lt_preference, 9, waves, "MAX_WAVES_COUNT"),
    FIELD(lt_preference, 12, implementation, "IMPL_MASK"),
    {0},
};
static const struct attribute config_attributes[] = {
    CONFIG(0, "ID"),
    CONFIG(1, "TILE_ID"),
    CONFIG(2, "SPLITK_NUM"),
    CONFIG(3, "REDUCTION_SCHEME"),
    CONFIG(4, "CTA_SWIZZLING"),
    CONFIG(5, "CUSTOM_OPTION"),
    CONFIG(6, "STAGES_ID"),
    CONFIG(7, "INNER_SHAPE_ID"),
    CONFIG(8, "CLUSTER_SHAPE_ID"),
    {0},
};

bool lt_read(const char *api, const char *what, const void *from, enum lt_kind kind, void *to,
             size_t size) {
    enum lt_kind found;
    if (!from)
        blas_invalid(api, "%s is NULL", what);
    else if (!hd_guard_copy(to, from, size, NULL))
        blas_invalid(api, "%s (%p) cannot be read", what, from);
    else if (memcpy(&found, to, sizeof found), found != kind)
        blas_invalid(api, "%s (%p) is no descriptor of that kind, or was destroyed", what, from);
    else
        return true;
    return false;
}

// The attribute of that number; NULL: none, or `size` is not its size, which was said.
static const struct attribute *find(const char *api, const struct attribute *table, int number,
                                    size_t size, bool exact) {
    for (const struct attribute *a = table; a->name; a++) {
        if (a->number != number) continue;
        if (exact ? size == a->size : size >= a->size) return a;
        blas_invalid(api, "attribute %s has %zu bytes, and sizeInBytes is %zu", a->name, a->size,
                     size);
        return NULL;
    }
    blas_invalid(api, "%d is no attribute of that descriptor", number);
    return NULL;
}

static int set(const char *api, void *descriptor, enum lt_kind kind, const struct attribute *table,
               int number, const void *buf, size_t size) {
    char checked[sizeof(struct lt_product)], value[16];
    if (!lt_read(api, "the descriptor", descriptor, kind, checked, sizeof kind))
        return BLAS_INVALID_VALUE;
    const struct attribute *a = find(api, table, number, size, true);
    if (!a || !library_scalar(api, "buf", buf, value, a->size)) return BLAS_INVALID_VALUE;
    memcpy((char *)descriptor + a->place, value, a->size);
    return BLAS_SUCCESS;
}

// With sizeInBytes 0, only the size is asked for.
static int get(const char *api, const void *descriptor, enum lt_kind kind,
               const struct attribute *table, int number, void *buf, size_t size, size_t *written) {
    char checked[sizeof(struct lt_product)];
    if (!lt_read(api, "the descriptor", descriptor, kind, checked, sizeof kind))
        return BLAS_INVALID_VALUE;
    BLAS_NEED(size || written, "sizeInBytes is 0, and sizeWritten is NULL");
    const struct attribute *a = find(api, table, number, size ? size : SIZE_MAX, false);
    if (!a) return BLAS_INVALID_VALUE;
    if (written && !library_result(api, written, &a->size, sizeof a->size))
        return BLAS_INVALID_VALUE;
    return !size || library_result(api, buf, (const char *)descriptor + a->place, a->size)
               ? BLAS_SUCCESS
               : BLAS_INVALID_VALUE;
}

#define ATTRIBUTES(Name, KIND, table)                                                            \
    static int hd_cublasLt##Name##SetAttribute(void *descriptor, int number, const void *buf,    \
                                               size_t size) {                                    \
        return set("cublasLt" #Name "SetAttribute", descriptor, KIND, table, number, buf, size); \
    }                                                                                            \
    static int hd_cublasLt##Name##GetAttribute(const void *descriptor, int number, void *buf,    \
                                               size_t size, size_t *written) {                   \
        return get("cublasLt" #Name "GetAttribute", descriptor, KIND, table, number, buf, size,  \
                   written);                                                                     \
    }
ATTRIBUTES(MatrixLayout, LT_LAYOUT, layout_attributes)
ATTRIBUTES(MatmulDesc, LT_PRODUCT, product_attributes)
ATTRIBUTES(MatrixTransformDesc, LT_TRANSFORM, transform_attributes)
ATTRIBUTES(MatmulPreference, LT_PREFERENCE, preference_attributes)
ATTRIBUTES(MatmulAlgoConfig, LT_ALGORITHM, config_attributes)

// ---- descriptors --------------------------------------------------------------------------------

static int create(const char *api, void **result, const void *contents, size_t size) {
    void *made = hd_xcalloc(1, 256);
    memcpy(made, contents, size);
    if (library_result(api, result, &made, sizeof made)) return BLAS_SUCCESS;
    free(made);
    return BLAS_INVALID_VALUE;
}

// In a variable of the program, which has `room` bytes.
static int init(const char *api, void *descriptor, size_t room, const void *contents, size_t size) {
    BLAS_NEED(room >= size, "size (%zu) is less than %zu", room, size);
    return library_result(api, descriptor, contents, size) ? BLAS_SUCCESS : BLAS_INVALID_VALUE;
}

static int destroy(const char *api, void *descriptor, enum lt_kind kind) {
    enum lt_kind checked;
    if (!lt_read(api, "the descriptor", descriptor, kind, &checked, sizeof checked))
        return BLAS_INVALID_VALUE;
    *(int *)descriptor = 0;
    free(descriptor);
    return BLAS_SUCCESS;
}

#define COMMA ,
#define DESCRIPTOR(Name, KIND, params, check, ...)                                  \
    static int hd_cublasLt##Name##Create(void **result params) {                    \
        static const char api[] = "cublasLt" #Name "Create";                        \
        check;                                                                      \
        return create(api, result, &(__VA_ARGS__), sizeof(__VA_ARGS__));            \
    }                                                                               \
    static int hd_cublasLt##Name##Init_internal(void *result, size_t room params) { \
        static const char api[] = "cublasLt" #Name "Init";                          \
        check;                                                                      \
        return init(api, result, room, &(__VA_ARGS__), sizeof(__VA_ARGS__));        \
    }                                                                               \
    static int hd_cublasLt##Name##Destroy(void *descriptor) {                       \
        return destroy("cublasLt" #Name "Destroy", descriptor, KIND);               \
    }

#define KNOWN_TYPE(type) \
    BLAS_NEED((type) >= 0 && (type) < 64, #type " (%d) is no cudaDataType", type)
#define KNOWN_COMPUTE(type) \
    BLAS_NEED((type) >= 64 && (type) <= 79, #type " (%d) is no cublasComputeType_t", type)

DESCRIPTOR(
    MatrixLayout, LT_LAYOUT,
    COMMA int type COMMA uint64_t rows COMMA uint64_t cols COMMA int64_t ld, KNOWN_TYPE(type),
    (struct lt_layout){
        .kind = LT_LAYOUT, .type = type, .batch = 1, .rows = rows, .columns = cols, .ld = ld})
DESCRIPTOR(MatmulDesc, LT_PRODUCT, COMMA int computeType COMMA int scaleType,
           KNOWN_COMPUTE(computeType);
           KNOWN_TYPE(scaleType), (struct lt_product){.kind = LT_PRODUCT,
                                                      .compute = computeType,
                                                      .scale = scaleType,
                                                      .fill = 2,
                                                      .epilogue = 1,
                                                      .aux_type = -1,
                                                      .bias_type = -1})
DESCRIPTOR(MatrixTransformDesc, LT_TRANSFORM, COMMA int scaleType, KNOWN_TYPE(scaleType),
           (struct lt_transform){.kind = LT_TRANSFORM, .scale = scaleType})
DESCRIPTOR(MatmulPreference, LT_PREFERENCE, , ,
           (struct lt_preference){.kind = LT_PREFERENCE,
                                  .reduction = 7,
                                  .alignment = {256, 256, 256, 256},
                                  .implementation = UINT64_MAX})

// ---- handles ------------------------------------------------------------------------------------

static int hd_cublasLtCreate(struct blas **handle) {
    return ((int (*)(struct blas **))(uintptr_t)library_entry_of("cublasCreate"))(handle);
}

static int hd_cublasLtDestroy(struct blas *handle) {
    return ((int (*)(struct blas *))(uintptr_t)library_entry_of("cublasDestroy"))(handle);
}

static const char *hd_cublasLtGetStatusName(int status) {
    return ((const char *(*)(int))(uintptr_t)library_entry_of("cublasGetStatusName"))(status);
}

static const char *hd_cublasLtGetStatusString(int status) {
    return ((const char *(*)(int))(uintptr_t)library_entry_of("cublasGetStatusString"))(status);
}

static size_t hd_cublasLtGetVersion(void) { return 130000; }
static size_t hd_cublasLtGetCudartVersion(void) { return 13000; }

static int hd_cublasLtGetProperty(int type, int *value) {
    return ((int (*)(int, int *))(uintptr_t)library_entry_of("cublasGetProperty"))(type, value);
}

static size_t cache_capacity; // kept for programs that read it back: there is no cache
static int hd_cublasLtHeuristicsCacheSetCapacity(size_t capacity) {
    cache_capacity = capacity;
    return BLAS_SUCCESS;
}
static int hd_cublasLtHeuristicsCacheGetCapacity(size_t *capacity) {
    return library_result("cublasLtHeuristicsCacheGetCapacity", capacity, &cache_capacity,
                          sizeof cache_capacity)
               ? BLAS_SUCCESS
               : BLAS_INVALID_VALUE;
}

static unsigned hd_cublasLtDisableCpuInstructionsSetMask(unsigned mask) { return 0; }

// Logs are of the library's inner calls, of which there are none here.
static int hd_cublasLtLoggerSetCallback(void *callback) { return BLAS_SUCCESS; }
static int hd_cublasLtLoggerSetFile(void *file) { return BLAS_SUCCESS; }
static int hd_cublasLtLoggerOpenFile(const char *file) { return BLAS_SUCCESS; }
static int hd_cublasLtLoggerSetLevel(int level) {
    static const char api[] = "cublasLtLoggerSetLevel";
    BLAS_NEED(level >= 0 && level <= 5, "level (%d) is not in 0 to 5", level);
    return BLAS_SUCCESS;
}
static int hd_cublasLtLoggerSetMask(int mask) { return BLAS_SUCCESS; }
static int hd_cublasLtLoggerForceDisable(void) { return BLAS_SUCCESS; }

// ---- what fits together -------------------------------------------------------------------------

enum {
    R32 = 0,
    R64 = 1,
    R16 = 2,
    R8I = 3,
    C32 = 4,
    C64 = 5,
    R32I = 10,
    B16 = 14,
    E4M3 = 28,
    E5M2 = 29
};

static bool is_fp8(int type) { return type == E4M3 || type == E5M2; }
static bool is_half(int type) { return type == R16 || type == B16; }

// NVIDIA's table of supported types. NONE: no such product.
static enum lt_element element_of(int compute, int scale, int a, int b, int c, int d) {
    bool same = a == b && c == d;
    switch (compute) {
    case 64:
    case 65: // 16F
        return scale == R16 && same && a == R16 && c == R16 ? LT_FLOAT : LT_NONE;
    case 70:
    case 71: // 64F
        if (!same || a != c || a != scale) return LT_NONE;
        return a == R64 ? LT_DOUBLE : a == C64 ? LT_CDOUBLE : LT_NONE;
    case 72:
    case 73: // 32I
        if (!same || a != R8I) return LT_NONE;
        return (scale == R32I && c == R32I) || (scale == R32 && c == R8I) ? LT_INTEGER : LT_NONE;
    case 68:
    case 69:
    case 74:
    case 75:
    case 77:
    case 78: // 32F and its faster forms
        if (scale == C32) return same && a == C32 && c == C32 ? LT_CFLOAT : LT_NONE;
        if (scale != R32) return LT_NONE;
        if (is_fp8(a) && is_fp8(b)) {
            bool sums = c == R32 || is_half(c);
            return (a == E4M3 || b == E4M3) && sums && (d == c || (is_half(c) && is_fp8(d)))
                       ? LT_FLOAT
                       : LT_NONE;
        }
        if (!same) return LT_NONE;
        return (a == R32 && c == R32) || (a == R8I && c == R32) ||
                       (is_half(a) && (c == a || c == R32))
                   ? LT_FLOAT
                   : LT_NONE;
    default: return LT_NONE;
    }
}

static int check_layout(const char *api, const char *what, const struct lt_layout *l) {
    BLAS_NEED(l->order == LT_ORDER_COL || l->order == LT_ORDER_ROW ||
                  (l->order > LT_ORDER_ROW && l->order <= 4),
              "%s's order (%d) is no cublasLtOrder_t", what, l->order);
    if (l->order > LT_ORDER_ROW) {
        blas_invalid(api,
                     "%s's order (%d) is one of a GPU's tiles: on the CPU matrices are stored "
                     "by columns (CUBLASLT_ORDER_COL) or rows (CUBLASLT_ORDER_ROW)",
                     what, l->order);
        return BLAS_NOT_SUPPORTED;
    }
    BLAS_NEED(l->rows > 0 && l->columns > 0 && l->rows <= INT_MAX && l->columns <= INT_MAX,
              "%s is %llu x %llu", what, (unsigned long long)l->rows,
              (unsigned long long)l->columns);
    uint64_t line = l->order == LT_ORDER_COL ? l->rows : l->columns;
    BLAS_NEED(l->ld >= (int64_t)line && l->ld <= INT_MAX,
              "%s's ld (%lld) is less than its %s (%llu)", what, (long long)l->ld,
              l->order == LT_ORDER_COL ? "rows" : "columns", (unsigned long long)line);
    BLAS_NEED(l->batch >= 1, "%s's batch count (%d) is not positive", what, l->batch);
    BLAS_NEED(l->batch_mode == LT_BATCH_STRIDED || l->batch_mode == LT_BATCH_POINTERS,
              "%s's batch mode (%d) is no cublasLtBatchMode_t", what, l->batch_mode);
    return BLAS_SUCCESS;
}

// Each bit of an epilogue stands for one thing, and these are the sums that there are.
static bool is_epilogue(int e) {
    static const short known[] = {1,
                                  2,
                                  LT_RELU | LT_AUX,
                                  4,
                                  6,
                                  134,
                                  136,
                                  LT_DRELU | LT_AUX | 16,
                                  32,
                                  160,
                                  36,
                                  164,
                                  LT_DGELU | LT_AUX,
                                  208,
                                  LT_GRADIENT_A,
                                  LT_GRADIENT_B};
    for (int i = 0; i < HD_COUNT(known); i++)
        if (known[i] == e) return true;
    return false;
}

static int check_product(const struct lt_plan *p) {
    const char *api = p->api;
    const struct lt_product *op = &p->op;
    int transa = op->transa, transb = op->transb;
    BLAS_OP(transa);
    BLAS_OP(transb);
    BLAS_NEED(op->transc == OP_N, "TRANSC (%d) is not CUBLAS_OP_N", op->transc);
    BLAS_NEED(op->pointer_mode >= 0 && op->pointer_mode <= LT_POINTERS_ALPHA_BETA_HOST,
              "POINTER_MODE (%d) is no cublasLtPointerMode_t", op->pointer_mode);
    BLAS_NEED(is_epilogue(op->epilogue), "EPILOGUE (%d) is no cublasLtEpilogue_t", op->epilogue);
    for (int i = 0; i < HD_COUNT(op->scale_modes); i++)
        if (op->scale_modes[i] || op->out_scale_mode) {
            blas_invalid(api,
                         "scale mode %d: on the CPU a scale is one number for a matrix "
                         "(CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F)",
                         op->scale_modes[i] ? op->scale_modes[i] : op->out_scale_mode);
            return BLAS_NOT_SUPPORTED;
        }
    bool real = p->element == LT_FLOAT || (p->element == LT_INTEGER && op->scale == R32);
    if (op->fill != 2 || (op->epilogue != 1 && !real) ||
        (op->aux_type >= 0 && op->aux_type != R32 && !is_half(op->aux_type))) {
        blas_invalid(api,
                     op->fill != 2 ? "FILL_MODE (%d): only whole matrices are computed"
                     : real        ? "EPILOGUE_AUX_DATA_TYPE is none of float, half, bfloat16"
                                   : "EPILOGUE: products of these types have none",
                     op->fill);
        return BLAS_NOT_SUPPORTED;
    }
    BLAS_NEED(!(op->epilogue & LT_AUX) || (op->aux && op->aux_ld > 0),
              "the epilogue needs EPILOGUE_AUX_POINTER and EPILOGUE_AUX_LD");
    int64_t line = p->d.order == LT_ORDER_COL ? p->m : p->n;
    BLAS_NEED(!(op->epilogue & LT_AUX) || op->aux_ld >= line,
              "EPILOGUE_AUX_LD (%lld) is less than a line of D (%lld)", (long long)op->aux_ld,
              (long long)line);
    BLAS_NEED(
        !(op->epilogue & LT_AUX) || (op->epilogue & (LT_GELU | LT_DGELU)) || op->aux_ld % 128 == 0,
        "EPILOGUE_AUX_LD (%lld) counts bits, and is no multiple of 128", (long long)op->aux_ld);
    BLAS_NEED(!(op->epilogue & (LT_BIAS | LT_BIAS_GRADIENT | LT_GRADIENT_A | LT_GRADIENT_B)) ||
                  op->bias,
              "the epilogue needs BIAS_POINTER");
    return BLAS_SUCCESS;
}

int lt_plan(const char *api, const void *op, const void *a, const void *b, const void *c,
            const void *d, struct lt_plan *p) {
    p->api = api;
    if (!lt_read(api, "computeDesc", op, LT_PRODUCT, &p->op, sizeof p->op) ||
        !lt_read(api, "Adesc", a, LT_LAYOUT, &p->a, sizeof p->a) ||
        !lt_read(api, "Bdesc", b, LT_LAYOUT, &p->b, sizeof p->b) ||
        !lt_read(api, "Cdesc", c, LT_LAYOUT, &p->c, sizeof p->c) ||
        !lt_read(api, "Ddesc", d, LT_LAYOUT, &p->d, sizeof p->d))
        return BLAS_INVALID_VALUE;
    const struct lt_layout *layouts[] = {&p->a, &p->b, &p->c, &p->d};
    static const char *const names[] = {"A", "B", "C", "D"};
    for (int i = 0; i < 4; i++) {
        int status = check_layout(api, names[i], layouts[i]);
        if (status != BLAS_SUCCESS) return status;
        BLAS_NEED(layouts[i]->batch == p->d.batch, "%s's batch count (%d) is not D's (%d)",
                  names[i], layouts[i]->batch, p->d.batch);
    }
    p->element = element_of(p->op.compute, p->op.scale, p->a.type, p->b.type, p->c.type, p->d.type);
    if (p->element == LT_NONE) {
        blas_invalid(api,
                     "no product of cudaDataTypes %d and %d, with C of %d and D of %d, is computed "
                     "in type %d with scalars of %d",
                     p->a.type, p->b.type, p->c.type, p->d.type, p->op.compute, p->op.scale);
        return BLAS_NOT_SUPPORTED;
    }
    bool turned_a = p->op.transa == OP_T || p->op.transa == OP_C,
         turned_b = p->op.transb == OP_T || p->op.transb == OP_C;
    uint64_t m = turned_a ? p->a.columns : p->a.rows, k = turned_a ? p->a.rows : p->a.columns;
    uint64_t kb = turned_b ? p->b.columns : p->b.rows, n = turned_b ? p->b.rows : p->b.columns;
    BLAS_NEED(k == kb && p->d.rows == m && p->d.columns == n && p->c.rows == m && p->c.columns == n,
              "op(A) is %llu x %llu, op(B) %llu x %llu, C %llu x %llu, D %llu x %llu",
              (unsigned long long)m, (unsigned long long)k, (unsigned long long)kb,
              (unsigned long long)n, (unsigned long long)p->c.rows,
              (unsigned long long)p->c.columns, (unsigned long long)p->d.rows,
              (unsigned long long)p->d.columns);
    p->m = (int)m;
    p->n = (int)n;
    p->k = (int)k;
    return check_product(p);
}

// ---- algorithms ---------------------------------------------------------------------------------

static const struct lt_algorithm the_algorithm = {.kind = LT_ALGORITHM};

bool lt_is_algorithm(const char *api, const void *algo) {
    struct lt_algorithm a;
    return lt_read(api, "algo", algo, LT_ALGORITHM, &a, sizeof a);
}

struct heuristic { // cublasLtMatmulHeuristicResult_t
    uint64_t algorithm[8];
    size_t workspace;
    int state;
    float waves;
    int reserved[4];
};

static struct heuristic the_result(int status) {
    struct heuristic h = {.state = status, .waves = 1};
    memcpy(h.algorithm, &the_algorithm, sizeof the_algorithm);
    return h;
}

static int hd_cublasLtMatmulAlgoGetHeuristic(struct blas *handle, const void *op, const void *a,
                                             const void *b, const void *c, const void *d,
                                             const void *preference, int requested,
                                             struct heuristic *results, int *count) {
    static const char api[] = "cublasLtMatmulAlgoGetHeuristic";
    struct lt_plan plan;
    struct lt_preference p;
    int status = blas_enter(handle, api);
    if (status != BLAS_SUCCESS) return status;
    BLAS_NEED(requested > 0, "requestedAlgoCount (%d) is not positive", requested);
    if (!lt_read(api, "preference", preference, LT_PREFERENCE, &p, sizeof p))
        return BLAS_INVALID_VALUE;
    status = lt_plan(api, op, a, b, c, d, &plan);
    struct heuristic h = the_result(status);
    int found = status == BLAS_SUCCESS;
    if (!library_result(api, count, &found, sizeof found)) return BLAS_INVALID_VALUE;
    if (found && !library_result(api, results, &h, sizeof h)) return BLAS_INVALID_VALUE;
    return status;
}

static int hd_cublasLtMatmulAlgoCheck(struct blas *handle, const void *op, const void *a,
                                      const void *b, const void *c, const void *d, const void *algo,
                                      struct heuristic *result) {
    static const char api[] = "cublasLtMatmulAlgoCheck";
    struct lt_plan plan;
    int status = blas_enter(handle, api);
    if (status == BLAS_SUCCESS && !lt_is_algorithm(api, algo)) status = BLAS_INVALID_VALUE;
    if (status == BLAS_SUCCESS) status = lt_plan(api, op, a, b, c, d, &plan);
    if (status != BLAS_SUCCESS) return status;
    struct heuristic h = the_result(status);
    return library_result(api, result, &h, sizeof h) ? status : BLAS_INVALID_VALUE;
}

static int check_types(const char *api, const struct blas *handle, int compute, int scale, int a,
                       int b, int c, int d) {
    int status = blas_enter(handle, api);
    if (status != BLAS_SUCCESS) return status;
    if (element_of(compute, scale, a, b, c, d) != LT_NONE) return BLAS_SUCCESS;
    blas_invalid(api, "there is no product of these types");
    return BLAS_NOT_SUPPORTED;
}

static int hd_cublasLtMatmulAlgoGetIds(struct blas *handle, int compute, int scale, int a, int b,
                                       int c, int d, int requested, int *ids, int *count) {
    static const char api[] = "cublasLtMatmulAlgoGetIds";
    int status = check_types(api, handle, compute, scale, a, b, c, d);
    if (status != BLAS_SUCCESS) return status;
    BLAS_NEED(requested > 0, "requestedAlgoCount (%d) is not positive", requested);
    BLAS_GIVE(int, ids, 0);
    BLAS_GIVE(int, count, 1);
    return BLAS_SUCCESS;
}

static int hd_cublasLtMatmulAlgoInit(struct blas *handle, int compute, int scale, int a, int b,
                                     int c, int d, int id, void *algo) {
    static const char api[] = "cublasLtMatmulAlgoInit";
    int status = check_types(api, handle, compute, scale, a, b, c, d);
    if (status != BLAS_SUCCESS) return status;
    BLAS_NEED(id == 0, "algoId (%d) is none of cublasLtMatmulAlgoGetIds", id);
    return library_result(api, algo, &the_algorithm, sizeof the_algorithm) ? BLAS_SUCCESS
                                                                           : BLAS_INVALID_VALUE;
}

// What the algorithm can do, by number; lists (tiles, stages) are empty.
static int hd_cublasLtMatmulAlgoCapGetAttribute(const void *algo, int number, void *buf,
                                                size_t size, size_t *written) {
    static const char api[] = "cublasLtMatmulAlgoCapGetAttribute";
    static const struct {
        short number, size;
        uint64_t value;
    } caps[] = {{0, 4, 0},      {1, 4, 0},  {2, 4, 0},  {3, 4, 1},  {4, 4, 1},
                {5, 4, 0},      {6, 0, 0},  {7, 4, 0},  {10, 4, 1}, {11, 4, 31},
                {12, 4, 0x3ff}, {13, 0, 0}, {14, 4, 0}, {15, 8, 0}, {16, 4, 1},
                {17, 4, 1},     {18, 4, 1}, {19, 4, 1}, {21, 4, 1}};
    if (!lt_is_algorithm(api, algo)) return BLAS_INVALID_VALUE;
    for (int i = 0; i < HD_COUNT(caps); i++) {
        if (caps[i].number != number) continue;
        size_t bytes = (size_t)caps[i].size;
        BLAS_NEED(size >= bytes || (size == 0 && written), "attribute %d has %zu bytes", number,
                  bytes);
        if (written && !library_result(api, written, &bytes, sizeof bytes))
            return BLAS_INVALID_VALUE;
        return !size || !bytes || library_result(api, buf, &caps[i].value, bytes)
                   ? BLAS_SUCCESS
                   : BLAS_INVALID_VALUE;
    }
    return blas_invalid(api, "%d is no cublasLtMatmulAlgoCapAttributes_t", number);
}

#define DESCRIPTOR_ROWS(Name)                                                                \
    LIBRARY_ENTRY(cublasLt##Name##Create), LIBRARY_ENTRY(cublasLt##Name##Init_internal),     \
        LIBRARY_ENTRY(cublasLt##Name##Destroy), LIBRARY_ENTRY(cublasLt##Name##SetAttribute), \
        LIBRARY_ENTRY(cublasLt##Name##GetAttribute)

const struct library_entry hd_cublaslt_descriptors[] = {
    LIBRARY_ENTRY(cublasLtCreate),
    LIBRARY_ENTRY(cublasLtDestroy),
    LIBRARY_ENTRY(cublasLtGetStatusName),
    LIBRARY_ENTRY(cublasLtGetStatusString),
    LIBRARY_ENTRY(cublasLtGetVersion),
    LIBRARY_ENTRY(cublasLtGetCudartVersion),
    LIBRARY_ENTRY(cublasLtGetProperty),
    LIBRARY_ENTRY(cublasLtHeuristicsCacheGetCapacity),
    LIBRARY_ENTRY(cublasLtHeuristicsCacheSetCapacity),
    LIBRARY_ENTRY(cublasLtDisableCpuInstructionsSetMask),
    LIBRARY_ENTRY(cublasLtLoggerSetCallback),
    LIBRARY_ENTRY(cublasLtLoggerSetFile),
    LIBRARY_ENTRY(cublasLtLoggerOpenFile),
    LIBRARY_ENTRY(cublasLtLoggerSetLevel),
    LIBRARY_ENTRY(cublasLtLoggerSetMask),
    LIBRARY_ENTRY(cublasLtLoggerForceDisable),
    DESCRIPTOR_ROWS(MatrixLayout),
    DESCRIPTOR_ROWS(MatmulDesc),
    DESCRIPTOR_ROWS(MatrixTransformDesc),
    DESCRIPTOR_ROWS(MatmulPreference),
    LIBRARY_ENTRY(cublasLtMatmulAlgoGetHeuristic),
    LIBRARY_ENTRY(cublasLtMatmulAlgoCheck),
    LIBRARY_ENTRY(cublasLtMatmulAlgoGetIds),
    LIBRARY_ENTRY(cublasLtMatmulAlgoInit),
    LIBRARY_ENTRY(cublasLtMatmulAlgoCapGetAttribute),
    LIBRARY_ENTRY(cublasLtMatmulAlgoConfigSetAttribute),
    LIBRARY_ENTRY(cublasLtMatmulAlgoConfigGetAttribute),
    {NULL, NULL},
};
