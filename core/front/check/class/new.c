// `new` and `delete`: calls of the C library's malloc, calloc and free, which a kernel has too
// (memory from the device's heap).
//
// `new float[n]` is `(float *)malloc(n * sizeof(float))`, and what is initialised goes through the
// functions of headers/heddle/new.h. Memory that there is not is a null pointer.
//
// Objects are made and destroyed where they are, by expressions written out here.
//
// Example: `delete p` is `t = p, t ? (t->~T(), free(t)) : nothing`.
#include "front/check/expr/expr.h"

#include <string.h>

enum { MALLOC_ALIGNS = 16 };

static bool type_ok(struct check *c, struct hd_type *type, const struct hd_ast *ast) {
    struct hd_diag *d;
    struct hd_range range = ast->kids[0]->range;
    if (type->kind == HD_TY_ERROR) return false;
    if (type_has_vla(type)) {
        d = hd_error(c->diags, range,
                     "only the first number of elements may be computed at run time");
        hd_help(
            c->diags, d,
            "make one dimension of it, `new T[rows * columns]`, and count `row * columns + column`");
        return false;
    }
    if (type->kind == HD_TY_ARRAY && !ast->kids[1]) {
        hd_error(c->diags, range, "write the number of elements behind the type: `new %s[%lld]`",
                 ty(c, type->base), (long long)type->len);
        return false;
    }
    if (type->kind == HD_TY_AUTO || type->kind == HD_TY_REF || type->kind == HD_TY_FUNC ||
        type->kind == HD_TY_VOID) {
        hd_error(c->diags, range, "`new` cannot make a `%s`",
                 type->kind == HD_TY_AUTO ? "auto" : ty(c, type));
        return false;
    }
    if (!hd_type_is_complete(type)) {
        hd_error(c->diags, range, "the size of `%s` is not known", ty(c, type));
        return false;
    }
    bool device = c->func && (c->func->is_device || c->func->is_kernel);
    if (device && !ast->placement && type->align > MALLOC_ALIGNS) {
        d = hd_error(c->diags, range, "`new` gives memory aligned to 16 bytes, but `%s` needs %d",
                     ty(c, type), (int)type->align);
        hd_help(c->diags, d, "in kernels take some more bytes, and round the address up");
        return false;
    }
    return true;
}

// A call of one of heddle/new.h's functions.
struct hd_expr *call_new_helper(struct check *c, const char *name, struct hd_expr **v, int n,
                                const struct hd_ast *at) {
    if (!hd_lookup(c->front, hd_intern_str(name))) front_include_now(c->front, "heddle/new.h");
    return call_named(c, name, v, n, at);
}

// Memory that there is not is a std::bad_alloc, but in device code, where it is a null pointer.
static struct hd_expr *memory_checked(struct check *c, struct hd_expr *memory,
                                      const struct hd_ast *ast) {
    bool device = c->func && (c->func->is_device || c->func->is_kernel);
    if (is_error(memory) || ast->nothrow || device) return memory;
    struct hd_expr *v[1] = {convert(c, memory, hd_type_ptr(hd_ty.void_))};
    return call_new_helper(c, "__new_checked", v, 1, ast);
}

// NULL: reported.
static struct hd_expr *number_of_elements(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = check_rvalue(c, ast);
    struct hd_const known;
    if (is_error(e)) return NULL;
    if (!hd_type_is_integer(e->type)) {
        hd_error(c->diags, ast->range, "a number of elements is an integer, not `%s`",
                 ty(c, e->type));
        return NULL;
    }
    if (const_eval(e, &known) && known.kind == CONST_INT && known.i < 0) {
        hd_error(c->diags, ast->range, "the number of elements cannot be negative");
        return NULL;
    }
    return convert(c, e, hd_ty.ulong_);
}

// `(T[]){...}`
static struct hd_expr *listed_elements(struct check *c, const struct hd_ast *ast) {
    struct hd_ast *literal = HD_NEW(c->arena, struct hd_ast),
                  *type = HD_NEW(c->arena, struct hd_ast);
    struct hd_declr *declr = HD_NEW(c->arena, struct hd_declr);
    struct hd_deriv *array = HD_NEW(c->arena, struct hd_deriv), **last = &declr->derivs;
    *type = *ast->kids[0];
    *declr = *type->declr;
    type->declr = declr;
    for (; *last; last = &(*last)->next) { // copies, since the written type stays as it is
        struct hd_deriv *copy = HD_NEW(c->arena, struct hd_deriv);
        *copy = **last;
        *last = copy;
    }
    array->kind = DERIV_ARRAY;
    array->range = type->range;
    *last = array;
    literal->kind = AST_COMPOUND_LITERAL;
    literal->range = ast->range;
    literal->loc = ast->loc;
    literal->tok = ast->tok;
    literal->nkids = 2;
    literal->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 2);
    literal->kids[0] = type;
    literal->kids[1] = ast->kids[2];
    return check_expr(c, literal);
}

// `new T[n]{a, b}`: what is not listed is zero.
static struct hd_expr *new_listed(struct check *c, struct hd_ast *ast, struct hd_type *type,
                                  struct hd_expr *count, bool by_itself) {
    struct hd_expr *list = listed_elements(c, ast), *v[4];
    struct hd_const known;
    if (is_error(list) || list->type->kind != HD_TY_ARRAY) return expr_error(c, ast->range);
    long long n = const_eval(count, &known) && known.kind == CONST_INT ? (long long)known.i : -1,
              given = (long long)list->type->len;
    if (n >= 0 && given > n) {
        hd_error(c->diags, ast->kids[2]->range, "the array has %lld element%s, and %lld are listed",
                 n, n == 1 ? "" : "s", given);
        return expr_error(c, ast->range);
    }
    if (by_itself && n != given) {
        struct hd_diag *d = hd_error(c->diags, ast->kids[2]->range,
                                     "the elements of a new array cannot be listed here");
        hd_help(c->diags, d,
                n < 0 ? "the number of elements must be a constant for that, since `%s` has "
                        "constructors: assign them one by one"
                      : "list all of them, since `%s` has constructors",
                ty(c, type));
        return expr_error(c, ast->range);
    }
    v[0] = count;
    v[1] = expr_size(c, type, ast->range);
    v[3] = expr_size(c, list->type, ast->range);
    v[2] = rvalue(c, list);
    bool device = c->func && (c->func->is_device || c->func->is_kernel);
    return call_new_helper(c, device || ast->nothrow ? "__new_listed" : "__new_listed_checked", v,
                           4, ast);
}

static bool elements_ok(struct check *c, const struct hd_type *type, const struct hd_ast *ast,
                        bool empty, bool by_itself) {
    struct hd_diag *d;
    if (ast->kids[1] && ast->op == TK_LPAREN && !empty) {
        d = hd_error(c->diags, ast->kids[2]->range,
                     "the elements of a new array cannot be listed here");
        hd_help(c->diags, d, "list them in braces: `new T[3]{a, b, c}`");
        return false;
    }
    if (by_itself && type->kind == HD_TY_ARRAY) {
        d = hd_error(c->diags, ast->kids[0]->range,
                     "`new` makes arrays of one dimension where elements have constructors");
        hd_help(c->diags, d, "write `new T[rows * columns]`, and count `row * columns + column`");
        return false;
    }
    return true;
}

// ---- objects that constructors make ------------------------------------------------------------

// Arrays of objects with destructors have their number of elements in front (as the Itanium ABI has
// it).
static uint64_t cookie_of(const struct hd_type *element) {
    if (!class_is_nontrivial(element, SPECIAL_DTOR)) return 0;
    return element->align > 8 ? element->align : 8;
}

struct made { // what `new` makes
    struct hd_type *type;
    struct hd_expr *count; // NULL: one object
    struct hd_range range;
};

static struct hd_expr *hidden(struct check *c, struct hd_type *type, struct hd_expr *value,
                              struct hd_expr **set) {
    struct hd_sym *sym = sym_hidden(c, type, value->range);
    *set = expr_comma(c, *set, expr_assign(c, expr_var(c, sym, value->range), value));
    return expr_var(c, sym, value->range);
}

static struct hd_expr *moved_by(struct check *c, struct hd_expr *p, int64_t bytes,
                                struct hd_type *to) {
    struct hd_expr *at = convert(c, rvalue(c, p), hd_type_ptr(hd_ty.char_));
    if (bytes) at = expr_ptr_add(c, at, expr_int(c, hd_ty.long_, bytes, p->range), p->range);
    return convert(c, at, to);
}

static struct hd_expr *not_null(struct check *c, struct hd_expr *p) {
    return convert(c, rvalue(c, p), hd_ty.bool_);
}

static struct hd_expr *choose(struct check *c, struct hd_expr *a, struct hd_expr *b,
                              struct hd_expr *d) {
    struct hd_expr *e = expr_new(c, EX_COND, b->type, b->range);
    e->a = a;
    e->b = b;
    e->c = d;
    return e;
}

static struct hd_expr *nothing(struct check *c, struct hd_range range) {
    return expr_cast(c, expr_int(c, hd_ty.int_, 0, range), hd_ty.void_, CAST_VOID);
}

// `operator new` and `operator delete` of the class itself; NULL: it has none.
static struct hd_expr *own_function(struct check *c, struct hd_type *type, const char *name,
                                    struct hd_expr **v, int n, struct hd_range range) {
    struct hd_sym **list;
    struct hd_type *t = unqual(type);
    while (t->kind == HD_TY_ARRAY) t = unqual(t->base);
    if (!is_record(t) || !methods_named(c, t->record, hd_intern_str(name), &list)) return NULL;
    struct hd_ast **asts = HD_NEW_ARRAY(c->arena, struct hd_ast *, n + 1);
    for (int i = 0; i < n; i++) {
        asts[i] = HD_NEW(c->arena, struct hd_ast);
        asts[i]->range = v[i]->range;
    }
    struct call_args args = {.asts = asts, .v = v, .n = n};
    struct callee callee;
    int count = methods_named(c, t->record, hd_intern_str(name), &list);
    if (overload_pick_from(c, name, list, count, &args, range, true, &callee) != 1) return NULL;
    return call_sym(c, callee.sym, NULL, &args, range, range.from);
}

static struct hd_expr *memory_for(struct check *c, const struct made *m, struct hd_expr *bytes,
                                  struct hd_ast *ast) {
    struct hd_ast *place = ast->placement;
    struct hd_expr **v = HD_NEW_ARRAY(c->arena, struct hd_expr *, (place ? place->nkids : 1) + 1);
    v[0] = bytes;
    for (int i = 0; place && i < place->nkids; i++) {
        v[i + 1] = check_expr(c, place->kids[i]);
        if (is_error(v[i + 1])) return v[i + 1];
    }
    int n = place ? place->nkids + 1 : 1;
    struct hd_expr *own =
        own_function(c, m->type, m->count ? "operator new[]" : "operator new", v, n, m->range);
    if (own) return own;
    if (!place && m->type->align > MALLOC_ALIGNS) {
        v[1] = expr_int(c, hd_ty.ulong_, (hd_int128)m->type->align, m->range);
        return memory_checked(c, call_new_helper(c, "__new_aligned", v, 2, ast), ast);
    }
    if (!place) return memory_checked(c, call_named(c, "malloc", v, 1, ast), ast);
    if (n == 2 && (is_ptr(rvalue(c, v[1])->type))) return rvalue(c, v[1]);
    hd_error(c->diags, place->range, "`new (...)` takes the address of the memory to use");
    return expr_error(c, place->range);
}

// The value of the one object, or of every element.
static struct hd_expr *value_made(struct check *c, const struct made *m, struct hd_ast *ast) {
    struct hd_type *t = unqual(m->type);
    bool empty = ast->op && (ast->nkids == 2 || (ast->op == TK_LBRACE && !ast->kids[2]->nkids));
    if (m->count && !empty && ast->op) return NULL; // listed
    if (ast->op)
        return rvalue(c,
                      check_construct(c, t, ast->kids + 2, empty ? 0 : ast->nkids - 2, m->range));
    struct hd_init *init;
    if (!class_default_ok(c, t, NULL, m->range)) return expr_error(c, m->range);
    if (is_record(t) && class_has_default(t)) return class_default(c, t, m->range);
    init = init_default(c, t);
    if (!init) return NULL;
    struct hd_expr *e = expr_new(c, EX_INIT, t, m->range);
    e->init = init;
    return e;
}

static struct hd_expr *build_elements(struct check *c, const struct made *m, struct hd_ast *ast,
                                      struct hd_expr *p, struct hd_expr *n) {
    struct hd_expr *all = NULL, *value;
    bool listed = ast->op == TK_LBRACE && ast->kids[2]->nkids;
    struct hd_ast *list = listed ? ast->kids[2] : NULL;
    for (int i = 0; listed && i < list->nkids; i++) {
        value =
            list->kids[i]->kind == AST_INIT_LIST
                ? check_construct(c, unqual(m->type), &list->kids[i], 1, m->range)
                : convert_assign(c, check_expr(c, list->kids[i]), unqual(m->type), "an element");
        struct hd_expr *at =
            expr_ptr_add(c, rvalue(c, p), expr_int(c, hd_ty.long_, i, m->range), m->range);
        all = expr_comma(c, all, class_build(c, expr_deref(c, at, m->range), value));
    }
    struct hd_ast plain = *ast;
    struct hd_const known;
    bool counted = const_eval(m->count, &known) && known.kind == CONST_INT;
    if (listed && counted && known.i <= list->nkids) {
        if (known.i == list->nkids) return all;
        hd_error(c->diags, list->range, "the array has %lld element%s, and %d are listed",
                 (long long)known.i, known.i == 1 ? "" : "s", list->nkids);
        return expr_error(c, m->range);
    }
    if (listed) plain.op = 0;
    value = value_made(c, m, &plain);
    if (!value || is_error(value)) return value ? value : all;
    struct hd_sym *index;
    struct hd_expr *given = expr_int(c, hd_ty.ulong_, listed ? list->nkids : 0, m->range);
    struct hd_expr *rest =
        listed ? expr_binary(c, TK_MINUS, rvalue(c, n), given, m->range, m->range.from)
               : rvalue(c, n);
    struct hd_expr *each = expr_each(c, hd_ty.void_, rest, false, &index, m->range);
    struct hd_expr *i = rvalue(c, expr_var(c, index, m->range));
    if (listed) i = expr_binary(c, TK_PLUS, i, given, m->range, m->range.from);
    struct hd_expr *at = expr_ptr_add(c, rvalue(c, p), i, m->range);
    each->a = class_build(c, expr_deref(c, at, m->range), value);
    if (!listed) each_guard(c, each, rvalue(c, p));
    return expr_comma(c, all, each);
}

// `operator delete(void *, size_t)`, where there is none without the size.
static bool wants_size(struct check *c, struct hd_type *type, const char *name) {
    struct hd_sym **list;
    struct hd_type *t = unqual(type);
    int n = is_record(t) ? methods_named(c, t->record, hd_intern_str(name), &list) : 0;
    for (int i = 0; i < n; i++)
        if (list[i]->type->nparams < 2) return false;
    return n > 0;
}

static struct hd_expr *give_back(struct check *c, struct hd_type *type, struct hd_expr *p,
                                 bool array, struct hd_ast *ast) {
    const char *name = array ? "operator delete[]" : "operator delete";
    struct hd_expr *v[2] = {p, expr_size(c, type, ast->range)};
    struct hd_expr *own =
        own_function(c, type, name, v, wants_size(c, type, name) ? 2 : 1, ast->range);
    return own ? own : call_named(c, "free", &p, 1, ast);
}

// `::operator new(n)` and its kin, called by their names: those that every program has (C++
// [basic.stc.dynamic]). NULL: none of these.
struct hd_expr *allocation_by_name(struct check *c, const char *name, struct call_args *args,
                                   struct hd_ast *ast) {
    if (!strcmp(name, "operator delete") || !strcmp(name, "operator delete[]"))
        return args->n ? call_named(c, "free", args->v, 1, ast) : NULL;
    if ((strcmp(name, "operator new") && strcmp(name, "operator new[]")) || !args->n) return NULL;
    struct hd_expr *second = args->n == 2 ? rvalue(c, args->v[1]) : NULL;
    if (second && is_ptr(second->type)) return second;
    if (args->n > 2 || (second && !is_record(second->type))) return NULL;
    struct hd_expr *memory = call_named(c, "malloc", args->v, 1, ast);
    return second ? memory : memory_checked(c, memory, ast);
}

// p = memory, p ? (make what is there, p) : p
static struct hd_expr *new_object(struct check *c, struct hd_ast *ast, const struct made *m) {
    struct hd_range range = m->range;
    struct hd_type *ptr = hd_type_ptr(m->type);
    uint64_t cookie = m->count && !ast->placement ? cookie_of(m->type) : 0;
    struct hd_expr *set = NULL, *n = NULL, *bytes = expr_size(c, m->type, range), *work = NULL;
    if (m->count) {
        n = hidden(c, hd_ty.ulong_, m->count, &set);
        bytes = expr_binary(c, TK_STAR, rvalue(c, n), bytes, range, range.from);
        if (cookie)
            bytes =
                expr_binary(c, TK_PLUS, bytes, expr_int(c, hd_ty.ulong_, (hd_int128)cookie, range),
                            range, range.from);
    }
    struct hd_expr *memory = memory_for(c, m, bytes, ast);
    if (is_error(memory)) return memory;
    struct hd_expr *p = hidden(c, ptr, convert(c, memory, ptr), &set);
    if (cookie) {
        struct hd_type *counter = hd_type_ptr(hd_ty.ulong_);
        struct hd_expr *shift = expr_assign(c, p, moved_by(c, p, (int64_t)cookie, ptr));
        work = expr_assign(c, expr_deref(c, moved_by(c, p, -8, counter), range), rvalue(c, n));
        work = expr_comma(c, shift, work);
    }
    struct hd_expr *made = m->count ? build_elements(c, m, ast, p, n) : value_made(c, m, ast);
    if (made && is_error(made)) return made;
    if (made && !m->count) made = class_build(c, expr_deref(c, rvalue(c, p), range), made);
    if (made && !ast->placement) {
        struct hd_expr *from = cookie ? moved_by(c, p, -(int64_t)cookie, hd_type_ptr(hd_ty.void_))
                                      : convert(c, rvalue(c, p), hd_type_ptr(hd_ty.void_));
        made = expr_guarded(c, made, give_back(c, m->type, from, m->count != NULL, ast));
    }
    work = expr_comma(c, work, made);
    if (!work) return expr_comma(c, set, rvalue(c, p));
    struct hd_expr *done = expr_comma(c, work, rvalue(c, p));
    if (ast->placement) return expr_comma(c, set, done);
    return expr_comma(c, set, choose(c, not_null(c, p), done, rvalue(c, p)));
}

// `new Foo(x)`, where Foo is a class template: *ast becomes a copy whose values are kept.
static struct hd_type *deduced(struct check *c, struct hd_sym *sym, struct hd_ast **ast) {
    struct hd_ast *copy = HD_NEW(c->arena, struct hd_ast);
    *copy = **ast;
    bool braces = copy->op == TK_LBRACE;
    struct hd_ast *list = braces ? copy->kids[2] : NULL;
    struct hd_ast **args = braces ? list->kids : copy->kids + 2;
    int n = braces ? list->nkids : copy->nkids - 2;
    struct hd_type *type = class_template_deduce(c, sym, &args, &n, braces, copy->range);
    copy->nkids = braces ? 3 : n + 2;
    copy->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, copy->nkids + 1);
    memcpy(copy->kids, (*ast)->kids, sizeof *copy->kids * 2);
    if (braces) {
        copy->kids[2] = HD_NEW(c->arena, struct hd_ast);
        *copy->kids[2] = *list;
        copy->kids[2]->kids = args;
        copy->kids[2]->nkids = n;
    } else if (n) {
        memcpy(copy->kids + 2, args, sizeof *args * (size_t)n);
    }
    *ast = copy;
    return type;
}

// `new T[]{a, b}` as `new T[2]{a, b}`.
static struct hd_ast *list_counted(struct check *c, const struct hd_ast *ast) {
    struct hd_ast *copy = HD_NEW(c->arena, struct hd_ast), *n = HD_NEW(c->arena, struct hd_ast);
    struct hd_token *number = HD_NEW(c->arena, struct hd_token);
    const struct hd_ast *list = list_expand(c, ast->kids[2]);
    struct hd_type *type = check_type_name(c, ast->kids[0]);
    long long count = list->nkids;
    bool nested = count && list->kids[0]->kind == AST_INIT_LIST;
    // A string's characters, or what lists the members of several structs in one line.
    if (count && !nested && (count == 1 || (is_record(type) && !type->record->ctor_declared))) {
        const struct hd_expr *all = listed_elements(c, ast);
        if (!is_error(all) && all->type->kind == HD_TY_ARRAY) count = all->type->len;
    }
    *copy = *ast;
    *number = *ast->tok;
    number->kind = TK_NUMBER;
    number->text = hd_printf(c->arena, "%lld", count);
    number->text_len = (uint32_t)strlen(number->text);
    n->kind = AST_NUMBER;
    n->range = ast->kids[2]->range;
    n->loc = ast->kids[2]->loc;
    n->tok = number;
    copy->counts_list = false;
    copy->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 3);
    memcpy(copy->kids, ast->kids, sizeof *copy->kids * 3);
    copy->kids[1] = n;
    return copy;
}

struct hd_expr *check_new(struct check *c, struct hd_ast *ast) {
    struct hd_range range = ast->range;
    if (ast->counts_list) ast = list_counted(c, ast);
    struct hd_sym *open = class_template_named(c, ast->kids[0]->spec);
    struct hd_type *type = open ? deduced(c, open, &ast) : check_type_name(c, ast->kids[0]);
    struct hd_type *element = unqual(type);
    if (!type_ok(c, type, ast)) return expr_error(c, range);
    while (element->kind == HD_TY_ARRAY) element = unqual(element->base);
    bool member = element->kind == HD_TY_MEMBER; // null is not zero
    bool by_itself =
        member || (is_record(element) && (element->record->ctor_declared || element->record->fill ||
                                          element->record->nontrivial || init_default(c, element)));
    bool empty = ast->op && (ast->nkids == 2 || (ast->op == TK_LBRACE && !ast->kids[2]->nkids));
    if (!ast->op && !by_itself && !class_default_ok(c, element, NULL, range))
        return expr_error(c, range);
    if (ast->kids[1] && class_is_nontrivial(element, SPECIAL_DTOR) &&
        !class_ends_ok(c, element, false, range)) // should one of them not come to be
        return expr_error(c, range);
    if (!elements_ok(c, type, ast, empty, by_itself)) return expr_error(c, range);
    struct hd_expr *count = ast->kids[1] ? number_of_elements(c, ast->kids[1]) : NULL, *v[2], *e;
    if (ast->kids[1] && !count) return expr_error(c, range);
    bool object =
        member || (is_record(element) && (ast->op || by_itself || element->record->nmethods));
    bool built = ast->placement || type->align > MALLOC_ALIGNS ||
                 (object && !(count && ast->op && !empty && !by_itself));
    if (built) {
        struct made m = {type, count, range};
        e = new_object(c, ast, &m);
    } else if (count && ast->op == TK_LBRACE && !empty) {
        e = new_listed(c, ast, type, count, by_itself);
    } else if (ast->op && !empty) {
        v[0] = count;
        v[count ? 1 : 0] =
            rvalue(c, check_construct(c, unqual(type), ast->kids + 2, ast->nkids - 2, range));
        if (is_error(v[count ? 1 : 0])) return v[count ? 1 : 0];
        e = call_new_helper(c, count ? "__new_array" : "__new_object", v, count ? 2 : 1, ast);
    } else if (empty) {
        v[0] = count ? count : expr_int(c, hd_ty.ulong_, 1, range);
        v[1] = expr_size(c, type, range);
        e = call_new_helper(c, "__new_zeroed", v, 2, ast);
    } else {
        v[0] = expr_size(c, type, range);
        if (count) v[0] = expr_binary(c, TK_STAR, count, v[0], range, range.from);
        e = call_named(c, "malloc", v, 1, ast);
    }
    if (!built) e = memory_checked(c, e, ast);
    return is_error(e) ? e : convert(c, e, hd_type_ptr(type));
}

// ---- delete -------------------------------------------------------------------------------------

static const struct hd_method *virtual_dtor(const struct hd_type *t) {
    for (int i = 0; t->kind == HD_TY_RECORD && i < t->record->nslots; i++)
        if (t->record->slots[i]->is_dtor) return t->record->slots[i];
    return NULL;
}

// The destructor of the whole object that `part` is in. No function: there is nothing to do.
static struct hd_expr *end_virtually(struct check *c, const struct hd_method *m,
                                     struct hd_expr *part, struct hd_expr **set,
                                     struct hd_ast *ast) {
    struct hd_type *self_type = hd_type_ptr(m->record->type);
    struct hd_type *type = hd_type_func(c->arena, hd_ty.void_, &self_type, 1, false, false);
    struct hd_expr *self;
    struct hd_expr *f = hidden(c, hd_type_ptr(type), class_virtual(c, m, type, part, &self), set);
    struct hd_expr *call = expr_new(c, EX_CALL, hd_ty.void_, ast->range);
    call->a = rvalue(c, f);
    call->nargs = 1;
    call->args = HD_NEW(c->arena, struct hd_expr *);
    call->args[0] = self;
    call->loc = ast->loc;
    return choose(c, not_null(c, f), call, nothing(c, ast->range));
}

// The memory is that of the whole object too.
static struct hd_expr *delete_virtual(struct check *c, const struct hd_method *m,
                                      struct hd_expr *object, struct hd_expr *p,
                                      struct hd_ast *ast) {
    struct hd_expr *set = NULL, *part = class_base(c, object, m->record);
    struct hd_type *raw = hd_type_ptr(hd_ty.void_);
    struct hd_expr *whole = hidden(c, raw, class_whole(c, part), &set);
    struct hd_expr *end = end_virtually(c, m, part, &set, ast);
    struct hd_expr *work = expr_comma(c, set, end);
    work = expr_comma(c, work, give_back(c, object->type, rvalue(c, whole), false, ast));
    return choose(c, not_null(c, p), convert(c, work, hd_ty.void_), nothing(c, ast->range));
}

// p = e, p ? (destroy, free) : nothing
static struct hd_expr *delete_object(struct check *c, struct hd_expr *e, struct hd_ast *ast) {
    struct hd_type *type = e->type->base, *raw = hd_type_ptr(hd_ty.void_);
    struct hd_expr *set = NULL, *p = hidden(c, hd_type_ptr(unqual(type)), e, &set), *work, *from;
    if (ast->op != TK_LBRACKET) {
        const struct hd_method *m = virtual_dtor(unqual(type));
        struct hd_expr *object = expr_deref(c, rvalue(c, p), ast->range);
        if (m) return expr_comma(c, set, delete_virtual(c, m, object, p, ast));
        work = class_destroy(c, object);
        from = convert(c, rvalue(c, p), raw);
    } else {
        struct hd_sym *index;
        struct hd_expr *n =
            rvalue(c, expr_deref(c, moved_by(c, p, -8, hd_type_ptr(hd_ty.ulong_)), ast->range));
        work = expr_each(c, hd_ty.void_, n, true, &index, ast->range);
        struct hd_expr *i = rvalue(c, expr_var(c, index, ast->range));
        work->a = class_destroy(
            c, expr_deref(c, expr_ptr_add(c, rvalue(c, p), i, ast->range), ast->range));
        from = moved_by(c, p, -(int64_t)cookie_of(unqual(type)), raw);
    }
    work = expr_comma(c, work, give_back(c, type, from, ast->op == TK_LBRACKET, ast));
    if (is_error(work)) return work;
    work = choose(c, not_null(c, p), convert(c, work, hd_ty.void_), nothing(c, ast->range));
    return expr_comma(c, set, work);
}

struct hd_expr *check_delete(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = check_rvalue(c, ast->kids[0]);
    if (is_error(e)) return e;
    if (!is_ptr(e->type)) {
        hd_error(c->diags, ast->kids[0]->range,
                 "`delete` takes a pointer that `new` gave, not `%s`", ty(c, e->type));
        return expr_error(c, ast->range);
    }
    if (!class_ends_ok(c, e->type->base, false, ast->range)) return expr_error(c, ast->range);
    if (class_is_nontrivial(e->type->base, SPECIAL_DTOR) ||
        (ast->op != TK_LBRACKET && virtual_dtor(unqual(e->type->base))))
        return delete_object(c, e, ast);
    struct hd_type *type = e->type->base;
    e = convert(c, e, hd_type_ptr(hd_ty.void_));
    return give_back(c, type, e, ast->op == TK_LBRACKET, ast);
}

// `p->~T()`, `x.~T()`
struct hd_expr *check_dtor_call(struct check *c, struct hd_ast *ast) {
    struct hd_ast *member = ast->kids[0];
    struct hd_expr *e = check_expr(c, member->kids[0]);
    if (is_error(e)) return e;
    if (member->op == TK_ARROW) {
        e = rvalue(c, e);
        if (!is_ptr(e->type)) {
            hd_error(c->diags, ast->range, "`->` needs a pointer, and this is `%s`",
                     ty(c, e->type));
            return expr_error(c, ast->range);
        }
        e = expr_deref(c, e, ast->range);
    }
    if (ast->nkids > 1) hd_error(c->diags, ast->range, "a destructor has no parameters");
    if (!e->is_lvalue) e = expr_temp(c, e);
    const struct hd_method *m = member->qual ? NULL : virtual_dtor(unqual(e->type));
    struct inner in;
    if (member->qual && is_record(e->type)) { // `p->Base::~Base()`: that one, whatever it is
        if (!check_qual(c, member->qual, &in)) return expr_error(c, ast->range);
        if (in.record && class_derives(e->type, in.record->type, NULL))
            e = class_base(c, e, in.record);
    }
    if (m) {
        struct hd_expr *set = NULL, *p = hidden(c, hd_type_ptr(unqual(e->type)),
                                                expr_address(c, e, ast->range), &set);
        struct hd_expr *part = class_base(c, expr_deref(c, rvalue(c, p), ast->range), m->record);
        struct hd_expr *end = end_virtually(c, m, part, &set, ast);
        return expr_comma(c, set, end);
    }
    struct hd_expr *end = class_destroy(c, e);
    return end ? end
               : expr_cast(c, e, hd_ty.void_, CAST_VOID); // of a number: it is still evaluated
}
