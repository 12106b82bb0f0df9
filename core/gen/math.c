// Functions of the C library that the compiler knows: mathematical ones that are an instruction, or
// that depend on their arguments alone.
//
// Those that may set errno count as free of side effects only in device code and for built-ins
// declared so (as with -fno-math-errno); a host program that includes <math.h> and looks at errno
// sees it. Example: fabsf(x) is llvm.fabs; in a kernel sinf(x) is a call that may be moved, merged
// and dropped.
#include "gen/emit.h"

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
