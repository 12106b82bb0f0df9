// hd_is_complete: which inputs run as they stand, and how far the next line is indented.
#include "check.h"

#include "front/front.h"

static struct hd_front *front;

static void check_input(const char *text, enum hd_complete want, int indent) {
    int got_indent = -1;
    enum hd_complete got = hd_is_complete(front, text, strlen(text), &got_indent);
    if (got == want && (want != HD_INCOMPLETE || got_indent == indent)) return;
    static const char *const names[] = {"complete", "incomplete", "invalid"};
    check_failed++;
    printf("# %s, indent %d, instead of %s, %d:\n%s\n", names[got], got_indent, names[want], indent,
           text);
}

static void test_complete(void) {
    static const char *const inputs[] = {
        "",
        "\n",
        "1 + 1",
        "x = 3;",
        "int x = 5;",
        "f(1,\n2)",
        "if (x) f();",
        "if (x) f(); else g();",
        "for (;;) break;",
        "int f(void) { return 1; }",
        "struct S { int a; };",
        "#define N 4",
        "#include <stdio.h>",
        "// comment",
        "/* comment */ 1",
        "\"text\"",
        "k<<<1, 32>>>(p);",
        "__global__ void k(float *p) { p[threadIdx.x] = 1; }",
        "template <typename T> T add(T a, T b) { return a + b; }",
        "typedef unsigned char byte; byte b;",
        "do f(); while (0);",
        "%timeit f(1)",
        "!ls {",
        "?printf",
        "printf?",
        "printf??",
        "%lib z\nint x;",
        "int x;\n%who",
        "%%timeit\nf(1)\n\n",
        "switch (x) { case 1: break; }",
        "int a[] = {1, 2, 3}, *p = a;",
        "enum color { red, green };",
        "#ifdef X\n#endif",
        "dim3 grid((n + 15) / 16, 4);",
        "f(1) + g(2)",
        "a ? b : c",
        "void f();",
        "extern int y;",
        "x++",
        "(float)n / 2",
    };
    for (int i = 0; i < HD_COUNT(inputs); i++) check_input(inputs[i], HD_COMPLETE, 0);
}

static void test_incomplete(void) {
    static const struct {
        const char *text;
        int indent;
    } inputs[] = {
        {"for (int i = 0; i < 3; i++) {", 4},
        {"int f(void) {\n    if (x) {", 8},
        {"f(1,", 4},
        {"int a[] = {1,", 4},
        {"for (;;)", 0},
        {"if (x)", 0},
        {"if (x) f(); else", 0},
        {"do {\n}", 0},
        {"do f();", 0},
        {"while (x)", 0},
        {"void f()", 0},
        {"__global__ void k(float *p)", 0},
        {"struct S { int a; }", 0},
        {"enum color { red }", 0},
        {"1 +", 0},
        {"x =", 0},
        {"int x", 0},
        {"/* comment", 0},
        {"R\"(text", 0},
        {"#define N \\", 0},
        {"#if 1\nint x;", 0},
        {"%%timeit\nf(1)", 0},
        {"%%timeit\nf(1)\n", 0},
        {"%lib z\nint f() {", 4},
        {"return", 0},
        {"template <typename T>", 0},
        {"#define F(a, b) a\nF(1,", 4},
        {"k<<<1, 32>>>(", 4},
        {"a ?", 0},
        {"switch (x) {\ncase 1:", 4},
    };
    for (int i = 0; i < HD_COUNT(inputs); i++)
        check_input(inputs[i].text, HD_INCOMPLETE, inputs[i].indent);
}

static void test_invalid(void) {
    static const char *const inputs[] = {
        "int x = = 3;",
        "f(1))",
        "}",
        "(]",
        "\"abc",
        "#error stop",
        "#include <no_such_header.h>",
        "for (;;;) f();",
        "1 2",
        "#if 1 +\n#endif",
        "a @ b",
    };
    for (int i = 0; i < HD_COUNT(inputs); i++) check_input(inputs[i], HD_INVALID, 0);
}

static void test_no_traces(void) {
    int indent;
    const char text[] = "#define LEFT 1\ntypedef int left_type;\nint left;";
    CHECK(hd_is_complete(front, text, strlen(text), &indent) == HD_COMPLETE);
    CHECK(!hd_macro_find(front, hd_intern_str("LEFT")));
    CHECK(!hd_def_find(front, hd_intern_str("left")) &&
          !hd_def_find(front, hd_intern_str("left_type")));
    size_t before = hd_front_bytes(front);
    for (int i = 0; i < 200; i++) hd_is_complete(front, text, strlen(text), &indent);
    CHECK(hd_front_bytes(front) - before < 4096);
}

int main(void) {
    front = hd_front_create(NULL);
    RUN(test_complete);
    RUN(test_incomplete);
    RUN(test_invalid);
    RUN(test_no_traces);
    hd_front_destroy(front);
    return check_status();
}
