// Macro tricks: X-macros, deferred expansion, argument counting, loops, type-generic swap, stringified expressions, static assertions.
#include <stdio.h>
#include <stddef.h>
#define FIELDS(F) F(int, id, "%d") F(double, score, "%g") F(const char *, name, "%s")
#define DECL(t, n, f) t n;
#define SHOW(t, n, f) printf(#n "=" f " ", r->n);
struct rec { FIELDS(DECL) }; static void show(const struct rec *r) { FIELDS(SHOW) puts(""); }
#define NARGS(...) NARGS_(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define NARGS_(a, b, c, d, e, f, g, h, n, ...) n
#define CAT(a, b) CAT_(a, b)
#define CAT_(a, b) a##b
#define SUM(...) CAT(SUM, NARGS(__VA_ARGS__))(__VA_ARGS__)
#define SUM1(a) (a)
#define SUM2(a, b) ((a) + (b))
#define SUM3(a, ...) ((a) + SUM2(__VA_ARGS__))
#define REPEAT(n, x) CAT(REPEAT_, n)(x)
#define REPEAT_1(x) x
#define REPEAT_2(x) x REPEAT_1(x)
#define REPEAT_3(x) x REPEAT_2(x)
#define CHECK(e) printf("%s is %s\n", #e, (e) ? "true" : "false")
#define foreach(v, a) for (size_t v##_i = 0; v##_i < sizeof(a) / sizeof *(a); v##_i++) for (int v = (a)[v##_i], v##_once = 1; v##_once; v##_once = 0)
#define UNIQUE(p) CAT(p, __LINE__)
#define IF(c) CAT(IF_, c)
#define IF_1(t, e) t
#define IF_0(t, e) e
#define EMPTY()
#define OPT(x, ...) x __VA_ARGS__
#define WITH_OPT(f, ...) printf(f, ##__VA_ARGS__)
#define QUOTE(...) #__VA_ARGS__
#define STRUCT(n, ...) struct n { __VA_ARGS__ }
#define min(a, b) ((a) < (b) ? (a) : (b))
#define square(x) x * x
STRUCT(pt, int x, y; char c;);
int main(void) {
    struct rec r = {7, 2.5, "rec"};
    show(&r);
    printf("%d %d %d %d\n", NARGS(a), NARGS(a, b, c), SUM(1, 2), SUM(1, 2, 3));
    puts(REPEAT(3, "ab"));
    CHECK(1 + 1 == 2);
    CHECK(sizeof(int) > 8);
    int v[] = {1, 2, 3};
    foreach(x, v) printf("%d ", x);
    puts("");
    int UNIQUE(u) = 4; printf("%d\n", CAT(u, __LINE__));
    printf("%s %d\n", IF(1)("then", "else"), IF(0)(1, 2));
    WITH_OPT("plain\n");
    WITH_OPT("%d %s\n", 1, "x");
    puts(QUOTE(a, b  ,"c" , 'd'));
    struct pt p = {1, 2, 'c'};
    printf("%zu %c\n", sizeof p, p.c);
    printf("%d %d %d\n", min(3, 2), square(1 + 2), square(3));
    printf("%d\n", OPT(1, + 2) OPT(+ 3));
    return 0;
}

/* OUTPUT:
id=7 score=2.5 name=rec 
1 3 3 6
ababab
1 + 1 == 2 is true
sizeof(int) > 8 is false
1 2 3 
4
then 2
plain
1 x
a, b ,"c" , 'd'
12 c
2 5 9
6
*/
