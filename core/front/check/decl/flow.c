// Can control reach the end? A simple answer over typed statements, for the missing-return warning.
//
// Conditions count only when they are constants; labels are taken to be reached; calls of functions
// that are declared noreturn end the flow. So the answer "no" is certain, and a "yes" may be too
// careful about a clever loop.
//
// Example: `while (1) { if (x) return 1; }` does not fall through; with a `break` inside it does.
#include <string.h>

#include "front/check/expr/expr.h"

static bool expr_returns(const struct hd_expr *e);

static bool truth(const struct hd_expr *e, bool *out) {
    struct hd_const v;
    if (!e || !hd_const_eval(e, &v)) return false;
    *out = v.kind == CONST_INT    ? v.i != 0
           : v.kind == CONST_ADDR ? hd_const_is_symbolic(&v) || v.offset
                                  : v.f != 0;
    return true;
}

static bool callee_returns(const struct hd_expr *call) {
    const struct hd_expr *f = call->a;
    if (f->kind == EX_FUNC) return !(f->sym->type->noreturn || (f->sym->spec & SPEC_NORETURN));
    return !(f->type->kind == HD_TY_PTR && f->type->base->kind == HD_TY_FUNC &&
             f->type->base->noreturn);
}

static bool builtin_returns(const struct hd_builtin *row) {
    static const char *const ends[] = {"abort", "exit", "_exit", "longjmp"};
    if (row->lower == LOWER_TRAP || row->lower == LOWER_UNREACHABLE ||
        row->lower == LOWER_DEVICE_ASSERT)
        return strcmp(row->name, "__brkpt") == 0;
    const char *name = row->arg && row->lower == LOWER_LIBC ? row->arg : row->name;
    for (int i = 0; i < HD_COUNT(ends); i++) {
        if (!strcmp(name, ends[i])) return false;
    }
    return true;
}

static bool expr_returns(const struct hd_expr *e) {
    bool known;
    switch (e->kind) {
    case EX_CALL: return callee_returns(e);
    case EX_BUILTIN: return builtin_returns(e->builtin);
    case EX_CAST: return expr_returns(e->a);
    case EX_COMMA: return expr_returns(e->a) && expr_returns(e->b);
    case EX_STMT_EXPR: return stmt_falls_through(e->body);
    case EX_THROW: return false;
    case EX_COND:
        if (truth(e->a, &known)) return !(known ? e->b : e->c) || expr_returns(known ? e->b : e->c);
        return !e->b || expr_returns(e->b) || expr_returns(e->c);
    default: return true;
    }
}

// A break or continue that belongs to the statement whose body this is.
static bool has_jump(const struct hd_stmt *s, enum hd_stmt_kind jump) {
    if (!s) return false;
    switch (s->kind) {
    case STM_BREAK:
    case STM_CONTINUE: return s->kind == jump;
    case STM_BLOCK:
        for (int i = 0; i < s->nlist; i++) {
            if (has_jump(s->list[i], jump)) return true;
        }
        return false;
    case STM_IF: return has_jump(s->body, jump) || has_jump(s->otherwise, jump);
    case STM_TRY:
        for (int i = 0; i < s->nlist; i++)
            if (has_jump(s->list[i], jump)) return true;
        return has_jump(s->body, jump);
    case STM_CATCH: return has_jump(s->body, jump);
    case STM_SWITCH: return jump == STM_CONTINUE && has_jump(s->body, jump);
    case STM_CASE:
    case STM_DEFAULT:
    case STM_LABEL: return has_jump(s->body, jump);
    default: return false;
    }
}

// A label or case inside: control may come in from elsewhere.
static bool has_entry(const struct hd_stmt *s) {
    if (!s) return false;
    switch (s->kind) {
    case STM_LABEL:
    case STM_CASE:
    case STM_DEFAULT: return true;
    case STM_BLOCK:
        for (int i = 0; i < s->nlist; i++) {
            if (has_entry(s->list[i])) return true;
        }
        return false;
    case STM_IF: return has_entry(s->body) || has_entry(s->otherwise);
    case STM_TRY:
    case STM_WHILE:
    case STM_DO:
    case STM_FOR: return has_entry(s->body);
    default: return false;
    }
}

static bool loop_falls(const struct hd_stmt *s) {
    bool known;
    bool endless = !s->a || (truth(s->a, &known) && known);
    if (s->kind == STM_DO && !endless)
        return stmt_falls_through(s->body) || has_jump(s->body, STM_CONTINUE) ||
               has_jump(s->body, STM_BREAK);
    return !endless || has_jump(s->body, STM_BREAK);
}

static bool covers_enum(const struct hd_stmt *s) {
    const struct hd_expr *e = s->a;
    while (e->kind == EX_CAST) e = e->a;
    if (e->type->kind != HD_TY_ENUM) return false;
    const struct hd_enum *en = e->type->enumeration;
    for (int i = 0; i < en->nconstants; i++) {
        bool found = false;
        for (const struct hd_case *k = s->cases; k && !found; k = k->next)
            found =
                en->constants[i]->enum_value >= k->from && en->constants[i]->enum_value <= k->to;
        if (!found) return false;
    }
    return en->nconstants > 0;
}

bool stmt_falls_through(const struct hd_stmt *s) {
    bool known;
    if (!s) return true;
    switch (s->kind) {
    case STM_RETURN:
    case STM_BREAK:
    case STM_CONTINUE:
    case STM_GOTO:
    case STM_GOTO_PTR: return false;
    case STM_EXPR: return expr_returns(s->a);
    case STM_BLOCK: {
        bool reached = true;
        for (int i = 0; i < s->nlist; i++) {
            if (reached || has_entry(s->list[i])) reached = stmt_falls_through(s->list[i]);
        }
        return reached;
    }
    case STM_IF:
        if (truth(s->a, &known) && !has_entry(s->body) && !has_entry(s->otherwise))
            return stmt_falls_through(known ? s->body : s->otherwise);
        return stmt_falls_through(s->body) || stmt_falls_through(s->otherwise);
    case STM_WHILE:
    case STM_DO:
    case STM_FOR: return loop_falls(s);
    case STM_SWITCH:
        return (!s->dflt && !covers_enum(s)) || has_jump(s->body, STM_BREAK) ||
               stmt_falls_through(s->body);
    case STM_TRY:
        for (int i = 0; i < s->nlist; i++)
            if (stmt_falls_through(s->list[i])) return true;
        return stmt_falls_through(s->body);
    case STM_CATCH:
    case STM_CASE:
    case STM_DEFAULT:
    case STM_LABEL: return stmt_falls_through(s->body);
    default: return true;
    }
}
