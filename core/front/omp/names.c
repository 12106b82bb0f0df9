// Names that OpenMP's directives declare: see omp.h. They are kept in the session's preprocessor,
// so that later inputs know them.
#include "front/omp/rewrite.h"

#include <string.h>

// ---- variables with a value in each thread ------------------------------------------------------

bool omp_is_own_name(const struct pp *pp, const char *name) {
    for (int i = 0; name && i < pp->omp_own.n; i++)
        if (!strcmp(pp->omp_own.v[i], name)) return true;
    return false;
}

static bool is_hidden(const struct omp_scope *scope, const char *name) {
    for (int i = 0; i < scope->nhidden; i++)
        if (!strcmp(scope->hidden[i].name, name)) return true;
    return false;
}

static void leave(struct omp_scope *scope, int level) {
    int n = 0;
    for (int i = 0; i < scope->nhidden; i++)
        if (scope->hidden[i].level <= level) scope->hidden[n++] = scope->hidden[i];
    scope->nhidden = n;
}

// Whether a name behind this token is declared: `int x`, `vec x`.
static bool begins_declaration(const struct hd_token *t) {
    switch (t->kind) {
    case TK_IDENT:
    case TK_INT:
    case TK_LONG:
    case TK_SHORT:
    case TK_CHAR:
    case TK_UNSIGNED:
    case TK_SIGNED:
    case TK_FLOAT:
    case TK_DOUBLE:
    case TK_BOOL:
    case TK_AUTO: return true;
    default: return false;
    }
}

bool omp_is_own(const struct pp *pp, struct omp_scope *scope, const struct hd_token *t, int i) {
    switch (t[i].kind) {
    case TK_LBRACE: scope->braces++; return false;
    case TK_RBRACE: leave(scope, --scope->braces); return false;
    case TK_LPAREN: scope->parens++; return false;
    case TK_RPAREN: scope->parens--; return false;
    case TK_SEMI:
        if (!scope->parens) leave(scope, scope->braces); // parameters of a prototype
        return false;
    case TK_IDENT: break;
    default: return false;
    }
    const char *name = t[i].text;
    int before = i ? t[i - 1].kind : TK_SEMI;
    if (!omp_is_own_name(pp, name)) return false;
    if (before == TK_DOT || before == TK_ARROW || before == TK_SCOPE) return false;
    if (i && begins_declaration(&t[i - 1])) {
        int level = scope->braces + (scope->parens > 0);
        if (level && scope->nhidden < HD_COUNT(scope->hidden)) {
            scope->hidden[scope->nhidden].name = name;
            scope->hidden[scope->nhidden++].level = level;
        }
        return false;
    }
    return !is_hidden(scope, name);
}

static const char *threadprivate(struct pp *pp, const struct hd_token *t, int n, bool quiet) {
    if (n < 4 || t[1].kind != TK_LPAREN) return "`threadprivate` names no variable";
    for (int i = 2; i < n && t[i].kind != TK_EOF; i += 2) {
        if (t[i].kind != TK_IDENT) return "`threadprivate` takes names of variables";
        if (!quiet && !omp_is_own_name(pp, t[i].text)) HD_XPUSH(&pp->omp_own, t[i].text);
        if (i + 1 < n && t[i + 1].kind == TK_RPAREN) return NULL;
        if (i + 1 >= n || t[i + 1].kind != TK_COMMA) break;
    }
    return "the list of `threadprivate` does not end";
}

// ---- variables on devices ----------------------------------------------------------------------

bool omp_is_everywhere(const struct pp *pp, const char *name) {
    for (int i = 0; i < pp->omp_devices.n; i++)
        if (!strcmp(pp->omp_devices.v[i], name)) return true;
    return omp_is_own_name(pp, name);
}

static void put_on_devices(struct pp *pp, const char *name) {
    if (!omp_is_everywhere(pp, name)) HD_XPUSH(&pp->omp_devices, name);
}

static bool is_word(const struct hd_token *t, const char *word) {
    return t->kind == TK_IDENT && !strcmp(t->text, word);
}

// `declare target (a, b)`, `declare target to(a) link(b)`. false: it begins a part of the file.
static bool listed_for_devices(struct pp *pp, const struct hd_token *t, int n) {
    bool any = false;
    for (int i = 2; i < n; i++) {
        if (t[i].kind != TK_LPAREN) continue;
        bool names = !is_word(&t[i - 1], "device_type") && !is_word(&t[i - 1], "indirect");
        for (; i < n && t[i].kind != TK_RPAREN; i++)
            if (names && t[i].kind == TK_IDENT) put_on_devices(pp, t[i].text);
        any = any || names;
    }
    return any;
}

// The variables that are declared in such a part, outside of functions: names behind which a
// declarator goes on or ends, but not those of initial values.
static int declared_for_devices(struct pp *pp, const struct hd_token *t, int i, int n) {
    bool value = false;
    for (int depth = 0; i < n; i++) {
        int k = t[i].kind, next = t[i + 1].kind;
        bool opens = k == TK_LPAREN || k == TK_LBRACE;
        bool inside = k == TK_LBRACE && i && // namespace a {, extern "C" {
                      (t[i - 1].kind == TK_STRING || (i > 1 && t[i - 2].kind == TK_NAMESPACE) ||
                       t[i - 1].kind == TK_NAMESPACE);
        if (k == TK_PRAGMA && !strncmp(t[i].text, "omp end declare", 15)) return i;
        if (opens && !inside) depth++;
        if ((k == TK_RPAREN || k == TK_RBRACE) && depth) depth--;
        if (depth) continue;
        if (k == TK_ASSIGN || k == TK_SEMI || k == TK_COMMA) value = k == TK_ASSIGN;
        if (k == TK_IDENT && !value &&
            (next == TK_ASSIGN || next == TK_SEMI || next == TK_COMMA || next == TK_LBRACKET ||
             next == TK_LBRACE))
            put_on_devices(pp, t[i].text);
    }
    return n;
}

void omp_declare_targets(struct pp *pp, enum hd_lang lang, const struct hd_token *t, int n) {
    static const char *const heads[] = {"omp declare target", "omp begin declare target"};
    for (int i = 0; i < n; i++) {
        size_t skip = 0;
        for (int k = 0; k < HD_COUNT(heads) && t[i].kind == TK_PRAGMA && t[i].text; k++)
            if (!strncmp(t[i].text, heads[k], strlen(heads[k]))) skip = k ? 9 : 3;
        if (!skip) continue;
        struct tokbuf *words = pp_buf(pp);
        lex_text(t[i].text + skip, t[i].text_len - skip, lang, pp->perm, &t[i], words);
        bool listed = skip == 3 && listed_for_devices(pp, words->t.v, words->t.n);
        pp_buf_free(pp, words);
        if (!listed) i = declared_for_devices(pp, t, i + 1, n);
    }
}

// ---- reductions ---------------------------------------------------------------------------------

static const char *spelled(struct pp *pp, const struct hd_token *t, int from, int to) {
    struct hd_buf buf = {0};
    for (int i = from; i < to; i++) {
        if (i > from) hd_buf_putc(&buf, ' ');
        lex_spell(&buf, &t[i]);
    }
    const char *s = hd_strdup(pp->perm, hd_buf_str(&buf));
    hd_buf_finish(&buf);
    return s;
}

// The first token of this kind from i on that is in no brackets; n: none.
static int find(const struct hd_token *t, int i, int n, int kind) {
    for (int depth = 0; i < n && t[i].kind != TK_EOF; i++) {
        int k = t[i].kind;
        if (!depth && k == kind) return i;
        depth += (k == TK_LPAREN || k == TK_LBRACKET || k == TK_LBRACE) -
                 (k == TK_RPAREN || k == TK_RBRACKET || k == TK_RBRACE);
    }
    return n;
}

static void keep(struct pp *pp, struct omp_reduction r) {
    for (int i = 0; i < pp->omp_reductions.n; i++) {
        struct omp_reduction *known = &pp->omp_reductions.v[i];
        if (strcmp(known->name, r.name) || strcmp(known->type, r.type)) continue;
        *known = r;
        return;
    }
    HD_XPUSH(&pp->omp_reductions, r);
}

static const char *declare_reduction(struct pp *pp, const struct hd_token *t, int n, bool quiet) {
    static const char bad[] = "this declaration of a reduction is not understood";
    if (n < 6 || t[2].kind != TK_LPAREN || !t[3].text || t[4].kind != TK_COLON) return bad;
    int types = 5, combine = find(t, types, n, TK_COLON);
    int close = combine < n ? find(t, combine + 1, n, TK_RPAREN) : n;
    if (close >= n) return bad;
    const char *begin = NULL;
    if (close + 2 < n && t[close + 1].text && !strcmp(t[close + 1].text, "initializer") &&
        t[close + 2].kind == TK_LPAREN) {
        int end = find(t, close + 3, n, TK_RPAREN);
        if (end >= n) return bad;
        begin = spelled(pp, t, close + 3, end);
    }
    if (quiet) return NULL;
    const char *how = spelled(pp, t, combine + 1, close);
    for (int i = types; i < combine; i++) {
        int end = find(t, i, combine, TK_COMMA);
        keep(pp, (struct omp_reduction){hd_strdup(pp->perm, t[3].text), spelled(pp, t, i, end), how,
                                        begin});
        i = end;
    }
    return NULL;
}

const char *omp_declare(struct pp *pp, const struct hd_token *t, int n, bool quiet) {
    if (n && t[0].text && !strcmp(t[0].text, "threadprivate"))
        return threadprivate(pp, t, n, quiet);
    if (n > 1 && t[1].text && !strcmp(t[1].text, "reduction"))
        return declare_reduction(pp, t, n, quiet);
    return "of OpenMP's declarations, `threadprivate` and `declare reduction` are there: leave "
           "this one out, or call the function without it";
}

// Behind `a = {1, 2}`: the `=`. Of other blocks -1.
static int before_braces(const struct hd_token *t, int i) {
    for (int depth = 0; i >= 0; i--) {
        depth += (t[i].kind == TK_RBRACE) - (t[i].kind == TK_LBRACE);
        if (!depth) break;
    }
    return i > 0 && t[i - 1].kind == TK_ASSIGN ? i - 1 : -1;
}

// Whether `TYPE var` stands somewhere in the tokens, with what may stand between.
static bool is_declared_so(const char *type, const char *var, const struct hd_token *t, int n) {
    const char *last = strrchr(type, ' ');
    last = last ? last + 1 : type;
    for (int i = 1; i < n; i++) {
        if (t[i].kind != TK_IDENT || strcmp(t[i].text, var)) continue;
        for (int k = i - 1; k >= 0 && i - k < 200; k--) { // `vec a = ..., b[4]`
            int kind = t[k].kind;
            if (kind == TK_RBRACE) k = before_braces(t, k);
            if (k < 0 || kind == TK_SEMI || kind == TK_LBRACE) break;
            struct hd_buf buf = {0};
            lex_spell(&buf, &t[k]);
            bool is = !strcmp(hd_buf_str(&buf), last);
            hd_buf_finish(&buf);
            if (is) return true;
        }
    }
    return false;
}

const struct omp_reduction *omp_reduction_find(const struct pp *pp, const char *name,
                                               const char *var, const struct hd_token *t, int n) {
    const struct omp_reduction *only = NULL;
    int count = 0;
    for (int i = 0; i < pp->omp_reductions.n; i++) {
        const struct omp_reduction *r = &pp->omp_reductions.v[i];
        if (strcmp(r->name, name)) continue;
        if (!var || is_declared_so(r->type, var, t, n)) return r;
        only = r;
        count++;
    }
    bool word = (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z');
    bool built_in = !strcmp(name, "min") || !strcmp(name, "max") || !word;
    return count == 1 && !built_in ? only : NULL;
}

// `text` with its words omp_in ... in the place of which something else stands.
static const char *with(struct pp *pp, const char *text, const char *const (*names)[2], int n) {
    struct hd_buf buf = {0};
    for (const char *s = text; *s;) {
        size_t len = strcspn(s, " ");
        const char *as = NULL;
        for (int i = 0; i < n; i++)
            if (strlen(names[i][0]) == len && !strncmp(names[i][0], s, len)) as = names[i][1];
        hd_buf_putc(&buf, ' ');
        if (as)
            hd_buf_puts(&buf, as);
        else
            hd_buf_add(&buf, s, len);
        s += len;
        s += *s == ' ';
    }
    const char *out = hd_strdup(pp->arena, hd_buf_str(&buf));
    hd_buf_finish(&buf);
    return out;
}

const char *omp_reduction_begin(struct pp *pp, const struct omp_reduction *r, const char *type,
                                const char *var, const char *original) {
    const char *const names[][2] = {{"omp_priv", var}, {"omp_orig", original}};
    const char *open = type ? hd_printf(pp->arena, "%s %s", type, var) : NULL;
    if (!r->begin && !type)
        return hd_printf(pp->arena, "__builtin_memset((void *)&%s, 0, sizeof %s);", var, var);
    if (!r->begin) return hd_printf(pp->arena, "%s = {};", open);
    if (!strncmp(r->begin, "omp_priv =", 10)) {
        const char *value = with(pp, r->begin + 11, names, HD_COUNT(names));
        return hd_printf(pp->arena, "%s = %s;", type ? open : var, value);
    }
    if (type && !strncmp(r->begin, "omp_priv (", 10))
        return hd_printf(pp->arena, "%s %s;", type, with(pp, r->begin, names, HD_COUNT(names)));
    return hd_printf(pp->arena, "%s; %s;", type ? open : "",
                     with(pp, r->begin, names, HD_COUNT(names)));
}

const char *omp_reduction_combine(struct pp *pp, const struct omp_reduction *r, const char *to,
                                  const char *from) {
    const char *const names[][2] = {{"omp_out", to}, {"omp_in", from}};
    return with(pp, r->combine, names, HD_COUNT(names));
}
