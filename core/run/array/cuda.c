// %fused --cuda: an array expression as a kernel and its launch, in CUDA C++ that needs no library.
//
// The tree of one element is written as an expression, sections become index arithmetic:
//
//     a[1:] * 2 + b     __global__ void fused_1(float *out, const float *p0, const float *p1, long
//     n0, ...)
//                       {
//                           long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
//                           if (i >= n0) return;
//                           float x0 = p0[i * p0_0], x1 = p1[i * p1_0];
//                           out[i * out_0] = x0 * 2.0f + x1;
//                       }
//
// Complex numbers are cuda::std::complex, which comes with nvcc and has the operators.
//
// Functions that it calls are copied with what they need. What has no such form is said.
#include "run/array/cuda_text.h"
#include "run/array/told.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NESTED = 200 }; // operations in an expression

struct writer {
    struct hd_buf *out;
    const struct hd_fused *f;
    int depth;
};

static void expr(struct writer *w, const struct hd_expr *e);

static const char *operator_text(int op) {
    static const struct {
        int op;
        const char *text;
    } operators[] = {{TK_PLUS, "+"},    {TK_MINUS, "-"}, {TK_STAR, "*"}, {TK_SLASH, "/"},
                     {TK_PERCENT, "%"}, {TK_SHL, "<<"},  {TK_SHR, ">>"}, {TK_AMP, "&"},
                     {TK_PIPE, "|"},    {TK_CARET, "^"}, {TK_EQ, "=="},  {TK_NE, "!="},
                     {TK_LT, "<"},      {TK_GT, ">"},    {TK_LE, "<="},  {TK_GE, ">="},
                     {TK_NOT, "!"},     {TK_TILDE, "~"}};
    for (int i = 0; i < HD_COUNT(operators); i++)
        if (operators[i].op == op) return operators[i].text;
    return "?";
}

// ---- expressions --------------------------------------------------------------------------------

static void constant(struct writer *w, const struct hd_expr *e) {
    const struct hd_const *v = e->value;
    if (v->kind == CONST_INT) {
        if (e->type->kind == HD_TY_BOOL) {
            hd_buf_puts(w->out, v->i ? "true" : "false");
            return;
        }
        bool is_signed = hd_type_is_signed(e->type), large = e->type->size == 8;
        if (is_signed && v->i == INT64_MIN)
            hd_buf_puts(w->out, "(-9223372036854775807L - 1)");
        else if (is_signed)
            hd_buf_printf(w->out, v->i < 0 ? "(%lld%s)" : "%lld%s", (long long)v->i,
                          large ? "L" : "");
        else
            hd_buf_printf(w->out, "%lluu%s", (unsigned long long)v->i, large ? "l" : "");
    } else if (v->kind == CONST_FLOAT) {
        double d = (double)v->f;
        bool single = e->type->kind == HD_TY_FLOAT;
        char text[64];
        if (isnan(d) || isinf(d)) {
            hd_buf_puts(w->out, isnan(d) ? "((float)NAN)" : d < 0 ? "(-INFINITY)" : "INFINITY");
            return;
        }
        for (int digits = 6; digits <= 17; digits++) {
            snprintf(text, sizeof text, "%.*g", digits, d);
            if (single ? strtof(text, NULL) == (float)d : strtod(text, NULL) == d) break;
        }
        bool plain = !strpbrk(text, ".e");
        if (e->type->kind != HD_TY_DOUBLE && !single)
            hd_buf_printf(w->out, "(%s)", cuda_text_type(e->type));
        hd_buf_printf(w->out, d < 0 ? "(%s%s%s)" : "%s%s%s", text, plain ? ".0" : "",
                      single ? "f" : "");
    } else if (v->kind == CONST_COMPLEX) {
        hd_buf_printf(w->out, "%s(%.17g, %.17g)", cuda_text_type(e->type), (double)v->f,
                      (double)v->im);
    } else {
        cuda_text_cannot("a constant that is an address");
    }
}

static void variable(struct writer *w, const struct hd_sym *sym) {
    for (int k = 0; k < w->f->n; k++)
        if (w->f->ops[k].sym == sym) {
            hd_buf_printf(w->out, "x%d", k);
            return;
        }
    if (sym == w->f->acc)
        hd_buf_puts(w->out, "acc");
    else if (sym == w->f->item)
        hd_buf_puts(w->out, "item");
    else
        cuda_text_cannot("a variable that is no operand");
}

static void two(struct writer *w, const struct hd_expr *e, const char *op) {
    hd_buf_putc(w->out, '(');
    expr(w, e->a);
    hd_buf_printf(w->out, " %s ", op);
    expr(w, e->b);
    hd_buf_putc(w->out, ')');
}

// What a pointer points to.
static void pointed(struct writer *w, const struct hd_expr *e) {
    struct hd_type *to = e->type->base;
    while (e->kind == EX_CAST && (e->cast == CAST_NOOP || e->cast == CAST_INT_PTR)) e = e->a;
    if (e->kind == EX_ADDR) {
        expr(w, e->a);
        return;
    }
    if (e->kind == EX_CONST && to->kind == HD_TY_RECORD) { // an object without values
        hd_buf_printf(w->out, "%s{}", cuda_text_type(to));
        return;
    }
    bool refers = e->kind == EX_CALL && e->a->kind == EX_FUNC && // a reference is returned
                  e->a->sym->type->base->kind == HD_TY_REF;
    hd_buf_puts(w->out, refers ? "" : "(*");
    expr(w, e);
    hd_buf_puts(w->out, refers ? "" : ")");
}

static void arguments_of(struct writer *w, const struct hd_expr *e, int from) {
    struct hd_type *type = e->kind == EX_CALL ? e->a->sym->type : NULL;
    hd_buf_putc(w->out, '(');
    for (int i = from; i < e->nargs; i++) {
        bool ref = type && i < type->nparams && type->params[i]->kind == HD_TY_REF;
        if (i > from) hd_buf_puts(w->out, ", ");
        if (ref)
            pointed(w, e->args[i]);
        else
            expr(w, e->args[i]);
    }
    hd_buf_putc(w->out, ')');
}

static bool is_complex_call(const struct hd_expr *e) {
    bool complex = e->type->kind == HD_TY_COMPLEX;
    for (int i = 0; i < e->nargs; i++) complex = complex || e->args[i]->type->kind == HD_TY_COMPLEX;
    return complex && !e->a->sym->func;
}

// C's function for complex numbers by its name in C++: `csqrtf` is `sqrt`. NULL: there is none.
static const char *complex_name(const char *name) {
    static const char *const names[][2] = {
        {"cabs", "abs"},   {"cacos", "acos"},   {"cacosh", "acosh"}, {"carg", "arg"},
        {"casin", "asin"}, {"casinh", "asinh"}, {"catan", "atan"},   {"catanh", "atanh"},
        {"ccos", "cos"},   {"ccosh", "cosh"},   {"cexp", "exp"},     {"cimag", "imag"},
        {"clog", "log"},   {"conj", "conj"},    {"cpow", "pow"},     {"cproj", "proj"},
        {"creal", "real"}, {"csin", "sin"},     {"csinh", "sinh"},   {"csqrt", "sqrt"},
        {"ctan", "tan"},   {"ctanh", "tanh"}};
    for (int i = 0; i < HD_COUNT(names); i++) {
        size_t len = strlen(names[i][0]);
        if (!strncmp(name, names[i][0], len) && (!name[len] || !strcmp(name + len, "f")))
            return hd_printf(hd_engine.arena, "cuda::std::%s", names[i][1]);
    }
    return NULL;
}

static void call(struct writer *w, const struct hd_expr *e) {
    const struct hd_sym *f = e->a->kind == EX_FUNC ? e->a->sym : NULL;
    const struct hd_method *m = f ? f->method : NULL;
    if (!f || !f->name) {
        cuda_text_cannot("a call by a pointer: name the function");
    } else if (e->constructs) {
        hd_buf_puts(w->out, cuda_text_type(m->record->type));
        arguments_of(w, e, 1);
    } else if (m && m->is_static) {
        hd_buf_printf(w->out, "%s::%s", cuda_text_type(m->record->type), m->name);
        arguments_of(w, e, 0);
    } else if (m) {
        pointed(w, e->args[0]);
        hd_buf_printf(w->out, !strcmp(m->name, "operator()") ? "" : ".%s", m->name);
        arguments_of(w, e, 1);
    } else {
        const char *name = is_complex_call(e) ? complex_name(f->name) : cuda_text_name(f);
        if (!name) cuda_text_cannot("a function of C for complex numbers that C++ has not");
        hd_buf_puts(w->out, name ? name : "");
        arguments_of(w, e, 0);
    }
}

// T{a, b}: the members of an aggregate, in order.
static void members(struct writer *w, const struct hd_expr *e) {
    const struct hd_init *init = e->init;
    uint64_t end = 0;
    hd_buf_printf(w->out, "%s{", cuda_text_type(e->type));
    for (int i = 0; i < init->nitems; i++) {
        const struct hd_init_item *item = &init->items[i];
        if (item->offset < end || item->bits || item->repeat != 1 || item->undo)
            cuda_text_cannot("a value that is made in several steps");
        end = item->offset + 1;
        hd_buf_puts(w->out, i ? ", " : "");
        expr(w, item->value);
    }
    if (!init->covers && init->nitems) cuda_text_cannot("a value of which members are left out");
    hd_buf_putc(w->out, '}');
}

// C converts a complex number to its real part, C++ not by itself.
static void conversion(struct writer *w, const struct hd_expr *e) {
    bool part = e->a->type->kind == HD_TY_COMPLEX && e->type->kind != HD_TY_COMPLEX;
    if (part && e->type->kind == HD_TY_BOOL) {
        hd_buf_printf(w->out, "(");
        expr(w, e->a);
        hd_buf_printf(w->out, " != %s())", cuda_text_type(e->a->type));
        return;
    }
    hd_buf_printf(w->out, "((%s)", cuda_text_type(e->type));
    expr(w, e->a);
    hd_buf_puts(w->out, part ? ".real())" : ")");
}

static void expr(struct writer *w, const struct hd_expr *e) {
    if (cuda_text_why()) return;
    if (++w->depth > MOST_NESTED) cuda_text_cannot("an expression of this depth");
    switch (e->kind) {
    case EX_CONST: constant(w, e); break;
    case EX_LOAD: expr(w, e->a); break;
    case EX_VAR: variable(w, e->sym); break;
    case EX_UNARY:
        hd_buf_printf(w->out, "(%s", operator_text(e->op));
        expr(w, e->a);
        hd_buf_putc(w->out, ')');
        break;
    case EX_BINARY: two(w, e, operator_text(e->op)); break;
    case EX_AND: two(w, e, "&&"); break;
    case EX_OR: two(w, e, "||"); break;
    case EX_COND:
        if (!e->b) {
            cuda_text_cannot("`?:` without a middle");
            break;
        }
        hd_buf_putc(w->out, '(');
        expr(w, e->a);
        hd_buf_puts(w->out, " ? ");
        expr(w, e->b);
        hd_buf_puts(w->out, " : ");
        expr(w, e->c);
        hd_buf_putc(w->out, ')');
        break;
    case EX_CAST: conversion(w, e); break;
    case EX_MEMBER:
        if (e->offset != e->field->offset) cuda_text_cannot("a member of an unnamed struct");
        expr(w, e->a);
        hd_buf_printf(w->out, ".%s", e->field->name ? e->field->name : "?");
        break;
    case EX_BUILTIN:
        hd_buf_puts(w->out, e->builtin->name);
        arguments_of(w, e, 0);
        break;
    case EX_CALL: call(w, e); break;
    case EX_ADDR:
        hd_buf_puts(w->out, "(&");
        expr(w, e->a);
        hd_buf_putc(w->out, ')');
        break;
    case EX_DEREF: pointed(w, e->a); break;
    case EX_TEMP:
        if (e->b) cuda_text_cannot("an object with a destructor");
        expr(w, e->a);
        break;
    case EX_INIT: members(w, e); break;
    case EX_COMMA: two(w, e, ","); break;
    default: cuda_text_cannot("a value that is made in several steps"); break;
    }
    w->depth--;
}

static char *expr_text_of(struct writer *w, const struct hd_expr *e) {
    struct hd_buf text = {0}, *out = w->out;
    w->out = &text;
    expr(w, e);
    w->out = out;
    char *s = hd_strdup(hd_engine.arena, hd_buf_str(&text));
    hd_buf_finish(&text);
    return s;
}

// ---- kernels ------------------------------------------------------------------------------------

static void parameters(struct writer *w, const struct hd_loop *loop, const char *elem) {
    const struct hd_fused *f = w->f;
    hd_buf_printf(w->out, "(%s *out", elem);
    for (int k = 0; k < f->n; k++) {
        const char *t = cuda_text_type(f->ops[k].sym->type);
        if (f->ops[k].counts) continue;
        hd_buf_printf(w->out, f->ops[k].scalar ? ", %s x%d" : ", const %s *p%d", t, k);
    }
    (void)loop;
    hd_buf_puts(w->out, ")");
}

static void arguments(struct writer *w) {
    hd_buf_puts(w->out, "(out");
    for (int k = 0; k < w->f->n; k++)
        if (!w->f->ops[k].counts) hd_buf_printf(w->out, w->f->ops[k].scalar ? ", x%d" : ", p%d", k);
    hd_buf_puts(w->out, ")");
}

// `i0 * 4 + i1` over the indices of the loop; more: a further term, or NULL.
static void place(struct writer *w, const struct hd_loop *loop, int k, const char *more) {
    bool any = false;
    for (int d = 0; d < loop->rank; d++) {
        int64_t s = loop->stride[k][d];
        if (!s || loop->shape[d] == 1) continue;
        hd_buf_puts(w->out, any ? " + " : "");
        hd_buf_printf(w->out,
                      s == 1  ? "i%d"
                      : s < 0 ? "i%d * (%lld)"
                              : "i%d * %lld",
                      d, (long long)s);
        any = true;
    }
    if (more) hd_buf_printf(w->out, "%s%s", any ? " + " : "", more);
    if (!any && !more) hd_buf_puts(w->out, "0");
}

// The loop's indices from `i`.
static void indices(struct writer *w, const struct hd_loop *loop) {
    for (int d = loop->rank; d-- > 0;) {
        int64_t below = 1;
        if (loop->shape[d] == 1) continue;
        for (int q = d + 1; q < loop->rank; q++) below *= loop->shape[q];
        hd_buf_printf(w->out, "    long i%d = i", d);
        if (below > 1) hd_buf_printf(w->out, " / %lld", (long long)below);
        if (d) hd_buf_printf(w->out, " %% %lld", (long long)loop->shape[d]);
        hd_buf_puts(w->out, ";\n");
    }
}

// Operands by their numbers; folded: along `j`, too.
static void operands(struct writer *w, const struct hd_loop *loop, const int64_t *folded,
                     const char *indent) {
    for (int k = 0, slot = 1; k < w->f->n; k++) {
        const struct hd_fused_operand *op = &w->f->ops[k];
        char more[64];
        if (op->scalar) continue;
        snprintf(more, sizeof more, folded && folded[slot] ? "j * (%lld)" : "",
                 folded ? (long long)folded[slot] : 0LL);
        hd_buf_printf(w->out, "%s%s x%d = ", indent, cuda_text_type(op->sym->type), k);
        if (op->counts)
            hd_buf_printf(w->out, "%lldL + ", (long long)(intptr_t)loop->data[slot]);
        else
            hd_buf_printf(w->out, "p%d[", k);
        place(w, loop, slot++, more[0] ? more : NULL);
        hd_buf_puts(w->out, op->counts ? ";\n" : "];\n");
    }
}

static void what_is_what(struct writer *w, const struct hd_loop *loop) {
    hd_buf_printf(w->out, "// %s\n", w->f->text);
    for (int k = 0, slot = 1; k < w->f->n; k++) {
        const struct hd_fused_operand *op = &w->f->ops[k];
        if (op->scalar)
            hd_buf_printf(w->out, "//     x%d: %s\n", k, op->text);
        else if (!op->counts)
            hd_buf_printf(w->out, "//     p%d: the element of %s for the first of `out`\n", k,
                          op->text);
        slot += !op->scalar;
    }
    (void)loop;
}

static void launch(struct writer *w, int number, const struct hd_loop *loop, const char *elem,
                   int64_t n) {
    hd_buf_printf(w->out, "// Pointers to memory of the device.\nvoid run_fused_%d", number);
    parameters(w, loop, elem);
    hd_buf_printf(w->out, "\n{\n    fused_%d<<<%lld, 256>>>", number, (long long)((n + 255) / 256));
    arguments(w);
    hd_buf_puts(w->out, ";\n}\n");
}

// number: of the kernel in the statement, whose kernels share what is written once.
static void functions(struct writer *w, int number) {
    if (number == 1) cuda_text_begin();
    cuda_text_kernel();
    for (int i = 0; i < w->f->ncalls; i++) cuda_text_function(w->f->calls[i]);
    cuda_text_type(w->f->elem);
    for (int k = 0; k < w->f->n; k++) cuda_text_type(w->f->ops[k].sym->type);
}

static int64_t elements(const struct hd_loop *loop) {
    int64_t n = 1;
    for (int d = 0; d < loop->rank; d++) n *= loop->shape[d];
    return n;
}

static bool finish(struct writer *w, struct hd_buf *text) {
    const char *why = cuda_text_why(), *needed = cuda_text_end();
    if (why)
        hd_print("// %s\n// is not written as CUDA C++: it has %s.\n", w->f->text, why);
    else
        hd_print("%s%s", needed, hd_buf_str(text));
    hd_buf_finish(text);
    return !why;
}

bool cuda_loop(const struct hd_fused *f, const struct hd_loop *loop, int number) {
    struct hd_buf text = {0};
    struct writer w = {.out = &text, .f = f};
    int64_t n = elements(loop);
    functions(&w, number);
    const char *elem = cuda_text_type(f->elem);
    if (f->sub)
        cuda_text_cannot(
            "a function with parameters like `v[n]`, whose sizes are parameters, too: C++ has "
            "no such ones");
    what_is_what(&w, loop);
    if (f->put_after)
        hd_buf_puts(
            &text,
            "//     out: memory of its own, whose elements are then put where the indices say\n");
    hd_buf_printf(&text, "__global__ void fused_%d", number);
    parameters(&w, loop, elem);
    hd_buf_printf(&text,
                  "\n{\n    long i = (long)blockIdx.x * blockDim.x + threadIdx.x;\n"
                  "    if (i >= %lld) return;\n",
                  (long long)n);
    indices(&w, loop);
    operands(&w, loop, NULL, "    ");
    hd_buf_puts(&text, f->stores_mask ? "    if (x0) out[" : "    out[");
    place(&w, loop, 0, NULL);
    hd_buf_printf(&text, "] = %s;\n}\n\n", expr_text_of(&w, f->value));
    launch(&w, number, loop, elem, n);
    return finish(&w, &text);
}

// One thread for each result; of one result a block, whose threads' parts meet in shared memory.
bool cuda_fold(const struct hd_fused *f, const struct hd_loop *loop, const int64_t *axis,
               int64_t count, int number) {
    struct hd_buf text = {0};
    struct writer w = {.out = &text, .f = f};
    int64_t n = elements(loop);
    bool block = n == 1 && count > 1;
    functions(&w, number);
    const char *elem = cuda_text_type(f->acc_type);
    what_is_what(&w, loop);
    hd_buf_printf(&text, "__global__ void fused_%d", number);
    parameters(&w, loop, elem);
    hd_buf_puts(&text, "\n{\n");
    if (block)
        hd_buf_printf(&text,
                      "    long %sfirst = threadIdx.x, step = blockDim.x;\n"
                      "    __shared__ %s parts[256];\n",
                      loop->rank ? "i = 0, " : "", elem);
    else
        hd_buf_printf(
            &text,
            "    long i = (long)blockIdx.x * blockDim.x + threadIdx.x, first = 0, step = 1;\n"
            "    if (i >= %lld) return;\n",
            (long long)n);
    indices(&w, loop);
    hd_buf_printf(&text, "    %s acc = {};\n    for (long j = first; j < %lld; j += step) {\n",
                  elem, (long long)count);
    operands(&w, loop, axis, "        ");
    hd_buf_printf(&text, "        %s item = %s;\n", elem, expr_text_of(&w, f->value));
    hd_buf_printf(&text, "        acc = j == first ? item : %s;\n    }\n",
                  expr_text_of(&w, f->combine));
    if (block)
        hd_buf_printf(
            &text,
            "    parts[threadIdx.x] = acc;\n    __syncthreads();\n"
            "    for (int half = 128; half; half /= 2) {\n"
            "        if (threadIdx.x < half && threadIdx.x + half < %lld) {\n"
            "            %s item = parts[threadIdx.x + half];\n"
            "            parts[threadIdx.x] = acc = %s;\n        }\n        __syncthreads();\n    }\n"
            "    if (threadIdx.x == 0) *out = acc;\n}\n\n",
            (long long)(count < 256 ? count : 256), elem, expr_text_of(&w, f->combine));
    else
        hd_buf_puts(&text, "    out[i] = acc;\n}\n\n");
    launch(&w, number, loop, elem, n);
    return finish(&w, &text);
}

// A block for each row, whose threads scan a part each and then take in the parts before theirs.
bool cuda_scan(const struct hd_fused *f, const struct hd_array *a, int axis, int number) {
    struct hd_buf text = {0};
    struct writer w = {.out = &text, .f = f};
    struct hd_loop loop = {.n = 2}; // over the rows: the result, which is contiguous, and `a`
    int64_t step = 1, along[2] = {0, a->stride[axis]};
    for (int d = a->rank; d-- > 0; step *= a->shape[d]) {
        if (d == axis) along[0] = step;
        loop.stride[0][d] = step;
        loop.stride[1][d] = a->stride[d];
    }
    for (int d = 0; d < a->rank; d++) {
        if (d == axis) continue;
        loop.shape[loop.rank] = a->shape[d];
        for (int k = 0; k < 2; k++) loop.stride[k][loop.rank] = loop.stride[k][d];
        loop.rank++;
    }
    functions(&w, number);
    const char *elem = cuda_text_type(f->elem), *value = expr_text_of(&w, f->value);
    bool object = f->n > 2;
    const char *with = object ? cuda_text_type(f->ops[2].sym->type) : "";
    hd_buf_printf(&text, "// %s\n__global__ void fused_%d(%s *out, const %s *p0", f->text, number,
                  elem, elem);
    hd_buf_printf(&text, object ? ", %s x2)\n{\n" : ")\n{\n", with);
    hd_buf_printf(&text, "    __shared__ %s parts[256];\n    long %s", elem,
                  loop.rank ? "i = blockIdx.x;\n" : "");
    if (loop.rank) indices(&w, &loop);
    hd_buf_printf(&text,
                  "%seach = %lld, first = threadIdx.x * each, last = first + each;\n"
                  "    if (last > %lld) last = %lld;\n",
                  loop.rank ? "    long " : "", (long long)((a->shape[axis] + 255) / 256),
                  (long long)a->shape[axis], (long long)a->shape[axis]);
    hd_buf_printf(&text, "    const %s *from = p0 + ", elem);
    place(&w, &loop, 1, NULL);
    hd_buf_printf(&text, ";\n    %s *to = out + ", elem);
    place(&w, &loop, 0, NULL);
    const char *out =
        along[0] == 1 ? "to[j]" : hd_printf(hd_engine.arena, "to[j * %lld]", (long long)along[0]);
    hd_buf_printf(&text,
                  ";\n    %s x0 = {}, x1 = {};\n    for (long j = first; j < last; j++) {\n"
                  "        x1 = from[j * (%lld)];\n        %s = x0 = j == first ? x1 : %s;\n    }\n"
                  "    parts[threadIdx.x] = x0;\n    __syncthreads();\n"
                  "    if (!threadIdx.x || first >= last) return;\n    x0 = parts[0];\n"
                  "    for (int t = 1; t < threadIdx.x; t++) {\n        x1 = parts[t];\n"
                  "        x0 = %s;\n    }\n    for (long j = first; j < last; j++) {\n"
                  "        x1 = %s;\n        %s = %s;\n    }\n}\n\n",
                  elem, (long long)along[1], out, value, value, out, out, value);
    hd_buf_printf(&text,
                  "// Pointers to memory of the device.\nvoid run_fused_%d(%s *out, const %s *p0",
                  number, elem, elem);
    hd_buf_printf(&text, object ? ", %s x2" : "", with);
    hd_buf_printf(&text, ")\n{\n    fused_%d<<<%lld, 256>>>(out, p0%s);\n}\n", number,
                  (long long)elements(&loop), object ? ", x2" : "");
    return finish(&w, &text);
}
