// Calls that show something: display, display_html, display_png, imshow, plot, update_display,
// clear_output.
//
// They take any type, so they are no ordinary functions: the checker finds out what is to be shown
// and turns each call into one of the hidden built-in __heddle_show, whose first argument is the
// address of a struct hd_shown that says at compile time what is known at compile time: which call,
// the arguments' types and texts. It lives in the arena of the definition, as its code does. Sizes
// of run-time length are passed in bytes, one per dimension:
//
//     imshow(a)             with float a[h][w]   __heddle_show(&shown, 0, &a, 0, sizeof a, sizeof
//     a[0], ...) plot(x, y, 10)                             __heddle_show(&shown, 0, x, y, 10, ...)
//     update_display(id, imshow(a))              the inner call with `id` as its second argument in
//     place of 0
//
// Each gives the number by which update_display finds again what was shown; as a cell's last
// expression it is not a result (check/decl/item.c asks is_display).
#include "front/check/cuda/show.h"

#include <string.h>

struct hd_expr *show_refuse(struct show *s, struct hd_range at, const char *help, const char *fmt,
                            ...) {
    va_list args;
    va_start(args, fmt);
    struct hd_diag *d = hd_error(s->c->diags, at, "%s", hd_vprintf(s->c->arena, fmt, args));
    va_end(args);
    if (help) hd_help(s->c->diags, d, "%s", help);
    return NULL;
}

const char *show_plain_text(struct check *c, const struct hd_expr *e) {
    const char *text = expr_text(c, e);
    return text[0] == '`' ? hd_strndup(c->arena, text + 1, strlen(text) - 2) : "the argument";
}

// ---- arguments ----------------------------------------------------------------------------------

struct hd_expr *show_void_pointer(struct check *c, struct hd_expr *pointer) {
    return expr_cast(c, pointer, hd_type_ptr(hd_type_qual(hd_ty.void_, Q_CONST)), CAST_NOOP);
}

// The address of the object that an argument is, or of a copy of its value.
static struct hd_expr *object_address(struct show *s, struct hd_expr *e) {
    struct check *c = s->c;
    if (e->type->kind == HD_TY_FUNC) e = rvalue(c, e);
    if (e->type->kind == HD_TY_VOID)
        return show_refuse(s, e->range, NULL, "%s has no value to show", expr_text(c, e));
    if (!e->is_lvalue || e->is_bitfield || e->type->kind == HD_TY_NULLPTR)
        e = expr_temp(c, e->type->kind == HD_TY_ARRAY ? e : rvalue(c, e));
    if (!hd_type_is_vla(e->type) && !hd_type_is_complete(e->type))
        return show_refuse(s, e->range, NULL, "%s is `%s`, whose size is not known here",
                           expr_text(c, e), ty(c, e->type));
    struct hd_expr *address = expr_address(c, e, e->range);
    return is_error(address) ? NULL : show_void_pointer(c, address);
}

bool show_whole_number(struct show *s, int i, const char *name, struct hd_expr **out) {
    struct check *c = s->c;
    struct hd_expr *e = rvalue(c, s->args->v[i]);
    if (!hd_type_is_integer(e->type) && !hd_type_is_float(e->type)) {
        show_refuse(s, e->range, NULL, "argument %d (`%s`) of `%s` is a number, not `%s`", i + 1,
                    name, s->shown->call, ty(c, e->type));
        return false;
    }
    *out = convert_assign(c, e, hd_ty.long_, s->shown->call);
    return !is_error(*out);
}

static bool real_number(struct show *s, int i, struct hd_expr **out) {
    *out = convert_assign(s->c, rvalue(s->c, s->args->v[i]), hd_ty.double_, s->shown->call);
    return !is_error(*out);
}

static bool is_number(const struct hd_type *t) {
    return hd_type_is_arith(t) && t->kind != HD_TY_COMPLEX;
}

// A number's type at the bottom of `t`, which is an array or pointer of `depth` dimensions at most;
// NULL: it is none.
struct hd_type *show_number_below(struct hd_type *t, int depth) {
    for (; depth > 0 && (t->kind == HD_TY_ARRAY || t->kind == HD_TY_PTR); depth--) {
        t = t->base;
        if (t->kind == HD_TY_PTR) return NULL; // rows behind pointers lie anywhere
    }
    return is_number(t) ? unqual(t) : NULL;
}

struct hd_expr *show_missing(struct show *s, const char *forms) {
    return show_refuse(s, s->ast->range, forms, "`%s` does not take %d argument%s", s->shown->call,
                       s->args->n, s->args->n == 1 ? "" : "s");
}

// ---- the calls ----------------------------------------------------------------------------------

// Lengths that are known at run time only go as bytes per dimension: sizeof a, sizeof a[0], ...
static bool add_dimensions(struct show *s, struct hd_type *t, struct hd_range at) {
    if (!hd_type_is_vla(t)) return true;
    for (; t->kind == HD_TY_ARRAY; t = t->base) {
        if (s->shown->ndims == HD_COUNT(s->n)) {
            show_refuse(s, at, NULL,
                        "an array of run-time length is shown with up to %d dimensions",
                        HD_COUNT(s->n));
            return false;
        }
        s->n[s->shown->ndims++] = expr_size(s->c, t, at);
    }
    return true;
}

static bool show_value(struct show *s, struct hd_expr *e) {
    s->first = object_address(s, e);
    if (!s->first) return false;
    s->shown->kind = SHOW_VALUE;
    s->shown->types[0] = s->first->a->type->base;
    s->shown->names[0] = show_plain_text(s->c, e);
    return add_dimensions(s, s->shown->types[0], e->range);
}

static bool call_display(struct show *s) {
    if (s->args->n != 1) return show_missing(s, "it is display(value)");
    return show_value(s, s->args->v[0]);
}

static bool text_argument(struct show *s, int i, const char *what, struct hd_expr **out) {
    struct check *c = s->c;
    struct hd_expr *e = rvalue(c, s->args->v[i]);
    if (!is_ptr(e->type) || !is_char_type(e->type->base))
        return show_refuse(s, e->range, NULL, "`%s` takes %s (`const char *`), not `%s`",
                           s->shown->call, what, ty(c, e->type));
    *out = show_void_pointer(c, e);
    return true;
}

// display_html(text) and its kin; display_mime(type, text) says the type itself.
static bool call_text(struct show *s) {
    bool typed = !strcmp(s->shown->call, "display_mime");
    if (s->args->n != 1 + typed)
        return show_missing(s, typed ? "it is display_mime(type, text), such as "
                                       "display_mime(\"text/csv\", table)"
                                     : hd_printf(s->c->arena, "it is %s(text)", s->shown->call));
    if (typed && !text_argument(s, 0, "the name of a type", &s->second)) return false;
    s->shown->names[0] = show_plain_text(s->c, s->args->v[typed]);
    return text_argument(s, typed, "a text", &s->first);
}

static bool call_png(struct show *s) {
    struct check *c = s->c;
    static const char forms[] =
        "it is display_png(pixels, width, height, channels), or display_png(bytes, size) for a PNG "
        "file in memory, or display_png(\"name.png\")";
    if (s->args->n == 1) {
        s->shown->kind = SHOW_PNG_FILE;
        s->shown->names[0] = show_plain_text(c, s->args->v[0]);
        return text_argument(s, 0, "the name of a file", &s->first);
    }
    if (s->args->n != 4 && s->args->n != 2) return show_missing(s, forms);
    struct hd_expr *e = s->args->v[0];
    struct hd_type *t = e->type;
    for (int depth = 0;
         depth < 3 && (t->kind == HD_TY_ARRAY || (t->kind == HD_TY_PTR && depth == 0)); depth++)
        t = t->base;
    bool bytes = is_char_type(t) || t->kind == HD_TY_VOID ||
                 (is_record(t) && t->record->is_vector && t->record->nfields &&
                  is_char_type(t->record->fields[0].type));
    if (t == e->type || !bytes)
        return show_refuse(
            s, e->range,
            "convert them to `unsigned char`, 0 to 255; imshow shows numbers of other types",
            "the pixels of `display_png` are bytes (`unsigned char *`), not `%s`", ty(c, e->type));
    s->shown->names[0] = show_plain_text(c, e);
    s->first = show_void_pointer(c, rvalue(c, e));
    static const char *const names[] = {"width", "height", "channels"};
    for (int i = 1; i < s->args->n; i++)
        if (!show_whole_number(s, i, s->args->n == 2 ? "size" : names[i - 1], &s->n[i - 1]))
            return false;
    s->shown->nargs = s->args->n;
    return true;
}

// An ndarray's elements in one piece, and its size in bytes from dimension `from` on.
struct hd_expr *show_array_data(struct check *c, struct hd_expr *e) {
    struct hd_expr *values[] = {array_loc(c, e->range.from), e};
    values[1] = array_rt(c, "copy", values, 2, unqual(e->type), e->range);
    return show_void_pointer(
        c, array_rt(c, "pointer", values, 2, hd_type_ptr(e->type->base), e->range));
}

struct hd_expr *show_array_bytes(struct check *c, struct hd_expr *e, int from) {
    struct hd_expr *bytes = array_int(c, (int64_t)e->type->base->size, e->range);
    for (int d = from; d < (int)e->type->len; d++) {
        struct hd_expr *values[] = {array_loc(c, e->range.from), e, array_int(c, d, e->range)};
        bytes = expr_binary(c, TK_STAR, bytes, array_rt(c, "extent", values, 3, NULL, e->range),
                            e->range, e->range.from);
    }
    return bytes;
}

// How many channels a pixel of type `t` has: 3 or 4 of vectors of bytes or floats; 0: it is none.
// *element: a channel's type.
static int pixel_channels(struct hd_type *t, struct hd_type **element) {
    if (!is_record(t) || !t->record->is_vector) return 0;
    struct hd_type *of = unqual(t->record->fields[0].type);
    int n = t->record->nfields;
    if ((n != 3 && n != 4) || (of != hd_ty.uchar && of != hd_ty.float_)) return 0;
    if (t->size != (uint64_t)n * of->size) return 0;
    *element = of;
    return n;
}

// An array of three dimensions whose last is 3 or 4 bytes or floats.
static int last_channels(uint64_t n, const struct hd_type *t) {
    bool fits = t->kind == HD_TY_FLOAT || t->kind == HD_TY_UCHAR;
    return fits && (n == 3 || n == 4) ? (int)n : 0;
}

static bool imshow_array(struct show *s, struct hd_expr *e) {
    struct check *c = s->c;
    struct hd_type *pixel = NULL;
    int channels = e->type->len == 2 ? pixel_channels(unqual(e->type->base), &pixel) : 0;
    bool planes = e->type->len == 3 && last_channels(3, unqual(e->type->base));
    if (channels || planes) {
        s->shown->names[0] = show_plain_text(c, e);
        s->shown->types[0] = channels ? pixel : unqual(e->type->base);
        s->shown->nargs = 1;
        s->shown->channels = channels ? channels : 3; // planes: their number is found in n[2]
        s->first = show_array_data(c, e);
        for (int d = 0; d < 3 - (channels > 0); d++) s->n[d] = show_array_bytes(c, e, d);
        return !is_error(s->first);
    }
    if (e->type->len != 2 || !show_number_below(e->type->base, 0))
        return show_refuse(s, e->range, NULL,
                           "`imshow` shows 2-D arrays of real numbers, and %s is `%s`",
                           expr_text(c, e), ty(c, e->type));
    s->shown->names[0] = show_plain_text(c, e);
    s->shown->types[0] = unqual(e->type->base);
    s->shown->nargs = 1;
    s->first = show_array_data(c, e);
    s->n[0] = show_array_bytes(c, e, 0);
    s->n[1] = show_array_bytes(c, e, 1);
    return !is_error(s->first);
}

static bool call_imshow(struct show *s) {
    struct check *c = s->c;
    static const char forms[] =
        "it is imshow(array), imshow(pointer, height, width), and with the values of the darkest and "
        "the brightest colour imshow(pointer, height, width, low, high)";
    int n = s->args->n;
    if (n != 1 && n != 3 && n != 5) return show_missing(s, forms);
    struct hd_expr *e = s->args->v[0];
    if (is_array(e) && n == 1) return imshow_array(s, e);
    struct hd_type *t = e->type, *element = show_number_below(t, 2);
    s->shown->names[0] = show_plain_text(c, e);
    if (n == 1 && t->kind == HD_TY_ARRAY && t->base->kind == HD_TY_ARRAY && !hd_type_is_vla(t)) {
        struct hd_type *below = unqual(t->base->base);
        int channels = pixel_channels(below, &element);
        if (below->kind == HD_TY_ARRAY && last_channels(below->len, unqual(below->base))) {
            channels = (int)below->len;
            element = unqual(below->base);
        }
        s->shown->channels = channels;
    }
    if (is_void_ptr(t))
        return show_refuse(s, e->range, "convert it to a pointer to what is there: (float *)",
                           "%s is `%s`: of which type the "
                           "numbers are is not known",
                           expr_text(c, e), ty(c, t));
    if (t->kind != HD_TY_ARRAY && t->kind != HD_TY_PTR)
        return show_refuse(s, e->range, forms, "`imshow` takes a 2-D array, not `%s`", ty(c, t));
    if (!element)
        return show_refuse(s, e->range, forms,
                           "`imshow` shows 2-D arrays of real numbers, and %s is `%s`",
                           expr_text(c, e), ty(c, t));
    s->shown->types[0] = element;
    s->shown->nargs = n;
    if (n == 1) {
        if (t->kind != HD_TY_ARRAY || t->base->kind != HD_TY_ARRAY)
            return show_refuse(
                s, e->range, "say how large the picture is: imshow(pointer, height, width)",
                "%s is `%s`, which does not tell height and width", expr_text(c, e), ty(c, t));
        if (!hd_type_is_vla(t) && !hd_type_is_complete(t)) return object_address(s, e) != NULL;
        s->first = object_address(s, e);
        s->n[0] = expr_size(c, t, e->range);
        s->n[1] = expr_size(c, t->base, e->range);
        return s->first != NULL;
    }
    s->first = show_void_pointer(c, rvalue(c, e));
    if (!show_whole_number(s, 1, "height", &s->n[0]) || !show_whole_number(s, 2, "width", &s->n[1]))
        return false;
    return n == 3 || (real_number(s, 3, &s->low) && real_number(s, 4, &s->high));
}

static bool call_clear(struct show *s) {
    if (s->args->n > 1) return show_missing(s, "it is clear_output() or clear_output(wait)");
    return s->args->n == 0 || show_whole_number(s, 0, "wait", &s->n[0]);
}

static const struct {
    const char *name;
    enum hd_show_kind kind;
    bool (*call)(struct show *s);
} calls[] = {
    {"display", SHOW_VALUE, call_display},      {"display_html", SHOW_TEXT, call_text},
    {"display_markdown", SHOW_TEXT, call_text}, {"display_latex", SHOW_TEXT, call_text},
    {"display_svg", SHOW_TEXT, call_text},      {"display_json", SHOW_TEXT, call_text},
    {"display_mime", SHOW_TEXT, call_text},     {"display_png", SHOW_PNG, call_png},
    {"imshow", SHOW_IMAGE, call_imshow},        {"plot", SHOW_CHART, check_chart},
    {"scatter", SHOW_CHART, check_chart},       {"bar", SHOW_CHART, check_chart},
    {"hist", SHOW_CHART, check_chart},          {"errorbar", SHOW_CHART, check_chart},
    {"clear_output", SHOW_CLEAR, call_clear},
};

// ---- building -----------------------------------------------------------------------------------

static struct hd_expr *or_zero(struct show *s, struct hd_expr *e, struct hd_type *type) {
    struct check *c = s->c;
    if (e) return convert(c, e, type);
    if (is_ptr(type)) return expr_null(c, type, s->ast->range);
    return convert(c, expr_int(c, hd_ty.int_, 0, s->ast->range), type);
}

static struct hd_expr *build(struct show *s) {
    struct check *c = s->c;
    const struct hd_builtin *row = hd_builtin_find("__heddle_show");
    struct hd_type *sig = builtin_signature(c->front, row, 0);
    struct hd_expr *e = expr_new(c, EX_BUILTIN, hd_ty.int_, s->ast->range);
    struct hd_expr *shown =
        expr_int(c, hd_ty.ulong_, (hd_int128)(uintptr_t)s->shown, s->ast->range);
    struct hd_expr *const values[] = {expr_cast(c, shown, sig->params[0], CAST_INT_PTR),
                                      s->update,
                                      s->first,
                                      s->second,
                                      s->n[0],
                                      s->n[1],
                                      s->n[2],
                                      s->low,
                                      s->high};
    int n = HD_COUNT(values);
    e->nargs = n + s->more.n;
    e->args = HD_NEW_ARRAY(c->arena, struct hd_expr *, e->nargs);
    for (int i = 0; i < n; i++)
        e->args[i] = i == 0 ? values[0] : or_zero(s, values[i], sig->params[i]);
    for (int i = 0; i < s->more.n; i++) e->args[n + i] = s->more.v[i];
    e->builtin = row;
    e->sig_type = sig;
    e->loc = s->ast->kids[0]->range.from;
    return e;
}

bool is_display(const struct hd_expr *e) {
    return e->kind == EX_BUILTIN && e->builtin && !strcmp(e->builtin->name, "__heddle_show");
}

// update_display(id, what): `what` is shown in the place of an earlier display.
static bool call_update(struct show *s, struct hd_expr **inner) {
    if (s->args->n != 2)
        return show_missing(
            s,
            "it is update_display(id, value) or update_display(id, imshow(array)), where `id` is what the "
            "earlier display gave");
    struct hd_expr *e = s->args->v[1];
    if (!show_whole_number(s, 0, "id", &s->update)) return false;
    if (!is_display(e)) return show_value(s, e);
    e->args[1] = convert(s->c, s->update, hd_ty.int_);
    *inner = e;
    return true;
}

// `{.title = "..."}` as the last argument of a chart.
static bool takes_options(const struct show *s, int i) {
    for (int k = 0; k < HD_COUNT(calls); k++)
        if (!strcmp(calls[k].name, s->shown->call))
            return calls[k].kind == SHOW_CHART && i == s->args->n - 1 && i > 0;
    return false;
}

struct hd_expr *check_display(struct check *c, const struct hd_builtin *row, struct call_args *args,
                              struct hd_ast *ast) {
    struct show s = {.c = c, .args = args, .ast = ast};
    s.shown = HD_NEW(c->arena, struct hd_shown);
    s.shown->call = row->name;
    s.shown->loc = ast->kids[0]->range.from;
    for (int i = 0; i < args->n; i++) {
        if (args->v[i] || takes_options(&s, i)) continue;
        show_refuse(&s, args->asts[i]->range, "write its type before it: (int[]){1, 2}",
                    "a braced list has no type here");
        return expr_error(c, ast->range);
    }
    if (!strcmp(row->name, "update_display")) {
        struct hd_expr *inner = NULL;
        if (!call_update(&s, &inner)) return expr_error(c, ast->range);
        return inner ? inner : build(&s);
    }
    for (int i = 0; i < HD_COUNT(calls); i++) {
        if (strcmp(calls[i].name, row->name)) continue;
        s.shown->kind = calls[i].kind;
        if (calls[i].call(&s)) return build(&s);
    }
    return expr_error(c, ast->range);
}
