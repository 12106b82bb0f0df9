// Tokens at their edges: comments, splices, separators, raw strings, escapes, and what #if computes.
// RUN: file
#include <cstdio>
#include <cstring>
static int failures;
#define IS(a, b) do { if (!((a) == (b))) { failures++; printf("line %d: %s\n", __LINE__, #a); } } while (0)
static int after_comments() {
    int n = 0;
    /**/ n += 1; /***/ n += 2; /* **/ n += 4; /*/ */ n += 8; /* * / **/ n += 16;
    // this comment goes on \
    n += 1000;
    n += 32; // and this one ends with a backslash and a blank: \ 
    n += 2000;
    n += 64; /\
/ spliced: n += 4000;
    n += 128; /\
* n += 8000; *\
/ n += 256;
    return n;
}
#if '\x41' != 65 || '\xff' >= 0 || '\xaB' != '\253' || 0xabc != 2748 || 'a' != 97 || '\0' || '\177' != 127 || '\e' != 27
#error characters
#endif
#if (1 << 2 + 1) != 8 || (16 >> 1 + 1) != 4 || (1 + 1 << 1) != 4 || (5 & 3 == 3) != 1 || (1 | 2 ^ 2) != 1 || (1 ? 2 : 0 ? 3 : 4) != 2
#error precedence
#endif
#if -1 > 0u
static const int unsigned_wins = 1;
#else
static const int unsigned_wins = 0;
#endif
#if (-1 < 0u) || (0u - 1 < 0) || (-5 / 2u == -2) || (-8 >> 1) != -4 || (-8 >> 2) != -2 || (-1 >> 63) != -1 || (-8u >> 1) == -4
#error signs
#endif
#if 0x7fffffffffffffff + 1 > 0
#error wraps
#endif
#if (2 || 1 / 0) != 1 || (0 && 1 / 0) != 0 || defined NOTHING || !defined(__FILE__)
#endif
// A macro's own name is not expanded again, not even when what it became is read by another macro.
#define self(x) (self)(x) + 1
static int (self)(int x) { return x * 10; }
#define call(f) f(3)
#define id(x) x
static int loop_value() {
    int loop = 100;
#define loop loop2 + 1
#define loop2 loop + 2
    return id(id(loop));
#undef loop
}
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define STR(x) #x
#define XSTR(x) STR(x)
#define EMPTY
int main() {
    IS(after_comments(), 511);
    IS(1'000, 1000);
    IS(1'0'0'0'0, 10000);
    IS(0x1'F'F, 511);
    IS(0b1'0'1, 5);
    IS(1'234.5'6, 1234.56);
    IS(strcmp(R"(a\n"b)", "a\\n\"b"), 0);
    IS(strcmp(R"sixteen_letters_(x)" )sixteen)sixteen_letters_", "x)\" )sixteen"), 0);
    IS(strcmp(R"--(one
two)--", "one\ntwo"), 0);
    IS(strlen("\x41\101\u00e9\t"), 5);
    IS(sizeof("a" "b\
c"), 4);
    IS(unsigned_wins, 1);
    IS(self(2), 21);
    IS(call(self), 31);
    IS(id(self(self(1))), 111);
    IS(loop_value(), 103);
    IS(XCAT(1, XCAT(2, 3)), 123);
    IS(strcmp(XSTR(CAT(a, b)), "ab"), 0);
    IS(strcmp(STR( a  "b\n"   '\'' ), "a \"b\\n\" '\\''"), 0);
    IS(strcmp(STR(), "") + strcmp(XSTR(EMPTY), ""), 0);
    // CHECK: 0 failures
    printf("%d failures\n", failures);
    return failures;
}
