// Macros: #define, and the replacement of one use of a macro by its body.
//
// A use is replaced in one step: the arguments are read (not expanded), each is expanded on its own
// where the body does not put it beside # or ##, the body is copied with them, and the copy is
// pushed as a context to be rescanned. An object-like body without ## needs no copy: the context
// reads the macro's own tokens.
//
// Places: a token of the body gets the place of the outermost macro's name in the file, and keeps
// where it was spelled in `spelled`; a token of an argument keeps its own place.
//
// Example: with `#define CAT(a, b) a##b` and `#define STR(x) #x`, `CAT(1, 2)` is 12, and `STR(
// CAT(1,2) )` is "CAT(1,2)": the operand of # is taken as it was written.
#include "front/lex/pp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- #define ------------------------------------------------------------------------------------

static struct hd_range range_of(const struct hd_token *from, const struct hd_token *to) {
    return (struct hd_range){from->loc, to->loc + to->len};
}

static bool parse_params(struct pp *pp, struct hd_macro *m, const struct hd_token *v, int n,
                         int *at) {
    HD_VEC(const char *) params = {0};
    struct hd_arena *arena = pp_macro_arena(pp);
    int i = *at + 1; // after the parenthesis
    bool more = !(i < n && v[i].kind == TK_RPAREN);
    for (; more; i++) {
        if (i >= n) break;
        if (m->variadic) {
            hd_error(pp->diags, lex_range(&v[i]), "`...` must be the last parameter of a macro");
            return false;
        }
        if (v[i].kind == TK_ELLIPSIS) {
            m->variadic = true;
            HD_PUSH(arena, &params, pp->s_va_args);
        } else if (lex_is_name(&v[i]) && v[i].text != pp->s_va_args) {
            for (int k = 0; k < params.n; k++) {
                if (params.v[k] != v[i].text) continue;
                hd_error(pp->diags, lex_range(&v[i]), "the macro has two parameters named `%s`",
                         v[i].text);
                return false;
            }
            HD_PUSH(arena, &params, v[i].text);
            if (i + 1 < n && v[i + 1].kind == TK_ELLIPSIS) m->variadic = true, i++;
        } else {
            hd_error(pp->diags, lex_range(&v[i]), "the parameters of a macro are names, not `%s`",
                     v[i].text);
            return false;
        }
        i++;
        if (i < n && v[i].kind == TK_COMMA) continue;
        break;
    }
    if (i >= n || v[i].kind != TK_RPAREN) {
        hd_error(pp->diags, range_of(&v[*at], &v[n - 1]),
                 "the macro's parameters need a closing `)`");
        return false;
    }
    m->params = params.v;
    m->nparams = params.n;
    *at = i + 1;
    return true;
}

static int param_index(const struct hd_macro *m, const struct hd_token *t) {
    if (!lex_is_name(t)) return -1;
    for (int i = 0; i < m->nparams; i++)
        if (m->params[i] == t->text) return i;
    return -1;
}

static bool check_body(struct pp *pp, struct hd_macro *m, const struct hd_token *v, int n) {
    for (int i = 0; i < n; i++) {
        const struct hd_token *t = &v[i];
        if (t->kind == TK_HASH_HASH) {
            m->has_paste = true;
            if (i > 0 && i + 1 < n) continue;
            hd_error(pp->diags, lex_range(t), "`##` joins two tokens: it cannot %s a macro's body",
                     i ? "end" : "start");
            return false;
        }
        if (t->kind == TK_HASH && m->function_like) {
            bool fine = i + 1 < n && (param_index(m, &v[i + 1]) >= 0 ||
                                      (m->variadic && v[i + 1].text == pp->s_va_opt));
            if (fine) continue;
            struct hd_diag *d =
                hd_error(pp->diags, lex_range(t), "`#` in a macro must be followed by a parameter");
            hd_help(pp->diags, d, "`#x` makes a string of what is passed for the parameter x");
            return false;
        }
        if (t->kind == TK_OTHER && lex_is_unterminated(t)) {
            if (t->text[0] == '/' && pp->files.n == 1) pp->out->incomplete = true;
            lex_report(pp->diags, t);
            return false;
        }
    }
    return true;
}

bool pp_same_macro(const struct hd_macro *a, const struct hd_macro *b) {
    if (a->function_like != b->function_like || a->variadic != b->variadic ||
        a->nparams != b->nparams || a->nbody != b->nbody || a->builtin || a->cu_only != b->cu_only)
        return false;
    for (int i = 0; i < a->nparams; i++)
        if (a->params[i] != b->params[i]) return false;
    for (int i = 0; i < a->nbody; i++) {
        const struct hd_token *x = &a->body[i], *y = &b->body[i];
        if (x->kind != y->kind || x->prefix != y->prefix || x->text_len != y->text_len)
            return false;
        if (i && (x->flags ^ y->flags) & TF_SPACE) return false;
        if (x->text != y->text && memcmp(x->text, y->text, x->text_len) != 0) return false;
    }
    return true;
}

// In a session it is normal to define a macro anew; in one text it is probably a mistake.
static void warn_redefinition(struct pp *pp, const struct hd_token *name,
                              const struct hd_macro *old) {
    if (name->flags & TF_SYSTEM) return;
    if (old->builtin) {
        hd_warning(pp->diags, lex_range(name), "macro-redefined", "`%s` is a built-in macro",
                   name->text);
        return;
    }
    if (!old->loc || old->cell != pp_serial(pp) ||
        hd_source_at(old->loc) != pp->files.v[pp->files.n - 1].source)
        return;
    struct hd_diag *d = hd_warning(pp->diags, lex_range(name), "macro-redefined",
                                   "the macro `%s` is defined twice, and differently", name->text);
    hd_note(pp->diags, d, (struct hd_range){old->loc, old->loc + (hd_loc)strlen(old->name)},
            "the first definition");
    hd_help(pp->diags, d, "`#undef %s` first if it is meant", name->text);
}

// The toolkit's headers define __global__ and its kin for nvcc, and <iso646.h> `and` and its kin
// for C; here they are keywords.
static bool is_own_word(const struct pp *pp, const struct hd_token *name) {
    bool cuda = name->kind >= TK_GLOBAL && name->kind <= TK_NOINLINE;
    bool spelled = !lex_is_name(name) && name->text_len > 1 && islower((unsigned char)*name->text);
    return name->flags & TF_SYSTEM && pp->lang == HD_LANG_CU && (cuda || spelled);
}

void pp_define(struct pp *pp, const struct hd_token *directive, const struct hd_token *v, int n,
               bool cached) {
    if (n && is_own_word(pp, v)) return;
    if (!n || !lex_is_name(v) || v->text == pp->s_defined || v->text == pp->s_va_args) {
        hd_error(pp->diags, lex_range(n ? v : directive),
                 n ? "`%s` cannot be a macro's name" : "`#%s` needs a name",
                 n ? v->text : directive->text);
        return;
    }
    struct hd_arena *arena = pp_macro_arena(pp);
    struct hd_macro *m = HD_NEW(arena, struct hd_macro);
    m->name = v->text;
    m->loc = pp->predefining ? 0 : v->loc;
    m->programs_only = pp->lang == HD_LANG_CU && !strcmp(m->name, "__cplusplus");
    m->cu_only = (pp->predefining && pp->defining_cu) || m->programs_only;
    int at = 1;
    if (n > 1 && v[1].kind == TK_LPAREN && !(v[1].flags & TF_SPACE)) {
        m->function_like = true;
        if (!parse_params(pp, m, v, n, &at)) return;
    }
    m->nbody = n - at;
    m->body = (struct hd_token *)v + at;
    if (!check_body(pp, m, m->body, m->nbody)) return;
    struct hd_macro *old = pp_find(pp, m->name, 0);
    if (old && pp_same_macro(old, m)) return;
    if (old) warn_redefinition(pp, v, old);
    if (!cached) {
        m->body = HD_NEW_ARRAY(arena, struct hd_token, m->nbody ? m->nbody : 1);
        memcpy(m->body, v + at, sizeof *v * (size_t)m->nbody);
    }
    pp_set_macro(pp, m);
}

void pp_undef_name(struct pp *pp, const char *name, hd_loc loc) {
    if (!pp_find(pp, name, 0)) return;
    struct hd_macro *m = HD_NEW(pp_macro_arena(pp), struct hd_macro);
    m->name = name;
    m->loc = loc;
    m->undefined = true;
    pp_set_macro(pp, m);
}

// ---- arguments ----------------------------------------------------------------------------------

struct arg {
    int from, n;             // in call.tokens
    struct tokbuf *expanded; // NULL until needed, or when it is the same
};

struct call {
    struct hd_token use;   // the macro's name; use.macro is the outermost macro
    struct tokbuf *tokens; // of all arguments
    struct arg *args;
    struct arg small[8];
    int given; // as written; may be more than there are parameters
    struct hd_token close;
};

// A macro that is being expanded is not expanded again where its name is read now, even later.
static void paint(struct pp *pp, struct hd_token *t) {
    if (!pp->nbusy || !lex_is_name(t) || t->flags & TF_NO_EXPAND) return;
    struct hd_macro *m = pp_find(pp, t->text, t->macro ? 0 : t->spelled);
    if (m && m->busy == pp->run) t->flags |= TF_NO_EXPAND;
}

static void end_arg(struct call *call, int nparams, int from) {
    if (call->given < nparams)
        call->args[call->given] = (struct arg){from, call->tokens->t.n - from, NULL};
    call->given++;
}

static bool unterminated_call(struct pp *pp, struct hd_macro *m, const struct call *call,
                              const struct hd_token *end) {
    if (end->kind == TK_EOF && !pp->ctx.n && pp->files.n == 1) pp->out->incomplete = true;
    struct hd_diag *d = hd_error(pp->diags, lex_range(&call->use),
                                 "the call of the macro `%s` has no closing `)`", m->name);
    if (m->loc)
        hd_note(pp->diags, d, (struct hd_range){m->loc, m->loc}, "the macro is defined here");
    return false;
}

// Reads arguments up to the closing parenthesis; the opening one was read.
static bool collect_args(struct pp *pp, struct hd_macro *m, struct call *call) {
    int depth = 0, from = 0, stop = pp->stop_level;
    pp->stop_level = pp->files.n;
    for (;;) {
        struct hd_token t;
        pp_pull(pp, &t);
        if (t.kind == TK_EOF || t.kind == TK_EOD) {
            pp->stop_level = stop;
            return unterminated_call(pp, m, call, &t);
        }
        if (t.kind == TK_LPAREN) depth++;
        if (t.kind == TK_RPAREN && depth-- == 0) {
            call->close = t;
            break;
        }
        if (t.kind == TK_COMMA && depth == 0 && !(m->variadic && call->given >= m->nparams - 1)) {
            end_arg(call, m->nparams, from);
            from = call->tokens->t.n;
            continue;
        }
        paint(pp, &t);
        pp_put(pp, call->tokens, t);
    }
    pp->stop_level = stop;
    if (m->nparams || call->tokens->t.n || call->given) end_arg(call, m->nparams, from);
    if (call->given == m->nparams || (m->variadic && call->given == m->nparams - 1)) return true;
    struct hd_diag *d =
        hd_error(pp->diags, (struct hd_range){call->use.loc, call->close.loc + call->close.len},
                 "the macro `%s` takes %s%d argument%s, but here %s %d", m->name,
                 m->variadic ? "at least " : "", m->variadic ? m->nparams - 1 : m->nparams,
                 (m->variadic ? m->nparams - 1 : m->nparams) == 1 ? "" : "s",
                 call->given == 1 ? "is" : "are", call->given);
    if (m->loc)
        hd_note(pp->diags, d, (struct hd_range){m->loc, m->loc}, "the macro is defined here");
    return false;
}

// Whether expanding these tokens changes anything.
static bool has_macros(struct pp *pp, const struct hd_token *v, int n) {
    for (int i = 0; i < n; i++) {
        if (!lex_is_name(&v[i]) || v[i].flags & TF_NO_EXPAND) continue;
        if (v[i].text == pp->s_Pragma || pp_find(pp, v[i].text, v[i].macro ? 0 : v[i].spelled))
            return true;
    }
    return false;
}

// The argument with its macros expanded, as it was written when there are none.
static const struct hd_token *expanded_arg(struct pp *pp, struct call *call, int i, int *n) {
    struct arg *arg = &call->args[i];
    const struct hd_token *raw = call->tokens->t.v + arg->from;
    if (!arg->expanded && has_macros(pp, raw, arg->n)) {
        struct tokbuf *out = pp_buf(pp);
        pp_expand_list(pp, raw, arg->n, out);
        arg->expanded = out;
    }
    *n = arg->expanded ? arg->expanded->t.n : arg->n;
    return arg->expanded ? arg->expanded->t.v : raw;
}

// ---- # and ## -----------------------------------------------------------------------------------

static void add_escaped(struct hd_buf *out, const char *s, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (s[i] == '"' || s[i] == '\\') hd_buf_putc(out, '\\');
        hd_buf_putc(out, s[i]);
    }
}

// The contents of the literal.
static char *pp_stringize(struct pp *pp, const struct hd_token *v, int n, uint32_t *len) {
    struct hd_buf text = {0}, one = {0};
    bool first = true;
    for (int i = 0; i < n; i++) {
        if (v[i].kind == TK_PLACEMARKER) continue;
        if (!first && v[i].flags & (TF_SPACE | TF_BOL)) hd_buf_putc(&text, ' ');
        first = false;
        hd_buf_clear(&one);
        lex_spell(&one, &v[i]);
        bool literal = v[i].kind == TK_STRING || v[i].kind == TK_CHARACTER;
        if (literal)
            add_escaped(&text, hd_buf_str(&one), one.len);
        else
            hd_buf_add(&text, hd_buf_str(&one), one.len);
    }
    pp_count(pp, (int)(text.len / 8), v);
    char *result = hd_strndup(pp->arena, hd_buf_str(&text), text.len);
    *len = (uint32_t)text.len;
    hd_buf_finish(&text);
    hd_buf_finish(&one);
    return result;
}

struct subst { // a body being copied
    struct pp *pp;
    struct hd_macro *m;
    struct call *call;
    struct tokbuf *out;
    bool paste; // the next token is joined to the last one
    bool space; // an empty argument had white space before it
};

static struct hd_token from_body(const struct subst *s, const struct hd_token *body) {
    struct hd_token t = *body;
    t.spelled = body->loc;
    t.loc = s->call->use.loc;
    t.len = s->call->use.len;
    t.macro = s->call->use.macro;
    t.flags &= (uint8_t)~TF_BOL;
    return t;
}

static const char *spelling(struct hd_arena *arena, const struct hd_token *t) {
    struct hd_buf text = {0};
    lex_spell(&text, t);
    const char *copy = hd_strndup(arena, hd_buf_str(&text), text.len);
    hd_buf_finish(&text);
    return copy;
}

// Joins rhs to *lhs. false: they do not make one token.
static bool join(struct subst *s, struct hd_token *lhs, const struct hd_token *rhs) {
    if (rhs->kind == TK_PLACEMARKER) return true;
    uint8_t space = lhs->flags & (TF_SPACE | TF_BOL);
    if (lhs->kind == TK_PLACEMARKER) {
        *lhs = *rhs;
        lhs->flags = (uint8_t)((lhs->flags & ~(TF_SPACE | TF_BOL)) | space);
        return true;
    }
    struct hd_buf text = {0};
    lex_spell(&text, lhs);
    lex_spell(&text, rhs);
    struct hd_token joined;
    bool ok = lex_single(hd_buf_str(&text), text.len, s->pp->lang, s->pp->arena, &joined);
    hd_buf_finish(&text); // the error may be one too many and not return
    if (ok) {
        joined.flags = (uint8_t)(space | (lhs->flags & TF_SYSTEM));
        joined.loc = s->call->use.loc;
        joined.len = s->call->use.len;
        joined.spelled = lhs->spelled;
        joined.macro = s->call->use.macro;
        *lhs = joined;
    } else {
        struct hd_diag *d = hd_error(s->pp->diags, lex_range(&s->call->use),
                                     "`%s` and `%s` joined by `##` are not one token",
                                     spelling(s->pp->arena, lhs), spelling(s->pp->arena, rhs));
        if (s->m->loc)
            hd_note(s->pp->diags, d, (struct hd_range){s->m->loc, s->m->loc}, "in the macro `%s`",
                    s->m->name);
    }
    return ok;
}

static void emit(struct subst *s, struct hd_token t) {
    if (s->paste && s->out->t.n) {
        s->paste = false;
        if (join(s, &s->out->t.v[s->out->t.n - 1], &t)) return;
    }
    if (s->space) t.flags |= TF_SPACE;
    s->space = s->paste = false;
    pp_put(s->pp, s->out, t);
}

// Puts an argument in the place of `param`. operand: it stands beside ##, so nothing becomes a
// placemarker.
static void emit_list(struct subst *s, const struct hd_token *v, int n,
                      const struct hd_token *param, bool operand) {
    uint8_t space = param->flags & TF_SPACE;
    if (!n) {
        struct hd_token none = from_body(s, param);
        none.kind = TK_PLACEMARKER;
        if (operand)
            emit(s, none);
        else
            s->space |= space != 0;
        return;
    }
    for (int i = 0; i < n; i++) {
        struct hd_token t = v[i];
        if (i == 0) t.flags = (uint8_t)((t.flags & ~(TF_SPACE | TF_BOL)) | space);
        if (i == 0)
            emit(s, t);
        else
            pp_put(s->pp, s->out, t);
    }
}

// ---- the body -----------------------------------------------------------------------------------

static void copy_body(struct subst *s, const struct hd_token *b, int n);

// __VA_OPT__(...) at b[i]: index of its closing parenthesis, or -1.
static int va_opt_end(const struct subst *s, const struct hd_token *b, int n, int i) {
    if (b[i].text != s->pp->s_va_opt || !s->m->variadic || i + 1 >= n || b[i + 1].kind != TK_LPAREN)
        return -1;
    int depth = 0;
    for (int k = i + 1; k < n; k++) {
        if (b[k].kind == TK_LPAREN) depth++;
        if (b[k].kind == TK_RPAREN && --depth == 0) return k;
    }
    return -1;
}

// What __VA_OPT__(b[from..to)) stands for: nothing unless there are variable arguments.
static struct tokbuf *va_opt(struct subst *s, const struct hd_token *b, int from, int to) {
    struct tokbuf *out = pp_buf(s->pp);
    int given;
    expanded_arg(s->pp, s->call, s->m->nparams - 1, &given);
    if (!given) return out;
    struct subst inner = *s;
    inner.out = out;
    inner.paste = inner.space = false;
    copy_body(&inner, b + from, to - from);
    int kept = 0;
    for (int i = 0; i < out->t.n; i++)
        if (out->t.v[i].kind != TK_PLACEMARKER) out->t.v[kept++] = out->t.v[i];
    out->t.n = kept;
    return out;
}

static void emit_string(struct subst *s, const struct hd_token *hash, const struct hd_token *v,
                        int n) {
    struct hd_token t = from_body(s, hash);
    t.kind = TK_STRING;
    t.prefix = 0;
    t.text = pp_stringize(s->pp, v, n, &t.text_len);
    emit(s, t);
}

// A parameter at b[i], perhaps beside ##.
static void copy_param(struct subst *s, const struct hd_token *b, int n, int i, int param) {
    struct arg *arg = &s->call->args[param];
    const struct hd_token *raw = s->call->tokens->t.v + arg->from;
    bool before_paste = i + 1 < n && b[i + 1].kind == TK_HASH_HASH;
    bool variable = s->m->variadic && param == s->m->nparams - 1;
    if (s->paste && variable && i >= 2 && b[i - 2].kind == TK_COMMA &&
        s->out->t.n) { // GNU: `, ## __VA_ARGS__`
        s->paste = false;
        bool left_out = s->call->given < s->m->nparams ||
                        (s->m->nparams == 1 && !arg->n); // `(a, )` keeps its comma
        if (left_out) s->out->t.n--;
        if (arg->n || before_paste) emit_list(s, raw, arg->n, &b[i], before_paste);
    } else if (s->paste || before_paste) {
        emit_list(s, raw, arg->n, &b[i], true);
    } else {
        int count;
        const struct hd_token *full = expanded_arg(s->pp, s->call, param, &count);
        emit_list(s, full, count, &b[i], false);
    }
}

static void copy_body(struct subst *s, const struct hd_token *b, int n) {
    bool function = s->m->function_like;
    for (int i = 0; i < n; i++) {
        const struct hd_token *t = &b[i];
        int param = function ? param_index(s->m, t) : -1, end;
        if (param >= 0) {
            copy_param(s, b, n, i, param);
        } else if (function && t->kind == TK_HASH && i + 1 < n &&
                   (param = param_index(s->m, &b[i + 1])) >= 0) {
            struct arg *arg = &s->call->args[param];
            emit_string(s, t, s->call->tokens->t.v + arg->from, arg->n);
            i++;
        } else if (function && t->kind == TK_HASH && i + 1 < n &&
                   (end = va_opt_end(s, b, n, i + 1)) > 0) {
            struct tokbuf *inner = va_opt(s, b, i + 3, end);
            emit_string(s, t, inner->t.v, inner->t.n);
            pp_buf_free(s->pp, inner);
            i = end;
        } else if (t->kind == TK_HASH_HASH && i > 0 && i + 1 < n) {
            s->paste = true;
        } else if (function && (end = va_opt_end(s, b, n, i)) > 0) {
            struct tokbuf *inner = va_opt(s, b, i + 2, end);
            bool operand = s->paste || (end + 1 < n && b[end + 1].kind == TK_HASH_HASH);
            emit_list(s, inner->t.v, inner->t.n, t, operand);
            pp_buf_free(s->pp, inner);
            i = end;
        } else {
            emit(s, from_body(s, t));
        }
    }
}

static void expand_body(struct pp *pp, struct hd_macro *m, struct call *call) {
    struct subst s = {.pp = pp, .m = m, .call = call, .out = pp_buf(pp)};
    pp_count(pp, 1, &call->use);
    copy_body(&s, m->body, m->nbody);
    struct hd_token *v = s.out->t.v;
    int n = 0;
    for (int i = 0; i < s.out->t.n; i++)
        if (v[i].kind != TK_PLACEMARKER) v[n++] = v[i];
    uint8_t space = call->use.flags & (TF_SPACE | TF_BOL);
    if (!n) {
        pp->pending |= space;
        pp_buf_free(pp, s.out);
        return;
    }
    v[0].flags = (uint8_t)((v[0].flags & ~(TF_SPACE | TF_BOL)) | space);
    pp_push_context(pp, (struct pp_context){.v = v, .n = n, .macro = m, .buf = s.out});
}

// A call without end, for hd_is_complete: gives its tokens back, so that its open brackets are
// seen.
static void give_back(struct pp *pp, const struct call *call) {
    struct tokbuf *buf = pp_buf(pp);
    struct hd_token open = call->use;
    open.kind = TK_LPAREN;
    open.text = "(";
    pp_put(pp, buf, open);
    for (int i = 0; i < call->tokens->t.n; i++) {
        struct hd_token t = call->tokens->t.v[i];
        t.flags |= TF_NO_EXPAND;
        pp_put(pp, buf, t);
    }
    pp_push_context(pp, (struct pp_context){.v = buf->t.v, .n = buf->t.n, .buf = buf});
}

static bool expand_call(struct pp *pp, struct hd_macro *m, const struct hd_token *name) {
    if (!pp_next_is_paren(pp)) return false;
    struct call call = {.use = *name, .tokens = pp_buf(pp)};
    if (!call.use.macro) call.use.macro = m;
    call.args = m->nparams <= HD_COUNT(call.small)
                    ? call.small
                    : HD_NEW_ARRAY(pp->arena, struct arg, m->nparams);
    if (collect_args(pp, m, &call))
        expand_body(pp, m, &call);
    else if (pp->dry && pp->out->incomplete)
        give_back(pp, &call);
    for (int i = 0; i < m->nparams; i++) pp_buf_free(pp, call.args[i].expanded);
    pp_buf_free(pp, call.tokens);
    return true;
}

bool pp_expand(struct pp *pp, struct hd_macro *m, const struct hd_token *name) {
    if (m->builtin) return pp_builtin_expand(pp, m, name);
    if (m->function_like) return expand_call(pp, m, name);
    struct hd_token use = *name;
    if (!use.macro) use.macro = m;
    if (m->has_paste) {
        struct call call = {.use = use};
        expand_body(pp, m, &call);
        return true;
    }
    pp_count(pp, m->nbody + 1, &use);
    if (m->nbody)
        pp_push_context(pp,
                        (struct pp_context){
                            .v = m->body, .n = m->nbody, .macro = m, .use = use, .direct = true});
    else
        pp->pending |= use.flags & (TF_SPACE | TF_BOL);
    return true;
}
