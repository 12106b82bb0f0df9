// Lambdas: closures.
//
// A lambda is a value of a record of its own (hd_record.closure) whose members are what it captures
// and whose operator() is its function; captured names mean members there. What is captured is
// decided before the body is checked, from the names that stand in it, so that the record is laid
// out by then. A lambda with `auto` parameters is a member template: the names that its body found
// around it are kept, since it is checked again after the function around it is done.
//
// Example: `int n = 2; auto f = [n](int x) { return n * x; };` is `struct { int n; int
// operator()(int x) const; } f = {n};`.
#include <string.h>

#include "front/check/decl/decl.h"
#include "front/check/decl/init.h"
#include "front/omp/omp.h"

struct closure_name {
    const char *name;
    struct hd_sym *sym;
    struct hd_type *tag;
};

struct hd_closure {
    struct hd_space *space; // of the session, around it
    struct closure_name *names;
    int n;
    struct hd_sym *plain; // the function without an object, once it was needed
    unsigned omp;         // bits of `omp_words`: OpenMP's rules decide what it captures
    bool at_once;         // ... and it must not be done later
    bool copies;          // it has copies of variables with static storage
};

// Captures that no program writes, but front/omp.
enum { OF_TASK, OF_TARGET, SCALARS_SHARED, POINTERS_SHARED, AGGREGATES_COPIED };

static const char *const omp_words[] = {[OF_TASK] = "__omp_task",
                                        [OF_TARGET] = "__omp_target",
                                        [SCALARS_SHARED] = "__omp_scalars",
                                        [POINTERS_SHARED] = "__omp_pointers",
                                        [AGGREGATES_COPIED] = "__omp_aggregates"};

struct making {
    struct check *c;
    const struct hd_lambda *lambda;
    struct hd_record *record;
    struct hd_closure *closure;
    HD_VEC(const char *) seen;               // names in the body
    HD_VEC(const char *) addressed;          // of which `&name` is in it
    HD_VEC(const struct hd_ast *) qualified; // `ns::name`, where regions copy variables
    bool regions;
    HD_VEC(struct closure_name) names;
    HD_VEC(struct hd_field) fields;
    HD_VEC(struct hd_expr *) values; // of the fields
    HD_VEC(struct hd_sym *) captured;
};

static bool is_omp(const struct making *m, int word) { return m->closure->omp >> word & 1; }

static bool is_task(const struct making *m) { return is_omp(m, OF_TASK); }

// ---- the names in a body ------------------------------------------------------------------------

static void names_in(struct making *m, const struct hd_ast *ast);

static void seen(struct making *m, const char *name) {
    for (int i = 0; i < m->seen.n; i++)
        if (m->seen.v[i] == name) return;
    if (name) HD_PUSH(m->c->arena, &m->seen, name);
}

static void names_in_list(struct making *m, struct hd_ast *const *list, int n) {
    for (int i = 0; i < n; i++) names_in(m, list[i]);
}

static void names_in_declr(struct making *m, const struct hd_declr *declr);

static void names_in_qual(struct making *m, const struct hd_qual *qual) {
    for (int i = 0; qual && i < qual->nparts; i++) {
        if (i == 0 && !qual->rooted) seen(m, qual->parts[i].name);
        names_in(m, qual->parts[i].of);
        names_in_list(m, qual->parts[i].targs, qual->parts[i].ntargs);
    }
}

static void names_in_spec(struct making *m, const struct hd_spec *spec) {
    if (!spec) return;
    names_in_qual(m, spec->qual);
    if ((spec->base == BASE_NAME || spec->base == BASE_TAG) && !spec->qual) seen(m, spec->name);
    names_in_list(m, spec->targs, spec->ntargs);
    names_in(m, spec->type_expr);
}

static void names_in_declr(struct making *m, const struct hd_declr *declr) {
    for (const struct hd_deriv *d = declr ? declr->derivs : NULL; d; d = d->next) {
        names_in(m, d->size);
        names_in(m, d->of);
        names_in(m, d->trailing);
        for (int i = 0; i < d->nparams; i++) {
            names_in_spec(m, d->params[i].spec);
            names_in_declr(m, d->params[i].declr);
            names_in(m, d->params[i].init);
        }
    }
}

static void names_in(struct making *m, const struct hd_ast *ast) {
    if (!ast) return;
    if ((ast->kind == AST_NAME || (ast->kind == AST_SIZEOF && ast->op == TK_ELLIPSIS)) &&
        !ast->qual)
        seen(m, ast->name);
    if (ast->kind == AST_NAME && ast->qual && m->regions) HD_PUSH(m->c->arena, &m->qualified, ast);
    if (ast->kind == AST_UNARY && ast->op == TK_AMP && ast->kids[0]->kind == AST_NAME)
        HD_PUSH(m->c->arena, &m->addressed, ast->kids[0]->name);
    names_in_qual(m, ast->qual);
    names_in_spec(m, ast->spec);
    names_in_declr(m, ast->declr);
    names_in_list(m, ast->kids, ast->nkids);
    if (ast->kind != AST_LAMBDA) return;
    for (int i = 0; i < ast->lambda->n; i++) {
        seen(m, ast->lambda->captures[i].is_this ? hd_intern_str("this")
                                                 : ast->lambda->captures[i].name);
        names_in(m, ast->lambda->captures[i].init);
    }
    names_in(m, ast->lambda->fn);
}

// ---- captures -----------------------------------------------------------------------------------

static void put_name(struct making *m, const char *name, struct hd_sym *sym, struct hd_type *tag) {
    HD_PUSH(m->c->arena, &m->names, ((struct closure_name){name, sym, tag}));
}

static bool has_name(const struct making *m, const char *name) {
    for (int i = 0; i < m->names.n; i++)
        if (m->names.v[i].name == name) return true;
    return false;
}

// A member of the closure; the symbol that stands for it gets it once the record is laid out.
static struct hd_sym *add_field(struct making *m, const char *name, struct hd_type *type,
                                struct hd_type *shown, struct hd_expr *value,
                                struct hd_range range) {
    struct check *c = m->c;
    struct hd_field f = {.name = name, .type = type, .range = range};
    struct hd_sym *sym = sym_new(c, SYM_VAR, name, shown, range);
    sym->defined = true;
    HD_PUSH(c->arena, &m->fields, f);
    HD_PUSH(c->arena, &m->values, value);
    HD_PUSH(c->arena, &m->captured, sym);
    return sym;
}

static struct hd_sym *capture_ref(struct making *m, const char *name, struct hd_expr *e,
                                  struct hd_range range) {
    struct hd_type *ref = hd_type_ref(m->c->arena, e->type, false);
    return add_field(m, name, ref, ref, bind_ref(m->c, ref, e, "a capture"), range);
}

// An array's elements, copied.
static struct hd_sym *capture_array(struct making *m, const char *name, struct hd_expr *e,
                                    struct hd_range range) {
    struct check *c = m->c;
    bool vla = hd_type_is_vla(e->type);
    const struct hd_type *element = e->type;
    while (element->kind == HD_TY_ARRAY) element = element->base;
    bool plain = element->kind != HD_TY_RECORD || !element->record->by_address;
    if (is_task(m) && vla) { // as long as it is there
        m->closure->at_once = true;
        return capture_ref(m, name, e, range);
    }
    if (vla || (!plain && !is_task(m))) {
        struct hd_diag *d =
            hd_error(c->diags, range, "the array `%s` cannot be captured by value here%s", name,
                     vla ? ": its length is not constant" : "");
        hd_help(c->diags, d, "capture it by reference, `[&%s]`, or put it into a struct", name);
        return NULL;
    }
    struct hd_expr *copy = expr_new(c, EX_LOAD, hd_type_unqual(e->type), range);
    copy->a = e;
    return add_field(m, name, copy->type, copy->type, copy, range);
}

// is_init: as `auto name = e` (an array decays).
static struct hd_sym *capture_value(struct making *m, const char *name, struct hd_expr *e,
                                    bool by_ref, bool is_init, struct hd_range range) {
    struct check *c = m->c;
    if (is_error(e)) return NULL;
    if (by_ref) return capture_ref(m, name, e, range);
    if (e->type->kind == HD_TY_ARRAY && e->kind != EX_STRING && !is_init)
        return capture_array(m, name, e, range);
    e = rvalue(c, e);
    if (is_error(e)) return NULL;
    struct hd_type *type = hd_type_unqual(e->type);
    if (is_record(type) && type->record->by_address) m->closure->at_once = true;
    e = is_record(type) ? class_value(c, e) : e;
    return add_field(m, name, type, type, e, range);
}

// At the prompt a session's variable is what a local one is in a program's main.
static bool is_sessions(const struct check *c, const struct hd_sym *sym) {
    return sym && sym->kind == SYM_VAR && sym->storage == ST_GLOBAL && sym->def &&
           !sym->def->system && (!c->func || c->func->is_entry) && !sym->is_const_value &&
           sym->type->kind != HD_TY_ERROR;
}

static void capture_sym(struct making *m, const char *name, struct hd_sym *sym, bool by_ref,
                        struct hd_range range) {
    struct check *c = m->c;
    if (sym->kind != SYM_PACK) {
        struct hd_sym *made = capture_value(m, name, expr_var(c, sym, range), by_ref, false, range);
        if (made) put_name(m, name, made, NULL);
        return;
    }
    struct hd_sym *pack = pack_new(c, name, sym->pack->n, range);
    for (int i = 0; i < sym->pack->n; i++) {
        struct hd_sym *one = sym->pack->v[i];
        struct hd_sym *made =
            sym_is_automatic(one)
                ? capture_value(m, name, expr_var(c, one, range), by_ref, false, range)
                : one;
        pack->pack->v[i] = made ? made : one;
    }
    put_name(m, name, pack, NULL);
}

static void capture_this(struct making *m, bool copy, struct hd_range range) {
    struct check *c = m->c;
    const char *name = hd_intern_str("this");
    struct hd_sym *sym = space_find_local(c, name);
    if (!sym) {
        hd_error(c->diags, range, "there is no `this` here to capture");
        return;
    }
    if (has_name(m, name)) return;
    struct hd_expr *e = rvalue(c, expr_var(c, sym, range));
    struct hd_sym *made;
    if (copy) {
        struct hd_expr *object = expr_deref(c, e, range);
        made = capture_value(m, name, object, false, true, range);
        if (made) made->type = hd_type_ptr(made->type);
    } else {
        made = add_field(m, name, e->type, e->type, e, range);
    }
    if (made) put_name(m, name, made, NULL);
}

// `[...name = pattern]`: a pack of members, one for each element of the pattern's packs.
static void capture_pack(struct making *m, const struct hd_capture *k) {
    struct check *c = m->c;
    struct hd_ast expand = {
        .kind = AST_EXPAND, .range = k->range, .nkids = 1, .loc = k->range.from};
    struct hd_ast *value = k->init, *all = &expand, **asts = &all;
    int n = 1;
    expand.kids = &value;
    asts_expand(c, &asts, &n);
    struct hd_sym *pack = pack_new(c, k->name, n, k->range);
    for (int i = 0; i < n; i++) {
        pack->pack->v[i] =
            capture_value(m, k->name, check_expr(c, asts[i]), k->by_ref, true, k->range);
        if (!pack->pack->v[i]) return;
    }
    put_name(m, k->name, pack, NULL);
}

static void explicit_capture(struct making *m, const struct hd_capture *k) {
    struct check *c = m->c;
    if (k->is_this) {
        capture_this(m, k->star_this, k->range);
        return;
    }
    if (k->init && k->is_pack) {
        capture_pack(m, k);
        return;
    }
    if (k->init) {
        struct hd_ast *value = k->init;
        if (value->kind == AST_INIT_LIST && value->nkids == 1) value = value->kids[0];
        struct hd_sym *made =
            capture_value(m, k->name, check_expr(c, value), k->by_ref, true, k->range);
        if (made) put_name(m, k->name, made, NULL);
        return;
    }
    for (int i = 0; i < HD_COUNT(omp_words); i++) {
        if (strcmp(k->name, omp_words[i]) != 0) continue;
        m->closure->omp |= 1u << i;
        return;
    }
    struct hd_found found;
    space_find(c->front, c->scope, k->name, LOOK_NAMES, &found);
    struct hd_sym *sym = found.sym;
    bool pack = sym && sym->kind == SYM_PACK;
    if (sym_is_automatic(sym) || is_sessions(c, sym) || pack) {
        capture_sym(m, k->name, sym, k->by_ref, k->range);
        return;
    }
    if (sym && is_omp(m, OF_TARGET)) put_name(m, k->name, sym, NULL); // mapped
    if (sym && (sym->type->kind == HD_TY_ERROR || is_task(m))) return;
    struct hd_diag *d = hd_error(
        c->diags, k->range,
        sym ? "`%s` is no local variable: it is not captured" : "`%s` is not declared", k->name);
    if (sym) hd_help(c->diags, d, "leave it out: the lambda can name it anyway");
}

static struct hd_type *local_tag(struct check *c, const char *name) {
    for (struct hd_space *s = c->scope; s && !s->session; s = s->outer) {
        struct hd_type *t = hd_map_get(&s->tags, name);
        if (t) return t;
    }
    return NULL;
}

bool is_usable_constant(const struct hd_sym *sym) {
    return sym->kind == SYM_VAR && sym->is_const_value && sym->value &&
           hd_type_is_scalar(sym->type) &&
           (sym->spec & SPEC_CONSTEXPR || hd_type_is_integer(sym->type));
}

static void put_constant(struct making *m, const char *name, const struct hd_sym *sym) {
    struct hd_sym *constant = sym_new(m->c, SYM_VAR, name, sym->type, sym->range);
    constant->only_value = true;
    constant->is_const_value = true;
    constant->spec = sym->spec;
    constant->value = sym->value;
    put_name(m, name, constant, NULL);
}

// What a target region has of a variable that no clause names. In C++ a reference is what it
// refers to.
static bool shared_by_target(const struct making *m, const struct hd_sym *sym) {
    const struct hd_type *type = sym->type;
    if (type->kind == HD_TY_REF) type = type->base;
    if (type->kind == HD_TY_PTR) return is_omp(m, POINTERS_SHARED);
    if (hd_type_is_scalar(type)) return is_omp(m, SCALARS_SHARED);
    return !is_omp(m, AGGREGATES_COPIED);
}

// An OpenMP task shares what the region around it shares, which that has captured by reference;
// what is private there is copied when the task is made.
static bool captured_by_ref(const struct making *m, const struct hd_sym *sym) {
    if (is_omp(m, OF_TARGET)) return shared_by_target(m, sym);
    if (is_task(m) && m->lambda->all == TK_ASSIGN)
        return sym->captured && sym->captured->type->kind == HD_TY_REF;
    return m->lambda->all == TK_AMP;
}

// A target region copies variables with static storage, too, but for those that are on devices
// themselves.
static bool is_copied_static(const struct making *m, const char *name, const struct hd_sym *sym) {
    return is_omp(m, OF_TARGET) && sym && sym->kind == SYM_VAR && sym->storage != ST_LOCAL &&
           sym->type->kind != HD_TY_ERROR && !(sym->def && sym->def->system) &&
           !(sym->type->quals & Q_CONST) && !shared_by_target(m, sym) &&
           !omp_is_everywhere(m->c->front->pp, name);
}

// By which a region knows its copy of a variable with static storage, however the body names it.
static const char *copy_name(struct check *c, const struct hd_sym *sym) {
    return hd_intern_str(hd_printf(c->arena, "#copy%u", sym->serial));
}

static void capture_static(struct making *m, const char *name, struct hd_sym *sym,
                           struct hd_range range) {
    const char *copy = copy_name(m->c, sym);
    if (!has_name(m, copy)) capture_sym(m, copy, sym, false, range);
    m->closure->copies = true;
    for (int i = 0; i < m->names.n; i++) {
        if (m->names.v[i].name != copy || name == copy) continue;
        put_name(m, name, m->names.v[i].sym, NULL);
        return;
    }
}

// A region in one that copies a variable has that copy.
static void capture_qualified(struct making *m, const struct hd_ast *ast) {
    struct check *c = m->c;
    struct hd_found found;
    name_look(c, ast, &found);
    struct hd_sym *sym = found.sym;
    if (!sym && found.member_of) sym = static_member(c, found.member_of, ast->name);
    if (!sym || sym->kind != SYM_VAR || sym->storage == ST_LOCAL) return;
    for (int i = 0; i < m->names.n; i++)
        if (m->names.v[i].sym == sym) return; // mapped
    const char *copy = copy_name(c, sym);
    struct hd_sym *around = space_find_local(c, copy);
    if (around && !has_name(m, copy)) {
        capture_sym(m, copy, around, captured_by_ref(m, around), ast->range);
        m->closure->copies = true;
    } else if (is_copied_static(m, ast->name, sym)) {
        capture_static(m, copy, sym, ast->range);
    }
}

// NULL: the name means the variable itself.
struct hd_expr *closure_copy(struct check *c, const struct hd_sym *sym, struct hd_range range) {
    struct hd_sym *this = sym->kind == SYM_VAR && sym->storage != ST_LOCAL
                              ? space_find_local(c, hd_intern_str("#closure"))
                              : NULL;
    struct hd_sym *copy = this ? space_find_local(c, copy_name(c, sym)) : NULL;
    if (!copy || !copy->captured) return NULL;
    const struct hd_record *r = this->type->base->record;
    if (copy->captured >= r->fields && copy->captured < r->fields + r->nfields)
        return captured_expr(c, copy, range);
    struct hd_diag *d =
        hd_error(c->diags, range, "the target region's copy of `%s` is not known here", sym->name);
    hd_help(c->diags, d, "name it in a `map` clause of the region, or without `::`");
    return expr_error(c, range);
}

static bool is_addressed(const struct making *m, const char *name) {
    for (int i = 0; i < m->addressed.n; i++)
        if (m->addressed.v[i] == name) return true;
    return false;
}

// What a name of the body that is found around the lambda means inside.
static void implicit_capture(struct making *m, const char *name, struct hd_range range) {
    struct check *c = m->c;
    struct hd_sym *sym = has_name(m, name) ? NULL : space_find_local(c, name);
    if (has_name(m, name)) return;
    if (!sym) {
        struct hd_found found;
        struct hd_type *tag = local_tag(c, name);
        if (tag) put_name(m, name, NULL, tag);
        if (!tag && is_omp(m, OF_TARGET) &&
            space_find(c->front, c->scope, name, LOOK_NAMES | LOOK_MEMBERS, &found) &&
            is_copied_static(m, name, found.sym))
            capture_static(m, name, found.sym, range);
        else if (!tag && m->lambda->all && c->record &&
                 space_find(c->front, c->scope, name, LOOK_NAMES | LOOK_MEMBERS | LOOK_STALE,
                            &found) &&
                 found.member_of == c->record && space_find_local(c, hd_intern_str("this")))
            capture_this(m, false, range);
        else if (!tag && c->record &&
                 space_find(c->front, c->scope, name, LOOK_NAMES | LOOK_MEMBERS, &found) &&
                 found.sym && found.sym->kind == SYM_TYPEDEF && !found.sym->def)
            put_name(m, name, found.sym, NULL); // the class itself, in its template
        return;
    }
    bool this = sym->name == hd_intern_str("this") || name == hd_intern_str("this");
    bool vars = sym_is_automatic(sym) ||
                (sym->kind == SYM_PACK && sym->pack->n && sym_is_automatic(sym->pack->v[0]));
    if (!vars && is_copied_static(m, name, sym)) {
        capture_static(m, name, sym, range);
    } else if (!vars) {
        put_name(m, name, sym, NULL);
    } else if (is_usable_constant(sym) && !(m->lambda->all && is_addressed(m, name))) {
        put_constant(m, name, sym);
    } else if (!m->lambda->all) {
        struct hd_sym *none =
            sym_new(c, SYM_VAR, name, sym->kind == SYM_VAR ? sym->type : hd_ty.int_, sym->range);
        none->not_captured = true;
        put_name(m, name, none, NULL);
    } else if (this) {
        capture_this(m, false, range);
    } else {
        capture_sym(m, name, sym, captured_by_ref(m, sym), range);
    }
}

// ---- names inside -------------------------------------------------------------------------------

struct hd_expr *captured_expr(struct check *c, struct hd_sym *sym, struct hd_range range) {
    if (sym->only_value) {
        struct hd_expr *e = expr_new(c, EX_CONST, hd_type_unqual(sym->type), range);
        e->value = sym->value;
        return e;
    }
    struct hd_sym *this = space_find_local(c, hd_intern_str("#closure"));
    if (sym->not_captured || !this) {
        struct hd_diag *d =
            hd_error(c->diags, range, "`%s` is not captured by this lambda", sym->name);
        hd_help(c->diags, d, "write `[%s]` for its value, `[&%s]` for the variable itself",
                sym->name, sym->name);
        note_on(c, d, sym->range, "`%s` is declared here", sym->name);
        return expr_error(c, range);
    }
    const struct hd_field *f = sym->captured;
    struct hd_expr *object = expr_deref(c, rvalue(c, expr_var(c, this, range)), range);
    bool ref = f->type->kind == HD_TY_REF;
    struct hd_type *type =
        ref ? hd_type_ptr(f->type->base) : hd_type_qual(f->type, object->type->quals & Q_CONST);
    struct hd_expr *e = expr_new(c, EX_MEMBER, type, range);
    e->a = object;
    e->field = f;
    e->offset = f->offset;
    e->is_lvalue = true;
    if (ref) return expr_deref(c, rvalue(c, e), range);
    return is_ptr(sym->type) && !is_ptr(f->type) ? expr_address(c, e, range) : e;
}

static void declare_names(struct check *c, const struct hd_closure *k) {
    for (int i = 0; i < k->n; i++) {
        if (k->names[i].sym) hd_map_set(&c->scope->names, k->names[i].name, k->names[i].sym);
        if (k->names[i].tag) hd_map_set(&c->scope->tags, k->names[i].name, k->names[i].tag);
    }
}

void closure_enter(struct check *nc, struct hd_record *r) {
    if (!r->outer) nc->scope = r->closure->space;
    space_push(nc, SPACE_PARAMS);
    declare_names(nc, r->closure);
}

// ---- the function -------------------------------------------------------------------------------

static unsigned sides(const struct check *c, const struct hd_ast *fn) {
    unsigned flags = fn->spec->flags & (SPEC_DEVICE | SPEC_HOST);
    if (flags || !c->func) return flags;
    if (c->func->is_kernel || c->func->is_device) flags |= SPEC_DEVICE;
    return flags && c->func->is_host ? flags | SPEC_HOST : flags;
}

static struct hd_method *method_new(struct check *c, struct hd_record *r, struct hd_ast *fn,
                                    unsigned quals) {
    struct hd_method *m = HD_NEW(c->arena, struct hd_method);
    *m = (struct hd_method){.name = fn->name, .type = hd_ty.auto_, .record = r, .ast = fn};
    m->quals = (uint8_t)quals;
    m->is_made = true;
    return m;
}

// The function itself; is_static: without an object.
static struct hd_sym *define_function(struct check *c, struct hd_method *m, unsigned flags) {
    struct hd_ast *fn = m->ast;
    struct hd_type *type = method_type(c, fn);
    if (type->kind != HD_TY_FUNC) return NULL;
    m->type = type;
    const char *name = hd_intern_str(hd_printf(c->arena, "%s::operator()", m->record->tag));
    struct hd_sym *sym =
        sym_new(c, SYM_FUNC, name, m->is_static ? type : with_this(c, m->record, type, m->quals),
                fn->range);
    sym->spec = flags | SPEC_CONSTEXPR;
    sym->defined = sym->internal_linkage = true;
    sym->method = m;
    m->sym = sym;
    sym->defaults = function_defaults(c, type, fn->declr);
    struct hd_func *func = sym->func = function_new(c, fn, sym);
    func->is_device = (flags & SPEC_DEVICE) != 0;
    func->is_host = (flags & SPEC_HOST) || !func->is_device;
    check_function_body(c, func, fn);
    m->is_noexcept = func->is_noexcept;
    return sym;
}

static void define_template(struct check *c, struct hd_record *r, struct hd_method *m,
                            unsigned flags) {
    struct hd_sym *sym =
        sym_new(c, SYM_TEMPLATE, hd_intern_str(hd_printf(c->arena, "%s::operator()", r->tag)),
                hd_ty.auto_, m->ast->range);
    struct hd_template *t = HD_NEW(c->arena, struct hd_template);
    *t = (struct hd_template){.ast = m->ast, .name = sym->name, .lang = c->lang, .arena = c->arena};
    template_name_autos(c, m->ast);
    m->ast->spec->flags |= flags | SPEC_CONSTEXPR;
    t->space = r->closure->space;
    t->owner = r;
    t->method = m;
    sym->defined = true;
    sym->spec = flags;
    sym->method = m;
    sym->tmpl = t;
    m->sym = sym;
    r->generic = m;
    r->ngeneric = 1;
}

bool closure_is_plain(const struct hd_type *from, const struct hd_type *to) {
    const struct hd_record *r = is_record(from) ? from->record : NULL;
    return r && r->closure && !r->nfields && is_func_ptr(to) && !r->ngeneric &&
           (!to->base->is_noexcept || r->methods[0].is_noexcept) &&
           hd_type_same(r->methods[0].type, hd_type_noexcept(to->base, false));
}

// A lambda without captures as a pointer to a function of that type. NULL: it is none.
struct hd_expr *closure_pointer(struct check *c, const struct hd_expr *e,
                                const struct hd_type *to) {
    if (!closure_is_plain(e->type, to)) return NULL;
    struct hd_record *r = e->type->record;
    struct hd_closure *k = r->closure;
    if (!k->plain) {
        struct hd_space *around = c->scope;
        struct hd_method *m = method_new(c, r, r->methods[0].ast, false);
        m->is_static = true;
        c->scope = k->space;
        space_push(c, SPACE_BLOCK);
        declare_names(c, k);
        k->plain = define_function(c, m, r->methods[0].sym->spec & (SPEC_DEVICE | SPEC_HOST));
        space_pop(c);
        c->scope = around;
    }
    if (!k->plain) return expr_error(c, e->range);
    note_use(c, k->plain);
    struct hd_expr *f = expr_new(c, EX_FUNC, k->plain->type, e->range);
    f->sym = k->plain;
    return rvalue(c, f);
}

struct hd_expr *closure_as_pointer(struct check *c, const struct hd_expr *e) {
    const struct hd_record *r = is_record(e->type) ? e->type->record : NULL;
    if (!r || !r->closure || r->ngeneric) return NULL;
    return closure_pointer(c, e, hd_type_ptr(r->methods[0].type));
}

// ---- the value ----------------------------------------------------------------------------------

static void lay_out(struct making *m, struct hd_type *type) {
    struct hd_record *r = m->record;
    r->fields = m->fields.v;
    r->nfields = m->fields.n;
    hd_record_layout(r, false, 0, 0);
    if (r->nfields == 0) {
        type->size = type->align;
        type_completed(type);
    }
    for (int i = 0; i < m->captured.n; i++) m->captured.v[i]->captured = &r->fields[i];
}

struct hd_expr *check_lambda(struct check *c, struct hd_ast *ast) {
    static uint32_t numbers;
    struct hd_lambda *l = ast->lambda;
    struct making m = {.c = c, .lambda = l};
    uint32_t number = __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED);
    struct hd_type *type =
        hd_type_record(c->arena, hd_intern_str(hd_printf(c->arena, "lambda#%u", number)), false);
    struct hd_record *r = m.record = type->record;
    int errors = c->diags->errors;
    r->loc = ast->range.from;
    r->outer = c->record;
    r->within_func = c->func ? c->func->ast : NULL;
    r->closure = m.closure = HD_NEW(c->arena, struct hd_closure);
    m.closure->space = space_enclosing(c->scope);
    for (int i = 0; i < l->n; i++) explicit_capture(&m, &l->captures[i]);
    struct hd_sym *around = space_find_local(c, hd_intern_str("#closure"));
    m.regions = m.closure->omp || (around && around->type->base->record->closure->copies);
    names_in(&m, l->fn);
    for (int i = 0; i < m.seen.n; i++) implicit_capture(&m, m.seen.v[i], ast->range);
    for (int i = 0; i < m.qualified.n; i++) capture_qualified(&m, m.qualified.v[i]);
    if (c->diags->errors > errors) return expr_error(c, ast->range);
    lay_out(&m, type);
    m.closure->names = m.names.v;
    m.closure->n = m.names.n;
    unsigned flags = sides(c, l->fn);
    struct hd_method *method = method_new(c, r, l->fn, !l->is_mutable && !is_task(&m));
    if (l->fn->is_template) {
        define_template(c, r, method, flags);
    } else {
        r->methods = HD_NEW_ARRAY(c->arena, struct hd_method, SPECIALS + 1);
        r->methods[0] = *method;
        r->nmethods = 1;
        space_push(c, SPACE_BLOCK);
        declare_names(c, m.closure);
        define_function(c, &r->methods[0], flags);
        space_pop(c);
    }
    class_finish(c, r, NULL);
    if (c->diags->errors > errors) return expr_error(c, ast->range);
    struct build b = {.c = c, .root = type};
    for (int i = 0; i < m.values.n; i++) item_add(&b, r->fields[i].offset, NULL, m.values.v[i]);
    struct hd_expr *e = expr_new(c, EX_INIT, type, ast->range);
    e->init = items_finish(&b);
    return e;
}

// ---- parallel regions ---------------------------------------------------------------------------

// __heddle_omp_parallel(threads, condition, lambda), __heddle_omp_task(later, waits, lambda): the
// run time gets the closure and its function, and of a task that may be done later the closure's
// size.
static struct hd_expr *parallel_region(struct check *c, bool task, struct call_args *args,
                                       struct hd_ast *ast) {
    const struct hd_builtin *row =
        hd_builtin_find(task ? "__heddle_omp_defer" : "__heddle_omp_fork");
    struct hd_expr *closure = args->n == 3 ? args->v[2] : NULL;
    if (!closure || is_error(closure)) return expr_error(c, ast->range);
    const struct hd_closure *k = is_record(closure->type) ? closure->type->record->closure : NULL;
    struct hd_sym *sym = k ? closure->type->record->methods[0].sym : NULL;
    if (!sym) return expr_error(c, ast->range);
    note_use(c, sym);
    struct hd_expr *f = expr_new(c, EX_FUNC, sym->type, ast->range);
    f->sym = sym;
    struct hd_type *pointer = hd_type_ptr(hd_ty.void_);
    struct hd_expr *object = expr_address(c, expr_temp(c, closure), ast->range);
    struct hd_expr *e = expr_new(c, EX_BUILTIN, hd_ty.void_, ast->range);
    e->nargs = 4 + task;
    e->args = HD_NEW_ARRAY(c->arena, struct hd_expr *, 5);
    e->args[0] = convert(c, rvalue(c, args->v[0]), hd_ty.int_);
    e->args[1] = convert(c, rvalue(c, args->v[1]), hd_ty.int_);
    e->args[2] = expr_cast(c, rvalue(c, f), pointer, CAST_NOOP);
    e->args[3] = expr_cast(c, object, pointer, CAST_NOOP);
    if (task)
        e->args[4] =
            expr_int(c, hd_ty.long_, k->at_once ? 0 : (int64_t)closure->type->size, ast->range);
    e->builtin = row;
    e->sig_type = builtin_signature(c->front, row, 0);
    e->loc = ast->range.from;
    if (c->func) c->func->has_indirect_call = true;
    return e;
}

// What OpenMP's directives become (front/omp).
struct hd_expr *omp_builtin(struct check *c, const char *name, struct call_args *args,
                            struct hd_ast *ast) {
    const char *what = name + strlen("__heddle_omp_");
    bool first = strcmp(what, "first") == 0;
    if (!first && strcmp(what, "copy") != 0)
        return parallel_region(c, strcmp(what, "task") == 0, args, ast);
    struct hd_expr *e = args->n == 1 ? args->v[0] : NULL;
    if (!e || is_error(e)) return expr_error(c, ast->range);
    if (!first) return e; // also of an array: what a variable of its type begins with
    if (e->type->kind != HD_TY_ARRAY) return expr_address(c, e, ast->range);
    while (e->type->kind == HD_TY_ARRAY) e = expr_deref(c, rvalue(c, e), ast->range);
    return expr_address(c, e, ast->range);
}
