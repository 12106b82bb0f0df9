// The arguments of templates: what they are called, and what an instance needs of them.
//
// An instance is known by its name, so a name must be the same for the same arguments in every
// cell: types are printed without the names that typedefs gave to them (args_make_plain), and those
// that have no name at top level by their number.
#include <math.h>
#include <string.h>

#include "front/template/template.h"

static struct hd_type *root_type(struct hd_type *type) {
    while (type->base && (is_ptr(type) || type->kind == HD_TY_ARRAY || type->kind == HD_TY_REF ||
                          type->kind == HD_TY_FUNC))
        type = type->base;
    return type;
}

// Tells types of the same name apart: structs that were checked again are declared at the same
// place.
static hd_loc type_loc(struct hd_type *type) {
    type = root_type(type);
    return is_record(type)                                 ? type->record->number
           : type->kind == HD_TY_ENUM && type->enumeration ? type->enumeration->loc
                                                           : 0;
}

// A type without the names that typedefs gave to it or its parts.
static struct hd_type *plain(struct hd_arena *arena, struct hd_type *t, int depth) {
    static struct hd_type *const *const basic[] = {
#define HD_BASIC_TYPE(field, kind, name, size, align) &hd_ty.field,
#include "front/type/types.def"
    };
    for (int i = 0; i < HD_COUNT(basic); i++)
        if ((*basic[i])->kind == t->kind) return hd_type_qual(*basic[i], t->quals);
    if (depth > HD_MOST_LEVELS) return t;
    switch (t->kind) {
    case HD_TY_PTR: return hd_type_qual(hd_type_ptr(plain(arena, t->base, depth + 1)), t->quals);
    case HD_TY_REF: return hd_type_ref(arena, plain(arena, t->base, depth + 1), t->rvalue_ref);
    case HD_TY_ARRAY: return hd_type_array(arena, plain(arena, t->base, depth + 1), t->len);
    case HD_TY_COMPLEX:
        return hd_type_qual(hd_type_complex(plain(arena, t->base, depth + 1)), t->quals);
    case HD_TY_FUNC: {
        struct hd_type **params = HD_NEW_ARRAY(arena, struct hd_type *, t->nparams + 1);
        for (int i = 0; i < t->nparams; i++) params[i] = plain(arena, t->params[i], depth + 1);
        struct hd_type *made = hd_type_func(arena, plain(arena, t->base, depth + 1), params,
                                            t->nparams, t->variadic, t->oldstyle);
        made->is_noexcept = t->is_noexcept;
        return made;
    }
    default: return t;
    }
}

// The name at top level that means this struct or enum. NULL: none does.
static const char *top_name(const struct hd_front *front, const struct hd_type *t) {
    bool record = t->kind == HD_TY_RECORD;
    const char *tag = record ? t->record->tag : t->enumeration->tag;
    const char *alias = record ? t->record->typedef_name : t->enumeration->typedef_name;
    const struct hd_def *def = tag     ? hd_map_get(&front->tags, tag)
                               : alias ? hd_map_get(&front->names, alias)
                                       : NULL;
    const struct hd_type *found = !def || def->dead      ? NULL
                                  : def->kind == DEF_TAG ? def->tag_type
                                  : def->sym             ? def->sym->type
                                                         : NULL;
    bool same = found && found->kind == t->kind &&
                (record ? found->record == t->record : found->enumeration == t->enumeration);
    return same ? def->name : NULL;
}

// Its number is its name.
static bool is_numbered(const struct hd_type *t) {
    if (t->kind == HD_TY_ENUM)
        return t->enumeration->is_local || (!t->enumeration->tag && !t->enumeration->typedef_name);
    return t->kind == HD_TY_RECORD && (t->record->closure || t->record->is_local);
}

// Adds the names of the structs and enums in a type to c's needs. false: one has none.
static bool add_names(struct check *c, const struct hd_type *t, bool add, int depth) {
    if (is_numbered(t)) return true;
    if (t->kind == HD_TY_RECORD || t->kind == HD_TY_ENUM) {
        const char *name = top_name(c->front, t);
        if (name && add) HD_PUSH(c->arena, &c->needs, name);
        return name != NULL;
    }
    for (int i = 0; t->kind == HD_TY_FUNC && i < t->nparams && depth < HD_MOST_LEVELS; i++)
        if (!add_names(c, t->params[i], add, depth + 1)) return false;
    return !t->base || depth > HD_MOST_LEVELS || add_names(c, t->base, add, depth + 1);
}

static bool argument_fits(struct check *c, const struct hd_targ *arg, const char **why) {
    struct hd_type *type = arg->is_value ? NULL : arg->type;
    for (int i = 0; i < arg->npack; i++)
        if (!argument_fits(c, &arg->pack[i], why)) return false;
    if (!type) return true;
    if (type->kind == HD_TY_AUTO || type->kind == HD_TY_ERROR || type_has_vla(type)) {
        *why = hd_printf(c->arena, "`%s` cannot be an argument of a struct template", ty(c, type));
        return false;
    }
    if (add_names(c, type, false, 0)) return true;
    *why = hd_printf(c->arena,
                     "the type `%s` must be defined at top level, with a name, to be an argument of"
                     " a struct template",
                     ty(c, type));
    return false;
}

bool args_fit(struct check *c, const struct hd_template *t, const struct hd_targ *binds,
              const char **why) {
    for (int i = 0; i < t->ast->ntparams; i++)
        if (!argument_fits(c, &binds[i], why)) return false;
    return true;
}

// Arguments without the names that typedefs gave to their types.
void args_make_plain(struct hd_arena *arena, struct hd_targ *args, int n) {
    for (int i = 0; i < n; i++) {
        if (args[i].type && !args[i].is_value) args[i].type = plain(arena, args[i].type, 0);
        args_make_plain(arena, args[i].pack, args[i].npack);
    }
}

struct hd_targ *args_copy(struct hd_arena *arena, const struct hd_targ *args, int n) {
    struct hd_targ *copy = HD_NEW_ARRAY(arena, struct hd_targ, n + 1);
    for (int i = 0; i < n; i++) {
        copy[i] = args[i];
        copy[i].set = copy[i].given = true;
        if (copy[i].type) copy[i].type = plain(arena, copy[i].type, 0);
        if (copy[i].pack) copy[i].pack = args_copy(arena, copy[i].pack, copy[i].npack);
    }
    return copy;
}

// The names of the arguments are needed, and their types' memory is held.
void args_need(struct check *nc, const struct hd_targ *args, int n) {
    for (int i = 0; i < n; i++) {
        const struct hd_type *t = args[i].type;
        args_need(nc, args[i].pack, args[i].npack);
        if (t) add_names(nc, t, true, 0);
        if (args[i].sym && args[i].sym->def) HD_PUSH(nc->arena, &nc->needs, args[i].sym->name);
        while (t && t->base) t = t->base;
        if (!t || (t->kind != HD_TY_RECORD && t->kind != HD_TY_ENUM)) continue;
        if (is_numbered(t)) {
            template_hold(nc, t->arena);
            continue;
        }
        const char *name = top_name(nc->front, t);
        if (name && hd_map_get(&nc->front->tags, name))
            global_find_tag(nc->front, name, false); // holds its memory
        else if (name)
            global_find(nc->front, name, false);
        else
            template_hold(nc, t->arena);
    }
}

// ---- names --------------------------------------------------------------------------------------

// As it is written, for the name is parsed again.
static void print_float(struct hd_buf *buf, const struct hd_targ *arg) {
    const char *suffix = arg->type->kind == HD_TY_FLOAT ? "f" : "";
    double f;
    memcpy(&f, &arg->value, sizeof f);
    if (isfinite(f))
        hd_buf_printf(buf, "%a%s", f, suffix);
    else
        hd_buf_printf(buf, "%s__builtin_%s%s(%s)", signbit(f) ? "-" : "", isnan(f) ? "nan" : "inf",
                      suffix, isnan(f) ? "\"\"" : "");
}

static void print_arg(struct hd_buf *buf, const struct hd_targ *arg, bool *first,
                      enum hd_lang lang) {
    for (int i = 0; i < arg->npack; i++) print_arg(buf, &arg->pack[i], first, lang);
    if (arg->pack) return;
    if (!*first) hd_buf_puts(buf, ", ");
    *first = false;
    if (arg->sym) {
        bool address = arg->sym->kind == SYM_VAR && !arg->sym->shown;
        hd_buf_printf(buf, "%s%s", address ? "&" : "", arg->sym->name);
    } else if (!arg->type) {
        hd_buf_printf(buf, "%lld", (long long)arg->value);
    } else if (arg->is_value && hd_type_is_float(arg->type)) {
        print_float(buf, arg);
    } else if (arg->is_value) {
        hd_buf_putc(buf, '(');
        hd_type_print_key(buf, arg->type, lang);
        hd_buf_printf(buf, ")%lld", (long long)arg->value);
    } else {
        hd_type_print_key(buf, arg->type, lang);
    }
}

const char *template_instance_name(const struct hd_template *t, const struct hd_targ *binds,
                                   enum hd_lang lang) {
    struct hd_buf buf = {0};
    bool first = true;
    hd_buf_printf(&buf, "%s<", template_name(t));
    for (int i = 0; i < t->ast->ntparams; i++) print_arg(&buf, &binds[i], &first, lang);
    hd_buf_putc(&buf, '>');
    const char *name = hd_intern(buf.s, buf.len);
    hd_buf_finish(&buf);
    return name;
}

// Types that no name at top level leads to have no name in the key either, or one that another has.
static void add_numbers(struct check *c, struct hd_buf *key, const struct hd_targ *args, int n) {
    for (int i = 0; i < n; i++) {
        struct hd_type *root = args[i].type ? root_type(args[i].type) : NULL;
        bool tagged = root && (is_record(root) || root->kind == HD_TY_ENUM);
        if (tagged && (is_numbered(root) || !top_name(c->front, root)))
            hd_buf_printf(key, "#%llu", (unsigned long long)type_loc(root));
        add_numbers(c, key, args[i].pack, args[i].npack);
    }
}

const char *template_instance_key(struct check *c, struct hd_template *t, const char *name,
                                  const struct hd_targ *args) {
    static uint32_t numbers;
    if (!t->number) t->number = ++numbers;
    struct hd_buf key = {0};
    hd_buf_printf(&key, "%s@%u", name, t->number);
    add_numbers(c, &key, args, t->ast->ntparams);
    const char *interned = hd_intern(key.s, key.len);
    hd_buf_finish(&key);
    return interned;
}

// ---- the same arguments -------------------------------------------------------------------------

static bool same_arg(const struct hd_targ *a, const struct hd_targ *b) {
    if (!a->pack != !b->pack || a->npack != b->npack || a->sym != b->sym || a->value != b->value)
        return false;
    for (int i = 0; i < a->npack; i++)
        if (!same_arg(&a->pack[i], &b->pack[i])) return false;
    if (!a->type || !b->type) return a->type == b->type || a->sym || !a->loc;
    return a->loc == type_loc(b->type) && hd_type_same(a->type, b->type);
}

bool args_same(const struct hd_targ *kept, const struct hd_targ *args, int n) {
    for (int i = 0; i < n; i++)
        if (!same_arg(&kept[i], &args[i])) return false;
    return true;
}

// A copy of arguments that lasts, with what tells their types apart.
void args_keep(struct hd_arena *arena, struct hd_targ *to, const struct hd_targ *from, int n) {
    for (int i = 0; i < n; i++) {
        to[i] = from[i];
        to[i].given = true;
        to[i].loc = from[i].type ? type_loc(from[i].type) : 0;
        if (!from[i].pack) continue;
        to[i].pack = HD_NEW_ARRAY(arena, struct hd_targ, from[i].npack + 1);
        args_keep(arena, to[i].pack, from[i].pack, from[i].npack);
    }
}
