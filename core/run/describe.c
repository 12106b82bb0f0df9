// What is known of names: `?name`, inspection and completion for front-ends.
#include "run/run.h"
#include "front/check.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

// ---- ?name ---------------------------------------------------------------------------------------------------------

static void add_place(struct hd_buf *out, hd_loc loc) {
    struct hd_place place;
    if (loc && hd_source_place(loc, &place))
        hd_buf_printf(out, "Defined:   %s:%d\n", place.source->name, place.line);
}

static void add_source(struct hd_buf *out, const struct hd_def *def) {
    const struct hd_source *s = def->source;
    if (!s || !s->text || def->range.to <= def->range.from || def->range.from < s->base) return;
    size_t from = def->range.from - s->base, to = def->range.to - s->base;
    if (to > s->len) return;
    hd_buf_puts(out, "Source:\n");
    hd_buf_add(out, s->text + from, to - from);
    hd_buf_putc(out, '\n');
}

static const char *def_kind(const struct hd_def *def) {
    if (def->kind == DEF_TAG) return "type";
    if (def->kind == DEF_TYPEDEF) return "type";
    if (def->kind == DEF_TEMPLATE) return "generic function";
    if (def->kind == DEF_VAR) return "variable";
    return def->sym && def->sym->spec & SPEC_GLOBAL ? "kernel" : "function";
}

static void describe_record(struct hd_buf *out, const struct hd_type *type) {
    if (type->kind != HD_TY_RECORD || !type->record->complete) return;
    hd_buf_printf(out, "Size:      %llu bytes\nMembers:\n", (unsigned long long)type->size);
    for (int i = 0; i < type->record->nfields; i++) {
        const struct hd_field *f = &type->record->fields[i];
        hd_buf_puts(out, "    ");
        hd_type_print(out, f->type, f->name, HD_LANG_CU);
        if (f->is_bits) hd_buf_printf(out, " : %d", f->bit_width);
        hd_buf_printf(out, ";   // offset %llu\n", (unsigned long long)f->offset);
    }
}

static const char *sym_keywords(const struct hd_sym *sym) {
    if (sym->spec & SPEC_GLOBAL) return "__global__ ";
    if (sym->spec & SPEC_DEVICE) return sym->spec & SPEC_HOST ? "__host__ __device__ " : "__device__ ";
    return "";
}

// A function with its parameters' names where they are known.
static void print_signature(struct hd_buf *out, const struct hd_sym *sym) {
    const struct hd_func *func = sym->kind == SYM_FUNC && sym->defined ? sym->func : NULL;
    const struct hd_type *ret = sym->type->base;
    if (!func || func->nparams != sym->type->nparams || !ret || ret->kind == HD_TY_PTR) {
        hd_type_print(out, sym->type, sym->name, HD_LANG_CU);
        return;
    }
    hd_type_print(out, ret, sym->name, HD_LANG_CU);
    hd_buf_putc(out, '(');
    for (int i = 0; i < func->nparams; i++) {
        if (i) hd_buf_puts(out, ", ");
        hd_type_print(out, sym->type->params[i], func->params[i]->name, HD_LANG_CU);
    }
    hd_buf_puts(out, sym->type->variadic ? ", ...)" : ")");
}

static void describe_def(struct hd_buf *out, const struct hd_def *def, int detail) {
    hd_buf_printf(out, "%s (%s)\n", def->name, def_kind(def));
    if (def->kind == DEF_TAG) {
        hd_buf_printf(out, "Type:      %s\n", hd_type_str(hd_engine.arena, def->tag_type));
        describe_record(out, def->tag_type);
    }
    for (const struct hd_sym *sym = def->sym; sym; sym = sym->next) {
        if (sym->kind == SYM_TEMPLATE) {
            hd_buf_printf(out, "Made:      %d specialisation%s (%%specs %s)\n", sym->tmpl->instances.n,
                          sym->tmpl->instances.n == 1 ? "" : "s", def->name);
            continue;
        }
        hd_buf_printf(out, "Signature: %s", sym_keywords(sym));
        print_signature(out, sym);
        hd_buf_putc(out, '\n');
        if (sym->kind == SYM_TYPEDEF) describe_record(out, sym->type);
    }
    if (def->kind == DEF_VAR && def->sym->addr) {
        struct hd_value_options options = {.digits = hd_engine.options.digits, .width = 80, .items = 5};
        hd_buf_puts(out, "Value:     ");
        hd_value_print(out, def->sym->type, (const void *)def->sym->addr, &options);
        hd_buf_putc(out, '\n');
    }
    if (def->stale) hd_buf_printf(out, "Note:      `%s` has changed since; it is compiled again when used\n", def->changed);
    add_place(out, def->sym ? def->sym->range.from : def->range.from);
    if (detail > 0 || (detail == 0 && !def->system && def->kind != DEF_VAR)) add_source(out, def);
}

static bool describe_builtin(struct hd_buf *out, const char *name) {
    const struct hd_builtin *row = hd_builtin_find(name);
    if (!row) return false;
    const char *where = (row->flags & (BI_HOST | BI_DEVICE)) == BI_DEVICE ? ", in kernels" : "";
    hd_buf_printf(out, "%s (built in%s)\n", name, where);
    const char *help = NULL;
    for (; row; row = hd_builtin_next(row)) {
        hd_buf_printf(out, "Signature: %s", row->signature);
        if (row->types) hd_buf_printf(out, "   T: %s", strcmp(row->types, "*") == 0 ? "any" : row->types);
        hd_buf_putc(out, '\n');
        if (row->help && (!help || strcmp(help, row->help) != 0)) hd_buf_printf(out, "Help:      %s\n", help = row->help);
    }
    return true;
}

static bool describe_macro(struct hd_buf *out, const char *name) {
    struct hd_macro *macro = hd_macro_find(hd_engine.front, hd_intern_str(name));
    if (!macro) return false;
    hd_buf_printf(out, "%s (macro)\n#define %s", name, name);
    if (macro->function_like) {
        hd_buf_putc(out, '(');
        for (int i = 0; i < macro->nparams; i++) hd_buf_printf(out, "%s%s", i ? ", " : "", macro->params[i]);
        hd_buf_putc(out, ')');
    }
    for (int i = 0; i < macro->nbody; i++) {
        const struct hd_token *t = &macro->body[i];
        const char *quote = t->kind == TK_STRING ? "\"" : t->kind == TK_CHARACTER ? "'" : "";
        hd_buf_printf(out, "%s%s%s%s", i == 0 || t->flags & TF_SPACE ? " " : "", quote, t->text ? t->text : "", quote);
    }
    hd_buf_putc(out, '\n');
    add_place(out, macro->loc);
    return true;
}

// A library name that no header was included for yet: its header is, and what it says is described.
static bool describe_library(struct hd_buf *out, const char *name) {
    const char *header = hd_header_of(name);
    if (!header) return false;
    const char *text = hd_printf(hd_engine.arena, "#include <%s>\n", header);
    struct hd_source *source = hd_source_add(hd_intern_str("<inspection>"), NULL, text, strlen(text));
    struct hd_diags quiet = {.arena = hd_engine.arena};
    struct hd_cell cell;
    if (!hd_front_cell(hd_engine.front, source, false, &cell, &quiet)) return false;
    struct hd_def *def = hd_def_find(hd_engine.front, name);
    bool found = true;
    if (def) describe_def(out, def, 0);
    else found = describe_macro(out, name);
    hd_front_rollback(hd_engine.front, &cell);
    if (found) hd_buf_printf(out, "Header:    <%s>\n", header);
    return found;
}

static bool describe_prelude(struct hd_buf *out, const char *name) {
    struct hd_diags quiet = {.arena = hd_engine.arena};
    const char *text = hd_printf(hd_engine.arena, "(void)sizeof(%s);", name);
    struct hd_source *source = hd_source_add(hd_intern_str("<inspection>"), NULL, text, strlen(text));
    struct hd_cell cell;
    if (hd_front_cell(hd_engine.front, source, false, &cell, &quiet)) hd_front_rollback(hd_engine.front, &cell);
    struct hd_def *def = hd_def_find(hd_engine.front, name);
    if (def) describe_def(out, def, 0);
    return def != NULL;
}

static bool describe_magic(struct hd_buf *out, const char *name) {
    const char *usage, *help, *found;
    for (int i = 0; (found = hd_magic_name(i, &usage, &help)); i++) {
        if (strcmp(found, name) != 0) continue;
        hd_buf_printf(out, "%%%s %s\n%s\n", found, usage, help);
        return true;
    }
    return false;
}

bool hd_describe(struct hd_buf *out, const char *name, int detail) {
    struct hd_def *def = hd_def_find(hd_engine.front, name);
    if (def) {
        describe_def(out, def, detail);
        const struct hd_builtin *row = hd_builtin_find(name);
        if (row && def->system && row->help) hd_buf_printf(out, "Help:      %s\n", row->help);
        return true;
    }
    return describe_macro(out, name) || describe_builtin(out, name) || describe_library(out, name) ||
           describe_prelude(out, name) || describe_magic(out, name);
}

// ---- inspection ---------------------------------------------------------------------------------------------------------

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

// detail 0: what a tooltip has room for; 1: with the source.
json_t *hd_inspect_reply(const char *code, size_t cursor, int detail) {
    size_t len = strlen(code);
    if (cursor > len) cursor = len;
    size_t from = cursor, to = cursor;
    while (from > 0 && is_word(code[from - 1])) from--;
    while (to < len && is_word(code[to])) to++;
    if (from == to) { // inside a call's parentheses: the function
        int depth = 0;
        for (size_t i = cursor; i > 0; i--) {
            if (code[i - 1] == ')') depth++;
            if (code[i - 1] == '(' && depth-- == 0) {
                to = i - 1;
                while (to > 0 && isspace((unsigned char)code[to - 1])) to--;
                from = to;
                while (from > 0 && is_word(code[from - 1])) from--;
                break;
            }
        }
    }
    struct hd_buf out = {0};
    bool found = from < to && hd_describe(&out, hd_strndup(hd_engine.arena, code + from, to - from), detail > 0 ? 1 : -1);
    json_t *reply = json_pack("{s:b, s:s}", "found", found, "text", hd_buf_str(&out));
    hd_buf_finish(&out);
    return reply;
}

// ---- completion -----------------------------------------------------------------------------------------------------------

struct matches { json_t *list; struct hd_map seen; const char *prefix; size_t len; };

static void add_match(struct matches *m, const char *text, const char *kind, const char *signature) {
    if (strncmp(text, m->prefix, m->len) != 0) return;
    const char *key = hd_intern_str(text);
    if (hd_map_get(&m->seen, key)) return;
    hd_map_set(&m->seen, key, m);
    json_array_append_new(m->list, json_pack("{s:s, s:s, s:s}", "text", text, "kind", kind, "signature", signature ? signature : ""));
}

static const char *signature_of(const struct hd_sym *sym) {
    if (!sym || !sym->type) return "";
    struct hd_buf out = {0};
    print_signature(&out, sym);
    const char *text = hd_strdup(hd_engine.arena, hd_buf_str(&out));
    hd_buf_finish(&out);
    return text;
}

static void complete_names(struct matches *m) {
    int n;
    struct hd_def **defs = hd_defs(hd_engine.front, &n);
    for (int i = n - 1; i >= 0; i--) {
        if (strncmp(defs[i]->name, m->prefix, m->len) != 0) continue;
        if (defs[i]->system && m->len == 0) continue;
        if (defs[i]->name[0] == '_' && (m->len == 0 || m->prefix[0] != '_')) continue;
        const char *kind = defs[i]->kind == DEF_TAG || defs[i]->kind == DEF_TYPEDEF ? "type" : def_kind(defs[i]);
        add_match(m, defs[i]->name, strcmp(kind, "generic function") == 0 ? "function" : kind, signature_of(defs[i]->sym));
    }
    if (m->len == 0) return;
    const char *name;
    void *value;
    for (int i = 0; (i = hd_map_next(&hd_engine.front->macros, i, &name, &value)) > 0;)
        if (!((struct hd_macro *)value)->undefined && (name[0] != '_' || m->prefix[0] == '_')) add_match(m, name, "macro", "");
    const struct hd_builtin *rows = hd_builtins(&n);
    for (int i = 0; i < n; i++)
        if (strncmp(rows[i].name, "__builtin", 9) != 0 || strncmp(m->prefix, "__b", 3) == 0)
            add_match(m, rows[i].name, rows[i].flags & BI_VARIABLE ? "variable" : "function", rows[i].signature);
    for (int i = 0; (name = hd_prelude_name(i)); i++)
        if (name[0] != '_' || m->prefix[0] == '_') add_match(m, name, strncmp(name, "cuda", 4) == 0 && islower((unsigned char)name[4]) ? "type" : "function", "");
    static const char *const keywords[] = {
#define HD_TOKEN(name, text)
#define HD_KEYWORD(name, text, langs) text,
#define HD_KEYWORD_ALIAS(name, text, langs) text,
#include "front/tokens.def"
#undef HD_KEYWORD
#undef HD_KEYWORD_ALIAS
    };
    for (int i = 0; i < HD_COUNT(keywords); i++)
        if (strncmp(keywords[i], "__builtin", 9) != 0) add_match(m, keywords[i], "keyword", "");
}

static void complete_members(struct matches *m, const char *expr) {
    struct hd_diags quiet = {.arena = hd_engine.arena};
    struct hd_type *type = hd_type_of_text(hd_engine.front, expr, &quiet);
    while (type && (type->kind == HD_TY_PTR || type->kind == HD_TY_REF || type->kind == HD_TY_ARRAY)) type = type->base;
    if (!type || type->kind != HD_TY_RECORD) return;
    for (int i = 0; i < type->record->nfields; i++) {
        const struct hd_field *f = &type->record->fields[i];
        if (f->name) add_match(m, f->name, "member", hd_type_str(hd_engine.arena, f->type));
    }
}

static void complete_path(struct matches *m, const char *dir, const char *prefix_dir) {
    DIR *d = opendir(dir);
    struct dirent *entry;
    while (d && (entry = readdir(d))) {
        if (entry->d_name[0] == '.') continue;
        add_match(m, hd_printf(hd_engine.arena, "%s%s%s", prefix_dir, entry->d_name, entry->d_type == DT_DIR ? "/" : ""), "path", "");
    }
    if (d) closedir(d);
}

static bool complete_magic(struct matches *m, const char *code, size_t cursor, size_t *start) {
    size_t line = cursor;
    while (line > 0 && code[line - 1] != '\n') line--;
    if (code[line] != '%') return false;
    size_t name = line + 1 + (code[line + 1] == '%'), end = name;
    while (end < cursor && is_word(code[end])) end++;
    if (end == cursor) {
        const char *usage, *help, *found;
        *start = name;
        m->prefix = hd_strndup(hd_engine.arena, code + name, cursor - name);
        m->len = cursor - name;
        for (int i = 0; (found = hd_magic_name(i, &usage, &help)); i++) add_match(m, found, "magic", usage);
        return true;
    }
    const char *magic = hd_strndup(hd_engine.arena, code + name, end - name);
    if (strcmp(magic, "run") && strcmp(magic, "load") && strcmp(magic, "save")) return false;
    size_t from = cursor;
    while (from > end && !isspace((unsigned char)code[from - 1])) from--;
    m->prefix = hd_strndup(hd_engine.arena, code + from, cursor - from);
    m->len = cursor - from;
    *start = from;
    const char *slash = strrchr(m->prefix, '/');
    const char *dir = slash ? hd_strndup(hd_engine.arena, m->prefix, (size_t)(slash - m->prefix) + 1) : "";
    complete_path(m, *dir ? dir : ".", dir);
    return true;
}

// The expression before a `.` or `->` that ends at `end`: names, calls and indexing.
static size_t expression_start(const char *code, size_t end) {
    size_t at = end;
    while (at > 0) {
        char c = code[at - 1];
        if (is_word(c) || c == '.') {
            at--;
        } else if (c == ')' || c == ']') {
            int depth = 0;
            do {
                at--;
                if (code[at] == ')' || code[at] == ']') depth++;
                if (code[at] == '(' || code[at] == '[') depth--;
            } while (at > 0 && depth > 0);
        } else if (c == '>' && at > 1 && code[at - 2] == '-') {
            at -= 2;
        } else {
            break;
        }
    }
    return at;
}

// `2.` is a number, `p2.` is not.
static bool ends_in_number(const char *code, size_t end) {
    size_t from = end;
    while (from > 0 && is_word(code[from - 1])) from--;
    return from < end && isdigit((unsigned char)code[from]);
}

json_t *hd_complete_reply(const char *code, size_t cursor) {
    size_t len = strlen(code);
    if (cursor > len) cursor = len;
    struct matches m = {.list = json_array()};
    size_t start = cursor;
    if (!complete_magic(&m, code, cursor, &start)) {
        start = cursor;
        while (start > 0 && is_word(code[start - 1])) start--;
        m.prefix = hd_strndup(hd_engine.arena, code + start, cursor - start);
        m.len = cursor - start;
        size_t dot = start;
        bool member = dot > 0 && code[dot - 1] == '.' && !ends_in_number(code, dot - 1);
        bool arrow = dot > 1 && code[dot - 1] == '>' && code[dot - 2] == '-';
        if (member || arrow) {
            dot -= member ? 1 : 2;
            size_t from = expression_start(code, dot);
            if (from < dot) complete_members(&m, hd_strndup(hd_engine.arena, code + from, dot - from));
        } else {
            complete_names(&m);
        }
    }
    hd_map_finish(&m.seen);
    return json_pack("{s:o, s:I, s:I}", "matches", m.list, "start", (json_int_t)start, "end", (json_int_t)cursor);
}
