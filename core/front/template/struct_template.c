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

enum { MOST_NAME = 1 << 21 }; // characters; types that have each other twice double them

static struct hd_range name_range(const struct hd_template *t) {
    const struct hd_ast *ast = t->ast;
    if (ast->spec && !ast->nkids) return ast->spec->name_range;
    return (struct hd_range){ast->loc, ast->loc};
}

// The name in the template's own text.
static const char *plain_name(const struct hd_template *t) {
    return t->ast->kind == AST_USING ? t->ast->name : t->ast->spec->name;
}

struct hd_sym *struct_template_find(struct check *c, const char *name) { // by key
    struct hd_sym *sym = global_find(c->front, name, true);
    return sym && sym->kind == SYM_STRUCT_TEMPLATE ? sym : NULL;
}

struct hd_sym *template_behind(struct check *c, struct hd_sym *sym) {
    const struct hd_type *t = sym && sym->kind == SYM_TYPEDEF && !sym->def ? sym->type : NULL;
    const struct hd_instance *inst = t && t->kind == HD_TY_RECORD ? t->record->instance : NULL;
    bool injected = inst && sym->name == plain_name(inst->tmpl);
    struct hd_sym *found = injected ? struct_template_find(c, inst->name) : NULL;
    return found ? found : sym;
}

// ---- arguments ----------------------------------------------------------------------------------

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

void template_check_begin(struct check *nc, struct check *c, const struct hd_template *t,
                          struct hd_arena *arena) {
    check_begin(nc, c->front, arena, hd_source_at(t->ast->range.from));
    nc->diags = c->diags;
    nc->lang = t->lang;
    nc->recording = true;
    nc->ends = nc->system ? 0 : t->ast->range.to;
    nc->scope = t->space;
}

// Declares the parameters in a space of their own. false: one has no value.
bool template_bind(struct check *c, const struct hd_template *t, struct hd_targ *binds,
                   const char **why) {
    template_enter(c, t);
    c->bound = c->scope;
    return template_declare_binds(c, t, binds, why);
}

void template_unbind(struct check *c) {
    template_leave(c);
    c->bound = NULL;
}

// What the arguments say of each parameter, and the instance's name. NULL: reported.
const char *template_resolve(struct check *c, const struct hd_sym *sym,
                             const struct arguments *given, struct hd_targ *binds) {
    struct hd_template *t = sym->tmpl;
    const char *why = NULL;
    int errors = c->diags->errors, n = t->ast->ntparams;
    bool fits = template_bind_list(c, t, given->v, given->n, binds, &why);
    if (fits) {
        struct check nc;
        template_check_begin(&nc, c, t, c->arena);
        fits = template_bind(&nc, t, binds, &why);
        template_unbind(&nc);
        check_end(&nc);
    }
    if (!fits || c->diags->errors > errors || !args_fit(c, t, binds, &why)) {
        bad_arguments(c, sym, given, errors, why);
        return NULL;
    }
    args_make_plain(c->arena, binds, n);
    const char *name = template_instance_name(t, binds, HD_LANG_CU);
    if (strlen(name) <= MOST_NAME) return name;
    hd_error(c->diags, given->range,
             "the name of this instance of `%s` has more than %d characters", template_name(t),
             MOST_NAME);
    return NULL;
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
    template_check_begin(&nc, c, t, c->arena);
    diags->muted = true;
    bool same = template_bind(&nc, t, binds, &why) && diags->errors == errors;
    template_unbind(&nc);
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
    if (r->outer) owner_enter(nc, r->outer, inst && head ? head->head : head);
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
    template_bind(nc, t, binds, &why);
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
const char *partial_base(struct check *c, const char *name) {
    return hd_intern_str(hd_printf(c->arena, "%s<", name));
}

struct hd_ast **pattern_of(const struct hd_template *t, int *n) {
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
    template_check_begin(&nc, c, t, c->arena);
    nc.instantiating = t;
    nc.shares_needs = true;
    diags->muted = true;
    if (template_bind(&nc, t, bound, &why) &&
        template_bind_list(&nc, primary, pattern, n, args, &why) && diags->errors == errors) {
        struct check dc; // the primary's defaults
        template_check_begin(&dc, c, primary, c->arena);
        dc.instantiating = t;
        dc.shares_needs = true;
        if (template_bind(&dc, primary, args, &why) && diags->errors == errors) {
            args_make_plain(c->arena, args, primary->ast->ntparams);
            made = template_instance_name(primary, args, HD_LANG_CU);
        }
        template_unbind(&dc);
        check_end(&dc);
    }
    template_unbind(&nc);
    diags->muted = muted;
    diags->errors = errors;
    check_end(&nc);
    return made == name;
}

// The partial specialisation that is meant for these arguments, and its own arguments in *bound;
// NULL: the template itself, or it is ambiguous (reported).
struct hd_template *pick_partial(struct check *c, struct hd_template *t, const struct hd_targ *args,
                                 const char *name, struct hd_range where, struct hd_targ **bound) {
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
            if (!order) order = constraint_order(c, p, own, best, *bound);
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
    struct_template_find(nc, name);
    struct_template_find(nc, template_name(t));
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
    struct hd_sym *special = struct_template_find(nc, name);
    int errors = nc->diags->errors;
    struct hd_sym *newest =
        struct_template_find(nc, template_name(t)); // with a body by now, perhaps
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
    if (nc->ends) nc->ends = text->ast->range.to; // the first use may have had a declaration only
    r->is_union = spec->tag_kind == TK_UNION;
    r->loc = spec->name_range.from;
    args_need(nc, inst->args, inst->n);
    enter_instance(nc, text, r);
    record_body(nc, r->type, spec);
    template_unbind(nc);
    return true;
}

// The definitions that nc made are instances, whose text is the template's.
void instance_finish(struct check *nc, const char *name, struct hd_range range) {
    struct hd_tokens none = {0};
    global_finish_item(nc, range, &none, 0, 0);
    for (int i = 0; i < nc->made.n; i++) {
        nc->made.v[i]->instance_of = name;
        nc->made.v[i]->source = nc->source;
    }
}

// What was made is taken back when it has errors: the next use says them again, once a cell.
bool instance_made_well(struct check *c, struct check *nc, struct hd_diag *before, int errors,
                        const char *name, struct hd_range where) {
    struct hd_diag *first = before ? before->next : c->diags->first;
    if (first && !c->diags->muted) template_note_use(c, first, name, where);
    if (c->diags->errors == errors) return true;
    for (int i = 0; i < nc->made.n; i++) global_withdraw(c->front, nc->made.v[i]);
    return false;
}

int instance_cell(const struct hd_front *front) {
    return front->txn ? front->txn->cell->serial : 0;
}

static struct hd_type *make(struct check *c, struct hd_template *t, const struct hd_targ *binds,
                            const char *name, struct hd_range where) {
    struct hd_front *front = c->front;
    struct check nc;
    template_check_begin(&nc, c, t, global_arena(front, NULL, instance_cell(front)));
    struct hd_type *type = declare(&nc, t, binds, name, where);
    instance_finish(&nc, instance_around(type->record)->name, t->ast->range);
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
    struct hd_range where = pending->cell == instance_cell(front) ? pending->where : c->at;
    if (template_too_deep(c, t, where)) return false;
    struct hd_diag *before = c->diags->last;
    int errors = c->diags->errors;
    struct check nc;
    template_check_begin(&nc, c, t, global_arena(front, NULL, instance_cell(front)));
    struct hd_record *was = HD_NEW(nc.arena, struct hd_record);
    struct hd_def *saved = HD_NEW(nc.arena, struct hd_def);
    *was = *r;
    *saved = *def;
    if (build(&nc, r, where)) {
        global_complete_tag(&nc, def);
        instance_finish(&nc, instance_around(r)->name, r->instance->tmpl->ast->range);
    }
    for (int i = 0; i < nc.made.n; i++)
        if (nc.made.v[i] == def && c->diags->errors > errors)
            nc.made.v[i--] = nc.made.v[--nc.made.n];
    bool ok = instance_made_well(c, &nc, before, errors, r->tag, where), told = !c->diags->muted;
    if (!ok) global_declared_only(front, def, saved, was);
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
        template_check_begin(&nc, c, t, c->arena);
        nc.instantiating = t;
        nc.shares_needs = true;
        fits = template_bind(&nc, t, binds, &why);
        if (fits) type = check_type_name(&nc, t->ast->kids[0]);
        template_unbind(&nc);
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
    const char *name = template_resolve(c, sym, &given, binds);
    if (!name) return hd_ty.error;
    c->at = range;
    struct hd_type *type = global_find_tag(front, name, true);
    if (type) return type;
    if (template_too_deep(c, t, range) || !make(c, t, binds, name, range)) return hd_ty.error;
    type = global_find_tag(front, name, false); // now c needs it
    return type ? type : hd_ty.error;
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
    const char *name = template_resolve(c, sym, &given, binds);
    if (name && name != def->name) again_as_other(c, def, def->name, name);
    if (name != def->name || template_too_deep(c, sym->tmpl, def->range)) return;
    if (def->kind == DEF_VAR) {
        variable_again(c, sym->tmpl, binds, name, def->range);
        *range = sym->tmpl->ast->range;
        return;
    }
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
        struct hd_template *text = m->sym->name == def->name ? member_text(c, m) : NULL;
        if (!text) continue;
        member_define(c, m, text);
        *range = member_tree(m, text)->range;
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
        static_member_define(c, member, range);
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
