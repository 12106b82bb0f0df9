// Code that prints values as Heddle shows them: `{1.0, 2.0}`, `{.x = 1, .y = 2}`, `'a'`, `true`.
// One function for each type that is not a plain number, made when it is first needed. Matrices
// are aligned, all else goes on one line, however wide the terminal was; of more than 32 items the
// first and last five are shown, as at the prompt.
#include "run/export/export.h"

#include <ctype.h>
#include <string.h>

enum { WHOLE = 32, ENDS = 5, TEXT = 64 }; // as display/value.c: SHOWN_WHOLE, DEFAULT_ITEMS

static const char *function_for(struct ex_show *show, struct hd_type *type, bool line);
static const char *text_for(struct ex_show *show, const struct hd_type *type);
static const char *enum_text(struct ex_show *show, struct hd_type *type);

// The shortest text that is read back as the same number, or as many digits as `%config digits`
// says.
static const char number_function[] =
    "static void %s(char *text, %s v) {\n"
    "    int digits = %s;\n"
    "    snprintf(text, %d, \"%%.*%sg\", digits, v);\n"
    "    while (%sdigits < %d && (%s)%s(text, NULL) != v)\n"
    "        snprintf(text, %d, \"%%.*%sg\", ++digits, v);\n"
    "    double shown = strtod(text, NULL), size = shown < 0 ? -shown : shown;\n"
    "    if (strchr(text, 'e') && size >= 1e-5 && size < 1e16) {\n"
    "        snprintf(text, %d, \"%%.*f\", size < 1 ? digits + 4 : 0, shown);\n"
    "        if (size < 1) while (text[strlen(text) - 1] == '0') text[strlen(text) - 1] = 0;\n"
    "    }\n"
    "    if (!strpbrk(text, \".en\")) strcat(text, \".0\");\n"
    "}\n\n";

static const char text_function[] =
    "static void print_quoted(const char *s, size_t n) {\n"
    "    static const char plain[] = \"\\a\\b\\f\\n\\r\\t\\v\\\\\\\"\", letters[] = "
    "\"abfnrtv\\\\\\\"\";\n"
    "    printf(\"\\\"\");\n"
    "    for (; n > 0; n--, s++) {\n"
    "        const char *p = *s ? strchr(plain, *s) : NULL;\n"
    "        if (p)\n"
    "            printf(\"\\\\%c\", letters[p - plain]);\n"
    "        else\n"
    "            printf((*s >= 0 && *s < 32) || *s == 127 ? \"\\\\%03o\" : \"%c\", *s);\n"
    "    }\n"
    "    printf(\"\\\"\");\n"
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

// What the text of an enum may take: all names with " | " between them, or `(color) 5`.
static int enum_room(const struct hd_type *type) {
    const struct hd_enum *e = type->enumeration;
    size_t room = 32 + strlen(hd_type_str(hd_engine.arena, type));
    for (int i = 0; i < e->nconstants; i++) room += strlen(e->constants[i]->name) + 3;
    return (int)room;
}

// Rows under each other, columns aligned.
static bool is_tall(const struct hd_type *type) {
    if (type->kind != HD_TY_ARRAY || type->base->kind != HD_TY_ARRAY) return false;
    const struct hd_type *item = hd_type_unqual(type->base->base);
    if (item->kind == HD_TY_ENUM) return enum_room(item) <= TEXT && type->base->len > 0;
    return is_tall(type->base) ||
           (hd_type_is_arith(item) && item->kind != HD_TY_CHAR && type->base->len > 0);
}

static const char *text_shown(struct ex_show *show) {
    if (!hd_map_get(&show->made, hd_intern_str("print_quoted")))
        hd_buf_puts(&show->functions, text_function);
    hd_map_set(&show->made, hd_intern_str("print_quoted"), "print_quoted");
    return "print_quoted";
}

// Statement that prints `value`, indented. indent: of what has several lines; NULL: it has one, as
// members do. false: it cannot be shown.
static bool print_value(struct ex_show *show, struct hd_buf *out, struct hd_type *type,
                        const char *value, const char *indent) {
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
        hd_buf_printf(out, "if (%s) %s(%s, strlen(%s));\nelse printf(\"NULL\");", value,
                      text_shown(show), value, value);
        return true;
    }
    if (type->kind == HD_TY_PTR && type->base->kind != HD_TY_FUNC) {
        hd_buf_printf(out, "if (%s) printf(\"(%s) %%p\", (void *)(%s));\nelse printf(\"NULL\");",
                      value, hd_type_str(show->plan->arena, type), value);
        return true;
    }
    const char *function = function_for(show, type, !indent);
    if (!function) return false;
    if (indent && is_tall(type))
        hd_buf_printf(out, "%s(%s, %s);", function, value, indent);
    else
        hd_buf_printf(out, "%s(%s);", function, value);
    return true;
}

// The number of items that are shown of `len`; `i` of those is the index that *at says.
static long shown_items(struct ex_show *show, long len, const char *i, const char **at) {
    bool cut = len > WHOLE;
    *at =
        cut ? hd_printf(show->plan->arena, "%s + (%s < %d ? 0 : %ld)", i, i, ENDS, len - 2L * ENDS)
            : i;
    return cut ? 2L * ENDS : len;
}

static const char matrix_text[] =
    "    static char text[%ld][%ld][%d];\n"
    "    int width[%ld] = {0};\n"
    "    for (int i = 0; i < %ld; i++)\n"
    "        for (int j = 0; j < %ld; j++) {\n"
    "            char *cell = text[i][j];\n"
    "            %s;\n"
    "            if ((int)strlen(cell) > width[j]) width[j] = (int)strlen(cell);\n"
    "        }\n"
    "    for (int i = 0; i < %ld; i++) {\n"
    "        if (i) printf(\",\\n%%*s\", indent + 1, \"\");\n"
    "%s"
    "        for (int j = 0; j < %ld; j++) printf(\"%%s%%*s\", %s, width[j], text[i][j]);\n"
    "        printf(\"}\");\n"
    "    }\n"
    "    printf(\"}\");\n"
    "}\n\n";

// Of the two innermost dimensions.
static bool matrix_function(struct ex_show *show, struct hd_buf *out, struct hd_type *type) {
    struct hd_type *item = hd_type_unqual(type->base->base);
    const char *row, *column, *format = format_of(item), *cell;
    long rows = shown_items(show, (long)type->len, "i", &row),
         columns = shown_items(show, (long)type->base->len, "j", &column);
    const char *element = hd_printf(show->plan->arena, "v[%s][%s]", row, column);
    if (format)
        cell =
            hd_printf(show->plan->arena, "snprintf(cell, %d, \"%s\", %s)", TEXT, format, element);
    else if (item->kind == HD_TY_BOOL)
        cell = hd_printf(show->plan->arena, "strcpy(cell, %s ? \"true\" : \"false\")", element);
    else if (item->kind == HD_TY_ENUM)
        cell = hd_printf(show->plan->arena, "%s(cell, %s)", enum_text(show, item), element);
    else if (hd_type_is_float(item) && text_for(show, item))
        cell = hd_printf(show->plan->arena, "%s(cell, %s)", text_for(show, item), element);
    else
        return false;
    hd_buf_printf(
        out, matrix_text, rows, columns, TEXT, columns, rows, columns, cell, rows, // NOLINT
        (long)type->len > rows
            ? hd_printf(show->plan->arena,
                        "        if (i == %d) printf(\"...,\\n%%*s\", indent + 1, \"\");\n", ENDS)
            : "",
        columns,
        (long)type->base->len > columns
            ? hd_printf(show->plan->arena,
                        "j == %d ? \", ..., \" : j ? \", \" : i ? \"{\" : \"{{\"", ENDS)
            : "j ? \", \" : i ? \"{\" : \"{{\"");
    return true;
}

static bool array_function(struct ex_show *show, struct hd_buf *out, struct hd_type *type,
                           const char *name, bool line) {
    struct hd_type *base = type->base;
    struct hd_buf item = {0};
    if (hd_type_unqual(base)->kind == HD_TY_CHAR) {
        hd_buf_printf(out,
                      "static void %s(const char *v) {\n    size_t n = %ld;\n"
                      "    while (n > 0 && !v[n - 1]) n--;\n    %s(v, n);\n}\n\n",
                      name, (long)type->len, text_shown(show));
        return true;
    }
    bool tall = !line && is_tall(type);
    struct hd_type *element = hd_type_qual(hd_type_unqual(base), Q_CONST);
    const char *parameter = ex_type_text(show->versions, hd_type_ptr(element), "v");
    hd_buf_printf(out, "static void %s(%s%s) {\n", name, parameter, tall ? ", int indent" : "");
    if (tall && !is_tall(base)) return matrix_function(show, out, type);
    bool ok = print_value(show, &item, base, "v[i]", tall ? "indent + 1" : NULL);
    hd_buf_printf(out, "    for (int i = 0; i < %ld; i++) {\n", (long)type->len);
    if (tall)
        hd_buf_puts(out, "        printf(i ? \",\\n%*s\" : \"{\", indent + 1, \"\");\n");
    else
        hd_buf_puts(out, "        printf(i ? \", \" : \"{\");\n");
    if (type->len > WHOLE)
        hd_buf_printf(out,
                      "        if (i == %d) {\n            printf(\"...,%s\"%s);\n"
                      "            i = %ld;\n        }\n",
                      ENDS, tall ? "\\n%*s" : " ", tall ? ", indent + 1, \"\"" : "",
                      (long)type->len - ENDS);
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
    const struct hd_instance *instance = record->instance;
    const struct hd_def *def =
        instance->tmpl->primary ? instance->tmpl->primary->def : instance->tmpl->def;
    bool standard = def && def->space->is_std && instance->n && instance->args[0].type;
    for (int i = 0; standard && i < HD_COUNT(rows); i++)
        if (strcmp(rows[i].name, hd_def_plain(def)) == 0) return rows[i].kind;
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
    bool ok = kind == STRING || print_value(show, &first, element, what, NULL);
    if (two)
        ok = ok && other &&
             print_value(show, &second, other, kind == MAPPING ? "x.second" : "v.second", NULL);
    if (kind == COMPLEX) ok = ok && print_value(show, &second, element, "v.imag()", NULL);
    hd_buf_printf(out, "static void %s(const %s &v) {\n", name,
                  ex_type_text(show->versions, type, NULL));
    if (kind == STRING)
        hd_buf_printf(out, "    %s(v.data(), v.size());\n}\n\n", text_shown(show));
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
                              hd_printf(show->plan->arena, "v.%s", field->name), NULL);
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

static const char enum_function[] =
    "    for (auto &n : names)\n"
    "        if (n.value == left) {\n"
    "            strcpy(text, n.name);\n"
    "            return;\n"
    "        }\n"
    "    *text = 0;\n"
    "    for (auto &n : names)\n"
    "        if (left > 0 && n.value > 0 && !(n.value & (n.value - 1)) && left & n.value) {\n"
    "            strcat(strcat(text, *text ? \" | \" : \"\"), n.name);\n"
    "            left &= ~n.value;\n"
    "        }\n"
    "    if (left == 0 && *text) return;\n";

// The function that makes a text of an enum: its name, the names of its bits, or `(color) 5`.
static const char *enum_text(struct ex_show *show, struct hd_type *type) {
    const struct hd_enum *e = type->enumeration;
    const char *name =
        hd_intern_str(hd_printf(show->plan->arena, "text_%s", name_for(show, type) + 5)); // show_
    if (hd_map_get(&show->made, name)) return name;
    hd_map_set(&show->made, name, (void *)(uintptr_t)name);
    struct hd_buf *out = &show->functions;
    hd_buf_printf(out, "static void %s(char *text, %s v) {\n", name,
                  ex_type_text(show->versions, type, NULL));
    for (int i = 0; i < e->nconstants; i++)
        hd_buf_printf(out, "%s{%lld, \"%s\"}%s",
                      i ? ", "
                        : "    static const struct { long long value; const char *name; } "
                          "names[] = {",
                      (long long)e->constants[i]->enum_value, e->constants[i]->name,
                      i + 1 < e->nconstants ? "" : "};\n    long long left = (long long)v;\n");
    if (e->nconstants) hd_buf_puts(out, enum_function);
    hd_buf_printf(out, "    snprintf(text, %d, \"(%s) %%lld\", (long long)v);\n}\n\n",
                  enum_room(type), hd_type_str(show->plan->arena, type));
    return name;
}

// The function that makes a text of a number; NULL: not of this type.
static const char *text_for(struct ex_show *show, const struct hd_type *type) {
    static const struct {
        enum hd_type_kind kind;
        const char *type, *name, *length, *read;
        int digits;
    } rows[] = {
        {HD_TY_FLOAT, "float", "text_float", "", "strtod", 9},
        {HD_TY_DOUBLE, "double", "text_double", "", "strtod", 17},
        {HD_TY_LDOUBLE, "long double", "text_long_double", "L", "strtold", 21},
    };
    for (int i = 0; i < HD_COUNT(rows); i++) {
        if (rows[i].kind != type->kind) continue;
        const char *name = hd_intern_str(rows[i].name);
        if (hd_map_get(&show->made, name)) return name;
        hd_map_set(&show->made, name, (void *)(uintptr_t)name);
        hd_buf_printf(&show->functions, number_function, name, rows[i].type, // NOLINT
                      show->digits ? "show_digits ? show_digits : 1" : "1", TEXT, rows[i].length,
                      show->digits ? "!show_digits && " : "", rows[i].digits, rows[i].type,
                      rows[i].read, TEXT, rows[i].length, TEXT);
        return name;
    }
    return NULL;
}

static bool scalar_shown(struct ex_show *show, struct hd_buf *out, struct hd_type *type,
                         const char *name) {
    bool named = type->kind == HD_TY_ENUM;
    const char *text = named ? enum_text(show, type) : text_for(show, type);
    if (!text) return false;
    hd_buf_printf(out,
                  "static void %s(%s v) {\n    char text[%d];\n    %s(text, v);\n"
                  "    printf(\"%%s\", text);\n}\n\n",
                  name,
                  named ? ex_type_text(show->versions, type, NULL)
                        : hd_type_str(show->plan->arena, type),
                  named ? enum_room(type) : TEXT, text);
    return true;
}

// The function that prints values of this type; NULL: there is none.
static const char *function_for(struct ex_show *show, struct hd_type *type, bool line) {
    type = hd_type_unqual(type);
    const char *name = name_for(show, type);
    if (line && is_tall(type)) name = hd_intern_str(hd_printf(show->plan->arena, "%s_line", name));
    const char *known = hd_map_get(&show->made, name);
    if (known) return *known ? known : NULL;
    struct hd_buf out = {0};
    bool ok = true;
    switch (type->kind) {
    case HD_TY_FLOAT:
    case HD_TY_DOUBLE:
    case HD_TY_LDOUBLE:
    case HD_TY_ENUM: ok = scalar_shown(show, &out, type, name); break;
    case HD_TY_CHAR: hd_buf_puts(&out, char_function); break;
    case HD_TY_ARRAY: ok = type->len >= 0 && array_function(show, &out, type, name, line); break;
    case HD_TY_RECORD: ok = record_function(show, &out, type, name); break;
    default: ok = false;
    }
    hd_map_set(&show->made, name, (void *)(ok ? name : ""));
    if (ok) hd_buf_puts(&show->functions, hd_buf_str(&out));
    hd_buf_finish(&out);
    return ok ? name : NULL;
}

static bool is_cut(const struct hd_type *type) {
    for (; type->kind == HD_TY_ARRAY; type = type->base)
        if (type->len > WHOLE && type->base->kind != HD_TY_CHAR) return true;
    return false;
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
    if (!print_value(show, out, type, expression, "0")) return false;
    hd_buf_printf(
        out, "\nprintf(\"%s\\n\");",
        is_cut(type) ? hd_printf(show->plan->arena, "  // %s", hd_type_str(show->plan->arena, type))
                     : "");
    return true;
}
