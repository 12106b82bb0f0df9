// Types as a C programmer writes them.
//
// A declarator is built inside out: the text made so far is the declarator, and each step from the
// outermost type inwards wraps it: a pointer puts `*` in front, an array or function puts its
// suffix behind and, when the declarator begins with `*`, parentheses around it first. What is left
// at the end is the specifier.
//
// Example: pointer to function(float, ...) returning int, named "f": "f", "*f", "(*f)(float, ...)",
// "int (*f)(float, ...)".
#include <stdlib.h>
#include <string.h>

#include "front/check/check.h"

enum { MOST_NESTED = 32 }; // types in a type that is printed for people

_Thread_local enum hd_lang type_str_lang;

struct printer {
    struct hd_buf decl; // the declarator so far
    enum hd_lang lang;
    bool key;     // hd_type_print_key
    bool pointer; // the declarator begins with a pointer or reference
    int depth;
};

static void print_type(struct hd_buf *out, const struct hd_type *type, const char *name,
                       enum hd_lang lang, bool key, int depth);

static void prepend(struct hd_buf *buf, const char *s) {
    struct hd_buf joined = {0};
    hd_buf_puts(&joined, s);
    hd_buf_puts(&joined, hd_buf_str(buf));
    hd_buf_finish(buf);
    *buf = joined;
}

static void put_quals(struct hd_buf *out, unsigned quals, enum hd_lang lang, bool trailing_space) {
    static const char *const words[2][4] = {{"const", "volatile", "__restrict__", "_Atomic"},
                                            {"const", "volatile", "restrict", "_Atomic"}};
    bool first = true;
    for (int i = 0; i < 4; i++) {
        if (quals & (1u << i)) {
            if (!first) hd_buf_putc(out, ' ');
            hd_buf_puts(out, words[lang == HD_LANG_C][i]);
            first = false;
        }
    }
    if (!first && trailing_space) hd_buf_putc(out, ' ');
}

static void parenthesize(struct printer *p) {
    if (!p->pointer) return;
    p->pointer = false;
    prepend(&p->decl, "(");
    hd_buf_putc(&p->decl, ')');
}

static void put_params(struct printer *p, const struct hd_type *t) {
    hd_buf_putc(&p->decl, '(');
    for (int i = 0; i < t->nparams; i++) {
        if (i) hd_buf_puts(&p->decl, ", ");
        print_type(&p->decl, t->params[i], NULL, p->lang, p->key, p->depth + 1);
    }
    if (t->variadic)
        hd_buf_puts(&p->decl, t->nparams ? ", ..." : "...");
    else if (!t->nparams && !t->oldstyle && p->lang == HD_LANG_C)
        hd_buf_puts(&p->decl, "void");
    hd_buf_putc(&p->decl, ')');
    if (t->of_object & OF_CONST) hd_buf_puts(&p->decl, " const");
    if (t->of_object & OF_VOLATILE) hd_buf_puts(&p->decl, " volatile");
    if (t->of_object & (OF_LVALUE | OF_RVALUE))
        hd_buf_puts(&p->decl, t->of_object & OF_LVALUE ? " &" : " &&");
    if (t->is_noexcept) hd_buf_puts(&p->decl, " noexcept");
}

const char *hd_quals_text(unsigned quals) {
    if ((quals & Q_CONST) && (quals & Q_VOLATILE)) return " const volatile";
    return quals & Q_CONST ? " const" : quals & Q_VOLATILE ? " volatile" : "";
}

static void put_length(struct printer *p, const struct hd_type *t) {
    if (t->vla_len) {
        const struct hd_expr *e = t->vla_len;
        while (e->kind == EX_CAST || e->kind == EX_LOAD) e = e->a;
        hd_buf_printf(&p->decl, "[%s]", e->kind == EX_VAR && e->sym->name ? e->sym->name : "*");
    } else if (t->len >= 0) {
        hd_buf_printf(&p->decl, "[%lld]", (long long)t->len);
    } else {
        hd_buf_puts(&p->decl, "[]");
    }
}

// Whether a typedef's name stands for it: in keys the type counts, however it was written.
static bool is_named(const struct hd_type *t, bool key) {
    return t->name && (!key || t->kind == HD_TY_TPARAM);
}

// Wraps the declarator with every step of `t` down to the specifier's type, which is returned.
static const struct hd_type *wrap(struct printer *p, const struct hd_type *t) {
    for (;;) {
        if (is_named(t, p->key)) return t;
        switch (t->kind) {
        case HD_TY_MEMBER:
        case HD_TY_PTR: {
            struct hd_buf star = {0};
            if (t->kind == HD_TY_MEMBER) {
                print_type(&star, t->of, NULL, p->lang, p->key, p->depth + 1);
                hd_buf_puts(&star, "::");
            }
            hd_buf_putc(&star, '*');
            put_quals(&star, t->quals, p->lang, p->decl.len > 0);
            prepend(&p->decl, hd_buf_str(&star));
            hd_buf_finish(&star);
            p->pointer = true;
            break;
        }
        case HD_TY_REF:
            prepend(&p->decl, t->rvalue_ref ? "&&" : "&");
            p->pointer = true;
            break;
        case HD_TY_ARRAY:
            parenthesize(p);
            put_length(p, t);
            break;
        case HD_TY_FUNC:
            parenthesize(p);
            put_params(p, t);
            break;
        default: return t;
        }
        t = t->base;
    }
}

static void put_tagged(struct hd_buf *out, const char *keyword, const char *tag,
                       const char *typedef_name, enum hd_lang lang) {
    if (tag && lang == HD_LANG_C)
        hd_buf_printf(out, "%s %s", keyword, tag);
    else if (tag)
        hd_buf_puts(out, tag);
    else if (typedef_name)
        hd_buf_puts(out, typedef_name);
    else
        hd_buf_printf(out, "%s <unnamed>", keyword);
}

static void put_float(struct hd_buf *out, int64_t bits) {
    double f;
    memcpy(&f, &bits, sizeof f);
    hd_buf_printf(out, "%.15g", f);
}

static void put_arg(struct hd_buf *out, const struct hd_targ *arg, bool *first, int depth) {
    for (int i = 0; i < arg->npack; i++) put_arg(out, &arg->pack[i], first, depth);
    if (arg->pack) return;
    if (!*first) hd_buf_puts(out, ", ");
    *first = false;
    if (arg->sym && arg->sym->shown)
        hd_buf_puts(out, arg->sym->shown);
    else if (arg->sym)
        hd_buf_printf(out, "%s%s", arg->sym->kind == SYM_VAR ? "&" : "", arg->sym->name);
    else if (arg->type && arg->is_value && arg->type->kind == HD_TY_MEMBER)
        hd_type_print_member(out, arg->type, arg->value);
    else if (arg->type && arg->is_value && hd_type_is_float(arg->type))
        put_float(out, arg->value);
    else if (arg->type && !arg->is_value)
        print_type(out, arg->type, NULL, HD_LANG_CU, false, depth + 1);
    else
        hd_buf_printf(out, "%lld", (long long)arg->value);
}

// The library's instances that everybody knows by another name.
static const char *well_known(const struct hd_record *r) {
    static const char *const rows[][2] = {
        {"std::basic_string<char, std::char_traits<char>, std::allocator<char>>", "std::string"},
        {"std::basic_string_view<char, std::char_traits<char>>", "std::string_view"},
    };
    for (int i = 0; i < HD_COUNT(rows); i++)
        if (r->tag && strcmp(r->tag, rows[i][0]) == 0) return rows[i][1];
    return NULL;
}

// A record that is an instance of a template, or inside of one. false: it is neither.
static bool put_instance(struct hd_buf *out, const struct hd_record *r, int depth) {
    const struct hd_instance *inst = r->instance;
    const char *known = inst ? well_known(r) : NULL;
    if (known) {
        hd_buf_puts(out, known);
        return true;
    }
    if (!inst && r->outer && r->space && r->space->name && depth < HD_MOST_LEVELS && !r->is_local) {
        if (!put_instance(out, r->outer, depth + 1)) return false;
        hd_buf_printf(out, "::%s", r->space->name);
        return true;
    }
    if (!inst) return false;
    bool first = true;
    const char *outer = r->outer && r->outer->space ? r->outer->space->key : NULL;
    if (outer && !strncmp(inst->name, outer, strlen(outer)) &&
        put_instance(out, r->outer, depth + 1))
        hd_buf_printf(out, "%s<", inst->name + strlen(outer));
    else
        hd_buf_printf(out, "%s<", inst->name);
    for (int i = 0; i < inst->nshown; i++) put_arg(out, &inst->args[i], &first, depth);
    hd_buf_putc(out, '>');
    return true;
}

static void put_specifier(struct hd_buf *out, const struct hd_type *t, enum hd_lang lang, bool key,
                          int depth) {
    if (is_named(t, key)) {
        hd_buf_puts(out, t->name);
        return;
    }
    switch (t->kind) {
    case HD_TY_RECORD:
        if (!key && put_instance(out, t->record, depth)) return;
        put_tagged(out, t->record->is_union ? "union" : "struct", t->record->tag,
                   t->record->typedef_name, lang);
        if (key && t->record->is_local) hd_buf_printf(out, "#%u", t->record->number);
        return;
    case HD_TY_ENUM:
        put_tagged(out, "enum", t->enumeration->tag, t->enumeration->typedef_name, lang);
        if (key &&
            (t->enumeration->is_local || (!t->enumeration->tag && !t->enumeration->typedef_name)))
            hd_buf_printf(out, "#%u", t->enumeration->number);
        return;
    case HD_TY_COMPLEX:
        print_type(out, t->base, NULL, lang, key, depth + 1);
        hd_buf_puts(out, " _Complex");
        return;
    case HD_TY_VECTOR:
        print_type(out, t->base, NULL, lang, key, depth + 1);
        hd_buf_printf(out, " __attribute__((vector_size(%llu)))", (unsigned long long)t->size);
        return;
    case HD_TY_NDARRAY:
        hd_buf_puts(out, "ndarray<");
        print_type(out, t->base, NULL, lang, key, depth + 1);
        hd_buf_printf(out, ", %lld>", (long long)t->len);
        return;
    case HD_TY_BOOL: hd_buf_puts(out, lang == HD_LANG_C ? "_Bool" : "bool"); return;
    default: break;
    }
    static const struct {
        enum hd_type_kind kind;
        const char *text;
    } basic[] = {
#define HD_BASIC_TYPE(field, kind, text, size, align) {kind, text},
#include "front/type/types.def"
    };
    for (int i = 0; i < HD_COUNT(basic); i++) {
        if (basic[i].kind == t->kind) {
            hd_buf_puts(out, basic[i].text);
            return;
        }
    }
}

static void print_type(struct hd_buf *out, const struct hd_type *type, const char *name,
                       enum hd_lang lang, bool key, int depth) {
    if (depth > (key ? HD_MOST_LEVELS : MOST_NESTED)) { // keys tell types apart
        hd_buf_puts(out, "...");
        return;
    }
    struct printer p = {.lang = lang, .key = key, .depth = depth};
    if (name) hd_buf_puts(&p.decl, name);
    const struct hd_type *spec = wrap(&p, type);
    // A named copy carries its qualifiers beyond those that the name already has; the name says the
    // rest.
    put_quals(out, spec->quals, lang, true);
    put_specifier(out, spec, lang, key, depth);
    if (p.decl.len) {
        hd_buf_printf(out, " %s", hd_buf_str(&p.decl));
    }
    hd_buf_finish(&p.decl);
}

void hd_type_print(struct hd_buf *out, const struct hd_type *type, const char *name,
                   enum hd_lang lang) {
    print_type(out, type, name, lang, false, 0);
}

void hd_type_print_key(struct hd_buf *out, const struct hd_type *type, enum hd_lang lang) {
    print_type(out, type, NULL, lang, true, 0);
}

// The member of r at that offset, with that type; those of anonymous structs and of bases too.
static const struct hd_field *field_at(const struct hd_record *r, int64_t offset,
                                       const struct hd_type *type) {
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i], *inner;
        int64_t at = offset - (int64_t)f->offset;
        if (f->is_bits || at < 0) continue;
        if (f->name && !f->is_base && !at && hd_type_same_unqual(f->type, type)) return f;
        bool part = f->type->kind == HD_TY_RECORD && (f->is_base || !f->name);
        if (part && (inner = field_at(f->type->record, at, type))) return inner;
    }
    return NULL;
}

void hd_type_print_member(struct hd_buf *out, const struct hd_type *type, int64_t offset) {
    bool function = type->base->kind == HD_TY_FUNC;
    const struct hd_field *f = function ? NULL : field_at(type->of->record, offset, type->base);
    if (offset == (function ? 0 : -1)) {
        hd_buf_puts(out, "nullptr");
    } else if (f) {
        hd_buf_putc(out, '&');
        hd_type_print(out, type->of, NULL, HD_LANG_CU);
        hd_buf_puts(out, "::");
        hd_buf_puts(out, f->name);
    } else {
        hd_buf_putc(out, '(');
        hd_type_print(out, type->unqual, NULL, HD_LANG_CU);
        hd_buf_printf(out, ") %lld", (long long)offset);
    }
}

const char *hd_type_str(struct hd_arena *arena, const struct hd_type *type) {
    struct hd_buf buf = {0};
    print_type(&buf, type, NULL, type_str_lang, false, 0);
    char *s = hd_strndup(arena, hd_buf_str(&buf), buf.len);
    hd_buf_finish(&buf);
    return s;
}
