// Mutations that know what a token is. Random bytes rarely get past a lexer; here whole tokens,
// statements and pieces of other inputs are removed, doubled, swapped and inserted, with the words
// of the language at hand, so that a good part of the results still parses and some of it still
// compiles.
//
// Under libFuzzer this is its custom mutator; every fourth mutation is libFuzzer's own.
#include "fuzz.h"

#include <ctype.h>
#include <stdlib.h>

static const char *const words[] = {
#define HD_TOKEN(name, text) text,
#include "front/lex/tokens.def"
#undef HD_TOKEN
};

static const char *const builtins[] = {
#define HD_BUILTIN(name, ...) name,
#include "front/names/builtins.def"
#undef HD_BUILTIN
};

static const char *const types[] = {
    "int",
    "char",
    "float",
    "double",
    "short",
    "long",
    "unsigned",
    "signed char",
    "_Bool",
    "void",
    "long long",
    "size_t",
    "unsigned char",
    "long double",
    "__int128",
    "float4",
    "int2",
    "dim3",
    "uint8_t",
    "double2",
    "half",
    "int *",
    "char *",
    "const int",
    "volatile float",
    "unsigned long long",
    "auto",
    "struct s",
    "_Complex double",
    "void *",
    "float *",
    "const char *",
    "int64_t",
    "cudaError_t",
    "__nv_bfloat16",
    "va_list",
    "_Atomic int",
    "enum e",
    "T",
};

static const char *const numbers[] = {
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "31",
    "32",
    "33",
    "63",
    "64",
    "127",
    "128",
    "255",
    "256",
    "1024",
    "65536",
    "100000",
    "0x7fffffff",
    "0x80000000",
    "2147483648",
    "4294967295u",
    "0xffffffffffffffff",
    "9223372036854775807",
    "-1",
    "1.0f",
    "1e308",
    "1e-400",
    "0x1p-1074",
    "1.5",
    "3.14f",
    "1ull",
    "'a'",
    "'\\377'",
    "L'x'",
    "1e",
    "0b101",
    "1'000",
    "0x",
    "09",
    "340282366920938463463374607431768211456",
    "1.0L",
    "2.5i",
    "0.0",
    "1u",
    "10l",
};

static const char *const expressions[] = {
    "(char)1",
    "&x",
    "*p",
    "a[1]",
    "({ int q = 3; q; })",
    "(struct { int a, b; }){1, 2}.b",
    "sizeof(int[n])",
    "sizeof x",
    "(1 ? 2 : 3.0)",
    "*(int *)0",
    "(void)0",
    "(__int128)7",
    "(_Bool)2",
    "make_float4(1, 2, 3, 4)",
    "threadIdx.x",
    "blockIdx.x * blockDim.x",
    "nullptr",
    "NULL",
    "1.0 / 0",
    "1 / 0",
    "1 << 40",
    "0x7fffffff + 1",
    "\"abc\"[1]",
    "(x, y)",
    "(long double)3",
    "_Generic(x, int: 1, default: 2)",
    "(int[]){1, 2, 3}",
    "x++ + ++x",
    "x ? : y",
    "-x",
    "!x",
    "~x",
    "x = y",
    "x += 1.5",
    "p - q",
    "p + 1",
    "f(x)",
    "&f",
    "f",
    "(float)x",
    "(int)p",
    "(char *)p",
    "(int (*)(int))f",
    "__builtin_offsetof(struct s, a)",
    "__func__",
    "(double){1}",
    "s.a",
    "p->a",
    "&s.a",
    "a < b && c",
    "x == y",
    "x % 3",
    "__shfl_sync(0xffffffff, x, 1)",
    "atomicAdd(&x, 1)",
    "warpSize",
    "(float2){1, 2}",
    "(1.0f + 2.0i)",
    "&&out",
    "__builtin_expect(x, 1)",
    "printf(\"%d %s\", 1, \"a\")",
    "min(x, 3)",
    "sqrtf(2)",
    "u8\"\\u00e9\"",
    "R\"(raw)\"",
    "__builtin_popcount(x)",
    "__builtin_constant_p(1)",
    "dim3(1, 2)",
    "int(x)",
    "T{}",
    "alignof(double)",
    "a[i][j]",
};

static const char *const statements[] = {
    "switch (x) { case 1 ... 3: break; case 'a': default:; }",
    "goto out;",
    "out:;",
    "int v[n];",
    "return;",
    "return 0;",
    "asm volatile(\"\" ::: \"memory\");",
    "asm(\"add %1, %0\" : \"+r\"(x) : \"r\"(y) : \"cc\");",
    "for (;;) break;",
    "__syncthreads();",
    "static int count = 3;",
    "__shared__ float tile[32];",
    "extern __shared__ int dyn[];",
    "struct { int a : 3, b : 7; long c : 40; unsigned : 0; } bits = {1, 2, 3}; bits.c += bits.a;",
    "typedef int T;",
    "volatile int w = 0; w++;",
    "k<<<1, 2>>>(3);",
    "k<<<dim3(1, 2), 32, 64, 0>>>(p, 1);",
    "_Atomic int at = 1; at += 2;",
    "if (x) ; else x = 1;",
    "while (x--) continue;",
    "do { x++; } while (x < 10);",
    "{ int x = 1; { float x = x; } }",
    "struct s { int a; float b[3]; struct { char c; }; } s = {.b = {[1] = 2}, .c = 3};",
    "enum e { A, B = 5, C } e = B;",
    "union { int i; float f; } u = {.f = 1};",
    "int (*fp)(int) = f; fp(1);",
    "void *here = &&out; goto *here;",
    "float2 f2 = make_float2(1, 2); f2.x += f2.y;",
    "va_list ap; va_start(ap, x); va_arg(ap, int); va_end(ap);",
    "int &r = x; r = 3;",
    "auto z = x;",
    "constexpr int K = 3;",
    "int t[] = {1, 2, [5] = 3, [0 ... 2] = 9};",
    "double _Complex z = 1.0 + 2.0i;",
    "char text[3] = \"abc\"; char more[] = \"x\" \"y\";",
    "#pragma unroll 4\n",
    "#define N (N + 1)\n",
    "#define F(x, ...) x##x #x __VA_ARGS__\n",
    "#if N > 3\n",
    "#else\n",
    "#endif\n",
    "#undef N\n",
    "#include <stdio.h>\n",
    "#ifdef F\n",
    "#line 7 \"x\"\n",
    "#include \"nothing.h\"\n",
    "template <typename T> ",
    "__global__ void k(int *p, int n) { p[threadIdx.x] = n; }",
    "__device__ int d(int x) { return x + 1; }",
    "struct s { int a; int get() { return a; } };",
    "int f(int x) { return x + 1; }",
    "float f(float x) { return x; }",
    "template <typename T, int N> T sum(T *p) { T s = 0; for (int i = 0; i < N; i++) s += p[i]; return s; }",
    "__constant__ float table[4] = {1, 2};",
    "__device__ int counter;",
    "__managed__ int shared_by_all;",
    "\f",
    "%whos\n",
    "#include <iostream>\n",
    "std::cout << 1 << x << \"s\" << std::endl;",
    "for (int e : {1, 2}) f(e);",
    "for (auto &e : table) e += 1;",
    "int *fresh = new int[3](); delete[] fresh;",
    "struct s *one = new s{1}; delete one;",
    "std::sort(p, p + 3);",
    "int max = std::max(1, ::x);",
    "std::array<int, 3> a3 = {1, 2, 3}; a3[1]++;",
    "#include <chrono>\n",
    "__int128 big = (__int128)1 << 100; big *= 3;",
    "long double ld = 1; ld = ld / 3;",
    "half h = 1.5f; h = h + h;",
};

static const char *const nests[] = {
    "(",
    "{",
    "[",
    "*",
    "-",
    "!",
    "~",
    "&",
    "if (1) ",
    "else ",
    "struct {",
    "a ? ",
    "x, ",
    "#if 1\n",
    "f(",
    "({",
    "int (",
    "sizeof ",
    "(int)",
    "for (;;) ",
    "do ",
    "x = ",
    "1 + ",
    "a.",
    "a->",
    "template <typename T> ",
    "[0]",
    "->x",
    "T<",
    "case 1: ",
    "l: ",
    "enum { a = ",
    "union { struct {",
    "_Generic(1, default: ",
    "\"a\" ",
    "F(",
    "#define a a ",
    "switch (1) ",
    "operator",
    "new ",
    "new int[",
    "delete[] ",
    "for (auto &x : ",
    "std::",
    "std::cout << ",
    "new (int)(",
    "__attribute__((",
    "= {",
    ".a = {",
    "int *",
    "typeof(",
    "extern \"C\" {",
    "<<<",
    "/*",
    "\\\n",
    "::",
    "x<y<",
    "void f(void (*",
};

// ---- random numbers and editing -----------------------------------------------------------------

struct token {
    uint32_t at, len;
    char kind;
}; // kinds: w word, n number, s literal, p punctuation

struct work {
    char *text;
    size_t len, max;
    uint64_t *seed;
    const char *other;
    size_t nother;
    struct token *tokens;
    int n;
};

static uint32_t dice(struct work *w, size_t n) {
    *w->seed ^= *w->seed << 13;
    *w->seed ^= *w->seed >> 7;
    *w->seed ^= *w->seed << 17;
    return n ? (uint32_t)((*w->seed >> 16) % n) : 0;
}

static void replace(struct work *w, size_t at, size_t old, const char *s, size_t len) {
    if (at > w->len || old > w->len - at || w->len - old + len > w->max) return;
    memmove(w->text + at + len, w->text + at + old, w->len - at - old);
    memcpy(w->text + at, s, len);
    w->len += len - old;
}

static void replace_word(struct work *w, size_t at, size_t old, const char *word) {
    char spaced[256];
    size_t len = strlen(word);
    if (len > sizeof spaced - 2) return;
    spaced[0] = ' ';
    memcpy(spaced + 1, word, len);
    spaced[len + 1] = ' ';
    replace(w, at, old, spaced, len + 2);
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static size_t token_len(const char *s, size_t len, char *kind) {
    size_t n = 1;
    if (isalpha((unsigned char)*s) || *s == '_') {
        *kind = 'w';
        while (n < len && is_word(s[n])) n++;
    } else if (isdigit((unsigned char)*s)) {
        *kind = 'n';
        while (n < len && (is_word(s[n]) || s[n] == '.')) n++;
    } else if (*s == '"' || *s == '\'') {
        *kind = 's';
        while (n < len && s[n] != *s && s[n] != '\n') n += s[n] == '\\' && n + 1 < len ? 2 : 1;
        if (n < len && s[n] == *s) n++;
    } else {
        *kind = 'p';
        if (n < len && s[1] == *s && strchr("+-&|<>=:#.", *s))
            n++;
        else if (n < len && s[1] == '=' && strchr("+-*/%^&|<>!", *s))
            n++;
        else if (n < len && *s == '-' && s[1] == '>')
            n++;
        if (n == 2 && len > 2 && s[2] == *s && strchr("<>.", *s)) n++;
    }
    return n < len ? n : len;
}

static void tokenize(struct work *w) {
    w->n = 0;
    for (size_t at = 0; at < w->len;) {
        if (isspace((unsigned char)w->text[at])) {
            at++;
            continue;
        }
        struct token *t = &w->tokens[w->n++];
        t->at = (uint32_t)at;
        t->len = (uint32_t)token_len(w->text + at, w->len - at, &t->kind);
        at += t->len;
    }
}

static struct token *any(struct work *w) { return w->n ? &w->tokens[dice(w, (size_t)w->n)] : NULL; }

static struct token *any_of(struct work *w, char kind) {
    for (int i = 0; i < 40 && w->n; i++) {
        struct token *t = any(w);
        if (t->kind == kind) return t;
    }
    return NULL;
}

#define PICK(w, table) ((table)[dice((w), HD_COUNT(table))])

static const char *dictionary_word(struct work *w) {
    for (;;) {
        const char *word = dice(w, 4) == 0 ? PICK(w, builtins) : PICK(w, words);
        if (word) return word;
    }
}

// A copy of text[from, to), since the text moves while it is edited.
static void copy_to(struct work *w, size_t from, size_t to, size_t at, size_t old) {
    size_t len = to - from;
    char *copy = hd_xmalloc(len + 1);
    memcpy(copy, w->text + from, len);
    replace(w, at, old, copy, len);
    free(copy);
}

// ---- mutations ----------------------------------------------------------------------------------

static void delete_run(struct work *w) {
    struct token *t = any(w);
    if (!t) return;
    int last = (int)(t - w->tokens) + (dice(w, 2) ? 0 : (int)dice(w, 8));
    if (last >= w->n) last = w->n - 1;
    replace(w, t->at, w->tokens[last].at + w->tokens[last].len - t->at, " ", 1);
}

static void duplicate_run(struct work *w) {
    struct token *t = any(w), *to = dice(w, 2) ? any(w) : t;
    if (!t) return;
    int last = (int)(t - w->tokens) + (int)dice(w, 12);
    if (last >= w->n) last = w->n - 1;
    copy_to(w, t->at, w->tokens[last].at + w->tokens[last].len, to->at, 0);
}

static void swap_tokens(struct work *w) {
    struct token *a = any(w), *b = any(w);
    if (!a || a->at == b->at) return;
    if (a->at > b->at) {
        struct token *c = a;
        a = b;
        b = c;
    }
    char *first = hd_xmalloc(a->len + 1);
    uint32_t at = b->at, len = b->len, alen = a->len;
    memcpy(first, w->text + a->at, alen);
    copy_to(w, at, at + len, a->at, alen);
    replace(w, at + len - alen, len, first, alen);
    free(first);
}

static void same_kind(struct work *w, char kind) {
    struct token *a = any_of(w, kind), *b = any_of(w, kind);
    if (a && b) copy_to(w, b->at, b->at + b->len, a->at, a->len);
}

static void insert_word(struct work *w) {
    struct token *t = any(w);
    replace_word(w, t ? t->at : 0, 0, dictionary_word(w));
}

static void replace_token(struct work *w, char kind, const char *with) {
    struct token *t = any_of(w, kind);
    if (t) replace_word(w, t->at, t->len, with);
}

static void operator_for_operator(struct work *w) {
    static const char *const groups[] = {"+ - * / % & | ^ << >> < > <= >= == != && ||",
                                         "= += -= *= /= %= &= |= ^= <<= >>=",
                                         "++ -- ! ~ - + * &",
                                         "( ) [ ] { }",
                                         ". -> ::",
                                         "; , :"};
    for (int tries = 0; tries < 20; tries++) {
        struct token *t = any_of(w, 'p');
        if (!t) return;
        const char *group = PICK(w, groups);
        char needle[8] = " ", all[80];
        if (t->len > 3) return;
        memcpy(needle + 1, w->text + t->at, t->len);
        strcpy(needle + 1 + t->len, " ");
        size_t n = strlen(group);
        all[0] = ' ';
        memcpy(all + 1, group, n);
        strcpy(all + 1 + n, " ");
        if (!strstr(all, needle)) continue;
        const char *from = group + dice(w, n);
        while (from > group && from[-1] != ' ') from--;
        size_t len = strcspn(from, " ");
        replace(w, t->at, t->len, from, len);
        return;
    }
}

// The statement around a token: from after the last `;`, `{` or `}` up to and with the next `;`.
static bool statement_at(struct work *w, size_t *from, size_t *to) {
    struct token *t = any(w);
    if (!t) return false;
    size_t a = t->at, b = t->at;
    while (a > 0 && !strchr(";{}\f", w->text[a - 1])) a--;
    while (b < w->len && !strchr(";{}\f", w->text[b])) b++;
    if (b < w->len && w->text[b] == ';') b++;
    *from = a;
    *to = b;
    return b > a;
}

static void delete_statement(struct work *w) {
    size_t from, to;
    if (statement_at(w, &from, &to)) replace(w, from, to - from, "", 0);
}

static void copy_statement(struct work *w) {
    size_t from, to, at, unused;
    if (statement_at(w, &from, &to) && statement_at(w, &at, &unused)) copy_to(w, from, to, at, 0);
}

static void insert_statement(struct work *w) {
    size_t at = 0, unused;
    if (w->n) statement_at(w, &at, &unused);
    replace_word(w, at, 0, PICK(w, statements));
}

static void expression_for_operand(struct work *w) {
    struct token *t = any_of(w, dice(w, 2) ? 'w' : 'n');
    if (t) replace_word(w, t->at, t->len, PICK(w, expressions));
}

static void type_for_type(struct work *w) {
    for (int tries = 0; tries < 30; tries++) {
        struct token *t = any_of(w, 'w');
        if (!t) return;
        for (int i = 0; i < HD_COUNT(types); i++) {
            if (strlen(types[i]) != t->len || memcmp(types[i], w->text + t->at, t->len) != 0)
                continue;
            replace_word(w, t->at, t->len, PICK(w, types));
            return;
        }
    }
}

static void nest(struct work *w) {
    const char *unit = PICK(w, nests);
    size_t n = dice(w, 3) ? dice(w, 20) : dice(w, 6000), len = strlen(unit);
    struct token *t = any(w);
    size_t at = t ? t->at : 0;
    if (n * len > w->max / 2) n = w->max / 2 / len;
    char *many = hd_xmalloc(n * len + 1);
    for (size_t i = 0; i < n; i++) memcpy(many + i * len, unit, len);
    replace(w, at, 0, many, n * len);
    free(many);
}

static void piece_of_other(struct work *w) {
    if (w->nother < 2) return;
    size_t from = dice(w, w->nother), len = 1 + dice(w, dice(w, 2) ? 60 : 600);
    while (from > 0 && is_word(w->other[from - 1])) from--;
    if (len > w->nother - from) len = w->nother - from;
    while (from + len < w->nother && is_word(w->other[from + len])) len++;
    struct token *t = any(w);
    replace(w, t ? t->at : 0, 0, w->other + from, len);
}

static void bytes(struct work *w) {
    static const char odd[] = "\0\xff\xc3\xe2\x80\x7f\n\r\t\"'\\#@$`/*?%\xf0\x9f\x98\x80";
    char c = dice(w, 2) ? odd[dice(w, sizeof odd)] : (char)dice(w, 256);
    size_t at = dice(w, w->len + 1);
    replace(w, at, at < w->len && dice(w, 2), &c, 1);
}

static void truncate_text(struct work *w) {
    if (w->len > 1) w->len = 1 + dice(w, w->len);
}

static void mutate_gently(struct work *w) {
    switch (dice(w, 14)) {
    case 0:
    case 1: same_kind(w, 'w'); break;
    case 2: same_kind(w, 'n'); break;
    case 3: replace_token(w, 'n', PICK(w, numbers)); break;
    case 4:
    case 5: operator_for_operator(w); break;
    case 6:
    case 7: type_for_type(w); break;
    case 8: delete_statement(w); break;
    case 9: copy_statement(w); break;
    case 10: insert_statement(w); break;
    case 11:
    case 12: expression_for_operand(w); break;
    default: replace_token(w, 'w', dictionary_word(w)); break;
    }
}

static void mutate_roughly(struct work *w) {
    switch (dice(w, 16)) {
    case 0: delete_run(w); break;
    case 1: duplicate_run(w); break;
    case 2: swap_tokens(w); break;
    case 3: replace_token(w, 'w', dictionary_word(w)); break;
    case 4: replace_token(w, 'p', dictionary_word(w)); break;
    case 5:
    case 6: insert_word(w); break;
    case 7: same_kind(w, dice(w, 2) ? 'w' : 'p'); break;
    case 8: truncate_text(w); break;
    case 9: nest(w); break;
    case 10:
    case 11: piece_of_other(w); break;
    case 12: bytes(w); break;
    default: mutate_gently(w); break;
    }
}

size_t fuzz_mutate(uint8_t *data, size_t size, size_t max, uint64_t *seed, const uint8_t *other,
                   size_t nother, bool gentle) {
    if (max < 2) return size;
    if (size == 0) data[size++] = '@';
    struct work w = {.text = (char *)data + 1,
                     .len = size - 1,
                     .max = max - 1,
                     .seed = seed,
                     .other = (const char *)other,
                     .nother = nother};
    if (!*seed) *seed = 1;
    w.tokens = hd_xmalloc(sizeof *w.tokens * max);
    int n = 1 + (int)dice(&w, dice(&w, 4) ? 3 : 12);
    for (int i = 0; i < n; i++) {
        tokenize(&w);
        if (gentle ? dice(&w, 12) : dice(&w, 3))
            mutate_gently(&w);
        else
            mutate_roughly(&w);
    }
    if (dice(&w, 20) == 0) data[0] = (uint8_t)('@' + dice(&w, 32));
    free(w.tokens);
    return w.len + 1;
}

#ifdef FUZZ_LIBFUZZER
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b, size_t nb,
                                 uint8_t *out, size_t max, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, max);
    uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
    return fuzz_mutate(data, size, max, &state, NULL, 0, seed % 4 == 1);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b, size_t nb,
                                 uint8_t *out, size_t max, unsigned seed) {
    uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
    size_t size = na < max ? na : max;
    if (size) memcpy(out, a, size);
    return fuzz_mutate(out, size, max, &state, b, nb, false);
}
#endif
