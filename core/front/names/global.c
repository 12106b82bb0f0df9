// The session's top level: what names mean, which definition needs which names, and what follows
// when one of them comes to mean something else.
//
// - A definition (hd_def) records the *names* that it looked up at top level, found or not
// (needs.c).
//   Whatever changes the meaning of a name (a new definition of any kind, a macro, an #undef) makes
//   the definitions that use the name stale, and, through their own names, everything above them.
//   Nothing is compiled then.
// - A stale definition is refreshed when it is next looked up: its own source text is preprocessed
//   again (macros as it saw them, unless a later cell changed them), parsed and checked; all
//   definitions that came from the same item follow together (refresh.c). If that fails the
//   definition is broken: using it is an error that shows both places.
// - Every change is recorded in the cell's transaction and can be undone.
//
// Example: `#define N 4`, `int f(void) { return N; }`, `int g(void) { return f(); }`. `#define N 8`
// makes f stale (it used the macro N) and g (it used f). `g()` looks up g: g is refreshed, which
// looks up f, which is refreshed.
#include "front/names/global.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what changes -------------------------------------------------------------------------------

struct txn_undo *global_undo_push(struct hd_front *front, struct txn_undo undo) {
    if (!front->txn) return NULL;
    HD_XPUSH(&front->txn->undo, undo);
    return &front->txn->undo.v[front->txn->undo.n - 1];
}

// Everything that used `name` is stale, and so on upwards. `by`: the definition that changes it
// (not affected itself). `is_new`: the name meant nothing of its kind before, so what this cell has
// already checked stays as it is.
static void invalidate(struct hd_front *front, const char *name, const struct hd_def *by, hd_loc at,
                       bool is_new) {
    HD_VEC(const char *) queue = {0};
    HD_XPUSH(&queue, name);
    for (int q = 0; q < queue.n; q++) {
        struct name_users *users = hd_map_get(&front->users, queue.v[q]);
        for (int i = 0; users && i < users->defs.n; i++) {
            struct hd_def *def = users->defs.v[i];
            if (def->primary) def = def->primary; // an overload goes with its set
            if (def->dead || def == by || def->refreshing) continue;
            if (def->stale && (def->changed != name || def->changed_at == at || !at)) continue;
            if (is_new && q == 0 && global_in_this_cell(front, def)) continue;
            struct txn_undo undo = {
                .kind = def->stale ? UNDO_CHANGED : UNDO_STALE, .name = def->name, .def = def};
            undo.at = def->changed_at; // changed once more since it was last checked: the newest
                                       // place is shown
            global_undo_push(front, undo);
            def->stale = true;
            def->changed = name;
            def->changed_at = at;
            HD_XPUSH(&queue, def->name);
        }
    }
    HD_FREE_VEC(&queue);
}

// ---- declaring ----------------------------------------------------------------------------------

bool global_in_this_cell(struct hd_front *front, const struct hd_def *def) {
    return front->txn && def->cell == front->txn->cell->serial;
}

static bool is_system(const struct check *c) { return c->system || c->arena == c->front->arena; }

static struct hd_def *def_new(struct check *c, enum hd_def_kind kind, const char *name) {
    struct hd_def *def = HD_NEW(c->arena, struct hd_def);
    def->home = c->arena;
    def->kind = kind;
    def->name = name;
    def->front = c->front;
    def->space = c->home ? c->home : space_enclosing(c->scope);
    def->text_space = space_of_text(c->scope);
    def->source = c->source;
    def->arena = c->arena;
    def->cell = c->front->txn && c->arena != c->front->arena ? c->front->txn->cell->serial : 0;
    def->system = is_system(c);
    def->version = 1;
    def->sibling = def;
    if (c->made.n > 0) { // join the ring
        struct hd_def *first = c->made.v[0];
        def->sibling = first->sibling;
        first->sibling = def;
    }
    HD_PUSH(c->arena, &c->made, def);
    return def;
}

static hd_loc tag_place(const struct hd_type *type) {
    if (!type) return 0;
    return type->kind == HD_TY_RECORD ? type->record->loc
           : type->enumeration        ? type->enumeration->loc
                                      : 0;
}

// An enum that is defined anew takes its old constants with it, also those that the new one does
// not have.
static void drop_constants(struct hd_front *front, struct hd_def *old, hd_loc at) {
    const struct hd_enum *e =
        old->tag_type && old->tag_type->kind == HD_TY_ENUM ? old->tag_type->enumeration : NULL;
    for (struct hd_def *d = old->sibling; e && e->complete && d != old; d = d->sibling) {
        if (d->dead || !d->sym || d->sym->kind != SYM_ENUM_CONST ||
            hd_map_get(&front->names, d->name) != d)
            continue;
        global_undo_push(front, (struct txn_undo){.kind = UNDO_NAME, .name = d->name, .old = d});
        d->dead = true;
        hd_map_remove(&front->names, d->name);
        invalidate(front, d->name, NULL, at, false);
    }
}

void global_drop(struct hd_front *front, struct hd_def *def, hd_loc at) {
    global_undo_push(front, (struct txn_undo){.kind = UNDO_NAME, .name = def->name, .old = def});
    def->dead = true;
    hd_map_remove(&front->names, def->name);
    invalidate(front, def->name, NULL, at, false);
}

void global_drop_tag(struct hd_front *front, struct hd_def *def, hd_loc at) {
    global_undo_push(front, (struct txn_undo){.kind = UNDO_TAG, .name = def->name, .old = def});
    def->dead = true;
    hd_map_remove(&front->tags, def->name);
    invalidate(front, def->name, NULL, at, false);
}

void global_drop_template(struct check *c, const char *name, hd_loc at) {
    struct hd_def *def = hd_map_get(&c->front->names, name);
    if (c->refreshing || is_system(c) || !def || def->dead || !def->sym ||
        def->sym->kind != SYM_STRUCT_TEMPLATE)
        return;
    if (!global_in_this_cell(c->front, def) ||
        def->system) { // the user's own name wins over a header's
        global_drop(c->front, def, at);
        return;
    }
    struct hd_diag *d = hd_error(c->diags, (struct hd_range){at, at},
                                 "`%s` is declared again as something else", name);
    if (d) hd_note(c->diags, d, def->sym->range, "`%s` was declared here", name);
}

// In C++ a tag is a name like others: what an earlier cell called so, a type of another kind or
// what `using` brought in, makes room for it.
static void drop_type_name(struct check *c, const char *name, const struct hd_type *type) {
    struct hd_def *def = hd_map_get(&c->front->names, name);
    if (c->lang != HD_LANG_CU || is_system(c) || !def || def->dead || !def->sym) return;
    const struct hd_sym *sym = def->sym;
    bool names_type = sym->kind == SYM_ALIAS || sym->kind == SYM_TYPEDEF;
    if (names_type && (!global_in_this_cell(c->front, def) || def->system))
        global_drop(c->front, def, tag_place(type));
}

// The member functions that were written inside of a struct go with it; those outside follow the
// new one.
static void drop_members(struct hd_front *front, const struct hd_def *old, hd_loc at) {
    const struct hd_record *r =
        old->tag_type && old->tag_type->kind == HD_TY_RECORD ? old->tag_type->record : NULL;
    for (int i = 0; r && i < r->nmethods; i++) {
        int n;
        const char **keys = global_family(
            front,
            hd_intern_str(hd_printf(front->check->arena, "%s::%s", old->name, r->methods[i].name)),
            &n);
        for (int k = 0; k < n; k++) {
            struct hd_def *def = hd_map_get(&front->names, keys[k]);
            if (def && !def->dead && hd_space_is_in_class(def->text_space))
                global_drop(front, def, at);
        }
    }
}

// Puts def in `map` (names or tags) in place of what was there, which dies.
static void install(struct check *c, struct hd_map *map, int undo_kind, const char *name,
                    struct hd_def *def) {
    struct hd_front *front = c->front;
    struct hd_def *old = hd_map_get(map, name);
    bool lasting = c->arena == front->arena; // the prelude: not part of the cell's transaction
    if (!lasting)
        global_undo_push(
            front, (struct txn_undo){.kind = undo_kind, .name = name, .old = old, .def = def});
    bool is_new = !old || global_in_this_cell(front, old);
    bool was_result = old && old->is_result && old->name != name; // `_`: it goes on as Out[n]
    if (old && !was_result) old->dead = true;
    hd_loc at = def->sym ? def->sym->range.from : tag_place(def->tag_type);
    if (old && map == &front->tags && !is_new) {
        drop_constants(front, old, at);
        drop_members(front, old, at);
        if (old->tag_type && old->tag_type->kind == HD_TY_RECORD)
            HD_PUSH(c->arena, &c->superseded, old);
    }
    hd_map_set(map, name, def);
    HD_XPUSH(&front->defs, def);
    if (front->txn && !lasting) HD_PUSH(front->txn->cell->arena, &front->txn->cell->defs, def);
    if (!lasting || old) invalidate(front, name, def, at, is_new);
    if (!old && !is_system(c)) space_tell_new(front, def, at);
}

void global_declare_instance(struct check *c, const char *key, struct hd_spec_inst *inst) {
    struct hd_front *front = c->front;
    struct hd_def *def = def_new(c, DEF_FUNC, key), *old = hd_map_get(&front->names, key);
    def->sym = inst->sym;
    def->inst = inst;
    def->range = inst->sym->range;
    inst->sym->def = def;
    if (old) old->dead = true;
    global_undo_push(front,
                     (struct txn_undo){.kind = UNDO_NAME, .name = key, .old = old, .def = def});
    if (old && !front->txn) { // else when the cell is committed
        if (front->on_stale) front->on_stale(front->on_stale_user, old);
        global_forget_needs(front, old);
    }
    hd_map_set(&front->names, key, def);
    HD_XPUSH(&front->defs, def);
    if (front->txn) HD_PUSH(front->txn->cell->arena, &front->txn->cell->defs, def);
}

static bool same_namespace(enum hd_def_kind a, enum hd_def_kind b) {
    return (a == DEF_TAG) == (b == DEF_TAG) && (a == DEF_MACRO) == (b == DEF_MACRO);
}

// The sibling of the definition being refreshed that declares `name`.
static struct hd_def *refreshed(struct check *c, const char *name, enum hd_def_kind kind) {
    struct hd_def *d = c->refreshing;
    do {
        if (d->name == name && !d->dead && same_namespace(d->kind, kind)) return d;
        d = d->sibling;
    } while (d != c->refreshing);
    return NULL;
}

static bool has_static_storage(const struct hd_sym *sym) {
    return sym->kind == SYM_VAR && sym->storage != ST_LOCAL && sym->storage != ST_EXTERN;
}

// A variable whose definition is checked again keeps its value, as far as it can (renewed.c). A
// constant follows its initialiser.
static void keep_value(struct check *c, struct hd_sym *sym, struct hd_sym *old) {
    if (!old || !has_static_storage(sym) || !has_static_storage(old) || sym->is_const_value) return;
    sym->made = old->made;
    const char *tag;
    enum renewal renewal = renewal_of(sym->type, old->type, &tag);
    if (renewal == RENEWAL_KEEPS) {
        sym->addr = old->addr;
        sym->code = old->code;
        sym->keeps_value = true;
    }
    struct txn *txn = c->front->txn;
    if (!txn || !old->addr || old->is_result || renewal == RENEWAL_NONE) return;
    if ((sym->type->quals & Q_CONST) && renewal != RENEWAL_KEEPS) return;
    if (renewal == RENEWAL_MOVES) sym->before = old;
    if (renewal == RENEWAL_ANEW) sym->is_anew = true;
    sym->renewed = tag;
    sym->renewed_from = old->type;
    if (tag && renewal != RENEWAL_ANEW) c->front->leads_to_renewed = true;
    if (renewal != RENEWAL_KEEPS || tag) HD_PUSH(txn->cell->arena, &txn->cell->moved, sym);
}

// A variable defined anew with a type of the same shape stays where it is, so that pointers to it
// stay right.
static void reuse_address(struct hd_sym *sym, const struct hd_sym *old) {
    if (!has_static_storage(sym) || !has_static_storage(old) || !old->addr) return;
    if (old->is_result || sym->align > old->align || !hd_type_same_shape(sym->type, old->type))
        return;
    sym->addr = old->addr;
    sym->reinitialise = true;
    sym->after_end = old->ends_late;
}

static struct hd_sym *declare_refreshed(struct check *c, struct hd_sym *sym,
                                        enum hd_def_kind kind) {
    struct hd_def *def = refreshed(c, sym->name, kind);
    if (!def) return sym;
    if (def->refreshing && def->arena == c->arena && def->sym && def->sym->kind == sym->kind &&
        def->sym->kind == SYM_FUNC && hd_type_compatible(def->sym->type, sym->type)) {
        return def->sym;
    }
    if (def->refreshing && def->arena == c->arena && sym->kind == SYM_FUNC && c->overload) {
        struct hd_sym *last = def->sym; // the next of an overload set
        for (; last; last = last->next) {
            if (hd_type_compatible(last->type, sym->type)) return last;
            if (!last->next) break;
        }
        last->next = sym;
        sym->def = def;
        if (c->overload->sym) sym->declared = c->overload->sym->declared;
        return sym;
    }
    if (def->sym) sym->declared = def->sym->declared;
    const char *tag;
    if (def->sym && def->sym->made && renewal_of(sym->type, def->sym->type, &tag) == RENEWAL_NONE)
        object_ends(c, def); // `auto b = a;`, and `a` has another type now
    keep_value(c, sym, def->sym);
    sym->def = def;
    def->sym = sym;
    def->kind = kind;
    def->arena = c->arena;
    return sym;
}

static void describe_earlier(struct check *c, struct hd_diag *d, const struct hd_sym *old) {
    if (d && old->range.from) hd_note(c->diags, d, old->range, "`%s` was declared here", old->name);
}

static bool is_definition(const struct hd_sym *sym) {
    return sym->kind != SYM_FUNC ? sym->storage != ST_EXTERN : sym->defined;
}

// `sym` declares again what `old` of the same cell (or a header) declared: the old symbol lives on.
static void merge(struct hd_sym *old, struct hd_sym *sym) {
    if (sym->kind == SYM_FUNC) {
        if (old->type->oldstyle && !sym->type->oldstyle) old->type = sym->type;
        if (sym->defined) {
            old->type = sym->type;
            old->link_name = sym->link_name;
            old->serial = sym->serial;
            old->defined = true;
            old->range = sym->range;
        }
    } else if (sym->kind == SYM_VAR) {
        if (old->type->kind == HD_TY_ARRAY &&
            (old->type->len < 0 || (old->tentative_array && sym->type->len >= 0))) {
            old->type = sym->type;
            old->tentative_array = sym->tentative_array;
        }
        if (sym->storage != ST_EXTERN && old->storage == ST_EXTERN) {
            old->storage = sym->storage;
            old->link_name = sym->link_name;
            old->serial = sym->serial;
            old->defined = true;
            old->range = sym->range;
        }
        if (sym->align > old->align) old->align = sym->align;
    }
    old->spec |= sym->spec;
    if (sym->defaults && !old->defaults) old->defaults = sym->defaults;
}

static bool same_variable_type(const struct hd_sym *old, const struct hd_sym *sym) {
    if (hd_type_compatible(old->type, sym->type)) return true;
    return (old->tentative_array || sym->tentative_array) && old->type->kind == HD_TY_ARRAY &&
           sym->type->kind == HD_TY_ARRAY && hd_type_compatible(old->type->base, sym->type->base);
}

static bool mergeable(const struct hd_sym *old, const struct hd_sym *sym) {
    if (old->kind != sym->kind) return false;
    switch (sym->kind) {
    case SYM_FUNC:
        return hd_type_compatible(old->type, sym->type) && !(old->defined && sym->defined);
    case SYM_TYPEDEF: return hd_type_compatible(old->type, sym->type);
    case SYM_VAR:
        return same_variable_type(old, sym) &&
               (sym->storage == ST_EXTERN || old->storage == ST_EXTERN ||
                (old->storage == sym->storage && !(old->has_initializer && sym->has_initializer)));
    default: return false;
    }
}

static bool same_params(const struct hd_type *a, const struct hd_type *b) {
    if (a->nparams != b->nparams || a->variadic != b->variadic) return false;
    for (int i = 0; i < a->nparams; i++)
        if (!hd_type_same_unqual(a->params[i], b->params[i])) return false;
    return true;
}

// A prototype's definition comes later in the cell: from now on the definition stands for that
// text.
static void move_to_item(struct check *c, struct hd_def *def) {
    struct hd_def *before = def;
    while (before->sibling != def) before = before->sibling;
    before->sibling = def->sibling;
    def->sibling = def;
    def->source = c->source; // the prototype may have been a header's
    HD_PUSH(c->arena, &c->made, def);
}

// An overload has an item of its own, which is checked again together with the first one's.
static void add_overload(struct check *c, struct hd_def *first, struct hd_sym *sym) {
    struct hd_def *def = HD_NEW(c->arena, struct hd_def);
    *def = (struct hd_def){.kind = DEF_FUNC,
                           .front = c->front,
                           .name = sym->name,
                           .source = c->source,
                           .arena = c->arena,
                           .home = c->arena,
                           .cell = first->cell,
                           .space = first->space,
                           .text_space = space_of_text(c->scope),
                           .sym = sym,
                           .version = 1,
                           .primary = first};
    def->sibling = def;
    HD_PUSH(c->arena, &c->made, def);
    struct hd_def *last = first;
    while (last->next_overload) last = last->next_overload;
    last->next_overload = def;
}

bool global_headers_join(struct check *c, const struct hd_def *old) {
    return old->system && is_system(c) && !old->stale && c->front->txn && !c->refreshing;
}

void global_join(struct check *c, struct hd_def *old, struct hd_sym *last, struct hd_sym *sym) {
    last->next = sym;
    sym->def = old;
    if (global_in_this_cell(c->front, old)) return;
    global_hold_cell(c->front, old);
    global_undo_push(c->front, (struct txn_undo){.kind = UNDO_JOINED, .old = last, .def = old});
}

void global_undo_join(struct hd_front *front, const struct txn_undo *u) {
    struct hd_sym *last = u->old;
    last->next = NULL;
    global_let_go_of_cell(front, u->def);
}

// A header's function beside those of an earlier cell's headers. false: it is one of them again.
static bool joins_headers(struct check *c, struct hd_def *old, struct hd_sym *sym) {
    bool overloads = c->lang == HD_LANG_CU && sym->kind == SYM_FUNC &&
                     (old->sym->kind == SYM_FUNC || old->sym->kind == SYM_TEMPLATE);
    if (!overloads || !global_headers_join(c, old)) return false;
    struct hd_sym *last = old->sym;
    for (struct hd_sym *s = old->sym; s; last = s, s = s->next)
        if (s->kind == SYM_FUNC && (mergeable(s, sym) || same_params(s->type, sym->type)))
            return false;
    global_join(c, old, last, sym);
    return true;
}

// Declaring a name again within the same cell or program. NULL: it is a new overload or replaces
// the old one.
static struct hd_sym *declare_again(struct check *c, struct hd_def *old, struct hd_sym *sym,
                                    enum hd_def_kind kind) {
    bool overloads = c->lang == HD_LANG_CU && sym->kind == SYM_FUNC &&
                     (old->sym->kind == SYM_FUNC || old->sym->kind == SYM_TEMPLATE);
    // A header's template fits nearly all arguments: `copy` of <algorithm> is not to win over the
    // program's own.
    if (overloads && old->system && !is_system(c) && old->sym->kind == SYM_TEMPLATE) return NULL;
    for (struct hd_sym *s = old->sym; s; s = s->next) {
        if (mergeable(s, sym)) {
            bool defines = sym->kind == SYM_FUNC
                               ? sym->defined && !s->defined
                               : s->storage == ST_EXTERN && sym->storage != ST_EXTERN;
            merge(s, sym);
            if (defines && s->def && !s->def->system) move_to_item(c, s->def);
            return s;
        }
        if (overloads && (s->kind == SYM_TEMPLATE || !same_params(s->type, sym->type))) continue;
        if (overloads || s->kind != SYM_FUNC || sym->kind != SYM_FUNC || !s->next) {
            if (old->system != is_system(c))
                return NULL; // the user's own name wins over a header's
            if (kind == DEF_TEMPLATE || old->kind == DEF_TEMPLATE) return NULL;
            struct hd_diag *d;
            if (hd_type_same(s->type, sym->type) && s->kind == sym->kind)
                d = hd_error(c->diags, sym->range, "`%s` is defined twice", sym->name);
            else
                d = hd_error(c->diags, sym->range, "`%s` is declared again as something else: `%s`",
                             sym->name, hd_type_str(c->arena, sym->type));
            describe_earlier(c, d, s);
            return s->kind == sym->kind && hd_type_same(s->type, sym->type) ? s : sym;
        }
    }
    if (!overloads) return NULL;
    struct hd_sym *last = old->sym; // joins the overload set
    while (last->next) last = last->next;
    last->next = sym;
    sym->def = old;
    if (!is_system(c) && !old->system) add_overload(c, old, sym);
    return sym;
}

// A later cell declares without defining (a prototype, extern, the same typedef): the definition
// stays.
static bool keeps_old(const struct hd_sym *old, const struct hd_sym *sym) {
    if (old->kind != sym->kind || !hd_type_compatible(old->type, sym->type)) return false;
    if (sym->kind == SYM_TYPEDEF) return hd_type_same(old->type, sym->type);
    if (sym->kind == SYM_FUNC || sym->kind == SYM_VAR) return !is_definition(sym);
    return false;
}

static const char *library_key(const char *name) {
    struct hd_buf key = {0};
    hd_buf_printf(&key, "<library>%s", name);
    const char *text = hd_intern_str(hd_buf_str(&key));
    hd_buf_finish(&key);
    return text;
}

// A header's function whose name the session takes for itself, as in `__global__ void memset(float
// *a)`, goes on under a key that no text can spell: in C++ the two are overloads. Its declaration
// lives in `arena`.
static void keep_library(struct check *c, struct hd_sym *lib, const struct hd_source *source,
                         struct hd_arena *arena) {
    struct hd_front *front = c->front;
    if (lib->kind != SYM_FUNC || lib->method || front->lang != HD_LANG_CU || !front->txn) return;
    const char *key = library_key(lib->name);
    struct hd_def *old = hd_map_get(&front->names, key), *def = HD_NEW(arena, struct hd_def);
    if (old && !old->dead) return;
    struct hd_sym *sym = HD_NEW(arena, struct hd_sym);
    *sym = *lib;
    sym->next = NULL;
    sym->def = def;
    *def = (struct hd_def){.kind = DEF_FUNC,
                           .front = front,
                           .name = key,
                           .source = source,
                           .arena = arena,
                           .home = arena,
                           .cell = front->txn->cell->serial,
                           .space = hd_space_global(front),
                           .text_space = hd_space_global(front),
                           .system = true,
                           .sym = sym,
                           .version = 1};
    def->sibling = def;
    global_undo_push(front,
                     (struct txn_undo){.kind = UNDO_NAME, .name = key, .old = old, .def = def});
    hd_map_set(&front->names, key, def);
    HD_XPUSH(&front->defs, def);
}

struct hd_sym *global_library(struct hd_front *front, const char *name) {
    const struct hd_def *def = hd_map_get(&front->names, library_key(name));
    return def && !def->dead ? def->sym : NULL;
}

const struct hd_sym *global_function_like(const struct hd_sym *set, const struct hd_sym *sym) {
    for (; set; set = set->next)
        for (const struct hd_sym *s = sym; s && set->kind == SYM_FUNC; s = s->next)
            if (s->kind == SYM_FUNC && same_params(set->type, s->type)) return set;
    return NULL;
}

static bool can_overload(const struct hd_sym *sym) {
    return sym && (sym->kind == SYM_FUNC || sym->kind == SYM_TEMPLATE || sym->kind == SYM_ALIAS);
}

void global_drop_brought(struct check *c, const char *name, const struct hd_sym *sym, hd_loc at) {
    int n;
    const char **keys = global_family(c->front, name, &n);
    for (int i = 0; i < n && !c->refreshing && !is_system(c); i++) {
        struct hd_def *def = hd_map_get(&c->front->names, keys[i]);
        if (!def || def->dead || !def->sym || def->sym->kind != SYM_ALIAS ||
            global_in_this_cell(c->front, def))
            continue;
        bool like = false;
        for (const struct hd_sym *one = def->sym; sym && !like && one; one = one->next) {
            const struct hd_def *target = hd_map_get(&c->front->names, one->target);
            // what has become something else makes room for good: a function of that name may come
            like = target && target->sym != sym &&
                   (target->dead || !can_overload(target->sym) ||
                    global_function_like(target->sym, sym));
        }
        if (!sym || like) global_drop(c->front, def, at);
    }
}

static struct hd_sym *declare(struct check *c, struct hd_sym *sym, enum hd_def_kind kind,
                              const char *family) {
    struct hd_front *front = c->front;
    if (c->refreshing) return declare_refreshed(c, sym, kind);
    struct hd_def *old = hd_map_get(&front->names, sym->name);
    if (sym->kind == SYM_FUNC) global_drop_brought(c, sym->name, sym, sym->range.from);
    const struct hd_builtin *row = hd_builtin_find(sym->name);
    if (is_system(c) && sym->kind == SYM_VAR && row && (row->flags & BI_VARIABLE))
        return sym; // the toolkit's headers declare threadIdx for host code
    if (old && !old->dead && old->sym) {
        bool user_wins = is_system(c) && !old->system; // a header comes after the user's own name
        if (user_wins && (front->auto_including || !mergeable(old->sym, sym))) {
            keep_library(c, sym, c->source, c->arena);
            sym->def = NULL;
            return front->auto_including && mergeable(old->sym, sym) ? old->sym : sym;
        }
        bool both_lasting =
            c->arena == front->arena && old->arena == front->arena; // the prelude's overloads
        if (both_lasting || global_in_this_cell(front, old)) {
            struct hd_sym *merged = declare_again(c, old, sym, kind);
            if (merged) return merged;
        } else if (!old->stale && keeps_old(old->sym, sym)) {
            global_record(front, sym->name, old);
            return old->sym;
        } else if (joins_headers(c, old, sym)) {
            return sym;
        }
    }
    struct hd_def *def = def_new(c, kind, sym->name);
    def->family = family;
    def->sym = sym;
    def->range = sym->range;
    if (old) def->version = old->version + 1;
    sym->def = def;
    if (old && !old->dead && !old->system && old->kind == DEF_VAR) object_ends(c, old);
    if (old && !old->dead && old->system && !def->system && old->sym && old->home)
        keep_library(c, old->sym, old->source, old->home);
    if (old && old->sym) reuse_address(sym, old->sym);
    if (old && !old->dead && !global_in_this_cell(front, old)) sym->declared = 0;
    install(c, &front->names, UNDO_NAME, sym->name, def);
    return sym;
}

struct hd_sym *global_declare(struct check *c, struct hd_sym *sym, enum hd_def_kind kind) {
    return declare(c, sym, kind, NULL);
}

// ---- families -----------------------------------------------------------------------------------

const char **global_family(struct hd_front *front, const char *base, int *n) {
    struct name_family *family = hd_map_get(&front->families, base);
    *n = family ? family->keys.n : 0;
    return family ? family->keys.v : NULL;
}

static void family_add(struct hd_front *front, const char *base, const char *key) {
    struct name_family *family = hd_map_get(&front->families, base);
    if (!family) {
        family = hd_xcalloc(1, sizeof *family);
        hd_map_set(&front->families, base, family);
    }
    for (int i = 0; i < family->keys.n; i++)
        if (family->keys.v[i] == key) return;
    HD_XPUSH(&family->keys, key);
}

// What a definition that is checked again was called: the types in its name may be called otherwise
// now.
static const char *refreshed_key(struct check *c, const char *key, const char *base) {
    struct hd_def *d = c->refreshing;
    size_t n = strlen(base);
    const char *found = NULL;
    do {
        if (d->name == key) return key;
        if (!found && !d->dead && !strncmp(d->name, base, n) && d->name[n] == '(') found = d->name;
        d = d->sibling;
    } while (d != c->refreshing);
    return found ? found : key;
}

struct hd_sym *global_declare_member(struct check *c, struct hd_sym *sym, const char *base) {
    struct hd_front *front = c->front;
    if (c->refreshing) sym->name = refreshed_key(c, sym->name, base);
    family_add(front, base, sym->name);
    const struct hd_def *old = hd_map_get(&front->names, sym->name);
    enum hd_def_kind kind = sym->kind == SYM_FUNC ? DEF_FUNC : DEF_TEMPLATE;
    struct hd_sym *kept = declare(c, sym, kind, base);
    const struct hd_def *now = hd_map_get(&front->names, sym->name);
    if (now && now != old) invalidate(front, base, now, sym->range.from, true);
    return kept;
}

struct hd_type *global_declare_tag(struct check *c, const char *tag, struct hd_type *type) {
    struct hd_front *front = c->front;
    struct hd_def *def = c->refreshing ? refreshed(c, tag, DEF_TAG) : NULL;
    if (c->refreshing && !def) return type;
    if (!def) {
        struct hd_def *old = hd_map_get(&front->tags, tag);
        drop_type_name(c, tag, type);
        def = def_new(c, DEF_TAG, tag);
        if (old) def->version = old->version + 1;
        def->tag_type = type;
        bool known = old && !old->dead && !global_in_this_cell(front, old);
        def->declared = known ? 0 : tag_place(type);
        install(c, &front->tags, UNDO_TAG, tag, def);
    }
    def->tag_type = type;
    def->arena = c->arena;
    if (type->kind == HD_TY_RECORD)
        type->record->def = def;
    else if (type->enumeration)
        type->enumeration->def = def;
    return type;
}

// Out of the ring of the item that only declared it.
static void ring_leave(struct hd_def *def) {
    struct hd_def *before = def;
    while (before->sibling != def) before = before->sibling;
    before->sibling = def->sibling;
    def->sibling = def;
}

void global_complete_tag(struct check *c, struct hd_def *def) {
    if (c->refreshing) return;
    ring_leave(def);
    if (c->made.n > 0) {
        struct hd_def *first = c->made.v[0];
        if (first == def) return;
        def->sibling = first->sibling;
        first->sibling = def;
    }
    def->source = c->source;
    HD_PUSH(c->arena, &c->made, def);
}

struct hd_def *global_completed_by_header(struct check *c, const char *tag) {
    struct hd_def *def = hd_map_get(&c->front->tags, tag);
    if (!c->system || c->arena == c->front->arena || !def || def->dead || !def->system ||
        def->arena == c->front->arena || def->tag_type->kind != HD_TY_RECORD ||
        def->tag_type->record->complete || def->tag_type->record->instance)
        return NULL;
    struct hd_record *before = HD_NEW(c->arena, struct hd_record);
    struct hd_def *saved = HD_NEW(c->arena, struct hd_def);
    *before = *def->tag_type->record;
    *saved = *def;
    global_hold_cell(c->front, def);
    global_note_completed(c->front, def, saved, before);
    return def;
}

void global_note_completed(struct hd_front *front, struct hd_def *def, struct hd_def *saved,
                           struct hd_record *before) {
    global_undo_push(
        front,
        (struct txn_undo){
            .kind = UNDO_COMPLETED, .name = def->name, .def = def, .saved = saved, .old = before});
}

void global_declared_only(struct hd_front *front, struct hd_def *def, const struct hd_def *saved,
                          const struct hd_record *before) {
    bool dead = def->dead;
    struct hd_type *type = before->type;
    ring_leave(def); // its siblings go with what completed it
    global_restore(front, def, saved);
    def->dead = dead;
    if (dead) global_forget_needs(front, def);
    *type->record = *before;
    type->size = type->align = 0;
    type_completed(type);
}

void global_note_macro(struct hd_front *front, struct hd_macro *macro) {
    struct hd_macro *old = hd_map_get(&front->macros, macro->name);
    macro->cell = front->txn ? front->txn->cell->serial : 0;
    global_undo_push(front, (struct txn_undo){.kind = UNDO_MACRO, .name = macro->name, .old = old});
    hd_map_set(&front->macros, macro->name, macro);
    // A header that includes itself in the middle says `#undef NULL` and defines it again: for what
    // is already checked nothing changes.
    invalidate(front, macro->name, NULL, macro->loc, front->auto_including > 0);
}

void global_name_changed(struct hd_front *front, const char *key, hd_loc at) {
    invalidate(front, key, NULL, at, true);
}

void global_macro_changed(struct hd_front *front, const char *name) {
    invalidate(front, name, NULL, 0, false);
    for (int i = 0; front->on_stale && i < front->defs.n; i++)
        if (front->defs.v[i]->stale && !front->defs.v[i]->dead)
            front->on_stale(front->on_stale_user, front->defs.v[i]);
}

struct hd_def *global_current_def(struct check *c) {
    return c->made.n > 0 ? c->made.v[c->made.n - 1] : NULL;
}

// What a struct that was defined anew had inside, and has not any more: types, constants,
// variables.
void global_drop_left_behind(struct check *c) {
    for (int i = 0; i < c->superseded.n; i++) {
        struct hd_def *old = c->superseded.v[i];
        const struct hd_space *inside = old->tag_type->record->space;
        for (struct hd_def *d = old->sibling; inside && d != old; d = d->sibling) {
            const struct hd_space *s = d->space;
            while (s && s != inside) s = s->outer;
            if (!s || d->dead) continue;
            if (d->kind == DEF_TAG && hd_map_get(&c->front->tags, d->name) == d)
                global_drop_tag(c->front, d, tag_place(old->tag_type));
            else if (d->kind != DEF_TAG && hd_map_get(&c->front->names, d->name) == d)
                global_drop(c->front, d, tag_place(old->tag_type));
        }
    }
    c->superseded.n = 0;
}

struct hd_sym *global_find_own(struct check *c, const char *name, const struct hd_type *type,
                               struct hd_def **def) {
    struct hd_def *first = c->refreshing;
    if (!first) {
        first = hd_map_get(&c->front->names, name);
        if (!first || first->dead || !global_in_this_cell(c->front, first)) return NULL;
    }
    struct hd_def *d = first;
    do {
        for (struct hd_sym *s = d->dead ? NULL : d->sym; s; s = s->next) {
            if (s->kind != SYM_FUNC || s->name != name || !s->func || !s->defined ||
                !hd_type_compatible(s->type, type))
                continue;
            *def = d;
            for (struct hd_def *o = d->next_overload; o; o = o->next_overload)
                if (o->sym == s) *def = o;
            return s;
        }
        d = d->sibling;
    } while (c->refreshing && d != first);
    return NULL;
}

// ---- lookups ------------------------------------------------------------------------------------

// A name that is needed, in words: directives are no name that a program has.
static const char *shown_name(struct hd_arena *arena, const char *name) {
    static const char directives[] = "using namespace in ";
    size_t n = sizeof directives - 1;
    if (strncmp(name, directives, n) != 0) return hd_printf(arena, "`%s`", name);
    if (!name[n]) return "what `using namespace` brings in";
    return hd_printf(arena, "what `using namespace` brings into `%s`", name + n);
}

// Refreshes for a lookup. false: the definition no longer compiles, which was reported.
static bool refresh_for_use(struct hd_front *front, struct hd_def *def) {
    struct hd_diags *diags = front->diags;
    struct check *c = front->check;
    struct hd_diags own = {.arena = c ? c->arena : front->arena, .max_errors = 3};
    const char *changed = def->changed;
    hd_loc changed_at = def->changed_at;
    if (hd_def_refresh(front, def, &own)) return true;
    int serial = front->txn ? front->txn->cell->serial : 0;
    if (def->broken_in == serial && serial) return false;
    if (!diags->muted) def->broken_in = serial; // else it is yet to be told
    struct hd_range at = c ? c->at : (struct hd_range){0, 0};
    if (at.from == 0) at = def->range;
    struct hd_diag *d = hd_error(diags, at, "`%s` no longer compiles since %s changed", def->name,
                                 changed ? shown_name(diags->arena, changed) : "something it uses");
    for (struct hd_diag *e = own.first; e; e = e->next) {
        if (e->severity != HD_ERROR) continue;
        hd_note(diags, d, e->range, "in `%s`: %s", def->name, e->message);
        for (struct hd_diag *n = e->notes; n; n = n->next)
            hd_note(diags, d, n->range, "%s", n->message);
        if (e->help && !(d->help && strcmp(d->help, e->help) == 0))
            hd_help(diags, d, "%s", e->help);
    }
    bool told = false; // by a definition on the way
    for (struct hd_diag *n = d ? d->notes : NULL; n; n = n->next)
        told = told || n->range.from == changed_at;
    if (changed_at && !told) {
        struct hd_range there = {changed_at, changed_at};
        hd_note(diags, d, there, "%s was changed here", shown_name(diags->arena, changed));
    }
    return false;
}

static struct hd_sym *error_sym(struct hd_front *front, const char *name) {
    struct hd_arena *arena = front->check ? front->check->arena : front->arena;
    struct hd_sym *sym = HD_NEW(arena, struct hd_sym);
    sym->kind = SYM_VAR;
    sym->name = name;
    sym->type = hd_ty.error;
    sym->storage = ST_GLOBAL;
    sym->link_name = name;
    return sym;
}

struct hd_sym *global_find(struct hd_front *front, const char *name, bool refresh) {
    struct hd_def *def = hd_map_get(&front->names, name);
    global_record(front, name, def);
    if (!def || def->dead) return NULL;
    if (def->stale && refresh) {
        if (!refresh_for_use(front, def)) return error_sym(front, name);
        global_record(front, name, def); // it is in another arena now
    }
    return def->sym;
}

struct hd_sym *global_find_quietly(struct hd_front *front, const char *name) {
    struct hd_def *def = hd_map_get(&front->names, name);
    if (!def || def->dead) return NULL;
    if (def->stale) {
        struct hd_diags own = {.arena = front->check ? front->check->arena : front->arena,
                               .max_errors = 1};
        if (!hd_def_refresh(front, def, &own)) return NULL;
    }
    global_record(front, name, def);
    return def->sym;
}

struct hd_type *global_find_tag(struct hd_front *front, const char *name, bool refresh) {
    struct hd_def *def = hd_map_get(&front->tags, name);
    global_record(front, name, def);
    if (!def || def->dead) return NULL;
    if (def->stale && refresh) {
        if (!refresh_for_use(front, def)) return hd_ty.error;
        global_record(front, name, def);
    }
    return def->tag_type;
}

static struct hd_space *here(struct hd_front *front) {
    return front->check ? front->check->scope : hd_space_global(front);
}

struct hd_sym *hd_lookup(struct hd_front *front, const char *name) {
    struct hd_found found;
    space_find(front, here(front), name, LOOK_NAMES, &found);
    if (!found.sym && hd_map_get(&front->poisoned, name)) return error_sym(front, name);
    return found.sym;
}

struct hd_type *hd_lookup_tag(struct hd_front *front, const char *name) {
    struct hd_found found;
    space_find(front, here(front), name, LOOK_TAGS, &found);
    return found.tag;
}

// ---- the session's definitions ------------------------------------------------------------------

struct hd_def **hd_defs(struct hd_front *front, int *n) {
    int live = 0;
    for (int i = 0; i < front->defs.n; i++)
        if (!front->defs.v[i]->dead) front->defs.v[live++] = front->defs.v[i];
    front->defs.n = live;
    *n = live;
    return front->defs.v;
}

void global_withdraw(struct hd_front *front, struct hd_def *def) {
    struct hd_map *map = def->kind == DEF_TAG ? &front->tags : &front->names;
    if (def->dead) return;
    def->dead = true;
    if (hd_map_get(map, def->name) == def) hd_map_remove(map, def->name);
    global_forget_needs(front, def);
}

struct hd_def *hd_def_find(struct hd_front *front, const char *name) {
    const char *key = hd_intern_str(name);
    struct hd_def *def = hd_map_get(&front->names, key);
    if (!def || def->dead) def = hd_map_get(&front->tags, key);
    return def && !def->dead ? def : NULL;
}

struct hd_def *hd_def_overload(struct hd_front *front, const char *name, int *at) {
    int n;
    const char **keys = global_family(front, hd_intern_str(name), &n);
    while (*at < n) {
        struct hd_def *def = hd_def_find(front, keys[(*at)++]);
        if (def) return def;
    }
    return NULL;
}

void hd_def_remove(struct hd_front *front, struct hd_def *def) {
    if (def->dead) return;
    struct hd_map *map = def->kind == DEF_TAG ? &front->tags : &front->names;
    if (hd_map_get(map, def->name) == def) hd_map_remove(map, def->name);
    const char *last = def->is_result ? hd_intern_str("_") : def->name; // its other name
    if (hd_map_get(map, last) == def) hd_map_remove(map, last);
    def->dead = true;
    invalidate(front, def->name, def, 0, false);
    if (front->on_stale) front->on_stale(front->on_stale_user, def);
    global_forget_needs(front, def);
}
