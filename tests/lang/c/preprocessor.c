// Preprocessor: stringising, pasting, rescanning, variadics, conditionals, #line, _Pragma, __COUNTER__, trigraph-free.
#include <stdio.h>
#include <string.h>
#define STR_(x) #x
#define STR(x) STR_(x)
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define EMPTY
#define LPAREN (
#define f(a) a*g
#define g(a) f(a)
#define x 3
#define y x x
#define z z[0]
#define h(a, b, c) #a #b #c
#define t(x, y, z) x ## y ## z
#define str(s) # s
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s\n", x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
#define VA(fmt, ...) printf(fmt, ##__VA_ARGS__)
#define NAMED(args...) printf(args)
#define COUNT_(a, b, c, d, n, ...) n
#define COUNT(...) COUNT_(__VA_ARGS__, 4, 3, 2, 1)
#define OBJ() 7
#define DEFER(m) m EMPTY
#define EVAL(...) __VA_ARGS__
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
#define SELF SELF + 1
#define LIST(X) X(a, 1) X(b, 2) X(c, 3)
#define ENUM(n, v) E_##n = v,
#define NAME(n, v) STR(n) "=" #v " ",
enum { LIST(ENUM) E_end };
static const char *const names[] = { LIST(NAME) };
#if 1 + 2 * 3 == 7 && !defined NOPE && (defined(x) || 0) && 'a' == 97 && -1 < 0 && 0x10 == 16 && (2 || 1 / 0)
static int cond = 1;
#else
#error no
#endif
#if 0
it's unbalanced " here
#elif NOPE
#error
#elif defined x
static int cond2 = 2;
#else
garbage
#endif
#ifndef x
#else
#  undef x
# define x 4
#endif
#if -1 > 0u
static int uns = 1;
#endif
#if (0 ? -1 : 0u) > -1 || 1
#
#endif
#pragma whatever
_Pragma("once upon \"a\" time")
#define LONG 1 \
  + 2 \
  + 3
#define FN(a, b) (a) \
    * (b)
static int SELF_ = 5;
#define nothing
#define COMMENT a/* comment */b
#define MULTI(a) do { \
    puts(#a); \
} while (0)
#define PTR(p) (p)->
#define func_like(a) [a]
enum { before = 1 }; 
int main(void) {
    int x1 = 1; const char *x2 = "two"; int vers2 = 5;
#undef x
    debug(1, 2);
#define x 4
    printf("%s\n", STR(x) STR_(x) STR(y) xstr(h(1, "2\n", '\'')) ); puts(STR(CAT(1, 2))); puts(STR(t(10,,)) STR(t(,4,5)) STR(t(,,)) "|");
    puts(xglue(HIGH, LOW)); puts(str(strncmp("abc\0d", "abc", '\4') == 0 ": @\n")); printf("%d\n", xglue(vers, 2));
    puts(STR(f(2)(9))); puts(STR(g(x)(y))); puts(STR(z)); puts(STR(f (f) (1))); puts(STR(OBJ EMPTY ()) STR(EVAL(DEFER(OBJ)())));
    puts(join(x, y)); VA("none\n"); VA("%d %s\n", 1, "a"); NAMED("%d\n", COUNT(a, b, c)); printf("%d %d\n", COUNT(1), COUNT(1, 2, 3, 4));
    printf("%s%s%s%d\n", names[0], names[1], names[2], E_end); printf("%d %d %d\n", cond, cond2, uns); printf("%d %d\n", LONG, FN(1 + 2, 3));
    puts(STR(COMMENT)); puts(STR(  a   b  )); puts(STR(a ## b)); puts(STR('"' "\"" '\\')); MULTI(hello   world);
    { int xSELF = 1;
#undef SELF
 int SELF = xSELF;
#define SELF SELF + 1
 printf("%d\n", SELF * 2); } printf("%d %d\n", __COUNTER__, __COUNTER__);
    return 0;
}

/* OUTPUT:
x1= 1, x2= two
4x4 4"1" "\"2\\n\"" "'\\''"
12
1045|
hello, world
strncmp("abc\0d", "abc", '\4') == 0 ": @\n"
5
2*9*g
4*g(4 4)
z[0]
f*1*g
OBJ ()7
4 ## 4 4
none
1 a
3
1 4
a=1 b=2 c=3 4
1 2 1
6 9
a b
a b
a ## b
'"' "\"" '\\'
hello world
3
0 1
*/
