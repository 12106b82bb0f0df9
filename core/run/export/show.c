// Code that prints values as Heddle shows them: `{1.0, 2.0}`, `{.x = 1, .y = 2}`, `'a'`, `true`.
// One function for each type that is not a plain number, made when it is first needed; a value goes
// on one line, and of more than 32 items the first and last five are shown, as at the prompt.
#include "run/export/export.h"

#include <ctype.h>
#include <string.h>

enum { WHOLE = 32, ENDS = 5 }; // as display/value.c: SHOWN_WHOLE, DEFAULT_ITEMS

static const char *function_for(struct ex_show *show, struct hd_type *type);

// The shortest text that is read back as the same number.
static const char number_function[] =
    "static void show_%s(%s v) {\n"
    "    char text[40];\n"
    "    for (int digits = 1; digits <= %d; digits++) {\n"
    "        snprintf(text, sizeof text, \"%%.*g\", digits, (double)v);\n"
    "        if ((%s)strtod(text, NULL) == v) break;\n"
    "    }\n"
    "    double size = v < 0 ? -(double)v : (double)v;\n"
    "    if (strchr(text, 'e') && size >= 1e-5 && size < 1e16) {\n"
    "        snprintf(text, sizeof text, size < 1 ? \"%%.12f\" : \"%%.0f\", (double)v);\n"
    "        if (size < 1) while (text[strlen(text) - 1] == '0') text[strlen(text) - 1] = 0;\n"
    "    }\n"
    "    printf(\"%%s%%s\", text, strpbrk(text, \".en\") ? \"\" : \".0\");\n"
    "}\n\n";

static const char long_double_function[] =
    "static void show_long_double(long double v) {\n"
    "    char text[60];\n"
    "    for (int digits = 1; digits <= 21; digits++) {\n"
    "        snprintf(text, sizeof text, \"%.*Lg\", digits, v);\n"
    "        if (strtold(text, NULL) == v) break;\n"
    "    }\n"
    "    printf(\"%s%s\", text, strpbrk(text, \".en\") ? \"\" : \".0\");\n"
    "}\n\n";

static const char char_function[] =
    "static void show_char(char c) {\n"
    "    static const char plain[] = \"\\a\\b\\f\\n\\r\\t\\v\\\\'\", letters[] = \"abfnrtv\\\\'\";\n"
    "    const char *p = c ? strchr(plain, c) : NULL;\n"
    "    if (p)\n"
    "        printf(\"'\\\\%c'\", letters[p - plain]);\n"
    "    else\n"
    "        printf(c ? \"'%c'\" : \"'\\\\0'\", c);\n"
    "}\n\n";

// How printf prints a value of this type; NULL: not by itself.
static const char *format_of(const struct hd_type *type) {
    switch (type->kind) {
    case HD_TY_SCHAR:
    case HD_TY_SHORT:
    case HD_TY_INT: return "%d";
    case HD_TY_UCHAR:
    case HD_TY_USHORT:
    case HD_TY_UINT: return "%u";
    case HD_TY_LONG: return "%ld";
    case HD_TY_ULONG: return "%lu";
    case HD_TY_LLONG: return "%lld";
    case HD_TY_ULLONG: return "%llu";
    default: return NULL;
    }
}

static const char *name_for(struct ex_show *show, struct hd_type *type) {
    struct hd_buf out = {0};
    hd_buf_puts(&out, "show_");
    for (const char *p = ex_type_text(show->versions, type, NULL); *p; p++) {
        bool word = isalnum((unsigned char)*p) || *p == '_';
        if (word)
            hd_buf_putc(&out, *p);
        else if (out.s[out.len - 1] != '_')
            hd_buf_putc(&out, '_');
    }
    while (out.s[out.len - 1] == '_') out.s[--out.len] = 0;
    const char *name = hd_intern_str(hd_buf_str(&out));
    hd_buf_finish(&out);
    return name;
}

// Statement that prints `value`, indented. false: it cannot be shown.
static bool print_value(struct ex_show *show, struct hd_buf *out, struct hd_type *type,
                        const char *value) {
    type = hd_type_unqual(type);
    const char *format = format_of(type);
    if (format) {
        hd_buf_printf(out, "printf(\"%s\", %s);", format, value);
        return true;
    }
    if (type->kind == HD_TY_BOOL) {
        hd_buf_printf(out, "printf(\"%%s\", %s ? \"true\" : \"false\");", value);
        return true;
    }
    if (type->kind == HD_TY_PTR && type->base->kind == HD_TY_CHAR) {
        hd_buf_printf(out, "printf(\"\\\"%%s\\\"\", %s);", value);
        return true;
    }
    if (type->kind == HD_TY_PTR && type->base->kind != HD_TY_FUNC) {
        hd_buf_printf(out, "if (%s) printf(\"(%s) %%p\", (void *)(%s));\nelse printf(\"NULL\");",
                      value, hd_type_str(show->plan->arena, type), value);
        return true;
    }
    const char *function = function_for(show, type);
    if (!function) return false;
    hd_buf_printf(out, "%s(%s);", function, value);
    return true;
}

static bool array_function(struct ex_show *show, struct hd_buf *out, struct hd_type *type,
                           const char *name) {
    struct hd_type *base = type->base;
    struct hd_buf item = {0};
    if (hd_type_unqual(base)->kind == HD_TY_CHAR) {
        hd_buf_printf(out,
                      "static void %s(const char *v) {\n    printf(\"\\\"%%.%lds\\\"\", v);\n}\n\n",
                      name, (long)type->len);
        return true;
    }
    bool ok = print_value(show, &item, base, "v[i]");
    struct hd_type *element = hd_type_qual(hd_type_unqual(base), Q_CONST);
    const char *parameter = ex_type_text(show->versions, hd_type_ptr(element), "v");
    hd_buf_printf(out, "static void %s(%s) {\n", name, parameter);
    hd_buf_printf(out, "    for (int i = 0; i < %ld; i++) {\n", (long)type->len);
    hd_buf_puts(out, "        printf(i ? \", \" : \"{\");\n");
    if (type->len > WHOLE)
        hd_buf_printf(
            out,
            "        if (i == %d) {\n            printf(\"..., \");\n            i = %ld;\n        }\n",
            ENDS, (long)type->len - ENDS);
    hd_buf_printf(out, "        %s\n    }\n    printf(\"}\");\n}\n\n", hd_buf_str(&item));
    hd_buf_finish(&item);
    return ok;
}

// Containers of C++'s library, as container_of of run/display knows them.
enum container_kind { NOT_ONE, SEQUENCE, MAPPING, STRING, PAIR, OPTIONAL, COMPLEX };

static enum container_kind container_kind(const struct hd_record *record) {
    static const struct {
        const char *name;
        enum container_kind kind;
    } rows[] = {
        {"vector", SEQUENCE},
        {"array", SEQUENCE},
        {"deque", SEQUENCE},
        {"list", SEQUENCE},
        {"forward_list", SEQUENCE},
        {"set", SEQUENCE},
        {"multiset", SEQUENCE},
        {"unordered_set", SEQUENCE},
        {"unordered_multiset", SEQUENCE},
        {"valarray", SEQUENCE},
        {"map", MAPPING},
        {"multimap", MAPPING},
        {"unordered_map", MAPPING},
        {"unordered_multimap", MAPPING},
        {"basic_string", STRING},
        {"basic_string_view", STRING},
        {"pair", PAIR},
        {"optional", OPTIONAL},
        {"complex", COMPLEX},
    };
    const char *name = record->instance->name;
    bool standard =
        strncmp(name, "std::", 5) == 0 && record->instance->n && record->instance->args[0].type;
    for (int i = 0; standard && i < HD_COUNT(rows); i++)
        if (strcmp(rows[i].name, name + 5) == 0) return rows[i].kind;
    return NOT_ONE;
}

static bool is_container(const struct hd_record *record) {
    return container_kind(record) != NOT_ONE;
}

static const char sequence_text[] = "    size_t n = 0, i = 0;\n"
                                    "    for (const auto &x : v) (void)x, n++;\n"
                                    "    for (const auto &x : v) {\n"
                                    "        if (n <= %d || i < %d || i + %d >= n) {\n"
                                    "            printf(i ? \", \" : \"{\");\n"
                                    "            %s\n"
                                    "        } else if (i == %d) {\n"
                                    "            printf(\", ...\");\n"
                                    "        }\n"
                                    "        i++;\n"
                                    "    }\n"
                                    "    printf(n ? \"}\" : \"{}\");\n"
                                    "}\n\n";

static bool container_function(struct ex_show *show, struct hd_buf *out, struct hd_type *type,
                               const char *name) {
    const struct hd_instance *inst = type->record->instance;
    struct hd_buf first = {0}, second = {0};
    enum container_kind kind = container_kind(type->record);
    struct hd_type *element = inst->args[0].type, *other = inst->n > 1 ? inst->args[1].type : NULL;
    bool two = kind == MAPPING || kind == PAIR;
    if (kind == STRING && hd_type_unqual(element)->kind != HD_TY_CHAR) return false;
    const char *what = two                ? kind == MAPPING ? "x.first" : "v.first"
                       : kind == OPTIONAL ? "*v"
                       : kind == COMPLEX  ? "v.real()"
                                          : "x";
    bool ok = kind == STRING || print_value(show, &first, element, what);
    if (two)
        ok = ok && other &&
             print_value(show, &second, other, kind == MAPPING ? "x.second" : "v.second");
    if (kind == COMPLEX) ok = ok && print_value(show, &second, element, "v.imag()");
    hd_buf_printf(out, "static void %s(const %s &v) {\n", name,
                  ex_type_text(show->versions, type, NULL));
    if (kind == STRING)
        hd_buf_puts(out, "    printf(\"\\\"%.*s\\\"\", (int)v.size(), v.data());\n}\n\n");
    else if (kind == OPTIONAL)
        hd_buf_printf(
            out,
            "    if (!v) {\n        printf(\"nullopt\");\n        return;\n    }\n    %s\n}\n\n",
            hd_buf_str(&first));
    else if (kind == PAIR || kind == COMPLEX)
        hd_buf_printf(
            out,
            "    printf(\"{\");\n    %s\n    printf(\", \");\n    %s\n    printf(\"}\");\n}\n\n",
            hd_buf_str(&first), hd_buf_str(&second));
    else
        hd_buf_printf(out, sequence_text, WHOLE, ENDS, ENDS, // NOLINT
                      kind == SEQUENCE
                          ? hd_buf_str(&first)
                          : hd_printf(show->plan->arena,
                                      "%s\n            printf(\": \");\n            %s",
                                      hd_buf_str(&first), hd_buf_str(&second)),
                      ENDS);
    hd_buf_finish(&first);
    hd_buf_finish(&second);
    return ok;
}

static bool record_function(struct ex_show *show, struct hd_buf *out, struct hd_type *type,
                            const char *name) {
    const struct hd_record *record = type->record;
    if (record->is_union || !record->complete) return false;
    if (record->instance && is_container(record)) return container_function(show, out, type, name);
    hd_buf_printf(out, "static void %s(const %s &v) {\n", name,
                  ex_type_text(show->versions, type, NULL));
    for (int i = 0; i < record->nfields; i++) {
        const struct hd_field *field = &record->fields[i];
        if (!field->name) return false;
        struct hd_buf item = {0};
        bool ok = print_value(show, &item, field->type,
                              hd_printf(show->plan->arena, "v.%s", field->name));
        const char *label = record->is_vector || (record->tag && strcmp(record->tag, "dim3") == 0)
                                ? ""
                                : hd_printf(show->plan->arena, ".%s = ", field->name);
        hd_buf_printf(out, "    printf(\"%s%s\");\n    %s\n", i ? ", " : "{", label,
                      hd_buf_str(&item));
        hd_buf_finish(&item);
        if (!ok) return false;
    }
    hd_buf_puts(out, "    printf(\"}\");\n}\n\n");
    return true;
}

static bool enum_function(struct ex_show *show, struct hd_buf *out, struct hd_type *type,
                          const char *name) {
    const struct hd_enum *e = type->enumeration;
    hd_buf_printf(out, "static void %s(%s v) {\n", name, ex_type_text(show->versions, type, NULL));
    for (int i = 0; i < e->nconstants; i++)
        hd_buf_printf(
            out, "    if ((int)v == %lld) {\n        printf(\"%s\");\n        return;\n    }\n",
            (long long)e->constants[i]->enum_value, e->constants[i]->name);
    hd_buf_puts(out, "    printf(\"%d\", (int)v);\n}\n\n");
    return true;
}

// The function that prints values of this type; NULL: there is none.
static const char *function_for(struct ex_show *show, struct hd_type *type) {
    type = hd_type_unqual(type);
    const char *name = name_for(show, type);
    const char *known = hd_map_get(&show->made, name);
    if (known) return *known ? known : NULL;
    struct hd_buf out = {0};
    bool ok = true;
    switch (type->kind) {
    case HD_TY_FLOAT:
        hd_buf_printf(&out, number_function, "float", "float", 9, "float"); // NOLINT
        break;
    case HD_TY_DOUBLE:
        hd_buf_printf(&out, number_function, "double", "double", 17, "double"); // NOLINT
        break;
    case HD_TY_LDOUBLE: hd_buf_puts(&out, long_double_function); break;
    case HD_TY_CHAR: hd_buf_puts(&out, char_function); break;
    case HD_TY_ARRAY: ok = type->len >= 0 && array_function(show, &out, type, name); break;
    case HD_TY_RECORD: ok = record_function(show, &out, type, name); break;
    case HD_TY_ENUM: ok = enum_function(show, &out, type, name); break;
    default: ok = false;
    }
    hd_map_set(&show->made, name, (void *)(ok ? name : ""));
    if (ok) hd_buf_puts(&show->functions, hd_buf_str(&out));
    hd_buf_finish(&out);
    return ok ? name : NULL;
}

bool ex_show_value(struct ex_show *show, struct hd_buf *out, struct hd_type *type,
                   const char *expression) {
    type = hd_type_unqual(type);
    const char *format = format_of(type);
    if (format) { // with its newline
        hd_buf_printf(out, "printf(\"%s\\n\", %s);", format, expression);
        return true;
    }
    if (type->kind == HD_TY_BOOL) {
        hd_buf_printf(out, "printf(\"%%s\\n\", (%s) ? \"true\" : \"false\");", expression);
        return true;
    }
    if (!print_value(show, out, type, expression)) return false;
    hd_buf_puts(out, "\nprintf(\"\\n\");");
    return true;
}
