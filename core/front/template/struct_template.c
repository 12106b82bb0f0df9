// Struct templates and their instances.
//
// A struct template is a definition that keeps its syntax tree. What `Vec<float, 4>` means is a
// definition of its own: a struct whose tag is "Vec<float, 4>", made when that name is first asked
// for by checking the template's tree with the parameters declared around it (check.bound). So
// everything that holds for structs holds for instances: whoever uses one needs its name, it needs
// the template's and its arguments' names, and a change of any of these reaches all. A member
// function is a definition too, made when it is first called, as in C++.
//
// A name alone declares it only (record->pending): its body is made when somebody needs a complete
// type (hd_record_is_complete), as in C++, perhaps cells later. A rollback makes it pend again.
//
// Names are canonical: arguments are printed without typedefs' names and with defaults filled in,
// so the same arguments give the same type in every cell. A stale instance is checked again from
// its name, which is parsed as a type (instance_again): its arguments may be other types by then.
// For that an argument must have a name at top level. Instances that nobody uses any more are found
// by hd_front_collect.
//
// `template <> struct Vec<bool, 4> { ... };` is a template without parameters whose name is the
// instance's.
//
// Example: `template <typename T, int N> struct Vec { T v[N]; T &at(int i) { return v[i]; } };` and
// `Vec<float, 4> a;` make the struct "Vec<float, 4>"; `a.at(0)` makes the function "Vec<float,
// 4>::at(int)".
#include <string.h>

#include "front/template/template.h"

static struct hd_range name_range(const struct hd_template *t) {
    const struct hd_ast *ast = t->ast;
    if (ast->spec && !ast->nkids) return ast->spec->name_range;
    return (struct hd_range){ast->loc, ast->loc};
}

// The name in the template's own text.
static const char *plain_name(const struct hd_template *t) {
    return t->ast->kind == AST_USING ? t->ast->name : t->ast->spec->name;
}

static struct hd_sym *find_template(struct check *c, const char *name) { // by key
    struct hd_sym *sym = global_find(c->front, name, true);
    return sym && sym->kind == SYM_STRUCT_TEMPLATE ? sym : NULL;
}

struct hd_sym *template_behind(struct check *c, struct hd_sym *sym) {
    const struct hd_type *t = sym && sym->kind == SYM_TYPEDEF && !sym->def ? sym->type : NULL;
    const struct hd_instance *inst = t && t->kind == HD_TY_RECORD ? t->record->instance : NULL;
    bool injected = inst && sym->name == plain_name(inst->tmpl);
    struct hd_sym *found = injected ? find_template(c, inst->name) : NULL;
    return found ? found : sym;
}

// ---- arguments ----------------------------------------------------------------------------------

struct arguments { // as written
    struct hd_ast **v;
    int n;
    struct hd_range range;
};

static bool bad_arguments(struct check *c, const struct hd_sym *sym, const struct arguments *given,
                          int errors, const char *why) {
    if (c->diags->errors > errors || (!why && c->diags->errors)) // within an argument
        return false;
    struct hd_diag *d =
        hd_error(c->diags, given->range, "`%s` cannot take these template arguments",
                 template_name(sym->tmpl));
    if (why) hd_help(c->diags, d, "%s", why);
    note_on(c, d, name_range(sym->tmpl), "`%s` is declared here", template_name(sym->tmpl));
    return false;
}

static void nested_begin(struct check *nc, struct check *c, const struct hd_template *t,
                         struct hd_arena *arena) {
    check_begin(nc, c->front, arena, hd_source_at(t->ast->range.from));
    nc->diags = c->diags;
    nc->lang = t->lang;
    nc->recording = true;
    nc->ends = nc->system ? 0 : t->ast->range.to;
    nc->scope = t->space;
    nc->instance_depth = 1;
}

// Declares the parameters in a space of their own. false: one has no value.
static bool bind(struct check *c, const struct hd_template *t, struct hd_targ *binds,
                 const char **why) {
    template_enter(c, t);
    c->bound = c->scope;
    return template_declare_binds(c, t, binds, why);
}

static void unbind(struct check *c) {
    template_leave(c);
    c->bound = NULL;
}

// What the arguments say of each parameter, and the instance's name. NULL: reported.
static const char *resolve(struct check *c, const struct hd_sym *sym, const struct arguments *given,
                           struct hd_targ *binds) {
    struct hd_template *t = sym->tmpl;
    const char *why = NULL;
    int errors = c->diags->errors, n = t->ast->ntparams;
    bool fits = template_bind_list(c, t, given->v, given->n, binds, &why);
    if (fits) {
        struct check nc;
        nested_begin(&nc, c, t, c->arena);
        fits = bind(&nc, t, binds, &why);
        unbind(&nc);
        check_end(&nc);
    }
    if (!fits || c->diags->errors > errors || !args_fit(c, t, binds, &why)) {
        bad_arguments(c, sym, given, errors, why);
        return NULL;
    }
    args_make_plain(c->arena, binds, n);
    return template_instance_name(t, binds, HD_LANG_CU);
}

// ---- instances ----------------------------------------------------------------------------------

static struct hd_instance *instance_new(struct check *nc, struct hd_template *t,
                                        const struct hd_targ *binds) {
    int n = t->ast->ntparams;
    struct hd_instance *inst = HD_NEW(nc->arena, struct hd_instance);
    *inst = (struct hd_instance){.name = template_name(t), .tmpl = t, .n = n};
    inst->args = args_copy(nc->arena, binds, n);
    inst->bound = inst->args;
    return inst;
}

// Whether the arguments from `at` on are what the parameters have by default.
static bool are_defaults(struct check *c, struct hd_template *t, const struct hd_targ *args,
                         int at) {
    struct hd_diags *diags = c->diags;
    bool muted = diags->muted;
    int errors = diags->errors, n = t->ast->ntparams;
    const char *why = NULL;
    struct hd_targ *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, n + 1);
    memcpy(binds, args, sizeof *binds * (size_t)at);
    struct check nc;
    nested_begin(&nc, c, t, c->arena);
    diags->muted = true;
    bool same = bind(&nc, t, binds, &why) && diags->errors == errors;
    unbind(&nc);
    check_end(&nc);
    if (same) args_make_plain(c->arena, binds, n);
    same = same && template_instance_name(t, binds, HD_LANG_CU) ==
                       template_instance_name(t, args, HD_LANG_CU);
    diags->muted = muted;
    diags->errors = errors;
    return same;
}

static int shown_args(struct check *c, struct hd_template *t, const struct hd_targ *args) {
    int n = t->ast->ntparams;
    while (n > 0 && t->ast->tparams[n - 1].dflt && are_defaults(c, t, args, n - 1)) n--;
    return n;
}

const struct hd_instance *instance_around(const struct hd_record *r) {
    while (r && !r->instance) r = r->outer;
    return r ? r->instance : NULL;
}

void owner_enter(struct check *nc, struct hd_record *r, const struct hd_ast *head) {
    struct hd_instance *inst = r->instance;
    if (r->outer) owner_enter(nc, r->outer, inst ? NULL : head);
    if (r->closure) {
        closure_enter(nc, r);
        return;
    }
    if (!r->outer && r->space->session) nc->scope = r->space->outer;
    if (inst) {
        struct hd_template named = *inst->tmpl;
        struct hd_ast tree = *named.ast;
        const char *why = NULL, *name = plain_name(inst->tmpl);
        if (head && head->ntparams == tree.ntparams) tree.tparams = head->tparams;
        named.ast = &tree;
        int n = tree.ntparams;
        struct hd_targ *binds = HD_NEW_ARRAY(nc->arena, struct hd_targ, n + 1);
        memcpy(binds, inst->bound, sizeof *binds * (size_t)n);
        space_push(nc, SPACE_PARAMS);
        nc->bound = nc->scope;
        template_declare_binds(nc, &named, binds, &why);
        hd_map_set(&nc->scope->names, name,
                   sym_new(nc, SYM_TYPEDEF, name, r->type, name_range(inst->tmpl)));
    }
    record_enter(nc, r);
}

// Declares the parameters of `t` (those of the instance's template, or of a member's definition
// outside of it) and the template's name, which means the instance itself.
static void enter_instance(struct check *nc, const struct hd_template *t, struct hd_record *r) {
    struct hd_instance *inst = r->instance;
    const char *why = NULL, *name = plain_name(inst->tmpl);
    int n = t->ast->ntparams;
    struct hd_targ *binds = HD_NEW_ARRAY(nc->arena, struct hd_targ, n + 1);
    memcpy(binds, inst->bound, sizeof *binds * (size_t)n);
    bind(nc, t, binds, &why);
    hd_map_set(&nc->bound->names, name,
               sym_new(nc, SYM_TYPEDEF, name, r->type, name_range(inst->tmpl)));
}

// The space "Vec<float, 4>", beside the template's own name.
static struct hd_space *instance_space(struct hd_front *front, const struct hd_template *t,
                                       const char *key) {
    const char *outer = t->space->key;
    return hd_space_in(front, t->space, hd_intern_str(outer ? key + strlen(outer) + 2 : key),
                       SPACE_RECORD);
}

// ---- partial specialisations --------------------------------------------------------------------

// Where the partial specialisations of a template are listed.
static const char *partial_base(struct check *c, const char *name) {
    return hd_intern_str(hd_printf(c->arena, "%s<", name));
}

static struct hd_ast **pattern_of(const struct hd_template *t, int *n) {
    const struct hd_ast *ast = t->ast;
    if (ast->nkids) {
        *n = ast->kids[0]->declr->ntargs;
        return ast->kids[0]->declr->targs;
    }
    *n = ast->spec->ntargs;
    return ast->spec->targs;
}

// Whether the pattern with its parameters so bound is really these arguments.
static bool pattern_is(struct check *c, struct hd_template *primary, struct hd_template *t,
                       struct hd_targ *bound, const char *name) {
    struct hd_diags *diags = c->diags;
    bool muted = diags->muted;
    int errors = diags->errors, n;
    const char *why = NULL, *made = NULL;
    struct hd_ast **pattern = pattern_of(t, &n);
    struct hd_targ *args = HD_NEW_ARRAY(c->arena, struct hd_targ, primary->ast->ntparams + 1);
    struct check nc;
    nested_begin(&nc, c, t, c->arena);
    nc.instantiating = t;
    nc.shares_needs = true;
    diags->muted = true;
    if (bind(&nc, t, bound, &why) && template_bind_list(&nc, primary, pattern, n, args, &why) &&
        diags->errors == errors) {
        struct check dc; // the primary's defaults
        nested_begin(&dc, c, primary, c->arena);
        dc.instantiating = t;
        dc.shares_needs = true;
        if (bind(&dc, primary, args, &why) && diags->errors == errors) {
            args_make_plain(c->arena, args, primary->ast->ntparams);
            made = template_instance_name(primary, args, HD_LANG_CU);
        }
        unbind(&dc);
        check_end(&dc);
    }
    unbind(&nc);
    diags->muted = muted;
    diags->errors = errors;
    check_end(&nc);
    return made == name;
}

// The partial specialisation that is meant for these arguments, and its own arguments in *bound;
// NULL: the template itself, or it is ambiguous (reported).
static struct hd_template *pick_partial(struct check *c, struct hd_template *t,
                                        const struct hd_targ *args, const char *name,
                                        struct hd_range where, struct hd_targ **bound) {
    const char *base = partial_base(c, t->name);
    int n = 0;
    struct hd_template *best = NULL, *rival = NULL;
    global_need(c->front, base);
    global_family(c->front, base, &n);
    for (int i = 0; i < n; i++) {
        struct hd_sym *sym = global_find(c->front, global_family(c->front, base, &n)[i], true);
        if (!sym || sym->kind != SYM_STRUCT_TEMPLATE || !sym->tmpl->primary) continue;
        struct hd_template *p = sym->tmpl;
        int np, nb, order = 1;
        struct hd_ast **pattern = pattern_of(p, &np);
        struct hd_targ *own = HD_NEW_ARRAY(c->arena, struct hd_targ, p->ast->ntparams + 1);
        if (!template_deduce_pattern(c, p, pattern, np, args, t->ast->ntparams, own) ||
            !pattern_is(c, t, p, own, name))
            continue;
        if (best) {
            struct hd_ast **other = pattern_of(best, &nb);
            order = template_order_lists(p, pattern, np, best, other, nb);
        }
        if (order > 0) {
            best = p;
            *bound = own;
            rival = NULL;
        } else if (order == 0) {
            rival = p;
        }
    }
    if (!rival) return best;
    struct hd_diag *d =
        hd_error(c->diags, where, "it is not clear which specialisation `%s` is", name);
    note_on(c, d, name_range(best), "one is here");
    note_on(c, d, name_range(rival), "another is here");
    return NULL;
}

struct pending {
    struct hd_pending head;
    struct hd_front *front;
    struct hd_range where; // it was named first
    int cell;              // that named it
};

static bool complete_pending(struct hd_record *r);

// The instance with no body yet, declared in nc, whose arena gets it. What it is made of may be
// defined or specialised until somebody needs it.
static struct hd_type *declare(struct check *nc, struct hd_template *t, const struct hd_targ *binds,
                               const char *name, struct hd_range where) {
    struct hd_instance *inst = instance_new(nc, t, binds);
    inst->nshown = shown_args(nc, t, inst->args);
    const struct hd_spec *spec = t->ast->spec;
    struct hd_type *type = hd_type_record(nc->arena, name, spec->tag_kind == TK_UNION);
    struct hd_record *r = type->record;
    struct pending *pending = HD_NEW(nc->arena, struct pending);
    *pending = (struct pending){.head = {complete_pending, NULL}, nc->front, where};
    pending->cell = nc->front->txn ? nc->front->txn->cell->serial : 0;
    pending->head.user = pending;
    r->pending = &pending->head;
    r->loc = spec->name_range.from;
    r->space = instance_space(nc->front, t, name);
    r->instance = inst;
    r->outer = t->owner;
    find_template(nc, name);
    find_template(nc, template_name(t));
    global_need(nc->front, partial_base(nc, t->name));
    args_need(nc, inst->args, inst->n);
    nc->source = hd_source_at(t->ast->range.from);
    nc->scope = t->space;
    return global_declare_tag(nc, name, type);
}

// Gives it its body, in nc, whose arena gets that. false: reported.
static bool build(struct check *nc, struct hd_record *r, struct hd_range where) {
    struct hd_instance *inst = HD_NEW(nc->arena, struct hd_instance);
    const char *name = r->tag;
    struct hd_template *t = r->instance->tmpl;
    *inst = *r->instance;
    r->instance = inst;
    r->pending = NULL;
    struct hd_sym *special = find_template(nc, name);
    int errors = nc->diags->errors;
    struct hd_sym *newest = find_template(nc, template_name(t)); // with a body by now, perhaps
    if (newest) t = inst->tmpl = newest->tmpl;
    if (special) {
        inst->tmpl = special->tmpl;
    } else {
        struct hd_targ *bound = NULL;
        struct hd_template *partial = pick_partial(nc, t, inst->args, name, where, &bound);
        if (partial) {
            inst->tmpl = partial;
            inst->bound = args_copy(nc->arena, bound, partial->ast->ntparams);
        }
    }
    if (nc->diags->errors > errors) return false;
    struct hd_template *text = inst->tmpl;
    struct hd_spec *spec = text->ast->spec;
    if (!spec->has_body) {
        struct hd_diag *d = hd_error(
            nc->diags, where, "the struct template `%s` is not defined yet", template_name(t));
        note_on(nc, d, spec->name_range, "it is only declared, here");
        return false;
    }
    nc->source = hd_source_at(text->ast->range.from);
    nc->scope = text->space;
    r->is_union = spec->tag_kind == TK_UNION;
    r->loc = spec->name_range.from;
    args_need(nc, inst->args, inst->n);
    enter_instance(nc, text, r);
    record_body(nc, r->type, spec);
    unbind(nc);
    return true;
}

// The definitions that nc made are instances, whose text is the template's.
static void finish(struct check *nc, const struct hd_record *r, struct hd_range range) {
    struct hd_tokens none = {0};
    global_finish_item(nc, range, &none, 0, 0);
    for (int i = 0; i < nc->made.n; i++) {
        nc->made.v[i]->instance_of = instance_around(r)->name;
        nc->made.v[i]->source = nc->source;
    }
}

// What was made is taken back when it has errors: the next use says them again, once a cell.
static bool made_well(struct check *c, struct check *nc, struct hd_diag *before, int errors,
                      const char *name, struct hd_range where) {
    struct hd_diag *first = before ? before->next : c->diags->first;
    if (first && !c->diags->muted) template_note_use(c, first, name, where);
    if (c->diags->errors == errors) return true;
    for (int i = 0; i < nc->made.n; i++) global_withdraw(c->front, nc->made.v[i]);
    return false;
}

static int cell_serial(const struct hd_front *front) {
    return front->txn ? front->txn->cell->serial : 0;
}

static struct hd_type *make(struct check *c, struct hd_template *t, const struct hd_targ *binds,
                            const char *name, struct hd_range where) {
    struct hd_front *front = c->front;
    struct check nc;
    nested_begin(&nc, c, t, global_arena(front, NULL, cell_serial(front)));
    struct hd_type *type = declare(&nc, t, binds, name, where);
    finish(&nc, type->record, t->ast->range);
    check_end(&nc);
    return type;
}

// Errors leave it as it was. Those that somebody is told are told once in a cell: until its end the
// struct is empty.
static bool complete_pending(struct hd_record *r) {
    struct pending *pending = r->pending->user;
    struct hd_front *front = pending->front;
    struct check *c = front->check;
    struct hd_def *def = r->def;
    if (!c || !def || def->dead || r->forming) return false;
    struct hd_template *t = r->instance->tmpl;
    struct hd_range where = pending->cell == cell_serial(front) ? pending->where : c->at;
    if (template_too_deep(c, t, where)) return false;
    struct hd_diag *before = c->diags->last;
    int errors = c->diags->errors;
    struct check nc;
    nested_begin(&nc, c, t, global_arena(front, NULL, cell_serial(front)));
    struct hd_record *was = HD_NEW(nc.arena, struct hd_record);
    struct hd_def *saved = HD_NEW(nc.arena, struct hd_def);
    *was = *r;
    *saved = *def;
    if (build(&nc, r, where)) {
        global_complete_tag(&nc, def);
        finish(&nc, r, r->instance->tmpl->ast->range);
    }
    for (int i = 0; i < nc.made.n; i++)
        if (nc.made.v[i] == def && c->diags->errors > errors)
            nc.made.v[i--] = nc.made.v[--nc.made.n];
    bool ok = made_well(c, &nc, before, errors, r->tag, where), told = !c->diags->muted;
    if (!ok) global_pend_again(front, def, saved, was);
    if (ok || told) global_note_completed(front, def, saved, was);
    if (!ok && told) {
        r->complete = r->failed = true;
        r->type->size = r->type->align = 1;
        type_completed(r->type);
    }
    check_end(&nc);
    return ok;
}

// `template <...> using name = type;` with these arguments.
static struct hd_type *alias_type(struct check *c, struct hd_sym *sym,
                                  const struct arguments *given) {
    struct hd_template *t = sym->tmpl;
    struct hd_targ *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, t->ast->ntparams + 1);
    struct hd_diag *before = c->diags->last;
    const char *why = NULL;
    int errors = c->diags->errors;
    if (template_too_deep(c, t, given->range)) return hd_ty.error;
    bool fits = template_bind_list(c, t, given->v, given->n, binds, &why);
    struct hd_type *type = hd_ty.error;
    if (fits) {
        struct check nc;
        nested_begin(&nc, c, t, c->arena);
        nc.instantiating = t;
        nc.shares_needs = true;
        fits = bind(&nc, t, binds, &why);
        if (fits) type = check_type_name(&nc, t->ast->kids[0]);
        unbind(&nc);
        check_end(&nc);
    }
    if (!fits) bad_arguments(c, sym, given, errors, why);
    struct hd_diag *first = before ? before->next : c->diags->first;
    if (fits && first && !c->diags->muted) template_note_use(c, first, t->name, given->range);
    return type;
}

struct hd_type *struct_template_type(struct check *c, struct hd_sym *sym, struct hd_ast **targs,
                                     int ntargs, struct hd_range range) {
    const struct arguments given = {targs, ntargs, range};
    if (sym->tmpl->ast->kind == AST_USING) return alias_type(c, sym, &given);
    struct hd_front *front = c->front;
    struct hd_template *t = sym->tmpl;
    struct hd_targ *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, t->ast->ntparams + 1);
    c->at = range;
    const char *name = resolve(c, sym, &given, binds);
    if (!name) return hd_ty.error;
    c->at = range;
    struct hd_type *type = global_find_tag(front, name, true);
    if (type) return type;
    if (template_too_deep(c, t, range) || !make(c, t, binds, name, range)) return hd_ty.error;
    type = global_find_tag(front, name, false); // now c needs it
    return type ? type : hd_ty.error;
}

// ---- member functions ---------------------------------------------------------------------------

static bool has_body(const struct hd_ast *ast) { return ast->nkids && ast->kids[0]; }

const char *outside_base(struct check *c, const struct hd_record *r, const char *member) {
    const struct hd_record *outermost = r;
    while (outermost && !outermost->instance) outermost = outermost->outer;
    const char *key = r->space && r->space->key ? r->space->key : "";
    if (!outermost) return hd_intern_str(hd_printf(c->arena, "%s::%s", key, member));
    const char *rest = key + strlen(outermost->space->key); // "::Node" of a struct inside
    return hd_intern_str(hd_printf(c->arena, "%s%s::%s", outermost->instance->name, rest, member));
}

// Whether `ast`, a definition outside of the template, is that of m.
static bool defines(struct check *c, const struct hd_template *text, struct hd_method *m) {
    struct hd_ast *ast = text->ast;
    const struct hd_deriv *d = function_deriv(ast->declr);
    bool is_const = d && (d->quals & Q_CONST);
    if (ast->kind != AST_FUNCTION || ast->name != m->name || !has_body(ast) || !d ||
        is_const != m->is_const || !(ast->member & MEMBER_CTOR) != !m->is_ctor || ast->head ||
        text->text_of != instance_around(m->record)->tmpl)
        return false;
    struct hd_diags *diags = c->diags;
    struct check nc;
    bool muted = diags->muted;
    int errors = diags->errors;
    nested_begin(&nc, c, text, c->arena);
    diags->muted = true;
    owner_enter(&nc, m->record, ast);
    struct hd_type *type = method_type(&nc, ast);
    unbind(&nc);
    diags->muted = muted;
    diags->errors = errors;
    check_end(&nc);
    return type->kind == HD_TY_FUNC && hd_type_same(type, m->type);
}

// Where the definition of m is written: in the template, or outside of it. NULL: nowhere.
static struct hd_template *text_of(struct check *c, struct hd_method *m) {
    const struct hd_instance *inst = instance_around(m->record);
    if (has_body(m->ast)) return inst->tmpl;
    const char *base = outside_base(c, m->record, m->name);
    int n = 0;
    global_find(c->front, base, false); // to follow definitions that come later
    global_family(c->front, base, &n);
    for (int i = 0; i < n; i++) {
        struct hd_sym *sym = global_find(c->front, global_family(c->front, base, &n)[i], true);
        if (sym && sym->kind == SYM_STRUCT_TEMPLATE && sym->tmpl->text_of &&
            defines(c, sym->tmpl, m))
            return sym->tmpl;
    }
    return NULL;
}

static struct hd_ast *tree_of(struct hd_method *m, const struct hd_template *text) {
    return text->ast->kind == AST_FUNCTION ? text->ast : m->ast;
}

// What stands at m's place in another reading of its struct.
static struct hd_ast *same_member(const struct hd_spec *spec, const struct hd_spec *other,
                                  const struct hd_ast *member) {
    for (int i = 0; i < spec->nmembers && i < other->nmembers; i++) {
        struct hd_ast *m = spec->members[i], *o = other->members[i];
        if (m == member) return o;
        bool inner = m->kind == AST_DECLARATION && m->spec->has_body && o->kind == m->kind;
        struct hd_ast *found = inner ? same_member(m->spec, o->spec, member) : NULL;
        if (found) return found;
    }
    return NULL;
}

// The function's second body, which device code runs (device_text.c).
static void define_device_version(struct check *nc, const struct hd_method *m,
                                  const struct hd_template *text, struct hd_sym *sym) {
    struct hd_ast *ast = text->ast->kind == AST_FUNCTION
                             ? text->device_ast
                             : same_member(text->ast->spec, text->device_ast->spec, m->ast);
    if (!ast || !sym->func || !sym->func->is_device) return;
    method_type(nc, ast);
    struct hd_func *func = function_new(nc, ast, sym);
    func->is_device = true;
    func->is_host = false;
    sym->func->device_version = func;
    check_function_body(nc, func, ast);
}

static struct hd_sym *define_method(struct check *nc, struct hd_method *m,
                                    struct hd_template *text) {
    struct hd_record *r = m->record;
    struct hd_ast *ast = tree_of(m, text);
    find_template(nc, instance_around(r)->name);
    global_find_tag(nc->front, r->tag, false);
    text_of(nc, m); // needs the same names
    nc->source = hd_source_at(ast->range.from);
    owner_enter(nc, r, text->ast->kind == AST_FUNCTION ? text->ast : NULL);
    method_type(nc, ast); // the tree's parameters get their types in this instance
    nc->host_version = text->device_ast != NULL;
    struct hd_sym *sym = method_define(nc, m, ast);
    nc->host_version = false;
    if (sym && text->device_ast) define_device_version(nc, m, text, sym);
    nc->record = NULL;
    unbind(nc);
    return sym;
}

static struct hd_sym *make_method(struct check *c, struct hd_method *m, struct hd_template *text) {
    struct hd_front *front = c->front;
    struct hd_diag *before = c->diags->last;
    struct hd_range where = c->at;
    int errors = c->diags->errors;
    if (template_too_deep(c, text, where)) return NULL;
    struct check nc;
    nested_begin(&nc, c, text, global_arena(front, NULL, cell_serial(front)));
    struct hd_sym *sym = define_method(&nc, m, text);
    finish(&nc, m->record, tree_of(m, text)->range);
    bool ok = made_well(c, &nc, before, errors, m->sym->name, where) && sym;
    check_end(&nc);
    if (ok) global_find(front, m->sym->name, false); // now c needs it
    return ok ? sym : NULL;
}

struct hd_sym *instance_method(struct check *c, struct hd_method *m) {
    struct hd_sym *found = global_find(c->front, m->sym->name, true);
    if (found && found->type->kind == HD_TY_ERROR) return NULL;
    if (found && ((found->method && found->method->record == m->record) ||
                  (found->def && found->def->refreshing)))
        return found;
    struct hd_template *text = m->is_deleted ? NULL : text_of(c, m);
    m->asked = m->asked || !text;
    if (!text) return m->sym;
    if (found && found->def) // of a struct that was taken back
        global_withdraw(c->front, found->def);
    return make_method(c, m, text);
}

// The initialiser of a static data member that is written outside; NULL: none is.
static struct hd_template *static_outside(struct check *c, const struct hd_record *r,
                                          const char *name) {
    const char *base = outside_base(c, r, name);
    const struct hd_instance *inst = instance_around(r);
    int n = 0;
    if (!inst) return NULL;
    global_find(c->front, base, false); // to follow definitions that come later
    global_family(c->front, base, &n);
    for (int i = 0; i < n; i++) {
        struct hd_sym *sym = global_find(c->front, global_family(c->front, base, &n)[i], true);
        if (sym && sym->kind == SYM_STRUCT_TEMPLATE && sym->tmpl->ast->kind == AST_DECLARATION &&
            sym->tmpl->text_of == inst->tmpl)
            return sym->tmpl;
    }
    return NULL;
}

static struct hd_sym *define_static(struct check *nc, const struct hd_static *member,
                                    struct hd_range *range) {
    struct hd_record *r = member->record;
    find_template(nc, instance_around(r)->name);
    global_find_tag(nc->front, r->tag, false);
    struct hd_template *outside = static_outside(nc, r, member->name);
    struct hd_ast *ast = outside ? outside->ast : member->ast;
    nc->source = hd_source_at(ast->range.from);
    hd_loc ends = nc->ends;
    if (ends && hd_text_follows(ast->range.to, ends)) nc->ends = ast->range.to;
    owner_enter(nc, r, outside ? ast : NULL);
    struct hd_sym *sym = variable_instance(nc, ast, member->unmade->name);
    nc->record = NULL;
    nc->ends = ends;
    unbind(nc);
    *range = ast->range;
    return sym;
}

struct hd_sym *static_member_made(struct check *c, const struct hd_static *member) {
    struct hd_front *front = c->front;
    const char *name = member->unmade->name;
    struct hd_sym *found = global_find(front, name, true);
    struct hd_template *text = instance_around(member->record)->tmpl;
    struct hd_diag *before = c->diags->last;
    struct hd_range where = c->at, range;
    int errors = c->diags->errors;
    if (found) return found->type->kind == HD_TY_ERROR ? NULL : found;
    if (template_too_deep(c, text, where)) return NULL;
    struct check nc;
    nested_begin(&nc, c, text, global_arena(front, NULL, cell_serial(front)));
    struct hd_sym *made = define_static(&nc, member, &range);
    finish(&nc, member->record, range);
    bool ok = made_well(c, &nc, before, errors, name, where) && made;
    check_end(&nc);
    if (ok) global_find(front, name, false); // now c needs it
    return ok ? made : NULL;
}

void struct_template_instantiate(struct check *c, const struct hd_spec *spec) {
    struct hd_found found;
    int errors = c->diags->errors;
    bool known = name_find(c, spec->qual, spec->name, spec->name_range, LOOK_NAMES, &found);
    if (!known || !found.sym || found.sym->kind != SYM_STRUCT_TEMPLATE) {
        if (c->diags->errors == errors)
            hd_error(c->diags, spec->name_range, "there is no struct template `%s` to instantiate",
                     spec->name);
        return;
    }
    struct hd_type *type =
        struct_template_type(c, found.sym, spec->targs, spec->ntargs, spec->name_range);
    if (!is_record(type) || !hd_type_is_complete(type)) return;
    struct hd_record *r = type->record;
    for (int i = 0; i < r->nmethods; i++) {
        c->at = spec->name_range;
        instance_method(c, &r->methods[i]);
    }
}

// ---- checking again -----------------------------------------------------------------------------

// `Vec<float, 4>` as a type name.
static struct hd_ast *parse_name(struct check *c, const char *name, hd_loc place) {
    const char *text = hd_printf(c->arena, "using instance = %s;", name);
    struct hd_source *source = HD_NEW(c->arena, struct hd_source);
    source->name = "instance";
    source->text = text;
    source->len = strlen(text);
    source->base = place;
    source->lang = HD_LANG_CU;
    struct lexer lx;
    lex_init(&lx, source, 0, source->len, c->arena, NULL);
    HD_VEC(struct hd_token) toks = {0};
    for (bool end = false; !end;) {
        struct hd_token t = lex_next(&lx);
        end = t.kind == TK_EOF;
        t.loc = t.spelled = place;
        t.len = 1;
        HD_PUSH(c->arena, &toks, t);
    }
    struct hd_tokens list = {.v = toks.v, .n = toks.n - 1};
    struct parser p;
    parse_init(&p, c->front, &list, HD_LANG_CU);
    p.arena = c->arena;
    p.diags = c->diags;
    struct hd_ast *item = parse_item(&p);
    bool fits = item && item->kind == AST_USING && item->kids[0] && item->kids[0]->spec &&
                item->kids[0]->spec->targs;
    return fits ? item->kids[0] : NULL;
}

static void again_as_other(struct check *c, const struct hd_def *def, const char *name,
                           const char *now) {
    if (c->diags->errors) return;
    struct hd_diag *d = hd_error(c->diags, def->range, "there is no `%s` any more", name);
    if (now) hd_help(c->diags, d, "its arguments make it `%s` now", now);
}

static void type_again(struct check *c, struct hd_def *def, const struct hd_spec *spec,
                       struct hd_range *range) {
    struct hd_found found;
    name_find(c, spec->qual, spec->name, spec->name_range, LOOK_NAMES, &found);
    struct hd_sym *sym = found.sym && found.sym->kind == SYM_STRUCT_TEMPLATE ? found.sym : NULL;
    if (!sym) {
        again_as_other(c, def, def->name, NULL);
        return;
    }
    const struct arguments given = {spec->targs, spec->ntargs, spec->name_range};
    struct hd_targ *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, sym->tmpl->ast->ntparams + 1);
    const char *name = resolve(c, sym, &given, binds);
    if (name && name != def->name) again_as_other(c, def, def->name, name);
    if (name != def->name || template_too_deep(c, sym->tmpl, def->range)) return;
    bool pends = def->tag_type->kind == HD_TY_RECORD && def->tag_type->record->pending;
    struct hd_type *type = declare(c, sym->tmpl, binds, name, def->range);
    *range = sym->tmpl->ast->range;
    if (!pends && build(c, type->record, def->range))
        *range = type->record->instance->tmpl->ast->range;
}

static void method_again(struct check *c, struct hd_def *def, struct hd_ast *type_name,
                         struct hd_range *range) {
    struct hd_type *type = check_type_name(c, type_name);
    if (type->kind != HD_TY_RECORD || type->record->tag != def->space->key ||
        !type->record->instance) {
        again_as_other(c, def, def->space->key, NULL);
        return;
    }
    struct hd_record *r = type->record;
    for (int i = 0; i < r->nmethods; i++) {
        struct hd_method *m = &r->methods[i];
        struct hd_template *text = m->sym->name == def->name ? text_of(c, m) : NULL;
        if (!text) continue;
        define_method(c, m, text);
        *range = tree_of(m, text)->range;
        return;
    }
    again_as_other(c, def, def->name, NULL);
}

static bool is_instance(const struct hd_def *def) {
    const struct hd_type *t = def && def->kind == DEF_TAG ? def->tag_type : NULL;
    return t && t->kind == HD_TY_RECORD && t->record->instance;
}

// The instance that a definition is, or is inside of; those may be inside of a plain struct.
static const char *instance_of(const struct hd_front *front, const struct hd_def *def) {
    if (is_instance(def)) return def->name;
    for (const struct hd_space *s = def->space; s->kind == SPACE_RECORD; s = s->outer)
        if (is_instance(hd_map_get(&front->tags, s->key))) return s->key;
    return def->name;
}

static void static_again(struct check *c, struct hd_def *def, struct hd_ast *type_name,
                         struct hd_range *range) {
    struct hd_type *type = check_type_name(c, type_name);
    struct hd_record *r = type->kind == HD_TY_RECORD ? type->record : NULL;
    if (r) hd_record_is_complete(r);
    for (int i = 0; r && r->tag == def->space->key && i < r->nstatics; i++) {
        const struct hd_static *member = &r->statics[i];
        if (!member->unmade || member->unmade->name != def->name) continue;
        define_static(c, member, range);
        return;
    }
    again_as_other(c, def, def->name, NULL);
}

void instance_again(struct check *c, struct hd_def *def, struct hd_range *range) {
    bool method = def->kind == DEF_FUNC;
    bool member = def->kind == DEF_VAR && def->space->kind == SPACE_RECORD;
    struct hd_ast *type_name = parse_name(
        c, method || member ? def->space->key : instance_of(c->front, def), def->range.from);
    c->lang = HD_LANG_CU;
    c->scope = hd_space_global(c->front);
    if (!type_name)
        again_as_other(c, def, def->name, NULL);
    else if (method)
        method_again(c, def, type_name, range);
    else if (member)
        static_again(c, def, type_name, range);
    else
        type_again(c, def, type_name->spec, range);
}

// ---- declaring ----------------------------------------------------------------------------------

// A struct of that name: of an earlier cell it goes.
static bool name_is_free(struct check *c, const char *name, const struct hd_spec *spec,
                         const struct hd_def *old) {
    struct hd_def *tag = hd_map_get(&c->front->tags, name);
    bool again = old && !old->dead && old->sym && old->sym->kind == SYM_STRUCT_TEMPLATE &&
                 !c->refreshing && global_in_this_cell(c->front, old) && old->system == c->system;
    if (again && old->sym->tmpl->ast->spec->has_body && spec->has_body) {
        struct hd_diag *d =
            hd_error(c->diags, spec->name_range, "the struct template `%s` is defined twice", name);
        note_on(c, d, old->sym->range, "the other declaration is here");
        return false;
    }
    if (c->refreshing || !tag || tag->dead || tag->system) return true;
    const struct hd_type *type = tag->tag_type;
    if (spec->targs && type->kind == HD_TY_RECORD && type->record->pending) return true;
    if (spec->targs || global_in_this_cell(c->front, tag)) {
        if (spec->targs && !global_in_this_cell(c->front, tag))
            return true; // an instance, which follows
        hd_loc at = tag->tag_type && tag->tag_type->kind == HD_TY_RECORD
                        ? tag->tag_type->record->loc
                        : tag->range.from;
        struct hd_diag *d = hd_error(c->diags, spec->name_range,
                                     spec->targs ? "`%s` was used before it is specialised"
                                                 : "`%s` is declared again as something else",
                                     name);
        note_on(c, d, (struct hd_range){at, at},
                spec->targs ? "it was made of this" : "the other declaration is here");
        return false;
    }
    global_drop_tag(c->front, tag, spec->name_range.from);
    return true;
}

// What an earlier declaration says of defaults.
static void keep_defaults(struct check *c, const struct hd_ast *from, struct hd_ast *to) {
    if (from->ntparams != to->ntparams) return;
    struct hd_tparam *all = HD_NEW_ARRAY(c->arena, struct hd_tparam, to->ntparams + 1);
    for (int i = 0; i < to->ntparams; i++) {
        all[i] = to->tparams[i];
        if (!all[i].dflt) all[i].dflt = from->tparams[i].dflt;
    }
    to->tparams = all;
}

// Arguments as they are written, without blanks.
static const char *args_text(struct check *c, struct hd_ast **args, int n, int number) {
    struct hd_buf buf = {0};
    for (int i = 0; i < n; i++) {
        const struct hd_source *source = hd_source_at(args[i]->range.from);
        if (i) hd_buf_putc(&buf, ',');
        for (hd_loc at = args[i]->range.from;
             source && source->text && at < args[i]->range.to && at - source->base < source->len;
             at++)
            if (source->text[at - source->base] > ' ')
                hd_buf_putc(&buf, source->text[at - source->base]);
    }
    const char *text = hd_printf(c->arena, "%s#%d", hd_buf_str(&buf), number);
    hd_buf_finish(&buf);
    return text;
}

// The name of the instance that `template <> struct S<...>` defines. NULL: reported.
static const char *specialised_name(struct check *c, const struct hd_spec *spec) {
    struct hd_found found;
    name_find(c, spec->qual, spec->name, spec->name_range, LOOK_NAMES, &found);
    struct hd_sym *generic = found.sym && found.sym->kind == SYM_STRUCT_TEMPLATE ? found.sym : NULL;
    if (!generic) {
        hd_error(c->diags, spec->name_range, "there is no struct template `%s` to specialise",
                 spec->name);
        return NULL;
    }
    if (!spec->targs || !spec->has_body) {
        struct hd_diag *d =
            hd_error(c->diags, spec->name_range,
                     spec->targs ? "this specialisation has no body"
                                 : "the arguments of this specialisation are missing");
        hd_help(c->diags, d, "write `template <> struct %s<...> { ... };`", spec->name);
        return NULL;
    }
    const struct arguments given = {spec->targs, spec->ntargs, spec->name_range};
    return resolve(c, generic, &given,
                   HD_NEW_ARRAY(c->arena, struct hd_targ, generic->tmpl->ast->ntparams + 1));
}

// In the device's version of a text: that is host code's template with other bodies.
static bool give_device_ast(struct check *c, const char *name, struct hd_ast *ast) {
    struct hd_def *def = c->refreshing ? c->refreshing : hd_map_get(&c->front->names, name);
    if (!c->device_version || !def || def->dead || !def->sym ||
        def->sym->kind != SYM_STRUCT_TEMPLATE ||
        (!c->refreshing && !global_in_this_cell(c->front, def)))
        return false;
    def->sym->tmpl->device_ast = ast;
    c->versioned = def;
    return true;
}

static struct hd_template *template_new(struct check *c, struct hd_ast *ast, const char *name) {
    struct hd_template *t = HD_NEW(c->arena, struct hd_template);
    *t = (struct hd_template){.ast = ast, .name = name, .lang = c->lang, .arena = c->arena};
    t->space = space_enclosing(c->scope);
    t->owner = c->record && c->scope->kind == SPACE_RECORD ? c->record : NULL;
    return t;
}

// `template <typename T> struct S<T *> { ... };`, `template <typename T> constexpr int v<T *> = 1;`
static void partial_declare(struct check *c, struct hd_ast *ast, const struct hd_qual *qual,
                            const char *plain, struct hd_range range) {
    struct hd_found found;
    int errors = c->diags->errors;
    name_find(c, qual, plain, range, LOOK_NAMES, &found);
    struct hd_sym *generic = found.sym ? template_behind(c, found.sym) : NULL;
    if (!generic || generic->kind != SYM_STRUCT_TEMPLATE || generic->tmpl->ast->kind == AST_USING) {
        if (c->diags->errors == errors)
            hd_error(c->diags, range, "there is no template `%s` to specialise", plain);
        return;
    }
    struct hd_template *primary = generic->tmpl;
    struct hd_template *t = template_new(c, ast, primary->name);
    t->primary = primary;
    const char *base = partial_base(c, primary->name);
    int n, np = 0, k;
    struct hd_ast **pattern = pattern_of(t, &np);
    global_family(c->front, base, &n);
    for (int i = 0; i < n; i++) { // the same again
        const struct hd_def *def =
            hd_map_get(&c->front->names, global_family(c->front, base, &n)[i]);
        if (!def || def->dead || !def->sym || !def->sym->tmpl || def->refreshing) continue;
        struct hd_ast **other = pattern_of(def->sym->tmpl, &k);
        if (!template_same_args(def->sym->tmpl->ast, other, k, ast, pattern, np)) continue;
        if (give_device_ast(c, def->name, ast)) return;
        bool had = def->sym->tmpl->ast->nkids || def->sym->tmpl->ast->spec->has_body;
        if (!ast->nkids && !ast->spec->has_body) return;
        if (had && global_in_this_cell(c->front, def)) {
            struct hd_diag *d =
                hd_error(c->diags, range, "this specialisation of `%s` is defined twice", plain);
            note_on(c, d, def->sym->range, "the other definition is here");
            return;
        }
        struct hd_sym *sym = sym_new(c, SYM_STRUCT_TEMPLATE, def->name, hd_ty.auto_, range);
        sym->tmpl = t;
        t->def = global_declare_member(c, sym, base)->def;
        return;
    }
    struct hd_sym *sym =
        sym_new(c, SYM_STRUCT_TEMPLATE,
                hd_intern_str(hd_printf(c->arena, "%s(%s)", base, args_text(c, pattern, np, n))),
                hd_ty.auto_, range);
    sym->tmpl = t;
    t->def = global_declare_member(c, sym, base)->def;
}

// `template <...> struct N::S { ... };`: enters N, in which S has been declared. false: reported.
static bool enter_qualified(struct check *c, const struct hd_spec *spec) {
    struct inner in;
    struct hd_found found = {0};
    if (!check_qual(c, spec->qual, &in)) return false;
    if (in.space) space_find(c->front, in.space, spec->name, LOOK_NAMES | LOOK_QUALIFIED, &found);
    if (!in.space || !in.space->session || !found.sym || found.sym->kind != SYM_STRUCT_TEMPLATE) {
        hd_error(c->diags, spec->name_range, "`%s` has no struct template `%s` to define",
                 qual_text(c, spec->qual), spec->name);
        return false;
    }
    c->scope = in.space;
    c->record = in.record;
    return true;
}

static void declare_here(struct check *c, struct hd_ast *ast);

void struct_template_declare(struct check *c, struct hd_ast *ast) {
    struct hd_spec *spec = ast->spec;
    struct hd_space *around = c->scope;
    struct hd_record *outer = c->record;
    if (!spec->name || c->lang != HD_LANG_CU) return;
    if (member_class_declare(c, ast)) return;
    bool qualified = spec->qual && ast->is_template && !spec->targs;
    if (!qualified || enter_qualified(c, spec)) declare_here(c, ast);
    c->scope = around;
    c->record = outer;
}

static void declare_here(struct check *c, struct hd_ast *ast) {
    struct hd_spec *spec = ast->spec;
    if (ast->is_template && spec->targs) {
        partial_declare(c, ast, spec->qual, spec->name, spec->name_range);
        return;
    }
    const char *name =
        ast->is_specialisation ? specialised_name(c, spec) : declared_name(c, spec->name);
    if (name && give_device_ast(c, name, ast)) return;
    const struct hd_def *old = name ? hd_map_get(&c->front->names, name) : NULL;
    bool known = old && !old->dead && old->sym && old->sym->kind == SYM_STRUCT_TEMPLATE;
    if (!name || !name_is_free(c, name, spec, old) || (known && !spec->has_body && !c->refreshing))
        return;
    if (known && !ast->is_specialisation && !c->refreshing && global_in_this_cell(c->front, old))
        keep_defaults(c, old->sym->tmpl->ast, ast);
    struct hd_sym *sym = sym_new(c, SYM_STRUCT_TEMPLATE, name, hd_ty.auto_, spec->name_range);
    sym->defined = spec->has_body;
    sym->tmpl = template_new(c, ast, name);
    sym->tmpl->def = global_declare(c, sym, DEF_TEMPLATE)->def;
}

void alias_template_declare(struct check *c, struct hd_ast *ast) {
    const char *name = declared_name(c, ast->name);
    struct hd_range range = {ast->loc, ast->loc + (hd_loc)strlen(ast->name)};
    if (!at_top(c)) {
        hd_error(c->diags, ast->range, "templates are declared at top level");
        return;
    }
    struct hd_sym *sym = sym_new(c, SYM_STRUCT_TEMPLATE, name, hd_ty.auto_, range);
    sym->defined = true;
    sym->tmpl = template_new(c, ast, name);
    sym->tmpl->def = global_declare(c, sym, DEF_TEMPLATE)->def;
}

// ---- variable templates -------------------------------------------------------------------------

// `template <typename T> constexpr T pi = T(3.14);`, and its specialisations.
void variable_template_declare(struct check *c, struct hd_ast *ast) {
    struct hd_ast *di = ast->kids[0];
    struct hd_declr *declr = di->declr;
    if (!declr->name) return;
    if (ast->is_template && declr->targs) {
        partial_declare(c, ast, declr->qual, declr->name, declr->name_range);
        return;
    }
    const char *name = declared_name(c, declr->name);
    if (ast->is_specialisation) {
        struct hd_found found;
        int errors = c->diags->errors;
        name_find(c, declr->qual, declr->name, declr->name_range, LOOK_NAMES, &found);
        if (!found.sym || found.sym->kind != SYM_STRUCT_TEMPLATE || !found.sym->tmpl->ast->nkids ||
            !declr->targs) {
            if (c->diags->errors == errors)
                hd_error(c->diags, declr->name_range,
                         "there is no variable template `%s` to specialise", declr->name);
            return;
        }
        const struct arguments given = {declr->targs, declr->ntargs, declr->name_range};
        name = resolve(c, found.sym, &given,
                       HD_NEW_ARRAY(c->arena, struct hd_targ, found.sym->tmpl->ast->ntparams + 1));
        if (!name) return;
        name = hd_intern_str(hd_printf(c->arena, "template %s", name));
    }
    struct hd_sym *sym = sym_new(c, SYM_STRUCT_TEMPLATE, name, hd_ty.auto_, declr->name_range);
    sym->defined = true;
    sym->tmpl = template_new(c, ast, name);
    sym->tmpl->def = global_declare(c, sym, DEF_TEMPLATE)->def;
}

bool is_variable_template(const struct hd_sym *sym) {
    return sym && sym->kind == SYM_STRUCT_TEMPLATE && sym->tmpl->ast->kind == AST_DECLARATION &&
           sym->tmpl->ast->nkids > 0;
}

// The variable `pi<float>`, made in nc. NULL: reported.
static struct hd_sym *build_variable(struct check *nc, struct hd_template *t, struct hd_targ *binds,
                                     const char *name, struct hd_range where) {
    struct hd_sym *special =
        find_template(nc, hd_intern_str(hd_printf(nc->arena, "template %s", name)));
    struct hd_template *text = t;
    struct hd_targ *bound = args_copy(nc->arena, binds, t->ast->ntparams);
    const char *why = NULL;
    args_need(nc, bound, t->ast->ntparams);
    find_template(nc, template_name(t));
    if (special) {
        text = special->tmpl;
    } else {
        struct hd_targ *own = NULL;
        struct hd_template *partial = pick_partial(nc, t, bound, name, where, &own);
        if (partial) {
            text = partial;
            bound = args_copy(nc->arena, own, partial->ast->ntparams);
        }
    }
    nc->source = hd_source_at(text->ast->range.from);
    bind(nc, text, bound, &why);
    struct hd_sym *sym = variable_instance(nc, text->ast, name);
    unbind(nc);
    return sym;
}

struct hd_sym *variable_template_instance(struct check *c, struct hd_sym *sym,
                                          struct hd_ast **targs, int ntargs,
                                          struct hd_range range) {
    const struct arguments given = {targs, ntargs, range};
    struct hd_front *front = c->front;
    struct hd_template *t = sym->tmpl;
    struct hd_targ *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, t->ast->ntparams + 1);
    const char *name = resolve(c, sym, &given, binds);
    if (!name) return NULL;
    struct hd_sym *found = global_find(front, name, true);
    if (found) return found->type->kind == HD_TY_ERROR ? NULL : found;
    if (template_too_deep(c, t, range)) return NULL;
    struct hd_diag *before = c->diags->last;
    int errors = c->diags->errors;
    struct check nc;
    nested_begin(&nc, c, t, global_arena(front, NULL, cell_serial(front)));
    nc.func = c->func ? front->txn ? front->txn->entry : NULL : NULL;
    struct hd_sym *made = build_variable(&nc, t, binds, name, range);
    struct hd_tokens none = {0};
    global_finish_item(&nc, t->ast->range, &none, 0, 0);
    for (int i = 0; i < nc.made.n; i++) {
        nc.made.v[i]->instance_of = t->name;
        nc.made.v[i]->source = nc.source;
    }
    bool ok = made_well(c, &nc, before, errors, name, range) && made;
    check_end(&nc);
    if (ok) global_find(front, name, false); // now c needs it
    return ok ? made : NULL;
}

// ---- member functions defined outside -----------------------------------------------------------

// The member of the struct that is to be defined; a static variable's declaration.
static const struct hd_ast *declared_member(const struct hd_spec *spec, const struct hd_ast *ast) {
    bool function = ast->kind == AST_FUNCTION;
    const char *name = function ? ast->name : ast->kids[0]->declr->name;
    const struct hd_ast *other = NULL;
    for (int i = 0; i < spec->nmembers; i++) {
        const struct hd_ast *m = spec->members[i];
        if (function && m->kind == AST_FUNCTION && m->name == name &&
            !(m->member & MEMBER_CTOR) == !(ast->member & MEMBER_CTOR)) {
            if (m->is_template == (ast->head != NULL)) return m;
            other = m;
        }
        for (int k = 0; !function && m->kind == AST_DECLARATION && k < m->nkids; k++)
            if (m->kids[k]->name == name && (m->spec->flags & SPEC_STATIC)) return m;
    }
    return other;
}

// The struct called so inside of another's tree.
const struct hd_spec *nested_spec(const struct hd_spec *spec, const char *name) {
    for (int i = 0; spec && i < spec->nmembers; i++) {
        const struct hd_ast *m = spec->members[i];
        if (m->kind == AST_DECLARATION && m->spec->has_body && m->spec->name == name)
            return m->spec;
    }
    return NULL;
}

// "Matrix::at(int,T&) const": tells overloads apart by their parameters as they are written.
static const char *outside_key(struct check *c, const struct hd_ast *ast, const char *base) {
    const struct hd_deriv *d = function_deriv(ast->declr);
    struct hd_buf key = {0};
    hd_buf_printf(&key, "%s(", base);
    for (int i = 0; i < d->nparams; i++) {
        const struct hd_param *p = &d->params[i];
        struct hd_range range = p->spec ? p->spec->range : p->range;
        const struct hd_source *source = hd_source_at(range.from);
        if (i) hd_buf_putc(&key, ',');
        for (hd_loc at = range.from;
             source && source->text && at < range.to && at - source->base < source->len; at++)
            if (source->text[at - source->base] > ' ')
                hd_buf_putc(&key, source->text[at - source->base]);
        for (const struct hd_deriv *s = p->declr ? p->declr->derivs : NULL; s; s = s->next)
            hd_buf_putc(&key, "*&&[(:"[s->kind]);
    }
    hd_buf_puts(&key, d->quals & Q_CONST ? ") const" : ")");
    const char *name = hd_intern(key.s, key.len);
    hd_buf_finish(&key);
    return name;
}

static void give_to_record(struct check *nc, struct hd_record *r, const struct hd_template *text) {
    for (int k = 0; k < r->nmethods; k++) {
        struct hd_method *m = &r->methods[k];
        if (m->asked && !m->sym->def && defines(nc, text, m)) instance_method(nc, m);
    }
    const struct hd_ast *ast = text->ast;
    for (int k = 0; ast->kind == AST_DECLARATION && k < r->nstatics; k++)
        if (r->statics[k].name == ast->kids[0]->declr->name &&
            (!r->statics[k].unmade || global_find(nc->front, r->statics[k].unmade->name, false)))
            static_member_given(nc->outer, r, (struct hd_template *)text);
    for (int k = 0; k < r->ngeneric; k++)
        if (r->generic[k].sym->tmpl->waiting.n) template_find_outside(nc, r->generic[k].sym->tmpl);
}

// Uses in this cell that came before the definition get it.
static void give_to_instances(struct check *c, const struct hd_template *text) {
    struct check nc;
    nested_begin(&nc, c, text, c->arena);
    nc.recording = false;
    nc.at = c->at;
    for (int i = 0; i < c->front->defs.n; i++) { // grows on the way
        const struct hd_def *def = c->front->defs.v[i];
        bool ours =
            !def->dead && !def->stale && def->kind == DEF_TAG && def->instance_of == text->name;
        if (ours && def->tag_type->kind == HD_TY_RECORD)
            give_to_record(&nc, def->tag_type->record, text);
    }
    check_end(&nc);
}

// The template, or its partial specialisation, that `S<...>::` with these arguments names.
struct hd_template *outside_template(struct check *c, struct hd_sym *sym,
                                     const struct hd_name_part *part, const struct hd_ast *ast) {
    const struct hd_ast *head = ast->head ? ast->head : ast;
    bool own = part->ntargs == head->ntparams;
    for (int i = 0; own && i < head->ntparams; i++) {
        const struct hd_ast *arg = part->targs[i];
        if (arg->kind == AST_EXPAND) arg = arg->kids[0];
        own = (arg->kind == AST_NAME        ? arg->name
               : arg->kind == AST_TYPE_NAME ? arg->spec->name
                                            : NULL) == head->tparams[i].name &&
              !(arg->kind == AST_TYPE_NAME && arg->declr && arg->declr->derivs);
    }
    if (own) return sym->tmpl->ast->ntparams == head->ntparams ? sym->tmpl : NULL;
    int n = 0, np;
    const char *base = partial_base(c, sym->tmpl->name);
    global_family(c->front, base, &n);
    for (int i = 0; i < n; i++) {
        struct hd_sym *p = global_find(c->front, global_family(c->front, base, &n)[i], true);
        if (!p || p->kind != SYM_STRUCT_TEMPLATE || !p->tmpl->primary) continue;
        struct hd_ast **pattern = pattern_of(p->tmpl, &np);
        if (template_same_args(p->tmpl->ast, pattern, np, head, part->targs, part->ntargs))
            return p->tmpl;
    }
    return NULL;
}

// The definition of a member, `ast`, is written outside of its struct.
void outside_declare(struct check *c, struct hd_ast *ast, const char *name, const char *base,
                     const char *key, struct hd_template *of, const struct hd_sym *sym) {
    struct hd_range range = ast->kind == AST_FUNCTION ? ast->declr->name_range
                            : ast->nkids              ? ast->kids[0]->declr->name_range
                                                      : ast->spec->name_range;
    struct hd_sym *outside = sym_new(c, SYM_STRUCT_TEMPLATE, key, hd_ty.auto_, range);
    struct hd_template *t = HD_NEW(c->arena, struct hd_template);
    *t = (struct hd_template){.ast = ast, .name = name, .lang = c->lang, .arena = c->arena};
    t->space = sym ? sym->tmpl->space : space_enclosing(c->scope);
    t->owner = sym ? sym->tmpl->owner : NULL;
    t->text_of = of;
    outside->tmpl = t;
    t->def = global_declare_member(c, outside, base)->def;
}

void generic_outside(struct check *c, struct hd_record *r, struct hd_ast *ast) {
    struct hd_declr *declr = ast->declr;
    struct hd_method *found = NULL;
    bool named = false;
    for (int i = 0; i < r->ngeneric; i++) {
        struct hd_method *m = &r->generic[i];
        if (m->name != ast->name || m->is_ctor != ((ast->member & MEMBER_CTOR) != 0)) continue;
        named = true;
        if (template_same_head(m->ast, ast)) found = m;
    }
    if (!found || has_body(found->ast)) {
        struct hd_diag *d = hd_error(c->diags, declr->name_range,
                                     found   ? "`%s%s` is defined in the struct already"
                                     : named ? "`%s%s` is declared with other parameters"
                                             : "`%s%s` is no member function template",
                                     qual_text(c, declr->qual), ast->name);
        note_on(c, d, (struct hd_range){r->loc, r->loc}, "the struct is defined here");
        return;
    }
    const char *base = outside_base(c, r, ast->name);
    outside_declare(c, ast, base, base, outside_key(c, ast, base), NULL, NULL);
    if (!c->refreshing && found->sym->tmpl->waiting.n) template_find_outside(c, found->sym->tmpl);
}

// The first part of a qualified name that has template arguments.
const struct hd_name_part *first_with_args(const struct hd_qual *qual) {
    for (int i = 0; i < qual->nparts; i++)
        if (qual->parts[i].targs) return &qual->parts[i];
    return NULL;
}

bool struct_template_member(struct check *c, struct hd_ast *ast) {
    bool function = ast->kind == AST_FUNCTION;
    struct hd_declr *declr = function ? ast->declr : ast->kids[0]->declr;
    const struct hd_qual *qual = declr->qual;
    const struct hd_name_part *part = first_with_args(qual);
    struct hd_qual before = *qual;
    struct hd_found found;
    if (!part) return false;
    before.nparts = (int)(part - qual->parts);
    int errors = c->diags->errors;
    name_find(c, before.nparts || before.rooted ? &before : NULL, part->name, part->range,
              LOOK_NAMES, &found);
    struct hd_sym *sym = found.sym && found.sym->kind == SYM_STRUCT_TEMPLATE ? found.sym : NULL;
    struct hd_diag *d;
    if (!sym || !declr->name || !sym->tmpl->ast->spec) {
        if (c->diags->errors == errors)
            hd_error(c->diags, declr->name_range,
                     "`%s` is no struct template whose members could be defined", part->name);
        return true;
    }
    struct hd_template *of = outside_template(c, sym, part, ast);
    if (!of) {
        int n = sym->tmpl->ast->ntparams;
        d = hd_error(c->diags, declr->name_range,
                     "`%s` has %d template parameter%s, and `%s<...>::%s` has others", part->name,
                     n, n == 1 ? "" : "s", part->name, declr->name);
        note_on(c, d, sym->range, "`%s` is declared here", part->name);
        return true;
    }
    const struct hd_spec *spec = of->ast->spec;
    const char *base = sym->name;
    for (const struct hd_name_part *p = part + 1; p < qual->parts + qual->nparts; p++) {
        if (p->targs) {
            d = hd_error(c->diags, declr->name_range,
                         "members of a class template inside of another are defined in it");
            hd_help(c->diags, d, "move this into `%s`, inside of `%s`", p->name, part->name);
            return true;
        }
        spec = nested_spec(spec, p->name);
        base = hd_printf(c->arena, "%s::%s", base, p->name);
    }
    const struct hd_ast *declared = spec ? declared_member(spec, ast) : NULL;
    if (!declared || (function && has_body(declared))) {
        d = hd_error(c->diags, declr->name_range,
                     declared   ? "`%s::%s` is defined in the struct already"
                     : function ? "`%s` has no member function `%s`"
                                : "`%s` has no static member `%s`",
                     part->name, declr->name);
        note_on(c, d, declared ? declared->declr->name_range : sym->range, "`%s` is declared here",
                declared ? declr->name : part->name);
        return true;
    }
    base = hd_intern_str(hd_printf(c->arena, "%s::%s", base, declr->name));
    const char *key =
        function ? outside_key(c, ast, base) : hd_intern_str(hd_printf(c->arena, "%s =", base));
    if (give_device_ast(c, key, ast)) return true;
    outside_declare(c, ast, sym->name, base, key, of, sym);
    if (!c->refreshing) {
        const struct hd_def *def = hd_map_get(&c->front->names, key);
        if (def && def->sym) give_to_instances(c, def->sym->tmpl);
    }
    return true;
}
