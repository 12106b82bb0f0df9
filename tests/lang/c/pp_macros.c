// Macros as the standard and gcc have them; the expectations are gcc's output.
#include <stdio.h>
#include <string.h>
#include <limits.h>
#include <stddef.h>
#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <iso646.h>

#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define EMPTY
#define VALUE 4 /* a comment */ + 2
#define LOG(fmt, ...) printf("[" fmt "]\n", ##__VA_ARGS__)
#define NAMED(fmt, args...) printf(fmt "\n", ##args)
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define SWAP(type, a, b) \
    do {                 \
        type t_ = a;     \
        a = b;           \
        b = t_;          \
    } while (0)
#define COLORS X(red) X(green) X(blue)
#define foo foo + 1
#define f(x) g(x, 1)
#define g(x, y) x * y f

enum color {
#define X(name) name,
    COLORS
#undef X
};
static const char *const names[] = {
#define X(name) #name,
    COLORS
#undef X
};

static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int total = 0;
    while (n--) total += va_arg(list, int);
    va_end(list);
    return total;
}
#define SUM(...) sum(COUNT(__VA_ARGS__), __VA_ARGS__)

#line 100 "elsewhere.c"
static int line = __LINE__;
static const char *file = __FILE__;
#line 56 "pp_macros.c"

#if defined __GNUC__ && !defined(NOPE) && ('a' < 'b') && (1 ? 2 : 1 / 0) == 2
#define CONDITION 1
#elif 1
#error not reached
#endif

int main(void) {
    puts(STR(VALUE) " " XSTR(VALUE) " " XSTR(EMPTY) "|" STR( a   b ));
    puts(STR("quoted \n" '\'' L"wide"));
    puts(XSTR(XCAT(x, XCAT(1, 2))) " " XSTR(foo) " " XSTR(f(2)(3)));
    LOG("none");
    LOG("%d %s", 7, "seven");
    NAMED("named");
    NAMED("%d", 8);
    printf("%d %d %d\n", COUNT(a), COUNT(a, b, c), SUM(1, 2, 3, 4));
    int a = 3, b = 5;
    SWAP(int, a, b);
    printf("%d %d %d\n", a, b, MAX(a, b));
    for (enum color c = red; c <= blue; c++) printf("%s ", names[c]);
    printf("%d %s %d\n", line, file, CONDITION);
    printf("%s %d %d\n", __func__, __INCLUDE_LEVEL__, strlen(__DATE__) == 11 && strlen(__TIME__) == 8);
    printf("%d %d %d\n", __COUNTER__, __COUNTER__, INT_MAX == 2147483647 and not false);
    int digraph<:3:> = <% 1, 2, 3 %>;
    printf("%d\n", digraph[1] +
#ifdef CONDITION
                       10
#else
                       20
#endif
    );
    printf("long \
string %zu\n", offsetof(struct { char c; double d; }, d));
    // a comment that goes on \
       in the next line
    assert(a == 5 && "true");
    _Pragma("GCC diagnostic ignored \"-Wunused\"") printf("%d\n", __LINE__);
    return 0;
}
/* OUTPUT:
VALUE 4 + 2 |a b
"quoted \n" '\'' L"wide"
x12 foo + 1 2 * 1 f(3)
[none]
[7 seven]
named
8
1 3 10
5 3 5
red green blue 100 elsewhere.c 1
main 0 1
0 1 1
12
long string 8
92
*/
