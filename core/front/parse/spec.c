// Declaration specifiers: storage classes, qualifiers, type words, struct, union and enum with
// their bodies, attributes; and the tests that tell a type or a declaration from an expression by
// its first tokens.
//
// The tests (parse_..._at) only look. They follow C++ in that what can be a declaration is one,
// with the exceptions that help at a prompt: `T(x)` and `T(x);` are a conversion of x, not a
// declaration of x, and in `dim3 g(int(a));` the parentheses hold an argument. An unknown name
// followed by another name (`flaot x`) is reported as an unknown type, once; its declaration gets
// BASE_ERROR, so that nothing else is said about it.
//
// Example: `static const struct point { int x, y; } origin` gives flags SPEC_STATIC, quals Q_CONST,
// BASE_TAG with two members; `origin` is left to the declarator.
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

static bool transform_at(const struct parser *p, int i) {
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
    if (transform_at(p, i)) return true;
    return kind == TK_IDENT || kind == TK_SCOPE ? class_at(p, i) == NAME_TYPE
                                                : first[kind] & F_SIMPLE;
}

// The index after a name and its template arguments.
static int after_name(struct parser *p, int i) {
    struct parse_path path;
    if (transform_at(p, i)) return parse_next(p, parse_match(p, parse_next(p, i)));
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
static bool concept_auto_at(struct parser *p, int i) {
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
    if (concept_auto_at(p, i)) return true;
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
    if (transform_at(p, i)) return true;
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
    if (concept_auto_at(p, i)) return true;
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

// ---- unknown types ------------------------------------------------------------------------------

const char *parse_instead_of(const char *name) {
    static const struct {
        const char *name, *help;
    } list[] = {
        {"def", "this is Python: a function reads `float f(float x) { return 2 * x; }`"},
        {"include", "a directive begins with `#`: `#include <stdio.h>`"},
        {"define", "a directive begins with `#`: `#define N 100`"},
        {"import", "this is Python: `#include <math.h>` brings a library in"},
        {"from", "this is Python: `#include <math.h>` brings a library in"},
        {"lambda", "this is Python: a lambda reads `[=](float x) { return 2 * x; }`"},
        {"elif", "this is Python: write `else if (...)`"},
        {"then", "C++ has no `then`: the statement follows the parentheses"},
        {"function", "a function begins with the type that it returns: `float f(float x) { ... }`"},
        {"func", "a function begins with the type that it returns: `float f(float x) { ... }`"},
        {"fn", "a function begins with the type that it returns: `float f(float x) { ... }`"},
        {"raise", "this is Python: `throw std::runtime_error(\"...\");`"},
        {"with", "this is Python: what a variable holds is released at the end of its block"},
        {"pass", "this is Python: an empty body is `{}`"},
        {"async", "work that goes on meanwhile is a launch in a stream, or `std::thread`"},
        {"String", "a text is `std::string` on the host, `const char *` in kernels"},
        {"boolean", "in C++ that is `bool`"},
        {"Boolean", "in C++ that is `bool`"},
        {"byte", "in C++ that is `unsigned char`"},
        {"integer", "in C++ that is `int`"},
        {"Integer", "in C++ that is `int`"},
        {"float32", "in C++ that is `float`"},
        {"float64", "in C++ that is `double`"},
        {"float16", "in CUDA C++ that is `half`"},
        {"let", "declare a variable with its type, or `auto x = ...`"},
        {"var", "declare a variable with its type, or `auto x = ...`"},
        {"str", "a text is `const char *`, or `std::string` on the host"},
        {"complex",
         "write `std::complex<float>`, `float _Complex`, or cuFloatComplex of cuComplex.h"},
        {"mutex", "write `std::mutex`, on the host"},
        {"thread", "write `std::thread`, on the host"},
    };
    for (int i = 0; i < HD_COUNT(list); i++)
        if (strcmp(list[i].name, name) == 0) return list[i].help;
    return NULL;
}

bool parse_statement_word(const char *word) {
    static const char list[] =
        " break case continue default do else for goto if return switch while namespace using ";
    const char *at = word ? strstr(list, word) : NULL;
    return at && at[-1] == ' ' && at[strlen(word)] == ' ';
}

// Reports the identifier at hand as unknown type.
static void parse_unknown_type(struct parser *p, enum spec_where where) {
    const struct hd_token *t = parse_tok(p);
    const char *instead = parse_cu(p) ? parse_instead_of(t->text) : NULL;
    int after = parse_peek(p);
    if (!instead && where == SPEC_PARAM && parse_cu(p) && t->text_len < 3 &&
        (after == TK_COMMA || after == TK_RPAREN)) // `float *a, b`
        instead = hd_printf(p->arena, "each parameter has a type of its own: `float %s`", t->text);
    if (!instead && parse_cu(p) && hd_is_std_name(t->text))
        instead = hd_std_advice(p->front, p->arena, t->text);
    const char *near = instead ? NULL : parse_suggest(p, t->text, false);
    if (near && !parse_statement_word(near)) near = parse_suggest(p, t->text, true);
    if (parse_statement_word(near)) {
        struct hd_diag *diag = parse_fail(p, parse_here(p), "unknown word `%s`", t->text);
        parse_help(p, diag, "did you mean `%s`?", near);
        return;
    }
    bool reported = p->front && !p->trial && check_is_poisoned(p->front, t->text);
    struct hd_diag *diag = NULL;
    if (reported) // its declaration did not parse
        p->errors++;
    else
        diag = parse_report(p, parse_here(p), "unknown type name `%s`", t->text);
    int failed = p->front ? front_failed_input(p->front, t->text) : 0;
    if (instead)
        parse_help(p, diag, "%s", instead);
    else if (failed)
        parse_help(p, diag, "In[%d] would have defined it, and failed: enter that again, mended",
                   failed);
    else if (near)
        parse_help(p, diag, "did you mean `%s`?", near);
    if (parse_peek(p) == TK_LT) {
        int close = parse_angle(p, parse_next(p, p->at));
        while (close >= 0 && p->at < close && !parse_is(p, TK_EOF)) parse_advance(p);
    }
    parse_advance(p);
}

// ---- attributes ---------------------------------------------------------------------------------

static const char *plain_name(const char *s) {
    size_t n = strlen(s);
    while (n > 4 && s[0] == '_' && s[1] == '_' && s[n - 1] == '_' && s[n - 2] == '_')
        s += 2, n -= 4;
    return hd_intern(s, n);
}

static struct hd_attr *add_attr(struct parser *p, struct hd_attr ***tail, const char *name) {
    struct hd_attr *a = HD_NEW(p->arena, struct hd_attr);
    a->name = plain_name(name);
    a->range = parse_here(p);
    **tail = a;
    *tail = &a->next;
    return a;
}

// The arguments in parentheses, if there are any: expressions and types.
static void attr_args(struct parser *p, struct hd_attr *a) {
    const struct hd_token *open = parse_tok(p);
    ast_vec args = {0};
    hd_loc from = a->range.from;
    if (!parse_accept(p, TK_LPAREN)) return;
    while (!parse_is(p, TK_RPAREN) && !parse_is(p, TK_EOF)) {
        struct hd_ast *arg = parse_type_at(p, p->at) ? parse_type_name(p) : parse_assign(p);
        HD_PUSH(p->arena, &args, arg);
        if (!parse_accept(p, TK_COMMA)) break;
    }
    parse_close(p, TK_RPAREN, open);
    a->args = args.v;
    a->nargs = args.n;
    a->range = parse_from(p, from);
}

// The list inside __attribute__((...)) or [[...]]. Names may be keywords; [[gnu::packed]] is
// packed.
static void attr_list(struct parser *p, struct hd_attr ***tail, int close) {
    while (!parse_is(p, close) && !parse_is(p, TK_EOF)) {
        if (parse_accept(p, TK_COMMA)) continue;
        const char *text = parse_tok(p)->text;
        if (!text || !((text[0] >= 'a' && text[0] <= 'z') || text[0] == '_' ||
                       (text[0] >= 'A' && text[0] <= 'Z'))) {
            parse_fail(p, parse_here(p), "expected the name of an attribute, found %s",
                       parse_found(p));
            return;
        }
        if (parse_peek(p) == TK_SCOPE) {
            parse_advance(p);
            parse_advance(p);
            text = parse_tok(p)->text ? parse_tok(p)->text : text;
        }
        struct hd_attr *a = add_attr(p, tail, text);
        parse_advance(p);
        attr_args(p, a);
    }
}

static void gnu_attribute(struct parser *p, struct hd_attr ***tail) {
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, "after `__attribute__`")) return;
    const struct hd_token *inner = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, "after `__attribute__(`")) return;
    attr_list(p, tail, TK_RPAREN);
    parse_close(p, TK_RPAREN, inner);
    parse_close(p, TK_RPAREN, open);
}

void parse_attributes(struct parser *p, struct hd_attr **list) {
    struct hd_attr **tail = list;
    while (*tail) tail = &(*tail)->next;
    while (!p->state->panic && parse_attribute_at(p, p->at)) {
        const struct hd_token *t = parse_tok(p);
        switch (t->kind) {
        case TK_ATTRIBUTE: gnu_attribute(p, &tail); break;
        case TK_LBRACKET: {
            parse_advance(p);
            const struct hd_token *open = parse_tok(p);
            parse_advance(p);
            attr_list(p, &tail, TK_RBRACKET);
            parse_close(p, TK_RBRACKET, open);
            parse_close(p, TK_RBRACKET, t);
            break;
        }
        default: { // alignas(16), __align__(16), __launch_bounds__(256, 2)
            bool align = t->kind == TK_ALIGNAS || strstr(t->text, "align");
            struct hd_attr *a = add_attr(p, &tail, align ? "aligned" : t->text);
            parse_advance(p);
            if (!parse_is(p, TK_LPAREN))
                parse_expect(p, TK_LPAREN, hd_printf(p->arena, "after `%s`", t->text));
            attr_args(p, a);
            break;
        }
        }
    }
}

// ---- struct, union ------------------------------------------------------------------------------

// One declarator of a member; false: it was a member function with its body, and the declaration is
// over.
static bool member_declarator(struct parser *p, struct members *m, struct hd_ast *declaration,
                              ast_vec *kids, int mark) {
    struct hd_ast *n = parse_node(p, AST_DECLARATOR_INIT, 0);
    n->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    n->nkids = 1;
    n->declr = parse_declarator(p, DECLR_MEMBER, declaration->spec);
    n->name = n->declr->name;
    n->loc = n->declr->name ? n->declr->name_range.from : n->range.from;
    if (parse_cu(p) && !p->state->panic && parse_function_deriv(n->declr))
        return parse_member_function(p, m, declaration, n, mark);
    if (parse_cu(p) && (declaration->spec->flags & SPEC_TYPEDEF)) {
        if (n->declr->derivs)
            parse_declare(p, n->declr->name, NAME_TYPE);
        else
            parse_declare_alias(p, n->declr->name, declaration->spec);
    }
    if (parse_accept(p, TK_COLON)) n->declr->bits = parse_conditional(p);
    parse_attributes(p, &n->declr->attrs);
    if (parse_cu(p) && (parse_is(p, TK_ASSIGN) || parse_is(p, TK_LBRACE))) {
        n->op = parse_tok(p)->kind;
        parse_accept(p, TK_ASSIGN);
        n->kids[0] = parse_initializer(p);
    }
    HD_PUSH(p->arena, kids, parse_done(p, n));
    return true;
}

struct hd_ast *parse_member_declaration(struct parser *p, struct members *m) {
    int mark = parse_tall_begin(p);
    struct hd_ast *n = parse_node(p, AST_DECLARATION, 0);
    if (p->state->head) parse_take_head(n, p->state->head);
    p->state->head = NULL;
    n->tok_from = p->at;
    struct hd_spec *spec = n->spec = parse_spec(p, SPEC_MEMBER);
    ast_vec kids = {0};
    bool special = parse_cu(p) && (parse_is_ctor_at(p, p->at) || parse_is(p, TK_TILDE) ||
                                   parse_is(p, TK_OPERATOR));
    if (spec->base == BASE_NONE && !special && !p->state->panic && !(spec->flags & SPEC_FRIEND)) {
        struct hd_diag *diag =
            parse_fail(p, parse_here(p), "expected the type of a member, found %s", parse_found(p));
        if (parse_is(p, TK_EOF)) parse_help(p, diag, "is the `}` of the struct missing?");
    }
    while (!parse_is(p, TK_SEMI) && !parse_is(p, TK_EOF)) {
        if (!member_declarator(p, m, n, &kids, mark)) return NULL;
        if (!parse_accept(p, TK_COMMA)) break;
    }
    const char *name = kids.n ? kids.v[kids.n - 1]->declr->name : NULL;
    parse_semi(p, name ? "the member" : "the members", name);
    n->kids = kids.v;
    n->nkids = kids.n;
    n = parse_tall_done(p, n, mark);
    if (!(spec->flags & SPEC_FRIEND)) return n;
    HD_PUSH(p->arena, &m->friends, n);
    return NULL;
}

static void struct_body(struct parser *p, struct hd_spec *spec) {
    const struct hd_token *open = parse_tok(p);
    const char *outer = p->state->record;
    struct hd_space *outer_space = p->state->record_space;
    struct members m = {.spec = spec, .access = spec->is_class ? ACCESS_PRIVATE : ACCESS_PUBLIC};
    struct parse_scope scope;
    bool own = parse_cu(p) && spec->name; // in C the types inside are the space's around it
    if (own) parse_push(p, p->trial ? HD_NEW(p->arena, struct parse_scope) : &scope);
    p->state->record = spec->name;
    if (own && p->front && !p->trial && !p->state->blocks && !p->state->generic)
        p->state->record_space =
            hd_space_in(p->front, outer_space ? outer_space : p->space, spec->name, SPACE_RECORD);
    p->state->template_name = false;
    spec->has_body = true;
    spec->pack = p->pack;
    if (parse_enter(p)) parse_advance(p);
    while (!parse_is(p, TK_RBRACE) && !parse_is(p, TK_EOF)) {
        int start = p->at, before = m.list.n;
        for (int i = m.placed; i < before; i++) m.list.v[i]->access = (uint8_t)m.access;
        m.placed = before;
        if (parse_accept(p, TK_SEMI) || (parse_cu(p) && parse_member_special(p, &m))) continue;
        while (parse_is(p, TK_EXTENSION)) parse_advance(p);
        struct hd_ast *n = parse_is(p, TK_STATIC_ASSERT) ? parse_static_assert(p)
                                                         : parse_member_declaration(p, &m);
        if (p->state->panic) {
            if (p->at >= p->n || p->depth > MAX_DEPTH) break;
            parse_resync(p, start, false);
        } else if (n) {
            HD_PUSH(p->arena, &m.list, n);
        }
    }
    for (int i = m.placed; i < m.list.n; i++) m.list.v[i]->access = (uint8_t)m.access;
    parse_close(p, TK_RBRACE, open);
    parse_member_bodies(p, &m);
    if (own) parse_pop(p);
    p->state->record = outer;
    p->state->record_space = outer_space;
    parse_leave(p);
    // NULL is a body that is being parsed
    spec->members = m.list.v ? m.list.v : HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    spec->nmembers = m.list.n;
    spec->friends = m.friends.v;
    spec->nfriends = m.friends.n;
}

// ---- enum ---------------------------------------------------------------------------------------

static void enum_body(struct parser *p, struct hd_spec *spec) {
    const struct hd_token *open = parse_tok(p);
    ast_vec list = {0};
    struct parse_scope scope; // the constants of an `enum class` are names in its body only
    bool own = spec->scoped_enum;
    if (own) parse_push(p, p->trial ? HD_NEW(p->arena, struct parse_scope) : &scope);
    spec->has_body = true;
    parse_advance(p);
    while (!parse_is(p, TK_RBRACE) && !parse_is(p, TK_EOF)) {
        struct hd_ast *n = parse_node(p, AST_DECLARATOR_INIT, 0);
        if (!parse_is(p, TK_IDENT)) {
            parse_fail(p, parse_here(p), "expected the name of an enumeration constant, found %s",
                       parse_found(p));
            break;
        }
        struct hd_declr *d = n->declr = HD_NEW(p->arena, struct hd_declr);
        n->name = d->name = parse_tok(p)->text;
        d->range = d->name_range = parse_here(p);
        parse_advance(p);
        parse_attributes(p, &d->attrs);
        struct hd_ast *value = NULL;
        if (parse_accept(p, TK_ASSIGN)) {
            value = parse_conditional(p);
            n->op = TK_ASSIGN;
        }
        parse_declare(p, d->name, NAME_OTHER);
        HD_PUSH(p->arena, &list, parse_kids_of(p, n, 1, value));
        if (!parse_accept(p, TK_COMMA)) break;
    }
    if (own) parse_pop(p);
    parse_close(p, TK_RBRACE, open);
    spec->members = list.v;
    spec->nmembers = list.n;
}

// Whether the struct whose `{` stands here has a function with a body.
static bool has_functions(struct parser *p) {
    int end = parse_match(p, p->at);
    bool head = false; // behind a `)`
    if (end >= p->n) return false;
    for (int i = parse_next(p, p->at); i < end; i = parse_next(p, i)) {
        int kind = parse_kind_at(p, i);
        if (kind == TK_LBRACE && head) return true;
        if (kind == TK_LPAREN || kind == TK_LBRACE || kind == TK_LBRACKET) i = parse_match(p, i);
        if (kind == TK_LPAREN)
            head = true;
        else if (kind == TK_SEMI || kind == TK_ASSIGN || kind == TK_LBRACE || kind == TK_STRUCT ||
                 kind == TK_UNION || kind == TK_CLASS || kind == TK_ENUM)
            head = false;
    }
    return false;
}

// In C++ a tag is a type name. A mere mention (`struct stat st;`) makes it one only where nothing
// has that name.
static void declare_tag(struct parser *p, const struct hd_spec *spec) {
    if (!parse_cu(p) || !spec->name || spec->qual) return;
    if (parse_declared_here(p, spec->name) && !parse_is(p, TK_LBRACE)) return;
    if (spec->has_body || parse_is(p, TK_LBRACE) || parse_is(p, TK_COLON) || parse_is(p, TK_SEMI) ||
        parse_classify(p, spec->name) == NAME_UNKNOWN)
        parse_declare_tag(p, spec->name, spec);
}

// `: public A, private virtual N::B<int>`
static void base_list(struct parser *p, struct hd_spec *spec) {
    HD_VEC(struct hd_base_spec) bases = {0};
    int errors = p->errors;
    parse_advance(p);
    do {
        struct hd_base_spec base = {.access = spec->is_class ? ACCESS_PRIVATE : ACCESS_PUBLIC};
        hd_loc from = parse_tok(p)->loc;
        for (;; parse_advance(p)) {
            const struct hd_token *t = parse_tok(p);
            if (t->kind == TK_PUBLIC || t->kind == TK_PRIVATE || parse_word(t, "protected"))
                base.access = parse_access(t);
            else if (parse_word(t, "virtual"))
                base.is_virtual = true;
            else
                break;
        }
        struct hd_ast *n = parse_node(p, AST_TYPE_NAME, 0);
        struct parse_path path;
        if (parse_path_at(p, p->at, &path) && (path.leads.space || path.leads.spec))
            HD_PUSH(p->arena, &p->state->used, path.leads); // its types are the struct's too
        n->spec = parse_spec(p, SPEC_TYPE_NAME);
        if (n->spec->base == BASE_NONE)
            parse_fail(p, parse_here(p), "expected the name of a struct, found %s", parse_found(p));
        n->declr = HD_NEW(p->arena, struct hd_declr);
        n->declr->range = parse_after(p);
        base.type = parse_done(p, n);
        base.is_pack = parse_accept(p, TK_ELLIPSIS);
        base.range = parse_from(p, from);
        HD_PUSH(p->arena, &bases, base);
    } while (!p->state->panic && parse_accept(p, TK_COMMA));
    spec->bases = bases.v;
    spec->nbases = bases.n;
    if (parse_is(p, TK_LBRACE)) return;
    if (p->errors == errors)
        parse_fail(p, parse_after(p), "expected `{` behind the bases, found %s", parse_found(p));
    else
        parse_stop(p); // class A: pass
}

static void template_args(struct parser *p, struct hd_spec *spec) {
    ast_vec args = {0};
    parse_template_args(p, &args);
    spec->targs = args.n ? args.v : HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    spec->ntargs = args.n;
}

static void parse_tag(struct parser *p, struct hd_spec *spec) {
    const struct hd_token *word = parse_tok(p);
    spec->base = BASE_TAG;
    spec->tag_kind = (enum hd_tok)word->kind;
    parse_advance(p);
    if (word->kind == TK_ENUM && parse_cu(p) && (parse_is(p, TK_CLASS) || parse_is(p, TK_STRUCT))) {
        spec->scoped_enum = true;
        parse_advance(p);
    }
    parse_attributes(p, &spec->attrs);
    struct parse_path path;
    if (parse_may_be_qualified(p) && parse_path_at(p, p->at, &path) && !path.special)
        spec->qual = parse_qual(p, &path);
    if (parse_is(p, TK_IDENT)) {
        spec->name = parse_tok(p)->text;
        spec->name_range = parse_here(p);
        parse_advance(p);
        bool friend = spec->flags & SPEC_FRIEND; // `friend class Box<int>;`
        if ((p->state->template_name || friend) && parse_is(p, TK_LT)) template_args(p, spec);
        parse_attributes(p, &spec->attrs);
    }
    if (parse_cu(p) && parse_word(parse_tok(p), "final")) {
        spec->is_final = true;
        parse_advance(p);
    }
    spec->is_class = word->kind == TK_CLASS;
    bool body = parse_is(p, TK_LBRACE) || parse_is(p, TK_COLON);
    struct parse_scope *scope = spec->qual && spec->name && body
                                    ? HD_NEW(p->arena, struct parse_scope)
                                    : NULL; // `struct A::B { ... }` sees what A has
    struct hd_space *around = p->space;
    if (scope) {
        parse_push(p, scope);
        parse_enter_inner(p, &path);
        parse_declare_tag(p, spec->name, spec);
    }
    // its functions are looked for by its name: one without gets one that no program says
    if (!spec->name && parse_cu(p) && word->kind != TK_ENUM && parse_is(p, TK_LBRACE) &&
        has_functions(p))
        spec->name = hd_intern_str(hd_printf(p->arena, "__unnamed%u", (unsigned)word->loc));
    bool known_friend = spec->flags & SPEC_FRIEND && !body && spec->name && !spec->qual &&
                        parse_classify(p, spec->name) == NAME_TYPE; // it stays what it is
    if (!known_friend) declare_tag(p, spec);
    int used = p->state->used.n;     // with the bases' names
    int base = parse_next(p, p->at); // `int {` is not the functional cast that it is elsewhere
    if (parse_is(p, TK_COLON) && word->kind == TK_ENUM &&
        (parse_type_at(p, base) || parse_simple_type_at(p, base))) {
        parse_advance(p);
        spec->type_expr = parse_type_name(p);
    } else if (parse_is(p, TK_COLON) && word->kind != TK_ENUM && spec->name && parse_cu(p)) {
        int next = parse_next(p, p->at), kind = parse_kind_at(p, next);
        if (kind == TK_PUBLIC || kind == TK_PRIVATE || kind == TK_IDENT || kind == TK_SCOPE ||
            kind == TK_TYPENAME)
            base_list(p, spec);
    }
    if (parse_is(p, TK_LBRACE)) {
        if (word->kind == TK_ENUM)
            enum_body(p, spec);
        else
            struct_body(p, spec);
        parse_attributes(p, &spec->attrs);
    } else if (!spec->name) {
        parse_fail(p, parse_after(p), "expected a name or `{` after `%s`, found %s", word->text,
                   parse_found(p));
    }
    if (scope) parse_pop(p);
    p->space = around;
    p->state->used.n = used;
    if (word->kind == TK_CLASS) spec->tag_kind = TK_STRUCT;
}

// ---- specifiers ---------------------------------------------------------------------------------

static unsigned flag_of(int kind) {
    switch (kind) {
    case TK_TYPEDEF: return SPEC_TYPEDEF;
    case TK_EXTERN: return SPEC_EXTERN;
    case TK_STATIC: return SPEC_STATIC;
    case TK_REGISTER: return SPEC_REGISTER;
    case TK_INLINE: return SPEC_INLINE;
    case TK_NORETURN: return SPEC_NORETURN;
    case TK_THREAD_LOCAL: return SPEC_THREAD;
    case TK_CONSTEXPR: return SPEC_CONSTEXPR;
    case TK_CONSTEVAL: return SPEC_CONSTEXPR | SPEC_CONSTEVAL;
    case TK_CONSTINIT: return SPEC_CONSTINIT;
    case TK_GLOBAL: return SPEC_GLOBAL;
    case TK_DEVICE: return SPEC_DEVICE;
    case TK_HOST: return SPEC_HOST;
    case TK_SHARED: return SPEC_SHARED;
    case TK_CONSTANT: return SPEC_CONSTANT;
    case TK_MANAGED: return SPEC_MANAGED;
    case TK_FORCEINLINE: return SPEC_FORCEINLINE;
    case TK_NOINLINE: return SPEC_NOINLINE;
    case TK_EXTENSION: return SPEC_EXTENSION;
    case TK_GRID_CONSTANT: return SPEC_GRID_CONSTANT;
    default: return 0;
    }
}

// Counts a type word; false if the token is none.
static bool type_word(struct hd_spec *spec, int kind) {
    uint8_t *n;
    switch (kind) {
    case TK_VOID: n = &spec->words.void_; break;
    case TK_BOOL: n = &spec->words.bool_; break;
    case TK_CHAR: n = &spec->words.char_; break;
    case TK_SHORT: n = &spec->words.short_; break;
    case TK_INT: n = &spec->words.int_; break;
    case TK_LONG: n = &spec->words.long_; break;
    case TK_SIGNED: n = &spec->words.signed_; break;
    case TK_UNSIGNED: n = &spec->words.unsigned_; break;
    case TK_FLOAT: n = &spec->words.float_; break;
    case TK_DOUBLE: n = &spec->words.double_; break;
    case TK_COMPLEX: n = &spec->words.complex_; break;
    case TK_IMAGINARY: n = &spec->words.imaginary_; break;
    case TK_INT128: n = &spec->words.int128_; break;
    case TK_UINT128:
        spec->words.unsigned_++;
        n = &spec->words.int128_;
        break;
    case TK_FLOAT128: n = &spec->words.float128_; break;
    case TK_FLOAT16: n = &spec->words.half_; break;
    case TK_WCHAR: n = &spec->words.wchar_; break;
    case TK_CHAR8: n = &spec->words.char8_; break;
    case TK_CHAR16: n = &spec->words.char16_; break;
    case TK_CHAR32: n = &spec->words.char32_; break;
    case TK_BF16: n = &spec->words.bf16_; break;
    case TK_VA_LIST: n = &spec->words.va_list_; break;
    default: return false;
    }
    if (*n < 100) ++*n;
    spec->base = BASE_WORDS;
    return true;
}

static void type_in_parens(struct parser *p, struct hd_spec *spec, const char *word,
                           bool types_only) {
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, word)) return;
    bool no_gt = p->state->no_gt;
    p->state->no_gt = false; // `A<decltype(x >> 1)>`
    spec->type_expr = types_only || parse_type_at(p, p->at) ? parse_type_name(p) : parse_expr(p);
    p->state->no_gt = no_gt;
    parse_close(p, TK_RPAREN, open);
}

static void parse_typeof(struct parser *p, struct hd_spec *spec) {
    bool decltype = parse_is(p, TK_DECLTYPE);
    parse_advance(p);
    spec->base = BASE_TYPEOF;
    spec->is_decltype = decltype;
    p->state->types_of++;
    if (decltype &&parse_is(p, TK_LPAREN) && parse_peek(p) == TK_AUTO) {
        spec->base = BASE_AUTO;
        parse_advance(p);
        parse_advance(p);
        parse_expect(p, TK_RPAREN, "after `decltype(auto`");
        return;
    }
    type_in_parens(p, spec, decltype ? "after `decltype`" : "after `typeof`", false);
}

struct hd_ast *parse_decltype(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_TYPE_NAME, 0);
    n->spec = HD_NEW(p->arena, struct hd_spec);
    n->declr = HD_NEW(p->arena, struct hd_declr);
    parse_typeof(p, n->spec);
    n->declr->range = parse_after(p);
    parse_done(p, n);
    n->spec->range = n->range;
    return n;
}

// `explicit(condition) S(int);`: something is declared behind the condition.
static bool explicit_condition_at(const struct parser *p) {
    if (!parse_word(parse_tok(p), "explicit")) return false;
    int after = parse_kind_at(p, parse_next(p, parse_match(p, parse_next(p, p->at))));
    return after == TK_IDENT || after == TK_OPERATOR || after == TK_CONSTEXPR ||
           (after >= TK_GLOBAL && after <= TK_NOINLINE) || after == TK_INLINE;
}

// `friend`, `explicit`, `virtual`, `mutable` before a member.
static bool member_word(struct parser *p, struct hd_spec *spec) {
    const struct hd_token *t = parse_tok(p);
    int next = parse_peek(p);
    if (next == TK_LPAREN && explicit_condition_at(p)) {
        parse_advance(p);
        const struct hd_token *open = parse_tok(p);
        parse_advance(p);
        spec->flags |= SPEC_EXPLICIT;
        spec->explicit_if = parse_expr(p);
        parse_close(p, TK_RPAREN, open);
        return true;
    }
    if (next == TK_SEMI || next == TK_LBRACKET || next == TK_ASSIGN || next == TK_COMMA ||
        next == TK_LPAREN || parse_classify(p, t->text) == NAME_TYPE)
        return false;
    if (strcmp(t->text, "friend") == 0)
        spec->flags |= SPEC_FRIEND;
    else if (strcmp(t->text, "explicit") == 0)
        spec->flags |= SPEC_EXPLICIT;
    else if (strcmp(t->text, "virtual") == 0)
        spec->flags |= SPEC_VIRTUAL;
    else if (strcmp(t->text, "mutable") == 0)
        spec->flags |= SPEC_MUTABLE;
    else
        return false;
    parse_advance(p);
    return true;
}

static void transform(struct parser *p, struct hd_spec *spec) {
    bool is_type;
    spec->transform = parse_trait_at(p, p->at, &is_type);
    spec->base = BASE_TYPEOF;
    spec->name_range = parse_here(p);
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    parse_advance(p);
    bool no_gt = p->state->no_gt;
    p->state->no_gt = false;
    spec->type_expr = parse_type_name(p);
    p->state->no_gt = no_gt;
    parse_close(p, TK_RPAREN, open);
}

// An identifier among the specifiers: true if it was the type (known or reported as unknown).
static bool named_type(struct parser *p, struct hd_spec *spec, enum spec_where where) {
    const struct hd_token *t = parse_tok(p);
    bool plain = t->kind == TK_IDENT, type_name = p->state->type_name;
    p->state->type_name = false;
    if (transform_at(p, p->at)) {
        transform(p, spec);
        return true;
    }
    if (parse_cu(p) && plain && (where == SPEC_MEMBER || p->replay) && member_word(p, spec))
        return true;
    if (parse_cu(p) && where == SPEC_MEMBER && parse_is_ctor_at(p, p->at)) return false;
    struct parse_path path;
    if (!parse_path_at(p, p->at, &path) || path.special) return false;
    if (path.ctor && parse_kind_at(p, path.bare) == TK_LPAREN) return false; // `Vec::Vec(`
    enum name_class cls = path.cls;
    bool qualified = path.parts || path.rooted;
    bool with_args = parse_cu(p) && parse_kind_at(p, path.bare) == TK_LT &&
                     ((cls != NAME_OTHER && cls != NAME_UNKNOWN) || type_name);
    if (cls == NAME_TYPE || type_name || (with_args && parse_angle_of(p, path.bare, cls) >= 0)) {
        spec->base = BASE_NAME;
    } else if (qualified) { // the checker says what is not known
        int after = parse_kind_at(p, path.after);
        if (where != SPEC_TYPE_NAME && after != TK_IDENT && after != TK_STAR && after != TK_AMP)
            return false;
        if (cls != NAME_UNKNOWN && where != SPEC_TYPE_NAME && after != TK_IDENT) return false;
        spec->base = BASE_NAME;
    } else if (parse_unknown_type_at(p, p->at, where) ||
               (where == SPEC_TYPE_NAME && cls == NAME_UNKNOWN)) {
        if (!p->trial) {
            parse_unknown_type(p, where);
            p->unknown_type = where != SPEC_PARAM;
            spec->base = BASE_ERROR;
            return true;
        }
        p->unknown_type = where != SPEC_PARAM;
        spec->base = BASE_NAME; // may be declared by something that a trial does not see
    } else {
        return false;
    }
    spec->qual = parse_qual(p, &path);
    if (!parse_is(p, TK_IDENT)) return true;
    spec->name = parse_tok(p)->text;
    spec->name_range = parse_here(p);
    parse_advance(p);
    if (with_args && parse_is(p, TK_LT)) template_args(p, spec);
    return true;
}

static void extern_c(struct parser *p, struct hd_spec *spec) {
    parse_advance(p);
    spec->flags |= SPEC_EXTERN;
    if (!parse_is(p, TK_STRING)) return;
    if (parse_tok(p)->text_len == 1) spec->flags |= SPEC_EXTERN_C;
    parse_advance(p);
}

// The token at hand is a specifier of the flag `flag`: is it one too many?
static void refuse_twice(struct parser *p, const struct hd_spec *spec, unsigned flag) {
    const unsigned storage = SPEC_TYPEDEF | SPEC_EXTERN | SPEC_STATIC | SPEC_REGISTER,
                   once = parse_cu(p) ? SPEC_INLINE | SPEC_CONSTEXPR : 0;
    const struct hd_token *t = parse_tok(p);
    if (t->flags & TF_SYSTEM) return;
    if (spec->flags & flag & (storage | once))
        parse_report(p, parse_here(p), "`%s` is written twice", t->text);
    else if (flag & storage && spec->flags & storage && !(spec->flags & SPEC_EXTERN_C))
        parse_report(p, parse_here(p),
                     "`%s` does not go with what is before it: a declaration has "
                     "one of `static`, `extern`, `typedef` and `register`",
                     t->text);
}

// One specifier; false when the token at hand is none.
static bool specifier(struct parser *p, struct hd_spec *spec, enum spec_where where) {
    const struct hd_token *t = parse_tok(p);
    bool no_base = spec->base == BASE_NONE;
    if (parse_attribute_at(p, p->at) && !p->state->panic) {
        parse_attributes(p, &spec->attrs);
        return true;
    }
    switch (t->kind) {
    case TK_CONST: spec->quals |= Q_CONST; break;
    case TK_VOLATILE: spec->quals |= Q_VOLATILE; break;
    case TK_RESTRICT: spec->quals |= Q_RESTRICT; break;
    case TK_ATOMIC:
        if (parse_peek(p) == TK_LPAREN && no_base) {
            parse_advance(p);
            spec->base = BASE_ATOMIC;
            type_in_parens(p, spec, "after `_Atomic`", true);
            return true;
        }
        spec->quals |= Q_ATOMIC;
        break;
    case TK_EXTERN:
        refuse_twice(p, spec, SPEC_EXTERN);
        extern_c(p, spec);
        return true;
    case TK_AUTO:
        if (parse_cu(p) && no_base)
            spec->base = BASE_AUTO;
        else
            spec->flags |= SPEC_AUTO;
        break;
    case TK_AUTO_TYPE: spec->base = BASE_AUTO; break;
    case TK_TYPENAME: p->state->type_name = true; break;
    case TK_STRUCT:
    case TK_UNION:
    case TK_ENUM:
    case TK_CLASS:
        if (!no_base) return false;
        parse_tag(p, spec);
        return true;
    case TK_TYPEOF:
    case TK_DECLTYPE:
        if (!no_base) return false;
        if (parse_decltype_scope_at(p, p->at) >= 0) return named_type(p, spec, where);
        parse_typeof(p, spec);
        return true;
    case TK_SCOPE:
        if (!parse_cu(p)) return false;
        // fall through
    case TK_IDENT:
        if (no_base && concept_auto_at(p, p->at)) {
            spec->constraint = parse_concept_name(p);
            return true;
        }
        return no_base && named_type(p, spec, where);
    default: {
        unsigned flag = flag_of(t->kind);
        refuse_twice(p, spec, flag);
        spec->flags |= flag;
        if (!flag && !((no_base || spec->base == BASE_WORDS) && type_word(spec, t->kind)))
            return false;
        break;
    }
    }
    parse_advance(p);
    return true;
}

struct hd_spec *parse_spec(struct parser *p, enum spec_where where) {
    struct hd_spec *spec = HD_NEW(p->arena, struct hd_spec);
    hd_loc from = parse_tok(p)->loc;
    spec->range = parse_here(p);
    bool any = false;
    while (!p->state->panic && specifier(p, spec, where)) any = true;
    if (any) spec->range = parse_from(p, from);
    return spec;
}
