// What is known of names: `?name` and inspection for front-ends.
#include "math/math.h"
#include "run/run.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- ?name --------------------------------------------------------------------------------------

static bool is_embedded(const struct hd_source *s) { return s && s->system && !s->path; }

// The text of a definition, of an overload of it, or of what it is a part of: whole items only.
static struct hd_range text_range(const struct hd_def *def, const struct hd_sym *sym) {
    struct hd_range r = def->range;
    for (const struct hd_def *o = def; sym && o; o = o->next_overload)
        if (o->sym == sym) r = o->range;
    if (sym && sym->kind == SYM_TEMPLATE && sym->tmpl->ast->kind == AST_FUNCTION)
        r = sym->tmpl->ast->range; // several templates of a name are one definition
    const struct hd_source *s = def->source;
    struct hd_prelude item;
    const struct hd_type *tag = def->tag_type;
    hd_loc at = sym                         ? sym->range.from
                : !tag                      ? r.from
                : tag->kind == HD_TY_RECORD ? tag->record->loc
                                            : tag->enumeration->loc;
    if (!is_embedded(s) || strcmp(s->name, "<cuda>") != 0 || at < s->base ||
        !hd_prelude_at(at - s->base, &item))
        return r;
    r.from = s->base + (hd_loc)(item.text - hd_prelude_text);
    r.to = r.from + (hd_loc)item.len;
    return r;
}

static void add_place(struct hd_buf *out, hd_loc loc) {
    struct hd_place place;
    if (loc && hd_source_place(loc, &place) && !is_embedded(place.source))
        hd_buf_printf(out, "Defined:   %s:%d\n", place.source->name, place.line);
}

static void add_text(struct hd_buf *out, struct hd_range text) {
    const struct hd_source *s = hd_source_at(text.from);
    if (!s || !s->text || text.to <= text.from || text.from < s->base) return;
    size_t from = text.from - s->base, to = text.to - s->base;
    if (to > s->len) return;
    hd_buf_visible(out, s->text + from, to - from);
    hd_buf_putc(out, '\n');
}

// Of a set of functions or templates each one's text.
static void add_source(struct hd_buf *out, const struct hd_def *def) {
    const struct hd_sym *sym = def->sym;
    size_t head = out->len;
    hd_buf_puts(out, "Source:\n");
    size_t begin = out->len;
    bool set = sym && sym->next && (sym->kind == SYM_FUNC || sym->kind == SYM_TEMPLATE);
    for (; set && sym; sym = sym->next) add_text(out, text_range(sym->def ? sym->def : def, sym));
    if (!set) add_text(out, text_range(def, NULL));
    if (out->len == begin) out->s[out->len = head] = 0;
}

// The length of `__attribute__((...))`, `__asm__(...)`, `static` or `inline` at text[at], 0: there
// is none.
static size_t unread_part(const char *text, size_t at, size_t len) {
    static const char *const words[] = {"__attribute__", "__asm__", "static", "inline"};
    for (int i = 0; i < HD_COUNT(words); i++) {
        size_t n = strlen(words[i]), end = at + n;
        if (len - at <= n || memcmp(text + at, words[i], n) != 0 ||
            isalnum((unsigned char)text[end]) || text[end] == '_')
            continue;
        if (at > 0 && (isalnum((unsigned char)text[at - 1]) || text[at - 1] == '_')) continue;
        int depth = 0;
        for (size_t k = end; i < 2 && k < len; k++) {
            depth += text[k] == '(' ? 1 : text[k] == ')' ? -1 : 0;
            if (text[k] == ')' && depth == 0) return k + 1 - at;
        }
        return n;
    }
    return 0;
}

void hd_declaration_line(struct hd_buf *out, const char *text, size_t len) {
    for (size_t i = 0; i < len && text[i] != '{' && text[i] != ';';) {
        size_t skipped = unread_part(text, i, len);
        i += skipped;
        if (skipped || i >= len) continue;
        bool blank = isspace((unsigned char)text[i]);
        bool joins = out->len && out->s[out->len - 1] == ' ' &&
                     (text[i] == ',' || text[i] == ')'); // what a part left
        if (joins) out->s[--out->len] = 0;
        if (!blank || (out->len && out->s[out->len - 1] != ' '))
            hd_buf_putc(out, blank ? ' ' : text[i]);
        i++;
    }
    while (out->len && out->s[out->len - 1] == ' ') out->s[--out->len] = 0;
}

// `Help:` and what a comment or table says, its further lines below the first.
void hd_describe_help(struct hd_buf *out, const char *help) {
    hd_buf_puts(out, "Help:      ");
    for (; *help; help++) {
        hd_buf_putc(out, *help);
        if (*help == '\n' && help[1] != '\n') hd_buf_puts(out, "           ");
    }
    hd_buf_putc(out, '\n');
}

// The comment at a definition, unless it is what was said last; that it becomes.
static void add_doc(struct hd_buf *out, const struct hd_def *def, const struct hd_sym *sym,
                    const char **last) {
    struct hd_buf doc = {0};
    struct hd_range text = text_range(def, sym);
    bool found = sym && sym->kind == SYM_ENUM_CONST
                     ? hd_doc_of_name(&doc, def->source, sym->range, false)
                     : hd_doc_of(&doc, def->source, text.from, text.to);
    if (found && (!*last || strcmp(*last, hd_buf_str(&doc)) != 0)) {
        *last = hd_strndup(hd_engine.arena, hd_buf_str(&doc), doc.len);
        hd_describe_help(out, *last);
    }
    hd_buf_finish(&doc);
}

static const char *def_kind(const struct hd_def *def) {
    if (def->kind == DEF_TAG) return "type";
    if (def->sym && def->sym->kind == SYM_ENUM_CONST) return "constant";
    if (def->kind == DEF_TYPEDEF) return "type";
    if (def->kind == DEF_TEMPLATE)
        return def->sym && def->sym->kind == SYM_STRUCT_TEMPLATE ? "struct template"
                                                                 : "generic function";
    if (def->kind == DEF_VAR) return "variable";
    if (def->kind == DEF_SPACE) return "namespace";
    return def->sym && def->sym->spec & SPEC_GLOBAL ? "kernel" : "function";
}

enum { MOST_CONSTANTS = 16 }; // of an enum that a plain `?name` lists
enum { MOST_NAMES = 40 };     // of a namespace

static void describe_enum(struct hd_buf *out, const struct hd_def *def,
                          const struct hd_enum *enumeration, int detail) {
    int n = enumeration->nconstants, shown = detail > 0 || n <= MOST_CONSTANTS ? n : MOST_CONSTANTS;
    if (!n) return;
    hd_buf_puts(out, "Constants:\n");
    for (int i = 0; i < shown; i++) {
        const struct hd_sym *sym = enumeration->constants[i];
        struct hd_buf doc = {0};
        hd_buf_printf(out, "    %s = %lld", sym->name, (long long)sym->enum_value);
        if (def && hd_doc_of_name(&doc, def->source, sym->range, true))
            hd_buf_printf(out, "   // %s", hd_buf_str(&doc));
        hd_buf_putc(out, '\n');
        hd_buf_finish(&doc);
    }
    if (shown < n)
        hd_buf_printf(out, "    and %d more: `\?\?%s` shows all\n", n - shown,
                      enumeration->tag ? enumeration->tag : enumeration->typedef_name);
}

static void describe_record(struct hd_buf *out, const struct hd_def *def,
                            const struct hd_type *type) {
    if (type->kind != HD_TY_RECORD || !type->record->complete) return;
    hd_buf_printf(out, "Size:      %llu bytes\nMembers:\n", (unsigned long long)type->size);
    for (int i = 0; i < type->record->nfields; i++) {
        const struct hd_field *f = &type->record->fields[i];
        hd_buf_puts(out, "    ");
        hd_type_print(out, f->type, f->name, HD_LANG_CU);
        if (f->is_bits) hd_buf_printf(out, " : %d", f->bit_width);
        hd_buf_printf(out, ";   // offset %llu", (unsigned long long)f->offset);
        struct hd_buf doc = {0};
        if (hd_doc_of_name(&doc, def->source, f->range, true))
            hd_buf_printf(out, ": %s", hd_buf_str(&doc));
        hd_buf_putc(out, '\n');
        hd_buf_finish(&doc);
    }
}

// Names that our headers and those of the system keep for themselves are no help.
static bool is_reserved(const struct hd_record *record, const char *name) {
    return record->def && record->def->system && name && !strncmp(name, "__", 2);
}

static const char *sym_keywords(const struct hd_sym *sym) {
    if (sym->spec & SPEC_GLOBAL) return "__global__ ";
    if (sym->spec & SPEC_DEVICE)
        return sym->spec & SPEC_HOST ? "__host__ __device__ " : "__device__ ";
    return "";
}

// The length of the CUDA words at the front, which sym_keywords says.
static size_t keywords_at(const char *text, size_t len) {
    static const char *const words[] = {"__host__ ", "__device__ ", "__global__ "};
    size_t at = 0;
    for (int i = 0; i < HD_COUNT(words); i++) {
        size_t n = strlen(words[i]);
        if (len - at <= n || strncmp(text + at, words[i], n)) continue;
        at += n;
        i = -1; // in any order
    }
    return at;
}

// A function that one of our own headers declares, as it stands there: with names and defaults.
static bool print_declaration(struct hd_buf *out, const struct hd_sym *sym) {
    const struct hd_source *s = sym->def ? sym->def->source : NULL;
    if (sym->kind != SYM_FUNC || !is_embedded(s)) return false;
    struct hd_range text = text_range(sym->def, sym);
    if (text.from < s->base || text.to - s->base > s->len) return false;
    const char *from = s->text + (text.from - s->base);
    size_t len = text.to - text.from, at = keywords_at(from, len);
    hd_declaration_line(out, from + at, len - at);
    return true;
}

// A function with its parameters' names where they are known.
void hd_print_signature(struct hd_buf *out, const struct hd_sym *sym) {
    if (sym->method) { // without `this`
        const struct hd_method *m = sym->method;
        struct hd_buf text = {0};
        bool untyped = m->is_ctor || m->is_dtor;
        if (m->is_conversion) // its name says the type
            hd_buf_printf(&text, "%s()", m->name);
        else
            hd_type_print(&text, m->type, m->name, HD_LANG_CU);
        hd_buf_printf(out, "%s%s", hd_buf_str(&text) + (untyped ? strlen("void ") : 0),
                      hd_quals_text(m->quals));
        hd_buf_finish(&text);
        return;
    }
    if (sym->def && sym->def->family && sym->kind == SYM_FUNC) { // an operator
        hd_type_print(out, sym->type, hd_def_called(sym->def), HD_LANG_CU);
        return;
    }
    struct hd_func *func = sym->kind == SYM_FUNC && sym->defined ? sym->func : NULL;
    if (!func && print_declaration(out, sym)) return;
    struct hd_diags quiet = {.arena = hd_engine.arena};
    if (func && func->ast && !func->body) // of a header: nobody has called it yet
        hd_func_body(hd_engine.front, func, &quiet);
    if (!func || func->nparams != sym->type->nparams || !sym->type->base) {
        hd_type_print(out, sym->type, sym->name, HD_LANG_CU);
        return;
    }
    struct hd_buf text = {0};
    hd_buf_printf(&text, "%s(", sym->name);
    for (int i = 0; i < func->nparams; i++) {
        if (i) hd_buf_puts(&text, ", ");
        hd_type_print(&text, sym->type->params[i], func->params[i]->name, HD_LANG_CU);
    }
    hd_buf_puts(&text, sym->type->variadic ? ", ...)" : ")");
    hd_type_print(out, sym->type->base, hd_buf_str(&text), HD_LANG_CU);
    hd_buf_finish(&text);
}

static void describe_methods(struct hd_buf *out, const struct hd_record *record) {
    bool first = true;
    for (int i = 0; i < record->nmethods; i++) {
        const struct hd_sym *sym = record->methods[i].sym;
        if (is_reserved(record, record->methods[i].name)) continue;
        hd_buf_printf(out, "%s    %s%s", first ? "Functions:\n" : "",
                      record->methods[i].is_static ? "static " : "", sym_keywords(sym));
        hd_print_signature(out, sym);
        hd_buf_puts(out, ";\n");
        first = false;
    }
}

static void describe_sym(struct hd_buf *out, const struct hd_sym *sym) {
    if (sym->kind == SYM_ENUM_CONST) {
        hd_buf_printf(out, "Type:      %s\nValue:     %lld\n",
                      hd_type_str(hd_engine.arena, sym->type), (long long)sym->enum_value);
        return;
    }
    if (sym->kind == SYM_TYPEDEF) {
        hd_buf_printf(out, "Type:      %s\n", hd_type_str(hd_engine.arena, sym->type->unqual));
        return;
    }
    hd_buf_printf(out, "Signature: %s", sym_keywords(sym));
    hd_print_signature(out, sym);
    hd_buf_putc(out, '\n');
}

static void describe_template(struct hd_buf *out, const struct hd_def *def,
                              const struct hd_sym *sym) {
    const struct hd_source *s = def->source;
    struct hd_range text = text_range(def, sym);
    if (!s || !s->text || text.from < s->base || text.to - s->base > s->len) return;
    struct hd_buf line = {0};
    hd_declaration_line(&line, s->text + (text.from - s->base), text.to - text.from);
    hd_buf_printf(out, "Signature: %s\n", hd_buf_str(&line));
    hd_buf_finish(&line);
}

// What a typedef names, unless `?` of the type's own name says it.
static void describe_named_type(struct hd_buf *out, const struct hd_def *def,
                                const struct hd_type *type, int detail) {
    const struct hd_def *own = type->kind == HD_TY_RECORD ? type->record->def
                               : type->kind == HD_TY_ENUM ? type->enumeration->def
                                                          : NULL;
    describe_record(out, own ? own : def, type);
    if (type->kind == HD_TY_ENUM) describe_enum(out, own ? own : def, type->enumeration, detail);
}

// The types made of a struct template so far.
static void describe_instances(struct hd_buf *out, const char *name) {
    int n, shown = 0;
    struct hd_def **defs = hd_defs(hd_engine.front, &n);
    for (int i = 0; i < n; i++)
        if (defs[i]->kind == DEF_TAG && defs[i]->instance_of && !strcmp(defs[i]->instance_of, name))
            hd_buf_printf(out, "%s%s", shown++ ? ", " : "Made:      ", defs[i]->name);
    if (shown) hd_buf_putc(out, '\n');
}

// What a namespace has in it: the names, each once.
static void describe_names(struct hd_buf *out, const struct hd_space *space) {
    int n, shown = 0;
    struct hd_def **defs = hd_defs(hd_engine.front, &n);
    struct hd_map seen = {0};
    for (int i = 0; i < n && shown <= MOST_NAMES; i++) {
        const char *name = hd_def_called(defs[i]);
        if (defs[i]->space != space || defs[i]->instance_of || defs[i]->kind == DEF_SPACE) continue;
        if (!strncmp(name, "__", 2) || hd_map_get(&seen, hd_intern_str(name))) continue;
        hd_map_set(&seen, hd_intern_str(name), (void *)name);
        const char *before = shown++ ? ", " : "Names:     ";
        hd_buf_printf(out, "%s%s", before, shown > MOST_NAMES ? "..." : name);
    }
    if (shown) hd_buf_putc(out, '\n');
    hd_map_finish(&seen);
}

static void describe_def(struct hd_buf *out, const struct hd_def *def, int detail) {
    const char *doc = NULL;
    hd_buf_printf(out, "%s (%s)\n", def->name, def_kind(def));
    if (def->kind == DEF_SPACE) {
        add_doc(out, def, NULL, &doc);
        if (def->sym && def->sym->kind == SYM_NAMESPACE) describe_names(out, def->sym->space);
        add_place(out, def->range.from);
        return;
    }
    if (def->kind == DEF_TAG) {
        hd_buf_printf(out, "Type:      %s\n", hd_type_str(hd_engine.arena, def->tag_type));
        add_doc(out, def, NULL, &doc);
        describe_record(out, def, def->tag_type);
        if (def->tag_type->kind == HD_TY_RECORD) describe_methods(out, def->tag_type->record);
        if (def->tag_type->kind == HD_TY_ENUM)
            describe_enum(out, def, def->tag_type->enumeration, detail);
    }
    for (const struct hd_sym *sym = def->sym; sym; sym = sym->next) {
        if (sym->kind == SYM_TEMPLATE) {
            describe_template(out, def, sym);
            int n = 0;
            for (int at = 0; hd_template_instance(hd_engine.front, sym->tmpl, &at);) n++;
            hd_buf_printf(out, "Made:      %d specialisation%s (%%specs %s)\n", n,
                          n == 1 ? "" : "s", def->name);
            add_doc(out, def, sym, &doc);
            continue;
        }
        if (sym->kind == SYM_STRUCT_TEMPLATE) {
            describe_instances(out, def->name);
            add_doc(out, def, sym, &doc);
            continue;
        }
        describe_sym(out, sym);
        add_doc(out, def, sym, &doc);
        if (sym->kind == SYM_TYPEDEF) describe_named_type(out, def, sym->type, detail);
    }
    if (def->kind == DEF_VAR && def->sym->addr) {
        struct hd_value_options options = {
            .digits = hd_engine.options.digits,
            .width = hd_engine.options.width ? hd_engine.options.width : hd_engine.options.columns,
            .items = hd_engine.options.items};
        struct hd_buf value = {0};
        hd_value_print(&value, def->sym->type, (const void *)def->sym->addr, &options);
        bool several = strchr(hd_buf_str(&value), '\n') !=
                       NULL; // then on lines of its own, so that its columns line up
        hd_buf_printf(out, "Value:%s%s\n", several ? "\n" : "     ", hd_buf_str(&value));
        hd_buf_finish(&value);
    }
    if (def->stale)
        hd_buf_printf(out, "Note:      `%s` has changed since; it is compiled again when used\n",
                      def->changed);
    add_place(out, def->sym ? def->sym->range.from : def->range.from);
    if (detail > 0 || (detail == 0 && !def->system && def->kind != DEF_VAR)) add_source(out, def);
}

// How far a mathematical function is from the exact result in kernels on this machine.
static void describe_accuracy(struct hd_buf *out, const char *name) {
    char single[32], quick[32];
    snprintf(single, sizeof single, "%.30sf", name);
    snprintf(quick, sizeof quick, "__%.29s", name);
    const struct hd_math *fn = hd_math_named(name), *of_float = hd_math_named(single);
    if (fn && fn->ulp > 0)
        hd_buf_printf(out, "Accuracy:  in kernels within %g ulp%s (CUDA states %g)\n", fn->ulp,
                      fn->bytes == 8 ? " for double" : "", fn->cuda);
    else if (fn)
        hd_buf_printf(
            out, "Accuracy:  quick; `%%config fastmath 1` makes it what the plain name means\n");
    if (fn && hd_engine.options.fastmath && hd_math_named(quick))
        hd_buf_printf(out, "           now (`%%config math fast`) it is the quick `%s`\n", quick);
    if (fn && of_float && fn->bytes == 8)
        hd_buf_printf(out, "           and %g ulp for float (%g)\n", of_float->ulp, of_float->cuda);
}

static bool describe_builtin(struct hd_buf *out, const char *name) {
    const struct hd_builtin *row = hd_builtin_find(name);
    if (!row) return false;
    const char *where = (row->flags & (BI_HOST | BI_DEVICE)) == BI_DEVICE ? ", in kernels" : "";
    hd_buf_printf(out, "%s (built in%s)\n", name, where);
    const char *help = NULL;
    for (; row; row = hd_builtin_next(row)) {
        hd_buf_printf(out, "Signature: %s", row->signature);
        if (row->types)
            hd_buf_printf(out, "   T: %s", strcmp(row->types, "*") == 0 ? "any" : row->types);
        hd_buf_putc(out, '\n');
        if (row->help && (!help || strcmp(help, row->help) != 0))
            hd_buf_printf(out, "Help:      %s\n", help = row->help);
    }
    describe_accuracy(out, name);
    return true;
}

static bool describe_macro(struct hd_buf *out, const char *name) {
    struct hd_macro *macro = hd_macro_find(hd_engine.front, hd_intern_str(name));
    if (!macro) return false;
    hd_buf_printf(out, "%s (macro)\n#define %s", name, name);
    if (macro->function_like) {
        hd_buf_putc(out, '(');
        for (int i = 0; i < macro->nparams; i++)
            hd_buf_printf(out, "%s%s", i ? ", " : "", macro->params[i]);
        hd_buf_putc(out, ')');
    }
    for (int i = 0; i < macro->nbody; i++) {
        const struct hd_token *t = &macro->body[i];
        const char *quote = t->kind == TK_STRING ? "\"" : t->kind == TK_CHARACTER ? "'" : "";
        hd_buf_printf(out, "%s%s%s%s", i == 0 || t->flags & TF_SPACE ? " " : "", quote,
                      t->text ? t->text : "", quote);
    }
    hd_buf_putc(out, '\n');
    struct hd_buf doc = {0};
    if (hd_doc_of_macro(&doc, macro)) hd_describe_help(out, hd_buf_str(&doc));
    hd_buf_finish(&doc);
    add_place(out, macro->loc);
    return true;
}

static bool describe_keyword(struct hd_buf *out, const char *name) {
    int n;
    const struct hd_keyword *all = hd_keywords(&n);
    for (int i = 0; i < n; i++) {
        if (strcmp(all[i].name, name) != 0) continue;
        const struct hd_keyword *own = &all[i];
        for (int k = 0; !own->help && k < n; k++)
            if (all[k].kind == own->kind && all[k].help) own = &all[k];
        hd_buf_printf(out, "%s (keyword)\n", name);
        struct hd_buf other = {0};
        if (!own->help)
            hd_buf_printf(&other, "another way to write `%s`", hd_punctuator(own->kind));
        hd_describe_help(out, own->help ? own->help : hd_buf_str(&other));
        hd_buf_finish(&other);
        return true;
    }
    return false;
}

// `V::length`, `operator+`: each function of that name.
static bool describe_family(struct hd_buf *out, const char *name, int detail) {
    int found = 0;
    struct hd_def *def, *own = hd_def_find(hd_engine.front, name);
    for (int at = 0; (def = hd_def_overload(hd_engine.front, name, &at));) {
        if (def->sym && def->sym->kind == SYM_ALIAS) { // `using A::f;`
            if (own && !found++) describe_def(out, own, detail);
            def = hd_def_find(hd_engine.front, def->sym->target);
            if (!def) continue;
        }
        if (found++) hd_buf_putc(out, '\n');
        describe_def(out, def, detail);
    }
    return found > 0;
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

// `reduce<float, 256>`: an instance of a function template, with what its template says.
static void describe_function_instance(struct hd_buf *out, const struct hd_asked *asked,
                                       int detail) {
    const struct hd_sym *sym = asked->function;
    const struct hd_def *def = asked->def;
    hd_buf_printf(out, "%s (%s)\nSignature: %s", sym->name,
                  sym->spec & SPEC_GLOBAL ? "kernel" : "function", sym_keywords(sym));
    hd_print_signature(out, sym);
    hd_buf_putc(out, '\n');
    const char *doc = NULL;
    if (!def) return;
    add_doc(out, def, def->sym, &doc);
    add_place(out, def->sym ? def->sym->range.from : def->range.from);
    if (detail >= 0) add_source(out, def);
}

// What a name that was parsed and looked up means.
static bool describe_asked(struct hd_buf *out, const struct hd_asked *asked, int detail) {
    struct hd_def *def = asked->def;
    if (asked->function) {
        describe_function_instance(out, asked, detail);
        return true;
    }
    if (asked->has_arguments && asked->type) {
        const struct hd_type *t = asked->type;
        def = t->kind == HD_TY_RECORD ? t->record->def : NULL;
        if (def) describe_def(out, def, detail);
        return def != NULL;
    }
    if (describe_family(out, asked->key, detail)) return true;
    if (asked->constant) {
        hd_buf_printf(out, "%s (constant)\n", asked->whole);
        describe_sym(out, asked->constant);
        add_place(out, asked->constant->range.from);
        return true;
    }
    if (!def) return asked->record && hd_describe_member(out, asked->record, asked->name);
    describe_def(out, def, detail);
    return true;
}

// What the table of built-in functions says of one that a header declares.
static void add_row(struct hd_buf *out, const struct hd_asked *asked) {
    const struct hd_builtin *row = hd_builtin_find(asked->key);
    if (!asked->def || !asked->def->system) return;
    if (row && row->help) hd_buf_printf(out, "Help:      %s\n", row->help);
    describe_accuracy(out, asked->key);
}

static bool describe_name(struct hd_buf *out, const char *text, const char *header,
                          enum hd_ask_how how, int detail, struct hd_asked *asked) {
    struct hd_diags quiet = {.arena = hd_engine.arena, .muted = true};
    if (!hd_ask(hd_engine.front, text, header, how, asked, &quiet)) return false;
    bool found = describe_asked(out, asked, detail);
    if (found && !header && how == HD_ASK_KNOWN) add_row(out, asked);
    if (!found && header) found = describe_macro(out, text);
    hd_ask_done(hd_engine.front, asked);
    return found;
}

// A library's name whose header was not included yet: it is, and what it says is described.
static bool describe_in_header(struct hd_buf *out, const char *text, const char *header) {
    struct hd_asked asked;
    if (!header || !describe_name(out, text, header, HD_ASK_KNOWN, 0, &asked)) return false;
    hd_buf_printf(out, "Header:    <%s>\n", header);
    return true;
}

// The header that declares a name with what qualifies it, `std::sort` or `cub::BlockScan`.
static const char *header_of_qualified(const struct hd_asked *asked) {
    const char *header = asked->qualified ? hd_library_header_of(asked->whole) : NULL;
    if (!header && asked->in_std) header = hd_std_header_of(asked->name);
    return header || !asked->in_std ? header : hd_header_of(asked->name);
}

bool hd_describe(struct hd_buf *out, const char *text, int detail) {
    struct hd_asked asked;
    if (describe_name(out, text, NULL, HD_ASK_KNOWN, detail, &asked)) return true;
    if (describe_macro(out, text) || describe_keyword(out, text)) return true;
    bool is_name = asked.name != NULL;
    const char *header = is_name ? header_of_qualified(&asked) : NULL;
    if (describe_in_header(out, text, header)) return true;
    bool plain = is_name && !asked.has_arguments && asked.space == hd_space_global(hd_engine.front);
    const char *name = plain ? asked.name : text;
    return describe_builtin(out, name) || describe_in_header(out, text, hd_header_of(name)) ||
           (is_name && describe_name(out, text, NULL, HD_ASK_LOAD, 0, &asked)) ||
           describe_magic(out, text);
}
