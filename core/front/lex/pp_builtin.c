// The macros that exist before any #define: the predefined ones, which are the embedded texts
// headers/heddle/predefined.h and predefined_cu.h, and the built-in ones, which are computed here.
// Instruction sets beyond SSE2 are not claimed: the CPU is found at run time.
//
// Example: `__LINE__` in a macro's body is the line where the outermost macro is used: every token
// of an expansion has that place.
#include "front/lex/pp.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

const char *pp_predefined_text(bool cu_only) {
    size_t len;
    return hd_builtin_header(cu_only ? "heddle/predefined_cu.h" : "heddle/predefined.h", &len);
}

// ---- built-in macros ----------------------------------------------------------------------------

enum builtin {
    B_FILE,
    B_LINE,
    B_COUNTER,
    B_DATE,
    B_TIME,
    B_TIMESTAMP,
    B_INCLUDE_LEVEL,
    B_BASE_FILE,
    B_FILE_NAME,
    B_HAS_INCLUDE,
    B_HAS_INCLUDE_NEXT,
    B_HAS_ATTRIBUTE,
    B_HAS_CPP_ATTRIBUTE,
    B_HAS_C_ATTRIBUTE,
    B_HAS_BUILTIN,
    B_HAS_FEATURE,
    B_HAS_EXTENSION,
    B_COUNT
};

static const char *const names[B_COUNT] = {
    "__FILE__",
    "__LINE__",
    "__COUNTER__",
    "__DATE__",
    "__TIME__",
    "__TIMESTAMP__",
    "__INCLUDE_LEVEL__",
    "__BASE_FILE__",
    "__FILE_NAME__",
    "__has_include",
    "__has_include_next",
    "__has_attribute",
    "__has_cpp_attribute",
    "__has_c_attribute",
    "__has_builtin",
    "__has_feature",
    "__has_extension",
};

void pp_builtin_init(struct pp *pp) {
    for (int i = 0; i < B_COUNT; i++) {
        struct hd_macro *m = HD_NEW(pp->perm, struct hd_macro);
        m->name = hd_intern_str(names[i]);
        m->builtin = true;
        m->function_like = i >= B_HAS_INCLUDE;
        m->arena = pp->perm;
        pp->builtin_names[i] = m->name;
        hd_map_set(&pp->front->macros, m->name, m);
    }
}

static struct hd_token pp_literal(struct pp *pp, const char *text, size_t len,
                                  const struct hd_token *like) {
    struct hd_buf escaped = {0};
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '"' || text[i] == '\\') hd_buf_putc(&escaped, '\\');
        hd_buf_putc(&escaped, text[i]);
    }
    struct hd_token t = *like;
    t.kind = TK_STRING;
    t.prefix = 0;
    t.text = hd_strndup(pp->arena, hd_buf_str(&escaped), escaped.len);
    t.text_len = (uint32_t)escaped.len;
    hd_buf_finish(&escaped);
    return t;
}

static struct hd_token pp_number(struct pp *pp, long long value, const struct hd_token *like) {
    char text[32];
    struct hd_token t = *like;
    (void)pp;
    t.kind = TK_NUMBER;
    t.text_len = (uint32_t)snprintf(text, sizeof text, "%lld", value);
    t.text = hd_intern(text, t.text_len);
    return t;
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *file_name(const struct pp_file *f) {
    return f->name ? f->name : f->source->name;
}

static int line_of(struct pp *pp, hd_loc loc) {
    struct hd_place place;
    if (!hd_source_place(loc, &place)) return 0;
    for (int i = pp->files.n - 1; i >= 0; i--)
        if (pp->files.v[i].source == place.source) return place.line + pp->files.v[i].line_delta;
    return place.line;
}

// The time of the run; both texts are made once, so that they belong together.
static void set_time(struct pp *pp) {
    if (pp->date) return;
    char text[32];
    time_t now = time(NULL);
    struct tm tm;
    localtime_r(&now, &tm);
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    snprintf(text, sizeof text, "%.3s %2d %d", months + 3 * tm.tm_mon, tm.tm_mday,
             tm.tm_year + 1900);
    pp->date = hd_strdup(pp->arena, text);
    strftime(text, sizeof text, "%H:%M:%S", &tm);
    pp->time = hd_strdup(pp->arena, text);
}

static struct hd_token string_of(struct pp *pp, const char *s, const struct hd_token *like) {
    return pp_literal(pp, s, strlen(s), like);
}

static struct hd_token simple(struct pp *pp, enum builtin which, const struct hd_token *like) {
    const struct pp_file *f = &pp->files.v[pp->files.n - 1];
    switch (which) {
    case B_LINE: return pp_number(pp, line_of(pp, like->loc), like);
    case B_COUNTER: return pp_number(pp, pp->counter++, like);
    case B_INCLUDE_LEVEL: return pp_number(pp, pp->files.n - 1, like);
    case B_BASE_FILE: return string_of(pp, file_name(&pp->files.v[0]), like);
    case B_FILE_NAME: return string_of(pp, last_part(file_name(f)), like);
    case B_DATE: set_time(pp); return string_of(pp, pp->date, like);
    case B_TIME: set_time(pp); return string_of(pp, pp->time, like);
    case B_TIMESTAMP:
        set_time(pp);
        return string_of(pp, hd_printf(pp->arena, "%s %s", pp->date, pp->time), like);
    default: return string_of(pp, file_name(f), like);
    }
}

// ---- __has_... ----------------------------------------------------------------------------------

// Is `name`, perhaps written __name__, in the list (words separated by spaces)?
static bool in_list(const char *name, const char *list) {
    size_t n = strlen(name);
    if (n > 4 && memcmp(name, "__", 2) == 0 && memcmp(name + n - 2, "__", 2) == 0)
        name += 2, n -= 4;
    for (const char *p = list; *p;) {
        size_t word = strcspn(p, " ");
        if (word == n && memcmp(p, name, n) == 0) return true;
        p += word + (p[word] == ' ');
    }
    return false;
}

static long long has(enum builtin which, const char *name) {
    static const char attributes[] =
        "alias aligned alloc_size always_inline artificial cleanup cold const constructor deprecated destructor "
        "fallthrough flatten format format_arg gnu_inline hot leaf malloc may_alias mode noinline nonnull noreturn "
        "nothrow packed pure returns_nonnull returns_twice section sentinel transparent_union unused used "
        "vector_size visibility warn_unused_result weak";
    static const char parsed[] =
        "__builtin_va_arg __builtin_offsetof __builtin_types_compatible_p __builtin_choose_expr";
    switch (which) {
    case B_HAS_ATTRIBUTE: return in_list(name, attributes);
    case B_HAS_CPP_ATTRIBUTE:
    case B_HAS_C_ATTRIBUTE:
        return in_list(name, "deprecated fallthrough maybe_unused nodiscard noreturn") ? 201603 : 0;
    case B_HAS_BUILTIN: return hd_builtin_find(name) != NULL || in_list(name, parsed);
    default: return 0;
    }
}

// The arguments of a __has_ macro up to its closing parenthesis, as written or (from the first name
// on) expanded.
static bool read_args(struct pp *pp, const struct hd_token *name, struct tokbuf *args,
                      bool header) {
    int depth = 0;
    bool expand = false;
    for (;;) {
        struct hd_token t;
        if (expand)
            pp_next(pp, &t);
        else
            pp_pull(pp, &t);
        if (t.kind == TK_EOF || t.kind == TK_EOD) {
            hd_error(pp->diags, lex_range(name), "`%s(` has no closing `)`", name->text);
            return false;
        }
        if (header && !args->t.n && !expand && lex_is_name(&t)) {
            expand = true;
            pp_push_token(pp, t);
            continue;
        }
        if (t.kind == TK_LPAREN) depth++;
        if (t.kind == TK_RPAREN && depth-- == 0) return true;
        pp_put(pp, args, t);
    }
}

static long long has_header(struct pp *pp, const struct hd_token *name, const struct tokbuf *args,
                            bool next) {
    bool quoted;
    const char *header = pp_header_of_tokens(pp, args->t.v, args->t.n, &quoted);
    if (!header) {
        hd_error(pp->diags, lex_range(name), "`%s` needs \"file\" or <file>", name->text);
        return 0;
    }
    struct found_header found;
    return pp_find_header(pp, header, quoted, next, &found);
}

static bool function_like(struct pp *pp, enum builtin which, const struct hd_token *name) {
    if (!pp_next_is_paren(pp)) return false;
    struct tokbuf *args = pp_buf(pp);
    long long value = 0;
    bool header = which == B_HAS_INCLUDE || which == B_HAS_INCLUDE_NEXT;
    if (read_args(pp, name, args, header)) {
        if (header) {
            value = has_header(pp, name, args, which == B_HAS_INCLUDE_NEXT);
        } else if (!args->t.n || !lex_is_name(&args->t.v[args->t.n - 1])) {
            hd_error(pp->diags, lex_range(name), "`%s` needs a name", name->text);
        } else {
            value = has(which, args->t.v[args->t.n - 1].text);
        }
    }
    pp_buf_free(pp, args);
    pp_push_token(pp, pp_number(pp, value, name));
    return true;
}

bool pp_builtin_expand(struct pp *pp, struct hd_macro *m, const struct hd_token *name) {
    int which = 0;
    while (which < B_COUNT && pp->builtin_names[which] != m->name) which++;
    struct hd_token use = *name;
    if (!use.macro) use.macro = m;
    if (m->function_like) return function_like(pp, (enum builtin)which, &use);
    pp_push_token(pp, simple(pp, (enum builtin)which, &use));
    return true;
}
