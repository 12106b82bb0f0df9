// Completion: what could stand at the cursor. Where it is decides what is offered: magics and their
// options at the start of a line, headers after `#include`, paths in literals and shell commands,
// members after `.` and `->`, and names everywhere else.
//
// Names are those of the text itself (its locals, as far as one can tell), of the session, built
// in, and of the libraries that are included by themselves; each with its signature. The members of
// `p->` need p's type: names that the text declares are replaced by a value of their type, and what
// the text defines before is checked along with it (and forgotten again).
//
// A name is meant by its beginning. Where nothing begins so, case does not matter; and where that
// finds nothing either, the letters may be scattered: `cmcpy` is cudaMemcpy. In the argument of a
// call, what has the parameter's type comes first: after `cudaMemcpy(d, h, n, ` the directions.
#include "run/run.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// How a name may agree with what was typed. The next is tried where one finds nothing.
enum agree { AGREE_EXACT, AGREE_ANY_CASE, AGREE_SCATTERED, AGREE_END };

// RANK_NO_VALUE: in an argument, what is none: types, namespaces, functions that give nothing.
enum rank {
    RANK_EXPECTED,
    RANK_EXPECTED_CALL, // a function that gives what is expected
    RANK_LOCAL,
    RANK_SESSION,
    RANK_NO_VALUE,
    RANK_LIBRARY,
    RANK_CONSTANT,
    RANK_KEYWORD
};

struct match {
    const char *text, *kind, *signature;
    enum rank rank;
    int distance; // of scattered letters: how far apart
};

struct matches {
    HD_VEC(struct match) list;
    struct hd_map seen;
    const char *prefix;
    size_t len;
    enum agree agree;
    const char *expected; // the type of the parameter that the cursor is at, or NULL
    const char *kinds;    // "kernel function": what the magic at the cursor is for, or NULL
};

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

// How scattered `typed` is in `name`: letters between, less where a word of the name begins. -1: it
// is not in it.
static int scattered(const char *name, const char *typed, size_t len) {
    if (len < 2 || tolower((unsigned char)*name) != tolower((unsigned char)*typed)) return -1;
    int distance = 0;
    const char *p = name;
    for (size_t i = 0; i < len; i++, p++) {
        const char *from = p;
        while (*p && tolower((unsigned char)*p) != tolower((unsigned char)typed[i])) p++;
        if (!*p) return -1;
        bool word = isupper((unsigned char)*p) || (p > name && p[-1] == '_');
        distance += p == from ? 0 : word ? 1 : (int)(p - from) + 1;
    }
    return distance;
}

static bool agrees(const struct matches *m, const char *name) {
    switch (m->agree) {
    case AGREE_EXACT: return strncmp(name, m->prefix, m->len) == 0;
    case AGREE_ANY_CASE: return strncasecmp(name, m->prefix, m->len) == 0;
    default: return scattered(name, m->prefix, m->len) >= 0;
    }
}

// "float *d_a" and "float *": whether a variable is of a type, or a function gives it, whatever is
// const. An array, "float a[4]", is passed as a pointer.
static bool is_of_type(const char *signature, const char *type) {
    const char *bounds = strpbrk(signature, "[(");
    if (bounds && *bounds == '(') bounds = NULL;
    size_t len = strlen(type);
    while (len > 0 && type[len - 1] == ' ') len--;
    if (bounds && (strchr(bounds + 1, '[') || len == 0 || type[--len] != '*')) return false;
    for (const char *end = type + len; type < end;) {
        while (*signature == ' ') signature++;
        while (*type == ' ' && type < end) type++;
        if (!strncmp(signature, "const ", 6)) signature += 6;
        if (!strncmp(type, "const ", 6)) type += 6;
        if (type >= end) break;
        if (*signature++ != *type++) return false;
    }
    if (len > 0 && is_word(type[-1]) && is_word(*signature)) return false; // float4, for `float`
    while (*signature == ' ') signature++;
    return *signature && *signature != '*' && *signature != '&';
}

static void add_match(struct matches *m, const char *text, const char *kind, const char *signature,
                      enum rank rank) {
    if (!agrees(m, text)) return;
    const char *key = hd_intern_str(text);
    if (hd_map_get(&m->seen, key)) return;
    hd_map_set(&m->seen, key, m);
    struct match match = {key, kind, signature ? signature : "", rank, 0};
    if (m->agree == AGREE_SCATTERED) match.distance = scattered(text, m->prefix, m->len);
    if (m->expected && rank <= RANK_SESSION) {
        bool function = !strcmp(kind, "function"), variable = !strcmp(kind, "variable");
        if ((function || variable) && is_of_type(match.signature, m->expected))
            match.rank = variable ? RANK_EXPECTED : RANK_EXPECTED_CALL;
        else if (!variable && (!function || !strncmp(match.signature, "void ", 5)) &&
                 strcmp(kind, "constant") && strcmp(kind, "macro"))
            match.rank = RANK_NO_VALUE;
    }
    if (m->kinds && rank <= RANK_SESSION) {
        if (strstr(m->kinds, kind))
            match.rank = RANK_EXPECTED;
        else if (m->len == 0) // `%ptx ` alone: not the variables, which may begin a statement
            return;
    }
    HD_XPUSH(&m->list, match);
}

static const char *keep(struct hd_buf *buf) {
    const char *text = hd_strndup(hd_engine.arena, hd_buf_str(buf), buf->len);
    hd_buf_finish(buf);
    return text;
}

// ---- names --------------------------------------------------------------------------------------

static const char *signature_of(const struct hd_sym *sym) {
    if (!sym || !sym->type) return "";
    struct hd_buf out = {0};
    hd_print_signature(&out, sym);
    return keep(&out);
}

static const char *declaration_line(const char *text, size_t len) {
    struct hd_buf out = {0};
    hd_declaration_line(&out, text, len);
    return keep(&out);
}

// Names that begin with an underscore are offered when one was typed.
static bool is_wanted(const struct matches *m, const char *name) {
    if (!agrees(m, name)) return false;
    return name[0] != '_' || (m->len > 0 && m->prefix[0] == '_');
}

// "float h[4]"
static const char *as_declared(const struct hd_text_name *name) {
    if (!name->type || !*name->type) return "";
    bool star = name->type[strlen(name->type) - 1] == '*';
    const char *text = hd_printf(hd_engine.arena, "%s%s%s%s", name->type, star ? "" : " ",
                                 name->name, name->after);
    return declaration_line(text, strlen(text));
}

static void complete_text_names(struct matches *m, const char *code, size_t len) {
    struct hd_text_name *names;
    int n = hd_text_names(hd_engine.front, code, len, hd_engine.arena, &names);
    for (int i = n - 1; i >= 0; i--) // the last one of a name counts
        if (strlen(names[i].name) > m->len || !agrees(m, names[i].name))
            add_match(m, names[i].name, names[i].class, as_declared(&names[i]), RANK_LOCAL);
}

static const char *kind_of(const struct hd_def *def) {
    bool is_type = def->kind == DEF_TAG || def->kind == DEF_TYPEDEF ||
                   (def->sym && def->sym->kind == SYM_STRUCT_TEMPLATE);
    if (is_type) return "type";
    if (def->kind == DEF_SPACE) return "namespace";
    if (def->kind == DEF_VAR) return "variable";
    return def->sym && def->sym->spec & SPEC_GLOBAL ? "kernel" : "function";
}

static const char *signature_of_def(const struct hd_def *def, const char *kind) {
    bool has_none = !strcmp(kind, "type") || !strcmp(kind, "namespace");
    return has_none ? "" : signature_of(def->sym);
}

// What a function template was used as: `reduce<float, 256>`, for %ptx and its kin.
static void add_instances(struct matches *m, const struct hd_template *t) {
    const struct hd_def *def;
    for (int at = 0; (def = hd_template_instance(hd_engine.front, t, &at));) {
        const struct hd_sym *sym = def->sym;
        if (!is_wanted(m, sym->name)) continue;
        add_match(m, sym->name, sym->spec & SPEC_GLOBAL ? "kernel" : "function", signature_of(sym),
                  RANK_SESSION);
    }
}

// Not operators, what `using` brings and others in families, which have no names of their own.
// `Vec<float, 3>`, an instance of a struct template, is typed.
static bool is_typed(const struct hd_def *def) {
    return !def->is_result && !def->family && (!def->instance_of || def->tag_type) &&
           !(def->sym && (def->sym->kind == SYM_USING || def->sym->has_parts));
}

static void complete_session(struct matches *m) {
    int n;
    struct hd_def **defs = hd_defs(hd_engine.front, &n);
    for (int i = n - 1; i >= 0; i--) {
        const struct hd_space *space = defs[i]->space;
        const char *name = hd_def_plain(defs[i]);
        if (!is_typed(defs[i]) || (space->key && !hd_space_in_use(hd_engine.front, space)))
            continue; // members and operators are not typed by these names
        if (defs[i]->sym && defs[i]->sym->is_hidden) continue;
        if (!is_wanted(m, name) || (defs[i]->system && m->len == 0)) continue;
        const char *kind = kind_of(defs[i]);
        add_match(m, name, kind, signature_of_def(defs[i], kind),
                  defs[i]->system ? RANK_LIBRARY : RANK_SESSION);
        if (!defs[i]->system && defs[i]->sym && defs[i]->sym->kind == SYM_TEMPLATE)
            add_instances(m, defs[i]->sym->tmpl);
    }
    const struct hd_macro *macro;
    for (int at = 0; (macro = hd_macro_next(hd_engine.front, &at));) {
        const struct hd_source *source = hd_source_at(macro->loc);
        bool users = macro->cell > 0 && source && !source->system;
        if (!is_wanted(m, macro->name) || (m->len == 0 && !users) || *macro->name == '#') continue;
        add_match(m, macro->name, "macro", "", users ? RANK_SESSION : RANK_CONSTANT);
    }
}

static const char *row_signature(const struct hd_builtin *row) {
    const char *paren = strchr(row->signature, '(');
    if (!paren) return row->signature;
    return hd_printf(hd_engine.arena, "%.*s %s%s", (int)(paren - row->signature), row->signature,
                     row->name, paren);
}

static void add_library_name(void *user, const char *name, char kind, const char *header) {
    struct matches *m = user;
    if (kind == 's' || !is_wanted(m, name)) return;
    add_match(m, name,
              kind == 't'   ? "type"
              : kind == 'm' ? "macro"
                            : "function",
              hd_printf(hd_engine.arena, "<%s>", header),
              kind == 'm' ? RANK_CONSTANT : RANK_LIBRARY);
}

static void complete_built_in(struct matches *m) {
    int n;
    const char *name;
    struct hd_prelude found;
    const struct hd_builtin *rows = hd_builtins(&n);
    for (int i = 0; i < n; i++)
        if (is_wanted(m, rows[i].name) && strncmp(rows[i].name, "__builtin", 9) != 0)
            add_match(m, rows[i].name, rows[i].flags & BI_VARIABLE ? "variable" : "function",
                      row_signature(&rows[i]), RANK_LIBRARY);
    for (int i = 0; (name = hd_prelude_name(i)); i++) {
        if (!is_wanted(m, name) || !hd_prelude_find(name, &found)) continue;
        if (found.kind == HD_PRELUDE_FUNCTION)
            add_match(m, name, "function", declaration_line(found.text, found.len), RANK_LIBRARY);
        else if (found.kind == HD_PRELUDE_TYPE)
            add_match(m, name, "type", "", RANK_LIBRARY);
        else
            add_match(m, name, "constant", "", RANK_CONSTANT);
    }
    hd_header_each(add_library_name, m);
}

static void complete_keywords(struct matches *m) {
    int n;
    const struct hd_keyword *keywords = hd_keywords(&n);
    for (int i = 0; i < n; i++)
        if (strncmp(keywords[i].name, "__builtin", 9) != 0)
            add_match(m, keywords[i].name, "keyword", "", RANK_KEYWORD);
}

// The constants of the enumeration that the parameter at the cursor is of.
static void complete_expected(struct matches *m, const char *code, size_t cursor) {
    json_t *reply = hd_signature_reply(code, cursor);
    const char *text = json_string_value(json_object_get(reply, "text"));
    size_t from = (size_t)json_integer_value(json_object_get(reply, "start")),
           to = (size_t)json_integer_value(json_object_get(reply, "end"));
    m->expected = NULL;
    if (text && to > from && to <= strlen(text)) { // "enum cudaMemcpyKind kind = x": no name
        size_t end = from;
        while (end < to && text[end] != '=') end++;
        while (end > from && text[end - 1] == ' ') end--;
        size_t type_end = end;
        while (type_end > from && is_word(text[type_end - 1])) type_end--;
        if (type_end > from) end = type_end;
        while (end > from && text[end - 1] == ' ') end--;
        m->expected = hd_strndup(hd_engine.arena, text + from, end - from);
    }
    json_decref(reply);
    if (!m->expected || strchr(m->expected, '(')) return;
    struct hd_diags quiet = {.arena = hd_engine.arena, .muted = true};
    struct hd_type *type = hd_type_of_text(
        hd_engine.front, hd_printf(hd_engine.arena, "*(%s *)0", m->expected), &quiet);
    if (!type || type->kind != HD_TY_ENUM || !type->enumeration) return;
    const struct hd_enum *e = type->enumeration;
    for (int i = 0; i < e->nconstants; i++) {
        const char *name = e->constants[i]->name;
        if (e->scoped) name = hd_printf(hd_engine.arena, "%s::%s", e->tag, name);
        add_match(m, name, "constant", m->expected, RANK_EXPECTED);
    }
}

static void add_stopped(void *user, const char *name, const struct hd_type *type,
                        const char *help) {
    if (type)
        add_match(user, name, "variable", hd_type_str(hd_engine.arena, type), RANK_LOCAL);
    else
        add_match(user, name, help ? "magic" : "type", help ? help : "", RANK_LOCAL);
}

static void complete_names(struct matches *m, const char *code, size_t len) {
    size_t word = len;
    while (word > 0 && is_word(code[word - 1])) word--;
    hd_debug_names(add_stopped, m, word == 0);
    complete_expected(m, code, len);
    complete_text_names(m, code, len);
    complete_session(m);
    if (m->len == 0) return;
    complete_built_in(m);
    complete_keywords(m);
}

// ---- members ------------------------------------------------------------------------------------

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

static const char *type_of_name(const char *name, const char *code, size_t len) {
    struct hd_text_name *names;
    for (int i = hd_text_names(hd_engine.front, code, len, hd_engine.arena, &names) - 1; i >= 0;
         i--) {
        if (strcmp(names[i].name, name) != 0 || strcmp(names[i].class, "variable") != 0 ||
            !names[i].type || !*names[i].type)
            continue;
        struct hd_buf type = {0}; // a pointer for each of an array's dimensions
        hd_buf_puts(&type, names[i].type);
        int depth = 0;
        for (const char *s = names[i].after; *s; s++) {
            if (*s == '[' && depth++ == 0) hd_buf_puts(&type, " *");
            if (*s == ']') depth--;
        }
        return keep(&type);
    }
    const struct hd_builtin *row = hd_builtin_find(name);
    return row && row->flags & BI_VARIABLE ? row->signature : NULL;
}

// The expression with its first name replaced by a value of that name's type, and with all indices
// 0.
static const char *plain_expression(const char *expr, const char *code, size_t len) {
    struct hd_buf out = {0};
    size_t n = 0;
    while (is_word(expr[n])) n++;
    const char *name = hd_strndup(hd_engine.arena, expr, n),
               *type = n ? type_of_name(name, code, len) : NULL;
    size_t end = strlen(type ? type : "");
    if (type && end && type[end - 1] == ')') type = NULL;
    if (type)
        hd_buf_printf(&out, "(*(%s *)0)", type);
    else
        hd_buf_add(&out, expr, n);
    for (size_t i = n; expr[i];) {
        int depth = 0;
        if (expr[i] != '[') {
            hd_buf_putc(&out, expr[i++]);
            continue;
        }
        hd_buf_puts(&out, "[0]");
        do {
            if (expr[i] == '[') depth++;
            if (expr[i] == ']') depth--;
            i++;
        } while (expr[i] && depth > 0);
    }
    return keep(&out);
}

// What the text holds of whole items before the one that the cursor is in.
static size_t items_end(const char *code, size_t len) {
    size_t end = 0;
    int depth = 0;
    for (size_t i = 0; i < len; i++) {
        char c = code[i];
        if (c == '"' || c == '\'') {
            for (i++; i < len && code[i] != c && code[i] != '\n'; i++)
                if (code[i] == '\\') i++;
        } else if (c == '{' || c == '(' || c == '[') {
            depth++;
        } else if (c == '}' || c == ')' || c == ']') {
            if (depth) depth--;
            if (c == '}' && depth == 0) end = code[i + 1] == ';' ? i + 2 : i + 1;
        } else if (c == ';' && depth == 0) {
            end = i + 1;
        }
    }
    return end < len ? end : len;
}

static struct hd_type *type_of(const char *expr, const char *code, size_t len) {
    struct hd_diags quiet = {.arena = hd_engine.arena, .muted = true};
    const char *plain = plain_expression(expr, code, len);
    size_t before = items_end(code, len);
    struct hd_type *type = NULL;
    if (before && code[0] != '%')
        type = hd_type_of_text(hd_engine.front,
                               hd_printf(hd_engine.arena, "%.*s\n%s", (int)before, code, plain),
                               &quiet);
    quiet = (struct hd_diags){.arena = hd_engine.arena, .muted = true};
    if (!type) type = hd_type_of_text(hd_engine.front, plain, &quiet);
    quiet = (struct hd_diags){.arena = hd_engine.arena, .muted = true};
    return type ? type : hd_type_of_text(hd_engine.front, expr, &quiet);
}

static void complete_methods(struct matches *m, const struct hd_record *record, bool statics_only) {
    for (int i = 0; i < record->nmethods; i++) {
        const struct hd_method *method = &record->methods[i];
        bool named = !method->is_ctor && !method->is_dtor && !method->is_conversion &&
                     !(method->ast && method->ast->declr->is_operator);
        if (named && (method->is_static || !statics_only))
            add_match(m, method->name, "function", signature_of(method->sym), RANK_LOCAL);
    }
    for (int i = 0; i < record->nstatics; i++)
        add_match(m, record->statics[i].name, "member", "static", RANK_LOCAL);
}

// What is declared in a namespace, or inside of a struct.
static void complete_space(struct matches *m, struct hd_space *space) {
    int n;
    struct hd_def **defs = hd_defs(hd_engine.front, &n);
    for (int i = n - 1; i >= 0; i--) {
        const char *name = hd_def_plain(defs[i]);
        if (!is_typed(defs[i]) || !is_wanted(m, name)) continue;
        if (defs[i]->space != space && !hd_space_brings(hd_engine.front, space, defs[i]->space))
            continue;
        const char *kind = kind_of(defs[i]);
        add_match(m, name, kind, signature_of_def(defs[i], kind), RANK_LOCAL);
    }
    if (!space->is_std && !(space->outer && space->outer->is_std)) return;
    hd_std_each(add_library_name, m);
    if (space->is_std) hd_header_each(add_library_name, m);
}

// After `V::`: what belongs to the namespace or struct itself, or the constants of an enum.
static void complete_scope(struct matches *m, const char *name) {
    struct hd_diags quiet = {.arena = hd_engine.arena, .muted = true};
    struct hd_asked asked;
    if (!hd_ask(hd_engine.front, name, NULL, HD_ASK_KNOWN, &asked, &quiet)) return;
    const struct hd_type *type = asked.type;
    if (asked.leads) complete_space(m, asked.leads);
    if (type && type->kind == HD_TY_RECORD) complete_methods(m, type->record, true);
    for (int i = 0; type && type->kind == HD_TY_ENUM && i < type->enumeration->nconstants; i++)
        add_match(m, type->enumeration->constants[i]->name, "variable", name, RANK_LOCAL);
    hd_ask_done(hd_engine.front, &asked);
}

// `2.` is a number, `p2.` is not.
static bool ends_in_number(const char *code, size_t end) {
    size_t from = end;
    while (from > 0 && is_word(code[from - 1])) from--;
    return from < end && isdigit((unsigned char)code[from]);
}

const struct hd_record *hd_record_before(const char *code, size_t name) {
    bool member = name > 0 && code[name - 1] == '.' && !ends_in_number(code, name - 1);
    bool arrow = name > 1 && code[name - 1] == '>' && code[name - 2] == '-';
    if (!member && !arrow) return NULL;
    size_t dot = name - (member ? 1 : 2), from = expression_start(code, dot);
    if (from == dot) return NULL;
    const char *expr = hd_strndup(hd_engine.arena, code + from, dot - from);
    struct hd_type *type = hd_debug_type(expr);
    if (!type) type = type_of(expr, code, from);
    while (type &&
           (type->kind == HD_TY_PTR || type->kind == HD_TY_REF || type->kind == HD_TY_ARRAY))
        type = type->base;
    return type && type->kind == HD_TY_RECORD ? type->record : NULL;
}

static void complete_members(struct matches *m, const struct hd_record *record) {
    if (!record) return;
    for (int i = 0; i < record->nfields; i++) {
        const struct hd_field *f = &record->fields[i];
        if (f->name)
            add_match(m, f->name, "member", hd_type_str(hd_engine.arena, f->type), RANK_LOCAL);
    }
    complete_methods(m, record, false);
}

// ---- paths and headers --------------------------------------------------------------------------

static bool is_folder(const char *dir, const struct dirent *entry) {
    struct stat st;
    if (entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN) return entry->d_type == DT_DIR;
    return stat(hd_printf(hd_engine.arena, "%s/%s", dir, entry->d_name), &st) == 0 &&
           S_ISDIR(st.st_mode);
}

// The entries of `dir`; each match begins with prefix_dir. headers: those that could be included.
static void complete_folder(struct matches *m, const char *dir, const char *prefix_dir,
                            bool headers) {
    DIR *d = opendir(dir);
    size_t skip = strlen(prefix_dir);
    struct dirent *entry;
    while (d && (entry = readdir(d))) {
        if (entry->d_name[0] == '.' && m->prefix[skip < m->len ? skip : m->len] != '.') continue;
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (!agrees(m, hd_printf(hd_engine.arena, "%s%s", prefix_dir, entry->d_name))) continue;
        bool folder = is_folder(dir, entry);
        const char *dot = strrchr(entry->d_name, '.');
        bool header = dot && (!strcmp(dot, ".h") || !strcmp(dot, ".cuh") || !strcmp(dot, ".hpp"));
        if (headers && !folder && !header) continue;
        bool own = headers && dir[0] != '/';
        add_match(
            m, hd_printf(hd_engine.arena, "%s%s%s", prefix_dir, entry->d_name, folder ? "/" : ""),
            headers ? "header" : "path", headers && !folder ? dir : "",
            own      ? RANK_EXPECTED
            : folder ? RANK_SESSION
                     : RANK_LOCAL);
    }
    if (d) closedir(d);
}

static const char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? hd_strndup(hd_engine.arena, path, (size_t)(slash - path) + 1) : "";
}

static void complete_path(struct matches *m) {
    const char *folder = folder_of(m->prefix), *home = getenv("HOME"),
               *dir = *folder ? folder : ".";
    if (folder[0] == '~' && folder[1] == '/' && home)
        dir = hd_printf(hd_engine.arena, "%s%s", home, folder + 1);
    complete_folder(m, dir, folder, false);
}

static void complete_header(struct matches *m, bool quoted) {
    const char *folder = folder_of(m->prefix), **dirs, *name;
    if (quoted) complete_folder(m, *folder ? folder : ".", folder, true);
    for (int i = 0; (name = hd_builtin_header_name(i)); i++)
        if (strncmp(name, "heddle/", 7) != 0) add_match(m, name, "header", "built in", RANK_LOCAL);
    int n = hd_include_dirs(hd_engine.front, &dirs, NULL);
    for (int i = 0; i < n; i++)
        complete_folder(m, hd_printf(hd_engine.arena, "%s/%s", dirs[i], folder), folder, true);
}

static void set_prefix(struct matches *m, const char *code, size_t start, size_t cursor) {
    m->prefix = hd_strndup(hd_engine.arena, code + start, cursor - start);
    m->len = cursor - start;
}

static void complete_directive(struct matches *m) {
    static const char *const directives[] = {"define", "elif",  "else",   "endif",   "error",
                                             "if",     "ifdef", "ifndef", "include", "line",
                                             "pragma", "undef", "warning"};
    for (int i = 0; i < HD_COUNT(directives); i++)
        add_match(m, directives[i], "keyword", "", RANK_LOCAL);
}

// In the cursor's line: a directive's name after `#`, and a header after `#include <` or `#include
// "`.
static bool complete_include(struct matches *m, const char *code, size_t line, size_t cursor,
                             size_t *start) {
    size_t at = line;
    while (at < cursor && (code[at] == ' ' || code[at] == '\t')) at++;
    if (at >= cursor || code[at++] != '#') return false;
    while (at < cursor && (code[at] == ' ' || code[at] == '\t')) at++;
    size_t name = at;
    while (name < cursor && is_word(code[name])) name++;
    if (name == cursor) {
        *start = at;
        set_prefix(m, code, at, cursor);
        complete_directive(m);
        return true;
    }
    if (cursor - at < 8 || strncmp(code + at, "include", 7) != 0) return false;
    at += 7;
    while (at < cursor && (code[at] == ' ' || code[at] == '_' || isalpha((unsigned char)code[at])))
        at++;
    if (at >= cursor || (code[at] != '<' && code[at] != '"')) return false;
    *start = at + 1;
    set_prefix(m, code, *start, cursor);
    complete_header(m, code[at] == '"');
    return true;
}

// Inside a literal of the cursor's line: the start of its contents; 0: not in one.
static size_t literal_start(const char *code, size_t line, size_t cursor) {
    size_t open = 0;
    for (size_t i = line; i < cursor; i++) {
        if (open && code[i] == '\\')
            i++;
        else if (code[i] == '"')
            open = open ? 0 : i + 1;
        else if (!open && code[i] == '/' && code[i + 1] == '/')
            return 0;
    }
    return open;
}

// ---- magics -------------------------------------------------------------------------------------

// The words of a list: "[-n N] [-r R]", "cpu | gpu", "function kernel variable": those that are to
// be typed as they stand.
static void add_choices(struct matches *m, const char *list, const char *end, bool options) {
    while (list < end) {
        size_t n = 0;
        while (list + n < end && (is_word(list[n]) || list[n] == '-' || list[n] == ':')) n++;
        bool placeholder = n == 0 || isupper((unsigned char)*list) || isdigit((unsigned char)*list);
        if (!placeholder && (*list == '-') == options)
            add_match(m, hd_strndup(hd_engine.arena, list, n), "option", "", RANK_LOCAL);
        list += n ? n : 1;
    }
}

static const struct {
    const char *magic, *takes; // paths, "= kinds of names", also "own" ones only, or the words
} arguments[] = {
    {"ptx", "= kernel"},
    {"nvvm", "= kernel"},
    {"sass", "= kernel"},
    {"resources", "= kernel"},
    {"shapes", "= kernel"},
    {"llvm", "= kernel function"},
    {"asm", "= kernel function"},
    {"break", "= kernel function"},
    {"reset", "= own kernel function variable type"},
    {"edit", "= own kernel function variable type"},
    {"env", "environment"},
    {"help", "manual"},
    {"run", "paths"},
    {"load", "paths"},
    {"save", "paths"},
    {"include", "paths"},
    {"cd", "paths"},
    {"writefile", "paths"},
    {"export", "paths"},
    {"config", "threads digits width lanes fastmath fmad ftz maxreg items"},
    {"who", "function kernel variable type template"},
    {"device", "cpu gpu"},
    {"lib", ""},
};

static void complete_environment(struct matches *m) {
    extern char **environ;
    for (char **entry = environ; *entry; entry++) {
        size_t n = strcspn(*entry, "=");
        add_match(m, hd_strndup(hd_engine.arena, *entry, n), "variable",
                  (*entry)[n] ? *entry + n + 1 : "", RANK_LOCAL);
    }
}

static void complete_manual(struct matches *m) {
    for (int i = 0; i < hd_manual_count; i++)
        add_match(m, hd_manual[i].name, "option", "", RANK_LOCAL);
}

static void complete_argument(struct matches *m, const char *magic, const char *code,
                              size_t cursor) {
    const char *usage = "", *help, *found;
    for (int i = 0; (found = hd_magic_name(i, &usage, &help)) && strcmp(found, magic) != 0; i++)
        continue;
    if (found && m->prefix[0] == '-') {
        add_choices(m, usage, usage + strlen(usage), true);
        return;
    }
    for (int i = 0; i < HD_COUNT(arguments); i++) {
        const char *takes = arguments[i].takes;
        if (strcmp(arguments[i].magic, magic) != 0) continue;
        if (*takes == '=')
            m->kinds = takes + 1;
        else if (!strcmp(takes, "paths"))
            complete_path(m);
        else if (!strcmp(takes, "environment"))
            complete_environment(m);
        else if (!strcmp(takes, "manual"))
            complete_manual(m);
        else
            add_choices(m, takes, takes + strlen(takes), false);
        if (*takes != '=' && strcmp(takes, "manual") != 0) return;
    }
    if (m->kinds && strstr(m->kinds, "own"))
        complete_session(m);
    else
        complete_names(m, code, cursor);
}

// On a line that is a magic or a shell command. False: it is neither, or what follows is code.
static bool complete_magic(struct matches *m, const char *code, size_t line, size_t cursor,
                           size_t *start) {
    if (hd_is_shell_line(code + line, strlen(code + line))) {
        *start = cursor;
        while (*start > line + 1 && !strchr(" \t|&;<>'\"=", code[*start - 1])) --*start;
        set_prefix(m, code, *start, cursor);
        complete_path(m);
        return true;
    }
    if (code[line] != '%') return false;
    size_t name = line + 1 + (code[line + 1] == '%'), end = name;
    while (end < cursor && is_word(code[end])) end++;
    if (end == cursor) {
        const char *usage, *help, *found;
        *start = name;
        set_prefix(m, code, name, cursor);
        for (int i = 0; (found = hd_magic_name(i, &usage, &help)); i++)
            add_match(m, found, "magic",
                      *usage ? hd_printf(hd_engine.arena, "%s  %s", usage, help) : help,
                      RANK_LOCAL);
        return true;
    }
    const char *magic = hd_strndup(hd_engine.arena, code + name, end - name);
    size_t from = cursor;
    while (from > end && !isspace((unsigned char)code[from - 1])) from--;
    bool option = code[from] == '-' && from < cursor;
    if (strstr(magic, "time") && !option) return false;
    set_prefix(m, code, from, cursor);
    *start = from;
    complete_argument(m, magic, code, cursor);
    return true;
}

// ---- all of it ----------------------------------------------------------------------------------

static void complete_code(struct matches *m, const char *code, size_t cursor, size_t *start) {
    *start = cursor;
    while (*start > 0 && is_word(code[*start - 1])) --*start;
    set_prefix(m, code, *start, cursor);
    size_t dot = *start;
    bool number = dot > 0 && code[dot - 1] == '.' && ends_in_number(code, dot - 1);
    bool member = dot > 0 && code[dot - 1] == '.' && !number;
    bool arrow = dot > 1 && code[dot - 1] == '>' && code[dot - 2] == '-';
    if (isdigit((unsigned char)*m->prefix) || number) return;
    if (dot > 2 && code[dot - 1] == ':' && code[dot - 2] == ':') {
        size_t from = hd_name_before(code, dot - 2);
        complete_scope(m, hd_strndup(hd_engine.arena, code + from, dot - 2 - from));
        return;
    }
    if (!member && !arrow) {
        complete_names(m, code, cursor);
        return;
    }
    complete_members(m, hd_record_before(code, *start));
}

// Where a prefix ends inside of a word (`cudaMem`), names in which the word goes on stand before
// those in which another begins: cudaMemcpy before cudaMemAdvise.
static size_t typed; // bytes of the prefix

static bool begins_word(const char *text) {
    return typed && islower((unsigned char)text[typed - 1]) && isupper((unsigned char)text[typed]);
}

static int compare(const void *a, const void *b) {
    const struct match *x = a, *y = b;
    if (x->distance != y->distance) return x->distance - y->distance;
    size_t x_len = strlen(x->text), y_len = strlen(y->text);
    if (x->distance && x_len != y_len) return x_len < y_len ? -1 : 1;
    if (x->rank != y->rank) return (int)x->rank - (int)y->rank;
    bool x_other = !x->distance && begins_word(x->text),
         y_other = !y->distance && begins_word(y->text);
    return x_other != y_other ? x_other - y_other : strcmp(x->text, y->text);
}

static size_t find_matches(struct matches *m, const char *code, size_t cursor) {
    size_t start = cursor, line = cursor, literal;
    while (line > 0 && code[line - 1] != '\n') line--;
    if (complete_magic(m, code, line, cursor, &start) ||
        complete_include(m, code, line, cursor, &start)) {
        // done
    } else if ((literal = literal_start(code, line, cursor))) {
        start = literal;
        set_prefix(m, code, start, cursor);
        complete_path(m);
    } else {
        complete_code(m, code, cursor, &start);
    }
    return start;
}

// `%ptx s`: where a kernel begins so, kernels alone.
static void keep_expected(struct matches *m) {
    int kept = 0;
    for (int i = 0; i < m->list.n; i++)
        if (m->list.v[i].rank == RANK_EXPECTED) m->list.v[kept++] = m->list.v[i];
    if (kept) m->list.n = kept;
}

json_t *hd_complete_reply(const char *code, size_t cursor) {
    size_t len = strlen(code), start = cursor;
    if (cursor > len) cursor = len;
    struct matches m = {.prefix = ""};
    for (; m.agree < AGREE_END; m.agree++) {
        start = find_matches(&m, code, cursor);
        if (m.list.n || m.len == 0) break;
    }
    typed = m.len;
    if (m.kinds) keep_expected(&m);
    if (m.list.n) qsort(m.list.v, (size_t)m.list.n, sizeof *m.list.v, compare);
    json_t *list = json_array();
    for (int i = 0; i < m.list.n; i++) {
        json_t *match = json_pack("{s:s, s:s, s:s}", "text", m.list.v[i].text, "kind",
                                  m.list.v[i].kind, "signature", m.list.v[i].signature);
        if (match) json_array_append_new(list, match); // a path that is no UTF-8 cannot be offered
    }
    bool loose = m.list.n && m.agree != AGREE_EXACT;
    hd_map_finish(&m.seen);
    HD_FREE_VEC(&m.list);
    return json_pack("{s:o, s:I, s:I, s:b}", "matches", list, "start", (json_int_t)start, "end",
                     (json_int_t)cursor, "loose", loose);
}

json_t *hd_highlight_reply(const char *code, size_t len) {
    struct hd_span *spans;
    int n = hd_highlight(hd_engine.front, code, len, hd_engine.arena, &spans);
    struct hd_buf list = {0};
    for (int i = 0; i < n; i++)
        hd_buf_printf(&list, "%zu %zu %s\n", (size_t)spans[i].from, (size_t)spans[i].to,
                      spans[i].class);
    json_t *reply = json_pack("{s:s}", "spans", hd_buf_str(&list));
    hd_buf_finish(&list);
    return reply;
}
