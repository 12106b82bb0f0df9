// The preprocessor: reads raw tokens from a stack of files, obeys directives, expands macros, and
// collects the result of one run. Here: the run, the two stacks, and which macro a name means.
//
// Which macro a name means (pp_find): normally the session's table. While a definition is replayed
// (refreshed after something it needs was redefined) it is the macro which the definition saw,
// unless a later cell redefined that; and #define stays in an overlay that ends with the run. The
// overlay is also used by hd_is_complete.
//
// A run may be left by hd_diags_abort at any moment, so everything here is reset when the next one
// starts, and all heap memory is reachable from struct pp.
//
// Example: `#define N 4` and `int a[N];` in one cell give the tokens int a [ 4 ] ;, where `4` has
// the place of `N` as its loc, the place in the #define as `spelled`, and N as `macro`; uses holds
// {3, "N", its macro}.
#include "front/lex/pp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct hd_macro not_defined; // in pp->seen: the name was looked at and was not a macro

struct pp *pp_of(struct hd_front *front) { return front->pp; }

// ---- buffers ------------------------------------------------------------------------------------

struct tokbuf *pp_buf(struct pp *pp) {
    struct tokbuf *buf = pp->pool;
    if (buf) {
        pp->pool = buf->next;
    } else {
        buf = hd_xcalloc(1, sizeof *buf);
        HD_XPUSH(&pp->bufs, buf);
    }
    buf->t.n = 0;
    buf->next = NULL;
    return buf;
}

void pp_buf_free(struct pp *pp, struct tokbuf *buf) {
    if (!buf) return;
    if (buf->t.cap > 1 << 16) HD_FREE_VEC(&buf->t);
    buf->next = pp->pool;
    pp->pool = buf;
}

// Counts tokens that macros make; endless growth ends here.
void pp_count(struct pp *pp, int tokens, const struct hd_token *at) {
    pp->produced += tokens;
    if (pp->produced <= PP_MAX_PRODUCED) return;
    struct hd_diag *d = hd_error(pp->diags, lex_range(at),
                                 "the macros used here expand to more than %d million tokens",
                                 PP_MAX_PRODUCED / 1000000);
    hd_help(pp->diags, d,
            "does a macro use another one twice, which uses another one twice, and so on?");
    hd_diags_abort(pp->diags);
}

// ---- contexts -----------------------------------------------------------------------------------

void pp_push_context(struct pp *pp, struct pp_context ctx) {
    if (ctx.macro) {
        ctx.macro->busy = pp->run;
        pp->nbusy++;
    }
    HD_XPUSH(&pp->ctx, ctx);
}

void pp_pop_context(struct pp *pp) {
    struct pp_context *ctx = &pp->ctx.v[--pp->ctx.n];
    if (ctx->macro) {
        ctx->macro->busy = 0;
        pp->nbusy--;
    }
    pp_buf_free(pp, ctx->buf);
}

void pp_push_token(struct pp *pp, struct hd_token t) {
    struct tokbuf *buf = pp_buf(pp);
    pp_put(pp, buf, t);
    pp_push_context(pp, (struct pp_context){.v = buf->t.v, .n = 1, .buf = buf});
}

// ---- reading ------------------------------------------------------------------------------------

void pp_enter(struct pp *pp, struct pp_file file) {
    file.conds = pp->conds.n;
    HD_XPUSH(&pp->files, file);
}

static void report_raw(struct pp *pp, const struct hd_token *t) {
    bool bytes = t->text[0] == 0 || (t->text[0] & 0x80 && t->text_len == 1);
    if (bytes && pp->bad_bytes) return;
    if (bytes) pp->bad_bytes = true;
    if ((t->text[0] == '/' || t->text[0] == 'R') && pp->files.n == 1) pp->out->incomplete = true;
    lex_report(pp->diags, t);
}

// The next token of the innermost file, after obeying the directives before it.
static void file_token(struct pp *pp, struct hd_token *t) {
    for (;;) {
        struct pp_file *f = &pp->files.v[pp->files.n - 1];
        const struct hd_token *raw = &f->v[f->at];
        if (raw->flags & TF_BOL || raw->kind == TK_EOF) {
            if (pp->in_directive) {
                *t = *raw;
                t->kind = TK_EOD;
                t->len = 0;
                return;
            }
            if (raw->kind == TK_EOF) {
                *t = *raw;
                if (pp->files.n == pp->stop_level) return;
                pp_unterminated_ifs(pp, f->conds);
                if (f->waits) waiting_include(pp->front, f->waits - 1, pp->toks.n);
                pp->files.n--;
                continue;
            }
            if (raw->kind == TK_HASH) {
                bool pragma = raw[1].kind == TK_IDENT && raw[1].text[0] == 'p' &&
                              strcmp(raw[1].text, "pragma") == 0;
                if (pp->peeking && pragma) {
                    *t = *raw;
                    t->kind = TK_EOD;
                    return;
                }
                if (pp_directive(pp, t)) return;
                continue;
            }
        }
        f->at++;
        if (raw->kind == TK_OTHER && lex_is_unterminated(raw)) {
            report_raw(pp, raw);
            continue;
        }
        *t = *raw;
        return;
    }
}

void pp_pull(struct pp *pp, struct hd_token *t) {
    while (pp->ctx.n) {
        struct pp_context *ctx = &pp->ctx.v[pp->ctx.n - 1];
        if (ctx->at == ctx->n) {
            if (ctx->barrier) {
                *t = (struct hd_token){
                    .kind = TK_EOF, .loc = ctx->use.loc, .spelled = ctx->use.loc, .text = ""};
                return;
            }
            pp_pop_context(pp);
            continue;
        }
        *t = ctx->v[ctx->at++];
        if (ctx->direct) {
            if (ctx->at == 1)
                t->flags = (uint8_t)((t->flags & ~(TF_SPACE | TF_BOL)) |
                                     (ctx->use.flags & (TF_SPACE | TF_BOL)));
            t->spelled = t->loc;
            t->loc = ctx->use.loc;
            t->len = ctx->use.len;
            t->macro = ctx->use.macro;
        }
        return;
    }
    file_token(pp, t);
}

bool pp_next_is_paren(struct pp *pp) {
    while (pp->ctx.n) {
        struct pp_context *ctx = &pp->ctx.v[pp->ctx.n - 1];
        if (ctx->at < ctx->n) {
            if (ctx->v[ctx->at].kind != TK_LPAREN) return false;
            ctx->at++;
            return true;
        }
        if (ctx->barrier) return false;
        pp_pop_context(pp);
    }
    struct pp_file *f = &pp->files.v[pp->files.n - 1];
    const struct hd_token *raw = &f->v[f->at];
    if (raw->kind != TK_HASH || !(raw->flags & TF_BOL)) {
        if (raw->kind != TK_LPAREN || (pp->in_directive && raw->flags & TF_BOL)) return false;
        f->at++;
        return true;
    }
    if (pp->in_directive) return false;
    int stop = pp->stop_level; // directives come first: look behind them
    bool peeking = pp->peeking;
    pp->stop_level = pp->files.n;
    pp->peeking = true;
    struct hd_token t;
    file_token(pp, &t);
    pp->stop_level = stop;
    pp->peeking = peeking;
    if (t.kind == TK_LPAREN) return true;
    if (t.kind != TK_EOF && t.kind != TK_EOD) pp_push_token(pp, t);
    return false;
}

// A session's macros mean nothing in the text of Heddle's own headers: `#define N 8` must not reach
// `template <typename T, int N>` there. Conditions (`#ifdef NDEBUG`) may ask for them.
static bool is_hidden(const struct hd_token *t, const struct hd_macro *m) {
    const struct hd_source *of = m->loc ? hd_source_at(m->loc) : NULL;
    if (!of || (of->system && t->text_len > 1)) return false; // I of <complex.h>
    const struct hd_source *in = hd_source_at(t->spelled);
    return in && in->system && !in->path && in->cell == 0;
}

void pp_next(struct pp *pp, struct hd_token *t) {
    for (;;) {
        pp_pull(pp, t);
        if (pp->pending) {
            t->flags |= pp->pending;
            pp->pending = 0;
        }
        if (!lex_is_name(t)) return;
        if (pp->in_if && t->text == pp->s_defined) return;
        if (t->text == pp->s_Pragma && !pp->in_directive) {
            if (pp_pragma_operator(pp, t)) return;
            continue;
        }
        if (t->flags & TF_NO_EXPAND) return;
        struct hd_macro *m = pp_find(pp, t->text, t->macro ? 0 : t->spelled);
        if (!m || (!pp->in_directive && is_hidden(t, m))) return;
        pp_use(pp, t->text, m, pp->in_directive);
        if (m->busy == pp->run) {
            t->flags |= TF_NO_EXPAND;
            return;
        }
        if (!pp_expand(pp, m, t)) return;
    }
}

void pp_expand_list(struct pp *pp, const struct hd_token *v, int n, struct tokbuf *out) {
    if (pp->nested_args >= PP_MAX_NESTED_ARGS) {
        struct hd_range range = n ? lex_range(v) : (struct hd_range){0, 0};
        hd_error(pp->diags, range,
                 "macro calls are nested more than %d deep in each other's arguments",
                 PP_MAX_NESTED_ARGS);
        hd_diags_abort(pp->diags);
    }
    bool in_directive = pp->in_directive;
    uint8_t pending = pp->pending;
    pp->nested_args++;
    pp->pending = 0;
    pp_push_context(pp, (struct pp_context){.v = v, .n = n, .barrier = true});
    for (;;) {
        struct hd_token t;
        hd_diags_poll(pp->diags);
        pp_next(pp, &t);
        if (t.kind == TK_EOF) break;
        pp_put(pp, out, t);
    }
    pp_pop_context(pp);
    pp->nested_args--;
    pp->pending = pending;
    pp->in_directive = in_directive;
}

// ---- macros: lookup and change ------------------------------------------------------------------

static struct hd_macro *table_entry(struct pp *pp, const char *name) {
    struct hd_macro *m = hd_map_get(&pp->front->macros, name);
    if (m && m->programs_only && pp->files.n) {
        const struct hd_source *in = pp->files.v[pp->files.n - 1].source;
        if (in && in->system && in->path) return NULL;
    }
    return m && m->cu_only && pp->lang != HD_LANG_CU ? NULL : m;
}

// The macro that a replayed definition sees: what it saw, unless a later cell changed that.
static struct hd_macro *replayed(struct pp *pp, const char *name, hd_loc spelled,
                                 struct hd_macro *now) {
    const struct hd_def *def = pp->replay;
    bool later = now && now->cell > def->cell;
    struct hd_macro *then = hd_map_get(&pp->seen, name);
    if (then) return later ? now : then == &not_defined ? NULL : then;
    // A later #define reaches it by the names that it needs: its own `int N` is not the macro N.
    if (later && !now->undefined && !global_needs(def, name)) return NULL;
    if (!now || later || now->cell < def->cell) return now;
    // From the definition's own cell: not if it was defined after the place that names it.
    bool after = spelled && now->loc > spelled && hd_source_at(now->loc) == def->source;
    return after ? NULL : now;
}

// In a cell's second run: the macro as the first one found it.
static struct hd_macro *before_cell(struct pp *pp, const char *name, struct hd_macro *now) {
    struct hd_macro *then = hd_map_get(&pp->seen, name);
    return then == &not_defined ? NULL : then ? then : now;
}

// The macro that `name` means at `spelled` (0 when the name comes out of a macro), or NULL.
struct hd_macro *pp_find(struct pp *pp, const char *name, hd_loc spelled) {
    struct hd_macro *m = NULL;
    if (pp->is_local && (m = hd_map_get(&pp->local, name))) return m->undefined ? NULL : m;
    struct hd_macro *now = m = table_entry(pp, name);
    if (pp->replay) m = replayed(pp, name, spelled, m);
    if (pp->device) {
        if (!pp->replay)
            m = before_cell(pp, name, m);
        else if (!m && now && now->undefined)
            m = now; // defined for device code only
        if (m && m->device) m = m->device;
    }
    return m && !m->undefined ? m : NULL;
}

struct hd_macro *hd_macro_find(struct hd_front *front, const char *name) {
    struct hd_macro *m = hd_map_get(&front->macros, name);
    if (!m || m->undefined || (m->cu_only && front->lang != HD_LANG_CU)) return NULL;
    return m;
}

struct hd_macro *hd_macro_next(struct hd_front *front, int *at) {
    const char *name;
    void *macro;
    while ((*at = hd_map_next(&front->macros, *at, &name, &macro)) > 0)
        if (!((struct hd_macro *)macro)->undefined) return macro;
    return NULL;
}

void hd_macros_remove(struct hd_front *front) {
    struct hd_macro *macro;
    for (int at = 0; (macro = hd_macro_next(front, &at));) {
        const struct hd_source *source = hd_source_at(macro->loc);
        if (macro->cell > 0 && source && !source->system) macro->undefined = true;
    }
}

// Records that the macro (NULL: none) of that name decided about the tokens from here on.
void pp_use(struct pp *pp, const char *name, struct hd_macro *macro, bool directive) {
    int token = pp->toks.n;
    if (pp->predefining) return;
    if (!pp->device && !pp->out->two_sided) {
        const struct hd_macro *m = macro ? macro : table_entry(pp, name);
        pp->out->two_sided = m && m->device;
    }
    for (int i = pp->uses.n - 1; i >= 0 && i >= pp->uses.n - 4 && pp->uses.v[i].token == token; i--)
        if (pp->uses.v[i].name == name && pp->uses.v[i].macro == macro) return;
    struct hd_macro_use use = {token, name, macro, directive};
    HD_XPUSH(&pp->uses, use);
}

struct hd_arena *pp_macro_arena(struct pp *pp) {
    if (pp->is_local) return pp->arena;
    return pp->front->txn ? pp->front->txn->cell->arena : pp->front->arena;
}

int pp_serial(struct pp *pp) {
    if (pp->predefining) return 0;
    return pp->front->txn ? pp->front->txn->cell->serial : pp->replay ? pp->replay->cell : 0;
}

void pp_set_macro(struct pp *pp, struct hd_macro *macro) {
    macro->cell = pp_serial(pp);
    macro->arena = pp_macro_arena(pp);
    if (pp->is_local)
        hd_map_set(&pp->local, macro->name, macro);
    else if (pp->front->txn && !pp->predefining)
        global_note_macro(pp->front, macro);
    else
        hd_map_set(&pp->front->macros, macro->name, macro);
}

// ---- runs ---------------------------------------------------------------------------------------

static void free_large(struct pp *pp) { // a huge input's buffers are not kept
    if (pp->toks.cap > 1 << 20) HD_FREE_VEC(&pp->toks);
    if (pp->uses.cap > 1 << 18) HD_FREE_VEC(&pp->uses);
    if (pp->raw.t.cap > 1 << 20) HD_FREE_VEC(&pp->raw.t);
}

static void begin_run(struct pp *pp, const struct hd_source *source, struct hd_arena *arena,
                      struct hd_tokens *out) {
    *out = (struct hd_tokens){0};
    pp->run++;
    pp->arena = arena;
    pp->out = out;
    pp->diags = pp->front->diags;
    pp->lang = source->lang;
    free_large(pp);
    pp->toks.n = pp->uses.n = pp->files.n = pp->conds.n = pp->ctx.n = pp->included.n = 0;
    pp->pool = NULL;
    for (int i = 0; i < pp->bufs.n; i++) pp_buf_free(pp, pp->bufs.v[i]);
    hd_map_finish(&pp->local);
    hd_map_finish(&pp->seen);
    hd_map_finish(&pp->pushed);
    pp->is_local = pp->dry = pp->in_directive = pp->in_if = pp->peeking = pp->bad_bytes = false;
    pp->replay = NULL;
    pp->device = false;
    pp->nbusy = pp->nested_args = 0;
    pp->pending = 0;
    pp->produced = 0;
    pp->stop_level = 1;
    pp->date = pp->time = NULL;
}

// Copies the results to the arena and lets the source's raw tokens go.
static void pp_end_run(struct pp *pp) {
    struct hd_tokens *out = pp->out;
    out->n = pp->toks.n - 1;
    out->v = HD_NEW_ARRAY(pp->arena, struct hd_token, pp->toks.n);
    memcpy(out->v, pp->toks.v, sizeof *out->v * (size_t)pp->toks.n);
    if (pp->uses.n) {
        out->uses.v = HD_NEW_ARRAY(pp->arena, struct hd_macro_use, pp->uses.n);
        memcpy(out->uses.v, pp->uses.v, sizeof *out->uses.v * (size_t)pp->uses.n);
    }
    out->uses.n = out->uses.cap = pp->uses.n;
    for (int i = 0; i < pp->included.n; i++) HD_PUSH(pp->arena, &out->included, pp->included.v[i]);
    pp->arena = NULL;
    pp->out = NULL;
    pp->replay = NULL;
    pp->is_local = pp->device = false;
}

static bool ends_in_backslash(const struct hd_source *source, size_t from, size_t to) {
    size_t n = to;
    if (n > from && source->text[n - 1] == '\n') n--;
    if (n > from && source->text[n - 1] == '\r') n--;
    return n > from && source->text[n - 1] == '\\';
}

static void run(struct pp *pp, const struct hd_source *source, size_t from, size_t to) {
    if (to > source->len) to = source->len;
    if (to - from > PP_MAX_SOURCE) {
        hd_error(pp->diags, (struct hd_range){source->base, source->base},
                 "this text has %zu MiB, more than the limit of %u MiB", (to - from) >> 20,
                 PP_MAX_SOURCE >> 20);
        hd_diags_abort(pp->diags);
    }
    lex_all(source, from, to, pp->arena, &pp->raw);
    pp_enter(pp, (struct pp_file){.source = source, .v = pp->raw.t.v, .dir = -1});
    for (;;) {
        struct hd_token t;
        pp_next(pp, &t);
        if (t.kind == TK_EOF) {
            HD_XPUSH(&pp->toks, t);
            break;
        }
        if (t.kind == TK_OTHER) {
            report_raw(pp, &t);
            continue;
        }
        if (pp->dry && pp->files.n > 1) continue;
        HD_XPUSH(&pp->toks, t);
    }
    if (pp->conds.n) pp->out->incomplete = true;
    pp_unterminated_ifs(pp, 0);
    if (ends_in_backslash(source, from, to)) pp->out->incomplete = true;
}

// ---- what a name means in device code -----------------------------------------------------------

static bool is_defined(const struct hd_macro *m) { return m && !m->undefined; }

// The session's macro `name` means `device` in device code. One that an earlier cell defined is
// not touched: rollback takes the copy away.
static void set_device_meaning(struct pp *pp, const char *name, struct hd_macro *device) {
    struct hd_macro *host = hd_map_get(&pp->front->macros, name);
    bool same = is_defined(host) == is_defined(device) &&
                (!is_defined(host) || pp_same_macro(host, device));
    if (same && !(host && host->device)) return;
    if (!host || host->cell != pp_serial(pp)) {
        struct hd_macro *copy = HD_NEW(pp->arena, struct hd_macro);
        if (host) *copy = *host;
        copy->name = name;
        copy->undefined = !is_defined(host);
        copy->cell = pp_serial(pp);
        copy->arena = pp->arena;
        global_note_macro(pp->front, copy);
        host = copy;
    }
    host->device = same ? NULL : device;
}

// After a cell's second run: the macros that it left otherwise than the first one did.
static void note_device_macros(struct pp *pp) {
    struct hd_macro *undefined = NULL;
    const char *name;
    void *value;
    for (int i = 0; (i = hd_map_next(&pp->local, i, &name, &value)) > 0;)
        set_device_meaning(pp, name, value);
    for (int i = 0; (i = hd_map_next(&pp->seen, i, &name, &value)) > 0;) {
        if (hd_map_get(&pp->local, name)) continue; // only the first run changed it
        struct hd_macro *before = value == &not_defined ? NULL : value;
        if (before && before->device) before = before->device;
        if (!is_defined(before)) {
            if (!undefined) undefined = HD_NEW(pp->arena, struct hd_macro);
            undefined->undefined = true;
            undefined->arena = pp->arena;
            before = undefined;
        }
        set_device_meaning(pp, name, before);
    }
}

static void see(struct pp *pp, const char *name, struct hd_macro *macro) {
    if (!hd_map_get(&pp->seen, name)) hd_map_set(&pp->seen, name, macro ? macro : &not_defined);
}

static struct hd_arena *run_for(struct hd_front *front, const struct hd_source *source, size_t from,
                                size_t to, const struct hd_def *replay, bool device,
                                struct hd_tokens *out) {
    struct pp *pp = front->pp;
    struct hd_arena *arena = front->txn ? front->txn->cell->arena : front->arena;
    if (replay && front->check)
        arena = front->check->arena; // the refreshed definition's, not the cell's that uses it
    begin_run(pp, source, front->pp_arena ? front->pp_arena : arena, out);
    pp->replay = replay;
    pp->is_local = replay || device;
    pp->device = device;
    for (int i = 0; replay && i < replay->nmacro_uses; i++)
        see(pp, replay->macro_uses[i].name, replay->macro_uses[i].macro);
    if (front->txn && !replay && !device && source == front->txn->cell->source)
        front->txn->own_text = front->txn->undo.n;
    // Headers that were included ahead of the cell's text hold for both readings.
    for (int i = front->txn ? front->txn->own_text : 0;
         device && !replay && front->txn && i < front->txn->undo.n; i++)
        if (front->txn->undo.v[i].kind == UNDO_MACRO)
            see(pp, front->txn->undo.v[i].name, front->txn->undo.v[i].old);
    run(pp, source, from, to);
    if (device && !replay) note_device_macros(pp);
    arena = pp->arena;
    pp_end_run(pp);
    return arena;
}

struct hd_arena *pp_run(struct hd_front *front, const struct hd_source *source, size_t from,
                        size_t to, const struct hd_def *replay, struct hd_tokens *out) {
    return run_for(front, source, from, to, replay, false, out);
}

struct hd_arena *pp_run_device(struct hd_front *front, const struct hd_source *source, size_t from,
                               size_t to, const struct hd_def *replay, struct hd_tokens *out) {
    return run_for(front, source, from, to, replay, true, out);
}

static void run_apart(struct hd_front *front, const struct hd_source *source,
                      struct hd_arena *arena, bool dry, struct hd_tokens *out) {
    struct pp *pp = front->pp;
    unsigned counter = pp->counter;
    begin_run(pp, source, arena, out);
    pp->is_local = true;
    pp->dry = dry;
    run(pp, source, 0, source->len);
    pp_end_run(pp);
    pp->counter = counter;
}

void pp_run_apart(struct hd_front *front, const struct hd_source *source, struct hd_arena *arena,
                  struct hd_tokens *out) {
    run_apart(front, source, arena, false, out);
}

void pp_run_dry(struct hd_front *front, const struct hd_source *source, struct hd_arena *arena,
                struct hd_tokens *out) {
    run_apart(front, source, arena, true, out);
}

// ---- creation -----------------------------------------------------------------------------------

// The predefined macros are a text of #define lines, read as any other into the session's table.
static void predefine(struct pp *pp, const char *text, bool cu_only) {
    struct hd_source *source = hd_source_add("<predefined>", NULL, text, strlen(text));
    struct hd_tokens out;
    pp->predefined[cu_only] = source;
    source->lang = HD_LANG_CU;
    source->system = true;
    begin_run(pp, source, pp->front->arena, &out);
    pp->predefining = true;
    pp->defining_cu = cu_only;
    struct tokbuf *raw = hd_xcalloc(1, sizeof *raw);
    lex_all(source, 0, source->len, pp->arena, raw);
    struct hd_token *v = HD_NEW_ARRAY(pp->arena, struct hd_token, raw->t.n);
    memcpy(v, raw->t.v, sizeof *v * (size_t)raw->t.n);
    HD_FREE_VEC(&raw->t);
    free(raw);
    pp_enter(pp, (struct pp_file){.source = source, .v = v, .dir = -1, .cached = true});
    struct hd_token t;
    pp_next(pp, &t);
    pp->predefining = false;
}

// __CUDA_ARCH__ is defined in device code only.
static void predefine_arch(struct pp *pp) {
    struct hd_macro *m = HD_NEW_ARRAY(pp->perm, struct hd_macro, 2);
    m[0].name = m[1].name = hd_intern_str("__CUDA_ARCH__");
    m[0].arena = m[1].arena = pp->perm;
    m[0].undefined = m[0].cu_only = true;
    m[0].device = pp->arch = &m[1];
    m[1].nbody = 1;
    m[1].body = HD_NEW(pp->perm, struct hd_token);
    hd_map_set(&pp->front->macros, m->name, m);
    hd_front_set_arch(pp->front, HD_DEFAULT_ARCH);
}

void hd_front_set_arch(struct hd_front *front, int arch) {
    char text[16];
    struct hd_macro *m = front->pp->arch;
    uint32_t len = (uint32_t)snprintf(text, sizeof text, "%d0", arch);
    const char *value = hd_intern(text, len);
    bool first = !m->body->text;
    if (m->body->text == value) return;
    *m->body = (struct hd_token){.kind = TK_NUMBER, .text = value, .text_len = len};
    if (!first) global_macro_changed(front, m->name);
}

void pp_init(struct hd_front *front) {
    struct pp *pp = hd_xcalloc(1, sizeof *pp);
    pp->front = front;
    pp->perm = front->arena;
    front->pp = pp;
    waiting_create(front);
    pp->s_defined = hd_intern_str("defined");
    pp->s_Pragma = hd_intern_str("_Pragma");
    pp->s_va_args = hd_intern_str("__VA_ARGS__");
    pp->s_va_opt = hd_intern_str("__VA_OPT__");
    pp_include_init(pp);
    pp_builtin_init(pp);
    predefine(pp, pp_predefined_text(false), false);
    predefine(pp, pp_predefined_text(true), true);
    predefine_arch(pp);
}

void pp_finish(struct hd_front *front) {
    struct pp *pp = front->pp;
    if (!pp) return;
    waiting_destroy(front);
    for (int i = 0; i < 2; i++) hd_source_release(pp->predefined[i]);
    for (int i = 0; i < pp->bufs.n; i++) {
        HD_FREE_VEC(&pp->bufs.v[i]->t);
        free(pp->bufs.v[i]);
    }
    HD_FREE_VEC(&pp->bufs);
    HD_FREE_VEC(&pp->toks);
    HD_FREE_VEC(&pp->uses);
    HD_FREE_VEC(&pp->files);
    HD_FREE_VEC(&pp->conds);
    HD_FREE_VEC(&pp->ctx);
    HD_FREE_VEC(&pp->included);
    HD_FREE_VEC(&pp->raw.t);
    HD_FREE_VEC(&pp->dirs);
    HD_FREE_VEC(&pp->all_dirs);
    hd_map_finish(&pp->local);
    hd_map_finish(&pp->seen);
    hd_map_finish(&pp->pushed);
    free(pp);
    front->pp = NULL;
    const char *name;
    void *header;
    for (int i = 0; (i = hd_map_next(&front->sources, i, &name, &header)) > 0;)
        hd_source_release(((struct header_cache *)header)->source);
}
