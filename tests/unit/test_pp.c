// The lexer and the preprocessor: texts in, tokens and messages out. A case's tokens are written
// one after the other with single spaces, string literals with their quotes.
#include "check.h"

#include "front/lex/pp.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- a session that only preprocesses -----------------------------------------------------------

static struct hd_front front;
static struct hd_arena *arena;
static struct hd_cell cell;
static struct txn txn;
static struct hd_diags diags;
static struct hd_tokens out;
static struct hd_buf shown;
static jmp_buf unwind;

static void stop(void);

static void start(void) {
    if (front.pp) stop();
    memset(&front, 0, sizeof front);
    memset(&txn, 0, sizeof txn);
    front.arena = arena = hd_arena_create();
    pp_init(&front);
    cell.serial = 0;
}

static void stop(void) {
    pp_finish(&front);
    hd_map_finish(&front.macros);
    hd_map_finish(&front.sources);
    hd_map_finish(&front.users);
    hd_arena_destroy(arena);
}

static void show(const struct hd_tokens *toks) {
    struct hd_buf one = {0};
    hd_buf_clear(&shown);
    for (int i = 0; i < toks->n; i++) {
        hd_buf_clear(&one);
        if (toks->v[i].kind == TK_PRAGMA)
            hd_buf_printf(&one, "#pragma %s", toks->v[i].text);
        else
            lex_spell(&one, &toks->v[i]);
        if (i) hd_buf_putc(&shown, ' ');
        hd_buf_puts(&shown, hd_buf_str(&one));
    }
    hd_buf_finish(&one);
}

// Preprocesses a text as the next cell; the result is in `out`, `diags` and, as text, returned.
static const char *run_source(struct hd_source *source, size_t from, size_t to,
                              const struct hd_def *replay) {
    diags = (struct hd_diags){.arena = arena, .unwind = &unwind};
    cell = (struct hd_cell){.arena = arena, .serial = cell.serial + 1, .source = source};
    txn.cell = &cell;
    front.diags = &diags;
    front.txn = &txn;
    front.lang = source->lang;
    memset(&out, 0, sizeof out);
    if (setjmp(unwind) == 0) pp_run(&front, source, from, to, replay, &out);
    show(&out);
    HD_FREE_VEC(&txn.undo);
    front.txn = NULL;
    return hd_buf_str(&shown);
}

static struct hd_source *source_of(const char *text, size_t len, enum hd_lang lang) {
    struct hd_source *source = hd_source_add("In[1]", NULL, text, len);
    source->lang = lang;
    return source;
}

static const char *run(const char *text) {
    struct hd_source *source = source_of(text, strlen(text), HD_LANG_CU);
    return run_source(source, 0, source->len, NULL);
}

// in a session of its own, kept until the next one
static const char *fresh(const char *text, enum hd_lang lang) {
    start();
    struct hd_source *source = source_of(text, strlen(text), lang);
    return run_source(source, 0, source->len, NULL);
}

static const char *message(void) { return diags.first ? diags.first->message : ""; }

// ---- tokens -------------------------------------------------------------------------------------

static void check_tokens(const char *text, const char *want) {
    CHECK_TEXT(fresh(text, HD_LANG_CU), want);
    if (diags.errors) printf("# unexpected: %s\n", message());
    CHECK(diags.errors == 0);
}

static void test_lexer(void) {
    check_tokens("a+++++b  x.y->z >>= <<= ... .. .5e+3 0x1p-3 1..2",
                 "a ++ ++ + b x . y -> z >>= <<= ... . . .5e+3 0x1p-3 1..2");
    check_tokens("k<<<1, 2>>>(x); a >> b << c", "k <<< 1 , 2 >>> ( x ) ; a >> b << c");
    CHECK_TEXT(fresh("k<<<1>>>(x) a::b", HD_LANG_C), "k << < 1 >> > ( x ) a : : b");
    check_tokens("a /* c */b // c\nd /\\\n* x *\\\n/ e", "a b d e");
    check_tokens("fo\\\no b\\  \nar 1\\\n2 +\\\n= \"a\\\nb\" L\\\n'x'",
                 "foo bar 12 += \"ab\" L'x'");
    check_tokens("L\"a\" u8\"b\" u\"c\" U\"d\" L'e' \"q\\\"\\\\\" '\\''",
                 "L\"a\" u8\"b\" u\"c\" U\"d\" L'e' \"q\\\"\\\\\" '\\''");
    check_tokens("R\"(a\"\\\n)\" R\"xy()\")xy\" 1'000'000 0b1'1",
                 "\"a\\\"\\\\\\n\" \")\\\"\" 1000000 0b11");
    check_tokens("<:0:> <%%> a<::b", "<: 0 :> <% %> a < :: b");
    check_tokens("\\u00e9t\\u00E9 \xC3\xA9t\xC3\xA9 $x", "\xC3\xA9t\xC3\xA9 \xC3\xA9t\xC3\xA9 $x");
    check_tokens("\xEF\xBB\xBFint x;\r\nint y;\r\n", "int x ; int y ;");
    CHECK_TEXT(fresh("bool new R\"(x)\"", HD_LANG_C), "bool new R \"(x)\"");
    CHECK(out.v[0].kind == TK_IDENT && out.v[1].kind == TK_IDENT);
    fresh("bool __restrict__ restrict", HD_LANG_CU);
    CHECK(out.v[0].kind == TK_BOOL && out.v[1].kind == TK_RESTRICT && out.v[2].kind == TK_IDENT);
}

static void test_bad_text(void) {
    static const struct {
        const char *text;
        size_t len; // 0: strlen
        const char *message;
        bool incomplete;
    } cases[] = {
        {"x = \"abc;\ny", 0, "this string has no closing `\"` on its line", false},
        {"x = 'a;\ny", 0, "this character has no closing `'` on its line", false},
        {"x /* never", 0, "this comment is never closed", true},
        {"x = R\"(never", 0, "this raw string is never closed", true},
        {"a \0\0 b \0", 7, "the source text holds a NUL byte", false},
        {"a \xFF\xFE b \xC3", 0, "invalid UTF-8 in the source text", false},
        {"a @ b", 0, "stray `@`", false},
        {"\xE2\x80\x9C hi", 0, "stray U+201C (left double quote)", false},
        {"#if 1\nx", 0, "this condition has no `#endif`", true},
        {"#define f(x) x\nf(1,", 0, "the call of the macro `f` has no closing `)`", true},
        {"#endif", 0, "`#endif` without `#if`", false},
        {"#if 0\n#else\n#else\n#endif", 0, "`#else` after `#else`", false},
        {"#defin X", 0, "there is no directive `#defin`", false},
        {"#define", 0, "`#define` needs a name", false},
        {"#define f(a,a) a", 0, "the macro has two parameters named `a`", false},
        {"#define f(a) #b", 0, "`#` in a macro must be followed by a parameter", false},
        {"#define f a ##", 0, "`##` joins two tokens: it cannot end a macro's body", false},
        {"#define f(a,b) a\nf(1)", 0, "the macro `f` takes 2 arguments, but here is 1", false},
        {"#define c(a,b) a##b\nc(+,x)", 0, "`+` and `x` joined by `##` are not one token", false},
        {"#if 1 / 0\n#endif", 0, "division by zero in `#if`", false},
        {"#if X == \n#endif", 0, "the condition of `#if` is not complete", false},
        {"#if 1 = 1\n#endif", 0, "`=` cannot stand in `#if`", false},
        {"#if 1.5\n#endif", 0, "`1.5` is a floating-point number: `#if` computes with integers",
         false},
        {"#if foo(1)\n#endif", 0, "`foo` is not a macro, and `#if` cannot call functions", false},
        {"#error do not \"stop", 0, "#error do not \"stop", false},
        {"#include <cutlass/gemm.h>", 0, "there is no header <cutlass/gemm.h> in Heddle", false},
        {"#include <immintrin.h>", 0, "the vector intrinsics of <immintrin.h> are not supported",
         false},
        {"#include <sdtio.h>", 0, "there is no header `sdtio.h`", false},
        {"#include", 0, "`#include` needs the name of a header", false},
    };
    for (int i = 0; i < HD_COUNT(cases); i++) {
        start();
        size_t len = cases[i].len ? cases[i].len : strlen(cases[i].text);
        struct hd_source *source = source_of(cases[i].text, len, HD_LANG_CU);
        run_source(source, 0, len, NULL);
        CHECK_TEXT(message(), cases[i].message);
        CHECK(diags.errors == 1);
        CHECK(out.incomplete == cases[i].incomplete);
        if (diags.errors != 1) printf("# in %s\n", cases[i].text);
        stop();
    }
    fresh("int x; \\\n", HD_LANG_CU);
    CHECK(out.incomplete && diags.errors == 0);
    check_tokens("#if 0\ndon't @ \"x\n#endif\na", "a");
}

// ---- macros -------------------------------------------------------------------------------------

static void test_standard_examples(void) { // C11 6.10.3.5
    static const char defines[] =
        "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n"
        "#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n"
        "#define str(x) # x\n";
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);",
         "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ;"},
        {"g(x+(3,4)-w) | h 5) & m\n(f)^m(m);",
         "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ;"},
        {"p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };",
         "int i [ ] = { 1 , 23 , 4 , 5 , } ;"},
        {"char c[2][6] = { str(hello), str() };", "char c [ 2 ] [ 6 ] = { \"hello\" , \"\" } ;"},
        {"str(strncmp(\"abc\\0d\", \"abc\", '\\4') // goes away\n == 0) str(: @\\n)",
         "\"strncmp(\\\"abc\\\\0d\\\", \\\"abc\\\", '\\\\4') == 0\" \": @\\n\""},
    };
    for (int i = 0; i < HD_COUNT(cases); i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s%s", defines, cases[i].text);
        check_tokens(text, cases[i].want);
    }
    check_tokens("#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n"
                 "#define join(c, d) in_between(c hash_hash d)\njoin(x, y)",
                 "\"x ## y\"");
    check_tokens(
        "#define t(x,y,z) x ## y ## z\nt(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,)",
        "123 , 45 , 67 , 89 , 10 , 11 , 12 ,");
}

static void test_macros(void) {
    check_tokens("#define e(f, ...) p(f , ## __VA_ARGS__)\ne(1) e(1,) e(1,2,3) e(1, e(2, 3))",
                 "p ( 1 ) p ( 1 , ) p ( 1 , 2 , 3 ) p ( 1 , e ( 2 , 3 ) )");
    check_tokens("#define n(f, a...) p(f , ## a)\nn(1) n(1,2)", "p ( 1 ) p ( 1 , 2 )");
    check_tokens("#define F(a, ...) a(0 __VA_OPT__(,) __VA_ARGS__)\nF(f) F(f,) F(f,a,b)",
                 "f ( 0 ) f ( 0 ) f ( 0 , a , b )");
    check_tokens("#define ff(x) x ff\nff(1)(2)(3)", "1 ff ( 2 ) ( 3 )");
    check_tokens("#define fa(a) a*ga\n#define ga(a) fa(a)\nfa(2)(9)", "2 * 9 * ga");
    check_tokens("#define foo() bar\nfoo\n()\nfoo + foo", "bar foo + foo");
    check_tokens(
        "#define E\n#define D(id) id E\n#define X(...) __VA_ARGS__\n#define A() 1\nD(A)() X(D(A)())",
        "A ( ) 1");
    check_tokens(
        "#define s(x) #x\n#define t(x) s(x)\n#define E\nt(a E+b) s( a\n  b /* c */ d ) t(E)",
        "\"a +b\" \"a b d\" \"\"");
    check_tokens("#define f(x) x\nf(\n#define B 7\nB\n#ifdef B\n+1\n#else\n+2\n#endif\n)", "7 + 1");
    check_tokens("#define AA BB AA\n#define BB AA BB\nAA BB", "AA BB AA BB AA BB");
    check_tokens("#define a(x) b(x\n#define b(x) [x]\na(1) + 2)", "[ 1 + 2 ]");
    check_tokens("#define inline\n#define if(x) while(x)\ninline int f() { if (1) ; }",
                 "int f ( ) { while ( 1 ) ; }");
    check_tokens(
        "\n__LINE__ __FILE__ __INCLUDE_LEVEL__ __COUNTER__ __COUNTER__\n#line 77 \"z.c\"\n__LINE__ __FILE__",
        "2 \"In[1]\" 0 0 1 77 \"z.c\"");
    check_tokens("#define L __LINE__\n#define f(x) x L\nf(\n1\n)", "1 3");
    check_tokens(
        "#define N 4\n#pragma unroll N\n#pragma omp flush\n_Pragma(\"unroll\") x\n#pragma pack(push, 1)\ny",
        "#pragma unroll 4 #pragma omp flush #pragma unroll x #pragma pack (push, 1) y");
    check_tokens(
        "#define X 1\n#pragma push_macro(\"X\")\n#undef X\n#define X 2\nX\n#pragma pop_macro(\"X\")\nX",
        "2 1");
    check_tokens("#define P(x) _Pragma(#x)\nP(unroll 2) for", "#pragma unroll 2 for");
    check_tokens("# 12 \"a.c\" 1\n__LINE__\n#\n#ident \"x\"\n", "12");
}

static void test_conditions(void) {
    static const struct {
        const char *condition;
        bool want;
    } cases[] = {
        {"-1 > 0u", true},
        {"-1 > 0", false},
        {"1 ? 0 : 1/0", false},
        {"0 && 1/0 || 'a' == 97", true},
        {"'\\377' < 0", true},
        {"0x7fffffffffffffff + 1u > 0", true},
        {"(2 + 3) * 4 == 20 && 7 % 4 == 3", true},
        {"-7 / 2 == -3 && -7 >> 1 == -4 && 1 << 3 == 8", true},
        {"!defined X && !X", true},
        {"defined(__GNUC__)", true},
        {"__has_include(<stdio.h>) && !__has_include(\"nope.h\")", true},
        {"__has_attribute(__aligned__)", true},
        {"defined __has_include && __has_feature(x) == 0", true},
        {"true && !false", true},
        {"~0 == -1", true},
        {"1 ? 2 ? 0 : 1 : 1", false},
        {"'\\x41' == 65 && L'\\u00e9' == 0xe9", true},
        {"0b101 == 5 && 010 == 8", true},
        {"18446744073709551615 == -1", true},
        {"1 == 1 == 1 && 3 - 2 - 1 == 0 && (1 | 2 ^ 3 & 4) == 3", true},
        {"__STDC_VERSION__ >= 201112L && defined __CUDACC__ && __cplusplus >= 201703L", true},
        {"X", false},
        {"0 && foo(1, (2))", false},
    };
    for (int i = 0; i < HD_COUNT(cases); i++) {
        char text[300];
        snprintf(text, sizeof text, "#if %s\nyes\n#else\nno\n#endif", cases[i].condition);
        check_tokens(text, cases[i].want ? "yes" : "no");
        if (check_failed) printf("# in %s\n", cases[i].condition);
    }
    check_tokens("#if 0\na\n#elif 0\nb\n#elifdef __GNUC__\nc\n#elif 1/0\nd\n#else\ne\n#endif", "c");
    check_tokens("#ifdef X\n#if garbage (\n#else\n#endif\n#elif 1\nok\n#endif", "ok");
    CHECK_TEXT(fresh("#ifdef __CUDACC__\nno\n#else\nok\n#endif", HD_LANG_C), "ok");
}

static void test_limits(void) {
    struct hd_buf text = {0};
    hd_buf_puts(&text, "#define A0 x x x x x x x x x x\n");
    for (int i = 1; i < 9; i++) {
        hd_buf_printf(&text, "#define A%d", i);
        for (int k = 0; k < 10; k++) hd_buf_printf(&text, " A%d", i - 1);
        hd_buf_putc(&text, '\n');
    }
    hd_buf_puts(&text, "A8");
    fresh(hd_buf_str(&text), HD_LANG_CU);
    CHECK_TEXT(message(), "the macros used here expand to more than 4 million tokens");
    hd_buf_clear(&text);
    hd_buf_puts(&text, "#if ");
    for (int i = 0; i < 100000; i++) hd_buf_puts(&text, "(!");
    fresh(hd_buf_str(&text), HD_LANG_CU);
    CHECK_TEXT(message(), "this condition is nested too deeply");
    hd_buf_clear(&text);
    hd_buf_puts(&text, "#define f(x) x\n");
    for (int i = 0; i < 250; i++) hd_buf_puts(&text, "f(");
    hd_buf_puts(&text, "1");
    for (int i = 0; i < 250; i++) hd_buf_puts(&text, ")");
    check_tokens(hd_buf_str(&text), "1");
    hd_buf_finish(&text);
}

static void test_places(void) {
    start();
    run("#define ONE 1\n#define TWO ONE + ONE\n  TWO;");
    CHECK(out.n == 4);
    struct hd_place place;
    for (int i = 0; i < 3; i++) {
        CHECK(hd_source_place(out.v[i].loc, &place) && place.line == 3 && place.column == 3 &&
              out.v[i].len == 3);
        CHECK(out.v[i].macro && strcmp(out.v[i].macro->name, "TWO") == 0);
    }
    CHECK(hd_source_place(out.v[0].spelled, &place) && place.line == 1 && place.column == 13);
    CHECK(out.uses.n == 3 && out.uses.v[0].token == 0 && strcmp(out.uses.v[0].name, "TWO") == 0);
    run("#define id(x) x\nid( a + 1 )\n#ifdef NOPE\n#endif\nb");
    CHECK(hd_source_place(out.v[0].loc, &place) && place.line == 2 && place.column == 5 &&
          !out.v[0].macro);
    const struct hd_macro_use *last = &out.uses.v[out.uses.n - 1];
    CHECK(last->token == 3 && strcmp(last->name, "NOPE") == 0 && !last->macro);
    stop();
}

// ---- sessions -----------------------------------------------------------------------------------

static int by_pointer(const void *x, const void *y) {
    uintptr_t a = (uintptr_t)*(const char *const *)x, b = (uintptr_t)*(const char *const *)y;
    return (a > b) - (a < b);
}

static void test_replay(void) {
    start();
    run("#define N 4\n#define M N\n#define K 1\n");
    const char text[] = "int a = N + M + K + Q;\n#define Q 9\n#define after 1\n";
    struct hd_source *source = source_of(text, strlen(text), HD_LANG_CU);
    CHECK_TEXT(run_source(source, 0, 22, NULL), "int a = 4 + 4 + 1 + Q ;");
    const char *needs[] = {hd_intern_str("N"), hd_intern_str("M"), hd_intern_str("K"),
                           hd_intern_str("Q")}; // Q as a variable
    qsort(needs, HD_COUNT(needs), sizeof *needs, by_pointer);
    struct hd_def def = {.source = source,
                         .cell = cell.serial,
                         .macro_uses = out.uses.v,
                         .nmacro_uses = out.uses.n,
                         .needs = needs,
                         .nneeds = HD_COUNT(needs)};
    CHECK_TEXT(run_source(source, 0, 22, &def), "int a = 4 + 4 + 1 + Q ;");
    run("#define N 5\n#undef K\n");
    CHECK(diags.errors == 0 && diags.warnings == 0);
    CHECK_TEXT(run_source(source, 0, 22, &def), "int a = 5 + 5 + K + Q ;");
    run("#define Q 7\n");
    CHECK_TEXT(run_source(source, 0, 22, &def), "int a = 5 + 5 + K + 7 ;");
    run("#define a 8\n"); // its own name, which it looks up nowhere
    CHECK_TEXT(run_source(source, 0, 22, &def), "int a = 5 + 5 + K + 7 ;");
    const char local[] = "int f() {\n#define N 100\nreturn N;\n}";
    source = source_of(local, strlen(local), HD_LANG_CU);
    CHECK_TEXT(
        run_source(source, 0, source->len, &(struct hd_def){.source = source, .cell = cell.serial}),
        "int f ( ) { return 100 ; }");
    CHECK_TEXT(run("N"), "5");
    stop();
}

static void test_redefinition(void) {
    start();
    run("#define N 4\n#define N 4\n");
    CHECK(diags.warnings == 0);
    run("#define N 5\n");
    CHECK(diags.warnings == 0);
    run("#define A 1\n#define A 2\n");
    CHECK(diags.warnings == 1);
    CHECK_TEXT(message(), "the macro `A` is defined twice, and differently");
    struct hd_macro *m = hd_macro_find(&front, hd_intern_str("A"));
    CHECK(m && m->nbody == 1);
    run("#undef A\n");
    CHECK(hd_macro_find(&front, hd_intern_str("A")) == NULL);
    stop();
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (!file) return;
    fputs(text, file);
    fclose(file);
}

static void test_headers(void) {
    char dir[] = "/tmp/heddle-pp-XXXXXX", path[100], text[300];
    if (!mkdtemp(dir)) return;
    start();
    hd_include_dir_add(&front, dir);
    snprintf(path, sizeof path, "%s/guarded.h", dir);
    write_file(path, "#ifndef G_H\n#define G_H\none\n#endif\n");
    CHECK_TEXT(run("#include <guarded.h>\n#include \"guarded.h\"\nend"), "one end");
    CHECK(out.included.n == 1);
    CHECK_TEXT(run("#include <guarded.h>\nend"), "end");
    write_file(path, "#ifndef G_H\n#define G_H\ntwo three\n#endif\n");
    CHECK_TEXT(run("#include <guarded.h>\nend"), "two three end"); // it was edited
    snprintf(path, sizeof path, "%s/once.h", dir);
    write_file(path, "#pragma once\nonce __FILE_NAME__ __INCLUDE_LEVEL__\n");
    CHECK_TEXT(run("#define H <once.h>\n#include H\n#include \"once.h\"\n#import <once.h>\nend"),
               "once \"once.h\" 1 end");
    snprintf(path, sizeof path, "%s/stddef.h", dir);
    write_file(path, "mine\n#include_next <stddef.h>\n");
    run("#include <stddef.h>");
    CHECK(strncmp(shown.s, "mine typedef long unsigned int size_t ;", 30) == 0);
    unlink(path);
    snprintf(path, sizeof path, "%s/self.h", dir);
    write_file(path, "#include \"self.h\"\n#include \"self.h\"\n");
    run("#include <self.h>");
    CHECK_TEXT(message(), "`self.h`: #include is nested more than 200 deep");
    snprintf(text, sizeof text, "#include \"%s/guarded.h\"\n#undef G_H\n#include \"%s/guarded.h\"",
             dir, dir);
    CHECK_TEXT(run(text), "two three");
    stop();
    snprintf(text, sizeof text, "rm -r %s", dir);
    CHECK(system(text) == 0);
}

static void test_system_headers(void) {
    static const char *const names[] = {
        "stdio.h",          "stdlib.h",       "string.h",
        "math.h",           "stdint.h",       "stdbool.h",
        "complex.h",        "time.h",         "assert.h",
        "errno.h",          "stdarg.h",       "limits.h",
        "float.h",          "ctype.h",        "setjmp.h",
        "signal.h",         "pthread.h",      "unistd.h",
        "sys/time.h",       "stddef.h",       "iso646.h",
        "stdalign.h",       "stdnoreturn.h",  "stdatomic.h",
        "tgmath.h",         "inttypes.h",     "wchar.h",
        "locale.h",         "cuda_runtime.h", "device_launch_parameters.h",
        "math_constants.h", "cuComplex.h",    "helper_cuda.h",
    };
    for (int lang = 0; lang < 2; lang++) {
        start();
        for (int i = 0; i < HD_COUNT(names); i++) {
            char text[100];
            snprintf(text, sizeof text, "#include <%s>\n", names[i]);
            struct hd_source *source = source_of(text, strlen(text), lang ? HD_LANG_C : HD_LANG_CU);
            run_source(source, 0, source->len, NULL);
            CHECK(diags.errors == 0 && diags.warnings == 0);
            if (check_failed) printf("# %s: %s\n", names[i], message());
        }
        CHECK_TEXT(run("INT_MAX EOF DBL_DIG"), "2147483647 ( - 1 ) 15");
        stop();
    }
    const char *limits = fresh("#include <climits>\nCHAR_BIT", HD_LANG_CU);
    CHECK(strcmp(limits + strlen(limits) - 2, " 8") == 0);
    fresh("#include <climits>", HD_LANG_C);
    CHECK_TEXT(message(), "there is no header `climits`");
    fresh("#include <stdio.h>\nprintf", HD_LANG_CU);
    CHECK(out.n > 1000 && out.v[0].flags & TF_SYSTEM && !(out.v[out.n - 1].flags & TF_SYSTEM));
}

int main(void) {
    RUN(test_lexer);
    RUN(test_bad_text);
    RUN(test_standard_examples);
    RUN(test_macros);
    RUN(test_conditions);
    RUN(test_limits);
    RUN(test_places);
    RUN(test_replay);
    RUN(test_redefinition);
    RUN(test_headers);
    RUN(test_system_headers);
    return check_status();
}
