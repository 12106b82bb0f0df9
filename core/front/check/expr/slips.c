// What compiles, and is hardly ever what was meant: `n + 255 / 256`, `x =+ 1`, `a == 1 || 2`,
// `ceil(n / 256)`, `cudaMalloc((void **)d, n)`, `sizeof` of a pointer, a loop whose body is `;`, a
// kernel that prints no newline, warp functions that nvcc no longer has.
//
// Each is a warning with what to write instead, and is looked for where its expression is checked.
// A rule here may only speak where the code cannot be meant so: a program that is right is told
// nothing (tests/lang/err/warn_slips_fine.cu). What a macro of a system header makes is its own.
//
// Example: `(n + 255 / 256)` is n, since 255 / 256 is 0; the help is `(n + 255) / 256`.
#include "front/check/array/array.h"
#include "front/names/library.h"

#include <math.h>
#include <string.h>

enum { MOST_PARENTHESES = 8 }; // of a quotient as Python writes it

static bool is_judged(const struct check *c) {
    return !c->system && !c->unevaluated && !c->instantiating && !c->bound;
}

static bool constant_int(const struct hd_expr *e, long long *value) {
    struct hd_const known;
    if (!const_eval(e, &known) || known.kind != CONST_INT) return false;
    *value = (long long)known.i;
    return true;
}

static const char *plain(const char *text) { // expr_text's, without its backquotes; NULL: none
    return text[0] == '`' ? text + 1 : NULL;
}

// ---- numbers ------------------------------------------------------------------------------------

static bool is_int_division(const struct hd_expr *e) {
    return e->kind == EX_BINARY && e->op == TK_SLASH && hd_type_is_integer(e->type);
}

// A widening of an integer's, which the sum around it asked for.
static const struct hd_expr *before_promotion(const struct hd_expr *e) {
    while (e->kind == EX_CAST && hd_type_is_integer(e->type) && hd_type_is_integer(e->a->type))
        e = e->a;
    return e;
}

static void lost_division(struct check *c, const struct hd_ast *ast, const struct hd_expr *a,
                          const struct hd_expr *division) {
    long long over, under;
    bool constant = constant_int(division->a, &over);
    bool known = constant && constant_int(division->b, &under);
    if (!constant || over <= 0 || (known ? under <= over : over != 1)) return;
    struct hd_diag *d =
        known ? warn(c, division->range, "integer-division",
                     "this divides integers before the `%s`: the result is 0", tok_text(ast->op))
              : warn(c, division->range, "integer-division",
                     "this divides integers before the `%s`: the result is 0 unless %s is 1",
                     tok_text(ast->op), expr_text(c, before_promotion(division->b)));
    const char *sum = plain(expr_text(c, a)), *top = plain(expr_text(c, division->a)),
               *bottom = plain(expr_text(c, before_promotion(division->b)));
    if (sum && top && bottom)
        help_on(c, d, "`/` binds tighter than `%s`: write `(%.*s %s %.*s) / %.*s`",
                tok_text(ast->op), (int)strlen(sum) - 1, sum, tok_text(ast->op),
                (int)strlen(top) - 1, top, (int)strlen(bottom) - 1, bottom);
    else
        help_on(c, d, "put the sum into parentheses: `/` binds tighter than `%s`",
                tok_text(ast->op));
}

// 1 << 8 is meant where 2 ^ 8 is written, and 1e6 where 10 ^ 6 is.
static void power_of(struct check *c, const struct hd_ast *ast, const struct hd_expr *a,
                     const struct hd_expr *b) {
    long long base, exponent;
    if (ast->kids[0]->kind != AST_NUMBER || ast->kids[1]->kind != AST_NUMBER) return;
    if (!constant_int(a, &base) || !constant_int(b, &exponent)) return;
    if ((base != 2 && base != 10) || ast->kids[0]->tok->text[0] == '0' || exponent < 0) return;
    struct hd_diag *d = warn(c, ast->range, "xor-power",
                             "`^` is exclusive or, no power: this is %lld", base ^ exponent);
    if (base == 2)
        help_on(c, d, "write `1 << %lld`", exponent);
    else
        help_on(c, d, "write `1e%lld`", exponent);
}

// `f == 0.1`: no float is 0.1.
static void never_equal(struct check *c, const struct hd_ast *ast, const struct hd_expr *a,
                        const struct hd_expr *b) {
    const struct hd_expr *number = a->type->kind == HD_TY_FLOAT ? b : a;
    const struct hd_expr *other = number == a ? b : a;
    struct hd_const known;
    if (other->type->kind != HD_TY_FLOAT || number->type->kind != HD_TY_DOUBLE) return;
    if (!const_eval(number, &known) || known.kind != CONST_FLOAT) return;
    double value = (double)known.f;
    if (isnan(value) || (double)(float)value == value) return;
    struct hd_diag *d =
        warn(c, ast->range, "float-compare", "no `float` is exactly %s: this is always %s",
             expr_text(c, number), ast->op == TK_EQ ? "false" : "true");
    const char *text = plain(expr_text(c, number));
    bool digits = text && strspn(text, "0123456789.eE") == strlen(text) - 1;
    if (digits)
        help_on(c, d, "write `%.*sf`, or compare with a tolerance: `fabsf(a - b) < 1e-6f`",
                (int)strlen(text) - 1, text);
    else
        help_on(c, d, "compare with a tolerance: `fabsf(a - b) < 1e-6f`");
}

void slip_in_binary(struct check *c, const struct hd_ast *ast, const struct hd_expr *a,
                    const struct hd_expr *b) {
    if (!is_judged(c)) return;
    if ((ast->op == TK_PLUS || ast->op == TK_MINUS) && is_int_division(b) &&
        hd_type_is_integer(a->type) && !ast->kids[1]->parenthesized)
        lost_division(c, ast, a, b);
    if (ast->op == TK_CARET) power_of(c, ast, a, b);
    if (ast->op == TK_EQ || ast->op == TK_NE) never_equal(c, ast, a, b);
}

// `x == 1 || 2`: the 2 is a condition of its own. `!x == 3`: 0 or 1 is compared.
void slip_in_condition(struct check *c, const struct hd_ast *ast) {
    if (!is_judged(c)) return;
    const struct hd_ast *l = ast->kids[0], *r = ast->kids[1];
    if ((ast->op == TK_OR_OR || ast->op == TK_AND_AND) && l->kind == AST_BINARY && l->op == TK_EQ &&
        r->kind == AST_NUMBER && !r->tok->macro && r->tok->text_len < 12 &&
        strcmp(r->tok->text, "0") != 0 && strcmp(r->tok->text, "1") != 0) {
        struct hd_diag *d = warn(c, r->range, "constant-condition",
                                 "this number is a condition of its own, which always holds");
        if (l->kids[0]->kind == AST_NAME)
            help_on(c, d, "write `%s == %.*s`", l->kids[0]->name, (int)r->tok->text_len,
                    r->tok->text);
        else
            help_on(c, d, "write the comparison again, with this number");
    }
    bool compares = ast->op == TK_EQ || ast->op == TK_NE || ast->op == TK_LT || ast->op == TK_GT ||
                    ast->op == TK_LE || ast->op == TK_GE;
    if (compares && l->kind == AST_UNARY && l->op == TK_NOT && !l->parenthesized &&
        r->kind == AST_NUMBER && strcmp(r->tok->text, "0") != 0 && strcmp(r->tok->text, "1") != 0) {
        struct hd_diag *d =
            warn(c, ast->range, "parentheses", "`!` binds tighter than `%s`: 0 or 1 is compared",
                 tok_text(ast->op));
        help_on(c, d, "write `!(a %s b)`%s", tok_text(ast->op),
                ast->op == TK_EQ ? ", or `a != b`" : "");
    }
}

// `s =+ 3;` is `s = +3;`. Only where the operator touches the `=` and not what follows.
void slip_in_assignment(struct check *c, const struct hd_ast *ast) {
    const struct hd_ast *value = ast->kids[1];
    if (!is_judged(c) || value->kind != AST_UNARY || value->parenthesized) return;
    if (value->op != TK_PLUS && value->op != TK_MINUS && value->op != TK_NOT) return;
    const struct hd_source *source = hd_source_at(ast->loc);
    if (!source || !source->text || ast->loc < source->base) return;
    size_t at = ast->loc - source->base;
    if (at + 2 >= source->len || source->text[at] != '=') return;
    char op = source->text[at + 1], next = source->text[at + 2];
    if (op != tok_text(value->op)[0] || (next != ' ' && next != '\t')) return;
    if (at > 0 && source->text[at - 1] != ' ') return; // `s=- 3` is squeezed, not swapped
    struct hd_diag *d = warn(c, ast->range, "swapped-assignment",
                             "`=%c` is `=` and then a `%c` of the value", op, op);
    if (d) d->caret = ast->loc;
    if (op == '!')
        help_on(c, d, "write `!=` to compare, or a space between the two");
    else
        help_on(c, d, "write `%c=` to %s, or a space between the two", op,
                op == '+' ? "add" : "subtract");
}

// ---- loops --------------------------------------------------------------------------------------

static bool counts(const struct hd_ast *step, const char *name) {
    if (!step) return false;
    bool changes = step->kind == AST_PRE || step->kind == AST_POST || step->kind == AST_ASSIGN;
    return changes && step->kids[0]->kind == AST_NAME && step->kids[0]->name == name &&
           (step->nkids < 2 || step->kids[1]->kind == AST_NUMBER);
}

static bool calls_or_changes(const struct hd_ast *e) {
    if (!e) return false;
    switch (e->kind) {
    case AST_NAME:
    case AST_NUMBER:
    case AST_CHARACTER: return false;
    case AST_BINARY:
    case AST_MEMBER:
    case AST_INDEX:
        for (int i = 0; i < e->nkids; i++)
            if (calls_or_changes(e->kids[i])) return true;
        return false;
    default: return true;
    }
}

// `for (int i = 0; i < n; i++);`: it counts, and nothing can see how far. Where the variable is
// declared before, or the condition does something, such a loop is an idiom.
void slip_in_for(struct check *c, const struct hd_ast *ast, const struct hd_ast *body) {
    const struct hd_ast *init = ast->kids[0], *cond = ast->kids[1], *step = ast->kids[2];
    if (!is_judged(c) || !init || init->kind != AST_DECLARATION || init->nkids != 1) return;
    if (cond && cond->kind == AST_EXPR_STMT) cond = cond->nkids ? cond->kids[0] : NULL;
    const char *name = init->kids[0]->declr ? init->kids[0]->declr->name : NULL;
    if (!name || !cond || cond->kind != AST_BINARY || calls_or_changes(cond)) return;
    if (init->spec && init->spec->quals & Q_VOLATILE) return; // it waits
    if (cond->kids[0]->kind != AST_NAME || cond->kids[0]->name != name || !counts(step, name))
        return;
    struct hd_diag *d = warn(c, body->range, "empty-body",
                             "the `;` is the whole body of this `for`: the loop does nothing");
    help_on(c, d, "remove the `;`");
}

// ---- calls --------------------------------------------------------------------------------------

// What was before sm_70, and is no more in CUDA for today's GPUs.
static const char *synced(const char *name) {
    static const struct {
        const char *name, *instead;
    } rows[] = {
        {"__shfl", "__shfl_sync(0xffffffff, value, lane)"},
        {"__shfl_up", "__shfl_up_sync(0xffffffff, value, delta)"},
        {"__shfl_down", "__shfl_down_sync(0xffffffff, value, delta)"},
        {"__shfl_xor", "__shfl_xor_sync(0xffffffff, value, mask)"},
        {"__ballot", "__ballot_sync(0xffffffff, predicate)"},
        {"__any", "__any_sync(0xffffffff, predicate)"},
        {"__all", "__all_sync(0xffffffff, predicate)"},
    };
    for (int i = 0; i < HD_COUNT(rows); i++)
        if (!strcmp(name, rows[i].name)) return rows[i].instead;
    return NULL;
}

// `ceil(n / 256)`: nothing is left to round up.
static void rounded_before(struct check *c, const char *name, const struct hd_expr *arg) {
    static const char *const up[] = {"ceil", "ceilf", "std::ceil", "round", "roundf", "lround"};
    int i = 0;
    while (i < HD_COUNT(up) && strcmp(up[i], name) != 0) i++;
    if (i == HD_COUNT(up)) return;
    while (arg->kind == EX_CAST && arg->a) arg = arg->a;
    long long over, under;
    if (!is_int_division(arg)) return;
    bool known = constant_int(arg->a, &over) && constant_int(arg->b, &under);
    if (known && under && over % under == 0) return;
    struct hd_diag *d = warn(c, arg->range, "integer-division",
                             "this divides integers, which rounds down before `%s` sees it", name);
    const char *top = plain(expr_text(c, before_promotion(arg->a))),
               *bottom = plain(expr_text(c, before_promotion(arg->b)));
    if (name[0] == 'c' && top && bottom && constant_int(arg->b, &under))
        help_on(c, d, "write `(%.*s + %lld) / %.*s`, which rounds up without it",
                (int)strlen(top) - 1, top, under - 1, (int)strlen(bottom) - 1, bottom);
    else if (name[0] == 'c')
        help_on(c, d, "write `(n + m - 1) / m` to divide integers and round up");
    else
        help_on(c, d, "make one of them a floating number: `(double)a / b`");
}

static const struct hd_expr *loaded(const struct hd_expr *e) { // the variable whose value e is
    while (e->kind == EX_CAST && e->a) e = e->a;
    return e->kind == EX_LOAD && e->a->kind == EX_VAR ? e->a : NULL;
}

static const struct hd_expr *pointed(const struct hd_expr *e) { // the variable that e points to
    while (e->kind == EX_CAST && e->a) e = e->a;
    return e->kind == EX_ADDR && e->a->kind == EX_VAR ? e->a : NULL;
}

// `memset(p, 0, sizeof(p))`, `cudaMalloc(&d, sizeof(d))`: the bytes of the pointer.
static void size_of_pointer(struct check *c, const char *name, struct call_args *args) {
    static const char *const of_bytes[] = {
        "memset",          "memcpy",     "memmove",         "memcmp",         "cudaMemcpy",
        "cudaMemcpyAsync", "cudaMemset", "cudaMemsetAsync", "cudaMalloc",     "cudaMallocManaged",
        "cudaMallocHost",  "malloc",     "cudaHostAlloc",   "cudaMallocAsync"};
    int row = 0;
    while (row < HD_COUNT(of_bytes) && strcmp(of_bytes[row], name) != 0) row++;
    if (row == HD_COUNT(of_bytes)) return;
    bool allocates = strstr(name, "alloc") || strstr(name, "Alloc");
    for (int i = 0; i < args->n; i++) {
        const struct hd_ast *size = args->asts[i];
        if (size->kind != AST_SIZEOF || size->op != TK_SIZEOF || size->kids[0]->kind != AST_NAME)
            continue;
        const char *of = size->kids[0]->name;
        for (int j = 0; j < args->n; j++) {
            const struct hd_expr *e = args->v[j], *var = NULL;
            if (!e || j == i) continue;
            if (allocates)
                var = pointed(e);
            else if (e->kind == EX_VAR)
                var = e;
            else
                var = loaded(e);
            if (!var || var->sym->name != of || !is_ptr(var->type) || var->sym->array_param)
                continue;
            if (is_ptr(var->type->base) && !allocates) continue; // a table of pointers
            struct hd_diag *d =
                warn(c, size->range, "sizeof-pointer",
                     "`%s` is a pointer: this is its own size, %d", of, (int)var->type->size);
            help_on(c, d, "write the number of elements times `sizeof(*%s)`", of);
            return;
        }
    }
}

// `cudaMalloc((void **)d, n)`: the cast hides that the address is missing.
static void address_missing(struct check *c, const char *name, struct call_args *args) {
    if (strncmp(name, "cudaMalloc", 10) != 0 && strcmp(name, "cudaHostAlloc") != 0) return;
    if (args->n < 2 || args->asts[0]->kind != AST_CAST || !args->v[0]) return;
    const struct hd_expr *var = loaded(args->v[0]);
    if (!var || !is_ptr(args->v[0]->type) || !is_ptr(args->v[0]->type->base) ||
        !is_ptr(var->type) || is_ptr(var->type->base))
        return;
    struct hd_diag *d = warn(c, args->asts[0]->range, "pointer-cast",
                             "`%s` writes the new address to where `%s` points, not to `%s`", name,
                             var->sym->name, var->sym->name);
    help_on(c, d, "write `&%s`", var->sym->name);
}

// `cudaMemcpy(&d, h, n, ...)` with `float *d, *h`: d itself is overwritten.
static void pointer_copied(struct check *c, const char *name, struct call_args *args) {
    if (strcmp(name, "cudaMemcpy") != 0 && strcmp(name, "cudaMemcpyAsync") != 0) return;
    for (int i = 0; i < 2 && args->n >= 2; i++) {
        const struct hd_expr *e = args->v[i], *other = args->v[1 - i];
        const struct hd_expr *var = e ? pointed(e) : NULL;
        if (!var || !is_ptr(var->type) || !other) continue;
        const struct hd_type *t = other->type;
        if ((t->kind != HD_TY_PTR && t->kind != HD_TY_ARRAY) ||
            !same_but_quals(t->base, var->type->base))
            continue;
        struct hd_diag *d =
            warn(c, args->asts[i]->range, "pointer-copied",
                 "this is where the pointer `%s` stands, not what it points to", var->sym->name);
        help_on(c, d, "write `%s`", var->sym->name);
    }
}

void slip_in_call(struct check *c, const char *name, const struct hd_ast *ast,
                  struct call_args *args, bool library) {
    if (!is_judged(c) || !library || c->lang != HD_LANG_CU || !ast->kids[0]->name) return;
    const char *instead = synced(name);
    if (instead) {
        struct hd_diag *d = warn(c, ast->kids[0]->range, "old-warp-function",
                                 "`%s` is not in CUDA for GPUs since sm_70: nvcc refuses it", name);
        help_on(c, d, "say which threads of the warp take part: `%s`", instead);
    }
    if (args->n >= 1 && args->v[0]) rounded_before(c, name, args->v[0]);
    size_of_pointer(c, name, args);
    address_missing(c, name, args);
    pointer_copied(c, name, args);
}

// `sizeof(p) / sizeof(p[0])` of a pointer: no number of elements.
void slip_in_quotient(struct check *c, const struct hd_ast *ast) {
    const struct hd_ast *a = ast->kids[0], *b = ast->kids[1];
    if (!is_judged(c) || ast->op != TK_SLASH || a->kind != AST_SIZEOF || b->kind != AST_SIZEOF)
        return;
    const struct hd_ast *whole = a->kids[0], *part = b->kids[0];
    bool first = (part->kind == AST_INDEX || part->kind == AST_UNARY) && part->nkids &&
                 part->kids[0]->kind == AST_NAME && part->kids[0]->name == whole->name;
    if (whole->kind != AST_NAME || !first || (part->kind == AST_UNARY && part->op != TK_STAR))
        return;
    const struct hd_sym *sym = name_lookup(c, whole);
    if (!sym || sym->kind != SYM_VAR || sym->type->kind != HD_TY_PTR || sym->array_param) return;
    struct hd_diag *d = warn(c, ast->range, "sizeof-pointer",
                             "`%s` is a pointer: this is no number of elements", whole->name);
    help_on(c, d, "keep the number in a variable of its own");
}

// ---- a kernel's output --------------------------------------------------------------------------

// Whether what is printed by this format may end a line.
static bool may_end_line(const char *format, size_t len) {
    return memchr(format, '\n', len) || (len >= 2 && memmem(format, len, "%s", 2)) ||
           (len >= 2 && memmem(format, len, "%c", 2));
}

// Notes what a kernel prints, for slip_at_end.
void slip_in_format(struct check *c, const struct hd_expr *text, const char *name,
                    struct hd_range range) {
    if (!c->func || !c->func->is_kernel || strcmp(name, "printf") != 0) return;
    bool literal = text->kind == EX_DECAY && text->a->kind == EX_STRING;
    if (!literal || may_end_line(text->a->string->data, text->a->string->len))
        c->func->prints_lines = true;
    else
        c->func->prints = range;
}

void slip_at_end(struct check *c, const struct hd_func *func) {
    if (!is_judged(c) || !func->is_kernel || !func->prints.from || func->prints_lines) return;
    for (int i = 0; i < func->ncalls; i++) // which may end the lines
        if (func->calls[i]->def && !func->calls[i]->def->system) return;
    struct hd_diag *d =
        warn(c, func->prints, "no-newline",
             "nothing in this kernel prints `\\n`: the threads' texts run together");
    help_on(c, d, "end the text with `\\n`");
}

// ---- Python's quotient --------------------------------------------------------------------------

// The end of a sum of numbers and variables that are there, as Python writes one; NULL: it is not.
static const char *quotient_end(struct check *c, const char *p, int depth) {
    for (;;) {
        p += strspn(p, " -+");
        size_t name = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        if (*p >= '0' && *p <= '9') {
            p += strspn(p, "0123456789.");
        } else if (*p == '(' && depth < MOST_PARENTHESES) {
            p = quotient_end(c, p + 1, depth + 1);
            if (!p || *p++ != ')') return NULL;
        } else {
            struct hd_sym *sym = name ? hd_lookup(c->front, hd_intern(p, name)) : NULL;
            if (!sym || sym->kind != SYM_VAR) return NULL;
            p += name;
        }
        p += strspn(p, " ");
        if (!*p || !strchr("+-*/%", *p)) return p;
        p += p[1] == p[0] && strchr("*/", *p) ? 2 : 1;
    }
}

void slip_in_result(struct check *c, const struct hd_expr *e) {
    const struct hd_source *source = hd_source_at(e->range.to);
    bool number = hd_type_is_arith(e->type) || is_array(e);
    if (!is_judged(c) || !source || !source->cell || !number) return;
    const char *p = source->text + (e->range.to - source->base);
    p += strspn(p, " ");
    if (p[0] != '/' || p[1] != '/') return;
    const char *end = quotient_end(c, p + 2, 0);
    if (!end || end[strspn(end, " \n")]) return;
    hd_loc from = source->base + (hd_loc)(p - source->text);
    struct hd_diag *d =
        warn(c, (struct hd_range){from, from + (hd_loc)(end - p)}, "comment-quotient",
             "`//` begins a comment: this is %s alone", expr_text(c, e));
    if (hd_type_is_integer(is_array(e) ? e->type->base : e->type))
        help_on(c, d, "`/` of integers gives the whole quotient, rounded towards 0");
    else
        help_on(c, d, "Python's `a // b` is `floor(a / b)`");
}
