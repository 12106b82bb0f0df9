// Function templates and their instances.
//
// A template keeps its syntax tree. An instance is made for each set of arguments: the declaration
// is checked when a call considers it, the body when the call was decided, both with the parameters
// declared in a scope of their own around the function. `auto` parameters are type parameters
// without a name that can be written.
//
// An instance lives in an arena of its own, which the template and every user hold. It remembers
// what the names that it looked up meant; when one of them means something else it is dropped and
// made anew. Those names are also needed by whoever uses it: they are recorded for the user each
// time, so the user becomes stale with them.
//
// Example: `template <typename T> T add(T a, T b) { return a + b; }`, `add(1.5f, 2)` says that T
// would be both float and int; `add<float>(1.5f, 2)` makes the function `add<float>`.
#include "front/check/expr/expr.h"

#include <string.h>

enum { MAX_DEPTH = 64, MAX_SHOWN = 5 };

struct inst_dep { // what a name meant: serial of its symbol, place of its tag; 0: nothing
    const char *name;
    uint32_t serial;
    hd_loc tag;
};

const char *hd_instance_need(const struct hd_spec_inst *inst, int i) {
    return i < inst->ndeps ? inst->deps[i].name : NULL;
}

// ---- who holds which memory ---------------------------------------------------------------------

static struct cell_mem *mem_of(const struct hd_front *front, const struct hd_arena *arena) {
    return hd_map_get(&front->mem_of, (const char *)arena);
}

static void hold(struct hd_front *front, const struct hd_arena *by, const struct hd_arena *what) {
    struct cell_mem *holder = mem_of(front, by), *held = mem_of(front, what);
    if (!holder || !held || holder == held) return;
    for (int i = 0; i < holder->holds.n; i++)
        if (holder->holds.v[i] == held) return;
    HD_XPUSH(&holder->holds, held);
}

static void release(struct hd_front *front, const struct hd_arena *by,
                    const struct hd_arena *what) {
    struct cell_mem *holder = mem_of(front, by), *held = mem_of(front, what);
    for (int i = 0; holder && i < holder->holds.n; i++) {
        if (holder->holds.v[i] != held) continue;
        holder->holds.v[i] = holder->holds.v[--holder->holds.n];
        return;
    }
}

static struct hd_type *root_type(struct hd_type *type) {
    while (type->base && (is_ptr(type) || type->kind == HD_TY_ARRAY || type->kind == HD_TY_REF ||
                          type->kind == HD_TY_FUNC))
        type = type->base;
    return type;
}

// Tells types of the same name apart: instances and structs that were checked again are declared at
// the same place.
static hd_loc type_loc(struct hd_type *type) {
    type = root_type(type);
    return is_record(type)                                 ? type->record->number
           : type->kind == HD_TY_ENUM && type->enumeration ? type->enumeration->loc
                                                           : 0;
}

const char *template_name(const struct hd_template *t) { return t->name; }

// ---- what names meant ---------------------------------------------------------------------------

static hd_loc tag_place(const struct hd_def *def) {
    if (!def || def->dead || !def->tag_type) return 0;
    return type_loc(def->tag_type);
}

static bool dep_holds(struct hd_front *front, const struct inst_dep *dep) {
    const struct hd_def *def = hd_map_get(&front->names, dep->name),
                        *tag = hd_map_get(&front->tags, dep->name);
    uint32_t serial = def && !def->dead && def->sym ? def->sym->serial : 0;
    return serial == dep->serial && tag_place(tag) == dep->tag && !(def && def->stale) &&
           !(tag && tag->stale);
}

// Whether an instance may still be used. With c its names are refreshed first and recorded as needs
// of c.
static bool is_valid(struct hd_front *front, const struct hd_spec_inst *inst, struct check *c) {
    struct cell_mem *mem = mem_of(front, inst->arena);
    if (!mem || mem->cell != inst->made_in) return false;
    if (inst->checking_in && inst->checking_in != front->serial)
        return false; // too many errors ended the check
    for (int i = 0; i < inst->ndeps; i++) {
        if (c) {
            global_find(front, inst->deps[i].name, true);
            if (hd_map_get(&front->tags, inst->deps[i].name))
                global_find_tag(front, inst->deps[i].name, true);
        }
        if (!dep_holds(front, &inst->deps[i])) return false;
    }
    return true;
}

static int place_of(const struct hd_template *t, const struct hd_spec_inst *inst) {
    for (int i = 0; i < t->instances.n; i++)
        if (t->instances.v[i] == inst) return i;
    return -1;
}

// The instance is found no more. It stays as it is until the cell is done: refreshing a name may
// drop instances that a caller is about to use, or whose body is being checked.
static void drop(struct hd_front *front, struct hd_template *t, struct hd_spec_inst *inst) {
    int at = place_of(t, inst);
    inst->checked = false;
    if (at < 0) return;
    if (mem_of(front, inst->arena) && mem_of(front, inst->arena)->cell == inst->made_in)
        release(front, t->arena, inst->arena);
    for (t->instances.n--; at < t->instances.n; at++) t->instances.v[at] = t->instances.v[at + 1];
    inst->dropped_in = front->serial;
    HD_PUSH(t->arena, &t->dropped, inst);
}

// Adds the names that a nested check looked up.
static void add_deps(struct check *nc, struct hd_spec_inst *inst) {
    struct hd_front *front = nc->front;
    struct inst_dep *all =
        HD_NEW_ARRAY(inst->arena, struct inst_dep, inst->ndeps + nc->needs.n + 1);
    if (inst->ndeps) memcpy(all, inst->deps, sizeof *all * (size_t)inst->ndeps);
    int n = inst->ndeps;
    for (int i = 0; i < nc->needs.n; i++) {
        const char *name = nc->needs.v[i];
        int k = 0;
        while (k < n && all[k].name != name) k++;
        if (k < n) continue;
        const struct hd_def *def = hd_map_get(&front->names, name),
                            *tag = hd_map_get(&front->tags, name);
        all[n++] = (struct inst_dep){name, def && !def->dead && def->sym ? def->sym->serial : 0,
                                     tag_place(tag)};
    }
    inst->deps = all;
    inst->ndeps = n;
}

// ---- checking inside a template -----------------------------------------------------------------

static void nested_begin(struct check *nc, struct check *c, struct hd_template *t,
                         struct hd_arena *arena) {
    struct hd_source *source = hd_source_at(t->ast->range.from);
    check_begin(nc, c->front, arena, source);
    nc->lang = t->lang;
    nc->system = source && source->system;
    nc->recording = true;
    nc->instantiating = t;
    nc->scope = t->space;
    space_push(nc, SPACE_PARAMS);
}

static void nested_end(struct check *nc) {
    while (!nc->scope->session) space_pop(nc);
    check_end(nc);
}

static struct hd_type *value_param_type(struct check *nc, const struct hd_tparam *p) {
    if (!p->spec) return hd_ty.int_;
    struct hd_type *type = check_spec(nc, p->spec);
    if (p->declr && type->kind != HD_TY_ERROR) type = check_declarator(nc, type, p->declr, p->spec);
    return type;
}

// Declares parameter i as bound.
static void declare_bind(struct check *nc, const struct hd_tparam *p, struct tbind *b) {
    if (!p->name) return;
    if (p->is_type) {
        space_declare(nc, sym_new(nc, SYM_TYPEDEF, p->name, b->type, p->range));
        return;
    }
    if (b->function) {
        hd_map_set(&nc->scope->names, p->name, b->function);
        return;
    }
    struct hd_type *type = value_param_type(nc, p);
    if (type->kind == HD_TY_AUTO || !hd_type_is_integer(type)) type = hd_ty.int_;
    struct hd_sym *sym = sym_new(nc, SYM_ENUM_CONST, p->name, unqual(type), p->range);
    struct hd_expr *value = convert(nc, expr_int(nc, hd_ty.llong, b->value, p->range), type);
    if (value->kind == EX_CONST) b->value = (int64_t)value->value->i;
    sym->enum_value = b->value;
    space_declare(nc, sym);
}

// Declares all parameters, taking defaults for those that are not bound. false: one has neither.
bool template_declare_binds(struct check *nc, const struct hd_template *t, struct tbind *binds,
                            const char **why) {
    for (int i = 0; i < t->ast->ntparams; i++) {
        const struct hd_tparam *p = &t->ast->tparams[i];
        struct tbind *b = &binds[i];
        if (!b->set && p->dflt && !template_bind_explicit(nc, p, p->dflt, b, why)) return false;
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
        declare_bind(nc, p, b);
    }
    return true;
}

// ---- instances ----------------------------------------------------------------------------------

static bool same_binds(const struct hd_template *t, const struct hd_spec_inst *inst,
                       const struct tbind *binds) {
    for (int i = 0; i < t->ast->ntparams; i++) {
        if (!t->ast->tparams[i].is_type) {
            if (inst->functions[i] != binds[i].function || inst->values[i] != binds[i].value)
                return false;
        } else if (inst->type_locs[i] != type_loc(binds[i].type) ||
                   !hd_type_same(inst->types[i], binds[i].type)) {
            return false;
        }
    }
    return true;
}

static int made; // numbers instances' arenas, below every cell's serial

// An instance for `binds` whose memory is still there, of those that were made up to number
// `limit`.
static struct hd_spec_inst *candidate(struct check *c, struct hd_template *t,
                                      const struct tbind *binds, int limit) {
    for (int i = 0; i < t->instances.n;) {
        struct hd_spec_inst *inst = t->instances.v[i];
        struct cell_mem *mem = mem_of(c->front, inst->arena);
        if (!mem || mem->cell != inst->made_in)
            drop(c->front, t, inst); // its types must not be looked at
        else if (-inst->made_in <= limit && same_binds(t, inst, binds))
            return inst;
        else
            i++;
    }
    return NULL;
}

// Refreshing what an instance needs may drop instances and make others, and where it fails it does
// so each time.
static struct hd_spec_inst *find_instance(struct check *c, struct hd_template *t,
                                          const struct tbind *binds) {
    struct hd_spec_inst *inst;
    for (int limit = made; (inst = candidate(c, t, binds, limit));) {
        bool valid = is_valid(c->front, inst, c);
        if (valid && place_of(t, inst) >= 0) return inst;
        drop(c->front, t, inst);
    }
    inst = candidate(c, t, binds, made);
    return inst && is_valid(c->front, inst, NULL) && is_valid(c->front, inst, c) ? inst : NULL;
}

static struct hd_spec_inst *new_slot(struct check *c, struct hd_template *t) {
    for (int i = t->instances.n - 1; i >= 0; i--)
        if (!is_valid(c->front, t->instances.v[i], NULL)) drop(c->front, t, t->instances.v[i]);
    struct hd_spec_inst *inst;
    for (int i = 0; i < t->dropped.n; i++) {
        if (t->dropped.v[i]->dropped_in == c->front->serial) continue;
        inst = t->dropped.v[i];
        t->dropped.v[i] = t->dropped.v[--t->dropped.n];
        HD_PUSH(t->arena, &t->instances, inst);
        return inst;
    }
    int n = t->ast->ntparams ? t->ast->ntparams : 1;
    inst = HD_NEW(t->arena, struct hd_spec_inst);
    inst->types = HD_NEW_ARRAY(t->arena, struct hd_type *, n);
    inst->values = HD_NEW_ARRAY(t->arena, int64_t, n);
    inst->functions = HD_NEW_ARRAY(t->arena, struct hd_sym *, n);
    inst->type_locs = HD_NEW_ARRAY(t->arena, hd_loc, n);
    HD_PUSH(t->arena, &t->instances, inst);
    return inst;
}

const char *template_instance_name(const struct hd_template *t, const struct tbind *binds,
                                   enum hd_lang lang) {
    struct hd_buf buf = {0};
    hd_buf_printf(&buf, "%s<", template_name(t));
    for (int i = 0; i < t->ast->ntparams; i++) {
        if (i) hd_buf_puts(&buf, ", ");
        if (t->ast->tparams[i].is_type)
            hd_type_print(&buf, binds[i].type, NULL, lang);
        else if (binds[i].function)
            hd_buf_puts(&buf, binds[i].function->name);
        else
            hd_buf_printf(&buf, "%lld", (long long)binds[i].value);
    }
    hd_buf_putc(&buf, '>');
    const char *name = hd_intern(buf.s, buf.len);
    hd_buf_finish(&buf);
    return name;
}

static void set_defaults(struct check *nc, struct hd_sym *sym, const struct hd_deriv *f) {
    for (int i = 0; f && i < f->nparams && i < sym->type->nparams; i++) {
        if (!f->params[i].init) continue;
        if (!sym->defaults)
            sym->defaults = HD_NEW_ARRAY(nc->arena, struct hd_expr *, sym->type->nparams);
        sym->defaults[i] = convert_assign(nc, check_expr(nc, f->params[i].init),
                                          sym->type->params[i], "a default argument");
    }
}

// The instance's function symbol, without a body yet. NULL: the declaration does not work with
// these arguments.
static struct hd_sym *instance_sym(struct check *nc, struct hd_template *t, const char *name) {
    struct hd_ast *ast = t->ast;
    struct hd_type *type = check_spec(nc, ast->spec);
    if (type->kind != HD_TY_ERROR) type = check_declarator(nc, type, ast->declr, ast->spec);
    if (type->kind != HD_TY_FUNC || type->base->kind == HD_TY_ERROR) return NULL;
    for (int i = 0; i < type->nparams; i++)
        if (type->params[i]->kind == HD_TY_ERROR) return NULL;
    struct hd_sym *sym = sym_new(nc, SYM_FUNC, name, type, ast->declr->name_range);
    sym->spec = ast->spec->flags;
    sym->defined = true;
    sym->internal_linkage = true;
    sym->def = t->def;
    struct hd_func *func = HD_NEW(nc->arena, struct hd_func);
    func->sym = sym;
    func->type = type;
    func->ast = ast;
    func->source = hd_source_at(ast->range.from);
    func->arena = nc->arena;
    func->space = t->space;
    func->is_kernel = (sym->spec & SPEC_GLOBAL) != 0;
    func->is_device = (sym->spec & SPEC_DEVICE) != 0;
    func->is_host = (sym->spec & SPEC_HOST) || !(sym->spec & (SPEC_GLOBAL | SPEC_DEVICE));
    struct attr_set attrs = {0};
    attrs_read(nc, ast->spec->attrs, &attrs);
    attrs_read(nc, ast->declr->attrs, &attrs);
    func->max_threads = attrs.max_threads;
    func->min_blocks = attrs.min_blocks;
    sym->func = func;
    set_defaults(nc, sym, function_deriv(ast->declr));
    return sym;
}

bool template_too_deep(struct check *c, const struct hd_template *t, struct hd_range where) {
    int depth = 0;
    for (struct check *k = c; k; k = k->outer) depth += k->instantiating || k->bound;
    if (depth < MAX_DEPTH) return false;
    struct hd_diag *d =
        hd_error(c->diags, where, "templates use each other more than %d levels deep", MAX_DEPTH);
    note_on(c, d, t->ast->declr ? t->ast->declr->name_range : t->ast->spec->name_range,
            "the innermost is `%s`", template_name(t));
    return true;
}

static struct hd_spec_inst *make_instance(struct check *c, struct hd_template *t,
                                          struct tbind *binds, const char **why) {
    struct hd_front *front = c->front;
    struct hd_arena *arena = global_arena(front, NULL, -(++made));
    struct hd_diags *diags = c->diags;
    int made_in = -made, errors = diags->errors;
    bool muted = diags->muted;
    struct check nc;
    nested_begin(&nc, c, t, arena);
    for (int i = 0; i < t->ast->ntparams; i++)
        if (binds[i].type) hold(front, arena, root_type(binds[i].type)->arena);
    diags->errors = 0;
    diags->muted = true;
    struct hd_sym *sym = template_declare_binds(&nc, t, binds, why)
                             ? instance_sym(&nc, t, template_instance_name(t, binds, c->lang))
                             : NULL;
    if (diags->errors > 0) sym = NULL;
    diags->muted = muted;
    diags->errors = errors;
    struct hd_spec_inst *inst = NULL;
    if (sym) {
        inst = new_slot(c, t);
        for (int i = 0; i < t->ast->ntparams; i++) {
            inst->types[i] = binds[i].type;
            inst->values[i] = binds[i].value;
            inst->functions[i] = binds[i].function;
            inst->type_locs[i] = binds[i].type ? type_loc(binds[i].type) : 0;
            struct hd_type *root = binds[i].type ? root_type(binds[i].type) : NULL;
            if (root && is_record(root) && root->record->def)
                HD_PUSH(arena, &nc.needs, root->record->def->name);
        }
        inst->sym = sym;
        inst->arena = arena;
        inst->made_in = made_in;
        inst->checking_in = 0;
        inst->deps = NULL;
        inst->ndeps = 0;
        add_deps(&nc, inst);
        hold(front, t->arena, arena);
    } else if (!*why) {
        *why = "its declaration does not work with these types";
    }
    nested_end(&nc);
    return inst;
}

struct hd_spec_inst *template_match(struct check *c, struct hd_template *t, struct hd_ast **targs,
                                    int ntargs, struct hd_expr **args, int nargs,
                                    struct hd_range where, const char **why) {
    int n = t->ast->ntparams;
    struct tbind *binds = HD_NEW_ARRAY(c->arena, struct tbind, n ? n : 1);
    const char *unused = NULL;
    if (!why) why = &unused;
    *why = NULL;
    if (!template_deduce_args(c, t, targs, ntargs, args, nargs, binds, why)) return NULL;
    bool complete = true;
    for (int i = 0; i < n; i++) complete = complete && binds[i].set;
    if (!complete) { // the defaults decide which instance it is
        struct check nc;
        nested_begin(&nc, c, t, c->arena);
        bool ok = template_declare_binds(&nc, t, binds, why);
        nested_end(&nc);
        if (!ok) return NULL;
    }
    const char *name = template_instance_name(t, binds, c->lang);
    struct hd_sym *special =
        global_find(c->front, name, true); // template <> of just these arguments
    if (special && special->kind == SYM_FUNC) {
        struct hd_spec_inst *inst = HD_NEW(c->arena, struct hd_spec_inst);
        inst->sym = special;
        inst->checked = true;
        return inst;
    }
    struct hd_spec_inst *found = find_instance(c, t, binds);
    if (found) return found;
    if (template_too_deep(c, t, where)) return NULL;
    return make_instance(c, t, binds, why);
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

static bool check_body(struct check *c, struct hd_template *t, struct hd_spec_inst *inst,
                       struct hd_range where) {
    struct hd_diags *diags = c->diags;
    struct hd_diag *before = diags->last;
    struct tbind *binds = HD_NEW_ARRAY(c->arena, struct tbind, t->ast->ntparams + 1);
    for (int i = 0; i < t->ast->ntparams; i++)
        binds[i] = (struct tbind){inst->types[i], inst->values[i], inst->functions[i], true, true};
    struct check nc;
    const char *why = NULL;
    int errors = diags->errors;
    struct hd_sym *sym = inst->sym;
    nested_begin(&nc, c, t, inst->arena);
    template_declare_binds(&nc, t, binds, &why);
    nc.host_version = t->device_ast != NULL;
    bool ok = check_function_body(&nc, sym->func, t->ast) && diags->errors == errors;
    if (ok && t->device_ast && (sym->func->is_kernel || sym->func->is_device)) {
        nc.host_version = false;
        struct hd_func *func = function_new(&nc, t->device_ast, sym);
        func->is_host = false;
        sym->func->device_version = func;
        ok = check_function_body(&nc, func, t->device_ast) && diags->errors == errors;
    }
    add_deps(&nc, inst);
    nested_end(&nc);
    struct hd_diag *first = before ? before->next : diags->first;
    if (first && !diags->muted) template_note_use(c, first, sym->name, where);
    return ok;
}

bool template_use(struct check *c, struct hd_template *t, struct hd_spec_inst *inst,
                  struct hd_range where) {
    if (inst->arena) hold(c->front, c->arena, inst->arena);
    if (inst->checked) return true;
    inst->checked = true;
    if (!t->ast->nkids || !t->ast->kids[0]) {
        struct hd_diag *d = hd_error(c->diags, where, "the template `%s` has no body yet", t->name);
        note_on(c, d, t->ast->declr->name_range, "it is only declared, here");
        drop(c->front, t, inst);
        return false;
    }
    inst->checking_in = c->front->serial;
    bool ok = check_body(c, t, inst, where);
    inst->checking_in = 0;
    if (ok) return true;
    drop(c->front, t, inst); // the next use checks it anew, and says the same again
    return false;
}

// ---- declaring ----------------------------------------------------------------------------------

// `auto` parameters become type parameters with names that cannot be written.
static void name_auto_params(struct check *c, struct hd_ast *ast) {
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
        all[at++] = (struct hd_tparam){.name = spec->name, .is_type = true, .range = p->range};
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

// Another template or function of this name in the same cell: a definition after a prototype, an
// overload, or a mistake. true: the name is dealt with.
static bool join_overloads(struct check *c, struct hd_sym *sym) {
    struct hd_def *old = hd_map_get(&c->front->names, sym->name);
    if (c->refreshing || !old || old->dead || !old->sym || !global_in_this_cell(c->front, old))
        return false;
    if (old->sym->kind != SYM_TEMPLATE && old->sym->kind != SYM_FUNC) return false;
    const struct hd_source *source = hd_source_at(sym->range.from);
    bool own = !source || !source->system;
    if (own && old->system && !sym->tmpl->ast->declr->is_operator)
        return false; // wins over a header's
    struct hd_sym *last = old->sym;
    for (struct hd_sym *s = old->sym; s; last = s, s = s->next) {
        if (s->kind != SYM_TEMPLATE) continue;
        struct hd_ast *a = s->tmpl->ast, *b = sym->tmpl->ast;
        if (a->ntparams != b->ntparams || !same_text(a->declr->range, b->declr->range)) continue;
        if (!a->nkids || !a->kids[0])
            s->tmpl->ast = b;
        else if (b->nkids && b->kids[0]) {
            struct hd_diag *d =
                hd_error(c->diags, sym->range, "the template `%s` is defined twice", sym->name);
            note_on(c, d, s->range, "the other definition is here");
        }
        return true;
    }
    last->next = sym;
    sym->def = old;
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
    name_auto_params(c, ast);
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
    t->space = space_enclosing(c->scope);
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

// ---- explicit specialisations -------------------------------------------------------------------

static struct hd_sym *find_template(struct check *c, const struct hd_declr *declr) {
    struct hd_found found;
    name_find(c, declr->qual, declr->name, declr->name_range, LOOK_NAMES, &found);
    for (struct hd_sym *s = found.sym; s; s = s->next)
        if (s->kind == SYM_TEMPLATE) return s;
    return NULL;
}

struct hd_sym *template_specialise(struct check *c, struct hd_ast *ast) {
    struct hd_declr *declr = ast->declr;
    struct hd_sym *generic = declr->name ? find_template(c, declr) : NULL;
    if (!generic) {
        hd_error(c->diags, declr->name_range, "there is no template `%s` to specialise",
                 declr->name ? declr->name : "");
        return NULL;
    }
    struct hd_type *type = check_spec(c, ast->spec);
    if (type->kind != HD_TY_ERROR) type = check_declarator(c, type, declr, ast->spec);
    if (type->kind != HD_TY_FUNC) return NULL;
    struct hd_expr **args = HD_NEW_ARRAY(c->arena, struct hd_expr *, type->nparams + 1);
    for (int i = 0; i < type->nparams; i++) {
        bool ref = type->params[i]->kind == HD_TY_REF;
        args[i] =
            expr_new(c, EX_ERROR, ref ? type->params[i]->base : type->params[i], declr->name_range);
        args[i]->is_lvalue = ref;
    }
    int n = generic->tmpl->ast->ntparams;
    struct tbind *binds = HD_NEW_ARRAY(c->arena, struct tbind, n + 1);
    const char *why = NULL;
    bool fits = template_deduce_args(c, generic->tmpl, declr->targs, declr->ntargs, args,
                                     type->nparams, binds, &why);
    for (int i = 0; i < n; i++) fits = fits && binds[i].set;
    if (!fits) {
        struct hd_diag *d =
            hd_error(c->diags, declr->name_range,
                     "this specialisation does not fit the template `%s`", declr->name);
        if (why) hd_help(c->diags, d, "%s", why);
        note_on(c, d, generic->range, "the template is declared here");
        return NULL;
    }
    struct hd_template one = *generic->tmpl; // the same parameters with another tree
    one.ast = ast;
    const char *name = template_instance_name(generic->tmpl, binds, c->lang);
    if (c->device_version && function_device_version(c, ast, name, type)) return NULL;
    struct hd_sym *sym = instance_sym(c, &one, name);
    if (!sym) return NULL;
    sym->spec |= generic->spec & (SPEC_GLOBAL | SPEC_DEVICE | SPEC_HOST);
    sym->def = NULL;
    sym = global_declare(c, sym, DEF_FUNC);
    if (ast->nkids && ast->kids[0] && sym->func) check_function_body(c, sym->func, ast);
    return sym;
}
