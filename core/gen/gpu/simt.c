// Built-ins of kernels on the GPU: registers, barriers, warp operations, fences, device output.
//
// What both back ends know as an intrinsic is one; the rest is a line of PTX. Example:
// __shfl_down_sync(m, x, 1) on a double is two llvm.nvvm.shfl.sync.down.i32, one for each half;
// __activemask() is `activemask.b32`.
#include "gen/emit.h"

static LLVMValueRef call_nvvm(struct fn *f, const char *name, LLVMValueRef *args, int n) {
    return intrinsic(f, name, NULL, 0, args, n);
}

LLVMValueRef gpu_asm(struct fn *f, const char *text, const char *constraints, LLVMTypeRef result,
                     LLVMValueRef *args, int nargs, bool effects) {
    struct gen *g = f->g;
    LLVMTypeRef types[8];
    for (int i = 0; i < nargs; i++) types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, (unsigned)nargs, false);
    LLVMValueRef code = LLVMGetInlineAsm(type, text, strlen(text), constraints, strlen(constraints),
                                         effects, false, LLVMInlineAsmDialectATT, false);
    LLVMValueRef call = LLVMBuildCall2(f->b, type, code, args, (unsigned)nargs, "");
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, g->attr_nounwind);
    if (effects)
        LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, enum_attr(g, "convergent", 0));
    return call;
}

// ---- special registers --------------------------------------------------------------------------

// Without the range that the value has: knowing it, libNVVM unrolls loops over the threads of a
// block that nvcc leaves alone.
LLVMValueRef gpu_register(struct fn *f, const char *name, int dim) {
    return call_nvvm(f, hd_printf(f->g->arena, "llvm.nvvm.read.ptx.sreg.%s.%c", name, "xyz"[dim]),
                     NULL, 0);
}

// ---- barriers and fences ------------------------------------------------------------------------

static struct val barrier(struct fn *f, const struct hd_expr *e, struct val *args) {
    const char *op = e->builtin->arg ? e->builtin->arg : "";
    struct val out = val_none();
    if (!strcmp(op, "grid")) {
        gpu_library(f, "grid_sync", args, 0, hd_ty.void_, &out);
        return out;
    }
    if (!*op || !strcmp(op, "cluster")) { // which has one block
        call_nvvm(f, "llvm.nvvm.barrier0", NULL, 0);
        return val_none();
    }
    const char *name = !strcmp(op, "count") ? "llvm.nvvm.barrier0.popc"
                                            : hd_printf(f->g->arena, "llvm.nvvm.barrier0.%s", op);
    LLVMValueRef predicate = convert(f, args[0], hd_ty.int_).v;
    return convert(f, val_scalar(call_nvvm(f, name, &predicate, 1), hd_ty.int_), e->type);
}

void gpu_fence(struct fn *f, const char *scope) {
    call_nvvm(f, hd_printf(f->g->arena, "llvm.nvvm.membar.%s", scope), NULL, 0);
}

static struct val fence(struct fn *f, const struct hd_expr *e) {
    const char *arg = e->builtin->arg ? e->builtin->arg : "";
    gpu_fence(f, !strcmp(arg, "block") ? "cta" : !strcmp(arg, "system") ? "sys" : "gl");
    return val_none();
}

// ---- warps --------------------------------------------------------------------------------------

static LLVMValueRef mask_of(struct fn *f, const struct hd_expr *e, struct val *args) {
    return e->nargs ? convert(f, args[0], hd_ty.uint_).v : const_i32(f->g, -1);
}

static LLVMValueRef half_of(struct fn *f, LLVMValueRef bits, int i) {
    if (i) bits = LLVMBuildLShr(f->b, bits, const_i64(f->g, 32), "");
    return LLVMBuildTrunc(f->b, bits, f->g->i32, "");
}

static struct val shuffle(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct gen *g = f->g;
    const char *op = e->builtin->arg;
    bool up = !strcmp(op, "up");
    const char *name =
        hd_printf(g->arena, "llvm.nvvm.shfl.sync.%s.i32", !strcmp(op, "xor") ? "bfly" : op);
    struct val width =
        e->nargs > 3 ? convert(f, args[3], hd_ty.int_) : val_scalar(const_i32(g, 32), hd_ty.int_);
    LLVMValueRef segment =
        LLVMBuildShl(f->b, LLVMBuildSub(f->b, const_i32(g, 32), width.v, ""), const_i32(g, 8), "");
    LLVMValueRef limits = up ? segment : LLVMBuildOr(f->b, segment, const_i32(g, 31), "");
    struct val v = convert(f, args[1], e->type);
    LLVMValueRef bits = bits_of(f, v, v.type->size > 4 ? 64 : 32), r = NULL;
    for (int i = 0; i < (v.type->size > 4 ? 2 : 1); i++) {
        LLVMValueRef word = v.type->size > 4 ? half_of(f, bits, i) : bits;
        LLVMValueRef a[4] = {mask_of(f, e, args), word, convert(f, args[2], hd_ty.int_).v, limits};
        word = call_nvvm(f, name, a, 4);
        if (v.type->size <= 4) return val_of_bits(f, word, e->type);
        word = LLVMBuildZExt(f->b, word, g->i64, "");
        r = i ? LLVMBuildOr(f->b, r, LLVMBuildShl(f->b, word, const_i64(g, 32), ""), "") : word;
    }
    return val_of_bits(f, r, e->type);
}

static struct val vote(struct fn *f, const struct hd_expr *e, struct val *args) {
    const char *op = e->builtin->arg;
    LLVMValueRef a[2] = {mask_of(f, e, args), to_bool(f, args[1])};
    LLVMValueRef r = call_nvvm(f, hd_printf(f->g->arena, "llvm.nvvm.vote.%s.sync", op), a, 2);
    if (LLVMTypeOf(r) == f->g->i1) return bool_val(f, r, e->type);
    return convert(f, val_scalar(r, hd_ty.uint_), e->type);
}

static struct val match(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct gen *g = f->g;
    bool wide = args[1].type->size > 4, all = e->nargs > 2;
    LLVMValueRef a[2] = {mask_of(f, e, args), bits_of(f, args[1], wide ? 64 : 32)};
    const char *name = hd_printf(g->arena, "llvm.nvvm.match.%s.sync.i%d%s", all ? "all" : "any",
                                 wide ? 64 : 32, all ? "p" : "");
    LLVMValueRef r = call_nvvm(f, name, a, 2);
    if (all) {
        LLVMValueRef same = LLVMBuildZExt(f->b, LLVMBuildExtractValue(f->b, r, 1, ""), g->i32, "");
        raw_store(f, same, args[2].v, 4);
        r = LLVMBuildExtractValue(f->b, r, 0, "");
    }
    return convert(f, val_scalar(r, hd_ty.uint_), e->type);
}

static struct val reduce(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct gen *g = f->g;
    if (!gpu_needs(f, e->builtin->name, 80)) return val_scalar(LLVMGetUndef(g->i32), e->type);
    const char *op = e->builtin->arg;
    bool bitwise = !strcmp(op, "and") || !strcmp(op, "or") || !strcmp(op, "xor");
    const char *kind = bitwise ? "b32" : hd_type_is_signed(ty_value(args[1].type)) ? "s32" : "u32";
    LLVMValueRef a[2] = {convert(f, args[1], hd_ty.uint_).v, mask_of(f, e, args)};
    const char *text = hd_printf(g->arena, "redux.sync.%s.%s $0, $1, $2;", op, kind);
    return convert(f, val_scalar(gpu_asm(f, text, "=r,r,r", g->i32, a, 2, true), hd_ty.uint_),
                   e->type);
}

// ---- output and ends ----------------------------------------------------------------------------

// The driver's buffer for printf is a ring: what does not fit overwrites what came first, and
// nobody says so. So kernels count the bytes that they put there, and gpu/flight.c compares that
// with the buffer's size.
static void count_printed(struct fn *f, uint64_t arguments) {
    struct gen *g = f->g;
    LLVMValueRef sum = LLVMGetNamedGlobal(g->mod, "heddle_printed");
    if (!sum) {
        sum = LLVMAddGlobalInAddressSpace(g->mod, g->i64, "heddle_printed", 1);
        LLVMSetInitializer(sum, LLVMConstNull(g->i64));
        LLVMSetAlignment(sum, 8);
    }
    LLVMValueRef bytes =
        const_i64(g, (int64_t)HD_ROUND_UP(arguments, 8) + 16); // a header, the format's address
    LLVMBuildAtomicRMW(f->b, LLVMAtomicRMWBinOpAdd, sum, bytes, LLVMAtomicOrderingMonotonic, false);
}

static const char *literal_text(LLVMValueRef format, size_t *len) {
    while (LLVMIsAConstantExpr(format)) format = LLVMGetOperand(format, 0);
    LLVMValueRef text = LLVMIsAGlobalVariable(format) ? LLVMGetInitializer(format) : NULL;
    bool known = text && LLVMIsAConstantDataArray(text) && LLVMIsConstantString(text);
    return known ? LLVMGetAsString(text, len) : NULL;
}

static void refuse_star(struct fn *f) {
    struct hd_diag *d =
        hd_error(f->g->job->diags, (struct hd_range){f->loc, f->loc},
                 "printf in a kernel on a GPU has no `*` for a width or a precision");
    hd_help(f->g->job->diags, d, "write the number into the format: %%6d, %%.3f");
}

// A driver's printf knows the lengths l, ll and none (CUDA Programming Guide, "Formatted Output"):
// at others, and at `*`, it loses its place among the arguments and ends in wild addresses. So hh
// and h are said by the argument, z, j and t by ll. Without a literal nothing can be done.
static LLVMValueRef driver_format(struct fn *f, struct val *args, int nargs) {
    size_t len = 0, begin;
    const char *text = literal_text(args[0].v, &len);
    struct hd_buf out = {0};
    bool other = false;
    int arg = 1;
    for (size_t i = 0; text && i < len;) {
        if (text[i] != '%' || i + 1 >= len) {
            hd_buf_putc(&out, text[i++]);
            continue;
        }
        for (begin = i++; i < len && text[i] && strchr("-+ #0123456789.*", text[i]); i++)
            if (text[i] == '*') {
                refuse_star(f);
                hd_buf_finish(&out);
                return args[0].v;
            }
        hd_buf_add(&out, text + begin, i - begin);
        for (begin = i; i < len && text[i] && strchr("hlLqzjt", text[i]);) i++;
        bool shorter = i > begin && text[begin] == 'h', byte = shorter && i > begin + 1;
        bool word = i > begin && strchr("zjt", text[begin]);
        if (shorter && i < len && arg < nargs && strchr("diouxX", text[i])) {
            bool is_signed = text[i] == 'd' || text[i] == 'i';
            struct hd_type *type = byte        ? is_signed ? hd_ty.schar : hd_ty.uchar
                                   : is_signed ? hd_ty.short_
                                               : hd_ty.ushort_;
            args[arg] = convert(f, convert(f, args[arg], type), hd_ty.int_);
        } else if (word) {
            hd_buf_puts(&out, "ll");
        } else if (!shorter) {
            hd_buf_add(&out, text + begin, i - begin);
        }
        other = other || shorter || word;
        if (i < len && text[i] != '%') arg++;
        if (i < len) hd_buf_putc(&out, text[i++]);
    }
    LLVMValueRef format = args[0].v;
    if (other) {
        LLVMValueRef image = LLVMConstStringInContext(f->g->ctx, out.s, (unsigned)out.len, true);
        format = gpu_generic(f->g, gpu_global(f->g, NULL, image, "format", 1, 1));
    }
    hd_buf_finish(&out);
    return format;
}

// printf's arguments lie in memory one after the other, each aligned to its size.
struct val gpu_printf(struct fn *f, struct val *args, int nargs) {
    struct gen *g = f->g;
    g->gpu->prints = true;
    LLVMValueRef format = driver_format(f, args, nargs);
    uint64_t size = 0;
    for (int i = 1; i < nargs; i++) {
        uint64_t each =
            args[i].kind == VAL_SCALAR && args[i].type->size <= 4 && !ty_is_fp(args[i].type) ? 4
                                                                                             : 8;
        size = HD_ROUND_UP(size, each) + each;
    }
    LLVMValueRef buffer = size ? temp(f, ty_bytes(g, size), 8) : LLVMConstPointerNull(g->ptr);
    uint64_t at_byte = 0;
    for (int i = 1; i < nargs; i++) {
        struct val v = args[i];
        if (v.kind == VAL_SCALAR && ty_is_fp(v.type)) v = convert(f, v, hd_ty.double_);
        if (v.kind == VAL_SCALAR && hd_type_is_integer(v.type) && v.type->size < 4)
            v = convert(f, v, hd_ty.int_);
        uint64_t each = v.kind == VAL_SCALAR && v.type->size <= 4 ? 4 : 8;
        at_byte = HD_ROUND_UP(at_byte, each);
        LLVMValueRef bits =
            v.kind == VAL_SCALAR && LLVMGetTypeKind(LLVMTypeOf(v.v)) == LLVMPointerTypeKind
                ? v.v
                : bits_of(f, v, (unsigned)each * 8);
        raw_store(f, bits, byte_offset(f, buffer, at_byte), (uint32_t)each);
        at_byte += each;
    }
    count_printed(f, size);
    LLVMTypeRef params[2] = {g->ptr, g->ptr}, type = LLVMFunctionType(g->i32, params, 2, false);
    LLVMValueRef fn = LLVMGetNamedFunction(g->mod, "vprintf"), a[2] = {format, buffer};
    if (!fn) fn = LLVMAddFunction(g->mod, "vprintf", type);
    return val_scalar(LLVMBuildCall2(f->b, type, fn, a, 2, ""), hd_ty.int_);
}

static struct val device_assert(struct fn *f, struct val *args) {
    struct val out = val_none();
    gpu_library(f, "__assert_fail", args, 4, hd_ty.void_, &out);
    return out;
}

static struct val time_of(struct fn *f, const struct hd_expr *e) {
    struct gen *g = f->g;
    bool wide = e->type->size > 4;
    if (e->builtin->lower == LOWER_GLOBALTIMER) {
        LLVMValueRef v = gpu_asm(f, "mov.u64 $0, %globaltimer;", "=l", g->i64, NULL, 0, true);
        return convert(f, val_scalar(v, hd_ty.ulong_), e->type);
    }
    bool full = !strcmp(e->builtin->name, "clock64") && wide; // clock() counts modulo 2^32
    LLVMValueRef v = full ? gpu_asm(f, "mov.u64 $0, %clock64;", "=l", g->i64, NULL, 0, true)
                          : gpu_asm(f, "mov.u32 $0, %clock;", "=r", g->i32, NULL, 0, true);
    return convert(f, val_scalar(v, full ? hd_ty.long_ : hd_ty.uint_), e->type);
}

static struct val runtime(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct val out = val_none();
    const char *name = e->builtin->arg ? e->builtin->arg : e->builtin->name;
    if (!gpu_library(f, name, args, e->nargs, e->type, &out))
        gpu_library_error(f, e->builtin->name);
    if (out.kind == VAL_SCALAR) out.type = e->type;
    return out;
}

struct val gpu_simt(struct fn *f, const struct hd_expr *e, struct val *args) {
    LLVMValueRef mask;
    switch (e->builtin->lower) {
    case LOWER_ATOMIC: return gpu_atomic(f, e, args);
    case LOWER_FENCE: return fence(f, e);
    case LOWER_CLOCK:
    case LOWER_GLOBALTIMER: return time_of(f, e);
    case LOWER_DEVICE_PRINTF: return gpu_printf(f, args, e->nargs);
    case LOWER_DEVICE_ASSERT: return device_assert(f, args);
    case LOWER_RUNTIME_CTX: return runtime(f, e, args);
    case LOWER_BARRIER: return barrier(f, e, args);
    case LOWER_SYNCWARP:
        mask = mask_of(f, e, args);
        call_nvvm(f, "llvm.nvvm.bar.warp.sync", &mask, 1);
        return val_none();
    case LOWER_SHFL: return shuffle(f, e, args);
    case LOWER_VOTE: return vote(f, e, args);
    case LOWER_MATCH: return match(f, e, args);
    case LOWER_ACTIVEMASK:
        mask = gpu_asm(f, "activemask.b32 $0;", "=r", f->g->i32, NULL, 0, true);
        return convert(f, val_scalar(mask, hd_ty.uint_), e->type);
    default: return reduce(f, e, args);
    }
}
