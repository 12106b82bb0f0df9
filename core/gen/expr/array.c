// Arrays in compiled code: what is asked of a handle (`ndarray<T, R>`, a pointer to a struct
// hd_array of array/array.h) where a call of the run time would cost more than its answer: elements
// `a[i, j]`, shapes, strides, the number of elements.
//
//     a[i, j]    the handle is there, each index is in [-n, n) -> an address; else the run time's
//                own function, which says what is wrong and does not come back
//
// A handle does not change while anything holds it, and kernels hold what they are given: there all
// of this is loaded once. On a GPU the handle is a copy (run/gpu/handles.c), and nothing looks at
// indices, as with pointers.
#include "gen/emit.h"

#include <string.h>

static const struct request {
    const char *name;
    enum { ELEMENT, FIELD, FIELD_ADDRESS } kind;
    int offset;
} requests[] = {
    {"at", ELEMENT, 0},
    {"size", FIELD, HD_ARRAY_COUNT_AT},
    {"data", FIELD, HD_ARRAY_DATA_AT},
    {"shape_of", FIELD_ADDRESS, HD_ARRAY_SHAPE_AT},
    {"strides_of", FIELD_ADDRESS, HD_ARRAY_STRIDE_AT},
};

static const struct request *request_of(const char *name) {
    static const char prefix[] = "__heddle_array_";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0) return NULL;
    for (int i = 0; i < HD_COUNT(requests); i++)
        if (!strcmp(requests[i].name, name + sizeof prefix - 1)) return &requests[i];
    return NULL;
}

static LLVMValueRef field(struct fn *f, LLVMTypeRef type, LLVMValueRef handle, int offset) {
    struct gen *g = f->g;
    LLVMValueRef v = raw_load(f, type, byte_offset(f, handle, (uint64_t)offset), 8);
    enum tbaa_kind kind = type == g->ptr ? TB_PTR : TB_LONG;
    if (g->tbaa[kind]) set_md(g, v, MD_TBAA, g->tbaa[kind]);
    if (f->device) set_md(g, v, MD_INVARIANT, LLVMMDNodeInContext2(g->ctx, NULL, 0));
    return v;
}

// To `otherwise` unless `ok`.
static void go_on_if(struct fn *f, LLVMValueRef ok, LLVMBasicBlockRef otherwise) {
    LLVMBasicBlockRef next = new_block(f, "array");
    LLVMBuildCondBr(f->b, ok, next, otherwise);
    LLVMPositionBuilderAtEnd(f->b, next);
}

// Bytes of an element: the array stands below the conversion to what the run time takes.
static uint64_t element_size(const struct hd_expr *array) {
    while (array->kind == EX_CAST && array->type->kind != HD_TY_NDARRAY) array = array->a;
    return array->type->kind == HD_TY_NDARRAY ? (uint64_t)array->type->base->size : 0;
}

// args: where, the array, how many indices, the indices. wrong: where an index that is out of
// bounds leads, or NULL.
static LLVMValueRef element(struct fn *f, const struct hd_expr *e, struct val *args,
                            LLVMBasicBlockRef wrong) {
    struct gen *g = f->g;
    LLVMValueRef handle = args[1].v, offset = NULL, inside = NULL;
    for (int d = 0; d + 3 < e->nargs; d++) {
        LLVMValueRef i = args[3 + d].v, n = field(f, g->i64, handle, HD_ARRAY_SHAPE_AT + 8 * d);
        LLVMValueRef negative = LLVMBuildICmp(f->b, LLVMIntSLT, i, const_i64(g, 0), "");
        i = LLVMBuildSelect(f->b, negative, LLVMBuildAdd(f->b, i, n, ""), i, "");
        LLVMValueRef in = LLVMBuildICmp(f->b, LLVMIntULT, i, n, "");
        inside = inside ? LLVMBuildAnd(f->b, inside, in, "") : in;
        LLVMValueRef stride = field(f, g->i64, handle, HD_ARRAY_STRIDE_AT + 8 * d);
        LLVMValueRef part = LLVMBuildMul(f->b, i, stride, "");
        offset = offset ? LLVMBuildAdd(f->b, offset, part, "") : part;
    }
    if (wrong && inside) go_on_if(f, inside, wrong);
    LLVMValueRef data = field(f, g->ptr, handle, HD_ARRAY_DATA_AT);
    if (!offset) return data;
    return LLVMBuildGEP2(f->b, ty_bytes(g, element_size(e->args[1])), data, &offset, 1, "");
}

static LLVMValueRef answer(struct fn *f, const struct request *r, const struct hd_expr *e,
                           struct val *args, LLVMBasicBlockRef wrong) {
    if (r->kind == ELEMENT) return element(f, e, args, wrong);
    if (r->kind == FIELD_ADDRESS) return byte_offset(f, args[1].v, (uint64_t)r->offset);
    return field(f, e->type->kind == HD_TY_PTR ? f->g->ptr : f->g->i64, args[1].v, r->offset);
}

bool emit_array_request(struct fn *f, const struct hd_expr *e, const char *name, struct val *args,
                        struct val *out) {
    const struct request *r = request_of(name);
    if (!r || (r->kind == ELEMENT && !element_size(e->args[1]))) return false;
    if (f->g->gpu) {
        *out = val_scalar(answer(f, r, e, args, NULL), e->type);
        return true;
    }
    LLVMBasicBlockRef wrong = new_block(f, "array.wrong"), after = new_block(f, "array.after");
    go_on_if(f, LLVMBuildIsNotNull(f->b, args[1].v, ""), wrong);
    LLVMValueRef v = answer(f, r, e, args, wrong);
    LLVMBuildBr(f->b, after);
    LLVMPositionBuilderAtEnd(f->b, wrong);
    int nfixed = r->kind == ELEMENT ? 3 : e->nargs;
    extern_call(f, name, HD_REF_EXTERN, e->type, args, e->nargs, nfixed, false, NULL);
    LLVMBuildUnreachable(f->b);
    LLVMPositionBuilderAtEnd(f->b, after);
    *out = val_scalar(v, e->type);
    return true;
}
