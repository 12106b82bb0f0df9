// Qualified names: what stands before a `::`, and what a name means behind it.
//
// A component before `::` is a namespace, a record, an enumeration, or a name for one of them;
// functions and variables of that name are passed over (C++ [basic.lookup.qual]). Behind it only
// that space counts, with its `using namespace`.
//
// Example: in `std::chrono::steady_clock::now()` three components lead to the space of a struct, in
// which `now` is a member.
#include <string.h>

#include "front/check/expr/expr.h"
#include "front/names/library.h"

const char *qual_text(struct check *c, const struct hd_qual *qual) {
    struct hd_buf buf = {0};
    if (qual->rooted) hd_buf_puts(&buf, "::");
    for (int i = 0; i < qual->nparts; i++) {
        const struct hd_name_part *part = &qual->parts[i];
        const struct hd_source *source = part->targs ? hd_source_at(part->range.from) : NULL;
        if (source && source->text) // as it was written
            hd_buf_printf(&buf, "%.*s::", (int)(part->range.to - part->range.from),
                          source->text + (part->range.from - source->base));
        else
            hd_buf_printf(&buf, "%s%s::", part->name, part->targs ? "<...>" : "");
    }
    const char *text = hd_strdup(c->arena, hd_buf_str(&buf));
    hd_buf_finish(&buf);
    return text;
}

// Inside of a struct, and of what is nested in it, its members are known before its `}`.
static bool is_inside(const struct check *c, const struct hd_space *record) {
    const struct hd_space *s = c->scope;
    while (s && s != record && s->stands_for != record) s = s->outer;
    return s != NULL;
}

static bool enter_type(struct check *c, struct hd_type *t, const struct hd_name_part *part,
                       struct inner *out) {
    *out = (struct inner){0};
    if (t->kind == HD_TY_RECORD) {
        out->record = t->record;
        out->space = t->record->space;
        if (t->record->closure) return true;
        if (out->space && (hd_record_is_complete(t->record) || is_inside(c, out->space)))
            return true;
        struct hd_diag *d = hd_error(c->diags, part->range,
                                     "`%s` is declared but not defined: its members are not known",
                                     ty(c, hd_type_unqual(t)));
        note_on(c, d, (struct hd_range){t->record->loc, t->record->loc}, "it is declared here");
        return false;
    }
    if (t->kind == HD_TY_ENUM) {
        out->enumeration = t;
        return true;
    }
    if (t->kind != HD_TY_ERROR)
        hd_error(c->diags, part->range, "`%s` is `%s`, which has no members", part->name, ty(c, t));
    return false;
}

const char *std_header(const struct hd_qual *qual, const char *name) {
    bool in_std = qual && qual->nparts > 0 && strcmp(qual->parts[0].name, "std") == 0;
    return in_std ? hd_std_header_of(name) : NULL;
}

const char *const *usual_alias_of(const char *name) {
    static const struct {
        const char *alias, *of[MOST_ALIAS_PARTS + 1];
    } usual[] = {
        {"cg", {"cooperative_groups"}}, {"wmma", {"nvcuda", "wmma"}},
        {"fs", {"std", "filesystem"}},  {"chrono", {"std", "chrono"}},
        {"ranges", {"std", "ranges"}},
    };
    for (int i = 0; i < HD_COUNT(usual); i++)
        if (!strcmp(name, usual[i].alias)) return usual[i].of;
    return NULL;
}

static bool not_a_space(struct check *c, const struct hd_name_part *part, const struct inner *in) {
    bool first = !in->space && !in->enumeration;
    if (first && check_is_poisoned(c->front, part->name)) return false;
    struct hd_found found;
    bool other =
        first && space_find(c->front, c->scope, part->name, LOOK_NAMES | LOOK_MEMBERS, &found);
    struct hd_diag *d;
    if (other)
        d = hd_error(c->diags, part->range, "`%s` is no namespace, struct or enum", part->name);
    else
        d = hd_error(c->diags, part->range, "`%s::` is not known", part->name);
    const char *near = first ? hd_suggest(c->front, part->name) : NULL;
    const char *const *alias = first ? usual_alias_of(part->name) : NULL;
    const char *header =
        !first && in->space && in->space->is_std ? hd_std_header_of(part->name) : NULL;
    if (other && first && !strcmp(part->name, "random"))
        hd_help(c->diags, d,
                "`random::uniform`, `normal`, `integers`, `exponential`, `choice`, `permutation`, "
                "`shuffle` and `seed` are there");
    else if (other)
        hd_help(c->diags, d, "write `.` between an object and its member");
    else if (header)
        hd_help(c->diags, d, "add `#include <%s>`", header);
    else if (alias)
        hd_help(c->diags, d, "say first what it is: `namespace %s = %s%s%s;`", part->name, alias[0],
                alias[1] ? "::" : "", alias[1] ? alias[1] : "");
    else if (near)
        hd_help(c->diags, d, "did you mean `%s`?", near);
    return false;
}

static void note_where(struct check *c, struct hd_diag *d, struct hd_space *space,
                       const char *name) {
    if (!space->session) return;
    const char *key = hd_space_key(c->front, space, name);
    const struct hd_def *def = hd_map_get(&c->front->names, key);
    if (!def || def->dead) def = hd_map_get(&c->front->tags, key);
    if (def && !def->dead)
        hd_note(c->diags, d, def->sym ? def->sym->range : def->range, "`%s` is declared here",
                space->key ? key : hd_printf(c->arena, "::%s", name));
}

// What stands in two spaces that a directive brings together. true: reported, and nothing is found.
static bool is_ambiguous(struct check *c, struct hd_found *found, const char *name,
                         struct hd_range range) {
    if (!found->also) return false;
    const char *one = found->space->key, *other = found->also->key;
    struct hd_diag *d = hd_error(c->diags, range, "`%s` is ambiguous", name);
    note_where(c, d, found->space, name);
    note_where(c, d, found->also, name);
    const struct hd_space *unnamed = found->space->is_unnamed ? found->space : found->also;
    const struct hd_space *named = unnamed == found->space ? found->also : found->space;
    if (named->is_unnamed)
        help_on(c, d, "one of them wants another name");
    else if (unnamed->is_unnamed)
        help_on(c, d, "`%s::%s` is the other one; this one wants another name, or `%%reset %s::%s`",
                named->key ? named->key : "", name, unnamed->key, name);
    else
        hd_help(c->diags, d, "name the one that you mean: `%s::%s` or `%s::%s`", one ? one : "",
                name, other ? other : "", name);
    *found = (struct hd_found){0};
    return true;
}

// One component. false: reported.
static bool enter(struct check *c, const struct hd_name_part *part, const struct inner *in,
                  bool first, struct inner *out) {
    struct hd_found found;
    unsigned what = LOOK_NAMES | LOOK_TAGS | LOOK_SPACES | (first ? 0 : LOOK_QUALIFIED);
    int errors = c->diags->errors;
    c->at = part->range;
    if (part->of) return enter_type(c, check_type_name(c, part->of), part, out);
    if (!first && !in->space) return not_a_space(c, part, in);
    if (!space_find(c->front, first ? c->scope : in->space, part->name, what, &found))
        return c->diags->errors == errors && not_a_space(c, part, in);
    if (is_ambiguous(c, &found, part->name, part->range) ||
        (in->record && access_ambiguous(c, in->record, part->name, true, part->range)))
        return false;
    struct hd_sym *sym = part->targs ? template_behind(c, found.sym) : found.sym;
    if (sym && sym->kind == SYM_STRUCT_TEMPLATE) {
        if (part->targs)
            return enter_type(
                c, struct_template_type(c, sym, part->targs, part->ntargs, part->range), part, out);
        struct hd_diag *d = hd_error(
            c->diags, part->range, "`%s` is a struct template: it needs its arguments", part->name);
        hd_help(c->diags, d, "write them out: `%s<...>::`", part->name);
        return false;
    }
    if (part->targs) {
        if (!sym || !sym->type || sym->type->kind != HD_TY_ERROR)
            hd_error(c->diags, part->range, "`%s` is no template: it takes no template arguments",
                     part->name);
        return false;
    }
    if (sym && sym->kind == SYM_NAMESPACE) {
        *out = (struct inner){.space = sym->space};
        return true;
    }
    return enter_type(c, sym ? sym->type : found.tag, part, out);
}

bool check_qual(struct check *c, const struct hd_qual *qual, struct inner *out) {
    struct inner in = {.space = qual->rooted ? hd_space_global(c->front) : NULL};
    for (int i = 0; i < qual->nparts; i++) {
        struct inner next = {0};
        if (!enter(c, &qual->parts[i], &in, i == 0 && !qual->rooted, &next)) return false;
        in = next;
    }
    *out = in;
    return true;
}

bool check_qual_of(struct check *c, const struct hd_qual *qual, const char *name,
                   struct inner *out) {
    if (!check_qual(c, qual, out)) return false;
    bool whole = out->space && out->space->session && !out->record && name;
    struct hd_space *space = whole ? space_declaring(c->front, out->space, name) : NULL;
    if (space) out->space = space;
    return true;
}

static bool constant_of(struct check *c, const struct hd_type *t, const char *name,
                        struct hd_found *out) {
    const struct hd_enum *e = t->enumeration;
    const char *key = e->scoped ? name : hd_space_key(c->front, e->home, name); // at top level
    for (int i = 0; i < e->nconstants; i++) {
        if (e->constants[i]->name != name && e->constants[i]->name != key) continue;
        out->sym = e->constants[i];
        return true;
    }
    return false;
}

// `random::normal`, unless the program has a namespace of that name: the key of a built-in name.
static const char *built_in_key(struct check *c, const struct hd_qual *qual, const char *name) {
    if (!qual || qual->rooted || qual->nparts != 1 || c->lang != HD_LANG_CU) return NULL;
    const char *key = hd_built_in_member(qual->parts[0].name, name);
    struct hd_found found;
    if (!key || space_find(c->front, c->scope, qual->parts[0].name,
                           LOOK_NAMES | LOOK_TAGS | LOOK_SPACES, &found))
        return NULL;
    return key;
}

bool name_find(struct check *c, const struct hd_qual *qual, const char *name, struct hd_range range,
               unsigned what, struct hd_found *out) {
    struct inner in = {0};
    *out = (struct hd_found){0};
    bool found;
    const char *key = built_in_key(c, qual, name);
    if (key) return space_find(c->front, hd_space_global(c->front), key, what, out);
    if (!qual) {
        found = space_find(c->front, c->scope, name, what, out);
    } else {
        if (!check_qual(c, qual, &in)) return false;
        c->at = range;
        if (in.enumeration) return constant_of(c, in.enumeration, name, out);
        found = in.space && space_find(c->front, in.space, name, what | LOOK_QUALIFIED, out);
        if (!in.space) // a lambda's class has no names
            hd_error(c->diags, range, "`%s%s` is not known", qual_text(c, qual), name);
    }
    if (found && is_ambiguous(c, out, name, range)) return false;
    struct hd_range declared = out->sym ? out->sym->range : (struct hd_range){0, 0};
    bool inside = found && !qual && out->space && out->space->kind == SPACE_RECORD;
    const struct hd_record *named = found ? in.record : NULL;
    if (inside && !out->member_of && (named = space_record(c->front, out->space)))
        named = access_naming(c, named);
    if (!named) return found;
    return (out->member_of || !access_ambiguous(c, named, name, true, range)) &&
           (!named->complete || access_name(c, named, out->space, name, range, declared));
}

hd_loc name_declared_behind(struct check *c, const struct hd_qual *qual, const char *name) {
    struct inner in = {.space = c->scope};
    struct hd_found found;
    if (!c->ends || (qual && !check_qual(c, qual, &in)) || !in.space) return 0;
    hd_loc ends = c->ends;
    c->ends = 0;
    unsigned what = LOOK_NAMES | LOOK_TAGS | LOOK_DECLARED | LOOK_STALE;
    bool any = space_find(c->front, in.space, name, what | (qual ? LOOK_QUALIFIED : 0), &found);
    c->ends = ends;
    if (!any) return 0;
    return found.sym                         ? found.sym->range.from
           : found.tag->kind == HD_TY_RECORD ? found.tag->record->loc
                                             : 0;
}
