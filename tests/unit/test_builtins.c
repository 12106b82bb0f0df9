// Built-ins: every row's signature is a type and its C function exists, every name of the prelude
// can be loaded, and overload resolution picks the row that CUDA would.
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "front/check/check.h"
#include "run/cudart/cudart.h"

static struct hd_front *front;
static struct hd_arena *arena;

static bool has_error(const struct hd_type *type) {
    if (type->kind == HD_TY_ERROR) return true;
    if (type->kind == HD_TY_PTR) return has_error(type->base);
    if (type->kind != HD_TY_FUNC) return false;
    for (int i = 0; i < type->nparams; i++)
        if (has_error(type->params[i])) return true;
    return has_error(type->base);
}

static void test_signatures(void) {
    int n, bad = 0;
    const struct hd_builtin *rows = hd_builtins(&n);
    for (int i = 0; i < n; i++) {
        for (int alt = 0; alt < builtin_alternatives(&rows[i]); alt++) {
            struct hd_type *type = builtin_signature(front, &rows[i], alt);
            bool is_variable = rows[i].flags & BI_VARIABLE;
            if (type && !has_error(type) && (type->kind == HD_TY_FUNC) == !is_variable) continue;
            printf("# %s: %s\n", rows[i].name, rows[i].signature);
            bad++;
        }
        if (strncmp(rows[i].name, "__heddle_", 9) == 0) continue; // nobody can ask for them
        if (rows[i].help && *rows[i].help) continue;
        printf("# %s has no help\n", rows[i].name);
        bad++;
    }
    CHECK(bad == 0);
}

// Functions of run/, which is not here, and of OpenMP (cpu/launch/omp.c), which has a table of its
// own.
static bool is_runs(const char *name) {
    return strcmp(name, "hd_rt_show") == 0 || strcmp(name, "hd_rt_not_yet") == 0 ||
           strncmp(name, "hd_rt_omp_", 10) == 0;
}

static void test_functions(void) {
    int n, bad = 0;
    const struct hd_builtin *rows = hd_builtins(&n);
    for (int i = 0; i < n; i++) {
        bool found = true;
        if (rows[i].lower == LOWER_LIBC) found = dlsym(RTLD_DEFAULT, rows[i].arg) != NULL;
        if (rows[i].lower == LOWER_RUNTIME)
            found = hd_devmath_symbol(rows[i].arg) || hd_cpu_runtime(rows[i].arg) ||
                    is_runs(rows[i].arg);
        if (rows[i].lower == LOWER_RUNTIME_CTX) found = hd_cpu_runtime(rows[i].arg) != NULL;
        if (found) continue;
        printf("# %s: no `%s`\n", rows[i].name, rows[i].arg);
        bad++;
    }
    CHECK(bad == 0);
}

// The row that is chosen for arguments of these types, as "result(parameters)".
static const char *chosen(const char *name, struct hd_type **args, int n) {
    const struct hd_builtin *row;
    struct hd_type *type = builtin_resolve(front, hd_builtin_find(name), args, n, 0, &row);
    return type ? hd_type_str(arena, type) : "none";
}

#define CHOSEN(expected, name, ...)                               \
    do {                                                          \
        struct hd_type *args[] = {__VA_ARGS__};                   \
        CHECK_TEXT(chosen(name, args, HD_COUNT(args)), expected); \
    } while (0)

static void test_resolve(void) {
    struct hd_type *f = hd_ty.float_, *d = hd_ty.double_, *i = hd_ty.int_, *u = hd_ty.uint_,
                   *l = hd_ty.long_;
    struct hd_type *pf = hd_type_ptr(f), *pu = hd_type_ptr(u),
                   *pc = hd_type_ptr(hd_type_qual(d, Q_CONST));
    CHOSEN("float (float)", "sqrt", f);
    CHOSEN("double (double)", "sqrt", d);
    CHOSEN("double (double)", "sqrt", i);
    CHOSEN("long double (long double)", "sqrt", hd_ty.ldouble);
    CHOSEN("int (int)", "abs", hd_ty.short_);
    CHOSEN("float (float)", "abs", f);
    CHOSEN("int (int, int)", "min", i, i);
    CHOSEN("unsigned int (unsigned int, unsigned int)", "min", i, u);
    CHOSEN("long (long, long)", "max", u, l);
    CHOSEN("double (double, double)", "max", f, d);
    CHOSEN("float (float, float)", "max", f, i);
    CHOSEN("float (float *, float)", "atomicAdd", pf, d);
    CHOSEN("unsigned int (unsigned int *, unsigned int)", "atomicAdd", pu, i);
    CHOSEN("none", "atomicAdd", hd_type_ptr(l), l);
    CHOSEN("double (const double *)", "__ldg", pc);
    CHOSEN("float (unsigned int, float, unsigned int)", "__shfl_down_sync", u, f, i);
    CHOSEN("float (unsigned int, float, unsigned int, int)", "__shfl_down_sync", u, f, i, i);
    CHOSEN("none", "sqrt", pf);
}

static void test_prelude(void) {
    static const char text[] = "cudaDeviceProp p; float4 v; dim3 d; cudaError_t e;\n";
    struct hd_diags diags = {.arena = arena};
    struct hd_source *source = hd_source_add("test", NULL, text, strlen(text));
    source->lang = HD_LANG_CU;
    struct hd_cell cell;
    bool ok = hd_front_cell(front, source, false, &cell, &diags);
    CHECK(ok);
    if (ok) hd_front_rollback(front, &cell);
    struct hd_type *prop = hd_lookup_tag(front, hd_intern_str("cudaDeviceProp"));
    CHECK(prop && prop->size == sizeof(struct cuda_device_prop));
    struct hd_type *dim = hd_lookup_tag(front, hd_intern_str("dim3")),
                   *vec = hd_lookup_tag(front, hd_intern_str("float4"));
    CHECK(dim && dim->record->from_scalar && dim->record->fill == 1);
    CHECK(vec && vec->record->is_vector && vec->align == 16);
    int bad = 0;
    const char *name;
    front->lang = HD_LANG_CU;
    front->diags = &diags;
    for (int i = 0; (name = hd_prelude_name(i)); i++) {
        bool known = builtin_lookup(front, name) || builtin_lookup_tag(front, name);
        bool opaque = strstr(name, "_st") || !strcmp(name, "cudaArray");
        if (known || opaque) continue;
        printf("# %s\n", name);
        bad++;
    }
    CHECK(bad == 0 && diags.errors == 0);
    for (int i = 0; (name = hd_prelude_name(i)); i++) {
        struct hd_def *def = hd_map_get(&front->names, name);
        if (strncmp(name, "cuda", 4) || !def || !def->sym || def->sym->kind != SYM_FUNC) continue;
        for (struct hd_sym *sym = def->sym; sym; sym = sym->next) {
            if (hd_cudart_symbol(sym->link_name) || (sym->spec & SPEC_DEVICE)) continue;
            printf("# no %s\n", sym->link_name);
            bad++;
        }
    }
    CHECK(bad == 0);
}

static double call(const char *name, double x) {
    double (*f)(double) = (double (*)(double))(uintptr_t)hd_devmath_symbol(name);
    return f(x);
}

static bool near(double a, double b) {
    return fabs(a - b) <= 2e-14 * fabs(b); // erfc's own error is that large far out
}

static void test_devmath(void) {
    CHECK(call("hd_dm_sinpi", 1) == 0 && call("hd_dm_sinpi", 0.5) == 1 &&
          call("hd_dm_cospi", 1e15 + 1) == -1);
    CHECK(near(call("hd_dm_normcdfinv", 0.975), 1.959963984540054));
    CHECK(near(erf(call("hd_dm_erfinv", 0.3)), 0.3) &&
          near(erfc(call("hd_dm_erfcinv", 1e-10)), 1e-10));
    CHECK(near(call("hd_dm_cyl_bessel_i0", 1), 1.2660658777520082));
    CHECK(near(call("hd_dm_erfcx", 30), 0.018795888861416754));
    float (*add)(float, float) =
        (float (*)(float, float))(uintptr_t)hd_devmath_symbol("hd_dm_fadd_ru");
    CHECK(add(1, 1e-10f) == nextafterf(1, 2));
}

int main(void) {
    arena = hd_arena_create();
    hd_types_init();
    front = hd_front_create(NULL);
    front->lang = HD_LANG_CU;
    struct hd_diags diags = {.arena = arena};
    front->diags = &diags;
    RUN(test_signatures);
    RUN(test_functions);
    RUN(test_resolve);
    RUN(test_prelude);
    RUN(test_devmath);
    return check_status();
}
