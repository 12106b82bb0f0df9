// What begins at a token, told from the first tokens: a type, a declaration, parameters, a trait.
//
// The tests (parse_..._at) only look. They follow C++ in that what can be a declaration is one,
// with the exceptions that help at a prompt: `T(x)` and `T(x);` are a conversion of x, not a
// declaration of x, and in `dim3 g(int(a));` the parentheses hold an argument. An unknown name
// followed by another name (`flaot x`) begins a declaration of an unknown type.
#include "front/parse/parse.h"

#include <string.h>

enum {
    F_SIMPLE = 1,
    F_TYPE = 2,
    F_DECL = 4
}; // F_SIMPLE: one word that can stand in a functional cast

static const uint8_t first[TK_COUNT] = {
    [TK_VOID] = F_SIMPLE,        [TK_CHAR] = F_SIMPLE,       [TK_SHORT] = F_SIMPLE,
    [TK_INT] = F_SIMPLE,         [TK_LONG] = F_SIMPLE,       [TK_FLOAT] = F_SIMPLE,
    [TK_DOUBLE] = F_SIMPLE,      [TK_SIGNED] = F_SIMPLE,     [TK_UNSIGNED] = F_SIMPLE,
    [TK_BOOL] = F_SIMPLE,        [TK_COMPLEX] = F_SIMPLE,    [TK_IMAGINARY] = F_SIMPLE,
    [TK_INT128] = F_SIMPLE,      [TK_UINT128] = F_SIMPLE,    [TK_FLOAT128] = F_SIMPLE,
    [TK_FLOAT16] = F_SIMPLE,     [TK_BF16] = F_SIMPLE,       [TK_VA_LIST] = F_SIMPLE,
    [TK_CHAR8] = F_SIMPLE,       [TK_WCHAR] = F_SIMPLE,      [TK_CHAR16] = F_SIMPLE,
    [TK_CHAR32] = F_SIMPLE,      [TK_STRUCT] = F_TYPE,       [TK_UNION] = F_TYPE,
    [TK_ENUM] = F_TYPE,          [TK_CLASS] = F_TYPE,        [TK_TYPEOF] = F_TYPE,
    [TK_DECLTYPE] = F_TYPE,      [TK_ATOMIC] = F_TYPE,       [TK_CONST] = F_TYPE,
    [TK_VOLATILE] = F_TYPE,      [TK_RESTRICT] = F_TYPE,     [TK_TYPEDEF] = F_DECL,
    [TK_EXTERN] = F_DECL,        [TK_STATIC] = F_DECL,       [TK_AUTO] = F_DECL,
    [TK_AUTO_TYPE] = F_DECL,     [TK_REGISTER] = F_DECL,     [TK_INLINE] = F_DECL,
    [TK_NORETURN] = F_DECL,      [TK_THREAD_LOCAL] = F_DECL, [TK_CONSTEXPR] = F_DECL,
    [TK_CONSTEVAL] = F_DECL,     [TK_CONSTINIT] = F_DECL,    [TK_GLOBAL] = F_DECL,
    [TK_DEVICE] = F_DECL,        [TK_HOST] = F_DECL,         [TK_SHARED] = F_DECL,
    [TK_CONSTANT] = F_DECL,      [TK_MANAGED] = F_DECL,      [TK_GRID_CONSTANT] = F_DECL,
    [TK_LAUNCH_BOUNDS] = F_DECL, [TK_FORCEINLINE] = F_DECL,  [TK_NOINLINE] = F_DECL,
};

// ---- traits -------------------------------------------------------------------------------------

enum hd_trait parse_trait_at(const struct parser *p, int i, bool *makes_type) {
    static const struct {
        const char *name;
        enum hd_trait id;
        bool is_type;
    } all[] = {
#define HD_TRAIT(name, id) {name, TRAIT_##id, false},
#define HD_TRANSFORM(name, id) {name, TRAIT_##id, true},
#include "front/parse/traits.def"
#undef HD_TRAIT
#undef HD_TRANSFORM
    };
    const char *text = parse_kind_at(p, i) == TK_IDENT && parse_cu(p) ? p->toks[i].text : "";
    if (text[0] != '_' || text[1] != '_' || parse_kind_at(p, parse_next(p, i)) != TK_LPAREN)
        return TRAIT_NONE;
    for (int k = 0; k < HD_COUNT(all); k++) {
        if (strcmp(all[k].name, text)) continue;
        *makes_type = all[k].is_type;
        return all[k].id;
    }
    return TRAIT_NONE;
}

bool parse_transform_at(const struct parser *p, int i) {
    bool is_type = false;
    return parse_trait_at(p, i, &is_type) && is_type;
}

// ---- looking ahead ------------------------------------------------------------------------------

static enum name_class class_at(struct parser *p, int i) {
    struct parse_path path;
    return parse_path_at(p, i, &path) && !path.special ? path.cls : NAME_OTHER;
}

static bool attribute_word(const struct hd_token *t) {
    static const char *const words[] = {"__align__", "__builtin_align__", "__maxnreg__",
                                        "__cluster_dims__"};
    if (t->kind == TK_IDENT && t->text[0] == '_')
        for (int i = 0; i < HD_COUNT(words); i++)
            if (strcmp(t->text, words[i]) == 0) return true;
    return false;
}

bool parse_attribute_at(const struct parser *p, int i) {
    switch (parse_kind_at(p, i)) {
    case TK_ATTRIBUTE:
    case TK_ALIGNAS:
    case TK_LAUNCH_BOUNDS: return true;
    case TK_LBRACKET: return p->lang == HD_LANG_CU && parse_kind_at(p, i + 1) == TK_LBRACKET;
    case TK_IDENT:
        return p->lang == HD_LANG_CU && attribute_word(&p->toks[i]) &&
               parse_kind_at(p, parse_next(p, i)) == TK_LPAREN;
    default: return false;
    }
}

static int after_attribute(const struct parser *p, int i) {
    int open = parse_kind_at(p, i) == TK_LBRACKET ? i : parse_next(p, i);
    return parse_next(p, parse_match(p, open));
}

bool parse_simple_type_at(struct parser *p, int i) {
    int kind = parse_kind_at(p, i);
    if (parse_transform_at(p, i)) return true;
    return kind == TK_IDENT || kind == TK_SCOPE ? class_at(p, i) == NAME_TYPE
                                                : first[kind] & F_SIMPLE;
}

// The index after a name and its template arguments.
static int after_name(struct parser *p, int i) {
    struct parse_path path;
    if (parse_transform_at(p, i)) return parse_next(p, parse_match(p, parse_next(p, i)));
    return parse_path_at(p, i, &path) ? path.after : parse_next(p, i);
}

static bool declarator_prefix(int kind) {
    return kind == TK_STAR || kind == TK_AMP || kind == TK_AND_AND || kind == TK_CONST ||
           kind == TK_VOLATILE || kind == TK_RESTRICT;
}

// The index behind a `*`, `&`, `C::*` or qualifier at i; -1: there is none.
static int after_prefix(struct parser *p, int i) {
    int star = parse_member_star_at(p, i);
    return star >= 0                                ? parse_next(p, star)
           : declarator_prefix(parse_kind_at(p, i)) ? parse_next(p, i)
                                                    : -1;
}

// `T (` at i: is the parenthesis part of an abstract declarator, as in `float (*)[4]`? Not in a
// functional cast.
static bool abstract_paren(struct parser *p, int i) {
    bool star = false;
    for (int next; (next = after_prefix(p, i)) >= 0 || parse_kind_at(p, i) == TK_LPAREN;) {
        star |= next >= 0;
        i = next >= 0 ? next : parse_next(p, i);
    }
    int kind = parse_kind_at(p, i);
    return star && (kind == TK_RPAREN || kind == TK_LBRACKET);
}

// `T (` at i: does a declarator with a name stand in the parentheses, as in `int (*f)(void)`?
static bool declarator_paren(struct parser *p, int i, bool param) {
    bool star = false, header = param && !p->state->function && (p->toks[i].flags & TF_SYSTEM);
    int j = i;
    for (int next; (next = after_prefix(p, j)) >= 0 || parse_kind_at(p, j) == TK_LPAREN ||
                   parse_kind_at(p, j) == TK_ATTRIBUTE;) {
        star |= next >= 0;
        j = next >= 0                             ? next
            : parse_kind_at(p, j) == TK_ATTRIBUTE ? after_attribute(p, j)
                                                  : parse_next(p, j);
    }
    if (parse_kind_at(p, j) == TK_RPAREN || parse_kind_at(p, j) == TK_LBRACKET)
        return param && star;
    if (parse_kind_at(p, j) != TK_IDENT) return false;
    int after_name = parse_kind_at(p, parse_next(p, j));
    if (after_name != TK_RPAREN && after_name != TK_LBRACKET && after_name != TK_LPAREN)
        return false;
    switch (parse_kind_at(p, parse_next(p, parse_match(p, i)))) {
    case TK_LPAREN:
    case TK_LBRACKET: return true;
    case TK_ASSIGN: return true;
    case TK_SEMI:
    case TK_COMMA:
    case TK_RPAREN:
    case TK_ASM:
    case TK_ATTRIBUTE: return star || header;
    default: return false;
    }
}

// `Concept auto`, `Concept<int> decltype(auto)`.
bool parse_concept_auto_at(struct parser *p, int i) {
    int kind = parse_kind_at(p, i), next = parse_kind_at(p, parse_next(p, i)), after;
    if (kind != TK_IDENT && kind != TK_SCOPE) return false;
    if (kind == TK_IDENT && next != TK_AUTO && next != TK_LT && next != TK_SCOPE &&
        next != TK_DECLTYPE)
        return false;
    if (!parse_concept_at(p, i, &after)) return false;
    return parse_kind_at(p, after) == TK_AUTO || parse_kind_at(p, after) == TK_DECLTYPE;
}

bool parse_type_at(struct parser *p, int i) {
    bool type_name = false;
    while (parse_attribute_at(p, i) || parse_kind_at(p, i) == TK_EXTENSION ||
           parse_kind_at(p, i) == TK_TYPENAME) {
        type_name |= parse_kind_at(p, i) == TK_TYPENAME;
        i = parse_attribute_at(p, i) ? after_attribute(p, i) : parse_next(p, i);
    }
    int kind = parse_kind_at(p, i);
    bool in_type = parse_decltype_scope_at(p, i) >= 0;
    if (parse_concept_auto_at(p, i)) return true;
    if (in_type && !type_name) return false; // a value, unless `typename` says otherwise
    if ((first[kind] & F_TYPE) && !in_type) return true;
    if (!type_name && !parse_simple_type_at(p, i)) return false;
    int next = after_name(p, i);
    if (p->lang == HD_LANG_C) return true;
    switch (parse_kind_at(p, next)) {
    case TK_LPAREN: return abstract_paren(p, next);
    case TK_LBRACE: return type_name;
    case TK_DOT:
    case TK_ARROW: return false;
    default: return true;
    }
}

// Whether a function's type in template arguments may go on or end with the token at i.
static bool ends_function_type(const struct parser *p, int i) {
    switch (parse_kind_at(p, i)) {
    case TK_AMP:
    case TK_AND_AND: return ends_function_type(p, parse_next(p, i)); // or `int() & 3`
    case TK_COMMA:
    case TK_GT:
    case TK_SHR:
    case TK_LAUNCH_CLOSE:
    case TK_ELLIPSIS:
    case TK_CONST:
    case TK_VOLATILE:
    case TK_NOEXCEPT: return true;
    default: return false;
    }
}

// As a template argument `int(float)` is a function's type, `int(2)` and `int() + 2` are values.
bool parse_type_arg_at(struct parser *p, int i) {
    if (parse_type_at(p, i)) return true;
    if (!parse_simple_type_at(p, i)) return false;
    int open = after_name(p, i);
    return parse_kind_at(p, open) == TK_LPAREN && parse_params_at(p, open, false) &&
           ends_function_type(p, parse_next(p, parse_match(p, open)));
}

// `foo::bar x`: foo is not known, or it is in what a template makes.
static bool unknown_starts_decl(struct parser *p, const struct parse_path *path) {
    int kind = parse_kind_at(p, path->after);
    if (kind != TK_STAR && kind != TK_AMP) return kind == TK_IDENT;
    int name = parse_next(p, path->after), after = parse_kind_at(p, parse_next(p, name));
    return path->cls == NAME_UNKNOWN && parse_kind_at(p, name) == TK_IDENT &&
           (after == TK_ASSIGN || after == TK_SEMI);
}

static bool name_starts_decl(struct parser *p, int i) {
    struct parse_path path;
    if (parse_transform_at(p, i)) return true;
    if (!parse_path_at(p, i, &path)) return false;
    bool qualified = path.parts || path.rooted;
    int next = path.after, kind = parse_kind_at(p, next);
    if (kind == TK_COLON) return false;
    if (path.special) // A::~A() {, A::operator int() {
        return !p->state->function;
    if (path.ctor) return parse_kind_at(p, path.bare) == TK_LPAREN && !p->state->function;
    switch (path.cls) {
    case NAME_TYPE: break;
    case NAME_TEMPLATE:
        return (path.after != path.bare && kind == TK_IDENT) ||
               (path.leads.is_concept && (kind == TK_AUTO || kind == TK_DECLTYPE));
    case NAME_UNKNOWN:
        return qualified ? unknown_starts_decl(p, &path) : parse_unknown_type_at(p, i, SPEC_DECL);
    default: return qualified && unknown_starts_decl(p, &path);
    }
    if (p->lang == HD_LANG_CU && kind == TK_LPAREN) return declarator_paren(p, next, false);
    if (path.after != path.bare) return kind != TK_LBRACE;
    switch (kind) {
    case TK_IDENT:
    case TK_STAR:
    case TK_LPAREN:
    case TK_SEMI: return true;
    case TK_AMP:
    case TK_AND_AND:
    case TK_LT:
    case TK_OPERATOR: return p->lang == HD_LANG_CU;
    default: // `T const x`, `T static x`, but not `T = 3`, `T{1}`, `T::a`
        return (first[kind] & (F_TYPE | F_DECL | F_SIMPLE)) || parse_attribute_at(p, next) ||
               (p->lang == HD_LANG_C && (kind == TK_EOF || kind == TK_COMMA));
    }
}

bool parse_decl_at(struct parser *p, int i) {
    while (parse_attribute_at(p, i) || parse_kind_at(p, i) == TK_EXTENSION ||
           parse_kind_at(p, i) == TK_TYPENAME) {
        if (parse_kind_at(p, i) == TK_TYPENAME) {
            int after = parse_kind_at(p, after_name(p, parse_next(p, i)));
            return after != TK_LPAREN && after != TK_LBRACE; // `typename T::type(x)`
        }
        if (parse_kind_at(p, i) == TK_LAUNCH_BOUNDS || parse_kind_at(p, i) == TK_ALIGNAS)
            return true;
        i = parse_attribute_at(p, i) ? after_attribute(p, i) : parse_next(p, i);
    }
    int kind = parse_kind_at(p, i);
    if (kind == TK_IDENT || (kind == TK_SCOPE && p->lang == HD_LANG_CU) ||
        parse_decltype_scope_at(p, i) >= 0)
        return name_starts_decl(p, i);
    if (first[kind] & (F_TYPE | F_DECL)) return true;
    if (!(first[kind] & F_SIMPLE)) return false;
    int next = parse_next(p, i);
    if (p->lang == HD_LANG_C) return true;
    if (parse_kind_at(p, next) == TK_LPAREN) return declarator_paren(p, next, false);
    return parse_kind_at(p, next) != TK_LBRACE;
}

// After an unknown name at i: `*`, `&` and qualifiers, then a name: the index of that name, or -1.
static int name_after_stars(const struct parser *p, int i) {
    int j = parse_next(p, i);
    while (declarator_prefix(parse_kind_at(p, j))) j = parse_next(p, j);
    return parse_kind_at(p, j) == TK_IDENT ? j : -1;
}

bool parse_unknown_type_at(struct parser *p, int i, enum spec_where where) {
    if (class_at(p, i) != NAME_UNKNOWN) return false;
    if (where == SPEC_DECL && !p->cell && !p->state->function)
        where = SPEC_MEMBER; // no statements here
    int next = parse_next(p, i), kind = parse_kind_at(p, next);
    if (kind == TK_IDENT || kind == TK_OPERATOR) return true;
    if (kind == TK_LT && p->lang == HD_LANG_CU) {
        int close = parse_angle(p, next);
        int after = close < 0 ? TK_EOF : parse_kind_at(p, parse_next(p, close));
        return after == TK_IDENT || (where != SPEC_DECL && (after == TK_AMP || after == TK_STAR));
    }
    if (where == SPEC_PARAM && (kind == TK_COMMA || kind == TK_RPAREN)) return true;
    if (!declarator_prefix(kind) || (kind == TK_AND_AND && where == SPEC_DECL)) return false;
    int name = name_after_stars(p, i);
    if (where != SPEC_DECL) return name >= 0 || where == SPEC_PARAM;
    if (name < 0) return false;
    int after = parse_next(p, name);
    switch (parse_kind_at(p, after)) {
    case TK_ASSIGN:
    case TK_SEMI:
    case TK_COMMA: return true;
    case TK_LPAREN: return parse_kind_at(p, parse_next(p, parse_match(p, after))) == TK_LBRACE;
    default: return kind == TK_CONST || kind == TK_VOLATILE;
    }
}

// Does a parameter declaration begin at i? `open` is the `(` of the list.
static bool param_at(struct parser *p, int i, int open) {
    while (parse_attribute_at(p, i) || parse_kind_at(p, i) == TK_EXTENSION)
        i = parse_attribute_at(p, i) ? after_attribute(p, i) : parse_next(p, i);
    int kind = parse_kind_at(p, i);
    if (kind == TK_TYPENAME || kind == TK_ELLIPSIS || (first[kind] & (F_TYPE | F_DECL)))
        return true;
    if (parse_simple_type_at(p, i)) {
        int next = after_name(p, i);
        switch (parse_kind_at(p, next)) {
        case TK_LPAREN: return declarator_paren(p, next, true);
        case TK_LBRACE:
        case TK_DOT:
        case TK_ARROW: return false;
        default: return true;
        }
    }
    if (parse_concept_auto_at(p, i)) return true;
    struct parse_path path;
    if (parse_path_at(p, i, &path) && (path.parts || path.rooted))
        return parse_kind_at(p, path.after) == TK_IDENT;
    if (kind != TK_IDENT || !parse_unknown_type_at(p, i, SPEC_PARAM)) return false;
    if (parse_kind_at(p, parse_next(p, i)) == TK_IDENT) return true;
    int after = parse_kind_at(p, parse_next(p, parse_match(p, open)));
    return after == TK_LBRACE || (after == TK_SEMI && name_after_stars(p, i) >= 0 && !p->cell);
}

bool parse_params_at(struct parser *p, int i, bool is_void) {
    int next = parse_next(p, i);
    return is_void || parse_kind_at(p, next) == TK_RPAREN || param_at(p, next, i);
}
