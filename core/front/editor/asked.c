// What a name means that somebody asks about.
//
// Its tokens become a syntax tree (parse_whole_name): components with template arguments, and an
// identifier, `operator` with what it is of, or `~T`. The components are followed one by one from
// the global space. What is asked is not used: definitions stay as they are, stale ones too, and
// nothing is declared for it, but for template arguments, which are types and values as anywhere.
//
// Example: `Q<int>::to<float>` leads to the record Q<int>, in which `to` is a member template,
// whose instance for float is the function. `?max` is a name also where max is a macro: only text
// with template arguments is preprocessed.
#include "front/editor/asked.h"
#include "front/check/expr/expr.h"
#include "front/lex/pp.h"
#include "front/names/global.h"

#include <string.h>

// ---- the text -----------------------------------------------------------------------------------

static bool is_word(const struct hd_token *t) {
    char c = t->text ? t->text[0] : 0;
    return t->kind == TK_IDENT || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// `{anonymous}`, as messages call a namespace without a name, is one component.
static bool takes_unnamed(struct hd_token *last) {
    if (last[0].kind != TK_RBRACE || last[-1].kind != TK_IDENT || last[-2].kind != TK_LBRACE ||
        strcmp(last[-1].text, "anonymous") != 0)
        return false;
    last[-2].kind = TK_IDENT;
    last[-2].text = hd_space_unnamed();
    last[-2].len = last->loc + last->len - last[-2].loc;
    return true;
}

// Tokens as they are written, keywords among them, with TK_EOF behind the last.
static void tokens_of(const struct hd_source *source, struct hd_arena *arena,
                      struct hd_tokens *out) {
    HD_VEC(struct hd_token) list = {0};
    struct lexer lx;
    lex_init(&lx, source, 0, source->len, arena, NULL);
    for (;;) {
        struct hd_token t = lex_next(&lx);
        if (t.kind == TK_IDENT) t.kind = (uint8_t)lex_keyword(t.text, HD_LANG_CU);
        HD_PUSH(arena, &list, t);
        if (list.n > 2 && takes_unnamed(&list.v[list.n - 1])) list.n -= 2;
        if (t.kind == TK_EOF) break;
    }
    *out = (struct hd_tokens){.v = list.v, .n = list.n - 1};
}

// The index behind the `>` of the `<` at i; -1: there is none.
static int behind_arguments(const struct hd_tokens *toks, int i) {
    int angles = 0, brackets = 0;
    for (; i < toks->n; i++) {
        int kind = toks->v[i].kind;
        brackets += kind == TK_LPAREN || kind == TK_LBRACKET || kind == TK_LBRACE;
        brackets -= kind == TK_RPAREN || kind == TK_RBRACKET || kind == TK_RBRACE;
        if (brackets < 0 || kind == TK_SEMI) return -1;
        if (brackets) continue;
        angles += kind == TK_LT;
        angles -= kind == TK_GT ? 1 : kind == TK_SHR ? 2 : 0;
        if (angles <= 0) return angles == 0 ? i + 1 : -1;
    }
    return -1;
}

// The index behind what is named by the `operator` before i: one of the symbols, `()`, `[]`, `new`
// and `delete`, `""_x`, or a type as far as it is words and stars.
static int behind_operator(const struct hd_tokens *toks, int i) {
    int kind = toks->v[i].kind, next = i < toks->n ? toks->v[i + 1].kind : TK_EOF;
    if (kind == TK_STRING) return next == TK_IDENT ? i + 2 : i + 1;
    if ((kind == TK_LPAREN && next == TK_RPAREN) || (kind == TK_LBRACKET && next == TK_RBRACKET))
        return i + 2;
    if (!is_word(&toks->v[i])) return kind == TK_EOF ? -1 : i + 1;
    bool memory = kind == TK_NEW || kind == TK_DELETE;
    if (memory && next == TK_LBRACKET && toks->v[i + 2].kind == TK_RBRACKET) return i + 3;
    if (memory) return i + 1;
    while (i < toks->n && (is_word(&toks->v[i]) || toks->v[i].kind == TK_SCOPE)) {
        int args = toks->v[i + 1].kind == TK_LT ? behind_arguments(toks, i + 1) : -1;
        i = args > 0 ? args : i + 1;
    }
    while (i < toks->n && (toks->v[i].kind == TK_STAR || toks->v[i].kind == TK_AMP)) i++;
    return i;
}

// The index behind the qualified name that begins at token i; i: none does.
static int behind_name(const struct hd_tokens *toks, int from) {
    int i = from, end = from;
    if (toks->v[i].kind == TK_SCOPE) i++;
    for (;;) {
        int kind = toks->v[i].kind;
        if (kind == TK_OPERATOR) {
            int behind = behind_operator(toks, i + 1);
            return behind < 0 ? end : behind;
        }
        if (kind == TK_TILDE && toks->v[i + 1].kind == TK_IDENT && i > from) return i + 2;
        if (kind != TK_IDENT) return end;
        end = ++i;
        int args = toks->v[i].kind == TK_LT ? behind_arguments(toks, i) : -1;
        if (args > 0) end = i = args;
        if (toks->v[i].kind != TK_SCOPE) return end;
        i++;
    }
}

static struct hd_source text_source(const char *text, size_t len) {
    return (struct hd_source){.text = text, .len = len, .lang = HD_LANG_CU};
}

static size_t end_of(const struct hd_token *t) { return t->loc + t->len; }

size_t hd_name_length(const char *text, size_t len) {
    struct hd_arena *arena = hd_arena_create();
    struct hd_source source = text_source(text, len);
    struct hd_tokens toks;
    tokens_of(&source, arena, &toks);
    int behind = behind_name(&toks, 0);
    if (!behind && is_word(&toks.v[0])) behind = 1;
    size_t n = behind && toks.v[0].loc == 0 ? end_of(&toks.v[behind - 1]) : 0;
    hd_arena_destroy(arena);
    return n;
}

size_t hd_help_name(const char *line, size_t len) {
    if (len < 2 || line[len - 1] != '?') return 0;
    size_t marks = len > 2 && line[len - 2] == '?' ? 2 : 1;
    return hd_name_length(line, len) == len - marks ? len - marks : 0;
}

bool hd_is_question(const char *line, size_t len) {
    if (!len || *line != '?') return hd_help_name(line, len) > 0;
    while (len && (*line == '?' || *line == '%' || *line == ' ')) line++, len--;
    static const char letters[] = "-_" // of a kind of finding or a magic
                                  "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return len && (strspn(line, letters) >= len || hd_name_length(line, len) == len);
}

size_t hd_name_before(const char *text, size_t end) {
    struct hd_arena *arena = hd_arena_create();
    struct hd_source source = text_source(text, end);
    struct hd_tokens toks;
    tokens_of(&source, arena, &toks);
    size_t found = end;
    for (int i = 0; i < toks.n && found == end;) {
        int behind = behind_name(&toks, i);
        if (behind > i && end_of(&toks.v[behind - 1]) == end) found = toks.v[i].loc;
        i = behind > i ? behind : i + 1;
    }
    hd_arena_destroy(arena);
    return found;
}

// ---- what it means ------------------------------------------------------------------------------

struct asking {
    struct hd_front *front;
    const char *header;
    enum hd_ask_how how;
    struct hd_asked *out;
    bool parsed;
};

enum { AS_IT_IS = LOOK_NAMES | LOOK_TAGS | LOOK_STALE | LOOK_DECLARED | LOOK_QUALIFIED };

static struct hd_type *type_of(const struct hd_found *found) {
    return found->sym ? found->sym->kind == SYM_TYPEDEF ? found->sym->type : NULL : found->tag;
}

static struct hd_space *space_of_type(struct hd_type *t) {
    if (!t || t->kind != HD_TY_RECORD) return NULL;
    hd_record_is_complete(t->record);
    return t->record->space;
}

// `name<args>` behind `qual` as a type. NULL: it is none; reported.
static struct hd_type *type_with_arguments(struct check *c, struct hd_qual *qual, const char *name,
                                           struct hd_ast **args, int n, struct hd_range range) {
    struct hd_spec spec = {.base = BASE_NAME,
                           .qual = qual,
                           .name = name,
                           .targs = args,
                           .ntargs = n,
                           .range = range,
                           .name_range = range};
    struct hd_type *t = check_spec(c, &spec);
    return t->kind == HD_TY_ERROR ? NULL : t;
}

// What people call a namespace, where the program has not said so: `cg::reduce`.
static const struct hd_name_part *usual_parts(struct check *c, const struct hd_name_part *first,
                                              int *n) {
    struct hd_found found;
    const char *const *names = usual_alias_of(first->name);
    bool known = space_find(c->front, hd_space_global(c->front), first->name,
                            AS_IT_IS | LOOK_SPACES, &found);
    if (!names || known || first->targs) return NULL;
    struct hd_name_part *parts = HD_NEW_ARRAY(c->arena, struct hd_name_part, MOST_ALIAS_PARTS);
    for (*n = 0; *n < MOST_ALIAS_PARTS && names[*n]; ++*n)
        parts[*n] = (struct hd_name_part){.name = hd_intern_str(names[*n]), .range = first->range};
    return parts;
}

static struct hd_qual with_usual(struct check *c, const struct hd_qual *qual) {
    int n = 0;
    const struct hd_name_part *usual =
        qual->nparts && !qual->rooted ? usual_parts(c, &qual->parts[0], &n) : NULL;
    struct hd_qual all = *qual;
    if (!usual) return all;
    all.nparts = n + qual->nparts - 1;
    all.parts = HD_NEW_ARRAY(c->arena, struct hd_name_part, all.nparts);
    memcpy(all.parts, usual, sizeof *usual * (size_t)n);
    memcpy(all.parts + n, qual->parts + 1, sizeof *usual * (size_t)(qual->nparts - 1));
    return all;
}

// Along what stands before the last component.
static void follow(struct check *c, struct hd_qual *qual, struct hd_asked *out) {
    struct hd_front *front = c->front;
    struct hd_buf whole = {0};
    out->space = hd_space_global(front);
    for (int i = 0; i < qual->nparts; i++) {
        const struct hd_name_part *part = &qual->parts[i];
        struct hd_qual before = {.rooted = true, .nparts = i, .parts = qual->parts};
        struct hd_found found = {0};
        struct hd_type *type = NULL;
        hd_buf_printf(&whole, "%s::", part->name);
        if (!out->space) continue;
        if (part->targs)
            type =
                type_with_arguments(c, &before, part->name, part->targs, part->ntargs, part->range);
        else if (space_find(front, out->space, part->name, AS_IT_IS | LOOK_SPACES, &found))
            type = type_of(&found);
        bool names_space = found.sym && found.sym->kind == SYM_NAMESPACE;
        out->space = names_space ? found.sym->space : space_of_type(type);
        out->type = type;
        if (i == 0) out->in_std = out->space && out->space->is_std;
    }
    bool record = out->type && out->type->kind == HD_TY_RECORD && out->space;
    out->record = record ? out->type->record : NULL;
    hd_buf_puts(&whole, out->name);
    out->whole = hd_intern(whole.s, whole.len);
    hd_buf_finish(&whole);
}

// The constants of an enumeration are found behind its name.
static const struct hd_sym *constant_of(struct hd_front *front, const struct hd_type *t,
                                        const char *name) {
    if (!t || t->kind != HD_TY_ENUM) return NULL;
    const struct hd_enum *e = t->enumeration;
    const char *key = e->scoped || !e->home ? name : hd_space_key(front, e->home, name);
    for (int i = 0; i < e->nconstants; i++)
        if (e->constants[i]->name == name || e->constants[i]->name == key) return e->constants[i];
    return NULL;
}

// The key of the member in the class or the base that has one of that name; NULL: none.
static const char *member_key(struct hd_front *front, const struct hd_record *r, const char *name) {
    int n = 0;
    if (!r->space || !r->space->session) return NULL;
    const char *key = hd_space_key(front, r->space, name);
    if (hd_def_find(front, key) || hd_def_overload(front, key, &n)) return key;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        bool base = f->is_base && f->type->kind == HD_TY_RECORD;
        const char *found = base ? member_key(front, f->type->record, name) : NULL;
        if (found) return found;
    }
    return NULL;
}

static struct hd_sym *instance_of(struct check *c, struct hd_sym *sym, const struct hd_ast *ast) {
    const char *why = NULL;
    for (; sym; sym = sym->next) {
        if (sym->kind != SYM_TEMPLATE) continue;
        struct hd_spec_inst *inst =
            template_match(c, sym->tmpl, ast->kids, ast->nkids, NULL, NULL, -1, ast->range, &why);
        struct hd_sym *made = inst ? template_use(c, inst, ast->range) : NULL;
        if (made) return made;
    }
    if (why && c->diags->errors == 0) hd_error(c->diags, ast->range, "%s", why);
    return NULL;
}

static struct hd_sym *member_instance(struct check *c, const struct hd_record *r,
                                      const struct hd_ast *ast) {
    struct hd_sym **list;
    int n = methods_named(c, r, ast->name, &list);
    for (int i = 0; i < n; i++) {
        struct hd_sym *next = list[i]->next;
        list[i]->next = NULL;
        struct hd_sym *made = instance_of(c, list[i], ast);
        list[i]->next = next;
        if (made) return made;
    }
    return NULL;
}

// The last component with template arguments: a type, a function.
static void find_instance(struct check *c, struct hd_ast *ast, struct hd_qual *qual,
                          struct hd_asked *out) {
    struct hd_found found;
    bool any = space_find(c->front, out->space, ast->name, LOOK_NAMES | LOOK_QUALIFIED, &found);
    struct hd_sym *sym = any ? found.sym : NULL;
    if (!any && !out->record && c->diags->errors == 0)
        hd_error(c->diags, ast->range, "`%s` is not declared", out->whole);
    if (sym && sym->kind == SYM_STRUCT_TEMPLATE && !is_variable_template(sym)) {
        qual->rooted = true;
        out->type = type_with_arguments(c, qual, ast->name, ast->kids, ast->nkids, ast->range);
        if (out->type) out->leads = space_of_type(out->type);
        return;
    }
    if (sym && is_variable_template(sym)) {
        sym = variable_template_instance(c, sym, ast->kids, ast->nkids, ast->range);
        out->def = sym ? sym->def : NULL;
        return;
    }
    out->function = out->record ? member_instance(c, out->record, ast)
                    : sym       ? instance_of(c, sym, ast)
                                : NULL;
}

static void find(struct check *c, struct hd_ast *ast, enum hd_ask_how how, struct hd_asked *out) {
    static const struct hd_qual none;
    struct hd_front *front = c->front;
    struct hd_qual qual = with_usual(c, ast->qual ? ast->qual : &none);
    follow(c, &qual, out);
    out->constant = constant_of(front, out->type, out->name);
    out->type = NULL;
    out->key = out->whole;
    if (!out->space) return;
    struct hd_found found = {0};
    unsigned what = how == HD_ASK_LOAD ? LOOK_NAMES | LOOK_TAGS | LOOK_QUALIFIED : AS_IT_IS;
    bool any = space_find(front, out->space, out->name, what, &found);
    const char *inherited = out->record ? member_key(front, out->record, out->name) : NULL;
    out->key = inherited ? inherited : space_key_meant(front, out->space, out->name);
    out->def = hd_def_find(front, out->key);
    if (any && found.sym && found.sym->kind == SYM_NAMESPACE) out->leads = found.sym->space;
    if (any) out->type = type_of(&found);
    if (out->type) out->leads = space_of_type(out->type);
    if (ast->targs) find_instance(c, ast, &qual, out);
}

static void check_asked(void *user) {
    struct asking *it = user;
    struct hd_front *front = it->front;
    struct hd_cell *cell = &it->out->cell;
    struct check c;
    struct parser p;
    check_begin(&c, front, cell->arena, cell->source);
    for (int i = 0; i < front->ahead.n; i++) front_include_now(front, front->ahead.v[i]);
    if (it->header) front_include_now(front, it->header);
    waiting_all(front);
    tokens_of(cell->source, cell->arena, &cell->tokens);
    if (strchr(cell->source->text, '<') && behind_name(&cell->tokens, 0) > 1) {
        auto_include_macros(front, cell->source, false);
        pp_run(front, cell->source, 0, cell->source->len, NULL, &cell->tokens);
    }
    parse_init(&p, front, &cell->tokens, HD_LANG_CU);
    p.arena = cell->arena;
    front->cell_parser = &p;
    struct hd_ast *ast = parse_whole_name(&p);
    if (ast) {
        ast = check_settled(&c, ast);
        it->out->name = ast->name;
        it->out->qualified = ast->qual != NULL;
        it->out->has_arguments = ast->targs;
        it->parsed = true;
        find(&c, ast, it->how, it->out);
        waiting_finish(front);
    }
    check_end(&c);
}

bool hd_ask(struct hd_front *front, const char *text, const char *header, enum hd_ask_how how,
            struct hd_asked *out, struct hd_diags *diags) {
    struct hd_source *source =
        hd_source_add(hd_intern_str("<inspection>"), NULL, text, strlen(text));
    struct asking it = {front, header, how, out, false};
    front->ahead.n = 0;
    do { // once more with a header in front that came too late
        *out = (struct hd_asked){.name = NULL};
        it.parsed = front->again = false;
        front_begin(front, source, &out->cell, diags);
        front_protect(front, diags, check_asked, &it);
        front->cell_parser = NULL;
        if (front->again) hd_front_rollback(front, &out->cell);
    } while (front->again);
    if (it.parsed) return true;
    hd_front_rollback(front, &out->cell);
    return false;
}

void hd_ask_done(struct hd_front *front, struct hd_asked *asked) {
    hd_front_rollback(front, &asked->cell);
}

struct hd_def *hd_def_named(struct hd_front *front, const char *text) {
    struct hd_diags quiet = {.arena = hd_arena_create(), .muted = true};
    struct hd_asked asked;
    struct hd_def *def = NULL;
    if (hd_ask(front, text, NULL, HD_ASK_KNOWN, &asked, &quiet)) {
        int at = 0;
        def = asked.def ? asked.def : hd_def_overload(front, asked.key, &at);
        bool made_here = def && def->cell == asked.cell.serial;
        hd_ask_done(front, &asked);
        if (made_here) def = NULL;
    }
    hd_arena_destroy(quiet.arena);
    return def;
}
