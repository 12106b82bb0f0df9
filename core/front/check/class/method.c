// Member functions: what a struct declares, where their definitions are, and names inside of them.
// Calls are in call.c.
//
// A struct (hd_record) lists its member functions as hd_methods, each with the symbol of its
// declaration, whose type starts with `this`. The definition is an item of its own, a global
// function named "V::f(int) const" after the types of its parameters, so each overload can be
// defined anew by itself, inside or outside of the struct, in this cell or a later one. Where the
// declaration's own cell defines it, the declaration's symbol becomes the definition's; everybody
// else finds the definition by name (method_current), which also makes them follow when it changes.
//
// Example: in `struct V { float x; float twice() const { return 2 * x; } };` the `x` is `this->x`,
// and `v.twice()` calls "V::twice() const" with &v.
#include <string.h>

#include "front/check/array/array.h"
#include "front/check/decl/decl.h"

// What is said of a declaration and not of the function.
#define NO_SYMBOL_FLAGS (SPEC_STATIC | SPEC_FRIEND | SPEC_EXPLICIT | SPEC_VIRTUAL | SPEC_MUTABLE)

struct hd_type *with_this(struct check *c, const struct hd_record *r, struct hd_type *type,
                          unsigned quals) {
    struct hd_type **params = HD_NEW_ARRAY(c->arena, struct hd_type *, type->nparams + 1);
    params[0] = hd_type_ptr(quals ? hd_type_qual(r->type, quals) : r->type);
    for (int i = 0; i < type->nparams; i++) params[i + 1] = type->params[i];
    return hd_type_func(c->arena, type->base, params, type->nparams + 1, type->variadic, false);
}

// Constructors of a class with virtual bases have one more parameter, the last: the tables for this
// part of a whole object, or null for a whole object, which makes the virtual bases.
struct hd_type *ctor_with_this(struct check *c, const struct hd_record *r, struct hd_type *type) {
    if (!r->nvirtual) return with_this(c, r, type, 0);
    struct hd_type **params = HD_NEW_ARRAY(c->arena, struct hd_type *, type->nparams + 1);
    for (int i = 0; i < type->nparams; i++) params[i] = type->params[i];
    params[type->nparams] = class_tables_type();
    return with_this(
        c, r, hd_type_func(c->arena, type->base, params, type->nparams + 1, type->variadic, false),
        0);
}

// ---- names --------------------------------------------------------------------------------------

static const char *types_text(struct check *c, const char *base, const struct hd_type *type,
                              unsigned quals, int ref_qual) {
    struct hd_buf buf = {0};
    hd_buf_printf(&buf, "%s(", base);
    for (int i = 0; i < type->nparams; i++) {
        if (i) hd_buf_puts(&buf, ", ");
        hd_type_print_key(&buf, type->params[i], HD_LANG_CU);
    }
    hd_buf_printf(&buf, "%s)%s%s", type->variadic ? ", ..." : "", hd_quals_text(quals),
                  ref_qual == 2 ? " &&"
                  : ref_qual    ? " &"
                                : "");
    const char *name = hd_intern(buf.s, buf.len);
    hd_buf_finish(&buf);
    return name;
}

static const char *record_name(const struct hd_record *r) {
    return r->tag ? r->tag : r->typedef_name ? r->typedef_name : "struct";
}

static const char *base_name(struct check *c, const struct hd_record *r, const char *name) {
    if (r->space && r->space->session) return hd_space_key(c->front, r->space, name);
    return hd_intern_str(
        hd_printf(c->arena, "%s::%s", r->local_key ? r->local_key : record_name(r), name));
}

const char *operator_key(struct check *c, const char *name, const struct hd_type *type) {
    return types_text(c, name, type, false, 0);
}

const struct hd_type *shown_type(const struct hd_sym *func) {
    return func->method ? func->method->type : func->type;
}

const char *method_shown(struct check *c, const struct hd_method *m) {
    if (m->is_ctor) return m->name;
    if (!m->record->local_key && !instance_around(m->record))
        return base_name(c, m->record, m->name);
    return hd_printf(c->arena, "%s::%s", ty(c, m->record->type), m->name);
}

struct hd_sym *implicit_sym(struct check *c, struct hd_record *r, struct hd_method *m) {
    struct hd_type *type = with_this(c, r, m->type, false);
    struct hd_sym *sym =
        sym_new(c, SYM_FUNC, types_text(c, base_name(c, r, m->name), m->type, false, 0), type,
                (struct hd_range){r->loc, r->loc});
    sym->spec = SPEC_HOST | SPEC_DEVICE | SPEC_INLINE;
    sym->method = m;
    return sym;
}

static const char *method_text(struct check *c, const struct hd_method *m) {
    if (m->type->kind != HD_TY_FUNC) return method_shown(c, m); // a template's
    const char *text = signature_text(c, method_shown(c, m), m->type);
    size_t named = strlen(ty(c, m->type->base)) + 1; // the type that has no place before these
    if ((m->is_ctor || m->is_dtor) && !strncmp(text, "void ", 5)) text += 5;
    if (m->is_conversion && strlen(text) > named && text[named - 1] == ' ') text += named;
    if (m->quals) text = hd_printf(c->arena, "%s%s", text, hd_quals_text(m->quals));
    return m->ref_qual ? hd_printf(c->arena, "%s %s", text, m->ref_qual == 2 ? "&&" : "&") : text;
}

const char *func_text(struct check *c, const struct hd_sym *func, const char *shown) {
    if (func->method) return method_text(c, func->method);
    const char *family = func->def && shown == func->name ? func->def->family : NULL;
    return signature_text(c, family ? family : shown, func->type); // of an operator
}

bool has_this(const struct hd_sym *func) { return func->method && !func->method->is_static; }

// The member function templates of that name (constructors: NULL) behind the first n of *out.
int generics_named(struct check *c, const struct hd_record *r, const char *name, int n,
                   struct hd_sym ***out) {
    for (int i = 0; i < r->ngeneric; i++) {
        const struct hd_method *m = &r->generic[i];
        if (name ? m->is_ctor || m->name != name : !m->is_ctor) continue;
        struct hd_sym **grown = HD_NEW_ARRAY(c->arena, struct hd_sym *, n + 1);
        if (n) memcpy(grown, *out, sizeof *grown * (size_t)n);
        grown[n++] = m->sym;
        *out = grown;
    }
    return n;
}

static bool same_params(const struct hd_type *a, const struct hd_type *b) {
    for (int i = 0; i < a->nparams && a->nparams == b->nparams; i++)
        if (!hd_type_same(a->params[i], b->params[i])) return false;
    return a->nparams == b->nparams;
}

// Those of the class alone, and what `using` brings there.
static int methods_in(struct check *c, const struct hd_record *r, const char *name,
                      struct hd_sym ***out) {
    hd_record_is_complete(r);
    int n = 0, all = r->nmethods + r->nimplicit;
    *out = NULL;
    for (int i = 0; i < all; i++) {
        if (r->methods[i].name != name || r->methods[i].is_ctor || r->methods[i].is_friend)
            continue;
        if (!*out) *out = HD_NEW_ARRAY(c->arena, struct hd_sym *, all);
        (*out)[n++] = r->methods[i].sym;
    }
    n = generics_named(c, r, name, n, out);
    const int of_class = n; // which hide what `using` brings; two that that brings do not
    for (int i = 0; i < r->nusings; i++) {
        struct hd_sym **more, **grown;
        int k = r->usings[i].name == name ? methods_named(c, r->usings[i].base, name, &more) : 0;
        if (!k) continue;
        grown = HD_NEW_ARRAY(c->arena, struct hd_sym *, n + k);
        if (n) memcpy(grown, *out, sizeof *grown * (size_t)n);
        for (int j = 0; j < k; j++) {
            bool hidden = false;
            for (int own = 0; own < n; own++)
                hidden = hidden || grown[own] == more[j] ||
                         (own < of_class && grown[own]->method->quals == more[j]->method->quals &&
                          same_params(grown[own]->method->type, more[j]->method->type));
            if (!hidden) grown[n++] = more[j];
        }
        *out = grown;
    }
    return n;
}

int methods_named(struct check *c, const struct hd_record *r, const char *name,
                  struct hd_sym ***out) {
    int n = methods_in(c, r, name, out);
    const struct hd_record *home = n ? NULL : hd_record_home(r, name);
    return home && home != r ? methods_in(c, home, name, out) : n;
}

// Friend functions of the struct templates that a type is made of, by their name.
struct friends {
    struct check *c;
    const char *name;
    HD_VEC(struct hd_sym *) found;
    HD_VEC(const struct hd_record *) seen;
};

static void friends_of_args(struct friends *f, const struct hd_targ *args, int n);

static void friends_of(struct friends *f, const struct hd_type *t) {
    while (t->base && t->kind != HD_TY_FUNC) t = t->base;
    if (t->kind != HD_TY_RECORD) return;
    struct hd_record *r = t->record;
    for (int i = 0; i < f->seen.n; i++)
        if (f->seen.v[i] == r) return;
    HD_PUSH(f->c->arena, &f->seen, r);
    hd_record_is_complete(r);
    for (int i = 0; i < r->nmethods; i++) {
        if (!r->methods[i].is_friend || r->methods[i].name != f->name) continue;
        bool had = false;
        for (int k = 0; k < f->found.n; k++) had = had || f->found.v[k] == r->methods[i].sym;
        if (!had) HD_PUSH(f->c->arena, &f->found, r->methods[i].sym);
    }
    for (int i = 0; i < r->nfields; i++)
        if (r->fields[i].is_base) friends_of(f, r->fields[i].type);
    if (r->instance) friends_of_args(f, r->instance->args, r->instance->n);
    if (r->outer) friends_of(f, r->outer->type);
}

static void friends_of_args(struct friends *f, const struct hd_targ *args, int n) {
    for (int i = 0; i < n; i++) {
        if (args[i].type) friends_of(f, args[i].type);
        friends_of_args(f, args[i].pack, args[i].npack);
    }
}

int friends_associated(struct check *c, const struct call_args *args, const char *name,
                       struct hd_sym ***out) {
    struct friends f = {.c = c, .name = name};
    for (int i = 0; i < args->n; i++)
        if (args->v[i]) friends_of(&f, args->v[i]->type);
    *out = f.found.v;
    return f.found.n;
}

const char *own_name_of(const struct hd_record *r) {
    return r->instance ? r->instance->tmpl->ast->spec->name
           : r->space  ? r->space->name
                       : record_name(r);
}

static bool is_static_name(const struct hd_record *r, const char *name) {
    for (int i = 0; i < r->nstatics; i++)
        if (r->statics[i].name == name) return true;
    return false;
}

struct hd_sym *static_member(struct check *c, const struct hd_record *r, const char *name) {
    const struct hd_record *home = hd_record_home(r, name);
    for (int i = 0; home && i < home->nstatics; i++) {
        if (home->statics[i].name != name) continue;
        struct hd_sym *sym = global_find(c->front, base_name(c, home, name), true);
        return sym ? sym : home->statics[i].unmade;
    }
    const struct hd_record *used = home ? hd_record_using(home, name) : NULL;
    return used ? static_member(c, used, name) : NULL;
}

// ---- what a struct declares ---------------------------------------------------------------------

// `S(S)` would need a copy to make a copy.
static bool takes_itself(struct check *c, const struct hd_record *r, const struct hd_ast *ast,
                         const struct hd_type *type) {
    const struct hd_type *t = type->nparams == 1 ? type->params[0] : NULL;
    if (!t || t->kind != HD_TY_RECORD || t->record != r) return false;
    struct hd_diag *diag = hd_error(c->diags, ast->declr->name_range,
                                    "a copy constructor takes a reference: copying its argument"
                                    " would call it again");
    hd_help(c->diags, diag, "write `%s(const %s &other)`", record_name(r), record_name(r));
    return true;
}

// What `static` and `virtual` cannot stand before, or together ([class.static.mfct], [class.ctor]).
static const char *wrong_word(const struct hd_ast *ast) {
    unsigned flags = ast->spec->flags;
    const struct hd_deriv *d = function_deriv(ast->declr);
    bool is_ctor = ast->member & MEMBER_CTOR, is_dtor = ast->member & MEMBER_DTOR;
    if (is_ctor && (flags & SPEC_VIRTUAL)) return "a constructor cannot be `virtual`";
    if (!(flags & SPEC_STATIC) || (ast->member & MEMBER_FRIEND)) return NULL;
    if (is_ctor) return "a constructor cannot be `static`";
    if (is_dtor) return "a destructor cannot be `static`";
    if (ast->declr->conversion) return "a conversion cannot be `static`: it is of an object";
    if (flags & SPEC_VIRTUAL) return "a member function cannot be `static` and `virtual`";
    if (d && (d->quals || d->ref_qual))
        return "a `static` member function has no object that `const` or `&` could be about";
    return NULL;
}

static bool head_ok(struct check *c, const struct hd_ast *ast) {
    unsigned flags = ast->spec->flags;
    struct hd_diag *d;
    const char *wrong = wrong_word(ast);
    if (wrong) {
        hd_error(c->diags, ast->declr->name_range, "%s", wrong);
        return false;
    }
    if (flags & SPEC_GLOBAL) {
        d = hd_error(c->diags, ast->declr->name_range, "a kernel cannot be a member of a struct");
        hd_help(c->diags, d, "write it outside, and pass the struct as an argument");
        return false;
    }
    if (flags & (SPEC_TYPEDEF | SPEC_EXTERN | SPEC_SHARED | SPEC_CONSTANT | SPEC_MANAGED)) {
        hd_error(c->diags, ast->spec->range, "a member function cannot be `%s`",
                 flags & SPEC_TYPEDEF    ? "typedef"
                 : flags & SPEC_EXTERN   ? "extern"
                 : flags & SPEC_SHARED   ? "__shared__"
                 : flags & SPEC_CONSTANT ? "__constant__"
                                         : "__managed__");
        return false;
    }
    return true;
}

void declare_this(struct check *c, const struct hd_record *r, unsigned quals,
                  struct hd_range range) {
    struct hd_type *own = hd_type_qual(r->type, quals);
    struct hd_sym *this = sym_new(c, SYM_VAR, hd_intern_str("this"), hd_type_ptr(own), range);
    this->is_param = this->defined = true;
    hd_map_set(&c->scope->names, this->name, this);
}

// `auto begin() const -> decltype(data.begin())`: a trailing type may say `this`, which is const
// there. Pushes a scope for it. false: it has no use.
static bool enter_trailing(struct check *c, const struct hd_ast *ast) {
    const struct hd_deriv *d = function_deriv(ast->declr);
    if (!d || !d->trailing || !c->record || (ast->spec->flags & (SPEC_STATIC | SPEC_FRIEND)))
        return false;
    space_push(c, SPACE_BLOCK);
    declare_this(c, c->record, d->quals & (Q_CONST | Q_VOLATILE), ast->declr->name_range);
    return true;
}

struct hd_type *method_type(struct check *c, struct hd_ast *ast) {
    struct hd_type *base = ast->member & (MEMBER_CTOR | MEMBER_DTOR) ? hd_ty.void_
                           : ast->declr->conversion ? check_type_name(c, ast->declr->conversion)
                                                    : check_spec(c, ast->spec);
    bool trailing = enter_trailing(c, ast);
    struct hd_type *type = check_declarator(c, base, ast->declr, ast->spec);
    if (trailing) space_pop(c);
    return type;
}

// A conversion function is called by the type that it gives, however that is written there.
static const char *called_for(struct check *c, const char *name, const struct hd_ast *conversion,
                              struct hd_type *to) {
    if (!conversion || to->kind == HD_TY_ERROR) return name;
    struct hd_buf buf = {0};
    hd_buf_puts(&buf, "operator ");
    hd_type_print_key(&buf, to, HD_LANG_CU);
    name = hd_intern(buf.s, buf.len);
    hd_buf_finish(&buf);
    return name;
}

static const char *called(struct check *c, const struct hd_ast *ast, const struct hd_type *type) {
    return called_for(c, ast->name, ast->declr->conversion, type->base);
}

struct hd_ast *check_settled(struct check *c, struct hd_ast *ast) {
    if (!ast->conversion) return ast;
    struct hd_ast *copy = HD_NEW(c->arena, struct hd_ast);
    *copy = *ast;
    copy->conversion = NULL;
    copy->name = called_for(c, ast->name, ast->conversion, check_type_name(c, ast->conversion));
    return copy;
}

static bool dtor_head_ok(struct check *c, const struct hd_record *r, const struct hd_ast *ast,
                         const struct hd_type *type) {
    const char *own = r->space ? r->space->name : record_name(r);
    if (r->instance) own = r->instance->tmpl->ast->spec->name;
    if (strcmp(ast->name + 1, own)) {
        struct hd_diag *d = hd_error(c->diags, ast->declr->name_range,
                                     "the destructor of `%s` is called `~%s`", own, own);
        note_on(c, d, (struct hd_range){r->loc, r->loc}, "`%s` is defined here", own);
        return false;
    }
    if (type->nparams == 0) return true;
    hd_error(c->diags, ast->declr->name_range, "a destructor has no parameters");
    return false;
}

static struct hd_method *find_method(const struct hd_record *r, const char *name, bool is_ctor,
                                     const struct hd_type *type, unsigned quals, int ref_qual) {
    for (int i = 0; i < r->nmethods; i++) {
        struct hd_method *m = &r->methods[i];
        if (m->name == name && m->is_ctor == is_ctor && (m->quals == quals || m->is_static) &&
            m->ref_qual == ref_qual && hd_type_same(m->type, type))
            return m;
    }
    return NULL;
}

static bool name_is_free(struct check *c, const struct hd_record *r, const struct hd_ast *ast,
                         bool is_ctor) {
    const struct hd_field *f = is_ctor ? NULL : hd_record_own_field(r, ast->name);
    if (!f && (is_ctor || !is_static_name(r, ast->name))) return true;
    struct hd_diag *d =
        hd_error(c->diags, ast->declr->name_range, "member `%s` is declared twice", ast->name);
    if (f) note_on(c, d, f->range, "the other one is here");
    return false;
}

// all: the array for them, unless the same tag was defined again within one of them, which was
// reported.
static void declare_method(struct check *c, struct hd_record *r, struct hd_ast *ast,
                           const struct hd_method *all, int most) {
    const struct hd_deriv *d = function_deriv(ast->declr);
    bool is_ctor = ast->member & MEMBER_CTOR, is_friend = ast->member & MEMBER_FRIEND,
         is_static = ((ast->spec->flags & SPEC_STATIC) || is_friend) && !is_ctor;
    unsigned quals = d && !is_static && !is_ctor ? d->quals & (Q_CONST | Q_VOLATILE) : 0;
    bool is_dtor = ast->member & MEMBER_DTOR;
    if (!head_ok(c, ast) || !name_is_free(c, r, ast, is_ctor)) return;
    struct hd_type *type = method_type(c, ast);
    if (type->kind != HD_TY_FUNC || !d || type->base->kind == HD_TY_ERROR) return;
    if (is_dtor && !dtor_head_ok(c, r, ast, type)) return;
    if (is_ctor) r->ctor_declared = true;
    bool provided = !(ast->member & (MEMBER_DEFAULT | MEMBER_DELETED)),
         special = type->nparams == 0 ||
                   (type->params[0]->kind == HD_TY_REF && type->params[0]->base->record == r);
    if (is_ctor && (provided || !special || (ast->spec->flags & SPEC_EXPLICIT)))
        r->has_ctors = true;
    if (is_ctor && takes_itself(c, r, ast, type)) return;
    if (ast->declr->is_operator && !operator_head_ok(c, ast->declr, type, is_static ? 0 : 1))
        return;
    const char *name = called(c, ast, type);
    struct hd_method *other = find_method(r, name, is_ctor, type, quals, d->ref_qual);
    if (other) {
        struct hd_diag *diag = hd_error(c->diags, ast->declr->name_range, "`%s` is declared twice",
                                        method_shown(c, other));
        note_on(c, diag, other->sym->range, "the other declaration is here");
        return;
    }
    if (r->methods != all || r->nmethods >= most) return;
    struct hd_method *m = &r->methods[r->nmethods++];
    *m = (struct hd_method){.name = name,
                            .type = type,
                            .record = r,
                            .ast = ast,
                            .is_static = is_static,
                            .quals = (uint8_t)quals,
                            .is_ctor = is_ctor,
                            .is_dtor = is_dtor,
                            .is_conversion = ast->declr->conversion != NULL,
                            .is_noexcept = d->is_noexcept,
                            .is_virtual = ast->spec->flags & SPEC_VIRTUAL,
                            .is_pure = ast->member & MEMBER_PURE,
                            .ref_qual = d->ref_qual,
                            .access = ast->access};
    m->is_explicit = is_explicit(c, ast->spec);
    m->is_deleted = (ast->member & MEMBER_DELETED) != 0;
    m->is_friend = is_friend;
    if (is_friend) m->access = ACCESS_PUBLIC;
    bool empty = ast->nkids == 1 && ast->kids[0] && ast->kids[0]->kind == AST_BLOCK &&
                 ast->kids[0]->nkids == 0;
    m->is_trivial = is_ctor && type->nparams == 0 && (empty || (ast->member & MEMBER_DEFAULT));
    struct hd_sym *sym =
        sym_new(c, SYM_FUNC, types_text(c, base_name(c, r, name), type, quals, d->ref_qual),
                is_static ? type
                : is_ctor ? ctor_with_this(c, r, type)
                          : with_this(c, r, type, quals),
                ast->declr->name_range);
    sym->spec = ast->spec->flags & ~(unsigned)NO_SYMBOL_FLAGS;
    sym->method = m;
    m->sym = sym;
}

static void declare_generic(struct check *c, struct hd_record *r, struct hd_ast *ast,
                            struct hd_method *m) {
    bool is_ctor = ast->member & MEMBER_CTOR;
    const struct hd_deriv *d = function_deriv(ast->declr);
    if (!d || !head_ok(c, ast) || !name_is_free(c, r, ast, is_ctor)) return;
    template_name_autos(c, ast);
    *m = (struct hd_method){.name = ast->name,
                            .type = hd_ty.auto_,
                            .record = r,
                            .ast = ast,
                            .is_ctor = is_ctor,
                            .is_conversion = ast->declr->conversion != NULL,
                            .access = ast->access};
    m->is_static = (ast->spec->flags & SPEC_STATIC) && !is_ctor;
    m->quals = m->is_static || is_ctor ? 0 : d->quals & (Q_CONST | Q_VOLATILE);
    m->is_explicit = (ast->spec->flags & SPEC_EXPLICIT) != 0 && !ast->spec->explicit_if;
    m->is_deleted = (ast->member & MEMBER_DELETED) != 0;
    struct hd_sym *sym =
        sym_new(c, SYM_TEMPLATE, base_name(c, r, ast->name), hd_ty.auto_, ast->declr->name_range);
    struct hd_template *t = HD_NEW(c->arena, struct hd_template);
    *t = (struct hd_template){.ast = ast, .name = sym->name, .lang = c->lang, .arena = c->arena};
    t->space = space_enclosing(c->scope);
    t->owner = r;
    t->method = m;
    t->def = r->def;
    sym->spec = ast->spec->flags & ~(unsigned)(SPEC_STATIC | SPEC_FRIEND | SPEC_EXPLICIT);
    sym->defined = true;
    sym->method = m;
    sym->tmpl = t;
    m->sym = sym;
    r->ngeneric++;
    if (is_ctor) r->has_ctors = r->ctor_declared = true;
}

// A class whose body is read. Its member functions are declared when all of its data is known,
// since most of what is asked of their types needs that; but those before a place in the body that
// names them (`static char test(...); enum { value = sizeof(test(0)) };`) are declared there.
struct hd_forming {
    struct check *c;
    struct hd_record *record;
    struct hd_spec *spec;
    struct hd_space *space; // of the members
    int at;                 // the member that is read
    int declared;           // member functions before this one are
    int most;               // member functions, without templates
    struct hd_method *all;  // the array for them
    bool generic;           // templates too: the class is not local
    bool busy;
};

void class_forming(struct check *c, struct hd_record *r, struct hd_spec *spec) {
    struct hd_forming *f = r->forming = HD_NEW(c->arena, struct hd_forming);
    int generic = 0;
    *f = (struct hd_forming){.c = c, .record = r, .spec = spec, .space = c->scope};
    for (int i = 0; i < spec->nmembers; i++) {
        f->most += spec->members[i]->kind == AST_FUNCTION && !spec->members[i]->is_template;
        generic += spec->members[i]->kind == AST_FUNCTION && spec->members[i]->is_template;
    }
    bool local = !at_top(c) || c->instantiating;
    r->ngeneric = r->nmethods = 0;
    f->generic = spec->name && !local;
    r->generic = f->generic && generic ? HD_NEW_ARRAY(c->arena, struct hd_method, generic) : NULL;
    if (!f->most || !spec->name) return;
    if (local) local_class_name(c, r);
    f->all = r->methods = HD_NEW_ARRAY(c->arena, struct hd_method, f->most + SPECIALS);
}

void class_forming_at(struct hd_record *r, int member) { r->forming->at = member; }

// Declares the member functions before `to` that are not yet.
static void declare_until(struct check *c, struct hd_forming *f, int to) {
    for (; f->declared < to; f->declared++) {
        struct hd_ast *ast = f->spec->members[f->declared];
        struct hd_record *r = f->record;
        if (ast->kind != AST_FUNCTION) continue;
        if (ast->is_template && f->generic)
            declare_generic(c, r, ast, &r->generic[r->ngeneric]);
        else if (!ast->is_template && f->all &&
                 constraint_admits(c, f->spec->members, f->spec->nmembers, f->declared))
            declare_method(c, r, ast, f->all, f->most);
        else if (!ast->is_template && f->all && (ast->member & MEMBER_CTOR))
            r->has_ctors = r->ctor_declared = true; // none is made instead of it
    }
}

// Declares what the body has declared so far, if a member function of this name is among it.
static void declare_named(struct hd_forming *f, const char *name) {
    bool any = false;
    for (int i = f->declared; i < f->at && !any; i++) {
        const struct hd_ast *ast = f->spec->members[i];
        any = ast->kind == AST_FUNCTION && !(ast->member & MEMBER_CTOR) &&
              (ast->name == name || ast->declr->conversion);
    }
    if (!any || f->busy) return;
    struct check *c = f->c;
    struct hd_space *scope = c->scope;
    struct hd_record *record = c->record;
    struct hd_range at = c->at;
    f->busy = true;
    c->scope = f->space;
    c->record = f->record;
    declare_until(c, f, f->at);
    c->scope = scope;
    c->record = record;
    c->at = at;
    f->busy = false;
}

void methods_declare(struct check *c, struct hd_record *r) {
    struct hd_forming *f = r->forming;
    f->busy = true;
    declare_until(c, f, f->spec->nmembers);
    for (int i = 0; f->all && r->methods == f->all && i < r->nmethods; i++) {
        struct hd_method *m = &r->methods[i];
        m->sym->defaults = function_defaults(c, m->type, m->ast->declr);
    }
    r->forming = NULL;
}

// ---- definitions --------------------------------------------------------------------------------

static struct hd_sym *of_type(struct hd_sym *sym, const struct hd_type *type) {
    for (; sym; sym = sym->next)
        if (sym->kind == SYM_FUNC && hd_type_same(sym->type, type)) return sym;
    return NULL;
}

struct hd_sym *method_current(struct check *c, const struct hd_method *m) {
    if (m->is_made) return m->sym;
    if (instance_around(m->record))
        return template_asks_body(c, m->sym, m->type, m->ast)
                   ? instance_method(c, (struct hd_method *)m)
                   : m->sym;
    struct hd_sym *declared = m->sym, *found = global_find(c->front, declared->name, true);
    if (found && found->type->kind == HD_TY_ERROR) return NULL; // reported
    found = of_type(found, declared->type);
    if (found) return found;
    int n; // a name that it had when a type in it was called otherwise
    const char **keys = global_family(c->front, base_name(c, m->record, m->name), &n);
    for (int i = 0; i < n && !found; i++)
        found = of_type(global_find_quietly(c->front, keys[i]), declared->type);
    return found ? found : declared;
}

static void no_such_method(struct check *c, const struct hd_record *r, const struct hd_ast *ast,
                           const struct hd_type *type) {
    const char *name = called(c, ast, type);
    struct hd_diag *d =
        hd_error(c->diags, ast->declr->name_range, "`%s` has no member function `%s`",
                 record_name(r), ast->declr->conversion ? name : signature_text(c, name, type));
    int shown = 0;
    for (int i = 0; i < r->nmethods && shown < 6; i++) {
        if (r->methods[i].name != name) continue;
        note_on(c, d, r->methods[i].sym->range, "it has `%s`", method_text(c, &r->methods[i]));
        shown++;
    }
    if (!shown) hd_help(c->diags, d, "declare it in the struct");
    note_on(c, d, (struct hd_range){r->loc, r->loc}, "`%s` is defined here", record_name(r));
}

// The declaration's own symbol becomes the definition when the struct is of this cell.
static struct hd_sym *definition_sym(struct check *c, struct hd_method *m,
                                     const struct hd_ast *ast) {
    struct hd_sym *declared = m->sym;
    const struct hd_def *def = m->record->def;
    bool ours = !c->refreshing && def && !def->dead && global_in_this_cell(c->front, def) &&
                (instance_around(m->record) ? m->asked : def->arena == c->arena);
    if (ours && declared->func && c->device_version) return declared;
    if (ours && declared->func) {
        struct hd_diag *d =
            hd_error(c->diags, ast->declr->name_range, "`%s` is defined twice", method_shown(c, m));
        note_on(c, d, declared->range, "the other definition is here");
        return NULL;
    }
    struct hd_sym *sym = declared;
    if (!ours) {
        sym = sym_new(c, SYM_FUNC, declared->name, declared->type, ast->declr->name_range);
        sym->spec = declared->spec;
        sym->method = m;
    }
    sym->range = ast->declr->name_range;
    sym->spec |= ast->spec->flags & ~(unsigned)NO_SYMBOL_FLAGS;
    sym->defined = true;
    return sym;
}

struct hd_sym *method_define(struct check *c, struct hd_method *m, struct hd_ast *ast) {
    struct hd_sym *sym = definition_sym(c, m, ast);
    if (sym && c->device_version && function_device_version(c, ast, sym->name, sym->type))
        return sym;
    struct hd_func *func = sym ? function_new(c, ast, sym) : NULL;
    if (!func) return NULL;
    func->is_device = func->is_device || (sym->spec & SPEC_DEVICE);
    func->is_host = (sym->spec & SPEC_HOST) || !(sym->spec & SPEC_DEVICE);
    sym->func = func;
    global_declare_member(c, sym, base_name(c, m->record, m->name));
    check_function_body(c, func, ast);
    return sym;
}

bool member_is_plain(struct check *c, const struct hd_ast *ast) {
    const struct hd_record *r = space_record(c->front, c->scope);
    if (!r || !instance_around(r)) return false;
    struct hd_type *to =
        ast->declr->conversion ? check_type_name(c, ast->declr->conversion) : hd_ty.error;
    const char *name = called_for(c, ast->declr->name, ast->declr->conversion, to);
    for (int i = 0; i < r->nmethods; i++)
        if (r->methods[i].name == name) return true;
    return false;
}

void member_item(struct check *c, struct hd_ast *ast) {
    struct hd_declr *declr = ast->declr;
    int errors = c->diags->errors;
    c->at = declr->name_range;
    struct hd_record *r = space_record(c->front, c->scope);
    bool inside = ast->member & MEMBER_INSIDE;
    if (r && r->space->session) global_find_tag(c->front, r->space->key, true);
    r = space_record(c->front, c->scope);
    if (!r || !hd_record_is_complete(r) || !r->def) {
        if (!inside || errors == 0)
            hd_error(c->diags, declr->name_range,
                     "`%s` is no struct whose members could be defined",
                     c->scope->key ? c->scope->key : declr->name);
        return;
    }
    struct hd_record *outer = c->record;
    c->record = r;
    const struct hd_deriv *d = function_deriv(declr);
    struct hd_type *type = head_ok(c, ast) ? method_type(c, ast) : hd_ty.error;
    struct hd_method *m = NULL;
    if (type->kind == HD_TY_FUNC && d)
        m = find_method(r, called(c, ast, type), ast->member & MEMBER_CTOR, type,
                        d->quals & (Q_CONST | Q_VOLATILE), d->ref_qual);
    if (!m) {
        if (type->kind == HD_TY_FUNC && (!inside || c->refreshing)) no_such_method(c, r, ast, type);
        c->record = outer;
        return;
    }
    method_define(c, m, ast);
    c->record = outer;
}

// ---- names inside of member functions -----------------------------------------------------------

static struct hd_expr *this_object(struct check *c, const struct hd_ast *ast, const char *name) {
    struct hd_sym *sym = space_find_local(c, hd_intern_str("this"));
    if (sym) return expr_deref(c, rvalue(c, expr_var(c, sym, ast->range)), ast->range);
    if (c->unevaluated)
        return expr_deref(c, expr_null(c, hd_type_ptr(c->record->type), ast->range), ast->range);
    struct hd_diag *d = hd_error(c->diags, ast->range,
                                 "`%s` is a member of an object, and there is none here", name);
    hd_help(c->diags, d, "%s",
            c->func && c->func->sym && c->func->sym->method && c->func->sym->method->is_static
                ? "a `static` member function has no `this`: pass it an object"
                : "name an object: `object.member`");
    return expr_error(c, ast->range);
}

// A function, variable or data member of its own, or one that `using` brings.
bool record_has_own(const struct hd_record *r, const char *name) {
    if (is_static_name(r, name)) return true;
    if (r->forming) declare_named(r->forming, name);
    for (int i = 0; i < r->nmethods; i++)
        if (r->methods[i].name == name && !r->methods[i].is_ctor && !r->methods[i].is_friend)
            return true;
    for (int i = 0; i < r->ngeneric; i++)
        if (r->generic[i].name == name && !r->generic[i].is_ctor) return true;
    return hd_record_using(r, name) ||
           ((r->complete || r->forming) && hd_record_own_field(r, name));
}

bool record_has_member(const struct hd_record *r, const char *name) {
    if (record_has_own(r, name)) return true;
    const struct hd_record *home = hd_record_home(r, name);
    return home && home != r && record_has_own(home, name);
}

bool all_static(struct hd_sym **list, int n) {
    for (int i = 0; i < n; i++)
        if (!list[i]->method->is_static) return false;
    return n > 0;
}

static struct hd_expr *bound(struct check *c, struct hd_sym *sym, struct hd_expr *object,
                             const struct hd_ast *ast) {
    struct hd_expr *e = expr_new(c, EX_FUNC, hd_ty.auto_, ast->range);
    e->sym = sym;
    e->a = object;
    e->loc = ast->loc;
    return e;
}

bool is_bound(const struct hd_expr *e) {
    return e->kind == EX_FUNC && e->type->kind == HD_TY_AUTO && e->sym && e->sym->method;
}

// A member of r by its name alone, or as `r::name`. NULL: it has none.
static struct hd_expr *name_in(struct check *c, struct hd_record *r, struct hd_ast *ast) {
    struct hd_sym **list, *sym = static_member(c, r, ast->name);
    const struct hd_record *named = ast->qual ? r : access_naming(c, r);
    if (sym && (access_ambiguous(c, named, ast->name, true, ast->range) ||
                !access_static(c, named, sym, ast)))
        return expr_error(c, ast->range);
    if (sym) return expr_sym(c, sym, ast);
    int n = methods_named(c, r, ast->name, &list);
    if (access_ambiguous(c, named, ast->name, all_static(list, n), ast->range))
        return expr_error(c, ast->range);
    if (n && (all_static(list, n) || !space_find_local(c, hd_intern_str("this"))))
        return bound(c, list[0], NULL, ast);
    uint64_t offset;
    if (!n && !hd_record_field(r, ast->name, &offset)) return NULL;
    bool own = c->record == r || (c->record && class_derives(c->record->type, r->type, NULL));
    if (!own && !c->unevaluated) {
        hd_error(c->diags, ast->range, "`%s::%s` needs an object: write `object.%s`",
                 record_name(r), ast->name, ast->name);
        return expr_error(c, ast->range);
    }
    struct hd_expr *object = // sizeof(A::x)
        own ? this_object(c, ast, ast->name)
            : expr_deref(c, expr_null(c, hd_type_ptr(r->type), ast->range), ast->range);
    if (is_error(object)) return object;
    if (object->type->record != r) object = class_base(c, object, r);
    return n ? bound(c, list[0], object, ast) : member_of(c, object, ast);
}

struct hd_expr *member_name(struct check *c, struct hd_record *r, struct hd_ast *ast) {
    struct hd_expr *e = name_in(c, r, ast);
    return e ? e : expr_error(c, ast->range);
}

// `C::f<int>` without a call, of a static member template.
static struct hd_expr *static_instance(struct check *c, const struct hd_expr *e,
                                       const struct hd_ast *ast) {
    struct hd_sym **list;
    const char *why = "its template arguments must be written: `name<...>`";
    int n = ast->targs ? methods_named(c, e->sym->method->record, e->sym->method->name, &list) : 0;
    for (int i = 0; i < n; i++) {
        if (list[i]->kind != SYM_TEMPLATE || !list[i]->method->is_static) continue;
        struct hd_spec_inst *inst = template_match(c, list[i]->tmpl, ast->kids, ast->nkids, NULL,
                                                   NULL, -1, ast->range, &why);
        if (!inst) continue;
        struct hd_sym *made = template_use(c, inst, ast->range);
        if (!made) return expr_error(c, ast->range);
        note_use(c, made);
        struct hd_expr *f = expr_new(c, EX_FUNC, made->type, ast->range);
        f->sym = made;
        return f;
    }
    struct hd_diag *d = hd_error(c->diags, ast->range, "which function of the template `%s`?",
                                 method_text(c, e->sym->method));
    if (why) hd_help(c->diags, d, "%s", why);
    return expr_error(c, ast->range);
}

struct hd_expr *not_called(struct check *c, const struct hd_expr *e, const struct hd_ast *ast) {
    struct hd_sym *sym = e->sym;
    if (e->a && is_array(e->a)) return array_not_called(c, e);
    if (sym->kind == SYM_TEMPLATE && sym->method->is_static && !e->a)
        return static_instance(c, e, ast);
    if (sym->method->is_static && !e->a) { // like any function
        if (!access_function(c, sym->method->record, sym->method, false, e->range))
            return expr_error(c, e->range);
        struct hd_sym **list;
        if (methods_named(c, sym->method->record, sym->method->name, &list) > 1)
            return member_function_unsettled(c, sym->method->record, sym, ast);
        struct hd_sym *now = method_current(c, sym->method);
        if (!now) return expr_error(c, e->range);
        note_use(c, now);
        struct hd_expr *f = expr_new(c, EX_FUNC, now->type, e->range);
        f->sym = now;
        return f;
    }
    struct hd_diag *d = hd_error(c->diags, e->range, "`%s` is a member function: call it with `()`",
                                 sym->method->name);
    d->caret = e->loc;
    if (sym->method->record)
        note_on(c, d, sym->range, "`%s` is declared here", method_text(c, sym->method));
    return expr_error(c, e->range);
}
