// Calls whose result is known when their arguments are: bit and math built-ins, and the C library's
// mathematics, which gcc folds in static initialisers too.
//
// Example: `static double root = sqrt(2.0);` and `[__builtin_popcount(0xff)]`.
#include <math.h>
#include <string.h>

#include "front/check/const/const.h"

static const struct unary_math {
    const char *name;
    float (*f)(float);
    double (*d)(double);
    long double (*l)(long double);
} unary_math[] = {
#define ROW(name) {#name, name##f, name, name##l},
    ROW(sqrt) ROW(fabs) ROW(floor) ROW(ceil) ROW(trunc) ROW(round) ROW(rint) ROW(nearbyint) ROW(sin)
        ROW(cos) ROW(tan) ROW(asin) ROW(acos) ROW(atan) ROW(sinh) ROW(cosh) ROW(tanh) ROW(exp)
            ROW(exp2) ROW(expm1) ROW(log) ROW(log2) ROW(log10) ROW(log1p) ROW(cbrt)
#undef ROW
};

static const struct binary_math {
    const char *name;
    float (*f)(float, float);
    double (*d)(double, double);
    long double (*l)(long double, long double);
} binary_math[] = {
#define ROW(name) {#name, name##f, name, name##l},
    ROW(pow) ROW(fmod) ROW(atan2) ROW(hypot) ROW(fmin) ROW(fmax) ROW(copysign) ROW(fdim)
#undef ROW
};

// "sqrtf" and "sqrt" are both sqrt: the type says which precision is meant.
static bool is_name(const char *spelled, const char *name) {
    size_t n = strlen(name);
    return !strncmp(spelled, name, n) &&
           (!spelled[n] || ((spelled[n] == 'f' || spelled[n] == 'l') && !spelled[n + 1]));
}

static bool math_call(const char *name, const struct hd_type *type, const struct hd_const *v, int n,
                      struct hd_const *out) {
    for (int i = 0; i < n; i++) {
        if (v[i].kind != CONST_FLOAT) return false;
    }
    if (type->kind != HD_TY_FLOAT && type->kind != HD_TY_DOUBLE && type->kind != HD_TY_LDOUBLE)
        return false;
    *out = (struct hd_const){.kind = CONST_FLOAT};
    for (int i = 0; n == 1 && i < HD_COUNT(unary_math); i++) {
        const struct unary_math *m = &unary_math[i];
        if (is_name(name, m->name)) {
            out->f = type->kind == HD_TY_FLOAT    ? m->f((float)v[0].f)
                     : type->kind == HD_TY_DOUBLE ? m->d((double)v[0].f)
                                                  : m->l(v[0].f);
            return true;
        }
    }
    for (int i = 0; n == 2 && i < HD_COUNT(binary_math); i++) {
        const struct binary_math *m = &binary_math[i];
        if (is_name(name, m->name)) {
            out->f = type->kind == HD_TY_FLOAT    ? m->f((float)v[0].f, (float)v[1].f)
                     : type->kind == HD_TY_DOUBLE ? m->d((double)v[0].f, (double)v[1].f)
                                                  : m->l(v[0].f, v[1].f);
            return true;
        }
    }
    return false;
}

static bool int_result(struct hd_const *out, hd_int128 i) {
    *out = (struct hd_const){.kind = CONST_INT, .i = i};
    return true;
}

static bool integer_call(const char *name, const struct hd_expr *call, const struct hd_const *v,
                         struct hd_const *out) {
    if (v[0].kind != CONST_INT) return false;
    const struct hd_type *t = call->args[0]->type;
    int bits = (int)t->size * 8;
    uint64_t u = (uint64_t)v[0].i;
    if (bits < 64) u &= (1ull << bits) - 1;
    if (bits > 64) return false;
    if (strstr(name, "ctpop")) return int_result(out, __builtin_popcountll(u));
    if (strstr(name, "bswap"))
        return int_result(out, (hd_int128)(__builtin_bswap64(u) >> (64 - bits)));
    if (strstr(name, "cttz")) return u && int_result(out, __builtin_ctzll(u));
    if (strstr(name, "ctlz")) return u && int_result(out, __builtin_clzll(u) - (64 - bits));
    if (strstr(name, "abs"))
        return int_result(out, const_wrap(call->type, v[0].i < 0 ? -v[0].i : v[0].i));
    return false;
}

static bool classify(const char *what, long double x, struct hd_const *out) {
    if (!strcmp(what, "isnan")) return int_result(out, isnan(x) != 0);
    if (!strcmp(what, "isinf")) return int_result(out, isinf(x) ? (x < 0 ? -1 : 1) : 0);
    if (!strcmp(what, "isfinite")) return int_result(out, isfinite(x) != 0);
    if (!strcmp(what, "signbit")) return int_result(out, signbit(x) != 0);
    return false;
}

static bool not_a_number(const struct hd_expr *call, struct hd_const *out) {
    bool nan = strstr(call->builtin->name, "nan") != NULL;
    *out =
        (struct hd_const){.kind = CONST_FLOAT, .f = nan ? (long double)NAN : (long double)INFINITY};
    return hd_type_is_float(call->type);
}

static bool min_or_max(const struct hd_expr *call, const struct hd_const *v, struct hd_const *out) {
    bool max = call->builtin->arg && !strcmp(call->builtin->arg, "max");
    if (v[0].kind == CONST_FLOAT && v[1].kind == CONST_FLOAT) {
        *out = (struct hd_const){.kind = CONST_FLOAT,
                                 .f = max ? fmaxl(v[0].f, v[1].f) : fminl(v[0].f, v[1].f)};
        return true;
    }
    struct hd_const less;
    if (v[0].kind != CONST_INT || !eval_binary(TK_LT, call->type, &v[0], &v[1], &less))
        return false;
    *out = (less.i != 0) == max ? v[1] : v[0];
    return true;
}

static bool first_set(const struct hd_const *v, struct hd_const *out) {
    return v->kind == CONST_INT && int_result(out, __builtin_ffsll((long long)v->i));
}

static bool leading_zeros(const struct hd_expr *call, const struct hd_const *v,
                          struct hd_const *out) {
    int bits = (int)call->args[0]->type->size * 8;
    if (v->kind != CONST_INT || bits > 64) return false;
    uint64_t u = (uint64_t)v->i;
    if (bits < 64) u &= (1ull << bits) - 1;
    return int_result(out, u ? __builtin_clzll(u) - (64 - bits) : bits);
}

static bool complex_part(const struct hd_expr *call, const struct hd_const *v,
                         struct hd_const *out) {
    const char *part = call->builtin->arg ? call->builtin->arg : "";
    if (!*part) {
        if (call->nargs < 2 || v[0].kind != CONST_FLOAT || v[1].kind != CONST_FLOAT) return false;
        *out = (struct hd_const){.kind = CONST_COMPLEX, .f = v[0].f, .im = v[1].f};
        return true;
    }
    if (v[0].kind != CONST_COMPLEX) return false;
    *out = (struct hd_const){.kind = CONST_FLOAT, .f = !strcmp(part, "real") ? v[0].f : v[0].im};
    return true;
}

static bool lowered(struct eval *ev, const struct hd_expr *call, struct hd_const *v,
                    struct hd_const *out) {
    const struct hd_builtin *row = call->builtin;
    const char *arg = row->arg ? row->arg : row->name;
    switch (row->lower) {
    case LOWER_EXPECT: *out = v[0]; return const_convert(out, call->args[0]->type, call->type);
    case LOWER_MINMAX: return call->nargs == 2 && min_or_max(call, v, out);
    case LOWER_FFS: return first_set(v, out);
    case LOWER_CLZ: return leading_zeros(call, v, out);
    case LOWER_ISNAN:
        return v[0].kind == CONST_FLOAT && call->nargs == 1 && classify(arg, v[0].f, out);
    case LOWER_COMPLEX: return complex_part(call, v, out);
    case LOWER_INTRINSIC:
    case LOWER_INTRINSIC_I1:
        if (integer_call(arg, call, v, out)) return true;
        return math_call(strncmp(arg, "llvm.", 5) ? arg : arg + 5, call->type, v, call->nargs, out);
    case LOWER_LIBC:
        return const_memory(ev, arg, call, v, call->nargs, out) ||
               math_call(arg, call->type, v, call->nargs, out);
    default: return false;
    }
}

bool const_builtin(struct eval *ev, const struct hd_expr *call, struct hd_const *out) {
    struct hd_const v[4] = {{.kind = CONST_NONE}};
    enum hd_builtin_lower lower = call->builtin->lower;
    if (lower == LOWER_NAN) return not_a_number(call, out);
    if (lower == LOWER_CONST_EVALUATED) return ev->manifest && int_result(out, 1);
    if (lower == LOWER_CONSTANT_P) {
        struct hd_const ignored;
        bool known = call->nargs > 0 && eval_value(ev, call->args[0], &ignored);
        if (known && ignored.kind == CONST_ADDR && ignored.sym) known = false;
        return int_result(out, known);
    }
    if (call->nargs < 1 || call->nargs > HD_COUNT(v)) return false;
    if (lower == LOWER_EXPECT) return eval_value(ev, call->args[0], v) && lowered(ev, call, v, out);
    for (int i = 0; i < call->nargs; i++) {
        if (!eval_value(ev, call->args[i], &v[i])) return false;
    }
    return lowered(ev, call, v, out);
}

bool const_libc(struct eval *ev, const struct hd_expr *call, const struct hd_sym *sym,
                struct hd_const *out) {
    struct hd_const v[3];
    if (call->nargs < 1 || call->nargs > HD_COUNT(v) || !sym->name || sym->defined) return false;
    if (sym->def && !sym->def->system && !sym->def->extern_c) return false;
    for (int i = 0; i < call->nargs; i++) {
        if (!hd_type_is_scalar(call->args[i]->type) || !eval_value(ev, call->args[i], &v[i]))
            return false;
    }
    return const_memory(ev, sym->name, call, v, call->nargs, out) ||
           (hd_type_is_float(call->type) && math_call(sym->name, call->type, v, call->nargs, out));
}
