// The calling convention: SysV x86-64, as gcc follows it.
//
// A value of up to 16 bytes is cut into eightbytes, each of a class; values of class INTEGER or SSE
// travel in registers as one or two LLVM parameters ("parts"), everything else in memory (byval). A
// value whose parts no longer all fit in the six general and eight vector registers goes to memory
// as a whole, so the registers left are counted while a signature is built. Returned values that
// have no registers are written through a hidden first parameter (sret).
//
// Example: `struct { double x; int n; }` is passed as (double, i32) and returned as {double, i32}.
#include "gen/emit.h"

enum cls { CLS_NONE, CLS_INT, CLS_SSE, CLS_SSEUP, CLS_X87, CLS_X87UP, CLS_MEMORY };

static enum cls merge(enum cls a, enum cls b) {
    if (a == b || b == CLS_NONE) return a;
    if (a == CLS_NONE) return b;
    if (a == CLS_MEMORY || b == CLS_MEMORY) return CLS_MEMORY;
    if (a == CLS_INT || b == CLS_INT) return CLS_INT;
    if (a == CLS_X87 || a == CLS_X87UP || b == CLS_X87 || b == CLS_X87UP) return CLS_MEMORY;
    return CLS_SSE;
}

static void classify(const struct hd_type *t, uint64_t offset, enum cls cls[2]);

static void put(enum cls cls[2], uint64_t offset, enum cls c) {
    if (offset >= 16)
        cls[0] = CLS_MEMORY;
    else
        cls[offset / 8] = merge(cls[offset / 8], c);
}

static void classify_record(const struct hd_type *t, uint64_t offset, enum cls cls[2]) {
    for (int i = 0; i < t->record->nfields && cls[0] != CLS_MEMORY; i++) {
        const struct hd_field *field = &t->record->fields[i];
        uint64_t at = offset + field->offset;
        if (field->is_bits) {
            if (!field->bit_width || !field->name) continue;
            uint64_t from = at * 8 + field->bit_offset, to = from + field->bit_width - 1;
            put(cls, from / 8, CLS_INT);
            put(cls, to / 8, CLS_INT);
            continue;
        }
        if (field->type->size && at % ty_align(field->type)) {
            cls[0] = CLS_MEMORY;
            return;
        }
        classify(field->type, at, cls);
    }
}

static void classify(const struct hd_type *t, uint64_t offset, enum cls cls[2]) {
    t = ty_value(t);
    switch (t->kind) {
    case HD_TY_HALF:
    case HD_TY_BF16:
    case HD_TY_FLOAT:
    case HD_TY_DOUBLE: put(cls, offset, CLS_SSE); break;
    case HD_TY_LDOUBLE:
        put(cls, offset, CLS_X87);
        put(cls, offset + 8, CLS_X87UP);
        break;
    case HD_TY_INT128:
    case HD_TY_UINT128:
        put(cls, offset, CLS_INT);
        put(cls, offset + 8, CLS_INT);
        break;
    case HD_TY_COMPLEX:
        classify(t->base, offset, cls);
        classify(t->base, offset + t->base->size, cls);
        break;
    case HD_TY_VECTOR:
        put(cls, offset, t->size < 8 ? CLS_INT : CLS_SSE);
        if (t->size > 8) put(cls, offset + 8, CLS_SSEUP);
        break;
    case HD_TY_ARRAY:
        if (t->size > 16) cls[0] = CLS_MEMORY;
        for (int64_t i = 0; i < t->len && cls[0] != CLS_MEMORY && t->base->size; i++)
            classify(t->base, offset + (uint64_t)i * t->base->size, cls);
        break;
    case HD_TY_RECORD: classify_record(t, offset, cls); break;
    case HD_TY_VOID: break;
    default: put(cls, offset, CLS_INT); break;
    }
}

// Does a float, and nothing longer, start at byte `at` of t?
static bool float_at(const struct hd_type *t, uint64_t at) {
    t = ty_value(t);
    if (t->kind == HD_TY_FLOAT) return at == 0;
    if (t->kind == HD_TY_COMPLEX) return at < t->size && float_at(t->base, at % t->base->size);
    if (t->kind == HD_TY_ARRAY)
        return t->base->size && at < t->size && float_at(t->base, at % t->base->size);
    if (t->kind != HD_TY_RECORD) return false;
    for (int i = 0; i < t->record->nfields; i++) {
        const struct hd_field *field = &t->record->fields[i];
        if (!field->is_bits && at >= field->offset && at < field->offset + field->type->size)
            return float_at(field->type, at - field->offset);
    }
    return false;
}

static LLVMTypeRef sse_part(struct gen *g, const struct hd_type *t, uint64_t at, bool whole16) {
    uint64_t left = t->size - at;
    if (whole16) return LLVMVectorType(g->f32, 4);
    if (left <= 2) return g->f16;
    if (left <= 4) return g->f32;
    return float_at(t, at) && float_at(t, at + 4) ? LLVMVectorType(g->f32, 2) : g->f64;
}

static struct abi_arg classify_agg(struct gen *g, struct hd_type *type, bool returned) {
    struct abi_arg arg = {
        .kind = ABI_MEMORY, .type = type, .align = ty_align(type) < 8 ? 8 : ty_align(type)};
    if (type->kind == HD_TY_RECORD && type->record->by_address) {
        arg.by_address = true;
        return arg;
    }
    if (!type->size) {
        arg.kind = ABI_NONE;
        return arg;
    }
    bool is_ldc = type->kind == HD_TY_COMPLEX && type->base->kind == HD_TY_LDOUBLE;
    if (is_ldc && returned) { // st(0) and st(1)
        arg.kind = ABI_PARTS;
        arg.part[0] = arg.part[1] = g->f80;
        arg.nparts = 2;
        return arg;
    }
    if (type->size > 16 || is_ldc) return arg;
    enum cls cls[2] = {CLS_NONE, CLS_NONE};
    classify(type, 0, cls);
    if (cls[0] == CLS_MEMORY || cls[1] == CLS_MEMORY || (cls[1] == CLS_X87UP && cls[0] != CLS_X87))
        return arg;
    if (cls[0] == CLS_NONE && cls[1] == CLS_NONE) {
        arg.kind = ABI_NONE;
        return arg;
    }
    if (cls[0] == CLS_X87) {
        if (!returned) return arg;
        arg.kind = ABI_PARTS;
        arg.part[0] = g->f80;
        arg.nparts = 1;
        return arg;
    }
    arg.kind = ABI_PARTS;
    bool whole16 = cls[0] == CLS_SSE && cls[1] == CLS_SSEUP;
    for (int i = 0; i < (whole16 || type->size <= 8 ? 1 : 2); i++) {
        uint64_t left = type->size - (uint64_t)i * 8;
        if (cls[i] == CLS_SSE || cls[i] == CLS_SSEUP) {
            arg.part[i] = sse_part(g, type, (uint64_t)i * 8, whole16);
            arg.fp++;
        } else { // CLS_NONE: padding of an over-aligned record
            arg.part[i] = ty_int(g, (unsigned)(left < 8 ? left : 8) * 8);
            arg.gp++;
        }
        arg.nparts++;
    }
    return arg;
}

// A bfloat16 goes as a half with its bits, in the same register: LLVM 19 loses the value of a call
// that is another call's argument in its quick code, where the processor converts bfloat16 itself.
static LLVMTypeRef passed_type(struct gen *g, const struct hd_type *t) {
    LLVMTypeRef type = ty_reg(g, t);
    return type == g->bf16 && !g->gpu ? g->f16 : type;
}

static LLVMValueRef as_type(struct fn *f, LLVMValueRef v, LLVMTypeRef type) {
    return LLVMTypeOf(v) == type ? v : LLVMBuildBitCast(f->b, v, type, "");
}

static LLVMValueRef as_value(struct fn *f, LLVMValueRef v, const struct hd_type *type) {
    const struct hd_type *t = ty_value(type);
    return t->kind == HD_TY_BF16 ? as_type(f, v, f->g->bf16) : v;
}

static LLVMValueRef as_passed(struct fn *f, LLVMValueRef v, const struct abi_arg *arg) {
    return ty_value(arg->type)->kind == HD_TY_BF16 ? as_type(f, v, arg->part[0]) : v;
}

static struct abi_arg abi_classify(struct gen *g, struct hd_type *type, bool returned) {
    const struct hd_type *t = ty_value(type);
    if (t->kind == HD_TY_VOID) return (struct abi_arg){.kind = ABI_NONE, .type = type};
    if (ty_is_agg(t) || t->kind == HD_TY_COMPLEX) return classify_agg(g, type, returned);
    struct abi_arg arg = {
        .kind = ABI_SCALAR, .type = type, .part = {passed_type(g, t)}, .nparts = 1};
    bool small = t->kind >= HD_TY_BOOL && t->kind <= HD_TY_USHORT;
    arg.sext = small && hd_type_is_signed(t);
    arg.zext = small && !arg.sext;
    if (t->kind == HD_TY_LDOUBLE) return arg; // memory, but LLVM knows
    if (ty_is_fp(t) || t->kind == HD_TY_VECTOR)
        arg.fp = 1;
    else
        arg.gp = t->size > 8 ? 2 : 1;
    return arg;
}

struct abi_sig *abi_signature(struct gen *g, struct hd_type *ret, struct hd_type **types, int nargs,
                              int nfixed, bool variadic, int nhidden, LLVMTypeRef *hidden) {
    struct abi_sig *sig = HD_NEW(g->arena, struct abi_sig);
    sig->ret = abi_classify(g, ret, true);
    sig->sret = sig->ret.kind == ABI_MEMORY;
    sig->args = HD_NEW_ARRAY(g->arena, struct abi_arg, nargs + 1);
    sig->nargs = nargs;
    sig->nfixed = nfixed;
    sig->nhidden = nhidden;
    sig->variadic = variadic;
    LLVMTypeRef *params = HD_NEW_ARRAY(g->arena, LLVMTypeRef, nargs * 2 + nhidden + 1);
    int n = 0, fixed = 0, gp = 6 - sig->sret, fp = 8;
    if (sig->sret) params[n++] = g->ptr;
    for (int i = 0; i < nhidden; i++) params[n++] = hidden[i];
    for (int i = 0; i < nargs; i++) {
        struct abi_arg *arg = &sig->args[i];
        *arg = abi_classify(g, types[i], false);
        if (arg->kind == ABI_PARTS && (arg->gp > gp || arg->fp > fp)) {
            arg->kind = ABI_MEMORY;
            arg->nparts = arg->gp = arg->fp = 0;
            arg->align = ty_align(types[i]) < 8 ? 8 : ty_align(types[i]);
        }
        if (arg->gp <= gp && arg->fp <= fp) gp -= arg->gp, fp -= arg->fp;
        arg->first = n;
        if (arg->kind == ABI_MEMORY) params[n++] = g->ptr;
        for (int k = 0; k < arg->nparts; k++) params[n++] = arg->part[k];
        if (i < nfixed) fixed = n;
    }
    if (!nfixed) fixed = sig->sret + nhidden;
    LLVMTypeRef result = g->void_;
    if (sig->ret.nparts == 1) result = sig->ret.part[0];
    if (sig->ret.nparts == 2) result = LLVMStructTypeInContext(g->ctx, sig->ret.part, 2, false);
    sig->type = LLVMFunctionType(result, params, (unsigned)fixed, variadic);
    return sig;
}

static void add_attr(LLVMValueRef fn, bool call, unsigned index, LLVMAttributeRef attr) {
    if (call)
        LLVMAddCallSiteAttribute(fn, index, attr);
    else
        LLVMAddAttributeAtIndex(fn, index, attr);
}

static LLVMAttributeRef type_attr(struct gen *g, const char *name, LLVMTypeRef type) {
    return LLVMCreateTypeAttribute(g->ctx, LLVMGetEnumAttributeKindForName(name, strlen(name)),
                                   type);
}

void abi_attributes(struct gen *g, const struct abi_sig *sig, LLVMValueRef fn, bool call) {
    if (sig->sret) {
        add_attr(fn, call, 1, type_attr(g, "sret", ty_mem(g, sig->ret.type)));
        add_attr(fn, call, 1, enum_attr(g, "align", ty_align(sig->ret.type)));
        add_attr(fn, call, 1, enum_attr(g, "noalias", 0));
    }
    if (sig->ret.kind == ABI_SCALAR && (sig->ret.sext || sig->ret.zext))
        add_attr(fn, call, LLVMAttributeReturnIndex,
                 enum_attr(g, sig->ret.sext ? "signext" : "zeroext", 0));
    int n = call ? sig->nargs : sig->nfixed;
    for (int i = 0; i < n; i++) {
        const struct abi_arg *arg = &sig->args[i];
        unsigned index = (unsigned)arg->first + 1;
        if (arg->kind == ABI_MEMORY && arg->by_address) {
            add_attr(fn, call, index, enum_attr(g, "align", arg->type->align));
        } else if (arg->kind == ABI_MEMORY) {
            add_attr(fn, call, index, type_attr(g, "byval", ty_mem(g, arg->type)));
            add_attr(fn, call, index, enum_attr(g, "align", arg->align));
        } else if (arg->sext || arg->zext) {
            add_attr(fn, call, index, enum_attr(g, arg->sext ? "signext" : "zeroext", 0));
        }
        if (!call && arg->type->kind == HD_TY_PTR && (arg->type->quals & Q_RESTRICT))
            add_attr(fn, call, index, enum_attr(g, "noalias", 0));
    }
}

// ---- passing ------------------------------------------------------------------------------------

static struct val in_memory(struct fn *f, struct val v) { // as VAL_MEM
    if (v.kind == VAL_MEM) return v;
    struct place p = place_of(f, v);
    return (struct val){.kind = VAL_MEM, .v = p.addr, .align = p.align, .type = p.type};
}

static uint32_t align_at(uint32_t align, uint64_t offset) {
    uint64_t low = offset & -offset;
    return offset && low < align ? (uint32_t)low : align;
}

// long double parts are 16 bytes apart
static uint64_t part_offset(const struct abi_arg *arg, int k) {
    return k ? (LLVMGetTypeKind(arg->part[0]) == LLVMX86_FP80TypeKind ? 16 : 8) : 0;
}

struct val abi_call(struct fn *f, LLVMValueRef callee, const struct abi_sig *sig,
                    LLVMValueRef *hidden, struct val *args, LLVMValueRef into,
                    LLVMValueRef *call_out) {
    struct gen *g = f->g;
    LLVMValueRef *values = HD_NEW_ARRAY(g->arena, LLVMValueRef, sig->nargs * 2 + sig->nhidden + 1);
    int n = 0;
    struct val result = {.kind = VAL_NONE, .type = sig->ret.type};
    if (sig->sret) {
        result =
            (struct val){.kind = VAL_MEM, .align = ty_align(sig->ret.type), .type = sig->ret.type};
        result.v = values[n++] = into ? into : temp_for(f, sig->ret.type);
    }
    for (int i = 0; i < sig->nhidden; i++) values[n++] = hidden[i];
    for (int i = 0; i < sig->nargs; i++) {
        const struct abi_arg *arg = &sig->args[i];
        if (arg->kind == ABI_SCALAR) {
            values[n++] = as_passed(f, args[i].v, arg);
        } else if (arg->kind == ABI_MEMORY) {
            struct val v = in_memory(f, args[i]);
            if (v.align < arg->align && !arg->by_address) { // byval promises an alignment
                LLVMValueRef copy = temp(f, ty_mem(g, arg->type), arg->align);
                access_copy(f, copy, arg->align, v.v, v.align, arg->type->size, false);
                v.v = copy;
            }
            values[n++] = v.v;
        } else if (arg->kind == ABI_PARTS) {
            struct val v = in_memory(f, args[i]);
            for (int k = 0; k < arg->nparts; k++)
                values[n++] = raw_load(f, arg->part[k], byte_offset(f, v.v, part_offset(arg, k)),
                                       align_at(v.align, part_offset(arg, k)));
        }
    }
    LLVMValueRef call = build_call(f, sig->type, callee, values, (unsigned)n);
    abi_attributes(g, sig, call, true);
    if (call_out) *call_out = call;
    if (sig->ret.kind == ABI_SCALAR)
        return val_scalar(as_value(f, call, sig->ret.type), sig->ret.type);
    if (sig->ret.kind != ABI_PARTS) {
        if (result.kind == VAL_NONE && ty_is_agg(sig->ret.type)) // an empty record
            result = (struct val){.kind = VAL_MEM,
                                  .v = temp_for(f, sig->ret.type),
                                  .align = 1,
                                  .type = sig->ret.type};
        else if (result.kind == VAL_MEM && sig->ret.type->kind == HD_TY_COMPLEX)
            return access_load(f, place_at(result.v, sig->ret.type));
        return result;
    }
    uint32_t align = ty_align(sig->ret.type) < 8 ? 8 : ty_align(sig->ret.type);
    LLVMValueRef memory = temp(f, ty_bytes(g, HD_ROUND_UP(sig->ret.type->size, 8)), align);
    for (int k = 0; k < sig->ret.nparts; k++) {
        LLVMValueRef part =
            sig->ret.nparts == 1 ? call : LLVMBuildExtractValue(f->b, call, (unsigned)k, "");
        raw_store(f, part, byte_offset(f, memory, part_offset(&sig->ret, k)), 8);
    }
    if (sig->ret.type->kind == HD_TY_COMPLEX) {
        struct place p = place_at(memory, sig->ret.type);
        p.any_alias = true;
        p.space = SPACE_LOCAL;
        return access_load(f, p);
    }
    return (struct val){.kind = VAL_MEM, .v = memory, .align = align, .type = sig->ret.type};
}

struct val abi_receive(struct fn *f, const struct abi_arg *arg) {
    struct gen *g = f->g;
    if (arg->kind == ABI_SCALAR)
        return val_scalar(as_value(f, LLVMGetParam(f->fn, (unsigned)arg->first), arg->type),
                          arg->type);
    struct val v = {.kind = VAL_MEM, .align = ty_align(arg->type), .type = arg->type};
    if (arg->kind == ABI_MEMORY) {
        v.v = LLVMGetParam(f->fn, (unsigned)arg->first);
        return v;
    }
    if (v.align < 8) v.align = 8;
    v.v = temp(f, ty_bytes(g, HD_ROUND_UP(arg->type->size, 8)), v.align);
    for (int k = 0; k < arg->nparts; k++)
        raw_store(f, LLVMGetParam(f->fn, (unsigned)(arg->first + k)),
                  byte_offset(f, v.v, part_offset(arg, k)), 8);
    return v;
}

void abi_return(struct fn *f, struct val v) {
    const struct abi_arg *ret = &f->sig->ret;
    if (f->sig->sret) {
        struct val m = in_memory(f, v);
        access_copy(f, f->sret, ty_align(ret->type), m.v, m.align, ret->type->size, false);
        LLVMBuildRetVoid(f->b);
    } else if (ret->kind == ABI_SCALAR) {
        LLVMBuildRet(f->b, as_passed(f, v.v, ret));
    } else if (ret->kind == ABI_PARTS) {
        struct val m = in_memory(f, v);
        LLVMValueRef parts[2];
        for (int k = 0; k < ret->nparts; k++)
            parts[k] = raw_load(f, ret->part[k], byte_offset(f, m.v, part_offset(ret, k)),
                                align_at(m.align, part_offset(ret, k)));
        if (ret->nparts == 1)
            LLVMBuildRet(f->b, parts[0]);
        else
            LLVMBuildAggregateRet(f->b, parts, 2);
    } else {
        LLVMBuildRetVoid(f->b);
    }
}

// ---- va_arg -------------------------------------------------------------------------------------
// struct __va_list_tag { unsigned gp_offset, fp_offset; void *overflow_arg_area, *reg_save_area; }:
// general registers are saved at 0..47 of the save area, vector registers at 48..175, 16 bytes
// each.

static LLVMValueRef from_stack(struct fn *f, LLVMValueRef list, const struct hd_type *type) {
    struct gen *g = f->g;
    LLVMValueRef slot = byte_offset(f, list, 8), area = raw_load(f, g->ptr, slot, 8);
    if (ty_align(type) > 8) {
        LLVMValueRef bits = LLVMBuildPtrToInt(f->b, area, g->i64, "");
        bits = LLVMBuildAdd(f->b, bits, const_i64(g, ty_align(type) - 1), "");
        bits = LLVMBuildAnd(f->b, bits, const_i64(g, -(int64_t)ty_align(type)), "");
        area = LLVMBuildIntToPtr(f->b, bits, g->ptr, "");
    }
    raw_store(f, byte_offset(f, area, HD_ROUND_UP(type->size, 8)), slot, 8);
    return area;
}

static LLVMValueRef from_registers(struct fn *f, LLVMValueRef list, const struct abi_arg *arg) {
    struct gen *g = f->g;
    LLVMValueRef save = raw_load(f, g->ptr, byte_offset(f, list, 16), 8);
    LLVMValueRef gp = raw_load(f, g->i32, list, 8),
                 fp = raw_load(f, g->i32, byte_offset(f, list, 4), 4);
    LLVMValueRef gp64 = LLVMBuildZExt(f->b, gp, g->i64, ""),
                 fp64 = LLVMBuildZExt(f->b, fp, g->i64, "");
    LLVMValueRef gp_at = LLVMBuildInBoundsGEP2(f->b, g->i8, save, &gp64, 1, "");
    LLVMValueRef fp_at = LLVMBuildInBoundsGEP2(f->b, g->i8, save, &fp64, 1, "");
    if (arg->gp) raw_store(f, LLVMBuildAdd(f->b, gp, const_i32(g, 8 * arg->gp), ""), list, 8);
    if (arg->fp)
        raw_store(f, LLVMBuildAdd(f->b, fp, const_i32(g, 16 * arg->fp), ""),
                  byte_offset(f, list, 4), 4);
    if (!arg->fp) return gp_at;
    if (!arg->gp && arg->fp == 1) return fp_at;
    LLVMValueRef both = temp(f, ty_bytes(g, 16), 16);
    int gp_used = 0, fp_used = 0;
    for (int k = 0; k < arg->nparts; k++) {
        LLVMTypeKind kind = LLVMGetTypeKind(arg->part[k]);
        LLVMValueRef from = kind == LLVMIntegerTypeKind
                                ? byte_offset(f, gp_at, 8 * (uint64_t)gp_used++)
                                : byte_offset(f, fp_at, 16 * (uint64_t)fp_used++);
        raw_store(f, raw_load(f, arg->part[k], from, 8), byte_offset(f, both, 8 * (uint64_t)k), 8);
    }
    return both;
}

struct val emit_va_arg(struct fn *f, LLVMValueRef list, struct hd_type *type) {
    struct gen *g = f->g;
    struct abi_arg arg = abi_classify(g, type, false);
    LLVMValueRef addr;
    bool in_memory_only = arg.kind == ABI_MEMORY || type->kind == HD_TY_LDOUBLE || type->size > 16;
    if (arg.kind == ABI_NONE) {
        addr = temp_for(f, type);
    } else if (in_memory_only) {
        addr = from_stack(f, list, type);
    } else {
        LLVMBasicBlockRef regs = new_block(f, "va.reg"), stack = new_block(f, "va.stack"),
                          done = new_block(f, "va.end");
        LLVMValueRef fits = LLVMConstInt(g->i1, 1, false);
        if (arg.gp)
            fits = LLVMBuildICmp(f->b, LLVMIntULE, raw_load(f, g->i32, list, 8),
                                 const_i32(g, 48 - 8 * arg.gp), "");
        if (arg.fp) {
            LLVMValueRef fp = raw_load(f, g->i32, byte_offset(f, list, 4), 4);
            LLVMValueRef ok =
                LLVMBuildICmp(f->b, LLVMIntULE, fp, const_i32(g, 176 - 16 * arg.fp), "");
            fits = arg.gp ? LLVMBuildAnd(f->b, fits, ok, "") : ok;
        }
        LLVMBuildCondBr(f->b, fits, regs, stack);
        LLVMPositionBuilderAtEnd(f->b, regs);
        LLVMValueRef from[2];
        from[0] = from_registers(f, list, &arg);
        LLVMBasicBlockRef ends[2] = {LLVMGetInsertBlock(f->b), stack};
        LLVMBuildBr(f->b, done);
        LLVMPositionBuilderAtEnd(f->b, stack);
        from[1] = from_stack(f, list, type);
        LLVMBuildBr(f->b, done);
        LLVMPositionBuilderAtEnd(f->b, done);
        addr = LLVMBuildPhi(f->b, g->ptr, "");
        LLVMAddIncoming(addr, from, ends, 2);
    }
    struct place p = place_at(addr, hd_type_unqual(type));
    p.any_alias = true;
    if (p.align > 8 && !in_memory_only) p.align = 8;
    struct val v = access_load(f, p);
    if (v.kind != VAL_MEM) return v;
    LLVMValueRef copy = temp_for(f, type); // the save area is not the caller's to keep
    access_copy(f, copy, ty_align(type), v.v, p.align, type->size, false);
    v.v = copy;
    v.align = ty_align(type);
    return v;
}
