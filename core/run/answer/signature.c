// The signature of the call that is being typed, and which of its parameters the cursor is at: also
// that of a launch's configuration, `kernel<<<grid, block, shared, stream>>>`.
//
// The text before the cursor is split by the lexer; open brackets are stacked with the name before
// them and the commas in them. The innermost call counts. Example: for `k<<<4, ` it is `k<<<dim3
// grid, dim3 block, ...` with `dim3 block` as the active part.
#include "run/run.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200 };

struct call {
    int kind;         // TK_LPAREN, TK_LBRACKET, TK_LBRACE, TK_LAUNCH_OPEN
    const char *name; // interned; NULL: a bracket that is no call
    int commas;
    size_t at; // where the name begins in the text; only for members' sake
};

// ---- which call ---------------------------------------------------------------------------------

// The name before token i: of a function, of a template with its arguments, of a launched kernel.
static const char *name_before(const struct hd_token *t, int i, const char *launched) {
    if (i < 1) return NULL;
    if (t[i - 1].kind == TK_IDENT) return t[i - 1].text;
    if (t[i - 1].kind == TK_LAUNCH_CLOSE) return launched;
    if (t[i - 1].kind != TK_GT) return NULL;
    int depth = 0;
    for (int k = i - 1; k > 0; k--) {
        if (t[k].kind == TK_GT) depth++;
        if (t[k].kind == TK_LT && --depth == 0)
            return t[k - 1].kind == TK_IDENT ? t[k - 1].text : NULL;
    }
    return NULL;
}

static bool find_call(const char *code, size_t cursor, struct call *found) {
    struct hd_source *source = hd_source_add("<input>", NULL, code, cursor);
    source->lang = HD_LANG_CU;
    struct lexer lx;
    lex_init(&lx, source, 0, cursor, hd_engine.arena, NULL);
    HD_VEC(struct hd_token) t = {0};
    struct call stack[DEEPEST];
    const char *launched = NULL;
    int n = 0;
    for (int i = 0;; i++) {
        struct hd_token token = lex_next(&lx);
        if (token.kind == TK_EOF) break;
        HD_XPUSH(&t, token);
        int kind = token.kind;
        if (kind == TK_LPAREN || kind == TK_LBRACKET || kind == TK_LBRACE ||
            kind == TK_LAUNCH_OPEN) {
            if (n == DEEPEST) break;
            bool named = kind == TK_LPAREN || kind == TK_LAUNCH_OPEN;
            size_t at = i > 0 ? (size_t)(t.v[i - 1].loc - source->base) : 0;
            stack[n++] = (struct call){kind, named ? name_before(t.v, i, launched) : NULL, 0, at};
        } else if (kind == TK_COMMA && n) {
            stack[n - 1].commas++;
        } else if ((kind == TK_RPAREN || kind == TK_RBRACKET || kind == TK_RBRACE) && n) {
            n--;
        } else if (kind == TK_LAUNCH_CLOSE && n && stack[n - 1].kind == TK_LAUNCH_OPEN) {
            launched = stack[--n].name;
        } else if (kind == TK_SEMI) {
            while (n && stack[n - 1].kind != TK_LBRACE &&
                   !(n > 0 && stack[n - 1].kind == TK_LPAREN && !stack[n - 1].name))
                n--;
        }
    }
    HD_FREE_VEC(&t);
    hd_source_release(source);
    for (; n > 0 && stack[n - 1].kind != TK_LBRACE; n--) {
        if (!stack[n - 1].name) continue;
        *found = stack[n - 1];
        return true;
    }
    return false;
}

// ---- its signature ------------------------------------------------------------------------------

static size_t closing_paren(const char *s, size_t at, size_t len) {
    int depth = 0;
    for (; at < len; at++) {
        if (s[at] == '(') depth++;
        if (s[at] == ')' && --depth == 0) return at;
    }
    return len;
}

// A function that the text itself defines: as it is written there.
static bool from_text(struct hd_buf *out, const char *code, size_t cursor, const char *name) {
    struct hd_text_name *names;
    size_t len = strlen(name);
    int n = hd_text_names(hd_engine.front, code, cursor, hd_engine.arena, &names), found = -1;
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i].name, name)) found = i;
    if (found < 0 ||
        (strcmp(names[found].class, "function") && strcmp(names[found].class, "kernel")))
        return false;
    for (const char *p = code; (p = strstr(p, name)); p += len) {
        bool whole =
            (p == code || !(isalnum((unsigned char)p[-1]) || p[-1] == '_')) && p[len] == '(';
        if (!whole) continue;
        size_t open = (size_t)(p + len - code), close = closing_paren(code, open, cursor);
        if (close == cursor) return false; // it is this one that is being typed
        hd_buf_printf(out, "%s %s", names[found].type ? names[found].type : "", name);
        hd_declaration_line(out, code + open, close + 1 - open);
        return true;
    }
    return false;
}

static int parameters_of(const struct hd_sym *sym) {
    return sym->type && sym->kind == SYM_FUNC ? sym->type->variadic ? 1000 : sym->type->nparams : 0;
}

// Of an overload set the first with enough parameters.
static bool print_definition(struct hd_buf *out, const struct hd_def *def, int active) {
    const struct hd_sym *best = def ? def->sym : NULL;
    if (!best) return false;
    if (best->kind == SYM_TEMPLATE) {
        const struct hd_source *s = def->source;
        if (!s || !s->text || def->range.from < s->base || def->range.to - s->base > s->len)
            return false;
        hd_declaration_line(out, s->text + (def->range.from - s->base),
                            def->range.to - def->range.from);
        return true;
    }
    for (const struct hd_sym *sym = best; sym; sym = sym->next)
        if (parameters_of(sym) > active) {
            best = sym;
            break;
        }
    if (!best->type || (best->kind != SYM_FUNC && best->type->kind != HD_TY_PTR)) return false;
    hd_print_signature(out, best);
    return strchr(hd_buf_str(out), '(') != NULL;
}

static bool from_session(struct hd_buf *out, const char *name, int active) {
    return print_definition(out, hd_def_named(hd_engine.front, name), active);
}

static bool from_macro(struct hd_buf *out, const char *name) {
    const struct hd_macro *macro = hd_macro_find(hd_engine.front, name);
    if (!macro || !macro->function_like) return false;
    hd_buf_printf(out, "#define %s(", name);
    for (int i = 0; i < macro->nparams; i++)
        hd_buf_printf(out, "%s%s", i ? ", " : "", macro->params[i]);
    hd_buf_putc(out, ')');
    return true;
}

static int commas_in(const char *s) {
    int n = 0;
    for (; *s; s++) n += *s == ',';
    return n;
}

static bool from_builtins(struct hd_buf *out, const char *name, int active) {
    const struct hd_builtin *row = hd_builtin_find(name), *best = row;
    if (!row || row->flags & BI_VARIABLE) return false;
    for (; row; row = hd_builtin_next(row))
        if (commas_in(row->signature) >= active) {
            best = row;
            break;
        }
    const char *paren = strchr(best->signature, '(');
    if (!paren) return false;
    hd_buf_printf(out, "%.*s %s%s", (int)(paren - best->signature), best->signature, name, paren);
    if (best->help) hd_buf_printf(out, "  // %s", best->help);
    return true;
}

static bool from_prelude(struct hd_buf *out, const char *name) {
    struct hd_prelude found;
    if (!strcmp(name, "dim3")) {
        hd_buf_puts(out, "dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)");
        return true;
    }
    if (!hd_prelude_find(name, &found) || found.kind != HD_PRELUDE_FUNCTION) return false;
    hd_declaration_line(out, found.text, found.len);
    return true;
}

// Of a library function that no header was included for yet. Its header is read for that, once per
// name.
static bool from_library(struct hd_buf *out, const char *name) {
    static struct hd_map known; // -> text on the heap
    const char *text = hd_map_get(&known, name), *header = hd_header_of(name);
    if (!header) return false;
    if (!text) {
        struct hd_diags quiet = {.arena = hd_engine.arena, .muted = true};
        struct hd_asked asked;
        if (hd_ask(hd_engine.front, name, header, HD_ASK_KNOWN, &asked, &quiet)) {
            if (!print_definition(out, asked.def, 0)) from_macro(out, name);
            hd_ask_done(hd_engine.front, &asked);
        }
        text = hd_xstrdup(hd_buf_str(out));
        hd_map_set(&known, name, (char *)text);
        hd_buf_clear(out);
    }
    hd_buf_puts(out, text);
    return *text != 0;
}

// `dim3 grid(`: the arguments of a constructor.
static bool from_variable(struct hd_buf *out, const char *code, size_t cursor, const char *name) {
    struct hd_text_name *names;
    for (int i = hd_text_names(hd_engine.front, code, cursor, hd_engine.arena, &names) - 1; i >= 0;
         i--)
        if (!strcmp(names[i].name, name))
            return names[i].type && !strcmp(names[i].type, "dim3") && from_prelude(out, "dim3");
    return false;
}

// `p.move(`: of the member functions of that name the first with enough parameters.
static bool from_members(struct hd_buf *out, const struct hd_record *record, const char *name,
                         int active) {
    const struct hd_sym *best = NULL;
    for (int i = 0; i < record->nmethods; i++) {
        const struct hd_method *m = &record->methods[i];
        if (m->is_ctor || strcmp(m->name, name) != 0) continue;
        if (!best || (parameters_of(best) <= active && m->type->nparams > active)) best = m->sym;
    }
    if (best) hd_print_signature(out, best);
    return best;
}

static bool print_call(struct hd_buf *out, const char *code, size_t cursor,
                       const struct call *call) {
    const char *name = call->name;
    int active = call->kind == TK_LPAREN ? call->commas : 0;
    const struct hd_record *record =
        call->kind == TK_LPAREN ? hd_record_before(code, call->at) : NULL;
    if (record) return from_members(out, record, name, active);
    return from_text(out, code, cursor, name) || from_variable(out, code, cursor, name) ||
           from_session(out, name, active) || from_macro(out, name) ||
           from_builtins(out, name, active) || from_prelude(out, name) || from_library(out, name);
}

// ---- the active part ----------------------------------------------------------------------------

// Parameter `active` of the list that opens at `open`: its range. The last one is a variadic
// function's `...`.
static void find_parameter(const char *s, size_t open, int active, size_t *from, size_t *to) {
    int depth = 0, at = 0;
    *from = open + 1;
    for (size_t i = open + 1; s[i]; i++) {
        if (s[i] == '(' || s[i] == '[' || s[i] == '<') depth++;
        bool end = depth == 0 && (s[i] == ')' || s[i] == ',' || s[i] == '>');
        if (end && (at == active || s[i] != ',')) {
            *to = i;
            while (s[*from] == ' ') ++*from;
            bool variadic = *to >= *from + 3 && !strncmp(s + *to - 3, "...", 3);
            if (at < active && !variadic) *from = *to; // one too many
            return;
        }
        if (end) {
            at++;
            *from = i + 1;
        }
        if (s[i] == ')' || s[i] == ']' || s[i] == '>') depth--;
    }
    *to = *from;
}

bool hd_call_at(struct hd_call_text *out, const char *code, size_t cursor) {
    static const char launch[] =
        "<<<dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0>>>";
    size_t len = strlen(code);
    if (cursor > len) cursor = len;
    struct call call;
    *out = (struct hd_call_text){0};
    if (!find_call(code, cursor, &call)) return false;
    struct hd_buf function = {0};
    bool found = true;
    out->name = call.name;
    out->index = call.commas;
    out->is_launch = call.kind == TK_LAUNCH_OPEN;
    if (out->is_launch) {
        bool known = print_call(&function, code, cursor, &call);
        const char *params = known ? strchr(function.s, '(') : NULL;
        hd_buf_printf(&out->text, "%s%s%s", call.name, launch, params ? params : "");
        find_parameter(out->text.s, strlen(call.name) + 2, call.commas, &out->from, &out->to);
    } else {
        found = print_call(&out->text, code, cursor, &call);
        const char *name = found ? strstr(out->text.s, call.name) : NULL,
                   *open = name    ? strchr(name, '(')
                           : found ? strchr(out->text.s, '(')
                                   : NULL;
        if (open)
            find_parameter(out->text.s, (size_t)(open - out->text.s), call.commas, &out->from,
                           &out->to);
    }
    hd_buf_finish(&function);
    return found;
}

json_t *hd_signature_reply(const char *code, size_t cursor) {
    struct hd_call_text call;
    bool found = hd_call_at(&call, code, cursor);
    json_t *reply =
        json_pack("{s:b, s:s, s:I, s:I}", "found", found, "text", hd_buf_str(&call.text), "start",
                  (json_int_t)call.from, "end", (json_int_t)call.to);
    hd_buf_finish(&call.text);
    return reply ? reply : json_pack("{s:b}", "found", 0);
}
