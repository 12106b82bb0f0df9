// Types as LLVM sees them, and constants of them.
//
// Scalars have two forms: as stored (bool is i8) and as computed with (bool is i1). Records are
// opaque bytes whose members are reached by offset, so the language's layout is the only layout;
// arrays keep their element type, which helps the optimiser to see strides. Every access names its
// alignment. Example: `struct { char c; int i[2]; }` is [12 x i8], its member `i` is [2 x i32] at
// byte 4.
#include "gen/emit.h"

#include <math.h>

void types_init(struct gen *g) {
    g->void_ = LLVMVoidTypeInContext(g->ctx);
    g->i1 = LLVMInt1TypeInContext(g->ctx);
    g->i8 = LLVMInt8TypeInContext(g->ctx);
    g->i16 = LLVMInt16TypeInContext(g->ctx);
    g->i32 = LLVMInt32TypeInContext(g->ctx);
    g->i64 = LLVMInt64TypeInContext(g->ctx);
    g->i128 = LLVMInt128TypeInContext(g->ctx);
    g->f16 = LLVMHalfTypeInContext(g->ctx);
    g->bf16 = LLVMBFloatTypeInContext(g->ctx);
    g->f32 = LLVMFloatTypeInContext(g->ctx);
    g->f64 = LLVMDoubleTypeInContext(g->ctx);
    g->f80 = LLVMX86FP80TypeInContext(g->ctx);
    g->ptr = LLVMPointerTypeInContext(g->ctx, 0);
    static const char *const names[MD_COUNT] = {
        "tbaa", "prof", "invariant.load", "llvm.access.group", "llvm.loop", "range"};
    for (int i = 0; i < MD_COUNT; i++)
        g->md[i] = LLVMGetMDKindIDInContext(g->ctx, names[i], (unsigned)strlen(names[i]));
}

const struct hd_type *ty_value(const struct hd_type *t) {
    if (t->kind == HD_TY_ENUM)
        return t->enumeration && t->enumeration->underlying ? t->enumeration->underlying
                                                            : hd_ty.int_;
    return hd_type_of_units(t);
}

LLVMTypeRef ty_int(struct gen *g, unsigned bits) {
    switch (bits) {
    case 1: return g->i1;
    case 8: return g->i8;
    case 16: return g->i16;
    case 32: return g->i32;
    case 64: return g->i64;
    case 128: return g->i128;
    default: return LLVMIntTypeInContext(g->ctx, bits);
    }
}

LLVMTypeRef ty_bytes(struct gen *g, uint64_t n) { return LLVMArrayType2(g->i8, n); }

bool ty_is_agg(const struct hd_type *t) {
    return t->kind == HD_TY_RECORD || t->kind == HD_TY_ARRAY;
}

bool ty_is_fp(const struct hd_type *t) { return t->kind >= HD_TY_HALF && t->kind <= HD_TY_LDOUBLE; }

LLVMTypeRef ty_reg(struct gen *g, const struct hd_type *t) {
    t = ty_value(t);
    switch (t->kind) {
    case HD_TY_VOID: return g->void_;
    case HD_TY_BOOL: return g->i1;
    case HD_TY_CHAR:
    case HD_TY_SCHAR:
    case HD_TY_UCHAR: return g->i8;
    case HD_TY_SHORT:
    case HD_TY_USHORT: return g->i16;
    case HD_TY_INT:
    case HD_TY_UINT: return g->i32;
    case HD_TY_LONG:
    case HD_TY_ULONG:
    case HD_TY_LLONG:
    case HD_TY_ULLONG: return g->i64;
    case HD_TY_MEMBER: return t->size == 16 ? g->i128 : g->i64; // a member function's word, then 0
    case HD_TY_INT128:
    case HD_TY_UINT128: return g->i128;
    case HD_TY_HALF: return g->f16;
    case HD_TY_BF16: return g->bf16;
    case HD_TY_FLOAT: return g->f32;
    case HD_TY_DOUBLE: return g->f64;
    case HD_TY_LDOUBLE: return g->f80;
    case HD_TY_NULLPTR:
    case HD_TY_PTR:
    case HD_TY_NDARRAY:
    case HD_TY_REF:
    case HD_TY_FUNC: return g->ptr;
    case HD_TY_VECTOR: return LLVMVectorType(ty_mem(g, t->base), (unsigned)t->len);
    default: return ty_mem(g, t);
    }
}

LLVMTypeRef ty_mem(struct gen *g, const struct hd_type *t) {
    t = ty_value(t);
    switch (t->kind) {
    case HD_TY_VOID:
    case HD_TY_FUNC: return g->i8; // GNU: arithmetic on void * counts bytes
    case HD_TY_BOOL: return g->i8;
    case HD_TY_COMPLEX: return LLVMArrayType2(ty_mem(g, t->base), 2);
    case HD_TY_ARRAY:
        if (hd_type_is_vla(t)) return g->i8;
        return LLVMArrayType2(ty_mem(g, t->base), t->len > 0 ? (uint64_t)t->len : 0);
    case HD_TY_RECORD: return ty_bytes(g, t->size);
    case HD_TY_ERROR:
    case HD_TY_AUTO:
    case HD_TY_TPARAM: return g->i32;
    default: return ty_reg(g, t);
    }
}

uint32_t ty_align(const struct hd_type *t) { return t->align ? t->align : 1; }

enum tbaa_kind ty_tbaa(const struct hd_type *t) {
    t = ty_value(t);
    switch (t->kind) {
    case HD_TY_BOOL: return TB_BOOL;
    case HD_TY_SHORT:
    case HD_TY_USHORT: return TB_SHORT;
    case HD_TY_INT:
    case HD_TY_UINT: return TB_INT;
    case HD_TY_LONG:
    case HD_TY_ULONG:
    case HD_TY_LLONG:
    case HD_TY_ULLONG:
    case HD_TY_MEMBER: return TB_LONG;
    case HD_TY_INT128:
    case HD_TY_UINT128: return TB_INT128;
    case HD_TY_HALF: return TB_HALF;
    case HD_TY_BF16: return TB_BF16;
    case HD_TY_FLOAT: return TB_FLOAT;
    case HD_TY_DOUBLE: return TB_DOUBLE;
    case HD_TY_LDOUBLE: return TB_LDOUBLE;
    case HD_TY_COMPLEX: return ty_tbaa(t->base);
    case HD_TY_PTR:
    case HD_TY_NDARRAY:
    case HD_TY_REF:
    case HD_TY_NULLPTR:
    case HD_TY_FUNC: return TB_PTR;
    default: return TB_CHAR;
    }
}

LLVMValueRef const_i32(struct gen *g, int64_t v) { return LLVMConstInt(g->i32, (uint64_t)v, true); }
LLVMValueRef const_i64(struct gen *g, int64_t v) { return LLVMConstInt(g->i64, (uint64_t)v, true); }

LLVMValueRef const_int(struct gen *g, const struct hd_type *t, hd_int128 value) {
    t = ty_value(t);
    if (t->kind == HD_TY_PTR || t->kind == HD_TY_REF || t->kind == HD_TY_NULLPTR ||
        t->kind == HD_TY_FUNC || t->kind == HD_TY_NDARRAY) {
        if (!value) return LLVMConstPointerNull(g->ptr);
        return LLVMConstIntToPtr(const_i64(g, (int64_t)value), g->ptr);
    }
    if (ty_is_fp(t)) return const_float(g, t, (long double)value);
    if (t->kind == HD_TY_BOOL) return LLVMConstInt(g->i1, value != 0, false);
    if (t->kind == HD_TY_INT128 || t->kind == HD_TY_UINT128) {
        uint64_t words[2] = {(uint64_t)value, (uint64_t)(value >> 64)};
        return LLVMConstIntOfArbitraryPrecision(g->i128, 2, words);
    }
    LLVMTypeRef type = ty_reg(g, t);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return LLVMConstNull(type);
    return LLVMConstInt(type, (uint64_t)value, true);
}

LLVMValueRef const_float(struct gen *g, const struct hd_type *t, long double value) {
    LLVMTypeRef type = ty_reg(g, t);
    if (t->kind != HD_TY_LDOUBLE) {
        if (t->kind == HD_TY_FLOAT) return LLVMConstReal(type, (double)(float)value);
        return LLVMConstReal(type, (double)value);
    }
    uint64_t words[2] = {0, 0};
    memcpy(words, &value, 10); // the x87 format is 80 bits
    return LLVMConstBitCast(LLVMConstIntOfArbitraryPrecision(ty_int(g, 80), 2, words), type);
}

struct val val_scalar(LLVMValueRef v, struct hd_type *type) {
    return (struct val){.kind = VAL_SCALAR, .v = v, .type = type};
}

struct val val_none(void) { return (struct val){.kind = VAL_NONE, .type = hd_ty.void_}; }

void set_md(struct gen *g, LLVMValueRef inst, enum md_kind kind, LLVMMetadataRef node) {
    LLVMSetMetadata(inst, g->md[kind], LLVMMetadataAsValue(g->ctx, node));
}
