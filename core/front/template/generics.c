// Function templates and their instances.
//
// A template keeps its syntax tree. An instance is made for each set of arguments: the declaration
// is checked when a call considers it, the body when the call was decided, both with the parameters
// declared in a scope of their own around the function. `auto` parameters are type parameters
// without a name that can be written.
//
// An instance is a definition, as those of struct templates are: it needs the names that it looked
// up and its users need its key, so a change of any of these reaches all. The key ("add<float>@17",
// the template's number behind it, for templates overload) is no name that a program can say: which
// instance a call means is decided at the call, each time anew, and so one that is stale is not
// checked again but made again by whoever comes to need it. What the declaration looks up, the
// check around it needs as well, since it is part of deciding.
//
// A declaration that an earlier cell only considered gets no body in a later one, whose rollback
// could not take it back: it is made again there.
//
// Example: `template <typename T> T add(T a, T b) { return a + b; }`, `add(1.5f, 2)` says that T
// would be both float and int; `add<float>(1.5f, 2)` makes the function `add<float>`.
#include <string.h>

#include "front/check/const/const.h"
#include "front/template/template.h"

static void body_came(struct check *c, struct hd_template *t, struct hd_ast *ast);
static void keep_defaults(struct check *c, const struct hd_ast *from, struct hd_ast *to);

enum { MAX_DEPTH = 900, MAX_SHOWN = 5, LOOK_DEPTH = 64 }; // as deep as nvcc goes
#define MAX_BYTES ((size_t)256 << 20) // of a cell; nvcc stops such packs at 200 levels

// ---- who holds which memory ---------------------------------------------------------------------

void template_hold(struct check *c, const struct hd_arena *what) {
    struct hd_map *mem_of = &c->front->mem_of;
    struct cell_mem *holder = hd_map_get(mem_of, (const char *)c->arena);
    struct cell_mem *held = hd_map_get(mem_of, (const char *)what);
    if (!holder || !held || holder == held) return;
    for (int i = 0; i < holder->holds.n; i++)
        if (holder->holds.v[i] == held) return;
    HD_XPUSH(&holder->holds, held);
}

const char *template_name(const struct hd_template *t) { return t->name; }

// ---- checking inside a template -----------------------------------------------------------------

// The space around a template's parameters: the one that it was written in, or of a member template
// the space of the record that has it, with the parameters of the templates around that.
static void enter_owner(struct check *nc, const struct hd_template *t) {
    nc->scope = t->space;
    if (t->owner) owner_enter(nc, t->owner, t->ast->head);
}

void template_enter(struct check *nc, const struct hd_template *t) {
    enter_owner(nc, t);
    space_push(nc, SPACE_PARAMS);
}

void template_leave(struct check *nc) {
    for (struct hd_space *s = nc->scope; s; s = nc->scope) {
        if (s->kind == SPACE_NAMESPACE || s->kind == SPACE_GLOBAL) return;
        if (s->session && !s->stands_for) return;
        if (s->kind == SPACE_BLOCK) return; // of the function around
        if (s->kind == SPACE_RECORD && !s->session)
            nc->scope = s->outer;
        else
            space_pop(nc);
    }
}

void template_nested_begin(struct check *nc, struct check *c, struct hd_template *t,
                           struct hd_arena *arena) {
    template_check_begin(nc, c, t, arena);
    nc->instantiating = t;
    nc->shares_needs = true;
    template_enter(nc, t);
}

void template_nested_end(struct check *nc) {
    template_leave(nc);
    check_end(nc);
}

static struct hd_type *value_param_type(struct check *nc, const struct hd_tparam *p) {
    if (!p->spec) return hd_ty.int_;
    struct hd_type *type = check_spec(nc, p->spec);
    if (p->declr && type->kind != HD_TY_ERROR) type = check_declarator(nc, type, p->declr, p->spec);
    return type;
}

// The argument of a parameter whose type is a pointer to a member: as such a pointer.
static bool member_value(struct check *nc, const struct hd_tparam *p, struct hd_targ *b,
                         struct hd_type *type) {
    struct hd_type *from = b->type ? b->type : hd_ty.int_;
    if (from->kind == HD_TY_MEMBER && member_pointer_fit(from, type) > MEMBER_ADDS) {
        struct hd_diag *d =
            hd_error(nc->diags, p->range, "`%s` is `%s`, and the argument is `%s`",
                     p->name ? p->name : "this parameter", ty(nc, type), ty(nc, from));
        hd_help(nc->diags, d, "a template argument does not become a member of a derived class");
        return false;
    }
    if (from != type) {
        struct hd_expr *e = expr_int(nc, from, b->value, p->range);
        if (from->kind == HD_TY_NULLPTR) e = expr_null(nc, from, p->range);
        e = convert_assign(nc, e, type, "a template argument");
        if (e->kind != EX_CONST) return false;
        b->value = (int64_t)e->value->i;
    }
    b->is_value = true;
    b->type = type;
    return true;
}

static double float_bits(int64_t bits) {
    double f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

// A parameter that is a floating number. The argument keeps it as the bits of a double.
static struct hd_sym *float_sym(struct check *nc, const struct hd_tparam *p, struct hd_targ *b,
                                struct hd_type *type) {
    struct hd_const v = {.kind = CONST_INT, .i = b->value};
    const struct hd_type *from = b->type ? b->type : hd_ty.int_;
    if (hd_type_is_float(from))
        v = (struct hd_const){.kind = CONST_FLOAT, .f = float_bits(b->value)};
    if (!const_convert(&v, from, type)) return NULL;
    double f = (double)v.f;
    memcpy(&b->value, &f, sizeof f);
    b->type = type;
    b->is_value = true;
    struct hd_sym *sym = sym_new(nc, SYM_VAR, p->name, type, p->range);
    sym->value = HD_NEW(nc->arena, struct hd_const);
    *sym->value = v;
    sym->is_const_value = sym->is_template_value = true;
    return sym;
}

// A number that a class makes an object of.
static struct hd_sym *object_sym(struct check *nc, const struct hd_template *t,
                                 const struct hd_tparam *p, struct hd_targ *b,
                                 struct hd_type *type) {
    const char *why = NULL;
    struct hd_expr *e = expr_int(nc, b->type ? b->type : hd_ty.int_, b->value, p->range);
    e = convert_assign(nc, e, unqual(type), "a template argument");
    if (is_error(e)) return NULL;
    b->sym = template_object(nc, t, e, &why);
    b->type = unqual(type);
    if (!b->sym) hd_error(nc->diags, p->range, "%s", why);
    return b->sym;
}

static struct hd_sym *value_sym(struct check *nc, const struct hd_template *t,
                                const struct hd_tparam *p, struct hd_targ *b) {
    if (b->sym && b->sym->shown) return b->sym; // an object
    if (b->sym) { // its address; a reference parameter and a function are the thing itself
        struct hd_type *type = value_param_type(nc, p);
        bool method = b->sym->kind == SYM_FUNC && has_this(b->sym);
        if ((b->sym->kind == SYM_FUNC && !method) || type->kind == HD_TY_REF) return b->sym;
        struct hd_type *at = method ? member_function_type(nc, b->sym) : hd_type_ptr(b->sym->type);
        struct hd_sym *sym = sym_new(nc, SYM_VAR, p->name, at, p->range);
        sym->value = HD_NEW(nc->arena, struct hd_const);
        *sym->value = (struct hd_const){.kind = CONST_ADDR, .sym = b->sym};
        sym->is_const_value = true;
        sym->is_template_value = true;
        return sym;
    }
    struct hd_type *type = value_param_type(nc, p);
    if (type->kind == HD_TY_ERROR) return NULL;
    bool deduced = type->kind == HD_TY_AUTO;
    if (deduced) type = b->type ? b->type : hd_ty.int_;
    if (is_record(type)) return object_sym(nc, t, p, b, type);
    if (hd_type_is_float(type)) return float_sym(nc, p, b, unqual(type));
    if (b->type && hd_type_is_float(b->type)) {
        hd_error(nc->diags, p->range, "`%s` is `%s`, and the argument is `%s`",
                 p->name ? p->name : "this parameter", ty(nc, type), ty(nc, b->type));
        return NULL;
    }
    bool member = type->kind == HD_TY_MEMBER;
    if (member && !member_value(nc, p, b, unqual(type))) return NULL;
    if (is_ptr(type) || type->kind == HD_TY_NULLPTR || member) {
        struct hd_sym *sym = sym_new(nc, SYM_VAR, p->name, type, p->range);
        sym->value = HD_NEW(nc->arena, struct hd_const);
        *sym->value = member ? (struct hd_const){.kind = CONST_INT, .i = b->value}
                             : (struct hd_const){.kind = CONST_ADDR, .offset = b->value};
        sym->is_const_value = true;
        sym->is_template_value = true;
        return sym;
    }
    if (!hd_type_is_integer(type)) type = hd_ty.int_;
    struct hd_sym *sym = sym_new(nc, SYM_ENUM_CONST, p->name, unqual(type), p->range);
    struct hd_const value = {.kind = CONST_INT, .i = b->value};
    if (const_convert(&value, hd_ty.llong, unqual(type))) b->value = (int64_t)value.i;
    b->is_value = true;
    b->type = deduced || type->kind == HD_TY_ENUM ? unqual(type) : NULL;
    if (b->type == hd_ty.int_) b->type = NULL;
    sym->enum_value = b->value;
    return sym;
}

// What the name of a parameter with this argument means. NULL: its type does not work.
static struct hd_sym *bound_sym(struct check *nc, const struct hd_template *t,
                                const struct hd_tparam *p, struct hd_targ *b) {
    if (p->is_type) return sym_new(nc, SYM_TYPEDEF, p->name, b->type, p->range);
    return p->is_template ? b->sym : value_sym(nc, t, p, b);
}

// Declares a parameter as bound.
static void declare_bind(struct check *nc, const struct hd_template *t, const struct hd_tparam *p,
                         struct hd_targ *b) {
    struct hd_sym *sym;
    if (p->is_pack) {
        sym = pack_new(nc, p->name, b->npack, p->range);
        for (int i = 0; i < b->npack; i++) {
            struct hd_sym *one = bound_sym(nc, t, p, &b->pack[i]);
            sym->pack->v[i] = one ? one : sym;
        }
    } else {
        sym = bound_sym(nc, t, p, b);
    }
    if (sym && p->name) hd_map_set(&nc->scope->names, p->name, sym);
}

// Declares all parameters, taking defaults for those that are not bound. false: one has neither.
bool template_declare_binds(struct check *nc, const struct hd_template *t, struct hd_targ *binds,
                            const char **why) {
    for (int i = 0; i < t->ast->ntparams; i++) {
        const struct hd_tparam *p = &t->ast->tparams[i];
        struct hd_targ *b = &binds[i];
        if (!b->set && p->is_pack) *b = (struct hd_targ){.pack = b, .npack = 0, .set = true};
        if (!b->set && p->dflt && !template_bind_explicit(nc, t, p, p->dflt, b, why)) return false;
        if (!b->set) {
            const char *shown = p->name && p->name[0] != '#' ? p->name : "auto";
            struct hd_arena *arena = nc->outer ? nc->outer->arena : nc->arena;
            *why = !t->ast->declr
                       ? hd_printf(arena, "there is no argument for `%s`", shown)
                       : hd_printf(arena,
                                   "what `%s` is cannot be told from the arguments: name it, as in"
                                   " `%s<...>(...)`",
                                   shown, template_name(t));
            return false;
        }
        declare_bind(nc, t, p, b);
    }
    const char *unmet = constraint_fails(nc, t->ast->constraint);
    if (unmet) *why = unmet;
    return !unmet;
}

// ---- instances ----------------------------------------------------------------------------------

// The instance for `binds` if it is up to date; the check needs it then. NULL: it is to be made.
static struct hd_spec_inst *find_instance(struct check *c, struct hd_template *t, const char *key,
                                          const struct hd_targ *binds) {
    struct hd_front *front = c->front;
    const struct hd_def *def = hd_map_get(&front->names, key);
    if (!def || def->dead || def->stale) return NULL;
    struct hd_spec_inst *inst = def->inst;
    if (inst->checking_in && inst->checking_in != front->serial)
        return NULL; // too many errors ended the check
    if (!args_same(inst->args, binds, t->ast->ntparams)) return NULL;
    global_find(front, key, false);
    return inst;
}

// The instance's function symbol, without a body yet. NULL: the declaration does not work with
// these arguments.
struct hd_sym *template_instance_sym(struct check *nc, struct hd_template *t, const char *name) {
    struct hd_ast *ast = t->ast;
    struct hd_type *type;
    if (t->method) {
        type = method_type(nc, ast);
    } else {
        type = check_spec(nc, ast->spec);
        if (type->kind != HD_TY_ERROR) type = check_declarator(nc, type, ast->declr, ast->spec);
    }
    if (type->kind != HD_TY_FUNC || type->base->kind == HD_TY_ERROR) return NULL;
    for (int i = 0; i < type->nparams; i++)
        if (type->params[i]->kind == HD_TY_ERROR) return NULL;
    struct hd_sym *sym = sym_new(nc, SYM_FUNC, name, type, ast->declr->name_range);
    sym->spec = ast->spec->flags & ~(unsigned)(SPEC_FRIEND | SPEC_EXPLICIT);
    if (t->method) {
        struct hd_method *m = HD_NEW(nc->arena, struct hd_method);
        *m = *t->method;
        m->type = type;
        m->sym = sym;
        m->ast = ast;
        m->is_made = true;
        sym->method = m;
        sym->spec &= ~(unsigned)SPEC_STATIC;
        if (m->is_ctor)
            type = sym->type = ctor_with_this(nc, m->record, type);
        else if (!m->is_static)
            type = sym->type = with_this(nc, m->record, type, m->quals);
    }
    sym->defined = true;
    sym->internal_linkage = true;
    struct hd_func *func = HD_NEW(nc->arena, struct hd_func);
    func->sym = sym;
    func->type = type;
    func->ast = ast;
    func->source = hd_source_at(ast->range.from);
    func->arena = nc->arena;
    func->space = t->space;
    func->front = nc->front;
    func->is_kernel = (sym->spec & SPEC_GLOBAL) != 0;
    func->is_device = (sym->spec & SPEC_DEVICE) != 0;
    func->is_host = (sym->spec & SPEC_HOST) || !(sym->spec & (SPEC_GLOBAL | SPEC_DEVICE));
    struct attr_set attrs = {0};
    attrs_read(nc, ast->spec->attrs, &attrs);
    attrs_read(nc, ast->declr->attrs, &attrs);
    func->max_threads = attrs.max_threads;
    func->min_blocks = attrs.min_blocks;
    memcpy(func->cluster, attrs.cluster, sizeof func->cluster);
    sym->func = func;
    sym->defaults = function_defaults(nc, t->method ? sym->method->type : type, ast->declr);
    return sym;
}

bool template_too_deep(struct check *c, const struct hd_template *t, struct hd_range where) {
    int depth = 0;
    for (struct check *k = c; k; k = k->outer) depth += k->instantiating || k->bound;
    bool looks = depth >= LOOK_DEPTH && depth % LOOK_DEPTH == 0; // a pack may grow on each level
    bool large = looks && hd_front_bytes(c->front) > c->front->collected_bytes + MAX_BYTES;
    if (depth < MAX_DEPTH && !large) return false;
    struct hd_diag *d =
        large ? hd_error(c->diags, where,
                         "templates use each other %d levels deep, and take more than %zu MB of "
                         "memory",
                         depth, MAX_BYTES >> 20)
              : hd_error(c->diags, where, "templates use each other more than %d levels deep",
                         MAX_DEPTH);
    note_on(c, d, t->ast->declr ? t->ast->declr->name_range : t->ast->spec->name_range,
            "the innermost is `%s`", template_name(t));
    return true;
}

// The definition of `sym`, which nc declared. Its names are those of the template, of the arguments
// and what nc looked up.
static struct hd_spec_inst *define_instance(struct check *nc, struct hd_template *t,
                                            const struct hd_targ *binds, const char *key,
                                            struct hd_sym *sym) {
    struct hd_spec_inst *inst = HD_NEW(nc->arena, struct hd_spec_inst);
    int n = t->ast->ntparams;
    *inst = (struct hd_spec_inst){.tmpl = t, .sym = sym};
    inst->args = HD_NEW_ARRAY(nc->arena, struct hd_targ, n + 1);
    args_keep(nc->arena, inst->args, binds, n);
    args_need(nc, binds, n);
    if (t->def) global_need(nc->front, t->def->name);
    template_hold(nc, t->arena);
    global_declare_instance(nc, key, inst);
    return inst;
}

static struct hd_spec_inst *make_instance(struct check *c, struct hd_template *t, const char *name,
                                          const char *key, struct hd_targ *binds,
                                          const char **why) {
    struct hd_front *front = c->front;
    struct hd_diags *diags = c->diags;
    int errors = diags->errors;
    bool muted = diags->muted;
    struct check nc;
    template_nested_begin(&nc, c, t, global_arena(front, NULL, instance_cell(front)));
    diags->errors = 0;
    diags->muted = true;
    struct hd_sym *sym =
        template_declare_binds(&nc, t, binds, why) ? template_instance_sym(&nc, t, name) : NULL;
    if (diags->errors > 0) sym = NULL;
    diags->muted = muted;
    diags->errors = errors;
    struct hd_spec_inst *inst = sym ? define_instance(&nc, t, binds, key, sym) : NULL;
    if (inst)
        instance_finish(&nc, t->name, t->ast->range);
    else if (!*why)
        *why = "its declaration does not work with these types";
    template_nested_end(&nc);
    if (inst) global_find(front, key, false); // now c needs it
    return inst;
}

static bool has_tree(const struct hd_template *t) { return t->ast->nkids && t->ast->kids[0]; }

// A member template that its struct only declares takes the definition that is written outside.
void template_find_outside(struct check *c, struct hd_template *t) {
    if (!t->method || has_tree(t)) return;
    const char *base = outside_base_of(c, t->method);
    const struct hd_instance *inst = instance_outermost(t->owner);
    int n = 0;
    global_find(c->front, base, false); // to follow definitions that come later
    global_family(c->front, base, &n);
    for (int i = 0; i < n; i++) {
        struct hd_sym *sym = global_find(c->front, global_family(c->front, base, &n)[i], true);
        if (!sym || sym->kind != SYM_STRUCT_TEMPLATE || sym->tmpl->ast->kind != AST_FUNCTION ||
            sym->tmpl->text_of != (inst ? inst->tmpl : NULL) || !has_tree(sym->tmpl) ||
            !outside_is_template(sym->tmpl, t->owner) ||
            !template_same_head(t->ast, sym->tmpl->ast))
            continue;
        keep_defaults(c, t->ast, sym->tmpl->ast);
        sym->tmpl->ast->member |= t->ast->member;
        body_came(c, t, sym->tmpl->ast);
        return;
    }
}

static bool same_params(const struct hd_type *a, const struct hd_type *b) {
    for (int i = 0; i < a->nparams && a->nparams == b->nparams; i++)
        if (!hd_type_same(a->params[i], b->params[i])) return false;
    return a->nparams == b->nparams;
}

// The instance of these arguments and the parameters' defaults.
struct hd_spec_inst *template_match_bound(struct check *c, struct hd_template *t,
                                          struct hd_targ *binds, struct hd_range where,
                                          const char **why) {
    int n = t->ast->ntparams;
    bool known = true; // which instance it is: else the defaults decide, and types of values
    for (int i = 0; i < n; i++)
        known = known && binds[i].set && (t->ast->tparams[i].is_type || binds[i].sym);
    if (!known) {
        struct check nc;
        struct hd_diags *diags = c->diags;
        bool muted = diags->muted;
        int errors = diags->errors;
        template_nested_begin(&nc, c, t, c->arena);
        diags->muted = true;
        bool ok = template_declare_binds(&nc, t, binds, why) && diags->errors == errors;
        diags->muted = muted;
        diags->errors = errors;
        template_nested_end(&nc);
        if (!ok && !*why) *why = "a default argument does not work with these types";
        if (!ok) return NULL;
    }
    struct hd_targ *plain = args_copy(c->arena, binds, n);
    const char *name = template_instance_name(t, plain, HD_LANG_CU);
    const char *key = template_instance_key(c, t, name, plain);
    struct hd_sym *special = global_find(c->front, name, true); // template <> of these arguments
    struct hd_spec_inst *found = find_instance(c, t, key, binds);
    if (!found && template_too_deep(c, t, where)) return NULL;
    if (!found) found = make_instance(c, t, name, key, binds, why);
    for (; special && found; special = special->next) { // it may be another template's
        if (special->kind != SYM_FUNC || !same_params(special->type, found->sym->type)) continue;
        struct hd_spec_inst *inst = HD_NEW(c->arena, struct hd_spec_inst);
        inst->sym = special;
        return inst;
    }
    return found;
}

struct hd_spec_inst *template_match(struct check *c, struct hd_template *t, struct hd_ast **targs,
                                    int ntargs, struct hd_expr **args, struct hd_ast **asts,
                                    int nargs, struct hd_range where, const char **why) {
    template_find_outside(c, t);
    int n = t->ast->ntparams;
    struct hd_targ *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, n ? n : 1);
    const char *unused = NULL;
    if (!why) why = &unused;
    *why = NULL;
    if (!template_deduce_args(c, t, targs, ntargs, args, asts, nargs, binds, why)) return NULL;
    return template_match_bound(c, t, binds, where, why);
}

struct hd_spec_inst *template_match_conversion(struct check *c, struct hd_template *t,
                                               struct hd_type *to, struct hd_range where) {
    struct hd_targ *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, t->ast->ntparams + 1);
    const char *why = NULL;
    template_find_outside(c, t);
    if (!template_deduce_conversion(c, t, to, binds)) return NULL;
    return template_match_bound(c, t, binds, where, &why);
}

// Every message of the body gets a note that says which use led there.
void template_note_use(struct check *c, struct hd_diag *from, const char *name,
                       struct hd_range where) {
    int noted = 0;
    bool nested = c->bound || c->instantiating;
    for (struct hd_diag *d = from; d && noted < 20; d = d->next, noted++) {
        int notes = 0;
        for (const struct hd_diag *n = d->notes; n; n = n->next) notes++;
        if (notes < MAX_SHOWN || !nested) // of many levels the innermost and the outermost
            hd_note(c->diags, d, where, "in `%s`, used here", name);
    }
}

// The debugger's expressions may name the parameters.
static struct hd_sym **named_args(struct check *nc, const struct hd_template *t) {
    int n = 0;
    struct hd_sym **list = HD_NEW_ARRAY(nc->arena, struct hd_sym *, t->ast->ntparams + 1);
    for (int i = 0; i < t->ast->ntparams; i++) {
        const char *name = t->ast->tparams[i].name;
        struct hd_sym *sym = name ? hd_map_get(&nc->scope->names, name) : NULL;
        if (sym && sym->name == name) list[n++] = sym;
    }
    return list;
}

// Gives an instance its body, in its arena; the names that this looks up are needed by the instance
// alone.
static bool check_body(struct check *c, struct hd_spec_inst *inst, struct hd_range where) {
    struct hd_template *t = inst->tmpl;
    struct hd_diags *diags = c->diags;
    struct hd_diag *before = diags->last;
    struct hd_targ *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, t->ast->ntparams + 1);
    memcpy(binds, inst->args, sizeof *binds * (size_t)t->ast->ntparams);
    struct check nc;
    const char *why = NULL;
    int errors = diags->errors;
    struct hd_sym *sym = inst->sym;
    template_nested_begin(&nc, c, t, sym->func->arena);
    nc.shares_needs = false;
    template_declare_binds(&nc, t, binds, &why);
    nc.host_version = t->device_ast != NULL;
    sym->func->targs = named_args(&nc, t);
    bool ok = check_function_body(&nc, sym->func, t->ast) && diags->errors == errors;
    if (ok && t->device_ast && (sym->func->is_kernel || sym->func->is_device)) {
        nc.host_version = false;
        struct hd_func *func = function_new(&nc, t->device_ast, sym);
        func->is_host = false;
        func->targs = sym->func->targs;
        sym->func->device_version = func;
        ok = check_function_body(&nc, func, t->device_ast) && diags->errors == errors;
    }
    if (ok) {
        const struct hd_def *def = sym->def;
        for (int i = 0; i < def->nneeds; i++) HD_PUSH(nc.arena, &nc.needs, def->needs[i]);
        HD_PUSH(nc.arena, &nc.made, sym->def);
        instance_finish(&nc, t->name, t->ast->range);
    }
    template_nested_end(&nc);
    struct hd_diag *first = before ? before->next : diags->first;
    if (first && !diags->muted) template_note_use(c, first, sym->name, where);
    return ok;
}

bool template_promises(struct check *c, const struct hd_spec_inst *inst, const struct hd_deriv *d) {
    struct hd_template *t = inst->tmpl;
    struct hd_targ *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, t->ast->ntparams + 1);
    memcpy(binds, inst->args, sizeof *binds * (size_t)t->ast->ntparams);
    struct check nc;
    const char *why = NULL;
    template_nested_begin(&nc, c, t, c->arena);
    bool holds = template_declare_binds(&nc, t, binds, &why) && promises_here(&nc, inst->sym, d);
    template_nested_end(&nc);
    return holds;
}

// The body of a template that was declared only: the uses before it get it.
static void body_came(struct check *c, struct hd_template *t, struct hd_ast *ast) {
    t->ast = ast;
    for (int i = 0; i < t->waiting.n; i++) {
        struct hd_spec_inst *inst = t->waiting.v[i];
        inst->sym->func->ast = ast;
        inst->checked = false;
        template_use(c, inst, inst->sym->range);
    }
    t->waiting.n = 0;
}

// In a program another file may instantiate it: linking finds it there (run/program/link.c).
static void is_elsewhere(struct hd_spec_inst *inst) {
    inst->sym->func = NULL;
    inst->sym->defined = false;
    inst->sym->internal_linkage = false;
}

void templates_finish(struct check *c) {
    struct txn *txn = c->front->txn;
    for (int i = 0; i < txn->waiting.n; i++) {
        const struct txn_waiting *w = &txn->waiting.v[i];
        if (w->tmpl->waiting.n == 0) continue;
        for (int k = 0; c->front->lets_wait && k < w->tmpl->waiting.n; k++)
            is_elsewhere(w->tmpl->waiting.v[k]);
        w->tmpl->waiting.n = 0;
        if (c->front->lets_wait) continue;
        struct hd_diag *d =
            hd_error(c->diags, w->where, "the template `%s` has no body yet", w->tmpl->name);
        note_on(c, d, w->tmpl->ast->declr->name_range, "it is only declared, here");
    }
}

// One whose body belongs to this cell.
static struct hd_spec_inst *of_this_cell(struct check *c, struct hd_spec_inst *inst) {
    struct hd_template *t = inst->tmpl;
    if (!c->front->txn || global_in_this_cell(c->front, inst->sym->def)) return inst;
    struct hd_targ *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, t->ast->ntparams + 1);
    memcpy(binds, inst->args, sizeof *binds * (size_t)t->ast->ntparams);
    const char *why = NULL;
    struct hd_spec_inst *made =
        make_instance(c, t, inst->sym->name, inst->sym->def->name, binds, &why);
    return made ? made : inst;
}

struct hd_sym *template_use(struct check *c, struct hd_spec_inst *inst, struct hd_range where) {
    struct hd_template *t = inst->tmpl;
    if (!t || inst->checked || (t->ast->member & MEMBER_DELETED)) return inst->sym;
    template_find_outside(c, t);
    if (inst->checked) return inst->sym;
    if (!has_tree(t) && (c->unevaluated || c->diags->muted)) return inst->sym;
    inst = of_this_cell(c, inst);
    inst->checked = true;
    if (!has_tree(t) && c->front->txn && t->def && global_in_this_cell(c->front, t->def)) {
        HD_PUSH(t->arena, &t->waiting, inst); // the body may come further down
        HD_PUSH(c->front->txn->cell->arena, &c->front->txn->waiting,
                ((struct txn_waiting){t, where}));
        return inst->sym;
    }
    if (!has_tree(t) && c->front->lets_wait) {
        is_elsewhere(inst);
        return inst->sym;
    }
    if (!has_tree(t)) {
        struct hd_diag *d = hd_error(c->diags, where, "the template `%s` has no body yet", t->name);
        note_on(c, d, t->ast->declr->name_range, "it is only declared, here");
        global_withdraw(c->front, inst->sym->def);
        return NULL;
    }
    inst->checking_in = c->front->serial;
    bool ok = check_body(c, inst, where);
    inst->checking_in = 0;
    if (ok) return inst->sym;
    global_withdraw(c->front, inst->sym->def); // the next use checks it anew, and says it again
    return NULL;
}

bool template_asks_body(struct check *c, const struct hd_sym *func, const struct hd_type *type,
                        const struct hd_ast *ast) {
    const struct hd_deriv *d = ast && ast->declr ? function_deriv(ast->declr) : NULL;
    if (!c->unevaluated || !d || (d->noexcept_if && func->method) || type->kind != HD_TY_FUNC)
        return true;
    const struct hd_type *result = type->base;
    while (result->kind == HD_TY_REF || result->kind == HD_TY_PTR) result = result->base;
    return result->kind == HD_TY_AUTO;
}

struct hd_sym *template_called(struct check *c, struct hd_spec_inst *inst, struct hd_range where) {
    const struct hd_ast *ast = inst->tmpl ? inst->tmpl->ast : NULL;
    bool asks = template_asks_body(c, inst->sym, inst->sym->type, ast);
    return asks ? template_use(c, inst, where) : inst->sym;
}

const struct hd_sym *template_definition(const struct hd_sym *sym) {
    const struct hd_method *m = sym->method;
    const struct hd_def *def = sym->def ? sym->def : m ? m->record->def : NULL;
    struct check *c = def && def->front ? def->front->check : NULL;
    struct hd_spec_inst *inst = sym->def ? sym->def->inst : NULL;
    bool member = m && !m->is_made && instance_around(m->record);
    if (!c || (sym->func && sym->func->body)) return sym;
    if (inst ? !inst->tmpl || !has_tree(inst->tmpl) : !member) return sym;
    int unevaluated = c->unevaluated;
    c->unevaluated = 0;
    const struct hd_sym *now = inst ? template_use(c, inst, c->at) : method_current(c, m);
    c->unevaluated = unevaluated;
    return now ? now : sym;
}

// ---- made again for pointers --------------------------------------------------------------------

// What a type's name means now; NULL: nothing of that kind.
static struct hd_type *type_now(struct check *c, struct hd_type *t) {
    struct hd_type *base = t->kind == HD_TY_PTR || t->kind == HD_TY_REF || t->kind == HD_TY_ARRAY
                               ? type_now(c, t->base)
                               : t;
    if (!base) return NULL;
    if (base != t) {
        if (base == t->base) return t;
        struct hd_type *made = t->kind == HD_TY_PTR   ? hd_type_ptr(base)
                               : t->kind == HD_TY_REF ? hd_type_ref(c->arena, base, t->rvalue_ref)
                                                      : hd_type_array(c->arena, base, t->len);
        return hd_type_qual(made, t->quals);
    }
    const struct hd_def *def = t->kind == HD_TY_RECORD ? t->record->def
                               : t->kind == HD_TY_ENUM ? t->enumeration->def
                                                       : NULL;
    if (!def) return t;
    if (!def->dead && !def->stale && def->tag_type && def->tag_type->kind == t->kind) return t;
    struct hd_type *now = global_find_tag(c->front, def->name, true);
    return now && now->kind == t->kind ? hd_type_qual(now, t->quals) : NULL;
}

static bool make_current(struct check *c, struct hd_targ *arg) {
    for (int i = 0; i < arg->npack; i++)
        if (!make_current(c, &arg->pack[i])) return false;
    if (arg->sym && arg->sym->def && (arg->sym->def->dead || arg->sym->def->stale)) return false;
    if (!arg->type) return true;
    arg->type = type_now(c, arg->type);
    return arg->type;
}

// What the template is now: itself, or the one with the same head in its place. NULL: none is.
static struct hd_template *template_now(struct hd_front *front, struct hd_template *t) {
    if (!t->def) return t; // a lambda's
    if (t->owner) return t->def->dead || t->def->stale ? NULL : t;
    struct hd_sym *sym = global_find(front, t->def->name, true);
    for (struct hd_sym *s = sym; s; s = s->next)
        if (s->kind == SYM_TEMPLATE && s->tmpl == t) return t;
    for (struct hd_sym *s = sym; s; s = s->next)
        if (s->kind == SYM_TEMPLATE && template_same_head(t->ast, s->tmpl->ast)) return s->tmpl;
    return NULL;
}

struct instance_again {
    struct check *c;
    struct hd_spec_inst *inst;
};

static void make_again(void *user) {
    struct instance_again *a = user;
    struct check *c = a->c;
    struct hd_template *t = template_now(c->front, a->inst->tmpl);
    int n = t ? t->ast->ntparams : 0;
    if (!t) return;
    struct hd_targ *binds = args_copy(c->arena, a->inst->args, n);
    for (int i = 0; i < n; i++) {
        if (!make_current(c, &binds[i])) return;
        binds[i].set = true;
    }
    struct hd_range where = t->ast->declr->name_range;
    const char *why = NULL;
    c->lang = t->lang;
    struct hd_spec_inst *made = template_match_bound(c, t, binds, where, &why);
    struct hd_sym *sym = made ? template_use(c, made, where) : NULL;
    if (!made && !c->diags->errors) {
        struct hd_diag *d =
            hd_error(c->diags, where, "`%s` cannot be made any more", a->inst->sym->name);
        if (why) hd_help(c->diags, d, "%s", why);
    }
    if (!sym || sym == a->inst->sym) return;
    a->inst->again = sym;
    struct check of_old = {.front = c->front, .arena = a->inst->sym->func->arena};
    template_hold(&of_old, sym->func ? sym->func->arena : NULL);
}

bool template_instance_again(struct hd_front *front, struct hd_def *def, struct hd_diags *diags) {
    struct hd_sym *again = def->inst->again;
    if (again && again->def && !again->def->dead && !again->def->stale) return true;
    struct check c;
    int errors = diags->errors;
    check_begin(&c, front, global_arena(front, NULL, instance_cell(front)), NULL);
    c.diags = diags;
    def->refreshing = true;
    front_protect(front, diags, make_again, &(struct instance_again){&c, def->inst});
    def->refreshing = false;
    c.labels = NULL; // with the other scopes
    check_end(&c);
    return diags->errors == errors;
}

struct hd_def *hd_template_instance(struct hd_front *front, const struct hd_template *t, int *at) {
    int n;
    struct hd_def **defs = hd_defs(front, &n);
    while (*at < n) {
        struct hd_def *def = defs[(*at)++];
        if (def->inst && def->inst->tmpl == t) return def;
    }
    return NULL;
}

// ---- declaring ----------------------------------------------------------------------------------

// `auto` parameters become type parameters with names that cannot be written.
void template_name_autos(struct check *c, struct hd_ast *ast) {
    struct hd_deriv *f = function_deriv(ast->declr);
    int n = 0;
    for (int i = 0; f && i < f->nparams; i++)
        if (f->params[i].spec && f->params[i].spec->base == BASE_AUTO) n++;
    if (!n) return;
    struct hd_tparam *all = HD_NEW_ARRAY(c->arena, struct hd_tparam, ast->ntparams + n);
    if (ast->ntparams) memcpy(all, ast->tparams, sizeof *all * (size_t)ast->ntparams);
    int at = ast->ntparams;
    for (int i = 0; i < f->nparams; i++) {
        struct hd_param *p = &f->params[i];
        if (!p->spec || p->spec->base != BASE_AUTO) continue;
        struct hd_spec *spec = HD_NEW(c->arena, struct hd_spec);
        *spec = *p->spec;
        spec->base = BASE_NAME;
        spec->name = hd_intern_str(hd_printf(c->arena, "#auto%d", i));
        all[at++] = (struct hd_tparam){.name = spec->name,
                                       .is_type = true,
                                       .is_pack = p->declr && p->declr->parameter_pack,
                                       .range = p->range};
        if (spec->constraint)
            ast->constraint = hd_constraint_and(
                c->arena, ast->constraint,
                hd_constraint_on_name(c->arena, spec->constraint, spec->name, all[at - 1].is_pack));
        spec->constraint = NULL;
        p->spec = spec;
    }
    ast->tparams = all;
    ast->ntparams = at;
}

static bool same_text(struct hd_range a, struct hd_range b) {
    struct hd_source *x = hd_source_at(a.from), *y = hd_source_at(b.from);
    if (!x || !y || !x->text || !y->text || a.to - a.from != b.to - b.from) return false;
    return !memcmp(x->text + (a.from - x->base), y->text + (b.from - y->base), a.to - a.from);
}

// What the first declaration says of defaults holds for the definition.
static void keep_defaults(struct check *c, const struct hd_ast *from, struct hd_ast *to) {
    struct hd_deriv *f = function_deriv(from->declr), *t = function_deriv(to->declr);
    struct hd_tparam *all = HD_NEW_ARRAY(c->arena, struct hd_tparam, to->ntparams + 1);
    for (int i = 0; i < to->ntparams; i++) {
        all[i] = to->tparams[i];
        if (!all[i].dflt) all[i].dflt = from->tparams[i].dflt;
    }
    to->tparams = all;
    for (int i = 0; i < f->nparams && i < t->nparams; i++)
        if (!t->params[i].init) t->params[i].init = f->params[i].init;
    to->spec->flags |= from->spec->flags & (SPEC_GLOBAL | SPEC_DEVICE | SPEC_HOST);
}

// Another template or function of this name in the same cell: a definition after a prototype, an
// overload, or a mistake. true: the name is dealt with.
static bool join_overloads(struct check *c, struct hd_sym *sym) {
    struct hd_def *old = hd_map_get(&c->front->names, sym->name);
    if (c->refreshing || !old || old->dead || !old->sym) return false;
    if (!global_in_this_cell(c->front, old) && !global_headers_join(c, old)) return false;
    if (old->sym->kind != SYM_TEMPLATE && old->sym->kind != SYM_FUNC) return false;
    const struct hd_source *source = hd_source_at(sym->range.from);
    bool own = !source || !source->system;
    if (own && old->system && !sym->tmpl->ast->declr->is_operator)
        return false; // wins over a header's
    struct hd_sym *last = old->sym;
    for (struct hd_sym *s = old->sym; s; last = s, s = s->next) {
        if (s->kind != SYM_TEMPLATE) continue;
        struct hd_ast *a = s->tmpl->ast, *b = sym->tmpl->ast;
        if (!template_same_head(a, b)) continue;
        if (!global_in_this_cell(c->front, old)) return false; // that header anew
        s->spec |= sym->spec;
        if (b->nkids && b->kids[0] && (!a->nkids || !a->kids[0])) {
            keep_defaults(c, a, b);
            body_came(c, s->tmpl, b);
        } else if (a->nkids && a->kids[0] && b->nkids && b->kids[0]) {
            struct hd_diag *d =
                hd_error(c->diags, sym->range, "the template `%s` is defined twice", sym->name);
            note_on(c, d, s->range, "the other definition is here");
        }
        return true;
    }
    global_join(c, old, last, sym);
    sym->tmpl->def = old;
    return true;
}

// In the device's version of a text: the template that host code has with the same head.
static struct hd_sym *with_device_ast(struct check *c, struct hd_ast *ast) {
    struct hd_def *def = c->refreshing
                             ? c->refreshing
                             : hd_map_get(&c->front->names, declared_name(c, ast->declr->name));
    if (!def || def->dead || !def->sym || (!c->refreshing && !global_in_this_cell(c->front, def)))
        return NULL;
    for (struct hd_sym *s = def->sym; s; s = s->next) {
        if (s->kind != SYM_TEMPLATE || s->tmpl->ast->ntparams != ast->ntparams ||
            !same_text(s->tmpl->ast->declr->range, ast->declr->range))
            continue;
        s->tmpl->device_ast = ast;
        c->versioned = def;
        return s;
    }
    return NULL;
}

struct hd_sym *template_declare(struct check *c, struct hd_ast *ast) {
    if (!ast->declr || !ast->declr->name || !function_deriv(ast->declr)) {
        hd_error(c->diags, ast->range, "only functions can be templates here");
        return NULL;
    }
    template_name_autos(c, ast);
    struct hd_sym *host = c->device_version ? with_device_ast(c, ast) : NULL;
    if (host) return host;
    struct hd_sym *sym = sym_new(c, SYM_TEMPLATE, declared_name(c, ast->declr->name), hd_ty.auto_,
                                 ast->declr->name_range);
    struct hd_template *t = HD_NEW(c->arena, struct hd_template);
    sym->spec = ast->spec->flags;
    sym->defined = true;
    sym->tmpl = t;
    t->ast = ast;
    t->name = sym->name;
    t->space = space_of_text(c->scope);
    t->lang = c->lang;
    t->arena = c->arena;
    if (!at_top(c)) {
        hd_error(c->diags, ast->range, "templates are declared at top level");
        return NULL;
    }
    if (join_overloads(c, sym)) return sym;
    struct hd_sym *declared = global_declare(c, sym, DEF_TEMPLATE);
    t->def = declared->def;
    return declared;
}
