// Typed trees as text (--dump=types): one statement a line, expressions as s-expressions with types
// where they matter.
//
// Example: `int f(int a) { return a + 1; }` prints
//   function f : int (int)
//     return (+ (load a) 1)
#include <stdio.h>

#include "front/front.h"

enum { MOST_NESTED = 400 }; // of a tree that is printed

struct out {
    struct hd_buf *buf;
    int indent;
};

static void put_expr(struct out *o, const struct hd_expr *e, int depth);
static void put_stmt(struct out *o, const struct hd_stmt *s);

static void line(struct out *o) {
    if (o->buf->len) hd_buf_putc(o->buf, '\n');
    for (int i = 0; i < o->indent; i++) hd_buf_puts(o->buf, "  ");
}

static void put_type(struct out *o, const struct hd_type *t) {
    hd_type_print(o->buf, t, NULL, HD_LANG_CU);
}

static const char *op_text(int op) {
    static const char *const texts[] = {
#define HD_TOKEN(name, text) [TK_##name] = text,
#include "front/lex/tokens.def"
    };
    return op >= 0 && op < HD_COUNT(texts) && texts[op] ? texts[op] : "?";
}

static void put_sym(struct out *o, const struct hd_sym *sym) {
    if (sym->name)
        hd_buf_puts(o->buf, sym->name);
    else
        hd_buf_printf(o->buf, "%%%u", sym->serial);
}

static void put_int(struct out *o, hd_int128 i) {
    if (i >= INT64_MIN && i <= INT64_MAX)
        hd_buf_printf(o->buf, "%lld", (long long)i);
    else
        hd_buf_printf(o->buf, "0x%llx%016llx", (unsigned long long)(i >> 64),
                      (unsigned long long)i);
}

static void put_const(struct out *o, const struct hd_const *v) {
    switch (v->kind) {
    case CONST_INT: put_int(o, v->i); break;
    case CONST_FLOAT: hd_buf_printf(o->buf, "%.17Lg", v->f); break;
    case CONST_COMPLEX: hd_buf_printf(o->buf, "%.17Lg+%.17Lgi", v->f, v->im); break;
    case CONST_ADDR:
        if (v->sym)
            hd_buf_printf(o->buf, "&%s+%lld", v->sym->name ? v->sym->name : "",
                          (long long)v->offset);
        else if (v->string)
            hd_buf_printf(o->buf, "&string+%lld", (long long)v->offset);
        else
            hd_buf_printf(o->buf, "pointer %lld", (long long)v->offset);
        break;
    default: hd_buf_puts(o->buf, "?"); break;
    }
}

static void put_string(struct out *o, const struct hd_string *s) {
    if (s->type->base->size != 1) {
        hd_buf_printf(o->buf, "(wide-string %zu)", s->len);
        return;
    }
    hd_buf_putc(o->buf, '"');
    const unsigned char *text = s->data;
    for (size_t i = 0; i < s->len && i < 60; i++) {
        if (text[i] == '"' || text[i] == '\\')
            hd_buf_printf(o->buf, "\\%c", text[i]);
        else if (text[i] < ' ' || text[i] > '~')
            hd_buf_printf(o->buf, "\\x%02x", text[i]);
        else
            hd_buf_putc(o->buf, (char)text[i]);
    }
    hd_buf_puts(o->buf, s->len > 60 ? "\"..." : "\"");
}

static void put_init(struct out *o, const struct hd_init *init, int depth) {
    hd_buf_puts(o->buf, init->covers ? "{" : "{zero");
    for (int i = 0; i < init->nitems; i++) {
        const struct hd_init_item *item = &init->items[i];
        hd_buf_printf(o->buf, i || !init->covers ? ", @%llu" : "@%llu",
                      (unsigned long long)item->offset);
        if (item->bits)
            hd_buf_printf(o->buf, ":%d:%d", item->bits->bit_offset, item->bits->bit_width);
        if (item->repeat > 1)
            hd_buf_printf(o->buf, "*%lld/%llu", (long long)item->repeat,
                          (unsigned long long)item->stride);
        hd_buf_putc(o->buf, ' ');
        put_expr(o, item->value, depth + 1);
    }
    hd_buf_putc(o->buf, '}');
}

static void put_args(struct out *o, const struct hd_expr *e, int depth) {
    for (int i = 0; i < e->nargs; i++) {
        hd_buf_putc(o->buf, ' ');
        put_expr(o, e->args[i], depth + 1);
    }
}

static const char *const cast_names[] = {
    [CAST_NOOP] = "as",
    [CAST_INT] = "int",
    [CAST_BOOL] = "bool",
    [CAST_INT_FLOAT] = "int-float",
    [CAST_FLOAT_INT] = "float-int",
    [CAST_FLOAT] = "float",
    [CAST_INT_PTR] = "int-ptr",
    [CAST_PTR_INT] = "ptr-int",
    [CAST_REAL_COMPLEX] = "real-complex",
    [CAST_COMPLEX_REAL] = "complex-real",
    [CAST_COMPLEX] = "complex",
    [CAST_VOID] = "void",
    [CAST_BITS] = "bits",
    [CAST_SPLAT] = "splat",
};

static const char *kind_name(const struct hd_expr *e) {
    switch (e->kind) {
    case EX_DEREF: return "*";
    case EX_ADDR: return "&";
    case EX_LOAD: return "load";
    case EX_DECAY: return "decay";
    case EX_UNARY:
    case EX_BINARY:
    case EX_COMPOUND: return op_text(e->op);
    case EX_PTR_ADD: return "ptr+";
    case EX_PTR_DIFF: return "ptr-";
    case EX_AND: return "&&";
    case EX_OR: return "||";
    case EX_COND: return "?";
    case EX_COMMA: return ",";
    case EX_ASSIGN: return "=";
    case EX_INCDEC:
        return e->op == TK_INC ? e->is_post ? "post++" : "++" : e->is_post ? "post--" : "--";
    case EX_CALL: return "call";
    case EX_VA_ARG: return "va-arg";
    case EX_TEMP: return "temp";
    case EX_EACH: return "each";
    case EX_BUILD: return "build";
    case EX_GUARDED: return "guarded";
    case EX_THROW: return "throw";
    default: return "?";
    }
}

static void put_launch(struct out *o, const struct hd_expr *e, int depth) {
    hd_buf_puts(o->buf, "(launch ");
    put_expr(o, e->a, depth + 1);
    struct hd_expr *parts[] = {e->launch->grid, e->launch->block, e->launch->shared,
                               e->launch->stream};
    for (int i = 0; i < 4; i++) {
        hd_buf_puts(o->buf, i ? ", " : " <<<");
        if (parts[i]) put_expr(o, parts[i], depth + 1);
    }
    hd_buf_puts(o->buf, ">>>");
    put_args(o, e, depth);
    hd_buf_putc(o->buf, ')');
}

// Leaves and the kinds with a form of their own. false: an ordinary node.
static bool put_special(struct out *o, const struct hd_expr *e, int depth) {
    switch (e->kind) {
    case EX_ERROR: hd_buf_puts(o->buf, "<error>"); return true;
    case EX_CONST: put_const(o, e->value); return true;
    case EX_STRING: put_string(o, e->string); return true;
    case EX_VAR:
    case EX_FUNC: put_sym(o, e->sym); return true;
    case EX_TYPE_INFO:
        hd_buf_puts(o->buf, "typeid ");
        hd_type_print(o->buf, e->compute_type, NULL, HD_LANG_CU);
        return true;
    case EX_REFVAL:
        hd_buf_puts(o->buf, "(ref ");
        put_sym(o, e->sym);
        break;
    case EX_VLA_SIZE:
        hd_buf_puts(o->buf, "(size ");
        if (e->sym) put_sym(o, e->sym);
        break;
    case EX_LABEL_ADDR: hd_buf_printf(o->buf, "(label %s", e->label->name); break;
    case EX_MEMBER:
        hd_buf_puts(o->buf, "(. ");
        put_expr(o, e->a, depth + 1);
        hd_buf_printf(o->buf, " %s", e->field && e->field->name ? e->field->name : "?");
        break;
    case EX_CAST:
        hd_buf_printf(o->buf, "(%s<", cast_names[e->cast]);
        put_type(o, e->type);
        hd_buf_puts(o->buf, "> ");
        put_expr(o, e->a, depth + 1);
        break;
    case EX_BUILTIN:
        hd_buf_printf(o->buf, "(%s", e->builtin->name);
        put_args(o, e, depth);
        break;
    case EX_INIT:
    case EX_COMPOUND_LITERAL:
        hd_buf_puts(o->buf, e->kind == EX_INIT ? "(init<" : "(literal<");
        put_type(o, e->type);
        hd_buf_puts(o->buf, "> ");
        if (e->init) put_init(o, e->init, depth);
        break;
    case EX_STMT_EXPR:
        hd_buf_puts(o->buf, "(do");
        o->indent++;
        put_stmt(o, e->body);
        o->indent--;
        break;
    case EX_LAUNCH: put_launch(o, e, depth); return true;
    default: return false;
    }
    hd_buf_putc(o->buf, ')');
    return true;
}

static void put_expr(struct out *o, const struct hd_expr *e, int depth) {
    if (!e || depth > MOST_NESTED) {
        hd_buf_puts(o->buf, e ? "..." : "-");
        return;
    }
    if (put_special(o, e, depth)) return;
    hd_buf_printf(o->buf, "(%s", kind_name(e));
    if (e->kind == EX_COMPOUND && e->compute_type != e->type) {
        hd_buf_putc(o->buf, '<');
        put_type(o, e->compute_type);
        hd_buf_putc(o->buf, '>');
    }
    const struct hd_expr *kids[] = {e->a, e->b, e->c};
    for (int i = 0; i < 3; i++) {
        if (!kids[i]) continue;
        hd_buf_putc(o->buf, ' ');
        put_expr(o, kids[i], depth + 1);
    }
    put_args(o, e, depth);
    hd_buf_putc(o->buf, ')');
}

static void put_body(struct out *o, const char *word, const struct hd_stmt *s) {
    if (!s) return;
    if (word) {
        line(o);
        hd_buf_puts(o->buf, word);
    }
    o->indent++;
    put_stmt(o, s);
    o->indent--;
}

static void put_headed(struct out *o, const char *word, const struct hd_expr *e) {
    line(o);
    hd_buf_puts(o->buf, word);
    if (e) {
        hd_buf_putc(o->buf, ' ');
        put_expr(o, e, 0);
    }
}

static void put_var(struct out *o, const char *word, const struct hd_stmt *s) {
    line(o);
    hd_buf_printf(o->buf, "%s ", word);
    put_sym(o, s->sym);
    hd_buf_puts(o->buf, " : ");
    put_type(o, s->sym->type);
    if (s->var_init) {
        hd_buf_puts(o->buf, " = ");
        put_init(o, s->var_init, 0);
    }
}

static void put_loop(struct out *o, const char *word, const struct hd_stmt *s) {
    put_headed(o, word, s->a);
    if (s->unroll) hd_buf_printf(o->buf, " unroll %d", s->unroll);
    put_body(o, "  init", s->init);
    if (s->step) {
        o->indent++;
        put_headed(o, "step", s->step);
        o->indent--;
    }
    put_body(o, NULL, s->body);
}

static void put_case(struct out *o, const struct hd_stmt *s) {
    line(o);
    hd_buf_puts(o->buf, "case ");
    if (s->the_case) {
        put_int(o, s->the_case->from);
        if (s->the_case->to != s->the_case->from) {
            hd_buf_puts(o->buf, " ... ");
            put_int(o, s->the_case->to);
        }
    }
    put_body(o, NULL, s->body);
}

static void put_asm(struct out *o, const struct hd_asm *a) {
    line(o);
    hd_buf_printf(o->buf, "asm \"%s\"", a->text);
    for (int i = 0; i < a->noutputs + a->ninputs; i++) {
        hd_buf_printf(o->buf, " %s ", a->constraints[i]);
        put_expr(o, a->operands[i], 0);
    }
}

static void put_stmt(struct out *o, const struct hd_stmt *s) {
    if (!s) return;
    switch (s->kind) {
    case STM_BLOCK:
        for (int i = 0; i < s->nlist; i++) put_stmt(o, s->list[i]);
        break;
    case STM_EXPR:
        line(o);
        put_expr(o, s->a, 0);
        break;
    case STM_IF:
        put_headed(o, "if", s->a);
        put_body(o, NULL, s->body);
        put_body(o, "else", s->otherwise);
        break;
    case STM_WHILE: put_loop(o, "while", s); break;
    case STM_DO: put_loop(o, "do-while", s); break;
    case STM_FOR: put_loop(o, "for", s); break;
    case STM_SWITCH:
        put_headed(o, "switch", s->a);
        put_body(o, NULL, s->body);
        break;
    case STM_CASE: put_case(o, s); break;
    case STM_DEFAULT:
        line(o);
        hd_buf_puts(o->buf, "default");
        put_body(o, NULL, s->body);
        break;
    case STM_BREAK:
        line(o);
        hd_buf_puts(o->buf, "break");
        break;
    case STM_CONTINUE:
        line(o);
        hd_buf_puts(o->buf, "continue");
        break;
    case STM_RETURN: put_headed(o, "return", s->a); break;
    case STM_GOTO:
        line(o);
        hd_buf_printf(o->buf, "goto %s", s->label->name);
        break;
    case STM_GOTO_PTR: put_headed(o, "goto *", s->a); break;
    case STM_LABEL:
        line(o);
        hd_buf_printf(o->buf, "label %s", s->label->name);
        put_stmt(o, s->body);
        break;
    case STM_VAR: put_var(o, "var", s); break;
    case STM_GLOBAL_INIT: put_var(o, "global-init", s); break;
    case STM_RESULT: put_headed(o, "result", s->a); break;
    case STM_CLEANUP: put_headed(o, s->on_throw ? "guard" : "cleanup", s->a); break;
    case STM_TRY:
        line(o);
        hd_buf_puts(o->buf, "try");
        put_body(o, NULL, s->body);
        for (int i = 0; i < s->nlist; i++) put_stmt(o, s->list[i]);
        break;
    case STM_CATCH:
        line(o);
        hd_buf_puts(o->buf, "catch ");
        if (s->sym)
            put_type(o, s->sym->type->base);
        else
            hd_buf_puts(o->buf, "...");
        put_body(o, NULL, s->body);
        break;
    case STM_ASM: put_asm(o, s->assembly); break;
    case STM_EMPTY: break;
    }
}

void hd_func_print(struct hd_buf *out, const struct hd_func *func) {
    struct out o = {.buf = out};
    line(&o);
    hd_buf_printf(out, "%s %s : ",
                  func->is_kernel  ? "kernel"
                  : func->is_entry ? "entry"
                                   : "function",
                  func->sym && func->sym->name ? func->sym->name : "");
    put_type(&o, func->type);
    o.indent = 1;
    if (func->body) put_stmt(&o, func->body);
    hd_buf_putc(out, '\n');
}
