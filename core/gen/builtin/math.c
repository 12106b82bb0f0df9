// Functions of the C library that the compiler knows: mathematical ones that are an instruction, or
// that depend on their arguments alone.
//
// Those that may set errno count as free of side effects only in device code and for built-ins
// declared so (as with -fno-math-errno); a host program that includes <math.h> and looks at errno
// sees it. Example: fabsf(x) is llvm.fabs; in a kernel sinf(x) is a call that may be moved, merged
// and dropped.
//
// Kernels on the CPU take the functions of core/math, which have the same bits at every number of
// lanes and keep to CUDA's bounds; LLVM does not know them, so it folds none with other bits.
#include "gen/emit.h"
#include "math/math.h"

struct math {
    const char *name;      // of the double version; "f" and "l" forms follow
    const char *intrinsic; // or NULL: a call
    int nargs;
    bool sets_errno;
};

static const struct math functions[] = {
    {"sqrt", "llvm.sqrt", 1, true},
    {"fabs", "llvm.fabs", 1, false},
    {"floor", "llvm.floor", 1, false},
    {"ceil", "llvm.ceil", 1, false},
    {"trunc", "llvm.trunc", 1, false},
    {"rint", "llvm.rint", 1, false},
    {"nearbyint", "llvm.nearbyint", 1, false},
    {"round", "llvm.round", 1, false},
    {"roundeven", "llvm.roundeven", 1, false},
    {"copysign", "llvm.copysign", 2, false},
    {"fmin", "llvm.minnum", 2, false},
    {"fmax", "llvm.maxnum", 2, false},
    {"fma", "llvm.fma", 3, true},
    {"sin", "llvm.sin", 1, true},
    {"cos", "llvm.cos", 1, true},
    {"exp", "llvm.exp", 1, true},
    {"exp2", "llvm.exp2", 1, true},
    {"log", "llvm.log", 1, true},
    {"log2", "llvm.log2", 1, true},
    {"log10", "llvm.log10", 1, true},
    {"pow", "llvm.pow", 2, true},
    {"tan", NULL, 1, true},
    {"asin", NULL, 1, true},
    {"acos", NULL, 1, true},
    {"atan", NULL, 1, false},
    {"atan2", NULL, 2, true},
    {"sinh", NULL, 1, true},
    {"cosh", NULL, 1, true},
    {"tanh", NULL, 1, false},
    {"asinh", NULL, 1, false},
    {"acosh", NULL, 1, true},
    {"atanh", NULL, 1, true},
    {"exp10", NULL, 1, true},
    {"expm1", NULL, 1, true},
    {"log1p", NULL, 1, true},
    {"cbrt", NULL, 1, false},
    {"erf", NULL, 1, false},
    {"erfc", NULL, 1, true},
    {"tgamma", NULL, 1, true},
    {"fmod", NULL, 2, true},
    {"remainder", NULL, 2, true},
    {"hypot", NULL, 2, true},
    {"fdim", NULL, 2, true},
    {"j0", NULL, 1, true},
    {"j1", NULL, 1, true},
    {"y0", NULL, 1, true},
    {"y1", NULL, 1, true},
    {"logb", NULL, 1, true},
    {"nextafter", NULL, 2, true},
};

// The suffix must be that of the type, so that a function of ours by a similar name is not taken
// for it.
static const struct math *find(const char *name) {
    size_t len = strlen(name);
    for (int i = 0; i < HD_COUNT(functions); i++) {
        size_t n = strlen(functions[i].name);
        if (len < n || len > n + 1 || memcmp(functions[i].name, name, n)) continue;
        if (len == n || name[n] == 'f' || name[n] == 'l') return &functions[i];
    }
    return NULL;
}

bool math_is_known(const char *name) { return find(name) != NULL; }

bool math_is_pure(const char *name) {
    const struct math *m = find(name);
    return m && !m->sets_errno;
}

// ---- device code on the CPU ---------------------------------------------------------------------

// C library functions of floats that are further from the right result than CUDA's: taken from
// doubles.
static const char *const by_double[] = {"tgamma", "lgamma", "j0", "j1", "y0", "y1"};

static struct val own_function(struct fn *f, const struct hd_math *own, struct val *args, int nargs,
                               struct hd_type *type) {
    const struct hd_math *quick = f->g->job->fast_math ? hd_math_quick(own) : NULL;
    LLVMValueRef call;
    struct val r = extern_call(f, (quick ? quick : own)->symbol, HD_REF_RUNTIME, type, args, nargs,
                               nargs, false, &call);
    pure_call(f->g, call);
    return r;
}

static bool is_constant(LLVMValueRef v, double value) {
    LLVMBool inexact;
    return LLVMIsAConstantFP(v) && LLVMConstRealGetDouble(v, &inexact) == value;
}

// pow(x, 2) is a multiplication that rounds once, as pow itself does not quite.
static bool small_power(struct fn *f, const struct hd_math *own, struct val *args,
                        struct hd_type *type, struct val *out) {
    if (strncmp(own->name, "pow", 3) || !is_constant(args[1].v, 2)) return false;
    *out = val_scalar(LLVMBuildFMul(f->b, args[0].v, args[0].v, ""), type);
    return true;
}

bool device_math(struct fn *f, const char *name, struct val *args, int nargs, struct hd_type *type,
                 struct val *out) {
    if (!f->device || f->g->gpu || !ty_is_fp(type)) return false;
    bool is_float = type->kind == HD_TY_FLOAT;
    if (!is_float && type->kind != HD_TY_DOUBLE) return false;
    for (int i = 0; i < nargs; i++)
        if (args[i].kind != VAL_SCALAR || LLVMTypeOf(args[i].v) != ty_reg(f->g, type)) return false;
    if (!strncmp(name, "fmin", 4) || !strncmp(name, "fmax", 4)) {
        if (nargs != 2 || strlen(name) > (is_float ? 5 : 4)) return false;
        *out = val_scalar(float_min_max(f, args[0].v, args[1].v, name[2] == 'a'), type);
        return true;
    }
    const struct hd_math *own = hd_math_named(name);
    if (own && own->nargs == nargs && own->bytes == (int)type->size) {
        if (!small_power(f, own, args, type, out)) *out = own_function(f, own, args, nargs, type);
        return true;
    }
    for (int i = 0; is_float && nargs == 1 && i < HD_COUNT(by_double); i++) {
        size_t len = strlen(by_double[i]);
        if (strncmp(by_double[i], name, len) || strcmp(name + len, "f")) continue;
        struct val wide = convert(f, args[0], hd_ty.double_);
        LLVMValueRef call;
        wide =
            extern_call(f, by_double[i], HD_REF_EXTERN, hd_ty.double_, &wide, 1, 1, false, &call);
        pure_call(f->g, call);
        wide.type = hd_ty.double_;
        *out = convert(f, wide, type);
        return true;
    }
    return false;
}

// ---- entry points -------------------------------------------------------------------------------

bool math_call(struct fn *f, const char *name, struct val *args, int nargs, struct hd_type *type,
               bool pure, struct val *out) {
    const struct math *m = find(name);
    if (!m || nargs != m->nargs || !ty_is_fp(type)) return false;
    LLVMTypeRef reg = ty_reg(f->g, type);
    LLVMValueRef values[3];
    for (int i = 0; i < nargs; i++) {
        if (args[i].kind != VAL_SCALAR || LLVMTypeOf(args[i].v) != reg) return false;
        values[i] = args[i].v;
    }
    if (f->g->gpu) return gpu_library(f, name, args, nargs, type, out);
    if (device_math(f, name, args, nargs, type, out)) return true;
    if (m->sets_errno && !pure) return false;
    if (m->intrinsic) {
        *out = val_scalar(intrinsic(f, m->intrinsic, &reg, 1, values, nargs), type);
        return true;
    }
    LLVMValueRef call;
    *out = extern_call(f, name, HD_REF_EXTERN, type, args, nargs, nargs, false, &call);
    pure_call(f->g, call);
    return true;
}
