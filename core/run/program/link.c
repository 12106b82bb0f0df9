// What a linker does: names that a file declares find their definition in another file.
//
// A name is known by hd_link_key. Of strong definitions there may be one; inline functions and
// variables are weak, and all stand for the first. Without -rdc=true `__device__` and
// `__constant__` names are each file's own, as nvcc has it, unless a file only declares them.
//
// An instance of a template has a body in each file that has the template's; one that has none is
// found in the file that instantiates it.
//
// Example: kernels.cu declares `extern int calls;`, main.cu defines it: the symbol of the first
// gets `linked`, and from there on its storage and address.
#include "run/program/program.h"

#include <string.h>

struct entry { // of the table: the definition that counts
    struct hd_sym *sym;
    bool weak, own; // own: device code's alone, so other files may have one as well
    bool whole;     // with an initial value, where it is a variable
    bool in_program;
};

struct open { // a symbol without definition
    struct hd_sym *sym;
    const char *key;
};

struct joining {
    struct hd_arena *arena;
    struct hd_diags *diags;
    struct hd_map table; // interned key -> struct entry *
    HD_VEC(struct open) open;
    int main_serial;
};

static bool is_defined(const struct hd_sym *sym) {
    return sym->kind == SYM_VAR ? sym->storage != ST_EXTERN && sym->defined
                                : sym->defined && sym->func;
}

static bool is_weak(const struct hd_sym *sym) {
    if (sym->spec & (SPEC_INLINE | SPEC_FORCEINLINE | SPEC_CONSTEXPR)) return true;
    if (sym->is_table) return true; // of virtual functions
    // Written inside of its struct, or a template's.
    if (hd_is_of_instance(sym)) return true;
    return sym->kind == SYM_FUNC && sym->def && hd_space_is_in_class(sym->def->text_space);
}

static bool is_devices_own(const struct hd_sym *sym) {
    if (sym->kind == SYM_VAR)
        return sym->storage == ST_DEVICE || sym->storage == ST_CONSTANT ||
               sym->storage == ST_MANAGED;
    return sym->func && sym->func->is_device && !sym->func->is_host && !sym->func->is_kernel;
}

static const char *shown(const struct hd_sym *sym) { return sym->name; }

static void report_twice(struct joining *j, const struct hd_sym *first, const struct hd_sym *sym) {
    struct hd_diag *d =
        hd_error(j->diags, sym->range, "`%s` is defined in two files of the program", shown(sym));
    hd_note(j->diags, d, first->range, "the other definition is here");
    bool in_header =
        hd_source_at(first->range.from) && hd_source_at(sym->range.from) &&
        hd_source_at(first->range.from)->path && hd_source_at(sym->range.from)->path &&
        !strcmp(hd_source_at(first->range.from)->path, hd_source_at(sym->range.from)->path);
    if (in_header && sym->kind == SYM_VAR)
        hd_help(j->diags, d,
                "in a header declare it `extern`, and define it in one file; or make it"
                " `inline`");
    else if (in_header)
        hd_help(j->diags, d, "in a header make it `inline`");
    else
        hd_help(j->diags, d, "make one of them `static`, or leave one file out");
}

// Whether two declarations of a variable are of one thing.
static bool same_variable(struct hd_arena *arena, const struct hd_sym *a, const struct hd_sym *b) {
    const struct hd_type *x = a->type, *y = b->type;
    if (x->kind == HD_TY_ARRAY && y->kind == HD_TY_ARRAY && (x->len < 0 || y->len < 0)) {
        x = x->base;
        y = y->base;
    }
    return !strcmp(hd_type_str(arena, hd_type_unqual((struct hd_type *)(uintptr_t)x)),
                   hd_type_str(arena, hd_type_unqual((struct hd_type *)(uintptr_t)y)));
}

static void link_to(struct hd_sym *sym, struct hd_sym *target) {
    target = hd_linked(target);
    if (target == sym) return;
    sym->linked = target;
    if (sym->kind != SYM_VAR) return;
    sym->storage = target->storage;
    sym->link_name = target->link_name;
    sym->defined = true;
    if (sym->type->kind == HD_TY_ARRAY && sym->type->len < 0) sym->type = target->type;
}

static void note_definition(struct joining *j, struct hd_sym *sym, const char *key,
                            bool in_program) {
    struct entry *known = hd_map_get(&j->table, key);
    bool weak = is_weak(sym), own = is_devices_own(sym);
    bool whole = sym->kind != SYM_VAR || sym->has_initializer;
    if (!known || (known->weak && !weak) || (known->weak && !known->whole && whole) ||
        (in_program && !known->in_program)) {
        struct entry *e = HD_NEW(j->arena, struct entry);
        *e = (struct entry){sym, weak, own, whole, in_program};
        hd_map_set(&j->table, key, e);
        if (known && known->weak && in_program) link_to(known->sym, sym);
    } else if (weak || (!in_program && known->in_program)) { // a program goes before the prompt
        link_to(sym, known->sym);
    } else if (!known->weak && in_program && !(own && known->own) &&
               hd_linked(known->sym) != hd_linked(sym)) {
        report_twice(j, known->sym, sym);
    }
}

static bool is_instance(const struct hd_sym *sym) {
    return sym->kind == SYM_FUNC && sym->def && sym->def->inst;
}

static void look_at(struct joining *j, struct hd_sym *sym, bool in_program) {
    if (sym->kind != SYM_VAR && sym->kind != SYM_FUNC) return;
    if (is_instance(sym) && is_defined(sym)) return; // note_instances
    if (sym->linked && !hd_linked(sym)->def) return;
    const char *key = hd_link_key(j->arena, sym);
    if (!key || !strncmp(key, "main(", 5)) return;
    key = hd_intern_str(key);
    if (is_defined(sym) && !sym->linked)
        note_definition(j, sym, key, in_program);
    else if (!is_defined(sym) || sym->linked)
        HD_PUSH(j->arena, &j->open, ((struct open){sym, key}));
}

static void look_at_members(struct joining *j, const struct hd_type *type, bool in_program) {
    struct hd_record *r = type && type->kind == HD_TY_RECORD ? type->record : NULL;
    for (int i = 0; r && i < r->nmethods; i++)
        if (r->methods[i].sym && !r->methods[i].sym->func)
            look_at(j, r->methods[i].sym, in_program);
}

static void look_through(struct joining *j, struct hd_front *front, bool session) {
    int n;
    struct hd_def **defs = hd_defs(front, &n);
    for (int i = 0; i < n; i++) {
        if (defs[i]->system) continue;
        bool in_program = !session || defs[i]->cell == j->main_serial;
        for (struct hd_sym *s = defs[i]->sym; s; s = s->next) look_at(j, s, in_program);
        if (defs[i]->kind == DEF_TAG) look_at_members(j, defs[i]->tag_type, in_program);
    }
}

// Instances with bodies, for those without.
static void note_instances(struct joining *j, struct hd_front *front) {
    int n;
    struct hd_def **defs = hd_defs(front, &n);
    for (int i = 0; i < n; i++) {
        for (struct hd_sym *s = defs[i]->sym; s; s = s->next) {
            const char *key =
                is_instance(s) && is_defined(s) && !s->linked ? hd_link_key(j->arena, s) : NULL;
            if (!key || hd_map_get(&j->table, key = hd_intern_str(key))) continue;
            struct entry *e = HD_NEW(j->arena, struct entry);
            *e = (struct entry){.sym = s, .weak = true, .whole = true, .in_program = true};
            hd_map_set(&j->table, key, e);
        }
    }
}

static bool lacks_instances(const struct joining *j) {
    for (int i = 0; i < j->open.n; i++)
        if (is_instance(j->open.v[i].sym) && !hd_map_get(&j->table, j->open.v[i].key)) return true;
    return false;
}

static void close_one(struct joining *j, const struct open *o) {
    const struct entry *e = hd_map_get(&j->table, o->key);
    if (!e || e->sym == o->sym) return;
    if (o->sym->kind != e->sym->kind ||
        (o->sym->kind == SYM_VAR && !same_variable(j->arena, o->sym, e->sym))) {
        struct hd_diag *d = hd_error(j->diags, o->sym->range, "`%s` is declared as `%s` here",
                                     shown(o->sym), hd_type_str(j->arena, o->sym->type));
        hd_note(j->diags, d, e->sym->range, "and defined as `%s` here",
                hd_type_str(j->arena, e->sym->type));
        return;
    }
    o->sym->linked = NULL;
    link_to(o->sym, e->sym);
}

bool hd_link(struct hd_diags *diags, int main_serial) {
    struct joining j = {.arena = hd_engine.arena, .diags = diags, .main_serial = main_serial};
    int errors = diags->errors;
    for (int i = 0; i < hd_files.all.n; i++)
        if (hd_files.all.v[i]->current) look_through(&j, hd_files.all.v[i]->front, false);
    look_through(&j, hd_engine.front, true);
    for (int i = -1; lacks_instances(&j) && i < hd_files.all.n; i++)
        if (i < 0 || hd_files.all.v[i]->current)
            note_instances(&j, i < 0 ? hd_engine.front : hd_files.all.v[i]->front);
    for (int i = 0; i < j.open.n; i++) close_one(&j, &j.open.v[i]);
    hd_map_finish(&j.table);
    return diags->errors == errors;
}

// ---- what could be meant ------------------------------------------------------------------------

static const char *plain_of(const struct hd_sym *sym) {
    return sym->def ? hd_def_plain(sym->def) : sym->name;
}

// Another file's symbol of that plain name.
static const struct hd_sym *namesake(struct hd_front *front, const struct hd_sym *sym) {
    int n;
    struct hd_def **defs = hd_defs(front, &n);
    for (int i = 0; i < n; i++) {
        if (defs[i]->system) continue;
        for (const struct hd_sym *s = defs[i]->sym; s; s = s->next)
            if (s != sym && s->kind == sym->kind && is_defined(s) && s->name &&
                !strcmp(plain_of(s), plain_of(sym)))
                return s;
    }
    return NULL;
}

const char *hd_program_hint(const struct hd_sym *sym) {
    const struct hd_sym *s = NULL;
    const char *path = NULL;
    bool current = false;
    if (!sym || !sym->name) return NULL;
    for (int i = 0; !s && i < hd_files.all.n; i++) {
        if (!hd_files.all.v[i]->current) continue;
        current = true;
        s = namesake(hd_files.all.v[i]->front, sym);
        path = hd_files.all.v[i]->path;
    }
    if (!s && hd_files.all.n) {
        s = namesake(hd_engine.front, sym);
        const struct hd_source *source = s ? hd_source_at(s->range.from) : NULL;
        path = source ? source->name : "the session";
    }
    if (!s && current)
        return hd_printf(hd_engine.arena,
                         "none of the program's files defines it: give the file that"
                         " does, or the library with `-l`");
    if (!s) return NULL;
    const char *name = plain_of(sym);
    if (s->internal_linkage)
        return hd_printf(hd_engine.arena,
                         "`%s` in `%s` is `static` or in a namespace without a name: it is that"
                         " file's own",
                         name, path);
    if (sym->kind == SYM_VAR)
        return hd_printf(hd_engine.arena,
                         "`%s` in `%s` is const, which makes it that file's own:"
                         " write `extern const` there",
                         name, path);
    const char *a = hd_link_key(hd_engine.arena, sym), *b = hd_link_key(hd_engine.arena, s);
    bool a_is_c = a && !strchr(a, '('), b_is_c = b && !strchr(b, '(');
    if (a_is_c != b_is_c)
        return hd_printf(hd_engine.arena,
                         "`%s` in `%s` is a function of %s: declare both `extern \"C\"`", name,
                         path, b_is_c ? "C" : "C++");
    return hd_printf(hd_engine.arena, "`%s` has `%s`: its parameters are others", path,
                     b ? b : name);
}
