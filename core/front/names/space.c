// Spaces: blocks, template parameters, records, namespaces, and looking names up through them.
//
// check->scope is the innermost space. A lookup starts there and climbs (`outer`) until one has the
// name. Spaces of the session (global, namespaces, records at top level) have no table of their
// own: what is declared in `A::B` stands in the session's tables under the key "A::B::name", and
// each key that a lookup asked for, found or not, is recorded as a need (global.c). So a name that
// comes to mean something in an inner space reaches whoever found it further out. `using namespace`
// is a definition as well, and the list of a space's directives is a name that can be needed.
//
// Symbols of blocks live in the cell's arena, their tables on the heap: they are finished when the
// space is popped, or, when an error unwound past that, by spaces_release.
//
// Example: in `namespace N { int x; int f() { int y; return x + y; } }` the space of f's body has
// y; x is asked for there, then as "N::x".
#include "front/names/global.h"

#include <stdlib.h>
#include <string.h>

// The namespaces that a lookup has reached by `using namespace`, besides the one it began in.
typedef struct {
    const struct hd_space *first;
    HD_VEC(struct hd_space *) more;
} space_set;

// Where what one lookup needs for itself lives: as long as the cell, or the session.
static struct hd_arena *lookup_arena(struct hd_front *front) {
    return front->check ? front->check->arena : front->arena;
}

static bool set_has(const space_set *set, const struct hd_space *space) {
    if (set->first == space) return true;
    for (int i = 0; i < set->more.n; i++)
        if (set->more.v[i] == space) return true;
    return false;
}

static void set_add(struct hd_front *front, space_set *set, struct hd_space *space) {
    HD_PUSH(lookup_arena(front), &set->more, space);
}

// ---- the session's spaces -----------------------------------------------------------------------

struct hd_space *hd_space_global(struct hd_front *front) {
    if (!front->global.session) {
        front->global.kind = SPACE_GLOBAL;
        front->global.session = true;
    }
    return &front->global;
}

const char *hd_space_key(struct hd_front *front, struct hd_space *space, const char *name) {
    if (!space->key) return name;
    void *known = hd_map_get(&space->names, name);
    if (known) return known;
    struct hd_buf buf = {0};
    hd_buf_printf(&buf, "%s::%s", space->key, name);
    const char *key = hd_intern(buf.s, buf.len);
    hd_buf_finish(&buf);
    hd_map_set(&space->names, name, (void *)key);
    return key;
}

const char *hd_space_unnamed(void) {
    static const char *name;
    return name ? name : (name = hd_intern_str("{anonymous}"));
}

struct hd_space *hd_space_in(struct hd_front *front, struct hd_space *outer, const char *name,
                             enum hd_space_kind kind) {
    const char *key = hd_space_key(front, outer, name);
    struct hd_space *space = hd_map_get(&front->spaces, key);
    if (!space) {
        space = hd_xcalloc(1, sizeof *space);
        space->session = true;
        space->name = name;
        space->key = key;
        space->outer = outer;
        space->is_std = outer->kind == SPACE_GLOBAL && !strcmp(name, "std");
        space->is_unnamed = name == hd_space_unnamed();
        hd_map_set(&front->spaces, key, space);
    }
    space->kind = kind; // what was a namespace may be a struct by now
    return space;
}

void spaces_finish(struct hd_front *front) {
    const char *key;
    void *value;
    for (int i = 0; (i = hd_map_next(&front->spaces, i, &key, &value)) > 0;) {
        struct hd_space *space = value;
        hd_map_finish(&space->names);
        free(space);
    }
    hd_map_finish(&front->spaces);
    hd_map_finish(&front->global.names);
    HD_FREE_VEC(&front->directives);
}

struct hd_space *hd_space_of_friends(struct hd_front *front, struct hd_space *record) {
    struct hd_space *space = hd_space_in(front, record, hd_intern_str("friend"), SPACE_FRIEND);
    space->stands_for = space_namespace(record);
    return space;
}

bool hd_space_is_in_class(const struct hd_space *space) {
    return space->kind == SPACE_RECORD || space->kind == SPACE_FRIEND;
}

struct hd_space *space_of_text(struct hd_space *space) {
    while (!space->session) space = space->outer;
    return space->stands_for && space->kind != SPACE_FRIEND ? space->stands_for : space;
}

struct hd_space *space_enclosing(struct hd_space *space) {
    while (!space->session) space = space->outer;
    return space->stands_for ? space->stands_for : space;
}

struct hd_space *space_namespace(struct hd_space *space) {
    while (space->kind != SPACE_NAMESPACE && space->kind != SPACE_GLOBAL) space = space->outer;
    return space;
}

struct hd_record *space_record(struct hd_front *front, const struct hd_space *space) {
    if (space->kind != SPACE_RECORD) return NULL;
    if (!space->session || space->record) return space->record;
    const struct check *c = front->check; // inside of a member it is that record, also when it is
    if (c && c->record && c->record->space == space) return c->record; // not in force any more
    const struct hd_def *def = hd_map_get(&front->tags, space->key);
    const struct hd_type *type = def && !def->dead ? def->tag_type : NULL;
    return type && type->kind == HD_TY_RECORD ? type->record : NULL;
}

// ---- spaces of blocks ---------------------------------------------------------------------------

struct hd_space *space_new(struct check *c, enum hd_space_kind kind) {
    struct hd_front *front = c->front;
    struct hd_space *s = HD_NEW(c->arena, struct hd_space);
    s->kind = kind;
    s->live_next = front->live_spaces;
    if (s->live_next) s->live_next->live_prev = s;
    front->live_spaces = s;
    return s;
}

static void finish(struct hd_front *front, struct hd_space *s) {
    if (s->live_prev)
        s->live_prev->live_next = s->live_next;
    else
        front->live_spaces = s->live_next;
    if (s->live_next) s->live_next->live_prev = s->live_prev;
    hd_map_finish(&s->names);
    hd_map_finish(&s->tags);
}

void space_finish(struct check *c, struct hd_space *space) {
    if (space) finish(c->front, space);
}

void spaces_release(struct hd_front *front, struct hd_space *level) {
    while (front->live_spaces && front->live_spaces != level) finish(front, front->live_spaces);
}

void space_push(struct check *c, enum hd_space_kind kind) {
    struct hd_space *s = space_new(c, kind);
    s->outer = c->scope;
    c->scope = s;
}

void space_pop(struct check *c) {
    struct hd_space *s = c->scope;
    c->scope = s->outer;
    finish(c->front, s);
}

bool at_top(const struct check *c) {
    const struct hd_space *s = c->scope;
    while (s->is_prototype) s = s->outer;
    return s->session;
}

// ---- declaring ----------------------------------------------------------------------------------

static bool redeclares(const struct hd_sym *old, const struct hd_sym *sym) {
    if (old->kind != sym->kind) return true;
    if (sym->kind == SYM_FUNC || sym->kind == SYM_TYPEDEF)
        return !hd_type_compatible(old->type, sym->type);
    return sym->kind != SYM_VAR || sym->storage != ST_EXTERN || old->storage == ST_LOCAL;
}

struct hd_sym *space_declare(struct check *c, struct hd_sym *sym) {
    if (!sym->name) return sym;
    struct hd_sym *old = hd_map_get(&c->scope->names, sym->name);
    if (old && old != sym && redeclares(old, sym)) {
        struct hd_diag *d =
            hd_error(c->diags, sym->range, "`%s` is declared twice in this block", sym->name);
        hd_note(c->diags, d, old->range, "the other declaration is here");
    }
    sym->shadows = old;
    hd_map_set(&c->scope->names, sym->name, sym);
    return sym;
}

struct hd_type *space_tag_here(struct check *c, const char *name) {
    struct hd_space *s = c->scope; // prototypes lend their tags to the space around them
    while (s->is_prototype) s = s->outer;
    return s->session ? NULL : hd_map_get(&s->tags, name);
}

void space_declare_tag(struct check *c, const char *name, struct hd_type *type) {
    struct hd_space *s = c->scope;
    while (s->is_prototype) s = s->outer;
    hd_map_set(&s->tags, name, type);
}

bool hd_space_in_std(const struct hd_space *s) {
    while (s && !s->is_std) s = s->outer;
    return s != NULL;
}

static bool is_around(const struct hd_space *outer, const struct hd_space *inner) {
    while (inner && inner != outer) inner = inner->outer;
    return inner != NULL;
}

static const char *directives_of(struct hd_space *space) {
    if (space->directives) return space->directives;
    struct hd_buf buf = {0};
    hd_buf_printf(&buf, "using namespace in %s", space->key ? space->key : "");
    space->directives = hd_intern(buf.s, buf.len);
    hd_buf_finish(&buf);
    return space->directives;
}

// ---- looking names up ---------------------------------------------------------------------------

// `using A::name;` stands for A's, and for those of A's inline namespaces.
static void follow_once(struct hd_front *front, struct hd_found *out, unsigned what) {
    const struct hd_sym *alias = out->sym;
    bool refresh = !(what & LOOK_STALE);
    out->sym = what & LOOK_NAMES ? global_find(front, alias->target, refresh) : NULL;
    out->tag = what & LOOK_TAGS ? global_find_tag(front, alias->target, refresh) : NULL;
    while ((what & LOOK_NAMES) && (alias = alias->next) && out->nbeside < FOUND_BESIDE) {
        struct hd_sym *more = global_find(front, alias->target, refresh);
        for (int i = 0; more && more->kind == SYM_ALIAS && i < HD_MOST_LEVELS; i++)
            more = global_find(front, more->target, refresh);
        if (!more || more->kind == SYM_ALIAS) continue;
        if (out->sym)
            out->beside[out->nbeside++] = more;
        else
            out->sym = more;
    }
}

// What it stands for may be such a declaration too by now, which came in the place of a definition.
static void follow_alias(struct hd_front *front, struct hd_found *out, unsigned what) {
    for (int i = 0; out->sym && out->sym->kind == SYM_ALIAS; i++) {
        follow_once(front, out, what);
        if (i == HD_MOST_LEVELS) out->sym = NULL; // they stand for each other
    }
}

// The words of arrays are no library's: a program's own `square` has none of that name beside it.
static bool is_array_word(const char *name) {
    const struct hd_builtin *row = hd_builtin_find(name);
    const char *header = hd_header_of(name);
    return (row && row->lower == LOWER_ARRAY) || (header && !strcmp(header, "array_words.h"));
}

// C++ puts the C library's names into std, from wherever they are declared.
static void find_c_library(struct hd_front *front, const char *name, unsigned what,
                           struct hd_found *out) {
    if (is_array_word(name)) return;
    const struct hd_def *def = hd_map_get(&front->names, name),
                        *tag = hd_map_get(&front->tags, name);
    bool refresh = !(what & LOOK_STALE);
    if ((what & LOOK_NAMES) && (!def || def->dead || def->system)) {
        out->sym = global_find(front, name, refresh);
        if (!out->sym && !(what & LOOK_DECLARED)) out->sym = builtin_lookup(front, name);
    } else if ((what & LOOK_NAMES) && !(what & LOOK_DECLARED)) {
        out->sym = builtin_behind(front, name); // the session's own `exp` is not std::exp
    }
    if ((what & LOOK_TAGS) && tag && !tag->dead && tag->system)
        out->tag = global_find_tag(front, name, refresh);
}

static const char *std_name(void) {
    static const char *name;
    return name ? name : (name = hd_intern_str("std"));
}

// `std` is there also before a header declares something in it.
static struct hd_sym *std_sym(struct hd_front *front) {
    if (front->lang != HD_LANG_CU) return NULL;
    if (!front->std) {
        front->std = HD_NEW(front->arena, struct hd_sym);
        front->std->kind = SYM_NAMESPACE;
        front->std->name = std_name();
        front->std->type = hd_ty.void_;
        front->std->space = hd_space_in(front, hd_space_global(front), std_name(), SPACE_NAMESPACE);
    }
    return front->std;
}

// What may stand before `::`.
static bool is_space(const struct hd_sym *sym) {
    return sym &&
           (sym->kind == SYM_NAMESPACE || sym->kind == SYM_TYPEDEF ||
            sym->kind == SYM_STRUCT_TEMPLATE || (sym->type && sym->type->kind == HD_TY_ERROR));
}

static const char *own_name(const struct hd_record *record) {
    return record->instance ? record->instance->tmpl->ast->spec->name : record->space->name;
}

// The directives in a session's space, among them those that its inline namespaces are (what one
// names is its sym->space). NULL: no more. Whoever finds something by one records it, or the next
// engine could not check that text where it stands.
static const struct hd_def *next_directive(struct hd_front *front, struct hd_space *s, int *at) {
    int n;
    const char **keys = global_family(front, directives_of(s), &n);
    while (*at < n) {
        const struct hd_def *def = hd_map_get(&front->names, keys[(*at)++]);
        if (def && !def->dead && def->sym && def->sym->kind == SYM_USING &&
            !name_is_behind(front->check, def->sym->declared))
            return def;
    }
    return NULL;
}

// The same, and the need of them is recorded.
static const struct hd_def *next_used(struct hd_front *front, struct hd_space *s, int *at) {
    if (*at == 0) global_need(front, directives_of(s));
    return next_directive(front, s, at);
}

static bool is_inline_in(const struct hd_space *used, const struct hd_space *outer) {
    return used->is_inline && used->outer == outer;
}

static bool is_known(struct hd_front *front, const char *key) {
    const struct hd_def *def = hd_map_get(&front->names, key), *tag = hd_map_get(&front->tags, key);
    int n;
    global_family(front, key, &n);
    return (def && !def->dead) || (tag && !tag->dead) || n > 0;
}

static bool declares(struct hd_front *front, struct hd_space *space, const char *name) {
    return is_known(front, hd_space_key(front, space, name));
}

static bool has_namespace(struct hd_front *front, struct hd_space *outer, const char *name) {
    const struct hd_def *def = hd_map_get(&front->names, hd_space_key(front, outer, name));
    return def && !def->dead && def->sym && def->sym->kind == SYM_NAMESPACE;
}

// The space itself or an inline namespace in it, the first of which `has` says so. NULL: none.
static struct hd_space *one_of_set(struct hd_front *front, struct hd_space *space, const char *name,
                                   bool (*has)(struct hd_front *, struct hd_space *,
                                               const char *)) {
    if (has(front, space, name)) return space;
    struct hd_space *found = NULL;
    const struct hd_def *by;
    for (int at = 0; !found && space->has_inline && (by = next_directive(front, space, &at));)
        if (is_inline_in(by->sym->space, space))
            found = one_of_set(front, by->sym->space, name, has);
    return found;
}

struct hd_space *space_declaring(struct hd_front *front, struct hd_space *space, const char *name) {
    return one_of_set(front, space, name, declares);
}

struct hd_space *space_open(struct hd_front *front, struct hd_space *outer, const char *name) {
    bool unnamed = name == hd_space_unnamed(); // each namespace has one of its own
    struct hd_space *inner = unnamed ? NULL : one_of_set(front, outer, name, has_namespace);
    return hd_space_in(front, inner ? inner : outer, name, SPACE_NAMESPACE);
}

static bool is_function(const struct hd_found *found) {
    return found->sym && (found->sym->kind == SYM_FUNC || found->sym->kind == SYM_TEMPLATE);
}

static bool is_of_library(struct hd_front *front, const struct hd_found *found, const char *name) {
    if (hd_space_in_std(found->space)) return true;
    const char *key = found->space->session ? hd_space_key(front, found->space, name) : NULL;
    const struct hd_def *def =
        key ? hd_map_get(found->sym ? &front->names : &front->tags, key) : NULL;
    return def && def->system;
}

// Namespaces of several names and types of several declarations may be one.
static bool is_same(const struct hd_found *a, const struct hd_found *b) {
    if (a->sym == b->sym && a->tag == b->tag) return true;
    if (a->sym && b->sym && a->sym->kind == SYM_NAMESPACE && b->sym->kind == SYM_NAMESPACE)
        return a->sym->space == b->sym->space;
    const struct hd_type *t = a->sym ? a->sym->type : a->tag, *u = b->sym ? b->sym->type : b->tag;
    bool types =
        (!a->sym || a->sym->kind == SYM_TYPEDEF) && (!b->sym || b->sym->kind == SYM_TYPEDEF);
    return types && t && u && hd_type_same(t, u);
}

static void add_beside(struct hd_found *out, struct hd_sym *set) {
    bool known = set == out->sym;
    for (int i = 0; i < out->nbeside; i++) known = known || out->beside[i] == set;
    if (!known && out->nbeside < FOUND_BESIDE) out->beside[out->nbeside++] = set;
}

// Two things of one name are ambiguous, unless they are one. Functions overload each other. A
// program's own name wins over a library's: at the prompt it may be there since long before.
static void add_found(struct hd_front *front, const char *name, struct hd_found *out,
                      const struct hd_found *more) {
    if (!out->space) {
        *out = *more;
        return;
    }
    if (is_same(out, more)) {
        if (more->also) out->also = more->also;
        for (int i = 0; i < more->nbeside; i++) add_beside(out, more->beside[i]);
        return;
    }
    if (!is_function(out) || !is_function(more)) {
        bool library = is_of_library(front, out, name);
        if (library != is_of_library(front, more, name)) {
            if (library) *out = *more;
            return;
        }
        out->also = more->space;
        return;
    }
    if (more->also) out->also = more->also;
    for (int i = -1; i < more->nbeside; i++) add_beside(out, i < 0 ? more->sym : more->beside[i]);
}

// A record's own name means the record in it (C++ [class.pre]p2), also where the space around has
// several of that name. The constructors' family has that key. What the space around says of
// instances of templates is as good.
static bool find_itself(struct hd_front *front, struct hd_space *s, struct hd_record *record,
                        unsigned what, struct hd_found *out) {
    const struct hd_def *def = s->session ? hd_map_get(&front->tags, s->key) : NULL;
    const struct hd_type *type = def && !def->dead ? def->tag_type : NULL;
    if (!(what & LOOK_TAGS) || record->instance || !type || type->kind != HD_TY_RECORD ||
        type->record != record)
        return false;
    out->tag = def->tag_type;
    out->space = s;
    return true;
}

bool name_is_behind(const struct check *c, hd_loc declared) {
    if (!c || !c->ends || !declared || !hd_text_follows(declared, c->ends)) return false;
    const struct hd_source *source = hd_source_at(declared);
    return source && !source->system;
}

// What of a set is declared ahead of the definition that is being checked.
static struct hd_sym *ahead(struct hd_front *front, struct hd_sym *sym) {
    while (sym && name_is_behind(front->check, sym->declared)) sym = sym->next;
    return sym;
}

static struct hd_type *tag_ahead(struct hd_front *front, struct hd_type *tag, const char *key) {
    const struct hd_def *def = tag ? hd_map_get(&front->tags, key) : NULL;
    return def && name_is_behind(front->check, def->declared) ? NULL : tag;
}

static struct hd_sym *unmade_static(const struct hd_record *r, const char *name) {
    for (int i = 0; r && i < r->nstatics; i++)
        if (r->statics[i].name == name) return r->statics[i].unmade;
    return NULL;
}

// The functions that `using A::f;` brings into a session's space.
static void add_brought(struct hd_front *front, struct hd_space *s, const char *name, unsigned what,
                        struct hd_found *out) {
    int n, cell = 0;
    const char *key = hd_space_key(front, s, name);
    const char **keys = global_family(front, key, &n);
    for (int i = 0; i < n; i++) {
        const struct hd_def *def = hd_map_get(&front->names, keys[i]);
        if (!def || def->dead || !def->sym || def->sym->kind != SYM_ALIAS ||
            name_is_behind(front->check, def->sym->declared))
            continue;
        global_record(front, keys[i], def);
        struct hd_found more = {.sym = def->sym, .space = s};
        follow_alias(front, &more, what);
        if ((what & LOOK_SPACES) && !is_space(more.sym)) more.sym = NULL;
        if (!more.sym && !more.tag) continue; // it is no more
        bool own = out->space && !cell, functions = is_function(&more) && is_function(out);
        if (!functions && out->space && (own || def->cell < cell)) continue;
        if (!functions) *out = (struct hd_found){0}; // what another cell brought makes room
        add_found(front, name, out, &more);
        cell = def->cell;
    }
}

static bool find_in_bases(struct hd_front *front, struct hd_record *record, struct hd_space *s,
                          const char *name, unsigned what, bool is_part, struct hd_found *out);

// What a space declares itself, and its inline namespaces do; record: whose it is, or NULL, and
// whether that is a base. LOOK_SPACES: what cannot stand before `::` is passed over (C++
// [basic.lookup.qual]).
static bool find_in(struct hd_front *front, struct hd_space *s, struct hd_record *record,
                    const char *name, unsigned what, bool is_part, struct hd_found *out) {
    *out = (struct hd_found){0};
    if (record) hd_record_is_complete(record);
    if (record && name == own_name(record)) return find_itself(front, s, record, what, out);
    if (!s->session) {
        if (what & LOOK_NAMES) out->sym = pack_element(hd_map_get(&s->names, name));
        if (what & LOOK_TAGS) out->tag = hd_map_get(&s->tags, name);
    } else {
        const char *key = hd_space_key(front, s, name);
        bool refresh = !(what & LOOK_STALE);
        if (s->is_std) waiting_find(front, name);
        if (what & LOOK_NAMES) out->sym = global_find(front, key, refresh);
        if (what & LOOK_TAGS) out->tag = global_find_tag(front, key, refresh);
        if ((what & LOOK_NAMES) && !out->sym) out->sym = unmade_static(record, name);
        if (s->kind != SPACE_RECORD) { // a class is complete wherever it is looked into
            out->sym = ahead(front, out->sym);
            out->tag = tag_ahead(front, out->tag, key);
        }
        if (!out->sym && !s->key && name == std_name()) out->sym = std_sym(front);
        if (s->is_std && !out->sym && !out->tag) find_c_library(front, name, what, out);
    }
    if (out->sym && out->sym->kind == SYM_ALIAS) follow_alias(front, out, what);
    if ((what & LOOK_MEMBERS) && record && record_has_own(record, name)) out->member_of = record;
    if ((what & LOOK_SPACES) && !is_space(out->sym)) out->sym = NULL;
    if (out->sym || out->tag || out->member_of) out->space = s;
    if (s->session && !record && (!out->space || is_function(out)))
        add_brought(front, s, name, what, out);
    // An inline namespace may come later, with the same name. Not so at top level: all would be
    // checked again for each `using namespace` there.
    if (s->kind == SPACE_NAMESPACE && !s->has_inline) global_need(front, directives_of(s));
    const struct hd_def *by;
    for (int at = 0; s->has_inline && (by = next_used(front, s, &at));) {
        struct hd_found inner;
        struct hd_space *used = by->sym->space;
        if (!is_inline_in(used, s) || !find_in(front, used, NULL, name, what, false, &inner))
            continue;
        global_record(front, by->name, by);
        add_found(front, name, out, &inner);
    }
    return out->space || (record && find_in_bases(front, record, s, name, what, is_part, out));
}

// is_part: as a base of something, which has the virtual bases itself.
static bool find_in_bases(struct hd_front *front, struct hd_record *record, struct hd_space *s,
                          const char *name, unsigned what, bool is_part, struct hd_found *out) {
    const struct hd_field *base;
    for (int i = 0; (base = hd_base_at(record, &i)) && !(base->is_virtual && is_part);) {
        struct hd_record *of = base->type->record;
        struct hd_found inner;
        bool found = of->space && find_in(front, of->space, of, name, what, true, &inner);
        bool member = found ? inner.member_of != NULL
                            : !of->space && (what & LOOK_MEMBERS) && record_has_member(of, name);
        if (!found && !member) continue;
        *out = member ? (struct hd_found){.member_of = record, .space = s} : inner;
        return true;
    }
    return false;
}

static bool find_own(struct hd_front *front, struct hd_space *s, const char *name, unsigned what,
                     struct hd_found *out) {
    struct hd_record *record = s->kind == SPACE_RECORD ? space_record(front, s) : NULL;
    return find_in(front, s, record, name, what, false, out);
}

static bool find_built_in(struct hd_front *front, struct hd_space *global, const char *name,
                          unsigned what, struct hd_found *out) {
    if (what & LOOK_DECLARED) return false;
    if (what & LOOK_NAMES) out->sym = builtin_lookup(front, name);
    if ((what & LOOK_SPACES) && !is_space(out->sym)) out->sym = NULL;
    if ((what & LOOK_TAGS) && !out->sym) out->tag = builtin_lookup_tag(front, name);
    out->space = out->sym || out->tag ? global : NULL;
    return out->space != NULL;
}

// Behind `s::` ([namespace.qual]): what directives in it name counts where it has nothing itself.
static bool find_qualified(struct hd_front *front, struct hd_space *s, const char *name,
                           unsigned what, struct hd_found *out, space_set *done) {
    if (find_own(front, s, name, what, out)) return true;
    if (!s->session || s->kind == SPACE_RECORD) return false;
    const struct hd_def *by;
    for (int at = 0; (by = next_used(front, s, &at));) {
        struct hd_found found;
        struct hd_space *used = by->sym->space;
        if (set_has(done, used)) continue;
        set_add(front, done, used);
        if (!find_qualified(front, used, name, what, &found, done)) continue;
        global_record(front, by->name, by);
        add_found(front, name, out, &found);
    }
    return out->space != NULL;
}

// A namespace that a directive names, and the namespace among whose names its own are for an
// unqualified lookup: the nearest one around both ([namespace.udir]).
struct nominated {
    struct hd_space *used, *among;
    const struct hd_def *by; // the directive; NULL: it stands in a block
    int from;                // whose namespace has that directive, if one that is nominated; or -1
};
enum { USUAL = 8 };
struct nominations {
    struct nominated usual[USUAL]; // most lookups need no memory
    HD_VEC(struct nominated) more; // those behind them
    int n;
    bool unrecorded; // no need of the directives is recorded
};

static const struct nominated *nomination(const struct nominations *list, int i) {
    return i < USUAL ? &list->usual[i] : &list->more.v[i - USUAL];
}

static void nominate(struct hd_front *front, struct nominated what, struct hd_space *from,
                     struct nominations *out);

// The directives in `s`, as if they stood in `from`; `by` nominated `s`.
static void nominate_all(struct hd_front *front, struct hd_space *s, struct hd_space *from, int by,
                         struct nominations *out) {
    const struct hd_def *def;
    for (int i = 0; i < s->used.n; i++)
        nominate(front, (struct nominated){s->used.v[i], NULL, NULL, by}, from, out);
    if (!s->session || s->kind == SPACE_RECORD) return;
    if (!out->unrecorded) global_need(front, directives_of(s));
    for (int at = 0; (def = next_directive(front, s, &at));) {
        struct hd_space *used = def->sym->space;
        if (is_inline_in(used, s))
            nominate_all(front, used, from, by, out);
        else
            nominate(front, (struct nominated){used, NULL, def, by}, from, out);
    }
}

static void nominate(struct hd_front *front, struct nominated what, struct hd_space *from,
                     struct nominations *out) {
    what.among = space_namespace(from);
    while (!is_around(what.among, what.used)) what.among = space_namespace(what.among->outer);
    for (int i = 0; i < out->n; i++) {
        const struct nominated *known = nomination(out, i);
        if (known->used == what.used && known->among == what.among) return;
    }
    if (out->n < USUAL)
        out->usual[out->n] = what;
    else
        HD_PUSH(lookup_arena(front), &out->more, what);
    out->n++;
    nominate_all(front, what.used, from, out->n - 1, out);
}

static void record_nomination(struct hd_front *front, const struct nominations *list, int i) {
    for (; i >= 0; i = nomination(list, i)->from) {
        const struct hd_def *by = nomination(list, i)->by;
        if (by) global_record(front, by->name, by);
    }
}

// Who used what `def` is called among the names of `among` looks again: it may be ambiguous now.
static void tell_brought(struct hd_front *front, struct hd_space *among, const struct hd_def *def,
                         hd_loc at) {
    const char *name = hd_intern_str(hd_def_called(def));
    if (one_of_set(front, among, name, declares))
        global_name_changed(front, hd_space_key(front, among, name), at);
}

void space_tell_new(struct hd_front *front, const struct hd_def *def, hd_loc at) {
    struct hd_space *space = def->space;
    while (space->is_inline) space = space->outer;
    for (int i = 0; space->kind == SPACE_NAMESPACE && i < front->directives.n; i++) {
        const struct space_directive *d = &front->directives.v[i];
        struct nominations list = {.unrecorded = true};
        nominate(front, (struct nominated){d->used, NULL, NULL, -1}, d->scope, &list);
        for (int k = 0; k < list.n; k++) {
            const struct nominated *n = nomination(&list, k);
            if (n->used == space || n->used == def->space) tell_brought(front, n->among, def, at);
        }
    }
}

static void keep_directive(struct hd_front *front, struct hd_space *scope, struct hd_space *used) {
    for (int i = 0; i < front->directives.n; i++)
        if (front->directives.v[i].scope == scope && front->directives.v[i].used == used) return;
    HD_XPUSH(&front->directives, ((struct space_directive){scope, used}));
}

// The names that `used` brings if a directive for it stands in `scope`, and that mean something
// else where it brings them: who used that looks again.
static void tell_from(struct check *c, struct hd_space *scope, struct hd_space *used, hd_loc at) {
    struct hd_front *front = c->front;
    struct nominations list = {.unrecorded = true};
    nominate(front, (struct nominated){used, NULL, NULL, -1}, scope, &list);
    for (int i = 0; i < list.n; i++) {
        space_vec set = {0};
        space_add_set(c, &set, nomination(&list, i)->used);
        for (int k = 0; k < front->defs.n; k++) {
            const struct hd_def *def = front->defs.v[k];
            bool listed = false;
            for (int j = 0; j < set.n; j++) listed = listed || set.v[j] == def->space;
            if (listed && !def->dead && !def->system)
                tell_brought(front, nomination(&list, i)->among, def, at);
        }
    }
}

// A new directive in c->scope: it counts there, and wherever another one leads to c->scope.
static void tell_made_ambiguous(struct check *c, struct hd_space *used, struct hd_range range) {
    struct hd_front *front = c->front;
    struct hd_space *scope = c->scope;
    keep_directive(front, scope, used);
    tell_from(c, scope, used, range.from);
    while (scope->is_inline) scope = scope->outer;
    for (int i = 0; i < front->directives.n; i++) {
        const struct space_directive d = front->directives.v[i];
        struct nominations list = {.unrecorded = true};
        nominate(front, (struct nominated){d.used, NULL, NULL, -1}, d.scope, &list);
        bool leads_here = false;
        for (int k = 0; k < list.n; k++) leads_here |= nomination(&list, k)->used == scope;
        if (leads_here) tell_from(c, d.scope, used, range.from);
    }
}

void space_use(struct check *c, struct hd_space *used, struct hd_range range) {
    if (!c->scope->session) {
        HD_PUSH(c->arena, &c->scope->used, used);
        return;
    }
    const char *base = directives_of(c->scope);
    const char *name = hd_intern_str(hd_printf(c->arena, "%s: %s", base, used->key));
    struct hd_sym *sym = sym_new(c, SYM_USING, name, hd_ty.void_, range);
    sym->space = used;
    global_declare_member(c, sym, base);
    if (!c->refreshing && !used->is_inline && !hd_space_in_std(used))
        tell_made_ambiguous(c, used, range);
}

// Those of `list` whose names are among those of `s`.
static void find_nominated(struct hd_front *front, struct hd_space *s,
                           const struct nominations *list, const char *name, unsigned what,
                           struct hd_found *out) {
    bool own = out->space && !is_function(out) && !is_of_library(front, out, name);
    for (int i = 0; i < list->n; i++) {
        struct hd_found found;
        const struct nominated *n = nomination(list, i);
        if (n->among != s || (own && hd_space_in_std(n->used))) continue;
        if (!find_own(front, n->used, name, what, &found)) continue;
        record_nomination(front, list, i);
        add_found(front, name, out, &found);
    }
}

bool space_find(struct hd_front *front, struct hd_space *from, const char *name, unsigned what,
                struct hd_found *out) {
    struct nominations list = {.n = 0};
    if (what & LOOK_QUALIFIED) {
        space_set done = {.first = from};
        return find_qualified(front, from, name, what, out, &done) ||
               (from->kind == SPACE_GLOBAL && find_built_in(front, from, name, what, out));
    }
    for (struct hd_space *s = from; s; s = s->outer) {
        if (s->kind == SPACE_FRIEND) continue;
        bool found = find_own(front, s, name, what, out);
        if (found && s->kind != SPACE_NAMESPACE && s->kind != SPACE_GLOBAL) return true;
        // A directive that comes later and brings such a name makes itself heard (space_use).
        list.unrecorded = found && !is_function(out);
        nominate_all(front, s, s, -1, &list);
        list.unrecorded = false;
        find_nominated(front, s, &list, name, what, out);
        if (out->space) return true;
        if (s->kind == SPACE_GLOBAL && find_built_in(front, s, name, what, out)) return true;
    }
    return false;
}

struct hd_sym *space_find_local(struct check *c, const char *name) {
    bool around_class = false; // the function around a local class has other objects
    for (struct hd_space *s = c->scope; s && !s->session; s = s->outer) {
        struct hd_sym *sym = pack_element(hd_map_get(&s->names, name));
        if (sym && !(around_class && sym_is_automatic(sym))) return sym;
        around_class = around_class || s->kind == SPACE_RECORD;
    }
    return NULL;
}

bool sym_is_automatic(const struct hd_sym *sym) {
    return sym && sym->kind == SYM_VAR && sym->storage == ST_LOCAL && !sym->is_template_value &&
           sym->type->kind != HD_TY_ERROR;
}

bool space_is_around_class(const struct check *c, const struct hd_space *space) {
    bool around_class = false;
    for (const struct hd_space *s = c->scope; s && !s->session && s != space; s = s->outer)
        around_class = around_class || s->kind == SPACE_RECORD;
    return around_class && space && !space->session;
}

void space_add(struct check *c, space_vec *list, struct hd_space *space) {
    for (int i = 0; i < list->n; i++)
        if (list->v[i] == space) return;
    HD_PUSH(c->arena, list, space);
}

void space_add_set(struct check *c, space_vec *list, struct hd_space *space) {
    space_add(c, list, space);
    const struct hd_def *by;
    for (int at = 0; space->has_inline && (by = next_used(c->front, space, &at));)
        if (is_inline_in(by->sym->space, space)) space_add_set(c, list, by->sym->space);
}

static void add_used(struct check *c, space_vec *list, struct hd_space *s) {
    for (int i = 0; i < s->used.n; i++) space_add(c, list, s->used.v[i]);
    if (!s->session || s->kind == SPACE_RECORD) return;
    const struct hd_def *by;
    for (int at = 0; (by = next_used(c->front, s, &at));) {
        global_record(c->front, by->name, by);
        space_add(c, list, by->sym->space);
    }
}

void spaces_visible(struct check *c, space_vec *out) {
    for (struct hd_space *s = c->scope; s; s = s->outer) {
        if (s->kind == SPACE_NAMESPACE || s->kind == SPACE_GLOBAL) space_add(c, out, s);
        add_used(c, out, s);
    }
    for (int i = 0; i < out->n; i++) add_used(c, out, out->v[i]);
}

// ---- names as users mean them ------------------------------------------------------------------

// The key under which a name is known that directives in `space` bring. NULL: none does.
static const char *key_brought(struct hd_front *front, struct hd_space *space, const char *name,
                               space_set *done) {
    int n;
    const char **uses = global_family(front, directives_of(space), &n), *found = NULL;
    for (int i = 0; i < n && !found; i++) {
        const struct hd_def *def = hd_map_get(&front->names, uses[i]);
        if (!def || def->dead || !def->sym || def->sym->kind != SYM_USING) continue;
        struct hd_space *used = def->sym->space;
        if (set_has(done, used)) continue;
        set_add(front, done, used);
        found = hd_space_key(front, used, name);
        if (!is_known(front, found)) found = key_brought(front, used, name, done);
    }
    return found;
}

// A program's own of that name at top level: what `std::` is before is not that.
static bool is_own(struct hd_front *front, const char *name) {
    const struct hd_def *def = hd_map_get(&front->names, name),
                        *tag = hd_map_get(&front->tags, name);
    return (def && !def->dead && !def->system) || (tag && !tag->dead && !tag->system);
}

const char *space_key_meant(struct hd_front *front, struct hd_space *space, const char *name) {
    const char *key = hd_space_key(front, space, name);
    if (is_known(front, key)) return key;
    int n = 0;
    const char **brought = global_family(front, key, &n);
    for (int i = 0; i < n; i++) {
        const struct hd_def *def = hd_map_get(&front->names, brought[i]);
        if (def && !def->dead && def->sym && def->sym->kind == SYM_ALIAS) return def->sym->target;
    }
    space_set done = {.first = space};
    const char *found = key_brought(front, space, name, &done);
    return found ? found : space->is_std && !is_own(front, name) ? name : key;
}

static bool brings(struct hd_front *front, struct hd_space *in, const struct hd_space *space,
                   space_set *done) {
    int n;
    const char **uses = global_family(front, directives_of(in), &n);
    for (int i = 0; i < n; i++) {
        const struct hd_def *def = hd_map_get(&front->names, uses[i]);
        if (!def || def->dead || !def->sym || def->sym->kind != SYM_USING) continue;
        struct hd_space *used = def->sym->space;
        if (used == space) return true;
        if (set_has(done, used)) continue;
        set_add(front, done, used);
        if (brings(front, used, space, done)) return true;
    }
    return false;
}

bool hd_space_brings(struct hd_front *front, struct hd_space *in, const struct hd_space *space) {
    space_set done = {.first = in};
    return brings(front, in, space, &done);
}

bool hd_space_in_use(struct hd_front *front, const struct hd_space *space) {
    return hd_space_brings(front, hd_space_global(front), space);
}

static bool std_is_used(struct hd_front *front) {
    for (struct hd_space *s = front->check ? front->check->scope : NULL; s; s = s->outer)
        for (int i = 0; i < s->used.n; i++)
            if (s->used.v[i]->is_std) return true;
    return hd_space_in_use(front, std_sym(front)->space);
}

const char *hd_std_advice(struct hd_front *front, struct hd_arena *arena, const char *name) {
    const char *header = hd_std_usual(name);
    if (!front || !header || !std_is_used(front))
        return hd_printf(arena, "write `std::%s`, or `using namespace std;` before it", name);
    return hd_printf(arena, "add `#include <%s>`, or write `std::%s`", header, name);
}

static const char *within(const struct hd_space *space, const char *key) {
    return space->key ? key + strlen(space->key) + 2 : key;
}

const char *hd_def_plain(const struct hd_def *def) { return within(def->space, def->name); }

const char *hd_def_called(const struct hd_def *def) {
    return within(def->space, def->family ? def->family : def->name);
}

// ---- symbols ------------------------------------------------------------------------------------

struct hd_sym *sym_new(struct check *c, enum hd_sym_kind kind, const char *name,
                       struct hd_type *type, struct hd_range range) {
    static uint32_t serials;
    struct hd_sym *sym = HD_NEW(c->arena, struct hd_sym);
    sym->kind = kind;
    sym->name = name;
    sym->type = type;
    sym->range = range;
    sym->declared = range.from;
    sym->serial = __atomic_add_fetch(&serials, 1, __ATOMIC_RELAXED);
    if (kind == SYM_VAR || kind == SYM_FUNC)
        sym->link_name = hd_printf(c->arena, "%s.%u", name ? name : "", sym->serial);
    return sym;
}

struct hd_sym *sym_hidden(struct check *c, struct hd_type *type, struct hd_range range) {
    return sym_new(c, SYM_VAR, NULL, type, range);
}

const char *declared_name(struct check *c, const char *name) {
    return at_top(c) && name ? hd_space_key(c->front, space_enclosing(c->scope), name) : name;
}
