// Format strings of printf and scanf and their kin: number and types of the arguments, with the
// conversion to write instead.
//
// Only literal formats are checked. Signedness does not matter, size does: `%d` takes int and
// unsigned int, `%ld` long. The arguments are seen after the default promotions (a float is a
// double).
//
// Example: `printf("%d\n", 1.5)` warns "`%d` takes an `int`, and the argument is `double`", help:
// "write `%f`".
#include "front/check/expr/expr.h"

#include <stdio.h>
#include <string.h>

struct format {
    struct check *c;
    const struct hd_expr *call;
    const struct hd_expr *literal; // EX_STRING
    bool scan;
    int next; // index of the next argument
    bool out_of_args;
    const char *s, *end;
};

struct conversion {
    char length[3]; // "", "hh", "h", "l", "ll", "j", "z", "t", "L"
    char letter;
    bool suppressed; // scanf's %*d
    const char *from, *to;
};

static const struct {
    const char *name;
    int format;
    bool scan;
} functions[] = {
    {"printf", 0, false},
    {"fprintf", 1, false},
    {"sprintf", 1, false},
    {"snprintf", 2, false},
    {"dprintf", 1, false},
    {"asprintf", 1, false},
    {"scanf", 0, true},
    {"fscanf", 1, true},
    {"sscanf", 1, true},
    {"__builtin_printf", 0, false},
    {"__builtin_sprintf", 1, false},
    {"__builtin_snprintf", 2, false},
    {"__builtin_fprintf", 1, false},
    {"syslog", 1, false},
    {"__isoc99_scanf", 0, true},
    {"__isoc99_sscanf", 1, true},
    {"__isoc99_fscanf", 1, true},
};

static const char *spelled(struct format *f, const struct conversion *v) {
    return hd_printf(f->c->arena, "%.*s", (int)(v->to - v->from), v->from);
}

// Where a conversion stands in the source, when the literal has no escapes before it.
static struct hd_range place_of(const struct format *f, const struct conversion *v) {
    const struct hd_string *string = f->literal->string;
    struct hd_range range = f->literal->range;
    size_t at = (size_t)(v->from - (const char *)string->data);
    struct hd_source *source = hd_source_at(range.from);
    if (!source || !source->text || range.to - range.from < at + 2) return range;
    size_t offset = range.from - source->base + 1;
    if (offset + at >= source->len || source->text[offset - 1] != '"') return range;
    if (memcmp(source->text + offset, string->data, at)) return range;
    hd_loc from = range.from + 1 + (hd_loc)at;
    return (struct hd_range){from, from + (hd_loc)(v->to - v->from)};
}

// The type that a conversion takes, NULL: unknown letter. For scanf the type pointed to.
static struct hd_type *wanted(const struct format *f, const struct conversion *v) {
    const char *l = v->length;
    switch (v->letter) {
    case 'd':
    case 'i':
        if (!*l) return hd_ty.int_;
        if (l[0] == 'h') return !f->scan ? hd_ty.int_ : l[1] ? hd_ty.schar : hd_ty.short_;
        return !strcmp(l, "ll") || *l == 'L' ? hd_ty.llong : hd_ty.long_;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        if (!*l) return hd_ty.uint_;
        if (l[0] == 'h') return !f->scan ? hd_ty.uint_ : l[1] ? hd_ty.uchar : hd_ty.ushort_;
        return !strcmp(l, "ll") || *l == 'L' ? hd_ty.ullong : hd_ty.ulong_;
    case 'n': return hd_ty.int_;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        if (*l == 'L') return hd_ty.ldouble;
        return f->scan && *l != 'l' ? hd_ty.float_ : hd_ty.double_;
    case 'c': return *l == 'l' ? hd_ty.uint_ : f->scan ? hd_ty.char_ : hd_ty.int_;
    case 'C': return hd_ty.uint_;
    case 's':
    case '[': return *l == 'l' ? hd_ty.int_ : hd_ty.char_;
    case 'S': return hd_ty.int_;
    case 'p': return hd_ty.void_;
    default: return NULL;
    }
}

// The conversion for a value of this type, or NULL.
static const char *conversion_for(const struct hd_type *t, bool scan) {
    switch (t->kind) {
    case HD_TY_BOOL:
    case HD_TY_SHORT:
    case HD_TY_INT: return t->kind == HD_TY_SHORT && scan ? "%hd" : "%d";
    case HD_TY_USHORT:
    case HD_TY_UINT: return t->kind == HD_TY_USHORT && scan ? "%hu" : "%u";
    case HD_TY_CHAR: return "%c";
    case HD_TY_LONG: return "%ld";
    case HD_TY_ULONG: return t->name && !strcmp(t->name, "size_t") ? "%zu" : "%lu";
    case HD_TY_LLONG: return "%lld";
    case HD_TY_ULLONG: return "%llu";
    case HD_TY_FLOAT: return "%f";
    case HD_TY_DOUBLE: return scan ? "%lf" : "%f";
    case HD_TY_LDOUBLE: return "%Lf";
    case HD_TY_PTR: return is_char_type(unqual(t->base)) ? "%s" : "%p";
    case HD_TY_ENUM: return t->size == 4 ? "%d" : NULL;
    default: return NULL;
    }
}

static bool same_size_int(const struct hd_type *a, const struct hd_type *b) {
    if (!hd_type_is_integer(a) || !hd_type_is_integer(b) || a->size != b->size) return false;
    bool la = a->kind == HD_TY_LONG || a->kind == HD_TY_ULONG,
         lb = b->kind == HD_TY_LONG || b->kind == HD_TY_ULONG;
    return a->size != 8 || la == lb || a->kind == HD_TY_ENUM;
}

static bool fits_print(const struct conversion *v, const struct hd_type *want,
                       const struct hd_type *have) {
    if (v->letter == 'p') return is_ptr(have);
    if (v->letter == 's' || v->letter == 'S') {
        if (!is_ptr(have)) return false;
        const struct hd_type *base = hd_type_of_units(unqual(have->base));
        return want->kind == HD_TY_CHAR ? is_char_type(base)
                                        : base->kind == HD_TY_INT || base->kind == HD_TY_UINT;
    }
    if (v->letter == 'n') return is_ptr(have);
    if (hd_type_is_float(want)) return have->kind == want->kind;
    return same_size_int(want, have);
}

static bool fits_scan(const struct conversion *v, const struct hd_type *want,
                      const struct hd_type *have) {
    if (!is_ptr(have)) return false;
    const struct hd_type *base = unqual(have->base);
    if (v->letter == 'p') return is_ptr(base);
    if (base->kind == HD_TY_VOID) return true;
    if (is_char_type(want)) return is_char_type(base);
    if (hd_type_is_float(want)) return base->kind == want->kind;
    return same_size_int(want, base) || (v->length[0] == 'h' && base->size == want->size);
}

// The type that the argument had before the default promotions, for messages and suggestions.
static const struct hd_type *written_type(const struct hd_expr *e) {
    if (e->kind == EX_CAST &&
        (e->cast == CAST_FLOAT || e->cast == CAST_INT || e->cast == CAST_NOOP)) {
        const struct hd_type *from = e->a->type;
        if ((e->type->kind == HD_TY_DOUBLE && from->kind == HD_TY_FLOAT) ||
            (e->type->kind == HD_TY_INT && hd_type_is_integer(from) && from->size < 4))
            return from;
    }
    return e->type;
}

static bool is_error_code(const struct hd_expr *arg) { // cudaError_t
    while (arg->kind == EX_CAST) arg = arg->a;
    return arg->type->kind == HD_TY_ENUM && arg->type->enumeration->tag &&
           !strcmp(arg->type->enumeration->tag, "cudaError");
}

static void mismatch(struct format *f, const struct conversion *v, const struct hd_type *want,
                     const struct hd_expr *arg) {
    struct check *c = f->c;
    const struct hd_type *have = written_type(arg);
    const char *text = spelled(f, v), *type;
    if (v->letter == 'p')
        type = "pointer";
    else if (v->letter == 's' || v->letter == '[')
        type = f->scan ? "char *" : "const char *";
    else
        type = f->scan ? hd_printf(c->arena, "%s *", ty(c, want)) : ty(c, want);
    struct hd_diag *d =
        warn(c, arg->range, "format", "`%s` takes %s `%s`, and the argument is `%s`", text,
             strchr("aeiou", type[0]) ? "an" : "a", type, ty(c, have));
    const struct hd_type *value = f->scan && is_ptr(arg->type) ? unqual(arg->type->base) : have;
    if (f->scan && !is_ptr(arg->type)) {
        help_on(c, d, "scanf needs the address to store to: write `&` before the variable");
    } else {
        const char *instead = conversion_for(value, f->scan);
        if (is_error_code(arg) && v->letter == 's')
            help_on(c, d, "`cudaGetErrorString(...)` of it is a text");
        else if (instead)
            help_on(c, d, "write `%s`", instead);
        else if (is_record(value))
            help_on(c, d, "print its members one by one: `.%s` ...",
                    value->record->nfields ? value->record->fields[0].name : "x");
    }
    note_on(c, d, place_of(f, v), "the format asks for it here");
}

static const struct hd_expr *next_arg(struct format *f, const struct conversion *v) {
    if (f->next < f->call->nargs) return f->call->args[f->next++];
    if (!f->out_of_args) {
        struct hd_diag *d =
            warn(f->c, place_of(f, v), "format", "`%s` has no argument", spelled(f, v));
        help_on(f->c, d, "the format asks for more values than are given");
    }
    f->out_of_args = true;
    return NULL;
}

static void star(struct format *f, const struct conversion *v) {
    const struct hd_expr *arg = next_arg(f, v);
    if (arg && !is_error(arg) && (!hd_type_is_integer(arg->type) || arg->type->size != 4))
        warn(f->c, arg->range, "format",
             "a `*` in a format takes an `int`, and the argument is `%s`",
             ty(f->c, written_type(arg)));
}

static void read_length(struct format *f, struct conversion *v) {
    int n = 0;
    while (f->s < f->end && n < 2 && strchr("hlLjztq", *f->s)) {
        char ch = *f->s;
        if (n == 1 && (ch != v->length[0] || (ch != 'h' && ch != 'l'))) break;
        v->length[n++] = ch;
        f->s++;
    }
    if (v->length[0] == 'q') strcpy(v->length, "ll");
}

// One conversion, from its `%`. false: the rest of the format cannot be understood.
static bool conversion(struct format *f) {
    struct conversion v = {.from = f->s++};
    while (f->s < f->end && !f->scan && strchr("-+ #0'I", *f->s)) f->s++;
    for (int part = 0; part < 2 && f->s < f->end; part++) { // width, precision
        if (part == 1) {
            if (*f->s != '.' || f->scan) break;
            f->s++;
        }
        v.to = f->s + 1;
        if (f->s < f->end && *f->s == '*') {
            f->s++;
            if (f->scan)
                v.suppressed = true;
            else
                star(f, &v);
        }
        while (f->s < f->end && *f->s >= '0' && *f->s <= '9') f->s++;
    }
    if (f->s < f->end && *f->s == '$') return false; // %1$d: positions are not followed
    if (f->s < f->end && f->scan && *f->s == 'm') f->s++;
    read_length(f, &v);
    if (f->s >= f->end) {
        v.to = f->s;
        warn(f->c, place_of(f, &v), "format", "the format ends inside a conversion");
        return false;
    }
    v.letter = *f->s++;
    v.to = f->s;
    if (v.letter == '[') {
        if (f->s < f->end && *f->s == '^') f->s++;
        if (f->s < f->end) f->s++;
        while (f->s < f->end && *f->s != ']') f->s++;
        if (f->s < f->end) f->s++;
        v.to = f->s;
    }
    if (v.letter == '%' || v.letter == 'm') return true;
    struct hd_type *want = wanted(f, &v);
    if (!want) {
        struct hd_diag *d =
            warn(f->c, place_of(f, &v), "format", "`%s` is no conversion", spelled(f, &v));
        help_on(f->c, d, "to print a percent sign write `%%%%`");
        return false;
    }
    if (v.suppressed) return true;
    const struct hd_expr *arg = next_arg(f, &v);
    if (!arg || is_error(arg)) return true;
    bool fits = f->scan ? fits_scan(&v, want, arg->type) : fits_print(&v, want, arg->type);
    if (!fits) mismatch(f, &v, want, arg);
    return true;
}

static const char *callee_name(const struct hd_expr *call) {
    if (call->kind == EX_BUILTIN) return call->builtin->name;
    if (call->kind == EX_CALL && call->a->kind == EX_FUNC) return call->a->sym->name;
    return NULL;
}

void check_printf_format(struct check *c, const struct hd_expr *call) {
    const char *name = callee_name(call);
    if (!name || c->system || c->unevaluated) return;
    int i = 0;
    while (i < HD_COUNT(functions) && strcmp(functions[i].name, name)) i++;
    if (i == HD_COUNT(functions) || call->nargs <= functions[i].format) return;
    const struct hd_expr *text = drop_casts(call->args[functions[i].format]);
    slip_in_format(c, text, name, call->range);
    if (text->kind != EX_DECAY || text->a->kind != EX_STRING || text->a->type->base->size != 1) {
        if (call->nargs == functions[i].format + 1 && !functions[i].scan && is_ptr(text->type) &&
            text->kind == EX_LOAD && text->a->kind == EX_VAR &&
            !(quals_of(text->type->base) & Q_CONST)) {
            struct hd_diag *d = warn(c, text->range, "format-security",
                                     "the format is not a literal, and has no arguments");
            help_on(c, d, "write `%s(\"%%s\", ...)`, for the text may hold a `%%`", name);
        }
        return;
    }
    struct format f = {.c = c,
                       .call = call,
                       .literal = text->a,
                       .scan = functions[i].scan,
                       .next = functions[i].format + 1};
    f.s = text->a->string->data;
    f.end = f.s + strnlen(f.s, text->a->string->len);
    while (f.s < f.end) {
        if (*f.s != '%')
            f.s++;
        else if (!conversion(&f))
            return;
    }
    if (f.next < call->nargs && !f.out_of_args) {
        const struct hd_expr *extra = call->args[f.next];
        warn(c, extra->range, "format",
             "this argument is never used: the format has too few conversions");
    }
}
