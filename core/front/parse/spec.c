// Declaration specifiers: storage classes, qualifiers, type words and attributes. struct and enum
// are in tag.c.
//
// An unknown name followed by another name (`flaot x`) is reported as an unknown type, once; its
// declaration gets BASE_ERROR, so that nothing else is said about it.
//
// Example: `static const struct point { int x, y; } origin` gives flags SPEC_STATIC, quals Q_CONST,
// BASE_TAG with two members; `origin` is left to the declarator.
#include "front/parse/parse.h"

#include <string.h>

// ---- unknown types ------------------------------------------------------------------------------

const char *parse_instead_of(const char *name) {
    static const struct {
        const char *name, *help;
    } list[] = {
        {"def", "this is Python: a function reads `float f(float x) { return 2 * x; }`"},
        {"include", "a directive begins with `#`: `#include <stdio.h>`"},
        {"define", "a directive begins with `#`: `#define N 100`"},
        {"import",
         "this is Python, or a module of C++20, which there is not: `#include <math.h>` brings a library in"},
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
                parse_expect(p, TK_LPAREN, hd_printf(p->scratch, "after `%s`", t->text));
            attr_args(p, a);
            break;
        }
        }
    }
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
    if (parse_transform_at(p, p->at)) {
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
    if (with_args && parse_is(p, TK_LT)) parse_spec_args(p, spec);
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
        if (no_base && parse_concept_auto_at(p, p->at)) {
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
