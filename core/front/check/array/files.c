// Words that write arrays to files and read them: save, load, savez, savetxt, loadtxt, tofile,
// fromfile, imsave, imread. The run time does the work (run/array/files.c); here their arguments
// are checked, and what is read gets its type, which the call says: `load<double, 2>("x.npy")`.
#include "front/check/array/words.h"

#include <string.h>

// A text argument. NULL: reported.
static struct hd_expr *text_arg(struct call *k, int i, const char *what) {
    struct check *c = k->c;
    struct hd_expr *e = k->args->v[i];
    e = is_error(e) ? e : rvalue(c, e);
    if (is_error(e)) return NULL;
    if (is_ptr(e->type) && is_char_type(e->type->base)) return e;
    struct hd_diag *d = hd_error(c->diags, e->range, "argument %d of `%s` is %s, a text, not `%s`",
                                 i + 1, k->name, what, ty(c, e->type));
    if (is_array(e))
        hd_help(c->diags, d, "the file's name comes first: `%s(\"name\", a)`", k->name);
    return NULL;
}

static struct hd_expr *no_text(struct call *k) {
    return expr_null(k->c, hd_type_ptr(hd_type_qual(hd_ty.char_, Q_CONST)), k->range);
}

// save("x.npy", a), savetxt("x.csv", a, ",", "x,y"), tofile("x.raw", a), imsave("x.png", a)
static struct hd_expr *call_save(struct call *k) {
    bool text = k->number == ARRAY_FILE_TEXT;
    if (!word_count(k, 2, text ? 4 : 2)) return expr_error(k->c, k->range);
    struct hd_expr *path = text_arg(k, 0, "the file's name"), *a = path ? word_array(k, 1) : NULL;
    if (!a) return expr_error(k->c, k->range);
    struct hd_expr *more[2] = {no_text(k), no_text(k)};
    for (int i = 2; i < k->args->n; i++)
        if (!(more[i - 2] =
                  text_arg(k, i, i == 2 ? "what stands between numbers" : "the first line")))
            return expr_error(k->c, k->range);
    return word_rt(k, "save", NULL, 5, word_int(k, k->number), path, word_value(k, a), more[0],
                   more[1]);
}

// savez("x.npz", "a", a, "b", b)
static struct hd_expr *call_savez(struct call *k) {
    struct check *c = k->c;
    struct hd_expr *values[3 + 2 * 16] = {word_loc(k)};
    int n = (k->args->n - 1) / 2;
    if (k->args->n < 3 || k->args->n % 2 == 0 || n > 16)
        return word_fail(k, "it is savez(\"x.npz\", \"a\", a, \"b\", b)",
                         "`savez` takes a file's name, and then names and arrays in turn");
    if (!(values[1] = text_arg(k, 0, "the file's name"))) return expr_error(c, k->range);
    values[2] = word_int(k, n);
    for (int i = 0; i < n; i++) {
        struct hd_expr *name = text_arg(k, 1 + 2 * i, "an array's name"),
                       *a = name ? word_array(k, 2 + 2 * i) : NULL;
        if (!a) return expr_error(c, k->range);
        values[3 + 2 * i] = name;
        values[4 + 2 * i] = word_value(k, a);
    }
    return array_rt(c, "savez", values, 3 + 2 * n, NULL, k->range);
}

// The type and rank that `load<T, R>` says. NULL: reported.
static struct hd_type *wanted(struct call *k, struct hd_type *otherwise, int rank) {
    struct check *c = k->c;
    const struct hd_ast *name = k->ast->kids[0];
    int at = name->kind == AST_MEMBER, n = name->targs ? name->nkids - at : 0;
    if (n > 0) return array_type_of(c, name->kids + at, n, k->range);
    if (otherwise) return array_of(c, otherwise, rank);
    word_fail(
        k, hd_printf(c->arena, "write `%s<float, 2>(...)` for two dimensions of floats", k->name),
        "`%s` needs the type of the elements and the rank of what it reads", k->name);
    return NULL;
}

// load<T, R>("x.npy"), load<T, R>("x.npz", "name"), loadtxt<T, R>("x.csv", ",", lines to skip),
// fromfile<T>("x.raw", n, m), imread("x.png")
static struct hd_expr *call_load(struct call *k) {
    struct check *c = k->c;
    int format = k->number, sizes = format == ARRAY_FILE_RAW ? k->args->n - 1 : 0;
    int most = format == ARRAY_FILE_RAW    ? 1 + HD_FUSED_DIMS
               : format == ARRAY_FILE_TEXT ? 3
               : format == ARRAY_FILE_NPY  ? 2
                                           : 1;
    if (!word_count(k, 1, most)) return expr_error(c, k->range);
    struct hd_type *type = format == ARRAY_FILE_RAW
                               ? array_of(c, word_type(k, hd_ty.float_), sizes ? sizes : 1)
                           : format == ARRAY_FILE_IMAGE ? wanted(k, hd_ty.uchar, 3)
                           : format == ARRAY_FILE_TEXT  ? wanted(k, hd_ty.float_, 2)
                                                        : wanted(k, NULL, 0);
    struct hd_expr *values[12 + HD_FUSED_DIMS] = {word_loc(k), word_int(k, format)};
    values[2] = text_arg(k, 0, "the file's name");
    if (!type || type->kind != HD_TY_NDARRAY || !values[2]) return expr_error(c, k->range);
    struct hd_type *elem = unqual(type->base);
    values[3] = no_text(k);
    if (format != ARRAY_FILE_RAW && k->args->n > 1 &&
        !(values[3] = text_arg(k, 1,
                               format == ARRAY_FILE_NPY ? "the array's name in the file"
                                                        : "what stands between numbers")))
        return expr_error(c, k->range);
    bool skips = format == ARRAY_FILE_TEXT && k->args->n > 2;
    values[4] = skips ? word_long(k, 2, "how many lines to skip") : array_int(c, 0, k->range);
    if (!values[4]) return expr_error(c, k->range);
    word_type_args(c, elem, k->range, values + 5);
    values[8] = word_int(k, (int)type->len);
    values[9] = word_int(k, sizes);
    for (int i = 0; i < sizes; i++)
        if (!(values[10 + i] = word_long(k, 1 + i, "a size"))) return expr_error(c, k->range);
    return array_rt(c, "load", values, 10 + sizes, type, k->range);
}

struct hd_expr *array_file(struct call *k) {
    static const struct {
        const char *name;
        struct hd_expr *(*call)(struct call *k);
        int format;
    } words[] = {
        {"save", call_save, ARRAY_FILE_NPY},
        {"load", call_load, ARRAY_FILE_NPY},
        {"savez", call_savez, 0},
        {"savetxt", call_save, ARRAY_FILE_TEXT},
        {"loadtxt", call_load, ARRAY_FILE_TEXT},
        {"tofile", call_save, ARRAY_FILE_RAW},
        {"fromfile", call_load, ARRAY_FILE_RAW},
        {"imsave", call_save, ARRAY_FILE_IMAGE},
        {"imread", call_load, ARRAY_FILE_IMAGE},
    };
    for (int i = 0; i < HD_COUNT(words); i++) {
        if (strcmp(words[i].name, k->name)) continue;
        k->number = words[i].format;
        return words[i].call(k);
    }
    return NULL;
}
