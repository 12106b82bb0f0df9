// Names from elsewhere, and namespaces: `using A::f;`, `using enum E;`, `using T = int;`,
// `namespace A { }`, `namespace B = A;`, `using namespace A;`.
//
// A name that is brought here is a SYM_ALIAS with the other's key.
#include "front/check/decl/decl.h"
#include "front/names/global.h"
#include "front/names/library.h"

#include <string.h>

// A constant of an enumeration, by its own name from here on.
static void using_constant(struct check *c, const struct hd_sym *constant, const char *name,
                           struct hd_range range) {
    struct hd_sym *sym = sym_new(c, SYM_ENUM_CONST, declared_name(c, name), constant->type, range);
    sym->enum_value = constant->enum_value;
    if (at_top(c))
        global_declare(c, sym, DEF_VAR);
    else
        space_declare(c, sym);
}

// `using enum A;` ([enum.udecl])
static void using_enum(struct check *c, struct hd_ast *ast) {
    struct inner in;
    if (!ast->qual || !check_qual(c, ast->qual, &in)) return;
    if (!in.enumeration) {
        hd_error(c->diags, ast->qual->range, "`%s` is no enumeration",
                 ast->qual->parts[ast->qual->nparts - 1].name);
        return;
    }
    const struct hd_enum *e = in.enumeration->enumeration;
    for (int i = 0; i < e->nconstants; i++) {
        struct hd_sym *constant = e->constants[i];
        const char *name = constant->def ? hd_def_plain(constant->def) : constant->name;
        using_constant(c, constant, hd_intern_str(name), ast->range);
    }
}

static bool is_function(const struct hd_sym *sym) {
    return sym && (sym->kind == SYM_FUNC || sym->kind == SYM_TEMPLATE);
}

// A function of the space's own that takes the same ([namespace.udecl]p14), or NULL.
static const struct hd_sym *own_like(struct check *c, const char *name,
                                     const struct hd_found *found) {
    const struct hd_def *def = hd_map_get(&c->front->names, name);
    if (c->refreshing || !def || def->dead) return NULL;
    const struct hd_sym *like = global_function_like(def->sym, found->sym);
    for (int i = 0; !like && i < found->nbeside; i++)
        like = global_function_like(def->sym, found->beside[i]);
    return like;
}

// What stands for the one with that key, and for the functions that inline namespaces have beside
// it.
static struct hd_sym *alias_new(struct check *c, const char *name, const char *key,
                                const struct hd_found *found, struct hd_range range) {
    struct hd_sym *sym = sym_new(c, SYM_ALIAS, name, hd_ty.void_, range);
    sym->target = key;
    for (int i = found->nbeside - 1; i >= 0; i--) {
        struct hd_sym *more = sym_new(c, SYM_ALIAS, name, hd_ty.void_, range);
        more->target = found->beside[i]->name;
        more->next = sym->next;
        sym->next = more;
    }
    return sym;
}

// `using A::f;` of functions: they overload those that the space has itself or by other such
// declarations. Each is a definition of the family `name` (space.c).
static void bring_functions(struct check *c, const struct hd_ast *ast, const char *name,
                            const char *key, const struct hd_found *functions,
                            struct hd_range range) {
    const struct hd_sym *own = own_like(c, name, functions);
    if (own) {
        struct hd_diag *d = hd_error(c->diags, range,
                                     "`%s%s` and the `%s` that is declared here take the same "
                                     "parameters",
                                     qual_text(c, ast->qual), ast->name, ast->name);
        note_on(c, d, own->range, "the other one is here");
        help_on(c, d, "write `%s%s` where that is meant, or `%%reset %s` first",
                qual_text(c, ast->qual), ast->name, name);
        return;
    }
    global_drop_brought(c, name, functions->sym, range.from);
    for (int i = 0; i < functions->nbeside; i++)
        global_drop_brought(c, name, functions->beside[i], range.from);
    const char *own_key = hd_intern_str(hd_printf(c->arena, "%s using %s", name, key));
    global_declare_member(c, alias_new(c, own_key, key, functions, range), name);
}

// `using A::name;`: the name means A's from here on.
static void using_declaration(struct check *c, struct hd_ast *ast) {
    struct hd_found found;
    int errors = c->diags->errors;
    struct hd_range range = {ast->loc, ast->loc + (hd_loc)strlen(ast->name)};
    if (!name_find(c, ast->qual, ast->name, range, LOOK_NAMES | LOOK_TAGS, &found) ||
        !found.space) {
        if (c->diags->errors > errors) return;
        if (found.sym && found.sym->kind == SYM_ENUM_CONST) {
            using_constant(c, found.sym, ast->name, range);
            return;
        }
        struct hd_diag *d =
            hd_error(c->diags, range, "`%s%s` is not declared", qual_text(c, ast->qual), ast->name);
        const char *header = std_header(ast->qual, ast->name);
        if (header) hd_help(c->diags, d, "add `#include <%s>`", header);
        return;
    }
    const char *key = found.space->key ? hd_space_key(c->front, found.space, ast->name) : ast->name;
    if (found.sym && found.sym->kind != SYM_BUILTIN && found.sym->def) key = found.sym->name;
    if (!found.sym && found.tag && found.tag->kind == HD_TY_RECORD) key = found.tag->record->tag;
    const char *name = declared_name(c, ast->name);
    if (name == key) return; // it has that name already: `using std::sqrt;`
    const struct hd_def *own = hd_map_get(&c->front->names, name);
    bool other = own && !own->dead && own->sym && !is_function(own->sym); // it makes room,
    if (other) global_record(c->front, name, own); // also for the next engine
    if (at_top(c) && !c->system && is_function(found.sym) && !found.tag && !other) {
        bring_functions(c, ast, name, key, &found, range);
        return;
    }
    struct hd_sym *sym = alias_new(c, name, key, &found, range);
    if (!at_top(c)) {
        space_declare(c, sym);
        return;
    }
    global_drop_brought(c, name, NULL, range.from);
    global_declare(c, sym, DEF_SPACE);
}

void check_using(struct check *c, struct hd_ast *item) {
    if (item->is_template) {
        alias_template_declare(c, item);
        return;
    }
    if (item->op == TK_ENUM) {
        using_enum(c, item);
        return;
    }
    if (item->qual) {
        using_declaration(c, item);
        for (int i = 0; i < item->nkids; i++) using_declaration(c, item->kids[i]);
        return;
    }
    const char *name = declared_name(c, item->name);
    struct hd_type *type = check_type_name(c, item->kids[0]);
    if (type->kind == HD_TY_RECORD && !type->record->tag && !type->record->typedef_name)
        type->record->typedef_name = name;
    struct hd_range range =
        item->loc ? (struct hd_range){item->loc, item->loc + (hd_loc)strlen(item->name)}
                  : item->range;
    struct hd_sym *sym = sym_new(c, SYM_TYPEDEF, name, type_named(c->arena, type, name), range);
    if (at_top(c))
        global_declare(c, sym, DEF_TYPEDEF);
    else
        space_declare(c, sym);
}

static void declare_namespace(struct check *c, struct hd_space *outer, const char *name,
                              struct hd_space *space, bool is_inline, struct hd_range range) {
    const char *key = hd_space_key(c->front, outer, name);
    const struct hd_def *old = hd_map_get(&c->front->names, key);
    if (old && !old->dead && old->sym && old->sym->kind == SYM_NAMESPACE &&
        old->sym->space == space && !c->refreshing)
        return; // it is opened again
    struct hd_sym *sym = sym_new(c, SYM_NAMESPACE, key, hd_ty.void_, range);
    sym->space = space;
    global_declare(c, sym, DEF_SPACE);
    if (!is_inline && !(space->is_unnamed && space->outer == outer)) return;
    if (is_inline) space->is_inline = outer->has_inline = true; // its names are the outer one's too
    struct hd_space *scope = c->scope;
    c->scope = outer;
    space_use(c, space, range);
    c->scope = scope;
}

void check_namespace(struct check *c, struct hd_ast *ast) {
    struct hd_range range = ast->name && ast->name != hd_space_unnamed()
                                ? (struct hd_range){ast->loc, ast->loc + (hd_loc)strlen(ast->name)}
                                : ast->range;
    struct inner in;
    if (ast->op == TK_USING || ast->op == TK_ASSIGN) {
        if (!ast->qual || !check_qual(c, ast->qual, &in)) return;
        if (!in.space || in.record) {
            hd_error(c->diags, ast->qual->range, "`%s` is no namespace",
                     ast->qual->parts[ast->qual->nparts - 1].name);
            return;
        }
    }
    if (ast->op == TK_USING) {
        if (in.space != space_enclosing(c->scope)) space_use(c, in.space, range);
        return;
    }
    if (ast->op == TK_ASSIGN) {
        if (at_top(c)) {
            declare_namespace(c, space_enclosing(c->scope), ast->name, in.space, false, range);
            return;
        }
        struct hd_sym *sym = sym_new(c, SYM_NAMESPACE, ast->name, hd_ty.void_, range);
        sym->space = in.space;
        space_declare(c, sym);
        return;
    }
    struct hd_space *outer = ast->space ? ast->space : hd_space_global(c->front);
    struct hd_space *space = space_open(c->front, outer, ast->name);
    declare_namespace(c, space->outer, ast->name, space, ast->op == TK_INLINE, range);
    for (int i = 0; ast->qual && i < ast->qual->nparts; i++) {
        space = space_open(c->front, space, ast->qual->parts[i].name);
        declare_namespace(c, space->outer, space->name, space, ast->qual->parts[i].is_inline,
                          range);
    }
}
