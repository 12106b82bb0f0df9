// Library functions on the GPU: what `sinf`, `__fadd_rz` or `strlen` become there.
//
// Simple ones are instructions (LLVM intrinsics that both back ends know); the mathematical ones
// are libdevice's, whose bodies the back end links when the module uses them; a few string
// functions have bodies below, as LLVM IR. Example: `expf(x)` calls __nv_expf, with fast math
// __nv_fast_expf; `sqrtf(x)` is llvm.sqrt.f32.
#include "gen/emit.h"

#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

// ---- libdevice ----------------------------------------------------------------------------------

// Base names; `name` takes doubles, `namef` floats.
static const char *const by_type[] = {
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "cos",
    "cosh",
    "cospi",
    "cyl_bessel_i0",
    "cyl_bessel_i1",
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fdim",
    "fmod",
    "frexp",
    "hypot",
    "ilogb",
    "j0",
    "j1",
    "jn",
    "ldexp",
    "lgamma",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "modf",
    "nan",
    "nextafter",
    "norm",
    "norm3d",
    "norm4d",
    "normcdf",
    "normcdfinv",
    "pow",
    "rcbrt",
    "remainder",
    "remquo",
    "rhypot",
    "rnorm",
    "rnorm3d",
    "rnorm4d",
    "round",
    "rsqrt",
    "scalbn",
    "sin",
    "sincos",
    "sincospi",
    "sinh",
    "sinpi",
    "tan",
    "tanh",
    "tgamma",
    "y0",
    "y1",
    "yn",
};

static const char *const fast[] = {"sinf",  "cosf",   "tanf", "expf",    "exp10f", "logf",
                                   "log2f", "log10f", "powf", "sincosf", "tanhf"};

// Functions of prelude.cu that libdevice or the machine has; the row gives the name.
static const struct {
    const char *name, *device;
} prelude[] = {
    {"rsqrtf", "rsqrtf"},
    {"rsqrt", "rsqrt"},
    {"__frsqrt_rn", "frsqrt_rn"},
    {"rhypot", "rhypot"},
    {"rhypotf", "rhypotf"},
    {"norm3d", "norm3d"},
    {"norm3df", "norm3df"},
    {"rnorm3d", "rnorm3d"},
    {"rnorm3df", "rnorm3df"},
    {"norm4d", "norm4d"},
    {"norm4df", "norm4df"},
    {"rnorm4d", "rnorm4d"},
    {"rnorm4df", "rnorm4df"},
    {"__mul24", "mul24"},
    {"__umul24", "umul24"},
    {"__sad", "sad"},
    {"__usad", "usad"},
    {"__hadd", "hadd"},
    {"__rhadd", "rhadd"},
    {"__uhadd", "uhadd"},
    {"__urhadd", "urhadd"},
    {"__hiloint2double", "hiloint2double"},
    {"__double2hiint", "double2hiint"},
    {"__double2loint", "double2loint"},
};

// LLVM's intrinsics of the C library's functions.
static const struct {
    const char *name, *intrinsic;
    int nargs;
} instructions[] = {
    {"sqrt", "llvm.sqrt", 1},         {"fabs", "llvm.fabs", 1},      {"floor", "llvm.floor", 1},
    {"ceil", "llvm.ceil", 1},         {"trunc", "llvm.trunc", 1},    {"rint", "llvm.rint", 1},
    {"nearbyint", "llvm.rint", 1},    {"roundeven", "llvm.rint", 1}, {"fmin", "llvm.minnum", 2},
    {"fmax", "llvm.maxnum", 2},       {"minnum", "llvm.minnum", 2},  {"maxnum", "llvm.maxnum", 2},
    {"copysign", "llvm.copysign", 2}, {"fma", "llvm.fma", 3},
};

static LLVMValueRef call_extern(struct fn *f, const char *name, LLVMTypeRef result,
                                LLVMValueRef *values, int n, bool pure) {
    struct gen *g = f->g;
    LLVMTypeRef types[8];
    for (int i = 0; i < n; i++) types[i] = LLVMTypeOf(values[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, (unsigned)n, false);
    LLVMValueRef fn = LLVMGetNamedFunction(g->mod, name);
    if (!fn) {
        fn = LLVMAddFunction(g->mod, name, type);
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, g->attr_nounwind);
    }
    LLVMValueRef call = LLVMBuildCall2(f->b, type, fn, values, (unsigned)n, "");
    if (pure) pure_call(g, call);
    return call;
}

static bool call_libdevice(struct fn *f, const char *name, struct val *args, int n,
                           struct hd_type *ret, struct val *out) {
    struct gen *g = f->g;
    LLVMValueRef values[8];
    bool pure = ret->kind != HD_TY_VOID;
    for (int i = 0; i < n && i < 8; i++) {
        values[i] = args[i].v;
        if (args[i].kind != VAL_SCALAR) return false;
        pure = pure && LLVMGetTypeKind(LLVMTypeOf(args[i].v)) != LLVMPointerTypeKind;
    }
    const char *symbol = hd_printf(g->arena, "__nv_%s", name);
    const struct hd_type *t = ty_value(ret);
    bool counts = !strncmp(name, "ilogb", 5),
         rounds = !strncmp(name, "ll", 2) && strstr(name, "2") == NULL;
    LLVMTypeRef result = counts ? g->i32 : rounds ? g->i64 : ty_reg(g, t);
    LLVMValueRef v = call_extern(f, symbol, result, values, n, pure);
    *out = ret->kind == HD_TY_VOID ? val_none() : val_scalar(v, ret);
    return true;
}

static bool in_list(const char *const *list, int n, const char *name, size_t len) {
    for (int i = 0; i < n; i++)
        if (strlen(list[i]) == len && !memcmp(list[i], name, len)) return true;
    return false;
}

static bool is_rounded(const char *name) { // fadd_rz, double2float_ru, int2float_rd
    size_t n = strlen(name);
    return n > 3 && name[n - 3] == '_' && name[n - 2] == 'r' && strchr("nzud", name[n - 1]);
}

static bool mathematical(struct fn *f, const char *name, struct val *args, int n,
                         struct hd_type *ret, struct val *out) {
    struct gen *g = f->g;
    size_t len = strlen(name);
    bool single = len > 1 && name[len - 1] == 'f' &&
                  !in_list(by_type, HD_COUNT(by_type), name, len) && strcmp(name, "erf") != 0;
    size_t base = single ? len - 1 : len;
    for (int i = 0; i < HD_COUNT(instructions); i++) {
        if (strlen(instructions[i].name) != base || memcmp(instructions[i].name, name, base) ||
            n != instructions[i].nargs)
            continue;
        LLVMTypeRef type = ty_reg(g, ret);
        LLVMValueRef values[3];
        for (int k = 0; k < n; k++) values[k] = args[k].v;
        *out = val_scalar(intrinsic(f, instructions[i].intrinsic, &type, 1, values, n), ret);
        return true;
    }
    if (g->gpu->fast_math && in_list(fast, HD_COUNT(fast), name, len) &&
        (strcmp(name, "tanhf") != 0 || g->gpu->arch >= 75))
        return call_libdevice(f, hd_printf(g->arena, "fast_%s", name), args, n, ret, out);
    if (in_list(by_type, HD_COUNT(by_type), name, base) || is_rounded(name))
        return call_libdevice(f, name, args, n, ret, out);
    return false;
}

static bool gpu_intrinsic(struct fn *f, const char *name, struct val *args, int nargs,
                          struct hd_type *ret, struct val *out) {
    if (!strncmp(name, "llvm.", 5)) name += 5;
    if (!ty_is_fp(ret) || ret->kind == HD_TY_LDOUBLE) return false;
    if (ret->kind != HD_TY_FLOAT && ret->kind != HD_TY_DOUBLE) return false;
    name = hd_printf(f->g->arena, "%s%s", name, ret->kind == HD_TY_FLOAT ? "f" : "");
    return mathematical(f, name, args, nargs, ret, out);
}

// Pairs of halves in one instruction, from the architectures on that have it (0: none).
static const struct {
    const char *name, *op;
    int half, bfloat;
} pair_ops[] = {
    {"__hadd2", "add", 53, 90},    {"__hsub2", "sub", 53, 90}, {"__hmul2", "mul", 53, 90},
    {"__hfma2", "fma.rn", 53, 80}, {"__hmax2", "max", 80, 80}, {"__hmin2", "min", 80, 80},
    {"__hneg2", "neg", 53, 80},    {"__habs2", "abs", 53, 80},
};

static bool pair_op(struct fn *f, const char *name, struct val *args, int n, struct hd_type *ret,
                    struct val *out) {
    struct gen *g = f->g;
    if (ret->kind != HD_TY_RECORD || ret->size != 4 || n > 3) return false;
    bool bfloat = ret->record->fields[0].type->kind == HD_TY_BF16;
    for (int i = 0; i < HD_COUNT(pair_ops); i++) {
        int arch = bfloat ? pair_ops[i].bfloat : pair_ops[i].half;
        if (strcmp(pair_ops[i].name, name) != 0 || g->gpu->arch < arch) continue;
        static const char *const operands[] = {"$1;", "$1, $2;", "$1, $2, $3;"},
                                 *const constraints[] = {"=r,r", "=r,r,r", "=r,r,r,r"};
        const char *text = hd_printf(g->arena, "%s.%s $0, %s", pair_ops[i].op,
                                     bfloat ? "bf16x2" : "f16x2", operands[n - 1]);
        LLVMValueRef bits[3];
        for (int k = 0; k < n; k++) bits[k] = bits_of(f, args[k], 32);
        *out = val_of_bits(f, gpu_asm(f, text, constraints[n - 1], g->i32, bits, n, false), ret);
        return true;
    }
    return false;
}

static bool half_fma(struct fn *f, const char *name, struct val *args, struct hd_type *ret,
                     struct val *out) {
    if (strcmp(name, "__hfma") != 0 || ret->kind != HD_TY_HALF) return false;
    LLVMTypeRef type = f->g->f16;
    *out = val_scalar(
        intrinsic(f, "llvm.fma", &type, 1, (LLVMValueRef[]){args[0].v, args[1].v, args[2].v}, 3),
        ret);
    return true;
}

bool gpu_prelude(struct fn *f, const struct hd_sym *sym, struct val *args, int nargs,
                 struct hd_type *ret, struct val *out) {
    if (!sym->def || !sym->def->system || !sym->name) return false;
    if (pair_op(f, sym->name, args, nargs, ret, out) || half_fma(f, sym->name, args, ret, out))
        return true;
    for (int i = 0; i < HD_COUNT(prelude); i++) {
        if (strcmp(prelude[i].name, sym->name)) continue;
        const char *name = prelude[i].device;
        bool single =
            ret->kind == HD_TY_FLOAT && (!strcmp(name, "rsqrt") || !strcmp(name, "rhypot"));
        if (strcmp(name, "norm3d") == 0 && ret->kind == HD_TY_FLOAT) single = true;
        return call_libdevice(f, single ? hd_printf(f->g->arena, "%sf", name) : name, args, nargs,
                              ret, out);
    }
    return false;
}

// ---- functions with a body here -----------------------------------------------------------------

#define STRING_LOOP(name, params, limit)                                                        \
    "define linkonce_odr i32 @hd_" name "(" params ") {\n"                                      \
    "entry:\n  br label %loop\n"                                                                \
    "loop:\n  %i = phi i64 [ 0, %entry ], [ %i1, %next ]\n" limit                               \
    "go:\n  %pa = getelementptr i8, ptr %a, i64 %i\n  %pb = getelementptr i8, ptr %b, i64 %i\n" \
    "  %x = load i8, ptr %pa\n  %y = load i8, ptr %pb\n  %i1 = add i64 %i, 1\n"                 \
    "  %differ = icmp ne i8 %x, %y\n  br i1 %differ, label %unlike, label %alike\n"
#define STRING_END                                                                                               \
    "unlike:\n  %x32 = zext i8 %x to i32\n  %y32 = zext i8 %y to i32\n  %d = sub i32 %x32, %y32\n  ret i32 %d\n" \
    "same:\n  ret i32 0\n}\n"
#define ENDS_AT_ZERO \
    "alike:\n  %end = icmp eq i8 %x, 0\n  br i1 %end, label %same, label %next\nnext:\n  br label %loop\n"
#define LIMITED "  %more = icmp ult i64 %i, %n\n  br i1 %more, label %go, label %same\n"

static const struct {
    const char *name, *ir;
} bodies[] = {
    {"strlen",
     "define linkonce_odr i64 @hd_strlen(ptr %s) {\nentry:\n  br label %loop\n"
     "loop:\n  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]\n  %p = getelementptr i8, ptr %s, i64 %i\n"
     "  %c = load i8, ptr %p\n  %i1 = add i64 %i, 1\n  %end = icmp eq i8 %c, 0\n"
     "  br i1 %end, label %done, label %loop\ndone:\n  ret i64 %i\n}\n"},
    {"strcmp", STRING_LOOP("strcmp", "ptr %a, ptr %b", "  br label %go\n") ENDS_AT_ZERO STRING_END},
    {"strncmp", STRING_LOOP("strncmp", "ptr %a, ptr %b, i64 %n", LIMITED) ENDS_AT_ZERO STRING_END},
    {"memcmp",
     STRING_LOOP("memcmp", "ptr %a, ptr %b, i64 %n",
                 LIMITED) "alike:\n  br label %next\nnext:\n  br label %loop\n" STRING_END},
    {"strcpy",
     "define linkonce_odr ptr @hd_strcpy(ptr %a, ptr %b) {\nentry:\n  br label %loop\n"
     "loop:\n  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]\n  %pa = getelementptr i8, ptr %a, i64 %i\n"
     "  %pb = getelementptr i8, ptr %b, i64 %i\n  %c = load i8, ptr %pb\n  store i8 %c, ptr %pa\n"
     "  %i1 = add i64 %i, 1\n  %end = icmp eq i8 %c, 0\n  br i1 %end, label %done, label %loop\n"
     "done:\n  ret ptr %a\n}\n"},
    {"strncpy",
     "define linkonce_odr ptr @hd_strncpy(ptr %a, ptr %b, i64 %n) {\nentry:\n  br label %loop\n"
     "loop:\n  %i = phi i64 [ 0, %entry ], [ %i1, %go ]\n  %j = phi i64 [ 0, %entry ], [ %j1, %go ]\n"
     "  %more = icmp ult i64 %i, %n\n  br i1 %more, label %go, label %done\n"
     "go:\n  %pa = getelementptr i8, ptr %a, i64 %i\n  %pb = getelementptr i8, ptr %b, i64 %j\n"
     "  %c = load i8, ptr %pb\n  store i8 %c, ptr %pa\n  %i1 = add i64 %i, 1\n  %on = icmp ne i8 %c, 0\n"
     "  %step = zext i1 %on to i64\n  %j1 = add i64 %j, %step\n  br label %loop\ndone:\n  ret ptr %a\n}\n"},
    // All blocks of the grid meet: a counter whose top bit changes when the last one has come.
    {"grid_sync",
     "@hd_grid_count = internal addrspace(1) global i32 0, align 4\n"
     "declare void @llvm.nvvm.barrier0()\ndeclare void @llvm.nvvm.membar.gl()\n"
     "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\ndeclare i32 @llvm.nvvm.read.ptx.sreg.tid.y()\n"
     "declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()\ndeclare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
     "declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()\ndeclare i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()\n"
     "declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()\ndeclare i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()\n"
     "declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()\n"
     "define linkonce_odr void @hd_grid_sync() convergent {\n"
     "  call void @llvm.nvvm.barrier0()\n"
     "  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()\n"
     "  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()\n  %xy = or i32 %x, %y\n  %xyz = or i32 %xy, %z\n"
     "  %first = icmp eq i32 %xyz, 0\n  br i1 %first, label %arrive, label %leave\n"
     "arrive:\n"
     "  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()\n"
     "  %bz = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()\n  %bxy = or i32 %bx, %by\n  %b = or i32 %bxy, %bz\n"
     "  %nx = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()\n  %ny = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()\n"
     "  %nz = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()\n  %nxy = mul i32 %nx, %ny\n  %n = mul i32 %nxy, %nz\n"
     "  %others = sub i32 %n, 1\n  %rest = sub i32 -2147483648, %others\n  %zero = icmp eq i32 %b, 0\n"
     "  %step = select i1 %zero, i32 %rest, i32 1\n"
     "  call void @llvm.nvvm.membar.gl()\n"
     "  %old = atomicrmw add ptr addrspace(1) @hd_grid_count, i32 %step monotonic\n"
     "  br label %wait\n"
     "wait:\n  %now = load volatile i32, ptr addrspace(1) @hd_grid_count, align 4\n"
     "  %change = xor i32 %old, %now\n  %waiting = icmp sgt i32 %change, -1\n"
     "  br i1 %waiting, label %wait, label %met\n"
     "met:\n  call void @llvm.nvvm.membar.gl()\n  br label %leave\n"
     "leave:\n  call void @llvm.nvvm.barrier0()\n  ret void\n}\n"},
};

void gpu_link_library(struct gen *g) {
    for (int i = 0; i < HD_COUNT(bodies); i++) {
        LLVMValueRef fn =
            LLVMGetNamedFunction(g->mod, hd_printf(g->arena, "hd_%s", bodies[i].name));
        if (!fn || LLVMCountBasicBlocks(fn)) continue;
        const char *ir = bodies[i].ir;
        LLVMMemoryBufferRef buffer =
            LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, strlen(ir), bodies[i].name);
        LLVMModuleRef module = NULL;
        char *message = NULL;
        if (LLVMParseIRInContext(g->ctx, buffer, &module, &message)) {
            internal_error(g, 0, message);
            LLVMDisposeMessage(message);
            return;
        }
        LLVMSetTarget(module, LLVMGetTarget(g->mod));
        LLVMSetDataLayout(module, LLVMGetDataLayoutStr(g->mod));
        LLVMLinkModules2(g->mod, module);
        LLVMSetLinkage(LLVMGetNamedFunction(g->mod, hd_printf(g->arena, "hd_%s", bodies[i].name)),
                       LLVMInternalLinkage);
    }
}

// ---- by name ------------------------------------------------------------------------------------

static struct val call_body(struct fn *f, const char *name, struct val *args, int n,
                            struct hd_type *ret) {
    struct gen *g = f->g;
    LLVMValueRef values[8];
    for (int i = 0; i < n && i < 8; i++) values[i] = args[i].v;
    LLVMTypeRef result = ret->kind == HD_TY_VOID ? g->void_ : ty_reg(g, ret);
    LLVMValueRef v = call_extern(f, hd_printf(g->arena, "hd_%s", name), result, values, n, false);
    return ret->kind == HD_TY_VOID ? val_none() : val_scalar(v, ret);
}

// A call of a function that a row of `library` is for.
struct library_call {
    const char *name;
    struct val *args;
    int nargs;
    struct hd_type *ret;
    struct val *out;
    int detail; // the row's
};

enum { COPY, MOVE, SET };

static bool memory_function(struct fn *f, const struct library_call *c) {
    struct gen *g = f->g;
    struct val *args = c->args;
    LLVMValueRef size = convert(f, args[2], hd_ty.ulong_).v;
    if (c->detail == COPY)
        LLVMBuildMemCpy(f->b, args[0].v, 1, args[1].v, 1, size);
    else if (c->detail == MOVE)
        LLVMBuildMemMove(f->b, args[0].v, 1, args[1].v, 1, size);
    else
        LLVMBuildMemSet(f->b, args[0].v,
                        LLVMBuildTrunc(f->b, convert(f, args[1], hd_ty.int_).v, g->i8, ""), size,
                        1);
    *c->out = val_scalar(args[0].v, c->ret);
    return true;
}

static void device_assert(struct fn *f, struct val *args) {
    struct gen *g = f->g;
    g->gpu->asserts = true;
    LLVMValueRef v[5] = {args[0].v, args[1].v, convert(f, args[2], hd_ty.uint_).v, args[3].v,
                         const_i64(g, 1)};
    LLVMValueRef call = call_extern(f, "__assertfail", g->void_, v, 5, false);
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, enum_attr(g, "noreturn", 0));
    LLVMBuildUnreachable(f->b);
    after_terminator(f);
}

// Kinds of numbers, as the macros of <math.h> ask for them: (NaN, infinite, normal, subnormal,
// zero, x).
static struct val kind_of_number(struct fn *f, struct val *args, struct hd_type *ret) {
    LLVMBuilderRef b = f->b;
    LLVMValueRef x = args[5].v, abs = intrinsic1(f, "llvm.fabs", x),
                 zero = LLVMConstNull(LLVMTypeOf(x));
    bool wide = LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMDoubleTypeKind;
    LLVMValueRef least = LLVMConstReal(LLVMTypeOf(x), wide ? 0x1p-1022 : 0x1p-126);
    LLVMValueRef inf = LLVMConstReal(LLVMTypeOf(x), (double)__builtin_inf());
    LLVMValueRef r =
        LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealOGE, abs, least, ""), args[2].v, args[3].v, "");
    r = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealOEQ, abs, zero, ""), args[4].v, r, "");
    r = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealOEQ, abs, inf, ""), args[1].v, r, "");
    r = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealUNO, x, x, ""), args[0].v, r, "");
    return val_scalar(r, ret);
}

static struct val sign_of_infinity(struct fn *f, LLVMValueRef x, struct hd_type *ret) {
    LLVMBuilderRef b = f->b;
    LLVMValueRef inf = LLVMConstReal(LLVMTypeOf(x), (double)__builtin_inf());
    LLVMValueRef below = LLVMBuildFCmp(b, LLVMRealOEQ, x, LLVMBuildFNeg(b, inf, ""), "");
    LLVMValueRef above = LLVMBuildZExt(b, LLVMBuildFCmp(b, LLVMRealOEQ, x, inf, ""), f->g->i32, "");
    return val_scalar(LLVMBuildSelect(b, below, const_i32(f->g, -1), above, ""), ret);
}

static bool classify(struct fn *f, const struct library_call *c) {
    *c->out = kind_of_number(f, c->args, c->ret);
    return true;
}

// The C library's own: FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4.
static bool classify_as_libc(struct fn *f, const struct library_call *c) {
    static const int in_order[] = {0, 1, 4, 3, 2}; // as __builtin_fpclassify takes them
    struct val args[6];
    for (int i = 0; i < 5; i++) args[i] = val_scalar(const_i32(f->g, in_order[i]), hd_ty.int_);
    args[5] = c->args[0];
    *c->out = kind_of_number(f, args, c->ret);
    return true;
}

static bool infinity_sign(struct fn *f, const struct library_call *c) {
    *c->out = sign_of_infinity(f, c->args[0].v, c->ret);
    return true;
}

static bool is_lock_free(struct fn *f, const struct library_call *c) {
    LLVMValueRef size = convert(f, c->args[0], hd_ty.ulong_).v;
    *c->out = val_scalar(LLVMBuildICmp(f->b, LLVMIntULE, size, const_i64(f->g, 8), ""), c->ret);
    return true;
}

// What complex arithmetic calls, by the formulas that nvcc's own complex types use: (a + bi) * (c +
// di), and division.
static bool complex_arithmetic(struct fn *f, const struct library_call *call) {
    LLVMBuilderRef bl = f->b;
    struct val *args = call->args;
    bool times = call->detail;
    if (call->ret->kind != HD_TY_COMPLEX) return false;
    LLVMValueRef a = args[0].v, b = args[1].v, c = args[2].v, d = args[3].v, re, im;
    LLVMValueRef ac = LLVMBuildFMul(bl, a, c, ""), bd = LLVMBuildFMul(bl, b, d, "");
    LLVMValueRef ad = LLVMBuildFMul(bl, a, d, ""), bc = LLVMBuildFMul(bl, b, c, "");
    re = times ? LLVMBuildFSub(bl, ac, bd, "") : LLVMBuildFAdd(bl, ac, bd, "");
    im = times ? LLVMBuildFAdd(bl, ad, bc, "") : LLVMBuildFSub(bl, bc, ad, "");
    if (!times) {
        LLVMValueRef size =
            LLVMBuildFAdd(bl, LLVMBuildFMul(bl, c, c, ""), LLVMBuildFMul(bl, d, d, ""), "");
        re = LLVMBuildFDiv(bl, re, size, "");
        im = LLVMBuildFDiv(bl, im, size, "");
    }
    *call->out = (struct val){.kind = VAL_COMPLEX, .v = re, .im = im, .type = call->ret};
    return true;
}

enum { CONJUGATE, REAL_PART, IMAGINARY_PART, LENGTH, ANGLE };

static bool complex_part(struct fn *f, const struct library_call *c) {
    const struct val *z = &c->args[0];
    if (z->kind != VAL_COMPLEX) return false;
    if (c->detail == CONJUGATE) {
        *c->out = (struct val){
            .kind = VAL_COMPLEX, .v = z->v, .im = LLVMBuildFNeg(f->b, z->im, ""), .type = c->ret};
        return true;
    }
    if (c->detail == REAL_PART || c->detail == IMAGINARY_PART) {
        *c->out = val_scalar(c->detail == REAL_PART ? z->v : z->im, c->ret);
        return true;
    }
    bool length = c->detail == LENGTH, single = c->name[strlen(c->name) - 1] == 'f';
    struct val re = val_scalar(z->v, c->ret), im = val_scalar(z->im, c->ret),
               two[2] = {length ? re : im, length ? im : re};
    const char *name = length ? single ? "hypotf" : "hypot" : single ? "atan2f" : "atan2";
    return call_libdevice(f, name, two, 2, c->ret, c->out);
}

// Bit functions of run/cudart/devmath.c.
static bool rotate(struct fn *f, const struct library_call *c) {
    struct val *args = c->args;
    LLVMTypeRef type = LLVMTypeOf(args[0].v);
    LLVMValueRef a[3] = {args[0].v, args[0].v, convert(f, args[1], args[0].type).v};
    *c->out = val_scalar(intrinsic(f, c->detail == 'l' ? "llvm.fshl" : "llvm.fshr", &type, 1, a, 3),
                         c->ret);
    return true;
}

static bool parity(struct fn *f, const struct library_call *c) {
    LLVMValueRef ones = intrinsic1(f, "llvm.ctpop", c->args[0].v);
    LLVMValueRef bit = LLVMBuildAnd(f->b, ones, LLVMConstInt(LLVMTypeOf(ones), 1, false), "");
    *c->out = convert(f, val_scalar(bit, c->args[0].type), c->ret);
    return true;
}

static bool sign_bits(struct fn *f, const struct library_call *c) {
    struct val x = c->args[0];
    LLVMTypeRef type = LLVMTypeOf(x.v);
    LLVMValueRef sign =
        LLVMBuildAShr(f->b, x.v, LLVMConstInt(type, LLVMGetIntTypeWidth(type) - 1, false), "");
    LLVMValueRef a[2] = {LLVMBuildXor(f->b, x.v, sign, ""), LLVMConstInt(f->g->i1, 0, false)};
    LLVMValueRef zeros = intrinsic(f, "llvm.ctlz", &type, 1, a, 2);
    zeros = LLVMBuildSub(f->b, zeros, LLVMConstInt(type, 1, false), "");
    *c->out = convert(f, val_scalar(zeros, x.type), c->ret);
    return true;
}

static bool prints(struct fn *f, const struct library_call *c) {
    *c->out = gpu_printf(f, c->args, c->nargs);
    return true;
}

static bool heap(struct fn *f, const struct library_call *c) {
    struct gen *g = f->g;
    bool allocates = c->detail;
    g->gpu->heap = true;
    LLVMValueRef v =
        call_extern(f, c->name, allocates ? g->ptr : g->void_, &c->args[0].v, 1, false);
    *c->out = allocates ? val_scalar(v, c->ret) : val_none();
    return true;
}

static bool assert_failed(struct fn *f, const struct library_call *c) {
    device_assert(f, c->args);
    *c->out = val_none();
    return true;
}

static bool traps(struct fn *f, const struct library_call *c) {
    intrinsic(f, "llvm.trap", NULL, 0, NULL, 0);
    *c->out = val_none();
    return true;
}

static bool sleeps(struct fn *f, const struct library_call *c) {
    gpu_asm(f, "nanosleep.u32 $0;", "r", f->g->void_, &c->args[0].v, 1, true);
    *c->out = val_none();
    return true;
}

static bool grid_sync(struct fn *f, const struct library_call *c) {
    f->g->gpu->cooperative = true;
    *c->out = call_body(f, "grid_sync", c->args, 0, hd_ty.void_);
    return true;
}

// Clusters have one block on a GPU: launches in larger ones are refused (run/cell/launch.c).
static bool cluster_dim(struct fn *f, const struct library_call *c) {
    *c->out = val_scalar(const_i32(f->g, 1), c->ret);
    return true;
}

static bool cluster_map(struct fn *f, const struct library_call *c) {
    *c->out = val_scalar(c->args[0].v, c->ret);
    return true;
}

static bool cluster_owner(struct fn *f, const struct library_call *c) {
    *c->out = val_scalar(const_i32(f->g, 0), c->ret);
    return true;
}

static bool absolute(struct fn *f, const struct library_call *c) {
    LLVMTypeRef type = f->g->i64;
    LLVMValueRef a[2] = {c->args[0].v, LLVMConstInt(f->g->i1, 0, false)};
    *c->out = val_scalar(intrinsic(f, "llvm.abs", &type, 1, a, 2), c->ret);
    return true;
}

static bool round_to_long(struct fn *f, const struct library_call *c) { // long is long long
    const char *name = hd_printf(f->g->arena, "l%s", c->name);
    return mathematical(f, name, c->args, c->nargs, c->ret, c->out);
}

static bool scale(struct fn *f, const struct library_call *c) {
    c->args[1] = convert(f, c->args[1], hd_ty.int_);
    return mathematical(f, c->detail ? "scalbnf" : "scalbn", c->args, c->nargs, c->ret, c->out);
}

static bool tangent_of_pi(struct fn *f, const struct library_call *c) {
    struct val s, k;
    call_libdevice(f, c->detail ? "sinpif" : "sinpi", c->args, 1, c->ret, &s);
    call_libdevice(f, c->detail ? "cospif" : "cospi", c->args, 1, c->ret, &k);
    *c->out = val_scalar(LLVMBuildFDiv(f->b, s.v, k.v, ""), c->ret);
    return true;
}

// By name; one that ends in a star is what names begin with (one for each type). A call with fewer
// arguments is none of the row's.
static const struct {
    const char *name;
    int nargs;
    bool (*emit)(struct fn *f, const struct library_call *c);
    int detail;
} library[] = {
    {"printf", 0, prints, 0},
    {"malloc", 1, heap, true},
    {"free", 1, heap, false},
    {"__assert_fail", 4, assert_failed, 0},
    {"abort", 0, traps, 0},
    {"trap", 0, traps, 0},
    {"nanosleep", 1, sleeps, 0},
    {"hd_rt_grid_sync", 0, grid_sync, 0},
    {"grid_sync", 0, grid_sync, 0},
    {"hd_rt_cluster_dim", 0, cluster_dim, 0},
    {"hd_rt_cluster_map", 0, cluster_map, 0},
    {"hd_rt_cluster_owner", 0, cluster_owner, 0},
    {"memcpy", 3, memory_function, COPY},
    {"memmove", 3, memory_function, MOVE},
    {"memset", 3, memory_function, SET},
    {"labs", 1, absolute, 0},
    {"llabs", 1, absolute, 0},
    {"__mulsc3", 4, complex_arithmetic, true},
    {"__muldc3", 4, complex_arithmetic, true},
    {"__divsc3", 4, complex_arithmetic, false},
    {"__divdc3", 4, complex_arithmetic, false},
    {"conj*", 1, complex_part, CONJUGATE},
    {"creal*", 1, complex_part, REAL_PART},
    {"cimag*", 1, complex_part, IMAGINARY_PART},
    {"cabs*", 1, complex_part, LENGTH},
    {"carg*", 1, complex_part, ANGLE},
    {"rotl*", 2, rotate, 'l'},
    {"rotr*", 2, rotate, 'r'},
    {"parity*", 1, parity, 0},
    {"clrsb*", 1, sign_bits, 0},
    {"fpclassify*", 6, classify, 0},
    {"__fpclassify", 1, classify_as_libc, 0},
    {"__fpclassifyf", 1, classify_as_libc, 0},
    {"isinf_sign*", 1, infinity_sign, 0},
    {"lock_free", 1, is_lock_free, 0},
    {"lrint", 1, round_to_long, 0},
    {"lrintf", 1, round_to_long, 0},
    {"lround", 1, round_to_long, 0},
    {"lroundf", 1, round_to_long, 0},
    {"scalbln", 2, scale, false},
    {"scalblnf", 2, scale, true},
    {"tanpi", 1, tangent_of_pi, false},
    {"tanpif", 1, tangent_of_pi, true},
};

static bool is_named(const char *pattern, const char *name) {
    size_t n = strlen(pattern) - 1;
    return pattern[n] == '*' ? !strncmp(pattern, name, n) : !strcmp(pattern, name);
}

bool gpu_library(struct fn *f, const char *name, struct val *args, int nargs, struct hd_type *ret,
                 struct val *out) {
    struct gen *g = f->g;
    if (!strncmp(name, "hd_dm_", 6)) name += 6;
    if (!strncmp(name, "hd_rt_device_", 13)) name += 13;
    for (int i = 0; i < nargs; i++) {
        if (!args[i].type || args[i].type->kind != HD_TY_LDOUBLE) continue;
        // The macros of <math.h> have calls for all types in branches that are never taken;
        // gpu/compile.c looks whether one is left in the end.
        LLVMTypeRef result = ret->kind == HD_TY_VOID ? g->void_ : ty_reg(g, ret);
        LLVMValueRef v = call_extern(f, hd_printf(g->arena, "hd_long_double.%d", (int)ret->kind),
                                     result, NULL, 0, false);
        *out = ret->kind == HD_TY_VOID ? val_none() : val_scalar(v, ret);
        return true;
    }
    struct library_call call = {name, args, nargs, ret, out, 0};
    for (int i = 0; i < HD_COUNT(library); i++) {
        if (nargs < library[i].nargs || !is_named(library[i].name, name)) continue;
        call.detail = library[i].detail;
        if (library[i].emit(f, &call)) return true;
    }
    for (int i = 0; i < HD_COUNT(bodies); i++)
        if (!strcmp(bodies[i].name, name)) return *out = call_body(f, name, args, nargs, ret), true;
    return mathematical(f, name, args, nargs, ret, out);
}

void gpu_library_error(struct fn *f, const char *name) {
    if (!strncmp(name, "hd_dm_", 6)) name += 6;
    struct hd_diags *diags = f->g->job->diags;
    struct hd_diag *d = hd_error(diags, (struct hd_range){f->loc, f->loc},
                                 "`%s` is not available on the GPU", name);
    hd_help(diags, d, "call it in host code, or run this kernel on the CPU (`%%device cpu`)");
}

// ---- built-ins whose lowering differs -----------------------------------------------------------

static bool is_fast(const char *name) { // "__expf"
    return !strncmp(name, "__", 2) && in_list(fast, HD_COUNT(fast), name + 2, strlen(name + 2));
}

static bool rounded_op(struct fn *f, const struct hd_expr *e, struct val *args, struct val *out) {
    const char *op = e->builtin->arg;
    char type = e->type->kind == HD_TY_FLOAT ? 'f' : 'd';
    LLVMValueRef a[3];
    for (int i = 0; i < e->nargs && i < 3; i++) a[i] = args[i].v;
    if (!strcmp(op, "sub")) {
        op = "add";
        a[1] = LLVMBuildFNeg(f->b, a[1], "");
    }
    const char *name = hd_printf(f->g->arena, "llvm.nvvm.%s.rn.%c", op, type);
    *out = val_scalar(intrinsic(f, name, NULL, 0, a, e->nargs), e->type);
    return true;
}

// Float to integer in one instruction, with the rounding in its name.
static bool to_integer(struct fn *f, const struct hd_expr *e, struct val *args, struct val *out) {
    const struct hd_type *from = ty_value(args[0].type), *to = ty_value(e->type);
    if ((from->kind != HD_TY_FLOAT && from->kind != HD_TY_DOUBLE) || ty_is_fp(to) || to->size < 4)
        return false;
    const char *mode = e->builtin->arg ? e->builtin->arg : "rn";
    const char *round = !strcmp(mode, "ru") ? "rp" : !strcmp(mode, "rd") ? "rm" : mode;
    const char *kind = to->size == 8           ? hd_type_is_signed(to) ? "ll" : "ull"
                       : hd_type_is_signed(to) ? "i"
                                               : "ui";
    const char *name = hd_printf(f->g->arena, "llvm.nvvm.%c2%s.%s",
                                 from->kind == HD_TY_FLOAT ? 'f' : 'd', kind, round);
    *out = val_scalar(intrinsic(f, name, NULL, 0, &args[0].v, 1), e->type);
    return true;
}

// __ldg and its kin: a load of global memory that does not change while the kernel runs.
static bool cached_load(struct fn *f, const struct hd_expr *e, struct val *args, struct val *out) {
    struct gen *g = f->g;
    struct hd_type *type = hd_type_unqual(e->type);
    if (strcmp(e->builtin->name, "__ldg") != 0 || !type->size) return false;
    bool scalar = !ty_is_agg(type) && type->kind != HD_TY_COMPLEX;
    uint64_t size = type->size;
    LLVMTypeRef as;
    if (scalar)
        as = ty_mem(g, type);
    else if (size % 4 == 0 && size <= 16 && (size & (size - 1)) == 0 && ty_align(type) >= size)
        as = LLVMVectorType(g->i32, (unsigned)(size / 4));
    else
        return false;
    LLVMValueRef global =
        LLVMBuildAddrSpaceCast(f->b, args[0].v, LLVMPointerTypeInContext(g->ctx, 1), "");
    LLVMValueRef v = LLVMBuildLoad2(f->b, as, global, "");
    LLVMSetAlignment(v, ty_align(type));
    set_md(g, v, MD_INVARIANT, LLVMMDNodeInContext2(g->ctx, NULL, 0));
    if (scalar) {
        *out = val_scalar(
            ty_value(type)->kind == HD_TY_BOOL ? LLVMBuildTrunc(f->b, v, g->i1, "") : v, e->type);
        return true;
    }
    LLVMValueRef memory = temp(f, ty_mem(g, type), ty_align(type));
    raw_store(f, v, memory, ty_align(type));
    *out = (struct val){.kind = VAL_MEM,
                        .v = memory,
                        .align = ty_align(type),
                        .type = e->type,
                        .space = SPACE_LOCAL,
                        .any_alias = true};
    return true;
}

static bool mul_high(struct fn *f, const struct hd_expr *e, struct val *args, struct val *out) {
    const struct hd_type *t = ty_value(args[0].type);
    bool is_signed = hd_type_is_signed(t);
    const char *kind = t->size == 8 ? is_signed ? "ll" : "ull" : is_signed ? "i" : "ui";
    LLVMValueRef a[2] = {args[0].v, args[1].v};
    *out = val_scalar(
        intrinsic(f, hd_printf(f->g->arena, "llvm.nvvm.mulhi.%s", kind), NULL, 0, a, 2), e->type);
    return true;
}

static bool not_on_gpu(struct fn *f, const struct hd_expr *e, struct val *out) {
    gpu_library_error(f, e->builtin->name);
    *out = e->type->kind == HD_TY_VOID ? val_none()
                                       : val_scalar(LLVMGetUndef(ty_reg(f->g, e->type)), e->type);
    return true;
}

// Of 16 bytes, which libNVVM lacks: each half by itself, and exchanged.
static bool swap_wide(struct fn *f, const struct hd_expr *e, const struct val *args,
                      struct val *out) {
    struct gen *g = f->g;
    if (strcmp(e->builtin->name, "__builtin_bswap128") != 0) return false;
    LLVMValueRef wide = LLVMConstInt(g->i128, 64, false), half[2];
    half[0] = LLVMBuildTrunc(f->b, args[0].v, g->i64, "");
    half[1] = LLVMBuildTrunc(f->b, LLVMBuildLShr(f->b, args[0].v, wide, ""), g->i64, "");
    for (int i = 0; i < 2; i++)
        half[i] =
            LLVMBuildZExt(f->b, intrinsic(f, "llvm.bswap", &g->i64, 1, &half[i], 1), g->i128, "");
    *out =
        val_scalar(LLVMBuildOr(f->b, LLVMBuildShl(f->b, half[0], wide, ""), half[1], ""), e->type);
    return true;
}

bool gpu_builtin(struct fn *f, const struct hd_expr *e, struct val *args, struct val *out) {
    struct gen *g = f->g;
    if (is_fast(e->builtin->name))
        return call_libdevice(f, hd_printf(g->arena, "fast_%s", e->builtin->name + 2), args,
                              e->nargs, e->type, out);
    switch (e->builtin->lower) {
    case LOWER_INTRINSIC:
        return swap_wide(f, e, args, out) ||
               gpu_intrinsic(f, e->builtin->arg, args, e->nargs, e->type, out);
    case LOWER_FOP: return rounded_op(f, e, args, out);
    case LOWER_FDIV:
        if (strcmp(e->builtin->name, "__fdividef") != 0) return false;
        *out = val_scalar(intrinsic(f, "llvm.nvvm.div.approx.f", NULL, 0,
                                    (LLVMValueRef[]){args[0].v, args[1].v}, 2),
                          e->type);
        return true;
    case LOWER_SATURATE:
        *out = val_scalar(intrinsic(f, "llvm.nvvm.saturate.f", NULL, 0, &args[0].v, 1), e->type);
        return true;
    case LOWER_CONVERT: return to_integer(f, e, args, out);
    case LOWER_LDG: return cached_load(f, e, args, out);
    case LOWER_MULHI: return mul_high(f, e, args, out);
    case LOWER_BYTE_PERM:
        *out = val_scalar(intrinsic(f, "llvm.nvvm.prmt", NULL, 0,
                                    (LLVMValueRef[]){args[0].v, args[1].v, args[2].v}, 3),
                          e->type);
        return true;
    case LOWER_BREAKPOINT: *out = val_none(); return true;
    case LOWER_TRAP:
        intrinsic(f, "llvm.trap", NULL, 0, NULL, 0);
        *out = val_none();
        return true;
    case LOWER_CONSTANT_P: {
        bool known = e->nargs && args[0].kind == VAL_SCALAR && LLVMIsConstant(args[0].v) &&
                     !LLVMIsUndef(args[0].v);
        *out = val_scalar(const_int(g, e->type, known), e->type);
        return true;
    }
    case LOWER_FRAME_ADDRESS:
    case LOWER_RETURN_ADDRESS:
        *out = val_scalar(LLVMConstPointerNull(g->ptr), e->type);
        return true;
    case LOWER_VA_START:
    case LOWER_VA_COPY:
    case LOWER_VA_END:
    case LOWER_SETJMP: return not_on_gpu(f, e, out);
    default: return false;
    }
}
