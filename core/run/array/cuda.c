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
#include "run/array/told.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_NESTED = 200, // operations in an expression
    MOST_NEEDED = 50,  // definitions that need each other
};

struct writer {
    struct hd_buf *out;
    const struct hd_fused *f;
    char why[200]; // why it cannot be written; empty: it can
    int depth;
};

static void expr(struct writer *w, const struct hd_expr *e);

static void cannot(struct writer *w, const char *what) {
    if (!w->why[0]) snprintf(w->why, sizeof w->why, "%s", what);
}

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

static const char *type_name(struct hd_type *t) {
    if (t->kind == HD_TY_COMPLEX)
        return hd_printf(hd_engine.arena, "cuda::std::complex<%s>", type_name(t->base));
    return hd_type_str(hd_engine.arena, hd_type_unqual(t));
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
            hd_buf_printf(w->out, "(%s)", type_name(e->type));
        hd_buf_printf(w->out, d < 0 ? "(%s%s%s)" : "%s%s%s", text, plain ? ".0" : "",
                      single ? "f" : "");
    } else if (v->kind == CONST_COMPLEX) {
        hd_buf_printf(w->out, "%s(%.17g, %.17g)", type_name(e->type), (double)v->f, (double)v->im);
    } else {
        cannot(w, "a constant that is an address");
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
        cannot(w, "a variable that is no operand");
}

static void two(struct writer *w, const struct hd_expr *e, const char *op) {
    hd_buf_putc(w->out, '(');
    expr(w, e->a);
    hd_buf_printf(w->out, " %s ", op);
    expr(w, e->b);
    hd_buf_putc(w->out, ')');
}

static void call(struct writer *w, const struct hd_expr *e, const char *name) {
    hd_buf_printf(w->out, "%s(", name);
    for (int i = 0; i < e->nargs; i++) {
        if (i) hd_buf_puts(w->out, ", ");
        expr(w, e->args[i]);
    }
    hd_buf_putc(w->out, ')');
}

static bool is_complex_call(const struct hd_expr *e) {
    bool complex = e->type->kind == HD_TY_COMPLEX;
    for (int i = 0; i < e->nargs; i++) complex = complex || e->args[i]->type->kind == HD_TY_COMPLEX;
    return complex && !e->a->sym->func;
}

// C converts a complex number to its real part, C++ not by itself.
static void conversion(struct writer *w, const struct hd_expr *e) {
    bool part = e->a->type->kind == HD_TY_COMPLEX && e->type->kind != HD_TY_COMPLEX;
    if (part && e->type->kind == HD_TY_BOOL) {
        hd_buf_printf(w->out, "(");
        expr(w, e->a);
        hd_buf_printf(w->out, " != %s())", type_name(e->a->type));
        return;
    }
    hd_buf_printf(w->out, "((%s)", type_name(e->type));
    expr(w, e->a);
    hd_buf_puts(w->out, part ? ".real())" : ")");
}

static void expr(struct writer *w, const struct hd_expr *e) {
    if (w->why[0]) return;
    if (++w->depth > MOST_NESTED) cannot(w, "an expression of this depth");
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
            cannot(w, "`?:` without a middle");
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
        if (e->offset != e->field->offset) cannot(w, "a member of an unnamed struct");
        expr(w, e->a);
        hd_buf_printf(w->out, ".%s", e->field->name ? e->field->name : "?");
        break;
    case EX_BUILTIN: call(w, e, e->builtin->name); break;
    case EX_CALL:
        if (e->a->kind != EX_FUNC || e->a->sym->method || !e->a->sym->name)
            cannot(w, "a call of a member function, a lambda or a pointer");
        else if (is_complex_call(e))
            cannot(w, "a function of C for complex numbers, which C++ calls otherwise");
        else
            call(w, e, e->a->sym->name);
        break;
    default: cannot(w, "a value that is made in several steps"); break;
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

// ---- functions that are called ------------------------------------------------------------------

static void definition(struct writer *w, struct hd_map *done, struct hd_def *def, int depth);

// The line of a #define of the session.
static void macro_text(struct writer *w, struct hd_map *done, const struct hd_macro *m) {
    static char mark;
    const struct hd_source *source = m->loc ? hd_source_at(m->loc) : NULL;
    if (!source || source->system || hd_map_get(done, (const char *)m)) return;
    hd_map_set(done, (const char *)m, &mark);
    const char *p = source->text + (m->loc - source->base), *from = p,
               *end = source->text + source->len;
    while (from > source->text && from[-1] != '\n') from--;
    while (p < end && (*p != '\n' || p[-1] == '\\')) p++;
    hd_buf_printf(w->out, "%.*s\n\n", (int)(p - from), from);
}

static void needs(struct writer *w, struct hd_map *done, const struct hd_def *def, int depth) {
    for (int i = 0; i < def->nmacro_uses; i++) {
        const struct hd_macro *m = def->macro_uses[i].macro;
        if (m && !m->builtin) macro_text(w, done, m);
    }
    for (int i = 0; i < def->nneeds; i++) {
        struct hd_def *other = hd_def_find(hd_engine.front, def->needs[i]);
        if (other && other != def) definition(w, done, other, depth + 1);
    }
}

// As kernels can call it.
static void function_text(struct writer *w, const struct hd_def *def, const char *text,
                          size_t len) {
    bool device = def->sym && (def->sym->spec & SPEC_DEVICE);
    size_t at = 0;
    if (len > 8 && strncmp(text, "template", 8) == 0) { // behind its parameters
        int open = 0;
        for (at = 8; at < len; at++) {
            open += (text[at] == '<') - (text[at] == '>');
            if (text[at] == '>' && !open) break;
        }
        at++;
        device = memmem(text, len, "__device__", 10) != NULL;
    }
    hd_buf_add(w->out, text, at);
    hd_buf_printf(w->out, "%s%s%.*s\n\n", at ? " " : "", device ? "" : "__host__ __device__ ",
                  (int)(len - at), text + at + (at && text[at] == ' '));
}

// A function that the session brings with it and no header declares (random numbers): in
// names/prelude.cu, from the line with its name to a brace at the beginning of one.
static void own_function(struct writer *w, struct hd_map *done, const struct hd_def *def,
                         int depth) {
    const char *start = def->source->text, *text = start + (def->range.from - def->source->base),
               *end = strstr(text, "\n}");
    const struct hd_func *func = def->sym->func;
    for (int i = 0; func && i < func->ncalls; i++)
        if (func->calls[i]->def) definition(w, done, func->calls[i]->def, depth + 1);
    while (text > start && text[-1] != '\n') text--;
    if (end) hd_buf_printf(w->out, "%.*s\n}\n\n", (int)(end - text), text);
}

static void definition(struct writer *w, struct hd_map *done, struct hd_def *def, int depth) {
    static char mark;
    // What the session brings with it, and no header declares: random numbers.
    bool own = def->system && def->name && strncmp(def->name, "__heddle_", 9) == 0;
    const char *name = def->instance_of ? def->instance_of : def->sym ? def->sym->name : NULL;
    bool word = def->system && !own && name && hd_is_array_word(name); // CUDA has no `maximum`
    if ((def->system && !own && !word) || def->dead || depth > MOST_NEEDED ||
        hd_map_get(done, (const char *)def))
        return;
    hd_map_set(done, (const char *)def, &mark);
    if (own) {
        own_function(w, done, def, depth);
        return;
    }
    needs(w, done, def, depth);
    if (def->instance_of) return; // its template was needed
    const char *text = def->source->text + (def->range.from - def->source->base);
    size_t len = def->range.to - def->range.from;
    bool variable = def->sym && def->sym->kind == SYM_VAR;
    bool function = def->sym && (def->sym->kind == SYM_FUNC || def->sym->kind == SYM_TEMPLATE);
    if (variable && !def->sym->is_const_value &&
        !(def->sym->spec & (SPEC_DEVICE | SPEC_CONSTANT))) {
        char what[150];
        snprintf(what, sizeof what, "the host's variable `%s`, which a function reads", def->name);
        cannot(w, what);
        return;
    }
    if (function)
        function_text(w, def, text, len);
    else
        hd_buf_printf(w->out, "%.*s%s\n\n", (int)len, text,
                      len && text[len - 1] == ';' ? ""
                      : variable || def->tag_type ? ";"
                                                  : "");
}

// ---- kernels ------------------------------------------------------------------------------------

static void parameters(struct writer *w, const struct hd_loop *loop, const char *elem) {
    const struct hd_fused *f = w->f;
    hd_buf_printf(w->out, "(%s *out", elem);
    for (int k = 0; k < f->n; k++) {
        const char *t = type_name(f->ops[k].sym->type);
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
        hd_buf_printf(w->out, "%s%s x%d = ", indent, type_name(op->sym->type), k);
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

// Headers that have types which the compiler has not built in.
static const struct {
    enum hd_type_kind kind;
    const char *header;
} headers[] = {
    {HD_TY_COMPLEX, "cuda/std/complex"}, {HD_TY_HALF, "cuda_fp16.h"}, {HD_TY_BF16, "cuda_bf16.h"}};

// number: of the kernel in the statement, whose kernels share what is written once.
static void functions(struct writer *w, int number) {
    static struct hd_map done;
    static bool included[HD_COUNT(headers)];
    if (number == 1) {
        hd_map_finish(&done);
        done = (struct hd_map){0};
        memset(included, 0, sizeof included);
    }
    for (int i = 0; i < HD_COUNT(headers); i++) {
        bool needed = w->f->elem->kind == headers[i].kind;
        for (int k = 0; k < w->f->n; k++)
            needed = needed || w->f->ops[k].sym->type->kind == headers[i].kind;
        if (needed && !included[i]) hd_buf_printf(w->out, "#include <%s>\n\n", headers[i].header);
        included[i] = included[i] || needed;
    }
    for (int i = 0; i < w->f->ncalls; i++) {
        struct hd_def *def = w->f->calls[i]->def;
        if (def) definition(w, &done, def, 0);
    }
}

static int64_t elements(const struct hd_loop *loop) {
    int64_t n = 1;
    for (int d = 0; d < loop->rank; d++) n *= loop->shape[d];
    return n;
}

static bool finish(struct writer *w, struct hd_buf *text) {
    if (w->why[0])
        hd_print("// %s\n// is not written as CUDA C++: it has %s.\n", w->f->text, w->why);
    else
        hd_print("%s", hd_buf_str(text));
    hd_buf_finish(text);
    return !w->why[0];
}

bool cuda_loop(const struct hd_fused *f, const struct hd_loop *loop, int number) {
    struct hd_buf text = {0};
    struct writer w = {.out = &text, .f = f};
    if (f->sub)
        cannot(&w,
               "a function with parameters like `v[n]`, whose sizes are parameters, too: C++ has "
               "no such ones");
    if (f->stores_mask) cannot(&w, "a mask that is assigned to");
    int64_t n = elements(loop);
    const char *elem = type_name(f->elem);
    functions(&w, number);
    what_is_what(&w, loop);
    hd_buf_printf(&text, "__global__ void fused_%d", number);
    parameters(&w, loop, elem);
    hd_buf_printf(&text,
                  "\n{\n    long i = (long)blockIdx.x * blockDim.x + threadIdx.x;\n"
                  "    if (i >= %lld) return;\n",
                  (long long)n);
    indices(&w, loop);
    operands(&w, loop, NULL, "    ");
    hd_buf_puts(&text, "    out[");
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
    const char *elem = type_name(f->acc_type);
    bool block = n == 1 && count > 1;
    functions(&w, number);
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
