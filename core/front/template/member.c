// Members of instances of struct templates: functions and static variables, which are made when
// they are first used, and their definitions outside of the template.
//
// A definition outside is a template of its own in a family that is named after the member
// (outside_base), so that overloads stand beside each other.
//
// Example: `template <typename T> T Vec<T>::sum() { ... }` is found under "Vec::sum" when
// `Vec<float>::sum` is first called.
#include <string.h>

#include "front/template/template.h"

// ---- made when they are used --------------------------------------------------------------------

static bool has_body(const struct hd_ast *ast) { return ast->nkids && ast->kids[0]; }

const struct hd_instance *instance_outermost(const struct hd_record *r) {
    const struct hd_instance *inst = NULL;
    for (; r; r = r->outer)
        if (r->instance) inst = r->instance;
    return inst;
}

// How many `template <...>` a member of r has in front of it where it is defined outside.
static int levels_around(const struct hd_record *r) {
    int n = 0;
    for (; r; r = r->outer) n += r->instance != NULL;
    return n;
}

static int levels_of(const struct hd_ast *ast) {
    int n = 0;
    for (; ast; ast = ast->head) n++;
    return n;
}

// "A::B" for A<int>::B<float>: how its members are called where they are defined outside.
static const char *outside_name(struct check *c, const struct hd_record *r) {
    const struct hd_record *around = r;
    while (around && !around->instance) around = around->outer;
    const char *key = r->space && r->space->key ? r->space->key : "";
    if (!around) return key;
    const char *rest = key + strlen(around->space->key); // "::Node" of a struct inside
    const char *name = around->instance->name;
    if (instance_around(around->outer))
        name = hd_printf(c->arena, "%s::%s", outside_name(c, around->outer),
                         around->instance->tmpl->ast->spec->name);
    return hd_printf(c->arena, "%s%s", name, rest);
}

const char *outside_base(struct check *c, const struct hd_record *r, const char *member) {
    return hd_intern_str(hd_printf(c->arena, "%s::%s", outside_name(c, r), member));
}

bool outside_is_template(const struct hd_template *text, const struct hd_record *r) {
    return levels_of(text->ast) > levels_around(r);
}

// What a member function is called in the template, where the type of a conversion is not known
// yet: they share a name, and are told apart by their types once they are made.
static const char *name_in_template(const struct hd_ast *ast) {
    return ast->declr->conversion ? hd_intern_str("operator type") : ast->name;
}

const char *outside_base_of(struct check *c, const struct hd_method *m) {
    return outside_base(c, m->record, m->ast ? name_in_template(m->ast) : m->name);
}

// Whether `ast`, a definition outside of the template, is that of m.
static bool defines(struct check *c, const struct hd_template *text, struct hd_method *m) {
    struct hd_ast *ast = text->ast;
    const struct hd_deriv *d = function_deriv(ast->declr);
    unsigned quals = d ? d->quals & (Q_CONST | Q_VOLATILE) : 0;
    if (ast->kind != AST_FUNCTION || name_in_template(ast) != name_in_template(m->ast) ||
        !has_body(ast) || !d || quals != m->quals || !(ast->member & MEMBER_CTOR) != !m->is_ctor ||
        levels_of(ast) != levels_around(m->record) ||
        text->text_of != instance_outermost(m->record)->tmpl)
        return false;
    struct hd_diags *diags = c->diags;
    struct check nc;
    bool muted = diags->muted;
    int errors = diags->errors;
    template_check_begin(&nc, c, text, c->arena);
    diags->muted = true;
    owner_enter(&nc, m->record, ast);
    struct hd_type *type = method_type(&nc, ast);
    template_unbind(&nc);
    diags->muted = muted;
    diags->errors = errors;
    check_end(&nc);
    return type->kind == HD_TY_FUNC && hd_type_same(type, m->type);
}

// Where the definition of m is written: in the template, or outside of it. NULL: nowhere.
struct hd_template *member_text(struct check *c, struct hd_method *m) {
    const struct hd_instance *inst = instance_around(m->record);
    if (has_body(m->ast)) return inst->tmpl;
    const char *base = outside_base_of(c, m);
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

struct hd_ast *member_tree(struct hd_method *m, const struct hd_template *text) {
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

struct hd_sym *member_define(struct check *nc, struct hd_method *m, struct hd_template *text) {
    struct hd_record *r = m->record;
    struct hd_ast *ast = member_tree(m, text);
    struct_template_find(nc, instance_around(r)->name);
    global_find_tag(nc->front, r->tag, false);
    member_text(nc, m); // needs the same names
    nc->source = hd_source_at(ast->range.from);
    owner_enter(nc, r, text->ast->kind == AST_FUNCTION ? text->ast : NULL);
    method_type(nc, ast); // the tree's parameters get their types in this instance
    nc->host_version = text->device_ast != NULL;
    struct hd_sym *sym = method_define(nc, m, ast);
    nc->host_version = false;
    if (sym && text->device_ast) define_device_version(nc, m, text, sym);
    nc->record = NULL;
    template_unbind(nc);
    return sym;
}

static struct hd_sym *make_method(struct check *c, struct hd_method *m, struct hd_template *text) {
    struct hd_front *front = c->front;
    struct hd_diag *before = c->diags->last;
    struct hd_range where = c->at;
    int errors = c->diags->errors;
    if (template_too_deep(c, text, where)) return NULL;
    struct check nc;
    template_check_begin(&nc, c, text, global_arena(front, NULL, instance_cell(front)));
    struct hd_sym *sym = member_define(&nc, m, text);
    instance_finish(&nc, instance_around(m->record)->name, member_tree(m, text)->range);
    bool ok = instance_made_well(c, &nc, before, errors, m->sym->name, where) && sym;
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
    struct hd_template *text = m->is_deleted ? NULL : member_text(c, m);
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
    const struct hd_instance *inst = instance_outermost(r);
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

struct hd_sym *static_member_define(struct check *nc, const struct hd_static *member,
                                    struct hd_range *range) {
    struct hd_record *r = member->record;
    struct_template_find(nc, instance_around(r)->name);
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
    template_unbind(nc);
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
    template_check_begin(&nc, c, text, global_arena(front, NULL, instance_cell(front)));
    struct hd_sym *made = static_member_define(&nc, member, &range);
    instance_finish(&nc, instance_around(member->record)->name, range);
    bool ok = instance_made_well(c, &nc, before, errors, name, where) && made;
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

// ---- definitions outside -----------------------------------------------------------------------

// The member of the struct that is to be defined; a static variable's declaration.
static const struct hd_ast *declared_member(const struct hd_spec *spec, const struct hd_ast *ast,
                                            bool is_template) {
    bool function = ast->kind == AST_FUNCTION;
    const char *name = function ? name_in_template(ast) : ast->kids[0]->declr->name;
    const struct hd_ast *other = NULL;
    for (int i = 0; i < spec->nmembers; i++) {
        const struct hd_ast *m = spec->members[i];
        if (function && m->kind == AST_FUNCTION && name_in_template(m) == name &&
            !(m->member & MEMBER_CTOR) == !(ast->member & MEMBER_CTOR)) {
            bool alike = m->is_template == is_template;
            if (alike && !has_body(m)) return m;
            if (!other || alike) other = m; // an overload without a body may follow
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

// A type's specifiers as they are written, without blanks.
static void put_specifiers(struct hd_buf *key, struct hd_range range) {
    const struct hd_source *source = hd_source_at(range.from);
    for (hd_loc at = range.from;
         source && source->text && at < range.to && at - source->base < source->len; at++)
        if (source->text[at - source->base] > ' ')
            hd_buf_putc(key, source->text[at - source->base]);
}

static void put_derivations(struct hd_buf *key, const struct hd_declr *declr) {
    for (const struct hd_deriv *s = declr ? declr->derivs : NULL; s; s = s->next)
        hd_buf_putc(key, "*&&[(:"[s->kind]);
}

// "Matrix::at(int,T&) const": tells overloads apart by their parameters as they are written, and
// conversions by their types.
static const char *outside_key(struct check *c, const struct hd_ast *ast, const char *base) {
    const struct hd_deriv *d = function_deriv(ast->declr);
    const struct hd_ast *to = ast->declr->conversion;
    struct hd_buf key = {0};
    hd_buf_puts(&key, base);
    for (const struct hd_ast *h = ast->head; h; h = h->head) hd_buf_puts(&key, "<>");
    if (to) hd_buf_putc(&key, ' ');
    if (to) put_specifiers(&key, to->spec->range);
    if (to) put_derivations(&key, to->declr);
    hd_buf_putc(&key, '(');
    for (int i = 0; i < d->nparams; i++) {
        const struct hd_param *p = &d->params[i];
        if (i) hd_buf_putc(&key, ',');
        put_specifiers(&key, p->spec ? p->spec->range : p->range);
        put_derivations(&key, p->declr);
    }
    hd_buf_printf(&key, ")%s", hd_quals_text(d->quals));
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
    template_check_begin(&nc, c, text, c->arena);
    nc.recording = false;
    nc.at = c->at;
    for (int i = 0; i < c->front->defs.n; i++) { // grows on the way
        const struct hd_def *def = c->front->defs.v[i];
        bool made = !def->dead && !def->stale && def->kind == DEF_TAG && def->instance_of &&
                    def->tag_type->kind == HD_TY_RECORD;
        const struct hd_instance *inst = made ? instance_outermost(def->tag_type->record) : NULL;
        if (inst && inst->name == text->name) give_to_record(&nc, def->tag_type->record, text);
    }
    check_end(&nc);
}

// The template, or its partial specialisation, that `S<...>::` with these arguments names.
struct hd_template *outside_template(struct check *c, struct hd_sym *sym,
                                     const struct hd_name_part *part, const struct hd_ast *ast) {
    const struct hd_ast *head = ast;
    while (head->head) head = head->head;
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
    template_name_autos(c, ast);
    for (int i = 0; i < r->ngeneric; i++) {
        struct hd_method *m = &r->generic[i];
        if (name_in_template(m->ast) != name_in_template(ast) ||
            m->is_ctor != ((ast->member & MEMBER_CTOR) != 0))
            continue;
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
    const char *base = outside_base(c, r, name_in_template(ast));
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
    int levels = 1;
    for (const struct hd_name_part *p = part + 1; p < qual->parts + qual->nparts; p++) {
        base = hd_printf(c->arena, "%s::%s", base, p->name);
        levels += p->targs != NULL;
        const struct hd_spec *inner = nested_spec(spec, p->name);
        spec = inner ? inner : member_class_spec(c, base);
    }
    bool is_template = levels_of(ast) > levels;
    const struct hd_ast *declared = spec ? declared_member(spec, ast, is_template) : NULL;
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
    base = hd_intern_str(
        hd_printf(c->arena, "%s::%s", base, function ? name_in_template(ast) : declr->name));
    const char *key =
        function ? outside_key(c, ast, base) : hd_intern_str(hd_printf(c->arena, "%s =", base));
    if (template_give_device_ast(c, key, ast)) return true;
    outside_declare(c, ast, sym->name, base, key, of, sym);
    if (!c->refreshing) {
        const struct hd_def *def = hd_map_get(&c->front->names, key);
        if (def && def->sym) give_to_instances(c, def->sym->tmpl);
    }
    return true;
}
