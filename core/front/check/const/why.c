// Why an expression is no constant: the first thing that failed, where it stands, and the calls
// that lead there with their arguments.
//
// Messages are rare and evaluations are not, so nothing is kept at first; whoever has to report
// evaluates once more with somebody listening.
//
// Example: `static_assert(at(5))` has "element 5 lies outside of an array of 4" at `a[i]`, and "in
// the call `at(5)`".
#include <stdarg.h>
#include <string.h>

#include "front/check/const/const.h"

enum { WHY_CALLS = 6, WHY_ARGS = 8 }; // what is shown of a chain of calls, and of a call

struct const_why {
    struct hd_arena *arena;
    const char *text; // NULL: not known yet
    struct hd_range range;
    int ncalls, more;
    struct why_call {
        const char *text;
        struct hd_range range;
    } calls[WHY_CALLS];
};

static void put_value(struct hd_buf *out, const struct hd_type *type, const struct hd_const *v) {
    if (v->kind == CONST_INT && type->kind == HD_TY_BOOL)
        hd_buf_puts(out, v->i ? "true" : "false");
    else if (v->kind == CONST_INT && type->kind == HD_TY_CHAR && v->i >= ' ' && v->i <= '~')
        hd_buf_printf(out, "'%c'", (char)v->i);
    else if (v->kind == CONST_INT)
        hd_buf_printf(out, "%lld", (long long)v->i);
    else if (v->kind == CONST_FLOAT)
        hd_buf_printf(out, "%Lg", v->f);
    else if (v->kind == CONST_ADDR && v->string && v->string->type->base->size == 1)
        hd_buf_printf(out, "\"%.20s\"", (const char *)v->string->data);
    else if (v->kind == CONST_ADDR && !v->sym)
        hd_buf_puts(out, "nullptr");
    else
        hd_buf_puts(out, "...");
}

static const char *call_text(struct eval *ev, const struct const_frame *f) {
    struct hd_buf buf = {0};
    const struct hd_sym *sym = f->func->sym;
    const char *name = sym && sym->name ? sym->name : "a function";
    if (sym && sym->def && sym->def->family) name = sym->def->family;
    hd_buf_printf(&buf, "%s(", !strncmp(name, "lambda#", 7) ? "a lambda" : name);
    bool any = false;
    bool is_method = sym && sym->method && !sym->method->is_static;
    for (int i = is_method; i < f->func->nparams && i < WHY_ARGS; i++) {
        const struct hd_sym *param = f->func->params[i];
        const struct const_local *l = NULL;
        struct hd_const v = {.kind = CONST_NONE};
        for (int k = f->locals; k < ev->locals.n && !l; k++)
            if (ev->locals.v[k].sym == param) l = &ev->locals.v[k];
        if (any) hd_buf_puts(&buf, ", ");
        any = true;
        if (l && hd_type_is_scalar(param->type) && param->type->kind != HD_TY_PTR)
            const_read(object_bytes(l->object), param->type, NULL, &v);
        put_value(&buf, param->type, &v);
    }
    hd_buf_putc(&buf, ')');
    const char *text = hd_strdup(ev->why->arena, hd_buf_str(&buf));
    hd_buf_finish(&buf);
    return text;
}

bool not_const(struct eval *ev, const struct hd_expr *at, const char *fmt, ...) {
    struct const_why *why = ev->why;
    if (!why || why->text) return false;
    va_list args;
    va_start(args, fmt);
    why->text = hd_vprintf(why->arena, fmt, args);
    va_end(args);
    why->range = at->range;
    for (const struct const_frame *f = ev->frame; f && f->func; f = f->outer) {
        if (why->ncalls == WHY_CALLS) {
            why->more++;
            continue;
        }
        why->calls[why->ncalls++] = (struct why_call){call_text(ev, f), f->call->range};
    }
    return false;
}

struct const_why *const_why_new(struct check *c) {
    struct const_why *why = HD_NEW(c->arena, struct const_why);
    why->arena = c->arena;
    return why;
}

void const_why_tell(struct check *c, struct hd_diag *d, const struct const_why *why) {
    if (!why->text) return;
    note_on(c, d, why->range, "%s", why->text);
    for (int i = 0; i < why->ncalls; i++) {
        bool last = i == why->ncalls - 1 && why->more;
        note_on(c, d, why->calls[i].range, "in the call `%s`%s", why->calls[i].text,
                last ? hd_printf(c->arena, ", to which %d more lead", why->more) : "");
    }
}

void const_explain(struct check *c, struct hd_diag *d, const struct hd_expr *e) {
    struct const_why *why = const_why_new(c);
    struct const_frame root;
    struct eval ev;
    struct hd_const v;
    if (!hd_type_is_scalar(e->type)) return;
    eval_begin(&ev, &root, true);
    ev.why = why;
    eval_value(&ev, e, &v);
    eval_end(&ev);
    const_why_tell(c, d, why);
}
