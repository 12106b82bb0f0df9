// The parser by itself: texts in, s-expressions and messages out. The session is replaced by a
// table of the names that the items parsed so far declare (check_classify below), so that nothing
// else of front/ is needed but the lexer.
//
// test_parse FILE... parses preprocessed files (`gcc -E -P`) as programs and prints what is wrong;
// a name ending in .c is C.
#include "check.h"

#include "base/base.h"
#include "front/front.h"
#include "front/lex/pp.h"

#include <stdlib.h>

static struct hd_map classes; // name -> enum name_class + 1

enum name_class check_classify(struct hd_front *front, struct hd_space *space, const char *name,
                               bool qualified, enum hd_lang lang, struct parse_inner *inner) {
    uintptr_t found = (uintptr_t)hd_map_get(&classes, name);
    return found ? (enum name_class)(found - 1) : NAME_UNKNOWN;
}

bool check_is_poisoned(const struct hd_front *front, const char *name) {
    (void)front, (void)name;
    return false;
}

const char *hd_suggest(struct hd_front *front, const char *name) {
    const char *best = NULL, *key;
    void *value;
    int distance = 3;
    for (int i = 0; (i = hd_map_next(&classes, i, &key, &value)) > 0;) {
        int d = hd_edit_distance(name, key, distance);
        if (d < distance) distance = d, best = key;
    }
    return best;
}

static void declare(const char *name, enum name_class cls) {
    if (name) hd_map_set(&classes, name, (void *)(uintptr_t)(cls + 1));
}

static void declare_tags(const struct hd_spec *spec, enum hd_lang lang) {
    if (spec->base != BASE_TAG) return;
    if (lang == HD_LANG_CU && spec->name && !hd_map_get(&classes, spec->name))
        declare(spec->name, NAME_TYPE);
    if (spec->tag_kind == TK_ENUM && !spec->scoped_enum)
        for (int i = 0; i < spec->nmembers; i++) declare(spec->members[i]->declr->name, NAME_OTHER);
}

static void declare_item(const struct hd_ast *item, enum hd_lang lang) {
    if (item->kind == AST_USING) declare(item->name, NAME_TYPE);
    if (item->kind != AST_DECLARATION && item->kind != AST_FUNCTION) return;
    declare_tags(item->spec, lang);
    enum name_class cls = item->spec->flags & SPEC_TYPEDEF ? NAME_TYPE
                          : item->ntparams                 ? NAME_TEMPLATE
                                                           : NAME_OTHER;
    if (item->kind == AST_FUNCTION)
        declare(item->declr->name, cls);
    else
        for (int i = 0; i < item->nkids; i++) declare(item->kids[i]->declr->name, cls);
}

// Tokens of a text without a preprocessor: `#pragma` lines become tokens, other directives are left
// out.
static void tokens(const struct hd_source *source, struct hd_arena *arena, struct hd_tokens *out) {
    struct lexer lx;
    HD_VEC(struct hd_token) v = {0};
    lex_init(&lx, source, 0, source->len, arena, NULL);
    for (;;) {
        struct hd_token t = lex_next(&lx);
        if (t.kind == TK_HASH && t.flags & TF_BOL) {
            const char *from = source->text + lx.at, *end = memchr(from, '\n', source->len - lx.at);
            size_t len = end ? (size_t)(end - from) : source->len - lx.at;
            lx.at += len;
            const char *pragma = len ? memmem(from, len, "pragma", 6) : NULL;
            if (!pragma) continue;
            t.kind = TK_PRAGMA;
            t.text = hd_strndup(arena, pragma + 6, (size_t)(from + len - pragma - 6));
            t.text_len = (uint32_t)(from + len - pragma - 6);
        }
        HD_PUSH(arena, &v, t);
        if (t.kind == TK_EOF) break;
    }
    out->v = v.v;
    out->n = v.n - 1;
}

static void list_diags(struct hd_buf *out, const struct hd_diags *diags) {
    for (const struct hd_diag *d = diags->first; d; d = d->next) {
        struct hd_place at = {0};
        hd_source_place(d->caret ? d->caret : d->range.from, &at);
        hd_buf_printf(out, "%d:%d: %s%s", at.line, at.column,
                      d->severity == HD_WARNING ? "warning: " : "", d->message);
        if (d->help) hd_buf_printf(out, " (%s)", d->help);
        for (const struct hd_diag *n = d->notes; n; n = n->next) {
            hd_source_place(n->range.from, &at);
            hd_buf_printf(out, " [%d:%d %s]", at.line, at.column, n->message);
        }
        hd_buf_putc(out, '\n');
    }
}

struct result {
    char *text; // trees, then messages
    int items, errors;
    bool hit_end;
};

enum { PROGRAM = 1, C_FILE = 2, TRIAL = 4, NO_TREES = 8, SYSTEM = 16 };

static struct result parse_text(const char *text, size_t len, int flags) {
    struct hd_arena *arena = hd_arena_create();
    struct hd_source *source = hd_source_add("test", NULL, text, len);
    source->lang = flags & C_FILE ? HD_LANG_C : HD_LANG_CU;
    source->system = flags & SYSTEM;
    struct hd_diags diags = {.arena = arena};
    jmp_buf unwind;
    diags.unwind = &unwind;
    struct hd_buf out = {0};
    struct hd_tokens toks = {0};
    struct parser p;
    volatile int items = 0;
    tokens(source, arena, &toks);
    parse_init(&p, NULL, &toks, source->lang);
    p.arena = arena;
    p.diags = &diags;
    p.cell = !(flags & PROGRAM);
    p.trial = flags & TRIAL;
    p.skip_bodies = flags & SYSTEM;
    if (setjmp(unwind) == 0)
        for (struct hd_ast *item; (item = parse_item(&p)); items = items + 1) {
            if (!(flags & TRIAL)) declare_item(item, source->lang);
            CHECK(item->tok_from < item->tok_to && item->tok_to <= toks.n);
            if (item->kind == AST_FUNCTION && item->body_toks) {
                struct parser body;
                CHECK(!item->kids[0] && item->body_from < item->body_to);
                parse_init(&body, NULL, &toks, source->lang);
                body.arena = arena;
                body.diags = &diags;
                CHECK(parse_function_body(&body, item) == item->kids[0]);
            }
            if (!(flags & NO_TREES)) hd_ast_print(&out, item);
        }
    list_diags(&out, &diags);
    struct result r = {strdup(hd_buf_str(&out)), items, p.errors, p.hit_end};
    hd_buf_finish(&out);
    hd_arena_destroy(arena);
    hd_source_release(source);
    hd_map_finish(&classes);
    classes = (struct hd_map){0};
    return r;
}

// ---- texts and what becomes of them -------------------------------------------------------------

enum { CELL = 0, IN_C = PROGRAM | C_FILE, IN_PROGRAM = PROGRAM };

static const struct parse_case {
    int flags;
    const char *text, *want;
} cases[] = {
#include "parse_cases.h"
};

static void test_cases(void) {
    for (int i = 0; i < HD_COUNT(cases); i++) {
        struct result r = parse_text(cases[i].text, strlen(cases[i].text), cases[i].flags);
        if (strcmp(r.text, cases[i].want) != 0) printf("# %s\n", cases[i].text);
        check_text(r.text, cases[i].want, "parse_cases.h", i + 1);
        free(r.text);
    }
}

static bool has_messages(const char *want) {
    for (const char *s = want; s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL)
        if (*s >= '0' && *s <= '9') return true;
    return false;
}

// Skipping the bodies of a header's functions and parsing them afterwards gives the same trees.
static void test_skipped_bodies(void) {
    int skipped = 0;
    for (int i = 0; i < HD_COUNT(cases); i++) {
        if (has_messages(cases[i].want) || strstr(cases[i].text, "z(T(x))"))
            continue; // a parameter, in a header
        struct result r = parse_text(cases[i].text, strlen(cases[i].text), cases[i].flags | SYSTEM);
        check_text(r.text, cases[i].want, "parse_cases.h", i + 1);
        free(r.text);
        skipped++;
    }
    CHECK(skipped > 10);
}

// ---- is the input complete? ---------------------------------------------------------------------

static char state_of(const char *text) {
    struct result r = parse_text(text, strlen(text), TRIAL);
    char state = !r.errors ? 'c' : r.hit_end ? 'i' : 'x';
    free(r.text);
    return state;
}

static void test_complete(void) {
    CHECK(state_of("") == 'c');
    CHECK(state_of("x + 1") == 'c');
    CHECK(state_of("x + ") == 'i');
    CHECK(state_of("int x = 3;") == 'c');
    CHECK(state_of("int x = 3") == 'i');
    CHECK(state_of("void f() {") == 'i');
    CHECK(state_of("void f()") == 'i');
    CHECK(state_of("__global__ void k(float *a, int n)\n") == 'i');
    CHECK(state_of("void f() { g(); }") == 'c');
    CHECK(state_of("f(1,\n") == 'i');
    CHECK(state_of("if (x)") == 'i');
    CHECK(state_of("if (x) { f(); }") == 'c');
    CHECK(state_of("for (int i = 0; i < n; i++)") == 'i');
    CHECK(state_of("template <typename T>") == 'i');
    CHECK(state_of("struct s { int a;") == 'i');
    CHECK(state_of("typedef float T; T x = 2; T(3)") == 'c');
    CHECK(state_of("foo bar;") == 'c');
    CHECK(state_of("foo_t *p = 0;") == 'c');
    CHECK(state_of("k<<<1, 2>>>") == 'i');
    CHECK(state_of("x = (1 + 2;") == 'x');
    CHECK(state_of("a[1)") == 'x');
    CHECK(state_of("extern \"C\" {") == 'i');
}

// ---- bounds -------------------------------------------------------------------------------------

static struct result repeated(const char *before, const char *unit, int n, const char *after,
                              int flags) {
    struct hd_buf b = {0};
    hd_buf_puts(&b, before);
    for (int i = 0; i < n; i++) hd_buf_puts(&b, unit);
    hd_buf_puts(&b, after);
    struct result r = parse_text(b.s, b.len, flags | NO_TREES);
    hd_buf_finish(&b);
    return r;
}

static void test_limits(void) {
    static const struct {
        const char *before, *unit, *after;
        int max;
    } nests[] = {
        {"x = ", "(", "", 1},
        {"x = ", "-", "1;", 1},
        {"", "{", "", 1},
        {"int ", "(", "x;", 1},
        {"int x = ", "{", "", 1},
        {"", "if (x) ", ";", 1},
        {"int ", "*", "x;", 1},
        {"x = a", "[0]", ";", 1},
        {"x = 1", " + 1", ";", 1},
        {"x = ", "a ? b : ", "c;", 1},
        {"x ", "= x ", ";", 1},
        {"", "if (x); else ", ";", 1},
        {"switch (x) { ", "case 1: ", "; }", 1},
        {"x = ", "sizeof ", "x;", 1},
        {"x = ", "(int)", "1;", 1},
        {"int x", "[1]", ";", 1},
        {"int f", "(int g", ";", 1},
        {"struct s ", "{ struct ", ";", 1},
        {"x = ", "({", "", 1},
        {"x = ", "f(", "", 1},
        {"x = ", "T(", "", 1},
        {"x = f", "<f", "", 1},
        {"", "a:", ";", 1},
        {"x = ", "1, ", "1;", 1},
        {"x = ", "a ? ", "", 1},
        {"x = (struct s)", "{.a = ", "", 1},
        {"", "for (;;) ", ";", 1},
        {"", "else ", "", 20},
        {"x = ", "sizeof(int[", "", 1},
        {"x = ", "__extension__ ", "1;", 1},
        {"", "extern \"C\" {", "", 20},
        {"", "}", "", 20},
        {"void f() ", "{ int (", "", 1},
        {"", "f(\n", "", 20},
        {"", "if (\n", "", 20},
        {"", "x = {\n", "", 20},
        {"", "int f(int a,\n", "", 20},
        {"", "T a<b,\n", ";", 20},
        {"", "struct s {\n", "", 20},
        {"", "int x[\n", "", 20},
    };
    for (int i = 0; i < HD_COUNT(nests); i++) {
        struct result r = repeated(nests[i].before, nests[i].unit, 20000, nests[i].after, PROGRAM);
        CHECK(r.errors >= 1);
        free(r.text);
        r = repeated(nests[i].before, nests[i].unit, 20000, nests[i].after, 0);
        if (r.errors < 1 || r.errors > nests[i].max + 1)
            printf("# %s: %d errors\n%.400s\n", nests[i].unit, r.errors, r.text);
        CHECK(r.errors >= 1 && r.errors <= nests[i].max + 1);
        free(r.text);
    }
    struct result ok = repeated("x = ", "(", 250, "", 0); // unclosed, but not too deep
    CHECK(strstr(ok.text, "expected an expression"));
    free(ok.text);
    ok = repeated("int x[] = {", "1, ", 200000, "};", 0);
    CHECK(ok.errors == 0 && ok.items == 1);
    free(ok.text);
    ok = repeated("", "f(1);\n", 50000, "", 0);
    CHECK(ok.errors == 0 && ok.items == 50000);
    free(ok.text);
}

// ---- garbage ------------------------------------------------------------------------------------

static uint32_t seed = 1;

static uint32_t dice(uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

// Words of the language in any order, and good texts with pieces cut out, doubled and swapped.
static void garble(struct hd_buf *b) {
    static const char *const words[] = {
        "int",
        "float",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        "*",
        "&",
        "<",
        ">",
        ">>",
        "<<<",
        ">>>",
        "=",
        "x",
        "T",
        "1",
        "struct",
        "enum",
        "template",
        "typename",
        "if",
        "else",
        "for",
        "while",
        "do",
        "case",
        "default",
        ":",
        "::",
        "?",
        ".",
        "->",
        "...",
        "sizeof",
        "typeof",
        "__attribute__",
        "((",
        "))",
        "asm",
        "\"s\"",
        "goto",
        "return",
        "operator",
        "class",
        "using",
        "namespace",
        "extern",
        "\"C\"",
        "typedef",
        "auto",
        "const",
        "static",
        "_Generic",
        "__global__",
        "&&",
        "++",
        "+",
        "new",
        "static_cast",
        "\n",
        "~",
        "@",
        "#pragma unroll 4\n",
        "#pragma pack(push, 1)\n",
        "union",
        "constexpr",
        "switch",
        "__builtin_va_arg",
        "__builtin_offsetof",
        "_Static_assert",
        "'c'",
        "std",
        "noexcept",
        "__label__",
        "__extension__",
        "_Atomic",
        "_Alignas",
        "decltype",
        "this",
        "try",
        "throw",
        "catch",
        "virtual",
    };
    hd_buf_clear(b);
    if (dice(3) == 0) {
        for (uint32_t i = dice(60); i-- > 0;) {
            hd_buf_puts(b, words[dice(HD_COUNT(words))]);
            hd_buf_putc(b, ' ');
        }
        return;
    }
    const char *text = cases[dice(HD_COUNT(cases))].text;
    size_t len = strlen(text);
    size_t at = 0;
    while (at < len) {
        size_t piece = 1 + dice(30);
        if (piece > len - at) piece = len - at;
        uint32_t what = dice(16);
        if (what != 0) hd_buf_add(b, text + at, piece);
        if (what == 1) hd_buf_add(b, text + at, piece);
        if (what == 2) hd_buf_puts(b, words[dice(HD_COUNT(words))]);
        if (what == 3) at = dice((uint32_t)len);
        at += piece;
        if (b->len > 4000) break;
    }
}

static void fuzz(int rounds) {
    struct hd_buf b = {0};
    for (int i = 0; i < rounds; i++) {
        garble(&b);
        static const int modes[] = {0, PROGRAM, PROGRAM | C_FILE, TRIAL, SYSTEM, C_FILE};
        int mode = modes[dice(HD_COUNT(modes))];
        declare(hd_intern_str("T"), dice(2) ? NAME_TYPE : NAME_TEMPLATE);
        struct result r = parse_text(hd_buf_str(&b), b.len, mode);
        free(r.text);
    }
    hd_buf_finish(&b);
}

static void test_garbage(void) { fuzz(3000); }

// ---- by hand ------------------------------------------------------------------------------------

static int parse_files(int argc, char **argv) {
    int status = 0;
    for (int i = 1; i < argc; i++) {
        char *text;
        size_t len, name = strlen(argv[i]);
        if (strcmp(argv[i], "--fuzz") == 0 && i + 2 < argc) {
            seed = (uint32_t)atoi(argv[i + 2]);
            fuzz(atoi(argv[i + 1]));
            return check_failed != 0;
        }
        if (!hd_read_file(argv[i], &text, &len)) return perror(argv[i]), 1;
        int flags = getenv("CELL") ? 0 : PROGRAM;
        if (name > 2 && strcmp(argv[i] + name - 2, ".c") == 0) flags |= C_FILE;
        if (getenv("SYSTEM")) flags |= SYSTEM;
        if (!getenv("TREES")) flags |= NO_TREES;
        int64_t start = hd_now_ns();
        struct result r = parse_text(text, len, flags);
        printf("%s: %d items, %d errors, %.1f ms\n%s", argv[i], r.items, r.errors,
               (hd_now_ns() - start) / 1e6, r.text);
        status |= r.errors > 0;
        free(r.text);
        free(text);
    }
    return status;
}

int main(int argc, char **argv) {
    if (argc > 1) return parse_files(argc, argv);
    RUN(test_cases);
    RUN(test_skipped_bodies);
    RUN(test_complete);
    RUN(test_limits);
    RUN(test_garbage);
    return check_status();
}
