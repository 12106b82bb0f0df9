// Types as written: specifiers, declarators, parameters, type names.
//
// A declarator's steps come from the parser in the order in which the type is built: from the
// specifier's type outwards. Parameters become what C adjusts them to; the function's type has them
// unqualified, hd_param.type keeps the full type for the function's body. An array length that is
// no constant makes a VLA where a function (or a cell's statement) is being checked; where none may
// stand, the declaration that owns the type says so.
//
// Example: `const char *names[2]` is base `const char`, then POINTER, then ARRAY: array of 2
// pointers.
#include <string.h>

#include "front/check/array/array.h"
#include "front/names/library.h"

// `decltype(auto)`
struct hd_type *type_decltype_auto(void) {
    static struct hd_type type;
    if (!type.kind) {
        type = *hd_ty.auto_;
        type.unqual = &type;
        type.variadic = true; // tells it from `auto`
    }
    return &type;
}

// ---- specifiers ---------------------------------------------------------------------------------

static struct hd_type *int_words(const struct hd_spec *spec) {
    bool u = spec->words.unsigned_;
    if (spec->words.int128_) return u ? hd_ty.uint128 : hd_ty.int128;
    if (spec->words.long_ >= 2) return u ? hd_ty.ullong : hd_ty.llong;
    if (spec->words.long_) return u ? hd_ty.ulong_ : hd_ty.long_;
    if (spec->words.short_) return u ? hd_ty.ushort_ : hd_ty.short_;
    return u ? hd_ty.uint_ : hd_ty.int_;
}

static struct hd_type *bad_words(struct check *c, const struct hd_spec *spec, const char *why) {
    hd_error(c->diags, spec->range, "these words do not make a type: %s", why);
    return hd_ty.error;
}

static struct hd_type *word_type(struct check *c, const struct hd_spec *spec) {
    bool sign = spec->words.signed_ || spec->words.unsigned_;
    bool width = spec->words.long_ || spec->words.short_;
    int nouns = (spec->words.void_ > 0) + (spec->words.bool_ > 0) + (spec->words.char_ > 0) +
                (spec->words.float_ > 0) + (spec->words.double_ > 0) + (spec->words.half_ > 0) +
                (spec->words.bf16_ > 0) + (spec->words.float128_ > 0) + (spec->words.va_list_ > 0) +
                (spec->words.wchar_ > 0) + (spec->words.char8_ > 0) + (spec->words.char16_ > 0) +
                (spec->words.char32_ > 0);
    const uint8_t *counts = (const uint8_t *)&spec->words;
    for (int i = 0; i < (int)sizeof spec->words; i++)
        if (counts[i] > 1 && &counts[i] != &spec->words.long_)
            return bad_words(c, spec, "one is written twice");
    if (nouns > 1 || (nouns && spec->words.int_ && !spec->words.complex_))
        return bad_words(c, spec, "two types are named");
    if (spec->words.signed_ && spec->words.unsigned_)
        return bad_words(c, spec, "`signed` and `unsigned`");
    if (spec->words.imaginary_)
        return bad_words(c, spec, "`_Imaginary` numbers are not supported by any common compiler");
    if (spec->words.long_ > 2 || (spec->words.long_ && spec->words.short_))
        return bad_words(
            c, spec, spec->words.short_ ? "`long` and `short`" : "`long long long` is too long");
    struct hd_type *t = NULL;
    if (spec->words.double_)
        t = spec->words.long_ ? hd_ty.ldouble : hd_ty.double_;
    else if (spec->words.float_)
        t = hd_ty.float_;
    else if (spec->words.float128_)
        t = hd_ty.ldouble;
    else if (spec->words.half_)
        t = hd_ty.half;
    else if (spec->words.bf16_)
        t = hd_ty.bf16;
    if (t) {
        if (sign || (width && t != hd_ty.ldouble) || spec->words.long_ > 1)
            return bad_words(c, spec, "a floating type has no such variant");
        return spec->words.complex_ ? hd_type_complex(t) : t;
    }
    if (spec->words.complex_) // `_Complex` alone is `double _Complex` with gcc
        return hd_type_complex(hd_ty.double_);
    if (spec->words.char_) {
        if (width) return bad_words(c, spec, "`char` is neither long nor short");
        return spec->words.unsigned_ ? hd_ty.uchar
               : spec->words.signed_ ? hd_ty.schar
                                     : hd_ty.char_;
    }
    if (spec->words.wchar_ || spec->words.char8_ || spec->words.char16_ || spec->words.char32_) {
        if (sign || width) return bad_words(c, spec, "this type has no such variant");
        return spec->words.wchar_    ? hd_ty.wchar
               : spec->words.char8_  ? hd_ty.char8
               : spec->words.char16_ ? hd_ty.char16
                                     : hd_ty.char32;
    }
    if (spec->words.void_ || spec->words.bool_ || spec->words.va_list_) {
        if (sign || width) return bad_words(c, spec, "this type has no such variant");
        return spec->words.void_ ? hd_ty.void_ : spec->words.bool_ ? hd_ty.bool_ : hd_ty.va_list;
    }
    return int_words(spec);
}

static struct hd_type *unknown_type(struct check *c, const struct hd_spec *spec) {
    struct hd_diag *d = hd_error(c->diags, spec->name_range, "`%s%s` is not a type",
                                 spec->qual ? qual_text(c, spec->qual) : "", spec->name);
    const char *header = std_header(spec->qual, spec->name);
    const char *near = spec->qual ? NULL : hd_suggest(c->front, spec->name);
    if (header) hd_help(c->diags, d, "add `#include <%s>`", header);
    struct hd_type *tag = c->lang == HD_LANG_C ? hd_lookup_tag(c->front, spec->name) : NULL;
    if (tag)
        hd_help(c->diags, d, "in C the tag comes with its keyword: `%s`", ty(c, tag));
    else if (near)
        hd_help(c->diags, d, "did you mean `%s`?", near);
    return hd_ty.error;
}

static struct hd_type *needs_arguments(struct check *c, const struct hd_spec *spec,
                                       struct hd_sym *sym) {
    struct hd_diag *d = hd_error(c->diags, spec->name_range,
                                 "`%s` is a struct template: it needs its arguments", spec->name);
    hd_help(c->diags, d, "write them out: `%s<...>`", spec->name);
    note_on(c, d, sym->range, "`%s` is declared here", spec->name);
    return hd_ty.error;
}

// The program's own `struct cuComplex` is meant, not the header's typedef of that name.
static struct hd_type *own_tag(struct check *c, const struct hd_spec *spec,
                               const struct hd_found *found) {
    if (!found->sym->def || !found->sym->def->system || !found->tag) return NULL;
    const struct hd_def *def = found->tag->kind == HD_TY_RECORD ? found->tag->record->def : NULL;
    return def && !def->system ? found->tag : NULL;
}

// The prelude's `struct ndarray`, which stands for the built-in type.
static bool is_ndarray_tag(const struct hd_type *tag) {
    return tag && tag->kind == HD_TY_RECORD && tag->record->tag && tag->record->def &&
           tag->record->def->system && !strcmp(tag->record->tag, "ndarray");
}

static struct hd_type *named_spec(struct check *c, const struct hd_spec *spec) {
    struct hd_found found;
    unsigned what = LOOK_NAMES | (c->lang == HD_LANG_CU ? LOOK_TAGS : 0);
    int errors = c->diags->errors;
    c->at = spec->name_range;
    bool known = name_find(c, spec->qual, spec->name, spec->name_range, what, &found);
    struct hd_sym *sym = found.sym;
    if (!known)
        return c->diags->errors > errors || check_is_poisoned(c->front, spec->name)
                   ? hd_ty.error
                   : unknown_type(c, spec);
    if (spec->targs) {
        sym = template_behind(c, sym);
        if (sym && sym->kind == SYM_STRUCT_TEMPLATE)
            return struct_template_type(c, sym, spec->targs, spec->ntargs, spec->name_range);
        if (is_ndarray_tag(found.tag))
            return array_type_of(c, spec->targs, spec->ntargs, spec->name_range);
        if (!sym || !sym->type || sym->type->kind != HD_TY_ERROR)
            hd_error(c->diags, spec->name_range,
                     "`%s` is no template: it takes no template arguments", spec->name);
        return hd_ty.error;
    }
    if (sym && sym->kind == SYM_STRUCT_TEMPLATE) return needs_arguments(c, spec, sym);
    if (sym && sym->kind == SYM_TYPEDEF) {
        struct hd_type *own = c->lang == HD_LANG_CU ? own_tag(c, spec, &found) : NULL;
        return own ? own : sym->type;
    }
    if (sym && sym->type && sym->type->kind == HD_TY_ERROR) return hd_ty.error;
    if (is_ndarray_tag(found.tag)) return array_type_of(c, NULL, 0, spec->name_range);
    return found.tag ? found.tag : unknown_type(c, spec);
}

// What decltype says of an expression: of a name or a member that stands alone its declared type,
// else a reference where it is an lvalue (C++ [dcl.type.decltype]).
struct hd_type *decltype_of(struct check *c, const struct hd_ast *ast, const struct hd_expr *e) {
    if (is_error(e)) return hd_ty.error;
    while (ast->kind == AST_ELEMENT) ast = ast->kids[0];
    if (!ast->parenthesized && (ast->kind == AST_NAME || ast->kind == AST_MEMBER)) {
        const struct hd_expr *at = e->kind == EX_DEREF && !e->parenthesized ? e->a : e;
        if (at->kind == EX_REFVAL) return at->sym->bound ? at->sym->bound : at->sym->type;
        if (e->kind == EX_VAR) return e->sym->bound ? e->sym->bound : e->sym->type;
        if (at->kind == EX_LOAD && at->a->kind == EX_MEMBER &&
            at->a->field->type->kind == HD_TY_REF)
            return at->a->field->type;
        if (e->kind == EX_MEMBER) return e->field->declared ? e->field->declared : e->field->type;
        if (e->kind == EX_FUNC) return function_type(c, e);
    }
    if (expr_is_xvalue(e)) return hd_type_ref(c->arena, e->type, true);
    return e->is_lvalue ? hd_type_ref(c->arena, e->type, false) : e->type;
}

static struct hd_type *typeof_spec(struct check *c, const struct hd_spec *spec) {
    if (spec->transform) {
        struct hd_type *of = check_type_name(c, spec->type_expr);
        return type_transform(c, spec->transform, of, spec->name_range);
    }
    if (spec->type_expr->kind == AST_TYPE_NAME) return check_type_name(c, spec->type_expr);
    c->unevaluated++;
    struct hd_expr *e = check_expr(c, spec->type_expr);
    bool object = spec->is_decltype && is_record(e->type) && !e->is_lvalue;
    if (object && spec->type_expr->kind != AST_CALL && is_error(class_discard(c, e)))
        e = expr_error(c, e->range);
    c->unevaluated--;
    return spec->is_decltype ? decltype_of(c, spec->type_expr, e) : e->type;
}

static struct hd_type *implicit_int(struct check *c, const struct hd_spec *spec) {
    if (c->lang == HD_LANG_C) {
        warn(c, spec->range, "implicit-int", "the type is missing: `int` is assumed");
        return hd_ty.int_;
    }
    struct hd_diag *d = hd_error(c->diags, spec->range, "the type is missing in this declaration");
    hd_help(c->diags, d, "write it out: `int`, `float`, `auto` ...");
    return hd_ty.error;
}

static struct hd_type *base_type(struct check *c, struct hd_spec *spec) {
    switch (spec->base) {
    case BASE_WORDS: return word_type(c, spec);
    case BASE_TAG: return spec->tag_kind == TK_ENUM ? enum_spec(c, spec) : record_spec(c, spec);
    case BASE_NAME: return named_spec(c, spec);
    case BASE_TYPEOF: return typeof_spec(c, spec);
    case BASE_AUTO: return spec->is_decltype ? type_decltype_auto() : hd_ty.auto_;
    case BASE_ATOMIC:
        return hd_type_qual(hd_type_unqual(check_type_name(c, spec->type_expr)), Q_ATOMIC);
    case BASE_ERROR: return hd_ty.error;
    case BASE_NONE: break;
    }
    if (spec->words.signed_ || spec->words.unsigned_ || spec->words.long_ || spec->words.short_)
        return int_words(spec);
    return implicit_int(c, spec);
}

static struct hd_type *mode_type(struct check *c, struct hd_type *t, const char *mode,
                                 struct hd_range range) {
    static const struct {
        const char *mode;
        int bytes;
        bool is_float;
    } modes[] = {
        {"QI", 1, false},          {"byte", 1, false}, {"HI", 2, false},   {"SI", 4, false},
        {"DI", 8, false},          {"TI", 16, false},  {"word", 8, false}, {"pointer", 8, false},
        {"unwind_word", 8, false}, {"SF", 4, true},    {"DF", 8, true},    {"XF", 16, true},
        {"TF", 16, true},          {"SC", 4, true},    {"DC", 8, true},
    };
    bool s = hd_type_is_signed(t);
    for (int i = 0; i < HD_COUNT(modes); i++) {
        if (strcmp(modes[i].mode, mode)) continue;
        if (modes[i].is_float) {
            struct hd_type *f = modes[i].bytes == 4   ? hd_ty.float_
                                : modes[i].bytes == 8 ? hd_ty.double_
                                                      : hd_ty.ldouble;
            return t->kind == HD_TY_COMPLEX || mode[1] == 'C' ? hd_type_complex(f) : f;
        }
        switch (modes[i].bytes) {
        case 1: return s ? hd_ty.schar : hd_ty.uchar;
        case 2: return s ? hd_ty.short_ : hd_ty.ushort_;
        case 4: return s ? hd_ty.int_ : hd_ty.uint_;
        case 8: return s ? hd_ty.long_ : hd_ty.ulong_;
        default: return s ? hd_ty.int128 : hd_ty.uint128;
        }
    }
    hd_error(c->diags, range, "machine mode `%s` is not known", mode);
    return hd_ty.error;
}

// Attributes that change the type that they stand beside.
static struct hd_type *attributed(struct check *c, struct hd_type *t, const struct attr_set *set,
                                  struct hd_range range) {
    if (t->kind == HD_TY_ERROR) return t;
    if (set->mode) t = hd_type_qual(mode_type(c, t, set->mode, range), t->quals);
    if (!set->vector_bytes) return t;
    bool fits = (hd_type_is_integer(t) || hd_type_is_float(t)) && t->kind != HD_TY_ENUM &&
                set->vector_bytes > 0 && set->vector_bytes <= 4096 &&
                set->vector_bytes % (int64_t)t->size == 0;
    if (!fits) {
        hd_error(c->diags, range, "`%s` does not make a vector of %lld bytes", ty(c, t),
                 (long long)set->vector_bytes);
        return hd_ty.error;
    }
    struct hd_type *v = hd_type_vector(c->arena, t, set->vector_bytes / (int64_t)t->size);
    return hd_type_qual(v, t->quals);
}

struct hd_type *check_spec(struct check *c, struct hd_spec *spec) {
    struct hd_type *t = base_type(c, spec);
    if (spec->attrs && !spec->has_body) {
        struct attr_set set = {0};
        attrs_read(c, spec->attrs, &set);
        t = attributed(c, t, &set, spec->range);
    }
    unsigned quals = spec->quals;
    if ((quals & Q_RESTRICT) && t->kind != HD_TY_PTR && t->kind != HD_TY_AUTO &&
        t->kind != HD_TY_TPARAM) {
        if (t->kind != HD_TY_ERROR)
            hd_error(c->diags, spec->range, "`restrict` is for pointers, not for `%s`", ty(c, t));
        quals &= ~(unsigned)Q_RESTRICT;
    }
    return quals ? hd_type_qual(t, quals) : t;
}

// ---- declarators --------------------------------------------------------------------------------

static struct hd_type *no_such(struct check *c, struct hd_range range, const char *what,
                               const char *help) {
    struct hd_diag *d = hd_error(c->diags, range, "%s", what);
    if (help) hd_help(c->diags, d, "%s", help);
    return hd_ty.error;
}

static struct hd_type *element_error(struct check *c, struct hd_type *t, struct hd_range range) {
    switch (t->kind) {
    case HD_TY_FUNC:
        return no_such(c, range, "an array cannot hold functions",
                       "an array of pointers to functions: `R (*a[n])(...)`");
    case HD_TY_REF: return no_such(c, range, "an array cannot hold references", "use pointers");
    case HD_TY_VOID: return no_such(c, range, "an array cannot hold `void`", NULL);
    case HD_TY_AUTO:
        return no_such(c, range, "an array cannot have element type `auto`", "name the type");
    case HD_TY_ARRAY:
        return no_such(c, range, "only the first dimension of an array may be left out", NULL);
    default:
        hd_error(c->diags, range, "an array cannot hold `%s`, which is not defined completely",
                 ty(c, t));
        return hd_ty.error;
    }
}

static struct hd_type *constant_array(struct check *c, struct hd_type *t, const struct hd_deriv *d,
                                      hd_int128 len) {
    if (len < 0) {
        hd_error(c->diags, d->size->range, "the array's length is negative: %lld", (long long)len);
        return hd_ty.error;
    }
    hd_int128 size = t->size ? t->size : 1;
    if (len > ((hd_int128)1 << 47) / size) {
        struct hd_diag *diag = hd_error(c->diags, d->size->range, "the array is too large");
        hd_help(c->diags, diag, "nothing can be larger than the address space, 128 TiB");
        return hd_ty.error;
    }
    return hd_type_array(c->arena, t, (int64_t)len);
}

static struct hd_type *add_array(struct check *c, struct hd_type *t, const struct hd_deriv *d) {
    if (!hd_type_is_complete(t) && t->kind != HD_TY_TPARAM) return element_error(c, t, d->range);
    if (t->kind == HD_TY_REF) return element_error(c, t, d->range);
    if (t->kind == HD_TY_NDARRAY) // nothing would let go of what they hold
        return no_such(c, d->range, "a C array cannot have `ndarray`s as elements",
                       "use an array with one dimension more");
    if (d->star) return hd_type_vla(c->arena, t, expr_int(c, hd_ty.ulong_, 1, d->range));
    if (!d->size) return hd_type_array(c->arena, t, -1);
    struct hd_expr *e = check_number_wanted(c, d->size);
    if (is_error(e)) return hd_ty.error;
    if (!hd_type_is_integer(e->type)) {
        hd_error(c->diags, d->size->range, "an array's length is an integer, not `%s`",
                 ty(c, e->type));
        return hd_ty.error;
    }
    struct hd_const value;
    if (const_required(c, e, &value) && value.kind == CONST_INT)
        return constant_array(c, t, d, value.i);
    if (!c->func && at_top(c)) {
        struct hd_diag *diag =
            hd_error(c->diags, d->size->range, "the array's length is not a constant");
        hd_help(c->diags, diag, "use a number, a macro, an enum constant or `const int n = ...`");
        const_explain(c, diag, e);
        return hd_ty.error;
    }
    return hd_type_vla(c->arena, t, convert(c, e, hd_ty.ulong_));
}

static bool is_void_param(const struct hd_param *p) {
    return p->spec && !p->init && (!p->declr || (!p->declr->name && !p->declr->derivs)) &&
           !p->spec->quals;
}

// Whether a later parameter may refer to an earlier one.
static bool params_need_scope(const struct hd_deriv *d) {
    for (int i = 0; i < d->nparams; i++) {
        const struct hd_param *p = &d->params[i];
        if (p->spec && (p->spec->base == BASE_TYPEOF || p->spec->has_body)) return true;
        if (d->trailing || d->requires_) return true;
        for (const struct hd_deriv *s = p->declr ? p->declr->derivs : NULL; s; s = s->next) {
            if (s->kind == DERIV_ARRAY && s->size) return true;
        }
    }
    return false;
}

// A parameter that is a pack: one for each element.
static struct hd_type **add_pack(struct check *c, struct hd_param *p, struct hd_type **types,
                                 int *n, int *most, bool scoped) {
    int count;
    struct hd_element *elements = param_elements(c, p, &count);
    if (!elements) return types;
    struct hd_type **all = HD_NEW_ARRAY(c->arena, struct hd_type *, *most + count + 1);
    if (*n) memcpy(all, types, sizeof *all * (size_t)*n);
    *most += count;
    const char *name = scoped && p->declr ? p->declr->name : NULL;
    struct hd_sym *pack = name ? pack_new(c, name, count, p->declr->name_range) : NULL;
    int *saved = HD_NEW_ARRAY(c->arena, int, element_packs(elements) + 1);
    for (int i = 0; i < count; i++) {
        element_enter(element_at(elements, i), saved);
        struct hd_type *type = check_param_type(c, p);
        element_leave(element_at(elements, i), saved);
        all[(*n)++] = type->kind == HD_TY_REF ? type : hd_type_unqual(type);
        if (!pack) continue;
        pack->pack->v[i] = sym_new(c, SYM_VAR, name, type, p->declr->name_range);
        pack->pack->v[i]->is_param = true;
    }
    if (pack) space_declare(c, pack);
    return all;
}

// The parameters' types, and how many there are; scoped: they are declared as well.
int check_params(struct check *c, const struct hd_deriv *d, bool scoped, struct hd_type ***out) {
    struct hd_type **types = HD_NEW_ARRAY(c->arena, struct hd_type *, d->nparams ? d->nparams : 1);
    int n = 0, most = d->nparams;
    for (int i = 0; i < d->nparams; i++) {
        struct hd_param *p = &d->params[i];
        if (p->declr && p->declr->parameter_pack) {
            types = add_pack(c, p, types, &n, &most, scoped);
            continue;
        }
        struct hd_type *type = check_param_type(c, p);
        p->type = type;
        if (type->kind == HD_TY_VOID) {
            if (d->nparams == 1 && is_void_param(p) && !d->variadic) break;
            hd_error(c->diags, p->range, "a parameter cannot have type `void`");
            type = p->type = hd_ty.error;
        }
        types[n++] = type->kind == HD_TY_REF ? type : hd_type_unqual(type);
        if (scoped && p->declr && p->declr->name) {
            struct hd_sym *sym = sym_new(c, SYM_VAR, p->declr->name, type, p->declr->name_range);
            sym->is_param = true;
            space_declare(c, sym);
        }
    }
    *out = types;
    return n;
}

// in_type: it says what a type is, rather than declaring a function.
static struct hd_type *add_function(struct check *c, struct hd_type *t, struct hd_deriv *d,
                                    bool in_type) {
    if (t->kind == HD_TY_FUNC)
        return no_such(c, d->range, "a function cannot return a function",
                       "return a pointer to one");
    if (t->kind == HD_TY_ARRAY)
        return no_such(c, d->range, "a function cannot return an array",
                       "return a pointer, or a struct that holds it");
    if (d->nparams && !d->params[0].spec) // K&R: types come with the definition
        return hd_type_func(c->arena, t, NULL, 0, false, true);
    struct hd_type **types;
    bool scoped = params_need_scope(d);
    if (scoped) {
        space_push(c, SPACE_BLOCK);
        c->scope->is_prototype = true;
    }
    int n = check_params(c, d, scoped, &types);
    if (d->trailing) t = check_type_name(c, d->trailing);
    if (d->requires_ && !constraint_holds(c, d->requires_)) {
        hd_error(c->diags, d->requires_->range, "this constraint does not hold");
        t = hd_ty.error;
    }
    if (scoped) space_pop(c);
    struct hd_type *made = hd_type_func(c->arena, t, types, n, d->variadic, d->oldstyle);
    if (d->next && d->next->kind == DERIV_MEMBER)
        made->of_object = hd_of_object(d->quals, d->ref_qual);
    made->is_noexcept = in_type && promises(c, d);
    return made;
}

static struct hd_type *add_member(struct check *c, struct hd_type *t, struct hd_deriv *d) {
    struct hd_type *of = check_type_name(c, d->of);
    if (of->kind == HD_TY_ERROR) return of;
    if (!is_record(of))
        return no_such(c, d->of->range, hd_printf(c->arena, "`%s` has no members", ty(c, of)),
                       "a pointer to a member names a class: `int S::*p`");
    if (t->kind == HD_TY_REF || t->kind == HD_TY_VOID)
        return no_such(
            c, d->range,
            hd_printf(c->arena, "there are no pointers to members of type `%s`", ty(c, t)), NULL);
    struct hd_type *made = hd_type_member(c->arena, of, t);
    return d->quals ? hd_type_qual(made, d->quals) : made;
}

static struct hd_type *add_step(struct check *c, struct hd_type *t, struct hd_deriv *d,
                                bool in_type) {
    switch (d->kind) {
    case DERIV_POINTER:
        if (t->kind == HD_TY_REF)
            return no_such(c, d->range, "there are no pointers to references",
                           "a reference's address is its object's");
        return d->quals ? hd_type_qual(hd_type_ptr(t), d->quals) : hd_type_ptr(t);
    case DERIV_MEMBER: return add_member(c, t, d);
    case DERIV_REF:
    case DERIV_RVALUE_REF:
        if (t->kind == HD_TY_REF) // only && and && make && (C++ [dcl.ref]p6)
            return d->kind == DERIV_REF && t->rvalue_ref ? hd_type_ref(c->arena, t->base, false)
                                                         : t;
        if (t->kind == HD_TY_VOID)
            return no_such(c, d->range, "there are no references to `void`", "use `void *`");
        return hd_type_ref(c->arena, t, d->kind == DERIV_RVALUE_REF);
    case DERIV_ARRAY: return add_array(c, t, d);
    case DERIV_FUNCTION: return add_function(c, t, d, in_type);
    }
    return t;
}

struct hd_type *check_declarator(struct check *c, struct hd_type *base, struct hd_declr *declr,
                                 const struct hd_spec *spec) {
    struct hd_type *t = base;
    if (!declr) return t;
    struct attr_set set = {0};
    if (declr->attrs) {
        attrs_read(c, declr->attrs, &set);
        t = attributed(c, t, &set, declr->range);
    }
    int steps = 0;
    for (struct hd_deriv *d = declr->derivs; d; d = d->next) {
        if (t->kind == HD_TY_ERROR) return t;
        if (++steps > 256)
            return no_such(c, declr->range, "this declarator has too many parts", NULL);
        bool in_type = d->next || !declr->name || (spec && (spec->flags & SPEC_TYPEDEF));
        t = add_step(c, t, d, in_type && c->lang == HD_LANG_CU);
    }
    struct hd_type *func = t->kind == HD_TY_PTR ? t->base : t;
    bool noreturn = set.noreturn || (spec && (spec->flags & SPEC_NORETURN));
    if (spec && spec->attrs && !noreturn && func->kind == HD_TY_FUNC) {
        struct attr_set of_spec = {0};
        attrs_read(c, spec->attrs, &of_spec);
        noreturn = of_spec.noreturn;
    }
    if (noreturn && func->kind == HD_TY_FUNC && declr->derivs) func->noreturn = true;
    return t;
}

struct hd_type *check_type_name(struct check *c, struct hd_ast *ast) {
    return check_declarator(c, check_spec(c, ast->spec), ast->declr, ast->spec);
}

static const struct hd_deriv *outermost(const struct hd_declr *declr) {
    const struct hd_deriv *d = declr ? declr->derivs : NULL;
    while (d && d->next) d = d->next;
    return d;
}

struct hd_type *check_param_type(struct check *c, struct hd_param *param) {
    if (!param->spec) return hd_ty.int_;
    struct hd_type *t = check_declarator(c, check_spec(c, param->spec), param->declr, param->spec);
    const struct hd_deriv *d = outermost(param->declr);
    if (t->kind == HD_TY_FUNC) {
        bool says = d && d->kind == DERIV_FUNCTION && c->lang == HD_LANG_CU && promises(c, d);
        return hd_type_ptr(says ? hd_type_noexcept(t, true) : t);
    }
    if (t->kind != HD_TY_ARRAY) return t;
    struct hd_type *ptr = hd_type_ptr(t->base);
    return d && d->kind == DERIV_ARRAY && d->quals ? hd_type_qual(ptr, d->quals) : ptr;
}

// ---- run-time lengths ---------------------------------------------------------------------------

static struct hd_expr *then(struct check *c, struct hd_expr *first, struct hd_expr *second) {
    if (!first) return second;
    struct hd_expr *e = expr_new(c, EX_COMMA, second->type, second->range);
    e->a = first;
    e->b = second;
    return e;
}

struct hd_expr *check_vla_sizes(struct check *c, struct hd_type *type) {
    if (!type_has_vla(type)) return NULL;
    if (type->kind == HD_TY_PTR || type->kind == HD_TY_REF) return check_vla_sizes(c, type->base);
    if (type->vla_size) return NULL;
    struct hd_expr *code = check_vla_sizes(c, type->base);
    if (!hd_type_is_vla(type)) return code;
    struct hd_range range = type->vla_len ? type->vla_len->range : (struct hd_range){0, 0};
    struct hd_expr *len =
        type->vla_len ? type->vla_len : expr_int(c, hd_ty.ulong_, type->len, range);
    struct hd_expr *size = expr_new(c, EX_BINARY, hd_ty.ulong_, range);
    size->op = TK_STAR;
    size->a = len;
    size->b = expr_size(c, type->base, range);
    type->vla_size = sym_hidden(c, hd_ty.ulong_, range);
    struct hd_expr *var = expr_new(c, EX_VAR, hd_ty.ulong_, range);
    var->sym = type->vla_size;
    var->is_lvalue = true;
    return then(c, code, expr_assign(c, var, size));
}
