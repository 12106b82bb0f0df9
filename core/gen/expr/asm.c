// Inline assembly: gcc's templates and constraints to LLVM's.
//
// `%0` becomes `$0`, `%[name]` is numbered, `%b0` is `${0:b}`; "=r" stays, "+r" is an output and an
// input tied to it, "m" operands pass addresses. The PTX of kernels on the CPU is
// ptx/'s. Example: asm("bswap %0" : "+r"(x)) is
// asm "bswap $0", "=r,0,~{dirflag},~{fpsr},~{flags}".
#include "gen/emit.h"

#include <ctype.h>
#include <stdlib.h>

struct operand {
    const char *constraint; // without = + & %
    bool memory, both, early;
    struct place place; // outputs, memory
    LLVMValueRef in;    // input value
    LLVMTypeRef type;
    int number; // in LLVM's numbering of the template
};

static const char *letter(char c) {
    switch (c) {
    case 'a': return "{ax}";
    case 'b': return "{bx}";
    case 'c': return "{cx}";
    case 'd': return "{dx}";
    case 'S': return "{si}";
    case 'D': return "{di}";
    case 't': return "{st}";
    case 'u': return "{st(1)}";
    case 'g': return "imr";
    case 'p': return "im";
    default: return NULL;
    }
}

static void add_constraint(struct hd_buf *out, const char *c, bool ptx) {
    for (; *c && *c != ','; c++) {
        if (strchr("=+&%*?!#", *c)) continue;
        if (*c == '@' || *c == '{') { // flag outputs, explicit registers
            hd_buf_putc(out, '{');
            hd_buf_puts(out, *c == '{' ? c + 1 : c);
            if (*c == '@') hd_buf_putc(out, '}');
            return;
        }
        const char *name = ptx ? NULL : letter(*c);
        if (name)
            hd_buf_puts(out, name);
        else
            hd_buf_putc(out, *c);
    }
}

static bool wants_memory(const char *c) { // memory and nothing else
    bool memory = false;
    for (; *c && *c != ','; c++) {
        if (*c == 'm' || *c == 'o' || *c == 'V')
            memory = true;
        else if (!strchr("=+&%", *c))
            return false;
    }
    return memory;
}

static void find_name(const struct hd_asm *a, const char *name, size_t len, int *index) {
    int n = a->noutputs + a->ninputs;
    for (int i = 0; i < n; i++)
        if (a->names && a->names[i] && strlen(a->names[i]) == len &&
            !memcmp(a->names[i], name, len))
            *index = i;
}

// One operand reference after '%': its modifier letter (0: none) and number. Returns what follows,
// NULL: not one.
static const char *reference(const struct hd_asm *a, const char *s, char *modifier, int *index) {
    *modifier = 0;
    *index = -1;
    if (isalpha((unsigned char)*s) && (isdigit((unsigned char)s[1]) || s[1] == '['))
        *modifier = *s++;
    if (isdigit((unsigned char)*s)) {
        *index = (int)strtol(s, (char **)&s, 10);
    } else if (*s == '[') {
        const char *end = strchr(s, ']');
        if (!end) return NULL;
        find_name(a, s + 1, (size_t)(end - s - 1), index);
        s = end + 1;
    }
    return *index >= 0 && *index < a->noutputs + a->ninputs ? s : NULL;
}

static bool translate(const struct hd_asm *a, const struct operand *ops, bool ptx,
                      struct hd_buf *out) {
    if (!a->noutputs && !a->ninputs && !a->nclobbers) { // basic asm: taken as written
        for (const char *s = a->text; *s; s++) {
            if (*s == '$') hd_buf_putc(out, '$');
            hd_buf_putc(out, *s);
        }
        return true;
    }
    for (const char *s = a->text; *s;) {
        if (*s == '$')
            hd_buf_puts(out, "$$");
        else if (ptx && strchr("{|}", *s))
            hd_buf_putc(out, *s); // no alternatives by dialect
        else if (*s == '{')
            hd_buf_puts(out, "$(");
        else if (*s == '|')
            hd_buf_puts(out, "$|");
        else if (*s == '}')
            hd_buf_puts(out, "$)");
        else if (*s != '%')
            hd_buf_putc(out, *s);
        if (*s != '%') {
            s++;
            continue;
        }
        s++;
        if (*s == '%' || *s == '{' || *s == '|' || *s == '}') {
            hd_buf_putc(out, *s++);
        } else if (*s == '=') {
            hd_buf_puts(out, "${:uid}");
            s++;
        } else {
            char modifier;
            int index;
            s = reference(a, s, &modifier, &index);
            if (!s) return false;
            if (modifier)
                hd_buf_printf(out, "${%d:%c}", ops[index].number, modifier);
            else
                hd_buf_printf(out, "$%d", ops[index].number);
        }
    }
    return true;
}

// ---- operands -----------------------------------------------------------------------------------

static LLVMValueRef input_value(struct fn *f, struct val v) {
    if (v.kind == VAL_SCALAR)
        return LLVMTypeOf(v.v) == f->g->i1 ? LLVMBuildZExt(f->b, v.v, f->g->i8, "") : v.v;
    return bits_of(f, v, (unsigned)v.type->size * 8);
}

static void prepare(struct fn *f, const struct hd_asm *a, struct operand *ops) {
    for (int i = 0; i < a->noutputs + a->ninputs; i++) {
        struct operand *op = &ops[i];
        const struct hd_expr *e = a->operands[i];
        op->constraint = a->constraints[i];
        op->memory = wants_memory(op->constraint);
        op->both = i < a->noutputs && strchr(op->constraint, '+');
        op->early = i < a->noutputs && strchr(op->constraint, '&');
        if (i < a->noutputs) {
            op->place = emit_place(f, e);
            op->type = ty_mem(f->g, hd_type_unqual(e->type));
            if (ty_is_agg(e->type) && !op->memory)
                op->type = ty_int(f->g, (unsigned)e->type->size * 8);
            if (op->both && !op->memory) op->in = input_value(f, access_load(f, op->place));
        } else if (op->memory) {
            op->place = e->kind == EX_LOAD ? emit_place(f, e->a) : emit_place(f, e);
            op->type = ty_mem(f->g, hd_type_unqual(e->type));
        } else {
            op->in = input_value(f, emit_expr(f, e));
            op->type = LLVMTypeOf(op->in);
        }
    }
}

// An input tied to an output takes the output's width.
static LLVMValueRef widen(struct fn *f, LLVMValueRef v, LLVMTypeRef to) {
    LLVMTypeRef from = LLVMTypeOf(v);
    if (from == to || LLVMGetTypeKind(from) != LLVMIntegerTypeKind ||
        LLVMGetTypeKind(to) != LLVMIntegerTypeKind)
        return v;
    return LLVMGetIntTypeWidth(from) < LLVMGetIntTypeWidth(to) ? LLVMBuildZExt(f->b, v, to, "")
                                                               : LLVMBuildTrunc(f->b, v, to, "");
}

struct asm_call { // what is being put together
    struct hd_buf constraints;
    LLVMValueRef *args;
    LLVMTypeRef *types, *results, *elements; // elements: of pointer arguments, NULL else
    int nargs, nresults;
};

static void add_arg(struct fn *f, struct asm_call *c, LLVMValueRef v, LLVMTypeRef element) {
    c->args[c->nargs] = v;
    c->types[c->nargs] = LLVMTypeOf(v);
    c->elements[c->nargs++] = element;
}

static void separate(struct asm_call *c) {
    if (c->constraints.len) hd_buf_putc(&c->constraints, ',');
}

static void collect(struct fn *f, const struct hd_asm *a, struct operand *ops, struct asm_call *c) {
    int n = a->noutputs + a->ninputs, number = 0;
    for (int i = 0; i < a->noutputs; i++) {
        struct operand *op = &ops[i];
        op->number = number++;
        separate(c);
        hd_buf_puts(&c->constraints, op->memory ? "=*" : op->early ? "=&" : "=");
        add_constraint(&c->constraints, op->constraint, f->g->gpu);
        if (op->memory)
            add_arg(f, c, op->place.addr, op->type);
        else
            c->results[c->nresults++] = op->type;
    }
    for (int i = a->noutputs; i < n; i++) {
        struct operand *op = &ops[i];
        op->number = number++;
        separate(c);
        int tied = -1;
        const char *digits = op->constraint + strspn(op->constraint, "%&");
        if (isdigit((unsigned char)*digits))
            tied = atoi(digits);
        else if (*digits == '[') {
            const char *end = strchr(digits, ']');
            if (end) find_name(a, digits + 1, (size_t)(end - digits - 1), &tied);
        }
        if (tied >= 0 && tied < a->noutputs) {
            hd_buf_printf(&c->constraints, "%d", ops[tied].number);
            add_arg(f, c, op->in ? widen(f, op->in, ops[tied].type) : op->place.addr, NULL);
            continue;
        }
        if (op->memory) hd_buf_putc(&c->constraints, '*');
        add_constraint(&c->constraints, op->constraint, f->g->gpu);
        add_arg(f, c, op->memory ? op->place.addr : op->in, op->memory ? op->type : NULL);
    }
    for (int i = 0; i < a->noutputs; i++) { // "+": an input tied to its output
        struct operand *op = &ops[i];
        if (!op->both) continue;
        separate(c);
        if (op->memory)
            hd_buf_puts(&c->constraints, "*m");
        else
            hd_buf_printf(&c->constraints, "%d", op->number);
        add_arg(f, c, op->memory ? op->place.addr : widen(f, op->in, op->type),
                op->memory ? op->type : NULL);
    }
    for (int i = 0; i < a->nclobbers; i++) {
        separate(c);
        hd_buf_printf(&c->constraints, "~{%s}", a->clobbers[i] + (a->clobbers[i][0] == '%'));
    }
    if (f->g->gpu) return;
    separate(c);
    hd_buf_puts(&c->constraints, "~{dirflag},~{fpsr},~{flags}");
}

static void store_outputs(struct fn *f, const struct hd_asm *a, struct operand *ops,
                          struct asm_call *c, LLVMValueRef r) {
    for (int i = 0, k = 0; i < a->noutputs; i++) {
        if (ops[i].memory) continue;
        LLVMValueRef v = c->nresults == 1 ? r : LLVMBuildExtractValue(f->b, r, (unsigned)k, "");
        k++;
        struct hd_type *type = hd_type_unqual(ops[i].place.type);
        if (ty_value(type)->kind == HD_TY_BOOL) v = LLVMBuildTrunc(f->b, v, f->g->i1, "");
        if (ty_is_agg(type))
            access_store(f, ops[i].place, val_of_bits(f, v, type));
        else
            access_store(f, ops[i].place, val_scalar(v, type));
    }
}

void emit_asm(struct fn *f, const struct hd_stmt *s) {
    struct gen *g = f->g;
    const struct hd_asm *a = s->assembly;
    if (f->device && f->thread) {
        emit_ptx(f, s);
        return;
    }
    int n = a->noutputs + a->ninputs, most = n + a->noutputs + 1;
    struct operand *ops = HD_NEW_ARRAY(g->arena, struct operand, n + 1);
    struct asm_call c = {.args = HD_NEW_ARRAY(g->arena, LLVMValueRef, most),
                         .types = HD_NEW_ARRAY(g->arena, LLVMTypeRef, most),
                         .results = HD_NEW_ARRAY(g->arena, LLVMTypeRef, most),
                         .elements = HD_NEW_ARRAY(g->arena, LLVMTypeRef, most)};
    prepare(f, a, ops);
    at(f, s->loc);
    collect(f, a, ops, &c);
    struct hd_buf text = {0};
    bool ok = translate(a, ops, g->gpu, &text);
    if (ok) {
        LLVMTypeRef result = g->void_;
        if (c.nresults == 1) result = c.results[0];
        if (c.nresults > 1)
            result = LLVMStructTypeInContext(g->ctx, c.results, (unsigned)c.nresults, false);
        LLVMTypeRef type = LLVMFunctionType(result, c.types, (unsigned)c.nargs, false);
        bool effects = a->is_volatile || !a->noutputs;
        for (int i = 0; i < a->nclobbers; i++)
            effects = effects || !strcmp(a->clobbers[i], "memory");
        LLVMValueRef code =
            LLVMGetInlineAsm(type, hd_buf_str(&text), text.len, hd_buf_str(&c.constraints),
                             c.constraints.len, effects, false, LLVMInlineAsmDialectATT, false);
        LLVMValueRef call = LLVMBuildCall2(f->b, type, code, c.args, (unsigned)c.nargs, "");
        unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
        for (int i = 0; i < c.nargs; i++)
            if (c.elements[i])
                LLVMAddCallSiteAttribute(call, (unsigned)i + 1,
                                         LLVMCreateTypeAttribute(g->ctx, kind, c.elements[i]));
        LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, g->attr_nounwind);
        if (g->gpu)
            LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                                     enum_attr(g, "convergent", 0));
        store_outputs(f, a, ops, &c, call);
    }
    hd_buf_finish(&text);
    hd_buf_finish(&c.constraints);
    if (!ok)
        hd_error(g->job->diags, s->range,
                 "this assembly text names an operand that does not exist");
}
