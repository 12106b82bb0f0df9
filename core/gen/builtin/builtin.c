// Built-in functions, by their row's lowering (front/lowerings.def). Those of kernels are in
// simt.c, atomics in atomic.c, mathematical functions of the C library in math.c.
//
// Example: __popc(x) is INTRINSIC "llvm.ctpop": a call of llvm.ctpop.i32.
#include "gen/emit.h"

#include <math.h>

LLVMValueRef intrinsic(struct fn *f, const char *name, LLVMTypeRef *types, int ntypes,
                       LLVMValueRef *args, int nargs) {
    struct gen *g = f->g;
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    if (!id) {
        internal_error(g, f->loc, hd_printf(g->arena, "no intrinsic `%s`", name));
        return LLVMGetUndef(ntypes ? types[0] : g->i32);
    }
    if (!LLVMIntrinsicIsOverloaded(id)) ntypes = 0;
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(g->mod, id, types, (size_t)ntypes);
    LLVMTypeRef type = LLVMIntrinsicGetType(g->ctx, id, types, (size_t)ntypes);
    LLVMValueRef call = LLVMBuildCall2(f->b, type, fn, args, (unsigned)nargs, "");
    return LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind ? call : fp_flags(f, call);
}

LLVMValueRef intrinsic1(struct fn *f, const char *name, LLVMValueRef a) {
    LLVMTypeRef type = LLVMTypeOf(a);
    return intrinsic(f, name, &type, 1, &a, 1);
}

LLVMValueRef intrinsic2(struct fn *f, const char *name, LLVMValueRef a, LLVMValueRef b) {
    LLVMTypeRef type = LLVMTypeOf(a);
    return intrinsic(f, name, &type, 1, (LLVMValueRef[]){a, b}, 2);
}

static LLVMValueRef resize(struct fn *f, LLVMValueRef v, LLVMTypeRef to) { // unsigned
    LLVMTypeRef from = LLVMTypeOf(v);
    if (from == to || LLVMGetTypeKind(from) != LLVMIntegerTypeKind ||
        LLVMGetTypeKind(to) != LLVMIntegerTypeKind)
        return v;
    return LLVMGetIntTypeWidth(from) > LLVMGetIntTypeWidth(to) ? LLVMBuildTrunc(f->b, v, to, "")
                                                               : LLVMBuildZExt(f->b, v, to, "");
}

static struct val as_result(struct fn *f, const struct hd_expr *e, LLVMValueRef v) {
    if (e->type->kind == HD_TY_VOID) return val_none();
    return val_scalar(resize(f, v, ty_reg(f->g, e->type)), e->type);
}

static bool row_is(const struct hd_expr *e, const char *arg) {
    return e->builtin->arg && !strcmp(e->builtin->arg, arg);
}

// ---- calls by name ------------------------------------------------------------------------------

// fmin and fmax as the GPU's instructions have them, to which -0 is less than +0; the processor's
// give whichever comes second. With a constant a comparison does it all. Equal numbers have the
// same bits but for zeros, of which the sign's `or` is the smaller and its `and` the larger.
LLVMValueRef float_min_max(struct fn *f, LLVMValueRef a, LLVMValueRef b, bool max) {
    const char *name = max ? "llvm.maxnum" : "llvm.minnum";
    struct gen *g = f->g;
    LLVMTypeRef type = LLVMTypeOf(a);
    unsigned bits = type == g->f32 ? 32 : type == g->f64 ? 64 : 0;
    if (g->gpu || !bits) return intrinsic2(f, name, a, b);
    if (LLVMIsAConstantFP(a)) {
        LLVMValueRef swap = a;
        a = b;
        b = swap;
    }
    if (LLVMIsAConstantFP(b)) {
        LLVMBool loses;
        double c = LLVMConstRealGetDouble(b, &loses);
        bool takes_equal = max ? c == 0 && signbit(c) : c == 0 && !signbit(c);
        LLVMRealPredicate better = max ? (takes_equal ? LLVMRealOGE : LLVMRealOGT)
                                       : (takes_equal ? LLVMRealOLE : LLVMRealOLT);
        if (isnan(c)) return a;
        return LLVMBuildSelect(f->b, LLVMBuildFCmp(f->b, better, a, b, ""), a, b, "");
    }
    LLVMTypeRef integer = ty_int(g, bits);
    LLVMValueRef x = LLVMBuildBitCast(f->b, a, integer, ""),
                 y = LLVMBuildBitCast(f->b, b, integer, ""),
                 both = max ? LLVMBuildAnd(f->b, x, y, "") : LLVMBuildOr(f->b, x, y, ""),
                 equal = LLVMBuildFCmp(f->b, LLVMRealOEQ, a, b, "");
    return LLVMBuildSelect(f->b, equal, LLVMBuildBitCast(f->b, both, type, ""),
                           intrinsic2(f, name, a, b), "");
}

// A row's intrinsic that core/math has a function for.
static bool device_intrinsic(struct fn *f, const char *name, struct val *args, int nargs,
                             struct hd_type *type, struct val *out) {
    static const struct {
        const char *intrinsic, *of_float, *of_double;
    } own[] = {
        {"llvm.sin", "sinf", "sin"},       {"llvm.cos", "cosf", "cos"},
        {"llvm.exp", "expf", "exp"},       {"llvm.exp2", "exp2f", "exp2"},
        {"llvm.log", "logf", "log"},       {"llvm.log2", "log2f", "log2"},
        {"llvm.log10", "log10f", "log10"}, {"llvm.pow", "powf", "pow"},
    };
    for (int i = 0; i < HD_COUNT(own); i++)
        if (!strcmp(own[i].intrinsic, name))
            return device_math(f, type->kind == HD_TY_FLOAT ? own[i].of_float : own[i].of_double,
                               args, nargs, type, out);
    return false;
}

static struct val call_intrinsic(struct fn *f, const struct hd_expr *e, struct val *args,
                                 bool flag) {
    struct gen *g = f->g;
    const char *name = e->builtin->arg;
    struct val own;
    if (device_intrinsic(f, name, args, e->nargs, e->type, &own)) return own;
    if (strncmp(name, "llvm.", 5)) name = hd_printf(g->arena, "llvm.%s", name);
    LLVMValueRef values[8];
    int n = 0;
    for (int i = 0; i < e->nargs && i < 7; i++) values[n++] = args[i].v;
    if (flag) values[n++] = LLVMConstInt(g->i1, 0, false);
    LLVMTypeRef result = ty_reg(g, e->type),
                types[2] = {result, n ? LLVMTypeOf(values[0]) : result};
    int ntypes = 1;
    static const char *const two[] = {"llvm.lround", "llvm.llround",    "llvm.lrint",
                                      "llvm.llrint", "llvm.fptosi.sat", "llvm.fptoui.sat"};
    for (int i = 0; i < HD_COUNT(two); i++)
        if (!strcmp(name, two[i])) ntypes = 2;
    bool ints = n && LLVMGetTypeKind(result) == LLVMIntegerTypeKind &&
                LLVMGetTypeKind(types[1]) == LLVMIntegerTypeKind;
    if (ntypes == 1 && ints) types[0] = types[1]; // llvm.ctpop.i64 for an int result
    if (!strcmp(name, "llvm.minnum") || !strcmp(name, "llvm.maxnum"))
        return as_result(f, e, float_min_max(f, values[0], values[1], name[6] == 'a'));
    if (!strcmp(name, "llvm.powi") || !strcmp(name, "llvm.ldexp")) {
        types[1] = LLVMTypeOf(values[1]);
        ntypes = 2;
    }
    return as_result(f, e, intrinsic(f, name, types, ntypes, values, n));
}

// sincos(x, &sine, &cosine)
static bool sine_and_cosine(struct fn *f, const struct hd_expr *e, const char *name,
                            struct val *args) {
    bool is_float = !strcmp(name, "sincosf"), quick = e->builtin->name[1] == '_';
    if (!is_float && strcmp(name, "sincos")) return false;
    struct hd_type *type = is_float ? hd_ty.float_ : hd_ty.double_;
    static const char *const names[3][2] = {{"sin", "cos"}, {"sinf", "cosf"}, {"__sinf", "__cosf"}};
    struct val results[2];
    for (int i = 0; i < 2; i++)
        if (!device_math(f, names[quick ? 2 : is_float][i], args, 1, type, &results[i]))
            return false;
    for (int i = 0; i < 2; i++) access_store(f, place_at(args[i + 1].v, type), results[i]);
    return true;
}

static int fixed_args(const struct hd_expr *e) {
    int n = e->sig_type ? e->sig_type->nparams : e->nargs;
    return n < e->nargs ? n : e->nargs;
}

static struct val call_named(struct fn *f, const struct hd_expr *e, struct val *args,
                             enum hd_ref_kind kind, bool with_thread) {
    const char *name = e->builtin->arg && *e->builtin->arg ? e->builtin->arg : e->builtin->name;
    bool pure = e->builtin->flags & BI_PURE;
    struct val r;
    if (f->device && !f->g->gpu && sine_and_cosine(f, e, name, args)) return val_none();
    if (device_math(f, e->builtin->name, args, e->nargs, e->type, &r)) return r; // __expf
    if (kind == HD_REF_EXTERN && math_is_known(name) &&
        math_call(f, name, args, e->nargs, e->type, pure || f->device, &r))
        return r;
    LLVMValueRef call;
    const char *checked = kind == HD_REF_EXTERN ? check_host_name(f, e, name) : NULL;
    if (checked) {
        name = checked;
        kind = HD_REF_RUNTIME;
    } else if (f->g->job->check && kind == HD_REF_EXTERN) {
        check_library_call(f, e, name, args, e->nargs);
    }
    bool stores = twin_library_call(f, name, args, e->nargs);
    r = extern_call(f, name, kind, e->type, args, e->nargs, fixed_args(e), with_thread, &call);
    if (stores) twin_stored(f, args[0].v);
    if (!call) { // on a GPU
        if (r.kind == VAL_SCALAR) r.type = e->type;
        return r;
    }
    bool result_only = pure && e->type->kind != HD_TY_VOID;
    for (int i = 0; i < e->nargs; i++)
        result_only = result_only && e->args[i]->type->kind != HD_TY_PTR;
    if (result_only && f->g->job->opt && r.kind == VAL_SCALAR) pure_call(f->g, call);
    static const char *const ends[] = {"abort", "exit", "_exit", "longjmp", "__assert_fail"};
    for (int i = 0; i < HD_COUNT(ends); i++) {
        if (kind != HD_REF_EXTERN || strcmp(name, ends[i])) continue;
        LLVMBuildUnreachable(f->b);
        after_terminator(f);
    }
    if (r.kind == VAL_SCALAR) r.type = e->type;
    return r;
}

static struct val call_setjmp(struct fn *f, const struct hd_expr *e, struct val *args) {
    const char *name = e->builtin->arg ? e->builtin->arg : e->builtin->name;
    LLVMValueRef call;
    struct val r =
        extern_call(f, name, HD_REF_EXTERN, e->type, args, e->nargs, e->nargs, false, &call);
    LLVMAttributeRef twice = enum_attr(f->g, "returns_twice", 0);
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, twice);
    LLVMAddAttributeAtIndex(LLVMGetCalledValue(call), LLVMAttributeFunctionIndex, twice);
    twin_landed(f);
    return r;
}

// ---- bits ---------------------------------------------------------------------------------------

static struct val find_first(struct fn *f, const struct hd_expr *e, struct val x) {
    LLVMTypeRef type = LLVMTypeOf(x.v);
    LLVMValueRef zeros = intrinsic(f, "llvm.cttz", &type, 1,
                                   (LLVMValueRef[]){x.v, LLVMConstInt(f->g->i1, 0, false)}, 2);
    LLVMValueRef at_bit = LLVMBuildAdd(f->b, zeros, LLVMConstInt(type, 1, false), "");
    return as_result(
        f, e,
        LLVMBuildSelect(f->b, LLVMBuildIsNull(f->b, x.v, ""), LLVMConstNull(type), at_bit, ""));
}

static struct val leading_zeros(struct fn *f, const struct hd_expr *e, struct val x) {
    LLVMTypeRef type = LLVMTypeOf(x.v);
    LLVMValueRef args[2] = {x.v, LLVMConstInt(f->g->i1, 0, false)};
    return as_result(f, e, intrinsic(f, "llvm.ctlz", &type, 1, args, 2));
}

static struct val mul_high(struct fn *f, const struct hd_expr *e, struct val *args) {
    LLVMTypeRef type = LLVMTypeOf(args[0].v);
    unsigned bits = LLVMGetIntTypeWidth(type);
    LLVMTypeRef wide = ty_int(f->g, bits * 2);
    bool is_signed = hd_type_is_signed(ty_value(args[0].type));
    LLVMValueRef w[2];
    for (int i = 0; i < 2; i++)
        w[i] = is_signed ? LLVMBuildSExt(f->b, args[i].v, wide, "")
                         : LLVMBuildZExt(f->b, args[i].v, wide, "");
    LLVMValueRef product = LLVMBuildMul(f->b, w[0], w[1], "");
    product = LLVMBuildLShr(f->b, product, LLVMConstInt(wide, bits, false), "");
    return val_scalar(LLVMBuildTrunc(f->b, product, type, ""), e->type);
}

static LLVMValueRef join_words(struct fn *f, LLVMValueRef lo, LLVMValueRef hi) {
    struct gen *g = f->g;
    LLVMValueRef high =
        LLVMBuildShl(f->b, LLVMBuildZExt(f->b, hi, g->i64, ""), const_i64(g, 32), "");
    return LLVMBuildOr(f->b, high, LLVMBuildZExt(f->b, lo, g->i64, ""), "");
}

static struct val byte_perm(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct gen *g = f->g;
    LLVMValueRef both = join_words(f, args[0].v, args[1].v), r = const_i32(g, 0);
    for (int i = 0; i < 4; i++) {
        LLVMValueRef nibble = LLVMBuildLShr(f->b, args[2].v, const_i32(g, 4 * i), "");
        LLVMValueRef which = LLVMBuildAnd(f->b, nibble, const_i32(g, 7), "");
        LLVMValueRef shift =
            LLVMBuildZExt(f->b, LLVMBuildShl(f->b, which, const_i32(g, 3), ""), g->i64, "");
        LLVMValueRef byte = LLVMBuildTrunc(f->b, LLVMBuildLShr(f->b, both, shift, ""), g->i32, "");
        byte = LLVMBuildAnd(f->b, byte, const_i32(g, 255), "");
        // Bit 3 of a selector spreads the byte's sign.
        LLVMValueRef sign = LLVMBuildAShr(f->b, LLVMBuildShl(f->b, byte, const_i32(g, 24), ""),
                                          const_i32(g, 31), "");
        LLVMValueRef spread =
            LLVMBuildIsNotNull(f->b, LLVMBuildAnd(f->b, nibble, const_i32(g, 8), ""), "");
        byte = LLVMBuildSelect(f->b, spread, LLVMBuildAnd(f->b, sign, const_i32(g, 255), ""), byte,
                               "");
        r = LLVMBuildOr(f->b, r, LLVMBuildShl(f->b, byte, const_i32(g, 8 * i), ""), "");
    }
    return val_scalar(r, e->type);
}

// (lo, hi, shift)
static struct val funnel(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct gen *g = f->g;
    LLVMTypeRef type = g->i32;
    const char *arg = e->builtin->arg;
    if (!arg[1]) {
        const char *name = arg[0] == 'l' ? "llvm.fshl" : "llvm.fshr";
        return val_scalar(
            intrinsic(f, name, &type, 1, (LLVMValueRef[]){args[1].v, args[0].v, args[2].v}, 3),
            e->type);
    }
    LLVMValueRef both = join_words(f, args[0].v, args[1].v), most = const_i32(g, 32);
    LLVMValueRef over = LLVMBuildICmp(f->b, LLVMIntUGT, args[2].v, most, "");
    LLVMValueRef shift =
        LLVMBuildZExt(f->b, LLVMBuildSelect(f->b, over, most, args[2].v, ""), g->i64, "");
    if (arg[0] == 'l')
        both = LLVMBuildLShr(f->b, LLVMBuildShl(f->b, both, shift, ""), const_i64(g, 32), "");
    else
        both = LLVMBuildLShr(f->b, both, shift, "");
    return val_scalar(LLVMBuildTrunc(f->b, both, g->i32, ""), e->type);
}

// ---- arithmetic ---------------------------------------------------------------------------------

// never contracted
static struct val rounded_op(struct fn *f, const struct hd_expr *e, struct val *args) {
    const char *op = e->builtin->arg;
    bool contract = f->contract;
    f->contract = false;
    LLVMValueRef a = args[0].v, b = e->nargs > 1 ? args[1].v : NULL, r = a;
    LLVMTypeRef type = LLVMTypeOf(a);
    if (!strcmp(op, "add"))
        r = LLVMBuildFAdd(f->b, a, b, "");
    else if (!strcmp(op, "sub"))
        r = LLVMBuildFSub(f->b, a, b, "");
    else if (!strcmp(op, "mul"))
        r = LLVMBuildFMul(f->b, a, b, "");
    else if (!strcmp(op, "div"))
        r = LLVMBuildFDiv(f->b, a, b, "");
    else if (!strcmp(op, "rcp"))
        r = LLVMBuildFDiv(f->b, LLVMConstReal(type, 1), a, "");
    else if (!strcmp(op, "sqrt"))
        r = intrinsic1(f, "llvm.sqrt", a);
    else if (!strcmp(op, "fma"))
        r = intrinsic(f, "llvm.fma", &type, 1, (LLVMValueRef[]){a, b, args[2].v}, 3);
    f->contract = contract;
    return val_scalar(r, e->type);
}

static struct val min_max(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct val a = convert(f, args[0], e->type), b = convert(f, args[1], e->type);
    bool max = row_is(e, "max");
    const struct hd_type *t = ty_value(e->type);
    const char *name;
    if (ty_is_fp(t)) return val_scalar(float_min_max(f, a.v, b.v, max), e->type);
    if (hd_type_is_signed(t))
        name = max ? "llvm.smax" : "llvm.smin";
    else
        name = max ? "llvm.umax" : "llvm.umin";
    return val_scalar(intrinsic2(f, name, a.v, b.v), e->type);
}

static struct val convert_rounded(struct fn *f, const struct hd_expr *e, struct val x) {
    const char *mode = e->builtin->arg ? e->builtin->arg : "rn";
    if (!ty_is_fp(ty_value(x.type))) return directed_float(f, x, e->type, mode);
    if (ty_is_fp(ty_value(e->type))) return directed_float(f, x, e->type, mode);
    const char *round = "llvm.rint";
    if (!strcmp(mode, "rz"))
        round = "llvm.trunc";
    else if (!strcmp(mode, "ru"))
        round = "llvm.ceil";
    else if (!strcmp(mode, "rd"))
        round = "llvm.floor";
    x.v = intrinsic1(f, round, x.v);
    return float_to_int(f, x, e->type);
}

static struct val saturate(struct fn *f, const struct hd_expr *e, struct val x) {
    LLVMTypeRef type = LLVMTypeOf(x.v);
    LLVMValueRef low = intrinsic2(f, "llvm.maxnum", x.v, LLVMConstReal(type, 0)); // NaN gives 0
    return val_scalar(intrinsic2(f, "llvm.minnum", low, LLVMConstReal(type, 1)), e->type);
}

static LLVMValueRef extend(struct fn *f, struct val v, LLVMTypeRef wide) {
    bool is_signed = hd_type_is_signed(ty_value(v.type)) && LLVMTypeOf(v.v) != f->g->i1;
    return is_signed ? LLVMBuildSExt(f->b, v.v, wide, "") : LLVMBuildZExt(f->b, v.v, wide, "");
}

static struct val overflow(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct gen *g = f->g;
    struct hd_type *type = args[2].type->base;
    const struct hd_type *t = ty_value(type);
    const char *op = e->builtin->arg;
    unsigned bits = (unsigned)t->size * 8, most = bits;
    if (t->kind == HD_TY_BOOL) bits = 1;
    for (int i = 0; i < 2; i++)
        if (args[i].type->size * 8 > most) most = (unsigned)args[i].type->size * 8;
    LLVMValueRef r, over;
    if (ty_value(args[0].type)->kind == t->kind && ty_value(args[1].type)->kind == t->kind &&
        bits > 1) {
        const char *name =
            hd_printf(g->arena, "llvm.%c%s.with.overflow", hd_type_is_signed(t) ? 's' : 'u', op);
        LLVMValueRef pair = intrinsic2(f, name, args[0].v, args[1].v);
        r = LLVMBuildExtractValue(f->b, pair, 0, "");
        over = LLVMBuildExtractValue(f->b, pair, 1, "");
    } else { // mixed types: exactly, in an integer wide enough
        LLVMTypeRef wide = ty_int(g, !strcmp(op, "mul") ? 2 * most + 8 : most + 8);
        LLVMValueRef a = extend(f, args[0], wide), b = extend(f, args[1], wide), exact;
        if (!strcmp(op, "add"))
            exact = LLVMBuildAdd(f->b, a, b, "");
        else if (!strcmp(op, "sub"))
            exact = LLVMBuildSub(f->b, a, b, "");
        else
            exact = LLVMBuildMul(f->b, a, b, "");
        r = LLVMBuildTrunc(f->b, exact, ty_int(g, bits), "");
        over = LLVMBuildICmp(f->b, LLVMIntNE, extend(f, val_scalar(r, type), wide), exact, "");
    }
    struct place p = place_at(args[2].v, type);
    access_store(f, p, val_scalar(r, type));
    return bool_val(f, over, e->type);
}

// ---- floating point kinds -----------------------------------------------------------------------

static LLVMValueRef sign_bit(struct fn *f, struct val x) {
    unsigned bits = x.type->kind == HD_TY_LDOUBLE ? 80 : (unsigned)x.type->size * 8;
    LLVMTypeRef type = ty_int(f->g, bits);
    return LLVMBuildICmp(f->b, LLVMIntSLT, LLVMBuildBitCast(f->b, x.v, type, ""),
                         LLVMConstNull(type), "");
}

static LLVMValueRef smallest_normal(struct gen *g, const struct hd_type *t) {
    switch (t->kind) {
    case HD_TY_HALF: return LLVMConstReal(g->f16, 0x1p-14);
    case HD_TY_BF16: return LLVMConstReal(g->bf16, 0x1p-126);
    case HD_TY_FLOAT: return LLVMConstReal(g->f32, 0x1p-126);
    case HD_TY_DOUBLE: return LLVMConstReal(g->f64, 0x1p-1022);
    default: return const_float(g, t, 0x1p-16382L);
    }
}

static LLVMValueRef classify_bit(struct fn *f, const char *what, struct val *args, int nargs) {
    static const struct {
        const char *name;
        LLVMRealPredicate p;
    } compares[] = {
        {"isgreater", LLVMRealOGT},   {"isgreaterequal", LLVMRealOGE}, {"isless", LLVMRealOLT},
        {"islessequal", LLVMRealOLE}, {"islessgreater", LLVMRealONE},  {"isunordered", LLVMRealUNO},
    };
    LLVMValueRef x = args[0].v;
    for (int i = 0; i < HD_COUNT(compares) && nargs > 1; i++)
        if (!strcmp(compares[i].name, what))
            return LLVMBuildFCmp(f->b, compares[i].p, x, args[1].v, "");
    if (!strcmp(what, "signbit")) return sign_bit(f, args[0]);
    if (!strcmp(what, "isnan")) return LLVMBuildFCmp(f->b, LLVMRealUNO, x, x, "");
    const struct hd_type *t = ty_value(args[0].type);
    LLVMValueRef inf = const_float(f->g, t, __builtin_infl()), abs = intrinsic1(f, "llvm.fabs", x);
    if (!strcmp(what, "isinf")) return LLVMBuildFCmp(f->b, LLVMRealOEQ, abs, inf, "");
    LLVMValueRef finite = LLVMBuildFCmp(f->b, LLVMRealOLT, abs, inf, "");
    if (strcmp(what, "isnormal")) return finite;
    return LLVMBuildAnd(f->b, finite,
                        LLVMBuildFCmp(f->b, LLVMRealOGE, abs, smallest_normal(f->g, t), ""), "");
}

static struct val classify(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct val common[2];
    for (int i = 0; i < e->nargs && i < 2; i++) {
        common[i] = args[i];
        if (!ty_is_fp(ty_value(args[i].type))) common[i] = convert(f, args[i], hd_ty.double_);
    }
    if (e->nargs > 1 && common[0].type->kind != common[1].type->kind) {
        struct hd_type *wide =
            common[0].type->kind > common[1].type->kind ? common[0].type : common[1].type;
        for (int i = 0; i < 2; i++) common[i] = convert(f, common[i], hd_type_unqual(wide));
    }
    const char *what = e->builtin->arg ? e->builtin->arg : e->builtin->name;
    return bool_val(f, classify_bit(f, what, common, e->nargs), e->type);
}

static struct val nan_or_inf(struct fn *f, const struct hd_expr *e) {
    const char *arg = e->builtin->arg ? e->builtin->arg : e->builtin->name;
    bool nan = strstr(arg, "nan") != NULL;
    return val_scalar(const_float(f->g, e->type, nan ? __builtin_nanl("") : __builtin_infl()),
                      e->type);
}

static struct val complex_part(struct fn *f, const struct hd_expr *e, struct val *args) {
    bool real = row_is(e, "real"), imag = row_is(e, "imag");
    if (!real && !imag)
        return (struct val){.kind = VAL_COMPLEX, .v = args[0].v, .im = args[1].v, .type = e->type};
    if (args[0].kind == VAL_COMPLEX) return val_scalar(real ? args[0].v : args[0].im, e->type);
    if (real) return args[0];
    return convert(f, val_scalar(const_i32(f->g, 0), hd_ty.int_), e->type);
}

bool builtin_place(struct fn *f, const struct hd_expr *e, struct place *out) {
    if (e->builtin->lower != LOWER_COMPLEX || !e->builtin->arg || !*e->builtin->arg ||
        e->nargs != 1)
        return false;
    const struct hd_expr *a = e->args[0];
    if (a->kind == EX_LOAD) a = a->a;
    if (!a->is_lvalue || a->type->kind != HD_TY_COMPLEX) return false;
    struct place p = emit_place(f, a);
    if (row_is(e, "imag")) {
        p.addr = byte_offset(f, p.addr, a->type->base->size);
        if (p.align > ty_align(a->type->base)) p.align = ty_align(a->type->base);
    }
    p.type = hd_type_qual(a->type->base, a->type->quals & Q_VOLATILE);
    *out = p;
    return true;
}

// ---- the compiler's own -------------------------------------------------------------------------

// __ldg, __stcg
static struct val cached_access(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct place p = place_at(args[0].v, args[0].type->base);
    if (args[0].align && args[0].align < p.align) p.align = args[0].align;
    p.space = args[0].space;
    p.object = args[0].object;
    p.expr = e;
    if (!strcmp(e->builtin->name, "__ldcv")) p.type = hd_type_qual(p.type, Q_VOLATILE);
    if (row_is(e, "store")) {
        access_store(f, p, args[1]);
        return val_none();
    }
    struct val v = access_load(f, p);
    v.type = e->type;
    return v;
}

static struct val variable_args(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct gen *g = f->g;
    if (e->builtin->lower == LOWER_VA_START)
        intrinsic(f, "llvm.va_start", &g->ptr, 1, &args[0].v, 1);
    else if (e->builtin->lower == LOWER_VA_COPY)
        access_copy(f, args[0].v, 8, args[1].v, 8, 24, false);
    return val_none();
}

static struct val dynamic_alloca(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct gen *g = f->g;
    LLVMValueRef memory =
        LLVMBuildArrayAlloca(f->b, g->i8, convert(f, args[0], hd_ty.ulong_).v, "");
    unsigned align = 16;
    if (e->nargs > 1 && LLVMIsAConstantInt(args[1].v))
        align = (unsigned)(LLVMConstIntGetZExtValue(args[1].v) / 8);
    LLVMSetAlignment(memory, align >= 16 ? align : 16);
    return val_scalar(memory, e->type);
}

static struct val trap(struct fn *f) {
    if (f->device && f->thread) {
        struct val none;
        extern_call(f, "hd_rt_device_trap", HD_REF_RUNTIME, hd_ty.void_, &none, 0, 0, true, NULL);
    } else {
        intrinsic(f, "llvm.trap", NULL, 0, NULL, 0);
        LLVMBuildUnreachable(f->b);
        after_terminator(f);
    }
    return val_none();
}

static struct val frame_or_return(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct gen *g = f->g;
    LLVMValueRef level = convert(f, args[0], hd_ty.int_).v;
    if (!LLVMIsAConstantInt(level)) level = const_i32(g, 0);
    bool frame = e->builtin->lower == LOWER_FRAME_ADDRESS;
    LLVMValueRef v = frame ? intrinsic(f, "llvm.frameaddress", &g->ptr, 1, &level, 1)
                           : intrinsic(f, "llvm.returnaddress", NULL, 0, &level, 1);
    return val_scalar(v, e->type);
}

static struct val constant_p(struct fn *f, const struct hd_expr *e, struct val *args) {
    bool scalar = e->nargs && args[0].kind == VAL_SCALAR;
    bool known = scalar && LLVMIsConstant(args[0].v) && !LLVMIsUndef(args[0].v) &&
                 !LLVMIsAGlobalValue(args[0].v);
    if (known || !scalar || !f->g->job->opt)
        return val_scalar(const_int(f->g, e->type, known), e->type);
    return bool_val(f, intrinsic1(f, "llvm.is.constant", args[0].v), e->type);
}

static struct val object_size(struct fn *f, const struct hd_expr *e, struct val *args) {
    bool minimum =
        e->nargs > 1 && LLVMIsAConstantInt(args[1].v) && (LLVMConstIntGetZExtValue(args[1].v) & 2);
    return val_scalar(const_int(f->g, e->type, minimum ? 0 : -1), e->type);
}

// ---- dispatch -----------------------------------------------------------------------------------

// Evaluates the arguments. A complex part keeps its operand as it is; generic rows take lvalues
// too.
static struct val *evaluate(struct fn *f, const struct hd_expr *e) {
    struct val *args = HD_NEW_ARRAY(f->g->arena, struct val, e->nargs + 1);
    for (int i = 0; i < e->nargs; i++) {
        const struct hd_expr *a = e->args[i];
        if (a->is_lvalue && a->type->kind == HD_TY_ARRAY) { // a va_list that did not decay
            struct place p = emit_place(f, a);
            args[i] = val_scalar(p.addr, hd_type_ptr(a->type->base));
            continue;
        }
        args[i] = emit_expr(f, a);
        if (args[i].kind != VAL_NONE) args[i].type = a->type;
    }
    return args;
}

static struct val lower(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct val out;
    if (f->g->gpu && gpu_builtin(f, e, args, &out)) return out;
    switch (e->builtin->lower) {
    case LOWER_INTRINSIC: return call_intrinsic(f, e, args, false);
    case LOWER_INTRINSIC_I1: return call_intrinsic(f, e, args, true);
    case LOWER_LIBC: return call_named(f, e, args, HD_REF_EXTERN, false);
    case LOWER_RUNTIME: return call_named(f, e, args, HD_REF_RUNTIME, false);
    case LOWER_BITCAST:
        return val_of_bits(f, bits_of(f, args[0], (unsigned)e->type->size * 8), e->type);
    case LOWER_FFS: return find_first(f, e, args[0]);
    case LOWER_CLZ: return leading_zeros(f, e, args[0]);
    case LOWER_MULHI: return mul_high(f, e, args);
    case LOWER_BREV: return as_result(f, e, intrinsic1(f, "llvm.bitreverse", args[0].v));
    case LOWER_BYTE_PERM: return byte_perm(f, e, args);
    case LOWER_FUNNEL: return funnel(f, e, args);
    case LOWER_FDIV: return emit_arith(f, TK_SLASH, args[0], args[1], e->type);
    case LOWER_FOP: return rounded_op(f, e, args);
    case LOWER_SATURATE: return saturate(f, e, args[0]);
    case LOWER_MINMAX: return min_max(f, e, args);
    case LOWER_CONVERT: return convert_rounded(f, e, args[0]);
    case LOWER_LDG: return cached_access(f, e, args);
    case LOWER_EXPECT: return convert(f, args[0], e->type);
    case LOWER_CONSTANT_P: return constant_p(f, e, args);
    case LOWER_CONST_EVALUATED: return val_scalar(const_int(f->g, e->type, 0), e->type);
    case LOWER_IN_KERNEL: return val_scalar(const_int(f->g, e->type, f->device), e->type);
    case LOWER_ALLOCA: return dynamic_alloca(f, e, args);
    case LOWER_VA_START:
    case LOWER_VA_END:
    case LOWER_VA_COPY: return variable_args(f, e, args);
    case LOWER_OVERFLOW: return overflow(f, e, args);
    case LOWER_FRAME_ADDRESS:
    case LOWER_RETURN_ADDRESS: return frame_or_return(f, e, args);
    case LOWER_OBJECT_SIZE: return object_size(f, e, args);
    case LOWER_ISNAN: return classify(f, e, args);
    case LOWER_NAN: return nan_or_inf(f, e);
    case LOWER_COMPLEX: return complex_part(f, e, args);
    case LOWER_PREFETCH: return val_none();
    case LOWER_SETJMP: return call_setjmp(f, e, args);
    case LOWER_TRAP: return trap(f);
    case LOWER_BREAKPOINT: twin_breakpoint(f); return val_none();
    case LOWER_UNREACHABLE:
        if (!f->g->job->opt) return trap(f); // so that the place is known
        LLVMBuildUnreachable(f->b);
        after_terminator(f);
        return val_none();
    default:
        internal_error(f->g, e->loc, hd_printf(f->g->arena, "`%s` has no code", e->builtin->name));
        return val_none();
    }
}

struct val emit_builtin(struct fn *f, const struct hd_expr *e) {
    enum hd_builtin_lower how = e->builtin->lower;
    if (how == LOWER_CONSTANT_P &&
        (!f->g->job->opt ||
         (e->nargs && has_effect(e->args[0])))) { // its argument is not evaluated
        struct hd_const c;
        return val_scalar(const_int(f->g, e->type, e->nargs && hd_const_eval(e->args[0], &c)),
                          e->type);
    }
    struct val *args = evaluate(f, e);
    at(f, e->loc);
    if (is_simt(how)) return emit_simt(f, e, args);
    if (how >= LOWER_SYNC_RMW && how <= LOWER_ATOMIC_FENCE) return emit_sync_atomic(f, e, args);
    struct val v = lower(f, e, args);
    if (v.kind == VAL_SCALAR) v.type = e->type;
    return v;
}
